/* Converts a model to another game or platform. The Xbox format is known from public
 * readers only; no Xbox file was available. docs/formats/kotor-mdl.md, "Games and
 * platforms". */
#include "kotor/mdl/compile/compile.h"

/* ---- directions packed into one word ---------------------------------------- */

/* Like two's complement, but a negative value is stored as value + most, where `most`
 * has all bits set. */
static uint32_t pack_part(float value, double half, uint32_t most)
{
    double scaled = floor((double)value * half + 0.5);
    if (!(scaled >= -half)) /* also catches NaN */
        scaled = value < 0 ? -half : 0;
    if (scaled > half)
        scaled = half;
    return scaled < 0 ? (uint32_t)(scaled + most) : (uint32_t)scaled;
}

static uint32_t pack_direction(const uint8_t *p)
{
    return pack_part(wmi_lef32(p), 1023, 2047) | pack_part(wmi_lef32(p + 4), 1023, 2047) << 11 |
           pack_part(wmi_lef32(p + 8), 511, 1023) << 22;
}

static void unpack_direction(uint32_t v, uint8_t *to)
{
    uint32_t x = v & 2047, y = v >> 11 & 2047, z = v >> 22;
    float part[3] = {(float)(x < 1024 ? (double)x : (double)x - 2047) / 1023.0f,
                     (float)(y < 1024 ? (double)y : (double)y - 2047) / 1023.0f,
                     (float)(z < 512 ? (double)z : (double)z - 1023) / 511.0f};
    wmi_store32(to, part, 3);
}

/* ---- rows ---------------------------------------------------------------- */

/* A field of a row: its offset, and its size on PC in 32-bit words. */
typedef struct row_field {
    int32_t *offset;
    int32_t from; /* old offset */
    uint32_t words;
    enum { SAME, DIRECTIONS, SLOTS } kind;
} row_field;

enum { FIELDS = WM_KOTOR_ROW_FIELDS + 2 };

static uint32_t field_size(const row_field *f, bool xbox)
{
    if (!xbox || f->kind == SAME)
        return 4 * f->words;
    return f->kind == DIRECTIONS ? 4 * f->words / 3 : 2 * f->words;
}

static void add_field(const wm_kotor_mesh *mesh, row_field *fields, uint32_t *count, row_field f,
                      bool xbox)
{
    uint32_t i = *count;
    f.from = *f.offset;
    if (f.from < 0 || (uint64_t)f.from + field_size(&f, xbox) > mesh->row_size)
        return;
    for (; i > 0 && fields[i - 1].from > f.from; i--)
        fields[i] = fields[i - 1];
    fields[i] = f;
    ++*count;
}

/* The fields of a row, in stored order. */
static uint32_t list_fields(wm_kotor_mesh *mesh, row_field fields[FIELDS], bool xbox)
{
    uint32_t count = 0;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++) {
        bool tangent = i >= WM_KOTOR_ROW_TANGENT0, uv = i >= WM_KOTOR_ROW_UV0 && !tangent;
        row_field f = {.offset = &mesh->row_offset[i],
                       .words = tangent ? 9
                                : uv    ? 2
                                        : 3,
                       .kind = tangent || i == WM_KOTOR_ROW_NORMAL ? DIRECTIONS : SAME};
        add_field(mesh, fields, &count, f, xbox);
    }
    if (mesh->skin) {
        row_field weights = {.offset = &mesh->skin->weight_offset, .words = 4, .kind = SAME};
        row_field slots = {.offset = &mesh->skin->index_offset, .words = 4, .kind = SLOTS};
        add_field(mesh, fields, &count, weights, xbox);
        add_field(mesh, fields, &count, slots, xbox);
    }
    return count;
}

static uint16_t narrow_slot(float slot)
{
    return slot >= 0 && slot < 65535 ? (uint16_t)slot : 0xFFFF;
}

static void convert_field(const row_field *f, const uint8_t *from, uint8_t *to, bool to_xbox)
{
    if (f->kind == SAME)
        memcpy(to, from, 4 * f->words);
    for (uint32_t i = 0; f->kind == DIRECTIONS && i < f->words / 3; i++)
        if (to_xbox)
            wmi_put32(to + 4 * i, pack_direction(from + 12 * i));
        else
            unpack_direction(wmi_le32(from + 4 * i), to + 12 * i);
    for (uint32_t i = 0; f->kind == SLOTS && i < f->words; i++)
        if (to_xbox) {
            wmi_put16(to + 2 * i, narrow_slot(wmi_lef32(from + 4 * i)));
        } else {
            float slot = (float)(int16_t)wmi_le16(from + 2 * i);
            wmi_store32(to + 4 * i, &slot, 1);
        }
}

static void convert_mesh(wm_kotor_mesh *mesh, uint8_t *rows, wm_vec3 *vertices, bool to_xbox)
{
    row_field fields[FIELDS];
    uint32_t count = list_fields(mesh, fields, !to_xbox), size = 0;
    for (uint32_t i = 0; i < count; i++) {
        *fields[i].offset = (int32_t)size;
        size += field_size(&fields[i], to_xbox);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = 0; i < count; i++)
            convert_field(&fields[i],
                          mesh->rows + (size_t)v * mesh->row_size + (uint32_t)fields[i].from,
                          rows + (size_t)v * size + (uint32_t)*fields[i].offset, to_xbox);
    mesh->rows = rows;
    mesh->row_size = size;
    for (uint32_t v = 0; vertices && v < mesh->vertex_count; v++)
        if (!wm_kotor_mesh_position(mesh, v, &vertices[v]))
            vertices[v] = (wm_vec3){0, 0, 0};
    mesh->vertices = vertices;
}

