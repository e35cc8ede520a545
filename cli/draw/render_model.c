/* waymark render of a model: from a file to a scene, a pose, and a picture of it. */
#include "draw/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bw2/bw2.h"
#include "convert/import.h"
#include "draw/model.h"
#include "draw/plan.h"
#include "help.h"
#include "kotor/model.h"
#include "nwn2/nwn2.h"
#include "texture/texture.h"

/* Where a scene came from, and what must outlive it. */
typedef struct source {
    wm_scene *scene;
    wm_pose *pose;
    wm_document *model; /* of a KotOR model or layout */
    cli_supers supers;
    char kind[64]; /* "KotOR model, binary" */
    uint32_t animation;
    float time;
} source;

/* ---- reading ---- */

bool render_is_model(wm_format format)
{
    return format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT ||
           format == WM_FORMAT_NWN2_MDB || format == WM_FORMAT_BW2_MODEL ||
           format == WM_FORMAT_GLTF || format == WM_FORMAT_OBJ;
}

static int open_kotor(cli *c, const wm_buffer *bytes, source *s, wm_error *error)
{
    const char *file = c->files[0];
    int code = cli_open_rigged(c, bytes, file, &s->model, &s->supers, error);
    if (code != EXIT_FINE)
        return error->code != WM_OK ? cli_unreadable(c, c->files[0], error) : code;
    snprintf(s->kind, sizeof s->kind, "KotOR %s model, %s",
             s->model->mdl->game == WM_KOTOR_GAME_2 ? "II" : "I",
             s->model->format == WM_FORMAT_KOTOR_MDL ? "binary" : "text");
    if (s->model->mdl->mdx_state == WM_KOTOR_MDX_STATE_MISSING && !c->quiet)
        cli_print(cli_messages(), "waymark: warning: %s: %s\n", file,
                  cli_mdx_fault(WM_KOTOR_MDX_STATE_MISSING));
    s->scene = wm_document_scene(s->model, CLI_SCENE_OPTS, error);
    return EXIT_FINE;
}

static wm_scene *open_mdb(const cli *c, const wm_buffer *bytes, source *s, wm_error *error)
{
    wm_nwn2_mdb *mdb = cli_read_mdb(c, c->files[0], bytes, error);
    snprintf(s->kind, sizeof s->kind, "NWN2 model");
    wm_scene *scene = mdb ? wm_scene_from_nwn2_mdb(mdb, CLI_SCENE_OPTS, error) : NULL;
    wm_nwn2_mdb_free(mdb);
    return scene;
}

static wm_scene *open_bw2(const cli *c, const wm_buffer *bytes, source *s, wm_error *error)
{
    wm_bw2_model *model = cli_read_bw2(c, c->files[0], bytes, error);
    snprintf(s->kind, sizeof s->kind, "Black & White 2 model");
    wm_scene *scene = model ? wm_scene_from_bw2_model(model, CLI_SCENE_OPTS, error) : NULL;
    wm_bw2_model_free(model);
    return scene;
}

static wm_scene *open_import(const cli *c, const wm_buffer *bytes, source *s, wm_error *error)
{
    bool obj = wm_detect(bytes->data, bytes->size) == WM_FORMAT_OBJ;
    snprintf(s->kind, sizeof s->kind, obj ? "OBJ" : "glTF");
    return cli_read_scene(c, bytes, c->files[0], NULL, error);
}

/* The models of all rooms; of rooms without one, only the walkmesh. */
static wm_scene *open_area(const cli *c, const wm_buffer *bytes, source *s, wm_error *error)
{
    const wm_open_opts opts = {.room_models = WM_LOAD_READ, .vis = WM_LOAD_SKIP};
    s->model = cli_open(c, bytes, c->files[0], &opts, error);
    if (!s->model)
        return NULL;
    uint32_t rooms = s->model->lyt->room_count;
    snprintf(s->kind, sizeof s->kind, "KotOR area, %u %s", (unsigned)rooms,
             cli_word(rooms, "room", "rooms"));
    cli_note_missing(c, c->files[0], s->model, CLI_NO_OBJECTS);
    return wm_document_scene(s->model, CLI_SCENE_OPTS, error);
}

/* Walkmeshes are solid things too. */
static wm_scene *open_walkmesh(cli *c, const wm_buffer *bytes, wm_format format, source *s,
                               wm_error *error)
{
    wm_scene *scene = NULL;
    if (format == WM_FORMAT_NWN2_TRN) {
        wm_nwn2_trn *trn = cli_read_trn_mesh(c, c->files[0], bytes, error);
        snprintf(s->kind, sizeof s->kind, "NWN2 walkmesh");
        scene = trn ? wm_scene_from_nwn2_trn(trn, CLI_SCENE_OPTS, error) : NULL;
        wm_nwn2_trn_free(trn);
        return scene;
    }
    wm_kotor_bwm *bwm = cli_read_walkmesh(c, bytes, c->files[0], error);
    snprintf(s->kind, sizeof s->kind, "KotOR walkmesh");
    scene = bwm ? wm_scene_from_kotor_bwm(bwm, cli_kotor_surfaces(c), CLI_SCENE_OPTS, error) : NULL;
    wm_kotor_bwm_free(bwm);
    return scene;
}

