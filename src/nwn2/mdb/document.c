/* Creates, copies and frees models. */
#include "base/text_field.h"
#include "nwn2/container.h"
#include "nwn2/mdb/internal.h"

/* ---- kinds ---- */

static const wmi_mdb_form forms[] = {
    {"RIGD", WM_NWN2_MDB_KIND_RIGD, 204, 60, 6, 32},
    {"SKIN", WM_NWN2_MDB_KIND_SKIN, 236, 84, 6, 64},
    {"COL2", WM_NWN2_MDB_KIND_COL2, 204, 36, 6, 32},
    {"COL3", WM_NWN2_MDB_KIND_COL3, 204, 36, 6, 32},
    {"WALK", WM_NWN2_MDB_KIND_WALK, 44, 12, 10, 0},
    {"HOOK", WM_NWN2_MDB_KIND_HOOK, 84, 0, 0, 0},
    {"HAIR", WM_NWN2_MDB_KIND_HAIR, 84, 0, 0, 0},
    {"HELM", WM_NWN2_MDB_KIND_HELM, 84, 0, 0, 0},
    {"COLS", WM_NWN2_MDB_KIND_COLS, 4, 8, 0, 0},
};
enum { FORMS = sizeof forms / sizeof *forms };

const wmi_mdb_form *wmi_mdb_form_of(wm_nwn2_mdb_kind kind)
{
    return kind > WM_NWN2_MDB_KIND_RAW && (size_t)kind <= FORMS ? &forms[kind - 1] : NULL;
}

const wmi_mdb_form *wmi_mdb_form_named(const char *type)
{
    for (size_t i = 0; i < FORMS; i++)
        if (memcmp(forms[i].type, type, 4) == 0)
            return &forms[i];
    return NULL;
}

const char *wm_nwn2_mdb_kind_name(wm_nwn2_mdb_kind kind)
{
    const wmi_mdb_form *form = wmi_mdb_form_of(kind);
    return form ? form->type : "";
}

/* The version alone would do for valid files. The packets tell what a file with a wrong version
 * is. */
bool wm_nwn2_mdb_detect(const void *data, size_t size)
{
    const uint8_t *p = data;
    if (size < 8 || memcmp(p, "NWN2", 4) != 0)
        return false;
    uint32_t count = size >= 12 ? wmi_le32(p + 8) : 0;
    for (uint32_t i = 0; i < count && wmi_fits(size, 12, i + 1, 8); i++) {
        const char *type = (const char *)p + 12 + 8 * (size_t)i;
        if (wmi_mdb_form_named(type))
            return true;
        if (memcmp(type, "TRWH", 4) == 0 || memcmp(type, "TRRN", 4) == 0 ||
            memcmp(type, "WATR", 4) == 0 || memcmp(type, "ASWM", 4) == 0)
            return false;
    }
    return wmi_le16(p + 4) == WM_NWN2_MDB_MAJOR && wmi_le16(p + 6) == WM_NWN2_MDB_MINOR;
}

/* ---- documents ---- */

wm_nwn2_mdb *wmi_mdb_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                            wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    if (!wmi_arena_reserve(&arena, room + sizeof(wmi_mdb) + 64)) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    wmi_mdb *doc = wmi_arena_new(&arena, 1, sizeof *doc); /* cannot fail: reserved */
    doc->arena = arena;
    doc->pub = (wm_nwn2_mdb){.major = WM_NWN2_MDB_MAJOR, .minor = WM_NWN2_MDB_MINOR, .memory = doc};
    return &doc->pub;
}

wm_nwn2_mdb *wm_nwn2_mdb_new(const wm_allocator *allocator, wm_error *error)
{
    return wmi_mdb_create(allocator, 0, 0, error);
}

void wm_nwn2_mdb_free(wm_nwn2_mdb *mdb)
{
    if (mdb)
        wmi_arena_free(&wmi_mdb_of(mdb)->arena);
}

void *wm_nwn2_mdb_alloc(wm_nwn2_mdb *mdb, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(&wmi_mdb_of(mdb)->arena, count, size, error);
}

/* ---- packets ---- */

static bool grow(wm_nwn2_mdb *mdb, wm_error *error)
{
    wmi_mdb *doc = wmi_mdb_of(mdb);
    if (mdb->packet_count < doc->packet_capacity)
        return true;
    size_t capacity = 2 * (size_t)mdb->packet_count + 8;
    wm_nwn2_mdb_packet *grown = wm_nwn2_mdb_alloc(mdb, capacity, sizeof *grown, error);
    if (!grown)
        return false;
    if (mdb->packet_count)
        memcpy(grown, mdb->packets, mdb->packet_count * sizeof *grown);
    mdb->packets = grown;
    doc->packet_capacity = capacity;
    return true;
}

void wmi_mdb_set_vertices(wm_nwn2_mdb_mesh *mesh, wm_nwn2_mdb_kind kind, void *vertices)
{
    switch (kind) {
    case WM_NWN2_MDB_KIND_RIGD: mesh->vertices = vertices; break;
    case WM_NWN2_MDB_KIND_SKIN: mesh->skin_vertices = vertices; break;
    case WM_NWN2_MDB_KIND_COL2:
    case WM_NWN2_MDB_KIND_COL3: mesh->hull_vertices = vertices; break;
    default: mesh->walk_vertices = vertices; break;
    }
}

