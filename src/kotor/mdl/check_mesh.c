/* Rules for meshes: triangles, rows, planes, neighbours. docs/formats/kotor-mdl.md,
 * "Meshes" and "Rows". */
#include <math.h>

#include "base/words.h"
#include "kotor/mdl/check.h"

/* Metres, near the origin. Further away floats are coarser, so it grows with the distance. */
static const double tolerance = 1e-6;

static bool same_place(wm_vec3 a, wm_vec3 b)
{
    wmi_vec p = wmi_vec_of(a);
    return memcmp(&a, &b, sizeof a) == 0 ||
           wmi_length(wmi_sub(p, wmi_vec_of(b))) <= tolerance * (1 + wmi_length(p));
}

/* ---- triangles --------------------------------------------------------- */

static void check_indices(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    uint32_t outside = 0, other = 0;
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "indices");
    if (m->saber)
        return;
    if (m->index_count != 3ull * m->face_count) {
        wmi_report(c->report, WM_KOTOR_MDL_INDICES, where, "'%s' has %s to draw, but %s", name,
                   wmi_count(m->index_count, "index", "indices").text,
                   wmi_count(m->face_count, "face", "faces").text);
        return;
    }
    for (uint32_t i = 0; i < m->index_count; i++) {
        const wm_kotor_mdl_face *f = &m->faces[i / 3];
        outside += m->indices[i] >= m->vertex_count;
        other += m->indices[i] != f->vertex[i % 3] && !wmi_mdl_dropped(c->mdl, f);
    }
    if (outside)
        wmi_report(c->report, WM_KOTOR_MDL_INDEX_RANGE, where, "%s of '%s' %s out of range: %s",
                   wmi_count(outside, "index", "indices").text, name,
                   wmi_plural(outside, "is", "are"),
                   wmi_only(m->vertex_count, "vertex", "vertices").text);
    else if (other)
        wmi_report(c->report, WM_KOTOR_MDL_INDICES, where, "%s of '%s' %s not match the faces",
                   wmi_part(other, m->index_count, "index", "indices").text, name,
                   wmi_plural(other, "does", "do"));
}

/* ---- rows -------------------------------------------------------------- */

static void check_row_layout(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    bool xbox = c->mdl->platform == WM_KOTOR_PLATFORM_XBOX;
    uint32_t direction = xbox ? 4 : 12;
    const struct {
        uint32_t flag;
        int field;
        uint32_t size;
    } field[] = {
        {WM_KOTOR_MDX_POSITION, WM_KOTOR_ROW_POSITION, 12},
        {WM_KOTOR_MDX_NORMAL, WM_KOTOR_ROW_NORMAL, direction},
        {WM_KOTOR_MDX_UV0, WM_KOTOR_ROW_UV0, 8},
        {WM_KOTOR_MDX_UV1, WM_KOTOR_ROW_UV1, 8},
        {WM_KOTOR_MDX_UV0 << 2, WM_KOTOR_ROW_UV2, 8},
        {WM_KOTOR_MDX_UV0 << 3, WM_KOTOR_ROW_UV3, 8},
        {WM_KOTOR_MDX_TANGENT, WM_KOTOR_ROW_TANGENT0, 3 * direction},
    };
    for (size_t i = 0; m->row_size && i < sizeof field / sizeof *field; i++) {
        int32_t at = m->row_offset[field[i].field];
        if (m->row_flags & field[i].flag && (at < 0 || (uint64_t)at + field[i].size > m->row_size))
            wmi_report(c->report, WM_KOTOR_MDL_ROW_LAYOUT,
                       wmi_mdl_where(c, WM_NO_INDEX, node, "row_offset"),
                       "field %d of '%s' has offset %ld in rows of %lu bytes", field[i].field,
                       wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]), (long)at,
                       (ul)m->row_size);
    }
}

static void check_positions(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    uint32_t differ = 0, strange = 0, first = 0;
    for (uint32_t v = m->vertex_count; positions && v-- > 0;) {
        wm_vec3 of_row = positions[v];
        strange += !wmi_finite(positions[v]);
        if (c->rows && m->rows)
            wm_kotor_mesh_position(m, v, &of_row);
        if (!same_place(of_row, positions[v])) {
            differ++;
            first = v;
        }
    }
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    if (differ)
        wmi_report(c->report, WM_KOTOR_MDX_POSITIONS,
                   wmi_mdl_where(c, WM_NO_INDEX, node, "vertices"),
                   "%s of '%s' %s in the MDX%s vertex %lu",
                   wmi_part(differ, m->vertex_count, "vertex", "vertices").text, name,
                   wmi_plural(differ, "differs", "differ"), wmi_first(differ), (ul)first);
    if (strange)
        wmi_report(c->report, WM_KOTOR_MDL_NOT_FINITE,
                   wmi_mdl_where(c, WM_NO_INDEX, node, "vertices"), "%s of '%s' %s not finite",
                   wmi_part(strange, m->vertex_count, "vertex", "vertices").text, name,
                   wmi_plural(strange, "is", "are"));
}

