/* Small walkmeshes and models with the faults that community patches of the games found by hand:
 * each as it was found, and repaired. Does not use cmocka. */
#ifndef WAYMARK_TEST_PATCHES_H
#define WAYMARK_TEST_PATCHES_H

#include "shelf.h"

typedef struct test_patch {
    const char *name;   /* "a fence that is not attached" */
    wm_issue_code code; /* what check must find */
    /* Puts patch.wok, or patch.mdl and its MDX, on the shelf. */
    void (*make)(bool repaired, test_shelf *shelf);
} test_patch;

extern const test_patch test_patches[]; /* ends with a row without a name */

/* Checks one of them, as `waymark check` does. */
void test_patch_check(const test_patch *patch, bool repaired, wm_report *report);

#endif
