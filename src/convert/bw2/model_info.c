/* Describes a Black & White 2 model. */
#include <string.h>

#include "base/json_text.h"
#include "waymark/info.h"
#include "waymark/json.h"

/* Names of all textures, each once, in file order. */
static void put_textures(wm_json_writer *j, const wm_bw2_model *m)
{
    enum { MOST = 1000 };
    const char *seen[MOST];
    size_t count = 0;
    wm_json_begin_array(j, "textures");
    for (uint32_t i = 0; i < m->material_count; i++)
        for (int t = 0; t < WM_BW2_TEXTURES; t++) {
            const char *name = m->materials[i].texture[t];
            size_t k = 0;
            while (k < count && strncmp(seen[k], name, WM_BW2_NAME) != 0)
                k++;
            if (!*name || k < count || count == MOST)
                continue;
            seen[count++] = name;
            wm_json_add_field(j, NULL, name, WM_BW2_NAME);
        }
    wm_json_end(j);
}

wm_status wm_bw2_model_info(const wm_bw2_model *m, const wm_info_opts *opts, wm_buffer *json,
                            wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "bw2-model");
    wm_json_add_uint(&j, "version", m->version);
    wm_json_add_text(&j, "variant", wm_bw2_model_is_skin(m) ? "skin" : "static");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "materials", m->material_count);
    wm_json_add_uint(&j, "meshes", m->mesh_count);
    wm_json_add_uint(&j, "bones", m->bone_count);
    wm_json_add_uint(&j, "entities", m->entity_count);
    wm_json_add_uint(&j, "circles", m->circle_count);
    wm_json_add_uint(&j, "footprint", m->footprint_count);
    wm_json_add_uint(&j, "vertices", m->vertex_count);
    wm_json_add_uint(&j, "indices", m->index_count);
    wm_json_add_uint(&j, "lods", wm_bw2_model_lod_count(m));
    wm_json_add_uint(&j, "uv_sets", wm_bw2_model_uv_sets(m));
    put_textures(&j, m);
    wmi_info_faults(&j, m->fault_count, &m->first_fault);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
