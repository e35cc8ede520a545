/* Footsteps of an exterior: the material of a walkable triangle follows from the texture that
 * covers the ground there. docs/formats/nwn2.md, "Footsteps". */
#include "base/search.h"
#include "base/text.h"
#include "nwn2/internal.h"
#include "waymark/convert.h"
#include "waymark/walkmesh.h"

enum { DDS_HEADER = 128, COMPRESSED = 0x4, LAYERS = 6 };

typedef struct ground {
    const wm_nwn2_trn *trn;
    const wm_nwn2_trrn **tiles; /* the megatiles */
    uint32_t count;
    uint32_t *first;    /* index of the first face of each, and their number after the last */
    uint8_t *materials; /* LAYERS for each megatile; 0: not in the table */
    wm_walkmesh *mesh;  /* all their triangles */
    wm_query *query;
} ground;

/* ---- the table ---- */

static uint8_t material_of(const char *name)
{
    for (uint32_t m = 1; name && m < WM_NWN2_MATERIAL_COUNT; m++)
        if (wmi_compare_names(name, wm_nwn2_material_name(m)) == 0)
            return (uint8_t)m;
    return 0;
}

static uint8_t find_material(const wm_2da *table, const uint8_t texture[32])
{
    uint32_t terrain = wm_2da_column(table, "Terrain"), material = wm_2da_column(table, "Material");
    char name[33] = "";
    memcpy(name, texture, 32);
    for (uint32_t row = 0; *name && row < table->row_count; row++) {
        const char *cell = wm_2da_cell(table, row, terrain);
        if (cell && wmi_compare_names(cell, name) == 0)
            return material_of(wm_2da_cell(table, row, material));
    }
    return 0;
}

/* ---- weights ---- */

static uint32_t word_at(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The channel of a pixel that a mask selects, 0 to 1. */
static double channel(uint32_t pixel, uint32_t mask)
{
    return mask ? (double)(pixel & mask) / (double)mask : 0;
}

/* Red, green, blue and alpha of an uncompressed picture at uv. False if it is none. */
static bool sample(wm_nwn2_bytes dds, const double uv[2], double rgba[4])
{
    if (dds.size < DDS_HEADER || memcmp(dds.data, "DDS ", 4) != 0)
        return false;
    uint32_t height = word_at(dds.data + 12), width = word_at(dds.data + 16);
    uint32_t bits = word_at(dds.data + 88), bytes = bits / 8;
    if (word_at(dds.data + 80) & COMPRESSED || bits % 8 || bytes == 0 || bytes > 4 || !width ||
        !height || (uint64_t)width * height > (dds.size - DDS_HEADER) / bytes)
        return false;
    double x = wmi_min(wmi_max(uv[0], 0) * width, width - 1.0);
    double y = wmi_min(wmi_max(uv[1], 0) * height, height - 1.0);
    const uint8_t *at = dds.data + DDS_HEADER + ((size_t)y * width + (size_t)x) * bytes;
    uint32_t pixel = 0;
    for (uint32_t i = 0; i < bytes; i++)
        pixel |= (uint32_t)at[i] << 8 * i;
    for (int i = 0; i < 4; i++)
        rgba[i] = channel(pixel, word_at(dds.data + 92 + 4 * i));
    return true;
}

/* mask_uv at a point of a triangle of a megatile. */
static void mask_uv_at(const wm_nwn2_trrn *t, uint32_t triangle, const float at[2], double uv[2])
{
    const wm_nwn2_terrain_vertex *v[3];
    for (int k = 0; k < 3; k++)
        v[k] = &t->vertices[t->triangles[triangle].vertex[k]];
    double ax = (double)v[0]->position.x, ay = (double)v[0]->position.y;
    double bx = (double)v[1]->position.x - ax, by = (double)v[1]->position.y - ay;
    double cx = (double)v[2]->position.x - ax, cy = (double)v[2]->position.y - ay;
    double px = (double)at[0] - ax, py = (double)at[1] - ay, all = bx * cy - by * cx;
    double b = all != 0 ? (px * cy - py * cx) / all : 0,
           c = all != 0 ? (bx * py - by * px) / all : 0;
    for (int k = 0; k < 2; k++)
        uv[k] = (1 - b - c) * (double)v[0]->mask_uv[k] + b * (double)v[1]->mask_uv[k] +
                c * (double)v[2]->mask_uv[k];
}

/* ---- the ground ---- */

static wm_status find_ground(ground *g, const wm_2da *table, wmi_arena *scratch, wm_error *error)
{
    const wm_nwn2_trn *trn = g->trn;
    uint64_t vertices = 0, faces = 0;
    g->tiles = wmi_arena_new(scratch, trn->packet_count, sizeof *g->tiles);
    g->first = wmi_arena_new(scratch, (size_t)trn->packet_count + 1, sizeof *g->first);
    g->materials = wmi_arena_new(scratch, (size_t)trn->packet_count * LAYERS, 1);
    if (!g->tiles || !g->first || !g->materials)
        return wmi_arena_fail(scratch, error, "");
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_trrn *t = trn->packets[i].trrn;
        if (!t || vertices + t->vertex_count > UINT32_MAX || faces + t->triangle_count > UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < LAYERS; k++)
            g->materials[g->count * LAYERS + k] = find_material(table, t->textures[k]);
        g->first[g->count] = (uint32_t)faces;
        g->tiles[g->count++] = t;
        vertices += t->vertex_count;
        faces += t->triangle_count;
        g->first[g->count] = (uint32_t)faces;
    }
    wm_vec3 *points = wmi_arena_raw(scratch, (size_t)vertices, sizeof *points);
    wm_walk_face *list = wmi_arena_raw(scratch, (size_t)faces, sizeof *list);
    if (!points || !list)
        return wmi_arena_fail(scratch, error, "");
    for (uint32_t i = 0, v = 0, f = 0; i < g->count; i++) {
        const wm_nwn2_trrn *t = g->tiles[i];
        for (uint32_t k = 0; k < t->triangle_count; k++, f++)
            for (int c = 0; c < 3; c++)
                list[f].vertex[c] = v + t->triangles[k].vertex[c];
        for (uint32_t k = 0; k < t->vertex_count; k++)
            points[v++] = t->vertices[k].position;
    }
    const wm_walkmesh_desc desc = {.vertex_count = (uint32_t)vertices,
                                   .vertices = points,
                                   .face_count = (uint32_t)faces,
                                   .faces = list};
    g->mesh = wm_walkmesh_new(&desc, &scratch->allocator, error);
    g->query = g->mesh ? wm_query_new(g->mesh, &scratch->allocator, error) : NULL;
    return g->query ? WM_OK : WM_NO_MEMORY;
}