/* What cannot be loaded for want of memory is drawn in plain colours. */
static void load_images(const cli *c, wm_scene *scene)
{
    if (cli_load_images(c, c->files[0], scene, NULL) != WM_OK)
        return;
    cli_decode_images(c, c->files[0], scene);
    if (scene->image_count)
        cli_say_images(c, c->files[0], scene, "drawn");
}

static int open_source(cli *c, const wm_buffer *bytes, wm_format format, source *s)
{
    wm_error error = {.code = WM_OK};
    int code = EXIT_FINE;
    if (format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT)
        code = open_kotor(c, bytes, s, &error);
    else if (format == WM_FORMAT_NWN2_MDB)
        s->scene = open_mdb(c, bytes, s, &error);
    else if (format == WM_FORMAT_BW2_MODEL)
        s->scene = open_bw2(c, bytes, s, &error);
    else if (format == WM_FORMAT_GLTF || format == WM_FORMAT_OBJ)
        s->scene = open_import(c, bytes, s, &error);
    else if (format == WM_FORMAT_KOTOR_LYT)
        s->scene = open_area(c, bytes, s, &error);
    else
        s->scene = open_walkmesh(c, bytes, format, s, &error);
    if (code == EXIT_FINE && s->scene && !cli_has(c, "plain-colours"))
        load_images(c, s->scene);
    if (code != EXIT_FINE)
        return code;
    s->pose = s->scene ? wm_pose_new(s->scene, cli_allocator(), &error) : NULL;
    return s->pose ? EXIT_FINE : cli_unreadable(c, c->files[0], &error);
}

static void close_source(source *s)
{
    wm_pose_free(s->pose);
    wm_scene_free(s->scene);
    wm_document_free(s->model);
    cli_free_supers(&s->supers);
}

/* ---- the animation ---- */

/* Names like it: parts of each other first, then those with few other letters. */
static void near_names(const wm_scene *s, const char *name, char *text, size_t size)
{
    enum { SHOWN = 6 };
    uint32_t shown[SHOWN], count = 0;
    size_t used = 0;
    text[0] = '\0';
    while (count < SHOWN && count < s->animation_count) {
        size_t best = SIZE_MAX;
        uint32_t which = 0;
        for (uint32_t i = 0; i < s->animation_count; i++) {
            const char *other = s->animations[i].name;
            bool inside = strstr(other, name) || (*other && strstr(name, other));
            size_t far = cli_edit_distance(name, other) * (inside ? 1 : 2);
            bool known = false;
            for (uint32_t k = 0; k < count; k++)
                known = known || shown[k] == i;
            if (!known && far < best) {
                best = far;
                which = i;
            }
        }
        shown[count++] = which;
        int n = snprintf(text + used, size - used, "%s%.40s", count > 1 ? ", " : "",
                         s->animations[which].name);
        used += n > 0 && (size_t)n < size - used ? (size_t)n : 0;
    }
    if (count < s->animation_count)
        snprintf(text + used, size - used, " ...");
}

static int apply_animation(const cli *c, source *s)
{
    const char *name = cli_get(c, "anim"), *time = cli_get(c, "time"), *file = c->files[0];
    char names[400];
    if (time && !name)
        return cli_fail(EXIT_USAGE, "--time needs --anim");
    if (time && !cli_number("time", time, &s->time))
        return EXIT_USAGE;
    if (!name)
        return EXIT_FINE;
    s->animation = wm_scene_find_animation(s->scene, name);
    const wm_companion *missing = s->model ? wm_document_missing(s->model, "mdl") : NULL;
    if (s->animation == WM_NO_INDEX && missing)
        return cli_fail(EXIT_INPUT,
                        "%s: no animation '%s'; the supermodel %s, which may have it, is missing "
                        "(give it with --supermodel)",
                        file, name, missing->name);
    if (s->animation == WM_NO_INDEX && !s->scene->animation_count)
        return cli_fail(EXIT_USAGE, "%s: no animation '%s'; the model has none", file, name);
    if (s->animation == WM_NO_INDEX) {
        near_names(s->scene, name, names, sizeof names);
        return cli_fail(EXIT_USAGE, "%s: no animation '%s'; the model has %u: %s", file, name,
                        (unsigned)s->scene->animation_count, names);
    }
    wm_pose_sample(s->pose, s->animation, s->time, WM_PLAY_ONCE);
    wm_pose_update(s->pose);
    return EXIT_FINE;
}

/* ---- words ---- */

