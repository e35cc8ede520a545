/* Meshes and materials of an NWN2 model. docs/gltf.md, "NWN2 models". */
#include "base/sort.h"
#include "convert/internal.h"
#include "convert/nwn2/mdb_scene.h"

static void *room(wmi_from_mdb *f, size_t count, size_t size)
{
    void *data = wm_scene_alloc(f->scene, count, size, NULL);
    f->bag.failed |= !data;
    return data;
}

/* ---- materials ---- */

static bool set_texture(wmi_from_mdb *f, const char *field, wm_scene_texture *to)
{
    if (!field[0])
        return true;
    to->name = wmi_from_mdb_text(f, field);
    return to->name || wmi_from_mdb_no_memory(f);
}

/* A material is called after its texture, or after its packet. */
static bool add_material(wmi_from_mdb *f, const wm_nwn2_mdb_mesh *m)
{
    const wm_nwn2_mdb_material *from = &m->material;
    wm_scene_material *to = &f->scene->materials[f->scene->material_count++];
    bool textured = from->texture[WM_NWN2_MDB_TEXTURE_DIFFUSE][0] != '\0';
    *to = (wm_scene_material){.diffuse = from->diffuse, .ambient = {1, 1, 1}, .alpha = 1};
    to->blended = from->flags & (WM_NWN2_MDB_ALPHA_TEST | WM_NWN2_MDB_ALPHA_BLEND);
    to->alpha_mode = from->flags & WM_NWN2_MDB_ADDITIVE      ? WM_SCENE_ALPHA_ADDITIVE
                     : from->flags & WM_NWN2_MDB_ALPHA_BLEND ? WM_SCENE_ALPHA_BLEND
                     : from->flags & WM_NWN2_MDB_ALPHA_TEST  ? WM_SCENE_ALPHA_TEST
                                                             : WM_SCENE_ALPHA_OPAQUE;
    to->cutoff = to->alpha_mode == WM_SCENE_ALPHA_TEST ? 0.5f : 0;
    to->name =
        wmi_from_mdb_text(f, textured ? from->texture[WM_NWN2_MDB_TEXTURE_DIFFUSE] : m->name);
    if (!to->name ||
        !set_texture(f, from->texture[WM_NWN2_MDB_TEXTURE_DIFFUSE],
                     &to->textures[WM_TEXTURE_SLOT_COLOUR]) ||
        !set_texture(f, from->texture[WM_NWN2_MDB_TEXTURE_NORMAL],
                     &to->textures[WM_TEXTURE_SLOT_NORMAL]))
        return wmi_from_mdb_no_memory(f);
    if (from->texture[WM_NWN2_MDB_TEXTURE_TINT][0])
        wmi_bag_text(&f->bag, "tint", from->texture[WM_NWN2_MDB_TEXTURE_TINT], WM_NWN2_MDB_NAME);
    if (from->texture[WM_NWN2_MDB_TEXTURE_GLOW][0])
        wmi_bag_text(&f->bag, "glow", from->texture[WM_NWN2_MDB_TEXTURE_GLOW], WM_NWN2_MDB_NAME);
    wmi_bag_vec3(&f->bag, "specular", from->specular);
    wmi_bag_number(&f->bag, "specular_level", (double)from->specular_level);
    wmi_bag_number(&f->bag, "specular_power", (double)from->specular_power);
    wmi_bag_number(&f->bag, "flags", from->flags);
    wmi_bag_close(&f->bag, &to->extras);
    return !f->bag.failed || wmi_from_mdb_no_memory(f);
}

static bool add_surface(wmi_from_mdb *f, uint32_t flags)
{
    char name[WMI_SURFACE_TEXT];
    wm_scene_material *to = &f->scene->materials[f->scene->material_count++];
    wmi_nwn2_surface_name((uint16_t)flags, name);
    *to = (wm_scene_material){.ambient = {1, 1, 1}, .alpha = 1, .two_sided = true};
    to->diffuse =
        wm_nwn2_material_colour(wm_nwn2_material((uint16_t)flags), flags & WM_NWN2_WALKABLE);
    to->name = wm_scene_text(f->scene, name, strlen(name), NULL);
    return to->name || wmi_from_mdb_no_memory(f);
}

/* ---- walkmeshes ---- */

/* The triangles of a walkmesh sorted by flags: flags in the high half, the index in the low one. */
static uint64_t *sorted_walk(wmi_from_mdb *f, const wm_nwn2_mdb_mesh *m)
{
    uint64_t *keys = wmi_arena_raw(&f->scratch, 2 * (size_t)m->triangle_count, sizeof *keys);
    if (!keys) {
        wmi_arena_fail(&f->scratch, f->error, "");
        return NULL;
    }
    for (uint32_t i = 0; i < m->triangle_count; i++)
        keys[i] = (uint64_t)m->triangle_flags[i] << 32 | i;
    wmi_sort_high(keys, keys + m->triangle_count, m->triangle_count);
    return keys;
}

