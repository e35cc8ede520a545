// The shortest path between two points, with its length, and next to it the path that the tables of
// an NWN2 area give the game. Points are clicked in the view or entered as numbers.

import { app, emit, on, say } from './app.js';
import { $, css, h, number, plural, point } from './dom.js';
import { whyNot } from './blocked.js';
import { setLabels } from './labels.js';
import { pairs, wideLines } from './lines.js';

let stage = null;
let drawn = [];
let gap = null; // where a path that was not found ends, in the view
const NO_FLOOR = 'Paths need a file with a walkmesh.';
const tool = { active: false, a: null, b: null };

export function startPathTool(theStage) {
  stage = theStage;
  on('document', () => {
    clear();
    offer();
    const solid = app.overlays?.objects?.some((o) => ['door', 'placeable'].includes(o.kind));
    $('path-doors-row').hidden = !solid;
  });
  for (const id of ['path-radius', 'path-doors'])
    $(id).addEventListener('change', () => {
      if (!tool.a || !tool.b) return;
      find();
      reveal();
    });
  on('theme', () => {
    if (tool.a && tool.b) find();
  });
  $('path-form').addEventListener('submit', (e) => {
    e.preventDefault();
    fromForm();
    reveal();
  });
  $('path-clear').addEventListener('click', clear);
  $('path-pick').addEventListener('click', () => setActive(!tool.active));
  offer();
}

/** Without a floor there are no paths to ask for. */
function offer() {
  const floor = !!app.walkmeshView;
  for (const id of ['path-tool', 'path-form']) $(id).hidden = !floor;
  $('path-sum').textContent = floor
    ? 'Finds the shortest path over the floor between two points.'
    : NO_FLOOR;
}

const metres = (n) => `${n.toFixed(3)} m`;

export const pathActive = () => tool.active;

export function setActive(yes) {
  if (yes && !app.walkmeshView) {
    say(NO_FLOOR);
    return;
  }
  tool.active = yes;
  if (yes) emit('tool', 'path');
  document.body.classList.toggle('picking', yes);
  $('path-pick').setAttribute('aria-pressed', String(yes));
  $('tool-path').setAttribute('aria-pressed', String(yes));
  if (yes) {
    emit('tab', { id: 'path', quiet: true });
    say('Select the start of the path, then its end');
  }
}

/** A point of the view was clicked (file space). */
export function addPoint(p) {
  if (!tool.a || tool.b) {
    clear();
    tool.a = p;
    $('path-from').value = point(p, 3);
    pins();
    say(`From ${point(p)}: now select the end of the path`);
    return;
  }
  tool.b = p;
  $('path-to').value = point(p, 3);
  find();
  reveal();
}

/** Whoever asks for a path sees what is in its way. */
function reveal() {
  if (gap) stage.reveal(gap);
}

/** The same path in a file that was loaded again; the view stays as it is. */
export function findAgain([from, to]) {
  $('path-from').value = from;
  $('path-to').value = to;
  fromForm();
}

function read(id) {
  const parts = $(id)
    .value.trim()
    .split(/[\s,;]+/)
    .map(Number);
  if (parts.length < 2 || parts.length > 3 || parts.some((n) => !Number.isFinite(n))) return null;
  return parts;
}

function fromForm() {
  const [a, b] = [read('path-from'), read('path-to')];
  if (!a || !b) {
    say('Enter both points as X, Y or X, Y, Z', 'error');
    $(a ? 'path-to' : 'path-from').focus();
    return;
  }
  Object.assign(tool, { a, b });
  find();
}

function erase() {
  for (const o of drawn) {
    o.removeFromParent();
    o.geometry.dispose();
  }
  drawn = [];
  gap = null;
}

function clear() {
  erase();
  Object.assign(tool, { a: null, b: null });
  $('path-from').value = '';
  $('path-to').value = '';
  $('path-result').replaceChildren();
  setLabels('path', []);
  setLabels('gap', []);
  if (tool.active && !app.walkmeshView) setActive(false);
  stage?.invalidate();
}

