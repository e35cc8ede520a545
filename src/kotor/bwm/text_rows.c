/* Parses the tables of a walkmesh text: verts, faces, roomlinks and aabb rows.
 * docs/formats/kotor-ascii-walkmesh.md, "Blocks". */
#include <stdio.h>

#include "base/words.h"
#include "kotor/bwm/text.h"

/* A word for display in a message. */
static const char *shown(wmi_word word, char text[40])
{
    if (word.size == 0)
        return "nothing";
    char inner[WMI_TEXT_SHOWN];
    wmi_text_show(word, inner);
    wmi_format(text, 40, "'%s'", inner);
    return text;
}

/* Parses an integer in [least, most], or reports a fault. The caller sets the path. */
static bool whole(wmi_text_parser *p, wmi_word word, int64_t least, int64_t most, int64_t *value)
{
    char text[40];
    if (!wmi_word_int(word, value))
        return wmi_text_fault(p, word.column, "expected a whole number, found %s",
                              shown(word, text)) &&
               false;
    if (*value < least || *value > most)
        return wmi_text_fault(p, word.column, "expected %lld to %lld, found %s", (long long)least,
                              (long long)most, shown(word, text)) &&
               false;
    return true;
}

static bool number(wmi_text_parser *p, wmi_word word, float *value)
{
    char text[40];
    if (wmi_word_float(word, value))
        return true;
    wmi_text_fault(p, word.column, "expected a number, found %s", shown(word, text));
    return false;
}

bool wmi_text_floats(wmi_text_parser *p, float *value, int count)
{
    for (int i = 0; i < count; i++)
        if (!number(p, wmi_next_word(&p->line), &value[i]))
            return false;
    return true;
}

/* Rows still expected in a block. Without a count after the keyword, the block ends at
 * `endlist` or at the first line that does not start with a number. */
typedef struct block {
    const char *name;
    bool counted;
    uint32_t wanted, have;
    uint32_t line; /* of the keyword */
} block;

/* A row takes at least `least` bytes, so an impossible count is caught before any row is
 * read. */
static bool open_block(wmi_text_parser *p, block *b, const char *name, size_t least)
{
    wmi_word word = wmi_next_word(&p->line);
    int64_t value;
    *b = (block){.name = name, .line = p->line.number};
    wmi_text_at(p, "%s", name);
    if (word.size == 0)
        return true;
    if (!whole(p, word, 0, UINT32_MAX / 8, &value))
        return !p->failed; /* already reported: read the rows that are there */
    size_t left = (size_t)(p->text.end - p->text.at);
    if ((uint64_t)value > left / least + 1) {
        wmi_text_fault_at(p, WM_KOTOR_TEXT_SYNTAX, WM_TRUNCATED, p->line.number, word.column,
                          "the file is cut off: %s declared, %s",
                          wmi_count((uint64_t)value, "row is", "rows are").text,
                          wmi_count(left, "byte remains", "bytes remain").text);
        return !p->failed;
    }
    b->counted = true;
    b->wanted = (uint32_t)value;
    return true;
}

static bool starts_with_number(wmi_line line)
{
    return wmi_text_numeric(wmi_next_word(&line));
}

/* Moves to the next row. Returns false at the end of the block or after a failure. */
static bool next_row(wmi_text_parser *p, block *b)
{
    if (b->counted && b->have == b->wanted)
        return false;
    bool more = wmi_text_line(p);
    if (p->failed)
        return false;
    if (more && starts_with_number(p->line)) {
        b->have++;
        return true;
    }
    if (more) {
        wmi_line look = p->line;
        p->held = !wmi_word_is(wmi_next_word(&look), "endlist");
    }
    if (b->counted) {
        wmi_text_at(p, "%s[%lu]", b->name, (ul)b->have);
        wmi_text_fault_at(p, WM_KOTOR_TEXT_SYNTAX, more ? WM_BAD_TEXT : WM_TRUNCATED,
                          more ? p->line.number : p->text.line, 1,
                          "expected another row: line %lu declares %s, found %lu", (ul)b->line,
                          wmi_count(b->wanted, "row", "rows").text, (ul)b->have);
    }
    return false;
}

/* If a node has the same block twice, the engine uses the last. */
static bool fresh(wmi_text_parser *p, bool *seen, wmi_rows *rows, const char *name)
{
    wmi_text_at(p, "%s", name);
    if (*seen && !wmi_text_fault(p, 1, "the node has a second block '%s'", name))
        return false;
    *seen = true;
    rows->count = 0;
    return true;
}

void wmi_text_verts(wmi_text_parser *p, wmi_text_node *node)
{
    block b;
    if (!fresh(p, &node->has_verts, &node->vertices, "verts") || !open_block(p, &b, "verts", 6))
        return;
    while (next_row(p, &b)) {
        wm_vec3 *v = wmi_rows_add(p, &node->vertices, sizeof *v);
        float *const to[3] = {v ? &v->x : NULL, v ? &v->y : NULL, v ? &v->z : NULL};
        for (int k = 0; v && k < 3; k++) {
            wmi_text_at(p, "verts[%lu].%c", (ul)b.have - 1, "xyz"[k]);
            if (!number(p, wmi_next_word(&p->line), to[k]))
                break;
        }
    }
}