static wm_nwn2_mdb_mesh *new_mesh(wm_nwn2_mdb *mdb, const wmi_mdb_form *form, uint32_t vertices,
                                  uint32_t triangles, wm_error *error)
{
    wm_nwn2_mdb_mesh *m = wm_nwn2_mdb_alloc(mdb, 1, sizeof *m, error);
    void *array = m ? wm_nwn2_mdb_alloc(mdb, vertices, form->vertex, error) : NULL;
    if (!array)
        return NULL;
    m->vertex_count = vertices;
    m->triangle_count = triangles;
    wmi_mdb_set_vertices(m, form->kind, array);
    m->triangles = wm_nwn2_mdb_alloc(mdb, triangles, sizeof *m->triangles, error);
    if (m->triangles && form->kind == WM_NWN2_MDB_KIND_WALK)
        m->triangle_flags = wm_nwn2_mdb_alloc(mdb, triangles, sizeof *m->triangle_flags, error);
    else
        m->material.diffuse = m->material.specular = (wm_vec3){1, 1, 1};
    bool flags = form->kind != WM_NWN2_MDB_KIND_WALK || m->triangle_flags;
    return m->triangles && flags ? m : NULL;
}

/* Fills in the part that belongs to the kind. */
static bool new_part(wm_nwn2_mdb *mdb, wm_nwn2_mdb_packet *p, const wmi_mdb_form *form,
                     uint32_t vertices, uint32_t triangles, wm_error *error)
{
    if (wmi_mdb_is_mesh(form->kind)) {
        p->mesh = new_mesh(mdb, form, vertices, triangles, error);
        return p->mesh != NULL;
    }
    if (wmi_mdb_is_point(form->kind)) {
        p->point = wm_nwn2_mdb_alloc(mdb, 1, sizeof *p->point, error);
        return p->point != NULL;
    }
    p->spheres = wm_nwn2_mdb_alloc(mdb, 1, sizeof *p->spheres, error);
    if (!p->spheres)
        return false;
    p->spheres->count = vertices;
    p->spheres->spheres = wm_nwn2_mdb_alloc(mdb, vertices, sizeof *p->spheres->spheres, error);
    return p->spheres->spheres != NULL;
}

wm_nwn2_mdb_packet *wm_nwn2_mdb_add_packet(wm_nwn2_mdb *mdb, wm_nwn2_mdb_kind kind,
                                           const char *name, uint32_t vertex_count,
                                           uint32_t triangle_count, wm_error *error)
{
    const wmi_mdb_form *form = wmi_mdb_form_of(kind);
    size_t n = name ? strlen(name) : 0;
    wm_nwn2_mdb_packet fresh = {.kind = kind};
    if (n && wmi_text_field_fits(name, WM_NWN2_MDB_NAME, "name", error) != WM_OK)
        return NULL;
    if (!grow(mdb, error) ||
        (form && !new_part(mdb, &fresh, form, vertex_count, triangle_count, error)))
        return NULL;
    if (form) {
        memcpy(fresh.type, form->type, 4);
        memcpy(fresh.stored_type, form->type, 4);
    }
    char *field = fresh.mesh ? fresh.mesh->name : fresh.point ? fresh.point->name : NULL;
    if (field && n)
        memcpy(field, name, n);
    mdb->packets[mdb->packet_count] = fresh;
    return &mdb->packets[mdb->packet_count++];
}

/* ---- copies ---- */

static wm_nwn2_mdb_mesh *twin_mesh(wmi_copier *c, const wm_nwn2_mdb_mesh *from)
{
    wm_nwn2_mdb_mesh *m = wmi_copy(c, from, 1, sizeof *m);
    if (!m)
        return NULL;
    m->vertices = wmi_copy(c, from->vertices, m->vertex_count, sizeof *m->vertices);
    m->skin_vertices = wmi_copy(c, from->skin_vertices, m->vertex_count, sizeof *m->skin_vertices);
    m->hull_vertices = wmi_copy(c, from->hull_vertices, m->vertex_count, sizeof *m->hull_vertices);
    m->walk_vertices = wmi_copy(c, from->walk_vertices, m->vertex_count, sizeof *m->walk_vertices);
    m->triangles = wmi_copy(c, from->triangles, m->triangle_count, sizeof *m->triangles);
    m->triangle_flags = wmi_copy(c, from->triangle_flags, m->triangle_count, 4);
    return m;
}

static void twin_packet(wmi_copier *c, wm_nwn2_mdb_packet *p)
{
    if (p->mesh)
        p->mesh = twin_mesh(c, p->mesh);
    p->point = wmi_copy(c, p->point, 1, sizeof *p->point);
    p->spheres = wmi_copy(c, p->spheres, 1, sizeof *p->spheres);
    if (p->spheres)
        p->spheres->spheres =
            wmi_copy(c, p->spheres->spheres, p->spheres->count, sizeof *p->spheres->spheres);
    p->raw.data = wmi_copy(c, p->raw.data, p->raw.size, 1);
}

wm_nwn2_mdb *wm_nwn2_mdb_copy(const wm_nwn2_mdb *mdb, const wm_allocator *allocator,
                              wm_error *error)
{
    wm_nwn2_mdb *copy = wmi_mdb_create(allocator, 0, 0, error);
    if (!copy)
        return NULL;
    wmi_copier c = {.arena = &wmi_mdb_of(copy)->arena};
    void *memory = copy->memory;
    *copy = *mdb;
    copy->memory = memory;
    copy->packets = wmi_copy(&c, mdb->packets, mdb->packet_count, sizeof *mdb->packets);
    wmi_mdb_of(copy)->packet_capacity = mdb->packet_count;
    wmi_mdb_of(copy)->layout = wmi_container_twin(&c, wmi_mdb_of(mdb)->layout);
    for (uint32_t i = 0; !c.failed && i < mdb->packet_count; i++)
        twin_packet(&c, &copy->packets[i]);
    if (!c.failed)
        return copy;
    wmi_arena_fail(c.arena, error, "");
    wm_nwn2_mdb_free(copy);
    return NULL;
}
