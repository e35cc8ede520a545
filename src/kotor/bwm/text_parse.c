/* Parses walkmesh texts line by line: nodes, their fields and ignored lines.
 * docs/formats/kotor-ascii-walkmesh.md, "Grammar". */
#include <stdio.h>

#include "kotor/bwm/text.h"

void wmi_text_at(wmi_text_parser *p, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wmi_vformat(p->path, sizeof p->path, fmt, args);
    va_end(args);
}

static bool fault(wmi_text_parser *p, wm_issue_code code, wm_status status, uint32_t line,
                  uint32_t column, const char *fmt, va_list args)
{
    char message[224];
    if (p->failed)
        return false;
    wmi_vformat(message, sizeof message, fmt, args);
    if (p->strict || !p->report) {
        p->failed = wmi_fail_line(p->error, status, line, column, p->path, "%s", message);
        return false;
    }
    wmi_report(p->report, code, wmi_at_line(line, "%s", p->path), "%s (column %lu)", message,
               (ul)column);
    return true;
}

bool wmi_text_fault(wmi_text_parser *p, uint32_t column, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    bool on = fault(p, WM_KOTOR_TEXT_SYNTAX, WM_BAD_TEXT, p->line.number, column, fmt, args);
    va_end(args);
    return on;
}

bool wmi_text_fault_at(wmi_text_parser *p, wm_issue_code code, wm_status status, uint32_t line,
                       uint32_t column, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    bool on = fault(p, code, status, line, column, fmt, args);
    va_end(args);
    return on;
}

void *wmi_rows_add(wmi_text_parser *p, wmi_rows *rows, size_t element)
{
    size_t before = rows->capacity;
    bool full = rows->count == before && before * element > p->budget; /* growing doubles it */
    if (full || rows->count >= UINT32_MAX / 8 ||
        !wmi_grow(p->allocator, &rows->data, &rows->capacity, (size_t)rows->count + 1, element)) {
        p->failed = wmi_fail_line(
            p->error, full ? WM_LIMIT : WM_NO_MEMORY, p->line.number, 0, p->path,
            full ? "the rows up to here need more memory than the limit allows" : "out of memory");
        return NULL;
    }
    uint64_t grown = (uint64_t)(rows->capacity - before) * element;
    p->budget = grown < p->budget ? p->budget - grown : 0;
    void *record = (char *)rows->data + rows->count++ * element;
    memset(record, 0, element);
    return record;
}

/* Comments are ignored, except one from our own writer: which of the two roundings the
 * normals of the binary used. */
static void comment(wmi_text_parser *p)
{
    wmi_line line = p->line;
    static const char *const words[] = {"#", "waymark:", "rounding"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!wmi_word_is(wmi_next_word(&line), words[i]))
            return;
    wmi_word word = wmi_next_word(&line);
    if (wmi_word_is(word, "k2"))
        p->rounding = WM_KOTOR_ROUNDING_K2;
    else if (wmi_word_is(word, "k1"))
        p->rounding = WM_KOTOR_ROUNDING_K1;
}

bool wmi_text_line(wmi_text_parser *p)
{
    if (p->held) {
        p->held = false;
        return true;
    }
    while (!p->failed && wmi_next_line(&p->text, &p->line)) {
        size_t length = (size_t)(p->line.end - p->line.start);
        if (length >= WMI_TEXT_LINE)
            wmi_report(p->report, WM_KOTOR_TEXT_LONG_LINE, wmi_at_line(p->line.number, "%s", ""),
                       "the line has %zu bytes, the engine reads at most %d", length,
                       WMI_TEXT_LINE - 1);
        wmi_line look = p->line;
        wmi_word word = wmi_next_word(&look);
        if (word.size == 0)
            continue;
        if (word.text[0] != '#')
            return true;
        comment(p);
    }
    return false;
}

void wmi_text_show(wmi_word word, char text[WMI_TEXT_SHOWN])
{
    wmi_word_copy(word, text, WMI_TEXT_SHOWN);
    for (size_t i = 0; i < word.size && i < WMI_TEXT_SHOWN - 1; i++)
        if ((unsigned char)text[i] < 0x20 || (unsigned char)text[i] > 0x7E)
            text[i] = '?'; /* also replaces zero bytes */
}

/* Adds a keyword to a list, once, if there is room. */
static void note(char *list, size_t size, wmi_word word)
{
    char name[WMI_TEXT_SHOWN];
    wmi_text_show(word, name);
    size_t used = strlen(list), n = strlen(name);
    for (const char *at = strstr(list, name); at; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ' ') && (at[n] == ',' || at[n] == '\0'))
            return;
    if (used + n + 3 < size)
        wmi_format(list + used, size - used, "%s%s", used ? ", " : "", name);
}

bool wmi_text_numeric(wmi_word word)
{
    float value;
    char c = word.size ? word.text[0] : 'x';
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' ||
           wmi_word_float(word, &value); /* "nan" and "inf", not words that start with them */
}

/* Each keyword inside a node that walkmeshes do not use is named once. Rows of numbers
 * belong to the keyword above them. */
static void pass_over(char *list, size_t size, wmi_word word)
{
    if (!wmi_text_numeric(word) && !wmi_word_is(word, "endlist"))
        note(list, size, word);
}

