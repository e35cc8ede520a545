/* Moves, rotates, mirrors and scales a model. Mirror and scale go through every node, so that
 * each vertex, bone and key changes by the same map and no node needs a scale of its own. The
 * rotation and the move are those of the root node. Stored values are mapped, not computed
 * again: the inverse transform gives the original values as far as floats allow. */
#include "kotor/mdl/transform.h"

#include "kotor/mdl/controllers.h"
#include "kotor/mdl/edit.h"

/* ---- the map ------------------------------------------------------------- */

static bool is_mirrored(const wmi_mdl_map *m)
{
    return m->flip_x != m->flip_y;
}

wm_vec3 wmi_map_point(const wmi_mdl_map *m, wm_vec3 v)
{
    const double s = m->scale;
    return (wm_vec3){(float)((m->flip_x ? -s : s) * (double)v.x),
                     (float)((m->flip_y ? -s : s) * (double)v.y), (float)(s * (double)v.z)};
}

/* Directions keep their length. */
wm_vec3 wmi_map_direction(const wmi_mdl_map *m, wm_vec3 v)
{
    return (wm_vec3){m->flip_x ? -v.x : v.x, m->flip_y ? -v.y : v.y, v.z};
}

/* A rotation about the mirrored axis: x, y, z, w. */
static void mirror_quat(const wmi_mdl_map *m, float q[4])
{
    if (m->flip_y)
        q[0] = -q[0];
    if (m->flip_x)
        q[1] = -q[1];
    if (is_mirrored(m))
        q[2] = -q[2];
}

wm_kotor_quat wmi_map_quat(const wmi_mdl_map *m, wm_kotor_quat q)
{
    float v[4] = {q.x, q.y, q.z, q.w};
    mirror_quat(m, v);
    return (wm_kotor_quat){v[3], v[0], v[1], v[2]};
}

/* Negates a part of a packed orientation. The largest value is above 1 and has no negative. */
static uint32_t negate_part(uint32_t part, uint32_t most)
{
    return part < most ? most - 1 - part : 0;
}

static uint32_t mirror_packed(const wmi_mdl_map *m, uint32_t word)
{
    uint32_t x = word & 2047, y = word >> 11 & 2047, z = word >> 22;
    x = m->flip_y ? negate_part(x, 2047) : x;
    y = m->flip_x ? negate_part(y, 2047) : y;
    z = is_mirrored(m) ? negate_part(z, 1023) : z;
    return x | y << 11 | z << 22;
}

/* The rotation of the root, before its own. */
static void rotate_quat(const wmi_mdl_map *m, float q[4])
{
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    q[0] = (float)(m->quat_w * x - m->quat_z * y);
    q[1] = (float)(m->quat_w * y + m->quat_z * x);
    q[2] = (float)(m->quat_w * z + m->quat_z * w);
    q[3] = (float)(m->quat_w * w - m->quat_z * z);
}

static wm_vec3 rotate(const wmi_mdl_map *m, wm_vec3 v)
{
    double x = (double)v.x, y = (double)v.y;
    return (wm_vec3){(float)(m->cosine * x - m->sine * y), (float)(m->sine * x + m->cosine * y),
                     v.z};
}

void wmi_map_box(const wmi_mdl_map *m, wm_vec3 *min, wm_vec3 *max)
{
    wm_vec3 a = wmi_map_point(m, *min), b = wmi_map_point(m, *max);
    *min = (wm_vec3){m->flip_x ? b.x : a.x, m->flip_y ? b.y : a.y, a.z};
    *max = (wm_vec3){m->flip_x ? a.x : b.x, m->flip_y ? a.y : b.y, b.z};
}

/* Where the values of a controller are. */
typedef struct spot {
    bool is_root; /* of the model's root node */
    bool at_rest; /* in the geometry: positions are absolute, not relative to the rest pose */
} spot;

/* ---- controllers --------------------------------------------------------- */

