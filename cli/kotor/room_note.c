/* A room may be fine while the area is not: transitions and seams show only in the layout. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "kotor/area.h"
#include "report.h"

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

static void note_layout(cli *c, cli_out *out, const char *path)
{
    wm_buffer bytes;
    if (!cli_load(path, NULL, &bytes))
        return;
    if (wm_detect(bytes.data, bytes.size) == WM_FORMAT_KOTOR_LYT && lists_room(&bytes, out->file)) {
        wm_report report;
        cli_out layout = {.file = path};
        wm_report_init(&report, NULL);
        report.max_per_code = UINT32_MAX;
        cli_area_check(c, &layout, &bytes, &report);
        if (report.errors) {
            fprintf(out->data, "  note: %s lists this room and has ", cli_basename(path));
            cli_put_count(out->data, report.errors, "error", "errors");
            fprintf(out->data, ": waymark check %s\n", path);
        }
        wm_report_free(&report);
    }
    wm_buffer_free(&bytes);
}

void cli_note_layouts(cli *c, cli_out *out)
{
    cli_folder f;
    if (strcmp(out->file, "-") == 0 || !cli_folder_open(&f, out->file))
        return;
    for (int i = 0; i < f.count; i++) {
        const char *name = f.names[i]->d_name;
        size_t size = strlen(f.path) + strlen(name) + 1;
        char *path = cli_ends(name, ".lyt") ? malloc(size) : NULL;
        if (!path)
            continue;
        snprintf(path, size, "%s%s", f.path, name);
        note_layout(c, out, path);
        free(path);
    }
    cli_folder_close(&f);
}
