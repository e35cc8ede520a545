/* Prepares a walkmesh for the rules of floor.h and runs them. */
#include <stdio.h>

#include "open/floor.h"

#include "base/sort.h"
#include "base/vec.h"

enum {
    STEPS_PER_FACE = 2048,
    STEPS_FOR_ALL = 1 << 20,
    STEPS_PER_TEST = 16, /* a ray and a face, compared with a point and a box */
};

void *wmi_floor_new(wmi_floor *f, size_t count, size_t size)
{
    void *data = wmi_arena_new(&f->scratch, count + 1, size);
    f->no_memory |= !data;
    return data;
}

wmi_where wmi_floor_at(const wmi_floor *f, uint32_t face, wmi_vec place)
{
    uint64_t at = f->offset == WM_NO_OFFSET ? f->offset : f->offset + (uint64_t)face * f->stride;
    return wmi_placed(wmi_at(at, "%sfaces[%lu]", f->before, (ul)face),
                      wmi_vec_float(wmi_add(place, wmi_vec_of(f->position))));
}

/* ---- border edges ------------------------------------------------------- */

static int by_position(const void *context, uint32_t a, uint32_t b)
{
    const wm_vec3 *v = context;
    for (int axis = 0; axis < 3; axis++) {
        float x = wmi_axis(v[a], axis) + 0.0f, y = wmi_axis(v[b], axis) + 0.0f; /* -0 is 0 */
        uint32_t p = wmi_float_key(x), q = wmi_float_key(y);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

static void unite_vertices(wmi_floor *f)
{
    const wm_walkmesh *m = f->mesh;
    uint32_t *order = wmi_floor_new(f, m->vertex_count, sizeof *order);
    f->same = wmi_floor_new(f, m->vertex_count, sizeof *f->same);
    if (!order || !f->same)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++)
        order[i] = i;
    wmi_sort_by(order, m->vertex_count, by_position, m->vertices);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        bool again = i > 0 && wmi_same_place(m->vertices[order[i]], m->vertices[order[i - 1]]);
        f->same[order[i]] = again ? f->same[order[i - 1]] : order[i];
    }
}

typedef struct shared {
    uint32_t low, high, edge;
} shared;

static int by_ends(const void *a, const void *b)
{
    const shared *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* The direction of an edge does not matter: walls may be wound either way. */
static void find_borders(wmi_floor *f)
{
    const wm_walkmesh *m = f->mesh;
    size_t edges = 3 * (size_t)m->face_count;
    shared *list = wmi_floor_new(f, edges, sizeof *list);
    f->border = wmi_floor_new(f, edges, sizeof *f->border);
    f->border_edges = wmi_floor_new(f, edges, sizeof *f->border_edges);
    if (f->no_memory)
        return;
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t a = f->same[m->faces[e / 3].vertex[e % 3]];
        uint32_t b = f->same[m->faces[e / 3].vertex[(e % 3 + 1) % 3]];
        list[e] = (shared){a < b ? a : b, a < b ? b : a, e};
    }
    wmi_sort(list, edges, sizeof *list, by_ends);
    for (size_t i = 0, next; i < edges; i = next) {
        for (next = i + 1; next < edges && list[next].low == list[i].low;)
            if (list[next].high == list[i].high)
                next++;
            else
                break;
        if (next == i + 1 && list[i].low != list[i].high && wmi_finite(m->vertices[list[i].low]) &&
            wmi_finite(m->vertices[list[i].high])) {
            f->border[list[i].edge] = true;
            f->border_edges[f->border_count++] = list[i].edge;
        }
    }
}

/* ---- what the rules may cost -------------------------------------------- */

/* The rooms of the corpus need at most 160 steps for each face. */
static bool prepare_steps(wmi_floor *f)
{
    const wm_walkmesh *m = f->mesh;
    wmi_box *boxes = wmi_floor_new(f, m->face_count, sizeof *boxes);
    uint32_t count = 0;
    if (!boxes)
        return false;
    for (uint32_t i = 0; i < m->face_count; i++) {
        const uint32_t *v = m->faces[i].vertex;
        wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
        if (wmi_finite(a) && wmi_finite(b) && wmi_finite(c))
            boxes[count++] = wmi_box_union(wmi_box_of(a, b), (wmi_box){c, c});
    }
    f->steps = (uint64_t)m->face_count * STEPS_PER_FACE + STEPS_FOR_ALL;
    f->no_memory = wmi_boxes_build(&f->boxes, boxes, count, &f->scratch, NULL) != WM_OK;
    return !f->no_memory;
}

bool wmi_floor_pay(wmi_floor *f, uint64_t steps)
{
    f->cut_short |= steps > f->steps;
    f->steps = f->cut_short ? 0 : f->steps - steps;
    return !f->cut_short;
}