static void map_positions(const wmi_mdl_map *m, const spot *root, float *v, uint32_t rows,
                          uint32_t width)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i + 3 <= width; i += 3) {
            float *p = v + (size_t)r * width + i;
            wm_vec3 now = wmi_map_point(m, (wm_vec3){p[0], p[1], p[2]});
            if (root->is_root && m->rotates)
                now = rotate(m, now);
            if (root->is_root && root->at_rest && i == 0) {
                now.x += m->move.x;
                now.y += m->move.y;
                now.z += m->move.z;
            }
            memcpy(p, &now, sizeof now);
        }
}

static void map_orientations(const wmi_mdl_map *m, bool root, float *v, uint32_t rows,
                             uint32_t width, bool packed)
{
    bool rotates = root && m->rotates;
    if (!rotates && !m->flip_x && !m->flip_y)
        return;
    for (uint32_t r = 0; r < rows && packed; r++) {
        uint32_t word;
        float q[4];
        memcpy(&word, v + r, sizeof word);
        word = mirror_packed(m, word);
        wm_kotor_quat_unpack(word, q);
        if (rotates) {
            rotate_quat(m, q);
            word = wm_kotor_quat_pack(q);
        }
        memcpy(v + r, &word, sizeof word);
    }
    for (uint32_t r = 0; r < rows && !packed; r++)
        for (uint32_t i = 0; i + 4 <= width; i += 4) {
            float *q = v + (size_t)r * width + i;
            mirror_quat(m, q);
            if (rotates)
                rotate_quat(m, q);
        }
}

/* Controllers of lights and emitters that hold lengths or speeds. */
static bool is_length(uint32_t type, uint32_t flags)
{
    static const char *const light[] = {"radius", "shadowradius", "verticaldisplacement"};
    static const char *const emitter[] = {"velocity",
                                          "randvel",
                                          "mass",
                                          "grav",
                                          "xsize",
                                          "ysize",
                                          "sizeStart",
                                          "sizeMid",
                                          "sizeEnd",
                                          "sizeStart_y",
                                          "sizeMid_y",
                                          "sizeEnd_y",
                                          "blurlength",
                                          "threshold",
                                          "targetsize",
                                          "p2p_bezier2",
                                          "p2p_bezier3",
                                          "lightningRadius",
                                          "controlptradius",
                                          "tangentlength"};
    const wmi_mdl_controller_info *info = wmi_mdl_controller(type, flags);
    bool of_light = (flags & WM_KOTOR_NODE_LIGHT) != 0;
    const char *const *list = of_light ? light : emitter;
    size_t count = of_light ? sizeof light / sizeof *light : sizeof emitter / sizeof *emitter;
    if (!info || !(flags & (WM_KOTOR_NODE_LIGHT | WM_KOTOR_NODE_EMITTER)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], info->name) == 0)
            return true;
    return false;
}

/* `flags` are those of the geometry node. Controllers of hostile files may share values; each value
 * is then mapped more than once, which is as meaningless as the file. */
static void map_controllers(const wmi_mdl_map *m, wm_kotor_mdl_node *n, uint32_t flags,
                            const spot *root)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        uint32_t width = wm_kotor_controller_width(k);
        if (!wm_kotor_controller_fits(k, n) || !k->rows)
            continue;
        float *v = n->data + k->data_index;
        if (k->type == WM_KOTOR_CONTROLLER_POSITION)
            map_positions(m, root, v, k->rows, width);
        else if (k->type == WM_KOTOR_CONTROLLER_ORIENTATION)
            map_orientations(m, root->is_root, v, k->rows, width, k->columns == 2);
        else if (m->scale != 1 && is_length(k->type, flags))
            for (uint32_t j = 0; j < k->rows * width; j++)
                v[j] = (float)(m->scale * (double)v[j]);
    }
}

/* ---- nodes --------------------------------------------------------------- */

