/* waymark fix: safe repairs of one walkmesh or model, or of the rooms of an area. */
#include <string.h>

#include "kotor/area.h"
#include "kotor/faults.h"
#include "kotor/model_compile.h"
#include "kotor/model_edit.h"
#include "kotor/model_text.h"
#include "platform.h"

typedef struct counts {
    uint32_t errors, warnings;
    uint32_t of[WM_ISSUE_CODE_COUNT];
} counts;

static void begin_count(wm_report *report, counts *n)
{
    *n = (counts){0};
    wm_report_init(report, cli_allocator());
    report->max_per_code = 100000; /* as for 'check' */
}

static void end_count(wm_report *report, counts *n)
{
    wm_report_finish(report);
    n->errors = report->errors;
    n->warnings = report->warnings;
    for (uint32_t i = 0; i < report->count; i++)
        n->of[report->issues[i].code]++;
    wm_report_free(report);
}

/* Counts what `check` reports about a walkmesh: of a damaged file only the damage. */
static bool count_file(const cli *c, const wm_buffer *bytes, counts *n, wm_error *error)
{
    wm_report report;
    cli_place place;
    begin_count(&report, n);
    bool good = cli_place_open(c, c->files[0], WM_FORMAT_KOTOR_BWM, NULL, &place, error) &&
                wm_check(bytes->data, bytes->size, &place.opts, &report, error) == WM_OK;
    cli_place_close(&place);
    end_count(&report, n);
    return good;
}

/* Counts all that is wrong with a walkmesh, also with the rest of a damaged one. */
static bool count_all(const cli *c, const wm_kotor_bwm *b, counts *n, wm_error *error)
{
    wm_report report;
    wm_kotor_bwm_check_opts opts = {.surfaces = cli_kotor_surfaces(c)};
    begin_count(&report, n);
    bool good = wm_kotor_bwm_check(b, &opts, &report, error) == WM_OK;
    end_count(&report, n);
    n->errors += b->fault_count;
    return good;
}

/* Counts what `check` reports about the files of a model: what reading them finds, and the rest. */
static bool count_model(const wm_kotor_mdl *mdl, counts *n, wm_error *error)
{
    wm_report report;
    wm_buffer files[2];
    const wm_write_opts write = {.allocator = cli_allocator()};
    if (wm_kotor_mdl_write(mdl, &write, &files[0], &files[1], error) != WM_OK)
        return false;
    begin_count(&report, n);
    const wm_read_opts opts = {.allocator = cli_allocator(), .report = &report};
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(files[0].data, files[0].size, files[1].data, files[1].size, &opts, error);
    bool good = m && wm_kotor_mdl_check(m, NULL, &report, error) == WM_OK;
    end_count(&report, n);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&files[0]);
    wm_buffer_free(&files[1]);
    return good;
}

static bool is_better(const counts *before, const counts *after)
{
    if (after->errors != before->errors)
        return after->errors < before->errors;
    return after->warnings < before->warnings;
}

/* What a file had before, what it has after a repair, whether that is better, and what it lost. */
typedef struct outcome {
    counts before, after;
    bool better, damaged; /* damaged: before, `check` did not go beyond the damage */
    wm_losses losses;
} outcome;

/* "1 error, 2 warnings" */
static void put_counts(FILE *to, const counts *n)
{
    cli_put_count(to, n->errors, "error", "errors");
    fputs(", ", to);
    cli_put_count(to, n->warnings, "warning", "warnings");
}

