/* Shared by the rules for NWN2 models. */
#ifndef WAYMARK_NWN2_MDB_CHECK_H
#define WAYMARK_NWN2_MDB_CHECK_H

#include "nwn2/mdb/internal.h"

typedef struct wmi_mdb_checker {
    const wm_nwn2_mdb *mdb;
    wm_report *report;
    wmi_arena *scratch;
    bool out_of_memory;
} wmi_mdb_checker;

/* The place of a finding: a field of packet i. */
wmi_where wmi_mdb_at(const wmi_mdb_checker *c, uint32_t i, const char *field);

/* check_names.c: names of packets and textures, levels of detail, skeletons. */
void wmi_mdb_check_names(wmi_mdb_checker *c);
/* check_mesh.c: the mesh of packet i. */
void wmi_mdb_check_mesh(wmi_mdb_checker *c, uint32_t i);
/* check_walk.c: a walkmesh. */
void wmi_mdb_check_walk(wmi_mdb_checker *c, uint32_t i);

#endif
