/* Skins of a scene: vertex weights, bone slots, and the inverse bind pose. In the format that
 * is rigid, so scale in the bind pose of other programs is applied to the vertices.
 * docs/formats/kotor-mdl.md, "Skin". */
#include "base/words.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"

static const wm_scene_skin *skin_of(const wmi_to_mdl *t, uint32_t node)
{
    return &t->scene->skins[t->scene->nodes[node].skin];
}

/* Is the joint for vertices without a bone? */
static bool is_none(const wm_scene_skin *skin, uint32_t joint, uint32_t node)
{
    static const wm_matrix unmoved = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    return skin->joints[joint] == node &&
           memcmp(&skin->inverse_bind[joint], &unmoved, sizeof unmoved) == 0;
}

/* Do the joints of the skin have the order of the slots of a model? Those of a skin that nobody
 * edited do. */
static bool has_slots(const wmi_to_mdl *t, const wmi_item *item)
{
    return t->own || (!item->part && wm_extras_find(&wmi_to_mdl_mesh(t, item)->extras, WMI_SLOTS));
}

/* ---- inverse bind ------------------------------------------------------ */

/* From the mesh to a joint with its scale removed, in the space of the scene. */
static void bind_of(const wmi_to_mdl *t, const wm_scene_skin *skin, uint32_t joint,
                    wmi_linear *linear, wmi_vec *move)
{
    const wm_matrix *m = &skin->inverse_bind[joint];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            linear->m[r][c] = (double)m->m[r][c];
    *move = (wmi_vec){(double)m->m[0][3], (double)m->m[1][3], (double)m->m[2][3]};
    if (t->own || skin->joints[joint] == t->skipped)
        return;
    const wmi_place *p = &t->places[skin->joints[joint]];
    *linear = wmi_linear_multiply(&p->excess, linear);
    *move = wmi_linear_apply(&p->excess, *move);
}

bool wmi_to_mdl_stretch(const wmi_to_mdl *t, uint32_t node, wmi_made *made)
{
    const wm_scene_skin *skin = skin_of(t, node);
    wmi_linear linear, rotation;
    wmi_vec move;
    if (skin->joint_count == 0)
        return true;
    bind_of(t, skin, 0, &linear, &move);
    if (!wmi_linear_polar(&linear, &rotation, &made->stretch))
        return false;
    made->plain = wmi_linear_is_unit(&made->stretch);
    return true;
}

/* The rigid bind of a joint, after the stretch. */
static bool rigid_bind(const wmi_to_mdl *t, const wm_scene_skin *skin, uint32_t joint,
                       const wmi_made *made, wmi_linear *rotation, wmi_vec *move)
{
    wmi_linear linear, back, rest;
    bind_of(t, skin, joint, &linear, move);
    if (!made->plain && wmi_linear_inverse(&made->stretch, &back))
        linear = wmi_linear_multiply(&linear, &back);
    return wmi_linear_polar(&linear, rotation, &rest);
}

/* Converts a map from the scene's space to the model's. */
static wm_quat to_model(const wmi_to_mdl *t, const wmi_linear *rotation, wmi_vec move, wm_vec3 *to)
{
    *to = wmi_vec_float(wmi_to_mdl_point(t, move));
    return wmi_to_mdl_quat(t, wmi_quat_narrow(wmi_quat_of_linear(rotation)));
}

/* 1 or -1 for the same rotation. */
static double dot(wm_quat a, wm_kotor_quat b)
{
    return (double)a.w * (double)b.w + (double)a.x * (double)b.x + (double)a.y * (double)b.y +
           (double)a.z * (double)b.z;
}

static uint32_t item_of_joint(const wmi_to_mdl *t, uint32_t node)
{
    uint32_t item = t->item_of[node];
    return item == WM_NO_INDEX ? 0 : item; /* the root that only makes the scene upright */
}

