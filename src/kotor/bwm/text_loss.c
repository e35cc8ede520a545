/* Compares two walkmeshes field by field and bit for bit, to report what a text could
 * not hold. */
#include "base/words.h"
#include "kotor/bwm/internal.h"
#include "waymark/kotor_bwm.h"

/* Compares bytes [from, from + size) of rows of `stride` bytes. */
typedef struct column {
    const char *field;
    const void *was, *now;
    uint32_t was_count, now_count;
    size_t stride, from, size;
    const char *why;
} column;

static void compare(wm_losses *losses, const column *c)
{
    uint32_t common = c->was_count < c->now_count ? c->was_count : c->now_count;
    uint32_t more = c->was_count < c->now_count ? c->now_count : c->was_count;
    uint32_t differ = more - common, first = common;
    for (uint32_t i = common; i-- > 0;) {
        size_t at = i * c->stride + c->from;
        if (memcmp((const char *)c->was + at, (const char *)c->now + at, c->size) != 0) {
            differ++;
            first = i;
        }
    }
    if (differ == 0)
        return;
    if (c->was_count != c->now_count)
        wmi_losses_add(losses, c->field, differ, "%lu before, %lu after (%s)", (ul)c->was_count,
                       (ul)c->now_count, c->why);
    else
        wmi_losses_add(losses, c->field, differ, "%s of %s %s, the first at index %lu (%s)",
                       wmi_number(differ).text, wmi_number(common).text,
                       wmi_plural(differ, "differs", "differ"), (ul)first, c->why);
}

