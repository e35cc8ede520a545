/* waymark convert from glTF and OBJ to KotOR walkmeshes. A scene with several states of a door
 * becomes a DWK for each. */
#include <string.h>

#include "convert/import.h"
#include "convert/notes.h"

/* A file that is written. */
typedef struct part {
    uint32_t state; /* of a door, or WM_NO_INDEX */
    char out[4096];
    wm_kotor_bwm *bwm;
    wm_buffer bytes;
    wm_walkmesh_import_result result;
} part;

/* ---- what was done ---- */

enum { NOTES = 16 };

static void list_notes(const wm_walkmesh_import_result *r, cli_note notes[NOTES])
{
    const cli_note all[NOTES] = {
        {r->left_out, "left_out", "mesh left out: it is not the walkmesh",
         "meshes left out: they are not the walkmesh"},
        {r->bare, "without_material", "triangle has no material: it became stone",
         "triangles have no material: they became stone"},
        {r->welded, "welded", "vertex merged", "vertices merged"},
        {r->flipped, "turned", "triangle flipped to face up", "triangles flipped to face up"},
        {0, "split", NULL, NULL}, /* these are counted for TRX only */
        {0, "merged", NULL, NULL},
        {0, "ground", NULL, NULL},
        {0, "water", NULL, NULL},
        {0, "degenerate", NULL, NULL},
        {0, "outside", NULL, NULL},
        {r->lost, "lost_transitions", "transition dropped: no border edge there",
         "transitions dropped: no border edge there"},
        {r->empties, "transitions", NULL, NULL},
        {r->linked, "linked_edges", NULL, NULL},
        {r->painted, "painted_edges", "border edge linked by vertex colours",
         "border edges linked by vertex colours"},
        {r->off, "moved_transitions",
         "transition is not in the middle of an edge any more: it links the nearest edge. Check it",
         "transitions are not in the middle of an edge any more: each links the nearest edge. "
         "Check them"},
        {r->shared, "shared_transitions", "transition is at an edge that another one links, too",
         "transitions are at edges that others link, too"},
    };
    memcpy(notes, all, sizeof all);
}

static void print_json(const cli_conversion *v, const part *p, const cli_note counts[2],
                       const cli_note notes[NOTES])
{
    wm_json_writer j;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", v->file);
    wm_json_add_text(&j, "output", p->out);
    if (p->state != WM_NO_INDEX)
        wm_json_add_text(&j, "state", wm_kotor_door_state_name(p->state));
    cli_add_notes(&j, counts, 2);
    wm_json_add_bool(&j, "straight", p->result.straight);
    cli_add_notes(&j, notes, NOTES);
    json_finish(&j);
}

static void print_words(const cli_conversion *v, const part *p, const cli_note counts[2],
                        const cli_note notes[NOTES])
{
    const wm_walkmesh_import_result *r = &p->result;
    cli_say_wrote(p->out, counts, 2);
    if (p->state != WM_NO_INDEX)
        cli_print(cli_messages(), "waymark: %s: the door's state '%s'\n", p->out,
                  wm_kotor_door_state_name(p->state));
    cli_say_notes(p->out, notes, NOTES);
    if (r->empties)
        cli_print(cli_messages(), "waymark: %s: %u %s %u border %s to other rooms\n", p->out,
                  r->empties, cli_word(r->empties, "transition links", "transitions link"),
                  r->linked, cli_word(r->linked, "edge", "edges"));
    /* it was a room, not a walkmesh, which has the coordinates of the area */
    if (r->left_out && !v->restored && p->bwm->type == WM_KOTOR_BWM_TYPE_AREA)
        cli_print(cli_messages(),
                  "waymark: %s: it is in the coordinates of the scene, but the game expects those "
                  "of the area: add the room's position in the layout with 'waymark transform "
                  "--move X,Y,Z'\n",
                  p->out);
}

static void say_part(const cli *c, const cli_conversion *v, const part *p)
{
    const cli_note counts[] = {{p->bwm->vertex_count, "vertices", "vertex", "vertices"},
                               {p->bwm->face_count, "triangles", "triangle", "triangles"}};
    cli_note notes[NOTES];
    list_notes(&p->result, notes);
    if (c->json)
        print_json(v, p, counts, notes);
    else if (!c->quiet)
        print_words(v, p, counts, notes);
}

void cli_say_copied_bwm(const cli *c, const cli_conversion *v, wm_kotor_bwm *bwm)
{
    part p = {.state = WM_NO_INDEX, .bwm = bwm, .result = {.straight = true}};
    snprintf(p.out, sizeof p.out, "%s", v->out); /* a path that was written */
    say_part(c, v, &p);
}

/* ---- output ---- */

