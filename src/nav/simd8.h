/* Eight floats at once in one of three spellings: AVX2 where the including file asks for
 * it (WMI_USE_AVX2), SSE2 where the compiler's baseline has it, else plain C.
 * Products may be fused with sums or not, so results may differ in the last bit:
 * only what is safe against that may be decided with them. */
#ifndef WAYMARK_NAV_SIMD8_H
#define WAYMARK_NAV_SIMD8_H

#include <stdbool.h>

#include "nav/simd.h"

#define WMI_NO_KEY 0x7FFFFFFF /* of a lane that does not count */

#if defined(WMI_USE_AVX2)

#include <immintrin.h>
#define WMI_WIDE __attribute__((target("avx2,fma,bmi")))
#define WMI_WIDE_INLINE static inline __attribute__((target("avx2,fma,bmi"), always_inline))

typedef __m256 wmi_f8;
#define F8_OF(name, op)                                                                            \
    WMI_WIDE_INLINE wmi_f8 name(wmi_f8 a, wmi_f8 b)                                                \
    {                                                                                              \
        return op(a, b);                                                                           \
    }
F8_OF(f8_add, _mm256_add_ps)
F8_OF(f8_sub, _mm256_sub_ps)
F8_OF(f8_mul, _mm256_mul_ps)
F8_OF(f8_div, _mm256_div_ps)
F8_OF(f8_min, _mm256_min_ps)
F8_OF(f8_max, _mm256_max_ps)
#undef F8_OF

WMI_WIDE_INLINE wmi_f8 f8_mul_sub(wmi_f8 a, wmi_f8 b, wmi_f8 c)
{
    return _mm256_fmsub_ps(a, b, c);
}

WMI_WIDE_INLINE wmi_f8 f8_less_mul(wmi_f8 c, wmi_f8 a, wmi_f8 b)
{
    return _mm256_fnmadd_ps(a, b, c);
}

WMI_WIDE_INLINE wmi_f8 f8_load(const float *from)
{
    return _mm256_loadu_ps(from);
}

WMI_WIDE_INLINE void f8_store(float *to, wmi_f8 a)
{
    _mm256_storeu_ps(to, a);
}

WMI_WIDE_INLINE wmi_f8 f8_all(float a)
{
    return _mm256_set1_ps(a);
}

WMI_WIDE_INLINE wmi_f8 f8_abs(wmi_f8 a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

/* Bit i: a[i] > b[i]; never for a NaN. */
WMI_WIDE_INLINE unsigned f8_above(wmi_f8 a, wmi_f8 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
}

/* Bit i: the highest bit of number i. */
WMI_WIDE_INLINE unsigned b8_signs(const uint32_t from[8])
{
    return (unsigned)_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_loadu_si256((const void *)from)));
}

/* ---- keys: what is above 0 as numbers that sort, with the lane in the lowest six bits ---- */

typedef __m256i wmi_k8;
WMI_WIDE_INLINE wmi_k8 k8_make(wmi_f8 a, __m256i out)
{
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i bits = _mm256_andnot_si256(_mm256_set1_epi32(63), _mm256_castps_si256(a));
    return _mm256_or_si256(_mm256_or_si256(bits, lanes), _mm256_srli_epi32(out, 1));
}

/* ---- times: compared as whole numbers, which is quicker; of those below 0 only that
 * they are is kept ---- */

/* The last of three and 0. */
WMI_WIDE_INLINE wmi_f8 f8_last(wmi_f8 a, wmi_f8 b, wmi_f8 c)
{
    __m256i x = _mm256_castps_si256(a), y = _mm256_castps_si256(b), z = _mm256_castps_si256(c);
    return _mm256_castsi256_ps(
        _mm256_max_epi32(_mm256_max_epi32(x, y), _mm256_max_epi32(z, _mm256_setzero_si256())));
}

