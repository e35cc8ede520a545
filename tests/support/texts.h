/* Walkmesh texts and 2DA tables written for the project, one per dialect, for tests and fuzz
 * seeds. Does not use cmocka. */
#ifndef WAYMARK_TEST_TEXTS_H
#define WAYMARK_TEST_TEXTS_H

#include <stddef.h>

typedef struct test_text {
    const char *name; /* as a file name: "engine.wok.ascii" */
    const char *what;
    const char *text;
    size_t size; /* 0: strlen(text) */
} test_text;

extern const test_text test_texts[];  /* walkmeshes; ends with a row without a name */
extern const test_text test_tables[]; /* 2DA; likewise */

/* The text of that name; aborts if there is none. */
const test_text *test_text_find(const test_text *list, const char *name);
size_t test_text_size(const test_text *text);
/* engine.wok.ascii with a root of its AABB tree that is too small. Free it. */
char *test_text_small_box(void);

#endif
