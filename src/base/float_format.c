/* Formatting floats: the shortest decimal that reads back to the same bits.
 *
 * The shortest digits are found with Schubfach (R. Giulietti, "The Schubfach way to render
 * doubles", 2020) in its 32-bit form: scale the value and both ends of its rounding interval
 * by a 64-bit power of ten, then pick the shortest integer in the interval. Rounding to odd
 * makes the lost bits harmless. */
#include "base/internal.h"

enum { POW10_FIRST = -31 };

/* 64-bit mantissas of 10^k, rounded up: floor(10^k * 2^(63 - floor(log2 10^k))) + 1, for k
 * from -31 to 45. */
static const uint64_t pow10_table[] = {
    0x81ceb32c4b43fcf5u, 0xa2425ff75e14fc32u, 0xcad2f7f5359a3b3fu, 0xfd87b5f28300ca0eu,
    0x9e74d1b791e07e49u, 0xc612062576589ddbu, 0xf79687aed3eec552u, 0x9abe14cd44753b53u,
    0xc16d9a0095928a28u, 0xf1c90080baf72cb2u, 0x971da05074da7befu, 0xbce5086492111aebu,
    0xec1e4a7db69561a6u, 0x9392ee8e921d5d08u, 0xb877aa3236a4b44au, 0xe69594bec44de15cu,
    0x901d7cf73ab0acdau, 0xb424dc35095cd810u, 0xe12e13424bb40e14u, 0x8cbccc096f5088ccu,
    0xafebff0bcb24aaffu, 0xdbe6fecebdedd5bfu, 0x89705f4136b4a598u, 0xabcc77118461cefdu,
    0xd6bf94d5e57a42bdu, 0x8637bd05af6c69b6u, 0xa7c5ac471b478424u, 0xd1b71758e219652cu,
    0x83126e978d4fdf3cu, 0xa3d70a3d70a3d70bu, 0xcccccccccccccccdu, 0x8000000000000001u,
    0xa000000000000001u, 0xc800000000000001u, 0xfa00000000000001u, 0x9c40000000000001u,
    0xc350000000000001u, 0xf424000000000001u, 0x9896800000000001u, 0xbebc200000000001u,
    0xee6b280000000001u, 0x9502f90000000001u, 0xba43b74000000001u, 0xe8d4a51000000001u,
    0x9184e72a00000001u, 0xb5e620f480000001u, 0xe35fa931a0000001u, 0x8e1bc9bf04000001u,
    0xb1a2bc2ec5000001u, 0xde0b6b3a76400001u, 0x8ac7230489e80001u, 0xad78ebc5ac620001u,
    0xd8d726b7177a8001u, 0x878678326eac9001u, 0xa968163f0a57b401u, 0xd3c21bcecceda101u,
    0x84595161401484a1u, 0xa56fa5b99019a5c9u, 0xcecb8f27f4200f3bu, 0x813f3978f8940985u,
    0xa18f07d736b90be6u, 0xc9f2c9cd04674edfu, 0xfc6f7c4045812297u, 0x9dc5ada82b70b59eu,
    0xc5371912364ce306u, 0xf684df56c3e01bc7u, 0x9a130b963a6c115du, 0xc097ce7bc90715b4u,
    0xf0bdc21abb48db21u, 0x96769950b50d88f5u, 0xbc143fa4e250eb32u, 0xeb194f8e1ae525feu,
    0x92efd1b8d0cf37bfu, 0xb7abc627050305aeu, 0xe596b7b0c643c71au, 0x8f7e32ce7bea5c70u,
    0xb35dbf821ae4f38cu,
};

typedef struct decimal {
    uint32_t digits;
    int32_t exponent; /* value = digits * 10^exponent */
} decimal;

/* floor(log10(2^q)), or floor(log10(3/4 * 2^q)) if the lower neighbour is closer. */
static int32_t log10_pow2(int32_t q, bool closer)
{
    int32_t scaled = q * 1262611 - (closer ? 524031 : 0);
    return scaled >= 0 ? scaled >> 22 : -((-scaled + (1 << 22) - 1) >> 22);
}

