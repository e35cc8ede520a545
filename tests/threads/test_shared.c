/* One document of each family, and the scene made of it, used by many threads at once: each
 * checks, writes and converts it. All get the same bytes; under ThreadSanitizer (make tsan) it
 * also shows that nobody writes to what the others read. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bw2_models.h"
#include "models.h"
#include "samples.h"
#include "terrain.h"
#include "waymark/waymark.h"

enum { THREADS = 16, TURNS = 3, OUTPUTS = 4 };

typedef struct shared {
    const wm_kotor_bwm *bwm;
    const wm_kotor_mdl *mdl;
    const wm_nwn2_trn *trn;
    const wm_bw2_model *bw2;
    const wm_scene *scene;
} shared;

typedef struct worker {
    const shared *s;
    wm_buffer out[OUTPUTS];
    uint32_t findings;
} worker;

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s failed\n", what);
    abort();
}

static wm_scene *scene_of(const shared *s)
{
    if (s->bwm)
        return wm_scene_from_kotor_bwm(s->bwm, NULL, NULL, NULL);
    if (s->mdl)
        return wm_scene_from_kotor_mdl(s->mdl, NULL, 0, NULL, NULL);
    return s->trn ? wm_scene_from_nwn2_trn(s->trn, NULL, NULL)
                  : wm_scene_from_bw2_model(s->bw2, NULL, NULL);
}

static wm_status check(const shared *s, wm_report *report)
{
    if (s->bwm)
        return wm_kotor_bwm_check(s->bwm, NULL, report, NULL);
    if (s->mdl)
        return wm_kotor_mdl_check(s->mdl, NULL, report, NULL);
    return s->trn ? wm_nwn2_trn_check(s->trn, NULL, report, NULL)
                  : wm_bw2_model_check(s->bw2, NULL, report, NULL);
}

static wm_status write_document(const shared *s, wm_buffer out[2])
{
    if (s->bwm)
        return wm_kotor_bwm_write(s->bwm, NULL, &out[0], NULL);
    if (s->mdl)
        return wm_kotor_mdl_write(s->mdl, NULL, &out[0], &out[1], NULL);
    return s->trn ? wm_nwn2_trn_write(s->trn, NULL, &out[0], NULL)
                  : wm_bw2_model_write(s->bw2, NULL, &out[0], NULL);
}

static void *work(void *context)
{
    worker *w = context;
    for (int turn = 0; turn < TURNS; turn++) {
        wm_report report;
        for (int i = 0; i < OUTPUTS; i++)
            wm_buffer_free(&w->out[i]);
        wm_report_init(&report, NULL);
        must(check(w->s, &report) == WM_OK, "check");
        w->findings = report.count;
        wm_report_free(&report);
        must(write_document(w->s, w->out) == WM_OK, "write");
        wm_scene *own = scene_of(w->s);
        must(own != NULL, "scene");
        must(wm_gltf_write(own, NULL, &w->out[2], NULL) == WM_OK, "glTF");
        wm_scene_free(own);
        must(wm_gltf_write(w->s->scene, NULL, &w->out[3], NULL) == WM_OK, "glTF of the shared");
    }
    return NULL;
}

static bool equal(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* The bytes that all threads have written; 0 when they differ. */
static size_t run(shared *s, const char *name)
{
    static worker workers[THREADS];
    pthread_t thread[THREADS];
    size_t bytes = 0;
    bool same = true;
    wm_scene *scene = scene_of(s);
    must(scene != NULL, name);
    s->scene = scene;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.s = s};
        must(pthread_create(&thread[i], NULL, work, &workers[i]) == 0, "pthread_create");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < OUTPUTS; k++) {
            same = same && equal(&workers[i].out[k], &workers[0].out[k]) &&
                   workers[i].findings == workers[0].findings;
            bytes += workers[i].out[k].size;
        }
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < OUTPUTS; k++)
            wm_buffer_free(&workers[i].out[k]);
    wm_scene_free(scene);
    printf("%s: %zu bytes from %d threads, %s\n", name, bytes, THREADS,
           same ? "all the same" : "which DIFFER");
    return same ? bytes : 0;
}

int main(void)
{
    wm_kotor_bwm *bwm = test_sample_make("courtyard.wok");
    wm_kotor_mdl *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_bw2_model *bw2 = test_bw2_make((test_bw2_kind){.version = 5, .uv_sets = 1}, NULL);
    must(mdl && bw2, "the samples");
    bool good =
        run(&(shared){.bwm = bwm}, "walkmesh") > 0 && run(&(shared){.mdl = mdl}, "model") > 0 &&
        run(&(shared){.trn = trn}, "terrain") > 0 && run(&(shared){.bw2 = bw2}, "BW2 model") > 0;
    wm_kotor_bwm_free(bwm);
    wm_kotor_mdl_free(mdl);
    wm_nwn2_trn_free(trn);
    wm_bw2_model_free(bw2);
    return !good;
}
