/* Times along a ray, and keys. A key is a time that is at least 0, as a sortable integer
 * with the lane in the lowest six bits. Eight at once, in the variants of simd8.h. */
#ifndef WAYMARK_NAV_SIMD_KEYS_H
#define WAYMARK_NAV_SIMD_KEYS_H

#include "nav/simd8.h"

/* The key of an unused lane. Keys are compared without a sign where the processor can do
 * that for eight lanes at once, because then a mask of bits is such a key. */
#if defined(WMI_USE_AVX2)
#define WMI_NO_KEY 0xFFFFFFFFu
#else
#define WMI_NO_KEY 0x7FFFFFFFu
#endif

#if defined(WMI_USE_AVX2)

typedef __m256i wmi_k8;
WMI_WIDE_INLINE wmi_k8 k8_make(wmi_f8 a, __m256i out)
{
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i bits = _mm256_andnot_si256(_mm256_set1_epi32(63), _mm256_castps_si256(a));
    return _mm256_or_si256(_mm256_or_si256(bits, lanes), out);
}

/* ---- times: compared as integers for speed; negative ones keep only their sign ---- */

/* The latest of three times and 0. */
WMI_WIDE_INLINE wmi_f8 f8_last(wmi_f8 a, wmi_f8 b, wmi_f8 c)
{
    __m256i x = _mm256_castps_si256(a), y = _mm256_castps_si256(b), z = _mm256_castps_si256(c);
    return _mm256_castsi256_ps(
        _mm256_max_epi32(_mm256_max_epi32(x, y), _mm256_max_epi32(z, _mm256_setzero_si256())));
}

/* The earliest of four times. */
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

/* Keys of the lanes where a is not after b. */
WMI_WIDE_INLINE wmi_k8 k8_of_not_after(wmi_f8 a, wmi_f8 b)
{
    return k8_make(a, after(a, b));
}

/* Keys of the lanes whose bit is set. */
WMI_WIDE_INLINE wmi_k8 k8_of_mask(wmi_f8 a, unsigned mask)
{
    __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)mask), bits);
    return k8_make(a, _mm256_cmpeq_epi32(set, _mm256_setzero_si256()));
}

WMI_WIDE_INLINE uint32_t k8_least(wmi_k8 a)
{
    __m128i b = _mm_min_epu32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    b = _mm_min_epu32(b, _mm_shuffle_epi32(b, 0x4E));
    b = _mm_min_epu32(b, _mm_shuffle_epi32(b, 0xB1));
    return (uint32_t)_mm_cvtsi128_si32(b);
}

/* Sets more of the lowest six bits. This does not affect unused lanes, which have them all
 * set. */
WMI_WIDE_INLINE wmi_k8 k8_with(wmi_k8 a, uint32_t more)
{
    return _mm256_or_si256(a, _mm256_set1_epi32((int)more));
}

WMI_WIDE_INLINE wmi_k8 k8_min(wmi_k8 a, wmi_k8 b)
{
    return _mm256_min_epu32(a, b);
}

/* Makes the lanes unused whose key is below `first`, which is at most 0x7FFFFFFF. */
WMI_WIDE_INLINE wmi_k8 k8_from(wmi_k8 a, uint32_t first)
{
    return _mm256_or_si256(a, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)first), a));
}

WMI_WIDE_INLINE wmi_k8 k8_none(void)
{
    return _mm256_set1_epi32(-1);
}

WMI_WIDE_INLINE void k8_store(uint32_t to[8], wmi_k8 a)
{
    _mm256_storeu_si256((void *)to, a);
}

WMI_WIDE_INLINE wmi_k8 k8_load(const uint32_t from[8])
{
    return _mm256_loadu_si256((const void *)from);
}

#else

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

#if defined(__SSE2__) && !defined(WMI_NO_SIMD)

typedef struct wmi_k8 {
    __m128i low, high;
} wmi_k8;

