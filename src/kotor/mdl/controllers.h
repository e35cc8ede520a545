/* Controllers by number and by name. docs/formats/kotor-mdl.md, "Controllers". */
#ifndef WAYMARK_KOTOR_MDL_CONTROLLERS_H
#define WAYMARK_KOTOR_MDL_CONTROLLERS_H

#include "base/text.h"
#include "waymark/kotor_mdl.h"

typedef struct wmi_mdl_controller_info {
    uint16_t type;    /* number in the file */
    uint16_t flags;   /* node part that has it (WM_KOTOR_NODE_...); 0xFFFF: any node, 0xFFFE: any
                         except an emitter */
    uint8_t columns;  /* floats per value */
    const char *name; /* keyword in model text */
} wmi_mdl_controller_info;

/* The rows of the table; a row without a name ends it. Rows of one part are adjacent and
 * in BioWare's order. */
const wmi_mdl_controller_info *wmi_mdl_controllers(void);

/* The controller with this number on a node with these flags; NULL if unknown. For an
 * animation node, pass the flags of the geometry node. */
const wmi_mdl_controller_info *wmi_mdl_controller(uint32_t type, uint32_t flags);
/* The same by name, ignoring case. */
const wmi_mdl_controller_info *wmi_mdl_controller_named(const char *name, size_t size,
                                                        uint32_t flags);

/* The floats of a node from `index` on. A node whose controllers have no rows has none. */
static inline float *wmi_mdl_floats_at(const wm_kotor_mdl_node *node, uint32_t index)
{
    return node->data ? node->data + index : NULL;
}

#endif
