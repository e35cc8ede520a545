/* Decides whether somebody changed a mesh, or a program only stored it in another way: it splits
 * and reorders vertices, rounds normals, and drops triangles that are there twice. Triangles stay
 * in their order within a material. */
#include <math.h>

#include "base/vec.h"
#include "convert/file_names.h"
#include "convert/internal.h"
#include "convert/kotor/bwm_links.h"
#include "convert/restore/restore.h"

/* One of the two meshes. */
typedef struct side {
    const wm_scene *scene;
    const wm_scene_mesh *mesh;
    const wm_scene_skin *skin; /* or NULL */
    wm_vec3 *places;           /* vertices in the mesh, or in the world at rest if it has a skin */
    const wm_vec3 *normals;    /* the same for normals, or NULL */
    uint32_t uvs[WM_SCENE_UV_SETS], uv_count; /* its sets */
    uint32_t groups;                          /* materials, in the order of their first use */
    uint32_t *material;                       /* by group */
    uint32_t *first;                          /* by group: in `faces`; one more than groups */
    uint32_t *faces;                          /* triangles or lines by group */
    const bool *unkept;    /* of the original, by vertex: programs cannot keep its normal */
    const bool *droppable; /* of the original, by triangle; NULL: none is missing */
} side;

static uint32_t corners(const wm_scene_mesh *m)
{
    return m->primitive == WM_PRIMITIVE_LINES ? 2 : 3;
}

/* ---- the two sides ----------------------------------------------------- */

static void add_group(side *s, uint32_t material)
{
    for (uint32_t i = 0; i < s->groups; i++)
        if (s->material[i] == material)
            return;
    s->material[s->groups++] = material;
}

static bool list_groups(wmi_restore *r, side *s)
{
    enum { PARTS = 4096 }; /* more are compared as a change: a mesh has a few */
    const wm_scene_mesh *m = s->mesh;
    uint32_t faces = m->index_count / corners(m), count = 0;
    size_t parts = m->part_count && m->part_count < PARTS ? m->part_count : 1;
    s->material = wmi_arena_raw(&r->scratch, parts, sizeof *s->material);
    s->first = wmi_arena_raw(&r->scratch, parts + 1, sizeof *s->first);
    s->faces = wmi_arena_raw(&r->scratch, faces, sizeof *s->faces);
    if (!s->material || !s->first || !s->faces)
        return wmi_restore_no_memory(r);
    if (m->part_count == 0 || m->part_count >= PARTS)
        add_group(s, WM_NO_INDEX);
    for (uint32_t p = 0; m->part_count < PARTS && p < m->part_count; p++)
        if (m->parts[p].count)
            add_group(s, m->parts[p].material);
    for (uint32_t g = 0; g < s->groups; g++) {
        s->first[g] = count;
        for (uint32_t p = 0; p < m->part_count; p++)
            for (uint32_t i = 0; m->parts[p].material == s->material[g] &&
                                 i < m->parts[p].count / corners(m) && count < faces;
                 i++)
                s->faces[count++] = m->parts[p].first / corners(m) + i;
        for (uint32_t i = 0; m->part_count == 0 && i < faces; i++)
            s->faces[count++] = i;
    }
    s->first[s->groups] = count;
    return true;
}

static bool open_side(wmi_restore *r, side *s, const wm_scene *scene, wm_pose *pose, uint32_t node)
{
    const wm_scene_node *n = &scene->nodes[node];
    *s = (side){.scene = scene, .mesh = &scene->meshes[n->mesh]};
    s->skin = n->skin == WM_NO_INDEX ? NULL : &scene->skins[n->skin];
    s->places = wmi_arena_raw(&r->scratch, s->mesh->vertex_count, sizeof *s->places);
    if (!s->places)
        return wmi_restore_no_memory(r);
    s->normals = s->mesh->normals;
    if (s->skin && s->mesh->normals) {
        wm_vec3 *normals = wmi_arena_raw(&r->scratch, s->mesh->vertex_count, sizeof *normals);
        if (!normals)
            return wmi_restore_no_memory(r);
        wm_pose_mesh(pose, node, s->places, normals);
        s->normals = normals;
    } else if (s->skin)
        wm_pose_mesh(pose, node, s->places, NULL);
    else if (s->mesh->vertex_count)
        memcpy(s->places, s->mesh->positions, s->mesh->vertex_count * sizeof *s->places);
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++)
        if (s->mesh->uvs[k])
            s->uvs[s->uv_count++] = k;
    return list_groups(r, s);
}

