/* The compression of a walkmesh packet. docs/formats/nwn2.md, "Compression". */
#include "base/deflate.h"
#include "base/words.h"
#include "nwn2/internal.h"

/* Deflate expands 2 bits to at most 258 bytes. */
enum { PACK_HEADER = 12, RATIO = 1032 };

/* The bytes of what the costs of a walkmesh follow from: all but the table of islands. The path
 * tables of tiles, which compress better than the rest, count a quarter. */
static uint64_t weigh(const wm_nwn2_aswm *a)
{
    enum { VERTEX = 12, EDGE = 16, TRIANGLE = 64, TILE = 74, NODE = 4, ISLAND = 36, LINK = 12 };
    uint64_t tiles = (uint64_t)a->grid_height * a->grid_width;
    uint64_t weight = VERTEX * (uint64_t)a->vertex_count + EDGE * (uint64_t)a->edge_count +
                      TRIANGLE * (uint64_t)a->triangle_count + TILE * tiles;
    for (uint64_t i = 0; i < tiles; i++) {
        uint64_t n = a->tiles[i].node_count;
        weight += a->tiles[i].local_count + NODE * n + n * n / 4;
    }
    for (uint32_t i = 0; i < a->island_count; i++)
        weight += ISLAND + LINK * (uint64_t)a->islands[i].link_count;
    return weight;
}

/* The numbers of a mesh compress to a third in real files, to a quarter in a plain grid, and an
 * area that nobody has seen may be twice as plain. Without this limit, a file of 45 kB could
 * hold 240,000 triangles, and its picture or its glTF would take as long as those of a file of 15
 * MB. */
static bool too_dense(const wm_nwn2_aswm *a, uint64_t packed)
{
    return weigh(a) > (UINT64_C(1) << 20) + 10 * packed;
}

/* Bytes in the document's arena, placed so that the tables after the 53-byte header are
 * aligned and can be used in place. */
static uint8_t *new_bytes(wmi_cursor *f, size_t size)
{
    uint8_t *bytes = wmi_take_room(f, size + 3, 1, "ASWM");
    return bytes ? bytes + 3 : NULL;
}

/* Returns the announced number of bytes, or NULL if the cursor has failed. */
static uint8_t *inflate_packet(wmi_cursor *f, uint32_t packed, uint32_t size, uint32_t *unclaimed)
{
    const uint8_t *from = f->r.base + f->at;
    if (size > (uint64_t)packed * RATIO) {
        wmi_reader_fail(&f->r, WM_BAD_VALUE, f->at - 4, "ASWM.uncompressed_size",
                        "%s bytes declared, but %s cannot unpack to more than %s",
                        wmi_number(size).text,
                        wmi_count(packed, "compressed byte", "compressed bytes").text,
                        wmi_number((uint64_t)packed * RATIO).text);
        return NULL;
    }
    uint8_t *bytes = new_bytes(f, size);
    if (!bytes)
        return NULL;
    size_t used = 0, made = 0;
    wmi_inflated result = wmi_inflate(from, packed, bytes, size, &used, &made);
    if (result == WMI_INFLATE_MEMORY) {
        f->r.failed = wmi_fail(f->r.error, WM_NO_MEMORY, "ASWM", "out of memory");
        return NULL;
    }
    uint64_t room = f->r.size - f->at;
    if (result != WMI_INFLATED && packed < room) /* probably the wrong size */
        wmi_reader_fail(&f->r, WM_BAD_VALUE, f->at - 8, "ASWM.compressed_size",
                        "%s bytes are not a complete zlib stream; the packet has %s",
                        wmi_number(packed).text, wmi_number(room).text);
    else if (result == WMI_INFLATE_MORE)
        wmi_reader_fail(&f->r, WM_BAD_VALUE, f->at - 4, "ASWM.uncompressed_size",
                        "%s bytes declared, but the compressed data holds more",
                        wmi_number(size).text);
    else if (result != WMI_INFLATED)
        wmi_reader_fail(&f->r, WM_BAD_VALUE, f->at, "ASWM.compressed_data",
                        "%s bytes are not a complete zlib stream", wmi_number(packed).text);
    else if (made != size)
        wmi_reader_fail(&f->r, WM_BAD_VALUE, f->at - 4, "ASWM.uncompressed_size",
                        "%s bytes declared, but the compressed data holds %s",
                        wmi_number(size).text, wmi_number(made).text);
    else
        *unclaimed += (uint32_t)(room - used);
    return f->r.failed ? NULL : bytes;
}

/* Returns *size uncompressed bytes, or NULL. */
static uint8_t *plain_bytes(wmi_cursor *f, bool compressed, size_t *size, uint32_t *unclaimed)
{
    const uint8_t *data = f->r.base + f->at;
    *size = (size_t)(f->r.size - f->at);
    if (!compressed) {
        uint8_t *bytes = new_bytes(f, *size);
        if (bytes && *size)
            memcpy(bytes, data, *size);
        return bytes;
    }
    wmi_span header = wmi_take(f, 1, PACK_HEADER, "ASWM.header");
    if (!header.count)
        return NULL;
    uint32_t packed = wmi_le32(header.data + 4);
    if (!wmi_fits(f->r.size, f->at, packed, 1)) {
        wmi_reader_fail(&f->r, WM_TRUNCATED, f->at - 8, "ASWM.compressed_size",
                        "the file is cut off: the compressed data needs %s, %s remain",
                        wmi_count(packed, "byte", "bytes").text,
                        wmi_number(*size - PACK_HEADER).text);
        return NULL;
    }
    *size = wmi_le32(header.data + 8);
    return inflate_packet(f, packed, (uint32_t)*size, unclaimed);
}

