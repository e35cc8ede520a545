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

const BORDERS = 2000;
const TOUCH = 1e-3;
const TOLERANCE = 0.01; // metres within which edges of rooms meet, as in `check`
const SAMPLES = 24;

const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
const inPlan = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const between = (p, q, t) => p.map((n, k) => n + (q[k] - n) * t);

/** The borders of a region: edges {a, b, index} without a neighbour to walk to. */
function bordersOf({ positions, faces, neighbours, walkable, region }, wanted) {
  const found = [];
  const corner = (v) => [0, 1, 2].map((k) => positions[faces[v] * 3 + k]);
  for (let e = 0; e < faces.length && found.length < BORDERS; e++) {
    const f = Math.floor(e / 3);
    if (region[f] !== wanted || !walkable[f]) continue;
    const n = neighbours[e];
    if (n >= 0 && walkable[n]) continue;
    found.push({ a: corner(e), b: corner(f * 3 + ((e + 1) % 3)), index: e });
  }
  return found;
}

/** The point of an edge that is nearest to a point. */
function onEdge(p, { a, b }) {
  const d = b.map((n, k) => n - a[k]);
  const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const along = d.reduce((sum, n, k) => sum + n * (p[k] - a[k]), 0);
  return between(a, b, square ? Math.min(1, Math.max(0, along / square)) : 0);
}

/** Where two edges are nearest to each other: {a, b, distance}. They do not cross. */
function nearest(p, q) {
  const pairs = [
    ...[p.a, p.b].map((c) => [c, onEdge(c, q)]),
    ...[q.a, q.b].map((c) => [onEdge(c, p), c]),
  ];
  return pairs
    .map(([a, b]) => ({ a, b, distance: apart(a, b) }))
    .reduce((best, x) => (x.distance < best.distance ? x : best));
}

const same = (p, q) =>
  (apart(p.a, q.b) < TOUCH && apart(p.b, q.a) < TOUCH) ||
  (apart(p.a, q.a) < TOUCH && apart(p.b, q.b) < TOUCH);

/** The part that two edges on one line have in common: {a, b}, or null. */
function shared(p, q) {
  const ends = [onEdge(q.a, p), onEdge(q.b, p)];
  const onLine = (c, d) => apart(c, onEdge(c, d)) < TOUCH;
  const inside = [p.a, p.b].filter((c) => onLine(c, q));
  const own = [...inside, ...ends.filter((c) => onLine(c, q))];
  const far = own.toSorted((c, d) => apart(d, own[0]) - apart(c, own[0]))[0];
  return own.length > 1 && apart(own[0], far) > TOLERANCE ? { a: own[0], b: far } : null;
}

/** The narrowest place between two regions: {a, b, distance, edge, overlap, edges, cut}, or null. edge:
 * they have a whole edge in common, not only a corner. overlap: only a part of one, from a to b. edges:
 * the indices of both. cut: there are too many borders to compare them all. */
export function gapBetween(mesh, from, to) {
  let best = null;
  const [own, others] = [from, to].map((region) => bordersOf(mesh, region));
  for (const p of own)
    for (const q of others) {
      // The ends of an edge cannot be nearer than this.
      const reach = apart(p.a, p.b) + apart(q.a, q.b);
      if (best && apart(p.a, q.a) - reach > best.distance) continue;
      const found = nearest(p, q);
      const touch = found.distance < TOUCH;
      const edge = touch && same(p, q);
      const part = touch && !edge ? shared(p, q) : null;
      const nearer = !best || found.distance < best.distance - TOUCH;
      if (nearer || (edge && !best.edge) || (part && !best.edge && !best.overlap))
        best = { ...found, ...part, edge, overlap: !!part, edges: [p.index, q.index] };
    }
  if (best) best.cut = Math.max(own.length, others.length) >= BORDERS;
  return best;
}

