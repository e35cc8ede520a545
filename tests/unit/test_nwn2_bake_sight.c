/* The sight bits of baked tiles: never set where floor is missing under the hull of the two
 * triangles, shown by sampling, and nearly always where the game sets them too. */
#include <dirent.h>
#include <math.h>

#include "support.h"
#include "terrain.h"

typedef struct tally {
    uint64_t set, both, game_only, ours_only, points;
} tally;

static uint32_t seed = 1;

static double dice(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

static double turn(const wm_vec3 *a, const wm_vec3 *b, double x, double y)
{
    return ((double)b->x - (double)a->x) * (y - (double)a->y) -
           ((double)b->y - (double)a->y) * (x - (double)a->x);
}

/* Within a millionth of a square metre, which is what rounding can take. */
static bool covers(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, double x, double y)
{
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        double s = turn(&a->vertices[t->vertex[k]], &a->vertices[t->vertex[(k + 1) % 3]], x, y);
        left |= s > 1e-6;
        right |= s < -1e-6;
    }
    return !(left && right);
}

static bool floor_at(const wm_nwn2_aswm *a, const wm_nwn2_tile *t, double x, double y)
{
    for (uint32_t i = 0; i < t->node_count; i++)
        if (covers(a, &a->triangles[t->triangles_offset + t->node_to_local[i]], x, y))
            return true;
    return false;
}

/* Random points of the hull: weights of the six corners. */
static void sample(const char *name, const wm_nwn2_aswm *a, const wm_nwn2_tile *t, uint32_t i,
                   uint32_t j, tally *sum)
{
    const wm_nwn2_triangle *pair[2] = {&a->triangles[t->triangles_offset + t->node_to_local[i]],
                                       &a->triangles[t->triangles_offset + t->node_to_local[j]]};
    for (int n = 0; n < 12; n++) {
        double x = 0, y = 0, total = 0;
        for (int k = 0; k < 6; k++) {
            wm_vec3 v = a->vertices[pair[k / 3]->vertex[k % 3]];
            double w = n < 6 ? pow(dice(), 8) : dice(); /* often near corners and sides */
            x += w * (double)v.x;
            y += w * (double)v.y;
            total += w;
        }
        if (!(total > 0))
            continue;
        sum->points++;
        if (!floor_at(a, t, x / total, y / total))
            fail_msg("%s: no floor at %g, %g between triangles %u and %u", name, x / total,
                     y / total, (unsigned)t->node_to_local[i], (unsigned)t->node_to_local[j]);
    }
}

static void look_at_tile(const char *name, const wm_nwn2_aswm *a, const wm_nwn2_tile *game,
                         const wm_nwn2_tile *ours, tally *sum)
{
    uint32_t n = ours->node_count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            uint8_t cell = ours->table[i * n + j], back = ours->table[j * n + i];
            bool set = cell != 255 && cell & WM_NWN2_SIGHT;
            assert_int_equal(set, back != 255 && back & WM_NWN2_SIGHT);
            if (cell != 255 && game) {
                bool theirs = game->table[i * n + j] & WM_NWN2_SIGHT;
                sum->both += set && theirs;
                sum->game_only += !set && theirs;
                sum->ours_only += set && !theirs;
            }
            if (set && sum->set++ % 16 == 0)
                sample(name, a, ours, i, j, sum);
        }
}

static void forget(wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->grid_height * a->grid_width; i++)
        a->tiles[i].node_count = 0;
}

static void look_at_file(const char *name, tally *sum)
{
    char path[512];
    wm_error error;
    snprintf(path, sizeof path, "nwn2/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *real = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    wm_nwn2_trn *made = real ? wm_nwn2_trn_copy(real, NULL, NULL) : NULL;
    assert_non_null(made);
    forget(made->aswm);
    assert_int_equal(wm_nwn2_trn_rebuild(made, NULL, NULL, NULL), WM_OK);
    for (uint32_t i = 0; i < real->aswm->grid_height * real->aswm->grid_width; i++)
        look_at_tile(name, made->aswm, &real->aswm->tiles[i], &made->aswm->tiles[i], sum);
    wm_nwn2_trn_free(made);
    wm_nwn2_trn_free(real);
    wm_buffer_free(&bytes);
}

static void sight_means_floor(void **state)
{
    (void)state;
    NEED_CORPUS();
    char path[4096];
    tally sum = {0};
    uint32_t files = 0;
    snprintf(path, sizeof path, "%s/nwn2", test_corpus());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *d; (d = readdir(folder));) {
        const char *dot = strrchr(d->d_name, '.');
        if (!dot || strcmp(dot, ".trx") != 0)
            continue;
        look_at_file(d->d_name, &sum);
        files++;
    }
    closedir(folder);
    print_message("%u files, %llu points; pairs set by both %llu, by the game alone %llu, by us "
                  "alone %llu\n",
                  (unsigned)files, (unsigned long long)sum.points, (unsigned long long)sum.both,
                  (unsigned long long)sum.game_only, (unsigned long long)sum.ours_only);
    assert_true(files >= 40 && sum.points > 100000);
    assert_true(sum.ours_only * 20 < sum.both);
    assert_true(sum.game_only * 2 < sum.both);
}

/* In the middle of an open floor all is seen; across a hole nothing is. */
static void plans_show_the_rule(void **state)
{
    (void)state;
    tally sum = {0};
    const test_plan open = {.width = 1, .height = 1, .squares = 7, .tile_width = 9};
    const test_plan ring = {.width = 1,
                            .height = 1,
                            .squares = 5,
                            .tile_width = 9,
                            .map = "....."
                                   ".www."
                                   ".www."
                                   ".www."
                                   "....."};
    wm_nwn2_trn *trn = test_terrain_plan(&open, false);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    const wm_nwn2_tile *t = trn->aswm->tiles;
    look_at_tile("open", trn->aswm, NULL, t, &sum);
    assert_true(sum.set > 25 * 25); /* pairs of the 50 triangles that touch no wall */
    wm_nwn2_trn_free(trn);
    trn = test_terrain_plan(&ring, false);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    t = trn->aswm->tiles;
    sum = (tally){0};
    look_at_tile("ring", trn->aswm, NULL, t, &sum);
    assert_true(sum.set > 0 && sum.set < 40); /* neighbours only */
    wm_nwn2_trn_free(trn);
}

/* What did not change keeps the bits it had, whatever they are. */
static void unchanged_tiles_keep_their_bits(void **state)
{
    (void)state;
    const test_plan plan = {.width = 2, .height = 1, .squares = 3, .tile_width = 9};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, true); /* sets none */
    wm_nwn2_aswm *a = trn->aswm;
    wm_nwn2_trn_rebuild_result result;
    a->tiles[0].table[1] |= WM_NWN2_SIGHT;
    a->triangles[a->tiles[1].triangles_offset].flags &= (uint16_t)~WM_NWN2_WALKABLE;
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, &result, NULL), WM_OK);
    a = trn->aswm;
    assert_int_equal(result.sight_kept, 1);
    uint32_t seen[2] = {0};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < (uint32_t)a->tiles[i].node_count * a->tiles[i].node_count; k++)
            seen[i] += a->tiles[i].table[k] != 255 && a->tiles[i].table[k] & WM_NWN2_SIGHT;
    assert_int_equal(seen[0], 1);
    assert_true(seen[1] > 1);
    wm_nwn2_trn_free(trn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_means_floor),
        cmocka_unit_test(plans_show_the_rule),
        cmocka_unit_test(unchanged_tiles_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
