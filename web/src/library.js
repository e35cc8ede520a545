// The files that were opened, and the documents that the core makes from them: which one is shown first, how
// they are added and removed.

import { app, emit, say } from './app.js';
import { ask } from './ask.js';
import { $, baseName, number, plural } from './dom.js';
import { byName } from './names.js';
import { progress } from './progress.js';
import { forgetChecks, isChecked, isDamaged } from './checked.js';
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
const MANY_FILES = 20;

export function startLibrary() {
  // A reload would throw the files away.
  addEventListener('beforeunload', (e) => {
    if (app.own && app.files.size) e.preventDefault();
  });
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
  sayWhatElse(fresh);
  if (mine.length) say(`${namesOf(mine)} changed here: undo brings that back`);
}

/** Names other files that were opened and cannot be read or, as far as they were checked, have errors. */
function sayWhatElse(documents) {
  const others = documents
    .filter((d) => d.id !== app.current?.id)
    .toSorted((a, b) => (KIND_ORDER[a.kind] ?? 5) - (KIND_ORDER[b.kind] ?? 5));
  const damaged = others.filter(isBroken);
  const faulty = others.filter((d) => !d.error && isChecked(d.id) && app.checked.get(d.id).errors);
  const parts = [$('status-text').textContent];
  if (damaged.length) parts.push(`damaged: ${someNames(damaged)}`);
  if (faulty.length) parts.push(`errors also in ${someNames(faulty)}`);
  if (parts.length > 1) say(parts.join('; '));
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
  emit('listed');
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
    (a, b) => rank(a) - rank(b) || rooms(b) - rooms(a) || byName(a.title, b.title),
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
