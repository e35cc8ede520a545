/* The sample areas. See terrain.h. */
#include "terrain.h"

#include <stdlib.h>
#include <string.h>

static void *room(wm_nwn2_trn *trn, size_t count, size_t size)
{
    void *data = wm_nwn2_trn_alloc(trn, count, size, NULL);
    if (!data)
        abort();
    return data;
}

static wm_nwn2_packet *packet(wm_nwn2_trn *trn, const char *type)
{
    wm_nwn2_packet *p = wm_nwn2_trn_add_packet(trn, type, NULL);
    if (!p)
        abort();
    return p;
}

/* ---- walkmesh ---- */

static char square(const test_plan *p, uint32_t x, uint32_t y)
{
    return p->map ? p->map[y * p->width * p->squares + x] : '.';
}

static void add_triangle(wm_nwn2_aswm *a, uint32_t u, uint32_t v, uint32_t w, char what, bool baked)
{
    wm_nwn2_triangle *t = &a->triangles[a->triangle_count++];
    uint32_t flags = what == 'w'   ? 0
                     : what == ',' ? WM_NWN2_WALKABLE | WM_NWN2_GRASS
                                   : WM_NWN2_WALKABLE | WM_NWN2_STONE;
    t->vertex[0] = u;
    t->vertex[1] = baked ? w : v; /* a TRX is clockwise */
    t->vertex[2] = baked ? v : w;
    t->flags = (uint16_t)(flags | (baked ? WM_NWN2_CLOCKWISE : 0));
}

/* Adds the vertices that squares use, row by row; number[] maps the corners of the plan. */
static void add_vertices(wm_nwn2_trn *trn, const test_plan *p, uint32_t *number)
{
    wm_nwn2_aswm *a = trn->aswm;
    uint32_t columns = p->width * p->squares, rows = p->height * p->squares;
    a->vertices = room(trn, (size_t)(columns + 1) * (rows + 1), sizeof *a->vertices);
    for (uint32_t y = 0; y <= rows; y++)
        for (uint32_t x = 0; x <= columns; x++) {
            bool used = (x < columns && y < rows && square(p, x, y) != ' ') ||
                        (x > 0 && y < rows && square(p, x - 1, y) != ' ') ||
                        (x < columns && y > 0 && square(p, x, y - 1) != ' ') ||
                        (x > 0 && y > 0 && square(p, x - 1, y - 1) != ' ');
            if (!used)
                continue;
            float step = p->tile_width / (float)p->squares;
            number[y * (columns + 1) + x] = a->vertex_count;
            a->vertices[a->vertex_count++] = (wm_vec3){(float)x * step, (float)y * step,
                                                       (float)((x * 7 + y * 13 + x * y) % 29) / 64};
        }
}

wm_nwn2_trn *test_terrain_plan(const test_plan *p, bool baked)
{
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    if (!trn)
        abort();
    wm_nwn2_trwh *size = trn->trwh = packet(trn, "TRWH")->trwh = room(trn, 1, sizeof *size);
    bool outdoors = p->border > 0;
    *size = (wm_nwn2_trwh){outdoors ? p->width / 4 : p->width, outdoors ? p->height / 4 : p->height,
                           1478};
    wm_nwn2_aswm *a = trn->aswm = packet(trn, "ASWM")->aswm = room(trn, 1, sizeof *a);
    uint32_t n = p->squares, columns = p->width * n;
    uint32_t *number = calloc((size_t)(columns + 1) * (p->height * n + 1), sizeof *number);
    if (!number)
        abort();
    a->compressed = true;
    a->version = WM_NWN2_ASWM_VERSION;
    a->owns_data = 1;
    memcpy(a->name, "not a name", 10);
    a->tile_width = p->tile_width;
    a->grid_width = p->width;
    a->grid_height = p->height;
    a->border = p->border;
    a->tiles = room(trn, (size_t)p->width * p->height, sizeof *a->tiles);
    a->triangles = room(trn, 2 * (size_t)columns * p->height * n, sizeof *a->triangles);
    add_vertices(trn, p, number);
    for (uint32_t i = 0; i < p->width * p->height; i++) {
        a->tiles[i].triangles_offset = a->triangle_count;
        for (uint32_t k = 0; k < n * n; k++) {
            uint32_t x = i % p->width * n + k % n, y = i / p->width * n + k / n;
            const uint32_t *v = number + (size_t)y * (columns + 1) + x, *w = v + columns + 1;
            char what = square(p, x, y);
            if (what == ' ')
                continue;
            add_triangle(a, v[0], v[1], w[1], what, baked);
            add_triangle(a, v[0], w[1], w[0], what, baked);
        }
        a->tiles[i].triangles_count = a->triangle_count - a->tiles[i].triangles_offset;
    }
    free(number);
    test_terrain_bake(trn, baked);
    return trn;
}

