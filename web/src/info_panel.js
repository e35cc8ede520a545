// The output of `info` for the document, as tables with units; the JSON itself is below.

import { app, on } from './app.js';
import { $, bytes, h, number, plural, point } from './dom.js';

const ROWS = 40;
const MANY = 4; // files: more are folded away

export function startInfo() {
  on('document', draw);
  draw();
}

function read(doc) {
  // The core has nothing to say about archives and visibility lists besides their format.
  if (doc.error || doc.kind === 'archive' || doc.format === 'kotor-vis') return {};
  try {
    return app.core.info(doc.id) ?? {};
  } catch (e) {
    return { problem: e.message };
  }
}

function draw() {
  const panel = $('panel-info');
  const doc = app.current;
  if (!doc) {
    panel.replaceChildren(h('p', { class: 'empty' }, 'Open a file to see its contents.'));
    return;
  }
  const info = read(doc);
  const { file, format, ...rest } = info;
  const parts = Object.entries(rest).filter(([, v]) => v !== null && v !== undefined);
  const simple = parts.filter(([, v]) => !isGroup(v));
  const groups = parts.filter(([, v]) => isGroup(v));
  panel.replaceChildren(
    facts([
      doc.files.length > MANY ? null : ['Files', doc.files.join(', ')],
      ['Format', doc.formatTitle ?? format ?? ''],
      ...simple.map(([k, v]) => [words(k), value(k, v)]),
    ]),
    doc.files.length > MANY ? manyFiles(doc.files) : '',
    ...groups.map(([k, v]) => section(k, v)),
    parts.length ? raw(info) : '',
  );
}

const isGroup = (v) =>
  typeof v === 'object' && !(Array.isArray(v) && v.every((x) => typeof x !== 'object'));

/** "walkable_area" -> "Walkable area" */
function words(key) {
  const text = key
    .replace(/(^|_)bytes$/, '$1size')
    .replaceAll('_', ' ')
    .replace(/\b(aabb|mdx|uv|lod|aswm|txi|rle)/gi, (s) => s.toUpperCase());
  return text[0].toUpperCase() + text.slice(1);
}

const UNITS = [
  [/area/, ' m²'],
  [/^(min|max|size|position|radius|height|width|distance|tile_width|reach)$/, ' m'],
  [/^(length|transition|time|duration)$/, ' s'],
  [/^border$/, ' tiles'],
];
const TEXTURE_UNITS = [
  [/^(width|height)$/, ' pixels'],
  [/^bits$/, ' bits per pixel'],
  [/^fps$/, ' frames per second'],
];

function unit(key) {
  const units = app.current?.kind === 'texture' ? TEXTURE_UNITS : UNITS;
  return units.find(([test]) => test.test(key))?.[1] ?? '';
}

function value(key, v) {
  if (typeof v === 'boolean') return v ? 'yes' : 'no';
  if (typeof v === 'string') return v || 'none';
  if (typeof v === 'number') return /(^|_)bytes$/.test(key) ? bytes(v) : number(v, 3) + unit(key);
  if (Array.isArray(v)) return list(key, v);
  return JSON.stringify(v);
}

function list(key, v) {
  if (!v.length) return 'none';
  if ((v.length === 3 || unit(key)) && v.every(Number.isFinite)) return point(v, 3) + unit(key);
  const shown = v.slice(0, ROWS).map((x) => (typeof x === 'number' ? number(x, 3) : String(x)));
  return shown.join(', ') + (v.length > ROWS ? ` and ${v.length - ROWS} more` : '');
}

const facts = (rows) =>
  h(
    'dl',
    { class: 'facts' },
    rows.filter(Boolean).map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]),
  );

/** The files of an area, without the folder that all of them are in. */
function manyFiles(files) {
  const folder = files[0].slice(0, files[0].lastIndexOf('/') + 1);
  const same = files.every((name) => name.startsWith(folder));
  return h(
    'details',
    { class: 'raw', id: 'info-files' },
    h('summary', {}, plural(files.length, 'file') + (same && folder ? ` in ${folder}` : '')),
    h(
      'ul',
      { class: 'note' },
      files.map((name) => h('li', {}, same ? name.slice(folder.length) : name)),
    ),
  );
}

function section(key, v) {
  return h(
    'section',
    { class: 'info-part' },
    h('h3', {}, words(key)),
    Array.isArray(v)
      ? table(v, words(key))
      : facts(Object.entries(v).map(([k, x]) => [label(key, k), value(k, x)])),
  );
}

/** Numbers of materials have names in the surface table. */
function label(key, k) {
  const m = key === 'materials' && app.walkmeshView?.materials.get(Number(k));
  return m ? m.name : words(k);
}

/** Records of one kind as a table; its name is for screen readers. */
function table(records, name) {
  if (!records.length) return h('p', { class: 'note' }, 'none');
  const columns = [...new Set(records.flatMap((r) => Object.keys(r ?? {})))];
  const cell = (r, c) => (r?.[c] === undefined || r[c] === null ? '' : value(c, r[c]));
  return h(
    'div',
    { class: 'info-table' },
    h(
      'table',
      { 'aria-label': name },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((c) => h('th', { scope: 'col' }, words(c))),
        ),
      ),
      h(
        'tbody',
        {},
        records.slice(0, ROWS).map((r) =>
          h(
            'tr',
            {},
            columns.map((c) => h('td', {}, cell(r, c))),
          ),
        ),
      ),
    ),
    records.length > ROWS ? h('p', { class: 'note' }, `and ${records.length - ROWS} more`) : '',
  );
}

function raw(info) {
  return h(
    'details',
    { class: 'raw', id: 'info-raw' },
    h('summary', {}, 'JSON'),
    h('pre', { tabindex: '0' }, JSON.stringify(info, null, 2)),
  );
}
