/* What an earlier bake knows about placeables whose models are missing: its holes in the ground,
 * and its floors over it. docs/formats/nwn2.md, "Placeables". */
#include "nwn2/bake/keep.h"
#include "base/distinct.h"
#include "base/sort.h"
#include "base/vec.h"

/* How far a triangle may lie above or below the ground that it is, in metres. */
static const double same_height = 0.15;
/* A triangle that is not as wide as this, in metres, is the seam between two others. */
static const double seam = 0.02;
/* A hole smaller than this, in square metres, is not counted if it is left out. */
static const double crumb = 0.05;

/* Steps that comparing may take. */
#define WORK_LIMIT ((uint64_t)1 << 32)

wm_status wmi_keep_no_memory(const wmi_keeper *k)
{
    return wmi_no_memory(k->error);
}

wm_status wmi_keep_work(wmi_keeper *k, uint64_t steps)
{
    k->work += steps;
    if (k->work <= WORK_LIMIT)
        return WM_OK;
    return wmi_fail(k->error, WM_LIMIT, "ASWM.triangles",
                    "the earlier bake differs in so many places that comparing takes too long");
}

static wm_status refuse(const wm_nwn2_trn *trn, const wm_nwn2_trn *old, const wm_vec3 *places,
                        uint32_t count, wm_error *error)
{
    if (!trn->aswm || !old->aswm)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets",
                        "there is no walkmesh (ASWM) to compare");
    if (trn->aswm->tiles_flags == WM_NWN2_TRX_TILES)
        return wmi_fail(error, WM_BAD_ARGUMENT, "ASWM", "the new ground is that of a TRX");
    if (old->aswm->tiles_flags != WM_NWN2_TRX_TILES)
        return wmi_fail(error, WM_BAD_ARGUMENT, "ASWM", "the earlier bake is not a TRX");
    wm_status status = wmi_aswm_refuse(trn->aswm, error);
    if (status == WM_OK)
        status = wmi_aswm_refuse(old->aswm, error);
    if (status != WM_OK)
        return status;
    const wm_nwn2_aswm *a = trn->aswm, *b = old->aswm;
    if (a->grid_width != b->grid_width || a->grid_height != b->grid_height ||
        a->tile_width != b->tile_width)
        return wmi_fail(error, WM_BAD_ARGUMENT, "ASWM.tiles",
                        "the earlier bake has %lu x %lu tiles, and the ground %lu x %lu: is it of "
                        "another area?",
                        (ul)b->grid_width, (ul)b->grid_height, (ul)a->grid_width,
                        (ul)a->grid_height);
    for (uint32_t i = 0; i < count; i++)
        if (!wmi_finite(places[i]))
            return wmi_fail(error, WM_BAD_ARGUMENT, "places", "place %lu is not finite", (ul)i);
    return WM_OK;
}

/* ---- triangles ---- */

static bool is_seam(const wm_vec3 c[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = wmi_max(longest, wmi_hypot((double)c[(k + 1) % 3].x - (double)c[k].x,
                                             (double)c[(k + 1) % 3].y - (double)c[k].y));
    return wmi_keep_area(c) <= seam * longest;
}

static uint16_t floor_flags(const wm_nwn2_aswm *a, uint32_t triangle)
{
    return a->triangles[triangle].flags & (WM_NWN2_WALKABLE | WM_NWN2_MATERIALS);
}

uint32_t wmi_keep_tile(const wmi_keeper *k, const wm_vec3 c[3])
{
    float at[2] = {(c[0].x + c[1].x + c[2].x) / 3, (c[0].y + c[1].y + c[2].y) / 3};
    return wmi_aswm_tile_at(k->now, at);
}

/* ---- what is the same in both ---- */

static int by_bits(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(wm_vec3));
}

