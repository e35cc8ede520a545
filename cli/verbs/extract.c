/* waymark extract: writes entries of an archive to files. */
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "batch.h"
#include "memory.h"

/* Entries are written together, because the disk takes as long for one as for many. */
enum { TOGETHER = 64, TOGETHER_BYTES = 8 << 20 };

typedef struct job {
    cli *c;
    wm_archive *archive;
    const char *directory;
    size_t count, failed; /* entries that match, and those that could not be written */
    size_t same;          /* and those that another entry has the file name of */
    int code;
    /* Entries that wait to be written. */
    wm_file_output files[TOGETHER];
    wm_buffer bytes[TOGETHER];
    uint32_t entries[TOGETHER];
    size_t waiting, waiting_bytes;
} job;

/* Characters that a file name cannot have on some system become '_'. */
static char safe(char c)
{
    return (unsigned char)c < 32 || c == 127 || strchr("\\:*?\"<>|", c) ? '_' : c;
}

/* Makes one part of a path usable as a file name everywhere, from[0..size) to `to`, which has room
 * for a byte more. Returns its size; 0 if nothing usable is left. */
static size_t safe_part(const char *from, size_t size, char *to)
{
    while (size && (from[size - 1] == '.' || from[size - 1] == ' '))
        size--; /* Windows drops them; of "." and ".." nothing is left */
    bool reserved = cli_name_is_reserved(from, size);
    if (reserved)
        *to++ = '_';
    for (size_t i = 0; i < size; i++)
        to[i] = safe(from[i]);
    return size + reserved;
}

/* The path of an entry below the folder: never outside of it. NULL if the entry has no usable
 * name or there is no memory. */
static char *output_path(const job *j, const wm_archive_entry *e)
{
    char name[CLI_ENTRY_TEXT];
    const char *path = cli_entry_name(e, name);
    size_t n = strlen(j->directory), at = n;
    char *to = malloc(n + 2 * strlen(path) + 2); /* a part may get a byte more */
    if (!to)
        return NULL;
    memcpy(to, j->directory, n);
    while (*path) {
        size_t size = strcspn(path, "/");
        to[at] = '/';
        size_t used = safe_part(path, size, to + at + 1);
        path += size;
        bool last = !*path;
        path += !last;
        if (used)
            at += 1 + used;
        else if (last)
            at = n; /* no name */
    }
    to[at] = '\0';
    if (at > n)
        return to;
    free(to);
    return NULL;
}

static int by_path(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    for (; *x && *y; x++, y++) {
        int p = *x >= 'A' && *x <= 'Z' ? *x + 32 : *x, q = *y >= 'A' && *y <= 'Z' ? *y + 32 : *y;
        if (p != q)
            return p - q;
    }
    return *x - *y;
}

static void say(const job *j, const char *what, const wm_archive_entry *e, const char *why)
{
    char name[CLI_ENTRY_TEXT];
    cli_print(cli_messages(), "waymark: %s: %s: %s: %s\n", what, j->c->files[0],
              cli_entry_name(e, name), why);
}

/* The object of an entry: where it was written, or why it was not. */
static void print_object(const job *j, const wm_archive_entry *e, const wm_file_output *written,
                         const wm_error *error)
{
    wm_json_writer w;
    if (!j->c->json)
        return;
    json_begin(&w, stdout);
    wm_json_add_text(&w, "file", j->c->files[0]);
    wm_json_add_text(&w, "name", e->name);
    wm_json_add_text(&w, "type", e->type);
    if (written)
        wm_json_add_text(&w, "output", written->path);
    if (written && !error)
        wm_json_add_uint(&w, "bytes", written->size);
    if (error) {
        wm_json_begin_object(&w, "error");
        wm_json_add_text(&w, "code", wm_status_name(error->code));
        wm_json_add_text(&w, "message", error->message);
        wm_json_end(&w);
    }
    json_finish(&w);
}

static void fail(job *j, const wm_archive_entry *e, int code, const wm_error *error)
{
    char text[512];
    say(j, "error", e, cli_error_text(error, NULL, text, sizeof text));
    print_object(j, e, NULL, error);
    j->failed++;
    if (code > j->code)
        j->code = code;
}

static void write_waiting(job *j)
{
    int codes[TOGETHER];
    wm_error errors[TOGETHER];
    cli_save_each(j->c, j->files, j->waiting, codes, errors);
    for (size_t i = 0; i < j->waiting; i++) {
        bool good = codes[i] == EXIT_FINE;
        print_object(j, &j->archive->entries[j->entries[i]], &j->files[i],
                     good ? NULL : &errors[i]);
        j->failed += !good;
        j->code = codes[i] > j->code ? codes[i] : j->code;
        wm_buffer_free(&j->bytes[i]);
    }
    j->waiting = j->waiting_bytes = 0;
}

/* Does the path lead through a link below the folder, which may point elsewhere? */
static bool leads_away(const job *j, char *path)
{
    for (char *at = path + strlen(j->directory) + 1;; at++) {
        char c = *at;
        if (c != '/' && c)
            continue;
        *at = '\0';
        bool link = platform_is_link(path);
        *at = c;
        if (link || !c)
            return link;
    }
}

