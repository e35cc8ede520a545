/* Collects the triangles of a pose. */
#include "draw/figure.h"

#include <ctype.h>
#include <stdlib.h>

#include "real.h"

/* ---- colours ---- */

/* A texture without its image gets a muted colour by its name, light enough to be shaded. */
uint32_t figure_colour(const char *name)
{
    static const uint32_t palette[] = {0xc9b79c, 0x9fb39a, 0x8fa6bd, 0xc98f73, 0xd6c38a, 0x84b0ab,
                                       0xb294b5, 0xa8a29a, 0xb8c48e, 0xd1a48f, 0x93a0c9, 0xc4a35f,
                                       0x9cc0c9, 0xbf8792, 0x8f9a7c, 0xd9cdb8};
    uint32_t hash = 2166136261u;
    for (const char *p = name; *p; p++)
        hash = (hash ^ (uint32_t)tolower((unsigned char)*p)) * 16777619u;
    hash ^= hash >> 15;
    return palette[hash % (sizeof palette / sizeof *palette)];
}

static uint32_t byte_of(float v)
{
    return v >= 1 ? 255 : v > 0 ? (uint32_t)(v * 255 + 0.5f) : 0;
}

/* By the colour texture; materials without one may have a colour of their own. */
static uint32_t material_colour(const wm_scene *s, uint32_t material)
{
    if (material == WM_NO_INDEX)
        return 0xb9b6ae;
    const wm_scene_material *m = &s->materials[material];
    const char *texture = m->textures[WM_TEXTURE_SLOT_COLOUR].name;
    if (texture && *texture)
        return figure_colour(texture);
    wm_vec3 d = m->diffuse;
    bool grey = fabsf(d.x - d.y) < 0.02f && fabsf(d.y - d.z) < 0.02f;
    return grey ? 0xb9b6ae : byte_of(d.x) << 16 | byte_of(d.y) << 8 | byte_of(d.z);
}

/* ---- what is drawn ---- */

typedef struct level {
    uint32_t group, lod;
} level;

static int by_group(const void *x, const void *y)
{
    const level *a = x, *b = y;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->lod < b->lod ? -1 : a->lod > b->lod;
}

/* For each group the level that is shown: the requested one, otherwise the finest coarser one,
 * otherwise the coarsest. Returns the number of groups, sorted. */
static size_t shown_levels(const wm_scene *s, uint32_t wanted, level *list)
{
    size_t n = 0, groups = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].lod && s->nodes[i].mesh != WM_NO_INDEX &&
            s->nodes[i].role == WM_NODE_ROLE_SHOWN)
            list[n++] = (level){s->nodes[i].lod_group, s->nodes[i].lod};
    qsort(list, n, sizeof *list, by_group);
    for (size_t i = 0; i < n; i++) {
        if (groups && list[groups - 1].group == list[i].group) {
            if (list[groups - 1].lod < wanted)
                list[groups - 1].lod = list[i].lod;
            continue;
        }
        list[groups++] = list[i];
    }
    return groups;
}

static bool is_shown_level(const level *list, size_t groups, const wm_scene_node *n)
{
    size_t low = 0, high = groups;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (list[mid].group < n->lod_group)
            low = mid + 1;
        else
            high = mid;
    }
    return low < groups && list[low].lod == n->lod;
}

/* Is there a model, or only a walkmesh, which is then shown? */
static bool has_model(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].role == WM_NODE_ROLE_SHOWN && s->nodes[i].mesh != WM_NO_INDEX)
            return true;
    return false;
}

