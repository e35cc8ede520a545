// The page itself: dark and light, keyboard, phone, network, one file for a bug report.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { difference, launch, nativeRun, open, site, suite } from './harness.mjs';

suite('the viewer: the page', (t) => {
  it('is dark or light as the system says, and can be switched', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area'));
    const theme = () => page.getAttribute('html', 'data-theme');
    const becomes = (name) =>
      t.viewer.until((n) => document.documentElement.dataset.theme === n, name, 10);
    await page.emulateMedia({ colorScheme: 'dark' });
    await becomes('dark');
    await t.viewer.settle();
    const dark = await t.viewer.pixels('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await becomes('light');
    await t.viewer.settle();
    assert.ok(difference(dark, await t.viewer.pixels('light')) > 0.2);
    await t.viewer.key('q');
    assert.equal(await theme(), 'dark');
    await t.viewer.key('q');
    assert.equal(await theme(), 'light');
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(
      t.samples.file('models/sample.mdl'),
      t.samples.file('models/sample.mdx'),
      t.samples.file('courtyard.wok'),
    );
    const reached = new Set();
    await page.focus('.skip');
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(
          () =>
            document.activeElement.id ||
            document.activeElement.className ||
            document.activeElement.tagName,
        ),
      );
    }
    for (const id of ['canvas', 'document', 'tab-view', 'clear', 'tool-path'])
      assert.ok(reached.has(id), `${id} of ${[...reached].join(', ')}`);
    await page.focus('#tab-view');
    await t.viewer.key('End');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-save');
    assert.equal(await page.isVisible('#save-glb'), true);
    await page.focus('#canvas');
    const before = await t.viewer.camera();
    await t.viewer.key('ArrowLeft', 'ArrowUp');
    assert.notDeepEqual(await t.viewer.camera(), before);
    await page.waitForSelector('#hover-card:not([hidden])');
    await t.viewer.key('p', 'Enter');
    assert.match(await t.viewer.text('#status-text'), /From/);
    await t.viewer.key('Escape', '?');
    assert.equal(await page.isVisible('#help'), true);
    await t.viewer.shot('help');
    await t.viewer.key('Escape');
    await page.focus('.document-row:not(.open) .document');
    await t.viewer.key('Enter', '/');
    await page.keyboard.type('tip');
    await page.keyboard.press('Tab');
    await t.viewer.key('Enter');
    assert.match(await t.viewer.text('#node-details'), /tip/);
    await t.viewer.shot('keyboard');
  });

  it('takes files by its buttons and from the clipboard', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await page.setInputFiles('#pick-folder', t.samples.file('area'));
    await t.viewer.until(() =>
      /grid.*6 rooms/.test(document.getElementById('status-text').textContent),
    );
    await page.setInputFiles('#pick-files', t.samples.file('room.wok'));
    await t.viewer.until(() => /room.wok/.test(document.getElementById('status-text').textContent));
    const text = readFileSync(t.samples.file('courtyard.wok')).toString('base64');
    await page.evaluate((data) => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], 'pasted.wok'),
      );
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }),
      );
    }, text);
    await t.viewer.until(() =>
      /pasted.wok: 60 faces/.test(document.getElementById('status-text').textContent),
    );
    await page.click('[aria-label="Remove pasted.wok"]');
    await t.viewer.settle();
    assert.equal(await page.locator('.document:has-text("pasted.wok")').count(), 0);
    assert.equal(await page.locator('.document:has-text("room.wok")').count(), 1);
  });

  it('leaves out what is hidden in a folder, dropped or opened', async () => {
    const { page } = t.viewer;
    const folder = t.samples.file('project');
    mkdirSync(path.join(folder, '.git'), { recursive: true });
    copyFileSync(t.samples.file('room.wok'), path.join(folder, 'room.wok'));
    writeFileSync(path.join(folder, '.git/index'), 'x');
    writeFileSync(path.join(folder, '.DS_Store'), 'x');
    await t.viewer.clear();
    await t.viewer.drop(folder);
    assert.match(await t.viewer.text('#files-sum'), /^1 file,/);
    await t.viewer.clear();
    await page.setInputFiles('#pick-folder', folder);
    await t.viewer.until(() => /^room/.test(document.getElementById('status-text').textContent));
    assert.match(await t.viewer.text('#files-sum'), /^1 file,/);
  });

  it('takes a folder of hundreds of files and stays at hand', async () => {
    const folder = t.samples.file('module');
    mkdirSync(path.join(folder, 'textures'), { recursive: true });
    const room = readFileSync(t.samples.file('room.wok'));
    for (let i = 0; i < 300; i++) {
      writeFileSync(path.join(folder, `room_${i}.wok`), room);
      writeFileSync(path.join(folder, 'textures', `t${i}.tga`), Buffer.alloc(40000, (i % 255) + 1));
    }
    await t.viewer.clear();
    await t.viewer.drop(folder);
    assert.match(await t.viewer.text('#files-sum'), /^600 files/);
    assert.match(await t.viewer.text('.others summary'), /300 other files/);
    const row = t.viewer.page.locator('.document[aria-current]');
    assert.ok(await row.isVisible(), 'what is shown is in view in the list');
    const begin = Date.now();
    await t.viewer.page.locator('.document', { hasText: 'room_7.wok' }).click();
    await t.viewer.settle();
    assert.match(await t.viewer.text('#status-text'), /room_7.wok: \d+ faces/);
    assert.ok(Date.now() - begin < 5000, `${Date.now() - begin} ms to open another`);
    await t.viewer.page.fill('#document-filter', 'room_12');
    assert.equal(await t.viewer.page.locator('.document').count(), 11);
    await t.viewer.clear();
  });

  it('is readable on a phone', async () => {
    const phone = await launch(t.chromium, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    try {
      const small = await open(phone.context, t.server.url);
      await small.shot('phone-empty');
      await small.drop(
        t.samples.file('models/sample.mdl'),
        t.samples.file('models/sample.mdx'),
        t.samples.file('area'),
      );
      await small.shot('phone-area');
      for (const tab of ['files', 'view', 'nodes', 'findings', 'path', 'edit', 'info', 'save']) {
        await small.page.tap(`#tab-${tab}`);
        await small.settle();
        await small.shot(`phone-${tab}`);
        const wide = await small.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${tab}: nothing is cut off, ${wide} px wide`);
        const low = await small.page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'button, select, .choice, input[type=text], input[type=search]',
            ),
          ]
            .filter((e) => e.offsetParent && !e.closest('.labels, .events'))
            .map((e) => [e.id || e.className, e.getBoundingClientRect().height])
            .filter(([, height]) => height < 43.5),
        );
        assert.deepEqual(low, [], `${tab}: all targets are 44 px high`);
      }
      await small.page.tap('#tab-files');
      await small.page.tap('.document:has-text("sample")');
      await small.settle();
      await small.shot('phone-model');
      assert.equal(await small.page.isVisible('#player'), true);
      // What `view --serve` says beside it does not cut the status line.
      const cut = await small.page.evaluate(() => {
        const [text, note] = ['status-text', 'served-note'].map((id) =>
          document.getElementById(id),
        );
        text.textContent = 'Reloaded temple_gallery.wok and 3 more';
        note.textContent = 'Last change on disk: temple_gallery.wok and 3 more, 10:00:00 AM';
        note.hidden = false;
        const over = [text, note].map((e) => e.scrollWidth - e.clientWidth);
        note.hidden = true;
        return Math.max(...over, document.documentElement.scrollWidth - innerWidth);
      });
      assert.ok(cut <= 0, `${cut} px are cut off`);
      // What a repair changed is seen at once.
      await small.clear();
      await small.drop(path.join(site, 'examples/room/hall.wok'));
      await small.page.tap('#tab-findings');
      await small.page.tap('#fix');
      await small.page.waitForSelector('#repair', { state: 'visible' });
      await small.shot('phone-repaired');
      assert.deepEqual(small.problems, []);
    } finally {
      await phone.close();
    }
  });

  it('fits the smallest screens, tablets and phones in landscape', async () => {
    const { page } = t.viewer;
    const size = page.viewportSize();
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('broken-area'));
    const cut = () =>
      page.evaluate(() =>
        ['.bar', '.files .head']
          .map((e) => document.querySelector(e))
          .filter((e) => e.scrollWidth > e.clientWidth)
          .map((e) => e.className),
      );
    try {
      for (const [width, height] of [
        [320, 568],
        [820, 1180],
        [1024, 700],
        [740, 360],
      ]) {
        await page.setViewportSize({ width, height });
        await t.viewer.settle();
        assert.deepEqual(await cut(), [], `${width} by ${height}`);
      }
      const [badge, tab] = await page.evaluate(() => {
        const range = document.createRange();
        const button = document.getElementById('tab-findings');
        const text = [...button.querySelectorAll('*')].find((e) => e.textContent === 'Findings');
        range.selectNodeContents(text ?? button);
        return [document.getElementById('findings-badge'), range].map((e) => {
          const { left, right } = e.getBoundingClientRect();
          return { left, right };
        });
      });
      assert.ok(badge.left >= tab.right || badge.right <= tab.left, JSON.stringify([badge, tab]));
    } finally {
      await page.setViewportSize(size);
    }
  });

  it('says that a file is too large', async () => {
    const file = t.samples.file('large.wok');
    writeFileSync(file, '');
    truncateSync(file, 257 * 1048576);
    await t.viewer.page.setInputFiles('#pick-files', file);
    await t.viewer.until(() =>
      /large\.wok is skipped: only archives may/.test(
        document.getElementById('status-text').textContent,
      ),
    );
  });

  it('runs no script but its own', async () => {
    const out = t.samples.file('policy.html');
    nativeRun('view', '--no-open', '--force', t.samples.file('room.wok'), '-o', out);
    for (const url of [t.server.url, `file://${out}`]) {
      const { page } = await open(t.browser.context, url);
      const ran = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.foreign = true';
        document.body.append(script);
        return globalThis.foreign ?? false;
      });
      assert.equal(ran, false, url);
      await page.close();
    }
  });

  it('asks the network for nothing but itself', () => {
    const origin = new URL(t.server.url).origin;
    const asked = new Set(
      t.viewer.requests
        .filter((u) => !/^(blob|data):/.test(u))
        .map((u) => {
          assert.equal(new URL(u).origin, origin, u);
          return new URL(u).pathname;
        }),
    );
    const own =
      /^\/(|app\.js|style\.css|waymark\.wasm|manifest\.webmanifest|icon-\d+\.png|sw\.js|examples\/.*)$/;
    assert.deepEqual(
      [...asked].filter((p) => !own.test(p)),
      [],
    );
    assert.deepEqual(t.viewer.problems, []);
  });

  it(
    'works from one file on the disk',
    { skip: existsSync(path.join(site, 'viewer.html')) ? false : 'no viewer.html' },
    async () => {
      const out = t.samples.file('report.html');
      nativeRun(
        'view',
        '--no-open',
        t.samples.file('models/sample.mdl'),
        t.samples.file('courtyard.wok'),
        '-o',
        out,
      );
      const page = await open(t.browser.context, `file://${out}`);
      await page.until(() => globalThis.waymark.app.shows > 0);
      await page.settle();
      assert.equal(await page.page.locator('.document').count(), 2);
      assert.match(await page.text('#status-text'), /courtyard|sample/);
      await page.shot('self-contained');
      await page.drop(t.samples.file('room.wok'));
      assert.match(
        await page.text('#status-text'),
        /room.wok: \d+ faces/,
        'files can be dropped on it',
      );
      await page.drop(t.samples.file('area'));
      assert.match(await page.text('#status-text'), /grid.*6 rooms/, 'and folders');
      assert.deepEqual(
        page.requests.filter((u) => !/^(file|blob|data):/.test(u)),
        [],
      );
      assert.deepEqual(page.problems, []);
      await page.page.close();
    },
  );
});
