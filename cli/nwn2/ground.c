/* The ground of an area, for bake. Floors come first, then holes: their order does not matter,
 * because holes go through everything. */
#include "nwn2/ground.h"

#include <stdlib.h>
#include <string.h>

typedef struct all {
    wm_nwn2_floor *floors;
    wm_nwn2_polygon *polygons;
    size_t floor_count, polygon_count;
} all;

static void take(all *to, const wm_nwn2_floor *floors, uint32_t floor_count,
                 const wm_nwn2_polygon *polygons, size_t polygon_count)
{
    if (floor_count)
        memcpy(to->floors + to->floor_count, floors, floor_count * sizeof *floors);
    if (polygon_count)
        memcpy(to->polygons + to->polygon_count, polygons, polygon_count * sizeof *polygons);
    to->floor_count += floor_count;
    to->polygon_count += polygon_count;
}

/* Floors of an earlier bake first: others may drop to them. */
static bool collect(const cli_cutters *list, all *to)
{
    static const wm_nwn2_obstacles none = {0};
    static const wm_nwn2_kept nothing = {0};
    const cli_placeables *p = &list->placeables;
    const wm_nwn2_obstacles *o = p->obstacles ? p->obstacles : &none;
    const wm_nwn2_kept *k = p->kept ? p->kept : &nothing;
    size_t polygons = list->count + o->polygon_count + k->polygon_count + p->square_count;
    *to =
        (all){.floors = malloc(((size_t)o->floor_count + k->floor_count + 1) * sizeof *to->floors)};
    if (polygons < UINT32_MAX)
        to->polygons = malloc((polygons + 1) * sizeof *to->polygons);
    if (!to->floors || !to->polygons)
        return false;
    take(to, k->floors, k->floor_count, k->polygons, k->polygon_count);
    take(to, o->floors, o->floor_count, o->polygons, o->polygon_count);
    take(to, NULL, 0, list->polygons, list->count);
    for (uint32_t i = 0; i < p->square_count; i++)
        to->polygons[to->polygon_count++] = (wm_nwn2_polygon){p->squares[i], 4};
    return true;
}

static wm_status lay(cli_cutters *list, wm_nwn2_trn *trn, cli_ground *made, wm_error *error)
{
    all a;
    wm_nwn2_trn_lay_result laid;
    wm_status status = WM_NO_MEMORY;
    if (collect(list, &a))
        status = wm_nwn2_trn_lay(trn, a.floors, (uint32_t)a.floor_count, a.polygons,
                                 (uint32_t)a.polygon_count, &laid, error);
    else
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    if (status == WM_OK) {
        made->cut = laid.cut;
        made->outlines = (uint32_t)(a.polygon_count - list->count);
        list->placeables.onto_floors = laid.onto_floors;
        list->placeables.over_floors = laid.over_floors;
    }
    free(a.floors);
    free(a.polygons);
    return status;
}

/* Compares the ground that can be made without the missing models with the earlier bake. */
static int keep(const cli *c, const cli_area *area, cli_cutters *list, const wm_nwn2_trn *trn)
{
    wm_error error;
    cli_ground unused;
    wm_nwn2_trn *laid = wm_nwn2_trn_copy(trn, cli_allocator(), &error);
    int code = EXIT_FINE;
    if (!laid || lay(list, laid, &unused, &error) != WM_OK)
        code = cli_unreadable(c, area->terrain, &error);
    else
        code = cli_placeables_keep(c, area, laid, &list->placeables);
    wm_nwn2_trn_free(laid);
    return code;
}

int cli_ground_make(const cli *c, const cli_area *area, cli_cutters *list, wm_nwn2_trn *trn,
                    cli_ground *made)
{
    wm_error error;
    const wm_nwn2_obstacles *o = list->placeables.obstacles;
    int code = EXIT_FINE;
    if (cli_has(c, "keep-from") && o && o->missing_count)
        code = keep(c, area, list, trn);
    if (code == EXIT_FINE)
        code = cli_placeables_settle(c, &list->placeables);
    if (code == EXIT_FINE && lay(list, trn, made, &error) != WM_OK)
        code = cli_unreadable(c, area->terrain, &error);
    return code;
}
