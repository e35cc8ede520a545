/* A placeable, a creature and an odd model: together every kind of packet. */
#include "mdb_models.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 24, SIDES = 12 };

typedef struct maker {
    wm_nwn2_mdb *m;
    bool failed;
} maker;

static wm_nwn2_mdb_packet *add(maker *k, wm_nwn2_mdb_kind kind, const char *name, uint32_t vertices,
                               uint32_t triangles)
{
    wm_nwn2_mdb_packet *p =
        k->failed ? NULL : wm_nwn2_mdb_add_packet(k->m, kind, name, vertices, triangles, NULL);
    k->failed = k->failed || !p;
    return p;
}

static void set_textures(wm_nwn2_mdb_material *m, const char *name)
{
    static const char *const ends[] = {"", "_n", "_t"};
    for (int i = 0; i < 3; i++) {
        strcpy(m->texture[i], name);
        strcat(m->texture[i], ends[i]);
    }
    m->diffuse = (wm_vec3){1, 0.5f, 0.25f};
    m->specular_level = 0.3f;
    m->specular_power = 10;
}

/* ---- boxes ---- */

typedef struct corner {
    wm_vec3 position, normal, tangent, binormal, uvw;
} corner;

/* Corner k of side s of a box around (0, 0, z). */
static corner box_corner(float size, float z, int s, int k)
{
    static const float unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const float *u = unit[(s / 2 + 1) % 3], *v = unit[(s / 2 + 2) % 3], *n = unit[s / 2];
    float side = s % 2 ? -1 : 1;
    float a = k == 1 || k == 2 ? 1.0f : -1.0f, b = k >= 2 ? 1.0f : -1.0f;
    corner c;
    float *position = &c.position.x, *normal = &c.normal.x, *tangent = &c.tangent.x,
          *binormal = &c.binormal.x;
    for (int i = 0; i < 3; i++) {
        normal[i] = side * n[i];
        tangent[i] = side * u[i];
        binormal[i] = -v[i];
        position[i] = (side * n[i] + side * a * u[i] + b * v[i]) * size / 2;
    }
    c.position.z += z;
    c.uvw = (wm_vec3){(a + 1) / 2, (-b - 1) / 2, 1};
    return c;
}

static void set_corner(const wm_nwn2_mdb_mesh *m, uint32_t i, corner c)
{
    if (m->vertices)
        m->vertices[i] = (wm_nwn2_mdb_vertex){c.position, c.normal, c.tangent, c.binormal, c.uvw};
    else if (m->skin_vertices)
        m->skin_vertices[i] = (wm_nwn2_mdb_skin_vertex){
            .position = c.position,
            .normal = c.normal,
            .weight = {0.5f, 0.25f, 0.25f, 0},
            .bone = {(uint8_t)(i % 7), (uint8_t)(i % 5 + 7), 53, 0},
            .tangent = c.tangent,
            .binormal = c.binormal,
            .uvw = c.uvw,
            .bone_count = 4,
        };
    else
        m->hull_vertices[i] = (wm_nwn2_mdb_hull_vertex){c.position, c.normal, c.uvw};
}

static wm_nwn2_mdb_mesh *box(maker *k, wm_nwn2_mdb_kind kind, const char *name, float size, float z)
{
    wm_nwn2_mdb_packet *p = add(k, kind, name, CORNERS, SIDES);
    if (!p)
        return NULL;
    for (int s = 0; s < 6; s++) {
        uint16_t first = (uint16_t)(4 * s);
        for (int i = 0; i < 4; i++)
            set_corner(p->mesh, first + (uint32_t)i, box_corner(size, z, s, i));
        p->mesh->triangles[2 * s] =
            (wm_nwn2_short_triangle){{first, (uint16_t)(first + 1), (uint16_t)(first + 2)}};
        p->mesh->triangles[2 * s + 1] =
            (wm_nwn2_short_triangle){{first, (uint16_t)(first + 2), (uint16_t)(first + 3)}};
    }
    return p->mesh;
}

static void textured_box(maker *k, wm_nwn2_mdb_kind kind, const char *name, float size, float z,
                         const char *texture)
{
    wm_nwn2_mdb_mesh *m = box(k, kind, name, size, z);
    if (!m)
        return;
    set_textures(&m->material, texture);
    if (kind == WM_NWN2_MDB_KIND_SKIN)
        strcpy(m->skeleton, "c_toy_skel");
}

/* ---- other packets ---- */

/* A deck with a rail that drops to the ground. */
static void walk(maker *k, const char *name)
{
    static const wm_vec3 places[] = {{-1, -1, 1},
                                     {1, -1, 1},
                                     {1, 1, 1},
                                     {-1, 1, 1},
                                     {2, -1, WM_NWN2_MDB_DROPPED},
                                     {2, 1, WM_NWN2_MDB_DROPPED}};
    static const uint16_t corners[][3] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
    static const uint32_t flags[] = {WM_NWN2_WALKABLE | WM_NWN2_WOOD,
                                     WM_NWN2_WALKABLE | WM_NWN2_STONE, 0, 0};
    wm_nwn2_mdb_packet *p = add(k, WM_NWN2_MDB_KIND_WALK, name, 6, 4);
    for (int i = 0; p && i < 6; i++)
        p->mesh->walk_vertices[i] = places[i];
    for (int i = 0; p && i < 4; i++) {
        memcpy(p->mesh->triangles[i].vertex, corners[i], sizeof corners[i]);
        p->mesh->triangle_flags[i] = flags[i];
    }
}

