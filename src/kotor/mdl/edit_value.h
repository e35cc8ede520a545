/* Values of edits as text, and the fields of nodes. */
#ifndef WAYMARK_KOTOR_MDL_EDIT_VALUE_H
#define WAYMARK_KOTOR_MDL_EDIT_VALUE_H

#include "kotor/mdl/edit.h"

/* A whole number from 0 to `most`. */
wm_status wmi_value_uint(const char *text, const char *keyword, uint32_t most, uint32_t *value,
                         wm_error *error);
/* `count` finite numbers, separated by commas or spaces. On failure, *values stays. */
wm_status wmi_value_floats(const char *text, const char *keyword, float *values, int count,
                           wm_error *error);

/* Sets a field, a controller or the name of a node, which exists. */
wm_status wmi_edit_node_field(wm_kotor_mdl *mdl, uint32_t node, const char *keyword,
                              const char *value, wm_error *error);

#endif
