// What is done with the viewer: nodes, paths, findings, errors and files to save, compared with
// what the command says.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { difference, native, nativeRun, open, suite, unzip } from './harness.mjs';

suite('the viewer: what is done', (t) => {
  it('finds nodes, hides them and tells about them', async () => {
    const { page } = t.viewer;
    await t.viewer.drop(t.samples.file('models/sample.mdl'), t.samples.file('models/sample.mdx'));
    await page.click('#tab-nodes');
    await page.fill('#tree-search', 'emit');
    assert.equal(await page.locator('#tree [role=treeitem]').count(), 1);
    await page.click('#tree [role=treeitem]');
    assert.match(await t.viewer.text('#node-details'), /birthrate/);
    await page.fill('#tree-search', 'sample');
    const before = await t.viewer.pixels();
    await page.click('#tree .eye');
    await t.viewer.settle();
    assert.ok(difference(before, await t.viewer.pixels()) > 0.001, 'all that hangs on it is gone');
    await page.click('#tree .eye');
    await page.fill('#tree-search', '');
    await page.keyboard.press('Escape');
    await t.viewer.key('k');
    await t.viewer.shot('nodes-and-skeleton');
    await t.viewer.key('k');
  });

  it('finds the same path as the command', async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    await t.viewer.page.click('#tab-path');
    await t.viewer.page.fill('#path-from', '1, 1');
    await t.viewer.page.fill('#path-to', '5, 5');
    await t.viewer.page.keyboard.press('Enter');
    const found = await t.viewer.page.evaluate(
      () =>
        globalThis.waymark.app.core.path(globalThis.waymark.app.current.id, [1, 1], [5, 5]).length,
    );
    const expected = native('path', '--json', t.samples.file('courtyard.wok'), '1,1', '5,5')
      .results[0].length;
    assert.ok(Math.abs(found - expected) < 1e-9, `${found} and ${expected}`);
    assert.match(await t.viewer.text('#path-result'), new RegExp(`${expected.toFixed(3)} m`));
    await t.viewer.settle();
    await t.viewer.shot('path');
  });

  it('draws the path between two clicks', async () => {
    const { page } = t.viewer;
    await page.click('#path-clear');
    await t.viewer.key('t');
    const before = await t.viewer.pixels();
    await page.click('#tool-path');
    for (const p of [
      [0.5, 0.5],
      [5.5, 4.5],
    ]) {
      await t.viewer.clickAt([...p, 1.25]);
    }
    await t.viewer.settle();
    const { length } = native(
      'path',
      '--json',
      t.samples.file('courtyard.wok'),
      '0.5,0.5',
      '5.5,4.5',
    ).results[0];
    const shown = Number(/Shortest path([\d.]+) m/.exec(await t.viewer.text('#path-result'))?.[1]);
    assert.ok(Math.abs(shown - length) < 0.02, `${shown} and ${length}`);
    assert.ok(
      difference(before, await t.viewer.pixels('path-by-clicks')) > 0.002,
      'the path is seen',
    );
    await t.viewer.key('Escape', 't');
  });

  it('finds the way through the rooms of an area', async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area'));
    await t.viewer.page.fill('#path-from', '1, 1');
    await t.viewer.page.fill('#path-to', '12, 8');
    await t.viewer.page.keyboard.press('Enter');
    const { length } = native('path', '--json', t.samples.file('area/grid.lyt'), '1,1', '12,8')
      .results[0];
    assert.ok((await t.viewer.text('#path-result')).includes(`${length.toFixed(3)} m`));
    await t.viewer.key('Escape', 't');
    await t.viewer.shot('path-in-an-area');
    await t.viewer.key('t');
  });

  it("shows the game's own path of NWN2 beside it", async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('terrain/hall.trx'));
    await t.viewer.page.click('#tab-path');
    await t.viewer.page.fill('#path-from', '1, 1');
    await t.viewer.page.fill('#path-to', '15, 15');
    await t.viewer.page.keyboard.press('Enter');
    const r = native(
      'path',
      '--json',
      '--game-tables',
      t.samples.file('terrain/hall.trx'),
      '1,1',
      '15,15',
    ).results[0];
    const text = await t.viewer.text('#path-result');
    assert.ok(text.includes(`${r.length.toFixed(3)} m`), text);
    assert.ok(text.includes(`${r.game.length.toFixed(3)} m`), text);
    await t.viewer.key('Escape', 't');
    await t.viewer.shot('path-and-game-path');
    await t.viewer.key('t');
  });

  it('rotates, pans, zooms, fits and looks from above', async () => {
    const { mouse } = t.viewer.page;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    const start = await t.viewer.camera();
    const box = await t.viewer.page.locator('#canvas').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (button) => {
      await mouse.move(x, y);
      await mouse.down({ button });
      await mouse.move(x + 80, y + 30, { steps: 4 });
      await mouse.up({ button });
      await t.viewer.settle();
      return t.viewer.camera();
    };
    const distance = (c) => Math.hypot(c[0] - c[3], c[1] - c[4], c[2] - c[5]);
    const moved = (a, b, from) => Math.hypot(...[0, 1, 2].map((i) => a[from + i] - b[from + i]));
    const middle = await t.viewer.page.evaluate(() =>
      globalThis.waymark.stage.sphere.center.toArray(),
    );
    const rotated = await drag('left');
    assert.ok(
      moved(rotated, start, 0) > 0.5 &&
        Math.abs(moved(rotated, middle, 0) - moved(start, middle, 0)) < 0.01,
      'rotated around the middle of what is shown',
    );
    const panned = await drag('right');
    assert.ok(moved(panned, rotated, 3) > 0.1, 'panned');
    await mouse.wheel(0, -400);
    await t.viewer.settle();
    assert.ok(distance(await t.viewer.camera()) < distance(panned) * 0.95, 'nearer');
    await t.viewer.key('t');
    const above = await t.viewer.camera();
    assert.ok(Math.hypot(above[0] - above[3], above[2] - above[5]) < 0.01, 'straight from above');
    await t.viewer.key('r');
    assert.ok(moved(await t.viewer.camera(), start, 0) < 1e-3, 'as at the start');
  });

  it('tells about the face under the pointer', async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    await t.viewer.key('t');
    const box = await t.viewer.page.locator('#canvas').boundingBox();
    await t.viewer.page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 60);
    await t.viewer.page.waitForSelector('#hover-card:not([hidden])');
    const text = await t.viewer.text('#hover-card');
    for (const word of ['Face', 'Material', 'Height', 'Neighbours'])
      assert.ok(text.includes(word), text);
    const [face, height, place] = ['Face', 'Height', 'Place'].map(
      (k) => new RegExp(`${k}(.*?)(?=Material|Place|Neighbours|$)`).exec(text)[1],
    );
    const [x, y] = place.split(', ').map(Number);
    const { faces } = native('locate', '--json', t.samples.file('courtyard.wok'), `${x},${y}`)
      .results[0];
    assert.equal(Number(face), faces[0].face, 'the face that the command finds there');
    assert.ok(Math.abs(parseFloat(height) - faces[0].z) < 1e-3);
    await t.viewer.shot('hover');
    await t.viewer.key('t');
  });

  it('lists findings and flies to them', async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('broken-area'));
    await t.viewer.page.click('#tab-findings');
    await t.viewer.page.waitForSelector('#finding-0');
    const report = native('check', '--json', t.samples.file('broken-area/grid.lyt'));
    const codes = new Set(report.findings.map((f) => f.code));
    assert.equal(await t.viewer.page.locator('.finding').count(), codes.size);
    await t.viewer.key('f');
    const before = await t.viewer.camera();
    await t.viewer.page.click('#finding-0');
    await t.viewer.settle();
    const after = await t.viewer.camera();
    assert.ok(Math.hypot(...before.map((n, i) => n - after[i])) > 1, 'the camera moved');
    const card = await t.viewer.text('#finding-0');
    const [x, y, z] = report.findings.find((f) => card.includes(f.code)).place;
    const target = after.slice(3); // in the view y is up
    assert.ok(Math.hypot(target[0] - x, target[1] - z, target[2] + y) < 0.5, `to ${target}`);
    await t.viewer.shot('findings');
  });

  it('flies to findings of models', async () => {
    const model = readFileSync(t.samples.file('bw2/m_square.bwm'));
    const at = model.indexOf('bws_ep_');
    assert.ok(at > 0, 'the sample has an entity');
    const broken = t.samples.file('nameless.bwm');
    model.fill(0, at, at + 32);
    writeFileSync(broken, model);
    const report = native('check', '--json', broken);
    assert.match(report.findings[0].path, /^entities\[/);
    await t.viewer.clear();
    await t.viewer.drop(broken);
    await t.viewer.page.click('#tab-findings');
    await t.viewer.page.click('#infos summary'); // it is only an info
    await t.viewer.page.waitForSelector('#finding-0');
    const before = await t.viewer.camera();
    await t.viewer.page.click('#finding-0');
    await t.viewer.settle();
    const after = await t.viewer.camera();
    assert.ok(Math.hypot(...before.map((n, i) => n - after[i])) > 0.1, 'the camera moved');
    assert.equal(await t.viewer.page.locator('#tree [aria-selected=true] .tag-empty').count(), 1);
  });

  it('shows names of files and nodes as text, never as markup', async () => {
    const hook = '<img/src=x/onerror=window.caught=1>';
    const file = t.samples.file(`${hook.replaceAll('/', ' ')}.wok`);
    copyFileSync(t.samples.file('room.wok'), file);
    const text = t.samples.file('<script>window.caught=2<.mdl');
    const model = t.samples.file('markup.mdl');
    nativeRun(
      'convert',
      '--force',
      t.samples.file('models/sample.mdl'),
      model.replace('.mdl', '.mdl.ascii'),
    );
    const source = readFileSync(model.replace('.mdl', '.mdl.ascii'), 'latin1');
    const name = /^\s*node trimesh (\S+)/m.exec(source)[1];
    writeFileSync(text, source.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), hook), 'latin1');
    await t.viewer.clear();
    await t.viewer.drop(file, text);
    for (const title of await t.viewer.page.locator('.document-name').allTextContents()) {
      await t.viewer.page.locator('.document', { hasText: title }).click();
      await t.viewer.settle();
      for (const tab of ['nodes', 'findings', 'info', 'save', 'view'])
        await t.viewer.page.click(`#tab-${tab}`);
    }
    await t.viewer.page.locator('.document', { hasText: 'script' }).click();
    await t.viewer.page.click('#tab-nodes');
    await t.viewer.page.fill('#tree-search', 'onerror');
    assert.equal(await t.viewer.text('#tree .tree-name'), hook);
    const page = t.samples.file('markup.html');
    nativeRun('view', '--no-open', '--force', file, text, '-o', page);
    const inside = await open(t.browser.context, `file://${page}`);
    await inside.until(() => globalThis.waymark.app.shows > 0);
    for (const viewer of [t.viewer, inside]) {
      assert.equal(await viewer.page.evaluate(() => globalThis.caught), undefined);
      assert.equal(await viewer.page.locator('img').count(), 0);
      assert.deepEqual(viewer.problems, []);
    }
    await inside.page.close();
  });

  it('lists a table without calling it damaged', async () => {
    const table = t.samples.file('surfacemat.2da');
    writeFileSync(table, '2DA V2.0\n\nLabel Walk\n0 a 0\n');
    await t.viewer.clear();
    await t.viewer.drop(table);
    assert.match(await t.viewer.text('#status-text'), /1 row, 2 columns/);
    assert.equal(await t.viewer.page.isVisible('#error-card'), false);
    assert.equal(await t.viewer.page.locator('.badge.error').count(), 0);
    await t.viewer.clear();
  });

  it('tells what is wrong with a damaged file', async () => {
    await t.viewer.clear();
    const damaged = t.samples.file('cut.wok');
    writeFileSync(damaged, readFileSync(t.samples.file('room.wok')).subarray(0, 300));
    await t.viewer.drop(damaged);
    const { error } = native('info', '--json', damaged);
    const card = await t.viewer.text('#error-card');
    for (const part of [error.message, String(error.offset), error.path])
      assert.ok(card.includes(part), `${part} in ${card}`);
    await t.viewer.shot('damaged');
    const text = t.samples.file('bad.wok.ascii');
    writeFileSync(
      text,
      readFileSync(t.samples.file('texts/mdledit.wok.ascii'), 'latin1').replace(
        /faces \d+/,
        'faces many',
      ),
      'latin1',
    );
    await t.viewer.drop(text);
    const line = native('info', '--json', text).error;
    assert.ok(line.line > 0);
    assert.match(await t.viewer.text('#error-card'), new RegExp(`Line${line.line}`));
    await t.viewer.drop(t.samples.file('room.wok'));
    assert.match(await t.viewer.text('#status-text'), /room.*faces/);
    assert.equal(await t.viewer.page.isVisible('#error-card'), false);
  });

  it('saves the bytes that the command writes', async () => {
    const { page } = t.viewer;
    const out = path.join(t.samples.dir, 'out');
    mkdirSync(out, { recursive: true });
    const cases = [
      ['courtyard.wok', 'glb', 'courtyard.glb', ['convert']],
      ['courtyard.wok', 'obj', 'courtyard.obj', ['convert']],
      ['terrain/hall.trx', 'glb', 'hall.glb', ['convert']],
      ['models/sample.mdl', 'glb', 'sample.glb', ['convert']],
    ];
    for (const [file, kind, name, verb] of cases) {
      await t.viewer.clear();
      const extra = file.endsWith('.mdl') ? [t.samples.file(file.replace('.mdl', '.mdx'))] : [];
      await t.viewer.drop(t.samples.file(file), ...extra);
      await page.click('#tab-save');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click(`#save-${kind}`),
      ]);
      const expected = path.join(out, name);
      nativeRun(...verb, '-f', t.samples.file(file), expected);
      assert.equal(path.extname(download.suggestedFilename()), path.extname(name));
      assert.deepEqual(
        readFileSync(await download.path()),
        readFileSync(expected),
        `${file} as ${kind}`,
      );
    }
    await t.viewer.shot('save');
  });

  it('saves an area as one ZIP', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area'));
    await page.click('#tab-save');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-glb')]);
    assert.equal(download.suggestedFilename(), 'grid-glb.zip');
    const files = unzip(readFileSync(await download.path()));
    assert.equal(files.length, 6);
    for (const { name, bytes } of files) {
      const expected = path.join(t.samples.dir, 'room.glb');
      nativeRun(
        'convert',
        '-f',
        t.samples.file(`area/${name.toLowerCase().replace('.glb', '.wok')}`),
        expected,
      );
      assert.deepEqual(bytes, readFileSync(expected), name);
    }
  });

  it('saves text and rebuilt binary that the command reads', async () => {
    const { page } = t.viewer;
    for (const [file, kinds] of [
      ['courtyard.wok', ['ascii', 'binary']],
      ['terrain/hall.trx', ['binary']],
      ['models/sample.mdl', ['ascii', 'binary']],
    ]) {
      await t.viewer.clear();
      const extra = file.endsWith('.mdl') ? [t.samples.file(file.replace('.mdl', '.mdx'))] : [];
      await t.viewer.drop(t.samples.file(file), ...extra);
      await page.click('#tab-save');
      for (const kind of kinds) {
        const downloads = [];
        const collect = (d) => downloads.push(d);
        page.on('download', collect);
        await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
        await page.waitForTimeout(300);
        page.off('download', collect);
        const folder = path.join(t.samples.dir, `saved-${kind}-${path.basename(file)}`);
        for (const d of downloads) await d.saveAs(path.join(folder, d.suggestedFilename()));
        const first = path.join(folder, downloads[0].suggestedFilename());
        assert.ok(native('info', '--json', first).format, `${file} as ${kind}`);
      }
    }
  });
});
