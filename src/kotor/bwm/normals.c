/* Face normals and plane distances, bit-exact with the games' exporter.
 * docs/formats/kotor-bwm.md, "Normals". */
#include "base/vec.h"
#include "kotor/bwm/rebuild.h"

/* Rounds to float and back, through memory: gcc 12 at -O2 drops the two conversions when
 * it vectorises them, which changes the last bit of a normal. */
static double rounded(double value)
{
    volatile float narrow = (float)value;
    return (double)narrow;
}

/* The x87 exporter kept some edge components in registers and spilled others to float.
 * Which ones differs between the two games. */
static double spill(double value, bool spilled)
{
    return spilled ? rounded(value) : value;
}

wm_vec3 wmi_bwm_normal(const wm_vec3 v[3], wm_kotor_rounding rounding)
{
    bool k1 = rounding != WM_KOTOR_ROUNDING_K2;
    wmi_vec a = wmi_vec_of(v[0]), b = wmi_vec_of(v[1]), c = wmi_vec_of(v[2]);
    wmi_vec e1 = wmi_sub(b, a), e2 = wmi_sub(c, b);
    e1.x = spill(e1.x, k1);
    e1.y = spill(e1.y, true);
    e1.z = spill(e1.z, k1);
    e2.z = spill(e2.z, k1);
    wmi_vec n = wmi_cross(e1, e2);
    n = (wmi_vec){rounded(n.x), rounded(n.y), rounded(n.z)};
    double length = wmi_length(n);
    if (!(length > 0))
        return (wm_vec3){1, 0, 0}; /* what the games store for a degenerate face */
    return wmi_vec_float((wmi_vec){n.x / length, n.y / length, n.z / length});
}

float wmi_bwm_distance(wm_vec3 normal, wm_vec3 v)
{
    return wmi_narrow(-wmi_dot(wmi_vec_of(normal), wmi_vec_of(v)));
}
