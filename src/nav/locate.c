/* Finds the faces under a point and their heights there. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"
#include "nav/height.h"
#include "nav/query.h"

/* Height of a sliver. Slivers magnify rounding; their area may even round to zero. */
static float height_of_sliver(const wm_vec3 v[3], wm_vec3 p)
{
    double ux = (double)v[1].x - (double)v[0].x, uy = (double)v[1].y - (double)v[0].y;
    double wx = (double)v[2].x - (double)v[0].x, wy = (double)v[2].y - (double)v[0].y;
    double px = (double)p.x - (double)v[0].x, py = (double)p.y - (double)v[0].y;
    double z0 = (double)v[0].z, dz1 = (double)v[1].z - z0, dz2 = (double)v[2].z - z0;
    double area = ux * wy - uy * wx;
    double z = z0 + ((px * wy - py * wx) * dz1 + (ux * py - uy * px) * dz2) / area;
    double low = (double)wmi_minf(v[0].z, wmi_minf(v[1].z, v[2].z));
    double high = (double)wmi_maxf(v[0].z, wmi_maxf(v[1].z, v[2].z));
    return (float)(z >= low ? (z <= high ? z : high) : low);
}

/* ---- the faces that may be under a point ---- */

/* The list of the point's cell or, if the mesh is so uneven that the cell is crowded, the
 * faces that the box tree has there. */
typedef struct under {
    const wmi_walkmesh *mesh;
    wm_vec3 point;
    uint32_t own[4];          /* faces of a cell without a list */
    const uint32_t *at, *end; /* in the list, or in a leaf */
    unsigned depth;
    uint32_t stack[WMI_BVH_STACK];
} under;

enum { CROWD = 64 };

static void begin(under *u, const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point)
{
    uint32_t count;
    u->mesh = mesh;
    u->point = point;
    u->at = wmi_grid_faces(&mesh->grid, cell, u->own, &count);
    u->end = u->at + count;
    u->depth = 0;
    if (count > CROWD) {
        u->at = u->end;
        const wmi_bvh_top *top = mesh->bvh.top;
        for (uint32_t i = 0; mesh->bvh.leaf_count && i < 8 * WMI_BVH_TOPS; i++)
            if (top->valid >> i & 1)
                u->stack[u->depth++] = top->child[i];
    }
}

/* Pops one node or leaf off the stack. */
static void descend(under *u)
{
    const wmi_bvh *bvh = &u->mesh->bvh;
    uint32_t at = u->stack[--u->depth];
    if (at & WMI_BVH_LEAF) {
        u->at = bvh->leaves[at & ~WMI_BVH_LEAF].face;
        u->end = u->at + 8;
        return;
    }
    const wmi_bvh_node *node = &bvh->nodes[at];
    for (uint32_t i = 0; i < 8 && (node->valid >> i & 1); i++)
        if (node->box[i] <= u->point.x && node->box[8 + i] >= u->point.x &&
            node->box[16 + i] <= u->point.y && node->box[24 + i] >= u->point.y)
            u->stack[u->depth++] = node->child[i];
}

/* The next face with an area in plan view. Returns false when there are no more. */
static bool next(under *u, uint32_t *face)
{
    for (;;) {
        while (u->at < u->end) {
            *face = *u->at++;
            if (*face < u->mesh->pub.face_count && u->mesh->facing[*face])
                return true;
        }
        if (u->depth == 0)
            return false;
        descend(u);
    }
}

static bool holds(const wmi_walkmesh *mesh, uint32_t face, wm_vec3 p, float *z)
{
    int8_t facing = mesh->facing[face];
    wm_vec3 v[3];
    for (int k = 0; k < 3; k++)
        v[k] = mesh->pub.vertices[mesh->pub.faces[face].vertex[k]];
    for (int k = 0; k < 3; k++)
        if (wmi_side(v[k], v[(k + 1) % 3], p) == -facing)
            return false;
    const wmi_patch *patch = &mesh->grid.patches[face + 1];
    *z = wmi_patch_sliver(patch) ? height_of_sliver(v, p) : wmi_patch_height(patch, p);
    return true;
}

static bool before(wm_hit a, wm_hit b)
{
    return a.z > b.z || (a.z == b.z && a.face < b.face);
}

/* In real meshes few faces are stacked. Heap sort bounds the cost when there are many. */
static void sift(wm_hit *hit, size_t at, size_t n)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && before(hit[child], hit[child + 1]))
            child++;
        if (!before(hit[at], hit[child]))
            return;
        wm_hit swap = hit[at];
        hit[at] = hit[child];
        hit[child] = swap;
    }
}

static void sort_hits(wm_hit *hit, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(hit, i, n);
    for (size_t end = n; end-- > 1;) {
        wm_hit swap = hit[0];
        hit[0] = hit[end];
        hit[end] = swap;
        sift(hit, 0, end);
    }
}

/* Whether `hit` is a better answer than `best`, which is valid only if `found`. */
static bool better(wm_locate what, float z, wm_hit hit, wm_hit best, bool found)
{
    if (what == WM_LOCATE_ALL)
        return !found || before(hit, best);
    if (what == WM_LOCATE_BELOW)
        return hit.z <= z && (!found || before(hit, best));
    double d = fabs((double)hit.z - (double)z), e = fabs((double)best.z - (double)z);
    return !found || d < e || (d == e && before(hit, best));
}

