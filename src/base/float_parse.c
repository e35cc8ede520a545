/* Decimal text to float, correctly rounded and independent of the C locale.
 *
 * Nearly all numbers in real files take the fast path in decimal.h: at most 19 digits and a
 * small power of ten give a correctly rounded double. Rounding that to float is correct
 * unless the double lies exactly between two floats. All other numbers use big-integer
 * division. */
#include "base/decimal.h"

/* Matches a word, ignoring case. `word` is lower case. */
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

static size_t put(uint32_t bits, bool negative, float *value, size_t used)
{
    bits |= (uint32_t)negative << 31;
    memcpy(value, &bits, sizeof bits);
    return used;
}

size_t wm_float_parse(const char *text, size_t size, float *value)
{
    static const wmi_float_shape shape = {24, -149, -46, 40};
    wmi_decimal quick;
    const char *end = size ? wmi_decimal_scan(text, text + size, &quick) : NULL;
    if (end && wmi_decimal_float(&quick, value))
        return (size_t)(end - text);
    bool sign = size && (text[0] == '+' || text[0] == '-');
    bool negative = sign && text[0] == '-';
    size_t used;
    text += sign;
    size -= sign;
    if ((used = match(text, size, "infinity")) || (used = match(text, size, "inf")))
        return put(0x7F800000, negative, value, used + sign);
    if ((used = match(text, size, "nan")))
        return put(0x7FC00000, negative, value, used + sign);
    wmi_digits n;
    used = wmi_digits_scan(text, size, &n);
    if (used == 0)
        return 0;
    return put((uint32_t)wmi_digits_round(&n, &shape), negative, value, used + sign);
}
