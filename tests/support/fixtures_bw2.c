/* Planted faults in Black & White 2 models: what the reader rejects, the file, names, meshes
 * and indices. The others are in fixtures_bw2_numbers.c. */
#include "base/internal.h"
#include "bw2_models.h"
#include "fixtures.h"
#include "support.h"

static wm_bw2_model *sample(bool skin)
{
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, skin, 1, false}, NULL);
    assert_non_null(m);
    return m;
}

void test_check_bw2(wm_bw2_model *model, wm_report *report)
{
    wm_error error;
    if (wm_bw2_model_check(model, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_bw2_model_free(model);
}

/* File offsets of the tables of the static sample. */
enum {
    MESH = 0xB8 + 2 * 0x1C0,
    REFERENCE = MESH + 2 * 0xDC,
    STREAM = REFERENCE + 3 * 0x20 + 2 * 0x130 + 6 * 12,
    INDICES = STREAM + 0x88 + 12 * 32
};

/* Reads the sample with one number changed; the reader must not take it for valid. */
static void read_patched(size_t at, uint32_t value, wm_report *report)
{
    size_t size;
    wm_read_opts opts = {.report = report};
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, false, 1, false}, &size);
    assert_non_null(bytes);
    wmi_put32(bytes + at, value);
    wm_bw2_model *m = wm_bw2_model_read(bytes, size, &opts, NULL);
    assert_true(!m || m->fault_count > 0);
    wm_bw2_model_free(m);
    free(bytes);
}

static void signature(wm_report *report)
{
    read_patched(0x00, 0x4F694C4B, report);
}

static void magic(wm_report *report)
{
    read_patched(0x2C, 1, report);
}

static void version(wm_report *report)
{
    read_patched(0x30, 7, report);
}

static void topology(wm_report *report)
{
    read_patched(0xB0, 4, report);
}

static void table_outside(wm_report *report)
{
    read_patched(0x7C, 0xFFFFFFFF, report);
}

static void mesh_outside(wm_report *report)
{
    read_patched(MESH + 0x0C, 12, report);
}

static void reference_outside(wm_report *report)
{
    read_patched(REFERENCE + 8, 1000, report);
}

static void reference_material(wm_report *report)
{
    read_patched(REFERENCE, 2, report);
}

static void index_range(wm_report *report)
{
    read_patched(INDICES, 12, report);
}

static void stream_limit(wm_report *report)
{
    static wm_bw2_stream many[WM_BW2_STREAMS + 1];
    wm_bw2_model *m = sample(false);
    wm_buffer bytes;
    wm_read_opts opts = {.report = report};
    many[0] = m->streams[0];
    m->streams = many;
    m->stream_count = WM_BW2_STREAMS + 1;
    assert_int_equal(wm_bw2_model_write(m, NULL, &bytes, NULL), WM_OK);
    assert_null(wm_bw2_model_read(bytes.data, bytes.size, &opts, NULL));
    wm_buffer_free(&bytes);
    wm_bw2_model_free(m);
}

static void stream_elements(wm_report *report)
{
    read_patched(STREAM, 17, report);
}

static void stream_format(wm_report *report)
{
    read_patched(STREAM + 8, 5, report);
}

static void no_position(wm_report *report)
{
    read_patched(STREAM + 4, 1, report);
}

static void signature_rest(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->signature[39] = 'x';
    test_check_bw2(m, report);
}

static void is_size(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->size--;
    test_check_bw2(m, report);
}

static void metadata_size(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->metadata_size = 0;
    test_check_bw2(m, report);
}

static void trailing(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    static uint8_t three[3];
    m->extra = three;
    m->extra_size = 3;
    test_check_bw2(m, report);
}

static void cleave_count(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->cleave_count--;
    test_check_bw2(m, report);
}

static void is_empty(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->mesh_count = m->reference_count = 0;
    test_check_bw2(m, report);
}

static void name_full(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    memset(m->materials[0].texture[0], 'a', WM_BW2_NAME);
    test_check_bw2(m, report);
}

static void name_text(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[0].name[2] = '\xE4';
    test_check_bw2(m, report);
}

static void name_rest(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->entities[0].name[200] = 'x';
    test_check_bw2(m, report);
}

static void texture_path(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    strcpy(m->materials[0].texture[0], "art\\square.dds");
    test_check_bw2(m, report);
}

static void texture_ending(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    strcpy(m->materials[0].texture[0], "square.png");
    test_check_bw2(m, report);
}

static void material_unused(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[2].material = 0;
    test_check_bw2(m, report);
}

static void entity_nameless(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->entities[1].name[0] = '\0';
    test_check_bw2(m, report);
}

static void entity_doubled(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->entities[1] = m->entities[0];
    test_check_bw2(m, report);
}

static void lod_range(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[1].lod = 5;
    test_check_bw2(m, report);
}

static void lod_order(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[0].lod = 2;
    m->meshes[1].lod = 1;
    test_check_bw2(m, report);
}

static void lod_missing(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[1].lod = 3;
    test_check_bw2(m, report);
}

static void face_count(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[0].face_count = 5;
    test_check_bw2(m, report);
}

static void face_count_2(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->references[0].face_count = 1;
    test_check_bw2(m, report);
}

static void first_face(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[1].first_face = 0;
    test_check_bw2(m, report);
}

static void index_count(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[2].index_count = m->meshes[1].index_count = 5;
    test_check_bw2(m, report);
}

