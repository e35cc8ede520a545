/* Writes the scene of a walkmesh as Wavefront OBJ without loss: all vertices, the triangles
 * in source order, and what OBJ cannot hold as comments that begin with "# waymark".
 * docs/gltf.md, "OBJ". */
#include <math.h>

#include "convert/internal.h"

/* From z up to y up. Negation keeps every bit, so reading it back is exact. */
static void put_point(wmi_writer *w, wm_vec3 v)
{
    const float out[3] = {v.x, v.z, -v.y};
    for (int k = 0; k < 3; k++) {
        wmi_writer_text(w, " ");
        wmi_writer_float(w, isfinite(out[k]) ? out[k] : 0); /* no program reads "nan" */
    }
}

/* Writes text as one word, with '_' for white space. All names come from this library. */
static void put_word(wmi_writer *w, const char *text)
{
    for (; *text; text++)
        wmi_writer_printf(w, "%c", (unsigned char)*text <= ' ' ? '_' : *text);
}

static void put_number(wmi_writer *w, double value)
{
    uint32_t whole;
    wmi_writer_text(w, " ");
    if (wmi_extra_u32(value, &whole))
        wmi_writer_printf(w, "%lu", (ul)whole);
    else
        wmi_writer_float(w, (float)value);
}

static void put_extra(wmi_writer *w, const wm_extra *e)
{
    if (!e->numbers && e->list)
        return; /* walkmeshes have no lists of text */
    wmi_writer_printf(w, "# waymark %s ", !e->numbers ? "text" : e->list ? "numbers" : "number");
    put_word(w, e->name);
    for (uint32_t i = 0; e->numbers && i < e->count; i++)
        put_number(w, e->numbers[i]);
    if (!e->numbers) {
        wmi_writer_text(w, " ");
        put_word(w, e->texts[0]);
    }
    wmi_writer_text(w, "\n");
}

static void put_empty(wmi_writer *w, const wm_scene_node *n)
{
    wmi_writer_text(w, "# waymark empty ");
    put_word(w, n->name);
    put_point(w, n->rest.translation);
    for (uint32_t i = 0; i < n->extras.count; i++) {
        const wm_extra *e = &n->extras.items[i];
        if (!e->numbers || e->list)
            continue;
        wmi_writer_text(w, " ");
        put_word(w, e->name);
        put_number(w, *e->numbers);
    }
    wmi_writer_text(w, "\n");
}

/* For each triangle of the source: where its indices are, and its material. */
typedef struct place {
    uint32_t first, material;
} place;

static bool find_places(const wm_scene_mesh *m, place *places)
{
    uint32_t count = m->index_count / 3, number;
    const wm_extra *order = wmi_extra_list(&m->extras, "order", count);
    for (uint32_t i = 0; i < count; i++)
        places[i] = (place){WM_NO_INDEX, WM_NO_INDEX};
    for (uint32_t p = 0; p < m->part_count; p++)
        for (uint32_t i = m->parts[p].first; i < m->parts[p].first + m->parts[p].count; i += 3) {
            number = i / 3;
            if (order && (!wmi_extra_u32(order->numbers[i / 3], &number) || number >= count ||
                          places[number].first != WM_NO_INDEX))
                return false;
            places[number] = (place){i, m->parts[p].material};
        }
    return true;
}

static void put_faces(wmi_writer *w, const wm_scene *s, const wm_scene_mesh *m, const place *places)
{
    uint32_t material = WM_NO_INDEX;
    for (uint32_t i = 0; i < m->index_count / 3; i++) {
        if (places[i].first == WM_NO_INDEX)
            continue; /* not in any part */
        if (places[i].material != material) {
            material = places[i].material;
            wmi_writer_text(w, "usemtl ");
            put_word(w, material == WM_NO_INDEX ? "none" : s->materials[material].name);
            wmi_writer_text(w, "\n");
        }
        const uint32_t *v = m->indices + places[i].first;
        wmi_writer_printf(w, "f %lu %lu %lu\n", v[0] + 1ul, v[1] + 1ul, v[2] + 1ul);
    }
}

wm_status wm_obj_write_walkmesh(const wm_scene *scene, const wm_obj_write_opts *opts,
                                wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wmi_arena scratch;
    if (!scene->finished || scene->mesh_count != 1 || scene->up != WM_UP_Z)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "expected the scene of a walkmesh");
    const wm_scene_mesh *m = &scene->meshes[0];
    wmi_arena_init(&scratch, opts ? opts->base.allocator : NULL, 0);
    place *places = wmi_arena_raw(&scratch, m->index_count / 3, sizeof *places);
    wm_status status = places ? WM_OK : wmi_arena_fail(&scratch, error, "");
    if (places && !find_places(m, places))
        status = wmi_fail(error, WM_BAD_VALUE, "meshes[0].extras.order",
                          "the value is not a permutation");
    wmi_writer_init(&w, opts ? opts->base.allocator : NULL);
    if (status == WM_OK) {
        wmi_writer_text(&w, "# waymark text source ");
        put_word(&w, scene->source ? scene->source : "");
        wmi_writer_text(&w, "\n");
        for (uint32_t i = 0; i < scene->extras.count; i++)
            put_extra(&w, &scene->extras.items[i]);
        for (uint32_t i = 0; i < scene->node_count; i++)
            if (scene->nodes[i].mesh == WM_NO_INDEX)
                put_empty(&w, &scene->nodes[i]);
        if (opts && opts->material_file) {
            wmi_writer_text(&w, "mtllib ");
            put_word(&w, opts->material_file);
            wmi_writer_text(&w, "\n");
        }
        wmi_writer_text(&w, "o walkmesh\n");
        for (uint32_t i = 0; i < m->vertex_count; i++) {
            wmi_writer_text(&w, "v");
            put_point(&w, m->positions[i]);
            wmi_writer_text(&w, "\n");
        }
        put_faces(&w, scene, m, places);
    }
    wmi_arena_free(&scratch);
    if (status == WM_OK)
        return wmi_writer_finish(&w, out, error);
    wmi_release(&w.allocator, w.data, w.capacity, 1);
    return status;
}
