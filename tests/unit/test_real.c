/* The arithmetic of base/real.h: within its stated error of libm's long double functions, and
 * the same bits on every machine. */
#include <float.h>

#include "base/real.h"
#include "support.h"

static uint64_t state;

/* -1 to 1 */
static double next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)(state >> 10) * 0x1p-53 - 1;
}

/* In units of the last place of the result. */
static double error_of(double got, long double wanted)
{
    int exponent;
    frexp(got, &exponent);
    return (double)(fabsl((long double)got - wanted) / ldexpl(1, exponent - DBL_MANT_DIG));
}

/* Where long double is no better than double, libm itself may be off by one. */
static double allowed(double stated)
{
    return LDBL_MANT_DIG > DBL_MANT_DIG ? stated : stated + 1;
}

/* Windows' sinl is off by many units near multiples of pi. test_same_bits still proves that the
 * results are those of machines where this can be judged. */
static bool library_is_exact(void)
{
    volatile long double angle = 355; /* not computed by the compiler */
    return fabsl(sinl(angle) / -3.0144353359488449214330280008650099590e-5L - 1) < 4 * LDBL_EPSILON;
}

static void test_accuracy(void **context)
{
    (void)context;
    if (!library_is_exact()) {
        print_message("skipped: sinl is not exact here\n");
        skip();
    }
    double worst[5] = {0};
    state = 88172645463325252u;
    for (int i = 0; i < 400000; i++) {
        static const double sizes[4] = {0.8, 7, 1000, 1e6};
        double angle = next_random() * sizes[i % 4], s, c;
        wmi_sin_cos(angle, &s, &c);
        assert_true(s == wmi_sin(angle) && c == wmi_cos(angle));
        double y = next_random() * (i % 3 ? 1 : 1e-3), x = next_random() * (i % 5 ? 1 : 1e-3);
        double w = next_random(), positive = exp(next_random() * (i % 2 ? 0.5 : 20));
        double errors[5] = {
            error_of(s, sinl((long double)angle)),
            error_of(c, cosl((long double)angle)),
            error_of(wmi_atan2(y, x), atan2l((long double)y, (long double)x)),
            error_of(wmi_acos(w), acosl((long double)w)),
            error_of(wmi_log(positive), logl((long double)positive)),
        };
        for (int k = 0; k < 5; k++)
            worst[k] = wmi_max(worst[k], errors[k]);
    }
    print_message("errors in ulp: sin %.3f, cos %.3f, atan2 %.3f, acos %.3f, log %.3f\n", worst[0],
                  worst[1], worst[2], worst[3], worst[4]);
    assert_true(worst[0] < allowed(0.8) && worst[1] < allowed(0.8));
    assert_true(worst[2] < allowed(1.2));
    assert_true(worst[3] < allowed(1.6));
    assert_true(worst[4] < allowed(0.9));
}

static bool same(double a, double b)
{
    return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b));
}

/* Signs of zeros, infinite and tiny arguments: as C says. */
static void test_special_values(void **context)
{
    (void)context;
    static const double values[] = {0,        -0.0,      1,           -1,     0.5,
                                    INFINITY, -INFINITY, (double)NAN, 5e-324, -5e-324,
                                    1e-310,   1e300,     1e308};
    enum { COUNT = sizeof values / sizeof *values };
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++) {
            double got = wmi_atan2(values[i], values[k]), wanted = atan2(values[i], values[k]);
            assert_true(same(got, wanted) || fabs(got - wanted) <= fabs(wanted) * 0x1p-52 ||
                        fabs(got - wanted) <= 5e-324);
            assert_int_equal(!signbit(got), !signbit(got == got ? wanted : got));
        }
    assert_true(same(wmi_sin(0), 0) && same(wmi_sin(-0.0), -0.0) && same(wmi_cos(-0.0), 1));
    assert_true(isnan(wmi_sin(INFINITY)) && isnan(wmi_cos((double)NAN)));
    assert_true(fabs(wmi_sin(1e300)) <= 1);
    assert_true(same(wmi_acos(1), 0) && isnan(wmi_acos(1.5)) && isnan(wmi_acos((double)NAN)));
    assert_true(same(wmi_log(1), 0));
    assert_true(wmi_hypot(3, 4) == 5 && wmi_hypot(-3e38, 4e38) == 5e38);
    assert_true(same(wmi_min(0, -0.0), -0.0) && same(wmi_max(-0.0, 0), 0));
    assert_true(same(wmi_min(-0.0, 0), 0) && same(wmi_max(0, -0.0), -0.0));
    assert_true(wmi_min((double)NAN, 1) == 1 && wmi_min(1, (double)NAN) == 1);
    assert_true(wmi_maxf(NAN, 1) == 1 && wmi_maxf(1, NAN) == 1 && wmi_minf(1, 2) == 1);
}

/* One number over the bits of all results: it must come out on every machine. */
static void test_same_bits(void **context)
{
    (void)context;
    uint64_t hash = 14695981039346656037u;
    state = 88172645463325252u;
    for (int i = 0; i < 100000; i++) {
        double a = next_random() * 100, b = next_random(), s, c;
        wmi_sin_cos(a, &s, &c);
        double results[6] = {s,        c, wmi_atan2(a, b), wmi_acos(b), wmi_log(fabs(b) + 1e-9),
                             a * b + c};
        for (int k = 0; k < 6; k++) {
            uint64_t bits;
            memcpy(&bits, &results[k], sizeof bits);
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    print_message("%016llx\n", (unsigned long long)hash);
    assert_true(hash == 0xc48eb885ceea06b7u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