static bool keep(wm_query *query, uint32_t n, wm_hit hit)
{
    void *array = query->hits;
    bool grown = wmi_grow(&query->allocator, &array, &query->capacity, (size_t)n + 1, sizeof hit);
    query->hits = array;
    if (grown)
        query->hits[n] = hit;
    return grown;
}

wm_status wm_query_locate(wm_query *query, wm_vec3 point, wm_locate what,
                          const wm_query_filter *filter, wm_hit *hits, uint32_t capacity,
                          uint32_t *count, wm_error *error)
{
    const wmi_walkmesh *mesh = query->mesh;
    wm_hit best = {WM_NO_INDEX, 0};
    uint32_t n = 0, cell;
    *count = 0;
    if (!wmi_grid_cell(&mesh->grid, point.x, point.y, &cell) ||
        (what != WM_LOCATE_ALL && !isfinite(point.z)))
        return WM_OK;
    under u;
    wm_hit hit;
    for (begin(&u, mesh, cell, point); next(&u, &hit.face);) {
        query->visited++;
        if ((filter && !wmi_passes(mesh, hit.face, filter)) ||
            !holds(mesh, hit.face, point, &hit.z))
            continue;
        if (what == WM_LOCATE_ALL) {
            if (!keep(query, n, hit))
                return wmi_fail(error, WM_NO_MEMORY, "locate", "out of memory");
            n++;
        } else if (better(what, point.z, hit, best, n > 0)) {
            best = hit;
            n = 1;
        }
    }
    if (what == WM_LOCATE_ALL && n > 1)
        sort_hits(query->hits, n);
    for (uint32_t i = 0; i < n && i < capacity; i++)
        hits[i] = what == WM_LOCATE_ALL ? query->hits[i] : best;
    *count = n;
    return WM_OK;
}

/* The best face of a cell, each face tested exactly. Returns false if there is none. */
static bool height_exactly(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                           const wm_query_filter *filter, wm_hit *hit)
{
    under u;
    wm_hit found;
    *hit = (wm_hit){WM_NO_INDEX, 0};
    for (begin(&u, mesh, cell, point); next(&u, &found.face);) {
        if ((!filter || wmi_passes(mesh, found.face, filter)) &&
            holds(mesh, found.face, point, &found.z) &&
            better(what, point.z, found, *hit, hit->face != WM_NO_INDEX))
            *hit = found;
    }
    return hit->face != WM_NO_INDEX;
}

/* The highest face of a short list at a point. Returns false if the quick tests cannot
 * decide. Which faces contain a point is hard to predict, so there is no branch for it. */
static inline bool highest_in_list(const wmi_grid *g, const uint32_t *list, uint32_t count,
                                   wm_vec3 point, wm_hit *hit)
{
    wmi_spot at = wmi_spot_of(g, point);
    wmi_f4 clear = f4_all(g->clear);
    uint64_t inside = 0;
    unsigned unclear = 0;
    for (uint32_t k = 0; k < count; k++) {
        wmi_f4 test = wmi_patch_test(&g->patches[list[k] + 1], at);
        unsigned in = f4_signs(test) & 7, out = f4_above(clear, test) & 7;
        inside |= (uint64_t)(in == 0) << k;
        unclear |= (in != 0) & (out == 0);
    }
    if (unclear)
        return false;
    for (; inside; inside &= inside - 1) {
        uint32_t face = list[wmi_lowest64(inside)];
        float z = wmi_patch_height(&g->patches[face + 1], point);
        if (hit->face == WM_NO_INDEX || z > hit->z)
            *hit = (wm_hit){face, z};
    }
    return true;
}

/* Decides what is clear without an exact test, which is nearly everything. */
bool wmi_height_in_list(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit)
{
    const wmi_grid *g = &mesh->grid;
    uint32_t own[4], count;
    const uint32_t *list = wmi_grid_faces(g, cell, own, &count);
    wmi_spot at = wmi_spot_of(g, point);
    *hit = (wm_hit){WM_NO_INDEX, 0};
    if (what == WM_LOCATE_ALL && !filter && cell & WMI_CELL_LIST && count <= CROWD &&
        highest_in_list(g, list, count, point, hit))
        return hit->face != WM_NO_INDEX;
    if (what != WM_LOCATE_ALL && !isfinite(point.z))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        if (list[k] == WM_NO_INDEX)
            continue;
        wmi_f4 test = wmi_patch_test(&g->patches[list[k] + 1], at);
        if (f4_above(f4_all(g->clear), test) & 7)
            continue;
        if (f4_signs(test) & 7 || count > CROWD)
            return height_exactly(mesh, cell, point, what, filter, hit);
        wm_hit found = {list[k], wmi_patch_height(&g->patches[list[k] + 1], point)};
        if ((!filter || wmi_passes(mesh, found.face, filter)) &&
            better(what, point.z, found, *hit, hit->face != WM_NO_INDEX))
            *hit = found;
    }
    return hit->face != WM_NO_INDEX;
}

bool wmi_height_of_some(const wmi_walkmesh *mesh, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit)
{
    uint32_t cell;
    if (!wmi_grid_cell(&mesh->grid, point.x, point.y, &cell))
        cell = 0;
    return wmi_height_in_list(mesh, cell, point, what, filter, hit);
}
