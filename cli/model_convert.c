/* waymark convert for models: between binary and text, and from one game to the other.
 * A binary is two files, which are written together or not at all. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model.h"
#include "model_text.h"

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

/* Is OUT to be a text? */
static bool wants_text(const cli *c, const char *out, int *code)
{
    const char *to = cli_get(c, "to");
    if (to && strcmp(to, "ascii") != 0 && strcmp(to, "binary") != 0)
        *code = cli_fail(EXIT_USAGE, "--to takes binary or ascii, not '%s'", to);
    if (to)
        return strcmp(to, "ascii") == 0;
    return cli_ends(out, ".ascii") || cli_ends(out, ".txt") || cli_ends(out, "-ascii.mdl");
}

/* ---- binary ------------------------------------------------------------ */

static int save_pair(const cli *c, const char *out, const wm_buffer *mdl, const char *beside,
                     const wm_buffer *mdx)
{
    const wm_file_output files[2] = {{out, mdl->data, mdl->size}, {beside, mdx->data, mdx->size}};
    wm_error error;
    size_t at = 0;
    char text[1024];
    if (wm_file_write_all(files, beside ? 2 : 1, c->force, &at, &error) == WM_OK)
        return EXIT_FINE;
    bool exists = !c->force && access(files[at].path, F_OK) == 0;
    fprintf(stderr, "waymark: error: %s%s\n",
            wm_error_format(&error, files[at].path, text, sizeof text),
            exists ? " (--force replaces it)" : "");
    return EXIT_OUTPUT;
}

static int write_binary(const cli *c, const char *out, const cli_model *model)
{
    wm_buffer mdl, mdx;
    wm_error error;
    if (strcmp(out, "-") == 0)
        return cli_fail(EXIT_USAGE, "a model makes two files, they cannot go to '-'");
    if (cli_ends(out, ".mdx"))
        return cli_fail(EXIT_USAGE, "%s: name the MDL, its MDX goes beside it", out);
    if (wm_kotor_mdl_write(model->mdl, NULL, &mdl, &mdx, &error) != WM_OK) {
        cli_say_error(stderr, out, &error);
        return EXIT_OUTPUT;
    }
    /* Compilers leave an empty MDX beside a model without meshes; an MDX that is not
     * there stays away. */
    bool text = model->format == WM_FORMAT_KOTOR_MDL_ASCII;
    char *beside = mdx_path(out);
    int code = beside ? EXIT_FINE : cli_fail(EXIT_OUTPUT, "out of memory");
    bool both = text || model->mdx_path || mdx.size;
    if (code == EXIT_FINE && !both && access(beside, F_OK) == 0)
        code = cli_fail(EXIT_OUTPUT, "%s: would stand beside a model that has no MDX of its own",
                        beside);
    if (code == EXIT_FINE)
        code = save_pair(c, out, &mdl, both ? beside : NULL, &mdx);
    if (code == EXIT_FINE && !both && model->mdl->mdx_state == WM_MDX_MISSING && !c->quiet)
        fprintf(stderr, "waymark: %s: has no MDX beside it, so none was written\n", c->files[0]);
    free(beside);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return code;
}

/* ---- all --------------------------------------------------------------- */

/* Options of walkmeshes mean nothing here. */
static int useless_options(const cli *c)
{
    static const char *const walkmesh[] = {"kind", "dialect", "rounding", "apply-rotation"};
    for (size_t i = 0; i < sizeof walkmesh / sizeof *walkmesh; i++)
        if (cli_has(c, walkmesh[i]))
            return cli_fail(EXIT_USAGE, "--%s is for walkmeshes, %s is a model", walkmesh[i],
                            c->files[0]);
    return EXIT_FINE;
}

int cli_model_convert(cli *c, const wm_buffer *bytes)
{
    const char *out = c->files[c->file_count - 1];
    cli_model model = {0};
    int code = useless_options(c);
    bool text = wants_text(c, out, &code);
    if (code != EXIT_FINE)
        return code;
    if (!cli_read_model(c, bytes, c->files[0], NULL, stderr, NULL, &model))
        code = EXIT_INPUT;
    else if (text)
        code = cli_fail(EXIT_USAGE, "models as text come with a later version");
    else
        code = write_binary(c, out, &model);
    cli_free_model(&model);
    return code;
}
