/* NWN2 walkmeshes as neutral ones. */
#include <dirent.h>

#include "support.h"

/* Stored links are kept, floors face up, and every answer follows from the flags. */
static void one_file(const char *name)
{
    char path[512];
    wm_error error;
    snprintf(path, sizeof path, "nwn2/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(trn);
    const wm_nwn2_aswm *a = trn->aswm;
    wm_walkmesh *m = wm_walkmesh_from_nwn2_aswm(a, NULL, &error);
    if (!m)
        fail_msg("%s: %s", name, error.message);
    assert_false(m->neighbours_found);
    uint32_t up = 0, down = 0, links = 0, expected = 0;
    for (uint32_t f = 0; f < m->face_count; f++) {
        const wm_nwn2_triangle *t = &a->triangles[f];
        assert_int_equal(m->walkable[f], t->flags & WM_NWN2_WALKABLE);
        wm_vec3 p = m->vertices[m->faces[f].vertex[0]], q = m->vertices[m->faces[f].vertex[1]],
                r = m->vertices[m->faces[f].vertex[2]];
        double turn = ((double)q.x - (double)p.x) * ((double)r.y - (double)p.y) -
                      ((double)q.y - (double)p.y) * ((double)r.x - (double)p.x);
        up += turn > 0;
        down += turn < 0;
        for (int k = 0; k < 3; k++) {
            links += m->neighbours[f].edge[k] != WM_NO_INDEX;
            uint32_t to = t->linked_triangles[k];
            expected += to != WM_NO_INDEX && (t->flags & a->triangles[to].flags & 1);
        }
    }
    assert_int_equal(links, expected);
    if (down > m->face_count / 50)
        fail_msg("%s: %u faces look up, %u down", name, (unsigned)up, (unsigned)down);
    /* A region of the neutral mesh is a set of islands that are linked. */
    for (uint32_t f = 0; f < m->face_count && a->island_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            if (to != WM_NO_INDEX)
                assert_int_equal(wm_walkmesh_region(m, f), wm_walkmesh_region(m, to / 3));
        }
    wm_walkmesh_free(m);
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&bytes);
}

static void every_file(void **state)
{
    char path[4096];
    uint32_t seen = 0;
    (void)state;
    NEED_CORPUS();
    snprintf(path, sizeof path, "%s/nwn2", test_corpus());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *d; (d = readdir(folder));) {
        if (d->d_name[0] == '.')
            continue;
        one_file(d->d_name);
        seen++;
    }
    closedir(folder);
    print_message("%u files\n", (unsigned)seen);
    assert_true(seen >= 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
