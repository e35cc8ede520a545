/* TRRN, a megatile of terrain, and WATR, the water of a tile. docs/formats/nwn2.md, "TRRN"
 * and "WATR". */
#include "nwn2/internal.h"

_Static_assert(sizeof(wm_nwn2_terrain_vertex) == 44, "as in the file");
_Static_assert(offsetof(wm_nwn2_terrain_vertex, tint) == 24, "as in the file");
_Static_assert(sizeof(wm_nwn2_blade) == 36, "as in the file");
_Static_assert(sizeof(wm_nwn2_water_vertex) == 28, "as in the file");
_Static_assert(sizeof(wm_nwn2_short_triangle) == 6, "as in the file");

/* All words, except the tint: four bytes in file order. */
static wm_nwn2_terrain_vertex *take_vertices(wmi_cursor *c, uint32_t count)
{
    wmi_span s = wmi_take(c, count, 44, "TRRN.vertices");
    wm_nwn2_terrain_vertex *v = wmi_take_room(c, s.count, sizeof *v, "TRRN.vertices");
    if (!v)
        return NULL;
    wmi_load32(v, s.data, (size_t)s.count * 11);
    for (uint32_t i = 0; i < s.count; i++)
        memcpy(v[i].tint, s.data + 44 * (size_t)i + 24, 4);
    return v;
}

static void take_grass(wmi_cursor *c, wm_nwn2_trrn *t)
{
    uint32_t count = wmi_take_u32(c, "TRRN.grass_count");
    uint64_t start = c->at;
    /* Each entry has a header, so the count is checked before the array is allocated. */
    count = wmi_take(c, count, 68, "TRRN.grass").count;
    c->at = start;
    t->grass = wmi_take_room(c, count, sizeof *t->grass, "TRRN.grass");
    for (uint32_t i = 0; i < count && !c->r.failed; i++) {
        wm_nwn2_grass *g = &t->grass[i];
        c->group = "TRRN.grass";
        c->index = i;
        wmi_take_fixed(c, g->name, sizeof g->name, "name");
        wmi_take_fixed(c, g->texture, sizeof g->texture, "texture");
        g->blade_count = wmi_take_u32(c, "blade_count");
        g->blades = wmi_take_words(c, g->blade_count, sizeof *g->blades, "blades");
    }
    c->group = NULL;
    t->grass_count = count;
}

void wmi_trrn_read(wmi_cursor *c, wm_nwn2_trrn *t)
{
    wmi_take_fixed(c, t->name, sizeof t->name, "TRRN.name");
    wmi_take_fixed(c, t->textures, sizeof t->textures, "TRRN.textures");
    wmi_take_floats(c, t->colours, 18, "TRRN.colours");
    t->vertex_count = wmi_take_u32(c, "TRRN.vertex_count");
    t->triangle_count = wmi_take_u32(c, "TRRN.triangle_count");
    t->vertices = take_vertices(c, t->vertex_count);
    t->triangles = wmi_take_shorts(c, t->triangle_count, 6, "TRRN.triangles");
    wmi_prove_short(c, t->triangles, t->triangle_count, t->vertex_count, "TRRN.triangles");
    for (int i = 0; i < 2; i++)
        t->dds[i] = wmi_take_bytes(c, wmi_take_u32(c, "TRRN.dds.size"), "TRRN.dds");
    take_grass(c, t);
    t->extra = wmi_take_rest(c, "TRRN.extra");
}

void wmi_trrn_write(wmi_writer *w, const wm_nwn2_trrn *t)
{
    wmi_writer_bytes(w, t->name, sizeof t->name);
    wmi_writer_bytes(w, t->textures, sizeof t->textures);
    wmi_put_words(w, t->colours, 18);
    wmi_writer_u32(w, t->vertex_count);
    wmi_writer_u32(w, t->triangle_count);
    uint8_t *to = wmi_writer_space(w, (size_t)t->vertex_count * 44);
    if (to && t->vertex_count) {
        wmi_store32(to, t->vertices, (size_t)t->vertex_count * 11);
        for (uint32_t i = 0; i < t->vertex_count; i++)
            memcpy(to + 44 * (size_t)i + 24, t->vertices[i].tint, 4);
    }
    to = wmi_writer_space(w, (size_t)t->triangle_count * 6);
    if (to)
        wmi_store16(to, t->triangles, (size_t)t->triangle_count * 3);
    wmi_put_bytes(w, t->dds[0]);
    wmi_put_bytes(w, t->dds[1]);
    wmi_writer_u32(w, t->grass_count);
    for (uint32_t i = 0; i < t->grass_count; i++) {
        const wm_nwn2_grass *g = &t->grass[i];
        wmi_writer_bytes(w, g->name, sizeof g->name);
        wmi_writer_bytes(w, g->texture, sizeof g->texture);
        wmi_writer_u32(w, g->blade_count);
        wmi_put_words(w, g->blades, (size_t)g->blade_count * 9);
    }
    wmi_writer_bytes(w, t->extra.data, t->extra.size);
}

