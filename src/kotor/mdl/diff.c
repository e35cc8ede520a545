/* Semantic differences between two models. Nodes are matched by name; so are animations
 * and their nodes. Data that the game does not read is ignored. */
#include <stdio.h>

#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "kotor/mdl/check.h"
#include "kotor/mdl/diff.h"

typedef struct side {
    const wm_kotor_mdl *mdl;
    const wm_kotor_tree *tree;
    uint32_t *order;   /* nodes sorted by name */
    uint32_t *partner; /* matching node of the other side, or WM_NO_INDEX */
} side;

static const char *name_of(const side *s, uint32_t node)
{
    return wmi_mdl_node_name(s->mdl, &s->tree->nodes[node]);
}

static int compare_nodes(const void *context, uint32_t a, uint32_t b)
{
    int order = wmi_compare_names(name_of(context, a), name_of(context, b));
    return order ? order : a < b ? -1 : a > b;
}

static bool sort_nodes(side *s, wmi_arena *scratch)
{
    s->order = wmi_arena_raw(scratch, s->tree->count, sizeof *s->order);
    s->partner = wmi_arena_raw(scratch, s->tree->count, sizeof *s->partner);
    if (!s->order || !s->partner)
        return false;
    for (uint32_t i = 0; i < s->tree->count; i++) {
        s->order[i] = i;
        s->partner[i] = WM_NO_INDEX;
    }
    wmi_sort_by(s->order, s->tree->count, compare_nodes, s);
    return true;
}

/* Nodes with the same name are matched in order. */
static bool match(side s[2], wmi_arena *scratch)
{
    uint32_t i = 0, k = 0;
    if (!sort_nodes(&s[0], scratch) || !sort_nodes(&s[1], scratch))
        return false;
    while (i < s[0].tree->count && k < s[1].tree->count) {
        uint32_t a = s[0].order[i], b = s[1].order[k];
        int order = wmi_compare_names(name_of(&s[0], a), name_of(&s[1], b));
        if (order == 0) {
            s[0].partner[a] = b;
            s[1].partner[b] = a;
        }
        i += order <= 0;
        k += order >= 0;
    }
    /* Roots have the name of the model. */
    if (s[0].tree->count && s[1].tree->count && s[0].partner[0] == WM_NO_INDEX &&
        s[1].partner[0] == WM_NO_INDEX) {
        s[0].partner[0] = 0;
        s[1].partner[0] = 0;
    }
    return true;
}

/* ---- counting differences ---------------------------------------------- */

typedef enum field {
    REMOVED,
    ADDED,
    PARENT,
    TYPE,
    NUMBER,
    PLACE,
    CONTROLLERS,
    PARTS,
    MESHES, /* the first of WMI_MESH_FIELDS fields */
    FIELDS = MESHES + WMI_MESH_FIELDS
} field;

static const struct {
    const char *name, *one, *many;
} fields[FIELDS] = {
    [REMOVED] = {"nodes", "is gone", "are gone"},
    [ADDED] = {"nodes", "is new", "are new"},
    [PARENT] = {"parent", "has another parent", "have another parent"},
    [TYPE] = {"flags", "has another type", "have another type"},
    [NUMBER] = {"super_node", "has another number", "have another number"},
    [PLACE] = {"position", "is elsewhere", "are elsewhere"},
    [CONTROLLERS] = {"controllers", "has other controllers or keys",
                     "have other controllers or keys"},
    [PARTS] = {"parts", "is another light, emitter or reference",
               "are other lights, emitters or references"},
    [MESHES + WMI_MESH_TEXTURES] = {"texture", "has another texture", "have another texture"},
    [MESHES + WMI_MESH_RENDERING] = {"rendering", "is drawn differently", "are drawn differently"},
    [MESHES + WMI_MESH_VERTICES] = {"vertices", "has other vertices", "have other vertices"},
    [MESHES + WMI_MESH_FACES] = {"faces", "has other faces", "have other faces"},
    [MESHES +
        WMI_MESH_UVS] = {"uvs", "has other texture coordinates", "have other texture coordinates"},
    [MESHES + WMI_MESH_NORMALS] = {"normals", "has normals or tangents more than 0.001 apart",
                                   "have normals or tangents more than 0.001 apart"},
    [MESHES +
        WMI_MESH_SKIN] = {"skin", "has other bones or weights", "have other bones or weights"},
    [MESHES +
        WMI_MESH_CLOTH] = {"dangly", "has other danglymesh values", "have other danglymesh values"},
    [MESHES + WMI_MESH_BLADES] = {"saber", "has other blades", "have other blades"},
    [MESHES + WMI_MESH_TREE] = {"aabbs", "has another AABB tree", "have another AABB tree"},
};

