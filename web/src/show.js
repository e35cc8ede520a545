// Shows a document: its walkmesh with overlays, its model, or both; for an area the models of its
// rooms as well. Everything that belongs to the previous document is freed.

import { Box3, GridHelper, Group, Vector3 } from 'three';
import { app, emit, on, say } from './app.js';
import { $, css, plural } from './dom.js';
import { contactShadow } from './contact_shadow.js';
import { hooksBeside, isCharacter } from './first_view.js';
import { setLabels } from './labels.js';
import { isPlace } from './lines.js';
import { farRooms } from './outliers.js';
import { loadModel } from './model_view.js';
import { drawPicture, hidePicture } from './picture.js';
import { Overlays } from './overlays.js';
import { WalkmeshView } from './walkmesh_view.js';
import { toView } from './stage.js';
import { Pictures } from './textures.js';
import { tableSize } from './table_view.js';

let stage = null;
let serial = 0;
const shared = new Map(); // textures of what is shown
// With more faces than this, edges would hide the faces: show them only on demand.
const MANY_FACES = 6000;
// More would take long to load.
const MANY_OBJECTS = 500;
const OUTLINE = 4000; // points of a mesh that are enough to fit it into the view
const MODELS = ['model', 'walkmesh', 'terrain'];
const NOTHING = {
  area: 'open the WOK and MDL files of its rooms too',
  table: 'nothing to draw; Info shows what is in it',
};
const NOTHING_IN_IT = 'none of its files can be shown; Save lists them';

export function startShow(theStage) {
  stage = theStage;
  on('layers', refresh);
  on('colouring', refresh);
  on('theme', () => {
    grid();
    refresh();
  });
}

function reset(keep) {
  serial++;
  const { lod, boxLevel } = app;
  Overlays.clearLabels();
  setLabels('incomplete', []);
  stage.castShadow(null);
  app.overlayView?.group.removeFromParent();
  stage.tickers.clear();
  stage.clear();
  hidePicture();
  for (const texture of shared.values()) texture?.dispose();
  shared.clear();
  Object.assign(app, {
    walkmesh: null,
    overlays: null,
    walkmeshView: null,
    overlayView: null,
    model: null,
    roomModels: [],
    roomsLeftOut: [],
    objectModels: [],
    lod: keep ? lod : 1,
    boxLevel: keep ? boxLevel : 0,
  });
}

/** Show a document (or nothing). Resolves when its first picture is about to be drawn. keepCamera: it
 * is the same one, changed. */
export async function show(doc, { keepCamera = false } = {}) {
  reset(keepCamera);
  app.current = doc;
  const mine = serial;
  if (doc && !doc.error && doc.kind !== 'table' && doc.kind !== 'archive') {
    try {
      doc = await prepare(doc);
      if (mine !== serial) return;
      if (doc.kind === 'texture') drawPicture(app.core.picture(doc.id));
      else loadWalkmesh(doc);
      // A walkmesh is drawn from its own arrays; everything else comes as a GLB.
      if (MODELS.includes(doc.kind) && (!app.walkmesh || doc.kind === 'model'))
        await loadOwnModel(doc, mine);
      if (mine !== serial) return;
    } catch (e) {
      app.current = {
        ...doc,
        error: { code: e.code, message: e.message, offset: e.offset, path: e.path, line: e.line },
      };
    }
  }
  measureContent();
  if (doc?.kind !== 'area') castShadow();
  stage.portrait = isCharacter(doc, app.model);
  grid();
  refresh();
  if (!keepCamera) stage.reset(true);
  app.changedOnly = keepCamera;
  emit('document', app.current);
  summary();
  if (doc?.kind === 'area' && !app.current.error) await loadArea(mine);
  app.shows = (app.shows ?? 0) + 1;
}

/** Loads a document of a large archive; only now its format is known, and what belongs to it. */
async function prepare(doc) {
  await app.core.prepare(doc.id);
  if (!doc.waiting) return doc;
  app.documents = app.core.documents();
  app.current = app.documents.find((d) => d.id === doc.id) ?? doc;
  return app.current;
}

