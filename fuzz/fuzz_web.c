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

/* `other` is the document asked before this one, or the same. */
static void ask(core *c, uint32_t id, uint32_t other)
{
    static const char *const kinds[] = {"glb", "obj", "gltf", "svg", "json", "ascii"};
    static const char *const edits[] = {"{\"faces\": [0, 1], \"material\": 7}",
                                        "{\"edges\": [0], \"room\": null}",
                                        "{\"hook\": 1, \"at\": [1, 2, 3]}",
                                        "{\"texture\": \"null\", \"name\": \"a\"}",
                                        "{",
                                        "{\"hook\": 0, \"at\": [1, 2, 3]}",
                                        "{\"texture\": \"sample01\", \"name\": \"b c\"}"};
    export_scan(c, id);
    prove(c, export_info(c, id));
    prove(c, export_check(c, id));
    prove(c, export_walkmesh(c, id));
    prove(c, export_overlays(c, id));
    prove(c, export_glb(c, id, 1));
    prove(c, export_images(c, id));
    prove(c, export_picture(c, id));
    prove(c, export_table(c, id));
    prove(c, export_entries(c, id));
    prove(c, export_extract(c, id, 0));
    prove(c, export_bytes(c, id));
    FUZZ_CHECK(export_prepare(c, id) == 0); /* nothing is large here */
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        prove(c, export_export(c, id, kinds[i]));
    prove(c, export_fix(c, id, 0, 0));
    prove(c, export_fix(c, id, 0.5f, 1));
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        prove(c, export_edit(c, id, edits[i]));
    prove(c, export_pick(c, id, 0.5f, 0.5f, 0));
    prove(c, export_ray(c, id, 0.5f, 0.5f, 9, 0.1f, 0, -1));
    prove(c, export_path(c, id, 0.5f, 0.5f, 0, 1.5f, 0.7f, 0, 0, 0));
    prove(c, export_path(c, id, 0.5f, 0.5f, 0, 1.5f, 0.7f, 0, 0.1f, 1));
    prove(c, export_path(c, id, 1, 1, 0, 8.8f, 2, 0, 0.1f, 0)); /* past a door of the sample area */
    prove(c, export_game_path(c, id, 0.5f, 0.5f, 0, 1.5f, 0.7f, 0));
    prove(c, export_compare(c, other, id));
    export_close(c, id);
}

/* Gives the core what it asks for. Returns false if it asked for nothing. */
static bool feed(core *c, const uint8_t *data, size_t size)
{
    size_t count = export_need_count(c);
    prove(c, export_needs(c));
    for (size_t i = 0; i < count; i++) {
        core_need need = c->needs[i];
        FUZZ_CHECK(need.offset <= size && need.size <= size - need.offset);
        uint8_t *bytes = (uint8_t *)copy(data + need.offset, (size_t)need.size);
        FUZZ_CHECK(export_feed(c, need.file, (double)need.offset, bytes, (size_t)need.size) == 0);
    }
    return count > 0;
}

/* The input again as one large file, of which the core reads ranges. A KEY asks for BIFs that are
 * not there; each round of an archive gets further, so it ends. */
static void read_in_ranges(const uint8_t *data, size_t size)
{
    enum { ROUNDS = 100 };
    core *c = export_create();
    FUZZ_CHECK(c);
    FUZZ_CHECK(export_add_remote(c, copy((const uint8_t *)"a/big", 5), (double)size) == 0);
    for (int i = 0; export_detect(c, "a/big") == 2; i++)
        FUZZ_CHECK(feed(c, data, size) && i < ROUNDS);
    for (int i = 0; export_mount(c); i++)
        FUZZ_CHECK(feed(c, data, size) && i < ROUNDS);
    for (uint32_t f = 0; f < export_file_count(c) && f < 8; f++) {
        FUZZ_CHECK(export_exists(c, f));
        for (int i = 0; export_prepare(c, 256 * (f + 1)) && i < ROUNDS; i++)
            FUZZ_CHECK(feed(c, data, size));
        prove(c, export_walkmesh(c, 256 * (f + 1)));
        export_spoil(c, 256 * (f + 1));
    }
    prove(c, export_documents(c));
    export_destroy(c);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    core *c = export_create();
    fuzz_pieces pieces = fuzz_cut(data, size);
    FUZZ_CHECK(c);
    if (pieces.count == 1)
        read_in_ranges(data, size);
    for (size_t i = 0; i < pieces.count; i++)
        drop(c, pieces.data[i], pieces.size[i]);
    prove(c, export_documents(c));
    for (size_t i = 0; i < c->file_count; i++)
        for (uint32_t part = 0; c->files[i] && part < 2; part++)
            ask(c, core_id(c, c->files[i], part),
                core_id(c, c->files[i && c->files[i - 1] ? i - 1 : i], 0));
    export_forget(c);
    if (c->file_count && c->files[0]) {
        char *name = copy((const uint8_t *)c->files[0]->name, strlen(c->files[0]->name));
        FUZZ_CHECK(export_find(c, name) >= 0);
        export_remove(c, name);
        export_release(name);
    }
    prove(c, export_documents(c));
    export_clear(c);
    prove(c, export_documents(c));
    export_destroy(c);
}
