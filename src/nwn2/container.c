/* Reads and writes the table of packets. docs/formats/nwn2.md, "Container". */
#include "nwn2/container.h"

#include "base/sort.h"
#include "base/words.h"

static void fail_packet(wmi_reader *r, wm_status code, uint64_t offset, uint32_t i,
                        const char *field, const char *fmt, ...) WM_PRINTF(6, 7);

static void fail_packet(wmi_reader *r, wm_status code, uint64_t offset, uint32_t i,
                        const char *field, const char *fmt, ...)
{
    char path[48], text[160];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    wmi_format(path, sizeof path, "packets[%lu].%s", (ul)i, field);
    wmi_reader_fail(r, code, offset, path, "%s", text);
}

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

/* Checks that every packet lies in the file, after the table. */
static void read_table(wmi_reader *r, wmi_container *out)
{
    uint32_t count = wmi_reader_u32(r, 8, "packet_count");
    wmi_span s = wmi_reader_span(r, WMI_FILE_HEADER, count, WMI_PACKET_ENTRY, "packets");
    uint64_t table_end = WMI_FILE_HEADER + (uint64_t)count * WMI_PACKET_ENTRY;
    for (uint32_t i = 0; i < s.count && !r->failed; i++) {
        uint32_t offset = wmi_le32(s.data + (size_t)i * WMI_PACKET_ENTRY + 4);
        uint64_t at = s.offset + (uint64_t)i * WMI_PACKET_ENTRY + 4;
        if (!wmi_fits(r->size, offset, 1, WMI_PACKET_HEADER))
            fail_packet(r, WM_BAD_OFFSET, at, i, "offset",
                        "the packet starts at byte %s, but the file has only %s bytes",
                        wmi_number(offset).text, wmi_number(r->size).text);
        else if (offset < table_end)
            fail_packet(r, WM_BAD_OFFSET, at, i, "offset",
                        "the packet starts at byte %s, inside the table that ends at byte %s",
                        wmi_number(offset).text, wmi_number(table_end).text);
        else if (!wmi_fits(r->size - WMI_PACKET_HEADER, offset, wmi_le32(r->base + offset + 4), 1))
            fail_packet(r, WM_TRUNCATED, offset + 4, i, "size",
                        "the file is cut off: the packet needs %s bytes, %s remain",
                        wmi_number(wmi_le32(r->base + offset + 4)).text,
                        wmi_number(r->size - WMI_PACKET_HEADER - offset).text);
    }
    out->count = s.count;
}

/* Rejects packets that share bytes. Counts the bytes that belong to no packet. */
static void prove_apart(wmi_reader *r, wmi_container *out, const wm_allocator *allocator)
{
    wmi_arena scratch;
    uint32_t count = out->count;
    uint64_t end = WMI_FILE_HEADER + (uint64_t)count * WMI_PACKET_ENTRY, loose = 0;
    wmi_arena_init(&scratch, allocator, 0);
    uint64_t *order = wmi_arena_raw(&scratch, 2 * (size_t)count, sizeof *order);
    if (!order)
        r->failed = wmi_arena_fail(&scratch, r->error, "packets");
    for (uint32_t i = 0; order && i < count; i++)
        order[i] = (uint64_t)wmi_container_packet(r, i).offset << 32 | i;
    if (order)
        wmi_sort_high(order, order + count, count);
    for (uint32_t i = 0; order && i < count && !r->failed; i++) {
        uint32_t offset = (uint32_t)(order[i] >> 32), number = (uint32_t)order[i];
        if (offset < end)
            fail_packet(r, WM_BAD_OFFSET, WMI_FILE_HEADER + (uint64_t)number * WMI_PACKET_ENTRY + 4,
                        number, "offset",
                        "the packet starts at byte %s, inside the packet that ends at byte %s",
                        wmi_number(offset).text, wmi_number(end).text);
        loose += offset - end;
        end = (uint64_t)offset + WMI_PACKET_HEADER + wmi_le32(r->base + offset + 4);
    }
    out->unclaimed = (uint32_t)(loose + (r->size - end));
    wmi_arena_free(&scratch);
}

wmi_container wmi_container_read(wmi_reader *r, const wm_allocator *allocator)
{
    wmi_container out = {0};
    if (read_header(r, &out))
        read_table(r, &out);
    if (!r->failed)
        prove_apart(r, &out, allocator);
    return out;
}

wmi_packet_place wmi_container_packet(const wmi_reader *r, uint32_t i)
{
    const uint8_t *entry = r->base + WMI_FILE_HEADER + (size_t)i * WMI_PACKET_ENTRY;
    wmi_packet_place p = {.offset = wmi_le32(entry + 4)};
    memcpy(p.type, entry, 4);
    memcpy(p.stored_type, r->base + p.offset, 4);
    p.start = p.offset + WMI_PACKET_HEADER;
    p.size = wmi_le32(r->base + p.offset + 4);
    return p;
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
