// Walls of a walkmesh, which are steep and not walkable: the games' have their faces towards the floor. Seen
// from outside they are not drawn and not hit, so that they do not hide the floor; their edges stay.

import { BufferAttribute, Mesh } from 'three';

const STEEP = 0.5; // of a normal that points up: less than this

/** Whether each face is a wall: 1 or 0. corners: nine numbers for each face. y: up is y, not z. */
export function wallsOf(corners, walkable, { y }) {
  const up = y ? 1 : 2;
  return Uint8Array.from(walkable, (walks, f) => {
    if (walks) return 0;
    const [a, b, c] = [0, 3, 6].map((k) => corners.subarray(9 * f + k, 9 * f + k + 3));
    const u = [0, 1, 2].map((i) => b[i] - a[i]);
    const v = [0, 1, 2].map((i) => c[i] - a[i]);
    const n = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return u[j] * v[k] - u[k] * v[j];
    });
    return Math.abs(n[up]) < STEEP * Math.hypot(...n) ? 1 : 0;
  });
}

/** walls: of the faces of the mesh, which has three vertices for each. */
export function hideBacks(mesh, walls) {
  const wall = Uint8Array.from({ length: 3 * walls.length }, (_, i) => walls[Math.floor(i / 3)]);
  mesh.geometry.setAttribute('wall', new BufferAttribute(wall, 1));
  mesh.material.onBeforeCompile = (shader) => {
    shader.vertexShader =
      `attribute float wall; varying float vWall;\n${shader.vertexShader}`.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nvWall = wall;',
      );
    shader.fragmentShader = `varying float vWall;\n${shader.fragmentShader}`.replace(
      '#include <clipping_planes_fragment>',
      '#include <clipping_planes_fragment>\nif (vWall > 0.5 && !gl_FrontFacing) discard;',
    );
  };
  mesh.raycast = (ray, hits) => {
    const all = [];
    Mesh.prototype.raycast.call(mesh, ray, all);
    const faces = (hit) =>
      hit.face.normal.clone().transformDirection(mesh.matrixWorld).dot(ray.ray.direction) < 0;
    hits.push(...all.filter((hit) => !walls[hit.faceIndex] || faces(hit)));
  };
}
