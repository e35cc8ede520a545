/* waymark pose: a model at some moment of an animation, as OBJ or JSON. */
#include <stdlib.h>
#include <string.h>

#include "convert/export.h"
#include "convert/notes.h"
#include "kotor/model.h"
#include "platform.h"

typedef struct plan {
    const char *out; /* NULL with --list */
    bool obj;
    const char *animation; /* NULL: the rest pose */
    float time;
    char *from; /* of --blend; NULL: none */
    float from_time;
    wm_play play;
} plan;

/* A model with its supermodels as a scene in a pose. */
typedef struct stage {
    wm_document *model;
    cli_supers supers;
    wm_scene *scene;
    wm_pose *pose;
    uint32_t animation, from; /* WM_NO_INDEX: none */
} stage;

/* ---- options ---- */

static bool choose_format(const cli *c, plan *p)
{
    const char *to = cli_get(c, "to");
    p->obj = to ? strcmp(to, "obj") == 0 : cli_ends(p->out, ".obj");
    if (!to && !p->obj && !cli_ends(p->out, ".json"))
        return cli_fail(0,
                        "%s: the name must end in .obj or .json; --to obj or --to json also works",
                        p->out),
               false;
    if (!p->obj && cli_has(c, "y-up"))
        return cli_fail(0, "--y-up rotates an OBJ; a JSON file has the axes of the game"), false;
    if (c->json && strcmp(p->out, "-") == 0)
        return cli_fail(0,
                        "--json cannot be used with output '-': both would go to standard output"),
               false;
    return true;
}

/* NAME@T; the last @ counts. */
static bool parse_blend(const char *text, plan *p)
{
    const char *at = strrchr(text, '@');
    if (!at || at == text)
        return cli_fail(0, "--blend takes NAME@SECONDS, not '%s'", text), false;
    p->from = cli_copy_text(text, (size_t)(at - text));
    return p->from && cli_number("blend", at + 1, &p->from_time);
}

static bool make_plan(const cli *c, plan *p)
{
    const char *time = cli_get(c, "time"), *blend = cli_get(c, "blend");
    *p = (plan){.animation = cli_get(c, "anim"),
                .play = cli_has(c, "loop") ? WM_PLAY_LOOP : WM_PLAY_ONCE};
    if (cli_has(c, "list")) {
        if (c->file_count > 1)
            return cli_fail(0, "--list writes no file; leave out '%s'", c->files[1]), false;
        return cli_allow_with(c, "list", "supermodel") == EXIT_FINE;
    }
    if (c->file_count < 2)
        return cli_fail(0, "an argument is missing; usage: waymark pose %s", c->verb->synopsis),
               false;
    p->out = c->files[1];
    if (!p->animation && (time || blend || cli_has(c, "loop")))
        return cli_fail(0, "--%s needs --anim", time ? "time" : blend ? "blend" : "loop"), false;
    return (!time || cli_number("time", time, &p->time)) && (!blend || parse_blend(blend, p)) &&
           choose_format(c, p);
}

/* ---- the stage ---- */

static int open_stage(const cli *c, const char *file, stage *s)
{
    wm_buffer bytes;
    wm_error error;
    if (cli_read_file(file, &bytes, &error) != WM_OK)
        return cli_unreadable(c, file, &error);
    int code = cli_open_rigged(c, &bytes, file, &s->model, &s->supers, &error);
    wm_buffer_free(&bytes);
    if (code != EXIT_FINE)
        return error.code != WM_OK ? cli_unreadable(c, file, &error) : code;
    s->scene = wm_document_scene(s->model, CLI_SCENE_OPTS, &error);
    s->pose = s->scene ? wm_pose_new(s->scene, cli_allocator(), &error) : NULL;
    return s->pose ? EXIT_FINE : cli_unreadable(c, file, &error);
}

static void close_stage(stage *s)
{
    wm_pose_free(s->pose);
    wm_scene_free(s->scene);
    wm_document_free(s->model);
    cli_free_supers(&s->supers);
}

