/* Writes the controllers of a node as text, and notes for what the text cannot restore.
 * docs/formats/kotor-mdl-ascii.md, "Controllers". */
#include <stdio.h>

#include "kotor/mdl/controllers.h"
#include "kotor/mdl/text/write.h"

/* How the values of a controller are written. */
typedef enum form {
    FORM_RAW,
    FORM_POSITION,    /* absolute in animations */
    FORM_ORIENTATION, /* axis and angle */
    FORM_PACKED       /* the same, packed into one word each */
} form;

typedef struct list {
    const wm_kotor_controller *c;
    const float *times, *values;
    uint32_t width; /* floats from one row to the next */
    form form;
    bool named;  /* has its own keyword, not controllerN */
    bool single; /* one value without a time */
    char keyword[40];
} list;

static form form_of(const wm_kotor_controller *c)
{
    uint32_t columns = c->columns & 0x0F;
    bool bezier = c->columns & WM_KOTOR_CONTROLLER_BEZIER;
    if (c->type == WM_KOTOR_CONTROLLER_POSITION && columns == 3 && !(c->columns & 0xE0))
        return FORM_POSITION;
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && !bezier && c->columns == 4)
        return FORM_ORIENTATION;
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 2)
        return FORM_PACKED;
    return FORM_RAW;
}

static void unpacked(float packed, float xyzw[4])
{
    uint32_t word;
    memcpy(&word, &packed, 4);
    wm_kotor_quat_unpack(word, xyzw);
}

static bool is_zero(const wm_vec3 *v)
{
    static const wm_vec3 zero;
    return memcmp(v, &zero, sizeof zero) == 0;
}

static bool is_identity(const wm_kotor_quat *q)
{
    static const wm_kotor_quat identity = {1, 0, 0, 0};
    return memcmp(q, &identity, sizeof identity) == 0;
}

/* The controller whose first row gives the position or orientation of a node. */
static const wm_kotor_controller *pose_controller(const wm_kotor_mdl_node *n, uint32_t type)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        if (c->type == type && c->rows && form_of(c) != FORM_RAW && wm_kotor_controller_fits(c, n))
            return c;
    }
    return NULL;
}

void wmi_mdlw_shown(const wm_kotor_mdl_node *n, float shown[7])
{
    const wm_kotor_controller *p = pose_controller(n, WM_KOTOR_CONTROLLER_POSITION);
    const wm_kotor_controller *o = pose_controller(n, WM_KOTOR_CONTROLLER_ORIENTATION);
    float q[4] = {n->orientation.x, n->orientation.y, n->orientation.z, n->orientation.w};
    float back[4] = {0, 0, 0, 1};
    memcpy(shown, p ? n->data + p->data_index : &n->position.x, 3 * sizeof *shown);
    if (o && form_of(o) == FORM_PACKED)
        unpacked(n->data[o->data_index], q);
    else if (o)
        memcpy(q, n->data + o->data_index, sizeof q);
    if (o || !is_identity(&n->orientation)) {
        char text[WMI_MDL_NUMBERS];
        wmi_mdl_put_axis_angle(text, q, back);
    }
    shown[3] = back[3];
    memcpy(shown + 4, back, 3 * sizeof *shown);
}

/* ---- what a reader builds ---------------------------------------------- */

static bool add_data(wmi_mdl_text *t, uint32_t count)
{
    void *data = t->keys.data;
    if (!wmi_grow(&t->w.allocator, &data, &t->keys.data_room, (size_t)t->keys.data_count + count,
                  sizeof *t->keys.data))
        t->w.failed = true;
    t->keys.data = data;
    t->keys.data_count += count;
    return !t->w.failed;
}

static void add_controller(wmi_mdl_text *t, const wm_kotor_controller *c)
{
    void *grown = t->keys.controllers;
    if (!wmi_grow(&t->w.allocator, &grown, &t->keys.controller_room,
                  (size_t)t->keys.controller_count + 1, sizeof *t->keys.controllers))
        t->w.failed = true;
    t->keys.controllers = grown;
    if (!t->w.failed)
        t->keys.controllers[t->keys.controller_count++] = *c;
}

/* ---- lines ------------------------------------------------------------- */

/* Writes the values of a row as text, and to `back` as a reader will get them. Returns
 * both sizes. */
