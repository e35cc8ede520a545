/* Placeables of an area's GIT, for bake: their models, and what is done about those that are
 * missing. */
#ifndef WAYMARK_CLI_NWN2_PLACEABLES_H
#define WAYMARK_CLI_NWN2_PLACEABLES_H

#include "nwn2/area.h"

typedef struct cli_placeables {
    wm_nwn2_obstacles *obstacles; /* NULL: there is no GIT, or placeables are not wanted */
    uint32_t count;               /* placeables that the game bakes */
    char git[CLI_AREA_PATH];      /* for messages */
    char old[CLI_AREA_PATH];      /* the earlier bake; empty: none */
    wm_nwn2_kept *kept;           /* what it knows about missing models; NULL: not used */
    wm_vec3 (*squares)[4];        /* holes of missing models; NULL: none */
    uint32_t kept_count, square_count;
    uint32_t onto_floors, over_floors; /* as in wm_nwn2_trn_lay_result, when the ground is made */
} cli_placeables;

/* Reads the placeables of a GIT and finds their models beside the area and in the folders and
 * archives of --models.
 *
 * file: the path of the GIT, for messages.
 *
 * EXIT_FINE, or another code, reported. Free in any case. */
int cli_placeables_load(const cli *c, const cli_area *area, const char *file, const void *data,
                        size_t size, cli_placeables *list);
void cli_placeables_free(cli_placeables *list);

/* Takes the outlines of placeables whose models are missing from the bake of --keep-from
 * (missing.c).
 *
 * laid: the ground with everything else that is baked.
 *
 * EXIT_FINE, or another code, reported. */
int cli_placeables_keep(const cli *c, const cli_area *area, const wm_nwn2_trn *laid,
                        cli_placeables *list);
/* Says what is still missing, and does what --missing says (missing.c). EXIT_FINE, or another code,
 * reported. */
int cli_placeables_settle(const cli *c, cli_placeables *list);

/* Adds the keys "placeables" (an object) and "missing" (a list) to the object of a bake. */
void cli_placeables_json(const cli_placeables *list, wm_json_writer *j);
/* A few lines for people, if there is something to say. */
void cli_placeables_say(const cli_placeables *list);

#endif
