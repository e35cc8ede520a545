/* Places the nodes of another program's scene in a KotOR model: z up and without scales,
 * which are applied to the vertices and to the positions below. docs/gltf.md, "KotOR models". */
#include "convert/kotor/mdl_from_scene.h"

/* ---- linear maps ------------------------------------------------------- */

static const wmi_linear unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

wmi_vec wmi_linear_apply(const wmi_linear *a, wmi_vec v)
{
    return (wmi_vec){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                     a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                     a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

wmi_linear wmi_linear_multiply(const wmi_linear *a, const wmi_linear *b)
{
    wmi_linear to;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to.m[r][c] =
                a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c];
    return to;
}

wmi_linear wmi_linear_transpose(const wmi_linear *a)
{
    wmi_linear to;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to.m[r][c] = a->m[c][r];
    return to;
}

/* The cofactor of row r, column c: the minor with its sign. */
static double cofactor(const wmi_linear *a, int r, int c)
{
    int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return a->m[r1][c1] * a->m[r2][c2] - a->m[r1][c2] * a->m[r2][c1];
}

double wmi_linear_determinant(const wmi_linear *a)
{
    return a->m[0][0] * cofactor(a, 0, 0) + a->m[0][1] * cofactor(a, 0, 1) +
           a->m[0][2] * cofactor(a, 0, 2);
}

bool wmi_linear_inverse(const wmi_linear *a, wmi_linear *to)
{
    double d = wmi_linear_determinant(a);
    if (!(fabs(d) > 1e-30) || !isfinite(d))
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] = cofactor(a, c, r) / d;
    return true;
}

