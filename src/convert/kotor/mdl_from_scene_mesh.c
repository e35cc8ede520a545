/* Converts meshes of a scene to the input of the model compiler: listed vertices with their
 * normals and texture coordinates. docs/gltf.md, "KotOR models". */
#include "base/words.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"

enum { MOST = 65535, SETS = 4 };

static const char *path_of(const wmi_to_mdl *t, const wmi_item *item, char path[WMI_PATH])
{
    return wmi_to_mdl_path(t, item->node, path);
}

/* ---- vertices ---------------------------------------------------------- */

static uint32_t face_of(const wmi_item *item, uint32_t i)
{
    return item->faces && !item->whole ? item->faces[i] : i;
}

static uint32_t count_faces(const wmi_item *item, const wm_scene_mesh *m)
{
    return item->faces && !item->whole ? item->face_count : m->index_count / 3;
}

/* The vertices that the triangles use, in order; all of them for a KotOR model. `new_of` is
 * indexed by vertex of the scene's mesh. */
static bool choose_vertices(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m,
                            uint32_t *new_of)
{
    const wmi_item *item = &t->items[number];
    wmi_source_mesh *s = t->sources[number];
    wmi_made *made = &t->made[number];
    uint32_t faces = count_faces(item, m), count = 0;
    char path[WMI_PATH];
    for (uint32_t v = 0; v < m->vertex_count; v++)
        new_of[v] = t->own ? 0 : WM_NO_INDEX;
    for (uint32_t i = 0; i < faces && !t->own; i++)
        for (uint32_t k = 0; k < 3; k++)
            new_of[m->indices[3 * face_of(item, i) + k]] = 0;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        if (new_of[v] != WM_NO_INDEX)
            new_of[v] = count++;
    if (count > MOST)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, path_of(t, item, path),
                        "the mesh has %s vertices, at most %s are allowed: split it",
                        wmi_number(count).text, wmi_number(MOST).text) == WM_OK;
    if (faces > MOST)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, path_of(t, item, path),
                        "the mesh has %s triangles, at most %s are allowed: split it",
                        wmi_number(faces).text, wmi_number(MOST).text) == WM_OK;
    made->vertex = wmi_arena_raw(&t->scratch, count, sizeof *made->vertex);
    if (!made->vertex)
        return wmi_to_mdl_no_memory(t);
    s->vertex_count = count;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        if (new_of[v] != WM_NO_INDEX)
            made->vertex[new_of[v]] = v;
    return true;
}

/* ---- positions and normals --------------------------------------------- */

static bool not_finite(wmi_to_mdl *t, const wmi_item *item, uint32_t vertex, const char *what)
{
    char path[WMI_PATH];
    return wmi_fail(t->error, WM_BAD_VALUE, path_of(t, item, path),
                    "%s of vertex %lu is not finite", what, (ul)vertex) == WM_OK;
}

static bool put_positions(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    wmi_source_mesh *s = t->sources[number];
    const wmi_made *made = &t->made[number];
    s->vertices = wmi_arena_raw(&t->scratch, s->vertex_count, sizeof *s->vertices);
    if (!s->vertices)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        wm_vec3 p = m->positions[made->vertex[i]];
        if (!made->plain)
            p = wmi_vec_float(wmi_linear_apply(&made->stretch, wmi_vec_of(p)));
        s->vertices[i] = t->own ? p : wmi_to_mdl_vector(t, p);
        if (!t->own && !wmi_finite(p))
            return not_finite(t, &t->items[number], made->vertex[i], "the position");
    }
    return true;
}

/* Normals use the inverse transpose. */
static bool put_normals(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    wmi_source_mesh *s = t->sources[number];
    const wmi_made *made = &t->made[number];
    wmi_linear back, map = made->stretch;
    if (!m->normals) {
        t->result->computed += !t->own && !t->items[number].walkmesh;
        return true;
    }
    s->normals = wmi_arena_raw(&t->scratch, s->vertex_count, sizeof *s->normals);
    if (!s->normals)
        return wmi_to_mdl_no_memory(t);
    if (!made->plain && wmi_linear_inverse(&made->stretch, &back))
        map = wmi_linear_transpose(&back);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        wm_vec3 n = m->normals[made->vertex[i]];
        if (t->own) {
            s->normals[i] = n;
            continue;
        }
        if (!wmi_finite(n))
            return not_finite(t, &t->items[number], made->vertex[i], "the normal");
        wmi_vec v = made->plain ? wmi_vec_of(n) : wmi_linear_apply(&map, wmi_vec_of(n));
        double length = wmi_length(v);
        if (!made->plain || fabs(length - 1) > 1e-4)
            n = length > 1e-30 ? wmi_vec_float(wmi_scale(v, 1 / length)) : (wm_vec3){0, 1, 0};
        s->normals[i] = wmi_to_mdl_vector(t, n);
    }
    return true;
}

