/* waymark locate: which face is under a point, and how high it is. */
#include <stdlib.h>

#include "query/spatial.h"

typedef struct question {
    wm_query_filter filter;
    bool all, below;
} question;

static int parse_question(cli *c, question *q, spatial_points *p)
{
    const char *materials = cli_get(c, "material");
    *q = (question){.all = cli_has(c, "all"), .below = cli_has(c, "below")};
    q->filter.walkable_only = !cli_has(c, "any") && !materials;
    q->filter.upward_only = cli_has(c, "up");
    if (q->all && q->below)
        return cli_fail(EXIT_USAGE, "--all and --below exclude each other");
    if (materials && !spatial_materials(c, materials, &q->filter.materials))
        return EXIT_USAGE;
    int code = spatial_gather(c, p);
    for (size_t i = 0; i < p->count && q->below; i++)
        if (!p->list[i].has_z)
            return cli_fail(EXIT_USAGE, "--below needs points with a height, X,Y,Z");
    return code;
}

/* The answers for one point: at most `capacity`, from *hits, which may grow. */
static bool ask(wm_query *query, const question *q, spatial_point p, wm_hit **hits,
                uint32_t *capacity, uint32_t *count, wm_error *error)
{
    /* Without a height the highest one is wanted, which comes first of all. */
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

static void result_json(wm_json_writer *j, const cli *c, const wm_walkmesh *m, spatial_point p,
                        const wm_hit *hits, uint32_t count)
{
    wm_json_begin_object(j, NULL);
    json_point(j, "point", p);
    wm_json_begin_array(j, "faces");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = hits[i].face;
        char name[24];
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "face", face);
        wm_json_add_float(j, "z", hits[i].z);
        wm_json_add_uint(j, "material", m->materials[face]);
        wm_json_add_text(j, "material_name",
                         wm_kotor_surface_name(&c->surfaces, m->materials[face], name));
        wm_json_add_bool(j, "walkable", m->walkable[face]);
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_end(j);
}

static void print_words(const cli *c, const wm_walkmesh *m, spatial_point p, const wm_hit *hits,
                        uint32_t count)
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT], name[24];
    wm_float_format(p.at.x, x);
    wm_float_format(p.at.y, y);
    wm_float_format(p.at.z, z);
    printf("(%s, %s%s%s):", x, y, p.has_z ? ", " : "", p.has_z ? z : "");
    if (count == 0)
        puts(" nothing");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = hits[i].face;
        wm_float_format(hits[i].z, z);
        printf("%s face %u at height %s, %s%s\n", i ? "   " : "", (unsigned)face, z,
               wm_kotor_surface_name(&c->surfaces, m->materials[face], name),
               m->walkable[face] ? "" : ", not walkable");
    }
}

static int answer(const cli *c, const wm_walkmesh *mesh, const question *q, const spatial_points *p)
{
    wm_error error;
    wm_hit *hits = NULL;
    uint32_t capacity = 0, count;
    wm_json_writer j;
    wm_query *query = wm_query_new(mesh, NULL, &error);
    bool good = query != NULL;
    if (good)
        json_begin_results(&j, c);
    for (size_t i = 0; good && i < p->count; i++) {
        good = ask(query, q, p->list[i], &hits, &capacity, &count, &error);
        if (good && c->json)
            result_json(&j, c, mesh, p->list[i], hits, count);
        else if (good)
            print_words(c, mesh, p->list[i], hits, count);
    }
    if (query)
        json_end_results(&j, c);
    if (!good)
        cli_say_error(stderr, c->files[0], &error);
    free(hits);
    wm_query_free(query);
    return good ? EXIT_FINE : EXIT_INPUT;
}

static int run(cli *c)
{
    question q;
    spatial_points p = {0};
    int code = parse_question(c, &q, &p);
    wm_walkmesh *mesh = code == EXIT_FINE ? spatial_mesh(c) : NULL;
    if (code == EXIT_FINE)
        code = mesh ? answer(c, mesh, &q, &p) : EXIT_INPUT;
    wm_walkmesh_free(mesh);
    free(p.list);
    return code;
}

static const cli_option options[] = {
    {"all", NULL, "every face under the point, highest first, not only one"},
    {"below", NULL, "the highest face at or below Z, not the nearest to Z"},
    {"any", NULL, "also faces that nobody can walk on"},
    {"up", NULL, "leave out faces that look down"},
    {"material", "LIST", "only these materials, by name or number: metal,4"},
    {"points", "FILE", "also the points of a file, one a line (-: standard input)"},
    CLI_OBSTACLE,
    {0},
};

const cli_verb cmd_locate = {
    .name = "locate",
    .synopsis = "[options] FILE X,Y[,Z]...",
    .summary = "say which face is under a point and how high it is",
    .details = "Answers for each point with the walkable face under it: the one nearest to Z, or\n"
               "the highest when no Z is given. Edges belong to both their faces. Nothing under a\n"
               "point is an answer too, not an error.\n\n"
               "  waymark locate room.wok 12,18 -3.5,7,0\n"
               "  waymark locate --all --any room.wok 16,15.5\n"
               "  waymark locate --json --points walk.txt room.wok | jq '.results[].faces[0].z'",
    .options = options,
    .min_files = 1,
    .run = run,
    .numbers = true,
};
