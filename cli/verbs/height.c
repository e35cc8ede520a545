/* waymark height: how high the floor is at a point. */
#include <math.h>
#include <stdlib.h>

#include "query/spatial.h"

typedef struct question {
    wm_query_filter filter;
    bool below;
} question;

static int parse_question(cli *c, question *q, spatial_points *points)
{
    const char *materials = cli_get(c, "material");
    *q = (question){.below = cli_has(c, "below")};
    q->filter.walkable_only = !cli_has(c, "any") && !materials;
    q->filter.upward_only = cli_has(c, "up");
    if (materials && !spatial_materials(c, materials, &q->filter.materials))
        return EXIT_USAGE;
    int code = spatial_gather(c, points);
    for (size_t i = 0; code == EXIT_FINE && q->below && i < points->count; i++)
        if (!points->list[i].has_z)
            code = cli_fail(EXIT_USAGE, "--below needs points with a height, X,Y,Z");
    return code;
}

/* One number a line, so that it can be read by anything; "-" where there is no floor. */
static void answer(const cli *c, wm_query *query, const question *q, spatial_point p,
                   wm_json_writer *j)
{
    wm_locate what = !p.has_z ? WM_LOCATE_ALL : q->below ? WM_LOCATE_BELOW : WM_LOCATE_NEAREST;
    wm_hit hit;
    bool found = wm_query_height(query, p.at, what, &q->filter, &hit);
    if (c->json) {
        wm_json_begin_object(j, NULL);
        wm_json_add_float(j, "z", found ? hit.z : NAN);
        wm_json_add_index(j, "face", found ? hit.face : WM_NO_INDEX);
        wm_json_end(j);
    } else {
        char z[WM_FLOAT_TEXT];
        wm_float_format(hit.z, z);
        puts(found ? z : "-");
    }
}

static int ask(cli *c, const question *q, const spatial_points *points)
{
    wm_error error;
    wm_walkmesh *mesh = spatial_mesh(c);
    if (!mesh)
        return EXIT_INPUT;
    wm_query *query = wm_query_new(mesh, NULL, &error);
    if (query) {
        wm_json_writer j;
        json_begin_results(&j, c);
        for (size_t i = 0; i < points->count; i++)
            answer(c, query, q, points->list[i], &j);
        json_end_results(&j, c);
    } else {
        cli_say_error(stderr, c->files[0], &error);
    }
    wm_query_free(query);
    wm_walkmesh_free(mesh);
    return query ? EXIT_FINE : EXIT_INPUT;
}

static int run(cli *c)
{
    question q;
    spatial_points points = {0};
    int code = parse_question(c, &q, &points);
    if (code == EXIT_FINE)
        code = ask(c, &q, &points);
    free(points.list);
    return code;
}

static const cli_option options[] = {
    {"below", NULL, "the highest floor at or below Z, not the nearest to Z"},
    {"any", NULL, "also faces that nobody can walk on"},
    {"up", NULL, "leave out faces that look down"},
    {"material", "LIST", "only these materials, by name or number: metal,4"},
    {"points", "FILE", "also the points of a file, one a line (-: standard input)"},
    CLI_OBSTACLE,
    {0},
};

const cli_verb cmd_height = {
    .name = "height",
    .synopsis = "[options] FILE X,Y[,Z]...",
    .summary = "print how high the floor is at a point",
    .details = "Prints one number a point: the height of the walkable floor nearest to Z, or of\n"
               "the highest one when no Z is given; '-' where there is none. 'locate' tells more\n"
               "of the same.\n\n"
               "  waymark height room.wok 12,18\n"
               "  waymark height --points walk.txt room.wok >heights.txt",
    .options = options,
    .min_files = 1,
    .run = run,
    .numbers = true,
};
