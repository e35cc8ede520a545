/* Planted faults in models: what the checker finds. */
#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "models.h"
#include "samples.h"
#include "support.h"

/* ---- faults in the file ------------------------------------------------ */

static void check_bytes(void (*plant)(uint8_t *mdl, const wm_kotor_mdl *valid), size_t more,
                        wm_report *report)
{
    wm_buffer mdl, mdx;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *valid = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    uint8_t *bytes = calloc(1, mdl.size + more);
    assert_non_null(valid);
    assert_non_null(bytes);
    memcpy(bytes, mdl.data, mdl.size);
    if (plant)
        plant(bytes, valid);
    wm_read_opts opts = {.report = report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(bytes, mdl.size + more, mdx.data, mdx.size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, report, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(valid);
    free(bytes);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static void plant_second_count(uint8_t *mdl, const wm_kotor_mdl *m)
{
    wmi_put32(mdl + m->tree.nodes[MODEL_BOX].offset + WMI_MDL_NODE + 16, 3);
}

static void plant_parent(uint8_t *mdl, const wm_kotor_mdl *m)
{
    wmi_put32(mdl + m->tree.nodes[MODEL_TIP].offset + 12,
              m->tree.nodes[MODEL_BOX].offset - WMI_MDL_BASE);
}

/* Two meshes with the same faces. */
static void plant_shared_faces(uint8_t *mdl, const wm_kotor_mdl *m)
{
    const uint8_t *box = mdl + m->tree.nodes[MODEL_BOX].offset + WMI_MDL_NODE;
    wmi_put32(mdl + m->tree.nodes[MODEL_FLOOR].offset + WMI_MDL_NODE + 8, wmi_le32(box + 8));
}

static void size(wm_report *r)
{
    check_bytes(NULL, 4, r);
}
static void slack(wm_report *r)
{
    check_bytes(NULL, 32, r);
}
static void second_count(wm_report *r)
{
    check_bytes(plant_second_count, 0, r);
}
static void parent(wm_report *r)
{
    check_bytes(plant_parent, 0, r);
}
static void overlap(wm_report *r)
{
    check_bytes(plant_shared_faces, 0, r);
}

/* ---- faults in the document -------------------------------------------- */

typedef void (*planter)(wm_kotor_mdl *m);

static void check_with(planter plant, const wm_kotor_mdl_check_opts *opts, wm_report *report)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    plant(m);
    assert_int_equal(wm_kotor_mdl_check(m, opts, report, NULL), WM_OK);
    wm_kotor_mdl_free(m);
}

static wm_kotor_mesh *box_of(wm_kotor_mdl *m)
{
    return m->tree.nodes[MODEL_BOX].mesh;
}

static void put_float(uint8_t *p, float value)
{
    wmi_store32(p, &value, 1);
}

static void plant_node_count(wm_kotor_mdl *m)
{
    m->geometry.node_count = 3;
}
static void plant_doubled(wm_kotor_mdl *m)
{
    m->names[MODEL_TIP] = "BONE";
}
static void plant_anim_node(wm_kotor_mdl *m)
{
    m->animations[0].tree.nodes[1].name = MODEL_NODES;
}
static void plant_anim_root(wm_kotor_mdl *m)
{
    memcpy(m->animations[0].root, "nobody", 7);
}
static void plant_controller(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BOX].controllers[0].type = 77;
}
static void plant_data(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BOX].controllers[0].rows = 99;
}
static void plant_supermodel(wm_kotor_mdl *m)
{
    memcpy(m->supermodel, "S_Nobody", 9);
}
static void plant_light_root(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_ROOT].flags |= WM_KOTOR_NODE_LIGHT;
}
static void plant_index_count(wm_kotor_mdl *m)
{
    box_of(m)->index_count = 3;
}
static void plant_index(wm_kotor_mdl *m)
{
    box_of(m)->indices[5] = 4;
}
static void plant_row(wm_kotor_mdl *m)
{
    box_of(m)->row_offset[WM_KOTOR_ROW_UV0] = 28;
}
static void plant_position(wm_kotor_mdl *m)
{
    put_float(box_of(m)->rows, 7);
}
static void plant_plane(wm_kotor_mdl *m)
{
    box_of(m)->faces[1].normal = (wm_vec3){1, 0, 0};
}
static void plant_range(wm_kotor_mdl *m)
{
    box_of(m)->faces[1].adjacent[0] = 2;
}

static void plant_times(wm_kotor_mdl *m)
{
    wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[0];
    n->data[n->controllers[0].time_index + 1] = 2;
}

static void plant_quaternion(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BONE].orientation = (wm_kotor_quat){1, 1, 0, 0};
}

static void plant_not_finite(wm_kotor_mdl *m)
{
    wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[0];
    uint32_t bits = 0x7FC00000;
    memcpy(&n->data[n->controllers[0].data_index], &bits, 4);
}

