/* 2DA tables of either kind: identifies them, reads them, looks up cells. docs/formats/2da.md. */
#include "aurora/twoda.h"
#include "base/text.h"
#include "base/words.h"

typedef struct table_memory {
    wm_2da pub;
    wmi_arena arena;
} table_memory;

/* Returns 't', 'b', or 0 for anything else. */
static char kind_of(const void *data, size_t size)
{
    const char *p = data;
    if (size < 8 || memcmp(p, "2DA", 3) != 0 || (p[3] != ' ' && p[3] != '\t'))
        return 0;
    if (memcmp(p + 4, "V2.b", 4) == 0)
        return 'b';
    return memcmp(p + 4, "V2.0", 4) == 0 ? 't' : 0;
}

bool wm_2da_detect(const void *data, size_t size)
{
    return kind_of(data, size) != 0;
}

wm_2da *wm_2da_read(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    char kind = kind_of(data, size);
    wmi_arena arena;
    if (!kind) {
        wmi_fail_at(error, size < 8 ? WM_TRUNCATED : WM_BAD_MAGIC, 0, "signature", "%s",
                    size < 8 ? wmi_cut_off("signature", 0, 8, size).text
                             : "expected \"2DA V2.0\" or \"2DA V2.b\"");
        return NULL;
    }
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    table_memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    if (!m) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    m->arena = arena;
    m->pub.memory = &m->arena;
    m->pub.binary = kind == 'b';
    wm_report *report = opts ? opts->report : NULL;
    wm_status status = kind == 'b' ? wmi_2da_binary(&m->pub, &m->arena, data, size, report, error)
                                   : wmi_2da_text(&m->pub, &m->arena, data, size, report, error);
    if (status == WM_OK)
        return &m->pub;
    wm_2da_free(&m->pub);
    return NULL;
}

void wm_2da_free(wm_2da *table)
{
    if (table)
        wmi_arena_free(table->memory);
}

uint32_t wm_2da_column(const wm_2da *table, const char *name)
{
    for (uint32_t i = 0; i < table->column_count; i++) {
        wmi_word word = {table->columns[i], strlen(table->columns[i]), 0};
        if (wmi_word_is(word, name))
            return i;
    }
    return WM_NO_INDEX;
}

const char *wm_2da_cell(const wm_2da *table, uint32_t row, uint32_t column)
{
    if (row >= table->row_count || column >= table->rows[row].cell_count)
        return NULL;
    return table->rows[row].cells[column];
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

bool wm_2da_int(const wm_2da *table, uint32_t row, uint32_t column, int32_t *value)
{
    const char *p = wm_2da_cell(table, row, column);
    int64_t v = 0;
    if (!p)
        return false;
    bool negative = *p == '-';
    p += negative;
    int base = p[0] == '0' && (p[1] == 'x' || p[1] == 'X') ? 16 : 10;
    p += base == 16 ? 2 : 0;
    if (!*p)
        return false;
    for (; *p; p++) {
        if (digit(*p) >= base || v > INT32_MAX)
            return false;
        v = v * base + digit(*p);
    }
    v = negative ? -v : v;
    if (v > UINT32_MAX || v < INT32_MIN || (base == 10 && v > INT32_MAX))
        return false;
    *value = (int32_t)(uint32_t)v; /* 0xFFFFFFFF is -1 */
    return true;
}
