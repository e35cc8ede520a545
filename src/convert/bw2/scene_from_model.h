/* Shared by the files that convert a Black & White 2 model to a scene. */
#ifndef WAYMARK_CONVERT_BW2_SCENE_FROM_MODEL_H
#define WAYMARK_CONVERT_BW2_SCENE_FROM_MODEL_H

#include "scene/extras.h"
#include "waymark/convert.h"

typedef struct wmi_from_bw2 {
    const wm_bw2_model *model;
    wm_scene *scene;
    wm_error *error;
    wmi_bag bag;
    bool no_outlines;
} wmi_from_bw2;

/* Converts each mesh of the model. Returns false with *f->error set if memory runs out, or if
 * meshes share so much that the scene would be larger than the file justifies. */
bool wmi_from_bw2_meshes(wmi_from_bw2 *f);
/* Reports that memory ran out. Returns false. */
bool wmi_from_bw2_no_memory(wmi_from_bw2 *f);

#endif
