/* Creating, measuring and freeing path indexes. */
#include "nav/index.h"

/* FNV-1a over the data that paths depend on, as little-endian words: an index may be read
 * on another processor than the one it was made on. */
static uint64_t hash(uint64_t h, const void *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)words + 4 * i, sizeof word);
        for (int k = 0; k < 4; k++, word >>= 8)
            h = (h ^ (word & 0xFF)) * UINT64_C(0x100000001B3);
    }
    return h;
}

static uint64_t fingerprint_of(const wm_walkmesh *m)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    h = hash(h, &m->vertex_count, 1);
    h = hash(h, &m->face_count, 1);
    for (uint32_t f = 0; f < m->face_count; f++) {
        if (!m->walkable[f])
            continue;
        h = hash(h, &f, 1);
        h = hash(h, &m->faces[f], 3);
        h = hash(h, &m->neighbours[f], 3);
        for (int k = 0; k < 3; k++)
            h = hash(h, &m->vertices[m->faces[f].vertex[k]], 3);
    }
    return h;
}

wm_path_index *wmi_index_new(const wm_walkmesh *mesh, const wm_allocator *allocator, uint64_t limit,
                             wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    wm_path_index *x = wmi_arena_new(&arena, 1, sizeof *x);
    if (!x) {
        wmi_arena_fail(&arena, error, "index");
        return NULL;
    }
    x->arena = arena;
    x->mesh = mesh;
    x->fingerprint = fingerprint_of(mesh);
    if (wmi_index_find_corners(x, &wmi_walkmesh_of(mesh)->walk))
        return x;
    wmi_arena_fail(&x->arena, error, "index");
    wm_path_index_free(x);
    return NULL;
}

/* Removes the links of corners in regions that are left to the search. */
static void drop_links(const wm_path_index *x, const wmi_walk *walk, wmi_index_links *links)
{
    size_t kept = 0;
    for (size_t i = 0; i < links->count; i++)
        if (wmi_index_serves(x, walk, links->list[i].from))
            links->list[kept++] = links->list[i];
    links->count = kept;
}

/* Removes what faces and corners see there. */
static void drop_sightings(wm_path_index *x, const wmi_walk *walk)
{
    uint32_t entries = 0, hinges = 0, first = 0;
    for (uint32_t f = 0; f < walk->count; f++) {
        uint32_t end = x->entry_first[f + 1];
        for (uint32_t i = first; x->served[walk->region[f]] && i < end; i++)
            x->entries[entries++] = x->entries[i];
        x->entry_first[f + 1] = entries;
        first = end;
    }
    for (uint32_t i = 0; i < x->hinge_count; i++)
        if (wmi_index_serves(x, walk, x->hinges[i].from))
            x->hinges[hinges++] = x->hinges[i];
    x->hinge_count = hinges;
}

wm_path_index *wm_path_index_new(const wm_walkmesh *mesh, uint64_t memory_limit,
                                 const wm_allocator *allocator, wm_error *error)
{
    const wmi_walk *walk = &wmi_walkmesh_of(mesh)->walk;
    wmi_index_links links = {0};
    uint64_t limit = memory_limit ? memory_limit : UINT64_C(1) << 30;
    wm_path_index *x = wmi_index_new(mesh, allocator, 0, error);
    if (!x)
        return NULL;
    wm_status status = wmi_index_look_around(x, walk, &links, limit, error);
    if (status == WM_OK) {
        drop_links(x, walk, &links);
        status = wmi_index_measure_corners(x, walk, &links, limit, error);
    }
    if (status == WM_OK)
        drop_sightings(x, walk);
    wmi_release(&x->arena.allocator, links.list, links.capacity, sizeof *links.list);
    if (status == WM_OK)
        return x;
    wm_path_index_free(x);
    return NULL;
}

void wm_path_index_free(wm_path_index *index)
{
    if (!index)
        return;
    wmi_arena arena = index->arena;
    wmi_arena_free(&arena);
}

wm_status wm_path_index_measure(const wm_path_index *x, wm_path_index_stats *stats, wm_error *error)
{
    (void)error;
    const wmi_walk *walk = &wmi_walkmesh_of(x->mesh)->walk;
    uint32_t faces = walk->count, left_out = 0;
    for (uint32_t r = 0; r < walk->region_count; r++)
        left_out += !x->served[r];
    *stats = (wm_path_index_stats){.corners = x->corner_count,
                                   .sightings = x->entry_first[faces],
                                   .labels = x->labels ? x->label_first[x->corner_count] : 0,
                                   .bytes = x->arena.used,
                                   .left_out = left_out};
    return WM_OK;
}
