/* The ground that verbs query: a walkmesh file or all rooms of a layout as one neutral
 * walkmesh, with obstacles added. */
#include <stdlib.h>
#include <string.h>

#include "nwn2/nwn2.h"
#include "query/ground.h"

static bool has_walkmesh(const wm_document *d)
{
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        if (d->rooms[i].bwm)
            return true;
    return false;
}

static wm_walkmesh *area_mesh(const cli *c, cli_ground *g, const wm_buffer *bytes, wm_error *error)
{
    g->area = cli_open(c, bytes, g->file, NULL, error);
    const wm_companion *bad = g->area ? wm_document_unreadable(g->area, "wok") : NULL;
    if (bad) {
        *error = *bad->error;
        g->file = bad->found.where; /* that is where the error is */
        return NULL;
    }
    if (!g->area)
        return NULL;
    if (!has_walkmesh(g->area)) {
        *error = (wm_error){.code = WM_BAD_VALUE,
                            .offset = WM_NO_OFFSET,
                            .message = "there are no walkmeshes of its rooms next to it"};
        return NULL;
    }
    cli_note_missing(c, g->file, g->area, g->objects);
    return wm_document_walkmesh(g->area, cli_allocator(), error);
}

static wm_walkmesh *room_mesh(const cli *c, const cli_ground *g, const wm_buffer *bytes,
                              wm_error *error)
{
    wm_kotor_bwm *bwm = cli_read_walkmesh(c, bytes, g->file, error);
    wm_walkmesh *mesh =
        bwm ? wm_walkmesh_from_kotor_bwm(bwm, cli_kotor_surfaces(c), cli_allocator(), error) : NULL;
    wm_kotor_bwm_free(bwm);
    return mesh;
}

static wm_walkmesh *trn_mesh(const cli *c, const wm_buffer *bytes, const cli_ground *g,
                             wm_error *error)
{
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, g->file, bytes, error);
    wm_walkmesh *mesh = trn ? wm_walkmesh_from_nwn2_aswm(trn->aswm, cli_allocator(), error) : NULL;
    wm_nwn2_trn_free(trn);
    return mesh;
}

/* "FILE@X,Y,Z[,DEGREES]": the last @ counts. */
static int read_obstacle(const cli *c, const char *text, wm_kotor_obstacle *o)
{
    const char *at = strrchr(text, '@');
    float v[4] = {0, 0, 0, 0};
    int n = 0;
    for (const char *p = at ? at + 1 : ""; *p && n < 4; n++) {
        size_t used = wm_float_parse(p, strlen(p), &v[n]);
        if (!used || v[n] - v[n] != 0)
            break;
        p += used;
        if (*p == ',')
            p++;
        else if (*p)
            n = 4; /* something after the numbers */
    }
    if (n < 3 || n > 4)
        return cli_fail(EXIT_USAGE, "--obstacle takes FILE@X,Y,Z or FILE@X,Y,Z,DEGREES, not '%s'",
                        text);
    char *file = cli_copy_text(text, (size_t)(at - text));
    wm_buffer bytes;
    int code = EXIT_INPUT;
    if (file && cli_load(file, &bytes)) {
        o->mesh = cli_read_walkmesh(c, &bytes, file, NULL);
        wm_buffer_free(&bytes);
        code = o->mesh ? EXIT_FINE : EXIT_INPUT;
    }
    o->position = (wm_vec3){v[0], v[1], v[2]};
    o->degrees = v[3];
    free(file);
    return code;
}

/* Which objects of the area's GIT are obstacles, as --objects says. */
static cli_objects which_objects(const cli *c)
{
    const char *which = cli_get(c, "objects");
    if (!which) /* path points lead through doors */
        return strcmp(c->verb->name, "pth") == 0 ? CLI_PLACEABLES : CLI_ALL_OBJECTS;
    return strcmp(which, "none") == 0         ? CLI_NO_OBJECTS
           : strcmp(which, "placeables") == 0 ? CLI_PLACEABLES
                                              : CLI_ALL_OBJECTS;
}

static uint32_t add_objects(cli_objects which, const wm_kotor_objects *objects,
                            wm_kotor_obstacle *list, uint32_t n)
{
    uint32_t i = which == CLI_PLACEABLES ? objects->door_obstacles : 0;
    for (; which != CLI_NO_OBJECTS && i < objects->obstacle_count; i++)
        list[n++] = objects->obstacles[i];
    return n;
}

static int put_obstacles(const cli *c, cli_ground *g)
{
    wm_error error;
    const wm_kotor_objects *objects = g->area ? g->area->objects : NULL;
    size_t most = c->value_count + (objects ? objects->obstacle_count : 0);
    wm_kotor_obstacle *list = calloc(most + 1, sizeof *list);
    uint32_t n = 0, read;
    int code = list ? EXIT_FINE : cli_no_memory(CLI_READING);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (strcmp(c->values[i].option->name, "obstacle") == 0)
            code = read_obstacle(c, c->values[i].text, &list[n++]);
    read = n;
    if (code == EXIT_FINE && objects)
        n = add_objects(g->objects, objects, list, n);
    if (code == EXIT_FINE && n) {
        wm_walkmesh *mesh = wm_walkmesh_with_kotor_obstacles(
            g->mesh, list, n, cli_kotor_surfaces(c), cli_allocator(), &error);
        if (mesh) {
            wm_walkmesh_free(g->mesh);
            g->mesh = mesh;
        } else {
            code = cli_fail_on(CLI_READING, g->file, &error);
        }
    }
    for (uint32_t i = 0; i < read; i++)
        wm_kotor_bwm_free((wm_kotor_bwm *)list[i].mesh);
    free(list);
    return code;
}

