/* Semantic differences between two walkmeshes. Vertices of both sides get common indices
 * by position. Faces are matched by these indices, then the data of matched faces is
 * compared. With a tolerance, faces whose corners are near are matched instead. */
#include <math.h>
#include <stdio.h>

#include "base/match.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "kotor/bwm/internal.h"

/* A face as the common indices of its corners, lowest first. */
typedef struct shape {
    uint32_t corner[3];
    uint32_t first; /* corner[0] is vertex[first] of the face */
} shape;

typedef struct side {
    const wm_kotor_bwm *b;
    uint32_t *place;      /* common index of each vertex */
    shape *shapes;        /* one per face */
    uint64_t *order;      /* faces sorted by shape, in the low 32 bits */
    uint32_t *partner;    /* matching face of the other side, or WM_NO_INDEX */
    uint32_t *transition; /* by edge index, for all faces */
} side;

static wm_vec3 position(const side *s, uint32_t at)
{
    uint32_t n = s[0].b->vertex_count;
    wm_vec3 v = at < n ? s[0].b->vertices[at] : s[1].b->vertices[at - n];
    return (wm_vec3){v.x + 0.0f, v.y + 0.0f, v.z + 0.0f};
}

static bool number_places(side *s, wmi_arena *scratch)
{
    size_t n = (size_t)s[0].b->vertex_count + s[1].b->vertex_count;
    uint64_t *order = wmi_arena_raw(scratch, n, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, n, sizeof *spare);
    if (!order || !spare)
        return false;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (int axis = 2; axis >= 0; axis--) {
        for (size_t i = 0; i < n; i++) {
            uint32_t at = (uint32_t)order[i];
            order[i] = (uint64_t)wmi_float_key(wmi_axis(position(s, at), axis)) << 32 | at;
        }
        wmi_sort_high(order, spare, n);
    }
    uint32_t number = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)order[i];
        wm_vec3 v = position(s, at);
        if (i) {
            wm_vec3 before = position(s, (uint32_t)order[i - 1]);
            number += memcmp(&before, &v, sizeof v) != 0;
        }
        uint32_t first = s[0].b->vertex_count;
        *(at < first ? &s[0].place[at] : &s[1].place[at - first]) = number;
    }
    return true;
}

static void shape_faces(side *s, uint64_t *spare)
{
    const wm_kotor_bwm *b = s->b;
    for (uint32_t f = 0; f < b->face_count; f++) {
        uint32_t p[3];
        for (int k = 0; k < 3; k++)
            p[k] = s->place[b->faces[f].vertex[k]];
        uint32_t t = p[0] <= p[1] && p[0] <= p[2] ? 0 : p[1] <= p[2] ? 1 : 2;
        s->shapes[f] = (shape){{p[t], p[(t + 1) % 3], p[(t + 2) % 3]}, t};
        s->order[f] = f;
        s->partner[f] = WM_NO_INDEX;
    }
    for (int k = 2; k >= 0; k--) {
        for (uint32_t i = 0; i < b->face_count; i++) {
            uint32_t f = (uint32_t)s->order[i];
            s->order[i] = (uint64_t)s->shapes[f].corner[k] << 32 | f;
        }
        wmi_sort_high(s->order, spare, b->face_count);
    }
    for (size_t e = 0; e < (size_t)b->face_count * 3; e++)
        s->transition[e] = WM_NO_INDEX;
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].edge / 3 < b->face_count)
            s->transition[b->edges[i].edge] = b->edges[i].transition;
}

static int compare(const shape *a, const shape *b)
{
    for (int k = 0; k < 3; k++)
        if (a->corner[k] != b->corner[k])
            return a->corner[k] < b->corner[k] ? -1 : 1;
    return 0;
}

static void match_faces(side *s)
{
    uint32_t i = 0, k = 0, n = s[0].b->face_count, m = s[1].b->face_count;
    while (i < n && k < m) {
        uint32_t f = (uint32_t)s[0].order[i], g = (uint32_t)s[1].order[k];
        int c = compare(&s[0].shapes[f], &s[1].shapes[g]);
        if (c == 0) {
            s[0].partner[f] = g;
            s[1].partner[g] = f;
        }
        i += c <= 0;
        k += c >= 0;
    }
}

