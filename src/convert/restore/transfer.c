/* Gives a changed mesh the uv sets and attributes that a program dropped. Each vertex takes them
 * from the vertex of the original that is at the same place, with the same first uv if several
 * are there. A vertex that was moved takes them from what it was, if that is known; any other one
 * at a new place from the nearest one that is not far, if there is one. */
#include <math.h>

#include "base/real.h"
#include "base/search.h"
#include "base/sort.h"
#include "convert/restore/restore.h"

typedef struct finder {
    const wm_scene_mesh *mesh;
    const wm_vec3 *places;
    uint32_t *order; /* vertices by cell */
    uint64_t *cell;  /* by vertex */
    double size;     /* of a cell */
    wm_vec3 low;
} finder;

static uint64_t part_of(double v, double low, double size)
{
    double n = floor((v - low) / size) + 1;
    return n > 0 && n < 2097150 ? (uint64_t)n : n > 0 ? 2097150 : 0;
}

static uint64_t cell_of(const finder *f, wm_vec3 p, int dx, int dy, int dz)
{
    uint64_t x = part_of((double)p.x + dx * f->size, (double)f->low.x, f->size),
             y = part_of((double)p.y + dy * f->size, (double)f->low.y, f->size),
             z = part_of((double)p.z + dz * f->size, (double)f->low.z, f->size);
    return x << 42 | y << 21 | z;
}

static int by_cell(const void *context, uint32_t a, uint32_t b)
{
    const finder *f = context;
    return f->cell[a] != f->cell[b] ? (f->cell[a] < f->cell[b] ? -1 : 1) : a < b ? -1 : a > b;
}

static bool open_finder(wmi_restore *r, finder *f)
{
    uint32_t n = f->mesh->vertex_count;
    wm_vec3 low = n ? f->places[0] : (wm_vec3){0, 0, 0}, high = low;
    for (uint32_t i = 0; i < n; i++) {
        low.x = wmi_minf(low.x, f->places[i].x);
        low.y = wmi_minf(low.y, f->places[i].y);
        low.z = wmi_minf(low.z, f->places[i].z);
        high.x = wmi_maxf(high.x, f->places[i].x);
        high.y = wmi_maxf(high.y, f->places[i].y);
        high.z = wmi_maxf(high.z, f->places[i].z);
    }
    uint64_t across = 1; /* the cube root of n, rounded up */
    while (across * across * across < n)
        across++;
    f->low = low;
    f->size = wmi_vec3_distance(low, high) / (4 * (double)across) + 1e-4;
    f->order = wmi_arena_raw(&r->scratch, n, sizeof *f->order);
    f->cell = wmi_arena_raw(&r->scratch, n, sizeof *f->cell);
    if (!f->order || !f->cell)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < n; i++) {
        f->order[i] = i;
        f->cell[i] = cell_of(f, f->places[i], 0, 0, 0);
    }
    wmi_sort_by(f->order, n, by_cell, f);
    return true;
}

static uint32_t first_in(const finder *f, uint64_t cell)
{
    wmi_search search = {.high = f->mesh->vertex_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, f->cell[f->order[search.at]] < cell);
    return search.low;
}

/* The distance counts most, then the first uv. */
static double cost(const finder *f, uint32_t vertex, wm_vec3 at, const float *uv)
{
    double d = 1000 * wmi_vec3_distance(f->places[vertex], at);
    if (uv && f->mesh->uvs[0])
        d += fabs((double)uv[0] - (double)f->mesh->uvs[0][vertex][0]) +
             fabs((double)uv[1] - (double)f->mesh->uvs[0][vertex][1]);
    return d;
}

/* The best vertex in the cells around a place, or WM_NO_INDEX. */
static uint32_t find(const finder *f, wm_vec3 at, const float *uv)
{
    enum { MOST = 64 }; /* vertices of a cell that are looked at */
    uint32_t best = WM_NO_INDEX;
    double least = 0;
    for (int k = 0; k < 27; k++) {
        uint64_t cell = cell_of(f, at, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
        uint32_t i = first_in(f, cell), n = 0;
        for (; i < f->mesh->vertex_count && f->cell[f->order[i]] == cell && n < MOST; i++, n++) {
            double c = cost(f, f->order[i], at, uv);
            if (best != WM_NO_INDEX && !(c < least))
                continue;
            best = f->order[i];
            least = c;
        }
    }
    return best;
}

/* Parts of tangent frames follow from the triangles. */
static bool is_derived(const wm_scene_attribute *a)
{
    return strcmp(a->name, "bitangent") == 0 || strcmp(a->name, "frame_normal") == 0 ||
           strcmp(a->name, "binormal") == 0;
}

static bool has_attribute(const wm_scene_mesh *m, const wm_scene_attribute *a)
{
    for (uint32_t i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].width == a->width && strcmp(m->attributes[i].name, a->name) == 0)
            return true;
    return false;
}

