/* What the steps of baking share. */
#ifndef WAYMARK_NWN2_BAKE_H
#define WAYMARK_NWN2_BAKE_H

#include "nwn2/internal.h"

/* A walkmesh being baked. Arrays that the result keeps come from the document's arena, all
 * others from scratch. */
typedef struct wmi_baker {
    wm_nwn2_trn *trn;
    wm_nwn2_aswm a;          /* becomes the document's when all is done */
    const wm_nwn2_aswm *old; /* as it was */
    wmi_arena scratch;
    wm_error *error;
    wm_nwn2_trn_rebuild_result result;
    size_t tile_count;
    const wm_nwn2_edge *old_edges; /* which triangles were paired, by their present numbers */
    uint32_t old_edge_count;
    bool *same;     /* of each triangle: its own numbers are as they were */
    uint32_t *tile; /* of each triangle */
    void *view;     /* scratch of wmi_bake_sight */
} wmi_baker;

/* All steps give WM_OK or the error, which *b->error tells. */

/* Zeroed scratch memory; NULL, and the error is set, when refused. */
void *wmi_bake_new(wmi_baker *b, size_t count, size_t size);
/* Memory of the document, not zeroed; likewise. */
void *wmi_bake_keep(wmi_baker *b, size_t count, size_t size);

/* Winding, centres, normals, dots; fills b->same. */
wm_status wmi_bake_numbers(wmi_baker *b);
/* Whose triangle each one is; drops those of the border. Fills b->tile. */
wm_status wmi_bake_owners(wmi_baker *b, bool assign);
/* Edges and what they link. */
wm_status wmi_bake_links(wmi_baker *b);
/* The tables of all tiles. */
wm_status wmi_bake_tables(wmi_baker *b);
/* Islands and their table. */
wm_status wmi_bake_islands(wmi_baker *b);

/* Sets the sight bits of a tile's new table. */
wm_status wmi_bake_sight(wmi_baker *b, wm_nwn2_tile *t);

/* Puts triangles into the order of the tiles that owner[] names (WM_NO_INDEX: dropped),
 * otherwise keeping their order, and sets the tiles' ranges. `number` receives the new
 * number of each or WM_NO_INDEX, and may be NULL. */
wm_status wmi_aswm_regroup(wm_nwn2_aswm *a, wm_nwn2_triangle *sorted, const uint32_t *owner,
                           uint32_t *number, wmi_arena *scratch, wm_error *error);

/* Do the tiles own all triangles in turn? */
bool wmi_aswm_ranges(const wm_nwn2_aswm *a);

/* The walkable triangle of the same tile behind slot k, or WM_NO_INDEX. */
static inline uint32_t wmi_bake_near(const wm_nwn2_aswm *a, const wm_nwn2_tile *t,
                                     const wm_nwn2_triangle *triangle, int k)
{
    uint32_t to = triangle->linked_triangles[k];
    if (to - t->triangles_offset >= t->triangles_count)
        return WM_NO_INDEX; /* WM_NO_INDEX itself too */
    return a->triangles[to].flags & WM_NWN2_WALKABLE ? to : WM_NO_INDEX;
}

#endif