static int find_animation(const char *file, const stage *s, const char *name, uint32_t *number)
{
    *number = wm_scene_find_animation(s->scene, name);
    if (*number != WM_NO_INDEX)
        return EXIT_FINE;
    const wm_companion *missing = wm_document_missing(s->model, "mdl");
    if (missing)
        return cli_fail(EXIT_INPUT,
                        "%s: no animation '%s'; the supermodel %s, which may have it, is missing "
                        "(give it with --supermodel)",
                        file, name, missing->name);
    return cli_fail(EXIT_USAGE, "%s: no animation '%s'; 'waymark pose --list' lists them", file,
                    name);
}

static int apply_animation(const cli *c, const plan *p, stage *s)
{
    const char *file = c->files[0];
    int code = p->animation ? find_animation(file, s, p->animation, &s->animation) : EXIT_FINE;
    if (code == EXIT_FINE && p->from)
        code = find_animation(file, s, p->from, &s->from);
    if (code != EXIT_FINE)
        return code;
    if (p->from)
        wm_pose_transition(s->pose, s->from, p->from_time, s->animation, p->time, p->play);
    else
        wm_pose_sample(s->pose, s->animation, p->time, p->play);
    wm_pose_update(s->pose);
    if (!c->quiet && s->model->mdl->mdx_state == WM_KOTOR_MDX_STATE_MISSING)
        cli_print(stderr, "waymark: warning: %s: %s\n", file,
                  cli_mdx_fault(WM_KOTOR_MDX_STATE_MISSING));
    return EXIT_FINE;
}

/* ---- JSON ---- */

static void node_json(wm_json_writer *j, const stage *s, uint32_t i)
{
    static const char *const kinds[] = {"empty",   "bone",      "mesh",  "light",
                                        "emitter", "reference", "camera"};
    const wm_scene_node *n = &s->scene->nodes[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", n->name);
    wm_json_add_index(j, "parent", n->parent);
    wm_json_add_text(j, "kind", kinds[n->kind]);
    wm_json_begin_array(j, "world");
    for (int r = 0; r < 3; r++)
        wm_json_add_floats(j, NULL, s->pose->world[i].m[r], 4);
    wm_json_end(j);
    if (n->mesh != WM_NO_INDEX)
        wm_json_add_float(j, "alpha", s->pose->alpha[i]);
    wm_json_end(j);
}

static void mesh_json(wm_json_writer *j, const stage *s, uint32_t node, wm_vec3 *points,
                      wm_vec3 *normals)
{
    const wm_scene_mesh *m = &s->scene->meshes[s->scene->nodes[node].mesh];
    const char *material =
        m->parts[0].material == WM_NO_INDEX ? "" : s->scene->materials[m->parts[0].material].name;
    wm_pose_mesh(s->pose, node, points, normals);
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "node", node);
    wm_json_add_text(j, "material", material);
    json_vectors(j, "positions", points, m->vertex_count);
    json_vectors(j, "normals", normals, m->normals ? m->vertex_count : 0);
    wm_json_add_indices(j, "indices", m->indices, m->index_count);
    wm_json_end(j);
}

static bool is_drawn(const cli *c, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && (n->role == WM_NODE_ROLE_SHOWN || cli_has(c, "all"));
}

static uint32_t largest_mesh(const wm_scene *scene)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].vertex_count > most)
            most = scene->meshes[i].vertex_count;
    return most;
}

static void print_pose(const cli *c, const plan *p, const stage *s, wm_vec3 *points, size_t most,
                       FILE *to)
{
    wm_json_writer j;
    json_begin(&j, to);
    wm_json_add_uint(&j, "version", 1);
    wm_json_add_text(&j, "name", s->scene->name);
    wm_json_add_text(&j, "animation", p->animation);
    wm_json_add_float(&j, "time", p->time);
    wm_json_begin_array(&j, "nodes");
    for (uint32_t i = 0; i < s->scene->node_count; i++)
        node_json(&j, s, i);
    wm_json_end(&j);
    wm_json_begin_array(&j, "meshes");
    for (uint32_t i = 0; i < s->scene->node_count; i++)
        if (is_drawn(c, &s->scene->nodes[i]))
            mesh_json(&j, s, i, points, points + most);
    wm_json_end(&j);
    json_finish(&j);
}

