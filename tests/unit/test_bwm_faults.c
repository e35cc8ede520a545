/* Damaged walkmeshes: each kind of fault is planted in the sample. What leaves the rest readable is
 * read, reported, converted, and written back byte for byte. Hostile files are in
 * test_bwm_hostile.c. docs/formats/kotor-bwm.md, "Faults and what happens". */
#include "samples.h"
#include "support.h"
#include "walk.h"

/* A word of the file to change, or the size to cut it to. */
typedef struct fault {
    const char *name;
    uint32_t at, value, size;
    wm_issue_code code;
    const char *path;
} fault;

enum { FAR_AWAY = 0xFFFFFF };

static void put32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static bool reported(const wm_report *report, const fault *f)
{
    for (uint32_t i = 0; i < report->count; i++)
        if (report->issues[i].code == f->code && strcmp(report->issues[i].path, f->path) == 0)
            return true;
    return false;
}

static void same_bytes(const wm_kotor_bwm *b, const wm_buffer *file, const char *name)
{
    wm_buffer out;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_OK);
    if (out.size != file->size || memcmp(out.data, file->data, out.size) != 0)
        fail_msg("%s: other bytes are written", name);
    wm_buffer_free(&out);
}

/* The neutral form, its index and the text. */
static void converts(wm_kotor_bwm *b, const char *name)
{
    wm_error error = {0};
    wm_losses losses = {0};
    wm_kotor_bwm_text_mesh part = {.name = "room", .state = WM_NO_INDEX, .bwm = b};
    const wm_kotor_bwm_text whole = {.mesh_count = 1, .meshes = &part};
    wm_buffer text;
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, &error);
    if (!mesh)
        fail_msg("%s: no neutral form: %s", name, error.message);
    wm_walkmesh_free(mesh);
    if (wm_kotor_bwm_text_write(&whole, NULL, &text, &losses, &error) != WM_OK)
        fail_msg("%s: no text: %s", name, error.message);
    bool lost = false;
    for (uint32_t i = 0; i < losses.count; i++)
        lost |= strcmp(losses.item[i].field, "faults") == 0;
    assert_true(lost);
    wm_buffer_free(&text);
}

