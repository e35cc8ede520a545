// Borders of a walkmesh: edges without a neighbour, and straight runs of them.

const STRAIGHT = Math.cos((8 * Math.PI) / 180);

const corner = ({ positions, faces }, edge, end) => {
  const f = Math.floor(edge / 3);
  const v = faces[f * 3 + (((edge % 3) + end) % 3)] * 3;
  return [positions[v], positions[v + 1], positions[v + 2]];
};
const vertex = ({ faces }, edge, end) => faces[Math.floor(edge / 3) * 3 + (((edge % 3) + end) % 3)];

/** The two ends of an edge, as six numbers. */
export const borderEdges = (mesh, edge) => [...corner(mesh, edge, 0), ...corner(mesh, edge, 1)];

function distance(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length
    ? Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    : 0;
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

function direction(mesh, edge) {
  const [a, b] = [corner(mesh, edge, 0), corner(mesh, edge, 1)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/** The room that an edge leads to, by its ends. */
function roomOf(mesh, overlays, edge) {
  const [a, b] = [corner(mesh, edge, 0), corner(mesh, edge, 1)];
  const same = (p, q) => p.every((n, i) => Math.abs(n - q[i]) < 1e-4);
  const t = overlays.transitions.find(
    (x) => (same(x.a, a) && same(x.b, b)) || (same(x.a, b) && same(x.b, a)),
  );
  return t ? t.room : null;
}

/** The border edge nearest to a point (of the clicked face, or of all), with the edges that continue
 * it in a straight line and lead to the same room: {edges, room}. Null if there is none. */
export function border(mesh, overlays, face, at) {
  const all = [];
  for (let e = 0; e < mesh.faces.length; e++)
    if (mesh.walkable[Math.floor(e / 3)] && mesh.neighbours[e] < 0) all.push(e);
  const own = all.filter((e) => Math.floor(e / 3) === face);
  const far = (e) => distance(at, corner(mesh, e, 0), corner(mesh, e, 1));
  const start = (own.length ? own : all).toSorted((a, b) => far(a) - far(b))[0];
  if (start === undefined) return null;
  const room = roomOf(mesh, overlays, start);
  const along = direction(mesh, start);
  const fits = (e) => {
    const d = direction(mesh, e);
    return d[0] * along[0] + d[1] * along[1] > STRAIGHT && roomOf(mesh, overlays, e) === room;
  };
  const byStart = new Map(all.map((e) => [vertex(mesh, e, 0), e]));
  const byEnd = new Map(all.map((e) => [vertex(mesh, e, 1), e]));
  const edges = new Set([start]);
  for (const [next, end] of [
    [byStart, 1],
    [byEnd, 0],
  ]) {
    let e = next.get(vertex(mesh, start, end));
    while (e !== undefined && !edges.has(e) && fits(e)) {
      edges.add(e);
      e = next.get(vertex(mesh, e, end));
    }
  }
  return { edges: [...edges], room };
}