void wmi_watr_read(wmi_cursor *c, wm_nwn2_watr *t)
{
    wmi_take_fixed(c, t->name, sizeof t->name, "WATR.name");
    wmi_take_fixed(c, t->unknown, sizeof t->unknown, "WATR.unknown");
    wmi_take_floats(c, &t->colour, 3, "WATR.colour");
    wmi_take_floats(c, t->ripple, 2, "WATR.ripple");
    wmi_take_floats(c, &t->smoothness, 1, "WATR.smoothness");
    wmi_take_floats(c, &t->reflect_bias, 1, "WATR.reflect_bias");
    wmi_take_floats(c, &t->reflect_power, 1, "WATR.reflect_power");
    wmi_take_floats(c, &t->specular_power, 1, "WATR.specular_power");
    wmi_take_floats(c, &t->specular_coefficient, 1, "WATR.specular_coefficient");
    for (int i = 0; i < 3; i++) {
        wm_nwn2_water_texture *x = &t->textures[i];
        wmi_take_fixed(c, x->name, sizeof x->name, "WATR.textures.name");
        wmi_take_floats(c, x->direction, 2, "WATR.textures.direction");
        wmi_take_floats(c, &x->rate, 1, "WATR.textures.rate");
        wmi_take_floats(c, &x->angle, 1, "WATR.textures.angle");
    }
    wmi_take_floats(c, t->uv_offset, 2, "WATR.uv_offset");
    t->vertex_count = wmi_take_u32(c, "WATR.vertex_count");
    t->triangle_count = wmi_take_u32(c, "WATR.triangle_count");
    t->vertices = wmi_take_words(c, t->vertex_count, sizeof *t->vertices, "WATR.vertices");
    t->triangles = wmi_take_shorts(c, t->triangle_count, 6, "WATR.triangles");
    wmi_prove_short(c, t->triangles, t->triangle_count, t->vertex_count, "WATR.triangles");
    t->triangle_flags = wmi_take_words(c, t->triangle_count, 4, "WATR.triangle_flags");
    t->dds = wmi_take_bytes(c, wmi_take_u32(c, "WATR.dds.size"), "WATR.dds");
    t->x = wmi_take_u32(c, "WATR.x");
    t->y = wmi_take_u32(c, "WATR.y");
    t->extra = wmi_take_rest(c, "WATR.extra");
}

void wmi_watr_write(wmi_writer *w, const wm_nwn2_watr *t)
{
    wmi_writer_bytes(w, t->name, sizeof t->name);
    wmi_writer_bytes(w, t->unknown, sizeof t->unknown);
    wmi_put_words(w, &t->colour, 3);
    wmi_put_words(w, t->ripple, 2);
    wmi_put_words(w, &t->smoothness, 1);
    wmi_put_words(w, &t->reflect_bias, 1);
    wmi_put_words(w, &t->reflect_power, 1);
    wmi_put_words(w, &t->specular_power, 1);
    wmi_put_words(w, &t->specular_coefficient, 1);
    for (int i = 0; i < 3; i++) {
        const wm_nwn2_water_texture *x = &t->textures[i];
        wmi_writer_bytes(w, x->name, sizeof x->name);
        wmi_put_words(w, x->direction, 2);
        wmi_put_words(w, &x->rate, 1);
        wmi_put_words(w, &x->angle, 1);
    }
    wmi_put_words(w, t->uv_offset, 2);
    wmi_writer_u32(w, t->vertex_count);
    wmi_writer_u32(w, t->triangle_count);
    wmi_put_words(w, t->vertices, (size_t)t->vertex_count * 7);
    uint8_t *to = wmi_writer_space(w, (size_t)t->triangle_count * 6);
    if (to)
        wmi_store16(to, t->triangles, (size_t)t->triangle_count * 3);
    wmi_put_words(w, t->triangle_flags, t->triangle_count);
    wmi_put_bytes(w, t->dds);
    wmi_writer_u32(w, t->x);
    wmi_writer_u32(w, t->y);
    wmi_writer_bytes(w, t->extra.data, t->extra.size);
}
