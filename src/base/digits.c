/* Parsing long numbers in text with big-integer division: correctly rounded, but slow. */
#include "base/decimal.h"

/* The largest number is 10^(800 + 324) shifted left by 64 bits: 3,800 bits. */
enum { LIMBS = 128 };

/* ---- digits ------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(wmi_digits *n, char c)
{
    if (n->count == 0 && c == '0')
        return;
    if (n->count < WMI_DIGITS_MAX) {
        n->digits[n->count++] = c;
    } else {
        n->more |= c != '0';
        n->scale++;
    }
}

/* The exponent part ("e-7") at text, or 0 if there is none. */
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

size_t wmi_digits_scan(const char *text, size_t size, wmi_digits *n)
{
    size_t i = 0;
    bool any = false;
    n->count = 0;
    n->more = false;
    n->scale = 0;
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

static void big_power(big *b, int64_t exponent)
{
    for (; exponent >= 9; exponent -= 9)
        big_multiply_add(b, 1000000000, 0);
    for (; exponent > 0; exponent--)
        big_multiply_add(b, 10, 0);
}

static void big_digits(big *b, const char *digits, int count)
{
    b->count = 0;
    for (int i = 0; i < count;) {
        uint32_t part = 0, factor = 1;
        for (int k = 0; k < 9 && i < count; k++, i++, factor *= 10)
            part = part * 10 + (uint32_t)(digits[i] - '0');
        big_multiply_add(b, factor, part);
    }
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

/* top -= bottom * factor, starting at limb `at` of top. Returns the borrow. */
static uint32_t take_product(big *top, const big *bottom, int at, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < bottom->count; i++) {
        carry += (uint64_t)bottom->limb[i] * factor;
        uint32_t low = (uint32_t)carry, *limb = &top->limb[at + i];
        carry >>= 32;
        carry += *limb < low;
        *limb -= low;
    }
    uint32_t last = (uint32_t)carry, *limb = &top->limb[at + bottom->count];
    carry = (carry >> 32) + (*limb < last);
    *limb -= last;
    return (uint32_t)carry;
}

static void put_back(big *top, const big *bottom, int at)
{
    uint64_t carry = 0;
    for (int i = 0; i < bottom->count; i++) {
        carry += (uint64_t)top->limb[at + i] + bottom->limb[i];
        top->limb[at + i] = (uint32_t)carry;
        carry >>= 32;
    }
    top->limb[at + bottom->count] += (uint32_t)carry;
}

/* The quotient, which must fit in 64 bits. *rest is set if there is a remainder. Schoolbook
 * division (Knuth, 4.3.1 D). */
static uint64_t big_divide(big *top, big *bottom, bool *rest)
{
    int spare = 32 * bottom->count - big_bits(bottom), n = bottom->count;
    big_shift_left(bottom, spare);
    big_shift_left(top, spare);
    while (top->count < n)
        top->limb[top->count++] = 0;
    top->limb[top->count] = 0;
    uint64_t quotient = 0, first = bottom->limb[n - 1], second = n > 1 ? bottom->limb[n - 2] : 0;
    for (int at = top->count - n; at >= 0; at--) {
        uint64_t high = (uint64_t)top->limb[at + n] << 32 | top->limb[at + n - 1];
        uint64_t next = n > 1 ? top->limb[at + n - 2] : 0;
        uint64_t guess = high / first, left = high % first;
        while (left >> 32 == 0 && (guess >> 32 || guess * second > (left << 32 | next))) {
            guess--;
            left += first;
        }
        if (take_product(top, bottom, at, (uint32_t)guess)) {
            put_back(top, bottom, at);
            guess--;
        }
        quotient = quotient << 32 | guess;
    }
    *rest = false;
    for (int i = 0; i < n; i++)
        *rest |= top->limb[i] != 0;
    return quotient;
}

/* ---- rounding ---------------------------------------------------------- */

/* The bits of m * 2^e, rounded to nearest even; a sticky bit stands for the bits below m. */
static uint64_t assemble(uint64_t m, int e, bool sticky, const wmi_float_shape *shape)
{
    int top = 0, bits = shape->mantissa;
    for (uint64_t rest = m; rest; rest >>= 1)
        top++;
    int drop = top - bits;
    if (e + drop < shape->smallest)
        drop = shape->smallest - e; /* subnormal: fewer mantissa bits */
    if (drop > 63)
        return 0;
    if (drop > 0) {
        uint64_t half = UINT64_C(1) << (drop - 1), below = m & (2 * half - 1);
        m >>= drop;
        m += below > half || (below == half && (sticky || m % 2));
        e += drop;
    }
    if (m >= UINT64_C(1) << bits) {
        m >>= 1;
        e++;
    }
    uint64_t hidden = UINT64_C(1) << (bits - 1);
    if (m < hidden)
        return m; /* e is at its minimum here */
    /* The exponent field counts from the smallest exponent; its highest value means infinity. */
    int field = e - shape->smallest + 1, last = 2 * (2 - bits - shape->smallest) + 1;
    if (field >= last)
        return (uint64_t)last << (bits - 1);
    return (uint64_t)field << (bits - 1) | (m & (hidden - 1));
}

uint64_t wmi_digits_round(const wmi_digits *n, const wmi_float_shape *shape)
{
    if (n->count == 0 || n->count + n->scale < shape->under)
        return 0;
    if (n->count + n->scale > shape->over)
        return assemble(UINT64_C(1) << 60, 2000, false, shape);
    big top, bottom;
    bottom.limb[0] = 1;
    bottom.count = 1;
    big_digits(&top, n->digits, n->count);
    big_power(n->scale > 0 ? &top : &bottom, n->scale > 0 ? n->scale : -n->scale);

    /* Scale so that the quotient has 8 or 9 bits more than the mantissa. */
    int shift = shape->mantissa + 8 - (big_bits(&top) - big_bits(&bottom));
    bool rest;
    big_shift_left(shift > 0 ? &top : &bottom, shift > 0 ? shift : -shift);
    uint64_t quotient = big_divide(&top, &bottom, &rest);
    return assemble(quotient, -shift, rest || n->more, shape);
}

size_t wmi_double_parse(const char *text, size_t size, double *value)
{
    static const wmi_float_shape shape = {53, -1074, -324, 310};
    wmi_decimal quick;
    const char *end = size ? wmi_decimal_scan(text, text + size, &quick) : NULL;
    if (end && wmi_decimal_exact(&quick, value))
        return (size_t)(end - text);
    bool sign = size && (text[0] == '+' || text[0] == '-');
    wmi_digits n;
    size_t used = wmi_digits_scan(text + sign, size - sign, &n);
    if (used == 0)
        return 0;
    uint64_t bits = wmi_digits_round(&n, &shape) | (uint64_t)(sign && text[0] == '-') << 63;
    memcpy(value, &bits, sizeof bits);
    return used + sign;
}
