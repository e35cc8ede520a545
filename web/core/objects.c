/* The objects of a KotOR area and its path points, to be drawn over the floor. */
#include <math.h>

#include "core.h"

/* What was found for a door or placeable; NULL for other objects. */
static const wm_kotor_placed_object *placed(const wm_document *d, const wm_kotor_object *o)
{
    uint32_t at = o->index;
    if (o->kind == WM_KOTOR_OBJECT_KIND_PLACEABLE)
        at += d->git->count[WM_KOTOR_OBJECT_KIND_DOOR];
    else if (o->kind != WM_KOTOR_OBJECT_KIND_DOOR)
        return NULL;
    return d->objects && at < d->objects->count ? &d->objects->items[at] : NULL;
}

static bool is_finite(wm_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void put_object(core *c, const core_document *d, const wm_kotor_object *o, wm_json_writer *j)
{
    const wm_kotor_placed_object *p = placed(d->doc, o);
    core_file *model = p && p->model ? core_find(c, d->file, p->model, ".mdl") : NULL;
    core_bytes points = {0};
    for (uint32_t i = 0; i < o->point_count; i++)
        if (is_finite(o->points[i]))
            core_put(&points, &o->points[i], sizeof o->points[i]);
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "kind", wm_kotor_object_kind_name(o->kind));
    wm_json_add_text(j, "name", *o->tag ? o->tag : o->resource);
    wm_json_add_vec3(j, "at", o->position);
    wm_json_add_float(j, "bearing", isfinite(o->bearing) ? o->bearing : 0);
    wm_json_add_bool(j, "blocks", p && p->walkmesh);
    if (model)
        wm_json_add_uint(j, "model", core_id(c, model, 0));
    core_add_bytes(c, j, "points", "f32", &points);
    wm_json_end(j);
}

/* Path points have no height: they are put on the floor. */
static void put_paths(core *c, const wm_kotor_pth *pth, wm_query *query, wm_json_writer *j)
{
    const wm_query_filter walk = {.walkable_only = true};
    core_bytes points = {0}, links = {0};
    for (uint32_t i = 0; i < pth->point_count; i++) {
        wm_vec3 at = {pth->points[i].x, pth->points[i].y, 0};
        wm_hit hit;
        uint32_t count;
        const uint32_t *to = wm_kotor_pth_links(pth, i, &count);
        /* the page leaves out a point that is not finite, and counts it */
        if (is_finite(at) && wm_query_height(query, at, WM_LOCATE_ALL, &walk, &hit))
            at.z = hit.z;
        core_put(&points, &at, sizeof at);
        for (uint32_t k = 0; k < count; k++)
            if (to[k] < pth->point_count && to[k] > i) {
                core_put(&links, &i, sizeof i);
                core_put(&links, &to[k], sizeof to[k]);
            }
    }
    core_add_bytes(c, j, "pathPoints", "f32", &points);
    core_add_bytes(c, j, "pathLinks", "u32", &links);
}

wm_status core_put_objects(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    const wm_kotor_git *git = d->doc->git;
    wm_json_begin_array(j, "objects");
    for (uint32_t i = 0; git && i < git->object_count; i++)
        put_object(c, d, &git->objects[i], j);
    wm_json_end(j);
    if (!d->doc->pth)
        return WM_OK;
    wm_query *query = core_query(d, error);
    if (!query)
        return error->code;
    put_paths(c, d->doc->pth, query, j);
    return WM_OK;
}
