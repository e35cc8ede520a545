/* waymark info and dump on path points. */
#include "dump.h"
#include "kotor/area.h"

static void print_words(cli_out *out, const wm_document *d, const wm_kotor_pth_stats *s)
{
    FILE *to = out->data;
    cli_print(to, "%s: KotOR path file, %zu bytes\n", out->file, d->size);
    cli_put_item(to, "  ", s->points, "point", "points");
    cli_put_item(to, ", ", s->links, "link", "links");
    cli_put_item(to, ", ", s->parts, "part", "parts");
    if (s->isolated)
        cli_print(to, ", %u without links", (unsigned)s->isolated);
    fputc('\n', to);
    if (s->points)
        cli_print(to, "  bounds (%g, %g) to (%g, %g)\n", (double)s->min[0], (double)s->min[1],
                  (double)s->max[0], (double)s->max[1]);
}

int cli_pth_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    wm_kotor_pth_stats stats;
    int code = EXIT_FINE;
    wm_document *d = cli_open(c, bytes, out->file, NULL, &error);
    if (!d)
        return cli_unreadable(c, out->file, &error);
    if (c->json)
        code = json_print_made(wm_document_info(d, CLI_INFO_OPTS, &json, &error), &json, &error,
                               out->data);
    else if (wm_kotor_pth_measure(d->pth, &stats, &error) == WM_OK)
        print_words(out, d, &stats);
    else
        code = cli_fail_on(CLI_READING, out->file, &error);
    wm_document_free(d);
    return code;
}

static void point_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_pth *pth = document;
    const wm_kotor_pth_point *p = &pth->points[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_float(j, "x", p->x);
    wm_json_add_float(j, "y", p->y);
    wm_json_add_uint(j, "first", p->first);
    wm_json_add_uint(j, "count", p->count);
    wm_json_end(j);
}

int cli_pth_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_json_writer j;
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!pth)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "kotor-pth");
    dump_rows(&j, "points", pth->point_count, point_row, pth);
    wm_json_add_indices(&j, "links", pth->links, pth->link_count);
    json_finish(&j);
    wm_kotor_pth_free(pth);
    return EXIT_FINE;
}
