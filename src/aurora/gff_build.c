/* Writes a GFF. docs/formats/kotor-pth-git.md, "GFF" */
#include "aurora/gff_build.h"

enum { HEADER = 56, STRUCT = 12, FIELD = 12, LABEL = 16, ITEM = 8 };

static wmi_writer *part(wmi_gff_builder *b, int i)
{
    wmi_writer *const parts[] = {&b->structs, &b->fields, &b->owners,
                                 &b->labels,  &b->lists,  &b->items};
    return parts[i];
}
enum { PARTS = 6 };

void wmi_gff_begin(wmi_gff_builder *b, const wm_allocator *allocator)
{
    for (int i = 0; i < PARTS; i++)
        wmi_writer_init(part(b, i), allocator);
}

static bool failed(wmi_gff_builder *b)
{
    for (int i = 0; i < PARTS; i++)
        if (part(b, i)->failed)
            return true;
    return false;
}

static uint32_t rows(const wmi_writer *w, uint32_t size)
{
    return (uint32_t)(w->size / size);
}

uint32_t wmi_gff_add_struct(wmi_gff_builder *b, uint32_t id)
{
    uint32_t index = rows(&b->structs, STRUCT);
    wmi_writer_u32(&b->structs, id);
    wmi_writer_u32(&b->structs, 0);
    wmi_writer_u32(&b->structs, 0);
    return index;
}

/* Its index. A format has few labels, so a list serves. */
static uint32_t label_of(wmi_gff_builder *b, const char *text)
{
    uint8_t padded[LABEL] = {0};
    uint32_t count = rows(&b->labels, LABEL);
    memcpy(padded, text, strlen(text) < LABEL ? strlen(text) : LABEL);
    for (uint32_t i = 0; i < count && !b->labels.failed; i++)
        if (memcmp(b->labels.data + (size_t)LABEL * i, padded, LABEL) == 0)
            return i;
    wmi_writer_bytes(&b->labels, padded, LABEL);
    return count;
}

static void add_field(wmi_gff_builder *b, uint32_t structure, const char *label, uint32_t kind,
                      uint32_t value)
{
    uint32_t name = label_of(b, label);
    wmi_writer_u32(&b->fields, kind);
    wmi_writer_u32(&b->fields, name);
    wmi_writer_u32(&b->fields, value);
    wmi_writer_u32(&b->owners, structure);
    if (!failed(b)) {
        uint8_t *count = b->structs.data + (size_t)STRUCT * structure + 8;
        wmi_put32(count, wmi_le32(count) + 1);
    }
}

void wmi_gff_add_u32(wmi_gff_builder *b, uint32_t structure, const char *label, uint32_t value)
{
    add_field(b, structure, label, WM_GFF_KIND_U32, value);
}

void wmi_gff_add_f32(wmi_gff_builder *b, uint32_t structure, const char *label, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_field(b, structure, label, WM_GFF_KIND_F32, bits);
}

uint32_t wmi_gff_add_list(wmi_gff_builder *b, uint32_t structure, const char *label)
{
    uint32_t number = rows(&b->lists, 4);
    wmi_writer_u32(&b->lists, 0);
    add_field(b, structure, label, WM_GFF_KIND_LIST, number);
    return number;
}

void wmi_gff_add_item(wmi_gff_builder *b, uint32_t list, uint32_t structure)
{
    wmi_writer_u32(&b->items, list);
    wmi_writer_u32(&b->items, structure);
    if (!failed(b)) {
        uint8_t *count = b->lists.data + 4 * (size_t)list;
        wmi_put32(count, wmi_le32(count) + 1);
    }
}

/* ---- the tables that follow from the others ---- */

/* Fills the field indices: by struct, for those with several fields. The second word of a struct
 * serves as the place of its next index meanwhile. */
static void fill_indices(wmi_gff_builder *b, uint8_t *indices)
{
    uint32_t structs = rows(&b->structs, STRUCT), fields = rows(&b->fields, FIELD), at = 0;
    for (uint32_t i = 0; i < structs; i++) {
        uint8_t *s = b->structs.data + (size_t)STRUCT * i;
        uint32_t count = wmi_le32(s + 8);
        wmi_put32(s + 4, at);
        at += count > 1 ? 4 * count : 0;
    }
    for (uint32_t i = 0; i < fields; i++) {
        uint8_t *s = b->structs.data + (size_t)STRUCT * wmi_le32(b->owners.data + 4 * (size_t)i);
        uint32_t next = wmi_le32(s + 4);
        if (wmi_le32(s + 8) == 1) {
            wmi_put32(s + 4, i);
            continue;
        }
        wmi_put32(indices + next, i);
        wmi_put32(s + 4, next + 4);
    }
    for (uint32_t i = 0; i < structs; i++) {
        uint8_t *s = b->structs.data + (size_t)STRUCT * i;
        uint32_t count = wmi_le32(s + 8);
        if (count > 1)
            wmi_put32(s + 4, wmi_le32(s + 4) - 4 * count);
    }
}