static void plant_texture(wm_kotor_mdl *m)
{
    memcpy(box_of(m)->texture[0], "a_texture_of_twenty_four", 25);
}

static void plant_texture_ending(wm_kotor_mdl *m)
{
    memcpy(box_of(m)->texture[0], "wall.tga", 9);
}

static void plant_flat(wm_kotor_mdl *m)
{
    box_of(m)->faces[1].vertex[1] = box_of(m)->indices[4] = 0;
}

static void plant_unlinked(wm_kotor_mdl *m)
{
    static const int nodes[] = {MODEL_BOX, MODEL_SKIN, MODEL_CLOTH, MODEL_FLOOR};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < 3; k++)
                m->tree.nodes[nodes[i]].mesh->faces[f].adjacent[k] = 0xFFFF;
}

static void plant_wrong_link(wm_kotor_mdl *m)
{
    box_of(m)->faces[0].adjacent[0] = 1;
}

static void plant_normals(wm_kotor_mdl *m)
{
    static const int nodes[] = {MODEL_BOX, MODEL_FLOOR};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (uint32_t v = 0; v < 4; v++) {
            wm_kotor_mesh *mesh = m->tree.nodes[nodes[i]].mesh;
            uint8_t *normal = mesh->rows + v * mesh->row_size + 12;
            put_float(normal, 1);
            put_float(normal + 8, 0);
        }
}

/* Rows with a tangent frame that points in an arbitrary direction. */
static void plant_tangents(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = box_of(m);
    enum { SIZE = 32 + 36 };
    uint8_t *rows = wm_kotor_mdl_alloc(m, 4, SIZE, NULL);
    assert_non_null(rows);
    for (uint32_t v = 0; v < 4; v++) {
        memcpy(rows + v * SIZE, mesh->rows + v * mesh->row_size, 32);
        for (uint32_t i = 0; i < 3; i++)
            put_float(rows + v * SIZE + 32 + 12 * i + 8, 1);
    }
    mesh->rows = rows;
    mesh->row_size = SIZE;
    mesh->row_flags |= WM_KOTOR_MDX_TANGENT;
    mesh->row_offset[WM_KOTOR_ROW_TANGENT0] = 32;
}

/* ---- skins, cloth, walkmeshes ---- */

static wm_kotor_skin *skin(wm_kotor_mdl *m)
{
    return m->tree.nodes[MODEL_SKIN].mesh->skin;
}

static uint8_t *skin_row(wm_kotor_mdl *m, int32_t offset)
{
    return m->tree.nodes[MODEL_SKIN].mesh->rows + offset;
}

static void plant_weight(wm_kotor_mdl *m)
{
    put_float(skin_row(m, skin(m)->weight_offset), 0.5f);
}
static void plant_slot(wm_kotor_mdl *m)
{
    skin(m)->bone_map[MODEL_TIP] = 18;
}
static void plant_bone(wm_kotor_mdl *m)
{
    put_float(skin_row(m, skin(m)->index_offset), 5);
}
static void plant_map(wm_kotor_mdl *m)
{
    skin(m)->slots[1] = MODEL_ROOT;
}
static void plant_bones(wm_kotor_mdl *m)
{
    skin(m)->bone_count = 5;
}
static void plant_bind(wm_kotor_mdl *m)
{
    skin(m)->t[MODEL_BONE].x = 3;
}
static void plant_cloth(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_CLOTH].mesh->dangly->constraint_count = 3;
}

static void plant_table(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_SABER].mesh->vertices = NULL;
}

static wm_kotor_mdl_aabb *leaf_of(wm_kotor_mdl *m)
{
    return &m->tree.nodes[MODEL_FLOOR].mesh->aabbs[2];
}

static void plant_leaf(wm_kotor_mdl *m)
{
    leaf_of(m)->face = 2;
}
static void plant_missing(wm_kotor_mdl *m)
{
    leaf_of(m)->face = 0;
}
static void plant_box(wm_kotor_mdl *m)
{
    leaf_of(m)->max.x = 1;
}
static void plant_nothing(wm_kotor_mdl *m)
{
    (void)m;
}

static void walkmesh(wm_report *report)
{
    wm_kotor_bwm *wok = test_sample_make("room.wok");
    assert_non_null(wok);
    check_with(plant_nothing, &(wm_kotor_mdl_check_opts){.walkmesh = wok}, report);
    wm_kotor_bwm_free(wok);
}

static void no_parent(wm_report *report)
{
    check_with(plant_light_root, NULL, report);
}

static void supermodel(wm_report *report)
{
    check_with(plant_supermodel, &(wm_kotor_mdl_check_opts){.supermodel_missing = true}, report);
}

