/* The visible part of a model: types, flags, and meshes as a text shows them. The writer
 * prints this form and the reader parses it, so both can compute checksums of it.
 * docs/formats/kotor-mdl-ascii.md, "Nodes" and "Notes". */
#include "kotor/mdl/text/internal.h"

#include "base/text.h"

/* In the order in which flags are tested. */
static const struct {
    uint32_t flags;
    const char *name;
} types[] = {
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_SABER, "lightsaber"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_AABB, "aabb"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_DANGLY, "danglymesh"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_ANIM, "animmesh"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_SKIN, "skin"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH, "trimesh"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_EMITTER, "emitter"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_LIGHT, "light"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_REFERENCE, "reference"},
    {WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_CAMERA, "camera"},
    {WM_KOTOR_NODE_HEADER, "dummy"},
};
enum { TYPES = sizeof types / sizeof *types };

/* The last row suits all flags. */
static int type_of(uint32_t flags)
{
    int i = 0;
    while ((flags & types[i].flags & ~1u) != (types[i].flags & ~1u))
        i++;
    return i;
}

const char *wmi_mdl_type_name(uint32_t flags)
{
    return types[type_of(flags)].name;
}

uint32_t wmi_mdl_type_flags_of(uint32_t flags)
{
    return types[type_of(flags)].flags;
}

uint32_t wmi_mdl_type_flags(const char *name, size_t size)
{
    wmi_word word = {name, size, 0};
    for (int i = 0; i < TYPES; i++)
        if (wmi_word_is(word, types[i].name))
            return types[i].flags;
    return 0;
}

/* ---- sabers ------------------------------------------------------------ */

const uint8_t wmi_mdl_saber_faces[WMI_SABER_FACES][3] = {
    {5, 4, 0},   {0, 1, 5},    {13, 8, 12}, {8, 13, 9}, {6, 5, 1},    {1, 2, 6},
    {10, 9, 13}, {13, 14, 10}, {3, 6, 2},   {6, 3, 7},  {15, 11, 14}, {10, 14, 11},
};

uint32_t wmi_mdl_saber_vertex(uint32_t vertex)
{
    uint32_t blade = vertex / 88, at = vertex % 88;
    return 8 * blade + (at < 8 ? at : at % 4);
}

/* ---- meshes ------------------------------------------------------------ */

void wmi_mdl_sort_weights(wmi_source_weights *w)
{
    for (uint32_t i = 1; i < w->count; i++)
        for (uint32_t k = i; k > 0 && w->weight[k] > w->weight[k - 1]; k--) {
            float weight = w->weight[k];
            uint16_t name = w->name[k];
            w->weight[k] = w->weight[k - 1];
            w->name[k] = w->name[k - 1];
            w->weight[k - 1] = weight;
            w->name[k - 1] = name;
        }
}

static bool visible_weights(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, const uint16_t *names,
                            wmi_source_mesh *s, wmi_arena *scratch)
{
    int slot[4];
    float weight[4];
    if (!m->skin || !m->vertex_count || !wm_kotor_mesh_weights(mdl, m, 0, slot, weight))
        return true;
    s->weights = wmi_arena_new(scratch, m->vertex_count, sizeof *s->weights);
    if (!s->weights)
        return false;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        wmi_source_weights *to = &s->weights[v];
        wm_kotor_mesh_weights(mdl, m, v, slot, weight);
        for (int i = 0; i < 4; i++) {
            uint32_t name = slot[i] >= 0 && slot[i] < 18 ? m->skin->slots[slot[i]] : WM_NO_INDEX;
            if (name >= mdl->name_count)
                continue;
            to->name[to->count] = names[name];
            to->weight[to->count++] = weight[i];
        }
        wmi_mdl_sort_weights(to);
    }
    return true;
}

static void visible_faces(const wm_kotor_mesh *m, const uint32_t *smoothing, wmi_source_mesh *s)
{
    for (uint32_t f = 0; f < m->face_count; f++) {
        wmi_source_face *to = &s->faces[f];
        to->material = m->faces[f].material;
        to->smoothing = smoothing ? smoothing[f] : 1;
        for (int k = 0; k < 3; k++) {
            to->vertex[k] = m->faces[f].vertex[k];
            for (int set = 0; set < 4; set++)
                to->uv[set][k] = s->uv_count[set] ? to->vertex[k] : WM_NO_INDEX;
            to->colour[k] = WM_NO_INDEX;
        }
    }
}

