/* waymark dump --layout: what every byte of a model's files is. */
#include <string.h>

#include "kotor/model.h"
#include "kotor/model_text.h"

/* The name of what a range belongs to, or NULL. */
static const char *owner(const wm_kotor_mdl *mdl, const wm_kotor_range *r, char text[64])
{
    if (r->node != WM_NO_INDEX) {
        const wm_kotor_tree *tree =
            r->animation == WM_NO_INDEX ? &mdl->tree : &mdl->animations[r->animation].tree;
        uint16_t name = tree->nodes[r->node].name;
        return name < mdl->name_count ? mdl->names[name] : "";
    }
    if (r->animation == WM_NO_INDEX) /* of the model: a name means itself */
        return strcmp(r->kind, "names") == 0 ? mdl->names[r->index] : NULL;
    cli_fixed_text(mdl->animations[r->animation].geometry.name, WM_KOTOR_NAME_SIZE, text);
    return text;
}

static void ranges_json(wm_json_writer *j, const char *name, const wm_kotor_mdl *mdl,
                        const wm_kotor_range *list, uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++) {
        const wm_kotor_range *r = &list[i];
        char text[64], animation[WM_KOTOR_NAME_SIZE + 1];
        const char *of = owner(mdl, r, text);
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "offset", r->offset);
        wm_json_add_uint(j, "size", r->size);
        wm_json_add_text(j, "kind", r->kind);
        if (of)
            wm_json_add_text(j, "name", of);
        if (r->animation != WM_NO_INDEX) {
            cli_fixed_text(mdl->animations[r->animation].geometry.name, WM_KOTOR_NAME_SIZE,
                           animation);
            wm_json_add_text(j, "animation", animation);
        }
        if (r->node != WM_NO_INDEX)
            wm_json_add_uint(j, "node", r->node);
        if (r->overlaps)
            wm_json_add_bool(j, "overlaps", true);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void print_ranges(FILE *to, const char *file, const wm_kotor_mdl *mdl,
                         const wm_kotor_range *list, uint32_t count, uint64_t gap)
{
    cli_print(to, "%s\n", file);
    for (uint32_t i = 0; i < count; i++) {
        const wm_kotor_range *r = &list[i];
        char text[64], animation[WM_KOTOR_NAME_SIZE + 1];
        const char *name = owner(mdl, r, text);
        cli_print(to, "  %8lu %8lu  %s", (unsigned long)r->offset, (unsigned long)r->size, r->kind);
        if (name) {
            fputs(" of ", to);
            cli_put_name(to, name);
        }
        if (r->animation != WM_NO_INDEX && r->node != WM_NO_INDEX) {
            cli_fixed_text(mdl->animations[r->animation].geometry.name, WM_KOTOR_NAME_SIZE,
                           animation);
            fputs(" in ", to);
            cli_put_name(to, animation);
        }
        fputs(r->overlaps ? " (overlaps)\n" : "\n", to);
    }
    cli_print(to, "  %llu unused %s\n", (unsigned long long)gap, cli_word(gap, "byte", "bytes"));
}

static void print_coverage(const cli *c, cli_out *out, const wm_document *model,
                           const wm_kotor_coverage *v)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, out->data);
        wm_json_add_text(&j, "file", out->file);
        wm_json_add_text(&j, "format", "kotor-mdl");
        ranges_json(&j, "mdl", model->mdl, v->mdl, v->mdl_count);
        ranges_json(&j, "mdx", model->mdl, v->mdx, v->mdx_count);
        wm_json_add_uint(&j, "mdl_gap", v->mdl_gap);
        wm_json_add_uint(&j, "mdx_gap", v->mdx_gap);
        wm_json_add_uint(&j, "overlaps", v->overlaps);
        json_finish(&j);
        return;
    }
    print_ranges(out->data, out->file, model->mdl, v->mdl, v->mdl_count, v->mdl_gap);
    if (model->mdx && model->mdx->found.where)
        print_ranges(out->data, model->mdx->found.where, model->mdl, v->mdx, v->mdx_count,
                     v->mdx_gap);
}

int cli_model_layout(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_report report;
    int code = EXIT_FINE;
    wm_report_init(&report,
                   cli_allocator()); /* faults are not reported: the list shows where they are */
    const wm_open_opts opts = {.base = {.report = &report}};
    wm_document *model = cli_open_model(c, bytes, out->file, &opts, &error);
    wm_kotor_coverage *v = model ? wm_kotor_mdl_cover(model->mdl, cli_allocator(), &error) : NULL;
    if (v) {
        print_coverage(c, out, model, v);
    } else {
        code = cli_unreadable(c, out->file, &error);
    }
    wm_kotor_coverage_free(v);
    wm_report_free(&report);
    wm_document_free(model);
    return code;
}
