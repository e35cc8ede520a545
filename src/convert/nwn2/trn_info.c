/* What is in a TRN or TRX. */
#include "base/json.h"
#include "waymark/info.h"

const char *wm_nwn2_trn_variant(const wm_nwn2_trn *trn)
{
    if (!trn->aswm)
        return "packets";
    return trn->aswm->tiles_flags == WM_NWN2_TRN_TILES ? "trn" : "trx";
}

static void put_walkmesh(wmi_json *j, const wm_nwn2_aswm *a)
{
    wm_nwn2_aswm_stats s;
    wm_nwn2_aswm_measure(a, &s, NULL);
    wmi_json_add_uint(j, "vertices", a->vertex_count);
    wmi_json_add_uint(j, "edges", a->edge_count);
    wmi_json_add_uint(j, "triangles", a->triangle_count);
    wmi_json_add_uint(j, "walkable", s.walkable);
    wmi_json_begin(j, "tiles", '[');
    wmi_json_add_uint(j, NULL, a->grid_width);
    wmi_json_add_uint(j, NULL, a->grid_height);
    wmi_json_end(j, ']');
    wmi_json_add_uint(j, "islands", a->island_count);
    wmi_json_add_uint(j, "max_tile_nodes", s.max_tile_nodes);
    wmi_json_add_double(j, "area_walkable", s.walkable_area);
    wmi_json_add_uint(j, "border", a->border);
    wmi_json_add_uint(j, "aswm_version", a->version);
    wmi_json_add_bool(j, "compressed", a->compressed);
    wmi_json_add_float(j, "tile_width", a->tile_width);
    wmi_json_add_uint(j, "tiles_used", s.tiles_used);
    wmi_json_add_uint(j, "max_tile_triangles", s.max_tile_triangles);
    wmi_json_add_uint(j, "boundary_edges", s.boundary_edges);
    wmi_json_add_uint(j, "island_links", s.links);
    wmi_json_add_uint(j, "sight_cells", s.sight_cells);
    wmi_json_begin(j, "materials", '{');
    for (uint32_t i = 0; i < WM_NWN2_MATERIAL_COUNT - 1; i++)
        if (s.materials[i])
            wmi_json_add_uint(j, wm_nwn2_material_name(i + 1), s.materials[i]);
    wmi_json_end(j, '}');
    wmi_json_begin(j, "bounds", '{');
    wmi_json_add_vec3(j, "min", s.min);
    wmi_json_add_vec3(j, "max", s.max);
    wmi_json_end(j, '}');
}

/* How many packets of each type, in the order in which they come. */
static void put_types(wmi_json *j, const wm_nwn2_trn *t)
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
    wmi_json_begin(j, "packet_types", '{');
    for (size_t i = 0; i < n; i++)
        wmi_json_add_uint(j, type[i], count[i]);
    wmi_json_end(j, '}');
}

wm_status wm_nwn2_trn_info(const char *file, size_t bytes, const wm_nwn2_trn *trn, wm_buffer *json,
                           wm_error *error)
{
    wmi_json j;
    wmi_json_init(&j, NULL);
    wmi_json_begin(&j, NULL, '{');
    wmi_json_add_text(&j, "file", file);
    wmi_json_add_text(&j, "format", "nwn2-trn");
    wmi_json_add_text(&j, "variant", wm_nwn2_trn_variant(trn));
    wmi_json_add_uint(&j, "bytes", bytes);
    wmi_json_add_uint(&j, "packets", trn->packet_count);
    if (trn->aswm)
        put_walkmesh(&j, trn->aswm);
    put_types(&j, trn);
    wmi_json_end(&j, '}');
    return wmi_json_finish(&j, json, error);
}