/* The first of four. */
WMI_WIDE_INLINE wmi_f8 f8_first(wmi_f8 a, wmi_f8 b, wmi_f8 c, wmi_f8 d)
{
    __m256i x = _mm256_castps_si256(a), y = _mm256_castps_si256(b), z = _mm256_castps_si256(c);
    return _mm256_castsi256_ps(
        _mm256_min_epi32(_mm256_min_epi32(x, y), _mm256_min_epi32(z, _mm256_castps_si256(d))));
}

WMI_WIDE_INLINE __m256i after(wmi_f8 a, wmi_f8 b)
{
    return _mm256_cmpgt_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b));
}

/* Bit i: a[i], which is 0 or more, is after b[i]. */
WMI_WIDE_INLINE unsigned f8_after(wmi_f8 a, wmi_f8 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(after(a, b)));
}

/* Of the lanes where a is not after b. */
WMI_WIDE_INLINE wmi_k8 k8_of_not_after(wmi_f8 a, wmi_f8 b)
{
    return k8_make(a, after(a, b));
}

/* Of the lanes whose bit is set. */
WMI_WIDE_INLINE wmi_k8 k8_of_mask(wmi_f8 a, unsigned mask)
{
    __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)mask), bits);
    return k8_make(a, _mm256_cmpeq_epi32(set, _mm256_setzero_si256()));
}

WMI_WIDE_INLINE uint32_t k8_least(wmi_k8 a)
{
    __m128i b = _mm_min_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    b = _mm_min_epi32(b, _mm_shuffle_epi32(b, 0x4E));
    b = _mm_min_epi32(b, _mm_shuffle_epi32(b, 0xB1));
    return (uint32_t)_mm_cvtsi128_si32(b);
}

/* With more in the lowest six bits; not for lanes that do not count, which have them all. */
WMI_WIDE_INLINE wmi_k8 k8_with(wmi_k8 a, uint32_t more)
{
    return _mm256_or_si256(a, _mm256_set1_epi32((int)more));
}

WMI_WIDE_INLINE wmi_k8 k8_min(wmi_k8 a, wmi_k8 b)
{
    return _mm256_min_epi32(a, b);
}

/* Without the key of a lane. */
WMI_WIDE_INLINE wmi_k8 k8_without(wmi_k8 a, uint32_t lane)
{
    static const int32_t one[16] = {0, 0, 0, 0, 0, 0, 0, 0, WMI_NO_KEY};
    return _mm256_or_si256(a, _mm256_loadu_si256((const void *)(one + 8 - lane)));
}

WMI_WIDE_INLINE bool k8_some(wmi_k8 a)
{
    __m256i none = _mm256_cmpeq_epi32(a, _mm256_set1_epi32(WMI_NO_KEY));
    return _mm256_movemask_ps(_mm256_castsi256_ps(none)) != 0xFF;
}

WMI_WIDE_INLINE wmi_k8 k8_none(void)
{
    return _mm256_set1_epi32(WMI_NO_KEY);
}

WMI_WIDE_INLINE void k8_store(uint32_t to[8], wmi_k8 a)
{
    _mm256_storeu_si256((void *)to, a);
}

WMI_WIDE_INLINE wmi_k8 k8_load(const uint32_t from[8])
{
    return _mm256_loadu_si256((const void *)from);
}

/* ---- vectors of doubles, each step rounded as in plain C; the fourth is not used ---- */

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

/* Three floats. */
WMI_WIDE_INLINE void d3_store(void *to, wmi_d3 a)
{
    __m128 f = _mm256_cvtpd_ps(a);
    _mm_storel_pi(to, f);
    _mm_store_ss((float *)to + 2, _mm_movehl_ps(f, f));
}

#elif defined(__SSE2__) && !defined(WMI_NO_SIMD)

#define WMI_WIDE
#define WMI_WIDE_INLINE static inline

