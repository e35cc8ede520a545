/* waymark convert: walkmeshes and models between binary and text, or into themselves; TRN,
 * TRX and Black & White 2 models into themselves; all of them to and from the formats of
 * other programs (export.c, import.c). */
#include <string.h>
#include <unistd.h>

#include "bw2/bw2.h"
#include "convert/convert.h"
#include "convert/import.h"
#include "kotor/model_text.h"
#include "nwn2/nwn2.h"

enum { INPUTS = WM_KOTOR_DOOR_STATES };

/* What was read: binaries, or one text. */
typedef struct input {
    wm_kotor_bwm_text_mesh part[INPUTS];
    wm_kotor_bwm *owned[INPUTS];
    uint32_t count;
    wm_kotor_bwm_text *text; /* NULL: binaries */
    wm_nwn2_trn *trn;        /* or this alone */
    wm_bw2_model *bw2;       /* or this */
    wm_buffer model;         /* or these bytes of a model */
    wm_buffer open;          /* or these of another program's mesh */
    wm_buffer layout;        /* or these of a layout, for glTF and OBJ */
    wm_report report;        /* what reading the text had to say */
} input;

typedef struct plan {
    const char *out;
    bool ascii;
    wm_kotor_kind kind;
    wm_kotor_rounding rounding;
    wm_kotor_dialect dialect;
} plan;

/* 0, 1 or 2 for door0.dwk, door1.dwk, door2.dwk. */
static uint32_t state_of(const char *path)
{
    static const char *const endings[WM_KOTOR_DOOR_STATES] = {"0.dwk", "1.dwk", "2.dwk"};
    for (uint32_t s = 0; s < WM_KOTOR_DOOR_STATES; s++)
        if (cli_ends(path, endings[s]))
            return s;
    return WM_NO_INDEX;
}

static bool make_plan(const cli *c, plan *p)
{
    int value = 0;
    bool good = true;
    *p = (plan){.out = c->files[c->file_count - 1]};
    p->ascii = cli_ends(p->out, ".ascii") || cli_ends(p->out, ".txt") || c->file_count > 2;
    if ((value = cli_choice(c, "to")) != 0)
        p->ascii = value == 2;
    if ((value = cli_choice(c, "kind")) != 0)
        p->kind = (wm_kotor_kind)value;
    else if (cli_ends(p->out, ".wok"))
        p->kind = WM_KOTOR_KIND_AREA;
    else if (cli_ends(p->out, ".pwk") || cli_ends(p->out, ".dwk"))
        p->kind = WM_KOTOR_KIND_OBJECT;
    if ((value = cli_choice(c, "rounding")) != 0)
        p->rounding = (wm_kotor_rounding)value;
    if ((value = cli_choice(c, "dialect")) != 0)
        p->dialect = (wm_kotor_dialect)(value - 1);
    if (good && c->file_count > 2 && !p->ascii) {
        cli_fail(EXIT_USAGE, "several inputs become one text; leave out --to binary");
        good = false;
    }
    if (good && cli_has(c, "all-levels") && !cli_ends(p->out, ".glb") &&
        !cli_ends(p->out, ".gltf")) {
        cli_fail(EXIT_USAGE, "--all-levels works only for glTF; %s is not .glb or .gltf", p->out);
        good = false;
    }
    if (good && c->json && strcmp(p->out, "-") == 0) {
        cli_fail(EXIT_USAGE,
                 "--json cannot be used with output '-': both would go to standard output");
        good = false;
    }
    return good;
}

static bool add_text(cli *c, const plan *p, const wm_buffer *bytes, const char *file, input *in)
{
    wm_error error;
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = &in->report},
                                        .strict = true,
                                        .surfaces = &c->surfaces,
                                        .kind = p->kind,
                                        .rounding = p->rounding,
                                        .apply_orientation = cli_has(c, "apply-rotation")};
    in->text = wm_kotor_bwm_text_read(bytes->data, bytes->size, &opts, &error);
    if (!in->text) {
        cli_say_error(cli_messages(), file, &error);
        return false;
    }
    if (in->text->mesh_count > INPUTS) {
        cli_fail(EXIT_INPUT, "%s: the text has %u walkmeshes, but a door has at most %d", file,
                 in->text->mesh_count, INPUTS);
        return false;
    }
    in->count = in->text->mesh_count;
    for (uint32_t i = 0; i < in->count; i++)
        in->part[i] = (wm_kotor_bwm_text_mesh){.bwm = in->text->meshes[i].bwm,
                                               .state = in->text->meshes[i].state};
    return true;
}

