/* Meshes of a scene as packets of an NWN2 model. A packet has one material, so a visible mesh with
 * several becomes several packets. docs/gltf.md, "NWN2 models". */
#include "base/places.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/words.h"
#include "convert/nwn2/mdb_from_scene.h"
#include "scene/internal.h"

/* A mesh in the game's space. */
typedef struct source {
    const wm_scene_mesh *mesh;
    const wm_scene_node *node;
    const wm_vec3 *positions;
    const wm_vec3 *normals;                              /* NULL: it has none */
    bool flip;                                           /* the winding of triangles */
    const float *uv_w, *binormal, *bone_count, *dropped; /* attributes, or NULL */
    float even_w;    /* the third uv of all vertices, without uv_w */
    uint32_t *bone;  /* of each joint of its skin */
    uint32_t *index; /* of each vertex in the packet that `stamp` names */
    uint32_t *stamp;
    uint32_t *vertices; /* of the packet: vertices of the mesh */
    uint32_t *same;     /* by vertex: the one that is used for it; NULL: each is its own */
    uint32_t groups;    /* packets made so far */
    bool framed;        /* the tangent frames are those of the file that the mesh came from */
} source;

/* Parts of a mesh that become one packet. */
typedef struct group {
    const wm_scene_part *parts;
    uint32_t count;
} group;

/* ---- the source ---- */

static const float *find_attribute(const wm_scene_mesh *m, const char *name, uint32_t width)
{
    for (uint32_t i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].width == width && strcmp(m->attributes[i].name, name) == 0)
            return m->attributes[i].values;
    return NULL;
}

static bool mirrors(const wm_matrix *w)
{
    wmi_vec c[3];
    for (int i = 0; i < 3; i++)
        c[i] = (wmi_vec){(double)w->m[0][i], (double)w->m[1][i], (double)w->m[2][i]};
    return wmi_dot(wmi_cross(c[0], c[1]), c[2]) < 0;
}

/* Does a vertex of a skin hang on no bone? Files of ours may have such vertices. */
static bool is_loose(const wmi_to_mdb *t, const source *s, uint32_t v)
{
    const float *w = s->mesh->weights ? s->mesh->weights[v] : NULL;
    return !t->own && w && s->node->skin != WM_NO_INDEX && w[0] == 0 && w[1] == 0 && w[2] == 0 &&
           w[3] == 0;
}

/* Such vertices hang on the first bone of the skin, at the place that they have at rest. */
static void place_loose(wmi_to_mdb *t, const source *s, wm_vec3 *p, wm_vec3 *d)
{
    const wm_scene_skin *skin =
        s->node->skin == WM_NO_INDEX ? NULL : &t->scene->skins[s->node->skin];
    wm_matrix to;
    if (!skin || skin->joint_count == 0)
        return;
    wmi_matrix_multiply(&to, &t->pose->world[skin->joints[0]], &skin->inverse_bind[0]);
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++)
        if (is_loose(t, s, v)) {
            p[v] = wmi_matrix_point(&to, s->mesh->positions[v]);
            if (s->mesh->normals)
                d[v] = wmi_unit(wmi_matrix_direction(&to, s->mesh->normals[v]));
        }
}

static wm_status place(wmi_to_mdb *t, uint32_t node, source *s)
{
    uint32_t n = s->mesh->vertex_count;
    s->positions = s->mesh->positions;
    s->normals = s->mesh->normals;
    if (t->own)
        return WM_OK;
    wm_vec3 *p = wmi_to_mdb_scratch(t, n, sizeof *p), *d = wmi_to_mdb_scratch(t, n, sizeof *d);
    if (!p || !d)
        return wmi_to_mdb_no_memory(t);
    wm_pose_mesh(t->pose, node, p, d);
    place_loose(t, s, p, d);
    for (uint32_t i = 0; i < n; i++) {
        p[i] = wmi_to_mdb_vector(t->scene, p[i]);
        d[i] = wmi_to_mdb_vector(t->scene, d[i]);
        if (!wmi_finite(p[i]))
            return wmi_fail(t->error, WM_BAD_VALUE, "meshes.positions",
                            "vertex %lu of '%.60s' is not finite", (ul)i, s->node->name);
    }
    s->positions = p;
    s->normals = s->mesh->normals ? d : NULL;
    s->flip =
        t->scene->left_handed != (s->node->skin == WM_NO_INDEX && mirrors(&t->pose->world[node]));
    return WM_OK;
}

