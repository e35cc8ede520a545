/* A walkmesh as pieces that can be split without leaving gaps between neighbours. */
#ifndef WAYMARK_NWN2_BAKE_CUT_H
#define WAYMARK_NWN2_BAKE_CUT_H

#include "nwn2/internal.h"

typedef struct wmi_cut_piece {
    uint32_t vertex[3];
    uint32_t next[3]; /* another corner (3 * piece + k) at the same vertex, or WM_NO_INDEX */
    uint32_t last[3]; /* the one before, or WM_NO_INDEX */
    uint32_t time[3]; /* when the corner came to its vertex; the lists begin with the newest */
    uint32_t origin;  /* triangle it was split from */
    bool walkable;
    bool dead; /* no longer a triangle */
} wmi_cut_piece;

/* An edge is split in all pieces that share it, at one new vertex. So neighbours stay
 * neighbours, and no vertex ends up in the middle of an edge. */
typedef struct wmi_cut_mesh {
    wm_allocator allocator;
    wm_vec3 *vertices;
    uint32_t *first; /* per vertex: a corner at it, or WM_NO_INDEX */
    uint32_t *count; /* per vertex: how many corners are at it */
    uint32_t *side;  /* per vertex: the number of a cutting line, and its side of that */
    uint32_t line;   /* the number of the current cutting line */
    size_t vertex_count, vertex_capacity, first_capacity, count_capacity, side_capacity;
    wmi_cut_piece *pieces;
    size_t piece_count, piece_capacity;
    uint32_t now;     /* how often a corner came to a vertex */
    uint64_t *shared; /* scratch: corners at an edge, and their times */
    size_t shared_capacity;
} wmi_cut_mesh;

enum { WMI_CUT_LINES = 1 << 30 }; /* so many lines can be cut */

/* The side of the current line that a vertex is on: -1, 0 or 1. False if it is not known. */
static inline bool wmi_cut_side(const wmi_cut_mesh *m, uint32_t vertex, int *side)
{
    *side = (int)(m->side[vertex] & 3) - 1;
    return m->side[vertex] >> 2 == m->line;
}

static inline void wmi_cut_set_side(wmi_cut_mesh *m, uint32_t vertex, int side)
{
    m->side[vertex] = m->line << 2 | (uint32_t)(side + 1);
}

/* Returns WM_OK if the document has a walkmesh with valid vertex indices. */
wm_status wmi_cut_refuse(const wm_nwn2_trn *trn, wm_error *error);
/* Returns false if allocation fails. Always release, even then. */
bool wmi_cut_init(wmi_cut_mesh *m, const wm_nwn2_aswm *a, const wm_allocator *allocator);
void wmi_cut_release(wmi_cut_mesh *m);

/* Splits the edge between two vertices at a new vertex, which becomes the last one. */
bool wmi_cut_edge(wmi_cut_mesh *m, uint32_t a, uint32_t b, wm_vec3 at);
/* Returns true if the split would not flip any piece of the edge or make its area zero. */
bool wmi_cut_edge_fits(const wmi_cut_mesh *m, uint32_t a, uint32_t b, wm_vec3 at);

/* The one of two vertices with fewer corners: where to look for the pieces of the edge between
 * them. One end of every edge of a fan has few, so that looking at all of them takes no more than a
 * few steps for each. */
static inline uint32_t wmi_cut_fewer(const wmi_cut_mesh *m, uint32_t a, uint32_t b)
{
    return m->count[a] <= m->count[b] ? a : b;
}

/* Gives a piece other vertices, or removes it. */
void wmi_cut_move(wmi_cut_mesh *m, uint32_t piece, const uint32_t vertex[3]);
void wmi_cut_remove(wmi_cut_mesh *m, uint32_t piece);
/* The corner (3 * piece + k) after another one at the same vertex, or WM_NO_INDEX. */
static inline uint32_t wmi_cut_next(const wmi_cut_mesh *m, uint32_t corner)
{
    return m->pieces[corner / 3].next[corner % 3];
}

/* Makes the line from p to q a chain of edges in these pieces, in this order, and in those that
 * they are split into. All pieces that the line crosses must be listed. A vertex closer than `snap`
 * to the line, measured along an edge, counts as lying on it. */
bool wmi_cut_line(wmi_cut_mesh *m, wm_vec3 p, wm_vec3 q, double snap, const uint32_t *pieces,
                  size_t count);
/* Turns the pieces into the document's triangles, each in the tile of its origin. */
wm_status wmi_cut_finish(const wmi_cut_mesh *m, wm_nwn2_trn *trn, wm_error *error);

/* wm_nwn2_trn_split_tiles. *steps: how many pieces were looked at, and how many borders; the tests
 * limit it. */
wm_status wmi_split_tiles(wm_nwn2_trn *trn, uint32_t *added, uint64_t *steps, wm_error *error);

#endif
