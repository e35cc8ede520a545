/* What the verbs that ask a walkmesh share: points, materials, the mesh itself. */
#ifndef WAYMARK_CLI_SPATIAL_H
#define WAYMARK_CLI_SPATIAL_H

#include "cli.h"

typedef struct spatial_point {
    wm_vec3 at;
    bool has_z;
} spatial_point;

typedef struct spatial_points {
    spatial_point *list;
    size_t count, capacity;
} spatial_points;

/* "X,Y" or "X,Y,Z"; blanks do as well as commas. */
bool spatial_parse(const char *text, size_t size, spatial_point *out);
/* Appends a point. False when memory runs out. */
bool spatial_add(spatial_points *points, spatial_point value);
/* The arguments behind the file as points, and those of --points; free the list. */
int spatial_gather(const cli *c, spatial_points *points);
/* "metal,4" as a mask of materials; says what is wrong. */
bool spatial_materials(cli *c, const char *text, uint64_t *mask);
/* The first file as one walkmesh, all rooms of a layout joined, with the obstacles of
 * --obstacle; or NULL, said on stderr and, with --json, on stdout. */
wm_walkmesh *spatial_mesh(cli *c);
/* With --json, begin and end {"file", "results": [...]} on stdout. */
void json_begin_results(wm_json_writer *json, const cli *c);
void json_end_results(wm_json_writer *json, const cli *c);
/* [x, y] or [x, y, z]. */
void json_point(wm_json_writer *json, const char *name, spatial_point p);
/* "(1, 2, 3)" on stdout. */
void spatial_print(wm_vec3 v);

/* For the option tables of verbs that stand on the ground. */
#define CLI_OBSTACLE                                                                               \
    {                                                                                              \
        "obstacle", "FILE@X,Y,Z[,DEG]",                                                            \
            "a closed door or a placeable (DWK, PWK) standing there, turned; may be given often"   \
    }

#endif
