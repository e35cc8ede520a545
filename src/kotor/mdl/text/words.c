/* Keywords of nodes with a value or two, by table. docs/formats/kotor-mdl-ascii.md,
 * "Nodes". */
#include "kotor/mdl/text/read.h"

typedef enum type {
    TYPE_U8,
    TYPE_U16,
    TYPE_U32,
    TYPE_F1,
    TYPE_F3,
    TYPE_TEXT,
    TYPE_BITMAP2,
    TYPE_FLAG,
    TYPE_TANGENTS,
    TYPE_INVERTED,
    TYPE_BMIN,
    TYPE_BMAX,
    TYPE_RADIUS,
    TYPE_AVERAGE,
    TYPE_PARENT,
    TYPE_QUIET,   /* means nothing here */
    TYPE_OLD,     /* the same, but worth a remark */
    TYPE_OLD_LIST /* with a count, and as many lines behind it */
} type;

typedef enum part {
    ON_ANY,
    ON_MESH,
    ON_MESH_K2,
    ON_EMITTER,
    ON_LIGHT,
    ON_REFERENCE,
    ON_DANGLY
} part;

typedef struct keyword {
    const char *name; /* lower case */
    uint8_t type, part;
    uint16_t offset; /* of the field; which flag */
    uint16_t size;   /* of a text field */
} keyword;

