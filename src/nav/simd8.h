/* Eight floats at once in one of three variants: AVX2 if the including file requests it
 * (WMI_USE_AVX2), SSE2 if the compiler's baseline has it, otherwise plain C. Products may
 * or may not be fused with sums, so results may differ in the last bit: use them only for
 * decisions that this cannot affect. */
#ifndef WAYMARK_NAV_SIMD8_H
#define WAYMARK_NAV_SIMD8_H

#include "nav/simd.h"

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
/* Minimum and maximum return b if either is a NaN, like the instructions. */
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
WMI_WIDE_INLINE wmi_f8 f8_mul_sub(wmi_f8 a, wmi_f8 b, wmi_f8 c) /* a * b - c */
{
    return f8_sub(f8_mul(a, b), c);
}

WMI_WIDE_INLINE wmi_f8 f8_less_mul(wmi_f8 c, wmi_f8 a, wmi_f8 b) /* c - a * b */
{
    return f8_sub(c, f8_mul(a, b));
}

#endif

#endif
