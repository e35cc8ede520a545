/* Kinds of damage to a binary model, planted into the sample or into a real model. */
#ifndef WAYMARK_TEST_MDL_FAULTS_H
#define WAYMARK_TEST_MDL_FAULTS_H

#include "waymark/waymark.h"

/* The files to damage, the model as it was, and the nodes that faults are planted into:
 * WM_NO_INDEX if the model has no such node. */
typedef struct test_mdl_files {
    uint8_t *mdl, *mdx; /* mdl has room for more bytes */
    size_t mdl_size, mdx_size;
    wm_kotor_mdl *valid;
    uint32_t mesh;      /* with at least two faces */
    uint32_t skin;      /* with all four arrays */
    uint32_t cloth;     /* a danglymesh with its copy of the vertices */
    uint32_t light;     /* with lens flares */
    uint32_t leaf;      /* the last node of the tree */
    uint32_t deep;      /* a node without children, the last child of a node that is not the root */
    uint32_t animation; /* with events */
} test_mdl_files;

/* Copies the files and chooses nodes. Frees nothing; fails the test if they cannot be read. */
test_mdl_files test_mdl_files_make(const void *mdl, size_t mdl_size, const void *mdx,
                                   size_t mdx_size);
/* Moves both files into blocks without spare bytes, so that sanitizers see every byte that is
 * read outside. */
void test_mdl_files_trim(test_mdl_files *files);
void test_mdl_files_free(test_mdl_files *files);

typedef struct test_mdl_fault {
    const char *name;
    bool (*plant)(test_mdl_files *files); /* false: the model has nothing to damage like this */
    wm_issue_code code;                   /* must be among the findings */
} test_mdl_fault;

/* The first 17 are those that other programs were measured with. */
enum { TEST_MDL_PEERS = 17, TEST_MDL_FAULTS = 26 };
extern const test_mdl_fault test_mdl_faults[TEST_MDL_FAULTS];

#endif
