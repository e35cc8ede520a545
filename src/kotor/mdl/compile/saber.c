/* Lightsaber blades. Each of the two blades has 22 groups of four vertices: the first
 * two groups are the centre line and the edge, and the rest repeat the centre line.
 * Texts give the sixteen distinct vertices, or all. docs/formats/kotor-mdl.md, "Sabers". */
#include "base/words.h"
#include "kotor/mdl/compile/compile.h"

enum { BLADE = 88, SHOWN = 16, FACES = 12 };

/* The source vertex, of `count`, for vertex v of the saber. */
static uint32_t shown_vertex(uint32_t v, uint32_t count)
{
    uint32_t at = v % BLADE;
    return count == SHOWN ? 8 * (v / BLADE) + (at < 8 ? at : at % 4) : v;
}

static wm_vec3 normal_of(const wmi_source_mesh *s, uint32_t vertex)
{
    wmi_vec sum = {0, 0, 0};
    if (s->normals)
        return s->normals[vertex];
    for (uint32_t f = 0; f < s->face_count; f++) {
        const uint32_t *v = s->faces[f].vertex;
        if (v[0] != vertex && v[1] != vertex && v[2] != vertex)
            continue;
        wm_vec3 position[3] = {s->vertices[v[0]], s->vertices[v[1]], s->vertices[v[2]]};
        sum = wmi_add(sum, wmi_face_frame_of(position, NULL).cross);
    }
    return wmi_unit(sum, (wm_vec3){0, -1, 0});
}

/* The game ignores the faces of a saber; BioWare's list consecutive vertices. */
static void dummy_faces(wm_kotor_mdl_face *faces)
{
    for (int f = 0; f < FACES; f++) {
        faces[f] = (wm_kotor_mdl_face){.material = 1};
        for (int k = 0; k < 3; k++) {
            faces[f].vertex[k] = (uint16_t)(f < FACES - 1 ? 3 * f + k : 33 - k);
            faces[f].adjacent[k] = 0xFFFF;
        }
    }
}

static void fill(const wmi_source_mesh *s, wm_kotor_saber *saber)
{
    wm_vec3 normals[SHOWN];
    uint32_t known = s->vertex_count == SHOWN ? SHOWN : 0;
    for (uint32_t i = 0; i < known; i++)
        normals[i] = normal_of(s, i);
    for (uint32_t v = 0; v < WM_KOTOR_SABER_VERTICES; v++) {
        uint32_t from = shown_vertex(v, s->vertex_count), t = from;
        saber->positions[v] = s->vertices[from];
        for (uint32_t f = 0; f < s->face_count; f++) /* texture vertices may have another order */
            for (int k = 0; k < 3; k++)
                if (s->faces[f].vertex[k] == from && s->faces[f].uv[0][k] < s->uv_count[0])
                    t = s->faces[f].uv[0][k];
        if (t < s->uv_count[0])
            memcpy(saber->uvs[v], s->uvs[0][t], sizeof saber->uvs[v]);
        if (known)
            saber->normals[v] = normals[from];
        else if (s->normals)
            saber->normals[v] = s->normals[from];
        else
            saber->normals[v] = (wm_vec3){0, -1, 0};
    }
}

static void empty_mesh(wm_kotor_mesh *mesh)
{
    mesh->vertex_count = WM_KOTOR_SABER_VERTICES;
    mesh->texture_count = 1;
    mesh->row_size = mesh->row_flags = 0;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        mesh->row_offset[i] = -1;
    mesh->rows = NULL;
    mesh->index_count_count = mesh->index_offset_count = mesh->inverted_count = 0;
    mesh->index_count = 0;
}

wm_status wmi_compile_saber(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *s,
                            wm_error *error)
{
    wm_kotor_mesh *mesh = mdl->tree.nodes[node].mesh;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    if ((s->vertex_count != SHOWN && s->vertex_count != WM_KOTOR_SABER_VERTICES) ||
        s->face_count > 1000) /* each vertex scans every face */
        return wmi_fail(error, WM_NOT_REPRESENTABLE, mdl->names[mdl->tree.nodes[node].name],
                        "the saber has %s and %s, expected 16 or %d vertices",
                        wmi_count(s->vertex_count, "vertex", "vertices").text,
                        wmi_count(s->face_count, "face", "faces").text, WM_KOTOR_SABER_VERTICES);
    uint32_t inverted[2] = {0, 0};
    if (mesh->saber)
        memcpy(inverted, mesh->saber->inverted, sizeof inverted);
    wm_kotor_saber *saber = wmi_arena_new(memory, 1, sizeof *saber);
    wm_kotor_mdl_face *faces = wmi_arena_raw(memory, FACES, sizeof *faces);
    if (!saber || !faces)
        return wmi_arena_fail(memory, error, "saber");
    saber->positions = wmi_arena_new(memory, WM_KOTOR_SABER_VERTICES, sizeof *saber->positions);
    saber->uvs = wmi_arena_new(memory, WM_KOTOR_SABER_VERTICES, sizeof *saber->uvs);
    saber->normals = wmi_arena_new(memory, WM_KOTOR_SABER_VERTICES, sizeof *saber->normals);
    /* The games' sabers have the positions a second time, as the mesh's vertex table. */
    mesh->vertices = wmi_arena_raw(memory, WM_KOTOR_SABER_VERTICES, sizeof *mesh->vertices);
    if (!saber->positions || !saber->uvs || !saber->normals || !mesh->vertices)
        return wmi_arena_fail(memory, error, "saber");
    memcpy(saber->inverted, inverted, sizeof inverted);
    dummy_faces(faces);
    fill(s, saber);
    memcpy(mesh->vertices, saber->positions, WM_KOTOR_SABER_VERTICES * sizeof *mesh->vertices);
    mesh->saber = saber;
    mesh->faces = faces;
    mesh->face_count = FACES;
    mesh->area = 0;
    empty_mesh(mesh);
    return WM_OK;
}
