// The first minute: examples, links to them, the page without a network, many files at once, and
// the question before a reload.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { EXAMPLES } from '../../src/example_list.js';
import { build, launch, native, nativeRun, open, serve, site, suite, unzip } from './harness.mjs';

suite('the viewer: the first minute', (t) => {
  it('says in one sentence what it is', async () => {
    assert.match(await t.viewer.text('.lead'), /^Waymark shows .*\.$/);
    assert.equal(await t.viewer.page.locator('.example').count(), EXAMPLES.length);
    assert.ok(EXAMPLES.length >= 3);
  });

  for (const example of EXAMPLES)
    it(`opens the example ${example.id}, by its button and by its link`, async () => {
      await t.viewer.clear();
      assert.equal(new URL(t.viewer.page.url()).search, '');
      await t.viewer.page.click(`#example-${example.id}`);
      await t.viewer.until(() => globalThis.waymark.app.documents.length > 0);
      await t.viewer.settle();
      assert.equal(new URL(t.viewer.page.url()).search, `?example=${example.id}`);
      const status = await t.viewer.text('#document-title');
      assert.ok(example.files.includes(status), status);
      await t.viewer.shot(`example-${example.id}`);
      const other = await open(t.browser.context, `${t.server.url}?example=${example.id}`);
      await other.until(() => globalThis.waymark.app.documents.length > 0);
      assert.equal(await other.text('#document-title'), status);
      if (example.animation) await other.until(() => globalThis.waymark.playerState.time > 0);
      assert.deepEqual(other.problems, []);
      await other.page.close();
    });

  it('says so if there is no example of that name', async () => {
    const other = await open(t.browser.context, `${t.server.url}?example=tower`);
    assert.match(await other.text('#status-text'), /^There is no example 'tower': choose one/);
    assert.match(await other.page.getAttribute('#status', 'class'), /error/);
    assert.equal(await other.page.isVisible('#example-list'), true);
    await other.page.click('#example-room');
    await other.until(() => globalThis.waymark.app.documents.length > 0);
    assert.equal(new URL(other.page.url()).search, '?example=room');
    await other.page.close();
  });

  it('has an example with faults', async () => {
    const file = path.join(site, 'examples/room/hall.wok');
    assert.ok(native('check', '--json', file).errors > 0);
  });

  it('flies to what is broken in an example, and in the file that waymark view writes', async () => {
    const hall = path.join(site, 'examples/room/hall.wok');
    const out = t.samples.file('flown.html');
    nativeRun('view', '--no-open', hall, '-o', out);
    /** The view is near a chosen finding; the whole floor is farther away. */
    const flown = async (viewer) => {
      await viewer.page.waitForSelector('.finding[aria-current]');
      await viewer.settle();
      assert.equal(await viewer.page.locator('.label.pin.chosen').count(), 1);
      assert.equal(await viewer.page.getAttribute('#tab-findings', 'aria-selected'), 'true');
      const far = await viewer.page.evaluate(() => {
        const { stage } = globalThis.waymark;
        return stage.camera.position.distanceTo(stage.controls.target) / stage.sphere.radius;
      });
      assert.ok(far < 1.5, `${far} radii away`);
      assert.deepEqual(viewer.problems, []);
    };
    await t.viewer.clear();
    for (const id of ['room', 'area']) {
      await t.viewer.page.evaluate((e) => document.getElementById(`example-${e}`).click(), id);
      await t.viewer.until((e) => location.search === `?example=${e}`, id);
      await flown(t.viewer);
      const other = await open(t.browser.context, `${t.server.url}?example=${id}`);
      await flown(other);
      await other.page.close();
    }
    const file = await open(t.browser.context, `file://${out}`);
    await flown(file);
    await file.page.close();
  });

  it('works without its server, once it was there', async () => {
    const profile = await launch(t.chromium);
    const server = await serve();
    try {
      const viewer = await open(profile.context, server.url);
      const installed = await viewer.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return (await caches.keys()).length;
      });
      assert.equal(installed, 1);
      server.close();
      server.drop();
      const offline = await open(profile.context, `${server.url}?example=model`);
      await offline.until(() => globalThis.waymark.app.documents.length > 0);
      assert.equal(await offline.text('#document-title'), 'robot.mdl');
      assert.deepEqual(offline.problems, []);
    } finally {
      server.close();
      await profile.close();
    }
  });

  it('uses a new version at the next start, and says that there is one', async () => {
    const copy = t.samples.file('versions');
    cpSync(site, copy, { recursive: true, filter: (from) => !from.includes('shots') });
    const profile = await launch(t.chromium);
    const server = await serve(copy);
    const cached = (viewer) => viewer.page.evaluate(() => caches.keys());
    const isNoted = (viewer) => viewer.page.isVisible('#version-note');
    try {
      const first = await open(profile.context, server.url);
      await first.page.evaluate(() => navigator.serviceWorker.ready);
      const [old] = await cached(first);
      assert.equal(await isNoted(first), false);
      await first.page.close();
      // What `make web` does after a change.
      const change = (name, from, to) => {
        const file = path.join(copy, name);
        const text = readFileSync(file, 'utf8');
        assert.match(text, from);
        writeFileSync(file, text.replace(from, to));
      };
      change('index.html', /<title>[^<]*/, '<title>The next version');
      change('sw.js', /waymark-\$\{"\w+"\}/, 'waymark-next');
      const second = await open(profile.context, server.url);
      assert.doesNotMatch(await second.page.title(), /next/, 'the old one, at once');
      await second.until(() => !document.getElementById('version-note').hidden);
      await second.until(async () => (await caches.keys()).length === 1);
      assert.notEqual((await cached(second))[0], old);
      await second.page.reload();
      await second.page.waitForSelector('html[data-ready]');
      assert.equal(await second.page.title(), 'The next version');
      assert.equal(await isNoted(second), false);
      assert.deepEqual(second.problems, []);
    } finally {
      server.close();
      await profile.close();
    }
  });

  it('works below a folder of a host, also without that', async () => {
    const host = t.samples.file('host');
    mkdirSync(path.join(host, 'tools'), { recursive: true });
    symlinkSync(site, path.join(host, 'tools/viewer'));
    const profile = await launch(t.chromium);
    const server = await serve(host);
    const below = `${server.url}tools/viewer/`;
    try {
      const viewer = await open(profile.context, `${below}?example=room`);
      await viewer.until(() => globalThis.waymark.app.shows > 0);
      assert.equal(await viewer.text('#document-title'), 'hall.wok');
      const foreign = viewer.requests.filter((u) => !u.startsWith(below) && !u.startsWith('blob:'));
      assert.deepEqual(foreign, []);
      const scope = await viewer.page.evaluate(async () => {
        const { scope } = await navigator.serviceWorker.ready;
        return scope;
      });
      assert.equal(scope, below);
      const { url, errors } = await viewer.cdp.send('Page.getAppManifest');
      assert.equal(url, `${below}manifest.webmanifest`);
      assert.deepEqual(errors, []);
      assert.deepEqual(viewer.problems, []);
      server.close();
      server.drop();
      const offline = await open(profile.context, `${below}?example=model`);
      await offline.until(() => globalThis.waymark.app.documents.length > 0);
      assert.equal(await offline.text('#document-title'), 'robot.mdl');
    } finally {
      server.close();
      await profile.close();
    }
  });

  it('can be installed: its manifest names files that are there', async () => {
    const manifest = JSON.parse(readFileSync(path.join(site, 'manifest.webmanifest'), 'utf8'));
    assert.equal(manifest.display, 'standalone');
    for (const { src } of manifest.icons) assert.ok(readFileSync(path.join(site, src)).length);
    const { errors } = await t.viewer.cdp.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    // What Chromium itself says about it.
    const { installabilityErrors } = await t.viewer.cdp.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors, []);
  });

  it('is also one archive, for any web server', async () => {
    const { newCore } = await import('../tools.mjs');
    const core = await newCore();
    core.addFile('viewer.zip', readFileSync(path.join(build, 'waymark-viewer.zip')));
    const archive = core.documents().find((d) => d.kind === 'archive');
    const listed = core.entries(archive.id).map((e) => e.path ?? `${e.name}.${e.type}`);
    for (const name of ['index.html', 'app.js', 'waymark.wasm', 'sw.js', 'examples/room/hall.wok'])
      assert.ok(listed.includes(name), `${name} of ${listed.join(', ')}`);
    const licences = readFileSync(path.join(site, 'licences.txt'), 'utf8');
    for (const owner of ['The Waymark developers', 'three.js authors', 'Vitaly Puzrin'])
      assert.ok(licences.includes(owner), `no licence of ${owner}`);
    assert.ok(listed.includes('licences.txt'));
    assert.ok(readFileSync(path.join(site, 'viewer.html'), 'utf8').includes(licences));
  });

  it('opens from that archive, unpacked, on a plain static server', async () => {
    const dir = t.samples.file('unpacked');
    const files = unzip(readFileSync(path.join(build, 'waymark-viewer.zip')));
    for (const { name, bytes } of files) {
      const file = path.join(dir, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      assert.deepEqual(bytes, readFileSync(path.join(site, name)), name);
    }
    const server = await serve(dir);
    const profile = await launch(t.chromium);
    try {
      for (const { id } of EXAMPLES) {
        const viewer = await open(profile.context, `${server.url}?example=${id}`);
        await viewer.until(() => globalThis.waymark.app.shows > 0);
        assert.deepEqual(viewer.problems, [], id);
        assert.ok(viewer.requests.every((u) => u.startsWith(server.url) || u.startsWith('blob:')));
        await viewer.page.close();
      }
      const viewer = await open(profile.context, server.url);
      await viewer.drop(t.samples.file('courtyard.wok'));
      assert.match(await viewer.text('#status-text'), /^courtyard.wok: \d+ faces/);
      const { installabilityErrors } = await viewer.cdp.send('Page.getInstallabilityErrors');
      assert.deepEqual(installabilityErrors, []);
    } finally {
      server.close();
      await profile.close();
    }
  });

  it('counts a thousand files while it reads them, and opens the first', async () => {
    const folder = t.samples.file('thousand');
    mkdirSync(folder);
    const room = readFileSync(t.samples.file('courtyard.wok'));
    for (let i = 1000; i > 0; i--) writeFileSync(path.join(folder, `room_${i}.wok`), room);
    await t.viewer.clear();
    await t.viewer.page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => {
        const bar = document.getElementById('progress');
        const text = document.getElementById('status-text').textContent;
        if (!bar.hidden) globalThis.seen.push({ text, value: bar.value, max: bar.max });
      }).observe(document.getElementById('status'), { subtree: true, childList: true });
    });
    await t.viewer.drop(folder);
    const seen = await t.viewer.page.evaluate(() => globalThis.seen);
    const reading = seen.filter(({ text }) => /^Reading [\d,]+ of 1,000 files/.test(text));
    assert.ok(reading.length > 1, seen.map((s) => s.text).join('; '));
    // The bar is as far as the text says, and never goes back.
    for (const [i, { text, value, max }] of reading.entries()) {
      assert.equal(value, Number(/[\d,]+/.exec(text)[0].replace(',', '')));
      assert.equal(max, 1000);
      assert.ok(value < max && (i === 0 || value >= reading[i - 1].value), text);
    }
    assert.equal(await t.viewer.page.isHidden('#progress'), true);
    assert.equal(await t.viewer.text('#document-title'), 'room_1.wok');
  });

  it('says how many textures its list leaves out', async () => {
    const folder = t.samples.file('textures');
    mkdirSync(folder);
    const texture = readFileSync(path.join(site, 'examples/area/tmp_carpet.tpc'));
    for (let i = 0; i < 203; i++) writeFileSync(path.join(folder, `t_${i}.tpc`), texture);
    await t.viewer.clear();
    await t.viewer.drop(folder);
    assert.equal(await t.viewer.text('.others summary'), '203 textures');
    assert.equal(await t.viewer.page.locator('.others .document').count(), 200);
    assert.equal(await t.viewer.text('.others .note'), 'and 3 more files: use the filter');
    await t.viewer.page.fill('#document-filter', 't_199');
    assert.equal(await t.viewer.page.locator('.document').count(), 1);
  });

  it('asks before a reload throws files away, but not for an example', async () => {
    const asked = [];
    const { page } = await open(t.browser.context, t.server.url);
    page.on('dialog', (d) => {
      asked.push(d.type());
      d.accept();
    });
    await page.click('#example-room');
    await page.waitForSelector('.document');
    await page.reload();
    assert.deepEqual(asked, []);
    await page.setInputFiles('#pick-files', t.samples.file('courtyard.wok'));
    await page.waitForSelector('.document:has-text("courtyard.wok")');
    await page.click('#tab-info'); // browsers ask only users who have done something
    await page.reload();
    assert.deepEqual(asked, ['beforeunload']);
    await page.close();
  });
});
