// A picture as a PNG with a palette, for documents: a quarter of the size of what a browser writes.
// The palette is found by median cut: the colours are divided at the middle of their longest side until
// there are 256 groups.

import { packPng } from '../png.mjs';

const COLOURS = 256;
const key = (r, g, b) => (r << 16) | (g << 8) | b;

/** How often each colour occurs: [[r, g, b, count]]. */
function histogram({ data, channels }) {
  const counts = new Map();
  for (let i = 0; i < data.length; i += channels) {
    const k = key(data[i], data[i + 1], data[i + 2]);
    counts.set(k, (counts.get(k) ?? 0) + 1);
  }
  return [...counts].map(([k, n]) => [k >> 16, (k >> 8) & 255, k & 255, n]);
}

/** The axis along which a group of colours is longest, and how long it is, by weight. */
function longest(group) {
  let best = { axis: 0, size: -1 };
  const weight = group.reduce((n, c) => n + c[3], 0);
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [255, 0];
    for (const c of group) [low, high] = [Math.min(low, c[axis]), Math.max(high, c[axis])];
    const size = (high - low) * Math.sqrt(weight);
    if (size > best.size) best = { axis, size };
  }
  return best;
}

function halves(group, axis) {
  const sorted = group.toSorted((a, b) => a[axis] - b[axis]);
  const half = sorted.reduce((n, c) => n + c[3], 0) / 2;
  let [at, sum] = [0, 0];
  while (at < sorted.length - 1 && sum < half) sum += sorted[at++][3];
  at = Math.min(Math.max(at, 1), sorted.length - 1);
  return [sorted.slice(0, at), sorted.slice(at)];
}

function palette(colours) {
  const groups = [{ list: colours, ...longest(colours) }];
  while (groups.length < COLOURS) {
    const at = groups.reduce((best, g, i) => (g.size > groups[best].size ? i : best), 0);
    if (groups[at].size <= 0) break;
    const [a, b] = halves(groups[at].list, groups[at].axis);
    groups.splice(at, 1, { list: a, ...longest(a) }, { list: b, ...longest(b) });
  }
  return groups.map(({ list }) => {
    const weight = list.reduce((n, c) => n + c[3], 0);
    return [0, 1, 2].map((k) => Math.round(list.reduce((n, c) => n + c[k] * c[3], 0) / weight));
  });
}

/** picture: {width, height, channels, data}, as decodePng returns it. */
export function smallPng(picture) {
  const { width, height, channels, data } = picture;
  const colours = histogram(picture);
  const table = palette(colours);
  const nearest = new Map();
  for (const [r, g, b] of colours) {
    const far = ([x, y, z]) => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
    nearest.set(
      key(r, g, b),
      table.reduce((best, c, i) => (far(c) < far(table[best]) ? i : best), 0),
    );
  }
  const rows = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < width * height; i++) {
    const at = i * channels;
    rows[i + Math.floor(i / width) + 1] = nearest.get(key(data[at], data[at + 1], data[at + 2]));
  }
  return packPng({ width, height, kind: 3, palette: table, rows });
}
