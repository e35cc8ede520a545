// The C core in WebAssembly, as plain JavaScript: files in, documents and answers out.
// No DOM: it runs in pages, workers and node alike. docs/web.md describes what it gives.
import { inflate, deflate } from './deflate.js';

const RANGES = { f32: Float32Array, u32: Uint32Array, i32: Int32Array, u8: Uint8Array };

const HEAD = 256;
const READ_AHEAD = 65536;

/** An error of the core: code, message, and offset, line or path. */
export class CoreError extends Error {
  constructor(error) {
    super(error.message || error.code);
    this.name = 'CoreError';
    Object.assign(this, error, { message: error.message || error.code });
  }
}

// wasi-libc imports three functions for printf, which nothing here uses to print.
const WASI_BADF = 8;
const wasi = {
  fd_close: () => WASI_BADF,
  fd_seek: () => WASI_BADF,
  fd_write: () => WASI_BADF,
};

/** A trap, as opposed to an error: the instance cannot be trusted any more. */
function isTrap(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

class Core {
  #module;
  #wasm;
  #handle;
  // To start again after a failure; indices are those of the core. {name, bytes}: a file;
  // {name, blob, tables}: a large archive; {name, entry}: a file in an archive. `failed`: it broke
  // the core.
  #files = [];
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    const memory = () => this.#wasm.memory.buffer;
    const instance = new WebAssembly.Instance(this.#module, {
      wasi_snapshot_preview1: wasi,
      waymark: {
        inflate: (...args) => inflate(memory(), ...args),
        deflate: (...args) => deflate(memory(), ...args),
      },
    });
    this.#wasm = instance.exports;
    this.#wasm._initialize();
    this.#handle = this.#wasm.create();
  }

  /** Bytes of memory that the core has; it grows as needed and never shrinks. */
  get memory() {
    return this.#wasm.memory.buffer.byteLength;
  }

  // ---- calls ----

  #bytes(bytes) {
    const at = this.#wasm.alloc(bytes.length);
    if (!at) throw new CoreError({ code: 'no_memory', message: 'out of memory' });
    new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  #string(text) {
    return this.#bytes(this.#encoder.encode(`${text}\0`));
  }

  // Arrays are copied out of the memory of the core, which moves when it grows.
  #answer(failed) {
    const { memory, text, text_size, blob, blob_size, forget } = this.#wasm;
    const h = this.#handle;
    if (failed === 2) throw new CoreError({ code: 'no_memory', message: 'out of memory' });
    const json = this.#decoder.decode(new Uint8Array(memory.buffer, text(h), text_size(h)));
    const value = JSON.parse(json, (key, v) => {
      if (v === null || typeof v !== 'object' || v.$blob === undefined) return v;
      const Type = RANGES[v.type];
      const size = blob_size(h, v.$blob);
      const out = new Type(size / Type.BYTES_PER_ELEMENT);
      new Uint8Array(out.buffer).set(new Uint8Array(memory.buffer, blob(h, v.$blob), size));
      return out;
    });
    forget(h);
    if (failed) throw new CoreError(value.error);
    return value;
  }

  // A trap must not end the page: the instance is replaced by a new one without the file
  // that caused it.
  #guard(file, call) {
    try {
      return call();
    } catch (error) {
      if (!isTrap(error)) throw error;
      const message = `the core failed on this file (${error.message})`;
      const slot = this.#files[file];
      if (slot) slot.failed = { code: 'failed', message, path: '' };
      this.#restart();
      throw new CoreError({ code: 'failed', message, path: '' });
    }
  }

  #restart() {
    this.#start();
    let mounted = false;
    this.#files.forEach((slot, i) => {
      if (slot.entry) {
        if (!mounted) this.#wasm.mount(this.#handle);
        mounted = true;
        if (slot.failed && i < this.#count) this.#wasm.spoil(this.#handle, (i + 1) * 256);
        if (i >= this.#count) this.#give(slot); // its archive broke the core
      } else {
        mounted = false;
        this.#give(slot);
      }
    });
  }

  get #count() {
    return this.#wasm.file_count(this.#handle);
  }

  // A file that broke the core is passed without its bytes, so that indices stay the same.
  #give(slot) {
    const nothing = slot.failed || slot.removed || slot.entry;
    if (slot.blob && !nothing) return this.#giveLarge(slot);
    const bytes = nothing ? new Uint8Array(0) : slot.bytes;
    const name = this.#string(slot.name);
    let data = 0;
    try {
      data = this.#bytes(bytes);
    } catch (error) {
      this.#wasm.release(name);
      throw error;
    }
    const answer = this.#wasm.add(this.#handle, name, data, bytes.length);
    if (answer === 1) throw new CoreError({ code: 'no_memory', message: 'out of memory' });
    // Not needed: a folder of textures must not fill the memory. Keep the first bytes to show them.
    if (answer === 2 && bytes.length > HEAD) slot.bytes = bytes.slice(0, HEAD);
    if (slot.removed) this.#dropName(slot.name);
  }

  #giveLarge(slot) {
    const name = this.#string(slot.name);
    if (this.#wasm.add_remote(this.#handle, name, slot.blob.size))
      throw new CoreError({ code: 'no_memory', message: 'out of memory' });
    const index = this.#files.indexOf(slot);
    for (const { offset, bytes } of slot.tables) this.#feed(index, offset, bytes);
    if (slot.tables.length) this.#detect(slot);
  }

  #detect(slot) {
    const name = this.#string(slot.name);
    const answer = this.#wasm.detect(this.#handle, name);
    this.#wasm.release(name);
    return answer;
  }

  #feed(index, offset, bytes) {
    this.#wasm.feed(this.#handle, index, offset, this.#bytes(bytes), bytes.length);
  }

  // Reads the bytes that the last call did not have. tables: keep them, to start again.
  async #fetch(tables) {
    for (const { file, offset, size } of this.#answer(this.#wasm.needs(this.#handle))) {
      const slot = this.#files[file];
      const end = Math.min(offset + Math.max(size, READ_AHEAD), slot.blob.size);
      const bytes = new Uint8Array(await slot.blob.slice(offset, end).arrayBuffer());
      if (bytes.length < size)
        throw new CoreError({ code: 'io', message: `${slot.name} cannot be read` });
      this.#feed(file, offset, bytes);
      if (tables) slot.tables.push({ offset, bytes });
    }
  }

  #dropName(text) {
    const name = this.#string(text);
    this.#wasm.remove(this.#handle, name);
    this.#wasm.release(name);
  }

  #ask(id, name, ...args) {
    return this.#guard(this.#index(id), () =>
      this.#answer(this.#wasm[name](this.#handle, id, ...args)),
    );
  }

  #index(id) {
    return Math.floor(id / 256) - 1;
  }

  // ---- files ----

  /** Gives the core a file. The name may contain folders; a file of the same name is replaced. */
  addFile(name, bytes) {
    let index = this.#files.findIndex((f) => f.name === name && !f.removed);
    const slot = { name, bytes };
    this.#guard(index, () => this.#give(slot));
    if (index < 0) this.#files.push(slot);
    else this.#files[index] = slot;
  }

  /** Gives the core a large file (a File or Blob), which is read in parts. Only archives can be
   * large: returns false, and forgets the file, if it is not one. */
  async addLarge(name, blob) {
    this.removeFile(name);
    const slot = { name, blob, tables: [] };
    this.#files.push(slot);
    this.#guard(this.#files.length - 1, () => this.#giveLarge(slot));
    let answer;
    while ((answer = this.#detect(slot)) === 2) await this.#fetch(true);
    if (answer === 0) this.removeFile(name);
    return answer === 1;
  }

  /** Reads the tables of archives that were added. */
  async mount() {
    while (this.#guard(-1, () => this.#wasm.mount(this.#handle))) await this.#fetch(true);
  }

  /** Loads what is needed to show and check a document of a large archive. */
  async prepare(id) {
    while (this.#guard(this.#index(id), () => this.#wasm.prepare(this.#handle, id)))
      await this.#fetch(false);
  }

  /** Whether the bytes of a file in an archive can be read; loads them. */
  async canRead(id) {
    try {
      await this.prepare(id);
      this.#ask(id, 'bytes');
      return true;
    } catch {
      return false;
    }
  }

  #find(text) {
    const name = this.#string(text);
    const index = this.#wasm.find(this.#handle, name);
    this.#wasm.release(name);
    return index;
  }

  removeFile(name) {
    const slot = this.#files.find((f) => f.name === name && !f.removed);
    if (!slot) return;
    slot.removed = true;
    slot.bytes = slot.blob = null;
    this.#dropName(name);
  }

  /** The names of all files; files in archives are not included. */
  files() {
    return this.#files.filter((f) => !f.removed && !f.entry).map((f) => f.name);
  }

  /** The bytes of a file, or of an unknown file type the first 256; or null. */
  fileBytes(name) {
    let index = this.#files.findIndex((f) => f.name === name && !f.removed);
    if (index < 0) index = this.#find(name); // an entry that is not a document of its own
    const slot = this.#files[index];
    if (!slot?.entry) return slot?.bytes ?? null;
    try {
      return this.#ask((index + 1) * 256, 'bytes');
    } catch {
      return null; // not loaded, or it cannot be
    }
  }

  clear() {
    this.#files = [];
    this.#guard(-1, () => this.#wasm.clear(this.#handle));
  }

  /** Frees the memory of a document; it is opened again when it is needed. */
  close(id) {
    this.#wasm.close(this.#handle, id);
  }

  // ---- answers ----

  // Adds the files of archives to the list.
  #sync() {
    this.#guard(-1, () => this.#wasm.mount(this.#handle));
    while (this.#files.length < this.#count) this.#files.push({ name: '', entry: true });
    this.#files.forEach((slot, i) => {
      if (slot.entry && !this.#wasm.exists(this.#handle, i)) slot.removed = true;
    });
  }

  #scanOne(slot, i) {
    if (slot.removed || slot.failed) return;
    try {
      this.#guard(i, () => this.#wasm.scan(this.#handle, (i + 1) * 256));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }

  /** Does the long part of documents() in steps: calls progress(done, of) about ten times a second
   * and waits for it. */
  async scan(progress) {
    this.#sync();
    let last = performance.now();
    for (let i = 0; i < this.#files.length; i++) {
      this.#scanOne(this.#files[i], i);
      if (performance.now() - last < 100) continue;
      await progress(i + 1, this.#files.length);
      last = performance.now();
    }
  }

  /** [{id, file, files, format, formatTitle, title, kind, parent?, room?, bytes, waiting?, error?}];
   * waiting: in a large archive and not loaded yet (prepare). */
  documents() {
    this.#sync();
    this.#files.forEach((slot, i) => this.#scanOne(slot, i));
    const list = this.#guard(-1, () => this.#answer(this.#wasm.documents(this.#handle)));
    for (const d of list) {
      const slot = this.#files[this.#index(d.id)];
      if (slot.entry) slot.name = d.file;
      if (slot.failed) d.error = slot.failed;
    }
    return list;
  }

  /** The output of `waymark info --json`. */
  info(id) {
    return this.#ask(id, 'info');
  }

  /** The output of `waymark check --json`; findings with a place have `at`, and `face` or
   * `node` (of the file) where they are about one. */
  check(id) {
    const report = this.#ask(id, 'check');
    const area = report.format === 'kotor-lyt';
    for (const f of report.findings) {
      if (f.place) f.at = f.place;
      const face =
        /^(?:ASWM\.)?(?:faces|triangles|materials|normals|distances|adjacency)\[(\d+)\]/.exec(
          f.path,
        );
      if (face && !area) f.face = Number(face[1]);
      const node = /^nodes\[(\d+)\]/.exec(f.path); // those of animations are numbered otherwise
      if (node && report.format === 'kotor-mdl') f.node = Number(node[1]);
      const packet = /^packets\[(\d+)\]/.exec(f.path); // node i is packet i
      if (packet && report.format === 'nwn2-mdb') f.node = Number(packet[1]);
    }
    return report;
  }

  /** A GLB, as `waymark convert x x.glb` writes it. all: hidden meshes too. */
  glb(id, { all = false } = {}) {
    return this.model(id, { all }).glb;
  }

  /** {glb, impossible, keys: [{animation, node, count}], hooks: [{index, name, at}]}: hooks are those of an MDB and the entities of a
   * BWM, which edit() can move. impossible are the nodes of the GLB with coordinates that cannot be places
   * (not a number, or more than 100 km away); the GLB has 0 for numbers that it cannot hold.
   * keys are those of animations that cannot be places or rotations; the GLB does not have them. */
  model(id, { all = false } = {}) {
    return this.#ask(id, 'glb', all ? 1 : 0);
  }

  // Asks again until all bytes are there.
  async #askLarge(id, name, ...args) {
    for (;;) {
      let answer = null;
      let error = null;
      try {
        answer = this.#ask(id, name, ...args);
      } catch (e) {
        error = e;
      }
      if (!this.#wasm.need_count(this.#handle)) {
        if (error) throw error;
        return answer;
      }
      await this.#fetch(false);
    }
  }

  /** The pictures of a model's textures: {images: [{name, where, width, height, rgba, …}],
   * materials: [{alpha, cutoff, colour?: {image, uv}, lightmap?, environment?}], missing}. Materials
   * are in the order of the GLB. */
  images(id) {
    return this.#askLarge(id, 'images');
  }

  /** The pixels of a texture file: {width, height, rgba}. */
  picture(id) {
    return this.#ask(id, 'picture');
  }

  /** A table (2DA): {binary, columns, rows: [{label, cells}]}; an empty cell is null. */
  table(id) {
    return this.#ask(id, 'table');
  }

  /** What an archive contains: [{name, type, path?, size?, offset?}]. */
  entries(id) {
    return this.#ask(id, 'entries');
  }

  /** The bytes of an entry, by its index. */
  extract(id, entry) {
    return this.#askLarge(id, 'extract', entry);
  }

  /** The walkmesh as arrays in the space of the file, or null. */
  walkmesh(id) {
    return this.#ask(id, 'walkmesh');
  }

  /** What can be drawn over the walkmesh: perimeters, transitions, hooks, boxes, tiles, islands, borders. */
  overlays(id) {
    return this.#ask(id, 'overlays');
  }

  /** The face under or above a point that is nearest to z; the highest if z is not a number. */
  pick(id, x, y, z = NaN) {
    return this.#ask(id, 'pick', x, y, z);
  }

  /** The first face that a ray hits, or null. */
  ray(id, [x, y, z], [dx, dy, dz]) {
    return this.#ask(id, 'ray', x, y, z, dx, dy, dz);
  }

  /** {found, length, points, line, faces} or {found: false, why, obstacles?: [{kind, name, at}],
   * seams?}; a and b: [x, y] or [x, y, z].
   * radius: of the character (then there are no faces). through: closed doors and placeables do not
   * count. */
  path(id, a, b, { radius = 0, through = false } = {}) {
    const ends = [a[0], a[1], a[2] ?? NaN, b[0], b[1], b[2] ?? NaN];
    return this.#ask(id, 'path', ...ends, radius, through ? 1 : 0);
  }

  /** The same by the tables of a TRX, with `end` and `islands`; null where there are none. */
  gamePath(id, a, b) {
    return this.#ask(id, 'game_path', a[0], a[1], a[2] ?? NaN, b[0], b[1], b[2] ?? NaN);
  }

  /** How another document differs: {identical, equal, differences: [{field, count, message, bits,
   * first, second, node?, at?}], marks, otherMarks}. marks: for each face, or node of a model, what
   * differs at it (differences.js). Fails if the two are not of the same kind. */
  compare(id, other) {
    return this.#ask(id, 'compare', other);
  }

  /** [{name, bytes}]; kind: 'glb', 'gltf', 'obj', 'ascii' or 'binary' (derived data rebuilt). */
  export(id, kind) {
    return this.#askWith(id, 'export', kind);
  }

  #askWith(id, name, words) {
    return this.#guard(this.#index(id), () => {
      const text = this.#string(words);
      const failed = this.#wasm[name](this.#handle, id, text);
      this.#wasm.release(text);
      return this.#answer(failed);
    });
  }

  /** A repair: {files: [{name, bytes}], changes: [{field, message}], result?}. The document itself
   * changes when the files are added; result: the file that it is in then, if that is another. Of an
   * area, tolerance: metres that gaps between rooms may have (0: 0.01); removeDangling: remove
   * transitions that lead to no other room. */
  fix(id, { tolerance = 0, removeDangling = false } = {}) {
    return this.#ask(id, 'fix', tolerance, removeDangling ? 1 : 0);
  }

  /** The same for an edit: {faces, material}, {edges, room}, {hook, at}, {texture, name} or
   * {row, column, text} (edit.c). */
  edit(id, request) {
    return this.#askWith(id, 'edit', JSON.stringify(request));
  }
}

/** source: the bytes of waymark.wasm, or a Response (or a promise of one) with them. */
export async function createCore(source) {
  let bytes = await source;
  if (typeof Response !== 'undefined' && bytes instanceof Response) {
    if (!bytes.ok) throw new Error(`${bytes.url}: ${bytes.status} ${bytes.statusText}`);
    bytes = await bytes.arrayBuffer();
  }
  return new Core(await WebAssembly.compile(bytes));
}
