/* Gives joints the axes that they had before another program chose new ones. Blender does so on
 * import: a bone points along its y axis, so it rotates the axes of each joint towards the
 * joint's children. A joint with the world transform W then has W * A, where A is a rotation. The
 * transform relative to its parent is A(parent)^-1 * L * A, at rest and in each key.
 *
 * Blender does not keep the rest pose of a bone exactly: it stores the ends of a bone and an angle,
 * and makes 90.0002 degrees to 90. Keys are relative to the rest pose, so that the bone has the
 * same error in each pose. Where the rest pose before is known, the keys are corrected by the
 * difference. It matters for keys that are far away from the rest pose. */
#include <math.h>

#include "convert/restore/restore.h"

/* ---- values ------------------------------------------------------------ */

static const wmi_quat same = {0, 0, 0, 1};

static bool is_same(wmi_quat q)
{
    return q.x == 0 && q.y == 0 && q.z == 0;
}

/* Factors along the axes before. They can only be told apart if axes map to axes. */
static wm_vec3 rotate_scale(wmi_quat q, wm_vec3 s)
{
    if (is_same(q) || (s.x == s.y && s.y == s.z) || !wmi_quat_snap(&q))
        return s;
    wm_vec3 to = s;
    const float from[3] = {s.x, s.y, s.z};
    float *out[3] = {&to.x, &to.y, &to.z};
    for (int k = 0; k < 3; k++) {
        wm_vec3 v = wmi_quat_rotate(q, (wm_vec3){k == 0, k == 1, k == 2});
        *out[fabsf(v.x) > 0.5f ? 0 : fabsf(v.y) > 0.5f ? 1 : 2] = from[k];
    }
    return to;
}

/* up: A of the parent, with the correction after it; own: A of the node. */
static void convert_rotation(wmi_quat up, wmi_quat own, float *v)
{
    wmi_quat q = wmi_quat_multiply(up, wmi_quat_load(v));
    wmi_quat_store(wmi_quat_multiply(q, wmi_quat_back(own)), v);
}

/* The rest pose that a program made of one, and that before. */
typedef struct correction {
    wmi_quat by; /* rotation from the one to the other */
    wm_vec3 from, to;
} correction;

static bool corrects(const correction *c)
{
    return !is_same(c->by) || c->from.x != c->to.x || c->from.y != c->to.y || c->from.z != c->to.z;
}

/* In double precision: a key may be far away. is_offset: of a control point of a curve. */
static wm_vec3 convert_place(wmi_quat up, const correction *fix, wm_vec3 v, bool is_offset)
{
    wmi_quat p = {(double)v.x, (double)v.y, (double)v.z, 0};
    wmi_quat from = {(double)fix->from.x, (double)fix->from.y, (double)fix->from.z, 0};
    wm_vec3 to = fix->to;
    if (is_offset) {
        from = (wmi_quat){0, 0, 0, 0};
        to = (wm_vec3){0, 0, 0};
    }
    p = wmi_quat_multiply(wmi_quat_multiply(up, p), wmi_quat_back(up));
    if (!corrects(fix))
        return (wm_vec3){(float)p.x, (float)p.y, (float)p.z};
    p = (wmi_quat){p.x - from.x, p.y - from.y, p.z - from.z, 0};
    p = wmi_quat_multiply(wmi_quat_multiply(fix->by, p), wmi_quat_back(fix->by));
    return (wm_vec3){(float)(p.x + (double)to.x), (float)(p.y + (double)to.y),
                     (float)(p.z + (double)to.z)};
}

/* up: A of the parent; own: A of the node. */
static void convert_channel(const wm_channel *c, wmi_quat up, wmi_quat own, const correction *fix)
{
    for (size_t i = 0; i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        wm_vec3 p = {v[0], v[1], v[2]};
        if (c->property == WM_PROPERTY_ROTATION) {
            convert_rotation(wmi_quat_multiply(fix->by, up), own, v);
            continue;
        }
        if (c->property == WM_PROPERTY_TRANSLATION)
            p = convert_place(up, fix, p, wmi_is_offset(c, i));
        else
            p = rotate_scale(own, p);
        v[0] = p.x;
        v[1] = p.y;
        v[2] = p.z;
    }
}

static void convert_matrix(wmi_quat own, wm_matrix *m)
{
    for (int c = 0; c < 4; c++) {
        wm_vec3 v = wmi_quat_rotate(own, (wm_vec3){m->m[0][c], m->m[1][c], m->m[2][c]});
        m->m[0][c] = v.x;
        m->m[1][c] = v.y;
        m->m[2][c] = v.z;
    }
}

/* ---- nodes ------------------------------------------------------------- */

/* The numbers before, where a program only rounded them. */
static void keep_bits(wm_transform *t, const wm_transform *rest)
{
    double length = wmi_vec3_distance(rest->translation, (wm_vec3){0, 0, 0});
    if (wmi_vec3_distance(t->translation, rest->translation) <= 1e-4 + 1e-5 * length)
        t->translation = rest->translation;
    if (wmi_quat_distance(wmi_quat_unit(wmi_quat_of(t->rotation)),
                          wmi_quat_unit(wmi_quat_of(rest->rotation))) < 1e-4)
        t->rotation = rest->rotation;
    if (wmi_vec3_distance(t->scale, rest->scale) < 1e-4)
        t->scale = rest->scale;
}

/* The axes of one joint, whose transform is already relative to the axes of its parent before. A
 * joint that was moved but not rotated is recognised too: then its axes map to axes. */