#define PLANTED(name)                                                                              \
    static void name(wm_report *report)                                                            \
    {                                                                                              \
        check_with(plant_##name, NULL, report);                                                    \
    }
PLANTED(node_count)
PLANTED(doubled)
PLANTED(anim_node)
PLANTED(anim_root)
PLANTED(controller)
PLANTED(data)
PLANTED(times)
PLANTED(quaternion)
PLANTED(not_finite)
PLANTED(texture)
PLANTED(texture_ending)
PLANTED(index_count)
PLANTED(index)
PLANTED(row)
PLANTED(position)
PLANTED(flat)
PLANTED(plane)
PLANTED(range)
PLANTED(unlinked)
PLANTED(wrong_link)
PLANTED(normals)
PLANTED(tangents)
PLANTED(weight)
PLANTED(slot)
PLANTED(bone)
PLANTED(map)
PLANTED(bones)
PLANTED(bind)
PLANTED(cloth)
PLANTED(table)
PLANTED(leaf)
PLANTED(missing)
PLANTED(box)

const test_fixture fixtures_kotor_mdl_check[] = {
    {WM_KOTOR_MDL_SIZE, "four bytes more than the header says", size},
    {WM_KOTOR_MDL_COUNT, "three faces allocated, two used", second_count},
    {WM_KOTOR_MDL_LINK, "a tip with the box as its stored parent", parent},
    {WM_KOTOR_MDL_OVERLAP, "two meshes with the same faces", overlap},
    {WM_KOTOR_MDL_LAYOUT, "faces that lie with another mesh", overlap},
    {WM_KOTOR_MDL_SLACK, "32 bytes after the last block", slack},
    {WM_KOTOR_MDL_NODE_COUNT, "11 nodes with a stored count of 3", node_count},
    {WM_KOTOR_MDL_NAME_DOUBLED, "bone and BONE", doubled},
    {WM_KOTOR_MDL_ANIM_NODE, "an animation of a name without a node", anim_node},
    {WM_KOTOR_MDL_ANIM_ROOT, "an animation that starts at nobody", anim_root},
    {WM_KOTOR_MDL_CONTROLLER_UNKNOWN, "controller 77", controller},
    {WM_KOTOR_MDL_CONTROLLER_DATA, "99 rows of a few numbers", data},
    {WM_KOTOR_MDL_KEY_ORDER, "keys at 0, 2, 1", times},
    {WM_KOTOR_MDL_QUATERNION, "an orientation of length 1.41", quaternion},
    {WM_KOTOR_MDL_NOT_FINITE, "a key that is not a number", not_finite},
    {WM_KOTOR_MDL_SUPERMODEL_MISSING, "a supermodel that nobody has", supermodel},
    {WM_KOTOR_MDL_TEXTURE_LONG, "24 characters", texture},
    {WM_KOTOR_MDL_TEXTURE_ENDING, "wall.tga", texture_ending},
    {WM_KOTOR_MDL_INDICES, "3 corners of 2 faces", index_count},
    {WM_KOTOR_MDL_INDEX_RANGE, "corner 4 of 4 vertices", index},
    {WM_KOTOR_MDL_ROW_LAYOUT, "8 bytes at 28 of 32", row},
    {WM_KOTOR_MDX_POSITIONS, "a vertex that was moved in the MDX", position},
    {WM_KOTOR_MDL_FACE_DEGENERATE, "a face with one vertex twice", flat},
    {WM_KOTOR_MDL_PLANE, "a floor with the normal of a wall", plane},
    {WM_KOTOR_MDL_ADJACENCY_RANGE, "neighbour 2 of 2 faces", range},
    {WM_KOTOR_MDL_ADJACENCY_MISSING, "no neighbours at all", unlinked},
    {WM_KOTOR_MDL_ADJACENCY_WRONG, "a neighbour at the border", wrong_link},
    {WM_KOTOR_MDL_NORMALS, "normals along the surface", normals},
    {WM_KOTOR_MDL_TANGENTS, "tangents along the normal", tangents},
    {WM_KOTOR_MDL_WEIGHTS, "half a weight", weight},
    {WM_KOTOR_MDL_BONE_SLOTS, "a bone in slot 18", slot},
    {WM_KOTOR_MDL_BONE_USED, "a vertex that follows slot 5 of 2", bone},
    {WM_KOTOR_MDL_BONE_MAP, "another bone in slot 1", map},
    {WM_KOTOR_MDL_BONE_COUNT, "5 entries for 12 names", bones},
    {WM_KOTOR_MDL_BIND, "a bone bound 4 m away", bind},
    {WM_KOTOR_MDL_CONSTRAINTS, "3 constraints for 4 vertices", cloth},
    {WM_KOTOR_MDL_SABER_TABLE, "no vertex table", table},
    {WM_KOTOR_MDL_AABB_FACE, "face 2 of 2 in a leaf", leaf},
    {WM_KOTOR_MDL_AABB_FACE_MISSING, "face 0 in both leaves", missing},
    {WM_KOTOR_MDL_AABB_BOX, "a leaf of a quarter of its face", box},
    {WM_KOTOR_MDL_NO_PARENT, "a light without a parent", no_parent},
    {WM_KOTOR_MDL_WALKMESH_DIFFERS, "the WOK of another room", walkmesh},
    {0},
};
