// Colours of faces: by material, index, tile budget, direction; of models by their textures. They are
// distinguishable in both
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

// Those of `waymark render`: muted, and light enough to be shaded.
const CLAY = [
  ...[0xc9b79c, 0x9fb39a, 0x8fa6bd, 0xc98f73, 0xd6c38a, 0x84b0ab, 0xb294b5, 0xa8a29a],
  ...[0xb8c48e, 0xd1a48f, 0x93a0c9, 0xc4a35f, 0x9cc0c9, 0xbf8792, 0x8f9a7c, 0xd9cdb8],
].map((hex) => new Color(hex));

/** The colour of a texture without its picture, by its name, as `render` chooses it. */
export function clay(name) {
  const n = hash(name.toLowerCase());
  return name ? CLAY[((n ^ (n >>> 15)) >>> 0) % CLAY.length] : BARE;
}

export const BARE = new Color(0xb9b6ae);
export const ALONE = new Color(0xc9b8a1);
const GREY = 0.02;

/** The colour of a material without its picture, as in `render`: by its texture, or its own. */
export function claySurface(name, own) {
  if (name) return clay(name);
  const { r, g, b } = own.clone().convertLinearToSRGB();
  return Math.abs(r - g) < GREY && Math.abs(g - b) < GREY ? BARE : own;
}
export const NONE = new Color(0x8b8f98);
export const PLAIN = new Color(0xc3c8d0);

// The core darkens the colours of surfaces that are not walkable by this.
const DIM = 0.45;

/** The colour of such a surface as pale as in `render`. */
export function paleOf(dark) {
  const { r, g, b } = dark.clone().convertLinearToSRGB();
  const pale = (base, shade) => base + (shade / DIM - 0.8) * 0.28;
  return new Color().setRGB(pale(0.87, r), pale(0.865, g), pale(0.855, b), 'srgb');
}

/** The colour of a tile by its count of walkable triangles, from the ramp of the core: that of `render`
 * and `budget`. */
export function heat({ ramp }, count, out = new Color()) {
  const at = 3 * Math.min(count, ramp.length / 3 - 1);
  return out.setRGB(ramp[at], ramp[at + 1], ramp[at + 2], 'srgb');
}

/** A tile by column and row, as in `budget`, `check` and `render`. */
export const tileName = ({ cols }, tile) => `${tile % cols},${Math.floor(tile / cols)}`;

export const text = (c) => '#' + c.getHexString();

/** The name of a surface for people: 'Stone', 'Stone (not walkable)', or 'not walkable' alone. */
export function surfaceLabel(name, walkable) {
  if (walkable) return name;
  return name === 'none' ? 'not walkable' : `${name} (not walkable)`;
}