/* Eight numbers: three vertex indices, four that walkmeshes do not use, the material. */
static void face_row(wmi_text_parser *p, wmi_text_face *f, unsigned long i)
{
    int64_t value;
    f->line = p->line.number;
    for (int k = 0; k < 8; k++) {
        wmi_word word = wmi_next_word(&p->line);
        if (k < 3)
            wmi_text_at(p, "faces[%lu].vertex[%d]", i, k);
        else if (k < 7)
            wmi_text_at(p, "faces[%lu].unused[%d]", i, k - 3);
        else
            wmi_text_at(p, "faces[%lu].material", i);
        bool used = k < 3 || k == 7;
        if (!whole(p, word, used ? 0 : INT32_MIN, UINT32_MAX, &value))
            return;
        if (k == 0)
            f->column = word.column;
        if (k < 3)
            f->vertex[k] = (uint32_t)value;
        else if (k == 7)
            f->material = (uint32_t)value;
    }
}

void wmi_text_faces(wmi_text_parser *p, wmi_text_node *node)
{
    block b;
    if (!fresh(p, &node->has_faces, &node->faces, "faces") || !open_block(p, &b, "faces", 16))
        return;
    while (next_row(p, &b)) {
        wmi_text_face *f = wmi_rows_add(p, &node->faces, sizeof *f);
        if (f)
            face_row(p, f, (ul)b.have - 1);
    }
}

/* The count after the keyword is unreliable: MDLedit writes the number of all edges.
 * Rows are pairs of numbers; the first other line ends the block. */
void wmi_text_links(wmi_text_parser *p, wmi_text_node *node)
{
    block b = {.name = "roomlinks"};
    if (!fresh(p, &node->has_links, &node->links, "roomlinks"))
        return;
    while (next_row(p, &b)) {
        int64_t edge, room;
        wmi_word first = wmi_next_word(&p->line), second = wmi_next_word(&p->line);
        wmi_text_at(p, "roomlinks[%lu].edge", (ul)b.have - 1);
        if (!whole(p, first, 0, UINT32_MAX - 1, &edge))
            continue;
        wmi_text_at(p, "roomlinks[%lu].room", (ul)b.have - 1);
        if (!whole(p, second, -1, UINT32_MAX, &room))
            continue;
        wmi_text_link *link = wmi_rows_add(p, &node->links, sizeof *link);
        if (link)
            *link = (wmi_text_link){(uint32_t)edge, (uint32_t)room, p->line.number, first.column};
    }
}

static bool box_row(wmi_text_parser *p, wmi_text_box *box, unsigned long i)
{
    int64_t value;
    for (int k = 0; k < 6; k++) {
        wmi_text_at(p, "aabb[%lu].%s.%c", i, k < 3 ? "min" : "max", "xyz"[k % 3]);
        if (!number(p, wmi_next_word(&p->line), &box->value[k]))
            return false;
    }
    wmi_word face = wmi_next_word(&p->line), plane = wmi_next_word(&p->line);
    wmi_text_at(p, "aabb[%lu].face", i);
    box->line = p->line.number;
    box->column = face.column;
    if (!whole(p, face, -1, UINT32_MAX, &value))
        return false;
    box->face = (uint32_t)value; /* -1 becomes WM_NO_INDEX */
    if (plane.size && wmi_word_int(plane, &value) && value >= 0 && value <= UINT32_MAX) {
        box->plane = (uint32_t)value;
        box->has_plane = true;
    }
    return true;
}

static void tree_fault(wmi_text_parser *p, wmi_text_node *node, uint32_t line, const char *what,
                       unsigned long n)
{
    node->bad_tree = true;
    wmi_text_fault_at(p, WM_KOTOR_TEXT_TREE, WM_BAD_TEXT, line, 1, what, n);
}

/* Pre-order: rows are expected as long as some inner node lacks a child. */
void wmi_text_boxes(wmi_text_parser *p, wmi_text_node *node)
{
    block b = {.name = "aabb"};
    uint32_t open = 1; /* nodes still expected */
    if (!fresh(p, &node->has_boxes, &node->boxes, "aabb"))
        return;
    wmi_line rest = p->line;
    bool here = wmi_next_word(&rest).size > 0; /* the first row is on the keyword's line */
    while (here || next_row(p, &b)) {
        unsigned long i = node->boxes.count;
        here = false;
        if (open == 0) {
            wmi_text_at(p, "aabb[%lu]", i);
            tree_fault(p, node, p->line.number, "unexpected row %lu: the tree is already complete",
                       i);
            continue;
        }
        wmi_text_box *box = wmi_rows_add(p, &node->boxes, sizeof *box);
        if (!box || !box_row(p, box, i)) {
            node->bad_tree = true;
            continue;
        }
        open = box->face == WM_NO_INDEX ? open + 1 : open - 1;
    }
    if (node->boxes.count == 0)
        node->has_boxes = false;
    else if (open && !node->bad_tree && !p->failed) {
        wmi_text_at(p, "aabb[%lu]", (ul)node->boxes.count);
        tree_fault(p, node, p->held ? p->line.number : p->text.line,
                   "the tree is incomplete, rows missing: %lu", open);
    }
}
