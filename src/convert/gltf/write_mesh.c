/* Writes meshes to glTF: their primitives, their extras and their names. */
#include "base/text.h"
#include "convert/gltf/write.h"

/* ---- primitives -------------------------------------------------------- */

/* In a mirrored scene the winding flips: b and c are swapped. */
static uint32_t part_indices(wmi_gltf *g, const wm_scene_mesh *m, const wm_scene_part *part)
{
    size_t count = part->count;
    uint32_t most = 0, number = 0;
    uint32_t *v = (uint32_t *)(void *)wmi_gltf_scratch(g, count);
    if (!v)
        return 0;
    memcpy(v, m->indices + part->first, count * sizeof *v);
    for (size_t i = 0; i < count; i++)
        most = v[i] > most ? v[i] : most;
    for (size_t i = 0; g->mirror && m->primitive == WM_PRIMITIVE_TRIANGLES && i + 2 < count;
         i += 3) {
        uint32_t swap = v[i + 1];
        v[i + 1] = v[i + 2];
        v[i + 2] = swap;
    }
    number = wmi_gltf_indices(g, v, part->count, most);
    wmi_gltf_unscratch(g, (float *)(void *)v, count);
    return number;
}

static void put_primitive(wmi_gltf *g, const wmi_gltf_attributes *a, const wm_scene_mesh *m,
                          const wm_scene_part *part, bool *first)
{
    wmi_writer *w = &g->meshes.text;
    bool points = m->index_count == 0;
    if (part->count == 0 && !points)
        return;
    wmi_writer_text(w, *first ? "{\"attributes\":{" : ",{\"attributes\":{");
    *first = false;
    wmi_writer_bytes(w, a->text.data, a->text.size);
    wmi_writer_text(w, "}");
    if (points) /* glTF has no meshes without faces; no node shows this one */
        wmi_writer_text(w, ",\"mode\":0");
    else
        wmi_writer_printf(w, ",\"indices\":%lu", (ul)part_indices(g, m, part));
    if (m->primitive == WM_PRIMITIVE_LINES && !points)
        wmi_writer_text(w, ",\"mode\":1");
    if (part->material != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"material\":%lu", (ul)part->material);
    wmi_writer_text(w, "}");
}

/* ---- extras ------------------------------------------------------------ */

/* Starts one more member of the extras. */
static void begin_member(wmi_writer *w, bool *first, const char *name)
{
    wmi_writer_printf(w, "%s\"%s\":", *first ? "" : ",", name);
    *first = false;
}

/* Which uv sets exist, if some indices are unused. */
static void put_uv_sets(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    unsigned sets[WM_SCENE_UV_SETS], count = 0;
    for (unsigned i = 0; i < WM_SCENE_UV_SETS; i++)
        if (m->uvs[i])
            sets[count++] = i;
    if (count == 0 || sets[count - 1] == count - 1)
        return;
    begin_member(w, first, "uv_sets");
    for (unsigned i = 0; i < count; i++)
        wmi_writer_printf(w, "%s%u", i ? "," : "[", sets[i]);
    wmi_writer_text(w, "]");
}

/* The first of the sets that only repeat something. */
static void put_carried_sets(wmi_writer *w, const wmi_gltf_parted *p, bool *first)
{
    unsigned set, kinds[WMI_GLTF_CARRIED];
    if (wmi_gltf_carried_sets(p, &set, kinds) == 0)
        return;
    begin_member(w, first, "carried_uvs");
    wmi_writer_printf(w, "%u", set);
}

/* Attribute names that are not simply converted to upper case. */
static void put_names(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    bool any = false;
    for (uint32_t i = 0; i < m->attribute_count; i++) {
        char name[64], plain[64];
        size_t n = 0;
        wmi_gltf_attribute_name(&m->attributes[i], name);
        for (; name[n + 1]; n++)
            plain[n] = wmi_lower(name[n + 1]);
        plain[n] = '\0';
        if (strcmp(plain, m->attributes[i].name) == 0)
            continue;
        if (!any)
            begin_member(w, first, "attributes");
        wmi_writer_text(w, any ? "," : "{");
        any = true;
        wmi_gltf_text(w, name);
        wmi_writer_text(w, ":");
        wmi_gltf_text(w, m->attributes[i].name);
    }
    if (any)
        wmi_writer_text(w, "}");
}

/* Parts without faces are not primitives: the length and material of each part. */
static void put_parts(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    bool whole = m->part_count > 0;
    for (uint32_t i = 0; i < m->part_count; i++)
        whole = whole && m->parts[i].count > 0;
    if (whole)
        return;
    begin_member(w, first, "parts");
    wmi_writer_text(w, "[");
    for (uint32_t i = 0; i < m->part_count; i++) {
        const wm_scene_part *p = &m->parts[i];
        wmi_writer_printf(w, p->material == WM_NO_INDEX ? "%s%lu,-1" : "%s%lu,%lu", i ? "," : "",
                          (ul)p->count, (ul)p->material);
    }
    wmi_writer_text(w, "]");
}

