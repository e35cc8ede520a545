/* Converts a scene to a KotOR walkmesh: surfaces come from material names, transitions and
 * hooks from named empty nodes; then the ordinary rebuild runs. docs/gltf.md, "Importing
 * walkmeshes". */
#include <math.h>
#include <stdlib.h>

#include "convert/kotor/bwm_notes.h"
#include "kotor/bwm/rebuild.h"
#include "scene/internal.h"

typedef struct job {
    wmi_import in;
    wm_pose *pose;
    wm_kotor_bwm *bwm;
} job;

/* ---- materials --------------------------------------------------------- */

static bool surface_of(const void *context, const char *name, wm_vec3 colour, uint32_t *surface)
{
    return name ? wmi_kotor_surface_number(context, name, surface)
                : wmi_kotor_surface_of_colour(context, colour, surface);
}

static wm_status find_surfaces(job *j, uint32_t **surfaces)
{
    return wmi_soup_surfaces(
        &j->in.soup, j->in.scene, j->in.opts->material, surface_of, j->in.opts->surfaces,
        "a name from surfacemat.2da (Dirt, Stone, Metal, Nonwalk ...) or material_N", surfaces,
        j->in.error);
}

/* ---- faces ------------------------------------------------------------- */

/* Flips walkable faces that face down, unless the scene came straight from a walkmesh. */
static bool looks_down(const job *j, const uint32_t v[3], uint32_t material)
{
    wm_vec3 a = j->in.soup.vertices[v[0]], b = j->in.soup.vertices[v[1]],
            c = j->in.soup.vertices[v[2]];
    double area = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                  ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
    return !j->in.soup.straight && area < 0 && wm_kotor_walkable(j->in.opts->surfaces, material);
}

static void put_faces(job *j, const uint32_t *surfaces)
{
    for (uint32_t i = 0; i < j->bwm->face_count; i++) {
        const wmi_soup_triangle *t = &j->in.soup.triangles[i];
        uint32_t m =
            surfaces[t->material == WM_NO_INDEX ? j->in.scene->material_count : t->material];
        bool down = looks_down(j, t->vertex, m);
        j->in.result->flipped += down;
        j->bwm->faces[i] =
            (wm_kotor_face){{t->vertex[0], t->vertex[down ? 2 : 1], t->vertex[down ? 1 : 2]}};
        j->bwm->materials[i] = m;
    }
}

/* ---- empties ----------------------------------------------------------- */

/* "transition_3", "Transition 3", "transition_3.001": the number after the word. */
static bool numbered(const char *name, const char *word, uint32_t *number)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < n; i++) {
        char c = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] + 32) : name[i];
        if (!(c == word[i] || (word[i] == '_' && (c == ' ' || c == '-'))))
            return false;
    }
    const char *p = name + n;
    while (*p == '_' || *p == ' ' || *p == '-')
        p++;
    uint64_t value = 0;
    const char *digits = p;
    for (; *p >= '0' && *p <= '9' && value <= UINT32_MAX; p++)
        value = 10 * value + (uint64_t)(*p - '0');
    *number = (uint32_t)value;
    return p > digits && value < WM_NO_INDEX && (*p == '\0' || *p == '.');
}

/* The part of a name that kotorblender and NWmax give to a place for users: "pwk_use01",
 * "chair_pwk_use02". The whole name if it is another. */
static const char *after_model(const char *name)
{
    for (const char *p = name; *p; p++)
        if ((p == name || p[-1] == '_') && (p[0] == 'p' || p[0] == 'P') && (p[1] | 32) == 'w' &&
            (p[2] | 32) == 'k' && p[3] == '_')
            return p;
    return name;
}

static wm_vec3 place_of(const job *j, uint32_t node)
{
    const wm_matrix *w = &j->pose->world[node];
    return wmi_soup_upright(j->in.scene, (wm_vec3){w->m[0][3], w->m[1][3], w->m[2][3]});
}

static void take_hooks(job *j)
{
    for (uint32_t i = 0; i < j->in.scene->node_count; i++) {
        uint32_t number;
        const char *name = j->in.scene->nodes[i].name;
        wm_vec3 *hooks = numbered(name, "relative_hook", &number) ||
                                 numbered(after_model(name), "pwk_use", &number)
                             ? j->bwm->relative_hook
                         : numbered(name, "absolute_hook", &number) ? j->bwm->absolute_hook
                                                                    : NULL;
        if (hooks && (number == 1 || number == 2))
            hooks[number - 1] = place_of(j, i);
    }
}

