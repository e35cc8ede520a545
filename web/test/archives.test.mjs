// Archives and textures in the core: what is in them is what the command finds there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, openAsBlob, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decodePng } from './browser/harness.mjs';
import * as tools from './tools.mjs';

const { converted, newCore, run, scratch } = tools;

/** A module with a layout, its rooms and a model with its texture, and the same as a KEY. */
function makeModule(dir) {
  tools.makeSamples(dir);
  const pack = (kind, out, ...files) =>
    execFileSync(path.join(tools.build, 'pack_archive'), [kind, path.join(dir, out), ...files]);
  const rooms = tools.filesBelow(path.join(dir, 'area')).filter((f) => /\.(lyt|wok)$/i.test(f));
  pack('erf', 'area.mod', ...rooms);
  pack('zip', 'area.zip', ...rooms);
  mkdirSync(path.join(dir, 'data'), { recursive: true });
  pack('bif', 'data/Test.bif', ...rooms);
  pack('key', 'chitin.key', ...rooms);
  return { rooms, file: (name) => path.join(dir, name) };
}

async function addTo(core, name, file, large) {
  if (!large) core.addFile(name, readFileSync(file));
  else assert.ok(await core.addLarge(name, await openAsBlob(file)));
}

for (const large of [false, true])
  test(`an area in an archive is the area of its files${large ? ', read in parts' : ''}`, async (t) => {
    const module = makeModule(scratch(t));
    const folder = await newCore();
    for (const f of module.rooms) folder.addFile(path.basename(f), readFileSync(f));
    const expected = folder.walkmesh(folder.documents().find((d) => d.kind === 'area').id);
    for (const names of [['area.mod'], ['area.zip'], ['chitin.key', 'data/Test.bif']]) {
      const core = await newCore();
      for (const n of names) await addTo(core, n, module.file(n), large);
      await core.mount();
      const area = core.documents().find((d) => d.kind === 'area');
      await core.prepare(area.id);
      const found = core.walkmesh(area.id);
      assert.deepEqual(found.positions, expected.positions, names[0]);
      assert.deepEqual(found.faces, expected.faces, names[0]);
      const archive = core.documents().find((d) => d.kind === 'archive');
      assert.equal(archive.file, names[0]);
      assert.equal(core.entries(archive.id).length, module.rooms.length);
      core.removeFile(names[0]);
      assert.ok(!core.documents().some((d) => d.kind === 'area'));
    }
  });

/** An area in a MOD, that in a ZIP, and so on, up to `depth` archives. */
function nest(module, depth) {
  const pack = (kind, out, ...files) =>
    execFileSync(path.join(tools.build, 'pack_archive'), [kind, module.file(out), ...files]);
  let inner = module.file('area.mod');
  for (let i = 2; i <= depth; i++) {
    pack('zip', `deep${i}.zip`, inner);
    inner = module.file(`deep${i}.zip`);
  }
  return inner;
}

for (const large of [false, true])
  test(`archives in archives are opened${large ? ', read in parts' : ''}`, async (t) => {
    const module = makeModule(scratch(t));
    const core = await newCore();
    const rooms = module.rooms.length;
    await addTo(core, 'five.zip', nest(module, 5), large);
    await core.mount();
    const list = core.documents();
    const innermost = 'five.zip/deep4.zip/deep3.zip/deep2.zip/area.mod';
    assert.deepEqual(
      list.filter((d) => d.kind === 'archive').map((d) => d.file),
      [...Array(5).keys()].map((i) =>
        innermost
          .split('/')
          .slice(0, i + 1)
          .join('/'),
      ),
    );
    const area = list.find((d) => d.kind === 'area');
    assert.equal(path.dirname(area.file), innermost);
    assert.ok(core.walkmesh(area.id).faces.length > 30);
    for (const d of list.filter((a) => a.kind === 'archive').slice(1))
      assert.equal(list.find((a) => a.id === d.parent).file, path.dirname(d.file));
    // Replaced and removed, all of it goes.
    await addTo(core, 'five.zip', module.file('deep2.zip'), large);
    await core.mount();
    assert.equal(core.documents().filter((d) => d.kind === 'archive').length, 2);
    core.removeFile('five.zip');
    assert.deepEqual(core.documents(), []);
    await addTo(core, 'six.zip', nest(module, 6), large);
    await core.mount();
    const deepest = core.documents().find((d) => d.file.endsWith('/area.mod'));
    assert.match(deepest.error.message, /up to 4 levels deep/);
    assert.equal(deepest.error.code, 'limit');
    assert.equal(core.check(deepest.id).errors, 1);
    core.clear();
    await addTo(core, 'area.mod', module.file('area.mod'), large);
    await core.mount();
    assert.equal(core.entries(core.documents().find((d) => d.kind === 'archive').id).length, rooms);
  });

test('a damaged archive in an archive is an archive with an error', async (t) => {
  const module = makeModule(scratch(t));
  const bytes = readFileSync(module.file('area.mod'));
  writeFileSync(module.file('cut.mod'), bytes.subarray(0, 200));
  writeFileSync(module.file('note.mod'), 'a text');
  execFileSync(path.join(tools.build, 'pack_archive'), [
    'zip',
    module.file('both.zip'),
    ...['cut.mod', 'note.mod', 'area.mod'].map(module.file),
  ]);
  const core = await newCore();
  core.addFile('both.zip', readFileSync(module.file('both.zip')));
  core.addFile('cut.mod', readFileSync(module.file('cut.mod')));
  const by = (file) => core.documents().find((d) => d.file === file);
  assert.equal(by('both.zip/cut.mod').error.message, by('cut.mod').error.message);
  assert.equal(by('both.zip/note.mod').kind, 'unknown');
  assert.ok(by('both.zip/area.mod') && !by('both.zip/area.mod').error);
  const { findings } = JSON.parse(run('check', '--json', module.file('cut.mod')).out);
  assert.ok(findings.length);
  assert.deepEqual(core.check(by('cut.mod').id).findings, findings, 'as the command says');
});

