/* Which points are at the same place. */
#include "base/places.h"

#include "base/sort.h"
#include "base/vec.h"

static uint32_t coordinate_key(float value)
{
    return wmi_float_key(value + 0.0f); /* -0 becomes 0 */
}

static bool same_place(wm_vec3 a, wm_vec3 b)
{
    return coordinate_key(a.x) == coordinate_key(b.x) &&
           coordinate_key(a.y) == coordinate_key(b.y) && coordinate_key(a.z) == coordinate_key(b.z);
}

bool wmi_same_positions(const wm_vec3 *positions, uint32_t count, uint32_t *ids, wmi_arena *scratch)
{
    uint64_t *order = wmi_arena_raw(scratch, count, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, count, sizeof *spare);
    if (!order || !spare)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t v = (uint32_t)order[i];
            order[i] = (uint64_t)coordinate_key(wmi_axis(positions[v], axis)) << 32 | v;
        }
        wmi_sort_high(order, spare, count);
    }
    /* The sorts are stable and start in ascending order, so the first of a run is the
     * lowest. */
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = (uint32_t)order[i];
        if (i == 0 || !same_place(positions[v], positions[first]))
            first = v;
        ids[v] = first;
    }
    return true;
}
