/* Edits a walkmesh: transforms, transitions, room renumbering. */
#include "base/plan_map.h"
#include "base/vec.h"
#include "kotor/bwm/internal.h"

static wm_vec3 apply(const wmi_plan_map *m, wm_vec3 v, wm_vec3 move)
{
    double x = (double)v.x, y = (double)v.y;
    return (wm_vec3){wmi_narrow(m->xx * x + m->xy * y + (double)move.x),
                     wmi_narrow(m->yx * x + m->yy * y + (double)move.y),
                     wmi_narrow(m->zz * (double)v.z + (double)move.z)};
}

static bool is_zero(wm_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Mirroring flips the winding. Swapping the last two vertices restores it; edges 0 and 2
 * change places. */
static void flip_faces(wm_kotor_bwm *b)
{
    for (uint32_t i = 0; i < b->face_count; i++) {
        uint32_t *v = b->faces[i].vertex, swap = v[1];
        v[1] = v[2];
        v[2] = swap;
    }
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t k = b->edges[i].edge % 3;
        if (b->edges[i].edge / 3 >= b->face_count)
            continue; /* an invalid edge must stay invalid */
        b->edges[i].edge = b->edges[i].edge - k + (2 - k);
    }
}

static void move(wm_kotor_bwm *b, const wm_kotor_transform *t)
{
    wmi_plan_map m = wmi_plan_map_of(t->degrees, t->scale, t->flip_x, t->flip_y);
    const wm_vec3 still = {0, 0, 0};
    for (uint32_t i = 0; i < b->vertex_count; i++)
        b->vertices[i] = apply(&m, b->vertices[i], t->move);
    for (int i = 0; i < 2; i++) {
        if (!is_zero(b->relative_hook[i]))
            b->relative_hook[i] = apply(&m, b->relative_hook[i], t->move);
        if (!is_zero(b->absolute_hook[i]))
            b->absolute_hook[i] = apply(&m, b->absolute_hook[i], t->move);
    }
    b->position = apply(&m, b->position, b->type == WM_KOTOR_BWM_TYPE_OBJECT ? t->move : still);
    if (t->flip_x != t->flip_y)
        flip_faces(b);
}

wm_status wm_kotor_bwm_transform(wm_kotor_bwm *b, const wm_kotor_transform *t,
                                 const wm_kotor_bwm_rebuild_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const float s[3] = {t->scale.x, t->scale.y, t->scale.z};
    bool unit = s[0] == 0 && s[1] == 0 && s[2] == 0;
    for (int i = 0; i < 3 && !unit; i++)
        if (!(s[i] > 0) || !isfinite(s[i]))
            return wmi_fail(error, WM_BAD_ARGUMENT, "scale",
                            "%g is not allowed: a scale must be greater than 0 (flip mirrors)",
                            (double)s[i]);
    if (!isfinite(t->degrees) || !wmi_finite(t->move))
        return wmi_fail(error, WM_BAD_ARGUMENT, "move", "the rotation or the move is not finite");
    /* A draft with its own arrays: the document stays as it is until the rebuild is done. */
    wmi_copier copier = {.arena = wmi_bwm_arena(b)};
    wm_kotor_bwm next = *b;
    next.vertices = wmi_copy(&copier, b->vertices, b->vertex_count, sizeof *b->vertices);
    next.faces = wmi_copy(&copier, b->faces, b->face_count, sizeof *b->faces);
    next.edges = wmi_copy(&copier, b->edges, b->edge_count, sizeof *b->edges);
    if (copier.failed)
        return wmi_arena_fail(copier.arena, error, "");
    move(&next, t);
    wm_status status = wmi_bwm_rebuild(&next, opts, NULL, error);
    if (status == WM_OK) {
        *b = next;
        wmi_bwm_tidy(b);
    }
    return status;
}

wm_status wm_kotor_bwm_set_transition(wm_kotor_bwm *b, uint32_t edge, uint32_t room,
                                      wm_error *error)
{
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].edge == edge) {
            b->edges[i].transition = room;
            return WM_OK;
        }
    if (edge / 3 >= b->face_count)
        return wmi_fail(error, WM_BAD_ARGUMENT, "edges",
                        "there is no edge %lu: the walkmesh has %lu faces with three edges each",
                        (ul)edge, (ul)b->face_count);
    bool walkable = edge / 3 < b->adjacency_count;
    return wmi_fail(error, WM_BAD_ARGUMENT, "edges",
                    walkable
                        ? "edge %lu has a neighbour in this room, so it cannot have a transition"
                        : "edge %lu does not belong to a walkable face",
                    (ul)edge);
}

uint32_t wm_kotor_bwm_remap_rooms(wm_kotor_bwm *b, const wm_kotor_remap *map, size_t count)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t *room = &b->edges[i].transition;
        for (size_t k = 0; k < count && *room != WM_NO_INDEX; k++)
            if (*room == map[k].from) {
                changed += *room != map[k].to;
                *room = map[k].to;
                break;
            }
    }
    return changed;
}
