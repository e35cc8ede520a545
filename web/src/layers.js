// The layers and the ways to colour faces: one table for the panel, the shortcuts and the help.
// `needs` says what a document must have for a row to be offered.

export const LAYERS = [
  { id: 'surface', key: 'S', label: 'Walkmesh', group: 'Show', on: true, needs: 'walkmesh' },
  {
    id: 'solid',
    key: 'Shift+S',
    label: 'Faces that are not walkable',
    group: 'Show',
    on: true,
    needs: 'unwalkable',
  },
  { id: 'models', key: 'M', label: 'Room models', group: 'Show', on: true, needs: 'roomModels' },
  {
    id: 'objectModels',
    key: 'Shift+M',
    label: 'Doors and placeables',
    group: 'Show',
    on: true,
    needs: 'objectModels',
  },
  { id: 'wireframe', key: 'W', label: 'Wireframe', group: 'Show' },
  { id: 'textures', key: 'Z', label: 'Textures', group: 'Show', on: true, needs: 'textures' },
  {
    id: 'lightmaps',
    key: 'Shift+Z',
    label: 'Light maps',
    group: 'Show',
    on: true,
    needs: 'lightmaps',
  },
  { id: 'normals', key: 'N', label: 'Normals', group: 'Show' },
  { id: 'grid', key: 'G', label: 'Ground grid', group: 'Show', on: true },
  { id: 'labels', key: 'A', label: 'Labels', group: 'Show', on: true },
  {
    id: 'perimeters',
    key: 'E',
    label: 'Perimeters',
    group: 'Walkmesh',
    on: true,
    needs: 'walkmesh',
  },
  {
    id: 'transitions',
    key: 'X',
    label: 'Transitions',
    group: 'Walkmesh',
    on: true,
    needs: 'transitions',
  },
  { id: 'hooks', key: 'H', label: 'Hooks', group: 'Walkmesh', on: true, needs: 'hooks' },
  { id: 'objects', key: '8', label: 'Objects', group: 'Walkmesh', on: true, needs: 'objects' },
  { id: 'paths', key: '9', label: 'Path points', group: 'Walkmesh', on: true, needs: 'paths' },
  { id: 'boxes', key: 'B', label: 'AABB boxes', group: 'Walkmesh', needs: 'boxes' },
  { id: 'tiles', key: 'I', label: 'Tiles', group: 'Walkmesh', needs: 'tiles' },
  { id: 'skeleton', key: 'K', label: 'Skeleton', group: 'Model', needs: 'model' },
  { id: 'collision', key: 'C', label: 'Collision meshes', group: 'Model', needs: 'collision' },
  { id: 'hidden', key: 'V', label: 'Hidden meshes', group: 'Model', needs: 'hidden' },
  { id: 'outline', key: 'U', label: 'Outlines', group: 'Model', needs: 'outline' },
];

export const COLOURINGS = [
  { id: 'material', key: '1', label: 'Materials' },
  { id: 'region', key: '2', label: 'Regions', needs: 'walkmesh' },
  { id: 'island', key: '3', label: 'Islands', needs: 'islands' },
  { id: 'budget', key: '4', label: 'Tile budget', needs: 'tiles' },
  { id: 'normal', key: '5', label: 'Normals' },
  { id: 'room', key: '6', label: 'Rooms', needs: 'rooms' },
  { id: 'plain', key: '7', label: 'Plain' },
  { id: 'differences', key: '0', label: 'Differences', needs: 'comparison' },
];

export const layerDefaults = () => Object.fromEntries(LAYERS.map((l) => [l.id, !!l.on]));
