/* Four floats at once, and some byte operations. Uses SSE2 if the compiler's baseline has
 * it, otherwise plain C, with the same results. Eight at once are in simd8.h. */
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
static inline wmi_f4 f4_two(const float *p) /* and two zeros */
{
    return _mm_castsi128_ps(_mm_loadl_epi64((const void *)p));
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
static inline wmi_f4 f4_sqrt(wmi_f4 a)
{
    return _mm_sqrt_ps(a);
}
static inline wmi_f4 f4_abs(wmi_f4 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
/* The magnitudes of a with the signs of b. */
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
/* Integer parts of numbers that are at least 0, clamped to `most`. All must be below
 * 32768. */
static inline void f4_whole(uint32_t to[4], wmi_f4 a, int most)
{
    _mm_storeu_si128((void *)to, _mm_min_epi16(_mm_cvttps_epi32(a), _mm_set1_epi32(most)));
}
/* Adds 1 to the counts of lanes that are not below 0, up to 127, and returns those lanes as
 * bits. A NaN is not below 0. */
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
/* The binary digits of eight bytes in each of two rows, row by row; `rest` is set where the
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
/* Of eight bytes in each of two rows, those from 1 to 127, as bits. */
static inline unsigned b16_some(const uint8_t *row, const uint8_t *next)
{
    __m128i both =
        _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)row), _mm_loadl_epi64((const void *)next));
    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(both, _mm_setzero_si128()));
}
/* Transposes four rows. */
static inline void f4_transpose(wmi_f4 *a, wmi_f4 *b, wmi_f4 *c, wmi_f4 *d)
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
static inline wmi_f4 f4_sqrt(wmi_f4 a)
{
    return (wmi_f4){{sqrtf(a.v[0]), sqrtf(a.v[1]), sqrtf(a.v[2]), sqrtf(a.v[3])}};
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
static inline void f4_transpose(wmi_f4 *a, wmi_f4 *b, wmi_f4 *c, wmi_f4 *d)
{
    wmi_f4 p = *a, q = *b, r = *c, s = *d;
    *a = (wmi_f4){{p.v[0], q.v[0], r.v[0], s.v[0]}};
    *b = (wmi_f4){{p.v[1], q.v[1], r.v[1], s.v[1]}};
    *c = (wmi_f4){{p.v[2], q.v[2], r.v[2], s.v[2]}};
    *d = (wmi_f4){{p.v[3], q.v[3], r.v[3], s.v[3]}};
}
#endif

/* The index of the lowest set bit; mask must not be 0. */
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
