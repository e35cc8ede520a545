/* waymark info: what a file is and what is in it. */
#include <string.h>

#include "formats.h"

static cJSON *bounds(const wm_kotor_bwm_stats *s)
{
    cJSON *b = cJSON_CreateObject();
    json_add(b, "min", json_vec3(s->min));
    json_add(b, "max", json_vec3(s->max));
    return b;
}

/* A file in figures: sums over its meshes, most files having one. */
typedef struct summary {
    uint32_t vertices, faces, aabbs, edges, perimeters;
    uint32_t material[WM_KOTOR_SURFACES], other;
    wm_kotor_bwm_stats stats;
    const wm_kotor_bwm *first;
    const char *variant;
    wm_kotor_maker maker;
    bool no_tree; /* a text without aabb rows */
} summary;

static void add_bounds(wm_kotor_bwm_stats *to, const wm_kotor_bwm_stats *s)
{
    to->min.x = s->min.x < to->min.x ? s->min.x : to->min.x;
    to->min.y = s->min.y < to->min.y ? s->min.y : to->min.y;
    to->min.z = s->min.z < to->min.z ? s->min.z : to->min.z;
    to->max.x = s->max.x > to->max.x ? s->max.x : to->max.x;
    to->max.y = s->max.y > to->max.y ? s->max.y : to->max.y;
    to->max.z = s->max.z > to->max.z ? s->max.z : to->max.z;
}

static void add_mesh(summary *s, const wm_kotor_bwm *b, const wm_kotor_bwm_stats *of)
{
    s->vertices += b->vertex_count;
    s->faces += b->face_count;
    s->aabbs += b->aabb_count;
    s->edges += b->edge_count;
    s->perimeters += b->perimeter_count;
    for (uint32_t i = 0; i < b->face_count; i++)
        *(b->materials[i] < WM_KOTOR_SURFACES ? &s->material[b->materials[i]] : &s->other) += 1;
    if (!s->first) {
        s->first = b;
        s->stats = *of;
        return;
    }
    add_bounds(&s->stats, of);
    s->stats.walkable += of->walkable;
    s->stats.transitions += of->transitions;
    s->stats.regions += of->regions;
    s->stats.walkable_area += of->walkable_area;
    if (of->tree_depth > s->stats.tree_depth)
        s->stats.tree_depth = of->tree_depth;
}

static bool summarise(cli *c, const cli_meshes *meshes, summary *s, wm_error *error)
{
    *s = (summary){.variant = "ascii"};
    for (uint32_t i = 0; i < meshes->count; i++) {
        wm_kotor_bwm_stats stats;
        const wm_kotor_bwm *b = cli_mesh(meshes, i);
        if (wm_kotor_bwm_measure(b, &c->surfaces, &stats, error) != WM_OK)
            return false;
        add_mesh(s, b, &stats);
        if (meshes->text && !meshes->text->meshes[i].has_tree) {
            s->aabbs -= b->aabb_count; /* built by us: not in the file */
            s->stats.tree_depth = 0;
            s->no_tree = true;
        }
    }
    s->maker = s->no_tree ? WM_MAKER_UNKNOWN : wm_kotor_bwm_maker(s->first);
    if (meshes->binary)
        s->variant = s->first->type == WM_KOTOR_OBJECT ? "object" : "area";
    return true;
}

static cJSON *states_json(const cli_meshes *meshes)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < meshes->count; i++) {
        const wm_kotor_text_mesh *mesh = &meshes->text->meshes[i];
        cJSON *o = cJSON_CreateObject();
        json_add(o, "name", json_text(mesh->name));
        json_add(o, "state", json_text(wm_door_state_name(mesh->state)));
        json_add(o, "vertices", json_uint(mesh->bwm->vertex_count));
        json_add(o, "faces", json_uint(mesh->bwm->face_count));
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

static void print_json(cli_out *out, size_t bytes, const cli_meshes *meshes, const summary *s)
{
    cJSON *o = cJSON_CreateObject(), *m = cJSON_CreateObject();
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("kotor-bwm"));
    json_add(o, "variant", json_text(s->variant));
    json_add(o, "bytes", json_uint(bytes));
    json_add(o, "vertices", json_uint(s->vertices));
    json_add(o, "faces", json_uint(s->faces));
    json_add(o, "walkable", json_uint(s->stats.walkable));
    json_add(o, "aabb_nodes", json_uint(s->aabbs));
    json_add(o, "edges", json_uint(s->edges));
    json_add(o, "perimeters", json_uint(s->perimeters));
    json_add(o, "transitions", json_uint(s->stats.transitions));
    json_add(o, "regions", json_uint(s->stats.regions));
    json_add(o, "bounds", bounds(&s->stats));
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (s->material[i]) {
            char name[12];
            snprintf(name, sizeof name, "%u", (unsigned)i);
            json_add(m, name, json_uint(s->material[i]));
        }
    if (s->other)
        json_add(m, "other", json_uint(s->other));
    json_add(o, "materials", m);
    json_add(o, "maker", json_text(wm_kotor_maker_name(s->maker)));
    json_add(o, "walkable_area", json_double(s->stats.walkable_area));
    json_add(o, "aabb_depth", json_uint(s->stats.tree_depth));
    json_add(o, "position", json_vec3(s->first->position));
    if (meshes->count > 1)
        json_add(o, "meshes", states_json(meshes));
    json_print(o, out->data);
}