/* ---- one corner -------------------------------------------------------- */

static bool same_place(const side *a, uint32_t i, const side *b, uint32_t k)
{
    wm_vec3 p = a->places[i], q = b->places[k];
    double size = fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
    return wmi_vec3_distance(p, q) <= (a->skin ? 1e-4 : 1e-5) + 2e-6 * size;
}

static bool same_uvs(const side *a, uint32_t i, const side *b, uint32_t k)
{
    for (uint32_t set = 0; set < a->uv_count && set < b->uv_count; set++) {
        const float *p = a->mesh->uvs[a->uvs[set]][i], *q = b->mesh->uvs[b->uvs[set]][k];
        for (int c = 0; c < 2; c++)
            if (!(fabsf(p[c] - q[c]) <= 1e-4f + 1e-5f * fabsf(p[c])) && isfinite(p[c]))
                return false;
    }
    return true;
}

/* A mesh without colours has white ones. */
static bool same_colours(const side *a, uint32_t i, const side *b, uint32_t k)
{
    for (int c = 0; a->mesh->colours && b->mesh->colours && c < 3; c++)
        if (!(fabsf(a->mesh->colours[i][c] - b->mesh->colours[k][c]) < 0.02f))
            return false;
    return true;
}

/* The weight of a vertex on a node. */
static float weight_on(const side *s, uint32_t vertex, uint32_t node)
{
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        uint32_t joint = s->mesh->joints[vertex][k];
        if (joint < s->skin->joint_count && s->skin->joints[joint] == node)
            sum += s->mesh->weights[vertex][k];
    }
    return sum;
}

static bool same_weights(const wmi_restore *r, const side *a, uint32_t i, const side *b, uint32_t k)
{
    float total = 0;
    if (!a->skin || !b->skin || !a->mesh->joints || !b->mesh->joints)
        return true;
    for (int c = 0; c < 4; c++)
        total += a->mesh->weights[i][c];
    for (int c = 0; c < 4; c++) {
        uint32_t joint = a->mesh->joints[i][c];
        uint32_t node = joint < a->skin->joint_count ? a->skin->joints[joint] : WM_NO_INDEX;
        if (!(a->mesh->weights[i][c] > 0) || node == WM_NO_INDEX || !(total > 0))
            continue;
        uint32_t now = r->now_of[node];
        float other = now == WM_NO_INDEX ? 0 : weight_on(b, k, now);
        if (!(fabsf(weight_on(a, i, node) / total - other) < 0.02f))
            return false;
    }
    return true;
}

/* Corners whose normals differ. */
typedef struct normals {
    uint32_t edited;
    uint32_t lost; /* a program lost them: it says so, or it cannot keep them */
} normals;

/* Blender writes (0, 1, 0) for a normal that it does not have, and drops the parts of others that
 * it cannot compute. */
static bool is_lost(wm_vec3 n)
{
    double length = wmi_vec3_distance(n, (wm_vec3){0, 0, 0});
    return !(fabs(length - 1) < 0.01) || (n.x == 0 && n.z == 0 && n.y == 1);
}

/* Does the normal point the way of a triangle, and has that an area? */
static bool is_along(const side *s, const uint32_t *v, wm_vec3 normal)
{
    wmi_vec p = wmi_vec_of(s->places[v[0]]), q = wmi_sub(wmi_vec_of(s->places[v[1]]), p),
            r = wmi_sub(wmi_vec_of(s->places[v[2]]), p), cross = wmi_cross(q, r);
    double longest = wmi_dot(q, q) + wmi_dot(r, r), area = wmi_dot(cross, cross);
    return area > 1e-8 * longest * longest && wmi_dot(cross, wmi_vec_of(normal)) > 0.1 * sqrt(area);
}

