// Shows a document: its walkmesh with overlays, its model, or both; for an area the models of its
// rooms as well. Everything that belongs to the previous document is freed.

import { app, emit, on } from './app.js';
import { labelIncomplete, loadAreaModels } from './area_models.js';
import { forgetTextures, partsOf, startModels, viewOf } from './document_model.js';
import { plural } from './dom.js';
import { castShadow, drawGrid, measureAgain, measureContent } from './extent.js';
import { isCharacter } from './first_view.js';
import { setLabels } from './labels.js';
import { isPlace } from './lines.js';
import { Overlays } from './overlays.js';
import { drawPicture, hidePicture } from './picture.js';
import { summary } from './summary.js';
import { WalkmeshView } from './walkmesh_view.js';

let stage = null;
let serial = 0;
// With more faces than this, edges would hide the faces: show them only on demand.
const MANY_FACES = 6000;
const MODELS = ['model', 'walkmesh', 'terrain'];

export function startShow(theStage) {
  stage = theStage;
  startModels(() => stage.flat);
  on('layers', refresh);
  on('colouring', refresh);
  on('theme', () => {
    drawGrid(stage);
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
  forgetTextures();
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
  measureContent(stage);
  if (doc?.kind !== 'area') castShadow(stage);
  stage.portrait = isCharacter(doc, app.model);
  drawGrid(stage);
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
  const view = await viewOf(await partsOf(doc, { all: true }));
  if (mine !== serial) return;
  app.model = view;
  stage.content.add(view.root);
  labelIncomplete();
}

async function loadArea(mine) {
  // In 2D the large faces of rooms would hide the floor and each other: they are shown on demand.
  if (stage.flat) app.layers.models = app.modelsChoice ?? !app.walkmeshView;
  const stale = () => mine !== serial;
  await loadAreaModels(stage, refresh, stale);
  if (stale()) return;
  labelIncomplete();
  const drawn = app.roomModels.length + app.objectModels.length;
  if (drawn) {
    measureAgain(stage);
    if (!app.walkmeshView) stage.reset(true);
    emit('layers');
  }
  if (drawn + app.roomsLeftOut.length) summary();
  castShadow(stage);
}

/** A document that is shown next to the open one: {walkmeshView} or {model}. */
export async function loadOther(doc) {
  const data = app.core.walkmesh(doc.id);
  if (data?.faces.length) {
    const overlays = overlaysOf(doc.id);
    return { walkmeshView: new WalkmeshView(data, overlays), overlays };
  }
  return { model: await viewOf(await partsOf(doc, { all: true })) };
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
