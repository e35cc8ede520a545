/* Converts a node of a walkmesh text to a document: kind, face order, tree, links,
 * derived tables. docs/formats/kotor-ascii-walkmesh.md, "From text to binary". */
#include <math.h>

#include "base/vec.h"
#include "base/words.h"
#include "kotor/bwm/rebuild.h"
#include "kotor/bwm/text.h"

static bool is_area(const wmi_text_node *n, const wm_kotor_bwm_text_read_opts *opts)
{
    if (opts->kind != WM_KOTOR_BWM_KIND_AUTO)
        return opts->kind == WM_KOTOR_BWM_KIND_AREA;
    if (n->type == WMI_NODE_AABB || n->has_links || n->has_boxes)
        return true;
    if (wmi_text_contains(n->name, "pwk") || wmi_text_contains(n->name, "dwk"))
        return false;
    if (wmi_text_contains(n->name, "wok"))
        return true;
    if (wmi_text_ends(n->name, "_wg") || wmi_text_state(n->name, "wg_") != WM_NO_INDEX)
        return false;
    const wmi_text_face *f = n->faces.data;
    for (uint32_t i = 0; i < n->faces.count; i++)
        if (wm_kotor_walkable(opts->surfaces, f[i].material))
            return true;
    return false;
}

/* face_at[i] is the new index of face i of the text: walkable faces first, otherwise in
 * text order. Objects keep the text order, because vanilla objects are not sorted. */
static void sort_faces(const wmi_text_node *n, const wm_kotor_bwm_text_read_opts *opts, bool area,
                       uint32_t *face_at)
{
    const wmi_text_face *f = n->faces.data;
    uint32_t next = 0;
    for (int walk = 1; walk >= 0; walk--)
        for (uint32_t i = 0; i < n->faces.count; i++)
            if (!area ? walk : wm_kotor_walkable(opts->surfaces, f[i].material) == walk)
                face_at[i] = next++;
}

static bool copy_geometry(wmi_text_parser *p, const wmi_text_node *n, const uint32_t *face_at,
                          wm_kotor_bwm *b)
{
    const wmi_text_face *from = n->faces.data;
    if (n->vertices.count)
        memcpy(b->vertices, n->vertices.data, n->vertices.count * sizeof *b->vertices);
    for (uint32_t i = 0; i < n->faces.count; i++) {
        wm_kotor_face *to = &b->faces[face_at[i]];
        for (int k = 0; k < 3; k++) {
            to->vertex[k] = from[i].vertex[k];
            if (from[i].vertex[k] < b->vertex_count)
                continue;
            to->vertex[k] = 0;
            wmi_text_at(p, "faces[%lu].vertex[%d]", (ul)i, k);
            if (b->vertex_count == 0)
                p->strict = true; /* no valid index exists */
            if (!wmi_text_fault_at(p, WM_KOTOR_VERTEX_INDEX, WM_BAD_VALUE, from[i].line,
                                   from[i].column, "face %lu uses vertex %lu, but %s", (ul)i,
                                   (ul)from[i].vertex[k],
                                   wmi_only(b->vertex_count, "vertex", "vertices").text))
                return false;
        }
        b->materials[face_at[i]] = from[i].material;
    }
    return true;
}

/* Stores the links in the edge table; the rebuild completes the table. */
static bool copy_links(wmi_text_parser *p, const wmi_text_node *n, const uint32_t *face_at,
                       wm_kotor_bwm *b)
{
    const wmi_text_link *from = n->links.data;
    b->edges = wmi_arena_new(wmi_bwm_arena(b), n->links.count, sizeof *b->edges);
    if (!b->edges) {
        p->failed = wmi_arena_fail(wmi_bwm_arena(b), p->error, "roomlinks");
        return false;
    }
    for (uint32_t i = 0; i < n->links.count; i++) {
        if (from[i].edge / 3 < b->face_count) {
            b->edges[b->edge_count++] =
                (wm_kotor_edge){3 * face_at[from[i].edge / 3] + from[i].edge % 3, from[i].room};
            continue;
        }
        wmi_text_at(p, "roomlinks[%lu].edge", (ul)i);
        if (!wmi_text_fault_at(p, WM_KOTOR_TEXT_LINK, WM_BAD_VALUE, from[i].line, from[i].column,
                               "there is no edge %lu: %s only edges 0 to %lu", (ul)from[i].edge,
                               wmi_count(b->face_count, "face has", "faces have").text,
                               3ul * b->face_count - (b->face_count > 0)))
            return false;
    }
    return true;
}