/* EXIT_FINE, or the exit code after a message on stderr and, with --json, an object on
 * stdout. Close in any case. */
static int open_ground(const cli *c, const char *file, cli_ground *g)
{
    wm_buffer bytes;
    wm_error error;
    *g = (cli_ground){.file = file, .objects = which_objects(c)};
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    g->surfaces = cli_surfaces(c, format);
    g->mesh = format == WM_FORMAT_KOTOR_LYT  ? area_mesh(c, g, &bytes, &error)
              : format == WM_FORMAT_NWN2_TRN ? trn_mesh(c, &bytes, g, &error)
                                             : room_mesh(c, g, &bytes, &error);
    wm_buffer_free(&bytes);
    int code = g->mesh ? put_obstacles(c, g) : EXIT_FINE;
    if (code != EXIT_FINE)
        return code;
    if (g->mesh)
        g->query = wm_query_new(g->mesh, cli_allocator(), &error);
    if (g->query)
        return EXIT_FINE;
    return cli_unreadable(c, g->file, &error);
}

void cli_ground_close(cli_ground *g)
{
    wm_query_free(g->query);
    wm_walkmesh_free(g->mesh);
    wm_document_free(g->area);
}

const char *cli_ground_room(const cli_ground *g, uint32_t face)
{
    if (!g->area || face >= g->mesh->face_count || g->mesh->rooms[face] == WM_NO_INDEX)
        return NULL;
    return g->area->lyt->rooms[g->mesh->rooms[face]].name;
}

wm_place cli_ground_at(const cli_ground *g, spatial_point p, const wm_query_filter *filter)
{
    wm_query_filter walk = filter ? *filter : (wm_query_filter){0};
    wm_hit hit;
    uint32_t count = 0;
    walk.walkable_only = true;
    wm_locate what = p.has_z ? WM_LOCATE_NEAREST : WM_LOCATE_ALL;
    if (wm_query_locate(g->query, p.at, what, &walk, &hit, 1, &count, NULL) != WM_OK || !count)
        return (wm_place){.face = WM_NO_INDEX};
    return (wm_place){hit.face, {p.at.x, p.at.y, hit.z}};
}

int cli_ground_ask(const cli *c, int (*ask)(const cli *c, cli_ground *ground, void *question),
                   void *question)
{
    cli_ground g;
    int code = open_ground(c, c->files[0], &g);
    if (code == EXIT_FINE)
        code = ask(c, &g, question);
    cli_ground_close(&g);
    return code;
}

const char *cli_ground_material(const cli_ground *g, uint32_t face, char text[24])
{
    return wm_kotor_surface_name(g->surfaces, g->mesh->materials[face], text);
}

void json_material(wm_json_writer *j, const cli_ground *g, uint32_t face)
{
    char name[24];
    wm_json_add_uint(j, "material", g->mesh->materials[face]);
    wm_json_add_text(j, "material_name", cli_ground_material(g, face, name));
}

void json_place(wm_json_writer *j, const char *name, const cli_ground *g, wm_place place)
{
    if (place.face == WM_NO_INDEX) {
        wm_json_add_null(j, name);
        return;
    }
    const char *room = cli_ground_room(g, place.face);
    wm_json_begin_object(j, name);
    wm_json_add_uint(j, "face", place.face);
    wm_json_add_vec3(j, "position", place.position);
    json_material(j, g, place.face);
    if (room)
        wm_json_add_text(j, "room", room);
    wm_json_end(j);
}

void json_begin_answer(wm_json_writer *j, const cli *c, const cli_ground *g)
{
    json_begin(j, stdout);
    wm_json_add_text(j, "file", c->files[0]);
    json_missing(j, g->area, g->objects);
}

char *cli_point_text(spatial_point p, char text[96])
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT];
    wm_float_format(p.at.x, x);
    wm_float_format(p.at.y, y);
    wm_float_format(p.at.z, z);
    snprintf(text, 96, "(%s, %s%s%s)", x, y, p.has_z ? ", " : "", p.has_z ? z : "");
    return text;
}

void json_point(wm_json_writer *j, const char *name, spatial_point p)
{
    const float v[3] = {p.at.x, p.at.y, p.at.z};
    wm_json_add_floats(j, name, v, p.has_z ? 3 : 2);
}

void json_begin_results(wm_json_writer *j, const cli *c, const cli_ground *g)
{
    if (!c->json)
        return;
    json_begin_answer(j, c, g);
    wm_json_begin_array(j, "results");
}

int cli_end_results(wm_json_writer *j, const cli *c, const wm_error *error)
{
    if (c->json) {
        wm_json_end(j);
        json_finish(j);
    }
    if (!error)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, c->files[0], error);
}

bool cli_ground_path(const cli_ground *ground, const wm_place at[2], const wm_path_opts *opts,
                     wm_path *path, wm_error *error)
{
    bool faces = !opts || !opts->index;
    for (;;) {
        if (wm_query_path_between_faces(ground->query, at[0].face, at[0].position, at[1].face,
                                        at[1].position, opts, path, error) != WM_OK)
            return false;
        if (path->point_count <= path->point_capacity &&
            (!faces || path->face_count <= path->face_capacity))
            return true;
        cli_path_free(path);
        path->point_capacity = 2 * path->point_count;
        path->face_capacity = faces ? 2 * path->face_count : 0;
        path->points = malloc(path->point_capacity * sizeof *path->points);
        path->faces = malloc((size_t)path->face_capacity * sizeof *path->faces + 1);
        if (!path->points || !path->faces) {
            *error = (wm_error){
                .code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
            return false;
        }
    }
}

void cli_path_free(wm_path *path)
{
    free(path->points);
    free(path->faces);
    path->points = NULL;
    path->faces = NULL;
}
