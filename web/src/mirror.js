// The second pane of a comparison: a canvas of its own that shows the same scene with other content,
// through the same camera. Dragging in either pane moves both.

import { WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { on } from './app.js';
import { CanvasRenderer } from './canvas_renderer.js';
import { h } from './dom.js';
import { WAIT } from './stage.js';

export class Mirror {
  constructor(stage, pane) {
    this.stage = stage;
    this.pane = pane;
    // A canvas whose context was given back cannot be used again: each comparison has its own.
    this.canvas = h('canvas', { role: 'img', 'aria-label': 'View of the other file' });
    pane.prepend(this.canvas);
    this.renderer = stage.flat
      ? new CanvasRenderer(this.canvas)
      : new WebGLRenderer({ canvas: this.canvas, antialias: stage.smooth });
    this.renderer.toneMapping = stage.renderer.toneMapping;
    this.#steer();
    this.#guard();
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(pane);
    this.#resize();
    live = this;
  }

  /** The controls of this pane move the camera of the stage. */
  #steer() {
    const { stage } = this;
    const c = new OrbitControls(stage.camera, this.canvas);
    c.target = stage.controls.target;
    c.mouseButtons = stage.controls.mouseButtons;
    c.touches = stage.controls.touches;
    Object.assign(c, { enableDamping: stage.controls.enableDamping, zoomToCursor: true });
    c.dampingFactor = stage.controls.dampingFactor;
    c.addEventListener('change', () => stage.invalidate());
    c.addEventListener('start', () => stage.leave());
    this.controls = c;
  }

  /** A pane loses its graphics on its own. If it does not get them back, both are drawn in 2D. */
  #guard() {
    const { stage, canvas } = this;
    const { signal } = (this.guard = new AbortController());
    const wait = () => (this.lost = setTimeout(() => stage.drawFlat(), WAIT));
    const regain = () => {
      clearTimeout(this.lost);
      stage.invalidate();
    };
    canvas.addEventListener('webglcontextlost', wait, { signal });
    canvas.addEventListener('webglcontextrestored', regain, { signal });
  }

  #resize() {
    const { clientWidth: w, clientHeight: h } = this.pane;
    if (!w || !h) return;
    this.renderer.setPixelRatio(this.stage.detail.ratio);
    this.renderer.setSize(w, h, false);
    this.stage.invalidate();
  }

  follow() {
    const { camera, controls } = this.stage;
    this.controls.object = camera;
    for (const key of ['enableRotate', 'minDistance', 'maxDistance'])
      this.controls[key] = controls[key];
    this.controls.update();
  }

  draw() {
    const { scene, content, other, camera, ground, detail } = this.stage;
    if (this.renderer.getPixelRatio() !== detail.ratio) this.renderer.setPixelRatio(detail.ratio);
    const shadow = ground.visible;
    content.visible = ground.visible = false;
    other.visible = true;
    this.renderer.render(scene, camera);
    content.visible = true;
    other.visible = false;
    ground.visible = shadow;
  }

  dispose() {
    live = null;
    this.guard.abort();
    clearTimeout(this.lost);
    this.observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose?.();
    this.renderer.forceContextLoss?.();
    this.canvas.remove();
  }
}

let live = null;
on('frame', () => live?.follow());
on('drawn', () => live?.draw());
