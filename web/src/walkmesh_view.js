// The faces of a walkmesh as one mesh in file space, below a group that is rotated upright. Each
// face has three vertices of its own, so that it can have its own colour and index.

import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
} from 'three';
import { byNumber, heat, NONE, paleOf, PLAIN } from './colours.js';
import { differenceOf } from './differences.js';
import { css } from './dom.js';
import { isDark } from './theme.js';
import { hideBacks, wallsOf } from './walls.js';
import { ABSURD, thinLines, wideLines } from './lines.js';
import { farRooms, middleOf, outliers } from './outliers.js';

const NO_NUMBER = 0xffffffff;
const SMALL = 0.5;

const isPlaceAt = (positions, v) => [0, 1, 2].every((k) => Math.abs(positions[v * 3 + k]) < ABSURD);
const expanded = (box) => box.expandByScalar(box.getSize(new Vector3()).length());

export class WalkmeshView {
  constructor(data, overlays) {
    this.data = data;
    this.overlays = overlays;
    this.faces = data.faces.length / 3;
    this.materials = new Map(data.materials.map((m) => [m.number, m]));
    this.group = new Group();
    this.group.name = 'walkmesh';
    if (data.up !== 'y') this.group.rotation.x = -Math.PI / 2;
    this.#build();
  }

  #build() {
    const { positions, faces } = this.data;
    const corners = new Float32Array(faces.length * 3);
    const far = this.#far();
    const sane = (v) => !far.has(v) && isPlaceAt(positions, v);
    // Faces whose corners cannot be places would flood the view: they are drawn as a point.
    this.leftOut = 0;
    const first = faces.find(sane) ?? -1;
    for (let f = 0; f < faces.length; f += 3) {
      const good = sane(faces[f]) && sane(faces[f + 1]) && sane(faces[f + 2]);
      if (!good) this.leftOut++;
      for (let k = 0; k < 3; k++) {
        const v = (good ? faces[f + k] : first) * 3;
        for (let i = 0; v >= 0 && i < 3; i++) corners[(f + k) * 3 + i] = positions[v + i];
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(corners.slice(), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(faces.length * 3), 3));
    geometry.computeVertexNormals();
    this.mesh = new Mesh(
      geometry,
      new MeshLambertMaterial({
        vertexColors: true,
        side: DoubleSide,
        forceSinglePass: true, // as glass, too, it is drawn once, not once for each side
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    this.mesh.castShadow = true;
    this.walls = wallsOf(corners, this.data.walkable, { y: this.data.up === 'y' });
    hideBacks(this.mesh, this.walls);
    this.group.add(this.mesh);
    this.corners = corners;
    // Lines that end elsewhere are not drawn. In the space of the file.
    this.within = far.size ? expanded(new Box3().setFromArray(corners)) : null;
    this.hasUnwalkable = this.data.walkable.some((w) => !w);
    this.solid = true;
  }

  /** Vertices that are far away from all others of their room, and those of rooms far away from all others. */
  #far() {
    const { positions, faces, room } = this.data;
    const rooms = new Map(); // number -> vertices of its faces
    for (let i = 0; i < faces.length; i++) {
      const r = room?.[Math.floor(i / 3)] ?? 0;
      if (!rooms.has(r)) rooms.set(r, new Set());
      if (isPlaceAt(positions, faces[i])) rooms.get(r).add(faces[i]);
    }
    const all = [...rooms].map(([number, set]) => {
      const list = [...set];
      return { number, list, at: list.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]) };
    });
    const away = farRooms(all.map(({ at }) => middleOf(at)));
    this.roomsLeftOut = [...away].map((i) => this.data.rooms[all[i].number].name);
    const found = all.flatMap(({ list, at }, i) =>
      away.has(i) ? list : outliers(at).map((n) => list[n]),
    );
    return new Set(found);
  }

  /** Whether a place of the file is in what is drawn, or near it. */
  isNear(p) {
    return !this.within || this.within.containsPoint(new Vector3(...p));
  }

  /** Hidden faces shrink to a point; their indices stay. */
  showUnwalkable(yes) {
    if (yes === this.solid) return;
    this.solid = yes;
    const { position } = this.mesh.geometry.attributes;
    position.array.set(this.corners);
    if (!yes)
      for (let f = 0; f < this.faces; f++)
        if (!this.data.walkable[f])
          for (let k = 1; k < 3; k++) position.array.copyWithin(f * 9 + k * 3, f * 9, f * 9 + 3);
    position.needsUpdate = true;
  }

  /** What to fit into the view. Some areas have a frame of unwalkable faces far outside: the floor
   * alone, if it is much smaller than everything. */
  interest() {
    this.group.updateMatrixWorld(true);
    const all = new Box3().setFromObject(this.mesh);
    const floor = new Box3();
    for (let f = 0; f < this.faces; f++)
      if (this.data.walkable[f])
        for (let k = 0; k < 3; k++) floor.expandByPoint(this.place(this.corner(f, k)));
    const size = (box) => box.getSize(new Vector3()).length();
    return !floor.isEmpty() && size(floor) < SMALL * size(all) ? floor : all;
  }

  corner(face, k) {
    const i = face * 9 + k * 3;
    return [this.corners[i], this.corners[i + 1], this.corners[i + 2]];
  }

  centre(face) {
    const [a, b, c] = [0, 1, 2].map((k) => this.corner(face, k));
    return a.map((n, i) => (n + b[i] + c[i]) / 3);
  }

