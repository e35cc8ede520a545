/* Describes an NWN2 model. */
#include <string.h>

#include "base/json_text.h"
#include "base/text.h"
#include "waymark/info.h"
#include "waymark/json.h"

/* The number of packets of each kind; unknown ones are "other". */
static void put_kinds(wm_json_writer *j, const wm_nwn2_mdb *m)
{
    uint32_t count[WM_NWN2_MDB_KIND_COLS + 1] = {0};
    for (uint32_t i = 0; i < m->packet_count; i++)
        count[m->packets[i].kind]++;
    wm_json_begin_object(j, "packet_types");
    for (int k = WM_NWN2_MDB_KIND_RIGD; k <= WM_NWN2_MDB_KIND_COLS; k++)
        if (count[k])
            wm_json_add_uint(j, wm_nwn2_mdb_kind_name((wm_nwn2_mdb_kind)k), count[k]);
    if (count[WM_NWN2_MDB_KIND_RAW])
        wm_json_add_uint(j, "other", count[WM_NWN2_MDB_KIND_RAW]);
    wm_json_end(j);
}

/* Names that were listed already. Games ignore case. */
enum { MOST = 256 };
typedef struct names {
    char name[MOST][WM_NWN2_MDB_NAME + 1];
    size_t count;
} names;

static void put_name(wm_json_writer *j, names *seen, const char *field)
{
    char name[WM_NWN2_MDB_NAME + 1] = "";
    size_t k = 0;
    memcpy(name, field, WM_NWN2_MDB_NAME);
    while (*name && k < seen->count && wmi_compare_names(seen->name[k], name) != 0)
        k++;
    if (!*name || k < seen->count || k == MOST)
        return;
    memcpy(seen->name[seen->count++], name, sizeof name);
    wm_json_add_field(j, NULL, name, WM_NWN2_MDB_NAME);
}

static void put_names(wm_json_writer *j, const char *key, const wm_nwn2_mdb *m, bool skeletons)
{
    names seen = {.count = 0};
    wm_json_begin_array(j, key);
    for (uint32_t i = 0; i < m->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &m->packets[i];
        const wm_nwn2_mdb_mesh *mesh = p->mesh;
        /* Others have no textures: what some have in these fields is garbage. */
        bool visible = p->kind == WM_NWN2_MDB_KIND_RIGD || p->kind == WM_NWN2_MDB_KIND_SKIN;
        for (int t = 0; mesh && visible && !skeletons && t < WM_NWN2_MDB_TEXTURES; t++)
            put_name(j, &seen, mesh->material.texture[t]);
        if (mesh && skeletons)
            put_name(j, &seen, mesh->skeleton);
    }
    wm_json_end(j);
}

wm_status wm_nwn2_mdb_info(const wm_nwn2_mdb *mdb, const wm_info_opts *opts, wm_buffer *json,
                           wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wm_nwn2_mdb_stats s;
    wm_nwn2_mdb_measure(mdb, &s, NULL);
    wmi_info_begin(&j, opts, "nwn2-mdb");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "packets", mdb->packet_count);
    wm_json_add_uint(&j, "vertices", s.vertices);
    wm_json_add_uint(&j, "triangles", s.triangles);
    wm_json_add_uint(&j, "levels", s.highest_lod);
    wm_json_begin_object(&j, "bounds");
    wm_json_add_vec3(&j, "min", s.min);
    wm_json_add_vec3(&j, "max", s.max);
    wm_json_end(&j);
    put_kinds(&j, mdb);
    put_names(&j, "textures", mdb, false);
    put_names(&j, "skeletons", mdb, true);
    wmi_info_faults(&j, mdb->fault_count, &mdb->first_fault);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