static void map_header(const wmi_mdl_map *m, wm_kotor_mdl_node *n, bool root)
{
    n->position = wmi_map_point(m, n->position);
    n->orientation = wmi_map_quat(m, n->orientation);
    if (!root)
        return;
    if (m->rotates) {
        float q[4] = {n->orientation.x, n->orientation.y, n->orientation.z, n->orientation.w};
        rotate_quat(m, q);
        n->orientation = (wm_kotor_quat){q[3], q[0], q[1], q[2]};
        n->position = rotate(m, n->position);
    }
    n->position.x += m->move.x;
    n->position.y += m->move.y;
    n->position.z += m->move.z;
}

static void map_parts(const wmi_mdl_map *m, wm_kotor_mdl_node *n)
{
    const double s = m->scale;
    if (s != 1 && n->light)
        n->light->flare_radius = (float)(s * (double)n->light->flare_radius);
    if (s != 1 && n->emitter) {
        n->emitter->blast_radius = (float)(s * (double)n->emitter->blast_radius);
        n->emitter->blast_length = (float)(s * (double)n->emitter->blast_length);
    }
    if (n->mesh && wmi_map_changes_meshes(m))
        wmi_map_mesh(m, n->mesh);
}

/* The rows of two meshes may share bytes, which must change only once. */
static wm_status part_rows(wm_kotor_mdl *mdl, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < mdl->tree.count && mdl->mdx_stored; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (mesh && mesh->rows)
            bytes += (uint64_t)mesh->vertex_count * mesh->row_size + 64;
    }
    if (!mdl->mdx_stored)
        return WM_OK;
    if (bytes > SIZE_MAX || !wmi_arena_reserve(memory, (size_t)bytes))
        return wmi_arena_fail(memory, error, "rows");
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (!mesh || !mesh->rows)
            continue;
        size_t size = (size_t)mesh->vertex_count * mesh->row_size;
        uint8_t *rows = wmi_arena_raw(memory, size, 1); /* reserved */
        if (size)
            memcpy(rows, mesh->rows, size);
        mesh->rows = rows;
        mesh->tail = NULL;
        mesh->tail_size = 0;
    }
    mdl->mdx_stored = false;
    return WM_OK;
}

/* ---- the model ----------------------------------------------------------- */

static wm_status make_map(const wm_kotor_transform *t, wmi_mdl_map *m, wm_error *error)
{
    const double pi = 3.14159265358979323846;
    bool unit = t->scale.x == 0 && t->scale.y == 0 && t->scale.z == 0;
    double s = unit ? 1 : (double)t->scale.x;
    if (!unit && (!(s >= 1e-4) || !(s <= 1e4)))
        return wmi_fail(error, WM_BAD_ARGUMENT, "scale",
                        "%g is not allowed: a scale is from 0.0001 to 10000 (flip mirrors)", s);
    if (!unit && (t->scale.y != t->scale.x || t->scale.z != t->scale.x))
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "scale",
                        "the nodes of a model cannot shear, so all axes need the same scale");
    if (!isfinite(t->degrees) || !wmi_finite(t->move))
        return wmi_fail(error, WM_BAD_ARGUMENT, "move", "the rotation or the move is not finite");
    double angle = fmod(t->degrees, 360.0), half = angle * pi / 360;
    *m = (wmi_mdl_map){.flip_x = t->flip_x,
                       .flip_y = t->flip_y,
                       .rotates = angle != 0,
                       .scale = s,
                       .cosine = wmi_cos(2 * half),
                       .sine = wmi_sin(2 * half),
                       .quat_w = wmi_cos(half),
                       .quat_z = wmi_sin(half),
                       .move = t->move};
    if (fmod(angle, 90.0) == 0) { /* multiples of 90 degrees are exact */
        static const int cosine[4] = {1, 0, -1, 0};
        int quarter = ((int)(angle / 90) + 4) % 4;
        m->cosine = cosine[quarter];
        m->sine = cosine[(quarter + 3) % 4];
    }
    return WM_OK;
}

