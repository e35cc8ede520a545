// Why there is no path: a door or placeable in the way, a passage that is too narrow, rooms that no
// transition links, or a gap between two parts of the floor.

import { number } from './dom.js';

const metres = (n) => `${number(n, 2)} m`;

/** The doors and placeables in the way: the first whose removal alone gives a path, or all. */
function inTheWay(list) {
  const [first] = list;
  const name = (o) => `${o.kind} ${o.name}`;
  const all = list.map((o) => `the ${name(o)}`);
  const names = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0];
  const text = `${names[0].toUpperCase()}${names.slice(1)} ${all.length > 1 ? 'are' : 'is'} in the way.`;
  return { text, at: first.at, label: first.name };
}

const BORDERS = 4000;
const TOUCH = 1e-3;

/** Points of the borders of a region: corners and middles of edges without a neighbour to walk to. */
function borderPoints({ positions, faces, neighbours, walkable, region }, wanted) {
  const found = [];
  for (let e = 0; e < faces.length && found.length < BORDERS; e++) {
    const f = Math.floor(e / 3);
    if (region[f] !== wanted || !walkable[f]) continue;
    const n = neighbours[e];
    if (n >= 0 && walkable[n]) continue;
    const corner = (v) => [0, 1, 2].map((k) => positions[faces[v] * 3 + k]);
    const [a, b] = [corner(e), corner(f * 3 + ((e + 1) % 3))];
    const middle = a.map((x, k) => (x + b[k]) / 2);
    found.push({ at: a }, { at: middle, middle: true });
  }
  return found;
}

/** The narrowest place between two regions: {a, b, distance, edge}, or null. edge: they have a whole
 * edge in common, not only a corner. */
export function gapBetween(mesh, from, to) {
  let best = null;
  const others = borderPoints(mesh, to);
  for (const p of borderPoints(mesh, from))
    for (const q of others) {
      const [a, b] = [p.at, q.at];
      const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      const edge = distance < TOUCH && !!p.middle && !!q.middle;
      if (!best || distance < best.distance - TOUCH || (edge && !best.edge))
        best = { a, b, distance, edge };
    }
  return best;
}

/** The gap in words. */
function describe({ a, b, distance, edge }) {
  const step = Math.abs(b[2] - a[2]);
  if (edge) return 'Two faces share an edge but are not linked: an invisible wall.';
  if (distance < TOUCH) return 'The two parts of the floor touch only in a corner.';
  const height = step > 0.01 ? `, with a step of ${metres(step)}` : '';
  return `A gap of ${metres(distance)} is between the two parts of the floor${height}.`;
}

const TOLERANCE = 0.01; // metres within which edges of rooms meet, as in `check`

/** Two rooms that touch but are not linked, in words. */
export function describeSeam(
  { rooms: [p, q], edges: [e, f], leadsTo: [to, back], distance },
  rooms,
) {
  const name = (i) => rooms[i]?.name ?? `room ${i}`;
  const [here, there] = [`edge ${e} of ${name(p)}`, `edge ${f} of ${name(q)}`];
  if (to === null && back === null)
    return `The rooms ${name(p)} and ${name(q)} touch (${here}, ${there}), but no transition links them.`;
  const wrong = [
    to !== null && to !== q ? `${here} leads to ${name(to)} instead of ${name(q)}` : null,
    back !== null && back !== p ? `${there} leads to ${name(back)} instead of ${name(p)}` : null,
    to === null ? `${here} has no transition` : null,
    back === null ? `${there} has no transition` : null,
  ].filter(Boolean);
  if (wrong.length)
    return `The rooms ${name(p)} and ${name(q)} touch, but ${wrong.join(', and ')}.`;
  if (distance > TOLERANCE)
    return `The rooms ${name(p)} and ${name(q)} lead to each other, but their edges (${here}, ${there}) are ${metres(distance)} apart.`;
  return `The rooms ${name(p)} and ${name(q)} touch (${here}, ${there}), but are not linked.`;
}

/** The first place on the way where rooms are not linked; the core lists them from the end. */
function notLinked(seams, rooms) {
  const first = seams.at(-1);
  const more = seams.length - 1;
  const also = more
    ? ` ${more === 1 ? 'One more place' : `${number(more)} more places`} on the way ${more === 1 ? 'is' : 'are'} not linked either.`
    : '';
  const apart = first.distance > TOLERANCE && !first.leadsTo.includes(null);
  return {
    text: describeSeam(first, rooms) + also,
    line: [...first.a, ...first.b],
    at: first.a.map((n, i) => (n + first.b[i]) / 2),
    label: apart ? metres(first.distance) : 'no transition',
  };
}

/** {text, line?, at?, label?}: what is between the two points, and where. */
export function whyNot(app, [a, b], { radius, through }, failed) {
  const { core, current, walkmesh } = app;
  if (failed.obstacles?.length) return inTheWay(failed.obstacles);
  if (!failed.firstFloor || !failed.secondFloor) {
    const free = radius > 0 && core.path(current.id, a, b, { through });
    const narrow = free && (free.found || (free.firstFloor && free.secondFloor));
    return { text: narrow ? `There is no room for ${metres(radius)} at a point.` : failed.why };
  }
  if (radius > 0 && core.path(current.id, a, b, { through }).found)
    return { text: `The way is too narrow for a radius of ${metres(radius)}.` };
  if (failed.seams?.length) return notLinked(failed.seams, walkmesh.rooms);
  const [from, to] = [a, b].map((p) => core.pick(current.id, ...p)?.face);
  const gap =
    from !== undefined && to !== undefined
      ? gapBetween(walkmesh, walkmesh.region[from], walkmesh.region[to])
      : null;
  if (!gap) return { text: failed.why };
  return {
    text: describe(gap),
    line: [...gap.a, ...gap.b],
    at: gap.a.map((n, i) => (n + gap.b[i]) / 2),
    label: gap.edge ? 'not linked' : gap.distance < TOUCH ? 'only a corner' : metres(gap.distance),
  };
}