/* Sorted by name: one name may be of several parts. */
static const keyword table[] = {
    {"affectdynamic", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, affect_dynamic), 0},
    {"affectedbywind", TYPE_FLAG, ON_EMITTER, 2, 0},
    {"ambient", TYPE_F3, ON_MESH, offsetof(wm_kotor_mesh, ambient), 0},
    {"ambientonly", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, ambient_only), 0},
    {"animateuv", TYPE_U32, ON_MESH, offsetof(wm_kotor_mesh, animate_uv), 0},
    {"average", TYPE_AVERAGE, ON_MESH, 0, 0},
    {"beaming", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, beaming), 0},
    {"bitmap", TYPE_TEXT, ON_MESH, offsetof(wm_kotor_mesh, texture[0]),
     sizeof((wm_kotor_mesh *)0)->texture[0]},
    {"bitmap2", TYPE_BITMAP2, ON_MESH, offsetof(wm_kotor_mesh, texture[1]),
     sizeof((wm_kotor_mesh *)0)->texture[1]},
    {"blastlength", TYPE_F1, ON_EMITTER, offsetof(wm_kotor_emitter, blast_length), 0},
    {"blastradius", TYPE_F1, ON_EMITTER, offsetof(wm_kotor_emitter, blast_radius), 0},
    {"blend", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, blend),
     sizeof((wm_kotor_emitter *)0)->blend},
    {"bmax", TYPE_BMAX, ON_MESH, 0, 0},
    {"bmin", TYPE_BMIN, ON_MESH, 0, 0},
    {"bounce", TYPE_FLAG, ON_EMITTER, 4, 0},
    {"center", TYPE_OLD, ON_ANY, 0, 0},
    {"chunkname", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, chunk),
     sizeof((wm_kotor_emitter *)0)->chunk},
    {"controlptsmoothing", TYPE_F1, ON_EMITTER, offsetof(wm_kotor_emitter, control_point_smoothing),
     0},
    {"deadspace", TYPE_F1, ON_EMITTER, offsetof(wm_kotor_emitter, dead_space), 0},
    {"depth_texture", TYPE_FLAG, ON_EMITTER, 11, 0},
    {"diffuse", TYPE_F3, ON_MESH, offsetof(wm_kotor_mesh, diffuse), 0},
    {"dirt_enabled", TYPE_U8, ON_MESH_K2, offsetof(wm_kotor_mesh, dirt_enabled), 0},
    {"dirt_texture", TYPE_U16, ON_MESH_K2, offsetof(wm_kotor_mesh, dirt_texture), 0},
    {"dirt_worldspace", TYPE_U16, ON_MESH_K2, offsetof(wm_kotor_mesh, dirt_space), 0},
    {"displacement", TYPE_F1, ON_DANGLY, offsetof(wm_kotor_dangly, displacement), 0},
    {"displtype", TYPE_OLD, ON_ANY, 0, 0},
    {"emitterflag13", TYPE_FLAG, ON_EMITTER, 12, 0},
    {"endlist", TYPE_QUIET, ON_ANY, 0, 0},
    {"extra_data", TYPE_QUIET, ON_ANY, 0, 0},
    {"fadinglight", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, fading), 0},
    {"flare", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, flare), 0},
    {"flareradius", TYPE_F1, ON_LIGHT, offsetof(wm_kotor_light, flare_radius), 0},
    {"hologram_donotdraw", TYPE_U8, ON_MESH_K2, offsetof(wm_kotor_mesh, hide_in_holograms), 0},
    {"ignore_fog", TYPE_OLD, ON_ANY, 0, 0},
    {"inherit", TYPE_FLAG, ON_EMITTER, 6, 0},
    {"inherit_local", TYPE_FLAG, ON_EMITTER, 8, 0},
    {"inherit_part", TYPE_FLAG, ON_EMITTER, 10, 0},
    {"inheritcolor", TYPE_OLD, ON_ANY, 0, 0},
    {"inheritvel", TYPE_FLAG, ON_EMITTER, 7, 0},
    {"inv_count", TYPE_INVERTED, ON_MESH, 0, 0},
    {"isdynamic", TYPE_OLD, ON_LIGHT, 0, 0},
    {"lensflares", TYPE_QUIET, ON_ANY, 0, 0},
    {"lightmap", TYPE_BITMAP2, ON_MESH, offsetof(wm_kotor_mesh, texture[1]),
     sizeof((wm_kotor_mesh *)0)->texture[1]},
    {"lightmapped", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, lightmapped), 0},
    {"lightpriority", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, priority), 0},
    {"loop", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, loop), 0},
    {"m_bframeblending", TYPE_U8, ON_EMITTER, offsetof(wm_kotor_emitter, frame_blending), 0},
    {"m_bisbackgroundgeometry", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, background), 0},
    {"m_blsbackgroundgeometry", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, background), 0}, /* sic */
    {"m_istinted", TYPE_FLAG, ON_EMITTER, 3, 0},
    {"m_sdepthtexturename", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, depth_texture),
     sizeof((wm_kotor_emitter *)0)->depth_texture},
    {"materialname", TYPE_OLD, ON_ANY, 0, 0},
    {"multimaterial", TYPE_OLD_LIST, ON_ANY, 0, 0},
    {"ndynamictype", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, dynamic_type), 0},
    {"numbranches", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, branches), 0},
    {"p2p", TYPE_FLAG, ON_EMITTER, 0, 0},
    {"p2p_sel", TYPE_FLAG, ON_EMITTER, 1, 0},
    {"parent", TYPE_PARENT, ON_ANY, 0, 0},
    {"period", TYPE_F1, ON_DANGLY, offsetof(wm_kotor_dangly, period), 0},
    {"radius", TYPE_RADIUS, ON_MESH, 0, 0},
    {"random", TYPE_FLAG, ON_EMITTER, 5, 0},
    {"reattachable", TYPE_U32, ON_REFERENCE, offsetof(wm_kotor_reference, reattachable), 0},
    {"refmodel", TYPE_TEXT, ON_REFERENCE, offsetof(wm_kotor_reference, model),
     sizeof((wm_kotor_reference *)0)->model},
    {"render", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, render),
     sizeof((wm_kotor_emitter *)0)->render},
    {"render", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, render), 0},
    {"renderorder", TYPE_U16, ON_EMITTER, offsetof(wm_kotor_emitter, render_order), 0},
    {"roomlinks", TYPE_OLD_LIST, ON_ANY, 0, 0},
    {"rotatetexture", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, rotate_texture), 0},
    {"rotation", TYPE_OLD, ON_ANY, 0, 0},
    {"shadow", TYPE_U32, ON_LIGHT, offsetof(wm_kotor_light, shadow), 0},
    {"shadow", TYPE_U8, ON_MESH, offsetof(wm_kotor_mesh, shadow), 0},
    {"shininess", TYPE_QUIET, ON_ANY, 0, 0},
    {"showdispl", TYPE_OLD, ON_ANY, 0, 0},
    {"spawntype", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, spawn_type), 0},
    {"specular", TYPE_QUIET, ON_ANY, 0, 0},
    {"splat", TYPE_FLAG, ON_EMITTER, 9, 0},
    {"tangentspace", TYPE_TANGENTS, ON_MESH, 0, 0},
    {"texture", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, texture),
     sizeof((wm_kotor_emitter *)0)->texture},
    {"texture0", TYPE_TEXT, ON_MESH, offsetof(wm_kotor_mesh, texture[0]),
     sizeof((wm_kotor_mesh *)0)->texture[0]},
    {"texture1", TYPE_BITMAP2, ON_MESH, offsetof(wm_kotor_mesh, texture[1]),
     sizeof((wm_kotor_mesh *)0)->texture[1]},
    {"tightness", TYPE_F1, ON_DANGLY, offsetof(wm_kotor_dangly, tightness), 0},
    {"tilefade", TYPE_OLD, ON_ANY, 0, 0},
    {"transparencyhint", TYPE_U32, ON_MESH, offsetof(wm_kotor_mesh, transparency_hint), 0},
    {"twosidedtex", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, two_sided), 0},
    {"update", TYPE_TEXT, ON_EMITTER, offsetof(wm_kotor_emitter, update),
     sizeof((wm_kotor_emitter *)0)->update},
    {"uvdirectionx", TYPE_F1, ON_MESH, offsetof(wm_kotor_mesh, uv_direction[0]), 0},
    {"uvdirectiony", TYPE_F1, ON_MESH, offsetof(wm_kotor_mesh, uv_direction[1]), 0},
    {"uvjitter", TYPE_F1, ON_MESH, offsetof(wm_kotor_mesh, uv_jitter), 0},
    {"uvjitterspeed", TYPE_F1, ON_MESH, offsetof(wm_kotor_mesh, uv_jitter_speed), 0},
    {"wirecolor", TYPE_QUIET, ON_ANY, 0, 0},
    {"xgrid", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, x_grid), 0},
    {"ygrid", TYPE_U32, ON_EMITTER, offsetof(wm_kotor_emitter, y_grid), 0},
};
enum { KEYWORDS = sizeof table / sizeof *table };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int compare(wmi_word word, const char *name)
{
    for (size_t i = 0; i < word.size; i++) {
        int d = (unsigned char)lower(word.text[i]) - (unsigned char)name[i];
        if (d || !name[i])
            return d;
    }
    return name[word.size] ? -1 : 0;
}

