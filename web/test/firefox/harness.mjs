// Firefox for the tests: Debian's own, which playwright-core cannot drive. Puppeteer talks to it with
// WebDriver BiDi. In a window (of Xvfb, which nobody sees) it has WebGL, drawn by Mesa; without a window it
// has none, which is what the tests of the 2D plan need.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodePng, missingParts, shots, spotOf } from '../browser/harness.mjs';

const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const screenPath = '/usr/bin/Xvfb';

/** Why the tests cannot run here, or null. */
export function missingFirefox() {
  if (!existsSync(firefoxPath)) return 'no firefox-esr';
  return missingParts();
}

export const hasScreen = () => existsSync(screenPath);

/** A screen that nobody sees: {name, close}. */
async function startScreen() {
  const child = spawn(
    screenPath,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const name = await new Promise((ok, bad) => {
    child.stdio[3].once('data', (data) => ok(`:${String(data).trim()}`));
    child.once('exit', () => bad(new Error('Xvfb did not start')));
  });
  return { name, close: () => child.kill() };
}

/** window: with WebGL. */
export async function launchFirefox({ window = false } = {}) {
  const { default: puppeteer } = await import('puppeteer-core');
  const downloads = mkdtempSync(path.join(tmpdir(), 'waymark-firefox-'));
  const screen = window ? await startScreen() : null;
  const close = () => {
    screen?.close();
    rmSync(downloads, { recursive: true, force: true });
  };
  try {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefoxPath,
      headless: !window,
      env: {
        ...process.env,
        LIBGL_ALWAYS_SOFTWARE: '1',
        ...(screen ? { DISPLAY: screen.name, MOZ_ENABLE_WAYLAND: '0' } : {}),
      },
      extraPrefsFirefox: {
        'webgl.force-enabled': window,
        'webgl.disabled': !window,
        'browser.download.dir': downloads,
        'browser.download.folderList': 2,
        'browser.download.useDownloadDir': true,
        'browser.download.alwaysOpenPanel': false,
        'browser.download.always_ask_before_handling_new_types': false,
        'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream',
        'ui.systemUsesDarkTheme': 0,
      },
    });
    return {
      browser,
      downloads,
      close: async () => {
        await browser.close();
        close();
      },
    };
  } catch (e) {
    close();
    throw e;
  }
}

const sleep = (time) => new Promise((ok) => setTimeout(ok, time));

/** A page of the viewer with the things that tests do to it. */
export class FirefoxViewer {
  problems = [];
  requests = [];

  static async open(firefox, url) {
    const viewer = new FirefoxViewer();
    viewer.downloads = firefox.downloads;
    const page = (viewer.page = await firefox.browser.newPage());
    await page.setViewport({ width: 1280, height: 800 });
    page.on('pageerror', (e) => viewer.problems.push(e.message));
    page.on('console', (m) => {
      if (m.type() === 'error') viewer.problems.push(m.text());
    });
    page.on('request', (r) => viewer.requests.push(r.url()));
    await page.evaluateOnNewDocument(() => {
      globalThis.violations = [];
      addEventListener('securitypolicyviolation', (e) =>
        globalThis.violations.push(`${e.violatedDirective}: ${e.blockedURI}`),
      );
    });
    await page.goto(url);
    await viewer.until(() => document.documentElement.dataset.ready);
    return viewer;
  }

