/* From the placeables of an area to floors and outlines: placeables.2da names their models.
 * docs/formats/nwn2.md, "Placeables". */
#include "base/distinct.h"
#include "base/real.h"
#include "base/text.h"
#include "base/vec.h"
#include "open/internal.h"

/* How much larger than its bounds the outline of a model without collision is, in metres. */
static const float growth = 0.001f;

/* Vertices and triangles of all placeables together: so many, and more for large models. Real areas
 * have some ten thousand. A model may be placed thousands of times. */
enum { SIZE_BASE = 1 << 18, SIZE_FACTOR = 4 };

/* A model, and what was found for it. */
typedef struct look {
    const char *model;
    wm_nwn2_mdb *mdb; /* NULL: missing */
    bool unreadable;
} look;

typedef struct obstacles {
    wm_nwn2_obstacles pub;
    wmi_arena arena;
    const wm_finder *finder;
    wm_2da *table;
    uint32_t column;
    look *looks;
    wmi_distinct names; /* of the looks, in lower case */
    size_t polygon_room;
    uint64_t size, most; /* vertices and triangles of floors and hulls so far, and at most */
    wm_error *error;
} obstacles;

/* ---- models ---- */

static wm_status find(const obstacles *o, const char *name, const char *type, wm_found *found)
{
    *found = (wm_found){0};
    if (!o->finder->find || !*name)
        return WM_OK;
    wm_status status = o->finder->find(o->finder->user, name, type, found, o->error);
    if (status == WM_OK && found->where && !found->data && found->load)
        status = found->load(found, o->error);
    return status;
}

static void release(wm_found *found)
{
    if (found->release)
        found->release(found);
}

static wm_status load_table(obstacles *o)
{
    wm_found found;
    wm_read_opts opts = {.allocator = &o->arena.allocator};
    wm_status status = find(o, "placeables", "2da", &found);
    if (status == WM_OK && found.where) {
        wm_error error = {0};
        o->table = wm_2da_read(found.data ? found.data : "", found.size, &opts, &error);
        if (!o->table)
            status = wmi_fail(o->error, error.code, "placeables.2da", "%s", error.message);
    }
    release(&found);
    o->pub.table = o->table != NULL;
    if (o->table)
        o->column = wm_2da_column(o->table, "NWN2_ModelName");
    return status;
}

/* Vertices and triangles that a placeable can add to the ground. */
static uint64_t size_of(const wm_nwn2_mdb *mdb)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        if (p->kind == WM_NWN2_MDB_KIND_COL2 || p->kind == WM_NWN2_MDB_KIND_WALK)
            size += (uint64_t)p->mesh->vertex_count + p->mesh->triangle_count;
    }
    return size;
}

/* Only a lack of memory is a failure: a model that cannot be read is missing. */
static wm_status load_model(obstacles *o, look *l)
{
    wm_found found;
    wm_error error = {0}, *told = o->error;
    wm_read_opts opts = {.allocator = &o->arena.allocator};
    o->error = &error;
    wm_status status = find(o, l->model, "mdb", &found);
    o->error = told;
    if (status == WM_OK && found.where) {
        l->mdb = wm_nwn2_mdb_read(found.data ? found.data : "", found.size, &opts, &error);
        status = l->mdb ? WM_OK : error.code;
        if (l->mdb && l->mdb->fault_count) { /* what it would do to the ground is not known */
            wm_nwn2_mdb_free(l->mdb);
            l->mdb = NULL;
            status = WM_BAD_VALUE;
        }
    }
    release(&found);
    l->unreadable = status != WM_OK;
    if (l->mdb)
        o->most += SIZE_FACTOR * size_of(l->mdb);
    if (status == WM_NO_MEMORY)
        return wmi_fail(o->error, status, "", "out of memory");
    return WM_OK;
}

static const look *find_look(obstacles *o, uint32_t appearance, wm_status *status)
{
    static const look none = {0};
    const char *name = o->table ? wm_2da_cell(o->table, appearance, o->column) : NULL;
    if (!name)
        return &none;
    char *key = wmi_arena_text(&o->arena, name, strlen(name));
    if (!key) {
        *status = wmi_arena_fail(&o->arena, o->error, "");
        return &none;
    }
    wmi_lower_text(key);
    uint32_t known = o->names.count, i = wmi_distinct_add(&o->names, key, strlen(key));
    look *l = &o->looks[i];
    if (i < known) /* rows of the table share models */
        return l;
    l->model = wmi_arena_text(&o->arena, name, strlen(name));
    *status = l->model ? load_model(o, l) : wmi_arena_fail(&o->arena, o->error, "");
    return l;
}

