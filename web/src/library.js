// The files that were opened and the documents that the core makes from them: an area with its rooms
// and models below it. Also the card that describes a damaged file.

import { app, emit, on, say } from './app.js';
import { ask } from './ask.js';
import { $, baseName, bytes, h, icon, number, plural } from './dom.js';
import { middle } from './names.js';
import { anyStale, forgetChecks, isChecked, isDamaged } from './checked.js';
import { forgetChanges, forgetFiles, replaceOpened, wasEdited } from './changes.js';
import { flyToWorst } from './findings.js';
import { show } from './show.js';

const KIND_ORDER = {
  area: 0,
  terrain: 1,
  walkmesh: 2,
  model: 3,
  texture: 7,
  table: 8,
  archive: 9,
  unknown: 20,
};
// Larger files are read in parts if they are archives; others up to the limit are read whole.
const LARGE = 32 * 1048576;
export const TOO_LARGE = 256 * 1048576;
const CHILDREN = 200;

const FILTER_FROM = 13;
// Made once: creating it for each comparison takes seconds for a large folder.
const byTitle = new Intl.Collator('en', { numeric: true });

export function startLibrary() {
  // A reload would throw the files away.
  addEventListener('beforeunload', (e) => {
    if (app.own && app.files.size) e.preventDefault();
  });
  $('document-filter').addEventListener('input', draw);
  on('document', () => {
    draw();
    errorCard();
  });
  on('findings', () => {
    draw();
    checkAgain();
  });
}

const MANY_FILES = 20;

/** Shows how far a long task is; gives the browser time to draw it. */
async function progress(word, done, of, unit) {
  emit('progress', { done, of });
  if (done < of) say(`${word} ${number(done)} of ${plural(of, unit)} …`);
  await new Promise((ok) => setTimeout(ok));
}

/** Files arrive as {name, bytes} or {name, file}. Hands them to the core one by one, so that
 * memory holds only what is useful, then shows the first document. own: they are the user's, who
 * is asked before the page forgets them. fly: to what is broken in them. open: the name of the file to show. */
export async function addFiles(files, { own = false, fly = own, open = null } = {}) {
  const start = performance.now();
  const known = new Set(app.documents.map((d) => d.id));
  const { names, mine } = await addToLibrary(files, { own });
  const fresh = app.documents.filter((d) => !known.has(d.id) || d.files.some((f) => names.has(f)));
  const first =
    fresh.find((d) => d.file === open) ??
    damagedLayout(fresh) ??
    (await chooseReadable(fresh)) ??
    (await chooseReadable(app.documents));
  draw();
  if (!first) {
    say(`${plural(files.length, 'file')}, none of a format that Waymark knows`, 'error');
    await show(null);
    return;
  }
  await show(first);
  // A focused field belonged to the last document; shortcuts now go to the view.
  if (document.activeElement?.matches('input')) document.activeElement.blur();
  $('documents').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  app.loadTime = performance.now() - start;
  emit('loaded', app.loadTime);
  if (fly) await flyToWorst();
  const others = fresh
    .filter((d) => isBroken(d) && d.id !== app.current?.id)
    .toSorted((a, b) => (KIND_ORDER[a.kind] ?? 5) - (KIND_ORDER[b.kind] ?? 5));
  if (others.length) say(`${$('status-text').textContent}; damaged: ${someNames(others)}`);
  if (mine.length) say(`${namesOf(mine)} changed here: undo brings that back`);
}

const isBroken = (d) => !!d.error && d.kind !== 'unknown' && isDamaged(d);

/** A layout that cannot be read, where no other can: its rooms are no area without it. */
function damagedLayout(documents) {
  const layouts = documents.filter((d) => d.kind === 'area');
  return layouts.every(isBroken) ? layouts[0] : undefined;
}

/** "a.wok and 2 more" */
const someNames = ([first, ...more]) =>
  baseName(first.file) + (more.length ? ` and ${number(more.length)} more` : '');

/** "a.wok was", "a.wok and 2 more were" */
const namesOf = (names) =>
  names.length > 1
    ? `${baseName(names[0])} and ${names.length - 1} more were`
    : `${baseName(names[0])} was`;

/** Why none of the files was taken. */
function whyNone(files) {
  const large = files.find(({ file }) => file?.size > TOO_LARGE);
  return large ? tooLarge(large.name) : `${files[0].name} cannot be read`;
}

const tooLarge = (name) => `${name} is skipped: only archives may have more than 256 MB`;