static void describe(const source *s, const figure *f, draw_model_job *job)
{
    char time[WM_FLOAT_TEXT], length[WM_FLOAT_TEXT];
    const wm_scene *scene = s->scene;
    size_t room = sizeof job->subtitle[0];
    char extent[PLAN_EXTENT];
    plan_extent((wm_vec3){0, 0, 0}, f->size, extent);
    snprintf(job->subtitle[0], room, "%s: %u %s, %u %s, %u %s, %s", s->kind,
             (unsigned)f->shown_meshes, cli_word(f->shown_meshes, "mesh", "meshes"),
             (unsigned)f->shown_triangles, cli_word(f->shown_triangles, "triangle", "triangles"),
             (unsigned)f->shown_vertices, cli_word(f->shown_vertices, "vertex", "vertices"),
             extent);
    if (s->animation != WM_NO_INDEX) {
        const wm_scene_animation *a = &scene->animations[s->animation];
        wm_float_format(wm_play_time(s->time, a->length, WM_PLAY_ONCE), time);
        wm_float_format(a->length, length);
        snprintf(job->subtitle[1], room, "animation %.60s at %s s of %s s%s%.60s", a->name, time,
                 length, a->inherited ? ", from " : "", a->inherited ? a->inherited : "");
    } else if (scene->animation_count) {
        snprintf(job->subtitle[1], room, "as modelled; %u animation%s",
                 (unsigned)scene->animation_count, scene->animation_count == 1 ? "" : "s");
    }
}

static void report(const cli *c, const source *s, const figure *f, const draw_model_job *job,
                   const draw_model_picture *drawn)
{
    uint32_t hidden = drawn->left_out;
    if (hidden && !c->quiet)
        cli_print(cli_messages(),
                  "waymark: note: %s: %u of %u triangles %s not drawn, because too many others are "
                  "in front\n",
                  c->files[0], (unsigned)hidden, (unsigned)f->triangle_count,
                  cli_word(hidden, "is", "are"));
    if (!c->json) {
        if (!c->quiet)
            cli_print(cli_messages(), "waymark: wrote %s\n", c->files[1]);
        return;
    }
    bool posed = s->animation != WM_NO_INDEX;
    wm_json_writer j;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "output", c->files[1]);
    wm_json_add_uint(&j, "bytes", drawn->size);
    wm_json_add_text(&j, "kind", "model");
    wm_json_add_text(&j, "view", camera_view_name(job->view));
    wm_json_add_text(&j, "animation", posed ? s->scene->animations[s->animation].name : NULL);
    wm_json_add_float(&j, "time", s->time);
    wm_json_add_uint(&j, "lod", job->layers.lod);
    wm_json_add_uint(&j, "meshes", f->shown_meshes);
    wm_json_add_uint(&j, "triangles", f->shown_triangles);
    wm_json_add_uint(&j, "vertices", f->shown_vertices);
    wm_json_add_vec3(&j, "size", f->size);
    if (hidden)
        wm_json_add_uint(&j, "not_drawn", hidden);
    json_missing(&j, s->model, CLI_NO_OBJECTS);
    json_finish(&j);
}

/* ---- all of it ---- */

static int draw(const cli *c, const source *s, const picture *pic, const draw_layers *layers)
{
    figure f;
    draw_model_picture drawn = {.bytes = NULL};
    draw_model_job job = {.pose = s->pose,
                          .figure = &f,
                          .layers = *layers,
                          .view = (camera_view)pic->view,
                          .title = pic->title,
                          .width = pic->width,
                          .height = pic->height,
                          .jobs = c->jobs};
    int code = figure_make(s->pose, layers, &f) ? EXIT_FINE : cli_no_memory(CLI_READING);
    if (code == EXIT_FINE) {
        describe(s, &f, &job);
        code = draw_model_to_bytes(&job, c->files[1], &drawn);
    }
    if (code == EXIT_FINE)
        code = cli_save(c, c->files[1], drawn.bytes, drawn.size);
    if (code == EXIT_FINE)
        report(c, s, &f, &job, &drawn);
    free(drawn.bytes);
    figure_free(&f);
    return code;
}

int render_model(cli *c, const wm_buffer *bytes, wm_format format, const picture *pic)
{
    source s = {.animation = WM_NO_INDEX};
    draw_layers layers = {.on = DRAW_TITLE | DRAW_LEGEND | DRAW_GRID | DRAW_SCALE | DRAW_MESH |
                                DRAW_SHADOW,
                          .lod = 1,
                          .plain_colours = cli_has(c, "plain-colours"),
                          .no_lightmaps = cli_has(c, "no-lightmaps")};
    if (pic->width * pic->height > 16e6)
        return cli_fail(
            EXIT_USAGE,
            "--size: pictures of models have at most 16 million pixels, not %.0f x %.0f",
            pic->width, pic->height);
    int code = draw_layers_parse(c, true, &layers);
    if (code == EXIT_FINE)
        code = open_source(c, bytes, format, &s);
    if (code == EXIT_FINE)
        code = apply_animation(c, &s);
    if (code == EXIT_FINE)
        code = draw(c, &s, pic, &layers);
    close_source(&s);
    return code;
}
