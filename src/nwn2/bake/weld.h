/* Vertices that are joined when they are close, as in the game's bake. */
#ifndef WAYMARK_NWN2_BAKE_WELD_H
#define WAYMARK_NWN2_BAKE_WELD_H

#include "base/distinct.h"
#include "nwn2/internal.h"

/* Two vertices closer than this on all three axes are one, in metres. */
#define WMI_WELD_REACH 0.1

typedef struct wmi_weld_cell {
    int32_t key[3];
    uint32_t first; /* the first vertex in the cell */
    uint32_t count;
} wmi_weld_cell;

typedef struct wmi_weld {
    wm_allocator allocator;
    wm_vec3 *vertices;
    uint32_t *next; /* per vertex: another one in the same cell, or WM_NO_INDEX */
    size_t count, capacity, next_capacity;
    wmi_arena arena; /* of the cells */
    wmi_distinct keys;
    wmi_weld_cell *cells;
    uint32_t most; /* cells that there is room for */
    bool apart;    /* no vertices are joined */
} wmi_weld;

/* Returns false if allocation fails. Always free, even then. */
bool wmi_weld_init(wmi_weld *w, const wm_allocator *allocator, size_t expected);
void wmi_weld_free(wmi_weld *w);
/* The first vertex that is close to p; otherwise adds p. WM_NO_INDEX if allocation fails. */
uint32_t wmi_weld_join(wmi_weld *w, wm_vec3 p);
/* Adds p even if another vertex is close. WM_NO_INDEX if allocation fails. */
uint32_t wmi_weld_add(wmi_weld *w, wm_vec3 p);

#endif
