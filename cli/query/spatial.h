/* Shared by the verbs that query a walkmesh: points, materials, the mesh. */
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

/* "X,Y" or "X,Y,Z"; blanks may replace commas. */
bool spatial_parse(const char *text, size_t size, spatial_point *out);
/* What a line of a file of points holds: one point or a pair. */
typedef struct spatial_line {
    bool (*parse)(const char *text, size_t size, spatial_point *out);
    size_t points;
    const char *expected; /* for the message */
} spatial_line;

/* Appends the points of a file, line by line; '#' starts a comment. EXIT_FINE or EXIT_INPUT. */
int spatial_lines(const char *file, const spatial_line *form, spatial_points *points);
/* Appends a point. False when memory runs out. */
bool spatial_add(spatial_points *points, spatial_point value);
/* The arguments after the file as points, and those of --points. With --below each needs a
 * height. Free the list. */
int spatial_gather(const cli *c, bool below, spatial_points *points);
/* Argument i as a point, with a height where it needs one. EXIT_FINE or EXIT_USAGE. */
int spatial_argument(const cli *c, size_t i, bool with_z, spatial_point *out);
/* All arguments after the file must be points. */
int spatial_arguments(const cli *c, bool with_z);
/* "metal,4" as a mask of the first file's materials. False, and reported, on a mistake.
 *
 * option: for the message. */
bool spatial_materials(const cli *c, const char *option, const char *text, uint64_t *mask);
/* The materials of --material, if it is given. EXIT_FINE or EXIT_USAGE. */
int spatial_filter(const cli *c, wm_query_filter *filter);
/* The same for verbs with --any and --up: walkable floor, unless --any or --material is
 * given. */
int spatial_floor(const cli *c, wm_query_filter *filter);
/* [x, y] or [x, y, z]. */
void json_point(wm_json_writer *json, const char *name, spatial_point p);
/* "(1, 2, 3)" on stdout. */
void spatial_print(wm_vec3 v);

/* For the option tables of verbs that open a cli_ground. */
#define CLI_ANY                                                                                    \
    {                                                                                              \
        "any", NULL, "include faces that are not walkable"                                         \
    }
#define CLI_UP                                                                                     \
    {                                                                                              \
        "up", NULL, "ignore faces that face down"                                                  \
    }
#define CLI_MATERIAL                                                                               \
    {                                                                                              \
        "material", "LIST",                                                                        \
            "only faces of these materials, walkable or not, by name or number: metal,4"           \
    }
#define CLI_POINTS                                                                                 \
    {                                                                                              \
        "points", "FILE", "read more points from a file, one per line (-: standard input)"         \
    }
/* Two options; `usual` is the default of the second. */
#define CLI_OBSTACLE(usual)                                                                        \
    {"obstacle", "FILE@X,Y,Z[,DEGREES]",                                                           \
     "add a closed door or a placeable (DWK, PWK) there, rotated "                                 \
     "counter-clockwise; repeatable"},                                                             \
    {                                                                                              \
        "objects", "all|placeables|none",                                                          \
            "which objects of the area's GIT are obstacles: closed doors and placeables, only "    \
            "placeables, or none (default: " usual ")"                                             \
    }

#endif
