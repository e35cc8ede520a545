/* Reads and writes the table of packets. docs/formats/nwn2.md, "Container". */
#include "nwn2/container.h"

#include "base/sort.h"
#include "base/words.h"

static bool read_header(wmi_reader *r, wmi_container *out)
{
    if (r->size < WMI_FILE_HEADER || memcmp(r->base, "NWN2", 4) != 0) {
        bool magic = r->size >= 4 && memcmp(r->base, "NWN2", 4) != 0;
        wmi_reader_fail(r, magic ? WM_BAD_MAGIC : WM_TRUNCATED, 0, "magic", "%s",
                        magic ? "expected \"NWN2\"" : wmi_cut_off("header", 0, 12, r->size).text);
        return false;
    }
    if (r->size > UINT32_MAX) {
        wmi_reader_fail(r, WM_UNSUPPORTED, 0, "", "the file is larger than 4 GiB");
        return false;
    }
    out->major = wmi_le16(r->base + 4);
    out->minor = wmi_le16(r->base + 6);
    return true;
}

static uint32_t entry_offset(const wmi_reader *r, uint32_t i)
{
    return wmi_le32(r->base + WMI_FILE_HEADER + (size_t)i * WMI_PACKET_ENTRY + 4);
}

static uint64_t end_of_table(uint32_t count)
{
    return WMI_FILE_HEADER + (uint64_t)count * WMI_PACKET_ENTRY;
}

static wmi_place_fault look_at(const wmi_reader *r, const wmi_container *table, uint32_t i)
{
    uint32_t offset = entry_offset(r, i);
    if (!wmi_fits(r->size, offset, 1, WMI_PACKET_HEADER))
        return WMI_PLACE_OUTSIDE;
    if (offset < end_of_table(table->count))
        return WMI_PLACE_TABLE;
    if (!wmi_fits(r->size - WMI_PACKET_HEADER, offset, wmi_le32(r->base + offset + 4), 1))
        return WMI_PLACE_CUT;
    return WMI_PLACE_FINE;
}

static bool is_present(uint8_t fault)
{
    return fault == WMI_PLACE_FINE || fault == WMI_PLACE_CUT;
}

/* Marks packets that share bytes with one before them. Counts the bytes that belong to no packet.
 */
static void set_apart(const wmi_reader *r, wmi_container *table, uint64_t *order)
{
    uint32_t present = 0;
    uint64_t end = end_of_table(table->count), loose = 0;
    for (uint32_t i = 0; i < table->count; i++)
        if (is_present(table->fault[i]))
            order[present++] = (uint64_t)entry_offset(r, i) << 32 | i;
    wmi_sort_high(order, order + table->count, present);
    for (uint32_t k = 0; k < present; k++) {
        uint32_t offset = (uint32_t)(order[k] >> 32), i = (uint32_t)order[k];
        uint64_t size = wmi_le32(r->base + offset + 4);
        if (offset < end) {
            table->fault[i] = WMI_PLACE_SHARED;
            table->end[i] = (uint32_t)end;
            continue;
        }
        loose += offset - end;
        end = (uint64_t)offset + WMI_PACKET_HEADER + size;
        end = end < r->size ? end : r->size;
        table->end[i] = (uint32_t)end;
        table->order[table->present++] = i;
    }
    table->unclaimed = (uint32_t)(loose + (r->size - end));
}

static void read_table(wmi_reader *r, wmi_container *table)
{
    uint32_t count = wmi_reader_u32(r, 8, "packet_count");
    table->count = wmi_reader_span(r, WMI_FILE_HEADER, count, WMI_PACKET_ENTRY, "packets").count;
    if (r->failed)
        return;
    uint64_t *order = wmi_arena_raw(&table->scratch, 2 * (size_t)count, sizeof *order);
    table->fault = wmi_arena_new(&table->scratch, count, 1);
    table->end = wmi_arena_new(&table->scratch, count, sizeof *table->end);
    table->order = wmi_arena_new(&table->scratch, count, sizeof *table->order);
    if (!order || !table->fault || !table->end || !table->order) {
        r->failed = wmi_arena_fail(&table->scratch, r->error, "packets");
        return;
    }
    for (uint32_t i = 0; i < table->count; i++)
        table->fault[i] = (uint8_t)look_at(r, table, i);
    set_apart(r, table, order);
    for (uint32_t i = 0; i < table->count; i++)
        table->faults += table->fault[i] != WMI_PLACE_FINE;
}

