/* Cleaves: a vector for each vertex that points into the solid. The rule is inferred from
 * game files. docs/formats/bw2-model.md, "Cleaves". */
#include <math.h>

#include "base/sort.h"
#include "base/union_find.h"
#include "base/vec.h"
#include "bw2/build.h"

/* Typical of game files. Thin pieces get at most half of their thinnest side. */
static const double typical = 0.15, flat = 1e-4;

/* Vertices at one position share a vector; positions connected by triangles share a length. */
typedef struct job {
    wmi_bw2_column positions;
    uint32_t *order;    /* vertices of a mesh, sorted by position */
    uint32_t *place;    /* per vertex: the first vertex at its position */
    uint32_t *piece;    /* per position: another one of its piece, or itself at the end */
    wmi_vec *sum;       /* per position: sum of normals weighted by angle */
    wm_vec3 *min, *max; /* per piece */
} job;

static int compare_places(const void *context, uint32_t a, uint32_t b)
{
    const job *j = context;
    wm_vec3 p = wmi_bw2_vec3(&j->positions, a), q = wmi_bw2_vec3(&j->positions, b);
    for (int i = 0; i < 3; i++) {
        float x = wmi_axis(p, i), y = wmi_axis(q, i);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return a < b ? -1 : 1;
}

static bool same_place(const job *j, uint32_t a, uint32_t b)
{
    return wmi_same_place(wmi_bw2_vec3(&j->positions, a), wmi_bw2_vec3(&j->positions, b));
}

static void find_places(job *j, const wm_bw2_mesh *mesh)
{
    uint32_t *order = j->order + mesh->first_vertex;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        order[i] = mesh->first_vertex + i;
    wmi_sort_by(order, mesh->vertex_count, compare_places, j);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        bool first = i == 0 || !same_place(j, order[i - 1], order[i]);
        j->place[order[i]] = first ? order[i] : j->place[order[i - 1]];
        j->piece[order[i]] = order[i];
        j->sum[order[i]] = (wmi_vec){0, 0, 0};
        j->min[order[i]] = j->max[order[i]] = wmi_bw2_vec3(&j->positions, order[i]);
    }
}

static void connect(job *j, uint32_t a, uint32_t b)
{
    a = wmi_union_root(j->piece, a);
    b = wmi_union_root(j->piece, b);
    if (a == b)
        return;
    uint32_t root = wmi_union_join(j->piece, a, b), other = root == a ? b : a;
    wm_vec3 *min = &j->min[root], *max = &j->max[root], low = j->min[other], high = j->max[other];
    *min = (wm_vec3){wmi_minf(min->x, low.x), wmi_minf(min->y, low.y), wmi_minf(min->z, low.z)};
    *max = (wm_vec3){wmi_maxf(max->x, high.x), wmi_maxf(max->y, high.y), wmi_maxf(max->z, high.z)};
}

/* The angle between unit vectors. Uses only roots and products, so that the result is the
 * same on every platform: halves the angle three times, then uses a series. */
static double angle(wmi_vec a, wmi_vec b)
{
    double over = wmi_length(wmi_add(a, b)), under = wmi_length(wmi_sub(a, b));
    double size = sqrt(over * over + under * under);
    double t = size > 0 ? under / (over + size) : 0; /* tangent of a quarter of the angle */
    t = t / (1 + sqrt(1 + t * t));
    t = t / (1 + sqrt(1 + t * t));
    double s = t * t;
    return 16 * t * (1 - s * (1.0 / 3 - s * (1.0 / 5 - s * (1.0 / 7 - s / 9))));
}

static void add_triangle(job *j, const uint16_t *v)
{
    uint32_t at[3];
    wmi_vec p[3];
    for (int k = 0; k < 3; k++) {
        at[k] = j->place[v[k]];
        p[k] = wmi_vec_of(wmi_bw2_vec3(&j->positions, v[k]));
    }
    wmi_vec normal = wmi_cross(wmi_sub(p[1], p[0]), wmi_sub(p[2], p[0]));
    double size = wmi_length(normal);
    connect(j, at[0], at[1]);
    connect(j, at[0], at[2]);
    if (!(size > 0))
        return;
    normal = wmi_scale(normal, 1 / size);
    for (int k = 0; k < 3; k++) {
        wmi_vec a = wmi_sub(p[(k + 1) % 3], p[k]), b = wmi_sub(p[(k + 2) % 3], p[k]);
        double corner_angle =
            angle(wmi_scale(a, 1 / wmi_length(a)), wmi_scale(b, 1 / wmi_length(b)));
        j->sum[at[k]] = wmi_add(j->sum[at[k]], wmi_scale(normal, corner_angle));
    }
}

static double length_of(job *j, uint32_t place)
{
    uint32_t piece = wmi_union_root(j->piece, place);
    double length = typical;
    for (int i = 0; i < 3; i++) {
        double side = (double)wmi_axis(j->max[piece], i) - (double)wmi_axis(j->min[piece], i);
        if (side > flat && side / 2 < length)
            length = side / 2;
    }
    return length;
}

static void set_cleaves(job *j, wm_bw2_model *m, const wm_bw2_mesh *mesh)
{
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        const wm_bw2_reference *r = &m->references[mesh->reference + k];
        for (uint32_t i = 0; i + 2 < r->index_count; i += 3)
            add_triangle(j, m->indices + r->first_index + i);
    }
    for (uint32_t v = mesh->first_vertex; v < mesh->first_vertex + mesh->vertex_count; v++) {
        wmi_vec sum = j->sum[j->place[v]];
        double size = wmi_length(sum);
        if (size > 1e-9)
            m->cleaves[v] = wmi_vec_float(wmi_scale(sum, -length_of(j, j->place[v]) / size));
    }
}

static bool make_room(job *j, wmi_arena *arena, size_t count)
{
    j->order = wmi_arena_raw(arena, count, sizeof *j->order);
    j->place = wmi_arena_raw(arena, count, sizeof *j->place);
    j->piece = wmi_arena_raw(arena, count, sizeof *j->piece);
    j->sum = wmi_arena_raw(arena, count, sizeof *j->sum);
    j->min = wmi_arena_raw(arena, count, sizeof *j->min);
    j->max = wmi_arena_raw(arena, count, sizeof *j->max);
    return j->order && j->place && j->piece && j->sum && j->min && j->max;
}

wm_status wmi_bw2_make_cleaves(wm_bw2_model *m, wm_error *error)
{
    job j;
    wmi_arena arena;
    m->cleave_count = m->vertex_count;
    m->cleaves = wm_bw2_model_alloc(m, m->vertex_count, sizeof *m->cleaves, NULL);
    if (!m->cleaves)
        return wmi_arena_fail(wmi_bw2_arena(m), error, "cleaves");
    if (wm_bw2_model_is_skin(m)) /* in the game's skins they are negligible */
        return WM_OK;
    wm_status status = wmi_bw2_positions(m, &j.positions, error);
    if (status != WM_OK)
        return status;
    wmi_arena_init(&arena, &wmi_bw2_arena(m)->allocator, 0);
    if (!make_room(&j, &arena, m->vertex_count))
        status = wmi_arena_fail(&arena, error, "cleaves");
    for (uint32_t i = 0; status == WM_OK && i < m->mesh_count; i++) {
        find_places(&j, &m->meshes[i]);
        set_cleaves(&j, m, &m->meshes[i]);
    }
    wmi_arena_free(&arena);
    return status;
}
