// The core in WebAssembly says and writes what the command does: on samples made here,
// and on every file of the corpus where there is one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, openAsBlob, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { deflate, inflate } from '../src/deflate.js';
import { CoreError } from '../src/core.js';
import * as tools from './tools.mjs';

const { coreOf, converted, newCore, run, runJson, scratch } = tools;
const SHOWN = ['area', 'terrain', 'walkmesh', 'model'];
/** Files in archives have tests of their own. */
const loose = (core) => {
  const docs = core.documents();
  const archives = docs.filter((d) => d.kind === 'archive').map((d) => `${d.file}/`);
  return docs.filter((d) => d.kind !== 'archive' && !archives.some((a) => d.file.startsWith(a)));
};
const readable = (core) => loose(core).filter((d) => !d.error && SHOWN.includes(d.kind));
const same = (a, b) =>
  a.length === b.length && Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;

/** info and check of all documents against the command's. The text of a door is one file. */
async function compareReports(dir) {
  const infos = runJson('info', '--json', dir);
  const checks = runJson('check', '--json', dir);
  let count = 0;
  for await (const core of tools.coresBelow(dir)) count += compareFolder(core, infos, checks);
  assert.ok(count > 0);
  return count;
}

function compareFolder(core, infos, checks) {
  let count = 0;
  for (const d of loose(core)) {
    if (d.kind === 'unknown') continue;
    // The command checks a GFF only if it is named, not in a folder.
    if (d.format === 'gff') continue;
    const check = core.check(d.id);
    for (const f of check.findings) {
      delete f.at;
      delete f.face;
      delete f.node;
    }
    assert.deepEqual(check, checks.get(d.file), `check of ${d.file}`);
    if (d.kind === 'table') continue;
    const native = infos.get(d.file);
    assert.ok(native, `info of ${d.file}`);
    if (d.error) {
      const { column, ...error } = d.error;
      assert.deepEqual(error, native.error, `error of ${d.file}`);
    } else {
      assert.deepEqual(core.info(d.id), native, `info of ${d.file}`);
    }
    core.close(d.id);
    count++;
  }
  return count;
}

/** What it writes against what the command writes. Rebuilding a large terrain takes long. */
async function compareFiles(dir, t, rebuilt) {
  const work = scratch(t);
  let count = 0;
  for await (const core of tools.coresBelow(dir)) count += compareOutputs(core, work, rebuilt);
  assert.ok(count > 0);
  return count;
}

/** The page saves the names of textures only. */
const plain = ['--textures', 'none'];

/** Kinds of export, the ending that means them to the command, and its verb. */
function outputs(d) {
  if (d.format === 'kotor-mdl')
    return [
      ['ascii', '.mdl.ascii', 'convert'],
      ['binary', '.mdl', 'convert'],
    ];
  if (d.format === 'bw2-model') return [['binary', '.bwm', 'rebuild']];
  if (d.format === 'nwn2-trn') return [['binary', '.trx', 'rebuild']];
  if (d.format === 'nwn2-mdb')
    return [
      ['binary', '.mdb', 'convert'],
      ['gltf', '.gltf', 'convert', ...plain],
      ['obj', '.obj', 'convert'],
    ];
  return [
    ['ascii', '.ascii', 'convert'],
    ['binary', '.wok', 'rebuild'],
    ['gltf', '.gltf', 'convert'],
    ['obj', '.obj', 'convert'],
  ];
}

function compareOutputs(core, work, rebuilt) {
  let count = 0;
  for (const d of readable(core)) {
    // The command makes game files of those, and no glTF again.
    if (d.kind === 'area' || d.part !== undefined || /^(gltf|obj)$/.test(d.format)) continue;
    const model = /^(kotor-mdl|bw2-model|nwn2-mdb)$/.test(d.format);
    const glb = converted(work, d.file, '.glb', 'convert', ...(model ? plain : []));
    if (glb) assert.ok(same(core.glb(d.id), glb), `GLB of ${d.file}`);
    else assert.throws(() => core.glb(d.id), CoreError, d.file);
    count += glb ? 1 : 0;
    for (const [kind, ending, ...verb] of outputs(d)) {
      if (kind === 'binary' && !rebuilt(d)) continue;
      const native = converted(work, d.file, ending, ...verb);
      if (native) assert.ok(same(core.export(d.id, kind)[0].bytes, native), `${kind} of ${d.file}`);
      else assert.throws(() => core.export(d.id, kind), CoreError, d.file);
    }
    core.close(d.id);
  }
  return count;
}

