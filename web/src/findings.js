// The findings of `check`: one card for each code, with a number that its pins have too. Selecting one
// flies to its place and marks it. What can be repaired gets a button (repairs.js).

import { Box3, Vector3 } from 'three';
import { app, emit, on, say } from './app.js';
import { isDamaged } from './checked.js';
import { tileName } from './colours.js';
import { $, css, h, icon, number, plural, point } from './dom.js';
import { setLabels } from './labels.js';
import { isPlace } from './lines.js';
import { fixForm, PINNED, repairCard, startRepairs, tryRepair } from './repairs.js';
import { show } from './show.js';
import { openTab } from './tabs.js';
import { selectObject } from './tree.js';

let stage = null;
let mark = null;
let list = [];
let report = null; // what the check of the open document found
let loading = null; // a promise: the open document is being checked
let groups = []; // [{code, severity, number, items, at}]: equal codes together
const RANK = { error: 0, warning: 1, info: 2, note: 2 };
const MORE = /^and ([\d,]+) more of the same$/;

export function startFindings(theStage) {
  stage = theStage;
  startRepairs(() => {
    draw();
    tryAgain();
  });
  on('document', () => {
    loading = load();
  });
}

async function load() {
  clearMark();
  report = null;
  list = [];
  groups = [];
  setLabels('findings', []);
  const doc = app.current;
  if (!doc || doc.error?.code === 'failed') {
    draw(doc ? 'This file cannot be checked.' : 'Open a file to check it.');
    return;
  }
  if (doc.kind === 'archive' && !doc.error) {
    draw('Choose a file of the archive to check it.');
    return;
  }
  if (doc.error && !isDamaged(doc)) {
    draw(`This file cannot be opened, so it is not checked: ${doc.error.message}`);
    return;
  }
  draw('Checking …');
  // Draw first: checking a large area takes a moment.
  await new Promise((ok) => setTimeout(ok, 30));
  if (app.current !== doc) return;
  try {
    const { errors = 0, warnings = 0, findings = [], format } = app.core.check(doc.id) ?? {};
    list = findings;
    report = { id: doc.id, errors, warnings, findings, format };
    groups = grouped(list);
    app.checked.set(doc.id, { errors, warnings });
    draw();
    setTimeout(tryAgain, 30); // the cards come first
  } catch (e) {
    draw(`This file cannot be checked: ${e.message}`);
  }
  emit('findings', list);
}

/** Whether the open document can be repaired, after it was checked. */
function tryAgain() {
  if (report && app.current?.id === report.id) tryRepair(app.current, report);
}