test('a KEY without its BIF says what is missing', async (t) => {
  const module = makeModule(scratch(t));
  const core = await newCore();
  core.addFile('chitin.key', readFileSync(module.file('chitin.key')));
  const area = core.documents().find((d) => d.kind === 'area');
  await core.prepare(area.id);
  assert.throws(() => core.walkmesh(area.id), /data\/Test\.bif is not among the files/);
});

test('objects of an area are shown, and paths go round them', async (t) => {
  const dir = scratch(t);
  execFileSync(path.join(tools.build, 'make_area'), [dir, 'module']);
  run('pth', '-q', path.join(dir, 'grid.lyt'), path.join(dir, 'grid.pth'));
  const core = await tools.coreOf(dir);
  // Tables are companions of an area here; coreOf leaves them out.
  for (const f of tools.filesBelow(dir)) if (f.endsWith('.2da')) core.addFile(f, readFileSync(f));
  const area = core.documents().find((d) => d.kind === 'area');
  const { objects, pathPoints, pathLinks } = core.overlays(area.id);
  const kinds = new Set(objects.map((o) => o.kind));
  assert.ok(kinds.has('door') && kinds.has('placeable'));
  assert.ok(objects.some((o) => o.blocks));
  assert.ok(pathPoints.length >= 6 && pathLinks.length >= 2);
  for (const [a, b] of [
    ['2,2', '8,3'],
    ['2,8', '8,8'],
  ]) {
    const native = JSON.parse(run('path', '--json', area.file, a, b).out).results[0];
    const answer = core.path(area.id, a.split(',').map(Number), b.split(',').map(Number));
    assert.equal(answer.found, native.found, `${a} to ${b}`);
    if (native.found) assert.equal(answer.length, native.length, `${a} to ${b}`);
  }
});

/** Entries as `ls` lists them, bytes as `extract` writes them. */
async function compareArchive(file, large, work) {
  const core = await newCore();
  for (const f of bifsOf(file)) await addTo(core, f.name, f.path, large);
  await addTo(core, path.basename(file), file, large);
  await core.mount();
  const doc = core.documents().find((d) => d.file === path.basename(file));
  const listed = JSON.parse(run('ls', '--json', file).out);
  if (listed.error) {
    assert.ok(doc.error, file);
    return 0;
  }
  const entries = core.entries(doc.id);
  // The core does not open the BIFs of a KEY to list it, so it does not know sizes.
  const key = doc.format === 'key';
  const known = (e) => (key ? [e.name, e.type] : e);
  assert.deepEqual(entries.map(known), listed.entries.map(known), file);
  const out = path.join(work, `${path.basename(file)}-${large}`);
  run('extract', '--force', '-q', file, '*', '-o', out);
  let same = 0;
  for (const [i, e] of entries.entries()) {
    const native = path.join(out, e.path ?? `${e.name}.${e.type}`.replace(/\.$/, ''));
    if (!existsSync(native) || !statSync(native).isFile()) continue;
    const wanted = readFileSync(native);
    const found = await core.extract(doc.id, i).catch(() => null);
    if (found && Buffer.compare(found, wanted) === 0) same++;
  }
  return same;
}

/** The BIFs that lie below the folder of a KEY. */
function bifsOf(file) {
  const folder = path.dirname(file);
  if (!/\.key$/i.test(file)) return [];
  return tools
    .filesBelow(folder)
    .filter((f) => /\.bif$/i.test(f))
    .map((f) => ({ name: path.relative(folder, f), path: f }));
}

test(
  "corpus: archives have the command's entries and bytes",
  { skip: !tools.hasCorpus && 'there is no corpus' },
  async (t) => {
    const work = scratch(t);
    let same = 0;
    for (const f of tools.filesBelow(path.join(tools.corpus, 'archives'))) {
      if (!/\.(key|erf|mod|hak|sav|rim|zip)$/i.test(f) || /broken/.test(f)) continue;
      const whole = await compareArchive(f, false, work);
      assert.equal(await compareArchive(f, true, work), whole, f);
      same += whole;
    }
    assert.ok(same > 1000, `${same}`);
    t.diagnostic(`${same} entries`);
  },
);

test(
  "corpus: textures have the command's pixels",
  { skip: !tools.hasCorpus && 'there is no corpus' },
  async (t) => {
    const work = scratch(t);
    let same = 0;
    for (const f of tools.filesBelow(path.join(tools.corpus, 'textures'))) {
      const core = await newCore();
      core.addFile(path.basename(f), readFileSync(f));
      const [doc] = core.documents();
      if (doc?.kind !== 'texture' || doc.error) continue;
      const native = converted(work, f, '.png', 'convert');
      assert.ok(native, f);
      const { width, height, channels, data } = decodePng(native);
      const picture = core.picture(doc.id);
      assert.deepEqual([picture.width, picture.height], [width, height], f);
      const pixels = Buffer.from(picture.rgba.filter((_, i) => channels === 4 || i % 4 < 3));
      assert.equal(Buffer.compare(pixels, data), 0, f);
      same++;
    }
    assert.ok(same > 50, `${same}`);
    t.diagnostic(`${same} textures`);
  },
);
