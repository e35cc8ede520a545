// The panel with what to show: colouring, layers, level of the boxes, level of detail; and the
// legend in the corner of the view.

import { app, emit, on } from './app.js';
import { $, h, number, plural } from './dom.js';
import { COLOURINGS, LAYERS } from './layers.js';
import { heat, surfaceLabel, text } from './colours.js';
import { differenceRows } from './differences.js';
import { offers } from './offers.js';

const LEGEND_ROWS = 12;
const LEGEND_GAP = 24;

let stage = null;

export function startViewPanel(theStage) {
  stage = theStage;
  for (const event of ['shown', 'document']) on(event, draw);
  draw();
  // On a phone, the sheet hides the legend: what is fitted gets its room.
  new ResizeObserver(() => {
    const before = stage.covered.w;
    cover($('legend'));
    if (stage.fitted && !before !== !stage.covered.w) stage.fit(stage.sphere, true);
  }).observe($('legend'));
}

export function toggleLayer(id) {
  const layer = LAYERS.find((l) => l.id === id);
  if (!offers(layer.needs)) return false;
  app.layers[id] = !app.layers[id];
  if (id === 'wireframe') app.wireframeChoice = app.layers[id];
  if (id === 'models') app.modelsChoice = app.layers[id];
  emit('layers');
  emit('status', { text: `${layer.label} ${app.layers[id] ? 'on' : 'off'}` });
  return true;
}

export function setColouring(id) {
  const c = COLOURINGS.find((x) => x.id === id);
  if (!offers(c.needs)) return false;
  app.colouring = id;
  emit('colouring');
  emit('status', { text: `Coloured by: ${c.label.toLowerCase()}` });
  return true;
}

let built = '';

/** Builds the panel again only when it offers other things. Otherwise only its marks change, so
 * that sliders can be dragged and the focus stays. */
function draw() {
  // A document without that colouring falls back to the one that all documents have.
  const mode = COLOURINGS.find((c) => c.id === app.colouring);
  if (app.current && !offers(mode.needs) && offers()) {
    app.colouring = 'material';
    emit('colouring');
    return;
  }
  legend();
  const structure = JSON.stringify([
    app.current?.id,
    app.overlayView?.levels,
    app.layers.boxes,
    app.model?.levels,
    [...LAYERS, ...COLOURINGS].map((l) => offers(l.needs)),
  ]);
  if (structure !== built) build();
  built = structure;
  sync();
}

function build() {
  const panel = $('panel-view');
  const active = panel.contains(document.activeElement) ? document.activeElement.id : null;
  if (!offers()) {
    panel.replaceChildren(
      h(
        'p',
        { class: 'empty' },
        app.current ? 'This file has no layers.' : 'Open a file to see its layers.',
      ),
    );
    return;
  }
  const groups = [...new Set(LAYERS.map((l) => l.group))];
  panel.replaceChildren(colourings(), ...groups.map(group), levels(), lods());
  if (active) $(active)?.focus();
}

function sync() {
  const check = (id, yes) => {
    if ($(id)) $(id).checked = yes;
  };
  for (const c of COLOURINGS) check(`colouring-${c.id}`, app.colouring === c.id);
  for (const l of LAYERS) check(`layer-${l.id}`, app.layers[l.id]);
  for (let i = 1; i <= (app.model?.levels ?? 0); i++) check(`lod-${i}`, app.lod === i);
  if (!$('box-level')) return;
  const { level } = app.overlays.boxes;
  const shown = level.reduce((n, l) => n + (l === app.boxLevel), 0);
  $('box-level').value = app.boxLevel;
  $('box-text').textContent =
    `${app.boxLevel} of ${app.overlayView.levels - 1}: ${plural(shown, 'box', 'boxes')}`;
}

function colourings() {
  const rows = COLOURINGS.filter((c) => offers(c.needs)).map((c) =>
    h(
      'label',
      { class: 'choice' },
      h('input', {
        type: 'radio',
        name: 'colouring',
        id: `colouring-${c.id}`,
        onchange: () => setColouring(c.id),
      }),
      h('span', {}, c.label),
      h('kbd', {}, c.key),
    ),
  );
  return h('fieldset', {}, h('legend', {}, 'Colour by'), rows);
}

