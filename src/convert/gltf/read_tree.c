/* Reads the node tree of a glTF. Nodes may come in any order and form any graph; the result
 * is a forest with parents first, or an error. A file of this library is recognised by its
 * generator and the shape of its tree: node i of the scene is node i of the file, and after
 * them comes the frame node that makes the scene upright. docs/gltf.md. */
#include <math.h>

#include "convert/gltf/read.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

static bool node_number(wmi_gltf_reader *g, const wm_json_value *item, uint32_t *number)
{
    if (!wmi_gltf_get_index(item, g->nodes.count, number))
        return wmi_gltf_fail(g, WM_BAD_OFFSET, item, "there is no such node; there are %lu",
                             (ul)g->nodes.count);
    return true;
}

/* A node with two parents does not form a tree. */
static bool find_parents(wmi_gltf_reader *g)
{
    for (uint32_t i = 0; i < g->nodes.count; i++)
        g->parent[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const wm_json_value *children = wm_json_find(wm_json_item(g->nodes.list, i), "children");
        for (uint32_t k = 0; k < wm_json_count(children); k++) {
            uint32_t child;
            if (!node_number(g, wm_json_item(children, k), &child))
                return false;
            if (g->parent[child] != WM_NO_INDEX || child == i)
                return wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_item(children, k),
                                     "node %lu has two parents", (ul)child);
            g->parent[child] = i;
        }
    }
    return true;
}

const wm_json_value *wmi_gltf_shown_scene(const wmi_gltf_reader *g)
{
    const wm_json_value *scenes = wm_json_find(g->root, "scenes");
    const wm_json_value *number = wm_json_find(g->root, "scene");
    uint32_t index = 0;
    bool shown = !wmi_gltf_is_number(number) || wmi_gltf_get_index(number, WM_NO_INDEX, &index);
    return shown ? wm_json_item(scenes, index) : NULL;
}

/* ---- origin ---- */

static bool is_kind(const wm_json_value *node, const char *kind)
{
    const char *text = wmi_gltf_get_text(wm_json_find(node, "extras"), "kind");
    return text && strcmp(text, kind) == 0;
}

static bool is_about(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) < 1e-4f))
            return false;
    return true;
}

/* By its extras, or by its name if another program dropped these. */
static bool is_frame(const wm_json_value *node)
{
    const char *name = wmi_gltf_get_text(node, "name");
    return is_kind(node, "frame") ||
           (name && strncmp(name, WMI_GLTF_FRAME, sizeof WMI_GLTF_FRAME - 1) == 0);
}

/* Was the scene z up? Its name says so if there are no extras. */
static bool was_upright(const wmi_gltf_reader *g, const wm_json_value *frame)
{
    const char *up = wmi_gltf_get_text(wm_json_find(wmi_gltf_shown_scene(g), "extras"), "up");
    const char *name = wmi_gltf_get_text(frame, "name");
    size_t n = name ? wmi_stem_length(name, 3) : 0, tail = sizeof WMI_GLTF_FRAME_Y - 1;
    if (up)
        return strcmp(up, "z") == 0;
    return n < tail || strncmp(name + n - tail, WMI_GLTF_FRAME_Y, tail) != 0;
}

