/* Polygons to cut out of a walkmesh: of the area's GIT, --git and --cut; and the placeables of the
 * GIT. */
#ifndef WAYMARK_CLI_CUTTERS_H
#define WAYMARK_CLI_CUTTERS_H

#include "nwn2/placeables.h"

typedef struct cli_cutters {
    wm_nwn2_polygon *polygons;
    size_t count, capacity;
    wm_nwn2_cutters **files; /* the owners of the polygons of GITs */
    size_t file_count;
    wm_vec3 **points; /* and those of JSON */
    size_t point_count;
    cli_placeables placeables; /* of the GIT */
    char git[CLI_AREA_PATH];   /* the area's GIT, if it was found; otherwise empty */
} cli_cutters;

/* EXIT_FINE, or another code, reported. Then there is nothing to free.
 *
 * area: whose GIT is used, unless --git or --no-git is given.
 * fresh: the ground of a TRN is made. If not, only --git is used, and without its placeables,
 * because a TRX has these already. */
int cli_cutters_load(const cli *c, const cli_area *area, bool fresh, cli_cutters *list);
void cli_cutters_free(cli_cutters *list);

#endif