/* ---- outlines ---- */

typedef struct turn {
    double sine, cosine;
} turn;

static wm_vec3 place(const wm_nwn2_placeable *p, turn t, wm_vec3 v)
{
    double x = (double)v.x * (double)p->scale.x, y = (double)v.y * (double)p->scale.y;
    return (wm_vec3){(float)((double)p->position.x + t.cosine * x - t.sine * y),
                     (float)((double)p->position.y + t.sine * x + t.cosine * y),
                     (float)((double)p->position.z + (double)v.z * (double)p->scale.z)};
}

static turn turn_of(const wm_nwn2_placeable *p)
{
    turn t;
    wmi_sin_cos((double)p->bearing, &t.sine, &t.cosine);
    return t;
}

/* The walkmesh of a model. One with a vertex that is not finite counts as none. */
static wm_status add_floor(obstacles *o, const wm_nwn2_placeable *p, const wm_nwn2_mdb_mesh *m,
                           bool *added)
{
    turn t = turn_of(p);
    wm_vec3 *vertices = wmi_arena_raw(&o->arena, m->vertex_count, sizeof *vertices);
    wm_nwn2_floor_triangle *triangles =
        wmi_arena_raw(&o->arena, m->triangle_count, sizeof *triangles);
    if (!vertices || !triangles)
        return wmi_arena_fail(&o->arena, o->error, "");
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 v = wm_nwn2_mdb_position(m, i);
        vertices[i] = place(p, t, v);
        if (v.z == WM_NWN2_MDB_DROPPED)
            vertices[i].z = WM_NWN2_FLOOR_DROPPED;
        if (!wmi_finite(vertices[i]))
            return WM_OK;
    }
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            triangles[i].vertex[k] = m->triangles[i].vertex[k];
        triangles[i].flags = (uint16_t)m->triangle_flags[i];
    }
    o->pub.floors[o->pub.floor_count++] =
        (wm_nwn2_floor){vertices, m->vertex_count, m->triangle_count, triangles};
    *added = true;
    return WM_OK;
}

static wm_status add_polygon(obstacles *o, const wm_vec3 *points, uint32_t count)
{
    void *grown = o->pub.polygons;
    wm_vec3 *copy = wmi_arena_raw(&o->arena, count, sizeof *copy);
    bool good = copy && wmi_grow(&o->arena.allocator, &grown, &o->polygon_room,
                                 (size_t)o->pub.polygon_count + 1, sizeof *o->pub.polygons);
    o->pub.polygons = grown;
    if (!good)
        return wmi_no_memory(o->error);
    memcpy(copy, points, count * sizeof *copy);
    o->pub.polygons[o->pub.polygon_count++] = (wm_nwn2_polygon){copy, count};
    return WM_OK;
}

/* The triangles of a hull that have an area in plan view. */
static wm_status add_hull(obstacles *o, const wm_nwn2_placeable *p, const wm_nwn2_mdb_mesh *m,
                          bool *added)
{
    turn t = turn_of(p);
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        wm_vec3 c[3];
        bool fine = true;
        for (int k = 0; k < 3; k++) {
            c[k] = place(p, t, wm_nwn2_mdb_position(m, m->triangles[i].vertex[k]));
            fine = fine && wmi_finite(c[k]);
        }
        double area = ((double)c[1].x - (double)c[0].x) * ((double)c[2].y - (double)c[0].y) -
                      ((double)c[1].y - (double)c[0].y) * ((double)c[2].x - (double)c[0].x);
        if (!fine || fabs(area) < 1e-9)
            continue;
        wm_status status = add_polygon(o, c, 3);
        if (status != WM_OK)
            return status;
        *added = true;
    }
    return WM_OK;
}

static void place_box(const wm_nwn2_placeable *p, wm_vec3 min, wm_vec3 max, wm_vec3 points[4])
{
    turn t = turn_of(p);
    points[0] = place(p, t, (wm_vec3){min.x, min.y, 0});
    points[1] = place(p, t, (wm_vec3){max.x, min.y, 0});
    points[2] = place(p, t, (wm_vec3){max.x, max.y, 0});
    points[3] = place(p, t, (wm_vec3){min.x, max.y, 0});
}

void wm_nwn2_placeable_square(const wm_nwn2_placeable *placeable, float side, wm_vec3 points[4])
{
    float half = side / 2;
    place_box(placeable, (wm_vec3){-half, -half, 0}, (wm_vec3){half, half, 0}, points);
}

