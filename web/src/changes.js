// Files that were changed here, by a repair or an edit: the core makes the new bytes, and they replace
// the file. Each step can be undone and done again.

import { app, emit, say } from './app.js';
import { baseName } from './dom.js';
import { show } from './show.js';

const LIMIT = 100;
const done = []; // [{label, files: [{name, before, after}], open: {before, after}}]
const undone = [];

export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;

export function forgetChanges() {
  done.length = undone.length = 0;
  app.changed.clear();
}

/** Files in an archive stay as they are; their changed copy is a file of its own. */
const nameFor = (name) => (app.files.has(name) ? name : baseName(name));

async function put({ files, open }, which) {
  for (const f of files) {
    const bytes = f[which];
    if (bytes) app.core.addFile(f.name, bytes);
    else app.core.removeFile(f.name);
    if (bytes) app.files.set(f.name, bytes.length);
    else app.files.delete(f.name);
  }
  // How often each file was changed and not undone.
  app.changed = new Set(done.flatMap((s) => s.files.map((f) => f.name)));
  app.checked.clear();
  await app.core.mount();
  app.documents = app.core.documents();
  const { file, part } = open[which];
  const doc = app.documents.find((d) => d.file === file && d.part === part) ?? app.documents[0];
  await show(doc, { keepCamera: true });
  emit('changed');
}

/** Takes over the files of an answer of the core (fix, edit). */
export async function applyChange(answer, label) {
  const { file, part } = app.current;
  const { result } = answer; // a text became a binary: the document is in this file now
  const to = result && app.files.has(file) ? (name) => name : nameFor;
  const files = answer.files.map(({ name: from, bytes }) => {
    const name = to(from);
    return { name, before: app.files.has(name) ? app.core.fileBytes(name) : null, after: bytes };
  });
  const after = { file: to(result ?? file), part };
  done.push({ label, files, open: { before: { file, part }, after } });
  if (done.length > LIMIT) done.shift();
  undone.length = 0;
  app.own = true;
  await put(done.at(-1), 'after');
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