/* ---- faces ------------------------------------------------------------- */

/* Is each corner on the stored plane? In a sliver this is true for many normals, and none of
 * them is better than the others. */
static bool on_plane(const wm_kotor_mdl_face *f, const wm_vec3 corner[3])
{
    wmi_vec n = wmi_vec_of(f->normal);
    if (!(fabs(wmi_length(n) - 1) <= 1e-3))
        return false;
    for (int k = 0; k < 3; k++) {
        wmi_vec p = wmi_vec_of(corner[k]);
        double off = wmi_dot(n, p) + (double)f->distance;
        if (!(fabs(off) <= tolerance * (1 + wmi_length(p))))
            return false;
    }
    return true;
}

/* Does the stored plane fit the corners? The tolerance is relative to the distance from
 * the origin. */
static bool plane_fits(const wm_kotor_mdl_face *f, const wm_vec3 corner[3], wmi_vec cross)
{
    wmi_vec n = wmi_vec_of(f->normal), p = wmi_vec_of(corner[0]);
    wmi_vec unit = wmi_scale(cross, 1 / wmi_length(cross));
    if (wmi_dot(n, unit) > 0 && on_plane(f, corner))
        return true;
    if (!(wmi_length(wmi_sub(n, unit)) <= 1e-2))
        return false;
    double scale = 1 + wmi_length(p);
    return fabs(wmi_dot(n, p) + (double)f->distance) <= 1e-3 * scale;
}

wmi_plane_state wmi_mdl_judge_plane(const wm_kotor_mdl_face *f, const wm_vec3 corner[3])
{
    wmi_vec a = wmi_sub(wmi_vec_of(corner[1]), wmi_vec_of(corner[0]));
    wmi_vec b = wmi_sub(wmi_vec_of(corner[2]), wmi_vec_of(corner[0]));
    wmi_vec cross = wmi_cross(a, b);
    double longest = wmi_max(wmi_length(a), wmi_max(wmi_length(b), wmi_length(wmi_sub(a, b))));
    double thick = wmi_length(cross) / longest; /* height above the longest side */
    if (!(thick > 1e-5 * longest) || !(thick > 1e-7))
        return WMI_PLANE_NONE;
    return plane_fits(f, corner, cross) ? WMI_PLANE_FITS : WMI_PLANE_WRONG;
}

static void check_faces(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    uint32_t flat = 0, first_flat = 0, off = 0, first_off = 0;
    for (uint32_t i = m->face_count; positions && i-- > 0;) {
        const wm_kotor_mdl_face *f = &m->faces[i];
        if (wmi_mdl_dropped(c->mdl, f))
            continue;
        const wm_vec3 corner[3] = {positions[f->vertex[0]], positions[f->vertex[1]],
                                   positions[f->vertex[2]]};
        wmi_plane_state state = wmi_mdl_judge_plane(f, corner);
        if (state == WMI_PLANE_NONE) {
            flat++;
            first_flat = i;
        } else if (state == WMI_PLANE_WRONG) {
            off++;
            first_off = i;
        }
    }
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "faces");
    if (flat)
        wmi_report(c->report, WM_KOTOR_MDL_FACE_DEGENERATE, where,
                   "%s of '%s' %s no area%s face %lu",
                   wmi_part(flat, m->face_count, "face", "faces").text, name,
                   wmi_plural(flat, "has", "have"), wmi_first(flat), (ul)first_flat);
    if (off)
        wmi_report(c->report, WM_KOTOR_MDL_PLANE, where,
                   "the stored planes of %s of '%s' are wrong%s face %lu",
                   wmi_part(off, m->face_count, "face", "faces").text, name, wmi_first(off),
                   (ul)first_off);
}

static void check_dangly(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    if (m->dangly && m->dangly->constraint_count != m->vertex_count)
        wmi_report(c->report, WM_KOTOR_MDL_CONSTRAINTS,
                   wmi_mdl_where(c, WM_NO_INDEX, node, "constraints"), "'%s' has %s for %s",
                   wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]),
                   wmi_count(m->dangly->constraint_count, "constraint", "constraints").text,
                   wmi_count(m->vertex_count, "vertex", "vertices").text);
}

/* On the Xbox no mesh has a vertex table. */
static void check_saber(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    if (m->saber && !m->vertices && c->mdl->platform == WM_KOTOR_PLATFORM_PC)
        wmi_report(c->report, WM_KOTOR_MDL_SABER_TABLE,
                   wmi_mdl_where(c, WM_NO_INDEX, node, "vertices"),
                   "the saber '%s' has no vertex table, expected %s",
                   wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]),
                   wmi_count(WM_KOTOR_SABER_VERTICES, "vertex", "vertices").text);
}

void wmi_mdl_check_mesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    check_indices(c, node);
    check_row_layout(c, node);
    check_positions(c, node, positions);
    check_faces(c, node, positions);
    check_dangly(c, node);
    check_saber(c, node);
}