  normal(face) {
    const n = this.mesh.geometry.attributes.normal;
    return [n.getX(face * 3), n.getY(face * 3), n.getZ(face * 3)];
  }

  materialOf(face) {
    const number = this.data.material[face];
    return this.materials.get(number) ?? { number, name: `material ${number}`, walkable: false };
  }

  /** Index of the tile that owns a face, or -1. */
  tileOf(face) {
    const tile = this.overlays.tiles?.tileOfFace[face] ?? NO_NUMBER;
    return tile === NO_NUMBER ? -1 : tile;
  }

  /** The colour of one face: {key, name, colour}; the legend shows these too. */
  classOf(face, mode) {
    const { region, room, rooms } = this.data;
    const number = (n, word) =>
      n === undefined || n === NO_NUMBER || n < 0
        ? { key: 'none', name: `no ${word}`, colour: NONE }
        : { key: n, name: `${word} ${n}`, colour: byNumber(n) };
    if (mode === 'region') return number(region[face], 'region');
    if (mode === 'island') return number(this.overlays.islands?.[face], 'island');
    if (mode === 'room' && room) {
      const n = room[face];
      return { key: n, name: rooms[n]?.name ?? `room ${n}`, colour: byNumber(n) };
    }
    if (mode === 'differences') return differenceOf(this.marks?.[face], this.side);
    const m = this.materialOf(face);
    if (mode === 'material')
      return { key: m.number, name: m.name, colour: this.#materialColour(m), walkable: m.walkable };
    return { key: 'plain', name: 'face', colour: this.data.walkable[face] ? PLAIN : NONE };
  }

  /** What is not walkable recedes into the background, so that the floor is prominent: pale on a light one. */
  #materialColour(m) {
    m.shown ??= m.colour
      ? new Color().setRGB(...m.colour.map((v) => (v > 1 ? v / 255 : v)), 'srgb')
      : byNumber(m.number);
    if (m.walkable || isDark()) return m.shown;
    m.pale ??= paleOf(m.shown);
    return m.pale;
  }

  /** Colour all faces and return the rows of the legend: [{name, colour, count, walkable}]. */
  colour(mode) {
    const attribute = this.mesh.geometry.attributes.color;
    const rows = new Map();
    const mixed = new Color();
    for (let f = 0; f < this.faces; f++) {
      if (mode === 'budget' || mode === 'normal') {
        this.#graded(f, mode, mixed);
      } else {
        const c = this.classOf(f, mode);
        const row = rows.get(c.key) ?? { ...c, count: 0 };
        row.count++;
        rows.set(c.key, row);
        mixed.copy(c.colour);
      }
      // Faces that are not walkable are dimmed.
      if (!['material', 'differences'].includes(mode) && !this.data.walkable[f])
        mixed.lerp(NONE, 0.75);
      for (let k = 0; k < 3; k++) attribute.setXYZ(f * 3 + k, mixed.r, mixed.g, mixed.b);
    }
    attribute.needsUpdate = true;
    return [...rows.values()].sort((a, b) => b.count - a.count);
  }

  #graded(face, mode, out) {
    if (mode === 'budget') {
      const tile = this.tileOf(face);
      const t = this.overlays.tiles;
      if (tile < 0) out.copy(NONE);
      else heat(t, t.count[tile], out);
      return;
    }
    const [x, y, z] = this.normal(face);
    out.setRGB(x * 0.5 + 0.5, y * 0.5 + 0.5, z * 0.5 + 0.5, 'srgb');
  }

  wireframe() {
    const { positions, faces } = this.data;
    const seen = new Set();
    const lines = [];
    for (let i = 0; i < faces.length; i++) {
      if (!this.solid && !this.data.walkable[Math.floor(i / 3)]) continue;
      const a = faces[i];
      const b = faces[i % 3 === 2 ? i - 2 : i + 1];
      const key = a < b ? a * 4194304 + b : b * 4194304 + a;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const v of [a, b])
        lines.push(positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]);
    }
    const { within } = this;
    return thinLines(new Float32Array(lines), { color: css('--ink-3d'), opacity: 0.45, within });
  }

  normals(length) {
    const lines = new Float32Array(this.faces * 6);
    for (let f = 0; f < this.faces; f++) {
      const c = this.centre(f);
      const n = this.normal(f);
      for (let k = 0; k < 3; k++) {
        lines[f * 6 + k] = c[k];
        lines[f * 6 + 3 + k] = c[k] + n[k] * length;
      }
    }
    return thinLines(lines, { color: css('--accent-3d') });
  }

  /** One face drawn over everything else: under the pointer, or of a finding. */
  highlight(face, color, opacity = 0.65) {
    const geometry = new BufferGeometry();
    const three = this.corners.slice(face * 9, face * 9 + 9);
    geometry.setAttribute('position', new BufferAttribute(three, 3));
    const fill = new Mesh(
      geometry,
      new MeshBasicMaterial({
        color,
        transparent: true,
        opacity,
        side: DoubleSide,
        depthTest: false,
      }),
    );
    fill.renderOrder = 5;
    fill.raycast = () => {};
    const edge = new Float32Array(
      [0, 3, 3, 6, 6, 0].flatMap((i) => [three[i], three[i + 1], three[i + 2]]),
    );
    const group = new Group();
    group.add(fill, wideLines(edge, { color, width: 2.5, above: true }));
    return group;
  }

  place(p) {
    return this.data.up === 'y' ? new Vector3(...p) : new Vector3(p[0], p[2], -p[1]);
  }
}
