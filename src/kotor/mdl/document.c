/* Creates and frees models, and answers simple queries about them.
 * docs/formats/kotor-mdl.md, "Headers", "Controllers" and "Rows". */
#include "base/words.h"
#include "kotor/mdl/internal.h"

wm_kotor_mdl *wmi_mdl_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    if (!wmi_arena_reserve(&arena, room + sizeof(wmi_mdl) + 64)) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    wmi_mdl *doc = wmi_arena_new(&arena, 1, sizeof *doc); /* cannot fail: already reserved */
    doc->arena = arena;
    doc->pub.memory = &doc->arena;
    return &doc->pub;
}

void wm_kotor_mdl_free(wm_kotor_mdl *mdl)
{
    if (mdl)
        wmi_arena_free(mdl->memory);
}

/* ---- games ------------------------------------------------------------- */

/* Engine addresses in the model header. The Xbox ones are from public readers. */
static const struct {
    uint32_t function;
    wm_kotor_game game;
    wm_kotor_platform platform;
    const char *name;
} variants[] = {
    {4273776, WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, "k1-pc"},
    {4285200, WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, "k2-pc"},
    {4254992, WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_XBOX, "k1-xbox"},
    {4285872, WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_XBOX, "k2-xbox"},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

bool wmi_mdl_find_variant(wm_kotor_mdl *mdl)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].function == mdl->geometry.function[0]) {
            mdl->game = variants[i].game;
            mdl->platform = variants[i].platform;
            return true;
        }
    mdl->game = WM_KOTOR_GAME_1;
    mdl->platform = WM_KOTOR_PLATFORM_PC;
    return false;
}

const char *wm_kotor_mdx_state_name(wm_kotor_mdx_state state)
{
    switch (state) {
    case WM_KOTOR_MDX_STATE_FINE: return "fine";
    case WM_KOTOR_MDX_STATE_MISSING: return "missing";
    case WM_KOTOR_MDX_STATE_SHORT: return "short";
    case WM_KOTOR_MDX_STATE_NEWLINES: return "newlines";
    case WM_KOTOR_MDX_STATE_SIZE: return "size";
    }
    return "unknown";
}

const char *wm_kotor_mdl_variant(const wm_kotor_mdl *mdl)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].game == mdl->game && variants[i].platform == mdl->platform)
            return variants[i].name;
    return "unknown";
}

bool wm_kotor_mdl_has_address(const wm_kotor_mdl *mdl)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].game == mdl->game && variants[i].platform == mdl->platform)
            return variants[i].function == mdl->geometry.function[0];
    return false;
}

bool wm_kotor_mdl_detect(const void *data, size_t size)
{
    const uint8_t *p = data;
    if (size < WMI_MDL_HEADER || wmi_le32(p) != 0)
        return false;
    /* There is no magic number: check for plausible sizes and a plausible engine
     * address. */
    uint32_t body = wmi_le32(p + 4), function = wmi_le32(p + WMI_MDL_BASE);
    for (size_t i = 0; i < VARIANTS; i++)
        if (function == variants[i].function)
            return true;
    return body >= WMI_MDL_GEOMETRY && body <= size && body > size / 2 && function > 0x10000;
}

const char *wm_kotor_classification_name(uint8_t classification)
{
    switch (classification) {
    case 0: return "other";
    case 1: return "effect";
    case 2: return "tile";
    case 4: return "character";
    case 8: return "door";
    case 16: return "lightsaber";
    case 32: return "placeable";
    case 64: return "flyer";
    default: return NULL;
    }
}

/* Engine addresses by game and platform: model, animation, mesh, skin, dangly. For Xbox,
 * only the first address of models and of animations is known. */
static const uint32_t functions[VARIANTS][5][2] = {
    {{4273776, 4216096},
     {4273392, 4451552},
     {4216656, 4216672},
     {4216592, 4216608},
     {4216640, 4216624}},
    {{4285200, 4216320},
     {4284816, 4522928},
     {4216880, 4216896},
     {4216816, 4216832},
     {4216864, 4216848}},
    {{4254992, 0}, {4253536, 0}, {0, 0}, {0, 0}, {0, 0}},
    {{4285872, 0}, {4285488, 0}, {0, 0}, {0, 0}, {0, 0}},
};

void wmi_mdl_guess_game(wm_kotor_mdl *mdl, const uint8_t *data, size_t size)
{
    for (size_t at = WMI_MDL_HEADER; at + 8 <= size; at++) {
        uint32_t first = wmi_le32(data + at), second = wmi_le32(data + at + 4);
        for (size_t i = 0; i < VARIANTS && first; i++)
            for (int k = WMI_FUNCTION_MESH; k <= WMI_FUNCTION_DANGLY; k++)
                if (functions[i][k][0] == first && functions[i][k][1] == second) {
                    mdl->game = variants[i].game;
                    mdl->platform = variants[i].platform;
                    return;
                }
    }
}