/** Gives files to the core and lists them, without showing one. Returns their names, and those of files
 * that were changed here and are replaced. */
export async function addToLibrary(files, { own = true } = {}) {
  const names = new Set();
  const many = files.length > MANY_FILES;
  const edited = [];
  let shown = 0;
  for (const [i, { name, bytes: data, file }] of files.entries()) {
    if (many && performance.now() - shown > 100) {
      await progress('Reading', i, files.length, 'file');
      shown = performance.now();
    }
    const before = wasEdited(name) ? app.core.fileBytes(name) : null;
    const after = before ? (data ?? (await read(file))) : data; // a step needs all of it
    const size = await addOne(name, after, before ? null : file);
    if (size === null) continue;
    if (before) edited.push({ name, before, after });
    app.files.set(name, size);
    names.add(name);
  }
  if (!names.size) throw new Error(whyNone(files));
  const mine = edited.map((f) => f.name).filter((name) => app.changed.has(name));
  if (edited.length) replaceOpened(edited, 'the files that were opened');
  app.own ||= own;
  await app.core.mount();
  if (many) await app.core.scan((done, of) => progress('Looking into', done, of, 'file'));
  emit('progress', { done: 1, of: 1 });
  listAgain(names);
  draw();
  return { names, mine };
}

/** The list of documents, after files were added, replaced or removed. Badges stay. */
export function listAgain(names) {
  const before = app.documents;
  app.documents = app.core.documents();
  forgetChecks(names, { listed: true, before });
}

/** Gives a file to the core. Returns its size, or null if it is left out. */
export async function addOne(name, data, file) {
  if (file?.size > LARGE && (await app.core.addLarge(name, file).catch(() => false)))
    return file.size;
  if (file?.size > TOO_LARGE) {
    say(tooLarge(name), 'error');
    return null;
  }
  const content = data ?? (file ? await read(file) : null);
  if (!content) return null;
  app.core.addFile(name, content);
  return content.length;
}

/** Null where the system refuses to read a file; the rest of a folder can still be viewed. */
async function read(file) {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** The documents in the order in which they may be shown first. */
function inOrder(documents) {
  const archives = new Set(documents.filter((d) => d.kind === 'archive').map((d) => d.id));
  const inArea = (d) => d.parent !== undefined && d.parent !== null && !archives.has(d.parent);
  const top = documents.filter((d) => !inArea(d));
  // An area counts by its rooms: a layout without rooms shows nothing.
  const rooms = (d) => (d.kind === 'area' ? documents.filter((c) => c.parent === d.id).length : 1);
  const order = (d) => KIND_ORDER[d.kind] ?? 5;
  // What is in a large archive comes after what is at hand, but before textures.
  const rank = (d) =>
    (d.error ? 10 : 0) + (d.waiting ? 6.5 + order(d) / 10 : rooms(d) ? order(d) : 6);
  // Of equals the first of the list.
  return top.toSorted(
    (a, b) => rank(a) - rank(b) || rooms(b) - rooms(a) || byTitle.compare(a.title, b.title),
  );
}

/** The document to show first. */
export const choose = (documents) => inOrder(documents)[0] ?? documents[0];

/** The same, but one that can be read: of what a KEY names, BIFs may be missing. Archives come last, and a KEY
 * is not read itself: what it names says why that cannot be. */
async function chooseReadable(documents) {
  const all = inOrder(documents).filter((d) => !d.error && d.kind !== 'unknown');
  for (const d of all)
    if (d.kind !== 'archive' && (!d.waiting || (await app.core.canRead(d.id)))) return d;
  return all.find((d) => d.kind === 'archive' && d.format !== 'key') ?? choose(documents);
}

/** Asks before changes are lost. */
async function mayLose(names) {
  const lost = names.filter((name) => app.changed.has(name));
  if (!lost.length) return true;
  const its = lost.length > 1 ? 'Their' : 'Its';
  return ask(
    `${namesOf(lost)} changed here. ${its} changes are lost unless you saved them.`,
    'Remove',
  );
}

/** The documents in an archive, also those in archives in it; the rooms of an area. */
function below(doc) {
  const all = [doc];
  for (const d of all) all.push(...app.documents.filter((c) => c.parent === d.id));
  return all.slice(1);
}

export async function remove(doc) {
  const gone = new Set([doc, ...below(doc)].flatMap((d) => d.files));
  if (!(await mayLose([...gone]))) return;
  for (const name of gone) {
    app.files.delete(name);
    app.core.removeFile(name);
  }
  forgetFiles(gone);
  await app.core.mount();
  listAgain(gone);
  const same = app.documents.find((d) => d.file === app.current?.file);
  await show(same ?? choose(app.documents) ?? null);
  say(`${doc.title} removed`);
}

/** Returns whether it was done: the user may keep what was changed here. */
export async function clearAll() {
  if (!(await mayLose([...app.changed]))) return false;
  $('document-filter').value = '';
  app.files.clear();
  app.core.clear();
  app.documents = [];
  app.own = false;
  app.checked.clear();
  app.checkedAll = false;
  forgetChanges();
  await show(null);
  emit('cleared');
  return true;
}

function draw() {
  const list = $('documents');
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const sorted = app.documents.toSorted((a, b) => byTitle.compare(a.title, b.title));
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
        documents.slice(0, CHILDREN).map((d) => row(d)),
      ),
    ),
  );
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
        children.slice(0, CHILDREN).map((c) => row(c, childrenOf)),
        children.length > CHILDREN
          ? h(
              'li',
              { class: 'note' },
              `and ${plural(children.length - CHILDREN, 'more file')}: use the filter`,
            )
          : null,
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

