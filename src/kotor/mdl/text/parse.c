/* Parses a complete model text, line by line: animations here, nodes in parse_node.c, the rest in
 * parse_header.c.
 * docs/formats/kotor-mdl-ascii.md. */
#include "kotor/mdl/text/read.h"

/* ---- animations -------------------------------------------------------- */

static void close_animation(wmi_mdl_parser *p)
{
    wm_kotor_animation *a = &p->move->animation;
    a->events = wmi_mdlr_copy(p, p->events.data, p->events.count, sizeof *a->events);
    a->event_count = a->events ? p->events.count : 0;
    p->move = NULL;
}

static void open_animation(wmi_mdl_parser *p)
{
    wmi_mdl_move *move = wmi_mdlr_add(p, &p->moves, 1, sizeof *move);
    if (!move)
        return;
    *move = (wmi_mdl_move){.first = p->moving.count};
    p->move = move;
    p->events.count = 0;
    wm_kotor_animation *a = &move->animation;
    wmi_mdl_functions(p->mdl, WMI_FUNCTION_ANIMATION, a->geometry.function);
    a->geometry.type = 5;
    wmi_mdlr_name_field(p, a->geometry.name);
}

static void add_event(wmi_mdl_parser *p)
{
    wm_kotor_event *event = wmi_mdlr_add(p, &p->events, 1, sizeof *event);
    if (!event)
        return;
    *event = (wm_kotor_event){0};
    if (!wmi_mdlr_floats(p, &event->time, 1)) {
        p->events.count--;
        return;
    }
    wmi_mdlr_name_field(p, event->name);
}

static void event_list(wmi_mdl_parser *p)
{
    while (wmi_mdlr_line(p)) {
        if (!wmi_mdlr_numeric(p)) {
            wmi_word word = wmi_mdlr_word(p);
            p->held = !wmi_word_is(word, "endlist");
            return;
        }
        add_event(p);
    }
}

static bool animation_keyword(wmi_mdl_parser *p, wmi_word word)
{
    wm_kotor_animation *a = &p->move->animation;
    if (wmi_word_is(word, "length"))
        wmi_mdlr_floats(p, &a->length, 1);
    else if (wmi_word_is(word, "transtime"))
        wmi_mdlr_floats(p, &a->transition, 1);
    else if (wmi_word_is(word, "animroot"))
        wmi_mdlr_name_field(p, a->root);
    else if (wmi_word_is(word, "event"))
        add_event(p);
    else if (wmi_word_is(word, "eventlist"))
        event_list(p);
    else if (wmi_word_is(word, "doneanim"))
        close_animation(p);
    else
        return false;
    return true;
}

/* An animation before the geometry is read after it. */
static void defer_animation(wmi_mdl_parser *p)
{
    wmi_mdl_spot *here = wmi_mdlr_add(p, &p->deferred, 1, sizeof *here);
    if (here)
        *here = (wmi_mdl_spot){p->at, p->line_start, p->line};
    while (wmi_mdlr_line(p))
        if (wmi_word_is(wmi_mdlr_word(p), "doneanim"))
            break;
}

/* ---- lines ------------------------------------------------------------- */

static void words_of_line(wmi_mdl_parser *p)
{
    char shown[WMI_SHOWN];
    wmi_word word = wmi_mdlr_word(p);
    if (p->item && wmi_word_is(word, "endnode")) {
        wmi_mdlr_close_node(p);
        return;
    }
    /* A keyword that starts something new closes an open node. */
    bool opens = wmi_word_is(word, "node") || wmi_word_is(word, "newanim") ||
                 wmi_word_is(word, "endmodelgeom") || wmi_word_is(word, "doneanim") ||
                 wmi_word_is(word, "donemodel");
    if (p->item && !opens) {
        wmi_mdlr_keyword(p, word);
        return;
    }
    if (p->item) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, word.text,
                       "the node that starts at line %lu has no 'endnode'", (ul)p->item->line);
        wmi_mdlr_close_node(p);
    }
    if (p->move && wmi_word_is(word, "newanim"))
        close_animation(p);
    if (p->failed)
        return;
    if (wmi_word_is(word, "node"))
        wmi_mdlr_open_node(p);
    else if (wmi_word_is(word, "newanim") && (p->geometry_done || p->items.count))
        open_animation(p);
    else if (wmi_word_is(word, "newanim"))
        defer_animation(p);
    else if (!(p->move && animation_keyword(p, word)) && !wmi_mdlr_header(p, word))
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_KEYWORD, p->line, "unknown keyword '%s' is ignored",
                        wmi_mdlr_show(word, shown));
}

/* A keyword may hold the line that ends its list, but never its own line: that would be
 * parsed for ever. */
static void line(wmi_mdl_parser *p)
{
    uint32_t own = p->line;
    words_of_line(p);
    if (p->line == own)
        p->held = false;
}

static void parse_lines(wmi_mdl_parser *p)
{
    while (wmi_mdlr_line(p) && !p->failed)
        line(p);
    if (p->item && !p->failed) {
        wmi_mdlr_fault_line(
            p, WM_KOTOR_MDL_TEXT_SYNTAX, p->line,
            "the file is cut off: the node that starts at line %lu has no 'endnode'",
            (ul)p->item->line);
        wmi_mdlr_close_node(p);
    }
    if (p->move)
        close_animation(p);
}

void wmi_mdlr_parse(wmi_mdl_parser *p)
{
    parse_lines(p);
    for (uint32_t i = 0; i < p->deferred.count && !p->failed; i++) {
        const wmi_mdl_spot *there = (const wmi_mdl_spot *)p->deferred.data + i;
        p->at = there->at;
        p->line = there->line;
        p->line_start = there->line_start;
        p->held = false;
        open_animation(p);
        while (p->move && wmi_mdlr_line(p) && !p->failed)
            line(p);
        if (p->item && !p->failed)
            wmi_mdlr_close_node(p);
        if (p->move)
            close_animation(p);
    }
}
