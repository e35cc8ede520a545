/* waymark info and dump on 2DA tables. */
#include "aurora/aurora.h"

#include "dump.h"
#include "open.h"

static void print_words(cli_out *out, size_t size, const wm_2da *t)
{
    FILE *to = out->data;
    cli_print(to, "%s: 2DA table, %s, %zu bytes\n", out->file, t->binary ? "binary" : "text", size);
    cli_put_item(to, "  ", t->column_count, "column", "columns");
    cli_put_item(to, ", ", t->row_count, "row", "rows");
    fputc('\n', to);
    for (uint32_t i = 0; i < t->column_count; i++)
        cli_print(to, "%s%s", i ? ", " : "  columns: ", t->columns[i]);
    cli_print(to, t->column_count ? "\n" : "");
}

int cli_2da_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_2da *table = wm_2da_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    int code = EXIT_FINE;
    if (!table)
        return cli_unreadable(c, out->file, &error);
    if (c->json)
        code = json_print_made(wm_2da_info(table, &opts, &json, &error), &json, &error, out->data);
    else
        print_words(out, bytes->size, table);
    wm_2da_free(table);
    return code;
}

static void cell_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_2da *t = document;
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "label", t->rows[i].label);
    wm_json_begin_array(j, "cells");
    for (uint32_t k = 0; k < t->rows[i].cell_count; k++)
        wm_json_add_text(j, NULL, t->rows[i].cells[k]);
    wm_json_end(j);
    wm_json_end(j);
}

static void name_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_2da *t = document;
    wm_json_add_text(j, NULL, t->columns[i]);
}

int cli_2da_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_json_writer j;
    wm_2da *table = wm_2da_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!table)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "2da");
    wm_json_add_text(&j, "variant", table->binary ? "binary" : "text");
    wm_json_add_text(&j, "default", table->fallback);
    dump_list(&j, "columns", table->column_count, name_row, table);
    dump_rows(&j, "rows", table->row_count, cell_row, table);
    json_finish(&j);
    wm_2da_free(table);
    return EXIT_FINE;
}
