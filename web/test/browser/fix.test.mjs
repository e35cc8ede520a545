// Fix: files of each family with a fault, repaired to the bytes that the command writes, with a list of
// what changed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, makeFloor, native, nativeRun, suite } from './harness.mjs';

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

  /** A changed copy of a text in a folder of its own. */
  const rewrite = (from, to, change) => {
    const file = t.samples.file(`texts-broken/${to}`);
    mkdirSync(path.dirname(file), { recursive: true });
    const text = readFileSync(t.samples.file(from), 'latin1');
    const changed = change(text);
    assert.notEqual(changed, text);
    writeFileSync(file, changed, 'latin1');
    return file;
  };
  const smallBox = (text) => text.replace('0 0 0 4 2 0 -1', '0 0 0 1 1 0 -1');
  const rotated = (text) => smallBox(text).replace(/orientation .*/, 'orientation 0 0 1 1');
  const swapKeys = (text) => text.replace(/( +0\.5 1 0 0\n)( +1 1 2 0\n)/, '$2$1');
  const modelText = (to) => {
    const text = t.samples.file('sample-ascii.mdl');
    nativeRun('convert', '-q', '--force', t.samples.file('models/sample.mdl'), text);
    return rewrite('sample-ascii.mdl', to, swapKeys);
  };
  // [what, the text, the files that it becomes, the code, what the card says]
  const texts = [
    [
      'a walkmesh text',
      () => rewrite('texts/engine.wok.ascii', 'engine.wok.ascii', smallBox),
      ['engine.wok'],
      'KOTOR_AABB_BOX',
      /Left.*KOTOR_REGION_CUT_OFF.*file: engine\.wok, a binary made from engine\.wok\.ascii/,
    ],
    [
      'a walkmesh text that is named like a binary, with what it cannot pass on',
      () => rewrite('texts/engine.wok.ascii', 'hall.wok', rotated),
      ['hall.wok'],
      'KOTOR_AABB_BOX',
      /Not in the binary.*KOTOR_TEXT_ROTATED.*file: hall\.wok is now a binary/,
    ],
    [
      'a model text',
      () => modelText('sample-ascii.mdl'),
      ['sample.mdl', 'sample.mdx'],
      'KOTOR_MDL_KEY_ORDER',
      /file: sample\.mdl, a binary made from.*controllers: 1 node of animation 'walk'/,
    ],
    [
      'a model text that is named like a binary',
      () => modelText('robot.mdl'),
      ['robot.mdl', 'robot.mdx'],
      'KOTOR_MDL_KEY_ORDER',
      /file: robot\.mdl is now a binary/,
    ],
    [
      'a TRN, which becomes a TRX,',
      () => {
        const [from, packet] = [t.samples.file('terrain/hall.trn'), t.samples.file('trn.aswm')];
        nativeRun('packet', 'extract', '-q', '--force', '--plain', from, 'ASWM', packet);
        const data = readFileSync(packet);
        data[4251] ^= 0x40; // the centre of a triangle
        writeFileSync(packet, data);
        const file = damage('terrain/hall.trn', () => {});
        nativeRun('packet', 'replace', '-q', '--force', from, 'ASWM', packet, file);
        return file;
      },
      ['hall.trx'],
      'NWN2_',
      /file: hall\.trx, a TRX made from hall\.trn/,
      (file, out) => nativeRun('rebuild', '--force', file, out),
    ],
  ];

  const fixText = (file, out) => nativeRun('fix', file, '-o', out, '--force');
  for (const [what, make, names, code, words, repair = fixText] of texts)
    it(`repairs ${what} as the command does, and saves, undoes and repeats it`, async () => {
      const { page } = t.viewer;
      const file = make();
      const out = t.samples.file(`from-text-${names[0]}`);
      repair(file, out);
      const current = () => page.evaluate(() => globalThis.waymark.app.current.file);
      await t.viewer.clear();
      await t.viewer.drop(file);
      const before = await current();
      assert.equal(before, path.basename(file));
      await page.click('#tab-findings');
      await page.click('#fix');
      await page.waitForSelector('#repair');
      const card = await t.viewer.text('#repair');
      assert.match(card, new RegExp(`Fixed.*${code}.*Changed`));
      assert.match(card, words);
      assert.doesNotMatch(card.split(/Left|Not in|Changed/)[0], /_TEXT_/);
      assert.equal(await current(), names[0]);
      const changed = () =>
        page.evaluate(() => {
          const { app } = globalThis.waymark;
          return [...app.changed].map((name) => [name, [...app.core.fileBytes(name)]]);
        });
      const expected = (name) => readFileSync(out.replace(/\.\w+$/, path.extname(name)));
      const check = async () => {
        const files = await changed();
        assert.deepEqual(
          files.map(([name]) => name),
          names,
        );
        for (const [name, bytes] of files)
          assert.deepEqual(Buffer.from(bytes), expected(name), name);
      };
      await check();
      await t.viewer.shot(`fix-${names[0].replace('.', '-')}`);
      await page.click('#tab-save');
      for (const name of names) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.click(`#changed-files .changed:has-text("${name}")`),
        ]);
        assert.equal(download.suggestedFilename(), name);
        assert.deepEqual(readFileSync(await download.path()), expected(name));
      }
      await page.click('#tab-findings');
      await page.click('#repair-undo');
      await page.waitForSelector('#fix');
      assert.equal(await current(), before);
      assert.deepEqual(await changed(), []);
      assert.deepEqual(await page.evaluate(() => [...globalThis.waymark.app.files.keys()]), [
        before,
      ]);
      await page.keyboard.press('Control+y');
      await page.waitForSelector('#repair');
      assert.equal(await current(), names[0]);
      await check();
      assert.deepEqual(t.viewer.problems, []);
    });

  it('keeps the rooms of an area that are texts as texts', async () => {
    const { page } = t.viewer;
    const [area, out] = [t.samples.file('area-of-texts'), t.samples.file('area-of-texts-fixed')];
    execFileSync(path.join(build, 'make_area'), [area, 'damaged'], { stdio: 'ignore' });
    for (const room of readdirSync(area).filter((n) => n.endsWith('.wok'))) {
      nativeRun('convert', '-q', path.join(area, room), path.join(area, `${room}.ascii`));
      renameSync(path.join(area, `${room}.ascii`), path.join(area, room));
    }
    nativeRun('fix', path.join(area, 'grid.lyt'), '-o', out);
    await t.viewer.clear();
    await t.viewer.drop(area);
    await page.click('#tab-findings');
    await page.click('#fix');
    await page.waitForSelector('#repair');
    const changed = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      return [...app.changed].map((name) => [name, [...app.core.fileBytes(name)]]);
    });
    assert.ok(changed.length > 0);
    for (const [name, bytes] of changed)
      assert.deepEqual(Buffer.from(bytes), readFileSync(path.join(out, path.basename(name))), name);
    assert.deepEqual(t.viewer.problems, []);
  });

  /** The area of the samples after a change, repaired by the page and by the command, with options. */
  const repairArea = async (name, change, choose, ...options) => {
    const { page } = t.viewer;
    const [area, out] = [t.samples.file(name), t.samples.file(`${name}-fixed`)];
    execFileSync(path.join(build, 'make_area'), [area], { stdio: 'ignore' });
    change(path.join(area, 'grid_00_00.wok'));
    nativeRun('fix', path.join(area, 'grid.lyt'), '-o', out, ...options);
    await t.viewer.clear();
    await t.viewer.drop(area);
    await page.click('#tab-findings');
    await page.waitForSelector('#fix');
    await choose(page);
    await page.click('#fix');
    await page.waitForSelector('#repair');
    const changed = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      return [...app.changed].map((file) => [file, [...app.core.fileBytes(file)]]);
    });
    assert.ok(changed.length > 0);
    for (const [file, bytes] of changed)
      assert.deepEqual(Buffer.from(bytes), readFileSync(path.join(out, path.basename(file))), file);
    assert.deepEqual(t.viewer.problems, []);
  };

  it('removes transitions to no room only if that is chosen', async () => {
    const dangle = (room) => nativeRun('set', '-q', '--force', '--transition', '0=77', room, room);
    const choose = async (page) => {
      await page.click('#fix');
      await page.waitForSelector(
        '#status-text:has-text("nothing can be repaired with these options")',
      );
      await t.viewer.shot('fix-area-options');
      await page.check('#fix-dangling');
    };
    await repairArea('area-dangling', dangle, choose, '--remove-dangling');
    assert.match(await t.viewer.text('#repair'), /Fixed.*AREA_TRANSITION_RANGE.*transitions/);
  });

  it('closes gaps that are as wide as is allowed', async () => {
    const apart = (room) =>
      nativeRun('transform', '-q', '--force', '--move', '0,0,0.05', room, room);
    const choose = async (page) => {
      assert.match(await t.viewer.text('.fix label'), /the largest listed: 0\.05\b/);
      await page.fill('#fix-tolerance', '2');
      await page.click('#fix');
      await page.waitForSelector('#status-text:has-text("at most 1 m")');
      await page.fill('#fix-tolerance', '0.06');
    };
    await repairArea('area-gap', apart, choose, '--tolerance', '0.06');
    assert.match(await t.viewer.text('#repair'), /Fixed.*AREA_SEAM_GAP/);
  });

  /** Opens files and waits until it is known whether they can be repaired. */
  const openTried = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
    await t.viewer.page.click('#tab-findings');
    await t.viewer.page.waitForSelector('.finding');
    await t.viewer.until(() => !document.querySelector('#fix-form[aria-busy]'));
  };

  it('offers a repair where it helps, whatever the remedy says', async () => {
    const layout = nativeRun('dump', '--layout', t.samples.file('models/sample.mdl'));
    const start = (part) => Number(new RegExp(`(\\d+) +\\d+ +${part} of box`).exec(layout)[1]);
    const lead = (data, part) => {
      const at = data.indexOf(Buffer.from(Uint32Array.of(start(part) - 12).buffer));
      data.writeUInt32LE(0x7ffffff0, at);
    };
    for (const [code, helps, change, longer] of [
      ['KOTOR_MDL_POINTER', true, (d) => lead(d, 'vertices')],
      ['KOTOR_MDL_POINTER', false, (d) => lead(d, 'faces')],
      ['KOTOR_MDX_SIZE', true, () => {}, 4],
    ]) {
      const files = [damage('models/sample.mdl', change), mdx()];
      if (longer) appendFileSync(files[1], Buffer.alloc(longer));
      const before = native('check', '--json', files[0]);
      assert.ok(before.findings.some((f) => f.code === code && /'waymark fix/.test(f.remedy)));
      const out = t.samples.file('tried.mdl');
      nativeRun('fix', '--force', files[0], '-o', out);
      const after = native('check', '--json', out);
      const gone = before.errors + before.warnings - after.errors - after.warnings;
      assert.equal(gone > 0, helps, code);
      await openTried(...files);
      const button = t.viewer.page.locator('#fix');
      assert.equal(await button.count(), helps ? 1 : 0, `${code}: ${helps}`);
      if (helps) assert.equal(await button.textContent(), `Fix ${gone} finding`);
      // What was tried has changed nothing.
      const now = await t.viewer.page.evaluate(() => {
        const { app } = globalThis.waymark;
        return app.current.files.map((f) => [...app.core.fileBytes(f)]);
      });
      assert.deepEqual(
        now.map(Buffer.from),
        files.map((f) => readFileSync(f)),
      );
    }
    assert.deepEqual(t.viewer.problems, []);
  });

  it('offers no repair of what only a modelling program can change', async () => {
    // A hole in the floor that only a modelling program can close.
    const around = [0, 2, 2.1, 4];
    const quads = [0, 1, 2].flatMap((i) =>
      [0, 1, 2]
        .filter((k) => i !== 1 || k !== 1)
        .map((k) => {
          const [x, y, to, up] = [around[i], around[k], around[i + 1], around[k + 1]];
          return ['Dirt', [x, y, 0], [to, y, 0], [to, up, 0], [x, up, 0]];
        }),
    );
    const holed = makeFloor(t.samples, 'holed', ...quads);
    const { findings } = native('check', '--json', holed);
    const heavy = findings.filter((f) => f.severity !== 'info').map((f) => f.code);
    assert.deepEqual(heavy, ['KOTOR_HOLE_SMALL']);
    await openTried(holed);
    assert.equal(await t.viewer.page.locator('#fix').count(), 0);
  });

  it('offers no repair where there is none', async () => {
    const bad = damage('mdb/plc_stage.mdb', (d) => d.writeFloatLE(NaN, find(d, 1, -1, -1, 1, 0)));
    assert.ok(native('check', '--json', bad).errors > 0);
    await openTried(bad);
    assert.equal(await t.viewer.page.locator('#fix').count(), 0);
  });
});
