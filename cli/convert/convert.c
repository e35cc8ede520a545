/* waymark convert: reads the input, looks the conversion up in the table and runs it. */
#include "convert/convert.h"

#include <string.h>

#include "convert/table.h"

/* What is no source at all is refused as a walkmesh is. */
static int refuse_source(const cli *c, const cli_conversion *v)
{
    wm_kotor_bwm_free(cli_read_walkmesh(c, &v->bytes, v->file, cli_messages(), NULL));
    return EXIT_INPUT;
}

static int convert(cli *c, cli_conversion *v)
{
    v->source = cli_source_of(&v->bytes);
    if (v->source == FROM_OTHER)
        return refuse_source(c, v);
    if (c->file_count > 2) {
        if (v->source != FROM_BWM)
            return cli_fail(EXIT_INPUT, "%s: several inputs must be binary walkmeshes", v->file);
        v->source = FROM_DOOR;
    }
    cli_converter run = cli_find_converter(c, v, false);
    return run ? run(c, v) : EXIT_USAGE;
}

int cli_convert(cli *c)
{
    cli_conversion v = {.file = c->files[0], .out = c->files[c->file_count - 1]};
    if (c->json && strcmp(v.out, "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    if (!cli_load(v.file, cli_messages(), &v.bytes))
        return EXIT_INPUT;
    int code = convert(c, &v);
    wm_buffer_free(&v.bytes);
    return code;
}
