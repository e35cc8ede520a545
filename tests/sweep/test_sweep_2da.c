/* Sweeps over 2DA tables of both kinds. */
#include "support.h"
#include "sweep.h"
#include "texts.h"

static void *read_table(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_2da_read(data, size, opts, error);
}

static uint64_t add(uint64_t sum, const char *text)
{
    for (; text && *text; text++)
        sum = sum * 31 + (unsigned char)*text;
    return sum * 31 + (text != NULL);
}

static uint64_t walk_table(const void *document)
{
    const wm_2da *t = document;
    uint64_t sum = add(t->binary, t->fallback);
    for (uint32_t c = 0; c < t->column_count; c++)
        sum = add(sum, t->columns[c]);
    for (uint32_t r = 0; r < t->row_count; r++) {
        sum = add(sum, t->rows[r].label);
        for (uint32_t c = 0; c < t->rows[r].cell_count; c++)
            sum = add(sum, wm_2da_cell(t, r, c));
    }
    return sum;
}

static void free_table(void *document)
{
    wm_2da_free(document);
}

static wm_status materials(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_surfaces s;
    wm_error local;
    (void)allocator;
    (void)error;
    wm_kotor_surfaces_from_2da(document, &s, &local); /* most tables are none: fine */
    return WM_OK;
}

static const sweep_operation operations[] = {{"materials", materials}, {0}};

static uint8_t *sample(size_t i, size_t *size)
{
    for (size_t k = 0; k <= i; k++)
        if (!test_tables[k].name)
            return NULL;
    *size = test_text_size(&test_tables[i]);
    uint8_t *copy = malloc(*size);
    if (copy)
        memcpy(copy, test_tables[i].text, *size);
    return copy;
}

int main(void)
{
    static const char *const endings[] = {".2da", NULL};
    const sweep_format table = {
        .name = "2da",
        .read = read_table,
        .walk = walk_table,
        .free = free_table,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 40,
    };
    return sweep_main(&table);
}
