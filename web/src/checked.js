// Which badges of files are no longer true after a change: those of the changed files and of what is
// checked together with them.

import { app } from './app.js';
import { baseName } from './dom.js';

/** Companions have the same name but for the ending: a model, its MDX, the walkmesh of its room. */
const stem = (name) => baseName(name).replace(/\..*$/, '').toLowerCase();

/** The area that a document is in, or undefined. */
const areaOf = (doc) => app.documents.find((d) => d.id === doc.parent && d.kind === 'area');

/** Forgets what was found in changed files and in the areas that contain them. listed: files were added or
 * removed by the change. */
export function forgetChecks(names, listed) {
  const stems = new Set(names.map(stem));
  const own = app.documents.filter((d) => stems.has(stem(d.file)));
  // Tables are read with many files, and layouts with all of their rooms.
  if (!own.length || own.some((d) => d.kind === 'table' || d.kind === 'area')) {
    app.checked.clear();
    return;
  }
  const areas = own.map(areaOf);
  const all = new Set();
  if (listed) all.add('area').add('model'); // a model looks for its supermodel
  if (areas.includes(undefined)) all.add('area'); // a door or placeable can be in any
  const touched = new Set([...own, ...areas]);
  const files = new Set(names);
  for (const d of app.documents)
    if (all.has(d.kind) || touched.has(d) || d.files.some((f) => files.has(f)))
      app.checked.delete(d.id);
}