/* The place of a node without a mesh that has the same scale along all axes. */
static bool read_place(const wm_json_value *node, wm_transform *t)
{
    float move[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, size[3] = {1, 1, 1};
    bool found;
    if (wm_json_find(node, "mesh") || wm_json_find(node, "matrix") ||
        !wmi_gltf_get_numbers(node, "translation", move, 3, &found) ||
        !wmi_gltf_get_numbers(node, "rotation", rotation, 4, &found) ||
        !wmi_gltf_get_numbers(node, "scale", size, 3, &found))
        return false;
    const float equal[3] = {size[0], size[0], size[0]};
    *t = (wm_transform){{move[0], move[1], move[2]},
                        {rotation[0], rotation[1], rotation[2], rotation[3]},
                        {size[0], size[0], size[0]}};
    return size[0] > 1e-3f && size[0] < 1e3f && is_about(size, equal, 3);
}

/* Is it neither moved nor scaled? */
static bool only_rotates(const wm_transform *t)
{
    static const float none[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    const float move[3] = {t->translation.x, t->translation.y, t->translation.z},
                size[3] = {t->scale.x, t->scale.y, t->scale.z};
    return is_about(move, none, 3) && is_about(size, one, 3);
}

static bool is_rotated_by(const wm_transform *t, const float usual[4])
{
    const float q[4] = {t->rotation.x, t->rotation.y, t->rotation.z, t->rotation.w};
    return is_about(q, usual, 4);
}

static const float still[4] = {0, 0, 0, 1}, quarter[4] = {-0.70710677f, 0, 0, 0.70710677f};

/* Notes how all of the scene was moved: what its frame does beyond making it upright.
 *
 * t: above the frame, or of a frame that is no bone itself. frame: is it that? */
static void note_move(wmi_gltf_reader *g, const wm_transform *t, bool frame)
{
    const double s = sqrt(0.5);
    wmi_quat up = g->scene->up == WM_UP_Z ? (wmi_quat){-s, 0, 0, s} : (wmi_quat){0, 0, 0, 1};
    wmi_quat back = wmi_quat_back(up), q = wmi_quat_unit(wmi_quat_of(t->rotation));
    q = wmi_quat_multiply(back, frame ? q : wmi_quat_multiply(q, up));
    if (wmi_quat_distance(q, (wmi_quat){0, 0, 0, 1}) < 1e-6)
        q = (wmi_quat){0, 0, 0, 1};
    g->move = (wm_transform){wmi_quat_rotate(back, t->translation), wmi_quat_narrow(q), t->scale};
}

/* Is the node the frame of a file of ours, possibly saved again by another program? That program
 * may have moved it. As a bone it may have other axes. */
static bool try_frame(wmi_gltf_reader *g, uint32_t node, bool bone)
{
    const wm_json_value *from = wm_json_item(g->nodes.list, node);
    wm_transform t;
    if (!is_frame(from) || !read_place(from, &t))
        return false;
    bool plain = only_rotates(&t), upright = is_rotated_by(&t, quarter);
    bool usual = plain && (upright || is_rotated_by(&t, still));
    if (bone || !usual)
        upright = was_upright(g, from) && (bone || !is_rotated_by(&t, still));
    if (bone) {
        const float *at = upright ? quarter : still;
        const wmi_quat old = {(double)at[0], 0, 0, (double)at[3]};
        wmi_quat axes =
            wmi_quat_multiply(wmi_quat_back(wmi_quat_unit(old)), wmi_quat_of(t.rotation));
        if (!plain || !wmi_quat_snap(&axes))
            return false;
        memcpy(g->axes, &axes, sizeof g->axes);
    }
    g->scene->up = upright ? WM_UP_Z : WM_UP_Y;
    g->frame = node;
    if (!bone && !usual)
        note_move(g, &t, true);
    return true;
}

/* A root of the scene, whatever is beside it; or a child of a root, the armature that Blender makes
 * of a frame that is a bone. */
static void find_frame(wmi_gltf_reader *g)
{
    const wm_json_value *roots = wm_json_find(wmi_gltf_shown_scene(g), "nodes");
    uint32_t root, child, count = wmi_gltf_is_array(roots) ? wm_json_count(roots) : 0;
    g->frame = g->armature = WM_NO_INDEX;
    g->axes[3] = 1;
    for (uint32_t i = 0; i < count && g->frame == WM_NO_INDEX; i++) {
        wm_transform t;
        if (!wmi_gltf_get_index(wm_json_item(roots, i), g->nodes.count, &root) ||
            g->parent[root] != WM_NO_INDEX || try_frame(g, root, false))
            continue;
        const wm_json_value *node = wm_json_item(g->nodes.list, root);
        const wm_json_value *children = wm_json_find(node, "children");
        if (!read_place(node, &t))
            continue;
        for (uint32_t k = 0; k < wm_json_count(children) && g->frame == WM_NO_INDEX; k++)
            if (wmi_gltf_get_index(wm_json_item(children, k), g->nodes.count, &child) &&
                try_frame(g, child, true))
                g->armature = root;
        if (g->armature == root && !(only_rotates(&t) && is_rotated_by(&t, still)))
            note_move(g, &t, false);
    }
}

static bool has_own_shape(const wmi_gltf_reader *g)
{
    if (g->frame == WM_NO_INDEX || g->armature != WM_NO_INDEX ||
        wm_json_count(wm_json_find(wmi_gltf_shown_scene(g), "nodes")) != 1)
        return false;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        uint32_t up = g->parent[i];
        if (i < g->frame && up != WM_NO_INDEX && up != g->frame && up >= i)
            return false;
        const wm_json_value *node = wm_json_item(g->nodes.list, i);
        if (i > g->frame && !is_kind(node, "joint") && !is_kind(node, "times"))
            return false;
    }
    return true;
}

/* A file of this library records the space of its numbers. */
static bool know_own(wmi_gltf_reader *g)
{
    const char *maker = wmi_gltf_get_text(wm_json_find(g->root, "asset"), "generator");
    const wm_json_value *extras = wm_json_find(wmi_gltf_shown_scene(g), "extras");
    const char *up = wmi_gltf_get_text(extras, "up"), *source = wmi_gltf_get_text(extras, "source");
    g->scene->source = "gltf";
    g->scene->v_down = true;
    if (!maker || strncmp(maker, "waymark ", 8) != 0 || !up || !source || !has_own_shape(g))
        return true;
    g->own = true;
    g->scene->up = strcmp(up, "z") == 0 ? WM_UP_Z : WM_UP_Y;
    g->mirrored = wmi_gltf_is_true(wm_json_find(extras, "left_handed"));
    g->flip_v = !wmi_gltf_is_true(wm_json_find(extras, "v_down"));
    g->latin1 = wmi_gltf_is_true(wm_json_find(extras, "latin1"));
    g->scene->left_handed = g->mirrored;
    g->scene->v_down = !g->flip_v;
    return wmi_gltf_copy(g, source, &g->scene->source);
}

bool wmi_gltf_read_tree(wmi_gltf_reader *g)
{
    size_t n = (size_t)g->nodes.count + 1;
    g->parent = wmi_gltf_scratch_of(g, n, sizeof *g->parent);
    g->node_of = wmi_gltf_scratch_of(g, n, sizeof *g->node_of);
    if (!g->parent || !g->node_of)
        return wmi_gltf_no_memory(g);
    if (!find_parents(g))
        return false;
    find_frame(g);
    wmi_gltf_find_times(g);
    return know_own(g);
}

/* ---- order ---- */

const wm_json_value *wmi_gltf_levels(const wm_json_value *node)
{
    return wm_json_find(wm_json_find(wm_json_find(node, "extensions"), "MSFT_lod"), "ids");
}

/* The nodes still to be visited, the next one last. */
typedef struct stack {
    uint32_t *node, count;
    bool *taken;
} stack;

/* Reverses the order, so that what was pushed first comes first. */
static void reverse(stack *s, uint32_t first)
{
    for (uint32_t i = first, k = s->count; i + 1 < k; i++) {
        uint32_t swap = s->node[i];
        s->node[i] = s->node[--k];
        s->node[k] = swap;
    }
}

/* Pushes the nodes of a list that are not part of the scene yet, the first one on top. */
static bool push_all(wmi_gltf_reader *g, stack *s, const wm_json_value *list, bool roots)
{
    uint32_t first = s->count, number;
    for (uint32_t i = 0; i < wm_json_count(list); i++) {
        if (!node_number(g, wm_json_item(list, i), &number))
            return false;
        if (s->taken[number]) {
            if (roots)
                return wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_item(list, i),
                                     "node %lu is a root twice", (ul)number);
            continue;
        }
        if (roots && g->parent[number] != WM_NO_INDEX)
            return wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_item(list, i),
                                 "node %lu is a root and has a parent", (ul)number);
        s->taken[number] = true;
        s->node[s->count++] = number;
    }
    reverse(s, first);
    return true;
}