static void print_words(FILE *to, const char *file, const outcome *o, bool model)
{
    const counts *before = &o->before, *after = &o->after;
    if (!before->errors && !before->warnings) {
        cli_print(to, "%s: no errors and no warnings: nothing to repair\n", file);
        return;
    }
    if (!o->better) {
        cli_print(to, "%s: %s; ", file,
                  model ? "nothing can be repaired" : "a rebuild would not help");
        put_counts(to, before);
        fputs(" left\n", to);
        return;
    }
    cli_print(to, "%s: %s; now ", file, model ? "repaired" : "rebuilt");
    put_counts(to, after);
    fputs("; was ", to);
    put_counts(to, before);
    fputs(o->damaged ? " (damaged: the rest was not checked)\n" : "\n", to);
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++) {
        const wm_issue_info *info = wm_issue_describe((wm_issue_code)code);
        if (before->of[code] > after->of[code])
            cli_print(to, "  repaired: %s [%s]\n", info->title, info->name);
        else if (after->of[code] && info->severity != WM_SEVERITY_INFO)
            cli_print(to, "  not repaired: %s [%s]\n", info->title, info->name);
    }
}

static void counts_json(wm_json_writer *j, const char *name, const counts *n)
{
    wm_json_begin_object(j, name);
    wm_json_add_uint(j, "errors", n->errors);
    wm_json_add_uint(j, "warnings", n->warnings);
    wm_json_end(j);
}

/* The codes that have fewer findings now, or those that are left. */
static void codes_json(wm_json_writer *j, const char *name, const counts *before, const counts *now,
                       bool fewer)
{
    wm_json_begin_array(j, name);
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        if (before->of[code] > now->of[code] ? fewer : !fewer && now->of[code])
            wm_json_add_text(j, NULL, wm_issue_describe((wm_issue_code)code)->name);
    wm_json_end(j);
}

static void print_json(const char *file, const char *output, const outcome *o)
{
    const counts *before = &o->before, *now = o->better ? &o->after : before;
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", file);
    wm_json_add_text(&j, "output", output);
    wm_json_add_bool(&j, "changed", o->better);
    counts_json(&j, "before", before);
    counts_json(&j, "after", now);
    codes_json(&j, "mended", before, now, true);
    codes_json(&j, "left", before, now, false);
    json_losses(&j, &o->losses);
    json_finish(&j);
}

/* In words or JSON. Losses go where those of other verbs go. */
static void print_outcome(const cli *c, const outcome *o, bool model)
{
    const char *file = c->files[0], *output = cli_get(c, "output");
    bool to_stdout = output && strcmp(output, "-") == 0;
    if (c->json && !to_stdout) {
        print_json(file, output, o);
        return;
    }
    if (c->quiet)
        return;
    print_words(to_stdout ? stderr : stdout, file, o, model);
    for (uint32_t i = 0; i < o->losses.count; i++)
        cli_print(stderr, "waymark: loss: %s: %s: %s\n", output ? output : file,
                  o->losses.item[i].field, o->losses.item[i].message);
}

/* Rebuilds a walkmesh, judges the result, and writes it to `out`. */
static bool rebuild(const cli *c, const wm_buffer *bytes, wm_kotor_bwm *b, outcome *o,
                    wm_buffer *out, wm_error *error)
{
    wm_kotor_bwm_rebuild_opts opts = {.surfaces = cli_kotor_surfaces(c)};
    const cli_faults faults = cli_walkmesh_faults(bytes);
    counts before, after;
    if (!count_file(c, bytes, &o->before, error) || !count_all(c, b, &before, error) ||
        wm_kotor_bwm_rebuild(b, &opts, NULL, error) != WM_OK || !count_all(c, b, &after, error) ||
        wm_kotor_bwm_write(b, CLI_WRITE_OPTS, out, error) != WM_OK ||
        !count_file(c, out, &o->after, error))
        return false;
    o->better = is_better(&before, &after);
    o->damaged = faults.count > 0;
    if (o->better)
        cli_add_fault_losses(&faults, &o->losses);
    return true;
}

/* Writes the rebuilt file if that has fewer findings, otherwise `bytes`, the binary as it is. */
static int fix_walkmesh(cli *c, const wm_buffer *bytes, wm_kotor_bwm *b)
{
    wm_error error;
    wm_buffer out = {0};
    outcome o = {.better = false};
    int code = EXIT_FINE;
    if (!rebuild(c, bytes, b, &o, &out, &error))
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    const wm_buffer *result = o.better ? &out : bytes;
    if (code == EXIT_FINE && !cli_has(c, "dry-run"))
        code = cli_save(c, cli_get(c, "output"), result->data, result->size);
    if (code == EXIT_FINE)
        print_outcome(c, &o, false);
    wm_buffer_free(&out);
    return code;
}