/* A mesh of another file has whole frames only if nobody changed it (wm_scene_restore). They are as
 * they were if the normals have the directions that they had. */
static bool is_framed(const wmi_to_mdb *t, const source *s)
{
    const wm_scene_mesh *m = s->mesh;
    if (t->own || !s->binormal || !m->tangents || !s->normals)
        return false;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wmi_vec off = wmi_sub(wmi_vec_of(s->normals[i]), wmi_vec_of(m->normals[i]));
        if (!(wmi_dot(off, off) <= 1e-8))
            return false;
    }
    return true;
}

/* Programs split vertices where normals or materials differ. A walkmesh has neither. One of a
 * template that nobody changed keeps its vertices: it has the order of its triangles. */
static wm_status join_vertices(wmi_to_mdb *t, source *s)
{
    uint32_t n = s->mesh->vertex_count;
    if (t->own || (!t->scene->returned && wm_extras_find(&s->mesh->extras, "order")))
        return WM_OK;
    s->same = wmi_to_mdb_scratch(t, n, sizeof *s->same);
    if (!s->same || !wmi_same_positions(s->positions, n, s->same, &t->arena))
        return wmi_to_mdb_no_memory(t);
    for (uint32_t i = 0; s->dropped && i < n; i++)
        if ((s->dropped[i] > 0.5f) != (s->dropped[s->same[i]] > 0.5f))
            s->same[i] = i;
    return WM_OK;
}

/* "bone_07" is bone 7; other joints count in the order of the skin. */
static uint32_t bone_of(const wm_scene *s, const wm_scene_skin *skin, uint32_t joint)
{
    const char *name = s->nodes[skin->joints[joint]].name;
    uint32_t number = 0;
    if (strncmp(name, "bone_", 5) != 0 || strlen(name) < 6 || strlen(name) > 8)
        return joint;
    for (const char *p = name + 5; *p; p++) {
        if (*p < '0' || *p > '9')
            return joint;
        number = 10 * number + (uint32_t)(*p - '0');
    }
    return number;
}

static wm_status open_source(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_kind kind, source *s)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    const wm_scene_mesh *m = &t->scene->meshes[n->mesh];
    *s = (source){.mesh = m, .node = n};
    s->uv_w = find_attribute(m, "uv_w", 1);
    s->even_w = s->uv_w ? 0 : (float)wmi_extra_number(&m->extras, "uv_w", 0);
    s->binormal = find_attribute(m, "binormal", 3);
    s->bone_count = find_attribute(m, "bone_count", 1);
    s->dropped = find_attribute(m, "dropped", 1);
    s->index = wmi_to_mdb_scratch(t, m->vertex_count, sizeof *s->index);
    s->stamp = wmi_to_mdb_scratch(t, m->vertex_count, sizeof *s->stamp);
    s->vertices = wmi_to_mdb_scratch(t, m->vertex_count, sizeof *s->vertices);
    if (!s->index || !s->stamp || !s->vertices)
        return wmi_to_mdb_no_memory(t);
    if (kind == WM_NWN2_MDB_KIND_SKIN && n->skin != WM_NO_INDEX) {
        const wm_scene_skin *skin = &t->scene->skins[n->skin];
        s->bone = wmi_to_mdb_scratch(t, skin->joint_count, sizeof *s->bone);
        if (!s->bone)
            return wmi_to_mdb_no_memory(t);
        for (uint32_t i = 0; i < skin->joint_count; i++)
            s->bone[i] = bone_of(t->scene, skin, i);
    }
    wm_status status = place(t, node, s);
    s->framed = status == WM_OK && is_framed(t, s);
    if (status == WM_OK && kind == WM_NWN2_MDB_KIND_WALK)
        status = join_vertices(t, s);
    return status;
}

/* ---- vertices ---- */

