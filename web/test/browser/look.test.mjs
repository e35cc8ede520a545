// How things look: light, colours, shadows, lines, and how the view is filled.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import {
  build,
  decodePng,
  difference,
  field,
  makeFloors,
  nativeRun,
  site,
  suite,
} from './harness.mjs';

suite('the viewer: looking', (t) => {
  const open = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const hall = path.join(site, 'examples/room/hall.wok');
  const robot = path.join(site, 'examples/model/robot.mdl');

  it('keeps the form of a light model in the light theme', async () => {
    const { page } = t.viewer;
    await page.emulateMedia({ colorScheme: 'light' });
    await open(robot);
    await t.viewer.shot('clay');
    assert.doesNotMatch(await t.viewer.text('#status-text'), /MDX/);
    const tones = await page.evaluate(() => {
      const { stage } = globalThis.waymark;
      stage.drawNow();
      const c = document.createElement('canvas');
      Object.assign(c, { width: 200, height: 200 });
      const g = c.getContext('2d', { willReadFrequently: true });
      g.drawImage(stage.canvas, 0, 0, 200, 200);
      const d = g.getImageData(0, 0, 200, 200).data;
      let white = 0;
      const seen = new Set();
      for (let i = 0; i < d.length; i += 4) {
        if (Math.min(d[i], d[i + 1], d[i + 2]) > 247) white++;
        seen.add(d[i] >> 3);
      }
      return { white, seen: seen.size };
    });
    assert.equal(tones.white, 0, 'nothing burns to white');
    assert.ok(tones.seen > 14, `${tones.seen} tones`);
  });

  /** The pixels of the view that differ from its background. */
  const modelPixels = async () => {
    await t.viewer.page.evaluate(() => {
      const { stage } = globalThis.waymark;
      stage.ground.visible = false;
      stage.gridLines.visible = false;
      stage.invalidate();
    });
    await t.viewer.settle();
    return foreground(decodePng(await t.viewer.page.locator('#canvas').screenshot()));
  };
  const foreground = ({ width, height, channels, data }) => {
    const found = [];
    for (let y = Math.floor(height * 0.15); y < height * 0.75; y++)
      for (let x = Math.floor(width * 0.25); x < width * 0.75; x++) {
        const at = (y * width + x) * channels;
        const p = [...data.subarray(at, at + 3)];
        const edge = (y * width + width - 2) * channels; // render's background has other tones in each row
        if (p.some((n, k) => Math.abs(n - data[edge + k]) > 8)) found.push(p);
      }
    return found;
  };
  const lightness = (pixels) =>
    pixels.map(([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b).sort((a, b) => a - b);
  const part = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

  it('does not burn a white model, and lights its dark side', async () => {
    const { page } = t.viewer;
    await page.emulateMedia({ colorScheme: 'light' });
    // With one texture for all meshes it is drawn in white clay.
    const white = t.samples.file('white.mdl');
    const text = readFileSync(robot, 'latin1').replace(/(bitmap)\s+\S+/g, '$1 none_such');
    writeFileSync(white, text, 'latin1');
    await open(white);
    const pixels = await modelPixels();
    const tones = lightness(pixels);
    assert.ok(tones.length > 10000, `${tones.length} pixels`);
    const burnt = pixels.filter((p) => Math.min(...p) > 250).length / pixels.length;
    assert.ok(burnt < 0.001, `${burnt} of the pixels are white`);
    assert.ok(part(tones, 0.5) > 120, 'it is light');
    const spread = part(tones, 0.95) - part(tones, 0.05);
    assert.ok(spread > 60, `the tones are ${spread} apart`);
    const without = async (change) => {
      await page.evaluate(change);
      return lightness(await modelPixels());
    };
    const dark = await without(() => {
      globalThis.waymark.stage.fill.intensity = 0;
    });
    assert.ok(part(dark, 0.3) < part(tones, 0.3) - 4, 'the fill light is seen');
    const raw = await without(() => {
      const { stage } = globalThis.waymark;
      stage.fill.intensity = 0.75;
      stage.key.intensity = 6;
    });
    assert.ok(part(raw, 0.98) <= 253, 'a stronger light is mapped to tones below white');
    await page.evaluate(() => {
      globalThis.waymark.stage.key.intensity = 1.6;
    });
    await open(hall);
  });

  it('draws dark surfaces in the colour of the legend', async () => {
    await open(makeFloors(t.samples, 'dark', field('Nonwalk', 0, 4)));
    await t.viewer.key('t');
    const swatch = await t.viewer.page.$eval('#legend li span', (e) =>
      getComputedStyle(e).backgroundColor.match(/\d+/g).slice(0, 3).map(Number),
    );
    const seen = lightness(await modelPixels());
    await t.viewer.key('t');
    const shown = part(seen, 0.5);
    const [expected] = lightness([swatch]);
    assert.ok(Math.abs(shown - expected) < 25, `${shown} in the view, ${expected} in the legend`);
  });

  /** The mean colours of 8 by 8 parts of what is drawn; null where there is little of it. */
  const parts = (picture) => {
    const { width, height, channels, data } = picture;
    const at = (x, y) => (y * width + x) * channels;
    const isDrawn = (x, y) =>
      [0, 1, 2].some((k) => Math.abs(data[at(x, y) + k] - data[at(width - 2, y) + k]) > 8);
    const drawn = [];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width - 4; x++) if (isDrawn(x, y)) drawn.push([x, y]);
    const range = (k) => [
      drawn.reduce((n, p) => Math.min(n, p[k]), Infinity),
      drawn.reduce((n, p) => Math.max(n, p[k]), 0) + 1,
    ];
    const [[left, right], [top, bottom]] = [range(0), range(1)];
    const sums = Array.from({ length: 64 }, () => [0, 0, 0, 0]);
    for (const [x, y] of drawn) {
      const column = Math.floor(((x - left) / (right - left)) * 8);
      const sum = sums[Math.floor(((y - top) / (bottom - top)) * 8) * 8 + column];
      for (let k = 0; k < 3; k++) sum[k] += data[at(x, y) + k];
      sum[3]++;
    }
    const whole = ((right - left) * (bottom - top)) / 64;
    return sums.map(([r, g, b, n]) => (n > 0.7 * whole ? [r / n, g / n, b / n] : null));
  };

  it('has the look of render, part by part through the same camera', async () => {
    const { page } = t.viewer;
    await page.emulateMedia({ colorScheme: 'light' });
    const out = t.samples.file('look.png');
    const layers = '-grid,-title,-legend,-scale,-names,-shadow,-hooks';
    // Side views of render have no perspective.
    const look = (from, fov) =>
      page.evaluate(
        ([direction, degrees]) => {
          const { stage } = globalThis.waymark;
          const { camera, sphere } = stage;
          camera.fov = degrees;
          camera.updateProjectionMatrix();
          camera.position.copy(sphere.center).add({ x: 0, y: 0, z: 0, ...direction });
          stage.controls.target.copy(sphere.center);
          stage.controls.maxDistance = Infinity;
          stage.fit(sphere, true);
          for (const e of document.querySelectorAll('.label, #gizmo, #legend'))
            e.style.visibility = degrees < 45 ? 'hidden' : '';
        },
        [from, fov],
      );
    const stage = t.samples.file('mdb/plc_stage.mdb');
    const models = path.dirname(robot);
    let last = null;
    for (const [name, model, dropped, view, from, ...options] of [
      ['clay', robot, robot, 'front', { z: -1 }, '--plain-colours'],
      ['textures', robot, models, 'front', { z: -1 }],
      ['textures from the side', robot, models, 'right', { x: 1 }],
      ['an MDB', stage, stage, 'front', { z: -1 }],
    ]) {
      nativeRun('render', '--force', '--view', view, ...options, '--layer', layers, model, out);
      if (dropped !== last) await open(dropped);
      last = dropped;
      await look(from, 8);
      await modelPixels(); // without ground and grid
      const shot = decodePng(await page.locator('#canvas').screenshot());
      const [drawn, seen] = [parts(decodePng(readFileSync(out))), parts(shot)];
      await look(from, 45);
      const far = drawn.flatMap((p, i) =>
        p && seen[i] ? [Math.max(...p.map((n, k) => Math.abs(n - seen[i][k])))] : [],
      );
      assert.ok(far.length > 12, `${name}: ${far.length} parts`);
      const mean = far.reduce((a, b) => a + b) / far.length;
      assert.ok(mean < 14, `${name}: parts differ by ${mean} of 255`);
      assert.ok(Math.max(...far) < 40, `${name}: a part differs by ${Math.max(...far)} of 255`);
    }
  });

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
        return lightness([[...picture.data.subarray(i, i + 3)]])[0];
      });
    };
    const [dark, bare] = [await tones(true), await tones(false)];
    await tones(true);
    await t.viewer.shot('crate-on-floor');
    await t.viewer.key('a');
    assert.ok(bare[0] - dark[0] > 10, `${dark[0]} beside the crate, ${bare[0]} without`);
    assert.ok(Math.abs(bare[1] - dark[1]) < 2, `${dark[1]} farther away, ${bare[1]} without`);
  });

  it('hides faces that are not walkable', async () => {
    await open(hall);
    /** The view after the switch. */
    const toggled = async () => {
      await t.viewer.key('Shift+S');
      return t.viewer.pixels();
    };
    const without = await toggled();
    assert.match(await t.viewer.text('#status-text'), /not walkable off/);
    const all = await toggled();
    assert.ok(difference(all, without) > 0.002);
    assert.ok(difference(await toggled(), without) < 0.001);
    assert.ok(difference(await toggled(), all) < 0.001);
  });

  it('draws an area with its textures and light maps', async () => {
    const { page } = t.viewer;
    await open(path.join(site, 'examples/area'));
    assert.match(await t.viewer.text('#status-text'), /5 rooms, 5 room models/);
    assert.doesNotMatch(await t.viewer.text('#status-text'), /not found/);
    await page.click('#tab-view');
    const full = await t.viewer.pixels('area');
    await page.click('#layer-lightmaps');
    await t.viewer.settle();
    const flat = await t.viewer.pixels();
    assert.ok(difference(full, flat) > 0.05, 'light maps are seen');
    await page.click('#layer-lightmaps');
    await page.click('#layer-textures');
    await t.viewer.settle();
    assert.ok(difference(full, await t.viewer.pixels()) > 0.05, 'textures are seen');
    await page.click('#layer-textures');
    // One label for each door, though every door has four edges.
    const doors = await page.locator('.label.transition').allTextContents();
    assert.equal(doors.length, 7, doors.join(', '));
    assert.deepEqual(t.viewer.problems, []);
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
        return {
          // Of the view, or of the part next to the legend or below it.
          most: Math.max((x1 - x0) / w, (y1 - y0) / h),
          part: Math.max((x1 - x0) / (w - left), (y1 - y0) / (h - top)),
          inside: x0 >= 0 && y0 >= 0 && x1 <= w && y1 <= h,
          under,
        };
      });
    for (const file of [path.join(site, 'examples/area'), hall, t.samples.file('courtyard.wok')]) {
      await open(file);
      await t.viewer.key('f');
      const { most, part, inside, under } = await filled();
      assert.equal(under, 0, `${file}: nothing is below the legend`);
      assert.ok(inside && most < 0.95, `${file}: ${most}`);
      assert.ok(most > 0.85 || part > 0.8, `${file}: ${most} of the view, ${part} of its part`);
    }
  });

  /** A model text with a square for each texture, side by side. */
  const squares = (name, textures) => {
    const nodes = textures.map(
      (texture, i) =>
        `node trimesh q${i}\nparent ${name}\nposition ${2 * i} 0 0\n${texture ? `bitmap ${texture}\n` : ''}` +
        'verts 4\n0 0 0\n1.5 0 0\n1.5 1.5 0\n0 1.5 0\n' +
        'faces 2\n0 1 2 1 0 0 0 1\n0 2 3 1 0 0 0 1\nendnode\n',
    );
    const file = t.samples.file(`${name}.mdl`);
    writeFileSync(
      file,
      `newmodel ${name}\nsetsupermodel ${name} NULL\nbeginmodelgeom ${name}\nnode dummy ${name}\n` +
        `parent NULL\nendnode\n${nodes.join('')}endmodelgeom ${name}\ndonemodel ${name}\n`,
    );
    return file;
  };
  const hueOf = ([r, g, b]) => {
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (most - least < 6) return null; // grey
    const d = most - least;
    const sector = most === r ? (g - b) / d : most === g ? 2 + (b - r) / d : 4 + (r - g) / d;
    return (sector * 60 + 360) % 360;
  };
  /** The colours of the squares, left to right: the middles of the runs in the row of most of them. */
  const colourRuns = ({ width, height, channels, data }, count, [from, to] = [0, 1]) => {
    const at = (x, y) => [
      ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
    ];
    const near = (p, q) => p.every((n, k) => Math.abs(n - q[k]) < 12);
    for (let y = Math.floor(height * 0.5); y < height * 0.75; y++) {
      const runs = [];
      let start = Math.floor(width * from);
      for (let x = start + 1; x <= width * to; x++) {
        if (x < width * to && near(at(x, y), at(x - 1, y))) continue;
        if (x - start > width / 30 && !near(at(start, y), at(Math.floor(width * from) + 2, y)))
          runs.push(at(Math.floor((start + x) / 2), y));
        start = x;
      }
      if (runs.length === count) return runs;
    }
    return null;
  };

  it('gives textures that are missing the colours of render', async () => {
    const { page } = t.viewer;
    await page.emulateMedia({ colorScheme: 'light' });
    for (const textures of [['wall', 'floor07', 'LDA_trim', 'x', 'glass'], ['wall'], ['']]) {
      const file = squares(`squares${textures.length}${textures[0]}`, textures);
      const out = t.samples.file('squares.png');
      const layers = '-grid,-title,-legend,-scale,-names,-shadow,-hooks';
      nativeRun('render', '--force', '--view', 'top', '--layer', layers, file, out);
      const drawn = colourRuns(decodePng(readFileSync(out)), textures.length);
      assert.ok(drawn, 'render draws the squares');
      await open(file);
      await t.viewer.key('t', 'g');
      const picture = decodePng(await page.locator('#canvas').screenshot());
      const seen = colourRuns(picture, textures.length);
      await t.viewer.key('t', 'g');
      assert.ok(seen, 'the page draws the squares');
      for (const [i, name] of textures.entries()) {
        const [a, b] = [drawn[i], seen[i]].map(hueOf);
        const apart = a === null || b === null ? 0 : Math.abs(((a - b + 540) % 360) - 180);
        assert.ok(apart < 5, `${name}: ${drawn[i]} in render, ${seen[i]} in the page`);
        const light = (c) => (Math.max(...c) + Math.min(...c)) / 510;
        assert.ok(Math.abs(light(drawn[i]) - light(seen[i])) < 0.2, `${name}: as light`);
      }
    }
  });

  it('draws lines at the edges of shapes, in both themes', async () => {
    const { page } = t.viewer;
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await open(squares('edged', ['wall', 'glass']));
      await t.viewer.key('t', 'g');
      const { width, height, channels, data } = decodePng(
        await page.locator('#canvas').screenshot(),
      );
      await t.viewer.key('t', 'g');
      const y = Math.floor(height / 2);
      const light = (x) => {
        const at = (y * width + x) * channels;
        return data[at] + data[at + 1] + data[at + 2];
      };
      // From the middle of the first square to its right edge, which is darker.
      const start = Math.floor(width / 4);
      const row = Array.from({ length: Math.floor(width / 4) }, (_, i) => light(start + i));
      const end = row.findIndex((n) => Math.abs(n - light(2)) < 6);
      assert.ok(end > 20, 'the square ends');
      const line = Math.min(...row.slice(end - 4, end));
      assert.ok(line < row[0] - 25, `${colorScheme}: ${line} at the edge, ${row[0]} inside`);
      const inside = row.slice(0, end - 6);
      assert.ok(
        inside.every((n) => Math.abs(n - row[0]) < 9),
        'only there',
      );
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('shows hulls, hidden meshes and outlines only on demand', async () => {
    const { page } = t.viewer;
    for (const [file, layers] of [
      ['mdb/plc_stage.mdb', ['collision']],
      ['bw2/m_square.bwm', ['collision', 'outline']],
    ]) {
      await open(t.samples.file(file));
      await page.click('#tab-view');
      const roles = () =>
        page.evaluate(() => {
          const { model } = globalThis.waymark.app;
          return model.meshes.filter((m) => m.visible).map((m) => model.role(m) ?? 'shown');
        });
      assert.deepEqual([...new Set(await roles())], ['shown'], file);
      for (const layer of layers) {
        assert.equal(await page.isChecked(`#layer-${layer}`), false, `${file}: ${layer}`);
        await page.click(`#layer-${layer}`);
        await t.viewer.settle();
        assert.ok((await roles()).includes(layer), `${file}: ${layer} is shown`);
        await page.click(`#layer-${layer}`);
      }
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
