// Shadows: on the ground below what is shown, and on the floor below what is placed on it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, decodePng, difference, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: shadows', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const robot = path.join(site, 'examples/model/robot.mdl');

  it('casts a shadow below models, areas and terrain, and draws it once', async () => {
    const shadow = (yes) =>
      t.viewer.page.evaluate((shown) => {
        const { stage } = globalThis.waymark;
        stage.ground.visible = shown;
        stage.invalidate();
      }, yes);
    const drawn = () => t.viewer.page.evaluate(() => globalThis.waymark.stage.shadow.drawn);
    const trx = t.samples.file('terrain/hall.trx');
    for (const files of [[robot], [path.join(site, 'examples/area')], [trx]]) {
      const name = path.basename(files[0]);
      await open(...files);
      await t.viewer.key('r'); // errors made the camera fly to them
      const lit = await t.viewer.pixels(`shadow-${name}`);
      await shadow(false);
      await t.viewer.settle();
      const part = difference(lit, await t.viewer.pixels());
      assert.ok(part > 0.003 && part < 0.3, `${name}: the shadow covers ${part} of the view`);
      await shadow(true);
      const before = await drawn();
      const { frames } = await t.viewer.page.evaluate(() => ({
        frames: globalThis.waymark.stage.frames,
      }));
      for (let i = 0; i < 3; i++) {
        await t.viewer.page.evaluate(() => globalThis.waymark.stage.nudge(1, 0, false));
        await t.viewer.settle();
      }
      assert.ok((await t.viewer.page.evaluate(() => globalThis.waymark.stage.frames)) > frames + 2);
      assert.equal(await drawn(), before, `${name}: the camera does not change the shadow`);
    }
    // A level floor lies on the ground, and is not darkened by it.
    await open(t.samples.file('area'));
    const level = await t.viewer.pixels('shadow-level');
    await shadow(false);
    await t.viewer.settle();
    const covered = difference(level, await t.viewer.pixels());
    assert.ok(covered < 0.02, `the shadow covers ${covered} of the view`);
    // What is hidden casts none.
    await open(path.join(site, 'examples/area'));
    const before = await drawn();
    const all = await t.viewer.pixels();
    await t.viewer.key('m');
    assert.ok((await drawn()) > before);
    assert.ok(difference(all, await t.viewer.pixels()) > 0.01);
    await t.viewer.key('m');
  });

  it('darkens the floor where a crate stands on it', async () => {
    const { page } = t.viewer;
    const area = t.samples.file('with-crates');
    execFileSync(path.join(build, 'make_area'), [area, 'module'], { stdio: 'ignore' });
    const obj = t.samples.file('crate.obj');
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) => `v ${i & 1 ? 0.5 : -0.5} ${i & 2 ? 1 : 0} ${i & 4 ? 0.5 : -0.5}`,
    );
    const sides = ['1 3 4 2', '5 6 8 7', '1 5 7 3', '2 4 8 6', '3 7 8 4', '1 2 6 5'];
    writeFileSync(obj, [...corners, ...sides.map((f) => `f ${f}`), ''].join('\n'));
    nativeRun('convert', '--force', '-q', obj, path.join(area, 'plc_crate.mdl'));
    await open(area);
    await t.viewer.key('r', 'a'); // without labels
    const [, crate] = await page.evaluate(() =>
      globalThis.waymark.app.overlays.objects.filter((o) => o.model !== undefined),
    );
    assert.ok(crate, 'a crate has its model');
    // The camera looks from the south-west: these points are before the crate, near it and farther away.
    const spots = [0.55, 1.6].map((d) => [crate.at[0] - d, crate.at[1] - d, crate.at[2]]);
    const tones = async (shown) => {
      await page.evaluate((yes) => {
        const { stage } = globalThis.waymark;
        stage.content.traverse((o) => {
          if (o.name === 'contact shadow') o.visible = yes;
        });
        stage.invalidate();
      }, shown);
      await t.viewer.settle();
      const picture = decodePng(await page.screenshot());
      const at = await Promise.all(spots.map((p) => t.viewer.spot(p)));
      return at.map(([x, y]) => {
        const i = (Math.round(y) * picture.width + Math.round(x)) * picture.channels;
        return lightness(picture.data.subarray(i, i + 3));
      });
    };
    const [dark, bare] = [await tones(true), await tones(false)];
    await tones(true);
    await t.viewer.shot('crate-on-floor');
    await t.viewer.key('a');
    assert.ok(bare[0] - dark[0] > 10, `${dark[0]} beside the crate, ${bare[0]} without`);
    assert.ok(Math.abs(bare[1] - dark[1]) < 2, `${dark[1]} farther away, ${bare[1]} without`);
  });
});

const lightness = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;
