// What is drawn over a walkmesh: perimeters, transitions, hooks, boxes, tiles, wireframe,
// normals. Each layer is built when it is first shown and dropped with its document.

import { Group } from 'three';
import { app, on, emit } from './app.js';
import { tileName } from './colours.js';
import { css } from './dom.js';
import { boxEdges, pairs, thinLines, wideLines } from './lines.js';
import { setLabels } from './labels.js';

const LABELLED_TILES = 160;

/** A diamond; with a bearing, a line from its middle in that direction. */
function arrow([x, y, z], bearing, r) {
  const corners = [
    [x + r, y, z],
    [x, y + r, z],
    [x - r, y, z],
    [x, y - r, z],
  ];
  const lines = corners.flatMap((c, i) => [...c, ...corners[(i + 1) % 4]]);
  if (bearing === null) return lines;
  // Creatures and doors face along y of their model.
  return [...lines, x, y, z, x - 2 * r * Math.sin(bearing), y + 2 * r * Math.cos(bearing), z];
}

const makers = {
  wireframe: (view) => view.wireframe(),
  normals: (view, overlays, stage) => view.normals(Math.max(0.15, stage.sphere.radius / 60)),
  perimeters(view, overlays, stage) {
    // KotOR stores its perimeters; elsewhere they are the edges without a neighbour.
    const loops = overlays.perimeters;
    const lines = loops.length
      ? loops.flatMap((p) => [...pairs(p.points, p.closed)])
      : (overlays.borders ?? []);
    return lines.length
      ? wideLines(lines, {
          color: css('--perimeter-3d'),
          width: stage.sphere.radius > 60 ? 1.2 : 2.5,
          within: view.within,
        })
      : null;
  },
  transitions(view, overlays) {
    const lines = overlays.transitions.flatMap((t) => [...t.a, ...t.b]);
    const { within } = view;
    return lines.length
      ? wideLines(lines, { color: css('--transition-3d'), width: 5, within })
      : null;
  },
  hooks(view, overlays, stage) {
    const r = Math.max(0.12, stage.sphere.radius / 60);
    const lines = overlays.hooks.flatMap(({ at: [x, y, z] }) => [
      x - r,
      y,
      z,
      x + r,
      y,
      z,
      x,
      y - r,
      z,
      x,
      y + r,
      z,
      x,
      y,
      z - r,
      x,
      y,
      z + r,
    ]);
    return lines.length
      ? wideLines(lines, { color: css('--hook-3d'), width: 3, above: true })
      : null;
  },
  objects(view, overlays, stage) {
    const r = Math.max(0.2, stage.sphere.radius / 150);
    const lines = overlays.objects.flatMap((o) =>
      o.points.length > 3 ? [...pairs(o.points, true)] : arrow(o.at, o.bearing, r),
    );
    return wideLines(lines, { color: css('--hook-3d'), width: 2, above: true });
  },
  paths(view, overlays) {
    const { pathPoints: at, pathLinks: links } = overlays;
    const lines = [...links].flatMap((i) => [at[3 * i], at[3 * i + 1], at[3 * i + 2] + 0.1]);
    const marks = Array.from({ length: at.length / 3 }, (_, i) =>
      arrow([at[3 * i], at[3 * i + 1], at[3 * i + 2] + 0.1], null, 0.25),
    ).flat();
    return wideLines([...lines, ...marks], { color: css('--path-3d'), width: 2, above: true });
  },
  boxes(view, overlays) {
    const { level, bounds } = overlays.boxes;
    const chosen = [...level.keys()]
      .filter((i) => level[i] === app.boxLevel)
      .map((i) => ({
        min: bounds.subarray(i * 6, i * 6 + 3),
        max: bounds.subarray(i * 6 + 3, i * 6 + 6),
      }));
    return chosen.length
      ? wideLines(boxEdges(chosen), { color: css('--box-3d'), width: 1.5, within: view.within })
      : null;
  },
  tiles(view, overlays) {
    const { width, cols, rows } = overlays.tiles;
    const z = view.mesh.geometry.boundingBox?.min.z ?? 0;
    const lines = [];
    for (let c = 0; c <= cols; c++) lines.push(c * width, 0, z, c * width, rows * width, z);
    for (let r = 0; r <= rows; r++) lines.push(0, r * width, z, cols * width, r * width, z);
    return thinLines(new Float32Array(lines), { color: css('--tile-3d'), opacity: 0.9 });
  },
};

/** The lines of a layer for a walkmesh that is not the open one, or null. */
export const layerLines = (id, view, overlays, stage) => makers[id](view, overlays, stage);

