/* Parses notes from their lines and applies them to header, nodes, controllers and
 * layout. docs/formats/kotor-mdl-ascii.md, "Notes". */
#include "kotor/mdl/text/read.h"

static const char *const kinds[WMI_NOTES] = {
    [WMI_NOTE_TEXT] = "text",       [WMI_NOTE_RECORD] = "record",   [WMI_NOTE_ORDER] = "order",
    [WMI_NOTE_REST] = "rest",       [WMI_NOTE_BELOW] = "below",     [WMI_NOTE_PADS] = "pads",
    [WMI_NOTE_CTRL] = "ctrl",       [WMI_NOTE_DATA] = "data",       [WMI_NOTE_POSE] = "pose",
    [WMI_NOTE_NORMALS] = "normals", [WMI_NOTE_ROWS] = "rows",       [WMI_NOTE_TAIL] = "tail",
    [WMI_NOTE_PLANES] = "planes",   [WMI_NOTE_CORNERS] = "corners", [WMI_NOTE_TABLE] = "table",
    [WMI_NOTE_BONES] = "bones",     [WMI_NOTE_HOLD] = "hold",       [WMI_NOTE_COPY] = "copy",
    [WMI_NOTE_SPLIT] = "split",     [WMI_NOTE_BOXES] = "boxes",     [WMI_NOTE_BLADES] = "blades",
    [WMI_NOTE_SIZES] = "sizes",     [WMI_NOTE_HILT] = "hilt",       [WMI_NOTE_LAYOUT] = "layout",
    [WMI_NOTE_MDX] = "mdx",         [WMI_NOTE_LEAD] = "lead",       [WMI_NOTE_SLACK] = "slack",
    [WMI_NOTE_ODD] = "odd",         [WMI_NOTE_BLOCKS] = "blocks",
};

static const char damaged[] = "it is damaged";

void wmi_mdlr_stale(wmi_mdl_parser *p, const wmi_mdl_note *note, const char *why)
{
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_STALE, note->line, "the comment '#wm %s' is ignored: %s",
                    kinds[note->kind], why);
}

/* ---- lines ------------------------------------------------------------- */

static uint32_t hexadecimal(wmi_word word)
{
    uint32_t v = 0;
    for (size_t i = 0; i < word.size && i < 8; i++) {
        char c = word.text[i];
        unsigned digit =
            c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
        v = v << 4 | (digit & 15);
    }
    return v;
}

static bool decimal(wmi_word word, uint32_t *value)
{
    int64_t v;
    if (!wmi_word_int(word, &v) || v < 0 || v > UINT32_MAX)
        return false;
    *value = (uint32_t)v;
    return true;
}

/* Extends the data over its continuation lines ("#wm + ..."). The last of them becomes
 * the current line. */
static void follow(wmi_mdl_parser *p, wmi_note_data *data)
{
    for (;;) {
        wmi_mdlr_skip(p);
        data->end = p->at;
        const char *next = p->at;
        if (next < p->end)
            next += *next == '\r' && p->end - next > 1 && next[1] == '\n' ? 2 : 1;
        const char *start = next;
        while (next < p->end && (*next == ' ' || *next == '\t'))
            next++;
        if (p->end - next < 6 || memcmp(next, "#wm + ", 6) != 0)
            return;
        p->at = next;
        p->line++;
        p->line_start = start;
    }
}

static void text_note(wmi_mdl_parser *p, const wmi_mdl_note *note)
{
    static const struct {
        const char *name;
        wm_kotor_game game;
        wm_kotor_platform platform;
    } variants[] = {{"k1-pc", WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC},
                    {"k2-pc", WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC},
                    {"k1-xbox", WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_XBOX},
                    {"k2-xbox", WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_XBOX}};
    if (!wmi_word_is(note->word[0], "1") || p->items.count) {
        wmi_mdlr_stale(p, note, "its version is unknown");
        return;
    }
    for (int i = 0; i < 4; i++)
        if (wmi_word_is(note->word[1], variants[i].name)) {
            p->annotated = true;
            p->mdl->game = variants[i].game;
            p->mdl->platform = variants[i].platform;
        }
    if (!decimal(note->word[2], &p->noted_nodes) || !decimal(note->word[3], &p->noted_names))
        p->noted_nodes = p->noted_names = 0;
}

