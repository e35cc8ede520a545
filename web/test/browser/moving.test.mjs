// While the camera moves: pictures that the processor draws have less detail then, and all of it once it rests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { decodePng, difference, suite } from './harness.mjs';

suite('the viewer: moving', (t) => {
  /** What is drawn: pixels of a line, wide lines, thin lines instead of them. */
  const detail = () =>
    t.viewer.page.evaluate(() => {
      const { stage } = globalThis.waymark;
      const all = [];
      stage.content.traverse((o) => o.isLineSegments2 && all.push(o));
      return {
        width: stage.canvas.width,
        wide: all.filter((o) => o.layers.isEnabled(0)).length,
        thin: all.filter((o) => o.children.some((c) => c.isLineSegments)).length,
      };
    });
  /** One step of the camera, as a slow machine takes it; returns what was drawn then. */
  const step = async (by) => {
    await t.viewer.page.evaluate(
      (n) =>
        new Promise((ok) => {
          const { stage } = globalThis.waymark;
          stage.detail.slow = true;
          stage.nudge(n, 0, false);
          requestAnimationFrame(() => requestAnimationFrame(ok));
        }),
      by,
    );
    return detail();
  };

  it('draws less while the camera moves slowly, and everything once it rests', async () => {
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    const before = await t.viewer.pixels();
    const full = await detail();
    assert.ok(full.wide > 0 && full.thin === 0);
    const moving = await step(1);
    assert.ok(moving.width < full.width * 0.7, `${moving.width} of ${full.width} pixels`);
    assert.deepEqual([moving.wide, moving.thin], [0, full.wide]);
    await t.viewer.settle();
    assert.deepEqual(await detail(), full);
    await step(-1);
    await t.viewer.settle();
    assert.ok(difference(before, await t.viewer.pixels()) < 0.005, 'as it was');
  });

  it('saves a picture in full detail, also while the camera moves', async () => {
    const { page } = t.viewer;
    const { width } = await detail();
    await page.evaluate(() => {
      const { stage } = globalThis.waymark;
      stage.detail.slow = true;
      globalThis.turning = setInterval(() => stage.nudge(1, 0, false), 30);
    });
    await t.viewer.until(() => globalThis.waymark.stage.detail.waiting);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#tool-picture'),
    ]);
    await page.evaluate(() => clearInterval(globalThis.turning));
    assert.equal(decodePng(readFileSync(await download.path())).width, width);
    await t.viewer.settle();
    assert.equal((await detail()).width, width);
  });

  it('draws another file in full detail until it is known to be slow', async () => {
    await step(1);
    await t.viewer.settle();
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    assert.equal(await t.viewer.page.evaluate(() => globalThis.waymark.stage.detail.slow), false);
    assert.deepEqual(t.viewer.problems, []);
  });
});
