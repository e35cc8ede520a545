/* info on an NWN2 model. */
#include <string.h>

#include "formats.h"
#include "nwn2/nwn2.h"

static void print_packet(FILE *to, const wm_nwn2_mdb_packet *p)
{
    const char *field = wm_nwn2_mdb_packet_name(p);
    char name[WM_NWN2_MDB_NAME + 1] = "";
    if (field)
        memcpy(name, field, WM_NWN2_MDB_NAME);
    fputs("  ", to);
    cli_put_name(to, p->type);
    if (*name) {
        fputc(' ', to);
        cli_put_name(to, name);
    }
    if (p->mesh)
        cli_print(to, ": %u %s, %u %s", (unsigned)p->mesh->vertex_count,
                  cli_word(p->mesh->vertex_count, "vertex", "vertices"),
                  (unsigned)p->mesh->triangle_count,
                  cli_word(p->mesh->triangle_count, "triangle", "triangles"));
    else if (p->spheres)
        cli_print(to, ": %u %s", (unsigned)p->spheres->count,
                  cli_word(p->spheres->count, "sphere", "spheres"));
    else if (p->point)
        cli_print(to, " at (%g, %g, %g)", (double)p->point->position.x,
                  (double)p->point->position.y, (double)p->point->position.z);
    else
        cli_print(to, ": %u bytes", (unsigned)p->raw.size);
    if (p->kind == WM_NWN2_MDB_KIND_WALK) {
        uint32_t walkable = 0;
        for (uint32_t i = 0; i < p->mesh->triangle_count; i++)
            walkable += p->mesh->triangle_flags[i] & WM_NWN2_WALKABLE;
        cli_print(to, ", %u walkable", (unsigned)walkable);
    }
    fputc('\n', to);
}

static void print_list(FILE *to, const char *title, const wm_json_value *list)
{
    if (!wm_json_count(list))
        return;
    fputs(title, to);
    for (uint32_t i = 0; i < wm_json_count(list); i++) {
        fputc(' ', to);
        cli_put_name(to, wm_json_as_text(wm_json_item(list, i), NULL));
    }
    fputc('\n', to);
}

static void print_words(cli_out *out, size_t bytes, const wm_nwn2_mdb *m, const wm_json_value *info)
{
    wm_nwn2_mdb_stats s;
    FILE *to = out->data;
    wm_nwn2_mdb_measure(m, &s, NULL);
    cli_print(to, "%s: NWN2 model, %zu bytes, %u %s\n", out->file, bytes, (unsigned)m->packet_count,
              cli_word(m->packet_count, "packet", "packets"));
    for (uint32_t i = 0; i < m->packet_count; i++)
        print_packet(to, &m->packets[i]);
    cli_print(to, "  visible: %u %s, %u %s, bounds (%g, %g, %g) to (%g, %g, %g)\n",
              (unsigned)s.vertices, cli_word(s.vertices, "vertex", "vertices"),
              (unsigned)s.triangles, cli_word(s.triangles, "triangle", "triangles"),
              (double)s.min.x, (double)s.min.y, (double)s.min.z, (double)s.max.x, (double)s.max.y,
              (double)s.max.z);
    print_list(to, "  textures:", wm_json_find(info, "textures"));
    print_list(to, "  skeleton:", wm_json_find(info, "skeletons"));
}

int cli_mdb_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_mdb *m = cli_read_mdb(c, out->file, bytes, &error);
    if (!m)
        return cli_unreadable(c, out->file, &error);
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_status status = wm_nwn2_mdb_info(m, &opts, &json, &error);
    int code = EXIT_FINE;
    if (c->json) {
        code = json_print_made(status, &json, &error, out->data);
    } else if (status == WM_OK) {
        wm_json *o = wm_json_read(json.data, json.size, CLI_READ_OPTS, NULL);
        print_words(out, bytes->size, m, o ? wm_json_root(o) : NULL);
        wm_json_free(o);
        wm_buffer_free(&json);
    }
    wm_nwn2_mdb_free(m);
    return code;
}
