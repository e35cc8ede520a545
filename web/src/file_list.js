// The list of files: an area with its rooms and models below it, an archive with its files; textures and
// other files are folded away.

import { app, on } from './app.js';
import { allChecked, checkable, checkTotal } from './check_all.js';
import { isDamaged } from './checked.js';
import { $, bytes, h, icon, plural } from './dom.js';
import { remove } from './library.js';
import { byName, middle } from './names.js';
import { show } from './show.js';

const CHILDREN = 200;
const FILTER_FROM = 13;

export function startFileList() {
  $('document-filter').addEventListener('input', draw);
  for (const event of ['listed', 'document', 'findings', 'checked']) on(event, draw);
}

function draw() {
  const list = $('documents');
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const sorted = app.documents.toSorted((a, b) => byName(a.title, b.title));
  const words = $('document-filter').value.trim().toLowerCase();
  $('document-filter').hidden = app.documents.length < FILTER_FROM;
  const children = (id) => (words ? [] : sorted.filter((d) => d.parent === id));
  const top = words
    ? sorted.filter((d) => d.file.toLowerCase().includes(words))
    : sorted.filter((d) => d.parent === undefined || d.parent === null);
  const aside = { texture: 'texture', unknown: 'other file' };
  const group = (d) => (d.format === 'txi' ? 'texture' : d.kind);
  const known = top.filter((d) => !aside[group(d)]);
  list.replaceChildren(
    ...known.map((d) => row(d, children)),
    ...Object.entries(aside).map(([kind, word]) =>
      folded(
        top.filter((d) => group(d) === kind),
        word,
        !known.length,
      ),
    ),
  );
  if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  const total = [...app.files.values()].reduce((n, size) => n + size, 0);
  $('files-sum').textContent = app.files.size
    ? `${plural(app.files.size, 'file')}, ${bytes(total)}`
    : 'Nothing open yet';
  if (allChecked())
    $('files-sum').append(h('strong', { class: 'check-total', id: 'check-total' }, checkTotal()));
  $('clear').hidden = !app.files.size;
  $('check-all').hidden = checkable().length < 2;
  document.body.classList.toggle('has-documents', app.documents.length > 0);
  $('document-title').replaceChildren(...middle(app.current?.title ?? ''));
}

/** Textures, and other files of a folder, below what can be walked on. */
function folded(documents, word, open) {
  if (!documents.length) return '';
  const current = documents.some((d) => d.id === app.current?.id);
  return h(
    'li',
    {},
    h(
      'details',
      { class: 'others', open: open || current },
      h('summary', {}, plural(documents.length, word)),
      h(
        'ul',
        { class: 'documents' },
        rows(documents, (d) => row(d)),
      ),
    ),
  );
}

/** Rows of a list below another row; it says how many are left out. */
function rows(documents, make) {
  const more = documents.length - CHILDREN;
  return [
    documents.slice(0, CHILDREN).map(make),
    more > 0
      ? h('li', { class: 'note' }, `and ${plural(more, 'more file')}: use the filter`)
      : null,
  ];
}

/** childrenOf(id): the documents below it; only archives in archives are deeper than one level. */
function row(doc, childrenOf = () => []) {
  const children = childrenOf(doc.id);
  const open = app.current?.id === doc.id;
  const badge =
    doc.kind === 'unknown'
      ? null
      : doc.error
        ? h('span', { class: 'badge error' }, isDamaged(doc) ? 'damaged' : 'not opened')
        : counts(doc);
  const select = h(
    'button',
    {
      type: 'button',
      class: 'document',
      'data-id': doc.id,
      'aria-current': open ? 'true' : null,
      title: doc.file,
      onclick: () => show(doc),
    },
    h('span', { class: 'document-name' }, middle(doc.title)),
    h('span', { class: 'document-kind' }, describe(doc)),
    badge,
  );
  const drop = h(
    'button',
    {
      type: 'button',
      class: 'btn quiet',
      'aria-label': `Remove ${doc.title}`,
      title: 'Remove',
      onclick: () => remove(doc),
    },
    icon('close'),
  );
  const below = children.length
    ? h(
        'ul',
        { class: 'documents' },
        rows(children, (c) => row(c, childrenOf)),
      )
    : null;
  return h(
    'li',
    {},
    h('div', { class: `document-row${open ? ' open' : ''}` }, select, drop),
    below,
  );
}

function counts(doc) {
  if (doc.kind === 'archive') return null;
  const n = app.checked.get(doc.id);
  if (!n) return null;
  if (n.errors) return h('span', { class: 'badge error' }, plural(n.errors, 'error'));
  if (n.warnings) return h('span', { class: 'badge warning' }, plural(n.warnings, 'warning'));
  return h('span', { class: 'badge good' }, 'OK');
}

const isChanged = (doc) => doc.files.some((f) => app.changed.has(f));
const describe = (doc) => `${doc.formatTitle ?? doc.format}${isChanged(doc) ? ', changed' : ''}`;
