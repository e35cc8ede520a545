/* The exact side test: compared with integers, and with itself for the same points in another
 * order, where other estimates decide. */
#include <math.h>

#include "base/side.h"
#include "support.h"

static uint64_t random_state = 15;

static uint32_t random_below(uint32_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % most);
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static wm_vec3 point(const int64_t p[2], int exponent)
{
    return (wm_vec3){(float)ldexp((double)p[0], exponent), (float)ldexp((double)p[1], exponent), 0};
}

/* Points that are close to the line, or on it. */
static void equals_integers(void **state)
{
    unsigned zeros = 0;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint32_t most = 1u << (1 + random_below(23));
        int64_t a[2], b[2], p[2], t = random_below(17), off = random_below(2);
        for (int k = 0; k < 2; k++) {
            a[k] = (int64_t)random_below(2 * most) - most;
            b[k] = (int64_t)random_below(2 * most) - most;
            b[k] -= (b[k] - a[k]) % 16;
            p[k] = a[k] + (b[k] - a[k]) * t / 16 + off * ((int64_t)random_below(3) - 1);
        }
        int64_t area = (a[0] - p[0]) * (b[1] - p[1]) - (a[1] - p[1]) * (b[0] - p[0]);
        int e = (int)random_below(200) - 130;
        assert_int_equal(wmi_side(point(a, e), point(b, e), point(p, e)), sign(area));
        assert_int_equal(wmi_side_exactly(point(a, e), point(b, e), point(p, e)), sign(area));
        zeros += area == 0;
    }
    assert_true(zeros > 10000);
}

static float any_float(int range)
{
    double digits = (double)random_below(1u << 24) * (random_below(2) ? 1 : -1);
    return random_below(8) ? (float)ldexp(digits, (int)random_below((uint32_t)range) - range) : 0;
}

/* No two sizes need to be alike. */
static void the_order_does_not_matter(void **state)
{
    static const int ranges[] = {2, 10, 40, 100};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        wm_vec3 v[3] = {{0}};
        for (int k = 0; k < 3; k++) {
            v[k].x = any_float(ranges[i % 4]);
            v[k].y = random_below(4) ? any_float(ranges[i % 4]) : v[k].x;
        }
        if (random_below(3) == 0) /* nearly on the line */
            v[2] = (wm_vec3){(v[0].x + v[1].x) / 2, (v[0].y + v[1].y) / 2, 0};
        int side = wmi_side(v[0], v[1], v[2]);
        assert_int_equal(wmi_side(v[1], v[2], v[0]), side);
        assert_int_equal(wmi_side(v[2], v[0], v[1]), side);
        assert_int_equal(wmi_side(v[1], v[0], v[2]), -side);
        assert_int_equal(wmi_side_exactly(v[0], v[2], v[1]), -side);
        assert_int_equal(wmi_side_exactly(v[0], v[1], v[2]), side);
    }
}

/* A difference that is rounded to a float is not exact. */
static void rounded_differences_are_noticed(void **state)
{
    (void)state;
    const float tiny = 0x1p-60f;
    const wm_vec3 a = {1, 1, 0}, b = {-1, -1, 0};
    assert_int_equal(wmi_side(a, b, (wm_vec3){tiny, tiny, 0}), 0);
    assert_int_equal(wmi_side(a, b, (wm_vec3){tiny, 0, 0}), 1);
    assert_int_equal(wmi_side(a, b, (wm_vec3){0, tiny, 0}), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_integers),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(rounded_differences_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
