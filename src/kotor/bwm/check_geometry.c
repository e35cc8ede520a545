/* Rules for vertices, faces and face planes. */
#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "kotor/bwm/check.h"
#include "kotor/bwm/rebuild.h"

static void check_finite(wmi_bwm_checker *c, wm_vec3 v, uint64_t at, const char *name)
{
    if (!wmi_finite(v))
        wmi_report(c->report, WM_KOTOR_NOT_FINITE,
                   wmi_at(c->offsets ? at : WM_NO_OFFSET, "%s", name), "%s is not finite",
                   wmi_coordinates(v).text);
}

static wm_vec3 plain_zero(wm_vec3 v)
{
    return (wm_vec3){v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; /* -0 becomes +0 */
}

/* Sorting by z, then y, then x puts equal positions next to each other. */
static void check_doubled(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint64_t *order = wmi_bwm_check_new(c, b->vertex_count, sizeof *order);
    uint64_t *spare = wmi_bwm_check_new(c, b->vertex_count, sizeof *spare);
    if (!order || !spare)
        return;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        order[i] = i;
    for (int axis = 2; axis >= 0; axis--) {
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            uint32_t v = (uint32_t)order[i];
            order[i] =
                (uint64_t)wmi_float_key(wmi_axis(plain_zero(b->vertices[v]), axis)) << 32 | v;
        }
        wmi_sort_high(order, spare, b->vertex_count);
    }
    for (uint32_t i = 1; i < b->vertex_count; i++) {
        uint32_t one = (uint32_t)order[i - 1], two = (uint32_t)order[i];
        wm_vec3 v = b->vertices[two];
        if (!wmi_same_place(b->vertices[one], v))
            continue;
        wmi_report(c->report, WM_KOTOR_VERTEX_DOUBLED,
                   wmi_placed(wmi_at(wmi_bwm_offset(c, b->offsets.vertices, two, 12, 0),
                                     "vertices[%lu]", (ul)two),
                              v),
                   "vertices %lu and %lu are both at (%g, %g, %g)", (ul)one, (ul)two, (double)v.x,
                   (double)v.y, (double)v.z);
    }
}

static void check_unused(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint8_t *used = wmi_bwm_check_new(c, b->vertex_count, 1);
    uint32_t unused = 0, first = 0;
    if (!used)
        return;
    for (uint32_t i = 0; i < b->face_count; i++)
        for (int k = 0; k < 3; k++)
            used[b->faces[i].vertex[k]] = 1;
    for (uint32_t i = b->vertex_count; i-- > 0;)
        if (!used[i]) {
            unused++;
            first = i;
        }
    if (unused)
        wmi_report(c->report, WM_KOTOR_VERTEX_UNUSED,
                   wmi_at(wmi_bwm_offset(c, b->offsets.vertices, first, 12, 0), "vertices[%lu]",
                          (ul)first),
                   "no face uses %s%s vertex %lu",
                   wmi_part(unused, b->vertex_count, "vertex", "vertices").text, wmi_first(unused),
                   (ul)first);
}

void wmi_bwm_check_vertices(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    check_finite(c, b->relative_hook[0], 0x0C, "relative_hook[0]");
    check_finite(c, b->relative_hook[1], 0x18, "relative_hook[1]");
    check_finite(c, b->absolute_hook[0], 0x24, "absolute_hook[0]");
    check_finite(c, b->absolute_hook[1], 0x30, "absolute_hook[1]");
    check_finite(c, b->position, 0x3C, "position");
    for (uint32_t i = 0; i < b->vertex_count; i++)
        if (!wmi_finite(b->vertices[i])) {
            char name[32];
            wmi_where at = wmi_at(0, "vertices[%lu]", (ul)i);
            memcpy(name, at.path, sizeof name);
            check_finite(c, b->vertices[i], b->offsets.vertices + 12ull * i, name);
        }
    check_unused(c);
    check_doubled(c);
}

