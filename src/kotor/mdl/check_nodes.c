/* Rules for names, textures, animations and controllers. docs/formats/kotor-mdl.md,
 * "Nodes" and "Controllers". */
#include <math.h>

#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "kotor/mdl/check.h"
#include "kotor/mdl/controllers.h"

static int compare_nodes(const void *context, uint32_t a, uint32_t b)
{
    const wm_kotor_mdl *m = context;
    int order = wmi_compare_names(wmi_mdl_node_name(m, &m->tree.nodes[a]),
                                  wmi_mdl_node_name(m, &m->tree.nodes[b]));
    return order ? order : a < b ? -1 : a > b;
}

static void check_doubles(wmi_mdl_checker *c)
{
    const wm_kotor_tree *tree = &c->mdl->tree;
    uint32_t *order = wmi_mdl_check_new(c, tree->count, sizeof *order);
    if (!order || c->mdl->name_count == 0)
        return;
    for (uint32_t i = 0; i < tree->count; i++)
        order[i] = i;
    wmi_sort_by(order, tree->count, compare_nodes, c->mdl);
    for (uint32_t i = 1; i < tree->count; i++) {
        const char *name = wmi_mdl_node_name(c->mdl, &tree->nodes[order[i]]);
        if (wmi_compare_names(name, wmi_mdl_node_name(c->mdl, &tree->nodes[order[i - 1]])) == 0)
            wmi_report(c->report, WM_KOTOR_MDL_NAME_DOUBLED,
                       wmi_mdl_where(c, WM_NO_INDEX, order[i], "name"),
                       "'%s' is also the name of node %lu", name, (ul)order[i - 1]);
    }
}

/* ---- textures ---------------------------------------------------------- */

static void check_texture(wmi_mdl_checker *c, uint32_t node, const char *field, const char *name,
                          size_t room)
{
    enum { MOST = 16 };
    const char *end = memchr(name, 0, room);
    size_t size = end ? (size_t)(end - name) : room;
    size_t stem = wmi_image_stem(name, size);
    if (stem < size)
        wmi_report(c->report, WM_KOTOR_MDL_TEXTURE_ENDING,
                   wmi_mdl_where(c, WM_NO_INDEX, node, field), "'%.*s' ends in %.*s",
                   (int)(size < 64 ? size : 64), name, (int)(size - stem), name + stem);
    else if (size > MOST)
        wmi_report(c->report, WM_KOTOR_MDL_TEXTURE_LONG, wmi_mdl_where(c, WM_NO_INDEX, node, field),
                   "'%.*s' has %zu characters, at most 16 are allowed",
                   (int)(size < 64 ? size : 64), name, size);
}

static void check_textures(wmi_mdl_checker *c)
{
    for (uint32_t i = 0; i < c->mdl->tree.count; i++) {
        const wm_kotor_mdl_node *n = &c->mdl->tree.nodes[i];
        if (n->mesh) {
            check_texture(c, i, "texture[0]", n->mesh->texture[0], WM_KOTOR_NAME_SIZE);
            check_texture(c, i, "texture[1]", n->mesh->texture[1], WM_KOTOR_NAME_SIZE);
        }
        if (n->emitter)
            check_texture(c, i, "texture", n->emitter->texture, WM_KOTOR_NAME_SIZE);
        for (uint32_t k = 0; n->light && k < n->light->texture_count; k++)
            check_texture(c, i, "textures", n->light->textures[k],
                          strlen(n->light->textures[k]) + 1);
    }
}

void wmi_mdl_check_names(wmi_mdl_checker *c)
{
    const wm_kotor_mdl *m = c->mdl;
    check_doubles(c);
    check_textures(c);
    /* Each of the 485 lights and emitters of real models has a parent. */
    uint32_t root = m->tree.count ? m->tree.nodes[0].flags : 0;
    if (root & (WM_KOTOR_NODE_LIGHT | WM_KOTOR_NODE_EMITTER))
        wmi_report(c->report, WM_KOTOR_MDL_NO_PARENT, wmi_mdl_where(c, WM_NO_INDEX, 0, "parent"),
                   "the %s '%s' has no parent", root & WM_KOTOR_NODE_LIGHT ? "light" : "emitter",
                   wmi_mdl_node_name(m, &m->tree.nodes[0]));
    if (c->opts->supermodel_missing)
        wmi_report(c->report, WM_KOTOR_MDL_SUPERMODEL_MISSING,
                   wmi_at(wmi_mdl_offset(c, WMI_MDL_BASE + WMI_MDL_GEOMETRY + 56), "supermodel"),
                   "'%.*s' was not found", WM_KOTOR_NAME_SIZE, m->supermodel);
}

