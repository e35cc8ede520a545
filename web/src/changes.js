// Files that were changed here, by a repair or an edit: the core makes the new bytes, and they replace
// the file. Each step can be undone and done again.

import { app, emit, say } from './app.js';
import { baseName } from './dom.js';
import { show } from './show.js';

const LIMIT = 100;
const done = []; // [{label, files: [{name, before, after}], open}]
const undone = [];

export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;

export function forgetChanges() {
  done.length = undone.length = 0;
  app.changed.clear();
}

/** Files in an archive stay as they are; their changed copy is a file of its own. */
const nameFor = (name) => (app.files.has(name) ? name : baseName(name));

async function put(files, which, open) {
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
  const doc =
    app.documents.find((d) => d.file === open.file && d.part === open.part) ?? app.documents[0];
  await show(doc, { keepCamera: true });
  emit('changed');
}

/** Takes over the files of an answer of the core (fix, edit). */
export async function applyChange(answer, label) {
  const { file, part } = app.current;
  const files = answer.files.map(({ name, bytes }) => {
    const to = nameFor(name);
    return { name: to, before: app.files.has(to) ? app.core.fileBytes(to) : null, after: bytes };
  });
  done.push({ label, files, open: { file: nameFor(file), part } });
  if (done.length > LIMIT) done.shift();
  undone.length = 0;
  app.own = true;
  await put(files, 'after', done.at(-1).open);
}

/** quiet: the step did not help and is forgotten. */
export async function undo(quiet = false) {
  const step = done.pop();
  if (!step) return;
  if (quiet !== true) undone.push(step);
  await put(step.files, 'before', step.open);
  if (quiet !== true) say(`Undone: ${step.label}`);
}

export async function redo() {
  const step = undone.pop();
  if (!step) return;
  done.push(step);
  await put(step.files, 'after', step.open);
  say(`Done again: ${step.label}`);
}
