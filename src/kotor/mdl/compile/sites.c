/* The triangles of a model in model space, and the sites where their corners meet.
 * Corners of one mesh meet where their positions are bitwise equal. Corners of different
 * meshes, whose nodes rotate and move them, meet where positions are equal within
 * rounding. docs/formats/kotor-mdl-ascii.md, "Compiling". */
#include "base/sort.h"
#include "base/union_find.h"
#include "kotor/mdl/compile/compile.h"

/* ---- sites of the model ------------------------------------------------ */

/* Stored positions are floats, and those of texts have seven digits. Coordinates of one
 * position may differ by this much, in metres. */
static const double tolerance = 1.5e-4;
static const double cell_size = 16 * 1.5e-4;

/* The cell of a coordinate. *near: is it so close to the next cell that a matching
 * position may be there? */
static uint32_t cell_number(double value, bool shifted, bool *near)
{
    double scaled = value / cell_size, low = floor(scaled);
    double part = scaled - low;
    *near = part < tolerance / cell_size || part > 1 - tolerance / cell_size;
    if (shifted)
        low = floor(scaled + 0.5);
    return low > -2e9 && low < 2e9 ? (uint32_t)(int32_t)low : 0; /* far away: one cell */
}

/* Hashes the cell of a position in a grid that is shifted by half a cell along some
 * axes. Returns false if the position does not need this grid. */
static bool cell_hash(wmi_vec p, unsigned grid, uint32_t *hash)
{
    bool near[3];
    uint64_t h = cell_number(p.x, grid & 1, &near[0]) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29 ^ cell_number(p.y, grid & 2, &near[1])) * 0xBF58476D1CE4E5B9u;
    h = (h ^ h >> 32 ^ cell_number(p.z, grid & 4, &near[2])) * 0x94D049BB133111EBu;
    *hash = (uint32_t)(h >> 32);
    return !((grid & 1 && !near[0]) || (grid & 2 && !near[1]) || (grid & 4 && !near[2]));
}

static bool meet(wmi_vec a, wmi_vec b)
{
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance &&
           fabs(a.z - b.z) <= tolerance;
}

/* Joins positions of different meshes that meet. Two such positions share a cell of the
 * plain grid, or are near a cell border and share a cell of a shifted grid. Within a
 * cell, each is compared with only a few before it, so a file that crowds one cell gets
 * seams. */
static bool join_places(const wmi_vec *places, const uint32_t *mesh, uint32_t count,
                        uint32_t *parent, wmi_arena *scratch)
{
    enum { LOOK_BACK = 16 };
    uint64_t *order = wmi_arena_raw(scratch, count, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, count, sizeof *spare);
    if (!order || !spare)
        return false;
    for (unsigned grid = 0; grid < 8; grid++) {
        uint32_t used = 0, hash;
        for (uint32_t i = 0; i < count; i++)
            if (mesh[i] != WM_NO_INDEX && cell_hash(places[i], grid, &hash))
                order[used++] = (uint64_t)hash << 32 | i;
        wmi_sort_high(order, spare, used);
        for (uint32_t i = 1; i < used; i++)
            for (uint32_t back = 1; back <= LOOK_BACK && back <= i; back++) {
                if (order[i] >> 32 != order[i - back] >> 32)
                    break;
                uint32_t a = (uint32_t)order[i], b = (uint32_t)order[i - back];
                if (mesh[a] != mesh[b] && meet(places[a], places[b]))
                    wmi_union_join(parent, a, b);
            }
    }
    return true;
}

