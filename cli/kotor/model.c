/* Models of any spelling, the files that belong to them, and their supermodels. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "folder.h"
#include "kotor/model.h"

/* An MDX that is there but cannot be read counts as missing; it is said. */
static void load_mdx(const char *file, FILE *talk, cli_model *model)
{
    wm_error error;
    if (strcmp(file, "-") == 0)
        return;
    model->mdx_path = cli_beside(file, NULL, ".mdx");
    if (!model->mdx_path || cli_read_file(model->mdx_path, &model->mdx, &error) == WM_OK)
        return;
    model->mdx = (wm_buffer){0};
    if (talk)
        cli_say_error(talk, model->mdx_path, &error);
}

bool cli_read_model(const cli *c, const wm_buffer *bytes, const char *file,
                    const wm_read_opts *opts, FILE *talk, wm_error *error, cli_model *model)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    (void)c;
    *model = (cli_model){.format = wm_detect(bytes->data, bytes->size)};
    if (model->format == WM_FORMAT_KOTOR_MDL) {
        load_mdx(file, talk, model);
        model->mdl =
            wm_kotor_mdl_read(bytes->data, bytes->size, model->mdx.data, model->mdx.size, opts, e);
    } else if (model->format == WM_FORMAT_KOTOR_MDL_TEXT) {
        wm_kotor_mdl_text_read_opts ascii = {.base = opts ? *opts : (wm_read_opts){0}};
        model->mdl = wm_kotor_mdl_text_read(bytes->data, bytes->size, &ascii, e);
    } else {
        wm_format_error(e, "a model", model->format, bytes->size);
        wm_format_hint_mdx(file, model->format, e);
    }
    if (!model->mdl && talk)
        cli_say_error(talk, file, e);
    return model->mdl != NULL;
}

void cli_free_model(cli_model *model)
{
    wm_kotor_mdl_free(model->mdl);
    wm_buffer_free(&model->mdx);
    free(model->mdx_path);
    *model = (cli_model){0};
}

/* ---- supermodels ---- */

static bool add_super(const cli *c, const char *file, cli_chain *chain)
{
    wm_buffer bytes;
    cli_model *model = &chain->models[chain->count];
    if (!cli_load(file, cli_messages(), &bytes))
        return false;
    bool good = cli_read_model(c, &bytes, file, NULL, cli_messages(), NULL, model);
    wm_buffer_free(&bytes);
    if (good)
        chain->list[chain->count++] = model->mdl;
    else
        cli_free_model(model);
    return good;
}

static int read_named(const cli *c, cli_chain *chain)
{
    for (size_t i = 0; i < c->value_count; i++) {
        if (strcmp(c->values[i].option->name, "supermodel") != 0)
            continue;
        if (chain->count == CLI_SUPERS)
            return cli_fail(EXIT_USAGE, "--supermodel can be given %d times at the most",
                            CLI_SUPERS);
        if (!add_super(c, c->values[i].text, chain))
            return EXIT_INPUT;
    }
    return EXIT_FINE;
}

/* The name of a model's supermodel; "" if it has none. */
static void super_name(const wm_kotor_mdl *mdl, char name[WM_KOTOR_NAME_SIZE + 1])
{
    snprintf(name, WM_KOTOR_NAME_SIZE + 1, "%.*s", (int)sizeof mdl->supermodel, mdl->supermodel);
    if (strcasecmp(name, "null") == 0)
        *name = '\0';
}

/* Has the chain come to a model of this name already? */
static bool seen(const wm_kotor_mdl *mdl, const cli_chain *chain, const char *name)
{
    bool found = strncasecmp(mdl->geometry.name, name, WM_KOTOR_NAME_SIZE) == 0;
    for (uint32_t i = 0; i < chain->count; i++)
        found = found || strncasecmp(chain->list[i]->geometry.name, name, WM_KOTOR_NAME_SIZE) == 0;
    return found;
}

int cli_read_supers(const cli *c, const char *file, const wm_kotor_mdl *mdl, cli_chain *chain)
{
    const wm_kotor_mdl *below = mdl;
    char name[WM_KOTOR_NAME_SIZE + 1];
    *chain = (cli_chain){.count = 0};
    if (cli_has(c, "supermodel"))
        return read_named(c, chain);
    while (chain->count < CLI_SUPERS) {
        super_name(below, name);
        if (!*name || seen(mdl, chain, name))
            return EXIT_FINE;
        char *path = strcmp(file, "-") == 0 ? NULL : cli_beside(file, name, ".mdl");
        if (!path) {
            memcpy(chain->missing, name, sizeof name);
            return EXIT_FINE;
        }
        bool good = add_super(c, path, chain);
        free(path);
        if (!good)
            return EXIT_INPUT;
        below = chain->list[chain->count - 1];
    }
    return EXIT_FINE;
}

void cli_free_supers(cli_chain *chain)
{
    for (uint32_t i = 0; i < chain->count; i++)
        cli_free_model(&chain->models[i]);
    chain->count = 0;
}