static bool has_rows(const wm_kotor_mesh *mesh)
{
    return mesh && mesh->row_size && mesh->vertex_count;
}

/* The vertex table of a saber has the positions of its blades. */
static bool has_blades(const wm_kotor_mesh *mesh)
{
    return mesh && mesh->saber && mesh->saber->positions && !has_rows(mesh) &&
           mesh->vertex_count == WM_KOTOR_SABER_VERTICES;
}

static void convert_saber(wm_kotor_mesh *mesh, wmi_arena *memory, bool to_xbox)
{
    size_t size = WM_KOTOR_SABER_VERTICES * sizeof *mesh->vertices;
    if (to_xbox)
        mesh->vertices = NULL;
    else if (!mesh->vertices) {
        mesh->vertices = wmi_arena_raw(memory, WM_KOTOR_SABER_VERTICES, sizeof *mesh->vertices);
        memcpy(mesh->vertices, mesh->saber->positions, size);
    }
}

wm_status wmi_mdl_convert_rows(wm_kotor_mdl *mdl, wmi_source_mesh *const *only, bool to_xbox,
                               wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (has_blades(mesh) && !(only && !only[i]))
            bytes += WM_KOTOR_SABER_VERTICES * sizeof *mesh->vertices + 64;
        if (!has_rows(mesh) || (only && !only[i]))
            continue;
        if (!mesh->rows)
            return wmi_fail(
                error, WM_NOT_REPRESENTABLE, "mdx",
                "the MDX is missing: without it the model cannot be converted to another platform");
        /* Rows can triple in size; 32 bytes for rounding, and the table. */
        bytes += (uint64_t)mesh->vertex_count * (3 * (uint64_t)mesh->row_size + 12) + 64;
    }
    if (bytes > SIZE_MAX || !wmi_arena_reserve(memory, (size_t)bytes))
        return wmi_arena_fail(memory, error, "rows"); /* nothing has changed yet */
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (has_blades(mesh) && !(only && !only[i]))
            convert_saber(mesh, memory, to_xbox);
        if (!has_rows(mesh) || (only && !only[i]))
            continue;
        uint8_t *rows = wmi_arena_new(memory, mesh->vertex_count, 3 * (size_t)mesh->row_size);
        wm_vec3 *vertices =
            to_xbox ? NULL : wmi_arena_raw(memory, mesh->vertex_count, sizeof *vertices);
        convert_mesh(mesh, rows, vertices, to_xbox);
    }
    return WM_OK;
}

/* ---- games --------------------------------------------------------------- */

static void convert_header(wm_kotor_mesh *mesh, wm_kotor_game game)
{
    bool k2 = game == WM_KOTOR_GAME_2;
    mesh->dirt_enabled = mesh->pad_315 = mesh->hide_in_holograms = 0;
    memset(mesh->pad_321, 0, sizeof mesh->pad_321);
    mesh->dirt_texture = mesh->dirt_space = k2 ? 1 : 0;
}

/* An unknown address becomes that of the model's game. Nothing moves, so other faults stay. */
static void set_address(wm_kotor_mdl *mdl)
{
    if (wm_kotor_mdl_has_address(mdl))
        return;
    wmi_mdl_set_functions(mdl);
    if (mdl->fault_count == 1)
        mdl->fault_count = 0;
}

wm_status wmi_mdl_set_variant(wm_kotor_mdl *mdl, wm_kotor_game game, wm_kotor_platform platform,
                              wm_error *error)
{
    if ((game != WM_KOTOR_GAME_1 && game != WM_KOTOR_GAME_2) ||
        (platform != WM_KOTOR_PLATFORM_PC && platform != WM_KOTOR_PLATFORM_XBOX))
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "unknown game or platform");
    if (game == mdl->game && platform == mdl->platform) {
        set_address(mdl);
        return WM_OK;
    }
    if (platform != mdl->platform) {
        wm_status status =
            wmi_mdl_convert_rows(mdl, NULL, platform == WM_KOTOR_PLATFORM_XBOX, error);
        if (status)
            return status;
    }
    for (uint32_t i = 0; i < mdl->tree.count && game != mdl->game; i++)
        if (mdl->tree.nodes[i].mesh)
            convert_header(mdl->tree.nodes[i].mesh, game);
    mdl->game = game;
    mdl->platform = platform;
    wmi_mdl_set_functions(mdl);
    wm_kotor_mdl_pack(mdl, mdl->order);
    return WM_OK;
}

wm_status wm_kotor_mdl_set_variant(wm_kotor_mdl *mdl, wm_kotor_game game,
                                   wm_kotor_platform platform, wm_error *error)
{
    wm_status status = wmi_mdl_set_variant(mdl, game, platform, error);
    if (status == WM_OK)
        wmi_mdl_tidy(mdl);
    return status;
}
