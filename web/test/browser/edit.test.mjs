// Small edits: what the page writes is what `waymark set` writes, the check runs again, and each step
// can be undone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { field, makeFloor, native, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: small edits', (t) => {
  const hall = path.join(site, 'examples/room/hall.wok');

  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
    await t.viewer.page.click('#tab-edit');
  };
  /** The bytes of the open file, or of its companion. */
  const bytes = async (ending = null) =>
    Buffer.from(
      await t.viewer.page.evaluate((end) => {
        const { app } = globalThis.waymark;
        const { file, files } = app.current;
        return [...app.core.fileBytes(end ? files.find((f) => f.endsWith(end)) : file)];
      }, ending),
    );
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
    await t.viewer.clickAt(await centre(9));
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    assert.deepEqual(await bytes(), set(file, '--material', '9=7'));
    assert.equal(await t.viewer.text('#status-text'), '1 face painted with Nonwalk');
    assert.match(await t.viewer.text('#edit-changed'), /^Changed.*materials: /);
    await t.viewer.until(() => globalThis.waymark.app.checked.size > 0);
    await t.viewer.shot('edit-paint');
    await page.click('#edit-undo');
    await t.viewer.settle();
    assert.deepEqual(await bytes(), before);
    assert.equal(await page.locator('#edit-changed').count(), 0);
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
    await t.viewer.clickAt(inside);
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
    const edges = native('dump', fixed).edges.filter((e) => e.transition === link.room);
    assert.ok(edges.length > 0);
    const options = edges.flatMap((e) => ['--transition', `${e.edge}=6`]);
    assert.deepEqual(await bytes(), set(fixed, ...options));
    await t.viewer.key('Escape', 't');
  });

  /** Opens a room of the area that leads somewhere, and selects the border that does. */
  const chooseBorder = async () => {
    const { page } = t.viewer;
    await open(t.samples.file('area'));
    await page.locator('.document', { hasText: 'grid_00_00.wok' }).click();
    await t.viewer.settle();
    await t.viewer.key('t');
    await page.click('#edit-link');
    const link = await page.evaluate(() => globalThis.waymark.app.overlays.transitions[0]);
    await t.viewer.clickAt(link.a.map((n, i) => (n + link.b[i]) / 2 - 0.05));
    await page.waitForSelector('#edit-run');
    return link;
  };
  const linked = async (room) => {
    await t.viewer.page.click('#edit-set-room');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    const file = t.samples.file('area/grid_00_00.wok');
    const edges = native('dump', file).edges.filter((e) => e.transition === room.from);
    assert.ok(edges.length > 0);
    const options = edges.flatMap((e) => ['--transition', `${e.edge}=${room.to}`]);
    assert.deepEqual(await bytes(), set(file, ...options));
    await t.viewer.key('Escape', 't');
  };

  it('offers the rooms of the layout', async () => {
    await chooseBorder();
    const names = await t.viewer.page.locator('#edit-room option').allTextContents();
    assert.equal(names.length, 7);
    assert.match(names[1], /^0 Grid_00_00$/);
    await t.viewer.shot('edit-link');
    await t.viewer.key('Escape', 't');
  });

  it('links a border to a room that is chosen from the layout', async () => {
    const { room } = await chooseBorder();
    assert.notEqual(room, 5);
    await t.viewer.page.selectOption('#edit-room', { label: '5 Grid_02_01' });
    await linked({ from: room, to: 5 });
    assert.match(await t.viewer.text('#status-text'), /Border now leads to room 5/);
  });

  it('removes a link', async () => {
    const { room } = await chooseBorder();
    await t.viewer.page.selectOption('#edit-room', { label: 'no room' });
    await linked({ from: room, to: 'none' });
    assert.match(await t.viewer.text('#status-text'), /Link removed/);
    const rooms = await t.viewer.page.evaluate(() =>
      globalThis.waymark.app.overlays.transitions.map((x) => x.room),
    );
    assert.ok(!rooms.includes(room), rooms.join());
  });

  it('paints all connected faces of the same material', async () => {
    const { page } = t.viewer;
    const file = makeFloor(
      t.samples,
      'fields',
      field('Grass', 0, 2),
      field('Grass', 2, 4),
      field('Stone', 4, 6),
      field('Grass', 6, 8),
    );
    const faces = native('dump', file).faces;
    assert.equal(faces.length, 8);
    for (const by of ['Shift', 'box']) {
      await open(file);
      await t.viewer.key('t');
      await page.selectOption('#edit-material', '10');
      if (by === 'box') await page.check('#edit-connected');
      await page.click('#edit-paint');
      const at = await t.viewer.spot([1, 1.2, 0]);
      if (by === 'Shift') await page.keyboard.down('Shift');
      await page.mouse.click(...at);
      if (by === 'Shift') await page.keyboard.up('Shift');
      await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
      await t.viewer.settle();
      assert.match(await t.viewer.text('#status-text'), /^4 faces painted with Metal/);
      // The grass behind the stone is not connected.
      const centres = await page.evaluate(() => {
        const { app } = globalThis.waymark;
        return [...app.walkmesh.material].map((m, f) => [app.walkmeshView.centre(f)[0], m]);
      });
      const metal = centres.filter(([, m]) => m === 10).map(([x]) => x);
      assert.equal(metal.length, 4);
      assert.ok(metal.every((x) => x < 4));
      if (by === 'box') await page.uncheck('#edit-connected');
      await t.viewer.key('Escape', 't');
    }
  });

  it('paints, links and measures with the keyboard only', async () => {
    const { page } = t.viewer;
    const press = async (id) => {
      await page.focus(id);
      await page.keyboard.press('Enter');
    };
    /** The face under the cross. */
    const middle = () =>
      page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        const r = stage.canvas.getBoundingClientRect();
        const [hit] = stage.pick(r.left + r.width / 2, r.top + r.height / 2, [
          app.walkmeshView.mesh,
        ]);
        return hit ? hit.faceIndex : -1;
      });
    const file = makeFloor(t.samples, 'yard', field('Grass', 0, 2), field('Grass', 2, 4, 0, 2));
    await t.viewer.clear();
    await t.viewer.drop(file);
    await press('#tab-edit');
    await page.focus('#edit-material');
    await page.keyboard.type('10');
    assert.equal(await page.inputValue('#edit-material'), '10');
    await press('#edit-paint');
    await page.focus('#canvas');
    await t.viewer.key('t');
    await t.viewer.key('Shift+ArrowRight'); // away from the line between two faces
    const face = await middle();
    assert.ok(face >= 0);
    await page.keyboard.press('Enter');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    assert.deepEqual(await bytes(), set(file, '--material', `${face}=10`));

    await page.focus('#canvas');
    await page.keyboard.press('Control+z');
    await t.viewer.settle();
    await press('#edit-link');
    await page.focus('#canvas');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#edit-run');
    await page.focus('#edit-room');
    await page.keyboard.type('3');
    await press('#edit-set-room');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
    const rooms = await page.evaluate(() =>
      globalThis.waymark.app.overlays.transitions.map((x) => x.room),
    );
    assert.ok(rooms.length > 0 && rooms.every((r) => r === 3));

    await t.viewer.key('Escape');
    await page.focus('#canvas');
    await t.viewer.key('Shift+D', 'Enter', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter');
    const [, metres] = /^Distance ([\d.]+) m/.exec(await t.viewer.text('#status-text'));
    assert.ok(Number(metres) > 0.1, `${metres} m`);
    await t.viewer.key('Escape', 't');
    assert.deepEqual(t.viewer.problems, []);
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
    const out = t.samples.file('renamed.mdl');
    nativeRun('set', '--force', '--replace-texture', 'sample01=other01', model, out);
    assert.deepEqual(await bytes(), readFileSync(out));
    assert.deepEqual(await bytes('.mdx'), readFileSync(t.samples.file('renamed.mdx')));
    assert.deepEqual(t.viewer.problems, []);
  });

  /** Types into a field of the panel, and waits until the file has changed. */
  const enter = async (field, value) => {
    await t.viewer.page.fill(field, value);
    await t.viewer.page.press(field, 'Enter');
    await t.viewer.until(() => globalThis.waymark.app.changed.size === 1);
    await t.viewer.settle();
  };
  const undo = async (file) => {
    await t.viewer.page.click('#edit-undo');
    await t.viewer.settle();
    assert.deepEqual(await bytes(), readFileSync(file));
    assert.deepEqual(t.viewer.problems, []);
  };

  it('renames textures and moves hooks of an MDB', async () => {
    const file = t.samples.file('mdb/plc_stage.mdb');
    await open(file);
    const i = native('info', '--json', file).textures.indexOf('plc_stage_n');
    await enter(`#edit-texture-${i}`, 'my_stage_n');
    assert.deepEqual(await bytes(), set(file, '--replace-texture', 'plc_stage_n=my_stage_n'));
    await undo(file);
    const packet = native('dump', file).packets.findIndex((p) => p.type === 'HOOK');
    assert.match(await t.viewer.text('#panel-edit'), /Hookshp_1/);
    await enter(`#edit-hook-${packet}`, '0.5, -0.25, 2');
    assert.deepEqual(await bytes(), set(file, '--field', 'hp_1.position=0.5,-0.25,2'));
    assert.match(await t.viewer.text('#status-text'), /Hook hp_1 moved/);
    await t.viewer.shot('edit-mdb');
    await undo(file);
  });

  it('renames textures and moves entities of a Black & White 2 model', async () => {
    const file = t.samples.file('bw2/m_square.bwm');
    await open(file);
    await enter('#edit-texture-0', 'm_circle.dds');
    assert.deepEqual(await bytes(), set(file, '--replace-texture', 'm_square.dds=m_circle.dds'));
    await undo(file);
    await enter('#edit-hook-1', '1, 2.5, 0');
    assert.deepEqual(await bytes(), set(file, '--move-entity', 'bws_ep_windowlight01=1,2.5,0'));
    await undo(file);
  });

  it('renames a texture in a model text, and leaves every other byte', async () => {
    const file = path.join(site, 'examples/model/robot.mdl');
    await open(file);
    const i = native('info', '--json', file).textures.indexOf('robot_shell');
    await enter(`#edit-texture-${i}`, 'steel');
    const text = readFileSync(file, 'latin1');
    assert.ok(text.match(/bitmap robot_shell/g).length > 1);
    const expected = text.replaceAll('bitmap robot_shell', 'bitmap steel');
    assert.equal((await bytes()).toString('latin1'), expected);
    await undo(file);
    // A name with a space would be two words.
    await t.viewer.page.fill(`#edit-texture-${i}`, 'two words');
    await t.viewer.page.press(`#edit-texture-${i}`, 'Enter');
    assert.match(await t.viewer.text('#status-text'), /^Not changed: /);
    assert.deepEqual(await bytes(), readFileSync(file));
  });
});