static size_t put_values(const wmi_mdl_text *t, const list *l, const float *values,
                         const float *base, char *text, float *back)
{
    size_t n = 0;
    float q[4], unit[4];
    uint32_t word;
    switch (l->form) {
    case FORM_ORIENTATION:
    case FORM_PACKED:
        if (l->form == FORM_PACKED)
            unpacked(values[0], q);
        else
            memcpy(q, values, sizeof q);
        text[n++] = ' ';
        n += wmi_mdl_put_axis_angle(text + n, q, unit);
        word = wm_kotor_quat_pack(unit);
        if (t->packed && base)
            memcpy(back, &word, 4);
        else
            memcpy(back, unit, sizeof unit);
        return n;
    default: break;
    }
    for (uint32_t i = 0; i < l->width; i++) {
        text[n++] = ' ';
        if (l->form == FORM_POSITION && base && i < 3) {
            n += wmi_mdl_put_absolute(text + n, base[i], values[i], &back[i]);
        } else {
            n += wmi_mdl_put_float(text + n, values[i]);
            back[i] = values[i];
        }
    }
    return n;
}

enum { ROW = 48 * WMI_MDL_NUMBER };

static void put_list(wmi_mdl_text *t, const list *l, const float *base)
{
    char text[ROW];
    uint32_t rows = l->c->rows, width = l->width;
    bool rotates = l->form == FORM_ORIENTATION || l->form == FORM_PACKED;
    bool packed = rotates && t->packed && base;
    if (rotates)
        width = packed ? 1 : 4;
    wm_kotor_controller c = {.type = l->c->type,
                             .unknown = 0xFFFF,
                             .rows = l->c->rows,
                             .time_index = (uint16_t)t->keys.data_count,
                             .data_index = (uint16_t)(t->keys.data_count + rows),
                             .columns = packed    ? 2
                                        : rotates ? 4
                                                  : (uint8_t)(l->c->columns & 0x1F)};
    if (!rows && !l->named) /* nothing shows the number of columns */
        c.columns &= WM_KOTOR_CONTROLLER_BEZIER;
    if (base && c.type == WM_KOTOR_CONTROLLER_POSITION)
        c.unknown = 16;
    else if (base && c.type == WM_KOTOR_CONTROLLER_ORIENTATION)
        c.unknown = 28;
    uint32_t first = t->keys.data_count;
    add_controller(t, &c);
    if (!add_data(t, rows + rows * width))
        return;
    float *back = rows ? t->keys.data + first + rows : NULL;
    if (rows)
        memcpy(t->keys.data + first, l->times, rows * sizeof(float));
    const char *indent = base ? "    " : "  ";
    wmi_writer_text(&t->w, indent);
    wmi_writer_text(&t->w, l->keyword);
    if (l->single) {
        size_t n = put_values(t, l, l->values, base, text, back);
        text[n++] = '\n';
        wmi_writer_bytes(&t->w, text, n);
        return;
    }
    wmi_writer_text(&t->w, c.columns & WM_KOTOR_CONTROLLER_BEZIER ? "bezierkey\n" : "key\n");
    for (uint32_t r = 0; r < rows; r++, back += width) {
        memcpy(text, "      ", 6);
        size_t n = 6 + wmi_mdl_put_float(text + 6, l->times[r]);
        n += put_values(t, l, l->values + (size_t)r * l->width, base, text + n, back);
        text[n++] = '\n';
        wmi_writer_bytes(&t->w, text, n);
    }
    wmi_writer_text(&t->w, indent);
    wmi_writer_text(&t->w, "endlist\n");
}

static void put_controller(wmi_mdl_text *t, const wm_kotor_mdl_node *n,
                           const wm_kotor_controller *c, uint32_t flags, const float *base)
{
    list l = {.c = c, .width = wm_kotor_controller_width(c), .form = form_of(c)};
    if (!wm_kotor_controller_fits(c, n))
        return; /* cannot be shown: a note stores it */
    const wmi_mdl_controller_info *info = wmi_mdl_controller(c->type, flags);
    bool pose =
        c->type == WM_KOTOR_CONTROLLER_POSITION || c->type == WM_KOTOR_CONTROLLER_ORIENTATION;
    l.named = info && (pose ? l.form != FORM_RAW : (c->columns & 0x0F) == info->columns);
    l.times = wmi_mdl_floats_at(n, c->time_index);
    l.values = wmi_mdl_floats_at(n, c->data_index);
    uint32_t time = 1;
    if (c->rows)
        memcpy(&time, l.times, 4);
    l.single = !base && c->rows == 1 && time == 0 && !(c->columns & WM_KOTOR_CONTROLLER_BEZIER);
    if (l.named)
        wmi_format(l.keyword, sizeof l.keyword, "%s", info->name);
    else
        wmi_format(l.keyword, sizeof l.keyword, "controller%lu", (ul)c->type);
    put_list(t, &l, base);
}

