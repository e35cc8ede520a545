/* Extras that only the conversion back needs (kotor/mdl_from_scene.c): which controllers a
 * node had and in which order, the nodes of an animation that do not move, offsets that
 * rounding hides. Written only where they differ from the usual. */
#include <math.h>

#include "convert/kotor/mdl_from_scene.h"
#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/compile/source.h"
#include "kotor/mdl/controllers.h"

/* ---- nodes ------------------------------------------------------------- */

static bool has_type(const wm_kotor_mdl_node *n, uint32_t type)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type)
            return true;
    return false;
}

/* Would the conversion back choose the same controllers in the same order? */
static bool usual_controllers(const wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    static const wm_kotor_quat unit = {1, 0, 0, 0};
    uint32_t types[WMI_USUAL];
    float scale = 1;
    bool still = n->position.x == 0 && n->position.y == 0 && n->position.z == 0 &&
                 memcmp(&n->orientation, &unit, sizeof unit) == 0;
    wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_SCALE, 1, &scale);
    uint32_t count = wmi_kotor_usual(n->flags, n == f->mdl->tree.nodes && still, scale != 1, types);
    if (n->controller_count < count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (n->controllers[i].type != types[i])
            return false;
    for (const wmi_mdl_controller_info *c = wmi_mdl_controllers(); c->name; c++) {
        wm_property property;
        wmi_from_kotor_property(c->type, n->flags, &property);
        if (property != WM_PROPERTY_OTHER || wmi_mdl_controller(c->type, n->flags) != c ||
            !has_type(n, c->type))
            continue;
        if (count >= n->controller_count || n->controllers[count].type != c->type)
            return false;
        count++;
    }
    return count == n->controller_count;
}

/* The controller's rotation if its bits differ from the header's, and the header's. */
static void add_orientation(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    const float header[4] = {n->orientation.x, n->orientation.y, n->orientation.z,
                             n->orientation.w};
    float stored[8];
    if (!wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_ORIENTATION, 4, stored) ||
        memcmp(header, stored, sizeof header) == 0)
        return;
    memcpy(stored + 4, header, sizeof header);
    wmi_bag_floats(&f->bag, "orientation", stored, 8);
}

bool wmi_from_kotor_node_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    enum { MOST = 128 };
    if (n->name != (size_t)(n - f->mdl->tree.nodes))
        wmi_bag_number(&f->bag, "name_index", n->name);
    add_orientation(f, n);
    if (n->controller_count <= MOST && !usual_controllers(f, n)) {
        uint32_t types[MOST];
        for (uint32_t i = 0; i < n->controller_count; i++)
            types[i] = n->controllers[i].type;
        wmi_bag_uints(&f->bag, "controllers", types, n->controller_count);
    }
    return true;
}

/* ---- meshes ------------------------------------------------------------ */

/* The text of a field that names nothing, if it is not the usual one. */
static void add_nothing(wmi_from_kotor *f, const char *name, const char field[32],
                        const char *usual)
{
    char text[33] = {0};
    memcpy(text, field, 32);
    if (wmi_from_kotor_nothing(field, 32) && strcmp(text, usual) != 0)
        wmi_bag_text(&f->bag, name, text, 32);
}

/* Boxes and planes that do not follow exactly from the triangles, because compilers round them. */
static bool add_boxes(wmi_from_kotor *f, const wm_kotor_mesh *m, wm_kotor_mdl_aabb *made)
{
    uint32_t count = m->aabb_count;
    bool boxes = false, planes = false;
    float *list = wmi_arena_raw(&f->scratch, 6 * (size_t)count, sizeof *list);
    uint32_t *sides = wmi_arena_raw(&f->scratch, count, sizeof *sides);
    if (!list || !sides)
        return wmi_from_kotor_no_memory(f);
    wm_vec3 *positions = wmi_arena_new(&f->scratch, m->vertex_count, sizeof *positions);
    if (!positions)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t v = 0; v < m->vertex_count; v++)
        wm_kotor_mesh_position(m, v, &positions[v]);
    wmi_mdl_tree_boxes(m->faces, positions, made, count);
    for (uint32_t i = 0; i < count; i++) {
        const float box[6] = {m->aabbs[i].min.x, m->aabbs[i].min.y, m->aabbs[i].min.z,
                              m->aabbs[i].max.x, m->aabbs[i].max.y, m->aabbs[i].max.z};
        boxes =
            boxes || memcmp(&made[i].min, box, 12) != 0 || memcmp(&made[i].max, box + 3, 12) != 0;
        memcpy(list + 6 * (size_t)i, box, sizeof box);
        made[i].min = m->aabbs[i].min;
        made[i].max = m->aabbs[i].max;
    }
    wmi_mdl_tree_planes(made, count);
    for (uint32_t i = 0; i < count; i++) {
        planes = planes || made[i].plane != m->aabbs[i].plane;
        sides[i] = m->aabbs[i].plane;
    }
    if (boxes)
        wmi_bag_floats(&f->bag, "aabb_boxes", list, 6 * count);
    if (planes)
        wmi_bag_uints(&f->bag, "aabb_planes", sides, count);
    return true;
}

