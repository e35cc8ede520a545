/* Fuzzes NWN2 models: reader, checker, comparison, conversion to a scene and back, editing,
 * rebuild, writer. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"
#include "waymark/waymark.h"

/* An unchanged model gives the bytes of its file. */
static void round_trip(const wm_nwn2_mdb *m, const uint8_t *data, size_t size)
{
    wm_buffer out;
    if (wm_nwn2_mdb_write(m, NULL, &out, NULL) != WM_OK)
        return; /* out of memory */
    FUZZ_CHECK(out.size == size && memcmp(out.data, data, size) == 0);
    wm_buffer_free(&out);
}

/* Converts to a scene and back: all packets are there, of the same kinds and sizes. */
static void through_scene(const wm_nwn2_mdb *m)
{
    wm_error error = {0};
    wm_scene *s = wm_scene_from_nwn2_mdb(m, NULL, NULL);
    wm_nwn2_mdb *back = s ? wm_nwn2_mdb_from_scene(s, NULL, NULL, &error) : NULL;
    FUZZ_CHECK(!s || back || error.code != WM_OK);
    wm_scene_free(s);
    if (!back)
        return;
    test_walk_mdb(back);
    FUZZ_CHECK(back->packet_count == m->packet_count);
    for (uint32_t i = 0; i < m->packet_count; i++) {
        const wm_nwn2_mdb_packet *a = &m->packets[i], *b = &back->packets[i];
        FUZZ_CHECK(!a->mesh || !b->mesh ||
                   (a->mesh->vertex_count == b->mesh->vertex_count &&
                    a->mesh->triangle_count == b->mesh->triangle_count));
    }
    wm_nwn2_mdb_free(back);
}

static void edit(wm_nwn2_mdb *m)
{
    const wm_nwn2_mdb_rebuild_opts all = {.normals = true, .tangents = true};
    (void)wm_nwn2_mdb_rename(m, "fuzz", NULL);
    for (uint32_t i = 0; i < m->packet_count && i < 4; i++)
        (void)wm_nwn2_mdb_set_texture(m, i, i, "fuzz", NULL);
    if (wm_nwn2_mdb_rebuild(m, &all, NULL, NULL) == WM_OK)
        test_walk_mdb(m);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error = {0};
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_nwn2_mdb *m = wm_nwn2_mdb_read(data, size, &opts, &error);
    FUZZ_CHECK(m || error.code != WM_OK);
    FUZZ_CHECK(!m || report.errors == m->fault_count);
    if (m) {
        wm_diff diff;
        wm_buffer json;
        test_walk_mdb(m);
        round_trip(m, data, size);
        if (wm_nwn2_mdb_check(m, NULL, &report, &error) != WM_OK)
            FUZZ_CHECK(error.code == WM_NO_MEMORY);
        if (wm_nwn2_mdb_info(m, NULL, &json, NULL) == WM_OK)
            wm_buffer_free(&json);
        wm_diff_init(&diff, NULL);
        if (wm_nwn2_mdb_diff(m, m, &diff, NULL) == WM_OK)
            FUZZ_CHECK(diff.count == 0);
        wm_diff_free(&diff);
        through_scene(m);
        edit(m);
    }
    wm_report_finish(&report);
    wm_report_free(&report);
    wm_nwn2_mdb_free(m);
}
