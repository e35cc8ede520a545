// Takes pictures of the page in every state, for people to look at: node web/test/states.mjs [FOLDER]
// (BUILD/web/states unless another is named; with STATES=a,b only those, with VARIANTS=phone,plain only in those). Each state
// is taken in light and dark, on a phone and without WebGL. Ends with 1 if the page reported errors. Needs what the browser
// tests need, and some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  build,
  command,
  field,
  launch,
  makeFloors,
  makeSamples,
  native,
  nativeRun,
  open,
  serve,
  site,
  spotOf,
} from './browser/harness.mjs';

const folder = path.resolve(process.argv[2] ?? path.join(site, 'states'));
const only = process.env.STATES?.split(',');
const variants = process.env.VARIANTS?.split(',');
const example = (name) => path.join(site, 'examples', name);
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const touch = { hasTouch: true, isMobile: true };

const VARIANTS = [
  { name: 'light', viewport: desk, colorScheme: 'light' },
  { name: 'dark', viewport: desk, colorScheme: 'dark' },
  { name: 'phone', viewport: phone, colorScheme: 'light', ...touch },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark', ...touch },
  { name: 'plain', viewport: desk, colorScheme: 'light', plain: true },
  { name: 'plain-dark', viewport: desk, colorScheme: 'dark', plain: true },
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

/** A walkmesh text with a fault, and one that its binary leaves out. */
function brokenText(samples) {
  const text = readFileSync(samples.file('texts/engine.wok.ascii'), 'latin1');
  const file = samples.file('yard.wok.ascii');
  const broken = text.replace('0 0 0 4 2 0 -1', '0 0 0 1 1 0 -1');
  writeFileSync(file, broken.replace(/orientation .*/, 'orientation 0 0 1 1'), 'latin1');
  return file;
}

/** An area with a gap between two rooms, and a transition that leads nowhere. */
function apart(samples) {
  const dir = samples.file('apart');
  execFileSync(path.join(build, 'make_area'), [dir], { stdio: 'ignore' });
  const room = path.join(dir, 'grid_00_00.wok');
  nativeRun('set', '-q', '--force', '--transition', '0=77', room, room);
  nativeRun('transform', '-q', '--force', '--move', '0,0,0.05', room, room);
  return dir;
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
  ['area-without-mdx', [samples.file('wires')], null],
  ['area-top', [example('area')], (page) => page.keyboard.press('t')],
  ['module', [samples.file('module')], null],
  ['module-door', [samples.file('door')], (page) => path3d(page, '1, 1', '8.8, 2')],
  ['path-wall', [samples.file('wall.wok')], (page) => path3d(page, '1, 1', '4.5, 1')],
  ['model-without-mdx', [samples.file('models/sample.mdl')], null],
  ['left-out', [samples.file('odd.mdb')], null],
  ['model', [example('model')], null],
  [
    'model-nodes',
    [samples.file('models/sample.mdl'), samples.file('models/sample.mdx')],
    tab('nodes'),
  ],
  ['terrain', [samples.file('terrain/hall.trx')], null],
  ['terrain-budget', [example('nwn2')], (page) => page.keyboard.press('4')],
  ['terrain-path', [samples.file('terrain/hall.trx')], (page) => path3d(page, '1, 1', '15, 15')],
  ['pwk', [samples.file('crate.pwk')], tab('edit')],
  ['dwk', [samples.file('texts/door.dwk.ascii')], tab('view')],
  ['archive', [samples.file('rooms.mod')], tab('save')],
  ['archive-room', [samples.file('rooms.mod')], (page) => openNamed(page, 'grid_00_00.wok')],
  ['gltf', [samples.file('sample.glb')], tab('info')],
  ['table', [samples.file('surface.2da')], editCell],
  ['mdb', [samples.file('mdb/plc_stage.mdb')], tab('info')],
  ['bw2', [samples.file('bw2/m_square.bwm')], tab('view')],
  ['edit', [samples.file('courtyard.wok')], tab('edit')],
  ['measuring', [samples.file('courtyard.wok')], measure],
  ['painting', [samples.file('courtyard.wok')], paint],
  ['fixed', [example('room')], repair],
  ['fixed-text', [brokenText(samples)], repair],
  ['fix-options', [apart(samples)], tab('findings')],
  ['check-all', [example('area'), example('room'), samples.file('courtyard.wok')], checkAll],
  ['many-findings', [samples.file('unlinked.wok')], tab('findings')],
  ['save', [samples.file('courtyard.wok')], tab('save')],
  ['info', [example('area')], tab('info')],
  ['texture', [path.join(example('area'), 'tmp_carpet.tpc')], null],
  ['damaged', [samples.file('damaged.wok')], null],
  ['compare-choose', [pair(samples)], tab('compare')],
  ['compare', [pair(samples)], compare],
];

/** Opens a document by its name; on a phone the list is in a panel. */
async function openNamed(page, name) {
  if (!(await page.isVisible('#documents'))) await page.click('#tab-files');
  await page.locator('.document', { hasText: name }).first().click();
  await page.waitForTimeout(400);
}

async function editCell(page) {
  await page.click('#tab-edit');
  if (page.viewportSize().width < 800) await page.keyboard.press('Escape'); // lowers the sheet
  await page.dblclick('#table td[data-row="3"][data-column="1"]');
}

const tab = (id) => (page) => page.click(`#tab-${id}`);

async function finding(page) {
  await page.click('#tab-findings');
  await page.waitForSelector('#finding-0');
  await page.click('#finding-0');
}

/** Clicks, or taps, the middle of a face. */
async function select(page, face) {
  const at = await page.evaluate((f) => globalThis.waymark.app.walkmeshView.centre(f), face);
  await page.mouse.click(...(await spotOf(page, at)));
}

async function measure(page) {
  await page.click('#tool-measure');
  await select(page, 0);
  await select(page, 20);
}

async function paint(page) {
  await page.click('#tab-edit');
  await page.selectOption('#edit-material', '7');
  await page.click('#edit-paint');
  await select(page, 9);
  await page.waitForTimeout(500);
}

async function repair(page) {
  await page.click('#tab-findings');
  await page.click('#fix');
  await page.waitForSelector('#repair');
}

async function checkAll(page) {
  if (!(await page.isVisible('#check-all'))) await page.click('#tab-files'); // on a phone
  await page.click('#check-all');
  await page.waitForSelector('#check-total');
}

/** Files with something missing, in the way or impossible. */
function damage(samples) {
  const wires = samples.file('wires');
  cpSync(example('area'), wires, { recursive: true });
  const room = path.join(wires, 'temple_hall.mdl');
  const made = samples.file('temple_hall.mdl');
  nativeRun('convert', '-q', room, made);
  copyFileSync(made, room); // without the MDX
  makeFloors(
    samples,
    'wall',
    field('Grass', 0, 2),
    field('Nonwalk', 2, 2.75),
    field('Grass', 2.75, 5),
  );
  const odd = readFileSync(samples.file('mdb/plc_stage.mdb'));
  odd.writeFloatLE(NaN, odd.indexOf(Buffer.from(Float32Array.of(0, 0, 1, 0, 1, 0).buffer)));
  writeFileSync(samples.file('odd.mdb'), odd);
  const wok = readFileSync(samples.file('hills.wok'));
  const [faces, links] = [wok.readUInt32LE(0x70), wok.readUInt32LE(0x74)];
  writeFileSync(samples.file('unlinked.wok'), wok.fill(0xff, links, links + 12 * faces));
  const door = samples.file('door');
  execFileSync(path.join(build, 'make_area'), [door, 'module']);
  for (const [name, to] of [
    ['00_00', 3],
    ['00_01', 0],
  ]) {
    const file = path.join(door, `grid_${name}.wok`);
    const { edge } = native('dump', file).edges.find((e) => e.transition === to);
    nativeRun('set', '--force', '--transition', `${edge}=none`, file, file);
  }
}

/** Files of other kinds: an archive, glTF, a table. */
function others(samples) {
  const area = samples.file('area');
  const rooms = readdirSync(area).map((n) => path.join(area, n));
  execFileSync(path.join(build, 'pack_archive'), ['erf', samples.file('rooms.mod'), ...rooms]);
  nativeRun('convert', '-q', samples.file('models/sample.mdl'), samples.file('sample.glb'));
  const row = (i) =>
    `${i} ${['Dirt', 'Obscuring', 'Grass', '"Tall grass"'][i % 4]} ${i % 2} ${i % 3 ? 1 : 0} ${i % 5 ? 'sd_step' : '****'}`;
  const lines = Array.from({ length: 60 }, (_, i) => row(i));
  const head = '2DA V2.0\n\n Label Walk WalkCheck Sound\n';
  writeFileSync(samples.file('surface.2da'), `${head}${lines.join('\n')}\n`);
}

/** The page of `waymark view --serve`, after a file has changed. */
async function served(context, samples, to) {
  const dir = samples.file(`served-${path.basename(to)}`);
  mkdirSync(dir);
  copyFileSync(samples.file('room.wok'), path.join(dir, 'room.wok'));
  const child = spawn(command, ['view', '--serve', '--json', '--no-open', dir]);
  try {
    const { address } = await new Promise((ok) =>
      child.stdout.once('data', (data) => ok(JSON.parse(data))),
    );
    const viewer = await open(context, address);
    await viewer.until(() => globalThis.waymark.app.shows > 0);
    copyFileSync(samples.file('hills.wok'), path.join(dir, 'room.wok'));
    await viewer.until(() =>
      document.getElementById('status-text').textContent.startsWith('Reloaded'),
    );
    await viewer.settle();
    await viewer.page.screenshot({ path: to });
    await viewer.page.close();
    return viewer.problems;
  } finally {
    child.kill('SIGINT');
  }
}

async function compare(page) {
  await page.click('#tab-compare');
  await page.click('#compare-go');
  await page.waitForSelector('#compare-sum');
}

const samples = await makeSamples();
execFileSync(path.join(build, 'make_area'), [samples.file('module'), 'module']);
writeFileSync(samples.file('damaged.wok'), 'BWM V1.0 and then nothing that a walkmesh has in it');
damage(samples);
others(samples);
mkdirSync(folder, { recursive: true });
const { chromium } = await import('playwright-core');
const server = await serve();
try {
  for (const { name: variant, plain, ...options } of VARIANTS) {
    if (variants && !variants.includes(variant)) continue;
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
      if (only && !only.includes(name)) continue;
      await viewer.page.keyboard.press('Escape');
      await viewer.clear();
      if (files.length) await viewer.drop(...files);
      await act?.(viewer.page);
      await viewer.settle();
      await viewer.page.screenshot({ path: path.join(folder, `${name}-${variant}.png`) });
    }
    const problems = viewer.problems;
    if (!only || only.includes('serve')) {
      const to = path.join(folder, `serve-${variant}.png`);
      problems.push(...(await served(browser.context, samples, to)));
    }
    if (problems.length) {
      console.error(`${variant}: ${problems.join('; ')}`);
      process.exitCode = 1;
    }
    await browser.close();
  }
} finally {
  server.close();
  samples.remove();
}
console.log(folder);
