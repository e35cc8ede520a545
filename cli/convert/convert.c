/* waymark convert: reads the input, looks the conversion up in the table and runs it. */
#include "convert/convert.h"

#include <string.h>

#include "batch.h"
#include "convert/import.h"
#include "convert/table.h"
#include "platform.h"

static int convert(cli *c, cli_conversion *v)
{
    v->source = cli_source_of(&v->bytes);
    if (v->source == FROM_OTHER)
        return cli_wrong_format(c, v->file, &v->bytes,
                                "a walkmesh, a layout, a model or a texture");
    if (c->file_count > 2) {
        if (v->source != FROM_BWM)
            return cli_fail(EXIT_INPUT, "%s: several inputs must be binary walkmeshes", v->file);
        v->source = FROM_DOOR;
    }
    cli_converter run = cli_find_converter(c, v);
    return run ? run(c, v) : EXIT_USAGE;
}

static int convert_file(cli *c)
{
    cli_conversion v = {.file = c->files[0], .out = c->files[c->file_count - 1]};
    if (c->json && strcmp(v.out, "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    if (!cli_load(v.file, &v.bytes))
        return EXIT_INPUT;
    int code = convert(c, &v);
    wm_buffer_free(&v.bytes);
    return code;
}

/* ---- many files ---- */

/* What replaces the endings of inputs, or NULL if they stay. */
static const char *new_ending(const cli *c)
{
    const char *target = cli_get(c, "to");
    bool stays = !target || strcmp(target, "binary") == 0 || strcmp(target, "ascii") == 0;
    return stays ? NULL : cli_target_ending(target);
}

static bool rename_output(const cli *c, const char *file, char *to, size_t size)
{
    const char *target = cli_get(c, "to"), *ending = new_ending(c);
    if (target && strcmp(target, "binary") == 0)
        return cli_binary_name(c, file, to, size);
    if (ending)
        return cli_replace_ending(file, ending, to, size);
    /* room.wok and room.pwk stay apart as texts */
    bool text = cli_ends(file, ".ascii") || cli_ends(file, ".txt") || cli_ends(file, "-ascii.mdl");
    int n = snprintf(to, size, "%s%s", file, target && !text ? ".ascii" : "");
    return n > 0 && (size_t)n < size;
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    cli_conversion v = {.file = "", .out = output, .source = cli_source_of(bytes)};
    return v.source != FROM_OTHER && cli_has_conversion(c, &v);
}

/* Several inputs and one file: the states of a door. */
static bool is_door(const cli *c)
{
    const char *out = c->files[c->file_count - 1], *to = cli_get(c, "to");
    bool file = strchr(cli_basename(out), '.') || strcmp(out, "-") == 0 ||
                (to && (strcmp(to, "ascii") == 0 || strcmp(to, "binary") == 0));
    if (c->file_count < 3 || c->file_count > WM_KOTOR_DOOR_STATES + 1 || !file ||
        platform_is_separator(out[strlen(out) - 1]))
        return false;
    for (size_t i = 0; i < c->file_count; i++)
        if (cli_is_directory(c->files[i]))
            return false;
    return true;
}

int cli_convert(cli *c)
{
    static const cli_writer writer = {"converted",      convert_file, rename_output, takes,
                                      cli_check_import, NULL,         new_ending};
    return is_door(c) ? convert_file(c) : cli_write_each(c, &writer);
}
