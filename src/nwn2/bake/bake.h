/* Shared by the steps of a bake. */
#ifndef WAYMARK_NWN2_BAKE_BAKE_H
#define WAYMARK_NWN2_BAKE_BAKE_H

#include "nwn2/internal.h"

/* A walkmesh being baked. Arrays kept in the result come from the document's arena, all
 * others from scratch. */
typedef struct wmi_baker {
    wm_nwn2_trn *trn;
    wm_nwn2_aswm a;          /* replaces the document's walkmesh at the end */
    const wm_nwn2_aswm *old; /* the walkmesh before the bake */
    wmi_arena scratch;
    wm_error *error;
    wm_nwn2_trn_rebuild_result result;
    size_t tile_count;
    const wm_nwn2_edge *old_edges; /* which triangles were paired, by their current indices */
    uint32_t old_edge_count;
    bool *same;     /* per triangle: its own numbers have not changed */
    uint32_t *tile; /* per triangle */
    bool keep_border;
    void *view; /* scratch memory of wmi_bake_sight */
} wmi_baker;

/* All steps return WM_OK, or an error described in *b->error. */

/* Zeroed scratch memory. If allocation fails, returns NULL and sets the error. */
void *wmi_bake_new(wmi_baker *b, size_t count, size_t size);
/* Memory of the document, not zeroed. If allocation fails, returns NULL and sets the error. */
void *wmi_bake_keep(wmi_baker *b, size_t count, size_t size);

/* Computes winding, centres, normals and dots; fills b->same. */
wm_status wmi_bake_numbers(wmi_baker *b);
/* Assigns each triangle to a tile and drops those in the border. Fills b->tile. */
wm_status wmi_bake_owners(wmi_baker *b, bool assign);
/* Drops unused vertices, unless the document is a TRX that keeps all its triangles. */
wm_status wmi_bake_vertices(wmi_baker *b);
/* Builds the edges and the links across them. */
wm_status wmi_bake_links(wmi_baker *b);
/* Builds the tables of all tiles. */
wm_status wmi_bake_tables(wmi_baker *b);
/* Builds the islands and their table. */
wm_status wmi_bake_islands(wmi_baker *b);

/* Sets the sight bits of a tile's new table. */
wm_status wmi_bake_sight(wmi_baker *b, wm_nwn2_tile *t);

/* Sorts triangles by the tiles in owner[] (WM_NO_INDEX: dropped), otherwise keeping their
 * order, and sets the ranges of the tiles. `number` receives the new index of each triangle,
 * or WM_NO_INDEX; it may be NULL. */
wm_status wmi_aswm_regroup(wm_nwn2_aswm *a, wm_nwn2_triangle *sorted, const uint32_t *owner,
                           uint32_t *number, wmi_arena *scratch, wm_error *error);

/* The tile that contains a centre; the nearest if it lies outside the grid. */
uint32_t wmi_aswm_tile_at(const wm_nwn2_aswm *a, const float centre[2]);

/* Drops the vertices that no triangle uses, and renumbers those of triangles and edges in
 * place. Their order stays the same. WM_NO_MEMORY on failure. */
wm_status wmi_aswm_drop_unused(wm_nwn2_aswm *a, wmi_arena *scratch);

/* A ground with floors over it. */
typedef struct wmi_floors {
    const wm_nwn2_aswm *all; /* the walkmesh, then the triangles of the floors */
    uint32_t ground;         /* triangles of the walkmesh */
    const uint32_t *layers;  /* per triangle: 0 or the floor, from 1; NULL: no floors */
    bool apart;              /* close vertices are not joined */
    uint32_t over;           /* result: triangles of floors over parts of other floors */
} wmi_floors;

/* wm_nwn2_trn_cut with floors (cut.c). */
wm_status wmi_trn_cut(wm_nwn2_trn *trn, wmi_floors *floors, const wm_nwn2_polygon *polygons,
                      uint32_t count, wm_nwn2_trn_cut_result *result, wm_error *error);

/* Returns WM_OK if the walkmesh has tiles and finite vertices, and valid vertex indices. */
wm_status wmi_aswm_refuse(const wm_nwn2_aswm *a, wm_error *error);

/* Returns true if the tiles own all triangles in consecutive ranges. */
bool wmi_aswm_ranges(const wm_nwn2_aswm *a);

/* The walkable neighbour in the same tile across slot k, or WM_NO_INDEX. */
static inline uint32_t wmi_bake_near(const wm_nwn2_aswm *a, const wm_nwn2_tile *t,
                                     const wm_nwn2_triangle *triangle, int k)
{
    uint32_t to = triangle->linked_triangles[k];
    if (to - t->triangles_offset >= t->triangles_count)
        return WM_NO_INDEX; /* also if it is WM_NO_INDEX */
    return a->triangles[to].flags & WM_NWN2_WALKABLE ? to : WM_NO_INDEX;
}

#endif
