/* Reads a model, packet by packet. docs/formats/nwn2-mdb.md, "Packets". */
#include "base/words.h"
#include "nwn2/container.h"
#include "nwn2/internal.h"
#include "nwn2/mdb/internal.h"

typedef struct reading {
    wmi_cursor c; /* ends at the end of the packet */
    const wmi_mdb_form *form;
    uint32_t number; /* of the packet */
    uint64_t start;  /* of its content */
} reading;

static void *new_part(reading *g, size_t size)
{
    void *part = wmi_take_room(&g->c, 1, size, "packets");
    if (part)
        memset(part, 0, size);
    return part;
}

/* Fails unless the packet is as long as its counts say. */
static bool prove_size(reading *g, uint32_t vertices, uint32_t triangles)
{
    const wmi_mdb_form *f = g->form;
    uint64_t need = f->header + (uint64_t)vertices * f->vertex + (uint64_t)triangles * f->triangle;
    uint64_t size = g->c.r.size - g->start;
    char path[48];
    if (size == need)
        return true;
    wmi_format(path, sizeof path, "packets[%lu].size", (ul)g->number);
    wmi_reader_fail(&g->c.r, WM_BAD_VALUE, g->start - 4, path, "the %s packet has %s, but %s %s",
                    f->type, wmi_count(size, "byte", "bytes").text,
                    size < f->header ? "needs at least" : "its counts need", wmi_number(need).text);
    return false;
}

/* The header of the packet, or NULL if it is too short. */
static const uint8_t *take_header(reading *g)
{
    uint64_t size = g->c.r.size - g->start;
    if (size < g->form->header) {
        prove_size(g, 0, 0);
        return NULL;
    }
    return wmi_take(&g->c, 1, g->form->header, "header").data;
}

static void load_material(wm_nwn2_mdb_material *m, const uint8_t *p)
{
    memcpy(m->texture, p, sizeof m->texture);
    wmi_load32(&m->diffuse, p + 128, 3);
    wmi_load32(&m->specular, p + 140, 3);
    wmi_load32(&m->specular_level, p + 152, 1);
    wmi_load32(&m->specular_power, p + 156, 1);
    m->flags = wmi_le32(p + 160);
}

/* Bones are bytes among 32-bit values. */
static void restore_bones(wm_nwn2_mdb_skin_vertex *v, const uint8_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count && !wmi_little_endian(); i++)
        memcpy(v[i].bone, from + (size_t)i * sizeof *v + 40, 4);
}

static void read_vertices(reading *g, wm_nwn2_mdb_mesh *m)
{
    uint64_t at = g->c.at;
    void *data = wmi_take_words(&g->c, m->vertex_count, g->form->vertex, "vertices");
    wmi_mdb_set_vertices(m, g->form->kind, data);
    if (data && m->skin_vertices)
        restore_bones(data, g->c.r.base + at, m->vertex_count);
}

/* Triangles of a walkmesh have flags between them. */
static void read_walk_triangles(reading *g, wm_nwn2_mdb_mesh *m)
{
    wmi_span s = wmi_take(&g->c, m->triangle_count, g->form->triangle, "triangles");
    m->triangles = wmi_take_room(&g->c, s.count, sizeof *m->triangles, "triangles");
    m->triangle_flags = wmi_take_room(&g->c, s.count, 4, "triangle_flags");
    for (uint32_t i = 0; m->triangle_flags && i < s.count; i++) {
        const uint8_t *p = s.data + (size_t)i * s.stride;
        for (int k = 0; k < 3; k++)
            m->triangles[i].vertex[k] = wmi_le16(p + 2 * (size_t)k);
        m->triangle_flags[i] = wmi_le32(p + 6);
    }
}

static void read_mesh(reading *g, wm_nwn2_mdb_packet *p)
{
    const wmi_mdb_form *f = g->form;
    const uint8_t *h = take_header(g);
    wm_nwn2_mdb_mesh *m = h ? new_part(g, sizeof *m) : NULL;
    char path[48];
    if (!m)
        return;
    m->vertex_count = wmi_le32(h + f->header - 8);
    m->triangle_count = wmi_le32(h + f->header - 4);
    if (!prove_size(g, m->vertex_count, m->triangle_count))
        return;
    memcpy(m->name, h, sizeof m->name);
    if (f->kind == WM_NWN2_MDB_KIND_SKIN)
        memcpy(m->skeleton, h + 32, sizeof m->skeleton);
    if (f->material)
        load_material(&m->material, h + f->material);
    else
        m->flags = wmi_le32(h + 32);
    read_vertices(g, m);
    if (f->kind == WM_NWN2_MDB_KIND_WALK)
        read_walk_triangles(g, m);
    else
        m->triangles = wmi_take_shorts(&g->c, m->triangle_count, f->triangle, "triangles");
    wmi_format(path, sizeof path, "packets[%lu].triangles", (ul)g->number);
    if (!g->c.r.failed)
        wmi_prove_short(&g->c, m->triangles, m->triangle_count, m->vertex_count, path);
    p->mesh = g->c.r.failed ? NULL : m;
}

static void read_point(reading *g, wm_nwn2_mdb_packet *p)
{
    const uint8_t *h = prove_size(g, 0, 0) ? take_header(g) : NULL;
    wm_nwn2_mdb_point *t = h ? new_part(g, sizeof *t) : NULL;
    if (!t)
        return;
    memcpy(t->name, h, sizeof t->name);
    t->value = wmi_le32(h + 32);
    wmi_load32(&t->position, h + 36, 3);
    wmi_load32(t->axis, h + 48, 9);
    p->point = t;
}