/* The same with a tolerance: corner k of a face is corner k + first of its partner. */
static bool match_near(side *s, double tolerance, wmi_arena *scratch)
{
    wmi_match_side m[2];
    for (int i = 0; i < 2; i++) {
        const wm_kotor_bwm *b = s[i].b;
        if (!wmi_match_open(&m[i], b->face_count, b->vertices, b->materials, scratch))
            return false;
        for (uint32_t f = 0; f < b->face_count; f++)
            memcpy(m[i].corner[f], b->faces[f].vertex, sizeof *m[i].corner);
    }
    if (!wmi_match_triangles(m, tolerance, scratch))
        return false;
    for (uint32_t f = 0; f < m[0].count; f++) {
        s[0].shapes[f].first = 0;
        s[0].partner[f] = m[0].partner[f];
    }
    for (uint32_t f = 0; f < m[1].count; f++) {
        s[1].partner[f] = m[1].partner[f];
        s[1].shapes[f].first = m[1].partner[f] == WM_NO_INDEX ? 0 : m[0].shift[m[1].partner[f]];
    }
    return true;
}

/* The edge of the other side that matches edge 3 * f + k. */
static uint32_t partner_edge(const side *s, uint32_t f, uint32_t k)
{
    uint32_t g = s[0].partner[f];
    return g * 3 + (k + 3 - s[0].shapes[f].first + s[1].shapes[g].first) % 3;
}

static bool same_link(const side *s, uint32_t e, uint32_t o)
{
    const wm_kotor_bwm *a = s[0].b, *b = s[1].b;
    uint32_t p = a->adjacency[e / 3].edge[e % 3], q = b->adjacency[o / 3].edge[o % 3];
    if (p == WM_NO_INDEX || q == WM_NO_INDEX || p / 3 >= a->face_count)
        return p == q;
    return s[0].partner[p / 3] != WM_NO_INDEX && partner_edge(s, p / 3, p % 3) == q;
}

static void room_name(uint32_t room, char text[24])
{
    if (room == WM_NO_INDEX)
        wmi_format(text, 24, "nowhere");
    else
        wmi_format(text, 24, "room %lu", (ul)room);
}

/* How far the normal of a face may be off if each corner is moved by the tolerance: the thinner
 * the face, the farther. */
static double normal_slack(const wm_kotor_bwm *b, uint32_t face, double tolerance)
{
    const uint32_t *v = b->faces[face].vertex;
    wmi_vec p = wmi_vec_of(b->vertices[v[0]]), q = wmi_vec_of(b->vertices[v[1]]),
            r = wmi_vec_of(b->vertices[v[2]]);
    double longest = 0;
    const wmi_vec sides[3] = {wmi_sub(q, p), wmi_sub(r, q), wmi_sub(p, r)};
    for (int k = 0; k < 3; k++)
        if (wmi_length(sides[k]) > longest)
            longest = wmi_length(sides[k]);
    double area = wmi_length(wmi_cross(sides[0], sides[1])); /* twice that of the face */
    return area > 0 ? tolerance + 4 * tolerance * longest / area : INFINITY;
}

static bool planes_apart(const side *s, uint32_t f, uint32_t g, double off, double tolerance)
{
    const wm_kotor_bwm *a = s[0].b, *b = s[1].b;
    if (!(tolerance > 0))
        return memcmp(&a->normals[f], &b->normals[g], 12) != 0 ||
               memcmp(&a->distances[f], &b->distances[g], 4) != 0;
    double slack = normal_slack(a, f, tolerance);
    double away = wmi_length(wmi_vec_of(a->vertices[a->faces[f].vertex[0]]));
    return !(off <= slack) ||
           wmi_floats_apart(tolerance + slack * (away + 1), &a->distances[f], &b->distances[g], 1);
}

/* How many items differ, and the first of them. */
typedef struct tally {
    uint32_t count, first;
} tally;

static void tally_add(tally *t, uint32_t index)
{
    if (t->count++ == 0)
        t->first = index;
}

/* What differs between the faces of the first walkmesh and their partners. */
typedef struct differences {
    uint32_t removed;         /* faces without a partner */
    uint32_t order;           /* faces whose partners have another index */
    tally materials;          /* faces */
    tally transitions, links; /* edges */
    uint32_t normals;         /* faces in another plane */
    double worst;             /* of them: how far normals are apart at most */
} differences;

