/* Mounting the sources of a game, in the order of the search. */
#ifndef WAYMARK_OPEN_GAME_H
#define WAYMARK_OPEN_GAME_H

#include "open/internal.h"
#include "waymark/folder.h"
#include "waymark/game.h"

enum { WMI_GAME_FOLDERS = 10000 }; /* most folders below an override */

/* A source while the game is mounted. */
typedef struct wmi_mount {
    wm_game_source pub;
    wm_folder *folder;
} wmi_mount;

/* The private part of a game. */
typedef struct wmi_game {
    wm_game pub;
    wmi_arena arena;
    wmi_mount *mounts;
    size_t count, capacity;
    wm_chain *chain;
} wmi_game;

/* A list of names, sorted without regard to case. It is empty if the directory cannot be read. */
typedef struct wmi_game_list {
    const char **list;
    size_t count, capacity;
    bool out_of_memory;
} wmi_game_list;

/* The names in a directory that end in `ending` ("" for all); directories too. Free them with
 * wmi_game_names_free. */
wm_status wmi_game_names(wmi_game *g, const char *directory, const char *ending, wmi_game_list *out,
                         wm_error *error);
void wmi_game_names_free(const wmi_game *g, wmi_game_list *names);

/* The path of a file or directory in a directory, whatever its case; in *out, NULL if there is
 * none. `directory` may be NULL, then there is none. */
wm_status wmi_game_find(wmi_game *g, const char *directory, const char *name, const char **out,
                        wm_error *error);
bool wmi_is_directory(const char *path);

/* Adds a source after the others. If path is NULL, nothing is added. */
wm_status wmi_game_add_folder(wmi_game *g, const char *path, const char *role, wm_error *error);
wm_status wmi_game_add_archive(wmi_game *g, const char *path, const char *role, wm_error *error);
/* A folder and all folders below it, in the order of their names. */
wm_status wmi_game_add_folders(wmi_game *g, const char *path, const char *role, wm_error *error);
/* An archive, or nothing if there is no such file. */
wm_status wmi_game_add(wmi_game *g, const char *directory, const char *name, const char *role,
                       wm_error *error);

/* Makes the source that was added first the last. */
void wmi_game_first_to_end(wmi_game *g);

/* directory/name in the arena of the game; NULL and *error if there is no memory. */
char *wmi_game_join(wmi_game *g, const char *directory, const char *name, const char *ending,
                    wm_error *error);

/* The games. `key` is the path of chitin.key; `data` is that of the folder "data", or NULL. */
wm_status wmi_game_kotor(wmi_game *g, const char *key, const char *module, wm_error *error);
wm_status wmi_game_nwn2(wmi_game *g, const char *data, const wm_game_opts *opts, wm_error *error);
wm_status wmi_game_bw2(wmi_game *g, const char *data, wm_error *error);

#endif
