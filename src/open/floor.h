/* Rules about walkmeshes that need rays and heights: what a character or a line of sight meets.
 * They are here because the rules of a format know nothing of queries. */
#ifndef WAYMARK_OPEN_FLOOR_H
#define WAYMARK_OPEN_FLOOR_H

#include "area/boxes.h"
#include "base/vec.h"
#include "base/words.h"
#include "open/internal.h"

/* The walkmesh that is checked. */
typedef struct wmi_floor {
    const wm_walkmesh *mesh;
    wm_query *query;
    wm_report *report;
    wmi_arena scratch;
    char before[40];  /* of paths in findings: "" or "nodes[3]." */
    uint64_t offset;  /* of the face table in the file, or WM_NO_OFFSET */
    uint32_t stride;  /* bytes per face there */
    wm_vec3 position; /* added to the places of findings */
    bool no_memory;   /* memory ran out */

    /* Vertices at one position count as one here, whatever their indices. */
    uint32_t *same;         /* for each vertex: the first one at its position */
    bool *border;           /* for each edge index: no other face has this edge */
    uint32_t *border_edges; /* their edge indices */
    uint32_t border_count;

    wmi_boxes boxes; /* of the faces */
    uint64_t steps;  /* boxes that the rules may still look at */
    bool cut_short;  /* there were more */
} wmi_floor;

/* Reports edges that touch without being joined, and gaps that a line of sight slips through. */
void wmi_floor_check_joints(wmi_floor *floor);
/* Reports small holes in the floor. */
void wmi_floor_check_holes(wmi_floor *floor);
/* Reports faces close above the floor, and walls that stand on it without being joined to it. */
void wmi_floor_check_walls(wmi_floor *floor);

void *wmi_floor_new(wmi_floor *floor, size_t count, size_t size);
/* Takes steps from those that are left; false if there are not enough, now or before. Whatever
 * looks at what is near a place pays for it: faces that lie on each other are all near each other.
 */
bool wmi_floor_pay(wmi_floor *floor, uint64_t steps);
/* Pays for a query about the faces between two points. */
bool wmi_floor_pay_between(wmi_floor *floor, wmi_vec a, wmi_vec b);
/* Where face f is in the file, with a place in the world. */
wmi_where wmi_floor_at(const wmi_floor *floor, uint32_t face, wmi_vec place);

static inline wmi_vec wmi_floor_corner(const wmi_floor *f, uint32_t face, uint32_t k)
{
    return wmi_vec_of(f->mesh->vertices[f->mesh->faces[face].vertex[k % 3]]);
}

static inline wmi_vec wmi_floor_centre(const wmi_floor *f, uint32_t face)
{
    wmi_vec sum = wmi_add(wmi_floor_corner(f, face, 0),
                          wmi_add(wmi_floor_corner(f, face, 1), wmi_floor_corner(f, face, 2)));
    return wmi_scale(sum, 1.0 / 3);
}

/* Unit length; zero for a face without area or with a vertex that is not finite. */
static inline wmi_vec wmi_floor_normal(const wmi_floor *f, uint32_t face)
{
    wmi_vec a = wmi_floor_corner(f, face, 0);
    wmi_vec n = wmi_cross(wmi_sub(wmi_floor_corner(f, face, 1), a),
                          wmi_sub(wmi_floor_corner(f, face, 2), a));
    double length = wmi_length(n);
    return length > 0 && length < INFINITY ? wmi_scale(n, 1 / length) : (wmi_vec){0, 0, 0};
}

/* The rules for the walkmesh of a room or object, and for the walkmeshes inside a model. */
wm_status wmi_check_floor(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces, bool offsets,
                          const wm_allocator *allocator, wm_report *report, wm_error *error);
wm_status wmi_check_model_floors(const wm_kotor_mdl *mdl, const wm_kotor_surfaces *surfaces,
                                 bool offsets, const wm_allocator *allocator, wm_report *report,
                                 wm_error *error);
/* The rules for NWN1 tiles. Findings from `first` on are those of the KotOR rules; the ones that do
 * not apply to tiles are removed. */
wm_status wmi_check_tile(const wm_kotor_bwm_text *text, const wm_kotor_surfaces *surfaces,
                         uint32_t first, const wm_allocator *allocator, wm_report *report,
                         wm_error *error);

#endif
