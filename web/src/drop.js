// Files come in by drop (whole folders too), by the two buttons and by paste. All end in one
// call with [{name, file}]; names keep their folders.

import { say, emit } from './app.js';

// What a folder may hold beside the game's files; a module's folder can be large.
const LIMIT_FILE = 256 * 1048576;
const SKIP = /(^|\/)(\.|Thumbs\.db$)/;

async function fromEntry(entry, found) {
  const queue = [entry];
  while (queue.length) {
    const e = queue.shift();
    const name = e.fullPath.replace(/^\//, '');
    if (e.isDirectory) {
      const reader = e.createReader();
      // A reader gives about a hundred entries at a time, and none at the end.
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

async function fromTransfer(transfer) {
  // Entries must be asked for before the first await: the list is emptied after the event.
  const entries = [...(transfer.items ?? [])]
    .filter((i) => i.kind === 'file')
    .map((i) => i.webkitGetAsEntry?.() ?? i.getAsFile());
  const found = [];
  for (const e of entries.filter(Boolean)) {
    if (e instanceof File) found.push({ name: e.name, file: e });
    else await fromEntry(e, found);
  }
  if (!found.length) for (const f of transfer.files ?? []) found.push({ name: f.name, file: f });
  return found;
}

async function deliver(found, receive) {
  const files = [];
  for (const { name, file } of found) {
    if (file.size > LIMIT_FILE) {
      say(`${name} is too large for the viewer`, 'error');
      continue;
    }
    files.push({ name, file });
  }
  if (files.length) await receive(files);
  else say('No files there', 'error');
}

export function startDrop(receive) {
  let depth = 0;
  const mark = (yes) => document.body.classList.toggle('dropping', yes);
  const guarded = async (promise) => {
    emit('busy', true);
    try {
      await deliver(await promise, receive);
    } catch (e) {
      say(`Could not read what was dropped: ${e.message}`, 'error');
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
      const list = [...input.files].map((f) => ({ name: f.webkitRelativePath || f.name, file: f }));
      input.value = '';
      if (list.length) guarded(Promise.resolve(list));
    });
  }
  return { files: () => inputs[0].click(), folder: () => inputs[1].click() };
}