wmi_container wmi_container_read(wmi_reader *r, const wm_allocator *allocator)
{
    wmi_container table = {0};
    wmi_arena_init(&table.scratch, allocator, 0);
    if (read_header(r, &table))
        read_table(r, &table);
    return table;
}

void wmi_container_free(wmi_container *table)
{
    wmi_arena_free(&table->scratch);
}

wmi_packet_place wmi_container_packet(const wmi_reader *r, const wmi_container *table, uint32_t i)
{
    const uint8_t *entry = r->base + WMI_FILE_HEADER + (size_t)i * WMI_PACKET_ENTRY;
    wmi_packet_place p = {.fault = (wmi_place_fault)table->fault[i]};
    memcpy(p.type, entry, 4);
    memcpy(p.stored_type, entry, 4);
    if (!is_present(table->fault[i]))
        return p;
    p.offset = wmi_le32(entry + 4);
    memcpy(p.stored_type, r->base + p.offset, 4);
    p.start = p.offset + WMI_PACKET_HEADER;
    p.size = table->end[i] - p.start;
    return p;
}

void wmi_container_fault(const wmi_reader *r, const wmi_container *table, uint32_t i,
                         wm_error *error)
{
    char path[48];
    uint32_t offset = entry_offset(r, i);
    uint64_t at = WMI_FILE_HEADER + (uint64_t)i * WMI_PACKET_ENTRY + 4;
    wmi_format(path, sizeof path, "packets[%lu].%s", (ul)i,
               table->fault[i] == WMI_PLACE_CUT ? "size" : "offset");
    switch (table->fault[i]) {
    case WMI_PLACE_OUTSIDE:
        wmi_fail_at(error, WM_BAD_OFFSET, at, path,
                    "the packet starts at byte %s, but the file has only %s bytes",
                    wmi_number(offset).text, wmi_number(r->size).text);
        break;
    case WMI_PLACE_TABLE:
        wmi_fail_at(error, WM_BAD_OFFSET, at, path,
                    "the packet starts at byte %s, inside the table that ends at byte %s",
                    wmi_number(offset).text, wmi_number(end_of_table(table->count)).text);
        break;
    case WMI_PLACE_SHARED:
        wmi_fail_at(error, WM_BAD_OFFSET, at, path,
                    "the packet starts at byte %s, inside the packet that ends at byte %s",
                    wmi_number(offset).text, wmi_number(table->end[i]).text);
        break;
    case WMI_PLACE_CUT:
        wmi_fail_at(error, WM_TRUNCATED, (uint64_t)offset + 4, path,
                    "the file is cut off: the packet needs %s bytes, %s remain",
                    wmi_number(wmi_le32(r->base + offset + 4)).text,
                    wmi_number(r->size - WMI_PACKET_HEADER - offset).text);
        break;
    default: break;
    }
}

/* ---- layouts ---- */

bool wmi_container_is_plain(const wmi_reader *r, const wmi_container *table)
{
    uint64_t end = end_of_table(table->count);
    if (table->faults || table->unclaimed)
        return false;
    for (uint32_t i = 0; i < table->count; i++) {
        if (entry_offset(r, i) != end)
            return false;
        end = table->end[i];
    }
    return true;
}

/* The bytes outside the contents are runs: one before each packet, and one after the last. Returns
 * where run k starts. */
static uint32_t run_at(const wmi_container_layout *l, uint32_t k, uint32_t *size)
{
    uint32_t before = k ? l->order[k - 1] : 0;
    uint32_t start = k ? l->offset[before] + WMI_PACKET_HEADER + l->length[before] : 0;
    uint32_t end = k < l->present ? l->offset[l->order[k]] + WMI_PACKET_HEADER : l->size;
    *size = end - start;
    return start;
}

