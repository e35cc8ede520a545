// Wide lines: WebGL's own are one pixel wide, which is hard to see on a high-resolution screen.

import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Vector3 } from 'three';

// Farther away than any place of a game: such numbers are damage.
export const ABSURD = 1e5;

/** Whether three numbers can be a place. */
export const isPlace = (p) => [0, 1, 2].every((k) => p[k] !== null && Math.abs(p[k]) < ABSURD);

/** Without the pairs that have a number which cannot be a place, or an end outside a box. */
function sane(positions, within) {
  const end = new Vector3();
  const inside = (i) => within.containsPoint(end.fromArray(positions, i));
  const good = (i) => {
    for (let k = 0; k < 6; k++) if (!(Math.abs(positions[i + k]) < ABSURD)) return false;
    return !within || (inside(i) && inside(i + 3));
  };
  let all = true;
  for (let i = 0; all && i < positions.length; i += 6) all = good(i);
  if (all) return positions;
  const kept = [];
  for (let i = 0; i < positions.length; i += 6)
    if (good(i)) for (let k = 0; k < 6; k++) kept.push(positions[i + k]);
  return new Float32Array(kept);
}

/** Pairs of points (xyz xyz) as wide lines; `above` draws them over all else, `dash` is
 * the length of a dash in metres, `within` a box that no end of a line may be outside of. */
export function wideLines(
  positions,
  { color, width = 2, above = false, opacity = 1, dash = 0, lift = true, within = null },
) {
  const geometry = new LineSegmentsGeometry().setPositions(sane(positions, within));
  const material = new LineMaterial({
    color,
    linewidth: width,
    transparent: opacity < 1 || above,
    opacity,
    depthTest: !above,
    dashed: dash > 0,
    dashSize: dash,
    gapSize: dash * 0.7,
    depthWrite: !above,
    toneMapped: false,
  });
  // Lines lie in the faces they belong to. Draw them a little nearer so that they stay visible.
  if (lift)
    Object.assign(material, {
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
    });
  const lines = new LineSegments2(geometry, material);
  if (dash) lines.computeLineDistances();
  lines.renderOrder = above ? 10 : 2;
  lines.raycast = () => {};
  return lines;
}

/** The same, one pixel wide, for large numbers of lines. */
export function thinLines(positions, { color, opacity = 1, within = null }) {
  const geometry = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(sane(positions, within), 3),
  );
  const lines = new LineSegments(
    geometry,
    new LineBasicMaterial({ color, transparent: opacity < 1, opacity, toneMapped: false }),
  );
  lines.renderOrder = 1;
  lines.raycast = () => {};
  return lines;
}

/** A polyline x y z … as pairs. */
export function pairs(points, closed = false) {
  const n = points.length / 3;
  const count = Math.max(0, closed ? n : n - 1);
  const out = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % n;
    for (let k = 0; k < 3; k++) {
      out[i * 6 + k] = points[i * 3 + k];
      out[i * 6 + 3 + k] = points[j * 3 + k];
    }
  }
  return out;
}

/** The twelve edges of boxes [{min, max}] as pairs. */
export function boxEdges(boxes) {
  const out = new Float32Array(boxes.length * 72);
  let n = 0;
  for (const { min, max } of boxes) {
    for (let i = 0; i < 8; i++) {
      for (const bit of [1, 2, 4]) {
        if (i & bit) continue;
        for (const corner of [i, i | bit]) {
          out[n++] = corner & 1 ? max[0] : min[0];
          out[n++] = corner & 2 ? max[1] : min[1];
          out[n++] = corner & 4 ? max[2] : min[2];
        }
      }
    }
  }
  return out;
}
