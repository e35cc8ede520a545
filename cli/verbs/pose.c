/* waymark pose: a model at some moment of an animation, as OBJ or JSON. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kotor/model.h"

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
    cli_model model;
    cli_chain chain;
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
        return cli_fail(0, "%s: the name must end in .obj or .json, or --to must say which",
                        p->out),
               false;
    if (c->json && strcmp(p->out, "-") == 0)
        return cli_fail(0, "--json and output '-' would mix on standard output"), false;
    return true;
}

/* NAME@T; the last @ counts. */
static bool parse_blend(const char *text, plan *p)
{
    const char *at = strrchr(text, '@');
    if (!at || at == text)
        return cli_fail(0, "--blend takes NAME@SECONDS, not '%s'", text), false;
    p->from = strndup(text, (size_t)(at - text));
    return p->from && cli_number("blend", at + 1, &p->from_time);
}

static bool make_plan(const cli *c, plan *p)
{
    const char *time = cli_get(c, "time"), *blend = cli_get(c, "blend");
    *p = (plan){.animation = cli_get(c, "anim"),
                .play = cli_has(c, "loop") ? WM_PLAY_LOOP : WM_PLAY_ONCE};
    if (cli_has(c, "list")) {
        if (c->file_count > 1)
            return cli_fail(0, "--list writes no file: leave out '%s'", c->files[1]), false;
        return true;
    }
    if (c->file_count < 2)
        return cli_fail(0, "usage: waymark pose %s", c->verb->synopsis), false;
    p->out = c->files[1];
    if (!p->animation && (time || blend))
        return cli_fail(0, "--%s needs --anim", time ? "time" : "blend"), false;
    return (!time || cli_number("time", time, &p->time)) && (!blend || parse_blend(blend, p)) &&
           choose_format(c, p);
}

/* ---- the stage ---- */

static int unreadable(const cli *c, const char *file, const wm_error *error)
{
    cli_say_error(stderr, file, error);
    if (c->json)
        json_print_error(stdout, file, error);
    return EXIT_INPUT;
}

static int open_stage(const cli *c, const char *file, stage *s)
{
    wm_buffer bytes;
    wm_error error;
    if (cli_read_file(file, &bytes, &error) != WM_OK)
        return unreadable(c, file, &error);
    bool good = cli_read_model(c, &bytes, file, NULL, NULL, &error, &s->model);
    wm_buffer_free(&bytes);
    if (!good)
        return unreadable(c, file, &error);
    int code = cli_read_supers(c, file, s->model.mdl, &s->chain);
    if (code != EXIT_FINE)
        return code;
    s->scene = wm_scene_from_kotor_mdl(s->model.mdl, s->chain.list, s->chain.count, NULL, &error);
    s->pose = s->scene ? wm_pose_new(s->scene, NULL, &error) : NULL;
    return s->pose ? EXIT_FINE : unreadable(c, file, &error);
}

static void close_stage(stage *s)
{
    wm_pose_free(s->pose);
    wm_scene_free(s->scene);
    cli_free_supers(&s->chain);
    cli_free_model(&s->model);
}

static int find_animation(const char *file, const stage *s, const char *name, uint32_t *number)
{
    *number = wm_scene_find_animation(s->scene, name);
    if (*number != WM_NO_INDEX)
        return EXIT_FINE;
    if (*s->chain.missing)
        return cli_fail(EXIT_INPUT,
                        "%s: there is no animation '%s'; its supermodel %s is not beside it "
                        "(--supermodel names one)",
                        file, name, s->chain.missing);
    return cli_fail(EXIT_USAGE, "%s: there is no animation '%s' ('waymark pose --list' lists them)",
                    file, name);
}

static int strike(const cli *c, const plan *p, stage *s)
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
    if (!c->quiet && s->model.mdl->mdx_state != WM_KOTOR_MDX_STATE_FINE)
        fprintf(stderr, "waymark: %s: its MDX is missing or damaged, vertices may be wrong\n",
                file);
    return EXIT_FINE;
}

/* ---- JSON ---- */

static cJSON *matrix_json(const wm_matrix *m)
{
    cJSON *rows = cJSON_CreateArray();
    for (int r = 0; r < 3; r++) {
        cJSON *row = cJSON_CreateArray();
        for (int k = 0; k < 4; k++)
            cJSON_AddItemToArray(row, json_float(m->m[r][k]));
        cJSON_AddItemToArray(rows, row);
    }
    return rows;
}

