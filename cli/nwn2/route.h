/* The game's own route and the shortest path. */
#ifndef WAYMARK_CLI_NWN2_ROUTE_H
#define WAYMARK_CLI_NWN2_ROUTE_H

#include "query/ground.h"

/* waymark path --game-tables: for each pair of points the way that the tables of the TRX give,
 * and the shortest. */
int cli_game_routes(const cli *c, const cli_ground *g, const spatial_points *list);

#endif
