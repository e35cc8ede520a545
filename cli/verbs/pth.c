/* waymark pth: path points from the floor of an area. */
#include <string.h>

#include "query/ground.h"
#include "waymark/area.h"

static int parse(const cli *c, const char *name, float *value)
{
    const char *text = cli_get(c, name);
    if (!text)
        return EXIT_FINE;
    if (!cli_number(name, text, value))
        return EXIT_USAGE;
    if (!(*value > 0))
        return cli_fail(EXIT_USAGE, "--%s takes metres above 0, not '%s'", name, text);
    return EXIT_FINE;
}

static void report(const cli *c, const cli_ground *g, const wm_kotor_pth_stats *s, size_t bytes)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", c->files[1]);
        wm_json_add_uint(&j, "bytes", bytes);
        wm_json_add_uint(&j, "points", s->points);
        wm_json_add_uint(&j, "links", s->links);
        wm_json_add_uint(&j, "parts", s->parts);
        json_missing(&j, g->area, g->objects);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_print(cli_messages(), "waymark: wrote %s: %u %s, %u %s, %u %s\n", c->files[1],
                  (unsigned)s->points, cli_word(s->points, "point", "points"), (unsigned)s->links,
                  cli_word(s->links, "link", "links"), (unsigned)s->parts,
                  cli_word(s->parts, "part", "parts"));
    }
}

static int write_points(const cli *c, const cli_ground *g, const wm_kotor_pth *pth)
{
    wm_buffer bytes = {0};
    wm_error error;
    wm_kotor_pth_stats stats;
    if (wm_kotor_pth_write(pth, CLI_WRITE_OPTS, &bytes, &error) != WM_OK ||
        wm_kotor_pth_measure(pth, &stats, &error) != WM_OK) {
        wm_buffer_free(&bytes);
        return cli_fail_on(CLI_WRITING, c->files[1], &error);
    }
    int code = cli_save(c, c->files[1], bytes.data, bytes.size);
    if (code == EXIT_FINE)
        report(c, g, &stats, bytes.size);
    wm_buffer_free(&bytes);
    return code;
}

static int make(const cli *c, cli_ground *g, void *question)
{
    const wm_kotor_pth_make_opts *opts = question;
    wm_error error;
    if (!g->mesh->walkable_count)
        return cli_fail(EXIT_INPUT, "%s: there is no walkable floor to make path points from",
                        c->files[0]);
    wm_kotor_pth *pth = wm_kotor_pth_from_walkmesh(g->mesh, opts, &error);
    if (!pth)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    int code = write_points(c, g, pth);
    wm_kotor_pth_free(pth);
    return code;
}

static int run(cli *c)
{
    wm_kotor_pth_make_opts opts = {.allocator = cli_allocator()};
    int code = parse(c, "clearance", &opts.clearance);
    if (code == EXIT_FINE)
        code = parse(c, "spacing", &opts.spacing);
    if (code == EXIT_FINE && c->json && strcmp(c->files[1], "-") == 0)
        code = cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    return code == EXIT_FINE ? cli_ground_ask(c, make, &opts) : code;
}

static const cli_option options[] = {
    {"clearance", "METRES",
     "distance from walls that points and links keep if they can (default: 0.5)"},
    {"spacing", "METRES",
     "a place gets no point of its own if one within this distance can be reached in a straight "
     "line (default: 12)"},
    CLI_OBSTACLE("placeables"),
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_pth = {
    .name = "pth",
    .synopsis = "[options] FILE OUT.pth",
    .summary = "make the path points of a KotOR area from its floor",
    .details =
        "In KotOR, characters walk long distances from path point to path point. This verb makes\n"
        "the points from the floor: few, with as much room around them as there is, so that from\n"
        "anywhere one of them can be reached in a straight line. Points without a wall in\n"
        "between are linked. Each connected part of the floor gets connected points; parts below\n"
        "1 m2 get none.\n\n"
        "FILE is a layout with its rooms, or one walkmesh. In the module, the PTH must have the\n"
        "name of the area. 'waymark check' on the layout compares points and floor.\n\n"
        "  waymark pth module/area.lyt module/area.pth\n"
        "  waymark pth --spacing 20 area.lyt sparse.pth",
    .options = options,
    .min_files = 2,
    .max_files = 2,
    .output_last = true,
    .run = run,
    .area = true,
};
