// Names of files in lists: their order, and how they are cut in the middle where they do not fit.

import { h } from './dom.js';

// Made once: creating it for each comparison takes seconds for a large folder.
const collator = new Intl.Collator('en', { numeric: true });
export const byName = (a, b) => collator.compare(a, b);

const TAIL = 9;
const pen = document.createElement('canvas').getContext('2d');

/** As much of a text as fits, with an ellipsis, and the space that is left; null if all of it fits. */
function cutTo(text, width) {
  const wide = (n) => pen.measureText(`${letters.slice(0, n).join('')}…`).width;
  const letters = [...text];
  if (pen.measureText(text).width <= width + 0.5) return null;
  let [least, most] = [0, letters.length];
  while (least < most) {
    const n = Math.ceil((least + most) / 2);
    if (wide(n) <= width) least = n;
    else most = n - 1;
  }
  return { text: `${letters.slice(0, least).join('')}…`, space: Math.max(0, width - wide(least)) };
}

// The browser's own ellipsis leaves up to a letter of space before the end of the name. So the text is cut
// here, and the end is moved next to it.
const cuts = new ResizeObserver((entries) => {
  const made = entries.map(({ target, contentRect }) => {
    if (!target.isConnected) return cuts.unobserve(target);
    pen.font = getComputedStyle(target).font;
    return [target, cutTo(target.textContent, contentRect.width)];
  });
  for (const [target, cut] of made.filter(Boolean)) {
    if (cut) target.dataset.cut = cut.text;
    else delete target.dataset.cut;
    target.nextSibling.style.left = cut ? `${-cut.space}px` : '';
  }
});

/** The two parts of a long name, which is cut in the middle: names of a module often differ only at
 * their end. */
export function middle(name) {
  const at = Math.max(0, name.length - TAIL);
  const start = at ? h('span', { class: 'name-start' }, name.slice(0, at)) : '';
  if (at) cuts.observe(start);
  return [start, h('span', { class: 'name-end' }, name.slice(at))];
}