/* Writes the repaired model if that has fewer findings, otherwise the model as it is. */
static int fix_model(cli *c, const wm_kotor_mdl *mdl, bool has_mdx)
{
    wm_error error;
    outcome o = {.better = false};
    wm_kotor_mdl *m = wm_kotor_mdl_copy(mdl, cli_allocator(), &error);
    if (!m || !count_model(m, &o.before, &error) || wm_kotor_mdl_fix(m, NULL, &error) != WM_OK ||
        !count_model(m, &o.after, &error)) {
        wm_kotor_mdl_free(m);
        return cli_fail_on(CLI_READING, c->files[0], &error);
    }
    /* There are no losses: faults without one right answer are written as they were. */
    o.better = is_better(&o.before, &o.after);
    int code = EXIT_FINE;
    if (!cli_has(c, "dry-run"))
        code = cli_model_write(c, cli_get(c, "output"), o.better ? m : mdl, has_mdx);
    if (code == EXIT_FINE)
        print_outcome(c, &o, true);
    wm_kotor_mdl_free(m);
    return code;
}

/* Compiles the text, as 'convert' does, and repairs the model. */
static int compile_and_fix(cli *c, const wm_buffer *bytes)
{
    const wm_kotor_mdl_text_read_opts opts = {.base = {.allocator = cli_allocator()}};
    cli_compiled compiled;
    cli_compile(c, bytes, &opts, cli_get(c, "output"), &compiled);
    int code = compiled.mdl ? fix_model(c, compiled.mdl, true) : EXIT_INPUT;
    cli_free_compiled(&compiled);
    return code;
}

static int open_and_fix_model(cli *c, const wm_buffer *bytes)
{
    const char *output = cli_get(c, "output");
    if (output && strcmp(output, "-") == 0)
        return cli_fail(EXIT_USAGE, "a binary model is two files, which cannot go to '-'");
    if (wm_detect(bytes->data, bytes->size) == WM_FORMAT_KOTOR_MDL_TEXT)
        return compile_and_fix(c, bytes);
    wm_document *d = cli_open_model(c, bytes, c->files[0], NULL, NULL);
    if (d)
        cli_warn_no_mdx(c, c->files[0], d->mdl);
    int code = d ? fix_model(c, d->mdl, d->mdx->found.where != NULL) : EXIT_INPUT;
    wm_document_free(d);
    return code;
}

/* Reads a walkmesh text as 'convert' does. NULL after a message. */
static wm_document *read_text(const cli *c, const wm_buffer *bytes)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, cli_allocator());
    const wm_open_opts opts = {.base = {.report = &report}};
    wm_document *d = cli_open_walkmesh(c, bytes, c->files[0], &opts, &error);
    bool usable = cli_say_findings(c, &report);
    if (d && usable && cli_is_one_walkmesh(d, &error)) {
        wm_report_free(&report);
        return d;
    }
    if (!d || usable)
        cli_fail_on(CLI_READING, c->files[0], &error);
    wm_report_free(&report);
    wm_document_free(d);
    return NULL;
}

/* The result is a binary, whether there is something to repair or not. */
static int read_and_fix_text(cli *c, const wm_buffer *bytes)
{
    wm_document *d = read_text(c, bytes);
    wm_buffer binary = {0};
    wm_error error;
    int code = EXIT_INPUT;
    if (d && wm_kotor_bwm_write(d->bwm, CLI_WRITE_OPTS, &binary, &error) != WM_OK)
        cli_fail_on(CLI_READING, c->files[0], &error);
    else if (d)
        code = fix_walkmesh(c, &binary, d->bwm);
    wm_buffer_free(&binary);
    wm_document_free(d);
    return code;
}

