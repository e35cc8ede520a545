// How to bring content into view: from above or in perspective, so that it fills all of the view if
// the legend leaves it free, else the part next to the legend or below it, whichever is larger.
//
// view: {size: {w, h}, covered: {w, h}} in pixels; covered is the upper left corner, below the legend.

import { Vector3 } from 'three';

// How much of a part what is fitted fills.
const MARGIN = 0.9;
// Content beside the legend is at least this large, compared with content that fills the view; where
// that is impossible, as on a phone, the legend may cover a corner.
const LEAST = 0.6;
const STEPS = 8;

/** All of the view, the part next to the legend, and the part below it. */
const partsOf = ({ size: { w, h }, covered: { w: left, h: top } }) => [
  { x: 0, y: 0, w, h },
  { x: left, y: 0, w: w - left, h },
  { x: 0, y: top, w, h: h - top },
];

/** One of the frames for these parts. zoom: how large each draws the content; free: whether the first
 * one is not below the legend. */
function choose([whole, beside, below], zoom, free) {
  const other = zoom(beside) > zoom(below) ? beside : below;
  return zoom(other) < LEAST * zoom(whole) || free(whole) ? whole : other;
}

/** The corners of a box, x y z …. */
export function cornersOf({ min, max }) {
  const pick = (bit, axis) => (bit ? max[axis] : min[axis]);
  return Array.from({ length: 8 }, (_, i) => [
    pick(i & 1, 'x'),
    pick(i & 2, 'y'),
    pick(i & 4, 'z'),
  ]).flat();
}

// ---- from above ----

/** {scale, x, z}: pixels per metre, and what is in the middle of the view. points: x y z …. */
export function framePlan(view, box, points) {
  const { w, h } = view.size;
  const [size, centre] = [box.getSize(new Vector3()), box.getCenter(new Vector3())];
  const frames = partsOf(view).map((part) => {
    const fits = Math.min(part.w / Math.max(size.x, 1e-3), part.h / Math.max(size.z, 1e-3));
    const scale = Math.max(fits * MARGIN, 1e-6);
    return {
      scale,
      x: centre.x - (part.x + part.w / 2 - w / 2) / scale,
      z: centre.z - (part.y + part.h / 2 - h / 2) / scale,
    };
  });
  const free = ({ scale, x, z }) => {
    for (let i = 0; i + 2 < points.length; i += 3)
      if (
        w / 2 + (points[i] - x) * scale < view.covered.w &&
        h / 2 + (points[i + 2] - z) * scale < view.covered.h
      )
        return false;
    return true;
  };
  return choose(frames, (f) => f.scale, free);
}

// ---- in perspective ----

/** The points along three axes, from the middle: right, up and towards the camera. */
function seenFrom(points, centre, axes) {
  const seen = new Float64Array(points.length);
  const p = new Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    p.set(points[i], points[i + 1], points[i + 2]).sub(centre);
    axes.forEach((axis, k) => (seen[i + k] = p.dot(axis)));
  }
  return seen;
}

/** The frame that fills a part of the view: {at: [right, up], distance}. Each point keeps the camera at
 * a distance that depends on how far the view is moved to its side; where both sides ask for the same
 * distance, that is least. Then what is seen is in the middle of the part. */
function frameIn({ x, y, w, h }, { w: width, h: height }, seen, slopes) {
  if (w <= 0 || h <= 0) return { at: [0, 0], distance: Infinity };
  // Where the part ends: right and left, top and bottom, as slopes from the middle of the view.
  const middle = [(2 * x + w) / width - 1, 1 - (2 * y + h) / height];
  const half = [(w / width) * MARGIN, (h / height) * MARGIN];
  const ends = [0, 1].map((k) =>
    [half[k] + middle[k], half[k] - middle[k]].map((n) => n * slopes[k]),
  );
  const most = [0, 1].map(() => [-Infinity, -Infinity]);
  for (let i = 0; i + 2 < seen.length; i += 3)
    for (const k of [0, 1]) {
      most[k][0] = Math.max(most[k][0], seen[i + k] + seen[i + 2] * ends[k][0]);
      most[k][1] = Math.max(most[k][1], seen[i + 2] * ends[k][1] - seen[i + k]);
    }
  const distance = Math.max(
    ...[0, 1].map((k) => (most[k][0] + most[k][1]) / (ends[k][0] + ends[k][1])),
  );
  const start = [0, 1].map(
    (k) => (most[k][0] - most[k][1] - distance * (ends[k][0] - ends[k][1])) / 2,
  );
  const at = [0, 1].map((k) => balance(seen, k, distance, middle[k] * slopes[k], start[k]));
  return { at, distance };
}

/** Where to look along an axis so that what is seen has the same room on both sides of a part of the view, on
 * the screen: at a distance that the other axis asks for, far ends are smaller than near ones. middle: of the
 * part, as a slope. A few steps are enough: each end moves as its own distance says. */
function balance(seen, axis, distance, middle, start) {
  let at = start;
  for (let step = 0; step < STEPS; step++) {
    const high = { slope: -Infinity, far: 1 };
    const low = { slope: Infinity, far: 1 };
    for (let i = 0; i + 2 < seen.length; i += 3) {
      const far = distance - seen[i + 2];
      const slope = (seen[i + axis] - at) / far;
      if (slope > high.slope) Object.assign(high, { slope, far });
      if (slope < low.slope) Object.assign(low, { slope, far });
    }
    const off = high.slope + low.slope - 2 * middle;
    if (!Number.isFinite(off) || Math.abs(off) < 1e-4) break;
    at += off / (1 / high.far + 1 / low.far);
  }
  return at;
}

/** {target, distance}: where to look and from how far. direction: from there to the camera; tangent: of
 * half the angle of view. */
export function frame3d(view, centre, points, direction, tangent) {
  const { w, h } = view.size;
  const right = new Vector3(0, 1, 0).cross(direction);
  if (right.lengthSq() < 1e-6) right.set(1, 0, 0);
  right.normalize();
  const up = direction.clone().cross(right);
  const seen = seenFrom(points, centre, [right, up, direction]);
  const slopes = [(tangent * w) / h, tangent];
  const frames = partsOf(view).map((part) => frameIn(part, view.size, seen, slopes));
  const free = ({ at, distance }) => {
    for (let i = 0; i + 2 < seen.length; i += 3) {
      const far = distance - seen[i + 2];
      const x = (w / 2) * (1 + (seen[i] - at[0]) / (far * slopes[0]));
      const y = (h / 2) * (1 - (seen[i + 1] - at[1]) / (far * slopes[1]));
      if (x < view.covered.w && y < view.covered.h) return false;
    }
    return true;
  };
  const { at, distance } = choose(frames, (f) => 1 / f.distance, free);
  const target = centre.clone().addScaledVector(right, at[0]).addScaledVector(up, at[1]);
  return { target, distance };
}
