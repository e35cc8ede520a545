/* What a KotOR model is and what is in it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats.h"
#include "model.h"
#include "model_text.h"

typedef struct summary {
    uint32_t meshes, skins;
    uint64_t vertices, faces;
    char (*textures)[WM_KOTOR_TEXT + 1]; /* each once, sorted */
    size_t texture_count;
} summary;

void cli_fixed_text(const char *field, size_t size, char text[WM_KOTOR_TEXT + 1])
{
    snprintf(text, WM_KOTOR_TEXT + 1, "%.*s", (int)(size < WM_KOTOR_TEXT ? size : WM_KOTOR_TEXT),
             field);
}

bool cli_is_null(const char *name)
{
    return !*name || strcasecmp(name, "null") == 0;
}

const char *cli_mdx_state(const wm_kotor_mdl *mdl)
{
    switch (mdl->mdx_state) {
    case WM_MDX_FINE: return "fine";
    case WM_MDX_MISSING: return "missing";
    case WM_MDX_SHORT: return "short";
    case WM_MDX_NEWLINES: return "newlines";
    case WM_MDX_SIZE: return "size";
    }
    return "unknown";
}

static int compare_names(const void *a, const void *b)
{
    int order = strcasecmp(a, b);
    return order ? order : strcmp(a, b);
}

static void add_texture(summary *s, const char *field, size_t size)
{
    char *name = s->textures[s->texture_count];
    cli_fixed_text(field, size, name);
    if (!cli_is_null(name))
        s->texture_count++;
}

static bool summarise(const wm_kotor_mdl *mdl, summary *s)
{
    *s = (summary){0};
    s->textures = calloc(3 * (size_t)mdl->tree.count + 1, sizeof *s->textures);
    if (!s->textures)
        return false;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        if (n->emitter)
            add_texture(s, n->emitter->texture, sizeof n->emitter->texture);
        if (!n->mesh)
            continue;
        s->meshes++;
        s->skins += n->mesh->skin != NULL;
        s->vertices += n->mesh->vertex_count;
        s->faces += n->mesh->face_count;
        add_texture(s, n->mesh->texture[0], WM_KOTOR_TEXT);
        add_texture(s, n->mesh->texture[1], WM_KOTOR_TEXT);
    }
    qsort(s->textures, s->texture_count, sizeof *s->textures, compare_names);
    size_t kept = 0;
    for (size_t i = 0; i < s->texture_count; i++)
        if (kept == 0 || strcasecmp(s->textures[kept - 1], s->textures[i]) != 0)
            memmove(s->textures[kept++], s->textures[i], sizeof *s->textures);
    s->texture_count = kept;
    return true;
}

static void print_json(cli_out *out, size_t bytes, const cli_model *model, const summary *s)
{
    const wm_kotor_mdl *m = model->mdl;
    cJSON *o = cJSON_CreateObject(), *textures = cJSON_CreateArray();
    const char *class = wm_kotor_classification_name(m->classification);
    char text[WM_KOTOR_TEXT + 1];
    bool ascii = model->format == WM_FORMAT_KOTOR_MDL_ASCII;
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("kotor-mdl"));
    json_add(o, "variant", json_text(ascii ? "ascii" : wm_kotor_mdl_variant(m)));
    json_add(o, "bytes", json_uint(bytes));
    cli_fixed_text(m->geometry.name, sizeof m->geometry.name, text);
    json_add(o, "name", json_text(text));
    cli_fixed_text(m->supermodel, sizeof m->supermodel, text);
    json_add(o, "supermodel", cli_is_null(text) ? cJSON_CreateNull() : json_text(text));
    json_add(o, "classification", class ? json_text(class) : json_uint(m->classification));
    json_add(o, "nodes", json_uint(m->tree.count));
    json_add(o, "meshes", json_uint(s->meshes));
    json_add(o, "skins", json_uint(s->skins));
    json_add(o, "animations", json_uint(m->animation_count));
    json_add(o, "vertices", json_uint(s->vertices));
    json_add(o, "faces", json_uint(s->faces));
    for (size_t i = 0; i < s->texture_count; i++)
        cJSON_AddItemToArray(textures, json_text(s->textures[i]));
    json_add(o, "textures", textures);
    json_add(o, "compiler", ascii ? cJSON_CreateNull() : json_text(wm_kotor_mdl_maker(m)));
    if (!ascii) {
        json_add(o, "mdx", json_text(cli_mdx_state(m)));
        json_add(o, "mdx_bytes", model->mdx_path ? json_uint(model->mdx.size) : cJSON_CreateNull());
    }
    json_print(o, out->data);
}