void wmi_to_mdl_binds(const wmi_to_mdl *t, uint32_t number)
{
    const wmi_item *item = &t->items[number];
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, item);
    wm_kotor_skin *skin = t->mdl->tree.nodes[number].mesh->skin;
    if (!m || t->scene->nodes[item->node].skin == WM_NO_INDEX || !skin)
        return;
    const wm_scene_skin *from = skin_of(t, item->node);
    bool slots = has_slots(t, item);
    for (uint32_t j = from->joint_count; j-- > 0;) {
        uint32_t name = t->items[item_of_joint(t, from->joints[j])].name_index;
        wmi_linear rotation;
        wmi_vec move;
        wm_vec3 to;
        if (from->joints[j] == item->node && slots)
            continue; /* for vertices without a bone */
        if (!rigid_bind(t, from, j, &t->made[number], &rotation, &move))
            continue;
        wm_quat q = to_model(t, &rotation, move, &to);
        wm_kotor_quat *old = &skin->q[name];
        float sign = dot(q, *old) < 0 ? -1.0f : 1.0f;
        *old = (wm_kotor_quat){sign * q.w, sign * q.x, sign * q.y, sign * q.z};
        skin->t[name] = to;
    }
}

/* ---- position ---------------------------------------------------------- */

/* The node of a skin has no effect in other programs. Here it is placed where its first bone
 * says, so that the bind pose is the rest pose. Not done if it has child nodes, as they would
 * move with it. */
void wmi_to_mdl_place_skin(wmi_to_mdl *t, uint32_t number)
{
    const wmi_item *item = &t->items[number];
    const wm_scene_skin *skin = skin_of(t, item->node);
    wm_kotor_mdl_node *n = &t->mdl->tree.nodes[number];
    wmi_linear rotation, local;
    wmi_vec move;
    if (item->part || item->has_below || skin->joint_count == 0 || skin->joints[0] == t->skipped ||
        !rigid_bind(t, skin, 0, &t->made[number], &rotation, &move))
        return;
    const wmi_place *bone = &t->places[skin->joints[0]];
    wmi_linear above = wmi_linear_of_quat(bone->quat);
    rotation = wmi_linear_multiply(&above, &rotation);
    move = wmi_add(bone->move, wmi_linear_apply(&above, move));
    uint32_t parent = t->scene->nodes[item->node].parent;
    if (parent != WM_NO_INDEX && parent != t->skipped) {
        wmi_linear outer = wmi_linear_of_quat(t->places[parent].quat);
        wmi_linear back = wmi_linear_transpose(&outer);
        move = wmi_linear_apply(&back, wmi_sub(move, t->places[parent].move));
        local = wmi_linear_multiply(&back, &rotation);
    } else {
        local = rotation;
    }
    wm_vec3 at;
    wm_quat q = to_model(t, &local, move, &at);
    if (fabs(dot(q, n->orientation)) > 1 - 1e-9 && fabsf(at.x - n->position.x) < 1e-4f &&
        fabsf(at.y - n->position.y) < 1e-4f && fabsf(at.z - n->position.z) < 1e-4f)
        return; /* it is already there */
    n->position = at;
    n->orientation = (wm_kotor_quat){q.w, q.x, q.y, q.z};
}

/* ---- weights ----------------------------------------------------------- */

static void own_weights(const wmi_to_mdl *t, const wmi_item *item, const wm_scene_mesh *m,
                        uint32_t v, wmi_source_weights *to)
{
    const wm_scene_skin *skin = skin_of(t, item->node);
    for (int k = 0; k < 4; k++) {
        if (m->weights[v][k] == 0 || is_none(skin, m->joints[v][k], item->node))
            continue;
        uint32_t bone = item_of_joint(t, skin->joints[m->joints[v][k]]);
        to->name[to->count] = (uint16_t)t->items[bone].name_index;
        to->weight[to->count++] = m->weights[v][k];
    }
}

