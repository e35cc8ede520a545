/* Generated areas. */
#include "areas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"

enum { EAST, NORTH, WEST, SOUTH };

/* Vertices are points of a lattice, so that neighbours match bit for bit. */
typedef struct builder {
    wm_kotor_bwm *b;
    uint32_t nx, ny; /* squares */
    double x, y;     /* of the first corner */
    uint32_t vertices, faces;
} builder;

static void *need(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static uint32_t corner(const builder *s, uint32_t i, uint32_t j)
{
    return j * (s->nx + 1) + i;
}

static uint32_t add_vertex(builder *s, double x, double y)
{
    s->b->vertices[s->vertices] = (wm_vec3){(float)x, (float)y, 0};
    return s->vertices++;
}

static void add_face(builder *s, uint32_t a, uint32_t b, uint32_t c)
{
    s->b->faces[s->faces] = (wm_kotor_face){{a, b, c}};
    s->b->materials[s->faces++] = SAMPLE_STONE;
}

/* Adds a step of one metre outside the edge from a to b, which runs counter-clockwise round
 * the room; (dx, dy) points outwards. */
static void add_step(builder *s, uint32_t a, uint32_t b, double dx, double dy, bool split)
{
    const wm_vec3 *v = s->b->vertices;
    double ax = (double)v[a].x + dx, ay = (double)v[a].y + dy;
    double bx = (double)v[b].x + dx, by = (double)v[b].y + dy;
    uint32_t c = add_vertex(s, ax, ay), d = add_vertex(s, bx, by);
    if (!split) {
        add_face(s, a, c, d);
        add_face(s, a, d, b);
        return;
    }
    uint32_t m = add_vertex(s, (ax + bx) / 2, (ay + by) / 2);
    add_face(s, a, c, m);
    add_face(s, a, m, b);
    add_face(s, b, m, d);
}

static void add_steps(builder *s, const bool open[4], bool split)
{
    uint32_t i = s->nx / 2, j = s->ny / 2;
    if (open[EAST])
        add_step(s, corner(s, s->nx, j), corner(s, s->nx, j + 1), 1, 0, split);
    if (open[NORTH])
        add_step(s, corner(s, i + 1, s->ny), corner(s, i, s->ny), 0, 1, split);
    if (open[WEST])
        add_step(s, corner(s, 0, j + 1), corner(s, 0, j), -1, 0, split);
    if (open[SOUTH])
        add_step(s, corner(s, i, 0), corner(s, i + 1, 0), 0, -1, split);
}

/* Sets transitions on the outer edges of the steps: all edges whose midpoint lies there. */
static void set_doors(const builder *s, const bool open[4], const uint32_t leads[4])
{
    double mx = s->x + (double)s->nx / 2, my = s->y + (double)s->ny / 2;
    double out[4][2] = {
        {s->x + s->nx + 1, my}, {mx, s->y + s->ny + 1}, {s->x - 1, my}, {mx, s->y - 1}};
    for (uint32_t e = 0; e < s->b->edge_count; e++) {
        uint32_t edge = s->b->edges[e].edge;
        const uint32_t *f = s->b->faces[edge / 3].vertex;
        wm_vec3 a = s->b->vertices[f[edge % 3]], b = s->b->vertices[f[(edge % 3 + 1) % 3]];
        for (int k = 0; k < 4; k++) {
            bool upright = k == EAST || k == WEST;
            double at = out[k][upright ? 0 : 1];
            if (open[k] && (double)(upright ? a.x : a.y) == at &&
                (double)(upright ? b.x : b.y) == at)
                s->b->edges[e].transition = leads[k];
        }
    }
}

static wm_kotor_bwm *make_room(const test_area *area, uint32_t at, uint32_t nx, uint32_t ny,
                               bool split)
{
    uint32_t column = at % area->columns, row = at / area->columns;
    bool open[4] = {column + 1 < area->columns, row + 1 < area->rows, column > 0, row > 0};
    uint32_t leads[4] = {at + 1, at + area->columns, at - 1, at - area->columns};
    builder s = {.nx = nx, .ny = ny, .x = (double)column * (nx + 2), .y = (double)row * (ny + 2)};
    uint32_t steps = (uint32_t)(open[0] + open[1] + open[2] + open[3]);
    s.b = need(wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL));
    if (wm_kotor_bwm_reserve(s.b, (nx + 1) * (ny + 1) + steps * (split ? 3 : 2),
                             2 * nx * ny + steps * (split ? 3 : 2), NULL) != WM_OK)
        abort();
    for (uint32_t j = 0; j <= ny; j++)
        for (uint32_t i = 0; i <= nx; i++)
            add_vertex(&s, s.x + i, s.y + j);
    for (uint32_t j = 0; j < ny; j++)
        for (uint32_t i = 0; i < nx; i++) {
            add_face(&s, corner(&s, i, j), corner(&s, i + 1, j), corner(&s, i + 1, j + 1));
            add_face(&s, corner(&s, i, j), corner(&s, i + 1, j + 1), corner(&s, i, j + 1));
        }
    add_steps(&s, open, split);
    if (wm_kotor_bwm_rebuild(s.b, NULL, NULL, NULL) != WM_OK)
        abort();
    set_doors(&s, open, leads);
    return s.b;
}

