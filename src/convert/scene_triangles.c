/* The triangles of all meshes of a scene as one mesh, z up. Walkmeshes are built from it.
 * docs/gltf.md, "Importing walkmeshes". */
#include <math.h>

#include "base/distinct.h"
#include "convert/internal.h"
#include "convert/kotor/bwm_choose.h"
#include "convert/kotor/bwm_links.h"
#include "convert/scene_details.h"
#include "scene/internal.h"

/* Many nodes may show the same mesh, so a small file can ask for any number of triangles. */
enum { TRIANGLES_MAX = 1 << 24 };

/* ---- extras ------------------------------------------------------------ */

bool wmi_extra_u32(double value, uint32_t *number)
{
    if (!(value >= 0) || value > (double)UINT32_MAX || signbit(value))
        return false;
    *number = (uint32_t)value;
    return (double)*number == value;
}

double wmi_extra_number(const wm_extras *extras, const char *name, double missing)
{
    const wm_extra *e = wm_extras_find(extras, name);
    return e && e->numbers && e->count == 1 ? e->numbers[0] : missing;
}

const wm_extra *wmi_extra_list(const wm_extras *extras, const char *name, uint32_t count)
{
    const wm_extra *e = wm_extras_find(extras, name);
    return e && e->numbers && (count == 0 || e->count == count) ? e : NULL;
}

/* ---- meshes ------------------------------------------------------------ */

static bool has_triangles(const wm_scene *s, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && n->role != WM_NODE_ROLE_HIDDEN && !wmi_is_detail(n) &&
           s->meshes[n->mesh].primitive == WM_PRIMITIVE_TRIANGLES;
}

static uint32_t bits_of(float f)
{
    uint32_t b;
    f = f == 0 ? 0 : f; /* both zeros are the same position */
    memcpy(&b, &f, sizeof b);
    return b;
}

static bool is_identity(const wm_matrix *m)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (m->m[r][c] != (r == c ? 1.0f : 0.0f))
                return false;
    return true;
}

static bool is_mirror(const wm_matrix *w)
{
    const float(*m)[4] = w->m;
    double d =
        (double)m[0][0] * ((double)m[1][1] * (double)m[2][2] - (double)m[1][2] * (double)m[2][1]) -
        (double)m[0][1] * ((double)m[1][0] * (double)m[2][2] - (double)m[1][2] * (double)m[2][0]) +
        (double)m[0][2] * ((double)m[1][0] * (double)m[2][1] - (double)m[1][1] * (double)m[2][0]);
    return d < 0;
}

wm_vec3 wmi_soup_upright(const wm_scene *scene, wm_vec3 v)
{
    return scene->up == WM_UP_Y ? (wm_vec3){v.x, -v.z, v.y} : v;
}

static void add_part(wmi_soup *s, const wm_scene_mesh *m, const wm_scene_part *part, uint32_t base,
                     bool flip)
{
    for (uint32_t i = part->first; i < part->first + part->count; i += 3) {
        const uint32_t *v = m->indices + i;
        wmi_soup_triangle *t = &s->triangles[s->triangle_count++];
        *t = (wmi_soup_triangle){.material = part->material};
        for (int k = 0; k < 3; k++) {
            uint32_t from = v[flip && k ? 3 - k : k];
            t->vertex[k] = base + from;
            t->room[k] = m->colours ? wmi_painted_room(m->colours[from]) : 0;
        }
    }
}

const float *wmi_sheets(const wm_scene_mesh *m)
{
    for (uint32_t i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].width == 1 && strcmp(m->attributes[i].name, WMI_SHEET) == 0)
            return m->attributes[i].values;
    return NULL;
}

static void add_node(wmi_soup *s, const wm_scene *scene, wm_pose *pose, uint32_t node)
{
    const wm_scene_mesh *m = &scene->meshes[scene->nodes[node].mesh];
    const wm_matrix *world = &pose->world[node];
    uint32_t base = s->vertex_count;
    bool skinned = scene->nodes[node].skin != WM_NO_INDEX, plain = is_identity(world);
    const float *sheets = wmi_sheets(m);
    wm_vec3 *to = s->vertices + base;
    if (skinned)
        wm_pose_mesh(pose, node, to, NULL);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        /* If nothing moves, the bits stay the same. */
        wm_vec3 v = skinned ? to[i]
                    : plain ? m->positions[i]
                            : wmi_matrix_point(world, m->positions[i]);
        to[i] = wmi_soup_upright(scene, v);
        s->sheet[base + i] = sheets ? bits_of(sheets[i]) : 0;
    }
    s->vertex_count += m->vertex_count;
    bool flip = scene->left_handed != (!skinned && is_mirror(world));
    const wm_scene_part whole = {0, m->index_count, WM_NO_INDEX};
    for (uint32_t i = 0; i < m->part_count; i++)
        add_part(s, m, &m->parts[i], base, flip);
    if (m->part_count == 0)
        add_part(s, m, &whole, base, flip);
}