static void compare_header(const wm_kotor_bwm *was, const wm_kotor_bwm *now, wm_losses *losses)
{
    if (was->type != now->type)
        wmi_losses_add(losses, "type", 1, "%lu becomes %lu", (ul)was->type, (ul)now->type);
    if (was->aabb_root != now->aabb_root)
        wmi_losses_add(losses, "aabb_root", 1, "%lu becomes %lu (rows start with the root)",
                       (ul)was->aabb_root, (ul)now->aabb_root);
    const column columns[] = {
        {"relative_hook", was->relative_hook, now->relative_hook, 2, 2, 12, 0, 12,
         "only objects have hooks"},
        {"absolute_hook", was->absolute_hook, now->absolute_hook, 2, 2, 12, 0, 12,
         "doors get relative_hook + position, others 0"},
        {"position", &was->position, &now->position, 1, 1, 12, 0, 12, "not a number"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        compare(losses, &columns[i]);
}

/* Compares by edge index, because the order of the edge table is derived. */
static wm_status compare_transitions(const wm_kotor_bwm *was, const wm_kotor_bwm *now,
                                     wm_losses *losses, wm_error *error)
{
    wmi_arena scratch;
    uint32_t slots = now->face_count * 3, differ = 0, first = 0;
    if (was->edge_count == now->edge_count &&
        (!was->edge_count || !memcmp(was->edges, now->edges, was->edge_count * sizeof *was->edges)))
        return WM_OK; /* also edges that do not exist, or are listed twice */
    wmi_arena_init(&scratch, &wmi_bwm_arena(now)->allocator, 0);
    uint32_t *room = wmi_arena_raw(&scratch, slots, sizeof *room);
    if (!room) {
        wm_status status = wmi_arena_fail(&scratch, error, "edges");
        wmi_arena_free(&scratch);
        return status;
    }
    memset(room, 0xFF, slots * sizeof *room);
    for (uint32_t i = 0; i < now->edge_count; i++)
        if (now->edges[i].edge < slots)
            room[now->edges[i].edge] = now->edges[i].transition;
    for (uint32_t i = was->edge_count; i-- > 0;) {
        const wm_kotor_edge *e = &was->edges[i];
        if (e->transition == WM_NO_INDEX || (e->edge < slots && room[e->edge] == e->transition))
            continue;
        differ++;
        first = e->edge;
    }
    wmi_arena_free(&scratch);
    if (differ)
        wmi_losses_add(
            losses, "edges.transition", differ,
            "%s %s, the first on edge %lu (links stay only on border edges of walkable faces)",
            wmi_number(differ).text, wmi_plural(differ, "differs", "differ"), (ul)first);
    return WM_OK;
}

static bool same_layout(const wm_kotor_bwm *was, const wm_kotor_bwm *now)
{
    return memcmp(&was->offsets, &now->offsets, sizeof was->offsets) == 0;
}

static bool same_gaps(const wm_kotor_bwm *was, const wm_kotor_bwm *now)
{
    bool same = was->gap_count == now->gap_count;
    for (uint32_t i = 0; same && i < was->gap_count; i++)
        same = was->gaps[i].offset == now->gaps[i].offset &&
               was->gaps[i].size == now->gaps[i].size &&
               memcmp(was->gaps[i].data, now->gaps[i].data, was->gaps[i].size) == 0;
    return same;
}

wm_status wm_kotor_bwm_losses(const wm_kotor_bwm *was, const wm_kotor_bwm *now, wm_losses *losses,
                              wm_error *error)
{
    const uint32_t wf = was->face_count, nf = now->face_count;
    const uint32_t wa = was->aabb_count, na = now->aabb_count;
    const uint32_t we = was->edge_count, ne = now->edge_count;
    const column columns[] = {
        {"vertices", was->vertices, now->vertices, was->vertex_count, now->vertex_count, 12, 0, 12,
         "the bits of NaNs are not kept"},
        {"faces", was->faces, now->faces, wf, nf, 12, 0, 12, "walkable faces come first"},
        {"materials", was->materials, now->materials, wf, nf, 4, 0, 4, "walkable faces come first"},
        {"normals", was->normals, now->normals, wf, nf, 12, 0, 12, "computed from the vertices"},
        {"distances", was->distances, now->distances, wf, nf, 4, 0, 4,
         "computed from normals and vertices"},
        {"aabbs.box", was->aabbs, now->aabbs, wa, na, 44, 0, 24,
         "readers grow boxes by 0.01, so not every box can be stored"},
        {"aabbs.face", was->aabbs, now->aabbs, wa, na, 44, 24, 4, "nodes are in another order"},
        {"aabbs.unknown", was->aabbs, now->aabbs, wa, na, 44, 28, 4, "always 4"},
        {"aabbs.plane", was->aabbs, now->aabbs, wa, na, 44, 32, 4, "computed from the boxes"},
        {"aabbs.child", was->aabbs, now->aabbs, wa, na, 44, 36, 8, "nodes are in another order"},
        {"adjacency", was->adjacency, now->adjacency, was->adjacency_count, now->adjacency_count,
         12, 0, 12, "computed from the vertex indices"},
        {"edges", was->edges, now->edges, we, ne, 8, 0, 4, "computed from the adjacency"},
        {"perimeters", was->perimeters, now->perimeters, was->perimeter_count, now->perimeter_count,
         4, 0, 4, "computed from the edges"},
    };
    if (!losses)
        return WM_OK;
    wm_losses all = *losses;
    compare_header(was, now, &all);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        compare(&all, &columns[i]);
    /* Offsets follow from the counts. They are a separate loss only if the counts are
     * equal. */
    bool counts = was->vertex_count == now->vertex_count && wf == nf && wa == na && we == ne &&
                  was->adjacency_count == now->adjacency_count &&
                  was->perimeter_count == now->perimeter_count;
    if (counts && !same_layout(was, now))
        wmi_losses_add(&all, "layout", 1, "the tables get new offsets");
    if (was->fault_count && !now->fault_count)
        wmi_losses_add(&all, "faults", was->fault_count,
                       "what the faults in the file concern is left out (see 'waymark check')");
    if (was->gap_count && !same_gaps(was, now))
        wmi_losses_add(&all, "gaps", was->gap_count, "bytes that belong to no table are dropped");
    wm_status status = compare_transitions(was, now, &all, error);
    if (status == WM_OK)
        *losses = all;
    return status;
}
