// Two files side by side: the same camera, what differs in colour, the words of `waymark diff`.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { decodePng, difference, launch, native, nativeRun, open, site, suite } from './harness.mjs';

suite('the viewer: comparing', (t) => {
  /** A copy of a sample in `before`, and one in `after` that the command changed. */
  const pair = (sample, name, ...changes) => {
    const [a, b] = ['before', 'after'].map((f) => t.samples.file(`${name}-pair/${f}`));
    for (const dir of [a, b]) mkdirSync(dir, { recursive: true });
    const file = path.basename(sample);
    copyFileSync(sample, path.join(a, file));
    const mdx = sample.replace(/\.mdl$/, '.mdx');
    if (mdx !== sample && existsSync(mdx)) copyFileSync(mdx, path.join(a, path.basename(mdx)));
    if (changes.length)
      nativeRun('set', '--force', ...changes, path.join(a, file), path.join(b, file));
    return [path.join(a, file), path.join(b, file)];
  };
  const openPair = async ([a], viewer = t.viewer) => {
    await viewer.clear();
    await viewer.drop(path.dirname(path.dirname(a)));
    await viewer.page.click('.document[title*="before/"]');
    await viewer.settle();
    await viewer.page.click('#tab-compare');
    await viewer.page.click('#compare-go');
    await viewer.page.waitForSelector('#compare-sum');
    await viewer.settle();
  };
  /** The list in the panel is what the command prints. */
  const sameList = async (files, page = t.viewer.page) => {
    const { differences } = native('diff', '--json', ...files);
    const shown = await page.$$eval('.differences .finding', (list) =>
      list.map((e) => [
        e.querySelector('code').textContent,
        e.querySelector('.finding-text').textContent,
      ]),
    );
    assert.ok(differences.length > 0);
    assert.deepEqual(
      shown,
      differences.map((d) => [d.field, d.message]),
    );
  };
  const colours = (page) =>
    page.evaluate(() => {
      const { stage } = globalThis.waymark;
      stage.drawNow();
      return ['#canvas', '#other-view canvas'].map((selector) => {
        const from = document.querySelector(selector);
        const c = document.createElement('canvas');
        Object.assign(c, { width: 160, height: 160 });
        const g = c.getContext('2d', { willReadFrequently: true });
        g.drawImage(from, 0, 0, 160, 160);
        const d = g.getImageData(0, 0, 160, 160).data;
        let n = 0;
        for (let i = 0; i < d.length; i += 4)
          if (Math.max(d[i], d[i + 1], d[i + 2]) - Math.min(d[i], d[i + 1], d[i + 2]) > 70) n++;
        return n;
      });
    });

  it('shows two walkmeshes side by side and lists what diff says', async () => {
    const { page } = t.viewer;
    const files = pair(
      t.samples.file('courtyard.wok'),
      'wok',
      ...['--material', '3-6=Metal', '--transition', '0=7'],
    );
    await openPair(files);
    await sameList(files);
    assert.match(await t.viewer.text('#compare-sum'), /^\d+ differences?$/);
    assert.equal(await page.isVisible('#other-view canvas'), true);
    assert.match(await t.viewer.text('#pane-first'), /before\/courtyard\.wok/);
    assert.match(await t.viewer.text('#pane-second'), /after\/courtyard\.wok/);
    assert.match(await t.viewer.text('#legend'), /Another material or texture4/);
    const [left, right] = await colours(page);
    assert.ok(left > 100 && right > 100, `coloured pixels: ${left}, ${right}`);
    const [a, b] = await Promise.all(
      ['.view >> nth=0', '#other-view'].map((s) => page.locator(s).boundingBox()),
    );
    assert.ok(Math.abs(a.width - b.width) < 4 && a.x + a.width <= b.x + 1, 'side by side');
    await t.viewer.shot('compare-wok');
  });

  it('moves both when one is dragged, and flies to a difference', async () => {
    const { page } = t.viewer;
    const other = await page.locator('#other-view canvas').boundingBox();
    const before = await t.viewer.camera();
    const pane = () => page.locator('#other-view').screenshot();
    const [x, y] = [other.x + other.width / 2, other.y + other.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 20, { steps: 4 });
    await page.mouse.up();
    await t.viewer.settle();
    assert.notDeepEqual(await t.viewer.camera(), before);
    const old = await pane();
    const stage = await page.locator('.view').first().boundingBox();
    await page.mouse.move(stage.x + 200, stage.y + 300);
    await page.mouse.down();
    await page.mouse.move(stage.x + 120, stage.y + 320, { steps: 4 });
    await page.mouse.up();
    await t.viewer.settle();
    assert.notDeepEqual(await pane(), old, 'the second pane follows');
    const at = await t.viewer.camera();
    const card = page.locator('.differences .finding:has-text("another material")');
    await card.locator('.finding-go').click();
    await t.viewer.settle();
    assert.notDeepEqual(await t.viewer.camera(), at);
    assert.equal(await card.locator('.note').textContent(), '1 of 4');
    await card.locator('.next').click();
    assert.equal(await card.locator('.note').textContent(), '2 of 4');
    await page.click('#compare-stop');
    await t.viewer.settle();
    assert.equal(await page.isVisible('#other-view'), false);
    assert.equal(await page.evaluate(() => globalThis.waymark.app.colouring), 'material');
    assert.deepEqual(t.viewer.problems, []);
  });

  const models = [
    [
      'models/sample.mdl',
      'mdl',
      '--replace-texture',
      'sample01=fur',
      '--field',
      'box.position=0,0,2',
    ],
    ['mdb/plc_stage.mdb', 'mdb', '--texture', 'diffuse=my_wood'],
    ['bw2/m_square.bwm', 'bw2', '--replace-texture', 'm_square.dds=another.dds'],
  ];
  for (const [sample, name, ...changes] of models)
    it(`compares models: ${name}`, async () => {
      const files = pair(t.samples.file(sample), name, ...changes);
      await openPair(files);
      await sameList(files);
      const [left, right] = await colours(t.viewer.page);
      assert.ok(left > 50 && right > 50, `coloured pixels: ${left}, ${right}`);
      const go = t.viewer.page.locator('.differences button.finding-go').first();
      await go.click();
      await t.viewer.settle();
      await t.viewer.shot(`compare-${name}`);
      assert.deepEqual(t.viewer.problems, []);
    });

  it('compares NWN2 walkmeshes', async () => {
    const files = pair(t.samples.file('terrain/hall.trx'), 'trx');
    const bare = readFileSync(t.samples.file('terrain/closet.trx'));
    writeFileSync(files[1], bare);
    await openPair(files);
    await sameList(files);
    assert.match(await t.viewer.text('#legend'), /Only in the first file\d+/);
    await t.viewer.shot('compare-trx');
  });

  it('compares areas: their rooms, each with what diff says, and the layout', async () => {
    const { page } = t.viewer;
    const [a, b] = ['before', 'after'].map((f) => t.samples.file(`areas/${f}`));
    for (const dir of [a, b]) cpSync(t.samples.file('area'), dir, { recursive: true });
    const change = (room, ...options) => {
      const file = path.join(b, `grid_${room}.wok`);
      nativeRun('set', '--force', ...options, file, file);
    };
    change('00_00', '--material', '3-6=Metal');
    change('01_01', '--material', '0=Water', '--transition', '0=2');
    const lyt = path.join(b, 'grid.lyt');
    const lines = readFileSync(lyt, 'latin1').split(/\r?\n/);
    const gone = lines.findIndex((l) => /grid_02_01/i.test(l));
    const moved = lines.findIndex((l) => /grid_02_00/i.test(l));
    assert.ok(gone > 0 && moved > 0);
    lines[moved] = lines[moved].replace(/(grid_02_00) \S+/i, '$1 99');
    const text = lines.filter((_, i) => i !== gone).join('\n');
    writeFileSync(lyt, text.replace(/roomcount 6/, 'roomcount 5'), 'latin1');
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('areas'));
    await page.click('.document[title="areas/before/grid.lyt"]');
    await t.viewer.settle();
    await page.click('#tab-compare');
    await page.click('#compare-go');
    await page.waitForSelector('#compare-sum');
    await t.viewer.settle();
    const shown = await page.$$eval('.differences .finding', (list) =>
      list.map(
        (e) =>
          `${e.querySelector('code').textContent} ${e.querySelector('.finding-text').textContent}`,
      ),
    );
    for (const room of ['00_00', '01_01']) {
      const { differences } = native(
        'diff',
        '--json',
        ...[a, b].map((dir) => path.join(dir, `grid_${room}.wok`)),
      );
      assert.ok(differences.length > 0);
      for (const d of differences)
        assert.ok(shown.includes(`Grid_${room}: ${d.field} ${d.message}`), shown.join('\n'));
    }
    assert.ok(
      shown.some((s) => /^Grid_02_01: rooms the room is gone$/.test(s)),
      shown.join('\n'),
    );
    assert.ok(
      shown.some((s) => /^Grid_02_00: position now at \(99, /.test(s)),
      shown.join('\n'),
    );
    assert.equal(await t.viewer.text('#compare-sum'), `${shown.length} differences`);
    assert.ok(!shown.some((s) => /Grid_00_01/.test(s)), 'rooms that are the same are not listed');
    // A card has the faces of its own room only.
    const card = page.locator('.differences .finding:has-text("Grid_00_00: materials")');
    await card.locator('.finding-go').click();
    await t.viewer.settle();
    assert.equal(await card.locator('.note').textContent(), '1 of 4');
    assert.match(await t.viewer.text('#legend'), /Another material or texture/);
    const [left, right] = await colours(page);
    assert.ok(left > 100 && right > 100, `coloured pixels: ${left}, ${right}`);
    await t.viewer.shot('compare-areas');
    // The same area twice is identical.
    for (const name of readdirSync(a)) copyFileSync(path.join(a, name), path.join(b, name));
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('areas'));
    await page.click('.document[title="areas/before/grid.lyt"]');
    await t.viewer.settle();
    await page.click('#tab-compare');
    await page.click('#compare-go');
    await page.waitForSelector('#compare-sum');
    assert.equal(await t.viewer.text('#compare-sum'), 'identical');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('says what is identical, and ends with another file', async () => {
    const files = pair(t.samples.file('room.wok'), 'same');
    copyFileSync(files[0], files[1]);
    await openPair(files);
    assert.equal(await t.viewer.text('#compare-sum'), 'identical');
    await t.viewer.page.click('.document[title*="after/"]');
    await t.viewer.settle();
    assert.equal(await t.viewer.page.isVisible('#other-view'), false);
    assert.equal(await t.viewer.page.isVisible('#compare-go'), true);
  });

  it('opens a second file of the same name to compare with', async () => {
    const { page } = t.viewer;
    const files = pair(t.samples.file('courtyard.wok'), 'wok', '--material', '3=Metal');
    await t.viewer.clear();
    await t.viewer.drop(files[0]);
    await page.click('#tab-compare');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.click('#compare-open'),
    ]);
    await chooser.setFiles(files[1]);
    await page.waitForSelector('#compare-sum');
    await sameList(files);
    assert.equal(await page.locator('.document').count(), 2);
    // An edit is compared again.
    await page.keyboard.press('Escape');
    await page.click('#tab-edit');
    assert.deepEqual(t.viewer.problems, []);
    await t.viewer.clear();
    assert.equal(await page.isVisible('#other-view'), false);
  });

  it('puts the panes above each other on a phone, in the dark too', async () => {
    const { page } = t.viewer;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    try {
      const files = pair(t.samples.file('courtyard.wok'), 'wok', '--material', '3-6=Metal');
      await t.viewer.clear();
      await t.viewer.drop(path.dirname(path.dirname(files[0])));
      await page.click('#tab-compare');
      await page.click('#compare-go');
      await page.waitForSelector('#compare-sum');
      await t.viewer.settle();
      const [a, b] = await Promise.all(
        ['.view >> nth=0', '#other-view'].map((s) => page.locator(s).boundingBox()),
      );
      assert.ok(a.y + a.height <= b.y + 1 && Math.abs(a.width - b.width) < 2, 'above each other');
      await t.viewer.shot('compare-phone');
      await page.click('#tab-compare');
      await t.viewer.settle();
      await t.viewer.shot('compare-phone-panes');
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
    }
    assert.deepEqual(t.viewer.problems, []);
  });

  it('works without WebGL', async () => {
    const plain = await launch(t.chromium);
    try {
      await plain.context.addInitScript(() => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
        };
      });
      const viewer = await open(plain.context, t.server.url);
      const files = pair(t.samples.file('courtyard.wok'), 'wok', '--material', '3-6=Metal');
      await openPair(files, viewer);
      await sameList(files, viewer.page);
      const [left, right] = await colours(viewer.page);
      assert.ok(left > 100 && right > 100, `coloured pixels: ${left}, ${right}`);
      await viewer.shot('compare-plain');
      assert.deepEqual(viewer.problems, []);
    } finally {
      await plain.close();
    }
  });

  it('gets the graphics of the second pane back, or draws both in 2D', async () => {
    const viewer = await open(t.browser.context, t.server.url);
    const { page } = viewer;
    const files = pair(t.samples.file('courtyard.wok'), 'lost', '--material', '3-6=Metal');
    await openPair(files, viewer);
    const other = async () => decodePng(await page.locator('#other-view').screenshot());
    const before = await other();
    const lose = () =>
      page.evaluate(() => {
        const gl = document.querySelector('#other-view canvas').getContext('webgl2');
        globalThis.loss = gl.getExtension('WEBGL_lose_context');
        globalThis.loss.loseContext();
      });
    await lose();
    await viewer.settle();
    assert.ok(difference(before, await other()) > 0.05, 'it is lost');
    await page.evaluate(() => globalThis.loss.restoreContext());
    await page.waitForTimeout(100);
    await viewer.settle();
    assert.ok(difference(before, await other()) < 0.01, 'as it was');
    await lose();
    await viewer.until(() => globalThis.waymark.stage.flat && globalThis.waymark.app.compare);
    await viewer.settle();
    assert.ok(difference(before, await other()) < 0.3, 'it is drawn');
    assert.ok(
      await page.evaluate(() => !!document.querySelector('#other-view canvas').getContext('2d')),
    );
    assert.equal(await page.isVisible('#flat-note'), true);
    await viewer.shot('compare-lost');
    await sameList(files, page);
    await page.close();
  });

  it('lets examples be compared with their repaired form', async () => {
    const fixed = t.samples.file('fixed/hall.wok');
    mkdirSync(path.dirname(fixed), { recursive: true });
    const hall = path.join(site, 'examples/room/hall.wok');
    nativeRun('fix', hall, '-o', fixed, '--force');
    await t.viewer.clear();
    await t.viewer.drop(path.dirname(hall), path.dirname(fixed));
    await t.viewer.page.click('.document[title="room/hall.wok"]');
    await t.viewer.settle();
    const one = await t.viewer.pixels();
    await t.viewer.page.click('#tab-compare');
    await t.viewer.page.click('#compare-go');
    await t.viewer.page.waitForSelector('#compare-sum');
    await t.viewer.settle();
    await sameList([hall, fixed]);
    assert.ok(difference(one, await t.viewer.pixels('compare-hall')) > 0.1);
  });
});
