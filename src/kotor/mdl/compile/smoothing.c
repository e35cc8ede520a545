/* Finds which faces were smooth together from the vertex normals. A stored normal is the
 * sum over the faces of the vertex and of some others at the same position; trying the
 * possible sums shows which. docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "kotor/mdl/compile/compile.h"

/* Stored normals closer than 1e-4 are equal; a sum fits within 1e-3 rad. Both are
 * squared. */
static const double same_normal = 1e-8, fits = 1e-6;

/* Sums are tried for at most this many kinds at a site: 2^9 for each. */
enum { TRY = 10 };

/* Squared sine of the angle between a normal and a sum; 4 if they are opposite or the
 * angle is undefined. */
static double misfit(wmi_vec normal, wmi_vec sum)
{
    double length = wmi_dot(sum, sum), unit = wmi_dot(normal, normal);
    if (!(length > 0) || !(unit > 0) || !(wmi_dot(normal, sum) > 0))
        return 4;
    wmi_vec c = wmi_cross(normal, sum);
    return wmi_dot(c, c) / (length * unit);
}

/* ---- kinds -------------------------------------------------------------- */

typedef struct stored {
    wmi_vec *normal; /* by vertex, in model space; 0 if none */
    uint32_t *mesh;  /* by vertex */
} stored;

static bool load_normals(const wm_kotor_mdl *mdl, const wmi_shapes *s, stored *out,
                         wmi_arena *scratch)
{
    out->normal = wmi_arena_raw(scratch, s->vertex_count, sizeof *out->normal);
    out->mesh = wmi_arena_raw(scratch, s->vertex_count, sizeof *out->mesh);
    if (!out->normal || !out->mesh)
        return false;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        const wm_kotor_mesh *mesh = mdl->tree.nodes[shape->node].mesh;
        for (uint32_t v = 0; v < shape->vertex_count; v++) {
            wm_vec3 n;
            bool has = wm_kotor_mesh_normal(mdl, mesh, v, &n) && wmi_finite(n);
            out->mesh[shape->first_vertex + v] = m;
            out->normal[shape->first_vertex + v] =
                has ? wmi_mdl_rotate(&s->poses[shape->node], wmi_vec_of(n)) : (wmi_vec){0, 0, 0};
        }
    }
    return true;
}

static bool same_kind(const stored *st, uint32_t a, uint32_t b)
{
    wmi_vec d = wmi_sub(st->normal[a], st->normal[b]);
    return st->mesh[a] == st->mesh[b] && wmi_dot(st->normal[a], st->normal[a]) > 0 &&
           wmi_dot(d, d) < same_normal;
}

/* Assigns kinds to the vertices of a site; first_vertex[kind] is one vertex of that
 * kind. */
static void kinds_of_site(const wmi_shapes *s, const stored *st, uint32_t site, wmi_kinds *kinds,
                          uint32_t *first_vertex)
{
    uint32_t first = kinds->count;
    for (uint32_t i = s->site_first[site]; i < s->site_first[site + 1]; i++) {
        uint32_t corner = s->site_corners[i];
        uint32_t v = s->corners[corner / 3][corner % 3], kind = kinds->of_vertex[v];
        if (kind == WM_NO_INDEX) {
            for (kind = first; kind < kinds->count && kind < first + WMI_KIND_BITS; kind++)
                if (same_kind(st, v, first_vertex[kind]))
                    break;
            if (kind == first + WMI_KIND_BITS)
                kind = kinds->count; /* stop comparing, to keep the time linear */
            if (kind == kinds->count) {
                first_vertex[kind] = v;
                kinds->own[kind] = (wmi_face_frame){0};
                kinds->count++;
            }
            kinds->of_vertex[v] = kind;
        }
        if (i > s->site_first[site] && s->site_corners[i - 1] / 3 == corner / 3)
            continue; /* count a face that touches the site twice only once */
        kinds->own[kind] = wmi_frame_add(&kinds->own[kind], &s->frames[corner / 3]);
    }
}

/* ---- which kinds smooth with each other --------------------------------- */

typedef struct trial {
    uint32_t count;
    wmi_vec normal[TRY], own[TRY];
    uint32_t with[TRY]; /* bits of the kinds whose sum fits, including its own */
} trial;

static wmi_vec sum_of(const trial *t, uint32_t bits)
{
    wmi_vec sum = {0, 0, 0};
    for (uint32_t i = 0; i < t->count; i++)
        if (bits >> i & 1)
            sum = wmi_add(sum, t->own[i]);
    return sum;
}

/* The set of kinds including k that fits best. Each step adds or removes one kind. */
static uint32_t best_company(const trial *t, uint32_t k)
{
    uint32_t alone = (uint32_t)1 << k, bits = alone, best = alone;
    wmi_vec sum = t->own[k];
    double least = misfit(t->normal[k], sum);
    if (least < fits || !(wmi_dot(t->normal[k], t->normal[k]) > 0))
        return alone;
    for (uint32_t step = 1; step < (uint32_t)1 << (t->count - 1); step++) {
        uint32_t change = 0; /* lowest bit of step */
        while (!(step >> change & 1))
            change++;
        uint32_t other = change < k ? change : change + 1;
        bits ^= (uint32_t)1 << other;
        sum = bits >> other & 1 ? wmi_add(sum, t->own[other]) : wmi_sub(sum, t->own[other]);
        double error = misfit(t->normal[k], sum);
        if (error < least) {
            least = error;
            best = bits;
        }
    }
    return least < fits ? best : alone;
}