static void say_mdx(FILE *to, const cli_model *model)
{
    switch (model->mdl->mdx_state) {
    case WM_MDX_FINE: return;
    case WM_MDX_MISSING: fputs("  its MDX is missing: no vertices to draw\n", to); return;
    case WM_MDX_SHORT:
        fputs("  its MDX is too short: some meshes have no vertices to draw\n", to);
        return;
    case WM_MDX_NEWLINES:
        fputs("  its MDX was damaged by a transfer as text: line ends were changed\n", to);
        return;
    case WM_MDX_SIZE: fputs("  its MDX has another size than the model says\n", to); return;
    }
}

static void put_count(FILE *to, const char *before, uint64_t count, const char *one,
                      const char *many)
{
    fprintf(to, "%s%llu %s", before, (unsigned long long)count, count == 1 ? one : many);
}

static void print_words(cli_out *out, size_t bytes, const cli_model *model, const summary *s)
{
    const wm_kotor_mdl *m = model->mdl;
    const char *class = wm_kotor_classification_name(m->classification);
    bool ascii = model->format == WM_FORMAT_KOTOR_MDL_ASCII;
    char text[WM_KOTOR_TEXT + 1];
    FILE *to = out->data;
    fprintf(to, "%s: KotOR model, %s, %zu", out->file, ascii ? "ascii" : wm_kotor_mdl_variant(m),
            bytes);
    if (!ascii && model->mdx_path)
        fprintf(to, " + %zu", model->mdx.size);
    fputs(" bytes", to);
    if (!ascii)
        fprintf(to, ", made by %s", wm_kotor_mdl_maker(m));
    fputs("\n  ", to);
    cli_fixed_text(m->geometry.name, sizeof m->geometry.name, text);
    cli_put_name(to, text);
    if (class)
        fprintf(to, ", %s", class);
    else
        fprintf(to, ", classification %u", m->classification);
    cli_fixed_text(m->supermodel, sizeof m->supermodel, text);
    if (!cli_is_null(text)) {
        fputs(", supermodel ", to);
        cli_put_name(to, text);
    }
    put_count(to, "\n  ", m->tree.count, "node", "nodes");
    put_count(to, ", ", s->meshes, "mesh", "meshes");
    put_count(to, ", ", s->skins, "skin", "skins");
    put_count(to, ", ", m->animation_count, "animation", "animations");
    put_count(to, "\n  ", s->vertices, "vertex", "vertices");
    put_count(to, ", ", s->faces, "face", "faces");
    fputc('\n', to);
    if (s->texture_count)
        fputs("  textures:", to);
    for (size_t i = 0; i < s->texture_count; i++) {
        fputc(' ', to);
        cli_put_name(to, s->textures[i]);
    }
    if (s->texture_count)
        fputc('\n', to);
    for (uint32_t i = 0; i < m->animation_count; i++) {
        fputs("  animation ", to);
        cli_fixed_text(m->animations[i].geometry.name, WM_KOTOR_TEXT, text);
        cli_put_name(to, text);
        fprintf(to, ": %g s", (double)m->animations[i].length);
        if (m->animations[i].event_count)
            put_count(to, ", ", m->animations[i].event_count, "event", "events");
        fputc('\n', to);
    }
    if (!ascii)
        say_mdx(to, model);
}

int cli_model_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    cli_model model;
    summary s = {0};
    int code = EXIT_INPUT;
    if (!cli_read_model(c, bytes, out->file, NULL, out->talk, &error, &model)) {
        if (c->json)
            json_print_error(out->data, out->file, &error);
    } else if (!summarise(model.mdl, &s)) {
        fprintf(out->talk, "waymark: error: %s: out of memory\n", out->file);
    } else {
        if (c->json)
            print_json(out, bytes->size, &model, &s);
        else
            print_words(out, bytes->size, &model, &s);
        code = EXIT_FINE;
    }
    free(s.textures);
    cli_free_model(&model);
    return code;
}
