/* Converts nodes of a scene to bones, entities, footprint and circles of a Black & White 2
 * model. docs/gltf.md, "Black & White 2". */
#include <math.h>

#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "convert/bw2/model_from_scene.h"
#include "convert/internal.h"

enum { BONES_MAX = 256 };

/* ---- bones ------------------------------------------------------------- */

/* The number in "bone_07", the name used by exported models; WM_NO_INDEX for other names. */
static uint32_t told_number(const char *name, uint32_t count)
{
    uint32_t number = 0;
    if (strncmp(name, "bone_", 5) != 0 || name[5] == '\0')
        return WM_NO_INDEX;
    for (const char *p = name + 5; *p; p++) {
        if (*p < '0' || *p > '9' || number > count)
            return WM_NO_INDEX;
        number = 10 * number + (uint32_t)(*p - '0');
    }
    return number < count ? number : WM_NO_INDEX;
}

/* Other programs reorder joints. If the names give all numbers, those are used. */
static wm_status restore_numbers(wmi_to_bw2 *t, uint32_t count)
{
    const wm_scene *s = t->scene;
    bool *taken = wmi_to_bw2_scratch(t, count, sizeof *taken);
    if (!taken)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (t->bone[i] == WM_NO_INDEX)
            continue;
        uint32_t number = told_number(s->nodes[i].name, count);
        if (number == WM_NO_INDEX || taken[number])
            return WM_OK;
        taken[number] = true;
    }
    for (uint32_t i = 0; i < s->node_count; i++)
        if (t->bone[i] != WM_NO_INDEX)
            t->bone[i] = told_number(s->nodes[i].name, count);
    return WM_OK;
}

/* Programs make bones of all nodes that a skin's armature has. Of those that move nothing, the ones
 * with names of bones were bones before, if there are such names. */
static bool was_bone(const wm_scene *s, const wm_scene_node *n, bool named)
{
    if (n->kind != WM_NODE_KIND_BONE || (s->returned && n->mesh != WM_NO_INDEX))
        return false;
    return !s->returned || !named || told_number(n->name, BONES_MAX) != WM_NO_INDEX;
}

/* Joints of all skins in order, then nodes known to be bones. */
static uint32_t number_bones(wmi_to_bw2 *t)
{
    const wm_scene *s = t->scene;
    uint32_t n = 0;
    bool named = false;
    for (uint32_t i = 0; i < s->node_count; i++)
        named = named || told_number(s->nodes[i].name, BONES_MAX) != WM_NO_INDEX;
    for (uint32_t i = 0; i < s->node_count; i++)
        t->bone[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            if (t->bone[s->skins[i].joints[k]] == WM_NO_INDEX)
                t->bone[s->skins[i].joints[k]] = n++;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (t->bone[i] == WM_NO_INDEX && was_bone(s, &s->nodes[i], named))
            t->bone[i] = n++;
    return n;
}

wm_status wmi_to_bw2_fill_bones(wmi_to_bw2 *t)
{
    wm_bw2_model *m = t->model;
    t->bone = wmi_to_bw2_scratch(t, t->scene->node_count, sizeof *t->bone);
    if (!t->bone)
        return wmi_to_bw2_no_memory(t);
    uint32_t count = number_bones(t);
    if (t->skin && count == 0)
        return wmi_fail(t->error, WM_BAD_VALUE, "skins", "the skin has no joints");
    if (!t->skin && !t->own)
        return WM_OK; /* the numbers show which empties are not entities */
    if (count > BONES_MAX)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, "skins", "%s, at most %d are allowed",
                        wmi_count(count, "joint", "joints").text, BONES_MAX);
    m->bones = wmi_to_bw2_alloc(t, count, sizeof *m->bones);
    if (!m->bones || restore_numbers(t, count) != WM_OK)
        return wmi_to_bw2_no_memory(t);
    m->bone_count = count;
    for (uint32_t i = 0; i < t->scene->node_count; i++) {
        bool computed;
        if (t->bone[i] == WM_NO_INDEX)
            continue;
        m->bones[t->bone[i]] = wmi_to_bw2_frame(t, i, &computed);
        t->result->frames += computed;
    }
    return WM_OK;
}

/* ---- entities ---------------------------------------------------------- */

bool wmi_to_bw2_is_outline(const wm_scene_node *n)
{
    return n->role == WM_NODE_ROLE_OUTLINE || wmi_to_bw2_called(n->name, "footprint") ||
           wmi_to_bw2_called(n->name, "circles");
}

/* Empties that only group meshes or joints are not entities. */
static bool *find_groups(wmi_to_bw2 *t)
{
    const wm_scene *s = t->scene;
    bool *group = wmi_to_bw2_scratch(t, s->node_count, sizeof *group);
    for (uint32_t i = s->node_count; group && i-- > 0;) { /* parents come first */
        const wm_scene_node *n = &s->nodes[i];
        group[i] = group[i] || n->mesh != WM_NO_INDEX || t->bone[i] != WM_NO_INDEX;
        if (group[i] && n->parent != WM_NO_INDEX)
            group[n->parent] = true;
    }
    return group;
}

