// Paths that fail say what is in between; radius and doors can be set.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { gapBetween } from '../../src/blocked.js';
import { build, field, makeFloor, makeFloors, native, nativeRun, site, suite } from './harness.mjs';

suite('the viewer: paths', (t) => {
  const find = async (a, b) => {
    const { page } = t.viewer;
    await page.click('#tab-path');
    await page.fill('#path-from', a);
    await page.fill('#path-to', b);
    await page.click('#path-form [type=submit]');
    await t.viewer.settle();
    return t.viewer.text('#path-result');
  };

  it('keeps the radius from walls as the command does', async () => {
    const file = t.samples.file('courtyard.wok');
    await t.viewer.clear();
    await t.viewer.drop(file);
    await t.viewer.page.click('#tab-path');
    await t.viewer.page.fill('#path-radius', '0.3');
    const { length } = native('path', '--json', '--radius', '0.3', file, '0.5,0.5', '6.5,4.5')
      .results[0];
    assert.ok((await find('0.5, 0.5', '6.5, 4.5')).includes(`${length.toFixed(3)} m`));
    await t.viewer.page.fill('#path-radius', '5');
    assert.match(await find('0.5, 0.5', '6.5, 4.5'), /no room for 5 m/);
    await t.viewer.page.fill('#path-radius', '0');
  });

  it('tells an invisible wall from a corner and from a gap', () => {
    const two = (...second) => ({
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, ...second],
      faces: [0, 1, 2, 3, 4, 5],
      neighbours: new Array(6).fill(-1),
      walkable: [1, 1],
      region: [0, 1],
    });
    const wall = gapBetween(two(1, 0, 0, 1, 1, 0, 0, 1, 0), 0, 1);
    assert.deepEqual([wall.distance, wall.edge], [0, true]);
    const corner = gapBetween(two(1, 0, 0, 2, 0, 0, 2, 1, 0), 0, 1);
    assert.deepEqual([corner.distance, corner.edge], [0, false]);
    // The second edge is the upper half of the first.
    const part = gapBetween(two(0.5, 0.5, 0, 1, 1, 0, 0, 1, 0), 0, 1);
    assert.deepEqual([part.distance, part.edge, part.overlap], [0, false, true]);
    assert.deepEqual(corner.overlap, false);
    const gap = gapBetween(two(1.25, 0, 0, 2, 0, 0, 2, 1, 0), 0, 1);
    assert.deepEqual([gap.distance, gap.edge], [0.25, false]);
  });

  it('moves the view to a gap that is not in it', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(
      makeFloors(t.samples, 'far-gap', field('Dirt', 0, 40), field('Dirt', 40.5, 60)),
    );
    const label = () =>
      page.evaluate(() => {
        const [at, view] = ['.label.warn', '#canvas'].map((s) =>
          document.querySelector(s).getBoundingClientRect(),
        );
        const inside =
          at.width > 0 &&
          at.left >= view.left &&
          at.right <= view.right &&
          at.top >= view.top &&
          at.bottom <= view.bottom;
        return { inside, hidden: document.querySelector('.label.warn').hidden };
      });
    for (const top of [false, true]) {
      if (top) await t.viewer.key('t');
      await page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        stage.flyTo(app.walkmeshView.place([2, 1, 0]), 2);
      });
      await t.viewer.settle();
      const before = await t.viewer.camera();
      assert.match(await find('1, 1, 0', '50, 1, 0'), /A gap of 0\.5 m/);
      assert.deepEqual(await label(), { inside: true, hidden: false });
      const after = await t.viewer.camera();
      const far = ([x, y, z, a, b, c]) => Math.hypot(x - a, y - b, z - c);
      assert.ok(Math.abs(far(before) - far(after)) < 1e-6, 'it is as near as before');
      // It is in view now: nothing moves.
      await find('1, 1, 0', '50, 1, 0');
      const still = await t.viewer.camera();
      assert.ok(
        still.every((v, i) => Math.abs(v - after[i]) < 1e-6),
        `${still} of ${after}`,
      );
    }
    await t.viewer.key('t');
  });

  it('shows the gap between two parts of the floor', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('terrain/hall.trx'));
    const pair = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      const { region, walkable } = app.walkmesh;
      const faces = [...region.keys()].filter((f) => walkable[f]);
      const other = faces.find((f) => region[f] !== region[faces[0]]);
      return other === undefined
        ? null
        : [faces[0], other].map((f) => app.walkmeshView.centre(f).join(', '));
    });
    assert.ok(pair, 'the sample has two regions');
    const text = await find(...pair);
    assert.match(text, /gap of [\d.]+ m|only in a corner/);
    assert.equal(await page.locator('.label.warn').count(), 1);
    await t.viewer.shot('path-gap');
  });

  const floors = (name, ...quads) => makeFloors(t.samples, name, ...quads);

  it('names a wall of faces that are not walkable: which surface, and how wide', async () => {
    const { page } = t.viewer;
    const cases = [
      [
        floors('wall', field('Grass', 0, 2), field('Nonwalk', 2, 2.75), field('Grass', 2.75, 5)),
        /noneA wall is between the two parts of the floor: faces that are not walkable \(surface Nonwalk\), 0\.75 m wide\.$/,
        'wall, 0.75 m',
      ],
      [
        floors(
          'walls',
          field('Grass', 0, 2),
          field('Nonwalk', 2, 2.5),
          field('Lava', 2.5, 3),
          field('Grass', 3, 5),
        ),
        /\(surfaces Nonwalk and Lava\), 1 m wide\.$/,
        'wall, 1 m',
      ],
      [
        floors(
          'ledge',
          field('Grass', 0, 3),
          ['Nonwalk', [3, 0, 0], [3, 2, 0], [3, 2, 1.5], [3, 0, 1.5]],
          field('Grass', 3, 5, 1.5),
        ),
        /\(surface Nonwalk\), 1\.5 m high\.$/,
        'wall, 1.5 m',
      ],
      [
        floors('gap', field('Grass', 0, 2), field('Grass', 2.75, 5)),
        /noneA gap of 0\.75 m is between the two parts of the floor\.$/,
        '0.75 m',
      ],
    ];
    for (const [file, words, label] of cases) {
      await t.viewer.clear();
      await t.viewer.drop(file);
      assert.match(await find('1, 1', '4.5, 1'), words);
      assert.equal(await page.locator('.label.warn').textContent(), label);
    }
    await t.viewer.clear();
    await t.viewer.drop(cases[0][0]);
    await find('1, 1', '4.5, 1');
    await t.viewer.shot('path-wall');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('says that only some borders of a very large floor were compared', async () => {
    const strip = (y) =>
      Array.from({ length: 1100 }, (_, i) => {
        const [a, b] = [i / 4, (i + 1) / 4];
        return ['Grass', [a, y, 0], [b, y, 0], [b, y + 1, 0], [a, y + 1, 0]];
      });
    await t.viewer.clear();
    await t.viewer.drop(makeFloor(t.samples, 'strips', ...strip(0), ...strip(1.75)));
    assert.match(
      await find('1, 0.5', '1, 2'),
      /noneA gap of 0\.75 m is between the two parts of the floor\. Only 2,000 borders of each were compared\.$/,
    );
  });

  it('tells edges of rooms that overlap from a gap', async () => {
    const { page } = t.viewer;
    const dir = t.samples.file('split');
    mkdirSync(dir);
    const half = (from, to) => ['Grass', [2, from, 0], [4, from, 0], [4, to, 0], [2, to, 0]];
    const rooms = {
      one: floors('split/one', field('Grass', 0, 2)),
      two: floors('split/two', half(0, 1), half(1, 2)),
    };
    const edges = (file) =>
      native('dump', file)
        .edges.map((e) => e.edge)
        .filter((e) => {
          const { vertices, faces } = native('dump', file);
          const v = faces[Math.floor(e / 3)].vertex;
          return [v[e % 3], v[(e + 1) % 3]].every((i) => vertices[i][0] === 2);
        });
    const link = (file, to) =>
      nativeRun(
        'set',
        '--force',
        ...edges(file).flatMap((e) => ['--transition', `${e}=${to}`]),
        file,
        file,
      );
    link(rooms.one, 1);
    writeFileSync(
      path.join(dir, 'split.lyt'),
      'beginlayout\nroomcount 2\none 0 0 0\ntwo 0 0 0\ndonelayout\n',
    );
    await t.viewer.clear();
    await t.viewer.drop(dir);
    const text = await find('1, 1.5', '3, 1.5');
    assert.match(
      text,
      /The rooms one and two touch, but edge \d+ of two has no transition\. Their edges overlap but have different ends\.$/,
    );
    assert.doesNotMatch(text, /gap|corner/);
    assert.ok(edges(rooms.two).includes(Number(/edge (\d+) of two/.exec(text)[1])));
    assert.equal(await page.locator('.label.warn').textContent(), 'no transition');
    await t.viewer.shot('path-split');
    // With links on both sides one can cross.
    link(rooms.two, 0);
    await t.viewer.clear();
    await t.viewer.drop(dir);
    assert.match(await find('1, 1.5', '3, 1.5'), /Shortest path2\.000 m/);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('names what is in the way, and can ignore it', async () => {
    const { page } = t.viewer;
    const module = t.samples.file('module-area');
    execFileSync(path.join(build, 'make_area'), [module, 'module']);
    await t.viewer.clear();
    await t.viewer.drop(module);
    const crate = await page.evaluate(
      () => globalThis.waymark.app.overlays.objects.find((o) => o.kind === 'placeable').at,
    );
    const onto = `${crate[0]}, ${crate[1]}`;
    const blocked = await find('1, 1', onto);
    assert.match(blocked, /The placeable crate is in the way/);
    assert.equal(await page.isVisible('#path-doors-row'), true);
    await page.click('#path-doors');
    await t.viewer.settle();
    assert.match(await t.viewer.text('#path-result'), /Shortest path[\d.]+ m/);
    await page.click('#path-doors');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('names the door without which there is a path, not what is nearest to it', async () => {
    const { page } = t.viewer;
    const module = t.samples.file('module-doors');
    execFileSync(path.join(build, 'make_area'), [module, 'module']);
    // Only the passage with the door is left; the crate is on the straight line to the end.
    const wok = (room) => path.join(module, `grid_${room}.wok`);
    for (const [room, to] of [
      ['00_00', 3],
      ['00_01', 0],
    ]) {
      const { edge } = native('dump', wok(room)).edges.find((e) => e.transition === to);
      nativeRun('set', '--force', '--transition', `${edge}=none`, wok(room), wok(room));
    }
    await t.viewer.clear();
    await t.viewer.drop(module);
    assert.match(await find('1, 1', '8.8, 2'), /noneThe door door_a is in the way\.$/);
    assert.equal(await page.locator('.label.warn').textContent(), 'door_a');
    await t.viewer.shot('path-door');
    assert.match(await find('8.8, 2', '1, 1'), /noneThe door door_a is in the way\.$/);
    assert.match(
      await find('1, 1', '8, 2'),
      /noneThe door door_a and the placeable crate are in the way\.$/,
    );
    await page.fill('#path-radius', '0.2');
    assert.match(await find('1, 1', '9, 2.9'), /noneThe door door_a is in the way\.$/);
    await page.fill('#path-radius', '0');
    assert.deepEqual(t.viewer.problems, []);
  });

  /** The sample area with other transitions out of, and into, its first room. */
  const cut = (name, out, back) => {
    const dir = t.samples.file(name);
    execFileSync(path.join(build, 'make_area'), [dir]);
    const set = (room, edges, to) => {
      const file = path.join(dir, `grid_${room}.wok`);
      const changes = edges.flatMap((e) => ['--transition', `${e}=${to}`]);
      nativeRun('set', '--force', ...changes, file, file);
    };
    const edges = (room, to) =>
      native('dump', path.join(dir, `grid_${room}.wok`))
        .edges.filter((e) => e.transition === to)
        .map((e) => e.edge);
    if (out !== null) set('00_00', [...edges('00_00', 1), ...edges('00_00', 3)], out);
    if (back !== null) {
      set('01_00', edges('01_00', 0), back);
      set('00_01', edges('00_01', 0), back);
    }
    return dir;
  };

  /** The texts of visible elements that lie over another one. */
  const under = (one, others) =>
    t.viewer.page.evaluate(
      ([a, b]) => {
        const r = document.querySelector(a).getBoundingClientRect();
        return [...document.querySelectorAll(b)]
          .filter((e) => {
            const o = e.getBoundingClientRect();
            return (
              o.width &&
              o.left < r.right &&
              r.left < o.right &&
              o.top < r.bottom &&
              r.top < o.bottom
            );
          })
          .map((e) => e.textContent);
      },
      [one, others],
    );

  it('names the rooms and edges that no transition links', async () => {
    const { page } = t.viewer;
    const cases = [
      [
        'unlinked',
        'none',
        'none',
        /rooms Grid_\w+ and Grid_\w+ touch \(edge \d+ of Grid_\w+, edge \d+ of Grid_\w+\), but no transition links them/i,
      ],
      ['one-way', null, 'none', /touch, but edge \d+ of Grid_\w+ has no transition/i],
      [
        'astray',
        '5',
        null,
        /touch, but edge \d+ of Grid_00_00 leads to Grid_02_01 instead of Grid_\w+/i,
      ],
    ];
    for (const [name, out, back, words] of cases) {
      await t.viewer.clear();
      await t.viewer.drop(cut(name, out, back));
      const text = await find('1, 1', '12, 7');
      assert.match(text, words);
      assert.equal(await page.locator('.label.warn').textContent(), 'no transition');
      assert.deepEqual(await under('.label.warn', '.label.pin'), [], 'it is not below a pin');
      await t.viewer.shot(`path-${name}`);
    }
    assert.deepEqual(t.viewer.problems, []);
  });

  it('has an example to walk in', async () => {
    await t.viewer.clear();
    await t.viewer.drop(path.join(site, 'examples/room/hall.wok'));
    assert.match(await find('3, 3', '18, 3'), /Shortest path[\d.]+ m/);
  });
});