static uint32_t size_of_indices(const wmi_gff_builder *b)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < rows(&b->structs, STRUCT); i++) {
        uint32_t count = wmi_le32(b->structs.data + (size_t)STRUCT * i + 8);
        size += count > 1 ? 4 * count : 0;
    }
    return size;
}

/* Fills the list indices, and gives the list fields their offsets. A list's count is replaced by
 * the place of its next item. */
static void fill_lists(wmi_gff_builder *b, uint8_t *lists)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < rows(&b->lists, 4); i++) {
        uint8_t *list = b->lists.data + 4 * (size_t)i;
        uint32_t count = wmi_le32(list);
        wmi_put32(lists + at, count);
        wmi_put32(list, at + 4);
        at += 4 + 4 * count;
    }
    for (uint32_t i = 0; i < rows(&b->fields, FIELD); i++) {
        uint8_t *f = b->fields.data + (size_t)FIELD * i;
        if (wmi_le32(f) == WM_GFF_KIND_LIST)
            wmi_put32(f + 8, wmi_le32(b->lists.data + 4 * (size_t)wmi_le32(f + 8)) - 4);
    }
    for (uint32_t i = 0; i < rows(&b->items, ITEM); i++) {
        const uint8_t *item = b->items.data + (size_t)ITEM * i;
        uint8_t *list = b->lists.data + 4 * (size_t)wmi_le32(item);
        wmi_put32(lists + wmi_le32(list), wmi_le32(item + 4));
        wmi_put32(list, wmi_le32(list) + 4);
    }
}

/* ---- the file ---- */

static void put_parts(wmi_gff_builder *b, const char *type, const uint32_t size[6], uint8_t *to)
{
    static const uint32_t row[6] = {STRUCT, FIELD, LABEL, 1, 1, 1};
    uint32_t at = HEADER;
    memcpy(to, type, 4);
    memcpy(to + 4, "V3.2", 4);
    for (int i = 0; i < 6; i++) {
        wmi_put32(to + 8 + 8 * i, at);
        wmi_put32(to + 12 + 8 * i, size[i] / row[i]);
        at += size[i];
    }
    uint8_t *labels = to + HEADER + size[0] + size[1], *indices = labels + size[2];
    fill_indices(b, indices);
    fill_lists(b, indices + size[4]);
    if (size[0])
        memcpy(to + HEADER, b->structs.data, size[0]);
    if (size[1])
        memcpy(to + HEADER + size[0], b->fields.data, size[1]);
    if (size[2])
        memcpy(labels, b->labels.data, size[2]);
}

wm_status wmi_gff_finish(wmi_gff_builder *b, const char *type, wm_buffer *out, wm_error *error)
{
    wm_status status = WM_OK;
    wmi_writer w;
    wmi_writer_init(&w, &b->structs.allocator);
    *out = (wm_buffer){0};
    uint64_t total = HEADER + (uint64_t)b->structs.size + b->fields.size + b->labels.size +
                     b->owners.size + b->lists.size + b->items.size;
    if (!failed(b) && total > UINT32_MAX) {
        status = wmi_fail(error, WM_LIMIT, "", "a GFF holds at most 4 GiB");
    } else {
        w.failed = failed(b);
        if (!w.failed) {
            const uint32_t size[6] = {
                (uint32_t)b->structs.size, (uint32_t)b->fields.size,
                (uint32_t)b->labels.size,  0,
                size_of_indices(b),        (uint32_t)(b->lists.size + b->items.size / 2)};
            uint8_t *to = wmi_writer_space(&w, HEADER + (size_t)size[0] + size[1] + size[2] +
                                                   size[4] + size[5]);
            if (to)
                put_parts(b, type, size, to);
        }
        status = wmi_writer_finish(&w, out, error);
    }
    for (int i = 0; i < PARTS; i++)
        wmi_release(&part(b, i)->allocator, part(b, i)->data, part(b, i)->capacity, 1);
    return status;
}