/* After a rebuild nothing of the fault is left. */
static void rebuilds(wm_kotor_bwm *b, const char *name)
{
    wm_buffer out;
    wm_error error = {0};
    if (wm_kotor_bwm_rebuild(b, NULL, NULL, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(b->fault_count, 0);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_OK);
    wm_kotor_bwm *again = wm_kotor_bwm_read(out.data, out.size, NULL, NULL);
    assert_non_null(again);
    assert_int_equal(again->fault_count, 0);
    wm_kotor_bwm_free(again);
    wm_buffer_free(&out);
}

static void try_fault(const wm_kotor_bwm *sample, const fault *f)
{
    wm_buffer file;
    wm_report report;
    wm_error error = {0};
    assert_int_equal(wm_kotor_bwm_write(sample, NULL, &file, NULL), WM_OK);
    if (f->at)
        put32(file.data + f->at, f->value);
    size_t whole = file.size;
    file.size = f->size ? f->size : whole;
    wm_kotor_bwm *b = wm_kotor_bwm_read(file.data, file.size, NULL, &error);
    if (!b)
        fail_msg("%s: refused: %s", f->name, error.message);
    test_walk_bwm(b);
    assert_true(b->fault_count > 0);
    same_bytes(b, &file, f->name);
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(b, NULL, NULL);
    assert_non_null(copy);
    same_bytes(copy, &file, f->name);
    wm_kotor_bwm_free(copy);
    converts(b, f->name);
    rebuilds(b, f->name);
    wm_kotor_bwm_free(b);
    wm_report_init(&report, NULL);
    b = wm_kotor_bwm_read(file.data, file.size, &(wm_read_opts){.report = &report}, &error);
    assert_non_null(b);
    if (!reported(&report, f))
        fail_msg("%s: not reported", f->name);
    wm_kotor_bwm_free(b);
    wm_report_free(&report);
    file.size = whole;
    wm_buffer_free(&file);
}

static void faults_are_findings(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    const wm_kotor_bwm_offsets l = b->offsets;
    const wm_issue_code table = WM_KOTOR_TABLE_OUTSIDE, vertex = WM_KOTOR_VERTEX_INDEX;
    const fault faults[] = {
        {"vertex of a face", l.faces + 12 * 7 + 4, b->vertex_count, 0, vertex,
         "faces[7].vertex[1]"},
        {"vertex 0xFFFFFFFF", l.faces, 0xFFFFFFFF, 0, vertex, "faces[0].vertex[0]"},
        {"fewer vertices", 0x48, b->vertex_count - 1, 0, vertex, NULL},
        {"materials outside", 0x58, FAR_AWAY, 0, table, "materials"},
        {"materials in the header", 0x58, 0x10, 0, table, "materials"},
        {"normals outside", 0x5C, FAR_AWAY, 0, table, "normals"},
        {"distances outside", 0x60, FAR_AWAY, 0, table, "distances"},
        {"tree outside", 0x68, FAR_AWAY, 0, table, "aabbs"},
        {"too many boxes", 0x64, b->aabb_count + 100, 0, table, "aabbs"},
        {"adjacency outside", 0x74, FAR_AWAY, 0, table, "adjacency"},
        {"edges outside", 0x7C, FAR_AWAY, 0, table, "edges"},
        {"edges in the header", 0x7C, 0, 0, table, "edges"},
        {"perimeters outside", 0x84, FAR_AWAY, 0, table, "perimeters"},
        {"too many perimeters", 0x80, b->perimeter_count + 1, 0, table, "perimeters"},
        {"cut in the perimeters", 0, 0, l.perimeters + 1, table, "perimeters"},
        {"cut in the edges", 0, 0, l.edges + 5, table, "edges"},
        {"cut in the adjacency", 0, 0, l.adjacency + 5, table, "adjacency"},
        {"cut in the tree", 0, 0, l.aabbs + 50, table, "aabbs"},
        {"cut in the normals", 0, 0, l.normals + 50, table, "normals"},
        {"cut in the materials", 0, 0, l.materials + 3, table, "materials"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fault f = faults[i];
        char path[64];
        for (uint32_t k = 0; !f.path && k < 3 * b->face_count; k++)
            if (b->faces[k / 3].vertex[k % 3] == b->vertex_count - 1) {
                snprintf(path, sizeof path, "faces[%u].vertex[%u]", k / 3, k % 3);
                f.path = path;
            }
        try_fault(b, &f);
    }
    wm_kotor_bwm_free(b);
}

/* What is edited is not overwritten by what the file had. */
static void edits_win_over_faults(void **state)
{
    (void)state;
    wm_buffer file, out;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t wrong = b->vertex_count, at = b->offsets.faces + 12 * 3;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &file, NULL), WM_OK);
    wm_kotor_bwm_free(b);
    put32(file.data + at, wrong);
    b = wm_kotor_bwm_read(file.data, file.size, NULL, NULL);
    assert_non_null(b);
    b->faces[3] = (wm_kotor_face){{1, 2, 3}};
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_OK);
    wm_kotor_bwm_free(b);
    b = wm_kotor_bwm_read(out.data, out.size, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(b->fault_count, 0);
    assert_int_equal(b->faces[3].vertex[0], 1);
    wm_kotor_bwm_free(b);
    wm_buffer_free(&out);
    put32(file.data + 0x58, FAR_AWAY);
    b = wm_kotor_bwm_read(file.data, file.size, NULL, NULL);
    assert_non_null(b);
    b->materials[0] = 4;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_BAD_OFFSET);
    wm_kotor_bwm_pack(b);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_OK);
    wm_kotor_bwm_free(b);
    wm_buffer_free(&out);
    wm_buffer_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_findings),
        cmocka_unit_test(edits_win_over_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
