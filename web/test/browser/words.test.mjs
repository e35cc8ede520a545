// The words of the page: names that a screen reader reads, what is said to fingers and to a mouse,
// phrases of the help, and an answer to every key.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { launch, open, site, suite } from './harness.mjs';

const CONTROLS = new Set([
  ...[
    'button',
    'link',
    'textbox',
    'searchbox',
    'combobox',
    'listbox',
    'checkbox',
    'radio',
    'slider',
  ],
  ...['spinbutton', 'switch', 'tab', 'treeitem', 'option', 'separator', 'application', 'dialog'],
  ...['DisclosureTriangle', 'tree', 'tablist', 'toolbar', 'progressbar', 'splitter'],
  ...['table', 'grid', 'columnheader', 'rowheader'],
]);

/** Controls of the accessibility tree: [{role, name}]. */
async function controls({ cdp }) {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  return nodes
    .filter((n) => !n.ignored && CONTROLS.has(n.role?.value))
    .map((n) => ({
      role: n.role.value,
      name: (n.name?.value ?? '').trim(),
      id: n.backendDOMNodeId,
    }));
}

async function assertNamed(viewer, state) {
  const all = await controls(viewer);
  const bare = [];
  for (const { role, name, id } of all)
    if (!name) {
      const { node } = await viewer.cdp.send('DOM.describeNode', { backendNodeId: id });
      bare.push(`${role} <${node.nodeName.toLowerCase()} ${(node.attributes ?? []).join(' ')}>`);
    }
  assert.deepEqual(bare, [], `${state}: every control has a name`);
  return all;
}

const TABS = ['view', 'nodes', 'findings', 'path', 'compare', 'edit', 'info', 'save'];