/* Finds the triangles that have the same corners in both. */
static wm_status match(wmi_keeper *k)
{
    const wm_nwn2_aswm *meshes[2] = {k->now, k->old};
    size_t count = (size_t)k->now->triangle_count + k->old->triangle_count;
    wm_vec3(*keys)[3] = wmi_arena_raw(&k->scratch, count, sizeof *keys);
    uint8_t *seen = wmi_arena_new(&k->scratch, count, sizeof *seen); /* by key: in which meshes */
    uint32_t *key = wmi_arena_raw(&k->scratch, count, sizeof *key);
    wmi_distinct distinct;
    k->now_same = wmi_arena_new(&k->scratch, k->now->triangle_count, sizeof(bool));
    k->old_same = wmi_arena_new(&k->scratch, k->old->triangle_count, sizeof(bool));
    if (!keys || !seen || !key || !k->now_same || !k->old_same ||
        !wmi_distinct_init(&distinct, &k->scratch, count))
        return wmi_keep_no_memory(k);
    size_t n = 0;
    for (int m = 0; m < 2; m++)
        for (uint32_t i = 0; i < meshes[m]->triangle_count; i++, n++) {
            wmi_keep_corners(meshes[m], i, keys[n]);
            wmi_sort(keys[n], 3, sizeof **keys, by_bits);
            key[n] = wmi_distinct_add(&distinct, keys[n], sizeof keys[n]);
            seen[key[n]] |= (uint8_t)(1 << m);
        }
    for (uint32_t i = 0; i < k->now->triangle_count; i++)
        k->now_same[i] = seen[key[i]] == 3;
    for (uint32_t i = 0; i < k->old->triangle_count; i++)
        k->old_same[i] = seen[key[k->now->triangle_count + i]] == 3;
    return WM_OK;
}

/* ---- holes ---- */

/* The ground without the triangles that are the same in both, as a document that can be cut. */
static wm_nwn2_trn *make_rest(const wmi_keeper *k)
{
    size_t tiles = (size_t)k->now->grid_height * k->now->grid_width;
    wm_nwn2_trn *rest = wm_nwn2_trn_new(&k->arena.allocator, k->error);
    if (!rest)
        return NULL;
    wm_nwn2_aswm *a = wm_nwn2_trn_alloc(rest, 1, sizeof *a, k->error);
    wm_nwn2_triangle *triangles =
        wm_nwn2_trn_alloc(rest, k->now->triangle_count, sizeof *triangles, k->error);
    wm_nwn2_tile *empty = wm_nwn2_trn_alloc(rest, tiles, sizeof *empty, k->error);
    if (!a || !triangles || !empty) {
        wm_nwn2_trn_free(rest);
        return NULL;
    }
    *a = *k->now; /* its arrays are not changed */
    a->triangles = triangles;
    a->triangle_count = a->edge_count = 0;
    a->tiles = empty;
    for (uint32_t i = 0; i < k->now->triangle_count; i++)
        if (!k->now_same[i])
            triangles[a->triangle_count++] = k->now->triangles[i];
    rest->aswm = a;
    return rest;
}

/* Removes everything from the rest of the ground that the earlier bake covers: holes are left. */
static wm_status cut_rest(wmi_keeper *k, wm_nwn2_trn *rest)
{
    wm_vec3(*corners)[3] = wmi_arena_raw(&k->scratch, k->old->triangle_count, sizeof *corners);
    wm_nwn2_polygon *polygons =
        wmi_arena_raw(&k->scratch, k->old->triangle_count, sizeof *polygons);
    uint32_t count = 0;
    if (!corners || !polygons)
        return wmi_keep_no_memory(k);
    for (uint32_t i = 0; i < k->old->triangle_count; i++)
        if (!k->old_same[i]) {
            wmi_keep_corners(k->old, i, corners[count]);
            polygons[count] = (wm_nwn2_polygon){corners[count], 3};
            count++;
        }
    wmi_floors all = {.all = rest->aswm, .ground = rest->aswm->triangle_count, .apart = true};
    return wmi_trn_cut(rest, &all, polygons, count, NULL, k->error);
}

