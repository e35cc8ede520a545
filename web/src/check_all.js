// "Check all": every file gets a badge, and the sum of their findings follows. What changes later is checked again.

import { app, emit, on, say } from './app.js';
import { anyStale, isChecked } from './checked.js';
import { $, plural } from './dom.js';
import { progress } from './progress.js';

export function startCheckAll() {
  $('check-all').addEventListener('click', checkAll);
  on('findings', checkAgain);
}

export const checkable = () =>
  app.documents.filter(
    (d) => !d.waiting && d.format !== 'txi' && !['archive', 'unknown'].includes(d.kind),
  );

let checking = false;

/** Checks every file of a list, one after the other. tell(done, of): about ten times a second. Returns
 * false if files were added or removed meanwhile. */
async function checkThese(documents, tell) {
  let last = performance.now();
  for (const [i, d] of documents.entries()) {
    if (performance.now() - last > 100) {
      await tell(i, documents.length);
      last = performance.now();
    }
    if (!app.documents.includes(d)) return false;
    if (isChecked(d.id)) continue;
    try {
      const { errors, warnings } = app.core.check(d.id);
      app.checked.set(d.id, { errors, warnings });
    } catch {
      app.checked.set(d.id, { errors: 1, warnings: 0 });
    }
    if (d.id !== app.current?.id) app.core.close(d.id);
  }
  return true;
}

/** Until all that which() lists is checked, also if files come and go meanwhile. */
async function checkUntilDone(which, tell) {
  checking = true;
  $('check-all').disabled = true;
  try {
    while (!(await checkThese(which(), tell)));
  } finally {
    checking = false;
    $('check-all').disabled = false;
  }
}

/** Checks every file; each gets its badge, and the sum follows. */
async function checkAll() {
  if (checking) return;
  await checkUntilDone(checkable, (done, of) => progress('Checking', done, of, 'file'));
  app.checkedAll = true;
  emit('progress', { done: 1, of: 1 });
  emit('checked');
  if (allChecked()) say(checkTotal());
}

/** After a change: what was checked before and may be different now, and after "Check all" also files that
 * are new. The status line says what changed. */
async function checkAgain() {
  if (checking || allChecked() || !(app.checkedAll || anyStale())) return;
  const which = () => checkable().filter((d) => app.checkedAll || app.checked.has(d.id));
  await checkUntilDone(which, () => new Promise((ok) => setTimeout(ok)));
  emit('checked');
}

/** The sum is that of the files that are open now. */
export const allChecked = () =>
  app.checkedAll && checkable().length > 0 && checkable().every((d) => isChecked(d.id));

export function checkTotal() {
  const counts = checkable().map((d) => app.checked.get(d.id));
  const sum = (key) => counts.reduce((n, c) => n + c[key], 0);
  const bad = counts.filter((c) => c.errors || c.warnings).length;
  return bad
    ? `${plural(sum('errors'), 'error')} and ${plural(sum('warnings'), 'warning')} in ${bad} of ${plural(counts.length, 'file')}`
    : `${plural(counts.length, 'file')} checked: no errors and no warnings`;
}
