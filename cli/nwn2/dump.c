/* waymark dump of TRN and TRX: every field under its name in docs/formats/nwn2.md. */
#include <string.h>

#include "dump.h"
#include "formats.h"
#include "nwn2/nwn2.h"

/* Names fill 32 or 128 bytes, often with garbage after a NUL. */
static void name_of(wm_json_writer *j, const char *name, const uint8_t *bytes, size_t size)
{
    wm_json_add_field(j, name, (const char *)bytes, size);
}

static void bytes_of(wm_json_writer *j, const char *name, const uint8_t *values, uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_uint(j, NULL, values[i]);
    wm_json_end(j);
}

static void short_triangle(wm_json_writer *j, const wm_nwn2_short_triangle *t)
{
    wm_json_add_indices(j, NULL, (const uint32_t[]){t->vertex[0], t->vertex[1], t->vertex[2]}, 3);
}

/* ---- walkmesh ---- */

static void vertex_row(wm_json_writer *j, const void *document, uint32_t i)
{
    wm_json_add_vec3(j, NULL, ((const wm_nwn2_aswm *)document)->vertices[i]);
}

static void edge_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_edge *e = &((const wm_nwn2_aswm *)document)->edges[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_indices(j, "vertex", e->vertex, 2);
    wm_json_add_indices(j, "triangle", e->triangle, 2);
    wm_json_end(j);
}

static void triangle_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_triangle *t = &((const wm_nwn2_aswm *)document)->triangles[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_indices(j, "vertex", t->vertex, 3);
    wm_json_add_indices(j, "linked_edges", t->linked_edges, 3);
    wm_json_add_indices(j, "linked_triangles", t->linked_triangles, 3);
    wm_json_add_floats(j, "centre", t->centre, 2);
    wm_json_add_vec3(j, "normal", t->normal);
    wm_json_add_float(j, "dot", t->dot);
    wm_json_add_index(j, "island", t->island == WM_NWN2_NO_ISLAND ? WM_NO_INDEX : t->island);
    wm_json_add_uint(j, "flags", t->flags);
    wm_json_end(j);
}

static void tile_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_tile *t = &((const wm_nwn2_aswm *)document)->tiles[i];
    uint32_t n = t->node_count;
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "vertices_count", t->vertices_count);
    wm_json_add_uint(j, "edges_count", t->edges_count);
    wm_json_add_uint(j, "triangles_count", t->triangles_count);
    wm_json_add_uint(j, "triangles_offset", t->triangles_offset);
    wm_json_add_float(j, "size_x", t->size_x);
    wm_json_add_float(j, "size_y", t->size_y);
    bytes_of(j, "local_to_node", t->local_to_node, t->local_count);
    wm_json_add_indices(j, "node_to_local", t->node_to_local, n);
    bytes_of(j, "table", t->table, n * n);
    wm_json_add_uint(j, "flags", t->flags);
    wm_json_end(j);
}

static void link_row(wm_json_writer *j, const void *island, uint32_t i)
{
    const wm_nwn2_island_link *l = &((const wm_nwn2_island *)island)->links[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "island", l->island);
    wm_json_add_float(j, "distance", l->distance);
    wm_json_add_uint(j, "exit", l->exit);
    wm_json_end(j);
}

static void island_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_island *island = &((const wm_nwn2_aswm *)document)->islands[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "index", island->index);
    wm_json_add_uint(j, "tile", island->tile);
    wm_json_add_vec3(j, "centre", island->centre);
    wm_json_add_uint(j, "triangles_count", island->triangles_count);
    dump_list(j, "links", island->link_count, link_row, island);
    wm_json_end(j);
}

/* The steps from one island to all others, following the next island. */
static void step_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_aswm *a = document;
    wm_json_begin_array(j, NULL);
    for (uint32_t k = 0; k < a->island_count; k++) {
        uint16_t next = a->island_table[(size_t)i * a->island_count + k].next;
        wm_json_add_index(j, NULL, next == WM_NWN2_NO_ISLAND ? WM_NO_INDEX : next);
    }
    wm_json_end(j);
}

static void dump_aswm(wm_json_writer *j, const wm_nwn2_aswm *a)
{
    wm_json_add_bool(j, "compressed", a->compressed);
    wm_json_add_uint(j, "version", a->version);
    wm_json_add_uint(j, "owns_data", a->owns_data);
    wm_json_add_uint(j, "triangles_offset", a->triangles_offset);
    dump_rows(j, "vertices", a->vertex_count, vertex_row, a);
    dump_rows(j, "edges", a->edge_count, edge_row, a);
    dump_rows(j, "triangles", a->triangle_count, triangle_row, a);
    wm_json_add_uint(j, "tiles_flags", a->tiles_flags);
    wm_json_add_float(j, "tile_width", a->tile_width);
    wm_json_add_uint(j, "grid_height", a->grid_height);
    wm_json_add_uint(j, "grid_width", a->grid_width);
    dump_rows(j, "tiles", a->grid_height * a->grid_width, tile_row, a);
    wm_json_add_uint(j, "border", a->border);
    dump_rows(j, "islands", a->island_count, island_row, a);
    dump_rows(j, "island_table", a->island_count, step_row, a);
    wm_json_add_uint(j, "extra", a->extra.size);
}

/* ---- ground and water ---- */

static void ground_vertex(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_terrain_vertex *v = &((const wm_nwn2_trrn *)document)->vertices[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "position", v->position);
    wm_json_add_vec3(j, "normal", v->normal);
    bytes_of(j, "tint", v->tint, 4);
    wm_json_add_floats(j, "uv", v->uv, 2);
    wm_json_add_floats(j, "mask_uv", v->mask_uv, 2);
    wm_json_end(j);
}

