/* Meshes and materials of a glTF. A mesh of the scene is a mesh of the file, a part is one
 * of its primitives; primitives that share their accessors share their vertices. */
#include <stdlib.h>
#include <string.h>

#include "gltf_read.h"

/* ---- materials ---- */

static float member(const cJSON *array, int i, float missing)
{
    const cJSON *item = cJSON_IsArray(array) ? cJSON_GetArrayItem(array, i) : NULL;
    return cJSON_IsNumber(item) ? (float)item->valuedouble : missing;
}

bool gltf_read_materials(gltf *g)
{
    static const char *const known[] = {"textures", "ambient", NULL};
    wm_scene *s = g->scene;
    s->materials = wm_scene_alloc(s, g->materials.count, sizeof *s->materials);
    if (!s->materials)
        return gltf_no_memory(g);
    for (uint32_t i = 0; i < g->materials.count; i++) {
        const cJSON *from = g->materials.item[i];
        const cJSON *pbr = cJSON_GetObjectItemCaseSensitive(from, "pbrMetallicRoughness");
        const cJSON *c = cJSON_GetObjectItemCaseSensitive(pbr, "baseColorFactor");
        wm_scene_material *m = &s->materials[i];
        m->diffuse = (wm_vec3){member(c, 0, 1), member(c, 1, 1), member(c, 2, 1)};
        m->ambient = m->diffuse;
        m->alpha = member(c, 3, 1);
        m->two_sided = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(from, "doubleSided"));
        s->material_count = i + 1;
        if (!gltf_name(g, from, &m->name) || !gltf_read_extras(g, from, known, &m->extras))
            return false;
    }
    return true;
}

/* ---- primitives ---- */

enum { LINES = 1, TRIANGLES = 4, STRIP = 5, FAN = 6, UVS = WM_UV_SETS };

typedef struct primitive {
    uint32_t positions, normals, uvs[UVS], indices, material, mode;
    uint32_t base, vertices; /* in the mesh */
    bool shared;             /* with the primitive before it */
} primitive;

static bool read_primitive(gltf *g, const cJSON *from, primitive *p)
{
    static const char *const uv[UVS] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(from, "attributes");
    bool good = gltf_u32(g, a, "POSITION", WM_NO_INDEX, &p->positions) &&
                gltf_u32(g, a, "NORMAL", WM_NO_INDEX, &p->normals) &&
                gltf_u32(g, from, "indices", WM_NO_INDEX, &p->indices) &&
                gltf_u32(g, from, "material", WM_NO_INDEX, &p->material) &&
                gltf_u32(g, from, "mode", TRIANGLES, &p->mode);
    for (int k = 0; good && k < UVS; k++)
        good = gltf_u32(g, a, uv[k], WM_NO_INDEX, &p->uvs[k]);
    if (good && p->material != WM_NO_INDEX && p->material >= g->materials.count)
        return gltf_fail(g, WM_BAD_OFFSET, "meshes", "there is no material %u", p->material);
    return good;
}

/* Points, lines and primitives without positions are left out. */
static bool is_wanted(const primitive *p)
{
    return p->positions != WM_NO_INDEX && p->mode >= TRIANGLES && p->mode <= FAN;
}

static bool same_vertices(const primitive *a, const primitive *b)
{
    return a->positions == b->positions && a->normals == b->normals &&
           memcmp(a->uvs, b->uvs, sizeof a->uvs) == 0;
}

static uint32_t triangles_of(const primitive *p, uint32_t corners)
{
    return p->mode == TRIANGLES ? corners / 3 : corners > 2 ? corners - 2 : 0;
}

/* ---- vertices ---- */

static bool read_floats(gltf *g, uint32_t accessor, uint32_t count, uint32_t width, float *to)
{
    gltf_span s;
    if (!gltf_span_of(g, accessor, &s))
        return false;
    if (s.width != width || s.count != count)
        return gltf_fail(g, WM_BAD_VALUE, "accessors",
                         "accessor %u has %u elements of %u numbers, not %u of %u", accessor,
                         s.count, s.width, count, width);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < width; k++)
            to[(size_t)i * width + k] = gltf_float(&s, i, k);
    return true;
}

static void mirror(wm_vec3 *v, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        v[i].z = 0 - v[i].z;
}

static bool read_vertices(gltf *g, wm_scene_mesh *m, const primitive *p)
{
    uint32_t n = p->vertices;
    if (p->shared)
        return true;
    if (!read_floats(g, p->positions, n, 3, &m->positions[p->base].x) ||
        (m->normals && !read_floats(g, p->normals, n, 3, &m->normals[p->base].x)))
        return false;
    for (int k = 0; k < UVS; k++)
        if (m->uvs[k] && !read_floats(g, p->uvs[k], n, 2, m->uvs[k][p->base]))
            return false;
    if (g->mirrored)
        mirror(m->positions + p->base, n);
    if (g->mirrored && m->normals)
        mirror(m->normals + p->base, n);
    return true;
}

/* ---- indices ---- */

static bool corner(gltf *g, const primitive *p, const gltf_span *s, uint32_t i, uint32_t *to)
{
    uint32_t index = p->indices == WM_NO_INDEX ? i : gltf_uint(s, i);
    if (index >= p->vertices)
        return gltf_fail(g, WM_BAD_OFFSET, "accessors",
                         "accessor %u: index %u, but there are %u vertices", p->indices, index,
                         p->vertices);
    *to = p->base + index;
    return true;
}

