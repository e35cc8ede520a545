/* Files with their companions, for the command. */
#ifndef WAYMARK_CLI_OPEN_H
#define WAYMARK_CLI_OPEN_H

#include "archive.h"
#include "cli.h"
#include "waymark/folder.h"

/* The folder that a file is in. */
typedef struct cli_folder {
    wm_folder *folder;
    const char *path; /* its first `size` bytes */
    size_t size;
} cli_folder;

/* The folder of a file, which need not exist, or the folder itself if the path is one. It is not
 * listed again if another file of the run has closed it (kept.h), so files that are created
 * meanwhile are found only by the case of their names. `file` must outlive it. False and *error if
 * memory runs out. */
bool cli_folder_open(cli_folder *f, const char *file, wm_error *error);
void cli_folder_close(cli_folder *f);

/* Options of wm_open for a file of the command line, and what must outlive its use. */
typedef struct cli_place {
    wm_open_opts opts; /* with name, surfaces and finder */
    cli_folder beside;
    cli_archive archive; /* that the file is in */
    wm_chain *chain;     /* the archive, its folder, and the game, as far as there are such */
} cli_place;

/* Companions come from the folder of the file; for a file in an archive first from there; for a
 * layout, glTF or OBJ on stdin from the current folder. If there is a game, they may come from
 * there too; for a file of the game only from there. Other files on stdin have none. opts may be
 * NULL. False and *error if memory runs out. */
bool cli_place_open(const cli *c, const char *file, wm_format format, const wm_open_opts *opts,
                    cli_place *place, wm_error *error);
void cli_place_close(cli_place *place);
/* Finds a companion and loads it. found->where is NULL if there is none; if it cannot be loaded,
 * *error is set. Free it in any case. */
wm_status cli_find(const cli_place *place, const char *name, const char *type, wm_found *found,
                   wm_error *error);
void cli_found_free(wm_found *found);

/* Warns of the faults after which a reader went on, unless there are none. */
void cli_say_faults(const cli *c, const char *file, uint32_t count, const wm_error *first);

/* The same for a document: of the file, or of the walkmeshes of its rooms. */
void cli_say_document_faults(const cli *c, const char *file, const wm_document *document);

/* What is wrong with the MDX of a model; NULL if nothing is. */
const char *cli_mdx_fault(wm_kotor_mdx_state state);

/* wm_open with these options. opts and error may be NULL. Faults in the file are a warning. */
wm_document *cli_open(const cli *c, const wm_buffer *bytes, const char *file,
                      const wm_open_opts *opts, wm_error *error);

/* The same for a KotOR walkmesh, binary or text with all its meshes. NULL and *error when it
 * cannot be read or is something else. */
wm_document *cli_open_walkmesh(const cli *c, const wm_buffer *bytes, const char *file,
                               const wm_open_opts *opts, wm_error *error);
/* False and *error for the text of a door, which has several. */
bool cli_is_one_walkmesh(const wm_document *document, wm_error *error);

/* Is there a file of the same name with this ending next to it? */
bool cli_has_companion(const cli *c, const char *file, const char *type);

/* Reports each companion of a type that cannot be read. Returns how many there are. */
uint32_t cli_say_unreadable(const wm_document *document, const char *type);

#endif
