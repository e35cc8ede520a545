/* MDX rows, and the bones of a skin. docs/formats/kotor-mdl.md, "Rows" and "Skin". */
#include "base/words.h"
#include "kotor/mdl/compile/compile.h"

enum { SLOTS = 18, UV_SETS = 4 };

static const char *node_name(const wm_kotor_mdl *mdl, uint32_t node)
{
    uint16_t name = mdl->tree.nodes[node].name;
    return name < mdl->name_count ? mdl->names[name] : "?";
}

/* ---- skins --------------------------------------------------------------- */

/* Sets the slots given by the source and returns their count. */
static uint32_t given_slots(const wmi_source_mesh *source, wm_kotor_skin *skin)
{
    uint32_t count = source->slot_count < SLOTS ? source->slot_count : SLOTS;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t name = source->slots[i];
        if (name >= skin->bone_count || skin->bone_map[name] >= 0)
            continue;
        skin->bone_map[name] = (float)i;
        skin->slots[i] = name;
    }
    return count;
}

/* Other bones get slots in order of first use by the vertices. */
static wm_status give_slots(const wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                            wm_kotor_skin *skin, wm_error *error)
{
    uint32_t used = given_slots(source, skin);
    for (uint32_t v = 0; v < source->vertex_count; v++)
        for (uint32_t i = 0; i < source->weights[v].count; i++) {
            uint16_t name = source->weights[v].name[i];
            if (name >= skin->bone_count || skin->bone_map[name] >= 0)
                continue;
            if (used < SLOTS) {
                skin->bone_map[name] = (float)used;
                skin->slots[used] = name;
            } else {
                skin->bone_map[name] = (float)SLOTS; /* counted once */
            }
            used++;
        }
    if (used > SLOTS)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, node_name(mdl, node),
                        "the skin uses %s, at most %d are allowed",
                        wmi_count(used, "bone", "bones").text, SLOTS);
    return WM_OK;
}

wm_status wmi_compile_skin(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                           const wmi_mdl_pose *poses, wm_error *error)
{
    wm_kotor_mesh *mesh = mdl->tree.nodes[node].mesh;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint32_t names = mdl->name_count;
    if (!mesh->skin)
        mesh->skin = wmi_arena_new(memory, 1, sizeof *mesh->skin);
    if (!mesh->skin)
        return wmi_arena_fail(memory, error, "skin");
    wm_kotor_skin *skin = mesh->skin;
    *skin =
        (wm_kotor_skin){.weight_offset = -1,
                        .index_offset = -1,
                        .bone_count = names,
                        .q_count = names,
                        .t_count = names,
                        .unknown_count = names,
                        .bone_map = wmi_arena_raw(memory, names, sizeof *skin->bone_map),
                        .q = wmi_arena_raw(memory, names, sizeof *skin->q),
                        .t = wmi_arena_raw(memory, names, sizeof *skin->t),
                        .unknown_array = wmi_arena_new(memory, names, sizeof *skin->unknown_array)};
    if (!skin->bone_map || !skin->q || !skin->t || !skin->unknown_array)
        return wmi_arena_fail(memory, error, "skin");
    for (uint32_t i = 0; i < names; i++)
        skin->bone_map[i] = -1;
    wmi_mdl_bind(mdl, poses, node, skin->q, skin->t);
    return source->weights ? give_slots(mdl, node, source, skin, error) : WM_OK;
}

/* ---- rows ---------------------------------------------------------------- */

static void add_field(wm_kotor_mesh *mesh, int field, uint32_t flag, uint32_t size)
{
    mesh->row_offset[field] = (int32_t)mesh->row_size;
    mesh->row_flags |= flag;
    mesh->row_size += size;
}

