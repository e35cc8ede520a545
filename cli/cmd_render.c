/* waymark render: a picture of a walkmesh. */
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "ground.h"

static int parse_size(const char *text, double *width, double *height)
{
    uint32_t size[2] = {0, 0};
    const char *p = text;
    for (int i = 0; i < 2; i++) {
        while (*p >= '0' && *p <= '9' && size[i] < 100000)
            size[i] = size[i] * 10 + (uint32_t)(*p++ - '0');
        if (i == 0 && (*p == 'x' || *p == 'X'))
            p++;
        else if (i == 0)
            break;
    }
    if (*p || size[0] < 480 || size[1] < 360 || size[0] > 8000 || size[1] > 8000)
        return cli_fail(EXIT_USAGE, "--size takes WIDTHxHEIGHT, 480x360 to 8000x8000, not '%s'",
                        text);
    *width = size[0];
    *height = size[1];
    return EXIT_FINE;
}

/* The values of all --point options; *points is the caller's to free. */
static int parse_points(const cli *c, wm_vec3 **points, size_t *count)
{
    *points = calloc(c->value_count + 1, sizeof **points);
    *count = 0;
    if (!*points)
        return cli_fail(EXIT_INPUT, "out of memory");
    for (size_t i = 0; i < c->value_count; i++) {
        const char *text = c->values[i].text;
        float v[2];
        if (strcmp(c->values[i].option->name, "point") != 0)
            continue;
        size_t n = strlen(text), used = wm_float_parse(text, n, &v[0]);
        if (used && text[used] == ',') {
            size_t rest = wm_float_parse(text + used + 1, n - used - 1, &v[1]);
            used = rest ? used + 1 + rest : 0;
        } else {
            used = 0;
        }
        if (used != n || !n || v[0] - v[0] != 0 || v[1] - v[1] != 0)
            return cli_fail(EXIT_USAGE, "--point takes X,Y, not '%s'", text);
        (*points)[(*count)++] = (wm_vec3){v[0], v[1], 0};
    }
    return EXIT_FINE;
}

/* The way of --path A:B, the caller's to free through job->path. */
static int find_path(const cli *c, const char *text, draw_job *job, wm_vec3 **way)
{
    const char *colon = strchr(text, ':');
    spatial_point end[2];
    cli_ground g = {.mesh = (wm_walkmesh *)job->mesh};
    wm_path path = {0};
    wm_error error;
    if (!colon || !spatial_parse(text, (size_t)(colon - text), &end[0]) ||
        !spatial_parse(colon + 1, strlen(colon + 1), &end[1]))
        return cli_fail(EXIT_USAGE, "--path takes X,Y[,Z]:X,Y[,Z], not '%s'", text);
    g.query = wm_query_create(job->mesh, NULL, &error);
    bool good = g.query != NULL;
    for (int again = 0; good && again < 2; again++) { /* once to count, once to fill */
        wm_place a = cli_ground_at(&g, end[0], NULL), b = cli_ground_at(&g, end[1], NULL);
        good = wm_query_path(g.query, a.face, a.position, b.face, b.position, NULL, &path,
                             &error) == WM_OK;
        if (good && !path.points) {
            path.point_capacity = path.point_count;
            path.points = malloc((path.point_count + 1) * sizeof *path.points);
            *way = malloc((path.point_count + 1) * sizeof **way);
            good = path.points && *way;
            error = (wm_error){
                .code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
        }
    }
    for (uint32_t i = 0; good && i < path.point_count; i++)
        (*way)[i] = path.points[i].position;
    job->path = *way;
    job->path_count = good ? path.point_count : 0;
    free(path.points);
    wm_query_free(g.query);
    if (good && !path.found && !c->quiet)
        fprintf(stderr, "waymark: %s: there is no path between these points\n", c->files[0]);
    if (!good)
        cli_say_error(stderr, c->files[0], &error);
    return good ? EXIT_FINE : EXIT_INPUT;
}

/* Draws a mesh that was read and saves the picture. */
static int draw(const cli *c, const wm_kotor_bwm *bwm, draw_job *job)
{
    wm_error error;
    wm_report report;
    char *bytes = NULL;
    size_t size = 0;
    wm_check_opts check = {.surfaces = &c->surfaces};
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, &c->surfaces, NULL, &error);
    if (!mesh) {
        cli_say_error(stderr, c->files[0], &error);
        return EXIT_INPUT;
    }
    wm_vec3 *way = NULL;
    wm_report_init(&report, NULL);
    job->bwm = bwm;
    job->mesh = mesh;
    const char *path = cli_get(c, "path");
    int code = path ? find_path(c, path, job, &way) : EXIT_FINE;
    if (code == EXIT_FINE && !cli_has(c, "no-findings")) {
        job->report = &report;
        if (wm_kotor_bwm_check(bwm, &check, &report, &error) != WM_OK) {
            cli_say_error(stderr, c->files[0], &error);
            code = EXIT_INPUT;
        }
    }
    if (code == EXIT_FINE)
        code = draw_to_bytes(job, c->files[1], &bytes, &size);
    if (code == EXIT_FINE)
        code = cli_save(c, c->files[1], bytes, size, stderr);
    if (code == EXIT_FINE && c->json) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "file", json_text(c->files[0]));
        json_add(o, "output", json_text(c->files[1]));
        json_add(o, "bytes", json_uint(size));
        json_add(o, "findings", json_uint(report.count));
        json_print(o, stdout);
    } else if (code == EXIT_FINE && !c->quiet) {
        fprintf(stderr, "waymark: drew %s", c->files[1]);
        if (job->report && report.count)
            fprintf(stderr, " with %u finding%s", (unsigned)report.count,
                    report.count == 1 ? "" : "s");
        fputc('\n', stderr);
    }
    free(bytes);
    free(way);
    wm_report_free(&report);
    wm_walkmesh_free(mesh);
    return code;
}

