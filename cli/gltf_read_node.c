/* Nodes and extras of a glTF. Nodes may stand in any order and form any graph; what comes
 * out is a forest with parents first, or an error. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gltf_read.h"

bool gltf_name(gltf *g, const cJSON *object, const char **name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "name");
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    *name = wm_scene_text(g->scene, text, strlen(text));
    return *name || gltf_no_memory(g);
}

/* ---- extras ---- */

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static bool is_value(const cJSON *item)
{
    return cJSON_IsNumber(item) || cJSON_IsBool(item) || cJSON_IsString(item);
}

/* Numbers, texts, and lists of either; anything else is left out. */
static bool is_extra(const cJSON *item)
{
    const cJSON *e;
    if (!cJSON_IsArray(item))
        return is_value(item);
    cJSON_ArrayForEach(e, item) if (!is_value(e) ||
                                    cJSON_IsString(e) != cJSON_IsString(item->child)) return false;
    return true;
}

static double number_of(const cJSON *item)
{
    return cJSON_IsBool(item) ? (cJSON_IsTrue(item) ? 1.0 : 0.0) : item->valuedouble;
}

static bool read_extra(gltf *g, const cJSON *item, wm_extra *to)
{
    wm_scene *s = g->scene;
    const cJSON *first = cJSON_IsArray(item) ? item->child : item, *e = first;
    int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 1;
    bool texts = cJSON_IsString(first);
    double *numbers = texts ? NULL : wm_scene_alloc(s, (size_t)count, sizeof *numbers);
    const char **strings = texts ? wm_scene_alloc(s, (size_t)count, sizeof *strings) : NULL;
    *to = (wm_extra){wm_scene_text(s, item->string, strlen(item->string)), cJSON_IsArray(item),
                     (uint32_t)count, numbers, strings};
    bool good = to->name && (numbers || strings);
    for (int i = 0; good && i < count; i++, e = e->next) {
        if (texts) {
            strings[i] = wm_scene_text(s, e->valuestring, strlen(e->valuestring));
            good = strings[i] != NULL;
        } else {
            numbers[i] = number_of(e);
        }
    }
    return good || gltf_no_memory(g);
}

bool gltf_read_extras(gltf *g, const cJSON *object, const char *const *but, wm_extras *extras)
{
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(object, "extras"), *item;
    uint32_t count = 0;
    *extras = (wm_extras){0, NULL};
    if (!cJSON_IsObject(from))
        return true;
    cJSON_ArrayForEach(item, from) count++;
    extras->items = wm_scene_alloc(g->scene, count, sizeof *extras->items);
    if (!extras->items)
        return gltf_no_memory(g);
    cJSON_ArrayForEach(item, from)
    {
        if (!is_extra(item) || (g->own && one_of(item->string, but)))
            continue;
        if (!read_extra(g, item, &extras->items[extras->count]))
            return false;
        extras->count++;
    }
    return true;
}

/* ---- transforms ---- */

/* False where the member is there but is not `count` finite numbers. */
static bool read_floats(const cJSON *object, const char *name, float *to, int count, bool *found)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, name), *e;
    int i = 0;
    *found = list != NULL;
    if (!list)
        return true;
    cJSON_ArrayForEach(e, list)
    {
        if (i >= count || !cJSON_IsNumber(e) || !isfinite((float)e->valuedouble))
            return false;
        to[i++] = (float)e->valuedouble;
    }
    return i == count;
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The turn of three axes of length 1. */
static wm_quat quat_of(double a[3][3])
{
    double t = a[0][0] + a[1][1] + a[2][2], q[4];
    if (t > 0) {
        double s = 2 * sqrt(t + 1);
        q[3] = s / 4;
        q[0] = (a[1][2] - a[2][1]) / s;
        q[1] = (a[2][0] - a[0][2]) / s;
        q[2] = (a[0][1] - a[1][0]) / s;
    } else {
        int i = a[0][0] > a[1][1] ? (a[0][0] > a[2][2] ? 0 : 2) : (a[1][1] > a[2][2] ? 1 : 2);
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double s = 2 * sqrt(1 + a[i][i] - a[j][j] - a[k][k]);
        q[i] = s / 4;
        q[3] = (a[j][k] - a[k][j]) / s;
        q[j] = (a[i][j] + a[j][i]) / s;
        q[k] = (a[i][k] + a[k][i]) / s;
    }
    return (wm_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
}

/* Move, turn and scale of a matrix, which must not shear. m is column by column. */
static bool split_matrix(const float m[16], wm_transform *t)
{
    double axis[3][3], size[3];
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++)
            axis[c][r] = (double)m[4 * c + r];
        size[c] = sqrt(dot3(axis[c], axis[c]));
        if (!(size[c] > 0))
            return false;
        for (int r = 0; r < 3; r++)
            axis[c][r] /= size[c];
    }
    if (fabs(dot3(axis[0], axis[1])) + fabs(dot3(axis[1], axis[2])) + fabs(dot3(axis[2], axis[0])) >
        1e-3)
        return false;
    const double cross[3] = {axis[0][1] * axis[1][2] - axis[0][2] * axis[1][1],
                             axis[0][2] * axis[1][0] - axis[0][0] * axis[1][2],
                             axis[0][0] * axis[1][1] - axis[0][1] * axis[1][0]};
    if (dot3(cross, axis[2]) < 0) { /* a mirror */
        size[0] = -size[0];
        for (int r = 0; r < 3; r++)
            axis[0][r] = -axis[0][r];
    }
    t->rotation = quat_of(axis);
    t->scale = (wm_vec3){(float)size[0], (float)size[1], (float)size[2]};
    t->translation = (wm_vec3){m[12], m[13], m[14]};
    return true;
}

