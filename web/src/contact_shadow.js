// The dark spot below a door or placeable of an area, so that it is seen to stand on the floor. The shadow on
// the ground (ground_shadow.js) is below the floor of an area.

import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial, Vector3 } from 'three';

const SPREAD = 2.2; // how much wider than the box
const LIFT = 0.01; // metres above the floor
const LARGEST = 15; // metres; larger ones are part of the area
const INNER = 0.5 / SPREAD;
// Where the spot has vertices: it is dark over the box and fades in steps to its edge, which is at 0.5.
const STEPS = [-0.5, -0.36, -INNER, INNER, 0.36, 0.5];

const beyond = (u) => Math.max(0, Math.abs(u) - INNER) / (0.5 - INNER);

/** A square of 1 by 1 whose colours have the darkness as alpha. */
function spotGeometry() {
  const n = STEPS.length;
  const points = STEPS.flatMap((z) => STEPS.map((x) => [x, 0, z]));
  const dark = points.map(([x, , z]) => Math.max(0, 1 - Math.hypot(beyond(x), beyond(z))) ** 1.5);
  const cells = [...Array((n - 1) ** 2).keys()].map(
    (i) => Math.floor(i / (n - 1)) * n + (i % (n - 1)),
  );
  const geometry = new BufferGeometry();
  const attribute = (list, size) => new BufferAttribute(new Float32Array(list), size);
  geometry.setAttribute('position', attribute(points.flat(), 3));
  geometry.setAttribute(
    'color',
    attribute(
      dark.flatMap((a) => [0, 0, 0, a]),
      4,
    ),
  );
  geometry.setIndex(cells.flatMap((a) => [a, a + n, a + 1, a + 1, a + n, a + n + 1]));
  return geometry;
}

/** The spot below a box, or null. */
export function contactShadow(box) {
  const size = box.getSize(new Vector3());
  if (box.isEmpty() || !(Math.max(size.x, size.z) < LARGEST)) return null;
  const spot = new Mesh(
    spotGeometry(),
    new MeshBasicMaterial({
      ...{ vertexColors: true, transparent: true, opacity: 0.75 },
      ...{ depthWrite: false, toneMapped: false },
      ...{ polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -2 },
    }),
  );
  spot.name = 'contact shadow';
  spot.scale.set(Math.max(size.x, 0.1) * SPREAD, 1, Math.max(size.z, 0.1) * SPREAD);
  box.getCenter(spot.position).setY(box.min.y + LIFT);
  spot.renderOrder = 1; // over a floor that is drawn transparent
  spot.raycast = () => {};
  return spot;
}
