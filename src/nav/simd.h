/* Four floats at once, and eight in one of three spellings: AVX2 where the including file asks
 * for it (WMI_USE_AVX2), SSE2 where the compiler's baseline has it, else plain C.
 * Products may be fused with sums or not, so results may differ in the last bit:
 * only what is safe against that may be decided with them. */
#ifndef WAYMARK_NAV_SIMD_H
#define WAYMARK_NAV_SIMD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- four floats ---- */

#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
#include <emmintrin.h>
typedef __m128 wmi_f4;
#define F4_OF(name, op)                                                                            \
    static inline wmi_f4 name(wmi_f4 a, wmi_f4 b)                                                  \
    {                                                                                              \
        return op(a, b);                                                                           \
    }
F4_OF(f4_add, _mm_add_ps)
F4_OF(f4_sub, _mm_sub_ps)
F4_OF(f4_mul, _mm_mul_ps)
F4_OF(f4_div, _mm_div_ps)
F4_OF(f4_min, _mm_min_ps)
F4_OF(f4_max, _mm_max_ps)
#undef F4_OF
static inline wmi_f4 f4_load(const float *p)
{
    return _mm_loadu_ps(p);
}
static inline wmi_f4 f4_all(float a)
{
    return _mm_set1_ps(a);
}
static inline wmi_f4 f4_of(float x, float y, float z)
{
    return _mm_setr_ps(x, y, z, 0);
}
static inline void f4_store(float *p, wmi_f4 a)
{
    _mm_storeu_ps(p, a);
}
static inline wmi_f4 f4_abs(wmi_f4 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
/* The sizes of a with the signs of b. */
static inline wmi_f4 f4_signed(wmi_f4 a, wmi_f4 b)
{
    __m128 sign = _mm_set1_ps(-0.0f);
    return _mm_or_ps(_mm_andnot_ps(sign, a), _mm_and_ps(sign, b));
}
/* Bit i: a[i] > b[i]; never for a NaN. */
static inline unsigned f4_above(wmi_f4 a, wmi_f4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a, b));
}
/* The sign bits. */
static inline unsigned f4_signs(wmi_f4 a)
{
    return (unsigned)_mm_movemask_ps(a);
}
#define f4_pick(a, i, j, k, l) _mm_shuffle_ps(a, a, _MM_SHUFFLE(l, k, j, i))
/* Whole parts of numbers from 0 up, `most` at most; it and they are below 32768. */
static inline void f4_whole(uint32_t to[4], wmi_f4 a, int most)
{
    _mm_storeu_si128((void *)to, _mm_min_epi16(_mm_cvttps_epi32(a), _mm_set1_epi32(most)));
}
/* Adds 1, to no more than 127, to the counts of lanes that are not below 0, and gives
 * these as bits. A NaN is not below. */
static inline unsigned f4_tally(wmi_f4 a, uint8_t count[4])
{
    __m128 in = _mm_cmpnlt_ps(a, _mm_setzero_ps());
    __m128i word = _mm_packs_epi32(_mm_castps_si128(in), _mm_castps_si128(in));
    int32_t four;
    memcpy(&four, count, sizeof four);
    four = _mm_cvtsi128_si32(_mm_subs_epi8(_mm_cvtsi32_si128(four), _mm_packs_epi16(word, word)));
    memcpy(count, &four, sizeof four);
    return (unsigned)_mm_movemask_ps(in);
}
/* The digits of eight bytes in each of two rows, row by row; `rest` is set where the
 * number is 8 or more. */
typedef struct wmi_digits {
    unsigned one, two, four, rest;
} wmi_digits;
static inline wmi_digits b16_digits(const uint8_t *row, const uint8_t *next)
{
    __m128i both =
        _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)row), _mm_loadl_epi64((const void *)next));
    __m128i low = _mm_cmpeq_epi8(_mm_and_si128(both, _mm_set1_epi8(-8)), _mm_setzero_si128());
    return (wmi_digits){(unsigned)_mm_movemask_epi8(_mm_slli_epi16(both, 7)),
                        (unsigned)_mm_movemask_epi8(_mm_slli_epi16(both, 6)),
                        (unsigned)_mm_movemask_epi8(_mm_slli_epi16(both, 5)),
                        (unsigned)_mm_movemask_epi8(low) ^ 0xFFFF};
}
/* Of eight bytes in each of two rows, those from 1 to 127. */
static inline unsigned b16_some(const uint8_t *row, const uint8_t *next)
{
    __m128i both =
        _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)row), _mm_loadl_epi64((const void *)next));
    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(both, _mm_setzero_si128()));
}
/* Four rows become four columns. */
static inline void f4_turn(wmi_f4 *a, wmi_f4 *b, wmi_f4 *c, wmi_f4 *d)
{
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}
#else
typedef struct wmi_f4 {
    float v[4];
} wmi_f4;
#define F4_OF(name, expression)                                                                    \
    static inline wmi_f4 name(wmi_f4 p, wmi_f4 q)                                                  \
    {                                                                                              \
        for (int i = 0; i < 4; i++) {                                                              \
            float a = p.v[i], b = q.v[i];                                                          \
            p.v[i] = (expression);                                                                 \
        }                                                                                          \
        return p;                                                                                  \
    }
