/* The functions that JavaScript calls (web/src/core.js). Each function with an answer stores
 * it in the core: a JSON text, and arrays that the text names. They return 0, or 1 if the
 * text is an error object. */
#include "exports.h"

#include <stdlib.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name), used))
#else
#define EXPORT(name) /* a native build runs under the sanitizers */
#endif

/* ---- memory ---- */

EXPORT("alloc") void *export_alloc(size_t size)
{
    return malloc(size ? size : 1);
}

EXPORT("release") void export_release(void *memory)
{
    free(memory);
}

EXPORT("create") core *export_create(void)
{
    core *c = calloc(1, sizeof *c);
    if (c)
        c->surfaces = *wm_kotor_surfaces_default();
    return c;
}

EXPORT("destroy") void export_destroy(core *c)
{
    if (!c)
        return;
    export_clear(c);
    free(c->blobs);
    free(c);
}

/* ---- the answer ---- */

EXPORT("text") const uint8_t *export_text(const core *c)
{
    return c->text.data;
}

EXPORT("text_size") size_t export_text_size(const core *c)
{
    return c->text.size;
}

EXPORT("blob") const void *export_blob(const core *c, size_t i)
{
    return c->blobs[i].data;
}

EXPORT("blob_size") size_t export_blob_size(const core *c, size_t i)
{
    return c->blobs[i].size;
}

/* Frees the arrays after they were copied. */
EXPORT("forget") void export_forget(core *c)
{
    core_forget(c);
}

static int failed(core *c, const wm_error *fault)
{
    wm_error error;
    core_forget(c);
    return wm_error_json("", fault, NULL, &c->text, &error) == WM_OK ? 1 : 2;
}

/* Names in the games are raw bytes. */
static const wm_json_write_opts latin1 = {.latin1 = true};

static int answer(core *c, wm_status status, wm_json_writer *j, wm_error *error)
{
    wm_status made = wm_json_writer_finish(j, &c->text, status == WM_OK ? error : NULL);
    return status == WM_OK && made == WM_OK ? 0 : failed(c, error);
}

/* ---- files ---- */

/* Takes ownership of name (NUL-terminated) and data, both from alloc. Returns 1 if out of
 * memory; 2 if the file is listed but of no use, and its bytes were not kept. */
EXPORT("add") int export_add(core *c, char *name, uint8_t *data, size_t size)
{
    if (!core_add(c, name, data, size))
        return 1;
    return core_keeps(c, name) ? 0 : 2;
}

/* Takes ownership of name: a large file, whose bytes are asked for with needs and given with feed.
 * Returns 1 if out of memory. */
EXPORT("add_remote") int export_add_remote(core *c, char *name, double size)
{
    return core_add_remote(c, name, size >= 0 && size < 1e15 ? (uint64_t)size : 0) ? 0 : 1;
}

/* Is the large file an archive? 0: no, 1: yes, 2: bytes are needed to know. */
EXPORT("detect") int export_detect(core *c, const char *name)
{
    core_file *f = core_named(c, name);
    c->need_count = 0;
    if (f && core_detect_remote(f))
        return 1;
    return c->need_count ? 2 : 0;
}

/* Reads the tables of all archives that were added. Returns how many ranges are needed for that. */
EXPORT("mount") size_t export_mount(core *c)
{
    c->need_count = 0;
    core_mount(c);
    return c->need_count;
}

/* The number of files, with those in archives. */
EXPORT("file_count") size_t export_file_count(const core *c)
{
    return c->file_count;
}

/* Whether the file with this index is still there. */
EXPORT("exists") int export_exists(const core *c, uint32_t index)
{
    return index < c->file_count && c->files[index];
}

/* The index of the file with this name; -1 if there is none. */
EXPORT("find") int32_t export_find(core *c, const char *name)
{
    const core_file *f = core_named(c, name);
    return f ? (int32_t)f->index : -1;
}

/* The bytes that the last call did not have: [{file, offset, size}]. */
EXPORT("needs") int export_needs(core *c)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    wm_json_writer_init(&j, NULL);
    wm_json_begin_array(&j, NULL);
    for (size_t i = 0; i < c->need_count; i++) {
        wm_json_begin_object(&j, NULL);
        wm_json_add_uint(&j, "file", c->needs[i].file);
        wm_json_add_uint(&j, "offset", c->needs[i].offset);
        wm_json_add_uint(&j, "size", c->needs[i].size);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    return answer(c, WM_OK, &j, &error);
}

