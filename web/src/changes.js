// Files that were changed here, by a repair or an edit: the core makes the new bytes, and they replace
// the file. Each step can be undone and done again.

import { app, emit, say } from './app.js';
import { forgetChecks } from './checked.js';
import { baseName } from './dom.js';
import { show } from './show.js';

const LIMIT = 100;
const done = []; // [{label, files: [{name, before, after}], open: {before, after}}]
const undone = [];
// name -> the bytes as they were opened, null if the file is new. The list of steps has an end, this has not.
const opened = new Map();

export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;
/** Whether a file was changed here, even if that was undone. */
export const wasEdited = (name) => opened.has(name);

export function forgetChanges() {
  done.length = undone.length = 0;
  opened.clear();
  app.changed.clear();
}

/** Files that are no longer here: no step brings them back. */
export function forgetFiles(names) {
  const gone = new Set(names);
  for (const list of [done, undone]) {
    for (const step of list) step.files = step.files.filter((f) => !gone.has(f.name));
    list.splice(0, Infinity, ...list.filter((step) => step.files.length));
  }
  for (const name of gone) {
    opened.delete(name);
    app.changed.delete(name);
  }
}

/** Files in an archive stay as they are; their changed copy is a file of its own, that of an area a copy of all of
 * it (copyOfArea). */
const nameFor = (name) => (app.files.has(name) ? name : baseName(name));

const same = (a, b) =>
  a === b || (!!a && !!b && a.length === b.length && a.every((n, i) => n === b[i]));

/** Whether a file is other than it was opened. */
function mark(name, bytes) {
  if (!bytes || !opened.has(name) || same(opened.get(name), bytes)) app.changed.delete(name);
  else app.changed.add(name);
}

async function put({ files, open }, which) {
  for (const f of files) {
    const bytes = f[which];
    if (bytes) app.core.addFile(f.name, bytes);
    else app.core.removeFile(f.name);
    if (bytes) app.files.set(f.name, bytes.length);
    else app.files.delete(f.name);
    mark(f.name, bytes);
  }
  await app.core.mount();
  const before = app.documents;
  app.documents = app.core.documents();
  forgetChecks(
    files.map((f) => f.name),
    { listed: files.some((f) => !f.before || !f.after), before },
  );
  const { file, part } = open[which];
  const doc = app.documents.find((d) => d.file === file && d.part === part) ?? app.documents[0];
  await show(doc, { keepCamera: true });
  emit('changed');
}

function remember(step) {
  for (const { name, before, after, copy } of step.files)
    if (!opened.has(name)) opened.set(name, copy ? after : before);
  done.push(step);
  if (done.length > LIMIT) done.shift();
  undone.length = 0;
}

/** The folder of the copy of an area in an archive: no other file is in it. */
const copyFolder = (file) => `${file.slice(0, file.lastIndexOf('/'))} (changed)/`;

/** Changed rooms of an area in an archive are in a copy of the whole area: its layout, all its rooms and what
 * else belongs to it. So none of its parts is taken from another archive. */
function copyOfArea({ file, files: all }, answer) {
  const folder = copyFolder(file);
  const to = (name) => folder + baseName(name);
  const before = (name) => (app.files.has(name) ? app.core.fileBytes(name) : null);
  const files = answer.files.map((f) => {
    const name = to(f.name);
    return { name, before: before(name), after: f.bytes };
  });
  const changed = new Set(files.map((f) => f.name));
  for (const from of new Set(all)) {
    const bytes = changed.has(to(from)) ? null : app.core.fileBytes(from);
    if (bytes) files.push({ name: to(from), before: before(to(from)), after: bytes, copy: true });
  }
  return { files, after: { file: to(file) } };
}

/** What an answer of the core (fix, edit) changes: {files: [{name, before, after, copy?}], open}. before: null if
 * the file is new. copy: it has the bytes of a file of an area in an archive, unchanged. */
function stepOf(answer) {
  const { file, part } = app.current;
  const { result } = answer; // a text became a binary: the document is in this file now
  if (answer.files.length && app.current.kind === 'area' && !app.files.has(file)) {
    const { files, after } = copyOfArea(app.current, answer);
    return { files, open: { before: { file, part }, after } };
  }
  const to = result && app.files.has(file) ? (name) => name : nameFor;
  const files = answer.files.map(({ name: from, bytes }) => {
    const name = to(from);
    return { name, before: app.files.has(name) ? app.core.fileBytes(name) : null, after: bytes };
  });
  const after = { file: to(result ?? file), part };
  return { files, open: { before: { file, part }, after } };
}

/** What a check finds after a change, without making it: the files are replaced for the time of the check. Null
 * if nothing would change. */
export function checkAfter(answer) {
  const { files, open } = stepOf(answer);
  if (!files.length) return null;
  try {
    for (const f of files) app.core.addFile(f.name, f.after);
    const { file, part } = open.after;
    const doc = app.core.documents().find((d) => d.file === file && d.part === part);
    return doc ? app.core.check(doc.id) : null;
  } finally {
    for (const f of files)
      if (f.before) app.core.addFile(f.name, f.before);
      else app.core.removeFile(f.name);
    app.core.documents();
  }
}

/** Takes over the files of an answer of the core. Returns their names. */
export async function applyChange(answer, label) {
  const step = { label, ...stepOf(answer) };
  remember(step);
  app.own = true;
  await put(step, 'after');
  return step.files.map((f) => f.name);
}

/** Files came from outside in place of ones that were changed here. That is a step that can be undone, but
 * not a change: they are as they were opened. The caller gives them to the core. */
export function replaceOpened(files, label) {
  const { file, part } = app.current ?? {};
  remember({ label, files, open: { before: { file, part }, after: { file, part } } });
  for (const { name, after } of files) {
    opened.set(name, after);
    mark(name, after);
  }
}

/** quiet: the step did not help and is forgotten. */
export async function undo(quiet = false) {
  const step = done.pop();
  if (!step) return;
  if (quiet !== true) undone.push(step);
  await put(step, 'before');
  if (quiet !== true) say(`Undone: ${step.label}`);
}

export async function redo() {
  const step = undone.pop();
  if (!step) return;
  done.push(step);
  await put(step, 'after');
  say(`Done again: ${step.label}`);
}
