/* Views, fitting and projection. */
#include "draw/camera.h"

#include <string.h>

#include "real.h"

static const double field = 0.17; /* half of the picture's height at a distance of 1 */

static const char *const view_names[CAMERA_VIEWS] = {"three-quarter", "front", "back",
                                                     "left",          "right", "top"};

bool camera_view_named(const char *name, camera_view *view)
{
    for (int i = 0; i < CAMERA_VIEWS; i++)
        if (strcmp(name, view_names[i]) == 0) {
            *view = (camera_view)i;
            return true;
        }
    return false;
}

const char *camera_view_name(camera_view view)
{
    return view_names[view];
}

double camera_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void camera_unit(double v[3])
{
    double length = sqrt(camera_dot(v, v));
    for (int k = 0; k < 3 && length > 0; k++)
        v[k] /= length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

void camera_aim(camera *c, camera_view view, double front_x, double front_y, camera_angle angle)
{
    static const double headings[CAMERA_VIEWS] = {0, 0, 180, 90, -90, 0};
    const double degree = 3.14159265358979323846 / 180;
    bool aside = view == CAMERA_THREE_QUARTER;
    double heading = (aside ? -angle.aside : headings[view]) * degree;
    double rise = (aside ? angle.above : 0) * degree;
    double across, along, high, level;
    cli_sin_cos(heading, &across, &along);
    cli_sin_cos(rise, &high, &level);
    double x = front_x * along - front_y * across;
    double y = front_x * across + front_y * along;
    *c = (camera){.perspective = view == CAMERA_THREE_QUARTER};
    if (view == CAMERA_TOP) { /* as the plans: north is up */
        c->right[0] = c->up[1] = c->back[2] = 1;
        return;
    }
    c->back[0] = x * level;
    c->back[1] = y * level;
    c->back[2] = high;
    cross((const double[3]){0, 0, 1}, c->back, c->right);
    camera_unit(c->right);
    cross(c->back, c->right, c->up);
}

/* Right, up and towards the eye, from the target. */
static void relative(const camera *c, const double p[3], double out[3])
{
    double d[3] = {p[0] - c->target[0], p[1] - c->target[1], p[2] - c->target[2]};
    out[0] = camera_dot(d, c->right);
    out[1] = camera_dot(d, c->up);
    out[2] = camera_dot(d, c->back);
}

typedef struct span {
    double low, high;
} span;

static void widen(span *s, double v)
{
    s->low = cli_min(s->low, v);
    s->high = cli_max(s->high, v);
}

static void shift(camera *c, const double axis[3], double by)
{
    for (int k = 0; k < 3; k++)
        c->target[k] += axis[k] * by;
}

/* All points measured along an axis of the picture. */
static span measure(const camera *c, const double axis[3], const float (*points)[3], size_t count)
{
    span s = {INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        double p[3] = {(double)points[i][0] - c->target[0], (double)points[i][1] - c->target[1],
                       (double)points[i][2] - c->target[2]};
        widen(&s, camera_dot(p, axis));
    }
    return s;
}

/* Centres what is seen and goes as near as the frame allows; repeated, as each changes the other.
 */
static void fit_perspective(camera *c, const float (*points)[3], size_t count, double tx, double ty,
                            double size)
{
    for (int round = 0; round < 6; round++) {
        span x = {INFINITY, -INFINITY}, y = x;
        double far = 0.1 * size;
        for (size_t i = 0; i < count; i++) {
            double p[3] = {(double)points[i][0], (double)points[i][1], (double)points[i][2]}, q[3];
            relative(c, p, q);
            far = cli_max(far, q[2] + cli_max(fabs(q[0]) / tx, fabs(q[1]) / ty));
            far = cli_max(far, q[2] + 0.2 * size);
        }
        c->distance = far;
        for (size_t i = 0; i < count; i++) {
            double p[3] = {(double)points[i][0], (double)points[i][1], (double)points[i][2]}, q[3];
            relative(c, p, q);
            widen(&x, q[0] / (far - q[2]));
            widen(&y, q[1] / (far - q[2]));
        }
        if (round == 5)
            break;
        shift(c, c->right, (x.low + x.high) / 2 * far);
        shift(c, c->up, (y.low + y.high) / 2 * far);
    }
}

void camera_fit(camera *c, const float (*points)[3], size_t count, camera_frame f)
{
    memset(c->target, 0, sizeof c->target);
    c->cx = f.x + f.w / 2;
    c->cy = f.y + f.h / 2;
    span x = measure(c, c->right, points, count), y = measure(c, c->up, points, count);
    span z = measure(c, c->back, points, count);
    if (count == 0)
        x = y = z = (span){-1, 1};
    shift(c, c->right, (x.low + x.high) / 2);
    shift(c, c->up, (y.low + y.high) / 2);
    shift(c, c->back, (z.low + z.high) / 2);
    double w = x.high - x.low, h = y.high - y.low, size = cli_max(w, cli_max(h, z.high - z.low));
    if (!(size > 0))
        w = h = size = 1;
    if (!c->perspective) {
        c->zoom = cli_min(w > 0 ? f.w / w : INFINITY, h > 0 ? f.h / h : INFINITY);
        c->distance = 2 * size;
        return;
    }
    double ty = field, tx = field * f.w / f.h;
    c->zoom = f.h / (2 * field);
    fit_perspective(c, points, count, tx, ty, size);
}

bool camera_project(const camera *c, const double p[3], double xy[2], float *depth)
{
    double q[3], zoom = c->zoom;
    relative(c, p, q);
    double far = c->distance - q[2];
    if (c->perspective) {
        if (!(far > 1e-6 * c->distance))
            return false;
        zoom /= far;
        *depth = (float)(1 / far);
    } else {
        *depth = (float)q[2];
    }
    xy[0] = c->cx + q[0] * zoom;
    xy[1] = c->cy - q[1] * zoom;
    return isfinite(xy[0]) && isfinite(xy[1]);
}

double camera_reach(const camera *c, float depth)
{
    return c->perspective ? 1 / (double)depth : c->distance - (double)depth;
}

bool camera_ground(const camera *c, double x, double y, double height, double p[3])
{
    double r = (x - c->cx) / c->zoom, u = (c->cy - y) / c->zoom, eye[3], way[3];
    for (int k = 0; k < 3; k++) {
        eye[k] = c->target[k] + c->back[k] * c->distance;
        way[k] = -c->back[k];
        *(c->perspective ? &way[k] : &eye[k]) += c->right[k] * r + c->up[k] * u;
    }
    double t = (height - eye[2]) / way[2];
    if (!isfinite(t) || t <= 0)
        return false;
    for (int k = 0; k < 3; k++)
        p[k] = eye[k] + way[k] * t;
    return true;
}