static void event_rest(wmi_mdl_parser *p, const wmi_mdl_note *note)
{
    if (!p->events.count)
        return;
    wm_kotor_event *event = (wm_kotor_event *)p->events.data + p->events.count - 1;
    uint8_t rest[WM_KOTOR_NAME_SIZE];
    size_t used = 0, size;
    while (used < WM_KOTOR_NAME_SIZE && event->name[used])
        used++;
    used++;
    if (used < WM_KOTOR_NAME_SIZE && wmi_note_read(note->data, rest, sizeof rest, &size) &&
        size == WM_KOTOR_NAME_SIZE - used)
        memcpy(event->name + used, rest, size);
}

/* The record is applied first; visible lines then override it. */
static void apply_record(wmi_mdl_parser *p, const wmi_mdl_note *note)
{
    uint8_t record[WMI_MDL_NODE_MOST];
    size_t size;
    bool fine = wmi_note_read_packed(note->data, record, sizeof record, &size);
    if (fine && p->item) {
        wm_kotor_mdl_node *n = &p->item->node;
        uint32_t flags = wmi_le16(record), has = n->flags;
        fine = flags == wmi_mdl_known_flags(flags) &&
               (p->item_moves ? (flags & WM_KOTOR_NODE_MESH) == 0
                              : wmi_mdl_type_name(flags) == wmi_mdl_type_name(has));
        uint32_t parts = p->item_moves ? WM_KOTOR_NODE_HEADER : flags;
        fine = fine && size <= wmi_mdl_node_size(p->mdl, parts) && wmi_mdlr_parts(p, n, parts);
        if (fine) {
            wmi_mdl_from_record_node(p->mdl, n, record);
            n->flags = (uint16_t)flags;
            p->item->recorded = true;
        }
    } else if (fine && p->move && size <= WMI_MDL_ANIMATION) {
        char name[WM_KOTOR_NAME_SIZE];
        memcpy(name, p->move->animation.geometry.name, sizeof name);
        wmi_mdl_from_record_animation(&p->move->animation, record);
        size_t n = 0;
        while (n < sizeof name && name[n])
            n++;
        wmi_mdlr_field(p, (wmi_word){name, n, 0}, p->move->animation.geometry.name, sizeof name);
    } else if (fine && size <= WMI_MDL_HEADER && !p->items.count && wmi_le32(record) == 0) {
        /* the first word of every model is 0 */
        memcpy(p->header, record, sizeof p->header);
        wmi_mdl_from_record_header(p->mdl, record);
        p->header_recorded = true;
    } else {
        fine = false;
    }
    if (!fine && !p->failed)
        wmi_mdlr_stale(p, note, "it does not match the text");
}

static void keep(wmi_mdl_parser *p, const wmi_mdl_note *note)
{
    wmi_mdl_note *kept = wmi_mdlr_copy(p, note, 1, sizeof *note);
    wmi_mdl_note **first = p->item ? &p->item->notes : &p->notes;
    wmi_mdl_note **last = p->item ? &p->item->last_note : &p->last_note;
    if (!kept)
        return;
    if (*last)
        (*last)->next = kept;
    else
        *first = kept;
    *last = kept;
}

void wmi_mdlr_note(wmi_mdl_parser *p)
{
    wmi_mdl_note note = {.line = p->line};
    wmi_word kind = wmi_mdlr_word(p);
    for (int i = 1; i < WMI_NOTES && !note.kind; i++)
        if (wmi_word_is(kind, kinds[i]))
            note.kind = (wmi_note_kind)i;
    for (int i = 0;; i++) {
        wmi_word word = wmi_mdlr_word(p);
        if (word.size == 1 && *word.text == ':') {
            note.has_data = true;
            wmi_mdlr_at_end(p);
            note.data = (wmi_note_data){p->at, p->at};
            follow(p, &note.data);
            break;
        }
        if (!word.size || i == 4)
            break;
        note.word[i] = word;
    }
    note.sum = hexadecimal(note.word[0]);
    if (!p->annotated && note.kind != WMI_NOTE_TEXT)
        return;
    switch (note.kind) {
    case WMI_NOTE_NONE: break;
    case WMI_NOTE_TEXT: text_note(p, &note); break;
    case WMI_NOTE_RECORD: apply_record(p, &note); break;
    case WMI_NOTE_REST: event_rest(p, &note); break;
    case WMI_NOTE_BELOW:
        if (p->item)
            decimal(note.word[0], &p->item->below);
        break;
    default: keep(p, &note); break;
    }
}

wmi_mdl_note *wmi_mdlr_find_note(const wmi_mdl_item *item, wmi_note_kind kind)
{
    for (wmi_mdl_note *note = item->notes; note; note = note->next)
        if (note->kind == kind)
            return note;
    return NULL;
}