/** Where to show a finding; null if that cannot be a place, as in a damaged file. */
function place(f) {
  const stored = f.at ?? f.place;
  const near = (p) => isPlace(p) && (app.walkmeshView?.isNear(p) ?? true);
  const at = stored && near(stored) ? stored : null;
  if (at && app.walkmeshView) return app.walkmeshView.place(at);
  // Only findings in Black & White 2 models have places. In those, y is up and axes are left-handed.
  if (at && app.model) return new Vector3(at[0], at[1], -at[2]);
  if (Number.isInteger(f.face) && f.face < (app.walkmeshView?.faces ?? 0)) {
    const centre = app.walkmeshView.centre(f.face);
    return near(centre) ? app.walkmeshView.place(centre) : null;
  }
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

/** Equal codes as one card, the heaviest first; each knows which of its findings is shown. */
function grouped(findings) {
  const byCode = new Map();
  for (const f of findings) {
    const key = `${f.severity} ${f.code}`;
    if (!byCode.has(key))
      byCode.set(key, { code: f.code, severity: f.severity, items: [], more: 0, at: 0 });
    // The last of a shortened list says how many there are besides.
    const more = MORE.exec(f.message ?? '');
    if (more) byCode.get(key).more = Number(more[1].replaceAll(',', ''));
    else byCode.get(key).items.push(f);
  }
  const sorted = [...byCode.values()].toSorted(
    (a, b) => (RANK[a.severity] ?? 3) - (RANK[b.severity] ?? 3),
  );
  sorted.forEach((g, i) => (g.number = i + 1));
  return sorted;
}

const counted = () =>
  (list.length && app.checked.get(app.current?.id)) || { errors: 0, warnings: 0 };

function draw(message) {
  const panel = $('panel-findings');
  // The list has at most 50 findings of a code; the counts are those of the file.
  const { errors, warnings } = counted();
  const badge = $('findings-badge');
  badge.textContent = errors + warnings ? number(errors + warnings) : '';
  badge.className = `tab-badge ${errors ? 'error' : 'warning'}`;
  if (message) {
    panel.replaceChildren(h('p', { class: 'empty' }, message));
    return;
  }
  const infos = list.filter((f) => !(f.severity in PINNED)).length;
  const sum = [
    errors ? plural(errors, 'error') : null,
    warnings ? plural(warnings, 'warning') : null,
    infos ? plural(infos, 'info') : null,
  ];
  const heavy = groups.filter((g) => g.severity in PINNED);
  const light = groups.filter((g) => !(g.severity in PINNED));
  panel.replaceChildren(
    repairCard(),
    heavy.length
      ? h('p', { class: 'sum' }, sum.filter(Boolean).join(', '))
      : h('p', { class: 'empty good' }, 'OK: no errors and no warnings.'),
    fixForm(list),
    h('ol', { class: 'findings' }, heavy.map(card)),
    light.length
      ? h(
          'details',
          { class: 'infos', id: 'infos' },
          h(
            'summary',
            {},
            `${plural(infos, 'info')} that ${infos === 1 ? 'needs' : 'need'} no action`,
          ),
          h('ol', { class: 'findings' }, light.map(card)),
        )
      : '',
  );
  pins();
}

/** Which finding of a card is shown; a shortened list has places for its first ones only. */
function countText({ at, items, more }) {
  const all = `${number(at + 1)} of ${number(items.length + more)}`;
  return more ? `${all}; the first ${number(items.length)} are listed` : all;
}

/** A text in which each command stays on one line if it fits; if not, its words stay whole. */
const withCommands = (text) =>
  text.split(/('(?:waymark |--)[^']*'[.,:;)]*)/).map((part, i) =>
    i % 2
      ? h(
          'span',
          { class: 'command' },
          part.split(/( )/).map((word) => (word === ' ' ? word : h('span', {}, word))),
        )
      : part,
  );

/** One code: what is wrong, what a player notices, what to do, and its places one by one. */
function card(g) {
  const f = g.items[g.at];
  const several = g.items.length > 1;
  const body = h('li', { class: `finding ${g.severity}`, 'data-number': g.number });
  const turn = (by) => {
    g.at = (g.at + by + g.items.length) % g.items.length;
    const fresh = card(g);
    body.replaceWith(fresh);
    goTo(g);
    fresh.querySelector(by > 0 ? '.next' : '.previous').focus();
  };
  const arrow = (by, name) =>
    h(
      'button',
      {
        type: 'button',
        class: `btn small ${name.toLowerCase()}`,
        'aria-label': `${name} finding of this kind`,
        title: name,
        onclick: () => turn(by),
      },
      icon('chevron'),
    );
  body.append(
    h(
      'button',
      {
        type: 'button',
        class: 'finding-go',
        id: `finding-${g.number - 1}`,
        onclick: () => goTo(g),
      },
      h(
        'span',
        { class: 'finding-head' },
        h('span', { class: `number ${g.severity}` }, String(g.number)),
        h('code', {}, g.code),
        h('span', { class: 'where' }, whereText(f)),
      ),
      h('span', { class: 'finding-text' }, f.message ?? ''),
    ),
    several
      ? h(
          'div',
          { class: 'row finding-turn' },
          arrow(-1, 'Previous'),
          h('span', { class: 'note' }, countText(g)),
          arrow(1, 'Next'),
        )
      : '',
    h(
      'dl',
      { class: 'remedies' },
      f.notice ? [h('dt', {}, 'In the game'), h('dd', {}, withCommands(f.notice))] : '',
      f.remedy ? [h('dt', {}, 'Fix'), h('dd', {}, withCommands(f.remedy))] : '',
    ),
  );
  return body;
}

/** Opens the findings at the first error of the open document that has a place, and flies there; a model
 * is seen whole. The status line keeps what it says about the document. Returns false if there are no
 * errors. */
async function flyToError() {
  await loading;
  const errors = groups.filter((g) => g.severity === 'error');
  const g = errors.find((e) => e.items.some(place)) ?? errors[0];
  if (!g) return false;
  emit('tab', { id: 'findings', quiet: true });
  g.at = Math.max(0, g.items.findIndex(place));
  document.querySelector(`.finding[data-number="${g.number}"]`)?.replaceWith(card(g));
  if (app.walkmeshView) goTo(g, { quiet: true });
  return true;
}

/** Flies to what is broken in what was just opened: in an area without errors of its own, in its worst
 * room. The other rooms with errors get a badge. Warnings and infos leave the view as it is. */
export async function flyToWorst() {
  const doc = app.current;
  const flown = await flyToError();
  if (doc?.kind !== 'area' || app.current !== doc) return;
  const rooms = app.documents.filter((d) => d.parent === doc.id && !d.waiting);
  const errors = rooms.map((d) => (d.error ? 0 : errorsOf(d)));
  emit('checked');
  const most = Math.max(0, ...errors);
  if (flown || !most) return;
  await show(rooms[errors.indexOf(most)]);
  await flyToError();
}

function errorsOf(doc) {
  try {
    const { errors, warnings } = app.core.check(doc.id);
    app.checked.set(doc.id, { errors, warnings });
    app.core.close(doc.id);
    return errors;
  } catch {
    return 0;
  }
}

// ---- pins ----

function pins(chosen = null) {
  const placed = groups
    .filter((g) => g.severity in PINNED || g === chosen)
    .flatMap((g) => g.items.map((f, i) => ({ g, f, i, at: place(f) })))
    .filter((x) => x.at);
  const current = (x) => x.g === chosen && x.i === chosen.at;
  setLabels(
    'findings',
    [...placed.filter(current), ...placed.filter((x) => !current(x))].map((x) => ({
      at: x.at,
      text: String(x.g.number),
      kind: `pin ${x.g.severity}${current(x) ? ' chosen' : ''}`,
      title: `Finding ${x.g.number}: ${x.g.code}`,
      onclick: () => {
        x.g.at = x.i;
        document.querySelector(`.finding[data-number="${x.g.number}"]`)?.replaceWith(card(x.g));
        openTab('findings');
        goTo(x.g);
      },
      cluster: true,
      always: current(x),
    })),
  );
}

function whereText(f) {
  const tile = /\btiles\[(\d+)\]/.exec(f.path ?? '')?.[1];
  if (tile && app.overlays?.tiles) return `tile ${tileName(app.overlays.tiles, Number(tile))}`;
  if (Number.isInteger(f.face)) return `face ${f.face}`;
  if (f.at ?? f.place) return point(f.at ?? f.place, 1);
  return f.path ?? '';
}

function clearMark() {
  mark?.removeFromParent();
  mark = null;
}

/** Fly to the chosen finding of a card and mark it. quiet: the status line stays as it is. */
function goTo(g, { quiet = false } = {}) {
  const f = g.items[g.at];
  clearMark();
  document
    .querySelectorAll('.finding[aria-current]')
    .forEach((e) => e.removeAttribute('aria-current'));
  const shown = document.querySelector(`.finding[data-number="${g.number}"]`);
  shown?.setAttribute('aria-current', 'true');
  shown?.scrollIntoView({ block: 'nearest' });
  const at = place(f);
  if (!at) {
    if (!quiet) say(`${f.code}: ${f.message} (not at a place that can be shown)`);
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
  pins(g);
  // Whoever did not ask for it sees more of the surroundings.
  stage.flyTo(at, Math.max(1.5, stage.sphere.radius / (quiet ? 4 : 6)));
  if (!quiet) say(`${f.code}: ${f.message}`);
}