/** Paths between corners of the floor, as long as the command's to the last digit. */
function comparePaths(core, file, d) {
  const w = core.walkmesh(d.id);
  const walkable = [...w.walkable.keys()].filter((f) => w.walkable[f]);
  let found = 0;
  for (let i = 0; i < 8; i++) {
    const middle = (face) =>
      [0, 1, 2].map((k) => {
        const [a, b, c] = [0, 1, 2].map((v) => w.positions[3 * w.faces[3 * face + v] + k]);
        return Math.fround((a + b + c) / 3);
      });
    const a = middle(walkable[(i * 7919) % walkable.length]);
    const b = middle(walkable[(i * 104729 + 3) % walkable.length]);
    const answer = core.path(d.id, a, b);
    const native = JSON.parse(run('path', '--json', file, a.join(','), b.join(',')).out).results[0];
    assert.equal(answer.found, native.found, `${file}: ${a} to ${b}`);
    if (!answer.found) continue;
    found++;
    assert.equal(answer.length, native.length);
    assert.deepEqual([...answer.points], native.points.flat().map(Math.fround));
    const game = core.gamePath(d.id, a, b);
    if (!game) continue;
    const tables = JSON.parse(
      run('path', '--game-tables', '--json', file, a.join(','), b.join(',')).out,
    ).results[0].game;
    assert.equal(game.end, tables.end);
    assert.deepEqual([...game.faces], tables.triangles);
    if (game.found) assert.equal(game.length, tables.length);
  }
  return found;
}

// That the bytes are zlib's is shown by rebuilt terrains below: node's own zlib is a faster
// one that makes others.
test('zlib streams in and out', () => {
  const memory = new ArrayBuffer(1 << 20);
  const all = new Uint8Array(memory);
  for (let n = 0; n < 40; n++) {
    const size = n * n * 97;
    const from = new Uint8Array(memory, 16, size);
    for (let i = 0; i < size; i++) from[i] = n % 3 ? (i * i) >> n % 7 : Math.floor(i / 50) * 7;
    const made = deflate(memory, 16, size, 300000, 300000);
    assert.ok(same(zlib.inflateSync(all.subarray(300000, 300000 + made)), from), `${size} bytes`);
    assert.equal(inflate(memory, 300000, made, 700000, size, 8), 0);
    assert.deepEqual([...new Uint32Array(memory, 8, 2)], [made, size]);
    assert.ok(same(all.subarray(700000, 700000 + size), from));
    if (size) assert.equal(inflate(memory, 300000, made, 700000, size - 1, 8), 2, 'holds more');
    assert.equal(inflate(memory, 300000, made - 1, 700000, size, 8), 1, 'is cut short');
    all[300000 + made - 1] ^= 1;
    assert.equal(inflate(memory, 300000, made, 700000, size, 8), 1, 'has a wrong sum');
  }
});

test("samples: info and check are the command's", async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const n = await compareReports(dir);
  t.diagnostic(`${n} documents`);
});

test("samples: files are the command's, byte for byte", async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const n = await compareFiles(dir, t, () => true);
  t.diagnostic(`${n} documents`);
});

/** A .gltf whose data is in a file of its own, as Blender writes it. */
function splitGltf(dir, name) {
  const file = path.join(dir, `${name}.gltf`);
  const json = JSON.parse(readFileSync(file, 'utf8'));
  const data = json.buffers[0].uri;
  json.buffers[0].uri = `${name}%20data.bin`;
  writeFileSync(file, JSON.stringify(json));
  writeFileSync(
    path.join(dir, `${name} data.bin`),
    Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'),
  );
}

