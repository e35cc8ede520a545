/* Points and materials as arguments, and the ground that points are asked of. */
#ifndef WAYMARK_CLI_POINTS_H
#define WAYMARK_CLI_POINTS_H

#include "area.h"
#include "cli.h"

typedef struct cli_point {
    wm_vec3 at;
    bool has_z;
} cli_point;

typedef struct cli_points {
    cli_point *list;
    size_t count, capacity;
} cli_points;

/* "X,Y" or "X,Y,Z"; blanks do as well as commas. */
bool cli_parse_point(const char *text, size_t size, cli_point *out);
/* False when memory runs out. */
bool cli_add_point(cli_points *p, cli_point value);
/* Appends the points of a file ("-": stdin), one a line; '#' starts a comment. EXIT_FINE
 * or the exit code to leave with, said on stderr. */
int cli_read_points(const char *file, cli_points *p);
/* "metal,4" as a mask of materials. Mistakes are said on stderr. */
bool cli_parse_materials(const cli *c, const char *text, uint64_t *mask);
/* "(1, 2, 3)", or "(1, 2)" without a height. Returns text. */
char *cli_point_text(cli_point p, char text[96]);
/* [x, y] or [x, y, z]. */
cJSON *json_point(cli_point p);

/* ---- the ground -------------------------------------------------------- */

/* A FILE as one neutral walkmesh: a walkmesh, binary or text, or a layout with the
 * walkmeshes beside it, all rooms joined; with the obstacles of --obstacle. */
typedef struct cli_ground {
    const char *file;
    wm_walkmesh *mesh;
    wm_query *query;
    bool is_area;
    cli_area area; /* its names outlive the mesh */
} cli_ground;

/* For the option tables of verbs that stand on the ground. */
#define CLI_OBSTACLE                                                                               \
    {                                                                                              \
        "obstacle", 'o', "FILE@X,Y,Z[,DEG]",                                                       \
            "a closed door or a placeable (DWK, PWK) standing there, turned; may be given often"   \
    }

/* EXIT_FINE or the exit code to leave with: then it was said on stderr, and with --json
 * on stdout too. Close in any case. */
int cli_ground_open(const cli *c, const char *file, cli_ground *ground);
void cli_ground_close(cli_ground *ground);
/* Name of the room of a face, or NULL where there are no rooms. */
const char *cli_ground_room(const cli_ground *ground, uint32_t face);
/* The walkable floor at a point: nearest to its height, or the highest without one. The
 * face is WM_NO_INDEX where there is none. filter may be NULL. */
wm_place cli_ground_at(const cli_ground *ground, cli_point p, const wm_query_filter *filter);
/* {face, position, material, material_name[, room]}, or null for nowhere. */
cJSON *json_place(const cli *c, const cli_ground *ground, wm_place place);

#endif
