/* Reads the packets of a terrain file, each with its own reader. docs/formats/nwn2.md. */
#include "base/words.h"
#include "nwn2/container.h"
#include "nwn2/internal.h"

typedef struct reading {
    wmi_reader *r;
    wm_nwn2_trn *trn;
    const wm_nwn2_trn_read_opts *opts;
    const wmi_container *table;
} reading;

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
    wmi_cursor whole = *c;
    if (a)
        a->stored = wmi_take_rest(&whole, "ASWM");
    c->r.failed = whole.r.failed;
    if (a && !c->r.failed)
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
    wmi_packet_place place = wmi_container_packet(r, g->table, i);
    wm_error local = {.code = WM_OK};
    memcpy(p->type, place.type, sizeof p->type);
    memcpy(p->stored_type, place.stored_type, sizeof p->stored_type);
    p->offset = place.offset;
    uint32_t size = place.size;
    uint64_t start = place.start;
    wmi_cursor c = {
        .at = start, .arena = &wmi_trn_of(g->trn)->arena, .trn = g->trn, .report = report};
    if (place.fault) {
        wmi_container_fault(r, g->table, i, &local);
        wmi_trn_fault(&c, WM_NWN2_PACKET_UNREADABLE, &local);
    }
    wmi_reader_init(&c.r, r->base, (size_t)(start + size), &local);
    packet_reader read = place.fault || (g->opts && g->opts->raw) ? NULL : reader_of(p->type);
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
 * large, plain areas. The usual limit would reject the result of a bake. What no file needs is
 * left out, though: the limit stays below what SECURITY.md promises for all files. */
static uint64_t memory_limit(const wm_read_opts *opts, size_t size)
{
    const uint64_t mebi = UINT64_C(1) << 20;
    uint64_t packed = 16 * mebi + 1032 * (uint64_t)size, most = 48 * mebi + 48 * (uint64_t)size;
    if (opts && opts->memory_limit)
        return opts->memory_limit;
    return packed < most ? packed : most;
}

/* Reads all packets of the table into an empty document. */
static void read_packets(reading *g)
{
    const wmi_container *table = g->table;
    wm_nwn2_trn *trn = g->trn;
    wmi_trn *doc = wmi_trn_of(trn);
    trn->major = table->major;
    trn->minor = table->minor;
    trn->unclaimed = table->faults ? 0 : table->unclaimed;
    trn->packet_count = table->count;
    trn->packets = wmi_arena_new(&doc->arena, table->count, sizeof *trn->packets);
    doc->packet_capacity = table->count;
    bool plain = wmi_container_is_plain(g->r, table);
    if (!plain)
        doc->layout = wmi_container_keep(g->r, table, &doc->arena);
    if (!trn->packets || (!plain && !doc->layout))
        g->r->failed = wmi_arena_fail(&doc->arena, g->r->error, "packets");
    for (uint32_t i = 0; i < table->count && !g->r->failed; i++)
        read_packet(g, i);
}

wm_nwn2_trn *wm_nwn2_trn_read(const void *data, size_t size, const wm_nwn2_trn_read_opts *opts,
                              wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_reader r;
    wmi_reader_init(&r, data, size, error);
    const wm_read_opts *base = opts ? &opts->base : NULL;
    const wm_allocator *allocator = base ? base->allocator : NULL;
    wmi_container table = wmi_container_read(&r, allocator);
    reading g = {.r = &r, .opts = opts, .table = &table};
    if (!r.failed)
        g.trn = wmi_trn_create(allocator, memory_limit(base, size), 0, error);
    if (g.trn)
        read_packets(&g);
    wmi_container_free(&table);
    if (r.failed) {
        wm_nwn2_trn_free(g.trn);
        return NULL;
    }
    return g.trn;
}
