/* Smooths texts decompiled by a tool whose group numbers are meaningless (those of
 * mdlops follow the connected parts of a mesh). Such a text lists the vertices of the
 * binary, which gives most of the answer: faces that share a vertex are smooth. Vertices
 * at one position with the same maps are not smooth, or they would be one vertex. Where
 * maps differ, the angle decides; each mesh shows how sharp its smooth and its hard
 * edges are. docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "base/sort.h"
#include "base/text.h"
#include "base/union_find.h"
#include "kotor/mdl/compile/compile.h"

enum { DEGREES = 181, UV_SETS = 4 };

typedef struct evidence {
    uint32_t smooth[DEGREES], hard[DEGREES]; /* edges by the angle between their faces */
} evidence;

static bool same_maps(const wmi_source_mesh *s, uint32_t a, uint32_t b)
{
    for (int set = 0; set < UV_SETS; set++)
        if (a < s->uv_count[set] && b < s->uv_count[set] &&
            memcmp(s->uvs[set][a], s->uvs[set][b], sizeof s->uvs[set][a]) != 0)
            return false;
    return true;
}

static double degrees(wmi_vec a, wmi_vec b)
{
    return atan2(wmi_length(wmi_cross(a, b)), wmi_dot(a, b)) * (180 / 3.14159265358979323846);
}

/* ---- edges --------------------------------------------------------------- */

/* An edge between two faces: the vertices of each at both ends. */
typedef struct edge {
    uint32_t one[2], other[2];
    float angle; /* between the faces, in degrees */
} edge;

typedef struct listing {
    const wmi_shapes *s;
    wmi_source_mesh *const *sources;
    uint32_t *parent; /* by vertex: clusters of smooth vertices, as a union-find forest */
} listing;

/* The vertex of a face at a site, or WM_NO_INDEX. */
static uint32_t vertex_at(const wmi_shapes *s, uint32_t face, uint32_t site)
{
    for (uint32_t k = 0; k < 3; k++)
        if (s->site[s->corners[face][k]] == site)
            return s->corners[face][k];
    return WM_NO_INDEX;
}

static bool make_edge(const wmi_shapes *s, uint32_t f, uint32_t g, const uint32_t sites[2],
                      edge *out)
{
    if (f == g || !(wmi_length(s->frames[f].flat) > 0) || !(wmi_length(s->frames[g].flat) > 0))
        return false;
    for (int end = 0; end < 2; end++) {
        out->one[end] = vertex_at(s, f, sites[end]);
        out->other[end] = vertex_at(s, g, sites[end]);
        if (out->one[end] == WM_NO_INDEX || out->other[end] == WM_NO_INDEX)
            return false;
    }
    out->angle = (float)degrees(s->frames[f].flat, s->frames[g].flat);
    return true;
}

/* Lists edges between faces that share two positions, pairing each face with the next. */
static bool list_edges(const wmi_shapes *s, const wmi_shape *shape, edge *edges, uint32_t *count,
                       wmi_arena *scratch)
{
    uint32_t total = 3 * shape->face_count;
    uint32_t(*ends)[2] = wmi_arena_raw(scratch, total, sizeof *ends);
    uint64_t *order = wmi_arena_raw(scratch, total, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, total, sizeof *spare);
    if (!ends || !order || !spare)
        return false;
    for (uint32_t i = 0; i < total; i++) {
        const uint32_t *v = s->corners[shape->first_face + i / 3];
        uint32_t a = s->site[v[i % 3]], b = s->site[v[(i + 1) % 3]];
        ends[i][0] = a < b ? a : b;
        ends[i][1] = a < b ? b : a;
        order[i] = (uint64_t)ends[i][1] << 32 | i;
    }
    wmi_sort_high(order, spare, total);
    for (uint32_t i = 0; i < total; i++)
        order[i] = (uint64_t)ends[(uint32_t)order[i]][0] << 32 | (uint32_t)order[i];
    wmi_sort_high(order, spare, total);
    *count = 0;
    for (uint32_t i = 1; i < total; i++) {
        uint32_t a = (uint32_t)order[i - 1], b = (uint32_t)order[i];
        if (memcmp(ends[a], ends[b], sizeof *ends) == 0 &&
            make_edge(s, shape->first_face + a / 3, shape->first_face + b / 3, ends[a],
                      &edges[*count]))
            ++*count;
    }
    return true;
}

/* ---- the angle of a mesh ------------------------------------------------- */

/* Do the vertices of the text show that the edge is hard? */
static bool is_hard(const wmi_shape *shape, const wmi_source_mesh *source, const edge *e)
{
    for (int end = 0; end < 2; end++)
        if (e->one[end] != e->other[end] && same_maps(source, e->one[end] - shape->first_vertex,
                                                      e->other[end] - shape->first_vertex))
            return true;
    return false;
}

/* The angle that best separates smooth edges from hard ones. Without hard edges, an
 * angle somewhat above most of the smooth ones. */