/* Restores the order of the source, if the only mesh records it. */
static bool restore_order(wmi_soup *s, const wm_scene *scene)
{
    uint32_t n = s->triangle_count;
    const wm_scene_mesh *mesh = s->straight && s->mesh_node != WM_NO_INDEX
                                    ? &scene->meshes[scene->nodes[s->mesh_node].mesh]
                                    : NULL;
    const wm_extra *order = mesh ? wm_extras_find(&mesh->extras, "order") : NULL;
    if (!order)
        return true;
    wmi_soup_triangle *sorted = wmi_arena_raw(&s->arena, n, sizeof *sorted);
    bool *taken = wmi_arena_new(&s->arena, n, sizeof *taken);
    if (!sorted || !taken)
        return false;
    bool good = order->numbers && order->count == n;
    for (uint32_t i = 0; good && i < n; i++) {
        uint32_t to;
        good = wmi_extra_u32(order->numbers[i], &to) && to < n && !taken[to];
        if (good) {
            taken[to] = true;
            sorted[to] = s->triangles[i];
        }
    }
    if (good)
        s->triangles = sorted;
    s->straight = s->straight && good;
    return true;
}

/* ---- welding ----------------------------------------------------------- */

/* Joins vertices with the same position, but not those of different sheets. */
static bool weld(wmi_soup *s)
{
    wmi_distinct keys;
    uint32_t(*places)[4] = wmi_arena_raw(&s->arena, s->vertex_count, sizeof *places);
    uint32_t *number = wmi_arena_raw(&s->arena, s->vertex_count, sizeof *number);
    if (!places || !number || !wmi_distinct_init(&keys, &s->arena, s->vertex_count))
        return false;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        wm_vec3 v = s->vertices[i];
        uint32_t before = keys.count;
        uint32_t *place = places[before];
        place[0] = bits_of(v.x);
        place[1] = bits_of(v.y);
        place[2] = bits_of(v.z);
        place[3] = s->sheet[i];
        number[i] = wmi_distinct_add(&keys, place, sizeof *places);
        if (number[i] == before)
            s->vertices[before] = v;
    }
    s->welded = s->vertex_count - keys.count;
    s->vertex_count = keys.count;
    for (uint32_t i = 0; i < s->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            s->triangles[i].vertex[k] = number[s->triangles[i].vertex[k]];
    return true;
}

/* ---- the whole scene --------------------------------------------------- */

static wm_status make_room(wmi_soup *s, const wm_scene *scene, wm_error *error)
{
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wm_scene_node *n = &scene->nodes[i];
        if (!s->wanted[i])
            continue;
        vertices += scene->meshes[n->mesh].vertex_count;
        triangles += scene->meshes[n->mesh].index_count / 3;
        if (triangles > TRIANGLES_MAX || vertices > TRIANGLES_MAX)
            return wmi_fail(error, WM_LIMIT, "meshes", "more than %d triangles or vertices",
                            TRIANGLES_MAX);
    }
    if (triangles == 0)
        return wmi_fail(error, WM_BAD_VALUE, "meshes", "the scene has no triangles");
    s->vertices = wmi_arena_raw(&s->arena, (size_t)vertices, sizeof *s->vertices);
    s->sheet = wmi_arena_raw(&s->arena, (size_t)vertices, sizeof *s->sheet);
    s->triangles = wmi_arena_raw(&s->arena, (size_t)triangles, sizeof *s->triangles);
    return s->vertices && s->sheet && s->triangles ? WM_OK : wmi_arena_fail(&s->arena, error, "");
}

/* Do the counts recorded from the source still match? */
static bool counts_fit(const wmi_soup *s)
{
    return wmi_extra_number(s->home, "vertices", -1) == (double)s->vertex_count &&
           wmi_extra_number(s->home, "triangles", -1) == (double)s->triangle_count;
}

