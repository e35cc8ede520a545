/* Decimal text to float, correctly rounded, without the C locale.
 *
 * Nearly all numbers of real files take the quick way of decimal.h: at most 19 digits
 * and a small power of ten give a correctly rounded double, and rounding that again to
 * float is right unless the double sits exactly between two floats. The rest are
 * divided out with big integers. */
#include "base/decimal.h"

enum {
    DIGITS_MAX = 120, /* a float's rounding boundary has at most 113 digits */
    LIMBS = 48
};

typedef struct number {
    bool negative;
    char digits[DIGITS_MAX]; /* significant digits, '0'..'9' */
    int count;
    bool more;     /* non-zero digits were left out */
    int64_t scale; /* value = digits * 10^scale */
} number;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Matches a word in any case; word is lower case. */
static size_t match(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    if (size < n)
        return 0;
    for (size_t i = 0; i < n; i++)
        if ((text[i] | 0x20) != word[i])
            return 0;
    return n;
}

static void add_digit(number *n, char c)
{
    if (n->count == 0 && c == '0')
        return;
    if (n->count < DIGITS_MAX) {
        n->digits[n->count++] = c;
    } else {
        n->more |= c != '0';
        n->scale++;
    }
}

/* The exponent part "e-7" at text, 0 if there is none. */
static size_t scan_exponent(const char *text, size_t size, int64_t *exponent)
{
    size_t i = 1;
    bool negative = false;
    int64_t e = 0;
    if (size < 2 || (text[0] | 0x20) != 'e')
        return 0;
    if (text[i] == '+' || text[i] == '-')
        negative = text[i++] == '-';
    if (i >= size || !is_digit(text[i]))
        return 0;
    for (; i < size && is_digit(text[i]); i++)
        if (e < 1000000000)
            e = e * 10 + (text[i] - '0');
    *exponent = negative ? -e : e;
    return i;
}

static size_t scan(const char *text, size_t size, number *n)
{
    size_t i = 0;
    bool any = false;
    for (; i < size && is_digit(text[i]); i++, any = true)
        add_digit(n, text[i]);
    if (i < size && text[i] == '.') {
        size_t j = i + 1;
        for (; j < size && is_digit(text[j]); j++, any = true) {
            add_digit(n, text[j]);
            n->scale--;
        }
        if (any)
            i = j;
    }
    if (!any)
        return 0;
    int64_t exponent = 0;
    i += scan_exponent(text + i, size - i, &exponent);
    n->scale += exponent;
    return i;
}

/* ---- big integers, least significant limb first ------------------------ */

typedef struct big {
    uint32_t limb[LIMBS];
    int count;
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && b->count < LIMBS)
        b->limb[b->count++] = (uint32_t)carry;
}

static int big_bits(const big *b)
{
    if (b->count == 0)
        return 0;
    int bits = 32 * (b->count - 1);
    for (uint32_t top = b->limb[b->count - 1]; top; top >>= 1)
        bits++;
    return bits;
}

static void big_shift_left(big *b, int bits)
{
    int words = bits / 32, rest = bits % 32;
    for (int i = b->count - 1; i >= 0; i--)
        b->limb[i + words] = b->limb[i];
    for (int i = 0; i < words; i++)
        b->limb[i] = 0;
    if (b->count)
        b->count += words;
    if (rest)
        big_multiply_add(b, 1u << rest, 0);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b */
static void big_subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t take = (i < b->count ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->count && a->limb[a->count - 1] == 0)
        a->count--;
}

/* m * 2^e with a sticky bit for what is below, rounded to nearest even. */
static float assemble(uint64_t m, int e, bool sticky)
{
    int top = 0;
    for (uint64_t rest = m; rest; rest >>= 1)
        top++;
    int drop = top - 24;
    if (e + drop < -149)
        drop = -149 - e; /* subnormal: fewer bits */
    if (drop > 0) {
        uint64_t half = UINT64_C(1) << (drop - 1), below = m & (2 * half - 1);
        m >>= drop;
        m += below > half || (below == half && (sticky || m % 2));
        e += drop;
    }
    if (m >= (UINT64_C(1) << 24)) {
        m >>= 1;
        e++;
    }
    uint32_t bits;
    if (m < (UINT64_C(1) << 23))
        bits = (uint32_t)m; /* e is -149 here */
    else if (e + 150 >= 255)
        bits = 0xFFu << 23;
    else
        bits = (uint32_t)(e + 150) << 23 | ((uint32_t)m & 0x7FFFFF);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static float slow(const number *n)
{
    if (n->count == 0 || n->count + n->scale < -46)
        return 0;
    if (n->count + n->scale > 40)
        return assemble(UINT64_C(1) << 32, 200, false); /* infinity */
    big top = {{0}, 0}, bottom = {{1}, 1};
    for (int i = 0; i < n->count; i++)
        big_multiply_add(&top, 10, (uint32_t)(n->digits[i] - '0'));
    for (int64_t i = n->scale; i > 0; i--)
        big_multiply_add(&top, 10, 0);
    for (int64_t i = n->scale; i < 0; i++)
        big_multiply_add(&bottom, 10, 0);

    /* Scale so that the quotient has 32 or 33 bits, then divide bit by bit. */
    int shift = 32 - (big_bits(&top) - big_bits(&bottom));
    big_shift_left(shift > 0 ? &top : &bottom, shift > 0 ? shift : -shift);
    uint64_t quotient = 0;
    big_shift_left(&bottom, 33);
    for (int i = 33; i >= 0; i--) {
        quotient <<= 1;
        if (big_compare(&top, &bottom) >= 0) {
            big_subtract(&top, &bottom);
            quotient |= 1;
        }
        /* bottom /= 2 */
        for (int k = 0; k < bottom.count; k++) {
            uint32_t next = k + 1 < bottom.count ? bottom.limb[k + 1] : 0;
            bottom.limb[k] = bottom.limb[k] >> 1 | next << 31;
        }
        while (bottom.count && bottom.limb[bottom.count - 1] == 0)
            bottom.count--;
    }
    return assemble(quotient, -shift, n->more || top.count > 0);
}

size_t wm_float_parse(const char *text, size_t size, float *value)
{
    size_t i = 0, used;
    wmi_decimal quick;
    const char *behind = size ? wmi_decimal_scan(text, text + size, &quick) : NULL;
    if (behind && wmi_decimal_float(&quick, value))
        return (size_t)(behind - text);
    number n = {.negative = false, .count = 0};
    if (i < size && (text[i] == '+' || text[i] == '-'))
        n.negative = text[i++] == '-';
    uint32_t special = 0;
    if ((used = match(text + i, size - i, "infinity")) || (used = match(text + i, size - i, "inf")))
        special = 0x7F800000;
    else if ((used = match(text + i, size - i, "nan")))
        special = 0x7FC00000;
    if (special) {
        special |= (uint32_t)n.negative << 31;
        memcpy(value, &special, 4);
        return i + used;
    }
    used = scan(text + i, size - i, &n);
    if (used == 0)
        return 0;
    float result = slow(&n);
    uint32_t bits;
    memcpy(&bits, &result, 4);
    bits |= (uint32_t)n.negative << 31;
    memcpy(value, &bits, 4);
    return i + used;
}