/* ---- texture coordinates ----------------------------------------------- */

/* The uv set of the scene's mesh for a set of the file; WM_SCENE_UV_SETS: none. */
static unsigned source_set(const wmi_to_mdl *t, const wmi_item *item, unsigned set)
{
    const wm_scene_material *look =
        item->material == WM_NO_INDEX ? NULL : &t->scene->materials[item->material];
    if (t->own)
        return set;
    if (set == 0)
        return look && look->textures[WM_TEXTURE_SLOT_COLOUR].name
                   ? look->textures[WM_TEXTURE_SLOT_COLOUR].uv_set
                   : 0;
    if (set == 1 && look && look->textures[WM_TEXTURE_SLOT_LIGHTMAP].name)
        return look->textures[WM_TEXTURE_SLOT_LIGHTMAP].uv_set;
    bool mapped = item->node != WM_NO_INDEX && wmi_to_mdl_text(t, item->node, "bitmap2");
    return set == 1 && mapped ? 1 : WM_SCENE_UV_SETS;
}

/* The game draws a texture only on a mesh that has uvs; some of its own meshes have none. Then all
 * vertices get the corner of the image. */
static bool lacks_uvs(const wmi_to_mdl *t, uint32_t number, unsigned set)
{
    const wmi_item *item = &t->items[number];
    const wm_kotor_mesh *mesh = t->mdl->tree.nodes[number].mesh;
    return !t->own && !item->walkmesh && set < 2 && mesh->texture[set][0] != '\0' &&
           strncmp(mesh->texture[set], "NULL", 5) != 0;
}

static bool put_uvs(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    wmi_source_mesh *s = t->sources[number];
    const wmi_made *made = &t->made[number];
    for (unsigned set = 0; set < SETS; set++) {
        unsigned from = source_set(t, &t->items[number], set);
        bool missing = from >= WM_SCENE_UV_SETS || !m->uvs[from];
        if (missing && !lacks_uvs(t, number, set))
            continue;
        s->uv_count[set] = s->vertex_count;
        s->uvs[set] = wmi_arena_raw(&t->scratch, s->vertex_count, sizeof *s->uvs[set]);
        if (!s->uvs[set])
            return wmi_to_mdl_no_memory(t);
        t->result->no_uvs += missing;
        if (missing) {
            memset(s->uvs[set], 0, s->vertex_count * sizeof *s->uvs[set]);
            continue;
        }
        for (uint32_t i = 0; i < s->vertex_count; i++) {
            const float *uv = m->uvs[from][made->vertex[i]];
            s->uvs[set][i][0] = uv[0];
            s->uvs[set][i][1] = t->scene->v_down ? 1 - uv[1] : uv[1];
            if (!t->own && !(isfinite(uv[0]) && isfinite(uv[1])))
                return not_finite(t, &t->items[number], made->vertex[i], "a uv coordinate");
        }
    }
    return true;
}

/* ---- faces ------------------------------------------------------------- */

/* Surfaces of a walkmesh by material name. */
static bool surface_of(wmi_to_mdl *t, const wmi_item *item, uint32_t material, uint32_t *surface)
{
    const char *name = material == WM_NO_INDEX ? "" : t->scene->materials[material].name;
    const wm_kotor_surfaces *surfaces = t->opts->surfaces;
    char path[WMI_PATH];
    if (wmi_kotor_surface_number(surfaces, name, surface))
        return true;
    if (t->opts->material && wmi_kotor_surface_number(surfaces, t->opts->material, surface))
        return true;
    if (t->opts->material)
        return wmi_fail(t->error, WM_BAD_ARGUMENT, path_of(t, item, path),
                        "'%.60s' is not a surface material", t->opts->material) == WM_OK;
    return wmi_fail(t->error, WM_NOT_REPRESENTABLE, path_of(t, item, path),
                    "the walkmesh uses '%.60s', which is not a surface material: use a name from "
                    "surfacemat.2da (Dirt, Stone, Metal, Nonwalk ...) or material_N",
                    name) == WM_OK;
}

static bool number_faces(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    const wmi_item *item = &t->items[number];
    wmi_source_mesh *s = t->sources[number];
    for (uint32_t i = 0; i < s->face_count; i++) /* only models of KotOR have such numbers */
        s->faces[i].material = m->face_numbers ? m->face_numbers[face_of(item, i)] : 1;
    for (uint32_t p = 0; item->walkmesh && p < m->part_count; p++) {
        uint32_t surface, end = (m->parts[p].first + m->parts[p].count) / 3;
        if (m->parts[p].count && !surface_of(t, item, m->parts[p].material, &surface))
            return false;
        for (uint32_t i = m->parts[p].first / 3; i < end; i++)
            s->faces[i].material = surface;
    }
    return true;
}