test('glTF and OBJ open as in the command', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const out = path.join(dir, 'out');
  mkdirSync(out);
  const make = (from, to) =>
    assert.equal(run('convert', '-q', path.join(dir, from), path.join(out, to)).code, 0, to);
  make('models/sample.mdl', 'sample.glb');
  make('models/sample.mdl', 'split.gltf');
  make('room.wok', 'room.obj');
  make('terrain/hall.trx', 'hall.glb');
  splitGltf(out, 'split');
  writeFileSync(path.join(out, 'broken.gltf'), '{"asset":{"version":"2.0"},"nodes":[{"mesh":1}]}');
  writeFileSync(path.join(out, 'other.json'), '{"name":"no glTF"}');
  assert.equal(await compareReports(out), 5);

  const core = await coreOf(out);
  const titles = core.documents().filter((d) => d.kind !== 'unknown');
  assert.deepEqual(
    titles.map((d) => [d.title, d.format, d.kind, !!d.error]),
    [
      ['broken.gltf', 'gltf', 'model', true],
      ['hall.glb', 'gltf', 'model', false],
      ['room.obj', 'obj', 'model', false],
      ['sample.glb', 'gltf', 'model', false],
      ['split.gltf', 'gltf', 'model', false],
    ],
  );
  const id = (title) => titles.find((d) => d.title === title).id;
  // What waymark wrote comes back as the same bytes, by way of a file of its own too.
  const glb = readFileSync(path.join(out, 'sample.glb'));
  assert.ok(same(core.glb(id('sample.glb')), glb));
  assert.ok(same(core.glb(id('split.gltf')), glb));
  assert.equal(core.export(id('room.obj'), 'obj')[0].name, 'room.obj');
  assert.throws(() => core.export(id('room.obj'), 'binary'), CoreError);
  core.removeFile(path.join(out, 'split data.bin'));
  const alone = core.documents().find((d) => d.title === 'split.gltf');
  assert.match(alone.error.message, /split data\.bin/);
  assert.equal(core.check(alone.id).findings[0].code, 'GLTF_BUFFER_MISSING');
});

test("samples: paths are the command's", async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  let found = 0;
  for (const name of ['room.wok', 'courtyard.wok', 'terrain/hall.trx', 'area/grid.lyt']) {
    const file = path.join(dir, name);
    const core = await coreOf(path.dirname(file));
    found += comparePaths(
      core,
      file,
      core.documents().find((d) => d.file === file),
    );
  }
  assert.ok(found > 10);
});

test('an area: rooms, transitions with names, documents below it', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await coreOf(path.join(dir, 'area'));
  const docs = core.documents();
  const area = docs.find((d) => d.kind === 'area');
  const rooms = docs.filter((d) => d.parent === area.id);
  const w = core.walkmesh(area.id);
  assert.equal(w.rooms.length, core.info(area.id).rooms.length);
  assert.equal(rooms.length, w.rooms.filter((r) => r.walkmesh !== null).length);
  assert.equal(w.room.length * 3, w.faces.length);
  const o = core.overlays(area.id);
  assert.equal(o.transitions.length, core.info(area.id).transitions);
  for (const x of o.transitions) assert.equal(x.name, w.rooms[x.room].name);
  const single = core.overlays(rooms[0].id);
  assert.ok(single.transitions.every((x) => x.name === w.rooms[x.room].name));
  assert.ok(o.perimeters.length >= rooms.length && o.perimeters.every((p) => p.closed));
  assert.ok(core.export(area.id, 'binary').length === rooms.length);
});

test('an area with faults: what check says of it', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const area = path.join(dir, 'area');
  const change = (name, how) =>
    writeFileSync(
      path.join(area, name),
      how(readFileSync(path.join(area, name), 'latin1')),
      'latin1',
    );
  change('grid.lyt', (text) => text.replace(/(Grid_01_00) \S+/i, '$1 nowhere'));
  change('grid.vis', (text) => `  early\n${text}  Grid_77_77\n`);
  change('grid_02_00.wok', (bytes) => bytes.slice(0, 300));
  change('grid_00_01.wok', () => 'of no format');
  change('grid_01_01.wok', () => '');
  await compareReports(area);
});

test('overlays and places of a walkmesh and a terrain', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  for (const n of ['courtyard.wok', 'terrain/hall.trx', 'models/sample.mdl'])
    core.addFile(path.join(dir, n), readFileSync(path.join(dir, n)));
  const of = (name) => core.documents().find((d) => d.file === path.join(dir, name));
  const room = of('courtyard.wok');
  const info = core.info(room.id);
  const boxes = core.overlays(room.id).boxes;
  assert.equal(boxes.count, info.aabb_nodes);
  assert.equal(boxes.bounds.length, 6 * boxes.count);
  assert.equal(Math.max(...boxes.level) + 1, info.aabb_depth);
  const hall = of('terrain/hall.trx');
  const { tiles, islands, islandCount } = core.overlays(hall.id);
  const terrain = core.info(hall.id);
  assert.deepEqual([tiles.cols, tiles.rows], terrain.tiles);
  assert.equal(Math.max(...tiles.count), terrain.max_tile_nodes);
  assert.equal(islandCount, terrain.islands);
  assert.equal(islands.length, terrain.triangles);
  const w = core.walkmesh(hall.id);
  const face = w.walkable.indexOf(1);
  const at = [0, 1, 2].map((k) =>
    [0, 1, 2].reduce((s, v) => s + w.positions[3 * w.faces[3 * face + v] + k] / 3, 0),
  );
  const pick = core.pick(hall.id, ...at);
  assert.equal(pick.face, face);
  assert.ok(Math.abs(pick.height - at[2]) < 1e-3);
  assert.equal(core.ray(hall.id, [at[0], at[1], at[2] + 1], [0, 0, -1]).face, face);
  assert.equal(core.pick(hall.id, 1e6, 1e6, 0), null);
  assert.equal(core.walkmesh(of('models/sample.mdl').id), null);
});

