// Lines over a model: its skeleton, its normals, and the box of one that is drawn as wires.

import { Vector3 } from 'three';
import { css } from './dom.js';
import { boxEdges, thinLines, wideLines } from './lines.js';

/** The bones of a model (model_view.js) as lines that follow its pose. */
export class Skeleton {
  constructor(view) {
    this.view = view;
  }

  show(yes) {
    if (!yes) {
      this.lines?.removeFromParent();
      this.lines?.geometry.dispose();
      this.lines = null;
      return;
    }
    if (!this.lines) {
      this.links = this.#links();
      const empty = new Float32Array(Math.max(1, this.links.length) * 6);
      this.lines = wideLines(empty, { color: css('--bone-3d'), width: 2.5, above: true });
      this.lines.frustumCulled = false;
    }
    this.follow();
  }

  /** Pairs of nodes that a bone connects. Without skins every node counts as a bone, as all can move. */
  #links() {
    const { bones, objects, root } = this.view;
    const links = [];
    const part = new Set(bones);
    for (const b of bones) for (let o = b.parent; o; o = o.parent) part.add(o);
    for (const o of objects.values()) {
      const { parent } = o;
      const top = !parent || parent === root || this.#isNoBone(parent);
      if (!top && (!part.size || part.has(o))) links.push([parent, o]);
      else if (bones.has(o) && !o.children.some((c) => bones.has(c))) links.push([o, null]);
    }
    return links;
  }

  /** The last node only rotates the scene upright. */
  #isNoBone(object) {
    const node = this.view.ownNode(object);
    return node === undefined || node === (this.view.json.nodes?.length ?? 0) - 1;
  }

  /** Moves the lines to where the bones are. */
  follow() {
    if (!this.lines) return;
    const { root, box } = this.view;
    root.updateMatrixWorld(true);
    const inverse = root.parent?.matrixWorld.clone().invert();
    const mark = box.getSize(new Vector3()).length() / 120;
    const place = (object) => {
      const at = new Vector3().setFromMatrixPosition(object.matrixWorld);
      return inverse ? at.applyMatrix4(inverse) : at;
    };
    const list = this.links.flatMap(([from, to]) => {
      const a = place(from);
      return to ? [...a.toArray(), ...place(to).toArray()] : crossAt(a, mark);
    });
    if (list.length) this.lines.geometry.setPositions(list);
    if (!this.lines.parent) root.parent?.add(this.lines);
  }
}

/** Three short lines at a bone that leads to no other. */
const crossAt = (at, reach) =>
  [0, 1, 2].flatMap((axis) =>
    [-reach, reach].flatMap((d) => {
      const end = at.toArray();
      end[axis] += d;
      return end;
    }),
  );

/** A line for the normal of each vertex that is shown; each is part of its mesh. */
export function normalLines({ meshes, box }) {
  const length = box.getSize(new Vector3()).length() / 80;
  const [p, q] = [new Vector3(), new Vector3()];
  return meshes.flatMap((m) => {
    const { position, normal } = m.geometry.attributes;
    if (!m.isMesh || !m.visible || !normal) return [];
    const lines = new Float32Array(position.count * 6);
    for (let i = 0; i < position.count; i++) {
      p.fromBufferAttribute(position, i);
      q.fromBufferAttribute(normal, i).multiplyScalar(length).add(p);
      if (m.isSkinnedMesh) for (const v of [p, q]) m.applyBoneTransform(i, v);
      lines.set([p.x, p.y, p.z, q.x, q.y, q.z], i * 6);
    }
    const object = thinLines(lines, { color: css('--accent-3d') });
    m.add(object);
    return [object];
  });
}

/** The edges of a box around a model that is drawn as wires. */
export function wireBox({ min, max }) {
  const edges = boxEdges([{ min: min.toArray(), max: max.toArray() }]);
  const frame = thinLines(edges, { color: css('--warning-3d') });
  frame.raycast = () => {};
  return frame;
}
