// What the browser tests stand on: where things are, a small web server that remembers every
// request, a browser with a profile of its own, real drops, the command to compare with.

import { execFileSync } from 'node:child_process';
import { after, before, describe } from 'node:test';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { crc32 } from '../../src/zip.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const build = path.resolve(process.env.WAYMARK_BUILD ?? path.join(root, 'build'));
export const site = path.join(build, 'web');
export const command = path.join(build, 'waymark');
export const shots = path.join(site, 'shots');
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why the tests cannot run here, or null. */
export function missing() {
  if (!existsSync(chromiumPath)) return 'no Chromium';
  return missingParts();
}

/** The same, whatever the browser. */
export function missingParts() {
  for (const f of ['index.html', 'waymark.wasm'])
    if (!existsSync(path.join(site, f))) return `no ${f}: run make web`;
  for (const f of [
    'waymark',
    'make_samples',
    'make_models',
    'make_area',
    'make_terrain',
    'make_texts',
    'make_bw2',
    'make_mdb',
  ]) {
    if (!existsSync(path.join(build, f))) return `no ${f}: run make test`;
  }
  return null;
}

/** Samples of every family in a folder of their own, and an area with faults. */
export async function makeSamples() {
  // Read late: it needs the built core.
  const tools = await import('../tools.mjs');
  const dir = mkdtempSync(path.join(tmpdir(), 'waymark-web-'));
  tools.makeSamples(dir);
  execFileSync(path.join(build, 'make_area'), [path.join(dir, 'broken-area'), 'damaged']);
  return {
    dir,
    file: (name) => path.join(dir, name),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The command's answer as an object; findings (exit 1) are an answer too. */
export function native(...args) {
  try {
    return JSON.parse(
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  } catch (e) {
    if (e.stdout?.trim()) return JSON.parse(e.stdout);
    throw e;
  }
}

export function nativeRun(...args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A walkmesh of quads, made from an OBJ (y is up): [material, four corners]. Quads are not linked. */
export function makeFloors(samples, name, ...quads) {
  return quadFloor(samples, name, quads, (_, i) => i);
}

/** The same with quads that are linked where they touch. */
export function makeFloor(samples, name, ...quads) {
  const seen = new Map();
  return quadFloor(samples, name, quads, (p) => {
    const key = p.join();
    if (!seen.has(key)) seen.set(key, seen.size);
    return seen.get(key);
  });
}

/** indexOf: the index of a corner, by its place and its number. */
function quadFloor(samples, name, quads, indexOf) {
  const corners = [];
  const faces = quads.flatMap(([material, ...four], i) => {
    const [a, b, c, d] = four.map((p, k) => {
      const at = indexOf(p, 4 * i + k);
      corners[at] = `v ${p[0]} ${p[2]} ${-p[1]}`;
      return at + 1;
    });
    return [`usemtl ${material}`, `f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`];
  });
  const [obj, wok] = ['obj', 'wok'].map((ending) => samples.file(`${name}.${ending}`));
  writeFileSync(obj, `${[...corners, ...faces].join('\n')}\n`);
  nativeRun('convert', '--force', '-q', obj, wok);
  return wok;
}

/** A level quad for makeFloors, from one x to another. */
export const field = (material, from, to, z = 0, depth = 2) => [
  material,
  [from, 0, z],
  [to, 0, z],
  [to, depth, z],
  [from, depth, z],
];

/** What the command says on stderr when it fails. */
export function nativeError(...args) {
  try {
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (e) {
    return e.stderr;
  }
  return '';
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

export async function serve(dir = site) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(
      /\/$/,
      '/index.html',
    );
    const file = path.join(dir, path.normalize(name));
    if (!file.startsWith(dir) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(file));
  });
  await new Promise((ok) => server.listen(0, '127.0.0.1', ok));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => server.close(),
    drop: () => server.closeAllConnections(),
  };
}

/** A group of tests with a browser, a page of the viewer and samples, all in `t`. */
export function suite(name, define) {
  const reason = missing();
  if (reason) console.log(`browser tests skipped: ${reason}`);
  describe(name, { skip: reason ?? false }, () => {
    const t = {};
    before(async () => {
      ({ chromium: t.chromium } = await import('playwright-core'));
      t.samples = await makeSamples();
      t.server = await serve();
      t.browser = await launch(t.chromium);
      t.viewer = await open(t.browser.context, t.server.url);
    });
    after(async () => {
      const foreign =
        t.viewer?.requests.filter((u) => !u.startsWith(t.server.url) && !/^(blob|data):/.test(u)) ??
        [];
      await t.browser?.close();
      t.server?.close();
      t.samples?.remove();
      if (foreign.length) throw new Error(`asked the network for ${foreign.join(', ')}`);
    });
    define(t);
  });
}

export async function launch(chromium, options = {}) {
  const profile = mkdtempSync(path.join(tmpdir(), 'waymark-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    ...options,
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Where a point of the file is on the screen. */
export const spotOf = (page, at) =>
  page.evaluate((p) => {
    const { app, stage } = globalThis.waymark;
    const v = app.walkmeshView.place(p);
    const r = stage.canvas.getBoundingClientRect();
    const out = stage.project(v, v.clone());
    return [out.x + r.left, out.y + r.top];
  }, at);

/** A page of the viewer with the things that tests do to it. */
export async function open(context, url) {
  const page = await context.newPage();
  const requests = [];
  const problems = [];
  page.on('request', (r) => requests.push(r.url()));
  page.on('pageerror', (e) => problems.push(e.message));
  page.on('console', (m) => {
    if (m.type() === 'error') problems.push(m.text());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { timeout: 30000 });
  const cdp = await context.newCDPSession(page);
  return new Viewer(page, cdp, requests, problems);
}

export class Viewer {
  constructor(page, cdp, requests, problems) {
    Object.assign(this, { page, cdp, requests, problems });
  }

  /** Drop files or folders of the disk as a hand does, and wait until they are shown. */
  async drop(...paths) {
    const before = await this.page.evaluate(() => globalThis.waymark.app.shows ?? 0);
    const { width, height } = this.page.viewportSize();
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    const at = { x: Math.round(width / 2), y: Math.round(height / 2), data };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await this.cdp.send('Input.dispatchDragEvent', { type, ...at });
    await this.until((n) => (globalThis.waymark.app.shows ?? 0) > n, before);
    await this.settle();
  }

  /** Until something is true in the page. Playwright's own way needs eval, which the page forbids. */
  async until(test, argument, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
      if (await this.page.evaluate(test, argument)) return;
      await this.page.waitForTimeout(30);
    }
    throw new Error(`not so within ${seconds} s: ${test}`);
  }

  /** Until nothing more is drawn and the check is done. */
  async settle() {
    await this.page.evaluate(async () => {
      const { stage, playerState } = globalThis.waymark;
      for (let calm = 0, last = -1; calm < 4; ) {
        await new Promise((ok) => setTimeout(ok, 60));
        const rests = !stage.pending && !stage.flight && !stage.detail.waiting;
        calm = stage.frames === last && rests ? calm + 1 : 0;
        last = stage.frames;
        if (playerState.playing) break; // it moves on and on
      }
    });
  }

  async clear() {
    await this.page.evaluate(() => {
      document.getElementById('clear').click();
      // It asks if files were changed.
      if (document.getElementById('ask').open) document.getElementById('ask-yes').click();
    });
    // A slow answer must not count as the next drop.
    await this.until(() => !globalThis.waymark.app.files.size && !globalThis.waymark.app.current);
    await this.settle();
  }

  text(selector) {
    return this.page.textContent(selector);
  }
  spot(at) {
    return spotOf(this.page, at);
  }
  /** Clicks at a point of the file. */
  async clickAt(at) {
    await this.page.mouse.click(...(await this.spot(at)));
  }
  async key(...keys) {
    for (const k of keys) await this.page.keyboard.press(k);
    await this.settle();
  }

  /** The pixels of the view. */
  async pixels(name) {
    const data = await this.page.locator('#stage').screenshot();
    if (name) await this.shot(name);
    return decodePng(data);
  }

  async shot(name) {
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: path.join(shots, `${name}.png`) });
  }

  async camera() {
    return this.page.evaluate(() => {
      const { stage } = globalThis.waymark;
      return [...stage.camera.position.toArray(), ...stage.controls.target.toArray()];
    });
  }
}

/** A PNG as Chromium writes them: 8 bits, colour with or without alpha, not interlaced. */
export function decodePng(data) {
  let at = 8;
  let header = null;
  const parts = [];
  while (at < data.length) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    const body = data.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR')
      header = {
        width: body.readUInt32BE(0),
        height: body.readUInt32BE(4),
        channels: body[9] === 6 ? 4 : 3,
      };
    if (type === 'IDAT') parts.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const { width, height, channels } = header;
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? out[y * stride + x - channels] : 0;
      const up = y ? out[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y ? out[(y - 1) * stride + x - channels] : 0;
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + predict(filter, left, up, corner);
    }
  }
  return { width, height, channels, data: out };
}

function predict(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The share of pixels that differ visibly. */
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let n = 0;
  for (let i = 0; i < a.data.length; i += a.channels) {
    const d =
      Math.abs(a.data[i] - b.data[i]) +
      Math.abs(a.data[i + 1] - b.data[i + 1]) +
      Math.abs(a.data[i + 2] - b.data[i + 2]);
    if (d > 24) n++;
  }
  return n / (a.width * a.height);
}

/** The files of a ZIP, stored or deflated, by its directory; checks sums as other programs do. */
export function unzip(data) {
  const end = data.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = [];
  for (let i = 0, at = data.readUInt32LE(end + 16); i < data.readUInt16LE(end + 10); i++) {
    const method = data.readUInt16LE(at + 10);
    const [sum, size, names, local] = [
      data.readUInt32LE(at + 16),
      data.readUInt32LE(at + 20),
      data.readUInt16LE(at + 28),
      data.readUInt32LE(at + 42),
    ];
    const name = data.toString('utf8', at + 46, at + 46 + names);
    const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    const packed = data.subarray(start, start + size);
    const bytes = method === 8 ? inflateRawSync(packed) : packed;
    if (crc32(bytes) !== sum) throw new Error(`${name}: the sum is wrong`);
    files.push({ name, bytes });
    at += 46 + names;
  }
  return files;
}
