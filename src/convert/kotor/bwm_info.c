/* Describes a KotOR walkmesh file. */
#include <stdio.h>

#include "base/json_text.h"
#include "waymark/info.h"

static float lower(float a, float b)
{
    return b < a ? b : a;
}

static float higher(float a, float b)
{
    return b > a ? b : a;
}

static void add_bounds(wm_kotor_bwm_stats *to, const wm_kotor_bwm_stats *s)
{
    to->min = (wm_vec3){lower(to->min.x, s->min.x), lower(to->min.y, s->min.y),
                        lower(to->min.z, s->min.z)};
    to->max = (wm_vec3){higher(to->max.x, s->max.x), higher(to->max.y, s->max.y),
                        higher(to->max.z, s->max.z)};
}

static void add_mesh(wm_kotor_bwm_summary *s, const wm_kotor_bwm *b, const wm_kotor_bwm_stats *of)
{
    s->vertices += b->vertex_count;
    s->faces += b->face_count;
    s->aabbs += b->aabb_count;
    s->edges += b->edge_count;
    s->perimeters += b->perimeter_count;
    for (uint32_t i = 0; i < b->face_count; i++)
        *(b->materials[i] < WM_KOTOR_SURFACES ? &s->material[b->materials[i]] : &s->other) += 1;
    if (!s->first) {
        s->first = b;
        s->stats = *of;
        return;
    }
    add_bounds(&s->stats, of);
    s->stats.walkable += of->walkable;
    s->stats.transitions += of->transitions;
    s->stats.regions += of->regions;
    s->stats.walkable_area += of->walkable_area;
    if (of->tree_depth > s->stats.tree_depth)
        s->stats.tree_depth = of->tree_depth;
}

wm_status wm_kotor_bwm_summarise(const wm_kotor_bwm *binary, const wm_kotor_bwm_text *text,
                                 const wm_kotor_surfaces *surfaces, wm_kotor_bwm_summary *s,
                                 wm_error *error)
{
    uint32_t count = text ? text->mesh_count : 1;
    *s = (wm_kotor_bwm_summary){.variant = "ascii"};
    for (uint32_t i = 0; i < count; i++) {
        wm_kotor_bwm_stats stats;
        const wm_kotor_bwm *b = text ? text->meshes[i].bwm : binary;
        wm_status status = wm_kotor_bwm_measure(b, surfaces, &stats, error);
        if (status != WM_OK)
            return status;
        add_mesh(s, b, &stats);
        if (text && !text->meshes[i].has_tree) {
            s->aabbs -= b->aabb_count; /* built by this library: not in the file */
            s->stats.tree_depth = 0;
            s->no_tree = true;
        }
    }
    s->maker = s->no_tree ? WM_KOTOR_MAKER_UNKNOWN : wm_kotor_bwm_maker(s->first);
    if (binary)
        s->variant = binary->type == WM_KOTOR_OBJECT ? "object" : "area";
    return WM_OK;
}

static void put_materials(wm_json_writer *j, const wm_kotor_bwm_summary *s)
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
    wm_kotor_bwm_summary summary, *s = &summary;
    wm_json_writer j;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_status status = wm_kotor_bwm_summarise(bwm, text, opts ? opts->surfaces : NULL, s, error);
    if (status != WM_OK)
        return status;
    wmi_info_begin(&j, base, "kotor-bwm");
    wm_json_add_text(&j, "variant", s->variant);
    if (opts && opts->nwn1)
        wm_json_add_text(&j, "game", "nwn1");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(base));
    wm_json_add_uint(&j, "vertices", s->vertices);
    wm_json_add_uint(&j, "faces", s->faces);
    wm_json_add_uint(&j, "walkable", s->stats.walkable);
    wm_json_add_uint(&j, "aabb_nodes", s->aabbs);
    wm_json_add_uint(&j, "edges", s->edges);
    wm_json_add_uint(&j, "perimeters", s->perimeters);
    wm_json_add_uint(&j, "transitions", s->stats.transitions);
    wm_json_add_uint(&j, "regions", s->stats.regions);
    wm_json_begin_object(&j, "bounds");
    wm_json_add_vec3(&j, "min", s->stats.min);
    wm_json_add_vec3(&j, "max", s->stats.max);
    wm_json_end(&j);
    put_materials(&j, s);
    wm_json_add_text(&j, "maker", wm_kotor_bwm_maker_name(s->maker));
    wm_json_add_double(&j, "walkable_area", s->stats.walkable_area);
    wm_json_add_uint(&j, "aabb_depth", s->stats.tree_depth);
    wm_json_add_vec3(&j, "position", s->first->position);
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
