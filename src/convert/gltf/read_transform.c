/* Reads the transform of a glTF node: three parts, or a matrix that can be decomposed. */
#include "convert/gltf/read.h"
#include "scene/quat.h"

/* Splits a matrix into translation, rotation and scale. It must not shear. m is column-major. */
static bool split_matrix(const float m[16], wm_transform *t)
{
    wmi_vec axis[3];
    double size[3];
    for (int c = 0; c < 3; c++) {
        wmi_vec column = wmi_vec_of((wm_vec3){m[4 * c], m[4 * c + 1], m[4 * c + 2]});
        size[c] = wmi_length(column);
        if (!(size[c] > 0))
            return false;
        axis[c] = (wmi_vec){column.x / size[c], column.y / size[c], column.z / size[c]};
    }
    if (fabs(wmi_dot(axis[0], axis[1])) + fabs(wmi_dot(axis[1], axis[2])) +
            fabs(wmi_dot(axis[2], axis[0])) >
        1e-3)
        return false;
    if (wmi_dot(wmi_cross(axis[0], axis[1]), axis[2]) < 0) { /* mirrored */
        size[0] = -size[0];
        axis[0] = (wmi_vec){-axis[0].x, -axis[0].y, -axis[0].z};
    }
    const wmi_linear rotation = {{{axis[0].x, axis[1].x, axis[2].x},
                                  {axis[0].y, axis[1].y, axis[2].y},
                                  {axis[0].z, axis[1].z, axis[2].z}}};
    t->rotation = wmi_quat_narrow(wmi_quat_of_linear(&rotation));
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
