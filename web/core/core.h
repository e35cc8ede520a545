/* The core of the viewer: dropped files, the documents in them, and answers as JSON with
 * separate arrays of numbers. JavaScript calls the functions of exports.c; docs/web.md
 * describes the results.
 *
 * The core never sees a path on disk: "file" means bytes with a name, which may contain
 * folders. */
#ifndef WAYMARK_WEB_CORE_H
#define WAYMARK_WEB_CORE_H

#include <stdio.h>
#include <string.h>

#include "waymark/waymark.h"

/* The bytes of a large file, which the page reads when they are asked for (sources.c). */
typedef struct core_remote core_remote;

typedef struct core_file {
    struct core *core;
    char *name;
    uint32_t index; /* in core.files */
    uint32_t hash;  /* of the name without folders, ignoring case */
    uint32_t next;  /* the next file in the same bucket of core.buckets, or WM_NO_INDEX */
    uint8_t *data;  /* NULL: not a known format, or not loaded yet (core_load) */
    size_t size;
    wm_format format;
    core_remote *remote; /* a large archive: its bytes. Else NULL */
    bool is_archive;     /* it is an archive, of this kind: */
    wm_archive_kind kind;
    wm_archive *mounted;                  /* of an archive: its tables; NULL: not read yet */
    bool claimed;                         /* a BIF that a KEY uses */
    struct core_file *archive;            /* of an entry: the archive that contains it. Else NULL */
    uint32_t entry;                       /* its index in that archive */
    bool scanned;                         /* the next three fields are set */
    uint32_t parts;                       /* documents in it: 1, except for the text of a door */
    uint32_t state[WM_KOTOR_DOOR_STATES]; /* per part, for the first parts, or WM_NO_INDEX */
    wm_error error;                       /* why it cannot be read; code WM_OK if it can */
    bool companion;                       /* belongs to another file: an MDX, a visibility list */
    bool named;                           /* a glTF or OBJ was read with it */
} core_file;

enum { CORE_PARTS = 256, CORE_NAME = 300 };
#define CORE_ENTRY_LIMIT (UINT64_C(256) << 20) /* bytes of an entry of an archive */
#define CORE_DEPTH_MAX 4                       /* archives in archives, as for the command */

/* An open document. Derived data is built on first use. */
typedef struct core_document {
    uint32_t id;
    core_file *file;
    uint32_t part;
    wm_document *doc; /* its found files have a core_file as owner */
    wm_walkmesh *mesh;
    wm_query *query;
    wm_walkmesh *cut; /* an area: the floor without its closed doors and placeables */
    wm_query *cut_query;
} core_document;

/* Numbers passed to JavaScript as a separate array. */
typedef struct core_blob {
    const void *data;
    size_t size;
    wm_buffer owned; /* freed with the answer */
} core_blob;

/* Bytes of a remote file that were asked for and are not there yet. */
typedef struct core_need {
    uint32_t file;
    uint64_t offset, size;
} core_need;

typedef struct core {
    core_file **files; /* NULL where a file was removed */
    size_t file_count, file_capacity;
    uint32_t *buckets; /* files by the hash of their names; NULL: to be made */
    size_t bucket_count;
    core_need *needs;
    size_t need_count, need_capacity;
    core_document **open;
    size_t open_count, open_capacity;
    wm_kotor_surfaces surfaces; /* built-in, or from a surfacemat.2da */
    /* the last answer */
    wm_buffer text;
    wm_scene *scene; /* has the pixels of its arrays; may be NULL */
    core_blob *blobs;
    size_t blob_count, blob_capacity;
} core;

/* ---- memory (memory.c) ------------------------------------------------- */

/* Grows *array of *capacity elements to hold `need`. Returns false if out of memory; *array
 * stays valid. */
bool core_grow(void **array, size_t *capacity, size_t need, size_t element);
/* count * size bytes for core_add_owned; data is NULL if out of memory. */
wm_buffer core_buffer(size_t count, size_t size);

/* Bytes appended one after another. A failure is remembered until they are added. */
typedef struct core_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} core_bytes;

void core_put(core_bytes *bytes, const void *data, size_t size);

/* ---- files (files.c) --------------------------------------------------- */

/* Takes ownership of name and data, both allocated with malloc. Replaces a file of the same
 * name. Returns false if out of memory. */
bool core_add(core *c, char *name, uint8_t *data, size_t size);
/* Adds a file of `size` bytes that the page reads on request. Takes ownership of name. Returns
 * false if out of memory. */