static void ground_triangle(wm_json_writer *j, const void *document, uint32_t i)
{
    short_triangle(j, &((const wm_nwn2_trrn *)document)->triangles[i]);
}

static void ground_texture(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_trrn *t = document;
    wm_json_begin_object(j, NULL);
    name_of(j, "name", t->textures[i], 32);
    wm_json_add_vec3(j, "colour", t->colours[i]);
    wm_json_end(j);
}

static void blade_row(wm_json_writer *j, const void *grass, uint32_t i)
{
    const wm_nwn2_blade *b = &((const wm_nwn2_grass *)grass)->blades[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "position", b->position);
    wm_json_add_vec3(j, "direction", b->direction);
    wm_json_add_vec3(j, "dimension", b->dimension);
    wm_json_end(j);
}

static void grass_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_grass *g = &((const wm_nwn2_trrn *)document)->grass[i];
    wm_json_begin_object(j, NULL);
    name_of(j, "name", g->name, 32);
    name_of(j, "texture", g->texture, 32);
    dump_list(j, "blades", g->blade_count, blade_row, g);
    wm_json_end(j);
}

static void dump_trrn(wm_json_writer *j, const wm_nwn2_trrn *t)
{
    name_of(j, "name", t->name, sizeof t->name);
    dump_rows(j, "textures", 6, ground_texture, t);
    dump_rows(j, "vertices", t->vertex_count, ground_vertex, t);
    dump_rows(j, "triangles", t->triangle_count, ground_triangle, t);
    wm_json_add_indices(j, "dds", (const uint32_t[]){t->dds[0].size, t->dds[1].size}, 2);
    dump_rows(j, "grass", t->grass_count, grass_row, t);
    wm_json_add_uint(j, "extra", t->extra.size);
}

static void water_vertex(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_water_vertex *v = &((const wm_nwn2_watr *)document)->vertices[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "position", v->position);
    wm_json_add_floats(j, "uv5", v->uv5, 2);
    wm_json_add_floats(j, "uv", v->uv, 2);
    wm_json_end(j);
}

static void water_triangle(wm_json_writer *j, const void *document, uint32_t i)
{
    short_triangle(j, &((const wm_nwn2_watr *)document)->triangles[i]);
}

static void water_texture(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_nwn2_water_texture *t = &((const wm_nwn2_watr *)document)->textures[i];
    wm_json_begin_object(j, NULL);
    name_of(j, "name", t->name, 32);
    wm_json_add_floats(j, "direction", t->direction, 2);
    wm_json_add_float(j, "rate", t->rate);
    wm_json_add_float(j, "angle", t->angle);
    wm_json_end(j);
}

static void dump_watr(wm_json_writer *j, const wm_nwn2_watr *w)
{
    name_of(j, "name", w->name, sizeof w->name);
    wm_json_add_vec3(j, "colour", w->colour);
    wm_json_add_floats(j, "ripple", w->ripple, 2);
    wm_json_add_float(j, "smoothness", w->smoothness);
    wm_json_add_float(j, "reflect_bias", w->reflect_bias);
    wm_json_add_float(j, "reflect_power", w->reflect_power);
    wm_json_add_float(j, "specular_power", w->specular_power);
    wm_json_add_float(j, "specular_coefficient", w->specular_coefficient);
    dump_rows(j, "textures", 3, water_texture, w);
    wm_json_add_floats(j, "uv_offset", w->uv_offset, 2);
    dump_rows(j, "vertices", w->vertex_count, water_vertex, w);
    dump_rows(j, "triangles", w->triangle_count, water_triangle, w);
    wm_json_add_indices(j, "triangle_flags", w->triangle_flags, w->triangle_count);
    wm_json_add_uint(j, "dds", w->dds.size);
    wm_json_add_uint(j, "x", w->x);
    wm_json_add_uint(j, "y", w->y);
    wm_json_add_uint(j, "extra", w->extra.size);
}

static void dump_packet(wm_json_writer *j, const wm_nwn2_packet *p)
{
    wm_json_begin_object(j, NULL);
    wm_json_spread(j);
    wm_json_add_text(j, "type", p->type);
    wm_json_add_uint(j, "offset", p->offset);
    if (p->trwh) {
        wm_json_add_uint(j, "width", p->trwh->width);
        wm_json_add_uint(j, "height", p->trwh->height);
        wm_json_add_uint(j, "id", p->trwh->id);
    } else if (p->trrn) {
        dump_trrn(j, p->trrn);
    } else if (p->watr) {
        dump_watr(j, p->watr);
    } else if (p->aswm) {
        dump_aswm(j, p->aswm);
    } else {
        wm_json_add_uint(j, "size", p->raw.size);
    }
    wm_json_end(j);
}

int cli_trn_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_trn *t = cli_read_trn(c, out->file, bytes, &error);
    wm_json_writer j;
    if (!t)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "nwn2-trn");
    wm_json_add_text(&j, "variant", wm_nwn2_trn_variant(t));
    wm_json_add_indices(&j, "version", (const uint32_t[]){t->major, t->minor}, 2);
    wm_json_begin_array(&j, "packets");
    for (uint32_t i = 0; i < t->packet_count; i++)
        dump_packet(&j, &t->packets[i]);
    wm_json_end(&j);
    json_finish(&j);
    wm_nwn2_trn_free(t);
    return EXIT_FINE;
}
