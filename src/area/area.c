/* An area: the rooms of a layout, their perimeter edges and seams, and which rooms are
 * connected. docs/areas.md */
#include "area/internal.h"
#include "base/sort.h"
#include "base/union_find.h"

static bool edge_is_usable(const wm_kotor_bwm *b, const wm_kotor_edge *e)
{
    if (e->edge / 3 >= wmi_area_faces(b))
        return false;
    const uint32_t *v = b->faces[e->edge / 3].vertex;
    return wmi_finite(b->vertices[v[e->edge % 3]]) &&
           wmi_finite(b->vertices[v[(e->edge % 3 + 1) % 3]]);
}

static void describe_room(wmi_area *area, uint32_t at, const wm_kotor_lyt *lyt,
                          const wm_kotor_bwm *bwm)
{
    wm_kotor_area_room *room = &area->pub.rooms[at];
    *room = (wm_kotor_area_room){
        .name = lyt->rooms[at].name,
        .walkmesh = bwm,
        .duplicate = wm_kotor_lyt_find(lyt, lyt->rooms[at].name) != at,
        .placeholder = wm_kotor_lyt_placeholder(lyt->rooms[at].name),
        .position = lyt->rooms[at].position,
        .component = WM_NO_INDEX,
    };
    area->room_box[at] = (wmi_box){{1, 1, 1}, {0, 0, 0}};
    if (!bwm)
        return;
    room->faces = bwm->face_count;
    room->edges = bwm->edge_count;
    for (uint32_t i = 0; i < bwm->edge_count; i++)
        room->transitions += bwm->edges[i].transition != WM_NO_INDEX;
    for (uint32_t i = 0; i < bwm->face_count; i++) {
        const uint32_t *v = bwm->faces[i].vertex;
        wmi_box *box = &area->room_box[at];
        room->walkable += wm_kotor_walkable(area->surfaces, bwm->materials[i]);
        for (int k = 0; k < 3; k++)
            if (wm_kotor_walkable(area->surfaces, bwm->materials[i]) &&
                wmi_finite(bwm->vertices[v[k]])) {
                wmi_box point = {bwm->vertices[v[k]], bwm->vertices[v[k]]};
                *box = box->min.x > box->max.x ? point : wmi_box_union(*box, point);
            }
    }
}

static double face_area(const wm_kotor_bwm *b, uint32_t face)
{
    const uint32_t *v = b->faces[face].vertex;
    wmi_vec a = wmi_vec_of(b->vertices[v[0]]);
    double area = wmi_length(wmi_cross(wmi_sub(wmi_vec_of(b->vertices[v[1]]), a),
                                       wmi_sub(wmi_vec_of(b->vertices[v[2]]), a))) /
                  2;
    return isfinite(area) ? area : 0;
}

/* Numbers the regions of one room after those of the previous rooms and lists the room's
 * edges. `region` is scratch for all its faces. */
static wm_status add_edges(wmi_area *area, uint32_t at, uint32_t *region, wm_error *error)
{
    wm_kotor_area_room *room = &area->pub.rooms[at];
    const wm_kotor_bwm *b = room->walkmesh;
    uint32_t base = area->first_region[at], faces = wmi_area_faces(b);
    wm_status status = wm_kotor_bwm_regions(b, region, &room->regions, error);
    if (status != WM_OK)
        return status;
    area->first_region[at + 1] = base + room->regions;
    area->region_count = base + room->regions;
    for (uint32_t i = 0; i < faces; i++) {
        double size = face_area(b, i);
        area->region_area[base + region[i]] += size;
        room->walkable_m2 += size;
    }
    for (uint32_t i = 0; i < b->edge_count; i++) {
        const wm_kotor_edge *e = &b->edges[i];
        if (!edge_is_usable(b, e))
            continue;
        const uint32_t *v = b->faces[e->edge / 3].vertex;
        area->edges[area->edge_count++] = (wmi_area_edge){
            .a = b->vertices[v[e->edge % 3]],
            .b = b->vertices[v[(e->edge % 3 + 1) % 3]],
            .room = at,
            .slot = i,
            .edge = e->edge,
            .transition = e->transition,
            .region = base + region[e->edge / 3],
            .partner = WM_NO_INDEX,
            .rival = WM_NO_INDEX,
            .same_way = WM_NO_INDEX,
            .along = WM_NO_INDEX,
        };
    }
    return WM_OK;
}

