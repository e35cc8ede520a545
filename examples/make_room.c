/* Makes a walkmesh from nothing: an L-shaped hall with a pillar, a ramp up to a
 * wooden deck, and two doors.
 *
 *   make_room OUT.wok            a valid room
 *   make_room --broken OUT.wok   the same with three faults that real tools have left
 *                                in real rooms
 *
 * Only vertices, faces, materials and doors are given; wm_kotor_bwm_rebuild does the
 * rest. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

enum { COLUMNS = 11, ROWS = 9, VERTICES = (COLUMNS + 1) * (ROWS + 1) + 16, FACES = 256 };

/* Seen from above, north at the top, a letter for each 2 x 2 m:
 * s stone, c carpet, m metal (the ramp), w wood, p puddles, g grass nobody walks on,
 * o the corner of the block around the pillar, space nothing. */
static const char plan[ROWS][COLUMNS + 1] = {
    " s         ", "gccs       ", "sccs       ", "sccs       ", "sccs       ",
    "sccsssmmww ", "sccoosmmwww", "sssoosmmww ", "psssssmmww ",
};

typedef struct room {
    wm_vec3 vertex[VERTICES];
    uint32_t vertices;
    uint32_t face[FACES][3];
    uint32_t material[FACES];
    uint32_t faces;
    uint32_t corner[ROWS + 1][COLUMNS + 1]; /* vertex number + 1 of a grid corner */
} room;

static uint32_t add_vertex(room *r, float x, float y, float z)
{
    r->vertex[r->vertices] = (wm_vec3){x, y, z};
    return r->vertices++;
}

static void add_face(room *r, uint32_t a, uint32_t b, uint32_t c, uint32_t material)
{
    const uint32_t face[3] = {a, b, c};
    memcpy(r->face[r->faces], face, sizeof face);
    r->material[r->faces++] = material;
}

/* The grid corner south-west of cell (column, row), rows counted from the south.
 * Neighbouring cells get the same vertex: that is what joins their faces. */
static uint32_t corner(room *r, uint32_t column, uint32_t row)
{
    uint32_t *known = &r->corner[row][column];
    if (*known == 0) {
        /* the ramp climbs 1 m between x = 12 and x = 16 */
        float x = 2.0f * (float)column, rise = (x - 12) / 4;
        float z = rise < 0 ? 0 : rise > 1 ? 1 : rise;
        *known = add_vertex(r, x, 2.0f * (float)row, z) + 1;
    }
    return *known - 1;
}

/* Fills the block of 4 x 4 m around the pillar: a ring of floor, the pillar on top. */
static void add_pillar(room *r, uint32_t column, uint32_t row)
{
    static const uint32_t step[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                        {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    uint32_t outer[8], inner[8];
    float x = 2.0f * (float)column + 2, y = 2.0f * (float)row + 2;
    for (uint32_t i = 0; i < 8; i++) {
        double angle = 3.14159265358979 * (-0.75 + 0.25 * i);
        outer[i] = corner(r, column + step[i][0], row + step[i][1]);
        inner[i] = add_vertex(r, x + (float)(1.1 * cos(angle)), y + (float)(1.1 * sin(angle)), 0);
    }
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t next = (i + 1) % 8;
        add_face(r, outer[i], outer[next], inner[next], 4);
        add_face(r, outer[i], inner[next], inner[i], 4);
    }
    for (uint32_t i = 1; i < 7; i++)
        add_face(r, inner[0], inner[i], inner[i + 1], 7);
}

static void add_cell(room *r, uint32_t column, uint32_t row, uint32_t material)
{
    uint32_t a = corner(r, column, row), b = corner(r, column + 1, row);
    uint32_t c = corner(r, column + 1, row + 1), d = corner(r, column, row + 1);
    if ((column + row) % 2) {
        add_face(r, a, b, c, material);
        add_face(r, a, c, d, material);
    } else {
        add_face(r, a, b, d, material);
        add_face(r, b, c, d, material);
    }
}

static void build(room *r)
{
    memset(r, 0, sizeof *r);
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; column < COLUMNS; column++)
            switch (plan[ROWS - 1 - row][column]) {
            case 's': add_cell(r, column, row, 4); break;
            case 'c': add_cell(r, column, row, 9); break;
            case 'm': add_cell(r, column, row, 10); break;
            case 'w': add_cell(r, column, row, 5); break;
            case 'p': add_cell(r, column, row, 11); break;
            case 'g': add_cell(r, column, row, 19); break;
            }
    add_pillar(r, 3, 1);
}