wmi_container_layout *wmi_container_keep(const wmi_reader *r, const wmi_container *table,
                                         wmi_arena *arena)
{
    wmi_container_layout *l = wmi_arena_new(arena, 1, sizeof *l);
    uint32_t *offset = wmi_arena_new(arena, table->count, sizeof *offset);
    uint32_t *length = wmi_arena_new(arena, table->count, sizeof *length);
    uint32_t *order = wmi_arena_new(arena, table->present, sizeof *order);
    uint32_t size, outside = (uint32_t)r->size;
    if (!l || !offset || !length || !order)
        return NULL;
    for (uint32_t i = 0; i < table->count; i++) {
        wmi_packet_place p = wmi_container_packet(r, table, i);
        offset[i] = p.offset;
        length[i] = p.size;
        outside -= p.size;
    }
    if (table->present)
        memcpy(order, table->order, table->present * sizeof *order);
    uint8_t *to = wmi_arena_raw(arena, outside, 1);
    *l = (wmi_container_layout){
        .size = (uint32_t)r->size,
        .count = table->count,
        .offset = offset,
        .length = length,
        .order = order,
        .present = table->present,
        .unclaimed = table->faults ? 0 : table->unclaimed,
        .outside = outside,
        .bytes = to,
    };
    for (uint32_t k = 0; to && k <= l->present; k++, to += size) {
        uint32_t start = run_at(l, k, &size);
        memcpy(to, r->base + start, size);
    }
    return l->bytes ? l : NULL;
}

wmi_container_layout *wmi_container_twin(wmi_copier *c, const wmi_container_layout *from)
{
    wmi_container_layout *l = from ? wmi_copy(c, from, 1, sizeof *l) : NULL;
    if (!l)
        return NULL;
    l->offset = wmi_copy(c, from->offset, from->count, sizeof *l->offset);
    l->length = wmi_copy(c, from->length, from->count, sizeof *l->length);
    l->order = wmi_copy(c, from->order, from->present, sizeof *l->order);
    l->bytes = wmi_copy(c, from->bytes, from->outside, 1);
    return l;
}

/* A packet of a file that was written from one end to the other. */
static const uint8_t *written(const wmi_writer *w, uint32_t i)
{
    return w->data + wmi_le32(w->data + end_of_table(i) + 4);
}

static bool has_lengths(const wmi_writer *w, const wmi_container_layout *l)
{
    if (wmi_le32(w->data + 8) != l->count)
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        if (wmi_le32(written(w, i) + 4) != l->length[i])
            return false;
    return true;
}

bool wmi_container_restore(wmi_writer *w, const wmi_container_layout *l)
{
    wmi_writer file;
    if (!l || w->failed || !has_lengths(w, l))
        return false;
    wmi_writer_init(&file, &w->allocator);
    wmi_writer_reserve(&file, l->size);
    const uint8_t *from = l->bytes;
    for (uint32_t k = 0, size; k <= l->present && !file.failed; k++, from += size) {
        (void)run_at(l, k, &size);
        wmi_writer_bytes(&file, from, size);
        if (k < l->present)
            wmi_writer_bytes(&file, written(w, l->order[k]) + WMI_PACKET_HEADER,
                             l->length[l->order[k]]);
    }
    for (uint32_t i = 0; i < l->count && !file.failed; i++) {
        memcpy(file.data + end_of_table(i), w->data + end_of_table(i), 4); /* the types */
        if (l->offset[i])
            memcpy(file.data + l->offset[i], written(w, i), 4);
    }
    if (!file.failed)
        memcpy(file.data, w->data, WMI_FILE_HEADER);
    wmi_release(&w->allocator, w->data, w->capacity, 1);
    *w = file;
    return true;
}

/* ---- writing ---- */

void wmi_container_begin(wmi_writer *w, uint16_t major, uint16_t minor, uint32_t count)
{
    wmi_writer_text(w, "NWN2");
    wmi_writer_u32(w, major | (uint32_t)minor << 16);
    wmi_writer_u32(w, count);
    wmi_writer_space(w, WMI_PACKET_ENTRY * (size_t)count);
}

size_t wmi_container_add(wmi_writer *w, uint32_t i, const char *type, const char *stored_type)
{
    size_t start = w->size;
    if (!w->failed) {
        uint8_t *entry = w->data + WMI_FILE_HEADER + WMI_PACKET_ENTRY * (size_t)i;
        memcpy(entry, type, 4);
        wmi_put32(entry + 4, (uint32_t)start);
    }
    wmi_writer_bytes(w, stored_type, 4);
    wmi_writer_u32(w, 0);
    return start;
}

wm_status wmi_container_end(wmi_writer *w, size_t start, wm_error *error)
{
    if (w->size > UINT32_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "", "the file would be larger than 4 GiB");
    if (!w->failed)
        wmi_put32(w->data + start + 4, (uint32_t)(w->size - start - WMI_PACKET_HEADER));
    return WM_OK;
}
