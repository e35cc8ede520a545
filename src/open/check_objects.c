/* Doors and placeables compared with the game and with the floor. docs/areas.md, "Objects" */
#include "base/vec.h"
#include "open/internal.h"
#include "waymark/move.h"

/* Metres from a door, or from a vertex of its walkmesh, to the floor. All but one of the doors of
 * known areas are nearer. */
static const float reach = 1;

static wmi_where at_object(const wm_kotor_object *o)
{
    wmi_where where =
        wmi_at(WM_NO_OFFSET, "git.%ss[%lu]", wm_kotor_object_kind_name(o->kind), (ul)o->index);
    return wmi_finite(o->position) ? wmi_placed(where, o->position) : where;
}

void wmi_check_objects(const wm_kotor_objects *objects, wm_report *report)
{
    for (uint32_t i = 0; objects->tables && i < objects->count; i++) {
        const wm_kotor_placed_object *p = &objects->items[i];
        const wm_kotor_object *o = p->object;
        const char *kind = wm_kotor_object_kind_name(o->kind);
        bool door = o->kind == WM_KOTOR_OBJECT_KIND_DOOR;
        if (p->template_missing)
            wmi_report(report, WM_AREA_TEMPLATE_MISSING, at_object(o),
                       "%s %lu: %.40s.%s is missing or cannot be read", kind, (ul)o->index,
                       o->resource, door ? "utd" : "utp");
        else if (p->model_missing && p->model)
            wmi_report(report, WM_AREA_MODEL_MISSING, at_object(o),
                       "%s %lu (%.40s): row %lu of %s.2da names %.40s.mdl, which is missing", kind,
                       (ul)o->index, o->resource, (ul)p->row, door ? "genericdoors" : "placeables",
                       p->model);
        else if (p->model_missing)
            wmi_report(report, WM_AREA_MODEL_MISSING, at_object(o),
                       "%s %lu (%.40s): %s.2da has no model for its appearance", kind, (ul)o->index,
                       o->resource, door ? "genericdoors" : "placeables");
    }
}

static bool is_near_floor(wm_query *query, wm_vec3 at)
{
    static const wm_query_filter walkable = {.walkable_only = true};
    const wm_nearest_opts opts = {.filter = &walkable};
    wm_nearest nearest;
    return wm_query_nearest(query, at, reach, &opts, &nearest);
}

/* Its own place, or a corner of its walkmesh where it is. */
static bool meets_floor(wm_query *query, const wm_kotor_placed_object *p)
{
    const wm_kotor_object *o = p->object;
    if (is_near_floor(query, o->position) || !p->walkmesh)
        return is_near_floor(query, o->position);
    double c = wmi_cos((double)o->bearing), s = wmi_sin((double)o->bearing);
    for (uint32_t i = 0; i < p->walkmesh->vertex_count; i++) {
        wm_vec3 v = p->walkmesh->vertices[i], base = p->walkmesh->position;
        double x = (double)v.x + (double)base.x, y = (double)v.y + (double)base.y;
        wm_vec3 at = {(float)((double)o->position.x + c * x - s * y),
                      (float)((double)o->position.y + s * x + c * y), o->position.z + v.z + base.z};
        if (is_near_floor(query, at))
            return true;
    }
    return false;
}

wm_status wmi_check_doors(const wm_kotor_objects *objects, const wm_walkmesh *mesh,
                          const wm_allocator *allocator, wm_report *report, wm_error *error)
{
    wm_query *query = wm_query_new(mesh, allocator, error);
    if (!query)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; mesh->walkable_count && i < objects->count; i++) {
        const wm_kotor_placed_object *p = &objects->items[i];
        const wm_kotor_object *o = p->object;
        if (o->kind != WM_KOTOR_OBJECT_KIND_DOOR || !wmi_finite(o->position) ||
            !isfinite(o->bearing) || meets_floor(query, p))
            continue;
        wmi_report(report, WM_AREA_DOOR_OFF_FLOOR, at_object(o),
                   "door %lu (%.40s) at (%.2f, %.2f, %.2f) is more than %g m away from the floor",
                   (ul)o->index, o->resource, (double)o->position.x, (double)o->position.y,
                   (double)o->position.z, (double)reach);
    }
    wm_query_free(query);
    return WM_OK;
}
