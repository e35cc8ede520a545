/* waymark diff: how two files differ in meaning. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "batch.h"
#include "files.h"
#include "kotor/model.h"

/* Of --tolerance; 0 without it. False if it is no number above 0, which is reported. */
static bool read_tolerance(const cli *c, double *tolerance)
{
    const char *text = cli_get(c, "tolerance");
    float value = 0;
    if (text && !cli_number("tolerance", text, &value))
        return false;
    if (text && !(value > 0)) {
        cli_fail(EXIT_USAGE, "--tolerance takes a number above 0, not '%s'", text);
        return false;
    }
    *tolerance = (double)value;
    return true;
}

static void print_json(const cli *c, const wm_diff *diff, bool identical)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "other", c->files[1]);
    wm_json_add_bool(&j, "identical", identical);
    wm_json_add_bool(&j, "equal", diff->count == 0);
    if (diff->tolerance > 0)
        wm_json_add_float(&j, "tolerance", (float)diff->tolerance);
    json_diff(&j, "differences", diff);
    json_finish(&j);
}

static void print_words(const cli *c, const wm_diff *diff, bool identical)
{
    if (diff->count == 0)
        cli_print(stdout, "%s and %s: %s\n", c->files[0], c->files[1],
                  identical             ? "identical"
                  : diff->tolerance > 0 ? "the same within the tolerance"
                                        : "the same meaning, different bytes");
    else
        cli_print(stdout, "%s and %s differ:\n", c->files[0], c->files[1]);
    for (uint32_t i = 0; i < diff->count; i++)
        cli_print(stdout, "  %s: %s\n", diff->items[i].field, diff->items[i].message);
}

/* Is it a format whose files are compared only with files of that format? */
static bool has_own_reader(wm_format format)
{
    return format == WM_FORMAT_NWN2_TRN || format == WM_FORMAT_NWN2_MDB ||
           format == WM_FORMAT_BW2_MODEL || format == WM_FORMAT_KOTOR_LYT;
}

static bool can_compare(wm_format format)
{
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT ||
           format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT ||
           has_own_reader(format);
}

/* Opens a file that is compared with one of the format `like`. */
static wm_document *open_like(const cli *c, const wm_buffer *bytes, const char *file,
                              wm_format like, wm_error *error)
{
    const wm_open_opts alone = {.vis = WM_LOAD_SKIP, /* what belongs to a layout is not compared */
                                .paths = WM_LOAD_SKIP,
                                .objects = WM_LOAD_SKIP,
                                .room_walkmeshes = WM_LOAD_SKIP};
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (like == WM_FORMAT_KOTOR_MDL || like == WM_FORMAT_KOTOR_MDL_TEXT)
        return cli_open_model(c, bytes, file, NULL, error);
    if (has_own_reader(like)) {
        if (format == like)
            return cli_open(c, bytes, file, &alone, error);
        wm_format_error(format, bytes->size,
                        like == WM_FORMAT_NWN2_TRN    ? "a TRN or TRX"
                        : like == WM_FORMAT_NWN2_MDB  ? "an NWN2 model"
                        : like == WM_FORMAT_KOTOR_LYT ? "a layout"
                                                      : "a Black & White 2 model",
                        error);
        return NULL;
    }
    if (has_own_reader(format)) {
        wm_format_error(format, bytes->size, "a KotOR walkmesh", error);
        return NULL;
    }
    wm_document *d = cli_open_walkmesh(c, bytes, file, NULL, error);
    if (!d || cli_is_one_walkmesh(d, error))
        return d;
    wm_document_free(d);
    return NULL;
}

static bool same_bytes(const void *a, size_t size, const void *b, size_t other)
{
    return size == other && (size == 0 || memcmp(a, b, size) == 0);
}

/* Only a model has an MDX, and not as text. */
static bool same_mdx(const wm_companion *a, const wm_companion *b)
{
    return same_bytes(a ? a->found.data : NULL, a ? a->found.size : 0, b ? b->found.data : NULL,
                      b ? b->found.size : 0);
}

