/* Runs a fuzz target on files and directories, without libFuzzer. The ordinary tests use it
 * for the seeds and for every input that once showed a fault. It is a failure if no input is
 * found.
 *
 *   replay_TARGET [--changed COUNT[:FIRST]] FILE|DIRECTORY...
 *
 * --changed: then on COUNT changed copies of these files, from number FIRST of each on. They follow
 * from the bytes of the file and the number alone, not from what the library does with them, nor
 * from the other files: a change is tried on the inputs that passed before it. The memory of each
 * input is limited under the sanitizers; its time is printed and not judged. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "bytes.h"
#include "limits.h"
#include "mutate.h"
#include "waymark/file.h"

enum { SIZE_MOST = 16384 };

typedef struct inputs {
    char **paths;
    size_t count, room;
} inputs;

static void add(inputs *list, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return;
    if (S_ISDIR(st.st_mode)) {
        DIR *directory = opendir(path);
        for (struct dirent *d; directory && (d = readdir(directory));) {
            char below[4096];
            if (d->d_name[0] == '.')
                continue;
            snprintf(below, sizeof below, "%s/%s", path, d->d_name);
            add(list, below);
        }
        if (directory)
            closedir(directory);
        return;
    }
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->paths = realloc(list->paths, list->room * sizeof *list->paths);
        FUZZ_CHECK(list->paths);
    }
    char *copy = malloc(strlen(path) + 1);
    FUZZ_CHECK(copy);
    strcpy(copy, path);
    list->paths[list->count++] = copy;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* An exact copy, so that sanitizers detect a read one byte past the end. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    FUZZ_CHECK(copy);
    if (size)
        memcpy(copy, data, size);
    limits_run(copy, size, false);
    free(copy);
}

static uint32_t hash(const wm_buffer *bytes)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < bytes->size; i++)
        h = (h ^ bytes->data[i]) * 16777619u;
    return h;
}

/* Runs a changed copy: one to four changes, which follow from the seed. */
static void run_changed(const wm_buffer *from, uint32_t seed)
{
    uint8_t data[SIZE_MOST];
    uint32_t state = seed * 2654435761u + 1;
    size_t size = from->size < SIZE_MOST ? from->size : SIZE_MOST;
    if (size)
        memcpy(data, from->data, size);
    fuzz_seed_bytes(fuzz_random(&state));
    for (uint32_t n = 1 + fuzz_random(&state) % 4; n; n--)
        size = LLVMFuzzerCustomMutator(data, size, SIZE_MOST, fuzz_random(&state));
    run(data, size);
}

int main(int argc, char **argv)
{
    inputs list = {0};
    unsigned long changed = 0, first = 0;
    int files = argc > 2 && strcmp(argv[1], "--changed") == 0 ? 3 : 1;
    if (files == 3) {
        char *end;
        changed = strtoul(argv[2], &end, 10);
        first = *end == ':' ? strtoul(end + 1, NULL, 10) : 0;
    }
    limits_start();
    for (int i = files; i < argc; i++)
        add(&list, argv[i]);
    if (list.count) /* directories list their files in any order */
        qsort(list.paths, list.count, sizeof *list.paths, by_name);
    for (size_t i = 0; i < list.count; i++) {
        wm_buffer bytes;
        FUZZ_CHECK(wm_file_read(list.paths[i], NULL, &bytes, NULL) == WM_OK);
        run(bytes.data, bytes.size);
        uint32_t own = hash(&bytes);
        for (unsigned long n = i, k = first; n < changed; n += list.count, k++)
            run_changed(&bytes, own ^ (uint32_t)k);
        wm_buffer_free(&bytes);
        free(list.paths[i]);
    }
    free(list.paths);
    limits_print();
    fprintf(stderr, "%lu inputs replayed, %lu changed\n", (unsigned long)list.count,
            list.count ? changed : 0); /* targets may have closed standard output */
    return list.count == 0;
}