static wmi_quat axes_of(const wm_transform *now, const wm_transform *rest, wmi_axes *axes)
{
    wmi_quat q = wmi_quat_unit(wmi_quat_of(now->rotation));
    wmi_quat a = wmi_quat_multiply(wmi_quat_back(wmi_quat_unit(wmi_quat_of(rest->rotation))), q);
    double length = wmi_vec3_distance(rest->translation, (wm_vec3){0, 0, 0});
    bool there = wmi_vec3_distance(now->translation, rest->translation) < 1e-4 + 1e-4 * length;
    if (!wmi_quat_snap(&a) && !there) {
        axes->other++;
        return same;
    }
    if (is_same(a))
        return same;
    axes->restored++;
    return wmi_quat_unit(a);
}

/* Blender's bones have no scale at rest. It can be put back where nothing depends on it: if it was
 * 0, as that of a lightsaber's blade, and for a node that has neither a mesh nor children. */
static bool scale_was_lost(const wm_scene_node *now, const wm_transform *before, bool alone)
{
    wm_vec3 was = before->scale;
    if (was.x == 0 && was.y == 0 && was.z == 0)
        return true;
    return alone && now->mesh == WM_NO_INDEX &&
           wmi_vec3_distance(now->rest.scale, (wm_vec3){1, 1, 1}) < 1e-4;
}

/* A of the parent. */
static wmi_quat above(const wm_scene *s, const wmi_axes *axes, uint32_t node)
{
    uint32_t parent = s->nodes[node].parent;
    if (parent != WM_NO_INDEX)
        return axes->of[parent];
    return axes->beside && axes->beside[node] ? same : axes->top;
}

/* The axes that the object of a joint has, if its rest pose before is not known. */
static wmi_quat hinted(const wmi_axes *axes, uint32_t node)
{
    wmi_quat a = axes->hint ? axes->hint[node] : wmi_no_hint();
    if (wmi_is_hint(a))
        wmi_quat_snap(&a);
    return a;
}

/* Puts back what a joint was at rest, as far as that is known.
 *
 * alone: it has no children. */
static correction restore_rest(wm_scene_node *n, uint32_t i, const wm_transform *before, bool alone,
                               wmi_axes *axes)
{
    wmi_quat q = wmi_quat_of(n->rest.rotation);
    bool right = axes->right && axes->right[i];
    axes->of[i] = before && !right ? axes_of(&n->rest, before, axes) : hinted(axes, i);
    bool hint = !before && wmi_is_hint(axes->of[i]);
    if (right || (!before && !hint))
        axes->of[i] = same;
    axes->restored += hint;
    wmi_quat made = wmi_quat_multiply(q, wmi_quat_back(axes->of[i]));
    n->rest.rotation = wmi_quat_narrow(
        hint ? wmi_quat_multiply(q, wmi_quat_back(wmi_quat_unit(axes->hint[i]))) : made);
    correction fix = {same, n->rest.translation, n->rest.translation};
    if (before) {
        n->rest.scale = rotate_scale(axes->of[i], n->rest.scale);
        keep_bits(&n->rest, before);
        if (scale_was_lost(n, before, alone))
            n->rest.scale = before->scale;
    }
    fix.to = n->rest.translation;
    wmi_quat now = wmi_quat_unit(wmi_quat_of(n->rest.rotation));
    if (wmi_quat_distance(wmi_quat_unit(made), now) > 1e-7)
        fix.by = wmi_quat_unit(wmi_quat_multiply(now, wmi_quat_back(wmi_quat_unit(made))));
    return fix;
}

static void convert_animations(wm_scene *s, const wmi_axes *axes, const correction *fixes)
{
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t k = 0; k < s->animations[a].channel_count; k++) {
            const wm_channel *c = &s->animations[a].channels[k];
            wmi_quat up = above(s, axes, c->node);
            if (c->property <= WM_PROPERTY_SCALE &&
                !(is_same(up) && is_same(axes->of[c->node]) && !corrects(&fixes[c->node])))
                convert_channel(c, up, axes->of[c->node], &fixes[c->node]);
        }
}

bool wmi_restore_axes(wm_scene *s, const bool *joint, const wm_transform *rest, const bool *known,
                      wmi_arena *scratch, wmi_axes *axes)
{
    correction *fixes = wmi_arena_raw(scratch, s->node_count, sizeof *fixes);
    axes->of = wmi_arena_raw(scratch, s->node_count, sizeof *axes->of);
    bool *parent = wmi_arena_new(scratch, s->node_count, sizeof *parent);
    axes->restored = axes->other = 0;
    if (!axes->of || !fixes || !parent)
        return false;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].parent != WM_NO_INDEX)
            parent[s->nodes[i].parent] = true;
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_scene_node *n = &s->nodes[i];
        wmi_quat up = above(s, axes, i);
        axes->of[i] = same;
        if (!is_same(up)) {
            n->rest.translation = wmi_quat_rotate(up, n->rest.translation);
            n->rest.rotation =
                wmi_quat_narrow(wmi_quat_multiply(up, wmi_quat_of(n->rest.rotation)));
        }
        fixes[i] = (correction){same, n->rest.translation, n->rest.translation};
        if (joint[i])
            fixes[i] = restore_rest(n, i, known[i] ? &rest[i] : NULL, !parent[i], axes);
        else if (known[i])
            keep_bits(&n->rest, &rest[i]);
    }
    convert_animations(s, axes, fixes);
    for (uint32_t k = 0; k < s->skin_count; k++)
        for (uint32_t j = 0; j < s->skins[k].joint_count; j++)
            if (!is_same(axes->of[s->skins[k].joints[j]]))
                convert_matrix(axes->of[s->skins[k].joints[j]], &s->skins[k].inverse_bind[j]);
    return true;
}
