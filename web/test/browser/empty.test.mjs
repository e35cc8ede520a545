// Files that have nothing to draw: what the view says, and what cannot be pressed. And small things of
// the layout that a picture shows but other tests do not: texts that are cut, controls that touch.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { build, field, launch, makeFloors, nativeRun, open, site, suite } from './harness.mjs';

suite('the viewer: nothing to draw', (t) => {
  const show = async (...files) => {
    await t.viewer.clear();
    await t.viewer.drop(...files);
  };
  const hall = path.join(site, 'examples/room/hall.wok');
  const card = async () =>
    (await t.viewer.page.isVisible('#note-card')) ? t.viewer.text('#note-card') : null;
  const off = () =>
    t.viewer.page.evaluate(() =>
      [...document.getElementById('bar-view').children].map((b) => b.disabled),
    );
  const NONE = [true, true, true, true, true, true];

  /** The files of a module, without its rooms, in a folder and in an archive. */
  const makeModule = () => {
    const all = t.samples.file('whole-module');
    const some = t.samples.file('module-only');
    execFileSync(path.join(build, 'make_area'), [all, 'module'], { stdio: 'ignore' });
    mkdirSync(some);
    for (const name of readdirSync(all).filter((n) => /\.(git|utd|utp)$/.test(n)))
      copyFileSync(path.join(all, name), path.join(some, name));
    const archive = t.samples.file('only.mod');
    const files = readdirSync(some).map((n) => path.join(some, n));
    execFileSync(path.join(build, 'pack_archive'), ['erf', archive, ...files]);
    return { all, archive, count: files.length, git: path.join(some, 'grid.git') };
  };

  it('says what a module without its rooms has, and what to open too', async () => {
    const { page } = t.viewer;
    const { all, archive, count, git } = makeModule();
    await show(archive);
    const text = await card();
    assert.match(text, /Nothing in only\.mod can be drawn/);
    assert.match(text, new RegExp(`It has ${count} files: `));
    assert.match(text, /1 GIT/);
    assert.match(text, /rooms of a module \(LYT, WOK, MDL\) are in other archives/);
    assert.deepEqual(await off(), NONE);
    await page.click('#note-go');
    assert.equal(await page.isVisible('#panel-save .entries'), true, 'its files are listed');
    await show(git);
    assert.match(await card(), /grid\.git has nothing to draw by itself.*open the layout/);
    await page.click('#note-go');
    assert.equal(await page.isVisible('#panel-info'), true);
    await show(path.join(all, 'grid.lyt'));
    assert.match(await card(), /The rooms of grid\.lyt are not here.*WOK and MDL files/);
    await t.viewer.shot('nothing-to-draw');
    // With its rooms it is an area.
    await t.viewer.drop(all);
    assert.equal(await card(), null);
    assert.deepEqual(await off(), [false, false, false, false, false, false]);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('offers no camera and no tool where there is no view', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    assert.deepEqual(await off(), NONE);
    assert.equal(await t.viewer.text('#tree-empty'), 'Open a model to see its nodes.');
    for (const [file, words] of [
      [path.join(site, 'examples/area/tmp_carpet.tpc'), 'No nodes: textures have none.'],
      [path.join(site, 'examples/area/temple.vis'), /^No nodes: only models and areas/],
    ]) {
      await show(file);
      assert.deepEqual(await off(), NONE, file);
      assert.match(await t.viewer.text('#tree-empty'), new RegExp(words));
      await page.focus('#canvas').catch(() => {});
      await t.viewer.key('Shift+D');
      assert.equal(await t.viewer.text('#status-text'), 'There is nothing to measure');
      assert.equal(await page.getAttribute('#tool-measure', 'aria-pressed'), 'false');
      await t.viewer.key('Shift+P');
      assert.equal(await t.viewer.text('#status-text'), 'There is no view to save');
    }
    // The tape is put away with what it measured.
    await show(hall);
    await page.click('#tool-measure');
    await t.viewer.drop(path.join(site, 'examples/area/tmp_carpet.tpc'));
    await page.click('.document:has-text("tmp_carpet")');
    await t.viewer.settle();
    assert.equal(await page.getAttribute('#tool-measure', 'aria-pressed'), 'false');
  });

  it('offers paths only where there is a floor', async () => {
    const { page } = t.viewer;
    await show(t.samples.file('models/sample.mdl'), t.samples.file('models/sample.mdx'));
    await page.click('#tab-path');
    assert.equal(await t.viewer.text('#path-sum'), 'Paths need a file with a walkmesh.');
    assert.equal(await page.isVisible('#path-form'), false);
    assert.equal(await page.isDisabled('#tool-path'), true);
    assert.equal(await page.isDisabled('#tool-measure'), false);
    await show(hall);
    await page.click('#tab-path');
    assert.match(await t.viewer.text('#path-sum'), /shortest path/);
    assert.equal(await page.isVisible('#path-form'), true);
  });

  it('lists the nodes of the file, not what the export adds', async () => {
    const { page } = t.viewer;
    await show(t.samples.file('models/sample.mdl'), t.samples.file('models/sample.mdx'));
    const { nodes } = await page.evaluate(() => {
      const { app } = globalThis.waymark;
      return app.core.info(app.current.id);
    });
    assert.match(await t.viewer.text('#status-text'), new RegExp(`: ${nodes} nodes,`));
    await page.click('#tab-nodes');
    assert.equal(await t.viewer.text('#tree-count'), `${nodes} nodes`);
    assert.doesNotMatch(await t.viewer.text('#tree'), /animation_times/);
  });

  it('folds the files of an area away in Info', async () => {
    const { page } = t.viewer;
    await show(path.join(site, 'examples/area'));
    await page.click('#tab-info');
    assert.equal(await page.textContent('#panel-info dt'), 'Format', 'what it is comes first');
    assert.equal(await page.textContent('#info-files summary'), '12 files in area/');
    assert.equal(await page.isVisible('#info-files li'), false);
    await page.click('#info-files summary');
    assert.equal(await page.textContent('#info-files li'), 'temple.lyt');
    const names = await page.locator('#panel-info dt').allTextContents();
    assert.ok(names.includes('Size') && !names.some((n) => /bytes/i.test(n)), names.join());
  });

  it('cuts no kind of a file, with a badge beside it', async () => {
    const { page } = t.viewer;
    const wall = makeFloors(
      t.samples,
      'wall-badge',
      field('Grass', 0, 2),
      field('Nonwalk', 2, 2.75),
      field('Grass', 2.75, 5),
    );
    await show(wall, t.samples.file('terrain/hall.trx'), hall);
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    const rows = () =>
      page.locator('.document').evaluateAll((list) =>
        list.map((d) => {
          const [kind, badge] = ['.document-kind', '.badge'].map((c) => d.querySelector(c));
          const [a, b] = [kind, badge].map((e) => e.getBoundingClientRect());
          return {
            text: kind.textContent,
            cut: kind.scrollWidth - kind.clientWidth,
            over: a.right > b.left && a.bottom > b.top + 1,
            inside: b.right <= d.getBoundingClientRect().right,
          };
        }),
      );
    await show(hall);
    await page.click('#tab-findings');
    await page.click('#fix');
    await page.waitForSelector('#repair');
    await t.viewer.drop(wall, t.samples.file('terrain/hall.trx'));
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    const found = await rows();
    assert.equal(found.length, 3);
    assert.ok(found.some(({ text }) => text === 'KotOR walkmesh, changed'));
    assert.ok(found.some(({ text }) => text === 'Neverwinter Nights 2 terrain'));
    for (const r of found) assert.ok(r.cut <= 0 && !r.over && r.inside, JSON.stringify(r));
    await t.viewer.shot('kinds');
    await t.viewer.clear();
  });

  it('keeps labels inside the view', async () => {
    const { page } = t.viewer;
    const rooms = t.samples.file('named');
    mkdirSync(rooms);
    // Names of wide letters at the right edge.
    const wide = (name) => name.replace(/grid_0(\d)_0(\d)/gi, 'wmwmwmwm_$1$2');
    for (const name of readdirSync(t.samples.file('area'))) {
      const data = readFileSync(path.join(t.samples.file('area'), name));
      const own = name.endsWith('.lyt') ? wide(data.toString()).replaceAll('wm', 'WM') : data;
      writeFileSync(path.join(rooms, wide(name)), own);
    }
    await show(rooms);
    // The view moves to the side in small steps, so that each label comes to an edge.
    const { seen, bad } = await page.evaluate(async () => {
      const { stage } = globalThis.waymark;
      const view = document.querySelector('.view').getBoundingClientRect();
      const bad = [];
      let seen = 0;
      for (let step = 0; step < 80; step++) {
        stage.nudge(step < 40 ? -0.12 : 0.24, 0, true);
        await new Promise((ok) => requestAnimationFrame(() => requestAnimationFrame(ok)));
        for (const e of document.querySelectorAll('.label.transition:not([hidden])')) {
          const x = Number(/translate\((-?\d+)px/.exec(e.style.transform)[1]);
          if (x < 0 || x >= stage.size.w) continue; // its point is not in the view
          seen++;
          const r = e.getBoundingClientRect();
          if (r.left < view.left || r.right > view.right)
            bad.push(`${e.textContent}: ${r.left} to ${r.right}`);
        }
      }
      return { seen, bad };
    });
    assert.deepEqual(bad, []);
    assert.ok(seen > 100, `${seen} labels`);
  });

  it('shows a layout that cannot be read, and names other files that cannot', async () => {
    const dir = t.samples.file('torn');
    mkdirSync(dir);
    for (const name of readdirSync(t.samples.file('area')))
      copyFileSync(path.join(t.samples.file('area'), name), path.join(dir, name));
    writeFileSync(path.join(dir, 'grid_00_00.wok'), 'BWM V1.0 and no more than these words');
    await show(dir);
    assert.match(await t.viewer.text('#status-text'), /^grid\.lyt: .*; damaged: grid_00_00\.wok$/);
    const layout = readFileSync(path.join(dir, 'grid.lyt'), 'latin1');
    writeFileSync(path.join(dir, 'grid.lyt'), layout.replace(/(grid_00_00 \S+) .*/i, '$1'));
    await show(dir);
    assert.equal(await t.viewer.text('#error-card h2'), 'This file is damaged');
    assert.match(await t.viewer.text('#status-text'), /^grid\.lyt: .*; damaged: grid_00_00\.wok$/);
    // With another area at hand, that one is shown.
    await show(dir, path.join(site, 'examples/area'));
    assert.match(await t.viewer.text('#document-title'), /temple\.lyt/);
    assert.match(await t.viewer.text('#status-text'), /; damaged: grid\.lyt and 1 more$/);
    assert.deepEqual(t.viewer.problems, []);
  });

  it('keeps options of a command in one piece', async () => {
    const { page } = t.viewer;
    const dir = t.samples.file('apart');
    execFileSync(path.join(build, 'make_area'), [dir], { stdio: 'ignore' });
    const room = path.join(dir, 'grid_00_00.wok');
    nativeRun('set', '-q', '--force', '--transition', '0=77', room, room);
    await show(dir);
    await page.click('#tab-findings');
    const commands = await page.locator('.remedies .command').allTextContents();
    assert.ok(
      commands.some((c) => c.startsWith("'--remove-dangling'")),
      commands.join(' | '),
    );
  });

  it('leaves room between controls, also on a phone', async () => {
    const phone = await launch(t.chromium, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    /** Controls of the open panel that are closer than 4 pixels one above the other. */
    const touching = (page) =>
      page.evaluate(() => {
        const panel = document.querySelector('.panel.active');
        const all = [
          ...panel.querySelectorAll(
            '.btn, select, input:not([type=checkbox], [type=radio]), .fix .choice, #panel-edit .choice, form .choice',
          ),
        ]
          .filter((e) => e.offsetParent && !e.closest('.entries, .document-row, .tree'))
          .map((e) => [e.id || e.textContent.trim() || e.className, e.getBoundingClientRect()]);
        return all.flatMap(([a, p]) =>
          all
            .filter(([, q]) => q.top > p.top && q.left < p.right && p.left < q.right)
            .filter(([, q]) => q.top - p.bottom < 4 && q.bottom > p.bottom)
            .map(([b, q]) => `${a} – ${b}: ${q.top - p.bottom}`),
        );
      });
    try {
      const small = await open(phone.context, t.server.url);
      const dir = t.samples.file('apart');
      for (const viewer of [t.viewer, small]) {
        await viewer.clear();
        await viewer.drop(dir, t.samples.file('whole-module'), hall);
        for (const [name, tab] of [
          ['grid.lyt', 'findings'],
          ['grid.lyt', 'path'],
          ['grid.lyt', 'compare'],
          ['hall.wok', 'edit'],
        ]) {
          if (!(await viewer.page.isVisible('#documents'))) await viewer.page.click('#tab-files');
          assert.deepEqual(await touching(viewer.page), [], 'files');
          await viewer.page.locator('.document', { hasText: name }).last().click();
          await viewer.settle();
          await viewer.page.click(`#tab-${tab}`);
          await viewer.settle();
          assert.deepEqual(await touching(viewer.page), [], tab);
        }
      }
      // The view is fitted to what the sheet leaves, without the room of a legend that is not shown.
      await small.clear();
      await small.drop(t.samples.file('courtyard.wok'));
      await small.page.click('#tab-edit');
      await small.settle();
      const off = await small.page.evaluate(() => {
        const { app, stage } = globalThis.waymark;
        const xs = [];
        const p = app.walkmeshView.place([0, 0, 0]);
        for (let f = 0; f < app.walkmeshView.faces; f++)
          for (let k = 0; k < 3; k++) {
            p.copy(app.walkmeshView.place(app.walkmeshView.corner(f, k)));
            xs.push(stage.project(p, p).x);
          }
        return (Math.min(...xs) + Math.max(...xs)) / 2 - stage.size.w / 2;
      });
      assert.ok(Math.abs(off) < 3, `${off} pixels from the middle`);
      // A long status can be read.
      const cut = await small.page.evaluate(() => {
        const text = document.getElementById('status-text');
        text.textContent =
          'm10aa_01c.mdl: 76 nodes, 35 meshes, 1,387 triangles, 1 animation, left out: Object2186, Object10, Box86, Mesh1000 (impossible coordinates)';
        return [text.scrollHeight - text.clientHeight, text.scrollWidth - text.clientWidth];
      });
      assert.deepEqual(cut, [0, 0]);
      assert.deepEqual(small.problems, []);
    } finally {
      await phone.close();
    }
  });
});
