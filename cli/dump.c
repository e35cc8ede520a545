/* The frame of documents as JSON. */
#include "dump.h"

void dump_begin(wm_json_writer *j, const cli *c, cli_out *out, const char *format)
{
    json_begin_lines(j, out->data, !c->json);
    wm_json_add_text(j, "file", out->file);
    wm_json_add_text(j, "format", format);
}

void dump_rows(wm_json_writer *j, const char *name, uint32_t count, dump_row row, const void *owner)
{
    wm_json_begin_array(j, name);
    wm_json_spread(j);
    for (uint32_t i = 0; i < count; i++)
        row(j, owner, i);
    wm_json_end(j);
}

void dump_list(wm_json_writer *j, const char *name, uint32_t count, dump_row row, const void *owner)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++)
        row(j, owner, i);
    wm_json_end(j);
}