static bool is_unit_matrix(const float m[16])
{
    for (int i = 0; i < 16; i++)
        if (m[i] != (i % 5 == 0 ? 1.0f : 0.0f))
            return false;
    return true;
}

static bool read_transform(gltf *g, const cJSON *node, wm_transform *t)
{
    float m[16], move[3] = {0, 0, 0}, turn[4] = {0, 0, 0, 1}, size[3] = {1, 1, 1};
    bool matrix, found;
    if (!read_floats(node, "matrix", m, 16, &matrix) ||
        !read_floats(node, "translation", move, 3, &found) ||
        !read_floats(node, "rotation", turn, 4, &found) ||
        !read_floats(node, "scale", size, 3, &found))
        return gltf_fail(g, WM_BAD_VALUE, "nodes", "a transform is not of finite numbers");
    *t = (wm_transform){{move[0], move[1], move[2]},
                        {turn[0], turn[1], turn[2], turn[3]},
                        {size[0], size[1], size[2]}};
    if (matrix && !is_unit_matrix(m) && !split_matrix(m, t))
        return gltf_fail(g, WM_UNSUPPORTED, "nodes",
                         "the matrix of a node shears or flattens: apply its transform first");
    if (g->mirrored) {
        t->translation.z = 0 - t->translation.z;
        t->rotation = (wm_quat){0 - t->rotation.x, 0 - t->rotation.y, t->rotation.z, t->rotation.w};
    }
    return true;
}

/* ---- the tree ---- */

static bool child_number(gltf *g, const cJSON *item, uint32_t *number)
{
    double v = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(v >= 0) || v >= (double)g->nodes.count || v != (double)(uint32_t)v)
        return gltf_fail(g, WM_BAD_OFFSET, "nodes", "there is no such node; there are %u",
                         g->nodes.count);
    *number = (uint32_t)v;
    return true;
}

/* parent[i] of each node; a node with two is no tree. */
static bool find_parents(gltf *g, uint32_t *parent)
{
    for (uint32_t i = 0; i < g->nodes.count; i++)
        parent[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const cJSON *item,
            *children = cJSON_GetObjectItemCaseSensitive(g->nodes.item[i], "children");
        cJSON_ArrayForEach(item, children)
        {
            uint32_t child;
            if (!child_number(g, item, &child))
                return false;
            if (parent[child] != WM_NO_INDEX || child == i)
                return gltf_fail(g, WM_BAD_VALUE, "nodes", "node %u has two parents", child);
            parent[child] = i;
        }
    }
    return true;
}

static const cJSON *shown_scene(gltf *g)
{
    const cJSON *scenes = cJSON_GetObjectItemCaseSensitive(g->root, "scenes");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(g->root, "scene");
    double v = cJSON_IsNumber(number) ? number->valuedouble : 0;
    return v >= 0 && v < 1e6 ? cJSON_GetArrayItem(scenes, (int)v) : NULL;
}

