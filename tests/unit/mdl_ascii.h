/* What the tests of model texts share. */
#ifndef WAYMARK_TEST_MDL_ASCII_H
#define WAYMARK_TEST_MDL_ASCII_H

#include "models.h"
#include "support.h"

static inline wm_kotor_mdl *read_as(const char *text, const wm_kotor_mdl_text_read_opts *opts)
{
    wm_error error;
    wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text, strlen(text), opts, &error);
    if (!mdl)
        fail_msg("line %u column %u: %s", (unsigned)error.line, (unsigned)error.column,
                 error.message);
    return mdl;
}

static inline wm_kotor_mdl *read_text(const char *text)
{
    return read_as(text, NULL);
}

#define ROOT                                                                                       \
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
#define END "endmodelgeom m\ndonemodel m\n"
#define TRIANGLE "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 1 2 4\ntverts 3\n0 0\n1 0\n0 1\n"

static inline const wm_kotor_mdl_node *node(const wm_kotor_mdl *m, uint32_t i)
{
    assert_true(i < m->tree.count);
    return &m->tree.nodes[i];
}

static inline const float *values(const wm_kotor_mdl_node *n, uint32_t type, uint32_t columns)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type) {
            assert_int_equal(n->controllers[i].columns & 15, columns);
            return n->data + n->controllers[i].data_index;
        }
    fail_msg("no controller %u", (unsigned)type);
    return NULL;
}

static inline wm_buffer text_of(const wm_kotor_mdl *m)
{
    wm_buffer text;
    wm_error error;
    if (wm_kotor_mdl_text_write(m, NULL, &text, &error) != WM_OK)
        fail_msg("write: %s", error.message);
    return text;
}

#endif
