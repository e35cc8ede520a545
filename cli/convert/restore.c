/* waymark convert --template for a scene that Waymark exported and another program saved: its edits
 * are applied to the original file. docs/blender.md. */
#include <string.h>

#include "convert/import.h"
#include "convert/notes.h"
#include "open.h"

/* template: what OUT becomes, or NULL if it is made from the scene. */
static void say(const cli *c, const cli_conversion *v, const wm_scene_restore_result *r,
                const wm_document *template)
{
    const cli_note notes[] = {
        {r->axes, NULL, "bone had other axes: restored", "bones had other axes: restored"},
        {r->unknown_axes, NULL, "bone was moved and rotated: its axes may have changed",
         "bones were moved and rotated: their axes may have changed"},
        {r->hidden, NULL, "mesh or light was kept from the template",
         "meshes and lights were kept from the template"},
        {r->animations, NULL, "animation is not in the file: kept from the template",
         "animations are not in the file: kept from the template"},
        {r->missing, NULL, "node of the template is missing", "nodes of the template are missing"},
        {r->added, NULL, "node is new", "nodes are new"},
        {r->moved, NULL, "node was moved", "nodes were moved"},
        {r->meshes, NULL, "mesh was changed", "meshes were changed"},
        {r->vertices, NULL, "vertex of changed meshes is at a new place",
         "vertices of changed meshes are at new places"},
        {r->bare, NULL,
         "vertex of changed meshes is far from all vertices of the template: what Blender cannot "
         "hold, such as second uvs, is 0 there",
         "vertices of changed meshes are far from all vertices of the template: what Blender "
         "cannot hold, such as second uvs, is 0 there"},
        {r->bare_meshes, NULL, "mesh has no material: it keeps those of the template",
         "meshes have no material: they keep those of the template"},
        {r->lights, NULL, "light was changed", "lights were changed"},
        {r->apart, NULL,
         "light was moved away from a node that an animation rotates: it is a node of its own now",
         "lights were moved away from nodes that an animation rotates: they are nodes of their own "
         "now"},
        {r->textures, NULL, "material has another texture", "materials have other textures"},
        {r->new_animations, NULL, "animation is new", "animations are new"},
        {r->channels, NULL, "animation channel was changed", "animation channels were changed"},
        {r->lengths, NULL, "animation has another length", "animations have other lengths"},
    };
    if (c->quiet)
        return;
    if (r->turned)
        cli_print(cli_messages(),
                  "waymark: %s: the scene was exported without '+Y Up': it was rotated back\n",
                  v->file);
    if (r->same)
        cli_print(cli_messages(), "waymark: %s: nothing was edited%s\n", v->file,
                  !template                        ? ""
                  : cli_is_other_form(v, template) ? ": the template is converted"
                                                   : ": the template is copied");
    cli_say_notes(v->file, notes, sizeof notes / sizeof *notes);
}

/* Prints the findings of restoring. */
static void say_missing(const cli_conversion *v, const wm_report *report)
{
    enum { MOST = 20 };
    for (uint32_t i = 0; i < report->count && i < MOST; i++)
        cli_print(cli_messages(), "waymark: %s: %s\n", v->file, report->issues[i].message);
    if (report->count > MOST)
        cli_print(cli_messages(), "waymark: %s: and %u more\n", v->file, report->count - MOST);
}

static wm_scene *open_original(const cli *c, const char *file, cli_template *t)
{
    wm_error error = {0};
    if (!cli_load(file, &t->bytes))
        return NULL;
    t->document = cli_open(c, &t->bytes, file, NULL, &error);
    const wm_scene_opts opts = {.allocator = cli_allocator(), .details = true};
    wm_scene *scene = t->document ? wm_document_scene(t->document, &opts, &error) : NULL;
    if (!scene)
        cli_fail_on(CLI_READING, file, &error);
    return scene;
}

void cli_template_free(cli_template *file)
{
    wm_document_free(file->document);
    wm_buffer_free(&file->bytes);
    *file = (cli_template){.document = NULL};
}

/* A scene as a GLB without images, which are no part of a model file. */
static wm_status write_glb(wm_scene *scene, wm_buffer *out, wm_error *error)
{
    scene->image_count = 0;
    for (uint32_t i = 0; i < scene->material_count; i++)
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
            scene->materials[i].textures[k].image = 0;
    const wm_gltf_write_opts opts = {.base = {.allocator = cli_allocator()}};
    return wm_gltf_write(scene, &opts, out, error);
}

/* Does the glTF hold just what the template becomes as one? The bytes of both are compared after
 * reading and writing them again, so that nothing is passed over. */
