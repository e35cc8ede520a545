// The icon of the installed page as a PNG: the logo of src/index.html, drawn by its distance from each
// pixel. An SVG would do only where the server knows its type.
import { packPng } from './png.mjs';

const SIDE = 32; // of the SVG
const [ROUND, STROKE] = [7, 3];
const GROUND = [0x0f, 0x6f, 0x78];
const LINE = [
  [6, 10],
  [11, 23],
  [16, 13],
  [21, 23],
  [26, 10],
];

/** How far a point is inside the square with round corners; less than 0 outside. */
function inSquare(x, y) {
  const d = [x, y].map((n) => Math.abs(n - SIDE / 2) - SIDE / 2 + ROUND);
  return ROUND - Math.hypot(Math.max(d[0], 0), Math.max(d[1], 0)) - Math.min(Math.max(...d), 0);
}

/** How far a point is inside the stroke. */
function inLine(x, y) {
  const away = LINE.slice(1).map(([bx, by], i) => {
    const [ax, ay] = LINE[i];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - ax - t * dx, y - ay - t * dy);
  });
  return STROKE / 2 - Math.min(...away);
}

/** The bytes of a PNG of size by size pixels. */
export function iconPng(size) {
  const rows = Buffer.alloc(size * (1 + 4 * size));
  const cover = (distance) => Math.min(1, Math.max(0, (distance * size) / SIDE + 0.5));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = [x, y].map((n) => ((n + 0.5) * SIDE) / size);
      const white = cover(inLine(...at));
      const o = y * (1 + 4 * size) + 1 + 4 * x;
      GROUND.forEach((c, k) => (rows[o + k] = Math.round(c + (255 - c) * white)));
      rows[o + 3] = Math.round(255 * cover(inSquare(...at)));
    }
  return packPng({ width: size, height: size, kind: 6, rows });
}