static void read_spheres(reading *g, wm_nwn2_mdb_packet *p)
{
    const uint8_t *h = take_header(g);
    wm_nwn2_mdb_spheres *s = h ? new_part(g, sizeof *s) : NULL;
    if (!s || !prove_size(g, wmi_le32(h), 0))
        return;
    s->count = wmi_le32(h);
    s->spheres = wmi_take_words(&g->c, s->count, g->form->vertex, "spheres");
    p->spheres = g->c.r.failed ? NULL : s;
}

/* ---- the file ---- */

static void keep_raw(wmi_reader *r, wm_nwn2_mdb *mdb, wm_nwn2_mdb_packet *p, uint32_t start,
                     uint32_t size)
{
    wmi_cursor again = {.at = start, .arena = &wmi_mdb_of(mdb)->arena};
    wmi_reader_init(&again.r, r->base, (size_t)start + size, r->error);
    p->kind = WM_NWN2_MDB_KIND_RAW;
    p->raw = wmi_take_bytes(&again, size, "packets");
    r->failed = again.r.failed;
}

static void note_fault(wm_nwn2_mdb *mdb, const wmi_cursor *c, const wm_error *fault,
                       wm_report *report)
{
    if (mdb->fault_count++ == 0)
        mdb->first_fault = *fault;
    wm_report_add_error(report, c->bad_index ? WM_NWN2_MDB_VERTEX_INDEX : WM_NWN2_MDB_PACKET_SIZE,
                        fault);
}

static void read_packet(wmi_reader *r, const wmi_container *table, wm_nwn2_mdb *mdb, uint32_t i,
                        wm_report *report)
{
    wm_nwn2_mdb_packet *p = &mdb->packets[i];
    wmi_packet_place place = wmi_container_packet(r, table, i);
    wm_error local = {.code = WM_OK};
    reading g = {.c = {.at = place.start, .arena = &wmi_mdb_of(mdb)->arena},
                 .form = wmi_mdb_form_named(place.type),
                 .number = i,
                 .start = place.start};
    memcpy(p->type, place.type, sizeof p->type);
    memcpy(p->stored_type, place.stored_type, sizeof p->stored_type);
    p->offset = place.offset;
    if (!g.form) {
        keep_raw(r, mdb, p, place.start, place.size);
        return;
    }
    wmi_reader_init(&g.c.r, r->base, (size_t)place.start + place.size, &local);
    p->kind = g.form->kind;
    if (wmi_mdb_is_mesh(p->kind))
        read_mesh(&g, p);
    else if (wmi_mdb_is_point(p->kind))
        read_point(&g, p);
    else
        read_spheres(&g, p);
    if (g.c.r.failed == WM_NO_MEMORY || g.c.r.failed == WM_LIMIT) {
        r->failed = g.c.r.failed;
        if (r->error)
            *r->error = local;
    } else if (g.c.r.failed) {
        note_fault(mdb, &g.c, &local, report);
        keep_raw(r, mdb, p, place.start, place.size);
    }
}

/* A mesh has no use without all its vertices and triangles: all packets must be in the file. */
static void prove_places(wmi_reader *r, const wmi_container *table)
{
    for (uint32_t i = 0; i < table->count && !r->failed; i++)
        if (table->fault[i]) {
            wm_error fault = {.code = WM_OK};
            wmi_container_fault(r, table, i, &fault);
            wmi_reader_fail(r, fault.code, fault.offset, fault.path, "%s", fault.message);
        }
}

static void read_packets(wmi_reader *r, const wmi_container *table, wm_nwn2_mdb *mdb,
                         wm_report *report)
{
    wmi_arena *arena = &wmi_mdb_of(mdb)->arena;
    mdb->major = table->major;
    mdb->minor = table->minor;
    mdb->unclaimed = table->unclaimed;
    mdb->packet_count = table->count;
    mdb->packets = wmi_arena_new(arena, table->count, sizeof *mdb->packets);
    wmi_mdb_of(mdb)->packet_capacity = table->count;
    bool plain = wmi_container_is_plain(r, table);
    if (!plain)
        wmi_mdb_of(mdb)->layout = wmi_container_keep(r, table, arena);
    if (!mdb->packets || (!plain && !wmi_mdb_of(mdb)->layout))
        r->failed = wmi_arena_fail(arena, r->error, "packets");
    for (uint32_t i = 0; i < table->count && !r->failed; i++)
        read_packet(r, table, mdb, i, report);
}

wm_nwn2_mdb *wm_nwn2_mdb_read(const void *data, size_t size, const wm_read_opts *opts,
                              wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_reader r;
    wm_nwn2_mdb *mdb = NULL;
    const wm_allocator *allocator = opts ? opts->allocator : NULL;
    wmi_reader_init(&r, data, size, error);
    wmi_container table = wmi_container_read(&r, allocator);
    if (!r.failed)
        prove_places(&r, &table);
    /* The document in one block: what packets have besides their arrays is small. */
    if (!r.failed)
        mdb =
            wmi_mdb_create(allocator, wmi_memory_limit(opts, size), size + size / 64 + 4096, error);
    if (mdb)
        read_packets(&r, &table, mdb, opts ? opts->report : NULL);
    wmi_container_free(&table);
    if (!r.failed)
        return mdb;
    wm_nwn2_mdb_free(mdb);
    return NULL;
}
