// What the tests of the core share: where things are, the command to compare with, samples.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCore } from '../src/core.js';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const build = path.resolve(process.env.WAYMARK_BUILD ?? path.join(root, 'build'));
export const command = path.join(build, 'waymark');
export const corpus = process.env.WAYMARK_CORPUS ?? path.join(root, '../shared/corpus');
export const hasCorpus = existsSync(corpus);

const wasm = readFileSync(path.join(build, 'web/waymark.wasm'));
export const newCore = () => createCore(wasm);

export function scratch(t) {
  const dir = mkdtempSync(path.join(tmpdir(), 'waymark-core-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Samples of every family, made by the programs of the C tests. */
export function makeSamples(dir) {
  const run = (tool, ...args) => execFileSync(path.join(build, tool), args, { stdio: 'ignore' });
  run('make_samples', dir);
  run('make_models', path.join(dir, 'models'));
  run('make_area', path.join(dir, 'area'));
  run('make_terrain', path.join(dir, 'terrain'));
  run('make_texts', path.join(dir, 'texts'));
  run('make_bw2', path.join(dir, 'bw2'));
  run('make_mdb', path.join(dir, 'mdb'));
}

export function filesBelow(dir) {
  const names = readdirSync(dir, { recursive: true }).map((n) => path.join(dir, n));
  return names.filter((n) => statSync(n).isFile()).sort();
}

/** A core that has the files of a folder under the paths that the command sees; but no
 * tables, which the command does not look at unless they are named. */
export async function coreOf(dir) {
  const core = await newCore();
  for (const n of readdirSync(dir)
    .map((name) => path.join(dir, name))
    .sort())
    if (statSync(n).isFile() && !n.endsWith('.2da')) core.addFile(n, readFileSync(n));
  return core;
}

/** A core for each folder, because the command looks for companions in one folder only. */
export async function* coresBelow(dir) {
  for (const folder of new Set(filesBelow(dir).map((f) => path.dirname(f)))) yield coreOf(folder);
}

/** Runs the command; does not throw for findings or errors. */
export function run(...args) {
  const r = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  return { code: r.status, out: r.stdout, err: r.stderr };
}

/** Its lines of JSON by file. */
export function runJson(...args) {
  const lines = run(...args)
    .out.split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l));
  return new Map(lines.map((o) => [o.file, o]));
}

/** What the command writes for a document, or null when it refuses. */
export function converted(dir, file, ending, ...verb) {
  const stem = path
    .basename(file)
    .replace(/(\.\w{3}\.ascii|(?<=.)\.[^.]*)$/i, '')
    .replace(/-ascii$/, ''); // as the core names it
  const out = path.join(dir, stem + ending);
  rmSync(out, { force: true });
  const r = run(...verb, '--force', '-q', file, out);
  return r.code === 0 ? readFileSync(out) : null;
}
