/* Verbs that write a file for each input, into a folder. The path below OUT is that of the
 * input below the folder that was named, so that nothing is written outside OUT. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "files.h"
#include "formats.h"
#include "platform.h"

enum { SKIPPED = -1, COMPANION = -2, PATH = 4096 };

struct cli_batch {
    const cli_writer *writer;
    const char *to; /* OUT */
    cli_list list;
    char **outputs; /* for each of the list */
    bool *parted;   /* this input has another name than usual, because others had it too */
    int *codes;     /* exit codes, or SKIPPED, or COMPANION */
    cli command;    /* as it was before the threads: the totals change while they run */
};

/* ---- names ---- */

bool cli_is_directory(const char *path)
{
    return strcmp(path, "-") != 0 && platform_find(path) == PLATFORM_DIRECTORY;
}

static bool ends_in_slash(const char *path)
{
    size_t n = strlen(path);
    return n && platform_is_separator(path[n - 1]);
}

/* The size of the path without this ending, if it has it. */
static size_t without(const char *file, size_t size, const char *ending)
{
    size_t n = strlen(ending);
    return size > n && strncasecmp(file + size - n, ending, n) == 0 ? size - n : size;
}

static size_t without_text_ending(const char *file)
{
    size_t size = strlen(file), bare = without(file, size, ".ascii");
    return bare < size ? bare : without(file, size, ".txt");
}

bool cli_replace_ending(const char *file, const char *ending, char *to, size_t size)
{
    static const char *const binaries[] = {".wok", ".pwk", ".dwk", "-ascii.mdl", ".mdl"};
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    size_t stem = without_text_ending(file);
    if (stem == strlen(file) && dot && dot > base && !cli_ends(file, "-ascii.mdl"))
        stem = (size_t)(dot - file);
    else
        for (size_t i = 0, had = stem; i < sizeof binaries / sizeof *binaries && stem == had; i++)
            stem = without(file, stem, binaries[i]);
    int n = snprintf(to, size, "%.*s%s", (int)stem, file, ending);
    return n > 0 && (size_t)n < size;
}

bool cli_binary_name(const cli *c, const char *file, char *to, size_t size)
{
    (void)c;
    if (cli_ends(file, "-ascii.mdl"))
        return cli_replace_ending(file, ".mdl", to, size);
    int n = snprintf(to, size, "%.*s", (int)without_text_ending(file), file);
    return n > 0 && (size_t)n < size;
}

/* ---- before anything is written ---- */

static bool is_batch(const cli *c)
{
    bool batch = c->file_count > 2 || ends_in_slash(c->files[c->file_count - 1]);
    for (size_t i = 0; i < c->file_count; i++) {
        bool input = i + 1 < c->file_count;
        batch =
            batch || cli_is_directory(c->files[i]) || (input && cli_is_walked_archive(c->files[i]));
    }
    return batch;
}

/* OUT is a folder, or can become one: a name with an ending looks like a mistake. */
static int check_directory(const cli *c, const char *to)
{
    const char *why = c->file_count > 1               ? "several inputs need"
                      : cli_is_directory(c->files[0]) ? "an input folder needs"
                                                      : "an archive needs";
    if (cli_is_directory(to))
        return EXIT_FINE;
    if (strcmp(to, "-") == 0 || platform_exists(to))
        return cli_fail(EXIT_USAGE, "%s a folder as output, but '%s' is not one", why, to);
    if (!ends_in_slash(to) && strchr(cli_basename(to), '.'))
        return cli_fail(EXIT_USAGE, "%s a folder as output; to create it, write '%s/'", why, to);
    return EXIT_FINE;
}

/* Sets the output of input i: this name, below OUT. */
static bool set_output(cli_batch *b, size_t i, const char *name)
{
    size_t size = strlen(b->to) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return false;
    snprintf(path, size, "%s%s%s", b->to, ends_in_slash(b->to) ? "" : "/", name);
    free(b->outputs[i]);
    b->outputs[i] = path;
    return true;
}

static int name_outputs(const cli *c, cli_batch *b)
{
    char name[PATH];
    for (size_t i = 0; i < b->list.count; i++) {
        const cli_entry *e = &b->list.entries[i];
        const char *relative = e->path + e->relative;
        if (strcmp(e->path, "-") == 0)
            return cli_fail(EXIT_USAGE,
                            "standard input has no name, so it cannot be written to a folder");
        if (b->writer->rename ? !b->writer->rename(c, relative, name, sizeof name)
                              : (size_t)snprintf(name, sizeof name, "%s", relative) >= sizeof name)
            return cli_fail(EXIT_OUTPUT, "%s: the path of the output is too long", e->path);
        if (!set_output(b, i, name))
            return cli_no_memory(CLI_READING);
    }
    return EXIT_FINE;
}

