/* Changes one cell of a 2DA table in its bytes: there is nothing else that a writer would have to
 * keep. docs/formats/2da.md, "Changing a cell". */
#include "aurora/twoda.h"
#include "base/words.h"

typedef struct edit {
    const uint8_t *data;
    size_t size;
    uint32_t row, column;
    const char *text; /* "": an empty cell */
    wmi_writer w;
} edit;

static wm_status check_text(const wm_2da *t, const char *text, wm_error *error)
{
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c < 0x20 || c >= 0x7f)
            return wmi_fail(error, WM_BAD_ARGUMENT, "text",
                            "a cell can have printable ASCII characters only, found byte %u",
                            (unsigned)c);
        if (c == '"' && !t->binary)
            return wmi_fail(error, WM_BAD_ARGUMENT, "text",
                            "a cell of a text table cannot have quotation marks");
    }
    return WM_OK;
}

static wm_status check_cell(const wm_2da *t, const edit *e, wm_error *error)
{
    if (e->row >= t->row_count)
        return wmi_fail(error, WM_BAD_ARGUMENT, "row", "there is no row %lu; %s",
                        (unsigned long)e->row, wmi_only(t->row_count, "row", "rows").text);
    if (e->column >= t->column_count)
        return wmi_fail(error, WM_BAD_ARGUMENT, "column", "there is no column %lu; %s",
                        (unsigned long)e->column,
                        wmi_only(t->column_count, "column", "columns").text);
    return check_text(t, e->text, error);
}

/* ---- text ---- */

static void put_cell(wmi_writer *w, const char *text)
{
    bool quoted = strchr(text, ' ') != NULL;
    wmi_writer_text(w, quoted ? "\"" : "");
    wmi_writer_text(w, *text ? text : "****");
    wmi_writer_text(w, quoted ? "\"" : "");
}

/* The line of a row that exists. */
static wmi_line row_line(const edit *e)
{
    wmi_text text = wmi_text_open(e->data, e->size);
    wmi_line line, fallback;
    wmi_2da_columns_line(&text, &line, &fallback);
    for (uint32_t i = 0; wmi_next_line(&text, &line);)
        if (!wmi_2da_blank(line) && i++ == e->row)
            break;
    return line;
}

/* Fills a row that is too short up to the wanted cell. */
static void put_missing(edit *e, const wmi_2da_span *last, uint32_t seen)
{
    bool open =
        last->text > last->start && last->end == last->text_end; /* a quote without its end */
    wmi_writer_text(&e->w, open ? "\"" : "");
    for (; seen < e->column + 1; seen++)
        wmi_writer_text(&e->w, " ****");
    wmi_writer_text(&e->w, " ");
}

static void edit_text(edit *e)
{
    wmi_line line = row_line(e);
    wmi_2da_span span = {0};
    const char *begin = (const char *)e->data, *end = begin + e->size;
    uint32_t seen = 0; /* the label is the first */
    bool found = false;
    while (!found && wmi_2da_next_span(&line, &span))
        found = seen++ == e->column + 1;
    const char *stop = found ? span.start : span.end;
    wmi_writer_bytes(&e->w, begin, (size_t)(stop - begin));
    if (!found)
        put_missing(e, &span, seen);
    put_cell(&e->w, e->text);
    /* After a quoted cell there may be no space. */
    if (span.end < line.end && *span.end != ' ' && *span.end != '\t')
        wmi_writer_text(&e->w, " ");
    wmi_writer_bytes(&e->w, span.end, (size_t)(end - span.end));
}

/* ---- binary ---- */

/* Where the offsets of the cells begin. The table was read, so everything is there. */
static size_t cells_at(const edit *e, const wm_2da *t)
{
    size_t at = 9;
    while (e->data[at])
        at++;
    at += 1 + 4;
    for (uint32_t i = 0; i < t->row_count; at++)
        i += e->data[at] == '\t';
    return at;
}

/* The offset of a string that the table has already, or of the end. */
static size_t find_string(const uint8_t *strings, size_t size, const char *text)
{
    size_t length = strlen(text) + 1;
    for (size_t at = 0; at < size;) {
        const uint8_t *zero = memchr(strings + at, 0, size - at);
        if (!zero)
            return size;
        if ((size_t)(zero - strings) - at + 1 == length && memcmp(strings + at, text, length) == 0)
            return at;
        at = (size_t)(zero - strings) + 1;
    }
    return size;
}

static wm_status edit_binary(edit *e, const wm_2da *t, wm_error *error)
{
    size_t cells = cells_at(e, t);
    size_t length_at = cells + 2 * (size_t)t->row_count * t->column_count, start = length_at + 2;
    size_t old = e->size - start;
    bool open_end = old && e->data[e->size - 1]; /* the last string has no zero byte */
    size_t at = find_string(e->data + start, old, e->text);
    bool added = at == old;
    at += added && open_end;
    size_t need = at + strlen(e->text) + 1;
    if (added && need > 65536)
        return wmi_fail(error, WM_LIMIT, "strings",
                        "the strings of the table would have %s; at most 65,536 fit",
                        wmi_count(need, "byte", "bytes").text);
    wmi_writer_bytes(&e->w, e->data, e->size);
    if (added && open_end)
        wmi_writer_bytes(&e->w, "", 1);
    if (added)
        wmi_writer_bytes(&e->w, e->text, strlen(e->text) + 1);
    if (e->w.failed)
        return WM_OK; /* finishing it fails */
    uint64_t cell = (uint64_t)e->row * t->column_count + e->column;
    wmi_put16(e->w.data + cells + 2 * (size_t)cell, (uint16_t)at);
    /* 0 means: to the end of the file. A size that does not fit is written so, too. */
    uint32_t stored = wmi_le16(e->data + length_at);
    if (stored && added)
        wmi_put16(e->w.data + length_at, (uint16_t)(need <= UINT16_MAX ? need : 0));
    return WM_OK;
}

wm_status wm_2da_set_cell(const void *data, size_t size, uint32_t row, uint32_t column,
                          const char *text, const wm_write_opts *opts, wm_buffer *out,
                          wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_allocator *allocator = opts ? opts->allocator : NULL;
    edit e = {.data = data, .size = size, .row = row, .column = column};
    e.text = text && strcmp(text, "****") != 0 ? text : "";
    wm_error local;
    error = error ? error : &local;
    wm_2da *t = wm_2da_read(data, size, &(wm_read_opts){.allocator = allocator}, error);
    wm_status status = t ? check_cell(t, &e, error) : error->code;
    wmi_writer_init(&e.w, allocator);
    if (status == WM_OK && t->binary)
        status = edit_binary(&e, t, error);
    else if (status == WM_OK)
        edit_text(&e);
    wm_2da_free(t);
    if (status == WM_OK)
        return wmi_writer_finish(&e.w, out, error);
    return status;
}
