/* Writes walkmeshes as text. docs/formats/kotor-ascii-walkmesh.md, "What Waymark writes". */
#include <stdio.h>

#include "base/words.h"
#include "kotor/bwm/rebuild.h"
#include "kotor/bwm/text.h"

enum { NAME = 48 };

/* A name that is a single word, ASCII, and short enough for the engine's lines. */
static void safe_name(const char *from, char to[NAME])
{
    size_t n = 0;
    for (; from && from[n] && n < NAME - 1; n++) {
        char c = from[n];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '_' || c == '-';
        to[n] = fine ? c : '_';
    }
    to[n] = '\0';
    if (n == 0)
        wmi_format(to, NAME, "walkmesh");
}

static void vec3(wmi_writer *w, const char *before, wm_vec3 v)
{
    wmi_writer_text(w, before);
    wmi_writer_float(w, v.x);
    wmi_writer_text(w, " ");
    wmi_writer_float(w, v.y);
    wmi_writer_text(w, " ");
    wmi_writer_float(w, v.z);
    wmi_writer_text(w, "\n");
}

static void geometry(wmi_writer *w, const wm_kotor_bwm *b)
{
    vec3(w, "  position ", b->position);
    wmi_writer_text(w, "  orientation 1 0 0 0\n");
    wmi_writer_printf(w, "  verts %lu\n", (ul)b->vertex_count);
    for (uint32_t i = 0; i < b->vertex_count; i++)
        vec3(w, "    ", b->vertices[i]);
    wmi_writer_printf(w, "  faces %lu\n", (ul)b->face_count);
    for (uint32_t i = 0; i < b->face_count; i++) {
        const uint32_t *v = b->faces[i].vertex;
        wmi_writer_printf(w, "    %lu %lu %lu  1  0 0 0  %lu\n", (ul)v[0], (ul)v[1], (ul)v[2],
                          (ul)b->materials[i]);
    }
}

/* Always written, so that our readers recognise the mesh as an area. */
static void links(wmi_writer *w, const wm_kotor_bwm *b)
{
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < b->edge_count; i++) {
            const wm_kotor_edge *e = &b->edges[i];
            if (e->transition == WM_NO_INDEX || e->edge / 3 >= b->face_count)
                continue;
            count++;
            if (pass)
                wmi_writer_printf(w, "    %lu %lu\n", (ul)e->edge, (ul)e->transition);
        }
        if (pass == 0)
            wmi_writer_printf(w, "  roomlinks %lu\n", (ul)count);
    }
}

/* Lists the node indices in pre-order. Returns 0 if the nodes are not a tree over the
 * faces. */
static uint32_t preorder(const wm_kotor_bwm *b, uint32_t *order, uint32_t *stack, uint8_t *seen)
{
    uint32_t depth = 0, count = 0, n = b->aabb_count;
    if (b->aabb_root >= n)
        return 0;
    stack[depth++] = b->aabb_root;
    while (depth) {
        uint32_t at = stack[--depth];
        const wm_kotor_aabb *node = &b->aabbs[at];
        if (seen[at]++)
            return 0;
        order[count++] = at;
        if (node->face != WM_NO_INDEX) {
            if (node->face >= b->face_count)
                return 0;
            continue;
        }
        /* Each node is pushed at most once, so the stack cannot overflow. */
        if (node->left >= n || node->right >= n || seen[node->left] || seen[node->right] ||
            node->left == node->right || depth + 2 > n)
            return 0;
        stack[depth++] = node->right;
        stack[depth++] = node->left;
    }
    return count;
}

/* The node's box as a reader will compute it. */
static wm_kotor_aabb read_back(const wm_kotor_aabb *node)
{
    wm_kotor_aabb box = *node;
    float value[6];
    wmi_text_shrink(node, value);
    wmi_text_grow(value, &box);
    return box;
}

/* A split plane that does not follow from the boxes goes into an eighth column, which
 * other readers ignore. */
