/* Builds a scene from what was read from an OBJ: a mesh and a node for each object, a vertex
 * for each distinct corner. */
#include "convert/internal.h"
#include "convert/obj/read.h"
#include "scene/internal.h"

/* ---- vertices ---------------------------------------------------------- */

static bool same_corner(const wmi_obj_corner *a, const wmi_obj_corner *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* At most this many corners are distinct. Each further triangle of a polygon has one new corner. */
static uint32_t corners_at_most(const wmi_obj_corner *corners, uint32_t count)
{
    uint32_t most = 0;
    for (const wmi_obj_corner *c = corners; c < corners + count; c += 3)
        most += c > corners && same_corner(&c[0], &c[-3]) && same_corner(&c[1], &c[-1]) ? 1 : 3;
    return most;
}

/* Numbers the distinct corners in order of appearance; which[i] is the first corner of vertex i. */
static bool number_corners(wmi_obj_reader *r, wm_scene_mesh *m, const wmi_obj_corner *corners,
                           uint32_t *which)
{
    wmi_distinct keys;
    if (!wmi_distinct_init(&keys, &r->scratch, corners_at_most(corners, m->index_count)))
        return false;
    for (uint32_t i = 0; i < m->index_count; i++) {
        uint32_t before = keys.count;
        m->indices[i] = wmi_distinct_add(&keys, &corners[i], sizeof corners[i]);
        if (m->indices[i] == before)
            which[before] = i;
    }
    m->vertex_count = keys.count;
    return true;
}

/* Does any corner have a uv, and do all corners have a normal? */
static void find_kinds(const wmi_obj_corner *corners, uint32_t count, bool *uvs, bool *normals)
{
    *uvs = false;
    *normals = count > 0;
    for (uint32_t i = 0; i < count; i++) {
        *uvs = *uvs || corners[i].number[1] != WM_NO_INDEX;
        *normals = *normals && corners[i].number[2] != WM_NO_INDEX;
    }
}

/* A vertex for each distinct corner. Normals are used only if all corners have one. */
static wm_status split_vertices(wmi_obj_reader *r, wm_scene_mesh *m, const wmi_obj_corner *corners)
{
    wm_scene *s = r->scene;
    bool uvs, normals;
    uint32_t *which = wmi_arena_raw(&r->scratch, m->index_count, sizeof *which);
    if (!which || !number_corners(r, m, corners, which))
        return wmi_arena_fail(&r->scratch, r->error, "");
    find_kinds(corners, m->index_count, &uvs, &normals);
    m->positions = wm_scene_alloc(s, m->vertex_count, sizeof *m->positions, NULL);
    m->uvs[0] = uvs ? wm_scene_alloc(s, m->vertex_count, sizeof *m->uvs[0], NULL) : NULL;
    m->normals = normals ? wm_scene_alloc(s, m->vertex_count, sizeof *m->normals, NULL) : NULL;
    m->colours = r->coloured ? wm_scene_alloc(s, m->vertex_count, sizeof *m->colours, NULL) : NULL;
    if (!m->positions || (uvs && !m->uvs[0]) || (normals && !m->normals) ||
        (r->coloured && !m->colours))
        return wm_scene_no_memory(s, r->error);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const uint32_t *n = corners[which[i]].number;
        m->positions[i] = r->positions[n[0]];
        if (uvs && n[1] != WM_NO_INDEX)
            memcpy(m->uvs[0][i], r->uvs[n[1]], sizeof m->uvs[0][i]);
        if (normals)
            m->normals[i] = r->normals[n[2]];
        if (r->coloured) {
            memcpy(m->colours[i], &r->colours[n[0]], sizeof *r->colours);
            m->colours[i][3] = 1;
        }
    }
    return WM_OK;
}

/* Vertex i is the i-th v. */
static wm_status plain_vertices(wmi_obj_reader *r, wm_scene_mesh *m)
{
    m->vertex_count = r->v;
    m->positions = wm_scene_alloc(r->scene, r->v, sizeof *m->positions, NULL);
    if (!m->positions)
        return wm_scene_no_memory(r->scene, r->error);
    if (r->v)
        memcpy(m->positions, r->positions, r->v * sizeof *m->positions);
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = r->corners[i].number[0];
    return WM_OK;
}

/* ---- meshes ------------------------------------------------------------ */

/* The parts of each object, as linked lists that end with WM_NO_INDEX. */
typedef struct lists {
    uint32_t *first, *next;
    wmi_obj_corner *corners; /* holds those of the largest object */
} lists;

static bool link_parts(wmi_obj_reader *r, lists *l)
{
    l->first = wmi_arena_raw(&r->scratch, r->objects.keys.count, sizeof *l->first);
    l->next = wmi_arena_raw(&r->scratch, r->part_count, sizeof *l->next);
    l->corners = wmi_arena_raw(&r->scratch, 3 * (size_t)r->triangles, sizeof *l->corners);
    if (!l->first || !l->next || !l->corners)
        return false;
    for (uint32_t i = 0; i < r->objects.keys.count; i++)
        l->first[i] = WM_NO_INDEX;
    for (uint32_t i = r->part_count; i-- > 0;) {
        l->next[i] = l->first[r->parts[i].object];
        l->first[r->parts[i].object] = i;
    }
    return true;
}

