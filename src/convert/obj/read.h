/* What the files of the OBJ reader share. */
#ifndef WAYMARK_CONVERT_OBJ_READ_H
#define WAYMARK_CONVERT_OBJ_READ_H

#include "base/text.h"
#include "waymark/convert.h"

/* Numbers of position, uv and normal; WM_NO_INDEX: none. */
typedef struct wmi_obj_corner {
    uint32_t number[3];
} wmi_obj_corner;

/* How many there are at the most. */
typedef struct wmi_obj_room {
    size_t v, vt, vn, triangles, materials, objects, groups, libraries, comments;
} wmi_obj_room;

/* Names by number, and numbers by name. */
typedef struct wmi_obj_names {
    const char **list;
    uint32_t count;
    uint32_t *table; /* numbers by the hash of the name; a power of two of slots */
    size_t slots;
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
    wmi_obj_corner *corners; /* three for each triangle */
    uint32_t *smoothing;     /* the group of each triangle */
    bool smoothed;           /* one of them is not 0 */
    wmi_obj_part *parts;
    wmi_obj_names materials, objects;
    uint32_t material, object, smooth; /* those of usemtl, o and s */
    wmi_word *libraries;               /* rest of the line behind mtllib */
    uint32_t library_count;
    wm_extra *notes; /* of the comments: extras of the scene */
    uint32_t note_count;
    wm_scene_node *empties; /* nodes that comments tell of */
    uint32_t empty_count;
} wmi_obj_reader;

/* The next word of a statement, over the ends of lines that go on; size 0 at its end. */
wmi_word wmi_obj_word(wmi_obj_reader *r);
/* `wanted` numbers of which the first `needed` must be there; the others are 0. */
wm_status wmi_obj_floats(wmi_obj_reader *r, float *values, uint32_t wanted, uint32_t needed,
                         const char *path);
/* The rest of a line, blanks inside included, as other programs take names. */
wmi_word wmi_obj_rest(const wmi_line *line);

/* obj/read_notes.c */

/* Room for so many names. */
bool wmi_obj_open_names(wmi_obj_reader *r, wmi_obj_names *names, size_t most);
/* The number of a name; a new one with `add`. WM_NO_INDEX without one, or without memory. */
uint32_t wmi_obj_number(wmi_obj_reader *r, wmi_obj_names *names, wmi_word name, bool add);
/* The rest of a comment that begins with "# waymark". */
wm_status wmi_obj_note(wmi_obj_reader *r);

/* obj/read_mtl.c: materials of all names, by what the libraries say of them. */
wm_status wmi_obj_make_materials(wmi_obj_reader *r);

/* obj/read_scene.c */
wm_status wmi_obj_make_scene(wmi_obj_reader *r);

#endif
