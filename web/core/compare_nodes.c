/* Which nodes of two models differ. Nodes are matched by name, as `waymark diff` does. */
#include <stdlib.h>

#include "compare.h"

typedef struct entry {
    const char *name;
    uint32_t node;
} entry;

typedef struct side {
    const wm_scene *s;
    entry *order;      /* sorted by name */
    uint32_t *partner; /* of each node, or WM_NO_INDEX */
    uint8_t *bits;
} side;

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

static int compare_names(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) - lower(*b);
}

static int compare_entries(const void *a, const void *b)
{
    const entry *p = a, *q = b;
    int order = compare_names(p->name, q->name);
    return order ? order : p->node < q->node ? -1 : p->node > q->node;
}

static bool prepare(side *s)
{
    uint32_t n = s->s->node_count;
    s->order = malloc(((size_t)n + 1) * sizeof *s->order);
    s->partner = malloc(((size_t)n + 1) * sizeof *s->partner);
    s->bits = calloc((size_t)n + 1, 1);
    if (!s->order || !s->partner || !s->bits)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const char *name = s->s->nodes[i].name;
        s->order[i] = (entry){name ? name : "", i};
        s->partner[i] = WM_NO_INDEX;
    }
    if (n)
        qsort(s->order, n, sizeof *s->order, compare_entries);
    return true;
}

static void pair(side s[2], uint32_t a, uint32_t b)
{
    s[0].partner[a] = b;
    s[1].partner[b] = a;
}

static bool both_free(const side s[2], uint32_t node)
{
    return s[0].partner[node] == WM_NO_INDEX && s[1].partner[node] == WM_NO_INDEX;
}

static void match(side s[2], bool by_index)
{
    uint32_t n = s[0].s->node_count, m = s[1].s->node_count;
    for (uint32_t i = 0, k = 0; i < n && k < m;) {
        int order = compare_names(s[0].order[i].name, s[1].order[k].name);
        if (order == 0)
            pair(s, s[0].order[i].node, s[1].order[k].node);
        i += order <= 0;
        k += order >= 0;
    }
    if (n && m && both_free(s, 0)) /* roots have the name of the model */
        pair(s, 0, 0);
    for (uint32_t i = 0; by_index && n == m && i < n; i++)
        if (both_free(s, i) && s[0].s->nodes[i].kind == s[1].s->nodes[i].kind) {
            pair(s, i, i);
            s[0].bits[i] |= CORE_DATA;
            s[1].bits[i] |= CORE_DATA;
        }
}

/* ---- pairs ---- */

static bool differ(const void *a, const void *b, size_t size)
{
    if (!a || !b)
        return (a != NULL) != (b != NULL);
    return size && memcmp(a, b, size) != 0;
}

static bool texts_differ(const char *a, const char *b)
{
    return compare_names(a ? a : "", b ? b : "") != 0;
}

static bool shapes_differ(const wm_scene_mesh *a, const wm_scene_mesh *b)
{
    return a->vertex_count != b->vertex_count || a->index_count != b->index_count ||
           differ(a->positions, b->positions, a->vertex_count * sizeof *a->positions) ||
           differ(a->indices, b->indices, a->index_count * sizeof *a->indices);
}

/* For meshes of the same shape. */
static bool data_differs(const wm_scene_mesh *a, const wm_scene_mesh *b)
{
    size_t n = a->vertex_count;
    bool apart = differ(a->normals, b->normals, n * sizeof *a->normals) ||
                 differ(a->tangents, b->tangents, n * sizeof *a->tangents) ||
                 differ(a->colours, b->colours, n * sizeof *a->colours) ||
                 differ(a->joints, b->joints, n * sizeof *a->joints) ||
                 differ(a->weights, b->weights, n * sizeof *a->weights);
    for (int i = 0; i < WM_SCENE_UV_SETS; i++)
        apart = apart || differ(a->uvs[i], b->uvs[i], n * sizeof *a->uvs[i]);
    return apart;
}