/* Builds b->aabbs from the rows. Rows that are not a tree were already reported and are
 * ignored. */
static bool copy_tree(wmi_text_parser *p, const wmi_text_node *n, const uint32_t *face_at,
                      wm_kotor_bwm *b, wmi_arena *scratch)
{
    const wmi_text_box *from = n->boxes.data;
    if (!n->has_boxes || n->bad_tree)
        return true;
    for (uint32_t i = 0; i < n->boxes.count; i++) {
        if (from[i].face == WM_NO_INDEX || from[i].face < b->face_count)
            continue;
        wmi_text_at(p, "aabb[%lu].face", (ul)i);
        return wmi_text_fault_at(p, WM_KOTOR_TEXT_TREE, WM_BAD_VALUE, from[i].line, from[i].column,
                                 "there is no face %lu: %s", (ul)from[i].face,
                                 wmi_only(b->face_count, "face", "faces").text);
    }
    b->aabbs = wmi_arena_new(wmi_bwm_arena(b), n->boxes.count, sizeof *b->aabbs);
    uint32_t *stack = wmi_arena_raw(scratch, n->boxes.count, sizeof *stack);
    if (!b->aabbs || !stack) {
        p->failed = wmi_arena_fail(b->aabbs ? scratch : wmi_bwm_arena(b), p->error, "aabb");
        return false;
    }
    b->aabb_count = n->boxes.count;
    wmi_text_tree(b->aabbs, from, n->boxes.count, face_at, stack);
    return true;
}

/* Axis and angle as the engine reads them: a zero axis means no rotation. */
static bool rotates(const float o[4])
{
    return (o[0] != 0 || o[1] != 0 || o[2] != 0) && o[3] != 0;
}

static void rotate(wm_kotor_bwm *b, const float o[4])
{
    wmi_vec axis = {(double)o[0], (double)o[1], (double)o[2]};
    axis = wmi_scale(axis, 1 / wmi_length(axis));
    double c = wmi_cos((double)o[3]), s = wmi_sin((double)o[3]);
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        wmi_vec v = wmi_vec_of(b->vertices[i]);
        wmi_vec rotated = wmi_add(wmi_add(wmi_scale(v, c), wmi_scale(wmi_cross(axis, v), s)),
                                  wmi_scale(axis, wmi_dot(axis, v) * (1 - c)));
        b->vertices[i] = wmi_vec_float(rotated);
    }
}

/* Reports the links that are not on a border edge. */
static void check_links(wmi_text_parser *p, const wmi_text_node *n, const uint32_t *face_at,
                        const wm_kotor_bwm *b, wmi_arena *scratch)
{
    const wmi_text_link *from = n->links.data;
    uint32_t slots = 3 * b->face_count;
    if (!p->report || n->links.count == 0)
        return;
    uint32_t *room = wmi_arena_raw(scratch, slots, sizeof *room);
    if (!room) {
        p->failed = wmi_arena_fail(scratch, p->error, "roomlinks");
        return;
    }
    memset(room, 0xFF, slots * sizeof *room);
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].edge < slots)
            room[b->edges[i].edge] = b->edges[i].transition;
    for (uint32_t i = 0; i < n->links.count; i++) {
        uint32_t edge = from[i].edge;
        if (edge >= slots || from[i].room == WM_NO_INDEX)
            continue;
        if (room[3 * face_at[edge / 3] + edge % 3] != from[i].room)
            wmi_report(
                p->report, WM_KOTOR_TEXT_LINK, wmi_at_line(from[i].line, "roomlinks[%lu]", (ul)i),
                "edge %lu (side %lu of face %lu) is not a border edge and cannot lead to room %lu",
                (ul)edge, (ul)edge % 3, (ul)edge / 3, (ul)from[i].room);
    }
}

/* Rebuilds the derived tables. The text's tree stays as it is, even if the rebuild would
 * replace it. */
static bool derive(wmi_text_parser *p, const wm_kotor_bwm_text_read_opts *opts, wm_kotor_bwm *b)
{
    wm_kotor_aabb *tree = b->aabbs;
    uint32_t nodes = b->aabb_count;
    wm_kotor_bwm_rebuild_opts rebuild = {.surfaces = opts->surfaces, .keep_tree = nodes > 0};
    rebuild.rounding = opts->rounding ? opts->rounding
                       : p->rounding  ? p->rounding
                                      : WM_KOTOR_ROUNDING_K1;
    wm_status status = wmi_bwm_rebuild(b, &rebuild, NULL, p->error);
    if (status != WM_OK) {
        p->failed = status;
        return false;
    }
    if (nodes && b->type != WM_KOTOR_BWM_TYPE_OBJECT) {
        b->aabbs = tree;
        b->aabb_count = nodes;
        b->aabb_root = 0;
        wm_kotor_bwm_pack(b);
    }
    return true;
}

