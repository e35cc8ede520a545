/* Normal and tangents of a face in KotOR's convention. The tangent points against u; the
 * bitangent points along v or, on a mirrored texture, against it. Each has length 1, so
 * all faces of a vertex have equal weight. docs/formats/kotor-mdl.md, "Tangent frames". */
#include "kotor/mdl/compile/compile.h"

wm_vec3 wmi_unit(wmi_vec v, wm_vec3 other)
{
    double length = wmi_length(v);
    if (!(length > 0) || !isfinite(length))
        return other;
    return wmi_vec_float(wmi_scale(v, 1 / length));
}

static wmi_vec at_length_1(wmi_vec v)
{
    double length = wmi_length(v);
    if (!(length > 0) || !isfinite(length))
        return (wmi_vec){0, 0, 0};
    return wmi_scale(v, 1 / length);
}

wmi_face_frame wmi_face_frame_of(const wm_vec3 position[3], const float (*uv)[2])
{
    wmi_vec a = wmi_vec_of(position[0]);
    wmi_vec e1 = wmi_sub(wmi_vec_of(position[1]), a), e2 = wmi_sub(wmi_vec_of(position[2]), a);
    wmi_face_frame frame = {.cross = wmi_cross(e1, e2)};
    if (!isfinite(wmi_length(frame.cross)))
        frame.cross = (wmi_vec){0, 0, 0};
    frame.size = wmi_length(frame.cross);
    frame.flat = at_length_1(frame.cross);
    if (!uv)
        return frame;
    double u1 = (double)uv[1][0] - (double)uv[0][0], v1 = (double)uv[1][1] - (double)uv[0][1];
    double u2 = (double)uv[2][0] - (double)uv[0][0], v2 = (double)uv[2][1] - (double)uv[0][1];
    double area = u1 * v2 - u2 * v1;
    double sign = area > 0 ? 1 : area < 0 ? -1 : 0; /* 0 also for NaN */
    /* dP/du and dP/dv, up to the positive factor 1 / |area|. */
    wmi_vec du = wmi_scale(wmi_sub(wmi_scale(e1, v2), wmi_scale(e2, v1)), sign);
    wmi_vec dv = wmi_scale(wmi_sub(wmi_scale(e2, u1), wmi_scale(e1, u2)), sign);
    frame.tangent = at_length_1(wmi_scale(du, -1));
    frame.bitangent = at_length_1(wmi_scale(dv, sign));
    return frame;
}

wmi_face_frame wmi_frame_add(const wmi_face_frame *a, const wmi_face_frame *b)
{
    return (wmi_face_frame){
        .cross = wmi_add(a->cross, b->cross),
        .size = a->size + b->size,
        .flat = wmi_add(a->flat, b->flat),
        .bitangent = wmi_add(a->bitangent, b->bitangent),
        .tangent = wmi_add(a->tangent, b->tangent),
    };
}
