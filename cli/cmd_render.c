/* waymark render: a picture of a walkmesh. */
#include <stdlib.h>
#include <string.h>

#include "plan.h"

typedef struct picture {
    const char *title;
    double width, height; /* 0: as it suits */
} picture;

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

/* Saves the picture and says so. */
static int finish(const cli *c, const char *bytes, size_t size, const plan *p)
{
    uint32_t findings = p->job.report ? p->report.count : 0;
    int code = cli_save(c, c->files[1], bytes, size, stderr);
    if (code != EXIT_FINE)
        return code;
    if (c->json) {
        cJSON *o = cJSON_CreateObject(), *ways = cJSON_CreateArray();
        json_add(o, "file", json_text(c->files[0]));
        json_add(o, "output", json_text(c->files[1]));
        json_add(o, "bytes", json_uint(size));
        json_add(o, "kind", json_text("plan"));
        json_add(o, "findings", json_uint(findings));
        for (size_t i = 0; i < p->job.way_count; i++) {
            cJSON *way = cJSON_CreateObject();
            const draw_way *w = &p->job.ways[i];
            json_add(way, "game", cJSON_CreateBool(w->game));
            json_add(way, "found", cJSON_CreateBool(w->count > 0));
            json_add(way, "length", w->count ? json_double(w->length) : cJSON_CreateNull());
            cJSON_AddItemToArray(ways, way);
        }
        json_add(o, "paths", ways);
        json_print(o, stdout);
    } else if (!c->quiet) {
        fprintf(stderr, "waymark: drew %s", c->files[1]);
        if (findings)
            fprintf(stderr, " with %u finding%s", (unsigned)findings, findings == 1 ? "" : "s");
        fputc('\n', stderr);
    }
    return EXIT_FINE;
}

/* A walkmesh, terrain or layout seen from above. */
static int draw_plan(cli *c, const wm_buffer *bytes, wm_format format, const picture *pic)
{
    plan p;
    wm_vec3 *points = NULL;
    char *image = NULL;
    size_t size = 0;
    draw_layers layers = {.on = DRAW_OF_PLANS};
    if (format == WM_FORMAT_KOTOR_LYT)
        layers.on &= ~(uint32_t)DRAW_PERIMETERS; /* walls and seams tell the same, less finely */
    int code = draw_layers_parse(c, false, &layers);
    if (code == EXIT_FINE && cli_has(c, "no-findings"))
        layers.on &= ~(uint32_t)DRAW_FINDINGS;
    if (code != EXIT_FINE)
        return code;
    code = plan_open(c, bytes, format, layers.on & DRAW_FINDINGS, &p);
    p.job.layers = layers.on;
    p.job.width = pic->width;
    p.job.height = pic->height;
    p.job.title = pic->title;
    if (code == EXIT_FINE)
        code = parse_points(c, &points, &p.job.point_count);
    p.job.points = points;
    if (code == EXIT_FINE)
        code = plan_paths(c, &p);
    if (code == EXIT_FINE)
        code = draw_to_bytes(&p.job, c->files[1], &image, &size);
    if (code == EXIT_FINE)
        code = finish(c, image, size, &p);
    free(image);
    free(points);
    plan_close(&p);
    return code;
}

static int run(cli *c)
{
    wm_buffer bytes;
    picture pic = {.title = cli_get(c, "title")};
    const char *size = cli_get(c, "size");
    int code = size ? parse_size(size, &pic.width, &pic.height) : EXIT_FINE;
    if (code == EXIT_FINE && !draw_is_picture(c->files[1]))
        code = EXIT_USAGE;
    if (code == EXIT_FINE && !cli_load(c->files[0], stderr, &bytes))
        code = EXIT_INPUT;
    if (code != EXIT_FINE)
        return code;
    if (!pic.title)
        pic.title = cli_basename(c->files[0]);
    code = draw_plan(c, &bytes, wm_detect(bytes.data, bytes.size), &pic);
    wm_buffer_free(&bytes);
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
