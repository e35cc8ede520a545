/* The installed game of --game-dir or WAYMARK_GAME: a place to find files in, for all threads. */
#ifndef WAYMARK_CLI_GAME_H
#define WAYMARK_CLI_GAME_H

#include "cli.h"
#include "files.h"
#include "waymark/game.h"

/* Obeys --game-dir, --module and --user-dir. The game is opened when it is first needed. An exit
 * code, with a message. */
int cli_game_choose(const cli *c);
void cli_game_close(void);

/* A finder for the game. Without a game it finds nothing. Any thread may use it. */
wm_finder cli_game_finder(void);
/* Whether there is a game, and files of this format are its own. */
bool cli_game_is_of(wm_format format);
/* Whether the game has this file: a name that is not a path, and not that of a file. */
bool cli_game_has(const char *file);
wm_status cli_game_read(const char *file, wm_buffer *out, wm_error *error);
/* The files of --module: the layout of its area, the models of its rooms, and all entries of its
 * archives. Nothing without a module. False when out of memory. */
bool cli_game_list_module(cli_list *list);
/* Warns of the archives that cannot be opened. */
void cli_game_warn(const wm_game *game);

#endif
