/* Smooths texts decompiled by a tool whose group numbers are meaningless (those of
 * mdlops follow the connected parts of a mesh). Such a text lists the vertices of the
 * binary, which gives most of the answer: faces that share a vertex are smooth. Vertices
 * at one position with the same maps are not smooth, or they would be one vertex. Where
 * maps differ, compile/guess.c decides. docs/formats/kotor-mdl-ascii.md, "Smoothing
 * groups". */
#include "base/sort.h"
#include "base/text.h"
#include "base/union_find.h"
#include "kotor/mdl/compile/compile.h"

typedef struct listing {
    const wmi_shapes *s;
    wmi_source_mesh *const *sources;
    uint32_t *parent; /* by vertex: clusters of smooth vertices, as a union-find forest */
    uint32_t *patch;  /* by face: faces connected by smooth edges, likewise */
} listing;

/* Two clusters of a site may join unless they have vertices with the same maps. */
static bool may_join(const listing *l, const wmi_shape *shape, uint32_t a, uint32_t b)
{
    enum { LOOK = 96 }; /* faces; no real site has so many */
    const wmi_shapes *s = l->s;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    uint32_t first = s->site_first[s->site[a]], end = s->site_first[s->site[a] + 1];
    a = wmi_union_root(l->parent, a);
    b = wmi_union_root(l->parent, b);
    if (a == b)
        return true;
    if (end - first > LOOK)
        return false;
    for (uint32_t i = first; i < end; i++) {
        uint32_t u = vertex[s->site_corners[i]];
        for (uint32_t k = first; k < end && wmi_union_root(l->parent, u) == a; k++) {
            uint32_t w = vertex[s->site_corners[k]];
            if (wmi_union_root(l->parent, w) == b &&
                wmi_same_maps(l->sources[shape->node], u - shape->first_vertex,
                              w - shape->first_vertex))
                return false;
        }
    }
    return true;
}

/* Joins the vertices at both ends of an edge: faces are smooth at both ends or at
 * neither. */
static void join_edge(const listing *l, const wmi_shape *shape, const wmi_edge *e)
{
    if (!may_join(l, shape, e->one[0], e->other[0]) || !may_join(l, shape, e->one[1], e->other[1]))
        return;
    wmi_union_join(l->parent, e->one[0], e->other[0]);
    wmi_union_join(l->parent, e->one[1], e->other[1]);
}

static bool same_patch(const listing *l, const wmi_edge *e)
{
    return wmi_union_root(l->patch, e->face[0]) == wmi_union_root(l->patch, e->face[1]);
}

/* Proven edges first, then the likeliest. */
static bool join_mesh(const listing *l, const wmi_shape *shape, const wmi_edge *edges,
                      uint32_t count, const wmi_edge_model *model, wmi_arena *scratch)
{
    const wmi_source_mesh *source = l->sources[shape->node];
    uint64_t *order = wmi_arena_raw(scratch, count, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, count, sizeof *spare);
    float *odds = wmi_arena_raw(scratch, count, sizeof *odds);
    uint32_t used = 0;
    if (!order || !spare || !odds)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        wmi_edge_proof proof = wmi_prove_edge(shape, source, &edges[i]);
        odds[i] = proof == WMI_EDGE_SMOOTH ? INFINITY
                  : proof == WMI_EDGE_HARD ? -INFINITY
                                           : (float)wmi_guess_edge(model, &edges[i]);
        if (odds[i] > 0)
            wmi_union_join(l->patch, edges[i].face[0], edges[i].face[1]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (odds[i] > 0 ||
            (odds[i] > -INFINITY && wmi_smooth_patches(model) && same_patch(l, &edges[i])))
            order[used++] = (uint64_t)wmi_float_key(-odds[i]) << 32 | i;
    wmi_sort_high(order, spare, used);
    for (uint32_t i = 0; i < used; i++)
        join_edge(l, shape, &edges[(uint32_t)order[i]]);
    return true;
}

static bool join_all(const wm_kotor_mdl *mdl, const listing *l, wmi_arena *scratch)
{
    const wmi_shapes *s = l->s;
    wmi_edge *edges = wmi_arena_raw(scratch, s->face_count, 3 * sizeof *edges);
    uint32_t *count = wmi_arena_raw(scratch, s->count, sizeof *count);
    wmi_edge_model *models = wmi_arena_raw(scratch, s->count, sizeof *models);
    if (!edges || !count || !models)
        return false;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        wmi_edge *at = edges + 3 * (size_t)shape->first_face;
        if (!wmi_list_edges(s, shape, at, &count[m], scratch))
            return false;
        wmi_learn_edges(mdl, shape, l->sources[shape->node], at, count[m], &models[m]);
    }
    for (uint32_t m = 0; m < s->count; m++)
        if (!join_mesh(l, &s->list[m], edges + 3 * (size_t)s->list[m].first_face, count[m],
                       &models[m], scratch))
            return false;
    return true;
}

bool wmi_sets_of_listing(const wm_kotor_mdl *mdl, const wmi_shapes *s,
                         wmi_source_mesh *const *sources, wmi_sets *sets, wmi_arena *scratch)
{
    uint32_t corners = 3 * s->face_count;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    listing l = {.s = s,
                 .sources = sources,
                 .parent = wmi_arena_raw(scratch, s->vertex_count, sizeof *l.parent),
                 .patch = wmi_arena_raw(scratch, s->face_count, sizeof *l.patch)};
    *sets = (wmi_sets){.count = s->vertex_count,
                       .of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_new(scratch, s->vertex_count, sizeof *sets->frames)};
    if (!l.parent || !l.patch || !sets->of_corner || !sets->frames)
        return false;
    wmi_union_init(l.parent, s->vertex_count);
    wmi_union_init(l.patch, s->face_count);
    if (!join_all(mdl, &l, scratch))
        return false;
    for (uint32_t c = 0; c < corners; c++) {
        uint32_t set = wmi_union_root(l.parent, vertex[c]);
        sets->frames[set] = wmi_frame_add(&sets->frames[set], &s->frames[c / 3]);
        sets->of_corner[c] = set;
    }
    return true;
}

/* ---- detecting such texts ------------------------------------------------ */

/* "# mdlops ver: 1.0.1 from KOTOR binary source", before anything else. */
bool wmi_mdl_text_decompiled(const void *data, size_t size)
{
    static const char *const words[] = {"#",    "mdlops", "ver:",   NULL,
                                        "from", "KOTOR",  "binary", "source"};
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    if (!wmi_next_line(&text, &line))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        wmi_word word = wmi_next_word(&line);
        if (!word.size || (words[i] && !wmi_word_is(word, words[i])))
            return false;
    }
    return true;
}