bool core_add_remote(core *c, char *name, uint64_t size);
/* Appends a file, whose name no other file has. Takes ownership of f and its memory; NULL is
 * allowed. Returns false if out of memory. */
bool core_append(core *c, core_file *f);
/* Takes ownership of name; returns NULL if out of memory, or if name is NULL. */
core_file *core_new_file(core *c, char *name);
/* Returns true if the bytes of an added file were kept. */
bool core_keeps(core *c, const char *name);
/* Reads the game's materials again from the tables that are there. */
void core_take_surfaces(core *c);
void core_remove(core *c, const char *name);
/* Frees the file with this index; the other indices do not change. */
void core_free_file(core *c, size_t index);
void core_clear(core *c);
/* The file of this name, or NULL. */
core_file *core_named(core *c, const char *name);
/* The part after the last slash. */
const char *core_basename(const char *name);
/* Finds the file `stem` + `ending`, ignoring case. A file in the folder (or archive) of `beside`
 * wins, then one that is not in an archive, then one in an archive other than a KEY. If stem is
 * NULL, uses the stem of `beside`. Returns NULL if there is none. */
core_file *core_find(core *c, const core_file *beside, const char *stem, const char *ending);

/* ---- archives (archives.c, sources.c) ---------------------------------- */

/* Whether a remote file is an archive; also false if it needs bytes to know. */
bool core_detect_remote(core_file *f);
/* Reads the tables of all archives, also of those in archives, and adds their entries as files
 * named "archive.mod/hall.wok". Archives that need bytes are left for the next call. */
void core_mount(core *c);
/* Removes the entries of an archive and closes it; of a BIF also those of the KEY that uses it.
 * core_mount reads them again. */
void core_unmount(core *c, core_file *archive);
/* Whether the bytes of a file can be had without asking the page. */
bool core_is_near(const core_file *f);
/* Makes sure that f->data is set, if f is an entry of an archive. */
wm_status core_load(core_file *f, wm_error *error);
/* The kind of document that an entry of this type is, or NULL. */
const char *core_type_kind(const char *name);
/* A source with the bytes of a file. */
wm_source core_source(core_file *f);

core_remote *core_remote_new(core *c, uint64_t size);
void core_remote_free(core_remote *remote);
wm_source core_remote_source(core_remote *remote, uint32_t file);
/* Takes ownership of data: bytes that were asked for. Returns false if out of memory. */
bool core_feed(core *c, uint32_t file, uint64_t offset, uint8_t *data, size_t size);
/* Forgets what was asked for and fed. */
void core_settle(core *c);

/* ---- documents (open.c, documents.c) ----------------------------------- */

uint32_t core_id(const core *c, const core_file *file, uint32_t part);
/* Returns NULL and sets *error if there is none. */
core_file *core_file_of(const core *c, uint32_t id, wm_error *error);
/* Returns the document, opening it if needed. Returns NULL and sets *error on failure. */
core_document *core_open(core *c, uint32_t id, wm_error *error);
/* Runs wm_check on a file with its companions. */
wm_status core_check_file(core *c, core_file *file, wm_report *report, wm_error *error);
/* The file of a companion; NULL if it was not looked for or not found. */
core_file *core_file_found(const wm_companion *companion);
/* glTF or OBJ? */
bool core_is_import(const core_file *file);
void core_close(core *c, uint32_t id);
void core_close_all(core *c);
/* The walkmesh for queries, built on first use. Returns NULL and sets *error if the document
 * has none. */
wm_walkmesh *core_mesh(core_document *d, wm_error *error);
wm_query *core_query(core_document *d, wm_error *error);
/* The floor for paths: closed doors and placeables of an area are obstacles. */
wm_walkmesh *core_path_mesh(core_document *d, wm_error *error);
wm_query *core_path_query(core_document *d, wm_error *error);
/* The scene of a model or walkmesh; the caller frees it. details: for a walkmesh, includes
 * more than its triangles, which OBJ cannot hold. */
wm_scene *core_scene(core_document *d, bool details, wm_error *error);
/* Reads a file once to find out what it contains. */
void core_scan(core *c, core_file *file);
wm_status core_documents(core *c, wm_json_writer *j, wm_error *error);

/* The files as seen from one of them: files in its folder come first. */
typedef struct core_shelf {
    core *c;
    const core_file *beside;
} core_shelf;

/* A finder for them; valid as long as the shelf. */
wm_finder core_finder(core_shelf *shelf);

/* ---- answers ----------------------------------------------------------- */

/* Adds a member that JavaScript sees as a typed array: "f32", "u32", "i32" or "u8". The
 * bytes must stay valid until the next call. `owned` bytes (from the default allocator) are
 * freed with the answer. */
