/* The writer of model texts. */
#ifndef WAYMARK_KOTOR_MDL_TEXT_WRITE_H
#define WAYMARK_KOTOR_MDL_TEXT_WRITE_H

#include "kotor/mdl/fields.h"
#include "kotor/mdl/text/internal.h"
#include "kotor/mdl/text/number.h"

/* Controllers and data of a node as a reader will build them from the text. */
typedef struct wmi_mdlw_keys {
    wm_kotor_controller *controllers;
    size_t controller_room;
    uint32_t controller_count;
    float *data;
    size_t data_room;
    uint32_t data_count;
} wmi_mdlw_keys;

typedef struct wmi_mdl_text {
    wmi_writer w;
    const wm_kotor_mdl *mdl;
    bool notes;
    bool packed; /* orientations of animations take one word each */
    wmi_arena scratch;
    wmi_names names;
    uint32_t *ids;        /* by name of the document: its number among distinct names */
    uint16_t *found;      /* by name: the index that a reader finds */
    uint32_t *geometry;   /* by id: the first geometry node with that name */
    uint32_t *last;       /* by id: the last node written with that name ... */
    uint32_t *last_tree;  /* ... and its tree, from 1 */
    float (*shown)[7];    /* by node: position, and orientation w, x, y, z, as shown */
    uint32_t **smoothing; /* by node and face: smoothing groups */
    uint32_t pose_sum;
    wmi_mdlw_keys keys;
} wmi_mdl_text;

/* ---- helpers (text/write.c) --------------------------------------- */

/* Writes a name as a single word, quoted if needed. */
void wmi_mdlw_name(wmi_mdl_text *t, const char *name);
/* "  KEYWORD value..." */
void wmi_mdlw_floats(wmi_mdl_text *t, const char *keyword, const float *values, int count);
void wmi_mdlw_number(wmi_mdl_text *t, const char *keyword, uint32_t value);
/* Writes a fixed-size text field. */
void wmi_mdlw_field(wmi_mdl_text *t, const char *keyword, const char *field, size_t size);
/* The same for the name of a node, given its index. */
void wmi_mdlw_node(wmi_mdl_text *t, uint32_t name);

/* ---- parts ------------------------------------------------------------- */

/* Position and orientation (w first) of a geometry node as given by its text. */
void wmi_mdlw_shown(const wm_kotor_mdl_node *node, float shown[7]);
/* Writes the controllers of a node and fills t->keys. base is NULL for a geometry node;
 * otherwise it is the shown position that the animation's positions are relative to. */
void wmi_mdlw_controllers(wmi_mdl_text *t, const wm_kotor_mdl_node *node, uint32_t flags,
                          const float *base);
/* Writes notes for what the controllers do not show. */
void wmi_mdlw_controller_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *node, const float *shown);
/* Writes the fields of a part, one per line; nothing if the node does not have the part. */
void wmi_mdlw_fields(wmi_mdl_text *t, const wm_kotor_mdl_node *node, wmi_field_part part);
void wmi_mdlw_light(wmi_mdl_text *t, const wm_kotor_mdl_node *node);
void wmi_mdlw_mesh(wmi_mdl_text *t, uint32_t node);
/* Does a saber repeat its sixteen vertices? If so, it is written as a trimesh. */
bool wmi_mdlw_short_saber(const wm_kotor_mesh *mesh);
/* Writes notes for the arrays of a mesh whose visible form is `source`. */
void wmi_mdlw_mesh_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *node,
                         const wmi_source_mesh *source);
void wmi_mdlw_saber_notes(wmi_mdl_text *t, const wm_kotor_mesh *mesh);
void wmi_mdlw_layout_notes(wmi_mdl_text *t);

#endif
