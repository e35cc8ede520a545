/* Replaces the mesh of a node that somebody changed (mesh_same.c), and gives the new one what the
 * program dropped. One that did not change otherwise takes new materials and links to rooms. */
#include "convert/restore/mesh.h"

#include "convert/internal.h"
#include "convert/kotor/bwm_links.h"

/* ---- links to rooms ---------------------------------------------------- */

/* Vertex colours are no part of a walkmesh, but may say which edges lead to other rooms. Colours
 * that only show something, such as how full tiles are, do not. */
static bool is_painted(const wm_scene_mesh *m)
{
    for (uint32_t i = 0; m->colours && i < m->vertex_count; i++)
        if (wmi_painted_room(m->colours[i]))
            return true;
    return false;
}

/* Gives the vertices of a mesh that did not change otherwise the colours of the edited one. */
static bool take_colours(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *to)
{
    uint32_t n = wmi_corners(a->mesh);
    wmi_side_normals unused = {0, 0};
    float(*colours)[4] = wm_scene_alloc(r->old, to->vertex_count, sizeof *colours, NULL);
    if (!colours)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < to->vertex_count; i++)
        for (int k = 0; k < 4; k++)
            colours[i][k] = 1;
    for (uint32_t g = 0; g < a->groups; g++)
        for (uint32_t i = a->first[g], k = b->first[g]; i < a->first[g + 1] && k < b->first[g + 1];
             i++) {
            uint32_t turn = 0;
            if (!wmi_same_face(r, a, a->faces[i], b, b->faces[k], &unused, &turn))
                continue; /* dropped by the program */
            for (uint32_t c = 0; c < n; c++)
                memcpy(colours[a->mesh->indices[n * a->faces[i] + c]],
                       b->mesh->colours[b->mesh->indices[n * b->faces[k] + (c + turn) % n]],
                       sizeof *colours);
            k++;
        }
    to->colours = colours;
    r->result->meshes++;
    r->changed = true;
    return true;
}

/* ---- materials --------------------------------------------------------- */

/* The material of the k-th group of the original, for the k-th of the edited mesh. */
static bool same_materials(wmi_restore *r, const wmi_side *a, const wmi_side *b)
{
    for (uint32_t g = 0; g < a->groups && g < b->groups; g++) {
        uint32_t now = wmi_restore_material(r, b->material[g], a->material[g]);
        if (now != a->material[g] && b->material[g] != WM_NO_INDEX)
            return false;
    }
    return true;
}

/* Gives the parts of a mesh that did not change otherwise their new materials. */
static bool set_materials(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *to)
{
    wm_scene_part *parts = wm_scene_alloc(r->old, to->part_count, sizeof *parts, NULL);
    if (!parts)
        return wmi_restore_no_memory(r);
    for (uint32_t p = 0; p < to->part_count; p++) {
        parts[p] = to->parts[p];
        for (uint32_t g = 0; g < a->groups; g++)
            if (parts[p].material == a->material[g] && b->material[g] != WM_NO_INDEX) {
                parts[p].material = wmi_restore_material(r, b->material[g], a->material[g]);
                break;
            }
    }
    to->parts = parts;
    return true;
}

/* ---- a changed mesh ---------------------------------------------------- */

/* Extras that follow from the triangles. */
static bool is_derived(const char *name)
{
    static const char *const names[] = {
        "bmin",       "bmax",         "average",     "radius",         "aabb",
        "aabb_boxes", "aabb_planes",  "order",       "normals",        "sight",
        "sum",        "vertex_table", "tile_counts", "triangle_flags", "addressing"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool drop_derived(wmi_restore *r, wm_extras *extras)
{
    wm_extra *items = wm_scene_alloc(r->old, extras->count, sizeof *items, NULL);
    uint32_t count = 0;
    if (!items)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < extras->count; i++)
        if (!is_derived(extras->items[i].name))
            items[count++] = extras->items[i];
    *extras = (wm_extras){count, items};
    return true;
}

/* The numbers of triangles, if they have kept their order. */
static bool keep_numbers(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *made)
{
    uint32_t faces = made->index_count / wmi_corners(made);
    made->face_numbers = NULL;
    if (!a->mesh->face_numbers || !b->ordered || b->first[b->groups] != faces)
        return true;
    made->face_numbers = wm_scene_alloc(r->old, faces, sizeof *made->face_numbers, NULL);
    if (!made->face_numbers)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < faces; i++)
        made->face_numbers[b->faces[i]] = a->mesh->face_numbers[a->faces[i]];
    return true;
}

/* Which triangle is which, if they have kept their order. */
static void follow(wmi_restore *r, const wmi_side *a, const wmi_side *b)
{
    uint32_t *now_of = r->followed.now_of, faces = a->mesh->index_count / wmi_corners(a->mesh);
    for (uint32_t i = 0; i < faces; i++)
        now_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; b->ordered && i < a->first[a->groups]; i++)
        now_of[a->faces[i]] = b->faces[i];
}

/* By vertex of the edited mesh: the vertex of the original that it was, if triangles have kept
 * their order, or WM_NO_INDEX. */
