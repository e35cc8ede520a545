/* Binary walkmesh reader. docs/formats/kotor-bwm.md, "Header" and "Tables". */
#include <stdio.h>

#include "base/words.h"
#include "kotor/bwm/internal.h"
#include "kotor/bwm/rebuild.h"

static wm_vec3 read_vec3(wmi_reader *r, uint64_t at, const char *field)
{
    return (wm_vec3){wmi_reader_f32(r, at, field), wmi_reader_f32(r, at + 4, field),
                     wmi_reader_f32(r, at + 8, field)};
}

static void read_header(wmi_reader *r, wm_kotor_bwm *b)
{
    wm_kotor_bwm_offsets *l = &b->offsets;
    b->type = wmi_reader_u32(r, 0x08, "type");
    b->relative_hook[0] = read_vec3(r, 0x0C, "relative_hook[0]");
    b->relative_hook[1] = read_vec3(r, 0x18, "relative_hook[1]");
    b->absolute_hook[0] = read_vec3(r, 0x24, "absolute_hook[0]");
    b->absolute_hook[1] = read_vec3(r, 0x30, "absolute_hook[1]");
    b->position = read_vec3(r, 0x3C, "position");
    b->vertex_count = wmi_reader_u32(r, 0x48, "vertex_count");
    l->vertices = wmi_reader_u32(r, 0x4C, "vertex_offset");
    b->face_count = wmi_reader_u32(r, 0x50, "face_count");
    l->faces = wmi_reader_u32(r, 0x54, "face_offset");
    l->materials = wmi_reader_u32(r, 0x58, "material_offset");
    l->normals = wmi_reader_u32(r, 0x5C, "normal_offset");
    l->distances = wmi_reader_u32(r, 0x60, "distance_offset");
    b->aabb_count = wmi_reader_u32(r, 0x64, "aabb_count");
    l->aabbs = wmi_reader_u32(r, 0x68, "aabb_offset");
    b->aabb_root = wmi_reader_u32(r, 0x6C, "aabb_root");
    b->adjacency_count = wmi_reader_u32(r, 0x70, "adjacency_count");
    l->adjacency = wmi_reader_u32(r, 0x74, "adjacency_offset");
    b->edge_count = wmi_reader_u32(r, 0x78, "edge_count");
    l->edges = wmi_reader_u32(r, 0x7C, "edge_offset");
    b->perimeter_count = wmi_reader_u32(r, 0x80, "perimeter_count");
    l->perimeters = wmi_reader_u32(r, 0x84, "perimeter_offset");
}

/* The tables in file order. The first two are the geometry; the next three have one row a face. */
enum { VERTICES, FACES, MATERIALS, NORMALS, DISTANCES, AABBS };

/* The document and the reader, while faults are collected. */
typedef struct reading {
    wmi_reader r;
    wm_kotor_bwm *b;
    wm_report *report;
    wm_kotor_odd_word odd[WMI_BWM_TABLES]; /* of the header */
    uint32_t odd_count;
} reading;

/* A fault that leaves the rest readable. */
WM_PRINTF(6, 7)
static void fault(reading *g, wm_issue_code code, wm_status status, uint64_t offset,
                  const char *path, const char *fmt, ...)
{
    char text[200];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    if (g->b->fault_count++ == 0)
        wmi_fail_at(&g->b->first_fault, status, offset, path, "%s", text);
    wmi_report(g->report, code, wmi_at(offset, "%s", path), "%s", text);
}

/* Whether the rows of a table are in the file and outside its header. The geometry must be; any
 * other table becomes empty, and its words of the header are kept. */
static bool table_present(reading *g, const wmi_bwm_table *t, int i)
{
    bool inside = t->offset < WMI_BWM_HEADER;
    uint64_t need = (uint64_t)t->count * t->stride;
    char text[160];
    if (t->count == 0 || (!inside && wmi_fits(g->r.size, t->offset, t->count, t->stride)))
        return true;
    if (inside)
        wmi_format(text, sizeof text, "the table starts at byte %lu, inside the header of %d bytes",
                   (ul)t->offset, WMI_BWM_HEADER);
    else
        wmi_format(text, sizeof text, "%s", wmi_cut_off(t->name, t->offset, need, g->r.size).text);
    wm_status status = inside ? WM_BAD_OFFSET : WM_TRUNCATED;
    uint64_t at = inside ? t->field : t->offset;
    if (i <= FACES) {
        wmi_reader_fail(&g->r, status, at, t->name, "%s", text);
        return false;
    }
    fault(g, WM_KOTOR_TABLE_OUTSIDE, status, at, t->name, "%s", text);
    g->odd[g->odd_count++] = i < AABBS ? (wm_kotor_odd_word){t->field, t->offset}
                                       : (wm_kotor_odd_word){t->field - 4, t->count};
    return false;
}

