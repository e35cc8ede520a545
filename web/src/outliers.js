// Points that are far away from all the rest: a damaged number, which would make everything else tiny. In real
// files the farthest vertices of a model are at most 16 times as far out as the next ones, those of a floor
// 2 times, keys of an animation 4 times.

import { Vector3 } from 'three';

const FAR = 30;
const ROOM = 20; // metres: rooms that are nearer than FAR times that belong together

const middle = (points, k) => {
  const axis = Float64Array.from({ length: points.length / 3 }, (_, i) => points[3 * i + k]).sort();
  return axis[axis.length >> 1];
};

/** The median of the places of a list x y z …; null if it is empty. */
export const middleOf = (points) =>
  points.length ? [0, 1, 2].map((k) => middle(points, k)) : null;

/** The indices of such points of a list x y z …; at most a share of them. size: in metres, what is nearer than
 * FAR times that is not far. */
export function outliers(points, { size = 1e-3, share = 1 / 3 } = {}) {
  const n = points.length / 3;
  if (n < 3) return [];
  const [x, y, z] = middleOf(points);
  const distance = Float64Array.from({ length: n }, (_, i) =>
    Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z),
  );
  const sorted = distance.slice().sort();
  for (let i = Math.min(n - 1, Math.ceil(n * (1 - share))); i < n; i++) {
    if (sorted[i] <= FAR * Math.max(sorted[i - 1], size)) continue;
    const limit = sorted[i - 1];
    return [...distance.keys()].filter((k) => distance[k] > limit);
  }
  return [];
}

/** The indices of rooms that are far away from all others, by a place [x, y, z] of each; null: it has none. */
export function farRooms(places) {
  const known = [...places.keys()].filter((i) => places[i]);
  const found = outliers(
    known.flatMap((i) => [...places[i]]),
    { size: ROOM },
  );
  return new Set(found.map((k) => known[k]));
}

/** All vertices of meshes in one space: {points, starts}, where those of each mesh begin. */
function verticesOf(meshes) {
  const points = [];
  const starts = [];
  const v = new Vector3();
  for (const m of meshes) {
    starts.push(points.length / 3);
    const at = m.geometry.attributes.position;
    for (let i = 0; i < at.count; i++)
      points.push(...v.fromBufferAttribute(at, i).applyMatrix4(m.matrixWorld).toArray());
  }
  return { points, starts: [...starts, points.length / 3] };
}

/** Removes vertices that are far away from all others of some meshes of three.js, with their triangles. Returns
 * [{mesh, triangles, empty}]; empty: none of its vertices is left, and it is no longer in the scene. */
export function dropFarVertices(meshes) {
  const { points, starts } = verticesOf(meshes);
  const far = outliers(points);
  return meshes.flatMap((mesh, i) => {
    const own = far.filter((n) => n >= starts[i] && n < starts[i + 1]).map((n) => n - starts[i]);
    return own.length ? [dropVertices(mesh, new Set(own))] : [];
  });
}

function dropVertices(mesh, far) {
  const { position } = mesh.geometry.attributes;
  const all = [...Array(position.count).keys()];
  const good = all.find((i) => !far.has(i));
  if (good === undefined) mesh.removeFromParent();
  if (good === undefined) return { mesh, triangles: 0, empty: true };
  const from = mesh.geometry.index?.array ?? all;
  const kept = [];
  for (let i = 0; i < from.length; i += 3) {
    const three = [from[i], from[i + 1], from[i + 2]];
    if (!three.some((n) => far.has(n))) kept.push(...three);
  }
  if (mesh.isMesh) mesh.geometry.setIndex(kept);
  // No triangle uses them any more, but boxes count them.
  const [x, y, z] = [position.getX(good), position.getY(good), position.getZ(good)];
  for (const i of far) position.setXYZ(i, x, y, z);
  mesh.geometry.boundingBox = mesh.geometry.boundingSphere = null;
  return { mesh, triangles: (from.length - kept.length) / 3, empty: false };
}

/** Removes keys that are far away from a track of three.js (positions). Returns how many. */
export function dropFarKeys(track, size) {
  const stride = track.values.length / track.times.length;
  const at = stride === 9 ? 3 : 0; // a spline has a slope before and after each value
  const points = [...track.times.keys()].flatMap((i) => [
    ...track.values.subarray(i * stride + at, i * stride + at + 3),
  ]);
  const far = new Set(outliers(points, { size, share: 0.1 }));
  if (!far.size) return 0;
  const kept = [...track.times.keys()].filter((i) => !far.has(i));
  track.values = Float32Array.from(
    kept.flatMap((i) => [...track.values.subarray(i * stride, (i + 1) * stride)]),
  );
  track.times = Float32Array.from(kept, (i) => track.times[i]);
  return far.size;
}