/* ---- the other packets ---- */

static void add_water(wm_nwn2_trn *trn)
{
    static const uint8_t picture[] = "DDS of water";
    wm_nwn2_watr *w = packet(trn, "WATR")->watr = room(trn, 1, sizeof *w);
    memset(w->unknown, 0xCD, sizeof w->unknown);
    w->colour = (wm_vec3){0.1f, 0.3f, 0.5f};
    w->ripple[0] = w->ripple[1] = 2;
    w->smoothness = 50;
    w->specular_power = 10;
    memcpy(w->textures[0].name, "ripple", 6);
    w->textures[0].direction[1] = -1;
    w->uv_offset[0] = 5;
    w->vertex_count = 4;
    w->vertices = room(trn, 4, sizeof *w->vertices);
    for (uint32_t i = 0; i < 4; i++) {
        float x = (float)(i & 1), y = (float)(i >> 1);
        w->vertices[i] = (wm_nwn2_water_vertex){{9 + 9 * x, 9 * y, -0.5f}, {5 * x, 5 * y}, {x, y}};
    }
    w->triangle_count = 2;
    w->triangles = room(trn, 2, sizeof *w->triangles);
    w->triangles[0] = (wm_nwn2_short_triangle){{0, 1, 3}};
    w->triangles[1] = (wm_nwn2_short_triangle){{0, 3, 2}};
    w->triangle_flags = room(trn, 2, sizeof *w->triangle_flags);
    w->triangle_flags[1] = 1;
    w->dds = (wm_nwn2_bytes){sizeof picture, picture};
    w->x = 1;
}

static void add_ground(wm_nwn2_trn *trn)
{
    static const uint8_t picture[2][6] = {"DDS a", "DDS b"};
    wm_nwn2_trrn *t = packet(trn, "TRRN")->trrn = room(trn, 1, sizeof *t);
    memcpy(t->name, "megatile", 8);
    for (int i = 0; i < 6; i++) {
        t->textures[i][0] = (uint8_t)('a' + i);
        t->colours[i] = (wm_vec3){1, 1, (float)i / 8};
    }
    t->vertex_count = 9;
    t->vertices = room(trn, 9, sizeof *t->vertices);
    for (uint32_t i = 0; i < 9; i++) {
        float x = (float)(i % 3) / 2, y = (float)(i / 3) / 2;
        t->vertices[i] = (wm_nwn2_terrain_vertex){{80 + 40 * x, 80 + 40 * y, (float)i / 16},
                                                  {0, 0, 1},
                                                  {(uint8_t)i, 128, 192, 255},
                                                  {10 * x, 10 * y},
                                                  {x, y}};
    }
    t->triangle_count = 8;
    t->triangles = room(trn, 8, sizeof *t->triangles);
    for (uint16_t i = 0; i < 4; i++) {
        uint16_t v = (uint16_t)(i % 2 + i / 2 * 3);
        t->triangles[2 * i] = (wm_nwn2_short_triangle){{v, (uint16_t)(v + 1), (uint16_t)(v + 4)}};
        t->triangles[2 * i + 1] =
            (wm_nwn2_short_triangle){{v, (uint16_t)(v + 4), (uint16_t)(v + 3)}};
    }
    t->dds[0] = (wm_nwn2_bytes){6, picture[0]};
    t->dds[1] = (wm_nwn2_bytes){6, picture[1]};
    t->grass_count = 1;
    t->grass = room(trn, 1, sizeof *t->grass);
    memcpy(t->grass->name, "tall", 4);
    memcpy(t->grass->texture, "grass01", 7);
    t->grass->blade_count = 3;
    t->grass->blades = room(trn, 3, sizeof *t->grass->blades);
    for (uint32_t i = 0; i < 3; i++)
        t->grass->blades[i] =
            (wm_nwn2_blade){{85 + (float)i, 90, 0.1f}, {0, 0, 1}, {0.5f, 0.5f, 0}};
}

/* ---- the samples ---- */

static uint8_t *finish(wm_nwn2_trn *trn, size_t *size)
{
    wm_buffer out;
    if (wm_nwn2_trn_write(trn, NULL, &out, NULL) != WM_OK)
        abort();
    wm_nwn2_trn_free(trn);
    *size = out.size;
    return out.data; /* from the default allocator, which is malloc */
}

