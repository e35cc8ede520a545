// Describes what is under the pointer: face, material, height, neighbours, region. With the keyboard,
// it is what is under the cross in the middle. Clicks select nodes or the points of a path.

import { app, on, say } from './app.js';
import { surfaceLabel, tileName } from './colours.js';
import { $, css, h, number, point } from './dom.js';
import { editActive, editAt } from './edit_panel.js';
import { addTapePoint, measureActive } from './measure.js';
import { addPoint, pathActive } from './path_tool.js';
import { selectName, selectObject } from './tree.js';
import { toFile } from './stage.js';

let stage = null;
let shown = -1;
let mark = null;
let press = null;
let keyboard = false;
const NO_NUMBER = 0xffffffff;

export function startHover(theStage) {
  stage = theStage;
  const { canvas } = stage;
  let wanted = null;
  canvas.addEventListener('pointermove', (e) => {
    keyboard = false;
    $('cross').hidden = true;
    if (e.buttons) return;
    if (!wanted)
      requestAnimationFrame(() => {
        const w = wanted;
        wanted = null;
        if (w) look(w.x, w.y);
      });
    wanted = { x: e.clientX, y: e.clientY };
  });
  canvas.addEventListener('pointerleave', () => {
    wanted = null;
    forget();
  });
  canvas.addEventListener('pointerdown', (e) => {
    press = { x: e.clientX, y: e.clientY, time: e.timeStamp };
  });
  canvas.addEventListener('pointerup', (e) => {
    const still = press && Math.hypot(e.clientX - press.x, e.clientY - press.y) < 6;
    if (still && e.button === 0) choose(e.clientX, e.clientY, e.shiftKey);
  });
  canvas.addEventListener('dblclick', (e) => {
    const hit = hitAt(e.clientX, e.clientY);
    if (hit && !pathActive() && !measureActive()) stage.flyTo(hit.point);
  });
  canvas.addEventListener('blur', () => {
    $('cross').hidden = true;
    keyboard = false;
  });
  on('document', forget);
}

/** The keyboard moved the view: describe what is in its middle. */
export function lookMiddle() {
  keyboard = true;
  $('cross').hidden = !offersPick();
  const r = stage.canvas.getBoundingClientRect();
  requestAnimationFrame(() => {
    if (keyboard) look(r.left + r.width / 2, r.top + r.height / 2);
  });
}

export function chooseMiddle() {
  keyboard = true;
  const r = stage.canvas.getBoundingClientRect();
  choose(r.left + r.width / 2, r.top + r.height / 2);
}

const offersPick = () => !!(app.walkmeshView || app.model || app.roomModels?.length);

/** The models of an area that are drawn, with the names of their rooms, doors and placeables. */
const placed = () =>
  [...(app.roomModels ?? []), ...(app.objectModels ?? [])].filter(({ holder }) => holder.visible);

/** The nearest drawn mesh of a model, of all of them in an area: {distance, object, point, …}. */
function solidAt(x, y) {
  const views = [app.model, ...placed().map((p) => p.view)].filter(Boolean);
  const meshes = views.flatMap((v) => v.meshes.filter((m) => m.isMesh && m.visible));
  return stage.pick(x, y, meshes)[0] ?? null;
}

// Metres: the floor of a model lies on, or a little above, its walkmesh, which says more about a place.
const ON_FLOOR = 0.3;

/** What is under a point of the screen. Tools for the floor go through walls. */
function hitAt(x, y) {
  const walk = app.walkmeshView?.mesh.visible ? stage.pick(x, y, [app.walkmeshView.mesh])[0] : null;
  if (walk && (pathActive() || editActive())) return walk;
  const solid = solidAt(x, y);
  if (!solid || !walk) return solid ?? walk;
  const near = !app.model && walk.point.distanceTo(solid.point) < ON_FLOOR;
  return solid.distance < walk.distance && !near ? solid : walk;
}

/** Which model of an area a mesh belongs to, or undefined. */
const placedOf = (object) => placed().find(({ view }) => view.meshes.includes(object));

function look(x, y) {
  if (!offersPick()) return;
  const hit = hitAt(x, y);
  if (!hit) {
    forget();
    return;
  }
  if (hit.object === app.walkmeshView?.mesh) lookFace(hit);
  else lookNode(hit);
}

