/* Rules for bounds blocks: sphere, box and upright cylinder contain the vertices, and the
 * smallest shape is named with its volume. docs/formats/bw2-model.md, "Bounds". */
#include "bw2/check.h"

static const double pi = 3.14159265358979323846;
/* Relative to the size of the box: single precision and another summing order stay far below. */
static const double tolerance = 1e-4;

typedef struct block {
    const wm_bw2_bounds *b;
    uint64_t offset;
    const char *path;             /* "" for the model itself */
    uint32_t first_vertex, count; /* the vertices that it encloses */
} block;

/* What the vertices require. */
typedef struct need {
    wmi_vec min, max;
    double sphere;   /* greatest distance from the stored centre */
    double cylinder; /* greatest distance from the axis */
    double scale;    /* length of the box's diagonal */
} need;

static need measure(const wmi_bw2_checker *c, const block *k)
{
    need n = {.min = {INFINITY, INFINITY, INFINITY}, .max = {-INFINITY, -INFINITY, -INFINITY}};
    wmi_vec centre = wmi_vec_of(k->b->centre), base = wmi_vec_of(k->b->base);
    for (uint32_t v = 0; v < k->count; v++) {
        wmi_vec p = wmi_vec_of(wmi_bw2_position(c, k->first_vertex + v));
        n.min = (wmi_vec){wmi_min(n.min.x, p.x), wmi_min(n.min.y, p.y), wmi_min(n.min.z, p.z)};
        n.max = (wmi_vec){wmi_max(n.max.x, p.x), wmi_max(n.max.y, p.y), wmi_max(n.max.z, p.z)};
        n.sphere = wmi_max(n.sphere, wmi_length(wmi_sub(p, centre)));
        n.cylinder = wmi_max(n.cylinder, wmi_hypot(p.x - base.x, p.z - base.z));
    }
    n.scale = wmi_length(wmi_sub(n.max, n.min));
    return n;
}

static bool far_apart(double a, double b, double most)
{
    return !(fabs(a - b) <= most);
}

static void check_box(wmi_bw2_checker *c, const block *k, const need *n)
{
    const wm_bw2_bounds *b = k->b;
    double most = tolerance * n->scale;
    wmi_where at = wmi_at(k->offset + 0x10, "%sbounds.min", k->path);
    if (b->min.x > b->max.x || b->min.y > b->max.y || b->min.z > b->max.z)
        wmi_report(c->report, WM_BW2_BOX_SWAPPED, at,
                   "the minimum (%g, %g, %g) is above the maximum (%g, %g, %g)", (double)b->min.x,
                   (double)b->min.y, (double)b->min.z, (double)b->max.x, (double)b->max.y,
                   (double)b->max.z);
    else if (far_apart((double)b->min.x, n->min.x, most) ||
             far_apart((double)b->min.y, n->min.y, most) ||
             far_apart((double)b->min.z, n->min.z, most) ||
             far_apart((double)b->max.x, n->max.x, most) ||
             far_apart((double)b->max.y, n->max.y, most) ||
             far_apart((double)b->max.z, n->max.z, most))
        wmi_report(c->report, WM_BW2_BOX_WRONG, at,
                   "the box is (%g, %g, %g) to (%g, %g, %g), but the vertices span (%g, %g, %g) to "
                   "(%g, %g, %g)",
                   (double)b->min.x, (double)b->min.y, (double)b->min.z, (double)b->max.x,
                   (double)b->max.y, (double)b->max.z, n->min.x, n->min.y, n->min.z, n->max.x,
                   n->max.y, n->max.z);
}

/* The game's search for the smallest ball ignores points whose squared distance is up to
 * 0.01 above the squared radius, and falls back to the ball around the box. Three times
 * that, and 5 %, are accepted. */
static bool fits(double radius, double needed, double across)
{
    return needed * needed <= 1.05 * radius * radius + 0.03 && radius <= 0.55 * across + 1e-3;
}

static void check_sphere(wmi_bw2_checker *c, const block *k, const need *n)
{
    double radius = (double)k->b->radius;
    if (!fits(radius, n->sphere, n->scale))
        wmi_report(
            c->report, WM_BW2_SPHERE_WRONG, wmi_at(k->offset, "%sbounds.centre", k->path),
            "the radius is %g; the model is %g across, and vertices are up to %g from the centre",
            radius, n->scale, n->sphere);
}