/* By vertex: can a program not keep its normal? Blender stores how far it is from the normal that
 * the triangles around the vertex have: not if it points against one of them, and a triangle
 * without an area has none. */
static bool find_unkept(wmi_restore *r, side *s)
{
    const wm_scene_mesh *m = s->mesh;
    bool *unkept = wmi_arena_new(&r->scratch, (size_t)m->vertex_count + 1, sizeof *unkept);
    if (!unkept)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; s->normals && i < m->index_count; i++) {
        uint32_t v = m->indices[i];
        if (m->primitive != WM_PRIMITIVE_TRIANGLES ||
            !is_along(s, m->indices + i - i % 3, s->normals[v]))
            unkept[v] = true;
    }
    s->unkept = unkept;
    return true;
}

static void compare_normals(const side *a, uint32_t i, const side *b, uint32_t k, normals *to)
{
    if (!a->normals || !b->normals || wmi_vec3_distance(a->normals[i], b->normals[k]) < 0.05)
        return;
    bool lost = is_lost(b->mesh->normals[k]) || is_lost(a->mesh->normals[i]) || a->unkept[i];
    *(lost ? &to->lost : &to->edited) += 1;
}

/* ---- triangles --------------------------------------------------------- */

/* A triangle may begin with another corner. */
static bool turned_face(const wmi_restore *r, const side *a, uint32_t face, const side *b,
                        uint32_t other, normals *found, uint32_t *turned)
{
    uint32_t n = corners(a->mesh);
    for (uint32_t turn = 0; turn < n; turn++) {
        normals bad = {0, 0};
        uint32_t c = 0;
        for (; c < n; c++) {
            uint32_t i = a->mesh->indices[n * face + c];
            uint32_t k = b->mesh->indices[n * other + (c + turn) % n];
            if (!same_place(a, i, b, k) || !same_uvs(a, i, b, k) || !same_colours(a, i, b, k) ||
                !same_weights(r, a, i, b, k))
                break;
            compare_normals(a, i, b, k, &bad);
        }
        if (c < n)
            continue;
        found->edited += bad.edited;
        found->lost += bad.lost;
        *turned = turn;
        return true;
    }
    return false;
}

static bool same_face(const wmi_restore *r, const side *a, uint32_t face, const side *b,
                      uint32_t other, normals *found)
{
    uint32_t turn;
    return turned_face(r, a, face, b, other, found, &turn);
}

/* Triangles that a program dropped are skipped. */
static bool same_group(const wmi_restore *r, const side *a, const side *b, uint32_t group,
                       normals *found)
{
    uint32_t i = a->first[group], end = a->first[group + 1];
    uint32_t k = b->first[group], stop = b->first[group + 1];
    if (stop - k > end - i)
        return false;
    uint32_t skips = (end - i) - (stop - k);
    while (i < end) {
        if (k < stop && same_face(r, a, a->faces[i], b, b->faces[k], found)) {
            k++;
        } else if (skips == 0 || !a->droppable || !a->droppable[a->faces[i]]) {
            return false;
        } else {
            skips--;
        }
        i++;
    }
    return k == stop;
}

