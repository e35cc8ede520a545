// The output of `info` for the document, as a table.

import { app, on } from './app.js';
import { $, h, number } from './dom.js';

export function startInfo() {
  on('document', draw);
  draw();
}

function draw() {
  const panel = $('panel-info');
  const doc = app.current;
  if (!doc) {
    panel.replaceChildren(h('p', { class: 'empty' }, 'Open a file to see its contents.'));
    return;
  }
  let info;
  try {
    info =
      doc.error || ['table', 'archive'].includes(doc.kind) ? {} : (app.core.info(doc.id) ?? {});
  } catch (e) {
    info = { problem: e.message };
  }
  const rows = flatten(info);
  panel.replaceChildren(
    h(
      'dl',
      { class: 'facts' },
      [['files', doc.files.join(', ')], ...rows].map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]),
    ),
  );
}

function flatten(object, prefix = '', depth = 0) {
  return Object.entries(object).flatMap(([key, v]) => {
    const name = (prefix ? `${prefix} ${key}` : key).replaceAll('_', ' ');
    if (v === null || v === undefined) return [];
    if (Array.isArray(v)) return [[name, list(v)]];
    if (typeof v === 'object')
      return depth < 2 ? flatten(v, name, depth + 1) : [[name, JSON.stringify(v)]];
    return [[name, typeof v === 'number' ? number(v, 4) : String(v)]];
  });
}

/** One item of a list as a line: its name first, then the rest. */
function record(x) {
  if (!x || Array.isArray(x)) return JSON.stringify(x);
  const { name, ...rest } = x;
  const words = Object.entries(rest).map(
    ([k, v]) => `${k.replaceAll('_', ' ')} ${typeof v === 'object' ? JSON.stringify(v) : v}`,
  );
  return (name ? `${name}: ` : '') + words.join(', ');
}

function list(v) {
  const simple = v.every((x) => typeof x !== 'object');
  const shown = v
    .slice(0, simple ? 16 : 12)
    .map((x) => (typeof x === 'number' ? number(x, 4) : typeof x === 'object' ? record(x) : x));
  return (
    shown.join(simple ? ', ' : '\n') + (v.length > shown.length ? ` … (${v.length})` : '') || 'none'
  );
}