suite('the viewer: words', (t) => {
  it('has every key of the help in its guide', async () => {
    const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/web.md'), 'utf8');
    const section = guide.split('\n## Keys\n')[1].split('\n## ')[0];
    const named = new Set([...section.matchAll(/`([^`]+)`/g)].map((m) => m[1]));
    for (let n = 1; n <= 7; n++) named.add(String(n)); // "`1` … `7`"
    for (const word of ['Arrows', 'Shift Arrows']) named.add(word); // not in quotes there
    const keys = await t.viewer.page.$$eval('#help-keys dt', (all) =>
      all.map((dt) => [...dt.querySelectorAll('kbd')].map((k) => k.textContent)),
    );
    const flat = keys.flatMap((k) => (['Shift', 'Ctrl'].includes(k[0]) ? [k.join(' ')] : k));
    assert.ok(flat.length > 50);
    const missing = flat.map((k) => k.replace('−', '-')).filter((k) => !named.has(k));
    assert.deepEqual(missing, []);
  });

  it('says on demand what the status line cuts', async () => {
    const { page } = t.viewer;
    const title = () => page.getAttribute('#status-text', 'title');
    const long = `${'a_long_name_'.repeat(20)}.wok`;
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    assert.equal(await title(), '');
    copyFileSync(t.samples.file('courtyard.wok'), t.samples.file(long));
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file(long));
    assert.equal(await title(), `${long}: 60 faces`);
    await t.viewer.clear();
  });

  it('gives every control a name, in every panel', async () => {
    const { page } = t.viewer;
    await assertNamed(t.viewer, 'empty');
    let most = 0;
    const table = t.samples.file('named.2da');
    writeFileSync(table, '2DA V2.0\n\nLabel Walk\n0 a 0\n1 b ****\n');
    const tables = new Set();
    for (const [family, ...files] of [
      ['room', path.join(site, 'examples/room')],
      ['area', path.join(site, 'examples/area')],
      ['model', path.join(site, 'examples/model')],
      ['terrain', path.join(site, 'examples/nwn2')],
      ['placeable', t.samples.file('crate.pwk')],
      ['mdb', t.samples.file('mdb/plc_stage.mdb')],
      ['bw2', t.samples.file('bw2/m_square.bwm')],
      ['table', table],
    ]) {
      await t.viewer.clear();
      await t.viewer.drop(...files);
      for (const tab of TABS) {
        await page.click(`#tab-${tab}`);
        const found = await assertNamed(t.viewer, `${family}, ${tab}`);
        most = Math.max(most, found.length);
        for (const c of found)
          if (/^(table|grid)$/.test(c.role)) tables.add(`${family}: ${c.name}`);
      }
    }
    assert.ok(most > 40, `the tree has the controls: ${most}`);
    assert.ok(tables.has('area: Rooms'), [...tables].join());
    assert.ok([...tables].some((name) => name.startsWith('table: ')));
    await t.viewer.key('?');
    const names = (await assertNamed(t.viewer, 'help')).map((c) => c.name);
    assert.ok(names.includes('Help and keys') && names.includes('Close'), names.join());
    await t.viewer.key('Escape');
    assert.deepEqual(t.viewer.problems, []);
  });

  it('has names for the tools of a comparison, a repair and a chosen border', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(path.join(site, 'examples/room'), t.samples.file('courtyard.wok'));
    await page.click('.document:has-text("hall.wok")');
    await t.viewer.settle();
    await page.click('#check-all');
    await page.waitForSelector('#check-total');
    await page.click('#tab-findings');
    await page.click('#fix');
    await page.waitForSelector('#repair');
    await assertNamed(t.viewer, 'repaired');
    await page.click('#tab-compare');
    await page.click('#compare-go');
    await page.waitForSelector('#compare-sum');
    await assertNamed(t.viewer, 'compared');
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('area'));
    await page.click('.document:has-text("grid_00_00.wok")');
    await t.viewer.settle();
    await page.click('#tab-edit');
    await t.viewer.key('t');
    await page.click('#edit-link');
    const { a, b } = await page.evaluate(() => globalThis.waymark.app.overlays.transitions[0]);
    await t.viewer.clickAt(a.map((n, i) => (n + b[i]) / 2 - 0.05));
    await page.waitForSelector('#edit-run');
    const names = (await assertNamed(t.viewer, 'a chosen border')).map((c) => c.name);
    assert.ok(names.includes('Leads to') && names.includes('Set link'), names.join());
    await t.viewer.key('Escape', 't');
    await t.viewer.clear();
  });

  const words = (viewer) => viewer.page.evaluate(() => document.body.innerText);

  it('says nothing about dropping and clicking to fingers', async () => {
    const table = t.samples.file('words.2da');
    writeFileSync(table, '2DA V2.0\n\n    name walk\n0   dirt 1\n1   **** 0\n');
    for (const [name, viewport] of [
      ['phone', { width: 360, height: 740 }],
      ['tablet', { width: 1024, height: 1366 }],
      ['wide tablet', { width: 1366, height: 1024 }],
    ]) {
      const device = await launch(t.chromium, { viewport, hasTouch: true, isMobile: true });
      try {
        const viewer = await open(device.context, t.server.url);
        assert.match(await words(viewer), /Open files to see them/, name);
        assert.doesNotMatch(await words(viewer), /\bdrop\b|\bclick/i, name);
        await viewer.page.tap('[aria-label="Help and keys"]');
        assert.match(await words(viewer), /Tap a node to select it/, name);
        assert.doesNotMatch(await words(viewer), /\bdrop\b|\bclick|right button/i, name);
        await viewer.page.tap('#help-close');
        await viewer.page.setInputFiles('#pick-files', t.samples.file('courtyard.wok'));
        await viewer.until(() => globalThis.waymark.app.shows > 0);
        for (const tab of TABS) {
          await viewer.page.tap(`#tab-${tab}`);
          assert.doesNotMatch(await words(viewer), /\bdrop\b|\bclick/i, `${name}, ${tab}`);
        }
        for (const tool of ['path', 'measure']) {
          await viewer.page.tap(`#tool-${tool}`);
          assert.match(await viewer.text('#status-text'), /^Select /);
          assert.doesNotMatch(await words(viewer), /\bdrop\b|\bclick/i, `${name}, ${tool}`);
        }
        await viewer.page.setInputFiles('#pick-files', table);
        await viewer.until(() => globalThis.waymark.app.current?.format === '2da');
        for (const tab of TABS) {
          await viewer.page.tap(`#tab-${tab}`);
          const text = await words(viewer);
          assert.doesNotMatch(
            text,
            /\bdrop\b|\bclick|arrow keys|Escape/i,
            `${name}, table, ${tab}`,
          );
          if (tab === 'edit') assert.match(text, /Tap a cell twice to change it/, name);
        }
        assert.deepEqual(viewer.problems, []);
      } finally {
        await device.close();
      }
    }
    await t.viewer.clear();
    assert.match(await words(t.viewer), /Drop files or a folder here/, 'a mouse can drop');
  });

  it('names keys in plain words', async () => {
    const { page } = t.viewer;
    await t.viewer.key('?');
    const rows = await page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('#help-keys dt')].map((dt) => [
          [...dt.children].map((k) => k.textContent).join('+'),
          dt.nextElementSibling.textContent,
        ]),
      ),
    );
    await t.viewer.key('Escape');
    const expected = {
      J: 'Next animation',
      'Shift+J': 'Previous animation',
      ',': 'Back 1/30 s',
      '.': 'Forward 1/30 s',
      'Shift+Arrows': 'Pan',
      Arrows: 'Rotate, while the view has the focus',
    };
    for (const [key, text] of Object.entries(expected)) assert.equal(rows[key], text, key);
    const all = Object.values(rows).join('\n');
    assert.doesNotMatch(all, /\b(anew|mend|behind|turn|directory|stands)\b/i);
  });

  it('tells a screen reader what the keyboard has under the cross, but not a mouse', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    await t.viewer.key('t');
    await page.focus('#canvas');
    await t.viewer.key('Shift+ArrowLeft', 'Shift+ArrowUp');
    const said = await t.viewer.text('#hover-said');
    assert.match(said, /^Face \d+, Material Stone, Height [\d.]+ m, /);
    const { nodes } = await t.viewer.cdp.send('Accessibility.getFullAXTree');
    assert.ok(
      nodes.some((n) => !n.ignored && n.name?.value?.startsWith(said.slice(0, 30))),
      'it is in the accessibility tree',
    );
    assert.equal(await page.getAttribute('#hover-said', 'aria-live'), 'polite');
    const box = await page.locator('#canvas').boundingBox();
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2 - 40);
    await page.waitForTimeout(100);
    assert.equal(await page.isVisible('#hover-card'), true);
    assert.equal(await t.viewer.text('#hover-said'), '');
    await t.viewer.key('t');
  });

  it('answers Enter where there is nothing, whatever the tool', async () => {
    const { page } = t.viewer;
    await t.viewer.clear();
    await t.viewer.drop(t.samples.file('courtyard.wok'));
    await page.click('#tab-edit');
    // Look beside the floor.
    await page.focus('#canvas');
    await t.viewer.key('t');
    await page.focus('#canvas');
    for (let i = 0; i < 40; i++) await page.keyboard.press('Shift+ArrowRight');
    await t.viewer.settle();
    const enter = async () => {
      await page.evaluate(() => (document.getElementById('status-text').textContent = ''));
      await page.focus('#canvas');
      await page.keyboard.press('Enter');
      return t.viewer.text('#status-text');
    };
    assert.equal(await enter(), 'There is nothing under the cross');
    await page.click('#edit-paint');
    assert.equal(await enter(), 'There is no floor here: select a face to paint it');
    await page.click('#edit-link');
    assert.equal(await enter(), 'There is no floor here: select a place near a border');
    await page.keyboard.press('Escape');
    await page.click('#tool-measure');
    assert.equal(await enter(), 'There is nothing here to measure: select a point');
    await page.click('#tool-path');
    assert.equal(await enter(), 'There is no floor here: select a walkable face');
    await page.keyboard.press('Escape');
    await t.viewer.key('t');
    assert.deepEqual(t.viewer.problems, []);
  });
});
