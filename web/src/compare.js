// Two files side by side: the open document and another one of its kind, with what differs coloured.
// The core compares them; compare_panel.js lists the differences.

import { Box3, Vector3 } from 'three';
import { app, emit, on, say } from './app.js';
import { $, css, plural } from './dom.js';
import { middle } from './names.js';
import { MOVED, ONLY } from './differences.js';
import { boxEdges, wideLines } from './lines.js';
import { Mirror } from './mirror.js';
import { layerLines } from './overlays.js';
import { castShadow, measureAgain } from './extent.js';
import { choice, loadOther } from './show.js';
import { WalkmeshView } from './walkmesh_view.js';

// Layers that the second pane has too.
const LINES = ['wireframe', 'perimeters', 'transitions', 'hooks'];
const KINDS = ['kotor-bwm', 'kotor-lyt', 'kotor-mdl', 'nwn2-trn', 'nwn2-mdb', 'bw2-model'];

let stage = null;
let mirror = null;
let before = 'material'; // the colouring to return to
let marks = []; // drawn around what was chosen

export function startCompare(theStage) {
  stage = theStage;
  on('document', documentChanged);
  on('shown', apply);
  on('theme', clearMarks);
}

const canCompare = (d) => !!d && !d.error && KINDS.includes(d.format);

/** The documents that can be compared with the open one. */
export function candidates() {
  const { current } = app;
  if (!canCompare(current)) return [];
  return app.documents.filter(
    (d) => d.format === current.format && d.id !== current.id && !d.error,
  );
}

export const comparable = () => canCompare(app.current);

/** After an edit the same comparison is made again; another document ends it. */
function documentChanged(doc) {
  const old = app.compare;
  if (!old) return;
  const other = app.documents.find((d) => d.file === old.other.file && d.part === old.other.part);
  const same = doc && doc.file === old.first.file && doc.part === old.first.part && other;
  stop({ quiet: true, keep: same });
  if (same) compareWith(other, { keepCamera: true });
}

/** Shows a document next to the open one. */
export async function compareWith(other, { keepCamera = false } = {}) {
  if (app.compare) stop({ quiet: true, keep: true });
  const first = app.current;
  try {
    await app.core.prepare(other.id);
    const answer = app.core.compare(first.id, other.id);
    const shown = await loadOther(other);
    if (app.current !== first) return;
    app.compare = { first, other, answer, drawn: new Map(), ...shown };
    begin(keepCamera);
  } catch (e) {
    say(`${other.title}: ${e.message}`, 'error');
  }
}

function begin(keepCamera) {
  const { first, other, answer, walkmeshView, model } = app.compare;
  const sides = [
    [app.walkmeshView, walkmeshView],
    [app.model, model],
  ].find(([a, b]) => a && b) ?? [app.walkmeshView ?? app.model, walkmeshView ?? model];
  [answer.marks, answer.otherMarks].forEach((list, side) => {
    if (sides[side]) Object.assign(sides[side], { marks: list, side });
  });
  app.compare.sides = sides;
  if (sides[1]) stage.other.add(sides[1].group ?? sides[1].root);
  $('other-view').hidden = false;
  document.body.classList.add('comparing');
  const common = commonFolders(first.file, other.file);
  $('pane-first').replaceChildren(...middle(first.file.slice(common)));
  $('pane-second').replaceChildren(...middle(other.file.slice(common)));
  mirror = new Mirror(stage, $('other-view'));
  castShadow(stage);
  stage.resize();
  if (app.colouring !== 'differences') before = app.colouring;
  app.colouring = answer.marks ? 'differences' : app.colouring;
  measureAgain(stage);
  if (!keepCamera) stage.fit(stage.sphere, true);
  emit('colouring');
  emit('compare');
  say(`${first.title} and ${other.title}: ${summary(answer)}`);
}

/** How many letters both names begin with, as whole folders. */
function commonFolders(a, b) {
  let n = 0;
  for (let i = 0; i < a.length && a[i] === b[i]; i++) if (a[i] === '/') n = i + 1;
  return n;
}

/** The result in words, those of `waymark diff`. */
export function summary({ identical, equal, differences }) {
  if (identical) return 'identical';
  if (equal) return 'the same meaning, different bytes';
  return plural(differences.length, 'difference');
}

/** The second pane shows the same layers in the same colours. */
function apply() {
  const { compare } = app;
  if (!compare) return;
  const { walkmeshView: view, model } = compare;
  if (view) {
    view.colour(app.colouring);
    view.showUnwalkable(app.layers.solid);
    view.mesh.visible = app.layers.surface;
    for (const id of LINES) lines(compare, id);
  }
  model?.apply(choice());
}

