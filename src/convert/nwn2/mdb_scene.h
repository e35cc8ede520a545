/* Shared by the files that convert NWN2 models to scenes and back. */
#ifndef WAYMARK_CONVERT_NWN2_MDB_SCENE_H
#define WAYMARK_CONVERT_NWN2_MDB_SCENE_H

#include "nwn2/mdb/internal.h"
#include "scene/extras.h"
#include "waymark/convert.h"

typedef struct wmi_from_mdb {
    const wm_nwn2_mdb *mdb;
    wm_scene *scene;
    wm_error *error;
    wmi_bag bag;
    wmi_arena scratch;
} wmi_from_mdb;

/* Reports that memory ran out. Returns false. */
bool wmi_from_mdb_no_memory(wmi_from_mdb *f);
/* The text of a name field. NULL if memory ran out. */
const char *wmi_from_mdb_text(wmi_from_mdb *f, const char *field);
/* The mesh of packet `number`, and its material or materials. */
bool wmi_from_mdb_mesh(wmi_from_mdb *f, uint32_t number, wm_scene_mesh *to);
/* The number of materials that the mesh of a packet needs. */
bool wmi_from_mdb_count_materials(wmi_from_mdb *f, uint32_t number, uint32_t *count);

/* The transform of a hook, hair or helmet point, without mirroring. A point with the axes y, x, z
 * has none. */
wm_transform wmi_mdb_transform(const wm_nwn2_mdb_point *point);

/* The name fields in the header of a packet. `garbage` of its extras lists bytes after their ends:
 * offset in the packet, value. */
typedef struct wmi_mdb_field {
    char *text; /* WM_NWN2_MDB_NAME bytes */
    uint32_t offset;
} wmi_mdb_field;

enum { WMI_MDB_FIELDS = 6 };

/* Returns how many a packet has. */
uint32_t wmi_mdb_fields(const wm_nwn2_mdb_packet *packet, wmi_mdb_field fields[WMI_MDB_FIELDS]);

#endif