static uint32_t count_parts(const uint64_t *keys, uint32_t count)
{
    uint32_t parts = 0;
    for (uint32_t i = 0; i < count; i++)
        parts += i == 0 || keys[i] >> 32 != keys[i - 1] >> 32;
    return parts;
}

bool wmi_from_mdb_count_materials(wmi_from_mdb *f, uint32_t number, uint32_t *count)
{
    const wm_nwn2_mdb_packet *p = &f->mdb->packets[number];
    *count = 1;
    if (p->kind != WM_NWN2_MDB_KIND_WALK)
        return true;
    const uint64_t *keys = sorted_walk(f, p->mesh);
    *count = keys ? count_parts(keys, p->mesh->triangle_count) : 0;
    return keys != NULL;
}

static void set_corners(wm_scene_mesh *to, uint32_t at, const wm_nwn2_short_triangle *t)
{
    for (int k = 0; k < 3; k++)
        to->indices[3 * (size_t)at + (size_t)k] = t->vertex[k];
}

/* One part for each combination of flags. `order` has the index of each triangle in the file. */
static bool walk_parts(wmi_from_mdb *f, const wm_nwn2_mdb_mesh *m, wm_scene_mesh *to)
{
    const uint64_t *keys = sorted_walk(f, m);
    uint32_t *order = wmi_arena_raw(&f->scratch, m->triangle_count, sizeof *order);
    if (!keys || !order)
        return wmi_arena_fail(&f->scratch, f->error, "") == WM_OK;
    to->parts = room(f, count_parts(keys, m->triangle_count), sizeof *to->parts);
    if (!to->parts)
        return wmi_from_mdb_no_memory(f);
    bool wide = false;
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        order[i] = (uint32_t)keys[i];
        set_corners(to, i, &m->triangles[order[i]]);
        wide |= (keys[i] >> 32 & ~(uint64_t)(0xFFFF & ~WM_NWN2_CLOCKWISE)) != 0;
        if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32) {
            to->parts[to->part_count++] = (wm_scene_part){3 * i, 0, f->scene->material_count};
            if (!add_surface(f, (uint32_t)(keys[i] >> 32)))
                return false;
        }
        to->parts[to->part_count - 1].count += 3;
    }
    wmi_bag_uints(&f->bag, "order", order, m->triangle_count);
    if (wide) /* names of surfaces do not have all bits */
        wmi_bag_uints(&f->bag, "triangle_flags", m->triangle_flags, m->triangle_count);
    wmi_bag_close(&f->bag, &to->extras);
    return true;
}

/* Vertices that drop to the ground are drawn at the lowest one that does not. The attribute
 * `dropped` tells them. */
static void lift_dropped(wmi_from_mdb *f, wm_scene_mesh *to)
{
    float lowest = 0;
    bool found = false, any = false;
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        float z = to->positions[i].z;
        bool dropped = z == WM_NWN2_MDB_DROPPED;
        any |= dropped;
        if (!dropped && isfinite(z) && (!found || z < lowest)) {
            lowest = z;
            found = true;
        }
    }
    wm_scene_attribute *a = any ? room(f, 1, sizeof *a) : NULL;
    float *values = a ? room(f, to->vertex_count, sizeof *values) : NULL;
    if (!values)
        return;
    for (uint32_t i = 0; i < to->vertex_count; i++)
        if (to->positions[i].z == WM_NWN2_MDB_DROPPED) {
            values[i] = 1;
            to->positions[i].z = lowest;
        }
    *a = (wm_scene_attribute){"dropped", 1, values};
    to->attributes = a;
    to->attribute_count = 1;
}

/* ---- vertices ---- */

/* Where the parts of a vertex are, in floats; 0: it has no such part. */
typedef struct layout {
    size_t stride, tangent, binormal, uvw, weight;
} layout;

static layout layout_of(wm_nwn2_mdb_kind kind)
{
    switch (kind) {
    case WM_NWN2_MDB_KIND_RIGD: return (layout){15, 6, 9, 12, 0};
    case WM_NWN2_MDB_KIND_SKIN: return (layout){21, 11, 14, 17, 6};
    default: return (layout){9, 0, 0, 6, 0};
    }
}

/* w: is the top of the picture on the side of cross(normal, tangent)? v runs downwards, so the
 * binormal points to the bottom. */
static float hand_of(const float *n, const float *t, const float *b)
{
    float x = n[1] * t[2] - n[2] * t[1], y = n[2] * t[0] - n[0] * t[2],
          z = n[0] * t[1] - n[1] * t[0];
    return x * b[0] + y * b[1] + z * b[2] > 0 ? -1.0f : 1.0f;
}

static bool is_finite(const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(v[i]))
            return false;
    return true;
}

/* Numbers that are not finite are in the extras; here they are 0. */
static void copy3(float *to, const float *from)
{
    for (int k = 0; k < 3; k++)
        to[k] = isfinite(from[k]) ? from[k] : 0;
}

