/* The field table. See fields.h. */
#include "kotor/mdl/fields.h"

#define AT(type, field) offsetof(wm_kotor_##type, field)
#define NAME(type, field) offsetof(wm_kotor_##type, field), sizeof((wm_kotor_##type *)0)->field

enum { EXTRA = WMI_FIELD_EXTRA, K2 = EXTRA | WMI_FIELD_K2, UV = EXTRA | WMI_FIELD_UV };

/* Each row: keyword, type, part, rules, offset, size, number, text. */
static const wmi_field light[] = {
#define LIGHT(keyword, type, field, number)                                                        \
    {                                                                                              \
        keyword, WMI_FIELD_##type, WMI_PART_LIGHT, EXTRA, AT(light, field), 0, number, NULL        \
    }
    LIGHT("ambientonly", U32, ambient_only, 0),
    LIGHT("nDynamicType", U32, dynamic_type, 1),
    LIGHT("affectDynamic", U32, affect_dynamic, 1),
    LIGHT("shadow", U32, shadow, 0),
    LIGHT("flare", U32, flare, 0),
    LIGHT("lightpriority", U32, priority, 5),
    LIGHT("fadingLight", U32, fading, 1),
    LIGHT("flareradius", F1, flare_radius, 0),
};

static const wmi_field emitter[] = {
#define EMITTER(keyword, type, field, number)                                                      \
    {                                                                                              \
        keyword, WMI_FIELD_##type, WMI_PART_EMITTER, EXTRA, AT(emitter, field), 0, number, NULL    \
    }
#define EMITTER_NAME(keyword, rules, field, text)                                                  \
    {                                                                                              \
        keyword, WMI_FIELD_TEXT, WMI_PART_EMITTER, EXTRA | (rules), NAME(emitter, field), 0, text  \
    }
#define EMITTER_FLAG(keyword, bit)                                                                 \
    {                                                                                              \
        keyword, WMI_FIELD_FLAG, WMI_PART_EMITTER, EXTRA, bit, 0, 0, NULL                          \
    }
    EMITTER("deadspace", F1, dead_space, 0),
    EMITTER("blastRadius", F1, blast_radius, 0),
    EMITTER("blastLength", F1, blast_length, 0),
    EMITTER("numBranches", U32, branches, 0),
    EMITTER("controlptsmoothing", F1, control_point_smoothing, 0),
    EMITTER("xgrid", U32, x_grid, 1),
    EMITTER("ygrid", U32, y_grid, 1),
    EMITTER("spawntype", U32, spawn_type, 0),
    EMITTER_NAME("update", 0, update, "Fountain"),
    EMITTER_NAME("render", 0, render, "Normal"),
    EMITTER_NAME("blend", 0, blend, "Normal"),
    EMITTER_NAME("texture", 0, texture, ""),
    EMITTER_NAME("chunkname", WMI_FIELD_IF_NAMED, chunk, ""),
    EMITTER("twosidedtex", U32, two_sided, 0),
    EMITTER("loop", U32, loop, 0),
    EMITTER("renderorder", U16, render_order, 0),
    EMITTER("m_bFrameBlending", U8, frame_blending, 0),
    EMITTER_NAME("m_sDepthTextureName", WMI_FIELD_IF_NAMED, depth_texture, "NULL"),
    EMITTER_FLAG("p2p", 0),
    EMITTER_FLAG("p2p_sel", 1),
    EMITTER_FLAG("affectedByWind", 2),
    EMITTER_FLAG("m_isTinted", 3),
    EMITTER_FLAG("bounce", 4),
    EMITTER_FLAG("random", 5),
    EMITTER_FLAG("inherit", 6),
    EMITTER_FLAG("inheritvel", 7),
    EMITTER_FLAG("inherit_local", 8),
    EMITTER_FLAG("splat", 9),
    EMITTER_FLAG("inherit_part", 10),
    EMITTER_FLAG("depth_texture", 11),
    EMITTER_FLAG("emitterflag13", 12),
};

