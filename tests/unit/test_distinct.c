/* Distinct keys: indices in order of appearance, and no input that makes lookups slow. Costs
 * are counted in tree nodes visited, not in time. */
#include "base/distinct.h"
#include "support.h"
#include "waymark/convert.h"

enum { MANY = 100000, LOG_MANY = 17 };

static uint32_t random_word(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8 ^ *state << 13;
}

/* The last word that makes the hash of a key 0; `size` is a multiple of 4. The hash is that of
 * base/distinct.c. */
static uint32_t colliding_word(const uint8_t *key, size_t size)
{
    uint32_t hash = (uint32_t)size;
    for (size_t i = 0; i + 4 < size; i += 4) {
        hash = (hash ^ wmi_le32(key + i)) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return hash; /* (hash ^ word) * factor is 0, and stays 0 */
}

/* Adds all keys twice, checks the indices and returns the nodes visited. */
static uint64_t add_all(const uint8_t *keys, uint32_t count, size_t size)
{
    wmi_distinct k;
    wmi_arena arena;
    wmi_arena_init(&arena, NULL, 0);
    assert_true(wmi_distinct_init(&k, &arena, count));
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(wmi_distinct_find(&k, keys + i * size, size), WM_NO_INDEX);
        assert_int_equal(wmi_distinct_add(&k, keys + i * size, size), i);
    }
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(wmi_distinct_add(&k, keys + i * size, size), i);
    assert_int_equal(k.count, count);
    uint64_t steps = k.steps;
    wmi_arena_free(&arena);
    return steps;
}

static void appearance(void **state)
{
    (void)state;
    static const char *const names[] = {"b", "a", "", "ab", "b", "abc", "", "a", "b\x80"};
    static const uint32_t expected[] = {0, 1, 2, 3, 0, 4, 2, 1, 5};
    wmi_distinct k;
    wmi_arena arena;
    wmi_arena_init(&arena, NULL, 0);
    assert_true(wmi_distinct_init(&k, &arena, 8));
    assert_int_equal(wmi_distinct_find(&k, "b", 1), WM_NO_INDEX);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(wmi_distinct_add(&k, names[i], strlen(names[i])), expected[i]);
    assert_int_equal(wmi_distinct_find(&k, "abcd", 4), WM_NO_INDEX);
    assert_int_equal(wmi_distinct_add(&k, "a\0", 2), 6); /* zero bytes count */
    assert_int_equal(wmi_distinct_add(&k, "a\0\0", 3), 7);
    assert_int_equal(wmi_distinct_find(&k, "a\0", 2), 6);
    wmi_arena_free(&arena);
}

static void colliding_positions(void **state)
{
    (void)state;
    uint32_t seed = 1;
    uint8_t *keys = malloc((size_t)MANY * 12);
    assert_non_null(keys);
    for (uint32_t i = 0; i < MANY; i++) {
        uint8_t *key = keys + (size_t)12 * i;
        wmi_put32(key, i);
        wmi_put32(key + 4, random_word(&seed));
        wmi_put32(key + 8, colliding_word(key, 12));
    }
    uint64_t steps = add_all(keys, MANY, 12);
    assert_true(steps > (uint64_t)MANY * LOG_MANY); /* they do collide */
    /* Four walks per key: find, two for a new key, one for a known key. */
    assert_true(steps < (uint64_t)4 * MANY * 2 * LOG_MANY);
    for (uint32_t i = 0; i < MANY; i++)
        wmi_put32(keys + (size_t)12 * i + 8, i * 77);
    assert_true(add_all(keys, MANY, 12) < (uint64_t)4 * MANY); /* usual keys share no tree */
    free(keys);
}

/* The longest walks: each key is a bit longer than the one before. A walk is never longer than
 * the key, so that the total is linear in the size of a file that has all these names. */
static void nested_names(void **state)
{
    (void)state;
    enum { LONGEST = 3000 };
    static char text[LONGEST];
    uint64_t bytes = 0;
    wmi_distinct k;
    wmi_arena arena;
    wmi_arena_init(&arena, NULL, 0);
    memset(text, 'a', sizeof text);
    assert_true(wmi_distinct_init(&k, &arena, LONGEST));
    k.mask = 0; /* all in one tree */
    for (uint32_t i = LONGEST; i-- > 0;) {
        bytes += i + 1;
        assert_int_equal(wmi_distinct_add(&k, text, i + 1), LONGEST - 1 - i);
    }
    for (uint32_t i = 0; i < LONGEST; i++)
        assert_int_equal(wmi_distinct_find(&k, text, i + 1), LONGEST - 1 - i);
    assert_true(k.steps > bytes / 2); /* there are long walks */
    assert_true(k.steps <= 3 * 9 * bytes);
    k.steps = 0;
    for (uint32_t i = 0; i < MANY; i++)
        wmi_distinct_find(&k, "b", 1); /* a short name in a deep tree */
    assert_true(k.steps <= (uint64_t)9 * MANY);
    wmi_arena_free(&arena);
}

/* An OBJ whose material and object names all have the same hash. */
static void colliding_names(void **state)
{
    (void)state;
    uint32_t tried = 0, named = 0;
    size_t size = 0;
    char *text = malloc((size_t)MANY * 64 + 64);
    uint8_t *names = malloc((size_t)MANY * 12);
    assert_true(text && names);
    size += (size_t)sprintf(text, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    while (named < MANY) {
        uint8_t *name = names + (size_t)12 * named;
        sprintf((char *)name, "%08x", (unsigned)tried++);
        wmi_put32(name + 8, colliding_word(name, 12));
        bool usable = true;
        for (int i = 8; i < 12; i++)
            usable = usable && name[i] > ' ' && name[i] < 127 && name[i] != '\\';
        if (!usable)
            continue;
        size += (size_t)sprintf(text + size, "usemtl %.12s\no %.12s\nf 1 2 3\n", (char *)name,
                                (char *)name);
        named++;
    }
    assert_true(add_all(names, MANY, 12) < (uint64_t)4 * MANY * 2 * LOG_MANY);
    wm_scene *scene = wm_obj_read(text, size, NULL, NULL);
    assert_non_null(scene);
    assert_int_equal(scene->material_count, MANY);
    assert_int_equal(scene->mesh_count, MANY);
    for (uint32_t i = 0; i < MANY; i += 999)
        assert_memory_equal(scene->materials[i].name, names + (size_t)12 * i, 12);
    wm_scene_free(scene);
    free(names);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appearance),
        cmocka_unit_test(colliding_positions),
        cmocka_unit_test(nested_names),
        cmocka_unit_test(colliding_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
