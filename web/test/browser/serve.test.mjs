// `waymark view --serve`: the page follows the files of a folder on disk.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { zip } from '../../src/zip.js';
import { command, native, nativeRun, open, site, suite } from './harness.mjs';

/** Starts the command; resolves when it has printed its address. */
function serve(...args) {
  const child = spawn(command, ['view', '--serve', '--json', '--no-open', ...args]);
  const ended = new Promise((ok) => child.on('exit', (code, signal) => ok(code ?? signal)));
  let out = '';
  return new Promise((ok, bad) => {
    child.stdout.on('data', (data) => {
      out += data;
      if (!out.includes('\n')) return;
      ok({
        ...JSON.parse(out),
        end: () => {
          child.kill('SIGINT');
          return ended;
        },
      });
    });
    child.on('exit', () => bad(new Error('the command ended')));
  });
}

suite('the viewer: waymark view --serve', (t) => {
  let dir;
  let served;
  let viewer;
  const file = (name) => path.join(dir, name);
  /** As careful programs do it: a new file that replaces the old one. */
  const put = (name, from) => {
    copyFileSync(from, file(`.${name}.tmp`));
    renameSync(file(`.${name}.tmp`), file(name));
  };
  const status = (pattern) =>
    viewer.until(
      (p) => new RegExp(p).test(document.getElementById('status-text').textContent),
      pattern,
      15,
    );
  const faces = () => viewer.page.evaluate(() => globalThis.waymark.app.walkmeshView?.faces);
  /** The camera is where it was, but for rounding. */
  const sameCamera = async (was) => {
    const is = await viewer.camera();
    is.forEach((n, i) => assert.ok(Math.abs(n - was[i]) < 1e-9, `${is} instead of ${was}`));
  };
  const openFile = async (name) => {
    await viewer.page.click(`.document[title="${name}"]`);
    await viewer.settle();
  };

  before(async () => {
    dir = t.samples.file('served');
    mkdirSync(dir);
    copyFileSync(t.samples.file('room.wok'), file('room.wok'));
    copyFileSync(t.samples.file('courtyard.wok'), file('other.wok'));
    for (const e of ['mdl', 'mdx'])
      copyFileSync(t.samples.file(`models/sample.${e}`), file(`sample.${e}`));
    writeFileSync(file('notes.txt'), 'nothing to see');
    served = await serve(dir);
    viewer = await open(t.browser.context, served.address);
    viewer.page.setDefaultTimeout(10000);
    await viewer.until(() => globalThis.waymark.app.current);
    await viewer.settle();
  });
  after(async () => {
    assert.equal(await served?.end(), 0);
  });

  it('shows the files of known formats', async () => {
    assert.equal(served.files, 4);
    assert.match(served.address, new RegExp(`^http://127.0.0.1:${served.port}/[0-9a-f]{32}/$`));
    assert.equal(await viewer.text('#files-sum'), '4 files, 34.6 KB');
    assert.equal(await viewer.text('#served-note'), 'Following changes on disk');
    assert.deepEqual(await viewer.page.$$eval('.document', (all) => all.map((e) => e.title)), [
      'other.wok',
      'room.wok',
      'sample.mdl',
    ]);
  });

  it('shows a file that changes, and keeps camera, document, tab and path', async () => {
    const { page } = viewer;
    await openFile('room.wok');
    const many = await faces();
    await page.click('#tab-path');
    await page.fill('#path-from', '1,1');
    await page.fill('#path-to', '4,4');
    await page.evaluate(() => document.getElementById('path-form').requestSubmit());
    await page.click('#tab-info');
    await page.focus('#canvas');
    await viewer.key('ArrowLeft', 'ArrowUp', '+', 's', 's');
    const camera = await viewer.camera();
    const length = await viewer.text('#path-result');
    assert.match(length, / m/);
    put('room.wok', t.samples.file('hills.wok'));
    await status('^Reloaded room.wok$');
    assert.notEqual(await faces(), many);
    assert.equal(await page.evaluate(() => globalThis.waymark.app.current.file), 'room.wok');
    await sameCamera(camera);
    assert.equal(await page.getAttribute('#tab-info', 'aria-selected'), 'true');
    assert.notEqual(await page.inputValue('#path-from'), '');
    assert.match(await viewer.text('#served-note'), /^Last change on disk: room\.wok, .*\d/);
    await viewer.shot('served');
    put('room.wok', t.samples.file('room.wok'));
    await viewer.until((n) => globalThis.waymark.app.walkmeshView?.faces === n, many, 15);
    await viewer.until((s) => document.getElementById('path-result').textContent === s, length, 5);
    await sameCamera(camera);
  });

  it('keeps the badges of files that did not change', async () => {
    const { page } = viewer;
    const badges = () =>
      page.$$eval('.document', (all) =>
        all.map((e) => `${e.title}: ${e.querySelector('.badge')?.textContent}`),
      );
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    const first = await badges();
    assert.ok(first.includes('other.wok: OK') && !first.some((b) => b.includes('undefined')));
    put('other.wok', path.join(site, 'examples/room/hall.wok'));
    await status('^Reloaded other.wok$');
    await viewer.until(() => document.getElementById('check-total'));
    const { errors } = native('check', '--json', file('other.wok'));
    assert.deepEqual(
      await badges(),
      first.map((b) => (b === 'other.wok: OK' ? `other.wok: ${errors} errors` : b)),
    );
    assert.match(await viewer.text('#check-total'), new RegExp(`^${errors} errors`));
    put('other.wok', t.samples.file('courtyard.wok'));
    await viewer.until(() =>
      /^3 files checked/.test(document.getElementById('check-total')?.textContent),
    );
    assert.deepEqual(await badges(), first);
  });

  it('keeps the node and the animation of a model', async () => {
    const { page } = viewer;
    await openFile('sample.mdl');
    await page.click('#tab-nodes');
    await page.click('#tree li:nth-child(2) .tree-name');
    const node = await page.textContent('#tree [aria-selected="true"] .tree-name');
    await page.selectOption('#anim-list', { index: 1 });
    await page.evaluate(() => globalThis.waymark.seek(0.25));
    nativeRun('set', '--field', 'radius=9', file('sample.mdl'), file('.x.mdl'));
    put('sample.mdl', file('.x.mdl'));
    await status('^Reloaded sample');
    assert.equal(await page.textContent('#tree [aria-selected="true"] .tree-name'), node);
    assert.equal(await page.evaluate(() => globalThis.waymark.playerState.time), 0.25);
    assert.equal(await page.evaluate(() => globalThis.waymark.playerState.playing), false);
  });

  it('compares again when one of the two files changes', async () => {
    const { page } = viewer;
    put('first.wok', t.samples.file('courtyard.wok'));
    put('second.wok', t.samples.file('courtyard.wok'));
    await viewer.until(() => globalThis.waymark.app.files.has('second.wok'), null, 15);
    await openFile('first.wok');
    await page.click('#tab-compare');
    await page.selectOption('#compare-file', { label: 'second.wok' });
    await page.click('#compare-go');
    await page.waitForSelector('#compare-sum');
    await viewer.settle();
    assert.equal(await viewer.text('#compare-sum'), 'identical');
    await viewer.key('t');
    const camera = await viewer.camera();
    const changed = t.samples.file('changed.wok');
    const change = (...options) =>
      nativeRun('set', '--force', ...options, t.samples.file('courtyard.wok'), changed);
    // The other file, then the open one.
    change('--material', '3-6=Metal');
    put('second.wok', changed);
    await status('^Reloaded second.wok');
    await viewer.until(() =>
      /difference/.test(document.getElementById('compare-sum')?.textContent),
    );
    assert.equal(await page.isVisible('#other-view'), true);
    assert.match(await viewer.text('#legend'), /Another material or texture4/);
    await sameCamera(camera);
    put('first.wok', changed);
    await status('^Reloaded first.wok');
    await viewer.until(() => document.getElementById('compare-sum')?.textContent === 'identical');
    await sameCamera(camera);
    assert.equal(await viewer.text('#pane-first'), 'first.wok');
    // Without the other file there is nothing to compare with.
    rmSync(file('second.wok'));
    await status('second.wok is no longer there');
    await viewer.until(() => document.getElementById('other-view').hidden);
    await viewer.key('t');
    rmSync(file('first.wok'));
    await status('first.wok is no longer there');
    assert.deepEqual(viewer.problems, []);
  });

  it('shows no error that stays for a file that was half written', async () => {
    const whole = readFileSync(t.samples.file('room.wok'));
    await openFile('room.wok');
    const many = await faces();
    writeFileSync(file('room.wok'), whole.subarray(0, 40));
    await viewer.until(() => !document.getElementById('error-card').hidden, null, 15);
    writeFileSync(file('room.wok'), whole);
    await viewer.until(() => document.getElementById('error-card').hidden, null, 15);
    await viewer.until((n) => globalThis.waymark.app.walkmeshView?.faces === n, many, 15);
    // A slow writer is waited for.
    const before = await viewer.page.evaluate(() => globalThis.waymark.app.shows);
    for (let i = 0; i <= 8; i++) {
      writeFileSync(file('room.wok'), whole.subarray(0, (whole.length * i) / 8));
      await new Promise((ok) => setTimeout(ok, 150));
    }
    await status('^Reloaded room.wok$');
    await viewer.until((n) => globalThis.waymark.app.shows > n, before, 15);
    assert.equal(await viewer.page.evaluate(() => globalThis.waymark.app.shows), before + 1);
    assert.equal(await faces(), many);
  });

  it('shows files that come and go', async () => {
    copyFileSync(t.samples.file('crate.pwk'), file('new.pwk'));
    await status('^Added new.pwk$');
    assert.equal(await viewer.page.$$eval('.document[title="new.pwk"]', (a) => a.length), 1);
    rmSync(file('new.pwk'));
    await status('^new.pwk is no longer there$');
    assert.equal(await viewer.page.$$eval('.document[title="new.pwk"]', (a) => a.length), 0);
    assert.equal(await viewer.page.evaluate(() => globalThis.waymark.app.current.file), 'room.wok');
  });

  it('does not lose what was changed in the page', async () => {
    const { page } = viewer;
    await openFile('room.wok');
    await page.evaluate(async () => {
      const { app } = globalThis.waymark;
      await globalThis.waymark.applyChange(
        app.core.edit(app.current.id, { faces: [0], material: 5 }),
        'paint',
      );
    });
    const mine = await page.evaluate(() => [...globalThis.waymark.app.core.fileBytes('room.wok')]);
    put('room.wok', t.samples.file('hills.wok'));
    await status('was also changed here: undo brings that back$');
    await page.focus('#canvas');
    await viewer.key('Control+z');
    assert.deepEqual(
      await page.evaluate(() => [...globalThis.waymark.app.core.fileBytes('room.wok')]),
      mine,
    );
    await viewer.key('Control+z');
  });

  it('keeps a file that was changed in the page and is gone from the disk', async () => {
    const { page } = viewer;
    put('mine.wok', t.samples.file('courtyard.wok'));
    await viewer.until(() => globalThis.waymark.app.files.has('mine.wok'), null, 15);
    await openFile('mine.wok');
    const mine = await page.evaluate(async () => {
      const { app, applyChange } = globalThis.waymark;
      await applyChange(app.core.edit(app.current.id, { faces: [0], material: 5 }), 'paint');
      return [...app.core.fileBytes('mine.wok')];
    });
    rmSync(file('mine.wok'));
    await status('^mine.wok is no longer on disk: it stays here with the changes made here$');
    assert.deepEqual(
      await page.evaluate(() => [...globalThis.waymark.app.core.fileBytes('mine.wok')]),
      mine,
    );
    assert.equal(await page.evaluate(() => globalThis.waymark.app.changed.has('mine.wok')), true);
    // The user removes it, after a question.
    await page.click('[aria-label="Remove mine.wok"]');
    await page.click('#ask-yes');
    await viewer.until(() => !globalThis.waymark.app.files.has('mine.wok'), null, 5);
    assert.equal(await page.evaluate(() => globalThis.waymark.app.changed.has('mine.wok')), false);
    await openFile('room.wok');
  });

  it('reads a large archive in parts', async () => {
    const bytes = readFileSync(t.samples.file('room.wok'));
    const filler = new Uint8Array(34 * 1048576);
    for (let i = 0; i < filler.length; i += 4096) filler[i] = i >> 12;
    const large = file('.large.zip');
    writeFileSync(
      large,
      await zip([
        { name: 'inner.wok', bytes },
        { name: 'filler.bin', bytes: filler },
      ]),
    );
    assert.ok(readFileSync(large).length > 32 * 1048576);
    renameSync(large, file('large.zip'));
    await status('^Added large.zip$');
    await viewer.page.click('.document[title$="inner.wok"]');
    await viewer.until(
      () =>
        /inner\.wok$/.test(globalThis.waymark.app.current.file) &&
        globalThis.waymark.app.walkmeshView,
      null,
      15,
    );
    const parts = await viewer.page.evaluate(() =>
      performance.getEntriesByType('resource').reduce((n, e) => n + e.encodedBodySize, 0),
    );
    assert.ok(parts < 4e6, `${parts} bytes`);
    rmSync(file('large.zip'));
    await status('^large.zip is no longer there$');
  });

  it('opens the file that is named, with those beside it', async () => {
    const named = await serve(file('room.wok'));
    const other = await open(t.browser.context, named.address);
    await other.until(() => globalThis.waymark.app.current);
    assert.equal(await other.page.evaluate(() => globalThis.waymark.app.current.file), 'room.wok');
    assert.match(await other.text('#files-sum'), /^4 files/);
    await other.page.close();
    assert.equal(await named.end(), 0);
  });

  it('loads 1,000 files', async () => {
    const crowd = t.samples.file('crowd');
    mkdirSync(crowd);
    for (let i = 0; i < 1000; i++)
      copyFileSync(t.samples.file('room.wok'), path.join(crowd, `room${i}.wok`));
    const many = await serve(crowd);
    const start = performance.now();
    const other = await open(t.browser.context, many.address);
    await other.until(() => globalThis.waymark.app.loadTime);
    console.log(`1,000 served files: ${Math.round(performance.now() - start)} ms`);
    assert.match(await other.text('#files-sum'), /^1,000 files/);
    copyFileSync(t.samples.file('hills.wok'), path.join(crowd, 'room7.wok'));
    await other.until(
      () => /^Reloaded room7.wok$/.test(document.getElementById('status-text').textContent),
      null,
      15,
    );
    assert.deepEqual(other.problems, []);
    await other.page.close();
    await many.end();
  });

  it('says when the command has ended, and asks nobody else', async () => {
    assert.deepEqual(viewer.problems, []);
    assert.deepEqual(
      viewer.requests.filter((u) => !u.startsWith(served.address) && !/^(blob|data):/.test(u)),
      [],
    );
    const gone = await serve(dir);
    const other = await open(t.browser.context, gone.address);
    assert.equal(await gone.end(), 0);
    await other.until(() => /has ended/.test(document.getElementById('served-note').textContent));
    await other.page.close();
  });
});