test("samples: differences are the command's", async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  let compared = 0;
  for await (const core of tools.coresBelow(dir)) {
    const docs = readable(core).filter((d) => d.part === undefined && d.kind !== 'area');
    for (const [i, a] of docs.entries())
      for (const b of docs.slice(i + 1)) {
        if (a.format !== b.format || a.text || b.text) continue;
        const native = JSON.parse(run('diff', '--json', a.file, b.file).out || 'null');
        if (!native) continue; // the command refuses to read one of them
        const { identical, equal, differences } = core.compare(a.id, b.id);
        const list = differences.map(({ field, count, message }) => ({ field, count, message }));
        const said = { identical, equal, differences: list };
        const { file, other, ...wanted } = native;
        assert.deepEqual(said, wanted, `${file} and ${other}`);
        compared++;
      }
  }
  assert.ok(compared > 40, `${compared} pairs`);
});

test('surfacemat.2da decides what can be walked on', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  core.addFile('room.wok', readFileSync(path.join(dir, 'room.wok')));
  const [d] = core.documents();
  const before = core.info(d.id).walkable;
  const table =
    '2DA V2.0\n\n    Label Walk\n' +
    Array.from({ length: 24 }, (_, i) => `${i} s${i} 0\n`).join('');
  core.addFile('tables/SURFACEMAT.2da', new TextEncoder().encode(table));
  assert.ok(before > 0);
  assert.equal(core.info(d.id).walkable, 0);
  core.removeFile('tables/SURFACEMAT.2da');
  assert.equal(core.info(d.id).walkable, before);
});

test('damaged files are documents with an error, and the others go on', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  const good = readFileSync(path.join(dir, 'room.wok'));
  const trx = readFileSync(path.join(dir, 'terrain/hall.trx'));
  core.addFile('good.wok', good);
  core.addFile('short.wok', good.subarray(0, 200));
  core.addFile('empty.wok', new Uint8Array(0));
  core.addFile('short.trx', trx.subarray(0, trx.length - 40));
  core.addFile('header.trx', trx.subarray(0, 20));
  core.addFile(
    'noise.bin',
    new Uint8Array(500).map((_, i) => i * 37 + 11),
  );
  const by = Object.fromEntries(core.documents().map((d) => [d.file, d]));
  assert.equal(by['good.wok'].error, undefined);
  assert.equal(by['short.wok'].error.code, 'truncated');
  assert.ok(by['short.wok'].error.offset >= 0 && by['short.wok'].error.path);
  assert.equal(by['short.trx'].error, undefined); // what is there can be read
  assert.ok(by['header.trx'].error.message);
  assert.equal(by['empty.wok'].error.message, 'the file is empty');
  assert.equal(by['noise.bin'].kind, 'unknown');
  assert.throws(
    () => core.info(by['short.wok'].id),
    (e) => e instanceof CoreError && e.code === 'truncated',
  );
  assert.throws(() => core.info(12345678), CoreError);
  assert.ok(core.check(by['short.wok'].id).errors > 0);
  assert.equal(core.info(by['good.wok'].id).bytes, good.length);
});