/* Takes ownership of data, from alloc. Returns 1 if it cannot be kept. */
EXPORT("feed") int export_feed(core *c, uint32_t file, double offset, uint8_t *data, size_t size)
{
    return core_feed(c, file, offset >= 0 && offset < 1e15 ? (uint64_t)offset : 0, data, size) ? 0
                                                                                               : 1;
}

/* Loads all that is needed to show and check a document in a large archive. Returns how many ranges
 * are needed for that; at 0 all is there. */
EXPORT("prepare") size_t export_prepare(core *c, uint32_t id)
{
    core_file *f = core_file_of(c, id, NULL);
    wm_error error;
    c->need_count = 0;
    if (!f)
        return 0;
    core_document *d = core_open(c, id, &error);
    if (d && !core_is_near(f)) {
        wm_report report;
        wm_report_init(&report, NULL);
        (void)core_check_file(c, f, &report, &error);
        wm_report_free(&report);
    }
    if (c->need_count)
        core_close(c, id);
    else
        core_settle(c);
    return c->need_count;
}

/* Forgets the bytes of a file in an archive, which broke the core before. */
EXPORT("spoil") void export_spoil(core *c, uint32_t id)
{
    core_file *f = core_file_of(c, id, NULL);
    if (!f || !f->archive)
        return;
    core_close_all(c);
    if (f->is_archive)
        core_unmount(c, f);
    f->is_archive = false;
    free(f->data);
    f->data = NULL;
    f->size = 0;
    f->format = WM_FORMAT_UNKNOWN; /* who looks for a kind of file must not find this one */
    f->archive = NULL;
    f->scanned = false;
}

/* The bytes of a file in an archive, as the only array of the answer. */
EXPORT("bytes") int export_bytes(core *c, uint32_t id)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    core_file *f = core_file_of(c, id, &error);
    if (!f || core_load(f, &error) != WM_OK)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
    core_add_array(c, &j, NULL, "u8", f->data ? f->data : (const uint8_t *)"",
                   f->data ? f->size : 0);
    return answer(c, WM_OK, &j, &error);
}

EXPORT("remove") void export_remove(core *c, const char *name)
{
    core_remove(c, name);
}

EXPORT("clear") void export_clear(core *c)
{
    core_forget(c);
    core_clear(c);
}

EXPORT("close") void export_close(core *c, uint32_t id)
{
    core_close(c, id);
}

/* Reads a file once to find out what it contains; export_documents does that too. */
EXPORT("scan") void export_scan(core *c, uint32_t id)
{
    core_file *f = core_file_of(c, id, NULL);
    if (f)
        core_scan(c, f);
}

/* ---- queries ---- */

EXPORT("documents") int export_documents(core *c)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    wm_json_writer_init(&j, &latin1);
    return answer(c, core_documents(c, &j, &error), &j, &error);
}

EXPORT("info") int export_info(core *c, uint32_t id)
{
    wm_error error = {0};
    core_forget(c);
    core_document *d = core_open(c, id, &error);
    return d && core_info(d, &c->text, &error) == WM_OK ? 0 : failed(c, &error);
}

EXPORT("check") int export_check(core *c, uint32_t id)
{
    wm_error error = {0};
    core_forget(c);
    core_file *f = core_file_of(c, id, &error);
    return f && core_check(c, f, &c->text, &error) == WM_OK ? 0 : failed(c, &error);
}

typedef wm_status (*question)(core *c, core_document *d, wm_json_writer *j, wm_error *error);

/* Opens a document, and a writer for the answer about it. NULL and *error if that fails. */
static core_document *begin(core *c, uint32_t id, wm_json_writer *j, wm_error *error)
{
    core_forget(c);
    core_document *d = core_open(c, id, error);
    if (d)
        wm_json_writer_init(j, &latin1);
    return d;
}

static int ask(core *c, uint32_t id, question q)
{
    wm_json_writer j;
    wm_error error = {0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, q(c, d, &j, &error), &j, &error);
}

EXPORT("walkmesh") int export_walkmesh(core *c, uint32_t id)
{
    return ask(c, id, core_walkmesh);
}

EXPORT("overlays") int export_overlays(core *c, uint32_t id)
{
    return ask(c, id, core_overlays);
}

/* The pictures of its textures. Bytes may be needed for them (need_count). */
EXPORT("images") int export_images(core *c, uint32_t id)
{
    c->need_count = 0;
    return ask(c, id, core_images);
}

EXPORT("picture") int export_picture(core *c, uint32_t id)
{
    return ask(c, id, core_picture);
}

