/* The writer of model texts, across its files. */
#ifndef WAYMARK_KOTOR_MDL_ASCII_WRITE_H
#define WAYMARK_KOTOR_MDL_ASCII_WRITE_H

#include "kotor/mdl/fields.h"
#include "kotor/mdl/text/internal.h"
#include "kotor/mdl/text/number.h"

/* Controllers and data of a node as a reader builds them from what was written. */
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
    bool packed; /* orientations of animations are one word each */
    wmi_arena scratch;
    wmi_names names;
    uint32_t *ids;        /* by name of the document: its number among different names */
    uint16_t *found;      /* by name: the index that a reader finds for it */
    uint32_t *geometry;   /* by id: the first node of the geometry of that name */
    uint32_t *last;       /* by id: the last node written of that name ... */
    uint32_t *last_tree;  /* ... and in which tree, from 1 */
    float (*shown)[7];    /* by node: position, and orientation w, x, y, z, as shown */
    uint32_t **smoothing; /* by node and face: groups */
    uint32_t pose_sum;
    wmi_mdlw_keys keys;
} wmi_mdl_text;

/* ---- small pieces (text/write.c) ---------------------------------- */

/* A word that stays one, quoted where needed. */
void wmi_mdlw_name(wmi_mdl_text *t, const char *name);
/* "  KEYWORD value..." */
void wmi_mdlw_floats(wmi_mdl_text *t, const char *keyword, const float *values, int count);
void wmi_mdlw_number(wmi_mdl_text *t, const char *keyword, uint32_t value);
/* A field of fixed size. */
void wmi_mdlw_field(wmi_mdl_text *t, const char *keyword, const char *field, size_t size);
/* The name of a node as it is written: sabers have a prefix. */
void wmi_mdlw_node_name(wmi_mdl_text *t, const wm_kotor_mdl_node *node);

/* ---- parts ------------------------------------------------------------- */

/* Position and orientation (w first) of a node of the geometry as its text gives them. */
void wmi_mdlw_shown(const wm_kotor_mdl_node *node, float shown[7]);
/* Controllers of a node; fills t->keys. base is NULL for one of the geometry, else the
 * shown position that the positions of an animation are relative to. */
void wmi_mdlw_controllers(wmi_mdl_text *t, const wm_kotor_mdl_node *node, uint32_t flags,
                          const float *base);
/* Notes about what the controllers do not show. */
void wmi_mdlw_controller_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *node, const float *shown);
/* The fields of a part, a line each. */
void wmi_mdlw_fields(wmi_mdl_text *t, wmi_field_part part, const void *target);
void wmi_mdlw_light(wmi_mdl_text *t, const wm_kotor_light *light);
void wmi_mdlw_mesh(wmi_mdl_text *t, uint32_t node);
/* Does a saber repeat its sixteen vertices? Then it is shown as a trimesh. */
bool wmi_mdlw_short_saber(const wm_kotor_mesh *mesh);
/* Notes about the arrays of a mesh whose visible form is `source`. */
void wmi_mdlw_mesh_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *node,
                         const wmi_source_mesh *source);
void wmi_mdlw_saber_notes(wmi_mdl_text *t, const wm_kotor_mesh *mesh);
void wmi_mdlw_layout_notes(wmi_mdl_text *t);

#endif