static wmi_vec place_of(const wmi_to_mdl *t, uint32_t number, uint32_t vertex)
{
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, &t->items[number]);
    wmi_vec p = wmi_vec_of(m->positions[t->made[number].vertex[vertex]]);
    return wmi_to_mdl_point(t, wmi_linear_apply(&t->places[t->items[number].node].world, p));
}

/* Nobody walks on a floor from below: flips walkable faces that face down. */
static void flip_faces(wmi_to_mdl *t, uint32_t number)
{
    wmi_source_mesh *s = t->sources[number];
    for (uint32_t i = 0; t->items[number].walkmesh && i < s->face_count; i++) {
        wmi_source_face *f = &s->faces[i];
        wmi_vec a = place_of(t, number, f->vertex[0]);
        wmi_vec b = wmi_sub(place_of(t, number, f->vertex[1]), a);
        wmi_vec c = wmi_sub(place_of(t, number, f->vertex[2]), a);
        if (wmi_cross(b, c).z >= 0 || !wm_kotor_walkable(t->opts->surfaces, f->material))
            continue;
        uint32_t swap = f->vertex[1];
        f->vertex[1] = f->vertex[2];
        f->vertex[2] = swap;
        for (int set = 0; set < SETS; set++) {
            swap = f->uv[set][1];
            f->uv[set][1] = f->uv[set][2];
            f->uv[set][2] = swap;
        }
        t->result->flipped++;
    }
}

static bool put_faces(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m,
                      const uint32_t *new_of)
{
    const wmi_item *item = &t->items[number];
    wmi_source_mesh *s = t->sources[number];
    bool flipped = wmi_to_mdl_mirrors(t) !=
                   (!t->made[number].plain && wmi_linear_determinant(&t->made[number].stretch) < 0);
    /* glTF requires flat shading without normals; a walkmesh is never seen. */
    uint32_t smoothing = m->normals || item->walkmesh || strcmp(t->scene->source, "gltf") != 0;
    s->face_count = count_faces(item, m);
    s->faces = wmi_arena_new(&t->scratch, s->face_count, sizeof *s->faces);
    if (!s->faces)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->face_count; i++) {
        wmi_source_face *f = &s->faces[i];
        f->smoothing = smoothing;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = flipped && k ? 3 - k : k;
            f->vertex[k] = new_of[m->indices[3 * face_of(item, i) + corner]];
            f->colour[k] = WM_NO_INDEX;
            for (int set = 0; set < SETS; set++)
                f->uv[set][k] = s->uv_count[set] ? f->vertex[k] : WM_NO_INDEX;
        }
    }
    if (!number_faces(t, number, m))
        return false;
    flip_faces(t, number);
    return true;
}

/* ---- the whole mesh ---------------------------------------------------- */

static bool put_constraints(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    wmi_source_mesh *s = t->sources[number];
    const wm_scene_attribute *a = wmi_to_mdl_attribute(m, "constraint", 1);
    if (!(t->mdl->tree.nodes[number].flags & WM_KOTOR_NODE_DANGLY))
        return true;
    t->result->no_constraints += !a && !t->own;
    if (!a)
        return true;
    s->constraints = wmi_arena_raw(&t->scratch, s->vertex_count, sizeof *s->constraints);
    if (!s->constraints)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->constraints[i] = a->values[t->made[number].vertex[i]];
    return true;
}

/* The source's boxes, if they still contain their contents. */
static void put_boxes(const wmi_source_mesh *s, const wm_extra *e, wm_kotor_mdl_aabb *nodes,
                      uint32_t count, bool *bare)
{
    *bare = true;
    if (!e || !e->numbers || e->count / 6 != count || e->count % 6)
        return;
    for (uint32_t i = count; i-- > 0;) {
        wm_kotor_mdl_aabb *n = &nodes[i];
        const double *b = e->numbers + 6 * (size_t)i;
        n->min = (wm_vec3){(float)b[0], (float)b[1], (float)b[2]};
        n->max = (wm_vec3){(float)b[3], (float)b[4], (float)b[5]};
        bool holds = true;
        for (int k = 0; n->face >= 0 && k < 3; k++)
            holds = holds && wmi_mdl_box_holds(n, s->vertices[s->faces[n->face].vertex[k]]);
        if (n->face < 0)
            holds = wmi_mdl_box_holds(n, nodes[n->left].min) &&
                    wmi_mdl_box_holds(n, nodes[n->left].max) &&
                    wmi_mdl_box_holds(n, nodes[n->right].min) &&
                    wmi_mdl_box_holds(n, nodes[n->right].max);
        if (!holds)
            return;
    }
    *bare = false;
}

