// What was changed in the page: nothing of it is lost without a question or a word, and Save lists what
// differs from what was opened, and only that.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { native, open, site, suite } from './harness.mjs';

suite('the viewer: what was changed', (t) => {
  const paint = (faces, material, name = null) =>
    t.viewer.page.evaluate(
      async ({ faces: list, material: m, name: n }) => {
        const { app, applyChange } = globalThis.waymark;
        if (n && app.current.file !== n) throw new Error(`${app.current.file} is open`);
        await applyChange(app.core.edit(app.current.id, { faces: list, material: m }), 'paint');
      },
      { faces, material, name },
    );
  const changed = () => t.viewer.page.evaluate(() => [...globalThis.waymark.app.changed]);
  const fileBytes = async (name) => {
    const list = await t.viewer.page.evaluate((n) => {
      const data = globalThis.waymark.app.core.fileBytes(n);
      return data && [...data];
    }, name);
    return list && Buffer.from(list);
  };
  const show = async (name) => {
    await t.viewer.page.click(`.document[title="${name}"]`);
    await t.viewer.settle();
  };
  const two = async () => {
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'), t.samples.file('room.wok'));
    await show('courtyard.wok');
  };
  const asks = () => t.viewer.page.isVisible('#ask');

  it('asks before a changed file is removed, and forgets it then', async () => {
    const { page } = t.viewer;
    await two();
    await paint([3], 7, 'courtyard.wok');
    assert.deepEqual(await changed(), ['courtyard.wok']);
    await page.click('[aria-label="Remove courtyard.wok"]');
    assert.equal(
      await t.viewer.text('#ask-text'),
      'courtyard.wok was changed here. Its changes are lost unless you saved them.',
    );
    await t.viewer.shot('ask');
    await page.keyboard.press('Escape');
    assert.equal(await asks(), false);
    assert.deepEqual(await changed(), ['courtyard.wok']);
    assert.ok(await fileBytes('courtyard.wok'));
    await page.click('[aria-label="Remove courtyard.wok"]');
    await page.click('#ask-yes');
    await t.viewer.until(() => globalThis.waymark.app.files.size === 1);
    await t.viewer.settle();
    assert.deepEqual(await changed(), []);
    await page.click('#tab-save');
    assert.equal(await page.locator('#changed-files').count(), 0);
    await page.click('#tab-edit');
    assert.equal(await page.isDisabled('#edit-undo'), true);
    await t.viewer.key('Control+z');
    assert.equal(await fileBytes('courtyard.wok'), null);
    // Nobody is asked about a file as it was opened.
    await page.click('[aria-label="Remove room.wok"]');
    assert.equal(await asks(), false);
    await t.viewer.until(() => globalThis.waymark.app.files.size === 0);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('asks before all files are removed, also by an example', async () => {
    const { page } = t.viewer;
    await two();
    await paint([3], 7);
    await page.click('#clear');
    assert.match(await t.viewer.text('#ask-text'), /^courtyard\.wok was changed here/);
    await page.click('#ask-no');
    assert.deepEqual(await changed(), ['courtyard.wok']);
    await page.evaluate(() => document.getElementById('example-room').click());
    await page.waitForSelector('#ask[open]');
    await page.click('#ask-no');
    await t.viewer.settle();
    assert.deepEqual(await changed(), ['courtyard.wok']);
    await page.click('#clear');
    await page.click('#ask-yes');
    await t.viewer.until(() => globalThis.waymark.app.files.size === 0);
    assert.deepEqual(await changed(), []);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('opens a newer file in place of a changed one, says so, and can undo that', async () => {
    const { page } = t.viewer;
    const newer = t.samples.file('newer/courtyard.wok');
    mkdirSync(path.dirname(newer), { recursive: true });
    copyFileSync(t.samples.file('room.wok'), newer);
    await two();
    await paint([3], 7);
    const mine = await fileBytes('courtyard.wok');
    await t.viewer.drop(newer);
    await t.viewer.until(
      () =>
        document.getElementById('status-text').textContent ===
        'courtyard.wok was changed here: undo brings that back',
    );
    assert.deepEqual(await fileBytes('courtyard.wok'), readFileSync(newer));
    assert.deepEqual(await changed(), []);
    await page.click('#tab-save');
    assert.equal(await page.locator('#changed-files').count(), 0);
    await page.click('#tab-edit');
    await page.click('#edit-undo');
    await t.viewer.settle();
    assert.deepEqual(await fileBytes('courtyard.wok'), mine);
    assert.deepEqual(await changed(), ['courtyard.wok']);
    await page.click('#edit-redo');
    await t.viewer.settle();
    assert.deepEqual(await fileBytes('courtyard.wok'), readFileSync(newer));
    assert.deepEqual(await changed(), []);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('saves nothing where there are no bytes, and says so', async () => {
    const { page } = await open(t.browser.context, t.server.url);
    const saved = [];
    page.on('download', (d) => saved.push(d.suggestedFilename()));
    await page.setInputFiles('#pick-files', [
      t.samples.file('courtyard.wok'),
      t.samples.file('room.wok'),
    ]);
    await page.waitForSelector('.document:has-text("room.wok")');
    await page.click('.document:has-text("courtyard.wok")');
    await page.click('#tab-save');
    // As if something had gone wrong.
    await page.evaluate(async () => {
      const { app, applyChange } = globalThis.waymark;
      await applyChange(app.core.edit(app.current.id, { faces: [3], material: 7 }), 'paint');
      app.core.removeFile('courtyard.wok');
    });
    await page.click('.save.changed');
    assert.equal(
      await page.textContent('#status-text'),
      'Not saved: courtyard.wok is no longer here',
    );
    await page.waitForTimeout(200);
    assert.deepEqual(saved, []);
    await page.close();
  });

  it('knows what was changed however many steps there are', async () => {
    const { page } = t.viewer;
    await two();
    const before = await fileBytes('room.wok');
    await paint([3], 7, 'courtyard.wok');
    await show('room.wok');
    const material = await page.evaluate(() => globalThis.waymark.app.walkmesh.material[0]);
    await page.evaluate(async () => {
      const { app, applyChange } = globalThis.waymark;
      for (let i = 0; i < 101; i++)
        await applyChange(
          app.core.edit(app.current.id, { faces: [0], material: i % 2 ? 4 : 5 }),
          'paint',
        );
    });
    assert.deepEqual((await changed()).toSorted(), ['courtyard.wok', 'room.wok']);
    await page.click('#tab-save');
    assert.match(
      await t.viewer.text('#changed-files'),
      /courtyard\.wok.*All as ZIP2 changed files/,
    );
    // What is painted as it was is no change.
    await paint([0], material);
    assert.deepEqual(await fileBytes('room.wok'), before);
    assert.deepEqual(await changed(), ['courtyard.wok']);
    await t.viewer.clear();
    assert.deepEqual(t.viewer.problems, []);
  });

  it('keeps the badges of files that a change has nothing to do with', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area'), path.join(site, 'examples/room/hall.wok'));
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    const badges = () =>
      page.$$eval('.document', (all) =>
        Object.fromEntries(all.map((e) => [e.title, e.querySelector('.badge')?.textContent])),
      );
    const state = async () => [await t.viewer.text('#check-total'), await badges()];
    const first = await badges();
    const room = Object.keys(first).find((name) => name.endsWith('grid_00_00.wok'));
    const area = Object.keys(first).find((name) => name.endsWith('.lyt'));
    assert.ok(Object.keys(first).length > 7, Object.keys(first).join());
    await show(room);
    await page.evaluate(() => {
      const { core } = globalThis.waymark.app;
      const check = core.check.bind(core);
      globalThis.asked = [];
      core.check = (id) => {
        globalThis.asked.push(globalThis.waymark.app.documents.find((d) => d.id === id).file);
        return check(id);
      };
    });
    // A face without a neighbour: a room that leads nowhere from there.
    await page.evaluate(async () => {
      const { app, applyChange } = globalThis.waymark;
      const { edge } = app.overlays.transitions[0];
      await applyChange(app.core.edit(app.current.id, { edges: [edge], room: 77 }), 'link');
    });
    const kept = await badges();
    for (const [name, badge] of Object.entries(first))
      if (name !== room && name !== area) assert.equal(kept[name], badge, name);
    await page.waitForSelector('#check-total');
    await t.viewer.settle();
    const asked = await page.evaluate(() => [...new Set(globalThis.asked)]);
    assert.deepEqual(asked.toSorted(), [area, room].toSorted());
    const after = await state();
    assert.notEqual(after[1][area], first[area]);
    // As if everything were checked again.
    await page.evaluate(() => globalThis.waymark.app.checked.clear());
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    assert.deepEqual(await state(), after);
    await page.click('#tab-edit');
    await page.click('#edit-undo');
    await t.viewer.until((text) => {
      const row = [...document.querySelectorAll('.document')].find((e) => e.title.endsWith('.lyt'));
      return row.querySelector('.badge')?.textContent === text;
    }, first[area]);
    assert.deepEqual(await badges(), first);
    // A file comes and goes: the others keep their badges, and the total follows.
    const total = await t.viewer.text('#check-total');
    await page.evaluate(() => {
      globalThis.asked = [];
      globalThis.lost = 0;
      const list = document.getElementById('documents');
      new MutationObserver(() => {
        const rows = [...list.querySelectorAll('.document')];
        if (rows.some((e) => !e.title.endsWith('three.wok') && !e.querySelector('.badge')))
          globalThis.lost++;
      }).observe(list, { childList: true, subtree: true });
    });
    const three = t.samples.file('three.wok');
    const bytes = readFileSync(t.samples.file('courtyard.wok'));
    for (const f of [1, 2, 3])
      bytes.writeUInt32LE(99, bytes.readUInt32LE(0x58) + 4 * (bytes.readUInt32LE(0x50) - f));
    writeFileSync(three, bytes);
    const { errors } = native('check', '--json', three);
    await t.viewer.drop(three);
    const sumOf = (text) => Number(/^\d+/.exec(text)[0]);
    await t.viewer.until(
      (n) => parseInt(document.getElementById('check-total')?.textContent, 10) === n,
      sumOf(total) + errors,
    );
    assert.deepEqual(await badges(), { ...first, 'three.wok': `${errors} errors` });
    const others = [...new Set(await page.evaluate(() => globalThis.asked))];
    assert.ok(
      others.every((f) => [area, 'three.wok'].includes(f)),
      others.join(),
    );
    await page.click('[aria-label="Remove three.wok"]');
    await t.viewer.until(
      (text) => document.getElementById('check-total')?.textContent === text,
      total,
    );
    assert.deepEqual(await badges(), first);
    assert.equal(await page.evaluate(() => globalThis.lost), 0, 'no badge was gone in between');
    await t.viewer.clear();
    assert.deepEqual(t.viewer.problems, []);
  });
});