typedef struct tally {
    uint32_t count[FIELDS];
    const char *first[FIELDS];
} tally;

static void note(tally *t, field f, bool differs, const char *name)
{
    if (!differs)
        return;
    if (t->count[f]++ == 0)
        t->first[f] = name;
}

static void print_tally(const tally *t, const char *where, wm_diff *diff)
{
    for (int f = 0; f < FIELDS; f++) {
        if (!t->count[f])
            continue;
        wmi_diff_add(diff, fields[f].name, t->count[f], "%s%s %s%s '%s'",
                     wmi_count(t->count[f], "node", "nodes").text, where,
                     wmi_plural(t->count[f], fields[f].one, fields[f].many), wmi_first(t->count[f]),
                     t->first[f]);
        wmi_diff_about(diff, t->count[f],
                       f == REMOVED ? WM_DIFF_SIDE_FIRST
                       : f == ADDED ? WM_DIFF_SIDE_SECOND
                                    : WM_DIFF_SIDE_BOTH,
                       t->first[f], strlen(t->first[f]));
    }
}

/* ---- nodes ------------------------------------------------------------- */

/* Compares text fields up to their terminator. */
static bool same_text(const char *a, const char *b, size_t size)
{
    return strncmp(a, b, size) == 0;
}

/* A rotation and its negative are the same. */
static bool same_rotation(double tolerance, const float a[4], const float b[4])
{
    const float negative[4] = {-b[0], -b[1], -b[2], -b[3]};
    return wmi_same_floats(tolerance, a, b, 4) ||
           (tolerance > 0 && wmi_same_floats(tolerance, a, negative, 4));
}

/* The values of a controller. Packed rotations are no floats. */
static bool same_values(const wm_kotor_controller *c, const float *a, const float *b,
                        double tolerance)
{
    uint32_t width = wm_kotor_controller_width(c);
    bool rotations = c->type == WM_KOTOR_CONTROLLER_ORIENTATION;
    if (!(tolerance > 0))
        return wmi_same_bytes(a, b, 4u * c->rows * width);
    if (!rotations || (width != 1 && width != 4))
        return wmi_same_floats(tolerance, a, b, (size_t)c->rows * width);
    for (uint32_t r = 0; r < c->rows; r++, a += width, b += width) {
        float x[4], y[4];
        uint32_t packed[2];
        memcpy(packed, a, 4);
        memcpy(packed + 1, b, 4);
        wm_kotor_quat_unpack(packed[0], x);
        wm_kotor_quat_unpack(packed[1], y);
        if (!same_rotation(tolerance, width == 1 ? x : a, width == 1 ? y : b))
            return false;
    }
    return true;
}

static bool same_controller(const wm_kotor_mdl_node *a, const wm_kotor_controller *p,
                            const wm_kotor_mdl_node *b, const wm_kotor_controller *q,
                            double tolerance)
{
    if (p->type != q->type || p->rows != q->rows || p->columns != q->columns)
        return false;
    bool fits = wm_kotor_controller_fits(p, a);
    if (fits != wm_kotor_controller_fits(q, b))
        return false;
    return !fits || !p->rows ||
           (wmi_same_floats(tolerance, a->data + p->time_index, b->data + q->time_index, p->rows) &&
            same_values(p, a->data + p->data_index, b->data + q->data_index, tolerance));
}

