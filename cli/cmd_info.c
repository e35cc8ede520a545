/* waymark info: what a file is and what is in it. */
#include "area.h"
#include <string.h>

static cJSON *bounds(const wm_kotor_bwm_stats *s)
{
    cJSON *b = cJSON_CreateObject();
    json_add(b, "min", json_vec3(s->min));
    json_add(b, "max", json_vec3(s->max));
    return b;
}

/* How many faces have each material, materials below 32 only plus "other". */
typedef struct tally {
    uint32_t of[WM_KOTOR_SURFACES], other;
} tally;

static tally count_materials(const wm_kotor_bwm *b)
{
    tally t = {{0}, 0};
    for (uint32_t i = 0; i < b->face_count; i++)
        *(b->materials[i] < WM_KOTOR_SURFACES ? &t.of[b->materials[i]] : &t.other) += 1;
    return t;
}

static void print_json(cli_out *out, size_t bytes, const wm_kotor_bwm *b,
                       const wm_kotor_bwm_stats *s, const char *variant)
{
    cJSON *o = cJSON_CreateObject(), *m = cJSON_CreateObject();
    tally t = count_materials(b);
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("kotor-bwm"));
    json_add(o, "variant", json_text(variant));
    json_add(o, "bytes", json_uint(bytes));
    json_add(o, "vertices", json_uint(b->vertex_count));
    json_add(o, "faces", json_uint(b->face_count));
    json_add(o, "walkable", json_uint(s->walkable));
    json_add(o, "aabb_nodes", json_uint(b->aabb_count));
    json_add(o, "edges", json_uint(b->edge_count));
    json_add(o, "perimeters", json_uint(b->perimeter_count));
    json_add(o, "transitions", json_uint(s->transitions));
    json_add(o, "regions", json_uint(s->regions));
    json_add(o, "bounds", bounds(s));
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (t.of[i]) {
            char name[12];
            snprintf(name, sizeof name, "%u", (unsigned)i);
            json_add(m, name, json_uint(t.of[i]));
        }
    if (t.other)
        json_add(m, "other", json_uint(t.other));
    json_add(o, "materials", m);
    json_add(o, "maker", json_text(wm_kotor_maker_name(wm_kotor_bwm_maker(b))));
    json_add(o, "walkable_area", json_double(s->walkable_area));
    json_add(o, "aabb_depth", json_uint(s->tree_depth));
    json_add(o, "position", json_vec3(b->position));
    json_print(o, out->data);
}

static void print_words(cli *c, cli_out *out, size_t bytes, const wm_kotor_bwm *b,
                        const wm_kotor_bwm_stats *s, const char *variant)
{
    tally t = count_materials(b);
    char name[24];
    FILE *to = out->data;
    fprintf(to, "%s: KotOR walkmesh, %s, %zu bytes, made by %s\n", out->file, variant, bytes,
            wm_kotor_maker_name(wm_kotor_bwm_maker(b)));
    fprintf(to, "  %u vertices, %u faces, %u walkable (%.2f m2) in %u region%s\n", b->vertex_count,
            b->face_count, s->walkable, s->walkable_area, s->regions, s->regions == 1 ? "" : "s");
    fprintf(to, "  %u AABB nodes in %u levels, %u edges, %u perimeters, %u transitions\n",
            b->aabb_count, s->tree_depth, b->edge_count, b->perimeter_count, s->transitions);
    fprintf(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)s->min.x, (double)s->min.y,
            (double)s->min.z, (double)s->max.x, (double)s->max.y, (double)s->max.z);
    fputs("  materials:", to);
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (t.of[i])
            fprintf(to, " %s %u", wm_kotor_surface_name(&c->surfaces, i, name), t.of[i]);
    if (t.other)
        fprintf(to, " unknown %u", t.other);
    fputc('\n', to);
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            fprintf(to, "  edge %u leads to room %u\n", b->edges[i].edge, b->edges[i].transition);
}

static int info_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    wm_kotor_bwm_stats stats;
    if (!cli_load(out->file, out->talk, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    if (format == WM_FORMAT_UNKNOWN && out->walked) {
        out->skipped = true;
        wm_buffer_free(&bytes);
        return EXIT_FINE;
    }
    if (format == WM_FORMAT_KOTOR_LYT) {
        int area = cli_area_info(c, out, &bytes);
        wm_buffer_free(&bytes);
        return area;
    }
    wm_kotor_bwm *b = cli_read_walkmesh(c, &bytes, out->file, out->talk, &error);
    if (!b) {
        if (c->json)
            json_print_error(out->data, out->file, &error);
        wm_buffer_free(&bytes);
        return EXIT_INPUT;
    }
    int code = EXIT_FINE;
    const char *variant = format == WM_FORMAT_KOTOR_BWM_ASCII ? "ascii"
                          : b->type == WM_KOTOR_AREA ? "area" : "object";
    if (wm_kotor_bwm_measure(b, &c->surfaces, &stats, &error) != WM_OK) {
        cli_say_error(out->talk, out->file, &error);
        code = EXIT_INPUT;
    } else if (c->json) {
        print_json(out, bytes.size, b, &stats, variant);
    } else {
        print_words(c, out, bytes.size, b, &stats, variant);
    }
    wm_kotor_bwm_free(b);
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    return cli_each_file(c, info_one);
}

const cli_verb cmd_info = {
    .name = "info",
    .synopsis = "[options] FILE...",
    .summary = "say what a file is and what is in it",
    .details = "Tells formats by their bytes, counts what is in them, and names the tool that\n"
               "made them where it left a fingerprint. Directories are walked.\n\n"
               "  waymark info room.wok\n"
               "  waymark info --json module/ | jq .faces",
    .min_files = 1,
    .run = run,
};