wm_status wmi_to_bw2_fill_entities(wmi_to_bw2 *t)
{
    const wm_scene *s = t->scene;
    wm_bw2_model *m = t->model;
    bool *group = find_groups(t);
    m->entities = wmi_to_bw2_alloc(t, s->node_count, sizeof *m->entities);
    if (!group || !m->entities)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool computed,
            empty = n->kind == WM_NODE_KIND_EMPTY || (s->returned && n->kind == WM_NODE_KIND_BONE);
        if (!empty || group[i] || wmi_to_bw2_is_outline(n) || (!t->own && n->name[0] == '\0'))
            continue;
        wm_bw2_entity *e = &m->entities[m->entity_count++];
        e->frame = wmi_to_bw2_frame(t, i, &computed);
        t->result->frames += computed;
        wm_status status = wmi_to_bw2_name(t, n->name, e->name, sizeof e->name, "entity");
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

/* ---- outlines ---------------------------------------------------------- */

/* The node with that name that has lines, or WM_NO_INDEX. */
static uint32_t find_lines(const wm_scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (wmi_to_bw2_called(s->nodes[i].name, name) && s->nodes[i].mesh != WM_NO_INDEX &&
            s->meshes[s->nodes[i].mesh].primitive == WM_PRIMITIVE_LINES)
            return i;
    return WM_NO_INDEX;
}

static wm_vec3 point_of(const wmi_to_bw2 *t, uint32_t node, uint32_t v)
{
    const wm_matrix *w = &t->pose->world[node];
    wm_vec3 p = t->scene->meshes[t->scene->nodes[node].mesh].positions[v];
    return wmi_to_bw2_vector(t->scene, wmi_to_bw2_unmoved(w) ? p : wmi_matrix_point(w, p));
}

/* Lines as rings: both neighbours of each vertex, WM_NO_INDEX if missing. Returns false if
 * three lines meet. */
static bool link_lines(const wm_scene_mesh *m, uint32_t (*link)[2])
{
    for (uint32_t i = 0; i < m->vertex_count; i++)
        link[i][0] = link[i][1] = WM_NO_INDEX;
    for (uint32_t i = 0; i + 1 < m->index_count; i += 2)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t *to = link[m->indices[i + k]], other = m->indices[i + 1 - k];
            if (to[1] != WM_NO_INDEX)
                return false;
            to[to[0] != WM_NO_INDEX] = other;
        }
    return true;
}

/* The vertices of the ring that starts at `first`, in the direction of its first line.
 * Visited vertices are marked by linking them to themselves. */
static uint32_t walk_ring(uint32_t (*link)[2], uint32_t first, uint32_t *ring)
{
    uint32_t n = 0, at = first, before = WM_NO_INDEX;
    while (at != WM_NO_INDEX && !(link[at][0] == at && link[at][1] == at)) {
        uint32_t next = link[at][0] != before ? link[at][0] : link[at][1];
        ring[n++] = at;
        link[at][0] = link[at][1] = at;
        before = at;
        at = next;
    }
    return n;
}

static double area_of(const wm_vec3 *p, uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        area += (double)a.x * (double)b.z - (double)b.x * (double)a.z;
    }
    return area;
}

/* One ring, counter-clockwise unless the file had it otherwise. */
static wm_status take_footprint(wmi_to_bw2 *t, uint32_t node)
{
    wm_bw2_model *m = t->model;
    const wm_scene_mesh *lines = &t->scene->meshes[t->scene->nodes[node].mesh];
    uint32_t n = lines->vertex_count;
    uint32_t(*link)[2] = wmi_to_bw2_scratch(t, n, sizeof *link);
    uint32_t *ring = wmi_to_bw2_scratch(t, n, sizeof *ring);
    m->footprint = wmi_to_bw2_alloc(t, n, sizeof *m->footprint);
    if (!link || !ring || !m->footprint)
        return wmi_to_bw2_no_memory(t);
    if (!t->own && (n == 0 || !link_lines(lines, link) || walk_ring(link, 0, ring) != n))
        return wmi_fail(t->error, WM_BAD_VALUE, "nodes",
                        "the lines of 'footprint' do not form one ring");
    for (uint32_t i = 0; i < n; i++)
        m->footprint[i] = point_of(t, node, t->own ? i : ring[i]);
    m->footprint_count = n;
    if (!t->own && area_of(m->footprint, n) < 0)
        for (uint32_t i = 0; i < n / 2; i++) {
            wm_vec3 swap = m->footprint[i];
            m->footprint[i] = m->footprint[n - 1 - i];
            m->footprint[n - 1 - i] = swap;
        }
    wmi_bw2_measure_footprint(m);
    return WM_OK;
}

/* ---- circles ----------------------------------------------------------- */

