// What is shown, and which layers and tools make sense for it.

import { app } from './app.js';

/** Models of the area, with the names of their rooms, doors and placeables. */
export const placedModels = () => [...(app.roomModels ?? []), ...(app.objectModels ?? [])];

/** Views of all models. */
export const models = () => [app.model, ...placedModels().map((r) => r.view)].filter(Boolean);

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
