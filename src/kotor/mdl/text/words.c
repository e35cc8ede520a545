/* Node keywords with one or two values, by table. docs/formats/kotor-mdl-ascii.md,
 * "Nodes". */
#include "kotor/mdl/fields.h"
#include "kotor/mdl/text/read.h"

/* Other keywords of nodes: aliases of fields, and words that the games do not know. */
typedef enum use {
    USE_ALIAS, /* alias of a field */
    USE_PARENT,
    USE_QUIET,   /* ignored; reported once if its value is unusual */
    USE_OLD,     /* ignored, but reported */
    USE_OLD_LIST /* with a count, followed by that many lines */
} use;

static const struct {
    const char *name; /* lower case */
    use use;
    const char *field;
} words[] = {
    {"parent", USE_PARENT, NULL},
    {"texture0", USE_ALIAS, "bitmap"},
    {"texture1", USE_ALIAS, "bitmap2"},
    {"lightmap", USE_ALIAS, "bitmap2"},
    {"m_blsbackgroundgeometry", USE_ALIAS, "m_bIsBackgroundGeometry"}, /* sic */
    {"specular", USE_QUIET, NULL},
    {"shininess", USE_QUIET, NULL},
    {"wirecolor", USE_QUIET, NULL},
    {"endlist", USE_QUIET, NULL},
    {"lensflares", USE_QUIET, NULL},
    {"center", USE_OLD, NULL},
    {"displtype", USE_OLD, NULL},
    {"ignore_fog", USE_OLD, NULL},
    {"inheritcolor", USE_OLD, NULL},
    {"isdynamic", USE_OLD, NULL},
    {"materialname", USE_OLD, NULL},
    {"rotation", USE_OLD, NULL},
    {"showdispl", USE_OLD, NULL},
    {"tilefade", USE_OLD, NULL},
    {"skinpadding1", USE_OLD, NULL}, /* garbage of compilers, in MDLedit's texts */
    {"skinpadding2", USE_OLD, NULL},
    {"compactbonemapraw", USE_OLD_LIST, NULL},
    {"boneconstantindices", USE_OLD_LIST, NULL},
    {"multimaterial", USE_OLD_LIST, NULL},
    {"roomlinks", USE_OLD_LIST, NULL},
};
enum { WORDS = sizeof words / sizeof *words };
_Static_assert(WORDS <= 32, "wmi_mdl_parser.dropped has a bit for each");

static void set_floats(wmi_mdl_parser *p, const wmi_field *f, uint8_t *field)
{
    float v[3];
    size_t count = f->type == WMI_FIELD_F1 ? 1 : 3;
    if (!wmi_mdlr_floats(p, v, (int)count))
        return;
    /* Texts show zeros while `animateuv` is 0; the record has the stored bits. */
    if (f->rules & WMI_FIELD_UV && p->item->recorded && v[0] == 0 &&
        !p->item->node.mesh->animate_uv)
        return;
    memcpy(field, v, count * sizeof *v);
    if (f->rules & WMI_FIELD_BOUNDS)
        p->item->bounds |= 1u << f->size;
}

static void set_flag(wmi_mdl_parser *p, const wmi_field *f, wm_kotor_emitter *e)
{
    const char *start = p->at;
    wmi_word word = wmi_mdlr_word(p);
    uint32_t v = wmi_word_is(word, "true"); /* as in Neverwinter Nights texts */
    if (!v && !wmi_word_is(word, "false")) {
        p->at = start;
        if (!wmi_mdlr_u32(p, &v, UINT32_MAX))
            return;
    }
    wmi_field_set(f, e, v);
}