/* A pose that is only in the header is written as if a controller gave it. */
static void put_header_pose(wmi_mdl_text *t, const wm_kotor_mdl_node *n)
{
    static const float start;
    const wm_kotor_quat *o = &n->orientation;
    float q[4] = {o->x, o->y, o->z, o->w};
    wm_kotor_controller c = {.type = WM_KOTOR_CONTROLLER_POSITION, .rows = 1, .columns = 3};
    list l = {.c = &c,
              .times = &start,
              .values = &n->position.x,
              .width = 3,
              .form = FORM_POSITION,
              .single = true,
              .keyword = "position"};
    if (!pose_controller(n, WM_KOTOR_CONTROLLER_POSITION) && !is_zero(&n->position))
        put_list(t, &l, NULL);
    if (pose_controller(n, WM_KOTOR_CONTROLLER_ORIENTATION) || is_identity(o))
        return;
    c.type = WM_KOTOR_CONTROLLER_ORIENTATION;
    c.columns = 4;
    l.values = q;
    l.width = 4;
    l.form = FORM_ORIENTATION;
    memcpy(l.keyword, "orientation", sizeof "orientation");
    put_list(t, &l, NULL);
}

void wmi_mdlw_controllers(wmi_mdl_text *t, const wm_kotor_mdl_node *n, uint32_t flags,
                          const float *base)
{
    /* A node may have flags of several types, in which a number has several names. The reader
     * sees only the type that is written. */
    uint32_t shown = flags ? wmi_mdl_type_flags_of(flags) : 0;
    t->keys.controller_count = t->keys.data_count = 0;
    if (!base)
        put_header_pose(t, n);
    for (uint32_t i = 0; i < n->controller_count; i++)
        put_controller(t, n, &n->controllers[i], shown, base);
}

/* ---- notes ------------------------------------------------------------- */

static bool same_controller(const wm_kotor_controller *a, const wm_kotor_controller *b)
{
    return a->type == b->type && a->unknown == b->unknown && a->rows == b->rows &&
           a->time_index == b->time_index && a->data_index == b->data_index &&
           a->columns == b->columns;
}

static void put_words(wmi_mdl_text *t, const char *head, uint32_t sum, const void *values,
                      size_t count)
{
    char text[48];
    wmi_format(text, sizeof text, "%s %08lx", head, (ul)sum);
    wmi_note_words(&t->w, text, values, count);
}

uint32_t wmi_mdl_sum_keys(const wm_kotor_controller *controllers, uint32_t count, const float *data,
                          uint32_t data_count)
{
    uint64_t sum = wmi_sum_u32(4, count);
    for (uint32_t i = 0; i < count; i++) {
        sum = wmi_sum_u32(sum, controllers[i].type);
        sum = wmi_sum_u32(sum, (uint32_t)controllers[i].rows << 8 | controllers[i].columns);
    }
    return wmi_sum_end(wmi_sum_add(sum, data, data_count));
}

static void controller_note(wmi_mdl_text *t, const wm_kotor_mdl_node *n, uint32_t sum)
{
    const wmi_mdlw_keys *k = &t->keys;
    bool same = k->controller_count == n->controller_count, pads = false;
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const uint8_t *pad = n->controllers[i].pad;
        same = same && same_controller(&k->controllers[i], &n->controllers[i]);
        pads = pads || pad[0] || pad[1] || pad[2];
    }
    if (same && !pads)
        return;
    uint32_t unit = same ? 3 : 16;
    uint8_t *bytes = wmi_arena_new(&t->scratch, n->controller_count, unit);
    if (!bytes) {
        t->w.failed = true;
        return;
    }
    for (uint32_t i = 0; i < n->controller_count; i++) {
        uint8_t *p = bytes + (size_t)i * unit;
        const wm_kotor_controller *c = &n->controllers[i];
        if (!same) {
            wmi_put32(p, c->type);
            wmi_put32(p + 4, c->unknown | (uint32_t)c->rows << 16);
            wmi_put32(p + 8, c->time_index | (uint32_t)c->data_index << 16);
            p[12] = c->columns;
        }
        memcpy(p + (same ? 0 : 13), c->pad, 3);
    }
    char head[48];
    if (same)
        wmi_format(head, sizeof head, "pads");
    else
        wmi_format(head, sizeof head, "ctrl %08lx", (ul)sum);
    wmi_note_write(&t->w, head, bytes, (size_t)n->controller_count * unit);
}

void wmi_mdlw_controller_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *n, const float *shown)
{
    const wmi_mdlw_keys *k = &t->keys;
    if (t->w.failed)
        return;
    uint32_t sum = wmi_mdl_sum_keys(k->controllers, k->controller_count, k->data, k->data_count);
    controller_note(t, n, sum);
    if (k->data_count != n->data_count ||
        (n->data_count && memcmp(k->data, n->data, n->data_count * sizeof *n->data) != 0))
        put_words(t, "data", sum, n->data, n->data_count);
    float pose[7] = {n->position.x,    n->position.y,    n->position.z,   n->orientation.w,
                     n->orientation.x, n->orientation.y, n->orientation.z};
    if (memcmp(pose, shown, sizeof pose) != 0)
        put_words(t, "pose", wmi_sum_end(wmi_sum_add(5, shown, 7)), pose, 7);
}