/* Every table of this format consists of 32-bit values. A table that is lost is all zeros. */
static void *read_table(reading *g, const wmi_bwm_table *t, bool present)
{
    wmi_arena *arena = wmi_bwm_arena(g->b);
    void *data = present ? wmi_arena_raw(arena, t->count, t->stride)
                         : wmi_arena_new(arena, t->count, t->stride);
    if (!data) {
        g->r.failed = wmi_arena_fail(arena, g->r.error, t->name);
        return NULL;
    }
    if (present && t->count) /* an empty table may be said to be anywhere */
        wmi_load32(data, g->r.base + t->offset, (size_t)t->count * (t->stride / 4));
    return data;
}

static void read_tables(reading *g)
{
    wm_kotor_bwm *b = g->b;
    wm_kotor_bwm_offsets *l = &b->offsets;
    wmi_bwm_table t[WMI_BWM_TABLES];
    void *data[WMI_BWM_TABLES];
    uint32_t *const count[WMI_BWM_TABLES] = {
        [AABBS] = &b->aabb_count, &b->adjacency_count, &b->edge_count, &b->perimeter_count};
    uint32_t *const offset[AABBS] = {[MATERIALS] = &l->materials, &l->normals, &l->distances};
    wmi_bwm_tables(b, t);
    for (int i = 0; i < WMI_BWM_TABLES && !g->r.failed; i++) {
        bool present = table_present(g, &t[i], i);
        if (g->r.failed)
            return;
        if (!present && i < AABBS)
            *offset[i] = 0;
        else if (!present)
            *count[i] = t[i].count = 0;
        data[i] = read_table(g, &t[i], present);
    }
    if (!g->r.failed)
        wmi_bwm_adopt(b, data);
}

static bool face_bad(const wm_kotor_bwm *b, uint32_t i)
{
    const uint32_t *v = b->faces[i].vertex;
    return v[0] >= b->vertex_count || v[1] >= b->vertex_count || v[2] >= b->vertex_count;
}

/* Copies the words of the header, and makes room for `more` after them. */
static void keep_odd(reading *g, size_t more)
{
    wmi_arena *arena = wmi_bwm_arena(g->b);
    if (g->odd_count + more == 0)
        return;
    g->b->odd = wmi_arena_raw(arena, g->odd_count + more, sizeof *g->b->odd);
    if (!g->b->odd)
        g->r.failed = wmi_arena_fail(arena, g->r.error, "faces");
    for (uint32_t i = 0; !g->r.failed && i < g->odd_count; i++)
        g->b->odd[g->b->odd_count++] = g->odd[i];
}

/* Vertex indices are the only references that must be valid: all users of a document rely on them.
 * A face without them becomes a point. */
static void check_vertex_numbers(reading *g)
{
    wm_kotor_bwm *b = g->b;
    size_t bad = 0;
    if (b->face_count && !b->vertex_count) { /* no valid index exists */
        wmi_reader_fail(&g->r, WM_BAD_VALUE, 0x48, "vertex_count", "%s but no vertices",
                        wmi_count(b->face_count, "face", "faces").text);
        return;
    }
    for (uint32_t i = 0; i < b->face_count; i++)
        bad += face_bad(b, i);
    keep_odd(g, 3 * bad);
    for (uint32_t i = 0; bad && i < b->face_count && !g->r.failed; i++) {
        uint32_t *v = b->faces[i].vertex;
        if (!face_bad(b, i))
            continue;
        for (uint32_t k = 0; k < 3; k++) {
            uint64_t at = b->offsets.faces + 12ull * i + 4 * k;
            char path[64];
            wmi_format(path, sizeof path, "faces[%lu].vertex[%lu]", (ul)i, (ul)k);
            if (v[k] >= b->vertex_count)
                fault(g, WM_KOTOR_VERTEX_INDEX, WM_BAD_VALUE, at, path,
                      "face %lu uses vertex %lu, but %s", (ul)i, (ul)v[k],
                      wmi_only(b->vertex_count, "vertex", "vertices").text);
            b->odd[b->odd_count++] = (wm_kotor_odd_word){(uint32_t)at, v[k]};
        }
        v[0] = v[1] = v[2] = 0;
    }
}

