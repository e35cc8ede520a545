/* Changes names and textures of a model, and computes what can be computed. Every other byte
 * stays. */
#include "base/text.h"
#include "base/text_field.h"
#include "base/words.h"
#include "nwn2/mdb/internal.h"

static wm_status set_field(char field[WM_NWN2_MDB_NAME], const char *name, const char *what,
                           wm_error *error)
{
    return wmi_text_field_set(field, WM_NWN2_MDB_NAME, name, what, error);
}

/* The name field of a packet, or NULL. */
static char *name_of(const wm_nwn2_mdb_packet *p)
{
    return p->mesh ? p->mesh->name : p->point ? p->point->name : NULL;
}

wm_status wm_nwn2_mdb_set_name(wm_nwn2_mdb *mdb, uint32_t packet, const char *name, wm_error *error)
{
    if (packet >= mdb->packet_count)
        return wmi_no_such(error, "packets", packet, mdb->packet_count);
    char *field = name_of(&mdb->packets[packet]);
    if (!field)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "packet %lu has no name", (ul)packet);
    return set_field(field, name, "name", error);
}

wm_status wm_nwn2_mdb_set_skeleton(wm_nwn2_mdb *mdb, uint32_t packet, const char *name,
                                   wm_error *error)
{
    if (packet >= mdb->packet_count)
        return wmi_no_such(error, "packets", packet, mdb->packet_count);
    if (mdb->packets[packet].kind != WM_NWN2_MDB_KIND_SKIN)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "packet %lu is not a skin", (ul)packet);
    return set_field(mdb->packets[packet].mesh->skeleton, name, "skeleton", error);
}

wm_status wm_nwn2_mdb_set_texture(wm_nwn2_mdb *mdb, uint32_t packet, uint32_t slot,
                                  const char *name, wm_error *error)
{
    if (packet >= mdb->packet_count)
        return wmi_no_such(error, "packets", packet, mdb->packet_count);
    if (slot >= WM_NWN2_MDB_TEXTURES)
        return wmi_no_such(error, "texture", slot, WM_NWN2_MDB_TEXTURES);
    if (!mdb->packets[packet].mesh || mdb->packets[packet].kind == WM_NWN2_MDB_KIND_WALK)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "packet %lu has no material",
                        (ul)packet);
    return set_field(mdb->packets[packet].mesh->material.texture[slot], name, "texture", error);
}

/* ---- the name of a model ---- */

/* The name of the first visible mesh, which others begin with. */
static bool own_name(const wm_nwn2_mdb *mdb, char name[WM_NWN2_MDB_NAME + 1])
{
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        if (p->kind != WM_NWN2_MDB_KIND_RIGD && p->kind != WM_NWN2_MDB_KIND_SKIN)
            continue;
        memcpy(name, p->mesh->name, WM_NWN2_MDB_NAME);
        name[WM_NWN2_MDB_NAME] = '\0';
        if (wm_nwn2_mdb_lod(p))
            name[strlen(name) - 4] = '\0';
        return *name != '\0';
    }
    return false;
}

/* What follows the model's name in that of a packet; NULL if it does not begin with it. */
static const char *rest_of(const char *field, const char *name)
{
    size_t n = strlen(name);
    const char *end = memchr(field, 0, WM_NWN2_MDB_NAME);
    if (!end || (size_t)(end - field) < n ||
        !wmi_word_is((wmi_word){.text = field, .size = n}, name))
        return NULL;
    return field[n] == '\0' || field[n] == '_' ? field + n : NULL;
}

wm_status wm_nwn2_mdb_rename(wm_nwn2_mdb *mdb, const char *name, wm_error *error)
{
    char old[WM_NWN2_MDB_NAME + 1], text[2 * WM_NWN2_MDB_NAME];
    if (strlen(name) >= WM_NWN2_MDB_NAME)
        return set_field(old, name, "name", error);
    if (!own_name(mdb, old))
        return wmi_fail(error, WM_BAD_VALUE, "packets", "no visible mesh has a name");
    for (int pass = 0; pass < 2; pass++) /* the first only proves that all names fit */
        for (uint32_t i = 0; i < mdb->packet_count; i++) {
            char *field = name_of(&mdb->packets[i]), unused[WM_NWN2_MDB_NAME] = "";
            const char *rest = field ? rest_of(field, old) : NULL;
            if (!rest)
                continue;
            wmi_format(text, sizeof text, "%s%s", name, rest);
            wm_status status = set_field(pass ? field : unused, text, "name", error);
            if (status != WM_OK)
                return status;
        }
    return WM_OK;
}

/* ---- rebuild ---- */

/* The vertices of a mesh that a rebuild changes. */
static void *vertices_of(const wm_nwn2_mdb_packet *p, size_t *size)
{
    const wm_nwn2_mdb_mesh *m = p->mesh;
    switch (p->kind) {
    case WM_NWN2_MDB_KIND_RIGD: *size = m->vertex_count * sizeof *m->vertices; return m->vertices;
    case WM_NWN2_MDB_KIND_SKIN:
        *size = m->vertex_count * sizeof *m->skin_vertices;
        return m->skin_vertices;
    case WM_NWN2_MDB_KIND_COL2:
    case WM_NWN2_MDB_KIND_COL3:
        *size = m->vertex_count * sizeof *m->hull_vertices;
        return m->hull_vertices;
    default: *size = 0; return NULL;
    }
}

/* Copies the vertices of all meshes, or brings the copies back. */
static bool keep_vertices(wm_nwn2_mdb *mdb, wmi_arena *scratch, void **kept, bool back)
{
    bool good = true;
    for (uint32_t i = 0; good && i < mdb->packet_count; i++) {
        size_t size = 0;
        void *vertices = mdb->packets[i].mesh ? vertices_of(&mdb->packets[i], &size) : NULL;
        if (!vertices || !size)
            continue;
        if (!back)
            good = (kept[i] = wmi_arena_raw(scratch, size, 1));
        if (good)
            memcpy(back ? vertices : kept[i], back ? kept[i] : vertices, size);
    }
    return good;
}

wm_status wm_nwn2_mdb_rebuild(wm_nwn2_mdb *mdb, const wm_nwn2_mdb_rebuild_opts *opts,
                              wm_nwn2_mdb_rebuild_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_arena scratch;
    wm_nwn2_mdb_rebuild_result made = {0};
    wmi_arena_init(&scratch, &wmi_mdb_of(mdb)->arena.allocator, 0);
    void **kept = wmi_arena_new(&scratch, mdb->packet_count, sizeof *kept);
    bool safe = kept && keep_vertices(mdb, &scratch, kept, false), good = safe;
    for (uint32_t i = 0; good && i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        uint32_t normals = 0;
        if (!p->mesh || p->kind == WM_NWN2_MDB_KIND_WALK)
            continue;
        good = wmi_mdb_make_normals(p->mesh, opts && opts->normals, &scratch, &normals);
        made.normals += normals;
        if (!good || !opts || !opts->tangents || p->kind > WM_NWN2_MDB_KIND_SKIN)
            continue;
        good = wmi_mdb_make_tangents(p->mesh, &scratch);
        made.tangents += good ? p->mesh->vertex_count : 0;
    }
    wm_status status = good ? WM_OK : wmi_arena_fail(&scratch, error, "");
    if (safe && !good)
        keep_vertices(mdb, &scratch, kept, true);
    wmi_arena_free(&scratch);
    if (good && result)
        *result = made;
    return status;
}