/* ---- data -------------------------------------------------------------- */

uint8_t *wmi_mdlr_bytes(wmi_mdl_parser *p, const wmi_mdl_note *note, size_t *got)
{
    size_t room = wmi_note_bound(note->data);
    uint8_t *bytes = wmi_arena_raw(p->arena, room, 1);
    *got = 0;
    if (!bytes) {
        wmi_mdlr_no_memory(p);
        return NULL;
    }
    if (wmi_note_read(note->data, bytes, room, got))
        return bytes;
    wmi_mdlr_stale(p, note, damaged);
    return NULL;
}

uint32_t *wmi_mdlr_words(wmi_mdl_parser *p, const wmi_mdl_note *note, size_t count, size_t *got)
{
    size_t size;
    uint8_t *bytes = wmi_mdlr_bytes(p, note, &size);
    if (!bytes)
        return NULL;
    if (size % 4 || (count && size != 4 * count)) {
        wmi_mdlr_stale(p, note, damaged);
        return NULL;
    }
    wmi_load32(bytes, bytes, size / 4);
    if (got)
        *got = size / 4;
    return (uint32_t *)(void *)bytes;
}

/* ---- controllers ------------------------------------------------------- */

static void apply_controllers(wmi_mdl_parser *p, wm_kotor_mdl_node *n, const wmi_mdl_note *note)
{
    size_t size;
    uint8_t *bytes = wmi_mdlr_bytes(p, note, &size);
    if (!bytes)
        return;
    if (size % 16) {
        wmi_mdlr_stale(p, note, damaged);
        return;
    }
    wm_kotor_controller *list = wmi_mdlr_new(p, size / 16, sizeof *list);
    if (!list)
        return;
    for (size_t i = 0; i < size / 16; i++) {
        const uint8_t *b = bytes + 16 * i;
        list[i] = (wm_kotor_controller){wmi_le32(b),          wmi_le16(b + 4),  wmi_le16(b + 6),
                                        wmi_le16(b + 8),      wmi_le16(b + 10), b[12],
                                        {b[13], b[14], b[15]}};
    }
    n->controllers = list;
    n->controller_count = (uint32_t)(size / 16);
}

static void apply_pads(wmi_mdl_parser *p, wm_kotor_mdl_node *n, const wmi_mdl_note *note)
{
    size_t size;
    uint8_t *bytes = wmi_mdlr_bytes(p, note, &size);
    if (!bytes || size != 3 * (size_t)n->controller_count)
        return; /* only compiler garbage: safe to drop */
    for (uint32_t i = 0; i < n->controller_count; i++)
        memcpy(n->controllers[i].pad, bytes + 3 * (size_t)i, 3);
}

static void apply_pose(wmi_mdl_parser *p, wm_kotor_mdl_node *n, const wmi_mdl_note *note)
{
    float *pose = (float *)(void *)wmi_mdlr_words(p, note, 7, NULL);
    if (!pose)
        return;
    n->position = (wm_vec3){pose[0], pose[1], pose[2]};
    n->orientation = (wm_kotor_quat){pose[3], pose[4], pose[5], pose[6]};
}

void wmi_mdlr_apply_keys(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wm_kotor_mdl_node *n = &item->node;
    if (!item->notes)
        return;
    uint32_t sum = wmi_mdl_sum_keys(n->controllers, n->controller_count, n->data, n->data_count);
    uint32_t pose = wmi_sum_end(wmi_sum_add(5, item->shown, 7));
    for (const wmi_mdl_note *note = item->notes; note && !p->failed; note = note->next) {
        size_t count;
        float *data;
        bool keys = note->kind == WMI_NOTE_CTRL || note->kind == WMI_NOTE_DATA;
        if ((keys && note->sum != sum) || (note->kind == WMI_NOTE_POSE && note->sum != pose)) {
            wmi_mdlr_stale(p, note, "the controllers of the node were changed");
            continue;
        }
        switch (note->kind) {
        case WMI_NOTE_PADS: apply_pads(p, n, note); break;
        case WMI_NOTE_CTRL: apply_controllers(p, n, note); break;
        case WMI_NOTE_POSE: apply_pose(p, n, note); break;
        case WMI_NOTE_DATA:
            data = (float *)(void *)wmi_mdlr_words(p, note, 0, &count);
            if (data) {
                n->data = data;
                n->data_count = (uint32_t)count;
            }
            break;
        default: break;
        }
    }
}

/* ---- layout ------------------------------------------------------------ */

