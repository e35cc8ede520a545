/* What an earlier bake knows about placeables whose models are missing: its holes in the ground,
 * and its floors over it. docs/formats/nwn2.md, "Placeables". */
#include "base/distinct.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "base/vec.h"
#include "nwn2/bake/bake.h"
#include "nwn2/bake/weld.h"

/* How far a hole or a floor may be from its placeable in plan view, in metres. */
static const double reach = 2;
/* How far a triangle may lie above or below the ground that it is, in metres. */
static const double same_height = 0.15;
/* A triangle that is not as wide as this, in metres, is the seam between two others. */
static const double seam = 0.02;
/* A hole smaller than this, in square metres, is not counted if it is left out. */
static const double crumb = 0.05;

/* Steps that comparing may take. */
#define WORK_LIMIT ((uint64_t)1 << 32)

/* A triangle of a hole or of a floor. */
typedef struct part {
    wm_vec3 corner[3];
    uint32_t spot[3]; /* the groups of its corners; they differ for seams only */
    uint16_t flags;
    bool floor;
    bool seam;
} part;

typedef struct keeper {
    wm_nwn2_kept pub;
    wmi_arena arena, scratch;
    const wm_nwn2_aswm *now, *old;
    const wm_vec3 *places;
    uint32_t place_count;
    bool *now_same, *old_same; /* per triangle: the other walkmesh has it too */
    part *parts;
    uint32_t part_count;
    uint32_t *group; /* per part */
    bool *kept;      /* per group */
    bool *empty;     /* per tile: the earlier bake has nothing there */
    bool *lost;      /* per group: a hole that ends where empty tiles end */
    uint64_t work;
    wm_error *error;
} keeper;

static wm_status no_memory(const keeper *k)
{
    return wmi_fail(k->error, WM_NO_MEMORY, "", "out of memory");
}

static wm_status work(keeper *k, uint64_t steps)
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

static void corners_of(const wm_nwn2_aswm *a, uint32_t triangle, wm_vec3 c[3])
{
    for (int k = 0; k < 3; k++)
        c[k] = a->vertices[a->triangles[triangle].vertex[k]];
}

/* Twice the area in plan view. */
static double area_of(const wm_vec3 c[3])
{
    return fabs(((double)c[1].x - (double)c[0].x) * ((double)c[2].y - (double)c[0].y) -
                ((double)c[1].y - (double)c[0].y) * ((double)c[2].x - (double)c[0].x));
}