const SAME_PLACE = 1e-3;

/** Edges one after the other that lead to the same room are one door, with one label. */
export function runs(transitions) {
  const found = [];
  const meets = (p, q) => p.every((n, i) => Math.abs(n - q[i]) < SAME_PLACE);
  for (const t of transitions) {
    const joined = found.find(
      (r) => r.from === t.from && r.room === t.room && (meets(r.b, t.a) || meets(r.a, t.b)),
    );
    if (!joined) found.push({ ...t });
    else if (meets(joined.b, t.a)) joined.b = t.b;
    else joined.a = t.a;
  }
  return found;
}

const labellers = {
  transitions: (view, overlays) =>
    runs(overlays.transitions).map((t) => ({
      at: view.place(t.a.map((n, i) => (n + t.b[i]) / 2)),
      text: `→ ${t.name || `room ${t.room}`}`,
      kind: 'transition',
    })),
  hooks: (view, overlays) =>
    overlays.hooks.map((k) => ({
      at: view.place(k.at),
      text: k.name.replaceAll('_', ' '),
      kind: 'hook',
    })),
  objects: (view, overlays) =>
    overlays.objects
      .filter((o) => o.kind === 'door')
      .map((o) => ({ at: view.place(o.at), text: o.name, kind: 'hook' })),
  tiles(view, overlays) {
    const { width, cols, count } = overlays.tiles;
    const z = view.mesh.geometry.boundingBox?.min.z ?? 0;
    const used = [...count.keys()].filter((i) => count[i]);
    if (used.length > LABELLED_TILES) return [];
    return used.map((i) => ({
      at: view.place([((i % cols) + 0.5) * width, (Math.floor(i / cols) + 0.5) * width, z]),
      text: `${tileName(overlays.tiles, i)}: ${count[i]}`,
      kind: count[i] > overlays.tiles.limit ? 'tile over' : 'tile',
    }));
  },
};

export class Overlays {
  constructor(stage, view, overlays) {
    Object.assign(this, { stage, view, overlays, made: new Map() });
    this.group = new Group();
    view.group.add(this.group);
    view.mesh.geometry.computeBoundingBox();
    this.refresh();
  }

  refresh() {
    for (const id of Object.keys(makers)) this.#set(id, app.layers[id] && this.has(id));
    this.view.mesh.visible = app.layers.surface;
    this.stage.invalidate();
  }

  has(id) {
    if (id === 'tiles') return !!this.overlays.tiles;
    if (id === 'boxes') return !!this.overlays.boxes?.count;
    if (['transitions', 'hooks', 'objects'].includes(id)) return !!this.overlays[id]?.length;
    if (id === 'paths') return !!this.overlays.pathPoints?.length;
    return true;
  }

  #set(id, shown) {
    // Boxes are made for one level, edges with or without those of faces that are not walkable.
    const variant = { boxes: app.boxLevel, wireframe: app.layers.solid }[id];
    const key = variant === undefined ? id : `${id} ${variant}`;
    if (variant !== undefined) this.#forgetOthers(id, key);
    if (shown && !this.made.has(key)) {
      const object = makers[id](this.view, this.overlays, this.stage);
      this.made.set(key, object);
      if (object) this.group.add(object);
    }
    const object = this.made.get(key);
    if (object) object.visible = !!shown;
    if (labellers[id]) setLabels(id, shown ? labellers[id](this.view, this.overlays) : []);
  }

  #forgetOthers(id, key) {
    for (const [name, object] of this.made) {
      if (!name.startsWith(`${id} `) || name === key || !object) continue;
      object.removeFromParent();
      object.geometry.dispose();
      this.made.delete(name);
    }
  }

  /** Colours come from the theme: build all layers again. */
  recolour() {
    for (const object of this.made.values()) {
      object?.removeFromParent();
      object?.geometry.dispose();
    }
    this.made.clear();
    this.refresh();
  }

  get levels() {
    const level = this.overlays.boxes?.level ?? [];
    return level.length ? level.reduce((most, n) => Math.max(most, n), 0) + 1 : 0;
  }

  static clearLabels() {
    for (const id of Object.keys(labellers)) setLabels(id, []);
  }
}

on('theme', () => app.overlayView?.recolour());
on('layers', () => app.overlayView?.refresh());
export const stepLevel = (step) => {
  const levels = app.overlayView?.levels ?? 0;
  if (!levels) return;
  app.boxLevel = Math.min(levels - 1, Math.max(0, app.boxLevel + step));
  app.layers.boxes = true;
  emit('layers');
};