/* Numbers the sites by their lowest vertex. */
static bool find_sites(wmi_shapes *s, wmi_arena *scratch)
{
    uint32_t *lowest = wmi_arena_raw(scratch, s->vertex_count, sizeof *lowest);
    uint32_t *place_of = wmi_arena_raw(scratch, s->vertex_count, sizeof *place_of);
    uint32_t *parent = wmi_arena_raw(scratch, s->vertex_count, sizeof *parent);
    uint32_t *mesh = wmi_arena_raw(scratch, s->vertex_count, sizeof *mesh);
    wmi_vec *places = wmi_arena_raw(scratch, s->vertex_count, sizeof *places);
    s->site = wmi_arena_raw(scratch, s->vertex_count, sizeof *s->site);
    if (!lowest || !place_of || !parent || !mesh || !places || !s->site)
        return false;
    uint32_t count = 0;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        const wmi_mdl_pose *pose = &s->poses[shape->node];
        uint32_t *ids = lowest + shape->first_vertex;
        if (!wmi_same_positions(shape->positions, shape->vertex_count, ids, scratch))
            return false;
        for (uint32_t v = 0; v < shape->vertex_count; v++) {
            uint32_t *place = &place_of[shape->first_vertex + v];
            if (ids[v] != v) {
                *place = place_of[shape->first_vertex + ids[v]];
                continue;
            }
            *place = count;
            parent[count] = count;
            mesh[count] = shape->apart ? WM_NO_INDEX : m;
            places[count++] =
                wmi_add(pose->move, wmi_mdl_rotate(pose, wmi_vec_of(shape->positions[v])));
        }
    }
    if (s->count > 1 && !join_places(places, mesh, count, parent, scratch))
        return false;
    uint32_t *number = lowest; /* no longer needed: reuse it */
    s->site_count = 0;
    for (uint32_t i = 0; i < count; i++)
        number[i] =
            wmi_union_root(parent, i) == i ? s->site_count++ : number[wmi_union_root(parent, i)];
    for (uint32_t v = 0; v < s->vertex_count; v++)
        s->site[v] = number[place_of[v]];
    return true;
}

static bool list_corners(wmi_shapes *s, wmi_arena *scratch)
{
    uint32_t total = 3 * s->face_count;
    s->site_first = wmi_arena_new(scratch, (size_t)s->site_count + 2, sizeof *s->site_first);
    s->site_corners = wmi_arena_raw(scratch, total, sizeof *s->site_corners);
    if (!s->site_first || !s->site_corners)
        return false;
    const uint32_t *vertex = (const uint32_t *)s->corners;
    uint32_t *next = s->site_first + 1; /* filling advances each start to the next */
    for (uint32_t c = 0; c < total; c++)
        next[s->site[vertex[c]] + 1]++;
    for (uint32_t i = 0; i < s->site_count; i++)
        next[i + 1] += next[i];
    for (uint32_t c = 0; c < total; c++)
        s->site_corners[next[s->site[vertex[c]]]++] = c;
    return true;
}

/* ---- from a document or from sources ----------------------------------- */

static bool make_room(const wm_kotor_mdl *mdl, wmi_shapes *s, wmi_arena *scratch)
{
    s->poses = wmi_arena_raw(scratch, mdl->tree.count, sizeof *s->poses);
    s->corners = wmi_arena_raw(scratch, s->face_count, sizeof *s->corners);
    s->frames = wmi_arena_raw(scratch, s->face_count, sizeof *s->frames);
    if (!s->poses || !s->corners || !s->frames)
        return false;
    wmi_mdl_poses(mdl, s->poses);
    return true;
}

/* Sets face f of the shape from its corner indices in the mesh. */
static void add_face(wmi_shapes *s, const wmi_shape *shape, uint32_t f, const uint32_t vertex[3],
                     const float (*uv)[2])
{
    const wmi_mdl_pose *pose = &s->poses[shape->node];
    wm_vec3 position[3];
    for (int k = 0; k < 3; k++) {
        s->corners[shape->first_face + f][k] = shape->first_vertex + vertex[k];
        position[k] = shape->positions[vertex[k]];
    }
    wmi_face_frame frame = wmi_face_frame_of(position, uv);
    frame.cross = wmi_mdl_rotate(pose, frame.cross);
    frame.flat = wmi_mdl_rotate(pose, frame.flat);
    frame.bitangent = wmi_mdl_rotate(pose, frame.bitangent);
    frame.tangent = wmi_mdl_rotate(pose, frame.tangent);
    s->frames[shape->first_face + f] = frame;
}

/* A walkmesh lies on the floor, and a hidden mesh may only cast a shadow. Meshes that
 * are not drawn must not affect the normals of those that are. */
static bool hidden(const wm_kotor_mdl_node *node)
{
    return node->flags & WM_KOTOR_NODE_AABB || (node->mesh && !node->mesh->render);
}

