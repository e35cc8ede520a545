/* The tables of a binary walkmesh and their file layout; creates, copies and frees
 * documents. docs/formats/kotor-bwm.md, "Layout". */
#include "base/search.h"
#include "kotor/bwm/internal.h"

/* Tables are read and written as blocks of 32-bit values. */
_Static_assert(sizeof(wm_vec3) == 12, "as in the file");
_Static_assert(sizeof(wm_kotor_face) == 12, "as in the file");
_Static_assert(sizeof(wm_kotor_aabb) == 44, "as in the file");
_Static_assert(sizeof(wm_kotor_adjacency) == 12, "as in the file");
_Static_assert(sizeof(wm_kotor_edge) == 8, "as in the file");

void wmi_bwm_tables(const wm_kotor_bwm *b, wmi_bwm_table table[WMI_BWM_TABLES])
{
    const wm_kotor_bwm_offsets *l = &b->offsets;
    const wmi_bwm_table all[WMI_BWM_TABLES] = {
        {"vertices", b->vertex_count, 12, l->vertices, b->vertices, 0x4C},
        {"faces", b->face_count, 12, l->faces, b->faces, 0x54},
        {"materials", b->face_count, 4, l->materials, b->materials, 0x58},
        {"normals", b->face_count, 12, l->normals, b->normals, 0x5C},
        {"distances", b->face_count, 4, l->distances, b->distances, 0x60},
        {"aabbs", b->aabb_count, 44, l->aabbs, b->aabbs, 0x68},
        {"adjacency", b->adjacency_count, 12, l->adjacency, b->adjacency, 0x74},
        {"edges", b->edge_count, 8, l->edges, b->edges, 0x7C},
        {"perimeters", b->perimeter_count, 4, l->perimeters, b->perimeters, 0x84},
    };
    memcpy(table, all, sizeof all);
}

void wmi_bwm_adopt(wm_kotor_bwm *b, void *const data[WMI_BWM_TABLES])
{
    b->vertices = data[0];
    b->faces = data[1];
    b->materials = data[2];
    b->normals = data[3];
    b->distances = data[4];
    b->aabbs = data[5];
    b->adjacency = data[6];
    b->edges = data[7];
    b->perimeters = data[8];
}

const wm_kotor_odd_word *wmi_bwm_odd(const wm_kotor_bwm *b, uint64_t offset)
{
    wmi_search search = {.high = b->odd_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, b->odd[search.at].offset < offset);
    uint32_t low = search.low;
    return low < b->odd_count && b->odd[low].offset == offset ? &b->odd[low] : NULL;
}

bool wmi_bwm_lost(const wm_kotor_bwm *b, const wmi_bwm_table *t)
{
    return t->offset == 0 && wmi_bwm_odd(b, t->field);
}

bool wm_kotor_bwm_detect(const void *data, size_t size)
{
    return size >= 8 && memcmp(data, "BWM V1.0", 8) == 0;
}

wm_kotor_bwm *wmi_bwm_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    if (!wmi_arena_reserve(&arena, room + sizeof(wmi_bwm) + 64)) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    wmi_bwm *doc = wmi_arena_new(&arena, 1, sizeof *doc); /* cannot fail: already reserved */
    doc->arena = arena;
    doc->pub.memory = &doc->arena;
    return &doc->pub;
}

wm_kotor_bwm *wm_kotor_bwm_new(uint32_t type, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_bwm *bwm = wmi_bwm_create(allocator, 0, 0, error);
    if (bwm) {
        bwm->type = type;
        wm_kotor_bwm_pack(bwm);
    }
    return bwm;
}

void wm_kotor_bwm_free(wm_kotor_bwm *bwm)
{
    if (bwm)
        wmi_arena_free(bwm->memory);
}

void *wm_kotor_bwm_alloc(wm_kotor_bwm *bwm, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(wmi_bwm_arena(bwm), count, size, error);
}