/** The surfaces of the faces at a point that are not walkable. */
function surfacesAt({ walkmesh, walkmeshView: view }, p) {
  const touches = (f) =>
    [0, 1, 2].some((k) => {
      const edge = { a: view.corner(f, k), b: view.corner(f, (k + 1) % 3) };
      return apart(p, onEdge(p, edge)) < TOUCH;
    });
  return [...walkmesh.walkable.keys()]
    .filter((f) => !walkmesh.walkable[f] && touches(f))
    .map((f) => view.materialOf(f).name);
}

/** The names of the surfaces that fill a gap and are not walkable; none if it is open for the most
 * part. */
function wallOf(app, { a, b }) {
  if (inPlan(a, b) < TOUCH) {
    const [below, above] = [surfacesAt(app, a), surfacesAt(app, b)]; // of an upright wall
    return below.length && above.length ? [...new Set([...below, ...above])] : [];
  }
  const hits = Array.from({ length: SAMPLES }, (_, i) =>
    app.core.pick(app.current.id, ...between(a, b, (i + 0.5) / SAMPLES)),
  ).filter((hit) => hit && !hit.walkable);
  return hits.length < SAMPLES / 2 ? [] : [...new Set(hits.map((hit) => hit.materialName))];
}

const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];

/** The gap in words. */
function describe({ a, b, distance, edge, overlap, cut }, surfaces) {
  const step = Math.abs(b[2] - a[2]);
  const plan = inPlan(a, b);
  const height = step > 0.01 ? `, with a step of ${metres(step)}` : '';
  if (surfaces.length) {
    const kind = `surface${surfaces.length > 1 ? 's' : ''} ${listed(surfaces)}`;
    const wall = plan < TOUCH ? `${metres(step)} high` : `${metres(plan)} wide${height}`;
    return `A wall is between the two parts of the floor: faces that are not walkable (${kind}), ${wall}.`;
  }
  if (edge) return 'Two faces share an edge but are not linked: an invisible wall.';
  if (overlap)
    return 'Edges of two faces overlap but have different ends, so nobody can cross there.';
  if (distance < TOUCH) return 'The two parts of the floor touch only in a corner.';
  const doubt = cut ? ` Only ${number(BORDERS)} borders of each were compared.` : '';
  return `A gap of ${metres(distance)} is between the two parts of the floor${height}.${doubt}`;
}

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
  const wide = first.distance > TOLERANCE && !first.leadsTo.includes(null);
  return {
    text: describeSeam(first, rooms) + also,
    line: [...first.a, ...first.b],
    at: between(first.a, first.b, 0.5),
    label: wide ? metres(first.distance) : 'no transition',
  };
}

/** The room of a face of an area, and an edge of the area's floor as an edge of that room. */
function inRoom({ room }, edge) {
  const own = room[Math.floor(edge / 3)];
  let before = 0; // faces of earlier rooms come first
  for (const r of room) before += r < own;
  return { room: own, edge: edge - 3 * before };
}

/** Edges of two rooms that overlap with different ends, as a place that is not linked; null if they are
 * not of two rooms. */
function split({ walkmesh, overlays }, gap) {
  if (!gap.overlap || !walkmesh.room) return null;
  const sides = gap.edges.map((e) => inRoom(walkmesh, e));
  if (sides[0].room === sides[1].room) return null;
  const leadsTo = sides.map(
    ({ room, edge }) =>
      overlays.transitions.find((x) => x.from === room && x.edge === edge)?.room ?? null,
  );
  const [rooms, edges] = [sides.map((s) => s.room), sides.map((s) => s.edge)];
  const seam = describeSeam({ rooms, edges, leadsTo, distance: 0 }, walkmesh.rooms);
  return `${seam} Their edges overlap but have different ends.`;
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
  const text = split(app, gap);
  const at = between(gap.a, gap.b, 0.5);
  if (text) return { text, line: [...gap.a, ...gap.b], at, label: 'no transition' };
  const surfaces = gap.distance < TOUCH ? [] : wallOf(app, gap);
  const size = surfaces.length ? `wall, ${metres(gap.distance)}` : metres(gap.distance);
  return {
    text: describe(gap, surfaces),
    line: [...gap.a, ...gap.b],
    at,
    label: gap.edge || gap.overlap ? 'not linked' : gap.distance < TOUCH ? 'only a corner' : size,
  };
}