function loadWalkmesh(doc) {
  const data = app.core.walkmesh(doc.id);
  app.layers.wireframe = app.wireframeChoice ?? false;
  if (!data || !data.faces.length) return;
  app.walkmesh = data;
  app.overlays = overlaysOf(doc.id);
  app.walkmeshView = new WalkmeshView(data, app.overlays);
  stage.content.add(app.walkmeshView.group);
  stage.measure(app.walkmeshView.interest());
  if (app.wireframeChoice === undefined) app.layers.wireframe = app.walkmeshView.faces < MANY_FACES;
  app.overlayView = new Overlays(stage, app.walkmeshView, app.overlays);
}

function overlaysOf(id) {
  const found = app.core.overlays(id) ?? {};
  for (const list of ['perimeters', 'transitions', 'hooks', 'objects']) found[list] ??= [];
  leaveOut(found);
  return found;
}

/** Hooks, objects and path points that cannot be places are not drawn, but named. */
function leaveOut(found) {
  found.leftOut = [];
  for (const list of ['hooks', 'objects']) {
    found.leftOut.push(...found[list].filter((x) => !isPlace(x.at)).map((x) => x.name));
    found[list] = found[list].filter((x) => isPlace(x.at));
  }
  const points = found.pathPoints ?? [];
  const odd = Array.from({ length: points.length / 3 }, (_, i) => i).filter(
    (i) => !isPlace(points.subarray(3 * i, 3 * i + 3)),
  );
  if (odd.length) found.leftOut.push(plural(odd.length, 'path point'));
}

async function loadOwnModel(doc, mine) {
  // Edges of a floor are shown by default, those of a model on demand.
  app.layers.wireframe = app.wireframeChoice ?? false;
  const pictures = await picturesOf(doc.id);
  const view = await loadModel(app.core.model(doc.id, { all: true }), pictures, withoutMdx(doc));
  if (mine !== serial) return;
  app.model = view;
  stage.content.add(view.root);
  labelIncomplete();
}

/** Models of the area, with the names of their rooms, doors and placeables. */
const placedModels = () => [...(app.roomModels ?? []), ...(app.objectModels ?? [])];

/** A word at each model that is drawn as wires because its MDX is missing. */
function labelIncomplete() {
  const own = app.model ? [{ view: app.model, holder: null }] : [];
  const list = [...own, ...placedModels()].filter(
    ({ view }) => view.incomplete && !view.box.isEmpty(),
  );
  setLabels(
    'incomplete',
    list.map(({ view: { box }, holder }) => {
      const at = new Vector3((box.min.x + box.max.x) / 2, box.max.y, (box.min.z + box.max.z) / 2);
      holder?.updateMatrixWorld(true);
      return {
        at: holder ? at.applyMatrix4(holder.matrixWorld) : at,
        text: holder ? `${holder.name}: MDX is missing` : 'MDX is missing',
        kind: 'warn',
        always: true,
      };
    }),
  );
}

const withoutMdx = (doc) =>
  doc?.format === 'kotor-mdl' &&
  !doc.text &&
  !doc.files.some((f) => f.toLowerCase().endsWith('.mdx'));

/** Without pictures, a model is drawn in plain colours. */
async function picturesOf(id) {
  if (stage.flat) return null; // without WebGL textures cannot be drawn
  try {
    return new Pictures(await app.core.images(id), shared);
  } catch {
    return null;
  }
}

async function loadArea(mine) {
  await loadRoomModels(mine);
  if (mine === serial) castShadow();
}

/** What is shown casts a shadow onto the ground below it; two things that are compared cast none. */
export function castShadow() {
  const box = contentBox();
  if (box.isEmpty() || app.compare) return stage.castShadow(null);
  const far = box.clone().expandByScalar(box.getSize(new Vector3()).length() / 2);
  for (const { holder } of app.roomModels) {
    const room = new Box3().setFromObject(holder);
    if (far.containsBox(room)) box.union(room); // a dome around an area does not count
  }
  stage.castShadow(box);
}