static bool same_geometry(const wmi_restore *r, const side *a, const side *b)
{
    normals found = {0, 0};
    if (a->groups != b->groups || !a->skin != !b->skin ||
        a->mesh->primitive != b->mesh->primitive || a->uv_count < b->uv_count)
        return false;
    for (uint32_t g = 0; g < a->groups; g++)
        if (!same_group(r, a, b, g, &found))
            return false;
    return found.edited == 0 && found.lost <= a->mesh->index_count / 4;
}

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
static bool take_colours(wmi_restore *r, const side *a, const side *b, wm_scene_mesh *to)
{
    uint32_t n = corners(a->mesh);
    normals unused = {0, 0};
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
            if (!turned_face(r, a, a->faces[i], b, b->faces[k], &unused, &turn))
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

static bool is_named(const wm_scene_material *m, const wm_scene_material *now)
{
    size_t n = strlen(m->name);
    return strncmp(now->name, m->name, n) == 0 &&
           (now->name[n] == '\0' || wmi_stem_length(now->name, 3) == n);
}

/* In a scene with two models Blender counts on from "name.2", the second material of a texture:
 * "name.003". */
static bool is_numbered(const wm_scene_material *m, const wm_scene_material *now)
{
    size_t n = wmi_stem_length(m->name, 1);
    return m->name[n] != '\0' && wmi_stem_length(now->name, 3) == n && now->name[n] != '\0' &&
           strncmp(now->name, m->name, n) == 0;
}

/* Somebody may have chosen another image for the colour of a material. A texture that was not found
 * when the scene was exported has no image. */
static uint32_t with_texture(wmi_restore *r, uint32_t material, const wm_scene_material *now)
{
    wm_scene_texture *was = &r->old->materials[material].textures[WM_TEXTURE_SLOT_COLOUR];
    const wm_scene_texture *t = &now->textures[WM_TEXTURE_SLOT_COLOUR];
    if (!t->image || !t->name || !*t->name || (was->name && wmi_same_image(was->name, t->name)))
        return material;
    was->name = t->name;
    was->image = 0;
    r->result->textures++;
    r->changed = true;
    return material;
}

uint32_t wmi_restore_material(wmi_restore *r, uint32_t material, uint32_t like)
{
    if (material == WM_NO_INDEX)
        return WM_NO_INDEX;
    const wm_scene_material *now = &r->now->materials[material];
    const wm_scene_material *was = like == WM_NO_INDEX ? NULL : &r->old->materials[like];
    if (was && (!*was->name || is_named(was, now) || is_numbered(was, now)))
        return with_texture(r, like, now);
    if (r->material_of[material] != WM_NO_INDEX)
        return r->material_of[material];
    uint32_t found = WM_NO_INDEX;
    for (uint32_t i = 0; i < r->old->material_count && found == WM_NO_INDEX; i++)
        if (is_named(&r->old->materials[i], now))
            found = i;
    if (found != WM_NO_INDEX) {
        with_texture(r, found, now);
    } else { /* there is room for all */
        found = r->old->material_count++;
        r->old->materials[found] = *now;
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
            r->old->materials[found].textures[k].image = 0;
    }
    r->material_of[material] = found;
    return found;
}

/* The material of the k-th group of the original, for the k-th of the edited mesh. */
static bool same_materials(wmi_restore *r, const side *a, const side *b)
{
    for (uint32_t g = 0; g < a->groups && g < b->groups; g++) {
        uint32_t now = wmi_restore_material(r, b->material[g], a->material[g]);
        if (now != a->material[g] && b->material[g] != WM_NO_INDEX)
            return false;
    }
    return true;
}

/* Gives the parts of a mesh that did not change otherwise their new materials. */
static bool set_materials(wmi_restore *r, const side *a, const side *b, wm_scene_mesh *to)
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

/* The numbers of triangles, if each material still has as many: moving does not reorder them. */
static bool keep_numbers(wmi_restore *r, const side *a, const side *b, wm_scene_mesh *made)
{
    uint32_t faces = made->index_count / corners(made);
    made->face_numbers = NULL;
    if (!a->mesh->face_numbers || a->groups != b->groups || b->first[b->groups] != faces)
        return true;
    for (uint32_t g = 0; g <= a->groups; g++)
        if (a->first[g] != b->first[g])
            return true;
    made->face_numbers = wm_scene_alloc(r->old, faces, sizeof *made->face_numbers, NULL);
    if (!made->face_numbers)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < faces; i++)
        made->face_numbers[b->faces[i]] = a->mesh->face_numbers[a->faces[i]];
    return true;
}

