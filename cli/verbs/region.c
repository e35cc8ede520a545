/* waymark region: the connected part of the floor that a point is on. */
#include <stdlib.h>

#include "query/ground.h"

/* Number of faces of a region and its area in plan view. */
typedef struct size {
    uint32_t faces;
    double area;
} size;

static size *measure(const wm_walkmesh *m)
{
    size *list = calloc((size_t)wm_walkmesh_region_count(m) + 1, sizeof *list);
    for (uint32_t f = 0; list && f < m->face_count; f++) {
        uint32_t region = wm_walkmesh_region(m, f);
        const uint32_t *v = m->faces[f].vertex;
        wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
        double area = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                      ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
        if (region == WM_NO_INDEX)
            continue;
        list[region].faces++;
        if (area - area == 0)
            list[region].area += (area < 0 ? -area : area) / 2;
    }
    return list;
}

static void list_json(wm_json_writer *j, const cli_ground *g, const size *sizes)
{
    wm_json_begin_array(j, "regions");
    for (uint32_t i = 0; i < wm_walkmesh_region_count(g->mesh); i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "region", i);
        wm_json_add_uint(j, "faces", sizes[i].faces);
        wm_json_add_double(j, "area", sizes[i].area);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void print_words(const cli_ground *g, const size *sizes, spatial_point p, wm_place at,
                        uint32_t region)
{
    char text[96];
    const char *room = cli_ground_room(g, at.face);
    if (region == WM_NO_INDEX)
        cli_print(stdout, "%s: no floor\n", cli_point_text(p, text));
    else
        cli_print(stdout, "%s: region %u of %u, %u %s, %.2f m2, face %u%s%s\n",
                  cli_point_text(p, text), (unsigned)region,
                  (unsigned)wm_walkmesh_region_count(g->mesh), (unsigned)sizes[region].faces,
                  cli_word(sizes[region].faces, "face", "faces"), sizes[region].area,
                  (unsigned)at.face, room ? ", room " : "", room ? room : "");
}

static void print_json(const cli *c, const cli_ground *g, const size *sizes)
{
    wm_json_writer j;
    json_begin_answer(&j, c, g);
    list_json(&j, g, sizes);
    wm_json_begin_array(&j, "results");
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        spatial_argument(c, i, false, &p);
        wm_place at = cli_ground_at(g, p, NULL);
        wm_json_begin_object(&j, NULL);
        json_point(&j, "point", p);
        wm_json_add_index(&j, "region", wm_walkmesh_region(g->mesh, at.face));
        json_place(&j, "at", g, at);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static void print_all(const cli *c, const cli_ground *g, const size *sizes)
{
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        spatial_argument(c, i, false, &p);
        wm_place at = cli_ground_at(g, p, NULL);
        print_words(g, sizes, p, at, wm_walkmesh_region(g->mesh, at.face));
    }
    for (uint32_t i = 0; c->file_count == 1 && i < wm_walkmesh_region_count(g->mesh); i++)
        cli_print(stdout, "region %u: %u %s, %.2f m2\n", (unsigned)i, (unsigned)sizes[i].faces,
                  cli_word(sizes[i].faces, "face", "faces"), sizes[i].area);
}

static int ask(const cli *c, cli_ground *g, void *nothing)
{
    (void)nothing;
    size *sizes = measure(g->mesh);
    if (!sizes)
        return cli_no_memory(CLI_READING);
    (c->json ? print_json : print_all)(c, g, sizes);
    free(sizes);
    return EXIT_FINE;
}

static int run(cli *c)
{
    int code = spatial_arguments(c, false);
    return code == EXIT_FINE ? cli_ground_ask(c, ask, NULL) : code;
}

static const cli_option options[] = {
    CLI_OBSTACLE("all"),
    {0},
};

const cli_verb cmd_region = {
    .name = "region",
    .synopsis = "[options] FILE [X,Y[,Z]...]",
    .summary = "find the connected part of the floor that a point is on",
    .details =
        "A region is a set of connected walkable faces. Prints the region of each point;\n"
        "without points it lists all regions. FILE is a walkmesh, or a layout whose rooms are\n"
        "joined at their transitions.\n\n"
        "  waymark region room.wok 12,18 15,2\n"
        "  waymark region area.lyt",
    .options = options,
    .min_files = 1,
    .run = run,
    .area = true,
    .numbers = true,
};
