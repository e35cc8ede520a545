/* waymark dump of TRN and TRX: every field under its name in docs/formats/nwn2.md. */
#include <string.h>

#include "dump.h"
#include "formats.h"
#include "nwn2/nwn2.h"

/* Names fill 32 or 128 bytes, often with garbage behind a NUL. */
static cJSON *name_of(const uint8_t *bytes, size_t size)
{
    char text[129];
    size_t n = 0;
    while (n < size && bytes[n])
        n++;
    memcpy(text, bytes, n);
    text[n] = '\0';
    return json_text(text);
}

static cJSON *bytes_of(const uint8_t *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, json_uint(values[i]));
    return array;
}

static cJSON *short_triangle(const wm_nwn2_short_triangle *t)
{
    return json_indices((const uint32_t[]){t->vertex[0], t->vertex[1], t->vertex[2]}, 3);
}

/* ---- walkmesh ---- */

static cJSON *vertex_row(const void *document, uint32_t i)
{
    return json_vec3(((const wm_nwn2_aswm *)document)->vertices[i]);
}

static cJSON *edge_row(const void *document, uint32_t i)
{
    const wm_nwn2_edge *e = &((const wm_nwn2_aswm *)document)->edges[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "vertex", json_indices(e->vertex, 2));
    json_add(o, "triangle", json_indices(e->triangle, 2));
    return o;
}

static cJSON *triangle_row(const void *document, uint32_t i)
{
    const wm_nwn2_triangle *t = &((const wm_nwn2_aswm *)document)->triangles[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "vertex", json_indices(t->vertex, 3));
    json_add(o, "linked_edges", json_indices(t->linked_edges, 3));
    json_add(o, "linked_triangles", json_indices(t->linked_triangles, 3));
    json_add(o, "centre", json_floats(t->centre, 2));
    json_add(o, "normal", json_vec3(t->normal));
    json_add(o, "dot", json_float(t->dot));
    json_add(o, "island",
             t->island == WM_NWN2_NO_ISLAND ? cJSON_CreateNull() : json_uint(t->island));
    json_add(o, "flags", json_uint(t->flags));
    return o;
}

static cJSON *tile_row(const void *document, uint32_t i)
{
    const wm_nwn2_tile *t = &((const wm_nwn2_aswm *)document)->tiles[i];
    uint32_t n = t->node_count;
    cJSON *o = cJSON_CreateObject();
    json_add(o, "vertices_count", json_uint(t->vertices_count));
    json_add(o, "edges_count", json_uint(t->edges_count));
    json_add(o, "triangles_count", json_uint(t->triangles_count));
    json_add(o, "triangles_offset", json_uint(t->triangles_offset));
    json_add(o, "size_x", json_float(t->size_x));
    json_add(o, "size_y", json_float(t->size_y));
    json_add(o, "local_to_node", bytes_of(t->local_to_node, t->local_count));
    json_add(o, "node_to_local", json_indices(t->node_to_local, n));
    json_add(o, "table", bytes_of(t->table, n * n));
    json_add(o, "flags", json_uint(t->flags));
    return o;
}

static cJSON *island_row(const void *document, uint32_t i)
{
    const wm_nwn2_island *island = &((const wm_nwn2_aswm *)document)->islands[i];
    cJSON *o = cJSON_CreateObject(), *links = cJSON_CreateArray();
    json_add(o, "index", json_uint(island->index));
    json_add(o, "tile", json_uint(island->tile));
    json_add(o, "centre", json_vec3(island->centre));
    json_add(o, "triangles_count", json_uint(island->triangles_count));
    for (uint32_t k = 0; k < island->link_count; k++) {
        cJSON *link = cJSON_CreateObject();
        json_add(link, "island", json_uint(island->links[k].island));
        json_add(link, "distance", json_float(island->links[k].distance));
        json_add(link, "exit", json_uint(island->links[k].exit));
        cJSON_AddItemToArray(links, link);
    }
    json_add(o, "links", links);
    return o;
}

