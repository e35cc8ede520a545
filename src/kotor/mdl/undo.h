/* What a rebuild or a fix may change in a model, kept so that a failure leaves no trace and the
 * result can be told. */
#ifndef WAYMARK_KOTOR_MDL_UNDO_H
#define WAYMARK_KOTOR_MDL_UNDO_H

#include "kotor/mdl/internal.h"

/* A node as it was. Arrays that are changed in place are copied; others are replaced by new ones,
 * so that their old pointers are enough. */
typedef struct wmi_mdl_saved {
    wm_kotor_mdl_node node;
    float *data;
    wm_kotor_mesh mesh; /* if the node has one */
    wm_kotor_mdl_face *faces;
    uint8_t *rows;
    wm_kotor_skin skin; /* if the mesh has one */
    wm_kotor_quat *q;
    wm_vec3 *t;
    wm_vec3 *cloth; /* the copy of the vertices of a danglymesh */
} wmi_mdl_saved;

typedef struct wmi_mdl_undo {
    wm_kotor_mdl *mdl;
    wm_kotor_mdl was;
    wm_kotor_slack *slack;
    wm_kotor_odd_word *odd;
    wmi_mdl_saved *nodes; /* of the model, then of its animations */
    wmi_arena arena;
} wmi_mdl_undo;

/* End it with wmi_mdl_undo_end, even if it fails. */
wm_status wmi_mdl_undo_begin(wmi_mdl_undo *undo, wm_kotor_mdl *mdl, wm_error *error);
/* Restores the model unless the status is WM_OK. Returns the status. */
wm_status wmi_mdl_undo_end(wmi_mdl_undo *undo, wm_status status);

/* Compare the model with what it was, before the end. */
wm_kotor_mdl_rebuild_result wmi_mdl_rebuilt(const wmi_mdl_undo *undo);
wm_kotor_mdl_fix_result wmi_mdl_fixed(const wmi_mdl_undo *undo);

#endif
