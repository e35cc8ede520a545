/* Describes a KotOR model. */
#include <stdio.h>

#include "base/json_text.h"
#include "base/sort.h"
#include "base/text.h"
#include "waymark/info.h"
#include "waymark/kotor_mdl.h"

const char *wm_kotor_mdx_state_name(wm_kotor_mdx_state state)
{
    switch (state) {
    case WM_KOTOR_MDX_STATE_FINE: return "fine";
    case WM_KOTOR_MDX_STATE_MISSING: return "missing";
    case WM_KOTOR_MDX_STATE_SHORT: return "short";
    case WM_KOTOR_MDX_STATE_NEWLINES: return "newlines";
    case WM_KOTOR_MDX_STATE_SIZE: return "size";
    }
    return "unknown";
}

/* A field of up to 32 bytes, possibly ended early by a NUL. */
static void field_text(const char *field, size_t size, char text[WM_KOTOR_NAME_SIZE + 1])
{
    wmi_format(text, WM_KOTOR_NAME_SIZE + 1, "%.*s",
               (int)(size < WM_KOTOR_NAME_SIZE ? size : WM_KOTOR_NAME_SIZE), field);
}

static bool is_null(const char *name)
{
    return !*name || wmi_compare_names(name, "null") == 0;
}

static int compare_names(const void *a, const void *b)
{
    int order = wmi_compare_names(a, b);
    return order ? order : strcmp(a, b);
}

static void add_texture(wm_kotor_mdl_summary *s, const char *field, size_t size)
{
    char *name = s->textures[s->texture_count];
    field_text(field, size, name);
    if (!is_null(name))
        s->texture_count++;
}

wm_status wm_kotor_mdl_summarise(const wm_kotor_mdl *mdl, wm_kotor_mdl_summary *s, wm_error *error)
{
    size_t size = (3 * (size_t)mdl->tree.count + 1) * sizeof *s->textures;
    *s = (wm_kotor_mdl_summary){.memory = {.allocator = *wmi_default_allocator()}};
    s->memory.data = s->memory.allocator.resize(s->memory.allocator.user, NULL, 0, size);
    if (!s->memory.data)
        return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    s->memory.size = size;
    s->textures = (void *)s->memory.data;
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
        add_texture(s, n->mesh->texture[0], WM_KOTOR_NAME_SIZE);
        add_texture(s, n->mesh->texture[1], WM_KOTOR_NAME_SIZE);
    }
    wmi_sort(s->textures, s->texture_count, sizeof *s->textures, compare_names);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->texture_count; i++)
        if (kept == 0 || wmi_compare_names(s->textures[kept - 1], s->textures[i]) != 0)
            memmove(s->textures[kept++], s->textures[i], sizeof *s->textures);
    s->texture_count = kept;
    return WM_OK;
}

void wm_kotor_mdl_summary_free(wm_kotor_mdl_summary *summary)
{
    if (!summary)
        return;
    wm_buffer_free(&summary->memory);
    *summary = (wm_kotor_mdl_summary){0};
}

static void put_mdx(wm_json_writer *j, const wm_kotor_mdl *m, const wm_kotor_mdl_info_opts *opts)
{
    wm_json_add_text(j, "mdx", wm_kotor_mdx_state_name(m->mdx_state));
    if (opts && opts->has_mdx)
        wm_json_add_uint(j, "mdx_bytes", opts->mdx_bytes);
    else
        wm_json_add_null(j, "mdx_bytes");
}

static wm_status put_model(const wm_kotor_mdl *m, const wm_kotor_mdl_info_opts *opts,
                           const wm_kotor_mdl_summary *s, wm_buffer *json, wm_error *error)
{
    const char *class = wm_kotor_classification_name(m->classification);
    const wm_info_opts *base = opts ? &opts->base : NULL;
    bool ascii = opts && opts->text;
    char text[WM_KOTOR_NAME_SIZE + 1];
    wm_json_writer j;
    wmi_info_begin(&j, base, "kotor-mdl");
    wm_json_add_text(&j, "variant", ascii ? "ascii" : wm_kotor_mdl_variant(m));
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(base));
    field_text(m->geometry.name, sizeof m->geometry.name, text);
    wm_json_add_text(&j, "name", text);
    field_text(m->supermodel, sizeof m->supermodel, text);
    wm_json_add_text(&j, "supermodel", is_null(text) ? NULL : text);
    if (class)
        wm_json_add_text(&j, "classification", class);
    else
        wm_json_add_uint(&j, "classification", m->classification);
    wm_json_add_uint(&j, "nodes", m->tree.count);
    wm_json_add_uint(&j, "meshes", s->meshes);
    wm_json_add_uint(&j, "skins", s->skins);
    wm_json_add_uint(&j, "animations", m->animation_count);
    wm_json_add_uint(&j, "vertices", s->vertices);
    wm_json_add_uint(&j, "faces", s->faces);
    wm_json_begin_array(&j, "textures");
    for (uint32_t i = 0; i < s->texture_count; i++)
        wm_json_add_text(&j, NULL, s->textures[i]);
    wm_json_end(&j);
    wm_json_add_text(&j, "compiler", ascii ? NULL : wm_kotor_mdl_maker_name(wm_kotor_mdl_maker(m)));
    if (!ascii) {
        put_mdx(&j, m, opts);
        wmi_info_faults(&j, m->fault_count, &m->first_fault);
    }
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}

wm_status wm_kotor_mdl_info(const wm_kotor_mdl *mdl, const wm_kotor_mdl_info_opts *opts,
                            wm_buffer *json, wm_error *error)
{
    wm_kotor_mdl_summary s;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_status status = wm_kotor_mdl_summarise(mdl, &s, error);
    if (status == WM_OK)
        status = put_model(mdl, opts, &s, json, error);
    wm_kotor_mdl_summary_free(&s);
    return status;
}