/* Two rooms side by side and one below, a pillar, a pool, and an isolated ledge. */
static const test_plan hall_plan = {
    2,
    2,
    4,
    9,
    0,
    "....,,,,"
    ".w....,,"
    "...wwww."
    "...w  w."
    "wwww  w."
    "...wwww."
    "..w....."
    "..w.....",
};
static const test_plan closet_plan = {
    2, 1, 1, 9, 0, "..",
};
static const test_plan field_plan = {20, 20, 1, 10, 8, NULL};

static wm_nwn2_trn *hall(bool baked)
{
    wm_nwn2_trn *trn = test_terrain_plan(&hall_plan, baked);
    wm_nwn2_packet mesh = trn->packets[1];
    trn->packet_count = 1;
    add_water(trn);
    *packet(trn, "ASWM") = mesh;
    return trn;
}

static uint8_t *hall_trx(size_t *size)
{
    return finish(hall(true), size);
}

static uint8_t *hall_trn(size_t *size)
{
    return finish(hall(false), size);
}

static uint8_t *closet(size_t *size)
{
    wm_nwn2_trn *trn = test_terrain_plan(&closet_plan, true);
    trn->aswm->compressed = false;
    return finish(trn, size);
}

/* The terrain comes before the walkmesh. In a TRX, the border has no triangles. */
static uint8_t *field(bool baked, size_t *size)
{
    char map[401];
    test_plan plan = field_plan;
    for (int i = 0; i < 400; i++) {
        bool inside = i % 20 >= 8 && i % 20 < 12 && i / 20 >= 8 && i / 20 < 12;
        map[i] = inside ? ',' : baked ? ' ' : 'w';
    }
    map[400] = '\0';
    plan.map = map;
    wm_nwn2_trn *trn = test_terrain_plan(&plan, baked);
    wm_nwn2_packet mesh = trn->packets[1];
    trn->packet_count = 1;
    add_ground(trn);
    *packet(trn, "ASWM") = mesh;
    return finish(trn, size);
}

static uint8_t *field_trx(size_t *size)
{
    return field(true, size);
}

static uint8_t *field_trn(size_t *size)
{
    return field(false, size);
}

static uint8_t *old(uint32_t version, size_t *size)
{
    size_t bytes;
    wm_nwn2_trn *trn = test_terrain_plan(&closet_plan, true);
    uint8_t *data = test_terrain_old(trn->aswm, version, &bytes);
    trn->packets[1].aswm = NULL;
    trn->packets[1].raw = (wm_nwn2_bytes){(uint32_t)bytes, data};
    uint8_t *out = finish(trn, size);
    free(data);
    return out;
}

static uint8_t *old_69(size_t *size)
{
    return old(0x69, size);
}

static uint8_t *old_6a(size_t *size)
{
    return old(0x6a, size);
}

static uint8_t *old_6b(size_t *size)
{
    return old(0x6b, size);
}

/* Packets of unknown types. */
static uint8_t *other(size_t *size)
{
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    if (!trn)
        abort();
    packet(trn, "ABCD")->raw = (wm_nwn2_bytes){11, (const uint8_t *)"not terrain"};
    packet(trn, "EFGH");
    packet(trn, "IJKL")->raw = (wm_nwn2_bytes){3, (const uint8_t *)"box"};
    return finish(trn, size);
}

static uint8_t *bare(size_t *size)
{
    return finish(test_terrain_plan(&(test_plan){1, 1, 1, 9, 0, " "}, true), size);
}

const test_terrain test_terrains[] = {
    {"hall.trx", "an interior of four tiles, baked, with water", hall_trx},
    {"hall.trn", "the same as the toolset edits it", hall_trn},
    {"closet.trx", "two tiles of a square each, not compressed", closet},
    {"field.trx", "an exterior with a border of 8 tiles, ground and grass", field_trx},
    {"field.trn", "the same as the toolset edits it", field_trn},
    {"old-69.trx", "the closet in version 0x69", old_69},
    {"old-6a.trx", "the closet in version 0x6a", old_6a},
    {"old-6b.trx", "the closet in version 0x6b", old_6b},
    {"bare.trx", "a tile without triangles", bare},
    {"other.trn", "packets of unknown types", other},
    {0},
};

uint8_t *test_terrain_bytes(const char *name, size_t *size)
{
    for (const test_terrain *t = test_terrains; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t->make(size);
    abort();
}

wm_nwn2_trn *test_terrain_make(const char *name)
{
    size_t size;
    uint8_t *bytes = test_terrain_bytes(name, &size);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, NULL);
    free(bytes);
    if (!trn)
        abort();
    return trn;
}
