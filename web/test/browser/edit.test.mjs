// Small edits: what the page writes is what `waymark set` writes, the check runs again, and each step
// can be undone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { native, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: small edits', (t) => {
  const hall = path.join(site, 'examples/room/hall.wok');

  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
    await t.viewer.page.click('#tab-edit');
  };
  const bytes = async () =>
    Buffer.from(
      await t.viewer.page.evaluate(() => {
        const { app } = globalThis.waymark;
        return [...app.core.fileBytes(app.current.file)];
      }),
    );
  /** Where a point of the file is on the screen. */
  const spot = (p) =>
    t.viewer.page.evaluate((q) => {
      const { app, stage } = globalThis.waymark;
      const v = app.walkmeshView.place(q);
      const r = stage.canvas.getBoundingClientRect();
      const out = stage.project(v, v.clone());
      return [out.x + r.left, out.y + r.top];
    }, p);
  const centre = (face) =>
    t.viewer.page.evaluate((f) => globalThis.waymark.app.walkmeshView.centre(f), face);
  const set = (file, ...options) => {
    const out = t.samples.file('set.out');
    nativeRun('set', '--force', ...options, file, out);
    return readFileSync(out);
  };

  it('paints a face as the command does, checks again, undoes and redoes', async () => {
    const { page } = t.viewer;
    const file = t.samples.file('courtyard.wok');
    const before = readFileSync(file);
    await open(file);
    await t.viewer.key('t');
    await page.selectOption('#edit-material', '7');
    await page.click('#edit-paint');
    await page.mouse.click(...(await spot(await centre(9))));
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    assert.deepEqual(await bytes(), set(file, '--material', '9=7'));
    assert.match(await t.viewer.text('#status-text'), /1 face painted with Nonwalk/);
    await t.viewer.until(() => globalThis.waymark.app.checked.size > 0);
    await t.viewer.shot('edit-paint');
    await page.click('#edit-undo');
    await t.viewer.settle();
    assert.deepEqual(await bytes(), before);
    await page.keyboard.press('Control+y');
    await t.viewer.settle();
    assert.notDeepEqual(await bytes(), before);
    await page.click('#tab-save');
    assert.match(await t.viewer.text('#changed-files'), /courtyard\.wok/);
    await t.viewer.key('t');
  });

  it('sets the room that a border leads to', async () => {
    const { page } = t.viewer;
    const fixed = t.samples.file('hall-good.wok');
    nativeRun('rebuild', '--force', hall, fixed);
    await open(fixed);
    await t.viewer.key('t');
    const link = await page.evaluate(() => globalThis.waymark.app.overlays.transitions[0]);
    const middle = link.a.map((n, i) => (n + link.b[i]) / 2);
    await page.click('#edit-link');
    const inside = await page.evaluate((m) => {
      const { app } = globalThis.waymark;
      const faces = [...Array(app.walkmeshView.faces).keys()].filter(
        (f) => app.walkmesh.walkable[f],
      );
      const far = (f) => Math.hypot(...app.walkmeshView.centre(f).map((n, i) => n - m[i]));
      const c = app.walkmeshView.centre(faces.sort((a, b) => far(a) - far(b))[0]);
      return m.map((n, i) => n * 0.9 + c[i] * 0.1);
    }, middle);
    await page.mouse.click(...(await spot(inside)));
    await page.waitForSelector('#edit-run');
    assert.match(await t.viewer.text('#edit-run'), new RegExp(`leads to room ${link.room}`));
    await page.fill('#edit-room', '6');
    await page.click('#edit-set-room');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    const rooms = await page.evaluate(() =>
      globalThis.waymark.app.overlays.transitions.map((x) => x.room),
    );
    assert.ok(rooms.includes(6) && !rooms.includes(link.room), rooms.join());
    await t.viewer.key('Escape', 't');
  });

  it('offers the rooms of the layout', async () => {
    const { page } = t.viewer;
    await open(t.samples.file('area'));
    await page.locator('.document', { hasText: 'grid_00_00.wok' }).click();
    await t.viewer.settle();
    await t.viewer.key('t');
    await page.click('#edit-link');
    const link = await page.evaluate(() => globalThis.waymark.app.overlays.transitions[0]);
    await page.mouse.click(...(await spot(link.a.map((n, i) => (n + link.b[i]) / 2 - 0.05))));
    await page.waitForSelector('#edit-run');
    const names = await page.locator('#edit-room option').allTextContents();
    assert.equal(names.length, 7);
    assert.match(names[1], /^0 Grid_00_00$/);
    await t.viewer.shot('edit-link');
    await t.viewer.key('Escape', 't');
  });

  it('moves a hook', async () => {
    const { page } = t.viewer;
    const crate = t.samples.file('crate.pwk');
    await open(crate);
    await page.fill('#edit-hook-0', '1.5, -2, 0.25');
    await page.press('#edit-hook-0', 'Enter');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    assert.deepEqual(await bytes(), set(crate, '--hook', 'relative1=1.5,-2,0.25'));
  });

  it('renames a texture', async () => {
    const { page } = t.viewer;
    const model = t.samples.file('models/sample.mdl');
    await open(model, t.samples.file('models/sample.mdx'));
    const names = native('info', '--json', model).textures;
    const i = names.indexOf('sample01');
    await page.fill(`#edit-texture-${i}`, 'other01');
    await page.press(`#edit-texture-${i}`, 'Enter');
    await t.viewer.until(() => globalThis.waymark.app.changed.size > 0);
    await t.viewer.settle();
    const shown = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      return app.core.info(app.current.id).textures;
    });
    assert.ok(shown.includes('other01') && !shown.includes('sample01'), shown.join());
    assert.deepEqual(t.viewer.problems, []);
  });
});
