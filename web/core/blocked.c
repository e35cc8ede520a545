/* Why a path between rooms fails: the places on the way where two rooms touch, or nearly, and no
 * pair of transitions links them. */
#include <stdlib.h>

#include "core.h"

typedef struct finder {
    const wm_kotor_area *area;
    const wm_walkmesh *mesh;
    uint32_t *first_face; /* of each room, in the mesh of the area */
    uint32_t *regions;    /* two for each seam; equal: it does not separate anything */
    uint32_t *first_seam; /* of each region: where its list begins in `seams` */
    uint32_t *seams;
    uint32_t *came_by; /* of each region: the seam that leads to it, or WM_NO_INDEX */
    uint32_t *queue;
} finder;

static uint32_t region_at(const finder *f, uint32_t room, uint32_t edge)
{
    return wm_walkmesh_region(f->mesh, f->first_face[room] + edge / 3);
}

static void number_faces(finder *f)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < f->area->room_count; i++) {
        const wm_kotor_bwm *b = f->area->rooms[i].walkmesh;
        f->first_face[i] = next;
        next += b ? b->face_count : 0;
    }
}

/* Lists the seams that cannot be crossed, by the regions on both sides of them. */
static void list_seams(finder *f, uint32_t region_count)
{
    uint32_t total = 0, ends = 2 * f->area->seam_count;
    for (uint32_t i = 0; i < f->area->seam_count; i++) {
        const wm_kotor_area_seam *s = &f->area->seams[i];
        uint32_t a = region_at(f, s->room[0], s->edge[0]);
        uint32_t b = region_at(f, s->room[1], s->edge[1]);
        if (s->crossable || a == WM_NO_INDEX || b == WM_NO_INDEX || a == b)
            continue;
        f->regions[2 * i] = a;
        f->regions[2 * i + 1] = b;
        f->first_seam[a]++;
        f->first_seam[b]++;
        total += 2;
    }
    for (uint32_t r = 1; r < region_count; r++)
        f->first_seam[r] += f->first_seam[r - 1];
    f->first_seam[region_count] = total;
    for (uint32_t i = ends; i-- > 0;) /* each list is filled from its end */
        if (f->regions[i] != f->regions[i ^ 1])
            f->seams[--f->first_seam[f->regions[i]]] = i / 2;
}

/* A search over regions, each step through a seam that is not linked. */
static bool search(finder *f, uint32_t from, uint32_t to, uint32_t region_count)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t r = 0; r < region_count; r++)
        f->came_by[r] = WM_NO_INDEX;
    f->queue[tail++] = from;
    while (head < tail) {
        uint32_t r = f->queue[head++];
        if (r == to)
            return true;
        for (uint32_t i = f->first_seam[r]; i < f->first_seam[r + 1]; i++) {
            uint32_t s = f->seams[i];
            uint32_t other = f->regions[2 * s] == r ? f->regions[2 * s + 1] : f->regions[2 * s];
            if (other == from || f->came_by[other] != WM_NO_INDEX)
                continue;
            f->came_by[other] = s;
            f->queue[tail++] = other;
        }
    }
    return false;
}

static void put_seam(const wm_kotor_area_seam *s, const wm_kotor_bwm *b, wm_json_writer *j)
{
    const uint32_t *v = b->faces[s->edge[0] / 3].vertex;
    wm_json_begin_object(j, NULL);
    wm_json_begin_array(j, "rooms");
    wm_json_add_uint(j, NULL, s->room[0]);
    wm_json_add_uint(j, NULL, s->room[1]);
    wm_json_end(j);
    wm_json_begin_array(j, "edges");
    wm_json_add_uint(j, NULL, s->edge[0]);
    wm_json_add_uint(j, NULL, s->edge[1]);
    wm_json_end(j);
    wm_json_begin_array(j, "leadsTo"); /* null: nowhere */
    wm_json_add_index(j, NULL, s->leads_to[0]);
    wm_json_add_index(j, NULL, s->leads_to[1]);
    wm_json_end(j);
    wm_json_add_double(j, "distance", s->distance);
    wm_json_add_vec3(j, "a", b->vertices[v[s->edge[0] % 3]]);
    wm_json_add_vec3(j, "b", b->vertices[v[(s->edge[0] % 3 + 1) % 3]]);
    wm_json_end(j);
}

/* The seams from `to` back to `from`. */
static void put_way(const finder *f, uint32_t from, uint32_t to, wm_json_writer *j)
{
    while (to != from) {
        uint32_t s = f->came_by[to];
        const wm_kotor_area_seam *seam = &f->area->seams[s];
        put_seam(seam, f->area->rooms[seam->room[0]].walkmesh, j);
        to = f->regions[2 * s] == to ? f->regions[2 * s + 1] : f->regions[2 * s];
    }
}

static bool reserve(finder *f, uint32_t region_count)
{
    size_t seams = f->area->seam_count, regions = region_count;
    f->first_face = calloc((size_t)f->area->room_count + 1, sizeof *f->first_face);
    f->regions = calloc(2 * seams + 2, sizeof *f->regions);
    f->first_seam = calloc(regions + 1, sizeof *f->first_seam);
    f->seams = calloc(2 * seams + 1, sizeof *f->seams);
    f->came_by = calloc(regions + 1, sizeof *f->came_by);
    f->queue = calloc(regions + 1, sizeof *f->queue);
    return f->first_face && f->regions && f->first_seam && f->seams && f->came_by && f->queue;
}

wm_status core_put_blocked(core_document *d, const wm_place at[2], wm_json_writer *j,
                           wm_error *error)
{
    finder f = {.area = d->doc->area, .mesh = d->mesh};
    if (!f.area || !f.mesh || at[0].face == WM_NO_INDEX || at[1].face == WM_NO_INDEX)
        return WM_OK;
    uint32_t from = wm_walkmesh_region(f.mesh, at[0].face);
    uint32_t to = wm_walkmesh_region(f.mesh, at[1].face);
    uint32_t count = wm_walkmesh_region_count(f.mesh);
    bool good = from == to || reserve(&f, count);
    if (good && from != to) {
        number_faces(&f);
        list_seams(&f, count);
        if (search(&f, from, to, count)) {
            wm_json_begin_array(j, "seams");
            put_way(&f, from, to, j);
            wm_json_end(j);
        }
    }
    free(f.first_face);
    free(f.regions);
    free(f.first_seam);
    free(f.seams);
    free(f.came_by);
    free(f.queue);
    return good ? WM_OK : wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
}
