/* KotOR models, binary or text, with their MDX and supermodels. */
#include "kotor/model.h"

#include <string.h>
#include <strings.h>

#include "kotor/model_text.h"

wm_document *cli_open_model(const cli *c, const wm_buffer *bytes, const char *file,
                            const wm_open_opts *opts, wm_error *error)
{
    wm_open_opts o = opts ? *opts : (wm_open_opts){0};
    wm_error local, *e = error ? error : &local;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_document *document = NULL;
    if (!o.supermodels && !o.supers)
        o.supermodels = WM_LOAD_SKIP;
    if (format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT) {
        document = cli_open(c, bytes, file, &o, e);
    } else {
        wm_format_error(format, bytes->size, "a KotOR model", e);
        wm_format_hint_mdx(file, format, e);
    }
    if (!document && !error)
        cli_fail_on(CLI_READING, file, e);
    return document;
}

/* ---- supermodels ---- */

void cli_free_supers(cli_supers *supers)
{
    for (uint32_t i = 0; i < supers->count; i++)
        wm_document_free(supers->documents[i]);
    supers->count = 0;
}

/* Takes the bytes of a file; they are not needed afterwards. */
static bool add_super(const cli *c, const wm_buffer *bytes, const char *file, cli_supers *supers)
{
    const wm_open_opts opts = {.mdx = WM_LOAD_SKIP, .supermodels = WM_LOAD_SKIP};
    wm_document *d = cli_open_model(c, bytes, file, &opts, NULL);
    if (!d)
        return false;
    supers->documents[supers->count] = d;
    supers->list[supers->count++] = d->mdl;
    return true;
}

static int read_named(const cli *c, cli_supers *supers)
{
    for (size_t i = 0; i < c->value_count; i++) {
        wm_buffer bytes;
        if (strcmp(c->values[i].option->name, "supermodel") != 0)
            continue;
        if (supers->count == CLI_SUPERS)
            return cli_fail(EXIT_USAGE, "--supermodel can be given %d times at most", CLI_SUPERS);
        if (!cli_load(c->values[i].text, &bytes))
            return EXIT_INPUT;
        bool good = add_super(c, &bytes, c->values[i].text, supers);
        wm_buffer_free(&bytes);
        if (!good)
            return EXIT_INPUT;
    }
    return EXIT_FINE;
}

int cli_open_rigged(const cli *c, const wm_buffer *bytes, const char *file, wm_document **document,
                    cli_supers *supers, wm_error *error)
{
    bool named = cli_has(c, "supermodel");
    wm_open_opts opts = {.supermodels = WM_LOAD_READ};
    *supers = (cli_supers){.count = 0};
    *document = NULL;
    *error = (wm_error){.code = WM_OK};
    int code = named ? read_named(c, supers) : EXIT_FINE;
    if (code != EXIT_FINE)
        return code;
    if (named) {
        opts.supers = supers->list;
        opts.super_count = supers->count;
    }
    *document = cli_open_model(c, bytes, file, &opts, error);
    if (!*document)
        return EXIT_INPUT;
    cli_say_unreadable(*document, "mdx");
    return cli_say_unreadable(*document, "mdl") ? EXIT_INPUT : EXIT_FINE;
}

/* The supermodel of this name in the folder of the file, if there is one. */
static int find_named(const cli *c, const char *file, const char *name, cli_supers *supers)
{
    cli_place place;
    wm_found found;
    wm_error error;
    int code = EXIT_FINE;
    if (!cli_place_open(c, file, WM_FORMAT_KOTOR_MDL, NULL, &place, &error))
        return cli_fail_on(CLI_READING, file, &error);
    if (cli_find(&place, name, "mdl", &found, &error) != WM_OK) {
        code = cli_fail_on(CLI_READING, found.where ? found.where : name, &error);
    } else if (found.where) {
        const wm_buffer bytes = {.data = (uint8_t *)(uintptr_t)found.data, .size = found.size};
        code = add_super(c, &bytes, found.where, supers) ? EXIT_FINE : EXIT_INPUT;
    }
    cli_found_free(&found);
    cli_place_close(&place);
    return code;
}

int cli_find_super(const cli *c, const char *file, const wm_kotor_mdl *mdl, cli_supers *supers)
{
    char name[WM_KOTOR_NAME_SIZE + 1], own[WM_KOTOR_NAME_SIZE + 1];
    *supers = (cli_supers){.count = 0};
    if (cli_has(c, "supermodel"))
        return read_named(c, supers);
    cli_fixed_text(mdl->supermodel, sizeof mdl->supermodel, name);
    cli_fixed_text(mdl->geometry.name, sizeof mdl->geometry.name, own);
    if (cli_is_null(name) || strcasecmp(name, own) == 0)
        return EXIT_FINE;
    return find_named(c, file, name, supers);
}