static void map_model_box(const wmi_mdl_map *m, wm_kotor_mdl *mdl)
{
    wmi_map_box(m, &mdl->min, &mdl->max);
    if (m->rotates) {
        wm_vec3 a = rotate(m, mdl->min), b = rotate(m, mdl->max);
        wm_vec3 c = rotate(m, (wm_vec3){mdl->min.x, mdl->max.y, 0});
        wm_vec3 d = rotate(m, (wm_vec3){mdl->max.x, mdl->min.y, 0});
        mdl->min.x = wmi_minf(wmi_minf(a.x, b.x), wmi_minf(c.x, d.x));
        mdl->min.y = wmi_minf(wmi_minf(a.y, b.y), wmi_minf(c.y, d.y));
        mdl->max.x = wmi_maxf(wmi_maxf(a.x, b.x), wmi_maxf(c.x, d.x));
        mdl->max.y = wmi_maxf(wmi_maxf(a.y, b.y), wmi_maxf(c.y, d.y));
    }
    mdl->min = wmi_vec_float(wmi_add(wmi_vec_of(mdl->min), wmi_vec_of(m->move)));
    mdl->max = wmi_vec_float(wmi_add(wmi_vec_of(mdl->max), wmi_vec_of(m->move)));
    mdl->radius = (float)(m->scale * (double)mdl->radius);
    mdl->scale = (float)(m->scale * (double)mdl->scale);
}

/* Flags of the geometry node by name, for the controllers of animations. */
static uint16_t *flags_by_name(const wm_kotor_mdl *mdl, wmi_arena *scratch)
{
    uint16_t *flags = wmi_arena_new(scratch, mdl->name_count, sizeof *flags);
    for (uint32_t i = 0; flags && i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].name < mdl->name_count)
            flags[mdl->tree.nodes[i].name] = mdl->tree.nodes[i].flags;
    return flags;
}

static wm_status missing_rows(const wm_kotor_mdl *mdl, wm_error *error)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (mesh && mesh->row_size && mesh->vertex_count && !mesh->rows)
            return wmi_fail(error, WM_NOT_REPRESENTABLE, "mdx",
                            "the MDX, which holds the vertices, is missing or damaged; without it "
                            "the model can only be moved and rotated");
    }
    return WM_OK;
}

static void map_model(const wmi_mdl_map *m, wm_kotor_mdl *mdl, const uint16_t *flags)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        const spot root = {.is_root = i == 0, .at_rest = true};
        map_header(m, n, i == 0);
        map_controllers(m, n, n->flags, &root);
        map_parts(m, n);
    }
    for (uint32_t a = 0; a < mdl->animation_count; a++)
        for (uint32_t i = 0; i < mdl->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *n = &mdl->animations[a].tree.nodes[i];
            const spot root = {.is_root = mdl->tree.count && n->name == mdl->tree.nodes[0].name};
            map_controllers(m, n, n->name < mdl->name_count ? flags[n->name] : 0, &root);
        }
    map_model_box(m, mdl);
}

wm_status wm_kotor_mdl_transform(wm_kotor_mdl *mdl, const wm_kotor_transform *transform,
                                 wm_error *error)
{
    wmi_mdl_map m;
    wmi_arena scratch;
    wm_status status = make_map(transform, &m, error);
    if (status == WM_OK && wmi_map_changes_meshes(&m))
        status = missing_rows(mdl, error);
    if (status != WM_OK)
        return status;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    const uint16_t *flags = flags_by_name(mdl, &scratch);
    if (!flags)
        status = wmi_arena_fail(&scratch, error, "");
    if (status == WM_OK && wmi_map_changes_meshes(&m))
        status = part_rows(mdl, error);
    if (status == WM_OK) {
        m.packed_rows = mdl->platform == WM_KOTOR_PLATFORM_XBOX;
        map_model(&m, mdl, flags);
        wmi_edit_touch(mdl);
        wmi_mdl_tidy(mdl);
    }
    wmi_arena_free(&scratch);
    return status;
}
