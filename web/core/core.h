/* The core of the viewer: files that were dropped, the documents in them, and answers as
 * JSON with arrays of numbers beside it. JavaScript calls the functions of exports.c;
 * docs/web.md describes what it gets.
 *
 * Nothing here is ever shown a path of a disk: "file" means bytes with a name, which may
 * hold folders. */
#ifndef WAYMARK_WEB_CORE_H
#define WAYMARK_WEB_CORE_H

#include <stdio.h>
#include <string.h>

#include "waymark/waymark.h"

typedef struct core_file {
    char *name;
    uint32_t hash; /* of the name without folders, whatever its case */
    uint8_t *data; /* NULL: of no known format */
    size_t size;
    wm_format format;
    bool scanned;                         /* the next three are known */
    uint32_t parts;                       /* documents in it, 1 unless it is the text of a door */
    uint32_t state[WM_KOTOR_DOOR_STATES]; /* of the first parts, or WM_NO_INDEX */
    wm_error error;                       /* why it cannot be read; code WM_OK if it can */
    bool companion; /* it belongs to another file: an MDX, a visibility list */
} core_file;

enum { CORE_PARTS = 256 };

/* A document that was opened; what of it is needed is made when it is asked for. */
typedef struct core_document {
    uint32_t id;
    core_file *file;
    uint32_t part;
    wm_document *doc; /* what it found has a core_file as owner */
    wm_walkmesh *mesh;
    wm_query *query;
} core_document;

/* Numbers that go to JavaScript as an array of their own. */
typedef struct core_blob {
    const void *data;
    size_t size;
    wm_buffer owned; /* freed with the answer */
} core_blob;

typedef struct core {
    core_file **files; /* NULL where one was taken away */
    size_t file_count, file_capacity;
    core_document **open;
    size_t open_count, open_capacity;
    wm_kotor_surfaces surfaces; /* built-in, or of a surfacemat.2da */
    /* the last answer */
    wm_buffer text;
    core_blob *blobs;
    size_t blob_count, blob_capacity;
} core;

/* ---- memory (memory.c) ------------------------------------------------- */

/* *array of *capacity elements gets room for `need`. False when memory runs out; *array stays
 * valid. */
bool core_grow(void **array, size_t *capacity, size_t need, size_t element);
/* count * size bytes for core_add_owned; data is NULL when memory runs out. */
wm_buffer core_buffer(size_t count, size_t size);

/* Bytes that are put one after another. A failure is kept until they are added. */
typedef struct core_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} core_bytes;

void core_put(core_bytes *bytes, const void *data, size_t size);

/* ---- files (files.c) --------------------------------------------------- */

/* Takes name and data, which malloc made, over. A file of that name is replaced. False
 * when memory runs out. */
bool core_add(core *c, char *name, uint8_t *data, size_t size);
/* Whether the bytes of a file that was added are of use. */
bool core_keeps(core *c, const char *name);
void core_remove(core *c, const char *name);
void core_clear(core *c);
/* The part behind the last slash. */
const char *core_basename(const char *name);
/* The file `stem` + `ending`, whatever the case; one in the folder of `beside` is
 * preferred. stem NULL: that of `beside`. NULL if there is none. */
core_file *core_find(const core *c, const core_file *beside, const char *stem, const char *ending);

/* ---- documents (open.c, documents.c) ----------------------------------- */

uint32_t core_id(const core *c, const core_file *file, uint32_t part);
/* NULL and *error if there is none. */
core_file *core_file_of(const core *c, uint32_t id, wm_error *error);
/* Opened already, or now; NULL and *error when it cannot be. */
core_document *core_open(core *c, uint32_t id, wm_error *error);
/* wm_check of a file with those that belong to it. */
wm_status core_check_file(core *c, core_file *file, wm_report *report, wm_error *error);
/* The file that a companion is; NULL if it was not looked for or not found. */
core_file *core_file_found(const wm_companion *companion);
void core_close(core *c, uint32_t id);
void core_close_all(core *c);
/* The walkmesh to ask, made when first needed. NULL and *error when the document has
 * none. */
wm_walkmesh *core_mesh(core_document *d, wm_error *error);
wm_query *core_query(core_document *d, wm_error *error);
/* The scene of a model or walkmesh; the caller frees it. details: of a walkmesh also what is
 * beside its triangles, which OBJ has no place for. */
wm_scene *core_scene(core_document *d, bool details, wm_error *error);
/* Reads a file once to know what is in it. */
void core_scan(core *c, core_file *file);
wm_status core_documents(core *c, wm_json_writer *j, wm_error *error);

/* ---- answers ----------------------------------------------------------- */

/* Adds a member that JavaScript sees as a typed array: "f32", "u32", "i32" or "u8". The
 * bytes must live until the next call; or they are `owned` (of the default allocator) and
 * go with the answer. */
void core_add_array(core *c, wm_json_writer *j, const char *name, const char *type,
                    const void *data, size_t size);
void core_add_owned(core *c, wm_json_writer *j, const char *name, const char *type,
                    wm_buffer *owned);

/* The same of bytes that were put together; they are empty afterwards. */
void core_add_bytes(core *c, wm_json_writer *j, const char *name, const char *type,
                    core_bytes *bytes);
/* Frees the last answer. */
void core_forget(core *c);

/* describe.c */
wm_status core_info(core_document *d, wm_buffer *json, wm_error *error);
wm_status core_check(core *c, core_file *file, wm_buffer *json, wm_error *error);
/* walkmesh.c */
wm_status core_walkmesh(core *c, core_document *d, wm_json_writer *j, wm_error *error);
wm_status core_pick(core *c, core_document *d, wm_vec3 at, wm_json_writer *j, wm_error *error);
wm_status core_ray(core *c, core_document *d, wm_vec3 from, wm_vec3 to, wm_json_writer *j,
                   wm_error *error);
const char *core_material_name(const core *c, const core_document *d, uint32_t material,
                               char text[24]);
/* overlays.c */
wm_status core_overlays(core *c, core_document *d, wm_json_writer *j, wm_error *error);
/* paths.c */
wm_status core_path(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                    wm_error *error);
wm_status core_game_path(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                         wm_error *error);
/* export.c */
wm_status core_glb(core_document *d, bool all, wm_buffer *out, wm_error *error);
wm_status core_export(core *c, core_document *d, const char *kind, wm_json_writer *j,
                      wm_error *error);

#endif
