/* info on glTF and OBJ files. */
#include "formats.h"
#include "open.h"

static void put_count(FILE *to, const wm_json_value *info, const char *before, const char *member,
                      const char *one)
{
    uint64_t count = 0;
    wm_json_as_uint(wm_json_find(info, member), &count);
    cli_put_item(to, before, count, one, member);
}

/* From the JSON, so that both say the same. */
static void print_words(cli_out *out, const wm_buffer *bytes, const wm_json_value *info)
{
    FILE *to = out->data;
    const char *variant = wm_json_as_text(wm_json_find(info, "variant"), NULL);
    const char *maker = wm_json_as_text(wm_json_find(info, "generator"), NULL);
    const char *source = wm_json_as_text(wm_json_find(info, "source"), NULL);
    cli_print(to, "%s: %s, %zu bytes", out->file, variant ? "glTF" : "Wavefront OBJ", bytes->size);
    if (maker) {
        fputs(", made by ", to);
        cli_put_name(to, maker);
    }
    fputc('\n', to);
    if (source) {
        fputs("  exported by waymark from ", to);
        cli_put_name(to, source);
        fputc('\n', to);
    }
    put_count(to, info, "  ", "nodes", "node");
    put_count(to, info, ", ", "meshes", "mesh");
    put_count(to, info, ", ", "vertices", "vertex");
    put_count(to, info, ", ", "triangles", "triangle");
    put_count(to, info, "\n  ", "materials", "material");
    put_count(to, info, ", ", "skins", "skin");
    put_count(to, info, ", ", "lights", "light");
    put_count(to, info, ", ", "animations", "animation");
    fputc('\n', to);
}

int cli_scene_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    wm_document *document = cli_open(c, bytes, out->file, NULL, &error);
    if (!document)
        return cli_unreadable(c, out->file, &error);
    wm_status status = wm_document_info(document, CLI_INFO_OPTS, &json, &error);
    wm_document_free(document);
    if (c->json)
        return json_print_made(status, &json, &error, out->data);
    wm_json *info =
        status == WM_OK ? wm_json_read(json.data, json.size, CLI_READ_OPTS, &error) : NULL;
    wm_buffer_free(&json);
    if (!info)
        return cli_unreadable(c, out->file, &error);
    print_words(out, bytes, wm_json_root(info));
    wm_json_free(info);
    return EXIT_FINE;
}
