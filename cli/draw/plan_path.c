/* The paths on a plan: the shortest one, and the one of NWN2's tables. */
#include <stdlib.h>
#include <string.h>

#include "draw/plan.h"
#include "real.h"

/* The points of a path that was counted; the caller frees way->points. */
static int shortest(const plan *p, const wm_place at[2], draw_way *way)
{
    wm_path path = {0};
    wm_error error = {0};
    bool good = true;
    for (int again = 0; good && again < 2; again++) { /* once to count, once to fill */
        good = wm_query_path_between_faces(p->ground.query, at[0].face, at[0].position, at[1].face,
                                           at[1].position, NULL, &path, &error) == WM_OK;
        if (good && !path.points) {
            path.point_capacity = path.point_count;
            path.points = malloc(((size_t)path.point_count + 1) * sizeof *path.points);
            way->points = malloc(((size_t)path.point_count + 1) * sizeof *way->points);
            good = (path.points && way->points) || plan_no_memory(&error);
        }
    }
    for (uint32_t i = 0; good && i < path.point_count; i++)
        way->points[i] = path.points[i].position;
    way->count = good && path.found ? path.point_count : 0;
    way->length = path.length;
    free(path.points);
    return good ? EXIT_FINE : cli_fail_on(CLI_READING, p->file, &error);
}

/* Over the centres of the triangles that the game passes. */
static int by_tables(const plan *p, const wm_place at[2], draw_way *way)
{
    const wm_nwn2_aswm *a = p->trn->aswm;
    wm_nwn2_route route;
    wm_error error;
    way->game = true;
    wm_nwn2_aswm_route(a, at[0].face, at[1].face, NULL, 0, &route);
    uint32_t *triangles = malloc(((size_t)route.count + 1) * sizeof *triangles);
    way->points = malloc(((size_t)route.count + 2) * sizeof *way->points);
    if (!triangles || !way->points) {
        free(triangles);
        plan_no_memory(&error);
        return cli_fail_on(CLI_READING, p->file, &error);
    }
    wm_nwn2_aswm_route(a, at[0].face, at[1].face, triangles, route.count, &route);
    if (route.end == WM_NWN2_ROUTE_END_ARRIVES) {
        way->points[way->count++] = at[0].position;
        for (uint32_t i = 1; i + 1 < route.count; i++) {
            const float *centre = a->triangles[triangles[i]].centre;
            way->points[way->count++] = (wm_vec3){centre[0], centre[1], 0};
        }
        way->points[way->count++] = at[1].position;
    }
    for (size_t i = 0; i + 1 < way->count; i++)
        way->length += cli_hypot((double)way->points[i + 1].x - (double)way->points[i].x,
                                 (double)way->points[i + 1].y - (double)way->points[i].y);
    free(triangles);
    return EXIT_FINE;
}

static int parse_ends(const char *text, spatial_point end[2])
{
    const char *colon = strchr(text, ':');
    if (!colon || !spatial_parse(text, (size_t)(colon - text), &end[0]) ||
        !spatial_parse(colon + 1, strlen(colon + 1), &end[1]))
        return cli_fail(EXIT_USAGE, "--path takes X,Y[,Z]:X,Y[,Z], not '%s'", text);
    return EXIT_FINE;
}

static int find(const cli *c, const char *text, plan *p)
{
    spatial_point end[2];
    wm_place at[2];
    if (parse_ends(text, end) != EXIT_FINE)
        return EXIT_USAGE;
    for (int i = 0; i < 2; i++)
        at[i] = cli_ground_at(&p->ground, end[i], NULL);
    draw_way *way = &p->ways[p->job.way_count++];
    int code = shortest(p, at, way);
    if (code == EXIT_FINE && way->count == 0 && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: no path between these points\n", p->file);
    if (code == EXIT_FINE && p->trn && p->trn->aswm->island_count && at[0].face != WM_NO_INDEX &&
        at[1].face != WM_NO_INDEX)
        code = by_tables(p, at, &p->ways[p->job.way_count++]);
    return code;
}

int plan_check_paths(const cli *c)
{
    spatial_point end[2];
    int code = EXIT_FINE;
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (strcmp(c->values[i].option->name, "path") == 0)
            code = parse_ends(c->values[i].text, end);
    return code;
}

int plan_paths(const cli *c, plan *p)
{
    int code = EXIT_FINE;
    p->ways = calloc(2 * c->value_count + 1, sizeof *p->ways);
    p->job.ways = p->ways;
    if (!p->ways)
        return cli_no_memory(CLI_READING);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (strcmp(c->values[i].option->name, "path") == 0)
            code = find(c, c->values[i].text, p);
    return code;
}