static wmi_shape *add_shape(wmi_shapes *s, const wm_kotor_mdl *mdl, uint32_t node,
                            const wm_vec3 *positions, uint32_t vertex_count, uint32_t face_count)
{
    wmi_shape *shape = &s->list[s->count++];
    *shape = (wmi_shape){.node = node,
                         .apart = hidden(&mdl->tree.nodes[node]),
                         .first_vertex = s->vertex_count,
                         .vertex_count = vertex_count,
                         .first_face = s->face_count,
                         .face_count = face_count,
                         .positions = positions};
    s->vertex_count += vertex_count;
    s->face_count += face_count;
    return shape;
}

static const wm_vec3 *stored_positions(const wm_kotor_mesh *mesh, wmi_arena *scratch)
{
    if (mesh->vertices)
        return mesh->vertices;
    wm_vec3 *positions = wmi_arena_raw(scratch, mesh->vertex_count, sizeof *positions);
    for (uint32_t v = 0; positions && v < mesh->vertex_count; v++)
        if (!wm_kotor_mesh_position(mesh, v, &positions[v]))
            positions[v] = (wm_vec3){0, 0, 0};
    return positions;
}

static void add_stored_faces(wmi_shapes *s, const wmi_shape *shape, const wm_kotor_mesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint16_t *v = mesh->faces[f].vertex;
        uint32_t vertex[3] = {v[0], v[1], v[2]};
        float uv[3][2];
        bool mapped = shape->tangents;
        for (int k = 0; mapped && k < 3; k++)
            mapped = wm_kotor_mesh_uv(mesh, vertex[k], 0, uv[k]);
        add_face(s, shape, f, vertex, mapped ? (const float(*)[2])uv : NULL);
    }
}

bool wmi_shapes_of_mdl(const wm_kotor_mdl *mdl, wmi_shapes *s, wmi_arena *scratch)
{
    *s = (wmi_shapes){.list = wmi_arena_raw(scratch, mdl->tree.count, sizeof *s->list)};
    if (!s->list)
        return false;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (!mesh || mesh->saber || !(mesh->vertices || mesh->rows))
            continue;
        const wm_vec3 *positions = stored_positions(mesh, scratch);
        if (!positions)
            return false;
        wmi_shape *shape = add_shape(s, mdl, i, positions, mesh->vertex_count, mesh->face_count);
        shape->listed = true;
        shape->tangents = mesh->row_flags & WM_KOTOR_MDX_TANGENT;
    }
    if (!make_room(mdl, s, scratch))
        return false;
    for (uint32_t m = 0; m < s->count; m++)
        add_stored_faces(s, &s->list[m], mdl->tree.nodes[s->list[m].node].mesh);
    return find_sites(s, scratch) && list_corners(s, scratch);
}

static void add_source_faces(wmi_shapes *s, const wmi_shape *shape, const wmi_source_mesh *source)
{
    for (uint32_t f = 0; f < source->face_count; f++) {
        const wmi_source_face *face = &source->faces[f];
        float uv[3][2];
        bool mapped = shape->tangents;
        for (int k = 0; mapped && k < 3; k++) {
            uint32_t t = face->uv[0][k];
            mapped = t < source->uv_count[0];
            if (mapped)
                memcpy(uv[k], source->uvs[0][t], sizeof uv[k]);
        }
        add_face(s, shape, f, face->vertex, mapped ? (const float(*)[2])uv : NULL);
    }
}

bool wmi_shapes_of_sources(const wm_kotor_mdl *mdl, wmi_source_mesh *const *sources, wmi_shapes *s,
                           wmi_arena *scratch)
{
    *s = (wmi_shapes){.list = wmi_arena_raw(scratch, mdl->tree.count, sizeof *s->list)};
    if (!s->list)
        return false;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wmi_source_mesh *source = sources[i];
        if (!source || mdl->tree.nodes[i].flags & WM_KOTOR_NODE_SABER)
            continue;
        wmi_shape *shape =
            add_shape(s, mdl, i, source->vertices, source->vertex_count, source->face_count);
        shape->listed = wmi_source_listed(source);
        shape->tangents = source->tangents;
    }
    if (!make_room(mdl, s, scratch))
        return false;
    for (uint32_t m = 0; m < s->count; m++)
        add_source_faces(s, &s->list[m], sources[s->list[m].node]);
    return find_sites(s, scratch) && list_corners(s, scratch);
}