/* The steps from one island to all, by the next island alone. */
static cJSON *step_row(const void *document, uint32_t i)
{
    const wm_nwn2_aswm *a = document;
    cJSON *array = cJSON_CreateArray();
    for (uint32_t k = 0; k < a->island_count; k++) {
        uint16_t next = a->island_table[(size_t)i * a->island_count + k].next;
        cJSON_AddItemToArray(array,
                             next == WM_NWN2_NO_ISLAND ? cJSON_CreateNull() : json_uint(next));
    }
    return array;
}

static void dump_aswm(dump *d, const wm_nwn2_aswm *a)
{
    dump_member(d, "compressed", cJSON_CreateBool(a->compressed));
    dump_member(d, "version", json_uint(a->version));
    dump_member(d, "owns_data", json_uint(a->owns_data));
    dump_member(d, "triangles_offset", json_uint(a->triangles_offset));
    dump_rows(d, "vertices", a->vertex_count, vertex_row, a);
    dump_rows(d, "edges", a->edge_count, edge_row, a);
    dump_rows(d, "triangles", a->triangle_count, triangle_row, a);
    dump_member(d, "tiles_flags", json_uint(a->tiles_flags));
    dump_member(d, "tile_width", json_float(a->tile_width));
    dump_member(d, "grid_height", json_uint(a->grid_height));
    dump_member(d, "grid_width", json_uint(a->grid_width));
    dump_rows(d, "tiles", a->grid_height * a->grid_width, tile_row, a);
    dump_member(d, "border", json_uint(a->border));
    dump_rows(d, "islands", a->island_count, island_row, a);
    dump_rows(d, "island_table", a->island_count, step_row, a);
    dump_member(d, "extra", json_uint(a->extra.size));
}

/* ---- ground and water ---- */

static cJSON *ground_vertex(const void *document, uint32_t i)
{
    const wm_nwn2_terrain_vertex *v = &((const wm_nwn2_trrn *)document)->vertices[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "position", json_vec3(v->position));
    json_add(o, "normal", json_vec3(v->normal));
    json_add(o, "tint", bytes_of(v->tint, 4));
    json_add(o, "uv", json_floats(v->uv, 2));
    json_add(o, "mask_uv", json_floats(v->mask_uv, 2));
    return o;
}

static cJSON *ground_triangle(const void *document, uint32_t i)
{
    return short_triangle(&((const wm_nwn2_trrn *)document)->triangles[i]);
}

static cJSON *ground_texture(const void *document, uint32_t i)
{
    const wm_nwn2_trrn *t = document;
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", name_of(t->textures[i], 32));
    json_add(o, "colour", json_vec3(t->colours[i]));
    return o;
}

static cJSON *grass_row(const void *document, uint32_t i)
{
    const wm_nwn2_grass *g = &((const wm_nwn2_trrn *)document)->grass[i];
    cJSON *o = cJSON_CreateObject(), *blades = cJSON_CreateArray();
    json_add(o, "name", name_of(g->name, 32));
    json_add(o, "texture", name_of(g->texture, 32));
    for (uint32_t k = 0; k < g->blade_count; k++) {
        cJSON *blade = cJSON_CreateObject();
        json_add(blade, "position", json_vec3(g->blades[k].position));
        json_add(blade, "direction", json_vec3(g->blades[k].direction));
        json_add(blade, "dimension", json_vec3(g->blades[k].dimension));
        cJSON_AddItemToArray(blades, blade);
    }
    json_add(o, "blades", blades);
    return o;
}

static void dump_trrn(dump *d, const wm_nwn2_trrn *t)
{
    dump_member(d, "name", name_of(t->name, sizeof t->name));
    dump_rows(d, "textures", 6, ground_texture, t);
    dump_rows(d, "vertices", t->vertex_count, ground_vertex, t);
    dump_rows(d, "triangles", t->triangle_count, ground_triangle, t);
    dump_member(d, "dds", json_indices((const uint32_t[]){t->dds[0].size, t->dds[1].size}, 2));
    dump_rows(d, "grass", t->grass_count, grass_row, t);
    dump_member(d, "extra", json_uint(t->extra.size));
}

