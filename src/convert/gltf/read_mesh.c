/* Reads meshes from glTF. A mesh of the scene is a mesh of the file, and a part is one of its
 * primitives. Primitives that share their accessors share their vertices. */
#include "base/words.h"
#include "convert/gltf/read.h"

enum { POINTS, LINES, LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

typedef struct primitive {
    wmi_gltf_vertices vertices;
    uint32_t indices, material, mode;
    bool shared; /* it uses the vertices of the previous primitive */
} primitive;

/* ---- primitives ---- */

static bool read_primitive(wmi_gltf_reader *g, const wm_json_value *mesh, const wm_json_value *from,
                           primitive *p)
{
    const wm_json_value *attributes = wm_json_find(from, "attributes");
    if (!wmi_gltf_find_vertices(g, mesh, attributes, &p->vertices) ||
        !wmi_gltf_get_u32(g, from, "indices", WM_NO_INDEX, &p->indices) ||
        !wmi_gltf_get_u32(g, from, "material", WM_NO_INDEX, &p->material) ||
        !wmi_gltf_get_u32(g, from, "mode", TRIANGLES, &p->mode))
        return false;
    if (p->material != WM_NO_INDEX && p->material >= g->materials.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, wm_json_find(from, "material"),
                             "there is no material %lu; there are %lu", (ul)p->material,
                             (ul)g->materials.count);
    /* A compressed primitive may also have plain data; then that is used. */
    if (wm_json_find(wm_json_find(from, "extensions"), "KHR_draco_mesh_compression") &&
        p->vertices.positions != WM_NO_INDEX &&
        !wm_json_find(wm_json_item(g->accessors.list, p->vertices.positions), "bufferView"))
        return wmi_gltf_fail(g, WM_UNSUPPORTED, from,
                             "the mesh is compressed (KHR_draco_mesh_compression): export without "
                             "that");
    if (wm_json_find(from, "targets"))
        g->notes |= WMI_GLTF_NOTE_MORPH;
    return true;
}

static bool same_attributes(const wm_json_value *a, const wm_json_value *b)
{
    for (uint32_t i = 0; i < wm_json_count(a); i++) {
        const wm_json_value *x = wm_json_item(a, i), *y = wm_json_item(b, i);
        uint64_t first, second;
        if (!y || strcmp(wm_json_name(x), wm_json_name(y)) != 0 || !wm_json_as_uint(x, &first) ||
            !wm_json_as_uint(y, &second) || first != second)
            return false;
    }
    return wm_json_count(a) == wm_json_count(b);
}

/* POINTS, LINES or TRIANGLES: what a mesh consists of. */
static uint32_t kind_of(uint32_t mode)
{
    return mode >= TRIANGLES && mode < MODES ? TRIANGLES
           : mode >= LINES && mode < MODES   ? LINES
                                             : POINTS;
}

/* Triangles, or lines if there are no triangles. Points mean a mesh of ours without faces. */
static bool is_wanted(wmi_gltf_reader *g, const primitive *p, uint32_t kind)
{
    uint32_t own = kind_of(p->mode);
    if (p->vertices.positions == WM_NO_INDEX)
        return false;
    if (own == kind && (own != POINTS || g->own))
        return true;
    g->notes |= own == POINTS ? WMI_GLTF_NOTE_POINTS : WMI_GLTF_NOTE_LINES;
    return false;
}

/* The number of triangles or lines of a primitive with this many corners. */
static uint32_t count_of(const primitive *p, uint32_t corners)
{
    switch (p->mode) {
    case LINES: return corners / 2;
    case LOOP: return corners > 1 ? corners : 0;
    case LINE_STRIP: return corners > 1 ? corners - 1 : 0;
    case TRIANGLES: return corners / 3;
    case STRIP:
    case FAN: return corners > 2 ? corners - 2 : 0;
    default: return 0;
    }
}

/* ---- indices ---- */

static bool corner(wmi_gltf_reader *g, const primitive *p, const wmi_gltf_span *s, uint32_t i,
                   uint32_t *to)
{
    uint32_t index = p->indices == WM_NO_INDEX ? i : wmi_gltf_uint_at(s, i);
    if (index >= p->vertices.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, wmi_gltf_accessor(g, p->indices),
                             "index %lu is %lu, but there are %lu vertices", (ul)i, (ul)index,
                             (ul)p->vertices.count);
    *to = p->vertices.base + index;
    return true;
}

static bool read_triangle(wmi_gltf_reader *g, const primitive *p, const wmi_gltf_span *s,
                          uint32_t i, uint32_t *to)
{
    uint32_t a = p->mode == TRIANGLES ? 3 * i : p->mode == FAN ? 0 : i;
    uint32_t b = p->mode == TRIANGLES ? 3 * i + 1 : i + 1;
    bool flip = (p->mode == STRIP && i % 2) != g->mirrored;
    return corner(g, p, s, a, &to[0]) && corner(g, p, s, b, &to[flip ? 2 : 1]) &&
           corner(g, p, s, b + 1, &to[flip ? 1 : 2]);
}

static bool read_line(wmi_gltf_reader *g, const primitive *p, const wmi_gltf_span *s, uint32_t i,
                      uint32_t *to)
{
    uint32_t a = p->mode == LINES ? 2 * i : i;
    return corner(g, p, s, a, &to[0]) &&
           corner(g, p, s, p->mode == LOOP && i + 1 == s->count ? 0 : a + 1, &to[1]);
}

static bool read_indices(wmi_gltf_reader *g, wm_scene_mesh *m, const primitive *p)
{
    wmi_gltf_span s = {.count = p->vertices.count};
    uint32_t corners = m->primitive == WM_PRIMITIVE_LINES ? 2 : 3;
    if (p->indices != WM_NO_INDEX && !wmi_gltf_span_of(g, p->indices, &s))
        return false;
    uint32_t count = count_of(p, s.count), first = m->index_count, *to = m->indices + first;
    for (uint32_t i = 0; i < count; i++, to += corners)
        if (corners == 3 ? !read_triangle(g, p, &s, i, to) : !read_line(g, p, &s, i, to))
            return false;
    m->index_count += corners * count;
    if (p->mode != POINTS)
        m->parts[m->part_count++] = (wm_scene_part){first, corners * count, p->material};
    return true;
}

/* ---- meshes ---- */

typedef struct measures {
    primitive *list;
    const wmi_gltf_vertices **vertices; /* only those that are not shared */
    uint32_t count, sets;
    uint64_t vertex_count, faces;
} measures;

/* Meshes that share nothing have less than one vertex or triangle for each byte of the file. */
static bool count_shared(wmi_gltf_reader *g, const primitive *p, uint64_t more)
{
    uint64_t most = 250000 + g->size;
    g->drawn += more;
    if (g->drawn <= most)
        return true;
    return wmi_gltf_fail(g, WM_LIMIT, p->vertices.attributes,
                         "meshes share accessors so often that they have more than %s vertices and "
                         "triangles, the limit for %s",
                         wmi_number(most).text, wmi_count(g->size, "byte", "bytes").text);
}

static bool measure_primitive(wmi_gltf_reader *g, measures *m, primitive *p, uint32_t corners)
{
    wmi_gltf_span s = {.count = corners};
    p->shared = m->count && same_attributes(p->vertices.attributes, p[-1].vertices.attributes);
    p->vertices.base = p->shared ? p[-1].vertices.base : (uint32_t)m->vertex_count;
    if (!p->shared) {
        m->vertices[m->sets++] = &p->vertices;
        m->vertex_count += corners;
    }
    if (p->indices != WM_NO_INDEX) {
        if (!wmi_gltf_span_of(g, p->indices, &s))
            return false;
        if (s.width != 1 || (s.type != 5121 && s.type != 5123 && s.type != 5125))
            return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, p->indices),
                                 "expected indices: one unsigned number each");
    }
    m->faces += count_of(p, s.count);
    if (!count_shared(g, p, (p->shared ? 0 : (uint64_t)corners) + count_of(p, s.count)))
        return false;
    if (m->vertex_count > WMI_GLTF_ELEMENTS_MAX || m->faces > WMI_GLTF_ELEMENTS_MAX)
        return wmi_gltf_fail(g, WM_LIMIT, p->vertices.attributes,
                             "more than %d vertices or triangles", WMI_GLTF_ELEMENTS_MAX);
    m->count++;
    return true;
}