static void tree_row(wmi_writer *w, const wm_kotor_bwm *b, const wm_kotor_aabb *node)
{
    float value[6];
    uint32_t plane = 0;
    wmi_text_shrink(node, value);
    wmi_writer_text(w, "   ");
    for (int k = 0; k < 6; k++) {
        wmi_writer_text(w, " ");
        wmi_writer_float(w, value[k]);
    }
    if (node->face == WM_NO_INDEX) {
        wm_kotor_aabb l = read_back(&b->aabbs[node->left]), r = read_back(&b->aabbs[node->right]);
        plane = wmi_bwm_plane(&l, &r);
        wmi_writer_text(w, " -1");
    } else {
        wmi_writer_printf(w, " %lu", (ul)node->face);
    }
    if (node->plane != plane)
        wmi_writer_printf(w, " %lu", (ul)node->plane);
    wmi_writer_text(w, "\n");
}

static void tree(wmi_writer *w, const wm_kotor_bwm *b)
{
    wmi_arena scratch;
    uint32_t n = b->aabb_count;
    wmi_arena_init(&scratch, &w->allocator, 0);
    uint32_t *order = wmi_arena_raw(&scratch, n, sizeof *order);
    uint32_t *stack = wmi_arena_raw(&scratch, (size_t)n + 2, sizeof *stack);
    uint8_t *seen = wmi_arena_new(&scratch, n, 1);
    if (!order || !stack || !seen) {
        w->failed = true;
    } else {
        uint32_t count = preorder(b, order, stack, seen);
        if (count)
            wmi_writer_text(w, "  aabb\n");
        for (uint32_t i = 0; i < count; i++)
            tree_row(w, b, &b->aabbs[order[i]]);
    }
    wmi_arena_free(&scratch);
}

static void write_area(wmi_writer *w, const wm_kotor_bwm *b, wm_kotor_dialect dialect,
                       const char *model)
{
    bool engine = dialect == WM_KOTOR_DIALECT_ENGINE;
    wmi_writer_printf(w, "node %s %s_wok\n", engine ? "aabb" : "trimesh", model);
    if (!engine)
        wmi_writer_printf(w, "  parent %s\n", model);
    geometry(w, b);
    links(w, b);
    if (engine)
        tree(w, b);
    wmi_writer_text(w, "endnode\n");
}

static bool is_zero(wm_vec3 v)
{
    static const wm_vec3 zero;
    return memcmp(&v, &zero, sizeof v) == 0;
}

static void write_object(wmi_writer *w, const wm_kotor_bwm_text_mesh *part, const char *model)
{
    const wm_kotor_bwm *b = part->bwm;
    bool door = part->state < WM_KOTOR_DOOR_STATES;
    const char *state = wm_kotor_door_state_name(part->state);
    char mesh[NAME + 24];
    wmi_format(mesh, sizeof mesh, "%s%s%s", model, door ? "_DWK_wg_" : "_pwk_wg", state);
    wmi_writer_printf(w, "node trimesh %s\n  parent %s_%s\n", mesh, model, door ? "DWK" : "pwk");
    geometry(w, b);
    wmi_writer_text(w, "endnode\n");
    for (int h = 0; h < 2; h++) {
        if (is_zero(b->relative_hook[h]))
            continue;
        wmi_writer_printf(w, "node dummy %s%s%s%s%d\n  parent %s\n", model,
                          door ? "_DWK_dp_" : "_pwk_use", state, door ? "_0" : "0", h + 1, mesh);
        vec3(w, "  position ", b->relative_hook[h]);
        wmi_writer_text(w, "endnode\n");
    }
}

/* The rounding that reproduces more of the stored normals. */
static bool rounded_as_k2(const wm_kotor_bwm_text_mesh *parts, uint32_t count)
{
    int64_t more = 0;
    for (uint32_t p = 0; p < count; p++)
        more += wmi_bwm_rounding(parts[p].bwm);
    return more > 0;
}

