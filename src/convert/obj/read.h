/* Shared by the files of the OBJ reader. */
#ifndef WAYMARK_CONVERT_OBJ_READ_H
#define WAYMARK_CONVERT_OBJ_READ_H

#include "base/distinct.h"
#include "base/text.h"
#include "waymark/convert.h"

/* Indices of position, uv and normal; WM_NO_INDEX: none. */
typedef struct wmi_obj_corner {
    uint32_t number[3];
} wmi_obj_corner;

/* Upper bounds of the counts. */
typedef struct wmi_obj_room {
    size_t v, vt, vn, triangles, materials, objects, groups, libraries, comments;
} wmi_obj_room;

/* Names by index, and indices by name. */
typedef struct wmi_obj_names {
    const char **list;
    wmi_distinct keys; /* bytes in the file */
} wmi_obj_names;

/* A run of triangles of one object with one material. */
typedef struct wmi_obj_part {
    uint32_t first, count; /* triangles */
    uint32_t material, object;
} wmi_obj_part;

typedef struct wmi_obj_reader {
    const wm_obj_read_opts *opts;
    wm_error *error;
    wm_scene *scene;
    wmi_arena scratch;
    wmi_text text;
    wmi_line line;
    wmi_obj_room room;
    uint32_t v, vt, vn, triangles, part_count; /* read so far */
    wm_vec3 *positions, *normals, *colours;
    float (*uvs)[2];
    bool coloured;           /* a vertex has a colour */
    wmi_obj_corner *corners; /* three per triangle */
    uint32_t *smoothing;     /* by triangle: its smoothing group */
    bool smoothed;           /* one of them is not 0 */
    wmi_obj_part *parts;
    wmi_obj_names materials, objects;
    uint32_t material, object, smooth; /* current usemtl, o and s */
    wmi_word *libraries;               /* rest of the line after mtllib */
    uint32_t library_count;
    wm_extra *notes; /* from the comments: extras of the scene */
    uint32_t note_count;
    wm_scene_node *empties; /* nodes described in comments */
    uint32_t empty_count;
} wmi_obj_reader;

/* The rest of a line including spaces, as other programs read names. */
wmi_word wmi_obj_rest(const wmi_line *line);

/* obj/read_notes.c */

/* Reserves space for this many names. */
bool wmi_obj_open_names(wmi_obj_reader *r, wmi_obj_names *names, size_t most);
/* The index of a name; with `add` a new name is added. WM_NO_INDEX if not found or out of
 * memory. */
uint32_t wmi_obj_number(wmi_obj_reader *r, wmi_obj_names *names, wmi_word name, bool add);
/* The rest of a comment that begins with "# waymark". */
wm_status wmi_obj_note(wmi_obj_reader *r);

/* obj/read_mtl.c: materials for all names, as described by the libraries. */
wm_status wmi_obj_make_materials(wmi_obj_reader *r);

/* obj/read_scene.c */
wm_status wmi_obj_make_scene(wmi_obj_reader *r);

#endif