void wmi_mdl_functions(const wm_kotor_mdl *mdl, wmi_mdl_function which, uint32_t function[2])
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].game == mdl->game && variants[i].platform == mdl->platform)
            memcpy(function, functions[i][which], 8);
}

void wmi_mdl_defaults(wm_kotor_mdl *m, wm_kotor_game game, wm_kotor_platform platform)
{
    m->game = game;
    m->platform = platform;
    wmi_mdl_functions(m, WMI_FUNCTION_MODEL, m->geometry.function);
    m->geometry.type = 2;
    memcpy(m->geometry.pad, wmi_mdl_mark, sizeof wmi_mdl_mark);
    m->fog = 1;
    m->min = (wm_vec3){-5, -5, -1};
    m->max = (wm_vec3){5, 5, 10};
    m->radius = 7;
    m->scale = 1;
    memcpy(m->supermodel, "NULL", 5);
}

wm_kotor_mdl *wm_kotor_mdl_new(wm_kotor_game game, wm_kotor_platform platform,
                               const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_mdl *m = wmi_mdl_create(allocator, 0, 0, error);
    if (m)
        wmi_mdl_defaults(m, game, platform);
    return m;
}

void *wm_kotor_mdl_alloc(wm_kotor_mdl *mdl, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(wmi_mdl_arena(mdl), count, size, error);
}

/* ---- layout ------------------------------------------------------------ */

static void count_children(wm_kotor_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++)
        tree->nodes[i].child_count = 0;
    for (uint32_t i = 1; i < tree->count; i++)
        if (tree->nodes[i].parent < i)
            tree->nodes[tree->nodes[i].parent].child_count++;
}

static bool lacks_rows(const wm_kotor_mdl *mdl)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (mesh && mesh->row_size && mesh->vertex_count && !mesh->rows)
            return true;
    }
    return false;
}

void wm_kotor_mdl_pack(wm_kotor_mdl *mdl, wm_kotor_mdl_order order)
{
    mdl->order = order == WM_KOTOR_MDL_ORDER_B ? WM_KOTOR_MDL_ORDER_B : WM_KOTOR_MDL_ORDER_A;
    mdl->slack_count = mdl->odd_count = mdl->block_count = 0;
    if (!lacks_rows(mdl)) /* else vertices are still unknown */
        mdl->mdx_state = WM_KOTOR_MDX_STATE_FINE;
    mdl->mdx_stored = false;
    mdl->mdx_lead_size = 0;
    mdl->fault_count = 0;
    count_children(&mdl->tree);
    for (uint32_t i = 0; i < mdl->animation_count; i++)
        count_children(&mdl->animations[i].tree);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (mesh) {
            mesh->tail = NULL;
            mesh->tail_size = 0;
        }
    }
}

/* ---- controllers ------------------------------------------------------- */

static inline uint32_t width(const wm_kotor_controller *c)
{
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 2)
        return 1;
    uint32_t columns = c->columns & 0x0F;
    return c->columns & WM_KOTOR_CONTROLLER_BEZIER ? 3 * columns : columns;
}

static inline bool fits(const wm_kotor_controller *c, const wm_kotor_mdl_node *node)
{
    uint32_t times = (uint32_t)c->time_index + c->rows;
    uint32_t values = c->data_index + c->rows * width(c);
    return times <= node->data_count && values <= node->data_count;
}

uint32_t wm_kotor_controller_width(const wm_kotor_controller *c)
{
    return width(c);
}

bool wm_kotor_controller_fits(const wm_kotor_controller *c, const wm_kotor_mdl_node *node)
{
    return fits(c, node);
}

static uint64_t node_values(const wm_kotor_mdl_node *node)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < node->controller_count; i++)
        if (fits(&node->controllers[i], node))
            sum += (uint64_t)node->controllers[i].rows * (1 + width(&node->controllers[i]));
    return sum;
}

static uint64_t tree_values(const wm_kotor_tree *tree)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        sum += node_values(&tree->nodes[i]);
    return sum;
}

wm_status wmi_mdl_limit_controllers(const wm_kotor_mdl *mdl, uint64_t most, size_t size,
                                    wm_error *error)
{
    uint64_t limit = WM_KOTOR_MDL_SHARE_BASE + (uint64_t)WM_KOTOR_MDL_SHARE_FACTOR * size;
    if (most <= limit / sizeof(float))
        return WM_OK;
    uint64_t values = tree_values(&mdl->tree);
    for (uint32_t i = 0; i < mdl->animation_count; i++)
        values += tree_values(&mdl->animations[i].tree);
    uint64_t bytes = values * sizeof(float);
    if (bytes <= limit)
        return WM_OK;
    return wmi_fail(error, WM_LIMIT, "controllers",
                    "controllers share data: together they have %s, but the file has only %s; at "
                    "most %d times as much is allowed",
                    wmi_count(bytes, "byte", "bytes").text, wmi_count(size, "byte", "bytes").text,
                    WM_KOTOR_MDL_SHARE_FACTOR);
}

