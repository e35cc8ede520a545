/* make_texts DIR: writes the sample texts and tables, as fuzz seeds and for the tests of
 * the command. */
#include <stdio.h>

#include "system.h"
#include "texts.h"
#include "waymark/file.h"

static int write_all(const char *directory, const test_text *list)
{
    for (; list->name; list++) {
        char path[4096];
        wm_error error;
        snprintf(path, sizeof path, "%s/%s", directory, list->name);
        if (wm_file_write(path, list->text, test_text_size(list), true, &error) != WM_OK) {
            fprintf(stderr, "%s: %s\n", path, error.message);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    test_make_directory(argv[1]);
    return write_all(argv[1], test_texts) || write_all(argv[1], test_tables);
}
