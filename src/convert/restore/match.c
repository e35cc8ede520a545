/* Which node of an edited scene is which node of the scene that it came from. Programs keep names
 * but append numbers to those that are not unique: "door", "door.001". */
#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"
#include "scene/internal.h"

typedef struct index {
    const wm_scene *scene;
    uint32_t *order;
} index;

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_scene *s = context;
    int order = wmi_compare_names(s->nodes[a].name, s->nodes[b].name);
    return order ? order : a < b ? -1 : a > b;
}

/* The first place in the order whose name is not below this one. */
static uint32_t lower_bound(const index *x, const char *name)
{
    wmi_search search = {.high = x->scene->node_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search,
                          wmi_compare_names(x->scene->nodes[x->order[search.at]].name, name) < 0);
    return search.low;
}

/* Of the nodes of this name that are still free, the nearest one. */
static uint32_t find(const wmi_restore *r, const index *x, const char *name, wm_vec3 at)
{
    enum { MOST = 256 }; /* nodes of one name that are looked at */
    uint32_t best = WM_NO_INDEX, first = lower_bound(x, name);
    double nearest = 0;
    for (uint32_t i = first, n = 0; i < x->scene->node_count && n < MOST; i++, n++) {
        uint32_t node = x->order[i];
        if (wmi_compare_names(x->scene->nodes[node].name, name) != 0)
            break;
        double distance = wmi_vec3_distance(wmi_matrix_place(&r->old_pose->world[node]), at);
        if (r->now_of[node] != WM_NO_INDEX || (best != WM_NO_INDEX && !(distance < nearest)))
            continue;
        best = node;
        nearest = distance;
    }
    return best;
}

/* Is the node the object of a bone, which has the same name? Then the bone is the node of the
 * original. */
static bool is_object(const wm_scene *s, uint32_t node)
{
    uint32_t parent = s->nodes[node].parent;
    return s->nodes[node].kind != WM_NODE_KIND_BONE && parent != WM_NO_INDEX &&
           *s->nodes[parent].name && wmi_is_stem(s->nodes[parent].name, s->nodes[node].name);
}

/* pass 0: the whole name; 1: without a number at its end. */
static bool match_names(wmi_restore *r, const index *x, int pass, bool objects)
{
    for (uint32_t i = 0; i < r->now->node_count; i++) {
        const char *name = r->now->nodes[i].name;
        size_t n = pass ? wmi_stem_length(name, 3) : strlen(name);
        if (r->old_of[i] != WM_NO_INDEX || n == 0 || (pass && n == strlen(name)) ||
            is_object(r->now, i) != objects)
            continue;
        char *stem = wmi_arena_text(&r->scratch, name, n);
        if (!stem)
            return wmi_restore_no_memory(r);
        uint32_t old = find(r, x, stem, wmi_matrix_place(&r->now_pose->world[i]));
        if (old == WM_NO_INDEX)
            continue;
        r->old_of[i] = old;
        r->now_of[old] = i;
    }
    return true;
}

bool wmi_restore_match(wmi_restore *r)
{
    uint32_t olds = r->old->node_count, nows = r->now->node_count;
    index x = {r->old, wmi_arena_raw(&r->scratch, olds, sizeof *x.order)};
    r->old_of = wmi_arena_raw(&r->scratch, nows, sizeof *r->old_of);
    r->now_of = wmi_arena_raw(&r->scratch, olds, sizeof *r->now_of);
    if (!x.order || !r->old_of || !r->now_of)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < olds; i++) {
        x.order[i] = i;
        r->now_of[i] = WM_NO_INDEX;
    }
    for (uint32_t i = 0; i < nows; i++)
        r->old_of[i] = WM_NO_INDEX;
    wmi_sort_by(x.order, olds, by_name, r->old);
    return match_names(r, &x, 0, false) && match_names(r, &x, 1, false) &&
           match_names(r, &x, 0, true) && match_names(r, &x, 1, true);
}