static cJSON *node_json(const stage *s, uint32_t i)
{
    static const char *const kinds[] = {"empty",   "bone",      "mesh",  "light",
                                        "emitter", "reference", "camera"};
    const wm_scene_node *n = &s->scene->nodes[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", json_text(n->name));
    json_add(o, "parent", n->parent == WM_NO_INDEX ? cJSON_CreateNull() : json_uint(n->parent));
    json_add(o, "kind", json_text(kinds[n->kind]));
    json_add(o, "world", matrix_json(&s->pose->world[i]));
    if (n->mesh != WM_NO_INDEX)
        json_add(o, "alpha", json_float(s->pose->alpha[i]));
    return o;
}

static cJSON *mesh_json(const stage *s, uint32_t node, wm_vec3 *points, wm_vec3 *normals)
{
    const wm_scene_mesh *m = &s->scene->meshes[s->scene->nodes[node].mesh];
    cJSON *o = cJSON_CreateObject(), *positions = cJSON_CreateArray(),
          *directions = cJSON_CreateArray(), *indices = cJSON_CreateArray();
    const char *material =
        m->parts[0].material == WM_NO_INDEX ? "" : s->scene->materials[m->parts[0].material].name;
    json_add(o, "node", json_uint(node));
    json_add(o, "material", json_text(material));
    wm_pose_mesh(s->pose, node, points, normals);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        cJSON_AddItemToArray(positions, json_vec3(points[v]));
        if (m->normals)
            cJSON_AddItemToArray(directions, json_vec3(normals[v]));
    }
    for (uint32_t i = 0; i < m->index_count; i++)
        cJSON_AddItemToArray(indices, json_uint(m->indices[i]));
    json_add(o, "positions", positions);
    json_add(o, "normals", directions);
    json_add(o, "indices", indices);
    return o;
}

static bool is_drawn(const cli *c, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && (n->role == WM_ROLE_SHOWN || cli_has(c, "all"));
}

static uint32_t largest_mesh(const wm_scene *scene)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].vertex_count > most)
            most = scene->meshes[i].vertex_count;
    return most;
}

static int write_json(const cli *c, const plan *p, const stage *s)
{
    cJSON *o = cJSON_CreateObject(), *nodes = cJSON_CreateArray(), *meshes = cJSON_CreateArray();
    size_t most = largest_mesh(s->scene);
    wm_vec3 *points = malloc(2 * most * sizeof *points);
    json_add(o, "version", json_uint(1));
    json_add(o, "name", json_text(s->scene->name));
    json_add(o, "animation", p->animation ? json_text(p->animation) : cJSON_CreateNull());
    json_add(o, "time", json_float(p->time));
    for (uint32_t i = 0; i < s->scene->node_count; i++) {
        cJSON_AddItemToArray(nodes, node_json(s, i));
        if (points && is_drawn(c, &s->scene->nodes[i]))
            cJSON_AddItemToArray(meshes, mesh_json(s, i, points, points + most));
    }
    json_add(o, "nodes", nodes);
    json_add(o, "meshes", meshes);
    char *text = points ? cJSON_PrintUnformatted(o) : NULL;
    cJSON_Delete(o);
    free(points);
    if (!text)
        return cli_fail(EXIT_OUTPUT, "%s: out of memory", p->out);
    size_t n = strlen(text);
    text[n] = '\n'; /* in place of its NUL */
    int code = cli_save(c, p->out, text, n + 1, stderr);
    cJSON_free(text);
    return code;
}

/* ---- OBJ ---- */

/* room.obj gets its materials in room.mtl; NULL for standard output. */
static char *material_path(const char *out)
{
    const char *base = cli_basename(out), *dot = strrchr(base, '.');
    size_t stem = dot ? (size_t)(dot - out) : strlen(out);
    char *path = strcmp(out, "-") == 0 ? NULL : malloc(stem + 5);
    if (path)
        snprintf(path, stem + 5, "%.*s.mtl", (int)stem, out);
    return path;
}

static int write_obj(const cli *c, const plan *p, const stage *s)
{
    wm_error error;
    wm_buffer text = {0}, materials = {0};
    char *path = material_path(p->out);
    int code = EXIT_FINE;
    wm_obj_write_opts opts = {.material_file = path ? cli_basename(path) : NULL,
                              .y_up = cli_has(c, "y-up"),
                              .all = cli_has(c, "all")};
    /* Both or none, as far as existing files go. */
    if (path && !c->force && access(p->out, F_OK) != 0 && access(path, F_OK) == 0) {
        code = cli_fail(EXIT_OUTPUT, "%s: the file exists (--force replaces it)", path);
    } else if (wm_obj_write(s->pose, &opts, &text, &error) != WM_OK ||
               wm_obj_write_mtl(s->scene, NULL, &materials, &error) != WM_OK) {
        cli_say_error(stderr, p->out, &error);
        code = EXIT_OUTPUT;
    } else {
        code = cli_save(c, p->out, text.data, text.size, stderr);
        if (code == EXIT_FINE && path)
            code = cli_save(c, path, materials.data, materials.size, stderr);
    }
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
    if (c->json) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "file", json_text(c->files[0]));
        json_add(o, "output", json_text(p->out));
        json_add(o, "animation", p->animation ? json_text(p->animation) : cJSON_CreateNull());
        json_add(o, "time", json_float(p->time));
        json_add(o, "nodes", json_uint(s->scene->node_count));
        json_add(o, "meshes", json_uint(meshes));
        json_add(o, "vertices", json_uint(vertices));
        json_add(o, "triangles", json_uint(triangles));
        json_print(o, stdout);
    } else if (!c->quiet && strcmp(p->out, "-") != 0) {
        fprintf(stderr, "waymark: %s: %u meshes, %u vertices, %u triangles\n", p->out,
                (unsigned)meshes, (unsigned)vertices, (unsigned)triangles);
    }
}

