/* Reads the packet file: its table, and each packet with its own reader.
 * docs/formats/nwn2.md, "Container". */
#include <stdio.h>

#include "base/sort.h"
#include "base/words.h"
#include "nwn2/internal.h"

enum { FILE_HEADER = 12, ENTRY = 8, PACKET_HEADER = 8 };

typedef struct reading {
    wmi_reader *r;
    wm_nwn2_trn *trn;
    const wm_nwn2_trn_read_opts *opts;
} reading;

static void fail_packet(wmi_reader *r, wm_status code, uint64_t offset, uint32_t i,
                        const char *field, const char *fmt, ...) WM_PRINTF(6, 7);

static void fail_packet(wmi_reader *r, wm_status code, uint64_t offset, uint32_t i,
                        const char *field, const char *fmt, ...)
{
    char path[48], text[160];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    wmi_format(path, sizeof path, "packets[%lu].%s", (ul)i, field);
    wmi_reader_fail(r, code, offset, path, "%s", text);
}

/* Reads the table and checks that the header of every packet lies in the file. */
static void read_table(reading *g)
{
    wmi_reader *r = g->r;
    uint32_t count = wmi_reader_u32(r, 8, "packet_count");
    wmi_span s = wmi_reader_span(r, FILE_HEADER, count, ENTRY, "packets");
    g->trn->major = r->failed ? 0 : wmi_le16(r->base + 4);
    g->trn->minor = r->failed ? 0 : wmi_le16(r->base + 6);
    for (uint32_t i = 0; i < s.count && !r->failed; i++) {
        const uint8_t *entry = s.data + (size_t)i * ENTRY;
        uint32_t offset = wmi_le32(entry + 4);
        uint64_t at = s.offset + (uint64_t)i * ENTRY + 4;
        if (!wmi_fits(r->size, offset, 1, PACKET_HEADER))
            fail_packet(r, WM_BAD_OFFSET, at, i, "offset",
                        "the packet starts at byte %s, but the file has only %s bytes",
                        wmi_number(offset).text, wmi_number(r->size).text);
        else if (offset < FILE_HEADER + (uint64_t)count * ENTRY)
            fail_packet(r, WM_BAD_OFFSET, at, i, "offset",
                        "the packet starts at byte %s, inside the table that ends at byte %s",
                        wmi_number(offset).text,
                        wmi_number(FILE_HEADER + (uint64_t)count * ENTRY).text);
        else if (!wmi_fits(r->size - PACKET_HEADER, offset, wmi_le32(r->base + offset + 4), 1))
            fail_packet(r, WM_TRUNCATED, offset + 4, i, "size",
                        "the file is cut off: the packet needs %s bytes, %s remain",
                        wmi_number(wmi_le32(r->base + offset + 4)).text,
                        wmi_number(r->size - PACKET_HEADER - offset).text);
    }
}

/* Rejects packets that share bytes, since they could make a small file large. Counts the
 * bytes that belong to no packet. */
static void prove_apart(reading *g, uint32_t count)
{
    wmi_reader *r = g->r;
    wmi_arena scratch;
    uint64_t end = FILE_HEADER + (uint64_t)count * ENTRY, loose = 0;
    wmi_arena_init(&scratch, &wmi_trn_of(g->trn)->arena.allocator, 0);
    uint64_t *order = wmi_arena_raw(&scratch, 2 * (size_t)count, sizeof *order);
    if (!order)
        r->failed = wmi_arena_fail(&scratch, r->error, "packets");
    for (uint32_t i = 0; order && i < count; i++)
        order[i] = (uint64_t)wmi_le32(r->base + FILE_HEADER + (size_t)i * ENTRY + 4) << 32 | i;
    if (order)
        wmi_sort_high(order, order + count, count);
    for (uint32_t i = 0; order && i < count && !r->failed; i++) {
        uint32_t offset = (uint32_t)(order[i] >> 32), number = (uint32_t)order[i];
        if (offset < end)
            fail_packet(r, WM_BAD_OFFSET, FILE_HEADER + (uint64_t)number * ENTRY + 4, number,
                        "offset",
                        "the packet starts at byte %s, inside the packet that ends at byte %s",
                        wmi_number(offset).text, wmi_number(end).text);
        loose += offset - end;
        end = (uint64_t)offset + PACKET_HEADER + wmi_le32(r->base + offset + 4);
    }
    g->trn->unclaimed = (uint32_t)(loose + (r->size - end));
    wmi_arena_free(&scratch);
}

/* ---- packets ---- */

typedef void (*packet_reader)(reading *g, wmi_cursor *c, wm_nwn2_packet *p);

static void *new_part(wmi_cursor *c, size_t size)
{
    void *part = wmi_take_room(c, 1, size, "packets");
    if (part)
        memset(part, 0, size);
    return part;
}

static void read_trwh(reading *g, wmi_cursor *c, wm_nwn2_packet *p)
{
    wm_nwn2_trwh *t = new_part(c, sizeof *t);
    if (!t)
        return;
    t->width = wmi_take_u32(c, "TRWH.width");
    t->height = wmi_take_u32(c, "TRWH.height");
    t->id = wmi_take_u32(c, "TRWH.id");
    if (!c->r.failed && c->at != c->r.size)
        wmi_reader_fail(&c->r, WM_BAD_VALUE, c->at, "TRWH", "%s after the 12 that a TRWH has",
                        wmi_count(c->r.size - c->at, "byte", "bytes").text);
    if (c->r.failed)
        return;
    p->trwh = t;
    if (!g->trn->trwh)
        g->trn->trwh = t;
}