bool cli_state_path(const char *path, uint32_t state, char *to, size_t size)
{
    const char *base = cli_basename(path), *dot = strrchr(base, '.');
    int stem = (int)((dot ? dot : base + strlen(base)) - path);
    int n = snprintf(to, size, "%.*s%u%s", stem, path, state, path + stem);
    return n > 0 && (size_t)n < size;
}

static int make_part(const cli *c, const cli_conversion *v, const wm_scene *scene,
                     wm_walkmesh_import_opts opts, part *p)
{
    wm_error error;
    const char *kind = cli_get(c, "kind"), *rounding = cli_get(c, "rounding");
    bool object = kind ? strcmp(kind, "object") == 0 : v->target != TO_WOK;
    opts.surfaces = cli_kotor_surfaces(c);
    opts.type = object ? WM_KOTOR_BWM_TYPE_OBJECT : WM_KOTOR_BWM_TYPE_AREA;
    opts.door_state = p->state == WM_NO_INDEX ? 0 : p->state + 1;
    if (rounding)
        opts.rounding = strcmp(rounding, "k2") == 0 ? WM_KOTOR_ROUNDING_K2 : WM_KOTOR_ROUNDING_K1;
    p->bwm = wm_kotor_bwm_from_scene(scene, &opts, &p->result, &error);
    if (!p->bwm)
        return cli_fail_import(c, v->file, &error);
    if (wm_kotor_bwm_write(p->bwm, CLI_WRITE_OPTS, &p->bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, p->out, &error);
    return EXIT_FINE;
}

/* All of them, or none. */
static int write_parts(const cli *c, const cli_conversion *v, const wm_scene *scene,
                       const wm_walkmesh_import_opts *opts, part *parts, uint32_t count)
{
    wm_file_output files[WM_KOTOR_DOOR_STATES];
    int code = EXIT_FINE;
    for (uint32_t i = 0; i < count && code == EXIT_FINE; i++) {
        code = make_part(c, v, scene, *opts, &parts[i]);
        files[i] = (wm_file_output){parts[i].out, parts[i].bytes.data, parts[i].bytes.size};
    }
    if (code == EXIT_FINE)
        code = count == 1 ? cli_save(c, parts->out, parts->bytes.data, parts->bytes.size)
                          : cli_save_all(c, files, count);
    for (uint32_t i = 0; i < count; i++) {
        if (code == EXIT_FINE)
            say_part(c, v, &parts[i]);
        wm_kotor_bwm_free(parts[i].bwm);
        wm_buffer_free(&parts[i].bytes);
    }
    return code;
}

/* ---- states of a door ---- */

/* Bits; 0 if there are fewer than two. */
static int find_states(const cli *c, const cli_conversion *v, const wm_scene *scene,
                       uint32_t *states)
{
    wm_error error;
    *states = 0;
    if (v->target != TO_DWK)
        return EXIT_FINE;
    if (wm_kotor_door_states(scene, cli_kotor_surfaces(c), states, &error) != WM_OK)
        return cli_fail_on(CLI_READING, v->file, &error);
    if ((*states & (*states - 1)) == 0)
        *states = 0;
    return EXIT_FINE;
}

bool cli_is_one_state(const cli *c, const cli_conversion *v, const wm_scene *scene)
{
    uint32_t states;
    if (find_states(c, v, scene, &states) != EXIT_FINE)
        return false;
    if (states)
        cli_fail(EXIT_USAGE,
                 "%s: the scene has several states of a door, but --template names one walkmesh",
                 v->file);
    return states == 0;
}

int cli_import_bwm(cli *c, const cli_conversion *v, const wm_scene *scene,
                   const wm_walkmesh_import_opts *opts)
{
    part parts[WM_KOTOR_DOOR_STATES] = {{.state = WM_NO_INDEX}};
    uint32_t states, count = 0;
    int code = find_states(c, v, scene, &states);
    if (code != EXIT_FINE)
        return code;
    if (states && strcmp(v->out, "-") == 0)
        return cli_fail(EXIT_USAGE, "a door becomes several files, which cannot go to '-'");
    for (uint32_t s = 0; s < WM_KOTOR_DOOR_STATES; s++) {
        if (!(states >> s & 1))
            continue;
        parts[count].state = s;
        if (!cli_state_path(v->out, s, parts[count].out, sizeof parts->out))
            return cli_fail(EXIT_OUTPUT, "%s: the path is too long", v->out);
        count++;
    }
    if (count == 0) {
        int n = snprintf(parts->out, sizeof parts->out, "%s", v->out);
        if (n < 0 || (size_t)n >= sizeof parts->out)
            return cli_fail(EXIT_OUTPUT, "%s: the path is too long", v->out);
        count = 1;
    }
    return write_parts(c, v, scene, opts, parts, count);
}
