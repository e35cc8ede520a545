/* waymark path: the shortest path between two points. */
#include <stdlib.h>
#include <string.h>

#include "nwn2/route.h"
#include "query/ground.h"
#include "real.h"
#include "waymark/area.h"

typedef struct question {
    wm_query_filter filter;
    bool crossings, faces, partial;
    float radius; /* 0: a point */
    bool has_costs;
    float costs[64];
    wm_path_index *index;
    spatial_points list; /* pairs */
} question;

typedef struct answer {
    spatial_point point[2];
    wm_place at[2];
    wm_path path;
} answer;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Two points: two words such as 1,2 and 3,4,5; or four or six numbers. */
static bool parse_pair(const char *text, size_t size, spatial_point *pair)
{
    size_t cut = 0, rest;
    while (cut < size && !is_space(text[cut]))
        cut++;
    for (rest = cut; rest < size && is_space(text[rest]);)
        rest++;
    if (spatial_parse(text, cut, &pair[0]) && spatial_parse(text + rest, size - rest, &pair[1]))
        return true;
    float v[7];
    size_t at = 0, n = 0;
    while (at < size && n < 7) {
        if (is_space(text[at]) || text[at] == ',') {
            at++;
            continue;
        }
        size_t used = wm_float_parse(text + at, size - at, &v[n]);
        if (!used || v[n] - v[n] != 0)
            return false;
        at += used;
        n++;
    }
    if (n != 4 && n != 6)
        return false;
    for (size_t i = 0; i < 2; i++) {
        const float *p = v + i * n / 2;
        pair[i] = (spatial_point){{p[0], p[1], n == 6 ? p[2] : 0}, n == 6};
    }
    return true;
}

/* "swamp=5,metal=0.5": costs per metre; 1 for all others. */
static bool parse_costs(const cli *c, const char *text, question *q)
{
    for (int i = 0; i < 64; i++)
        q->costs[i] = 1;
    q->has_costs = true;
    for (const char *at = text, *end; *at; at = *end ? end + 1 : end) {
        char name[32];
        uint64_t mask = 0; /* spatial_materials adds to it */
        float cost;
        const char *equals = strchr(at, '=');
        end = strchr(at, ',') ? strchr(at, ',') : at + strlen(at);
        size_t size = equals && equals < end ? (size_t)(equals - at) : sizeof name;
        if (size >= sizeof name ||
            wm_float_parse(equals + 1, (size_t)(end - equals) - 1, &cost) !=
                (size_t)(end - equals) - 1 ||
            !(cost > 0) || cost - cost != 0) {
            cli_fail(EXIT_USAGE, "--cost takes MATERIAL=COST,... with costs above 0, not '%s'",
                     text);
            return false;
        }
        memcpy(name, at, size);
        name[size] = '\0';
        if (!spatial_materials(c, "cost", name, &mask))
            return false;
        for (int i = 0; i < 64; i++)
            if (mask >> i & 1)
                q->costs[i] = cost;
    }
    return true;
}

static int parse_question(const cli *c, question *q)
{
    static const spatial_line pair = {parse_pair, 2, "expected two points, X,Y[,Z] X,Y[,Z]"};
    const char *many = cli_get(c, "many");
    const char *radius = cli_get(c, "radius"), *costs = cli_get(c, "cost");
    *q = (question){.filter = {.walkable_only = true},
                    .crossings = cli_has(c, "crossings"),
                    .faces = cli_has(c, "faces"),
                    .partial = cli_has(c, "partial")};
    if (cli_has(c, "game-tables") && cli_allow_with(c, "game-tables", "many"))
        return EXIT_USAGE;
    if (radius && q->faces)
        return cli_fail(EXIT_USAGE, "--faces cannot be used with --radius: the floor that is left "
                                    "for a wide character has other faces");
    if (spatial_filter(c, &q->filter) != EXIT_FINE)
        return EXIT_USAGE;
    if (radius && !cli_number("radius", radius, &q->radius))
        return EXIT_USAGE;
    if (radius && !(q->radius > 0))
        return cli_fail(EXIT_USAGE, "--radius takes metres above 0, not '%s'", radius);
    if (costs && !parse_costs(c, costs, q))
        return EXIT_USAGE;
    if (many && strcmp(many, "-") == 0 && strcmp(c->files[0], "-") == 0)
        return cli_fail(EXIT_USAGE, "standard input cannot be both the walkmesh and the pairs");
    if (c->file_count != 3 && !(many && c->file_count == 1))
        return cli_fail(EXIT_USAGE, "expected two points; usage: waymark %s %s", c->verb->name,
                        c->verb->synopsis);
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        if (spatial_argument(c, i, false, &p) != EXIT_FINE)
            return EXIT_USAGE;
        if (!spatial_add(&q->list, p))
            return cli_no_memory(CLI_READING);
    }
    return many ? spatial_lines(many, &pair, &q->list) : EXIT_FINE;
}