static wmi_where at_face(const wmi_bwm_checker *c, uint32_t face)
{
    return wmi_placed(
        wmi_at(wmi_bwm_offset(c, c->b->offsets.faces, face, 12, 0), "faces[%lu]", (ul)face),
        wmi_bwm_centre(c->b, face));
}

/* The lowest, middle or highest vertex index of a face. */
static uint32_t ranked(const wm_kotor_face *f, int rank)
{
    uint32_t a = f->vertex[0], b = f->vertex[1], d = f->vertex[2];
    uint32_t low = a < b ? (a < d ? a : d) : (b < d ? b : d);
    uint32_t high = a > b ? (a > d ? a : d) : (b > d ? b : d);
    /* a ^ b ^ d ^ low ^ high is the middle one */
    return rank == 0 ? low : rank == 2 ? high : a ^ b ^ d ^ low ^ high;
}

static bool same_vertices(const wm_kotor_face *a, const wm_kotor_face *b)
{
    for (int rank = 0; rank < 3; rank++)
        if (ranked(a, rank) != ranked(b, rank))
            return false;
    return true;
}

static void check_duplicates(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint64_t *order = wmi_bwm_check_new(c, b->face_count, sizeof *order);
    uint64_t *spare = wmi_bwm_check_new(c, b->face_count, sizeof *spare);
    if (!order || !spare)
        return;
    for (uint32_t i = 0; i < b->face_count; i++)
        order[i] = i;
    for (int rank = 0; rank < 3; rank++) {
        for (uint32_t i = 0; i < b->face_count; i++) {
            uint32_t f = (uint32_t)order[i];
            order[i] = (uint64_t)ranked(&b->faces[f], rank) << 32 | f;
        }
        wmi_sort_high(order, spare, b->face_count);
    }
    for (uint32_t i = 1; i < b->face_count; i++) {
        uint32_t one = (uint32_t)order[i - 1], two = (uint32_t)order[i];
        if (same_vertices(&b->faces[one], &b->faces[two]))
            wmi_report(c->report, WM_KOTOR_FACE_DUPLICATE, at_face(c, two),
                       "faces %lu and %lu use the same vertices %lu, %lu, %lu", (ul)one, (ul)two,
                       (ul)b->faces[two].vertex[0], (ul)b->faces[two].vertex[1],
                       (ul)b->faces[two].vertex[2]);
    }
}

static void check_material(wmi_bwm_checker *c, uint32_t face)
{
    uint32_t material = c->b->materials[face];
    wmi_where where = at_face(c, face);
    const wm_kotor_surfaces *s = c->surfaces ? c->surfaces : wm_kotor_surfaces_default();
    if (material < WM_KOTOR_SURFACES && s->row[material].known)
        return;
    where = wmi_placed(
        wmi_at(wmi_bwm_offset(c, c->b->offsets.materials, face, 4, 0), "materials[%lu]", (ul)face),
        where.place);
    if (material >= WM_KOTOR_SURFACES)
        wmi_report(c->report, WM_KOTOR_MATERIAL_RANGE, where,
                   "face %lu has material %lu, expected 0 to 31", (ul)face, (ul)material);
    else
        wmi_report(c->report, WM_KOTOR_MATERIAL_UNKNOWN, where,
                   "face %lu has material %lu, which surfacemat.2da does not list", (ul)face,
                   (ul)material);
}

