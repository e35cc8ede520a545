/* Converts meshes of a scene to meshes of a Black & White 2 model: levels of detail, parts,
 * triangles and strips. docs/gltf.md, "Black & White 2". */
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "convert/bw2/model_from_scene.h"
#include "convert/internal.h"

enum { VERTICES_MAX = 65535, LOD_MAX = 99 };

/* ---- levels of detail -------------------------------------------------- */

/* The number after the last "_lod" in a name, ignoring case; also found in "tower_lod2.001".
 * WM_NO_INDEX if there is none. *size is the length of the name before it. */
static uint32_t level_of(const char *name, size_t *size)
{
    size_t n = strlen(name);
    for (size_t i = n; i-- > 0;) {
        static const char word[] = "_lod";
        size_t k = 0;
        while (k < 4 && (char)(name[i + k] | (k ? 0x20 : 0)) == word[k])
            k++;
        if (k < 4 || name[i + 4] < '0' || name[i + 4] > '9')
            continue;
        uint32_t level = 0;
        const char *p = name + i + 4;
        for (; *p >= '0' && *p <= '9' && level <= LOD_MAX; p++)
            level = 10 * level + (uint32_t)(*p - '0');
        *size = i;
        return (*p == '\0' || *p == '.') && level <= LOD_MAX ? level : WM_NO_INDEX;
    }
    *size = n;
    return WM_NO_INDEX;
}

static bool is_named_hull(const char *name)
{
    size_t size;
    char head[16] = {0};
    level_of(name, &size);
    if (size >= sizeof head)
        return false;
    memcpy(head, name, size);
    return wmi_to_bw2_called(head, "lh_phys");
}

static bool is_hull(const wm_scene *s, const wm_scene_node *n)
{
    const wm_scene_mesh *m = &s->meshes[n->mesh];
    uint32_t of_it = 0;
    for (uint32_t i = 0; i < m->part_count; i++)
        of_it += m->parts[i].material != WM_NO_INDEX &&
                 wmi_to_bw2_called(s->materials[m->parts[i].material].name, "lh_phys");
    return (of_it > 0 && of_it == m->part_count) || is_named_hull(n->name) ||
           is_named_hull(m->name);
}

/* Sets the levels given by the node or its name. Hulls without a level come last, as in the
 * game. If a name counts levels from 0, all names are shifted by one. */
static void set_levels(wmi_to_bw2 *t)
{
    uint32_t more = 0, most = 1;
    size_t size;
    for (uint32_t i = 0; i < t->mesh_count; i++)
        if (t->scene->nodes[t->meshes[i].node].lod == 0 &&
            level_of(t->scene->nodes[t->meshes[i].node].name, &size) == 0)
            more = 1;
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        wmi_to_bw2_mesh *m = &t->meshes[i];
        const wm_scene_node *n = &t->scene->nodes[m->node];
        uint32_t named = level_of(n->name, &size);
        m->lod = n->lod ? n->lod : named != WM_NO_INDEX ? named + more : m->hull ? 0 : 1;
        most = m->lod > most ? m->lod : most;
    }
    for (uint32_t i = 0; i < t->mesh_count; i++)
        if (t->meshes[i].lod == 0)
            t->meshes[i].lod = most + 1;
}

/* Ascending, as in the game; meshes of the same level keep their order. */
static wm_status sort_levels(wmi_to_bw2 *t)
{
    uint32_t n = t->mesh_count;
    uint64_t *order = wmi_to_bw2_scratch(t, n, sizeof *order);
    uint64_t *other = wmi_to_bw2_scratch(t, n, sizeof *other);
    wmi_to_bw2_mesh *sorted = wmi_to_bw2_scratch(t, n, sizeof *sorted);
    if (!order || !other || !sorted)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < n; i++)
        order[i] = (uint64_t)t->meshes[i].lod << 32 | i;
    wmi_sort_high(order, other, n);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = t->meshes[(uint32_t)order[i]];
    t->meshes = sorted;
    return WM_OK;
}

/* ---- triangles --------------------------------------------------------- */