/* The place of an end. A body that would overlap a wall is moved out of it; an end that is not
 * on the floor keeps its position, for partial paths. */
static wm_place stand(const cli_ground *g, const question *q, spatial_point p)
{
    wm_place at = cli_ground_at(g, p, &q->filter);
    wm_nearest out;
    wm_nearest_opts opts = {.filter = &q->filter, .plan = !p.has_z};
    if (at.face == WM_NO_INDEX && q->radius > 0 &&
        wm_query_nearest(g->query, p.at, 2 * q->radius, &opts, &out))
        return out.place;
    if (at.face == WM_NO_INDEX)
        at.position = p.at;
    return at;
}

static bool find(const cli_ground *g, const question *q, answer *a, wm_error *error)
{
    /* Crossings say in which room each piece lies. A search with an index finds none. */
    const wm_path_opts opts = {.filter = q->filter.materials ? &q->filter : NULL,
                               .index = q->index,
                               .costs = q->has_costs ? q->costs : NULL,
                               .partial = q->partial,
                               .crossings = !q->index};
    wm_path *p = &a->path;
    for (int i = 0; i < 2; i++)
        a->at[i] = stand(g, q, a->point[i]);
    return cli_ground_path(g, a->at, &opts, p, error);
}

/* Why there is no path. */
static const char *reason(const cli_ground *g, const question *q, const answer *a, char text[160])
{
    char at[96];
    uint32_t region[2];
    for (int i = 0; i < 2; i++) {
        if (a->at[i].face == WM_NO_INDEX) {
            snprintf(text, 160, "there is no %sfloor at %s%s", q->filter.materials ? "such " : "",
                     cli_point_text(a->point[i], at),
                     q->radius > 0 ? " with enough room for the radius" : "");
            return text;
        }
        region[i] = wm_walkmesh_region(g->mesh, a->at[i].face);
    }
    if (region[0] == region[1])
        return "these materials do not connect the two points";
    snprintf(text, 160, "the two points are in different regions, %u and %u", (unsigned)region[0],
             (unsigned)region[1]);
    return text;
}

/* What to ask next. Regions for a body are not those of `reach`. */
static const char *advice(const cli_ground *g, const question *q, const answer *a)
{
    uint32_t from = wm_walkmesh_region(g->mesh, a->at[0].face),
             to = wm_walkmesh_region(g->mesh, a->at[1].face);
    bool both = from != WM_NO_INDEX && to != WM_NO_INDEX;
    return both && from != to && !(q->radius > 0) ? "; 'waymark reach' shows the gap between them"
                                                  : "";
}

/* A piece of the path in one room: its length, and the index of the point after it. */
static double piece(const cli_ground *g, const wm_path *p, uint32_t from, uint32_t *end)
{
    double length = 0;
    uint32_t i = from;
    do {
        wm_vec3 a = p->points[i].position, b = p->points[i + 1].position;
        length += cli_hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
        i++;
    } while (i + 1 < p->point_count &&
             g->mesh->rooms[p->points[i].face] == g->mesh->rooms[p->points[from].face]);
    *end = i;
    return length;
}

static bool shown(const question *q, const wm_path *p, uint32_t i)
{
    return q->crossings || p->points[i].bend || i == 0 || i + 1 == p->point_count;
}

/* For a body the floor is divided into other faces, and an index has none: then face indices mean
 * nothing to the user. */
static bool names_faces(const question *q)
{
    return !q->index && !(q->radius > 0);
}

static void print_point(const question *q, const wm_path_point *p)
{
    char text[96];
    cli_print(stdout, "  %s", cli_point_text((spatial_point){p->position, true}, text));
    if (names_faces(q))
        cli_print(stdout, " %s face %u", p->bend ? "in" : "into", (unsigned)p->face);
    putchar('\n');
}

