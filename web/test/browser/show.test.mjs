// What is seen in the viewer: every family dropped, layers, animations, a large area.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { difference, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: what is seen', (t) => {
  it('starts empty and quiet', async () => {
    await t.viewer.shot('empty');
    assert.equal(await t.viewer.page.getAttribute('html', 'data-ready'), 'true');
    assert.match(await t.viewer.text('#empty-state'), /Nothing is uploaded/);
    assert.deepEqual(t.viewer.problems, []);
  });

  const families = [
    ['a KotOR walkmesh', ['courtyard.wok'], /courtyard.*faces/],
    ['a KotOR placeable', ['crate.pwk'], /crate.*faces/],
    ['a model with its MDX', ['models/sample.mdl', 'models/sample.mdx'], /sample.*2 animations/],
    ['an area folder', ['area'], /grid.*6 rooms/],
    ['NWN2 terrain', ['terrain/hall.trx'], /hall.*faces/],
    ['NWN2 terrain before baking', ['terrain/hall.trn'], /hall.*faces/],
    ['an NWN2 placeable', ['mdb/plc_stage.mdb'], /plc_stage.*meshes/],
    ['an NWN2 creature', ['mdb/c_toy.mdb'], /c_toy.*meshes/],
    ['a Black & White 2 model', ['bw2/m_square.bwm'], /m_square.*meshes/],
    ['a Black & White 2 skin', ['bw2/s_square.bwm'], /s_square.*meshes/],
    ['a walkmesh as text', ['texts/mdledit.wok.ascii'], /mdledit.*faces/],
  ];

  for (const [name, files, status] of families) {
    it(`shows ${name}`, async () => {
      await t.viewer.clear();
      const before = await t.viewer.pixels();
      await t.viewer.drop(...files.map(t.samples.file));
      const after = await t.viewer.pixels(name.replaceAll(/[^a-zA-Z0-9]+/g, '-'));
      assert.match(await t.viewer.text('#status-text'), status);
      assert.ok(difference(before, after) > 0.02, 'the picture changes');
      assert.deepEqual(t.viewer.problems, []);
    });
  }

  it('draws a glTF with the pictures that are inside it', async () => {
    const file = t.samples.file('robot.glb');
    nativeRun('convert', '-q', path.join(site, 'examples/model/robot.mdl'), file);
    await t.viewer.clear();
    await t.viewer.drop(file);
    const { page } = t.viewer;
    const maps = () =>
      page.evaluate(() =>
        globalThis.waymark.app.model.meshes
          .filter((m) => m.visible && m.material.map)
          .map((m) => m.material.map.image.width),
      );
    const drawn = await maps();
    assert.ok(drawn.length > 5 && drawn.every((w) => w > 8), JSON.stringify(drawn));
    const shown = await t.viewer.pixels('gltf-pictures');
    await t.viewer.key('z');
    assert.deepEqual(await maps(), []);
    assert.ok(difference(shown, await t.viewer.pixels()) > 0.01);
    await t.viewer.key('z');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('shows glTF and OBJ as the file that they were exported from', async () => {
    const file = t.samples.file;
    await t.viewer.clear();
    await t.viewer.drop(file('models/sample.mdl'), file('models/sample.mdx'));
    const model = await t.viewer.pixels();
    nativeRun('convert', '-q', '--force', file('models/sample.mdl'), file('out.glb'));
    nativeRun('convert', '-q', '--force', file('models/sample.mdl'), file('split.gltf'));
    nativeRun('convert', '-q', '--force', file('room.wok'), file('out.obj'));
    splitGltf(file('split.gltf'), file('split.bin'));
    for (const files of [['out.glb'], ['split.gltf', 'split.bin']]) {
      await t.viewer.clear();
      await t.viewer.drop(...files.map(file));
      assert.match(await t.viewer.text('#status-text'), /2 animations/);
      // 0.0013 of it are the letters of the axes: y is up in a glTF
      assert.ok(difference(model, await t.viewer.pixels(`open-${files[0]}`)) < 0.002, files[0]);
    }
    await t.viewer.clear();
    const before = await t.viewer.pixels();
    await t.viewer.drop(file('out.obj'));
    assert.match(await t.viewer.text('#status-text'), /out\.obj.*74 triangles/);
    assert.ok(difference(before, await t.viewer.pixels('open-obj')) > 0.02);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('shows levels of detail', async () => {
    await t.viewer.clear();
    const before = await t.viewer.pixels();
    await t.viewer.drop(tent(t.samples));
    const finest = await t.viewer.pixels('levels-of-detail');
    assert.ok(difference(before, finest) > 0.02);
    await t.viewer.key('l');
    assert.match(await t.viewer.text('#status-text'), /Level of detail 2 of 2: 1 triangle/);
    assert.ok(difference(finest, await t.viewer.pixels()) > 0.001, 'another level of detail');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('plays an animation', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('models/sample.mdl'), t.samples.file('models/sample.mdx'));
    await page.selectOption('#anim-list', { label: 'walk' });
    assert.equal(await page.locator('#anim-events .event').count(), 2, 'events on the timeline');
    const at = async (time) => {
      await page.evaluate((t) => globalThis.waymark.seek(t), time);
      await t.viewer.settle();
      return t.viewer.pixels();
    };
    const [first, second, again] = [await at(0.1), await at(0.6), await at(0.1)];
    assert.ok(difference(first, second) > 0.002, 'it moves');
    assert.equal(difference(first, again), 0, 'and comes back to the same picture');
    await page.click('#anim-play');
    await t.viewer.until(() => globalThis.waymark.playerState.time > 0.3);
    await t.viewer.shot('animation-playing');
    await page.click('#anim-play');
    const stopped = await page.evaluate(() => globalThis.waymark.playerState.time);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => globalThis.waymark.playerState.time), stopped);
    await page.selectOption('#anim-list', { value: '-1' });
  });

  it('has the pose that the command computes at any time', async () => {
    const { page } = t.viewer;
    for (const [anim, time] of [
      ['walk', 0.1],
      ['walk', 0.33],
      ['walk', 1],
      ['turn', 0.5],
    ]) {
      const out = t.samples.file('pose.json');
      nativeRun(
        'pose',
        '-f',
        '--anim',
        anim,
        '--time',
        String(time),
        t.samples.file('models/sample.mdl'),
        out,
      );
      const expected = JSON.parse(readFileSync(out, 'utf8')).nodes;
      await page.selectOption('#anim-list', { label: anim });
      await page.evaluate((n) => globalThis.waymark.seek(n), time);
      const shown = await page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        stage.scene.updateMatrixWorld(true);
        return [...app.model.objects].map(([node, o]) => [
          node,
          o.matrixWorld.elements.slice(12, 15),
        ]);
      });
      assert.ok(expected.length > 5);
      for (const [node, [x, y, z]] of shown) {
        if (!expected[node]) continue;
        const m = expected[node].world;
        // The view has y up: (x, y, z) of the file is at x, z, -y.
        const off = Math.hypot(x - m[0][3], y - m[2][3], -z - m[1][3]);
        assert.ok(off < 1e-4, `${anim} at ${time}: ${expected[node].name} is ${off} m off`);
      }
    }
    await page.selectOption('#anim-list', { value: '-1' });
  });

  it('rests when nothing moves', async () => {
    await t.viewer.settle();
    const frames = () => t.viewer.page.evaluate(() => globalThis.waymark.stage.frames);
    const before = await frames();
    await t.viewer.page.waitForTimeout(500);
    assert.equal(await frames(), before);
  });

  it('has layers that each change the picture', async () => {
    const layers = [
      ['courtyard.wok', ['2', '5', '7', '1', 'w', 'w', 'n', 'e', 'b', ']', ']', 'g']],
      ['room.wok', ['a', 'a', 'x']],
      ['door0.dwk', ['h']],
      ['terrain/hall.trx', ['3', '4', 'i']],
      ['models/sample.mdl', ['w', 'n', 'k', 'c', '5']],
    ];
    for (const [file, keys] of layers) {
      await t.viewer.clear();
      const extra = file.endsWith('.mdl') ? [t.samples.file(file.replace('.mdl', '.mdx'))] : [];
      await t.viewer.drop(t.samples.file(file), ...extra);
      for (const k of keys) {
        const before = await t.viewer.pixels();
        await t.viewer.key(k);
        assert.ok(difference(before, await t.viewer.pixels()) > 0.00005, `${file}: key ${k}`);
      }
      await t.viewer.shot(`layers-${path.basename(file).replace(/\..*/, '')}`);
      await t.viewer.page.evaluate(() => {
        const { app } = globalThis.waymark;
        Object.assign(app.layers, {
          wireframe: false,
          normals: false,
          boxes: false,
          tiles: false,
          skeleton: false,
          collision: false,
          perimeters: true,
          transitions: true,
          hooks: true,
          grid: true,
          labels: true,
        });
        app.colouring = 'material';
      });
    }
  });
});

/** A tent of two levels of detail, made of an OBJ by the command. */
function tent(samples) {
  const corners = ['0 0 0', '4 0 0', '4 0 4', '0 0 4', '2 3 2'].map((p) => `v ${p}`);
  const uvs = ['0 0', '1 0', '1 1'].map((p) => `vt ${p}`);
  const face = (a, b, c) => `f ${a}/1 ${b}/2 ${c}/3`;
  const walls = [face(1, 5, 2), face(2, 5, 3), face(3, 5, 4), face(4, 5, 1)];
  const levels = ['usemtl cloth', 'o tent_lod1', ...walls, 'o tent_lod2', face(1, 5, 3)];
  writeFileSync(samples.file('tent.obj'), [...corners, ...uvs, ...levels, ''].join('\n'));
  nativeRun('convert', '--force', '--quiet', samples.file('tent.obj'), samples.file('tent.bwm'));
  return samples.file('tent.bwm');
}

/** Moves the data of a .gltf into a file of its own, as Blender writes it. */
function splitGltf(file, data) {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  const uri = json.buffers[0].uri;
  json.buffers[0].uri = path.basename(data);
  writeFileSync(file, JSON.stringify(json));
  writeFileSync(data, Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
}
