/* How much `waymark budget` looks at grows with the walkmesh, not with its square: also in a
 * damaged file, whose tiles all state the same triangles, or whose triangles are all linked to one.
 */
#include "nwn2/budget.h"
#include "support.h"
#include "terrain.h"

enum { EACH = 16 }; /* looks at a triangle or tile: those of the code, and some to spare */

static uint64_t steps_of(const wm_nwn2_aswm *a, uint32_t *walkable)
{
    budget b;
    assert_true(budget_make(a, &b));
    assert_true(b.steps >= a->triangle_count); /* it does count */
    *walkable = 0;
    for (size_t i = 0; i < b.tile_count; i++)
        *walkable += b.tiles[i].walkable;
    uint64_t steps = b.steps;
    budget_free(&b);
    return steps;
}

static void few_steps(const wm_nwn2_aswm *a, uint32_t *walkable)
{
    uint64_t most = EACH * ((uint64_t)a->triangle_count + (uint64_t)a->grid_width * a->grid_height);
    uint64_t steps = steps_of(a, walkable);
    if (steps > most)
        fail_msg("%llu steps for %u triangles", (unsigned long long)steps,
                 (unsigned)a->triangle_count);
}

static void steps_grow_with_the_walkmesh(void **state)
{
    (void)state;
    for (uint32_t size = 2; size <= 32; size *= 2) {
        const test_plan plan = {.width = size, .height = size, .squares = 6, .tile_width = 9};
        wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
        wm_nwn2_aswm *a = trn->aswm;
        uint32_t walkable, all;
        few_steps(a, &walkable);
        assert_true(walkable > 0);
        for (uint32_t i = 0; i < size * size; i++) { /* every tile states all triangles */
            a->tiles[i].triangles_offset = 0;
            a->tiles[i].triangles_count = a->triangle_count;
        }
        few_steps(a, &all);
        assert_int_equal(all, walkable * size * size);
        for (uint32_t i = 0; i < a->triangle_count; i++) /* one star */
            for (int k = 0; k < 3; k++)
                a->triangles[i].linked_triangles[k] = 0;
        few_steps(a, &all);
        wm_nwn2_trn_free(trn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_grow_with_the_walkmesh)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
