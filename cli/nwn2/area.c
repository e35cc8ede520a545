/* Which files belong to an NWN2 area. They are found as companions are (waymark/open.h). */
#include "nwn2/area.h"

#include <string.h>

static const char *const endings[] = {".trn", ".trx", ".git", ".gic", ".are"};

/* The length of a path without the ending of an area's file. */
static size_t stem_of(const char *path)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (cli_ends(path, endings[i]))
            return strlen(path) - strlen(endings[i]);
    return strlen(path);
}

/* Sets `to` if there is such a file. */
static bool find_file(const cli_area *area, const char *type, char to[CLI_AREA_PATH])
{
    const wm_finder *finder = &area->place.opts.finder;
    wm_found found = {0};
    if (finder->find)
        (void)finder->find(finder->user, area->name, type, &found, NULL);
    bool has = found.where != NULL;
    if (has)
        snprintf(to, CLI_AREA_PATH, "%s", found.where);
    cli_found_free(&found);
    return has;
}

/* The area's name alone, or one of its files that is not the terrain. */
static int find_terrain(const char *name, bool reuse, cli_area *area)
{
    if (find_file(area, reuse ? "trx" : "trn", area->terrain) ||
        find_file(area, reuse ? "trn" : "trx", area->terrain))
        return EXIT_FINE;
    return cli_fail(EXIT_INPUT, "%s: there is neither %s.trn nor %s.trx in that folder", name,
                    area->name, area->name);
}

int cli_area_find(const cli *c, const char *name, bool reuse, cli_area *area)
{
    wm_error error;
    size_t stem = stem_of(name), base = (size_t)(cli_basename(name) - name);
    *area = (cli_area){0};
    if (strlen(name) + 5 > CLI_AREA_PATH || stem - base >= sizeof area->name)
        return cli_fail(EXIT_INPUT, "%s: the path is too long", name);
    snprintf(area->terrain, sizeof area->terrain, "%s", name);
    snprintf(area->trx, sizeof area->trx, "%.*s.trx", (int)stem, name);
    if (strcmp(name, "-") == 0)
        return EXIT_FINE;
    snprintf(area->name, sizeof area->name, "%.*s", (int)(stem - base), name + base);
    if (!cli_place_open(c, name, WM_FORMAT_UNKNOWN, NULL, &area->place, &error))
        return cli_fail_on(CLI_READING, name, &error);
    find_file(area, "trx", area->trx); /* as it is spelt there */
    if (cli_ends(name, ".trn") && !reuse)
        return EXIT_FINE;
    if (cli_ends(name, ".trn") || cli_ends(name, ".trx")) {
        (void)find_file(area, reuse ? "trx" : "trn", area->terrain);
        return EXIT_FINE;
    }
    bool whole = stem == strlen(name) && platform_find(name) == PLATFORM_FILE;
    return whole ? EXIT_FINE : find_terrain(name, reuse, area);
}

void cli_area_close(cli_area *area)
{
    cli_place_close(&area->place);
}

bool cli_area_is_second(const cli *c, const char *file, bool reuse)
{
    if (cli_ends(file, ".trx.bak"))
        return true;
    return cli_ends(file, reuse ? ".trn" : ".trx") &&
           cli_has_companion(c, file, reuse ? "trx" : "trn");
}

void cli_area_compare(const cli *c, const cli_area *area, const wm_nwn2_trn *trn)
{
    wm_found found;
    wm_error error;
    wm_gff *are = NULL;
    if (c->quiet || !trn->trwh || !*area->name)
        return;
    if (cli_find(&area->place, area->name, "are", &found, &error) == WM_OK && found.data)
        are = wm_gff_read(found.data, found.size, CLI_READ_OPTS, &error);
    /* In exteriors both count megatiles, with or without the border. */
    bool interior = are && (unsigned)wm_gff_number(are, 0, "Flags", 0) & 1U;
    uint32_t width = interior ? (uint32_t)wm_gff_number(are, 0, "Width", 0) : 0;
    uint32_t height = interior ? (uint32_t)wm_gff_number(are, 0, "Height", 0) : 0;
    if (width && height && (width != trn->trwh->width || height != trn->trwh->height))
        cli_print(cli_messages(),
                  "waymark: warning: %s has %u x %u tiles, but %s has %u x %u: do they belong "
                  "together?\n",
                  found.where, (unsigned)width, (unsigned)height, area->terrain,
                  (unsigned)trn->trwh->width, (unsigned)trn->trwh->height);
    wm_gff_free(are);
    cli_found_free(&found);
}