static differences count_differences(const side *s, double tolerance)
{
    const wm_kotor_bwm *a = s[0].b, *b = s[1].b;
    differences n = {.removed = 0};
    for (uint32_t f = 0; f < a->face_count; f++) {
        uint32_t g = s[0].partner[f];
        if (g == WM_NO_INDEX) {
            n.removed++;
            continue;
        }
        n.order += f != g && !(tolerance > 0);
        if (a->materials[f] != b->materials[g])
            tally_add(&n.materials, f);
        double off = wmi_length(wmi_sub(wmi_vec_of(a->normals[f]), wmi_vec_of(b->normals[g])));
        bool plane = planes_apart(s, f, g, off, tolerance);
        n.normals += plane;
        n.worst = plane && off > n.worst ? off : n.worst;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t o = partner_edge(s, f, k);
            if (s[0].transition[3 * f + k] != s[1].transition[o])
                tally_add(&n.transitions, 3 * f + k);
            if (f < a->adjacency_count && g < b->adjacency_count && !same_link(s, 3 * f + k, o))
                tally_add(&n.links, 3 * f + k);
        }
    }
    return n;
}

static void compare_matched(const side *s, wm_diff *d)
{
    const wm_kotor_bwm *a = s[0].b, *b = s[1].b;
    const differences n = count_differences(s, d->tolerance);
    uint32_t added = b->face_count - (a->face_count - n.removed);
    uint32_t face = n.materials.first, edge = n.transitions.first;
    char was[24] = "", is[24] = "";
    if (n.transitions.count) {
        room_name(s[0].transition[edge], was);
        room_name(s[1].transition[partner_edge(s, edge / 3, edge % 3)], is);
    }
    wmi_diff_add(d, "faces", n.removed, "%s",
                 wmi_count(n.removed, "face is gone", "faces are gone").text);
    wmi_diff_about(d, n.removed, WM_DIFF_SIDE_FIRST, NULL, 0);
    wmi_diff_add(d, "faces", added, "%s", wmi_count(added, "face is new", "faces are new").text);
    wmi_diff_about(d, added, WM_DIFF_SIDE_SECOND, NULL, 0);
    wmi_diff_add(d, "face_order", n.order, "%s",
                 wmi_count(n.order, "face has another index", "faces have another index").text);
    wmi_diff_add(
        d, "materials", n.materials.count, "%s another material%s face %lu, %lu instead of %lu",
        wmi_count(n.materials.count, "face has", "faces have").text, wmi_first(n.materials.count),
        (ul)face, n.materials.count ? (ul)b->materials[s[0].partner[face]] : 0,
        n.materials.count ? (ul)a->materials[face] : 0);
    wmi_diff_add(d, "transitions", n.transitions.count,
                 "%s elsewhere%s edge %lu, to %s instead of %s",
                 wmi_count(n.transitions.count, "edge leads", "edges lead").text,
                 wmi_first(n.transitions.count), (ul)edge, is, was);
    wmi_diff_add(d, "adjacency", n.links.count, "%s another neighbour%s edge %lu",
                 wmi_count(n.links.count, "edge has", "edges have").text, wmi_first(n.links.count),
                 (ul)n.links.first);
    wmi_diff_add(d, "normals", n.normals,
                 "the normal or distance of %s; normals are at most %.3g apart",
                 wmi_count(n.normals, "face differs", "faces differ").text, n.worst);
}

static void compare_vectors(wm_diff *d, const char *field, wm_vec3 a, wm_vec3 b)
{
    wmi_diff_add(d, field, wmi_floats_apart(d->tolerance, &a, &b, 3),
                 "%s instead of %s, %.3g m apart", wmi_coordinates(b).text, wmi_coordinates(a).text,
                 wmi_length(wmi_sub(wmi_vec_of(a), wmi_vec_of(b))));
}

static void compare_count(wm_diff *d, const char *field, uint32_t a, uint32_t b)
{
    wmi_diff_add(d, field, a != b ? 1 : 0, "%s instead of %s", wmi_number(b).text,
                 wmi_number(a).text);
}

static void compare_trees(wm_diff *d, const wm_kotor_bwm *a, const wm_kotor_bwm *b)
{
    uint32_t differ = 0;
    if (a->aabb_count != b->aabb_count) {
        compare_count(d, "aabb_nodes", a->aabb_count, b->aabb_count);
        return;
    }
    for (uint32_t i = 0; i < a->aabb_count; i++)
        differ += memcmp(&a->aabbs[i], &b->aabbs[i], sizeof a->aabbs[i]) != 0;
    wmi_diff_add(d, "aabb_nodes", differ, "%s %s",
                 wmi_part(differ, a->aabb_count, "AABB node", "AABB nodes").text,
                 wmi_plural(differ, "differs", "differ"));
}