static void reference_empty(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[2].index_count = 0;
    test_check_bw2(m, report);
}

static void mesh_empty(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[1].reference_count = 0;
    m->reference_count = 2;
    test_check_bw2(m, report);
}

static void mesh_indices(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[0].index_count = 6;
    test_check_bw2(m, report);
}

static void mesh_indices_2(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->meshes[1].first_index += 2;
    test_check_bw2(m, report);
}

static void mesh_vertices(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[1].first_vertex = 7;
    m->meshes[1].vertex_count = 5;
    test_check_bw2(m, report);
}

static void reference_vertices(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[1].vertex_count = 5;
    test_check_bw2(m, report);
}

static void index_overlap(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[1].first_index = 3;
    test_check_bw2(m, report);
}

static void index_gap(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[2].index_count = m->meshes[1].index_count = 3;
    test_check_bw2(m, report);
}

static void is_join(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->indices[4] = 1;
    test_check_bw2(m, report);
}

static void index_stranger(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->indices[0] = 5;
    test_check_bw2(m, report);
}

static void triangle_empty(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->indices[0] = m->indices[1];
    test_check_bw2(m, report);
}

static void vertex_unused(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->indices[4] = 2;
    test_check_bw2(m, report);
}

const test_fixture fixtures_bw2[] = {
    {WM_BW2_SIGNATURE, "another first letter", signature},
    {WM_BW2_MAGIC, "magic number 1", magic},
    {WM_BW2_VERSION, "version 7", version},
    {WM_BW2_TOPOLOGY, "indices of kind 4", topology},
    {WM_BW2_TABLE_OUTSIDE, "2^32 - 1 materials", table_outside},
    {WM_BW2_MESH_OUTSIDE, "a mesh that starts at vertex 12", mesh_outside},
    {WM_BW2_REFERENCE_OUTSIDE, "a reference of 1000 indices", reference_outside},
    {WM_BW2_REFERENCE_MATERIAL, "material 2 of 2", reference_material},
    {WM_BW2_INDEX_RANGE, "index 12 of 12 vertices", index_range},
    {WM_BW2_STREAM_LIMIT, "65 streams", stream_limit},
    {WM_BW2_STREAM_ELEMENTS, "a stream of 17 elements", stream_elements},
    {WM_BW2_STREAM_FORMAT, "an element of format 5", stream_format},
    {WM_BW2_NO_POSITION, "positions called normals", no_position},
    {WM_BW2_SIGNATURE_REST, "a letter after the signature", signature_rest},
    {WM_BW2_SIZE, "a size one too small", is_size},
    {WM_BW2_METADATA_SIZE, "a metadata size of 0", metadata_size},
    {WM_BW2_TRAILING, "bytes after the last table", trailing},
    {WM_BW2_CLEAVE_COUNT, "a cleave vector less", cleave_count},
    {WM_BW2_EMPTY, "no meshes", is_empty},
    {WM_BW2_NAME_FULL, "a texture of 64 letters", name_full},
    {WM_BW2_NAME_TEXT, "a letter beyond ASCII", name_text},
    {WM_BW2_NAME_REST, "letters after the name of an entity", name_rest},
    {WM_BW2_TEXTURE_PATH, "a texture in a folder", texture_path},
    {WM_BW2_TEXTURE_ENDING, "a texture that is a PNG", texture_ending},
    {WM_BW2_MATERIAL_UNUSED, "the hull drawn with the other material", material_unused},
    {WM_BW2_ENTITY_NAMELESS, "an entity without a name", entity_nameless},
    {WM_BW2_ENTITY_DOUBLED, "the same entity twice", entity_doubled},
    {WM_BW2_LOD_RANGE, "level of detail 5", lod_range},
    {WM_BW2_LOD_ORDER, "a level 1 after a level 2", lod_order},
    {WM_BW2_LOD_MISSING, "levels 1 and 3", lod_missing},
    {WM_BW2_FACE_COUNT, "a mesh of 5 faces that has 4", face_count},
    {WM_BW2_FACE_COUNT, "a strip that counts as a list", face_count_2},
    {WM_BW2_FIRST_FACE, "a second reference that starts at face 0", first_face},
    {WM_BW2_INDEX_COUNT, "a list of 5 indices", index_count},
    {WM_BW2_REFERENCE_EMPTY, "a reference of no indices", reference_empty},
    {WM_BW2_MESH_EMPTY, "a mesh without its reference", mesh_empty},
    {WM_BW2_MESH_INDICES, "a mesh of 6 indices with references of 12", mesh_indices},
    {WM_BW2_MESH_INDICES, "a skin's second mesh at its strip", mesh_indices_2},
    {WM_BW2_MESH_VERTICES, "meshes that share a vertex", mesh_vertices},
    {WM_BW2_REFERENCE_VERTICES, "a reference that reaches into the next mesh", reference_vertices},
    {WM_BW2_INDEX_OVERLAP, "two references of the same indices", index_overlap},
    {WM_BW2_INDEX_GAP, "a last triangle of no reference", index_gap},
    {WM_BW2_JOIN, "another vertex between two strips", is_join},
    {WM_BW2_INDEX_STRANGER, "a triangle to a vertex of another reference", index_stranger},
    {WM_BW2_TRIANGLE_EMPTY, "a triangle of two vertices", triangle_empty},
    {WM_BW2_VERTEX_UNUSED, "a vertex without its triangle", vertex_unused},
    {0},
};