/* Strongest first, no duplicate bones, sum 1. */
static bool repaired_weights(const wmi_to_mdl *t, const wmi_item *item, const wm_scene_mesh *m,
                             uint32_t v, wmi_source_weights *to)
{
    const wm_scene_skin *skin = skin_of(t, item->node);
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        float weight = m->weights[v][k];
        if (!(weight > 0) || !isfinite(weight))
            continue;
        uint32_t bone = item_of_joint(t, skin->joints[m->joints[v][k]]), i = 0;
        uint16_t name = (uint16_t)t->items[bone].name_index;
        while (i < to->count && to->name[i] != name)
            i++;
        to->weight[i] = i < to->count ? to->weight[i] + weight : weight;
        to->name[i] = name;
        to->count += i == to->count;
        sum += (double)weight;
        for (; i > 0 && to->weight[i] > to->weight[i - 1]; i--) {
            float w = to->weight[i];
            uint16_t n = to->name[i];
            to->weight[i] = to->weight[i - 1];
            to->name[i] = to->name[i - 1];
            to->weight[i - 1] = w;
            to->name[i - 1] = n;
        }
    }
    if (to->count == 0) {
        uint32_t bone = item_of_joint(t, skin->joints[m->joints[v][0]]);
        to->name[0] = (uint16_t)t->items[bone].name_index;
        to->weight[0] = 1;
        to->count = 1;
        return true;
    }
    /* a scene that comes back has the sums that it had */
    if (fabs(sum - 1) < (t->scene->returned ? 1e-3 : 2e-6))
        return false;
    for (uint32_t i = 0; i < to->count; i++)
        to->weight[i] = (float)((double)to->weight[i] / sum);
    return fabs(sum - 1) > 1e-3;
}

/* The slots from the file. */
static bool own_slots(wmi_to_mdl *t, uint32_t number)
{
    const wmi_item *item = &t->items[number];
    const wm_scene_skin *skin = skin_of(t, item->node);
    wmi_source_mesh *s = t->sources[number];
    uint16_t *slots = wmi_arena_raw(&t->scratch, skin->joint_count, sizeof *slots);
    if (!slots)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < skin->joint_count; i++)
        slots[i] = is_none(skin, i, item->node)
                       ? 0xFFFF
                       : (uint16_t)t->items[item_of_joint(t, skin->joints[i])].name_index;
    s->slots = slots;
    s->slot_count = skin->joint_count;
    while (s->slot_count && slots[s->slot_count - 1] == 0xFFFF)
        s->slot_count--;
    return true;
}

/* Each skin has a row for each name of the model, so that many small skins would grow with the
 * square of their number. A model of the games has at most a few thousand rows. */
static bool limit_bones(wmi_to_mdl *t, uint32_t vertices)
{
    enum { BONES_BASE = 200000, BONES_FACTOR = 4 };
    t->bones += t->mdl->name_count;
    t->most_bones += BONES_FACTOR * (uint64_t)vertices;
    if (t->bones <= BONES_BASE + t->most_bones)
        return true;
    return wmi_fail(t->error, WM_LIMIT, "skins",
                    "the skins are too many: each has a row for each of the %s names of the model, "
                    "and at most %s rows are allowed for skins of that size",
                    wmi_number(t->mdl->name_count).text,
                    wmi_number(BONES_BASE + t->most_bones).text) == WM_OK;
}

bool wmi_to_mdl_weights(wmi_to_mdl *t, uint32_t number)
{
    const wmi_item *item = &t->items[number];
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, item);
    wmi_source_mesh *s = t->sources[number];
    if (t->scene->nodes[item->node].skin == WM_NO_INDEX || !m->joints)
        return true;
    if (!limit_bones(t, s->vertex_count))
        return false;
    bool slots = has_slots(t, item);
    s->weights = wmi_arena_new(&t->scratch, s->vertex_count, sizeof *s->weights);
    if (!s->weights)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        uint32_t v = t->made[number].vertex[i];
        if (slots)
            own_weights(t, item, m, v, &s->weights[i]);
        else
            t->result->weighted += repaired_weights(t, item, m, v, &s->weights[i]);
    }
    return !slots || own_slots(t, number);
}