/* `brief`: of files with the same bytes, only JSON is printed. */
static int compare_files(const cli *c, const wm_buffer bytes[2], double tolerance, bool brief)
{
    wm_error error;
    wm_diff diff;
    wm_format like = wm_detect(bytes[0].data, bytes[0].size);
    if (!can_compare(like))
        return cli_wrong_format(c, c->files[0], &bytes[0], "a walkmesh, a model or a layout");
    wm_document *d[2] = {open_like(c, &bytes[0], c->files[0], like, &error), NULL};
    if (d[0])
        d[1] = open_like(c, &bytes[1], c->files[1], like, &error);
    int code = EXIT_FINE;
    wm_diff_init(&diff, cli_allocator());
    diff.tolerance = tolerance;
    if (!d[1]) {
        code = cli_unreadable(c, c->files[d[0] ? 1 : 0], &error);
    } else if (wm_document_diff(d[0], d[1], &diff, &error) != WM_OK) {
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    } else {
        bool identical = same_bytes(bytes[0].data, bytes[0].size, bytes[1].data, bytes[1].size) &&
                         same_mdx(d[0]->mdx, d[1]->mdx);
        if (c->json)
            print_json(c, &diff, identical);
        else if (!brief || !identical)
            print_words(c, &diff, identical);
        code = diff.count ? EXIT_FINDINGS : EXIT_FINE;
    }
    wm_diff_free(&diff);
    wm_document_free(d[0]);
    wm_document_free(d[1]);
    return code;
}

/* ---- two folders or archives ---- */

typedef struct trees {
    cli_list list[2];
    const char *model; /* the last MDL that was compared, with its MDX */
    uint32_t identical, same, different, failed, only[2];
    int code;
} trees;

static bool is_tree(const char *file)
{
    return cli_is_directory(file) || cli_is_walked_archive(file);
}

static const char *name_of(const cli_entry *e)
{
    return e->path + e->relative;
}

static int by_name(const void *a, const void *b)
{
    const cli_entry *x = a, *y = b;
    int order = strcasecmp(name_of(x), name_of(y));
    return order ? order : strcmp(x->path, y->path);
}

/* Reports a pair that is not compared by its meaning. NULL: there is no such file. */
static void report_pair(const cli *c, const char *const files[2], bool identical, const char *why)
{
    if (!c->json) {
        if (files[0] && files[1] && !identical)
            cli_print(stdout, "%s and %s: %s\n", files[0], files[1], why);
        else if (!identical)
            cli_print(stdout, "%s: %s\n", files[0] ? files[0] : files[1], why);
        return;
    }
    wm_json_writer j;
    json_begin(&j, stdout);
    for (int i = 0; i < 2; i++)
        if (files[i])
            wm_json_add_text(&j, i ? "other" : "file", files[i]);
        else
            wm_json_add_null(&j, i ? "other" : "file");
    wm_json_add_bool(&j, "identical", identical);
    wm_json_add_bool(&j, "equal", identical);
    wm_json_begin_array(&j, "differences");
    if (!identical) {
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "field", "file");
        wm_json_add_uint(&j, "count", 1);
        wm_json_add_text(&j, "message", why);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static int compare_bytes(const cli *c, trees *t, const wm_buffer bytes[2], double tolerance)
{
    bool same = same_bytes(bytes[0].data, bytes[0].size, bytes[1].data, bytes[1].size);
    wm_format format[2];
    for (int i = 0; i < 2; i++)
        format[i] = wm_detect(bytes[i].data, bytes[i].size);
    bool model = format[0] == WM_FORMAT_KOTOR_MDL; /* its MDX may differ */
    if (can_compare(format[0]) && can_compare(format[1]) && !(same && !model)) {
        int code = compare_files(c, bytes, tolerance, same && model);
        t->model = model ? c->files[0] : t->model;
        t->same += code == EXIT_FINE && !same;
        t->identical += code == EXIT_FINE && same;
        t->different += code == EXIT_FINDINGS;
        return code;
    }
    report_pair(c, c->files, same, "different bytes");
    t->identical += same;
    t->different += !same;
    return same ? EXIT_FINE : EXIT_FINDINGS;
}

/* The MDX of the model that was just compared? */
static bool is_compared(const trees *t, const char *file)
{
    size_t n = strlen(file);
    return t->model && cli_ends(file, ".mdx") && n == strlen(t->model) &&
           strncasecmp(file, t->model, n - 4) == 0;
}

static int compare_pair(const cli *c, trees *t, const char *const files[2], double tolerance)
{
    wm_buffer bytes[2] = {{0}};
    wm_error error;
    cli one = *c;
    const char *pair[2] = {files[0], files[1]};
    one.files = pair;
    int code = EXIT_FINE;
    if (is_compared(t, files[0]))
        return EXIT_FINE;
    for (int i = 0; i < 2 && code == EXIT_FINE; i++)
        if (cli_read_file(files[i], &bytes[i], &error) != WM_OK)
            code = cli_unreadable(c, files[i], &error);
    if (code == EXIT_FINE)
        code = compare_bytes(&one, t, bytes, tolerance);
    wm_buffer_free(&bytes[0]);
    wm_buffer_free(&bytes[1]);
    return code;
}

/* Both lists are sorted by name. */
static void merge(const cli *c, trees *t, double tolerance)
{
    size_t at[2] = {0, 0};
    while (at[0] < t->list[0].count || at[1] < t->list[1].count) {
        const cli_entry *e[2];
        for (int i = 0; i < 2; i++)
            e[i] = at[i] < t->list[i].count ? &t->list[i].entries[at[i]] : NULL;
        int order = !e[0] ? 1 : !e[1] ? -1 : strcasecmp(name_of(e[0]), name_of(e[1]));
        const char *files[2] = {order <= 0 ? e[0]->path : NULL, order >= 0 ? e[1]->path : NULL};
        int code = EXIT_FINDINGS;
        if (order == 0)
            code = compare_pair(c, t, files, tolerance);
        else
            report_pair(c, files, false, order < 0 ? "only in the first" : "only in the second");
        t->only[0] += order < 0;
        t->only[1] += order > 0;
        at[0] += order <= 0;
        at[1] += order >= 0;
        t->failed += code > EXIT_FINDINGS;
        t->code = code > t->code ? code : t->code;
    }
}

static void summarise(const cli *c, const trees *t)
{
    const struct {
        uint32_t count;
        const char *what, *where;
    } parts[] = {
        {t->identical, "identical", ""},       {t->same, "with the same meaning", ""},
        {t->different, "different", ""},       {t->only[0], "only in ", c->files[0]},
        {t->only[1], "only in ", c->files[1]}, {t->failed, "failed", ""},
    };
    const char *before = "waymark: ";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].count) {
            cli_print(cli_messages(), "%s%u %s%s", before, (unsigned)parts[i].count, parts[i].what,
                      parts[i].where);
            before = ", ";
        }
    cli_print(cli_messages(), "%s\n", *before == ',' ? "" : "waymark: no files found");
}