static bool add_file(cli *c, const plan *p, const char *file, bool alone, input *in)
{
    wm_buffer bytes;
    if (!cli_load(file, cli_messages(), &bytes))
        return false;
    bool good = true;
    wm_format format = wm_detect(bytes.data, bytes.size);
    if ((format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT) && alone) {
        in->model = bytes;
        return true;
    }
    if (format == WM_FORMAT_KOTOR_LYT && alone && cli_is_open(p->out)) {
        in->layout = bytes;
        return true;
    }
    if (format == WM_FORMAT_UNKNOWN && alone && cli_is_import(&bytes)) {
        in->open = bytes;
        return true;
    }
    if (format == WM_FORMAT_BW2_MODEL && alone) {
        wm_error error;
        in->bw2 = cli_read_bw2(&bytes, &error);
        good = in->bw2 != NULL;
        if (!good)
            cli_say_error(cli_messages(), file, &error);
    } else if (format == WM_FORMAT_NWN2_TRN && alone) {
        wm_error error;
        in->trn = cli_read_trn(&bytes, &error);
        good = in->trn != NULL;
        if (!good)
            cli_say_error(cli_messages(), file, &error);
    } else if (format == WM_FORMAT_KOTOR_BWM_TEXT) {
        good =
            alone ? add_text(c, p, &bytes, file, in)
                  : cli_fail(EXIT_INPUT, "%s: several inputs must be binary walkmeshes", file) == 0;
    } else {
        wm_kotor_bwm *b = cli_read_walkmesh(c, &bytes, file, cli_messages(), NULL);
        good = b != NULL;
        if (good) {
            in->owned[in->count] = b;
            in->part[in->count++] = (wm_kotor_bwm_text_mesh){.bwm = b, .state = state_of(file)};
        }
    }
    wm_buffer_free(&bytes);
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

/* ---- what is lost ---- */

static bool is_loss(const wm_issue *i)
{
    return i->code == WM_KOTOR_TEXT_IGNORED || i->code == WM_KOTOR_TEXT_ROTATED ||
           i->code == WM_KOTOR_TEXT_HOOK || i->code == WM_KOTOR_TEXT_LINK;
}

static void print_losses(const cli *c, const char *out, const wm_report *report,
                         const wm_losses *losses)
{
    for (uint32_t i = 0; report && i < report->count; i++)
        if (is_loss(&report->issues[i]))
            fprintf(cli_messages(), "waymark: loss: %s: line %u: %s\n", c->files[0],
                    report->issues[i].line, report->issues[i].message);
    for (uint32_t i = 0; losses && i < losses->count; i++)
        fprintf(cli_messages(), "waymark: loss: %s: %s: %s\n", out, losses->item[i].field,
                losses->item[i].message);
}

static void losses_json(wm_json_writer *j, const wm_report *report, const wm_losses *losses)
{
    wm_json_begin_array(j, "losses");
    for (uint32_t i = 0; report && i < report->count; i++) {
        const wm_issue *issue = &report->issues[i];
        if (!is_loss(issue))
            continue;
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", wm_issue_describe(issue->code)->name);
        wm_json_add_uint(j, "line", issue->line);
        wm_json_add_text(j, "message", issue->message);
        wm_json_end(j);
    }
    for (uint32_t i = 0; losses && i < losses->count; i++) {
        const wm_loss *loss = &losses->item[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", loss->field);
        wm_json_add_uint(j, "count", loss->count);
        wm_json_add_text(j, "message", loss->message);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* A text may become several files: the losses of reading are listed with the first. */
static void say_losses(const cli *c, const char *out, const input *in, const wm_losses *losses,
                       uint32_t state, bool first)
{
    const wm_report *report = first ? &in->report : NULL;
    wm_json_writer j;
    if (!c->quiet)
        print_losses(c, out, report, losses);
    if (!c->json)
        return;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "output", out);
    if (state != WM_NO_INDEX)
        wm_json_add_text(&j, "state", wm_kotor_door_state_name(state));
    losses_json(&j, report, losses);
    json_finish(&j);
}

/* ---- output ---- */

/* The file's name without directory, ending and, for doors, digit. */
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

static int write_ascii(cli *c, const plan *p, input *in)
{
    char model[64];
    wm_buffer out;
    wm_error error;
    wm_losses losses;
    bool door = in->part[0].state != WM_NO_INDEX && !in->text;
    model_name(c->files[0], door, model);
    wm_kotor_bwm_text_write_opts opts = {
        .dialect = p->dialect, .model = model, .surfaces = &c->surfaces};
    if (wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = in->count, .meshes = in->part},
                                &opts, &out, &losses, &error) != WM_OK) {
        cli_say_error(cli_messages(), p->out, &error);
        return error.code == WM_BAD_ARGUMENT ? EXIT_USAGE : EXIT_OUTPUT;
    }
    int code = cli_save(c, p->out, out.data, out.size, cli_messages());
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        say_losses(c, p->out, in, &losses, WM_NO_INDEX, true);
    return code;
}

/* door.dwk becomes door1.dwk. False when the path is too long. */
static bool state_path(const char *path, uint32_t state, char *to, size_t size)
{
    const char *base = cli_basename(path), *dot = strrchr(base, '.');
    int stem = (int)((dot ? dot : base + strlen(base)) - path);
    int n = snprintf(to, size, "%.*s%u%s", stem, path, state, path + stem);
    return n > 0 && (size_t)n < size;
}

static int write_one(cli *c, const wm_kotor_bwm *b, const char *out, const input *in,
                     uint32_t state)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_kotor_bwm_write(b, NULL, &bytes, &error) != WM_OK) {
        cli_say_error(cli_messages(), out, &error);
        return EXIT_OUTPUT;
    }
    int code = cli_save(c, out, bytes.data, bytes.size, cli_messages());
    wm_buffer_free(&bytes);
    if (code == EXIT_FINE)
        say_losses(c, out, in, NULL, state, b == in->part[0].bwm);
    return code;
}