/** The facts of a face, for the card. */
function faceFacts(face, at) {
  const { data } = app.walkmeshView;
  const near = [0, 1, 2].map((k) => data.neighbours[face * 3 + k]);
  const m = app.walkmeshView.materialOf(face);
  const rows = [
    ['Face', number(face).replaceAll(',', '')],
    ['Material', surfaceLabel(m.name, data.walkable[face])],
    ['Height', at ? `${number(at[2], 3)} m` : '–'],
    ['Place', at ? point(at) : '–'],
    ['Neighbours', near.map((n) => (n < 0 ? '–' : String(n))).join('  ')],
  ];
  if (data.region[face] !== NO_NUMBER) rows.push(['Region', String(data.region[face])]);
  const island = app.overlays.islands?.[face];
  if (island !== undefined && island !== NO_NUMBER) rows.push(['Island', String(island)]);
  const tile = app.walkmeshView.tileOf(face);
  if (tile >= 0) {
    const { count, limit } = app.overlays.tiles;
    rows.push(['Tile', `${tileName(app.overlays.tiles, tile)}: ${count[tile]} of ${limit}`]);
  }
  if (data.room && (data.rooms?.length ?? 0) > 1)
    rows.push(['Room', data.rooms[data.room[face]]?.name ?? String(data.room[face])]);
  return rows;
}

/** Screen readers get what the keyboard has under the cross; with a mouse it would never end. */
function card(rows) {
  $('hover-said').textContent = keyboard ? rows.map((r) => r.join(' ')).join(', ') : '';
  $('hover-card').hidden = false;
  $('hover-card').replaceChildren(
    h(
      'dl',
      { class: 'facts' },
      rows.map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]),
    ),
  );
}

function lookFace(hit) {
  const at = app.walkmesh.up === 'y' ? [hit.point.x, hit.point.y, hit.point.z] : toFile(hit.point);
  card(faceFacts(hit.faceIndex, at));
  if (shown === hit.faceIndex) return;
  unmark();
  shown = hit.faceIndex;
  mark = app.walkmeshView.highlight(shown, css('--hover-3d'), 0.25);
  app.walkmeshView.group.add(mark);
  stage.invalidate();
}

function lookNode(hit) {
  const room = placedOf(hit.object);
  const view = room?.view ?? app.model;
  const def = view.def(view.nodeOf(hit.object));
  const own = hit.object.userData.own;
  const texture = own?.userData?.textures?.colour?.name;
  unmark();
  card(
    [
      room ? ['In', room.holder.name] : null,
      ['Node', def.name ?? '–'],
      ['Material', own?.name || '–'],
      texture && texture !== own?.name ? ['Texture', texture] : null,
      ['Triangle', String(hit.faceIndex ?? '–')],
      ['Height', `${number(hit.point.y, 3)} m`],
    ].filter(Boolean),
  );
}

function unmark() {
  if (mark) {
    mark.removeFromParent();
    stage.invalidate();
  }
  mark = null;
  shown = -1;
}

function forget() {
  unmark();
  $('hover-said').textContent = '';
  $('hover-card').hidden = true;
}

const NOTHING = 'There is no floor here';

/** A tool missed, or the keyboard selected where there is nothing. */
function nothingHere() {
  if (editActive() === 'paint') say(`${NOTHING}: select a face to paint it`, 'error');
  else if (editActive()) say(`${NOTHING}: select a place near a border`, 'error');
  else if (measureActive()) say('There is nothing here to measure: select a point', 'error');
  else if (keyboard) say('There is nothing under the cross');
}

function choose(x, y, shift = false) {
  const hit = hitAt(x, y);
  if (pathActive()) {
    const floor = app.walkmeshView
      ? stage.pick(x, y, [app.walkmeshView.mesh]).find((i) => app.walkmesh.walkable[i.faceIndex])
      : null;
    if (floor) addPoint(app.walkmesh.up === 'y' ? floor.point.toArray() : toFile(floor.point));
    else if (hit) say('This face is not walkable: select a walkable one', 'error');
    else say(`${NOTHING}: select a walkable face`, 'error');
    return;
  }
  if (!hit || (editActive() && hit.object !== app.walkmeshView?.mesh)) {
    nothingHere();
    return;
  }
  if (editActive()) {
    editAt(hit.faceIndex, toFile(hit.point), shift);
    return;
  }
  if (measureActive()) {
    addTapePoint(hit.point);
    return;
  }
  if (hit.object === app.walkmeshView?.mesh) lookFace(hit);
  else chooseNode(hit);
}

/** A mesh was clicked: its node is selected, or in an area its room. */
function chooseNode(hit) {
  const room = placedOf(hit.object);
  if (!room) {
    const item = selectObject(hit.object);
    if (item) say(`Node ${item.name}`);
    return;
  }
  lookNode(hit);
  selectName(room.holder.name);
  say(`${room.holder.name}: node ${room.view.def(room.view.nodeOf(hit.object)).name ?? '–'}`);
}
