/* End to end: any walkmesh becomes a neutral one and is asked everything, at places that
 * follow from the input. Answers of different functions must agree, and an index is refused
 * by every mesh but its own. Path points are made from it, and the floor for a body with a radius.
 */
#include <math.h>
#include <string.h>

#include "fuzz.h"

enum {
    PLACES = 4,
    POINTS = 64,
    FACES_MOST = 3000,
    INDEX_MOST = 200,
    DERIVE_MOST = 32,
    DERIVE_EACH = 16
};

/* A vertex, a middle of a face, a point between two vertices, or an odd one. */
static wm_vec3 place(const wm_walkmesh *m, uint32_t n)
{
    const uint32_t *v = m->faces[n % m->face_count].vertex;
    wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
    switch (n / 7 % 5) {
    case 0: return a;
    case 1: return (wm_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
    case 2: return (wm_vec3){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
    case 3: return (wm_vec3){a.x + 1e-3f * b.x, a.y - 1e-3f, c.z + 2};
    default: return (wm_vec3){(float)n, n & 1 ? 1e30f : -b.y, a.z};
    }
}

static void heights(wm_query *q, const wm_walkmesh *m, wm_vec3 p)
{
    wm_hit hits[POINTS], first;
    const wm_query_filter walkable = {.walkable_only = true, .upward_only = true};
    for (int what = WM_LOCATE_ALL; what <= WM_LOCATE_BELOW; what++) {
        const wm_query_filter *filter = what & 1 ? &walkable : NULL;
        uint32_t count;
        FUZZ_CHECK(wm_query_locate(q, p, (wm_locate)what, filter, hits, POINTS, &count, NULL) ==
                   WM_OK);
        bool found = wm_query_height(q, p, (wm_locate)what, filter, &first);
        FUZZ_CHECK(found == (count > 0));
        FUZZ_CHECK(!found || (first.face == hits[0].face && first.face < m->face_count));
        const wm_vec3 twice[2] = {p, p};
        FUZZ_CHECK(wm_query_heights(q, twice, 2, (wm_locate)what, filter, hits) == 2 * found);
        FUZZ_CHECK(hits[0].face == hits[1].face && (!found || hits[0].face == first.face));
    }
}

static void rays(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to)
{
    wm_ray_hit hit;
    uint32_t blocker;
    wm_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z};
    wm_ray_hit hits[2];
    const wm_vec3 origins[2] = {from, from}, ways[2] = {way, way};
    bool is = wm_query_raycast(q, from, way, INFINITY, NULL, &hit);
    FUZZ_CHECK(!is || (hit.face < m->face_count && hit.distance >= 0));
    FUZZ_CHECK(wm_query_raycasts(q, origins, ways, 2, INFINITY, NULL, hits) == 2 * is);
    FUZZ_CHECK(hits[0].face == hit.face && hits[1].face == hit.face);
    bool clear = wm_query_sight(q, from, to, NULL, &blocker);
    FUZZ_CHECK(clear ? blocker == WM_NO_INDEX : blocker < m->face_count);
}

static void check_path(const wm_walkmesh *m, const wm_path *path)
{
    FUZZ_CHECK(!path->found || path->point_count >= 1);
    for (uint32_t i = 0; path->found && i < path->point_count && i < path->point_capacity; i++)
        FUZZ_CHECK(path->points[i].face < m->face_count && m->walkable[path->points[i].face]);
}

static void paths(wm_query *q, const wm_walkmesh *m, const wm_path_index *index, wm_vec3 from,
                  wm_vec3 to)
{
    wm_path_point points[2][POINTS];
    uint32_t faces[POINTS];
    wm_path plain = {.points = points[0], .point_capacity = POINTS};
    wm_path fast = {.points = points[1], .point_capacity = POINTS};
    wm_path all = {
        .points = points[1], .point_capacity = POINTS, .faces = faces, .face_capacity = POINTS};
    const wm_path_opts indexed = {.index = index};
    const wm_path_opts partial = {.partial = true, .crossings = true};
    FUZZ_CHECK(wm_query_path(q, from, to, NULL, &plain, NULL) == WM_OK);
    check_path(m, &plain);
    FUZZ_CHECK(wm_query_path(q, from, to, &indexed, &fast, NULL) == WM_OK);
    check_path(m, &fast);
    FUZZ_CHECK(plain.found == fast.found);
    FUZZ_CHECK(wm_query_path(q, from, to, &partial, &all, NULL) == WM_OK);
    check_path(m, &all);
    FUZZ_CHECK(all.found || !plain.found);
}

static void moves(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to)
{
    const wm_nearest_opts plan = {.plan = true};
    const wm_slide_opts wide = {.radius = 0.4f};
    wm_nearest near;
    wm_place at;
    wm_slide slide;
    uint32_t region;
    for (int i = 0; i < 2; i++)
        if (wm_query_nearest(q, from, INFINITY, i ? &plan : NULL, &near))
            FUZZ_CHECK(near.place.face < m->face_count && near.distance >= 0);
    bool floor = wm_query_region(q, from, NULL, &region, &at);
    FUZZ_CHECK(floor ? region < wm_walkmesh_region_count(m) : region == WM_NO_INDEX);
    (void)wm_query_reachable(q, from, to, NULL);
    for (int i = 0; floor && i < 2; i++) {
        FUZZ_CHECK(wm_query_slide(q, at.face, at.position, to, i ? &wide : NULL, &slide, NULL) ==
                   WM_OK);
        FUZZ_CHECK(slide.place.face == WM_NO_INDEX || m->walkable[slide.place.face]);
    }
}

static void gaps(wm_query *q, const wm_walkmesh *m)
{
    uint32_t regions = wm_walkmesh_region_count(m);
    for (uint32_t i = 0; i < 4; i++) {
        wm_region_distance gap;
        FUZZ_CHECK(wm_query_region_distance(q, i, regions - 1, i & 1, &gap, NULL) == WM_OK);
        FUZZ_CHECK(!gap.found || (gap.edge[0] / 3 < m->face_count && gap.distance >= 0));
    }
}

/* The same mesh without its last face. */
static wm_walkmesh *make_other(const wm_walkmesh *m)
{
    const wm_walkmesh_desc desc = {.vertex_count = m->vertex_count,
                                   .vertices = m->vertices,
                                   .face_count = m->face_count - 1,
                                   .faces = m->faces,
                                   .walkable = m->walkable};
    return wm_walkmesh_new(&desc, NULL, NULL);
}

/* An index of another mesh must not be used. */
static void ask_stranger(const wm_walkmesh *other, const wm_path_index *index)
{
    wm_path path = {0};
    const wm_path_opts opts = {.index = index};
    wm_query *q = wm_query_new(other, NULL, NULL);
    FUZZ_CHECK(q);
    for (uint32_t i = 0; other->face_count && i < 4; i++)
        FUZZ_CHECK(wm_query_path(q, place(other, i), place(other, 9 * i), &opts, &path, NULL) ==
                   WM_OK);
    wm_query_free(q);
}

static wm_path_index *reread(const wm_walkmesh *m, wm_path_index *made)
{
    wm_buffer bytes;
    if (!made)
        return NULL;
    FUZZ_CHECK(wm_path_index_write(made, NULL, &bytes, NULL) == WM_OK);
    wm_path_index_free(made);
    wm_path_index *index = wm_path_index_read(bytes.data, bytes.size, m, NULL, NULL);
    FUZZ_CHECK(index);
    wm_walkmesh *other = make_other(m);
    FUZZ_CHECK(other);
    FUZZ_CHECK(!wm_path_index_read(bytes.data, bytes.size, other, NULL, NULL));
    ask_stranger(other, index);
    wm_walkmesh_free(other);
    wm_buffer_free(&bytes);
    return index;
}

static void ask(const wm_walkmesh *m, const uint8_t *data, size_t size)
{
    uint32_t seed = (uint32_t)size + data[size / 2] + 256u * data[size - 1];
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path_index *index = NULL;
    if (m->face_count <= INDEX_MOST)
        index = reread(m, wm_path_index_new(m, 1 << 20, NULL, NULL));
    FUZZ_CHECK(q);
    for (uint32_t i = 0; i < PLACES; i++) {
        wm_vec3 from = place(m, seed + 31 * i), to = place(m, seed / 3 + 17 * i);
        heights(q, m, from);
        rays(q, m, from, to);
        paths(q, m, index, from, to);
        moves(q, m, from, to);
    }
    gaps(q, m);
    wm_path_index_free(index);
    wm_query_free(q);
}

/* What is made of a floor: path points, and the floor for a body with a radius. */
static void derive(const wm_walkmesh *m)
{
    wm_kotor_pth *pth = wm_kotor_pth_from_walkmesh(m, NULL, NULL);
    wm_walkmesh *narrow = wm_walkmesh_shrink(m, 0.3f, NULL, NULL);
    wm_buffer bytes;
    for (uint32_t i = 0; pth && i < pth->link_count; i++)
        FUZZ_CHECK(pth->links[i] < pth->point_count);
    if (pth) {
        FUZZ_CHECK(wm_kotor_pth_write(pth, NULL, &bytes, NULL) == WM_OK);
        wm_kotor_pth *again = wm_kotor_pth_read(bytes.data, bytes.size, NULL, NULL);
        FUZZ_CHECK(again && again->point_count == pth->point_count &&
                   again->link_count == pth->link_count);
        wm_kotor_pth_free(again);
        wm_buffer_free(&bytes);
    }
    for (uint32_t i = 0; narrow && i < m->face_count; i++)
        FUZZ_CHECK(m->walkable[i] || !narrow->walkable[i]);
    wm_walkmesh_free(narrow);
    wm_kotor_pth_free(pth);
}

static wm_walkmesh *read_mesh(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_walkmesh *mesh = NULL;
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    wm_kotor_bwm *b = wm_kotor_bwm_read(data, size, &opts, NULL);
    wm_nwn2_trn *t = b ? NULL : wm_nwn2_trn_read(data, size, NULL, NULL);
    if (b)
        mesh = wm_walkmesh_from_kotor_bwm(b, wm_kotor_surfaces_default(), NULL, NULL);
    else if (t && t->aswm)
        mesh = wm_walkmesh_from_nwn2_aswm(t->aswm, NULL, NULL);
    FUZZ_CHECK(mesh || !b);
    wm_kotor_bwm_free(b);
    wm_nwn2_trn_free(t);
    wm_report_free(&report);
    return mesh;
}

/* Making path points takes longer than all the rest: a share of the inputs gets them. */
static uint32_t sum_of(const uint8_t *data, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return sum;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_walkmesh *mesh = size ? read_mesh(data, size) : NULL;
    if (mesh && mesh->face_count && mesh->face_count < FACES_MOST)
        ask(mesh, data, size);
    if (mesh && mesh->face_count < DERIVE_MOST && sum_of(data, size) % DERIVE_EACH == 0)
        derive(mesh);
    wm_walkmesh_free(mesh);
}