/* Smoothing is mutual. If only one of two kinds needs the other, the other must also fit
 * with it. */
static void make_mutual(trial *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        for (uint32_t j = 0; j < t->count; j++) {
            if (!(t->with[i] >> j & 1) || t->with[j] >> i & 1)
                continue;
            uint32_t both = t->with[j] | (uint32_t)1 << i;
            if (misfit(t->normal[j], sum_of(t, both)) < fits)
                t->with[j] = both;
            else
                t->with[i] &= ~((uint32_t)1 << j);
        }
}

static void join_kinds(const stored *st, const uint32_t *first_vertex, wmi_kinds *kinds,
                       uint32_t first)
{
    trial t = {.count = kinds->count - first};
    for (uint32_t i = 0; i < t.count; i++)
        kinds->joined[first + i] = i < WMI_KIND_BITS ? (uint64_t)1 << i : 0;
    if (t.count < 2 || t.count > TRY)
        return;
    for (uint32_t i = 0; i < t.count; i++) {
        t.normal[i] = st->normal[first_vertex[first + i]];
        t.own[i] = kinds->own[first + i].cross;
    }
    for (uint32_t i = 0; i < t.count; i++)
        t.with[i] = best_company(&t, i);
    make_mutual(&t);
    for (uint32_t i = 0; i < t.count; i++)
        kinds->joined[first + i] = t.with[i];
}

bool wmi_kinds_of_mdl(const wm_kotor_mdl *mdl, const wmi_shapes *s, wmi_kinds *kinds,
                      wmi_arena *scratch)
{
    stored st;
    uint32_t vertices = s->vertex_count; /* there are at most as many kinds as vertices */
    *kinds = (wmi_kinds){
        .of_vertex = wmi_arena_raw(scratch, vertices, sizeof *kinds->of_vertex),
        .site_first = wmi_arena_raw(scratch, (size_t)s->site_count + 1, sizeof *kinds->site_first),
        .joined = wmi_arena_raw(scratch, vertices, sizeof *kinds->joined),
        .own = wmi_arena_raw(scratch, vertices, sizeof *kinds->own),
    };
    uint32_t *first_vertex = wmi_arena_raw(scratch, vertices, sizeof *first_vertex);
    if (!kinds->of_vertex || !kinds->site_first || !kinds->joined || !kinds->own || !first_vertex ||
        !load_normals(mdl, s, &st, scratch))
        return false;
    for (uint32_t v = 0; v < vertices; v++)
        kinds->of_vertex[v] = WM_NO_INDEX;
    for (uint32_t site = 0; site < s->site_count; site++) {
        uint32_t first = kinds->site_first[site] = kinds->count;
        kinds_of_site(s, &st, site, kinds, first_vertex);
        join_kinds(&st, first_vertex, kinds, first);
    }
    kinds->site_first[s->site_count] = kinds->count;
    return true;
}

/* ---- results ------------------------------------------------------------ */

static wmi_face_frame joined_sum(const wmi_kinds *kinds, uint32_t first, uint32_t kind)
{
    uint64_t with = kinds->joined[kind];
    wmi_face_frame sum = {0};
    if (!(with & (with - 1)))
        return kinds->own[kind];
    for (uint32_t i = 0; i < WMI_KIND_BITS; i++)
        if (with >> i & 1)
            sum = wmi_frame_add(&sum, &kinds->own[first + i]);
    return sum;
}

bool wmi_sets_of_kinds(const wmi_shapes *s, const wmi_kinds *kinds, wmi_sets *sets,
                       wmi_arena *scratch)
{
    uint32_t corners = 3 * s->face_count;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    *sets = (wmi_sets){.count = kinds->count,
                       .of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_raw(scratch, kinds->count, sizeof *sets->frames)};
    if (!sets->of_corner || !sets->frames)
        return false;
    for (uint32_t c = 0; c < corners; c++)
        sets->of_corner[c] = kinds->of_vertex[vertex[c]];
    for (uint32_t site = 0; site < s->site_count; site++)
        for (uint32_t k = kinds->site_first[site]; k < kinds->site_first[site + 1]; k++)
            sets->frames[k] = joined_sum(kinds, kinds->site_first[site], k);
    return true;
}

static bool smoothing(const wm_kotor_mdl *mdl, uint32_t **groups, wmi_arena *memory,
                      wmi_arena *scratch)
{
    wmi_shapes shapes;
    wmi_kinds kinds;
    if (!wmi_shapes_of_mdl(mdl, &shapes, scratch) ||
        !wmi_kinds_of_mdl(mdl, &shapes, &kinds, scratch))
        return false;
    uint32_t *all = wmi_arena_raw(memory, shapes.face_count, sizeof *all);
    if (!all || !wmi_groups_of_kinds(&shapes, &kinds, all, scratch))
        return false;
    for (uint32_t m = 0; m < shapes.count; m++)
        groups[shapes.list[m].node] = all + shapes.list[m].first_face;
    return true;
}

wm_status wmi_mdl_smoothing(const wm_kotor_mdl *mdl, uint32_t ***groups, wmi_arena *memory,
                            wm_error *error)
{
    wmi_arena scratch;
    *groups = wmi_arena_new(memory, mdl->tree.count, sizeof **groups);
    if (!*groups)
        return wmi_arena_fail(memory, error, "smoothing groups");
    wmi_arena_init(&scratch, &memory->allocator, 0);
    bool done = smoothing(mdl, *groups, memory, &scratch);
    wmi_arena_free(&scratch);
    return done ? WM_OK : wmi_arena_fail(memory, error, "smoothing groups");
}