static bool materials_differ(const wm_scene_material *a, const wm_scene_material *b)
{
    bool apart = texts_differ(a->name, b->name) ||
                 differ(&a->diffuse, &b->diffuse, sizeof a->diffuse) ||
                 differ(&a->ambient, &b->ambient, sizeof a->ambient) ||
                 differ(&a->self_illumination, &b->self_illumination, sizeof a->ambient) ||
                 differ(&a->alpha, &b->alpha, sizeof a->alpha) || a->two_sided != b->two_sided;
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++)
        apart = apart || texts_differ(a->textures[i].name, b->textures[i].name);
    return apart;
}

static bool looks_differ(const wm_scene *s, const wm_scene_mesh *a, const wm_scene *t,
                         const wm_scene_mesh *b)
{
    bool apart =
        a->part_count != b->part_count ||
        (a->index_count == b->index_count && a->primitive == WM_PRIMITIVE_TRIANGLES &&
         differ(a->face_numbers, b->face_numbers, a->index_count / 3 * sizeof *a->face_numbers));
    for (uint32_t i = 0; !apart && i < a->part_count; i++) {
        uint32_t p = a->parts[i].material, q = b->parts[i].material;
        apart = (p == WM_NO_INDEX) != (q == WM_NO_INDEX) ||
                (p != WM_NO_INDEX && materials_differ(&s->materials[p], &t->materials[q]));
    }
    return apart;
}

static uint8_t compare_meshes(const wm_scene *s, uint32_t p, const wm_scene *t, uint32_t q)
{
    if (p == WM_NO_INDEX || q == WM_NO_INDEX)
        return p == q ? 0 : CORE_SHAPE;
    const wm_scene_mesh *a = &s->meshes[p], *b = &t->meshes[q];
    uint8_t bits = looks_differ(s, a, t, b) ? CORE_MATERIAL : 0;
    if (shapes_differ(a, b))
        bits |= CORE_SHAPE;
    else if (data_differs(a, b))
        bits |= CORE_DATA;
    return bits;
}

static uint8_t compare_pair(const side s[2], uint32_t i, uint32_t k)
{
    const wm_scene_node *a = &s[0].s->nodes[i], *b = &s[1].s->nodes[k];
    uint32_t parent = a->parent == WM_NO_INDEX ? WM_NO_INDEX : s[0].partner[a->parent];
    uint8_t bits = compare_meshes(s[0].s, a->mesh, s[1].s, b->mesh);
    if (parent != b->parent || differ(&a->rest, &b->rest, sizeof a->rest))
        bits |= CORE_MOVED;
    if (a->kind != b->kind || a->role != b->role)
        bits |= CORE_DATA;
    return bits;
}

/* A node moves with its parent. */
static void move_children(side *s)
{
    for (uint32_t i = 0; i < s->s->node_count; i++) {
        uint32_t parent = s->s->nodes[i].parent;
        if (parent != WM_NO_INDEX && (s->bits[parent] & CORE_MOVED) && !(s->bits[i] & CORE_ONLY))
            s->bits[i] |= CORE_MOVED;
    }
}

static void compare(side s[2])
{
    for (uint32_t i = 0; i < s[0].s->node_count; i++) {
        uint32_t k = s[0].partner[i];
        uint8_t bits = k == WM_NO_INDEX ? CORE_ONLY : compare_pair(s, i, k);
        s[0].bits[i] |= bits;
        if (k != WM_NO_INDEX)
            s[1].bits[k] |= bits;
    }
    for (uint32_t k = 0; k < s[1].s->node_count; k++)
        if (s[1].partner[k] == WM_NO_INDEX)
            s[1].bits[k] |= CORE_ONLY;
    move_children(&s[0]);
    move_children(&s[1]);
}

wm_status core_mark_nodes(const wm_scene *const scenes[2], bool by_index, core_marks *marks,
                          wm_error *error)
{
    side s[2] = {{.s = scenes[0]}, {.s = scenes[1]}};
    bool good = prepare(&s[0]);
    good = prepare(&s[1]) && good;
    if (good) {
        match(s, by_index);
        compare(s);
    }
    for (int i = 0; i < 2; i++) {
        free(s[i].order);
        free(s[i].partner);
        marks->bits[i] = s[i].bits;
        marks->count[i] = s[i].s->node_count;
    }
    return good ? WM_OK : wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
}
