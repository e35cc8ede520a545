/* Each allocation fails in turn, whoever makes it: malloc, realloc and calloc themselves refuse
 * while files are opened, checked, described, converted, rebuilt, written and queried. Every call
 * then fails with "out of memory" or does without, and nothing leaks. The linker leads the
 * allocations through here (tests/CMakeLists.txt). */
#include <errno.h>

#include "support.h"
#include "waymark/folder.h"

static struct {
    bool counting;
    uint64_t calls, fail_at; /* 0: none */
    uint64_t refused;
    int64_t live; /* blocks */
    bool inside;  /* of an allocation: in a static musl, calloc calls malloc */
} heap;

/* clang-format off: one line each */
void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *block);
/* clang-format on */

static bool refuse(void)
{
    if (!heap.counting || heap.inside || ++heap.calls != heap.fail_at)
        return false;
    heap.refused++;
    errno = ENOMEM;
    return true;
}

static void *count(void *block)
{
    heap.live += heap.counting && !heap.inside && block;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : count(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
    if (refuse())
        return NULL;
    heap.inside = true;
    void *block = __real_calloc(n, size);
    heap.inside = false;
    return count(block);
}

void *__wrap_realloc(void *old, size_t size)
{
    if (refuse())
        return NULL;
    void *block = __real_realloc(old, size);
    return old ? block : count(block);
}

void __wrap_free(void *block)
{
    heap.live -= heap.counting && block;
    __real_free(block);
}

/* ---- flows ---- */

#define SAMPLES WM_BINARY_DIR "/samples/"

static wm_status check_and_describe(const wm_document *document, wm_error *error)
{
    wm_report report;
    wm_buffer json = {0};
    wm_report_init(&report, NULL);
    wm_status status = wm_document_check(document, NULL, &report, error);
    wm_report_finish(&report);
    if (status == WM_OK)
        status = wm_document_info(document, NULL, &json, error);
    wm_report_free(&report);
    wm_buffer_free(&json);
    return status;
}

/* To glTF and back, and to a model. */
static wm_status convert(wm_document *document, wm_error *error)
{
    const wm_kotor_mdl_import_opts opts = {.material = "Dirt"};
    wm_buffer gltf = {0}, mdl = {0}, mdx = {0};
    wm_scene *scene = wm_document_scene(document, NULL, error), *back = NULL;
    wm_kotor_mdl *model = NULL;
    wm_status status = scene ? wm_gltf_write(scene, NULL, &gltf, error) : error->code;
    if (status == WM_OK)
        back = wm_gltf_read(gltf.data, gltf.size, NULL, error);
    if (back)
        model = wm_kotor_mdl_from_scene(back, &opts, NULL, error);
    if (status == WM_OK && !model)
        status = error->code;
    if (model)
        status = wm_kotor_mdl_write(model, NULL, &mdl, &mdx, error);
    wm_kotor_mdl_free(model);
    wm_scene_free(back);
    wm_scene_free(scene);
    wm_buffer_free(&gltf);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return status;
}

static wm_status ask(const wm_walkmesh *mesh, wm_query *query, const wm_path_index *index,
                     wm_error *error)
{
    wm_vec3 middle = {(mesh->min.x + mesh->max.x) / 2, (mesh->min.y + mesh->max.y) / 2, 0};
    wm_vec3 corner = {mesh->min.x + 0.5f, mesh->min.y + 0.5f, 0};
    const wm_path_opts opts[] = {{.crossings = true}, {.index = index}, {.partial = true}};
    wm_hit hit;
    wm_ray_hit ray;
    uint32_t count;
    wm_path path = {0};
    (void)wm_query_height(query, middle, WM_LOCATE_NEAREST, NULL, &hit);
    (void)wm_query_raycast(query, corner, (wm_vec3){1, 1, 0}, 100, NULL, &ray);
    wm_status status = wm_query_locate(query, middle, WM_LOCATE_ALL, NULL, NULL, 0, &count, error);
    for (int i = 0; i < 3 && status == WM_OK; i++)
        status = wm_query_path(query, middle, corner, &opts[i], &path, error);
    return status;
}

static wm_status query(wm_document *document, wm_error *error)
{
    wm_walkmesh *mesh = wm_document_walkmesh(document, NULL, error);
    wm_query *q = mesh ? wm_query_new(mesh, NULL, error) : NULL;
    wm_path_index *index = q ? wm_path_index_new(mesh, 0, NULL, error) : NULL;
    wm_buffer bytes = {0};
    wm_status status = index ? wm_path_index_write(index, NULL, &bytes, error) : error->code;
    wm_path_index *again = NULL;
    if (status == WM_OK) {
        again = wm_path_index_read(bytes.data, bytes.size, mesh, NULL, error);
        status = again ? ask(mesh, q, again, error) : error->code;
    }
    wm_buffer_free(&bytes);
    wm_path_index_free(again);
    wm_path_index_free(index);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
    return status;
}

static wm_status rebuild_and_write(wm_document *document, wm_error *error)
{
    wm_buffer out = {0}, second = {0};
    wm_status status = WM_OK;
    if (document->bwm) {
        status = wm_kotor_bwm_rebuild(document->bwm, NULL, NULL, error);
        if (status == WM_OK)
            status = wm_kotor_bwm_write(document->bwm, NULL, &out, error);
    } else if (document->mdl) {
        const wm_kotor_mdl_rebuild_opts opts = {.planes = true, .adjacency = true};
        status = wm_kotor_mdl_rebuild(document->mdl, &opts, NULL, error);
        if (status == WM_OK)
            status = wm_kotor_mdl_write(document->mdl, NULL, &out, &second, error);
    } else if (document->trn) {
        wm_nwn2_trn_rebuild_result result;
        status = wm_nwn2_trn_rebuild(document->trn, NULL, &result, error);
        if (status == WM_OK)
            status = wm_nwn2_trn_write(document->trn, NULL, &out, error);
    } else if (document->bw2) {
        status = wm_bw2_model_rebuild(document->bw2, NULL, NULL, error);
        if (status == WM_OK)
            status = wm_bw2_model_write(document->bw2, NULL, &out, error);
    }
    wm_buffer_free(&out);
    wm_buffer_free(&second);
    return status;
}

/* ---- each allocation ---- */

typedef struct flow {
    const char *name;
    wm_status (*run)(wm_document *document, wm_error *error);
    const char *files[6]; /* ends with NULL */
} flow;

static wm_status check_flow(wm_document *document, wm_error *error)
{
    return check_and_describe(document, error);
}

static const flow flows[] = {
    {"check",
     check_flow,
     {SAMPLES "room.wok", SAMPLES "models/sample.mdl", SAMPLES "terrain/hall.trx",
      SAMPLES "bw2/m_square.bwm", SAMPLES "area/grid.lyt"}},
    {"convert", convert, {SAMPLES "models/sample.mdl", SAMPLES "bw2/m_square.bwm"}},
    {"rebuild",
     rebuild_and_write,
     {SAMPLES "hills.wok", SAMPLES "models/sample.mdl", SAMPLES "terrain/hall.trx",
      SAMPLES "bw2/m_square.bwm"}},
    {"query", query, {SAMPLES "room.wok", SAMPLES "terrain/hall.trx"}},
};

/* Opens the file and runs the flow with allocation n refused. */
static wm_status run_once(const flow *f, const char *file, uint64_t n)
{
    wm_error error = {0};
    heap.calls = heap.refused = 0;
    heap.live = 0;
    heap.fail_at = n;
    heap.counting = true;
    wm_document *document = wm_open_file(file, NULL, &error);
    wm_status status = document ? f->run(document, &error) : error.code;
    wm_document_free(document);
    heap.counting = false;
    if (heap.live != 0)
        fail_msg("%s of %s: %lld blocks leak with allocation %llu refused", f->name, file,
                 (long long)heap.live, (unsigned long long)n);
    return status;
}

static void each_allocation_is_refused(void **state)
{
    uint64_t refused = 0;
    (void)state;
    for (size_t k = 0; k < sizeof flows / sizeof *flows; k++)
        for (const char *const *file = flows[k].files; *file; file++) {
            wm_status status = run_once(&flows[k], *file, 0);
            if (status != WM_OK)
                fail_msg("%s of %s: %s", flows[k].name, *file, wm_status_name(status));
            /* Beyond the first 300 allocations, only some are tested. */
            for (uint64_t n = 1;; n += 1 + n / 300) {
                status = run_once(&flows[k], *file, n);
                if (!heap.refused)
                    break;
                refused++;
                if (status != WM_OK && status != WM_NO_MEMORY)
                    fail_msg("%s of %s: %s with allocation %llu refused", flows[k].name, *file,
                             wm_status_name(status), (unsigned long long)n);
            }
        }
    printf("%llu allocations refused\n", (unsigned long long)refused);
    assert_true(refused > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
