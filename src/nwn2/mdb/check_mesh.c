/* Vertices and triangles of meshes. One finding for each rule and packet: how many, and where the
 * first is. */
#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/mdb/check.h"

/* How often a rule is broken in a packet, and the first vertex or triangle that breaks it. */
typedef struct tally {
    uint32_t count, first;
} tally;

static void add(tally *t, bool broken, uint32_t at)
{
    if (broken && t->count++ == 0)
        t->first = at;
}

/* The place of a finding about a vertex, and one about a triangle. */
static wmi_where at_vertex(const wmi_mdb_checker *c, uint32_t i, uint32_t vertex)
{
    char field[48];
    wm_vec3 place = wm_nwn2_mdb_position(c->mdb->packets[i].mesh, vertex);
    wmi_format(field, sizeof field, "vertices[%lu]", (ul)vertex);
    wmi_where where = wmi_mdb_at(c, i, field);
    return wmi_finite(place) ? wmi_placed(where, place) : where;
}

static wmi_where at_triangle(const wmi_mdb_checker *c, uint32_t i, uint32_t triangle)
{
    char field[48];
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    wm_vec3 place = wm_nwn2_mdb_position(m, m->triangles[triangle].vertex[0]);
    wmi_format(field, sizeof field, "triangles[%lu]", (ul)triangle);
    wmi_where where = wmi_mdb_at(c, i, field);
    return wmi_finite(place) ? wmi_placed(where, place) : where;
}

/* ---- vertices ---- */

static void check_positions(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    tally lost = {0};
    for (uint32_t v = 0; v < m->vertex_count; v++)
        add(&lost, !wmi_finite(wm_nwn2_mdb_position(m, v)), v);
    if (lost.count)
        wmi_report(c->report, WM_NWN2_MDB_NOT_FINITE, at_vertex(c, i, lost.first), "%s not finite",
                   wmi_count(lost.count, "position is", "positions are").text);
}

static wm_vec3 normal_of(const wm_nwn2_mdb_mesh *m, uint32_t v)
{
    return m->vertices        ? m->vertices[v].normal
           : m->skin_vertices ? m->skin_vertices[v].normal
                              : m->hull_vertices[v].normal;
}

static void check_normals(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    tally bad = {0}, off = {0};
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        wm_vec3 n = normal_of(m, v);
        double length = wmi_finite(n) ? wmi_length(wmi_vec_of(n)) : 0;
        add(&bad, !(length > 1e-6), v);
        add(&off, length > 1e-6 && fabs(length - 1) > 1e-2, v);
    }
    if (bad.count)
        wmi_report(c->report, WM_NWN2_MDB_BAD_NORMAL, at_vertex(c, i, bad.first),
                   "%s: zero, or not a number",
                   wmi_part(bad.count, m->vertex_count, "normal", "normals").text);
    if (off.count)
        wmi_report(c->report, WM_NWN2_MDB_NORMAL_LENGTH, at_vertex(c, i, off.first),
                   "%s: not of length 1",
                   wmi_part(off.count, m->vertex_count, "normal", "normals").text);
}

static void check_weights(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    tally sums = {0}, bones = {0};
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        const wm_nwn2_mdb_skin_vertex *s = &m->skin_vertices[v];
        double sum = 0;
        bool negative = false, outside = false;
        for (int k = 0; k < 4; k++) {
            sum += (double)s->weight[k];
            negative |= !(s->weight[k] >= 0);
            outside |= s->weight[k] != 0 && s->bone[k] >= WM_NWN2_MDB_BONES;
        }
        add(&sums, negative || !(fabs(sum - 1) <= 1e-3), v);
        add(&bones, outside, v);
    }
    if (sums.count)
        wmi_report(c->report, WM_NWN2_MDB_WEIGHTS, at_vertex(c, i, sums.first),
                   "the weights of %s are negative or do not add up to 1",
                   wmi_part(sums.count, m->vertex_count, "vertex", "vertices").text);
    if (bones.count)
        wmi_report(c->report, WM_NWN2_MDB_BONE, at_vertex(c, i, bones.first), "%s a bone above 53",
                   wmi_part(bones.count, m->vertex_count, "vertex uses", "vertices use").text);
}

/* ---- triangles ---- */

/* The same three vertices in any order give the same key. */
static uint64_t key_of(const wm_nwn2_short_triangle *t)
{
    uint16_t a = t->vertex[0], b = t->vertex[1], c = t->vertex[2], swap;
    if (a > b)
        swap = a, a = b, b = swap;
    if (b > c)
        swap = b, b = c, c = swap;
    if (a > b)
        swap = a, a = b, b = swap;
    return (uint64_t)a << 32 | (uint64_t)b << 16 | c;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static uint32_t count_doubled(wmi_mdb_checker *c, const wm_nwn2_mdb_mesh *m)
{
    uint32_t doubled = 0;
    uint64_t *keys = wmi_arena_raw(c->scratch, m->triangle_count, sizeof *keys);
    c->out_of_memory |= !keys;
    if (!keys)
        return 0;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        keys[t] = key_of(&m->triangles[t]);
    wmi_sort(keys, m->triangle_count, sizeof *keys, by_key);
    for (uint32_t t = 1; t < m->triangle_count; t++)
        doubled += keys[t] == keys[t - 1];
    return doubled;
}

static void check_triangles(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    tally flat = {0};
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint16_t *v = m->triangles[t].vertex;
        add(&flat, v[0] == v[1] || v[1] == v[2] || v[0] == v[2], t);
    }
    if (flat.count)
        wmi_report(c->report, WM_NWN2_MDB_DEGENERATE, at_triangle(c, i, flat.first),
                   "%s a vertex twice",
                   wmi_part(flat.count, m->triangle_count, "triangle uses", "triangles use").text);
    uint32_t doubled = count_doubled(c, m);
    if (doubled)
        wmi_report(c->report, WM_NWN2_MDB_TRIANGLE_DOUBLED, wmi_mdb_at(c, i, "triangles"),
                   "%s the same vertices as another",
                   wmi_count(doubled, "triangle has", "triangles have").text);
    if (m->vertex_count == 0 || m->triangle_count == 0)
        wmi_report(c->report, WM_NWN2_MDB_EMPTY, wmi_mdb_at(c, i, "triangles"),
                   "the %s packet \"%.32s\" has %s and %s", c->mdb->packets[i].type, m->name,
                   wmi_count(m->vertex_count, "vertex", "vertices").text,
                   wmi_count(m->triangle_count, "triangle", "triangles").text);
}

void wmi_mdb_check_mesh(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    check_positions(c, i);
    if (!m->walk_vertices)
        check_normals(c, i);
    if (m->skin_vertices)
        check_weights(c, i);
    check_triangles(c, i);
}
