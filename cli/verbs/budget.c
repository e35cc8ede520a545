/* waymark budget: how full the tiles of a walkmesh are, and with what. */
#include <stdlib.h>
#include <string.h>

#include "nwn2/budget.h"

enum { SHOWN = 12 }; /* tiles, and triangles of each kind */

/* The end of a whole number, or NULL. */
static const char *parse_uint(const char *text, uint32_t *value)
{
    const char *p = text;
    for (*value = 0; *p >= '0' && *p <= '9' && *value < 100000000; p++)
        *value = *value * 10 + (uint32_t)(*p - '0');
    return p > text ? p : NULL;
}

static bool parse_tile(const char *text, uint32_t *x, uint32_t *y)
{
    const char *end = parse_uint(text, x);
    end = end && *end == ',' ? parse_uint(end + 1, y) : NULL;
    if (end && !*end)
        return true;
    cli_fail(EXIT_USAGE, "--tile takes a column and a row, such as 3,0, not '%s'", text);
    return false;
}

static void bounds(const wm_nwn2_aswm *a, uint32_t tile, double box[4])
{
    double w = (double)a->tile_width;
    box[0] = tile % a->grid_width * w;
    box[1] = tile / a->grid_width * w;
    box[2] = box[0] + w;
    box[3] = box[1] + w;
}

static void print_kind(const budget *b, budget_kind kind, FILE *to)
{
    uint32_t shown = 0;
    if (!b->kinds[kind])
        return;
    bool one = b->kinds[kind] == 1;
    cli_print(to, "  %u %s:", (unsigned)b->kinds[kind],
              kind == BUDGET_SLIVER ? one ? "sliver (thinner than 5 cm), triangle"
                                          : "slivers (thinner than 5 cm), triangles"
              : kind == BUDGET_NOOK ? one ? "nook (below 0.1 m2, open on one side), triangle"
                                          : "nooks (below 0.1 m2, open on one side), triangles"
              : one                 ? "triangle in a tiny region (below 0.25 m2)"
                                    : "triangles in tiny regions (below 0.25 m2)");
    for (uint32_t i = 0; i < b->a->triangle_count && shown < SHOWN; i++)
        if (b->kind[i] == kind && b->a->triangles[i].flags & WM_NWN2_WALKABLE) {
            cli_print(to, " %u", (unsigned)i);
            shown++;
        }
    fputs(b->kinds[kind] > shown ? " ...\n" : "\n", to);
}

static void print_tile(const budget *b, const budget_tile *t, FILE *to)
{
    double box[4];
    bounds(b->a, t->index, box);
    cli_print(to, "tile %u,%u (x %g to %g, y %g to %g): %u of %d%s", t->index % b->a->grid_width,
              t->index / b->a->grid_width, box[0], box[2], box[1], box[3], (unsigned)t->walkable,
              WM_NWN2_TILE_NODES, t->walkable > WM_NWN2_TILE_NODES ? ", too many" : "");
    for (budget_kind k = BUDGET_SLIVER; k < BUDGET_KINDS; k++)
        if (t->kinds[k])
            cli_print(to, ", %u %s%s", (unsigned)t->kinds[k], budget_kind_name(k),
                      t->kinds[k] == 1 || k == BUDGET_TINY ? "" : "s");
    fputc('\n', to);
}

static void print_words(const cli *c, const budget *b, const char *file, FILE *to)
{
    size_t all = cli_has(c, "all") ? b->used : b->used < SHOWN ? b->used : SHOWN;
    cli_print(to, "%s: %zu of %zu %s walkable triangles, %u %s more than %d\n", file, b->used,
              b->tile_count, cli_word(b->used, "tiles has", "tiles have"), (unsigned)b->over,
              cli_word(b->over, "has", "have"), WM_NWN2_TILE_NODES);
    for (size_t i = 0; i < all; i++) {
        fputs("  ", to);
        print_tile(b, &b->tiles[i], to);
    }
    if (all < b->used)
        cli_print(to, "  and %zu more (--all lists them)\n", b->used - all);
    for (budget_kind k = BUDGET_SLIVER; k < BUDGET_KINDS; k++)
        print_kind(b, k, to);
}