/* Finds the controller of b that corresponds to controller `index` of a: same type, same
 * position among those of that type. The order of controllers differs between compilers
 * and has no meaning. */
static const wm_kotor_controller *partner_of(const wm_kotor_mdl_node *a, uint32_t index,
                                             const wm_kotor_mdl_node *b)
{
    uint32_t type = a->controllers[index].type, n = 0;
    if (b->controllers[index].type == type || b->controller_count > 256)
        return &b->controllers[index];
    for (uint32_t i = 0; i < index; i++)
        n += a->controllers[i].type == type;
    for (uint32_t i = 0; i < b->controller_count; i++)
        if (b->controllers[i].type == type && n-- == 0)
            return &b->controllers[i];
    return NULL;
}

static bool same_controllers(const wm_kotor_mdl_node *a, const wm_kotor_mdl_node *b,
                             double tolerance)
{
    if (a->controller_count != b->controller_count)
        return false;
    for (uint32_t i = 0; i < a->controller_count; i++) {
        const wm_kotor_controller *q = partner_of(a, i, b);
        if (!q || !same_controller(a, &a->controllers[i], b, q, tolerance))
            return false;
    }
    return true;
}

static bool same_emitter(const wm_kotor_emitter *a, const wm_kotor_emitter *b, double tolerance)
{
    return wmi_same_floats(tolerance, &a->dead_space, &b->dead_space, 1) &&
           wmi_same_floats(tolerance, &a->blast_radius, &b->blast_radius, 1) &&
           wmi_same_floats(tolerance, &a->blast_length, &b->blast_length, 1) &&
           wmi_same_floats(tolerance, &a->control_point_smoothing, &b->control_point_smoothing,
                           1) &&
           a->branches == b->branches && a->x_grid == b->x_grid && a->y_grid == b->y_grid &&
           a->spawn_type == b->spawn_type && same_text(a->update, b->update, 32) &&
           same_text(a->render, b->render, 32) && same_text(a->blend, b->blend, 32) &&
           same_text(a->texture, b->texture, 32) && same_text(a->chunk, b->chunk, 16) &&
           a->two_sided == b->two_sided && a->loop == b->loop &&
           a->render_order == b->render_order && a->frame_blending == b->frame_blending &&
           same_text(a->depth_texture, b->depth_texture, 32) && a->flags == b->flags;
}

static bool same_light(const wm_kotor_light *a, const wm_kotor_light *b, double tolerance)
{
    bool same = a->priority == b->priority && a->ambient_only == b->ambient_only &&
                a->dynamic_type == b->dynamic_type && a->affect_dynamic == b->affect_dynamic &&
                a->shadow == b->shadow && a->flare == b->flare && a->fading == b->fading &&
                wmi_same_floats(tolerance, &a->flare_radius, &b->flare_radius, 1) &&
                a->size_count == b->size_count && a->position_count == b->position_count &&
                a->colour_count == b->colour_count && a->texture_count == b->texture_count;
    same = same && wmi_same_floats(tolerance, a->sizes, b->sizes, a->size_count) &&
           wmi_same_floats(tolerance, a->positions, b->positions, a->position_count) &&
           wmi_same_floats(tolerance, a->colours, b->colours, 3 * (size_t)a->colour_count);
    for (uint32_t i = 0; same && i < a->texture_count; i++)
        same = strcmp(a->textures[i], b->textures[i]) == 0;
    return same;
}

static bool same_parts(const wm_kotor_mdl_node *a, const wm_kotor_mdl_node *b, double tolerance)
{
    if (a->light && b->light && !same_light(a->light, b->light, tolerance))
        return false;
    if (a->emitter && b->emitter && !same_emitter(a->emitter, b->emitter, tolerance))
        return false;
    return !a->reference || !b->reference ||
           (same_text(a->reference->model, b->reference->model, 32) &&
            a->reference->reattachable == b->reference->reattachable);
}

/* ---- trees ------------------------------------------------------------- */

