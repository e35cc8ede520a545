/* The core of the viewer, which runs as WebAssembly in the page: the input is several files
 * separated by a line "next", each with its name in the first line. All are dropped, and
 * every function is called for every document. */
#include <string.h>

#include "exports.h"
#include "fuzz.h"
#include "pieces.h"

static char *copy(const uint8_t *data, size_t size)
{
    char *c = export_alloc(size + 1);
    FUZZ_CHECK(c);
    if (size)
        memcpy(c, data, size);
    c[size] = '\0';
    return c;
}

static void drop(core *c, const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t name = end ? (size_t)(end - data) : 0, rest = end ? size - name - 1 : size;
    char *text = copy(data, name < 64 ? name : 64);
    int code = export_add(c, text, (uint8_t *)copy(data + size - rest, rest), rest);
    FUZZ_CHECK(code == 0 || code == 2);
}

/* An answer is JSON, also when it is an error; the library's own reader proves it. */
static void prove(const core *c, int code)
{
    wm_json *json = wm_json_read(export_text(c), export_text_size(c), NULL, NULL);
    FUZZ_CHECK(code == 0 || code == 1);
    FUZZ_CHECK(json);
    wm_json_free(json);
    for (size_t i = 0; i < c->blob_count; i++) { /* the page copies them without looking */
        const uint8_t *blob = export_blob(c, i);
        volatile uint8_t sum = 0;
        for (size_t k = 0; k < export_blob_size(c, i); k++)
            sum = (uint8_t)(sum + blob[k]);
    }
}

static void ask(core *c, uint32_t id)
{
    static const char *const kinds[] = {"glb", "obj", "gltf", "svg", "json", "ascii"};
    export_scan(c, id);
    prove(c, export_info(c, id));
    prove(c, export_check(c, id));
    prove(c, export_walkmesh(c, id));
    prove(c, export_overlays(c, id));
    prove(c, export_glb(c, id, 1));
    prove(c, export_images(c, id));
    prove(c, export_picture(c, id));
    prove(c, export_entries(c, id));
    prove(c, export_extract(c, id, 0));
    prove(c, export_bytes(c, id));
    FUZZ_CHECK(export_prepare(c, id) == 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        prove(c, export_export(c, id, kinds[i]));
    prove(c, export_pick(c, id, 0.5f, 0.5f, 0));
    prove(c, export_ray(c, id, 0.5f, 0.5f, 9, 0.1f, 0, -1));
    prove(c, export_path(c, id, 0.5f, 0.5f, 0, 1.5f, 0.7f, 0));
    prove(c, export_game_path(c, id, 0.5f, 0.5f, 0, 1.5f, 0.7f, 0));
    export_close(c, id);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    core *c = export_create();
    fuzz_pieces pieces = fuzz_cut(data, size);
    FUZZ_CHECK(c);
    for (size_t i = 0; i < pieces.count; i++)
        drop(c, pieces.data[i], pieces.size[i]);
    prove(c, export_documents(c));
    for (size_t i = 0; i < c->file_count; i++)
        for (uint32_t part = 0; c->files[i] && part < 2; part++)
            ask(c, core_id(c, c->files[i], part));
    export_forget(c);
    if (c->file_count && c->files[0]) {
        char *name = copy((const uint8_t *)c->files[0]->name, strlen(c->files[0]->name));
        export_remove(c, name);
        export_release(name);
    }
    prove(c, export_documents(c));
    export_clear(c);
    prove(c, export_documents(c));
    export_destroy(c);
}
