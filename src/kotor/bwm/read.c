/* Binary walkmesh reader. docs/formats/kotor-bwm.md, "Header" and "Tables". */
#include <stdio.h>

#include "base/words.h"
#include "kotor/bwm/internal.h"

static wm_vec3 read_vec3(wmi_reader *r, uint64_t at, const char *field)
{
    return (wm_vec3){wmi_reader_f32(r, at, field), wmi_reader_f32(r, at + 4, field),
                     wmi_reader_f32(r, at + 8, field)};
}

static void read_header(wmi_reader *r, wm_kotor_bwm *b)
{
    wm_kotor_bwm_layout *l = &b->layout;
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

/* Every table of this format consists of 32-bit values. */
static void *read_table(wmi_reader *r, wmi_arena *arena, const wmi_bwm_table *t)
{
    wmi_span s = wmi_reader_span(r, t->offset, t->count, t->stride, t->name);
    void *data = wmi_arena_raw(arena, s.count, s.stride);
    if (!data) {
        r->failed = wmi_arena_fail(arena, r->error, t->name);
        return NULL;
    }
    wmi_load32(data, s.data, (size_t)s.count * (s.stride / 4));
    return data;
}

static void read_tables(wmi_reader *r, wm_kotor_bwm *b)
{
    wmi_arena *arena = wmi_bwm_arena(b);
    wmi_bwm_table t[WMI_BWM_TABLES];
    void *data[WMI_BWM_TABLES];
    wmi_bwm_tables(b, t);
    for (int i = 0; i < WMI_BWM_TABLES; i++)
        if (t[i].count && t[i].offset < WMI_BWM_HEADER)
            wmi_reader_fail(r, WM_BAD_OFFSET, t[i].field, t[i].name,
                            "the table starts at byte %lu, inside the header of %d bytes",
                            (ul)t[i].offset, WMI_BWM_HEADER);
    for (int i = 0; i < WMI_BWM_TABLES && !r->failed; i++)
        data[i] = read_table(r, arena, &t[i]);
    if (!r->failed)
        wmi_bwm_adopt(b, data);
}

/* The only references that the reader requires to be valid: without them there is no
 * geometry. */
static void check_vertex_numbers(wmi_reader *r, wm_kotor_bwm *b, wm_report *report)
{
    for (uint32_t i = 0; i < b->face_count; i++) {
        uint32_t *v = b->faces[i].vertex;
        if (v[0] < b->vertex_count && v[1] < b->vertex_count && v[2] < b->vertex_count)
            continue;
        for (uint32_t k = 0; k < 3; k++) {
            if (v[k] < b->vertex_count)
                continue;
            uint64_t at = b->layout.faces + 12ull * i + 4 * k;
            if (!report) {
                char path[64];
                snprintf(path, sizeof path, "faces[%lu].vertex[%lu]", (ul)i, (ul)k);
                wmi_reader_fail(r, WM_BAD_VALUE, at, path, "face %lu uses vertex %lu, but %s",
                                (ul)i, (ul)v[k],
                                wmi_only(b->vertex_count, "vertex", "vertices").text);
                return;
            }
            wmi_report(report, WM_KOTOR_VERTEX_INDEX,
                       wmi_at(at, "faces[%lu].vertex[%lu]", (ul)i, (ul)k),
                       "face %lu uses vertex %lu, but %s", (ul)i, (ul)v[k],
                       wmi_only(b->vertex_count, "vertex", "vertices").text);
            v[k] = 0;
        }
    }
    if (b->face_count && !b->vertex_count) /* no valid index exists, so fail even with a report */
        wmi_reader_fail(r, WM_BAD_VALUE, 0x48, "vertex_count", "%s but no vertices",
                        wmi_count(b->face_count, "face", "faces").text);
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
        if (!last && t[i].count == 0)
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
    wmi_reader r;
    wmi_reader_init(&r, data, size, error);
    if (!wm_kotor_bwm_detect(data, size)) {
        wmi_reader_fail(&r, size < 8 ? WM_TRUNCATED : WM_BAD_MAGIC, 0, "magic", "%s",
                        size < 8 ? wmi_cut_off("signature", 0, 8, size).text
                                 : "expected \"BWM V1.0\"");
        return NULL;
    }
    if (size > UINT32_MAX) {
        wmi_reader_fail(&r, WM_UNSUPPORTED, 0, "", "a walkmesh cannot be larger than 4 GiB");
        return NULL;
    }
    /* One allocation holds a well-formed file: its tables plus alignment. */
    wm_kotor_bwm *b = wmi_bwm_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size),
                                     size + 16 * (WMI_BWM_TABLES + 2), error);
    if (!b)
        return NULL;
    read_header(&r, b);
    if (!r.failed)
        read_tables(&r, b);
    if (!r.failed)
        check_vertex_numbers(&r, b, opts ? opts->report : NULL);
    if (!r.failed)
        read_gaps(&r, b);
    if (r.failed) {
        wm_kotor_bwm_free(b);
        return NULL;
    }
    return b;
}