bool wmi_floor_pay_between(wmi_floor *f, wmi_vec a, wmi_vec b)
{
    wmi_boxes_walk walk;
    uint64_t most = f->steps < UINT32_MAX ? f->steps : UINT32_MAX, met = 0;
    if (f->cut_short)
        return false;
    wmi_boxes_start(&walk, &f->boxes, wmi_box_of(wmi_vec_float(a), wmi_vec_float(b)),
                    (uint32_t)most);
    while (wmi_boxes_next(&walk) != WM_NO_INDEX)
        met++;
    return wmi_floor_pay(f, walk.seen + met * STEPS_PER_TEST);
}

/* ---- the rules ---------------------------------------------------------- */

static wm_status check(wmi_floor *f, bool room, const wm_allocator *allocator, wm_error *error)
{
    f->query = wm_query_new(f->mesh, allocator, error);
    if (!f->query)
        return WM_NO_MEMORY;
    wmi_arena_init(&f->scratch, allocator, 0);
    unite_vertices(f);
    if (!f->no_memory)
        find_borders(f);
    if (!f->no_memory && prepare_steps(f))
        wmi_floor_check_joints(f);
    if (room && !f->no_memory)
        wmi_floor_check_holes(f);
    if (room && !f->no_memory)
        wmi_floor_check_walls(f);
    if (f->cut_short)
        wmi_report(f->report, WM_AREA_CHECK_CUT_SHORT, wmi_at(f->offset, "%sfaces", f->before),
                   "too many of the faces lie on each other: not all of them were compared");
    wm_query_free(f->query);
    wmi_arena_free(&f->scratch);
    if (f->no_memory || f->report->out_of_memory)
        return wmi_no_memory(error);
    return WM_OK;
}

wm_status wmi_check_floor(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces, bool offsets,
                          const wm_allocator *allocator, wm_report *report, wm_error *error)
{
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, surfaces, allocator, error);
    if (!mesh)
        return WM_NO_MEMORY;
    wmi_floor f = {.mesh = mesh,
                   .report = report,
                   .offset = offsets ? bwm->offsets.faces : WM_NO_OFFSET,
                   .stride = 12};
    wm_status status = check(&f, bwm->type != WM_KOTOR_BWM_TYPE_OBJECT, allocator, error);
    wm_walkmesh_free(mesh);
    return status;
}

/* ---- walkmeshes inside models ------------------------------------------- */

static wm_walkmesh *mesh_of(const wm_kotor_mesh *m, const wm_kotor_surfaces *surfaces,
                            const wm_allocator *allocator, wm_error *error)
{
    wmi_arena scratch;
    wm_walkmesh *mesh = NULL;
    wmi_arena_init(&scratch, allocator, 0);
    wm_walk_face *faces = wmi_arena_new(&scratch, m->face_count + (size_t)1, sizeof *faces);
    bool *walkable = wmi_arena_new(&scratch, m->face_count + (size_t)1, sizeof *walkable);
    if (faces && walkable) {
        for (uint32_t i = 0; i < m->face_count; i++) {
            walkable[i] = wm_kotor_walkable(surfaces, m->faces[i].material);
            for (int k = 0; k < 3; k++)
                faces[i].vertex[k] = m->faces[i].vertex[k];
        }
        const wm_walkmesh_desc desc = {.vertex_count = m->vertex_count,
                                       .vertices = m->vertices,
                                       .face_count = m->face_count,
                                       .faces = faces,
                                       .walkable = walkable};
        mesh = wm_walkmesh_new(&desc, allocator, error);
    } else {
        wmi_arena_fail(&scratch, error, "");
    }
    wmi_arena_free(&scratch);
    return mesh;
}

/* Vertex indices that are too large have a finding already. */
static bool is_valid(const wm_kotor_mesh *m)
{
    if (!m || !m->vertices || m->saber)
        return false;
    for (uint32_t i = 0; i < m->face_count; i++)
        for (int k = 0; k < 3; k++)
            if (m->faces[i].vertex[k] >= m->vertex_count)
                return false;
    return true;
}

wm_status wmi_check_model_floors(const wm_kotor_mdl *mdl, const wm_kotor_surfaces *surfaces,
                                 bool offsets, const wm_allocator *allocator, wm_report *report,
                                 wm_error *error)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; i < mdl->tree.count && status == WM_OK; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        if (!(n->flags & WM_KOTOR_NODE_AABB) || !is_valid(n->mesh))
            continue;
        wm_walkmesh *mesh = mesh_of(n->mesh, surfaces, allocator, error);
        if (!mesh)
            return WM_NO_MEMORY;
        wmi_floor f = {.mesh = mesh,
                       .report = report,
                       .offset = offsets && n->offset ? n->offset : WM_NO_OFFSET,
                       .position = n->position};
        wmi_format(f.before, sizeof f.before, "nodes[%lu].", (ul)i);
        status = check(&f, false, allocator, error);
        wm_walkmesh_free(mesh);
    }
    return status;
}
