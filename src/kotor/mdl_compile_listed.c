/* Smoothing of texts that were decompiled by a tool whose group numbers say nothing (those of
 * mdlops follow the connected parts of a mesh). But such a text lists the vertices of
 * the binary, and that tells most: faces of one vertex are smooth, vertices of one place
 * that share their maps are not, or they would be one. Where maps differ the angle
 * decides; each mesh shows how sharp its smooth and its hard edges are.
 * docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "base/sort.h"
#include "kotor/mdl_compile.h"

enum { DEGREES = 181, UV_SETS = 4 };

typedef struct evidence {
    uint32_t smooth[DEGREES], hard[DEGREES]; /* edges by the angle of their two faces */
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

/* ---- the angle of a mesh ------------------------------------------------- */

/* The corner of a face that stands at a site, or 3. */
static uint32_t corner_at(const wmi_shapes *s, uint32_t face, uint32_t site)
{
    for (uint32_t k = 0; k < 3; k++)
        if (s->site[s->corners[face][k]] == site)
            return k;
    return 3;
}

static void weigh_edge(const wmi_shapes *s, const wmi_shape *shape, const wmi_source_mesh *source,
                       uint32_t f, uint32_t g, const uint32_t sites[2], evidence *e)
{
    uint32_t shared = 0, split = 0;
    if (f == g || wmi_length(s->frames[f].flat) == 0 || wmi_length(s->frames[g].flat) == 0)
        return;
    for (int end = 0; end < 2; end++) {
        uint32_t i = corner_at(s, f, sites[end]), k = corner_at(s, g, sites[end]);
        if (i == 3 || k == 3)
            return;
        uint32_t a = s->corners[f][i], b = s->corners[g][k];
        shared += a == b;
        split += a != b && same_maps(source, a - shape->first_vertex, b - shape->first_vertex);
    }
    uint32_t angle = (uint32_t)degrees(s->frames[f].flat, s->frames[g].flat);
    if (shared == 2)
        e->smooth[angle]++;
    else if (split)
        e->hard[angle]++;
}

/* The angle up to which most edges are smooth and beyond which most are hard. Without
 * hard ones to see, a little beyond the sharpest smooth one. */
static double best_angle(const evidence *e)
{
    uint64_t wrong = 0, least, hard = 0;
    uint32_t best = 0, sharpest = 0;
    for (uint32_t a = 0; a < DEGREES; a++) {
        wrong += e->smooth[a];
        hard += e->hard[a];
        if (e->smooth[a])
            sharpest = a;
    }
    least = wrong;
    for (uint32_t a = 0; a < DEGREES; a++) {
        wrong = wrong - e->smooth[a] + e->hard[a];
        if (wrong < least) {
            least = wrong;
            best = a;
        }
    }
    return hard ? best + 1 : sharpest + 11;
}

static bool find_angle(const wmi_shapes *s, const wmi_shape *shape, const wmi_source_mesh *source,
                       double *angle, wmi_arena *scratch)
{
    uint32_t edges = 3 * shape->face_count;
    evidence *e = wmi_arena_new(scratch, 1, sizeof *e);
    uint32_t(*ends)[2] = wmi_arena_raw(scratch, edges, sizeof *ends);
    uint64_t *order = wmi_arena_raw(scratch, edges, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, edges, sizeof *spare);
    if (!e || !ends || !order || !spare)
        return false;
    for (uint32_t i = 0; i < edges; i++) {
        const uint32_t *v = s->corners[shape->first_face + i / 3];
        uint32_t a = s->site[v[i % 3]], b = s->site[v[(i + 1) % 3]];
        ends[i][0] = a < b ? a : b;
        ends[i][1] = a < b ? b : a;
        order[i] = (uint64_t)ends[i][1] << 32 | i;
    }
    wmi_sort_high(order, spare, edges);
    for (uint32_t i = 0; i < edges; i++)
        order[i] = (uint64_t)ends[(uint32_t)order[i]][0] << 32 | (uint32_t)order[i];
    wmi_sort_high(order, spare, edges);
    for (uint32_t i = 1; i < edges; i++) {
        uint32_t a = (uint32_t)order[i - 1], b = (uint32_t)order[i];
        if (memcmp(ends[a], ends[b], sizeof *ends) == 0)
            weigh_edge(s, shape, source, shape->first_face + a / 3, shape->first_face + b / 3,
                       ends[a], e);
    }
    *angle = best_angle(e);
    return true;
}

/* ---- sets ---------------------------------------------------------------- */

typedef struct listing {
    const wmi_shapes *s;
    wmi_source_mesh *const *sources;
    uint32_t *mesh;      /* by vertex */
    double *angle;       /* by mesh */
    wmi_face_frame *own; /* by vertex: sum over its faces */
} listing;

/* The vertices of a site, and which of them have faces that share an edge there. */
enum { LOOK = 64 }; /* more vertices in a place than any real mesh has */

typedef struct crowd {
    uint32_t count;
    uint32_t vertex[LOOK], cluster[LOOK];
    uint64_t beside[LOOK]; /* bits of vertices */
} crowd;

static uint32_t crowd_index(crowd *c, uint32_t vertex)
{
    uint32_t k = 0;
    while (k < c->count && c->vertex[k] != vertex)
        k++;
    if (k < c->count || k == LOOK)
        return k;
    c->vertex[k] = vertex;
    c->cluster[k] = k;
    c->beside[k] = 0;
    return c->count++;
}

