// The models of an area: its rooms where the layout has them, doors and placeables.

import { Group, Vector3 } from 'three';
import { app } from './app.js';
import { contactShadow } from './contact_shadow.js';
import { partsOf, viewOf } from './document_model.js';
import { setLabels } from './labels.js';
import { isPlace } from './lines.js';
import { placedModels } from './offers.js';
import { farRooms } from './outliers.js';
import { toView } from './stage.js';

// More would take long to load.
const MANY_OBJECTS = 500;

/** Loads and places them. drawn(): after each room and at the end; stale(): something else is shown now. */
export async function loadAreaModels(stage, drawn, stale) {
  await loadRooms(stage, drawn, stale);
  if (!stale()) await loadObjects(stage, stale);
  if (!stale()) drawn();
}

/** Puts a model at a place of the area. */
function place(stage, view, name, at) {
  const holder = new Group();
  holder.name = name;
  holder.position.copy(toView(at));
  holder.add(view.root);
  stage.content.add(holder);
  return holder;
}

/** Places the models of an area where its layout has its rooms. */
async function loadRooms(stage, drawn, stale) {
  const damaged = new Set(app.documents.filter((d) => d.error).map((d) => d.id));
  const rooms = app.walkmesh?.rooms ?? roomsWithoutFloor();
  const far = farRooms(rooms.map((r) => (isPlace(r.position) ? r.position : null)));
  for (const [i, room] of rooms.entries()) {
    if (room.model === null || room.model === undefined || damaged.has(room.model)) continue;
    if (far.has(i) || !isPlace(room.position)) {
      app.roomsLeftOut.push(room.name);
      continue;
    }
    const view = await viewIn(await partsIn(room.model));
    if (stale()) return;
    if (!view) continue;
    app.roomModels.push({ view, holder: place(stage, view, room.name, room.position) });
    drawn();
  }
}

/** Doors and placeables, where the area has them. */
async function loadObjects(stage, stale) {
  const known = new Map();
  const placed = (app.overlays?.objects ?? []).filter((o) => o.model !== undefined);
  for (const o of placed.slice(0, MANY_OBJECTS)) {
    if (!known.has(o.model)) known.set(o.model, await partsIn(o.model));
    const view = await viewIn(known.get(o.model));
    if (stale()) return;
    if (!view) continue;
    const holder = place(stage, view, o.name, o.at);
    holder.rotation.y = o.bearing;
    const spot = stage.flat || view.incomplete ? null : contactShadow(view.box);
    if (spot) holder.add(spot);
    app.objectModels.push({ view, holder });
  }
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

/** What a model in an area is made from. One that cannot be drawn is left out: its own document shows the error. */
async function partsIn(id) {
  try {
    await app.core.prepare(id);
    return await partsOf(app.documents.find((d) => d.id === id));
  } catch {
    return null;
  }
}

const viewIn = (parts) => parts && viewOf(parts).catch(() => null);

/** A word at each model that is drawn as wires because its MDX is missing. */
export function labelIncomplete() {
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