static bool visible_boxes(const wm_kotor_mesh *m, wmi_source_mesh *s, wmi_arena *scratch)
{
    uint32_t n = m->aabb_count;
    wm_kotor_mdl_aabb *boxes = wmi_arena_raw(scratch, n, sizeof *boxes);
    uint32_t *stack = wmi_arena_raw(scratch, n, sizeof *stack);
    if (!boxes || !stack)
        return false;
    if (n)
        memcpy(boxes, m->aabbs, n * sizeof *boxes);
    if (!wmi_mdl_link_boxes(boxes, n, stack))
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (boxes[i].left != m->aabbs[i].left || boxes[i].right != m->aabbs[i].right)
            return true; /* a tree of another shape is stored in the notes */
    s->aabbs = boxes;
    s->aabb_count = n;
    return true;
}

wmi_source_mesh *wmi_mdl_visible_mesh(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                                      const uint16_t *names, const uint32_t *smoothing,
                                      wmi_arena *scratch)
{
    const wm_kotor_mesh *m = node->mesh;
    uint32_t n = m->vertex_count;
    float uv[2];
    wmi_source_mesh *s = wmi_arena_new(scratch, 1, sizeof *s);
    if (!s)
        return NULL;
    s->vertex_count = n;
    s->vertices = wmi_arena_new(scratch, n, sizeof *s->vertices);
    s->face_count = m->face_count;
    s->faces = wmi_arena_raw(scratch, m->face_count, sizeof *s->faces);
    if (!s->vertices || !s->faces)
        return NULL;
    for (uint32_t v = 0; v < n; v++)
        wm_kotor_mesh_position(m, v, &s->vertices[v]);
    for (unsigned set = 0; set < 4; set++) {
        if (!n || !wm_kotor_mesh_uv(m, 0, set, uv))
            continue;
        s->uv_count[set] = n;
        s->uvs[set] = wmi_arena_raw(scratch, n, sizeof *s->uvs[set]);
        if (!s->uvs[set])
            return NULL;
        for (uint32_t v = 0; v < n; v++)
            wm_kotor_mesh_uv(m, v, set, s->uvs[set][v]);
    }
    visible_faces(m, smoothing, s);
    s->tangents = (m->row_flags & WM_KOTOR_MDX_TANGENT) != 0;
    if (m->dangly && m->dangly->constraint_count == n)
        s->constraints = m->dangly->constraints;
    if (!visible_weights(mdl, m, names, s, scratch) || !visible_boxes(m, s, scratch))
        return NULL;
    return s;
}

bool wmi_mdl_link_boxes(wm_kotor_mdl_aabb *boxes, uint32_t count, uint32_t *stack)
{
    uint32_t depth = 0; /* inner nodes waiting for their right child */
    for (uint32_t i = 0; i < count; i++) {
        bool inner = boxes[i].face == -1;
        boxes[i].left = boxes[i].right = WM_NO_INDEX;
        if (inner) {
            boxes[i].left = i + 1;
            stack[depth++] = i;
        } else if (depth) {
            boxes[stack[--depth]].right = i + 1;
        } else if (i + 1 != count) {
            return false;
        }
    }
    /* The last leaf has no successor. If an inner node still lacks a right child, that
     * child would be past the end. */
    for (uint32_t i = 0; i < count; i++)
        if (boxes[i].face == -1 && (boxes[i].right == WM_NO_INDEX || boxes[i].right >= count))
            return false;
    return count > 0 && depth == 0;
}

/* ---- checksums --------------------------------------------------------- */

static uint64_t sum_shape(const wmi_source_mesh *s)
{
    uint64_t sum = wmi_sum_u32(1, s->vertex_count);
    sum = wmi_sum_add(sum, s->vertices, 3 * (size_t)s->vertex_count);
    sum = wmi_sum_u32(sum, s->face_count);
    for (uint32_t f = 0; f < s->face_count; f++) {
        const wmi_source_face *face = &s->faces[f];
        sum = wmi_sum_add(sum, face->vertex, 3);
        sum = wmi_sum_u32(sum, face->smoothing);
        sum = wmi_sum_u32(sum, face->material);
    }
    return sum;
}

