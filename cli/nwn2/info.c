/* waymark info of TRN and TRX. */
#include <string.h>

#include "formats.h"
#include "nwn2/nwn2.h"

/* Number of packets of each type, in the order of the file. */
typedef struct packet_count {
    const char *type;
    uint32_t count;
} packet_count;

enum { TYPES = 16 };

static size_t count_packets(const wm_nwn2_trn *t, packet_count list[TYPES])
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->packet_count; i++) {
        size_t k = 0;
        while (k < n && strcmp(list[k].type, t->packets[i].type) != 0)
            k++;
        if (k == TYPES)
            continue; /* no real file has so many types */
        if (k == n)
            list[n++] = (packet_count){t->packets[i].type, 0};
        list[k].count++;
    }
    return n;
}

static void print_words(cli_out *out, size_t bytes, const wm_nwn2_trn *t,
                        const wm_nwn2_aswm_stats *s)
{
    packet_count list[TYPES];
    FILE *to = out->data;
    size_t n = count_packets(t, list);
    const wm_nwn2_aswm *a = t->aswm;
    cli_print(to, "%s: NWN2 %s, %s, %zu bytes, %u packet%s:", out->file,
              a || t->trwh ? "terrain" : "packets",
              !a                                           ? "no walkmesh"
              : strcmp(wm_nwn2_trn_variant(t), "trx") == 0 ? "baked (TRX)"
                                                           : "not baked (TRN)",
              bytes, (unsigned)t->packet_count, t->packet_count == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : " ", to);
        cli_put_name(to, list[i].type);
        if (list[i].count > 1)
            cli_print(to, " x %u", (unsigned)list[i].count);
    }
    fputc('\n', to);
    if (!a)
        return;
    cli_print(to, "  %u %s, %u %s (%u at the border), %u %s, %u walkable (%.2f m2)\n",
              (unsigned)a->vertex_count, cli_word(a->vertex_count, "vertex", "vertices"),
              (unsigned)a->edge_count, cli_word(a->edge_count, "edge", "edges"),
              (unsigned)s->boundary_edges, (unsigned)a->triangle_count,
              cli_word(a->triangle_count, "triangle", "triangles"), (unsigned)s->walkable,
              s->walkable_m2);
    cli_print(to, "  %u x %u tiles of %g m, %u with triangles, border of %u; %u %s, %u %s\n",
              (unsigned)a->grid_width, (unsigned)a->grid_height, (double)a->tile_width,
              (unsigned)s->tiles_used, (unsigned)a->border, (unsigned)a->island_count,
              cli_word(a->island_count, "island", "islands"), (unsigned)s->links,
              cli_word(s->links, "link", "links"));
    cli_print(to, "  fullest tile: %u of %u walkable triangles, %u in total\n",
              (unsigned)s->max_tile_walkable, (unsigned)WM_NWN2_TILE_NODES,
              (unsigned)s->max_tile_triangles);
    cli_print(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)s->min.x, (double)s->min.y,
              (double)s->min.z, (double)s->max.x, (double)s->max.y, (double)s->max.z);
    fputs("  walkable materials:", to);
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT - 1; i++)
        if (s->materials[i])
            cli_print(to, " %s %u", wm_nwn2_material_name(i + 1), (unsigned)s->materials[i]);
    fputc('\n', to);
}

int cli_trn_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_aswm_stats s = {.walkable = 0};
    wm_nwn2_trn *t = cli_read_trn(c, out->file, bytes, &error);
    if (!t)
        return cli_unreadable(c, out->file, &error);
    if (t->aswm)
        wm_nwn2_aswm_measure(t->aswm, &s, NULL);
    int code = EXIT_FINE;
    if (c->json) {
        wm_buffer json;
        const wm_info_opts opts = {
            .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
        wm_status status = wm_nwn2_trn_info(t, &opts, &json, &error);
        code = json_print_made(status, &json, &error, out->data);
    } else {
        print_words(out, bytes->size, t, &s);
    }
    wm_nwn2_trn_free(t);
    return code;
}
