/* What a KotOR model is and what it contains. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

void cli_fixed_text(const char *field, size_t size, char text[WM_KOTOR_NAME_SIZE + 1])
{
    snprintf(text, WM_KOTOR_NAME_SIZE + 1, "%.*s",
             (int)(size < WM_KOTOR_NAME_SIZE ? size : WM_KOTOR_NAME_SIZE), field);
}

bool cli_is_null(const char *name)
{
    return !*name || strcasecmp(name, "null") == 0;
}

static void print_words(cli_out *out, const wm_document *model, const wm_kotor_textures *textures)
{
    const wm_kotor_mdl *m = model->mdl;
    const char *class = wm_kotor_classification_name(m->classification);
    bool ascii = model->format == WM_FORMAT_KOTOR_MDL_TEXT;
    char text[WM_KOTOR_NAME_SIZE + 1];
    wm_kotor_mdl_stats s;
    FILE *to = out->data;
    wm_kotor_mdl_measure(m, &s, NULL);
    cli_print(to, "%s: KotOR model, %s, %zu", out->file, ascii ? "ascii" : wm_kotor_mdl_variant(m),
              model->size);
    if (model->mdx && model->mdx->found.where)
        cli_print(to, " + %zu", model->mdx->found.size);
    fputs(" bytes", to);
    if (!ascii)
        cli_print(to, ", made by %s", wm_kotor_compiler_name(wm_kotor_mdl_compiler(m)));
    fputs("\n  ", to);
    cli_fixed_text(m->geometry.name, sizeof m->geometry.name, text);
    cli_put_name(to, text);
    if (class)
        cli_print(to, ", %s", class);
    else
        cli_print(to, ", classification %u", m->classification);
    cli_fixed_text(m->supermodel, sizeof m->supermodel, text);
    if (!cli_is_null(text)) {
        fputs(", supermodel ", to);
        cli_put_name(to, text);
    }
    cli_put_item(to, "\n  ", m->tree.count, "node", "nodes");
    cli_put_item(to, ", ", s.meshes, "mesh", "meshes");
    cli_put_item(to, ", ", s.skins, "skin", "skins");
    cli_put_item(to, ", ", m->animation_count, "animation", "animations");
    cli_put_item(to, "\n  ", s.vertices, "vertex", "vertices");
    cli_put_item(to, ", ", s.faces, "face", "faces");
    fputc('\n', to);
    if (textures->count)
        fputs("  textures:", to);
    for (uint32_t i = 0; i < textures->count; i++) {
        fputc(' ', to);
        cli_put_name(to, textures->names[i]);
    }
    if (textures->count)
        fputc('\n', to);
    for (uint32_t i = 0; i < m->animation_count; i++) {
        fputs("  animation ", to);
        cli_fixed_text(m->animations[i].geometry.name, WM_KOTOR_NAME_SIZE, text);
        cli_put_name(to, text);
        cli_print(to, ": %g s", (double)m->animations[i].length);
        if (m->animations[i].event_count)
            cli_put_item(to, ", ", m->animations[i].event_count, "event", "events");
        fputc('\n', to);
    }
    if (!ascii && cli_mdx_fault(m->mdx_state))
        cli_print(to, "  %s\n", cli_mdx_fault(m->mdx_state));
}

int cli_model_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    wm_kotor_textures *textures = NULL;
    int code = EXIT_INPUT;
    wm_document *model = cli_open_model(c, bytes, out->file, NULL, &error);
    if (model)
        cli_say_unreadable(model, "mdx");
    if (!model) {
        code = cli_unreadable(c, out->file, &error);
    } else if (c->json) {
        wm_status status = wm_document_info(model, CLI_INFO_OPTS, &json, &error);
        code = json_print_made(status, &json, &error, out->data);
    } else if (!(textures = wm_kotor_mdl_textures(model->mdl, cli_allocator(), &error))) {
        code = cli_fail_on(CLI_READING, out->file, &error);
    } else {
        print_words(out, model, textures);
        code = EXIT_FINE;
    }
    wm_kotor_textures_free(textures);
    wm_document_free(model);
    return code;
}