static void add_part(wmi_to_bw2 *t, wmi_to_bw2_mesh *m, const wm_scene_part *p, uint32_t source,
                     bool flip, uint32_t *used)
{
    wmi_to_bw2_part *to = &m->parts[m->part_count];
    *to = (wmi_to_bw2_part){source, p->material, *used, 0};
    for (uint32_t i = p->first; i + 2 < p->first + p->count; i += 3) {
        const uint32_t *v = m->from->indices + i;
        bool flat = v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
        if (flat && (!t->own || t->skin)) {
            t->result->degenerate++;
            continue;
        }
        m->corners[(*used)++] = v[0];
        m->corners[(*used)++] = v[flip ? 2 : 1];
        m->corners[(*used)++] = v[flip ? 1 : 2];
    }
    to->count = *used - to->first;
    if (to->count || t->own)
        m->part_count++;
}

static wm_status take_triangles(wmi_to_bw2 *t, wmi_to_bw2_mesh *m)
{
    const wm_scene_mesh *from = m->from;
    const wm_scene_part whole = {0, from->index_count, WM_NO_INDEX};
    bool moved = t->scene->nodes[m->node].skin == WM_NO_INDEX &&
                 wmi_to_bw2_mirrors(&t->pose->world[m->node]);
    uint32_t used = 0;
    m->corners = wmi_to_bw2_scratch(t, from->index_count, sizeof *m->corners);
    m->parts = wmi_to_bw2_scratch(t, (size_t)from->part_count + 1, sizeof *m->parts);
    if (!m->corners || !m->parts)
        return wmi_to_bw2_no_memory(t);
    m->vertex_count = from->vertex_count;
    for (uint32_t i = 0; i < from->part_count; i++)
        add_part(t, m, &from->parts[i], i, t->scene->left_handed == moved, &used);
    if (from->part_count == 0)
        add_part(t, m, &whole, WM_NO_INDEX, t->scene->left_handed == moved, &used);
    return WM_OK;
}

/* Do the parts use consecutive ranges of vertices? */
static bool is_tiled(const wmi_to_bw2_mesh *m)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < m->part_count; i++) {
        uint32_t low = UINT32_MAX, high = 0;
        for (uint32_t k = 0; k < m->parts[i].count; k++) {
            uint32_t v = m->corners[m->parts[i].first + k];
            low = v < low ? v : low;
            high = v >= high ? v + 1 : high;
        }
        if (low < end)
            return false;
        end = m->parts[i].count ? high : end;
    }
    return true;
}

/* Gives each part its own range of vertices, in the order it uses them. */
static wm_status split_parts(wmi_to_bw2 *t, wmi_to_bw2_mesh *m)
{
    uint32_t n = m->from->vertex_count, corners = 0, used = 0, distinct = 0;
    for (uint32_t i = 0; i < m->part_count; i++)
        corners += m->parts[i].count;
    uint32_t *number = wmi_to_bw2_scratch(t, n, sizeof *number);
    uint32_t *part = wmi_to_bw2_scratch(t, n, sizeof *part); /* part that numbered it, from 1 */
    m->vertices = wmi_to_bw2_scratch(t, corners, sizeof *m->vertices);
    if (!number || !part || !m->vertices)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < m->part_count; i++)
        for (uint32_t k = 0; k < m->parts[i].count; k++) {
            uint32_t *v = &m->corners[m->parts[i].first + k];
            distinct += part[*v] == 0;
            if (part[*v] != i + 1) {
                part[*v] = i + 1;
                number[*v] = used;
                m->vertices[used++] = *v;
            }
            *v = number[*v];
        }
    m->vertex_count = used;
    t->result->split += used - distinct;
    return WM_OK;
}

/* ---- collecting -------------------------------------------------------- */

static bool is_wanted(const wm_scene *s, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && s->meshes[n->mesh].primitive == WM_PRIMITIVE_TRIANGLES &&
           n->role != WM_NODE_ROLE_HIDDEN && !wmi_to_bw2_is_outline(n);
}

static wm_status prove_size(wmi_to_bw2 *t)
{
    uint64_t vertices = 0, corners = 0;
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        vertices += t->meshes[i].vertex_count;
        for (uint32_t k = 0; k < t->meshes[i].part_count; k++)
            corners += t->meshes[i].parts[k].count;
    }
    if (corners == 0 && !t->own)
        return wmi_fail(t->error, WM_BAD_VALUE, "meshes", "the scene has no triangles");
    if (vertices > VERTICES_MAX)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, "meshes",
                        "the scene has %s vertices in all levels of detail, at most %s are allowed",
                        wmi_number(vertices).text, wmi_number(VERTICES_MAX).text);
    return WM_OK;
}