static void copy_vertex(const float *v, layout l, wm_scene_mesh *to, uint32_t i)
{
    copy3(&to->positions[i].x, v);
    copy3(&to->normals[i].x, v + 3);
    to->uvs[0][i][0] = is_finite(v + l.uvw, 1) ? v[l.uvw] : 0;
    to->uvs[0][i][1] = is_finite(v + l.uvw + 1, 1) ? v[l.uvw + 1] : 0;
    to->attributes[0].values[i] = is_finite(v + l.uvw + 2, 1) ? v[l.uvw + 2] : 0;
    if (!l.tangent)
        return;
    copy3(to->tangents[i], v + l.tangent);
    to->tangents[i][3] = hand_of(v + 3, v + l.tangent, v + l.binormal);
    copy3(to->attributes[1].values + 3 * (size_t)i, v + l.binormal);
}

static void copy_weights(const wm_nwn2_mdb_skin_vertex *v, wm_scene_mesh *to, uint32_t i)
{
    for (int k = 0; k < 4; k++) {
        to->joints[i][k] = v->bone[k];
        to->weights[i][k] = isfinite(v->weight[k]) ? v->weight[k] : 0;
    }
    to->attributes[2].values[i] = isfinite(v->bone_count) ? v->bone_count : 0;
}

static bool add_attributes(wmi_from_mdb *f, wm_scene_mesh *to, uint32_t count)
{
    static const struct {
        const char *name;
        uint32_t width;
    } all[3] = {{"uv_w", 1}, {"binormal", 3}, {"bone_count", 1}};
    to->attributes = room(f, count, sizeof *to->attributes);
    for (uint32_t i = 0; to->attributes && i < count; i++) {
        float *values = room(f, to->vertex_count, all[i].width * sizeof *values);
        to->attributes[to->attribute_count++] =
            (wm_scene_attribute){all[i].name, all[i].width, values};
    }
    return !f->bag.failed;
}

/* The third uv, if it is the same for all vertices: programs keep it among the extras. */
static void note_uv_w(wmi_from_mdb *f, wm_scene_mesh *to)
{
    const float *w = to->attributes[0].values;
    for (uint32_t i = 1; i < to->vertex_count; i++)
        if (memcmp(&w[i], &w[0], sizeof *w) != 0)
            return;
    if (to->vertex_count == 0 || w[0] == 0)
        return;
    wmi_bag_number(&f->bag, "uv_w", (double)w[0]);
    wmi_bag_close(&f->bag, &to->extras);
}

static bool take_vertices(wmi_from_mdb *f, const wm_nwn2_mdb_packet *p, wm_scene_mesh *to)
{
    layout l = layout_of(p->kind);
    size_t stride;
    const uint8_t *first = wmi_mdb_vertices(p->mesh, &stride);
    uint32_t n = to->vertex_count;
    to->normals = room(f, n, sizeof *to->normals);
    to->uvs[0] = room(f, n, sizeof *to->uvs[0]);
    if (l.tangent)
        to->tangents = room(f, n, sizeof *to->tangents);
    if (l.weight) {
        to->joints = room(f, n, sizeof *to->joints);
        to->weights = room(f, n, sizeof *to->weights);
    }
    if (!add_attributes(f, to, l.weight ? 3 : l.tangent ? 2 : 1))
        return wmi_from_mdb_no_memory(f);
    for (uint32_t i = 0; i < n; i++) {
        float v[21];
        memcpy(v, first + i * stride, stride);
        copy_vertex(v, l, to, i);
        if (l.weight)
            copy_weights(&p->mesh->skin_vertices[i], to, i);
    }
    note_uv_w(f, to);
    return true;
}

static bool take_triangles(wmi_from_mdb *f, const wm_nwn2_mdb_mesh *m, wm_scene_mesh *to)
{
    to->parts = room(f, 1, sizeof *to->parts);
    if (!to->parts)
        return wmi_from_mdb_no_memory(f);
    to->parts[to->part_count++] =
        (wm_scene_part){0, 3 * m->triangle_count, f->scene->material_count};
    for (uint32_t i = 0; i < m->triangle_count; i++)
        set_corners(to, i, &m->triangles[i]);
    return add_material(f, m);
}

bool wmi_from_mdb_mesh(wmi_from_mdb *f, uint32_t number, wm_scene_mesh *to)
{
    const wm_nwn2_mdb_packet *p = &f->mdb->packets[number];
    const wm_nwn2_mdb_mesh *m = p->mesh;
    to->primitive = WM_PRIMITIVE_TRIANGLES;
    to->vertex_count = m->vertex_count;
    to->index_count = 3 * m->triangle_count;
    to->positions = room(f, m->vertex_count, sizeof *to->positions);
    to->indices = room(f, to->index_count, sizeof *to->indices);
    if (f->bag.failed)
        return wmi_from_mdb_no_memory(f);
    if (p->kind != WM_NWN2_MDB_KIND_WALK)
        return take_vertices(f, p, to) && take_triangles(f, m, to);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        copy3(&to->positions[i].x, &m->walk_vertices[i].x);
    lift_dropped(f, to);
    if (f->bag.failed)
        return wmi_from_mdb_no_memory(f);
    return walk_parts(f, m, to);
}
