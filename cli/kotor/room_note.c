/* A room may be fine while the area is not: transitions and seams show only in the layout. */
#include <stdlib.h>
#include <string.h>

#include "open.h"
#include "report.h"

typedef struct note {
    const cli *c;
    cli_out *out;
    const cli_place *place; /* where the layouts are */
} note;

/* Does the layout list the walkmesh as a room? */
static bool lists_room(const wm_found *layout, const char *file)
{
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    char *room = cli_copy_text(base, dot ? (size_t)(dot - base) : strlen(base));
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(layout->data, layout->size, CLI_READ_OPTS, NULL);
    bool listed = room && lyt && wm_kotor_lyt_find(lyt, room) != WM_NO_INDEX;
    wm_kotor_lyt_free(lyt);
    free(room);
    return listed;
}

static void note_errors(const note *n, const char *path, const wm_found *layout)
{
    wm_report report;
    cli_place place;
    wm_report_init(&report, cli_allocator());
    report.max_per_code = UINT32_MAX;
    if (cli_place_open(n->c, path, WM_FORMAT_KOTOR_LYT, NULL, &place, NULL))
        wm_check(layout->data, layout->size, &place.opts, &report, NULL);
    cli_place_close(&place);
    if (report.errors) {
        cli_print(n->out->data, "  note: %s lists this room and has ", cli_basename(path));
        cli_put_count(n->out->data, report.errors, "error", "errors");
        cli_print(n->out->data, ": waymark check %s\n", path);
    }
    wm_report_free(&report);
}

static bool visit_layout(void *user, const char *name, const char *type, const char *path)
{
    const note *n = user;
    wm_found found;
    if (cli_find(n->place, name, type, &found, NULL) == WM_OK &&
        wm_detect(found.data, found.size) == WM_FORMAT_KOTOR_LYT &&
        lists_room(&found, n->out->file))
        note_errors(n, path, &found);
    cli_found_free(&found);
    return true;
}

void cli_note_layouts(cli *c, cli_out *out)
{
    cli_place place;
    note n = {c, out, &place};
    if (cli_place_open(c, out->file, WM_FORMAT_KOTOR_BWM, NULL, &place, NULL) &&
        place.beside.folder)
        place.opts.finder.list(place.opts.finder.user, NULL, "lyt", visit_layout, &n, NULL);
    cli_place_close(&place);
}
