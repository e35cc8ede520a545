/* Installed games: the folders and archives of an installation, in the order in which the game
 * searches them. A finder (waymark/open.h) gives the copy of a resource that the game would use,
 * and lists the others. Nothing is ever written there. A build without a file system leaves this
 * header out. docs/games.md says where the orders come from.
 */
#ifndef WAYMARK_GAME_H
#define WAYMARK_GAME_H

#include "waymark/open.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wm_game_kind {
    WM_GAME_KIND_UNKNOWN, /* never that of a wm_game */
    WM_GAME_KIND_KOTOR1,
    WM_GAME_KIND_KOTOR2,
    WM_GAME_KIND_NWN2,
    WM_GAME_KIND_BW2
} wm_game_kind;

/* "unknown", "kotor1", "kotor2", "nwn2" or "bw2". A static string. */
WM_API const char *wm_game_kind_name(wm_game_kind kind);

/* A folder or an archive of the game. */
typedef struct wm_game_source {
    const char *path;
    /* What it is for: "override", "patch", "module", "shared", "lips", "textures", "key", "hak",
     * "data" or "files". A static string. */
    const char *role;
    wm_archive *archive;   /* NULL: a folder, or an archive that cannot be opened */
    const wm_error *error; /* why it cannot be opened; NULL: no error */
} wm_game_source;

typedef struct wm_game {
    wm_game_kind kind;
    const char *path;   /* as passed to wm_game_new */
    const char *module; /* as in wm_game_opts; NULL: none */
    uint32_t source_count;
    const wm_game_source *sources; /* the first that has a resource wins */
    void *memory;                  /* private */
} wm_game;

typedef struct wm_game_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the game */
    /* The name of a module, such as "danm13", whose archives, or whose folder (NWN2), in "modules"
     * are sources too. Case is ignored. NULL: none. */
    const char *module;
    /* NWN2: the folder in which the game keeps the files of its user ("override", "hak",
     * "modules"). NULL: none. */
    const char *user_folder;
    uint32_t end_zero;
} wm_game_opts;

/* Opens an installed game. What kind it is follows from the files in its folder: "chitin.key" for
 * KotOR (its list of BIFs tells the two games apart), ZIP files in "data" for NWN2, STUFF files for
 * Black & White 2. An archive that cannot be opened is not a failure: its source has an error. Only
 * chitin.key must be readable. Free with wm_game_free.
 *
 * path: the folder of the game; copied, like the strings in opts.
 *
 * Fails with WM_IO if there is no such folder, with WM_BAD_MAGIC if it is not that of a game, with
 * the status of chitin.key if that cannot be read, with WM_LIMIT if there are more than 10,000
 * folders to search, or with WM_BAD_ARGUMENT if the game has no such module (KotOR and NWN2; Black
 * & White 2 has no modules and ignores the name). */
WM_API wm_game *wm_game_new(const char *path, const wm_game_opts *opts, wm_error *error);
/* A finder for the resources of the game. It lists every copy, beginning with the one that wins. It
 * is valid until wm_game_free; documents that were opened with it may outlive it. One thread at a
 * time may use it. */
WM_API wm_finder wm_game_finder(wm_game *game);
/* Frees the game and closes its archives. NULL is allowed. */
WM_API void wm_game_free(wm_game *game);

#ifdef __cplusplus
}
#endif
#endif
