/* Which triangle of a changed mesh is which of the original. Moving vertices does not reorder
 * triangles, so those of a mesh that still has as many are taken in their order. Other edits
 * reorder them and keep their number: joining triangles to quads, which a program splits again when
 * it exports them, or sorting. */
#include "convert/restore/mesh.h"

uint32_t wmi_restore_turn(const wm_vec3 *old, const wm_vec3 *now, uint32_t corners)
{
    uint32_t best = 0;
    double least = 0;
    for (uint32_t turn = 0; turn < corners; turn++) {
        double sum = 0;
        for (uint32_t k = 0; k < corners; k++)
            sum += wmi_vec3_distance(old[k], now[(k + turn) % corners]);
        if (turn == 0 || sum < least) {
            best = turn;
            least = sum;
        }
    }
    return best;
}

static bool same_counts(const wmi_side *a, const wmi_side *b)
{
    if (a->groups != b->groups || a->mesh->primitive != b->mesh->primitive)
        return false;
    for (uint32_t g = 0; g <= a->groups; g++)
        if (a->first[g] != b->first[g])
            return false;
    return true;
}

/* Did all vertices that moved go the same way, if triangles kept their order? */
static bool is_one_move(const wmi_side *a, const wmi_side *b)
{
    wm_vec3 way = {0, 0, 0};
    bool any = false;
    for (uint32_t i = 0; i < a->first[a->groups]; i++)
        for (uint32_t c = 0; c < 3; c++) {
            wm_vec3 was = a->places[a->mesh->indices[3 * (size_t)a->faces[i] + c]],
                    now = b->places[b->mesh->indices[3 * (size_t)b->faces[i] + c]],
                    by = {now.x - was.x, now.y - was.y, now.z - was.z};
            if (wmi_vec3_distance(was, now) <= 1e-4)
                continue;
            if (any && wmi_vec3_distance(way, by) > 1e-3)
                return false;
            way = by;
            any = true;
        }
    return true;
}

bool wmi_restore_find_order(wmi_restore *r, const wmi_side *a, wmi_side *b)
{
    uint32_t count = b->mesh->index_count / 3, found = 0, kept = 0;
    b->ordered = same_counts(a, b);
    if (!b->ordered || a->mesh->primitive != WM_PRIMITIVE_TRIANGLES)
        return true;
    wmi_found of = {.triangle = wmi_arena_raw(&r->scratch, (size_t)count + 1, sizeof(uint32_t))};
    if (!of.triangle)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < count; i++)
        of.triangle[i] = WM_NO_INDEX;
    if (!wmi_restore_find_triangles(r, a, b, &of))
        return false;
    for (uint32_t i = 0; i < a->first[a->groups]; i++) {
        found += of.triangle[b->faces[i]] != WM_NO_INDEX;
        kept += of.triangle[b->faces[i]] == a->faces[i];
    }
    /* most of those that would have moved are where another one was */
    b->ordered = 2 * (uint64_t)(found - kept) <= a->first[a->groups] - kept || is_one_move(a, b);
    return true;
}
