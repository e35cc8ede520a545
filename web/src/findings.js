// The findings of `check`, sorted by severity. Selecting one flies to its place and marks it.

import { Box3, Vector3 } from 'three';
import { app, emit, on, say } from './app.js';
import { $, css, h, number, plural, point } from './dom.js';
import { setLabels } from './labels.js';
import { selectObject } from './tree.js';

let stage = null;
let mark = null;
let list = [];
const RANK = { error: 0, warning: 1, info: 2, note: 2 };
const PINS = 60;
const PINNED = { error: 1, warning: 1 }; // infos get their pin when they are selected

export function startFindings(theStage) {
  stage = theStage;
  on('document', load);
}

async function load() {
  clearMark();
  list = [];
  setLabels('findings', []);
  const doc = app.current;
  if (!doc || doc.error?.code === 'failed') {
    draw(doc ? 'This file cannot be checked.' : 'Open a file to check it.');
    return;
  }
  if (doc.kind === 'archive') {
    draw('Choose a file of the archive to check it.');
    return;
  }
  draw('Checking …');
  // Draw first: checking a large area takes a moment.
  await new Promise((ok) => setTimeout(ok, 30));
  if (app.current !== doc) return;
  try {
    const report = app.core.check(doc.id);
    list = (report?.findings ?? []).toSorted(
      (a, b) => (RANK[a.severity] ?? 3) - (RANK[b.severity] ?? 3),
    );
    const known = app.documents.find((d) => d.id === doc.id);
    if (known) known.checked = { errors: report?.errors ?? 0, warnings: report?.warnings ?? 0 };
    draw();
  } catch (e) {
    draw(`This file cannot be checked: ${e.message}`);
  }
  emit('findings', list);
}

function place(f) {
  const at = f.at ?? f.place;
  if (at && app.walkmeshView) return app.walkmeshView.place(at);
  // Only findings in Black & White 2 models have places. In those, y is up and axes are left-handed.
  if (at && app.model) return new Vector3(at[0], at[1], -at[2]);
  if (Number.isInteger(f.face) && f.face < (app.walkmeshView?.faces ?? 0))
    return app.walkmeshView.place(app.walkmeshView.centre(f.face));
  const node = nodeOf(f);
  if (!node) return null;
  const box = new Box3().setFromObject(node);
  return box.isEmpty() ? node.getWorldPosition(new Vector3()) : box.getCenter(new Vector3());
}

// The tables of a Black & White 2 model, and the nodes made from them.
const LISTS = { bones: 'bone', meshes: 'mesh', entities: 'empty' };

/** The node that a finding is about. Each node knows which record of the file it came from. */
function nodeOf(f) {
  if (!app.model) return null;
  const path = f.path ?? '';
  const [, list, record] = /^(bones|meshes|entities)\[(\d+)\]/.exec(path) ?? [];
  const outline = /^(footprint|circles)\b/.exec(path)?.[1];
  const moved = /^animations\[\d+\]\.nodes\[/.test(path) && /'([^']+)'/.exec(f.message ?? '')?.[1];
  const nodes = app.model.json.nodes ?? [];
  let found = f.node ?? -1;
  if (list)
    found = nodes.findIndex(
      (n) => n.extras?.kind === LISTS[list] && n.extras.source === Number(record),
    );
  else if (outline)
    found = nodes.findIndex((n) => n.extras?.role === 'outline' && n.name === outline);
  else if (moved) found = nodes.findIndex((n) => n.name === moved);
  return app.model.objects.get(found) ?? null;
}

function draw(message) {
  const panel = $('panel-findings');
  const errors = list.filter((f) => f.severity === 'error').length;
  const warnings = list.filter((f) => f.severity === 'warning').length;
  const badge = $('findings-badge');
  badge.textContent = errors + warnings ? number(errors + warnings) : '';
  badge.className = `tab-badge ${errors ? 'error' : 'warning'}`;
  if (message) {
    panel.replaceChildren(h('p', { class: 'empty' }, message));
    return;
  }
  if (!list.length) {
    panel.replaceChildren(h('p', { class: 'empty good' }, 'OK: no findings.'));
    return;
  }
  const infos = list.length - errors - warnings;
  const sum = [
    errors ? plural(errors, 'error') : null,
    warnings ? plural(warnings, 'warning') : null,
    infos ? plural(infos, 'info') : null,
  ];
  panel.replaceChildren(
    h('p', { class: 'sum' }, sum.filter(Boolean).join(', ')),
    h(
      'ol',
      { class: 'findings' },
      list.map((f, i) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: `finding ${f.severity}`,
              id: `finding-${i}`,
              onclick: () => goTo(f, i),
            },
            h(
              'span',
              { class: 'finding-head' },
              h('code', {}, f.code),
              h('span', { class: 'where' }, whereText(f)),
            ),
            h('span', { class: 'finding-text' }, f.message ?? f.title ?? ''),
            f.notice ? h('span', { class: 'remedy' }, `In the game: ${f.notice}`) : '',
            f.remedy ? h('span', { class: 'remedy' }, `Fix: ${f.remedy}`) : '',
          ),
        ),
      ),
    ),
  );
  pins();
}

function pins(chosen = null) {
  const placed = list
    .map((f, i) => ({ f, i, at: place(f) }))
    .filter((x) => x.at && (x.f.severity in PINNED || x.f === chosen));
  setLabels(
    'findings',
    placed
      .filter((x, n) => n < PINS || x.f === chosen)
      .map(({ f, i, at }) => ({
        at,
        text: String(i + 1),
        kind: `pin ${f.severity}`,
        title: `Finding ${i + 1}: ${f.code}`,
        onclick: () => goTo(f, i),
        always: f === chosen,
      })),
  );
}

function whereText(f) {
  if (Number.isInteger(f.face)) return `face ${f.face}`;
  if (f.at ?? f.place) return point(f.at ?? f.place, 1);
  return f.path ?? '';
}

function clearMark() {
  mark?.removeFromParent();
  mark = null;
}

/** Fly to a finding and mark it. */
function goTo(f, i) {
  clearMark();
  document
    .querySelectorAll('.finding[aria-current]')
    .forEach((e) => e.removeAttribute('aria-current'));
  $(`finding-${i}`)?.setAttribute('aria-current', 'true');
  const at = place(f);
  if (!at) {
    say(`${f.code}: ${f.message} (not at a place that can be shown)`);
    return;
  }
  if (Number.isInteger(f.face) && f.face < (app.walkmeshView?.faces ?? 0)) {
    mark = app.walkmeshView.highlight(
      f.face,
      css(f.severity === 'error' ? '--error-3d' : '--warning-3d'),
      0.5,
    );
    app.walkmeshView.group.add(mark);
  }
  const node = nodeOf(f);
  if (node) selectObject(node);
  pins(f);
  stage.flyTo(at, Math.max(1.5, stage.sphere.radius / 8));
  say(`${f.code}: ${f.message}`);
}