/* The megatile that a face belongs to. */
static uint32_t tile_of(const ground *g, uint32_t face)
{
    wmi_search after = {.high = g->count};
    while (wmi_search_next(&after))
        wmi_search_narrow(&after, g->first[after.at] <= face);
    return after.low ? after.low - 1 : 0;
}

/* ---- triangles ---- */

static void set_one(const ground *g, wm_nwn2_triangle *t, const wm_nwn2_aswm *a,
                    wm_nwn2_trn_footsteps_result *r)
{
    wm_hit hit;
    wm_vec3 p = a->vertices[t->vertex[0]], q = a->vertices[t->vertex[1]];
    wm_vec3 s = a->vertices[t->vertex[2]];
    const float at[2] = {(p.x + q.x + s.x) / 3, (p.y + q.y + s.y) / 3};
    if (!wm_query_height(g->query, (wm_vec3){at[0], at[1], 0}, WM_LOCATE_ALL, NULL, &hit)) {
        r->outside++;
        return;
    }
    uint32_t tile = tile_of(g, hit.face), best = LAYERS;
    const wm_nwn2_trrn *ground_tile = g->tiles[tile];
    double uv[2], weight[8] = {0}, most = 0;
    mask_uv_at(ground_tile, hit.face - g->first[tile], at, uv);
    if (!sample(ground_tile->dds[0], uv, weight)) {
        r->unreadable++;
        return;
    }
    (void)sample(ground_tile->dds[1], uv, weight + 4); /* textures 4 and 5 in red and green */
    for (uint32_t i = 0; i < LAYERS; i++)
        if (weight[i] > most && ground_tile->textures[i][0]) {
            most = weight[i];
            best = i;
        }
    uint8_t material = best < LAYERS ? g->materials[tile * LAYERS + best] : 0;
    if (!material) {
        r->unknown++;
        return;
    }
    uint32_t all = (uint32_t)((WM_NWN2_DIRT << (WM_NWN2_MATERIAL_COUNT - 1)) - WM_NWN2_DIRT);
    uint16_t flags = (uint16_t)((t->flags & ~all) | (uint32_t)WM_NWN2_DIRT << (material - 1));
    r->set += flags != t->flags;
    r->same += flags == t->flags;
    t->flags = flags;
}

wm_status wm_nwn2_trn_footsteps(wm_nwn2_trn *trn, const wm_2da *table,
                                wm_nwn2_trn_footsteps_result *result, wm_error *error)
{
    wm_nwn2_trn_footsteps_result made = {0};
    ground g = {.trn = trn};
    wmi_arena scratch;
    if (!trn->aswm)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM)");
    if (wm_2da_column(table, "Terrain") == WM_NO_INDEX ||
        wm_2da_column(table, "Material") == WM_NO_INDEX)
        return wmi_fail(error, WM_BAD_VALUE, "columns",
                        "the table needs the columns Terrain and Material");
    wmi_arena_init(&scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    wm_status status = find_ground(&g, table, &scratch, error);
    for (uint32_t i = 0; status == WM_OK && i < trn->aswm->triangle_count; i++)
        if (trn->aswm->triangles[i].flags & WM_NWN2_WALKABLE)
            set_one(&g, &trn->aswm->triangles[i], trn->aswm, &made);
    made.megatiles = g.count;
    wm_query_free(g.query);
    wm_walkmesh_free(g.mesh);
    wmi_arena_free(&scratch);
    if (status == WM_OK && result)
        *result = made;
    return status;
}
