// The page of `waymark view --serve`: its files come from the command, and a file that changes on disk
// is loaded again. The view stays as it is: document, camera, tab, selection, path and animation.

import { app, emit, say } from './app.js';
import { $, baseName, plural } from './dom.js';
import { forgetFiles, replaceOpened, wasEdited } from './changes.js';
import { addFiles, addOne, choose, listAgain, TOO_LARGE } from './library.js';
import { findAgain } from './path_tool.js';
import { playClip, playPause, playerState, seek } from './player.js';
import { show } from './show.js';
import { selectedName, selectName } from './tree.js';

const PAUSE = 1000; // milliseconds between two questions
const SOON = 300; // while a file is being written
const AHEAD = 6; // files that are fetched at the same time

const have = new Map(); // name -> version, of the files that were loaded
let loaded = 0; // the version of the list
let missed = false; // a file could not be read: try again

/** Stands in for a File: the whole, or parts of a large archive. */
class ServedFile {
  #address;
  #started = null;

  constructor({ id, version, size }) {
    this.size = size;
    this.#address = `file/${id}/${version}`;
  }

  async #read(from, to) {
    const range = from || to < this.size ? { range: `bytes=${from}-${to - 1}` } : {};
    const answer = await fetch(this.#address, { headers: range, cache: 'no-store' });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const buffer = await answer.arrayBuffer();
    if (buffer.byteLength !== to - from) throw new Error('the file is being written');
    return buffer;
  }

  /** Begins to fetch the whole. */
  start() {
    this.#started ??= this.#read(0, this.size);
    this.#started.catch(() => {}); // arrayBuffer reports it
  }

  arrayBuffer() {
    this.start();
    const promise = this.#started;
    this.#started = null;
    return promise;
  }