test('files of no known format and tables: what the command says of them', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const files = {
    'zeros.bwm': Buffer.alloc(300),
    'empty.wok': Buffer.alloc(0),
    'junk.bin': Buffer.from('neither this nor that'),
    'alone.mdx': readFileSync(path.join(dir, 'models/sample.mdx')),
    'bad.2da': Buffer.from('2DA V2.bxx'),
  };
  const core = await newCore();
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(dir, name);
    writeFileSync(file, bytes);
    core.addFile(file, bytes);
    const doc = core.documents().find((d) => d.file === file);
    const native = JSON.parse(run('check', '--json', file).out);
    assert.deepEqual(core.check(doc.id), native, name);
    assert.ok(native.findings[0].message.startsWith(doc.error.message), name);
  }
  const texture = new Uint8Array(5000).fill(7);
  core.addFile('texture.tga', texture);
  assert.equal(core.fileBytes('texture.tga').length, 256, 'no more is kept of what is of no use');
  assert.equal(core.documents().find((d) => d.file === 'texture.tga').bytes, 5000);
  core.addFile('good.2da', new TextEncoder().encode('2DA V2.0\n\nLabel\n0 a\n'));
  const table = core.documents().find((d) => d.file === 'good.2da');
  assert.equal(table.kind, 'table');
  assert.equal(table.error, undefined, 'a table is not damaged');
});

test('saved files keep the name, dots and all, and the kind of walkmesh', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  const names = (file, kind) =>
    core.export(core.documents().find((d) => d.file === file).id, kind).map((f) => f.name);
  core.addFile('a/my.room.v2.wok', readFileSync(path.join(dir, 'room.wok')));
  core.addFile('hall.wok.ascii', core.export(core.documents()[0].id, 'ascii')[0].bytes);
  core.addFile('x.y.mdl', readFileSync(path.join(dir, 'models/sample.mdl')));
  core.addFile('x.y.mdx', readFileSync(path.join(dir, 'models/sample.mdx')));
  assert.deepEqual(names('a/my.room.v2.wok', 'ascii'), ['my.room.v2.wok.ascii']);
  assert.deepEqual(names('a/my.room.v2.wok', 'binary'), ['my.room.v2.wok']);
  assert.deepEqual(names('hall.wok.ascii', 'binary'), ['hall.wok']);
  assert.deepEqual(names('hall.wok.ascii', 'glb'), ['hall.glb']);
  assert.deepEqual(names('x.y.mdl', 'ascii'), ['x.y-ascii.mdl']);
  assert.deepEqual(names('x.y.mdl', 'binary'), ['x.y.mdl', 'x.y.mdx']);
});

test('any bytes are safe: no trap, and memory is given back', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const seeds = tools
    .filesBelow(dir)
    .filter((f) => !f.endsWith('.vis'))
    .map((f) => readFileSync(f));
  const core = await newCore();
  let random = 1;
  const next = (n) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) % n;
  for (let i = 0; i < 400; i++) {
    const bytes = Uint8Array.from(seeds[i % seeds.length]);
    for (let k = 0; k < 6 && bytes.length; k++) bytes[next(bytes.length)] = next(256);
    core.clear();
    core.addFile('x.mdl', bytes.subarray(0, i % 5 ? bytes.length : next(bytes.length + 1)));
    for (const d of core.documents()) {
      assert.notEqual(d.error?.code, 'failed', d.error?.message);
      core.check(d.id);
      for (const ask of ['info', 'glb', 'walkmesh', 'overlays']) {
        try {
          core[ask](d.id);
        } catch (e) {
          assert.ok(e instanceof CoreError && e.code !== 'failed', e.message);
        }
      }
    }
  }
});

test('memory does not grow when files come and go', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  const files = tools.filesBelow(dir).map((f) => [f, readFileSync(f)]);
  let after = 0;
  for (let i = 0; i < 30; i++) {
    for (const [name, bytes] of files) core.addFile(name, bytes);
    for (const d of readable(core)) {
      core.info(d.id);
      core.walkmesh(d.id);
      core.overlays(d.id);
      if (d.kind !== 'area' && core.info(d.id).variant !== 'packets') core.glb(d.id);
      if (i % 2) core.close(d.id);
    }
    core.clear();
    if (i === 5) after = core.memory;
  }
  assert.equal(core.memory, after);
});

test('out of memory is an answer', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const core = await newCore();
  assert.throws(
    () => core.addFile('huge.bin', { length: 3e9 }),
    (e) => e instanceof CoreError && e.code === 'no_memory',
  );
  core.addFile('room.wok', readFileSync(path.join(dir, 'room.wok')));
  assert.equal(core.documents().length, 1);
});

