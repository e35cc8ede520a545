// Takes the picture of the viewer for the README: node web/test/picture.mjs [PICTURE]
// (docs/pictures/viewer.png unless another is named). It opens the area of examples/temple with
// its broken door. Needs Chromium, make web, and build/make_temple.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, decodePng, launch, open, serve } from './browser/harness.mjs';
import { smallPng } from './small_png.mjs';
import { root } from './tools.mjs';

const picture = path.resolve(process.argv[2] ?? path.join(root, 'docs/pictures/viewer.png'));
const area = mkdtempSync(path.join(tmpdir(), 'temple-'));
execFileSync(path.join(build, 'make_temple'), ['--broken', area]);
const { chromium } = await import('playwright-core');
const server = await serve();
const browser = await launch(chromium, {
  viewport: { width: 1280, height: 760 },
  colorScheme: 'light',
});
try {
  const viewer = await open(browser.context, `${server.url}?smooth`);
  const { page } = viewer;
  await viewer.drop(area);
  await page.click('#tab-findings');
  await page.waitForSelector('#finding-0');
  await viewer.key('s', 'w', 'e', 'g'); // the models alone, without the floor and its lines
  await page.click('#finding-0');
  await viewer.settle();
  // From the south-west, over the whole area.
  await page.evaluate(() => {
    const { stage } = globalThis.waymark;
    stage.leave();
    stage.controls.target.set(0.6, 0, 0.2);
    stage.camera.position.set(-16.5, 38, 36);
    stage.invalidate();
  });
  await page.mouse.move(1100, 750); // off the view
  await page.evaluate(() => document.activeElement?.blur());
  await viewer.settle();
  writeFileSync(picture, smallPng(decodePng(await page.screenshot())));
} finally {
  await browser.close();
  server.close();
  rmSync(area, { recursive: true, force: true });
}