  slice(from, to) {
    return { arrayBuffer: () => this.#read(from, Math.min(to, this.size)) };
  }
}

async function ask(what) {
  const answer = await fetch(what, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json();
}

/** [{name, file}] for addFiles. Each file that is read starts those after it. */
function filesOf(entries) {
  const files = entries.map((e) => ({ name: e.name, file: new ServedFile(e) }));
  files.forEach(({ file }, i) => {
    const read = file.arrayBuffer.bind(file);
    file.arrayBuffer = () => {
      for (const next of files.slice(i + 1, i + AHEAD))
        if (next.file.size < TOO_LARGE / AHEAD) next.file.start();
      return read();
    };
  });
  return files;
}

const remember = (entries) => entries.forEach((e) => have.set(e.name, e.version));

function note(text) {
  $('served-note').hidden = false;
  $('served-note').textContent = text;
}

// ---- what stays ----

function keep() {
  return {
    tab: document.querySelector('#tabs [aria-selected="true"]')?.id.replace(/^tab-/, ''),
    node: selectedName(),
    path: ['path-from', 'path-to'].map((id) => $(id).value),
    clip: playerState.item?.name,
    time: playerState.time,
    playing: playerState.playing,
  };
}

function restore(kept) {
  if (kept.node) selectName(kept.node);
  if (kept.clip && app.model?.clips.some((c) => c.name === kept.clip)) {
    playClip(kept.clip);
    if (!kept.playing) playPause();
    seek(kept.time);
  }
  if (kept.path.every(Boolean) && app.walkmesh) findAgain(kept.path);
  if (kept.tab) emit('tab', { id: kept.tab, quiet: true });
}

// ---- changes ----

/** The document that was open, or the next best. */
async function showAgain(names) {
  const { file, part } = app.current ?? {};
  await app.core.mount();
  listAgain(names);
  const same = app.documents.find((d) => d.file === file && d.part === part);
  if (same) await show(same, { keepCamera: true });
  else await show(choose(app.documents) ?? null);
}

/** Takes over files that changed. Returns the names of those that were read. */
async function replace(entries) {
  const names = [];
  for (const [i, { name, file }] of filesOf(entries).entries()) {
    const size = await addOne(name, null, file);
    if (size === null && file.size <= TOO_LARGE) {
      missed = true; // it changed again: the next list has it
      continue;
    }
    if (size !== null) app.files.set(name, size);
    have.set(name, entries[i].version);
    names.push(name);
  }
  return names;
}

/** A file that was also changed here: the one on disk is a step that can be undone. */
async function replaceEdited({ name, version, ...entry }) {
  try {
    const after = new Uint8Array(await new ServedFile({ version, ...entry }).arrayBuffer());
    const before = app.core.fileBytes(name);
    app.core.addFile(name, after);
    app.files.set(name, after.length);
    replaceOpened([{ name, before, after }], 'the file on disk');
    have.set(name, version);
    return [name];
  } catch {
    missed = true;
    return [];
  }
}

/** Files that are gone from the disk go here too, but for what was changed here. */
function drop(names) {
  for (const name of names) have.delete(name);
  const gone = names.filter((name) => !app.changed.has(name));
  for (const name of gone) {
    app.files.delete(name);
    app.core.removeFile(name);
  }
  forgetFiles(gone);
}

function report({ names, fresh, gone, mine, kept }) {
  const list = (all) => `${baseName(all[0])}${all.length > 1 ? ` and ${all.length - 1} more` : ''}`;
  const parts = [];
  const again = names.filter((name) => !fresh.has(name));
  const added = names.filter((name) => fresh.has(name));
  if (again.length) parts.push(`Reloaded ${list(again)}`);
  if (added.length) parts.push(`Added ${list(added)}`);
  if (gone.length) parts.push(`${list(gone)} ${gone.length > 1 ? 'are' : 'is'} no longer there`);
  if (kept.length) {
    const [are, they] = kept.length > 1 ? ['are', 'they stay'] : ['is', 'it stays'];
    parts.push(`${list(kept)} ${are} no longer on disk: ${they} here with the changes made here`);
  }
  if (mine.length) parts.push(`${list(mine)} was also changed here: undo brings that back`);
  if (!parts.length) return;
  say(parts.join('; '));
  note(
    `Last change on disk: ${list([...names, ...gone, ...kept])}, ${new Date().toLocaleTimeString()}`,
  );
  emit('served', { names, gone });
}

async function update(list) {
  const there = new Set(list.files.map((f) => f.name));
  const fresh = list.files.filter((f) => have.get(f.name) !== f.version);
  const gone = [...have.keys()].filter((name) => !there.has(name));
  missed = false;
  loaded = list.version;
  if (!app.current && fresh.length) {
    await addFiles(filesOf(fresh), { fly: true, open: list.open });
    remember(fresh);
    return;
  }
  if (!fresh.length && !gone.length) return;
  const view = keep();
  const mine = fresh.map((f) => f.name).filter((name) => app.changed.has(name));
  const stay = gone.filter((name) => app.changed.has(name));
  const added = new Set(fresh.map((f) => f.name).filter((name) => !have.has(name)));
  const names = await replace(fresh.filter((f) => !wasEdited(f.name)));
  drop(gone);
  for (const entry of fresh.filter((f) => wasEdited(f.name)))
    names.push(...(await replaceEdited(entry)));
  if (names.length || gone.length > stay.length) {
    await showAgain([...names, ...gone]);
    restore(view);
  }
  report({
    names,
    fresh: added,
    gone: gone.filter((name) => !stay.includes(name)),
    mine: mine.filter((name) => names.includes(name)),
    kept: stay,
  });
}

// ---- the loop ----

/** Until some time has passed, or the page is looked at again. */
function pause(time) {
  return new Promise((ok) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      ok();
    };
    const timer = setTimeout(done, time);
    document.addEventListener('visibilitychange', done);
  });
}

async function follow() {
  for (let lost = false, soon = false; ; ) {
    await pause(soon ? SOON : PAUSE);
    try {
      const { version, settling } = await ask('version');
      soon = settling;
      if (version !== loaded || missed) await update(await ask('list'));
      if (lost) note('Following changes on disk');
      lost = false;
    } catch (e) {
      if (!lost) note('waymark view has ended: changes on disk are no longer followed');
      lost = true;
      if (!(e instanceof TypeError)) console.warn(e); // a TypeError: the server cannot be reached
    }
  }
}

/** Loads the files; then follows their changes as long as the page is open. */
export async function startServed() {
  try {
    const list = await ask('list');
    note('Following changes on disk');
    if (list.files.length) await update(list);
    else say('No files of a known format in the folder yet');
    loaded = list.version;
  } catch {
    missed = true; // the command ended in the meantime, which the next question shows
  }
  follow();
}
