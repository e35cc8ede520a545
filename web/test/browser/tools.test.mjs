// What helps to look: the measuring tape, pictures, axes, names, panels and info.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, decodePng, native, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: tools for looking', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const hall = path.join(site, 'examples/room/hall.wok');

  it('shows a texture in its own shape', async () => {
    const { page } = t.viewer;
    await open(path.join(site, 'examples/area/tmp_carpet.tpc'));
    const { width, height } = await page.locator('#picture-canvas').boundingBox();
    assert.equal(width, height);
    assert.equal(width % 128, 0, 'every pixel is a square');
    assert.equal(await page.isVisible('#picture-size'), true);
    assert.equal(await page.isVisible('#gizmo'), false);
    await page.click('#tab-info');
    assert.match(await t.viewer.text('#panel-info'), /Width128 pixels/);
    await t.viewer.shot('texture');
  });

  it('shows the slider of the boxes only with the boxes', async () => {
    await open(t.samples.file('courtyard.wok'));
    await t.viewer.page.click('#tab-view');
    assert.equal(await t.viewer.page.locator('#box-level').count(), 0);
    await t.viewer.key('b');
    assert.equal(await t.viewer.page.locator('#box-level').count(), 1);
    await t.viewer.key('b');
    assert.equal(await t.viewer.page.locator('#box-level').count(), 0);
  });

  it('shows outlines only on demand', async () => {
    await open(t.samples.file('bw2/m_square.bwm'));
    assert.equal(await t.viewer.page.isChecked('#layer-outline'), false);
  });

  it('measures between two points', async () => {
    const { page } = t.viewer;
    const file = t.samples.file('hills.wok');
    await open(file);
    await t.viewer.key('t');
    await page.click('#tool-measure');
    const spots = [
      [6.5, 4.4],
      [3.4, 2.6],
    ];
    const floor = native('height', '--json', file, ...spots.map(String)).results.map((r) => r.z);
    for (const [i, p] of spots.entries()) await t.viewer.clickAt([...p, floor[i]]);
    await t.viewer.settle();
    const text = await t.viewer.text('#status-text');
    const rise = floor[1] - floor[0];
    const far = Math.hypot(3.1, 1.8);
    const read = (pattern) => Number(pattern.exec(text)?.[1]);
    assert.ok(Math.abs(rise) > 0.1, 'the points have different heights');
    assert.ok(Math.abs(read(/Distance ([\d.]+) m/) - Math.hypot(far, rise)) < 0.05, text);
    assert.ok(Math.abs(read(/in plan ([\d.]+) m/) - far) < 0.05, text);
    assert.ok(Math.abs(read(/height (-?[\d.]+) m/) - rise) < 0.05, text);
    const slope = (Math.atan2(Math.abs(rise), far) * 180) / Math.PI;
    assert.ok(Math.abs(read(/slope ([\d.]+)°/) - slope) < 0.5, text);
    assert.equal(await page.locator('.label.tape').count(), 1);
    await t.viewer.shot('measure');
    await t.viewer.key('Escape', 't');
    assert.equal(await page.locator('.label.tape').count(), 0);
  });

  /** The area of the samples, with a model in its first room: a wall 5 m wide and 3 m high, at y = 1. */
  const areaWithWall = () => {
    const area = t.samples.file('walled');
    cpSync(t.samples.file('area'), area, { recursive: true });
    const obj = t.samples.file('wall.obj');
    const corners = ['0 0 -1', '5 0 -1', '5 3 -1', '0 3 -1'].map((v) => `v ${v}`);
    writeFileSync(obj, [...corners, 'usemtl brick', 'f 1 2 3', 'f 1 3 4', ''].join('\n'));
    nativeRun('convert', '--force', '-q', obj, path.join(area, 'grid_00_00.mdl'));
    return area;
  };

  /** What the tape says between two points of the file. */
  const tape = async (from, to) => {
    const says = (word) =>
      t.viewer.until((w) => document.getElementById('status-text').textContent.includes(w), word);
    await t.viewer.clickAt(from);
    await says('the second point');
    await t.viewer.clickAt(to);
    await says('Distance');
    await t.viewer.settle();
    return t.viewer.text('#status-text');
  };

  it('measures on the walls of an area, which the card describes', async () => {
    const { page } = t.viewer;
    await open(areaWithWall());
    const top = await t.viewer.spot([2, 1, 2.5]);
    await page.mouse.move(...top);
    await page.waitForSelector('#hover-card:not([hidden])');
    assert.match(
      await t.viewer.text('#hover-card'),
      /^InGrid_00_00Node.*Materialbrick.*Height2\.5/,
    );
    await page.click('#tool-measure');
    const text = await tape([2, 1, 0.5], [2, 1, 2.5]);
    const [far, plan, height] = text.match(/-?[\d.]+(?= m)/g).map(Number);
    assert.ok(Math.abs(far - 2) < 0.03 && Math.abs(height - 2) < 0.03 && plan < 0.03, text);
    // The floor beside the wall is the floor.
    const other = await tape([3.4, 0.4, 0], [2, 1, 2]);
    const expected = Math.hypot(1.4, 0.6, 2);
    assert.ok(Math.abs(Number(/([\d.]+) m/.exec(other)?.[1]) - expected) < 0.05, other);
    await page.click('#tool-measure');
    // A wall that is not shown is not hit.
    await t.viewer.key('m');
    await page.mouse.move(...(await t.viewer.spot([2, 1, 2.4])));
    await page.waitForTimeout(100);
    const card = (await page.isVisible('#hover-card')) ? await t.viewer.text('#hover-card') : '';
    assert.doesNotMatch(card, /Node/);
    await t.viewer.key('m');
  });

  /** The share of pixels of a label that a picture has as the page; letters may be half a pixel aside. */
  const alike = (picture, page, box, at) => {
    let [n, same] = [0, 0];
    for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y++)
      for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x++, n++) {
        const p = ((y - at.y) * picture.width + x - at.x) * picture.channels;
        const q = (y * page.width + x) * page.channels;
        const far = [0, 1, 2].map((k) => Math.abs(picture.data[p + k] - page.data[q + k]));
        if (Math.max(...far) < 48) same++;
      }
    return same / n;
  };

  it('saves a picture of the view, with its pins, labels and tape', async () => {
    const { page } = t.viewer;
    await open(hall);
    await t.viewer.key('f');
    await page.click('#tool-measure');
    await tape([2, 2, 0], [4, 8, 0]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#tool-picture'),
    ]);
    assert.equal(download.suggestedFilename(), 'hall.png');
    const picture = decodePng(readFileSync(await download.path()));
    const whole = decodePng(await page.screenshot());
    const at = await page.locator('#canvas').boundingBox();
    assert.deepEqual([picture.width, picture.height], [at.width, at.height].map(Math.round));
    for (const kind of ['pin', 'transition', 'tape']) {
      const label = page.locator(`.label.${kind}:not([hidden])`).first();
      const box = await label.boundingBox();
      const share = alike(picture, whole, box, at);
      assert.ok(share > 0.8, `${kind}: ${share} of the pixels`);
    }
    // The line of the tape.
    const [x, y] = (await t.viewer.spot([2.5, 3.5, 0])).map(Math.round);
    const line = { x: x - 3, y: y - 3, width: 7, height: 7 };
    assert.ok(alike(picture, whole, line, at) > 0.9);
    await t.viewer.key('Escape');
  });

  it('shows the axes of the file', async () => {
    const { page } = t.viewer;
    await open(hall);
    await t.viewer.key('t');
    const end = (axis) =>
      page.$eval(
        `.axis.${axis} line`,
        (e) => ['x2', 'y2'].map((k) => Math.round(Number(e.getAttribute(k))) + 0), // not -0
      );
    assert.deepEqual(await end('x'), [26, 0]);
    assert.deepEqual(await end('y'), [0, -26]);
    await t.viewer.key('t');
    assert.ok((await end('z'))[1] < -5, 'z is up');
  });

  it('shows the axes of Black & White 2 and of glTF, where y is up', async () => {
    const { page } = t.viewer;
    const glb = t.samples.file('axes.glb');
    areaWithWall(); // from an OBJ
    nativeRun('convert', '-q', '--force', t.samples.file('models/sample.mdl'), glb);
    const end = (axis) =>
      page.$eval(`.axis.${axis} line`, (e) =>
        ['x2', 'y2'].map((k) => Math.round(Number(e.getAttribute(k))) + 0),
      );
    // Seen from above, z leads up in a left-handed space, and down in a right-handed one.
    for (const [file, z] of [
      [t.samples.file('bw2/m_square.bwm'), [0, -26]],
      [glb, [0, 26]],
      [t.samples.file('wall.obj'), [0, 26]],
    ]) {
      await open(file);
      assert.ok((await end('y'))[1] < -5, 'y is up');
      await t.viewer.key('t');
      assert.deepEqual([await end('x'), await end('z')], [[26, 0], z], file);
      await t.viewer.key('t');
    }
  });

  it('cuts long names in the middle', async () => {
    const { page } = t.viewer;
    const long = t.samples.file('m40ad_a_room_with_a_very_long_name_indeed_07b.wok');
    writeFileSync(long, readFileSync(t.samples.file('courtyard.wok')));
    await open(long);
    const box = await page.locator('.document-name').boundingBox();
    const tail = await page.locator('.document .name-end').boundingBox();
    assert.equal(await page.textContent('.document .name-end'), 'd_07b.wok');
    assert.ok(tail.x + tail.width <= box.x + box.width + 1, 'the end is visible');
    // Whatever the width, no letter is missing before the end of the name: no gap is as wide as one.
    for (let width = 130; width < 150; width += 3) {
      const name = page.locator('.document-name');
      await name.evaluate((e, w) => (e.style.width = `${w}px`), width);
      await t.viewer.settle();
      const { data, width: across, height, channels } = decodePng(await name.screenshot());
      const differs = (x, y) =>
        [0, 1, 2].some((k) => Math.abs(data[(y * across + x) * channels + k] - data[k]) > 40);
      const inked = Array.from({ length: across }, (_, x) =>
        Array.from({ length: height }, (_, y) => y).some((y) => differs(x, y)),
      );
      const text = inked.map((ink) => (ink ? '#' : '.')).join('');
      const gaps = text.replace(/^\.+|\.+$/g, '').match(/\.+/g);
      const widest = Math.max(...gaps.map((g) => g.length));
      assert.ok(widest <= 4, `${width} px: a gap of ${widest} px in ${text}`);
    }
    await page.locator('.document-name').evaluate((e) => (e.style.width = ''));
    // The title of the page, too, where there is not enough room for it.
    await page.setViewportSize({ width: 1150, height: 800 });
    const title = await page.locator('#document-title').boundingBox();
    const end = await page.locator('#document-title .name-end').boundingBox();
    const start = page.locator('#document-title .name-start');
    assert.equal(await t.viewer.text('#document-title'), path.basename(long));
    assert.ok(await start.evaluate((e) => e.scrollWidth > e.clientWidth), 'it is cut');
    assert.ok(end.x >= title.x && end.x + end.width <= title.x + title.width + 1, 'not at its end');
    // What the panels say about it stays in them.
    for (const tab of ['compare', 'findings', 'info', 'save', 'edit']) {
      await page.click(`#tab-${tab}`);
      const over = await page.evaluate((id) => {
        const panel = document.getElementById(`panel-${id}`);
        return panel.scrollWidth - panel.clientWidth;
      }, tab);
      assert.ok(over <= 0, `${tab}: ${over} px too wide`);
    }
    await page.click('#tab-compare');
    assert.match(await t.viewer.text('#panel-compare .sum'), /^Shows another file next to m40ad/);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has panels that can be resized, with keys too', async () => {
    const { page } = t.viewer;
    /** Drags a grip until its panel is wider, takes a step back with a key, then resets it. */
    const resize = async (panel, grip, by, back) => {
      const width = async () => (await page.locator(panel).boundingBox()).width;
      const before = await width();
      const box = await page.locator(grip).boundingBox();
      await page.mouse.move(box.x + 4, box.y + 200);
      await page.mouse.down();
      await page.mouse.move(box.x + 4 + by, box.y + 200, { steps: 3 });
      await page.mouse.up();
      const wider = Math.abs(by);
      assert.ok(Math.abs((await width()) - before - wider) < 3, `${grip}: ${await width()}`);
      await page.focus(grip);
      await page.keyboard.press(back);
      assert.ok(Math.abs((await width()) - before - wider + 16) < 3, `${grip}: ${await width()}`);
      await page.dblclick(grip);
      assert.equal(await width(), before);
    };
    await resize('.side', '#grip-side', -80, 'ArrowRight');
    await resize('.files', '#grip-files', 60, 'ArrowLeft');
    const values = (id) =>
      page.evaluate((grip) => {
        const e = document.getElementById(grip);
        return ['min', 'now', 'max'].map((k) => Number(e.getAttribute(`aria-value${k}`)));
      }, id);
    for (const id of ['grip-side', 'grip-files']) {
      const [min, now, max] = await values(id);
      assert.ok(min > 0 && min <= now && now <= max && max <= 1280, `${id}: ${min} ${now} ${max}`);
    }
    await page.setViewportSize({ width: 1600, height: 800 });
    await t.viewer.settle();
    assert.equal((await values('grip-side'))[2], 720);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows what info says of a file that has nothing to draw', async () => {
    const { page } = t.viewer;
    execFileSync(path.join(build, 'make_area'), [t.samples.file('module'), 'module']);
    const git = t.samples.file('module/grid.git');
    await open(git);
    assert.match(await t.viewer.text('#status-text'), /nothing to draw; Info shows what is in it/);
    await page.click('#tab-info');
    const info = native('info', '--json', git);
    const row = page.locator('#panel-info dt:text-is("Structs") + dd');
    assert.equal(await row.textContent(), String(info.structs));
    const fields = page.locator('.info-table tbody tr');
    assert.equal(await fields.count(), info.fields.length);
  });

  it('shows info as tables with units, and the JSON on demand', async () => {
    const { page } = t.viewer;
    await open(t.samples.file('area'));
    await page.click('#tab-info');
    const info = native('info', '--json', t.samples.file('area/grid.lyt'));
    assert.equal(
      await page.locator('.info-table').first().locator('tbody tr').count(),
      info.rooms.length,
    );
    assert.match(await t.viewer.text('#panel-info'), /18 m²/);
    const fact = async (name) =>
      (await page.locator(`#panel-info dt:text-is("${name}") + dd`).first().textContent()) ?? '';
    await page.locator('.document', { hasText: 'grid_00_00.wok' }).click();
    await t.viewer.settle();
    assert.equal(await fact('Max'), '5, 5, 0 m');
    await open(t.samples.file('terrain/field.trx'));
    assert.deepEqual([await fact('Tile width'), await fact('Border')], ['10 m', '8 tiles']);
    assert.match(await fact('Area walkable'), / m²$/);
    await open(path.join(site, 'examples/area/tmp_brick.tpc'));
    assert.deepEqual(
      [await fact('Width'), await fact('Bits'), await fact('Size')],
      ['128 pixels', '4 bits per pixel', '10.8 KB'],
    );
    await open(t.samples.file('area'));
    assert.equal(await page.isVisible('#info-raw pre'), false);
    await t.viewer.shot('info');
    await page.click('#info-raw summary');
    assert.equal(await page.isVisible('#info-raw pre'), true);
    assert.deepEqual(t.viewer.problems, []);
  });
});
