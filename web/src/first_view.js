// What the first view of a document takes into account besides its shape.

import { Vector3 } from 'three';
import { app } from './app.js';

/** Characters are seen from the front. NWN2 models do not say what they are: creatures and clothes have skins. */
export const isCharacter = (doc, model) =>
  model?.extras.classification === 'character' ||
  (doc?.format === 'nwn2-mdb' && !!model?.meshes.some((m) => m.isSkinnedMesh));

/** The hooks of a placeable or door, at the height of its walkmesh: that of the ground stays. */
export function hooksBeside(box) {
  if (app.current?.kind !== 'walkmesh' || !app.overlays || box.isEmpty()) return [];
  const reach = 2 * box.getSize(new Vector3()).length();
  return app.overlays.hooks
    .map((k) => app.walkmeshView.place(k.at))
    .filter((p) => box.distanceToPoint(p) < reach)
    .map((p) => p.setY(Math.min(Math.max(p.y, box.min.y), box.max.y)));
}