/* The tree of a walkmesh: the faces in pre-order, -1 for inner nodes. */
static bool add_tree(wmi_from_kotor *f, const wm_kotor_mesh *m)
{
    uint32_t count = m->aabb_count;
    wm_kotor_mdl_aabb *bare = wmi_arena_new(&f->scratch, count, sizeof *bare);
    uint32_t *stack = wmi_arena_raw(&f->scratch, count, sizeof *stack);
    double *faces = wmi_arena_raw(&f->scratch, count, sizeof *faces);
    if (!bare || !stack || !faces)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++) {
        bare[i].face = m->aabbs[i].face;
        faces[i] = m->aabbs[i].face;
        if (bare[i].face >= 0 && (uint32_t)bare[i].face >= m->face_count)
            return true;
    }
    if (count > UINT32_MAX / 6 || !wmi_mdl_tree_links(bare, count, stack))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (bare[i].left != m->aabbs[i].left || bare[i].right != m->aabbs[i].right)
            return true;
    wmi_bag_numbers(&f->bag, "aabb", faces, count);
    return add_boxes(f, m, bare);
}

/* Some compilers give a saber the vertex table that other meshes have. */
static void add_table(wmi_from_kotor *f, const wm_kotor_mesh *m)
{
    size_t size = WM_KOTOR_SABER_VERTICES * sizeof *m->vertices;
    if (!m->saber || !m->vertices || m->vertex_count != WM_KOTOR_SABER_VERTICES)
        return;
    if (m->saber->positions && memcmp(m->vertices, m->saber->positions, size) == 0)
        wmi_bag_number(&f->bag, "vertex_table", 1);
    else
        wmi_bag_floats(&f->bag, "vertex_table", &m->vertices[0].x, 3 * WM_KOTOR_SABER_VERTICES);
}

bool wmi_from_kotor_mesh_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    const wm_kotor_mesh *m = n->mesh;
    if (!(n->flags & WM_KOTOR_NODE_AABB) || m->saber) { /* a walkmesh has them anyway */
        add_nothing(f, "bitmap", m->texture[0], "NULL");
        add_nothing(f, "bitmap2", m->texture[1], "");
    }
    wmi_bag_vec3(&f->bag, "bmin", m->min);
    wmi_bag_vec3(&f->bag, "bmax", m->max);
    wmi_bag_vec3(&f->bag, "average", m->average);
    wmi_bag_number(&f->bag, "radius", (double)m->radius);
    add_table(f, m);
    return m->aabb_count == 0 || add_tree(f, m);
}

/* ---- animations -------------------------------------------------------- */

/* The scene node that a node of the animation refers to. */
static uint32_t node_of(const wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    return n->name < f->mdl->name_count ? f->node_of_name[n->name] : WM_NO_INDEX;
}

/* The nodes of the animation, unless they are just those that move and their ancestors. */
static bool add_nodes(wmi_from_kotor *f, const wm_kotor_animation *from,
                      const wm_scene_animation *to)
{
    uint32_t count = f->scene->node_count, next = 0;
    bool *wanted = wmi_arena_new(&f->scratch, count, sizeof *wanted);
    uint32_t *list = wmi_arena_raw(&f->scratch, from->tree.count, sizeof *list);
    bool usual = true;
    if (!wanted || !list)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < to->channel_count; i++)
        for (uint32_t at = to->channels[i].node; at != WM_NO_INDEX && !wanted[at];
             at = f->scene->nodes[at].parent)
            wanted[at] = true;
    if (count)
        wanted[0] = true;
    for (uint32_t i = 0; i < from->tree.count; i++) {
        list[i] = node_of(f, &from->tree.nodes[i]);
        if (list[i] == WM_NO_INDEX)
            return true;
        while (next < count && !wanted[next])
            next++;
        usual = usual && list[i] == next++;
    }
    while (next < count && !wanted[next])
        next++;
    if (!usual || next < count)
        wmi_bag_uints(&f->bag, "nodes", list, from->tree.count);
    return true;
}

