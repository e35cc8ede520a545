// Save what is shown as GLB, OBJ, text or rebuilt binary. The core makes the bytes; the browser
// only saves them.

import { app, on, say } from './app.js';
import { $, baseName, bytes, h, icon, plural } from './dom.js';
import { offers } from './offers.js';
import { pictureOf } from './view_picture.js';
import { zip } from './zip.js';

const ENTRIES = 300;

const KINDS = [
  { id: 'glb', label: 'GLB', note: 'glTF 2.0 in one file, for Blender and others' },
  { id: 'obj', label: 'OBJ', note: 'Wavefront OBJ with its MTL' },
  { id: 'ascii', label: 'ASCII', note: 'the text form that modders edit', formats: /^kotor/ },
  {
    id: 'binary',
    label: 'Binary',
    note: "the game's own format, with derived data rebuilt",
    formats: /^(kotor|nwn2|bw2)/,
  },
];

export function startDownloads() {
  for (const event of ['document', 'changed']) on(event, draw);
  draw();
}

/** Saves a file as it is now, with the changes made here. */
export function saveFile(name) {
  const data = app.core.fileBytes(name);
  if (!data) {
    say(`Not saved: ${baseName(name)} is no longer here`, 'error');
    return;
  }
  hand({ name, bytes: data });
  say(`Saved ${baseName(name)} (${bytes(data.length)})`);
}

/** Saves the view as a PNG, with its labels and pins but without the page around it. */
export function saveView(stage) {
  if (!offers()) {
    say('There is no view to save');
    return;
  }
  stage.drawNow(); // a canvas has its pixels only in the task that drew them
  pictureOf(stage).toBlob(async (blob) => {
    const data = new Uint8Array(await blob.arrayBuffer());
    const name = `${(app.current?.title ?? 'waymark').replace(/\.[^.]*$/, '')}.png`;
    hand({ name, bytes: data });
    say(`Saved ${name} (${bytes(data.length)})`);
  });
}

async function saveChanged() {
  const files = [...app.changed].map((name) => ({ name, bytes: app.core.fileBytes(name) }));
  const gone = files.find((f) => !f.bytes);
  if (gone) {
    say(`Not saved: ${baseName(gone.name)} is no longer here`, 'error');
    return;
  }
  hand({ name: 'changed-files.zip', bytes: await zip(files) });
  say(`Saved ${plural(files.length, 'file')} as changed-files.zip`);
}

/** The files that were changed here. */
function changedFiles() {
  const names = [...app.changed];
  if (!names.length) return '';
  const button = (label, note, onclick) =>
    h(
      'button',
      { type: 'button', class: 'save changed', onclick },
      icon('save'),
      h('span', {}, h('strong', {}, label), h('span', { class: 'note' }, note)),
    );
  return h(
    'div',
    { id: 'changed-files' },
    h('p', { class: 'sum' }, 'Changed here'),
    h(
      'div',
      { class: 'saves' },
      names.slice(0, 20).map((n) => button(baseName(n), 'with its changes', () => saveFile(n))),
      names.length > 1
        ? button('All as ZIP', plural(names.length, 'changed file'), saveChanged)
        : '',
    ),
  );
}

function draw() {
  drawKinds();
  const changed = changedFiles();
  if (changed) $('panel-save').prepend(changed);
}