static void add_part(wmi_keeper *k, const wm_nwn2_aswm *a, uint32_t triangle, bool floor)
{
    wmi_keep_part *p = &k->parts[k->part_count];
    wmi_keep_corners(a, triangle, p->corner);
    if (wmi_keep_area(p->corner) == 0)
        return;
    p->flags = floor_flags(a, triangle);
    p->floor = floor;
    p->seam = is_seam(p->corner);
    k->part_count++;
}

/* ---- floors ---- */

static bool is_ground_at(const wm_nwn2_aswm *a, uint32_t triangle, wmi_vec at)
{
    wm_vec3 corner[3];
    double turn[3], all = 0;
    wmi_keep_corners(a, triangle, corner);
    for (int k = 0; k < 3; k++) {
        wmi_vec p = wmi_vec_of(corner[(k + 1) % 3]), q = wmi_vec_of(corner[(k + 2) % 3]);
        turn[k] = (p.x - at.x) * (q.y - at.y) - (p.y - at.y) * (q.x - at.x);
        all += turn[k];
    }
    if (all == 0 || turn[0] / all < 0 || turn[1] / all < 0 || turn[2] / all < 0)
        return false;
    double z = (turn[0] * (double)corner[0].z + turn[1] * (double)corner[1].z +
                turn[2] * (double)corner[2].z) /
               all;
    return fabs(z - at.z) < same_height;
}

/* Is a triangle of the earlier bake a piece of the ground? */
static bool is_ground(wmi_keeper *k, uint32_t triangle, uint32_t from, uint32_t to)
{
    wm_vec3 c[3];
    uint16_t flags = floor_flags(k->old, triangle);
    wmi_keep_corners(k->old, triangle, c);
    wmi_vec at = wmi_add(wmi_add(wmi_vec_of(c[0]), wmi_vec_of(c[1])), wmi_vec_of(c[2]));
    at = wmi_scale(at, 1.0 / 3);
    for (uint32_t i = from; i < to; i++)
        if (floor_flags(k->now, i) == flags && is_ground_at(k->now, i, at))
            return true;
    return false;
}

/* Adds the triangles that are not pieces of the ground. */
static wm_status find_floors(wmi_keeper *k)
{
    const wm_nwn2_aswm *a = k->now;
    bool owned = wmi_aswm_ranges(a);
    for (uint32_t i = 0; i < k->old->triangle_count; i++) {
        wm_vec3 c[3];
        uint32_t from = 0, to = a->triangle_count;
        wmi_keep_corners(k->old, i, c);
        if (k->old_same[i] || is_seam(c))
            continue;
        if (owned) {
            const wm_nwn2_tile *t = &a->tiles[wmi_keep_tile(k, c)];
            from = t->triangles_count ? t->triangles_offset : 0;
            to = from + t->triangles_count;
        }
        wm_status status = wmi_keep_work(k, (uint64_t)to - from + 1);
        if (status != WM_OK)
            return status;
        if (!is_ground(k, i, from, to))
            add_part(k, k->old, i, true);
    }
    return WM_OK;
}

/* ---- the result ---- */

static void put_hole(wmi_keeper *k, const wmi_keep_part *p, wm_vec3 *points)
{
    memcpy(points, p->corner, sizeof p->corner);
    k->pub.polygons[k->pub.polygon_count++] = (wm_nwn2_polygon){points, 3};
    k->pub.holes_m2 += wmi_keep_area(p->corner) / 2;
}

static void put_floor(wm_nwn2_floor *floor, wm_vec3 *vertices, wm_nwn2_floor_triangle *triangles,
                      const wmi_keep_part *p)
{
    uint32_t first = floor->vertex_count;
    memcpy(vertices + first, p->corner, sizeof p->corner);
    triangles[floor->triangle_count++] =
        (wm_nwn2_floor_triangle){{first, first + 1, first + 2}, p->flags};
    floor->vertex_count += 3;
}

