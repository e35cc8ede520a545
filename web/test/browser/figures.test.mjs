// Figures of docs/web.md: how long areas take to load, and how long a picture takes while the camera
// rotates. Times are printed with their limits, not judged: a busy machine without a graphics card draws
// slowly. Judged is how they grow, by ratios of two measurements of the same run.
//   make web-test, or: node --test web/test/browser/figures.test.mjs

import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { nativeRun, site, suite } from './harness.mjs';

const STEPS = 20;
// Milliseconds on a quiet machine with two cores and no graphics card.
const LOAD_LIMIT = 3000;
const STEP_LIMIT = 300;
const against = (value, limit) =>
  `${Math.round(value)} ms (limit ${limit} ms: ${value <= limit ? 'kept' : 'NOT kept'})`;

const stat = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** The processes below this one, on Linux. */
function below() {
  const all = readdirSync('/proc').filter((p) => /^\d+$/.test(p));
  const parents = new Map();
  for (const p of all) {
    try {
      parents.set(p, stat(p)[1]);
    } catch {
      // it has ended
    }
  }
  const own = String(process.pid);
  const isBelow = (p) => p !== undefined && (p === own || isBelow(parents.get(p)));
  return [...parents.keys()].filter((p) => p !== own && isBelow(p));
}

/** Milliseconds of processor time that the browser's drawing process has taken: unlike the time on the
 * clock, it does not depend on what else the machine does. NaN where there is no /proc. */
function drawingTime() {
  try {
    const draws = (p) => readFileSync(`/proc/${p}/cmdline`, 'utf8').includes('--type=gpu-process');
    const [user, system] = stat(below().find(draws)).slice(11, 13);
    return (Number(user) + Number(system)) * 10; // ticks of a hundredth of a second
  } catch {
    return NaN;
  }
}