static void print_words(const cli_ground *g, const question *q, const answer *a)
{
    const wm_path *p = &a->path;
    char from[96], to[96], text[160];
    cli_point_text(a->point[0], from);
    cli_point_text(a->point[1], to);
    if (!p->found) {
        cli_print(stdout, "%s to %s: no path, %s%s\n", from, to, reason(g, q, a, text),
                  advice(g, q, a));
        return;
    }
    cli_print(stdout, "%s to %s: %.3f m", from, to, p->length);
    if (names_faces(q))
        cli_print(stdout, " over %u face%s", (unsigned)p->face_count,
                  p->face_count == 1 ? "" : "s");
    if (q->has_costs)
        cli_print(stdout, ", cost %.3f", p->cost);
    if (p->partial)
        cli_print(stdout, ", ends %.3f m short of the goal: %s", p->remaining,
                  reason(g, q, a, text));
    putchar('\n');
    for (uint32_t i = 0; i < p->point_count; i++)
        if (shown(q, p, i))
            print_point(q, &p->points[i]);
    for (uint32_t i = 0, end; g->area && i + 1 < p->point_count; i = end) {
        double length = piece(g, p, i, &end);
        cli_print(stdout, "  %.3f m in %s\n", length, cli_ground_room(g, p->points[i].face));
    }
    if (!q->faces || !names_faces(q))
        return;
    fputs("  faces", stdout);
    for (uint32_t i = 0; i < p->face_count; i++)
        cli_print(stdout, " %u", (unsigned)p->faces[i]);
    putchar('\n');
}