function line(points, colour, width, dashed) {
  const dash = Math.max(0.3, stage.sphere.radius / 110);
  const o = wideLines(pairs(points), {
    color: css(colour),
    width,
    above: true,
    dash: dashed ? dash : 0,
  });
  app.walkmeshView.group.add(o);
  drawn.push(o);
}

/** Null where there are no tables, or where they are too damaged to follow. */
function gamePath() {
  try {
    return app.core.gamePath(app.current.id, tool.a, tool.b);
  } catch {
    return null;
  }
}

/** What the fields below the points say. */
function choices() {
  const radius = Number($('path-radius').value.trim().replace(',', '.'));
  return { radius: radius > 0 ? radius : 0, through: !$('path-doors').checked };
}

/** Draws what is between the two points; returns it in words. */
function explain(exact) {
  let why;
  try {
    why = whyNot(app, [tool.a, tool.b], choices(), exact);
  } catch {
    return exact.why;
  }
  if (why.line) line(why.line, '--error-3d', 6, false);
  gap = why.at ? app.walkmeshView.place(why.at) : null;
  if (gap) setLabels('gap', [{ at: gap, text: why.label, kind: 'warn', always: true }]);
  return why.text;
}

function find() {
  erase();
  setLabels('gap', []);
  const { core, current } = app;
  if (!app.walkmeshView) return;
  let exact;
  try {
    exact = core.path(current.id, tool.a, tool.b, choices());
    if (!exact.found) exact.why = explain(exact);
  } catch (e) {
    say(e.message, 'error');
    return;
  }
  const game = gamePath();
  // The game's path below, the exact one above it: where both agree, the exact one is visible.
  if (game?.found && game.points?.length >= 6) line(game.points, '--game-3d', 4, true);
  if (exact?.found && exact.line?.length >= 6) line(exact.line, '--path-3d', 5, false);
  pins(exact);
  result(exact, game);
  emit('path', { exact, game });
  stage.invalidate();
}

function pins(exact) {
  const ends = [
    [tool.a, 'A'],
    [tool.b, 'B'],
  ].filter(([p]) => p);
  const spots =
    exact?.found && exact.line?.length >= 6
      ? [
          [exact.line.slice(0, 3), 'A'],
          [exact.line.slice(-3), 'B'],
        ]
      : ends;
  setLabels(
    'path',
    spots.map(([p, text]) => ({
      at: app.walkmeshView.place([p[0], p[1], p[2] ?? 0]),
      text,
      kind: 'end',
      always: true,
    })),
  );
}

function result(exact, game) {
  const rows = [];
  const row = (kind, name, text) =>
    rows.push(
      h(
        'div',
        { class: 'path-row' },
        h('span', { class: `line ${kind}` }),
        h('span', {}, name),
        h('strong', {}, text),
      ),
    );
  row('exact', 'Shortest path', exact?.found ? metres(exact.length) : 'none');
  if (game) row('game', "The game's tables", game.found ? metres(game.length) : 'none');
  if (exact?.found && game?.found && exact.length > 0) {
    const more = (game.length / exact.length - 1) * 100;
    rows.push(
      h(
        'p',
        { class: 'note' },
        Math.abs(more) < 0.05
          ? 'Both have the same length.'
          : `The path of the game's tables is ${number(Math.abs(more), 1)} % ${more > 0 ? 'longer' : 'shorter'}.`,
      ),
    );
  }
  if (!exact?.found)
    rows.push(h('p', { class: 'note' }, exact?.why ?? 'The two points are not connected.'));
  if (exact?.found)
    rows.push(
      h(
        'p',
        { class: 'note' },
        `${exact.faces ? `Over ${plural(exact.faces.length, 'face')}. ` : ''}Lengths are measured in plan view.`,
      ),
    );
  $('path-result').replaceChildren(...rows);
  $('path-result').scrollIntoView({ block: 'nearest' }); // on a phone it is below the form
  say(
    exact?.found
      ? `Path of ${metres(exact.length)}${game?.found ? `, the game's ${metres(game.length)}` : ''}`
      : `No path: ${exact?.why ?? 'not connected'}`,
  );
}
