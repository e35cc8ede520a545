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
const ROW = 20;
const LETTER = 7.4;

/** Whether a text fits between those already placed; pins and end points always do. At the right
 * edge it moves to the left, so that all of it can be read. */
function free(l, p, taken, width) {
  if (l.always || l.onclick) return true;
  const w = l.text.length * LETTER + 14;
  if (p.x < width) p.x = Math.min(p.x, width - w - 6);
  const box = { x: p.x, y: p.y, w };
  if (taken.some((o) => box.x < o.x + o.w && o.x < box.x + box.w && Math.abs(box.y - o.y) < ROW))
    return false;
  taken.push(box);
  return true;
}

const PIN = 24;

/** The pins of the last frame by the squares of the screen that they are in. */
class Pins {
  #cells = new Map();

  /** Whether a pin stays on its own; otherwise the one that it lies over counts it. */
  add(l, { x, y }) {
    const [column, row] = [Math.floor(x / PIN), Math.floor(y / PIN)];
    for (let c = column - 1; c <= column + 1; c++)
      for (let r = row - 1; r <= row + 1; r++) {
        const over = this.#cells
          .get(`${c} ${r}`)
          ?.find((o) => Math.abs(o.x - x) < PIN && Math.abs(o.y - y) < PIN);
        if (!over) continue;
        over.hidden++;
        return false;
      }
    const key = `${column} ${row}`;
    if (!this.#cells.has(key)) this.#cells.set(key, []);
    this.#cells.get(key).push({ l, x, y, hidden: 0 });
    return true;
  }

  /** Each shows how many findings are at its place besides its own. */
  count() {
    for (const { l, hidden } of [...this.#cells.values()].flat()) {
      const text = hidden ? `${l.text} +${hidden}` : l.text;
      if (l.element.textContent === text) continue;
      l.element.textContent = text;
      const title = hidden ? `${l.title}, and ${hidden} more here` : l.title;
      l.element.title = title;
      l.element.setAttribute('aria-label', title);
    }
  }
}

const inView = (p, { w, h: height }) => p.x > -40 && p.y > -20 && p.x < w + 40 && p.y < height + 20;

/** Called before each frame: moves every label to its point on the screen. */
export function placeLabels(stage) {
  const taken = [];
  const pins = new Pins();
  for (const list of sets.values()) {
    for (const l of list) {
      const p = l.always || app.layers.labels ? stage.project(l.at, spot) : null;
      const seen =
        p &&
        inView(p, stage.size) &&
        (!l.cluster || pins.add(l, p)) &&
        free(l, p, taken, stage.size.w);
      if (!seen && !l.element) continue;
      l.element ??= elementOf(l);
      if (l.element.hidden === !!seen) l.element.hidden = !seen;
      if (seen) l.element.style.transform = `translate(${Math.round(p.x)}px, ${Math.round(p.y)}px)`;
    }
  }
  pins.count();
}
