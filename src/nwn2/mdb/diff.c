/* Compares two models, packet by packet. Ignores garbage after names. */
#include "base/sort.h"
#include "base/words.h"
#include "nwn2/mdb/internal.h"

/* ---- pairs of packets ---- */

static int name_order(const wm_nwn2_mdb_packet *a, const wm_nwn2_mdb_packet *b)
{
    int order = memcmp(a->type, b->type, 4);
    const char *x = wm_nwn2_mdb_packet_name(a), *y = wm_nwn2_mdb_packet_name(b);
    if (order || !x || !y)
        return order ? order : (x != NULL) - (y != NULL);
    return strncmp(x, y, WM_NWN2_MDB_NAME);
}

/* Packets of the same type and name keep their order. */
static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_nwn2_mdb_packet *p = context;
    int order = name_order(&p[a], &p[b]);
    return order ? order : a < b ? -1 : a > b;
}

static uint32_t *sorted(wmi_arena *scratch, const wm_nwn2_mdb *m)
{
    uint32_t *order = wmi_arena_raw(scratch, m->packet_count, sizeof *order);
    for (uint32_t i = 0; order && i < m->packet_count; i++)
        order[i] = i;
    if (order)
        wmi_sort_by(order, m->packet_count, by_name, m->packets);
    return order;
}

/* ---- what differs ---- */

enum {
    REMOVED,
    ADDED,
    NAMES,
    TEXTURES,
    MATERIAL,
    SKELETON,
    FLAGS,
    POSITIONS,
    VERTICES,
    TRIANGLES,
    SURFACES,
    POINTS,
    SPHERES,
    RAW,
    GROUPS
};

static const struct {
    const char *field, *what;
} groups[GROUPS] = {
    [REMOVED] = {"packets.removed", ""},
    [ADDED] = {"packets.added", ""},
    [NAMES] = {"packets.name", " with another name"},
    [TEXTURES] = {"textures", " with other textures"},
    [MATERIAL] = {"material", " with other colours or flags"},
    [SKELETON] = {"skeleton", " with another skeleton"},
    [FLAGS] = {"flags", " with other flags"},
    [POSITIONS] = {"vertices.position", " with other positions"},
    [VERTICES] = {"vertices", " with other normals, tangents, uvs, weights or bones"},
    [TRIANGLES] = {"triangles", " with other triangles"},
    [SURFACES] = {"triangle_flags", " with other surfaces"},
    [POINTS] = {"points", " with another place, matrix or value"},
    [SPHERES] = {"spheres", " with other spheres"},
    [RAW] = {"raw", " with other bytes"},
};

/* For each group, the number of packets and the first of them. */
typedef struct tally {
    double tolerance;
    uint32_t count[GROUPS];
    const wm_nwn2_mdb_packet *first[GROUPS];
} tally;

static void add(tally *t, int group, const wm_nwn2_mdb_packet *p)
{
    if (t->count[group]++ == 0)
        t->first[group] = p;
}

static bool positions_differ(double tolerance, const wm_nwn2_mdb_mesh *a, const wm_nwn2_mdb_mesh *b)
{
    size_t stride, other;
    const uint8_t *x = wmi_mdb_vertices(a, &stride), *y = wmi_mdb_vertices(b, &other);
    if (a->vertex_count != b->vertex_count || stride != other)
        return true;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (wmi_floats_apart(tolerance, x + i * stride, y + i * stride, 3))
            return true;
    return false;
}

/* Everything in a vertex is a float, except the bones of a skin. */
static bool vertices_differ(double tolerance, const wm_nwn2_mdb_mesh *a, const wm_nwn2_mdb_mesh *b)
{
    size_t stride, bones = offsetof(wm_nwn2_mdb_skin_vertex, bone);
    const uint8_t *x = wmi_mdb_vertices(a, &stride), *y = wmi_mdb_vertices(b, &stride);
    for (uint32_t i = 0; i < a->vertex_count; i++, x += stride, y += stride) {
        size_t first = a->skin_vertices ? bones : stride,
               rest = a->skin_vertices ? bones + 4 : stride;
        if (wmi_floats_apart(tolerance, x, y, first / sizeof(float)) ||
            (a->skin_vertices && memcmp(x + bones, y + bones, 4) != 0) ||
            wmi_floats_apart(tolerance, x + rest, y + rest, (stride - rest) / sizeof(float)))
            return true;
    }
    return false;
}

static void compare_materials(tally *t, const wm_nwn2_mdb_packet *p, const wm_nwn2_mdb_material *a,
                              const wm_nwn2_mdb_material *b)
{
    bool apart = false;
    for (int i = 0; i < WM_NWN2_MDB_TEXTURES; i++)
        apart |= strncmp(a->texture[i], b->texture[i], WM_NWN2_MDB_NAME) != 0;
    if (apart)
        add(t, TEXTURES, p);
    if (wmi_floats_apart(t->tolerance, &a->diffuse, &b->diffuse, 3) ||
        wmi_floats_apart(t->tolerance, &a->specular, &b->specular, 3) ||
        wmi_floats_apart(t->tolerance, &a->specular_level, &b->specular_level, 1) ||
        wmi_floats_apart(t->tolerance, &a->specular_power, &b->specular_power, 1) ||
        a->flags != b->flags)
        add(t, MATERIAL, p);
}