// ---- check all files ----

const checkable = () =>
  app.documents.filter(
    (d) => !d.waiting && d.format !== 'txi' && !['archive', 'unknown'].includes(d.kind),
  );

let checking = false;

/** Checks every file of a list, one after the other. tell(done, of): about ten times a second. Returns
 * false if files were added or removed meanwhile. */
async function checkThese(documents, tell) {
  let last = performance.now();
  for (const [i, d] of documents.entries()) {
    if (performance.now() - last > 100) {
      await tell(i, documents.length);
      last = performance.now();
    }
    if (!app.documents.includes(d)) return false;
    if (isChecked(d.id)) continue;
    try {
      const { errors, warnings } = app.core.check(d.id);
      app.checked.set(d.id, { errors, warnings });
    } catch {
      app.checked.set(d.id, { errors: 1, warnings: 0 });
    }
    if (d.id !== app.current?.id) app.core.close(d.id);
  }
  return true;
}

/** Until all that which() lists is checked, also if files come and go meanwhile. */
async function checkUntilDone(which, tell) {
  checking = true;
  $('check-all').disabled = true;
  try {
    while (!(await checkThese(which(), tell)));
  } finally {
    checking = false;
    $('check-all').disabled = false;
  }
}

/** Checks every file; each gets its badge, and the sum follows. */
export async function checkAll() {
  if (checking) return;
  await checkUntilDone(checkable, (done, of) => progress('Checking', done, of, 'file'));
  app.checkedAll = true;
  emit('progress', { done: 1, of: 1 });
  draw();
  if (allChecked()) say(checkTotal());
}

/** After a change: what was checked before and may be different now, and after "Check all" also files that
 * are new. The status line says what changed. */
async function checkAgain() {
  if (checking || allChecked() || !(app.checkedAll || anyStale())) return;
  const which = () => checkable().filter((d) => app.checkedAll || app.checked.has(d.id));
  await checkUntilDone(which, () => new Promise((ok) => setTimeout(ok)));
  draw();
}

/** The sum is that of the files that are open now. */
const allChecked = () =>
  app.checkedAll && checkable().length > 0 && checkable().every((d) => isChecked(d.id));

function checkTotal() {
  const counts = checkable().map((d) => app.checked.get(d.id));
  const sum = (key) => counts.reduce((n, c) => n + c[key], 0);
  const bad = counts.filter((c) => c.errors || c.warnings).length;
  return bad
    ? `${plural(sum('errors'), 'error')} and ${plural(sum('warnings'), 'warning')} in ${bad} of ${plural(counts.length, 'file')}`
    : `${plural(counts.length, 'file')} checked: no errors and no warnings`;
}

const isChanged = (doc) => doc.files.some((f) => app.changed.has(f));
const describe = (doc) => `${doc.formatTitle ?? doc.format}${isChanged(doc) ? ', changed' : ''}`;

function headingOf(doc) {
  if (doc.kind === 'unknown') return 'Unknown file type';
  return isDamaged(doc) ? 'This file is damaged' : 'This file cannot be opened';
}

/** A damaged file: what is wrong, where, and the bytes around the error. */
function errorCard() {
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
