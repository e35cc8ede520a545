// A browser without WebGL: the page still lists, draws a plan, checks, explains, edits, measures, finds
// paths and saves.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { decodePng, difference, launch, native, nativeRun, open, site, suite } from './harness.mjs';

suite('the viewer: without WebGL', (t) => {
  let plain;
  let viewer;
  before(async () => {
    plain = await launch(t.chromium);
    await plain.context.addInitScript(() => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
      };
    });
    viewer = await open(plain.context, t.server.url);
  });
  after(() => plain?.close());

  const show = async (...files) => {
    await viewer.clear();
    await viewer.drop(...files);
  };
  const save = async (button) => {
    const [download] = await Promise.all([
      viewer.page.waitForEvent('download'),
      viewer.page.click(button),
    ]);
    return readFileSync(await download.path());
  };
  const set = (file, ...options) => {
    const out = t.samples.file('plain.out');
    nativeRun('set', '--force', ...options, file, out);
    return readFileSync(out);
  };

  it('shows the floor of an area, and its rooms on demand', async () => {
    const { page } = viewer;
    const drawn = () =>
      page.evaluate(() => globalThis.waymark.app.roomModels.map(({ holder }) => holder.visible));
    const area = path.join(site, 'examples/area');
    await show(area);
    assert.deepEqual(new Set(await drawn()), new Set([false]));
    await viewer.key('m');
    assert.deepEqual(new Set(await drawn()), new Set([true]));
    await show(area);
    assert.deepEqual(new Set(await drawn()), new Set([true]), 'as the user chose');
    await viewer.key('m');
    const models = readdirSync(area).filter((name) => !name.endsWith('.wok'));
    await page.evaluate(() => delete globalThis.waymark.app.modelsChoice);
    await show(...models.map((name) => path.join(area, name)));
    assert.deepEqual(new Set(await drawn()), new Set([true]), 'there is no floor');
  });

  it('draws, checks, explains and repairs', async () => {
    assert.equal(await viewer.page.isVisible('#flat-note'), true);
    const empty = await viewer.pixels();
    await show(path.join(site, 'examples/room/hall.wok'));
    await viewer.key('f');
    const floor = await viewer.pixels('plain-room');
    assert.ok(difference(empty, floor) > 0.05, 'the floor is drawn');
    await viewer.page.click('#tab-findings');
    assert.match(await viewer.text('.finding'), /In the game.*Fix/);
    await viewer.page.click('#finding-0');
    await viewer.settle();
    assert.ok(difference(floor, await viewer.pixels()) > 0.05, 'it flies to the finding');
    await viewer.page.click('#fix');
    await viewer.page.waitForSelector('#repair');
    await viewer.key('t');
    await viewer.shot('plain-plan');
    await viewer.key('t');
    await show(path.join(site, 'examples/model'));
    assert.ok(difference(empty, await viewer.pixels('plain-model')) > 0.05);
  });

  it('lists all files and checks them', async () => {
    await show(t.samples.file('broken-area'), t.samples.file('courtyard.wok'));
    assert.ok((await viewer.page.locator('.document').count()) > 5);
    await viewer.page.click('#check-all');
    await viewer.page.waitForSelector('#check-total');
    assert.match(
      await viewer.text('#check-total'),
      /errors? and \d+ warnings? in \d+ of \d+ files/,
    );
  });

  it('edits materials, links and hooks, and saves the bytes of the command', async () => {
    const { page } = viewer;
    const yard = t.samples.file('courtyard.wok');
    await show(yard);
    await page.click('#tab-edit');
    await viewer.key('t');
    await page.selectOption('#edit-material', '7');
    await page.click('#edit-paint');
    const centre = await page.evaluate(() => globalThis.waymark.app.walkmeshView.centre(9));
    await viewer.clickAt(centre);
    await viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await page.click('#tab-save');
    assert.deepEqual(await save('#changed-files button'), set(yard, '--material', '9=7'));
    await viewer.key('t');

    const crate = t.samples.file('crate.pwk');
    await show(crate);
    await page.click('#tab-edit');
    await page.fill('#edit-hook-3', '1.5, -2, 0.25');
    await page.press('#edit-hook-3', 'Enter');
    await viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await page.click('#tab-save');
    const moved = set(crate, '--hook', 'absolute2=1.5,-2,0.25');
    assert.deepEqual(await save('#changed-files button'), moved);

    const room = t.samples.file('area/grid_00_00.wok');
    await show(room);
    await page.click('#tab-edit');
    await viewer.key('t');
    const link = await page.evaluate(() => globalThis.waymark.app.overlays.transitions[0]);
    await page.click('#edit-link');
    await viewer.clickAt(link.a.map((n, i) => (n + link.b[i]) / 2 - 0.05));
    await page.waitForSelector('#edit-run');
    await page.fill('#edit-room', '5');
    await page.click('#edit-set-room');
    await viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await page.click('#tab-save');
    const linked = set(room, '--transition', `${link.edge}=5`);
    assert.deepEqual(await save('#changed-files button'), linked);
    await viewer.key('t');
    assert.deepEqual(viewer.problems, []);
  });

  it('renames a texture', async () => {
    const { page } = viewer;
    const model = t.samples.file('models/sample.mdl');
    await show(model, t.samples.file('models/sample.mdx'));
    await page.click('#tab-edit');
    const i = native('info', '--json', model).textures.indexOf('sample01');
    await page.fill(`#edit-texture-${i}`, 'other01');
    await page.press(`#edit-texture-${i}`, 'Enter');
    await viewer.until(() => globalThis.waymark.app.changed.size > 0);
    await page.click('#tab-save');
    const out = t.samples.file('renamed.mdl');
    nativeRun('set', '--force', '--replace-texture', 'sample01=other01', model, out);
    assert.deepEqual(await save('#changed-files button'), readFileSync(out));
    assert.deepEqual(viewer.problems, []);
  });

  it('draws the path of the game dashed, as its legend is', async () => {
    const { page } = viewer;
    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const real = prototype.setLineDash;
      globalThis.dashes = [];
      prototype.setLineDash = function (list) {
        if (list.length) globalThis.dashes.push(list);
        real.call(this, list);
      };
    });
    await show(t.samples.file('terrain/hall.trx'));
    await page.click('#tab-path');
    assert.equal(await page.evaluate(() => globalThis.dashes.length), 0);
    await page.fill('#path-from', '1, 1');
    await page.fill('#path-to', '15, 15');
    await page.click('#path-form [type=submit]');
    await viewer.settle();
    const dashes = await page.evaluate(() => globalThis.dashes);
    assert.ok(dashes.length > 5);
    for (const [dash, gap] of dashes) assert.ok(dash > 1 && gap > 1, `${dash} and ${gap} pixels`);
    await viewer.shot('plain-game-path');
  });

  it('measures, finds paths and converts', async () => {
    const { page } = viewer;
    const yard = t.samples.file('courtyard.wok');
    await show(yard);
    await viewer.key('t');
    const [a, b] = await page.evaluate(() =>
      [0, 20].map((f) => globalThis.waymark.app.walkmeshView.centre(f)),
    );
    await page.click('#tool-measure');
    for (const p of [a, b]) await viewer.clickAt(p);
    const [, shown] = /^Distance ([\d.]+) m, in plan/.exec(await viewer.text('#status-text'));
    const expected = Math.hypot(...a.map((n, k) => n - b[k]));
    assert.ok(expected > 1 && Math.abs(shown - expected) < 0.05, `${shown} m, not ${expected} m`);
    await viewer.key('Escape', 't');
    await page.click('#tab-path');
    await page.fill('#path-from', '0.5, 0.5');
    await page.fill('#path-to', '6.5, 4.5');
    await page.click('#path-form [type=submit]');
    const { length } = native('path', '--json', yard, '0.5,0.5', '6.5,4.5').results[0];
    assert.ok((await viewer.text('#path-result')).includes(`${length.toFixed(3)} m`));
    await page.click('#tab-save');
    const out = t.samples.file('plain.glb');
    nativeRun('convert', '-q', '--force', yard, out);
    assert.deepEqual(await save('#save-glb'), readFileSync(out));
    assert.deepEqual(viewer.problems, []);
  });

  it('gets WebGL back when the browser took it away, or draws in 2D from then on', async () => {
    const { page } = t.viewer;
    const empty = await t.viewer.pixels();
    await t.viewer.drop(path.join(site, 'examples/model'));
    const before = await t.viewer.pixels();
    const says = (words) =>
      t.viewer.until((w) => document.getElementById('status-text').textContent.includes(w), words);
    await page.evaluate(() => {
      const { stage } = globalThis.waymark;
      globalThis.loss = stage.renderer.getContext().getExtension('WEBGL_lose_context');
      globalThis.loss.loseContext();
    });
    await says('took the graphics away');
    await page.evaluate(() => globalThis.loss.restoreContext());
    await says('The graphics are back');
    await t.viewer.settle();
    assert.ok(difference(before, await t.viewer.pixels()) < 0.01, 'as it was');
    assert.equal(await page.isVisible('#flat-note'), false);
    await page.evaluate(() => globalThis.loss.loseContext());
    await says('now drawn in 2D');
    await t.viewer.settle();
    assert.equal(await page.isVisible('#flat-note'), true);
    assert.ok(difference(empty, await t.viewer.pixels('graphics-lost')) > 0.02, 'it is drawn');
    // The rest works as before.
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    await t.viewer.key('t');
    const plan = await t.viewer.pixels();
    const box = await page.locator('#canvas').boundingBox();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 60);
    await page.waitForSelector('#hover-card:not([hidden])');
    assert.match(await t.viewer.text('#hover-card'), /Face\d+/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#tool-picture'),
    ]);
    const picture = decodePng(readFileSync(await download.path()));
    assert.ok(new Set(picture.data).size > 50, 'the picture is not empty');
    assert.ok(difference(empty, plan) > 0.05);
  });
});
