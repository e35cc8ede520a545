// Repairs of what the findings name, as `waymark fix` and `waymark rebuild` do them: the button, the options
// that it needs, and what was done.

import { app, say } from './app.js';
import { applyChange, checkAfter, undo } from './changes.js';
import { $, h, number, plural } from './dom.js';
import { saveFile } from './downloads.js';
import { mayRepair } from './remedies.js';
import { openTab } from './tabs.js';

// What needs action. Infos get their pin when they are selected.
export const PINNED = { error: 1, warning: 1 };
// What `fix` or `rebuild` does, by format.
const FIXABLE = [
  ...['kotor-bwm', 'kotor-mdl', 'kotor-lyt'],
  ...['nwn2-trn', 'nwn2-mdb', 'bw2-model'],
];
const DANGLING = ['AREA_TRANSITION_RANGE', 'AREA_TRANSITION_SELF'];
const TEXT_CODE = /_TEXT_/; // what only a text can have; a binary made from it leaves it out
const isDropped = (f) => f.severity in PINNED && TEXT_CODE.test(f.code);

let repair = null; // what the last repair did: {file, …}
let redraw = null;

export function startRepairs(draw) {
  redraw = draw;
}

/** A place for the button that repairs; '' if no command can. What a command can do is often decided by the
 * bytes: it is tried, and the button follows (tryRepair). */
export function fixForm(list) {
  const may = list.some((f) => f.severity in PINNED && mayRepair(f));
  if (!may || !FIXABLE.includes(app.current.format)) return '';
  return h(
    'form',
    { class: 'fix', id: 'fix-form', 'aria-busy': 'true', onsubmit: fix },
    h('button', { type: 'button', class: 'btn wide', disabled: true }, 'Looking for a repair …'),
  );
}

const WIDEST = { tolerance: 1, removeDangling: true };

/** What a check finds after a repair; null if there is none, or it does not help. */
function repaired(doc, before, options) {
  try {
    const after = checkAfter(app.core.fix(doc.id, options));
    return after && (doc.text || isBetter(before, after)) ? after : null;
  } catch {
    return null;
  }
}

/** Tries what a repair does to the open document. The button says how many findings it removes; without any it
 * goes away. Options of an area may remove more. before: what the check found. */
export function tryRepair(doc, before) {
  const form = $('fix-form');
  if (!form) return;
  const gaps = before.findings.filter((f) => f.code === 'AREA_SEAM_GAP');
  const dangling = before.findings.filter((f) => DANGLING.includes(f.code));
  const options = gaps.length + dangling.length > 0;
  const after = repaired(doc, before, {}) ?? (options ? repaired(doc, before, WIDEST) : null);
  if (!after) {
    form.remove();
    return;
  }
  const button = { type: 'submit', class: 'btn primary wide', id: 'fix' };
  form.removeAttribute('aria-busy');
  form.replaceChildren(
    ...[gapField(gaps), danglingBox(dangling)].filter(Boolean),
    h('button', button, fixLabel(before, after, options)),
  );
}

/** How many findings a repair removes, if that does not depend on options. Of a text, the binary leaves out more
 * than it repairs. */
function fixLabel(before, after, options) {
  const gone = before.errors + before.warnings - after.errors - after.warnings;
  const text = app.current.text || after.format !== before.format;
  return options || text || gone < 1 ? 'Fix the findings' : `Fix ${plural(gone, 'finding')}`;
}

/** How far vertices of two rooms may be moved to close a gap between them. */
function gapField(gaps) {
  if (!gaps.length) return '';
  const widths = gaps.flatMap((f) => [...f.message.matchAll(/([\d.]+) m at its/g)]);
  const most = Math.max(...widths.map((m) => Number(m[1])));
  return h(
    'label',
    {},
    `Close gaps of up to, in metres (the largest listed: ${number(Math.ceil(most * 1000 - 1e-6) / 1000, 3)})`,
    h('input', {
      ...{ type: 'text', id: 'fix-tolerance', value: '0.01', inputmode: 'decimal' },
      ...{ autocomplete: 'off', spellcheck: 'false' },
    }),
  );
}

