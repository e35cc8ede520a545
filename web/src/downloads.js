// Save what is shown as GLB, OBJ, text or rebuilt binary. The core makes the bytes; the browser
// only saves them.

import { app, on, say } from './app.js';
import { $, baseName, bytes, h, icon } from './dom.js';
import { zip } from './zip.js';

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
  on('document', draw);
  draw();
}

function draw() {
  const doc = app.current;
  const reason = !doc
    ? 'Open a file to save it in another format.'
    : doc.error
      ? 'A damaged file cannot be saved in another format.'
      : doc.kind === 'table'
        ? 'Tables cannot be saved in another format.'
        : null;
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
