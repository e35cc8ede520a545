/* waymark ls of an installed game: game_list.c. */
#ifndef WAYMARK_CLI_GAME_LIST_H
#define WAYMARK_CLI_GAME_LIST_H

#include "cli.h"
#include "waymark/game.h"

/* Prints the resources of a game whose names match; NULL: all. Without --explain only the copies
 * that the game uses. An exit code. */
int cli_game_list(const cli *c, const wm_game *game, const char *pattern);

#endif
