/* Sheets of a walkmesh that touch without being joined: each has a vertex of its own at the place
 * where they meet. Programs do not keep which vertices are one, so those at one place are numbered
 * before a mesh may be replaced, and the import joins only vertices with the same number. */
#include "base/sort.h"
#include "convert/internal.h"
#include "convert/restore/mesh.h"

static int compare_places(wm_vec3 a, wm_vec3 b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return a.z != b.z ? (a.z < b.z ? -1 : 1) : 0;
}

static int by_place(const void *context, uint32_t a, uint32_t b)
{
    const wm_vec3 *places = context;
    int order = compare_places(places[a], places[b]);
    return order ? order : a < b ? -1 : a > b;
}

/* Vertices in the order of their places. */
static uint32_t *sort_places(wmi_restore *r, const wm_vec3 *places, uint32_t count)
{
    uint32_t *order = wmi_arena_raw(&r->scratch, (size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; order && i < count; i++)
        order[i] = i;
    if (order)
        wmi_sort_by(order, count, by_place, places);
    return order;
}

/* ---- numbers ----------------------------------------------------------- */

static bool add_numbers(wmi_restore *r, wm_scene_mesh *m)
{
    const uint32_t n = m->vertex_count, *order = sort_places(r, m->positions, n);
    bool any = false;
    if (!order)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 1; i < n; i++)
        any = any || compare_places(m->positions[order[i]], m->positions[order[i - 1]]) == 0;
    if (!any)
        return true;
    wm_scene_attribute *list =
        wm_scene_alloc(r->old, (size_t)m->attribute_count + 1, sizeof *list, NULL);
    float *number = wm_scene_alloc(r->old, n, sizeof *number, NULL);
    if (!list || !number)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 1; i < n; i++)
        if (compare_places(m->positions[order[i]], m->positions[order[i - 1]]) == 0)
            number[order[i]] = number[order[i - 1]] + 1;
    if (m->attribute_count)
        memcpy(list, m->attributes, m->attribute_count * sizeof *list);
    list[m->attribute_count++] =
        (wm_scene_attribute){.name = WMI_SHEET, .width = 1, .values = number};
    m->attributes = list;
    return true;
}

bool wmi_restore_number_sheets(wmi_restore *r)
{
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        const wm_scene_node *n = &r->old->nodes[i];
        if (n->role == WM_NODE_ROLE_COLLISION && n->mesh != WM_NO_INDEX &&
            !wmi_sheets(&r->old->meshes[n->mesh]) && !add_numbers(r, &r->old->meshes[n->mesh]))
            return false;
    }
    return true;
}

/* ---- triangles that are where they were -------------------------------- */

typedef struct triangles {
    uint32_t (*place)[3]; /* of the corners, the lowest first */
    uint8_t *turn;        /* by triangle: its corner that comes first there */
} triangles;

static int by_corners(const void *context, uint32_t a, uint32_t b)
{
    const triangles *t = context;
    for (int k = 0; k < 3; k++)
        if (t->place[a][k] != t->place[b][k])
            return t->place[a][k] < t->place[b][k] ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* at: by vertex: its place, or WM_NO_INDEX. first: the triangle of `to` that gets the first one. */
static void list_triangles(const wm_scene_mesh *m, const uint32_t *at, triangles *to,
                           uint32_t first)
{
    for (uint32_t i = 0; i < m->index_count / 3; i++) {
        const uint32_t *v = m->indices + (size_t)3 * i;
        uint8_t turn = 0;
        for (uint8_t k = 1; k < 3; k++)
            turn = at[v[k]] < at[v[turn]] ? k : turn;
        to->turn[first + i] = turn;
        for (uint32_t k = 0; k < 3; k++)
            to->place[first + i][k] = at[v[(k + turn) % 3]];
    }
}

/* Triangles of both meshes by their corners: those of the original stand before those that are
 * where they were. */
static void follow(const wmi_side *a, const wmi_side *b, const triangles *t, const uint32_t *order,
                   wmi_found *found)
{
    uint32_t olds = a->mesh->index_count / 3, count = olds + b->mesh->index_count / 3;
    for (uint32_t i = 0, old = 0; i < count; i++) {
        bool same =
            i > 0 && memcmp(t->place[order[i]], t->place[order[i - 1]], sizeof *t->place) == 0;
        old = same ? old : i; /* the first of the run that is not used */
        if (order[i] < olds || order[old] >= olds)
            continue;
        const uint32_t *was = a->mesh->indices + (size_t)3 * order[old];
        const uint32_t *now = b->mesh->indices + (size_t)3 * (order[i] - olds);
        for (uint32_t k = 0; found->vertex && k < 3; k++)
            found->vertex[now[(k + t->turn[order[i]]) % 3]] = was[(k + t->turn[order[old]]) % 3];
        if (found->triangle)
            found->triangle[order[i] - olds] = order[old];
        old += order[old + 1] < olds;
    }
}

bool wmi_restore_find_triangles(wmi_restore *r, const wmi_side *a, const wmi_side *b,
                                wmi_found *found)
{
    uint32_t olds = a->mesh->vertex_count, nows = b->mesh->vertex_count;
    size_t count = (size_t)a->mesh->index_count / 3 + b->mesh->index_count / 3;
    uint32_t *sorted = sort_places(r, a->places, olds);
    uint32_t *old_at = wmi_arena_raw(&r->scratch, (size_t)olds + 1, sizeof *old_at);
    uint32_t *now_at = wmi_arena_raw(&r->scratch, (size_t)nows + 1, sizeof *now_at);
    uint32_t *order = wmi_arena_raw(&r->scratch, count + 1, sizeof *order);
    triangles t = {wmi_arena_raw(&r->scratch, count + 1, sizeof *t.place),
                   wmi_arena_raw(&r->scratch, count + 1, sizeof *t.turn)};
    if (!sorted || !old_at || !now_at || !order || !t.place || !t.turn)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < olds; i++) {
        bool same = i > 0 && compare_places(a->places[sorted[i]], a->places[sorted[i - 1]]) == 0;
        old_at[sorted[i]] = same ? old_at[sorted[i - 1]] : sorted[i];
    }
    if (!wmi_restore_nearest(r, a->places, olds, b->places, nows, now_at))
        return false;
    for (uint32_t i = 0; i < nows; i++) {
        bool near = now_at[i] != WM_NO_INDEX &&
                    wmi_vec3_distance(a->places[now_at[i]], b->places[i]) <= 1e-4;
        now_at[i] = near ? old_at[now_at[i]] : WM_NO_INDEX;
    }
    list_triangles(a->mesh, old_at, &t, 0);
    list_triangles(b->mesh, now_at, &t, a->mesh->index_count / 3);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    wmi_sort_by(order, (uint32_t)count, by_corners, &t);
    follow(a, b, &t, order, found);
    return true;
}
