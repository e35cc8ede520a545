/* plant_mdl IN.mdl OUT: writes OUT-NN.mdl and OUT-NN.mdx for each kind of damage (mdl_faults.h)
 * that the model can have, and prints the number and name of each. The MDX of IN is next to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mdl_faults.h"
#include "waymark/file.h"

static wm_buffer load(const char *file)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_file_read(file, NULL, &bytes, &error) != WM_OK) {
        fprintf(stderr, "plant_mdl: %s: %s\n", file, error.message);
        exit(1);
    }
    return bytes;
}

static void save(const char *out, int number, const char *ending, const uint8_t *data, size_t size)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s-%02d.%s", out, number, ending);
    const wm_file_output file = {path, data, size};
    if (wm_file_write_all(&file, 1, true, NULL, &error) != WM_OK) {
        fprintf(stderr, "plant_mdl: %s: %s\n", path, error.message);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    char path[4096];
    if (argc != 3) {
        fputs("usage: plant_mdl IN.mdl OUT\n", stderr);
        return 2;
    }
    wm_buffer mdl = load(argv[1]);
    snprintf(path, sizeof path, "%s", argv[1]);
    path[strlen(path) - 1] = 'x';
    wm_buffer mdx = load(path);
    for (int i = 0; i < TEST_MDL_FAULTS; i++) {
        test_mdl_files f = test_mdl_files_make(mdl.data, mdl.size, mdx.data, mdx.size);
        if (test_mdl_faults[i].plant(&f)) {
            save(argv[2], i + 1, "mdl", f.mdl, f.mdl_size);
            save(argv[2], i + 1, "mdx", f.mdx, f.mdx_size);
            printf("%02d %s\n", i + 1, test_mdl_faults[i].name);
        }
        test_mdl_files_free(&f);
    }
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return 0;
}