/* ---- controllers ------------------------------------------------------- */

static bool is_finite(float v)
{
    return v - v == 0;
}

static bool is_unit_quat(const float *q)
{
    double sum = 0;
    for (size_t i = 0; i < 4; i++)
        sum += (double)q[i] * (double)q[i];
    return fabs(sqrt(sum) - 1) <= 1e-3;
}

static void check_keys(wmi_mdl_checker *c, uint32_t animation, uint32_t node,
                       const wm_kotor_mdl_node *n, const wm_kotor_controller *k)
{
    uint32_t width = wm_kotor_controller_width(k), backwards = 0, bent = 0, strange = 0;
    bool packed = k->type == WM_KOTOR_CONTROLLER_ORIENTATION && k->columns == 2;
    for (uint32_t r = 0; r < k->rows; r++) {
        const float *time = &n->data[k->time_index + r];
        const float *value = &n->data[k->data_index + (size_t)r * width];
        backwards += r > 0 && time[0] < time[-1];
        strange += !is_finite(*time);
        for (uint32_t i = 0; !packed && i < width; i++)
            strange += !is_finite(value[i]);
        bent +=
            k->type == WM_KOTOR_CONTROLLER_ORIENTATION && k->columns == 4 && !is_unit_quat(value);
    }
    const char *name = wmi_mdl_node_name(c->mdl, n);
    wmi_where where = wmi_mdl_where(c, animation, node, "controllers");
    if (backwards)
        wmi_report(c->report, WM_KOTOR_MDL_KEY_ORDER, where,
                   "%s of controller %lu of '%s' %s earlier than the key before",
                   wmi_part(backwards, k->rows, "key", "keys").text, (ul)k->type, name,
                   wmi_plural(backwards, "is", "are"));
    if (strange)
        wmi_report(c->report, WM_KOTOR_MDL_NOT_FINITE, where,
                   "%s of controller %lu of '%s' %s not finite",
                   wmi_count(strange, "number", "numbers").text, (ul)k->type, name,
                   wmi_plural(strange, "is", "are"));
    else if (bent)
        wmi_report(c->report, WM_KOTOR_MDL_QUATERNION, where, "%s of '%s' %s not have length 1",
                   wmi_part(bent, k->rows, "orientation", "orientations").text, name,
                   wmi_plural(bent, "does", "do"));
}

/* `flags` are those of the geometry node with the same name. */
static void check_node(wmi_mdl_checker *c, uint32_t animation, uint32_t node,
                       const wm_kotor_mdl_node *n, uint32_t flags)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        wmi_where where = wmi_mdl_where(c, animation, node, "controllers");
        if (!wmi_mdl_controller(k->type, flags))
            wmi_report(c->report, WM_KOTOR_MDL_CONTROLLER_UNKNOWN, where,
                       "'%s' has controller %lu, which its node type does not have",
                       wmi_mdl_node_name(c->mdl, n), (ul)k->type);
        if (!wm_kotor_controller_fits(k, n))
            wmi_report(
                c->report, WM_KOTOR_MDL_CONTROLLER_DATA, where,
                "controller %lu of '%s' has %s, times at index %u and values at index %u, but %s",
                (ul)k->type, wmi_mdl_node_name(c->mdl, n), wmi_count(k->rows, "row", "rows").text,
                k->time_index, k->data_index, wmi_only(n->data_count, "number", "numbers").text);
        else
            check_keys(c, animation, node, n, k);
    }
    const float q[4] = {n->orientation.w, n->orientation.x, n->orientation.y, n->orientation.z};
    if (!is_finite(q[0]) || !is_finite(q[1]) || !is_finite(q[2]) || !is_finite(q[3]))
        wmi_report(c->report, WM_KOTOR_MDL_NOT_FINITE,
                   wmi_mdl_where(c, animation, node, "orientation"),
                   "the orientation of '%s' is not finite", wmi_mdl_node_name(c->mdl, n));
    else if (!is_unit_quat(q))
        wmi_report(
            c->report, WM_KOTOR_MDL_QUATERNION, wmi_mdl_where(c, animation, node, "orientation"),
            "the orientation of '%s' is (%g, %g, %g, %g), which does not have length 1",
            wmi_mdl_node_name(c->mdl, n), (double)q[0], (double)q[1], (double)q[2], (double)q[3]);
    if (!wmi_finite(n->position))
        wmi_report(c->report, WM_KOTOR_MDL_NOT_FINITE,
                   wmi_mdl_where(c, animation, node, "position"),
                   "the position of '%s' is not finite", wmi_mdl_node_name(c->mdl, n));
}

