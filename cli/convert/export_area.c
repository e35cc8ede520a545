/* waymark convert of a layout to glTF and OBJ: the walkmeshes of its rooms, which are in world
 * space already, with --models the models that belong to them, and its door hooks. */
#include "convert/import.h"
#include "open.h"

static uint32_t rooms_without(const wm_document *d)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        n += !d->rooms[i].bwm && !wm_kotor_lyt_placeholder(d->lyt->rooms[i].name);
    return n;
}

static bool has_rooms(const wm_document *d)
{
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        if (d->rooms[i].bwm || d->rooms[i].mdl)
            return true;
    return false;
}

int cli_export_area(cli *c, const wm_buffer *bytes)
{
    const char *file = c->files[0];
    const wm_open_opts opts = {.room_models = cli_has(c, "models") ? WM_LOAD_READ : WM_LOAD_SKIP};
    const wm_scene_opts scene_opts = {.details = !cli_ends(c->files[c->file_count - 1], ".obj") &&
                                                 !cli_has(c, "plain")};
    wm_error error;
    int code;
    wm_document *d = cli_open(c, bytes, file, &opts, &error);
    if (!d) {
        cli_say_error(cli_messages(), file, &error);
        return EXIT_INPUT;
    }
    /* A model that cannot be read is left out. */
    cli_say_unreadable(cli_messages(), d, "mdl");
    cli_say_unreadable(cli_messages(), d, "mdx");
    if (!has_rooms(d)) {
        code = cli_fail(EXIT_INPUT, "%s: no room of the layout has a file next to it", file);
    } else {
        uint32_t missing = rooms_without(d);
        if (missing && !c->quiet)
            fprintf(cli_messages(), "waymark: %s: %u %s no walkmesh next to the layout\n", file,
                    (unsigned)missing, cli_word(missing, "room has", "rooms have"));
        wm_scene *scene = wm_document_scene(d, &scene_opts, &error);
        code = cli_export_scene(c, scene, &error);
    }
    wm_document_free(d);
    return code;
}