static int write_json(const cli *c, const plan *p, const stage *s)
{
    size_t most = largest_mesh(s->scene);
    wm_vec3 *points = malloc(2 * most * sizeof *points);
    platform_memory text = {0};
    if (points && platform_memory_open(&text))
        print_pose(c, p, s, points, most, text.stream);
    bool good = platform_memory_close(&text);
    int code = good ? cli_save(c, p->out, text.data, text.size) : cli_no_memory(CLI_WRITING);
    free(text.data);
    free(points);
    return code;
}

/* ---- OBJ ---- */

static int write_obj(const cli *c, const plan *p, const stage *s)
{
    wm_error error;
    wm_buffer text = {0}, materials = {0};
    char *path = cli_material_path(p->out);
    int code = EXIT_FINE;
    wm_obj_write_opts opts = {.base = {.allocator = cli_allocator()},
                              .material_file = path ? cli_basename(path) : NULL,
                              .y_up = cli_has(c, "y-up"),
                              .all = cli_has(c, "all")};
    if (wm_obj_write(s->pose, &opts, &text, &error) != WM_OK ||
        wm_obj_write_mtl(s->scene, &opts, &materials, &error) != WM_OK)
        code = cli_fail_on(CLI_WRITING, p->out, &error);
    else
        code = cli_save_obj(c, p->out, &text, path, &materials);
    wm_buffer_free(&text);
    wm_buffer_free(&materials);
    free(path);
    return code;
}

/* ---- what was done ---- */

static void say_summary(const cli *c, const plan *p, const stage *s)
{
    uint32_t meshes = 0, vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < s->scene->node_count; i++) {
        if (!is_drawn(c, &s->scene->nodes[i]))
            continue;
        const wm_scene_mesh *m = &s->scene->meshes[s->scene->nodes[i].mesh];
        meshes++;
        vertices += m->vertex_count;
        triangles += m->index_count / 3;
    }
    const cli_note counts[] = {{meshes, "meshes", "mesh", "meshes"},
                               {vertices, "vertices", "vertex", "vertices"},
                               {triangles, "triangles", "triangle", "triangles"}};
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, stdout);
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", p->out);
        wm_json_add_text(&j, "animation", p->animation);
        wm_json_add_float(&j, "time", p->time);
        wm_json_add_uint(&j, "nodes", s->scene->node_count);
        cli_add_notes(&j, counts, sizeof counts / sizeof *counts);
        json_finish(&j);
    } else if (!c->quiet && strcmp(p->out, "-") != 0) {
        cli_say_wrote(p->out, counts, sizeof counts / sizeof *counts);
    }
}

static void animation_json(wm_json_writer *j, const wm_scene_animation *a)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", a->name);
    wm_json_add_float(j, "length", a->length);
    wm_json_add_float(j, "transition", a->transition);
    wm_json_add_uint(j, "channels", a->channel_count);
    wm_json_add_text(j, "inherited", a->inherited);
    wm_json_begin_array(j, "events");
    for (uint32_t k = 0; k < a->event_count; k++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_float(j, "time", a->events[k].time);
        wm_json_add_text(j, "name", a->events[k].name);
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_end(j);
}

static void list_json(const cli *c, const stage *s)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_begin_array(&j, "animations");
    for (uint32_t i = 0; i < s->scene->animation_count; i++)
        animation_json(&j, &s->scene->animations[i]);
    wm_json_end(&j);
    const wm_companion *missing = wm_document_missing(s->model, "mdl");
    wm_json_add_text(&j, "missing_supermodel", missing ? missing->name : NULL);
    json_finish(&j);
}

