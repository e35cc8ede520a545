/* waymark raycast: what a ray hits first. */
#include <math.h>
#include <string.h>

#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    wm_vec3 from, along;
    float max;
} question;

static int parse_question(const cli *c, question *q)
{
    const char *max = cli_get(c, "max");
    spatial_point from, along;
    *q = (question){.max = INFINITY};
    q->filter.walkable_only = cli_has(c, "walkable");
    q->filter.front_only = cli_has(c, "front");
    if (spatial_filter(c, &q->filter) != EXIT_FINE)
        return EXIT_USAGE;
    if (max && !cli_number("max", max, &q->max))
        return EXIT_USAGE;
    if (!spatial_parse(c->files[1], strlen(c->files[1]), &from) || !from.has_z)
        return cli_fail(EXIT_USAGE, "expected the start of the ray as X,Y,Z, found '%s'",
                        c->files[1]);
    if (!spatial_parse(c->files[2], strlen(c->files[2]), &along) || !along.has_z)
        return cli_fail(EXIT_USAGE, "expected a direction DX,DY,DZ, found '%s'", c->files[2]);
    if (along.at.x == 0 && along.at.y == 0 && along.at.z == 0)
        return cli_fail(EXIT_USAGE, "0,0,0 is not a direction");
    q->from = from.at;
    q->along = along.at;
    return EXIT_FINE;
}

static void print_json(const cli *c, const cli_ground *g, const wm_ray_hit *hit, bool found)
{
    wm_json_writer j;
    json_begin_answer(&j, c, g);
    if (found) {
        wm_json_begin_object(&j, "hit");
        wm_json_add_uint(&j, "face", hit->face);
        wm_json_add_float(&j, "distance", hit->distance);
        wm_json_add_vec3(&j, "point", hit->point);
        wm_json_add_vec3(&j, "normal", hit->normal);
        json_material(&j, g, hit->face);
        wm_json_add_bool(&j, "walkable", g->mesh->walkable[hit->face]);
        wm_json_end(&j);
    } else {
        wm_json_add_null(&j, "hit");
    }
    json_finish(&j);
}

static void print_words(const cli_ground *g, const wm_ray_hit *hit, bool found)
{
    char distance[WM_FLOAT_TEXT], name[24];
    if (!found) {
        puts("nothing");
        return;
    }
    wm_float_format(hit->distance, distance);
    cli_print(stdout, "face %u at distance %s, point ", (unsigned)hit->face, distance);
    spatial_print(hit->point);
    fputs(", normal ", stdout);
    spatial_print(hit->normal);
    cli_print(stdout, ", %s%s\n", cli_ground_material(g, hit->face, name),
              g->mesh->walkable[hit->face] ? "" : ", not walkable");
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    wm_ray_hit hit;
    bool found = wm_query_raycast(g->query, q->from, q->along, q->max, &q->filter, &hit);
    if (c->json)
        print_json(c, g, &hit, found);
    else
        print_words(g, &hit, found);
    return EXIT_FINE;
}

static int run(cli *c)
{
    question q;
    int code = parse_question(c, &q);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, &q) : code;
}

static const cli_option options[] = {
    {"max", "METRES", "limit the length of the ray"},
    {"front", NULL, "ignore faces seen from behind"},
    {"walkable", NULL, "ignore faces that are not walkable"},
    {"material", "LIST", "only faces of these materials, by name or number: metal,4"},
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_raycast = {
    .name = "raycast",
    .synopsis = "[options] FILE X,Y,Z DX,DY,DZ",
    .summary = "find the first face that a ray hits",
    .details =
        "The ray starts at X,Y,Z and goes in the direction DX,DY,DZ, which may have any length.\n"
        "Edges and corners count as hits. If the ray hits nothing, the answer is \"nothing\";\n"
        "that is not an error.\n\n"
        "  waymark raycast room.wok 12,18,5 0,0,-1\n"
        "  waymark raycast --front --max 20 --json room.wok 12,18,1.7 1,0.2,0",
    .options = options,
    .min_files = 3,
    .max_files = 3,
    .run = run,
    .area = true,
    .numbers = true,
};
