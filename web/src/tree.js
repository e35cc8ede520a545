// The nodes of a model (or the rooms of an area) as a tree: search, eyes, selection. The keys
// are those of the ARIA tree pattern: arrows, Home, End, Enter; space switches visibility.

import { Box3, Box3Helper, Color, Sphere } from 'three';
import { app, emit, on, say } from './app.js';
import { $, css, h, icon, number, plural } from './dom.js';

let stage = null;
let items = []; // {node, name, depth, kind, object, children, parent, open}
let selected = null;
let marker = null;

export function startTree(theStage) {
  stage = theStage;
  on('document', build);
  $('tree-search').addEventListener('input', draw);
  $('tree').addEventListener('keydown', keys);
  build();
}

export function searchNodes() {
  $('tree-search').focus();
  $('tree-search').select();
}

function build() {
  select(null);
  items = app.model ? modelItems() : roomItems();
  $('tree-search').value = '';
  draw();
}

function modelItems() {
  const { json, objects } = app.model;
  const nodes = json.nodes ?? [];
  const rootOf = json.scenes?.[0]?.nodes?.[0];
  const made = [];
  const parents = new Map();
  nodes.forEach((n, i) => (n.children ?? []).forEach((c) => parents.set(c, i)));
  // Coarser levels have no parent in the file: show them next to the finest.
  nodes.forEach((n, i) =>
    (n.extensions?.MSFT_lod?.ids ?? []).forEach((c) => {
      if (!parents.has(c)) parents.set(c, parents.get(i));
    }),
  );
  const below = new Map();
  nodes.forEach((_, i) => {
    if (i === rootOf) return;
    const p = parents.has(i) && parents.get(i) !== rootOf ? parents.get(i) : -1;
    if (!below.has(p)) below.set(p, []);
    below.get(p).push(i);
  });
  const stack = (below.get(-1) ?? []).map((n) => ({ n, depth: 0, parent: null })).reverse();
  while (stack.length) {
    const { n, depth, parent } = stack.pop();
    const children = below.get(n) ?? [];
    const extras = nodes[n].extras ?? {};
    if (extras.kind === 'times') continue; // for Blender: it is not in the file
    const item = {
      node: n,
      name: nodes[n].name ?? `node ${n}`,
      depth,
      parent,
      kind: String(extras.role ?? extras.kind ?? 'node'),
      object: objects.get(n),
      children: children.length,
      open: depth < 4 || nodes.length < 60,
      extras,
    };
    made.push(item);
    for (const c of children.toReversed()) stack.push({ n: c, depth: depth + 1, parent: item });
  }
  return made;
}

function roomItems() {
  const rooms = app.walkmesh?.rooms ?? [];
  if (rooms.length < 1) return [];
  const faces = new Map();
  for (const r of app.walkmesh.room ?? []) faces.set(r, (faces.get(r) ?? 0) + 1);
  return rooms.map((r, i) => ({
    node: i,
    name: r.name,
    depth: 0,
    parent: null,
    kind: 'room',
    object: null,
    children: 0,
    open: true,
    room: i,
    extras: { faces: faces.get(i) ?? 0, ...(r.position ? { position: r.position } : {}) },
  }));
}

const WITHOUT = {
  walkmesh: 'walkmeshes have none',
  terrain: 'terrain has none',
  texture: 'textures have none',
  table: 'only models and areas have them',
  archive: 'choose a model in the archive',
};

function noNodes() {
  const doc = app.current;
  if (!doc) return 'Open a model to see its nodes.';
  return `No nodes: ${(!doc.error && WITHOUT[doc.kind]) || 'there are none in this file'}.`;
}

function visibleItems() {
  const words = $('tree-search').value.trim().toLowerCase();
  if (words)
    return items.filter((i) => i.name.toLowerCase().includes(words) || i.kind.includes(words));
  return items.filter((i) => {
    for (let p = i.parent; p; p = p.parent) if (!p.open) return false;
    return true;
  });
}

function draw() {
  const searching = $('tree-search').value.trim() !== '';
  const list = visibleItems();
  const tree = $('tree');
  const focus = tree.contains(document.activeElement);
  const current = list.includes(selected) ? selected : list[0];
  tree.replaceChildren(...list.map((i) => row(i, i === current, searching)));
  tree.hidden = !list.length;
  $('tree-empty').hidden = list.length > 0;
  $('tree-empty').textContent = items.length ? 'No node name contains this text.' : noNodes();
  $('tree-search').disabled = !items.length;
  $('tree-count').textContent = items.length
    ? plural(list.length, items[0].kind === 'room' ? 'room' : 'node')
    : '';
  if (focus) tree.querySelector('[tabindex="0"]')?.focus();
  details();
}

function row(item, tabbable, flat) {
  const off = item.object && app.model.hiddenByUser.has(item.object);
  const element = h(
    'li',
    {
      role: 'treeitem',
      'aria-label': `${item.name}, ${item.kind}${off ? ', hidden' : ''}`,
      tabindex: tabbable ? '0' : '-1',
      'aria-level': flat ? 1 : item.depth + 1,
      'aria-selected': String(item === selected),
      'aria-expanded': item.children && !flat ? String(item.open) : null,
      style: `--depth:${flat ? 0 : item.depth}`,
      class: off ? 'off' : null,
      onclick: () => {
        select(item);
      },
    },
    h(
      'span',
      {
        class: `twist${item.children && !flat ? '' : ' leaf'}${item.open ? ' open' : ''}`,
        'aria-hidden': 'true',
        onclick: (e) => {
          e.stopPropagation();
          item.open = !item.open;
          draw();
        },
      },
      item.children && !flat ? icon('chevron') : '',
    ),
    h('span', { class: 'tree-name' }, item.name),
    h('span', { class: `tag tag-${item.kind}` }, item.kind),
    item.object
      ? h(
          'button',
          {
            type: 'button',
            class: 'eye',
            tabindex: '-1',
            'aria-label': `${off ? 'Show' : 'Hide'} ${item.name}`,
            'aria-pressed': String(!!off),
            onclick: (e) => {
              e.stopPropagation();
              toggle(item);
            },
          },
          icon(off ? 'hidden' : 'eye'),
        )
      : '',
  );
  element.item = item;
  return element;
}

