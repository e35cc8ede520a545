/* Files beside a file, found whatever the case of their names. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "folder.h"

static int by_name(const struct dirent **a, const struct dirent **b)
{
    int order = strcasecmp((*a)->d_name, (*b)->d_name);
    return order ? order : strcmp((*a)->d_name, (*b)->d_name);
}

bool cli_folder_open(cli_folder *f, const char *file)
{
    const char *base = cli_basename(file);
    *f = (cli_folder){.path = strndup(file, (size_t)(base - file))};
    if (!f->path)
        return false;
    f->count = scandir(f->path[0] ? f->path : ".", &f->names, NULL, by_name);
    if (f->count < 0)
        f->count = 0;
    return true;
}

void cli_folder_close(cli_folder *f)
{
    for (int i = 0; i < f->count; i++)
        free(f->names[i]);
    free(f->names);
    free(f->path);
}

char *cli_folder_find(const cli_folder *f, const char *stem, size_t stem_size, const char *ending)
{
    size_t size = stem_size + strlen(ending) + 1;
    char *wanted = malloc(size), *path = NULL;
    int low = 0, high = f->count;
    if (!wanted)
        return NULL;
    snprintf(wanted, size, "%.*s%s", (int)stem_size, stem, ending);
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcasecmp(f->names[middle]->d_name, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < f->count && strcasecmp(f->names[low]->d_name, wanted) == 0) {
        size_t room = strlen(f->path) + strlen(f->names[low]->d_name) + 1;
        path = malloc(room);
        if (path)
            snprintf(path, room, "%s%s", f->path, f->names[low]->d_name);
    }
    free(wanted);
    return path;
}

char *cli_beside(const char *file, const char *stem, const char *ending)
{
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    if (!stem)
        stem = base;
    size_t stem_size = stem == base && dot ? (size_t)(dot - base) : strlen(stem);
    size_t folder_size = (size_t)(base - file), room = folder_size + stem_size + 16;
    char *path = strchr(stem, '/') ? NULL : malloc(room);
    if (!path)
        return NULL;
    snprintf(path, room, "%.*s%.*s%s", (int)folder_size, file, (int)stem_size, stem, ending);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    cli_folder f;
    if (!cli_folder_open(&f, file))
        return NULL;
    path = cli_folder_find(&f, stem, stem_size, ending);
    cli_folder_close(&f);
    return path;
}
