/* Polygons to cut out of a walkmesh, from the triggers of a GIT or from JSON. */
#include "nwn2/cutters.h"

#include <stdlib.h>
#include <string.h>

static bool add(cli_cutters *list, wm_nwn2_polygon polygon)
{
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 16;
        wm_nwn2_polygon *grown = realloc(list->polygons, capacity * sizeof *grown);
        if (!grown)
            return false;
        list->polygons = grown;
        list->capacity = capacity;
    }
    list->polygons[list->count++] = polygon;
    return true;
}

/* area: where models of placeables are looked for; NULL: placeables are not wanted. */
static int take_git(const cli *c, const cli_area *area, const char *file, const void *data,
                    size_t size, cli_cutters *list)
{
    wm_error error;
    wm_nwn2_cutters *git = wm_nwn2_cutters_read(data, size, CLI_READ_OPTS, &error);
    if (!git)
        return cli_fail_on(CLI_READING, file, &error);
    wm_nwn2_cutters **grown = realloc(list->files, (list->file_count + 1) * sizeof *grown);
    if (!grown) {
        wm_nwn2_cutters_free(git);
        return cli_no_memory(CLI_READING);
    }
    list->files = grown;
    list->files[list->file_count++] = git;
    for (uint32_t i = 0; i < git->count; i++)
        if (!add(list, git->polygons[i]))
            return cli_no_memory(CLI_READING);
    if (!c->quiet && git->skipped)
        cli_print(cli_messages(), "waymark: %s: skipped %u %s with fewer than three points\n", file,
                  (unsigned)git->skipped, cli_word(git->skipped, "cutter", "cutters"));
    if (!c->quiet && git->missing)
        cli_print(cli_messages(), "waymark: %s: %u %s no PointX or PointY; 0 is used\n", file,
                  (unsigned)git->missing, cli_word(git->missing, "point has", "points have"));
    if (area && !list->placeables.obstacles && !cli_has(c, "no-placeables"))
        return cli_placeables_load(c, area, file, data, size, &list->placeables);
    return EXIT_FINE;
}

static int load_git(const cli *c, const cli_area *area, const char *file, cli_cutters *list)
{
    wm_buffer bytes;
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    int code = take_git(c, area, file, bytes.data, bytes.size, list);
    wm_buffer_free(&bytes);
    return code;
}

/* The GIT of the area, unless the command line names another or wants none. */
static int find_git(const cli *c, const cli_area *area, cli_cutters *list)
{
    wm_found found;
    wm_error error;
    int code = EXIT_FINE;
    if (!*area->name || cli_has(c, "git") || cli_has(c, "no-git"))
        return EXIT_FINE;
    if (cli_find(&area->place, area->name, "git", &found, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, found.where ? found.where : area->name, &error);
    else if (found.where)
        code = take_git(c, area, found.where, found.data, found.size, list);
    if (found.where)
        snprintf(list->git, sizeof list->git, "%s", found.where);
    cli_found_free(&found);
    return code;
}

/* ---- JSON ---- */

static bool is_point(const wm_json_value *item, wm_vec3 *point)
{
    uint32_t n = wm_json_kind_of(item) == WM_JSON_KIND_ARRAY ? wm_json_count(item) : 0;
    return (n == 2 || n == 3) && wm_json_as_float(wm_json_item(item, 0), &point->x) &&
           wm_json_as_float(wm_json_item(item, 1), &point->y);
}

/* One polygon: a list of points. */
static bool take_polygon(const wm_json_value *item, cli_cutters *list)
{
    uint32_t n = wm_json_kind_of(item) == WM_JSON_KIND_ARRAY ? wm_json_count(item) : 0;
    wm_vec3 **grown = realloc(list->points, (list->point_count + 1) * sizeof *grown);
    wm_vec3 *points = calloc((size_t)n + 1, sizeof *points);
    list->points = grown ? grown : list->points;
    if (!grown || !points) {
        free(points);
        return false;
    }
    list->points[list->point_count++] = points;
    for (uint32_t i = 0; i < n; i++)
        if (!is_point(wm_json_item(item, i), &points[i]))
            return false;
    return n >= 3 && add(list, (wm_nwn2_polygon){points, n});
}

static bool take_json(const wm_json_value *json, cli_cutters *list)
{
    wm_vec3 point;
    if (wm_json_kind_of(json) != WM_JSON_KIND_ARRAY || wm_json_count(json) == 0)
        return false;
    if (is_point(wm_json_item(json, 0), &point))
        return take_polygon(json, list);
    for (uint32_t i = 0; i < wm_json_count(json); i++)
        if (!take_polygon(wm_json_item(json, i), list))
            return false;
    return true;
}

static int load_json(const char *file, cli_cutters *list)
{
    wm_buffer bytes;
    wm_error error;
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    wm_json *json = wm_json_read(bytes.data, bytes.size, CLI_READ_OPTS, &error);
    wm_buffer_free(&bytes);
    if (!json)
        return cli_fail_on(CLI_READING, file, &error);
    bool good = take_json(wm_json_root(json), list);
    wm_json_free(json);
    return good ? EXIT_FINE
                : cli_fail(EXIT_INPUT,
                           "%s: expected a polygon [[x,y],[x,y],[x,y],...] or a list of polygons",
                           file);
}

int cli_cutters_load(const cli *c, const cli_area *area, bool fresh, cli_cutters *list)
{
    *list = (cli_cutters){0};
    int code = fresh ? find_git(c, area, list) : EXIT_FINE;
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++) {
        const cli_value *v = &c->values[i];
        if (strcmp(v->option->name, "git") == 0)
            code = load_git(c, fresh ? area : NULL, v->text, list);
        else if (strcmp(v->option->name, "cut") == 0)
            code = load_json(v->text, list);
    }
    if (code != EXIT_FINE)
        cli_cutters_free(list);
    return code;
}

void cli_cutters_free(cli_cutters *list)
{
    for (size_t i = 0; i < list->file_count; i++)
        wm_nwn2_cutters_free(list->files[i]);
    for (size_t i = 0; i < list->point_count; i++)
        free(list->points[i]);
    cli_placeables_free(&list->placeables);
    free(list->files);
    free(list->points);
    free(list->polygons);
    *list = (cli_cutters){0};
}