/* ---- rows -------------------------------------------------------------- */

/* The bytes of a row from an offset on, if the row is long enough. */
static const uint8_t *row_bytes(const wm_kotor_mesh *m, uint32_t vertex, int32_t offset,
                                uint32_t size)
{
    if (!m->rows || vertex >= m->vertex_count || offset < 0 ||
        (uint64_t)offset + size > m->row_size)
        return NULL;
    return m->rows + (size_t)vertex * m->row_size + offset;
}

const uint8_t *wm_kotor_mesh_row(const wm_kotor_mesh *m, uint32_t vertex, int field)
{
    if (field < 0 || field >= WM_KOTOR_ROW_FIELDS)
        return NULL;
    return row_bytes(m, vertex, m->row_offset[field], 4);
}

static wm_vec3 vec3_at(const uint8_t *p)
{
    return (wm_vec3){wmi_lef32(p), wmi_lef32(p + 4), wmi_lef32(p + 8)};
}

bool wm_kotor_mesh_position(const wm_kotor_mesh *m, uint32_t vertex, wm_vec3 *position)
{
    const uint8_t *p = row_bytes(m, vertex, m->row_offset[WM_KOTOR_ROW_POSITION], 12);
    if (p)
        *position = vec3_at(p);
    else if (m->vertices && vertex < m->vertex_count)
        *position = m->vertices[vertex];
    else
        return false;
    return true;
}

/* An Xbox direction: signed fields of 11, 11 and 10 bits. */
static wm_vec3 unpack_direction(uint32_t v)
{
    int x = (int)(v & 2047), y = (int)(v >> 11 & 2047), z = (int)(v >> 22);
    return (wm_vec3){(float)(x < 1024 ? x : x - 2047) / 1023.0f,
                     (float)(y < 1024 ? y : y - 2047) / 1023.0f,
                     (float)(z < 512 ? z : z - 1023) / 511.0f};
}

bool wm_kotor_mesh_normal(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint32_t vertex,
                          wm_vec3 *normal)
{
    bool packed = mdl->platform == WM_KOTOR_PLATFORM_XBOX;
    const uint8_t *p = row_bytes(m, vertex, m->row_offset[WM_KOTOR_ROW_NORMAL], packed ? 4 : 12);
    if (!p || !(m->row_flags & WM_KOTOR_MDX_NORMAL))
        return false;
    *normal = packed ? unpack_direction(wmi_le32(p)) : vec3_at(p);
    return true;
}

bool wm_kotor_mesh_uv(const wm_kotor_mesh *m, uint32_t vertex, unsigned set, float uv[2])
{
    if (set > 3 || !(m->row_flags & (uint32_t)WM_KOTOR_MDX_UV0 << set))
        return false;
    const uint8_t *p = row_bytes(m, vertex, m->row_offset[WM_KOTOR_ROW_UV0 + set], 8);
    if (!p)
        return false;
    uv[0] = wmi_lef32(p);
    uv[1] = wmi_lef32(p + 4);
    return true;
}

bool wm_kotor_mesh_tangents(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint32_t vertex,
                            wm_vec3 frame[3])
{
    bool packed = mdl->platform == WM_KOTOR_PLATFORM_XBOX;
    uint32_t size = packed ? 4 : 12;
    const uint8_t *p = row_bytes(m, vertex, m->row_offset[WM_KOTOR_ROW_TANGENT0], 3 * size);
    if (!p || !(m->row_flags & WM_KOTOR_MDX_TANGENT))
        return false;
    for (uint32_t i = 0; i < 3; i++, p += size)
        frame[i] = packed ? unpack_direction(wmi_le32(p)) : vec3_at(p);
    return true;
}

/* Slots are floats in the file, so any value is possible. */
static int slot_of(float value)
{
    return value >= 0 && value < 18 ? (int)value : -1;
}

bool wm_kotor_mesh_weights(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint32_t vertex,
                           int slot[4], float weight[4])
{
    if (!m->skin)
        return false;
    bool narrow = mdl->platform == WM_KOTOR_PLATFORM_XBOX;
    const uint8_t *w = row_bytes(m, vertex, m->skin->weight_offset, 16);
    const uint8_t *s = row_bytes(m, vertex, m->skin->index_offset, narrow ? 8 : 16);
    if (!w || !s)
        return false;
    for (int i = 0; i < 4; i++) {
        weight[i] = wmi_lef32(w + 4 * i);
        slot[i] = slot_of(narrow ? (float)(int16_t)wmi_le16(s + 2 * i) : wmi_lef32(s + 4 * i));
    }
    return true;
}
