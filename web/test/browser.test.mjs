// The viewer in a real browser: every family dropped, pixels that change, animations, paths and
// downloads compared with the command, errors, keyboard, phone, dark and light. Pictures of it
// all are kept in web/shots of the build directory.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  command, difference, launch, makeSamples, missing, native, nativeRun, open, serve, site,
} from './browser/harness.mjs';

const reason = missing();
if (reason) console.log(`browser tests skipped: ${reason}`);

describe('the viewer in a browser', { skip: reason ?? false }, () => {
  let chromium;
  let server;
  let browser;
  let samples;
  let viewer;

  before(async () => {
    ({ chromium } = await import('playwright-core'));
    samples = makeSamples();
    server = await serve();
    browser = await launch(chromium);
    viewer = await open(browser.context, server.url);
  });

  after(async () => {
    await browser?.close();
    server?.close();
    samples?.remove();
  });

  it('starts empty and quiet', async () => {
    await viewer.shot('empty');
    assert.equal(await viewer.page.getAttribute('html', 'data-ready'), 'true');
    assert.match(await viewer.text('#empty-state'), /nothing is uploaded/);
    assert.deepEqual(viewer.problems, []);
  });

  const families = [
    ['a KotOR walkmesh', ['courtyard.wok'], /courtyard.*faces/],
    ['a KotOR placeable', ['crate.pwk'], /crate.*faces/],
    ['a model with its MDX', ['models/sample.mdl', 'models/sample.mdx'], /sample.*2 animations/],
    ['an area folder', ['area'], /grid.*6 rooms/],
    ['NWN2 terrain', ['terrain/hall.trx'], /hall.*faces/],
    ['NWN2 terrain before baking', ['terrain/hall.trn'], /hall.*faces/],
    ['a walkmesh as text', ['texts/mdledit.wok.ascii'], /mdledit.*faces/],
  ];

  for (const [name, files, status] of families) {
    it(`shows ${name}`, async () => {
      await viewer.clear();
      const before = await viewer.pixels();
      await viewer.drop(...files.map(samples.file));
      const after = await viewer.pixels(name.replaceAll(' ', '-'));
      assert.match(await viewer.text('#status-text'), status);
      assert.ok(difference(before, after) > 0.02, 'the picture changes');
      assert.deepEqual(viewer.problems, []);
    });
  }

  it('shows a Black & White 2 model', { skip: skipModel() }, async () => {
    await viewer.clear();
    const before = await viewer.pixels();
    await viewer.drop(bw2Model());
    assert.ok(difference(before, await viewer.pixels('black-and-white-2')) > 0.02);
    assert.deepEqual(viewer.problems, []);
  });

  it('plays an animation', async () => {
    const { page } = viewer;
    await viewer.clear();
    await viewer.drop(samples.file('models/sample.mdl'), samples.file('models/sample.mdx'));
    await page.selectOption('#anim-list', { label: 'walk' });
    assert.equal(await page.locator('#anim-events .event').count(), 2, 'events on the time line');
    const at = async (time) => {
      await page.evaluate((t) => globalThis.waymark.seek(t), time);
      await viewer.settle();
      return viewer.pixels();
    };
    const [first, second, again] = [await at(0.1), await at(0.6), await at(0.1)];
    assert.ok(difference(first, second) > 0.002, 'it moves');
    assert.equal(difference(first, again), 0, 'and comes back to the same picture');
    await page.click('#anim-play');
    await viewer.until(() => globalThis.waymark.playerState.time > 0.3);
    await viewer.shot('animation-playing');
    await page.click('#anim-play');
    const stopped = await page.evaluate(() => globalThis.waymark.playerState.time);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => globalThis.waymark.playerState.time), stopped);
    await page.selectOption('#anim-list', { value: '-1' });
  });

  it('rests when nothing moves', async () => {
    await viewer.settle();
    const frames = () => viewer.page.evaluate(() => globalThis.waymark.stage.frames);
    const before = await frames();
    await viewer.page.waitForTimeout(500);
    assert.equal(await frames(), before);
  });

  it('finds nodes, hides them and tells about them', async () => {
    const { page } = viewer;
    await page.click('#tab-nodes');
    await page.fill('#tree-search', 'emit');
    assert.equal(await page.locator('#tree [role=treeitem]').count(), 1);
    await page.click('#tree [role=treeitem]');
    assert.match(await viewer.text('#node-details'), /birthrate/);
    await page.fill('#tree-search', 'sample');
    const before = await viewer.pixels();
    await page.click('#tree .eye');
    await viewer.settle();
    assert.ok(difference(before, await viewer.pixels()) > 0.001, 'all that hangs on it is gone');
    await page.click('#tree .eye');
    await page.fill('#tree-search', '');
    await page.keyboard.press('Escape');
    await viewer.key('k');
    await viewer.shot('nodes-and-skeleton');
    await viewer.key('k');
  });

  it('finds the same path as the command', async () => {
    await viewer.clear();
    await viewer.drop(samples.file('courtyard.wok'));
    await viewer.page.click('#tab-path');
    await viewer.page.fill('#path-from', '1, 1');
    await viewer.page.fill('#path-to', '5, 5');
    await viewer.page.keyboard.press('Enter');
    const found = await viewer.page.evaluate(() => globalThis.waymark.app.core.path(globalThis.waymark.app.current.id, [1, 1], [5, 5]).length);
    const expected = native('path', '--json', samples.file('courtyard.wok'), '1,1', '5,5').results[0].length;
    assert.ok(Math.abs(found - expected) < 1e-9, `${found} and ${expected}`);
    assert.match(await viewer.text('#path-result'), new RegExp(`${expected.toFixed(3)} m`));
    await viewer.settle();
    await viewer.shot('path');
  });

  it('draws the path between two clicks', async () => {
    const { page } = viewer;
    await page.click('#path-clear');
    await viewer.key('t');
    const before = await viewer.pixels();
    await page.click('#tool-path');
    for (const p of [[0.5, 0.5], [5.5, 4.5]]) {
      const spot = await page.evaluate(([x, y]) => {
        const { app, stage } = globalThis.waymark;
        const v = app.walkmeshView.place([x, y, 1.25]);
        const r = stage.canvas.getBoundingClientRect();
        const out = stage.project(v, v.clone());
        return [out.x + r.left, out.y + r.top];
      }, p);
      await page.mouse.click(...spot);
    }
    await viewer.settle();
    const { length } = native('path', '--json', samples.file('courtyard.wok'), '0.5,0.5', '5.5,4.5').results[0];
    const shown = Number(/Shortest path([\d.]+) m/.exec(await viewer.text('#path-result'))?.[1]);
    assert.ok(Math.abs(shown - length) < 0.02, `${shown} and ${length}`);
    assert.ok(difference(before, await viewer.pixels('path-by-clicks')) > 0.002, 'the path is seen');
    await viewer.key('Escape', 't');
  });

  it("shows the game's own path of NWN2 beside it", async () => {
    await viewer.clear();
    await viewer.drop(samples.file('terrain/hall.trx'));
    await viewer.page.click('#tab-path');
    await viewer.page.fill('#path-from', '1, 1');
    await viewer.page.fill('#path-to', '15, 15');
    await viewer.page.keyboard.press('Enter');
    const r = native('path', '--json', '--game-tables', samples.file('terrain/hall.trx'), '1,1', '15,15').results[0];
    const text = await viewer.text('#path-result');
    assert.ok(text.includes(`${r.length.toFixed(3)} m`), text);
    assert.ok(text.includes(`${r.game.length.toFixed(3)} m`), text);
    await viewer.key('t');
    await viewer.shot('path-and-game-path');
    await viewer.key('t');
  });

  it('has layers that each change the picture', async () => {
    const layers = [
      ['courtyard.wok', ['2', '5', '7', '1', 'w', 'w', 'n', 'e', 'b', ']', ']', 'g']],
      ['room.wok', ['x', 'a']],
      ['door0.dwk', ['h']],
      ['terrain/hall.trx', ['3', '4', 'i']],
      ['models/sample.mdl', ['w', 'n', 'k', 'c', '5']],
    ];
    for (const [file, keys] of layers) {
      await viewer.clear();
      const extra = file.endsWith('.mdl') ? [samples.file(file.replace('.mdl', '.mdx'))] : [];
      await viewer.drop(samples.file(file), ...extra);
      for (const k of keys) {
        const before = await viewer.pixels();
        await viewer.key(k);
        assert.ok(difference(before, await viewer.pixels()) > 0.0002, `${file}: key ${k}`);
      }
      await viewer.shot(`layers-${path.basename(file).replace(/\..*/, '')}`);
      await viewer.page.evaluate(() => {
        const { app } = globalThis.waymark;
        Object.assign(app.layers, { wireframe: false, normals: false, boxes: false, tiles: false, skeleton: false, collision: false, perimeters: true, transitions: true, hooks: true, grid: true, labels: true });
        app.colouring = 'material';
      });
    }
  });

  it('tells about the face under the pointer', async () => {
    await viewer.clear();
    await viewer.drop(samples.file('courtyard.wok'));
    await viewer.key('t');
    const box = await viewer.page.locator('#canvas').boundingBox();
    await viewer.page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 60);
    await viewer.page.waitForSelector('#hover-card:not([hidden])');
    const text = await viewer.text('#hover-card');
    for (const word of ['Face', 'Material', 'Height', 'Neighbours']) assert.ok(text.includes(word), text);
    await viewer.shot('hover');
    await viewer.key('t');
  });

  it('lists findings and flies to them', async () => {
    await viewer.clear();
    await viewer.drop(samples.file('broken-area'));
    await viewer.page.click('#tab-findings');
    await viewer.page.waitForSelector('#finding-0');
    const report = native('check', '--json', samples.file('broken-area/grid.lyt'));
    assert.equal(await viewer.page.locator('.finding').count(), report.findings.length);
    const before = await viewer.camera();
    await viewer.page.click('#finding-0');
    await viewer.settle();
    const after = await viewer.camera();
    assert.ok(Math.hypot(...before.map((n, i) => n - after[i])) > 1, 'the camera moved');
    await viewer.shot('findings');
  });

  it('tells what is wrong with a damaged file', async () => {
    await viewer.clear();
    const damaged = samples.file('cut.wok');
    writeFileSync(damaged, readFileSync(samples.file('room.wok')).subarray(0, 300));
    await viewer.drop(damaged);
    const { error } = native('info', '--json', damaged);
    const card = await viewer.text('#error-card');
    for (const part of [error.message, String(error.offset), error.path]) assert.ok(card.includes(part), `${part} in ${card}`);
    await viewer.shot('damaged');
    await viewer.drop(samples.file('room.wok'));
    assert.match(await viewer.text('#status-text'), /room.*faces/);
    assert.equal(await viewer.page.isVisible('#error-card'), false);
  });

  it('saves the bytes that the command writes', async () => {
    const { page } = viewer;
    const out = path.join(samples.dir, 'out');
    mkdirSync(out, { recursive: true });
    const cases = [
      ['courtyard.wok', 'glb', 'courtyard.glb', ['convert']],
      ['courtyard.wok', 'obj', 'courtyard.obj', ['convert']],
      ['terrain/hall.trx', 'glb', 'hall.glb', ['convert']],
      ['models/sample.mdl', 'glb', 'sample.glb', ['convert']],
    ];
    for (const [file, kind, name, verb] of cases) {
      await viewer.clear();
      const extra = file.endsWith('.mdl') ? [samples.file(file.replace('.mdl', '.mdx'))] : [];
      await viewer.drop(samples.file(file), ...extra);
      await page.click('#tab-save');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
      const expected = path.join(out, name);
      nativeRun(...verb, '-f', samples.file(file), expected);
      assert.equal(path.extname(download.suggestedFilename()), path.extname(name));
      assert.deepEqual(readFileSync(await download.path()), readFileSync(expected), `${file} as ${kind}`);
    }
    await viewer.shot('save');
  });

  it('saves text and rebuilt binary that the command reads', async () => {
    const { page } = viewer;
    for (const [file, kinds] of [['courtyard.wok', ['ascii', 'binary']], ['terrain/hall.trx', ['binary']], ['models/sample.mdl', ['ascii', 'binary']]]) {
      await viewer.clear();
      const extra = file.endsWith('.mdl') ? [samples.file(file.replace('.mdl', '.mdx'))] : [];
      await viewer.drop(samples.file(file), ...extra);
      await page.click('#tab-save');
      for (const kind of kinds) {
        const downloads = [];
        const collect = (d) => downloads.push(d);
        page.on('download', collect);
        await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
        await page.waitForTimeout(300);
        page.off('download', collect);
        const folder = path.join(samples.dir, `saved-${kind}-${path.basename(file)}`);
        for (const d of downloads) await d.saveAs(path.join(folder, d.suggestedFilename()));
        const first = path.join(folder, downloads[0].suggestedFilename());
        assert.ok(native('info', '--json', first).format, `${file} as ${kind}`);
      }
    }
  });

  it('loads an area of 30,000 triangles in under two seconds', async (t) => {
    const obj = samples.file('large.obj');
    const trx = samples.file('large.trx');
    writeFileSync(obj, gridObj(126, 9 / 7));
    nativeRun('convert', obj, trx);
    await viewer.clear();
    const frames = await viewer.page.evaluate(() => globalThis.waymark.stage.frames);
    await viewer.drop(trx);
    const { ms, faces } = await viewer.page.evaluate(() => ({ ms: globalThis.waymark.app.loadTime, faces: globalThis.waymark.app.walkmeshView.faces }));
    assert.ok(faces >= 30000, `${faces} faces`);
    await viewer.shot('large-area');
    // How long a picture takes while the camera turns; software rendering, so only told.
    const turn = await viewer.page.evaluate(async () => {
      const { stage } = globalThis.waymark;
      const start = performance.now();
      for (let i = 0; i < 10; i++) {
        stage.nudge(1, 0, false);
        await new Promise((ok) => requestAnimationFrame(() => requestAnimationFrame(ok)));
      }
      return (performance.now() - start) / 10;
    });
    t.diagnostic(`${faces} faces shown after ${Math.round(ms)} ms, a turn of the camera ${Math.round(turn)} ms (frame ${frames})`);
    // A busy machine without a graphics card gets three times the two seconds.
    assert.ok(ms < 6000, `${ms} ms`);
  });

  it('is dark or light as the system says, and can be switched', async () => {
    const { page } = viewer;
    await viewer.clear();
    await viewer.drop(samples.file('area'));
    const theme = () => page.getAttribute('html', 'data-theme');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await theme(), 'dark');
    await viewer.settle();
    const dark = await viewer.pixels('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await theme(), 'light');
    await viewer.settle();
    assert.ok(difference(dark, await viewer.pixels('light')) > 0.2);
    await viewer.key('q');
    assert.equal(await theme(), 'dark');
    await viewer.key('q');
    assert.equal(await theme(), 'light');
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = viewer;
    await viewer.clear();
    await viewer.drop(samples.file('models/sample.mdl'), samples.file('models/sample.mdx'), samples.file('courtyard.wok'));
    const reached = new Set();
    await page.focus('.skip');
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
    }
    for (const id of ['canvas', 'document', 'tab-save', 'clear', 'tool-path']) assert.ok(reached.has(id), `${id} of ${[...reached].join(', ')}`);
    await page.focus('#canvas');
    const before = await viewer.camera();
    await viewer.key('ArrowLeft', 'ArrowUp');
    assert.notDeepEqual(await viewer.camera(), before);
    await page.waitForSelector('#hover-card:not([hidden])');
    await viewer.key('p', 'Enter');
    assert.match(await viewer.text('#status-text'), /From/);
    await viewer.key('Escape', '?');
    assert.equal(await page.isVisible('#help'), true);
    await viewer.shot('help');
    await viewer.key('Escape');
    await page.focus('.document-row:not(.open) .document');
    await viewer.key('Enter', '/');
    await page.keyboard.type('tip');
    await page.keyboard.press('Tab');
    await viewer.key('Enter');
    assert.match(await viewer.text('#node-details'), /tip/);
    await viewer.shot('keyboard');
  });

  it('is readable on a phone', async () => {
    const phone = await launch(chromium, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    try {
      const small = await open(phone.context, server.url);
      await small.shot('phone-empty');
      await small.drop(samples.file('models/sample.mdl'), samples.file('models/sample.mdx'), samples.file('area'));
      await small.shot('phone-area');
      for (const tab of ['files', 'view', 'nodes', 'findings', 'path', 'info', 'save']) {
        await small.page.tap(`#tab-${tab}`);
        await small.settle();
        await small.shot(`phone-${tab}`);
        const wide = await small.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${tab}: nothing is cut off, ${wide} px wide`);
        const low = await small.page.evaluate(() => [...document.querySelectorAll('button, select, .choice, input[type=text], input[type=search]')]
          .filter((e) => e.offsetParent && !e.closest('.labels, .events')).map((e) => [e.id || e.className, e.getBoundingClientRect().height])
          .filter(([, height]) => height < 43.5));
        assert.deepEqual(low, [], `${tab}: all targets are 44 px high`);
      }
      await small.page.tap('#tab-files');
      await small.page.tap('.document:has-text("sample")');
      await small.settle();
      await small.shot('phone-model');
      assert.equal(await small.page.isVisible('#player'), true);
      assert.deepEqual(small.problems, []);
    } finally {
      await phone.close();
    }
  });

  it('asks the network for nothing but itself', () => {
    const origin = new URL(server.url).origin;
    const asked = new Set(viewer.requests.filter((u) => !/^(blob|data):/.test(u)).map((u) => {
      assert.equal(new URL(u).origin, origin, u);
      return new URL(u).pathname;
    }));
    assert.deepEqual([...asked].filter((p) => !['/', '/app.js', '/style.css', '/waymark.wasm'].includes(p)), []);
    assert.deepEqual(viewer.problems, []);
  });

  it('works from one file on the disk', { skip: existsSync(path.join(site, 'viewer.html')) ? false : 'no viewer.html' }, async () => {
    const out = samples.file('report.html');
    nativeRun('view', samples.file('models/sample.mdl'), samples.file('courtyard.wok'), '-o', out);
    const page = await open(browser.context, `file://${out}`);
    await page.until(() => globalThis.waymark.app.shows > 0);
    await page.settle();
    assert.equal(await page.page.locator('.document').count(), 2);
    assert.match(await page.text('#status-text'), /courtyard|sample/);
    await page.shot('self-contained');
    assert.deepEqual(page.requests.filter((u) => !/^(file|blob|data):/.test(u)), []);
    assert.deepEqual(page.problems, []);
    await page.page.close();
  });
});

/** A model of Black & White 2 from the corpus; there is no maker of whole ones. */
function bw2Model() {
  const dir = process.env.WAYMARK_CORPUS;
  return dir ? path.join(dir, 'bw2', 'm_greekabode_a.bwm') : '';
}

function skipModel() {
  return bw2Model() && existsSync(bw2Model()) && existsSync(command) ? false : 'no corpus';
}

/** A hilly field of n by n squares as OBJ. */
function gridObj(n, width) {
  const lines = ['usemtl grass'];
  for (let y = 0; y <= n; y++) {
    for (let x = 0; x <= n; x++) lines.push(`v ${(x * width).toFixed(6)} ${(Math.sin(x / 9) * Math.cos(y / 11) * 2).toFixed(5)} ${(-y * width).toFixed(6)}`);
  }
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const a = y * (n + 1) + x + 1;
      lines.push(`f ${a} ${a + 1} ${a + n + 2}`, `f ${a} ${a + n + 2} ${a + n + 1}`);
    }
  }
  return lines.join('\n') + '\n';
}
