/* Mirrors and scales a mesh: vertices, rows, faces, bounds, bones, cloth, blades and the AABB
 * tree. */
#include "kotor/mdl/transform.h"

/* ---- rows ---------------------------------------------------------------- */

static void map_vectors(const wmi_mdl_map *m, wm_vec3 *v, uint32_t count)
{
    for (uint32_t i = 0; v && i < count; i++)
        v[i] = wmi_map_point(m, v[i]);
}

/* What becomes of a vector of a row. */
typedef enum role { POINT, DIRECTION, AGAINST /* a direction that is then reversed */ } role;

static void map_row_vector(const wmi_mdl_map *m, uint8_t *p, role r)
{
    wm_vec3 v;
    wmi_load32(&v, p, 3);
    v = r == POINT ? wmi_map_point(m, v) : wmi_map_direction(m, v);
    if (r == AGAINST)
        v = (wm_vec3){-v.x, -v.y, -v.z};
    wmi_store32(p, &v, 3);
}

/* Negates the signed fields of a direction in one word: 11, 11 and 10 bits, where a negative value
 * is stored as value + 2047 or 1023. */
static void map_packed(const wmi_mdl_map *m, uint8_t *p, role r)
{
    uint32_t v = wmi_le32(p), x = v & 2047, y = v >> 11 & 2047, z = v >> 22;
    bool against = r == AGAINST;
    if (m->flip_x != against && x)
        x = 2047 - x;
    if (m->flip_y != against && y)
        y = 2047 - y;
    if (against && z)
        z = 1023 - z;
    wmi_put32(p, x | y << 11 | z << 22);
}

/* The vector of a row at an offset, if the row has it. */
static void map_row_field(const wmi_mdl_map *m, const wm_kotor_mesh *mesh, uint8_t *row,
                          int64_t offset, role r)
{
    bool packed = r != POINT && m->packed_rows;
    if (offset < 0 || (uint64_t)offset + (packed ? 4 : 12) > mesh->row_size)
        return;
    if (packed)
        map_packed(m, row + offset, r);
    else
        map_row_vector(m, row + offset, r);
}

/* Bitangent, tangent, normal. The bitangent points along or against v by the side from which the
 * texture is seen, so a mirror reverses it. */
static void map_frame(const wmi_mdl_map *m, const wm_kotor_mesh *mesh, uint8_t *row, int32_t offset)
{
    int64_t size = m->packed_rows ? 4 : 12;
    if (offset < 0)
        return;
    map_row_field(m, mesh, row, offset, m->flip_x != m->flip_y ? AGAINST : DIRECTION);
    map_row_field(m, mesh, row, offset + size, DIRECTION);
    map_row_field(m, mesh, row, offset + 2 * size, DIRECTION);
}

static void map_rows(const wmi_mdl_map *m, wm_kotor_mesh *mesh)
{
    const int32_t *at = mesh->row_offset;
    for (uint32_t v = 0; mesh->rows && v < mesh->vertex_count; v++) {
        uint8_t *row = mesh->rows + (size_t)v * mesh->row_size;
        map_row_field(m, mesh, row, at[WM_KOTOR_ROW_POSITION], POINT);
        if (mesh->row_flags & WM_KOTOR_MDX_NORMAL)
            map_row_field(m, mesh, row, at[WM_KOTOR_ROW_NORMAL], DIRECTION);
        for (int i = WM_KOTOR_ROW_TANGENT0; i <= WM_KOTOR_ROW_TANGENT3; i++)
            if (mesh->row_flags & (uint32_t)WM_KOTOR_MDX_TANGENT << (i - WM_KOTOR_ROW_TANGENT0))
                map_frame(m, mesh, row, at[i]);
    }
}

/* ---- faces --------------------------------------------------------------- */

/* A mirror flips the winding. Swapping the last two vertices restores it; edges 0 and 2 change
 * places. */
static void flip_face(wm_kotor_mdl_face *f)
{
    uint16_t vertex = f->vertex[1], face = f->adjacent[0];
    f->vertex[1] = f->vertex[2];
    f->vertex[2] = vertex;
    f->adjacent[0] = f->adjacent[2];
    f->adjacent[2] = face;
}

static void map_faces(const wmi_mdl_map *m, wm_kotor_mesh *mesh)
{
    bool flip = m->flip_x != m->flip_y;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        wm_kotor_mdl_face *f = &mesh->faces[i];
        f->normal = wmi_map_direction(m, f->normal);
        f->distance = (float)(m->scale * (double)f->distance);
        if (flip)
            flip_face(f);
    }
    for (uint32_t i = 0; flip && i + 3 <= mesh->index_count; i += 3) {
        uint16_t index = mesh->indices[i + 1];
        mesh->indices[i + 1] = mesh->indices[i + 2];
        mesh->indices[i + 2] = index;
    }
}

/* 1, 2, 4 are planes towards +x, +y, +z; 8, 16, 32 towards -x, -y, -z. */
static uint32_t flip_plane(const wmi_mdl_map *m, uint32_t plane)
{
    if (m->flip_x && (plane == 1 || plane == 8))
        return 9 - plane;
    if (m->flip_y && (plane == 2 || plane == 16))
        return 18 - plane;
    return plane;
}

/* ---- the mesh ------------------------------------------------------------ */

static void map_skin(const wmi_mdl_map *m, wm_kotor_skin *s)
{
    for (uint32_t i = 0; i < s->q_count; i++)
        s->q[i] = wmi_map_quat(m, s->q[i]);
    map_vectors(m, s->t, s->t_count);
}

static void map_saber(const wmi_mdl_map *m, wm_kotor_saber *s)
{
    map_vectors(m, s->positions, WM_KOTOR_SABER_VERTICES);
    for (uint32_t i = 0; s->normals && i < WM_KOTOR_SABER_VERTICES; i++)
        s->normals[i] = wmi_map_direction(m, s->normals[i]);
}

void wmi_map_mesh(const wmi_mdl_map *m, wm_kotor_mesh *mesh)
{
    const double s = m->scale;
    map_rows(m, mesh);
    map_vectors(m, mesh->vertices, mesh->vertex_count);
    map_faces(m, mesh);
    wmi_map_box(m, &mesh->min, &mesh->max);
    mesh->average = wmi_map_point(m, mesh->average);
    mesh->radius = (float)(s * (double)mesh->radius);
    mesh->area = (float)(s * s * (double)mesh->area);
    if (mesh->skin)
        map_skin(m, mesh->skin);
    if (mesh->dangly) {
        map_vectors(m, mesh->dangly->vertices, mesh->vertex_count);
        mesh->dangly->displacement = (float)(s * (double)mesh->dangly->displacement);
    }
    if (mesh->saber)
        map_saber(m, mesh->saber);
    for (uint32_t i = 0; i < mesh->aabb_count; i++) {
        wmi_map_box(m, &mesh->aabbs[i].min, &mesh->aabbs[i].max);
        mesh->aabbs[i].plane = flip_plane(m, mesh->aabbs[i].plane);
    }
}
