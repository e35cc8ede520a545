/* waymark region: which connected part of the floor a point stands on. */
#include <stdlib.h>
#include <string.h>

#include "query/ground.h"

/* What is known of a region: how many faces, and how large it is in the plan. */
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

static cJSON *list_json(const cli_ground *g, const size *sizes)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < wm_walkmesh_region_count(g->mesh); i++) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "region", json_uint(i));
        json_add(o, "faces", json_uint(sizes[i].faces));
        json_add(o, "area", json_double(sizes[i].area));
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

static void print_words(const cli_ground *g, const size *sizes, spatial_point p, wm_place at,
                        uint32_t region)
{
    char text[96];
    const char *room = cli_ground_room(g, at.face);
    if (region == WM_NO_INDEX)
        printf("%s: no floor\n", cli_point_text(p, text));
    else
        printf("%s: region %u of %u, %u faces, %.2f m2, face %u%s%s\n", cli_point_text(p, text),
               (unsigned)region, (unsigned)wm_walkmesh_region_count(g->mesh),
               (unsigned)sizes[region].faces, sizes[region].area, (unsigned)at.face,
               room ? ", room " : "", room ? room : "");
}

static int ask(const cli *c, const cli_ground *g)
{
    size *sizes = measure(g->mesh);
    if (!sizes)
        return cli_fail(EXIT_INPUT, "out of memory");
    cJSON *results = cJSON_CreateArray();
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        spatial_parse(c->files[i], strlen(c->files[i]), &p);
        wm_place at = cli_ground_at(g, p, NULL);
        uint32_t region = wm_walkmesh_region(g->mesh, at.face);
        if (!c->json) {
            print_words(g, sizes, p, at, region);
            continue;
        }
        cJSON *o = cJSON_CreateObject();
        json_add(o, "point", json_point(p));
        json_add(o, "region", region == WM_NO_INDEX ? cJSON_CreateNull() : json_uint(region));
        json_add(o, "at", json_place(c, g, at));
        cJSON_AddItemToArray(results, o);
    }
    if (c->json) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "file", json_text(c->files[0]));
        json_add(o, "regions", list_json(g, sizes));
        json_add(o, "results", results);
        json_print(o, stdout);
    } else {
        cJSON_Delete(results);
        for (uint32_t i = 0; c->file_count == 1 && i < wm_walkmesh_region_count(g->mesh); i++)
            printf("region %u: %u faces, %.2f m2\n", (unsigned)i, (unsigned)sizes[i].faces,
                   sizes[i].area);
    }
    free(sizes);
    return EXIT_FINE;
}

static int run(cli *c)
{
    cli_ground g;
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point p;
        if (!spatial_parse(c->files[i], strlen(c->files[i]), &p))
            return cli_fail(EXIT_USAGE, "a point is X,Y or X,Y,Z, not '%s'", c->files[i]);
    }
    int code = cli_ground_open(c, c->files[0], &g);
    if (code == EXIT_FINE)
        code = ask(c, &g);
    cli_ground_close(&g);
    return code;
}

static const cli_option options[] = {
    CLI_OBSTACLE,
    {0},
};

const cli_verb cmd_region = {
    .name = "region",
    .synopsis = "[options] FILE [X,Y[,Z]...]",
    .summary = "say which connected part of the floor a point is on",
    .details = "A region is a set of walkable faces between which one can walk. Answers for each\n"
               "point, or without points lists all regions. FILE is a walkmesh or a layout, whose\n"
               "rooms are joined at their transitions.\n\n"
               "  waymark region room.wok 12,18 15,2\n"
               "  waymark region area.lyt",
    .options = options,
    .min_files = 1,
    .run = run,
    .numbers = true,
};