static bool is_seam(const wm_vec3 c[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = wmi_max(longest, wmi_hypot((double)c[(k + 1) % 3].x - (double)c[k].x,
                                             (double)c[(k + 1) % 3].y - (double)c[k].y));
    return area_of(c) <= seam * longest;
}

static uint16_t floor_flags(const wm_nwn2_aswm *a, uint32_t triangle)
{
    return a->triangles[triangle].flags & (WM_NWN2_WALKABLE | WM_NWN2_MATERIALS);
}

static uint32_t tile_of(const keeper *k, const wm_vec3 c[3])
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
static wm_status match(keeper *k)
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
        return no_memory(k);
    size_t n = 0;
    for (int m = 0; m < 2; m++)
        for (uint32_t i = 0; i < meshes[m]->triangle_count; i++, n++) {
            corners_of(meshes[m], i, keys[n]);
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
static wm_nwn2_trn *make_rest(const keeper *k)
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
static wm_status cut_rest(keeper *k, wm_nwn2_trn *rest)
{
    wm_vec3(*corners)[3] = wmi_arena_raw(&k->scratch, k->old->triangle_count, sizeof *corners);
    wm_nwn2_polygon *polygons =
        wmi_arena_raw(&k->scratch, k->old->triangle_count, sizeof *polygons);
    uint32_t count = 0;
    if (!corners || !polygons)
        return no_memory(k);
    for (uint32_t i = 0; i < k->old->triangle_count; i++)
        if (!k->old_same[i]) {
            corners_of(k->old, i, corners[count]);
            polygons[count] = (wm_nwn2_polygon){corners[count], 3};
            count++;
        }
    wmi_floors all = {.all = rest->aswm, .ground = rest->aswm->triangle_count, .apart = true};
    return wmi_trn_cut(rest, &all, polygons, count, NULL, k->error);
}

static void add_part(keeper *k, const wm_nwn2_aswm *a, uint32_t triangle, bool floor)
{
    part *p = &k->parts[k->part_count];
    corners_of(a, triangle, p->corner);
    if (area_of(p->corner) == 0)
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
    corners_of(a, triangle, corner);
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
static bool is_ground(keeper *k, uint32_t triangle, uint32_t from, uint32_t to)
{
    wm_vec3 c[3];
    uint16_t flags = floor_flags(k->old, triangle);
    corners_of(k->old, triangle, c);
    wmi_vec at = wmi_add(wmi_add(wmi_vec_of(c[0]), wmi_vec_of(c[1])), wmi_vec_of(c[2]));
    at = wmi_scale(at, 1.0 / 3);
    for (uint32_t i = from; i < to; i++)
        if (floor_flags(k->now, i) == flags && is_ground_at(k->now, i, at))
            return true;
    return false;
}

/* Adds the triangles that are not pieces of the ground. */
static wm_status find_floors(keeper *k)
{
    const wm_nwn2_aswm *a = k->now;
    bool owned = wmi_aswm_ranges(a);
    for (uint32_t i = 0; i < k->old->triangle_count; i++) {
        wm_vec3 c[3];
        uint32_t from = 0, to = a->triangle_count;
        corners_of(k->old, i, c);
        if (k->old_same[i] || is_seam(c))
            continue;
        if (owned) {
            const wm_nwn2_tile *t = &a->tiles[tile_of(k, c)];
            from = t->triangles_count ? t->triangles_offset : 0;
            to = from + t->triangles_count;
        }
        wm_status status = work(k, (uint64_t)to - from + 1);
        if (status != WM_OK)
            return status;
        if (!is_ground(k, i, from, to))
            add_part(k, k->old, i, true);
    }
    return WM_OK;
}

/* ---- whose they are ---- */

/* Numbers the corners, and joins parts of the same kind with a corner in common. */
static wm_status group_parts(keeper *k)
{
    wmi_weld weld[2];
    bool good = true;
    for (int m = 0; m < 2; m++)
        good = wmi_weld_init(&weld[m], &k->arena.allocator, k->part_count) && good;
    for (uint32_t i = 0; i < k->part_count && good; i++)
        for (int n = 0; n < 3 && good; n++) {
            wm_vec3 at = {k->parts[i].corner[n].x, k->parts[i].corner[n].y, 0};
            k->parts[i].spot[n] = wmi_weld_join(&weld[k->parts[i].floor], at);
            good = k->parts[i].spot[n] != WM_NO_INDEX;
        }
    size_t spots[2] = {weld[0].count, weld[1].count};
    for (int m = 0; m < 2; m++)
        wmi_weld_free(&weld[m]);
    /* Spots of holes, then those of floors. */
    uint32_t total = (uint32_t)(spots[0] + spots[1]);
    uint32_t *parent = good ? wmi_arena_raw(&k->scratch, total, sizeof *parent) : NULL;
    k->group = wmi_arena_raw(&k->scratch, k->part_count, sizeof *k->group);
    k->kept = wmi_arena_new(&k->scratch, total, sizeof *k->kept);
    if (!parent || !k->group || !k->kept)
        return no_memory(k);
    wmi_union_init(parent, total);
    for (uint32_t i = 0; i < k->part_count; i++) {
        part *p = &k->parts[i];
        for (int n = 0; n < 3; n++)
            p->spot[n] += p->floor ? (uint32_t)spots[0] : 0;
        for (int n = 1; n < 3 && !p->seam; n++)
            wmi_union_join(parent, p->spot[0], p->spot[n]);
    }
    for (uint32_t i = 0; i < k->part_count; i++) {
        for (int n = 0; n < 3; n++)
            k->parts[i].spot[n] = wmi_union_root(parent, k->parts[i].spot[n]);
        k->group[i] = k->parts[i].spot[0];
    }
    return WM_OK;
}

/* The distance of a place from a part in plan view. */
static double distance(const part *p, wm_vec3 place)
{
    double best = INFINITY, x = (double)place.x, y = (double)place.y;
    int left = 0, right = 0;
    for (int k = 0; k < 3; k++) {
        double ax = (double)p->corner[k].x, ay = (double)p->corner[k].y;
        double dx = (double)p->corner[(k + 1) % 3].x - ax;
        double dy = (double)p->corner[(k + 1) % 3].y - ay, square = dx * dx + dy * dy;
        double turn = dx * (y - ay) - dy * (x - ax);
        double t = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        left += turn >= 0;
        right += turn <= 0;
        best = wmi_min(best, wmi_hypot(ax + t * dx - x, ay + t * dy - y));
    }
    return left == 3 || right == 3 ? 0 : best;
}

/* ---- tiles that the game lost ---- */

/* The game's bake fails in some tiles and leaves them empty. Such a hole is no placeable's: a
 * large placeable would reach over the border of the tile. */
static wm_status find_lost(keeper *k)
{
    size_t tiles = (size_t)k->now->grid_height * k->now->grid_width, n = k->part_count;
    double *inside = wmi_arena_new(&k->scratch, 3 * n, sizeof *inside);
    double *outside = wmi_arena_new(&k->scratch, 3 * n, sizeof *outside);
    k->empty = wmi_arena_new(&k->scratch, tiles, sizeof *k->empty);
    k->lost = wmi_arena_new(&k->scratch, 3 * n, sizeof *k->lost);
    bool *counted = wmi_arena_new(&k->scratch, tiles, sizeof *counted);
    if (!inside || !outside || !k->empty || !k->lost || !counted)
        return no_memory(k);
    memset(k->empty, true, tiles * sizeof *k->empty);
    for (uint32_t i = 0; i < k->old->triangle_count; i++) {
        wm_vec3 c[3];
        corners_of(k->old, i, c);
        k->empty[tile_of(k, c)] = false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const part *p = &k->parts[i];
        if (!p->floor && !p->seam)
            *(k->empty[tile_of(k, p->corner)] ? &inside[k->group[i]] : &outside[k->group[i]]) +=
                area_of(p->corner);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tile = tile_of(k, k->parts[i].corner), g = k->group[i];
        k->lost[g] = inside[g] > 0 && outside[g] < inside[g] / 10;
        if (k->lost[g] && k->empty[tile] && !counted[tile]) {
            counted[tile] = true;
            k->pub.lost_tiles++;
        }
    }
    return WM_OK;
}

static wm_status find_owners(keeper *k)
{
    for (uint32_t i = 0; i < k->place_count; i++) {
        wm_status status = work(k, k->part_count);
        if (status != WM_OK)
            return status;
        for (uint32_t n = 0; n < k->part_count; n++)
            if (!k->parts[n].seam && !k->lost[k->group[n]] &&
                distance(&k->parts[n], k->places[i]) <= reach)
                k->pub.found[i] = k->kept[k->group[n]] = true;
    }
    return WM_OK;
}

/* A seam is kept with any group that it touches. */
static bool is_kept(const keeper *k, uint32_t i)
{
    const part *p = &k->parts[i];
    return k->kept[p->spot[0]] || k->kept[p->spot[1]] || k->kept[p->spot[2]];
}

/* ---- the result ---- */

static void put_hole(keeper *k, const part *p, wm_vec3 *points)
{
    memcpy(points, p->corner, sizeof p->corner);
    k->pub.polygons[k->pub.polygon_count++] = (wm_nwn2_polygon){points, 3};
    k->pub.holes_m2 += area_of(p->corner) / 2;
}

static void put_floor(wm_nwn2_floor *floor, wm_vec3 *vertices, wm_nwn2_floor_triangle *triangles,
                      const part *p)
{
    uint32_t first = floor->vertex_count;
    memcpy(vertices + first, p->corner, sizeof p->corner);
    triangles[floor->triangle_count++] =
        (wm_nwn2_floor_triangle){{first, first + 1, first + 2}, p->flags};
    floor->vertex_count += 3;
}

static wm_status put_parts(keeper *k)
{
    uint32_t n = k->part_count;
    wm_vec3 *points = wmi_arena_raw(&k->arena, 3 * (size_t)n, sizeof *points);
    wm_vec3 *vertices = wmi_arena_raw(&k->arena, 3 * (size_t)n, sizeof *vertices);
    wm_nwn2_floor_triangle *triangles = wmi_arena_raw(&k->arena, n, sizeof *triangles);
    double *left = wmi_arena_new(&k->scratch, (size_t)3 * n + 1, sizeof *left);
    k->pub.polygons = wmi_arena_raw(&k->arena, n, sizeof *k->pub.polygons);
    k->pub.floors = wmi_arena_new(&k->arena, 1, sizeof *k->pub.floors);
    if (!points || !vertices || !triangles || !left || !k->pub.polygons || !k->pub.floors)
        return no_memory(k);
    wm_nwn2_floor *floor = k->pub.floors;
    for (uint32_t i = 0; i < n; i++) {
        const part *p = &k->parts[i];
        if (!is_kept(k, i))
            left[k->group[i]] +=
                p->floor || p->seam || k->lost[k->group[i]] ? 0 : area_of(p->corner) / 2;
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

static wm_status compare(keeper *k)
{
    wm_status status = match(k);
    wm_nwn2_trn *rest = status == WM_OK ? make_rest(k) : NULL;
    if (status == WM_OK)
        status = rest ? cut_rest(k, rest) : WM_NO_MEMORY;
    if (status == WM_OK) {
        size_t most = (size_t)rest->aswm->triangle_count + k->old->triangle_count;
        k->parts = wmi_arena_raw(&k->scratch, most, sizeof *k->parts);
        status = k->parts && most < UINT32_MAX / 3 ? WM_OK : no_memory(k);
    }
    for (uint32_t i = 0; status == WM_OK && i < rest->aswm->triangle_count; i++)
        add_part(k, rest->aswm, i, false);
    wm_nwn2_trn_free(rest);
    if (status == WM_OK)
        status = find_floors(k);
    if (status == WM_OK)
        status = group_parts(k);
    if (status == WM_OK)
        status = find_lost(k);
    if (status == WM_OK)
        status = find_owners(k);
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
    keeper *k = wmi_arena_new(&arena, 1, sizeof *k);
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
        wmi_arena arena = ((keeper *)kept->memory)->arena;
        wmi_arena_free(&arena);
    }
}