static cJSON *water_vertex(const void *document, uint32_t i)
{
    const wm_nwn2_water_vertex *v = &((const wm_nwn2_watr *)document)->vertices[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "position", json_vec3(v->position));
    json_add(o, "uv5", json_floats(v->uv5, 2));
    json_add(o, "uv", json_floats(v->uv, 2));
    return o;
}

static cJSON *water_triangle(const void *document, uint32_t i)
{
    return short_triangle(&((const wm_nwn2_watr *)document)->triangles[i]);
}

static cJSON *water_texture(const void *document, uint32_t i)
{
    const wm_nwn2_water_texture *t = &((const wm_nwn2_watr *)document)->textures[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", name_of(t->name, 32));
    json_add(o, "direction", json_floats(t->direction, 2));
    json_add(o, "rate", json_float(t->rate));
    json_add(o, "angle", json_float(t->angle));
    return o;
}

static void dump_watr(dump *d, const wm_nwn2_watr *w)
{
    dump_member(d, "name", name_of(w->name, sizeof w->name));
    dump_member(d, "colour", json_vec3(w->colour));
    dump_member(d, "ripple", json_floats(w->ripple, 2));
    dump_member(d, "smoothness", json_float(w->smoothness));
    dump_member(d, "reflect_bias", json_float(w->reflect_bias));
    dump_member(d, "reflect_power", json_float(w->reflect_power));
    dump_member(d, "specular_power", json_float(w->specular_power));
    dump_member(d, "specular_coefficient", json_float(w->specular_coefficient));
    dump_rows(d, "textures", 3, water_texture, w);
    dump_member(d, "uv_offset", json_floats(w->uv_offset, 2));
    dump_rows(d, "vertices", w->vertex_count, water_vertex, w);
    dump_rows(d, "triangles", w->triangle_count, water_triangle, w);
    dump_member(d, "triangle_flags", json_indices(w->triangle_flags, w->triangle_count));
    dump_member(d, "dds", json_uint(w->dds.size));
    dump_member(d, "x", json_uint(w->x));
    dump_member(d, "y", json_uint(w->y));
    dump_member(d, "extra", json_uint(w->extra.size));
}

static void dump_packet(dump *d, const wm_nwn2_packet *p)
{
    dump_open_object(d);
    dump_member(d, "type", json_text(p->type));
    dump_member(d, "offset", json_uint(p->offset));
    if (p->trwh) {
        dump_member(d, "width", json_uint(p->trwh->width));
        dump_member(d, "height", json_uint(p->trwh->height));
        dump_member(d, "id", json_uint(p->trwh->id));
    } else if (p->trrn) {
        dump_trrn(d, p->trrn);
    } else if (p->watr) {
        dump_watr(d, p->watr);
    } else if (p->aswm) {
        dump_aswm(d, p->aswm);
    } else {
        dump_member(d, "size", json_uint(p->raw.size));
    }
    dump_close_object(d);
}

int cli_trn_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_trn *t = cli_read_trn(bytes, &error);
    dump d = {.to = out->data, .lines = !c->json};
    if (!t)
        return cli_unreadable(c, out, &error);
    dump_open_object(&d);
    dump_member(&d, "file", json_text(out->file));
    dump_member(&d, "format", json_text("nwn2-trn"));
    dump_member(&d, "variant", json_text(wm_nwn2_trn_variant(t)));
    dump_member(&d, "version", json_indices((const uint32_t[]){t->major, t->minor}, 2));
    dump_name(&d, "packets");
    fputc('[', d.to);
    for (uint32_t i = 0; i < t->packet_count; i++) {
        fputs(i ? "," : "", d.to);
        dump_packet(&d, &t->packets[i]);
    }
    fputc(']', d.to);
    dump_close_object(&d);
    fputc('\n', d.to);
    wm_nwn2_trn_free(t);
    return EXIT_FINE;
}
