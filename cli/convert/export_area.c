/* waymark convert of a layout to glTF and OBJ: the walkmeshes of its rooms, which are in world
 * space already, with --models the models that belong to them, and its door hooks. */
#include "convert/export.h"
#include "kotor/model_text.h"
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

/* The models of rooms need their MDX as any model does. */
static bool need_all_mdx(const cli *c, cli_conversion *v, const wm_document *d)
{
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        if (d->rooms[i].mdl &&
            cli_need_mdx(c, d->lyt->rooms[i].name, d->rooms[i].mdl, &v->loss) != EXIT_FINE)
            return false;
    return true;
}

int cli_export_area(cli *c, cli_conversion *v)
{
    const wm_open_opts opts = {.room_models = cli_has(c, "models") ? WM_LOAD_READ : WM_LOAD_SKIP};
    const wm_scene_opts scene_opts = {.allocator = cli_allocator(),
                                      .details = v->target != TO_OBJ && !cli_has(c, "plain")};
    wm_error error;
    int code;
    wm_document *d = cli_open(c, &v->bytes, v->file, &opts, &error);
    if (!d)
        return cli_fail_on(CLI_READING, v->file, &error);
    /* A model that cannot be read is left out. */
    cli_say_unreadable(d, "mdl");
    cli_say_unreadable(d, "mdx");
    if (!has_rooms(d)) {
        code = cli_fail(EXIT_INPUT, "%s: there are no walkmeshes or models of its rooms next to it",
                        v->file);
    } else if (need_all_mdx(c, v, d)) {
        uint32_t missing = rooms_without(d);
        if (missing && !c->quiet)
            cli_print(cli_messages(), "waymark: %s: %u %s no walkmesh next to the layout\n",
                      v->file, (unsigned)missing, cli_word(missing, "room has", "rooms have"));
        wm_scene *scene = wm_document_scene(d, &scene_opts, &error);
        code = cli_export_scene(c, v, scene, &error);
    } else {
        code = EXIT_INPUT;
    }
    wm_document_free(d);
    return code;
}