wm_status wm_kotor_bwm_reserve(wm_kotor_bwm *bwm, uint32_t vertices, uint32_t faces,
                               wm_error *error)
{
    wmi_arena *arena = wmi_bwm_arena(bwm);
    wm_vec3 *v = wmi_arena_new(arena, vertices, sizeof *v);
    wm_kotor_face *f = wmi_arena_new(arena, faces, sizeof *f);
    uint32_t *m = wmi_arena_new(arena, faces, sizeof *m);
    wm_vec3 *n = wmi_arena_new(arena, faces, sizeof *n);
    float *d = wmi_arena_new(arena, faces, sizeof *d);
    if (!v || !f || !m || !n || !d)
        return wmi_arena_fail(arena, error, "faces");
    bwm->vertex_count = vertices;
    bwm->face_count = faces;
    bwm->vertices = v;
    bwm->faces = f;
    bwm->materials = m;
    bwm->normals = n;
    bwm->distances = d;
    bwm->aabb_count = bwm->adjacency_count = bwm->edge_count = bwm->perimeter_count = 0;
    bwm->aabb_root = 0;
    wm_kotor_bwm_pack(bwm);
    wmi_bwm_tidy(bwm);
    return WM_OK;
}

void wm_kotor_bwm_pack(wm_kotor_bwm *bwm)
{
    wm_kotor_bwm_offsets *l = &bwm->offsets;
    uint32_t at = WMI_BWM_HEADER;
    wmi_bwm_table table[WMI_BWM_TABLES];
    uint32_t *const place[WMI_BWM_TABLES] = {&l->vertices,  &l->faces,     &l->materials,
                                             &l->normals,   &l->distances, &l->aabbs,
                                             &l->adjacency, &l->edges,     &l->perimeters};
    wmi_bwm_tables(bwm, table);
    for (int i = 0; i < WMI_BWM_TABLES; i++) {
        /* Objects end after the distances; their later offsets are 0. */
        bool absent = i >= 5 && bwm->type == WM_KOTOR_BWM_TYPE_OBJECT && table[i].count == 0;
        *place[i] = absent ? 0 : at;
        at += table[i].count * table[i].stride; /* the writer catches overflow */
    }
    bwm->gap_count = bwm->odd_count = bwm->fault_count = 0;
}

wm_kotor_bwm *wm_kotor_bwm_copy(const wm_kotor_bwm *bwm, const wm_allocator *allocator,
                                wm_error *error)
{
    wm_kotor_bwm *copy = wmi_bwm_create(allocator, 0, 0, error);
    if (!copy)
        return NULL;
    wmi_arena *arena = wmi_bwm_arena(copy);
    void *memory = copy->memory;
    *copy = *bwm;
    copy->memory = memory;
    wmi_bwm_table table[WMI_BWM_TABLES];
    void *data[WMI_BWM_TABLES];
    wmi_bwm_tables(bwm, table);
    for (int i = 0; i < WMI_BWM_TABLES; i++) {
        data[i] = wmi_arena_raw(arena, table[i].count, table[i].stride);
        if (!data[i])
            goto no_memory;
        if (table[i].count)
            memcpy(data[i], table[i].data, (size_t)table[i].count * table[i].stride);
    }
    wmi_bwm_adopt(copy, data);
    copy->odd = wmi_arena_raw(arena, bwm->odd_count, sizeof *copy->odd);
    if (!copy->odd)
        goto no_memory;
    if (bwm->odd_count)
        memcpy(copy->odd, bwm->odd, bwm->odd_count * sizeof *copy->odd);
    copy->gaps = wmi_arena_new(arena, bwm->gap_count, sizeof *copy->gaps);
    if (!copy->gaps)
        goto no_memory;
    for (uint32_t i = 0; i < bwm->gap_count; i++) {
        const wm_kotor_gap *gap = &bwm->gaps[i];
        char *bytes = wmi_arena_text(arena, (const char *)gap->data, gap->size);
        if (!bytes)
            goto no_memory;
        copy->gaps[i] = (wm_kotor_gap){gap->offset, gap->size, (const uint8_t *)bytes};
    }
    return copy;
no_memory:
    wmi_arena_fail(arena, error, "");
    wm_kotor_bwm_free(copy);
    return NULL;
}

void wmi_bwm_tidy(wm_kotor_bwm *bwm)
{
    wmi_arena *arena = wmi_bwm_arena(bwm);
    if (!wmi_arena_crowded(arena))
        return;
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(bwm, &arena->allocator, NULL);
    if (!copy)
        return;
    if (wmi_arena_move(arena, wmi_bwm_arena(copy), sizeof(wmi_bwm))) {
        *bwm = *copy;
        bwm->memory = arena;
    } else {
        wm_kotor_bwm_free(copy);
    }
}
