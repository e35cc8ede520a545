/* waymark dump of NWN2 models: every field under its name in nwn2_mdb.h. */
#include "dump.h"
#include "formats.h"
#include "nwn2/nwn2.h"

static void material(wm_json_writer *j, const wm_nwn2_mdb_material *m)
{
    static const char *const slots[WM_NWN2_MDB_TEXTURES] = {"diffuse_map", "normal_map", "tint_map",
                                                            "glow_map"};
    wm_json_begin_object(j, "material");
    for (int i = 0; i < WM_NWN2_MDB_TEXTURES; i++)
        wm_json_add_field(j, slots[i], m->texture[i], WM_NWN2_MDB_NAME);
    wm_json_add_vec3(j, "diffuse", m->diffuse);
    wm_json_add_vec3(j, "specular", m->specular);
    wm_json_add_float(j, "specular_level", m->specular_level);
    wm_json_add_float(j, "specular_power", m->specular_power);
    wm_json_add_uint(j, "flags", m->flags);
    wm_json_end(j);
}

static void vertex_row(wm_json_writer *j, const void *owner, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = owner;
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "position", wm_nwn2_mdb_position(m, i));
    if (m->hull_vertices) {
        wm_json_add_vec3(j, "normal", m->hull_vertices[i].normal);
        wm_json_add_vec3(j, "uvw", m->hull_vertices[i].uvw);
    } else if (m->vertices) {
        wm_json_add_vec3(j, "normal", m->vertices[i].normal);
        wm_json_add_vec3(j, "tangent", m->vertices[i].tangent);
        wm_json_add_vec3(j, "binormal", m->vertices[i].binormal);
        wm_json_add_vec3(j, "uvw", m->vertices[i].uvw);
    } else if (m->skin_vertices) {
        const wm_nwn2_mdb_skin_vertex *v = &m->skin_vertices[i];
        const uint32_t bones[4] = {v->bone[0], v->bone[1], v->bone[2], v->bone[3]};
        wm_json_add_vec3(j, "normal", v->normal);
        wm_json_add_floats(j, "weight", v->weight, 4);
        wm_json_add_indices(j, "bone", bones, 4);
        wm_json_add_vec3(j, "tangent", v->tangent);
        wm_json_add_vec3(j, "binormal", v->binormal);
        wm_json_add_vec3(j, "uvw", v->uvw);
        wm_json_add_float(j, "bone_count", v->bone_count);
    }
    wm_json_end(j);
}

static void triangle_row(wm_json_writer *j, const void *owner, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = owner;
    const uint16_t *v = m->triangles[i].vertex;
    const uint32_t corners[3] = {v[0], v[1], v[2]};
    if (!m->triangle_flags) {
        wm_json_add_indices(j, NULL, corners, 3);
        return;
    }
    wm_json_begin_object(j, NULL);
    wm_json_add_indices(j, "vertex", corners, 3);
    wm_json_add_uint(j, "flags", m->triangle_flags[i]);
    wm_json_end(j);
}

static void sphere_row(wm_json_writer *j, const void *owner, uint32_t i)
{
    const wm_nwn2_mdb_sphere *s = &((const wm_nwn2_mdb_spheres *)owner)->spheres[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "bone", s->bone);
    wm_json_add_float(j, "radius", s->radius);
    wm_json_end(j);
}

static void mesh(wm_json_writer *j, const wm_nwn2_mdb_packet *p)
{
    const wm_nwn2_mdb_mesh *m = p->mesh;
    if (p->kind == WM_NWN2_MDB_KIND_SKIN)
        wm_json_add_field(j, "skeleton", m->skeleton, WM_NWN2_MDB_NAME);
    if (p->kind == WM_NWN2_MDB_KIND_WALK)
        wm_json_add_uint(j, "flags", m->flags);
    else
        material(j, &m->material);
    dump_rows(j, "vertices", m->vertex_count, vertex_row, m);
    dump_rows(j, "triangles", m->triangle_count, triangle_row, m);
}

static void packet_row(wm_json_writer *j, const void *owner, uint32_t i)
{
    const wm_nwn2_mdb_packet *p = &((const wm_nwn2_mdb *)owner)->packets[i];
    const char *name = wm_nwn2_mdb_packet_name(p);
    wm_json_begin_object(j, NULL);
    wm_json_add_field(j, "type", p->type, 4);
    if (name)
        wm_json_add_field(j, "name", name, WM_NWN2_MDB_NAME);
    if (p->mesh) {
        mesh(j, p);
    } else if (p->point) {
        wm_json_add_uint(j, "value", p->point->value);
        wm_json_add_vec3(j, "position", p->point->position);
        json_vectors(j, "axis", p->point->axis, 3);
    } else if (p->spheres) {
        dump_rows(j, "spheres", p->spheres->count, sphere_row, p->spheres);
    } else {
        wm_json_add_uint(j, "bytes", p->raw.size);
    }
    wm_json_end(j);
}

int cli_mdb_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_json_writer j;
    wm_nwn2_mdb *m = cli_read_mdb(c, out->file, bytes, &error);
    if (!m)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "nwn2-mdb");
    wm_json_begin_array(&j, "version");
    wm_json_add_uint(&j, NULL, m->major);
    wm_json_add_uint(&j, NULL, m->minor);
    wm_json_end(&j);
    dump_rows(&j, "packets", m->packet_count, packet_row, m);
    json_finish(&j);
    wm_nwn2_mdb_free(m);
    return EXIT_FINE;
}
