/* Floors of placeables over the ground. docs/formats/nwn2.md, "Placeables". */
#include "base/vec.h"
#include "nwn2/bake/bake.h"

/* Steps that finding the ground under dropped vertices may take. */
#define WORK_LIMIT ((uint64_t)1 << 32)

/* The plan view of a triangle. */
typedef struct box {
    float x0, y0, x1, y1;
} box;

typedef struct layer {
    wm_nwn2_aswm all;
    wmi_arena scratch;
    uint32_t *layers;
    box *boxes; /* per triangle, once its vertices have dropped */
    uint64_t work;
    wm_nwn2_trn_lay_result made;
} layer;

static wm_status refuse(const wm_nwn2_trn *trn, const wm_nwn2_floor *floors, uint32_t count,
                        wm_error *error)
{
    uint64_t vertices = trn->aswm->vertex_count, triangles = trn->aswm->triangle_count;
    if (count && trn->aswm->tiles_flags == WM_NWN2_TRX_TILES)
        return wmi_fail(error, WM_BAD_ARGUMENT, "ASWM",
                        "floors are laid on the ground of a TRN, and this is a TRX");
    for (uint32_t i = 0; i < count; i++) {
        const wm_nwn2_floor *f = &floors[i];
        for (uint32_t k = 0; k < f->vertex_count; k++)
            if (!wmi_finite(f->vertices[k]))
                return wmi_fail(error, WM_BAD_ARGUMENT, "floors",
                                "vertex %lu of floor %lu is not finite", (ul)k, (ul)i);
        for (uint32_t k = 0; k < f->triangle_count; k++)
            for (int n = 0; n < 3; n++)
                if (f->triangles[k].vertex[n] >= f->vertex_count)
                    return wmi_fail(error, WM_BAD_ARGUMENT, "floors",
                                    "triangle %lu of floor %lu has a vertex that does not exist",
                                    (ul)k, (ul)i);
        vertices += f->vertex_count;
        triangles += f->triangle_count;
    }
    if (vertices > INT32_MAX || triangles > INT32_MAX)
        return wmi_fail(error, WM_LIMIT, "floors", "they have too many vertices or triangles");
    return WM_OK;
}

/* ---- what is under a vertex ---- */

static const double beside = 1e-4; /* metres: so near to a triangle is on it */

/* The height of a triangle at a point of its plan view, or -INFINITY. */
static double height_under(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, double x, double y)
{
    wmi_vec c[3];
    double turn[3], all = 0;
    for (int k = 0; k < 3; k++)
        c[k] = wmi_vec_of(a->vertices[t->vertex[k]]);
    for (int k = 0; k < 3; k++) {
        wmi_vec p = c[(k + 1) % 3], q = c[(k + 2) % 3];
        turn[k] = (p.x - x) * (q.y - y) - (p.y - y) * (q.x - x);
        all += turn[k];
    }
    if (all == 0)
        return -INFINITY;
    for (int k = 0; k < 3; k++) {
        wmi_vec p = c[(k + 1) % 3], q = c[(k + 2) % 3];
        double inside = all > 0 ? turn[k] : -turn[k];
        if (inside < -beside * wmi_hypot(q.x - p.x, q.y - p.y))
            return -INFINITY;
    }
    return (turn[0] * c[0].z + turn[1] * c[1].z + turn[2] * c[2].z) / all;
}

static void add_boxes(const layer *l, uint32_t from, uint32_t to)
{
    const wm_nwn2_aswm *a = &l->all;
    for (uint32_t i = from; i < to; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        wm_vec3 p = a->vertices[v[0]], q = a->vertices[v[1]], r = a->vertices[v[2]];
        l->boxes[i] = (box){wmi_minf(p.x, wmi_minf(q.x, r.x)), wmi_minf(p.y, wmi_minf(q.y, r.y)),
                            wmi_maxf(p.x, wmi_maxf(q.x, r.x)), wmi_maxf(p.y, wmi_maxf(q.y, r.y))};
    }
}

static double highest(const layer *l, uint32_t from, uint32_t to, wm_vec3 at)
{
    const wm_nwn2_aswm *a = &l->all;
    double best = -INFINITY;
    /* More than `beside`, rounded. */
    float slack = 2 * (float)beside + 1e-6f * (fabsf(at.x) + fabsf(at.y));
    for (uint32_t i = from; i < to; i++) {
        const box *b = &l->boxes[i];
        if (at.x >= b->x0 - slack && at.x <= b->x1 + slack && at.y >= b->y0 - slack &&
            at.y <= b->y1 + slack)
            best = wmi_max(best, height_under(a, &a->triangles[i], (double)at.x, (double)at.y));
    }
    return best;
}

/* Gives the dropped vertices [from, vertex_count) their heights. Floors before this one are
 * complete. */