void wmi_mdl_check_controllers(wmi_mdl_checker *c)
{
    const wm_kotor_tree *tree = &c->mdl->tree;
    for (uint32_t i = 0; i < tree->count; i++)
        check_node(c, WM_NO_INDEX, i, &tree->nodes[i], tree->nodes[i].flags);
}

/* ---- animations -------------------------------------------------------- */

static void check_root(wmi_mdl_checker *c, uint32_t animation, const uint32_t *order)
{
    const wm_kotor_mdl *m = c->mdl;
    const wm_kotor_animation *a = &m->animations[animation];
    char root[WM_KOTOR_NAME_SIZE + 1] = "";
    memcpy(root, a->root, WM_KOTOR_NAME_SIZE);
    wmi_search search = {.high = m->tree.count};
    while (wmi_search_next(&search))
        wmi_search_narrow(
            &search,
            wmi_compare_names(wmi_mdl_node_name(m, &m->tree.nodes[order[search.at]]), root) < 0);
    uint32_t low = search.low;
    bool found = low < m->tree.count &&
                 wmi_compare_names(wmi_mdl_node_name(m, &m->tree.nodes[order[low]]), root) == 0;
    if (!found && root[0])
        wmi_report(c->report, WM_KOTOR_MDL_ANIM_ROOT,
                   wmi_at(a->offset ? a->offset + 88ull : WM_NO_OFFSET, "animations[%lu].root",
                          (ul)animation),
                   "'%.*s' starts at '%s', which is not a node of the model", WM_KOTOR_NAME_SIZE,
                   a->geometry.name, root);
}

void wmi_mdl_check_animations(wmi_mdl_checker *c)
{
    const wm_kotor_mdl *m = c->mdl;
    uint32_t *flags = wmi_mdl_check_new(c, m->name_count + (size_t)1, sizeof *flags);
    uint32_t *order = wmi_mdl_check_new(c, m->tree.count, sizeof *order);
    if (!flags || !order)
        return;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        order[i] = i;
        if (m->tree.nodes[i].name < m->name_count)
            flags[m->tree.nodes[i].name] |= m->tree.nodes[i].flags | WM_KOTOR_NODE_HEADER;
    }
    wmi_sort_by(order, m->tree.count, compare_nodes, m);
    for (uint32_t a = 0; a < m->animation_count; a++) {
        const wm_kotor_tree *tree = &m->animations[a].tree;
        check_root(c, a, order);
        for (uint32_t i = 0; i < tree->count; i++) {
            const wm_kotor_mdl_node *n = &tree->nodes[i];
            uint32_t of = n->name < m->name_count ? flags[n->name] : 0;
            if (!of)
                wmi_report(c->report, WM_KOTOR_MDL_ANIM_NODE, wmi_mdl_where(c, a, i, "name"),
                           "'%.*s' moves '%s', which is not a node of the model",
                           WM_KOTOR_NAME_SIZE, m->animations[a].geometry.name,
                           wmi_mdl_node_name(m, n));
            check_node(c, a, i, n, of ? of : n->flags);
        }
    }
}
