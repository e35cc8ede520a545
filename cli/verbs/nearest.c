/* waymark nearest: the floor nearest to a point. */
#include <math.h>

#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    bool plan;
    float radius;
} question;

static void print_words(const cli_ground *g, spatial_point p, bool found, const wm_nearest *n)
{
    char at[96], from[96], far[WM_FLOAT_TEXT], name[24];
    const char *room = found ? cli_ground_room(g, n->place.face) : NULL;
    cli_point_text(p, from);
    if (!found) {
        cli_print(stdout, "%s: no floor within the radius\n", from);
        return;
    }
    cli_point_text((spatial_point){n->place.position, true}, at);
    wm_float_format((float)n->distance, far);
    cli_print(stdout, "%s: %s, %s m away, face %u, %s%s%s\n", from, at, far,
              (unsigned)n->place.face, cli_ground_material(g, n->place.face, name),
              room ? ", room " : "", room ? room : "");
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    const wm_nearest_opts opts = {.filter = &q->filter, .plan = q->plan};
    wm_json_writer j;
    json_begin_results(&j, c, g);
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        wm_nearest n;
        spatial_argument(c, i, true, &p);
        bool found = wm_query_nearest(g->query, p.at, q->radius, &opts, &n);
        if (!c->json) {
            print_words(g, p, found, &n);
            continue;
        }
        wm_json_begin_object(&j, NULL);
        json_point(&j, "point", p);
        json_place(&j, "nearest", g, n.place);
        wm_json_add_double(&j, "distance", found ? n.distance : NAN);
        wm_json_end(&j);
    }
    return cli_end_results(&j, c, NULL);
}

static int run(cli *c)
{
    const char *text = cli_get(c, "radius");
    question q = {.plan = cli_has(c, "plan"), .radius = 10};
    if (text && !cli_number("radius", text, &q.radius))
        return EXIT_USAGE;
    if (q.radius < 0)
        return cli_fail(EXIT_USAGE, "--radius takes metres, 0 or more, not '%s'", text);
    int code = spatial_floor(c, &q.filter);
    if (code == EXIT_FINE)
        code = spatial_arguments(c, true);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, &q) : code;
}

static const cli_option options[] = {
    {"radius", "METRES", "search up to this distance (default: 10)"},
    {"plan", NULL,
     "measure the distance in plan view; of several floors choose the nearest in height"},
    CLI_ANY,
    CLI_UP,
    CLI_MATERIAL,
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_nearest = {
    .name = "nearest",
    .synopsis = "[options] FILE X,Y,Z...",
    .summary = "find the floor nearest to a point",
    .details =
        "For each point, prints the nearest point of the walkable floor within a radius. If\n"
        "there is none, the answer says so; that is not an error. FILE is a walkmesh, or a\n"
        "layout whose rooms are joined into one floor.\n\n"
        "  waymark nearest room.wok 12,18,1 --radius 2",
    .options = options,
    .min_files = 2,
    .run = run,
    .area = true,
    .numbers = true,
};
