/* waymark convert for models: between binary and text, and from one game to the other.
 * A binary is two files, which are written together or not at all. */
#include <stdlib.h>
#include <string.h>

#include "convert/losses.h"
#include "kotor/model_compile.h"
#include "kotor/model_text.h"
#include "platform.h"

#define TWO_FILES "a binary model is two files, which cannot go to '-'"

typedef struct plan {
    const char *out;
    bool text; /* OUT will be a text */
    bool plain;
    wm_kotor_game game;   /* 0: as it is */
    const char *platform; /* NULL: as it is */
} plan;

/* ---- options ----------------------------------------------------------- */

static bool make_plan(const cli *c, const cli_conversion *v, plan *p)
{
    int game = cli_choice(c, "game");
    *p = (plan){.out = v->out,
                .text = v->target == TO_TEXT || v->target == TO_MDL_TEXT,
                .plain = cli_has(c, "plain"),
                .game = (wm_kotor_game)game,
                .platform = cli_get(c, "platform")};
    if (!p->text && strcmp(p->out, "-") == 0) {
        cli_fail(EXIT_USAGE, TWO_FILES);
        return false;
    }
    return true;
}

/* ---- out --------------------------------------------------------------- */

/* "b.mdl" becomes "b.mdx" in the same case; NULL when out of memory. */
static char *mdx_path(const char *out)
{
    const char *base = cli_basename(out), *dot = strrchr(base, '.');
    size_t stem = dot ? (size_t)(dot - out) : strlen(out);
    bool upper = dot && strcmp(dot, ".MDL") == 0;
    char *path = malloc(stem + 5);
    if (path)
        snprintf(path, stem + 5, "%.*s%s", (int)stem, out, upper ? ".MDX" : ".mdx");
    return path;
}

int cli_model_write_bytes(const cli *c, const char *out, const wm_buffer *mdl, const uint8_t *mdx,
                          size_t mdx_size, bool both)
{
    if (strcmp(out, "-") == 0)
        return cli_fail(EXIT_USAGE, TWO_FILES);
    char *mdx_file = mdx_path(out);
    int code = mdx_file ? EXIT_FINE : cli_no_memory(CLI_WRITING);
    if (code == EXIT_FINE && !both && platform_exists(mdx_file))
        code = cli_fail(EXIT_OUTPUT,
                        "%s exists, but the new model has no MDX; remove it or choose another name",
                        mdx_file);
    const wm_file_output files[2] = {{out, mdl->data, mdl->size}, {mdx_file, mdx, mdx_size}};
    if (code == EXIT_FINE)
        code = cli_save_all(c, files, both ? 2 : 1);
    free(mdx_file);
    return code;
}

