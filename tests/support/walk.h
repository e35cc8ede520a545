/* Full-walk checkers, one per document type; call them after every successful read. They
 * return a hash of all fields, and abort on a broken guarantee. Does not use cmocka: fuzz
 * targets use them too. */
#ifndef WAYMARK_TEST_WALK_H
#define WAYMARK_TEST_WALK_H

#include <stdlib.h>

#include "waymark/waymark.h"

uint64_t test_walk_bytes(uint64_t sum, const void *data, size_t size);
uint64_t test_walk_bwm(const wm_kotor_bwm *bwm);
uint64_t test_walk_trn(const wm_nwn2_trn *trn);
uint64_t test_walk_mdb(const wm_nwn2_mdb *mdb);
uint64_t test_walk_mdl(const wm_kotor_mdl *mdl);
uint64_t test_walk_bw2(const wm_bw2_model *model);
uint64_t test_walk_texture(const wm_texture *texture);
uint64_t test_walk_json(const wm_json *json);

/* Reads a model from one block: an MDL stores its own length; what follows is its MDX. */
wm_kotor_mdl *test_read_both(const void *data, size_t size, const wm_read_opts *opts,
                             wm_error *error, size_t *mdl_size);

#endif