F4_OF(f4_add, a + b)
F4_OF(f4_sub, a - b)
F4_OF(f4_mul, a *b)
F4_OF(f4_div, a / b)
F4_OF(f4_min, a < b ? a : b)
F4_OF(f4_max, a > b ? a : b)
F4_OF(f4_signed, copysignf(a, b))
#undef F4_OF
static inline wmi_f4 f4_load(const float *p)
{
    return (wmi_f4){{p[0], p[1], p[2], p[3]}};
}
static inline wmi_f4 f4_all(float a)
{
    return (wmi_f4){{a, a, a, a}};
}
static inline wmi_f4 f4_of(float x, float y, float z)
{
    return (wmi_f4){{x, y, z, 0}};
}
static inline void f4_store(float *p, wmi_f4 a)
{
    memcpy(p, a.v, sizeof a.v);
}
static inline wmi_f4 f4_abs(wmi_f4 a)
{
    return (wmi_f4){{fabsf(a.v[0]), fabsf(a.v[1]), fabsf(a.v[2]), fabsf(a.v[3])}};
}
static inline unsigned f4_above(wmi_f4 a, wmi_f4 b)
{
    return (unsigned)(a.v[0] > b.v[0]) | (unsigned)(a.v[1] > b.v[1]) << 1 |
           (unsigned)(a.v[2] > b.v[2]) << 2 | (unsigned)(a.v[3] > b.v[3]) << 3;
}
static inline unsigned f4_signs(wmi_f4 a)
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)(signbit(a.v[i]) != 0) << i;
    return bits;
}
#define f4_pick(a, i, j, k, l) ((wmi_f4){{(a).v[i], (a).v[j], (a).v[k], (a).v[l]}})
static inline void f4_whole(uint32_t to[4], wmi_f4 a, int most)
{
    for (int i = 0; i < 4; i++)
        to[i] = a.v[i] < (float)most ? (uint32_t)a.v[i] : (uint32_t)most;
}
static inline unsigned f4_tally(wmi_f4 a, uint8_t count[4])
{
    unsigned bits = 0;
    for (int i = 0; i < 4; i++)
        if (!(a.v[i] < 0)) {
            count[i] = (uint8_t)(count[i] + (count[i] < 127));
            bits |= 1u << i;
        }
    return bits;
}
typedef struct wmi_digits {
    unsigned one, two, four, rest;
} wmi_digits;
static inline wmi_digits b16_digits(const uint8_t *row, const uint8_t *next)
{
    wmi_digits d = {0, 0, 0, 0};
    for (int i = 0; i < 16; i++) {
        unsigned n = i < 8 ? row[i] : next[i - 8];
        d.one |= (n & 1) << i;
        d.two |= (n >> 1 & 1) << i;
        d.four |= (n >> 2 & 1) << i;
        d.rest |= (unsigned)(n > 7) << i;
    }
    return d;
}
static inline unsigned b16_some(const uint8_t *row, const uint8_t *next)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (unsigned)(row[i] > 0 && row[i] < 128) << i |
                (unsigned)(next[i] > 0 && next[i] < 128) << (8 + i);
    return bits;
}
static inline void f4_turn(wmi_f4 *a, wmi_f4 *b, wmi_f4 *c, wmi_f4 *d)
{
    wmi_f4 p = *a, q = *b, r = *c, s = *d;
    *a = (wmi_f4){{p.v[0], q.v[0], r.v[0], s.v[0]}};
    *b = (wmi_f4){{p.v[1], q.v[1], r.v[1], s.v[1]}};
    *c = (wmi_f4){{p.v[2], q.v[2], r.v[2], s.v[2]}};
    *d = (wmi_f4){{p.v[3], q.v[3], r.v[3], s.v[3]}};
}
#endif

/* ---- eight floats ---- */

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
#endif

/* The number of the lowest bit that is set; mask is not 0. */
static inline unsigned wmi_lowest64(uint64_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned i = 0;
    while (!(mask >> i & 1))
        i++;
    return i;
#endif
}

static inline unsigned wmi_lowest(unsigned mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(mask);
#else
    return wmi_lowest64(mask);
#endif
}

#endif
