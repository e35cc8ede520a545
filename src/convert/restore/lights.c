/* Lights of an edited scene. Programs drop their range if nobody set one, and convert their
 * strength with a factor that depends on the options of import and export; colours stay. */
#include <math.h>

#include "convert/internal.h"
#include "convert/restore/restore.h"

/* What glTF holds of a light: the colour is at most 1, and the strength has the rest. */
typedef struct shown {
    wm_vec3 colour;
    double most, strength;
} shown;

static float above_zero(float v)
{
    return v > 0 && isfinite(v) ? v : 0;
}

static shown shown_of(const wm_scene_light *l)
{
    wm_vec3 c = {above_zero(l->colour.x), above_zero(l->colour.y), above_zero(l->colour.z)};
    float most = 1;
    most = c.x > most ? c.x : most;
    most = c.y > most ? c.y : most;
    most = c.z > most ? c.z : most;
    return (shown){{c.x / most, c.y / most, c.z / most},
                   (double)most,
                   (double)above_zero(l->multiplier * most)};
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-3 * fabs(b) + 1e-6;
}

/* Blender's options "Lighting Mode" for import and export: watts and candela as in the standard, as
 * some viewers have them, or not converted. Where they differ, all lights have another strength.
 * The factor that most lights have; 1 in doubt. */
double wmi_restore_light_factor(const wmi_restore *r)
{
    static const double sphere = 4 * 3.14159265358979323846, lumens = 683;
    const double factors[] = {1,          1 / lumens,      lumens,         sphere,
                              1 / sphere, lumens / sphere, sphere / lumens};
    double best = 1;
    uint32_t most = 0;
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < r->old->node_count; i++) {
            uint32_t was = r->old->nodes[i].light, node = r->now_of[i];
            uint32_t now = node == WM_NO_INDEX ? WM_NO_INDEX : r->now->nodes[node].light;
            if (was == WM_NO_INDEX || now == WM_NO_INDEX)
                continue;
            double before = shown_of(&r->old->lights[was]).strength;
            count +=
                before > 0 && is_near((double)r->now->lights[now].multiplier, before * factors[k]);
        }
        if (count > most) {
            most = count;
            best = factors[k];
        }
    }
    return best;
}

/* Each of these is what somebody can edit in a program, and stays if nobody did. */
static bool edit(wm_scene_light *to, const wm_scene_light *from, double factor)
{
    const shown was = shown_of(to);
    double strength = (double)from->multiplier / factor;
    bool colour = wmi_vec3_distance(was.colour, from->colour) > 2e-3;
    bool power = !is_near(strength, was.strength);
    bool range = from->radius > 0 && !is_near((double)from->radius, (double)to->radius);
    if (colour)
        to->colour = (wm_vec3){(float)((double)from->colour.x * was.most),
                               (float)((double)from->colour.y * was.most),
                               (float)((double)from->colour.z * was.most)};
    if (power)
        to->multiplier = (float)(strength / was.most);
    if (range)
        to->radius = from->radius;
    return colour || power || range;
}

/* The node of a light that was moved away from this node, which an animation rotates (pairs.c), or
 * NULL. */
static wm_scene_node *find_apart(const wmi_restore *r, const wm_scene_node *from)
{
    for (uint32_t i = 0; r->result->apart && i < r->now->node_count; i++) {
        wm_scene_node *n = &r->now->nodes[i];
        if (n->light != WM_NO_INDEX && r->old_of[i] == WM_NO_INDEX && n->parent != WM_NO_INDEX &&
            &r->now->nodes[n->parent] == from && wmi_is_stem(from->name, n->name))
            return n;
    }
    return NULL;
}

/* It keeps what the program dropped. */
static void take_along(wmi_restore *r, wm_scene_node *from, wm_scene_node *to, double factor)
{
    wm_scene_light light = r->old->lights[from->light];
    if (edit(&light, &r->now->lights[to->light], factor))
        r->result->lights++;
    r->now->lights[to->light] = light;
    to->extras = from->extras;
    to->rest.rotation = (wm_quat){0, 0, 0, 1}; /* lights shine in all directions here */
    from->light = WM_NO_INDEX;
    from->kind = from->kind == WM_NODE_KIND_LIGHT ? WM_NODE_KIND_EMPTY : from->kind;
    r->changed = true;
}

/* A light that somebody put on a node without one, or deleted from a node. A program that exports
 * no light at all was not asked to. */
static void replace(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from)
{
    if (to->light == WM_NO_INDEX) {
        r->old->lights[r->old->light_count] = r->now->lights[from->light];
        to->light = r->old->light_count++;
        to->kind = to->kind == WM_NODE_KIND_EMPTY ? WM_NODE_KIND_LIGHT : to->kind;
    } else if (r->now->light_count == 0) {
        r->result->hidden++;
        return;
    } else {
        to->light = WM_NO_INDEX;
        to->kind = to->kind == WM_NODE_KIND_LIGHT ? WM_NODE_KIND_EMPTY : to->kind;
        wmi_report(r->report, WM_SCENE_LIGHT_MISSING, wmi_nowhere(),
                   "the template has a light on the node '%.64s' that the scene does not have",
                   to->name);
    }
    r->result->lights++;
    r->changed = true;
}

void wmi_restore_light(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from, double factor)
{
    if (to->light == WM_NO_INDEX && from->light == WM_NO_INDEX)
        return;
    if (to->light == WM_NO_INDEX || from->light == WM_NO_INDEX) {
        wm_scene_node *apart = to->light == WM_NO_INDEX ? NULL : find_apart(r, from);
        if (apart)
            take_along(r, to, apart, factor);
        else
            replace(r, to, from);
        return;
    }
    if (!edit(&r->old->lights[to->light], &r->now->lights[from->light], factor))
        return;
    r->result->lights++;
    r->changed = true;
}
