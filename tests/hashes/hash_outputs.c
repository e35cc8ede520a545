/* hash_outputs DIRECTORY LIST [DAMAGED]: prints a table of hashes of everything the library
 * makes of the files in DIRECTORY that LIST names, one in the first word of each line. LIST may
 * be such a table. With DAMAGED, each file is damaged that often, always in the same places; a
 * row with a ~ after the name has the hashes of all of that.
 *
 * Uses nothing but the library and standard C, so that it runs on every platform. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outputs.h"

/* Returns NULL if there is no such file. */
static uint8_t *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t room = 1 << 16;
    uint8_t *data = malloc(room);
    *size = 0;
    for (size_t n; data && (n = fread(data + *size, 1, room - *size, file)) > 0;) {
        *size += n;
        if (*size == room) {
            uint8_t *more = realloc(data, room *= 2);
            if (!more)
                free(data);
            data = more;
        }
    }
    fclose(file);
    return data;
}

/* ---- companions: in the folder of the file, in lower case ---- */

static void release(wm_found *found)
{
    free(found->owner);
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    char path[1024], *end = path;
    const char *file = user, *slash = strrchr(file, '/');
    (void)error;
    snprintf(path, sizeof path, "%.*s/%s.%s", slash ? (int)(slash - file) : 1, slash ? file : ".",
             name, type);
    for (end = slash ? path + (slash - file) : path; *end; end++)
        *end = *end >= 'A' && *end <= 'Z' ? (char)(*end - 'A' + 'a') : *end;
    out->owner = load(path, &out->size);
    out->data = out->owner;
    out->where = out->data ? "companion" : NULL;
    out->release = release;
    return WM_OK;
}

/* ---- damage ---- */

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Up to three words or bytes are replaced: by floats that arithmetic trips over, by small
 * numbers, or by anything. */
static void damage(uint8_t *data, size_t size, uint32_t *state)
{
    static const uint32_t words[] = {0x7FC00000, 0xFFC00000, 0x7F800001, 0x7F800000, 0xFF800000,
                                     0x80000000, 0x7149F2CA, 0x000116C2, 0x4F000000, 0xCF000001,
                                     0x5F000000, 0x00000000, 0x00000001, 0x0000FFFF, 0xFFFFFFFF};
    uint32_t count = sizeof words / sizeof *words;
    for (uint32_t n = 1 + next_random(state) % 3; n > 0; n--) {
        size_t at = next_random(state) % size;
        uint32_t kind = next_random(state) % (count + 5), word = next_random(state);
        if (kind < count && at / 4 * 4 + 4 <= size) {
            word = words[kind];
            for (size_t k = 0; k < 4; k++)
                data[at / 4 * 4 + k] = (uint8_t)(word >> 8 * k);
        } else {
            data[at] = (uint8_t)word;
        }
    }
}

/* ---- the table ---- */

static void print_row(const char *name, const char *mark, const hashes *h)
{
    printf("%s%s", name, mark);
    for (int i = 0; i < OUTPUT_COUNT; i++)
        if (h->made[i])
            printf(" %08lx", (unsigned long)((h->value[i] ^ h->value[i] >> 32) & 0xFFFFFFFF));
        else
            printf(" -");
    putchar('\n');
    fflush(stdout);
}

static bool hash_file(const char *directory, const char *name, long damaged)
{
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    uint8_t *data = load(path, &size);
    wm_finder finder = {.find = find, .user = path};
    if (!data) {
        fprintf(stderr, "hash_outputs: cannot read %s\n", path);
        return false;
    }
    hashes h = {0};
    hash_bytes(&h, OUTPUT_INPUT, data, size);
    hash_outputs(&h, data, size, name, finder);
    print_row(name, "", &h);
    uint8_t *copy = malloc(size + 1);
    uint32_t state = 2463534242u + (uint32_t)size;
    memset(&h, 0, sizeof h);
    for (long i = 0; copy && size && i < damaged; i++) {
        memcpy(copy, data, size);
        damage(copy, size, &state);
        hash_bytes(&h, OUTPUT_INPUT, copy, size);
        hash_outputs(&h, copy, size, name, finder);
    }
    if (damaged && size)
        print_row(name, "~", &h);
    free(copy);
    free(data);
    return true;
}

int main(int argc, char **argv)
{
    FILE *list = argc > 2 ? fopen(argv[2], "r") : NULL;
    char line[1024];
    bool good = true;
    unsigned rows = 0;
    if (!list) {
        fputs("usage: hash_outputs DIRECTORY LIST [DAMAGED]\n", stderr);
        return 2;
    }
    printf("file");
    for (int i = 0; i < OUTPUT_COUNT; i++)
        printf(" %s", output_names[i]);
    putchar('\n');
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, " \n")] = '\0';
        size_t length = strlen(line);
        if (!length || strcmp(line, "file") == 0 || line[length - 1] == '~')
            continue;
        good = hash_file(argv[1], line, argc > 3 ? strtol(argv[3], NULL, 10) : 0) && good;
        rows++;
    }
    fclose(list);
    if (!rows)
        fputs("hash_outputs: the list names no file\n", stderr);
    return good && rows && fflush(stdout) == 0 ? 0 : 1;
}