static double best_angle(const evidence *e)
{
    uint64_t smooth = 0, hard = 0, wrong, least, below = 0;
    uint32_t best = 0, most = 0;
    for (uint32_t a = 0; a < DEGREES; a++) {
        smooth += e->smooth[a];
        hard += e->hard[a];
    }
    wrong = least = smooth;
    for (uint32_t a = 0; a < DEGREES; a++) {
        if (10 * below < 7 * smooth)
            most = a;
        below += e->smooth[a];
        wrong = wrong - e->smooth[a] + e->hard[a];
        if (wrong < least) {
            least = wrong;
            best = a;
        }
    }
    return hard ? best + 1 : most + 26;
}

static void weigh_edges(const wmi_shape *shape, const wmi_source_mesh *source, const edge *edges,
                        uint32_t count, evidence *e)
{
    for (uint32_t i = 0; i < count; i++) {
        const edge *at = &edges[i];
        uint32_t degree = (uint32_t)at->angle;
        if (at->one[0] == at->other[0] && at->one[1] == at->other[1])
            e->smooth[degree]++;
        else if (is_hard(shape, source, at))
            e->hard[degree]++;
    }
}

/* A mesh with too few edges as evidence uses the angle of the model. */
static double find_angle(const evidence *own, const evidence *model)
{
    enum { FEW = 4 };
    uint64_t seen = 0;
    for (uint32_t a = 0; a < DEGREES; a++)
        seen += own->smooth[a] + own->hard[a];
    return best_angle(seen < FEW ? model : own);
}

/* ---- clusters ------------------------------------------------------------ */

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
                same_maps(l->sources[shape->node], u - shape->first_vertex,
                          w - shape->first_vertex))
                return false;
        }
    }
    return true;
}

/* Joins the vertices at both ends of edges, flattest edge first: faces smooth at both
 * ends of their edge or at neither. If they share a vertex at one end, the angle does
 * not matter. */
static bool join_mesh(const listing *l, const wmi_shape *shape, const edge *edges, uint32_t count,
                      double angle, wmi_arena *scratch)
{
    const wmi_source_mesh *source = l->sources[shape->node];
    uint64_t *order = wmi_arena_raw(scratch, count, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, count, sizeof *spare);
    uint32_t used = 0;
    if (!order || !spare)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const edge *e = &edges[i];
        bool known = e->one[0] == e->other[0] || e->one[1] == e->other[1];
        if ((known || (double)e->angle <= angle) && !is_hard(shape, source, e))
            order[used++] = (uint64_t)wmi_float_key(known ? -1.0f : e->angle) << 32 | i;
    }
    wmi_sort_high(order, spare, used);
    for (uint32_t i = 0; i < used; i++) {
        const edge *e = &edges[(uint32_t)order[i]];
        if (may_join(l, shape, e->one[0], e->other[0]) &&
            may_join(l, shape, e->one[1], e->other[1])) {
            wmi_union_join(l->parent, e->one[0], e->other[0]);
            wmi_union_join(l->parent, e->one[1], e->other[1]);
        }
    }
    return true;
}

static bool join_all(const listing *l, wmi_arena *scratch)
{
    const wmi_shapes *s = l->s;
    edge *edges = wmi_arena_raw(scratch, s->face_count, 3 * sizeof *edges);
    uint32_t *count = wmi_arena_raw(scratch, s->count, sizeof *count);
    evidence *own = wmi_arena_new(scratch, (size_t)s->count + 1, sizeof *own);
    evidence *model = own ? own + s->count : NULL;
    if (!edges || !count || !own)
        return false;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        edge *at = edges + 3 * (size_t)shape->first_face;
        if (!list_edges(s, shape, at, &count[m], scratch))
            return false;
        weigh_edges(shape, l->sources[shape->node], at, count[m], &own[m]);
        if (l->sources[shape->node]->uv_count[0]) /* others have no seams as evidence */
            weigh_edges(shape, l->sources[shape->node], at, count[m], model);
    }
    for (uint32_t m = 0; m < s->count; m++)
        if (!join_mesh(l, &s->list[m], edges + 3 * (size_t)s->list[m].first_face, count[m],
                       find_angle(&own[m], model), scratch))
            return false;
    return true;
}

bool wmi_sets_of_listing(const wmi_shapes *s, wmi_source_mesh *const *sources, wmi_sets *sets,
                         wmi_arena *scratch)
{
    uint32_t corners = 3 * s->face_count;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    listing l = {.s = s,
                 .sources = sources,
                 .parent = wmi_arena_raw(scratch, s->vertex_count, sizeof *l.parent)};
    *sets = (wmi_sets){.count = s->vertex_count,
                       .of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_new(scratch, s->vertex_count, sizeof *sets->frames)};
    if (!l.parent || !sets->of_corner || !sets->frames)
        return false;
    wmi_union_init(l.parent, s->vertex_count);
    if (!join_all(&l, scratch))
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