static int compare_trees(const cli *c, double tolerance)
{
    trees t = {.code = EXIT_FINE};
    bool good = true;
    for (size_t i = 0; i < 2 && good; i++) {
        good = cli_list_tree(c, c->files[i], &t.list[i]);
        if (t.list[i].unreadable)
            t.code = EXIT_INPUT;
        if (t.list[i].count)
            qsort(t.list[i].entries, t.list[i].count, sizeof *t.list[i].entries, by_name);
    }
    if (good)
        merge(c, &t, tolerance);
    if (good && !c->quiet)
        summarise(c, &t);
    cli_list_free(&t.list[0]);
    cli_list_free(&t.list[1]);
    return good ? t.code : cli_no_memory(CLI_READING);
}

static int run(cli *c)
{
    wm_buffer bytes[2] = {{0}};
    int code = EXIT_INPUT;
    double tolerance;
    if (!read_tolerance(c, &tolerance))
        return EXIT_USAGE;
    if (is_tree(c->files[0]) && is_tree(c->files[1]))
        return compare_trees(c, tolerance);
    if (cli_load(c->files[0], &bytes[0]) && cli_load(c->files[1], &bytes[1]))
        code = compare_files(c, bytes, tolerance, false);
    wm_buffer_free(&bytes[0]);
    wm_buffer_free(&bytes[1]);
    return code;
}

static const cli_option options[] = {
    {"tolerance", "NUMBER",
     "numbers that differ by at most this are equal: metres, seconds, uvs, parts of directions; "
     "triangles of walkmeshes are matched by position, in any order"},
    {0},
};

const cli_verb cmd_diff = {
    .name = "diff",
    .synopsis = "[options] FILE OTHER",
    .summary = "show how two files differ in meaning",
    .details =
        "Compares what the files mean, not their bytes. Faces are matched by position, so a\n"
        "different order of vertices or faces is reported as one difference. Text and binary can "
        "be\n"
        "compared. TRN, TRX, MDB and Black & White 2 models are compared table by table; what the\n"
        "games' tools leave to chance is ignored. Nodes, animations and entities are matched by\n"
        "name. So are the rooms, tracks, obstacles and door hooks of two layouts (LYT); the\n"
        "walkmeshes and models of their rooms are not compared.\n\n"
        "Of two folders or archives, files of the same name are compared, and files that only\n"
        "one of them has are listed. Files of other formats differ if their bytes do.\n\n"
        "Exits with 0 if the files mean the same and with 1 if they differ.\n\n"
        "  waymark diff before.wok after.wok\n"
        "  waymark diff before.lyt after.lyt\n"
        "  waymark diff old.mod new.mod\n"
        "  waymark diff --tolerance 0.001 before.trx after.trx",
    .options = options,
    .min_files = 2,
    .max_files = 2,
    .run = run,
};