static void compare_trees(const side s[2], bool geometry, double tolerance, tally *t)
{
    for (uint32_t i = 0; i < s[0].tree->count; i++) {
        const wm_kotor_mdl_node *a = &s[0].tree->nodes[i];
        const char *name = name_of(&s[0], i);
        uint32_t k = s[0].partner[i];
        note(t, REMOVED, k == WM_NO_INDEX, name);
        if (k == WM_NO_INDEX)
            continue;
        const wm_kotor_mdl_node *b = &s[1].tree->nodes[k];
        uint32_t parent = a->parent == WM_NO_INDEX ? WM_NO_INDEX : s[0].partner[a->parent];
        note(t, PARENT, parent != b->parent, name);
        note(t, TYPE, a->flags != b->flags, name);
        note(t, NUMBER, a->super_node != b->super_node, name);
        note(t, PLACE,
             !wmi_same_floats(tolerance, &a->position, &b->position, 3) ||
                 !same_rotation(tolerance, (const float *)&a->orientation,
                                (const float *)&b->orientation),
             name);
        note(t, CONTROLLERS, !same_controllers(a, b, tolerance), name);
        note(t, PARTS, geometry && !same_parts(a, b, tolerance), name);
        unsigned mesh = wmi_mdl_compare_meshes(s[0].mdl, a->mesh, s[1].mdl, b->mesh, tolerance);
        for (int f = 0; f < WMI_MESH_FIELDS; f++)
            note(t, (field)(MESHES + f), mesh >> f & 1, name);
    }
    for (uint32_t i = 0; i < s[1].tree->count; i++)
        note(t, ADDED, s[1].partner[i] == WM_NO_INDEX, name_of(&s[1], i));
}

static wm_status compare_two(const side in[2], bool geometry, const char *where, wm_diff *diff,
                             wm_error *error)
{
    side s[2] = {in[0], in[1]};
    wmi_arena scratch;
    tally t = {{0}, {NULL}};
    wmi_arena_init(&scratch, &wmi_mdl_arena(in[0].mdl)->allocator, 0);
    bool good = match(s, &scratch);
    if (good) {
        compare_trees(s, geometry, diff->tolerance, &t);
        print_tally(&t, where, diff);
    }
    wmi_arena_free(&scratch);
    return good ? WM_OK : wmi_no_memory(error);
}

/* ---- header and animations --------------------------------------------- */

static void compare_headers(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff)
{
    const char *was = wm_kotor_mdl_variant(a), *is = wm_kotor_mdl_variant(b);
    wmi_diff_add(diff, "variant", strcmp(was, is) != 0, "%s instead of %s", is, was);
    wmi_diff_add(diff, "name", !same_text(a->geometry.name, b->geometry.name, 32),
                 "'%.32s' instead of '%.32s'", b->geometry.name, a->geometry.name);
    wmi_diff_add(diff, "supermodel", !same_text(a->supermodel, b->supermodel, 32),
                 "'%.32s' instead of '%.32s'", b->supermodel, a->supermodel);
    wmi_diff_add(diff, "classification", a->classification != b->classification, "%u instead of %u",
                 b->classification, a->classification);
    wmi_diff_add(diff, "subclassification", a->subclassification != b->subclassification,
                 "%u instead of %u", b->subclassification, a->subclassification);
    wmi_diff_add(diff, "scale", !wmi_same_floats(diff->tolerance, &a->scale, &b->scale, 1),
                 "%s instead of %s", wmi_shortest(b->scale).text, wmi_shortest(a->scale).text);
    wmi_diff_add(diff, "fog", a->fog != b->fog, "%u instead of %u", b->fog, a->fog);
    wmi_diff_add(diff, "bounds",
                 !wmi_same_floats(diff->tolerance, &a->min, &b->min, 3) ||
                     !wmi_same_floats(diff->tolerance, &a->max, &b->max, 3) ||
                     !wmi_same_floats(diff->tolerance, &a->radius, &b->radius, 1),
                 "box %s to %s, radius %s", wmi_coordinates(b->min).text,
                 wmi_coordinates(b->max).text, wmi_shortest(b->radius).text);
}