static wm_status drop(layer *l, uint32_t from, uint32_t ground, wm_error *error)
{
    wm_nwn2_aswm *a = &l->all;
    for (uint32_t i = from; i < a->vertex_count; i++) {
        wm_vec3 *v = &a->vertices[i];
        if (v->z != WM_NWN2_FLOOR_DROPPED)
            continue;
        l->work += a->triangle_count;
        if (l->work > WORK_LIMIT)
            return wmi_fail(error, WM_LIMIT, "floors",
                            "so many vertices that drop to the ground take too long");
        double z = highest(l, ground, a->triangle_count, *v);
        if (isfinite(z))
            l->made.onto_floors++;
        else
            z = highest(l, 0, ground, *v);
        bool found = isfinite(z);
        v->z = found ? (float)z : -0.0f;
        l->made.dropped += found;
        l->made.hovering += !found;
    }
    return WM_OK;
}

/* ---- ground and floors ---- */

static void add_triangles(layer *l, const wm_nwn2_floor *f, uint32_t first, uint32_t number)
{
    wm_nwn2_aswm *a = &l->all;
    for (uint32_t i = 0; i < f->triangle_count; i++) {
        const wm_nwn2_floor_triangle *from = &f->triangles[i];
        wm_nwn2_triangle *to = &a->triangles[a->triangle_count];
        *to = (wm_nwn2_triangle){.island = WM_NWN2_NO_ISLAND};
        for (int k = 0; k < 3; k++) {
            to->vertex[k] = first + from->vertex[k];
            to->linked_edges[k] = to->linked_triangles[k] = WM_NO_INDEX;
        }
        to->flags = from->flags & (WM_NWN2_WALKABLE | WM_NWN2_MATERIALS);
        l->layers[a->triangle_count++] = number;
    }
}

static wm_status join(layer *l, const wm_nwn2_aswm *ground, const wm_nwn2_floor *floors,
                      uint32_t count, wm_error *error)
{
    wm_nwn2_aswm *a = &l->all;
    size_t vertices = ground->vertex_count, triangles = ground->triangle_count;
    for (uint32_t i = 0; i < count; i++) {
        vertices += floors[i].vertex_count;
        triangles += floors[i].triangle_count;
    }
    *a = *ground;
    a->vertices = wmi_arena_new(&l->scratch, vertices, sizeof *a->vertices);
    a->triangles = wmi_arena_new(&l->scratch, triangles, sizeof *a->triangles);
    l->layers = wmi_arena_new(&l->scratch, triangles, sizeof *l->layers);
    l->boxes = wmi_arena_raw(&l->scratch, triangles, sizeof *l->boxes);
    if (!a->vertices || !a->triangles || !l->layers || !l->boxes)
        return wmi_arena_fail(&l->scratch, error, "");
    if (ground->vertex_count)
        memcpy(a->vertices, ground->vertices, ground->vertex_count * sizeof *a->vertices);
    if (ground->triangle_count)
        memcpy(a->triangles, ground->triangles, ground->triangle_count * sizeof *a->triangles);
    add_boxes(l, 0, ground->triangle_count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = a->vertex_count;
        if (floors[i].vertex_count)
            memcpy(a->vertices + first, floors[i].vertices,
                   floors[i].vertex_count * sizeof *a->vertices);
        a->vertex_count += floors[i].vertex_count;
        wm_status status = drop(l, first, ground->triangle_count, error);
        if (status != WM_OK)
            return status;
        uint32_t before = a->triangle_count;
        add_triangles(l, &floors[i], first, i + 1);
        add_boxes(l, before, a->triangle_count);
    }
    return WM_OK;
}

wm_status wm_nwn2_trn_lay(wm_nwn2_trn *trn, const wm_nwn2_floor *floors, uint32_t floor_count,
                          const wm_nwn2_polygon *polygons, uint32_t count,
                          wm_nwn2_trn_lay_result *result, wm_error *error)
{
    layer l = {0};
    if (!trn->aswm)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM) to cut");
    wm_status status = wmi_aswm_refuse(trn->aswm, error);
    if (status == WM_OK)
        status = refuse(trn, floors, floor_count, error);
    if (status != WM_OK)
        return status;
    wmi_arena_init(&l.scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    uint32_t ground = trn->aswm->triangle_count;
    if (floor_count)
        status = join(&l, trn->aswm, floors, floor_count, error);
    wmi_floors all = {.all = floor_count ? &l.all : trn->aswm,
                      .ground = ground,
                      .layers = floor_count ? l.layers : NULL};
    if (status == WM_OK)
        status = wmi_trn_cut(trn, &all, polygons, count, &l.made.cut, error);
    wmi_arena_free(&l.scratch);
    l.made.over_floors = all.over;
    if (status == WM_OK && result)
        *result = l.made;
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}