static wm_vec3 uvw_of(const wmi_to_mdb *t, const source *s, uint32_t v)
{
    wm_vec3 to = {0, 0, s->uv_w ? s->uv_w[v] : s->even_w};
    if (s->mesh->uvs[0]) {
        to.x = s->mesh->uvs[0][v][0];
        to.y = t->scene->v_down ? s->mesh->uvs[0][v][1] : 1 - s->mesh->uvs[0][v][1];
    }
    return to;
}

static wm_vec3 vector3(const float *v)
{
    return (wm_vec3){v[0], v[1], v[2]};
}

static wm_status put_weights(wmi_to_mdb *t, const source *s, uint32_t v,
                             wm_nwn2_mdb_skin_vertex *to)
{
    bool loose = is_loose(t, s, v);
    t->result->weights += loose;
    for (int k = 0; k < 4; k++) {
        uint32_t joint = loose ? 0 : s->mesh->joints[v][k];
        uint32_t bone = s->bone ? s->bone[joint] : joint;
        to->weight[k] = loose && k == 0 ? 1 : s->mesh->weights[v][k];
        if (bone > UINT8_MAX || (!t->own && to->weight[k] > 0 && bone >= WM_NWN2_MDB_BONES))
            return wmi_fail(t->error, WM_LIMIT, "skins.joints",
                            "'%.60s' uses bone %lu; a skin can use only bones 0 to 53",
                            s->node->name, (ul)bone);
        to->bone[k] = (uint8_t)bone;
    }
    to->bone_count = s->bone_count ? s->bone_count[v] : 4;
    return WM_OK;
}

static wm_status put_vertices(wmi_to_mdb *t, const source *s, uint32_t count,
                              const wm_nwn2_mdb_mesh *to)
{
    static const wm_vec3 zero = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = s->vertices[i];
        wm_vec3 position = s->positions[v], normal = s->normals ? s->normals[v] : zero;
        wm_vec3 uvw = uvw_of(t, s, v);
        bool frame = (t->own || s->framed) && s->binormal && s->mesh->tangents;
        wm_vec3 tangent = frame ? vector3(s->mesh->tangents[v]) : zero;
        wm_vec3 binormal = frame ? vector3(s->binormal + 3 * (size_t)v) : zero;
        if (to->vertices) {
            to->vertices[i] = (wm_nwn2_mdb_vertex){position, normal, tangent, binormal, uvw};
        } else if (to->hull_vertices) {
            to->hull_vertices[i] = (wm_nwn2_mdb_hull_vertex){position, normal, uvw};
        } else if (to->skin_vertices) {
            to->skin_vertices[i] = (wm_nwn2_mdb_skin_vertex){.position = position,
                                                             .normal = normal,
                                                             .tangent = tangent,
                                                             .binormal = binormal,
                                                             .uvw = uvw};
            wm_status status = put_weights(t, s, v, &to->skin_vertices[i]);
            if (status != WM_OK)
                return status;
        } else {
            bool dropped = s->dropped ? s->dropped[v] > 0.5f : position.z <= -999999;
            t->result->dropped += dropped;
            to->walk_vertices[i] = position;
            if (dropped)
                to->walk_vertices[i].z = WM_NWN2_MDB_DROPPED;
        }
    }
    return WM_OK;
}

/* ---- triangles ---- */

static uint32_t used_for(const source *s, uint32_t vertex)
{
    return s->same ? s->same[vertex] : vertex;
}

/* Numbers the vertices of a group in the order in which its triangles use them; all vertices of a
 * mesh of ours, or of a mesh that uses them all, in their own order. Returns how many there are. */
static uint32_t number_vertices(wmi_to_mdb *t, source *s, group g)
{
    uint32_t count = 0, n = s->mesh->vertex_count;
    s->groups++;
    for (uint32_t p = 0; !t->own && p < g.count; p++)
        for (uint32_t i = g.parts[p].first; i < g.parts[p].first + g.parts[p].count; i++) {
            uint32_t v = used_for(s, s->mesh->indices[i]);
            if (s->stamp[v] == s->groups)
                continue;
            s->stamp[v] = s->groups;
            s->index[v] = count;
            s->vertices[count++] = v;
        }
    if (!t->own && count < n)
        return count;
    for (count = 0; count < n; count++)
        s->vertices[count] = s->index[count] = count;
    return count;
}