static void compare_meshes(tally *t, const wm_nwn2_mdb_packet *p, const wm_nwn2_mdb_mesh *a,
                           const wm_nwn2_mdb_mesh *b)
{
    compare_materials(t, p, &a->material, &b->material);
    if (strncmp(a->skeleton, b->skeleton, WM_NWN2_MDB_NAME) != 0)
        add(t, SKELETON, p);
    if (a->flags != b->flags)
        add(t, FLAGS, p);
    if (positions_differ(t->tolerance, a, b))
        add(t, POSITIONS, p);
    else if (vertices_differ(t->tolerance, a, b))
        add(t, VERTICES, p);
    if (wmi_rows_apart(a->triangles, a->triangle_count, b->triangles, b->triangle_count,
                       sizeof *a->triangles))
        add(t, TRIANGLES, p);
    if (a->triangle_flags && b->triangle_flags &&
        wmi_rows_apart(a->triangle_flags, a->triangle_count, b->triangle_flags, b->triangle_count,
                       4))
        add(t, SURFACES, p);
}

static bool raws_differ(wm_nwn2_bytes a, wm_nwn2_bytes b)
{
    return a.size != b.size || (a.size && memcmp(a.data, b.data, a.size) != 0);
}

static bool spheres_differ(double tolerance, const wm_nwn2_mdb_spheres *a,
                           const wm_nwn2_mdb_spheres *b)
{
    bool apart = a->count != b->count;
    for (uint32_t i = 0; !apart && i < a->count; i++)
        apart = a->spheres[i].bone != b->spheres[i].bone ||
                wmi_floats_apart(tolerance, &a->spheres[i].radius, &b->spheres[i].radius, 1);
    return apart;
}

static void compare(tally *t, const wm_nwn2_mdb_packet *a, const wm_nwn2_mdb_packet *b)
{
    if (a->kind != b->kind || (a->kind == WM_NWN2_MDB_KIND_RAW && raws_differ(a->raw, b->raw)))
        add(t, RAW, b);
    else if (a->mesh)
        compare_meshes(t, b, a->mesh, b->mesh);
    else if (a->point &&
             (a->point->value != b->point->value ||
              wmi_floats_apart(t->tolerance, &a->point->position, &b->point->position, 12)))
        add(t, POINTS, b);
    else if (a->spheres && spheres_differ(t->tolerance, a->spheres, b->spheres))
        add(t, SPHERES, b);
}

/* Have both the same types in the same order? Then packets that differ in name were renamed. */
static bool same_types(const wm_nwn2_mdb *a, const wm_nwn2_mdb *b)
{
    bool same = a->packet_count == b->packet_count;
    for (uint32_t i = 0; same && i < a->packet_count; i++)
        same = memcmp(a->packets[i].type, b->packets[i].type, 4) == 0;
    return same;
}

static bool match_by_name(tally *t, const wm_nwn2_mdb *a, const wm_nwn2_mdb *b, wmi_arena *scratch)
{
    const uint32_t *x = sorted(scratch, a), *y = sorted(scratch, b);
    for (uint32_t i = 0, k = 0; x && y && (i < a->packet_count || k < b->packet_count);) {
        const wm_nwn2_mdb_packet *p = i < a->packet_count ? &a->packets[x[i]] : NULL;
        const wm_nwn2_mdb_packet *q = k < b->packet_count ? &b->packets[y[k]] : NULL;
        int order = !p ? 1 : !q ? -1 : name_order(p, q);
        if (order < 0)
            add(t, REMOVED, p);
        else if (order > 0)
            add(t, ADDED, q);
        else
            compare(t, p, q);
        i += order <= 0;
        k += order >= 0;
    }
    return x && y;
}

static void report(wm_diff *d, const tally *t)
{
    for (int i = 0; i < GROUPS; i++) {
        const wm_nwn2_mdb_packet *p = t->first[i];
        const char *name = p ? wm_nwn2_mdb_packet_name(p) : NULL;
        if (!p)
            continue;
        wmi_diff_add(d, groups[i].field, t->count[i], "%s%s%s %s%s%.32s%s",
                     wmi_count(t->count[i], "packet", "packets").text, groups[i].what,
                     wmi_first(t->count[i]), p->type, name ? " \"" : "", name ? name : "",
                     name ? "\"" : "");
        wmi_diff_about(d, t->count[i],
                       i == REMOVED ? WM_DIFF_SIDE_FIRST
                       : i == ADDED ? WM_DIFF_SIDE_SECOND
                                    : WM_DIFF_SIDE_BOTH,
                       name, 32);
    }
}

wm_status wm_nwn2_mdb_diff(const wm_nwn2_mdb *a, const wm_nwn2_mdb *b, wm_diff *diff,
                           wm_error *error)
{
    wmi_arena scratch;
    tally t = {.tolerance = diff->tolerance};
    wmi_arena_init(&scratch, &wmi_mdb_of(a)->arena.allocator, 0);
    bool good = true;
    if (a->major != b->major || a->minor != b->minor)
        wmi_diff_add(diff, "version", 1, "%u.%u instead of %u.%u", (unsigned)b->major,
                     (unsigned)b->minor, (unsigned)a->major, (unsigned)a->minor);
    if (!same_types(a, b))
        good = match_by_name(&t, a, b, &scratch);
    else
        for (uint32_t i = 0; i < a->packet_count; i++) {
            if (name_order(&a->packets[i], &b->packets[i]) != 0)
                add(&t, NAMES, &b->packets[i]);
            compare(&t, &a->packets[i], &b->packets[i]);
        }
    report(diff, &t);
    good = good && !diff->out_of_memory;
    wmi_arena_free(&scratch);
    return good ? WM_OK : wmi_no_memory(error);
}