static wm_status put_parts(wmi_keeper *k)
{
    uint32_t n = k->part_count;
    wm_vec3 *points = wmi_arena_raw(&k->arena, 3 * (size_t)n, sizeof *points);
    wm_vec3 *vertices = wmi_arena_raw(&k->arena, 3 * (size_t)n, sizeof *vertices);
    wm_nwn2_floor_triangle *triangles = wmi_arena_raw(&k->arena, n, sizeof *triangles);
    double *left = wmi_arena_new(&k->scratch, (size_t)3 * n + 1, sizeof *left);
    k->pub.polygons = wmi_arena_raw(&k->arena, n, sizeof *k->pub.polygons);
    k->pub.floors = wmi_arena_new(&k->arena, 1, sizeof *k->pub.floors);
    if (!points || !vertices || !triangles || !left || !k->pub.polygons || !k->pub.floors)
        return wmi_keep_no_memory(k);
    wm_nwn2_floor *floor = k->pub.floors;
    for (uint32_t i = 0; i < n; i++) {
        const wmi_keep_part *p = &k->parts[i];
        if (!wmi_keep_is_kept(k, i))
            left[k->group[i]] +=
                p->floor || p->seam || k->lost[k->group[i]] ? 0 : wmi_keep_area(p->corner) / 2;
        else if (p->floor)
            put_floor(floor, vertices, triangles, p);
        else
            put_hole(k, p, points + 3 * (size_t)k->pub.polygon_count);
    }
    floor->vertices = vertices;
    floor->triangles = triangles;
    k->pub.floor_count = floor->triangle_count ? 1 : 0;
    for (uint32_t i = 0; i < 3 * n; i++)
        k->pub.others += left[i] > crumb;
    return WM_OK;
}

static wm_status compare(wmi_keeper *k)
{
    wm_status status = match(k);
    wm_nwn2_trn *rest = status == WM_OK ? make_rest(k) : NULL;
    if (status == WM_OK)
        status = rest ? cut_rest(k, rest) : WM_NO_MEMORY;
    if (status == WM_OK) {
        size_t most = (size_t)rest->aswm->triangle_count + k->old->triangle_count;
        k->parts = wmi_arena_raw(&k->scratch, most, sizeof *k->parts);
        status = k->parts && most < UINT32_MAX / 3 ? WM_OK : wmi_keep_no_memory(k);
    }
    for (uint32_t i = 0; status == WM_OK && i < rest->aswm->triangle_count; i++)
        add_part(k, rest->aswm, i, false);
    wm_nwn2_trn_free(rest);
    if (status == WM_OK)
        status = find_floors(k);
    if (status == WM_OK)
        status = wmi_keep_find_owners(k);
    return status == WM_OK ? put_parts(k) : status;
}

wm_nwn2_kept *wm_nwn2_kept_new(const wm_nwn2_trn *trn, const wm_nwn2_trn *old,
                               const wm_vec3 *places, uint32_t count, const wm_allocator *allocator,
                               wm_error *error)
{
    wmi_arena arena;
    if (refuse(trn, old, places, count, error) != WM_OK)
        return NULL;
    wmi_arena_init(&arena, allocator, 0);
    wmi_keeper *k = wmi_arena_new(&arena, 1, sizeof *k);
    bool *found = wmi_arena_new(&arena, count, sizeof *found);
    if (!k || !found) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    k->arena = arena;
    k->pub.found = found;
    k->pub.memory = k;
    k->now = trn->aswm;
    k->old = old->aswm;
    k->places = places;
    k->place_count = count;
    k->error = error;
    wmi_arena_init(&k->scratch, allocator, 0);
    wm_status status = compare(k);
    wmi_arena_free(&k->scratch);
    if (status == WM_OK)
        return &k->pub;
    wm_nwn2_kept_free(&k->pub);
    return NULL;
}

void wm_nwn2_kept_free(wm_nwn2_kept *kept)
{
    if (kept) {
        wmi_arena arena = ((wmi_keeper *)kept->memory)->arena;
        wmi_arena_free(&arena);
    }
}