static bool read_indices(gltf *g, wm_scene_mesh *m, const primitive *p)
{
    gltf_span s = {.count = p->vertices};
    if (p->indices != WM_NO_INDEX && !gltf_span_of(g, p->indices, &s))
        return false;
    uint32_t count = triangles_of(p, s.count), first = m->index_count;
    uint32_t *to = m->indices + first;
    for (uint32_t i = 0; i < count; i++, to += 3) {
        uint32_t a = p->mode == TRIANGLES ? 3 * i
                     : p->mode == FAN     ? 0
                                          : i,
                 b = p->mode == TRIANGLES ? 3 * i + 1 : i + 1;
        bool turn = (p->mode == STRIP && i % 2) != g->mirrored;
        if (!corner(g, p, &s, a, &to[0]) || !corner(g, p, &s, b, &to[turn ? 2 : 1]) ||
            !corner(g, p, &s, b + 1, &to[turn ? 1 : 2]))
            return false;
    }
    m->index_count += 3 * count;
    m->parts[m->part_count++] = (wm_scene_part){first, 3 * count, p->material};
    return true;
}

/* ---- meshes ---- */

/* The primitives and how much room they take. */
static bool measure(gltf *g, const cJSON *from, primitive *list, uint32_t *count,
                    uint64_t *vertices, uint64_t *triangles)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, from)
    {
        primitive *p = &list[*count];
        gltf_span s;
        *p = (primitive){.base = 0};
        if (!read_primitive(g, item, p))
            return false;
        if (!is_wanted(p))
            continue;
        p->shared = *count && same_vertices(p, p - 1);
        if (!gltf_span_of(g, p->positions, &s))
            return false;
        p->vertices = s.count;
        p->base = p->shared ? p[-1].base : (uint32_t)*vertices;
        *vertices += p->shared ? 0 : s.count;
        if (p->indices != WM_NO_INDEX) {
            if (!gltf_span_of(g, p->indices, &s))
                return false;
            if (s.width != 1 || (s.type != 5121 && s.type != 5123 && s.type != 5125))
                return gltf_fail(g, WM_BAD_VALUE, "accessors", "accessor %u cannot be indices",
                                 p->indices);
        }
        *triangles += triangles_of(p, s.count);
        ++*count;
    }
    return true;
}

static bool make_room(gltf *g, wm_scene_mesh *m, const primitive *list, uint32_t count,
                      uint64_t triangles)
{
    wm_scene *s = g->scene;
    bool normals = count > 0, uvs[UVS], good = true;
    for (int k = 0; k < UVS; k++)
        uvs[k] = count > 0;
    for (uint32_t i = 0; i < count; i++) {
        normals = normals && list[i].normals != WM_NO_INDEX;
        for (int k = 0; k < UVS; k++)
            uvs[k] = uvs[k] && list[i].uvs[k] != WM_NO_INDEX;
    }
    m->positions = wm_scene_alloc(s, m->vertex_count, sizeof *m->positions);
    m->indices = wm_scene_alloc(s, 3 * (size_t)triangles, sizeof *m->indices);
    m->parts = wm_scene_alloc(s, count, sizeof *m->parts);
    if (normals)
        m->normals = wm_scene_alloc(s, m->vertex_count, sizeof *m->normals);
    for (int k = 0; k < UVS; k++)
        if (uvs[k]) {
            m->uvs[k] = wm_scene_alloc(s, m->vertex_count, sizeof *m->uvs[k]);
            good = good && m->uvs[k];
        }
    good = good && m->positions && m->indices && m->parts && (!normals || m->normals);
    return good || gltf_no_memory(g);
}

static bool read_mesh(gltf *g, const cJSON *from, primitive *list, wm_scene_mesh *m)
{
    static const char *const known[] = {"face_numbers", NULL};
    uint64_t vertices = 0, triangles = 0;
    uint32_t count = 0;
    const cJSON *primitives = cJSON_GetObjectItemCaseSensitive(from, "primitives");
    if (!gltf_name(g, from, &m->name) || !gltf_read_extras(g, from, known, &m->extras) ||
        !measure(g, primitives, list, &count, &vertices, &triangles))
        return false;
    if (vertices > GLTF_ELEMENTS_MAX || triangles > GLTF_ELEMENTS_MAX)
        return gltf_fail(g, WM_LIMIT, "meshes", "more than %d vertices or triangles",
                         GLTF_ELEMENTS_MAX);
    m->vertex_count = (uint32_t)vertices;
    if (!make_room(g, m, list, count, triangles))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_vertices(g, m, &list[i]) || !read_indices(g, m, &list[i]))
            return false;
    return true;
}

bool gltf_read_meshes(gltf *g)
{
    wm_scene *s = g->scene;
    size_t most = 1;
    for (uint32_t i = 0; i < g->meshes.count; i++) {
        int n =
            cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(g->meshes.item[i], "primitives"));
        most = (size_t)n > most ? (size_t)n : most;
    }
    primitive *list = malloc(most * sizeof *list);
    s->meshes = wm_scene_alloc(s, g->meshes.count, sizeof *s->meshes);
    bool good = (list && s->meshes) || gltf_no_memory(g);
    for (uint32_t i = 0; good && i < g->meshes.count; i++) {
        s->mesh_count = i + 1;
        good = read_mesh(g, g->meshes.item[i], list, &s->meshes[i]);
    }
    free(list);
    return good;
}