/* If a name is listed again, its floor would overlap itself, so only the first counts. */
static const wm_kotor_bwm *floor_of(const wm_kotor_lyt *lyt, const wm_kotor_bwm *const *walkmeshes,
                                    uint32_t room)
{
    bool first = wm_kotor_lyt_find(lyt, lyt->rooms[room].name) == room;
    return first ? walkmeshes[room] : NULL;
}

static wm_status gather(wmi_area *area, const wm_kotor_lyt *lyt,
                        const wm_kotor_bwm *const *walkmeshes, wm_error *error)
{
    uint64_t edges = 0, faces = 0, most = 0;
    uint32_t n = lyt->room_count;
    wmi_arena *arena = &area->arena, scratch;
    for (uint32_t i = 0; i < n; i++) {
        const wm_kotor_bwm *b = floor_of(lyt, walkmeshes, i);
        edges += b ? b->edge_count : 0;
        faces += b ? b->adjacency_count : 0;
        most = b && b->adjacency_count > most ? b->adjacency_count : most;
    }
    if (edges > UINT32_MAX / 2 || faces > UINT32_MAX / 2)
        return wmi_fail(error, WM_LIMIT, "", "too many edges or faces in one area");
    area->pub.room_count = n;
    area->pub.rooms = wmi_arena_new(arena, n, sizeof *area->pub.rooms);
    area->room_box = wmi_arena_new(arena, n, sizeof *area->room_box);
    area->edges = wmi_arena_raw(arena, (size_t)edges, sizeof *area->edges);
    area->first_region = wmi_arena_new(arena, (size_t)n + 1, sizeof *area->first_region);
    area->region_area = wmi_arena_new(arena, (size_t)faces, sizeof *area->region_area);
    if (!area->pub.rooms || !area->room_box || !area->edges || !area->first_region ||
        !area->region_area)
        return wmi_arena_fail(arena, error, "rooms");
    wmi_arena_init(&scratch, &arena->allocator, 0);
    uint32_t *region = wmi_arena_raw(&scratch, (size_t)most, sizeof *region);
    wm_status status = region ? WM_OK : wmi_arena_fail(&scratch, error, "rooms");
    for (uint32_t i = 0; i < n && status == WM_OK; i++) {
        describe_room(area, i, lyt, floor_of(lyt, walkmeshes, i));
        area->first_region[i + 1] = area->region_count;
        if (area->pub.rooms[i].walkmesh)
            status = add_edges(area, i, region, error);
    }
    wmi_arena_free(&scratch);
    return status;
}

static bool crossable(const wmi_area *area, const wmi_area_edge *e)
{
    uint32_t other = e->partner != WM_NO_INDEX ? e->partner : e->along;
    if (other == WM_NO_INDEX || e->gap > area->tolerance)
        return false;
    const wmi_area_edge *f = &area->edges[other];
    return e->transition == f->room && f->transition == e->room;
}

static wm_status list_seams(wmi_area *area, wm_error *error)
{
    uint32_t count = 0;
    wm_kotor_area *pub = &area->pub;
    for (uint32_t i = 0; i < area->edge_count; i++)
        count += area->edges[i].partner != WM_NO_INDEX;
    pub->seams = wmi_arena_raw(&area->arena, count, sizeof *pub->seams);
    if (!pub->seams)
        return wmi_arena_fail(&area->arena, error, "seams");
    for (uint32_t i = 0; i < area->edge_count; i++) {
        const wmi_area_edge *e = &area->edges[i];
        pub->transitions += e->transition != WM_NO_INDEX;
        if (e->partner == WM_NO_INDEX)
            continue;
        const wmi_area_edge *f = &area->edges[e->partner];
        pub->matched += e->transition == f->room;
        if (f->partner == i && e->partner < i)
            continue; /* listed from the other side */
        pub->seams[pub->seam_count++] = (wm_kotor_area_seam){
            .room = {e->room, f->room},
            .edge = {e->edge, f->edge},
            .leads_to = {e->transition, f->transition},
            .distance = e->gap,
            .exact = wmi_same_bits(e->a, f->b) && wmi_same_bits(e->b, f->a),
            .crossable = crossable(area, e),
        };
    }
    return WM_OK;
}

typedef struct group {
    uint32_t root;
    double area;
} group;

static int larger_first(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return x->root < y->root ? -1 : x->root > y->root;
}