static const wmi_field reference[] = {
    {"refModel", WMI_FIELD_TEXT, WMI_PART_REFERENCE, EXTRA, NAME(reference, model), 0, "NULL"},
    {"reattachable", WMI_FIELD_U32, WMI_PART_REFERENCE, EXTRA, AT(reference, reattachable), 0, 0,
     NULL},
};

static const wmi_field mesh[] = {
#define MESH(keyword, type, rules, field, number)                                                  \
    {                                                                                              \
        keyword, WMI_FIELD_##type, WMI_PART_MESH, rules, AT(mesh, field), 0, number, NULL          \
    }
#define MESH_BOUNDS(keyword, type, field, bit)                                                     \
    {                                                                                              \
        keyword, WMI_FIELD_##type, WMI_PART_MESH, WMI_FIELD_BOUNDS, AT(mesh, field), bit, 0, NULL  \
    }
#define MESH_OTHER(keyword, type, size, number)                                                    \
    {                                                                                              \
        keyword, WMI_FIELD_##type, WMI_PART_MESH, 0, 0, size, number, NULL                         \
    }
    MESH("diffuse", F3, 0, diffuse, 1),
    MESH("ambient", F3, 0, ambient, 1),
    MESH("render", U8, EXTRA, render, 1),
    MESH("shadow", U8, EXTRA, shadow, 0),
    MESH_OTHER("specular", FIXED, 3, 0),
    MESH_OTHER("shininess", FIXED, 1, 0),
    MESH_OTHER("wirecolor", FIXED, 3, 1),
    MESH_OTHER("tangentspace", SPECIAL, 0, 0),
    MESH_OTHER("inv_count", SPECIAL, 0, 0),
    MESH_BOUNDS("bmin", F3, min, 0),
    MESH_BOUNDS("bmax", F3, max, 1),
    MESH_BOUNDS("radius", F1, radius, 2),
    MESH_BOUNDS("average", F3, average, 3),
    MESH("lightmapped", U8, EXTRA, lightmapped, 0),
    MESH("rotatetexture", U8, EXTRA, rotate_texture, 0),
    MESH("m_bIsBackgroundGeometry", U8, EXTRA, background, 0),
    MESH("beaming", U8, EXTRA, beaming, 0),
    MESH("transparencyhint", U32, 0, transparency_hint, 0),
    MESH("dirt_enabled", U8, K2, dirt_enabled, 0),
    MESH("dirt_texture", U16, K2, dirt_texture, 1),
    MESH("dirt_worldspace", U16, K2, dirt_space, 1),
    MESH("hologram_donotdraw", U8, K2, hide_in_holograms, 0),
    MESH("animateuv", U32, UV, animate_uv, 0),
    MESH("uvdirectionx", F1, UV, uv_direction[0], 0),
    MESH("uvdirectiony", F1, UV, uv_direction[1], 0),
    MESH("uvjitter", F1, UV, uv_jitter, 0),
    MESH("uvjitterspeed", F1, UV, uv_jitter_speed, 0),
    {"bitmap", WMI_FIELD_TEXT, WMI_PART_MESH, WMI_FIELD_IF_NAMED, NAME(mesh, texture[0]), 0,
     "NULL"},
    {"bitmap2", WMI_FIELD_SPECIAL, WMI_PART_MESH, 0, NAME(mesh, texture[1]), 0, ""},
};

static const wmi_field dangly[] = {
#define DANGLY(keyword, field, number)                                                             \
    {                                                                                              \
        keyword, WMI_FIELD_F1, WMI_PART_DANGLY, EXTRA, AT(dangly, field), 0, number, NULL          \
    }
    DANGLY("displacement", displacement, 0.5f),
    DANGLY("tightness", tightness, 1),
    DANGLY("period", period, 1),
};

#define ROWS(table)                                                                                \
    {                                                                                              \
        (table), sizeof(table) / sizeof *(table)                                                   \
    }
