// A browser without WebGL: the page still draws, checks, edits and saves.

import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { difference, launch, open, site, suite } from './harness.mjs';

suite('the viewer: without WebGL', (t) => {
  it('draws, checks, repairs and measures', async () => {
    const plain = await launch(t.chromium);
    try {
      await plain.context.addInitScript(() => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
        };
      });
      const viewer = await open(plain.context, t.server.url);
      assert.equal(await viewer.page.isVisible('#flat-note'), true);
      const empty = await viewer.pixels();
      await viewer.drop(path.join(site, 'examples/room/hall.wok'));
      const floor = await viewer.pixels('plain-room');
      assert.ok(difference(empty, floor) > 0.05, 'the floor is drawn');
      await viewer.page.click('#tab-findings');
      await viewer.page.click('#finding-0');
      await viewer.settle();
      assert.ok(difference(floor, await viewer.pixels()) > 0.05, 'it flies to the finding');
      await viewer.page.click('#fix');
      await viewer.page.waitForSelector('#repair');
      await viewer.key('t');
      await viewer.shot('plain-plan');
      await viewer.clear();
      await viewer.drop(path.join(site, 'examples/model'));
      assert.ok(difference(empty, await viewer.pixels('plain-model')) > 0.05);
      assert.deepEqual(viewer.problems, []);
    } finally {
      await plain.close();
    }
  });
});