static void report_notes(wmi_text_parser *p, const wmi_text_node *n,
                         const wm_kotor_bwm_text_mesh *mesh,
                         const wm_kotor_bwm_text_read_opts *opts, bool area)
{
    wmi_where where = wmi_at_line(n->line, "%s", "");
    if (area && !mesh->has_tree && n->faces.count)
        wmi_report(p->report, WM_KOTOR_TEXT_NO_TREE, where, "%s has %s",
                   wmi_text_called(n->name).text,
                   n->has_boxes ? "unusable aabb rows" : "no aabb rows");
    if (!area && n->has_boxes)
        wmi_report(p->report, WM_KOTOR_TEXT_IGNORED, where,
                   "%s is an object: its aabb rows are ignored", wmi_text_called(n->name).text);
    if (!area && n->links.count)
        wmi_report(p->report, WM_KOTOR_TEXT_LINK, where, "%s is an object: %s dropped",
                   wmi_text_called(n->name).text,
                   wmi_count(n->links.count, "room link is", "room links are").text);
    if (mesh->rotated && !opts->apply_orientation)
        wmi_report(p->report, WM_KOTOR_TEXT_ROTATED, where,
                   "%s is rotated by %g radians about (%g, %g, %g)", wmi_text_called(n->name).text,
                   (double)n->orientation[3], (double)n->orientation[0], (double)n->orientation[1],
                   (double)n->orientation[2]);
}

static bool fill(wmi_text_parser *p, const wmi_text_node *n,
                 const wm_kotor_bwm_text_read_opts *opts, wm_kotor_bwm_text_mesh *mesh,
                 wmi_arena *scratch)
{
    wm_kotor_bwm *b = mesh->bwm;
    bool area = b->type == WM_KOTOR_BWM_TYPE_AREA;
    uint32_t *face_at = wmi_arena_raw(scratch, n->faces.count, sizeof *face_at);
    if (!face_at) {
        p->failed = wmi_arena_fail(scratch, p->error, "faces");
        return false;
    }
    p->failed = wm_kotor_bwm_reserve(b, n->vertices.count, n->faces.count, p->error);
    if (p->failed)
        return false;
    sort_faces(n, opts, area, face_at);
    b->position = n->position;
    if (!copy_geometry(p, n, face_at, b) ||
        (area && (!copy_links(p, n, face_at, b) || !copy_tree(p, n, face_at, b, scratch))))
        return false;
    mesh->has_tree = b->aabb_count > 0;
    memcpy(mesh->orientation, n->orientation, sizeof mesh->orientation);
    mesh->rotated = rotates(n->orientation);
    report_notes(p, n, mesh, opts, area);
    if (mesh->rotated && opts->apply_orientation)
        rotate(b, n->orientation);
    if (!derive(p, opts, b))
        return false;
    if (area)
        check_links(p, n, face_at, b, scratch);
    return !p->failed;
}

bool wmi_text_build(wmi_text_parser *p, const wmi_text_node *n,
                    const wm_kotor_bwm_text_read_opts *opts, wm_kotor_bwm_text_mesh *mesh)
{
    wmi_arena scratch;
    /* All meshes of a text share one limit. 0 would mean no limit. */
    mesh->bwm = wmi_bwm_create(p->allocator, p->budget ? p->budget : 1, 0, p->error);
    if (!mesh->bwm) {
        p->failed = p->error ? p->error->code : WM_NO_MEMORY;
        return false;
    }
    mesh->bwm->type = is_area(n, opts) ? WM_KOTOR_BWM_TYPE_AREA : WM_KOTOR_BWM_TYPE_OBJECT;
    mesh->name = n->name;
    mesh->line = n->line;
    mesh->state =
        mesh->bwm->type == WM_KOTOR_BWM_TYPE_AREA ? WM_NO_INDEX : wmi_text_state(n->name, "wg_");
    wmi_arena_init(&scratch, p->allocator, 0);
    bool good = fill(p, n, opts, mesh, &scratch);
    p->budget -= wmi_bwm_arena(mesh->bwm)->used; /* the budget was its limit */
    wmi_arena_free(&scratch);
    return good;
}