static bool add_uvs(wmi_restore *r, const wm_scene_mesh *old, wm_scene_mesh *now,
                    const uint32_t *of)
{
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++) {
        if (!old->uvs[k] || now->uvs[k])
            continue;
        now->uvs[k] = wm_scene_alloc(r->old, now->vertex_count, sizeof *now->uvs[k], NULL);
        if (!now->uvs[k])
            return wmi_restore_no_memory(r);
        for (uint32_t i = 0; i < now->vertex_count; i++)
            if (of[i] != WM_NO_INDEX)
                memcpy(now->uvs[k][i], old->uvs[k][of[i]], sizeof now->uvs[k][i]);
    }
    return true;
}

static bool add_attributes(wmi_restore *r, const wm_scene_mesh *old, wm_scene_mesh *now,
                           const uint32_t *of)
{
    size_t room = (size_t)old->attribute_count + now->attribute_count;
    wm_scene_attribute *list = wm_scene_alloc(r->old, room, sizeof *list, NULL);
    if (!list)
        return wmi_restore_no_memory(r);
    uint32_t count = now->attribute_count;
    if (count)
        memcpy(list, now->attributes, count * sizeof *list);
    for (uint32_t k = 0; k < old->attribute_count; k++) {
        const wm_scene_attribute *a = &old->attributes[k];
        if (has_attribute(now, a) || is_derived(a))
            continue;
        wm_scene_attribute *to = &list[count++];
        *to = *a;
        to->values =
            wm_scene_alloc(r->old, (size_t)now->vertex_count * a->width, sizeof *to->values, NULL);
        if (!to->values)
            return wmi_restore_no_memory(r);
        for (uint32_t i = 0; i < now->vertex_count; i++)
            if (of[i] != WM_NO_INDEX)
                memcpy(to->values + (size_t)i * a->width, a->values + (size_t)of[i] * a->width,
                       a->width * sizeof *to->values);
    }
    now->attributes = list;
    now->attribute_count = count;
    return true;
}

bool wmi_restore_nearest(wmi_restore *r, const wm_vec3 *places, uint32_t count, const wm_vec3 *at,
                         uint32_t at_count, uint32_t *of)
{
    const wm_scene_mesh points = {.vertex_count = count};
    finder f = {.mesh = &points, .places = places};
    if (!open_finder(r, &f))
        return false;
    for (uint32_t i = 0; i < at_count; i++)
        of[i] = find(&f, at[i], NULL);
    return true;
}

bool wmi_restore_transfer(wmi_restore *r, const wm_scene_mesh *old, wm_scene_mesh *now,
                          const wm_vec3 *old_places, const wm_vec3 *now_places, const uint32_t *was)
{
    finder f = {.mesh = old, .places = old_places};
    uint32_t *of = wmi_arena_raw(&r->scratch, now->vertex_count, sizeof *of);
    if (!of)
        return wmi_restore_no_memory(r);
    if (!open_finder(r, &f))
        return false;
    for (uint32_t i = 0; i < now->vertex_count; i++) {
        of[i] = find(&f, now_places[i], now->uvs[0] ? now->uvs[0][i] : NULL);
        bool moved =
            of[i] == WM_NO_INDEX || wmi_vec3_distance(old_places[of[i]], now_places[i]) > 1e-4;
        bool alike = !moved && !(old->uvs[0] && now->uvs[0]) && was[i] != WM_NO_INDEX &&
                     wmi_vec3_distance(old_places[was[i]], now_places[i]) <= 1e-4;
        if ((moved && was[i] != WM_NO_INDEX) || alike)
            of[i] = was[i];
        r->result->vertices += moved;
        r->result->bare += of[i] == WM_NO_INDEX && (old->attribute_count > 0 || old->uvs[1]);
    }
    return add_uvs(r, old, now, of) && add_attributes(r, old, now, of);
}
