// The 3D view: renderer, the two cameras, controls, camera flights. It draws only when something
// changed, so an idle page costs nothing.

import {
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  MathUtils,
  MOUSE,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Sphere,
  TOUCH,
  Vector3,
  WebGLRenderer,
  Color,
  Raycaster,
  Vector2,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { CanvasRenderer, findGraphics } from './canvas_renderer.js';
import { Detail } from './detail.js';
import { css, h } from './dom.js';
import { cornersOf, frame3d, framePlan } from './framing.js';
import { emit, on, say } from './app.js';
import { GroundShadow } from './ground_shadow.js';
import { Pivot } from './pivot.js';
import { toneMapping } from './tones.js';

const DEFAULT_DIRECTION = new Vector3(-0.55, 0.62, 0.9).normalize();
// Creatures face along y in their file, which is away from the default camera.
const FACE_DIRECTION = new Vector3(-0.6, 0.35, -0.9).normalize();
const EDGE = 24; // pixels: what is nearer to the edge of the view is not seen well
export const WAIT = 2000; // milliseconds for the browser to give lost graphics back
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.surface = canvas; // what is drawn on
    const graphics = findGraphics();
    this.flat = graphics === 'nothing';
    // Without a graphics card, smooth edges would take as long as everything else together.
    this.smooth = graphics === 'card' || new URLSearchParams(location.search).has('smooth');
    this.renderer = this.flat
      ? new CanvasRenderer(canvas)
      : new WebGLRenderer({ canvas, antialias: this.smooth, preserveDrawingBuffer: false });
    this.detail = new Detail(this, {
      adaptive: graphics === 'processor' && !this.smooth,
      draw: () => this.#setRatio(),
    });
    this.scene = new Scene();
    this.content = new Group();
    this.other = new Group(); // what the second pane of a comparison shows (mirror.js)
    this.other.visible = false;
    this.scene.add(this.content, this.other);
    this.perspective = new PerspectiveCamera(45, 1, 0.01, 10000);
    this.ortho = new OrthographicCamera(-1, 1, 1, -1, 0.01, 10000);
    this.camera = this.perspective;
    this.sphere = new Sphere(new Vector3(), 5);
    this.tickers = new Set();
    this.reach = 0; // from the middle of the sphere to the farthest point of what is drawn but need not be in view
    this.frames = 0;
    this.covered = { w: 0, h: 0 }; // pixels of the upper left corner that the legend covers
    this.#light();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !calm.matches;
    this.controls.dampingFactor = 0.15;
    this.controls.zoomToCursor = true;
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.pivot = new Pivot(this.controls);
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => this.leave());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener('webglcontextlost', () => this.#lose());
    canvas.addEventListener('webglcontextrestored', () => this.#regain());
    on('theme', () => this.theme());
    on('shown', () => (this.shadow.stale = true));
    this.theme();
    this.resize();
    this.reset(true);
  }

  /** The browser took the graphics away, as after a fault of the driver. It usually gives them back. */
  #lose() {
    say('The browser took the graphics away: waiting for it to give them back');
    clearTimeout(this.lost);
    this.lost = setTimeout(() => this.drawFlat(), WAIT);
  }

  #regain() {
    clearTimeout(this.lost);
    if (this.flat) return;
    this.shadow.stale = true;
    this.invalidate();
    say('The graphics are back');
  }

  /** From now on the view is drawn in 2D. A canvas that had WebGL cannot be drawn in 2D: another one lies over
   * it, which gets no events. */
  drawFlat() {
    if (this.flat) return;
    clearTimeout(this.lost);
    this.surface = h('canvas', { class: 'instead', 'aria-hidden': 'true' });
    this.canvas.after(this.surface);
    this.flat = this.shadow.flat = true;
    this.detail.restore();
    this.detail.adaptive = false;
    this.castShadow(null);
    this.renderer = new CanvasRenderer(this.surface);
    this.resize();
    emit('flat');
  }

  /** Key and fill light move with the camera, so that nothing in view is dark. Together they stay
   * below what would burn light colours to white. */
  #light() {
    this.renderer.toneMapping = toneMapping();
    this.scene.add(new HemisphereLight(0xffffff, 0x9a938a, 1.25));
    this.key = new DirectionalLight(0xfffaf2, 1.6);
    this.fill = new DirectionalLight(0xdfe8ff, 0.75);
    this.scene.add(this.key, this.key.target, this.fill, this.fill.target);
    this.shadow = new GroundShadow(this);
    this.ground = this.shadow.ground;
    this.scene.add(this.ground);
  }

  /** The lights are beside the camera: the key at its upper left, the fill at its right. */
  #aimLights() {
    const { position, matrix } = this.camera;
    const reach = position.distanceTo(this.controls.target);
    const right = new Vector3().setFromMatrixColumn(matrix, 0);
    const up = new Vector3().setFromMatrixColumn(matrix, 1);
    this.key.position.copy(position).addScaledVector(right, -reach * 0.35);
    this.key.position.addScaledVector(up, reach * 0.4);
    this.fill.position.copy(position).addScaledVector(right, reach * 0.4);
    for (const lamp of [this.key, this.fill]) lamp.target.position.copy(this.controls.target);
  }

  /** The shadow of what is in a box falls onto its bottom; null: there is none. */
  castShadow(box) {
    this.shadow.cast(box);
    this.invalidate();
  }

  theme() {
    this.scene.background = new Color(css('--stage') || '#ddd');
    this.invalidate();
  }

  resize() {
    const { clientWidth: w, clientHeight: height } = this.canvas.parentElement;
    if (!w || !height) return;
    this.renderer.setPixelRatio(this.detail.ratio);
    this.renderer.setSize(w, height, false);
    this.size = { w, h: height };
    this.perspective.aspect = w / height;
    this.perspective.updateProjectionMatrix();
    this.#orthoFrame();
    // Until the user moves the camera, everything stays in view when the page is resized.
    if (this.fitted) this.fit(this.sphere, true);
    this.invalidate();
  }

  #setRatio() {
    this.renderer.setPixelRatio(this.detail.ratio);
    this.invalidate();
  }

  /** The user moved the camera: flights end, and the view is no longer fitted. */
  leave() {
    this.flight = null;
    this.fitted = false;
  }

  #orthoFrame() {
    const half = this.orthoHalf ?? 5;
    const aspect = this.size ? this.size.w / this.size.h : 1;
    Object.assign(this.ortho, {
      left: -half * aspect,
      right: half * aspect,
      top: half,
      bottom: -half,
    });
    this.ortho.updateProjectionMatrix();
  }

  /** Draw at the next frame. */
  invalidate() {
    if (this.pending) return;
    this.pending = requestAnimationFrame((time) => this.#frame(time));
  }

  /** Call `tick(seconds)` each frame until it returns false. */
  animate(tick) {
    this.tickers.add(tick);
    this.last = undefined;
    this.invalidate();
  }

  #frame(time) {
    this.pending = 0;
    const elapsed = this.last === undefined ? 0 : time - this.last;
    const dt = Math.min(0.1, elapsed / 1000);
    this.last = time;
    if (this.flight) this.#fly(time);
    const moving = this.controls.update();
    this.detail.follow(moving, elapsed);
    for (const tick of this.tickers) if (tick(dt) === false) this.tickers.delete(tick);
    this.#clip();
    this.#aimLights();
    // The camera does not change the shadow; what moves or is shown does.
    this.shadow.update(this.renderer, this.content, this.tickers.size > 0);
    emit('frame', this);
    this.renderer.render(this.scene, this.camera);
    emit('drawn', this);
    this.frames++;
    if (moving || this.flight || this.tickers.size) this.invalidate();
    else this.last = undefined;
  }

  /** Draws at once, in full detail. */
  drawNow() {
    this.detail.restore();
    this.renderer.render(this.scene, this.camera);
    emit('drawn', this);
  }

  /** Near and far planes that enclose the content for any camera position. */
  #clip() {
    const d = this.camera.position.distanceTo(this.sphere.center);
    const r = this.sphere.radius * 1.6 + 1;
    const near = this.camera.isOrthographicCamera ? d - r : Math.max(d - r, (d + r) / 5000);
    const far = d + Math.max(r, this.reach);
    if (near !== this.camera.near || far !== this.camera.far) {
      this.camera.near = near;
      this.camera.far = far;
      this.camera.updateProjectionMatrix();
    }
  }

  /** The content changed: remember how large it is. points: of the content, x y z …, so that it fills the view
   * whatever its shape; null: the corners of the box. all: a box of what is drawn but need not be in view. */
  measure(box, points = null, all = null) {
    const b = box ?? new Box3().setFromObject(this.content);
    this.points = points?.length ? points : null;
    if (b.isEmpty()) b.set(new Vector3(-2, 0, -2), new Vector3(2, 1, 2));
    this.box = b;
    b.getBoundingSphere(this.sphere);
    this.sphere.radius = Math.max(this.sphere.radius, 0.05);
    const { center } = this.sphere;
    this.reach =
      all && !all.isEmpty()
        ? all.max.clone().sub(center).max(center.clone().sub(all.min)).length()
        : 0;
    this.controls.minDistance = this.sphere.radius / 400;
    this.controls.maxDistance = this.sphere.radius * 12;
    this.invalidate();
  }

  get top() {
    return this.camera === this.ortho;
  }

  setTop(yes, { fit = true } = {}) {
    if (yes === this.top) return;
    const target = this.controls.target.clone();
    const distance = this.camera.position.distanceTo(target);
    if (yes) {
      this.before = this.camera.position.clone().sub(target);
      this.orthoHalf = distance * Math.tan(MathUtils.degToRad(this.perspective.fov / 2));
      this.ortho.zoom = 1;
      this.#orthoFrame();
    }
    this.flight = null;
    this.shadow.setPlan(yes);
    this.camera = yes ? this.ortho : this.perspective;
    this.controls.object = this.camera;
    this.controls.enableRotate = !yes;
    this.controls.mouseButtons.LEFT = yes ? MOUSE.PAN : MOUSE.ROTATE;
    this.controls.touches.ONE = yes ? TOUCH.PAN : TOUCH.ROTATE;
    if (yes)
      this.camera.position
        .copy(target)
        .add(new Vector3(0, Math.max(distance, this.sphere.radius * 2), 1e-4));
    else
      this.camera.position
        .copy(target)
        .add(this.before ?? DEFAULT_DIRECTION.clone().multiplyScalar(distance));
    this.camera.lookAt(target);
    if (fit) this.fit();
    emit('camera');
    this.invalidate();
  }

  /** Brings everything (or a sphere) into view, keeping the direction of the camera. */
  fit(sphere = this.sphere, instant = false) {
    const aspect = this.size ? this.size.w / this.size.h : 1;
    this.fitted = sphere === this.sphere;
    this.pivot.set(this.fitted && !this.top ? sphere.center : null);
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    if (this.top) {
      this.#fitPlan(sphere, instant);
      return;
    }
    const half = MathUtils.degToRad(this.perspective.fov / 2);
    if (this.fitted) {
      const points = this.points ?? cornersOf(this.box);
      const { center, radius } = this.sphere;
      const frame = frame3d(this.#view, center, points, direction, Math.tan(half));
      const distance = Math.max(frame.distance, radius * 0.5);
      const position = frame.target.clone().addScaledVector(direction, distance);
      this.fly(position, frame.target, instant);
      return;
    }
    const narrow = Math.min(half, Math.atan(Math.tan(half) * aspect));
    const distance = (sphere.radius / Math.sin(narrow)) * 1.05;
    this.fly(sphere.center.clone().addScaledVector(direction, distance), sphere.center, instant);
  }

  /** From above, fit the sides of the plan, not the sphere. */
  #fitPlan(sphere, instant) {
    const centre = sphere.center.clone();
    let half = sphere.radius;
    if (sphere === this.sphere) {
      const { scale, x, z } = framePlan(this.#view, this.box, this.points ?? cornersOf(this.box));
      half = this.#view.size.h / 2 / scale;
      Object.assign(centre, { x, z });
    }
    const above = centre.clone().addScaledVector(new Vector3(0, 1, 1e-5), sphere.radius * 2 + 1);
    this.fly(above, centre, instant, (this.orthoHalf ?? half) / half);
  }

  get #view() {
    return { size: this.size ?? { w: 1, h: 1 }, covered: this.covered };
  }

  reset(instant = false) {
    if (this.top) this.setTop(false, { fit: false });
    this.camera.position
      .copy(this.sphere.center)
      .add(this.portrait ? FACE_DIRECTION : DEFAULT_DIRECTION);
    this.controls.target.copy(this.sphere.center);
    this.box ??= new Box3(new Vector3(-2, 0, -2), new Vector3(2, 1, 2));
    this.fit(this.sphere, instant);
    emit('camera');
  }

  /** Move the camera; zoom counts for the top view only. */
  fly(position, target, instant = false, zoom) {
    if (instant || calm.matches) {
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.#zoom(zoom);
      this.flight = null;
      this.pivot.remember();
    } else {
      this.flight = {
        from: this.camera.position.clone(),
        to: position.clone(),
        targetFrom: this.controls.target.clone(),
        targetTo: target.clone(),
        zoomFrom: this.camera.zoom,
        zoomTo: zoom ?? this.camera.zoom,
        start: undefined,
      };
    }
    this.invalidate();
  }

  #zoom(zoom) {
    if (!this.top || zoom === undefined) return;
    this.camera.zoom = zoom;
    this.camera.updateProjectionMatrix();
  }

  #fly(time) {
    const f = this.flight;
    f.start ??= time;
    const t = Math.min(1, (time - f.start) / 350);
    const s = t * t * (3 - 2 * t);
    this.camera.position.lerpVectors(f.from, f.to, s);
    this.controls.target.lerpVectors(f.targetFrom, f.targetTo, s);
    this.#zoom(f.zoomFrom * (f.zoomTo / f.zoomFrom) ** s);
    this.pivot.remember();
    if (t === 1) this.flight = null;
  }

  /** Flies close to a point, keeping the direction. */
  flyTo(place, radius) {
    const reach = Math.min(radius ?? this.sphere.radius / 6, this.sphere.radius);
    this.fit(new Sphere(place.clone(), Math.max(reach, this.sphere.radius / 40)));
  }

  /** Moves the view sideways if a place is not in it; direction and distance stay. */
  reveal(place) {
    this.camera.updateMatrixWorld();
    const at = this.project(place, new Vector3());
    const { w, h: height } = this.size ?? { w: 1, h: 1 };
    const inside = (n, of) => n > EDGE && n < of - EDGE;
    if (at && inside(at.x, w) && inside(at.y, height)) return;
    this.leave();
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.fly(place.clone().add(offset), place);
  }

  /** Keyboard: rotate, pan and zoom in steps. */
  nudge(dx, dy, pan) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.leave();
    if (pan || this.top) {
      const step = (this.top ? this.orthoHalf / this.camera.zoom : offset.length() * 0.5) * 0.2;
      const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0);
      const up = this.top
        ? new Vector3(0, 0, -1)
        : new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
      const shift = right.multiplyScalar(dx * step).addScaledVector(up, dy * step);
      this.camera.position.add(shift);
      this.controls.target.add(shift);
    } else {
      const radius = offset.length();
      const azimuth = Math.atan2(offset.x, offset.z) + dx * 0.12;
      const polar = MathUtils.clamp(Math.acos(offset.y / radius) - dy * 0.12, 0.01, Math.PI - 0.01);
      offset.setFromSphericalCoords(radius, polar, azimuth);
      this.camera.position.copy(this.controls.target).add(offset);
    }
    this.invalidate();
  }

  zoom(factor) {
    this.leave();
    if (this.top) this.#zoom(this.camera.zoom / factor);
    else {
      const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
      offset.clampLength(this.controls.minDistance, this.controls.maxDistance);
      this.camera.position.copy(this.controls.target).add(offset);
    }
    this.invalidate();
  }

  /** What is under a point of the screen (pixels of the page). */
  pick(clientX, clientY, objects) {
    const r = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    this.camera.updateMatrixWorld(); // a key may have moved it since the last picture
    ray.params.Line.threshold = 0;
    ray.setFromCamera(
      new Vector2(((clientX - r.left) / r.width) * 2 - 1, 1 - ((clientY - r.top) / r.height) * 2),
      this.camera,
    );
    return ray.intersectObjects(objects, true);
  }

  /** A point of the world on the screen, or null behind the camera. */
  project(place, out) {
    out.copy(place).project(this.camera);
    if (out.z > 1 || out.z < -1) return null;
    out.set(((out.x + 1) / 2) * this.size.w, ((1 - out.y) / 2) * this.size.h, out.z);
    return out;
  }

  clear() {
    this.#empty(this.content);
  }

  clearOther() {
    this.#empty(this.other);
  }

  #empty(group) {
    group.traverse((o) => {
      o.geometry?.dispose();
      for (const m of [o.material].flat()) m?.dispose?.();
      o.skeleton?.dispose?.();
    });
    group.clear();
    this.invalidate();
  }
}

/** File space (z up) to the view's (y up). */
export const toView = (p) => new Vector3(p[0], p[2], -p[1]);
export const toFile = (v) => [v.x, -v.z, v.y];
