// What the status line says about the document that was just opened: what it has, and what is left out or missing.

import { app, say } from './app.js';
import { $, plural } from './dom.js';
import { models, placedModels } from './offers.js';
import { tableSize } from './table_view.js';

const NOTHING = {
  area: 'open the WOK and MDL files of its rooms too',
  table: 'nothing to draw; Info shows what is in it',
};
const NOTHING_IN_IT = 'none of its files can be shown; Save lists them';

export function summary() {
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
