/* Polygons to cut out of a walkmesh: of the area's GIT, --git and --cut. */
#ifndef WAYMARK_CLI_CUTTERS_H
#define WAYMARK_CLI_CUTTERS_H

#include "nwn2/area.h"

typedef struct cli_cutters {
    wm_nwn2_polygon *polygons;
    size_t count, capacity;
    wm_nwn2_cutters **files; /* the owners of the polygons of GITs */
    size_t file_count;
    wm_vec3 **points; /* and those of JSON */
    size_t point_count;
    char git[CLI_AREA_PATH]; /* the area's GIT, if it was found; otherwise empty */
} cli_cutters;

/* EXIT_FINE, or another code, reported. Then there is nothing to free.
 *
 * area: whose GIT is used, unless --git or --no-git is given; NULL: none. */
int cli_cutters_load(const cli *c, const cli_area *area, cli_cutters *list);
void cli_cutters_free(cli_cutters *list);

#endif
