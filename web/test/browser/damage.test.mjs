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
    writeFileSync(layout, text.replace('temple_store -14', 'temple_store -1e30'));
    for (const floors of [true, false]) {
      if (!floors)
        for (const file of readdirSync(area).filter((f) => f.endsWith('.wok')))
          rmSync(path.join(area, file));
      await open(area);
      assert.match(
        await t.viewer.text('#status-text'),
        /left out: temple_store \(impossible coordinates\)/,
      );
      const size = await page.evaluate(() => globalThis.waymark.stage.sphere.radius);
      assert.ok(size < 60, `the view is ${size} m wide`);
    }
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
});
