// Where the processor draws instead of a graphics card, a large area takes too long for the camera to follow
// the hand. While it moves there, pictures have fewer pixels and thin lines instead of wide ones; once it
// rests, the full picture is drawn.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import { on } from './app.js';

const SLOW = 60; // milliseconds from one picture to the next that are seen as jerks
const REST = 200; // milliseconds after which the camera is taken to rest
const SHARE = 0.6; // of the pixels of a line

export class Detail {
  #wide = []; // what is drawn as thin lines now
  #thin = new WeakMap(); // by the positions of the wide ones

  /** adaptive: whether pictures may be coarse. draw(): they have changed. */
  constructor(stage, { adaptive, draw }) {
    Object.assign(this, { stage, adaptive, draw });
    this.slow = false;
    this.waiting = 0;
    on('document', () => (this.slow = false));
  }

  /** How many pixels of the picture there are for one of the page. */
  get ratio() {
    return Math.min(devicePixelRatio, 2) * (this.waiting ? SHARE : 1);
  }

  /** Called before each picture with the milliseconds since the last one. Another document may be fast. */
  follow(moved, elapsed) {
    if (!this.adaptive || !moved) return;
    if (elapsed > SLOW) this.slow = true;
    if (!this.slow) return;
    const before = this.waiting;
    clearTimeout(before);
    this.waiting = setTimeout(() => this.restore(), REST);
    if (before) return;
    this.#thinOut();
    this.draw();
  }

  /** The full picture again. */
  restore() {
    if (!this.waiting) return;
    clearTimeout(this.waiting);
    this.waiting = 0;
    for (const { lines, twin } of this.#wide) {
      lines.layers.enable(0);
      twin.removeFromParent();
    }
    this.#wide = [];
    this.draw();
  }

  /** Layers hide an object without its children, so the thin lines are a child of the wide ones. */
  #thinOut() {
    const found = [];
    this.stage.scene.traverse((o) => {
      if (o.isLineSegments2 && o.geometry.attributes.instanceStart) found.push(o);
    });
    this.#wide = found.map((lines) => ({ lines, twin: this.#twinOf(lines) }));
    for (const { lines, twin } of this.#wide) {
      lines.layers.disable(0);
      lines.add(twin);
    }
  }

  #twinOf({ geometry, material, renderOrder }) {
    const { array } = geometry.attributes.instanceStart.data; // x y z of both ends
    if (!this.#thin.has(array)) this.#thin.set(array, thinTwin(array, material));
    const twin = this.#thin.get(array);
    twin.material.color.copy(material.color);
    twin.renderOrder = renderOrder;
    return twin;
  }
}

function thinTwin(array, { opacity, transparent, depthTest, depthWrite }) {
  const twin = new LineSegments(
    new BufferGeometry().setAttribute('position', new BufferAttribute(array, 3)),
    new LineBasicMaterial({ opacity, transparent, depthTest, depthWrite, toneMapped: false }),
  );
  twin.raycast = () => {};
  return twin;
}
