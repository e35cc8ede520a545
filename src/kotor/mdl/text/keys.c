/* Controllers in model texts: single values and lists of keys.
 * docs/formats/kotor-mdl-ascii.md, "Controllers". */
#include "base/words.h"
#include "kotor/mdl/text/read.h"

/* The meaning of a keyword: "positionbezierkey" is a list of type 8 with tangents. */
typedef struct keyed {
    uint32_t type;
    bool list, bezier;
    bool raw; /* by number: values are not converted */
    const wmi_mdl_controller_info *info;
} keyed;

static bool ends_with(wmi_word word, const char *end)
{
    size_t n = strlen(end);
    wmi_word tail = {word.text + word.size - n, n, 0};
    return word.size > n && wmi_word_is(tail, end);
}

static bool by_number(wmi_word word, keyed *k)
{
    static const char prefix[] = "controller";
    size_t n = sizeof prefix - 1;
    wmi_word start = {word.text, n, 0}, digits = {word.text + n, word.size - n, 0};
    int64_t type;
    if (word.size <= n || !wmi_word_is(start, prefix) || !wmi_word_int(digits, &type) || type < 0 ||
        type > UINT32_MAX)
        return false;
    k->type = (uint32_t)type;
    k->raw = true;
    return true;
}

static bool understand(wmi_mdl_parser *p, wmi_word word, keyed *k)
{
    *k = (keyed){0};
    uint32_t flags = p->item_flags;
    for (int pass = 0; pass < 2; pass++) {
        k->info = wmi_mdl_controller_named(word.text, word.size, flags);
        if (!k->info && p->item_moves && flags == WM_KOTOR_NODE_HEADER)
            k->info = wmi_mdl_controller_named(word.text, word.size, 0xFFFF);
        if (k->info) {
            k->type = k->info->type;
            return true;
        }
        if (by_number(word, k))
            return true;
        if (pass || !ends_with(word, "key"))
            return false;
        k->list = true;
        word.size -= 3;
        if (ends_with(word, "bezier")) {
            k->bezier = true;
            word.size -= 6;
        }
    }
    return false;
}

/* ---- values ------------------------------------------------------------ */

/* Reads one row after its time. Orientations are stored as x, y, z, w or as one word,
 * positions of animations as offsets. The first row sets *width. */
static bool row_values(wmi_mdl_parser *p, const keyed *k, uint32_t *width)
{
    uint32_t first = p->values.count, n = 0;
    if (k->type == WM_KOTOR_CONTROLLER_ORIENTATION && !k->raw && !k->bezier) {
        double axis_angle[4];
        float q[4];
        for (int i = 0; i < 4; i++)
            if (!wmi_mdlr_double(p, &axis_angle[i], false))
                return false;
        wmi_mdl_quat_of(axis_angle, q);
        bool packed = p->packed && p->item_moves;
        uint32_t word = packed ? wm_kotor_quat_pack(q) : 0;
        n = packed ? 1 : 4;
        float *to = wmi_mdlr_add(p, &p->values, n, sizeof *to);
        if (!to)
            return false;
        memcpy(to, packed ? (const void *)&word : q, n * sizeof *to);
    } else {
        bool relative = k->type == WM_KOTOR_CONTROLLER_POSITION && !k->raw && p->item_moves;
        uint32_t most = *width != WM_NO_INDEX ? *width : 45;
        for (; n < most && !wmi_mdlr_at_end(p); n++) {
            float *to = wmi_mdlr_add(p, &p->values, 1, sizeof *to);
            double value;
            if (!to)
                return false;
            *to = 0;
            bool fine =
                relative && n < 3 ? wmi_mdlr_double(p, &value, true) : wmi_mdlr_floats(p, to, 1);
            if (!fine) {
                p->values.count = first;
                return false;
            }
            if (relative && n < 3)
                *to = wmi_mdl_delta_of(value, p->base[n]);
        }
    }
    if (*width == WM_NO_INDEX)
        *width = n;
    if (n == *width)
        return true;
    if (!p->failed)
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, p->at,
                       "expected %s in a row of this list, found %lu",
                       wmi_count(*width, "value", "values").text, (ul)n);
    p->values.count = first;
    return false;
}

