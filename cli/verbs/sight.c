/* waymark sight: whether one point can be seen from another. */
#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    spatial_point ends[2];
} question;

static void print_json(const cli *c, const cli_ground *g, uint32_t blocker)
{
    wm_json_writer j;
    json_begin_answer(&j, c, g);
    wm_json_add_bool(&j, "clear", blocker == WM_NO_INDEX);
    if (blocker == WM_NO_INDEX) {
        wm_json_add_null(&j, "blocker");
    } else {
        wm_json_begin_object(&j, "blocker");
        wm_json_add_uint(&j, "face", blocker);
        json_material(&j, g, blocker);
        wm_json_end(&j);
    }
    json_finish(&j);
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    char name[24];
    uint32_t blocker;
    bool clear = wm_query_sight(g->query, q->ends[0].at, q->ends[1].at, &q->filter, &blocker);
    if (c->json)
        print_json(c, g, blocker);
    else if (clear)
        puts("clear");
    else
        cli_print(stdout, "blocked by face %u, %s\n", (unsigned)blocker,
                  cli_ground_material(g, blocker, name));
    return clear ? EXIT_FINE : EXIT_FINDINGS;
}

static int run(cli *c)
{
    question q = {.filter = {.front_only = cli_has(c, "front")}};
    int code = spatial_filter(c, &q.filter);
    for (size_t i = 0; i < 2 && code == EXIT_FINE; i++)
        code = spatial_argument(c, 1 + i, true, &q.ends[i]);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, &q) : code;
}

static const cli_option options[] = {
    {"front", NULL, "only faces seen from the front block the view"},
    {"material", "LIST",
     "only faces of these materials block the view, by name or number: metal,4"},
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_sight = {
    .name = "sight",
    .synopsis = "[options] FILE X,Y,Z X,Y,Z",
    .summary = "test whether one point can be seen from another",
    .details =
        "Exits with 0 if nothing blocks the line between the points, and with 1 if something\n"
        "does. In that case one blocking face is printed, not always the first. The end points\n"
        "count: a point on the floor is blocked by the floor, so raise it to eye level.\n\n"
        "  waymark sight room.wok 12,18,1.7 15,22,1.7 && echo visible",
    .options = options,
    .min_files = 3,
    .max_files = 3,
    .run = run,
    .area = true,
    .numbers = true,
};
