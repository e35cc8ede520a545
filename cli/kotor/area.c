/* Layouts with the files beside them: opening, check. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "folder.h"
#include "kotor/area.h"

static void read_vis(cli_area *area, const cli_folder *f, const char *file, wm_report *report)
{
    const char *base = cli_basename(file), *dot = strrchr(base, '.');
    wm_error error;
    wm_read_opts opts = {.report = report};
    area->vis_path = cli_folder_find(f, base, dot ? (size_t)(dot - base) : strlen(base), ".vis");
    if (!area->vis_path)
        return;
    if (wm_file_read(area->vis_path, 0, NULL, &area->vis_bytes, &error) == WM_OK)
        area->vis = wm_kotor_vis_read(area->vis_bytes.data, area->vis_bytes.size, &opts, &error);
    if (!area->vis && report)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
}

/* A text beside a layout is an area, whatever kind of node it has. */
static wm_kotor_bwm *read_text(const cli *c, cli_room *room)
{
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &c->surfaces, .kind = WM_KOTOR_KIND_AREA};
    wm_kotor_bwm_text *text =
        wm_kotor_bwm_text_read(room->bytes.data, room->bytes.size, &opts, &room->error);
    if (!text)
        return NULL;
    wm_kotor_bwm *bwm = text->meshes[0].bwm;
    room->text = true;
    room->dialect = text->meshes[0].has_tree ? WM_KOTOR_DIALECT_ENGINE : WM_KOTOR_DIALECT_MDLOPS;
    text->meshes[0].bwm = NULL; /* ours now */
    wm_kotor_bwm_text_free(text);
    return bwm;
}

static wm_kotor_bwm *read_walkmesh(const cli *c, cli_room *room)
{
    if (wm_file_read(room->path, 0, NULL, &room->bytes, &room->error) != WM_OK)
        return NULL;
    if (wm_detect(room->bytes.data, room->bytes.size) == WM_FORMAT_KOTOR_BWM_TEXT)
        return read_text(c, room);
    return cli_read_walkmesh(c, &room->bytes, room->path, NULL, &room->error);
}

static void read_room(const cli *c, cli_area *area, const cli_folder *f, uint32_t at)
{
    cli_room *room = &area->rooms[at];
    const char *name = area->lyt->rooms[at].name;
    /* A room that is listed twice is read once. */
    if (wm_kotor_lyt_find(area->lyt, name) != at || wm_kotor_lyt_placeholder(name))
        return;
    room->path = cli_folder_find(f, name, strlen(name), ".wok");
    if (!room->path)
        return;
    room->walkmesh = read_walkmesh(c, room);
    if (!room->walkmesh)
        area->unreadable++;
    area->walkmeshes[at] = room->walkmesh;
}

static void report_unreadable(const cli_area *area, wm_report *report)
{
    for (uint32_t i = 0; i < area->lyt->room_count; i++) {
        const cli_room *room = &area->rooms[i];
        if (!room->path || room->walkmesh)
            continue;
        wm_error error = room->error;
        char path[sizeof error.path];
        snprintf(path, sizeof path, "%.60s%s%.30s", cli_basename(room->path),
                 error.path[0] ? ": " : "", error.path);
        memcpy(error.path, path, sizeof path);
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    }
}

bool cli_area_open(const cli *c, cli_area *area, const char *file, const wm_buffer *bytes,
                   wm_report *report, wm_error *error)
{
    cli_folder f;
    wm_read_opts opts = {.report = report};
    *area = (cli_area){.lyt = wm_kotor_lyt_read(bytes->data, bytes->size, &opts, error)};
    if (!area->lyt)
        return false;
    area->rooms = calloc((size_t)area->lyt->room_count + 1, sizeof *area->rooms);
    area->walkmeshes = calloc((size_t)area->lyt->room_count + 1, sizeof(wm_kotor_bwm *));
    if (!area->rooms || !area->walkmeshes || !cli_folder_open(&f, file)) {
        *error = (wm_error){.code = WM_NO_MEMORY, .offset = WM_NO_OFFSET};
        snprintf(error->message, sizeof error->message, "out of memory");
        return false;
    }
    read_vis(area, &f, file, report);
    for (uint32_t i = 0; i < area->lyt->room_count; i++)
        read_room(c, area, &f, i);
    cli_folder_close(&f);
    if (report)
        report_unreadable(area, report);
    return true;
}

void cli_area_close(cli_area *area)
{
    for (uint32_t i = 0; area->rooms && i < area->lyt->room_count; i++) {
        free(area->rooms[i].path);
        wm_kotor_bwm_free(area->rooms[i].walkmesh);
        wm_buffer_free(&area->rooms[i].bytes);
    }
    free(area->rooms);
    free(area->walkmeshes);
    free(area->vis_path);
    wm_buffer_free(&area->vis_bytes);
    wm_kotor_vis_free(area->vis);
    wm_kotor_lyt_free(area->lyt);
}

void cli_area_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    cli_area area;
    wm_error error;
    wm_kotor_area *joined = NULL;
    wm_kotor_area_opts opts = {.surfaces = &c->surfaces};
    if (!cli_area_open(c, &area, out->file, bytes, report, &error)) {
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
        cli_area_close(&area);
        return;
    }
    const wm_kotor_vis_check_opts vis = {.lyt = area.lyt};
    bool good = wm_kotor_lyt_check(area.lyt, NULL, report, &error) == WM_OK &&
                (!area.vis || wm_kotor_vis_check(area.vis, &vis, report, &error) == WM_OK);
    if (good)
        joined = wm_kotor_area_new(area.lyt, (const wm_kotor_bwm *const *)area.walkmeshes, &opts,
                                   &error);
    if (!joined || wm_kotor_area_check(joined, NULL, report, &error) != WM_OK)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_kotor_area_free(joined);
    cli_area_close(&area);
}
