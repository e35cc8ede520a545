// Where a file has nothing to draw, the view says so, and what to open or where to look instead.

import { app, emit, on } from './app.js';
import { $, h, number, plural } from './dom.js';
import { offers } from './offers.js';

const TYPES = 6; // of files in an archive that are named
// What a module has besides its rooms, which the games keep elsewhere.
const OF_MODULE = ['are', 'git', 'ifo'];

export function startNoteCard() {
  for (const event of ['document', 'shown']) on(event, draw);
  draw();
}

const isDrawn = (doc) => offers() || doc.kind === 'texture' || app.table;

function draw() {
  const doc = app.current;
  const note = doc && !doc.error && !isDrawn(doc) ? noteOf(doc) : null;
  $('note-card').hidden = !note;
  if (!note) return;
  $('note-card').replaceChildren(
    h('h2', {}, note.title),
    ...note.texts.map((text) => h('p', {}, text)),
    note.tab
      ? h(
          'button',
          {
            type: 'button',
            class: 'btn primary',
            id: 'note-go',
            onclick: () => emit('tab', { id: note.tab }),
          },
          note.button,
        )
      : '',
  );
}

/** {title, texts, tab, button}: tab says more. */
function noteOf(doc) {
  if (doc.kind === 'archive') return ofArchive(doc);
  if (doc.kind === 'area')
    return {
      title: `The rooms of ${doc.title} are not here`,
      texts: ['A layout only says where rooms are. Open the WOK and MDL files of its rooms too.'],
      ...INFO,
    };
  const objects = doc.format === 'kotor-pth' || /\.git$/i.test(doc.file);
  const where =
    'It is drawn with the floor of its area: open the layout (LYT) and the WOK files of the rooms too.';
  return {
    title: `${doc.title} has nothing to draw by itself`,
    texts: objects ? [where] : ['Info shows what is in it.'],
    ...INFO,
  };
}

const INFO = { tab: 'info', button: 'Show Info' };

function ofArchive(doc) {
  const types = entriesOf(doc).map((e) => (e.type ?? /[^.]*$/.exec(e.path ?? '')[0]).toLowerCase());
  const what = types.length ? `It has ${plural(types.length, 'file')}: ${countTypes(types)}.` : '';
  const list = types.length ? { tab: 'save', button: 'List its files' } : {};
  if (!types.length) return { title: `${doc.title} is empty`, texts: [] };
  if (app.documents.some((d) => d.parent === doc.id))
    return {
      title: `Choose a file of ${doc.title}`,
      texts: [what, 'What can be shown is below it in the list of files.'],
      ...list,
    };
  const rooms =
    'The rooms of a module (LYT, WOK, MDL) are in other archives or in the folder Override: open these too.';
  return {
    title: `Nothing in ${doc.title} can be drawn`,
    texts: [what, types.some((type) => OF_MODULE.includes(type)) ? rooms : ''].filter(Boolean),
    ...list,
  };
}

function entriesOf(doc) {
  try {
    return app.core.entries(doc.id);
  } catch {
    return [];
  }
}

/** "12 UTC, 8 DLG and 3 others" */
function countTypes(types) {
  const counts = new Map();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1]);
  const named = sorted.slice(0, TYPES).map(([type, n]) => `${number(n)} ${type.toUpperCase()}`);
  const rest = sorted.slice(TYPES).reduce((n, [, count]) => n + count, 0);
  return named.join(', ') + (rest ? ` and ${plural(rest, 'other')}` : '');
}
