/* Shared by the tests: the corpus, sample meshes, allocators that fail. */
#ifndef WAYMARK_TEST_SUPPORT_H
#define WAYMARK_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

/* The directory of real files: $WAYMARK_CORPUS, else ../shared/corpus next to the source
 * tree, else NULL. */
const char *test_corpus(void);
/* For tests that need the corpus: if it is missing, prints "skipped" and leaves the test. */
#define NEED_CORPUS()                                                                              \
    do {                                                                                           \
        if (!test_corpus()) {                                                                      \
            print_message("skipped: no corpus (set WAYMARK_CORPUS)\n");                            \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
/* Reads a file of the corpus; fails the test if it cannot be read. */
wm_buffer test_corpus_file(const char *name);
/* Lists the files in a corpus folder with a given ending; initialise with {0}:
 *     for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) */
typedef struct test_listing {
    void *directory;
    const char *name; /* without the folder */
    char path[1024];  /* for test_corpus_file */
} test_listing;
bool test_corpus_next(test_listing *listing, const char *folder, const char *ending);
/* The three largest NWN2 walkmeshes of the corpus, and the three with the most folds,
 * slivers and faces without area. */
enum { TEST_HARD_TERRAINS = 6 };
extern const char *const test_hard_terrains[TEST_HARD_TERRAINS];
/* The walkmesh of nwn2/<name> in the corpus, for queries. */
wm_walkmesh *test_corpus_terrain(const char *name);

/* The processor time of this process so far. */
double test_cpu_seconds(void);

#endif
