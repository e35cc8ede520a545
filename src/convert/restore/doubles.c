/* Which triangles or lines of a mesh a program drops by itself: all but one of those at the same
 * places, and those with two corners at one place. Others are gone because somebody deleted
 * them. */
#include "base/places.h"
#include "base/sort.h"
#include "convert/restore/restore.h"

/* A face by its places, in ascending order. */
typedef struct corners {
    uint32_t place[3], face;
} corners;

static int by_places(const void *a, const void *b)
{
    const corners *x = a, *y = b;
    for (int k = 0; k < 3; k++)
        if (x->place[k] != y->place[k])
            return x->place[k] < y->place[k] ? -1 : 1;
    return (x->face > y->face) - (x->face < y->face);
}

static void swap_if_above(uint32_t *a, uint32_t *b)
{
    uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

bool *wmi_restore_droppable(const wm_scene_mesh *m, wmi_arena *scratch)
{
    uint32_t n = m->primitive == WM_PRIMITIVE_LINES ? 2 : 3, count = m->index_count / n;
    uint32_t *place = wmi_arena_raw(scratch, m->vertex_count, sizeof *place);
    corners *list = wmi_arena_raw(scratch, count, sizeof *list);
    bool *drop = wmi_arena_new(scratch, (size_t)count + 1, sizeof *drop);
    if (!place || !list || !drop ||
        !wmi_same_positions(m->positions, m->vertex_count, place, scratch))
        return NULL;
    for (uint32_t f = 0; f < count; f++) {
        const uint32_t *v = m->indices + (size_t)n * f;
        corners c = {{place[v[0]], place[v[1]], n == 3 ? place[v[2]] : UINT32_MAX}, f};
        swap_if_above(&c.place[0], &c.place[1]);
        swap_if_above(&c.place[1], &c.place[2]);
        swap_if_above(&c.place[0], &c.place[1]);
        list[f] = c;
        drop[f] = c.place[0] == c.place[1] || c.place[1] == c.place[2];
    }
    wmi_sort(list, count, sizeof *list, by_places);
    for (uint32_t i = 1; i < count; i++)
        if (memcmp(list[i].place, list[i - 1].place, sizeof list[i].place) == 0)
            drop[list[i].face] = drop[list[i - 1].face] = true;
    return drop;
}
