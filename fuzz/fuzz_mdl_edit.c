/* Edits of binary models, with the MDX after the MDL: each edit either fails and changes nothing,
 * or gives a file that reads back. */
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "walk.h"

typedef struct files {
    wm_buffer mdl, mdx;
} files;

static bool write_files(const wm_kotor_mdl *m, files *f)
{
    return wm_kotor_mdl_write(m, NULL, &f->mdl, &f->mdx, NULL) == WM_OK;
}

static bool same(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && (!a->size || memcmp(a->data, b->data, a->size) == 0);
}

static void free_files(files *f)
{
    wm_buffer_free(&f->mdl);
    wm_buffer_free(&f->mdx);
}

enum { EDITS = 18, ROUNDS = 4 }; /* an input tries a few of them */

/* `pick` chooses the node, the animation and the event. */
static wm_status edit(wm_kotor_mdl *m, int which, uint32_t pick)
{
    static const char *const fields[][2] = {
        {"bitmap", "fuzzed"},   {"lightmap", "fuzzed_lm"}, {"render", "0"},
        {"radius", "4"},        {"color", "1,0,0"},        {"position", "1,2,3"},
        {"update", "Fountain"}, {"alpha", "0.5"},          {"orientation", "0 0 1 1"}};
    enum { FIELDS = sizeof fields / sizeof *fields };
    const wm_kotor_transform transform = {
        .degrees = 30, .scale = {2, 2, 2}, .flip_x = pick & 1, .flip_y = pick & 2};
    const wm_kotor_mdl_rebuild_opts rows = {.normals = true, .tangents = true};
    uint32_t node = m->tree.count ? pick % m->tree.count : 0, count;
    uint32_t animation = m->animation_count ? pick % m->animation_count : 0;
    const char *const *field = fields[pick % FIELDS];
    switch (which) {
    case 0: return wm_kotor_mdl_set_field(m, node, field[0], field[1], NULL);
    case 1: return wm_kotor_mdl_rename_node(m, node, "fuzzed_node", NULL);
    case 2: return wm_kotor_mdl_set_field(m, WM_NO_INDEX, "name", "fuzzed_model", NULL);
    case 3: return wm_kotor_mdl_add_event(m, animation, 0.5f, "fuzzed", NULL);
    case 4: return wm_kotor_mdl_remove_event(m, animation, 0, NULL);
    case 5: return wm_kotor_mdl_set_animation_field(m, animation, "transtime", "0.5", NULL);
    case 6: return wm_kotor_mdl_remove_animation(m, animation, NULL);
    case 7:
        return wm_kotor_mdl_replace_texture(
            m, m->tree.count && m->tree.nodes[node].mesh ? "sample01" : "fx_smoke", "fuzzed",
            &count, NULL);
    case 8: return wm_kotor_mdl_set_field(m, node, "scale", "2", NULL);
    case 9: return wm_kotor_mdl_set_event(m, animation, 0, 1, "fuzzed", NULL);
    case 10: return wm_kotor_mdl_set_field(m, WM_NO_INDEX, "supermodel", "fuzzed", NULL);
    case 11: return wm_kotor_mdl_copy_animation(m, m, animation, "fuzzed_copy", NULL, NULL);
    case 12: return wm_kotor_mdl_transform(m, &transform, NULL);
    case 13:
        return wm_kotor_mdl_replace_mesh(m, node, m, m->tree.count ? (pick / 7) % m->tree.count : 0,
                                         NULL, NULL);
    case 14: return wm_kotor_mdl_rebuild(m, pick & 1 ? &rows : NULL, NULL, NULL);
    case 15: return wm_kotor_mdl_fix(m, NULL, NULL);
    case 16:
        return wm_kotor_mdl_set_variant(m, pick & 1 ? WM_KOTOR_GAME_1 : WM_KOTOR_GAME_2,
                                        pick & 2 ? WM_KOTOR_PLATFORM_PC : WM_KOTOR_PLATFORM_XBOX,
                                        NULL);
    default: return wm_kotor_mdl_set_animation_field(m, animation, "name", "fuzzed", NULL);
    }
}

/* A model of a repaired read may still need a lenient one. */
static void reads_back(const wm_kotor_mdl *m)
{
    files f;
    wm_report report;
    wm_diff diff;
    if (!write_files(m, &f))
        return;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *again =
        wm_kotor_mdl_read(f.mdl.data, f.mdl.size, f.mdx.data, f.mdx.size, &opts, NULL);
    FUZZ_CHECK(again);
    test_walk_mdl(again);
    wm_diff_init(&diff, NULL);
    FUZZ_CHECK(wm_kotor_mdl_diff(m, again, &diff, NULL) == WM_OK);
    wm_diff_free(&diff);
    wm_kotor_mdl_free(again);
    wm_report_free(&report);
    free_files(&f);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    size_t mdl_size;
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = test_read_both(data, size, &opts, NULL, &mdl_size);
    uint32_t pick = size ? data[size - 1] + 256u * data[size / 2] : 0;
    for (uint32_t i = 0; m && i < ROUNDS; i++) {
        files before, after;
        bool written = write_files(m, &before);
        test_walk_mdl(m);
        if (edit(m, (int)((pick / 3 + 5 * i) % EDITS), pick + i) == WM_OK) {
            reads_back(m);
        } else if (written) {
            FUZZ_CHECK(write_files(m, &after));
            FUZZ_CHECK(same(&before.mdl, &after.mdl) && same(&before.mdx, &after.mdx));
            free_files(&after);
        }
        if (written)
            free_files(&before);
    }
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
}
