/* Simple questions about models: names, positions, bounds, levels of detail. */
#include "base/vec.h"
#include "nwn2/mdb/internal.h"

uint8_t *wmi_mdb_vertices(const wm_nwn2_mdb_mesh *m, size_t *stride)
{
    *stride = m->vertices        ? sizeof *m->vertices
              : m->skin_vertices ? sizeof *m->skin_vertices
              : m->hull_vertices ? sizeof *m->hull_vertices
                                 : sizeof *m->walk_vertices;
    return m->vertices        ? (uint8_t *)m->vertices
           : m->skin_vertices ? (uint8_t *)m->skin_vertices
           : m->hull_vertices ? (uint8_t *)m->hull_vertices
                              : (uint8_t *)m->walk_vertices;
}

wm_vec3 wm_nwn2_mdb_position(const wm_nwn2_mdb_mesh *mesh, uint32_t vertex)
{
    size_t stride;
    const uint8_t *first = wmi_mdb_vertices(mesh, &stride);
    wm_vec3 at;
    memcpy(&at, first + vertex * stride, sizeof at);
    return at;
}

const char *wm_nwn2_mdb_packet_name(const wm_nwn2_mdb_packet *p)
{
    return p->mesh ? p->mesh->name : p->point ? p->point->name : NULL;
}

const wm_nwn2_mdb_packet *wm_nwn2_mdb_find(const wm_nwn2_mdb *mdb, wm_nwn2_mdb_kind kind)
{
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        if (mdb->packets[i].kind == kind)
            return &mdb->packets[i];
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

uint32_t wm_nwn2_mdb_lod(const wm_nwn2_mdb_packet *packet)
{
    const char *name = wm_nwn2_mdb_packet_name(packet);
    const char *end = name ? memchr(name, 0, WM_NWN2_MDB_NAME) : NULL;
    if (!end || end - name < 4 || end[-4] != '_' || (end[-3] != 'L' && end[-3] != 'l') ||
        !is_digit(end[-2]) || !is_digit(end[-1]))
        return 0;
    return (uint32_t)(10 * (end[-2] - '0') + (end[-1] - '0'));
}

static void extend(wm_nwn2_mdb_stats *s, wm_vec3 at, bool first)
{
    float *low = &s->min.x, *high = &s->max.x;
    for (int k = 0; k < 3; k++) {
        float v = wmi_axis(at, k);
        low[k] = first || v < low[k] ? v : low[k];
        high[k] = first || v > high[k] ? v : high[k];
    }
}

wm_status wm_nwn2_mdb_measure(const wm_nwn2_mdb *mdb, wm_nwn2_mdb_stats *stats, wm_error *error)
{
    bool first = true;
    (void)error;
    *stats = (wm_nwn2_mdb_stats){0};
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        uint32_t level = wm_nwn2_mdb_lod(p);
        if (!p->mesh || (p->kind != WM_NWN2_MDB_KIND_RIGD && p->kind != WM_NWN2_MDB_KIND_SKIN))
            continue;
        stats->vertices += p->mesh->vertex_count;
        stats->triangles += p->mesh->triangle_count;
        stats->highest_lod = level > stats->highest_lod ? level : stats->highest_lod;
        for (uint32_t v = 0; v < p->mesh->vertex_count; v++) {
            wm_vec3 at = wm_nwn2_mdb_position(p->mesh, v);
            if (!wmi_finite(at))
                continue;
            extend(stats, at, first);
            first = false;
        }
    }
    return WM_OK;
}
