/* waymark sight: whether one point can be seen from another. */
#include <string.h>

#include "query/spatial.h"

typedef struct question {
    wm_query_filter filter;
    wm_vec3 from, to;
} question;

static int parse_question(cli *c, question *q)
{
    const char *materials = cli_get(c, "material");
    *q = (question){.filter = {.front_only = cli_has(c, "front")}};
    if (materials && !spatial_materials(c, materials, &q->filter.materials))
        return EXIT_USAGE;
    for (int i = 0; i < 2; i++) {
        const char *text = c->files[1 + i];
        spatial_point p;
        if (!spatial_parse(text, strlen(text), &p) || !p.has_z)
            return cli_fail(EXIT_USAGE, "sight needs points as X,Y,Z, not '%s'", text);
        *(i ? &q->to : &q->from) = p.at;
    }
    return EXIT_FINE;
}

static void print_answer(const cli *c, const wm_walkmesh *mesh, uint32_t blocker)
{
    char name[24];
    const char *material =
        blocker == WM_NO_INDEX
            ? ""
            : wm_kotor_surface_name(&c->surfaces, mesh->materials[blocker], name);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, stdout);
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_bool(&j, "clear", blocker == WM_NO_INDEX);
        if (blocker == WM_NO_INDEX) {
            wm_json_add_null(&j, "blocker");
        } else {
            wm_json_begin_object(&j, "blocker");
            wm_json_add_uint(&j, "face", blocker);
            wm_json_add_uint(&j, "material", mesh->materials[blocker]);
            wm_json_add_text(&j, "material_name", material);
            wm_json_end(&j);
        }
        json_finish(&j);
    } else if (blocker == WM_NO_INDEX) {
        puts("clear");
    } else {
        printf("blocked by face %u, %s\n", (unsigned)blocker, material);
    }
}

static int run(cli *c)
{
    question q;
    wm_error error;
    uint32_t blocker;
    int code = parse_question(c, &q);
    if (code != EXIT_FINE)
        return code;
    wm_walkmesh *mesh = spatial_mesh(c);
    if (!mesh)
        return EXIT_INPUT;
    wm_query *query = wm_query_new(mesh, NULL, &error);
    if (query) {
        code = wm_query_sight(query, q.from, q.to, &q.filter, &blocker) ? EXIT_FINE : EXIT_FINDINGS;
        print_answer(c, mesh, blocker);
    } else {
        cli_say_error(stderr, c->files[0], &error);
        code = EXIT_INPUT;
    }
    wm_query_free(query);
    wm_walkmesh_free(mesh);
    return code;
}

static const cli_option options[] = {
    {"front", NULL, "only faces seen from the front stand in the way"},
    {"material", "LIST", "only these materials do, by name or number: metal,4"},
    CLI_OBSTACLE,
    {0},
};

const cli_verb cmd_sight = {
    .name = "sight",
    .synopsis = "[options] FILE X,Y,Z X,Y,Z",
    .summary = "say whether one point can be seen from another",
    .details = "Exits with 0 when nothing stands between the points and with 1 when something\n"
               "does, and names a face of it, not always the first. The ends count: lift points\n"
               "that lie on the floor, as eyes are.\n\n"
               "  waymark sight room.wok 12,18,1.7 15,22,1.7 && echo seen",
    .options = options,
    .min_files = 3,
    .max_files = 3,
    .run = run,
    .numbers = true,
};