static void check_cylinder(wmi_bw2_checker *c, const block *k, const need *n)
{
    const wm_bw2_bounds *b = k->b;
    double radius = (double)b->cylinder_radius, most = tolerance * n->scale;
    wmi_where at = wmi_at(k->offset + 0x28, "%sbounds.base", k->path);
    double across = wmi_hypot(n->max.x - n->min.x, n->max.z - n->min.z);
    if (!fits(radius, n->cylinder, across))
        wmi_report(
            c->report, WM_BW2_CYLINDER_WRONG, at,
            "the radius is %g; the model is %g across, and vertices are up to %g from the axis",
            radius, across, n->cylinder);
    else if (far_apart((double)b->base.y, n->min.y, most) ||
             far_apart((double)b->height, n->max.y - n->min.y, most))
        wmi_report(
            c->report, WM_BW2_CYLINDER_WRONG, at,
            "the cylinder starts at %g and is %g high, but the vertices start at %g and span %g",
            (double)b->base.y, (double)b->height, n->min.y, n->max.y - n->min.y);
}

/* The smallest shape is taken from the block's own numbers, so that one wrong shape gives
 * one finding. One model of the game names the sphere although the cylinder is 5 % smaller
 * and its volume is stored. So a tenth is accepted, and the volume of any of the three. */
static void check_tightest(wmi_bw2_checker *c, const block *k)
{
    static const char *const names[] = {"sphere", "box", "cylinder"};
    const wm_bw2_bounds *b = k->b;
    double r = (double)b->radius, cr = (double)b->cylinder_radius;
    wmi_vec size = wmi_sub(wmi_vec_of(b->max), wmi_vec_of(b->min));
    const double volume[3] = {4.0 / 3 * pi * r * r * r, fabs(size.x * size.y * size.z),
                              pi * cr * cr * (double)b->height};
    uint32_t best = 0;
    bool known = false;
    for (uint32_t i = 0; i < 3; i++) {
        best = volume[i] < volume[best] ? i : best;
        known |= !far_apart((double)b->volume, volume[i], 1e-3 * volume[i] + 1e-9);
    }
    wmi_where at = wmi_at(k->offset + 0x3C, "%sbounds.tightest", k->path);
    if (b->tightest > 2)
        wmi_report(c->report, WM_BW2_TIGHTEST, at,
                   "0x%08lx is unknown, expected 0 (sphere), 1 (box) or 2 (cylinder); the %s is "
                   "the smallest",
                   (ul)b->tightest, names[best]);
    else if (!(volume[b->tightest] <= 1.1 * volume[best] + 1e-9))
        wmi_report(
            c->report, WM_BW2_TIGHTEST, at,
            "the stored shape is the %s with volume %g, but the %s with volume %g is smaller",
            names[b->tightest], volume[b->tightest], names[best], volume[best]);
    if (!known)
        wmi_report(c->report, WM_BW2_VOLUME, wmi_at(k->offset + 0x40, "%sbounds.volume", k->path),
                   "the stored volume is %g, but sphere, box and cylinder have %g, %g and %g",
                   (double)b->volume, volume[0], volume[1], volume[2]);
}

static bool finite(const wm_bw2_bounds *b)
{
    return wmi_finite(b->centre) && isfinite(b->radius) && wmi_finite(b->min) &&
           wmi_finite(b->max) && wmi_finite(b->base) && isfinite(b->height) &&
           isfinite(b->cylinder_radius) && isfinite(b->volume);
}

static void check_block(wmi_bw2_checker *c, const block *k)
{
    if (!finite(k->b)) {
        wmi_report(c->report, WM_BW2_NOT_FINITE, wmi_at(k->offset, "%sbounds", k->path),
                   "a number is NaN or infinite");
        return;
    }
    if (k->count) {
        need n = measure(c, k);
        if (!isfinite(n.scale)) /* the vertices get their own finding */
            return;
        check_box(c, k, &n);
        check_sphere(c, k, &n);
        check_cylinder(c, k, &n);
    }
    check_tightest(c, k);
}

void wmi_bw2_check_bounds(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    check_block(c, &(block){&m->bounds, 0x38, "", 0, m->vertex_count});
    for (uint32_t i = 0; c->walk_meshes && i < m->mesh_count; i++) {
        const wm_bw2_mesh *mesh = &m->meshes[i];
        wmi_where at = wmi_at(0, "meshes[%lu].", (ul)i);
        check_block(c, &(block){&mesh->bounds, wmi_bw2_mesh_at(c, i) + 0x44, at.path,
                                mesh->first_vertex, mesh->vertex_count});
    }
}