static cJSON *animation_json(const wm_scene_animation *a)
{
    cJSON *o = cJSON_CreateObject(), *events = cJSON_CreateArray();
    json_add(o, "name", json_text(a->name));
    json_add(o, "length", json_float(a->length));
    json_add(o, "transition", json_float(a->transition));
    json_add(o, "channels", json_uint(a->channel_count));
    json_add(o, "inherited", a->inherited ? json_text(a->inherited) : cJSON_CreateNull());
    for (uint32_t k = 0; k < a->event_count; k++) {
        cJSON *e = cJSON_CreateObject();
        json_add(e, "time", json_float(a->events[k].time));
        json_add(e, "name", json_text(a->events[k].name));
        cJSON_AddItemToArray(events, e);
    }
    json_add(o, "events", events);
    return o;
}

static void list_animations(const cli *c, const stage *s)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < s->scene->animation_count; i++) {
        const wm_scene_animation *a = &s->scene->animations[i];
        char length[WM_FLOAT_TEXT], time[WM_FLOAT_TEXT];
        if (c->json) {
            cJSON_AddItemToArray(list, animation_json(a));
            continue;
        }
        wm_float_format(a->length, length);
        wm_float_format(a->transition, time);
        cli_put_name(stdout, a->name);
        printf(": %s s, transition %s s, %u channel%s", length, time, (unsigned)a->channel_count,
               a->channel_count == 1 ? "" : "s");
        if (a->inherited) {
            printf(", from ");
            cli_put_name(stdout, a->inherited);
        }
        for (uint32_t k = 0; k < a->event_count; k++) {
            wm_float_format(a->events[k].time, time);
            printf("%s%s ", k ? ", " : "; events: ", time);
            cli_put_name(stdout, a->events[k].name);
        }
        putchar('\n');
    }
    cJSON *o = cJSON_CreateObject();
    json_add(o, "file", json_text(c->files[0]));
    json_add(o, "animations", list);
    json_add(o, "missing_supermodel",
             *s->chain.missing ? json_text(s->chain.missing) : cJSON_CreateNull());
    if (c->json)
        json_print(o, stdout);
    else
        cJSON_Delete(o);
    if (*s->chain.missing && !c->json && !c->quiet)
        fprintf(stderr,
                "waymark: %s: its supermodel %s is not beside it; what it inherits is "
                "not listed\n",
                c->files[0], s->chain.missing);
}

static int run(cli *c)
{
    plan p;
    stage s = {.animation = WM_NO_INDEX, .from = WM_NO_INDEX};
    int code = make_plan(c, &p) ? open_stage(c, c->files[0], &s) : EXIT_USAGE;
    if (code == EXIT_FINE && !p.out) {
        list_animations(c, &s);
    } else if (code == EXIT_FINE) {
        code = strike(c, &p, &s);
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
    {"anim", "NAME", "the animation; without it the model stands as it was built"},
    {"time", "SECONDS", "the moment of the animation (default: 0)"},
    {"loop", NULL, "times behind the end start again; otherwise they are the end"},
    {"blend", "NAME@SECONDS", "come from this animation at this moment, --time ago"},
    {"list", NULL, "list the animations and their events in place of writing a file"},
    CLI_SUPERMODEL_OPTION,
    {"all", NULL, "also meshes that the game does not draw: walkmesh, shadow boxes"},
    {"y-up", NULL, "turn the OBJ so that y is up; otherwise z is, as in the game"},
    {"to", "obj|json", "what to write (default: by the ending of OUT)"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_pose = {
    .name = "pose",
    .synopsis = "[options] MODEL OUT.obj|OUT.json",
    .summary = "write a model as it stands at a moment of an animation",
    .details =
        "Reads MODEL with the MDX beside it, moves its nodes and skins its meshes. An OBJ has\n"
        "positions, normals, uvs and materials named by their textures (OUT.mtl); a JSON has the\n"
        "world transforms of all nodes (three rows of four) and the vertices of the meshes.\n"
        "Cloth (dangly meshes) hangs as it was built.\n\n"
        "Animations of supermodels are found when their files are beside MODEL, or with\n"
        "--supermodel, the nearest first. --blend shows the change from one animation to another,\n"
        "--time seconds after it began.\n\n"
        "  waymark pose --list c_dewback.mdl\n"
        "  waymark pose --anim cwalk --time 0.5 c_dewback.mdl walking.obj\n"
        "  waymark pose -a crun -t 0.1 --blend cwalk@0.5 c_dewback.mdl change.json\n"
        "  waymark pose -a cpause1 --supermodel s_female02.mdl n_bastila.mdl bastila.obj",
    .options = options,
    .min_files = 1,
    .max_files = 2,
    .output_last = true,
    .run = run,
};
