/* waymark render: a picture of a walkmesh. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "draw/camera.h"
#include "draw/plan.h"
#include "draw/render.h"
#include "kotor/model.h"
#include "texture/texture.h"

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
    if (*p || size[0] < 160 || size[1] < 120 || size[0] > 8000 || size[1] > 8000)
        return cli_fail(EXIT_USAGE, "--size takes WIDTHxHEIGHT, 160x120 to 8000x8000, not '%s'",
                        text);
    *width = size[0];
    *height = size[1];
    return EXIT_FINE;
}

/* The values of all --point options. The caller frees *points. */
static int parse_points(const cli *c, wm_vec3 **points, size_t *count)
{
    *points = calloc(c->value_count + 1, sizeof **points);
    *count = 0;
    if (!*points)
        return cli_no_memory(CLI_READING);
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

/* Saves the picture and reports it. */
static void say_left_out(const cli *c, const draw_job *job)
{
    uint32_t n =
        job->objects && job->layers & DRAW_OBJECTS ? draw_obstacles_left_out(job->objects) : 0;
    if (n)
        cli_print(cli_messages(),
                  "waymark: warning: %s: %u %s not drawn: those of other objects have too many "
                  "faces\n",
                  c->files[0], (unsigned)n,
                  n == 1 ? "walkmesh of an object is" : "walkmeshes of objects are");
}

static int finish(const cli *c, const char *bytes, size_t size, const plan *p)
{
    const wm_report *r = p->job.report;
    uint32_t findings = r ? r->errors + r->warnings + r->infos : 0;
    int code = cli_save(c, c->files[1], bytes, size);
    if (code != EXIT_FINE)
        return code;
    say_left_out(c, &p->job);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", c->files[1]);
        wm_json_add_uint(&j, "bytes", size);
        wm_json_add_text(&j, "kind", "plan");
        wm_json_add_uint(&j, "findings", findings);
        json_missing(&j, p->ground.area, p->ground.objects);
        wm_json_begin_array(&j, "paths");
        for (size_t i = 0; i < p->job.way_count; i++) {
            const draw_way *w = &p->job.ways[i];
            wm_json_begin_object(&j, NULL);
            wm_json_add_bool(&j, "game", w->game);
            wm_json_add_bool(&j, "found", w->count > 0);
            wm_json_add_double(&j, "length", w->count ? w->length : NAN);
            wm_json_end(&j);
        }
        wm_json_end(&j);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_print(cli_messages(), "waymark: wrote %s", c->files[1]);
        if (findings)
            cli_print(cli_messages(), " with %u finding%s", (unsigned)findings,
                      findings == 1 ? "" : "s");
        fputc('\n', cli_messages());
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
        layers.on &= ~(uint32_t)DRAW_PERIMETERS; /* walls and seams show the same */
    int code = draw_layers_parse(c, false, &layers);
    if (code == EXIT_FINE && cli_has(c, "no-findings"))
        layers.on &= ~(uint32_t)DRAW_FINDINGS;
    if (code != EXIT_FINE)
        return code;
    code = plan_open(c, bytes, format, layers.on & DRAW_FINDINGS, layers.on & DRAW_OBJECTS, &p);
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

/* "plan" is not a view of the camera. It means what is drawn without --view. */
static void take_view(const char *text, picture *pic)
{
    camera_view view;
    pic->view_given = camera_view_named(text, &view);
    if (pic->view_given)
        pic->view = (int)view;
}

/* Models, and other views of walkmeshes, are solid; the rest are plans. */
static int check_options(const cli *c, wm_format format, bool solid)
{
    if (format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT)
        return cli_allow_options(
            c, "size|title|layer|view|anim|time|plain-colours|no-lightmaps|supermodel",
            "on a KotOR model");
    if (render_is_model(format))
        return cli_allow_options(c, "size|title|layer|view|anim|time|plain-colours|no-lightmaps",
                                 "on this model");
    if (solid)
        return cli_allow_options(c, "size|title|layer|view|plain-colours|no-lightmaps",
                                 "on a view that is not a plan");
    return cli_allow_options(c, "size|title|layer|view|point|path|no-findings", "on a plan");
}

static bool can_draw(wm_format format)
{
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT ||
           format == WM_FORMAT_KOTOR_LYT || format == WM_FORMAT_NWN2_TRN || render_is_model(format);
}

/* Reports a file that cannot be drawn. */
static int check_format(const cli *c, const wm_buffer *bytes, wm_format format)
{
    if (can_draw(format) || format == WM_FORMAT_TEXTURE)
        return EXIT_FINE;
    return cli_wrong_format(c, c->files[0], bytes, "a walkmesh, a layout, a model or a texture");
}

/* --to names the format in a folder; otherwise the ending does. */
static bool fits_option(const cli *c)
{
    const char *to = cli_get(c, "to"), *out = c->files[1];
    size_t n = strlen(out);
    if (!to || (strcmp(out, "-") == 0 && strcmp(to, "png") == 0) ||
        (n > 4 && cli_ends(out, to) && out[n - 4] == '.'))
        return true;
    return cli_fail(0, "'%s' does not fit --to %s: OUT can end in .%s", out, to, to) != 0;
}

static int render(cli *c)
{
    wm_buffer bytes;
    picture pic = {.title = cli_get(c, "title")};
    const char *size = cli_get(c, "size");
    int code = size ? parse_size(size, &pic.width, &pic.height) : EXIT_FINE;
    const char *view = cli_get(c, "view");
    if (view)
        take_view(view, &pic);
    if (code == EXIT_FINE && !(draw_is_picture(c->files[1]) && fits_option(c)))
        code = EXIT_USAGE;
    if (code == EXIT_FINE && !cli_load(c->files[0], &bytes))
        code = EXIT_INPUT;
    if (code != EXIT_FINE)
        return code;
    if (!pic.title)
        pic.title = cli_basename(c->files[0]);
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool model = render_is_model(format);
    code = check_format(c, &bytes, format);
    if (code == EXIT_FINE && cli_has(c, "minimap")) {
        code = render_minimap(c, &bytes, format);
        wm_buffer_free(&bytes);
        return code;
    }
    if (code == EXIT_FINE && format == WM_FORMAT_TEXTURE) {
        code = cli_render_texture(c, &bytes);
        wm_buffer_free(&bytes);
        return code;
    }
    if (code == EXIT_FINE)
        code = check_options(c, format, pic.view_given);
    if (code == EXIT_FINE)
        code = model || pic.view_given ? render_model(c, &bytes, format, &pic)
                                       : draw_plan(c, &bytes, format, &pic);
    wm_buffer_free(&bytes);
    return code;
}

/* What a layer or an option means may depend on the file; its spelling does not. */
static int check_values(const cli *c)
{
    const char *size = cli_get(c, "size"), *time = cli_get(c, "time");
    double width, height;
    float seconds;
    wm_vec3 *points = NULL;
    size_t count;
    int code = size ? parse_size(size, &width, &height) : EXIT_FINE;
    if (code == EXIT_FINE && time && !cli_number("time", time, &seconds))
        code = EXIT_USAGE;
    if (code == EXIT_FINE)
        code = parse_points(c, &points, &count);
    if (code == EXIT_FINE)
        code = plan_check_paths(c);
    if (code == EXIT_FINE)
        code = draw_layers_check(c);
    free(points);
    return code;
}

static const char *new_ending(const cli *c)
{
    const char *to = cli_get(c, "to");
    if (to && strcmp(to, "svg") == 0)
        return ".svg";
    return to && strcmp(to, "pdf") == 0 ? ".pdf" : ".png";
}

static bool rename_output(const cli *c, const char *file, char *to, size_t size)
{
    return cli_replace_ending(file, new_ending(c), to, size);
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    (void)c;
    (void)output;
    return can_draw(wm_detect(bytes->data, bytes->size));
}

static int run(cli *c)
{
    static const cli_writer writer = {"drawn",      render, rename_output, takes,
                                      check_values, NULL,   new_ending};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"to", "png|svg|pdf", "format of the pictures in a folder (default: png)"},
    {"size", "WxH", "size of the picture in pixels (default: 1120 wide, as high as needed)"},
    {"title", "TEXT", "title of the picture (default: the name of the file)"},
    {"layer", "LIST", "draw only these layers; +NAME adds one, -NAME removes one"},
    {"point", "X,Y", "for plans: mark a point; repeatable"},
    {"path", "A:B",
     "for plans: draw the shortest path between two points, such as 3,9:14,5; repeatable"},
    {"minimap", "[k1|k2]",
     "draw the map of a KotOR area as the game wants it, and print the numbers for its ARE "
     "(default: k1)"},
    {"no-findings", NULL, "for plans: do not check the file and draw no findings"},
    {"view", "three-quarter|front|back|left|right|top|plan",
     "viewpoint (default: plan for walkmeshes, three-quarter for models)"},
    {"anim", "NAME", "for models: draw this animation"},
    {"plain-colours", NULL, "except in plans: draw each texture in a colour of its own"},
    {"no-lightmaps", NULL, "except in plans: do not use light maps"},
    {"time", "SECONDS", "for models: draw the animation at this time (default: 0)"},
    CLI_SUPERMODEL_OPTION,
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_render = {
    .name = "render",
    .synopsis = "[options] FILE... OUT.png|OUT.svg|OUT.pdf|FOLDER",
    .summary = "draw a walkmesh, an area, a model or a texture",
    .details =
        "Walkmeshes (WOK, PWK, DWK, TRN, TRX) and layouts with their rooms are drawn as plans,\n"
        "seen from above: surfaces in their colours (pale if not walkable), border edges,\n"
        "perimeters, transitions with the names of rooms, hooks, NWN2 tiles coloured by how\n"
        "full they are, and the findings of 'check' as numbers on the plan with a list below.\n\n"
        "Models (MDL and their texts, MDB, Black & White 2 .bwm, glTF, OBJ) are lit and seen from\n"
        "the front right. Textures are looked for next to FILE, in its archive and in the game; a\n"
        "texture that is not found, and with --plain-colours every texture, is drawn in a colour\n"
        "of its own. With --view, walkmeshes and the models of a layout's rooms are drawn this\n"
        "way too.\n\n"
        "Textures (TPC, TGA, DDS) are drawn as a PNG: all faces or frames, over a chequered\n"
        "ground where they are transparent. In a folder they are skipped; 'convert --to png'\n"
        "writes them all.\n\n"
        "Layers of plans: title, legend, grid, scale, names, hooks, faces, walls, perimeters,\n"
        "transitions, findings, tiles, islands, water, paths (path points), objects. Layers of\n"
        "models: title, legend, grid, scale, names, hooks, mesh, wireframe, skeleton, walkmesh,\n"
        "outline, hidden, shadow, and lod1 to lod9 for the level of detail. '--layer\n"
        "+skeleton,-grid' adds and removes layers.\n\n"
        "--minimap draws the map that the game shows of an area: 512 x 256 pixels, of which KotOR\n"
        "1 uses the left 440. The texture's name is lbl_map followed by the name of the area;\n"
        "'waymark convert map.png lbl_mapAREA.tga' makes it. The command also prints numbers:\n"
        "enter them in the Map struct of the area's ARE.\n\n"
        "On one machine the same input gives the same bytes. If OUT is -, a PNG goes to standard\n"
        "output.\n\n" CLI_DIRECTORY_HELP
        "If inputs would become the same file, all but a model keep their endings: room.mdl\n"
        "becomes room.png, room.wok becomes room.wok.png.\n\n"
        "  waymark render room.wok room.png\n"
        "  waymark render --path 12,18:40,3 area.trx path.svg\n"
        "  waymark render module/area.lyt area.pdf\n"
        "  waymark render --anim cwalk --time 0.5 c_dewback.mdl walking.png\n"
        "  waymark render --view front --layer +wireframe tower.bwm tower.png\n"
        "  waymark render --view top module/area.lyt rooms.png\n"
        "  waymark render --to svg module/*.wok -o plans/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .run = run,
    .area = true,
};