/* Is it not a file for this verb? Then out says what it is. A file that was named is always worked
 * on, and so is one that cannot be read: the verb reports it. */
static bool is_skipped(const cli *c, const cli_batch *b, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    if (out->walked && b->writer->is_second && b->writer->is_second(c, out->file)) {
        out->skipped = out->companion = true;
        return true;
    }
    if (!out->walked || cli_read_file(out->file, &bytes, &error) != WM_OK)
        return false;
    wm_format format = wm_detect(bytes.data, bytes.size);
    size_t size = bytes.size;
    bool taken = b->writer->takes(c, b->outputs[out->index], &bytes);
    wm_buffer_free(&bytes);
    bool skipped = cli_skip(c, out, size, format);
    if (taken || (!skipped && cli_is_lost(out->file, size, format, true))) {
        out->skipped = out->companion = out->other = false;
        return false;
    }
    out->skipped = true;
    return true;
}

/* ---- inputs that would become one file ---- */

typedef struct output {
    const char *path;
    size_t index;
    bool written;
} output;

static int by_path(const void *a, const void *b)
{
    const output *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool is_written(const cli *c, const cli_batch *b, size_t i)
{
    const cli_entry *e = &b->list.entries[i];
    cli_out out = {.file = e->path, .walked = e->walked, .index = i};
    return !is_skipped(c, b, &out);
}

static bool is_model(const char *file)
{
    wm_buffer bytes;
    wm_error error;
    if (cli_read_file(file, &bytes, &error) != WM_OK)
        return false;
    wm_format format = wm_detect(bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    return format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT ||
           format == WM_FORMAT_NWN2_MDB || format == WM_FORMAT_BW2_MODEL;
}

/* room.wok becomes room.wok.glb. */
static int keep_ending(cli_batch *b, size_t i, const char *ending)
{
    const cli_entry *e = &b->list.entries[i];
    char name[PATH];
    if ((size_t)snprintf(name, sizeof name, "%s%s", e->path + e->relative, ending) >= sizeof name)
        return cli_fail(EXIT_OUTPUT, "%s: the path of the output is too long", e->path);
    b->parted[i] = true;
    return set_output(b, i, name) ? EXIT_FINE : cli_no_memory(CLI_READING);
}

static void say_parted(const cli_batch *b)
{
    for (size_t i = 0; i < b->list.count; i++)
        if (b->parted[i])
            cli_print(stderr, "waymark: %s becomes %s, because another input has the same name\n",
                      b->list.entries[i].path, b->outputs[i]);
}

/* Each of these that is written gets a name that has its old ending too. Only a model keeps the
 * short name, if it is the only one: a room's model and its walkmesh have the same name. */
static int part_group(const cli *c, cli_batch *b, output *group, size_t count)
{
    const char *ending = b->writer->ending ? b->writer->ending(c) : NULL;
    size_t written = 0, models = 0, model = 0;
    if (!ending)
        return EXIT_FINE;
    for (size_t i = 0; i < count; i++) {
        group[i].written = is_written(c, b, group[i].index);
        written += group[i].written;
        if (group[i].written && is_model(b->list.entries[group[i].index].path)) {
            models++;
            model = i;
        }
    }
    int code = EXIT_FINE;
    for (size_t i = 0; i < count && written > 1 && code == EXIT_FINE; i++)
        if (group[i].written && (models != 1 || i != model))
            code = keep_ending(b, group[i].index, ending);
    return code;
}

/* Reports the first two of these that are written, if there are two. */
static int check_group(const cli *c, cli_batch *b, output *group, size_t count)
{
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *file = b->list.entries[group[i].index].path;
        if (!is_written(c, b, group[i].index))
            continue;
        if (first)
            return cli_fail(EXIT_USAGE,
                            "%s and %s would both become %s: write them to different folders",
                            first, file, group[i].path);
        first = file;
    }
    return EXIT_FINE;
}

/* Calls `work` for all inputs that have the same output. Only these are looked into. */
static int each_group(const cli *c, cli_batch *b,
                      int (*work)(const cli *c, cli_batch *b, output *group, size_t count))
{
    size_t count = b->list.count;
    output *sorted = calloc(count + 1, sizeof *sorted);
    if (!sorted)
        return cli_no_memory(CLI_READING);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (output){b->outputs[i], i, false};
    qsort(sorted, count, sizeof *sorted, by_path);
    int code = EXIT_FINE;
    for (size_t i = 0, next; i < count && code == EXIT_FINE; i = next) {
        for (next = i + 1; next < count && strcmp(sorted[i].path, sorted[next].path) == 0;)
            next++;
        if (next > i + 1)
            code = work(c, b, &sorted[i], next - i);
    }
    free(sorted);
    return code;
}

/* ---- the work ---- */

/* The object of an input that failed. If another file is at fault, such as a template, the message
 * names it. */
static void print_failure(const cli_out *out)
{
    wm_error error = *cli_first_error();
    const char *file = cli_first_error_file();
    if (*file && strcmp(file, out->file) != 0)
        snprintf(error.message, sizeof error.message, "%.100s: %.120s", file,
                 cli_first_error()->message);
    json_print_error(out->data, out->file, &error);
}

static int work_on(cli *c, cli_out *out)
{
    cli_batch *b = c->batch;
    const char *files[2] = {out->file, b->outputs[out->index]};
    cli one = b->command; /* with surfaces of its own: some verbs change them */
    one.files = files;
    one.file_count = 2;
    one.jobs = 1;
    if (is_skipped(c, b, out)) {
        b->codes[out->index] = out->companion ? COMPANION : SKIPPED;
        return EXIT_FINE;
    }
    int code = b->writer->run(&one);
    if (code != EXIT_FINE && c->json && !cli_object_printed())
        print_failure(out);
    b->codes[out->index] = code;
    return code;
}

/* "waymark: 38 converted, 2 failed: a.mdl, b.mdl; 3 skipped" */
static void summarise(const cli_batch *b)
{
    enum { NAMES = 10 };
    size_t done = 0, failed = 0, skipped = 0, named = 0;
    char text[CLI_COUNT_TEXT];
    for (size_t i = 0; i < b->list.count; i++) {
        done += b->codes[i] == EXIT_FINE;
        skipped += b->codes[i] == SKIPPED;
        failed += b->codes[i] > EXIT_FINE;
    }
    cli_print(stderr, "waymark: %s %s", cli_count_text(done, text), b->writer->done);
    if (failed)
        cli_print(stderr, ", %s failed: ", cli_count_text(failed, text));
    for (size_t i = 0; i < b->list.count && named < NAMES; i++)
        if (b->codes[i] > EXIT_FINE)
            cli_print(stderr, "%s%s", named++ ? ", " : "", b->list.entries[i].path);
    if (failed > NAMES)
        cli_print(stderr, " and %s more", cli_count_text(failed - NAMES, text));
    if (skipped)
        cli_print(stderr, "%s %s skipped", failed ? ";" : ",", cli_count_text(skipped, text));
    fputc('\n', stderr);
}

static void release(cli_batch *b)
{
    for (size_t i = 0; b->outputs && i < b->list.count; i++)
        free(b->outputs[i]);
    free(b->outputs);
    free(b->parted);
    free(b->codes);
    cli_list_free(&b->list);
}

static int run_batch(cli *c, cli_batch *b)
{
    if (!cli_list_files(c, &b->list))
        return cli_no_memory(CLI_READING);
    b->outputs = calloc(b->list.count + 1, sizeof *b->outputs);
    b->parted = calloc(b->list.count + 1, sizeof *b->parted);
    b->codes = calloc(b->list.count + 1, sizeof *b->codes);
    if (!b->outputs || !b->parted || !b->codes)
        return cli_no_memory(CLI_READING);
    int code = name_outputs(c, b);
    if (code == EXIT_FINE)
        code = each_group(c, b, part_group);
    if (code == EXIT_FINE)
        code = each_group(c, b, check_group);
    if (code != EXIT_FINE)
        return code;
    if (!c->quiet)
        say_parted(b);
    b->command = *c;
    code = cli_each_listed(c, &b->list, work_on);
    if (!c->quiet && b->list.count)
        summarise(b);
    return code;
}

int cli_write_each(cli *c, const cli_writer *writer)
{
    if (!is_batch(c))
        return writer->run(c);
    const char *to = c->files[--c->file_count];
    cli_batch b = {.writer = writer, .to = to};
    int code = check_directory(c, to);
    if (code == EXIT_FINE && writer->check)
        code = writer->check(c);
    c->batch = &b;
    if (code == EXIT_FINE)
        code = run_batch(c, &b);
    c->batch = NULL;
    release(&b);
    return code;
}