wm_status wmi_soup_open(wmi_soup *s, const wm_scene *scene, const wm_allocator *allocator,
                        wm_error *error)
{
    *s = (wmi_soup){.mesh_node = WM_NO_INDEX, .home = &scene->extras};
    wmi_arena_init(&s->arena, allocator, 0);
    if (!scene->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    s->wanted = wmi_arena_raw(&s->arena, scene->node_count, sizeof *s->wanted);
    if (!s->wanted)
        return wmi_arena_fail(&s->arena, error, "");
    for (uint32_t i = 0; i < scene->node_count; i++)
        s->wanted[i] = has_triangles(scene, &scene->nodes[i]);
    return WM_OK;
}

/* Finds the only mesh, and whether it came from `source`: alone, or joined with others (the states
 * of a door). */
static void find_home(wmi_soup *s, const wm_scene *scene, const char *source)
{
    uint32_t meshes = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (s->wanted[i] && meshes++ == 0)
            s->mesh_node = i;
    if (meshes != 1)
        s->mesh_node = WM_NO_INDEX;
    s->straight = scene->source && strcmp(scene->source, source) == 0;
    if (s->mesh_node == WM_NO_INDEX || !scene->source || strcmp(scene->source, "joined") != 0)
        return;
    uint32_t above = scene->nodes[s->mesh_node].parent;
    if (above == WM_NO_INDEX || strcmp(source, "kotor-bwm") != 0 ||
        !wm_extras_find(&scene->nodes[above].extras, "rounding"))
        return;
    s->home = &scene->nodes[above].extras;
    s->straight = true;
}

/* Collects the triangles of the meshes that are wanted. Call it after wmi_soup_open. */
static wm_status collect(wmi_soup *s, const wm_scene *scene, const char *source,
                         const wm_walkmesh_import_opts *opts, wm_error *error)
{
    find_home(s, scene, source);
    wm_status status = make_room(s, scene, error);
    if (status != WM_OK)
        return status;
    wm_pose *pose = wm_pose_new(scene, opts->allocator, error);
    if (!pose)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (s->wanted[i])
            add_node(s, scene, pose, i);
    wm_pose_free(pose);
    s->straight = s->straight && counts_fit(s);
    bool split = scene->source && strcmp(scene->source, "gltf") == 0;
    bool wanted = opts->weld == WM_WELD_ON || (opts->weld == WM_WELD_AUTO && split);
    s->straight = s->straight && opts->weld != WM_WELD_ON;
    if (!restore_order(s, scene) || (wanted && !weld(s)))
        return wmi_arena_fail(&s->arena, error, "");
    for (uint32_t i = 0; i < s->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            wm_vec3 v = s->vertices[s->triangles[i].vertex[k]];
            if (!isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
                return wmi_fail(error, WM_BAD_VALUE, "meshes",
                                "a vertex of triangle %lu is not finite", (ul)i);
        }
    return WM_OK;
}

static bool *used_materials(wmi_soup *s, const wm_scene *scene)
{
    bool *used = wmi_arena_new(&s->arena, scene->material_count, sizeof *used);
    for (uint32_t i = 0; used && i < s->triangle_count; i++)
        if (s->triangles[i].material != WM_NO_INDEX)
            used[s->triangles[i].material] = true;
    return used;
}

void wmi_soup_free(wmi_soup *s)
{
    wmi_arena_free(&s->arena);
}

bool wmi_import_open(wmi_import *in, const wm_scene *scene, const wm_walkmesh_import_opts *opts,
                     wm_error *error)
{
    static const wm_walkmesh_import_opts defaults;
    *in = (wmi_import){.scene = scene, .opts = opts ? opts : &defaults, .error = error};
    if (WMI_BAD_OPTS(opts, error))
        return false;
    in->result = &in->made;
    return true;
}

wm_status wmi_import_collect(wmi_import *in, const char *source)
{
    const wm_walkmesh_import_opts *o = in->opts;
    wm_status status = wmi_soup_open(&in->soup, in->scene, o->allocator, in->error);
    bool kotor = strcmp(source, "kotor-bwm") == 0, door = o->door_state != 0;
    if (status == WM_OK)
        status = wmi_scene_refuse_copies(in->scene, in->error);
    if (status == WM_OK && kotor &&
        !wmi_bwm_choose(&in->soup, in->scene, o->surfaces, door,
                        door ? o->door_state - 1 : WM_NO_INDEX))
        status = wmi_arena_fail(&in->soup.arena, in->error, "");
    if (status == WM_OK)
        status = collect(&in->soup, in->scene, source, o, in->error);
    in->result->triangles = in->soup.triangle_count;
    in->result->welded = in->soup.welded;
    in->result->left_out = in->soup.left_out;
    for (uint32_t i = 0; !o->material && status == WM_OK && i < in->soup.triangle_count; i++)
        in->result->bare += in->soup.triangles[i].material == WM_NO_INDEX;
    return status;
}

static wm_status unknown_material(wm_error *error, const char *name, const char *allowed)
{
    return wmi_fail(error, WM_BAD_VALUE, "materials", "'%.60s' is not a surface material: use %s",
                    name, allowed);
}

wm_status wmi_soup_surfaces(wmi_soup *soup, const wm_scene *scene, const char *other,
                            wmi_surface_lookup lookup, const void *context, const char *allowed,
                            uint32_t **surfaces, wm_error *error)
{
    uint32_t count = scene->material_count;
    const char *rest = other ? other : "stone";
    uint32_t *list = wmi_arena_new(&soup->arena, (size_t)count + 1, sizeof *list);
    bool *used = used_materials(soup, scene);
    if (!list || !used)
        return wmi_arena_fail(&soup->arena, error, "");
    const wm_vec3 none = {0, 0, 0};
    if (!lookup(context, rest, none, &list[count]))
        return unknown_material(error, rest, allowed);
    for (uint32_t i = 0; i < count; i++) {
        const wm_scene_material *m = &scene->materials[i];
        if (lookup(context, m->name, m->diffuse, &list[i]) ||
            lookup(context, NULL, m->diffuse, &list[i]))
            continue;
        list[i] = list[count];
        if (used[i] && !other)
            return unknown_material(error, scene->materials[i].name, allowed);
    }
    *surfaces = list;
    return WM_OK;
}
