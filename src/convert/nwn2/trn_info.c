/* Describes a TRN or TRX. */
#include <string.h>

#include "base/json_text.h"
#include "waymark/info.h"
#include "waymark/json.h"

static void put_walkmesh(wm_json_writer *j, const wm_nwn2_aswm *a)
{
    wm_nwn2_aswm_stats s;
    wm_nwn2_aswm_measure(a, &s, NULL);
    wm_json_add_uint(j, "vertices", a->vertex_count);
    wm_json_add_uint(j, "edges", a->edge_count);
    wm_json_add_uint(j, "triangles", a->triangle_count);
    wm_json_add_uint(j, "walkable", s.walkable);
    wm_json_begin_array(j, "tiles");
    wm_json_add_uint(j, NULL, a->grid_width);
    wm_json_add_uint(j, NULL, a->grid_height);
    wm_json_end(j);
    wm_json_add_uint(j, "islands", a->island_count);
    wm_json_add_uint(j, "max_tile_nodes", s.max_tile_nodes);
    wm_json_add_double(j, "area_walkable", s.walkable_m2);
    wm_json_add_uint(j, "border", a->border);
    wm_json_add_uint(j, "aswm_version", a->version);
    wm_json_add_bool(j, "compressed", a->compressed);
    wm_json_add_float(j, "tile_width", a->tile_width);
    wm_json_add_uint(j, "tiles_used", s.tiles_used);
    wm_json_add_uint(j, "max_tile_walkable", s.max_tile_walkable);
    wm_json_add_uint(j, "max_tile_triangles", s.max_tile_triangles);
    wm_json_add_uint(j, "boundary_edges", s.boundary_edges);
    wm_json_add_uint(j, "island_links", s.links);
    wm_json_add_uint(j, "sight_cells", s.sight_cells);
    wm_json_begin_object(j, "materials");
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT - 1; i++)
        if (s.materials[i])
            wm_json_add_uint(j, wm_nwn2_material_name(i + 1), s.materials[i]);
    wm_json_end(j);
    wm_json_begin_object(j, "bounds");
    wm_json_add_vec3(j, "min", s.min);
    wm_json_add_vec3(j, "max", s.max);
    wm_json_end(j);
}

/* The number of packets of each type, in order of appearance. */
static void put_types(wm_json_writer *j, const wm_nwn2_trn *t)
{
    enum { TYPES = 16 }; /* no real file has so many */
    const char *type[TYPES];
    uint32_t count[TYPES];
    size_t n = 0;
    for (uint32_t i = 0; i < t->packet_count; i++) {
        size_t k = 0;
        while (k < n && strcmp(type[k], t->packets[i].type) != 0)
            k++;
        if (k == TYPES)
            continue;
        if (k == n) {
            type[n] = t->packets[i].type;
            count[n++] = 0;
        }
        count[k]++;
    }
    wm_json_begin_object(j, "packet_types");
    for (size_t i = 0; i < n; i++)
        wm_json_add_uint(j, type[i], count[i]);
    wm_json_end(j);
}

wm_status wm_nwn2_trn_info(const wm_nwn2_trn *trn, const wm_info_opts *opts, wm_buffer *json,
                           wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "nwn2-trn");
    wm_json_add_text(&j, "variant", wm_nwn2_trn_variant(trn));
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "packets", trn->packet_count);
    if (trn->aswm)
        put_walkmesh(&j, trn->aswm);
    put_types(&j, trn);
    wmi_info_faults(&j, trn->fault_count, &trn->first_fault);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
