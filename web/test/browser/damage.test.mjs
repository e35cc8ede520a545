// Damaged and incomplete files: what is missing is drawn as wires with a word, and what cannot be a
// place is left out and named.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, native, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: damage', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const robot = path.join(site, 'examples/model/robot.mdl');

  it('draws a model without its MDX as wires, and says so', async () => {
    await open(t.samples.file('models/sample.mdl'));
    assert.match(await t.viewer.text('#status-text'), /MDX is missing/);
    assert.equal(await t.viewer.page.locator('.label.warn').textContent(), 'MDX is missing');
    await t.viewer.shot('without-mdx');
    // Wires, in a box of lines.
    const drawn = await t.viewer.page.evaluate(() => {
      const { model } = globalThis.waymark.app;
      const shown = model.meshes.filter((m) => m.isMesh && m.visible);
      const { count } = model.frame.geometry.attributes.position;
      return {
        wires: shown.length && shown.every((m) => m.material.wireframe),
        box: model.frame.isLine && model.frame.visible && count,
        shadow: shown.some((m) => m.castShadow),
      };
    });
    assert.deepEqual(drawn, { wires: true, box: 24, shadow: false });
    await t.viewer.drop(t.samples.file('models/sample.mdx'));
    assert.doesNotMatch(await t.viewer.text('#status-text'), /MDX is missing/);
    assert.equal(await t.viewer.page.locator('.label.warn').count(), 0);
  });

  it('draws the rooms of an area whose MDX are missing as wires, and names them', async () => {
    const { page } = t.viewer;
    const area = t.samples.file('wires');
    cpSync(path.join(site, 'examples/area'), area, { recursive: true });
    for (const room of ['temple_hall', 'temple_store']) {
      const file = path.join(area, `${room}.mdl`);
      nativeRun('convert', '--force', '-q', file, `${file}.bin.mdl`); // with its MDX
      copyFileSync(`${file}.bin.mdl`, file);
      rmSync(`${file}.bin.mdl`);
      renameSync(`${file}.bin.mdx`, t.samples.file(`${room}.mdx`));
    }
    await open(area);
    assert.match(
      await t.viewer.text('#status-text'),
      /temple_hall, temple_store: MDX is missing, so only wires are drawn/,
    );
    const words = await page.locator('.label.warn').allTextContents();
    assert.deepEqual(words.sort(), ['temple_hall: MDX is missing', 'temple_store: MDX is missing']);
    const drawn = () =>
      page.evaluate(() =>
        globalThis.waymark.app.roomModels.map(({ view, holder }) => ({
          name: holder.name,
          wires: view.meshes.every((m) => !m.visible || m.material.wireframe),
          boxed: holder.children.includes(view.frame),
        })),
      );
    for (const room of await drawn()) {
      const missing = /hall|store/.test(room.name);
      assert.deepEqual([room.wires, room.boxed], [missing, missing], room.name);
    }
    await t.viewer.shot('area-without-mdx');
    await t.viewer.drop(t.samples.file('temple_hall.mdx'), t.samples.file('temple_store.mdx'));
    assert.doesNotMatch(await t.viewer.text('#status-text'), /MDX is missing/);
    assert.equal(await page.locator('.label.warn').count(), 0);
    assert.ok((await drawn()).every((room) => !room.wires));
    assert.deepEqual(t.viewer.problems, []);
  });

  it('leaves out what cannot be a place, and names it', async () => {
    const { page } = t.viewer;
    const data = readFileSync(t.samples.file('courtyard.wok'));
    const at = data.readUInt32LE(76);
    data.writeFloatLE(NaN, at);
    data.writeFloatLE(3e30, at + 12);
    const odd = t.samples.file('odd.wok');
    writeFileSync(odd, data);
    await open(odd);
    assert.match(await t.viewer.text('#status-text'), /faces? left out: impossible coordinates/);
    const size = await page.evaluate(() => globalThis.waymark.stage.sphere.radius);
    assert.ok(size < 20, `the view is ${size} m wide`);
    await page.click('#tab-findings');
    const cards = page.locator('.finding:visible');
    assert.ok((await cards.count()) > 1);
    // check lists errors and warnings as it finds them; here the errors come first
    const given = native('check', '--json', odd).findings.map((f) => f.severity);
    assert.ok(given.indexOf('warning') < given.lastIndexOf('error'), given.join());
    const weights = await cards.evaluateAll((all) => all.map((c) => c.classList[1]));
    assert.deepEqual(weights, weights.toSorted(), weights.join());
    for (let i = 0; i < (await cards.count()); i++) {
      await cards.nth(i).locator('.finding-go').click();
      await t.viewer.settle();
      const numbers = await t.viewer.camera();
      assert.ok(
        numbers.every((n) => Math.abs(n) < 10 * size),
        `the camera flies to ${numbers}`,
      );
    }
    const text = readFileSync(robot, 'latin1');
    const number = /(verts \d+\n\s+)\S+/;
    assert.match(text, number);
    const wild = t.samples.file('wild.mdl');
    writeFileSync(wild, text.replace(number, '$11e30'), 'latin1');
    await open(wild);
    assert.match(await t.viewer.text('#status-text'), /left out: \w+ \(impossible coordinates\)/);
    assert.ok((await page.evaluate(() => globalThis.waymark.stage.sphere.radius)) < 5);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('leaves out rooms that cannot be at a place, and names them', async () => {
    const { page } = t.viewer;
    const area = t.samples.file('far-room');
    cpSync(path.join(site, 'examples/area'), area, { recursive: true });
    const layout = path.join(area, 'temple.lyt');
    const text = readFileSync(layout, 'utf8');
    assert.match(text, /temple_store -14 0 0/);
    for (const floors of [true, false]) {
      if (!floors)
        for (const file of readdirSync(area).filter((f) => f.endsWith('.wok')))
          rmSync(path.join(area, file));
      for (const place of ['-1e30', '1e7', '50000', '5000']) {
        writeFileSync(layout, text.replace('temple_store -14', `temple_store ${place}`));
        await open(area);
        assert.match(
          await t.viewer.text('#status-text'),
          /left out: temple_store \(impossible coordinates\)/,
          place,
        );
        const size = await page.evaluate(() => globalThis.waymark.stage.sphere.radius);
        assert.ok(size < 60, `${place}: the view is ${size} m wide`);
      }
    }
    assert.deepEqual(t.viewer.problems, []);
  });

  it('leaves out the floor of a room that is far away from all others, and names it', async () => {
    const { page } = t.viewer;
    const area = t.samples.file('far-floor');
    cpSync(path.join(site, 'examples/area'), area, { recursive: true });
    const file = path.join(area, 'temple_store.wok');
    const floor = readFileSync(file);
    const [count, start] = [floor.readUInt32LE(72), floor.readUInt32LE(76)];
    for (let i = 0; i < count; i++)
      floor.writeFloatLE(floor.readFloatLE(start + 12 * i) + 20000, start + 12 * i);
    writeFileSync(file, floor);
    await open(area);
    const status = await t.viewer.text('#status-text');
    assert.match(status, /faces left out: impossible coordinates/);
    assert.match(status, /left out: temple_store \(impossible coordinates\)/);
    const size = await page.evaluate(() => globalThis.waymark.stage.sphere.radius);
    assert.ok(size < 60, `the view is ${size} m wide`);
    assert.deepEqual(t.viewer.problems, []);
  });

  // What to damage: the numbers that are there, and what is named then.
  const DAMAGE = [
    ['a mesh of an MDB', 'mdb/plc_stage.mdb', [1, -1, -1, 1, 0, 0], 'plc_stage'],
    ['a hook of an MDB', 'mdb/plc_stage.mdb', [0, 0, 1, 0, 1, 0, 1, 0, 0], 'hp_1'],
    ['a mesh of a BWM', 'bw2/m_square.bwm', [1, 2, 1, 0, 1, 0, 0.75, -1], 'square_lod1'],
    ['an entity of a BWM', 'bw2/m_square.bwm', [0, 1.5, 0], 'bws_ep_windowlight01'],
    ['a hook of a PWK', 'crate.pwk', [0, -1, 0, 0, 1, 0], 'relative hook 1'],
    ['a hook of a DWK', 'door0.dwk', [0, -0.75, 0, 0, 0.75, 0], 'relative hook 1'],
  ];
  const floats = (...list) => Buffer.from(Float32Array.from(list).buffer);

  for (const [what, file, old, name] of DAMAGE)
    it(`leaves out ${what} that cannot be a place, and names it`, async () => {
      const { page } = t.viewer;
      await open(t.samples.file(file));
      const size = () => page.evaluate(() => globalThis.waymark.stage.sphere.radius);
      const whole = await size();
      const clean = readFileSync(t.samples.file(file));
      const at = clean.indexOf(floats(...old));
      assert.ok(at > 0, 'the numbers are in the file');
      for (const bad of [NaN, Infinity, -1e30]) {
        const data = Buffer.from(clean);
        data.writeFloatLE(bad, at);
        const odd = t.samples.file(`odd-${path.basename(file)}`);
        writeFileSync(odd, data);
        await open(odd);
        assert.match(
          await t.viewer.text('#status-text'),
          new RegExp(`left out: ${name} \\(impossible coordinates\\)`),
          String(bad),
        );
        assert.ok((await size()) < whole * 3, `${await size()} m and ${whole} m`);
        const drawn = await page.evaluate(() => {
          const { model, overlays } = globalThis.waymark.app;
          const nodes = model?.meshes.map((m) => model.def(m.userData.node).name) ?? [];
          return [...nodes, ...(overlays?.hooks ?? []).map((k) => k.name)];
        });
        assert.ok(!drawn.includes(name), drawn.join());
      }
      assert.deepEqual(t.viewer.problems, []);
    });

  it('names a mesh of a binary model and an object of an area that cannot be places', async () => {
    const models = t.samples.file('odd-models');
    mkdirSync(models);
    for (const ending of ['mdl', 'mdx']) {
      const data = readFileSync(t.samples.file(`models/sample.${ending}`));
      if (ending === 'mdx') data.writeFloatLE(NaN, 0);
      writeFileSync(path.join(models, `sample.${ending}`), data);
    }
    await open(models);
    assert.match(await t.viewer.text('#status-text'), /left out: \w+ \(impossible coordinates\)/);
    const area = t.samples.file('odd-area');
    execFileSync(path.join(build, 'make_area'), [area, 'module']);
    const git = path.join(area, 'grid.git');
    const data = readFileSync(git);
    data.writeFloatLE(NaN, data.indexOf(floats(8))); // the place of the first crate
    writeFileSync(git, data);
    await open(area);
    assert.match(
      await t.viewer.text('#status-text'),
      /4 objects.*left out: crate \(impossible coordinates\)/,
    );
    assert.deepEqual(t.viewer.problems, []);
  });

  const radius = () => t.viewer.page.evaluate(() => globalThis.waymark.stage.sphere.radius);
  const status = () => t.viewer.text('#status-text');

  it('leaves out a vertex that is far away from all others, and names it', async () => {
    const { page } = t.viewer;
    // A floor: 400 m are a place, but not for a room of 7 m.
    const floor = readFileSync(t.samples.file('courtyard.wok'));
    await open(t.samples.file('courtyard.wok'));
    const whole = await radius();
    floor.writeFloatLE(400, floor.readUInt32LE(76));
    const far = t.samples.file('far.wok');
    writeFileSync(far, floor);
    await open(far);
    assert.match(await status(), /faces? left out: impossible coordinates/);
    assert.ok((await radius()) < whole * 1.1, `${await radius()} m and ${whole} m`);
    await t.viewer.key('w', 'b'); // edges and boxes
    const reach = await page.evaluate(() => {
      const { app, stage } = globalThis.waymark;
      const ends = [];
      app.overlayView.group.traverse((o) => {
        const { instanceStart: a, position: p } = o.geometry?.attributes ?? {};
        if (o.visible) ends.push(...(a?.data.array ?? p?.array ?? []));
      });
      return Math.max(...ends.map(Math.abs)) / stage.sphere.radius;
    });
    assert.ok(reach < 4, `lines are ${reach} times as far out as the floor`);
    await t.viewer.key('w', 'b');
    // A model text: one vertex of one mesh.
    await open(robot);
    const size = await radius();
    const text = readFileSync(robot, 'latin1');
    const number = /(node trimesh (\S+)[^]*?verts \d+\n\s+)\S+/;
    const [, , name] = number.exec(text);
    const odd = t.samples.file('odd-robot.mdl');
    writeFileSync(odd, text.replace(number, '$1150'), 'latin1');
    await open(odd);
    assert.match(await status(), new RegExp(`left out: \\d+ triangles? of ${name} \\(impossible`));
    assert.ok((await radius()) < size * 1.1, `${await radius()} m and ${size} m`);
    assert.ok(
      await page.evaluate((n) => {
        const { model } = globalThis.waymark.app;
        return model.meshes.some((m) => model.def(m.userData.node).name === n && m.visible);
      }, name),
      'the rest of the mesh is drawn',
    );
    assert.deepEqual(t.viewer.problems, []);
  });

  it('leaves out keys of animations that are not numbers or far away, and names them', async () => {
    const { page } = t.viewer;
    const text = readFileSync(robot, 'latin1');
    const move = `positionkey 4\n 0 0 0 0\n 0.1 0 0 0.01\n 0.2 900 0 0\n 0.3 0 0 0\n`;
    const rotated = text.replace(/(newanim [^]*?)( *orientationkey)/, `$1${move}$2`);
    for (const [what, changed, count] of [
      ['far', rotated, 1],
      ['not a number', rotated.replace('0.2 900', '0.2 nan'), 1],
      ['absurd', rotated.replace('0.2 900', '0.2 3e30'), 1],
    ]) {
      const odd = t.samples.file('odd-keys.mdl');
      writeFileSync(odd, changed, 'latin1');
      await open(odd);
      assert.match(
        await status(),
        new RegExp(`left out: ${count} key of neck in animation wave \\(`),
        what,
      );
      const reach = await page.evaluate(() => {
        const { app, seek } = globalThis.waymark;
        document.getElementById('anim-list').value = '0';
        document.getElementById('anim-list').dispatchEvent(new Event('change'));
        let most = 0;
        for (let i = 0; i <= 20; i++) {
          seek(0.02 * i);
          app.model.root.updateMatrixWorld(true);
          for (const o of app.model.objects.values())
            most = Math.max(most, ...o.matrixWorld.elements.slice(12, 15).map(Math.abs));
        }
        return most;
      });
      assert.ok(reach < 10, `${what}: nodes move ${reach} m`);
    }
    assert.deepEqual(t.viewer.problems, []);
  });
});
