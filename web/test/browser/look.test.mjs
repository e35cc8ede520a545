// How things look: light, colours, lines, and what is shown by default.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import {
  decodePng,
  difference,
  field,
  makeFloor,
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

  it('hides walls that are seen from outside, and draws what is not walkable paler than the floor', async () => {
    const { page } = t.viewer;
    await page.emulateMedia({ colorScheme: 'light' });
    // The camera looks from the south; the wall is at the southern end of the floor.
    const wall = [
      [0, 0, 0],
      [0, 0, 3],
      [4, 0, 3],
      [4, 0, 0],
    ];
    const floor = ['Grass', [0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]];
    const inward = makeFloor(t.samples, 'inward', floor, ['Nonwalk', ...wall]);
    const outward = makeFloor(t.samples, 'outward', floor, ['Nonwalk', ...wall.toReversed()]);
    const under = async (file) => {
      await open(file);
      const [x, y] = await t.viewer.spot([2, 0, 0.8]);
      await page.mouse.move(x, y);
      await page.waitForSelector('#hover-card:not([hidden])');
      const text = await t.viewer.text('#hover-card');
      await page.mouse.move(2, 2);
      await t.viewer.settle();
      const clip = { x: x - 4, y: y - 4, width: 8, height: 8 };
      const { data } = decodePng(await page.screenshot({ clip }));
      return { text, colour: [...data.subarray(0, 3)] };
    };
    const seen = await under(inward);
    assert.match(seen.text, /Grass/);
    const [r, g, b] = seen.colour;
    assert.ok(g > r + 20 && g > b + 20, `the floor is green: ${seen.colour}`);
    const faced = await under(outward);
    assert.match(faced.text, /Nonwalk \(not walkable\)/);
    assert.ok(Math.max(...faced.colour) - Math.min(...faced.colour) < 20, `grey: ${faced.colour}`);
    assert.ok(lightness([faced.colour])[0] > 130, `pale: ${faced.colour}`);
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
});