/* ---- neighbours -------------------------------------------------------- */

typedef struct shares {
    uint64_t edges, missing, wrong;      /* totals for the model */
    uint32_t worst_missing, worst_wrong; /* node */
    uint32_t most_missing, most_wrong;   /* number of such edges in that node */
} shares;

bool wmi_mdl_share_edge(const wm_kotor_mesh *m, const uint32_t *place, uint32_t face, uint32_t k,
                        uint32_t other)
{
    const uint16_t *v = m->faces[face].vertex, *w = m->faces[other].vertex;
    uint32_t a = place[v[k]], b = place[v[(k + 1) % 3]];
    for (uint32_t i = 0; other != face && i < 3; i++) {
        uint32_t p = place[w[i]], q = place[w[(i + 1) % 3]];
        if ((p == a && q == b) || (p == b && q == a))
            return true;
    }
    return false;
}

static void count_mesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions, shares *s)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    uint16_t(*expected)[3] = wmi_mdl_check_new(c, m->face_count, sizeof *expected);
    uint32_t *place = wmi_mdl_check_new(c, m->vertex_count, sizeof *place);
    uint32_t missing = 0, wrong = 0, outside = 0;
    if (c->out_of_memory || !wmi_same_positions(positions, m->vertex_count, place, c->scratch) ||
        !wmi_mesh_adjacency(m->faces, m->face_count, positions, m->vertex_count, expected,
                            c->scratch)) {
        c->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < m->face_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t stored = m->faces[i].adjacent[k];
            if (stored == 0xFFFF)
                missing += expected[i][k] != 0xFFFF;
            else if (stored >= m->face_count)
                outside++;
            else if (!wmi_mdl_dropped(c->mdl, &m->faces[i]) &&
                     !wmi_mdl_dropped(c->mdl, &m->faces[stored]))
                wrong += !wmi_mdl_share_edge(m, place, i, k, stored);
        }
    s->edges += 3ull * m->face_count;
    s->missing += missing;
    s->wrong += wrong;
    if (missing > s->most_missing) {
        s->most_missing = missing;
        s->worst_missing = node;
    }
    if (wrong > s->most_wrong) {
        s->most_wrong = wrong;
        s->worst_wrong = node;
    }
    if (outside)
        wmi_report(c->report, WM_KOTOR_MDL_ADJACENCY_RANGE,
                   wmi_mdl_where(c, WM_NO_INDEX, node, "faces.adjacent"),
                   "%s of '%s' %s a neighbour that does not exist: %s",
                   wmi_count(outside, "edge", "edges").text,
                   wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]),
                   wmi_plural(outside, "has", "have"),
                   wmi_only(m->face_count, "face", "faces").text);
}

/* BioWare's own models disagree in a few edges per thousand, where the modeller kept
 * separate vertices at one position. */
void wmi_mdl_check_adjacency(wmi_mdl_checker *c, const wm_vec3 *const *positions)
{
    const double tolerated = 0.05;
    const wm_kotor_tree *tree = &c->mdl->tree;
    shares s = {0};
    for (uint32_t i = 0; i < tree->count && !c->out_of_memory; i++)
        if (tree->nodes[i].mesh && positions[i] && tree->nodes[i].mesh->face_count)
            count_mesh(c, i, positions[i], &s);
    if (c->out_of_memory || s.edges == 0)
        return;
    if ((double)s.missing > tolerated * (double)s.edges)
        wmi_report(c->report, WM_KOTOR_MDL_ADJACENCY_MISSING,
                   wmi_mdl_where(c, WM_NO_INDEX, s.worst_missing, "faces.adjacent"),
                   "%s (%.1f%%) %s no neighbour although another face shares the edge; the worst "
                   "mesh is '%s' with %s",
                   wmi_part(s.missing, s.edges, "edge", "edges").text,
                   100.0 * (double)s.missing / (double)s.edges,
                   wmi_plural(s.missing, "has", "have"),
                   wmi_mdl_node_name(c->mdl, &tree->nodes[s.worst_missing]),
                   wmi_number(s.most_missing).text);
    if (s.wrong && (double)s.wrong > tolerated / 10 * (double)s.edges)
        wmi_report(c->report, WM_KOTOR_MDL_ADJACENCY_WRONG,
                   wmi_mdl_where(c, WM_NO_INDEX, s.worst_wrong, "faces.adjacent"),
                   "%s (%.1f%%) %s a neighbour that does not share the edge; the worst mesh is "
                   "'%s' with %s",
                   wmi_part(s.wrong, s.edges, "edge", "edges").text,
                   100.0 * (double)s.wrong / (double)s.edges, wmi_plural(s.wrong, "has", "have"),
                   wmi_mdl_node_name(c->mdl, &tree->nodes[s.worst_wrong]),
                   wmi_number(s.most_wrong).text);
}
