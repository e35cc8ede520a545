// How the view is filled, and what the camera rotates around.

import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { field, makeFloors, site, suite } from './harness.mjs';

const LEGEND_GAP = 8; // pixels: half of what stays free beside the legend, and some for rounding

suite('the viewer: framing', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const hall = path.join(site, 'examples/room/hall.wok');

  it('fits the floor, and still draws a frame far around it', async () => {
    const frame = ['Nonwalk', [-30, 30, 0], [40, 30, 0], [40, 33, 0], [-30, 33, 0]];
    await open(makeFloors(t.samples, 'framed', field('Grass', 0, 10, 0, 10), frame));
    const { wide, drawn } = await t.viewer.page.evaluate(() => {
      const { app, stage } = globalThis.waymark;
      const far = app.walkmeshView.place([5, 31, 0]);
      return { wide: stage.sphere.radius, drawn: !!stage.project(far, far) };
    });
    assert.ok(wide < 10, `the floor is ${wide} wide`);
    assert.ok(drawn, 'the frame is not cut off by the far plane');
  });

  it('fills the view with what is fitted, whatever its shape', async () => {
    const { page } = t.viewer;
    const filled = () =>
      page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        const { position } = app.walkmeshView.mesh.geometry.attributes;
        const p = app.walkmeshView.place([0, 0, 0]);
        let [x0, x1, y0, y1] = [1e9, -1e9, 1e9, -1e9];
        for (let i = 0; i < position.count; i++) {
          p.fromBufferAttribute(position, i).applyMatrix4(app.walkmeshView.mesh.matrixWorld);
          const { x, y } = stage.project(p, p);
          [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y)];
        }
        const { w, h } = stage.size;
        const legend = document.getElementById('legend').getBoundingClientRect();
        const view = stage.canvas.getBoundingClientRect();
        const [left, top] = [legend.right - view.left, legend.bottom - view.top];
        let under = 0;
        for (let i = 0; i < position.count; i++) {
          p.fromBufferAttribute(position, i).applyMatrix4(app.walkmeshView.mesh.matrixWorld);
          const { x, y } = stage.project(p, p);
          under += x < left && y < top;
        }
        // How far what is seen is from the middle of the view, of the part next to the legend, or below it.
        const off = ([px, py, pw, ph]) =>
          Math.max(Math.abs((x0 + x1 - pw) / 2 - px), Math.abs((y0 + y1 - ph) / 2 - py));
        const parts = [
          [0, 0, w, h],
          [left, 0, w - left, h],
          [0, top, w, h - top],
        ];
        return {
          off: Math.min(...parts.map(off)),
          // Of the view, or of the part next to the legend or below it.
          most: Math.max((x1 - x0) / w, (y1 - y0) / h),
          part: Math.max((x1 - x0) / (w - left), (y1 - y0) / (h - top)),
          inside: x0 >= 0 && y0 >= 0 && x1 <= w && y1 <= h,
          under,
        };
      });
    const flat = makeFloors(t.samples, 'flat', field('Grass', 0, 30, 0, 12));
    const files = [path.join(site, 'examples/area'), hall, t.samples.file('courtyard.wok'), flat];
    for (const file of files) {
      await open(file);
      await t.viewer.key('f');
      const { most, part, inside, under, off } = await filled();
      assert.ok(off < LEGEND_GAP, `${file}: ${off} pixels from the middle`);
      assert.equal(under, 0, `${file}: nothing is below the legend`);
      assert.ok(inside && most < 0.95, `${file}: ${most}`);
      assert.ok(most > 0.85 || part > 0.8, `${file}: ${most} of the view, ${part} of its part`);
    }
  });

  it('has the hooks of a placeable and of a door in view', async () => {
    for (const file of [t.samples.file('crate.pwk'), t.samples.file('texts/door.dwk.ascii')]) {
      await open(file);
      const outside = await t.viewer.page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        const { w, h } = stage.size;
        return app.overlays.hooks
          .map((k) => {
            const v = app.walkmeshView.place(k.at);
            return { name: k.name, ...stage.project(v, v.clone()) };
          })
          .filter(({ x, y }) => !(x > 0 && x < w && y > 0 && y < h));
      });
      assert.deepEqual(outside, [], file);
    }
  });

  it('fills the free part of the view from above, too', async () => {
    const { page } = t.viewer;
    /** The bounds of the floor and of the legend, in pixels of the view. */
    const bounds = () =>
      page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        const [legend, view] = ['legend', 'canvas'].map((id) =>
          document.getElementById(id).getBoundingClientRect(),
        );
        const all = Array.from({ length: app.walkmeshView.faces * 3 }, (_, i) => {
          const p = app.walkmeshView.place(app.walkmeshView.corner(Math.floor(i / 3), i % 3));
          const { x, y } = stage.project(p, p);
          return [x, y];
        });
        const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
        const covered = { w: legend.right - view.left, h: legend.bottom - view.top };
        return {
          covered: legend.width ? covered : { w: 0, h: 0 },
          under: all.filter(([x, y]) => x < covered.w && y < covered.h).length,
          size: [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)],
          middle: [
            (Math.max(...xs) + Math.min(...xs)) / 2,
            (Math.max(...ys) + Math.min(...ys)) / 2,
          ],
          inside: Math.min(...xs, ...ys) >= 0 && Math.max(...xs) <= view.width,
          view: [view.width, view.height],
        };
      });
    const above = async (file) => {
      await open(file);
      await t.viewer.key('t');
      const b = await bounds();
      await t.viewer.key('t');
      assert.ok(b.inside, `${file} is in the view`);
      return b;
    };
    const make = (name, width, depth) =>
      makeFloors(t.samples, name, field('Grass', 0, width, 0, depth));
    // A tall one is in the middle of the whole view: it does not reach the legend.
    const tall = await above(make('tall', 4, 20));
    assert.ok(tall.size[1] > 0.85 * tall.view[1], `${tall.size} of ${tall.view}`);
    assert.ok(Math.abs(tall.middle[0] - tall.view[0] / 2) < 2, 'in the middle');
    // A wide one has the whole width.
    const wide = await above(make('wide', 30, 8));
    assert.ok(wide.size[0] > 0.85 * wide.view[0], `${wide.size} of ${wide.view}`);
    // One of the shape of the view would be below the legend: it is as large as the rest allows.
    const [w, h] = tall.view;
    const same = await above(make('same', w / 40, h / 40));
    assert.equal(same.under, 0);
    const rest = [(w - same.covered.w) / w, (h - same.covered.h) / h];
    assert.ok(same.size[0] / w > 0.8 * Math.max(...rest), `${same.size} of ${same.view}`);
    for (const file of [path.join(site, 'examples/area'), hall, t.samples.file('area')]) {
      const { under, size, view, covered } = await above(file);
      assert.equal(under, 0, `${file}: nothing is below the legend`);
      const fills = Math.max(
        size[0] / view[0],
        size[1] / view[1],
        size[0] / (view[0] - covered.w),
        size[1] / (view[1] - covered.h),
      );
      assert.ok(fills > 0.85, `${file}: ${fills}`);
    }
    // Folding the legend makes room.
    await open(make('same', w / 40, h / 40));
    await t.viewer.key('t');
    await t.viewer.shot('top');
    await page.click('#legend summary');
    await t.viewer.settle();
    assert.ok((await bounds()).size[0] > same.size[0] * 1.02, 'larger without the legend');
    await page.click('#legend summary');
    await t.viewer.key('t');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('rotates around what it fitted beside the legend, until the view is panned', async () => {
    const { page } = t.viewer;
    /** Where the middle of what is shown is, and which way the camera looks. */
    const state = () =>
      page.evaluate(() => {
        const { stage } = globalThis.waymark;
        const at = stage.project(stage.sphere.center, stage.sphere.center.clone());
        const way = stage.controls.target.clone().sub(stage.camera.position).normalize();
        return {
          middle: [at.x, at.y],
          way: way.toArray(),
          target: stage.controls.target.toArray(),
          view: [stage.size.w, stage.size.h],
        };
      });
    const apart = (a, b) => Math.hypot(...a.map((n, i) => n - b[i]));
    const drag = async (dx, dy, options) => {
      const box = await page.locator('#canvas').boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down(options);
      await page.mouse.move(x + dx, y + dy, { steps: 5 });
      await page.mouse.up(options);
      await t.viewer.settle();
    };
    const turned = async (was, how) => {
      const now = await state();
      assert.ok(apart(now.way, was.way) > 0.1, `${how}: the camera looks another way`);
      const moved = apart(now.middle, was.middle);
      assert.ok(moved < 1, `${how}: the middle moved by ${moved} pixels`);
      return now;
    };
    const camera = await page.evaluate(() => {
      const { stage } = globalThis.waymark;
      return [stage.camera.position.toArray(), stage.controls.target.toArray()];
    });
    await open(makeFloors(t.samples, 'long', field('Grass', 0, 12, 0, 12)));
    await t.viewer.key('f');
    const fitted = await state();
    const aside = apart(
      fitted.middle,
      fitted.view.map((n) => n / 2),
    );
    assert.ok(aside > 20, `it is ${aside} pixels beside the middle of the view`);
    let now = await turned(fitted, (await drag(120, 30), 'mouse'));
    await page.locator('#canvas').focus();
    for (let i = 0; i < 4; i++) await t.viewer.key('ArrowLeft');
    now = await turned(now, 'keys');
    await page.mouse.wheel(0, 240); // the target moves towards or away from the pointer
    await t.viewer.settle();
    await drag(40, 0, { button: 'right' });
    const panned = await state();
    await drag(120, 0);
    now = await state();
    assert.ok(apart(now.way, panned.way) > 0.1);
    const moved = apart(now.target, panned.target);
    assert.ok(moved < 0.05, `around the middle of the view, which moved by ${moved} m`);
    assert.deepEqual(t.viewer.problems, []);
    // The tests that follow look from where the camera was.
    await page.evaluate(([position, target]) => {
      const { stage } = globalThis.waymark;
      stage.camera.position.fromArray(position);
      stage.controls.target.fromArray(target);
      stage.controls.update();
    }, camera);
  });
});