/* Which nodes are drawn, and how. False when memory runs out. */
static bool choose(figure *f, const draw_layers *layers)
{
    static const uint32_t bits[] = {[WM_NODE_ROLE_SHOWN] = DRAW_MESH | DRAW_WIREFRAME,
                                    [WM_NODE_ROLE_HIDDEN] = DRAW_HIDDEN,
                                    [WM_NODE_ROLE_COLLISION] = DRAW_WALKMESH,
                                    [WM_NODE_ROLE_OUTLINE] = DRAW_OUTLINE};
    const wm_scene *s = f->scene;
    bool model = has_model(s);
    level *list = malloc(((size_t)s->node_count + 1) * sizeof *list);
    f->drawn = calloc((size_t)s->node_count + 1, sizeof *f->drawn);
    if (!list || !f->drawn) {
        free(list);
        return false;
    }
    size_t groups = shown_levels(s, layers->lod ? layers->lod : 1, list);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool alone = n->role == WM_NODE_ROLE_COLLISION && !model;
        uint32_t wanted = bits[n->role] | (alone ? DRAW_MESH | DRAW_WIREFRAME : 0);
        if (n->mesh == WM_NO_INDEX || !(layers->on & wanted))
            continue;
        if (n->role == WM_NODE_ROLE_SHOWN && n->lod && !is_shown_level(list, groups, n))
            continue;
        f->drawn[i] = n->role == WM_NODE_ROLE_SHOWN || alone ? FIGURE_SHOWN : FIGURE_OVERLAY;
    }
    free(list);
    return true;
}

/* ---- space ---- */

void figure_to_z_up(const wm_scene *s, wm_vec3 v, float to[3])
{
    to[0] = v.x;
    if (s->up == WM_UP_Y) {
        to[1] = s->left_handed ? v.z : -v.z;
        to[2] = v.y;
    } else {
        to[1] = s->left_handed ? -v.y : v.y;
        to[2] = v.z;
    }
}

static bool is_finite(const float p[3])
{
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

static void face_normal(const figure *f, const uint32_t v[3], float n[3])
{
    float u[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = f->points[v[1]][k] - f->points[v[0]][k];
        w[k] = f->points[v[2]][k] - f->points[v[0]][k];
    }
    n[0] = u[1] * w[2] - u[2] * w[1];
    n[1] = u[2] * w[0] - u[0] * w[2];
    n[2] = u[0] * w[1] - u[1] * w[0];
}

/* ---- gathering ---- */

/* Walkmeshes in models have surfaces instead of materials: one part for each. */
enum { SURFACES = WM_KOTOR_SURFACES + 1 };

typedef struct room {
    uint64_t vertices, triangles, parts;
    uint32_t most; /* vertices of one mesh */
} room;

static room count_room(const figure *f)
{
    const wm_scene *s = f->scene;
    room r = {0, 0, 0, 1};
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (!f->drawn[i])
            continue;
        const wm_scene_mesh *m = &s->meshes[s->nodes[i].mesh];
        if (m->primitive != WM_PRIMITIVE_TRIANGLES)
            continue;
        r.vertices += m->vertex_count;
        r.triangles += m->index_count / 3;
        r.parts += (uint64_t)m->part_count * (m->face_numbers ? SURFACES : 1);
        r.most = m->vertex_count > r.most ? m->vertex_count : r.most;
    }
    return r;
}

static void add_vertices(figure *f, wm_pose *pose, uint32_t node, wm_vec3 *scratch, uint32_t most)
{
    const wm_scene_mesh *m = &f->scene->meshes[f->scene->nodes[node].mesh];
    wm_pose_mesh(pose, node, scratch, scratch + most);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        figure_to_z_up(f->scene, scratch[i], f->points[f->vertex_count + i]);
        figure_to_z_up(f->scene, scratch[most + i], f->normals[f->vertex_count + i]);
    }
}

/* The uvs of the sets that the material uses. */
static void add_uvs(figure *f, const wm_scene_mesh *m, const wm_scene_part *part)
{
    if (!f->uvs || part->material == WM_NO_INDEX)
        return;
    const wm_scene_texture *t = f->scene->materials[part->material].textures;
    const uint8_t set[2] = {t[WM_TEXTURE_SLOT_COLOUR].uv_set, t[WM_TEXTURE_SLOT_LIGHTMAP].uv_set};
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
        float(*to)[2] = f->uvs[f->vertex_count + m->indices[i]];
        for (int k = 0; k < 2; k++) {
            const float *from = m->uvs[set[k]] ? m->uvs[set[k]][m->indices[i]] : NULL;
            to[k][0] = from ? from[0] : 0;
            to[k][1] = from ? (f->scene->v_down ? from[1] : 1 - from[1]) : 0;
        }
    }
}

