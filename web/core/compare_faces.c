/* Which faces of two walkmeshes differ. Faces are matched by the positions of their corners, as
 * `waymark diff` does, whatever their order. */
#include <stdlib.h>

#include "compare.h"

/* A face by its corners, the lowest one first; their direction is kept. */
typedef struct shape {
    wm_vec3 corner[3];
    uint32_t face, first; /* corner[0] is vertex `first` of the face */
} shape;

typedef struct side {
    const wm_walkmesh *m;
    shape *shapes;     /* sorted */
    uint32_t *partner; /* of each face: the face of the other side, or WM_NO_INDEX */
    uint32_t *first;   /* of each face: shape.first */
    uint8_t *bits;
} side;

static int compare_corners(const void *a, const void *b)
{
    const shape *p = a, *q = b;
    return memcmp(p->corner, q->corner, sizeof p->corner);
}

static int compare_shapes(const void *a, const void *b)
{
    const shape *p = a, *q = b;
    int order = compare_corners(a, b);
    return order ? order : p->face < q->face ? -1 : p->face > q->face;
}

/* -0 and 0 are the same place. */
static wm_vec3 corner(const wm_walkmesh *m, uint32_t face, uint32_t k)
{
    wm_vec3 v = m->vertices[m->faces[face].vertex[k]];
    return (wm_vec3){v.x + 0.0f, v.y + 0.0f, v.z + 0.0f};
}

static void shape_faces(side *s)
{
    for (uint32_t f = 0; f < s->m->face_count; f++) {
        wm_vec3 v[3];
        uint32_t low = 0;
        for (uint32_t k = 0; k < 3; k++) {
            v[k] = corner(s->m, f, k);
            if (memcmp(&v[k], &v[low], sizeof v[k]) < 0)
                low = k;
        }
        s->shapes[f] = (shape){{v[low], v[(low + 1) % 3], v[(low + 2) % 3]}, f, low};
        s->partner[f] = WM_NO_INDEX;
        s->first[f] = low;
    }
    if (s->m->face_count)
        qsort(s->shapes, s->m->face_count, sizeof *s->shapes, compare_shapes);
}

static void pair(side s[2], uint32_t f, uint32_t g)
{
    s[0].partner[f] = g;
    s[1].partner[g] = f;
}

static void match(side s[2])
{
    uint32_t i = 0, k = 0;
    while (i < s[0].m->face_count && k < s[1].m->face_count) {
        int order = compare_corners(&s[0].shapes[i], &s[1].shapes[k]);
        if (order == 0)
            pair(s, s[0].shapes[i].face, s[1].shapes[k].face);
        i += order <= 0;
        k += order >= 0;
    }
}

/* Faces that are left over have moved if index and vertices are the same in both. */
static void match_moved(side s[2])
{
    for (uint32_t f = 0; f < s[0].m->face_count && f < s[1].m->face_count; f++) {
        if (s[0].partner[f] != WM_NO_INDEX || s[1].partner[f] != WM_NO_INDEX ||
            memcmp(&s[0].m->faces[f], &s[1].m->faces[f], sizeof(wm_walk_face)) != 0)
            continue;
        pair(s, f, f);
        s[0].first[f] = s[1].first[f] = 0;
        s[0].bits[f] |= CORE_MOVED;
        s[1].bits[f] |= CORE_MOVED;
    }
}

/* The edge of face g that matches edge k of its partner f. */
static uint32_t edge_of(const side s[2], uint32_t f, uint32_t g, uint32_t k)
{
    return (k + 3 - s[0].first[f] + s[1].first[g]) % 3;
}

static bool same_neighbour(const side s[2], uint32_t edge, uint32_t other)
{
    if (edge == WM_NO_INDEX || other == WM_NO_INDEX)
        return edge == other;
    return s[0].partner[edge / 3] == other / 3;
}

static uint8_t compare_pair(const side s[2], uint32_t f, uint32_t g)
{
    const wm_walkmesh *a = s[0].m, *b = s[1].m;
    bool material = a->materials[f] != b->materials[g] || a->walkable[f] != b->walkable[g];
    bool links = false;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t o = edge_of(s, f, g, k);
        links = links || a->transitions[f].edge[k] != b->transitions[g].edge[o] ||
                !same_neighbour(s, a->neighbours[f].edge[k], b->neighbours[g].edge[o]);
    }
    return (uint8_t)((material ? CORE_MATERIAL : 0) | (links ? CORE_LINKS : 0));
}

/* NWN2 numbers its islands, and path tables use these numbers. */
static bool other_island(const core_document *const d[2], uint32_t f, uint32_t g)
{
    return d[0]->doc->trn && d[1]->doc->trn &&
           d[0]->doc->trn->aswm->triangles[f].island != d[1]->doc->trn->aswm->triangles[g].island;
}

static void compare(side s[2], const core_document *const d[2])
{
    for (uint32_t f = 0; f < s[0].m->face_count; f++) {
        uint32_t g = s[0].partner[f];
        if (g == WM_NO_INDEX) {
            s[0].bits[f] |= CORE_ONLY;
            continue;
        }
        uint8_t bits = compare_pair(s, f, g);
        if (other_island(d, f, g))
            bits |= CORE_LINKS;
        s[0].bits[f] |= bits;
        s[1].bits[g] |= bits;
    }
    for (uint32_t g = 0; g < s[1].m->face_count; g++)
        if (s[1].partner[g] == WM_NO_INDEX)
            s[1].bits[g] |= CORE_ONLY;
}

static bool prepare(side *s)
{
    size_t n = (size_t)s->m->face_count + 1;
    s->shapes = malloc(n * sizeof *s->shapes);
    s->partner = malloc(n * sizeof *s->partner);
    s->first = malloc(n * sizeof *s->first);
    s->bits = calloc(n, 1);
    return s->shapes && s->partner && s->first && s->bits;
}

wm_status core_mark_faces(const core_document *const d[2], core_marks *marks, wm_error *error)
{
    side s[2] = {{.m = d[0]->mesh}, {.m = d[1]->mesh}};
    bool good = prepare(&s[0]);
    good = prepare(&s[1]) && good;
    if (good) {
        shape_faces(&s[0]);
        shape_faces(&s[1]);
        match(s);
        match_moved(s);
        compare(s, d);
    }
    for (int i = 0; i < 2; i++) {
        free(s[i].shapes);
        free(s[i].partner);
        free(s[i].first);
        marks->bits[i] = s[i].bits;
        marks->count[i] = s[i].m->face_count;
    }
    return good ? WM_OK : wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
}
