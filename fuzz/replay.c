/* Runs a fuzz target on files and directories, without libFuzzer. The ordinary tests use it
 * for the seeds and for every input that once showed a fault. It is a failure if no input is
 * found. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"
#include "waymark/file.h"

/* Returns the number of inputs run. */
static unsigned long replay(const char *path)
{
    struct stat st;
    wm_buffer bytes;
    unsigned long count = 0;
    if (stat(path, &st) != 0)
        return 0;
    if (S_ISDIR(st.st_mode)) {
        DIR *directory = opendir(path);
        for (struct dirent *d; directory && (d = readdir(directory));) {
            char below[4096];
            if (d->d_name[0] == '.')
                continue;
            snprintf(below, sizeof below, "%s/%s", path, d->d_name);
            count += replay(below);
        }
        if (directory)
            closedir(directory);
        return count;
    }
    if (wm_file_read(path, NULL, &bytes, NULL) != WM_OK)
        return 0;
    /* An exact copy, so that sanitizers detect a read one byte past the end. */
    uint8_t *copy = malloc(bytes.size ? bytes.size : 1);
    FUZZ_CHECK(copy);
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    fuzz_one(copy, bytes.size);
    free(copy);
    wm_buffer_free(&bytes);
    return 1;
}

int main(int argc, char **argv)
{
    unsigned long count = 0;
    for (int i = 1; i < argc; i++)
        count += replay(argv[i]);
    printf("%lu inputs replayed\n", count);
    return count == 0;
}
