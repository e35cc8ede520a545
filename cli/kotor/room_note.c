/* A room may be fine while the area is not: transitions and seams show only in the layout. */
#include <stdlib.h>
#include <string.h>

#include "open.h"
#include "report.h"

typedef struct note {
    const cli *c;
    cli_out *out;
} note;

/* Does the layout list the walkmesh as a room? */
static bool lists_room(const wm_buffer *layout, const char *file)
{
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    char *room = strndup(base, dot ? (size_t)(dot - base) : strlen(base));
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(layout->data, layout->size, NULL, NULL);
    bool listed = room && lyt && wm_kotor_lyt_find(lyt, room) != WM_NO_INDEX;
    wm_kotor_lyt_free(lyt);
    free(room);
    return listed;
}

static void note_errors(const note *n, const char *path, const wm_buffer *bytes)
{
    wm_report report;
    cli_place place;
    wm_report_init(&report, NULL);
    report.max_per_code = UINT32_MAX;
    if (cli_place_open(n->c, path, WM_FORMAT_KOTOR_LYT, NULL, &place, NULL))
        wm_check(bytes->data, bytes->size, &place.opts, &report, NULL);
    cli_place_close(&place);
    if (report.errors) {
        fprintf(n->out->data, "  note: %s lists this room and has ", cli_basename(path));
        cli_put_count(n->out->data, report.errors, "error", "errors");
        fprintf(n->out->data, ": waymark check %s\n", path);
    }
    wm_report_free(&report);
}

static bool visit_layout(void *user, const char *name, const char *type, const char *path)
{
    const note *n = user;
    wm_buffer bytes;
    (void)name;
    (void)type;
    if (cli_read_file(path, &bytes, NULL) != WM_OK)
        return true;
    if (wm_detect(bytes.data, bytes.size) == WM_FORMAT_KOTOR_LYT &&
        lists_room(&bytes, n->out->file))
        note_errors(n, path, &bytes);
    wm_buffer_free(&bytes);
    return true;
}

void cli_note_layouts(cli *c, cli_out *out)
{
    note n = {c, out};
    cli_place place;
    if (cli_place_open(c, out->file, WM_FORMAT_KOTOR_BWM, NULL, &place, NULL) && place.folder)
        place.opts.finder.list(place.folder, NULL, "lyt", visit_layout, &n, NULL);
    cli_place_close(&place);
}