static void point(maker *k, wm_nwn2_mdb_kind kind, const char *name, uint32_t value, wm_vec3 at)
{
    wm_nwn2_mdb_packet *p = add(k, kind, name, 0, 0);
    if (!p)
        return;
    p->point->value = value;
    p->point->position = at;
    p->point->axis[0] = (wm_vec3){0, 1, 0};
    p->point->axis[1] = (wm_vec3){1, 0, 0};
    p->point->axis[2] = (wm_vec3){0, 0, 1};
}

static void spheres(maker *k, uint32_t count)
{
    wm_nwn2_mdb_packet *p = add(k, WM_NWN2_MDB_KIND_COLS, NULL, count, 0);
    for (uint32_t i = 0; p && i < count; i++)
        p->spheres->spheres[i] = (wm_nwn2_mdb_sphere){3 * i, 0.25f + (float)i};
}

/* A hull with the numbers that hulls of the game have. */
static void hull(maker *k, wm_nwn2_mdb_kind kind, const char *name, float size)
{
    wm_nwn2_mdb_mesh *m = box(k, kind, name, size, 0);
    if (m)
        m->material.specular_level = m->material.specular_power = 1;
}

/* ---- samples ---- */

static wm_nwn2_mdb *finish(maker *k)
{
    if (!k->failed)
        return k->m;
    wm_nwn2_mdb_free(k->m);
    return NULL;
}

static maker begin(const wm_allocator *allocator)
{
    maker k = {.m = wm_nwn2_mdb_new(allocator, NULL)};
    k.failed = !k.m;
    return k;
}

static wm_nwn2_mdb *stage(const wm_allocator *allocator)
{
    maker k = begin(allocator);
    textured_box(&k, WM_NWN2_MDB_KIND_RIGD, "plc_stage", 2, 0, "plc_stage");
    textured_box(&k, WM_NWN2_MDB_KIND_RIGD, "plc_stage_L01", 1.9f, 0, "plc_stage");
    point(&k, WM_NWN2_MDB_KIND_HOOK, "hp_1", 0, (wm_vec3){0, 0, 1});
    walk(&k, "plc_stage_W");
    hull(&k, WM_NWN2_MDB_KIND_COL2, "plc_stage_C2", 2.1f);
    hull(&k, WM_NWN2_MDB_KIND_COL3, "plc_stage_C3", 2);
    for (int i = 0; !k.failed && i < 4; i++) /* as many meshes of the game have it */
        k.m->packets[0].mesh->vertices[i].uvw.z = -1;
    return finish(&k);
}

static wm_nwn2_mdb *toy(const wm_allocator *allocator)
{
    maker k = begin(allocator);
    textured_box(&k, WM_NWN2_MDB_KIND_SKIN, "c_toy_body01", 1, 1, "c_toy");
    textured_box(&k, WM_NWN2_MDB_KIND_SKIN, "c_toy_body01_L01", 0.9f, 1, "c_toy");
    textured_box(&k, WM_NWN2_MDB_KIND_RIGD, "c_toy_hat", 0.5f, 2, "c_toy");
    point(&k, WM_NWN2_MDB_KIND_HAIR, "c_toy_hair", WM_NWN2_MDB_HAIR_PONYTAIL,
          (wm_vec3){0, 0, 1.5f});
    point(&k, WM_NWN2_MDB_KIND_HELM, "c_toy_helm", WM_NWN2_MDB_HELM_HEAD_HIDDEN,
          (wm_vec3){0, 0, 1.75f});
    box(&k, WM_NWN2_MDB_KIND_COL2, "COLS00", 1, 1);
    box(&k, WM_NWN2_MDB_KIND_COL2, "COLS01", 0.5f, 2);
    spheres(&k, 3);
    return finish(&k);
}

/* Garbage after names, a NaN normal with bits of its own, an unknown packet, an empty mesh. */
static wm_nwn2_mdb *odd(const wm_allocator *allocator)
{
    static const uint32_t nan_bits = 0xFFC12345;
    maker k = begin(allocator);
    textured_box(&k, WM_NWN2_MDB_KIND_RIGD, "odd", 1, 0, "odd");
    wm_nwn2_mdb_packet *p = add(&k, WM_NWN2_MDB_KIND_RAW, NULL, 0, 0);
    if (p) {
        memcpy(p->type, "TEST", 4);
        memcpy(p->stored_type, "TEST", 4);
        p->raw = (wm_nwn2_bytes){5, (const uint8_t *)"bytes"};
        wm_nwn2_mdb_mesh *m = k.m->packets[0].mesh;
        memcpy(m->name + 4, "\0C3", 4);
        memcpy(m->material.texture[WM_NWN2_MDB_TEXTURE_GLOW] + 9, "heap", 5);
        memcpy(&m->vertices[3].normal.y, &nan_bits, 4);
    }
    add(&k, WM_NWN2_MDB_KIND_WALK, "odd_W", 0, 0);
    spheres(&k, 0);
    return finish(&k);
}

const test_mdb_sample test_mdb_samples[] = {
    {"plc_stage.mdb", "a placeable: two levels, a hook, a walkmesh, collision", stage},
    {"c_toy.mdb", "a creature: skins, hair, a helmet, spheres", toy},
    {"odd.mdb", "garbage, NaN, an unknown packet and empty ones", odd},
    {0},
};

wm_nwn2_mdb *test_mdb_make(const char *name)
{
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->make(NULL);
    abort();
}

uint8_t *test_mdb_bytes(const char *name, size_t *size)
{
    wm_buffer out = {0};
    wm_nwn2_mdb *m = test_mdb_make(name);
    if (!m || wm_nwn2_mdb_write(m, NULL, &out, NULL) != WM_OK)
        out.size = 0;
    wm_nwn2_mdb_free(m);
    uint8_t *bytes = out.data ? malloc(out.size) : NULL;
    if (bytes)
        memcpy(bytes, out.data, out.size);
    *size = out.size;
    wm_buffer_free(&out);
    return bytes;
}
