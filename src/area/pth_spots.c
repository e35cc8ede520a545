/* Where path points may be: places all over the floor, with the room around them. */
#include "area/pth_make.h"
#include "base/sort.h"

static const float step = 1;     /* metres between the places of the grid */
enum { MOST_STEPS = 1000 };      /* on each axis */
static const float farthest = 4; /* metres within which walls are looked for */

enum { DIRECTIONS = 16 };
static const float directions[DIRECTIONS][2] = {
    {1, 0},
    {0.923879533f, 0.382683432f},
    {0.707106781f, 0.707106781f},
    {0.382683432f, 0.923879533f},
    {0, 1},
    {-0.382683432f, 0.923879533f},
    {-0.707106781f, 0.707106781f},
    {-0.923879533f, 0.382683432f},
    {-1, 0},
    {-0.923879533f, -0.382683432f},
    {-0.707106781f, -0.707106781f},
    {-0.382683432f, -0.923879533f},
    {0, -1},
    {0.382683432f, -0.923879533f},
    {0.707106781f, -0.707106781f},
    {0.923879533f, -0.382683432f},
};

/* The shortest of the straight ways from the spot to a wall. */
static float measure(wmi_pth_maker *m, const wmi_spot *s)
{
    const wm_slide_opts opts = {.stop = true};
    float least = farthest;
    wmi_pth_count(m, 1);
    for (int i = 0; i < DIRECTIONS && m->status == WM_OK; i++) {
        wm_vec3 to = {s->at.x + directions[i][0] * farthest, s->at.y + directions[i][1] * farthest,
                      s->at.z};
        wm_slide out;
        m->status = wm_query_slide(m->query, s->face, s->at, to, &opts, &out, m->error);
        if (m->status == WM_OK && out.length < (double)least)
            least = (float)out.length;
    }
    return least;
}

static void add_spot(wmi_pth_maker *m, wm_vec3 at, uint32_t face)
{
    void *grown = m->spots;
    if (m->status != WM_OK)
        return;
    if (!wmi_grow(m->allocator, &grown, &m->spot_room, m->spot_count + 1, sizeof *m->spots)) {
        m->status = wmi_no_memory(m->error);
        return;
    }
    m->spots = grown;
    wmi_spot *s = &m->spots[m->spot_count++];
    *s = (wmi_spot){.at = at, .face = face, .region = wm_walkmesh_region(m->mesh, face)};
    s->clear = measure(m, s);
}

/* All floors at a place. */
static void add_floors(wmi_pth_maker *m, float x, float y)
{
    wm_hit hits[WMI_LEVELS];
    uint32_t count = 0;
    if (m->status == WM_OK)
        m->status = wmi_floors_at(m->query, x, y, hits, &count, m->error);
    wmi_pth_count(m, 1);
    for (uint32_t i = 0; i < count && m->status == WM_OK; i++)
        add_spot(m, (wm_vec3){x, y, hits[i].z}, hits[i].face);
}

static void add_grid(wmi_pth_maker *m)
{
    const wm_walkmesh *mesh = m->mesh;
    float across[2], low[2] = {mesh->min.x, mesh->min.y};
    uint32_t count[2];
    const float size[2] = {mesh->max.x - mesh->min.x, mesh->max.y - mesh->min.y};
    for (int k = 0; k < 2; k++) {
        float steps = size[k] / step;
        count[k] = steps < MOST_STEPS ? (uint32_t)steps + 1 : MOST_STEPS;
        across[k] = size[k] / (float)count[k];
    }
    for (uint32_t y = 0; y < count[1]; y++)
        for (uint32_t x = 0; x < count[0] && m->status == WM_OK; x++)
            add_floors(m, low[0] + ((float)x + 0.5f) * across[0],
                       low[1] + ((float)y + 0.5f) * across[1]);
}

/* The floor nearest to a point. */
static void add_nearest(wmi_pth_maker *m, wm_vec3 at)
{
    static const wm_query_filter walkable = {.walkable_only = true};
    wm_hit hit;
    uint32_t count = 0;
    if (m->status == WM_OK)
        m->status =
            wm_query_locate(m->query, at, WM_LOCATE_NEAREST, &walkable, &hit, 1, &count, m->error);
    wmi_pth_count(m, 1);
    if (count && m->status == WM_OK)
        add_spot(m, (wm_vec3){at.x, at.y, hit.z}, hit.face);
}

/* The middles of faces and of the edges between them: passages may be narrower than the grid. */
static void add_faces(wmi_pth_maker *m)
{
    const wm_walkmesh *mesh = m->mesh;
    for (uint32_t f = 0; f < mesh->face_count && m->status == WM_OK; f++) {
        if (!mesh->walkable[f])
            continue;
        const uint32_t *v = mesh->faces[f].vertex;
        wm_vec3 p[3] = {mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]};
        wm_vec3 middle = {(p[0].x + p[1].x + p[2].x) / 3, (p[0].y + p[1].y + p[2].y) / 3,
                          (p[0].z + p[1].z + p[2].z) / 3};
        if (!isfinite(middle.x) || !isfinite(middle.y) || !isfinite(middle.z))
            continue;
        add_nearest(m, middle);
        for (int k = 0; k < 3; k++) {
            wm_vec3 a = p[k], b = p[(k + 1) % 3];
            wm_vec3 half = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
            if (mesh->neighbours[f].edge[k] != WM_NO_INDEX &&
                mesh->neighbours[f].edge[k] > 3 * f + (uint32_t)k)
                add_nearest(m, half);
        }
    }
}

/* The most room first; then by place, so that the order does not depend on how they were found. */
static int compare(const void *a, const void *b)
{
    const wmi_spot *p = a, *q = b;
    const float left[4] = {q->clear, p->at.x, p->at.y, p->at.z};
    const float right[4] = {p->clear, q->at.x, q->at.y, q->at.z};
    for (int i = 0; i < 4; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}

void wmi_pth_find_spots(wmi_pth_maker *m)
{
    add_grid(m);
    add_faces(m);
    if (m->status == WM_OK)
        wmi_sort(m->spots, m->spot_count, sizeof *m->spots, compare);
}
