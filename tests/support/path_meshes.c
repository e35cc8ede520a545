/* Meshes that are hard for path finding. */
#include "path_meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

test_mesh test_mesh_new(uint64_t seed)
{
    return (test_mesh){.random = seed * 0x9E3779B97F4A7C15u + 88172645463325252u};
}

void test_mesh_free(test_mesh *m)
{
    free(m->vertices);
    free(m->faces);
    free(m->materials);
    free(m->walkable);
    free(m->links);
    *m = (test_mesh){0};
}

double test_mesh_random(test_mesh *m)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return (double)(m->random >> 11) * 0x1p-53;
}

static uint32_t pick(test_mesh *m, uint32_t count)
{
    return (uint32_t)(test_mesh_random(m) * count);
}

uint32_t test_mesh_vertex(test_mesh *m, double x, double y, double z)
{
    if (m->vertex_count == m->vertex_room) {
        m->vertex_room = m->vertex_room ? 2 * m->vertex_room : 64;
        m->vertices = need(realloc(m->vertices, m->vertex_room * sizeof *m->vertices));
    }
    m->vertices[m->vertex_count] = (wm_vec3){(float)x, (float)y, (float)z};
    return m->vertex_count++;
}

uint32_t test_mesh_face(test_mesh *m, uint32_t a, uint32_t b, uint32_t c)
{
    if (m->face_count == m->face_room) {
        m->face_room = m->face_room ? 2 * m->face_room : 64;
        m->faces = need(realloc(m->faces, m->face_room * sizeof *m->faces));
        m->materials = need(realloc(m->materials, m->face_room * sizeof *m->materials));
        m->walkable = need(realloc(m->walkable, m->face_room * sizeof *m->walkable));
    }
    m->faces[m->face_count] = (wm_walk_face){{a, b, c}};
    m->materials[m->face_count] = 4;
    m->walkable[m->face_count] = true;
    return m->face_count++;
}

wm_walkmesh *test_mesh_build(const test_mesh *m, wm_error *error)
{
    const wm_walkmesh_desc desc = {.vertex_count = m->vertex_count,
                                   .vertices = m->vertices,
                                   .face_count = m->face_count,
                                   .faces = m->faces,
                                   .materials = m->materials,
                                   .walkable = m->walkable,
                                   .neighbours = m->links};
    return wm_walkmesh_new(&desc, NULL, error);
}

static bool same_place(const test_mesh *m, uint32_t a, uint32_t b)
{
    return memcmp(&m->vertices[a], &m->vertices[b], sizeof *m->vertices) == 0;
}

void test_mesh_link(test_mesh *m)
{
    free(m->links);
    m->links = need(malloc(m->face_count * sizeof *m->links));
    memset(m->links, 0xFF, m->face_count * sizeof *m->links);
    for (uint32_t e = 0; e < 3 * m->face_count; e++)
        for (uint32_t i = e + 1; m->walkable[e / 3] && i < 3 * m->face_count; i++) {
            uint32_t a = m->faces[e / 3].vertex[e % 3], b = m->faces[e / 3].vertex[(e % 3 + 1) % 3];
            uint32_t c = m->faces[i / 3].vertex[i % 3], d = m->faces[i / 3].vertex[(i % 3 + 1) % 3];
            if (m->links[e / 3].edge[e % 3] != WM_NO_INDEX)
                break;
            if (i / 3 == e / 3 || !m->walkable[i / 3] ||
                m->links[i / 3].edge[i % 3] != WM_NO_INDEX ||
                !((same_place(m, a, c) && same_place(m, b, d)) ||
                  (same_place(m, a, d) && same_place(m, b, c))))
                continue;
            m->links[e / 3].edge[e % 3] = i;
            m->links[i / 3].edge[i % 3] = e;
        }
}

/* ---- pieces ------------------------------------------------------------ */

/* Adds n x n squares of two faces each from (x, y), with vertices moved by up to `shake`.
 * Returns the index of the first vertex; rows are n + 1 long. */
