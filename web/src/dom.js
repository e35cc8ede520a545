// Small helpers for building the page: elements, icons, texts of numbers.

// Characters that nobody sees, or that reorder the text around them. Names come from files, and
// none may look like another or change what the page says.
const UNSEEN =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const READ_ALOUD = new Set(['title', 'aria-label']);

/** The text with escapes in their place: \u202e. */
export const visible = (text) =>
  text.replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** h('button', {class: 'x', onclick: f}, 'text', child) makes an element. */
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (name in e && typeof value === 'boolean') e[name] = value;
    else if (name === 'value') e.value = value;
    else if (name === 'style')
      e.style.cssText = value; // the attribute is forbidden
    else if (READ_ALOUD.has(name)) e.setAttribute(name, visible(String(value)));
    else e.setAttribute(name, value === true ? '' : value);
  }
  e.append(
    ...children
      .flat(Infinity)
      .filter((c) => c !== null && c !== undefined && c !== false)
      .map((c) => (typeof c === 'string' ? visible(c) : c)),
  );
  return e;
}

export const $ = (id) => document.getElementById(id);

const SHAPES = {
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  folder: 'M3 6h7l2 2h9v11H3z',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  top: 'M12 4l9 5-9 5-9-5zM3 14l9 5 9-5',
  reset: 'M4 12a8 8 0 1 0 3-6.2M4 4v5h5',
  path: 'M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 18h6a4 4 0 0 0 0-8h-2a3 3 0 0 1 0-4h4',
  split: 'M3 5h8v14H3zM13 5h8v14h-8zM5.500 12h3M15.500 9v6M15.500 12h3',
  pencil: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  tape: 'M3 15L15 3l6 6L9 21zM7 11l2 2M10 8l3 3M13 5l2 2',
  camera: 'M3 8h4l2-3h6l2 3h4v12H3zM12 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5',
  layers: 'M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
  tree: 'M5 4v14h6M5 10h6M14 8h6v4h-6zM14 16h6v4h-6z',
  list: 'M12 3l9.5 17h-19zM12 10v4M12 17v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v.5',
  save: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  play: 'M7 4l13 8-13 8z',
  pause: 'M7 4v16M17 4v16',
  loop: 'M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  hidden:
    'M3 3l18 18M6 7c-2.5 2-4 5-4 5s4 7 10 7c2 0 3.5-.7 5-1.600M10 5.200c6-1 12 6.8 12 6.800s-.8 1.5-2.3 3.2',
  close: 'M5 5l14 14M19 5L5 19',
  chevron: 'M9 6l6 6-6 6',
  warn: 'M12 3l9.5 17h-19zM12 10v4M12 17v.5',
};

export function icon(name) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const p = document.createElementNS(ns, 'path');
  p.setAttribute('d', SHAPES[name]);
  svg.append(p);
  return svg;
}

/** A button with an icon, a text that small screens hide, and its key in the tooltip. */
export function iconButton(name, label, onclick, { key, text = true, ...rest } = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: 'btn',
      'aria-label': label,
      onclick,
      title: key ? `${label} (${key})` : label,
      'aria-keyshortcuts': key,
      ...rest,
    },
    icon(name),
    text ? h('span', { class: 'btn-text' }, typeof text === 'string' ? text : label) : null,
  );
}

export const number = (n, digits = 2) =>
  Number.isFinite(n)
    ? n.toLocaleString('en', { maximumFractionDigits: digits }).replace(/^-0$/, '0')
    : '–';
export const point = (p, digits = 2) =>
  [...p].map((n) => number(n, digits).replaceAll(',', '')).join(', ');
export const bytes = (n) =>
  n < 1024 ? `${n} B` : n < 1048576 ? `${number(n / 1024, 1)} KB` : `${number(n / 1048576, 1)} MB`;
export const plural = (n, one, many = one + 's') => `${number(n)} ${n === 1 ? one : many}`;
export const css = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);
