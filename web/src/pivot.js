// The point around which the camera rotates. OrbitControls rotate around their target, which is in the
// middle of the view. What was fitted beside the legend is not there: then the camera and the target are
// moved with each rotation, so that the middle of what is shown keeps its place on the screen.

import { Quaternion, Vector3 } from 'three';

export class Pivot {
  #controls;
  #centre = null; // null: the target
  #target = new Vector3();
  #turn = new Quaternion();

  constructor(controls) {
    this.#controls = controls;
    controls.addEventListener('change', () => this.#follow());
  }

  /** Rotate around this place from now on, until the view is panned; null: around the target. */
  set(centre) {
    this.#centre = centre?.clone() ?? null;
  }

  /** The camera was moved, but not by the user. */
  remember() {
    const { object: camera, target } = this.#controls;
    camera.lookAt(target);
    this.#target.copy(target);
    this.#turn.copy(camera.quaternion);
  }

  #follow() {
    const { object: camera, target } = this.#controls;
    // Panned, or zoomed towards the pointer. The controls also round the target a little.
    const least = camera.position.distanceTo(target) * 1e-5;
    if (target.distanceTo(this.#target) > least) this.#centre = null;
    if (this.#centre) {
      const turned = camera.quaternion.clone().multiply(this.#turn.invert());
      const from = this.#centre.clone().sub(target);
      const shift = from.clone().sub(from.applyQuaternion(turned));
      camera.position.add(shift);
      target.add(shift);
    }
    this.#target.copy(target);
    this.#turn.copy(camera.quaternion);
  }
}
