/* End to end: any file becomes a scene, the scene a GLB, the GLB a scene again, and that a
 * file of the same format, which is read. Models are an MDL followed by its MDX. */
#include "fuzz.h"
#include "walk.h"

typedef enum kind { MODEL, FLOOR, TERRAIN, PLACEABLE, STATUE } kind;

static void write_model(const wm_scene *scene)
{
    wm_error error = {.code = WM_OK};
    wm_buffer mdl, mdx;
    wm_kotor_mdl *m = wm_kotor_mdl_from_scene(scene, NULL, NULL, &error);
    FUZZ_CHECK(m || error.code != WM_OK);
    if (m && wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL) == WM_OK) {
        wm_kotor_mdl *again =
            wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
        FUZZ_CHECK(again);
        test_walk_mdl(again);
        wm_kotor_mdl_free(again);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    wm_kotor_mdl_free(m);
}

static void write_floor(const wm_scene *scene)
{
    const wm_walkmesh_import_opts opts = {.material = "stone", .type = WM_KOTOR_BWM_TYPE_AREA};
    wm_walkmesh_import_result result;
    wm_buffer out;
    wm_kotor_bwm *b = wm_kotor_bwm_from_scene(scene, &opts, &result, NULL);
    if (!b)
        return;
    FUZZ_CHECK(wm_kotor_bwm_write(b, NULL, &out, NULL) == WM_OK);
    wm_kotor_bwm *again = wm_kotor_bwm_read(out.data, out.size, NULL, NULL);
    FUZZ_CHECK(again);
    test_walk_bwm(again);
    wm_kotor_bwm_free(again);
    wm_buffer_free(&out);
    wm_kotor_bwm_free(b);
}

static void write_terrain(const wm_scene *scene)
{
    const wm_walkmesh_import_opts opts = {.material = "stone"};
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    wm_walkmesh_import_result result;
    wm_buffer out;
    wm_nwn2_trn *t = wm_nwn2_trn_from_scene(scene, &opts, &result, NULL);
    if (!t)
        return;
    FUZZ_CHECK(wm_nwn2_trn_write(t, &fast, &out, NULL) == WM_OK);
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, NULL, NULL);
    FUZZ_CHECK(again);
    test_walk_trn(again);
    wm_nwn2_trn_free(again);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(t);
}

static void write_placeable(const wm_scene *scene)
{
    wm_buffer out;
    wm_nwn2_mdb *m = wm_nwn2_mdb_from_scene(scene, NULL, NULL, NULL);
    if (m && wm_nwn2_mdb_write(m, NULL, &out, NULL) == WM_OK) {
        wm_nwn2_mdb *again = wm_nwn2_mdb_read(out.data, out.size, NULL, NULL);
        FUZZ_CHECK(again && again->packet_count == m->packet_count);
        test_walk_mdb(again);
        wm_nwn2_mdb_free(again);
        wm_buffer_free(&out);
    }
    wm_nwn2_mdb_free(m);
}

static void write_statue(const wm_scene *scene)
{
    wm_buffer out;
    wm_bw2_model *m = wm_bw2_model_from_scene(scene, NULL, NULL, NULL);
    if (m && wm_bw2_model_write(m, NULL, &out, NULL) == WM_OK) {
        wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
        FUZZ_CHECK(again);
        test_walk_bw2(again);
        wm_bw2_model_free(again);
        wm_buffer_free(&out);
    }
    wm_bw2_model_free(m);
}

static wm_scene *read_scene(const uint8_t *data, size_t size, kind *k)
{
    wm_report report;
    wm_scene *s = NULL;
    size_t mdl_size;
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    const wm_nwn2_trn_read_opts trn_opts = {.base = opts};
    wm_kotor_mdl *m = test_read_both(data, size, &opts, NULL, &mdl_size);
    wm_kotor_bwm *b = wm_kotor_bwm_read(data, size, &opts, NULL);
    bool placeable = wm_nwn2_mdb_detect(data, size);
    wm_nwn2_mdb *p = placeable ? wm_nwn2_mdb_read(data, size, &opts, NULL) : NULL;
    wm_nwn2_trn *t = placeable ? NULL : wm_nwn2_trn_read(data, size, &trn_opts, NULL);
    wm_bw2_model *w = wm_bw2_model_read(data, size, &opts, NULL);
    *k = m ? MODEL : b ? FLOOR : t ? TERRAIN : p ? PLACEABLE : STATUE;
    if (m)
        s = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    else if (b)
        s = wm_scene_from_kotor_bwm(b, wm_kotor_surfaces_default(), NULL, NULL);
    else if (t)
        s = wm_scene_from_nwn2_trn(t, NULL, NULL);
    else if (p)
        s = wm_scene_from_nwn2_mdb(p, NULL, NULL);
    else if (w)
        s = wm_scene_from_bw2_model(w, NULL, NULL);
    FUZZ_CHECK(s || !(m || b || p || w)); /* a terrain may have no walkmesh */
    wm_kotor_mdl_free(m);
    wm_kotor_bwm_free(b);
    wm_nwn2_trn_free(t);
    wm_nwn2_mdb_free(p);
    wm_bw2_model_free(w);
    wm_report_free(&report);
    return s;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_error error = {.code = WM_OK};
    wm_buffer glb;
    kind k;
    wm_scene *scene = read_scene(data, size, &k);
    if (!scene)
        return;
    if (wm_gltf_write(scene, NULL, &glb, &error) == WM_OK) {
        wm_scene *back = wm_gltf_read(glb.data, glb.size, NULL, &error);
        if (!back)
            fprintf(stderr, "%s: %s\n", error.path, error.message);
        FUZZ_CHECK(back); /* what is written can be read */
        if (k == MODEL)
            write_model(back);
        else if (k == FLOOR)
            write_floor(back);
        else if (k == TERRAIN)
            write_terrain(back);
        else if (k == PLACEABLE)
            write_placeable(back);
        else
            write_statue(back);
        wm_scene_free(back);
        wm_buffer_free(&glb);
    }
    wm_scene_free(scene);
}