static wm_status is_template(const cli *c, const cli_conversion *v, wm_scene *original, bool *same,
                             wm_error *error)
{
    cli quiet = *c;
    quiet.quiet = true;
    const wm_obj_read_opts none = {0};
    wm_buffer once = {0}, twice = {0}, given = {0};
    wm_scene *scene = NULL, *again = NULL;
    wm_status status = write_glb(original, &once, error);
    if (status == WM_OK) {
        again = cli_read_scene(&quiet, &once, v->file, &none, error);
        scene = again ? cli_read_scene(&quiet, &v->bytes, v->file, &none, error) : NULL;
        status = scene ? write_glb(again, &twice, error) : error->code;
    }
    if (status == WM_OK && scene)
        status = write_glb(scene, &given, error);
    *same = scene && status == WM_OK && twice.size == given.size &&
            memcmp(twice.data, given.data, given.size) == 0;
    wm_scene_free(scene);
    wm_scene_free(again);
    wm_buffer_free(&once);
    wm_buffer_free(&twice);
    wm_buffer_free(&given);
    return status;
}

/* No other program saved the glTF, so it has all that the library wrote. If it is just the
 * template, the template is copied; otherwise nothing has to be restored. */
static int copy_if_same(const cli *c, const cli_conversion *v, const char *file, cli_template *t)
{
    wm_error error;
    bool same = false;
    wm_scene *original = open_original(c, file, t);
    int code = original ? EXIT_FINE : EXIT_INPUT;
    if (original && is_template(c, v, original, &same, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, v->file, &error);
    const wm_scene_restore_result unchanged = {.same = true};
    if (code == EXIT_FINE && same && cli_can_copy(c, v, t->document))
        say(c, v, &unchanged, t->document);
    else
        cli_template_free(t);
    wm_scene_free(original);
    return code;
}

/* A glTF without its frame, which tells what it came from: somebody deleted that, or exported only
 * some objects. Do most of its nodes have the names of the template? */
static bool has_names_of(const wm_scene *edited, const wm_scene *original)
{
    enum { MOST = 4096 }; /* nodes: each is looked for in the other scene */
    uint32_t same = 0, others = 0;
    for (uint32_t i = 0; i < edited->node_count && i < MOST; i++) {
        const wm_scene_node *n = &edited->nodes[i];
        uint32_t old = *n->name ? wm_scene_find_node(original, n->name) : WM_NO_INDEX;
        if (old != WM_NO_INDEX &&
            (n->mesh == WM_NO_INDEX || original->nodes[old].mesh != WM_NO_INDEX))
            same++;
        else
            others++;
    }
    return same > others;
}

static bool can_restore(const wm_scene *edited, const wm_scene *original)
{
    return edited->returned ||
           (strcmp(edited->source, "gltf") == 0 && has_names_of(edited, original));
}

int cli_restore(cli *c, const cli_conversion *v, wm_scene *edited, wm_scene **original,
                cli_template *t)
{
    const char *file = cli_get(c, "template");
    wm_error error;
    wm_report report;
    wm_scene_restore_result result;
    *original = NULL;
    *t = (cli_template){.document = NULL};
    if (!file)
        return EXIT_FINE;
    bool own = strcmp(edited->source, "gltf") != 0 && strcmp(edited->source, "obj") != 0;
    if (!edited->returned && own)
        return copy_if_same(c, v, file, t);
    wm_scene *scene = open_original(c, file, t);
    if (!scene) {
        cli_template_free(t);
        return EXIT_INPUT;
    }
    if (!can_restore(edited, scene)) {
        wm_scene_free(scene);
        cli_template_free(t);
        /* these use it for any scene */
        bool other = v->target == TO_MDL || v->target == TO_MDL_TEXT || v->target == TO_TRX ||
                     v->target == TO_TRN;
        return other ? EXIT_FINE
                     : cli_fail(EXIT_USAGE,
                                "%s: --template works only for a glTF that waymark exported",
                                v->file);
    }
    wm_report_init(&report, cli_allocator());
    const wm_scene_restore_opts opts = {.allocator = cli_allocator(), .report = &report};
    wm_status status = wm_scene_restore(scene, edited, &opts, &result, &error);
    if (status == WM_OK && !c->quiet)
        say_missing(v, &report);
    wm_report_free(&report);
    if (status != WM_OK) {
        wm_scene_free(scene);
        cli_template_free(t);
        return cli_fail_on(CLI_READING, v->file, &error);
    }
    bool copied = result.same && cli_can_copy(c, v, t->document);
    say(c, v, &result, copied ? t->document : NULL);
    if (!copied)
        cli_template_free(t);
    *original = scene;
    return EXIT_FINE;
}

void cli_reduce_keys(const cli *c, const char *file, wm_scene *scene)
{
    const char *how = cli_get(c, "reduce-keys");
    wm_scene_reduce_result result;
    if (how ? strcmp(how, "no") == 0 : strcmp(scene->source, "gltf") != 0)
        return;
    if (wm_scene_reduce_keys(scene, how != NULL, &result, NULL) != WM_OK)
        return;
    const cli_note notes[] = {
        {result.keys, NULL, "key was dropped: it lies on a straight line between its neighbours",
         "keys were dropped: they lie on straight lines between their neighbours"}};
    if (!c->quiet)
        cli_say_notes(file, notes, 1);
}