typedef struct wmi_f8 {
    __m128 low, high;
} wmi_f8;
#define F8_OF(name, op)                                                                            \
    WMI_WIDE_INLINE wmi_f8 name(wmi_f8 a, wmi_f8 b)                                                \
    {                                                                                              \
        return (wmi_f8){op(a.low, b.low), op(a.high, b.high)};                                     \
    }
F8_OF(f8_add, _mm_add_ps)
F8_OF(f8_sub, _mm_sub_ps)
F8_OF(f8_mul, _mm_mul_ps)
F8_OF(f8_div, _mm_div_ps)
F8_OF(f8_min, _mm_min_ps)
F8_OF(f8_max, _mm_max_ps)
#undef F8_OF

WMI_WIDE_INLINE wmi_f8 f8_load(const float *from)
{
    return (wmi_f8){_mm_loadu_ps(from), _mm_loadu_ps(from + 4)};
}

WMI_WIDE_INLINE void f8_store(float *to, wmi_f8 a)
{
    _mm_storeu_ps(to, a.low);
    _mm_storeu_ps(to + 4, a.high);
}

WMI_WIDE_INLINE wmi_f8 f8_all(float a)
{
    return (wmi_f8){_mm_set1_ps(a), _mm_set1_ps(a)};
}

WMI_WIDE_INLINE wmi_f8 f8_abs(wmi_f8 a)
{
    __m128 sign = _mm_set1_ps(-0.0f);
    return (wmi_f8){_mm_andnot_ps(sign, a.low), _mm_andnot_ps(sign, a.high)};
}

WMI_WIDE_INLINE unsigned f8_above(wmi_f8 a, wmi_f8 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a.low, b.low)) |
           (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a.high, b.high)) << 4;
}

WMI_WIDE_INLINE unsigned b8_signs(const uint32_t from[8])
{
    __m128i low = _mm_loadu_si128((const void *)from),
            high = _mm_loadu_si128((const void *)(from + 4));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(low)) |
           (unsigned)_mm_movemask_ps(_mm_castsi128_ps(high)) << 4;
}

#else

#define WMI_WIDE
#define WMI_WIDE_INLINE static inline

typedef struct wmi_f8 {
    float lane[8];
} wmi_f8;
/* Minimum and maximum yield b when either is a NaN, as the instructions do. */
#define F8_OF(name, expression)                                                                    \
    WMI_WIDE_INLINE wmi_f8 name(wmi_f8 p, wmi_f8 q)                                                \
    {                                                                                              \
        for (int i = 0; i < 8; i++) {                                                              \
            float a = p.lane[i], b = q.lane[i];                                                    \
            p.lane[i] = (expression);                                                              \
        }                                                                                          \
        return p;                                                                                  \
    }
F8_OF(f8_add, a + b)
F8_OF(f8_sub, a - b)
F8_OF(f8_mul, a *b)
F8_OF(f8_div, a / b)
F8_OF(f8_min, a < b ? a : b)
F8_OF(f8_max, a > b ? a : b)
#undef F8_OF

WMI_WIDE_INLINE wmi_f8 f8_load(const float *from)
{
    wmi_f8 a;
    for (int i = 0; i < 8; i++)
        a.lane[i] = from[i];
    return a;
}

WMI_WIDE_INLINE void f8_store(float *to, wmi_f8 a)
{
    for (int i = 0; i < 8; i++)
        to[i] = a.lane[i];
}

WMI_WIDE_INLINE wmi_f8 f8_all(float value)
{
    wmi_f8 a;
    for (int i = 0; i < 8; i++)
        a.lane[i] = value;
    return a;
}

WMI_WIDE_INLINE wmi_f8 f8_abs(wmi_f8 a)
{
    for (int i = 0; i < 8; i++)
        a.lane[i] = fabsf(a.lane[i]);
    return a;
}

WMI_WIDE_INLINE unsigned f8_above(wmi_f8 a, wmi_f8 b)
{
    unsigned mask = 0;
    for (int i = 0; i < 8; i++)
        mask |= (unsigned)(a.lane[i] > b.lane[i]) << i;
    return mask;
}