/* Expected number of values per row; WM_NO_INDEX: as many as in the first row. */
static uint32_t expected(const keyed *k)
{
    if (!k->info || k->raw)
        return WM_NO_INDEX;
    return k->bezier ? 3u * k->info->columns : k->info->columns;
}

static void add_key(wmi_mdl_parser *p, const keyed *k, uint32_t first, uint32_t rows,
                    uint32_t width)
{
    bool packed =
        k->type == WM_KOTOR_CONTROLLER_ORIENTATION && !k->raw && p->packed && p->item_moves;
    uint32_t columns = width == WM_NO_INDEX ? 0 : k->bezier ? width / 3 : width;
    if (columns > 15 || rows > UINT16_MAX) {
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_RANGE, p->line,
                            "%s of %s, at most 65,535 rows of 15 columns are allowed",
                            wmi_count(rows, "row", "rows").text,
                            wmi_count(columns, "column", "columns").text);
        return;
    }
    wmi_mdl_key *key = wmi_mdlr_add(p, &p->keys, 1, sizeof *key);
    if (!key)
        return;
    *key = (wmi_mdl_key){.first = first, .size = p->values.count - first, .rank = UINT32_MAX};
    key->c.type = k->type;
    key->c.rows = (uint16_t)rows;
    key->c.unknown = 0xFFFF;
    if (p->item_moves && k->type == WM_KOTOR_CONTROLLER_POSITION)
        key->c.unknown = 16;
    else if (p->item_moves && k->type == WM_KOTOR_CONTROLLER_ORIENTATION)
        key->c.unknown = 28;
    key->c.columns =
        (uint8_t)((packed ? 2 : columns) | (k->bezier ? WM_KOTOR_CONTROLLER_BEZIER : 0u));
    if (k->info)
        key->rank = (uint32_t)(k->info - wmi_mdl_controllers());
}

/* Records the position and orientation of a node as given by its lines. The first
 * controller of each kind counts. */
static void show(wmi_mdl_parser *p, const keyed *k, const float *values)
{
    wmi_mdl_item *item = p->item;
    if (p->item_moves || k->raw)
        return;
    if (k->type == WM_KOTOR_CONTROLLER_POSITION && !item->placed) {
        item->placed = true;
        memcpy(item->shown, values, 3 * sizeof *values);
    } else if (k->type == WM_KOTOR_CONTROLLER_ORIENTATION && !k->bezier && !item->rotated) {
        item->rotated = true;
        item->shown[3] = values[3];
        memcpy(item->shown + 4, values, 3 * sizeof *values);
    }
}

static void single(wmi_mdl_parser *p, const keyed *k)
{
    uint32_t first = p->values.count, width = expected(k);
    float *time = wmi_mdlr_add(p, &p->values, 1, sizeof *time);
    if (!time)
        return;
    *time = 0;
    if (k->type == WM_KOTOR_CONTROLLER_ORIENTATION && p->packed && p->item_moves && !k->raw)
        width = 1;
    if (!row_values(p, k, &width)) {
        p->values.count = first;
        return;
    }
    if (width >= 3 && width != WM_NO_INDEX)
        show(p, k, (float *)p->values.data + first + 1);
    add_key(p, k, first, 1, width);
}

/* The text has a time and values per row; the file has all times first. */
static void part_times(wmi_mdl_parser *p, uint32_t first, uint32_t rows, uint32_t width)
{
    size_t size = (size_t)rows * (width + 1);
    p->rows.count = 0;
    if (!rows)
        return;
    float *scratch = wmi_mdlr_add(p, &p->rows, (uint32_t)size, sizeof *scratch);
    float *data = (float *)p->values.data + first;
    if (!scratch)
        return;
    memcpy(scratch, data, size * sizeof *data);
    for (uint32_t r = 0; r < rows; r++) {
        const float *row = scratch + (size_t)r * (width + 1);
        data[r] = row[0];
        memcpy(data + rows + (size_t)r * width, row + 1, width * sizeof *data);
    }
}