/* One part of a mesh. Vertices without normals get those of their faces, summed. */
static void add_part(figure *f, const wm_scene_mesh *m, const wm_scene_part *part, bool surfaces)
{
    bool flip = f->scene->left_handed;
    for (uint32_t i = part->first; i + 2 < part->first + part->count; i += 3) {
        figure_triangle *t = &f->triangles[f->triangle_count];
        t->part = f->part_count;
        if (surfaces)
            t->part += m->face_numbers[i / 3] < SURFACES ? m->face_numbers[i / 3] : SURFACES - 1;
        for (int k = 0; k < 3; k++)
            t->vertex[k] =
                f->vertex_count + m->indices[i + (flip && k ? 3 - (uint32_t)k : (uint32_t)k)];
        if (!is_finite(f->points[t->vertex[0]]) || !is_finite(f->points[t->vertex[1]]) ||
            !is_finite(f->points[t->vertex[2]]))
            continue;
        f->triangle_count++;
        if (m->normals)
            continue;
        float n[3];
        face_normal(f, t->vertex, n);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                f->normals[t->vertex[k]][j] += n[j];
    }
}

static bool has_uvs(const figure *f, uint32_t mesh, uint32_t material)
{
    const wm_scene_texture *t = f->scene->materials[material].textures;
    return f->scene->meshes[mesh].uvs[t[WM_TEXTURE_SLOT_COLOUR].uv_set];
}

static figure_part part_of(const figure *f, const wm_pose *pose, uint32_t node, uint32_t material)
{
    const wm_scene_node *n = &f->scene->nodes[node];
    figure_part p = {.node = node,
                     .material = material,
                     .colour = material_colour(f->scene, material),
                     .opaque = 16,
                     .overlay = f->drawn[node] == FIGURE_OVERLAY};
    float alpha = pose->alpha[node];
    p.creased = !f->scene->meshes[n->mesh].normals;
    if (material != WM_NO_INDEX) {
        p.two_sided = f->scene->materials[material].two_sided && !f->bare;
        if (!(alpha < 1)) /* an animation's alpha replaces the material's */
            alpha = f->scene->materials[material].alpha;
    }
    const raster_surface *surface =
        f->surfaces && material != WM_NO_INDEX ? &f->surfaces[material] : NULL;
    if (surface && surface->colour && has_uvs(f, n->mesh, material) && !p.overlay) {
        const float *mean = surface->colour->mean;
        p.surface = surface;
        p.colour = byte_of(mean[0]) << 16 | byte_of(mean[1]) << 8 | byte_of(mean[2]);
        p.opaque = alpha > 0.02f ? 16 : 0;
        return p;
    }
    /* Leaves and glass: only the texture knows how much of them is visible. */
    if (material != WM_NO_INDEX && f->scene->materials[material].blended && alpha > 0.7f)
        alpha = 0.7f;
    if (alpha < 0.97f)
        p.opaque = alpha > 0.02f ? (uint32_t)(alpha * 15) + 1 : 0;
    if (p.overlay) {
        p.colour = n->role == WM_NODE_ROLE_HIDDEN ? 0xb08fd0 : p.colour;
        p.opaque = 9;
        p.two_sided = true;
    }
    return p;
}

static uint32_t surface_colour(uint32_t surface)
{
    draw_colour c = draw_material_colour(&(draw_job){.trn = NULL}, surface, true);
    return byte_of((float)c.r) << 16 | byte_of((float)c.g) << 8 | byte_of((float)c.b);
}

static void add_node(figure *f, wm_pose *pose, uint32_t node, wm_vec3 *scratch, uint32_t most)
{
    const wm_scene_mesh *m = &f->scene->meshes[f->scene->nodes[node].mesh];
    bool surfaces = m->face_numbers && f->scene->nodes[node].role == WM_NODE_ROLE_COLLISION;
    if (m->primitive != WM_PRIMITIVE_TRIANGLES)
        return;
    add_vertices(f, pose, node, scratch, most);
    for (uint32_t i = 0; i < m->part_count; i++) {
        uint32_t count = surfaces ? SURFACES : 1;
        for (uint32_t k = 0; k < count; k++) {
            figure_part *p = &f->parts[f->part_count + k];
            *p = part_of(f, pose, node, m->parts[i].material);
            if (surfaces)
                p->colour = surface_colour(k);
        }
        add_uvs(f, m, &m->parts[i]);
        add_part(f, m, &m->parts[i], surfaces);
        f->part_count += count;
    }
    f->vertex_count += m->vertex_count;
}

