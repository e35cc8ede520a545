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

/** Replace the labels of one set: [{at: Vector3, text, kind, onclick, always, cluster}]. Those with
 * `cluster` that lie over each other become one, with how many it hides. */
export function setLabels(name, list) {
  for (const l of sets.get(name) ?? []) l.element.remove();
  const made = list.slice(0, LIMIT).map((l) => {
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
    return { ...l, element };
  });
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

/** Whether a pin stays on its own; otherwise the one that it lies over counts it. */
function alone(l, p, pins) {
  const over = pins.find((o) => Math.abs(o.x - p.x) < PIN && Math.abs(o.y - p.y) < PIN);
  if (over) over.hidden.push(l);
  else pins.push({ l, x: p.x, y: p.y, hidden: [] });
  return !over;
}

function countHidden(pins) {
  for (const { l, hidden } of pins) {
    const others = [...new Set(hidden.map((o) => o.text))].filter((t) => t !== l.text);
    const text = others.length ? `${l.text} +${others.length}` : l.text;
    if (l.element.textContent !== text) l.element.textContent = text;
  }
}

/** Called before each frame: moves every label to its point on the screen. */
export function placeLabels(stage) {
  const taken = [];
  const pins = [];
  for (const list of sets.values()) {
    for (const l of list) {
      const p = l.always || app.layers.labels ? stage.project(l.at, spot) : null;
      const seen =
        p &&
        p.x > -40 &&
        p.y > -20 &&
        p.x < stage.size.w + 40 &&
        p.y < stage.size.h + 20 &&
        (!l.cluster || alone(l, p, pins)) &&
        free(l, p, taken, stage.size.w);
      if (l.element.hidden === !!seen) l.element.hidden = !seen;
      if (seen) l.element.style.transform = `translate(${Math.round(p.x)}px, ${Math.round(p.y)}px)`;
    }
  }
  countHidden(pins);
}
