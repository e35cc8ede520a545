/* A document as a scene. The rooms of a layout become one: their walkmeshes, which are in world
 * space already, the models that were read, and the layout's hooks, tracks and obstacles. */
#include <stdio.h>

#include "open/internal.h"

typedef struct builder {
    wmi_opened *out;
    const wm_scene_opts *opts;
    wm_scene_piece *pieces;
    uint32_t count;
    wm_error *error;
} builder;

static const wm_transform nowhere = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};

static void add_piece(builder *b, const char *name, const wm_scene *scene, wm_transform place)
{
    b->pieces[b->count++] = (wm_scene_piece){name, scene, place};
}

/* The scene of all points into those of its pieces, so the document keeps them. */
static bool keep(builder *b, wm_scene *scene)
{
    wmi_opened *o = b->out;
    if (!scene)
        return false;
    if (!wmi_grow(&o->arena.allocator, (void **)&o->scenes, &o->scene_room, o->scene_count + 1,
                  sizeof(wm_scene *))) {
        wm_scene_free(scene);
        return wmi_no_memory(b->error) == WM_OK;
    }
    o->scenes[o->scene_count++] = scene;
    return true;
}

static bool add_room(builder *b, uint32_t at)
{
    const wm_document *d = &b->out->pub;
    const wm_kotor_placed *r = &d->lyt->rooms[at];
    /* The model of a room that is listed twice is at both places. */
    uint32_t first = wm_kotor_lyt_find(d->lyt, r->name);
    const wm_kotor_mdl *mdl = d->rooms[first == WM_NO_INDEX ? at : first].mdl;
    wm_scene_opts opts = *b->opts;
    char name[256];
    if (d->rooms[at].bwm) {
        wmi_format(name, sizeof name, "%s_walkmesh", r->name);
        opts.name = name;
        wm_scene *scene = wm_scene_from_kotor_bwm(d->rooms[at].bwm, &d->surfaces, &opts, b->error);
        if (!keep(b, scene))
            return false;
        add_piece(b, r->name, scene, nowhere);
    }
    if (mdl) {
        wm_scene *scene = wm_scene_from_kotor_mdl(mdl, NULL, 0, b->opts, b->error);
        wm_transform place = nowhere;
        place.translation = r->position;
        if (!keep(b, scene))
            return false;
        add_piece(b, r->name, scene, place);
    }
    return true;
}

static void add_hooks(builder *b, const wm_kotor_lyt *lyt)
{
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *h = &lyt->doorhooks[i];
        wm_transform place = nowhere;
        place.translation = h->position;
        place.rotation = (wm_quat){h->rotation[1], h->rotation[2], h->rotation[3], h->rotation[0]};
        add_piece(b, h->door, NULL, place);
    }
    for (uint32_t i = 0; i < lyt->track_count + lyt->obstacle_count; i++) {
        const wm_kotor_placed *p =
            i < lyt->track_count ? &lyt->tracks[i] : &lyt->obstacles[i - lyt->track_count];
        wm_transform place = nowhere;
        place.translation = p->position;
        add_piece(b, p->name, NULL, place);
    }
}

static wm_scene *area_scene(wmi_opened *o, const wm_scene_opts *opts, wm_error *error)
{
    const wm_kotor_lyt *lyt = o->pub.lyt;
    builder b = {.out = o, .opts = opts, .error = error};
    size_t most = 2 * (size_t)lyt->room_count + lyt->doorhook_count + lyt->track_count +
                  lyt->obstacle_count + 1;
    wmi_arena scratch;
    wm_scene *scene = NULL;
    bool good = true;
    wmi_arena_init(&scratch, opts->allocator, 0);
    b.pieces = wmi_arena_new(&scratch, most, sizeof *b.pieces);
    if (!b.pieces) {
        wmi_arena_fail(&scratch, error, "");
        return NULL;
    }
    for (uint32_t i = 0; good && i < lyt->room_count; i++)
        good = add_room(&b, i);
    if (good && b.count == 0)
        good = wmi_fail(error, WM_BAD_VALUE, "rooms", "no walkmesh or model of a room was found") ==
               WM_OK;
    if (good) {
        add_hooks(&b, lyt);
        scene = wm_scene_join("area", b.pieces, b.count, opts, error);
    }
    wmi_arena_free(&scratch);
    return scene;
}

/* A copy, by way of glTF: what is written there comes back the same to the bit. */
static wm_scene *copy_scene(const wm_scene *scene, const wm_scene_opts *opts, wm_error *error)
{
    const wm_gltf_write_opts write = {.base = {.allocator = opts->allocator}, .all = true};
    const wm_gltf_read_opts read = {
        .base = {.allocator = opts->allocator, .memory_limit = opts->memory_limit}};
    wm_buffer bytes;
    if (wm_gltf_write(scene, &write, &bytes, error) != WM_OK)
        return NULL;
    wm_scene *copy = wm_gltf_read(bytes.data, bytes.size, &read, error);
    wm_buffer_free(&bytes);
    return copy;
}

wm_scene *wm_document_scene(wm_document *d, const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_scene_opts defaults;
    const wm_scene_opts *o = opts ? opts : &defaults;
    if (d->lyt)
        return area_scene(d->memory, o, error);
    if (d->mdl)
        return wm_scene_from_kotor_mdl(d->mdl, d->supers, d->super_count, o, error);
    if (d->bw2)
        return wm_scene_from_bw2_model(d->bw2, o, error);
    if (d->mdb)
        return wm_scene_from_nwn2_mdb(d->mdb, o, error);
    if (d->bwm)
        return wm_scene_from_kotor_bwm(d->bwm, &d->surfaces, o, error);
    if (d->trn)
        return wm_scene_from_nwn2_trn(d->trn, o, error);
    if (d->scene)
        return copy_scene(d->scene, o, error);
    wm_format_error(d->format, d->size, "a model or walkmesh", error);
    return NULL;
}