static void *part_of(const wm_kotor_mdl_node *n, part which)
{
    switch (which) {
    case ON_MESH:
    case ON_MESH_K2: return n->mesh;
    case ON_EMITTER: return n->emitter;
    case ON_LIGHT: return n->light;
    case ON_REFERENCE: return n->reference;
    case ON_DANGLY: return n->mesh ? n->mesh->dangly : NULL;
    default: return (void *)(uintptr_t)n;
    }
}

/* The row of that name whose part the node has; *any tells if the name is known at all. */
static const keyword *find(wmi_word word, const wm_kotor_mdl_node *n, bool *any)
{
    int low = 0, high = KEYWORDS;
    *any = false;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare(word, table[middle].name) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < KEYWORDS && compare(word, table[low].name) == 0; low++) {
        *any = true;
        if (part_of(n, (part)table[low].part))
            return &table[low];
    }
    return NULL;
}

static void bounds(wmi_mdl_parser *p, wm_kotor_mesh *m, type t)
{
    float v[3];
    if (!wmi_mdlr_floats(p, v, t == TYPE_RADIUS ? 1 : 3))
        return;
    p->item->bounds |= 1u << (t - TYPE_BMIN);
    switch (t) {
    case TYPE_BMIN: m->min = (wm_vec3){v[0], v[1], v[2]}; break;
    case TYPE_BMAX: m->max = (wm_vec3){v[0], v[1], v[2]}; break;
    case TYPE_AVERAGE: m->average = (wm_vec3){v[0], v[1], v[2]}; break;
    default: m->radius = v[0]; break;
    }
}

static void set_flag(wmi_mdl_parser *p, wm_kotor_emitter *e, unsigned bit)
{
    const char *start = p->at;
    wmi_word word = wmi_mdlr_word(p);
    uint32_t v = wmi_word_is(word, "true"); /* as texts for Neverwinter Nights have it */
    if (!v && !wmi_word_is(word, "false")) {
        p->at = start;
        if (!wmi_mdlr_u32(p, &v, UINT32_MAX))
            return;
    }
    e->flags = v ? e->flags | 1u << bit : e->flags & ~(1u << bit);
}

