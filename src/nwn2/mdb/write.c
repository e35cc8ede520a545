/* Writes a model from its fields. docs/formats/nwn2-mdb.md, "Packets". */
#include "nwn2/container.h"
#include "nwn2/mdb/internal.h"

static uint64_t packet_size(const wm_nwn2_mdb_packet *p)
{
    const wmi_mdb_form *f = wmi_mdb_form_of(p->kind);
    if (p->mesh && f)
        return f->header + (uint64_t)p->mesh->vertex_count * f->vertex +
               (uint64_t)p->mesh->triangle_count * f->triangle;
    if (p->spheres)
        return 4 + 8 * (uint64_t)p->spheres->count;
    return p->point ? 84 : p->raw.size;
}

static void put_material(uint8_t *to, const wm_nwn2_mdb_material *m)
{
    memcpy(to, m->texture, sizeof m->texture);
    wmi_store32(to + 128, &m->diffuse, 3);
    wmi_store32(to + 140, &m->specular, 3);
    wmi_store32(to + 152, &m->specular_level, 1);
    wmi_store32(to + 156, &m->specular_power, 1);
    wmi_put32(to + 160, m->flags);
}

static void put_header(uint8_t *to, const wm_nwn2_mdb_mesh *m, const wmi_mdb_form *f)
{
    memcpy(to, m->name, sizeof m->name);
    if (f->kind == WM_NWN2_MDB_KIND_SKIN)
        memcpy(to + 32, m->skeleton, sizeof m->skeleton);
    if (f->material)
        put_material(to + f->material, &m->material);
    else
        wmi_put32(to + 32, m->flags);
    wmi_put32(to + f->header - 8, m->vertex_count);
    wmi_put32(to + f->header - 4, m->triangle_count);
}

static void put_vertices(uint8_t *to, const wm_nwn2_mdb_mesh *m)
{
    size_t stride;
    const uint8_t *from = wmi_mdb_vertices(m, &stride);
    wmi_store32(to, from, m->vertex_count * stride / 4);
    for (uint32_t i = 0; i < m->vertex_count && m->skin_vertices && !wmi_little_endian(); i++)
        memcpy(to + i * stride + 40, m->skin_vertices[i].bone, 4);
}

static void put_walk_triangles(uint8_t *to, const wm_nwn2_mdb_mesh *m)
{
    for (uint32_t i = 0; i < m->triangle_count; i++, to += 10) {
        for (int k = 0; k < 3; k++)
            wmi_put16(to + 2 * (size_t)k, m->triangles[i].vertex[k]);
        wmi_put32(to + 6, m->triangle_flags[i]);
    }
}

static void put_mesh(uint8_t *to, const wm_nwn2_mdb_mesh *m, const wmi_mdb_form *f)
{
    put_header(to, m, f);
    to += f->header;
    if (m->vertex_count)
        put_vertices(to, m);
    to += (size_t)m->vertex_count * f->vertex;
    if (f->kind == WM_NWN2_MDB_KIND_WALK)
        put_walk_triangles(to, m);
    else if (m->triangle_count)
        wmi_store16(to, m->triangles, 3 * (size_t)m->triangle_count);
}

static void put_point(uint8_t *to, const wm_nwn2_mdb_point *t)
{
    memcpy(to, t->name, sizeof t->name);
    wmi_put32(to + 32, t->value);
    wmi_store32(to + 36, &t->position, 3);
    wmi_store32(to + 48, t->axis, 9);
}

static void put_packet(wmi_writer *w, const wm_nwn2_mdb_packet *p)
{
    uint8_t *to = wmi_writer_room(w, (size_t)packet_size(p));
    if (!to)
        return;
    if (p->mesh) {
        put_mesh(to, p->mesh, wmi_mdb_form_of(p->kind));
    } else if (p->point) {
        put_point(to, p->point);
    } else if (p->spheres) {
        wmi_put32(to, p->spheres->count);
        wmi_store32(to + 4, p->spheres->spheres, 2 * (size_t)p->spheres->count);
    } else if (p->raw.size) {
        memcpy(to, p->raw.data, p->raw.size);
    }
}

wm_status wm_nwn2_mdb_write(const wm_nwn2_mdb *mdb, const wm_write_opts *opts, wm_buffer *out,
                            wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    uint32_t count = mdb->packet_count;
    uint64_t size = WMI_FILE_HEADER + (uint64_t)count * WMI_PACKET_ENTRY;
    for (uint32_t i = 0; i < count; i++)
        size += WMI_PACKET_HEADER + packet_size(&mdb->packets[i]);
    if (size > UINT32_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "", "the file would be larger than 4 GiB");
    wmi_writer_init(&w, wmi_write_allocator(opts));
    wmi_writer_reserve(&w, (size_t)size);
    wmi_container_begin(&w, mdb->major, mdb->minor, count);
    for (uint32_t i = 0; i < count && !w.failed; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        size_t start = wmi_container_add(&w, i, p->type, p->stored_type);
        put_packet(&w, p);
        (void)wmi_container_end(&w, start, error); /* the sum of all sizes fits */
    }
    (void)wmi_container_restore(&w, wmi_mdb_of(mdb)->layout);
    return wmi_writer_finish(&w, out, error);
}
