/* What the two files of the OBJ reader share. */
#ifndef WAYMARK_CONVERT_OBJ_READ_H
#define WAYMARK_CONVERT_OBJ_READ_H

#include "base/text.h"
#include "waymark/open.h"

/* Numbers of position, uv and normal; WM_NO_INDEX: none. */
typedef struct wmi_obj_corner {
    uint32_t number[3];
} wmi_obj_corner;

/* How many there are at the most. */
typedef struct wmi_obj_room {
    size_t v, vt, vn, triangles, materials, comments;
} wmi_obj_room;

typedef struct wmi_obj_reader {
    const wm_obj_read_opts *opts;
    wm_error *error;
    wm_scene *scene;
    wmi_arena scratch;
    wmi_text text;
    wmi_line line;
    wmi_obj_room room;
    uint32_t v, vt, vn, triangles, part_count; /* read so far */
    wm_vec3 *positions, *normals;
    float (*uvs)[2];
    wmi_obj_corner *corners; /* three for each triangle */
    wm_scene_part *parts;
    uint32_t material; /* that of usemtl */
    uint32_t *table;   /* materials by their names; a power of two of slots */
    size_t slots;
    const char *name; /* of the first object */
    wm_extra *notes;  /* of the comments: extras of the scene */
    uint32_t note_count;
    wm_scene_node *empties; /* nodes that comments tell of */
    uint32_t empty_count;
} wmi_obj_reader;

/* The next word of a statement, over the ends of lines that go on; size 0 at its end. */
wmi_word wmi_obj_word(wmi_obj_reader *r);
/* `wanted` numbers of which the first `needed` must be there; the others are 0. */
wm_status wmi_obj_floats(wmi_obj_reader *r, float *values, uint32_t wanted, uint32_t needed,
                         const char *path);

/* obj_read_scene.c */
wm_status wmi_obj_open_materials(wmi_obj_reader *r);
/* The number of a material, which is made if it is new; WM_NO_INDEX when memory runs out. */
uint32_t wmi_obj_material(wmi_obj_reader *r, const char *name, size_t size);
/* The rest of a comment that begins with "# waymark". */
wm_status wmi_obj_note(wmi_obj_reader *r);
wm_status wmi_obj_make_scene(wmi_obj_reader *r);

#endif