static int open_and_fix_walkmesh(cli *c, const wm_buffer *bytes)
{
    if (wm_detect(bytes->data, bytes->size) == WM_FORMAT_KOTOR_BWM_TEXT)
        return read_and_fix_text(c, bytes);
    wm_kotor_bwm *b = cli_read_walkmesh(c, bytes, c->files[0], NULL);
    int code = b ? fix_walkmesh(c, bytes, b) : EXIT_INPUT;
    wm_kotor_bwm_free(b);
    return code;
}

static int run(cli *c)
{
    wm_buffer bytes;
    int code = EXIT_INPUT;
    if (!cli_get(c, "output") && !cli_has(c, "dry-run"))
        return cli_fail(EXIT_USAGE, "no output given: use -o OUT, or --dry-run to write nothing");
    if (platform_find(c->files[0]) == PLATFORM_DIRECTORY)
        return cli_fail(EXIT_INPUT, "%s is a folder; to fix an area, name its layout (LYT)",
                        c->files[0]);
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool model = cli_is_model(&bytes);
    if (format == WM_FORMAT_KOTOR_LYT) {
        code = cli_area_fix(c, c->files[0], &bytes);
    } else if (model || format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT) {
        code = cli_allow_options(c, "dry-run", model ? "on a KotOR model" : "on a single walkmesh");
        if (code == EXIT_FINE)
            code = model ? open_and_fix_model(c, &bytes) : open_and_fix_walkmesh(c, &bytes);
    } else {
        cli_wrong_format(c, c->files[0], &bytes, "a layout, a KotOR walkmesh or a KotOR model");
    }
    wm_buffer_free(&bytes);
    return code;
}

static const cli_option options[] = {
    {"output", "OUT", "write to this folder (for a layout) or file"},
    {"tolerance", "M", "close gaps of up to M metres between rooms (default: 0.01, at most 1)"},
    {"remove-dangling", NULL,
     "remove transitions to rooms that do not exist, or to the edge's own room"},
    {"dry-run", NULL, "list the changes but write nothing"},
    {0},
};

const cli_verb cmd_fix = {
    .name = "fix",
    .synopsis = "[options] AREA.lyt -o DIR | ROOM.wok -o OUT | MODEL.mdl -o OUT",
    .summary = "repair an area, a walkmesh or a model where that is safe",
    .details =
        "For a layout: edges that meet get the transitions they need, and seams with a gap\n"
        "within the tolerance are closed exactly. The layout, its VIS and all rooms are written\n"
        "to DIR; rooms that need no change are copied byte for byte. Edges at which\n"
        "the right answer is in doubt (three rooms meet there, or the WOK of the other room is\n"
        "missing) stay as they are.\n\n"
        "For a single walkmesh: derived data is rebuilt if that leaves fewer findings.\n\n"
        "For a KotOR model: findings of 'check' that have one right answer are repaired: planes\n"
        "and neighbours of faces, AABB trees, lists of triangles to draw, lengths of\n"
        "orientations, keys out of order, bind poses and bone entries of skins, missing vertex\n"
        "tables, empty slots in lists of children, and counts, sizes and pointers of the file.\n"
        "Everything else stays the same, byte for byte.\n\n"
        "A text of a walkmesh or model is compiled as 'convert' does it: the result is a binary.\n"
        "In an area, rooms that are texts stay texts.\n\n"
        "The changes are listed on standard output, or with --json printed as one object.\n\n"
        "  waymark fix module/area.lyt -o fixed\n"
        "  waymark fix module/area.lyt --dry-run --tolerance 0.05\n"
        "  waymark fix room.wok -o room-fixed.wok\n"
        "  waymark fix room.mdl -o room-fixed.mdl\n"
        "  waymark fix room-ascii.mdl -o room-fixed.mdl",
    .options = options,
    .min_files = 1,
    .max_files = 1,
    .like_input = true,
    .run = run,
};