static wm_status check_parts(const wm_kotor_bwm_text_mesh *parts, uint32_t count, wm_error *error)
{
    bool seen[WM_KOTOR_DOOR_STATES] = {false};
    if (count == 0)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "there is no walkmesh to write");
    for (uint32_t p = 0; p < count; p++) {
        const wm_kotor_bwm *b = parts[p].bwm;
        if (!b)
            return wmi_fail(error, WM_BAD_ARGUMENT, "", "mesh %lu has no walkmesh", (ul)p);
        bool object = b->type == WM_KOTOR_BWM_TYPE_OBJECT;
        if (count > 1 && (!object || parts[p].state >= WM_KOTOR_DOOR_STATES))
            return wmi_fail(error, WM_BAD_ARGUMENT, "",
                            "only the states of a door can share a text: walkmesh %lu is %s", (ul)p,
                            object ? "not a door state" : "an area");
        if (object && parts[p].state < WM_KOTOR_DOOR_STATES && seen[parts[p].state])
            return wmi_fail(error, WM_BAD_ARGUMENT, "", "two walkmeshes for the door state %s",
                            wm_kotor_door_state_name(parts[p].state));
        if (object && parts[p].state < WM_KOTOR_DOOR_STATES)
            seen[parts[p].state] = true;
        for (uint32_t i = 0; i < b->face_count; i++)
            for (int k = 0; k < 3; k++)
                if (b->faces[i].vertex[k] >= b->vertex_count)
                    return wmi_fail(error, WM_BAD_VALUE, "faces",
                                    "face %lu uses vertex %lu, but %s", (ul)i,
                                    (ul)b->faces[i].vertex[k],
                                    wmi_only(b->vertex_count, "vertex", "vertices").text);
    }
    return WM_OK;
}

/* To find the losses, read the text back and compare. */
static wm_status find_losses(const wm_kotor_bwm_text_mesh *parts, uint32_t count,
                             const wm_kotor_bwm_text_write_opts *opts, const wm_buffer *text,
                             wm_losses *losses, wm_error *error)
{
    wm_kotor_bwm_text_read_opts read = {.base = {.allocator = opts->base.allocator},
                                        .surfaces = opts->surfaces};
    wm_error local;
    wm_kotor_bwm_text *back =
        wm_kotor_bwm_text_read(text->data, text->size, &read, error ? error : &local);
    if (!back)
        return error ? error->code : local.code;
    wm_status status = WM_OK;
    wm_losses all = *losses;
    for (uint32_t i = 0; i < count && i < back->mesh_count && status == WM_OK; i++)
        status = wm_kotor_bwm_losses(parts[i].bwm, back->meshes[i].bwm, &all, error);
    if (status == WM_OK)
        *losses = all;
    wm_kotor_bwm_text_free(back);
    return status;
}

wm_status wm_kotor_bwm_text_write(const wm_kotor_bwm_text *text,
                                  const wm_kotor_bwm_text_write_opts *opts, wm_buffer *out,
                                  wm_losses *losses, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_kotor_bwm_text_mesh *parts = text->meshes;
    uint32_t count = text->mesh_count;
    static const wm_kotor_bwm_text_write_opts defaults;
    const wm_kotor_bwm_text_write_opts *o = opts ? opts : &defaults;
    char model[NAME];
    wmi_writer w;
    wm_status status = check_parts(parts, count, error);
    if (status != WM_OK)
        return status;
    safe_name(o->model, model);
    wmi_writer_init(&w, o->base.allocator);
    wmi_writer_text(&w, "# KotOR walkmesh, written by Waymark\n");
    if (rounded_as_k2(parts, count))
        wmi_writer_text(&w, "# waymark: rounding k2\n");
    if (parts[0].bwm->type == WM_KOTOR_BWM_TYPE_OBJECT)
        wmi_writer_printf(&w, "node dummy %s_%s\n  parent %s\nendnode\n", model,
                          parts[0].state < WM_KOTOR_DOOR_STATES ? "DWK" : "pwk", model);
    for (uint32_t p = 0; p < count; p++) {
        if (parts[p].bwm->type == WM_KOTOR_BWM_TYPE_OBJECT)
            write_object(&w, &parts[p], model);
        else
            write_area(&w, parts[p].bwm, o->dialect, model);
    }
    status = wmi_writer_finish(&w, out, error);
    if (status != WM_OK || !losses)
        return status;
    status = find_losses(parts, count, o, out, losses, error);
    if (status != WM_OK)
        wm_buffer_free(out);
    return status;
}