void wmi_aswm_unpack(wmi_cursor *f, wm_nwn2_aswm *out, uint32_t *unclaimed)
{
    size_t size;
    uint64_t start = f->at;
    out->compressed = f->r.size - f->at >= 4 && memcmp(f->r.base + f->at, "COMP", 4) == 0;
    uint8_t *bytes = plain_bytes(f, out->compressed, &size, unclaimed);
    if (!bytes)
        return;
    wmi_cursor inner = *f;
    wmi_reader_init(&inner.r, bytes, size, f->r.error);
    inner.at = 0;
    inner.own = bytes;
    wmi_aswm_read(&inner, out);
    f->r.failed = inner.r.failed;
    f->bad_index = inner.bad_index;
    uint64_t packed = f->r.size - start;
    if (!f->r.failed && out->compressed && too_dense(out, packed))
        wmi_reader_fail(
            &f->r, WM_LIMIT, start, "ASWM",
            "%s and %s in a packet of %s: no real walkmesh compresses so well",
            wmi_count(out->triangle_count, "triangle", "triangles").text,
            wmi_count((uint64_t)out->grid_height * out->grid_width, "tile", "tiles").text,
            wmi_count(packed, "byte", "bytes").text);
}

/* ---- packing ---- */

/* The walkmesh as uncompressed bytes of the newest version. */
static uint8_t *put_plain(wmi_arena *scratch, const wm_nwn2_aswm *aswm, size_t size)
{
    uint8_t *bytes = size ? wmi_arena_raw(scratch, size, 1) : NULL;
    if (bytes)
        wmi_aswm_put(aswm, bytes);
    return bytes;
}

/* Whether both walkmeshes have the same fields. */
static bool same_fields(const wm_nwn2_aswm *a, const wm_nwn2_aswm *b, wmi_arena *scratch)
{
    size_t size = wmi_aswm_size(a);
    if (a->version != b->version || a->compressed != b->compressed || size != wmi_aswm_size(b))
        return false;
    uint8_t *one = put_plain(scratch, a, size), *two = put_plain(scratch, b, size);
    return one && two && memcmp(one, two, size) == 0;
}

bool wmi_aswm_is_stored(const wm_nwn2_aswm *aswm, const wm_allocator *allocator,
                        uint32_t *unclaimed)
{
    wm_nwn2_bytes stored = aswm->stored;
    bool newest = aswm->version == WM_NWN2_ASWM_VERSION;
    if (!stored.data || (newest && aswm->compressed && stored.size >= PACK_HEADER &&
                         wmi_le32(stored.data + 8) != wmi_aswm_size(aswm)))
        return false;
    wmi_arena scratch;
    uint32_t tail = 0;
    wm_nwn2_trn faults = {.fault_count = 0}; /* they were reported when the file was read */
    wm_nwn2_aswm was = {.version = 0};
    wmi_arena_init(&scratch, allocator, 0);
    wmi_cursor c = {.arena = &scratch, .trn = &faults};
    wmi_reader_init(&c.r, stored.data, stored.size, NULL);
    wmi_aswm_unpack(&c, &was, &tail);
    bool same = !c.r.failed && same_fields(aswm, &was, &scratch);
    wmi_arena_free(&scratch);
    *unclaimed += same ? tail : 0;
    return same;
}

wm_status wmi_aswm_pack(wmi_writer *w, const wm_nwn2_aswm *aswm, wmi_effort effort, wm_error *error)
{
    size_t size = wmi_aswm_size(aswm);
    if (size == 0)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "ASWM",
                        "the walkmesh would be larger than 4 GiB");
    if (!aswm->compressed) {
        uint8_t *to = wmi_writer_space(w, size);
        if (to)
            wmi_aswm_put(aswm, to);
        return WM_OK; /* the writer reports the failure */
    }
    wmi_arena scratch;
    uint8_t *packed = NULL;
    wmi_arena_init(&scratch, &w->allocator, 0);
    uint8_t *bytes = put_plain(&scratch, aswm, size);
    size_t made = bytes ? wmi_deflate(&scratch, bytes, size, effort, &packed) : 0;
    if (made && too_dense(aswm, made)) /* it could not be read */
        made = wmi_deflate_stored(&scratch, bytes, size, &packed);
    if (made) {
        wmi_writer_text(w, "COMP");
        wmi_writer_u32(w, (uint32_t)made);
        wmi_writer_u32(w, (uint32_t)size);
        wmi_writer_bytes(w, packed, made);
    }
    wmi_arena_free(&scratch);
    return made ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "ASWM", "out of memory");
}