static int run(cli *c)
{
    wm_buffer bytes;
    wm_vec3 *points = NULL;
    draw_job job = {.surfaces = &c->surfaces, .title = cli_get(c, "title")};
    const char *size = cli_get(c, "size");
    int code = size ? parse_size(size, &job.width, &job.height) : EXIT_FINE;
    if (code == EXIT_FINE)
        code = parse_points(c, &points, &job.point_count);
    if (code == EXIT_FINE && !cli_load(c->files[0], stderr, &bytes))
        code = EXIT_INPUT;
    if (code == EXIT_FINE) {
        wm_kotor_bwm *bwm = cli_read_walkmesh(c, &bytes, c->files[0], stderr, NULL);
        wm_buffer_free(&bytes);
        job.points = points;
        if (!job.title)
            job.title = cli_basename(c->files[0]);
        code = bwm ? draw(c, bwm, &job) : EXIT_INPUT;
        wm_kotor_bwm_free(bwm);
    }
    free(points);
    return code;
}

static const cli_option options[] = {
    {"point", 'p', "X,Y", "mark a point; may be given many times"},
    {"path", 0, "A:B", "draw the shortest way between two points: 3,9:14,5"},
    {"size", 's', "WxH", "size of the picture in pixels (default: 1120 wide, as high as needed)"},
    {"title", 't', "TEXT", "title (default: the name of the file)"},
    {"no-findings", 0, NULL, "do not check the file, draw no findings"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_render = {
    .name = "render",
    .synopsis = "[options] FILE OUT.png|OUT.svg|OUT.pdf",
    .summary = "draw a picture of a walkmesh, with what is wrong with it",
    .details =
        "A plan seen from above: surfaces in their colours, pale where nobody can walk, the\n"
        "edge of the floor, transitions, hooks, and the findings of 'check' as numbers on the\n"
        "plan and as a list below it. The same file gives the same bytes. OUT may be -: then a\n"
        "PNG goes to standard output.\n\n"
        "  waymark render room.wok room.png\n"
        "  waymark render --point 12,18 --no-findings room.wok room.svg",
    .options = options,
    .min_files = 2,
    .max_files = 2,
    .output_last = true,
    .run = run,
};
