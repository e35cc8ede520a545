/* info on a Black & White 2 model. */
#include <string.h>

#include "bw2.h"
#include "formats.h"

static bool same_name(const char *a, const char *b)
{
    return strncmp(a, b, WM_BW2_NAME) == 0;
}

/* Names of all textures, each once, in the order of the file. */
static cJSON *textures(const wm_bw2_model *m)
{
    enum { MOST = 1000 };
    const char *seen[MOST];
    size_t count = 0;
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < m->material_count; i++)
        for (int t = 0; t < WM_BW2_TEXTURES; t++) {
            const char *name = m->materials[i].texture[t];
            size_t k = 0;
            while (k < count && !same_name(seen[k], name))
                k++;
            if (!*name || k < count || count == MOST)
                continue;
            seen[count++] = name;
            cJSON_AddItemToArray(list, cli_bw2_text(name, WM_BW2_NAME));
        }
    return list;
}

static cJSON *describe(const cli_out *out, size_t bytes, const wm_bw2_model *m)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("bw2-model"));
    json_add(o, "version", json_uint(m->version));
    json_add(o, "variant", json_text(wm_bw2_is_skin(m) ? "skin" : "static"));
    json_add(o, "bytes", json_uint(bytes));
    json_add(o, "materials", json_uint(m->material_count));
    json_add(o, "meshes", json_uint(m->mesh_count));
    json_add(o, "bones", json_uint(m->bone_count));
    json_add(o, "entities", json_uint(m->entity_count));
    json_add(o, "circles", json_uint(m->circle_count));
    json_add(o, "footprint", json_uint(m->footprint_count));
    json_add(o, "vertices", json_uint(m->vertex_count));
    json_add(o, "indices", json_uint(m->index_count));
    json_add(o, "lods", json_uint(wm_bw2_lod_count(m)));
    json_add(o, "uv_sets", json_uint(wm_bw2_uv_sets(m)));
    json_add(o, "textures", textures(m));
    return o;
}

static void print_words(cli_out *out, size_t bytes, const wm_bw2_model *m, const cJSON *names)
{
    FILE *to = out->data;
    fprintf(to, "%s: Black & White 2 model, %s, version %u, %zu bytes\n", out->file,
            wm_bw2_is_skin(m) ? "skin" : "static", (unsigned)m->version, bytes);
    fprintf(to, "  %u meshes in %u levels of detail, %u vertices with %u uv sets, %u indices\n",
            (unsigned)m->mesh_count, (unsigned)wm_bw2_lod_count(m), (unsigned)m->vertex_count,
            (unsigned)wm_bw2_uv_sets(m), (unsigned)m->index_count);
    fprintf(to, "  %u bones, %u entities, %u circles, a footprint of %u points\n",
            (unsigned)m->bone_count, (unsigned)m->entity_count, (unsigned)m->circle_count,
            (unsigned)m->footprint_count);
    for (uint32_t i = 0; i < m->entity_count; i++) {
        char name[WM_BW2_ENTITY_NAME + 1] = "";
        memcpy(name, m->entities[i].name, WM_BW2_ENTITY_NAME);
        fputs("  entity ", to);
        cli_put_name(to, name);
        fputc('\n', to);
    }
    fprintf(to, "  %u materials, textures:", (unsigned)m->material_count);
    for (const cJSON *t = names->child; t; t = t->next) {
        fputc(' ', to);
        cli_put_name(to, t->valuestring);
    }
    fputc('\n', to);
}

int cli_bw2_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_bw2_model *m = wm_bw2_model_read(bytes->data, bytes->size, NULL, &error);
    if (!m) {
        cli_say_error(out->talk, out->file, &error);
        if (c->json)
            json_print_error(out->data, out->file, &error);
        return EXIT_INPUT;
    }
    cJSON *o = describe(out, bytes->size, m);
    if (c->json) {
        json_print(o, out->data);
    } else {
        print_words(out, bytes->size, m, cJSON_GetObjectItem(o, "textures"));
        cJSON_Delete(o);
    }
    wm_bw2_model_free(m);
    return EXIT_FINE;
}
