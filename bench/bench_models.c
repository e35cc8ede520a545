/* Reading and writing models from memory, binary against a plain copy of their bytes, and
 * as text. */
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
    bench_row(row, loads.ratio, "x", "%.3f ms, %.0f MB/s; target: at most 6", loads.second * 1e3,
              bytes / loads.second * 1e-6);
    snprintf(row, sizeof row, "%s: write / memcpy", m->name);
    bench_row(row, saves.ratio, "x", "%.3f ms, the same bytes come out", saves.second * 1e3);
    wm_kotor_mdl_free(m->read);
    free(m->copy);
    wm_buffer_free(&m->mdl);
    wm_buffer_free(&m->mdx);
}

/* ---- text -------------------------------------------------------------- */

typedef struct text {
    wm_kotor_mdl *model;
    wm_kotor_mdl_text_write_opts opts;
    wm_buffer bytes;
    uint32_t faces;
} text;

static uint32_t count_faces(const wm_kotor_mdl *m)
{
    uint32_t faces = 0;
    for (uint32_t i = 0; i < m->tree.count; i++)
        faces += m->tree.nodes[i].mesh ? m->tree.nodes[i].mesh->face_count : 0;
    return faces;
}

static void write_text(void *context, unsigned times)
{
    text *t = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(wm_kotor_mdl_text_write(t->model, &t->opts, &out, NULL) == WM_OK);
        BENCH_CHECK(out.size == t->bytes.size);
        wm_buffer_free(&out);
    }
}

static void read_text(void *context, unsigned times)
{
    text *t = context;
    for (unsigned i = 0; i < times; i++) {
        wm_kotor_mdl *m = wm_kotor_mdl_text_read(t->bytes.data, t->bytes.size, NULL, NULL);
        BENCH_CHECK(m && count_faces(m) == t->faces);
        wm_kotor_mdl_free(m);
    }
}

/* One model as text with and without notes, and compiled from mdlops's text of it. */
static void measure_text(const char *file, const char *of_mdlops)
{
    enum { ROUNDS = 31 };
    const double mdlops = 3.2; /* seconds to compile c_dewback, of the facts */
    model m = {0};
    if (!open_model(&m, file))
        return;
    text t = {.model =
                  wm_kotor_mdl_read(m.mdl.data, m.mdl.size, m.mdx.data, m.mdx.size, NULL, NULL)};
    BENCH_CHECK(t.model);
    t.faces = count_faces(t.model);
    for (int plain = 0; plain < 2; plain++) {
        const char *kind = plain ? "plain text" : "text with notes";
        char row[96];
        t.opts.plain = plain;
        BENCH_CHECK(wm_kotor_mdl_text_write(t.model, &t.opts, &t.bytes, NULL) == WM_OK);
        double bytes = (double)t.bytes.size;
        double seconds = bench_median(write_text, &t, ROUNDS);
        snprintf(row, sizeof row, "%s: write %s", m.name, kind);
        bench_row(row, bytes / seconds * 1e-6, "MB/s", "%.2f ms", seconds * 1e3);
        seconds = bench_median(read_text, &t, ROUNDS);
        snprintf(row, sizeof row, "%s: read %s", m.name, kind);
        bench_row(row, bytes / seconds * 1e-6, "MB/s", "%.2f ms, compiled", seconds * 1e3);
        wm_buffer_free(&t.bytes);
    }
    if (bench_corpus(of_mdlops, &t.bytes)) {
        double seconds = bench_median(read_text, &t, ROUNDS);
        bench_row("compile mdlops's text of it", mdlops / seconds, "x",
                  "%.2f ms; mdlops itself took 3.2 s elsewhere; target: 300", seconds * 1e3);
        wm_buffer_free(&t.bytes);
    }
    wm_kotor_mdl_free(t.model);
    wm_buffer_free(&m.mdl);
    wm_buffer_free(&m.mdx);
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
    measure_text(files[0], "kotor/models/ascii-mdlops/c_dewback-ascii.mdl");
    if (found)
        return;
    model sample = {.name = "the sample of every node (no corpus)"};
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &sample.mdl, &sample.mdx);
    measure(&sample);
}
