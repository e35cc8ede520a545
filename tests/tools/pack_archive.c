/* pack_archive erf|erf11|rim|key|bif|zip|stuff OUT FILE...: makes an archive of files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archives.h"
#include "waymark/file.h"

static uint16_t type_of(const char *extension)
{
    static const struct {
        const char *name;
        uint16_t id;
    } types[] = {{"txt", 10},   {"mdl", 2002}, {"wok", 2016}, {"sav", 2057}, {"lyt", 3000},
                 {"vis", 3001}, {"mdx", 3008}, {"git", 2023}, {"2da", 2017}, {"mdb", 4000},
                 {"ifo", 2014}, {"pth", 3003}, {"utd", 2042}, {"utp", 2044}, {"dwk", 2052},
                 {"pwk", 2053}, {"are", 2012}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, extension) == 0)
            return types[i].id;
    return 4097;
}

/* The name without folders and, if `stem`, without its extension. */
static char *name_of(const char *path, bool stem)
{
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash ? slash + 1 : path);
    char *dot = name && stem ? strrchr(name, '.') : NULL;
    if (dot)
        *dot = '\0';
    return name;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"erf", "rim", "key", "bif", "zip", "stuff", "erf11"};
    enum { MOST = 1000 };
    static test_entry entries[MOST];
    static wm_buffer files[MOST];
    wm_error error;
    size_t kind = 0, count = 0, size;
    while (argc > 3 && kind < 7 && strcmp(kinds[kind], argv[1]) != 0)
        kind++;
    if (argc < 4 || kind == 7 || argc - 3 > MOST) {
        fputs("usage: pack_archive erf|erf11|rim|key|bif|zip|stuff OUT FILE...\n", stderr);
        return 2;
    }
    for (; count + 3 < (size_t)argc; count++) {
        const char *path = argv[count + 3], *dot = strrchr(path, '.');
        if (wm_file_read(path, NULL, &files[count], &error) != WM_OK) {
            fprintf(stderr, "pack_archive: %s: %s\n", path, error.message);
            return 1;
        }
        bool paths = kind == WM_ARCHIVE_KIND_ZIP || kind == WM_ARCHIVE_KIND_STUFF;
        entries[count] = (test_entry){.name = name_of(path, !paths),
                                      .type = type_of(dot ? dot + 1 : ""),
                                      .data = files[count].data,
                                      .size = files[count].size,
                                      .deflate = files[count].size > 100};
    }
    uint8_t *made = test_archive(kind == 6 ? WM_ARCHIVE_KIND_ERF : (wm_archive_kind)kind,
                                 kind == 6 ? "V1.1" : "V1.0", entries, count, &size);
    bool good = wm_file_write(argv[2], made, size, true, &error) == WM_OK;
    if (!good)
        fprintf(stderr, "pack_archive: %s: %s\n", argv[2], error.message);
    for (size_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)entries[i].name);
        wm_buffer_free(&files[i]);
    }
    free(made);
    return !good;
}