test('a trap ends the file, not the core', async (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  // An instance whose GLB reads where there is no memory, which is as good as any trap.
  const { Instance } = WebAssembly;
  t.after(() => {
    WebAssembly.Instance = Instance;
  });
  WebAssembly.Instance = function broken(...args) {
    const real = new Instance(...args).exports;
    return { exports: { ...real, glb: () => real.text(-1 >>> 0) } };
  };
  const core = await newCore();
  for (const n of ['room.wok', 'hills.wok']) core.addFile(n, readFileSync(path.join(dir, n)));
  const [room, hills] = core.documents();
  const { length } = core.path(hills.id, [1, 1], [3, 3]);
  assert.throws(
    () => core.glb(room.id),
    (e) => e instanceof CoreError && e.code === 'failed',
  );
  const again = core.documents();
  assert.equal(again[0].error.code, 'failed');
  assert.equal(again[1].id, hills.id);
  assert.equal(core.path(hills.id, [1, 1], [3, 3]).length, length);
});

test('the example of docs/web.md runs', (t) => {
  const dir = scratch(t);
  tools.makeSamples(dir);
  const [, code] = /```js\n([\s\S]*?)```/.exec(
    readFileSync(path.join(tools.root, 'docs/web.md'), 'utf8'),
  );
  const program = code
    .replace(
      "readFileSync('room.wok')",
      () => `readFileSync(${JSON.stringify(path.join(dir, 'room.wok'))})`,
    )
    .replace("'build/web/waymark.wasm'", () =>
      JSON.stringify(path.join(tools.build, 'web/waymark.wasm')),
    );
  const out = execFileSync('node', ['--input-type=module', '-e', program], {
    cwd: tools.root,
    encoding: 'utf8',
  });
  assert.match(out, /^\d+ \d+(\.\d+)?\n$/);
});

test('30,000 triangles', async (t) => {
  const core = await newCore();
  const n = 123;
  let text = 'node trimesh big\n  bitmap NULL\n';
  text += `  verts ${(n + 1) ** 2}\n`;
  for (let y = 0; y <= n; y++)
    for (let x = 0; x <= n; x++)
      text += `    ${x} ${y} ${(Math.sin(x / 9) + Math.cos(y / 7)).toFixed(3)}\n`;
  text += `  faces ${2 * n * n}\n`;
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const a = y * (n + 1) + x;
      const wall = x % 10 === 5 && y % 20 > 1 ? 7 : 4;
      text += `    ${a} ${a + 1} ${a + n + 2}  1  0 0 0  ${wall}\n    ${a} ${a + n + 2} ${a + n + 1}  1  0 0 0  ${wall}\n`;
    }
  }
  text += 'endnode\n';
  const from = performance.now();
  core.addFile('big.wok', new TextEncoder().encode(text));
  const [d] = core.documents();
  assert.equal(d.error, undefined);
  core.addFile('big2.wok', core.export(d.id, 'binary')[0].bytes);
  const made = performance.now();
  const id = core.documents().find((x) => x.file === 'big2.wok').id;
  const w = core.walkmesh(id);
  core.overlays(id);
  const opened = performance.now();
  assert.ok(w.faces.length / 3 >= 30000);
  const p = core.path(id, [1.3, 1.3], [n - 1.3, n - 1.3]);
  const walked = performance.now();
  assert.ok(p.found);
  core.check(id);
  core.glb(id);
  const done = performance.now();
  t.diagnostic(
    `${w.faces.length / 3} triangles: text to binary ${Math.round(made - from)} ms, opened ${Math.round(opened - made)} ms, path ${Math.round(walked - opened)} ms, check and GLB ${Math.round(done - walked)} ms`,
  );
});

test(
  "corpus: info and check are the command's",
  { skip: !tools.hasCorpus && 'there is no corpus' },
  async (t) => {
    t.diagnostic(`${await compareReports(tools.corpus)} documents`);
  },
);

test(
  "corpus: files are the command's, byte for byte",
  { skip: !tools.hasCorpus && 'there is no corpus' },
  async (t) => {
    const n = await compareFiles(tools.corpus, t, (d) => d.kind !== 'terrain' || d.bytes < 300000);
    t.diagnostic(`${n} documents`);
  },
);

test(
  "corpus: paths are the command's",
  { skip: !tools.hasCorpus && 'there is no corpus' },
  async (t) => {
    let found = 0;
    for await (const core of tools.coresBelow(tools.corpus)) {
      const docs = readable(core).filter((d) => d.kind !== 'model' && d.part === undefined);
      for (const d of docs.filter((x, i) => i % 6 === 0)) {
        const w = core.walkmesh(d.id);
        if (w?.walkable.includes(1)) found += comparePaths(core, d.file, d);
        core.close(d.id);
      }
    }
    assert.ok(found > 10);
    t.diagnostic(`${found} paths`);
  },
);
