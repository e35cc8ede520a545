/* What is in a glTF or an OBJ. */
#include <string.h>

#include "base/internal.h"
#include "base/json_text.h"
#include "waymark/info.h"
#include "waymark/json.h"

/* This library wrote the file, and says from what. */
static bool is_own(const wm_scene *s)
{
    return *s->source && strcmp(s->source, "gltf") != 0 && strcmp(s->source, "obj") != 0;
}

static void put_counts(wm_json_writer *j, const wm_scene *s)
{
    uint64_t vertices = 0, triangles = 0, lines = 0;
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        const wm_scene_mesh *m = &s->meshes[i];
        bool line = m->primitive == WM_PRIMITIVE_LINES;
        vertices += m->vertex_count;
        triangles += line ? 0 : m->index_count / 3;
        lines += line ? m->index_count / 2 : 0;
    }
    wm_json_add_uint(j, "nodes", s->node_count);
    wm_json_add_uint(j, "meshes", s->mesh_count);
    wm_json_add_uint(j, "vertices", vertices);
    wm_json_add_uint(j, "triangles", triangles);
    wm_json_add_uint(j, "lines", lines);
    wm_json_add_uint(j, "materials", s->material_count);
    wm_json_add_uint(j, "skins", s->skin_count);
    wm_json_add_uint(j, "lights", s->light_count);
    wm_json_add_uint(j, "animations", s->animation_count);
}

wm_status wm_scene_info(const wm_scene *scene, const wm_scene_info_opts *opts, wm_buffer *json,
                        wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    static const wm_scene_info_opts defaults;
    const wm_scene_info_opts *o = opts ? opts : &defaults;
    wm_json_writer j;
    wmi_info_begin(&j, &o->base, o->format ? o->format : "scene");
    if (o->variant)
        wm_json_add_text(&j, "variant", o->variant);
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(&o->base));
    wm_json_add_text(&j, "generator", scene->generator);
    wm_json_add_bool(&j, "waymark", is_own(scene));
    wm_json_add_text(&j, "source", is_own(scene) ? scene->source : NULL);
    wm_json_add_text(&j, "name", scene->name);
    wm_json_add_text(&j, "up", scene->up == WM_UP_Z ? "z" : "y");
    put_counts(&j, scene);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
