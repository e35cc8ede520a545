/* waymark fix on a layout: the library changes the rooms, this writes them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kotor/area.h"
#include "kotor/faults.h"
#include "platform.h"

typedef struct fix_job {
    cli *c;
    const char *file;
    const char *output; /* NULL in a dry run without one */
    bool dry;
    wm_document *files;
    wm_kotor_room_fixes *fixes;
    wm_kotor_area_opts opts;
    uint32_t errors[2], warnings[2]; /* before and after */
    uint32_t dangling;               /* transitions to no room or to their own, after */
    cli_faults *faults;              /* of each room, before */
} fix_job;

static bool count_findings(fix_job *job, int when, wm_error *error)
{
    wm_report report;
    wm_kotor_area *area = wm_kotor_area_new(
        job->files->lyt, (const wm_kotor_bwm *const *)job->files->walkmeshes, &job->opts, error);
    wm_report_init(&report, cli_allocator());
    bool good = area && wm_kotor_area_check(area, NULL, &report, error) == WM_OK;
    job->errors[when] = report.errors;
    job->warnings[when] = report.warnings;
    job->dangling = 0;
    for (uint32_t i = 0; i < report.count; i++)
        job->dangling += report.issues[i].code == WM_AREA_TRANSITION_RANGE ||
                         report.issues[i].code == WM_AREA_TRANSITION_SELF;
    wm_report_free(&report);
    wm_kotor_area_free(area);
    return good;
}

static const char *room_name(const fix_job *job, uint32_t room)
{
    return room < job->files->lyt->room_count ? job->files->lyt->rooms[room].name : "no room";
}

/* "edge 19 (1, 2, 0) to (3, 2, 0) now leads to room 4 (m01_b); was 7" */
static void describe(const fix_job *job, const wm_kotor_room_change *ch, char *text, size_t size)
{
    char edge[200];
    snprintf(edge, sizeof edge, "%.40s edge %u (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f)",
             room_name(job, ch->room), ch->edge, (double)ch->a.x, (double)ch->a.y, (double)ch->a.z,
             (double)ch->b.x, (double)ch->b.y, (double)ch->b.z);
    const char *other = room_name(job, ch->other);
    switch (ch->kind) {
    case WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET:
        if (ch->from == WM_NO_INDEX)
            snprintf(text, size, "%s now leads to room %u (%.40s); had no transition", edge, ch->to,
                     other);
        else
            snprintf(text, size, "%s now leads to room %u (%.40s); was %u", edge, ch->to, other,
                     ch->from);
        break;
    case WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_REMOVED:
        snprintf(text, size, "%s no longer has a transition; was %u, but no room touches it", edge,
                 ch->from);
        break;
    case WM_KOTOR_ROOM_CHANGE_KIND_SEAM_WELDED:
        snprintf(text, size, "%s was moved by %.6f m onto edge %u of %.40s", edge, ch->distance,
                 ch->other_edge, other);
        break;
    case WM_KOTOR_ROOM_CHANGE_KIND_SEAM_KEPT:
        snprintf(text, size,
                 "%s misses edge %u of %.40s by %.6f m but was not moved: its corners would merge",
                 edge, ch->other_edge, other, ch->distance);
        break;
    }
}

static uint32_t rooms_changed(const fix_job *job)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < job->files->lyt->room_count; i++)
        n += job->fixes->room_changed[i];
    return n;
}

/* What a changed room lost, because reading passed over its faults. */
static wm_losses losses_of(const fix_job *job, uint32_t room)
{
    wm_losses losses = {0};
    const wm_kotor_bwm *bwm = job->files->rooms[room].bwm;
    if (bwm && job->fixes->room_changed[room] && bwm->fault_count < job->faults[room].count)
        cli_add_fault_losses(&job->faults[room], &losses);
    return losses;
}

static void print_losses(const fix_job *job)
{
    for (uint32_t i = 0; i < job->files->lyt->room_count; i++) {
        wm_losses losses = losses_of(job, i);
        for (uint32_t k = 0; k < losses.count; k++)
            cli_print(stderr, "waymark: loss: %s: %s: %s\n", room_name(job, i),
                      losses.item[k].field, losses.item[k].message);
    }
}

static void losses_json(wm_json_writer *j, const fix_job *job)
{
    bool begun = false;
    for (uint32_t i = 0; i < job->files->lyt->room_count; i++) {
        wm_losses losses = losses_of(job, i);
        for (uint32_t k = 0; k < losses.count; k++) {
            if (!begun)
                wm_json_begin_array(j, "losses");
            begun = true;
            wm_json_begin_object(j, NULL);
            wm_json_add_text(j, "room", room_name(job, i));
            wm_json_add_text(j, "field", losses.item[k].field);
            wm_json_add_uint(j, "count", losses.item[k].count);
            wm_json_add_text(j, "message", losses.item[k].message);
            wm_json_end(j);
        }
    }
    if (begun)
        wm_json_end(j);
}

