/* Light on the samples of a picture: a key light with shadows, a fill light, sky and ground,
 * corners darkened, edges drawn, the ground with its grid; then samples become pixels. Colours
 * are squared on the way in and rooted on the way out, which is near enough to how screens show
 * light. */
#include <pthread.h>

#include "draw/still.h"
#include "real.h"

typedef struct rgb {
    float r, g, b;
} rgb;

typedef struct lighting {
    const still *s;
    const camera *c; /* in samples */
    float key[3], fill[3], half[3];
    float right[3], up[3], back[3]; /* of the camera */
    double centre[3], radius;
    float corner;         /* reach of the darkening of corners, metres */
    bool ground;          /* the ground is seen from above */
    float taps[9][12][2]; /* where corners look for what is near, for each sample of a pixel */
} lighting;

enum { TAPS = 12 };

static float clampf(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

static rgb mix(rgb a, rgb b, float t)
{
    return (rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static rgb from_hex(uint32_t hex)
{
    float r = (float)(hex >> 16 & 255) / 255, g = (float)(hex >> 8 & 255) / 255;
    float b = (float)(hex & 255) / 255;
    return (rgb){r * r, g * g, b * b};
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- space ---- */

/* Distance along the line of sight of a sample. */
static double reach_at(const lighting *l, size_t at)
{
    return camera_reach(l->c, l->s->front.depth[at]);
}

static void place_of(const lighting *l, double x, double y, double reach, double p[3])
{
    const camera *c = l->c;
    double k = (c->perspective ? reach : 1) / c->zoom;
    double r = (x - c->cx) * k, u = (c->cy - y) * k, w = c->distance - reach;
    for (int i = 0; i < 3; i++)
        p[i] = c->target[i] + c->right[i] * r + c->up[i] * u + c->back[i] * w;
}

/* ---- shadow ---- */

/* How much of the light arrives; `wide` is the step between the places that are asked, samples of
 * the light, (2 * n + 1) squared of them. */
static float lit(const lighting *l, const double p[3], double bias, int n, double wide)
{
    const raster *map = &l->s->shade;
    double xy[2];
    float depth;
    int open = 0, all = 0;
    if (!camera_project(&l->s->sun, p, xy, &depth) || xy[0] < -n * wide || xy[1] < -n * wide ||
        xy[0] > map->width + n * wide || xy[1] > map->height + n * wide)
        return 1;
    for (int j = -n; j <= n; j++)
        for (int i = -n; i <= n; i++) {
            double x = xy[0] + i * wide, y = xy[1] + j * wide;
            all++;
            if (!(x >= 0) || !(y >= 0) || x >= map->width || y >= map->height) {
                open++;
                continue;
            }
            float seen = map->depth[(size_t)y * map->width + (size_t)x];
            open += !((double)seen > (double)depth + bias);
        }
    return (float)open / (float)all;
}

/* ---- corners ---- */

static float corners(const lighting *l, uint32_t x, uint32_t y, double reach, const float n[3])
{
    const raster *r = &l->s->front;
    const camera *c = l->c;
    float here = (float)reach, k = (c->perspective ? here : 1) / (float)c->zoom;
    float size = clampf(l->corner / k, 3, STILL_REACH), range = 4 * l->corner * l->corner;
    float nr = dot(n, l->right), nu = dot(n, l->up), nb = dot(n, l->back), dark = 0;
    float eye = (float)c->distance;
    const float(*taps)[2] = l->taps[x % l->s->fine + l->s->fine * (y % l->s->fine)];
    for (int i = 0; i < TAPS; i++) {
        int ox = (int)(taps[i][0] * size), oy = (int)(taps[i][1] * size);
        uint32_t tx = x + (uint32_t)ox, ty = y + (uint32_t)oy; /* below 0 they are huge */
        if (tx >= r->width || ty >= r->height)
            continue;
        float depth = r->depth[raster_at(r, tx, ty)];
        if (depth == RASTER_FAR)
            continue;
        /* Positive: it is nearer. */
        float dz = here - (c->perspective ? 1 / depth : eye - depth);
        float vx = (float)ox * k, vy = (float)-oy * k, d2 = vx * vx + vy * vy + dz * dz;
        if (d2 > range)
            continue;
        float rise = vx * nr + vy * nu + dz * nb;
        if (rise <= 0 || rise * rise < 0.0143f * d2) /* below 0.12: most of a flat surface */
            continue;
        float up = rise / sqrtf(d2 + 1e-9f) - 0.12f;
        dark += up > 0 ? up * (1 - d2 / range) : 0;
    }
    return clampf(1 - 1.5f * dark / TAPS, 0.25f, 1);
}

/* ---- edges ---- */

/* Darkness of a line here: where something nearer ends, parts meet, or a surface bends. */
static float edge(const lighting *l, uint32_t x, uint32_t y, double reach, const float n[3])
{
    const raster *r = &l->s->front;
    static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t part = r->part[raster_at(r, x, y)];
    double side[4], limit = 0.012 * l->radius;
    float line = 0;
    bool images = l->s->figure->surfaces; /* they show where parts meet and bend */
    for (int i = 0; i < 4; i++) {
        int64_t nx = (int64_t)x + step[i][0], ny = (int64_t)y + step[i][1];
        side[i] = reach;
        if (nx < 0 || ny < 0 || nx >= r->width || ny >= r->height)
            continue;
        size_t at = raster_at(r, (uint32_t)nx, (uint32_t)ny);
        if (!r->part[at]) {
            line = cli_maxf(line, images ? 0.4f : 0.72f);
            continue;
        }
        side[i] = reach_at(l, at);
        if (images)
            continue;
        if (r->part[at] != part && i < 2)
            line = cli_maxf(line, 0.16f);
        float m[3];
        raster_unpack(r->normal[at], m);
        float bend = 1 - dot(n, m);
        if (i < 2 && bend > 0.35f && fabs(side[i] - reach) < 4 * limit)
            line = cli_maxf(line, cli_minf(0.26f, 0.3f * bend));
    }
    for (int i = 0; i < 2; i++) {
        double jump = side[i] + side[i + 2] - 2 * reach; /* a slope alone gives 0 */
        if (jump > limit && !images)
            line = cli_maxf(line, (float)cli_min(0.5, 0.2 + 0.3 * (jump - limit) / (4 * limit)));
    }
    return line;
}

/* ---- the model ---- */

/* x^22, the highlight of a surface that is neither dull nor polished. */
static float glint(float x)
{
    float x2 = x * x, x4 = x2 * x2, x16 = x4 * x4 * (x4 * x4);
    return x16 * x4 * x2;
}

static rgb surface(const lighting *l, uint32_t x, uint32_t y, size_t at)
{
    const raster *r = &l->s->front;
    float n[3];
    double p[3], reach = reach_at(l, at);
    raster_unpack(r->normal[at], n);
    place_of(l, x + 0.5, y + 0.5, reach, p);
    float key = dot(n, l->key), fill = dot(n, l->fill), high = dot(n, l->half);
    float open = corners(l, x, y, reach, n);
    float sky = 0.5f + 0.5f * n[2];
    key = key > 0 ? key : 0;
    if (key > 0 && l->s->layers & DRAW_SHADOW) {
        for (int k = 0; k < 3; k++) /* off the surface, so that it does not shade itself */
            p[k] += 0.006 * l->radius * (double)n[k];
        key *= lit(l, p, 0.006 * l->radius * (double)(1.4f - key), 1, 1.2);
    }
    fill = fill > 0 ? fill : 0;
    high = high > 0 ? glint(high) : 0;
    rgb base = from_hex(r->colour[at]);
    if (r->part[at] & RASTER_LIT) {
        float ink = 1 - edge(l, x, y, reach, n);
        return (rgb){base.r * ink, base.g * ink, base.b * ink};
    }
    rgb air = mix((rgb){0.30f, 0.28f, 0.26f}, (rgb){0.47f, 0.49f, 0.53f}, sky);
    rgb light = {air.r * open + 0.86f * key + 0.13f * fill * open,
                 air.g * open + 0.83f * key + 0.14f * fill * open,
                 air.b * open + 0.77f * key + 0.16f * fill * open};
    float shine = 0.05f * high * (key > 0 ? 1 : 0.3f);
    float ink = 1 - edge(l, x, y, reach, n);
    return (rgb){(base.r * light.r + shine) * ink, (base.g * light.g + shine) * ink,
                 (base.b * light.b + shine) * ink};
}

/* ---- the ground ---- */

/* How much of a sample a line of the grid covers, along one axis. */
static float grid_line(double at, double next, double below, double grid)
{
    double wide = cli_max(fabs(next - at), fabs(below - at));
    double off = fabs(at - grid * floor(at / grid + 0.5));
    if (!(wide > 0) || wide > grid / 4)
        return 0;
    double cover = 1.1 - off / wide;
    return (float)(cover < 0 ? 0 : cover > 1 ? 1 : cover);
}

/* The shadow on it is soft: one test of the light is enough for all samples of a pixel (*lit_here,
 * negative before the first). */
static rgb ground(const lighting *l, uint32_t x, uint32_t y, rgb back, float *lit_here)
{
    const still *s = l->s;
    double p[3], right[3], below[3];
    if (!camera_ground(l->c, x + 0.5, y + 0.5, s->ground, p))
        return back;
    double dx = p[0] - l->centre[0], dy = p[1] - l->centre[1];
    double far = sqrt(dx * dx + dy * dy) / l->radius;
    float fade = clampf((float)(2.4 - far) / 1.2f, 0, 1);
    if (!(fade > 0))
        return back;
    rgb c = mix(back, (rgb){0.88f, 0.87f, 0.84f}, 0.55f * fade);
    if (s->layers & DRAW_GRID && camera_ground(l->c, x + 1.5, y + 0.5, s->ground, right) &&
        camera_ground(l->c, x + 0.5, y + 1.5, s->ground, below)) {
        double pixel = s->fine;
        float line = cli_maxf(grid_line(p[0], p[0] + pixel * (right[0] - p[0]),
                                        p[0] + pixel * (below[0] - p[0]), s->grid),
                              grid_line(p[1], p[1] + pixel * (right[1] - p[1]),
                                        p[1] + pixel * (below[1] - p[1]), s->grid));
        c = mix(c, (rgb){0.34f, 0.36f, 0.40f}, 0.34f * line * fade);
    }
    if (s->layers & DRAW_SHADOW) {
        double wide = cli_max(1.5, 0.018 * l->radius * s->sun.zoom / 2);
        if (*lit_here < 0)
            *lit_here = lit(l, p, 0.002 * l->radius, 2, wide);
        c = mix(c, (rgb){0.20f, 0.21f, 0.24f}, 0.5f * (1 - *lit_here) * fade);
    }
    return c;
}

/* ---- the picture ---- */

static void prepare(lighting *l, const still *s)
{
    const camera *c = &s->samples;
    double fill[3], half[3];
    *l = (lighting){.s = s, .c = c, .radius = s->radius};
    for (int k = 0; k < 3; k++) {
        fill[k] = 0.8 * c->right[k] + 0.45 * c->back[k] + (k == 2 ? 0.1 : 0);
        half[k] = s->sun.back[k] + c->back[k];
        l->centre[k] = ((double)s->figure->min[k] + (double)s->figure->max[k]) / 2;
    }
    camera_unit(fill);
    camera_unit(half);
    for (int k = 0; k < 3; k++) {
        l->key[k] = (float)s->sun.back[k];
        l->fill[k] = (float)fill[k];
        l->half[k] = (float)half[k];
        l->right[k] = (float)c->right[k];
        l->up[k] = (float)c->up[k];
        l->back[k] = (float)c->back[k];
    }
    for (uint32_t i = 0; i < 9 * TAPS; i++) { /* a spiral, rotated for each sample */
        double angle = 2.39996 * (i % TAPS) + 0.9 * (i / TAPS), far = sqrt((i % TAPS + 0.6) / TAPS);
        double sine, cosine;
        cli_sin_cos(angle, &sine, &cosine);
        l->taps[i / TAPS][i % TAPS][0] = (float)(cosine * far);
        l->taps[i / TAPS][i % TAPS][1] = (float)(sine * far);
    }
    l->corner = (float)(0.085 * s->radius);
    l->ground = c->back[2] > 0.05 && s->layers & (DRAW_GRID | DRAW_SHADOW);
}

/* What is in front is laid over it as the games do it: in the values of the screen. */
static rgb behind_veil(rgb c, uint32_t veil)
{
    float through = 1 - (float)(veil >> 24) / 255, add[3];
    for (int k = 0; k < 3; k++)
        add[k] = (float)(veil >> 8 * (2 - k) & 255) / 255;
    float r = cli_minf(1, sqrtf(c.r) * through + add[0]);
    float g = cli_minf(1, sqrtf(c.g) * through + add[1]);
    float b = cli_minf(1, sqrtf(c.b) * through + add[2]);
    return (rgb){r * r, g * g, b * b};
}

static uint32_t to_byte(float v)
{
    float root = sqrtf(v > 0 ? v : 0);
    return root >= 1 ? 255 : (uint32_t)(root * 255 + 0.5f);
}

/* Some columns of a band: any order, any thread, the same pixels. */
typedef struct strip {
    const lighting *l;
    uint32_t first, end; /* rows */
    uint32_t left, right;
} strip;

static uint32_t light_pixel(const lighting *l, uint32_t x, uint32_t y, rgb back)
{
    const still *s = l->s;
    const raster *r = &s->front;
    uint32_t fine = s->fine;
    float share = 1 / (float)(fine * fine), lit_here = -1;
    rgb sum = {0, 0, 0};
    for (uint32_t i = 0; i < fine * fine; i++) {
        uint32_t sx = x * fine + i % fine, sy = y * fine + i / fine;
        size_t at = raster_at(r, sx, sy);
        rgb c = r->part[at] ? surface(l, sx, sy, at)
                : l->ground ? ground(l, sx, sy, back, &lit_here)
                            : back;
        if (r->veil && r->veil[at])
            c = behind_veil(c, r->veil[at]);
        sum = (rgb){sum.r + c.r * share, sum.g + c.g * share, sum.b + c.b * share};
    }
    return 0xFF000000u | to_byte(sum.r) << 16 | to_byte(sum.g) << 8 | to_byte(sum.b);
}

/* Narrow pieces, so that what is looked at around each pixel stays near the processor. */
static void *light_strip(void *what)
{
    enum { PIECE = 64 };
    const strip *b = what;
    const still *s = b->l->s;
    for (uint32_t left = b->left; left < b->right; left += PIECE) {
        uint32_t right = b->right - left < PIECE ? b->right : left + PIECE;
        for (uint32_t y = b->first; y < b->end; y++) {
            rgb back = mix((rgb){0.94f, 0.93f, 0.91f}, (rgb){0.73f, 0.735f, 0.74f},
                           (float)y / (float)s->height);
            for (uint32_t x = left; x < right; x++)
                s->pixels[y * s->stride + x] = light_pixel(b->l, x, y, back);
        }
    }
    return NULL;
}

void still_light(const still *s, uint32_t first, uint32_t end)
{
    enum { THREADS = 16 };
    lighting l;
    strip strips[THREADS];
    pthread_t threads[THREADS];
    bool started[THREADS] = {false};
    uint32_t n = s->jobs < 1 ? 1 : s->jobs > THREADS ? THREADS : s->jobs;
    prepare(&l, s);
    for (uint32_t i = 0; i < n; i++) {
        strips[i] =
            (strip){&l, first / s->fine, end / s->fine, (uint32_t)((uint64_t)s->width * i / n),
                    (uint32_t)((uint64_t)s->width * (i + 1) / n)};
        started[i] = i > 0 && pthread_create(&threads[i], NULL, light_strip, &strips[i]) == 0;
        if (i > 0 && !started[i])
            light_strip(&strips[i]);
    }
    light_strip(&strips[0]);
    for (uint32_t i = 1; i < n; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
}
