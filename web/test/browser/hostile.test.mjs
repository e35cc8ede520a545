// Names that try to leave their place: as markup, as script, as text that runs the other way.
// Files, nodes, materials, textures and animations have them, in the page and in the file that
// `waymark view` writes. Also what the content security policy refuses.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { it } from 'node:test';
import { nativeRun, open, suite } from './harness.mjs';

const RUN = 'onerror=globalThis.hacked=1';
// Each is part of a path: the first leads through a folder that is called "<".
const NAMES = [
  `</script><img src=x ${RUN}>`,
  `"><img src=x ${RUN}>`,
  `'-globalThis.hacked=1-'`,
  '&lt;b&gt;&quot;&amp;',
  '\\u003cb\\u003e\\"\\\\',
  '${globalThis.hacked=1}{{hacked}}',
  '<!--<script>',
  'a\u202ekow.exe\u2066\u2069\u200f',
  'שלום 123',
  'line\nbreak\ttab\x07bell',
  '__proto__',
  'constructor',
  'n'.repeat(240),
];
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A triangle with an animation; every name in it is `name`. */
function gltf(name) {
  const bytes = Buffer.alloc(36 + 8 + 24);
  [0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((x, i) => bytes.writeFloatLE(x, 4 * i));
  [0, 1].forEach((x, i) => bytes.writeFloatLE(x, 36 + 4 * i));
  [0, 0, 0, 0, 0, 1].forEach((x, i) => bytes.writeFloatLE(x, 44 + 4 * i));
  const view = (byteOffset, byteLength) => ({ buffer: 0, byteOffset, byteLength });
  const list = (bufferView, count, type, more) => ({
    ...{ bufferView, count, type, componentType: 5126, name },
    ...more,
  });
  return JSON.stringify({
    asset: { version: '2.0', generator: name },
    scene: 0,
    scenes: [{ name, nodes: [0], extras: { [name]: name } }],
    nodes: [
      { name, children: [1] },
      { name: `${name}2`, mesh: 0, extras: { [name]: name } },
    ],
    meshes: [{ name, primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ name, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ name, source: 0 }],
    images: [{ name, uri: encodeURIComponent(name) }],
    animations: [
      {
        name,
        extras: { events: [{ time: 0.5, name }], [name]: name },
        channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
        samplers: [{ input: 1, output: 2 }],
      },
    ],
    accessors: [
      list(0, 3, 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] }),
      list(1, 2, 'SCALAR', { min: [0], max: [1] }),
      list(2, 2, 'VEC3'),
    ],
    bufferViews: [view(0, 36), view(36, 8), view(44, 24)],
    buffers: [{ byteLength: bytes.length, uri: `data:;base64,${bytes.toString('base64')}` }],
  });
}

