// The examples of the page: which files each has, below examples/NAME, and what to show first. The
// programs in examples/ of the project make the files (web/build.mjs).

export const EXAMPLES = [
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