static uint32_t add_grid(test_mesh *m, uint32_t n, double x, double y, double z, double shake)
{
    uint32_t first = m->vertex_count;
    for (uint32_t j = 0; j <= n; j++)
        for (uint32_t i = 0; i <= n; i++) {
            double dx = shake * test_mesh_random(m), dy = shake * test_mesh_random(m);
            test_mesh_vertex(m, x + i + dx, y + j + dy, z);
        }
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t a = first + j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
            if (pick(m, 2)) {
                test_mesh_face(m, a, b, c);
                test_mesh_face(m, a, c, d);
            } else {
                test_mesh_face(m, a, b, d);
                test_mesh_face(m, b, c, d);
            }
        }
    return first;
}

/* Makes some faces not walkable, square by square. */
static void add_walls(test_mesh *m, double share)
{
    for (uint32_t f = 0; f + 1 < m->face_count; f += 2)
        if (test_mesh_random(m) < share)
            m->walkable[f] = m->walkable[f + 1] = false;
}

static void set_heights(test_mesh *m)
{
    for (uint32_t v = 0; v < m->vertex_count; v++)
        m->vertices[v].z = (float)(0.5 * sin(0.7 * (double)m->vertices[v].x) *
                                   cos(0.9 * (double)m->vertices[v].y));
}

/* Moves one corner of a face across its opposite edge (`beyond` > 0) or next to it. `beyond`
 * is in units of the corner's distance from the edge. */
static void push_corner(test_mesh *m, uint32_t face, uint32_t k, double beyond, double least)
{
    const uint32_t *v = m->faces[face].vertex;
    wm_vec3 a = m->vertices[v[(k + 1) % 3]], b = m->vertices[v[(k + 2) % 3]],
            *c = &m->vertices[v[k]];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, n = dx * dx + dy * dy;
    double t = (((double)c->x - (double)a.x) * dx + ((double)c->y - (double)a.y) * dy) / n;
    double fx = (double)a.x + t * dx, fy = (double)a.y + t * dy;
    double ox = fx - (double)c->x, oy = fy - (double)c->y;
    c->x = (float)(fx + beyond * ox + least * (test_mesh_random(m) - 0.5));
    c->y = (float)(fy + beyond * oy + least * (test_mesh_random(m) - 0.5));
}

/* ---- the meshes -------------------------------------------------------- */

static void open_field(test_mesh *m)
{
    add_grid(m, 14, 0, 0, 0, 0.45);
    set_heights(m);
}

static void rubble(test_mesh *m)
{
    add_grid(m, 16, -8, 100, 0, 0.45);
    add_walls(m, 0.3);
    set_heights(m);
}

/* All coordinates are integers: many paths are equally long, many corners collinear. */
static void chessboard(test_mesh *m)
{
    add_grid(m, 14, -7, -7, 0, 0);
    add_walls(m, 0.3);
}

static void corridors(test_mesh *m)
{
    add_grid(m, 17, 0, 0, 0, 0);
    for (uint32_t f = 0; f < m->face_count; f += 2) {
        uint32_t i = f / 2 % 17, j = f / 2 / 17;
        bool post = i % 2 == 1 && j % 2 == 1, side = (i + j) % 2 == 1;
        if (post || (side && test_mesh_random(m) < 0.35))
            m->walkable[f] = m->walkable[f + 1] = false;
    }
}

static void slivers(test_mesh *m)
{
    add_grid(m, 14, 20, 20, 0, 0.3);
    add_walls(m, 0.2);
    for (int i = 0; i < 60; i++)
        push_corner(m, pick(m, m->face_count), pick(m, 3), 0, i % 2 ? 2e-6 : 0);
    set_heights(m);
}

static void folds(test_mesh *m)
{
    add_grid(m, 12, 0, 0, 0, 0.3);
    add_walls(m, 0.2);
    for (int i = 0; i < 10; i++)
        push_corner(m, pick(m, m->face_count), pick(m, 3), 0.3 * test_mesh_random(m), 0);
    set_heights(m);
}