static double distance(wm_vec3 a, wm_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
           z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

/* The outer edge whose midpoint is nearest, but no farther away than slightly more than half
 * its length. */
static uint32_t nearest_edge(const wm_kotor_bwm *b, wm_vec3 place)
{
    uint32_t best = WM_NO_INDEX;
    double least = INFINITY;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t e = b->edges[i].edge;
        const uint32_t *v = b->faces[e / 3].vertex;
        wm_vec3 from = b->vertices[v[e % 3]], to = b->vertices[v[(e + 1) % 3]];
        wm_vec3 middle = {(from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2};
        double d = distance(middle, place);
        if (d < least && d <= distance(from, to) / 4 + 0.25) {
            least = d;
            best = i;
        }
    }
    return best;
}

static bool is_transition(const wm_scene_node *n, uint32_t *room)
{
    return n->mesh == WM_NO_INDEX && numbered(n->name, "transition", room);
}

/* The edge recorded from the source, while faces still have their source indices. */
static bool noted_edge(const job *j, const wm_scene_node *n, uint32_t *edge)
{
    return j->in.soup.straight && wmi_extra_u32(wmi_extra_number(&n->extras, "edge", -1), edge) &&
           *edge / 3 < j->bwm->face_count;
}

/* Sets recorded edges before the rebuild, which keeps transitions on their edges. */
static wm_status note_transitions(job *j)
{
    wm_kotor_edge *edges = wmi_arena_raw(&j->in.soup.arena, j->in.scene->node_count, sizeof *edges);
    if (!edges)
        return wmi_arena_fail(&j->in.soup.arena, j->in.error, "");
    j->bwm->edges = edges;
    for (uint32_t i = 0; i < j->in.scene->node_count; i++) {
        wm_kotor_edge e;
        if (is_transition(&j->in.scene->nodes[i], &e.transition) &&
            noted_edge(j, &j->in.scene->nodes[i], &e.edge))
            edges[j->bwm->edge_count++] = e;
    }
    return WM_OK;
}

/* Sets the others afterwards, by position. */
static void find_transitions(job *j)
{
    for (uint32_t i = 0; i < j->in.scene->node_count; i++) {
        const wm_scene_node *n = &j->in.scene->nodes[i];
        uint32_t room, edge;
        if (!is_transition(n, &room) || noted_edge(j, n, &edge))
            continue;
        uint32_t row = nearest_edge(j->bwm, place_of(j, i));
        if (row == WM_NO_INDEX)
            j->in.result->lost++;
        else
            j->bwm->edges[row].transition = room;
    }
}

/* ---- the whole walkmesh ------------------------------------------------ */

/* The mesh that the walkmesh was exported as. */
static const wm_extras *mesh_extras(const job *j)
{
    static const wm_extras none;
    bool own = j->in.soup.straight && j->in.scene->mesh_count && j->in.scene->node_count &&
               j->in.scene->nodes[0].mesh == 0;
    return own ? &j->in.scene->meshes[0].extras : &none;
}

static wm_status rebuild_kept(job *j, const wm_kotor_bwm_rebuild_opts *opts)
{
    const wm_extras *notes = mesh_extras(j);
    if (j->bwm->type != WM_KOTOR_BWM_TYPE_OBJECT &&
        !wmi_bwm_take_tree(j->bwm, notes, &j->in.soup.arena))
        return wmi_arena_fail(&j->in.soup.arena, j->in.error, "");
    wm_status status = wm_kotor_bwm_rebuild(j->bwm, opts, NULL, j->in.error);
    if (status == WM_OK)
        wmi_bwm_take_normals(j->bwm, notes, &j->in.soup);
    return status;
}

static void take_extras(job *j, wm_kotor_rounding *rounding)
{
    const wm_extra *position = wmi_extra_list(&j->in.scene->extras, "position", 3);
    const wm_extra *k = wm_extras_find(&j->in.scene->extras, "rounding");
    if (position)
        j->bwm->position = (wm_vec3){(float)position->numbers[0], (float)position->numbers[1],
                                     (float)position->numbers[2]};
    if (*rounding == WM_KOTOR_ROUNDING_AUTO)
        *rounding = k && k->texts && strcmp(k->texts[0], "k2") == 0 ? WM_KOTOR_ROUNDING_K2
                                                                    : WM_KOTOR_ROUNDING_K1;
}

static wm_status fill(job *j)
{
    uint32_t *surfaces = NULL;
    wm_kotor_bwm_rebuild_opts rebuild = {
        .surfaces = j->in.opts->surfaces, .rounding = j->in.opts->rounding, .keep_tree = true};
    wm_status status = find_surfaces(j, &surfaces);
    if (status != WM_OK)
        return status;
    j->bwm = wm_kotor_bwm_new(j->in.opts->type, j->in.opts->allocator, j->in.error);
    if (!j->bwm)
        return WM_NO_MEMORY;
    status = wm_kotor_bwm_reserve(j->bwm, j->in.soup.vertex_count, j->in.soup.triangle_count,
                                  j->in.error);
    if (status != WM_OK)
        return status;
    if (j->in.soup.vertex_count)
        memcpy(j->bwm->vertices, j->in.soup.vertices, j->in.soup.vertex_count * sizeof(wm_vec3));
    put_faces(j, surfaces);
    take_hooks(j);
    take_extras(j, &rebuild.rounding);
    status = note_transitions(j);
    if (status == WM_OK)
        status = rebuild_kept(j, &rebuild);
    if (status == WM_OK)
        find_transitions(j);
    return status;
}

static wm_status make(job *j)
{
    wm_status status = wmi_import_collect(&j->in, "kotor-bwm");
    if (status != WM_OK)
        return status;
    j->pose = wm_pose_new(j->in.scene, j->in.opts->allocator, j->in.error);
    status = j->pose ? fill(j) : WM_NO_MEMORY;
    j->in.result->straight = status == WM_OK && j->in.soup.straight;
    wm_pose_free(j->pose);
    return status;
}

wm_kotor_bwm *wm_kotor_bwm_from_scene(const wm_scene *scene, const wm_walkmesh_import_opts *opts,
                                      wm_walkmesh_import_result *result, wm_error *error)
{
    job j = {0};
    if (!wmi_import_open(&j.in, scene, opts, error))
        return NULL;
    wm_status status = make(&j);
    wmi_soup_free(&j.in.soup);
    if (status == WM_OK && result)
        *result = j.in.made;
    if (status == WM_OK)
        return j.bwm;
    wm_kotor_bwm_free(j.bwm);
    return NULL;
}