static void put_list(wmi_writer *w, const uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        wmi_writer_printf(w, "%s%lu", i ? "," : "[", (ul)values[i]);
    wmi_writer_text(w, count ? "]" : "[]");
}

/* name: the one that was written; that of the scene may be another. */
static void put_mesh_extras(wmi_gltf *g, const wmi_gltf_parted *p, const char *name)
{
    const wm_scene_mesh *m = &p->mesh;
    wmi_writer *w = &g->meshes.text;
    bool first = true;
    wmi_writer_text(w, ",\"extras\":{");
    if (strcmp(name, m->name) != 0) {
        begin_member(w, &first, "mesh_name");
        wmi_gltf_text(w, m->name);
    }
    if (m->face_numbers && m->primitive == WM_PRIMITIVE_TRIANGLES && m->index_count) {
        uint32_t numbers = wmi_gltf_u32(g, m->face_numbers, m->index_count / 3);
        begin_member(w, &first, "face_numbers");
        wmi_writer_printf(w, "%lu", (ul)numbers);
    }
    put_uv_sets(w, m, &first);
    uint32_t small = wmi_small_weights(m);
    if (small) {
        begin_member(w, &first, "small_weights");
        wmi_writer_printf(w, "%lu", (ul)small);
    }
    put_carried_sets(w, p, &first);
    if (p->copies) {
        begin_member(w, &first, "doubles");
        wmi_writer_printf(w, "[%lu,%lu]", (ul)(p->copies / 3), (ul)(m->index_count / 3));
        begin_member(w, &first, "copies");
        put_list(w, p->originals, p->copies);
    }
    put_names(w, m, &first);
    put_parts(w, m, &first);
    wmi_gltf_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

/* ---- meshes ------------------------------------------------------------ */

/* If all nodes become bones, programs name the object of a mesh after the mesh: then its node must
 * be known by that name. */
static const char *name_of_mesh(const wmi_gltf *g, uint32_t mesh, const uint32_t *shown_by)
{
    const wm_scene *s = g->scene;
    return g->carried && shown_by[mesh] != WM_NO_INDEX ? s->nodes[shown_by[mesh]].name
                                                       : s->meshes[mesh].name;
}

/* Bones of Blender have no scale at rest, so that a scale of 0 would be lost. */
static bool is_hidden(const wmi_gltf *g, uint32_t mesh, const uint32_t *shown_by)
{
    if (!g->carried || shown_by[mesh] == WM_NO_INDEX)
        return false;
    wm_vec3 scale = g->scene->nodes[shown_by[mesh]].rest.scale;
    return scale.x == 0 && scale.y == 0 && scale.z == 0;
}

static void put_mesh(wmi_gltf *g, const wm_scene_mesh *from, const char *name, bool hidden)
{
    wmi_gltf_parted parted;
    if (!wmi_gltf_part_doubles(g, from, &parted))
        return;
    const wm_scene_mesh *m = &parted.mesh;
    parted.hidden = hidden;
    wmi_writer *w = &g->meshes.text;
    wmi_gltf_attributes a = {0};
    bool first = true;
    const wm_scene_part whole = {0, m->index_count, WM_NO_INDEX};
    wmi_writer_init(&a.text, &g->allocator);
    wmi_gltf_put_attributes(g, &a, &parted);
    wmi_gltf_item(&g->meshes);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, name);
    wmi_writer_text(w, ",\"primitives\":[");
    for (uint32_t i = 0; i < m->part_count && m->index_count; i++)
        put_primitive(g, &a, m, &m->parts[i], &first);
    if (first)
        put_primitive(g, &a, m, &whole, &first);
    wmi_writer_text(w, "]");
    put_mesh_extras(g, &parted, name);
    wmi_writer_text(w, "}");
    g->failed = g->failed || a.text.failed;
    wmi_release(&g->allocator, a.text.data, a.text.capacity, 1);
}

/* All meshes, including those that no node shows. glTF has none without vertices. */
void wmi_gltf_meshes(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    uint32_t *shown_by = wmi_arena_raw(&g->scratch, s->mesh_count, sizeof *shown_by);
    g->failed = g->failed || !shown_by;
    if (!shown_by)
        return;
    g->carried = wmi_gltf_carries(s);
    memset(shown_by, 0xFF, s->mesh_count * sizeof *shown_by); /* WM_NO_INDEX */
    for (uint32_t i = s->node_count; i-- > 0;)
        if (s->nodes[i].mesh != WM_NO_INDEX)
            shown_by[s->nodes[i].mesh] = i;
    for (uint32_t i = 0; i < s->mesh_count && !g->failed; i++) {
        g->mesh_of[i] = WM_NO_INDEX;
        if (s->meshes[i].vertex_count == 0)
            continue;
        g->mesh_of[i] = g->meshes.count;
        put_mesh(g, &s->meshes[i], name_of_mesh(g, i, shown_by), is_hidden(g, i, shown_by));
    }
}