/* Vertices that no triangle uses must not affect the camera: they are moved onto others. */
static bool forget_unused(figure *f)
{
    bool *used = calloc((size_t)f->vertex_count + 1, 1);
    if (!used)
        return false;
    for (uint32_t i = 0; i < f->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            used[f->triangles[i].vertex[k]] = true;
    for (uint32_t i = 0; i < f->vertex_count; i++)
        for (int k = 0; !used[i] && k < 3; k++)
            f->points[i][k] = f->triangle_count ? f->points[f->triangles[0].vertex[0]][k] : 0;
    free(used);
    return true;
}

/* Colours distinguish textures; a single one is drawn like clay. */
static void plain_colour(figure *f)
{
    if (f->part_count && f->parts[0].surface)
        return;
    for (uint32_t i = 1; i < f->part_count; i++)
        if ((f->parts[i].colour != f->parts[0].colour && !f->parts[i].overlay) ||
            f->parts[i].surface)
            return;
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!f->parts[i].overlay)
            f->parts[i].colour = 0xc9b8a1;
}

static bool is_bare(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->material_count; i++) {
        const char *name = s->materials[i].textures[WM_TEXTURE_SLOT_COLOUR].name;
        if (name && *name)
            return false;
    }
    return true;
}

static void measure(figure *f)
{
    for (int k = 0; k < 3; k++) {
        f->min[k] = INFINITY;
        f->max[k] = -INFINITY;
    }
    for (uint32_t i = 0; i < f->shown_triangles; i++)
        for (int k = 0; k < 9; k++) {
            float v = f->points[f->triangles[i].vertex[k / 3]][k % 3];
            f->min[k % 3] = cli_minf(f->min[k % 3], v);
            f->max[k % 3] = cli_maxf(f->max[k % 3], v);
        }
    for (int k = 0; k < 3 && !f->shown_triangles; k++)
        f->min[k] = f->max[k] = 0;
    float d[3] = {f->max[0] - f->min[0], f->max[1] - f->min[1], f->max[2] - f->min[2]};
    bool y_up = f->scene->up == WM_UP_Y;
    f->size = (wm_vec3){d[0], d[y_up ? 2 : 1], d[y_up ? 1 : 2]};
}

bool figure_make(wm_pose *pose, const draw_layers *layers, figure *f)
{
    *f = (figure){.scene = pose->scene, .bare = is_bare(pose->scene)};
    const wm_scene *s = f->scene;
    if (!choose(f, layers) || !figure_surfaces(f, layers))
        return false;
    room r = count_room(f);
    if (r.vertices > UINT32_MAX / 64 || r.triangles > UINT32_MAX / 64)
        return false;
    wm_vec3 *scratch = malloc(2 * (size_t)r.most * sizeof *scratch);
    f->points = malloc((r.vertices + 1) * sizeof *f->points);
    f->normals = malloc((r.vertices + 1) * sizeof *f->normals);
    f->uvs = f->surfaces ? calloc(r.vertices + 1, sizeof *f->uvs) : NULL;
    f->triangles = malloc((r.triangles + 1) * sizeof *f->triangles);
    f->parts = malloc((r.parts + 1) * sizeof *f->parts);
    bool good =
        scratch && f->points && f->normals && f->triangles && f->parts && (f->uvs || !f->surfaces);
    for (int overlay = 0; good && overlay < 2; overlay++) {
        for (uint32_t i = 0; i < s->node_count; i++)
            if (f->drawn[i] == (overlay ? FIGURE_OVERLAY : FIGURE_SHOWN)) {
                add_node(f, pose, i, scratch, r.most);
                f->shown_meshes += !overlay;
            }
        if (!overlay) {
            f->shown_vertices = f->vertex_count;
            f->shown_triangles = f->triangle_count;
        }
    }
    free(scratch);
    if (!good)
        return false;
    /* Without a model, what else there is gives the size. */
    if (!f->shown_triangles) {
        f->shown_triangles = f->triangle_count;
        f->shown_vertices = f->vertex_count;
    }
    measure(f);
    plain_colour(f);
    return forget_unused(f);
}

void figure_free(figure *f)
{
    free(f->drawn);
    free(f->points);
    free(f->normals);
    free(f->uvs);
    figure_surfaces_free(f);
    free(f->triangles);
    free(f->parts);
}
