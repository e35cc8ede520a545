/* waymark convert of KotOR walkmeshes: between binary and text, or into themselves. A text
 * can hold the states of a door, each of which is a binary file of its own. */
#include <string.h>

#include "convert/export.h"
#include "convert/import.h"
#include "convert/losses.h"
#include "convert/table.h"

enum { INPUTS = WM_KOTOR_DOOR_STATES };

/* What was read: binaries, or one text. */
typedef struct input {
    wm_kotor_bwm_text_mesh part[INPUTS];
    wm_kotor_bwm *owned[INPUTS];
    uint32_t count;
    wm_kotor_bwm_text *text; /* NULL: binaries */
    wm_report report;        /* what reading the text found */
} input;

/* ---- input ---- */

/* 0, 1 or 2 for door0.dwk, door1.dwk, door2.dwk. */
static uint32_t state_of(const char *path)
{
    static const char *const endings[WM_KOTOR_DOOR_STATES] = {"0.dwk", "1.dwk", "2.dwk"};
    for (uint32_t s = 0; s < WM_KOTOR_DOOR_STATES; s++)
        if (cli_ends(path, endings[s]))
            return s;
    return WM_NO_INDEX;
}

/* --kind, otherwise by the ending of OUT. */
static wm_kotor_bwm_kind kind_of(const cli *c, const cli_conversion *v)
{
    int kind = cli_choice(c, "kind");
    if (kind)
        return (wm_kotor_bwm_kind)kind;
    return v->target == TO_WOK                          ? WM_KOTOR_BWM_KIND_AREA
           : v->target == TO_PWK || v->target == TO_DWK ? WM_KOTOR_BWM_KIND_OBJECT
                                                        : (wm_kotor_bwm_kind)0;
}

static bool read_text(const cli *c, const cli_conversion *v, input *in)
{
    wm_error error;
    wm_kotor_bwm_text_read_opts opts = {
        .base = {.allocator = cli_allocator(), .report = &in->report},
        .strict = true,
        .surfaces = cli_kotor_surfaces(c),
        .kind = kind_of(c, v),
        .rounding = (wm_kotor_rounding)cli_choice(c, "rounding"),
        .apply_orientation = cli_has(c, "apply-rotation")};
    in->text = wm_kotor_bwm_text_read(v->bytes.data, v->bytes.size, &opts, &error);
    if (!in->text) {
        cli_fail_on(CLI_READING, v->file, &error);
        return false;
    }
    if (in->text->mesh_count > INPUTS) {
        cli_fail(EXIT_INPUT, "%s: the text has %u walkmeshes, but a door has at most %d", v->file,
                 in->text->mesh_count, INPUTS);
        return false;
    }
    in->count = in->text->mesh_count;
    for (uint32_t i = 0; i < in->count; i++)
        in->part[i] = (wm_kotor_bwm_text_mesh){.bwm = in->text->meshes[i].bwm,
                                               .state = in->text->meshes[i].state};
    return true;
}

static bool add_binary(const cli *c, const wm_buffer *bytes, const char *file, input *in)
{
    wm_kotor_bwm *b = cli_read_walkmesh(c, bytes, file, NULL);
    if (!b)
        return false;
    in->owned[in->count] = b;
    in->part[in->count++] = (wm_kotor_bwm_text_mesh){.bwm = b, .state = state_of(file)};
    return true;
}

/* The other states of a door, which are named after the first. */
static bool add_states(const cli *c, input *in)
{
    bool good = true;
    for (size_t i = 1; i + 1 < c->file_count && good; i++) {
        wm_buffer bytes;
        if (!cli_load(c->files[i], &bytes))
            return false;
        bool text = wm_detect(bytes.data, bytes.size) == WM_FORMAT_KOTOR_BWM_TEXT;
        if (text)
            cli_fail(EXIT_INPUT, "%s: several inputs must be binary walkmeshes", c->files[i]);
        good = !text && add_binary(c, &bytes, c->files[i], in);
        wm_buffer_free(&bytes);
    }
    return good;
}

/* Several files are the states of a door, by the digits of their names or, if one has
 * none, by their order. */
static void number_states(input *in)
{
    bool named = true;
    for (uint32_t i = 0; i < in->count; i++)
        named = named && in->part[i].state != WM_NO_INDEX;
    for (uint32_t i = 0; in->count > 1 && !in->text && !named && i < in->count; i++)
        in->part[i].state = i;
    for (uint32_t i = 1; i < in->count; i++)
        for (uint32_t k = i; k > 0 && in->part[k].state < in->part[k - 1].state; k--) {
            wm_kotor_bwm_text_mesh swap = in->part[k];
            in->part[k] = in->part[k - 1];
            in->part[k - 1] = swap;
        }
}