/* Which triangle is which, if each material still has as many. */
static void follow(wmi_restore *r, const side *a, const side *b)
{
    uint32_t *now_of = r->followed.now_of, faces = a->mesh->index_count / corners(a->mesh);
    bool same = a->groups == b->groups;
    for (uint32_t g = 0; same && g <= a->groups; g++)
        same = a->first[g] == b->first[g];
    for (uint32_t i = 0; i < faces; i++)
        now_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; same && i < a->first[a->groups]; i++)
        now_of[a->faces[i]] = b->faces[i];
}

/* By vertex of the edited mesh: the vertex of the original that it was, if each material still has
 * as many triangles, or WM_NO_INDEX: then moving did not reorder them. */
static uint32_t *find_vertices(wmi_restore *r, const side *a, const side *b)
{
    uint32_t n = corners(a->mesh);
    bool same = a->groups == b->groups && a->mesh->primitive == b->mesh->primitive;
    uint32_t *of = wmi_arena_raw(&r->scratch, (size_t)b->mesh->vertex_count + 1, sizeof *of);
    for (uint32_t i = 0; of && i < b->mesh->vertex_count; i++)
        of[i] = WM_NO_INDEX;
    for (uint32_t g = 0; same && g <= a->groups; g++)
        same = a->first[g] == b->first[g];
    for (uint32_t i = 0; of && same && i < a->first[a->groups]; i++) {
        const uint32_t *was = a->mesh->indices + (size_t)n * a->faces[i];
        const uint32_t *now = b->mesh->indices + (size_t)n * b->faces[i];
        uint32_t best = 0;
        double least = 0;
        for (uint32_t turn = 0; turn < n; turn++) { /* a triangle may begin with another corner */
            double sum = 0;
            for (uint32_t c = 0; c < n; c++)
                sum += wmi_vec3_distance(a->places[was[c]], b->places[now[(c + turn) % n]]);
            if (turn == 0 || sum < least) {
                best = turn;
                least = sum;
            }
        }
        for (uint32_t c = 0; c < n; c++)
            of[now[(c + best) % n]] = was[c];
    }
    return of;
}

static bool replace(wmi_restore *r, const side *a, const side *b, wm_scene_mesh *to)
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
        parts[p].material = wmi_restore_material(r, parts[p].material,
                                                 g < a->groups ? a->material[g] : WM_NO_INDEX);
    }
    made.parts = parts;
    made.name = a->mesh->name;
    made.extras = a->mesh->extras;
    uint32_t *was = find_vertices(r, a, b);
    if (!was)
        return wmi_restore_no_memory(r);
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
    side a, b;
    if (!open_side(r, &a, r->old, r->old_pose, old) || !find_unkept(r, &a) ||
        !open_side(r, &b, r->now, r->now_pose, now))
        return false;
    wm_scene_mesh *mesh = &r->old->meshes[to->mesh];
    if (b.mesh->index_count < a.mesh->index_count &&
        !(a.droppable = wmi_restore_droppable(a.mesh, &r->scratch)))
        return wmi_restore_no_memory(r);
    if (!wmi_restore_extras(r, &mesh->extras, &r->now->meshes[from->mesh].extras))
        return false;
    if (!wmi_restore_note_links(r, old, mesh))
        return false;
    bool same = same_geometry(r, &a, &b);
    if (same && is_painted(b.mesh) && !a.mesh->colours && !take_colours(r, &a, &b, mesh))
        return false;
    if (same && same_materials(r, &a, &b))
        return true;
    r->changed = true;
    r->result->meshes++;
    if (same)
        return set_materials(r, &a, &b, mesh);
    if (r->followed.triangle && r->followed.node == old)
        follow(r, &a, &b);
    if (!replace(r, &a, &b, mesh))
        return false;
    to->skin = from->skin == WM_NO_INDEX ? WM_NO_INDEX : r->skin_of[from->skin];
    return true;
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
