/* waymark reach: whether you can walk from one point to another, and if not, where the gap is. */
#include "query/ground.h"

typedef struct reply {
    spatial_point point[2];
    wm_place at[2];
    uint32_t region[2];
    bool reachable;
    wm_region_distance gap, plan; /* nearest in space and in plan view */
} reply;

static const char *room_of(const cli_ground *g, uint32_t face)
{
    const char *name = cli_ground_room(g, face);
    return name ? name : "";
}

/* The edge by the number that other verbs take: that in its own walkmesh. */
static void print_transition(const cli_ground *g, uint32_t edge, uint32_t to)
{
    uint32_t own = g->area ? cli_ground_room_edge(g, edge) : edge;
    cli_print(stdout, "  edge ");
    if (own != WM_NO_INDEX)
        cli_print(stdout, "%u", (unsigned)own);
    else
        cli_print(stdout, "%u of the area", (unsigned)edge);
    if (g->area && own != WM_NO_INDEX)
        cli_print(stdout, " of %s", room_of(g, edge / 3));
    cli_print(stdout, " has a transition to room %u", (unsigned)to);
    if (g->area && to < g->area->lyt->room_count)
        cli_print(stdout, " (%s)", g->area->lyt->rooms[to].name);
    cli_print(stdout, "%s\n", g->area ? ", which is not joined to it" : "");
}

static void print_gap(const cli_ground *g, const wm_region_distance *gap, const char *what)
{
    char a[96], b[96];
    const char *rooms[2] = {room_of(g, gap->edge[0] / 3), room_of(g, gap->edge[1] / 3)};
    cli_point_text((spatial_point){gap->at[0], true}, a);
    cli_point_text((spatial_point){gap->at[1], true}, b);
    cli_print(stdout, "  %s %.3f m, at %s%s%s and %s%s%s: %.3f m horizontally, %.3f m %s\n", what,
              gap->distance, a, rooms[0][0] ? " in " : "", rooms[0], b, rooms[1][0] ? " in " : "",
              rooms[1], gap->plan, gap->rise < 0 ? -gap->rise : gap->rise,
              gap->rise < 0 ? "down" : "up");
    if (!gap->exact)
        puts("  (the borders are so complex that there may be a nearer place)");
    for (int i = 0; i < 2; i++) {
        uint32_t edge = gap->edge[i], room = g->mesh->transitions[edge / 3].edge[edge % 3];
        if (room != WM_NO_INDEX)
            print_transition(g, edge, room);
    }
    if (gap->distance < 0.0005) /* printed as 0.000 */
        cli_print(stdout, "  they touch there, but are not joined: 'waymark check' reports links "
                          "that are missing or wrong\n");
}

static void print_words(const cli_ground *g, const reply *r)
{
    char text[96];
    for (int i = 0; i < 2; i++)
        if (r->at[i].face == WM_NO_INDEX) {
            cli_print(stdout, "no: there is no floor at %s\n", cli_point_text(r->point[i], text));
            return;
        }
    if (r->reachable) {
        cli_print(stdout, "yes: both points are in region %u\n", (unsigned)r->region[0]);
        return;
    }
    cli_print(stdout, "no: the two points are in different regions, %u and %u\n",
              (unsigned)r->region[0], (unsigned)r->region[1]);
    if (!r->gap.found)
        return;
    print_gap(g, &r->gap, "the gap between them is");
    if (r->plan.plan < r->gap.plan)
        print_gap(g, &r->plan, "in plan view it is smaller:");
}

static void gap_json(wm_json_writer *j, const char *name, const cli_ground *g,
                     const wm_region_distance *gap)
{
    if (!gap->found) {
        wm_json_add_null(j, name);
        return;
    }
    wm_json_begin_object(j, name);
    wm_json_add_double(j, "distance", gap->distance);
    wm_json_add_double(j, "plan", gap->plan);
    wm_json_add_double(j, "rise", gap->rise);
    wm_json_begin_array(j, "at");
    wm_json_add_vec3(j, NULL, gap->at[0]);
    wm_json_add_vec3(j, NULL, gap->at[1]);
    wm_json_end(j);
    wm_json_add_indices(j, "edges", gap->edge, 2);
    json_room_edges(j, "room_edges", g, gap->edge, 2);
    wm_json_add_bool(j, "exact", gap->exact);
    wm_json_end(j);
}

static void print_json(const cli *c, const cli_ground *g, const reply *r)
{
    wm_json_writer j;
    json_begin_answer(&j, c, g);
    wm_json_add_bool(&j, "reachable", r->reachable);
    wm_json_begin_array(&j, "ends");
    for (int i = 0; i < 2; i++) {
        wm_json_begin_object(&j, NULL);
        json_point(&j, "point", r->point[i]);
        wm_json_add_index(&j, "region", r->region[i]);
        json_place(&j, "at", g, r->at[i]);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    gap_json(&j, "gap", g, &r->gap);
    gap_json(&j, "plan_gap", g, &r->plan);
    json_finish(&j);
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    reply *r = asked;
    wm_error error;
    for (int i = 0; i < 2; i++) {
        r->at[i] = cli_ground_at(g, r->point[i], NULL);
        r->region[i] = wm_walkmesh_region(g->mesh, r->at[i].face);
    }
    bool both = r->region[0] != WM_NO_INDEX && r->region[1] != WM_NO_INDEX;
    r->reachable = both && r->region[0] == r->region[1];
    if (both && !r->reachable &&
        (wm_query_region_distance(g->query, r->region[0], r->region[1], false, &r->gap, &error) !=
             WM_OK ||
         wm_query_region_distance(g->query, r->region[0], r->region[1], true, &r->plan, &error) !=
             WM_OK))
        return cli_fail_on(CLI_READING, c->files[0], &error);
    if (c->json)
        print_json(c, g, r);
    else
        print_words(g, r);
    return EXIT_FINE;
}

static int run(cli *c)
{
    reply r = {0};
    int code = EXIT_FINE;
    for (size_t i = 0; i < 2 && code == EXIT_FINE; i++)
        code = spatial_argument(c, 1 + i, false, &r.point[i]);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, &r) : code;
}

static const cli_option options[] = {
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_reach = {
    .name = "reach",
    .synopsis = "[options] FILE X,Y[,Z] X,Y[,Z]",
    .summary = "test whether you can walk between two points, and if not, why",
    .details =
        "If the points are in different regions of the floor, prints where the borders of the\n"
        "two regions are nearest to each other, in space and in plan view, and how wide the gap\n"
        "is. That is where a seam or a bridge is missing. \"Not reachable\" is an answer, not an\n"
        "error.\n\n"
        "  waymark reach room.wok 12,18 15,2\n"
        "  waymark reach area.lyt 12,18,0 40,2,4",
    .options = options,
    .min_files = 3,
    .max_files = 3,
    .run = run,
    .area = true,
    .numbers = true,
};