static uint32_t main_region(const wmi_area *area, uint32_t room)
{
    uint32_t best = area->first_region[room];
    for (uint32_t i = best; i < area->first_region[room + 1]; i++)
        if (area->region_area[i] > area->region_area[best])
            best = i;
    return best;
}

/* Islands inside a room that nothing leads to concern only that room (KOTOR_REGION_CUT_OFF).
 * Only main regions and those with a transition count here. */
static wm_status number_components(wmi_area *area, uint32_t *parent, wm_error *error)
{
    wm_kotor_area *pub = &area->pub;
    uint32_t n = area->region_count, groups = 0;
    double *sum = wmi_arena_new(&area->arena, n, sizeof *sum);
    bool *counts = wmi_arena_new(&area->arena, n, sizeof *counts);
    group *list = wmi_arena_new(&area->arena, n, sizeof *list);
    area->region_component = wmi_arena_raw(&area->arena, n, sizeof *area->region_component);
    if (!sum || !counts || !list || !area->region_component)
        return wmi_arena_fail(&area->arena, error, "components");
    for (uint32_t i = 0; i < area->edge_count; i++)
        if (area->edges[i].transition != WM_NO_INDEX)
            counts[wmi_union_root(parent, area->edges[i].region)] = true;
    for (uint32_t i = 0; i < pub->room_count; i++)
        if (pub->rooms[i].regions)
            counts[wmi_union_root(parent, main_region(area, i))] = true;
    for (uint32_t i = 0; i < n; i++)
        sum[wmi_union_root(parent, i)] += area->region_area[i];
    for (uint32_t i = 0; i < n; i++)
        if (parent[i] == i && counts[i])
            list[groups++] = (group){i, sum[i]};
    if (groups)
        wmi_sort(list, groups, sizeof *list, larger_first);
    pub->components = wmi_arena_new(&area->arena, groups, sizeof *pub->components);
    if (!pub->components)
        return wmi_arena_fail(&area->arena, error, "components");
    pub->component_count = groups;
    for (uint32_t i = 0; i < n; i++)
        area->region_component[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < groups; i++) {
        pub->components[i].walkable_m2 = list[i].area;
        area->region_component[list[i].root] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        area->region_component[i] = area->region_component[wmi_union_root(parent, i)];
    for (uint32_t i = 0; i < pub->room_count; i++)
        if (pub->rooms[i].regions) {
            pub->rooms[i].component = area->region_component[main_region(area, i)];
            pub->components[pub->rooms[i].component].rooms++;
        }
    return WM_OK;
}

static wm_status join_regions(wmi_area *area, wm_error *error)
{
    uint32_t *parent = wmi_arena_raw(&area->arena, area->region_count, sizeof *parent);
    if (!parent)
        return wmi_arena_fail(&area->arena, error, "components");
    wmi_union_init(parent, area->region_count);
    for (uint32_t i = 0; i < area->edge_count; i++) {
        const wmi_area_edge *e = &area->edges[i];
        if (!crossable(area, e))
            continue;
        uint32_t other = e->partner != WM_NO_INDEX ? e->partner : e->along;
        wmi_union_join(parent, e->region, area->edges[other].region);
    }
    return number_components(area, parent, error);
}

wm_kotor_area *wm_kotor_area_new(const wm_kotor_lyt *lyt, const wm_kotor_bwm *const *walkmeshes,
                                 const wm_kotor_area_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, 0);
    wmi_area *area = wmi_arena_new(&arena, 1, sizeof *area);
    if (!area) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    area->arena = arena;
    area->pub.memory = area;
    area->pub.lyt = lyt;
    area->surfaces = opts ? opts->surfaces : NULL;
    area->tolerance = opts && opts->tolerance > 0 ? (double)opts->tolerance : 0.01;
    area->reach = opts && opts->reach > 0 ? (double)opts->reach : 0.25;
    if (area->reach < area->tolerance)
        area->reach = area->tolerance;
    wm_status status = gather(area, lyt, walkmeshes, error);
    if (status == WM_OK)
        status = wmi_area_match(area, error);
    if (status == WM_OK)
        status = list_seams(area, error);
    if (status == WM_OK)
        status = join_regions(area, error);
    if (status == WM_OK)
        return &area->pub;
    wm_kotor_area_free(&area->pub);
    return NULL;
}

void wm_kotor_area_free(wm_kotor_area *area)
{
    if (area)
        wmi_arena_free(&((wmi_area *)area->memory)->arena);
}
