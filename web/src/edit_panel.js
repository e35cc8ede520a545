// Small edits: materials of faces, rooms that borders lead to, hooks, names of textures (cells of tables:
// table_view.js). The core
// writes the file, as `waymark set` does; the check runs again, and each step can be undone.

import { app, emit, on, say } from './app.js';
import { applyChange, canRedo, canUndo, redo, undo } from './changes.js';
import { surfaceLabel } from './colours.js';
import { $, css, h, plural, point } from './dom.js';
import { wideLines } from './lines.js';
import { border, borderEdges } from './borders.js';

const EDITABLE = ['kotor-bwm', 'kotor-mdl', 'nwn2-mdb', 'bw2-model'];
const HOOKS = ['Relative 1', 'Relative 2', 'Absolute 1', 'Absolute 2'];
let stage = null;
let tool = null; // 'paint' or 'link'
let material = 4;
let connected = false; // paint all connected faces of the same material
let run = null; // the border that is chosen: {edges, room}
let mark = null;
let last = null; // what the last edit changed: {file, changes}

export function startEdit(theStage) {
  stage = theStage;
  on('document', draw);
  on('changed', () => {
    last = null; // an edit sets it again; after undo there is none
    draw();
  });
  on('document', () => choose(null));
  on('tool', (name) => name !== tool && setTool(null));
  draw();
}

export const editActive = () => tool;

function setTool(name) {
  tool = name;
  if (name) emit('tool', name);
  document.body.classList.toggle('picking', !!name);
  if (!name) choose(null);
  draw();
}

export const leaveEdit = () => setTool(null);

/** Changes the open document; says what changed, or why it did not. */
export async function edit(request, label) {
  try {
    const answer = app.core.edit(app.current.id, request);
    if (!answer.changes.length) {
      say('Nothing changed');
      return;
    }
    const kept = tool;
    await applyChange(answer, label);
    last = { file: app.current.file, changes: answer.changes };
    tool = kept;
    document.body.classList.toggle('picking', !!tool);
    draw();
    say(label);
  } catch (e) {
    say(`Not changed: ${e.message}`, 'error');
  }
}

/** A face of the walkmesh was clicked; all: all connected faces of its material. */
export function editAt(face, at, all) {
  if (tool === 'paint') {
    const faces = all || connected ? sameMaterial(face) : [face];
    const { name } = app.walkmesh.surfaces[material];
    edit({ faces, material }, `${plural(faces.length, 'face')} painted with ${name}`);
  } else {
    choose(border(app.walkmesh, app.overlays, face, at));
  }
}

function sameMaterial(face) {
  const { material: of, neighbours } = app.walkmesh;
  const found = new Set([face]);
  for (const f of found)
    for (let k = 0; k < 3; k++) {
      const n = neighbours[f * 3 + k];
      if (n >= 0 && of[n] === of[face]) found.add(n);
    }
  return [...found];
}

/** Marks the border whose room is to be set. */
function choose(found) {
  run = found;
  mark?.removeFromParent();
  mark?.geometry.dispose();
  mark = null;
  if (run) {
    const lines = run.edges.flatMap((e) => borderEdges(app.walkmesh, e));
    mark = wideLines(lines, { color: css('--select-3d'), width: 6, above: true });
    app.walkmeshView.group.add(mark);
  }
  stage?.invalidate();
  if (found || $('edit-run')) draw();
  if (!found && tool === 'link') say('Select a place near a border of the floor', 'error');
}

// ---- the panel ----

function draw() {
  const doc = app.current;
  $('panel-edit').replaceChildren(...(doc ? content(doc) : [note('Open a file to edit it.')]));
}

const note = (text, where = '') => h('p', { class: `empty ${where}` }, text);

function content(doc) {
  if (doc.kind === 'area') return [history(), note('Open a room of the area to edit it.')];
  if (doc.format === '2da' && !doc.error)
    return [
      history(),
      note(
        'Double-click a cell to change it, or go to it with the arrow keys and press Enter.',
        'on-desk',
      ),
      note('Enter takes the new text over, Escape keeps the old one.', 'on-desk'),
      note('Tap a cell twice to change it. Enter takes the new text over.', 'on-phone'),
      note('**** is an empty cell.'),
      changed(),
    ];
  if (doc.error || !EDITABLE.includes(doc.format) || (doc.text && doc.format === 'kotor-bwm'))
    return [
      history(),
      note('Models, binary KotOR walkmeshes and tables (2DA) can be edited here.'),
    ];
  if (doc.format === 'kotor-bwm') return [history(), ...walkmesh(), changed()];
  return [
    history(),
    textures(doc),
    app.model?.hooks.length ? modelHooks(doc) : '',
    changed(), // last: what is above must not move away from the pointer
  ];
}

const button = (text, onclick, props = {}) =>
  h('button', { type: 'button', class: 'btn', onclick, ...props }, text);

function history() {
  return h(
    'p',
    { class: 'row' },
    button('Undo', () => undo(), { id: 'edit-undo', disabled: !canUndo() }),
    button('Redo', () => redo(), { id: 'edit-redo', disabled: !canRedo() }),
    app.changed.size ? button('Save', () => emit('tab', { id: 'save' })) : '',
  );
}