static void plan_row(wm_kotor_mesh *mesh, const wmi_source_mesh *source)
{
    mesh->row_size = mesh->row_flags = 0;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        mesh->row_offset[i] = -1;
    add_field(mesh, WM_KOTOR_ROW_POSITION, WM_KOTOR_MDX_POSITION, 12);
    add_field(mesh, WM_KOTOR_ROW_NORMAL, WM_KOTOR_MDX_NORMAL, 12);
    if (source->colour_count)
        add_field(mesh, WM_KOTOR_ROW_COLOUR, WM_KOTOR_MDX_COLOUR, 12);
    mesh->texture_count = 0;
    for (int set = 0; set < UV_SETS; set++)
        if (source->uv_count[set]) {
            add_field(mesh, WM_KOTOR_ROW_UV0 + set, (uint32_t)WM_KOTOR_MDX_UV0 << set, 8);
            mesh->texture_count = (uint16_t)(set + 1);
        }
    if (source->tangents)
        add_field(mesh, WM_KOTOR_ROW_TANGENT0, WM_KOTOR_MDX_TANGENT, 36);
    if (mesh->skin) {
        mesh->skin->weight_offset = (int32_t)mesh->row_size;
        mesh->skin->index_offset = (int32_t)mesh->row_size + 16;
        mesh->row_size += 32;
    }
}

static void put(const wm_kotor_mesh *mesh, uint8_t *row, int field, const void *values,
                size_t count)
{
    if (mesh->row_offset[field] >= 0)
        wmi_store32(row + mesh->row_offset[field], values, count);
}

static void put_weights(const wm_kotor_skin *skin, const wmi_source_weights *weights, uint8_t *row)
{
    float weight[4] = {0, 0, 0, 0}, slot[4] = {-1, -1, -1, -1};
    for (uint32_t i = 0; weights && i < weights->count; i++) {
        weight[i] = weights->weight[i];
        if (weights->name[i] < skin->bone_count)
            slot[i] = skin->bone_map[weights->name[i]];
    }
    wmi_store32(row + skin->weight_offset, weight, 4);
    wmi_store32(row + skin->index_offset, slot, 4);
}

/* Texture vertices and colours of a compiled vertex. A listed vertex without faces uses
 * those with its own index. */
static void put_maps(const wm_kotor_mesh *mesh, const wmi_source_mesh *source, uint32_t vertex,
                     uint32_t corner, uint8_t *row)
{
    const wmi_source_face *face = corner == WM_NO_INDEX ? NULL : &source->faces[corner / 3];
    for (int set = 0; set < UV_SETS; set++) {
        uint32_t t = face ? face->uv[set][corner % 3] : vertex;
        if (t < source->uv_count[set])
            put(mesh, row, WM_KOTOR_ROW_UV0 + set, source->uvs[set][t], 2);
    }
    uint32_t c = face ? face->colour[corner % 3] : vertex;
    if (c < source->colour_count)
        put(mesh, row, WM_KOTOR_ROW_COLOUR, &source->colours[c], 3);
}

wm_status wmi_compile_rows(wm_kotor_mdl *mdl, const wmi_shape *shape, const wmi_source_mesh *source,
                           const wmi_weld *weld, const wmi_sets *sets, const wmi_mdl_pose *pose,
                           wm_error *error)
{
    wm_kotor_mesh *mesh = mdl->tree.nodes[shape->node].mesh;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    plan_row(mesh, source);
    mesh->rows = wmi_arena_new(memory, weld->count, mesh->row_size);
    if (!mesh->rows)
        return wmi_arena_fail(memory, error, "rows");
    for (uint32_t v = 0; v < weld->count; v++) {
        uint8_t *row = mesh->rows + (size_t)v * mesh->row_size;
        uint32_t from = weld->vertex[v], corner = weld->corner[v];
        wm_vec3 normal = {1, 0, 0}, frame[3] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}};
        if (corner != WM_NO_INDEX) {
            uint32_t set = sets->of_corner[3 * shape->first_face + corner];
            normal = wmi_set_normal(sets, set, pose);
            wmi_set_tangents(sets, set, pose, frame);
        }
        if (source->normals)
            normal = source->normals[from];
        if (source->frames)
            memcpy(frame, source->frames[from], sizeof frame);
        put(mesh, row, WM_KOTOR_ROW_POSITION, &source->vertices[from], 3);
        put(mesh, row, WM_KOTOR_ROW_NORMAL, &normal, 3);
        put(mesh, row, WM_KOTOR_ROW_TANGENT0, frame, 9);
        put_maps(mesh, source, from, corner, row);
        if (mesh->skin)
            put_weights(mesh->skin, source->weights ? &source->weights[from] : NULL, row);
    }
    return WM_OK;
}