function drawKinds() {
  const doc = app.current;
  const reason = !doc
    ? 'Open a file to save it in another format.'
    : doc.error
      ? 'A damaged file cannot be saved in another format.'
      : doc.kind === 'table'
        ? 'Tables cannot be saved in another format.'
        : null;
  if (doc?.kind === 'archive' && !doc.error) {
    entries(doc);
    return;
  }
  if (doc?.kind === 'texture' && !doc.error) {
    picture(doc);
    return;
  }
  if (reason) {
    $('panel-save').replaceChildren(h('p', { class: 'empty' }, reason));
    return;
  }
  $('panel-save').replaceChildren(
    h('p', { class: 'sum' }, `Save ${doc.title} as`),
    h(
      'div',
      { class: 'saves' },
      KINDS.filter((k) => !k.formats || k.formats.test(doc.format)).map((k) =>
        h(
          'button',
          { type: 'button', class: 'save', id: `save-${k.id}`, onclick: () => save(k) },
          icon('save'),
          h('span', {}, h('strong', {}, k.label), h('span', { class: 'note' }, k.note)),
        ),
      ),
    ),
    h('p', { class: 'note' }, 'Files are made on this machine. Nothing is uploaded.'),
  );
}

function picture(doc) {
  $('panel-save').replaceChildren(
    h('p', { class: 'sum' }, `Save ${doc.title} as`),
    h(
      'button',
      { type: 'button', class: 'save', id: 'save-png', onclick: () => savePicture(doc) },
      icon('save'),
      h('span', {}, h('strong', {}, 'PNG'), h('span', { class: 'note' }, 'The picture')),
    ),
  );
}

function savePicture(doc) {
  $('picture-canvas').toBlob(async (blob) => {
    const data = new Uint8Array(await blob.arrayBuffer());
    hand({ name: doc.title.replace(/\.[^.]*$/, '.png'), bytes: data });
    say(`Saved as PNG (${bytes(data.length)})`);
  });
}

/** The files of an archive; each can be saved. */
function entries(doc) {
  const all = app.core.entries(doc.id).map((e, i) => ({
    ...e,
    index: i,
    file: e.path ?? (e.type ? `${e.name}.${e.type}` : e.name),
  }));
  const list = h('ul', { class: 'entries' });
  const fill = (words) => {
    const found = all.filter((e) => e.file.toLowerCase().includes(words.trim().toLowerCase()));
    list.replaceChildren(
      ...found
        .slice(0, ENTRIES)
        .map((e) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'btn quiet', onclick: () => saveEntry(doc, e) },
              h('span', {}, e.file),
              h('span', { class: 'count' }, e.size === undefined ? '' : bytes(e.size)),
            ),
          ),
        ),
      found.length > ENTRIES
        ? h('li', { class: 'note' }, `and ${found.length - ENTRIES} more`)
        : '',
    );
  };
  const filter = h('input', {
    type: 'search',
    id: 'entry-filter',
    placeholder: 'Find a file',
    'aria-label': 'Find a file in the archive',
    oninput: (e) => fill(e.target.value),
  });
  fill('');
  $('panel-save').replaceChildren(
    h(
      'p',
      { class: 'sum' },
      `${plural(all.length, 'file')} in ${doc.title}. Select one to save it.`,
    ),
    filter,
    list,
  );
}

async function saveEntry(doc, entry) {
  try {
    const data = await app.core.extract(doc.id, entry.index);
    hand({ name: entry.file, bytes: data });
    say(`Saved ${entry.file} (${bytes(data.length)})`);
  } catch (e) {
    say(`Not saved: ${e.message}`, 'error');
  }
}

async function save(kind) {
  try {
    let files = app.core.export(app.current.id, kind.id);
    if (!files?.length) throw new Error(`there is no ${kind.label} form of this file`);
    if (files.length > 2)
      files = [
        {
          name: `${baseName(app.current.title).replace(/\.[^.]*$/, '')}-${kind.id}.zip`,
          bytes: await zip(files),
        },
      ];
    for (const f of files) hand(f);
    say(`Saved ${files.map((f) => `${f.name} (${bytes(f.bytes.length)})`).join(', ')}`);
  } catch (e) {
    say(`Not saved: ${e.message}`, 'error');
  }
}

function hand({ name, bytes: data }) {
  const url = URL.createObjectURL(new Blob([data], { type: 'application/octet-stream' }));
  const a = h('a', { href: url, download: baseName(name) });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
