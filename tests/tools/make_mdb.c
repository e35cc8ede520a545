/* make_mdb DIR: writes the sample models of Neverwinter Nights 2 into DIR. */
#include <stdio.h>
#include <stdlib.h>

#include "mdb_models.h"
#include "system.h"
#include "waymark/file.h"

int main(int argc, char **argv)
{
    int bad = 0;
    if (argc != 2) {
        fputs("usage: make_mdb DIR\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++) {
        char path[4096];
        wm_error error = {.message = "out of memory"};
        size_t size = 0;
        uint8_t *bytes = test_mdb_bytes(s->name, &size);
        snprintf(path, sizeof path, "%s/%s", argv[1], s->name);
        if (!bytes || wm_file_write(path, bytes, size, true, &error) != WM_OK) {
            fprintf(stderr, "make_mdb: %s: %s\n", path, error.message);
            bad = 1;
        }
        free(bytes);
    }
    return bad;
}