/* What writing a TRN or TRX changes in it. */
static void trn_losses(const wm_nwn2_trn *t, wm_losses *losses)
{
    *losses = (wm_losses){.count = 0};
    if (t->aswm && t->aswm->version != WM_NWN2_ASWM_VERSION) {
        wm_loss *loss = &losses->item[losses->count++];
        *loss = (wm_loss){.field = "version", .count = 1};
        snprintf(loss->message, sizeof loss->message, "version 0x%x of the walkmesh becomes 0x%x",
                 (unsigned)t->aswm->version, (unsigned)WM_NWN2_ASWM_VERSION);
    }
    if (t->unclaimed) {
        wm_loss *loss = &losses->item[losses->count++];
        *loss = (wm_loss){.field = "unclaimed", .count = t->unclaimed};
        snprintf(loss->message, sizeof loss->message, "%u %s to no packet", (unsigned)t->unclaimed,
                 cli_word(t->unclaimed, "byte belongs", "bytes belong"));
    }
}

static int write_trn(cli *c, const plan *p, const input *in)
{
    wm_buffer bytes;
    wm_error error;
    wm_losses losses;
    if (p->ascii)
        return cli_fail(EXIT_USAGE, "%s: a TRN or TRX has no text form; 'waymark dump' prints it",
                        c->files[0]);
    if (wm_nwn2_trn_write(in->trn, NULL, &bytes, &error) != WM_OK) {
        cli_say_error(cli_messages(), p->out, &error);
        return EXIT_OUTPUT;
    }
    int code = cli_save(c, p->out, bytes.data, bytes.size, cli_messages());
    wm_buffer_free(&bytes);
    trn_losses(in->trn, &losses);
    if (code == EXIT_FINE)
        say_losses(c, p->out, in, &losses, WM_NO_INDEX, true);
    return code;
}

/* Files of one game do not get the ending of another. */
static int wrong_ending(const cli *c, const plan *p, const char *const *endings, const char *what)
{
    for (; *endings; endings++)
        if (cli_ends(p->out, *endings))
            return cli_fail(
                EXIT_USAGE,
                "%s is %s, which cannot be converted to %s directly; convert to .glb first",
                c->files[0], what, p->out);
    return EXIT_FINE;
}

static int write_bw2(cli *c, const plan *p, const input *in, bool open)
{
    static const char *const others[] = {".mdl", ".wok", ".pwk", ".dwk", ".trx", ".trn", NULL};
    if (open)
        return cli_export_bw2(c, in->bw2);
    if (wrong_ending(c, p, others, "a Black & White 2 model") != EXIT_FINE)
        return EXIT_USAGE;
    if (p->ascii)
        return cli_fail(EXIT_USAGE,
                        "%s: a Black & White 2 model has no text form; 'waymark dump' prints it",
                        c->files[0]);
    int code = cli_save_bw2(c, in->bw2, p->out);
    if (code == EXIT_FINE)
        say_losses(c, p->out, in, NULL, WM_NO_INDEX, true);
    return code;
}

