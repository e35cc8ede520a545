/* Sweeps over walkmesh texts: every truncation, patched bytes, refused memory. */
#include "support.h"
#include "sweep.h"
#include "texts.h"
#include "walk.h"

static void *read_text(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_kotor_bwm_text_read_opts o = {0};
    if (opts)
        o.base = *opts;
    return wm_kotor_bwm_text_read(data, size, &o, error);
}

static uint64_t walk_text(const void *document)
{
    const wm_kotor_bwm_text *t = document;
    uint64_t sum = t->mesh_count;
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        const wm_kotor_bwm_text_mesh *m = &t->meshes[i];
        sum = sum * 31 + strlen(m->name) + m->state + m->line + m->has_tree;
        sum = sum * 31 + test_walk_bwm(m->bwm);
    }
    return sum;
}

static void free_text(void *document)
{
    wm_kotor_bwm_text_free(document);
}

/* One mesh at a time: patched names may leave several that no text can hold together. */
static wm_status write_back(void *document, const wm_allocator *allocator, wm_error *error)
{
    const wm_kotor_bwm_text *t = document;
    for (uint32_t i = 0; i < t->mesh_count; i++)
        for (int dialect = WM_KOTOR_DIALECT_ENGINE; dialect <= WM_KOTOR_DIALECT_MDLOPS; dialect++) {
            wm_kotor_bwm_text_mesh part = {.bwm = t->meshes[i].bwm, .state = t->meshes[i].state};
            wm_kotor_bwm_text_write_opts opts = {.base = {.allocator = allocator},
                                                 .dialect = (wm_kotor_dialect)dialect};
            wm_buffer text;
            wm_losses losses = {0};
            wm_status status =
                wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                        &opts, &text, &losses, error);
            if (status != WM_OK)
                return status;
            wm_buffer_free(&text);
        }
    return WM_OK;
}

static const sweep_operation operations[] = {{"write", write_back}, {0}};

static uint8_t *sample(size_t i, size_t *size)
{
    for (size_t k = 0; k <= i; k++)
        if (!test_texts[k].name)
            return NULL;
    *size = test_text_size(&test_texts[i]);
    uint8_t *copy = malloc(*size);
    if (copy)
        memcpy(copy, test_texts[i].text, *size);
    return copy;
}

int main(void)
{
    static const char *const endings[] = {".ascii", "plc_valstat02.pwk", NULL};
    const sweep_format text = {
        .name = "kotor-bwm-ascii",
        .read = read_text,
        .walk = walk_text,
        .free = free_text,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 64,
    };
    return sweep_main(&text);
}