suite('the viewer: figures', (t) => {
  /** Milliseconds until a picture of the rotated scene is on the screen, the median of some. */
  const rotate = () =>
    t.viewer.page.evaluate(async (steps) => {
      const { stage } = globalThis.waymark;
      const times = [];
      for (let i = 0; i < steps; i++) {
        const start = performance.now();
        stage.nudge(1, 0, false);
        await new Promise((ok) => requestAnimationFrame(() => requestAnimationFrame(ok)));
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[steps >> 1];
    }, STEPS);

  const state = () =>
    t.viewer.page.evaluate(() => {
      const { app, stage } = globalThis.waymark;
      stage.drawNow();
      const { triangles, calls } = stage.renderer.info.render;
      return { ms: app.loadTime, frames: stage.frames, triangles, calls };
    });

  /** Less detail while the camera moves (detail.js), as by default, or never. */
  const adapt = (yes) =>
    t.viewer.page.evaluate((adaptive) => {
      globalThis.waymark.stage.detail.adaptive = adaptive;
    }, yes);

  /** {step, picture}: milliseconds of a step of the camera, and of the processor for one picture. */
  const camera = async () => {
    const { frames } = await state();
    const before = drawingTime();
    const step = await rotate();
    const drawn = (await state()).frames - frames;
    assert.ok(drawn >= STEPS, 'each step was drawn');
    return { step, picture: (drawingTime() - before) / drawn };
  };

  const report = async (context, name) => {
    // Errors made the camera fly to them: show everything.
    await t.viewer.page.evaluate(() => globalThis.waymark.stage.reset(true));
    await t.viewer.settle();
    const { ms, triangles, calls } = await state();
    await adapt(false);
    const full = await camera();
    await adapt(true);
    const { step, picture } = await camera();
    assert.ok(triangles > 0 && calls > 0);
    const work = Number.isFinite(picture)
      ? `, ${Math.round(picture)} ms of processor time a picture`
      : '';
    context.diagnostic(
      `${name}: loaded in ${against(ms, LOAD_LIMIT)}, ${triangles} triangles in ${calls} calls, a step of the camera in ${against(step, STEP_LIMIT)}${work}; in full detail ${Math.round(full.step)} and ${Math.round(full.picture)} ms`,
    );
    return { triangles, ms, picture: full.picture, saved: picture / full.picture };
  };

  it('the page itself', async (context) => {
    const url = t.viewer.page.url();
    const pages = t.viewer.page.context();
    for (const [what, address] of [
      ['page', url],
      ['page with an example', `${url.split('?')[0]}?example=room`],
    ]) {
      const page = await pages.newPage();
      const start = performance.now();
      await page.goto(address);
      await page.waitForSelector('html[data-ready="true"]');
      context.diagnostic(`${what}: ready in ${Math.round(performance.now() - start)} ms`);
      await page.close();
    }
  });

  const field = async (context, n, name) => {
    const [obj, trx] = ['obj', 'trx'].map((ending) => t.samples.file(`${name}.${ending}`));
    writeFileSync(obj, gridObj(n, 162 / n));
    nativeRun('convert', obj, trx);
    await t.viewer.clear();
    await t.viewer.drop(trx);
    return report(context, `${name} walkmesh`);
  };

  it('30,000 triangles cost little more than a few on the same ground', async (context) => {
    const small = await field(context, 18, 'small');
    const large = await field(context, 126, 'large');
    await t.viewer.shot('large-area');
    assert.ok(large.triangles >= 30000 && small.triangles < 5000);
    const ratio = large.picture / small.picture;
    context.diagnostic(`a picture of the large one takes ${ratio.toFixed(2)} times the small one`);
    // There is no /proc elsewhere.
    assert.ok(!Number.isFinite(ratio) || ratio < 4, `${ratio} times as long`);
  });

  /** An area with copies of the rooms of the example, each with a light map of its own. */
  const manyRooms = (count) => {
    const from = path.join(site, 'examples/area');
    const to = t.samples.file(`rooms${count}`);
    cpSync(from, to, { recursive: true, filter: (f) => !/temple/.test(path.basename(f)) });
    const names = ['hall', 'shrine', 'gallery', 'store', 'garden'].map((n) => `temple_${n}`);
    const layout = ['beginlayout', `roomcount ${count}`];
    for (let i = 0; i < count; i++) {
      const [old, name] = [names[i % names.length], `room_${String(i).padStart(2, '0')}`];
      const model = readFileSync(path.join(from, `${old}.mdl`), 'latin1').replaceAll(old, name);
      writeFileSync(path.join(to, `${name}.mdl`), model, 'latin1');
      copyFileSync(path.join(from, `${old}.wok`), path.join(to, `${name}.wok`));
      copyFileSync(path.join(from, `${old}_l.tpc`), path.join(to, `${name}_l.tpc`));
      layout.push(`${name} ${20 * (i % 6)} ${20 * Math.floor(i / 6)} 0`);
    }
    writeFileSync(path.join(to, 'rooms.lyt'), [...layout, 'donelayout', ''].join('\n'));
    return to;
  };

  const area = async (context, folder) => {
    await t.viewer.clear();
    await t.viewer.drop(folder);
    const rooms = await t.viewer.page.evaluate(() => globalThis.waymark.app.walkmesh.rooms.length);
    return report(context, `${path.basename(folder)}, ${rooms} rooms`);
  };

  it('areas with textures load in a time that grows with their rooms', async (context) => {
    const corpus =
      process.env.WAYMARK_CORPUS ?? path.join(import.meta.dirname, '../../../../shared/corpus');
    const load = async (folder) => {
      const times = [];
      for (let i = 0; i < 3; i++) {
        await t.viewer.clear();
        await t.viewer.drop(folder);
        times.push(await t.viewer.page.evaluate(() => globalThis.waymark.app.loadTime));
      }
      return Math.min(...times);
    };
    const [few, many] = [await load(manyRooms(9)), await load(manyRooms(27))];
    const { saved } = await area(context, t.samples.file('rooms27'));
    // While the camera moves, a picture is cheaper.
    assert.ok(!Number.isFinite(saved) || saved < 0.9, `${saved} of the full picture`);
    const real = path.join(corpus, 'areas/k2_745kor');
    if (existsSync(real)) await area(context, real);
    context.diagnostic(`27 rooms load in ${(many / few).toFixed(2)} times the time of 9`);
    assert.ok(many / few < 6, `${many} ms for 27 rooms, ${few} ms for 9`);
    assert.deepEqual(t.viewer.problems, []);
  });
});

/** A hilly field of n by n squares as OBJ. */
function gridObj(n, width) {
  const lines = ['usemtl grass'];
  for (let y = 0; y <= n; y++) {
    for (let x = 0; x <= n; x++)
      lines.push(
        `v ${(x * width).toFixed(6)} ${(Math.sin(x / 9) * Math.cos(y / 11) * 2).toFixed(5)} ${(-y * width).toFixed(6)}`,
      );
  }
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const a = y * (n + 1) + x + 1;
      lines.push(`f ${a} ${a + 1} ${a + n + 2}`, `f ${a} ${a + n + 2} ${a + n + 1}`);
    }
  }
  return lines.join('\n') + '\n';
}
