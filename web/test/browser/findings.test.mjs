// Reading findings: cards and pins with the same numbers, all files checked, repairs that can be saved
// and undone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, native, nativeRun, site, suite, unzip } from './harness.mjs';

const hall = path.join(site, 'examples/room/hall.wok');

suite('the viewer: findings', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
    await t.viewer.page.click('#tab-findings');
    await t.viewer.page.waitForSelector('.finding, .empty.good');
  };

  it('groups equal codes, the heaviest first, and walks through them', async () => {
    const { page } = t.viewer;
    await open(hall);
    const { findings } = native('check', '--json', hall);
    const codes = [...new Set(findings.map((f) => f.code))];
    assert.equal(await page.locator('.finding').count(), codes.length);
    assert.ok(findings.length > codes.length, 'the example repeats some');
    const first = page.locator('.finding').first();
    const same = findings.filter((f) => f.code === codes[0]).length;
    assert.equal(await first.locator('.finding-turn .note').textContent(), `1 of ${same}`);
    assert.match(await first.textContent(), /In the game.*Fix/);
    const text = await first.locator('.finding-text').textContent();
    await first.locator('.next').click();
    await t.viewer.settle();
    assert.equal(await first.locator('.finding-turn .note').textContent(), `2 of ${same}`);
    assert.notEqual(await first.locator('.finding-text').textContent(), text);
    await first.locator('.previous').click();
    assert.equal(await first.locator('.finding-text').textContent(), text);
    await t.viewer.shot('findings-grouped');
  });

  /** The texts of the pins that are seen, sorted. */
  const pinTexts = async () =>
    (await t.viewer.page.locator('.label.pin:not([hidden])').allTextContents()).toSorted();
  const zoomOut = async () => {
    await t.viewer.page.evaluate(() => globalThis.waymark.stage.zoom(1000));
    await t.viewer.settle();
  };
  /** What has a pin; the note about those that are not listed has no place. */
  const placed = (file) =>
    native('check', '--json', file).findings.filter((f) => f.place && f.severity !== 'info');

  it('gives pins the numbers of their cards, and counts pins that lie over each other', async () => {
    const { page } = t.viewer;
    await open(hall);
    await t.viewer.key('f');
    const findings = placed(hall);
    const codes = [...new Set(findings.map((f) => f.code))];
    const places = [...new Set(findings.map((f) => f.place.join()))];
    assert.ok(findings.length > places.length, 'some are at the same place');
    const expected = places.map((p) => {
      const here = findings.filter((f) => f.place.join() === p);
      const first = Math.min(...here.map((f) => codes.indexOf(f.code) + 1));
      return here.length > 1 ? `${first} +${here.length - 1}` : String(first);
    });
    assert.deepEqual(await pinTexts(), expected.toSorted());
    const title = await page.locator('.label.pin:not([hidden])').first().getAttribute('aria-label');
    assert.match(title, /^Finding 1: KOTOR_\w+, and \d+ more here$/);
    await page.locator('.label.pin:not([hidden])').first().click();
    assert.equal(await page.locator('.finding[aria-current]').count(), 1);
    await zoomOut();
    assert.deepEqual(await pinTexts(), [`1 +${findings.length - 1}`], 'all are in one pin');
  });

  it('counts pins of one kind that cover each other, also more than a hundred', async () => {
    const bytes = readFileSync(t.samples.file('room.wok'));
    const [all, materials, faces, links] = [0x50, 0x58, 0x70, 0x74].map((at) =>
      bytes.readUInt32LE(at),
    );
    for (const k of [1, 2, 3]) bytes.writeUInt32LE(99, materials + 4 * (all - k));
    const three = t.samples.file('three.wok');
    writeFileSync(three, bytes);
    assert.deepEqual(
      placed(three).map((f) => f.code),
      Array(3).fill('KOTOR_MATERIAL_RANGE'),
    );
    await open(three);
    await zoomOut();
    assert.deepEqual(await pinTexts(), ['1 +2']);
    bytes.fill(0xff, links, links + 12 * faces);
    const many = t.samples.file('many.wok');
    writeFileSync(many, bytes);
    const count = placed(many).length;
    assert.ok(count > 100, `${count} findings have a place`);
    await open(many);
    await zoomOut();
    const shown = (await pinTexts()).map((text) => 1 + Number(/\+(\d+)$/.exec(text)?.[1] ?? 0));
    assert.equal(
      shown.reduce((a, b) => a + b),
      count,
    );
    assert.ok(shown.length < 10);
  });

  it('flies to what is broken as soon as a folder is dropped', async () => {
    const { page } = t.viewer;
    const chosen = () =>
      page.evaluate(() => {
        const { stage, app } = globalThis.waymark;
        const { target } = stage.controls;
        return {
          at: [target.x, -target.z],
          far: stage.camera.position.distanceTo(target) / stage.sphere.radius,
          title: app.current.title,
          pins: document.querySelectorAll('.label.pin.chosen').length,
          current: document.querySelector('.finding[aria-current] code')?.textContent,
          tab: document.querySelector('[role=tab][aria-selected=true]').id,
        };
      });
    const drop = async (...files) => {
      await t.viewer.clear();
      await page.click('#tab-view');
      await t.viewer.drop(...files);
      await page.waitForTimeout(500);
      await t.viewer.settle();
      return chosen();
    };
    // The door of the area.
    const area = path.join(site, 'examples/area');
    const door = native('check', '--json', path.join(area, 'temple.lyt')).findings[0];
    assert.equal(door.severity, 'error');
    const there = await drop(area);
    assert.equal(there.tab, 'tab-findings');
    assert.equal(there.current, door.code);
    assert.equal(there.pins, 1);
    assert.ok(Math.hypot(there.at[0] - door.place[0], there.at[1] - door.place[1]) < 0.5);
    assert.ok(there.far < 1, 'it is near');
    assert.match(await t.viewer.text('#status-text'), /^temple.lyt: .* 5 rooms/);
    await t.viewer.shot('dropped-area');
    // No label lies over another, or over a pin.
    const boxes = () =>
      page.$$eval('.label:not([hidden])', (all) =>
        all.map((e) => ({ ...e.getBoundingClientRect().toJSON(), text: e.textContent })),
      );
    const covers = (a, b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    for (const key of ['f', 't']) {
      await t.viewer.key(key);
      const labels = await boxes();
      assert.ok(labels.some((l) => l.text === '→ temple_gallery'));
      for (const [i, a] of labels.entries())
        for (const b of labels.slice(i + 1))
          assert.ok(!covers(a, b), `${a.text} and ${b.text} lie over each other`);
    }
    await t.viewer.key('t');
    // One file with errors.
    assert.equal((await drop(path.join(site, 'examples/room/hall.wok'))).tab, 'tab-findings');
    // An area without errors of its own, with a room that has some.
    const rooms = t.samples.file('one-broken');
    execFileSync(path.join(build, 'make_area'), [rooms], { stdio: 'ignore' });
    const room = path.join(rooms, 'grid_01_00.wok');
    const bytes = readFileSync(room);
    bytes.writeUInt32LE(99, bytes.readUInt32LE(0x58)); // the material of face 0
    writeFileSync(room, bytes);
    assert.ok(native('check', '--json', room).errors > 0);
    const inside = await drop(rooms);
    assert.equal(inside.tab, 'tab-findings');
    assert.deepEqual([inside.title, inside.current], ['grid_01_00.wok', 'KOTOR_MATERIAL_RANGE']);
    // The area has an error, too: that is shown, and the room is named and has its badge.
    const hole = path.join(rooms, 'grid_00_00.wok');
    nativeRun('set', '-q', '--force', '--transition', '0=77', hole, hole);
    const outside = await drop(rooms);
    assert.deepEqual([outside.title, outside.current], ['grid.lyt', 'AREA_TRANSITION_RANGE']);
    await t.viewer.until(() =>
      document
        .getElementById('status-text')
        .textContent.endsWith('; errors also in grid_01_00.wok'),
    );
    const row = page.locator('.document', { hasText: 'grid_01_00.wok' });
    assert.match(await row.locator('.badge').textContent(), /^\d+ errors?$/);
    // Nothing is wrong here: the whole area is seen.
    const good = await drop(t.samples.file('area'));
    assert.equal(good.tab, 'tab-view');
    assert.ok(good.far > 1);
  });

  it('folds infos away', async () => {
    await open(path.join(site, 'examples/nwn2/crowded.trn'));
    const report = native('check', '--json', path.join(site, 'examples/nwn2/crowded.trn'));
    assert.equal(report.errors + report.warnings, 0);
    const infos = t.viewer.page.locator('#infos');
    assert.match(
      await infos.locator('summary').textContent(),
      new RegExp(`^${report.findings.length} infos`),
    );
    assert.equal(await infos.locator('.finding').first().isVisible(), false);
    await infos.locator('summary').click();
    assert.equal(await infos.locator('.finding').first().isVisible(), true);
    await open(t.samples.file('terrain/field.trx'));
    assert.equal(await infos.locator('summary').textContent(), '1 info that needs no action');
  });

  it('shows the whole code on a card', async () => {
    await open(hall);
    const codes = await t.viewer.page
      .locator('.finding code')
      .evaluateAll((list) => list.map((c) => [c.textContent, c.scrollWidth - c.clientWidth]));
    assert.ok(codes.length > 2);
    for (const [code, cut] of codes) assert.ok(cut <= 0, `${code}: ${cut} px are cut off`);
  });

  it('keeps a command on one line where it fits, and its words whole where not', async () => {
    const { page } = t.viewer;
    await open(hall);
    const lines = (width) =>
      page.evaluate((w) => {
        const panel = document.getElementById('panel-findings');
        panel.style.width = w;
        const height = (e) => e.getClientRects().length;
        const all = [...panel.querySelectorAll('.remedies .command')];
        const found = all.map((e) => ({
          text: e.textContent,
          fits: e.scrollWidth <= e.clientWidth,
          lines: Math.round(e.offsetHeight / Number.parseFloat(getComputedStyle(e).lineHeight)),
          words: [...e.children].map(height),
        }));
        panel.style.width = '';
        return found;
      }, width);
    const normal = await lines('');
    assert.ok(normal.some((c) => /--/.test(c.text) || c.text.includes('waymark')));
    for (let width = 180; width <= 330; width += 6)
      for (const c of await lines(`${width}px`)) {
        assert.ok(
          c.words.every((n) => n === 1),
          `${width} px: ${c.text}`,
        );
        assert.ok(c.fits, `${width} px: ${c.text}`);
      }
    assert.ok(
      normal.filter((c) => c.text.length < 40).every((c) => c.lines === 1),
      JSON.stringify(normal),
    );
  });

  it('checks all files, with a badge each and a total', async () => {
    const { page } = t.viewer;
    await open(t.samples.file('broken-area'), t.samples.file('courtyard.wok'), hall);
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    const badges = await page.locator('.document .badge').count();
    assert.equal(badges, await page.locator('.document').count());
    const hallErrors = native('check', '--json', hall).errors;
    const badge = page.locator('.document:has-text("hall.wok") .badge');
    assert.equal(await badge.textContent(), `${hallErrors} errors`);
    const files = [
      ...readdirSync(t.samples.file('broken-area')).map((f) => t.samples.file(`broken-area/${f}`)),
      ...[t.samples.file('courtyard.wok'), hall],
    ].filter((f) => !f.endsWith('.vis')); // read with its layout
    const reports = files.map((f) => native('check', '--json', f));
    const sum = (key) => reports.reduce((n, r) => n + r[key], 0);
    const bad = reports.filter((r) => r.errors + r.warnings).length;
    assert.ok(sum('errors') > hallErrors && bad < reports.length);
    assert.equal(
      await t.viewer.text('#check-total'),
      `${sum('errors')} errors and ${sum('warnings')} warnings in ${bad} of ${reports.length} files`,
    );
    await t.viewer.shot('check-all');
    const total = await t.viewer.text('#check-total');
    await page.click('.document:has-text("courtyard.wok")');
    await t.viewer.settle();
    assert.equal(await t.viewer.text('#check-total'), total, 'it stays when another file is shown');
    await open(t.samples.file('courtyard.wok'));
    assert.equal(await page.locator('#check-total').count(), 0, 'but not for other files');
  });

  it('counts all findings of a code, of which at most 50 are listed', async () => {
    const bytes = readFileSync(t.samples.file('hills.wok'));
    const [faces, links] = [bytes.readUInt32LE(0x70), bytes.readUInt32LE(0x74)];
    bytes.fill(0xff, links, links + 12 * faces); // no face has a neighbour
    const file = t.samples.file('unlinked.wok');
    writeFileSync(file, bytes);
    const { errors, warnings, findings } = native('check', '--json', file);
    assert.ok(errors > findings.length);
    await open(file);
    const first = (await t.viewer.text('#panel-findings .sum')).split(' ')[0];
    assert.equal(Number(first.replace(/\D/g, '')), errors);
    const linked = t.samples.file('linked.wok');
    nativeRun('rebuild', '--force', file, linked);
    const left = native('check', '--json', linked);
    await t.viewer.page.waitForSelector('#fix');
    assert.equal(
      (await t.viewer.text('#fix')).replace(',', ''),
      `Fix ${errors + warnings - left.errors - left.warnings} findings`,
    );
    const [{ code }] = findings;
    const more = findings.find((f) => f.code === code && /^and \d+ more/.test(f.message));
    const all = 50 + Number(/\d+/.exec(more.message)[0]);
    const card = t.viewer.page.locator('.finding').first();
    const note = card.locator('.finding-turn .note');
    assert.equal(await note.textContent(), `1 of ${all}; the first 50 are listed`);
    await card.locator('.previous').click();
    assert.equal(await note.textContent(), `50 of ${all}; the first 50 are listed`);
    assert.doesNotMatch(await card.locator('.finding-text').textContent(), /more of the same/);
  });

  it('repairs a room as the command does, says what changed, saves and undoes it', async () => {
    const { page } = t.viewer;
    const fixed = t.samples.file('hall-fixed.wok');
    nativeRun('fix', hall, '-o', fixed, '--force');
    await open(hall);
    await page.click('#fix');
    await page.waitForSelector('#repair');
    await page.waitForSelector('.empty.good');
    assert.match(await t.viewer.text('#repair'), /Fixed.*KOTOR_ADJACENCY_MISSING.*Changed/);
    assert.equal(native('check', '--json', fixed).errors, 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#repair .primary'),
    ]);
    assert.equal(download.suggestedFilename(), 'hall.wok');
    assert.deepEqual(readFileSync(await download.path()), readFileSync(fixed));
    await t.viewer.shot('repaired');
    await page.click('#tab-save');
    assert.match(await t.viewer.text('#changed-files'), /hall\.wok/);
    await page.click('#tab-findings');
    await page.click('#repair-undo');
    await page.waitForSelector('#fix');
    assert.equal(await page.locator('#repair').count(), 0);
    await page.keyboard.press('Control+y');
    await page.waitForSelector('#repair');
  });

  it('repairs the rooms of an area', async () => {
    const { page } = t.viewer;
    await open(t.samples.file('broken-area'));
    const before = native('check', '--json', t.samples.file('broken-area/grid.lyt'));
    await page.click('#fix');
    await page.waitForSelector('#repair');
    const out = t.samples.file('fixed-area');
    nativeRun('fix', t.samples.file('broken-area/grid.lyt'), '-o', out);
    const after = native('check', '--json', path.join(out, 'grid.lyt'));
    assert.ok(after.errors < before.errors);
    const shown = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      return app.core.check(app.current.id);
    });
    assert.deepEqual([shown.errors, shown.warnings], [after.errors, after.warnings]);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('repairs the rooms of an area in an archive, also in one that is in another', async () => {
    const { page } = t.viewer;
    const folder = t.samples.file('broken-area');
    const pack = (kind, out, ...files) =>
      execFileSync(path.join(build, 'pack_archive'), [kind, t.samples.file(out), ...files]);
    pack('erf', 'broken.mod', ...readdirSync(folder).map((n) => path.join(folder, n)));
    pack('zip', 'broken.zip', t.samples.file('broken.mod'));
    const fixed = t.samples.file('fixed-in-archive');
    nativeRun('fix', path.join(folder, 'grid.lyt'), '-o', fixed);
    const wanted = readdirSync(fixed)
      .filter((n) => /wok$/i.test(n))
      .map((n) => [n.toLowerCase(), readFileSync(path.join(fixed, n))])
      .filter(([n, data]) => Buffer.compare(data, readFileSync(path.join(folder, n))) !== 0);
    assert.ok(wanted.length > 1);
    for (const archive of ['broken.mod', 'broken.zip']) {
      await open(t.samples.file(archive));
      await page.click('#fix');
      await page.waitForSelector('#repair');
      assert.equal(await page.locator('#panel-findings .good').count(), 1, 'nothing is left');
      assert.match(await t.viewer.text('#repair'), new RegExp(`Save ${wanted.length} files`));
      await page.click('#repair .primary');
      const saved = page.waitForEvent('download');
      await page.click('#changed-files .save:has-text("All as ZIP")');
      const files = unzip(readFileSync(await (await saved).path()));
      const byName = (a, b) => (a[0] < b[0] ? -1 : 1);
      assert.deepEqual(
        files.map((f) => [path.basename(f.name).toLowerCase(), f.bytes]).toSorted(byName),
        wanted.toSorted(byName),
      );
      await page.keyboard.press('Control+z');
      await t.viewer.settle();
      const left = await page.evaluate(() => {
        const { app } = globalThis.waymark;
        return [app.current.file.split('/').at(-1), app.files.size, app.changed.size];
      });
      assert.deepEqual(left, ['grid.lyt', 1, 0], 'undone, and nothing is left behind');
    }
  });

  it('shows the repaired area of an archive whole, beside another archive with the same names', async () => {
    const { page } = t.viewer;
    const [folder, moved] = ['broken-area', 'moved-area'].map((n) => t.samples.file(n));
    cpSync(folder, moved, { recursive: true });
    const names = readdirSync(folder);
    const rooms = names.filter((n) => /wok$/i.test(n));
    for (const n of rooms) {
      const room = path.join(moved, n);
      nativeRun('transform', '-q', '--force', '--move', '0,0,7', room, room);
    }
    // Companions of the room and of the area; what is in them does not matter here.
    const companions = ['models/sample.mdl', 'models/sample.mdx'];
    const stem = path.parse(rooms[0]).name;
    for (const from of companions)
      cpSync(t.samples.file(from), path.join(folder, stem + path.extname(from)));
    const pack = (out, dir) =>
      execFileSync(path.join(build, 'pack_archive'), [
        ...['zip', t.samples.file(out)],
        ...readdirSync(dir).map((n) => path.join(dir, n)),
      ]);
    pack('first.zip', moved);
    pack('second.zip', folder);
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('first.zip'), t.samples.file('second.zip'));
    const layout = names.find((n) => /lyt$/i.test(n));
    await page.click(`.document[title="second.zip/${layout}"]`);
    await t.viewer.settle();
    await page.click('#tab-findings');
    await page.click('#fix');
    await page.waitForSelector('#repair');
    const area = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      const below = app.documents.filter((d) => d.parent === app.current.id).map((d) => d.file);
      const bytes = app.current.files.map((name) => [name, [...app.core.fileBytes(name)]]);
      return { file: app.current.file, below, bytes, changed: [...app.changed] };
    });
    const copy = 'second.zip (changed)';
    assert.equal(area.file, `${copy}/${layout}`);
    assert.deepEqual(
      area.below.toSorted(),
      [...rooms, `${stem}.mdl`].map((n) => `${copy}/${n}`).toSorted(),
    );
    const all = readdirSync(folder).map((n) => `${copy}/${n}`);
    assert.deepEqual(area.bytes.map(([name]) => name).toSorted(), all.toSorted());
    assert.ok(area.changed.length > 0 && area.changed.length < rooms.length);
    for (const [name, bytes] of area.bytes) {
      const original = readFileSync(path.join(folder, path.basename(name)));
      const same = Buffer.compare(Buffer.from(bytes), original) === 0;
      assert.equal(same, !area.changed.includes(name), name);
    }
    assert.match(await t.viewer.text(`.document[title="${area.file}"]`), /layout, changed/);
    const seen = await page.evaluate((file) => {
      const row = document.querySelector(`.document[title="${file}"]`).getBoundingClientRect();
      const list = document.getElementById('panel-files').getBoundingClientRect();
      return row.top >= list.top && row.bottom <= Math.min(list.bottom, innerHeight);
    }, area.file);
    assert.ok(seen, 'the copy is in view in the list');
    assert.match(await t.viewer.text('#repair .note'), /not changed.*copy of the whole area/);
    await t.viewer.shot('fixed-in-archive');
    await page.keyboard.press('Control+z');
    await t.viewer.settle();
    assert.equal(await page.locator(`.document[title^="${copy}"]`).count(), 0);
    assert.deepEqual(t.viewer.problems, []);
  });
});