/* ---- output ---- */

/* The file's name without folder, ending and, for doors, digit. */
static void model_name(const char *path, bool door, char name[64])
{
    snprintf(name, 64, "%s", cli_basename(path));
    char *dot = strchr(name, '.');
    if (dot)
        *dot = '\0';
    size_t n = strlen(name);
    if (door && n > 1 && name[n - 1] >= '0' && name[n - 1] <= '2')
        name[n - 1] = '\0';
}

static int write_text(const cli *c, const cli_conversion *v, input *in)
{
    char model[64];
    wm_buffer out;
    wm_error error;
    wm_losses losses = {0};
    int dialect = cli_choice(c, "dialect");
    model_name(v->file, in->part[0].state != WM_NO_INDEX && !in->text, model);
    wm_kotor_bwm_text_write_opts opts = {.base = {.allocator = cli_allocator()},
                                         .dialect = (wm_kotor_dialect)(dialect ? dialect - 1 : 0),
                                         .model = model,
                                         .surfaces = cli_kotor_surfaces(c)};
    const wm_kotor_bwm_text text = {.mesh_count = in->count, .meshes = in->part};
    if (wm_kotor_bwm_text_write(&text, &opts, &out, &losses, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, v->out, &error);
    int code = cli_save(c, v->out, out.data, out.size);
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, &in->report, &losses, WM_NO_INDEX);
    return code;
}

static int write_one(const cli *c, const cli_conversion *v, const input *in)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_kotor_bwm_write(in->part[0].bwm, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, v->out, &error);
    int code = cli_save(c, v->out, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, &in->report, NULL, WM_NO_INDEX);
    return code;
}

/* All states, or none. The losses of reading are listed with the first. */
static int save_states(const cli *c, const cli_conversion *v, const input *in,
                       char path[INPUTS][4096])
{
    wm_buffer bytes[INPUTS] = {{0}};
    wm_file_output files[INPUTS];
    wm_error error;
    int code = EXIT_FINE;
    for (uint32_t i = 0; i < in->count && code == EXIT_FINE; i++) {
        if (wm_kotor_bwm_write(in->part[i].bwm, CLI_WRITE_OPTS, &bytes[i], &error) != WM_OK)
            code = cli_fail_on(CLI_WRITING, path[i], &error);
        files[i] = (wm_file_output){path[i], bytes[i].data, bytes[i].size};
    }
    if (code == EXIT_FINE)
        code = cli_save_all(c, files, in->count);
    for (uint32_t i = 0; i < in->count; i++) {
        if (code == EXIT_FINE)
            cli_say_losses(c, v->file, path[i], i == 0 ? &in->report : NULL, NULL,
                           in->part[i].state);
        wm_buffer_free(&bytes[i]);
    }
    return code;
}

static int write_states(const cli *c, const cli_conversion *v, const input *in)
{
    char path[INPUTS][4096];
    if (strcmp(v->out, "-") == 0)
        return cli_fail(EXIT_USAGE, "a door becomes several files, which cannot go to '-'");
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->part[i].state == WM_NO_INDEX)
            return cli_fail(EXIT_INPUT,
                            "%s: the text has %u walkmeshes, but not all names end in wg_closed, "
                            "wg_open1 or wg_open2",
                            v->file, in->count);
        if (!cli_state_path(v->out, in->part[i].state, path[i], sizeof path[i]))
            return cli_fail(EXIT_OUTPUT, "%s: the path is too long", v->out);
    }
    return save_states(c, v, in, path);
}

static int write_input(cli *c, const cli_conversion *v, input *in)
{
    bool scene = v->target == TO_GLB || v->target == TO_GLTF || v->target == TO_OBJ;
    if (scene && in->count == 1)
        return cli_export_bwm(c, v, in->part[0].bwm);
    number_states(in);
    if (scene)
        return cli_export_door(c, v, in->part, in->count);
    if (v->target == TO_TEXT)
        return write_text(c, v, in);
    if (in->count > 1)
        return write_states(c, v, in);
    return write_one(c, v, in);
}

int cli_convert_walkmesh(cli *c, cli_conversion *v)
{
    input in = {.count = 0};
    wm_report_init(&in.report, cli_allocator());
    bool good =
        v->source == FROM_BWM_TEXT ? read_text(c, v, &in) : add_binary(c, &v->bytes, v->file, &in);
    if (good && v->source == FROM_DOOR)
        good = add_states(c, &in);
    int code = good ? write_input(c, v, &in) : EXIT_INPUT;
    wm_report_free(&in.report);
    wm_kotor_bwm_text_free(in.text);
    for (size_t i = 0; i < INPUTS; i++)
        wm_kotor_bwm_free(in.owned[i]);
    return code;
}
