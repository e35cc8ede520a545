// The examples of the page: which files each has, below examples/NAME, and what to show first. The
// programs in examples/ of the project make the files (web/build.mjs).

export const EXAMPLES = [
  {
    id: 'area',
    title: 'An area with a broken door',
    note: 'five KotOR rooms with textures and light maps',
    files: [
      'temple.lyt',
      'temple.vis',
      ...['hall', 'shrine', 'gallery', 'store', 'garden'].flatMap((room) =>
        ['.wok', '.mdl', '_l.tpc'].map((ending) => `temple_${room}${ending}`),
      ),
      ...['slab', 'brick', 'planks', 'grass', 'carpet', 'trim', 'crate'].map((t) => `tmp_${t}.tpc`),
    ],
    tab: 'findings',
  },
  {
    id: 'room',
    title: 'A room with faults',
    note: 'a KotOR walkmesh; see what check finds',
    files: ['hall.wok'],
    tab: 'findings',
  },
  {
    id: 'model',
    title: 'A robot that waves',
    note: 'a KotOR model with textures and an animation',
    files: ['robot.mdl', 'robot_shell.tga', 'robot_joint.tga', 'robot_glow.tga'],
    animation: 'wave',
  },
  {
    id: 'nwn2',
    title: 'An NWN2 area',
    note: 'terrain with a tile that has too many triangles',
    files: ['crowded.trn'],
    colouring: 'budget',
  },
];
