/* JSON numbers: RFC 8259, section 6. Integers that fit in 64 bits are kept as integers. Other
 * numbers are kept as the nearest double and the nearest float, which is not always the float
 * nearest to that double. */
#include "base/decimal.h"
#include "base/json_read.h"

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p;
}

/* One or more digits. */
static bool need_digits(wmi_json_parser *p, const char *where)
{
    const char *end = skip_digits(p->at, p->end);
    if (end == p->at)
        return wmi_json_expected(p, p->at, where);
    p->at = end;
    return true;
}

/* Skips the number. *plain says whether it consists of digits only. */
static bool scan(wmi_json_parser *p, bool *plain)
{
    *plain = true;
    p->at += *p->at == '-';
    if (p->at < p->end && *p->at == '0') {
        p->at++;
        if (p->at < p->end && *p->at >= '0' && *p->at <= '9')
            return wmi_json_fail(p, WM_BAD_TEXT, p->at - 1,
                                 "a number cannot start with 0 and "
                                 "another digit");
    } else if (!need_digits(p, "a digit after '-'")) {
        return false;
    }
    if (p->at < p->end && *p->at == '.') {
        *plain = false;
        p->at++;
        if (!need_digits(p, "a digit after the decimal point"))
            return false;
    }
    if (p->at < p->end && (*p->at | 0x20) == 'e') {
        *plain = false;
        p->at++;
        p->at += p->at < p->end && (*p->at == '+' || *p->at == '-');
        if (!need_digits(p, "a digit in the exponent"))
            return false;
    }
    return true;
}

/* Parses digits as a 64-bit integer. */
static bool read_whole(const char *p, const char *end, uint64_t *whole)
{
    uint64_t v = 0;
    if (end - p > 20)
        return false;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *whole = v;
    return true;
}

/* 1.0, 1.50e1 and 1e3 are integers too. */
static bool is_whole(const wmi_decimal *d, uint64_t *whole)
{
    uint64_t v = d->head;
    int32_t scale = d->scale;
    if (d->digits > 19)
        return false;
    if (v == 0)
        scale = 0;
    for (; scale < 0; scale++, v /= 10)
        if (v % 10)
            return false;
    for (; scale > 0; scale--, v *= 10)
        if (v > UINT64_MAX / 10)
            return false;
    *whole = v;
    return true;
}

bool wmi_json_read_number(wmi_json_parser *p, wm_json_value *value)
{
    const char *start = p->at;
    bool plain, negative = *start == '-';
    wmi_decimal d;
    if (!scan(p, &plain))
        return false;
    value->kind = WM_JSON_KIND_NUMBER;
    value->number = (uint8_t)(WMI_NUMBER_WHOLE | (negative ? WMI_NUMBER_NEGATIVE : 0));
    if (plain && read_whole(start + negative, p->at, &value->as.whole))
        return true;
    bool quick = wmi_decimal_scan(start, p->at, &d) == p->at;
    if (quick && is_whole(&d, &value->as.whole))
        return true;
    value->number = 0;
    size_t size = (size_t)(p->at - start);
    if (!quick || !wmi_decimal_exact(&d, &value->as.number))
        wmi_double_parse(start, size, &value->as.number);
    if (!wmi_float_of_double(value->as.number, &value->also.number))
        wm_float_parse(start, size, &value->also.number);
    return true;
}
