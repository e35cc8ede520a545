// Colours of faces: by material, index, tile budget, direction. They are distinguishable in both
// themes and with red-green colour blindness: neighbours differ in lightness as well.

import { Color } from 'three';

const cache = new Map();

/** A steady colour for a number: hues by the golden angle, lightness in three steps. */
export function byNumber(n) {
  let c = cache.get(n);
  if (!c) {
    const hue = (0.58 + n * 0.381966) % 1;
    c = new Color().setHSL(hue, 0.5, [0.56, 0.68, 0.45][n % 3]);
    cache.set(n, c);
  }
  return c;
}

export function hash(text) {
  let n = 2166136261;
  for (let i = 0; i < text.length; i++) n = Math.imul(n ^ text.charCodeAt(i), 16777619);
  return n >>> 0;
}

export const NONE = new Color(0x8b8f98);
export const PLAIN = new Color(0xc3c8d0);

// From empty to full: blue, green, yellow, orange; what is over the limit is magenta.
const HEAT = [
  [0, 0x2b4c7e],
  [0.25, 0x2f7fa8],
  [0.5, 0x5bb08a],
  [0.75, 0xe3c34f],
  [1, 0xe0752d],
].map(([at, hex]) => [at, new Color(hex)]);
const OVER = new Color(0xd6208c);

export function heat(share, out = new Color()) {
  if (share > 1) return out.copy(OVER);
  for (let i = 1; i < HEAT.length; i++) {
    const [at, colour] = HEAT[i];
    const [from, before] = HEAT[i - 1];
    if (share <= at) return out.lerpColors(before, colour, (share - from) / (at - from));
  }
  return out.copy(HEAT[HEAT.length - 1][1]);
}

export const text = (c) => '#' + c.getHexString();

/** The name of a surface for people: 'Stone', 'Stone (not walkable)', or 'not walkable' alone. */
export function surfaceLabel(name, walkable) {
  if (walkable) return name;
  return name === 'none' ? 'not walkable' : `${name} (not walkable)`;
}
