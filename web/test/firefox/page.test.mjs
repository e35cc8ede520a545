// The viewer in Firefox: what every user does first, with files of each family.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FirefoxViewer, hasScreen, launchFirefox, missingFirefox } from './harness.mjs';
import { EXAMPLES } from '../../src/example_list.js';
import {
  command,
  decodePng,
  difference,
  makeSamples,
  native,
  nativeRun,
  serve,
  site,
} from '../browser/harness.mjs';

const reason = missingFirefox();
if (reason) console.log(`Firefox tests skipped: ${reason}`);
const noScreen = hasScreen() ? false : 'no Xvfb, so Firefox has no WebGL';

describe('the viewer in Firefox', { skip: reason ?? false }, () => {
  const hall = path.join(site, 'examples/room/hall.wok');
  let samples;
  let server;
  let firefox;
  let viewer;
  const file = (name) => samples.file(name);

  before(async () => {
    samples = await makeSamples();
    server = await serve();
    firefox = await launchFirefox({ window: hasScreen() });
    viewer = await FirefoxViewer.open(firefox, server.url);
  });
  after(async () => {
    await firefox?.close();
    server?.close();
    samples?.remove();
  });

  it('starts, with WebGL', { skip: noScreen }, async () => {
    assert.equal(await viewer.page.evaluate(() => document.documentElement.dataset.ready), 'true');
    assert.equal(await viewer.page.evaluate(() => globalThis.waymark.stage.flat ?? false), false);
    assert.equal(await viewer.text('#status-text'), 'Open files or a folder to view them');
  });

  it('draws files of each family', async () => {
    const empty = await viewer.pixels();
    const glb = file('sample.glb');
    nativeRun('convert', '-q', file('models/sample.mdl'), glb);
    const all = (folder) => readdirSync(file(folder)).map((n) => file(`${folder}/${n}`));
    const trx = readdirSync(file('terrain')).find((n) => n.endsWith('.trx'));
    const bwm = readdirSync(file('bw2')).find((n) => n.endsWith('.bwm'));
    const mdb = readdirSync(file('mdb')).find((n) => n.endsWith('.mdb'));
    for (const [name, kind, files] of [
      ['walkmesh', 'walkmesh', [file('courtyard.wok')]],
      ['model', 'model', [file('models/sample.mdl'), file('models/sample.mdx')]],
      ['area', 'area', all('area')],
      ['terrain', 'terrain', [file(`terrain/${trx}`)]],
      ['mdb', 'model', [file(`mdb/${mdb}`)]],
      ['bw2', 'model', [file(`bw2/${bwm}`)]],
      ['glb', 'model', [glb]],
    ]) {
      await viewer.clear();
      await viewer.pick(...files);
      assert.equal(await viewer.page.evaluate(() => globalThis.waymark.app.current.kind), kind);
      assert.ok(difference(empty, await viewer.pixels(name)) > 0.01, `${name} is drawn`);
    }
    await viewer.clear();
    await viewer.drop(file('room.wok'));
    assert.match(await viewer.text('#status-text'), /^room.wok: 74 faces/);
    assert.deepEqual(viewer.problems, []);
  });

  it('finds the path that the command finds', async () => {
    await viewer.clear();
    await viewer.pick(file('courtyard.wok'));
    const { length } = native('path', '--json', file('courtyard.wok'), '0.5,0.5', '6.5,4.5')
      .results[0];
    await viewer.click('#tab-path');
    await viewer.page.type('#path-from', '0.5, 0.5');
    await viewer.page.type('#path-to', '6.5, 4.5');
    await viewer.click('#path-form [type=submit]');
    await viewer.until(() => document.getElementById('path-result').textContent);
    assert.ok((await viewer.text('#path-result')).includes(`${length.toFixed(3)} m`));
    await viewer.shot('path');
  });

  it('shows findings, repairs as the command does, saves and undoes', async () => {
    await viewer.clear();
    await viewer.pick(hall);
    await viewer.click('#tab-findings');
    const { errors } = native('check', '--json', hall);
    await viewer.until(() => !!document.getElementById('fix'));
    assert.ok(errors > 0);
    assert.equal(
      await viewer.page.evaluate(() => {
        const { app } = globalThis.waymark;
        return app.core.check(app.current.id).errors;
      }),
      errors,
    );
    await viewer.key('f');
    const before = await viewer.pixels();
    await viewer.click('#finding-0');
    await viewer.settle();
    assert.ok(difference(before, await viewer.pixels()) > 0.02, 'it flies to the finding');
    const fixed = file('hall-fixed.wok');
    nativeRun('fix', hall, '-o', fixed, '--force');
    await viewer.click('#fix');
    await viewer.until(() => !!document.getElementById('repair'));
    const saved = await viewer.download('hall.wok', () => viewer.click('#repair .primary'));
    assert.deepEqual(saved, readFileSync(fixed));
    await viewer.key('Control+z');
    await viewer.until(() => !!document.getElementById('fix'));
    await viewer.key('Control+y');
    await viewer.until(() => !!document.getElementById('repair'));
  });

  const set = (from, ...options) => {
    nativeRun('set', '--force', ...options, from, file('set.out'));
    return readFileSync(file('set.out'));
  };
  const saved = async (name) => {
    await viewer.click('#tab-save');
    return viewer.download(name, () => viewer.click('#changed-files button'));
  };

  it('paints faces, moves hooks and renames textures as the command does', async () => {
    await viewer.clear();
    await viewer.pick(file('courtyard.wok'));
    await viewer.click('#tab-edit');
    await viewer.key('t');
    await viewer.page.select('#edit-material', '7');
    await viewer.click('#edit-paint');
    const centre = await viewer.page.evaluate(() => globalThis.waymark.app.walkmeshView.centre(9));
    await viewer.clickAt(centre);
    await viewer.until(() => globalThis.waymark.app.changed.size === 1);
    assert.deepEqual(await saved('courtyard.wok'), set(file('courtyard.wok'), '--material', '9=7'));
    await viewer.key('Control+z');
    await viewer.until(() => globalThis.waymark.app.changed.size === 0);
    await viewer.key('t');

    await viewer.clear();
    await viewer.pick(file('crate.pwk'));
    await viewer.click('#tab-edit');
    const type = async (id, text) => {
      await viewer.page.evaluate((field) => document.querySelector(field).select(), id);
      await viewer.page.focus(id);
      await viewer.page.keyboard.type(text);
      await viewer.page.keyboard.press('Enter');
      await viewer.until(() => globalThis.waymark.app.changed.size > 0);
      await viewer.settle();
    };
    await type('#edit-hook-0', '1.5, -2, 0.25');
    assert.deepEqual(
      await saved('crate.pwk'),
      set(file('crate.pwk'), '--hook', 'relative1=1.5,-2,0.25'),
    );

    await viewer.clear();
    const mdb = file('mdb/plc_stage.mdb');
    await viewer.pick(mdb);
    await viewer.click('#tab-edit');
    const i = native('info', '--json', mdb).textures.indexOf('plc_stage_n');
    await type(`#edit-texture-${i}`, 'my_stage_n');
    assert.deepEqual(
      await saved('plc_stage.mdb'),
      set(mdb, '--replace-texture', 'plc_stage_n=my_stage_n'),
    );
    assert.deepEqual(viewer.problems, []);
  });

  it('edits cells of a table', async () => {
    const table = file('firefox.2da');
    writeFileSync(table, '2DA V2.0\n\n Label Walk\n0 Dirt 1\n1 Grass ****\n');
    await viewer.clear();
    await viewer.pick(table);
    await viewer.click('#table td[data-row="0"][data-column="1"]');
    await viewer.page.keyboard.press('ArrowDown');
    await viewer.page.keyboard.press('Enter');
    await viewer.page.keyboard.type('1');
    await viewer.page.keyboard.press('Enter');
    await viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await viewer.shot('table');
    assert.deepEqual(await saved('firefox.2da'), set(table, '--cell', '1.Walk=1'));
    assert.deepEqual(viewer.problems, []);
  });

  it('takes a dropped folder, and checks all of its files', async () => {
    await viewer.clear();
    const area = file('broken-area');
    await viewer.dropFolder(area);
    assert.equal(await viewer.page.evaluate(() => globalThis.waymark.app.current.kind), 'area');
    await viewer.click('#check-all');
    await viewer.until(() => !!document.getElementById('check-total'));
    const reports = readdirSync(area)
      .filter((f) => !f.endsWith('.vis'))
      .map((f) => native('check', '--json', path.join(area, f)));
    const sum = (key) => reports.reduce((n, r) => n + r[key], 0);
    assert.match(
      await viewer.text('#check-total'),
      new RegExp(`^${sum('errors')} errors? and ${sum('warnings')} warnings? in `),
    );
    const badges = await viewer.page.$$eval('.document .badge', (all) => all.length);
    assert.equal(badges, reports.length);
    assert.deepEqual(viewer.problems, []);
  });

  it('measures with the tape, and saves a picture with it', async () => {
    await viewer.clear();
    await viewer.pick(file('courtyard.wok'));
    await viewer.key('t');
    const bare = await viewer.download('courtyard.png', () => viewer.click('#tool-picture'));
    await viewer.click('#tool-measure');
    const [a, b] = [
      [0.5, 0.5, 1.25],
      [6.5, 4.5, 1.25],
    ];
    for (const p of [a, b]) await viewer.clickAt(p);
    await viewer.until(() => /^Distance/.test(document.getElementById('status-text').textContent));
    const text = await viewer.text('#status-text');
    assert.ok(Math.abs(Number(/[\d.]+/.exec(text)[0]) - Math.hypot(6, 4)) < 0.05, text);
    await viewer.settle();
    const data = await viewer.download('courtyard.png', () => viewer.click('#tool-picture'));
    const [before, after] = [bare, data].map(decodePng);
    const size = await viewer.page.$eval('#canvas', (e) => [e.width, e.height]);
    assert.deepEqual([after.width, after.height], size);
    assert.ok(new Set(after.data).size > 50, 'it is not empty');
    // The line and its length.
    const changed = difference(before, after);
    assert.ok(changed > 0.002 && changed < 0.1, `${changed} of the pixels`);
    await viewer.key('Escape', 't');
    assert.deepEqual(viewer.problems, []);
  });

  it('opens examples, by their buttons and by links', async () => {
    await viewer.clear();
    const count = await viewer.page.$$eval('#example-list button', (all) => all.length);
    assert.equal(count, EXAMPLES.length);
    for (const [i, { id }] of EXAMPLES.entries()) {
      await viewer.clear();
      const before = await viewer.page.evaluate(() => globalThis.waymark.app.shows ?? 0);
      await viewer.page.evaluate((name) => document.getElementById(`example-${name}`).click(), id);
      await viewer.until((n) => (globalThis.waymark.app.shows ?? 0) > n, before);
      await viewer.settle();
      assert.match(await viewer.page.url(), new RegExp(`\\?example=${id}$`));
      const title = await viewer.text('#document-title');
      if (i) continue; // one link is enough: the page is loaded again for it
      const linked = await FirefoxViewer.open(firefox, `${server.url}?example=${id}`);
      await linked.until(() => globalThis.waymark.app.shows > 0);
      assert.equal(await linked.text('#document-title'), title);
      assert.deepEqual(linked.problems, []);
      await linked.page.close();
    }
    await viewer.clear();
    assert.deepEqual(viewer.problems, []);
  });

  it('compares two files', async () => {
    const [first, second] = [file('compare/first.wok'), file('compare/second.wok')];
    mkdirSync(file('compare'));
    copyFileSync(file('courtyard.wok'), first);
    nativeRun('set', '--material', '9=7', first, second);
    await viewer.clear();
    await viewer.pick(first, second);
    const alone = await viewer.pixels();
    await viewer.click('#tab-compare');
    await viewer.click('#compare-go');
    await viewer.until(() => !!document.getElementById('compare-sum'));
    await viewer.settle();
    const { differences } = native('diff', '--json', first, second);
    const listed = await viewer.page.$$eval('#panel-compare code', (all) => all.length);
    assert.ok(differences.length > 0 && listed >= differences.length, `${listed} are listed`);
    assert.ok(difference(alone, await viewer.pixels('compare')) > 0.05, 'there are two panes');
    assert.equal(await viewer.page.$$eval('#stage canvas', (all) => all.length), 3);
    await viewer.clear();
    assert.deepEqual(viewer.problems, []);
  });

  it('saves what the command converts', async () => {
    await viewer.clear();
    await viewer.pick(file('courtyard.wok'));
    const out = file('courtyard.glb');
    nativeRun('convert', '-q', file('courtyard.wok'), out);
    await viewer.click('#tab-save');
    const saved = await viewer.download('courtyard.glb', () => viewer.click('#save-glb'));
    assert.deepEqual(saved, readFileSync(out));
  });

  it('has two themes and can be used with the keyboard', async () => {
    const theme = () => viewer.page.evaluate(() => document.documentElement.dataset.theme);
    await viewer.page.focus('#canvas');
    const [first, pixels] = [await theme(), await viewer.pixels()];
    await viewer.key('q');
    assert.notEqual(await theme(), first);
    assert.ok(difference(pixels, await viewer.pixels('other-theme')) > 0.2);
    await viewer.key('q');
    assert.equal(await theme(), first);
    const camera = await viewer.camera();
    await viewer.key('ArrowLeft', 'ArrowUp');
    assert.notDeepEqual(await viewer.camera(), camera);
    await viewer.key('t');
    assert.equal(await viewer.page.evaluate(() => globalThis.waymark.stage.top), true);
    await viewer.key('t');
    await viewer.page.focus('#tab-view');
    await viewer.key('End');
    assert.equal(await viewer.page.evaluate(() => document.activeElement.id), 'tab-save');
    const reached = new Set();
    await viewer.page.focus('.skip');
    for (let i = 0; i < 40; i++) {
      await viewer.page.keyboard.press('Tab');
      reached.add(
        await viewer.page.evaluate(
          () => document.activeElement.id || document.activeElement.className,
        ),
      );
    }
    for (const id of ['canvas', 'document', 'clear', 'tool-path'])
      assert.ok(reached.has(id), `${id} of ${[...reached].join(', ')}`);
  });

  it('keeps to its policy and asks only its own server', async () => {
    assert.deepEqual(await viewer.violations(), []);
    assert.deepEqual(viewer.problems, []);
    assert.deepEqual(
      viewer.requests.filter((u) => !u.startsWith(server.url) && !/^(blob|data):/.test(u)),
      [],
    );
    assert.ok(viewer.requests.length > 2);
    // What is forbidden would be seen here.
    await viewer.page.evaluate(() => {
      new Image().src = 'http://127.0.0.1:9/forbidden.png';
    });
    await viewer.until(() => globalThis.violations.length === 1);
    assert.match((await viewer.violations())[0], /^img-src: .*forbidden/);
  });

  it('opens the file of waymark view from disk', async () => {
    const out = file('report.html');
    nativeRun('view', '--no-open', file('models/sample.mdl'), file('courtyard.wok'), '-o', out);
    const other = await FirefoxViewer.open(firefox, `file://${out}`);
    await other.until(() => globalThis.waymark.app.shows > 0);
    assert.equal(await other.page.$$eval('.document', (all) => all.length), 2);
    await other.pick(file('room.wok'));
    assert.match(await other.text('#status-text'), /^room.wok: 74 faces/);
    assert.deepEqual(await other.violations(), []);
    assert.deepEqual(other.problems, []);
    await other.page.close();
  });

  it('follows the files of waymark view --serve', async () => {
    const folder = file('followed');
    mkdirSync(folder);
    copyFileSync(file('room.wok'), path.join(folder, 'room.wok'));
    const child = spawn(command, ['view', '--serve', '--json', '--no-open', folder]);
    const { address } = await new Promise((ok) =>
      child.stdout.once('data', (data) => ok(JSON.parse(data))),
    );
    const other = await FirefoxViewer.open(firefox, address);
    await other.until(() => globalThis.waymark.app.shows > 0);
    const camera = await other.camera();
    copyFileSync(file('hills.wok'), path.join(folder, 'room.wok'));
    await other.until(
      () => document.getElementById('status-text').textContent === 'Reloaded room.wok',
    );
    assert.deepEqual(await other.camera(), camera);
    assert.deepEqual(await other.violations(), []);
    assert.deepEqual(other.problems, []);
    await other.page.close();
    child.kill('SIGINT');
    assert.equal(await new Promise((ok) => child.once('exit', ok)), 0);
  });

  it('works offline once it was loaded', async () => {
    const own = await serve();
    const first = await FirefoxViewer.open(firefox, own.url);
    assert.equal(
      await first.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return (await caches.keys()).length;
      }),
      1,
    );
    own.close();
    own.drop();
    const offline = await FirefoxViewer.open(firefox, `${own.url}?example=model`);
    await offline.until(() => globalThis.waymark.app.documents.length > 0);
    assert.equal(await offline.text('#document-title'), 'robot.mdl');
    assert.deepEqual(offline.problems, []);
    await first.page.close();
    await offline.page.close();
  });

  it('draws a plan, finds and repairs without WebGL', async () => {
    const plain = await launchFirefox();
    try {
      const flat = await FirefoxViewer.open(plain, server.url);
      assert.equal(await flat.page.evaluate(() => globalThis.waymark.stage.flat), true);
      assert.match(await flat.text('#flat-note'), /No WebGL/);
      const empty = await flat.pixels();
      await flat.pick(hall);
      assert.ok(difference(empty, await flat.pixels('plan')) > 0.05, 'the floor is drawn');
      await flat.click('#tab-findings');
      await flat.until(() => !!document.getElementById('fix'));
      await flat.click('#fix');
      await flat.until(() => !!document.getElementById('repair'));
      assert.deepEqual(flat.problems, []);
      assert.deepEqual(await flat.violations(), []);
    } finally {
      await plain.close();
    }
  });
});
