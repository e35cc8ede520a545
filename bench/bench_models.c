/* Reading and writing models from memory against a plain copy of their bytes. */
#include "bench.h"
#include "models.h"

typedef struct model {
    char name[64];
    wm_buffer mdl, mdx;
    uint8_t *copy; /* warm target of the plain copy */
    wm_kotor_mdl *read;
} model;

static void copy_bytes(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        memcpy(m->copy, m->mdl.data, m->mdl.size);
        memcpy(m->copy + m->mdl.size, m->mdx.data, m->mdx.size);
        bench_use(m->copy);
    }
}

static void load(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_kotor_mdl *doc =
            wm_kotor_mdl_read(m->mdl.data, m->mdl.size, m->mdx.data, m->mdx.size, NULL, NULL);
        BENCH_CHECK(doc && doc->tree.count == m->read->tree.count &&
                    doc->animation_count == m->read->animation_count);
        bench_use(doc);
        wm_kotor_mdl_free(doc);
    }
}

static void save(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer mdl, mdx;
        BENCH_CHECK(wm_kotor_mdl_write(m->read, NULL, &mdl, &mdx, NULL) == WM_OK);
        BENCH_CHECK(mdl.size == m->mdl.size && mdx.size == m->mdx.size);
        if (i + 1 == times)
            BENCH_CHECK(memcmp(mdl.data, m->mdl.data, mdl.size) == 0 &&
                        memcmp(mdx.data, m->mdx.data, mdx.size) == 0);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
}

/* A model of the corpus, or the sample of every kind of node. */
static bool open_model(model *m, const char *file)
{
    char path[128];
    const char *name = strrchr(file, '/') + 1;
    snprintf(path, sizeof path, "%s.mdl", file);
    snprintf(m->name, sizeof m->name, "%s", name);
    if (!bench_corpus(path, &m->mdl))
        return false;
    snprintf(path, sizeof path, "%s.mdx", file);
    return bench_corpus(path, &m->mdx);
}

static void measure(model *m)
{
    char row[96];
    double bytes = (double)(m->mdl.size + m->mdx.size);
    m->copy = malloc(m->mdl.size + m->mdx.size);
    m->read = wm_kotor_mdl_read(m->mdl.data, m->mdl.size, m->mdx.data, m->mdx.size, NULL, NULL);
    BENCH_CHECK(m->copy && m->read);
    bench_pair loads = bench_compare(copy_bytes, m, load, m);
    BENCH_CHECK(loads.ratio > 1); /* it contains that copy */
    bench_pair saves = bench_compare(copy_bytes, m, save, m);
    snprintf(row, sizeof row, "%s: read / memcpy", m->name);
    bench_row(row, loads.ratio, "x", "%.3f ms, %.0f MB/s%s", loads.second * 1e3,
              bytes / loads.second * 1e-6,
              strcmp(m->name, "m36aa_01") == 0 ? "; target: at most 15" : "");
    snprintf(row, sizeof row, "%s: write / memcpy", m->name);
    bench_row(row, saves.ratio, "x", "%.3f ms, the same bytes come out", saves.second * 1e3);
    wm_kotor_mdl_free(m->read);
    free(m->copy);
    wm_buffer_free(&m->mdl);
    wm_buffer_free(&m->mdx);
}

void bench_models(void)
{
    static const char *const files[] = {"kotor/models/vanilla/c_dewback",
                                        "kotor/models/k1cp/n_darthmalak",
                                        "kotor/models/k1cp/m36aa_01"};
    unsigned found = 0;
    bench_heading("models from memory against a plain memcpy of MDL and MDX");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        model m = {0};
        if (!open_model(&m, files[i])) {
            wm_buffer_free(&m.mdl);
            continue;
        }
        measure(&m);
        found++;
    }
    if (found)
        return;
    model sample = {.name = "the sample of every node (no corpus)"};
    test_model_files(WM_KOTOR_1, WM_KOTOR_PC, &sample.mdl, &sample.mdx);
    measure(&sample);
}