static void skip_lines(wmi_mdl_parser *p)
{
    uint32_t count;
    if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    while (count-- && wmi_mdlr_line(p))
        ;
}

static void set_inverted(wmi_mdl_parser *p)
{
    wmi_mdl_item *item = p->item;
    item->inverted_count = 0;
    while (item->inverted_count < 2 && !wmi_mdlr_at_end(p)) {
        if (!wmi_mdlr_u32(p, &item->inverted[item->inverted_count], UINT32_MAX))
            return;
        item->inverted_count++;
    }
}

static void set_text(wmi_mdl_parser *p, const keyword *k, char *field)
{
    bool quoted;
    wmi_word word = wmi_mdlr_name(p, &quoted);
    if (!word.size && !quoted && k->type == TYPE_BITMAP2)
        return;
    wmi_mdlr_field(p, word, field, k->size);
    if (k->type == TYPE_BITMAP2)
        p->item->has_bitmap2 = true;
}

static void set_number(wmi_mdl_parser *p, const keyword *k, uint8_t *field)
{
    static const uint32_t most[] = {UINT8_MAX, UINT16_MAX, UINT32_MAX};
    uint32_t v;
    if (!wmi_mdlr_u32(p, &v, most[k->type]))
        return;
    uint8_t small = (uint8_t)v;
    uint16_t middle = (uint16_t)v;
    if (k->type == TYPE_U8)
        memcpy(field, &small, 1);
    else if (k->type == TYPE_U16)
        memcpy(field, &middle, 2);
    else
        memcpy(field, &v, 4);
    /* MDLedit writes these lines for both games; in K1 there is nothing but 0 in them. */
    p->second_game = p->second_game || (k->part == ON_MESH_K2 && v != 0);
}

static void set_parent(wmi_mdl_parser *p)
{
    wmi_mdl_item *item = p->item;
    item->parent = wmi_mdlr_name(p, &item->quoted_parent);
    item->has_parent_line = true;
    item->parent_line = p->line;
    if (!item->quoted_parent && wmi_word_is(item->parent, "NULL"))
        item->parent.size = 0;
}

static void set(wmi_mdl_parser *p, const keyword *k, void *target)
{
    uint8_t *field = (uint8_t *)target + k->offset;
    float v[3];
    uint32_t on;
    switch ((type)k->type) {
    case TYPE_U8:
    case TYPE_U16:
    case TYPE_U32: set_number(p, k, field); break;
    case TYPE_F1:
    case TYPE_F3:
        if (wmi_mdlr_floats(p, v, k->type == TYPE_F1 ? 1 : 3))
            memcpy(field, v, k->type == TYPE_F1 ? 4 : 12);
        break;
    case TYPE_TEXT:
    case TYPE_BITMAP2: set_text(p, k, (char *)field); break;
    case TYPE_FLAG: set_flag(p, target, k->offset); break;
    case TYPE_TANGENTS:
        if (wmi_mdlr_u32(p, &on, UINT32_MAX))
            p->item->source->tangents = on != 0;
        break;
    case TYPE_INVERTED: set_inverted(p); break;
    case TYPE_BMIN:
    case TYPE_BMAX:
    case TYPE_RADIUS:
    case TYPE_AVERAGE: bounds(p, target, (type)k->type); break;
    case TYPE_PARENT: set_parent(p); break;
    case TYPE_QUIET: break;
    case TYPE_OLD:
    case TYPE_OLD_LIST:
        wmi_mdlr_remark(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "'%s' means nothing to the games: ignored", k->name);
        if (k->type == TYPE_OLD_LIST)
            skip_lines(p);
        break;
    }
}

void wmi_mdlr_keyword(wmi_mdl_parser *p, wmi_word word)
{
    bool any;
    char shown[WMI_SHOWN];
    const keyword *k = find(word, &p->item->node, &any);
    if (k) {
        set(p, k, part_of(&p->item->node, (part)k->part));
        return;
    }
    if (wmi_mdlr_list(p, word) || wmi_mdlr_controller(p, word))
        return;
    if (any)
        wmi_mdlr_remark(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "'%s' has no place in a node of this type: ignored",
                        wmi_mdlr_show(word, shown));
    else
        wmi_mdlr_remark(p, WM_KOTOR_MDL_TEXT_KEYWORD, p->line, "'%s' is unknown: ignored",
                        wmi_mdlr_show(word, shown));
}