/* The rectangle round all visible meshes, a little larger. */
static wm_status add_box(obstacles *o, const wm_nwn2_placeable *p, const wm_nwn2_mdb *mdb,
                         bool *added)
{
    wm_nwn2_mdb_stats s;
    wm_vec3 c[4];
    wm_status status = wm_nwn2_mdb_measure(mdb, &s, o->error);
    if (status != WM_OK || s.vertices == 0)
        return status;
    place_box(p, (wm_vec3){s.min.x - growth, s.min.y - growth, 0},
              (wm_vec3){s.max.x + growth, s.max.y + growth, 0}, c);
    for (int k = 0; k < 4; k++)
        if (!wmi_finite(c[k]))
            return WM_OK;
    *added = true;
    return add_polygon(o, c, 4);
}

/* A walkmesh replaces the ground. Without one the collision hull leaves a hole, and without
 * that the bounds do. */
static wm_status add_model(obstacles *o, const wm_nwn2_placeable *p, const wm_nwn2_mdb *mdb)
{
    const wm_nwn2_mdb_packet *walk = wm_nwn2_mdb_find(mdb, WM_NWN2_MDB_KIND_WALK);
    bool floor = false, hull = false, box = false;
    o->size += size_of(mdb);
    if (o->size > SIZE_BASE + o->most)
        return wmi_fail(o->error, WM_LIMIT, "Placeable List",
                        "the placeables have more than %lu vertices and triangles",
                        (ul)(SIZE_BASE + o->most));
    wm_status status = walk ? add_floor(o, p, walk->mesh, &floor) : WM_OK;
    for (uint32_t i = 0; !walk && i < mdb->packet_count && status == WM_OK; i++)
        if (mdb->packets[i].kind == WM_NWN2_MDB_KIND_COL2)
            status = add_hull(o, p, mdb->packets[i].mesh, &hull);
    if (!walk && !wm_nwn2_mdb_find(mdb, WM_NWN2_MDB_KIND_COL2) && status == WM_OK)
        status = add_box(o, p, mdb, &box);
    o->pub.walks += floor;
    o->pub.hulls += hull;
    o->pub.boxes += box;
    o->pub.empty += !floor && !hull && !box;
    return status;
}

/* ---- all of them ---- */

static wm_status fill(obstacles *o, const wm_nwn2_placeables *all)
{
    o->looks = wmi_arena_new(&o->arena, all->count, sizeof *o->looks);
    o->pub.floors = wmi_arena_new(&o->arena, all->count, sizeof *o->pub.floors);
    o->pub.missing = wmi_arena_new(&o->arena, all->count, sizeof *o->pub.missing);
    if (!o->looks || !o->pub.floors || !o->pub.missing ||
        !wmi_distinct_init(&o->names, &o->arena, all->count))
        return wmi_arena_fail(&o->arena, o->error, "");
    wm_status status = all->count ? load_table(o) : WM_OK;
    for (uint32_t i = 0; i < all->count && status == WM_OK; i++) {
        const wm_nwn2_placeable *p = &all->items[i];
        const look *l = find_look(o, p->appearance, &status);
        if (status == WM_OK && l->mdb)
            status = add_model(o, p, l->mdb);
        else if (status == WM_OK)
            o->pub.missing[o->pub.missing_count++] = (wm_nwn2_missing){*p, l->model, l->unreadable};
    }
    return status;
}

wm_nwn2_obstacles *wm_nwn2_obstacles_new(const wm_nwn2_placeables *placeables,
                                         const wm_finder *finder, const wm_allocator *allocator,
                                         wm_error *error)
{
    wmi_arena arena;
    wm_error unused;
    wmi_arena_init(&arena, allocator, 0);
    obstacles *o = wmi_arena_new(&arena, 1, sizeof *o);
    if (!o) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    o->arena = arena;
    o->pub.memory = o;
    o->finder = finder;
    o->error = error ? error : &unused;
    wm_status status = fill(o, placeables);
    for (uint32_t i = 0; i < o->names.count; i++)
        wm_nwn2_mdb_free(o->looks[i].mdb);
    wm_2da_free(o->table);
    if (status == WM_OK)
        return &o->pub;
    wm_nwn2_obstacles_free(&o->pub);
    return NULL;
}

void wm_nwn2_obstacles_free(wm_nwn2_obstacles *list)
{
    if (list) {
        obstacles *o = list->memory;
        wmi_arena arena = o->arena;
        wmi_release(&arena.allocator, list->polygons, o->polygon_room, sizeof *list->polygons);
        wmi_arena_free(&arena);
    }
}