EXPORT("table") int export_table(core *c, uint32_t id)
{
    return ask(c, id, core_table);
}

/* How many ranges the last call needed and did not have. */
EXPORT("need_count") size_t export_need_count(const core *c)
{
    return c->need_count;
}

/* What is in an archive: the list of its entries, or the bytes of one. */
static int ask_archive(core *c, uint32_t id, uint32_t entry)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    c->need_count = 0;
    core_file *f = core_file_of(c, id, &error);
    if (!f)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
    wm_status status =
        entry == WM_NO_INDEX ? core_entries(f, &j, &error) : core_extract(c, f, entry, &j, &error);
    return answer(c, status, &j, &error);
}

/* The entries of an archive. */
EXPORT("entries") int export_entries(core *c, uint32_t id)
{
    return ask_archive(c, id, WM_NO_INDEX);
}

/* The bytes of an entry, as the only array of the answer. Bytes may be needed for it. */
EXPORT("extract") int export_extract(core *c, uint32_t id, uint32_t entry)
{
    return ask_archive(c, id, entry);
}

EXPORT("glb") int export_glb(core *c, uint32_t id, int all)
{
    wm_json_writer j;
    wm_error error = {0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, core_glb(c, d, all != 0, &j, &error), &j, &error);
}

typedef wm_status (*request)(core *c, core_document *d, const char *text, wm_json_writer *j,
                             wm_error *error);

static int ask_with(core *c, uint32_t id, request q, const char *text)
{
    wm_json_writer j;
    wm_error error = {0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, q(c, d, text, &j, &error), &j, &error);
}

EXPORT("export") int export_export(core *c, uint32_t id, const char *kind)
{
    return ask_with(c, id, core_export, kind);
}

/* The files of a document after a repair or an edit, which the page then adds. The last two are for
 * areas. */
EXPORT("fix") int export_fix(core *c, uint32_t id, float tolerance, int remove_dangling)
{
    wm_json_writer j;
    wm_error error = {0};
    const core_fix_opts opts = {tolerance, remove_dangling != 0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, core_fix(c, d, &opts, &j, &error), &j, &error);
}

EXPORT("edit") int export_edit(core *c, uint32_t id, const char *text)
{
    return ask_with(c, id, core_edit, text);
}

/* How the document `other` differs from the first. Opening one never closes another. */
EXPORT("compare") int export_compare(core *c, uint32_t id, uint32_t other)
{
    wm_json_writer j;
    wm_error error = {0};
    core_document *b = core_open(c, other, &error);
    core_document *a = b ? begin(c, id, &j, &error) : NULL;
    if (!a)
        return failed(c, &error);
    return answer(c, core_compare(c, a, b, &j, &error), &j, &error);
}

typedef wm_status (*two_points)(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                                wm_error *error);

static int ask_points(core *c, uint32_t id, two_points q, const wm_vec3 ends[2])
{
    wm_json_writer j;
    wm_error error = {0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, q(c, d, ends, &j, &error), &j, &error);
}

static wm_status pick(core *c, core_document *d, const wm_vec3 at[2], wm_json_writer *j,
                      wm_error *error)
{
    return core_pick(c, d, at[0], j, error);
}

static wm_status ray(core *c, core_document *d, const wm_vec3 at[2], wm_json_writer *j,
                     wm_error *error)
{
    return core_ray(c, d, at[0], at[1], j, error);
}

EXPORT("pick") int export_pick(core *c, uint32_t id, float x, float y, float z)
{
    return ask_points(c, id, pick, (wm_vec3[2]){{x, y, z}, {0, 0, 0}});
}

EXPORT("ray")
int export_ray(core *c, uint32_t id, float x, float y, float z, float dx, float dy, float dz)
{
    return ask_points(c, id, ray, (wm_vec3[2]){{x, y, z}, {dx, dy, dz}});
}

/* radius: of the character, 0 for a point. through: not 0: doors and placeables do not count. */
EXPORT("path")
int export_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz,
                float radius, int through)
{
    const core_way way = {{{x, y, z}, {tx, ty, tz}}, radius, through != 0};
    wm_json_writer j;
    wm_error error = {0};
    core_document *d = begin(c, id, &j, &error);
    if (!d)
        return failed(c, &error);
    return answer(c, core_path(c, d, &way, &j, &error), &j, &error);
}

EXPORT("game_path")
int export_game_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz)
{
    return ask_points(c, id, core_game_path, (wm_vec3[2]){{x, y, z}, {tx, ty, tz}});
}