static void put_count(FILE *to, const char *before, uint32_t count, const char *one,
                      const char *many)
{
    fprintf(to, "%s%u %s", before, count, count == 1 ? one : many);
}

static void print_words(cli *c, cli_out *out, size_t bytes, const cli_meshes *meshes,
                        const summary *s)
{
    char name[24];
    FILE *to = out->data;
    const wm_kotor_bwm_stats *t = &s->stats;
    fprintf(to, "%s: KotOR walkmesh, %s, %zu bytes, made by %s\n", out->file, s->variant, bytes,
            wm_kotor_maker_name(s->maker));
    for (uint32_t i = 0; i < meshes->count && meshes->count > 1; i++) {
        fputs("  mesh ", to);
        cli_put_name(to, meshes->text->meshes[i].name);
        fprintf(to, " %s: %u vertices, %u faces\n",
                wm_door_state_name(meshes->text->meshes[i].state),
                cli_mesh(meshes, i)->vertex_count, cli_mesh(meshes, i)->face_count);
    }
    put_count(to, "  ", s->vertices, "vertex", "vertices");
    put_count(to, ", ", s->faces, "face", "faces");
    fprintf(to, ", %u walkable (%.2f m2)", t->walkable, t->walkable_area);
    put_count(to, " in ", t->regions, "region", "regions");
    put_count(to, "\n  ", s->aabbs, "AABB node", "AABB nodes");
    if (s->aabbs && t->tree_depth)
        put_count(to, " in ", t->tree_depth, "level", "levels");
    else if (s->aabbs)
        fputs(" that are no tree", to);
    put_count(to, ", ", s->edges, "edge", "edges");
    put_count(to, ", ", s->perimeters, "perimeter", "perimeters");
    put_count(to, ", ", t->transitions, "transition", "transitions");
    fputc('\n', to);
    fprintf(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)t->min.x, (double)t->min.y,
            (double)t->min.z, (double)t->max.x, (double)t->max.y, (double)t->max.z);
    fputs("  materials:", to);
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (s->material[i])
            fprintf(to, " %s %u", wm_kotor_surface_name(&c->surfaces, i, name), s->material[i]);
    if (s->other)
        fprintf(to, " unknown %u", s->other);
    fputc('\n', to);
    const wm_kotor_bwm *b = s->first;
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            fprintf(to, "  edge %u leads to room %u\n", b->edges[i].edge, b->edges[i].transition);
}

int cli_bwm_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    cli_meshes meshes;
    summary s;
    int code = EXIT_INPUT;
    if (!cli_read_meshes(c, bytes, out->file, out->talk, &error, &meshes)) {
        if (c->json)
            json_print_error(out->data, out->file, &error);
    } else if (!summarise(c, &meshes, &s, &error)) {
        cli_say_error(out->talk, out->file, &error);
    } else {
        if (c->json)
            print_json(out, bytes->size, &meshes, &s);
        else
            print_words(c, out, bytes->size, &meshes, &s);
        code = EXIT_FINE;
    }
    cli_free_meshes(&meshes);
    return code;
}

static int info_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    int code = EXIT_FINE;
    if (!cli_load_for(c, out, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    const cli_format *f = cli_format_of(format);
    if (!cli_skip(out, format)) /* the reader of walkmeshes says what else it is */
        code = (f && f->info ? f->info : cli_bwm_info)(c, out, &bytes);
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
