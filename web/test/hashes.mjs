// hashes.mjs hash_outputs.wasm DIRECTORY LIST [DAMAGED]: runs the hash program of tests/hashes as
// WebAssembly in node. The files come through WASI, zlib from pako as in the viewer.
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { argv, exit } from 'node:process';
import { WASI } from 'node:wasi';
import { deflate, inflate } from '../src/deflate.js';

const [program, directory, list, ...rest] = argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: ['hash_outputs', '/files', `/list/${basename(list)}`, ...rest],
  preopens: { '/files': directory, '/list': dirname(list) },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const memory = () => instance.exports.memory.buffer;
const instance = await WebAssembly.instantiate(module, {
  wasi_snapshot_preview1: wasi.wasiImport,
  waymark: {
    inflate: (...args) => inflate(memory(), ...args),
    deflate: (...args) => deflate(memory(), ...args),
  },
});
exit(wasi.start(instance));