static uint32_t kind_of_mesh(const wm_json_value *primitives)
{
    uint32_t kind = POINTS;
    for (uint32_t i = 0; i < wm_json_count(primitives); i++) {
        const wm_json_value *mode = wm_json_find(wm_json_item(primitives, i), "mode");
        uint32_t number = mode ? POINTS : TRIANGLES;
        wmi_gltf_get_index(mode, MODES, &number);
        kind = kind_of(number) > kind ? kind_of(number) : kind;
    }
    return kind;
}

/* Lists the primitives and counts the space they need. */
static bool measure(wmi_gltf_reader *g, const wm_json_value *mesh, measures *m, uint32_t kind)
{
    const wm_json_value *primitives = wm_json_find(mesh, "primitives");
    m->count = m->sets = 0;
    m->vertex_count = m->faces = 0;
    for (uint32_t i = 0; i < wm_json_count(primitives); i++) {
        primitive *p = &m->list[m->count];
        if (!read_primitive(g, mesh, wm_json_item(primitives, i), p))
            return false;
        if (is_wanted(g, p, kind) && !measure_primitive(g, m, p, p->vertices.count))
            return false;
    }
    return true;
}

/* Parts without faces are not primitives: the count and material of each part. */
static bool restore_parts(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_mesh *m)
{
    const wm_json_value *list = g->own ? wmi_gltf_extra(from, "parts") : NULL;
    uint32_t at = 0;
    if (!wmi_gltf_is_array(list))
        return true;
    m->parts = wm_scene_alloc(g->scene, wm_json_count(list), sizeof *m->parts, NULL);
    if (!m->parts)
        return wmi_gltf_no_memory(g);
    m->part_count = 0;
    for (uint32_t i = 0; i < wm_json_count(list); i++) {
        uint32_t number = WM_NO_INDEX;
        wmi_gltf_get_index(wm_json_item(list, i), WM_NO_INDEX, &number);
        if (i % 2) {
            m->parts[m->part_count++].material = number;
            continue;
        }
        if (number > m->index_count - at)
            return wmi_gltf_fail(g, WM_BAD_VALUE, list, "the parts are longer than the indices");
        m->parts[m->part_count] = (wm_scene_part){at, number, WM_NO_INDEX};
        at += number;
    }
    return true;
}

