// Tiles of NWN2: the page, `budget`, `check` and `render` give a tile the same name and the same colour.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { constants, inflateSync } from 'node:zlib';
import { decodePng, launch, native, nativeRun, open, site, suite } from './harness.mjs';

const crowded = path.join(site, 'examples/nwn2/crowded.trn');

/** How many pixels of a picture have a colour, within rounding. */
function pixelsOf({ data, channels }, [r, g, b]) {
  let n = 0;
  for (let i = 0; i < data.length; i += channels)
    if (Math.max(...[r, g, b].map((v, k) => Math.abs(v - data[i + k]))) <= 1) n++;
  return n;
}

/** The texts of a PDF, as cairo writes them: (tile 1,0)Tj, or with kerning [(t)-1(ile)]TJ. */
function textsOf(pdf) {
  const found = [];
  for (const { index } of pdf.toString('latin1').matchAll(/\/FlateDecode[^]*?stream\n/g)) {
    const start = pdf.indexOf('stream\n', index) + 7;
    const page = inflateSync(pdf.subarray(start), { finishFlush: constants.Z_SYNC_FLUSH });
    for (const [, words] of page.toString('latin1').matchAll(/([([].*[)\]])T[jJ]/g))
      found.push([...words.matchAll(/\(((?:[^()\\]|\\.)*)\)/g)].map((m) => m[1]).join(''));
  }
  return found;
}

suite('the viewer: tiles', (t) => {
  const bytes = (colour) => colour.map((v) => Math.round(v * 255));

  it('have a legend that fits a phone', async () => {
    const phone = await launch(t.chromium, {
      viewport: { width: 360, height: 740 },
      isMobile: true,
    });
    try {
      const small = await open(phone.context, t.server.url);
      await small.drop(crowded);
      await small.page.keyboard.press('4');
      await small.settle();
      const [bar, card] = await Promise.all(
        ['.ramp', '#legend'].map((e) => small.page.locator(e).boundingBox()),
      );
      assert.ok(bar.x + bar.width < card.x + card.width, JSON.stringify([bar, card]));
    } finally {
      await phone.close();
    }
  });

  it('have the names of budget, check and render', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(crowded);
    const tiles = native('budget', '--json', crowded).tiles;
    const names = tiles.map((tile) => `${tile.x},${tile.y}: ${tile.walkable}`);
    assert.ok(names.includes('1,0: 162'), names.join('; '));
    await t.viewer.key('i');
    const labels = await page.locator('.label.tile').allTextContents();
    assert.deepEqual(labels.toSorted(), names.toSorted());
    await t.viewer.shot('tiles');
    await t.viewer.key('i');
    const plan = t.samples.file('plan.pdf');
    nativeRun('render', '--force', crowded, plan);
    const drawn = textsOf(readFileSync(plan)).filter((text) => /^tile \d+,\d+: \d+$/.test(text));
    assert.deepEqual(drawn.toSorted(), names.map((n) => `tile ${n}`).toSorted());
    const finding = native('check', '--json', crowded).findings.find((f) => /tiles\[/.test(f.path));
    const name = /tile (\d+,\d+)/.exec(finding.message)[0];
    await page.click('#tab-findings');
    await page.click('#infos summary');
    const card = page.locator(`.finding:has-text("${finding.code}")`);
    assert.equal(await card.locator('.where').textContent(), name);
    await page.click('#tab-view');
  });

  it('have the colours of budget and render', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(crowded);
    await t.viewer.key('4');
    const [heat, plan] = ['heat.png', 'plan.png'].map((n) => t.samples.file(n));
    native('budget', '--json', '--force', '-o', heat, crowded);
    nativeRun('render', '--force', crowded, plan);
    const { shown, ramp } = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      const { tiles } = app.overlays;
      const colours = app.walkmeshView.mesh.geometry.attributes.color;
      const of = (tile) => {
        const at = tiles.tileOfFace.indexOf(tile) * 9;
        const c = app.walkmeshView.mesh.material.color.clone().fromArray(colours.array, at);
        const { r, g, b } = c.getRGB({}, 'srgb');
        return [r, g, b];
      };
      return { shown: [...tiles.count].map((n, tile) => of(tile)), ramp: [...tiles.ramp] };
    });
    const [map, drawing] = [heat, plan].map((f) => decodePng(readFileSync(f)));
    for (const colour of shown)
      assert.ok(pixelsOf(map, bytes(colour)) > 1000, `${bytes(colour)} in the heat map`);
    // The legend of a plan shows these counts.
    for (const count of [32, 64, 96, 127, 128]) {
      const colour = bytes(ramp.slice(count * 3, count * 3 + 3));
      assert.ok(pixelsOf(drawing, colour) > 100, `${count}: ${colour} in the plan`);
    }
    assert.deepEqual(t.viewer.problems, []);
  });
});
