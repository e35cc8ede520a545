/* The table of conversions: which source can become which target, and with which options. */
#include "convert/table.h"

#include <string.h>

#include "convert/import.h"
#include "texture/texture.h"

/* ---- the table ---- */

enum {
    TO_WALKMESH = TO_WOK | TO_PWK | TO_DWK,
    TO_ANY_TEXT = TO_TEXT | TO_MDL_TEXT,
    TO_ANY_GLTF = TO_GLB | TO_GLTF,
    TO_ANY_BINARY = TO_BINARY | TO_WALKMESH | TO_MDL | TO_TRX | TO_TRN | TO_MDB | TO_BWM | TO_TPC |
                    TO_TGA | TO_PTH
};

typedef struct row {
    cli_source source;
    unsigned targets; /* cli_target bits */
    cli_converter run;
    const char *options; /* "a|b", in the form of cli_find_choice */
} row;

static const row rows[] = {
    {FROM_BWM, TO_BINARY | TO_WALKMESH, cli_convert_walkmesh, ""},
    {FROM_BWM, TO_TEXT, cli_convert_walkmesh, "dialect"},
    {FROM_BWM, TO_ANY_GLTF, cli_convert_walkmesh, "plain|all-levels"},
    {FROM_BWM, TO_OBJ, cli_convert_walkmesh, ""},

    {FROM_BWM_TEXT, TO_BINARY | TO_WALKMESH, cli_convert_walkmesh, "kind|rounding|apply-rotation"},
    {FROM_BWM_TEXT, TO_TEXT, cli_convert_walkmesh, "kind|rounding|apply-rotation|dialect"},
    {FROM_BWM_TEXT, TO_ANY_GLTF, cli_convert_walkmesh,
     "kind|rounding|apply-rotation|plain|all-levels"},
    {FROM_BWM_TEXT, TO_OBJ, cli_convert_walkmesh, "kind|rounding|apply-rotation"},

    {FROM_DOOR, TO_TEXT, cli_convert_walkmesh, "dialect"},

    {FROM_MDL, TO_BINARY | TO_MDL, cli_convert_model, "game|platform|allow-missing-mdx"},
    {FROM_MDL, TO_ANY_TEXT, cli_convert_model, "game|platform|plain|allow-missing-mdx"},
    {FROM_MDL, TO_ANY_GLTF, cli_export_model, "supermodel|all-levels|textures|allow-missing-mdx"},
    {FROM_MDL, TO_OBJ, cli_export_model, "textures|allow-missing-mdx"},

    {FROM_MDL_TEXT, TO_BINARY | TO_MDL, cli_convert_model,
     "game|platform|plain|supermodel|smoothing"},
    {FROM_MDL_TEXT, TO_ANY_TEXT, cli_convert_model, "game|platform|plain|supermodel|smoothing"},
    {FROM_MDL_TEXT, TO_ANY_GLTF, cli_export_model, "supermodel|all-levels|textures"},
    {FROM_MDL_TEXT, TO_OBJ, cli_export_model, "textures"},

    {FROM_LAYOUT, TO_ANY_GLTF, cli_export_area,
     "models|plain|all-levels|textures|allow-missing-mdx"},
    {FROM_LAYOUT, TO_OBJ, cli_export_area, "models|textures|allow-missing-mdx"},

    {FROM_TRN, TO_BINARY | TO_TRX | TO_TRN, cli_convert_trn, ""},
    {FROM_TRN, TO_ANY_GLTF, cli_export_trn, "plain|all-levels"},
    {FROM_TRN, TO_OBJ, cli_export_trn, ""},

    {FROM_MDB, TO_BINARY | TO_MDB, cli_convert_mdb, ""},
    {FROM_MDB, TO_ANY_GLTF, cli_export_mdb, "all-levels|textures"},
    {FROM_MDB, TO_OBJ, cli_export_mdb, "textures"},

    {FROM_BW2, TO_BINARY | TO_BWM, cli_convert_bw2, ""},
    {FROM_BW2, TO_ANY_GLTF, cli_export_bw2, "plain|all-levels|textures"},
    {FROM_BW2, TO_OBJ, cli_export_bw2, "plain|textures"},

    {FROM_SCENE, TO_WALKMESH, cli_import, "template|material|weld|up|kind|rounding"},
    {FROM_SCENE, TO_TRX, cli_import, "template|keep-walkmesh|tile-width|simplify|material|weld|up"},
    {FROM_SCENE, TO_TRN, cli_import, "template|keep-walkmesh"},
    {FROM_SCENE, TO_MDL | TO_MDL_TEXT, cli_import,
     "template|material|up|game|platform|plain|supermodel|write-textures|reduce-keys"},
    {FROM_SCENE, TO_MDB, cli_import, "template|material|skeleton|up|write-textures"},
    {FROM_SCENE, TO_BWM, cli_import, "template|variant|bw2-version|up|write-textures"},

    {FROM_TEXTURE, TO_BINARY | TO_PNG, cli_convert_texture, ""},
    {FROM_TEXTURE, TO_TPC, cli_convert_texture, "pixels|no-mipmaps|txi"},
    {FROM_TEXTURE, TO_TGA, cli_convert_texture, "pixels"},
    {FROM_PNG, TO_TPC, cli_convert_texture, "pixels|no-mipmaps|txi"},
    {FROM_PNG, TO_TGA, cli_convert_texture, "pixels"},

    {FROM_PTH, TO_BINARY | TO_PTH, cli_convert_pth, ""},
};