/** Transitions that lead nowhere may be meant for a room that is still missing: they stay unless asked. */
function danglingBox(dangling) {
  if (!dangling.length) return '';
  return h(
    'label',
    { class: 'choice' },
    h('input', { type: 'checkbox', id: 'fix-dangling' }),
    h('span', {}, 'Remove transitions that lead to no other room'),
  );
}

/** What the fields say. */
function choices() {
  const text = $('fix-tolerance')?.value.trim().replace(',', '.') ?? '';
  const tolerance = text ? Number(text) : 0;
  if (text && !(tolerance > 0 && tolerance <= 1))
    throw new Error(`gaps of more than 0 and at most 1 m can be closed, not '${text}'`);
  return { tolerance, removeDangling: !!$('fix-dangling')?.checked };
}

const weight = (r) => [r.errors, r.warnings];
const isBetter = (a, b) =>
  weight(b)[0] !== weight(a)[0] ? weight(b)[0] < weight(a)[0] : weight(b)[1] < weight(a)[1];

/** Codes that have fewer findings than before, or those that are left. */
function codes(before, after, fewer) {
  const count = (report, code) => report.findings.filter((f) => f.code === code).length;
  const all = [...new Set(before.findings.filter((f) => f.severity in PINNED).map((f) => f.code))];
  return all.filter((c) => count(after, c) < count(before, c) === fewer);
}

async function fix(event) {
  const doc = app.current;
  event.preventDefault();
  try {
    const before = app.core.check(doc.id);
    const answer = app.core.fix(doc.id, choices());
    const chosen = $('fix-tolerance') || $('fix-dangling') ? ' with these options' : '';
    if (!answer.files.length) throw new Error(`nothing can be repaired${chosen}`);
    const files = await applyChange(answer, `Repair of ${doc.title}`);
    const after = app.core.check(app.current.id);
    // Of a text, the core compares what its binary has before and after.
    if (!doc.text && !isBetter(before, after)) {
      await undo(true);
      throw new Error('a repair would not help');
    }
    repair = {
      file: app.current.file,
      files,
      repaired: codes(before, after, true).filter((c) => !TEXT_CODE.test(c)),
      dropped: answer.result ? before.findings.filter(isDropped) : [],
      left: codes(before, after, false),
      copied: !app.files.has(doc.file),
      changes: answer.changes,
    };
    redraw();
    $('documents').querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    say(`${doc.title}: repaired`);
  } catch (e) {
    say(`${doc.title}: ${e.message}`, 'error');
  }
}

/** Files in an archive stay as they are. */
const copyNote = () =>
  `The archive was not changed. This is a copy of the ${app.current.kind === 'area' ? 'whole area' : 'file'}.`;

/** What the last repair did, with the files to save. */
export function repairCard() {
  if (!repair || repair.file !== app.current?.file) return '';
  const names = repair.files.filter((f) => app.changed.has(f));
  if (!names.length) return '';
  const line = (word, list) =>
    list.length ? [h('dt', {}, word), list.map((text) => h('dd', {}, text))] : '';
  return h(
    'section',
    { class: 'repair', id: 'repair' },
    h('h3', {}, 'Repaired'),
    repair.copied ? h('p', { class: 'note' }, copyNote()) : '',
    h(
      'dl',
      { class: 'remedies' },
      line('Fixed', repair.repaired),
      line('Left', repair.left),
      line(
        'Not in the binary',
        repair.dropped.map((f) => `${f.code}: ${f.message}`),
      ),
      line(
        'Changed',
        repair.changes.map((c) => `${c.field}: ${c.message}`),
      ),
    ),
    h(
      'p',
      { class: 'row' },
      names.length === 1
        ? h(
            'button',
            { type: 'button', class: 'btn primary', onclick: () => saveFile(names[0]) },
            'Save',
          )
        : h(
            'button',
            { type: 'button', class: 'btn primary', onclick: () => openTab('save') },
            `Save ${plural(names.length, 'file')}`,
          ),
      h(
        'button',
        { type: 'button', class: 'btn', id: 'repair-undo', onclick: () => undo() },
        'Undo',
      ),
    ),
  );
}
