/* Documents with companions. The input is several files separated by a line "next". The
 * first is opened, and the finder returns all of them in turn, whatever it is asked for. */
#include "fuzz.h"
#include "pieces.h"

typedef struct shelf {
    fuzz_pieces pieces;
    size_t asked, found, released;
} shelf;

static void release(wm_found *found)
{
    shelf *s = found->owner;
    s->released++;
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    shelf *s = user;
    size_t at = ++s->asked % (s->pieces.count + 1);
    FUZZ_CHECK(*name && type); /* a file that a glTF names may have no extension */
    if (at == s->pieces.count)
        return s->asked % 3 ? WM_OK : wm_error_set(error, WM_IO, "", "%s.%s is lost", name, type);
    s->found++;
    *out = (wm_found){.where = "piece",
                      .data = s->pieces.data[at],
                      .size = s->pieces.size[at],
                      .release = release,
                      .owner = s};
    return WM_OK;
}

static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    (void)user;
    (void)error;
    for (int i = 0; i < FUZZ_PIECES && visit(visit_user, name ? name : "layout", type, "piece");
         i++)
        continue;
    return WM_OK;
}

static void use(wm_document *d)
{
    wm_buffer json;
    wm_report report;
    for (uint32_t i = 0; i < d->companion_count; i++) {
        const wm_companion *c = &d->companions[i];
        FUZZ_CHECK(c->name && c->type && (!c->error || c->error->code != WM_OK));
    }
    FUZZ_CHECK(d->super_count <= 16);
    if (wm_document_info(d, NULL, &json, NULL) == WM_OK)
        wm_buffer_free(&json);
    wm_walkmesh_free(wm_document_walkmesh(d, NULL, NULL));
    wm_scene_free(wm_document_scene(d, NULL, NULL));
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_document_check(d, NULL, &report, NULL) == WM_OK);
    wm_report_free(&report);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    shelf s = {.pieces = fuzz_cut(data, size)};
    const uint8_t *first = s.pieces.data[0];
    size_t first_size = s.pieces.size[0];
    wm_report report;
    wm_open_opts opts = {.name = "a/file.x",
                         .finder = {.find = find, .list = list, .user = &s},
                         .walkmesh = WM_LOAD_READ,
                         .room_models = WM_LOAD_READ,
                         .layout = WM_LOAD_READ};
    wm_document *d = wm_open(first, first_size, &opts, NULL);
    if (d)
        use(d);
    wm_document_free(d);
    FUZZ_CHECK(s.found == s.released);
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_check(first, first_size, &opts, &report, NULL) == WM_OK);
    FUZZ_CHECK(d || report.count > 0); /* what cannot be read is reported */
    wm_report_free(&report);
    FUZZ_CHECK(s.found == s.released);
}