static bool read_face_numbers(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_mesh *m)
{
    uint32_t accessor;
    wmi_gltf_span s;
    if (!g->own || m->primitive != WM_PRIMITIVE_TRIANGLES)
        return true;
    if (!wmi_gltf_get_u32(g, wm_json_find(from, "extras"), "face_numbers", WM_NO_INDEX, &accessor))
        return false;
    if (accessor == WM_NO_INDEX)
        return true;
    if (!wmi_gltf_span_of(g, accessor, &s))
        return false;
    if (s.width != 1 || s.type != 5125 || s.count != m->index_count / 3)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, accessor),
                             "expected one number for each triangle");
    m->face_numbers = wm_scene_alloc(g->scene, s.count, sizeof *m->face_numbers, NULL);
    if (!m->face_numbers)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < s.count; i++)
        m->face_numbers[i] = wmi_gltf_uint_at(&s, i);
    return true;
}

/* The last vertices are copies, which the writer made for triangles with the vertices of another
 * one. */
static bool drop_copies(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_mesh *m)
{
    const wm_json_value *list = g->own ? wmi_gltf_extra(from, "copies") : NULL;
    uint32_t count = wmi_gltf_is_array(list) ? wm_json_count(list) : 0;
    if (count == 0)
        return true;
    uint32_t *originals = wmi_gltf_scratch_of(g, count, sizeof *originals);
    if (!originals)
        return wmi_gltf_no_memory(g);
    bool good = count < m->vertex_count;
    uint32_t vertices = good ? m->vertex_count - count : 0;
    for (uint32_t i = 0; good && i < count; i++)
        good = wmi_gltf_get_index(wm_json_item(list, i), vertices, &originals[i]);
    if (!good)
        return wmi_gltf_fail(g, WM_BAD_VALUE, list, "a copy is of a vertex that does not exist");
    for (uint32_t i = 0; i < m->index_count; i++)
        if (m->indices[i] >= vertices)
            m->indices[i] = originals[m->indices[i] - vertices];
    m->vertex_count = vertices;
    return true;
}