static void read_trrn(reading *g, wmi_cursor *c, wm_nwn2_packet *p)
{
    (void)g;
    wm_nwn2_trrn *t = new_part(c, sizeof *t);
    if (t)
        wmi_trrn_read(c, t);
    p->trrn = c->r.failed ? NULL : t;
}

static void read_watr(reading *g, wmi_cursor *c, wm_nwn2_packet *p)
{
    (void)g;
    wm_nwn2_watr *t = new_part(c, sizeof *t);
    if (t)
        wmi_watr_read(c, t);
    p->watr = c->r.failed ? NULL : t;
}

static void read_aswm(reading *g, wmi_cursor *c, wm_nwn2_packet *p)
{
    wm_nwn2_aswm *a = new_part(c, sizeof *a);
    if (a)
        wmi_aswm_unpack(c, a, &g->trn->unclaimed);
    if (c->r.failed)
        return;
    p->aswm = a;
    if (!g->trn->aswm)
        g->trn->aswm = a;
}

static packet_reader reader_of(const char *type)
{
    static const struct {
        char type[5];
        packet_reader read;
    } known[] = {
        {"TRWH", read_trwh}, {"TRRN", read_trrn}, {"WATR", read_watr}, {"ASWM", read_aswm}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(known[i].type, type, 4) == 0)
            return known[i].read;
    return NULL;
}

static void read_packet(reading *g, uint32_t i)
{
    const wmi_reader *r = g->r;
    wm_nwn2_packet *p = &g->trn->packets[i];
    wm_report *report = g->opts ? g->opts->base.report : NULL;
    const uint8_t *entry = r->base + FILE_HEADER + (size_t)i * ENTRY;
    wm_error local = {.code = WM_OK};
    memcpy(p->type, entry, 4);
    p->offset = wmi_le32(entry + 4);
    memcpy(p->stored_type, r->base + p->offset, 4);
    uint32_t size = wmi_le32(r->base + p->offset + 4);
    uint64_t start = (uint64_t)p->offset + PACKET_HEADER;
    wmi_cursor c = {
        .at = start, .arena = &wmi_trn_of(g->trn)->arena, .trn = g->trn, .report = report};
    wmi_reader_init(&c.r, r->base, (size_t)(start + size), &local);
    packet_reader read = g->opts && g->opts->raw ? NULL : reader_of(p->type);
    if (read)
        read(g, &c, p);
    if (read && !c.r.failed)
        return;
    if (c.r.failed == WM_NO_MEMORY || c.r.failed == WM_LIMIT) {
        g->r->failed = c.r.failed;
        if (r->error)
            *r->error = local;
        return;
    }
    if (c.r.failed) /* the packet stays as it is */
        wmi_trn_fault(&c, c.bad_index ? WM_NWN2_VERTEX_INDEX : WM_NWN2_PACKET_UNREADABLE, &local);
    wmi_cursor again = {.at = start, .arena = c.arena};
    wmi_reader_init(&again.r, r->base, (size_t)(start + size), r->error);
    p->raw = wmi_take_bytes(&again, size, "packets");
    g->r->failed = again.r.failed;
}

/* The island table grows with the square of the islands and compresses to a hundredth in
 * large, plain areas. The usual limit would reject the result of a bake. */
static uint64_t memory_limit(const wm_read_opts *opts, size_t size)
{
    const uint64_t most = UINT64_C(256) << 20;
    uint64_t usual = wmi_memory_limit(opts, size), packed = (UINT64_C(16) << 20) + 1032 * size;
    if ((opts && opts->memory_limit) || usual >= most)
        return usual;
    return packed < most ? packed : most;
}

wm_nwn2_trn *wm_nwn2_trn_read(const void *data, size_t size, const wm_nwn2_trn_read_opts *opts,
                              wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_reader r;
    wmi_reader_init(&r, data, size, error);
    if (!wm_nwn2_trn_detect(data, size) || size < FILE_HEADER) {
        bool magic = size >= 4 && memcmp(data, "NWN2", 4) != 0;
        wmi_reader_fail(&r, magic ? WM_BAD_MAGIC : WM_TRUNCATED, 0, "magic", "%s",
                        magic ? "expected \"NWN2\"" : wmi_cut_off("header", 0, 12, size).text);
        return NULL;
    }
    if (size > UINT32_MAX) {
        wmi_reader_fail(&r, WM_UNSUPPORTED, 0, "", "the file is larger than 4 GiB");
        return NULL;
    }
    const wm_read_opts *base = opts ? &opts->base : NULL;
    reading g = {.r = &r, .opts = opts};
    wm_nwn2_trn *trn =
        wmi_trn_create(base ? base->allocator : NULL, memory_limit(base, size), 0, error);
    if (!trn)
        return NULL;
    g.trn = trn;
    read_table(&g);
    uint32_t count = r.failed ? 0 : wmi_le32(r.base + 8);
    if (!r.failed)
        prove_apart(&g, count);
    if (!r.failed) {
        trn->packets = wmi_arena_new(&wmi_trn_of(trn)->arena, count, sizeof *trn->packets);
        wmi_trn_of(trn)->packet_capacity = count;
        trn->packet_count = count;
        if (!trn->packets)
            r.failed = wmi_arena_fail(&wmi_trn_of(trn)->arena, error, "packets");
    }
    for (uint32_t i = 0; i < count && !r.failed; i++)
        read_packet(&g, i);
    if (r.failed) {
        wm_nwn2_trn_free(trn);
        return NULL;
    }
    return trn;
}