WMI_WIDE_INLINE __m128i k4_make(__m128 a, __m128i lanes, __m128i out)
{
    __m128i bits = _mm_andnot_si128(_mm_set1_epi32(63), _mm_castps_si128(a));
    return _mm_or_si128(_mm_or_si128(bits, lanes), _mm_srli_epi32(out, 1));
}

WMI_WIDE_INLINE wmi_k8 k8_make(wmi_f8 a, __m128i low, __m128i high)
{
    return (wmi_k8){k4_make(a.low, _mm_setr_epi32(0, 1, 2, 3), low),
                    k4_make(a.high, _mm_setr_epi32(4, 5, 6, 7), high)};
}

WMI_WIDE_INLINE wmi_k8 k8_of_not_after(wmi_f8 a, wmi_f8 b)
{
    return k8_make(a, _mm_castps_si128(_mm_cmpgt_ps(a.low, b.low)),
                   _mm_castps_si128(_mm_cmpgt_ps(a.high, b.high)));
}

WMI_WIDE_INLINE wmi_k8 k8_of_mask(wmi_f8 a, unsigned mask)
{
    __m128i set = _mm_set1_epi32((int)mask), none = _mm_setzero_si128();
    __m128i low = _mm_and_si128(set, _mm_setr_epi32(1, 2, 4, 8));
    __m128i high = _mm_and_si128(set, _mm_setr_epi32(16, 32, 64, 128));
    return k8_make(a, _mm_cmpeq_epi32(low, none), _mm_cmpeq_epi32(high, none));
}

WMI_WIDE_INLINE __m128i k4_min(__m128i a, __m128i b)
{
    __m128i more = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}

WMI_WIDE_INLINE uint32_t k8_least(wmi_k8 a)
{
    __m128i b = k4_min(a.low, a.high);
    b = k4_min(b, _mm_shuffle_epi32(b, 0x4E));
    b = k4_min(b, _mm_shuffle_epi32(b, 0xB1));
    return (uint32_t)_mm_cvtsi128_si32(b);
}

WMI_WIDE_INLINE wmi_k8 k8_with(wmi_k8 a, uint32_t more)
{
    __m128i all = _mm_set1_epi32((int)more);
    return (wmi_k8){_mm_or_si128(a.low, all), _mm_or_si128(a.high, all)};
}

WMI_WIDE_INLINE wmi_k8 k8_min(wmi_k8 a, wmi_k8 b)
{
    return (wmi_k8){k4_min(a.low, b.low), k4_min(a.high, b.high)};
}

WMI_WIDE_INLINE wmi_k8 k8_from(wmi_k8 a, uint32_t first)
{
    __m128i all = _mm_set1_epi32((int)first);
    return (wmi_k8){_mm_or_si128(a.low, _mm_srli_epi32(_mm_cmpgt_epi32(all, a.low), 1)),
                    _mm_or_si128(a.high, _mm_srli_epi32(_mm_cmpgt_epi32(all, a.high), 1))};
}

WMI_WIDE_INLINE wmi_k8 k8_none(void)
{
    return (wmi_k8){_mm_set1_epi32(WMI_NO_KEY), _mm_set1_epi32(WMI_NO_KEY)};
}

WMI_WIDE_INLINE void k8_store(uint32_t to[8], wmi_k8 a)
{
    _mm_storeu_si128((void *)to, a.low);
    _mm_storeu_si128((void *)(to + 4), a.high);
}

WMI_WIDE_INLINE wmi_k8 k8_load(const uint32_t from[8])
{
    return (wmi_k8){_mm_loadu_si128((const void *)from), _mm_loadu_si128((const void *)(from + 4))};
}

#else

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

WMI_WIDE_INLINE wmi_k8 k8_from(wmi_k8 a, uint32_t first)
{
    for (int i = 0; i < 8; i++)
        a.lane[i] = a.lane[i] < first ? WMI_NO_KEY : a.lane[i];
    return a;
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

#endif
