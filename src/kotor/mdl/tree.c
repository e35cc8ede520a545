/* The AABB tree of a walkmesh node: the same tree as in a WOK, but boxes have a margin
 * of 0.0001, on their far side only. docs/formats/kotor-mdl.md, "Walkmesh trees". */
#include "kotor/bwm/rebuild.h"
#include "kotor/mdl/compile/compile.h"

static const float margin = 0.0001f;

static void leaf_box(const wm_kotor_mdl_face *face, const wm_vec3 *positions,
                     wm_kotor_mdl_aabb *node)
{
    node->min = node->max = positions[face->vertex[0]];
    for (int k = 1; k < 3; k++) {
        wm_vec3 p = positions[face->vertex[k]];
        node->min = wmi_vec3_min(node->min, p);
        node->max = wmi_vec3_max(node->max, p);
    }
    node->max.x += margin;
    node->max.y += margin;
    node->max.z += margin;
}

/* Children come after their parent, so a backward pass visits them first. */
static void close_boxes(wm_kotor_mdl_aabb *nodes, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        wm_kotor_mdl_aabb *n = &nodes[i];
        if (n->face >= 0)
            continue;
        const wm_kotor_mdl_aabb *l = &nodes[n->left], *r = &nodes[n->right];
        n->min = wmi_vec3_min(l->min, r->min);
        n->max = wmi_vec3_max(l->max, r->max);
    }
}

void wmi_mdl_tree_boxes(const wm_kotor_mdl_face *faces, const wm_vec3 *positions,
                        wm_kotor_mdl_aabb *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i].face >= 0)
            leaf_box(&faces[nodes[i].face], positions, &nodes[i]);
    close_boxes(nodes, count);
}

/* In a backward pass, the children of an inner node are the two subtrees completed last. */
bool wmi_mdl_tree_links(wm_kotor_mdl_aabb *nodes, uint32_t count, uint32_t *stack)
{
    uint32_t open = 0;
    for (uint32_t i = count; i-- > 0;) {
        wm_kotor_mdl_aabb *n = &nodes[i];
        n->left = n->right = WM_NO_INDEX;
        if (n->face < 0) {
            if (open < 2)
                return false;
            n->left = stack[--open];
            n->right = stack[--open];
        }
        stack[open++] = i;
    }
    return open == 1;
}

bool wmi_mdl_tree(const wm_kotor_mdl_face *faces, uint32_t face_count, const wm_vec3 *positions,
                  wm_kotor_mdl_aabb *nodes, wmi_arena *scratch)
{
    if (!face_count)
        return true;
    uint32_t count = 2 * face_count - 1;
    wm_kotor_bwm view = {.face_count = face_count,
                         .faces = wmi_arena_raw(scratch, face_count, sizeof *view.faces),
                         .vertices = (wm_vec3 *)(uintptr_t)positions /* read only */};
    wm_kotor_aabb *tree = wmi_arena_raw(scratch, count, sizeof *tree);
    if (!view.faces || !tree)
        return false;
    for (uint32_t f = 0; f < face_count; f++)
        for (int k = 0; k < 3; k++)
            view.faces[f].vertex[k] = faces[f].vertex[k];
    if (!wmi_bwm_tree(&view, tree, scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bool leaf = tree[i].face != WM_NO_INDEX;
        nodes[i] = (wm_kotor_mdl_aabb){.left = leaf ? WM_NO_INDEX : tree[i].left,
                                       .right = leaf ? WM_NO_INDEX : tree[i].right,
                                       .face = leaf ? (int32_t)tree[i].face : -1,
                                       .plane = leaf ? 0 : tree[i].plane};
        if (leaf)
            leaf_box(&faces[tree[i].face], positions, &nodes[i]);
    }
    close_boxes(nodes, count);
    return true;
}

void wmi_mdl_tree_planes(wm_kotor_mdl_aabb *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        wm_kotor_mdl_aabb *n = &nodes[i];
        n->plane = 0;
        if (n->face >= 0 || n->left >= count || n->right >= count)
            continue;
        wm_kotor_aabb l = {.min = nodes[n->left].min, .max = nodes[n->left].max};
        wm_kotor_aabb r = {.min = nodes[n->right].min, .max = nodes[n->right].max};
        n->plane = wmi_bwm_plane(&l, &r);
    }
}
