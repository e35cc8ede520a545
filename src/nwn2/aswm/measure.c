/* Statistics of a walkmesh, and the names of its materials. */
#include "base/vec.h"
#include "nwn2/internal.h"

uint32_t wm_nwn2_material(uint16_t flags)
{
    for (uint32_t m = 1; m < WM_NWN2_MATERIAL_COUNT; m++)
        if (flags & WM_NWN2_DIRT << (m - 1))
            return m;
    return 0;
}

const char *wm_nwn2_material_name(uint32_t material)
{
    static const char *const names[WM_NWN2_MATERIAL_COUNT] = {"none", "dirt",   "grass", "stone",
                                                              "wood", "carpet", "metal", "swamp",
                                                              "mud",  "leaves", "water", "puddles"};
    return material < WM_NWN2_MATERIAL_COUNT ? names[material] : NULL;
}

static void add_point(wm_nwn2_aswm_stats *s, wm_vec3 p, bool first)
{
    if (first) {
        s->min = s->max = p;
        return;
    }
    s->min.x = p.x < s->min.x ? p.x : s->min.x;
    s->min.y = p.y < s->min.y ? p.y : s->min.y;
    s->min.z = p.z < s->min.z ? p.z : s->min.z;
    s->max.x = p.x > s->max.x ? p.x : s->max.x;
    s->max.y = p.y > s->max.y ? p.y : s->max.y;
    s->max.z = p.z > s->max.z ? p.z : s->max.z;
}

static void measure_triangle(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, bool *any,
                             wm_nwn2_aswm_stats *s)
{
    wm_vec3 p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = a->vertices[t->vertex[k]];
        if (wmi_finite(p[k])) {
            add_point(s, p[k], !*any);
            *any = true;
        }
    }
    if (!(t->flags & WM_NWN2_WALKABLE))
        return;
    s->walkable++;
    uint32_t material = wm_nwn2_material(t->flags);
    if (material)
        s->materials[material - 1]++;
    if (wmi_finite(p[0]) && wmi_finite(p[1]) && wmi_finite(p[2])) {
        wmi_vec o = wmi_vec_of(p[0]);
        s->walkable_m2 +=
            wmi_length(wmi_cross(wmi_sub(wmi_vec_of(p[1]), o), wmi_sub(wmi_vec_of(p[2]), o))) / 2;
    }
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Of a tile; also of a TRN, which has no tables. */
static uint32_t count_walkable(const wm_nwn2_aswm *a, const wm_nwn2_tile *t)
{
    uint32_t count = 0;
    for (uint64_t i = t->triangles_offset, end = i + t->triangles_count;
         i < end && i < a->triangle_count; i++)
        count += a->triangles[i].flags & WM_NWN2_WALKABLE;
    return count;
}

wm_status wm_nwn2_aswm_measure(const wm_nwn2_aswm *a, wm_nwn2_aswm_stats *s, wm_error *error)
{
    bool any = false;
    uint64_t claimed = 0;
    (void)error;
    *s = (wm_nwn2_aswm_stats){.walkable = 0};
    for (uint32_t i = 0; i < a->triangle_count; i++)
        measure_triangle(a, &a->triangles[i], &any, s);
    for (uint32_t i = 0; i < a->edge_count; i++)
        s->boundary_edges +=
            (a->edges[i].triangle[0] == WM_NO_INDEX) != (a->edges[i].triangle[1] == WM_NO_INDEX);
    for (uint32_t i = 0; i < a->island_count; i++)
        s->links += a->islands[i].link_count;
    for (size_t i = 0; i < (size_t)a->grid_height * a->grid_width; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        uint32_t cells = (uint32_t)t->node_count * t->node_count;
        s->tiles_used += t->triangles_count > 0;
        s->max_tile_nodes = most(s->max_tile_nodes, t->node_count);
        s->max_tile_triangles = most(s->max_tile_triangles, t->triangles_count);
        claimed += t->triangles_count;
        if (claimed <= a->triangle_count) /* tiles do not share triangles */
            s->max_tile_walkable = most(s->max_tile_walkable, count_walkable(a, t));
        for (uint32_t k = 0; k < cells; k++)
            s->sight_cells += t->table[k] >= WM_NWN2_SIGHT && t->table[k] != WM_NWN2_NO_NODE;
    }
    return WM_OK;
}
