/* Shared by the files for NWN2 models. */
#ifndef WAYMARK_NWN2_MDB_INTERNAL_H
#define WAYMARK_NWN2_MDB_INTERNAL_H

#include "base/internal.h"
#include "waymark/nwn2_mdb.h"

/* The document and its arena live in one block. */
typedef struct wmi_mdb {
    wm_nwn2_mdb pub;
    wmi_arena arena;
    size_t packet_capacity;              /* of pub.packets */
    struct wmi_container_layout *layout; /* of the file it was read from; NULL: plain */
} wmi_mdb;

static inline wmi_mdb *wmi_mdb_of(const wm_nwn2_mdb *mdb)
{
    return mdb->memory;
}

/* Creates an empty document in an arena with a limit, and room for `room` bytes. */
wm_nwn2_mdb *wmi_mdb_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                            wm_error *error);

/* What a kind of packet consists of in the file: a header, then vertices, then triangles. For
 * COLS, the "vertices" are the spheres. 0: there are none. */
typedef struct wmi_mdb_form {
    char type[5];
    wm_nwn2_mdb_kind kind;
    uint32_t header, vertex, triangle; /* bytes */
    uint32_t material;                 /* where the material starts; 0: it has none */
} wmi_mdb_form;

/* The form of a kind, or of a type; NULL if it is unknown. */
const wmi_mdb_form *wmi_mdb_form_of(wm_nwn2_mdb_kind kind);
const wmi_mdb_form *wmi_mdb_form_named(const char *type);

static inline bool wmi_mdb_is_mesh(wm_nwn2_mdb_kind kind)
{
    return kind >= WM_NWN2_MDB_KIND_RIGD && kind <= WM_NWN2_MDB_KIND_WALK;
}

static inline bool wmi_mdb_is_point(wm_nwn2_mdb_kind kind)
{
    return kind >= WM_NWN2_MDB_KIND_HOOK && kind <= WM_NWN2_MDB_KIND_HELM;
}

/* The vertices of a mesh as bytes, each starting with its position. *stride is their distance. */
uint8_t *wmi_mdb_vertices(const wm_nwn2_mdb_mesh *mesh, size_t *stride);
/* The array that belongs to a kind of packet. */
void wmi_mdb_set_vertices(wm_nwn2_mdb_mesh *mesh, wm_nwn2_mdb_kind kind, void *vertices);

/* tangents.c: for RIGD, SKIN, COL2 and COL3. */

wm_vec3 *wmi_mdb_normal(const wm_nwn2_mdb_mesh *mesh, uint32_t vertex);
/* Computes normals from the triangles: all of them, or those that are zero or not numbers. Returns
 * false if memory runs out. */
bool wmi_mdb_make_normals(const wm_nwn2_mdb_mesh *mesh, bool all, wmi_arena *scratch,
                          uint32_t *made);
/* Computes tangents and binormals of a RIGD or SKIN from normals and uvs. */
bool wmi_mdb_make_tangents(const wm_nwn2_mdb_mesh *mesh, wmi_arena *scratch);

/* Structs that are arrays of 32-bit values in the file. */
_Static_assert(sizeof(wm_nwn2_mdb_material) == 164, "as in the file");
_Static_assert(sizeof(wm_nwn2_mdb_vertex) == 60, "as in the file");
_Static_assert(sizeof(wm_nwn2_mdb_skin_vertex) == 84, "as in the file");
_Static_assert(sizeof(wm_nwn2_mdb_hull_vertex) == 36, "as in the file");
_Static_assert(sizeof(wm_nwn2_mdb_point) == 84, "as in the file");
_Static_assert(sizeof(wm_nwn2_mdb_sphere) == 8, "as in the file");

#endif
