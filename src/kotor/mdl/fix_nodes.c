/* Repairs of nodes: orientations that do not have length 1, keys out of order, the vertex tables
 * of sabers. */
#include <math.h>

#include "base/sort.h"
#include "kotor/mdl/controllers.h"
#include "kotor/mdl/edit.h"

/* ---- orientations -------------------------------------------------------- */

/* Scales a quaternion to length 1, unless it is as the check wants it or not finite. One without
 * a direction rotates nothing. `w` is the index of the real part. */
static void fix_turn(float q[4], int w)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)q[i] * (double)q[i];
    double length = sqrt(sum);
    if (!isfinite(length) || fabs(length - 1) <= 1e-3)
        return;
    for (int i = 0; i < 4; i++)
        q[i] = length > 0 ? (float)((double)q[i] / length) : i == w ? 1.0f : 0.0f;
}

static void fix_turns(wm_kotor_mdl_node *n)
{
    float turn[4] = {n->orientation.w, n->orientation.x, n->orientation.y, n->orientation.z};
    fix_turn(turn, 0);
    n->orientation = (wm_kotor_quat){.w = turn[0], .x = turn[1], .y = turn[2], .z = turn[3]};
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        if (k->type != WM_KOTOR_CONTROLLER_ORIENTATION || k->columns != 4 ||
            !wm_kotor_controller_fits(k, n))
            continue;
        for (uint32_t r = 0; r < k->rows; r++)
            fix_turn(&n->data[k->data_index + 4 * (size_t)r], 3);
    }
}

/* ---- keys ---------------------------------------------------------------- */

static bool is_sorted(const float *times, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (times[i] < times[i - 1])
            return false;
    return true;
}

/* Keys of the same time keep their order. */
static bool sort_keys(wm_kotor_mdl_node *n, const wm_kotor_controller *k, wmi_arena *scratch)
{
    uint32_t width = wm_kotor_controller_width(k), rows = k->rows;
    float *times = wmi_mdl_floats_at(n, k->time_index);
    float *values = wmi_mdl_floats_at(n, k->data_index);
    for (uint32_t i = 0; i < rows; i++)
        if (!(times[i] - times[i] == 0)) /* not finite: no order is right */
            return true;
    uint64_t *order = wmi_arena_raw(scratch, rows, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, rows, sizeof *spare);
    float *old_times = wmi_arena_raw(scratch, rows, sizeof *old_times);
    float *old_values = wmi_arena_raw(scratch, (size_t)rows * width, sizeof *old_values);
    if (!order || !spare || !old_times || !old_values)
        return false;
    memcpy(old_times, times, rows * sizeof *times);
    memcpy(old_values, values, (size_t)rows * width * sizeof *values);
    for (uint32_t i = 0; i < rows; i++)
        order[i] = (uint64_t)wmi_float_key(times[i]) << 32 | i;
    wmi_sort_high(order, spare, rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t from = (uint32_t)order[i];
        times[i] = old_times[from];
        memcpy(values + (size_t)i * width, old_values + (size_t)from * width,
               width * sizeof *values);
    }
    return true;
}

static bool can_sort(const wm_kotor_mdl_node *n, const wm_kotor_controller *k)
{
    return k->rows && wm_kotor_controller_fits(k, n) &&
           !is_sorted(n->data + k->time_index, k->rows);
}

/* Counts how often each number of a node is used, up to twice. */
static void count_uses(uint8_t *uses, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        uses[i] = uses[i] ? 2 : 1;
}

/* Are all numbers of a controller its own? Otherwise sorting them would spoil another. */
static bool uses_once(const uint8_t *uses, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (uses[i] > 1)
            return false;
    return true;
}

static bool sort_all(wm_kotor_mdl_node *n, wmi_arena *scratch)
{
    uint8_t *uses = wmi_arena_new(scratch, n->data_count, 1);
    bool done = uses != NULL;
    for (uint32_t i = 0; done && i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        if (!wm_kotor_controller_fits(k, n))
            continue;
        count_uses(uses, k->time_index, k->rows);
        count_uses(uses, k->data_index, k->rows * wm_kotor_controller_width(k));
    }
    for (uint32_t i = 0; done && i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        if (can_sort(n, k) && uses_once(uses, k->time_index, k->rows) &&
            uses_once(uses, k->data_index, k->rows * wm_kotor_controller_width(k)))
            done = sort_keys(n, k, scratch);
    }
    return done;
}

static bool fix_keys(wm_kotor_mdl_node *n, const wm_allocator *memory)
{
    bool sorted = true, done = true;
    for (uint32_t i = 0; sorted && i < n->controller_count; i++)
        sorted = !can_sort(n, &n->controllers[i]);
    if (!sorted) {
        wmi_arena scratch;
        wmi_arena_init(&scratch, memory, 0);
        done = sort_all(n, &scratch);
        wmi_arena_free(&scratch);
    }
    return done;
}

static bool fix_tree(wm_kotor_tree *tree, const wmi_node_repairs *r, const wm_allocator *memory)
{
    bool done = true;
    for (uint32_t i = 0; done && i < tree->count; i++) {
        if (r->turns)
            fix_turns(&tree->nodes[i]);
        if (r->keys)
            done = fix_keys(&tree->nodes[i], memory);
    }
    return done;
}

/* ---- sabers -------------------------------------------------------------- */

/* The vertex table repeats the positions of the blades. */
static wm_status fix_saber(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, wm_error *error)
{
    wmi_edit edit;
    if (!mesh || !mesh->saber || mesh->vertices || !mesh->saber->positions)
        return WM_OK;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    wm_vec3 *table = wmi_arena_raw(memory, WM_KOTOR_SABER_VERTICES, sizeof *table);
    if (!table)
        return wmi_arena_fail(memory, error, "vertices");
    wm_status status = wmi_edit_begin(&edit, mdl, error);
    if (status != WM_OK)
        return status;
    memcpy(table, mesh->saber->positions, WM_KOTOR_SABER_VERTICES * sizeof *table);
    mesh->vertices = table;
    mesh->vertex_count = WM_KOTOR_SABER_VERTICES;
    wmi_edit_end(&edit);
    return WM_OK;
}

/* ---- the model ----------------------------------------------------------- */

wm_status wmi_mdl_fix_nodes(wm_kotor_mdl *mdl, const wmi_node_repairs *r, wm_error *error)
{
    const wm_allocator *memory = &wmi_mdl_arena(mdl)->allocator;
    wm_status status = WM_OK;
    bool done = fix_tree(&mdl->tree, r, memory);
    for (uint32_t a = 0; done && a < mdl->animation_count; a++)
        done = fix_tree(&mdl->animations[a].tree, r, memory);
    if (!done)
        return wmi_no_memory(error);
    for (uint32_t i = 0; r->sabers && status == WM_OK && i < mdl->tree.count; i++)
        status = fix_saber(mdl, mdl->tree.nodes[i].mesh, error);
    return status;
}