static uint32_t *find_vertices(wmi_restore *r, const wmi_side *a, const wmi_side *b)
{
    uint32_t n = wmi_corners(a->mesh);
    uint32_t *of = wmi_arena_raw(&r->scratch, (size_t)b->mesh->vertex_count + 1, sizeof *of);
    for (uint32_t i = 0; of && i < b->mesh->vertex_count; i++)
        of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; of && b->ordered && i < a->first[a->groups]; i++) {
        const uint32_t *was = a->mesh->indices + (size_t)n * a->faces[i];
        const uint32_t *now = b->mesh->indices + (size_t)n * b->faces[i];
        wm_vec3 before[3], after[3];
        for (uint32_t c = 0; c < n; c++) {
            before[c] = a->places[was[c]];
            after[c] = b->places[now[c]];
        }
        uint32_t turn = wmi_restore_turn(before, after, n);
        for (uint32_t c = 0; c < n; c++)
            of[now[(c + turn) % n]] = was[c];
    }
    return of;
}

static bool replace(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *to)
{
    wm_scene_mesh made = *b->mesh;
    float(*uvs[WM_SCENE_UV_SETS])[2] = {NULL};
    wm_scene_part *parts = wm_scene_alloc(r->old, made.part_count, sizeof *parts, NULL);
    if (!parts)
        return wmi_restore_no_memory(r);
    for (uint32_t k = 0; k < b->uv_count; k++)
        uvs[k < a->uv_count ? a->uvs[k] : b->uvs[k]] = made.uvs[b->uvs[k]];
    memcpy(made.uvs, uvs, sizeof uvs);
    for (uint32_t p = 0, g = 0; p < made.part_count; p++) {
        parts[p] = made.parts[p];
        for (g = 0; g < b->groups && b->material[g] != parts[p].material; g++) {
        }
        uint32_t like = g < a->groups ? g : 0;
        bool known = g < a->groups || a->groups == 1;
        parts[p].material =
            wmi_restore_material(r, parts[p].material, known ? a->material[like] : WM_NO_INDEX);
    }
    made.parts = parts;
    made.name = a->mesh->name;
    made.extras = a->mesh->extras;
    uint32_t *was = find_vertices(r, a, b);
    if (!was)
        return wmi_restore_no_memory(r);
    if (wmi_sheets(a->mesh) && !wmi_restore_find_triangles(r, a, b, &(wmi_found){.vertex = was}))
        return false;
    if (!wmi_restore_transfer(r, a->mesh, &made, a->places, b->places, was) ||
        !keep_numbers(r, a, b, &made) || !drop_derived(r, &made.extras))
        return false;
    *to = made;
    return true;
}

bool wmi_restore_mesh(wmi_restore *r, uint32_t old, uint32_t now)
{
    wm_scene_node *to = &r->old->nodes[old];
    const wm_scene_node *from = &r->now->nodes[now];
    wmi_side a, b;
    bool bare;
    if (!wmi_side_open(r, &a, r->old, r->old_pose, old, true) ||
        !wmi_side_open(r, &b, r->now, r->now_pose, now, false) ||
        !wmi_restore_bare(r, &a, &b, &r->now->meshes[from->mesh], &bare) ||
        (bare && !wmi_side_open(r, &b, r->now, r->now_pose, now, false)))
        return false;
    wm_scene_mesh *mesh = &r->old->meshes[to->mesh];
    if (b.mesh->index_count < a.mesh->index_count &&
        !(a.droppable = wmi_restore_droppable(a.mesh, &r->scratch)))
        return wmi_restore_no_memory(r);
    if (!wmi_restore_extras(r, &mesh->extras, &r->now->meshes[from->mesh].extras))
        return false;
    if (!wmi_restore_note_links(r, old, mesh))
        return false;
    bool same = wmi_same_geometry(r, &a, &b);
    if (same && is_painted(b.mesh) && !a.mesh->colours && !take_colours(r, &a, &b, mesh))
        return false;
    if (same && same_materials(r, &a, &b))
        return true;
    r->changed = true;
    r->result->meshes++;
    if (same)
        return set_materials(r, &a, &b, mesh);
    if (!wmi_restore_find_order(r, &a, &b))
        return false;
    if (r->followed.triangle && r->followed.node == old)
        follow(r, &a, &b);
    if (!replace(r, &a, &b, mesh))
        return false;
    to->skin = from->skin == WM_NO_INDEX ? WM_NO_INDEX : r->skin_of[from->skin];
    return wmi_restore_skin_space(r, &a, &b, mesh, &to->skin);
}

bool wmi_restore_baked(wmi_restore *r, wm_scene_node *node, const wm_transform *by)
{
    wm_scene_mesh made = r->old->meshes[node->mesh];
    if (!wmi_bake(r->old, &made, by))
        return wmi_restore_no_memory(r);
    if (!drop_derived(r, &made.extras))
        return false;
    node->mesh = r->old->mesh_count;
    r->old->meshes[r->old->mesh_count++] = made;
    return true;
}