/* The box of each face, as its leaf stores it; NULL if it has none. */
static const wm_kotor_aabb **leaves_of(const wm_kotor_bwm *b, wmi_arena *scratch)
{
    const wm_kotor_aabb **leaf =
        wmi_arena_new(scratch, b->face_count, sizeof(const wm_kotor_aabb *));
    for (uint32_t i = 0; leaf && i < b->aabb_count; i++)
        if (b->aabbs[i].face < b->face_count)
            leaf[b->aabbs[i].face] = &b->aabbs[i];
    return leaf;
}

/* With a tolerance: another order of faces gives another tree, but the same boxes of faces. */
static bool compare_leaves(wm_diff *d, const side *s, wmi_arena *scratch)
{
    const wm_kotor_bwm *a = s[0].b, *b = s[1].b;
    const wm_kotor_aabb **p = leaves_of(a, scratch), **q = leaves_of(b, scratch);
    uint32_t differ = 0;
    for (uint32_t f = 0; p && q && f < a->face_count; f++) {
        uint32_t g = s[0].partner[f];
        if (g != WM_NO_INDEX)
            differ += !p[f] != !q[g] ||
                      (p[f] && wmi_floats_apart(d->tolerance, &p[f]->min, &q[g]->min, 6));
    }
    compare_count(d, "aabb_nodes", a->aabb_count, b->aabb_count);
    wmi_diff_add(d, "aabb_nodes", differ, "%s another box in the AABB tree",
                 wmi_count(differ, "face has", "faces have").text);
    return p && q;
}

static bool prepare(side *s, const wm_kotor_bwm *b, wmi_arena *scratch)
{
    *s = (side){.b = b,
                .place = wmi_arena_raw(scratch, b->vertex_count, sizeof *s->place),
                .shapes = wmi_arena_raw(scratch, b->face_count, sizeof *s->shapes),
                .order = wmi_arena_raw(scratch, b->face_count, sizeof *s->order),
                .partner = wmi_arena_raw(scratch, b->face_count, sizeof *s->partner),
                .transition = wmi_arena_raw(scratch, b->face_count, 3 * sizeof *s->transition)};
    return s->place && s->shapes && s->order && s->partner && s->transition;
}

wm_status wm_kotor_bwm_diff(const wm_kotor_bwm *a, const wm_kotor_bwm *b, wm_diff *diff,
                            wm_error *error)
{
    wmi_arena scratch;
    side s[2];
    wmi_arena_init(&scratch, &wmi_bwm_arena(a)->allocator, 0);
    uint32_t most = a->face_count > b->face_count ? a->face_count : b->face_count;
    uint64_t *spare = wmi_arena_raw(&scratch, most, sizeof *spare);
    bool good = spare && prepare(&s[0], a, &scratch) && prepare(&s[1], b, &scratch) &&
                number_places(s, &scratch);
    if (good) {
        shape_faces(&s[0], spare);
        shape_faces(&s[1], spare);
        match_faces(s);
        if (diff->tolerance > 0)
            good = match_near(s, diff->tolerance, &scratch);
    }
    if (good) {
        wmi_diff_add(diff, "type", a->type != b->type,
                     "%lu instead of %lu (1 is an area, 0 an object)", (ul)b->type, (ul)a->type);
        compare_vectors(diff, "relative_hook[0]", a->relative_hook[0], b->relative_hook[0]);
        compare_vectors(diff, "relative_hook[1]", a->relative_hook[1], b->relative_hook[1]);
        compare_vectors(diff, "absolute_hook[0]", a->absolute_hook[0], b->absolute_hook[0]);
        compare_vectors(diff, "absolute_hook[1]", a->absolute_hook[1], b->absolute_hook[1]);
        compare_vectors(diff, "position", a->position, b->position);
        compare_count(diff, "vertices", a->vertex_count, b->vertex_count);
        compare_matched(s, diff);
        compare_count(diff, "adjacency_rows", a->adjacency_count, b->adjacency_count);
        compare_count(diff, "edges", a->edge_count, b->edge_count);
        compare_count(diff, "perimeters", a->perimeter_count, b->perimeter_count);
        if (diff->tolerance > 0)
            good = compare_leaves(diff, s, &scratch);
        else
            compare_trees(diff, a, b);
    }
    wmi_arena_free(&scratch);
    if (!good || diff->out_of_memory)
        return wmi_no_memory(error);
    return WM_OK;
}
