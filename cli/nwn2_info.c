/* waymark info of TRN and TRX. */
#include <string.h>

#include "formats.h"
#include "nwn2.h"

/* How many packets of each type, in the order in which they come. */
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

static cJSON *bounds(const wm_nwn2_stats *s)
{
    cJSON *b = cJSON_CreateObject();
    json_add(b, "min", json_vec3(s->min));
    json_add(b, "max", json_vec3(s->max));
    return b;
}

static void add_walkmesh(cJSON *o, const wm_nwn2_aswm *a, const wm_nwn2_stats *s)
{
    cJSON *tiles = cJSON_CreateArray(), *materials = cJSON_CreateObject();
    cJSON_AddItemToArray(tiles, json_uint(a->grid_width));
    cJSON_AddItemToArray(tiles, json_uint(a->grid_height));
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT - 1; i++)
        if (s->materials[i])
            json_add(materials, wm_nwn2_material_name(i + 1), json_uint(s->materials[i]));
    json_add(o, "vertices", json_uint(a->vertex_count));
    json_add(o, "edges", json_uint(a->edge_count));
    json_add(o, "triangles", json_uint(a->triangle_count));
    json_add(o, "walkable", json_uint(s->walkable));
    json_add(o, "tiles", tiles);
    json_add(o, "islands", json_uint(a->island_count));
    json_add(o, "max_tile_nodes", json_uint(s->max_tile_nodes));
    json_add(o, "area_walkable", json_double(s->walkable_area));
    json_add(o, "border", json_uint(a->border));
    json_add(o, "aswm_version", json_uint(a->version));
    json_add(o, "compressed", cJSON_CreateBool(a->compressed));
    json_add(o, "tile_width", json_float(a->tile_width));
    json_add(o, "tiles_used", json_uint(s->tiles_used));
    json_add(o, "max_tile_triangles", json_uint(s->max_tile_triangles));
    json_add(o, "boundary_edges", json_uint(s->boundary_edges));
    json_add(o, "island_links", json_uint(s->links));
    json_add(o, "sight_cells", json_uint(s->sight_cells));
    json_add(o, "materials", materials);
    json_add(o, "bounds", bounds(s));
}

static void print_json(cli_out *out, size_t bytes, const wm_nwn2_trn *t, const wm_nwn2_stats *s)
{
    packet_count list[TYPES];
    cJSON *o = cJSON_CreateObject(), *types = cJSON_CreateObject();
    size_t n = count_packets(t, list);
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("nwn2-trn"));
    json_add(o, "variant", json_text(cli_trn_variant(t)));
    json_add(o, "bytes", json_uint(bytes));
    json_add(o, "packets", json_uint(t->packet_count));
    if (t->aswm)
        add_walkmesh(o, t->aswm, s);
    for (size_t i = 0; i < n; i++) {
        cJSON *name = json_text(list[i].type); /* clean of what JSON cannot hold */
        json_add(types, name ? name->valuestring : "", json_uint(list[i].count));
        cJSON_Delete(name);
    }
    json_add(o, "packet_types", types);
    json_print(o, out->data);
}

static void print_words(cli_out *out, size_t bytes, const wm_nwn2_trn *t, const wm_nwn2_stats *s)
{
    packet_count list[TYPES];
    FILE *to = out->data;
    size_t n = count_packets(t, list);
    const wm_nwn2_aswm *a = t->aswm;
    fprintf(to, "%s: NWN2 %s, %s, %zu bytes, %u packet%s:", out->file,
            a || t->trwh ? "terrain" : "packets",
            !a                                       ? "no walkmesh"
            : strcmp(cli_trn_variant(t), "trx") == 0 ? "baked (TRX)"
                                                     : "not baked (TRN)",
            bytes, (unsigned)t->packet_count, t->packet_count == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : " ", to);
        cli_put_name(to, list[i].type);
        if (list[i].count > 1)
            fprintf(to, " x %u", (unsigned)list[i].count);
    }
    fputc('\n', to);
    if (!a)
        return;
    fprintf(to, "  %u vertices, %u edges (%u at the rim), %u triangles, %u walkable (%.2f m2)\n",
            (unsigned)a->vertex_count, (unsigned)a->edge_count, (unsigned)s->boundary_edges,
            (unsigned)a->triangle_count, (unsigned)s->walkable, s->walkable_area);
    fprintf(to, "  %u x %u tiles of %g m, %u with triangles, border %u; %u islands, %u links\n",
            (unsigned)a->grid_width, (unsigned)a->grid_height, (double)a->tile_width,
            (unsigned)s->tiles_used, (unsigned)a->border, (unsigned)a->island_count,
            (unsigned)s->links);
    fprintf(to, "  fullest tile: %u of %u walkable triangles, %u in all\n",
            (unsigned)s->max_tile_nodes, (unsigned)WM_NWN2_TILE_NODES,
            (unsigned)s->max_tile_triangles);
    fprintf(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)s->min.x, (double)s->min.y,
            (double)s->min.z, (double)s->max.x, (double)s->max.y, (double)s->max.z);
    fputs("  walkable materials:", to);
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT - 1; i++)
        if (s->materials[i])
            fprintf(to, " %s %u", wm_nwn2_material_name(i + 1), (unsigned)s->materials[i]);
    fputc('\n', to);
}

int cli_trn_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_stats s = {.walkable = 0};
    wm_nwn2_trn *t = cli_read_trn(bytes, &error);
    if (!t) {
        cli_say_error(out->talk, out->file, &error);
        if (c->json)
            json_print_error(out->data, out->file, &error);
        return EXIT_INPUT;
    }
    if (t->aswm)
        wm_nwn2_aswm_measure(t->aswm, &s);
    if (c->json)
        print_json(out, bytes->size, t, &s);
    else
        print_words(out, bytes->size, t, &s);
    wm_nwn2_trn_free(t);
    return EXIT_FINE;
}
