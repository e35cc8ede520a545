/* Bakes of real areas, for comparing them with the game's. */
#ifndef TEST_BAKES_H
#define TEST_BAKES_H

#include "support.h"
#include "waymark/folder.h"

/* Where the models of the corpus are. */
typedef struct test_models {
    wm_folder *folders[2];
    wm_chain *chain;
    wm_finder finder;
    bool no_hulls; /* models as they were before hulls (COL2) were added to them */
} test_models;

void test_models_open(test_models *m);
void test_models_close(test_models *m);

/* Files of the corpus, as test_corpus_file takes them. Fails the test if one cannot be read. */
wm_nwn2_trn *test_bake_read(const char *path);
wm_nwn2_cutters *test_bake_cutters(const char *git);
wm_nwn2_obstacles *test_bake_obstacles(const char *git, const test_models *m);

typedef enum test_missing {
    TEST_MISSING_IGNORE,
    TEST_MISSING_HOLE,
    TEST_MISSING_KEEP
} test_missing;

/* Bakes a TRN with its cutters and placeables as the command does.
 *
 * obstacles: may be NULL.
 * old: the earlier bake for TEST_MISSING_KEEP. */
wm_nwn2_trn *test_bake(const char *trn, const wm_nwn2_cutters *cutters,
                       const wm_nwn2_obstacles *obstacles, test_missing missing,
                       const wm_nwn2_trn *old);

/* What is at a point: 0 nothing, 1 ground that is not walkable, or the flags of a floor. */
unsigned test_bake_at(const wm_nwn2_aswm *a, double x, double y);
/* Is a point in the plan view of a triangle, and not on its outline? */
bool test_bake_inside(const wm_vec3 *vertices, const uint32_t vertex[3], double x, double y);

/* A random number from 0 to 1. */
double test_bake_random(uint32_t *seed);

#endif