static void deep_folds(test_mesh *m)
{
    add_grid(m, 7, 0, 0, 0, 0.3);
    add_walls(m, 0.1);
    for (int i = 0; i < 6; i++)
        push_corner(m, pick(m, m->face_count), pick(m, 3), 1.5 * test_mesh_random(m), 0);
}

/* Walls that were meant to be straight: their corners are off by a few roundings, so that
 * some protrude by less than a millionth of a turn. A fold makes the search add up angles. */
static void worn_walls(test_mesh *m)
{
    add_grid(m, 14, 18, 40, 0, 0);
    add_walls(m, 0.3);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        m->vertices[v].x += (float)(4e-6 * (double)pick(m, 5) - 8e-6);
        m->vertices[v].y += (float)(4e-6 * (double)pick(m, 5) - 8e-6);
    }
    push_corner(m, pick(m, m->face_count), pick(m, 3), 0.2, 0);
}

/* Terraces: rows of floor, each a step higher, with vertical risers between them, some of
 * which are missing. In plan view a riser has no area, but it joins the faces that it
 * touches. */
static void stairs(test_mesh *m)
{
    enum { WIDE = 10, ROWS = 8 };
    uint32_t rim[WIDE + 1] = {0}, front[WIDE + 1];
    double bulge[WIDE + 1] = {0};
    for (uint32_t j = 0; j < ROWS; j++) {
        for (uint32_t i = 0; i <= WIDE; i++)
            front[i] = test_mesh_vertex(m, i, j + bulge[i], j);
        for (uint32_t i = 0; j && i < WIDE; i++)
            if (pick(m, 3)) {
                test_mesh_face(m, rim[i], rim[i + 1], front[i + 1]);
                test_mesh_face(m, rim[i], front[i + 1], front[i]);
            }
        for (uint32_t i = 0; i <= WIDE; i++) {
            bulge[i] = 0.6 * test_mesh_random(m);
            rim[i] = test_mesh_vertex(m, i, j + 1 + bulge[i], j);
        }
        for (uint32_t i = 0; i < WIDE; i++) {
            test_mesh_face(m, front[i], front[i + 1], rim[i + 1]);
            test_mesh_face(m, front[i], rim[i + 1], rim[i]);
        }
    }
    add_walls(m, 0.05);
}

/* Flaps attached to the edges of a field, so that three faces share an edge. */
static void flaps(test_mesh *m)
{
    uint32_t inner = add_grid(m, 8, 0, 0, 0, 0.3), faces = m->face_count;
    (void)inner;
    add_walls(m, 0.2);
    for (int i = 0; i < 25; i++) {
        uint32_t f = pick(m, faces), k = pick(m, 3);
        uint32_t a = m->faces[f].vertex[k], b = m->faces[f].vertex[(k + 1) % 3];
        uint32_t c = test_mesh_vertex(m, (double)m->vertices[a].x + test_mesh_random(m) - 0.5,
                                      (double)m->vertices[b].y + test_mesh_random(m) - 0.5, 1);
        if (i % 2)
            test_mesh_face(m, a, b, c);
        else
            test_mesh_face(m, b, a, c);
    }
}

/* Half of the faces face down. Links are given, since a search for links would not join them. */
static void mixed_winding(test_mesh *m)
{
    add_grid(m, 12, 0, 0, 0, 0.4);
    add_walls(m, 0.25);
    for (uint32_t f = 0; f < m->face_count; f++)
        if (pick(m, 2)) {
            uint32_t swap = m->faces[f].vertex[0];
            m->faces[f].vertex[0] = m->faces[f].vertex[1];
            m->faces[f].vertex[1] = swap;
        }
    test_mesh_link(m);
    set_heights(m);
}