uint32_t wmi_mdl_sum_shape(const wmi_source_mesh *s)
{
    return wmi_sum_end(sum_shape(s));
}

uint32_t wmi_mdl_sum_mesh(const wmi_source_mesh *s)
{
    uint64_t sum = wmi_sum_u32(sum_shape(s), s->tangents);
    for (int set = 0; set < 4; set++) {
        sum = wmi_sum_u32(sum, s->uv_count[set]);
        sum = wmi_sum_add(sum, s->uvs[set], 2 * (size_t)s->uv_count[set]);
        for (uint32_t f = 0; s->uv_count[set] && f < s->face_count; f++)
            sum = wmi_sum_add(sum, s->faces[f].uv[set], 3);
    }
    for (uint32_t v = 0; s->weights && v < s->vertex_count; v++)
        for (uint32_t i = 0; i < s->weights[v].count; i++) {
            sum = wmi_sum_u32(sum, s->weights[v].name[i]);
            sum = wmi_sum_add(sum, &s->weights[v].weight[i], 1);
        }
    if (s->constraints)
        sum = wmi_sum_add(sum, s->constraints, s->vertex_count);
    return wmi_sum_end(sum);
}

/* ---- rows -------------------------------------------------------------- */

static void add_part(wmi_row_map *map, const wm_kotor_mesh *m, int32_t offset, uint32_t size,
                     int field)
{
    if (offset < 0 || (uint64_t)offset + size > m->row_size)
        return;
    uint32_t at = (uint32_t)offset, i = map->count;
    for (uint32_t k = 0; k < map->count; k++)
        if (at < map->part[k].offset + map->part[k].size && map->part[k].offset < at + size)
            return; /* they overlap: only the first can be visible */
    for (; i > 0 && map->part[i - 1].offset > at; i--)
        map->part[i] = map->part[i - 1];
    map->part[i].offset = at;
    map->part[i].size = size;
    map->part[i].field = field;
    map->count++;
    map->hidden -= size;
}

wmi_row_map wmi_mdl_row_map(const wm_kotor_mesh *m, unsigned with)
{
    wmi_row_map map = {.hidden = m->row_size};
    add_part(&map, m, m->row_offset[WM_KOTOR_ROW_POSITION], 12, WM_KOTOR_ROW_POSITION);
    for (unsigned set = 0; set < 4; set++)
        if (m->row_flags & (uint32_t)WM_KOTOR_MDX_UV0 << set)
            add_part(&map, m, m->row_offset[WM_KOTOR_ROW_UV0 + set], 8,
                     (int)(WM_KOTOR_ROW_UV0 + set));
    if (with & WMI_ROW_NORMALS)
        add_part(&map, m, m->row_offset[WM_KOTOR_ROW_NORMAL], 12, WM_KOTOR_ROW_NORMAL);
    if (m->skin && with & WMI_ROW_WEIGHTS) {
        add_part(&map, m, m->skin->weight_offset, 16, WMI_ROW_WEIGHT);
        add_part(&map, m, m->skin->index_offset, 16, WMI_ROW_INDEX);
    }
    return map;
}

void wmi_mdl_row_part(const wm_kotor_mesh *m, const wmi_source_mesh *s, uint32_t v, int field,
                      uint8_t *to)
{
    static const wmi_source_weights none;
    const wmi_source_weights *w = s->weights ? &s->weights[v] : &none;
    float value[4] = {0, 0, 0, 0};
    switch (field) {
    case WM_KOTOR_ROW_POSITION: wmi_store32(to, &s->vertices[v], 3); return;
    case WM_KOTOR_ROW_NORMAL: wmi_store32(to, &s->normals[v], 3); return;
    case WMI_ROW_WEIGHT:
        for (uint32_t i = 0; i < w->count; i++)
            value[i] = w->weight[i];
        break;
    case WMI_ROW_INDEX:
        for (uint32_t i = 0; i < 4; i++)
            value[i] = i < w->count && w->name[i] < m->skin->bone_count
                           ? m->skin->bone_map[w->name[i]]
                           : -1.0f;
        break;
    default: wmi_store32(to, s->uvs[field - WM_KOTOR_ROW_UV0][v], 2); return;
    }
    wmi_store32(to, value, 4);
}
