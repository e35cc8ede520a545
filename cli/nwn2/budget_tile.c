/* waymark budget --tile: what fills one tile, triangle by triangle. */
#include <stdlib.h>
#include <string.h>

#include "nwn2/budget.h"

/* Marks the walkable triangles of the tile with a vertex that --simplify removes. Returns the
 * number of walkable triangles that would be left, or -1 if memory runs out. */
static int64_t find_mergeable(const wm_nwn2_trn *trn, uint32_t tile, const wm_nwn2_tile *t,
                              bool *mergeable)
{
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(trn, cli_allocator(), NULL);
    bool *used = calloc((size_t)trn->aswm->vertex_count + 1, sizeof *used);
    int64_t left = -1;
    if (copy && used && wm_nwn2_trn_simplify(copy, NULL, NULL, NULL) == WM_OK) {
        const wm_nwn2_aswm *before = trn->aswm, *after = copy->aswm;
        const wm_nwn2_tile *now = &after->tiles[tile];
        for (uint32_t i = 0; i < after->triangle_count; i++)
            for (int k = 0; k < 3; k++)
                used[after->triangles[i].vertex[k]] = true;
        for (uint32_t i = 0; i < t->triangles_count; i++) {
            const wm_nwn2_triangle *x = &before->triangles[t->triangles_offset + i];
            mergeable[i] = x->flags & WM_NWN2_WALKABLE &&
                           !(used[x->vertex[0]] && used[x->vertex[1]] && used[x->vertex[2]]);
        }
        left = 0;
        for (uint64_t i = now->triangles_offset, end = i + now->triangles_count;
             i < end && i < after->triangle_count; i++)
            left += after->triangles[i].flags & WM_NWN2_WALKABLE;
    }
    free(used);
    wm_nwn2_trn_free(copy);
    return left;
}

static wm_vec3 centre_of(const wm_nwn2_aswm *a, uint32_t triangle)
{
    const uint32_t *v = a->triangles[triangle].vertex;
    wm_vec3 p = a->vertices[v[0]], q = a->vertices[v[1]], r = a->vertices[v[2]];
    return (wm_vec3){(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3, (p.z + q.z + r.z) / 3};
}

typedef struct tile_list {
    const budget *b;
    const wm_nwn2_tile *t;
    const bool *mergeable;
    int64_t left;
} tile_list;

enum { MERGEABLE = BUDGET_KINDS };

static bool belongs(const tile_list *l, int kind, uint32_t i)
{
    uint32_t triangle = l->t->triangles_offset + i;
    if (kind == MERGEABLE)
        return l->mergeable[i];
    return l->b->a->triangles[triangle].flags & WM_NWN2_WALKABLE && l->b->kind[triangle] == kind;
}

static const char *const keys[] = {[BUDGET_SLIVER] = "slivers",
                                   [BUDGET_NOOK] = "nooks",
                                   [BUDGET_TINY] = "tiny",
                                   [MERGEABLE] = "mergeable"};

static void put_words(const tile_list *l, FILE *to)
{
    static const char *const titles[][2] = {
        [BUDGET_SLIVER] = {"sliver (thinner than 5 cm)", "slivers (thinner than 5 cm)"},
        [BUDGET_NOOK] = {"nook (below 0.1 m2, open on one side)",
                         "nooks (below 0.1 m2, open on one side)"},
        [BUDGET_TINY] = {"triangle in a tiny region (below 0.25 m2)",
                         "triangles in tiny regions (below 0.25 m2)"},
        [MERGEABLE] = {"triangle that --simplify merges with others",
                       "triangles that --simplify merges"}};
    for (int kind = BUDGET_SLIVER; kind <= MERGEABLE; kind++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < l->t->triangles_count; i++)
            count += belongs(l, kind, i);
        cli_print(to, "  %u %s", (unsigned)count, titles[kind][count != 1]);
        if (kind == MERGEABLE)
            cli_print(to, "; %u walkable %s left", (unsigned)l->left,
                      cli_word((uint64_t)l->left, "triangle is", "triangles are"));
        fputc('\n', to);
        for (uint32_t i = 0; i < l->t->triangles_count; i++) {
            wm_vec3 p = centre_of(l->b->a, l->t->triangles_offset + i);
            if (belongs(l, kind, i))
                cli_print(to, "    triangle %u at (%.3f, %.3f, %.3f)\n",
                          (unsigned)(l->t->triangles_offset + i), (double)p.x, (double)p.y,
                          (double)p.z);
        }
    }
}

static void put_json(const tile_list *l, wm_json_writer *j)
{
    wm_json_begin_object(j, "tile_triangles");
    for (int kind = BUDGET_SLIVER; kind <= MERGEABLE; kind++) {
        wm_json_begin_array(j, keys[kind]);
        for (uint32_t i = 0; i < l->t->triangles_count; i++) {
            if (!belongs(l, kind, i))
                continue;
            wm_json_begin_object(j, NULL);
            wm_json_add_uint(j, "triangle", l->t->triangles_offset + i);
            wm_json_add_vec3(j, "at", centre_of(l->b->a, l->t->triangles_offset + i));
            wm_json_end(j);
        }
        wm_json_end(j);
    }
    wm_json_add_uint(j, "walkable_if_merged", (uint64_t)l->left);
    wm_json_end(j);
}

bool budget_list_tile(const budget *b, const wm_nwn2_trn *trn, uint32_t tile, wm_json_writer *j,
                      FILE *to)
{
    wm_nwn2_tile t = b->a->tiles[tile];
    if (t.triangles_offset > b->a->triangle_count)
        t.triangles_offset = b->a->triangle_count;
    if (t.triangles_count > b->a->triangle_count - t.triangles_offset)
        t.triangles_count = b->a->triangle_count - t.triangles_offset; /* ranges may be wrong */
    bool *mergeable = calloc((size_t)t.triangles_count + 1, sizeof *mergeable);
    tile_list l = {b, &t, mergeable, -1};
    if (mergeable)
        l.left = find_mergeable(trn, tile, &t, mergeable);
    if (l.left >= 0 && j)
        put_json(&l, j);
    else if (l.left >= 0)
        put_words(&l, to);
    free(mergeable);
    return l.left >= 0;
}