/* Stores the smoothing group of each triangle as an extra. */
static wm_status note_smoothing(wmi_obj_reader *r, const lists *l, uint32_t object,
                                wm_scene_mesh *m)
{
    if (!r->smoothed)
        return WM_OK;
    wm_extra *e = wm_scene_alloc(r->scene, 1, sizeof *e, NULL);
    double *groups = wm_scene_alloc(r->scene, m->index_count / 3, sizeof *groups, NULL);
    uint32_t n = 0;
    if (!e || !groups)
        return wm_scene_no_memory(r->scene, r->error);
    for (uint32_t p = l->first[object]; p != WM_NO_INDEX; p = l->next[p])
        for (uint32_t i = 0; i < r->parts[p].count; i++)
            groups[n++] = r->smoothing[r->parts[p].first + i];
    *e = (wm_extra){"smoothing", true, n, groups, NULL};
    m->extras = (wm_extras){1, e};
    return WM_OK;
}

static wm_status make_object(wmi_obj_reader *r, const lists *l, uint32_t object, wm_scene_mesh *m)
{
    wm_scene *s = r->scene;
    uint32_t parts = 0, triangles = 0;
    for (uint32_t p = l->first[object]; p != WM_NO_INDEX; p = l->next[p], parts++) {
        memcpy(l->corners + 3 * (size_t)triangles, r->corners + 3 * (size_t)r->parts[p].first,
               3 * (size_t)r->parts[p].count * sizeof *l->corners);
        triangles += r->parts[p].count;
    }
    m->name = r->objects.list[object];
    m->index_count = 3 * triangles;
    m->indices = wm_scene_alloc(s, m->index_count, sizeof *m->indices, NULL);
    m->parts = wm_scene_alloc(s, parts, sizeof *m->parts, NULL);
    if (!m->indices || !m->parts)
        return wm_scene_no_memory(s, r->error);
    uint32_t at = 0;
    for (uint32_t p = l->first[object]; p != WM_NO_INDEX; p = l->next[p]) {
        const wmi_obj_part *from = &r->parts[p];
        m->parts[m->part_count++] = (wm_scene_part){at, 3 * from->count, from->material};
        at += 3 * from->count;
    }
    wm_status status = split_vertices(r, m, l->corners);
    return status == WM_OK ? note_smoothing(r, l, object, m) : status;
}

/* A mesh for each object that has faces. */
static wm_status make_objects(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    lists l;
    wm_status status = WM_OK;
    if (!link_parts(r, &l))
        return wmi_arena_fail(&r->scratch, r->error, "");
    s->meshes = wm_scene_alloc(s, r->objects.keys.count, sizeof *s->meshes, NULL);
    if (!s->meshes)
        return wm_scene_no_memory(s, r->error);
    for (uint32_t i = 0; i < r->objects.keys.count && status == WM_OK; i++)
        if (l.first[i] != WM_NO_INDEX)
            status = make_object(r, &l, i, &s->meshes[s->mesh_count++]);
    return status;
}

/* Everything as one mesh: the vertices of the file, the triangles in file order. */
static wm_status make_whole(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    wm_scene_mesh *m = s->meshes = wm_scene_alloc(s, 1, sizeof *m, NULL);
    if (!m)
        return wm_scene_no_memory(s, r->error);
    s->mesh_count = 1;
    m->name = r->objects.keys.count ? r->objects.list[0] : "mesh";
    m->index_count = 3 * r->triangles;
    m->indices = wm_scene_alloc(s, m->index_count, sizeof *m->indices, NULL);
    m->parts = wm_scene_alloc(s, r->part_count, sizeof *m->parts, NULL);
    if (!m->indices || !m->parts)
        return wm_scene_no_memory(s, r->error);
    for (uint32_t i = 0; i < r->part_count; i++) {
        const wmi_obj_part *p = &r->parts[i];
        wm_scene_part *last = m->part_count ? &m->parts[m->part_count - 1] : NULL;
        if (last && last->material == p->material)
            last->count += 3 * p->count;
        else
            m->parts[m->part_count++] = (wm_scene_part){3 * p->first, 3 * p->count, p->material};
    }
    return plain_vertices(r, m);
}

/* ---- the scene --------------------------------------------------------- */

static wm_status make_nodes(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    s->nodes = wm_scene_alloc(s, (size_t)s->mesh_count + r->empty_count, sizeof *s->nodes, NULL);
    s->extras.items = wm_scene_alloc(s, r->note_count, sizeof *s->extras.items, NULL);
    if (!s->nodes || !s->extras.items)
        return wm_scene_no_memory(s, r->error);
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        s->nodes[i] = wmi_scene_node(s->meshes[i].name);
        s->nodes[i].kind = WM_NODE_KIND_MESH;
        s->nodes[i].mesh = i;
    }
    if (r->empty_count)
        memcpy(s->nodes + s->mesh_count, r->empties, r->empty_count * sizeof *s->nodes);
    s->node_count = s->mesh_count + r->empty_count;
    if (r->note_count)
        memcpy(s->extras.items, r->notes, r->note_count * sizeof *s->extras.items);
    s->extras.count = r->note_count;
    return WM_OK;
}

wm_status wmi_obj_make_scene(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    wm_status status = wmi_obj_make_materials(r);
    if (status == WM_OK)
        status = r->opts->positions_only ? make_whole(r) : make_objects(r);
    if (status != WM_OK)
        return status;
    s->name = r->objects.keys.count ? r->objects.list[0] : "mesh";
    s->source = s->source && *s->source ? s->source : "obj";
    s->up = r->opts->z_up ? WM_UP_Z : WM_UP_Y;
    return make_nodes(r);
}
