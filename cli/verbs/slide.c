/* waymark slide: move from a point along the floor as a character does. */
#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    wm_slide_opts opts;
    spatial_point ends[2];
} question;

static void print_words(const cli_ground *g, spatial_point from, const wm_slide *s)
{
    char text[96], at[96];
    const char *room = cli_ground_room(g, s->place.face);
    if (s->place.face == WM_NO_INDEX) {
        cli_print(stdout, "%s: no floor\n", cli_point_text(from, text));
        return;
    }
    cli_point_text((spatial_point){s->place.position, true}, at);
    cli_print(stdout, "%s, %s after %.3f m, face %u%s%s", at, s->arrived ? "arrived" : "stopped",
              s->length, (unsigned)s->place.face, room ? ", room " : "", room ? room : "");
    uint32_t own = g->area ? cli_ground_room_edge(g, s->touched) : s->touched;
    if (own != WM_NO_INDEX)
        cli_print(stdout, ", last wall at edge %u", (unsigned)own);
    if (own != WM_NO_INDEX && g->area)
        cli_print(stdout, " of %s", cli_ground_room(g, s->touched / 3));
    else if (s->touched != WM_NO_INDEX && own == WM_NO_INDEX)
        cli_print(stdout, ", last wall is an obstacle");
    putchar('\n');
}

static void print_json(const cli *c, const cli_ground *g, const spatial_point ends[2],
                       const wm_slide *s)
{
    wm_json_writer j;
    json_begin_answer(&j, c, g);
    json_point(&j, "from", ends[0]);
    json_point(&j, "to", ends[1]);
    json_place(&j, "at", g, s->place);
    wm_json_add_bool(&j, "arrived", s->arrived);
    wm_json_add_double(&j, "length", s->length);
    wm_json_add_index(&j, "wall", s->touched);
    if (s->touched != WM_NO_INDEX)
        json_room_edges(&j, "room_edges", g, &s->touched, 1);
    json_finish(&j);
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    wm_error error;
    wm_slide s;
    wm_place from = cli_ground_at(g, q->ends[0], &q->filter);
    if (wm_query_slide(g->query, from.face, q->ends[0].at, q->ends[1].at, &q->opts, &s, &error) !=
        WM_OK)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    if (c->json)
        print_json(c, g, q->ends, &s);
    else
        print_words(g, q->ends[0], &s);
    return EXIT_FINE;
}

static int run(cli *c)
{
    const char *radius = cli_get(c, "radius");
    question q = {.filter = {.walkable_only = true}, .opts = {.stop = cli_has(c, "stop")}};
    q.opts.filter = &q.filter;
    if (radius && !cli_number("radius", radius, &q.opts.radius))
        return EXIT_USAGE;
    if (q.opts.radius < 0)
        return cli_fail(EXIT_USAGE, "--radius takes metres, 0 or more, not '%s'", radius);
    int code = spatial_filter(c, &q.filter);
    for (size_t i = 0; i < 2 && code == EXIT_FINE; i++)
        code = spatial_argument(c, 1 + i, false, &q.ends[i]);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, &q) : code;
}

static const cli_option options[] = {
    {"radius", "METRES", "radius of the character: it keeps this distance from walls (default: 0)"},
    {"stop", NULL, "stop at the first wall instead of sliding along it"},
    {"material", "LIST", "walk only on these materials, by name or number"},
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_slide = {
    .name = "slide",
    .synopsis = "[options] FILE X,Y[,Z] X,Y",
    .summary = "move over the floor as a character does",
    .details =
        "Moves from the first point straight towards the second, over the floor and along walls\n"
        "that are in the way. The length of the move is never more than the distance between\n"
        "the two points. Prints where the move ends.\n\n"
        "  waymark slide room.wok 12,18 15,2 --radius 0.3",
    .options = options,
    .min_files = 3,
    .max_files = 3,
    .run = run,
    .area = true,
    .numbers = true,
};