/** Places the models of an area where its layout has its rooms. */
async function loadRoomModels(mine) {
  const damaged = new Set(app.documents.filter((d) => d.error).map((d) => d.id));
  const rooms = app.walkmesh?.rooms ?? roomsWithoutFloor();
  const far = farRooms(rooms.map((r) => (isPlace(r.position) ? r.position : null)));
  for (const [i, room] of rooms.entries()) {
    if (room.model === null || room.model === undefined || damaged.has(room.model)) continue;
    if (far.has(i) || !isPlace(room.position)) {
      app.roomsLeftOut.push(room.name);
      continue;
    }
    const view = await modelOf(room.model);
    if (mine !== serial) return;
    if (!view) continue;
    const holder = new Group();
    holder.name = room.name;
    holder.position.copy(toView(room.position));
    holder.add(view.root);
    stage.content.add(holder);
    app.roomModels.push({ view, holder });
    refresh();
  }
  await loadObjects(mine);
  if (mine === serial) labelIncomplete();
  const drawn = app.roomModels.length + app.objectModels.length;
  if (mine !== serial || !(drawn + app.roomsLeftOut.length)) return;
  if (drawn) {
    measureBoth();
    if (!app.walkmeshView) stage.reset(true);
    emit('layers');
  }
  summary();
}

/** Doors and placeables, where the area has them. */
async function loadObjects(mine) {
  const glbs = new Map();
  const placed = (app.overlays?.objects ?? []).filter((o) => o.model !== undefined);
  for (const o of placed.slice(0, MANY_OBJECTS)) {
    if (!glbs.has(o.model)) glbs.set(o.model, await partsOf(o.model));
    const parts = glbs.get(o.model);
    if (mine !== serial) return;
    if (!parts) continue;
    const doc = app.documents.find((d) => d.id === o.model);
    const view = await loadModel(parts.model, parts.pictures, withoutMdx(doc));
    const holder = new Group();
    holder.name = o.name;
    holder.position.copy(toView(o.at));
    holder.rotation.y = o.bearing;
    holder.add(view.root);
    const spot = stage.flat || view.incomplete ? null : contactShadow(view.box);
    if (spot) holder.add(spot);
    stage.content.add(holder);
    app.objectModels.push({ view, holder });
  }
  refresh();
}

/** An area whose walkmeshes were not dropped still has the positions of its rooms. */
function roomsWithoutFloor() {
  const children = app.documents.filter((d) => d.parent === app.current.id && d.kind === 'model');
  const rooms = app.core.info(app.current.id).rooms ?? [];
  return rooms.map((r, i) => ({
    ...r,
    model: children.find((d) => d.room === (r.index ?? i))?.id ?? null,
  }));
}

/** A room whose model cannot be drawn is left out; the model's own document shows the error. */
async function modelOf(id) {
  try {
    const { model, pictures } = await partsOf(id);
    const doc = app.documents.find((d) => d.id === id);
    return await loadModel(model, pictures, withoutMdx(doc));
  } catch {
    return null;
  }
}

/** A model and its pictures, or null. */
async function partsOf(id) {
  try {
    await app.core.prepare(id);
    return { model: app.core.model(id), pictures: await picturesOf(id) };
  } catch {
    return null;
  }
}

/** A document that is shown next to the open one: {walkmeshView} or {model}. */
export async function loadOther(doc) {
  const data = app.core.walkmesh(doc.id);
  if (data?.faces.length) {
    const overlays = overlaysOf(doc.id);
    return { walkmeshView: new WalkmeshView(data, overlays), overlays };
  }
  const pictures = await picturesOf(doc.id);
  const model = app.core.model(doc.id, { all: true });
  return { model: await loadModel(model, pictures, withoutMdx(doc)) };
}

