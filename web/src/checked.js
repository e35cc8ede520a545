// Which badges of files may no longer be true after a change: those of the changed files and of what is
// checked together with them. They stay until the file is checked again.

import { app } from './app.js';
import { baseName } from './dom.js';

/** Companions have the same name but for the ending: a model, its MDX, the walkmesh of its room. */
const stem = (name) => baseName(name).replace(/\..*$/, '').toLowerCase();

// Read with many files, or with all of its rooms; an archive can contain either.
const WIDE = ['table', 'area', 'archive'];

/** The area that a document is in, or undefined. */
const areaOf = (doc, documents) => documents.find((d) => d.id === doc.parent && d.kind === 'area');

// Codes of errors that say nothing about the bytes of the file.
const ELSEWHERE = ['io', 'limit', 'no_memory'];

/** Whether the error of a document is one of its bytes. */
export const isDamaged = ({ error }) => !ELSEWHERE.includes(error.code);

const spoil = (id) => {
  if (app.checked.has(id)) app.checked.get(id).stale = true;
};

/** Whether it is known what a check of a document finds now. */
export const isChecked = (id) => app.checked.has(id) && !app.checked.get(id).stale;
/** Whether some file has a badge that may no longer be true. */
export const anyStale = () => [...app.checked.values()].some((c) => c.stale);

/** Marks what was found in changed files and in the areas that contain them as old. listed: files were added
 * or removed by the change. before: the documents as they were. */
export function forgetChecks(names, { listed = false, before = [] } = {}) {
  const there = new Set(app.documents.map((d) => d.id));
  const documents = [...app.documents, ...before.filter((d) => !there.has(d.id))];
  for (const id of [...app.checked.keys()]) if (!there.has(id)) app.checked.delete(id);
  const stems = new Set([...names].map(stem));
  const own = documents.filter((d) => stems.has(stem(d.file)));
  if (!own.length || own.some((d) => WIDE.includes(d.kind))) {
    for (const id of app.checked.keys()) spoil(id);
    return;
  }
  const areas = own.map((d) => areaOf(d, documents));
  const all = new Set();
  if (listed) all.add('area').add('model'); // a model looks for its supermodel
  if (areas.includes(undefined)) all.add('area'); // a door or placeable can be in any
  const touched = new Set([...own, ...areas]);
  const files = new Set(names);
  for (const d of documents)
    if (all.has(d.kind) || touched.has(d) || d.files.some((f) => files.has(f))) spoil(d.id);
}