static void triangles_json(wm_json_writer *j, const char *name, const budget *b, budget_kind kind)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < b->a->triangle_count; i++)
        if (b->kind[i] == kind && b->a->triangles[i].flags & WM_NWN2_WALKABLE)
            wm_json_add_uint(j, NULL, i);
    wm_json_end(j);
}

/* tile: the only one to list, or WM_NO_INDEX. False when memory runs out. */
static bool print_json(const budget *b, const wm_nwn2_trn *trn, uint32_t tile, const char *file,
                       FILE *to)
{
    wm_json_writer j;
    json_begin(&j, to);
    wm_json_add_text(&j, "file", file);
    wm_json_add_uint(&j, "limit", WM_NWN2_TILE_NODES);
    wm_json_add_uint(&j, "over", b->over);
    wm_json_begin_array(&j, "tiles");
    for (size_t i = 0; i < b->tile_count; i++) {
        const budget_tile *t = &b->tiles[i];
        double box[4];
        if (tile == WM_NO_INDEX ? i >= b->used : t->index != tile)
            continue;
        bounds(b->a, t->index, box);
        wm_json_begin_object(&j, NULL);
        wm_json_add_uint(&j, "tile", t->index);
        wm_json_add_uint(&j, "x", t->index % b->a->grid_width);
        wm_json_add_uint(&j, "y", t->index / b->a->grid_width);
        wm_json_begin_array(&j, "bounds");
        for (int k = 0; k < 4; k++)
            wm_json_add_double(&j, NULL, box[k]);
        wm_json_end(&j);
        wm_json_add_uint(&j, "walkable", t->walkable);
        wm_json_add_uint(&j, "triangles", t->triangles);
        wm_json_add_uint(&j, "slivers", t->kinds[BUDGET_SLIVER]);
        wm_json_add_uint(&j, "nooks", t->kinds[BUDGET_NOOK]);
        wm_json_add_uint(&j, "tiny", t->kinds[BUDGET_TINY]);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    bool good = tile == WM_NO_INDEX || budget_list_tile(b, trn, tile, &j, NULL);
    wm_json_add_uint(&j, "tiny_floors", b->tiny_floors);
    triangles_json(&j, "slivers", b, BUDGET_SLIVER);
    triangles_json(&j, "nooks", b, BUDGET_NOOK);
    triangles_json(&j, "tiny", b, BUDGET_TINY);
    json_finish(&j);
    return good;
}

static bool print_one(const budget *b, const wm_nwn2_trn *trn, uint32_t tile, const char *file,
                      FILE *to)
{
    size_t i = 0;
    while (b->tiles[i].index != tile)
        i++;
    cli_print(to, "%s: ", file);
    print_tile(b, &b->tiles[i], to);
    return budget_list_tile(b, trn, tile, NULL, to);
}

/* "3,5": column and row. WM_NO_INDEX without the option. */
static int find_tile(const cli *c, const wm_nwn2_aswm *a, uint32_t *tile)
{
    const char *text = cli_get(c, "tile");
    uint32_t x, y;
    *tile = WM_NO_INDEX;
    if (!text)
        return EXIT_FINE;
    if (!parse_tile(text, &x, &y))
        return EXIT_USAGE;
    if (x >= a->grid_width || y >= a->grid_height)
        return cli_fail(EXIT_USAGE,
                        "--tile %s is not in the grid: its columns are 0 to %u, its rows 0 to %u",
                        text, (unsigned)a->grid_width - 1, (unsigned)a->grid_height - 1);
    *tile = y * a->grid_width + x;
    return EXIT_FINE;
}

static int print(const cli *c, const budget *b, const wm_nwn2_trn *trn, uint32_t tile, cli_out *out)
{
    bool good = true;
    if (c->json)
        good = print_json(b, trn, tile, out->file, out->data);
    else if (tile != WM_NO_INDEX)
        good = print_one(b, trn, tile, out->file, out->data);
    else
        print_words(c, b, out->file, out->data);
    if (!good)
        return cli_no_memory(CLI_READING);
    return b->over ? EXIT_FINDINGS : EXIT_FINE;
}

/* The picture, if one is to be drawn. */
static int draw(cli *c, const budget *b, cli_out *out)
{
    const char *name = cli_get(c, "output");
    if (!name)
        return EXIT_FINE;
    char title[300], *bytes = NULL;
    size_t size = 0;
    snprintf(title, sizeof title, "%s: walkable triangles by tile (limit 127)",
             cli_basename(out->file));
    int code = budget_draw(b, title, name, &bytes, &size);
    if (code == EXIT_FINE)
        code = cli_save(c, name, bytes, size);
    if (code == EXIT_OUTPUT && c->json)
        json_print_error(out->data, out->file, cli_first_error());
    free(bytes);
    return code;
}

static int budget_file(cli *c, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    budget b = {0};
    int code = EXIT_INPUT;
    uint32_t tile;
    if (!cli_load_for(c, out, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool terrain =
        format == WM_FORMAT_NWN2_TRN || cli_ends(out->file, ".trx") || cli_ends(out->file, ".trn");
    if (cli_skip(c, out, bytes.size, format) || (out->walked && !terrain)) {
        out->skipped = true;
        wm_buffer_free(&bytes);
        return EXIT_FINE;
    }
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, out->file, &bytes, &error);
    wm_buffer_free(&bytes);
    if (!trn) {
        code = cli_unreadable(c, out->file, &error);
    } else if (!budget_make(trn->aswm, &b)) {
        code = cli_no_memory(CLI_READING);
    } else {
        code = find_tile(c, b.a, &tile);
        if (code == EXIT_FINE)
            code = draw(c, &b, out);
        if (code == EXIT_FINE)
            code = print(c, &b, trn, tile, out);
    }
    budget_free(&b);
    wm_nwn2_trn_free(trn);
    return code;
}

static int run(cli *c)
{
    uint32_t x, y;
    if (cli_has(c, "tile") && !parse_tile(cli_get(c, "tile"), &x, &y))
        return EXIT_USAGE;
    if (cli_has(c, "all") && cli_has(c, "tile"))
        return cli_fail(EXIT_USAGE, "--all has no effect with --tile, which lists one tile");
    if (cli_has(c, "output") && c->file_count != 1)
        return cli_fail(EXIT_USAGE, "--output draws one file, not %zu", c->file_count);
    if (cli_has(c, "output") && strcmp(cli_get(c, "output"), "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--output needs a file: the list already goes to standard output");
    return cli_each_file(c, budget_file);
}

static const cli_option options[] = {
    {"all", NULL, "list every tile, not only the twelve fullest"},
    {"tile", "X,Y",
     "list the slivers, the nooks, the triangles in tiny regions and the mergeable triangles of "
     "the tile in column X and row Y, with their positions"},
    {"output", "PICTURE", "also draw a heat map of the tiles: .png, .svg or .pdf"},
    {0},
};

const cli_verb cmd_budget = {
    .name = "budget",
    .synopsis = "[options] FILE...",
    .summary = "show how full the tiles of a TRN or TRX are",
    .details =
        "A tile can hold 127 walkable triangles. With more, the game's own bake makes the whole\n"
        "tile not walkable. Lists the fullest tiles first. Look for slivers (thinner than 5 cm),\n"
        "nooks (below 0.1 m2, open on one side) and tiny regions (below 0.25 m2) in them before\n"
        "you delete objects. 'waymark bake --simplify' merges triangles that lie in one plane.\n\n"
        "Tiles are named by column and row, counted from 0 in the south-west corner.\n\n"
        "Exits with 1 if a tile is over the limit.\n\n"
        "  waymark budget area.trn\n"
        "  waymark budget --tile 3,5 area.trn\n"
        "  waymark budget -o heat.png area.trx",
    .options = options,
    .min_files = 1,
    .run = run,
};
