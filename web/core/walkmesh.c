/* The walkmesh of a document as arrays, and what is at a position on it. */
#include <math.h>
#include <stdlib.h>

#include "core.h"

const char *core_material_name(const core *c, const core_document *d, uint32_t material,
                               char text[24])
{
    const char *name = d->doc->trn ? wm_nwn2_material_name(material) : NULL;
    return name ? name : wm_kotor_surface_name(d->doc->trn ? NULL : &c->surfaces, material, text);
}

/* ---- arrays ---- */

static int32_t neighbour(const wm_walkmesh *m, uint32_t face, int k)
{
    uint32_t edge = m->neighbours[face].edge[k];
    return edge == WM_NO_INDEX ? -1 : (int32_t)(edge / 3);
}

static wm_status put_arrays(core *c, const wm_walkmesh *m, wm_json_writer *j, wm_error *error)
{
    wm_buffer walkable = core_buffer(m->face_count, 1), region = core_buffer(m->face_count, 4);
    wm_buffer neighbours = core_buffer(m->face_count, 12);
    if (!walkable.data || !region.data || !neighbours.data) {
        wm_buffer_free(&walkable);
        wm_buffer_free(&region);
        wm_buffer_free(&neighbours);
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    }
    uint32_t *regions = (void *)region.data;
    int32_t *beside = (void *)neighbours.data;
    for (uint32_t i = 0; i < m->face_count; i++) {
        walkable.data[i] = m->walkable[i];
        regions[i] = wm_walkmesh_region(m, i);
        for (int k = 0; k < 3; k++)
            beside[3 * (size_t)i + (size_t)k] = neighbour(m, i, k);
    }
    core_add_array(c, j, "positions", "f32", m->vertices, m->vertex_count * sizeof *m->vertices);
    core_add_array(c, j, "faces", "u32", m->faces, m->face_count * sizeof *m->faces);
    core_add_array(c, j, "material", "u32", m->materials, m->face_count * sizeof(uint32_t));
    core_add_owned(c, j, "walkable", "u8", &walkable);
    core_add_owned(c, j, "region", "u32", &region);
    core_add_owned(c, j, "neighbours", "i32", &neighbours);
    return WM_OK;
}