WMI_WIDE_INLINE unsigned b8_signs(const uint32_t from[8])
{
    unsigned mask = 0;
    for (int i = 0; i < 8; i++)
        mask |= from[i] >> 31 << i;
    return mask;
}

#endif

#if !defined(WMI_USE_AVX2)
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

WMI_WIDE_INLINE wmi_f8 f8_mul_sub(wmi_f8 a, wmi_f8 b, wmi_f8 c) /* a * b - c */
{
    return f8_sub(f8_mul(a, b), c);
}

WMI_WIDE_INLINE wmi_f8 f8_less_mul(wmi_f8 c, wmi_f8 a, wmi_f8 b) /* c - a * b */
{
    return f8_sub(c, f8_mul(a, b));
}

typedef struct wmi_k8 {
    uint32_t lane[8];
} wmi_k8;

WMI_WIDE_INLINE wmi_k8 k8_of_mask(wmi_f8 a, unsigned mask)
{
    float at[8];
    wmi_k8 k;
    f8_store(at, a);
    memcpy(k.lane, at, sizeof k.lane);
    for (uint32_t i = 0; i < 8; i++)
        k.lane[i] = mask >> i & 1 ? (k.lane[i] & ~63u) | i : WMI_NO_KEY;
    return k;
}

WMI_WIDE_INLINE wmi_f8 f8_last(wmi_f8 a, wmi_f8 b, wmi_f8 c)
{
    return f8_max(f8_max(a, b), f8_max(c, f8_all(0)));
}

WMI_WIDE_INLINE wmi_f8 f8_first(wmi_f8 a, wmi_f8 b, wmi_f8 c, wmi_f8 d)
{
    return f8_min(f8_min(a, b), f8_min(c, d));
}

WMI_WIDE_INLINE unsigned f8_after(wmi_f8 a, wmi_f8 b)
{
    return f8_above(a, b);
}

WMI_WIDE_INLINE wmi_k8 k8_of_not_after(wmi_f8 a, wmi_f8 b)
{
    return k8_of_mask(a, ~f8_above(a, b));
}

WMI_WIDE_INLINE uint32_t k8_least(wmi_k8 a)
{
    uint32_t least = a.lane[0];
    for (int i = 1; i < 8; i++)
        least = a.lane[i] < least ? a.lane[i] : least;
    return least;
}

WMI_WIDE_INLINE wmi_k8 k8_with(wmi_k8 a, uint32_t more)
{
    for (int i = 0; i < 8; i++)
        a.lane[i] |= more;
    return a;
}

WMI_WIDE_INLINE wmi_k8 k8_min(wmi_k8 a, wmi_k8 b)
{
    for (int i = 0; i < 8; i++)
        a.lane[i] = b.lane[i] < a.lane[i] ? b.lane[i] : a.lane[i];
    return a;
}

WMI_WIDE_INLINE wmi_k8 k8_without(wmi_k8 a, uint32_t lane)
{
    a.lane[lane] = WMI_NO_KEY;
    return a;
}

WMI_WIDE_INLINE bool k8_some(wmi_k8 a)
{
    return k8_least(a) != WMI_NO_KEY;
}

WMI_WIDE_INLINE wmi_k8 k8_none(void)
{
    wmi_k8 a;
    for (int i = 0; i < 8; i++)
        a.lane[i] = WMI_NO_KEY;
    return a;
}

WMI_WIDE_INLINE void k8_store(uint32_t to[8], wmi_k8 a)
{
    memcpy(to, a.lane, sizeof a.lane);
}

WMI_WIDE_INLINE wmi_k8 k8_load(const uint32_t from[8])
{
    wmi_k8 a;
    memcpy(a.lane, from, sizeof a.lane);
    return a;
}
#endif

#endif
