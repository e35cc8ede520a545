// What differs at a face or a node of a comparison: bits of the core (web/core/compare.h), with their
// words and colours. The colours can be told apart with any kind of colour blindness.

import { Color } from 'three';

export const ONLY = 1;
export const MOVED = 2;
const MATERIAL = 4;
const LINKS = 8;
const SHAPE = 16;
const DATA = 32;

export const SAME = { key: 'same', name: 'The same', colour: new Color(0xc3c8d0) };

// The first row that applies decides. side: of which document.
const ROWS = [
  { bits: ONLY, side: 0, key: 'gone', name: 'Only in the first file', colour: 0xd55e00 },
  { bits: ONLY, side: 1, key: 'new', name: 'Only in the second file', colour: 0x0072b2 },
  { bits: MOVED, key: 'moved', name: 'Moved', colour: 0xe69f00 },
  { bits: SHAPE, key: 'shape', name: 'Another shape', colour: 0x56b4e9 },
  { bits: MATERIAL, key: 'material', name: 'Another material or texture', colour: 0xcc79a7 },
  { bits: LINKS, key: 'links', name: 'Another neighbour or transition', colour: 0x009e73 },
  { bits: DATA, key: 'data', name: 'Other normals, UVs or name', colour: 0x7a5fb5 },
].map((r) => ({ ...r, colour: new Color(r.colour) }));

/** The row for the bits of a face or node of the first (0) or second (1) document. */
export function differenceOf(bits, side) {
  if (!bits) return SAME;
  return ROWS.find((r) => bits & r.bits && (r.side === undefined || r.side === side)) ?? SAME;
}

/** The legend: [{name, colour, count}], each face or node once, the same ones last. */
export function differenceRows([first, second]) {
  const counts = new Map([...ROWS, SAME].map((r) => [r.key, { ...r, count: 0 }]));
  for (const bits of first ?? []) counts.get(differenceOf(bits, 0).key).count++;
  // What is in both was counted already.
  for (const bits of second ?? []) if (bits & ONLY) counts.get('new').count++;
  return [...counts.values()].filter((r) => r.count);
}
