/* Notes in model texts: base64 in comment lines, and checksums of what they belong to.
 * docs/formats/kotor-mdl-ascii.md, "Notes". */
#include "kotor/mdl/text/internal.h"

enum { LINE = 162 /* bytes per line of base64 */ };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- checksums --------------------------------------------------------- */

uint64_t wmi_sum_add(uint64_t sum, const void *values, size_t count)
{
    const unsigned char *p = values;
    for (size_t i = 0; i < count; i++) {
        uint32_t v;
        memcpy(&v, p + 4 * i, 4);
        sum = (sum ^ v) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 29;
    }
    return sum;
}

uint64_t wmi_sum_text(uint64_t sum, const char *text)
{
    for (; *text; text++)
        sum = wmi_sum_u32(sum, (unsigned char)*text);
    return wmi_sum_u32(sum, 0x100);
}

/* ---- writing ----------------------------------------------------------- */

static size_t encode(char *to, const uint8_t *p, size_t n)
{
    char *out = to;
    for (; n >= 3; n -= 3, p += 3) {
        uint32_t v = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        out[0] = digits[v >> 18];
        out[1] = digits[v >> 12 & 63];
        out[2] = digits[v >> 6 & 63];
        out[3] = digits[v & 63];
        out += 4;
    }
    if (n) {
        uint32_t v = (uint32_t)p[0] << 16 | (n > 1 ? (uint32_t)p[1] << 8 : 0);
        *out++ = digits[v >> 18];
        *out++ = digits[v >> 12 & 63];
        if (n > 1)
            *out++ = digits[v >> 6 & 63];
    }
    return (size_t)(out - to);
}

void wmi_note_write(wmi_writer *w, const char *head, const void *data, size_t size)
{
    const uint8_t *p = data;
    char text[LINE / 3 * 4 + 2];
    wmi_writer_text(w, "  #wm ");
    wmi_writer_text(w, head);
    wmi_writer_text(w, size ? " : " : " :\n");
    while (size) {
        size_t n = size < LINE ? size : LINE;
        size_t length = encode(text, p, n);
        text[length++] = '\n';
        wmi_writer_bytes(w, text, length);
        p += n;
        size -= n;
        if (size)
            wmi_writer_text(w, "  #wm + ");
    }
}

void wmi_note_write_packed(wmi_writer *w, const char *head, const void *data, size_t size)
{
    const uint8_t *p = data;
    uint8_t packed[2 * WMI_MDL_NODE_MOST];
    size_t n = 0;
    while (size && !p[size - 1]) /* the reader pads with zeros */
        size--;
    for (size_t i = 0; i < size;) {
        packed[n++] = p[i];
        if (p[i++])
            continue;
        uint8_t run = 0;
        for (; run < 255 && i < size && !p[i]; i++)
            run++;
        packed[n++] = run;
    }
    wmi_note_write(w, head, packed, n);
}

void wmi_note_words(wmi_writer *w, const char *head, const void *values, size_t count)
{
    wmi_writer bytes;
    wmi_writer_init(&bytes, &w->allocator);
    uint8_t *to = count ? wmi_writer_space(&bytes, 4 * count) : NULL;
    if (to)
        wmi_store32(to, values, count);
    if (bytes.failed)
        w->failed = true;
    else
        wmi_note_write(w, head, to, 4 * count);
    wmi_release(&w->allocator, bytes.data, bytes.capacity, 1);
}

/* ---- reading ----------------------------------------------------------- */

static uint32_t value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a' + 26);
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0' + 52);
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/* Moves from the end of a line to the base64 of the next. */
static const char *next_line(const char *p, const char *end)
{
    while (p < end && (*p == '\n' || *p == '\r' || *p == ' ' || *p == '\t'))
        p++;
    if (end - p >= 6 && memcmp(p, "#wm + ", 6) == 0)
        p += 6;
    return p;
}

bool wmi_note_read(wmi_note_data data, void *to, size_t room, size_t *size)
{
    uint8_t *out = to;
    uint32_t bits = 0, have = 0;
    size_t n = 0;
    *size = 0;
    for (const char *p = data.start; p < data.end;) {
        uint32_t v = value_of(*p);
        if (v == 64) {
            const char *next = next_line(p, data.end);
            if (next == p)
                return false;
            p = next;
            continue;
        }
        p++;
        bits = bits << 6 | v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            if (n == room)
                return false;
            out[n++] = (uint8_t)(bits >> have);
        }
    }
    *size = n;
    return true;
}

bool wmi_note_read_packed(wmi_note_data data, void *to, size_t room, size_t *size)
{
    uint8_t packed[2 * WMI_MDL_NODE_MOST];
    uint8_t *out = to;
    size_t count, n = 0;
    *size = 0;
    if (!wmi_note_read(data, packed, sizeof packed, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t run = packed[i] ? 1 : i + 1 < count ? (size_t)packed[i + 1] + 1 : 0;
        if (!run || run > room - n)
            return false;
        memset(out + n, packed[i], run);
        n += run;
        i += !packed[i];
    }
    memset(out + n, 0, room - n);
    *size = n;
    return true;
}
