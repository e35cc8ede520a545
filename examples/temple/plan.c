/* The plan of the temple, and the rectangles that its rooms consist of. */
#include <math.h>

#include "temple.h"

const float temple_height = 3.2f;

const room temple_rooms[TEMPLE_ROOMS] = {
    {"temple_hall", "tmp_slab", {-8, -8, 8, 8}, 4},
    {"temple_shrine", "tmp_carpet", {-6, 9, 6, 19}, 9},
    {"temple_gallery", "tmp_planks", {9, -5, 21, 5}, 5},
    {"temple_store", "tmp_slab", {-19, -5, -9, 5}, 4},
    {"temple_garden", "tmp_grass", {-7, -19, 7, -9}, 3},
};
static const rectangle passages[TEMPLE_ROOMS] = {
    {0, 0, 0, 0}, {-2, 8, 2, 9}, {8, -2, 9, 2}, {-9, -2, -8, 2}, {-2, -9, 2, -8}};

const block temple_blocks[TEMPLE_BLOCKS] = {
    {{-5, -5, -3, -3}, 3.2f, "tmp_trim", true},     {{3, -5, 5, -3}, 3.2f, "tmp_trim", true},
    {{-5, 3, -3, 5}, 3.2f, "tmp_trim", true},       {{3, 3, 5, 5}, 3.2f, "tmp_trim", true},
    {{-1, -1, 1, 1}, 0.5f, "tmp_trim", false},      {{-2, 16, 2, 18}, 1.0f, "tmp_trim", false},
    {{-5, 11, -4, 12}, 2.6f, "tmp_trim", true},     {{4, 11, 5, 12}, 2.6f, "tmp_trim", true},
    {{12, 3, 18, 4}, 0.5f, "tmp_crate", false},     {{12, -4, 18, -3}, 0.5f, "tmp_crate", false},
    {{-18, 2, -16, 4}, 1.6f, "tmp_crate", false},   {{-16, 2, -14, 4}, 0.9f, "tmp_crate", false},
    {{-18, -4, -16, -2}, 1.1f, "tmp_crate", false}, {{-13, -4, -11, -3}, 0.8f, "tmp_crate", false},
    {{-6, -18, -3, -15}, 0.6f, "tmp_trim", false},  {{3, -18, 6, -15}, 0.6f, "tmp_trim", false},
};

static bool holds(rectangle r, int x, int y)
{
    return x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1;
}

int temple_room_at(int x, int y)
{
    for (int i = 0; i < TEMPLE_ROOMS; i++)
        if (holds(temple_rooms[i].at, x, y) || (i && holds(passages[i], x, y)))
            return holds(temple_rooms[i].at, x, y) ? i : 0;
    return -1;
}

bool temple_is_blocked(int x, int y)
{
    for (int i = 0; i < TEMPLE_BLOCKS; i++)
        if (holds(temple_blocks[i].at, x, y))
            return true;
    return false;
}

/* ---- rectangles in space ---- */

wm_vec3 temple_along(wm_vec3 a, wm_vec3 b, float t)
{
    return (wm_vec3){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}

float temple_length(wm_vec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

static void add_quad(model *m, wm_vec3 at, wm_vec3 u, wm_vec3 v, const char *texture)
{
    if (m->count < TEMPLE_QUADS)
        m->quads[m->count++] = (quad){.at = at, .u = u, .v = v, .texture = texture};
}

/* A wall from (x0, y0) to (x1, y1), seen from the left of that direction. */
static void add_wall(model *m, float x0, float y0, float x1, float y1, float top,
                     const char *texture)
{
    add_quad(m, (wm_vec3){x1, y1, 0}, (wm_vec3){x0 - x1, y0 - y1, 0}, (wm_vec3){0, 0, top},
             texture);
}

/* Eight sides for a column, four for anything else; a flat top. */
static void add_block(model *m, const block *b)
{
    const double turn = 6.28318530717958648;
    float x = (float)(b->at.x0 + b->at.x1) / 2, y = (float)(b->at.y0 + b->at.y1) / 2;
    float wide = (float)(b->at.x1 - b->at.x0) / 2, deep = (float)(b->at.y1 - b->at.y0) / 2;
    int sides = b->column ? 8 : 4;
    for (int i = 0; i < sides; i++) {
        float p[2][2];
        for (int k = 0; k < 2; k++) {
            double angle = turn * (i + k + 0.5) / sides;
            float reach = b->column ? 0.36f : 0.70710678f;
            p[k][0] = x + 2 * wide * reach * (float)cos(angle);
            p[k][1] = y + 2 * deep * reach * (float)sin(angle);
        }
        add_wall(m, p[1][0], p[1][1], p[0][0], p[0][1], b->top, b->texture);
    }
    if (b->column)
        wide = deep = 0.76f * wide; /* a slab that juts out */
    add_quad(m, (wm_vec3){x - wide, y - deep, b->top}, (wm_vec3){2 * wide, 0, 0},
             (wm_vec3){0, 2 * deep, 0}, b->texture);
}

/* There is a wall at every metre where the floor ends; runs of them are one rectangle. */
static void add_walls(model *m, int own, rectangle r)
{
    static const int side[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; /* south, east, north, west */
    for (int k = 0; k < 4; k++) {
        bool flat = side[k][0] == 0; /* the wall runs along x */
        int fixed = flat ? (k == 0 ? r.y0 : r.y1 - 1) : (k == 3 ? r.x0 : r.x1 - 1);
        int from = flat ? r.x0 : r.y0, to = flat ? r.x1 : r.y1, start = from;
        for (int i = from; i <= to; i++) {
            int x = flat ? i : fixed, y = flat ? fixed : i;
            bool wall = i < to && temple_room_at(x, y) == own &&
                        temple_room_at(x + side[k][0], y + side[k][1]) < 0;
            if (wall)
                continue;
            float line = (float)(fixed + (k == 1 || k == 2 ? 1 : 0)), a = (float)start,
                  b = (float)i;
            if (i > start && k == 0)
                add_wall(m, a, line, b, line, temple_height, "tmp_brick");
            else if (i > start && k == 1)
                add_wall(m, line, a, line, b, temple_height, "tmp_brick");
            else if (i > start && k == 2)
                add_wall(m, b, line, a, line, temple_height, "tmp_brick");
            else if (i > start)
                add_wall(m, line, b, line, a, temple_height, "tmp_brick");
            start = i + 1;
        }
    }
}

static void add_floor(model *m, rectangle r, const char *texture)
{
    add_quad(m, (wm_vec3){(float)r.x0, (float)r.y0, 0}, (wm_vec3){(float)(r.x1 - r.x0), 0, 0},
             (wm_vec3){0, (float)(r.y1 - r.y0), 0}, texture);
}

void temple_build(model *m, int own)
{
    m->count = 0;
    add_floor(m, temple_rooms[own].at, temple_rooms[own].floor);
    add_walls(m, own, temple_rooms[own].at);
    for (int i = 1; i < TEMPLE_ROOMS && own == 0; i++) {
        add_floor(m, passages[i], "tmp_trim");
        add_walls(m, 0, passages[i]);
    }
    for (int i = 0; i < TEMPLE_BLOCKS; i++)
        if (temple_room_at(temple_blocks[i].at.x0, temple_blocks[i].at.y0) == own)
            add_block(m, &temple_blocks[i]);
}