  /** test returns true or false: an element does not come through. */
  async until(test, argument, seconds = 30) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
      if (await this.page.evaluate(test, argument)) return;
      await sleep(50);
    }
    throw new Error(`not so within ${seconds} s: ${test}`);
  }

  /** Until nothing more is drawn. */
  async settle() {
    await this.page.evaluate(async () => {
      const { stage, playerState } = globalThis.waymark;
      for (let calm = 0, last = -1; calm < 4; ) {
        await new Promise((ok) => setTimeout(ok, 60));
        const rests = !stage.pending && !stage.flight && !stage.detail.waiting;
        calm = stage.frames === last && rests ? calm + 1 : 0;
        last = stage.frames;
        if (playerState.playing) break;
      }
    });
  }

  async #shown(act) {
    const before = await this.page.evaluate(() => globalThis.waymark.app.shows ?? 0);
    await act();
    await this.until((n) => (globalThis.waymark.app.shows ?? 0) > n, before);
    await this.settle();
  }

  /** With the button "Open". */
  async pick(...paths) {
    const input = await this.page.$('#pick-files');
    await this.#shown(() => input.uploadFile(...paths));
  }

  /** WebDriver cannot drag files, so the page gets the event that a drop makes. */
  async drop(...paths) {
    const files = paths.map((p) => ({
      name: path.basename(p),
      base64: readFileSync(p).toString('base64'),
    }));
    await this.#shown(() =>
      this.page.evaluate((list) => {
        const dataTransfer = new DataTransfer();
        for (const { name, base64 } of list)
          dataTransfer.items.add(
            new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name),
          );
        for (const type of ['dragenter', 'dragover', 'drop'])
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
          );
      }, files),
    );
  }

  /** Drops a folder. No script can make its entries, so the page gets objects that answer like those of
   * Firefox: a reader gives some of them at a time, then none. */
  async dropFolder(folder) {
    const files = readdirSync(folder).map((name) => ({
      name,
      base64: readFileSync(path.join(folder, name)).toString('base64'),
    }));
    await this.#shown(() =>
      this.page.evaluate(
        (name, list) => {
          const entries = list.map((f) => ({
            isDirectory: false,
            fullPath: `/${name}/${f.name}`,
            file: (ok) =>
              ok(new File([Uint8Array.from(atob(f.base64), (c) => c.charCodeAt(0))], f.name)),
          }));
          const createReader = () => {
            const rest = [...entries];
            return { readEntries: (ok) => setTimeout(ok, 0, rest.splice(0, 4)) };
          };
          const entry = { isDirectory: true, fullPath: `/${name}`, createReader };
          const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null };
          const event = new Event('drop', { bubbles: true, cancelable: true });
          event.dataTransfer = { items: [item], files: [] };
          document.body.dispatchEvent(event);
        },
        path.basename(folder),
        files,
      ),
    );
  }

  async clear() {
    await this.page.evaluate(() => {
      document.getElementById('clear').click();
      // It asks if files were changed.
      if (document.getElementById('ask').open) document.getElementById('ask-yes').click();
    });
    await this.settle();
  }

  text(selector) {
    return this.page.$eval(selector, (e) => e.textContent);
  }

  click(selector) {
    return this.page.locator(selector).click();
  }

  /** Clicks at a point of the file. */
  async clickAt(at) {
    await this.page.mouse.click(...(await spotOf(this.page, at)));
  }

  /** 'z', or 'Control+z'. */
  async key(...keys) {
    for (const k of keys) {
      const parts = k === '+' ? ['+'] : k.split('+');
      for (const p of parts.slice(0, -1)) await this.page.keyboard.down(p);
      await this.page.keyboard.press(parts.at(-1));
      for (const p of parts.slice(0, -1)) await this.page.keyboard.up(p);
    }
    await this.settle();
  }

  /** The pixels of the view. */
  async pixels(name) {
    const stage = await this.page.$('#stage');
    if (name) await this.shot(name);
    return decodePng(Buffer.from(await stage.screenshot()));
  }

  async shot(name) {
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: path.join(shots, `firefox-${name}.png`) });
  }

  camera() {
    return this.page.evaluate(() => {
      const { stage } = globalThis.waymark;
      return [...stage.camera.position.toArray(), ...stage.controls.target.toArray()];
    });
  }

  /** The bytes of the file that an action downloads. */
  async download(name, act) {
    const to = path.join(this.downloads, name);
    rmSync(to, { force: true });
    await act();
    for (let i = 0; i < 200; i++) {
      const parts = readdirSync(this.downloads).filter((n) => n.endsWith('.part'));
      if (existsSync(to) && !parts.length && readFileSync(to).length) return readFileSync(to);
      await sleep(50);
    }
    throw new Error(`${name} was not downloaded: ${readdirSync(this.downloads).join(', ')}`);
  }

  violations() {
    return this.page.evaluate(() => globalThis.violations);
  }
}
