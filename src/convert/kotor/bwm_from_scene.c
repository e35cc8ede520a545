/* Converts a scene to a KotOR walkmesh: surfaces come from material names, transitions and
 * hooks from named empty nodes; then the ordinary rebuild runs. docs/gltf.md, "Importing
 * walkmeshes". */
#include "convert/kotor/bwm_links.h"
#include "convert/kotor/bwm_names.h"
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

/* Doors also store their hooks with the position added; placeables leave those fields zero. */
static void take_hooks(job *j)
{
    bool added[2] = {false, false};
    for (uint32_t i = 0; i < j->in.scene->node_count; i++) {
        uint32_t index;
        const wm_scene_node *n = &j->in.scene->nodes[i];
        if (n->mesh != WM_NO_INDEX || !wmi_bwm_is_own(&j->in, i))
            continue;
        wmi_bwm_hook kind = wmi_bwm_name_hook(n->name, &index);
        if (kind == WMI_BWM_NO_HOOK)
            continue;
        wm_vec3 place = wmi_bwm_place(&j->in, j->pose, i);
        *(kind == WMI_BWM_ABSOLUTE_HOOK ? &j->bwm->absolute_hook[index]
                                        : &j->bwm->relative_hook[index]) = place;
        added[index] = added[index] || (kind == WMI_BWM_USE_HOOK && j->in.opts->door_state);
    }
    for (int k = 0; k < 2; k++) {
        wm_vec3 h = j->bwm->relative_hook[k], p = j->bwm->position;
        if (added[k])
            j->bwm->absolute_hook[k] = (wm_vec3){h.x + p.x, h.y + p.y, h.z + p.z};
    }
}

/* ---- the whole walkmesh ------------------------------------------------ */

/* The mesh that the walkmesh was exported as. */
static const wm_extras *mesh_extras(const job *j)
{
    static const wm_extras none;
    uint32_t node = j->in.soup.straight ? j->in.soup.mesh_node : WM_NO_INDEX;
    return node != WM_NO_INDEX ? &j->in.scene->meshes[j->in.scene->nodes[node].mesh].extras : &none;
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
    const wm_extra *position = wmi_extra_list(j->in.soup.home, "position", 3);
    const wm_extra *k = wm_extras_find(j->in.soup.home, "rounding");
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
    take_extras(j, &rebuild.rounding);
    take_hooks(j);
    wmi_bwm_links links = {.in = &j->in, .pose = j->pose, .bwm = j->bwm};
    status = wmi_bwm_note_links(&links);
    if (status == WM_OK)
        status = rebuild_kept(j, &rebuild);
    if (status == WM_OK)
        status = wmi_bwm_find_links(&links);
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