/* Every face has its own vertices, joined by given links. */
static void loose_vertices(test_mesh *m)
{
    test_mesh whole = test_mesh_new(m->random);
    add_grid(&whole, 10, 0, 0, 0, 0.4);
    add_walls(&whole, 0.3);
    for (uint32_t f = 0; f < whole.face_count; f++) {
        uint32_t v[3];
        for (int k = 0; k < 3; k++) {
            wm_vec3 p = whole.vertices[whole.faces[f].vertex[k]];
            v[k] = test_mesh_vertex(m, (double)p.x, (double)p.y, (double)p.z);
        }
        test_mesh_face(m, v[0], v[1], v[2]);
        m->walkable[f] = whole.walkable[f];
    }
    test_mesh_free(&whole);
    test_mesh_link(m);
}

/* Adds a strip that winds round a centre: `turns` turns of `parts` squares each, radius from
 * `inner` to `outer` in `rings`. If closed, the last square joins the first. */
static void add_winding(test_mesh *m, double turns, uint32_t parts, double inner, double outer,
                        uint32_t rings, bool closed)
{
    uint32_t count = (uint32_t)(turns * parts), first = m->vertex_count, row = rings + 1;
    for (uint32_t i = 0; i < count + !closed; i++)
        for (uint32_t j = 0; j <= rings; j++) {
            double radius = inner + (outer - inner) * j / rings;
            double angle = 6.28318530717958648 * i / parts;
            test_mesh_vertex(m, radius * cos(angle), radius * sin(angle), 3.0 * i / parts);
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < rings; j++) {
            uint32_t a = first + i * row + j, next = i + 1 == count && closed ? 0 : i + 1;
            uint32_t d = first + next * row + j;
            test_mesh_face(m, a, a + 1, d + 1);
            test_mesh_face(m, a, d + 1, d);
        }
}

static void spiral_ramp(test_mesh *m)
{
    add_winding(m, 3.3, 17, 1.5, 4, 3, false);
    add_walls(m, 0.04);
}

/* The ramp winds so tightly that going round it means going round one corner. */
static void spiral_round_a_point(test_mesh *m)
{
    uint32_t centre = test_mesh_vertex(m, 0, 0, 0), last = WM_NO_INDEX;
    for (uint32_t i = 0; i <= 35; i++) { /* 900 degrees */
        double angle = 6.28318530717958648 * i / 14;
        uint32_t v = test_mesh_vertex(m, 2 * cos(angle), 2 * sin(angle), 0.2 * i);
        if (last != WM_NO_INDEX)
            test_mesh_face(m, centre, last, v);
        last = v;
    }
}

static void closed_fan(test_mesh *m)
{
    uint32_t centre = test_mesh_vertex(m, 0, 0, 0), count = 26; /* 720 degrees */
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.28318530717958648 * i / 13;
        test_mesh_vertex(m, 2 * cos(angle), 2 * sin(angle), sin(angle / 2));
    }
    for (uint32_t i = 0; i < count; i++)
        test_mesh_face(m, centre, 1 + i, 1 + (i + 1) % count);
    add_winding(m, 2, 13, 2, 5, 3, true);
    for (uint32_t i = 0; i < count; i++) /* the inner rim of the ring is that of the fan */
        for (uint32_t f = count; f < m->face_count; f++)
            for (int k = 0; k < 3; k++)
                if (m->faces[f].vertex[k] == 1 + count + i * 4)
                    m->faces[f].vertex[k] = 1 + i;
}

/* A road, and a bridge over it that the road climbs to in a loop. */
static void bridge(test_mesh *m)
{
    uint32_t left = WM_NO_INDEX, right = WM_NO_INDEX;
    for (uint32_t i = 0; i <= 60; i++) { /* a figure of eight that crosses itself */
        double t = 6.28318530717958648 * i / 61, x = 10 * sin(t), y = 5 * sin(2 * t);
        double dx = 10 * cos(t), dy = 10 * cos(2 * t), n = sqrt(dx * dx + dy * dy);
        double wide = 1.5, z = 2 * cos(t);
        uint32_t a = test_mesh_vertex(m, x - wide * dy / n, y + wide * dx / n, z);
        uint32_t b = test_mesh_vertex(m, x + wide * dy / n, y - wide * dx / n, z);
        if (i) {
            test_mesh_face(m, left, right, b);
            test_mesh_face(m, left, b, a);
        }
        left = a;
        right = b;
    }
}