function toggle(item) {
  const set = app.model?.hiddenByUser;
  if (!set || !item.object) return;
  if (set.has(item.object)) set.delete(item.object);
  else set.add(item.object);
  emit('layers');
  say(`${item.name} ${set.has(item.object) ? 'hidden' : 'shown'}`);
  draw();
}

export function select(item) {
  selected = item;
  marker?.removeFromParent();
  marker?.geometry?.dispose();
  marker = null;
  const box = item && boxOf(item);
  if (box && !box.isEmpty()) {
    marker = new Box3Helper(box, new Color(css('--select-3d')));
    marker.raycast = () => {};
    marker.material.depthTest = false;
    marker.renderOrder = 8;
    stage.scene.add(marker);
  }
  stage.invalidate();
  if (item) draw();
}

export const selectedName = () => selected?.name ?? null;

/** Selects a node again after its file was reloaded. */
export function selectName(name) {
  const item = items.find((i) => i.name === name);
  if (!item) return;
  for (let p = item.parent; p; p = p.parent) p.open = true;
  select(item);
}

function boxOf(item) {
  const box = new Box3();
  if (item.room !== undefined) {
    const { room } = app.walkmesh;
    for (let f = 0; f < room.length; f++) {
      if (room[f] !== item.room) continue;
      for (let k = 0; k < 3; k++)
        box.expandByPoint(app.walkmeshView.place(app.walkmeshView.corner(f, k)));
    }
    return box;
  }
  if (!item.object) return box;
  item.object.updateWorldMatrix(true, true);
  box.setFromObject(item.object, item.object.isSkinnedMesh);
  if (box.isEmpty()) {
    const r = stage.sphere.radius / 80;
    item.object.getWorldPosition(box.min);
    box.max.copy(box.min).addScalar(r);
    box.min.subScalar(r);
  }
  return box;
}

/** Select what was clicked in the view. */
export function selectObject(object) {
  const node = app.model?.nodeOf(object);
  const item = items.find((i) => i.node === node);
  if (!item) return null;
  for (let p = item.parent; p; p = p.parent) p.open = true;
  select(item);
  $('tree').querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  return item;
}

function fly(item) {
  const box = boxOf(item);
  if (!box.isEmpty()) stage.fit(box.getBoundingSphere(new Sphere()));
}

function details() {
  const panel = $('node-details');
  panel.hidden = !selected;
  if (!selected) return;
  const def = app.model?.def(selected.node) ?? {};
  const rows = [];
  for (const part of ['translation', 'rotation', 'scale'])
    if (def[part] && app.model) rows.push([part, def[part]]);
  const o = selected.object;
  if (o) {
    let triangles = 0;
    const materials = new Set();
    o.traverse((m) => {
      if (!m.isMesh || app.model.nodeOf(m) !== selected.node) return;
      triangles += (m.geometry.index?.count ?? m.geometry.attributes.position.count) / 3;
      materials.add(m.userData.own?.name);
    });
    if (triangles)
      rows.push(['triangles', triangles], ['materials', [...materials].filter(Boolean).join(', ')]);
  }
  rows.push(...Object.entries(selected.extras).filter(([k]) => k !== 'kind'));
  panel.replaceChildren(
    h(
      'div',
      { class: 'row spread' },
      h('h3', {}, selected.name),
      h(
        'button',
        { type: 'button', class: 'btn small', onclick: () => fly(selected) },
        'Fly there',
      ),
    ),
    h(
      'dl',
      { class: 'facts' },
      rows.map(([k, v]) => [h('dt', {}, k), h('dd', {}, value(v))]),
    ),
  );
}

function value(v) {
  if (Array.isArray(v)) {
    const shown = v
      .slice(0, 24)
      .map((x) =>
        typeof x === 'number'
          ? number(x, 4)
          : typeof x === 'object'
            ? JSON.stringify(x)
            : String(x),
      );
    return shown.join(', ') + (v.length > 24 ? ` … (${v.length})` : '');
  }
  if (typeof v === 'number') return number(v, 5);
  return typeof v === 'object' && v ? JSON.stringify(v) : String(v);
}

function keys(e) {
  const row = e.target.closest('[role=treeitem]');
  if (!row || e.ctrlKey || e.metaKey || e.altKey) return;
  const rows = [...$('tree').children];
  const at = rows.indexOf(row);
  const item = row.item;
  const go = (i) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, i))];
    if (next) {
      select(next.item);
      $('tree').querySelector('[aria-selected="true"]')?.focus();
    }
  };
  const open = (yes) => {
    item.open = yes;
    select(item);
  };
  const acts = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    ArrowRight: () => (item.children && !item.open ? open(true) : go(at + 1)),
    ArrowLeft: () =>
      item.children && item.open
        ? open(false)
        : item.parent && go(rows.findIndex((r) => r.item === item.parent)),
    Enter: () => {
      select(item);
      fly(item);
    },
    ' ': () => toggle(item),
  };
  if (!acts[e.key]) return;
  e.preventDefault();
  e.stopPropagation();
  acts[e.key]();
}
