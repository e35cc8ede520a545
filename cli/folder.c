/* The folder of a file, where its companions are. */
#include "kept.h"
#include "memory.h"
#include "open.h"

#include <stdlib.h>
#include <string.h>

bool cli_folder_open(cli_folder *f, const char *file, wm_error *error)
{
    bool whole = platform_find(file) == PLATFORM_DIRECTORY;
    *f = (cli_folder){.path = file, .size = whole ? strlen(file) : platform_folder(file)};
    f->folder = cli_kept_take(CLI_KEPT_FOLDER, file, f->size);
    if (!f->folder)
        f->folder = wm_folder_new(file, cli_allocator(), error);
    return f->folder;
}

static void close_kept(void *thing)
{
    wm_folder_free(thing);
}

void cli_folder_close(cli_folder *f)
{
    if (f->folder)
        cli_kept_give(CLI_KEPT_FOLDER, f->path, f->size, f->folder, close_kept);
    f->folder = NULL;
}