int cli_model_write(const cli *c, const char *out, const wm_kotor_mdl *model, bool has_mdx)
{
    wm_buffer mdl, mdx;
    wm_error error;
    if (wm_kotor_mdl_write(model, CLI_WRITE_OPTS, &mdl, &mdx, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, out, &error);
    /* Compilers write an empty MDX for a model without meshes. An MDX that was missing is not
     * created. */
    int code = cli_model_write_bytes(c, out, &mdl, mdx.data, mdx.size, has_mdx || mdx.size);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return code;
}

static int write_text(const cli *c, const plan *p, const wm_kotor_mdl *mdl)
{
    wm_kotor_mdl_text_write_opts opts = {.base = {.allocator = cli_allocator()}, .plain = p->plain};
    wm_buffer text;
    wm_error error;
    if (wm_kotor_mdl_text_write(mdl, &opts, &text, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, p->out, &error);
    int code = cli_save(c, p->out, text.data, text.size);
    wm_buffer_free(&text);
    return code;
}

/* ---- in ---------------------------------------------------------------- */

static int set_variant(const cli *c, const plan *p, wm_kotor_mdl *mdl)
{
    wm_error error;
    wm_kotor_game game = p->game ? p->game : mdl->game;
    wm_kotor_platform platform = mdl->platform;
    if (p->platform)
        platform = strcmp(p->platform, "xbox") == 0 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC;
    if ((!p->game && !p->platform) ||
        wm_kotor_mdl_set_variant(mdl, game, platform, &error) == WM_OK)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

enum { LOSSES = 6 };

typedef struct model_loss {
    const char *field, *message;
} model_loss;

/* What OUT cannot hold, and how many there are. Read before anything is changed. */
static size_t find_losses(const plan *p, const wm_kotor_mdl *mdl, const char *missing,
                          model_loss list[LOSSES])
{
    bool xbox = p->platform && strcmp(p->platform, "xbox") == 0;
    bool same = !p->plain && (!p->game || p->game == mdl->game) &&
                (!p->platform || xbox == (mdl->platform == WM_KOTOR_PLATFORM_XBOX));
    bool address = (p->game || p->platform) && !wm_kotor_mdl_has_address(mdl);
    size_t n = 0;
    if (address)
        list[n++] = (model_loss){"engine_address", "the unknown engine address in the header, "
                                                   "which becomes that of the chosen game"};
    if (mdl->fault_count > address && !same) /* else the bytes are kept */
        list[n++] = (model_loss){"faults", CLI_FAULTS_LOST};
    if (missing)
        list[n++] = (model_loss){"mdx", missing};
    else if (mdl->mdx_state != WM_KOTOR_MDX_STATE_FINE && p->text)
        list[n++] = (model_loss){"mdx", "the data of the missing or damaged MDX"};
    if (!p->text && xbox && mdl->platform == WM_KOTOR_PLATFORM_PC)
        list[n++] = (model_loss){"normals", "the full precision of normals and tangents, which are "
                                            "packed into 32 bits each"};
    if (p->game == WM_KOTOR_GAME_1 && mdl->game == WM_KOTOR_GAME_2)
        list[n++] = (model_loss){"meshes", "dirt and hologram fields of K2 meshes"};
    if (p->text && p->plain)
        list[n++] = (model_loss){"comments", "what only comments of waymark can hold (--plain)"};
    return n;
}

/* compiled: NULL if IN is a binary. */
static void print_json(const cli *c, const plan *p, const model_loss *losses, size_t count,
                       const cli_compiled *compiled)
{
    wm_json_writer j;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "output", p->out);
    if (compiled)
        cli_numbers_json(&j, compiled);
    wm_json_begin_array(&j, "losses");
    if (compiled)
        cli_add_read_losses(&j, &compiled->report);
    for (size_t i = 0; i < count; i++)
        cli_add_loss(&j, losses[i].field, losses[i].message);
    wm_json_end(&j);
    json_finish(&j);
}

int cli_model_save(cli *c, const cli_conversion *v, wm_kotor_mdl *mdl)
{
    plan p;
    if (!make_plan(c, v, &p))
        return EXIT_USAGE;
    int code = set_variant(c, &p, mdl);
    if (code != EXIT_FINE)
        return code;
    return p.text ? write_text(c, &p, mdl) : cli_model_write(c, p.out, mdl, true);
}

static int convert(cli *c, const plan *p, wm_kotor_mdl *mdl, const char *missing,
                   const cli_compiled *compiled, bool has_mdx)
{
    model_loss losses[LOSSES];
    size_t count = find_losses(p, mdl, missing, losses);
    for (size_t i = 0; i < count && !c->quiet && !c->json; i++)
        cli_print(cli_messages(), "waymark: loss: %s: %s\n", p->out, losses[i].message);
    int code = set_variant(c, p, mdl);
    if (code != EXIT_FINE)
        return code;
    code = p->text ? write_text(c, p, mdl) : cli_model_write(c, p->out, mdl, has_mdx);
    if (code == EXIT_FINE && c->json)
        print_json(c, p, losses, count, compiled);
    return code;
}

static wm_kotor_smoothing chosen_smoothing(const cli *c)
{
    static const struct {
        const char *name;
        wm_kotor_smoothing smoothing;
    } choices[] = {{"groups", WM_KOTOR_SMOOTHING_GROUPS},
                   {"angles", WM_KOTOR_SMOOTHING_ANGLES},
                   {"all", WM_KOTOR_SMOOTHING_ALL}};
    const char *name = cli_get(c, "smoothing");
    for (size_t i = 0; name && i < sizeof choices / sizeof *choices; i++)
        if (strcmp(name, choices[i].name) == 0)
            return choices[i].smoothing;
    return WM_KOTOR_SMOOTHING_AUTO;
}

static int compile(cli *c, const plan *p, const wm_buffer *bytes)
{
    wm_kotor_mdl_text_read_opts opts = {
        .base = {.allocator = cli_allocator()}, .game = p->game, .plain = p->plain};
    cli_compiled compiled;
    opts.smoothing = chosen_smoothing(c);
    opts.platform = p->platform && strcmp(p->platform, "xbox") == 0 ? WM_KOTOR_PLATFORM_XBOX
                                                                    : WM_KOTOR_PLATFORM_PC;
    cli_compile(c, bytes, &opts, p->text ? NULL : p->out, &compiled);
    int code = compiled.mdl ? convert(c, p, compiled.mdl, NULL, &compiled, true) : EXIT_INPUT;
    cli_free_compiled(&compiled);
    return code;
}

int cli_need_mdx(const cli *c, const char *file, const wm_kotor_mdl *mdl, const char **loss)
{
    if (mdl->mdx_state != WM_KOTOR_MDX_STATE_MISSING)
        return EXIT_FINE;
    if (!cli_has(c, "allow-missing-mdx"))
        return cli_fail(EXIT_INPUT,
                        "%s: the MDX, which holds the vertices, is missing; put it next to the "
                        "MDL, or use --allow-missing-mdx to convert without them",
                        file);
    *loss = "the vertices, which are in the missing MDX";
    return EXIT_FINE;
}

int cli_convert_model(cli *c, cli_conversion *v)
{
    plan p;
    if (!make_plan(c, v, &p))
        return EXIT_USAGE;
    if (v->source == FROM_MDL_TEXT)
        return compile(c, &p, &v->bytes);
    wm_document *d = cli_open_model(c, &v->bytes, v->file, NULL, NULL);
    if (d)
        cli_say_unreadable(d, "mdx");
    int code = d ? cli_need_mdx(c, v->file, d->mdl, &v->loss) : EXIT_INPUT;
    if (code == EXIT_FINE)
        code = convert(c, &p, d->mdl, v->loss, NULL, d->mdx->found.where != NULL);
    wm_document_free(d);
    return code;
}
