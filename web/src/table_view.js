// A table (2DA) in place of the view. Its cells can be changed: select one and press Enter, or click it
// again. The core writes the file as `waymark set --cell` does.

import { app, on } from './app.js';
import { $, h, plural } from './dom.js';
import { edit } from './edit_panel.js';

const STEP = 200; // rows that are added while scrolling
let shown = 0; // rows in the page
let at = { row: 0, column: 0 }; // the cell that the keyboard is at

export function startTable() {
  on('document', draw);
  $('table').addEventListener('scroll', () => {
    const { scrollTop, clientHeight, scrollHeight } = $('table');
    if (scrollTop + clientHeight > scrollHeight - 400) more(shown + STEP);
  });
}

/** Whether a document can be shown as a table. */
export const isTable = (doc) => doc?.format === '2da' && !doc.error;

function draw() {
  const place = $('table');
  const again = app.changedOnly && !place.hidden;
  const { scrollLeft, scrollTop } = place;
  const had = shown;
  app.table = isTable(app.current) ? read(app.current) : null;
  place.hidden = !app.table;
  document.body.classList.toggle('has-table', !!app.table);
  shown = 0;
  if (!again) at = { row: 0, column: 0 };
  if (!app.table) return place.replaceChildren();
  place.replaceChildren(frame(app.table));
  more(again ? had : STEP);
  Object.assign(place, again ? { scrollLeft, scrollTop } : { scrollLeft: 0, scrollTop: 0 });
  if (again) focusCell();
}

function read(doc) {
  try {
    return app.core.table(doc.id);
  } catch {
    return null;
  }
}

const frame = ({ columns, rows }) =>
  h(
    'table',
    {
      ...{ role: 'grid', 'aria-label': app.current.title },
      ...{ 'aria-rowcount': rows.length + 1, 'aria-colcount': columns.length + 1 },
      ...{ onkeydown: key, onclick: click, ondblclick: (e) => open(e.target.closest('td')) },
    },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Row'),
        columns.map((c) => h('th', { scope: 'col' }, c)),
      ),
    ),
    h('tbody', { id: 'table-rows' }),
  );

/** Shows rows up to a number. */
function more(to) {
  const { rows } = app.table ?? { rows: [] };
  const end = Math.min(to, rows.length);
  if (end <= shown) return;
  $('table-rows').append(
    ...rows.slice(shown, end).map(({ label, cells }, i) =>
      h(
        'tr',
        { 'aria-rowindex': shown + i + 2 },
        h('th', { scope: 'row', title: `Row ${shown + i}` }, label),
        cells.map((text, k) => cell(shown + i, k, text)),
      ),
    ),
  );
  shown = end;
}

function cell(row, column, text) {
  const here = row === at.row && column === at.column;
  const props = { 'data-row': row, 'data-column': column, tabindex: here ? '0' : '-1' };
  return text === null
    ? h('td', { ...props, class: 'none', 'aria-label': 'empty' }, '****')
    : h('td', props, text);
}

const cellAt = ({ row, column }) =>
  $('table').querySelector(`td[data-row="${row}"][data-column="${column}"]`);

function focusCell() {
  more(at.row + 1);
  const td = cellAt(at);
  for (const old of $('table').querySelectorAll('td[tabindex="0"]')) old.tabIndex = -1;
  if (!td) return;
  td.tabIndex = 0;
  td.focus();
}

function move(row, column) {
  const { rows, columns } = app.table;
  at = {
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(0, Math.min(columns.length - 1, column)),
  };
  focusCell();
}

const placeOf = (td) => ({ row: Number(td.dataset.row), column: Number(td.dataset.column) });

function click(e) {
  const td = e.target.closest('td');
  if (!td || e.target.matches('input')) return;
  const { row, column } = placeOf(td);
  // On a phone there is no Enter key: a second tap opens the cell.
  if (row === at.row && column === at.column && td.dataset.chosen) return open(td);
  for (const old of $('table').querySelectorAll('[data-chosen]')) delete old.dataset.chosen;
  td.dataset.chosen = 'yes';
  move(row, column);
}

const PAGE = 20;

function key(e) {
  if (!e.target.matches('td') || e.ctrlKey || e.metaKey || e.altKey) return;
  const { row, column } = at;
  const to = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [row - PAGE, column],
    PageDown: [row + PAGE, column],
    Home: [row, 0],
    End: [row, app.table.columns.length - 1],
  }[e.key];
  if (to) move(...to);
  else if (e.key === 'Enter' || e.key === 'F2') open(e.target);
  else return;
  e.preventDefault();
  e.stopPropagation();
}

/** A field in place of the text of a cell. Enter takes it over, Escape does not. */
function open(td) {
  if (!td || td.querySelector('input')) return;
  at = placeOf(td);
  const { row, column } = at;
  const old = app.table.rows[row].cells[column] ?? '';
  const name = `${app.table.columns[column]} of row ${row}`;
  const input = h('input', { type: 'text', value: old, 'aria-label': name, spellcheck: 'false' });
  let done = false;
  const close = (take) => {
    if (done) return;
    done = true;
    if (take && input.value !== old) return set(row, column, input.value);
    td.replaceWith(cell(row, column, old || null));
    focusCell();
  };
  input.addEventListener('keydown', (e) => {
    e.stopPropagation();
    if (e.key === 'Enter') close(true);
    else if (e.key === 'Escape') close(false);
    else return;
    e.preventDefault();
  });
  input.addEventListener('blur', () => close(true));
  td.style.width = `${td.offsetWidth}px`;
  td.replaceChildren(input);
  input.focus();
  input.select();
}

async function set(row, column, text) {
  const { columns } = app.table;
  await edit({ row, column, text: text.trim() }, `${columns[column]} of row ${row} changed`);
  // If it was refused, the cell is as before.
  if ($('table').querySelector('td input')) {
    const old = app.table.rows[row].cells[column];
    cellAt({ row, column })?.replaceWith(cell(row, column, old));
    focusCell();
  }
}

/** "20 rows, 5 columns" */
export const tableSize = ({ rows, columns }) =>
  `${plural(rows.length, 'row')}, ${plural(columns.length, 'column')}`;