static char *make_text(const test_area *area, uint32_t nx, uint32_t ny)
{
    size_t size = 256 + (size_t)area->count * 64, used = 0;
    char *text = need(malloc(size));
    used += (size_t)snprintf(text, size,
                             "#MAXLAYOUT ASCII\nfiledependancy grid.max\nbeginlayout\n"
                             "   roomcount %u\n",
                             (unsigned)area->count);
    for (uint32_t i = 0; i < area->count; i++)
        used += (size_t)snprintf(text + used, size - used, "      Grid_%02u_%02u %u.0 %u.0 0.0\n",
                                 (unsigned)(i % area->columns), (unsigned)(i / area->columns),
                                 (unsigned)(i % area->columns * (nx + 2)),
                                 (unsigned)(i / area->columns * (ny + 2)));
    snprintf(text + used, size - used,
             "   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n");
    return text;
}

static test_area *make(uint32_t columns, uint32_t rows, uint32_t nx, uint32_t ny, uint32_t split)
{
    test_area *area = need(calloc(1, sizeof *area));
    area->columns = columns;
    area->rows = rows;
    area->count = columns * rows;
    area->rooms = need(calloc(area->count, sizeof *area->rooms));
    for (uint32_t i = 0; i < area->count; i++)
        area->rooms[i] = make_room(area, i, nx, ny, i == split);
    char *text = make_text(area, nx, ny);
    test_area_layout(area, text);
    free(text);
    return area;
}

test_area *test_area_make(uint32_t columns, uint32_t rows, uint32_t cells_x, uint32_t cells_y)
{
    return make(columns, rows, cells_x, cells_y, WM_NO_INDEX);
}

test_area *test_area_make_split(uint32_t columns, uint32_t rows, uint32_t cells, uint32_t split)
{
    return make(columns, rows, cells, cells, split);
}

void test_area_layout(test_area *area, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memcpy(need(malloc(size)), text, size);
    free(area->text);
    wm_kotor_lyt_free(area->lyt);
    area->text = copy;
    area->lyt = need(wm_kotor_lyt_read(copy, size - 1, NULL, NULL));
    if (area->lyt->room_count != area->count)
        abort();
}

void test_area_free(test_area *area)
{
    for (uint32_t i = 0; i < area->count; i++)
        wm_kotor_bwm_free(area->rooms[i]);
    wm_kotor_lyt_free(area->lyt);
    free(area->rooms);
    free(area->text);
    free(area);
}

wm_kotor_edge *test_area_door(const test_area *area, uint32_t room, uint32_t other)
{
    wm_kotor_bwm *b = area->rooms[room];
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition == other)
            return &b->edges[i];
    abort();
}

wm_vec3 *test_area_corner(const test_area *area, uint32_t room, uint32_t edge, int end)
{
    wm_kotor_bwm *b = area->rooms[room];
    return &b->vertices[b->faces[edge / 3].vertex[(edge % 3 + (uint32_t)end) % 3]];
}

void test_area_check(const test_area *area, wm_report *report)
{
    wm_kotor_area *joined =
        need(wm_kotor_area_new(area->lyt, (const wm_kotor_bwm *const *)area->rooms, NULL, NULL));
    if (wm_kotor_lyt_check(area->lyt, NULL, report, NULL) != WM_OK ||
        wm_kotor_area_check(joined, NULL, report, NULL) != WM_OK)
        abort();
    wm_kotor_area_free(joined);
}
