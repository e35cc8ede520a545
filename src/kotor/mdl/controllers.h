/* Controllers by number and by name. docs/formats/kotor-mdl.md, "Controllers". */
#ifndef WAYMARK_KOTOR_MDL_CONTROLLERS_H
#define WAYMARK_KOTOR_MDL_CONTROLLERS_H

#include "base/text.h"
#include "waymark/kotor_mdl.h"

typedef struct wmi_mdl_controller_info {
    uint16_t type;    /* number in the file */
    uint16_t flags;   /* part of a node that has it (WM_KOTOR_NODE_...); 0xFFFF any node,
                         0xFFFE any but an emitter */
    uint8_t columns;  /* floats of a value */
    const char *name; /* keyword of the text */
} wmi_mdl_controller_info;

/* The rows of the table, ended by a row without a name; those of one part follow each
 * other in BioWare's order. */
const wmi_mdl_controller_info *wmi_mdl_controllers(void);

/* The controller of that number on a node with these flags; NULL if unknown. An
 * animation's node takes the flags of the geometry's. */
const wmi_mdl_controller_info *wmi_mdl_controller(uint32_t type, uint32_t flags);
/* The same by name, in any case. */
const wmi_mdl_controller_info *wmi_mdl_controller_named(const char *name, size_t size,
                                                        uint32_t flags);

#endif