static void legs_json(wm_json_writer *j, const cli_ground *g, const wm_path *p)
{
    wm_json_begin_array(j, "legs");
    for (uint32_t i = 0, end; i + 1 < p->point_count; i = end) {
        double length = piece(g, p, i, &end);
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "room", cli_ground_room(g, p->points[i].face));
        wm_json_add_double(j, "length", length);
        wm_json_add_vec3(j, "from", p->points[i].position);
        wm_json_add_vec3(j, "to", p->points[end].position);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void path_json(wm_json_writer *j, const cli_ground *g, const question *q, const wm_path *p)
{
    wm_json_add_double(j, "length", p->length);
    if (q->has_costs)
        wm_json_add_double(j, "cost", p->cost);
    if (p->partial)
        wm_json_add_double(j, "gap", p->remaining);
    wm_json_begin_array(j, "points");
    for (uint32_t i = 0; i < p->point_count; i++)
        if (shown(q, p, i))
            wm_json_add_vec3(j, NULL, p->points[i].position);
    wm_json_end(j);
    wm_json_add_indices(j, "faces", p->faces, names_faces(q) ? p->face_count : 0);
    if (g->area)
        legs_json(j, g, p);
}

static void answer_json(wm_json_writer *j, const cli_ground *g, const question *q, const answer *a)
{
    char text[160];
    wm_json_begin_object(j, NULL);
    json_point(j, "from", a->point[0]);
    json_point(j, "to", a->point[1]);
    wm_json_add_bool(j, "found", a->path.found);
    if (a->path.found)
        path_json(j, g, q, &a->path);
    else
        wm_json_add_text(j, "why", reason(g, q, a, text));
    wm_json_end(j);
}

static int answer_all(const cli *c, const cli_ground *g, const question *q)
{
    const spatial_points *list = &q->list;
    wm_error error;
    answer a = {0};
    bool good = true;
    wm_json_writer j;
    json_begin_results(&j, c, g);
    for (size_t i = 0; good && i + 1 < list->count; i += 2) {
        a.point[0] = list->list[i];
        a.point[1] = list->list[i + 1];
        good = find(g, q, &a, &error);
        if (good && c->json)
            answer_json(&j, g, q, &a);
        else if (good)
            print_words(g, q, &a);
    }
    cli_path_free(&a.path);
    return cli_end_results(&j, c, good ? NULL : &error);
}

/* Replaces the ground by the part that a body of this radius can reach. */
static int shrink(const cli *c, cli_ground *g, float radius)
{
    wm_error error;
    wm_walkmesh *mesh = wm_walkmesh_shrink(g->mesh, radius, cli_allocator(), &error);
    wm_query *query = mesh ? wm_query_new(mesh, cli_allocator(), &error) : NULL;
    if (!query) {
        wm_walkmesh_free(mesh);
        return cli_fail_on(CLI_READING, c->files[0], &error);
    }
    wm_query_free(g->query);
    wm_walkmesh_free(g->mesh);
    g->mesh = mesh;
    g->query = query;
    return EXIT_FINE;
}

/* Reads the index of --index, or builds it and writes the file. */
static int open_index(const cli *c, const cli_ground *g, const char *file, question *q)
{
    wm_error error;
    wm_buffer bytes = {0};
    if (g->area || q->crossings || q->faces || q->has_costs || q->filter.materials)
        return cli_fail(EXIT_USAGE, "--index works for plain paths on one walkmesh: not with "
                                    "--crossings, --faces, --cost, --material or a layout");
    if (wm_file_read(file, CLI_FILE_OPTS, &bytes, &error) == WM_OK) {
        q->index = wm_path_index_read(bytes.data, bytes.size, g->mesh, CLI_READ_OPTS, &error);
        wm_buffer_free(&bytes);
        if (q->index)
            return EXIT_FINE;
        return cli_fail_on(CLI_READING, file, &error);
    }
    q->index = wm_path_index_new(g->mesh, 0, cli_allocator(), &error);
    if (!q->index || wm_path_index_write(q->index, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    wm_path_index_stats stats;
    wm_path_index_measure(q->index, &stats, NULL);
    int code = cli_save(c, file, bytes.data, bytes.size);
    if (code == EXIT_FINE && !c->quiet)
        cli_print(stderr, "waymark: wrote %s: an index of %u %s, %zu bytes\n", file, stats.corners,
                  cli_word(stats.corners, "corner", "corners"), bytes.size);
    if (code == EXIT_FINE && !c->quiet && stats.left_out)
        cli_print(
            stderr,
            "waymark: note: %s: %u %s not in the index: paths there are searched, which takes "
            "longer\n",
            c->files[0], stats.left_out, cli_word(stats.left_out, "region is", "regions are"));
    wm_buffer_free(&bytes);
    return code;
}

static int ask(const cli *c, cli_ground *g, void *asked)
{
    question *q = asked;
    const char *index = cli_get(c, "index");
    int code = q->radius > 0 ? shrink(c, g, q->radius) : EXIT_FINE;
    if (code == EXIT_FINE && index)
        code = open_index(c, g, index, q);
    if (code == EXIT_FINE)
        code = cli_has(c, "game-tables") ? cli_game_routes(c, g, &q->list) : answer_all(c, g, q);
    wm_path_index_free(q->index);
    return code;
}

static int run(cli *c)
{
    question q;
    int code = parse_question(c, &q);
    if (code == EXIT_FINE)
        code = cli_ground_ask(c, ask, &q);
    free(q.list.list);
    return code;
}

static const cli_option options[] = {
    {"many", "FILE",
     "read pairs of points from a file, one per line: X,Y[,Z] X,Y[,Z] (-: standard input)"},
    {"material", "LIST", "walk only on these materials, by name or number"},
    {"crossings", NULL,
     "also print the points where the path crosses an edge, so that heights follow the floor"},
    {"radius", "METRES",
     "keep this distance from walls, for a character of that radius (default: 0)"},
    {"cost", "LIST",
     "cost per metre by material: swamp=5,metal=0.5; others cost 1; the path is approximate"},
    {"partial", NULL, "if there is no path, go as near to the goal as possible"},
    {"index", "FILE",
     "use the path index in this file, or create it first; much faster for many pairs; only for "
     "plain paths on one walkmesh: no crossings, faces, costs or materials"},
    {"game-tables", NULL, "also follow the path tables of a TRX, as the game does"},
    {"faces", NULL,
     "also print the faces that the path crosses, as --json does; not with --radius or "
     "--index"},
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_path = {
    .name = "path",
    .synopsis = "[options] FILE X,Y[,Z] X,Y[,Z]",
    .summary = "find the shortest path between two points",
    .details =
        "Finds the path with the least horizontal length; no other path over the floor is\n"
        "shorter. Each end is on the walkable face nearest to its Z, or on the highest one if\n"
        "it has no Z. FILE is a walkmesh, or a layout whose rooms are joined; then the length\n"
        "in each room is printed too. If there is no path, the answer says why; that is not an\n"
        "error.\n\n"
        "  waymark path room.wok 12,18 15,2\n"
        "  waymark path --crossings area.lyt 12,18,0 40,2,4\n"
        "  waymark path --game-tables area.trx 12,18 40,2\n"
        "  waymark path --json --many pairs.txt room.wok | jq '.results[].length'",
    .options = options,
    .min_files = 1,
    .max_files = 3,
    .run = run,
    .area = true,
    .numbers = true,
};