/* The number of the edge between two places, as the face order is now. */
static uint32_t find_edge(const wm_kotor_bwm *b, float x0, float y0, float x1, float y1)
{
    for (uint32_t e = 0; e < 3 * b->face_count; e++) {
        wm_vec3 p = b->vertices[b->faces[e / 3].vertex[e % 3]];
        wm_vec3 q = b->vertices[b->faces[e / 3].vertex[(e + 1) % 3]];
        if (p.x == x0 && p.y == y0 && q.x == x1 && q.y == y1)
            return e;
    }
    return WM_NO_INDEX;
}

static wm_kotor_bwm *make(wm_error *error)
{
    room r;
    build(&r);
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, error);
    if (!b || wm_kotor_bwm_reserve(b, r.vertices, r.faces, error) != WM_OK)
        goto failed;
    memcpy(b->vertices, r.vertex, r.vertices * sizeof *r.vertex);
    memcpy(b->faces, r.face, r.faces * sizeof *r.face);
    memcpy(b->materials, r.material, r.faces * sizeof *r.material);
    if (wm_kotor_bwm_rebuild(b, NULL, NULL, error) != WM_OK)
        goto failed;
    /* Doors: in the north of the carpet, and in the east of the deck. */
    if (wm_kotor_bwm_set_transition(b, find_edge(b, 4, 18, 2, 18), 1, error) == WM_OK &&
        wm_kotor_bwm_set_transition(b, find_edge(b, 22, 4, 22, 6), 2, error) == WM_OK)
        return b;
failed:
    wm_kotor_bwm_free(b);
    return NULL;
}

/* Cuts the link between the two faces that share the edge from (x, y) to (x + 2, y). */
static void cut(wm_kotor_bwm *b, float x, float y)
{
    uint32_t here = find_edge(b, x, y, x + 2, y), there = find_edge(b, x + 2, y, x, y);
    if (here == WM_NO_INDEX || there == WM_NO_INDEX)
        return;
    b->adjacency[here / 3].edge[here % 3] = WM_NO_INDEX;
    b->adjacency[there / 3].edge[there % 3] = WM_NO_INDEX;
}

/* What careless tools do: forget the perimeters, count the tree from 1, and lose the
 * links across the carpet. */
static void break_it(wm_kotor_bwm *b)
{
    b->perimeter_count = 0;
    for (uint32_t i = 0; i < b->aabb_count; i++)
        if (b->aabbs[i].face == WM_NO_INDEX) {
            b->aabbs[i].left++;
            b->aabbs[i].right++;
        }
    cut(b, 2, 10);
    cut(b, 4, 10);
    wm_kotor_bwm_pack(b);
}

int main(int argc, char **argv)
{
    bool broken = argc == 3 && strcmp(argv[1], "--broken") == 0;
    wm_error error;
    wm_buffer bytes = {0};
    char text[512];
    if (argc != 2 + broken) {
        fputs("usage: make_room [--broken] OUT.wok\n", stderr);
        return 2;
    }
    wm_kotor_bwm *b = make(&error);
    if (b && broken)
        break_it(b);
    bool good = b && wm_kotor_bwm_write(b, NULL, &bytes, &error) == WM_OK &&
                wm_file_write(argv[argc - 1], bytes.data, bytes.size, true, &error) == WM_OK;
    if (!good)
        fprintf(stderr, "make_room: %s\n", wm_error_format(&error, NULL, text, sizeof text));
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(b);
    return good ? 0 : 1;
}
