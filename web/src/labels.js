// Texts and pins at points of the view. They are page elements, so they stay sharp and follow the
// theme. Pins can be clicked; keyboard users have the list that the pins come from.

import { Vector3 } from 'three';
import { h } from './dom.js';
import { app } from './app.js';

const LIMIT = 160;
const sets = new Map();
let layer = null;
let host = null;

export function startLabels(stage, element) {
  host = stage;
  layer = element;
}

function elementOf(l) {
  const element = l.onclick
    ? h(
        'button',
        {
          type: 'button',
          tabindex: '-1',
          class: `label ${l.kind ?? ''}`,
          'aria-label': l.title ?? l.text,
          title: l.title,
          onclick: l.onclick,
        },
        l.text,
      )
    : h('span', { class: `label ${l.kind ?? ''}` }, l.text);
  element.hidden = true;
  layer.append(element);
  return element;
}

/** Replace the labels of one set: [{at: Vector3, text, kind, title, onclick, always, cluster}]. Those with
 * `cluster` that lie over each other become one, with how many it hides; there may be any number of
 * them, and only those that are seen get an element. */
export function setLabels(name, list) {
  for (const l of sets.get(name) ?? []) l.element?.remove();
  const made = list
    .filter((l, i) => l.cluster || i < LIMIT)
    .map((l) => ({ ...l, element: l.cluster ? null : elementOf(l) }));
  sets.set(name, made);
  host.invalidate();
}

const spot = new Vector3();
const HEIGHT = 19; // of a text
const PADDING = 14; // left and right of a text, with the line around it
const pen = document.createElement('canvas').getContext('2d');
// Where the style sheet puts a label, from its point: to the right and down.
const OFFSETS = {
  transition: [4, 6],
  hook: [4, 6],
  tile: [-12, -9],
  tape: [-30, -9],
  warn: [-40, -28],
};
const offsetOf = (l) => OFFSETS[(l.kind ?? '').split(' ')[0]] ?? [4, -28];
// A text that would lie over a pin moves down or up by as much; that of a tile stays in it.
const ASIDE = [0, 20, -20, 40];
const STAYS = [0];

const meets = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** How wide a label is, measured once: as the page draws its text. */
function widthOf(l) {
  if (!l.width) {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(l.element);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    l.width = pen.measureText(l.text).width + PADDING;
  }
  return l.width;
}

/** Finds a place for a text beside pins, if no other text is there; end points and lengths always have theirs,
 * and warnings are shown in any case. At the edges it moves inside, so that all of it can be read. */
function free(l, p, { pins, texts }, width) {
  if ((l.always && l.kind !== 'warn') || l.onclick) return true;
  const [dx, dy] = offsetOf(l);
  const w = widthOf(l);
  if (p.x < width) p.x = Math.max(2 - dx, Math.min(p.x, width - w - 6));
  for (const by of l.kind?.startsWith('tile') ? STAYS : ASIDE) {
    const box = { x: p.x + dx, y: p.y + dy + by, w, h: HEIGHT };
    if (pins.some((o) => meets(o, box))) continue;
    if (texts.some((o) => meets(o, box))) {
      if (l.always) continue;
      return false;
    }
    texts.push(box);
    p.y += by;
    return true;
  }
  return !!l.always;
}

const PIN = 24;
const WIDE = 44; // with a count

/** The pins of the last frame by the parts of the screen that they are in. */
class Pins {
  #cells = new Map();

  /** Whether a pin stays on its own; otherwise the one that it lies over counts it. */
  add(l, { x, y }) {
    const [column, row] = [Math.floor(x / WIDE), Math.floor(y / PIN)];
    for (let c = column - 1; c <= column + 1; c++)
      for (let r = row - 1; r <= row + 1; r++) {
        const over = this.#cells
          .get(`${c} ${r}`)
          ?.find((o) => Math.abs(o.x - x) < WIDE && Math.abs(o.y - y) < PIN);
        if (!over) continue;
        over.hidden++;
        return false;
      }
    const key = `${column} ${row}`;
    if (!this.#cells.has(key)) this.#cells.set(key, []);
    this.#cells.get(key).push({ l, x, y, hidden: 0 });
    return true;
  }

  /** Each shows how many findings are at its place besides its own. Returns what they cover. */
  count() {
    const all = [...this.#cells.values()].flat();
    for (const { l, hidden } of all) {
      const text = hidden ? `${l.text} +${hidden}` : l.text;
      if (l.element.textContent === text) continue;
      l.element.textContent = text;
      const title = hidden ? `${l.title}, and ${hidden} more here` : l.title;
      l.element.title = title;
      l.element.setAttribute('aria-label', title);
    }
    return all.map(({ x, y, hidden }) => ({ x: x - 13, y: y - 28, w: hidden ? WIDE : 26, h: 26 }));
  }
}

const inView = (p, { w, h: height }) => p.x > -40 && p.y > -20 && p.x < w + 40 && p.y < height + 20;

/** Moves a label to its point on the screen, if place() has one for it. */
function put(l, stage, place) {
  const p = l.always || app.layers.labels ? stage.project(l.at, spot) : null;
  const seen = !!p && inView(p, stage.size) && place(p);
  if (!seen && !l.element) return;
  l.element ??= elementOf(l);
  if (l.element.hidden === seen) l.element.hidden = !seen;
  if (seen) l.element.style.transform = `translate(${Math.round(p.x)}px, ${Math.round(p.y)}px)`;
}

/** Called before each frame: pins come first, texts are placed around them. */
export function placeLabels(stage) {
  const all = [...sets.values()].flat();
  const pins = new Pins();
  for (const l of all.filter((x) => x.cluster)) put(l, stage, (p) => pins.add(l, p));
  const taken = { pins: pins.count(), texts: [] };
  const texts = all.filter((x) => !x.cluster).toSorted((a, b) => !!b.always - !!a.always);
  for (const l of texts) put(l, stage, (p) => free(l, p, taken, stage.size.w));
}
