/* Path points from a floor. docs/areas.md, "Path points" */
#include "area/pth_make.h"
#include "base/sort.h"
#include "base/words.h"
#include "nav/internal.h"

static const float nook = 0.15f; /* metres of room that a point needs at least */

/* Each spot looks at the faces around it and at the points so far, so that slivers, or many floors
 * above each other, would take the square of the time. The
 * floors of the corpus take at most 2.8 million steps. */
void wmi_pth_count(wmi_pth_maker *m, uint64_t steps)
{
    uint64_t most = 5000000 + 500 * (uint64_t)m->mesh->face_count;
    m->steps += steps;
    if (m->status == WM_OK && m->steps + wmi_query_visited(m->query) > most)
        m->status =
            wmi_fail(m->error, WM_LIMIT, "",
                     "the floor is too large or too crowded for path points: they take "
                     "more than %s steps, the limit for %s",
                     wmi_number(most).text, wmi_count(m->mesh->face_count, "face", "faces").text);
}

void wmi_pth_add_point(wmi_pth_maker *m, const wmi_spot *spot)
{
    void *grown = m->points;
    wmi_spot copy = *spot; /* may be one of the points */
    if (m->status != WM_OK)
        return;
    if (!wmi_grow(m->allocator, &grown, &m->point_room, m->point_count + 1, sizeof *m->points)) {
        m->status = wmi_no_memory(m->error);
        return;
    }
    m->points = grown;
    m->points[m->point_count++] = copy;
}

/* Can it be reached straight from a point? */
static bool is_covered(wmi_pth_maker *m, const wmi_spot *s, float radius)
{
    wmi_pth_count(m, m->point_count / 8); /* most are too far away, which is known at once */
    for (size_t i = 0; i < m->point_count && m->status == WM_OK; i++)
        if (m->points[i].region == s->region &&
            wmi_spot_distance(&m->points[i], s) <= (double)m->spacing &&
            wmi_pth_connects(m, s, &m->points[i], radius))
            return true;
    return false;
}

/* Square metres of each region, in plan view. */
static double *measure_regions(const wm_walkmesh *mesh, wmi_arena *scratch)
{
    double *area = wmi_arena_new(scratch, wm_walkmesh_region_count(mesh), sizeof *area);
    for (uint32_t f = 0; area && f < mesh->face_count; f++) {
        uint32_t region = wm_walkmesh_region(mesh, f);
        const uint32_t *v = mesh->faces[f].vertex;
        wm_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
        double twice = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                       ((double)c.x - (double)a.x) * ((double)b.y - (double)a.y);
        if (region != WM_NO_INDEX && isfinite(twice))
            area[region] += fabs(twice) / 2;
    }
    return area;
}

/* First the places with room, then those that they do not cover. */
static void choose_points(wmi_pth_maker *m)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, m->allocator, 0);
    double *area = m->status == WM_OK ? measure_regions(m->mesh, &scratch) : NULL;
    if (m->status == WM_OK && !area)
        m->status = wmi_arena_fail(&scratch, m->error, "");
    for (int narrow = 0; narrow < 2; narrow++)
        for (size_t i = 0; i < m->spot_count && m->status == WM_OK; i++) {
            const wmi_spot *s = &m->spots[i];
            if (s->region == WM_NO_INDEX || area[s->region] < 1 ||
                s->clear < (narrow ? nook : m->clearance) ||
                is_covered(m, s, narrow ? 0 : m->clearance) || m->status != WM_OK)
                continue;
            wmi_pth_add_point(m, s);
        }
    wmi_arena_free(&scratch);
}

/* ---- the document ---- */