static void start_node(wmi_text_parser *p)
{
    wmi_word type = wmi_next_word(&p->line), name = wmi_next_word(&p->line);
    uint32_t number = p->nodes.count;
    wmi_text_node *node = wmi_rows_add(p, &p->nodes, sizeof *node);
    if (!node)
        return;
    node->line = p->line.number;
    node->type = wmi_word_is(type, "aabb")      ? WMI_NODE_AABB
                 : wmi_word_is(type, "trimesh") ? WMI_NODE_MESH
                 : wmi_word_is(type, "dummy")   ? WMI_NODE_DUMMY
                                                : WMI_NODE_OTHER;
    node->orientation[0] = 1;
    node->name = wmi_arena_text(p->names, name.text, name.size);
    if (!node->name) {
        node->name = "";
        p->failed = wmi_arena_fail(p->names, p->error, "node");
        return;
    }
    if (type.size == 0) {
        wmi_text_at(p, "node[%lu]", (ul)number);
        wmi_text_fault(p, type.column, "expected a node type: aabb, trimesh or dummy");
    }
}

static void field(wmi_text_parser *p, wmi_text_node *node, wmi_word word)
{
    float v[3];
    bool mesh = node->type == WMI_NODE_MESH || node->type == WMI_NODE_AABB;
    if (wmi_word_is(word, "position")) {
        wmi_text_at(p, "position");
        if (wmi_text_floats(p, v, 3))
            node->position = (wm_vec3){v[0], v[1], v[2]};
    } else if (wmi_word_is(word, "orientation")) {
        wmi_text_at(p, "orientation");
        float axis_angle[4];
        if (wmi_text_floats(p, axis_angle, 4))
            memcpy(node->orientation, axis_angle, sizeof axis_angle);
    } else if (mesh && wmi_word_is(word, "verts")) {
        wmi_text_verts(p, node);
    } else if (mesh && wmi_word_is(word, "faces")) {
        wmi_text_faces(p, node);
    } else if (mesh && wmi_word_is(word, "roomlinks")) {
        wmi_text_links(p, node);
    } else if (mesh && wmi_word_is(word, "aabb")) {
        wmi_text_boxes(p, node);
    } else if (!wmi_word_is(word, "parent")) { /* dummies find their meshes by name */
        pass_over(node->ignored, sizeof node->ignored, word);
    }
}

wmi_phrase wmi_text_called(const char *name)
{
    wmi_phrase p = {"a node without a name"};
    if (*name)
        wmi_format(p.text, sizeof p.text, "node %.100s", name);
    return p;
}

static void end_node(wmi_text_parser *p, const wmi_text_node *node)
{
    if (node->ignored[0])
        wmi_report(p->report, WM_KOTOR_TEXT_IGNORED, wmi_at_line(node->line, "%s", ""),
                   "ignored in %s: %s", wmi_text_called(node->name).text, node->ignored);
    if (node->type == WMI_NODE_OTHER)
        wmi_report(p->report, WM_KOTOR_TEXT_IGNORED, wmi_at_line(node->line, "%s", ""),
                   "%s has a type that walkmeshes do not use", wmi_text_called(node->name).text);
}

/* Keywords that tools write outside nodes. */
static bool wrapper(wmi_word word)
{
    return wmi_word_is(word, "beginwalkmeshgeom") || wmi_word_is(word, "endwalkmeshgeom");
}

void wmi_text_parse(wmi_text_parser *p, const void *data, size_t size)
{
    bool inside = false;
    p->text = wmi_text_open(data, size);
    while (!p->failed && wmi_text_line(p)) {
        wmi_text_node *nodes = p->nodes.data;
        wmi_text_node *node = inside ? &nodes[p->nodes.count - 1] : NULL;
        wmi_word word = wmi_next_word(&p->line);
        if (wmi_word_is(word, "node")) {
            if (node) {
                wmi_text_at(p, "node[%lu]", (ul)p->nodes.count - 1);
                if (!wmi_text_fault(p, word.column,
                                    "the node that starts at line %lu has no endnode",
                                    (ul)node->line))
                    return;
                end_node(p, node);
            }
            start_node(p);
            inside = true;
        } else if (node && wmi_word_is(word, "endnode")) {
            end_node(p, node);
            inside = false;
        } else if (node) {
            field(p, node, word);
        } else if (!wrapper(word)) {
            pass_over(p->outside, sizeof p->outside, word);
        }
    }
    if (inside && !p->failed) {
        const wmi_text_node *node = (wmi_text_node *)p->nodes.data + p->nodes.count - 1;
        wmi_text_at(p, "node[%lu]", (ul)p->nodes.count - 1);
        wmi_text_fault_at(p, WM_KOTOR_TEXT_SYNTAX, WM_TRUNCATED, p->text.line, 1,
                          "the file is cut off: the node that starts at line %lu has no endnode",
                          (ul)node->line);
    }
    if (p->outside[0])
        wmi_report(p->report, WM_KOTOR_TEXT_IGNORED, wmi_at_line(1, "%s", ""),
                   "ignored outside nodes: %s", p->outside);
}

void wmi_text_release(wmi_text_parser *p)
{
    wmi_text_node *nodes = p->nodes.data;
    for (uint32_t i = 0; i < p->nodes.count; i++) {
        wmi_text_node *n = &nodes[i];
        wmi_release(p->allocator, n->vertices.data, n->vertices.capacity, sizeof(wm_vec3));
        wmi_release(p->allocator, n->faces.data, n->faces.capacity, sizeof(wmi_text_face));
        wmi_release(p->allocator, n->links.data, n->links.capacity, sizeof(wmi_text_link));
        wmi_release(p->allocator, n->boxes.data, n->boxes.capacity, sizeof(wmi_text_box));
    }
    wmi_release(p->allocator, nodes, p->nodes.capacity, sizeof *nodes);
}