/** A KotOR model as text: names without blanks and outer quotes, at most 32 bytes each. */
function modelText(name) {
  const word = Buffer.from(name.replace(/^"|\s/g, '_')).subarray(0, 30).toString('latin1');
  const mesh = 'verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\n';
  return Buffer.from(
    `newmodel ${word}\nsetsupermodel ${word} NULL\nbeginmodelgeom ${word}\nnode dummy ${word}\n` +
      `parent NULL\nendnode\nnode trimesh ${word}b\nparent ${word}\nbitmap ${word}\n` +
      `bitmap2 ${word}\n${mesh}endnode\nendmodelgeom ${word}\ndonemodel ${word}\n`,
    'latin1',
  );
}

/** A folder with a walkmesh, a glTF, a text and an unknown file under each name. */
function plant(dir, wok) {
  for (const name of NAMES) {
    const file = (ending) => path.join(dir, name + ending);
    mkdirSync(path.dirname(file('')), { recursive: true });
    writeFileSync(file('.wok'), wok);
    writeFileSync(file('.gltf'), gltf(name));
    writeFileSync(file('.mdl'), modelText(name));
    writeFileSync(file('.tga'), Buffer.alloc(100, 1));
  }
}

/** Opens every document and every panel, selects every node, and plays what can be played. */
async function useEverything(viewer) {
  const { page } = viewer;
  const count = await page.evaluate(() => globalThis.waymark.app.documents.length);
  for (let i = 0; i < count; i++)
    await page.evaluate(async (n) => {
      const pause = () => new Promise((ok) => setTimeout(ok, 20));
      const { app } = globalThis.waymark;
      const before = app.shows ?? 0;
      const buttons = [...document.querySelectorAll('.document')];
      buttons.find((b) => b.dataset.id === String(app.documents[n].id))?.click();
      for (let k = 0; k < 250 && (app.shows ?? 0) === before; k++) await pause();
      for (const tab of document.querySelectorAll('[role=tab]')) tab.click();
      for (const row of document.querySelectorAll('#tree li')) row.click();
      const list = document.getElementById('anim-list');
      if (list.options.length > 1 && !document.getElementById('player').hidden) {
        list.value = '0';
        list.dispatchEvent(new Event('change'));
        document.getElementById('anim-play').click();
        await pause();
        document.getElementById('anim-play').click();
      }
      await pause();
    }, i);
  return count;
}

async function assertHarmless(viewer, scripts) {
  const state = await viewer.page.evaluate(() => ({
    damaged: globalThis.waymark.app.documents
      .filter((d) => d.error && d.kind !== 'unknown')
      .map((d) => `${d.title}: ${d.error.message}`),
    hacked: globalThis.hacked ?? null,
    scripts: document.scripts.length,
    foreign: document.querySelectorAll('img, iframe, object, embed, b, [onerror]').length,
    wide: document.documentElement.scrollWidth,
    text: document.body.innerText,
    labels: [...document.querySelectorAll('[title], [aria-label]')]
      .map((e) => e.title + e.ariaLabel)
      .join(''),
  }));
  assert.deepEqual(state.damaged, []);
  assert.equal(state.hacked, null, 'no name ran as a script');
  assert.equal(state.scripts, scripts, 'no name became a script');
  assert.equal(state.foreign, 0, 'no name became an element');
  assert.ok(state.wide <= 1280, `${state.wide} px wide`);
  assert.doesNotMatch(state.text, UNSEEN);
  assert.doesNotMatch(state.labels, UNSEEN);
  assert.deepEqual(viewer.problems, []);
}

const shownNames = (viewer) =>
  viewer.page.evaluate(() =>
    [...document.querySelectorAll('.document-name')].map((e) => e.textContent),
  );

suite('the viewer: hostile names', (t) => {
  const total = 4 * NAMES.length;
  const expected = [`"><img src=x ${RUN}>.wok`, 'a\\u202ekow.exe\\u2066\\u2069\\u200f.wok'];

  it('are texts in the page', async () => {
    const dir = t.samples.file('hostile');
    plant(dir, readFileSync(t.samples.file('room.wok')));
    const viewer = await open(t.browser.context, t.server.url);
    await viewer.drop(dir);
    const names = await shownNames(viewer);
    for (const name of expected) assert.ok(names.includes(name), `${name} of ${names.join('\n')}`);
    assert.equal(await useEverything(viewer), total);
    await viewer.shot('hostile');
    await assertHarmless(viewer, 1);
    await viewer.page.close();
  });

  it('are texts in the file that waymark view writes', async () => {
    const dir = t.samples.file('hostile-view');
    plant(dir, readFileSync(t.samples.file('room.wok')));
    const out = t.samples.file('hostile.html');
    nativeRun('view', '--no-open', dir, '-o', out);
    const viewer = await open(t.browser.context, `file://${out}`);
    await viewer.until(() => globalThis.waymark.app.shows > 0);
    const names = await shownNames(viewer);
    for (const name of expected) assert.ok(names.includes(name), `${name} of ${names.join('\n')}`);
    assert.equal(await useEverything(viewer), total, 'also the textures of the models');
    await assertHarmless(viewer, 4); // program, core, files, licences
    await viewer.page.close();
  });
});

suite('the viewer: the content security policy', (t) => {
  it('refuses scripts, styles and addresses of others', async () => {
    const asked = [];
    const other = http.createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    });
    await new Promise((ok) => other.listen(0, '127.0.0.1', ok));
    const address = `http://127.0.0.1:${other.address().port}/`;
    const out = t.samples.file('policy2.html');
    nativeRun('view', '--no-open', t.samples.file('room.wok'), '-o', out);
    try {
      for (const url of [t.server.url, `file://${out}`]) {
        const { page } = await open(t.browser.context, url);
        const refused = await page.evaluate(async (foreign) => {
          const directives = new Set();
          addEventListener('securitypolicyviolation', (e) => directives.add(e.effectiveDirective));
          const add = (tag, props) =>
            document.body.append(Object.assign(document.createElement(tag), props));
          add('script', { textContent: 'globalThis.hacked = 1' });
          add('script', { src: `${foreign}a.js` });
          add('style', { textContent: 'body { color: red }' });
          add('div', { innerHTML: '<p style="color: red" onclick="globalThis.hacked = 1">x</p>' });
          add('img', { src: `${foreign}b.png` });
          add('iframe', { src: `${foreign}c.html` });
          await fetch(`${foreign}d`).catch(() => {});
          navigator.sendBeacon(`${foreign}e`);
          try {
            new WebSocket(foreign.replace('http', 'ws'));
          } catch {
            // refused at once
          }
          document.querySelector('[onclick]').click();
          // The frame is refused later than the rest, on a busy machine seconds later.
          for (let i = 0; i < 20 || (i < 400 && !directives.has('frame-src')); i++)
            await new Promise((ok) => setTimeout(ok, 25));
          return { directives: [...directives].sort(), hacked: globalThis.hacked ?? null };
        }, address);
        assert.equal(refused.hacked, null, url);
        for (const name of [
          'connect-src',
          'frame-src',
          'img-src',
          'script-src-attr',
          'script-src-elem',
        ])
          assert.ok(refused.directives.includes(name), `${url}: ${name} of ${refused.directives}`);
        for (const name of ['style-src-attr', 'style-src-elem'])
          assert.ok(refused.directives.includes(name), `${url}: ${name} of ${refused.directives}`);
        await page.close();
      }
      assert.deepEqual(asked, [], 'nothing reached the other server');
    } finally {
      other.close();
    }
  });
});