/* Coarser levels without a parent become siblings of the finest. */
static bool push_levels(wmi_gltf_reader *g, stack *s, uint32_t node)
{
    const wm_json_value *levels = wmi_gltf_levels(wm_json_item(g->nodes.list, node));
    uint32_t first = s->count;
    for (uint32_t i = 0; i < wm_json_count(levels); i++) {
        uint32_t number;
        if (!node_number(g, wm_json_item(levels, i), &number))
            return false;
        if (g->parent[number] == WM_NO_INDEX && !s->taken[number] && number != g->frame) {
            g->parent[number] = g->parent[node];
            s->taken[number] = true;
            s->node[s->count++] = number;
        }
    }
    reverse(s, first);
    return true;
}

bool wmi_gltf_order_nodes(wmi_gltf_reader *g, uint32_t *order, uint32_t *count)
{
    *count = 0;
    if (g->own) {
        while (*count < g->frame) {
            order[*count] = *count;
            ++*count;
        }
        return true;
    }
    const wm_json_value *scene = wmi_gltf_shown_scene(g);
    size_t n = (size_t)g->nodes.count + 1;
    stack s = {wmi_gltf_scratch_of(g, n, sizeof *s.node), 0,
               wmi_gltf_scratch_of(g, n, sizeof *s.taken)};
    bool good = (s.node && s.taken) || wmi_gltf_no_memory(g);
    good = good && push_all(g, &s, wm_json_find(scene, "nodes"), true);
    for (uint32_t i = g->nodes.count; good && !scene && i-- > 0;)
        if (g->parent[i] == WM_NO_INDEX) {
            s.taken[i] = true;
            s.node[s.count++] = i;
        }
    /* Each node is pushed at most once, so this terminates. */
    while (good && s.count) {
        uint32_t node = s.node[--s.count];
        if (node != g->frame && node != g->armature)
            order[(*count)++] = node;
        good = push_levels(g, &s, node) &&
               push_all(g, &s, wm_json_find(wm_json_item(g->nodes.list, node), "children"), false);
    }
    return good;
}
