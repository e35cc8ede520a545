/* Polygons to cut out of a walkmesh: of --git and --cut. */
#ifndef WAYMARK_CLI_CUTTERS_H
#define WAYMARK_CLI_CUTTERS_H

#include "cli.h"

typedef struct cli_cutters {
    wm_nwn2_polygon *polygons;
    size_t count, capacity;
    wm_nwn2_cutters **files; /* the owners of the polygons of GITs */
    size_t file_count;
    wm_vec3 **points; /* and those of JSON */
    size_t point_count;
} cli_cutters;

/* EXIT_FINE, or another code, reported. Then there is nothing to free. */
int cli_cutters_load(const cli *c, cli_cutters *list);
void cli_cutters_free(cli_cutters *list);

#endif
