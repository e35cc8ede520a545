/* The files of a page of the viewer. */
#ifndef WAYMARK_CLI_VIEW_FILES_H
#define WAYMARK_CLI_VIEW_FILES_H

#include "cli.h"

typedef struct cli_view_file {
    char *path;
    const void *data;
    size_t size;
    wm_buffer bytes; /* owns the data */
} cli_view_file;

typedef struct cli_view_list {
    cli_view_file *files; /* each path once */
    size_t count, capacity;
    size_t *slots; /* open addressing by path: the index of a file + 1, or 0; a power of two */
    size_t slot_count;
    size_t prefix; /* bytes of folders that all paths begin with */
} cli_view_list;

/* The files of the command line, those of known formats in folders, and their companions: the
 * MDX, the supermodels and the textures of a model; the rooms, the visibility list, the path points
 * and the objects of a layout, with their models. EXIT_FINE, or another code with a message on
 * stderr. Free in any case. */
int cli_view_gather(const cli *c, cli_view_list *list);
void cli_view_free(cli_view_list *list);

#endif
