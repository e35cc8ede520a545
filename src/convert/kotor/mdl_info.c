/* Describes a KotOR model. */
#include <stdio.h>

#include "base/json_text.h"
#include "base/text.h"
#include "waymark/info.h"
#include "waymark/kotor_mdl.h"

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

static void put_mdx(wm_json_writer *j, const wm_kotor_mdl *m, const wm_kotor_mdl_info_opts *opts)
{
    wm_json_add_text(j, "mdx", wm_kotor_mdx_state_name(m->mdx_state));
    if (opts && opts->has_mdx)
        wm_json_add_uint(j, "mdx_bytes", opts->mdx_bytes);
    else
        wm_json_add_null(j, "mdx_bytes");
}

static wm_status put_model(const wm_kotor_mdl *m, const wm_kotor_mdl_info_opts *opts,
                           const wm_kotor_textures *textures, wm_buffer *json, wm_error *error)
{
    const char *class = wm_kotor_classification_name(m->classification);
    const wm_info_opts *base = opts ? &opts->base : NULL;
    bool ascii = opts && opts->text;
    char text[WM_KOTOR_NAME_SIZE + 1];
    wm_kotor_mdl_stats s;
    wm_json_writer j;
    wm_kotor_mdl_measure(m, &s, NULL);
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
    wm_json_add_uint(&j, "meshes", s.meshes);
    wm_json_add_uint(&j, "skins", s.skins);
    wm_json_add_uint(&j, "animations", m->animation_count);
    wm_json_add_uint(&j, "vertices", s.vertices);
    wm_json_add_uint(&j, "faces", s.faces);
    wm_json_begin_array(&j, "textures");
    for (uint32_t i = 0; i < textures->count; i++)
        wm_json_add_text(&j, NULL, textures->names[i]);
    wm_json_end(&j);
    wm_json_add_text(&j, "compiler",
                     ascii ? NULL : wm_kotor_compiler_name(wm_kotor_mdl_compiler(m)));
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
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_error local;
    wm_error *e = error ? error : &local;
    wm_kotor_textures *textures = wm_kotor_mdl_textures(mdl, opts ? opts->base.allocator : NULL, e);
    wm_status status = textures ? put_model(mdl, opts, textures, json, e) : e->code;
    wm_kotor_textures_free(textures);
    return status;
}
