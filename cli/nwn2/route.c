/* Walks the tables of a TRX as the game does, and compares with the shortest path. */
#include "nwn2/route.h"

#include <stdlib.h>

#include "nwn2/nwn2.h"
#include "real.h"

typedef struct comparison {
    spatial_point point[2];
    wm_place at[2];
    wm_nwn2_route route;
    uint32_t *triangles;
    double game; /* horizontal length over the centres of the triangles */
    wm_path path;
    wm_region_distance gap; /* between the regions, if there is no path */
} comparison;

static double game_length(const wm_nwn2_aswm *a, const comparison *x)
{
    double sum = 0;
    wm_vec3 from = x->at[0].position;
    for (uint32_t i = 1; i + 1 < x->route.count; i++) { /* the ends' own centres do not count */
        const float *centre = a->triangles[x->triangles[i]].centre;
        sum += cli_hypot((double)centre[0] - (double)from.x, (double)centre[1] - (double)from.y);
        from = (wm_vec3){centre[0], centre[1], 0};
    }
    wm_vec3 to = x->at[1].position;
    return sum + cli_hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
}

static bool compare(const wm_nwn2_aswm *a, const cli_ground *g, comparison *x, wm_error *error)
{
    for (int i = 0; i < 2; i++)
        x->at[i] = cli_ground_at(g, x->point[i], NULL);
    if (x->at[0].face == WM_NO_INDEX || x->at[1].face == WM_NO_INDEX)
        return true;
    wm_nwn2_aswm_route(a, x->at[0].face, x->at[1].face, NULL, 0, &x->route);
    x->triangles = malloc(((size_t)x->route.count + 1) * sizeof *x->triangles);
    if (!x->triangles) {
        *error =
            (wm_error){.code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
        return false;
    }
    wm_nwn2_aswm_route(a, x->at[0].face, x->at[1].face, x->triangles, x->route.count, &x->route);
    x->game = game_length(a, x);
    if (!cli_ground_path(g, x->at, NULL, &x->path, error))
        return false;
    uint32_t region[2] = {wm_walkmesh_region(g->mesh, x->at[0].face),
                          wm_walkmesh_region(g->mesh, x->at[1].face)};
    return x->path.found || region[0] == region[1] ||
           wm_query_region_distance(g->query, region[0], region[1], false, &x->gap, error) == WM_OK;
}

static const char *end_name(const comparison *x)
{
    static const char *const names[] = {"arrives", "no way", "not walkable", "broken table"};
    return names[x->route.end];
}

static void print_words(const wm_nwn2_aswm *a, const comparison *x)
{
    char from[96], to[96];
    cli_point_text(x->point[0], from);
    cli_point_text(x->point[1], to);
    cli_print(stdout, "%s to %s: ", from, to);
    for (int i = 0; i < 2; i++)
        if (x->at[i].face == WM_NO_INDEX) {
            cli_print(stdout, "no path: there is no floor at %s\n", i ? to : from);
            return;
        }
    if (x->route.end == WM_NWN2_ROUTE_END_ARRIVES && x->path.found)
        cli_print(stdout,
                  "the game walks %.3f m over %u %s and %u %s; the shortest path is %.3f m "
                  "(%.2f times as far)\n",
                  x->game, (unsigned)x->route.count,
                  cli_word(x->route.count, "triangle", "triangles"), (unsigned)x->route.islands + 1,
                  cli_word(x->route.islands + 1, "island", "islands"), x->path.length,
                  x->path.length > 0 ? x->game / x->path.length : 1.0);
    else if (x->route.end == WM_NWN2_ROUTE_END_BROKEN)
        cli_print(stdout, "the tables are wrong after triangle %u, island %u; %s\n",
                  (unsigned)x->route.last, (unsigned)a->triangles[x->route.last].island,
                  x->path.found ? "there is a path" : "there is no path either");
    else if (x->path.found)
        cli_print(stdout,
                  "the game finds no path (%s), but there is one of %.3f m; 'waymark rebuild' "
                  "computes the tables again\n",
                  end_name(x), x->path.length);
    else
        cli_print(
            stdout,
            "no path: the two points are in different groups of islands (islands %u and %u)\n",
            (unsigned)a->triangles[x->at[0].face].island,
            (unsigned)a->triangles[x->at[1].face].island);
    if (x->gap.found) {
        cli_point_text((spatial_point){x->gap.at[0], true}, from);
        cli_point_text((spatial_point){x->gap.at[1], true}, to);
        cli_print(stdout, "  the gap is %.3f m at %s and %s\n", x->gap.distance, from, to);
    }
}

static void game_json(wm_json_writer *j, const comparison *x)
{
    bool floor = x->at[0].face != WM_NO_INDEX && x->at[1].face != WM_NO_INDEX;
    wm_json_begin_object(j, "game");
    wm_json_add_text(j, "end", floor ? end_name(x) : "no floor");
    if (floor && x->route.end == WM_NWN2_ROUTE_END_ARRIVES)
        wm_json_add_double(j, "length", x->game);
    wm_json_add_uint(j, "islands", x->route.islands + (x->route.count ? 1 : 0));
    wm_json_add_indices(j, "triangles", x->triangles, x->route.count);
    wm_json_end(j);
}

static void print_json(wm_json_writer *j, const comparison *x)
{
    wm_json_begin_object(j, NULL);
    json_point(j, "from", x->point[0]);
    json_point(j, "to", x->point[1]);
    wm_json_add_bool(j, "found", x->path.found);
    if (x->path.found) {
        wm_json_add_double(j, "length", x->path.length);
        wm_json_begin_array(j, "points");
        for (uint32_t i = 0; i < x->path.point_count; i++)
            wm_json_add_vec3(j, NULL, x->path.points[i].position);
        wm_json_end(j);
        wm_json_add_indices(j, "faces", x->path.faces, x->path.face_count);
    }
    game_json(j, x);
    if (x->gap.found) {
        wm_json_begin_object(j, "gap");
        wm_json_add_double(j, "distance", x->gap.distance);
        wm_json_begin_array(j, "at");
        wm_json_add_vec3(j, NULL, x->gap.at[0]);
        wm_json_add_vec3(j, NULL, x->gap.at[1]);
        wm_json_end(j);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static int answer(const cli *c, const wm_nwn2_aswm *a, const cli_ground *g,
                  const spatial_points *list)
{
    wm_error error;
    bool good = true;
    wm_json_writer j;
    json_begin_results(&j, c, g);
    for (size_t i = 0; good && i + 1 < list->count; i += 2) {
        comparison x = {.point = {list->list[i], list->list[i + 1]}};
        good = compare(a, g, &x, &error);
        if (good && c->json)
            print_json(&j, &x);
        else if (good)
            print_words(a, &x);
        free(x.triangles);
        cli_path_free(&x.path);
    }
    return cli_end_results(&j, c, good ? NULL : &error);
}

int cli_game_routes(const cli *c, const cli_ground *g, const spatial_points *list)
{
    wm_buffer bytes;
    wm_error error;
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, c->files[0], &bytes, &error);
    wm_buffer_free(&bytes);
    int code = EXIT_INPUT;
    if (!trn)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else if (trn->aswm->island_count == 0)
        cli_fail(code, "%s: the file has no path tables; 'waymark bake' computes them",
                 c->files[0]);
    else
        code = answer(c, trn->aswm, g, list);
    wm_nwn2_trn_free(trn);
    return code;
}
