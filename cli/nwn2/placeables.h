/* Placeables of an area's GIT, for bake: their models, and what they do to the ground. */
#ifndef WAYMARK_CLI_NWN2_PLACEABLES_H
#define WAYMARK_CLI_NWN2_PLACEABLES_H

#include "nwn2/area.h"

typedef struct cli_placeables {
    wm_nwn2_obstacles *obstacles; /* NULL: there is no GIT, or placeables are not wanted */
    uint32_t count;               /* placeables that the game bakes */
} cli_placeables;

/* Reads the placeables of a GIT and finds their models beside the area and in the folders of
 * --models. Says which are missing; --missing decides whether that is an error.
 *
 * file: the path of the GIT, for messages.
 *
 * EXIT_FINE, or another code, reported. Free in any case. */
int cli_placeables_load(const cli *c, const cli_area *area, const char *file, const void *data,
                        size_t size, cli_placeables *list);
void cli_placeables_free(cli_placeables *list);

/* Adds the keys "placeables" (an object) and "missing" (a list) to the object of a bake. */
void cli_placeables_json(const cli_placeables *list, wm_json_writer *j);
/* One line for people, if there is something to say. */
void cli_placeables_say(const cli_placeables *list);

#endif