/* The nodes to be shown, parents first: those of the scene, or all roots without one. */
static bool list_nodes(gltf *g, const uint32_t *parent, uint32_t *order, uint32_t *count)
{
    const cJSON *scene = shown_scene(g), *item,
                *roots = cJSON_GetObjectItemCaseSensitive(scene, "nodes");
    bool *taken = calloc(g->nodes.count + (size_t)1, sizeof *taken);
    if (!taken)
        return gltf_no_memory(g);
    bool good = true;
    cJSON_ArrayForEach(item, roots)
    {
        uint32_t number;
        good = good && child_number(g, item, &number);
        if (good && (parent[number] != WM_NO_INDEX || taken[number]))
            good = gltf_fail(g, WM_BAD_VALUE, "scenes", "node %u is a root and not one", number);
        if (!good)
            break;
        taken[number] = true;
        order[(*count)++] = number;
    }
    for (uint32_t i = 0; good && !scene && i < g->nodes.count; i++)
        if (parent[i] == WM_NO_INDEX)
            order[(*count)++] = i;
    free(taken);
    /* Each node has one parent and roots have none, so that no node comes twice. */
    for (uint32_t i = 0; good && i < *count; i++) {
        const cJSON *children =
            cJSON_GetObjectItemCaseSensitive(g->nodes.item[order[i]], "children");
        cJSON_ArrayForEach(item, children) order[(*count)++] = (uint32_t)item->valuedouble;
    }
    return good;
}

static wm_node_role role_of(const cJSON *node)
{
    static const char *const roles[] = {"shown", "hidden", "collision", "outline"};
    const cJSON *extras = cJSON_GetObjectItemCaseSensitive(node, "extras");
    const cJSON *role = cJSON_GetObjectItemCaseSensitive(extras, "role");
    for (int i = 0; cJSON_IsString(role) && i < 4; i++)
        if (strcmp(role->valuestring, roles[i]) == 0)
            return (wm_node_role)i;
    return WM_ROLE_SHOWN;
}

static bool read_node(gltf *g, const cJSON *from, uint32_t parent, wm_scene_node *n)
{
    static const char *const known[] = {"kind", "role", "lod", "lod_group", NULL};
    *n = (wm_scene_node){.parent = parent,
                         .role = g->own ? role_of(from) : WM_ROLE_SHOWN,
                         .skin = WM_NO_INDEX,
                         .light = WM_NO_INDEX,
                         .source = WM_NO_INDEX};
    if (!gltf_u32(g, from, "mesh", WM_NO_INDEX, &n->mesh))
        return false;
    if (n->mesh != WM_NO_INDEX && n->mesh >= g->scene->mesh_count)
        return gltf_fail(g, WM_BAD_OFFSET, "nodes", "there is no mesh %u", n->mesh);
    n->kind = n->mesh == WM_NO_INDEX ? WM_NODE_EMPTY : WM_NODE_MESH;
    return gltf_name(g, from, &n->name) && gltf_read_extras(g, from, known, &n->extras) &&
           read_transform(g, from, &n->rest);
}

/* The node that makes a scene of ours stand upright is no part of it. */
static bool make_nodes(gltf *g, const uint32_t *parent, const uint32_t *order, uint32_t count,
                       uint32_t *number)
{
    wm_scene *s = g->scene;
    s->nodes = wm_scene_alloc(s, count, sizeof *s->nodes);
    if (!s->nodes)
        return gltf_no_memory(g);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = order[i], up = parent[from];
        number[from] = WM_NO_INDEX;
        if (g->own && up == WM_NO_INDEX)
            continue;
        number[from] = s->node_count;
        if (!read_node(g, g->nodes.item[from], up == WM_NO_INDEX ? up : number[up],
                       &s->nodes[s->node_count]))
            return false;
        s->node_count++;
    }
    return true;
}

bool gltf_read_nodes(gltf *g)
{
    static const char *const known[] = {"source", "up",         "left_handed",
                                        "v_down", "animations", NULL};
    size_t n = (size_t)g->nodes.count + 1;
    uint32_t *scratch = calloc(3 * n, sizeof *scratch), count = 0;
    if (!scratch)
        return gltf_no_memory(g);
    bool good = find_parents(g, scratch) && list_nodes(g, scratch, scratch + n, &count) &&
                make_nodes(g, scratch, scratch + n, count, scratch + 2 * n);
    free(scratch);
    return good && gltf_name(g, shown_scene(g), &g->scene->name) &&
           gltf_read_extras(g, shown_scene(g), known, &g->scene->extras);
}