/* In the order of messages. */
/* clang-format off: one per line */
static const struct {
    cli_target target;
    const char *name, *ending;
} endings[] = {
    {TO_WOK, "wok", ".wok"},
    {TO_PWK, "pwk", ".pwk"},
    {TO_DWK, "dwk", ".dwk"},
    {TO_MDL, "mdl", ".mdl"},
    {TO_MDL_TEXT, "mdl-ascii", "-ascii.mdl"},
    {TO_MDL_TEXT, "", ".mdl.ascii"},
    {TO_MDL_TEXT, "", ".mdl.txt"},
    {TO_TEXT, "ascii", ".ascii"},
    {TO_TEXT, "", ".txt"},
    {TO_TRX, "trx", ".trx"},
    {TO_TRN, "trn", ".trn"},
    {TO_MDB, "mdb", ".mdb"},
    {TO_BWM, "bwm", ".bwm"},
    {TO_GLB, "glb", ".glb"},
    {TO_GLTF, "gltf", ".gltf"},
    {TO_OBJ, "obj", ".obj"},
    {TO_TPC, "tpc", ".tpc"},
    {TO_TGA, "tga", ".tga"},
    {TO_PNG, "png", ".png"},
    {TO_PTH, "", ".pth"},
};
/* clang-format on */
enum { ENDINGS = sizeof endings / sizeof *endings };

static const char *const source_names[] = {
    [FROM_OTHER] = "a file that convert cannot read",
    [FROM_BWM] = "a KotOR walkmesh",
    [FROM_BWM_TEXT] = "a KotOR walkmesh as text",
    [FROM_DOOR] = "a state of a door",
    [FROM_MDL] = "a KotOR model",
    [FROM_MDL_TEXT] = "a KotOR model as text",
    [FROM_LAYOUT] = "a KotOR layout",
    [FROM_TRN] = "a TRN or TRX",
    [FROM_MDB] = "an NWN2 model",
    [FROM_BW2] = "a Black & White 2 model",
    [FROM_SCENE] = "a glTF or OBJ",
    [FROM_TEXTURE] = "a texture",
    [FROM_PNG] = "a PNG",
    [FROM_PTH] = "a KotOR path file",
};

/* ---- looking things up ---- */

cli_source cli_source_of(const wm_buffer *bytes)
{
    switch (wm_detect(bytes->data, bytes->size)) {
    case WM_FORMAT_KOTOR_BWM: return FROM_BWM;
    case WM_FORMAT_KOTOR_BWM_TEXT: return FROM_BWM_TEXT;
    case WM_FORMAT_KOTOR_MDL: return FROM_MDL;
    case WM_FORMAT_KOTOR_MDL_TEXT: return FROM_MDL_TEXT;
    case WM_FORMAT_KOTOR_LYT: return FROM_LAYOUT;
    case WM_FORMAT_NWN2_TRN: return FROM_TRN;
    case WM_FORMAT_NWN2_MDB: return FROM_MDB;
    case WM_FORMAT_BW2_MODEL: return FROM_BW2;
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return FROM_SCENE;
    case WM_FORMAT_TEXTURE: return FROM_TEXTURE;
    case WM_FORMAT_KOTOR_PTH: return FROM_PTH;
    default: return cli_is_png(bytes) ? FROM_PNG : FROM_OTHER;
    }
}

static const row *find_row(cli_source source, cli_target target)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].source == source && (rows[i].targets & (unsigned)target))
            return &rows[i];
    return NULL;
}

const char *cli_target_ending(const char *to)
{
    for (size_t i = 0; i < ENDINGS; i++)
        if (strcmp(endings[i].name, to) == 0)
            return endings[i].ending;
    return NULL;
}

/* TO_NOTHING if OUT has no ending, as "-" and /dev/null. */
static cli_target target_of_ending(const char *out)
{
    cli_target target = strchr(cli_basename(out), '.') ? TO_UNKNOWN : TO_NOTHING;
    size_t longest = 0; /* x-ascii.mdl ends in .mdl too */
    for (size_t i = 0; i < ENDINGS; i++)
        if (cli_ends(out, endings[i].ending) && strlen(endings[i].ending) > longest) {
            longest = strlen(endings[i].ending);
            target = endings[i].target;
        }
    return target;
}

