// Takes pictures of the page in every state, for people to look at: node web/test/states.mjs [FOLDER]
// (BUILD/web/states unless another is named). Each state is taken in light and dark, on a phone and
// without WebGL. Needs what the browser tests need.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, launch, makeSamples, nativeRun, open, serve, site } from './browser/harness.mjs';

const folder = path.resolve(process.argv[2] ?? path.join(site, 'states'));
const example = (name) => path.join(site, 'examples', name);
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const VARIANTS = [
  { name: 'light', viewport: desk, colorScheme: 'light' },
  { name: 'dark', viewport: desk, colorScheme: 'dark' },
  { name: 'phone', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'plain', viewport: desk, colorScheme: 'light', plain: true },
];

/** Two versions of a room, in folders. */
function pair(samples) {
  const [a, b] = ['before', 'after'].map((f) => samples.file(`two/${f}`));
  for (const dir of [a, b]) mkdirSync(dir, { recursive: true });
  copyFileSync(example('room/hall.wok'), path.join(a, 'hall.wok'));
  const changes = ['--material', '20-31=Metal'];
  nativeRun('set', '--force', ...changes, path.join(a, 'hall.wok'), path.join(b, 'hall.wok'));
  return samples.file('two');
}

async function path3d(page, from, to) {
  await page.click('#tab-path');
  await page.fill('#path-from', from);
  await page.fill('#path-to', to);
  await page.click('#path-form [type=submit]');
}

/** [name, files, what to do then]. */
const states = (samples) => [
  ['empty', [], null],
  ['help', [], (page) => page.click('[aria-label="Help and keys"]')],
  ['room', [example('room')], null],
  ['room-findings', [example('room')], finding],
  ['area', [example('area')], null],
  ['area-findings', [example('area')], finding],
  ['area-no-path', [example('area')], (page) => path3d(page, '0, -3', '15, 0')],
  ['module', [samples.file('module')], null],
  ['model', [example('model')], null],
  [
    'model-nodes',
    [samples.file('models/sample.mdl'), samples.file('models/sample.mdx')],
    tab('nodes'),
  ],
  ['terrain', [samples.file('terrain/hall.trx')], null],
  ['terrain-budget', [example('nwn2')], (page) => page.keyboard.press('4')],
  ['terrain-path', [samples.file('terrain/hall.trx')], (page) => path3d(page, '1, 1', '15, 15')],
  ['mdb', [samples.file('mdb/plc_stage.mdb')], tab('info')],
  ['bw2', [samples.file('bw2/m_square.bwm')], tab('view')],
  ['edit', [samples.file('courtyard.wok')], tab('edit')],
  ['save', [samples.file('courtyard.wok')], tab('save')],
  ['info', [example('area')], tab('info')],
  ['texture', [path.join(example('area'), 'tmp_carpet.tpc')], null],
  ['damaged', [samples.file('damaged.wok')], null],
  ['compare-choose', [pair(samples)], tab('compare')],
  ['compare', [pair(samples)], compare],
];

const tab = (id) => (page) => page.click(`#tab-${id}`);

async function finding(page) {
  await page.click('#tab-findings');
  await page.waitForSelector('#finding-0');
  await page.click('#finding-0');
}

async function compare(page) {
  await page.click('#tab-compare');
  await page.click('#compare-go');
  await page.waitForSelector('#compare-sum');
}

const samples = await makeSamples();
execFileSync(path.join(build, 'make_area'), [samples.file('module'), 'module']);
writeFileSync(samples.file('damaged.wok'), 'BWM V1.0 and then nothing that a walkmesh has in it');
mkdirSync(folder, { recursive: true });
const { chromium } = await import('playwright-core');
const server = await serve();
try {
  for (const { name: variant, plain, ...options } of VARIANTS) {
    const browser = await launch(chromium, options);
    if (plain)
      await browser.context.addInitScript(() => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
        };
      });
    const viewer = await open(browser.context, server.url);
    for (const [name, files, act] of states(samples)) {
      await viewer.page.keyboard.press('Escape');
      await viewer.clear();
      if (files.length) await viewer.drop(...files);
      await act?.(viewer.page);
      await viewer.settle();
      await viewer.page.screenshot({ path: path.join(folder, `${name}-${variant}.png`) });
    }
    if (viewer.problems.length) console.error(`${variant}: ${viewer.problems.join('; ')}`);
    await browser.close();
  }
} finally {
  server.close();
  samples.remove();
}
console.log(folder);