static bool read_mesh(wmi_gltf_reader *g, const wm_json_value *from, measures *all,
                      wm_scene_mesh *m)
{
    static const char *const known[] = {
        "face_numbers", "uv_sets", "attributes",    "parts",  "mesh_name",
        "carried_uvs",  "doubles", "small_weights", "copies", NULL};
    uint32_t kind = kind_of_mesh(wm_json_find(from, "primitives"));
    const char *name = wm_json_as_text(wmi_gltf_extra(from, "mesh_name"), NULL);
    if (!(name ? wmi_gltf_copy(g, name, &m->name) : wmi_gltf_get_name(g, from, &m->name)) ||
        !wmi_gltf_read_extras(g, from, known, &m->extras) || !measure(g, from, all, kind))
        return false;
    m->primitive = kind == LINES ? WM_PRIMITIVE_LINES : WM_PRIMITIVE_TRIANGLES;
    m->vertex_count = (uint32_t)all->vertex_count;
    m->indices = wm_scene_alloc(g->scene, (kind == LINES ? 2 : 3) * (size_t)all->faces,
                                sizeof *m->indices, NULL);
    m->parts = wm_scene_alloc(g->scene, all->count, sizeof *m->parts, NULL);
    if (!m->indices || !m->parts)
        return wmi_gltf_no_memory(g);
    if (!wmi_gltf_open_vertices(g, from, m, all->vertices, all->sets))
        return false;
    for (uint32_t i = 0; i < all->count; i++) {
        const primitive *p = &all->list[i];
        if ((!p->shared && !wmi_gltf_read_vertices(g, m, &p->vertices)) || !read_indices(g, m, p))
            return false;
    }
    if (!wmi_gltf_take_carried(g, m))
        return false;
    return drop_copies(g, from, m) && restore_parts(g, from, m) && read_face_numbers(g, from, m);
}

bool wmi_gltf_read_meshes(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    size_t most = 1;
    for (uint32_t i = 0; i < g->meshes.count; i++) {
        uint32_t n = wm_json_count(wm_json_find(wm_json_item(g->meshes.list, i), "primitives"));
        most = n > most ? n : most;
    }
    measures all = {.list = wmi_gltf_scratch_of(g, most + 1, sizeof *all.list)};
    all.vertices = wmi_gltf_scratch_of(g, most + 1, sizeof *all.vertices);
    s->meshes = wm_scene_alloc(s, g->meshes.count, sizeof *s->meshes, NULL);
    g->hidden = wmi_gltf_scratch_of(g, (size_t)g->meshes.count + 1, sizeof *g->hidden);
    bool good = (all.list && all.vertices && s->meshes && g->hidden) || wmi_gltf_no_memory(g);
    for (uint32_t i = 0; good && i < g->meshes.count; i++) {
        s->mesh_count = i + 1;
        good = read_mesh(g, wm_json_item(g->meshes.list, i), &all, &s->meshes[i]);
    }
    return good;
}