wmi_linear wmi_linear_of_quat(const double q[4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    return (wmi_linear){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

void wmi_linear_to_quat(const wmi_linear *a, double q[4])
{
    double trace = a->m[0][0] + a->m[1][1] + a->m[2][2], s;
    if (trace > 0) {
        s = 2 * sqrt(trace + 1);
        q[3] = s / 4;
        q[0] = (a->m[2][1] - a->m[1][2]) / s;
        q[1] = (a->m[0][2] - a->m[2][0]) / s;
        q[2] = (a->m[1][0] - a->m[0][1]) / s;
        return;
    }
    int i = a->m[0][0] > a->m[1][1] ? (a->m[0][0] > a->m[2][2] ? 0 : 2)
                                    : (a->m[1][1] > a->m[2][2] ? 1 : 2);
    int j = (i + 1) % 3, k = (i + 2) % 3;
    s = 2 * sqrt(1 + a->m[i][i] - a->m[j][j] - a->m[k][k]);
    q[i] = s / 4;
    q[3] = (a->m[k][j] - a->m[j][k]) / s;
    q[j] = (a->m[i][j] + a->m[j][i]) / s;
    q[k] = (a->m[i][k] + a->m[k][i]) / s;
}

double wmi_linear_distance(const wmi_linear *a, const wmi_linear *b)
{
    double most = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            most = wmi_max(most, fabs(a->m[r][c] - b->m[r][c]));
    return most;
}

/* Newton's iteration for the polar decomposition; it converges quadratically. */
bool wmi_linear_polar(const wmi_linear *a, wmi_linear *rotation, wmi_linear *stretch)
{
    wmi_linear r = *a, inverse;
    bool mirrors = wmi_linear_determinant(a) < 0;
    for (int i = 0; i < 60; i++) {
        wmi_linear next;
        if (!wmi_linear_inverse(&r, &inverse))
            return false;
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                next.m[y][x] = (r.m[y][x] + inverse.m[x][y]) / 2;
        bool done = wmi_linear_distance(&next, &r) < 1e-15;
        r = next;
        if (done)
            break;
    }
    for (int y = 0; y < 3 && mirrors; y++) /* a rotation, and a stretch that mirrors */
        for (int x = 0; x < 3; x++)
            r.m[y][x] = -r.m[y][x];
    wmi_linear back = wmi_linear_transpose(&r);
    *rotation = r;
    *stretch = wmi_linear_multiply(&back, a);
    return true;
}

/* ---- z up -------------------------------------------------------------- */

bool wmi_to_mdl_mirrors(const wmi_to_mdl *t)
{
    return t->scene->left_handed && !t->own;
}

wm_vec3 wmi_to_mdl_vector(const wmi_to_mdl *t, wm_vec3 v)
{
    bool left = wmi_to_mdl_mirrors(t);
    if (t->upright)
        return left ? (wm_vec3){v.x, 0 - v.y, v.z} : v;
    return (wm_vec3){v.x, left ? v.z : 0 - v.z, v.y};
}

wmi_vec wmi_to_mdl_point(const wmi_to_mdl *t, wmi_vec v)
{
    bool left = wmi_to_mdl_mirrors(t);
    if (t->upright)
        return left ? (wmi_vec){v.x, -v.y, v.z} : v;
    return (wmi_vec){v.x, left ? v.z : -v.z, v.y};
}

/* The axis is converted with the space; in a mirror it rotates the other way. */
wm_quat wmi_to_mdl_quat(const wmi_to_mdl *t, wm_quat q)
{
    wm_vec3 axis = wmi_to_mdl_vector(t, (wm_vec3){q.x, q.y, q.z});
    if (wmi_to_mdl_mirrors(t))
        return (wm_quat){0 - axis.x, 0 - axis.y, 0 - axis.z, q.w};
    return (wm_quat){axis.x, axis.y, axis.z, q.w};
}

/* ---- placement --------------------------------------------------------- */

static void unit_quat(wm_quat q, double to[4])
{
    double v[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    bool none = !(length > 1e-12) || !isfinite(length);
    for (int i = 0; i < 4; i++)
        to[i] = none ? (i == 3 ? 1 : 0) : v[i] / length;
}

/* First b, then a. */
static void multiply_quats(const double a[4], const double b[4], double to[4])
{
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    to[0] = x;
    to[1] = y;
    to[2] = z;
    to[3] = w;
}

static bool finite_rest(const wm_transform *r)
{
    return wmi_finite(r->translation) && wmi_finite(r->scale) && isfinite(r->rotation.x) &&
           isfinite(r->rotation.y) && isfinite(r->rotation.z) && isfinite(r->rotation.w);
}

static void find_place(const wmi_place *above, const wm_transform *rest, wmi_place *p)
{
    double quat[4];
    unit_quat(rest->rotation, quat);
    double x = (double)rest->scale.x, y = (double)rest->scale.y, z = (double)rest->scale.z;
    p->vanished = x == 0 && y == 0 && z == 0; /* blades that are switched off */
    if (p->vanished)
        x = y = z = 1;
    const wmi_linear size = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
    wmi_linear rotation = wmi_linear_of_quat(quat);
    wmi_linear local = wmi_linear_multiply(&rotation, &size);
    wmi_vec move = wmi_vec_of(rest->translation);
    p->world = above ? wmi_linear_multiply(&above->world, &local) : local;
    p->move = above ? wmi_add(above->move, wmi_linear_apply(&above->world, move)) : move;
    memcpy(p->quat, quat, sizeof quat);
    if (above)
        multiply_quats(above->quat, quat, p->quat);
    wmi_linear whole = wmi_linear_of_quat(p->quat), back = wmi_linear_transpose(&whole);
    p->excess = wmi_linear_multiply(&back, &p->world);
    p->plain = wmi_linear_distance(&p->excess, &unit) < 1e-6;
    if (p->plain)
        p->excess = unit;
}

bool wmi_to_mdl_places(wmi_to_mdl *t)
{
    const wm_scene *s = t->scene;
    if (t->own)
        return true;
    t->places = wmi_arena_raw(&t->scratch, s->node_count, sizeof *t->places);
    if (!t->places)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool root = n->parent == WM_NO_INDEX || n->parent == t->skipped;
        char path[WMI_PATH];
        if (!finite_rest(&n->rest))
            return wmi_fail(t->error, WM_BAD_VALUE, wmi_to_mdl_path(t, i, path),
                            "the position, rotation or scale is not finite") == WM_OK;
        find_place(root ? NULL : &t->places[n->parent], &n->rest, &t->places[i]);
        wm_vec3 k = n->rest.scale;
        if (!(k.x != 0 && k.y != 0 && k.z != 0) && !t->places[i].vanished)
            return wmi_fail(t->error, WM_NOT_REPRESENTABLE, wmi_to_mdl_path(t, i, path),
                            "the scale is 0 along an axis") == WM_OK;
        t->result->scaled +=
            i != t->skipped && !t->places[i].vanished &&
            !(fabsf(k.x - 1) < 1e-6f && fabsf(k.y - 1) < 1e-6f && fabsf(k.z - 1) < 1e-6f);
    }
    return true;
}

wm_vec3 wmi_to_mdl_moved(const wmi_to_mdl *t, uint32_t node, wm_vec3 v)
{
    uint32_t parent = t->scene->nodes[node].parent;
    if (t->own || parent == WM_NO_INDEX || parent == t->skipped || t->places[parent].plain)
        return wmi_to_mdl_vector(t, v);
    wmi_vec moved = wmi_linear_apply(&t->places[parent].excess, wmi_vec_of(v));
    return wmi_to_mdl_vector(t, wmi_vec_float(moved));
}

wm_transform wmi_to_mdl_rest(const wmi_to_mdl *t, uint32_t node)
{
    wm_transform rest = t->scene->nodes[node].rest;
    double quat[4];
    if (t->own)
        return rest;
    unit_quat(rest.rotation, quat);
    wm_quat q = {(float)quat[0], (float)quat[1], (float)quat[2], (float)quat[3]};
    if (fabsf(q.x - rest.rotation.x) < 1e-5f && fabsf(q.y - rest.rotation.y) < 1e-5f &&
        fabsf(q.z - rest.rotation.z) < 1e-5f && fabsf(q.w - rest.rotation.w) < 1e-5f)
        q = rest.rotation; /* only rounding: keep its bits */
    return (wm_transform){
        wmi_to_mdl_moved(t, node, rest.translation), wmi_to_mdl_quat(t, q), {1, 1, 1}};
}