static bool same_events(const wm_kotor_animation *a, const wm_kotor_animation *b, double tolerance)
{
    if (a->event_count != b->event_count)
        return false;
    for (uint32_t i = 0; i < a->event_count; i++)
        if (!wmi_same_floats(tolerance, &a->events[i].time, &b->events[i].time, 1) ||
            !same_text(a->events[i].name, b->events[i].name, 32))
            return false;
    return true;
}

static wm_status compare_animation(const wm_kotor_mdl *a, const wm_kotor_mdl *b, uint32_t i,
                                   uint32_t k, wm_diff *diff, wm_error *error)
{
    const wm_kotor_animation *p = &a->animations[i], *q = &b->animations[k];
    char what[64];
    double tolerance = diff->tolerance;
    bool header = !wmi_same_floats(tolerance, &p->length, &q->length, 1) ||
                  !wmi_same_floats(tolerance, &p->transition, &q->transition, 1) ||
                  !same_text(p->root, q->root, 32) || !same_events(p, q, tolerance);
    wmi_diff_add(diff, "animations", header,
                 "'%.32s' differs in length, transition, root or events", p->geometry.name);
    wmi_format(what, sizeof what, " of animation '%.32s'", p->geometry.name);
    const side s[2] = {{.mdl = a, .tree = &p->tree}, {.mdl = b, .tree = &q->tree}};
    return compare_two(s, false, what, diff, error);
}

static int compare_animation_names(const void *context, uint32_t a, uint32_t b)
{
    const wm_kotor_mdl *m = context;
    int order = strncmp(m->animations[a].geometry.name, m->animations[b].geometry.name, 32);
    return order ? order : a < b ? -1 : a > b;
}

static uint32_t *sort_animations(const wm_kotor_mdl *m, wmi_arena *scratch)
{
    uint32_t *order = wmi_arena_raw(scratch, m->animation_count, sizeof *order);
    for (uint32_t i = 0; order && i < m->animation_count; i++)
        order[i] = i;
    if (order)
        wmi_sort_by(order, m->animation_count, compare_animation_names, m);
    return order;
}

static wm_status compare_animations(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff,
                                    wm_error *error)
{
    wmi_arena scratch;
    wm_status status = WM_OK;
    uint32_t i = 0, k = 0;
    wmi_arena_init(&scratch, &wmi_mdl_arena(a)->allocator, 0);
    const uint32_t *p = sort_animations(a, &scratch), *q = sort_animations(b, &scratch);
    if (!p || !q)
        status = wmi_no_memory(error);
    while (status == WM_OK && (i < a->animation_count || k < b->animation_count)) {
        const char *was = i < a->animation_count ? a->animations[p[i]].geometry.name : NULL;
        const char *is = k < b->animation_count ? b->animations[q[k]].geometry.name : NULL;
        int order = !was ? 1 : !is ? -1 : strncmp(was, is, 32);
        if (order < 0) {
            wmi_diff_add(diff, "animations", 1, "'%.32s' is gone", was);
            wmi_diff_about(diff, 1, WM_DIFF_SIDE_FIRST, was, 32);
        } else if (order > 0) {
            wmi_diff_add(diff, "animations", 1, "'%.32s' is new", is);
            wmi_diff_about(diff, 1, WM_DIFF_SIDE_SECOND, is, 32);
        } else
            status = compare_animation(a, b, p[i], q[k], diff, error);
        i += order <= 0;
        k += order >= 0;
    }
    wmi_arena_free(&scratch);
    return status;
}

wm_status wm_kotor_mdl_diff(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff,
                            wm_error *error)
{
    const side s[2] = {{.mdl = a, .tree = &a->tree}, {.mdl = b, .tree = &b->tree}};
    compare_headers(a, b, diff);
    wm_status status = compare_two(s, true, "", diff, error);
    if (status == WM_OK)
        status = compare_animations(a, b, diff, error);
    if (status == WM_OK && diff->out_of_memory)
        status = wmi_no_memory(error);
    return status;
}
