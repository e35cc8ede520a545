/* Generated NWN2 models (MDB). Does not use cmocka. */
#ifndef WAYMARK_TEST_MDB_MODELS_H
#define WAYMARK_TEST_MDB_MODELS_H

#include "waymark/nwn2_mdb.h"

typedef struct test_mdb_sample {
    const char *name, *what;
    wm_nwn2_mdb *(*make)(const wm_allocator *allocator);
} test_mdb_sample;

/* wm_nwn2_mdb_check finds nothing in them, except in odd.mdb. Ends with a row without a name. */
extern const test_mdb_sample test_mdb_samples[];

/* A sample by name; NULL if out of memory. */
wm_nwn2_mdb *test_mdb_make(const char *name);
/* Its bytes, allocated with malloc; NULL if out of memory. */
uint8_t *test_mdb_bytes(const char *name, size_t *size);

#endif