/* If one of the files exists, none is written. */
static int write_states(cli *c, const plan *p, const input *in)
{
    char path[INPUTS][4096];
    if (strcmp(p->out, "-") == 0)
        return cli_fail(EXIT_USAGE, "a door becomes several files, which cannot go to '-'");
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->part[i].state == WM_NO_INDEX)
            return cli_fail(EXIT_INPUT,
                            "%s: the text has %u walkmeshes, but not all names end in wg_closed, "
                            "wg_open1 or wg_open2",
                            c->files[0], in->count);
        if (!state_path(p->out, in->part[i].state, path[i], sizeof path[i]))
            return cli_fail(EXIT_OUTPUT, "%s: the path is too long", p->out);
        if (!c->force && access(path[i], F_OK) == 0)
            return cli_exists(path[i]);
    }
    int code = EXIT_FINE;
    for (uint32_t i = 0; i < in->count && code == EXIT_FINE; i++)
        code = write_one(c, in->part[i].bwm, path[i], in, in->part[i].state);
    return code;
}

/* An option that would have no effect is an error. */
static int useless_options(const cli *c, const plan *p, const input *in, bool open)
{
    static const char *const models[] = {"plain", "game", "platform", "supermodel"};
    for (size_t i = open ? 1 : 0; i < sizeof models / sizeof *models; i++)
        if (cli_has(c, models[i]))
            return cli_fail(EXIT_USAGE, "--%s works only for KotOR models; %s is not one",
                            models[i], c->files[0]);
    static const char *const scenes[] = {"template", "tile-width", "material",   "weld",
                                         "up",       "variant",    "bw2-version"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (cli_has(c, scenes[i]))
            return cli_fail(EXIT_USAGE, "--%s works only for glTF and OBJ; %s is neither",
                            scenes[i], c->files[0]);
    static const char *const reading[] = {"kind", "rounding", "apply-rotation"};
    for (size_t i = 0; !in->text && i < sizeof reading / sizeof *reading; i++)
        if (cli_has(c, reading[i]))
            return cli_fail(EXIT_USAGE, "--%s works only for texts; %s is a binary", reading[i],
                            c->files[0]);
    if (!p->ascii && cli_has(c, "dialect"))
        return cli_fail(EXIT_USAGE, "--dialect works only for texts; %s will be a binary", p->out);
    return EXIT_FINE;
}

static int convert(cli *c, const plan *p, input *in)
{
    size_t inputs = c->file_count - 1;
    for (size_t i = 0; i < inputs; i++)
        if (!add_file(c, p, c->files[i], inputs == 1, in))
            return EXIT_INPUT;
    if (in->open.data)
        return cli_import(c, &in->open);
    if (in->layout.data)
        return cli_export_area(c, &in->layout);
    bool open = cli_is_open(p->out) && !cli_has(c, "to");
    static const char *const bwm[] = {".bwm", NULL};
    if (in->model.data && wrong_ending(c, p, bwm, "a KotOR model") != EXIT_FINE)
        return EXIT_USAGE;
    if (in->model.data)
        return open ? cli_export_model(c, &in->model) : cli_model_convert(c, &in->model);
    if (open && inputs > 1)
        return cli_fail(EXIT_USAGE, "%s: only one input can become glTF or OBJ", p->out);
    int code = useless_options(c, p, in, open);
    if (code != EXIT_FINE)
        return code;
    if (in->bw2)
        return write_bw2(c, p, in, open);
    if (in->trn)
        return open ? cli_export_trn(c, in->trn) : write_trn(c, p, in);
    if (open && in->count == 1)
        return cli_export_bwm(c, in->part[0].bwm);
    number_states(in);
    if (open)
        return cli_export_door(c, in->part, in->count);
    if (p->ascii)
        return write_ascii(c, p, in);
    if (in->count > 1)
        return write_states(c, p, in);
    return write_one(c, in->part[0].bwm, p->out, in, WM_NO_INDEX);
}

int cli_convert(cli *c)
{
    plan p;
    input in = {.count = 0};
    if (!make_plan(c, &p))
        return EXIT_USAGE;
    wm_report_init(&in.report, NULL);
    int code = convert(c, &p, &in);
    wm_report_free(&in.report);
    wm_kotor_bwm_text_free(in.text);
    wm_nwn2_trn_free(in.trn);
    wm_bw2_model_free(in.bw2);
    wm_buffer_free(&in.model);
    wm_buffer_free(&in.open);
    wm_buffer_free(&in.layout);
    for (size_t i = 0; i < INPUTS; i++)
        wm_kotor_bwm_free(in.owned[i]);
    return code;
}