/* The targets that a value of --to allows. */
static unsigned targets_of_option(const char *to)
{
    unsigned targets = TO_NOTHING;
    if (strcmp(to, "binary") == 0)
        return TO_ANY_BINARY;
    if (strcmp(to, "ascii") == 0)
        return TO_ANY_TEXT;
    for (size_t i = 0; i < ENDINGS; i++)
        if (strcmp(endings[i].name, to) == 0)
            targets |= endings[i].target;
    return targets;
}

/* The target when neither --to nor an ending names one: the format of the input. */
static cli_target own_target(cli_source source)
{
    switch (source) {
    case FROM_BWM_TEXT:
    case FROM_DOOR:
    case FROM_MDL_TEXT: return TO_TEXT;
    case FROM_BWM:
    case FROM_MDL:
    case FROM_TRN:
    case FROM_MDB:
    case FROM_BW2:
    case FROM_TEXTURE: /* cli_convert_texture refuses a DDS */
    case FROM_PTH: return TO_BINARY;
    default: return TO_UNKNOWN;
    }
}

static cli_target choose_target(const char *to, const cli_conversion *v)
{
    cli_target ending = target_of_ending(v->out);
    if (!to)
        return ending ? ending : own_target(v->source);
    unsigned allowed = targets_of_option(to);
    if (ending)
        return (unsigned)ending & allowed ? ending : TO_UNKNOWN;
    return (cli_target)(allowed & (~allowed + 1)); /* the lowest bit */
}

/* ---- refusals ---- */

enum { LIST = 256 };

/* ".wok|.pwk" of these targets that the source can become. */
static void list_endings(cli_source source, unsigned targets, char list[LIST])
{
    size_t used = 0;
    *list = '\0';
    for (size_t i = 0; i < ENDINGS; i++)
        if (((unsigned)endings[i].target & targets) && find_row(source, endings[i].target))
            used += (size_t)snprintf(list + used, LIST - used, "%s%s", used ? "|" : "",
                                     endings[i].ending);
}

void cli_report_no_target(const cli_conversion *v, const char *what)
{
    char list[LIST] = "", text[LIST];
    size_t used = 0;
    for (size_t i = 0; i < ENDINGS; i++)
        if (*endings[i].name && find_row(v->source, endings[i].target))
            used += (size_t)snprintf(list + used, LIST - used, "%s%s", used ? "|" : "",
                                     endings[i].name);
    cli_fail(EXIT_USAGE, "cannot write '%s': %s is %s; name the format to write with --to: %s",
             v->out, v->file, what, cli_list_choices(list, text, sizeof text));
}

static void report_bad_target(const char *to, const cli_conversion *v)
{
    char list[LIST], text[LIST];
    unsigned allowed = to ? targets_of_option(to) : ~0U;
    list_endings(v->source, allowed, list);
    bool possible = *list != '\0';
    if (!possible)
        list_endings(v->source, ~0U, list);
    cli_list_choices(list, text, sizeof text);
    if (v->source == FROM_DOOR)
        cli_fail(EXIT_USAGE,
                 "cannot write '%s' from several inputs: OUT can end in %s for the states of a "
                 "door, or be a folder",
                 v->out, text);
    else if (!possible)
        cli_fail(EXIT_USAGE, "cannot convert %s to %s: it is %s; OUT can end in %s", v->file, to,
                 source_names[v->source], text);
    else if (cli_ends(v->out, ".mdx"))
        cli_fail(EXIT_USAGE, "%s: give the name of the MDL; the MDX is written next to it", v->out);
    else if (!to && target_of_ending(v->out) == TO_NOTHING)
        cli_report_no_target(v, source_names[v->source]);
    else if (to)
        cli_fail(EXIT_USAGE, "'%s' does not fit --to %s: OUT can end in %s", v->out, to, text);
    else
        cli_fail(EXIT_USAGE, "cannot write '%s': %s is %s; OUT can end in %s", v->out, v->file,
                 source_names[v->source], text);
}

static const char *target_name(cli_target target)
{
    for (size_t i = 0; i < ENDINGS; i++)
        if (endings[i].target == target)
            return endings[i].ending;
    return "a file of its own format";
}

static bool check_options(const cli *c, const row *r, const cli_conversion *v)
{
    char what[LIST];
    snprintf(what, sizeof what, "when %s becomes %s", source_names[v->source],
             target_name(v->target));
    return cli_allow_options(c, r->options, what) == EXIT_FINE;
}

bool cli_has_conversion(const cli *c, cli_conversion *v)
{
    v->target = choose_target(cli_get(c, "to"), v);
    return find_row(v->source, v->target) != NULL;
}

cli_converter cli_find_converter(const cli *c, cli_conversion *v)
{
    const char *to = cli_get(c, "to");
    v->target = choose_target(to, v);
    const row *r = find_row(v->source, v->target);
    if (!r)
        report_bad_target(to, v);
    return r && check_options(c, r, v) ? r->run : NULL;
}
