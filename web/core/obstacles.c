/* Why a path fails although the floor would allow it: the first door or placeable on the way
 * whose removal alone gives a path, or else all of them. */
#include <math.h>
#include <stdlib.h>

#include "core.h"

enum {
    TRIES = 32,        /* obstacles that are taken away one by one */
    NAMED = 16,        /* obstacles in the answer, if only all of them together are in the way */
    STEPS = 64 * 65536 /* pairs of obstacle and piece of the path that are compared */
};

/* An obstacle that the path through all obstacles meets. */
typedef struct met {
    uint32_t obstacle;
    double along; /* how far it is, along the path */
} met;

typedef struct search {
    core_document *d;
    const core_way *way;
    const wm_kotor_objects *objects;
    wm_kotor_obstacle *left; /* room for those that stay */
    met *met;
    uint32_t count;
} search;

/* Looks for a path among some obstacles. The caller frees the points and faces of the path. */
static wm_status walk_among(const search *s, const wm_kotor_obstacle *list, uint32_t count,
                            wm_path *p, wm_error *error)
{
    wm_place at[2];
    wm_walkmesh *narrow = NULL;
    wm_walkmesh *cut = wm_walkmesh_with_kotor_obstacles(s->d->mesh, list, count,
                                                        &s->d->doc->surfaces, NULL, error);
    if (cut && s->way->radius > 0)
        narrow = wm_walkmesh_shrink(cut, s->way->radius, NULL, error);
    const wm_walkmesh *floor = s->way->radius > 0 ? narrow : cut;
    wm_query *query = floor ? wm_query_new(floor, NULL, error) : NULL;
    wm_status status = query ? core_walk(query, s->way->ends, at, p, error) : error->code;
    wm_query_free(query);
    wm_walkmesh_free(narrow);
    wm_walkmesh_free(cut);
    return status;
}

/* From the place of an obstacle to its farthest corner. */
static double reach_of(const wm_kotor_obstacle *o)
{
    double most = 0;
    for (uint32_t i = 0; i < o->mesh->vertex_count; i++) {
        wm_vec3 v = o->mesh->vertices[i];
        double square = (double)v.x * (double)v.x + (double)v.y * (double)v.y;
        if (square > most)
            most = square;
    }
    return sqrt(most);
}

/* How far along a straight piece is nearest to a point, if it comes within `reach` of it; else
 * less than 0. */
static double passes(wm_vec3 a, wm_vec3 b, wm_vec3 p, double reach)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double square = dx * dx + dy * dy;
    double t = square > 0 ? (px * dx + py * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double x = px - t * dx, y = py - t * dy;
    return x * x + y * y <= reach * reach ? t * sqrt(square) : -1;
}

/* Where a path first comes near an obstacle; less than 0 if it does not. */
static double first_near(const wm_path *p, const wm_kotor_obstacle *o, double reach)
{
    double before = 0;
    for (uint32_t i = 0, k; i + 1 < p->point_count; i = k) {
        for (k = i + 1; k + 1 < p->point_count && !p->points[k].bend;)
            k++;
        wm_vec3 a = p->points[i].position, b = p->points[k].position;
        double at = passes(a, b, o->position, reach);
        if (at >= 0)
            return before + at;
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        before += sqrt(dx * dx + dy * dy);
    }
    return -1;
}

static int by_distance(const void *a, const void *b)
{
    const met *p = a, *q = b;
    if (p->along != q->along)
        return p->along < q->along ? -1 : 1;
    return p->obstacle < q->obstacle ? -1 : p->obstacle > q->obstacle;
}

static void list_met(search *s, const wm_path *p)
{
    uint64_t steps = 0;
    for (uint32_t i = 0; i < s->objects->obstacle_count && steps < STEPS; i++) {
        const wm_kotor_obstacle *o = &s->objects->obstacles[i];
        double along = first_near(p, o, reach_of(o) + (double)s->way->radius);
        steps += p->point_count + o->mesh->vertex_count;
        if (along >= 0)
            s->met[s->count++] = (met){i, along};
    }
    qsort(s->met, s->count, sizeof *s->met, by_distance);
}

/* The object of an obstacle: they are in the same order, without those that are none. */
static const wm_kotor_object *object_of(const wm_kotor_objects *list, uint32_t obstacle)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const wm_kotor_object *o = list->items[i].object;
        bool placed = isfinite(o->position.x) && isfinite(o->position.y) &&
                      isfinite(o->position.z) && isfinite(o->bearing);
        if (list->items[i].walkmesh && placed && obstacle-- == 0)
            return o;
    }
    return NULL;
}

static void put(const search *s, uint32_t from, uint32_t count, wm_json_writer *j)
{
    wm_json_begin_array(j, "obstacles");
    for (uint32_t i = from; i < from + count; i++) {
        const wm_kotor_object *o = object_of(s->objects, s->met[i].obstacle);
        if (!o)
            continue;
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "kind", wm_kotor_object_kind_name(o->kind));
        wm_json_add_text(j, "name", *o->tag ? o->tag : o->resource);
        wm_json_add_vec3(j, "at", o->position);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* The first obstacle without which there is a path, or s->count. */
static wm_status try_each(search *s, uint32_t *found, wm_error *error)
{
    wm_status status = WM_OK;
    *found = s->count;
    for (uint32_t i = 0; i < s->count && i < TRIES && status == WM_OK && *found == s->count; i++) {
        uint32_t n = 0, without = s->met[i].obstacle;
        wm_path p = {0};
        for (uint32_t k = 0; k < s->objects->obstacle_count; k++)
            if (k != without)
                s->left[n++] = s->objects->obstacles[k];
        status = walk_among(s, s->left, n, &p, error);
        if (p.found)
            *found = i;
        free(p.points);
        free(p.faces);
    }
    return status;
}

wm_status core_put_obstacles(core_document *d, const core_way *way, wm_json_writer *j,
                             wm_error *error)
{
    search s = {.d = d, .way = way, .objects = d->doc->objects};
    wm_path open = {0};
    uint32_t first = 0;
    if (!s.objects || !s.objects->obstacle_count || way->through)
        return WM_OK;
    if (!core_mesh(d, error))
        return error->code;
    wm_status status = walk_among(&s, NULL, 0, &open, error);
    if (status == WM_OK && open.found) {
        s.left = malloc(s.objects->obstacle_count * sizeof *s.left);
        s.met = malloc(s.objects->obstacle_count * sizeof *s.met);
        if (s.left && s.met) {
            list_met(&s, &open);
            status = try_each(&s, &first, error);
        } else {
            status = wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        }
        if (status == WM_OK && first < s.count)
            put(&s, first, 1, j);
        else if (status == WM_OK)
            put(&s, 0, s.count < NAMED ? s.count : NAMED, j);
    }
    free(open.points);
    free(open.faces);
    free(s.left);
    free(s.met);
    return status;
}