static void put_triangle(const source *s, const uint32_t *from, wm_nwn2_short_triangle *to)
{
    for (int k = 0; k < 3; k++)
        to->vertex[k] = (uint16_t)s->index[used_for(s, from[k && s->flip ? 3 - k : k])];
}

/* Is a triangle of a walkmesh clockwise, seen from above? */
static bool faces_down(const wm_nwn2_mdb_mesh *m, const wm_nwn2_short_triangle *t)
{
    wmi_vec v[3];
    for (int k = 0; k < 3; k++)
        v[k] = wmi_vec_of(m->walk_vertices[t->vertex[k]]);
    return wmi_cross(wmi_sub(v[1], v[0]), wmi_sub(v[2], v[0])).z < 0;
}

static void face_up(wmi_to_mdb *t, const wm_nwn2_mdb_mesh *m, wm_nwn2_short_triangle *triangle)
{
    uint16_t swap = triangle->vertex[1];
    if (t->own || !faces_down(m, triangle))
        return;
    triangle->vertex[1] = triangle->vertex[2];
    triangle->vertex[2] = swap;
    t->result->flipped++;
}

static wm_status is_permutation(wmi_to_mdb *t, const wm_extra *order, bool *is)
{
    bool *seen = wmi_arena_new(&t->arena, (size_t)order->count + 1, sizeof *seen);
    *is = true;
    for (uint32_t i = 0; seen && i < order->count && *is; i++) {
        uint32_t at;
        *is = wmi_extra_u32(order->numbers[i], &at) && at < order->count && !seen[at];
        if (*is)
            seen[at] = true;
    }
    return seen ? WM_OK : wmi_to_mdb_no_memory(t);
}

static wm_status put_triangles(wmi_to_mdb *t, const source *s, group g, wm_nwn2_mdb_mesh *to)
{
    const wm_extra *order = wmi_extra_list(&s->mesh->extras, "order", to->triangle_count);
    const wm_extra *bits =
        t->own ? wmi_extra_list(&s->mesh->extras, "triangle_flags", to->triangle_count) : NULL;
    uint32_t n = 0;
    bool whole = true;
    if (order && !t->own && is_permutation(t, order, &whole) != WM_OK)
        return WM_NO_MEMORY;
    if (!whole)
        order = NULL; /* somebody edited it */
    for (uint32_t p = 0; p < g.count; p++) {
        const wm_scene_part *part = &g.parts[p];
        uint32_t flags = 0;
        if (to->triangle_flags) {
            wm_status status = wmi_to_mdb_surface(t, part->material, &flags);
            if (status != WM_OK)
                return status;
        }
        for (uint32_t i = part->first; i < part->first + part->count; i += 3, n++) {
            uint32_t at = n;
            if (order && (!wmi_extra_u32(order->numbers[n], &at) || at >= to->triangle_count))
                at = n;
            put_triangle(s, s->mesh->indices + i, &to->triangles[at]);
            if (!to->triangle_flags)
                continue;
            to->triangle_flags[at] = flags;
            face_up(t, to, &to->triangles[at]);
        }
    }
    for (uint32_t i = 0; bits && to->triangle_flags && i < to->triangle_count; i++)
        wmi_extra_u32(bits->numbers[i], &to->triangle_flags[i]);
    return WM_OK;
}

/* ---- packets ---- */

static wm_status set_skeleton(wmi_to_mdb *t, const source *s, char field[WM_NWN2_MDB_NAME])
{
    const wm_extra *e = wm_extras_find(&s->node->extras, "skeleton");
    const char *name = t->opts->skeleton;
    if (!name && e && e->texts && e->count == 1)
        name = e->texts[0];
    if (!name && s->node->skin != WM_NO_INDEX)
        name = t->scene->skins[s->node->skin].name;
    return wmi_to_mdb_name(t, name ? name : "", field, "skeleton");
}

