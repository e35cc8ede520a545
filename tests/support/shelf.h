/* Files in memory, with a finder that counts and can fail. Does not use cmocka. */
#ifndef WAYMARK_TEST_SHELF_H
#define WAYMARK_TEST_SHELF_H

#include "waymark/waymark.h"

enum { SHELF_FILES = 32 };

typedef struct test_shelf_file {
    char where[48]; /* "shelf:name.type" */
    char name[40];
    char type[8];
    wm_buffer bytes;
} test_shelf_file;

typedef struct test_shelf {
    test_shelf_file files[SHELF_FILES];
    uint32_t count;
    uint32_t finds, found, loads, releases;
    wm_status fail;      /* what find returns for the type below; WM_OK: success */
    wm_status fail_load; /* the same for loading */
    const char *fail_type;
    bool silent; /* failures do not set the error */
} test_shelf;

/* Adds a copy; aborts if the shelf is full. */
void test_shelf_put(test_shelf *shelf, const char *name, const char *type, const void *data,
                    size_t size);
void test_shelf_put_text(test_shelf *shelf, const char *name, const char *type, const char *text);
/* Adds the files of a model, and frees the model. */
void test_shelf_put_model(test_shelf *shelf, const char *name, wm_kotor_mdl *mdl);
void test_shelf_put_walkmesh(test_shelf *shelf, const char *name, const wm_kotor_bwm *bwm);
/* The bytes of a file on the shelf; aborts if there is none. */
const wm_buffer *test_shelf_get(const test_shelf *shelf, const char *name, const char *type);
/* Everything found is loaded on demand and released. */
wm_finder test_shelf_finder(test_shelf *shelf);
void test_shelf_clear(test_shelf *shelf);

#endif
