/* waymark convert of a layout to glTF and OBJ: the walkmeshes of its rooms, which stand in
 * the world already, with --models the models that belong to them, and its door hooks. */
#include <stdlib.h>
#include <string.h>

#include "convert/import.h"
#include "folder.h"
#include "kotor/area.h"
#include "kotor/model.h"

typedef struct exported {
    cli_area area;
    cli_folder folder;
    wm_scene **scenes; /* to be freed behind the joined one */
    wm_scene_piece *pieces;
    uint32_t scene_count, piece_count;
    uint32_t models, missing;
} exported;

static const wm_transform nowhere = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};

static void add_piece(exported *e, const char *name, wm_scene *scene, wm_transform place)
{
    if (scene)
        e->scenes[e->scene_count++] = scene;
    e->pieces[e->piece_count++] = (wm_scene_piece){name, scene, place};
}

static bool add_walkmesh(const cli *c, exported *e, uint32_t room, wm_scene_opts *opts,
                         wm_error *error)
{
    const cli_room *from = &e->area.rooms[room];
    char name[256];
    if (!from->walkmesh)
        return true;
    snprintf(name, sizeof name, "%s_walkmesh", e->area.lyt->rooms[room].name);
    opts->name = name;
    wm_scene *scene = wm_scene_from_kotor_bwm(from->walkmesh, &c->surfaces, opts, error);
    if (scene)
        add_piece(e, e->area.lyt->rooms[room].name, scene, nowhere);
    return scene != NULL;
}

/* A model that is not there, or cannot be read, is said and left out. */
static bool add_model(const cli *c, exported *e, uint32_t room, wm_error *error)
{
    const wm_kotor_placed *r = &e->area.lyt->rooms[room];
    wm_buffer bytes;
    cli_model model;
    wm_scene *scene = NULL;
    char *path = wm_kotor_lyt_placeholder(r->name)
                     ? NULL
                     : cli_folder_find(&e->folder, r->name, strlen(r->name), ".mdl");
    if (!path)
        return true;
    bool good = true;
    if (cli_load(path, cli_messages(), &bytes)) {
        if (cli_read_model(c, &bytes, path, NULL, cli_messages(), error, &model)) {
            scene = wm_scene_from_kotor_mdl(model.mdl, NULL, 0, NULL, error);
            good = scene != NULL;
        }
        cli_free_model(&model);
        wm_buffer_free(&bytes);
    }
    free(path);
    wm_transform place = nowhere;
    place.translation = r->position;
    if (scene) {
        add_piece(e, r->name, scene, place);
        e->models++;
    }
    return good;
}

/* Door hooks, tracks and obstacles of the layout are nodes with their names. */
static void add_hooks(exported *e)
{
    const wm_kotor_lyt *lyt = e->area.lyt;
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *h = &lyt->doorhooks[i];
        wm_transform place = nowhere;
        place.translation = h->position;
        place.rotation = (wm_quat){h->rotation[1], h->rotation[2], h->rotation[3], h->rotation[0]};
        add_piece(e, h->door, NULL, place);
    }
    for (uint32_t i = 0; i < lyt->track_count + lyt->obstacle_count; i++) {
        const wm_kotor_placed *p =
            i < lyt->track_count ? &lyt->tracks[i] : &lyt->obstacles[i - lyt->track_count];
        wm_transform place = nowhere;
        place.translation = p->position;
        add_piece(e, p->name, NULL, place);
    }
}

static bool gather(const cli *c, exported *e, const char *file, const wm_buffer *bytes,
                   wm_error *error)
{
    wm_scene_opts opts = {.details = !cli_ends(c->files[c->file_count - 1], ".obj") &&
                                     !cli_has(c, "plain")};
    if (!cli_area_open(c, &e->area, file, bytes, NULL, error))
        return false;
    const wm_kotor_lyt *lyt = e->area.lyt;
    size_t most = 2 * (size_t)lyt->room_count + lyt->doorhook_count + lyt->track_count +
                  lyt->obstacle_count + 1;
    e->scenes = calloc(most, sizeof *e->scenes);
    e->pieces = calloc(most, sizeof *e->pieces);
    if (!e->scenes || !e->pieces || !cli_folder_open(&e->folder, file)) {
        *error = (wm_error){.code = WM_NO_MEMORY, .offset = WM_NO_OFFSET};
        snprintf(error->message, sizeof error->message, "out of memory");
        return false;
    }
    for (uint32_t i = 0; i < lyt->room_count; i++) {
        if (!add_walkmesh(c, e, i, &opts, error) ||
            (cli_has(c, "models") && !add_model(c, e, i, error)))
            return false;
        e->missing += !e->area.rooms[i].walkmesh && !wm_kotor_lyt_placeholder(lyt->rooms[i].name);
    }
    add_hooks(e);
    return true;
}

static void release(exported *e)
{
    for (uint32_t i = 0; i < e->scene_count; i++)
        wm_scene_free(e->scenes[i]);
    free(e->scenes);
    free(e->pieces);
    cli_folder_close(&e->folder);
    cli_area_close(&e->area);
}

int cli_export_area(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    exported e = {.scene_count = 0};
    const char *file = c->files[0];
    int code;
    if (!gather(c, &e, file, bytes, &error)) {
        cli_say_error(cli_messages(), file, &error);
        code = EXIT_INPUT;
    } else if (e.scene_count == 0) {
        code = cli_fail(EXIT_INPUT, "%s: no file of a room lies beside it", file);
    } else {
        if (e.missing && !c->quiet)
            fprintf(cli_messages(), "waymark: %s: %u rooms without a walkmesh beside it\n", file,
                    (unsigned)e.missing);
        wm_scene *scene = wm_scene_join("area", e.pieces, e.piece_count, NULL, &error);
        code = cli_export_scene(c, scene, &error);
    }
    release(&e);
    return code;
}
