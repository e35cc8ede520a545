/* The ground that verbs ask about: a walkmesh, or all rooms of a layout. */
#ifndef WAYMARK_CLI_GROUND_H
#define WAYMARK_CLI_GROUND_H

#include "open.h"
#include "query/spatial.h"

/* "(1, 2, 3)", or "(1, 2)" without a height. Returns text. */
char *cli_point_text(spatial_point p, char text[96]);

/* A FILE as one neutral walkmesh: a walkmesh, binary or text, that of a TRN or TRX, or a
 * layout with the walkmeshes beside it, all rooms joined; with the obstacles of --obstacle. */
typedef struct cli_ground {
    const char *file;
    wm_walkmesh *mesh;
    wm_query *query;
    wm_document *area; /* NULL if it is not a layout; its names outlive the mesh */
} cli_ground;

/* EXIT_FINE or the exit code to leave with: then it was said on stderr, and with --json
 * on stdout too. Close in any case. */
int cli_ground_open(cli *c, const char *file, cli_ground *ground);
void cli_ground_close(cli_ground *ground);
/* Name of the room of a face, or NULL where there are no rooms. */
const char *cli_ground_room(const cli_ground *ground, uint32_t face);
/* The walkable floor at a point: nearest to its height, or the highest without one. The
 * face is WM_NO_INDEX where there is none. filter may be NULL. */
wm_place cli_ground_at(const cli_ground *ground, spatial_point p, const wm_query_filter *filter);
/* {face, position, material, material_name[, room]}, or null for nowhere. */
void json_place(wm_json_writer *json, const char *name, const cli *c, const cli_ground *ground,
                wm_place place);

#endif
