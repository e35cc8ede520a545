/* What is in a Black & White 2 model. */
#include "base/json.h"
#include "waymark/info.h"

/* Names of all textures, each once, in the order of the file. */
static void put_textures(wmi_json *j, const wm_bw2_model *m)
{
    enum { MOST = 1000 };
    const char *seen[MOST];
    size_t count = 0;
    wmi_json_begin(j, "textures", '[');
    for (uint32_t i = 0; i < m->material_count; i++)
        for (int t = 0; t < WM_BW2_TEXTURES; t++) {
            const char *name = m->materials[i].texture[t];
            size_t k = 0;
            while (k < count && strncmp(seen[k], name, WM_BW2_NAME) != 0)
                k++;
            if (!*name || k < count || count == MOST)
                continue;
            char text[WM_BW2_NAME + 1] = "";
            memcpy(text, name, WM_BW2_NAME);
            seen[count++] = name;
            wmi_json_add_text(j, NULL, text);
        }
    wmi_json_end(j, ']');
}

wm_status wm_bw2_model_info(const char *file, size_t bytes, const wm_bw2_model *m, wm_buffer *json,
                            wm_error *error)
{
    wmi_json j;
    wmi_json_init(&j, NULL);
    wmi_json_begin(&j, NULL, '{');
    wmi_json_add_text(&j, "file", file);
    wmi_json_add_text(&j, "format", "bw2-model");
    wmi_json_add_uint(&j, "version", m->version);
    wmi_json_add_text(&j, "variant", wm_bw2_is_skin(m) ? "skin" : "static");
    wmi_json_add_uint(&j, "bytes", bytes);
    wmi_json_add_uint(&j, "materials", m->material_count);
    wmi_json_add_uint(&j, "meshes", m->mesh_count);
    wmi_json_add_uint(&j, "bones", m->bone_count);
    wmi_json_add_uint(&j, "entities", m->entity_count);
    wmi_json_add_uint(&j, "circles", m->circle_count);
    wmi_json_add_uint(&j, "footprint", m->footprint_count);
    wmi_json_add_uint(&j, "vertices", m->vertex_count);
    wmi_json_add_uint(&j, "indices", m->index_count);
    wmi_json_add_uint(&j, "lods", wm_bw2_lod_count(m));
    wmi_json_add_uint(&j, "uv_sets", wm_bw2_uv_sets(m));
    put_textures(&j, m);
    wmi_json_end(&j, '}');
    return wmi_json_finish(&j, json, error);
}
