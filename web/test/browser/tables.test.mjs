// Tables (2DA) in the page: shown, edited cell by cell, undone, saved, with WebGL and without. What is
// saved has the bytes that `waymark set --cell` writes.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { nativeRun, open, suite } from './harness.mjs';

const TEXT =
  '2DA V2.0\r\n\r\n    Label  Walk   Sound\r\n0   Dirt   1      sd_dirt\r\n' +
  '1   "Tall grass" 1 ****\r\n2   Short\r\n';
const BINARY = Buffer.concat([
  Buffer.from('2DA V2.b\nlabel\twalk\t\0'),
  Buffer.from([2, 0, 0, 0]),
  Buffer.from('0\t1\t'),
  Buffer.from(Uint16Array.of(0, 5, 5, 6, 0).buffer),
  Buffer.from('Dirt\x001\x00\x00', 'latin1'),
]);

for (const plain of [false, true])
  suite(`the viewer: tables${plain ? ' without WebGL' : ''}`, (t) => {
    let viewer;
    const cell = (row, column) => `#table td[data-row="${row}"][data-column="${column}"]`;
    const start = async (name, content) => {
      if (!viewer) {
        if (plain)
          await t.browser.context.addInitScript(() => {
            const real = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
              return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
            };
          });
        viewer = plain ? await open(t.browser.context, t.server.url) : t.viewer;
      }
      const file = t.samples.file(name);
      writeFileSync(file, content);
      await viewer.clear();
      await viewer.drop(file);
      return file;
    };
    const set = (file, ...options) => {
      const out = t.samples.file('set.2da');
      nativeRun('set', '--force', ...options.flatMap((o) => ['--cell', o]), file, out);
      return readFileSync(out);
    };
    const bytes = async () =>
      Buffer.from(
        await viewer.page.evaluate(() => {
          const { app } = globalThis.waymark;
          return [...app.core.fileBytes(app.current.file)];
        }),
      );
    const changed = (text) =>
      viewer.until(
        (part) => document.getElementById('status-text').textContent.includes(part),
        text,
      );

    it('edits cells by mouse and keyboard, undoes, redoes and saves', async () => {
      const { page } = await start('surface.2da', TEXT).then(() => viewer);
      const file = t.samples.file('surface.2da');
      assert.equal(await page.evaluate(() => globalThis.waymark.stage.flat), plain);
      assert.equal(await viewer.text('#status-text'), 'surface.2da: 3 rows, 3 columns');
      assert.equal(await viewer.text(cell(1, 0)), 'Tall grass');
      await viewer.shot(`table${plain ? '-plain' : ''}`);
      // By mouse.
      await page.dblclick(cell(0, 1));
      await page.keyboard.type('0');
      await page.keyboard.press('Enter');
      await changed('Walk of row 0 changed');
      assert.match(await viewer.text('#edit-changed'), /cells: row 0, Walk: now '0'; was '1'$/);
      assert.deepEqual(await bytes(), set(file, '0.Walk=0'));
      // By keyboard: the cell keeps the focus, so it goes on from there.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two words');
      await page.keyboard.press('Escape');
      assert.equal(await viewer.text(cell(1, 2)), '****');
      await page.keyboard.press('Enter');
      await page.keyboard.type('sd_grass');
      await page.keyboard.press('Enter');
      await changed('Sound of row 1 changed');
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('F2');
      await page.keyboard.type('two words');
      await page.keyboard.press('Enter');
      await changed('Sound of row 2 changed');
      const all = set(file, '0.Walk=0', '1.Sound=sd_grass', '2.Sound=two words');
      assert.deepEqual(await bytes(), all);
      await page.keyboard.press('Control+z');
      await changed('Undone: Sound of row 2');
      assert.deepEqual(await bytes(), set(file, '0.Walk=0', '1.Sound=sd_grass'));
      await page.keyboard.press('Control+y');
      await changed('Done again: Sound of row 2');
      await page.click('#tab-edit');
      await page.click('#edit-undo');
      await changed('Undone');
      await page.click('#edit-redo');
      await changed('Done again');
      await page.click('#tab-save');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('#changed-files button'),
      ]);
      assert.deepEqual(readFileSync(await download.path()), all);
      assert.deepEqual(viewer.problems, []);
    });

    it('says why a cell cannot have a text, and keeps the old one', async () => {
      await start('surface.2da', TEXT);
      await viewer.page.dblclick(cell(0, 0));
      await viewer.page.keyboard.type('a"b');
      await viewer.page.keyboard.press('Enter');
      await changed('Not changed: a cell of a text table cannot have quotation marks');
      assert.equal(await viewer.text(cell(0, 0)), 'Dirt');
      assert.equal(await viewer.page.evaluate(() => globalThis.waymark.app.changed.size), 0);
    });

    it('edits binary tables', async () => {
      const file = await start('binary.2da', BINARY);
      await viewer.page.dblclick(cell(1, 0));
      await viewer.page.keyboard.type('Metal');
      await viewer.page.keyboard.press('Enter');
      await changed('label of row 1 changed');
      assert.match(await viewer.text('#edit-changed'), /row 1, label: now 'Metal'; was '1'$/);
      assert.deepEqual(await bytes(), set(file, '1.label=Metal'));
      assert.deepEqual(viewer.problems, []);
    });

    it('shows large tables as they are scrolled', async () => {
      const rows = Array.from({ length: 1000 }, (_, i) => `${i} name${i} ${i % 7}`);
      await start('large.2da', `2DA V2.0\n\n Label Walk\n${rows.join('\n')}\n`);
      assert.ok((await viewer.page.locator('#table tbody tr').count()) < 1000);
      await viewer.page.click(cell(0, 0));
      for (let i = 0; i < 25; i++) await viewer.page.keyboard.press('PageDown');
      assert.equal(await viewer.page.evaluate(() => document.activeElement.dataset.row), '500');
      for (let i = 0; i < 30; i++) await viewer.page.keyboard.press('PageDown');
      assert.equal(await viewer.text(cell(999, 0)), 'name999');
    });
  });