static void print_words(const fix_job *job)
{
    const wm_kotor_room_fixes *fixes = job->fixes;
    uint32_t rooms = rooms_changed(job);
    cli_print(stdout, "%s: %u change%s in %u room%s%s\n", job->file, fixes->count,
              fixes->count == 1 ? "" : "s", rooms, rooms == 1 ? "" : "s",
              job->dry ? ", nothing written (dry run)" : "");
    for (uint32_t i = 0; i < fixes->count; i++) {
        char text[480];
        describe(job, &fixes->changes[i], text, sizeof text);
        cli_print(stdout, "  %s\n", text);
    }
    cli_print(stdout, "  the area %s %u error%s and %u warning%s; %s %u and %u\n",
              job->dry ? "would have" : "now has", job->errors[1], job->errors[1] == 1 ? "" : "s",
              job->warnings[1], job->warnings[1] == 1 ? "" : "s", job->dry ? "now has" : "was",
              job->errors[0], job->warnings[0]);
    if (job->dangling && !cli_has(job->c, "remove-dangling"))
        cli_print(stdout, "  %u transition%s to no other room; --remove-dangling removes %s\n",
                  job->dangling, job->dangling == 1 ? " still leads" : "s still lead",
                  job->dangling == 1 ? "it" : "them");
    print_losses(job);
}

static void change_json(wm_json_writer *j, const fix_job *job, const wm_kotor_room_change *ch)
{
    static const char *const kinds[] = {"transition-set", "transition-removed", "seam-welded",
                                        "seam-kept"};
    char text[480];
    describe(job, ch, text, sizeof text);
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "kind", kinds[ch->kind]);
    wm_json_add_uint(j, "room", ch->room);
    wm_json_add_text(j, "name", room_name(job, ch->room));
    wm_json_add_uint(j, "edge", ch->edge);
    if (ch->other != WM_NO_INDEX) {
        wm_json_add_uint(j, "other", ch->other);
        wm_json_add_uint(j, "other_edge", ch->other_edge);
    }
    if (ch->kind == WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET ||
        ch->kind == WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_REMOVED) {
        wm_json_add_index(j, "from", ch->from);
        wm_json_add_index(j, "to", ch->to);
    } else {
        wm_json_add_double(j, "distance", ch->distance);
    }
    wm_json_add_vec3(j, "a", ch->a);
    wm_json_add_vec3(j, "b", ch->b);
    wm_json_add_text(j, "message", text);
    wm_json_end(j);
}

static void print_json(const fix_job *job)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", job->file);
    wm_json_add_text(&j, "output", job->output);
    wm_json_add_bool(&j, "dry_run", job->dry);
    wm_json_begin_array(&j, "changes");
    for (uint32_t i = 0; i < job->fixes->count; i++)
        change_json(&j, job, &job->fixes->changes[i]);
    wm_json_end(&j);
    wm_json_begin_array(&j, "rooms_changed");
    for (uint32_t i = 0; i < job->files->lyt->room_count; i++)
        if (job->fixes->room_changed[i])
            wm_json_add_text(&j, NULL, job->files->lyt->rooms[i].name);
    wm_json_end(&j);
    for (int when = 0; when < 2; when++) {
        wm_json_begin_object(&j, when ? "after" : "before");
        wm_json_add_uint(&j, "errors", job->errors[when]);
        wm_json_add_uint(&j, "warnings", job->warnings[when]);
        wm_json_end(&j);
    }
    losses_json(&j, job);
    json_finish(&j);
}

/* Writes the bytes of `from` to the file of the same name in the output folder. With `probe` it
 * only tests whether that would be refused. */
static int put(const fix_job *job, const char *from, const void *data, size_t size, bool changed,
               bool probe)
{
    char to[4096];
    const char *base = cli_basename(from);
    int n = snprintf(to, sizeof to, "%s/%s", job->output, base);
    if (n < 0 || (size_t)n >= sizeof to)
        return cli_fail(EXIT_OUTPUT, "%s: the path is too long", job->output);
    bool exists = platform_exists(to);
    if (exists && !changed && platform_same_file(from, to))
        return EXIT_FINE; /* fixing in place: this one stays */
    if (probe)
        return exists && !job->c->force ? cli_exists(to) : EXIT_FINE;
    return cli_save(job->c, to, data, size);
}

