// Fix: files of each family with a fault, repaired to the bytes that the command writes, with a list of
// what changed.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { native, nativeRun, suite } from './harness.mjs';

const floats = (...list) => Buffer.from(Float32Array.from(list).buffer);

suite('the viewer: repairs', (t) => {
  /** A changed copy of a sample in a folder of its own. */
  const damage = (from, change) => {
    const file = t.samples.file(`broken/${path.basename(from)}`);
    mkdirSync(path.dirname(file), { recursive: true });
    const data = readFileSync(t.samples.file(from));
    change(data);
    writeFileSync(file, data);
    return file;
  };
  const find = (data, ...list) => {
    const at = data.indexOf(floats(...list));
    assert.ok(at > 0, 'the numbers are in the file');
    return at;
  };
  const mdl = () => damage('models/sample.mdl', () => {});
  const mdx = (change = () => {}) => damage('models/sample.mdx', change);

  // [what, files to drop, how the command repairs the first, the code, a change]
  const cases = [
    [
      'planes of a KotOR model',
      () => {
        const at = nativeRun('dump', '--layout', t.samples.file('models/sample.mdl'));
        const offset = Number(/(\d+) +\d+ +faces of box/.exec(at)[1]);
        return [damage('models/sample.mdl', (d) => d.writeUInt32LE(0x3f030201, offset)), mdx()];
      },
      (file, out) => nativeRun('fix', file, '-o', out),
      /KOTOR_MDL_\w+/,
      /planes: 1 face has another plane/,
    ],
    [
      'normals of a KotOR model',
      () => [
        mdl(),
        mdx((d) => {
          for (const row of [0, 1, 2, 3]) d.writeFloatLE(-1, 32 * row + 20);
        }),
      ],
      (file, out) => nativeRun('rebuild', '--parts', 'normals,tangents', file, out),
      /KOTOR_MDL_NORMALS/,
      /normals: 1 node has normals/,
    ],
    [
      'the centre of a triangle of a TRX',
      () => {
        const [from, packet] = [t.samples.file('terrain/hall.trx'), t.samples.file('hall.aswm')];
        nativeRun('packet', 'extract', '-q', '--force', '--plain', from, 'ASWM', packet);
        const data = readFileSync(packet);
        data[4251] = 0x40; // the centre of a triangle
        writeFileSync(packet, data);
        const file = damage('terrain/hall.trx', () => {});
        nativeRun('packet', 'replace', '-q', '--force', from, 'ASWM', packet, file);
        return [file];
      },
      (file, out) => nativeRun('rebuild', file, out),
      /NWN2_\w+/,
      /triangles\.numbers: the centre, normal or plane of 1 of 120 triangles differs/,
    ],
    [
      'normals of an MDB',
      () => [
        damage('mdb/plc_stage.mdb', (d) => d.writeFloatLE(0, find(d, 1, -1, -1, 1, 0, 0) + 12)),
      ],
      (file, out) => nativeRun('rebuild', file, out),
      /NWN2_MDB_BAD_NORMAL/,
      /normals: 1 normal computed/,
    ],
    [
      'bounds of a BWM',
      () => [damage('bw2/m_square.bwm', (d) => d.writeFloatLE(-5, find(d, 0.5, 1, 0.5) + 16))],
      (file, out) => nativeRun('rebuild', file, out),
      /BW2_BOX_WRONG/,
      /bounds: the bounds of the model differ/,
    ],
    [
      'sizes of a BWM',
      () => [damage('bw2/m_square.bwm', (d) => d.writeUInt32LE(2380, 0x34))],
      (file, out) => nativeRun('rebuild', file, out),
      /BW2_METADATA_SIZE/,
      /metadata_size: table size 2376 instead of 2380/,
    ],
  ];

  for (const [what, make, repair, code, change] of cases)
    it(`repairs ${what} as the command does, and says what changed`, async () => {
      const { page } = t.viewer;
      const files = make();
      const [ending] = /\.\w+$/.exec(files[0]);
      const out = t.samples.file(`repaired-${what.replaceAll(' ', '-')}${ending}`);
      repair(files[0], out);
      const before = native('check', '--json', files[0]);
      assert.ok(before.errors + before.warnings > 0);
      await t.viewer.clear();
      await t.viewer.drop(...files);
      await page.click('#tab-findings');
      await page.click('#fix');
      await page.waitForSelector('#repair');
      await page.waitForSelector('.empty.good');
      const text = await t.viewer.text('#repair');
      assert.match(text, new RegExp(`Fixed.*${code.source}.*Changed`));
      assert.match(text, change);
      const changed = await page.evaluate(() => {
        const { app } = globalThis.waymark;
        return [...app.changed].map((name) => [name, [...app.core.fileBytes(name)]]);
      });
      assert.ok(changed.length > 0);
      for (const [name, bytes] of changed)
        assert.deepEqual(
          Buffer.from(bytes),
          readFileSync(out.replace(ending, path.extname(name))),
          name,
        );
      assert.match(await page.textContent('#repair .primary'), /^Save/);
      await page.click('#repair-undo');
      await page.waitForSelector('#fix');
      assert.equal(await page.locator('#repair').count(), 0);
      assert.deepEqual(t.viewer.problems, []);
    });

  it('offers no repair where there is none', async () => {
    const { page } = t.viewer;
    const bad = damage('mdb/plc_stage.mdb', (d) => d.writeFloatLE(NaN, find(d, 1, -1, -1, 1, 0)));
    assert.ok(native('check', '--json', bad).errors > 0);
    await t.viewer.clear();
    await t.viewer.drop(bad);
    await page.click('#tab-findings');
    await page.waitForSelector('.finding');
    assert.equal(await page.locator('#fix').count(), 0);
  });
});
