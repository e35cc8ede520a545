/* Full-walk checkers, one per document type; call them after every successful
 * read. They return a hash of all there is, and abort on a broken promise. No
 * cmocka here: fuzz targets use them too. */
#ifndef WAYMARK_TEST_WALK_H
#define WAYMARK_TEST_WALK_H

#include <stdlib.h>

#include "waymark/waymark.h"

uint64_t test_walk_bytes(uint64_t sum, const void *data, size_t size);
uint64_t test_walk_bwm(const wm_kotor_bwm *bwm);
uint64_t test_walk_trn(const wm_nwn2_trn *trn);

#endif