/* Are the rings of the mesh still where the numbers in its extras say? */
static bool circles_stand(const wmi_to_bw2 *t, uint32_t node, const wm_extra *e)
{
    const wm_scene_mesh *lines = &t->scene->meshes[t->scene->nodes[node].mesh];
    uint32_t count = e->count / 3, each = count ? lines->vertex_count / count : 0;
    if (t->own)
        return true;
    if (count == 0 || each < 3 || lines->vertex_count % count != 0)
        return false;
    for (uint32_t i = 0; i < lines->vertex_count; i++) {
        const double *c = e->numbers + 3 * (size_t)(i / each);
        wm_vec3 p = point_of(t, node, i);
        double d = wmi_hypot((double)p.x - c[0], (double)p.z - c[1]);
        if (!(fabs(d - c[2]) <= 1e-3 * (1 + fabs(c[2]))))
            return false;
    }
    return true;
}

static wm_bw2_circle round_ring(const wmi_to_bw2 *t, uint32_t node, const uint32_t *ring,
                                uint32_t count)
{
    double x = 0, z = 0, radius = 0;
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 p = point_of(t, node, ring[i]);
        x += (double)p.x / count;
        z += (double)p.z / count;
    }
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 p = point_of(t, node, ring[i]);
        radius = wmi_max(radius, wmi_hypot((double)p.x - x, (double)p.z - z));
    }
    return (wm_bw2_circle){(float)x, (float)z, (float)radius};
}

/* Each ring is a circle; larger ones come first. */
static wm_status take_rings(wmi_to_bw2 *t, uint32_t node)
{
    wm_bw2_model *m = t->model;
    const wm_scene_mesh *lines = &t->scene->meshes[t->scene->nodes[node].mesh];
    uint32_t n = lines->vertex_count;
    uint32_t(*link)[2] = wmi_to_bw2_scratch(t, n, sizeof *link);
    uint32_t *ring = wmi_to_bw2_scratch(t, n, sizeof *ring);
    wm_bw2_circle *found = wmi_to_bw2_scratch(t, n / 3, sizeof *found);
    uint64_t *order = wmi_to_bw2_scratch(t, 2 * (size_t)(n / 3), sizeof *order);
    m->circles = wmi_to_bw2_alloc(t, n / 3, sizeof *m->circles);
    if (!link || !ring || !found || !order || !m->circles)
        return wmi_to_bw2_no_memory(t);
    if (!link_lines(lines, link))
        return wmi_fail(t->error, WM_BAD_VALUE, "nodes",
                        "the lines of 'circles' do not form rings");
    for (uint32_t i = 0; i < n; i++) {
        uint32_t count = walk_ring(link, i, ring);
        if (count < 3)
            continue;
        found[m->circle_count++] = round_ring(t, node, ring, count);
    }
    for (uint32_t i = 0; i < m->circle_count; i++)
        order[i] = (uint64_t)~wmi_float_key(found[i].radius) << 32 | i;
    wmi_sort_high(order, order + n / 3, m->circle_count);
    for (uint32_t i = 0; i < m->circle_count; i++)
        m->circles[i] = found[(uint32_t)order[i]];
    return WM_OK;
}

static wm_status take_circles(wmi_to_bw2 *t, uint32_t node)
{
    wm_bw2_model *m = t->model;
    const wm_scene_mesh *lines = &t->scene->meshes[t->scene->nodes[node].mesh];
    const wm_extra *e = wmi_extra_list(&lines->extras, "circles", 0);
    if (!e || e->count % 3 != 0 || !circles_stand(t, node, e))
        return take_rings(t, node);
    m->circle_count = e->count / 3;
    m->circles = wmi_to_bw2_alloc(t, m->circle_count, sizeof *m->circles);
    if (!m->circles)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i < m->circle_count; i++) {
        const double *c = e->numbers + 3 * (size_t)i;
        m->circles[i] = (wm_bw2_circle){(float)c[0], (float)c[1], (float)c[2]};
    }
    return WM_OK;
}

/* If a scene of ours lacks an outline, the file lacked it too, unless outlines were not
 * exported. Skins have neither. */
wm_status wmi_to_bw2_fill_outlines(wmi_to_bw2 *t)
{
    uint32_t footprint = find_lines(t->scene, "footprint");
    uint32_t circles = find_lines(t->scene, "circles");
    bool left_out = wmi_extra_number(&t->scene->extras, "no_outlines", 0) != 0;
    bool compute = (!t->own || left_out) && !t->skin;
    wm_status status = WM_OK;
    if (footprint != WM_NO_INDEX) {
        status = take_footprint(t, footprint);
    } else if (compute) {
        t->result->footprint = true;
        status = wmi_bw2_make_footprint(t->model, t->error);
    }
    if (status != WM_OK)
        return status;
    if (circles != WM_NO_INDEX)
        return take_circles(t, circles);
    t->result->circles = compute;
    return compute ? wmi_bw2_make_circles(t->model, t->error) : WM_OK;
}
