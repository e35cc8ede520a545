/* The ground that verbs query: a walkmesh, or all rooms of a layout. */
#ifndef WAYMARK_CLI_GROUND_H
#define WAYMARK_CLI_GROUND_H

#include "open.h"
#include "query/missing.h"
#include "query/spatial.h"

/* "(1, 2, 3)", or "(1, 2)" without a height. Returns text. */
char *cli_point_text(spatial_point p, char text[96]);

/* A FILE as one neutral walkmesh: a walkmesh, binary or text, that of a TRN or TRX, or a
 * layout with the walkmeshes next to it, all rooms joined; with the obstacles of --obstacle. */
typedef struct cli_ground {
    const char *file;
    wm_walkmesh *mesh;
    wm_query *query;
    const wm_kotor_surfaces *surfaces; /* the names of its materials */
    wm_document *area;                 /* NULL if it is not a layout; its names outlive the mesh */
    cli_objects objects;               /* which of its objects are obstacles, or drawn */
} cli_ground;

void cli_ground_close(cli_ground *ground);
/* The frame of verbs that ask: opens the ground of the first file, asks, closes it. */
int cli_ground_ask(const cli *c, int (*ask)(const cli *c, cli_ground *ground, void *question),
                   void *question);
/* Name of the room of a face, or NULL where there are no rooms. */
const char *cli_ground_room(const cli_ground *ground, uint32_t face);
/* The edge of the room's own walkmesh on which an edge of an area lies, as 'check', 'info' and
 * 'set' number it: query/room_edge.c. WM_NO_INDEX: it is the edge of an obstacle, or there are no
 * rooms. */
uint32_t cli_ground_room_edge(const cli_ground *ground, uint32_t edge);
/* For a layout, an array of {room, edge} for these edges of the area. */
void json_room_edges(wm_json_writer *json, const char *name, const cli_ground *ground,
                     const uint32_t *edges, uint32_t count);
/* The walkable floor at a point: nearest to its height, or the highest without one. The
 * face is WM_NO_INDEX where there is none. filter may be NULL. */
wm_place cli_ground_at(const cli_ground *ground, spatial_point p, const wm_query_filter *filter);
/* The path between two places, in buffers that grow; `path` is zeroed before the first call and
 * may be used again. opts may be NULL. An index gives no faces. Free it in any case. */
bool cli_ground_path(const cli_ground *ground, const wm_place at[2], const wm_path_opts *opts,
                     wm_path *path, wm_error *error);
void cli_path_free(wm_path *path);
/* Name of the material of a face. Returns text, or a name that lives as long as the ground. */
const char *cli_ground_material(const cli_ground *ground, uint32_t face, char text[24]);

/* Adds "material" and "material_name" of a face. */
void json_material(wm_json_writer *json, const cli_ground *ground, uint32_t face);
/* {face, position, material, material_name[, room]}, or null for nowhere. */
void json_place(wm_json_writer *json, const char *name, const cli_ground *ground, wm_place place);
/* Begins {"file", ... on stdout, with "missing" if the ground is a layout; json_finish ends it. */
void json_begin_answer(wm_json_writer *json, const cli *c, const cli_ground *ground);
/* With --json, begins {"file", "results": [ on stdout. */
void json_begin_results(wm_json_writer *json, const cli *c, const cli_ground *ground);
/* Ends json_begin_results; an error, if there is one, is reported. EXIT_FINE or EXIT_INPUT. */
int cli_end_results(wm_json_writer *json, const cli *c, const wm_error *error);

#endif