function group(name) {
  const rows = LAYERS.filter((l) => l.group === name && offers(l.needs)).map((l) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'checkbox', id: `layer-${l.id}`, onchange: () => toggleLayer(l.id) }),
      h('span', {}, l.label),
      h('kbd', {}, l.key),
    ),
  );
  return rows.length ? h('fieldset', {}, h('legend', {}, name), rows) : '';
}

function levels() {
  const count = app.overlayView?.levels ?? 0;
  if (!count || !app.layers.boxes) return '';
  return h(
    'fieldset',
    {},
    h('legend', {}, 'Level of the AABB boxes'),
    h(
      'div',
      { class: 'slider' },
      h('input', {
        type: 'range',
        id: 'box-level',
        min: 0,
        max: count - 1,
        step: 1,
        'aria-label': 'Level of the AABB boxes',
        oninput: (e) => {
          app.boxLevel = Number(e.target.value);
          app.layers.boxes = true;
          emit('layers');
        },
      }),
      h('output', { id: 'box-text', for: 'box-level' }),
    ),
  );
}

function lods() {
  const count = app.model?.levels ?? 1;
  if (count < 2) return '';
  const choices = Array.from({ length: count }, (_, i) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name: 'lod', id: `lod-${i + 1}`, onchange: () => setLod(i + 1) }),
      h('span', {}, i ? `Level ${i + 1}` : 'Level 1 (finest)'),
    ),
  );
  return h('fieldset', {}, h('legend', {}, 'Level of detail'), choices);
}

export function setLod(level) {
  const count = app.model?.levels ?? 1;
  app.lod = ((level - 1 + count) % count) + 1;
  emit('layers');
  emit('status', {
    text: `Level of detail ${app.lod} of ${count}: ${plural(app.model?.counts.triangles ?? 0, 'triangle')}`,
  });
}

let legendOpen = true;

function legend() {
  const box = $('legend');
  const floor = app.walkmeshView && app.layers.surface && app.colouring !== 'plain';
  box.hidden = !floor && app.colouring !== 'differences';
  stage.covered = { w: 0, h: 0 };
  if (box.hidden) return;
  const title = COLOURINGS.find((c) => c.id === app.colouring).label;
  box.replaceChildren(
    h(
      'details',
      {
        open: legendOpen,
        ontoggle: (e) => {
          if (legendOpen === e.target.open) return;
          legendOpen = e.target.open;
          cover(box);
          if (stage.fitted) stage.fit();
        },
      },
      h('summary', {}, title),
      ...content(),
    ),
  );
  cover(box);
}

/** Tells the view what the legend covers. */
function cover({ offsetWidth, offsetHeight }) {
  const gap = offsetWidth ? LEGEND_GAP : 0; // a phone may not show it
  stage.covered = { w: offsetWidth + gap, h: offsetHeight + gap };
}

function content() {
  if (app.colouring === 'normal')
    return [h('p', {}, 'Direction of each face: red along x, green along y, blue upwards')];
  if (app.colouring === 'budget') return budget();
  const entries =
    app.colouring === 'differences'
      ? differenceRows([app.compare?.answer.marks, app.compare?.answer.otherMarks])
      : (app.legend ?? []);
  const rows = entries
    .slice(0, LEGEND_ROWS)
    .map((r) =>
      h(
        'li',
        {},
        h('span', { class: 'swatch', style: `background:${text(r.colour)}` }),
        h('span', { class: 'legend-name' }, surfaceLabel(r.name, r.walkable !== false)),
        h('span', { class: 'count' }, number(r.count)),
      ),
    );
  const more = entries.length - rows.length;
  return [h('ul', {}, rows), more > 0 ? h('p', {}, `and ${more} more`) : ''];
}

function budget() {
  const { tiles } = app.overlays;
  const { count, limit } = tiles;
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map((s) => text(heat(tiles, Math.round(s * limit))));
  const most = count.reduce((a, b) => Math.max(a, b), 0);
  const over = count.filter((n) => n > limit).length;
  return [
    h('div', { class: 'ramp', style: `background:linear-gradient(90deg,${stops.join(',')})` }),
    h('div', { class: 'ramp-ends' }, h('span', {}, '0'), h('span', {}, `${limit} a tile`)),
    h(
      'p',
      {},
      `Fullest tile: ${most} of ${limit} walkable triangles. `,
      over
        ? h(
            'strong',
            {},
            h('span', { class: 'swatch', style: `background:${text(heat(tiles, limit + 1))}` }),
            ` ${plural(over, 'tile')} over the limit`,
          )
        : 'No tile is over the limit.',
    ),
  ];
}
