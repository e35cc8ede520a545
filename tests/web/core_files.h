/* Shared by the tests of the viewer's core: files are dropped, answers are read. */
#ifndef WAYMARK_TEST_CORE_FILES_H
#define WAYMARK_TEST_CORE_FILES_H

#include "exports.h"
#include "support.h"

/* Drops a file on the page. */
void test_give(core *c, const char *name, const void *data, size_t size);
/* Does the last answer contain these words? If not, prints it. */
bool test_says(const core *c, const char *words);

#endif