static void put_rooms(core *c, const core_document *d, wm_json_writer *j)
{
    if (!d->doc->lyt) {
        wm_json_add_null(j, "room");
        wm_json_begin_array(j, "rooms");
        wm_json_end(j);
        return;
    }
    core_add_array(c, j, "room", "u32", d->mesh->rooms, d->mesh->face_count * sizeof(uint32_t));
    wm_json_begin_array(j, "rooms");
    for (uint32_t i = 0; i < d->doc->lyt->room_count; i++) {
        const wm_document_room *room = &d->doc->rooms[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "name", d->doc->lyt->rooms[i].name);
        wm_json_add_vec3(j, "position", d->doc->lyt->rooms[i].position);
        const core_file *walkmesh = core_file_found(room->walkmesh);
        const core_file *model = core_file_found(room->model);
        wm_json_add_index(j, "walkmesh", walkmesh ? core_id(c, walkmesh, 0) : WM_NO_INDEX);
        wm_json_add_index(j, "model", model ? core_id(c, model, 0) : WM_NO_INDEX);
        if (room->walkmesh && room->walkmesh->error)
            wm_json_add_text(j, "error", room->walkmesh->error->message);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* In NWN2 each triangle decides whether it is walkable, so a material is listed as walkable
 * if any of its triangles is. */
static void put_materials(core *c, const core_document *d, wm_json_writer *j)
{
    enum { KNOWN = 64 };
    const wm_walkmesh *m = d->mesh;
    bool used[KNOWN] = {false}, walkable[KNOWN] = {false};
    for (uint32_t i = 0; i < m->face_count; i++)
        if (m->materials[i] < KNOWN) {
            used[m->materials[i]] = true;
            walkable[m->materials[i]] = walkable[m->materials[i]] || m->walkable[i];
        }
    wm_json_begin_array(j, "materials");
    for (uint32_t i = 0; i < KNOWN; i++) {
        char text[24];
        if (!used[i])
            continue;
        wm_vec3 colour = d->doc->trn ? wm_nwn2_material_colour(i, walkable[i])
                                     : wm_kotor_surface_colour(&c->surfaces, i);
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "number", i);
        wm_json_add_text(j, "name", core_material_name(c, d, i, text));
        wm_json_add_vec3(j, "colour", colour);
        wm_json_add_bool(j, "walkable", walkable[i]);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* What edit.c can set: every surface of the table, and the four hooks of a placeable or door. */
static void put_choices(core *c, const wm_kotor_bwm *b, wm_json_writer *j)
{
    const wm_vec3 hooks[] = {b->relative_hook[0], b->relative_hook[1], b->absolute_hook[0],
                             b->absolute_hook[1]};
    wm_json_begin_array(j, "surfaces");
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++) {
        char text[24];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "name", wm_kotor_surface_name(&c->surfaces, i, text));
        wm_json_add_bool(j, "walkable", wm_kotor_walkable(&c->surfaces, i));
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_begin_array(j, "hooks");
    for (size_t i = 0; b->type != WM_KOTOR_BWM_TYPE_AREA && i < 4; i++)
        wm_json_add_vec3(j, NULL, hooks[i]);
    wm_json_end(j);
}

wm_status core_walkmesh(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    if (!d->doc->lyt && !d->doc->bwm && !(d->doc->trn && d->doc->trn->aswm)) {
        wm_json_add_null(j, NULL);
        return WM_OK;
    }
    const wm_walkmesh *m = core_mesh(d, error);
    if (!m)
        return error->code;
    wm_json_begin_object(j, NULL);
    wm_status status = put_arrays(c, m, j, error);
    put_rooms(c, d, j);
    put_materials(c, d, j);
    if (d->doc->bwm)
        put_choices(c, d->doc->bwm, j);
    wm_json_add_vec3(j, "min", m->min);
    wm_json_add_vec3(j, "max", m->max);
    wm_json_add_uint(j, "regions", wm_walkmesh_region_count(m));
    wm_json_add_uint(j, "walkableCount", m->walkable_count);
    wm_json_add_text(j, "up", "z");
    wm_json_end(j);
    return status;
}

/* ---- a position ---- */

/* A unit vector, or 0 for a face without area. */
static wm_vec3 normal_of(const wm_walkmesh *m, uint32_t face)
{
    const uint32_t *corner = m->faces[face].vertex;
    wm_vec3 a = m->vertices[corner[0]], b = m->vertices[corner[1]], c = m->vertices[corner[2]];
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y,
           uz = (double)b.z - (double)a.z;
    double vx = (double)c.x - (double)a.x, vy = (double)c.y - (double)a.y,
           vz = (double)c.z - (double)a.z;
    double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    double length = sqrt(x * x + y * y + z * z), scale = length > 0 ? 1 / length : 0;
    return (wm_vec3){(float)(x * scale), (float)(y * scale), (float)(z * scale)};
}

static void put_face(core *c, const core_document *d, uint32_t face, wm_json_writer *j)
{
    const wm_walkmesh *m = d->mesh;
    char text[24];
    const uint32_t *corner = m->faces[face].vertex;
    wm_json_add_uint(j, "face", face);
    wm_json_add_uint(j, "material", m->materials[face]);
    wm_json_add_text(j, "materialName", core_material_name(c, d, m->materials[face], text));
    wm_json_add_bool(j, "walkable", m->walkable[face]);
    wm_json_add_index(j, "region", wm_walkmesh_region(m, face));
    wm_json_add_vec3(j, "normal", normal_of(m, face));
    wm_json_begin_array(j, "neighbours");
    for (int k = 0; k < 3; k++)
        wm_json_add_index(j, NULL, (uint32_t)neighbour(m, face, k));
    wm_json_end(j);
    wm_json_begin_array(j, "vertices");
    for (int k = 0; k < 3; k++)
        wm_json_add_uint(j, NULL, corner[k]);
    wm_json_end(j);
    uint32_t room = m->rooms[face];
    if (d->doc->lyt && room != WM_NO_INDEX) {
        wm_json_add_uint(j, "room", room);
        wm_json_add_text(j, "roomName", d->doc->lyt->rooms[room].name);
    }
    if (d->doc->trn && face < d->doc->trn->aswm->triangle_count &&
        d->doc->trn->aswm->triangles[face].island != WM_NWN2_NO_ISLAND)
        wm_json_add_uint(j, "island", d->doc->trn->aswm->triangles[face].island);
}

wm_status core_pick(core *c, core_document *d, wm_vec3 at, wm_json_writer *j, wm_error *error)
{
    wm_hit hit;
    wm_query *query = core_query(d, error);
    if (!query)
        return error->code;
    bool found =
        wm_query_height(query, at, isfinite(at.z) ? WM_LOCATE_NEAREST : WM_LOCATE_ALL, NULL, &hit);
    if (!found) {
        wm_json_add_null(j, NULL);
        return WM_OK;
    }
    wm_json_begin_object(j, NULL);
    put_face(c, d, hit.face, j);
    wm_json_add_float(j, "height", hit.z);
    wm_json_add_vec3(j, "point", (wm_vec3){at.x, at.y, hit.z});
    wm_json_end(j);
    return WM_OK;
}

wm_status core_ray(core *c, core_document *d, wm_vec3 from, wm_vec3 direction, wm_json_writer *j,
                   wm_error *error)
{
    wm_ray_hit hit;
    wm_query *query = core_query(d, error);
    if (!query)
        return error->code;
    if (!wm_query_raycast(query, from, direction, INFINITY, NULL, &hit)) {
        wm_json_add_null(j, NULL);
        return WM_OK;
    }
    wm_json_begin_object(j, NULL);
    put_face(c, d, hit.face, j);
    wm_json_add_float(j, "height", hit.point.z);
    wm_json_add_vec3(j, "point", hit.point);
    wm_json_add_float(j, "distance", hit.distance);
    wm_json_end(j);
    return WM_OK;
}
