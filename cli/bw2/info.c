/* info on a Black & White 2 model. */
#include <string.h>

#include "bw2/bw2.h"
#include "formats.h"

static void print_words(cli_out *out, size_t bytes, const wm_bw2_model *m,
                        const wm_json_value *names)
{
    FILE *to = out->data;
    cli_print(to, "%s: Black & White 2 model, %s, version %u, %zu bytes\n", out->file,
              wm_bw2_model_is_skin(m) ? "skin" : "static", (unsigned)m->version, bytes);
    uint32_t lods = wm_bw2_model_lod_count(m), sets = wm_bw2_model_uv_sets(m);
    cli_print(to, "  %u %s in %u %s of detail, %u %s with %u uv %s, %u %s\n",
              (unsigned)m->mesh_count, cli_word(m->mesh_count, "mesh", "meshes"), (unsigned)lods,
              cli_word(lods, "level", "levels"), (unsigned)m->vertex_count,
              cli_word(m->vertex_count, "vertex", "vertices"), (unsigned)sets,
              cli_word(sets, "set", "sets"), (unsigned)m->index_count,
              cli_word(m->index_count, "index", "indices"));
    cli_print(to, "  %u %s, %u %s, %u %s, a footprint of %u %s\n", (unsigned)m->bone_count,
              cli_word(m->bone_count, "bone", "bones"), (unsigned)m->entity_count,
              cli_word(m->entity_count, "entity", "entities"), (unsigned)m->circle_count,
              cli_word(m->circle_count, "circle", "circles"), (unsigned)m->footprint_count,
              cli_word(m->footprint_count, "point", "points"));
    for (uint32_t i = 0; i < m->entity_count; i++) {
        char name[WM_BW2_ENTITY_NAME + 1] = "";
        memcpy(name, m->entities[i].name, WM_BW2_ENTITY_NAME);
        fputs("  entity ", to);
        cli_put_name(to, name);
        fputc('\n', to);
    }
    cli_print(to, "  %u %s, textures:", (unsigned)m->material_count,
              cli_word(m->material_count, "material", "materials"));
    for (uint32_t i = 0; i < wm_json_count(names); i++) {
        fputc(' ', to);
        cli_put_name(to, wm_json_as_text(wm_json_item(names, i), NULL));
    }
    fputc('\n', to);
}

int cli_bw2_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_bw2_model *m = cli_read_bw2(c, out->file, bytes, &error);
    if (!m)
        return cli_unreadable(c, out->file, &error);
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_status status = wm_bw2_model_info(m, &opts, &json, &error);
    int code = EXIT_FINE;
    if (c->json) {
        code = json_print_made(status, &json, &error, out->data);
    } else if (status == WM_OK) {
        wm_json *o = wm_json_read(json.data, json.size, CLI_READ_OPTS, NULL);
        print_words(out, bytes->size, m, o ? wm_json_find(wm_json_root(o), "textures") : NULL);
        wm_json_free(o);
        wm_buffer_free(&json);
    }
    wm_bw2_model_free(m);
    return code;
}
