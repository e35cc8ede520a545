// The card that describes a damaged file: what is wrong, where, and the bytes around the error.

import { app, on } from './app.js';
import { isDamaged } from './checked.js';
import { $, baseName, h, icon } from './dom.js';

export function startErrorCard() {
  on('document', draw);
}

function headingOf(doc) {
  if (doc.kind === 'unknown') return 'Unknown file type';
  return isDamaged(doc) ? 'This file is damaged' : 'This file cannot be opened';
}

function draw() {
  const card = $('error-card');
  const doc = app.current;
  card.hidden = !doc?.error;
  document.body.classList.toggle('has-error', !!doc?.error);
  if (!doc?.error) return;
  const { message, offset, path, line, column } = doc.error;
  const rows = [
    ['File', doc.file ?? doc.title],
    ['Problem', message],
    Number.isFinite(line) && line ? ['Line', column ? `${line}, column ${column}` : line] : null,
    Number.isFinite(offset) && !line
      ? ['Byte offset', `${offset} (0x${offset.toString(16)})`]
      : null,
    path ? ['Field', path] : null,
  ].filter(Boolean);
  const data = app.core.fileBytes(doc.error.file ?? doc.file);
  card.replaceChildren(
    h('h2', {}, icon('warn'), headingOf(doc)),
    h(
      'dl',
      {},
      rows.map(([k, v]) => [h('dt', {}, k), h('dd', {}, String(v))]),
    ),
    data && Number.isFinite(offset) && !line ? hexDump(data, offset) : '',
    h(
      'p',
      { class: 'note' },
      `All other files can still be viewed. ${baseName(doc.file ?? '')} was not changed.`,
    ),
  );
}

function hexDump(data, offset) {
  const at = Math.min(offset, Math.max(0, data.length - 1));
  const first = Math.max(0, (at & ~15) - 16);
  const lines = [];
  for (let row = first; row < Math.min(first + 64, data.length); row += 16) {
    const part = data.subarray(row, row + 16);
    const cells = [...part].map((b, i) => {
      const text = b.toString(16).padStart(2, '0');
      return row + i === at ? h('mark', {}, text) : text;
    });
    lines.push(
      h(
        'span',
        { class: 'hex-row' },
        h('span', { class: 'hex-at' }, row.toString(16).padStart(8, '0')),
        ' ',
        ...cells.flatMap((c) => [c, ' ']),
      ),
    );
  }
  return h('pre', { class: 'hex', tabindex: '0', 'aria-label': 'Bytes around the error' }, lines);
}