wm_status wmi_to_bw2_collect(wmi_to_bw2 *t)
{
    const wm_scene *s = t->scene;
    uint64_t corners = 0;
    t->meshes = wmi_to_bw2_scratch(t, s->node_count, sizeof *t->meshes);
    if (!t->meshes)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        if (!is_wanted(s, n) || (!t->own && s->meshes[n->mesh].index_count == 0))
            continue;
        wmi_to_bw2_mesh *m = &t->meshes[t->mesh_count++];
        *m = (wmi_to_bw2_mesh){.from = &s->meshes[n->mesh], .node = i, .hull = is_hull(s, n)};
        m->skinned = t->skin && n->skin != WM_NO_INDEX && m->from->joints;
        corners += m->from->index_count;
        /* many nodes may show the same mesh */
        if (corners > UINT32_MAX / 16)
            return wmi_fail(t->error, WM_LIMIT, "meshes", "more triangles than a model can hold");
    }
    set_levels(t);
    wm_status status = sort_levels(t);
    for (uint32_t i = 0; status == WM_OK && i < t->mesh_count; i++) {
        wmi_to_bw2_mesh *m = &t->meshes[i];
        status = take_triangles(t, m);
        if (status == WM_OK && !t->own && !is_tiled(m))
            status = split_parts(t, m);
    }
    return status == WM_OK ? prove_size(t) : status;
}

/* ---- references -------------------------------------------------------- */

/* Bits 0-1 of each byte are for u, bits 2-3 for v: 1 wrap, 3 clamp. Only for sets that the
 * material uses. */
static uint32_t addressing_of(const wmi_to_bw2 *t, const wmi_to_bw2_mesh *m,
                              const wmi_to_bw2_part *p)
{
    static const wm_scene_material none;
    const wm_scene_material *s =
        p->material == WM_NO_INDEX ? &none : &t->scene->materials[p->material];
    const bool used[3] = {true, s->textures[WM_TEXTURE_SLOT_LIGHTMAP].name != NULL,
                          s->textures[WM_TEXTURE_SLOT_GROWTH].name ||
                              s->textures[WM_TEXTURE_SLOT_ADDITIONAL].name};
    uint32_t bits = 0;
    for (uint32_t set = 0; set < t->uv_sets && set < 3; set++) {
        bool out[2] = {false, false}, clamp[2] = {false, false};
        for (uint32_t k = 0; m->from->uvs[set] && k < p->count; k++) {
            uint32_t v = m->corners[p->first + k];
            const float *uv = m->from->uvs[set][m->vertices ? m->vertices[v] : v];
            for (int a = 0; a < 2; a++)
                out[a] = out[a] || uv[a] < -1e-4f || uv[a] > 1 + 1e-4f;
        }
        for (int slot = 0; slot < WM_TEXTURE_SLOT_COUNT; slot++)
            if (s->textures[slot].name && s->textures[slot].uv_set == set) {
                clamp[0] = clamp[0] || s->textures[slot].clamp_u;
                clamp[1] = clamp[1] || s->textures[slot].clamp_v;
            }
        uint32_t u = out[0] && !clamp[0] ? 1 : 3, v = out[1] && !clamp[1] ? 1 : 3;
        if (used[set])
            bits |= (u | v << 2) << 8 * set;
    }
    return bits;
}

static uint32_t addressing(wmi_to_bw2 *t, const wmi_to_bw2_mesh *m, const wmi_to_bw2_part *p)
{
    const wm_extra *told = wmi_extra_list(&m->from->extras, "addressing", m->from->part_count);
    uint32_t bits;
    if (told && p->source < told->count && wmi_extra_u32(told->numbers[p->source], &bits))
        return bits;
    t->result->addressing++;
    return addressing_of(t, m, p);
}

/* The indices of each part: a triangle list, or a strip. */
typedef struct run {
    uint16_t *indices;
    uint32_t count;
} run;

static wm_status make_run(wmi_to_bw2 *t, const wmi_to_bw2_mesh *m, const wmi_to_bw2_part *p,
                          uint32_t base, run *r)
{
    uint16_t *list = wmi_to_bw2_scratch(t, p->count, sizeof *list);
    if (!list)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < p->count; i++)
        list[i] = (uint16_t)(base + m->corners[p->first + i]);
    *r = (run){list, p->count};
    t->result->triangles += p->count / 3;
    if (!t->skin)
        return WM_OK;
    return wmi_bw2_strip(list, p->count / 3, &t->arena, &r->indices, &r->count, t->error);
}