static int compare_places(const void *points, uint32_t a, uint32_t b)
{
    const wmi_spot *p = (const wmi_spot *)points + a, *q = (const wmi_spot *)points + b;
    const float left[3] = {p->at.x, p->at.y, p->at.z}, right[3] = {q->at.x, q->at.y, q->at.z};
    for (int i = 0; i < 3; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_links(const void *a, const void *b)
{
    const wmi_link *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

/* Lists each link twice, in the order of the points: the second half of m->links is scratch. */
static void both_ways(wmi_pth_maker *m, const uint32_t *number)
{
    size_t count = m->link_count;
    for (size_t i = 0; i < count; i++) {
        wmi_link *l = &m->links[i];
        l->a = number[l->a];
        l->b = number[l->b];
    }
    for (size_t i = 0; i < count && m->status == WM_OK; i++) {
        uint32_t a = m->links[i].a, b = m->links[i].b;
        wmi_pth_add_link(m, 0, 0);
        if (m->status == WM_OK)
            m->links[m->link_count - 1] = (wmi_link){.a = b, .b = a};
    }
    if (m->status == WM_OK && m->link_count)
        wmi_sort(m->links, m->link_count, sizeof *m->links, compare_links);
}

static void fill(wmi_pth_maker *m, wm_kotor_pth *pth, const uint32_t *order)
{
    pth->points = wm_kotor_pth_alloc(pth, m->point_count, sizeof *pth->points, m->error);
    pth->links = wm_kotor_pth_alloc(pth, m->link_count, sizeof *pth->links, m->error);
    if (!pth->points || !pth->links) {
        m->status = WM_NO_MEMORY;
        return;
    }
    pth->point_count = (uint32_t)m->point_count;
    pth->link_count = (uint32_t)m->link_count;
    for (uint32_t i = 0, k = 0; i < pth->point_count; i++) {
        const wmi_spot *s = &m->points[order[i]];
        pth->points[i] = (wm_kotor_pth_point){s->at.x, s->at.y, k, 0};
        for (; k < pth->link_count && m->links[k].a == i; k++) {
            pth->links[k] = m->links[k].b;
            pth->points[i].count++;
        }
    }
}

/* Points by place, as in the games' files, and the links of each by where they lead. */
static wm_kotor_pth *make_document(wmi_pth_maker *m)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, m->allocator, 0);
    uint32_t *order = wmi_arena_raw(&scratch, m->point_count, sizeof *order);
    uint32_t *number = wmi_arena_raw(&scratch, m->point_count, sizeof *number);
    wm_kotor_pth *pth = NULL;
    if (!order || !number) {
        m->status = wmi_arena_fail(&scratch, m->error, "");
    } else {
        for (uint32_t i = 0; i < m->point_count; i++)
            order[i] = i;
        wmi_sort_by(order, m->point_count, compare_places, m->points);
        for (uint32_t i = 0; i < m->point_count; i++)
            number[order[i]] = i;
        both_ways(m, number);
        pth = m->status == WM_OK ? wm_kotor_pth_new(m->allocator, m->error) : NULL;
        if (pth)
            fill(m, pth, order);
        if (pth && m->status != WM_OK) {
            wm_kotor_pth_free(pth);
            pth = NULL;
        }
    }
    wmi_arena_free(&scratch);
    return pth;
}

wm_kotor_pth *wm_kotor_pth_from_walkmesh(const wm_walkmesh *mesh,
                                         const wm_kotor_pth_make_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_pth_maker m = {.mesh = mesh,
                       .clearance = opts && opts->clearance != 0 ? opts->clearance : 0.5f,
                       .spacing = opts && opts->spacing != 0 ? opts->spacing : 12,
                       .error = error};
    wm_kotor_pth *pth = NULL;
    if (!(m.clearance > 0 && isfinite(m.clearance) && m.spacing > 0 && isfinite(m.spacing))) {
        wmi_fail(error, WM_BAD_ARGUMENT, "", "clearance and spacing must be above 0 and finite");
        return NULL;
    }
    m.allocator = opts && opts->allocator ? opts->allocator : wmi_default_allocator();
    m.query = wm_query_new(mesh, m.allocator, error);
    if (!m.query)
        return NULL;
    wmi_pth_find_spots(&m);
    choose_points(&m);
    if (m.status == WM_OK)
        wmi_pth_link_points(&m);
    if (m.status == WM_OK)
        pth = make_document(&m);
    wmi_release(m.allocator, m.spots, m.spot_room, sizeof *m.spots);
    wmi_release(m.allocator, m.points, m.point_room, sizeof *m.points);
    wmi_release(m.allocator, m.links, m.link_room, sizeof *m.links);
    wm_query_free(m.query);
    return pth;
}
