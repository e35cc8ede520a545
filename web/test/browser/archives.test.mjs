// Archives and textures in the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { build, difference, native, suite } from './harness.mjs';

suite('archives and textures', (t) => {
  const pack = (kind, out, files) =>
    execFileSync(path.join(build, 'pack_archive'), [kind, t.samples.file(out), ...files]);
  const rooms = () =>
    readdirSync(t.samples.file('area'))
      .filter((f) => /\.(lyt|wok)$/i.test(f))
      .map((f) => t.samples.file(path.join('area', f)));

  test('a dropped archive shows the area in it', async () => {
    pack('erf', 'area.mod', rooms());
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area.mod'));
    assert.match(await t.viewer.text('#document-title'), /\.lyt$/);
    assert.match(await t.viewer.text('#documents'), /area\.mod.*ERF archive/s);
    assert.ok(
      await t.viewer.page.evaluate(() => globalThis.waymark.app.walkmesh.faces.length > 30),
    );
    await t.viewer.shot('archive');
  });

  test('files of an archive can be found and saved', async () => {
    const { page } = t.viewer;
    await page.evaluate(() =>
      [...document.querySelectorAll('.document')]
        .find((b) => b.textContent.includes('area.mod'))
        .click(),
    );
    await t.viewer.settle();
    await page.evaluate(() => document.getElementById('tab-save').click());
    const count = rooms().length;
    assert.match(await t.viewer.text('#panel-save'), new RegExp(`^${count} files in area\\.mod`));
    await page.fill('#entry-filter', '.lyt');
    assert.equal(await page.locator('.entries button').count(), 1);
    const saved = page.waitForEvent('download');
    await page.locator('.entries button').click();
    assert.match((await saved).suggestedFilename(), /\.lyt$/);
  });

  test('archives in a dropped archive are opened, and go with it', async () => {
    const { page } = t.viewer;
    pack('zip', 'mod.zip', [t.samples.file('area.mod'), t.samples.file('room.wok')]);
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('mod.zip'));
    assert.match(await t.viewer.text('#document-title'), /\.lyt$/);
    const shown = (name) => page.locator(`.document[title="mod.zip/${name}"]`).isVisible();
    assert.ok(await shown('area.mod'));
    assert.ok(await shown('area.mod/grid_00_00.wok'), 'a room below its layout');
    await page.click('[aria-label="Remove mod.zip"]');
    await t.viewer.settle();
    assert.equal(await page.locator('.document').count(), 0);
    pack('erf', 'one.mod', [t.samples.file('room.wok')]);
    pack('zip', 'deep.zip', [t.samples.file('one.mod')]);
    await t.viewer.drop(t.samples.file('deep.zip'));
    assert.ok(
      await page.locator('.document[title="deep.zip/one.mod/room.wok"]').isVisible(),
      'two levels below its archive',
    );
    await page.click('[aria-label="Remove deep.zip"]');
    await t.viewer.settle();
    assert.equal(await page.locator('.document').count(), 0);
  });

  test('says what is in an archive without anything to show, and what is wrong with a damaged one', async () => {
    const { page } = t.viewer;
    writeFileSync(t.samples.file('note.txt'), 'a text');
    pack('zip', 'notes.zip', [t.samples.file('note.txt')]);
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('notes.zip'));
    assert.match(await t.viewer.text('#status-text'), /none of its files can be shown; Save lists/);
    const whole = readFileSync(t.samples.file('area.mod'));
    writeFileSync(t.samples.file('cut.mod'), whole.subarray(0, 200));
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('cut.mod'));
    const { findings } = native('check', '--json', t.samples.file('cut.mod'));
    assert.equal(await t.viewer.text('#error-card h2'), 'This file is damaged');
    assert.equal(await t.viewer.text('.finding code'), findings[0].code);
    assert.equal(await t.viewer.text('.finding-text'), findings[0].message);
    // A KEY without its BIF is not damaged.
    pack('key', 'chitin.key', rooms());
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('chitin.key'));
    await t.viewer.until(() => !document.getElementById('error-card').hidden);
    assert.equal(await t.viewer.text('#error-card h2'), 'This file cannot be opened');
    assert.match(await t.viewer.text('#error-card dl'), /is not among the files: open it too/);
    const panel = await t.viewer.text('#panel-findings');
    assert.match(panel, /cannot be opened, so it is not checked: .* is not among the files/);
    assert.doesNotMatch(panel, /damaged|another copy/);
    await page.click('#tab-view');
  });

  test('shows the first file that can be read, if a KEY lacks its BIFs', async () => {
    const dir = t.samples.file('game');
    mkdirSync(dir, { recursive: true });
    pack('key', 'game/chitin.key', rooms());
    writeFileSync(t.samples.file('note.txt'), 'a text');
    pack('erf', 'game/notes.mod', [t.samples.file('note.txt')]);
    await t.viewer.clear();
    await t.viewer.drop(dir);
    assert.equal(await t.viewer.text('#document-title'), 'notes.mod');
    writeFileSync(path.join(dir, 'names.2da'), '2DA V2.0\n\n Label\n0 one\n');
    await t.viewer.clear();
    await t.viewer.drop(dir);
    assert.equal(await t.viewer.text('#document-title'), 'names.2da');
    assert.ok(await t.viewer.page.locator('#error-card').isHidden());
  });

  /** A picture of one colour, 4 by 4 pixels. */
  const tga = (blue, green, red) => {
    const head = Buffer.alloc(18);
    head[2] = 2;
    head[12] = head[14] = 4;
    head[16] = 24;
    return Buffer.concat([head, ...Array(16).fill(Buffer.from([blue, green, red]))]);
  };

  test('a model is drawn with its textures, and without them on request', async () => {
    const dir = t.samples.file('textured');
    mkdirSync(dir, { recursive: true });
    for (const end of ['mdl', 'mdx'])
      copyFileSync(t.samples.file(`models/sample.${end}`), path.join(dir, `sample.${end}`));
    const { textures } = native('info', '--json', path.join(dir, 'sample.mdl'));
    for (const name of textures) writeFileSync(path.join(dir, `${name}.tga`), tga(20, 20, 230));
    await t.viewer.clear();
    await t.viewer.drop(dir);
    const has = await t.viewer.page.evaluate(() => globalThis.waymark.app.model.pictures.any);
    assert.ok(has);
    const shown = await t.viewer.pixels('textured');
    await t.viewer.key('z');
    assert.ok(difference(shown, await t.viewer.pixels()) > 0.005);
    await t.viewer.key('z');
    assert.ok(difference(shown, await t.viewer.pixels()) < 0.001);
    assert.deepEqual(t.viewer.problems, []);
  });

  test('a texture is shown as a picture', async () => {
    await t.viewer.clear();
    const file = t.samples.file('red.tga');
    writeFileSync(file, tga(0, 0, 255));
    await t.viewer.drop(file);
    assert.equal(await t.viewer.text('#picture-size'), '4 by 4 pixels');
    const pixel = await t.viewer.page.evaluate(() => [
      ...document.getElementById('picture-canvas').getContext('2d').getImageData(1, 1, 1, 1).data,
    ]);
    assert.deepEqual(pixel, [255, 0, 0, 255]);
  });
});
