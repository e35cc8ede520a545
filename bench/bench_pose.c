/* Poses: reading an animated model into a scene, sampling its animations, skinning its
 * vertices. */
#include "bench.h"

#include <math.h>

#include "models.h"

typedef struct actor {
    const wm_kotor_mdl *mdl;
    const wm_scene *scene;
    wm_pose *pose;
    uint32_t animation;
    float time;
    wm_vec3 *positions, *normals; /* room for the largest mesh */
    uint32_t vertices;            /* of all meshes */
} actor;

/* c_dewback of the corpus, or the sample model; reports which. */
static wm_kotor_mdl *load(const char **name)
{
    char path[4096];
    wm_buffer mdl, mdx;
    const char *corpus = getenv("WAYMARK_CORPUS");
    const char *root = corpus && *corpus ? corpus : WM_SOURCE_DIR "/../shared/corpus";
    snprintf(path, sizeof path, "%s/kotor/models/vanilla/c_dewback.mdl", root);
    bool real = wm_file_read(path, NULL, &mdl, NULL) == WM_OK;
    *name = real ? "c_dewback" : "the sample model (no corpus)";
    if (real) {
        path[strlen(path) - 1] = 'x';
        BENCH_CHECK(wm_file_read(path, NULL, &mdx, NULL) == WM_OK);
    } else {
        test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    }
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    BENCH_CHECK(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return m;
}

static void convert(void *context, unsigned times)
{
    actor *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_scene *s = wm_scene_from_kotor_mdl(a->mdl, NULL, 0, NULL, NULL);
        BENCH_CHECK(s && s->node_count == a->scene->node_count);
        wm_scene_free(s);
    }
}

/* 30 frames a second, looped, as a viewer does. */
static void sample(void *context, unsigned times)
{
    actor *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_pose_sample(a->pose, a->animation, a->time, WM_PLAY_LOOP);
        wm_pose_update(a->pose);
        a->time += 1.0f / 30;
        bench_use(a->pose->world);
    }
    a->time = wm_play_time(a->time, a->scene->animations[a->animation].length, WM_PLAY_LOOP);
}

static void move(const actor *a)
{
    for (uint32_t n = 0; n < a->scene->node_count; n++) {
        if (a->scene->nodes[n].mesh == WM_NO_INDEX)
            continue;
        wm_pose_mesh(a->pose, n, a->positions, a->normals);
        BENCH_CHECK(isfinite(a->positions[0].x));
    }
}

static void sample_and_move(void *context, unsigned times)
{
    actor *a = context;
    for (unsigned i = 0; i < times; i++) {
        sample(a, 1);
        move(a);
    }
}

static void change(void *context, unsigned times)
{
    actor *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_pose_transition(a->pose, 0, a->time, a->animation, 0.1f, WM_PLAY_LOOP);
        wm_pose_update(a->pose);
        bench_use(a->pose->world);
    }
}

/* Enough calls at a time that reading the clock does not matter. */
static double rate(bench_work work, actor *a, unsigned calls)
{
    double seconds[31];
    work(a, calls);
    for (int i = 0; i < 31; i++) {
        double start = bench_seconds();
        work(a, calls);
        seconds[i] = (bench_seconds() - start) / calls;
    }
    return 1 / bench_middle(seconds, 31);
}

void bench_pose(void)
{
    const char *name;
    wm_kotor_mdl *mdl = load(&name);
    wm_scene *scene = wm_scene_from_kotor_mdl(mdl, NULL, 0, NULL, NULL);
    actor a = {.mdl = mdl, .scene = scene};
    uint32_t most = 1;
    BENCH_CHECK(scene && scene->animation_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        a.vertices += scene->meshes[i].vertex_count;
        most = scene->meshes[i].vertex_count > most ? scene->meshes[i].vertex_count : most;
    }
    uint32_t walk = wm_scene_find_animation(scene, "cwalk");
    a.animation = walk == WM_NO_INDEX ? 0 : walk;
    a.pose = wm_pose_new(scene, NULL, NULL);
    a.positions = malloc(most * sizeof *a.positions);
    a.normals = malloc(most * sizeof *a.normals);
    BENCH_CHECK(a.pose && a.positions && a.normals);
    bench_heading("posing a model");
    bench_row("document to scene", 1e6 / rate(convert, &a, 1), "us", "%s, %u animations", name,
              (unsigned)scene->animation_count);
    bench_row("poses per second", rate(sample, &a, 200), "/s", "%u nodes, %u channels of %s",
              (unsigned)scene->node_count, (unsigned)scene->animations[a.animation].channel_count,
              scene->animations[a.animation].name);
    bench_row("poses with skinning per second", rate(sample_and_move, &a, 20), "/s",
              "%u vertices with normals, %u skins", (unsigned)a.vertices,
              (unsigned)scene->skin_count);
    bench_row("blended poses per second", rate(change, &a, 100), "/s",
              "a transition between two animations");
    free(a.positions);
    free(a.normals);
    wm_pose_free(a.pose);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}
