// The entry point: starts the core and every part of the page, then loads the files that
// `waymark view` embedded.

import { createCore } from './core.js';
import { app, emit, on } from './app.js';
import { applyChange } from './changes.js';
import { $, iconButton, number, visible } from './dom.js';
import { startTheme, switchTheme } from './theme.js';
import { Stage } from './stage.js';
import { placeLabels, startLabels } from './labels.js';
import { offers } from './offers.js';
import { show, startShow } from './show.js';
import { addFiles, clearAll, startLibrary } from './library.js';
import { startFileList } from './file_list.js';
import { startCheckAll } from './check_all.js';
import { startErrorCard } from './error_card.js';
import { startDrop } from './drop.js';
import { startViewPanel } from './view_panel.js';
import { startTree } from './tree.js';
import { startPlayer, playerState, seek } from './player.js';
import { startFindings } from './findings.js';
import { setActive, pathActive, startPathTool } from './path_tool.js';
import { measureActive, setMeasure, startMeasure } from './measure.js';
import { startGizmo } from './gizmo.js';
import { startResize } from './resize.js';
import { startEdit } from './edit_panel.js';
import { startCompare } from './compare.js';
import { startComparePanel } from './compare_panel.js';
import { startHover } from './hover.js';
import { saveView, startDownloads } from './downloads.js';
import { startTable } from './table_view.js';
import { startInfo } from './info_panel.js';
import { startNoteCard } from './note_card.js';
import { startTabs } from './tabs.js';
import { startKeys, toggleHelp } from './keys.js';
import { exampleOfLink, linkFault, openExample, startExamples } from './examples.js';
import { startOffline } from './offline.js';
import { startServed } from './served.js';

function fromBase64(text) {
  const raw = atob(text.trim());
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

async function wasm() {
  const inside = $('waymark-wasm');
  if (inside) return fromBase64(inside.textContent);
  const answer = await fetch('waymark.wasm');
  if (!answer.ok) throw new Error(`waymark.wasm: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function toolbar(stage, pick) {
  $('bar-open').append(
    iconButton('file', 'Open files', pick.files, { key: 'O', text: 'Open' }),
    iconButton('folder', 'Open a folder', pick.folder, {
      key: 'Shift+O',
      text: 'Folder',
      id: 'open-folder',
    }),
  );
  const top = iconButton('top', 'Top view', () => stage.setTop(!stage.top), {
    key: 'T',
    text: 'Top',
    'aria-pressed': 'false',
  });
  $('bar-view').append(
    iconButton('fit', 'Fit everything', () => stage.fit(), { key: 'F', text: 'Fit' }),
    top,
    iconButton('reset', 'Reset the camera', () => stage.reset(), {
      key: 'R',
      text: 'Reset',
      id: 'tool-reset',
    }),
    iconButton('path', 'Path between two points', () => setActive(!pathActive()), {
      key: 'P',
      text: 'Path',
      id: 'tool-path',
      'aria-pressed': 'false',
    }),
    iconButton('tape', 'Measure between two points', () => setMeasure(!measureActive()), {
      key: 'Shift+D',
      text: 'Measure',
      id: 'tool-measure',
      'aria-pressed': 'false',
    }),
    iconButton('camera', 'Save a picture of the view', () => saveView(stage), {
      key: 'Shift+P',
      text: 'Picture',
      id: 'tool-picture',
    }),
  );
  // Only one tool gets the clicks.
  on('tool', (name) => {
    if (name !== 'path' && pathActive()) setActive(false);
    if (name !== 'measure' && measureActive()) setMeasure(false);
  });
  $('bar-page').append(
    iconButton('theme', 'Dark or light theme', switchTheme, { key: 'Q', text: false }),
    iconButton('help', 'Help and keys', toggleHelp, { key: '?', text: false }),
  );
  on('camera', () => top.setAttribute('aria-pressed', String(stage.top)));
  // Tables, textures and archives have no view that the camera and the tools could change.
  const enable = () => {
    for (const b of $('bar-view').children) b.disabled = !offers();
    $('tool-path').disabled = !app.walkmeshView;
  };
  for (const event of ['document', 'shown']) on(event, enable);
  enable();
}

function statusLine() {
  on('status', ({ text, level }) => {
    const line = $('status-text');
    line.textContent = visible(text);
    // What is cut can be read where the pointer rests.
    line.title = line.scrollWidth > line.clientWidth ? line.textContent : '';
    $('status').className = `status ${level ?? 'info'}`;
  });
  on('loaded', (ms) => {
    $('status-time').textContent = `loaded in ${number(ms / 1000, 2)} s`;
  });
  on('document', (doc) => {
    if (!doc) $('status-time').textContent = '';
  });
  on('progress', ({ done, of }) => {
    $('progress').hidden = done >= of;
    Object.assign($('progress'), { value: done, max: of });
  });
  on('busy', (yes) => document.body.classList.toggle('busy', yes));
}

async function start() {
  startTheme();
  statusLine();
  const stage = new Stage($('canvas'));
  startLabels(stage, $('labels'));
  on('frame', placeLabels);
  // Graphics that were lost later: textures cannot be drawn any more.
  on('flat', async () => {
    $('flat-note').hidden = false;
    if (app.current) await show(app.current, { keepCamera: true });
    emit('status', { text: 'The graphics did not come back: the view is now drawn in 2D' });
  });
  startTabs();
  startShow(stage);
  startLibrary();
  startFileList();
  startErrorCard();
  startCheckAll();
  startViewPanel(stage);
  startTree(stage);
  startPlayer(stage);
  startFindings(stage);
  startHover(stage);
  startDownloads();
  startTable();
  startInfo();
  startNoteCard();
  const pick = startDrop((files) => addFiles(files, { own: true }));
  startExamples(!$('waymark-wasm'));
  toolbar(stage, pick);
  startPathTool(stage);
  startMeasure(stage);
  startEdit(stage);
  startCompare(stage);
  startComparePanel();
  startGizmo();
  startResize();
  startKeys(stage, pick);
  $('clear').addEventListener('click', clearAll);
  $('help-close').addEventListener('click', toggleHelp);
  $('empty-open').addEventListener('click', pick.files);
  $('empty-folder').addEventListener('click', pick.folder);
  // For tests and debugging.
  globalThis.waymark = { app, stage, playerState, seek, applyChange };
  app.core = await createCore(await wasm());
  document.documentElement.dataset.ready = 'true';
  const inside = $('waymark-files');
  const files = inside ? JSON.parse(inside.textContent || '[]') : [];
  // `waymark view --serve` has an object there.
  if (!Array.isArray(files)) await startServed();
  else if (files.length)
    await addFiles(
      files.map((f) => ({ name: f.name, bytes: fromBase64(f.base64) })),
      { fly: true },
    );
  else if (exampleOfLink()) await openExample(exampleOfLink());
  else if (linkFault()) emit('status', { text: linkFault(), level: 'error' });
  else emit('status', { text: 'Open files or a folder to view them' });
  $('flat-note').hidden = !stage.flat;
  startOffline();
}

start().catch((e) => {
  // A page opened from disk may not fetch anything, so it has no core.
  const remedy =
    location.protocol === 'file:' && !$('waymark-wasm')
      ? 'open viewer.html instead, which contains everything and works from disk'
      : e.message;
  emit('status', { text: `The viewer could not start: ${remedy}`, level: 'error' });
  document.documentElement.dataset.ready = 'failed';
  console.error(e);
});