static void extract_one(job *j, uint32_t index, char *path)
{
    wm_buffer *bytes = &j->bytes[j->waiting];
    wm_error error;
    if (leads_away(j, path)) {
        fail(j, &j->archive->entries[index], EXIT_OUTPUT,
             &(wm_error){.code = WM_IO,
                         .offset = WM_NO_OFFSET,
                         .message = "not written: there is a symbolic link on its path"});
        return;
    }
    wm_status status = wm_archive_extract(j->archive, index, CLI_WRITE_OPTS, bytes, &error);
    if (status != WM_OK) {
        bool again = status == WM_NO_MEMORY && j->waiting; /* they take memory */
        write_waiting(j); /* messages come in the order of the entries */
        bytes = &j->bytes[0];
        if (again)
            status = wm_archive_extract(j->archive, index, CLI_WRITE_OPTS, bytes, &error);
    }
    if (status != WM_OK) {
        cli_explain_memory(&error);
        fail(j, &j->archive->entries[index], EXIT_INPUT, &error);
        return;
    }
    cli_make_parents(path);
    j->files[j->waiting] = (wm_file_output){path, bytes->data, bytes->size};
    j->entries[j->waiting++] = index;
    j->waiting_bytes += bytes->size;
    if (j->waiting == TOGETHER || j->waiting_bytes > TOGETHER_BYTES)
        write_waiting(j);
}

/* Entries and their paths, in an order in which equal paths are next to each other. */
typedef struct target {
    char *path;
    uint32_t index;
} target;

static int by_target(const void *a, const void *b)
{
    const target *x = a, *y = b;
    int order = by_path(&x->path, &y->path);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static size_t choose(job *j, target *targets)
{
    size_t count = 0;
    for (uint32_t i = 0; i < j->archive->entry_count; i++) {
        const wm_archive_entry *e = &j->archive->entries[i];
        if (!cli_entry_matches(e, j->c->files[1]))
            continue;
        char *path = output_path(j, e);
        j->count++;
        if (path)
            targets[count++] = (target){path, i};
        else
            fail(j, e, EXIT_OUTPUT,
                 &(wm_error){.code = WM_IO,
                             .offset = WM_NO_OFFSET,
                             .message = "no file can have this name"});
    }
    if (count)
        qsort(targets, count, sizeof *targets, by_target);
    return count;
}

static void left_out(job *j, uint32_t index)
{
    say(j, "warning", &j->archive->entries[index],
        "not written: an earlier entry has the same file name");
    j->same++;
}

static void extract_all(job *j, target *targets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i && by_path(&targets[i - 1].path, &targets[i].path) == 0)
            left_out(j, targets[i].index);
        else
            extract_one(j, targets[i].index, targets[i].path);
    }
    write_waiting(j);
    for (size_t i = 0; i < count; i++)
        free(targets[i].path);
}

static int run(cli *c)
{
    cli_archive a;
    wm_error error = {0};
    const char *directory = cli_get(c, "output");
    if (!directory)
        return cli_fail(EXIT_USAGE, "say where to write the files: -o DIR");
    if (!cli_archive_open(&a, c->files[0], strlen(c->files[0]), &error))
        return cli_unreadable(c, c->files[0], &error);
    job j = {.c = c, .archive = a.archive, .directory = directory};
    target *targets = calloc((size_t)a.archive->entry_count + 1, sizeof *targets);
    if (targets)
        extract_all(&j, targets, choose(&j, targets));
    else
        j.code = cli_no_memory(CLI_READING);
    if (targets && !j.count)
        j.code = cli_fail(EXIT_INPUT, "%s: no entry matches '%s'; 'waymark ls' lists them",
                          c->files[0], c->files[1]);
    if (j.count && !c->quiet && !c->json) {
        fputs("waymark: ", stderr);
        cli_put_count(stderr, j.count - j.failed - j.same, "file", "files");
        cli_print(stderr, " written to %s\n", directory);
    }
    free(targets);
    cli_archive_close(&a);
    return j.code;
}

static const cli_option options[] = {
    {"output", "DIR", "write the files into this folder"},
    {0},
};

const cli_verb cmd_extract = {
    .name = "extract",
    .synopsis = "[options] ARCHIVE PATTERN -o DIR",
    .summary = "write entries of an archive to files",
    .details =
        "PATTERN may contain * and ?; case is ignored. Entries of a ZIP or STUFF keep their\n"
        "folders. Characters that file names cannot have become '_', names that Windows or\n"
        "Waymark reserve (nul.txt) begin with '_', and no file is written outside DIR: links\n"
        "below it are not followed. Existing files are replaced only with --force. If no entry\n"
        "matches, the exit code is 3.\n\n"
        "  waymark extract danm13.mod '*.git' -o out\n"
        "  waymark extract chitin.key 'm12aa*.wok' -o rooms",
    .options = options,
    .min_files = 2,
    .max_files = 2,
    .entries = true,
    .run = run,
};