/* A room that was a text stays one. */
static wm_status write_room(const fix_job *job, uint32_t at, wm_buffer *out, wm_error *error)
{
    const wm_document_room *room = &job->files->rooms[at];
    if (!room->text)
        return wm_kotor_bwm_write(room->bwm, CLI_WRITE_OPTS, out, error);
    wm_kotor_bwm_text_mesh part = {.bwm = room->bwm, .state = WM_NO_INDEX};
    wm_kotor_bwm_text_write_opts opts = {.base = {.allocator = cli_allocator()},
                                         .dialect = room->dialect,
                                         .model = job->files->lyt->rooms[at].name,
                                         .surfaces = cli_kotor_surfaces(job->c)};
    return wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part}, &opts,
                                   out, NULL, error);
}

static int put_room(const fix_job *job, uint32_t at, bool probe)
{
    const wm_companion *room = job->files->rooms[at].walkmesh;
    wm_buffer out = {0};
    wm_error error;
    if (!room || !room->found.where)
        return EXIT_FINE;
    const wm_found *f = &room->found;
    if (!job->fixes->room_changed[at] || probe)
        return put(job, f->where, f->data, f->size, job->fixes->room_changed[at], probe);
    if (write_room(job, at, &out, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, f->where, &error);
    int code = put(job, f->where, out.data, out.size, true, false);
    wm_buffer_free(&out);
    return code;
}

/* Writes all files. With `probe` it only tests whether one would be refused. */
static int write_all(const fix_job *job, const wm_buffer *bytes, bool probe)
{
    const wm_document *f = job->files;
    const char *lyt = strcmp(job->file, "-") == 0 ? "area.lyt" : job->file;
    int code = put(job, lyt, bytes->data, bytes->size, false, probe);
    if (code == EXIT_FINE && f->vis) {
        const wm_found *vis = &f->vis_file->found;
        code = put(job, vis->where, vis->data, vis->size, false, probe);
    }
    for (uint32_t i = 0; i < f->lyt->room_count && code == EXIT_FINE; i++)
        code = put_room(job, i, probe);
    return code;
}

static int write_area(const fix_job *job, const wm_buffer *bytes)
{
    if (!platform_make_directory(job->output) && errno != EEXIST)
        return cli_fail(EXIT_OUTPUT, "cannot create the folder %s: %s", job->output,
                        strerror(errno));
    int code = write_all(job, bytes, true);
    return code == EXIT_FINE ? write_all(job, bytes, false) : code;
}

static bool note_faults(fix_job *job, wm_error *error)
{
    uint32_t count = job->files->lyt->room_count;
    job->faults = calloc((size_t)count + 1, sizeof *job->faults);
    if (!job->faults)
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory") == WM_OK;
    for (uint32_t i = 0; i < count; i++) {
        const wm_document_room *room = &job->files->rooms[i];
        if (!room->bwm || !room->walkmesh || !room->bwm->fault_count)
            continue;
        const wm_found *f = &room->walkmesh->found;
        const wm_buffer bytes = {.data = (uint8_t *)(uintptr_t)f->data, .size = f->size};
        job->faults[i] = cli_walkmesh_faults(&bytes);
    }
    return true;
}

static int fix(fix_job *job, const wm_buffer *bytes)
{
    wm_error error;
    wm_kotor_lyt_fix_rooms_opts opts = {.base = job->opts,
                                        .remove_dangling = cli_has(job->c, "remove-dangling")};
    job->files = cli_open(job->c, bytes, job->file, NULL, &error);
    if (!job->files || !note_faults(job, &error) || !count_findings(job, 0, &error) ||
        !(job->fixes =
              wm_kotor_lyt_fix_rooms(job->files->lyt, job->files->walkmeshes, &opts, &error)) ||
        !count_findings(job, 1, &error))
        return cli_fail_on(CLI_READING, job->file, &error);
    uint32_t unreadable = cli_say_unreadable(job->files, "wok"); /* copied as they are */
    int code = job->dry ? EXIT_FINE : write_area(job, bytes);
    if (code != EXIT_FINE)
        return code;
    if (job->c->json)
        print_json(job);
    else if (!job->c->quiet)
        print_words(job);
    return unreadable ? EXIT_INPUT : EXIT_FINE;
}

int cli_area_fix(cli *c, const char *file, const wm_buffer *bytes)
{
    fix_job job = {.c = c,
                   .file = file,
                   .output = cli_get(c, "output"),
                   .dry = cli_has(c, "dry-run"),
                   .opts = {.allocator = cli_allocator(), .surfaces = cli_kotor_surfaces(c)}};
    const char *tolerance = cli_get(c, "tolerance");
    if (tolerance && !cli_number("tolerance", tolerance, &job.opts.tolerance))
        return EXIT_USAGE;
    if (tolerance && !(job.opts.tolerance > 0 && job.opts.tolerance <= 1))
        return cli_fail(EXIT_USAGE, "--tolerance takes metres above 0 and at most 1, not '%s'",
                        tolerance);
    int code = fix(&job, bytes);
    wm_kotor_room_fixes_free(job.fixes);
    free(job.faults);
    wm_document_free(job.files);
    return code;
}