/** What the last edit changed in the file. */
function changed() {
  if (last?.file !== app.current.file) return '';
  return h(
    'section',
    { class: 'info-part', id: 'edit-changed' },
    h('h3', {}, 'Changed'),
    last.changes.map((c) => h('p', { class: 'note' }, `${c.field}: ${c.message}`)),
  );
}

function part(title, ...children) {
  return h('section', { class: 'info-part' }, h('h3', {}, title), ...children);
}

const toggle = (name, text, id) =>
  button(text, () => setTool(tool === name ? null : name), {
    id,
    class: 'btn wide',
    'aria-pressed': String(tool === name),
  });

function walkmesh() {
  if (!app.walkmesh?.surfaces) return [];
  return [paint(), links(), app.walkmesh.hooks.length ? hooks() : ''];
}

function paint() {
  const { surfaces } = app.walkmesh;
  return part(
    'Materials',
    h(
      'label',
      { class: 'field' },
      'Paint with',
      h(
        'select',
        {
          id: 'edit-material',
          onchange: (e) => {
            material = Number(e.target.value);
          },
        },
        surfaces.map((s, i) =>
          h(
            'option',
            { value: i, selected: i === material },
            `${i} ${surfaceLabel(s.name, s.walkable)}`,
          ),
        ),
      ),
    ),
    toggle('paint', 'Select faces to paint them', 'edit-paint'),
    h(
      'label',
      { class: 'choice' },
      h('input', {
        type: 'checkbox',
        id: 'edit-connected',
        checked: connected,
        onchange: (e) => {
          connected = e.target.checked;
        },
      }),
      h('span', {}, 'With all connected faces of the same material'),
      h('kbd', {}, 'Shift'),
    ),
  );
}

/** The rooms of the layout that this walkmesh belongs to, or null. */
function rooms() {
  const { parent } = app.current;
  const area = app.documents.find((d) => d.id === parent && d.kind === 'area');
  if (!area) return null;
  try {
    return app.core.info(area.id).rooms.map((r) => r.name);
  } catch {
    return null;
  }
}

function links() {
  return part(
    'Room links',
    toggle('link', 'Select a border in the view', 'edit-link'),
    run ? chosen() : '',
  );
}

function chosen() {
  const names = rooms();
  const set = (room) =>
    edit(
      { edges: run.edges, room },
      room === null ? 'Link removed' : `Border now leads to room ${room}`,
    );
  const value = () => {
    const text = $('edit-room').value.trim();
    return text === '' ? null : Number(text);
  };
  return h(
    'div',
    { id: 'edit-run' },
    h(
      'p',
      {},
      `${plural(run.edges.length, 'edge')}; ${run.room === null ? 'leads to no room' : `leads to room ${run.room}`}`,
    ),
    h(
      'label',
      { class: 'field' },
      'Leads to',
      names
        ? h(
            'select',
            { id: 'edit-room' },
            h('option', { value: '' }, 'no room'),
            names.map((n, i) => h('option', { value: i, selected: i === run.room }, `${i} ${n}`)),
          )
        : h('input', {
            type: 'text',
            id: 'edit-room',
            inputmode: 'numeric',
            placeholder: 'number of the room, or nothing',
            value: run.room === null ? '' : String(run.room),
          }),
    ),
    button('Set link', () => set(value()), { class: 'btn primary', id: 'edit-set-room' }),
  );
}

/** A name with a field and a button that takes over what is in it. */
function row(title, value, id, take) {
  const input = h('input', { type: 'text', id, value, autocomplete: 'off', spellcheck: 'false' });
  return h(
    'form',
    {
      class: 'edit-row',
      onsubmit: (e) => {
        e.preventDefault();
        take(input.value.trim());
      },
    },
    h('label', {}, title, input),
    h('button', { type: 'submit', class: 'btn' }, 'Set'),
  );
}

/** A field for the place of a hook, by its index in the file. */
const hookRow = (title, at, index, label) =>
  row(title, point(at, 4), `edit-hook-${index}`, (text) => {
    const numbers = text.split(/[\s,;]+/).map(Number);
    if (numbers.length !== 3 || numbers.some((n) => !Number.isFinite(n)))
      say(`Enter the place of ${label} as X, Y, Z`, 'error');
    else edit({ hook: index, at: numbers }, `${label[0].toUpperCase()}${label.slice(1)} moved`);
  });

const hooks = () =>
  part(
    'Hooks',
    ...app.walkmesh.hooks.map((at, i) =>
      hookRow(HOOKS[i], at, i, `hook ${HOOKS[i].toLowerCase()}`),
    ),
  );

function modelHooks(doc) {
  const [title, word] = doc.format === 'bw2-model' ? ['Entities', 'entity'] : ['Hooks', 'hook'];
  return part(
    title,
    ...app.model.hooks.map(({ index, name, at }) =>
      hookRow(name || `${word} ${index}`, at, index, `${word} ${name || index}`),
    ),
  );
}

function textures(doc) {
  let names = [];
  try {
    names = app.core.info(doc.id).textures ?? [];
  } catch {
    /* a damaged model has none to rename */
  }
  return part(
    'Textures',
    ...(names.length
      ? names.map((name, i) =>
          row(name, name, `edit-texture-${i}`, (to) =>
            edit({ texture: name, name: to }, `Texture ${name} is now ${to}`),
          ),
        )
      : [note('This model has no textures.')]),
  );
}