/* What the scene does not have. */
static wm_status complete(wmi_to_mdb *t, const source *s, const wm_nwn2_mdb_mesh *to)
{
    uint32_t made;
    bool visible = to->vertices || to->skin_vertices;
    if (to->walk_vertices || t->own)
        return WM_OK;
    t->result->no_uvs += visible && !s->mesh->uvs[0];
    if (!s->normals) {
        t->result->no_normals++;
        if (!wmi_mdb_make_normals(to, true, &t->arena, &made))
            return wmi_to_mdb_no_memory(t);
    }
    t->result->tangents += visible && !s->framed;
    return !visible || s->framed || wmi_mdb_make_tangents(to, &t->arena) ? WM_OK
                                                                         : wmi_to_mdb_no_memory(t);
}

/* Further packets of a mesh are called Body_2, Body_3 and so on. */
static wm_status name_packet(wmi_to_mdb *t, const source *s, char field[WM_NWN2_MDB_NAME])
{
    char text[300];
    size_t n = t->own ? strlen(s->node->name) : wmi_stem_length(s->node->name, 3);
    if (s->groups == 1 || n > 200)
        return wmi_to_mdb_name(t, s->node->name, field, "nodes.name");
    wmi_format(text, sizeof text, "%.*s_%lu", (int)n, s->node->name, (ul)s->groups);
    return wmi_to_mdb_name(t, text, field, "nodes.name");
}

static wm_status add_group(wmi_to_mdb *t, source *s, wm_nwn2_mdb_kind kind, group g)
{
    uint64_t corners = 0;
    for (uint32_t p = 0; p < g.count; p++)
        corners += g.parts[p].count;
    uint32_t vertices = number_vertices(t, s, g);
    if (vertices > WM_NWN2_MDB_VERTICES)
        return wmi_fail(t->error, WM_LIMIT, "meshes.vertices",
                        "'%.60s' needs %s vertices, a packet can have only 65,536: divide the mesh",
                        s->node->name, wmi_number(vertices).text);
    wm_nwn2_mdb_packet *p =
        wm_nwn2_mdb_add_packet(t->mdb, kind, NULL, vertices, (uint32_t)(corners / 3), t->error);
    if (!p)
        return WM_NO_MEMORY;
    uint32_t material = g.count ? g.parts[0].material : WM_NO_INDEX;
    wm_nwn2_mdb_mesh *m = p->mesh;
    t->result->vertices += vertices;
    t->result->triangles += m->triangle_count;
    wm_status status = name_packet(t, s, m->name);
    if (status == WM_OK && kind == WM_NWN2_MDB_KIND_SKIN)
        status = set_skeleton(t, s, m->skeleton);
    if (kind == WM_NWN2_MDB_KIND_WALK)
        wmi_extra_u32(wmi_extra_number(&s->node->extras, "flags", 0), &m->flags);
    else if (status == WM_OK && material != WM_NO_INDEX &&
             (kind <= WM_NWN2_MDB_KIND_SKIN || t->own ||
              wmi_to_mdb_is_known(&t->scene->materials[material])))
        status = wmi_to_mdb_material(t, &t->scene->materials[material], &m->material);
    if (status == WM_OK)
        status = put_vertices(t, s, vertices, m);
    if (status == WM_OK)
        status = put_triangles(t, s, g, m);
    return status == WM_OK ? complete(t, s, m) : status;
}

wm_status wmi_to_mdb_mesh(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_kind kind)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    const wm_scene_mesh *m = &t->scene->meshes[n->mesh];
    const wm_scene_part whole = {0, m->index_count, WM_NO_INDEX};
    bool visible = kind == WM_NWN2_MDB_KIND_RIGD || kind == WM_NWN2_MDB_KIND_SKIN;
    group all = {m->part_count ? m->parts : &whole, m->part_count ? m->part_count : 1};
    source s;
    if (visible && m->joints && n->skin != WM_NO_INDEX && !t->own)
        kind = WM_NWN2_MDB_KIND_SKIN;
    else if (visible && !m->joints)
        kind = WM_NWN2_MDB_KIND_RIGD;
    wm_status status = open_source(t, node, kind, &s);
    if (t->own || !visible)
        return status == WM_OK ? add_group(t, &s, kind, all) : status;
    for (uint32_t p = 0; status == WM_OK && p < all.count; p++)
        if (all.parts[p].count) {
            t->result->split += s.groups > 0;
            status = add_group(t, &s, kind, (group){&all.parts[p], 1});
        }
    return status;
}
