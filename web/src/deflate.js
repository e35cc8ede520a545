// zlib streams for the core, between two ranges of its memory (web/core/deflate_js.c). pako is a
// port of zlib: at level 6 it gives the same bytes.
import zlibDeflate from 'pako/lib/zlib/deflate.js';
import zlibInflate from 'pako/lib/zlib/inflate.js';
import ZStream from 'pako/lib/zlib/zstream.js';

const Z_FINISH = 4;
const Z_STREAM_END = 1;
const Z_BUF_ERROR = -5;

// wmi_inflated in src/base/deflate.h
const INFLATED = 0;
const BAD = 1;
const MORE = 2;

function stream(memory, from, size, to, room) {
  const z = new ZStream();
  z.input = new Uint8Array(memory, from, size);
  z.avail_in = size;
  z.next_in = 0;
  z.output = new Uint8Array(memory, to, room);
  z.avail_out = room;
  z.next_out = 0;
  return z;
}

// `raw`: without header and checksum, as in ZIP archives.
export function inflate(memory, from, size, to, room, sizes, raw) {
  const z = stream(memory, from >>> 0, size >>> 0, to >>> 0, room >>> 0);
  zlibInflate.inflateInit2(z, raw ? -15 : 15);
  let status = zlibInflate.inflate(z, Z_FINISH);
  const made = z.next_out;
  if (status === Z_BUF_ERROR && z.avail_out === 0) {
    // Full, but not at the end: one more byte shows whether there is more.
    z.output = new Uint8Array(1);
    z.next_out = 0;
    z.avail_out = 1;
    status = zlibInflate.inflate(z, Z_FINISH);
    if (z.next_out > 0) return MORE;
  }
  if (status !== Z_STREAM_END) return BAD;
  new Uint32Array(memory, sizes >>> 0, 2).set([z.next_in, made]);
  return INFLATED;
}

/** The size of the stream; larger than `room` when it does not fit. */
export function deflate(memory, from, size, to, room) {
  const z = stream(memory, from >>> 0, size >>> 0, to >>> 0, room >>> 0);
  zlibDeflate.deflateInit(z, 6);
  return zlibDeflate.deflate(z, Z_FINISH) === Z_STREAM_END ? z.next_out : (room >>> 0) + 1;
}