static const wm_kotor_controller *find_controller(const wm_kotor_mdl_node *n, uint32_t type)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type && n->controllers[i].rows &&
            wm_kotor_controller_fits(&n->controllers[i], n))
            return &n->controllers[i];
    return NULL;
}

/* Offsets that cannot be computed from a key and the rest position: node, value index,
 * offset. Only counts them if `to` is NULL. */
static uint32_t hidden_offsets(const wmi_from_kotor *f, const wm_kotor_mdl_node *n,
                               const wm_channel *c, double *to)
{
    const wm_kotor_controller *k = find_controller(n, WM_KOTOR_CONTROLLER_POSITION);
    wm_vec3 rest = f->scene->nodes[c->node].rest.translation;
    const float base[3] = {rest.x, rest.y, rest.z};
    uint32_t stride = c->interpolation == WM_INTERPOLATION_BEZIER ? 9 : 3, found = 0;
    if (!k || k->rows != c->count || wm_kotor_controller_width(k) != stride ||
        memcmp(c->times, n->data + k->time_index, c->count * sizeof *c->times) != 0)
        return 0;
    for (uint32_t i = 0; i < c->count * stride; i++) {
        float offset = n->data[k->data_index + i];
        if (i % stride > 2)
            continue;
        float back = (float)((double)c->values[i] - (double)base[i % stride]);
        if (memcmp(&back, &offset, sizeof back) == 0 || !isfinite(offset))
            continue;
        if (to) {
            to[3 * found] = c->node;
            to[3 * found + 1] = i;
            to[3 * found + 2] = (double)offset;
        }
        found++;
    }
    return found;
}

static bool add_offsets(wmi_from_kotor *f, const wm_kotor_animation *from,
                        const wm_scene_animation *to)
{
    uint32_t *channel_of = wmi_arena_raw(&f->scratch, f->scene->node_count, sizeof *channel_of);
    double *numbers = NULL;
    if (!channel_of)
        return wmi_from_kotor_no_memory(f);
    for (int pass = 0; pass < 2; pass++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < f->scene->node_count; i++)
            channel_of[i] = WM_NO_INDEX;
        for (uint32_t i = 0; i < to->channel_count; i++)
            if (to->channels[i].property == WM_PROPERTY_TRANSLATION)
                channel_of[to->channels[i].node] = i;
        for (uint32_t i = 0; i < from->tree.count; i++) {
            uint32_t node = node_of(f, &from->tree.nodes[i]);
            if (node == WM_NO_INDEX || channel_of[node] == WM_NO_INDEX)
                continue;
            found += hidden_offsets(f, &from->tree.nodes[i], &to->channels[channel_of[node]],
                                    numbers ? numbers + 3 * (size_t)found : NULL);
            channel_of[node] = WM_NO_INDEX; /* a second node with that name is ignored */
        }
        if (!found || found > UINT32_MAX / 3)
            return true;
        if (numbers) {
            wmi_bag_numbers(&f->bag, "offsets", numbers, 3 * found);
            return true;
        }
        numbers = wmi_arena_raw(&f->scratch, 3 * (size_t)found, sizeof *numbers);
        if (!numbers)
            return wmi_from_kotor_no_memory(f);
    }
    return true;
}

/* Rotations that are not packed in a model that packs them. */
static bool add_unpacked(wmi_from_kotor *f, const wm_kotor_animation *from)
{
    uint32_t *list = wmi_arena_raw(&f->scratch, from->tree.count, sizeof *list), count = 0;
    if (!list)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < from->tree.count; i++) {
        const wm_kotor_controller *k =
            find_controller(&from->tree.nodes[i], WM_KOTOR_CONTROLLER_ORIENTATION);
        uint32_t node = node_of(f, &from->tree.nodes[i]);
        if (k && k->columns == 4 && node != WM_NO_INDEX)
            list[count++] = node;
    }
    if (count)
        wmi_bag_uints(&f->bag, "unpacked", list, count);
    return true;
}

bool wmi_from_kotor_packs(const wm_kotor_mdl *mdl)
{
    for (uint32_t a = 0; a < mdl->animation_count; a++)
        for (uint32_t i = 0; i < mdl->animations[a].tree.count; i++) {
            const wm_kotor_controller *k =
                find_controller(&mdl->animations[a].tree.nodes[i], WM_KOTOR_CONTROLLER_ORIENTATION);
            if (k && k->columns == 2)
                return true;
        }
    return false;
}

bool wmi_from_kotor_animation_back(wmi_from_kotor *f, const wm_kotor_animation *from,
                                   const wm_scene_animation *to)
{
    return add_nodes(f, from, to) && add_offsets(f, from, to) &&
           (!f->packs || add_unpacked(f, from));
}