static void print_animation(const wm_scene_animation *a)
{
    char length[WM_FLOAT_TEXT], time[WM_FLOAT_TEXT];
    wm_float_format(a->length, length);
    wm_float_format(a->transition, time);
    cli_put_name(stdout, a->name);
    cli_print(stdout, ": %s s, transition %s s, %u channel%s", length, time,
              (unsigned)a->channel_count, a->channel_count == 1 ? "" : "s");
    if (a->inherited) {
        cli_print(stdout, ", from ");
        cli_put_name(stdout, a->inherited);
    }
    for (uint32_t k = 0; k < a->event_count; k++) {
        wm_float_format(a->events[k].time, time);
        cli_print(stdout, "%s%s ", k ? ", " : "; events: ", time);
        cli_put_name(stdout, a->events[k].name);
    }
    putchar('\n');
}

static void list_animations(const cli *c, const stage *s)
{
    if (c->json) {
        list_json(c, s);
        return;
    }
    for (uint32_t i = 0; i < s->scene->animation_count; i++)
        print_animation(&s->scene->animations[i]);
    const wm_companion *missing = wm_document_missing(s->model, "mdl");
    if (missing && !c->quiet)
        cli_print(stderr,
                  "waymark: %s: the supermodel %s is not next to it; inherited animations are "
                  "not listed\n",
                  c->files[0], missing->name);
}

static int run(cli *c)
{
    plan p;
    stage s = {.animation = WM_NO_INDEX, .from = WM_NO_INDEX};
    int code = make_plan(c, &p) ? open_stage(c, c->files[0], &s) : EXIT_USAGE;
    if (code == EXIT_FINE && !p.out) {
        list_animations(c, &s);
    } else if (code == EXIT_FINE) {
        code = apply_animation(c, &p, &s);
        if (code == EXIT_FINE)
            code = p.obj ? write_obj(c, &p, &s) : write_json(c, &p, &s);
        if (code == EXIT_FINE)
            say_summary(c, &p, &s);
    }
    close_stage(&s);
    free(p.from);
    return code;
}

static const cli_option options[] = {
    {"anim", "NAME", "the animation (default: none, the model as it was modelled)"},
    {"time", "SECONDS", "the time in the animation (default: 0)"},
    {"loop", NULL, "times after the end start again from 0 (default: they show the end)"},
    {"blend", "NAME@SECONDS",
     "blend from this animation, which was at SECONDS when the transition began"},
    {"list", NULL, "list the animations and their events; write no file"},
    CLI_SUPERMODEL_OPTION,
    {"all", NULL, "include meshes that the game does not draw: walkmesh, shadow boxes"},
    {"y-up", NULL, "rotate the OBJ so that y is up (default: z, as in the game)"},
    {"to", "obj|json", "what to write (default: by the ending of OUT)"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_pose = {
    .name = "pose",
    .synopsis = "[options] MODEL OUT.obj|OUT.json",
    .summary = "write a KotOR model in the pose of an animation at a given time",
    .details =
        "Reads MODEL with the MDX next to it, moves its nodes and skins its meshes. An OBJ has\n"
        "positions, normals, uvs and materials named after their textures (OUT.mtl). A JSON file\n"
        "has the world transforms of all nodes (three rows of four) and the vertices of the\n"
        "meshes. Danglymeshes (cloth) stay as they were modelled.\n\n"
        "Animations of supermodels are found if their files are next to MODEL, or given with\n"
        "--supermodel, the nearest first. --blend shows the transition from one animation to\n"
        "another, --time seconds after it began.\n\n"
        "  waymark pose --list c_dewback.mdl\n"
        "  waymark pose --anim cwalk --time 0.5 c_dewback.mdl walking.obj\n"
        "  waymark pose --anim crun -t 0.1 --blend cwalk@0.5 c_dewback.mdl change.json\n"
        "  waymark pose --anim cpause1 --supermodel s_female02.mdl n_bastila.mdl bastila.obj",
    .options = options,
    .min_files = 1,
    .max_files = 2,
    .output_last = true,
    .run = run,
};