/* Computes the normals and distances that are not in the file. */
static void derive_lost(const wm_kotor_bwm *b)
{
    bool normals = b->offsets.normals == 0, distances = b->offsets.distances == 0;
    for (uint32_t i = 0; (normals || distances) && i < b->face_count; i++) {
        const uint32_t *f = b->faces[i].vertex;
        const wm_vec3 v[3] = {b->vertices[f[0]], b->vertices[f[1]], b->vertices[f[2]]};
        if (normals)
            b->normals[i] = wmi_bwm_normal(v, WM_KOTOR_ROUNDING_K1);
        if (distances)
            b->distances[i] = wmi_bwm_distance(b->normals[i], v[0]);
    }
}

/* Keeps the bytes before, between and after the tables. There are only nine ranges, so
 * use an insertion sort. */
static void read_gaps(wmi_reader *r, wm_kotor_bwm *b)
{
    wmi_arena *arena = wmi_bwm_arena(b);
    wmi_bwm_table t[WMI_BWM_TABLES];
    wmi_bwm_tables(b, t);
    for (int i = 1; i < WMI_BWM_TABLES; i++)
        for (int k = i; k > 0 && t[k].offset < t[k - 1].offset; k--) {
            wmi_bwm_table swap = t[k];
            t[k] = t[k - 1];
            t[k - 1] = swap;
        }
    struct {
        uint64_t start, end;
    } found[WMI_BWM_TABLES + 1];
    uint32_t count = 0;
    uint64_t at = WMI_BWM_HEADER;
    for (int i = 0; i <= WMI_BWM_TABLES; i++) {
        bool last = i == WMI_BWM_TABLES;
        uint64_t start = last ? r->size : t[i].offset;
        if (!last && (t[i].count == 0 || t[i].offset < WMI_BWM_HEADER))
            continue;
        if (start > at) {
            found[count].start = at;
            found[count++].end = start;
        }
        uint64_t end = last ? start : start + (uint64_t)t[i].count * t[i].stride;
        at = end > at ? end : at;
    }
    if (count == 0)
        return;
    b->gaps = wmi_arena_new(arena, count, sizeof *b->gaps);
    for (uint32_t i = 0; b->gaps && i < count; i++) {
        size_t size = (size_t)(found[i].end - found[i].start);
        char *bytes = wmi_arena_text(arena, (const char *)r->base + found[i].start, size);
        if (!bytes)
            break;
        b->gaps[b->gap_count++] =
            (wm_kotor_gap){(uint32_t)found[i].start, (uint32_t)size, (uint8_t *)bytes};
    }
    if (b->gap_count != count)
        r->failed = wmi_arena_fail(arena, r->error, "gaps");
}

wm_kotor_bwm *wm_kotor_bwm_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    reading g = {.report = opts ? opts->report : NULL};
    wmi_reader *r = &g.r;
    wmi_reader_init(r, data, size, error);
    if (!wm_kotor_bwm_detect(data, size)) {
        wmi_reader_fail(r, size < 8 ? WM_TRUNCATED : WM_BAD_MAGIC, 0, "magic", "%s",
                        size < 8 ? wmi_cut_off("signature", 0, 8, size).text
                                 : "expected \"BWM V1.0\"");
        return NULL;
    }
    if (size > UINT32_MAX) {
        wmi_reader_fail(r, WM_UNSUPPORTED, 0, "", "a walkmesh cannot be larger than 4 GiB");
        return NULL;
    }
    /* One allocation holds a well-formed file: its tables plus alignment. */
    wm_kotor_bwm *b = wmi_bwm_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size),
                                     size + 16 * (WMI_BWM_TABLES + 2), error);
    if (!b)
        return NULL;
    g.b = b;
    read_header(r, b);
    if (!r->failed)
        read_tables(&g);
    if (!r->failed)
        check_vertex_numbers(&g);
    if (!r->failed)
        derive_lost(b);
    if (!r->failed)
        read_gaps(r, b);
    if (r->failed) {
        wm_kotor_bwm_free(b);
        return NULL;
    }
    return b;
}