/** What is in view may have become larger or smaller. */
export function measureBoth() {
  measureContent();
  grid();
}

function measureContent() {
  const box = contentBox();
  const points = contentPoints();
  const hooks = hooksBeside(box);
  for (const p of hooks) box.expandByPoint(p);
  points?.push(...hooks.flatMap((p) => p.toArray()));
  stage.measure(box, points);
}

/** Points of what contentBox encloses: enough of them to know its outline. */
function contentPoints() {
  const box = contentBox().expandByScalar(1e-3);
  const found = [];
  const p = new Vector3();
  const take = (mesh) => {
    const { position } = mesh.geometry.attributes;
    const step = Math.max(1, Math.ceil(position.count / OUTLINE));
    for (let i = 0; i < position.count; i += step) {
      p.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
      if (box.containsPoint(p)) found.push(p.x, p.y, p.z);
    }
  };
  for (const view of [app.walkmeshView, app.compare?.walkmeshView]) if (view) take(view.mesh);
  for (const model of [app.model, app.compare?.model])
    for (const m of model?.meshes ?? []) {
      if (m.isSkinnedMesh) return null; // its vertices are not where its bones put them
      if (!model.role(m)) take(m);
    }
  return found;
}

function contentBox() {
  const box = new Box3();
  if (app.compare?.walkmeshView) box.union(app.compare.walkmeshView.interest());
  if (app.compare?.model) box.union(app.compare.model.box);
  if (app.walkmeshView) box.union(app.walkmeshView.interest());
  if (app.model) box.union(app.model.box);
  if (!app.walkmeshView) for (const { holder } of app.roomModels) box.expandByObject(holder);
  return box;
}

function grid() {
  stage.gridLines?.removeFromParent();
  stage.gridLines?.geometry.dispose();
  if (!stage.box) return;
  const reach =
    Math.max(stage.box.max.x - stage.box.min.x, stage.box.max.z - stage.box.min.z, 0.5) * 2.4;
  const step = 10 ** Math.round(Math.log10(reach / 24));
  const cells = Math.min(90, Math.ceil(reach / step / 2) * 2);
  const lines = new GridHelper(cells * step, cells, css('--grid-strong'), css('--grid'));
  const snap = (n) => Math.round(n / step) * step;
  lines.position.set(
    snap(stage.sphere.center.x),
    stage.box.min.y - stage.sphere.radius * 0.004,
    snap(stage.sphere.center.z),
  );
  lines.raycast = () => {};
  // Drawn first and without depth, it never shows through a floor that lies on it.
  lines.renderOrder = -1;
  lines.material.depthWrite = false;
  lines.material.toneMapped = false;
  stage.gridLines = lines;
  stage.gridStep = step;
  stage.scene.add(lines);
}

/** A comparison of areas is about their floors. */
const showsRooms = () => app.layers.models && !app.compare;

export const choice = () => ({ layers: app.layers, lod: app.lod, colouring: app.colouring });

function refresh() {
  if (app.walkmeshView) {
    app.legend = app.walkmeshView.colour(app.colouring);
    app.walkmeshView.showUnwalkable(app.layers.solid);
    // Over the model of a room the floor is drawn transparent.
    const glass = !!(app.model || (app.roomModels?.length && showsRooms()));
    Object.assign(app.walkmeshView.mesh.material, { transparent: glass, opacity: glass ? 0.6 : 1 });
  }
  app.model?.apply(choice());
  // Edges of the floor are shown by default, those of the models on demand.
  const quiet = {
    ...choice(),
    layers: { ...app.layers, normals: false, wireframe: app.wireframeChoice ?? false },
  };
  for (const { view, holder } of app.roomModels ?? []) {
    view.apply(quiet);
    holder.visible = showsRooms();
  }
  for (const { view, holder } of app.objectModels ?? []) {
    view.apply(quiet);
    holder.visible = app.layers.objectModels;
  }
  if (stage.gridLines) stage.gridLines.visible = app.layers.grid;
  stage.invalidate();
  emit('shown');
}