/* The source's tree, if each triangle has one leaf in it. */
static bool put_tree(wmi_to_mdl *t, uint32_t number, const wm_scene_mesh *m)
{
    wmi_source_mesh *s = t->sources[number];
    const wm_extra *e = t->own ? wm_extras_find(&m->extras, "aabb") : NULL;
    uint32_t leaves = 0;
    if (!e || !e->numbers || !(t->mdl->tree.nodes[number].flags & WM_KOTOR_NODE_AABB) ||
        e->count != 2 * s->face_count - 1)
        return true;
    wm_kotor_mdl_aabb *nodes = wmi_arena_new(&t->scratch, e->count, sizeof *nodes);
    uint32_t *stack = wmi_arena_raw(&t->scratch, e->count, sizeof *stack);
    bool *seen = wmi_arena_new(&t->scratch, s->face_count, sizeof *seen);
    if (!nodes || !stack || !seen)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < e->count; i++) {
        double face = e->numbers[i];
        nodes[i].face = face >= 0 && face < s->face_count ? (int32_t)face : -1;
        if (nodes[i].face < 0)
            continue;
        leaves += !seen[nodes[i].face];
        seen[nodes[i].face] = true;
    }
    if (leaves != s->face_count || !wmi_mdl_tree_links(nodes, e->count, stack))
        return true;
    s->aabbs = nodes;
    s->aabb_count = e->count;
    put_boxes(s, wm_extras_find(&m->extras, "aabb_boxes"), nodes, e->count, &s->bare_boxes);
    return true;
}

/* Programs may write tangents for all meshes. The mesh of a model says what type it had, and
 * whether it had frames. */
static bool wants_tangents(const wmi_to_mdl *t, const wmi_item *item, const wm_scene_mesh *m)
{
    if (t->own)
        return m->tangents != NULL;
    if (m->tangents && (wmi_to_mdl_number(t, item->node, "tangentspace", 0) != 0 ||
                        !wm_extras_find(&m->extras, "type")))
        return true;
    bool bumps = item->material != WM_NO_INDEX &&
                 t->scene->materials[item->material].textures[WM_TEXTURE_SLOT_NORMAL].name;
    return m->uvs[0] && (bumps || wmi_to_mdl_number(t, item->node, "tangentspace", 0) != 0);
}

static bool put_mesh(wmi_to_mdl *t, uint32_t number, uint32_t *new_of)
{
    const wmi_item *item = &t->items[number];
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, item);
    wmi_made *made = &t->made[number];
    bool skinned = t->mdl->tree.nodes[number].flags & WM_KOTOR_NODE_SKIN;
    char path[WMI_PATH];
    made->plain = true;
    if (!m) /* a KotOR mesh without vertices */
        return true;
    if (!t->own && skinned && !wmi_to_mdl_stretch(t, item->node, made))
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, path_of(t, item, path),
                        "an inverse bind matrix of the skin is singular") == WM_OK;
    if (!t->own && !skinned) {
        made->stretch = t->places[item->node].excess;
        made->plain = t->places[item->node].plain;
    }
    t->sources[number]->tangents = wants_tangents(t, item, m);
    return choose_vertices(t, number, m, new_of) && put_positions(t, number, m) &&
           put_normals(t, number, m) && put_uvs(t, number, m) && put_faces(t, number, m, new_of) &&
           wmi_to_mdl_saber(t, number) && put_constraints(t, number, m) && put_tree(t, number, m) &&
           (!skinned || wmi_to_mdl_weights(t, number));
}

bool wmi_to_mdl_meshes(wmi_to_mdl *t)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->scene->mesh_count; i++)
        if (t->scene->meshes[i].vertex_count > most)
            most = t->scene->meshes[i].vertex_count;
    uint32_t *new_of = wmi_arena_raw(&t->scratch, most, sizeof *new_of);
    t->made = wmi_arena_new(&t->scratch, t->item_count, sizeof *t->made);
    if (!new_of || !t->made)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->item_count; i++) {
        if (!t->sources[i])
            continue;
        if (!put_mesh(t, i, new_of))
            return false;
        if (!t->own && t->mdl->tree.nodes[i].flags & WM_KOTOR_NODE_SKIN)
            wmi_to_mdl_place_skin(t, i);
    }
    return true;
}
