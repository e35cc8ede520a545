/* The light of the temple: sun and sky, with shadows, found with rays. */
#include <math.h>
#include <string.h>

#include "temple.h"

enum { BOXES = 128, SKY = 48, DENSITY = 5 /* pixels for each metre */ };

typedef struct box {
    wm_vec3 low, high;
} box;

/* Everything that casts a shadow, as boxes. */
static int list_boxes(box boxes[BOXES])
{
    static model m;
    int n = 0;
    for (int i = 0; i < TEMPLE_BLOCKS; i++) {
        rectangle r = temple_blocks[i].at;
        float in =
            temple_blocks[i].column ? 0.265f * (float)(r.x1 - r.x0) : 0; /* a box in the column */
        boxes[n++] = (box){{(float)r.x0 + in, (float)r.y0 + in, 0},
                           {(float)r.x1 - in, (float)r.y1 - in, temple_blocks[i].top}};
    }
    for (int own = 0; own < TEMPLE_ROOMS; own++) {
        temple_build(&m, own);
        for (int i = 0; i < m.count && n < BOXES; i++) {
            const quad *q = &m.quads[i];
            if (strcmp(q->texture, "tmp_brick") != 0)
                continue;
            wm_vec3 end = temple_along(q->at, q->u, 1);
            boxes[n++] = (box){{fminf(q->at.x, end.x), fminf(q->at.y, end.y), 0},
                               {fmaxf(q->at.x, end.x), fmaxf(q->at.y, end.y), temple_height}};
        }
    }
    return n;
}

static bool is_hit(const box *b, wm_vec3 from, wm_vec3 to)
{
    const float o[3] = {from.x, from.y, from.z}, d[3] = {to.x, to.y, to.z};
    const float low[3] = {b->low.x, b->low.y, b->low.z},
                high[3] = {b->high.x, b->high.y, b->high.z};
    float near = 0.02f, far = 60;
    for (int k = 0; k < 3; k++) {
        if (fabsf(d[k]) < 1e-6f) {
            if (o[k] < low[k] - 1e-4f || o[k] > high[k] + 1e-4f)
                return false;
            continue;
        }
        float a = (low[k] - o[k]) / d[k], c = (high[k] - o[k]) / d[k];
        near = fmaxf(near, fminf(a, c));
        far = fminf(far, fmaxf(a, c));
    }
    return near <= far;
}

static bool is_lit(const box *boxes, int count, wm_vec3 from, wm_vec3 to)
{
    for (int i = 0; i < count; i++)
        if (is_hit(&boxes[i], from, to))
            return false;
    return true;
}

static float dot(wm_vec3 a, wm_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The sun, and the part of the sky that is seen from a point with this normal. */
static wm_vec3 light_at(const box *boxes, int count, wm_vec3 at, wm_vec3 normal)
{
    const wm_vec3 sun = {0.46f, -0.52f, 0.72f};
    float open = 0, direct = 0;
    wm_vec3 from = temple_along(at, normal, 0.03f);
    for (int i = 0; i < SKY; i++) { /* evenly over the half sphere above the ground */
        float z = ((float)i + 0.5f) / SKY, r = sqrtf(1 - z * z), angle = 2.39996323f * (float)i;
        wm_vec3 to = {r * cosf(angle), r * sinf(angle), z};
        float share = dot(to, normal);
        if (share > 0 && is_lit(boxes, count, from, to))
            open += share * 2 / SKY;
    }
    for (int i = 0; i < 4 && dot(sun, normal) > 0; i++) { /* a soft edge */
        wm_vec3 to = {sun.x + 0.012f * (float)(i & 1), sun.y + 0.012f * (float)(i >> 1), sun.z};
        direct += is_lit(boxes, count, from, to) ? dot(sun, normal) / 4 : 0;
    }
    return (wm_vec3){0.34f + 0.44f * open + 0.58f * direct, 0.35f + 0.48f * open + 0.51f * direct,
                     0.39f + 0.52f * open + 0.38f * direct};
}

static uint8_t byte_of(float v)
{
    return (uint8_t)(v < 0 ? 0 : v > 1 ? 255 : v * 255 + 0.5f);
}

/* In rows, from the top. Sizes are multiples of four, because compression works on blocks of four
 * by four. */
bool temple_arrange(model *m)
{
    int x = 0, y = 0, row = 0;
    for (int i = 0; i < m->count; i++) {
        quad *q = &m->quads[i];
        q->w = ((int)(temple_length(q->u) * DENSITY) + 4) / 4 * 4;
        q->h = ((int)(temple_length(q->v) * DENSITY) + 4) / 4 * 4;
        if (x + q->w > TEMPLE_LIGHT) {
            x = 0;
            y += row;
            row = 0;
        }
        q->x = x;
        q->y = y;
        x += q->w;
        row = q->h > row ? q->h : row;
        if (y + q->h > TEMPLE_LIGHT)
            return false;
    }
    return true;
}

static wm_vec3 normal_of(const quad *q)
{
    wm_vec3 n = {q->u.y * q->v.z - q->u.z * q->v.y, q->u.z * q->v.x - q->u.x * q->v.z,
                 q->u.x * q->v.y - q->u.y * q->v.x};
    float l = temple_length(n);
    return (wm_vec3){n.x / l, n.y / l, n.z / l};
}

void temple_bake(const model *m, wm_image *image)
{
    static box boxes[BOXES];
    int count = list_boxes(boxes);
    memset(image->rgba, 255, (size_t)TEMPLE_LIGHT * TEMPLE_LIGHT * 4);
    for (int i = 0; i < m->count; i++) {
        const quad *q = &m->quads[i];
        wm_vec3 normal = normal_of(q);
        for (int y = 0; y < q->h; y++)
            for (int x = 0; x < q->w; x++) {
                float s = (float)x / (float)(q->w - 1), t = (float)y / (float)(q->h - 1);
                /* not quite to the edges, which lie in other walls */
                wm_vec3 at = temple_along(temple_along(q->at, q->u, 0.01f + 0.98f * s), q->v,
                                          0.01f + 0.98f * t);
                wm_vec3 c = light_at(boxes, count, at, normal);
                uint8_t *to =
                    &image->rgba[4 * ((size_t)(q->y + y) * TEMPLE_LIGHT + (size_t)(q->x + x))];
                to[0] = byte_of(c.x);
                to[1] = byte_of(c.y);
                to[2] = byte_of(c.z);
            }
    }
}