static void gather(const wmi_shapes *s, uint32_t site, crowd *c)
{
    enum { FACES = 256 };
    uint32_t index[FACES], ends[FACES][2], count = 0;
    c->count = 0;
    for (uint32_t i = s->site_first[site]; i < s->site_first[site + 1] && count < FACES; i++) {
        uint32_t corner = s->site_corners[i], k = corner % 3;
        const uint32_t *v = s->corners[corner / 3];
        index[count] = crowd_index(c, v[k]);
        ends[count][0] = s->site[v[(k + 1) % 3]];
        ends[count][1] = s->site[v[(k + 2) % 3]];
        if (index[count] == LOOK)
            continue;
        for (uint32_t o = 0; o < count; o++)
            if (ends[o][0] == ends[count][0] || ends[o][0] == ends[count][1] ||
                ends[o][1] == ends[count][0] || ends[o][1] == ends[count][1]) {
                c->beside[index[o]] |= (uint64_t)1 << index[count];
                c->beside[index[count]] |= (uint64_t)1 << index[o];
            }
        count++;
    }
}

/* The angle between two vertices that may be smooth, or more than any. */
static double gap(const listing *l, const crowd *c, uint32_t i, uint32_t k)
{
    uint32_t a = c->vertex[i], b = c->vertex[k], m = l->mesh[a];
    const wmi_shape *shape = &l->s->list[m];
    wmi_vec x = l->own[a].cross, y = l->own[b].cross;
    if (l->mesh[b] != m || !(c->beside[i] >> k & 1) || !(wmi_length(x) > 0) ||
        !(wmi_length(y) > 0) ||
        same_maps(l->sources[shape->node], a - shape->first_vertex, b - shape->first_vertex))
        return 1000;
    double angle = degrees(x, y);
    return angle <= l->angle[m] ? angle : 1000;
}

/* Vertices that share their maps are not smooth, nor are those they smooth with. */
static bool apart(const listing *l, const crowd *c, uint32_t one, uint32_t other)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < c->count && c->cluster[i] == one; k++) {
            uint32_t a = c->vertex[i], b = c->vertex[k], m = l->mesh[a];
            uint32_t first = l->s->list[m].first_vertex;
            if (c->cluster[k] == other &&
                same_maps(l->sources[l->s->list[m].node], a - first, b - first))
                return true;
        }
    return false;
}

/* Joins the nearest pair of clusters until none is left that may. */
static void cluster(const listing *l, crowd *c)
{
    double angle[LOOK][LOOK];
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < i; k++)
            angle[i][k] = gap(l, c, i, k);
    for (;;) {
        uint32_t one = 0, other = 0;
        double least = 1000;
        for (uint32_t i = 0; i < c->count; i++)
            for (uint32_t k = 0; k < i; k++)
                if (angle[i][k] < least && c->cluster[i] != c->cluster[k]) {
                    least = angle[i][k];
                    one = i;
                    other = k;
                }
        if (least == 1000)
            return;
        angle[one][other] = 1000;
        uint32_t from = c->cluster[one], to = c->cluster[other];
        if (apart(l, c, from, to))
            continue;
        for (uint32_t i = 0; i < c->count; i++)
            if (c->cluster[i] == from)
                c->cluster[i] = to;
    }
}

static void sum_site(const listing *l, uint32_t site, wmi_sets *sets)
{
    crowd c;
    gather(l->s, site, &c);
    if (c.count < 2)
        return;
    cluster(l, &c);
    for (uint32_t i = 0; i < c.count; i++)
        for (uint32_t k = 0; k < c.count; k++)
            if (i != k && c.cluster[i] == c.cluster[k])
                sets->frames[c.vertex[i]] =
                    wmi_frame_add(&sets->frames[c.vertex[i]], &l->own[c.vertex[k]]);
}

bool wmi_sets_of_listing(const wmi_shapes *s, wmi_source_mesh *const *sources, wmi_sets *sets,
                         wmi_arena *scratch)
{
    uint32_t corners = 3 * s->face_count;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    listing l = {.s = s,
                 .sources = sources,
                 .mesh = wmi_arena_raw(scratch, s->vertex_count, sizeof *l.mesh),
                 .angle = wmi_arena_new(scratch, s->count, sizeof *l.angle),
                 .own = wmi_arena_new(scratch, s->vertex_count, sizeof *l.own)};
    *sets = (wmi_sets){.count = s->vertex_count,
                       .of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_raw(scratch, s->vertex_count, sizeof *sets->frames)};
    if (!l.mesh || !l.angle || !l.own || !sets->of_corner || !sets->frames)
        return false;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        for (uint32_t v = 0; v < shape->vertex_count; v++)
            l.mesh[shape->first_vertex + v] = m;
        if (!find_angle(s, shape, sources[shape->node], &l.angle[m], scratch))
            return false;
    }
    for (uint32_t c = 0; c < corners; c++) {
        l.own[vertex[c]] = wmi_frame_add(&l.own[vertex[c]], &s->frames[c / 3]);
        sets->of_corner[c] = vertex[c];
    }
    if (s->vertex_count)
        memcpy(sets->frames, l.own, s->vertex_count * sizeof *l.own);
    for (uint32_t site = 0; site < s->site_count; site++)
        sum_site(&l, site, sets);
    return true;
}
