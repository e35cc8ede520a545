// Files come in by drop (whole folders too), by the two buttons and by paste. All end in one
// call with [{name, file}]; names keep their folders.

import { say, emit } from './app.js';

// In a page opened from disk, Chromium cannot read dropped files through their entries.
const ON_DISK = location.protocol === 'file:';
const SKIP = /(^|\/)(\.|Thumbs\.db$)/;

async function fromEntry(entry, found) {
  const queue = [entry];
  while (queue.length) {
    const e = queue.shift();
    const name = e.fullPath.replace(/^\//, '');
    if (e.isDirectory) {
      const reader = e.createReader();
      // A reader returns about a hundred entries at a time, and none when it is done.
      for (;;) {
        const some = await new Promise((ok, bad) => reader.readEntries(ok, bad));
        if (!some.length) break;
        queue.push(...some);
      }
    } else if (!SKIP.test(name)) {
      found.push({ name, file: await new Promise((ok, bad) => e.file(ok, bad)) });
    }
  }
}

/** The same with the newer interface, which works for pages opened from disk. */
async function fromHandle(folder, found) {
  const queue = [{ handle: folder, name: folder.name }];
  while (queue.length) {
    const { handle, name } = queue.shift();
    if (handle.kind !== 'directory') {
      if (!SKIP.test(name)) found.push({ name, file: await handle.getFile() });
      continue;
    }
    for await (const child of handle.values())
      queue.push({ handle: child, name: `${name}/${child.name}` });
  }
}

async function fromFolder({ entry, handle }, found) {
  const folder = await handle?.catch(() => null);
  return folder ? fromHandle(folder, found) : fromEntry(entry, found);
}

async function fromTransfer(transfer) {
  // Request all of them before the first await: the list is emptied after the event.
  const items = [...(transfer.items ?? [])]
    .filter((i) => i.kind === 'file')
    .map((i) => ({
      entry: i.webkitGetAsEntry?.(),
      file: i.getAsFile(),
      handle: ON_DISK ? i.getAsFileSystemHandle?.() : null,
    }));
  const found = [];
  for (const item of items) {
    if (item.entry?.isDirectory) await fromFolder(item, found);
    else if (item.file) found.push({ name: item.file.name, file: item.file });
  }
  if (!found.length) for (const f of transfer.files ?? []) found.push({ name: f.name, file: f });
  return found;
}

async function deliver(found, receive) {
  if (found.length) await receive(found);
  else say('No files found', 'error');
}

export function startDrop(receive) {
  let depth = 0;
  const mark = (yes) => document.body.classList.toggle('dropping', yes);
  const guarded = async (promise) => {
    emit('busy', true);
    try {
      await deliver(await promise, receive);
    } catch (e) {
      say(`The files cannot be read: ${e.message}`, 'error');
    } finally {
      emit('busy', false);
    }
  };

  addEventListener('dragenter', (e) => {
    e.preventDefault();
    depth++;
    mark(true);
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (!depth) mark(false);
  });
  addEventListener('dragover', (e) => {
    e.preventDefault();
    e.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('drop', (e) => {
    e.preventDefault();
    depth = 0;
    mark(false);
    guarded(fromTransfer(e.dataTransfer));
  });
  addEventListener('paste', (e) => {
    if (e.clipboardData?.files.length) guarded(fromTransfer(e.clipboardData));
  });

  const inputs = ['pick-files', 'pick-folder'].map((id) => document.getElementById(id));
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const all = [...input.files].map((f) => ({ name: f.webkitRelativePath || f.name, file: f }));
      // What is hidden in a folder is left out, as when it is dropped; a file that was picked is not.
      const list = all.filter(({ name }) => !name.includes('/') || !SKIP.test(name));
      input.value = '';
      if (all.length) guarded(Promise.resolve(list));
    });
  }
  return { files: () => inputs[0].click(), folder: () => inputs[1].click() };
}