void wmi_bwm_check_faces(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t blocked = 0; /* non-walkable faces so far */
    for (uint32_t i = 0; i < b->face_count; i++) {
        bool walkable = wm_kotor_walkable(c->surfaces, b->materials[i]);
        double thick = wmi_bwm_thickness(b, i);
        check_material(c, i);
        if (walkable && blocked && b->type != WM_KOTOR_BWM_TYPE_OBJECT)
            wmi_report(c->report, WM_KOTOR_FACE_ORDER, at_face(c, i),
                       "face %lu is walkable but comes after %s not walkable", (ul)i,
                       wmi_count(blocked, "face that is", "faces that are").text);
        blocked += !walkable;
        if (thick < WMI_THIN)
            wmi_report(c->report, WM_KOTOR_FACE_DEGENERATE, at_face(c, i),
                       "face %lu (vertices %lu, %lu, %lu) has no area", (ul)i,
                       (ul)b->faces[i].vertex[0], (ul)b->faces[i].vertex[1],
                       (ul)b->faces[i].vertex[2]);
        else if (walkable && b->type != WM_KOTOR_BWM_TYPE_OBJECT && wmi_bwm_cross(b, i).z <= 0)
            wmi_report(c->report, WM_KOTOR_FACE_DOWN, at_face(c, i), "walkable face %lu %s", (ul)i,
                       wmi_bwm_cross(b, i).z < 0 ? "faces down" : "is vertical");
    }
    check_duplicates(c);
}

static void check_plane(wmi_bwm_checker *c, uint32_t face)
{
    const wm_kotor_bwm *b = c->b;
    wm_vec3 v[3] = {wmi_bwm_corner(b, face, 0), wmi_bwm_corner(b, face, 1),
                    wmi_bwm_corner(b, face, 2)};
    wm_vec3 stored = b->normals[face], right = wmi_bwm_normal(v, WM_KOTOR_ROUNDING_K1);
    wmi_vec n = wmi_vec_of(stored);
    double length = wmi_length(n), off = wmi_length(wmi_sub(n, wmi_vec_of(right)));
    double d = -wmi_dot(n, wmi_vec_of(v[0])), reach = 1 + fabs(d);
    wmi_where where = wmi_placed(
        wmi_at(wmi_bwm_offset(c, b->offsets.normals, face, 12, 0), "normals[%lu]", (ul)face),
        wmi_bwm_centre(b, face));
    if (!(fabs(length - 1) < 1e-3)) {
        wmi_report(c->report, WM_KOTOR_NORMAL_NOT_UNIT, where,
                   "the normal of face %lu is (%g, %g, %g), which has length %g", (ul)face, n.x,
                   n.y, n.z, length);
        return;
    }
    /* The normal of a thin face depends on the last bit of its vertices, so do not judge
     * it. */
    if (wmi_bwm_thickness(b, face) > 1e-3 && !(off < 0.01))
        wmi_report(c->report, WM_KOTOR_NORMAL_WRONG, where,
                   "the normal of face %lu is (%g, %g, %g), but its vertices give (%g, %g, %g)",
                   (ul)face, n.x, n.y, n.z, (double)right.x, (double)right.y, (double)right.z);
    if (!(fabs((double)b->distances[face] - d) < 1e-3 * reach))
        wmi_report(c->report, WM_KOTOR_DISTANCE_WRONG,
                   wmi_placed(wmi_at(wmi_bwm_offset(c, b->offsets.distances, face, 4, 0),
                                     "distances[%lu]", (ul)face),
                              where.place),
                   "the distance of face %lu is %g, but its normal and first vertex give %g",
                   (ul)face, (double)b->distances[face], d);
}

void wmi_bwm_check_planes(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t zero = 0, first = 0;
    for (uint32_t i = 0; i < b->face_count; i++) {
        wm_vec3 n = b->normals[i];
        if (n.x == 0 && n.y == 0 && n.z == 0) {
            first = zero++ ? first : i;
            continue;
        }
        check_plane(c, i);
    }
    if (zero)
        wmi_report(
            c->report, WM_KOTOR_NORMAL_ZERO,
            wmi_at(wmi_bwm_offset(c, b->offsets.normals, first, 12, 0), "normals[%lu]", (ul)first),
            "%s %s zero; the first belongs to face %lu",
            wmi_part(zero, b->face_count, "normal", "normals").text, wmi_plural(zero, "is", "are"),
            (ul)first);
}