/* Squares that share corners without sharing edges; a ring road joins them. */
static void touching_corners(test_mesh *m)
{
    const uint32_t n = 12;
    add_grid(m, n, 0, 0, 0, 0.3);
    for (uint32_t f = 0; f < m->face_count; f += 2) {
        uint32_t i = f / 2 % n, j = f / 2 / n;
        bool rim = i == 0 || j == 0 || i == n - 1 || j == n - 1;
        bool open = rim || ((i / 2 + j / 2) % 2 == 0) || (i == 3 && j < 6);
        m->walkable[f] = m->walkable[f + 1] = open;
    }
}

/* Returns true if there is no face yet on the other side of the edge from a to b. */
static bool is_open(const test_mesh *m, uint32_t a, uint32_t b)
{
    for (uint32_t e = 0; e < 3 * m->face_count; e++)
        if (m->faces[e / 3].vertex[e % 3] == b && m->faces[e / 3].vertex[(e % 3 + 1) % 3] == a)
            return false;
    return a != b;
}

/* Grows triangle by triangle at random edges, above and below itself, folded by chance.
 * Sometimes the new face ends at an existing vertex, which may close a ring. */
static void grow(test_mesh *m, uint32_t count, double reach, bool whole)
{
    uint32_t first = test_mesh_vertex(m, 0, 0, 0), second = test_mesh_vertex(m, 2, 0, 0);
    test_mesh_face(m, first, second, test_mesh_vertex(m, 1, 2, 0));
    for (uint32_t tries = 0; m->face_count < count && tries < 100 * count; tries++) {
        uint32_t i = m->face_count, f = i - 1 - pick(m, i < 12 ? i : 12), k = pick(m, 3);
        uint32_t p = m->faces[f].vertex[k], q = m->faces[f].vertex[(k + 1) % 3], c;
        if (!is_open(m, p, q))
            continue;
        if (pick(m, 3) == 0) {
            c = m->faces[f - pick(m, f < 8 ? f + 1 : 8)].vertex[pick(m, 3)];
            if (!is_open(m, c, p) || !is_open(m, q, c) || c == p || c == q)
                continue;
        } else {
            double x = ((double)m->vertices[p].x + (double)m->vertices[q].x) / 2;
            double y = ((double)m->vertices[p].y + (double)m->vertices[q].y) / 2;
            x += reach * (test_mesh_random(m) - 0.5);
            y += reach * (test_mesh_random(m) - 0.5);
            c = test_mesh_vertex(m, whole ? round(x) : x, whole ? round(y) : y, 0.1 * i);
        }
        test_mesh_face(m, q, p, c);
    }
}

static void wild(test_mesh *m)
{
    grow(m, 60, 4, false);
}

/* The same with integer coordinates: faces without area, coincident corners. */
static void wild_whole(test_mesh *m)
{
    grow(m, 60, 4, true);
}

static void wild_linked(test_mesh *m)
{
    grow(m, 50, 3, true);
    test_mesh_link(m);
}

const test_path_mesh test_path_meshes[] = {
    {"open field", open_field},
    {"rubble", rubble},
    {"chessboard", chessboard},
    {"corridors", corridors},
    {"slivers", slivers},
    {"folds", folds},
    {"deep folds", deep_folds},
    {"worn walls", worn_walls},
    {"stairs", stairs},
    {"flaps", flaps},
    {"mixed winding", mixed_winding},
    {"loose vertices", loose_vertices},
    {"spiral ramp", spiral_ramp},
    {"spiral round a point", spiral_round_a_point},
    {"closed fan", closed_fan},
    {"bridge", bridge},
    {"touching corners", touching_corners},
    {"wild", wild},
    {"wild on whole numbers", wild_whole},
    {"wild with links", wild_linked},
    {0},
};
