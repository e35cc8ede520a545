/* Orientations packed into one word: 11, 11 and 10 bits for x, y and z; w follows from
 * unit length. docs/formats/kotor-mdl.md, "Packed orientations". */
#include <math.h>

#include "kotor/mdl/internal.h"

void wm_kotor_quat_unpack(uint32_t packed, float xyzw[4])
{
    double x = (double)(packed & 2047) / 1023 - 1;
    double y = (double)(packed >> 11 & 2047) / 1023 - 1;
    double z = (double)(packed >> 22) / 511 - 1;
    double rest = 1 - x * x - y * y - z * z;
    xyzw[0] = (float)x;
    xyzw[1] = (float)y;
    xyzw[2] = (float)z;
    xyzw[3] = rest > 0 ? (float)sqrt(rest) : 0;
}

/* Maps a value from -1 to 1 to an integer from 0 to most; NaN gives 0. */
static uint32_t packed_part(double value, double half, double most)
{
    double scaled = floor((value + 1) * half + 0.5);
    if (!(scaled > 0))
        return 0;
    return (uint32_t)(scaled < most ? scaled : most);
}

uint32_t wm_kotor_quat_pack(const float xyzw[4])
{
    /* w is read back as positive; -q is the same rotation as q. */
    double sign = xyzw[3] < 0 ? -1 : 1;
    return packed_part(sign * (double)xyzw[0], 1023, 2047) |
           packed_part(sign * (double)xyzw[1], 1023, 2047) << 11 |
           packed_part(sign * (double)xyzw[2], 511, 1023) << 22;
}
