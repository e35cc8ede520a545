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

static int ask(core *c, uint32_t id, question q)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    core_document *d = core_open(c, id, &error);
    if (!d)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
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

/* The GLB is the only array of the answer. */
EXPORT("glb") int export_glb(core *c, uint32_t id, int all)
{
    wm_json_writer j;
    wm_error error = {0};
    wm_buffer bytes;
    core_forget(c);
    core_document *d = core_open(c, id, &error);
    if (!d || core_glb(d, all != 0, &bytes, &error) != WM_OK)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
    core_add_owned(c, &j, NULL, "u8", &bytes);
    return answer(c, WM_OK, &j, &error);
}

EXPORT("export") int export_export(core *c, uint32_t id, const char *kind)
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    core_document *d = core_open(c, id, &error);
    if (!d)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
    return answer(c, core_export(c, d, kind, &j, &error), &j, &error);
}

typedef wm_status (*two_points)(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                                wm_error *error);

static int ask_points(core *c, uint32_t id, two_points q, const wm_vec3 ends[2])
{
    wm_json_writer j;
    wm_error error = {0};
    core_forget(c);
    core_document *d = core_open(c, id, &error);
    if (!d)
        return failed(c, &error);
    wm_json_writer_init(&j, &latin1);
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

EXPORT("path")
int export_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz)
{
    return ask_points(c, id, core_path, (wm_vec3[2]){{x, y, z}, {tx, ty, tz}});
}

EXPORT("game_path")
int export_game_path(core *c, uint32_t id, float x, float y, float z, float tx, float ty, float tz)
{
    return ask_points(c, id, core_game_path, (wm_vec3[2]){{x, y, z}, {tx, ty, tz}});
}