static void list(wmi_mdl_parser *p, const keyed *k)
{
    uint32_t first = p->values.count, width = expected(k), rows = 0, count = WM_NO_INDEX;
    bool rotated = k->type == WM_KOTOR_CONTROLLER_ORIENTATION && !k->raw && !k->bezier;
    if (rotated)
        width = p->packed && p->item_moves ? 1 : 4;
    if (!wmi_mdlr_at_end(p) && !wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    while (rows < count && wmi_mdlr_line(p)) {
        if (!wmi_mdlr_numeric(p)) {
            p->held = true;
            break;
        }
        float *time = wmi_mdlr_add(p, &p->values, 1, sizeof *time);
        if (!time)
            return;
        *time = 0;
        if (!wmi_mdlr_floats(p, time, 1) || !row_values(p, k, &width)) {
            p->values.count = first + rows * ((width == WM_NO_INDEX ? 0 : width) + 1);
            continue; /* drop an invalid row */
        }
        rows++;
    }
    /* `endlist` also ends lists with a count; any other line is held for the caller. */
    if (p->held || (!p->failed && wmi_mdlr_line(p))) {
        p->held = false;
        p->at = p->line_start;
        const char *start = p->line_start;
        wmi_word word = wmi_mdlr_word(p);
        if (!wmi_word_is(word, "endlist")) {
            p->held = true;
            p->at = start;
            if (count == WM_NO_INDEX)
                wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_COUNT, word.text,
                               "a list of keys has no 'endlist'");
            else if (rows < count)
                wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_COUNT, word.text, "expected %s, found %lu",
                               wmi_count(count, "key", "keys").text, (ul)rows);
        }
    }
    if (p->failed)
        return;
    if (width == WM_NO_INDEX)
        width = 0;
    part_times(p, first, rows, width);
    if (rows && width >= (rotated ? 4u : 3u))
        show(p, k, (float *)p->values.data + first + rows);
    add_key(p, k, first, rows, width);
}

bool wmi_mdlr_controller(wmi_mdl_parser *p, wmi_word word)
{
    keyed k;
    static const char less[] = "controllerless_";
    size_t n = sizeof less - 1;
    wmi_word start = {word.text, n, 0};
    if (word.size > n && wmi_word_is(start, less)) {
        /* MDLedit writes data that no controller uses. */
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, p->line,
                        "data without a controller is ignored");
        while (wmi_mdlr_line(p) && wmi_mdlr_numeric(p))
            ;
        wmi_word end = wmi_mdlr_word(p);
        p->held = !p->failed && end.size && !wmi_word_is(end, "endlist");
        return true;
    }
    if (!understand(p, word, &k))
        return false;
    if (k.list)
        list(p, &k);
    else
        single(p, &k);
    return true;
}

/* ---- the node ---------------------------------------------------------- */

/* Other tools write controllers in any order, so sort them into BioWare's order. */
static void sort_keys(wmi_mdl_key *keys, uint32_t count)
{
    for (uint32_t i = 1; i < count && count <= 128; i++)
        for (uint32_t k = i; k > 0 && keys[k].rank < keys[k - 1].rank; k--) {
            wmi_mdl_key swap = keys[k];
            keys[k] = keys[k - 1];
            keys[k - 1] = swap;
        }
}

void wmi_mdlr_finish_keys(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_mdl_key *keys = p->keys.data;
    uint32_t total = 0;
    wm_kotor_mdl_node *n = &item->node;
    if (!p->annotated)
        sort_keys(keys, p->keys.count);
    for (uint32_t i = 0; i < p->keys.count; i++)
        total += keys[i].size;
    n->controllers = wmi_mdlr_new(p, p->keys.count, sizeof *n->controllers);
    n->data = wmi_mdlr_new(p, total, sizeof *n->data);
    if (!n->controllers || !n->data)
        return;
    for (uint32_t i = 0; i < p->keys.count; i++) {
        uint32_t at = n->data_count;
        wm_kotor_controller *c = &n->controllers[i];
        if (at + keys[i].c.rows > UINT16_MAX && keys[i].size) {
            wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_RANGE, item->line,
                                "the keys of a node have more than 65,535 values");
            break;
        }
        *c = keys[i].c;
        c->time_index = (uint16_t)at;
        c->data_index = (uint16_t)(at + c->rows);
        if (keys[i].size)
            memcpy(n->data + at, (float *)p->values.data + keys[i].first,
                   keys[i].size * sizeof *n->data);
        n->data_count += keys[i].size;
        n->controller_count++;
    }
}
