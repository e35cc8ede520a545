/* Rules for the walkmesh of a Neverwinter Nights 1 tile. A tile is 10 x 10 metres around its
 * origin, and tiles meet at x or y = 5 and -5, so the floor of two tiles fits only if both end
 * exactly there. */
#include "base/sort.h"
#include "open/floor.h"

#define HALF 5.0  /* metres */
#define SAME 1e-3 /* metres; texts have few digits */

typedef struct tile {
    const wm_kotor_bwm *b;
    const wm_kotor_surfaces *surfaces;
    wm_report *report;
    uint32_t line; /* of its node */
} tile;

/* The vertices of an NWN1 text are relative to the node. */
static wmi_vec place_of(const wm_kotor_bwm *b, uint32_t vertex)
{
    return wmi_add(wmi_vec_of(b->vertices[vertex]), wmi_vec_of(b->position));
}

static wmi_where at_vertex(const tile *t, uint32_t vertex)
{
    return wmi_placed(wmi_at_line(t->line, "vertices[%lu]", (ul)vertex), t->b->vertices[vertex]);
}

static double beyond(wmi_vec p)
{
    double x = fabs(p.x) - HALF, y = fabs(p.y) - HALF;
    return x > y ? x : y;
}

/* How far a coordinate misses the border that it is close to; 0 if it is on it or far from it. */
static double misses(double x)
{
    const double close = 0.05;
    double off = fabs(fabs(x) - HALF);
    return off > SAME && off < close ? off : 0;
}

static void check_vertex(const tile *t, uint32_t v)
{
    wmi_vec p = place_of(t->b, v);
    double off = wmi_max(misses(p.x), misses(p.y));
    if (off > 0)
        wmi_report(t->report, WM_NWN1_TILE_EDGE, at_vertex(t, v),
                   "vertex %lu at (%g, %g) misses the border of the tile by %.2g m", (ul)v, p.x,
                   p.y, off);
    else if (beyond(p) > SAME)
        wmi_report(t->report, WM_NWN1_TILE_OUTSIDE, at_vertex(t, v),
                   "vertex %lu at (%g, %g) is outside the tile, which ends at 5 m", (ul)v, p.x,
                   p.y);
}

/* ---- heights ------------------------------------------------------------ */

typedef struct post {
    double x, y, z;
    uint32_t vertex;
} post;

/* Rounded, so that equal places compare equal. */
static double rounded(double x)
{
    return floor(x / SAME + 0.5) * SAME;
}

static int by_place(const void *a, const void *b)
{
    const post *p = a, *q = b;
    const double one[3] = {p->x, p->y, p->z}, two[3] = {q->x, q->y, q->z};
    for (int k = 0; k < 3; k++)
        if (one[k] != two[k])
            return one[k] < two[k] ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* The floor must have one height at each place of the border: the next tile has only one too.
 * Floors above each other, such as bridges, are farther apart than a step. */
static void check_heights(const tile *t, const bool *walked, wmi_arena *scratch, bool *refused)
{
    const double step = 0.5;
    post *list = wmi_arena_new(scratch, t->b->vertex_count + (size_t)1, sizeof *list);
    uint32_t count = 0;
    *refused = !list;
    for (uint32_t i = 0; list && i < t->b->vertex_count; i++) {
        wmi_vec p = place_of(t->b, i);
        if (walked[i] && fabs(beyond(p)) <= SAME)
            list[count++] = (post){rounded(p.x), rounded(p.y), p.z, i};
    }
    if (list)
        wmi_sort(list, count, sizeof *list, by_place);
    for (uint32_t i = 1; i < count; i++) {
        const post *p = &list[i - 1], *q = &list[i];
        double off = q->z - p->z;
        if (p->x == q->x && p->y == q->y && off > SAME && off < step)
            wmi_report(t->report, WM_NWN1_TILE_HEIGHT, at_vertex(t, q->vertex),
                       "vertices %lu and %lu are both at (%g, %g) on the border, but %.3g m apart "
                       "in height",
                       (ul)p->vertex, (ul)q->vertex, q->x, q->y, off);
    }
}

static wm_status check_tile(const tile *t, const wm_allocator *allocator, wm_error *error)
{
    wmi_arena scratch;
    bool refused = true;
    wmi_arena_init(&scratch, allocator, 0);
    bool *walked = wmi_arena_new(&scratch, t->b->vertex_count + (size_t)1, sizeof *walked);
    for (uint32_t i = 0; walked && i < t->b->face_count; i++)
        for (int k = 0; wm_kotor_walkable(t->surfaces, t->b->materials[i]) && k < 3; k++)
            walked[t->b->faces[i].vertex[k]] = true;
    for (uint32_t i = 0; walked && i < t->b->vertex_count; i++)
        if (walked[i] && wmi_finite(t->b->vertices[i]) && wmi_finite(t->b->position))
            check_vertex(t, i);
        else
            walked[i] = false;
    if (walked)
        check_heights(t, walked, &scratch, &refused);
    wmi_arena_free(&scratch);
    return refused ? wmi_no_memory(error) : WM_OK;
}

/* A part of the floor may be reached only from the next tile. */
static void drop(wm_report *report, uint32_t first, wm_issue_code code)
{
    uint32_t kept = first;
    for (uint32_t i = first; i < report->count; i++)
        if (report->issues[i].code != code)
            report->issues[kept++] = report->issues[i];
        else if (report->issues[i].severity == WM_SEVERITY_WARNING)
            report->warnings--;
    report->count = kept;
}

wm_status wmi_check_tile(const wm_kotor_bwm_text *text, const wm_kotor_surfaces *surfaces,
                         uint32_t first, const wm_allocator *allocator, wm_report *report,
                         wm_error *error)
{
    wm_status status = WM_OK;
    drop(report, first, WM_KOTOR_REGION_CUT_OFF);
    for (uint32_t i = 0; !text->faulty && i < text->mesh_count && status == WM_OK; i++) {
        const tile t = {text->meshes[i].bwm, surfaces, report, text->meshes[i].line};
        if (t.b && t.b->type == WM_KOTOR_BWM_TYPE_AREA)
            status = check_tile(&t, allocator, error);
    }
    return status;
}