static void skip_lines(wmi_mdl_parser *p)
{
    uint32_t count;
    if (!wmi_mdlr_at_end(p)) {
        if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
            return;
        while (count-- && wmi_mdlr_line(p))
            ;
        return;
    }
    while (wmi_mdlr_line(p)) /* without a count, rows of numbers */
        if (!wmi_mdlr_numeric(p)) {
            p->held = true;
            return;
        }
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

static void set_bitmap2(wmi_mdl_parser *p, char *field, size_t size)
{
    bool quoted;
    wmi_word word = wmi_mdlr_name(p, &quoted);
    if (!word.size && !quoted)
        return;
    p->item->has_bitmap2 = true;
    /* "bitmap2 NULL" means none. A record may have that name itself. */
    if (quoted || !wmi_word_is(word, "NULL"))
        wmi_mdlr_field(p, word, field, size);
    else if (memcmp(field, "NULL", 5) != 0)
        memset(field, 0, size);
}

static void set_number(wmi_mdl_parser *p, const wmi_field *f, void *target)
{
    static const uint32_t most[] = {UINT8_MAX, UINT16_MAX, UINT32_MAX};
    uint32_t v;
    if (!wmi_mdlr_u32(p, &v, most[f->type]))
        return;
    wmi_field_set(f, target, v);
    /* MDLedit writes these lines for both games; in K1 they are always 0. */
    p->second_game = p->second_game || (f->rules & WMI_FIELD_K2 && v != 0);
}

/* Values that the games do not store. Tools write the same ones for every node; others are lost,
 * which is reported once for each word. */
static void drop_values(wmi_mdl_parser *p, const wmi_field *f)
{
    bool usual = true;
    size_t bit = 0;
    while (bit < WORDS && strcmp(words[bit].name, f->keyword) != 0)
        bit++;
    while (usual && !wmi_mdlr_at_end(p)) {
        float v;
        usual = wmi_mdlr_numeric(p) && wmi_mdlr_floats(p, &v, 1) && v == f->number;
    }
    if (usual || p->dropped >> bit & 1)
        return;
    p->dropped |= UINT32_C(1) << bit;
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                    "'%s' has no effect in the games and is ignored, here and in other nodes",
                    f->keyword);
}

static void set_special(wmi_mdl_parser *p, const wmi_field *f, uint8_t *field)
{
    uint32_t on;
    if (strcmp(f->keyword, "bitmap2") == 0)
        set_bitmap2(p, (char *)field, f->size);
    else if (strcmp(f->keyword, "inv_count") == 0)
        set_inverted(p);
    else if (strcmp(f->keyword, "tangentspace") == 0 && wmi_mdlr_u32(p, &on, UINT32_MAX))
        p->item->source->tangents = on != 0;
}

static void set(wmi_mdl_parser *p, const wmi_field *f, void *target)
{
    uint8_t *field = (uint8_t *)target + f->offset;
    bool quoted;
    switch (f->type) {
    case WMI_FIELD_U8:
    case WMI_FIELD_U16:
    case WMI_FIELD_U32: set_number(p, f, target); break;
    case WMI_FIELD_F1:
    case WMI_FIELD_F3: set_floats(p, f, field); break;
    case WMI_FIELD_TEXT: {
        wmi_word word = wmi_mdlr_name(p, &quoted);
        wmi_mdlr_field(p, word, (char *)field, f->size);
        break;
    }
    case WMI_FIELD_FLAG: set_flag(p, f, target); break;
    case WMI_FIELD_SPECIAL: set_special(p, f, field); break;
    case WMI_FIELD_FIXED: drop_values(p, f); break;
    default: break;
    }
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

/* Returns false if the word is not in the table, or is an alias of a field that the node
 * does not have. */
static bool other_word(wmi_mdl_parser *p, wmi_word word)
{
    size_t i = 0;
    while (i < WORDS && !wmi_word_is(word, words[i].name))
        i++;
    if (i == WORDS)
        return false;
    const wmi_field *f;
    switch (words[i].use) {
    case USE_ALIAS:
        f = wmi_mdl_field_named(&p->item->node,
                                (wmi_word){words[i].field, strlen(words[i].field), 0});
        if (f)
            set(p, f, wmi_mdl_part(&p->item->node, f->part));
        return f != NULL;
    case USE_PARENT: set_parent(p); return true;
    case USE_QUIET:
        f = wmi_mdl_field_named(NULL, word);
        if (f)
            drop_values(p, f);
        return true;
    default: break;
    }
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                    "'%s' has no effect in the games and is ignored", words[i].name);
    if (words[i].use == USE_OLD_LIST)
        skip_lines(p);
    return true;
}

static bool known(wmi_word word)
{
    for (size_t i = 0; i < WORDS; i++)
        if (wmi_word_is(word, words[i].name))
            return true;
    return wmi_mdl_field_named(NULL, word) != NULL;
}

void wmi_mdlr_keyword(wmi_mdl_parser *p, wmi_word word)
{
    char shown[WMI_SHOWN];
    const wmi_field *f = wmi_mdl_field_named(&p->item->node, word);
    if (f) {
        set(p, f, wmi_mdl_part(&p->item->node, f->part));
        return;
    }
    if (other_word(p, word) || wmi_mdlr_list(p, word) || wmi_mdlr_mdledit(p, word) ||
        wmi_mdlr_controller(p, word))
        return;
    if (known(word))
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "'%s' does not belong in a node of this type and is ignored",
                        wmi_mdlr_show(word, shown));
    else
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_KEYWORD, p->line, "unknown keyword '%s' is ignored",
                        wmi_mdlr_show(word, shown));
}