/* Strips are joined by the last index of the previous strip and the first of the next. */
static wm_status join_runs(wmi_to_bw2 *t, const run *runs)
{
    wm_bw2_model *m = t->model;
    uint64_t total = 0;
    for (uint32_t i = 0; i < m->reference_count; i++)
        total += (uint64_t)runs[i].count + (t->skin && i ? 2 : 0);
    m->indices = wmi_to_bw2_alloc(t, (size_t)total, sizeof *m->indices);
    if (!m->indices)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < m->reference_count; i++) {
        const run *r = &runs[i];
        if (t->skin && m->index_count && r->count) {
            m->indices[m->index_count] = m->indices[m->index_count - 1];
            m->indices[m->index_count + 1] = r->indices[0];
            m->index_count += 2;
        }
        m->references[i].first_index = m->index_count;
        m->references[i].index_count = r->count;
        if (r->count)
            memcpy(m->indices + m->index_count, r->indices, r->count * sizeof *r->indices);
        m->index_count += r->count;
    }
    return WM_OK;
}

/* ---- meshes ------------------------------------------------------------ */

/* As in the file, else the node's name without its level. */
static wm_status set_name(wmi_to_bw2 *t, const wmi_to_bw2_mesh *from, wm_bw2_mesh *to)
{
    const wm_scene_node *n = &t->scene->nodes[from->node];
    char name[WM_BW2_NAME + 2] = {0};
    size_t size;
    if (t->own || wmi_extra_list(&from->from->extras, "pivot", 12))
        return wmi_to_bw2_name(t, from->from->name, to->name, sizeof to->name, "mesh");
    level_of(n->name, &size);
    memcpy(name, n->name, size < sizeof name ? size : sizeof name - 1);
    return wmi_to_bw2_name(t, name, to->name, sizeof to->name, "mesh");
}

static void set_pivot(const wmi_to_bw2 *t, const wmi_to_bw2_mesh *from, wm_bw2_frame *pivot)
{
    const wm_extra *e = wmi_extra_list(&from->from->extras, "pivot", 12);
    float *to[4] = {&pivot->axis[0].x, &pivot->axis[1].x, &pivot->axis[2].x, &pivot->position.x};
    bool computed;
    *pivot = (wm_bw2_frame){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    if (e)
        for (int i = 0; i < 12; i++)
            to[i / 3][i % 3] = (float)e->numbers[i];
    else if (!t->skin)
        *pivot = wmi_to_bw2_frame(t, from->node, &computed);
}

static wm_status fill_mesh(wmi_to_bw2 *t, uint32_t number, uint32_t base, run *runs)
{
    const wmi_to_bw2_mesh *from = &t->meshes[number];
    wm_bw2_model *m = t->model;
    wm_bw2_mesh *to = &m->meshes[number];
    *to = (wm_bw2_mesh){.lod = from->lod,
                        .first_vertex = base,
                        .vertex_count = from->vertex_count,
                        .reference = m->reference_count,
                        .reference_count = from->part_count};
    set_pivot(t, from, &to->pivot);
    wm_status status = set_name(t, from, to);
    for (uint32_t i = 0; status == WM_OK && i < from->part_count; i++) {
        const wmi_to_bw2_part *p = &from->parts[i];
        wm_bw2_reference *r = &m->references[m->reference_count];
        uint32_t material = p->material == WM_NO_INDEX ? t->scene->material_count : p->material;
        *r = (wm_bw2_reference){.material = t->material[material],
                                .addressing = addressing(t, from, p)};
        status = make_run(t, from, p, base, &runs[m->reference_count]);
        m->reference_count++;
    }
    return status;
}

wm_status wmi_to_bw2_fill_meshes(wmi_to_bw2 *t)
{
    wm_bw2_model *m = t->model;
    size_t parts = 0;
    for (uint32_t i = 0; i < t->mesh_count; i++)
        parts += t->meshes[i].part_count;
    run *runs = wmi_to_bw2_scratch(t, parts, sizeof *runs);
    m->meshes = wmi_to_bw2_alloc(t, t->mesh_count, sizeof *m->meshes);
    m->references = wmi_to_bw2_alloc(t, parts, sizeof *m->references);
    if (!runs || !m->meshes || !m->references)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0, base = 0; i < t->mesh_count; base += t->meshes[i++].vertex_count) {
        wm_status status = fill_mesh(t, i, base, runs);
        if (status != WM_OK)
            return status;
        m->mesh_count++;
    }
    return join_runs(t, runs);
}