void core_add_array(core *c, wm_json_writer *j, const char *name, const char *type,
                    const void *data, size_t size);
void core_add_owned(core *c, wm_json_writer *j, const char *name, const char *type,
                    wm_buffer *owned);

/* The same for appended bytes, which are empty afterwards. */
void core_add_bytes(core *c, wm_json_writer *j, const char *name, const char *type,
                    core_bytes *bytes);
/* Frees the scene with the answer. */
void core_keep_scene(core *c, wm_scene *scene);
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
/* table.c: {binary, columns, rows: [{label, cells}]}; an empty cell is null */
wm_status core_table(core *c, core_document *d, wm_json_writer *j, wm_error *error);
/* images.c */
wm_status core_images(core *c, core_document *d, wm_json_writer *j, wm_error *error);
wm_status core_picture(core *c, core_document *d, wm_json_writer *j, wm_error *error);
/* entries.c */
wm_status core_entries(core_file *f, wm_json_writer *j, wm_error *error);
wm_status core_extract(core *c, core_file *f, uint32_t entry, wm_json_writer *j, wm_error *error);
/* objects.c: adds members to the answer of core_overlays */
wm_status core_put_objects(core *c, core_document *d, wm_json_writer *j, wm_error *error);
/* overlays.c */
wm_status core_overlays(core *c, core_document *d, wm_json_writer *j, wm_error *error);
/* paths.c */
typedef struct core_way {
    wm_vec3 ends[2];
    float radius; /* of the character; 0: a point */
    bool through; /* through closed doors and placeables */
} core_way;

wm_status core_path(core *c, core_document *d, const core_way *way, wm_json_writer *j,
                    wm_error *error);
/* Puts both ends onto the floor and finds the path between them. The face of an end without floor
 * is WM_NO_INDEX. The caller frees p->points and p->faces, also after a failure. */
wm_status core_walk(wm_query *query, const wm_vec3 ends[2], wm_place at[2], wm_path *p,
                    wm_error *error);
/* obstacles.c: adds the doors and placeables that are in the way, as a member of the answer */
wm_status core_put_obstacles(core_document *d, const core_way *way, wm_json_writer *j,
                             wm_error *error);
/* blocked.c: adds the seams between two regions of an area, as a member of the answer */
wm_status core_put_blocked(core_document *d, const wm_place at[2], wm_json_writer *j,
                           wm_error *error);
wm_status core_game_path(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                         wm_error *error);
#define CORE_ABSURD 1e5f /* metres: farther than any place of a game */

/* impossible.c, keys.c: add members to the answer of core_glb. The second one drops keys of the
 * scene. */
void core_put_impossible(const core_document *d, const wm_scene *scene, wm_json_writer *j);
void core_put_keys(wm_scene *scene, wm_json_writer *j);
/* Whether all three numbers are finite and below 100 km. */
bool core_is_place(wm_vec3 v);
/* export.c */
/* edit_models.c: the same: [{index, name, at}], what an edit can move */
void core_put_hooks(const core_document *d, wm_json_writer *j);
/* {keys, glb, impossible, hooks}: the keys that are left out, the GLB, the nodes with coordinates
 * that cannot be places, the hooks */
wm_status core_glb(core *c, core_document *d, bool all, wm_json_writer *j, wm_error *error);
wm_status core_export(core *c, core_document *d, const char *kind, wm_json_writer *j,
                      wm_error *error);
/* The name of a KotOR walkmesh or model as a binary: "a/x-ascii.mdl" becomes "a/x.mdl". False if it
 * is too long. */
bool core_binary_name(const core_document *d, char name[CORE_NAME]);
/* fix_text.c: a model text compiled with the node numbers of its supermodel, or of an older binary
 * of it, if they are among the files */
wm_kotor_mdl *core_compile(core *c, const core_document *d, wm_error *error);
/* compare.c: how the document b differs from a */
wm_status core_compare(core *c, core_document *a, core_document *b, wm_json_writer *j,
                       wm_error *error);
/* fix.c: how to repair an area */
typedef struct core_fix_opts {
    float tolerance; /* metres, at most 1; 0: 0.01 */
    bool remove_dangling;
} core_fix_opts;
wm_status core_fix(core *c, core_document *d, const core_fix_opts *opts, wm_json_writer *j,
                   wm_error *error);
/* edit.c. text: a JSON object */
wm_status core_edit(core *c, core_document *d, const char *text, wm_json_writer *j,
                    wm_error *error);

#endif