const models = () => [app.model, ...placedModels().map((r) => r.view)].filter(Boolean);

/** Which layers and colourings make sense for what is shown. */
export function offers(need) {
  switch (need) {
    case undefined:
      return !!(app.walkmeshView || app.model || app.roomModels?.length);
    case 'walkmesh':
      return !!app.walkmeshView;
    case 'unwalkable':
      return !!app.walkmeshView?.hasUnwalkable;
    case 'model':
      return !!app.model;
    case 'roomModels':
      return !!app.roomModels?.length;
    case 'textures':
      return models().some((m) => m.pictures?.any);
    case 'lightmaps':
      return models().some((m) => m.pictures?.lightmaps);
    case 'objectModels':
      return !!app.objectModels?.length;
    case 'paths':
      return !!app.overlays?.pathPoints?.length;
    case 'transitions':
    case 'hooks':
    case 'objects':
      return !!app.overlays?.[need]?.length;
    case 'boxes':
      return !!app.overlays?.boxes?.count;
    case 'tiles':
      return !!app.overlays?.tiles;
    case 'islands':
      return !!app.overlays?.islands;
    case 'comparison':
      return !!app.compare?.answer.marks;
    case 'rooms':
      return (app.walkmesh?.rooms?.length ?? 0) > 1;
    default:
      return !!app.model?.hasRole(need);
  }
}

function summary() {
  const doc = app.current;
  if (!doc) return say('Nothing open');
  if (doc.error) return say(`${doc.title}: ${doc.error.message}`, 'error');
  const parts = [];
  if (app.walkmeshView) parts.push(plural(app.walkmeshView.faces, 'face'));
  if (app.walkmesh?.rooms?.length > 1) parts.push(plural(app.walkmesh.rooms.length, 'room'));
  if (app.model) {
    const c = app.model.counts;
    parts.push(
      plural(c.nodes, 'node'),
      plural(c.meshes, 'mesh', 'meshes'),
      plural(c.triangles, 'triangle'),
    );
    if (app.model.clips.length) parts.push(plural(app.model.clips.length, 'animation'));
  }
  if (app.roomModels.length) parts.push(plural(app.roomModels.length, 'room model'));
  if (app.overlays?.objects?.length) parts.push(plural(app.overlays.objects.length, 'object'));
  const missing = new Set(
    models().flatMap((m) => m.pictures?.missing.map((x) => x.name.toLowerCase()) ?? []),
  );
  if (models().some((m) => m.pictures?.any) && missing.size)
    parts.push(`${plural(missing.size, 'texture')} not found`);
  const left = app.walkmeshView?.leftOut ?? 0;
  if (left) parts.push(`${plural(left, 'face')} left out: impossible coordinates`);
  const names = [
    ...new Set([...app.roomsLeftOut, ...(app.walkmeshView?.roomsLeftOut ?? [])]),
    ...(app.overlays?.leftOut ?? []),
    ...models().flatMap((m) => m.leftOutNames),
  ];
  if (names.length) parts.push(`left out: ${names.join(', ')} (impossible coordinates)`);
  const wires = placedModels().filter(({ view }) => view.incomplete);
  const rooms = [...new Set(wires.map(({ holder }) => holder.name))];
  if (rooms.length) parts.push(`${rooms.join(', ')}: MDX is missing, so only wires are drawn`);
  else if (app.model?.incomplete) parts.push('MDX is missing, so only wires are drawn');
  if (app.table) parts.push(tableSize(app.table));
  if (doc.kind === 'texture') parts.push($('picture-size').textContent);
  if (doc.kind === 'archive')
    parts.push(
      app.documents.some((d) => d.parent === doc.id) ? 'choose a file in it' : NOTHING_IN_IT,
    );
  say(`${doc.title}: ${parts.join(', ') || (NOTHING[doc.kind] ?? 'nothing to draw')}`);
}
