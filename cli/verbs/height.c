/* waymark height: the height of the floor at a point. */
#include <math.h>
#include <stdlib.h>

#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    bool below;
    spatial_points points;
} question;

/* One number per line, easy to read for any program; "-" where there is no floor. */
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

static int ask(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    wm_json_writer j;
    json_begin_results(&j, c, g);
    for (size_t i = 0; i < q->points.count; i++)
        answer(c, g->query, q, q->points.list[i], &j);
    return cli_end_results(&j, c, NULL);
}

static int run(cli *c)
{
    question q = {.below = cli_has(c, "below")};
    int code = spatial_floor(c, &q.filter);
    if (code == EXIT_FINE)
        code = spatial_gather(c, q.below, &q.points);
    if (code == EXIT_FINE)
        code = cli_ground_ask(c, ask, &q);
    free(q.points.list);
    return code;
}

static const cli_option options[] = {
    {"below", NULL, "choose the highest floor at or below Z, not the nearest to Z"},
    CLI_ANY,
    CLI_UP,
    CLI_MATERIAL,
    CLI_POINTS,
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_height = {
    .name = "height",
    .synopsis = "[options] FILE X,Y[,Z]...",
    .summary = "print the height of the floor at a point",
    .details =
        "Prints one number per point: the height of the walkable floor nearest to Z, or of the\n"
        "highest one if the point has no Z; '-' where there is no floor. 'waymark locate' also\n"
        "prints faces and materials.\n\n"
        "  waymark height room.wok 12,18\n"
        "  waymark height --points walk.txt room.wok >heights.txt",
    .options = options,
    .min_files = 1,
    .run = run,
    .area = true,
    .numbers = true,
};
