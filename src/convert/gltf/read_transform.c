/* Reads the transform of a glTF node: three parts, or a matrix that can be decomposed. */
#include <math.h>

#include "convert/gltf/read.h"

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The rotation given by three unit axes. */
static wm_quat quat_of(double a[3][3])
{
    double t = a[0][0] + a[1][1] + a[2][2], q[4];
    if (t > 0) {
        double s = 2 * sqrt(t + 1);
        q[3] = s / 4;
        q[0] = (a[1][2] - a[2][1]) / s;
        q[1] = (a[2][0] - a[0][2]) / s;
        q[2] = (a[0][1] - a[1][0]) / s;
    } else {
        int i = a[0][0] > a[1][1] ? (a[0][0] > a[2][2] ? 0 : 2) : (a[1][1] > a[2][2] ? 1 : 2);
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double s = 2 * sqrt(1 + a[i][i] - a[j][j] - a[k][k]);
        q[i] = s / 4;
        q[3] = (a[j][k] - a[k][j]) / s;
        q[j] = (a[i][j] + a[j][i]) / s;
        q[k] = (a[i][k] + a[k][i]) / s;
    }
    return (wm_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
}

/* Splits a matrix into translation, rotation and scale. It must not shear. m is column-major. */
static bool split_matrix(const float m[16], wm_transform *t)
{
    double axis[3][3], size[3];
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++)
            axis[c][r] = (double)m[4 * c + r];
        size[c] = sqrt(dot3(axis[c], axis[c]));
        if (!(size[c] > 0))
            return false;
        for (int r = 0; r < 3; r++)
            axis[c][r] /= size[c];
    }
    if (fabs(dot3(axis[0], axis[1])) + fabs(dot3(axis[1], axis[2])) + fabs(dot3(axis[2], axis[0])) >
        1e-3)
        return false;
    const double cross[3] = {axis[0][1] * axis[1][2] - axis[0][2] * axis[1][1],
                             axis[0][2] * axis[1][0] - axis[0][0] * axis[1][2],
                             axis[0][0] * axis[1][1] - axis[0][1] * axis[1][0]};
    if (dot3(cross, axis[2]) < 0) { /* mirrored */
        size[0] = -size[0];
        for (int r = 0; r < 3; r++)
            axis[0][r] = -axis[0][r];
    }
    t->rotation = quat_of(axis);
    t->scale = (wm_vec3){(float)size[0], (float)size[1], (float)size[2]};
    t->translation = (wm_vec3){m[12], m[13], m[14]};
    return true;
}

static bool is_unit_matrix(const float m[16])
{
    for (int i = 0; i < 16; i++)
        if (m[i] != (i % 5 == 0 ? 1.0f : 0.0f))
            return false;
    return true;
}

void wmi_gltf_make_upright(wm_vec3 *translation, wm_quat *rotation)
{
    const double h = 0.70710678118654752;
    double x = (double)rotation->x, y = (double)rotation->y, z = (double)rotation->z,
           w = (double)rotation->w;
    *translation = (wm_vec3){translation->x, -translation->z, translation->y};
    *rotation = (wm_quat){(float)(h * (x + w)), (float)(h * (y - z)), (float)(h * (z + y)),
                          (float)(h * (w - x))};
}

bool wmi_gltf_read_transform(wmi_gltf_reader *g, const wm_json_value *node, wm_transform *t)
{
    float m[16], move[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, size[3] = {1, 1, 1};
    bool matrix, moved, rotated, raw = false;
    if (!wmi_gltf_get_numbers(node, "matrix", m, 16, &matrix) ||
        !wmi_gltf_get_numbers(node, "translation", move, 3, &moved) ||
        !wmi_gltf_get_numbers(node, "rotation", rotation, 4, &rotated) ||
        !wmi_gltf_get_numbers(node, "scale", size, 3, &raw))
        return wmi_gltf_fail(g, WM_BAD_VALUE, node,
                             "the transform does not have the right number of finite numbers");
    *t = (wm_transform){{move[0], move[1], move[2]},
                        {rotation[0], rotation[1], rotation[2], rotation[3]},
                        {size[0], size[1], size[2]}};
    if (matrix && !is_unit_matrix(m) && !split_matrix(m, t))
        return wmi_gltf_fail(
            g, WM_UNSUPPORTED, wm_json_find(node, "matrix"),
            "the matrix shears or flattens: apply the transform of the node first");
    if (g->mirrored && moved)
        t->translation.z = -t->translation.z;
    if (g->mirrored && rotated) {
        t->rotation.x = -t->rotation.x;
        t->rotation.y = -t->rotation.y;
    }
    /* A rotation that is not of unit length is stored next to the normalised one. */
    if (g->own &&
        wmi_gltf_get_numbers(wm_json_find(node, "extras"), "rotation_raw", rotation, 4, &raw) &&
        raw)
        t->rotation = (wm_quat){rotation[0], rotation[1], rotation[2], rotation[3]};
    return true;
}
