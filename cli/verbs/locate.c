/* waymark locate: which face is under a point, and how high it is. */
#include <stdlib.h>

#include "query/ground.h"

typedef struct question {
    wm_query_filter filter;
    bool all, below;
    spatial_points points;
} question;

static int parse_question(const cli *c, question *q)
{
    *q = (question){.all = cli_has(c, "all"), .below = cli_has(c, "below")};
    if (q->all && q->below)
        return cli_fail(EXIT_USAGE, "--all and --below cannot be used together");
    int code = spatial_floor(c, &q->filter);
    return code == EXIT_FINE ? spatial_gather(c, q->below, &q->points) : code;
}

/* The answers for one point: at most `capacity` in *hits, which may grow. */
static bool ask(wm_query *query, const question *q, spatial_point p, wm_hit **hits,
                uint32_t *capacity, uint32_t *count, wm_error *error)
{
    /* Without a height the answer is the highest face, which comes first. */
    wm_locate what = q->all || !p.has_z ? WM_LOCATE_ALL
                     : q->below         ? WM_LOCATE_BELOW
                                        : WM_LOCATE_NEAREST;
    if (wm_query_locate(query, p.at, what, &q->filter, *hits, *capacity, count, error) != WM_OK)
        return false;
    if (*count > *capacity) {
        wm_hit *grown = realloc(*hits, *count * sizeof *grown);
        if (!grown) {
            *error = (wm_error){
                .code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
            return false;
        }
        *hits = grown;
        *capacity = *count;
        if (wm_query_locate(query, p.at, what, &q->filter, *hits, *capacity, count, error) != WM_OK)
            return false;
    }
    if (!q->all && *count > 1)
        *count = 1;
    return true;
}

static void print_json(wm_json_writer *j, const cli_ground *g, spatial_point p, const wm_hit *hits,
                       uint32_t count)
{
    wm_json_begin_object(j, NULL);
    json_point(j, "point", p);
    wm_json_begin_array(j, "faces");
    for (uint32_t i = 0; i < count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "face", hits[i].face);
        wm_json_add_float(j, "z", hits[i].z);
        json_material(j, g, hits[i].face);
        wm_json_add_bool(j, "walkable", g->mesh->walkable[hits[i].face]);
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_end(j);
}

static void print_words(const cli_ground *g, spatial_point p, const wm_hit *hits, uint32_t count)
{
    char text[96], z[WM_FLOAT_TEXT], name[24];
    cli_print(stdout, "%s:", cli_point_text(p, text));
    if (count == 0)
        puts(" nothing");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = hits[i].face;
        wm_float_format(hits[i].z, z);
        cli_print(stdout, "%s face %u at height %s, %s%s\n", i ? "   " : "", (unsigned)face, z,
                  cli_ground_material(g, face, name),
                  g->mesh->walkable[face] ? "" : ", not walkable");
    }
}

static int answer(const cli *c, cli_ground *g, void *asked)
{
    const question *q = asked;
    wm_error error;
    wm_hit *hits = NULL;
    uint32_t capacity = 0, count;
    wm_json_writer j;
    bool good = true;
    json_begin_results(&j, c, g);
    for (size_t i = 0; good && i < q->points.count; i++) {
        spatial_point p = q->points.list[i];
        good = ask(g->query, q, p, &hits, &capacity, &count, &error);
        if (good && c->json)
            print_json(&j, g, p, hits, count);
        else if (good)
            print_words(g, p, hits, count);
    }
    free(hits);
    return cli_end_results(&j, c, good ? NULL : &error);
}

static int run(cli *c)
{
    question q;
    int code = parse_question(c, &q);
    if (code == EXIT_FINE)
        code = cli_ground_ask(c, answer, &q);
    free(q.points.list);
    return code;
}

static const cli_option options[] = {
    {"all", NULL, "print every face under the point, highest first"},
    {"below", NULL, "choose the highest face at or below Z, not the nearest to Z"},
    CLI_ANY,
    CLI_UP,
    CLI_MATERIAL,
    CLI_POINTS,
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_locate = {
    .name = "locate",
    .synopsis = "[options] FILE X,Y[,Z]...",
    .summary = "find the face under a point, and its height",
    .details =
        "For each point, prints the walkable face under it: the one nearest to Z, or the\n"
        "highest if the point has no Z. A point on an edge or a corner belongs to all faces\n"
        "there. If there is no face under a point, the answer is \"nothing\"; that is not an\n"
        "error.\n\n"
        "  waymark locate room.wok 12,18 -3.5,7,0\n"
        "  waymark locate --all --any room.wok 16,15.5\n"
        "  waymark locate --json --points walk.txt room.wok | jq '.results[].faces[0].z'",
    .options = options,
    .min_files = 1,
    .run = run,
    .area = true,
    .numbers = true,
};