/* Stored offsets must be plausible for a file of this text's size. Larger ones would
 * allocate memory for no reason. */
static bool places_fit(const wmi_mdl_parser *p)
{
    const wm_kotor_mdl *m = p->mdl;
    uint64_t most = 4 * (uint64_t)p->size + 65536;
    for (uint32_t i = 0; i < m->block_count; i++)
        if (m->block_offsets[i] > most)
            return false;
    for (uint32_t i = 0; i < m->slack_count; i++)
        if ((m->order == WM_KOTOR_MDL_ORDER_STORED && m->slack[i].block > most) ||
            (i && m->slack[i].block < m->slack[i - 1].block))
            return false;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const wm_kotor_mesh *mesh = m->tree.nodes[i].mesh;
        if (mesh && mesh->rows && m->mdx_stored && mesh->mdx_offset > most)
            return false;
    }
    return true;
}

static void add_slack(wmi_mdl_parser *p, const wmi_mdl_note *note, wm_kotor_slack *slack)
{
    wm_kotor_mdl *m = p->mdl;
    size_t size;
    wm_kotor_slack *to = &slack[m->slack_count];
    to->data = wmi_mdlr_bytes(p, note, &size);
    to->size = (uint32_t)size;
    if (to->data && decimal(note->word[0], &to->block))
        m->slack_count++;
}

static void take_layout(wmi_mdl_parser *p, const wmi_mdl_note *note, wm_kotor_slack *slack)
{
    wm_kotor_mdl *m = p->mdl;
    size_t count;
    uint32_t state, stored, head;
    switch (note->kind) {
    case WMI_NOTE_LAYOUT:
        m->order = wmi_word_is(note->word[1], "b")        ? WM_KOTOR_MDL_ORDER_B
                   : wmi_word_is(note->word[1], "stored") ? WM_KOTOR_MDL_ORDER_STORED
                                                          : WM_KOTOR_MDL_ORDER_A;
        break;
    case WMI_NOTE_MDX:
        if (!decimal(note->word[0], &state) || state > WM_KOTOR_MDX_STATE_SIZE ||
            !decimal(note->word[1], &stored) || !decimal(note->word[2], &head))
            break;
        m->mdx_state = (wm_kotor_mdx_state)state;
        m->mdx_stored = stored != 0;
        /* The visible `headlink` takes precedence; the note only says which node it is. */
        if ((head != 0) == p->head_link)
            m->head_link = head;
        break;
    case WMI_NOTE_LEAD:
        m->mdx_lead = wmi_mdlr_bytes(p, note, &count);
        m->mdx_lead_size = m->mdx_lead ? (uint32_t)count : 0;
        break;
    case WMI_NOTE_SLACK: add_slack(p, note, slack); break;
    case WMI_NOTE_ODD:
        m->odd = (void *)wmi_mdlr_words(p, note, 0, &count);
        m->odd_count = m->odd ? (uint32_t)(count / 2) : 0;
        break;
    case WMI_NOTE_BLOCKS:
        m->block_offsets = wmi_mdlr_words(p, note, 0, &count);
        m->block_count = m->block_offsets ? (uint32_t)count : 0;
        break;
    default: break;
    }
}

void wmi_mdlr_apply_layout(wmi_mdl_parser *p)
{
    wm_kotor_mdl *m = p->mdl;
    const wmi_mdl_note *layout = NULL;
    size_t slacks = 0;
    for (const wmi_mdl_note *note = p->notes; note; note = note->next) {
        if (note->kind == WMI_NOTE_LAYOUT)
            layout = note;
        slacks += note->kind == WMI_NOTE_SLACK;
    }
    if (!layout) {
        wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
        return;
    }
    wm_kotor_mdl_order order =
        wmi_word_is(layout->word[1], "b") ? WM_KOTOR_MDL_ORDER_B : WM_KOTOR_MDL_ORDER_A;
    m->slack = wmi_mdlr_new(p, slacks, sizeof *m->slack);
    if (!m->slack)
        return;
    if (layout->sum != wmi_mdl_sum_layout(m)) {
        wmi_mdlr_stale(p, layout, "the parts of the model have other sizes");
        wm_kotor_mdl_pack(m, order);
        return;
    }
    for (const wmi_mdl_note *note = p->notes; note && !p->failed; note = note->next)
        take_layout(p, note, m->slack);
    if (p->failed)
        return;
    if (!places_fit(p)) {
        wmi_mdlr_stale(p, layout, damaged);
        wm_kotor_mdl_pack(m, order);
    }
}
