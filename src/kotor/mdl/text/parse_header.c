/* The keywords of a model text outside nodes and animations. */
#include "kotor/mdl/text/read.h"

void wmi_mdlr_name_field(wmi_mdl_parser *p, char *to)
{
    bool quoted;
    wmi_word word = wmi_mdlr_name(p, &quoted);
    wmi_mdlr_field(p, word, to, WM_KOTOR_NAME_SIZE);
}

static void classification(wmi_mdl_parser *p)
{
    bool quoted;
    char shown[WMI_SHOWN];
    wmi_word word = wmi_mdlr_name(p, &quoted);
    wm_kotor_mdl *m = p->mdl;
    for (unsigned v = 0; v <= 64; v = v ? 2 * v : 1) {
        const char *name = wm_kotor_classification_name((uint8_t)v);
        if (!name || !wmi_word_is(word, name))
            continue;
        /* `other` also represents values without a name. */
        if (v || wm_kotor_classification_name(m->classification))
            m->classification = (uint8_t)v;
        return;
    }
    /* Neverwinter Nights texts have other classifications, and other tools accept them. */
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                    "'%s' is not a classification and is ignored", wmi_mdlr_show(word, shown));
}

static void bumpmapped(wmi_mdl_parser *p)
{
    bool quoted;
    wmi_word word = wmi_mdlr_name(p, &quoted);
    if (wmi_names_add(&p->bumpmapped, word.text, (uint32_t)word.size) == WM_NO_INDEX)
        wmi_mdlr_no_memory(p);
}

static void name_line(wmi_mdl_parser *p)
{
    bool quoted;
    wmi_word word = wmi_mdlr_name(p, &quoted);
    if (p->entries.count > UINT16_MAX)
        return;
    uint32_t name = wmi_mdlr_add_name(p, word);
    if (!p->failed)
        wmi_mdlr_add_entry(p, name, WM_NO_INDEX);
}

static bool header_number(wmi_mdl_parser *p, wmi_word word)
{
    wm_kotor_mdl *m = p->mdl;
    uint32_t v;
    if (wmi_word_is(word, "classification_unk1")) {
        if (wmi_mdlr_u32(p, &v, UINT8_MAX))
            m->subclassification = (uint8_t)v;
    } else if (wmi_word_is(word, "ignorefog")) {
        if (wmi_mdlr_u32(p, &v, UINT32_MAX) && !m->fog != (v != 0))
            m->fog = !v;
    } else if (wmi_word_is(word, "compress_quaternions")) {
        if (wmi_mdlr_u32(p, &v, UINT32_MAX))
            p->packed = v != 0;
    } else if (wmi_word_is(word, "headlink")) {
        if (wmi_mdlr_u32(p, &v, UINT32_MAX))
            p->head_link = v != 0;
    } else if (wmi_word_is(word, "setanimationscale")) {
        wmi_mdlr_floats(p, &m->scale, 1);
    } else {
        return false;
    }
    return true;
}

/* The file that the model was made from. mdlops always writes "NULL.mlk". */
static void dependency(wmi_mdl_parser *p)
{
    wmi_word last = {0};
    while (!wmi_mdlr_at_end(p)) {
        bool quoted;
        last = wmi_mdlr_name(p, &quoted);
    }
    if (last.size && !wmi_word_is(last, "NULL.mlk"))
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "'filedependancy' is ignored: models do not store their source");
}

static void layout_position(wmi_mdl_parser *p)
{
    float v[3];
    if (wmi_mdlr_floats(p, v, 3) && (v[0] != 0 || v[1] != 0 || v[2] != 0))
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "'layoutposition' is ignored: the layout (LYT) says where a room is");
}

bool wmi_mdlr_header(wmi_mdl_parser *p, wmi_word word)
{
    wm_kotor_mdl *m = p->mdl;
    if (wmi_word_is(word, "newmodel"))
        wmi_mdlr_name_field(p, m->geometry.name);
    else if (wmi_word_is(word, "setsupermodel")) {
        bool quoted;
        wmi_mdlr_name(p, &quoted);
        wmi_mdlr_name_field(p, m->supermodel);
    } else if (wmi_word_is(word, "classification"))
        classification(p);
    else if (wmi_word_is(word, "bumpmapped_texture"))
        bumpmapped(p);
    else if (wmi_word_is(word, "bmin"))
        wmi_mdlr_floats(p, &m->min.x, 3);
    else if (wmi_word_is(word, "bmax"))
        wmi_mdlr_floats(p, &m->max.x, 3);
    else if (wmi_word_is(word, "radius"))
        wmi_mdlr_floats(p, &m->radius, 1);
    else if (wmi_word_is(word, "name"))
        name_line(p);
    else if (wmi_word_is(word, "beginmodelgeom"))
        p->in_geometry = true;
    else if (wmi_word_is(word, "endmodelgeom")) {
        p->in_geometry = false;
        p->geometry_done = true;
    } else if (wmi_word_is(word, "donemodel"))
        p->model_done = true;
    else if (wmi_word_is(word, "filedependancy"))
        dependency(p);
    else if (wmi_word_is(word, "layoutposition"))
        layout_position(p);
    else
        return header_number(p, word) || wmi_mdlr_mdledit_header(p, word);
    return true;
}