static int32_t log2_pow10(int32_t e)
{
    int32_t scaled = e * 1741647;
    return scaled >= 0 ? scaled >> 19 : -((-scaled + (1 << 19) - 1) >> 19);
}

/* The high 32 bits of g * cp / 2^32, with the lost bits folded into the lowest bit. */
static uint32_t round_to_odd(uint64_t g, uint32_t cp)
{
    uint64_t low = (g & 0xFFFFFFFFu) * cp;
    uint64_t sum = (g >> 32) * cp + (low >> 32);
    return (uint32_t)(sum >> 32) | ((uint32_t)sum > 1);
}

static decimal shortest(uint32_t fraction, uint32_t biased)
{
    uint32_t c = biased ? fraction | 1u << 23 : fraction;
    int32_t q = (biased ? (int32_t)biased : 1) - 150;
    bool closer = fraction == 0 && biased > 1;
    bool even = c % 2 == 0;
    int32_t k = log10_pow2(q, closer);
    int32_t h = q + log2_pow10(-k) + 1;
    uint64_t g = pow10_table[-k - POW10_FIRST];
    uint32_t below = round_to_odd(g, (4 * c - (closer ? 1 : 2)) << h);
    uint32_t value = round_to_odd(g, (4 * c) << h);
    uint32_t above = round_to_odd(g, (4 * c + 2) << h);
    uint32_t lowest = below + !even, highest = above - !even;
    uint32_t s = value / 4;

    if (s >= 10) {
        uint32_t tens = s / 10;
        bool under = lowest <= 40 * tens, over = 40 * tens + 40 <= highest;
        if (under != over)
            return (decimal){tens + over, k + 1};
    }
    bool under = lowest <= 4 * s, over = 4 * s + 4 <= highest;
    if (under != over)
        return (decimal){s + over, k};
    uint32_t middle = 4 * s + 2;
    return (decimal){s + (value > middle || (value == middle && s % 2)), k};
}

static size_t put(char *text, const char *from)
{
    size_t length = strlen(from);
    memcpy(text, from, length + 1);
    return length;
}

/* digits[0..count) with the decimal point after `point` digits (may be out of range). */
static size_t put_fixed(char *text, const char *digits, int count, int point)
{
    char *out = text;
    if (point <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (int i = point; i < 0; i++)
            *out++ = '0';
    }
    for (int i = 0; i < count; i++) {
        if (i == point && point > 0)
            *out++ = '.';
        *out++ = digits[i];
    }
    for (int i = count; i < point; i++)
        *out++ = '0';
    *out = '\0';
    return (size_t)(out - text);
}

static size_t put_scientific(char *text, const char *digits, int count, int exponent)
{
    char *out = text;
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        for (int i = 1; i < count; i++)
            *out++ = digits[i];
    }
    *out++ = 'e';
    if (exponent < 0)
        *out++ = '-';
    unsigned e = (unsigned)(exponent < 0 ? -exponent : exponent); /* at most 45 */
    if (e >= 10)
        *out++ = (char)('0' + e / 10);
    *out++ = (char)('0' + e % 10);
    *out = '\0';
    return (size_t)(out - text);
}

size_t wm_float_format(float value, char text[WM_FLOAT_TEXT])
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    uint32_t fraction = bits & 0x7FFFFF, biased = bits >> 23 & 0xFF;
    size_t sign = bits >> 31;
    text[0] = '-';
    if (biased == 255)
        return sign + put(text + sign, fraction ? "nan" : "inf");
    if (!fraction && !biased)
        return sign + put(text + sign, "0");

    decimal d = shortest(fraction, biased);
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    char reversed[10], digits[10] = "0";
    int count = 0;
    for (uint32_t rest = d.digits; rest; rest /= 10)
        reversed[count++] = (char)('0' + rest % 10);
    for (int i = 0; i < count; i++)
        digits[i] = reversed[count - 1 - i];
    int point = count + d.exponent; /* value = 0.digits * 10^point */
    if (point > -4 && point <= 9)
        return sign + put_fixed(text + sign, digits, count, point);
    return sign + put_scientific(text + sign, digits, count, point - 1);
}
