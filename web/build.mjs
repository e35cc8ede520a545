// Builds the viewer: node web/build.mjs BUILD
//   BUILD/web/index.html, app.js, licences.txt, … a page for any web server
//   BUILD/waymark-viewer.zip                                 the same as one archive
//   BUILD/web/viewer.html                                    one file, for `waymark view`
// BUILD/wasm/waymark.wasm and the programs of examples/ must be there (make web).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { EXAMPLES } from './src/example_list.js';
import { iconPng } from './icon.mjs';
import { zip } from './src/zip.js';

const web = path.dirname(fileURLToPath(import.meta.url));
const build = path.resolve(process.argv[2] ?? path.join(web, '../build'));
const out = path.join(build, 'web');
const wasmFile = path.join(build, 'wasm/waymark.wasm');
const LIMIT = 2e6; // bytes of the page with WebAssembly, three.js aside

/** How many bytes of the bundle come of a package. */
function bytesOf(metafile, name) {
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output.inputs)
    .filter(([file]) => file.includes(`node_modules/${name}/`))
    .reduce((sum, [, input]) => sum + input.bytesInOutput, 0);
}

/** The licences of everything in the page: of Waymark, of the packages in the bundle, and of the C
 * library in the WebAssembly. */
function licences(metafile) {
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((file) => file.match(/node_modules\/([^/]+)/)?.[1] ?? []),
  );
  const parts = [
    ['Waymark', path.join(web, '../LICENSE')],
    ...[...packages].sort().map((name) => [name, path.join(web, 'node_modules', name, 'LICENSE')]),
    ['wasi-libc', '/usr/share/doc/wasi-libc/copyright'],
  ];
  if (!existsSync(parts.at(-1)[1])) console.error('licences.txt: the one of wasi-libc is missing');
  return parts
    .filter(([name, file]) => name !== 'wasi-libc' || existsSync(file))
    .map(([name, file]) => `---- ${name} ----\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join('\n');
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** One file: style, program, core and a place for data. Only that style and that program are
 * used, known by their hashes, and nothing is fetched. Functions, because "$&" in a text would
 * mean something to replace(). */
function inline(html, { style, script, wasm, licence }) {
  const safe = script.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const parts = [
    `<script id="waymark-licences" type="text/plain">\n${licence}</script>`,
    `<script id="waymark-wasm" type="application/octet-stream">${wasm.toString('base64')}</script>`,
    '<script id="waymark-files" type="application/json">[]</script>',
    `<script>${safe}</script>`,
  ].join('\n');
  const result = html
    .replace("script-src 'self'", () => `script-src ${hash(safe)}`)
    .replace("style-src 'self'", () => `style-src ${hash(style)}`)
    .replace("connect-src 'self'", () => "connect-src 'none'")
    .replace('<link rel="manifest" href="manifest.webmanifest">\n', '')
    .replace('<link rel="apple-touch-icon" href="icon-192.png">\n', '')
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
    .replace('<script defer src="app.js"></script>', () => parts);
  const marks = ['<style>', 'id="waymark-files"', "script-src 'sha256-", "style-src 'sha256-"];
  for (const mark of [...marks, "connect-src 'none'"])
    if (!result.includes(mark)) throw new Error(`index.html: no place for ${mark}`);
  return result;
}

/** The files of the examples, made by the programs in examples/ of the project. */
function makeExamples() {
  const to = path.join(out, 'examples');
  const run = (tool, ...args) =>
    execFileSync(path.join(build, tool), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(to, { recursive: true, force: true });
  for (const { id } of EXAMPLES) mkdirSync(path.join(to, id), { recursive: true });
  run('make_room', '--broken', path.join(to, 'room/hall.wok'));
  copyFileSync(path.join(web, '../examples/robot.mdl'), path.join(to, 'model/robot.mdl'));
  run('paint_robot', path.join(to, 'model'));
  run('make_stage', path.join(to, 'nwn2'));
  run('make_temple', '--broken', path.join(to, 'area'));
  for (const { id, files } of EXAMPLES)
    for (const name of readdirSync(path.join(to, id)))
      if (!files.includes(name)) rmSync(path.join(to, id, name));
  return EXAMPLES.flatMap(({ id, files }) => files.map((name) => `examples/${id}/${name}`));
}

/** The service worker keeps these files for use without a network; their hash is its version. */
function serviceWorker(files) {
  const version = createHash('sha256');
  for (const name of files) version.update(name).update(readFileSync(path.join(out, name)));
  const source = readFileSync(path.join(web, 'src/sw.js'), 'utf8');
  const made = source
    .replace("'VERSION'", () => JSON.stringify(version.digest('hex').slice(0, 16)))
    .replace('FILES', () => JSON.stringify(['./', ...files.filter((f) => f !== 'index.html')]));
  writeFileSync(path.join(out, 'sw.js'), made);
}

const { metafile } = await esbuild.build({
  absWorkingDir: web,
  entryPoints: ['src/main.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline', // licences of what is in it stay in it
  outfile: path.join(out, 'app.js'),
  metafile: true,
  logLevel: 'warning',
});

const html = readFileSync(path.join(web, 'src/index.html'), 'utf8');
const style = readFileSync(path.join(web, 'src/style.css'), 'utf8');
const script = readFileSync(path.join(out, 'app.js'), 'utf8');
const wasm = readFileSync(wasmFile);
const licence = licences(metafile);
mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, 'index.html'), html);
writeFileSync(path.join(out, 'style.css'), style);
writeFileSync(path.join(out, 'licences.txt'), licence);
copyFileSync(wasmFile, path.join(out, 'waymark.wasm'));
copyFileSync(path.join(web, 'src/manifest.webmanifest'), path.join(out, 'manifest.webmanifest'));
const icons = [192, 512].map((size) => ({ size, name: `icon-${size}.png` }));
for (const { size, name } of icons) writeFileSync(path.join(out, name), iconPng(size));
const files = [
  ...['index.html', 'app.js', 'style.css', 'waymark.wasm', 'manifest.webmanifest'],
  ...icons.map(({ name }) => name),
  ...makeExamples(),
];
serviceWorker(files);
writeFileSync(path.join(out, 'viewer.html'), inline(html, { style, script, wasm, licence }));
writeFileSync(
  path.join(build, 'waymark-viewer.zip'),
  await zip(
    [...files, 'sw.js', 'licences.txt'].map((name) => ({
      name,
      bytes: readFileSync(path.join(out, name)),
    })),
  ),
);

const three = bytesOf(metafile, 'three');
const page = Buffer.byteLength(html) + Buffer.byteLength(style) + Buffer.byteLength(script) - three;
const sum = page + wasm.length;
console.log(
  `${path.relative(process.cwd(), out)}: page ${page} + WebAssembly ${wasm.length} = ${sum} bytes, three.js ${three}`,
);
if (sum > LIMIT) {
  console.error(`the page with WebAssembly has more than ${LIMIT} bytes`);
  process.exit(1);
}