static const struct {
    const wmi_field *rows;
    size_t count;
} parts[WMI_PARTS] = {ROWS(light), ROWS(emitter), ROWS(reference), ROWS(mesh), ROWS(dangly)};

const wmi_field *wmi_mdl_fields(wmi_field_part part, size_t *count)
{
    *count = parts[part].count;
    return parts[part].rows;
}

void *wmi_mdl_part(const wm_kotor_mdl_node *n, wmi_field_part part)
{
    switch (part) {
    case WMI_PART_LIGHT: return n->light;
    case WMI_PART_EMITTER: return n->emitter;
    case WMI_PART_REFERENCE: return n->reference;
    case WMI_PART_MESH: return n->mesh;
    case WMI_PART_DANGLY: return n->mesh ? n->mesh->dangly : NULL;
    default: return NULL;
    }
}

/* From the last part to the first, which is the order in which a text names the type of a node. */
const wmi_field *wmi_mdl_field_named(const wm_kotor_mdl_node *n, wmi_word keyword)
{
    for (int part = WMI_PARTS - 1; part >= 0; part--) {
        if (n && !wmi_mdl_part(n, (wmi_field_part)part))
            continue;
        for (size_t i = 0; i < parts[part].count; i++)
            if (wmi_word_is(keyword, parts[part].rows[i].keyword))
                return &parts[part].rows[i];
    }
    return NULL;
}

static void reset(const wmi_field *f, void *target)
{
    uint8_t *at = (uint8_t *)target + f->offset;
    const float three[3] = {f->number, f->number, f->number};
    if (f->text) {
        memset(at, 0, f->size);
        memcpy(at, f->text, strlen(f->text));
    } else if (f->type == WMI_FIELD_F3) {
        memcpy(at, three, sizeof three);
    } else if (f->type <= WMI_FIELD_F1) {
        wmi_field_set(f, target, (double)f->number);
    }
}

void wmi_mdl_fields_reset(wmi_field_part part, void *target, wm_kotor_game game)
{
    for (size_t i = 0; i < parts[part].count; i++)
        if (wmi_field_in(&parts[part].rows[i], game))
            reset(&parts[part].rows[i], target);
}

double wmi_field_number(const wmi_field *f, const void *target)
{
    const uint8_t *at = (const uint8_t *)target + f->offset;
    uint16_t half;
    uint32_t whole;
    float real;
    switch (f->type) {
    case WMI_FIELD_U8: return *at;
    case WMI_FIELD_U16: memcpy(&half, at, sizeof half); return half;
    case WMI_FIELD_U32: memcpy(&whole, at, sizeof whole); return whole;
    case WMI_FIELD_F1: memcpy(&real, at, sizeof real); return (double)real;
    case WMI_FIELD_FLAG: return ((const wm_kotor_emitter *)target)->flags >> f->offset & 1;
    default: return 0;
    }
}

static uint32_t whole_number(double value, uint32_t most)
{
    return !(value > 0) ? 0 : value < (double)most ? (uint32_t)value : most;
}

void wmi_field_set(const wmi_field *f, void *target, double value)
{
    uint8_t *at = (uint8_t *)target + f->offset;
    uint16_t half = (uint16_t)whole_number(value, UINT16_MAX);
    uint32_t whole = whole_number(value, UINT32_MAX),
             bit = f->type == WMI_FIELD_FLAG ? 1u << f->offset : 0;
    float real = (float)value;
    switch (f->type) {
    case WMI_FIELD_U8: *at = (uint8_t)whole_number(value, UINT8_MAX); break;
    case WMI_FIELD_U16: memcpy(at, &half, sizeof half); break;
    case WMI_FIELD_U32: memcpy(at, &whole, sizeof whole); break;
    case WMI_FIELD_F1: memcpy(at, &real, sizeof real); break;
    case WMI_FIELD_FLAG: {
        wm_kotor_emitter *e = target;
        e->flags = value != 0 ? e->flags | bit : e->flags & ~bit;
        break;
    }
    default: break;
    }
}
