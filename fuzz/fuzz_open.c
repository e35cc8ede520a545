/* Documents with companions. The input is several files separated by a line "next". The
 * first is opened, and the finder returns all of them in turn, whatever it is asked for. */
#include "fuzz.h"
#include "pieces.h"

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    fuzz_shelf *s = user;
    size_t at = ++s->asked % (s->pieces.count + 1);
    FUZZ_CHECK(*name && type); /* a file that a glTF names may have no extension */
    if (at == s->pieces.count)
        return s->asked % 3 ? WM_OK : wm_error_set(error, WM_IO, "", "%s.%s is lost", name, type);
    fuzz_shelf_give(s, at, out);
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

/* Walks the pixels of all images. */
static void use_images(wm_scene *scene, const wm_finder *finder)
{
    const wm_scene_images_opts opts = {.finder = *finder, .slots = 0x3F, .memory_limit = 16 << 20};
    volatile uint32_t sum = 0;
    FUZZ_CHECK(wm_scene_load_images(scene, &opts, NULL) == WM_OK);
    FUZZ_CHECK(wm_scene_finish(scene, NULL) == WM_OK);
    for (uint32_t i = 0; i < scene->image_count; i++) {
        const wm_scene_image *image = &scene->images[i];
        for (size_t k = 0; image->rgba && k < 4 * (size_t)image->width * image->height; k++)
            sum = sum + image->rgba[k];
    }
    for (uint32_t i = 0; i < scene->material_count; i++)
        FUZZ_CHECK(wm_scene_material_alpha(scene, i, NULL) != WM_SCENE_ALPHA_UNKNOWN);
}

static void use(wm_document *d, const wm_finder *finder)
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
    wm_scene *scene = wm_document_scene(d, NULL, NULL);
    if (scene)
        use_images(scene, finder);
    wm_scene_free(scene);
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_document_check(d, NULL, &report, NULL) == WM_OK);
    wm_report_free(&report);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    fuzz_shelf s = {.pieces = fuzz_cut(data, size)};
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
        use(d, &opts.finder);
    wm_document_free(d);
    FUZZ_CHECK(s.found == s.released);
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_check(first, first_size, &opts, &report, NULL) == WM_OK);
    FUZZ_CHECK(d || report.count > 0); /* what cannot be read is reported */
    wm_report_free(&report);
    FUZZ_CHECK(s.found == s.released);
}
