/* The ground of an area, for bake: floors of placeables, holes of placeables and cutters. */
#ifndef WAYMARK_CLI_NWN2_GROUND_H
#define WAYMARK_CLI_NWN2_GROUND_H

#include "nwn2/cutters.h"

typedef struct cli_ground {
    wm_nwn2_trn_cut_result cut;
    uint32_t outlines; /* polygons of placeables */
} cli_ground;

/* Lays and cuts everything in the list. EXIT_FINE, or another code, reported. */
int cli_ground_make(const cli *c, const cli_area *area, cli_cutters *list, wm_nwn2_trn *trn,
                    cli_ground *made);

#endif