/** Makes the lines of a layer again when it, or the theme, has changed. */
function lines(compare, id) {
  const { walkmeshView: view, overlays, drawn } = compare;
  const key = `${app.layers[id]} ${app.layers.solid} ${css('--ink-3d')}`;
  const old = drawn.get(id);
  if (old?.key === key) return;
  old?.made?.removeFromParent();
  old?.made?.geometry.dispose();
  const made = app.layers[id] ? layerLines(id, view, overlays, stage) : null;
  if (made) view.group.add(made);
  drawn.set(id, { key, made });
}

/** Ends the comparison. keep: another one follows. */
export function stop({ quiet = false, keep = false } = {}) {
  if (!app.compare) return;
  clearMarks();
  mirror?.dispose();
  mirror = null;
  for (const side of [app.walkmeshView, app.model]) if (side) side.marks = null;
  stage.clearOther();
  app.compare = null;
  if (!keep) {
    $('other-view').hidden = true;
    document.body.classList.remove('comparing');
    app.colouring = before;
    stage.resize();
    measureAgain(stage);
    castShadow(stage);
    emit('colouring');
    emit('compare');
  }
  if (!quiet) say('Only one file is shown');
}

// ---- places ----

/** Where a difference is: [{side, index}] of faces or nodes. */
export function placesOf(d) {
  const { answer, sides } = app.compare;
  const list = [];
  // Of an area only the faces of the room that the difference is about.
  const inRoom = (side, index) =>
    !d.rooms || sides[side]?.data.room?.[index] === (d.rooms[side] ?? -1);
  const collect = (bits, side, wanted) =>
    bits?.forEach((b, index) => {
      if (b & d.bits && wanted(b) && inRoom(side, index)) list.push({ side, index });
    });
  if (d.first) collect(answer.marks, 0, () => true);
  // What both have is shown once, in the first file.
  if (d.second) collect(answer.otherMarks, 1, (b) => !d.first || b & ONLY);
  const named = nodeNamed(d.node, sides);
  return named
    ? [named, ...list.filter((p) => p.side !== named.side || p.index !== named.index)]
    : list;
}

function nodeNamed(name, sides) {
  for (const side of [0, 1]) {
    const nodes = name && sides[side]?.json?.nodes;
    const index = nodes ? nodes.findIndex((n) => n.name?.toLowerCase() === name.toLowerCase()) : -1;
    if (index >= 0) return { side, index };
  }
  return null;
}

/** The place of a face or node in the view, with its size. */
function boxOf({ side, index }) {
  const view = app.compare.sides[side];
  const box = new Box3();
  if (view instanceof WalkmeshView) {
    for (let k = 0; k < 3; k++) box.expandByPoint(view.place(view.corner(index, k)));
    return box;
  }
  const node = view?.objects.get(index);
  if (!node) return box;
  box.setFromObject(node);
  if (box.isEmpty()) box.expandByPoint(node.getWorldPosition(new Vector3()));
  return box;
}

/** The same face or node in the other document; null if there is none. */
function partnerOf({ side, index }) {
  const { sides } = app.compare;
  const [from, to] = [sides[side], sides[1 - side]];
  if (from.marks[index] & ONLY || !to) return null;
  if (from instanceof WalkmeshView)
    return from.marks[index] & MOVED ? { side: 1 - side, index } : null;
  const found = nodeNamed(from.json.nodes[index]?.name, [null, to]);
  return found ? { side: 1 - side, index: found.index } : null;
}

function clearMarks() {
  for (const m of marks) m.removeFromParent();
  marks = [];
}

/** Flies to a place and marks it in both panes. */
export function goToPlace(p) {
  clearMarks();
  stage.other.updateMatrixWorld(true);
  const own = p.at
    ? new Box3().setFromCenterAndSize(app.walkmeshView.place(p.at), new Vector3(0.4, 0.4, 0.4))
    : boxOf(p);
  if (own.isEmpty()) return;
  const partner = p.at ? null : partnerOf(p);
  const other = partner ? boxOf(partner) : own;
  const boxes = p.side === 1 ? [other, own] : [own, other];
  [stage.content, stage.other].forEach((group, side) => mark(group, boxes[side]));
  const both = own.clone().union(other);
  const reach = both.getSize(new Vector3()).length();
  stage.flyTo(both.getCenter(new Vector3()), Math.max(reach, stage.sphere.radius / 8));
}

function mark(group, box) {
  if (box.isEmpty()) return;
  const reach = box.getSize(new Vector3()).length();
  const grown = box.clone().expandByScalar(Math.max(0.02, reach * 0.03));
  const edges = boxEdges([{ min: grown.min.toArray(), max: grown.max.toArray() }]);
  const line = wideLines(edges, { color: css('--select-3d'), width: 2.5, above: true });
  group.add(line);
  marks.push(line);
}
