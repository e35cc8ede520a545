/* Vectors of three doubles, each step rounded as in plain C. Uses AVX2 if simd8.h does. */
#ifndef WAYMARK_NAV_SIMD_D3_H
#define WAYMARK_NAV_SIMD_D3_H

#include "nav/simd8.h"

#if defined(WMI_USE_AVX2)

typedef __m256d wmi_d3;
WMI_WIDE_INLINE wmi_d3 d3_of(float x, float y, float z)
{
    return _mm256_cvtps_pd(_mm_setr_ps(x, y, z, 0));
}

WMI_WIDE_INLINE wmi_d3 d3_load(const double from[3])
{
    return _mm256_setr_pd(from[0], from[1], from[2], 0);
}

WMI_WIDE_INLINE wmi_d3 d3_sub(wmi_d3 a, wmi_d3 b)
{
    return _mm256_sub_pd(a, b);
}

WMI_WIDE_INLINE wmi_d3 d3_add_scaled(wmi_d3 a, wmi_d3 b, double by)
{
    return _mm256_add_pd(a, _mm256_mul_pd(b, _mm256_set1_pd(by)));
}

WMI_WIDE_INLINE wmi_d3 d3_scale(wmi_d3 a, double by)
{
    return _mm256_mul_pd(a, _mm256_set1_pd(by));
}

WMI_WIDE_INLINE double d3_dot(wmi_d3 a, wmi_d3 b)
{
    __m256d p = _mm256_mul_pd(a, b);
    __m128d xy = _mm256_castpd256_pd128(p), z = _mm256_extractf128_pd(p, 1);
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), z));
}

WMI_WIDE_INLINE wmi_d3 d3_cross(wmi_d3 a, wmi_d3 b)
{
    __m256d a_yzx = _mm256_permute4x64_pd(a, 0xC9), a_zxy = _mm256_permute4x64_pd(a, 0xD2);
    __m256d b_yzx = _mm256_permute4x64_pd(b, 0xC9), b_zxy = _mm256_permute4x64_pd(b, 0xD2);
    return _mm256_sub_pd(_mm256_mul_pd(a_yzx, b_zxy), _mm256_mul_pd(a_zxy, b_yzx));
}

/* Stores three floats. */
WMI_WIDE_INLINE void d3_store(void *to, wmi_d3 a)
{
    __m128 f = _mm256_cvtpd_ps(a);
    _mm_storel_pi(to, f);
    _mm_store_ss((float *)to + 2, _mm_movehl_ps(f, f));
}

#else

typedef struct wmi_d3 {
    double x, y, z;
} wmi_d3;

WMI_WIDE_INLINE wmi_d3 d3_of(float x, float y, float z)
{
    return (wmi_d3){(double)x, (double)y, (double)z};
}

WMI_WIDE_INLINE wmi_d3 d3_load(const double from[3])
{
    return (wmi_d3){from[0], from[1], from[2]};
}

WMI_WIDE_INLINE wmi_d3 d3_sub(wmi_d3 a, wmi_d3 b)
{
    return (wmi_d3){a.x - b.x, a.y - b.y, a.z - b.z};
}

WMI_WIDE_INLINE wmi_d3 d3_scale(wmi_d3 a, double by)
{
    return (wmi_d3){a.x * by, a.y * by, a.z * by};
}

WMI_WIDE_INLINE wmi_d3 d3_add_scaled(wmi_d3 a, wmi_d3 b, double by)
{
    return (wmi_d3){a.x + b.x * by, a.y + b.y * by, a.z + b.z * by};
}

WMI_WIDE_INLINE double d3_dot(wmi_d3 a, wmi_d3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

WMI_WIDE_INLINE wmi_d3 d3_cross(wmi_d3 a, wmi_d3 b)
{
    return (wmi_d3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

WMI_WIDE_INLINE void d3_store(void *to, wmi_d3 a)
{
    float f[3] = {(float)a.x, (float)a.y, (float)a.z};
    memcpy(to, f, sizeof f);
}

#endif

#endif
