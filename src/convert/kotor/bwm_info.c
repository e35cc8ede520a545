/* Describes a KotOR walkmesh file. */
#include <stdio.h>

#include "base/json_text.h"
#include "waymark/info.h"

static void put_materials(wm_json_writer *j, const wm_kotor_bwm_stats *s)
{
    wm_json_begin_object(j, "materials");
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (s->material[i]) {
            char name[12];
            wmi_format(name, sizeof name, "%u", (unsigned)i);
            wm_json_add_uint(j, name, s->material[i]);
        }
    if (s->other)
        wm_json_add_uint(j, "other", s->other);
    wm_json_end(j);
}

static void put_meshes(wm_json_writer *j, const wm_kotor_bwm_text *text)
{
    wm_json_begin_array(j, "meshes");
    for (uint32_t i = 0; i < text->mesh_count; i++) {
        const wm_kotor_bwm_text_mesh *mesh = &text->meshes[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "name", mesh->name);
        wm_json_add_text(j, "state", wm_kotor_door_state_name(mesh->state));
        wm_json_add_uint(j, "vertices", mesh->bwm->vertex_count);
        wm_json_add_uint(j, "faces", mesh->bwm->face_count);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* From a binary or a text file; the other one is NULL. */
static wm_status info(const wm_kotor_bwm *bwm, const wm_kotor_bwm_text *text,
                      const wm_kotor_bwm_info_opts *opts, wm_buffer *json, wm_error *error)
{
    const wm_info_opts *base = opts ? &opts->base : NULL;
    const wm_kotor_surfaces *surfaces = opts ? opts->surfaces : NULL;
    const wm_kotor_bwm *first = text ? text->meshes[0].bwm : bwm;
    wm_kotor_bwm_stats s;
    wm_json_writer j;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_status status = text ? wm_kotor_bwm_text_measure(text, surfaces, &s, error)
                            : wm_kotor_bwm_measure(bwm, surfaces, &s, error);
    if (status != WM_OK)
        return status;
    wm_kotor_maker maker = text ? wm_kotor_bwm_text_maker(text) : wm_kotor_bwm_maker(bwm);
    wmi_info_begin(&j, base, "kotor-bwm");
    wm_json_add_text(&j, "variant", text ? "ascii" : wm_kotor_bwm_variant(bwm));
    if (opts && opts->nwn1)
        wm_json_add_text(&j, "game", "nwn1");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(base));
    wm_json_add_uint(&j, "vertices", s.vertices);
    wm_json_add_uint(&j, "faces", s.faces);
    wm_json_add_uint(&j, "walkable", s.walkable);
    wm_json_add_uint(&j, "aabb_nodes", s.aabbs);
    wm_json_add_uint(&j, "edges", s.edges);
    wm_json_add_uint(&j, "perimeters", s.perimeters);
    wm_json_add_uint(&j, "transitions", s.transitions);
    wm_json_add_uint(&j, "regions", s.regions);
    wm_json_begin_object(&j, "bounds");
    wm_json_add_vec3(&j, "min", s.min);
    wm_json_add_vec3(&j, "max", s.max);
    wm_json_end(&j);
    put_materials(&j, &s);
    wm_json_add_text(&j, "maker", wm_kotor_maker_name(maker));
    wm_json_add_double(&j, "walkable_area", s.walkable_m2);
    wm_json_add_uint(&j, "aabb_depth", s.tree_depth);
    wm_json_add_vec3(&j, "position", first->position);
    if (text && text->mesh_count > 1)
        put_meshes(&j, text);
    if (bwm)
        wmi_info_faults(&j, bwm->fault_count, &bwm->first_fault);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}

wm_status wm_kotor_bwm_info(const wm_kotor_bwm *bwm, const wm_kotor_bwm_info_opts *opts,
                            wm_buffer *json, wm_error *error)
{
    return info(bwm, NULL, opts, json, error);
}

wm_status wm_kotor_bwm_text_info(const wm_kotor_bwm_text *text, const wm_kotor_bwm_info_opts *opts,
                                 wm_buffer *json, wm_error *error)
{
    return info(NULL, text, opts, json, error);
}
