/* Texts as mdlops decompiles them. Does not use cmocka. */
#ifndef WAYMARK_TEST_MDLOPS_H
#define WAYMARK_TEST_MDLOPS_H

#include "waymark/kotor_mdl.h"

/* The text that mdlops writes for a binary model, as its real texts show: its first line, numbers
 * with seven digits, one vertex for each of the binary, and a smoothing group for each part of a
 * mesh that is connected by vertices. Free data with free; it is NULL if memory runs out. */
char *test_mdlops_text(const wm_kotor_mdl *mdl, size_t *size);

#endif
