/* Vertex normals as computed by the games' exporter: at a site, a corner sums the faces
 * that share a smoothing group with its own face, weighted by area only. This is not
 * transitive: a face in two groups smooths with both neighbours, but they do not smooth
 * with each other. docs/formats/kotor-mdl-ascii.md, "Compiling". */
#include "kotor/mdl/compile/compile.h"

/* The distinct masks at one site. Beyond KINDS, which no real mesh reaches, masks that
 * overlap are merged, which keeps the time linear. */
enum { KINDS = 64 };

typedef struct site_masks {
    uint32_t count;
    uint32_t mask[KINDS];
    wmi_face_frame sum[KINDS]; /* of the faces with exactly that mask */
    uint32_t set[KINDS];       /* WM_NO_INDEX until a corner needs it */
    uint64_t touches[KINDS];   /* bits of the masks that share a group */
} site_masks;

static uint32_t mask_index(site_masks *m, uint32_t mask)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->mask[i] == mask)
            return i;
    if (m->count == KINDS) {
        for (uint32_t i = 0; i < KINDS; i++)
            if (m->mask[i] & mask)
                return i;
        return 0;
    }
    m->mask[m->count] = mask;
    m->sum[m->count] = (wmi_face_frame){0};
    m->set[m->count] = WM_NO_INDEX;
    return m->count++;
}

static uint32_t new_set(wmi_sets *sets, const wmi_face_frame *frame)
{
    sets->frames[sets->count] = *frame;
    return sets->count++;
}

/* Masks that overlap the same masks share one set. */
static uint32_t set_of_mask(site_masks *m, uint32_t i, wmi_sets *sets)
{
    if (m->set[i] != WM_NO_INDEX)
        return m->set[i];
    for (uint32_t k = 0; k < m->count; k++)
        if (m->set[k] != WM_NO_INDEX && m->touches[k] == m->touches[i])
            return m->set[i] = m->set[k];
    wmi_face_frame sum = {0};
    for (uint32_t k = 0; k < m->count; k++)
        if (m->touches[i] >> k & 1)
            sum = wmi_frame_add(&sum, &m->sum[k]);
    return m->set[i] = new_set(sets, &sum);
}

static void sets_of_site(const wmi_shapes *s, const uint32_t *bits, uint32_t site, wmi_sets *sets)
{
    const uint32_t *corner = s->site_corners + s->site_first[site];
    uint32_t count = s->site_first[site + 1] - s->site_first[site];
    site_masks m;
    m.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = corner[i] / 3;
        if (!bits[corner[i]])
            continue;
        if (i && corner[i - 1] / 3 == face)
            continue; /* count a face that touches the site twice only once */
        uint32_t index = mask_index(&m, bits[corner[i]]);
        m.sum[index] = wmi_frame_add(&m.sum[index], &s->frames[face]);
    }
    for (uint32_t i = 0; i < m.count; i++) {
        m.touches[i] = 0;
        for (uint32_t k = 0; k < m.count; k++)
            if (m.mask[i] & m.mask[k])
                m.touches[i] |= (uint64_t)1 << k;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mask = bits[corner[i]];
        sets->of_corner[corner[i]] = mask ? set_of_mask(&m, mask_index(&m, mask), sets)
                                          : new_set(sets, &s->frames[corner[i] / 3]);
    }
}

/* ---- listed vertices ---------------------------------------------------- */

/* All bits linked to `mask` by corners of the list. Each round adds a bit. */
static uint32_t linked_bits(const uint32_t *corners, uint32_t count, const uint32_t *groups,
                            uint32_t mask)
{
    for (uint32_t before = 0; before != mask;) {
        before = mask;
        for (uint32_t i = 0; i < count; i++)
            if (groups[corners[i] / 3] & mask)
                mask |= groups[corners[i] / 3];
    }
    return mask;
}

static void link_vertex(const uint32_t *corners, uint32_t count, const uint32_t *groups,
                        uint32_t *bits)
{
    enum { PATIENCE = 256 }; /* distinct masks at a vertex; real ones have a few */
    uint32_t all = 0, tries = 0;
    for (uint32_t i = 0; i < count && tries < PATIENCE; i++) {
        uint32_t mask = groups[corners[i] / 3];
        if (!(mask & ~all))
            continue;
        tries++;
        mask = linked_bits(corners, count, groups, mask);
        all |= mask;
        for (uint32_t k = 0; k < count; k++)
            if (groups[corners[k] / 3] & mask)
                bits[corners[k]] = mask;
    }
}

/* A vertex of a compiled mesh has one normal. Where a hard edge begins among smooth
 * faces, not all their bits overlap, but they are linked. */
static bool link_listed(const wmi_shapes *s, const uint32_t *groups, uint32_t *bits,
                        wmi_arena *scratch)
{
    const uint32_t *vertex = (const uint32_t *)s->corners;
    uint32_t total = 3 * s->face_count;
    uint32_t *first = wmi_arena_new(scratch, (size_t)s->vertex_count + 2, sizeof *first);
    uint32_t *corners = wmi_arena_raw(scratch, total, sizeof *corners);
    if (!first || !corners)
        return false;
    uint32_t *next = first + 1; /* filling advances each start to the next */
    for (uint32_t c = 0; c < total; c++)
        next[vertex[c] + 1]++;
    for (uint32_t v = 0; v < s->vertex_count; v++)
        next[v + 1] += next[v];
    for (uint32_t c = 0; c < total; c++)
        corners[next[vertex[c]]++] = c;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        for (uint32_t v = shape->first_vertex;
             shape->listed && v < shape->first_vertex + shape->vertex_count; v++)
            link_vertex(corners + first[v], first[v + 1] - first[v], groups, bits);
    }
    return true;
}

bool wmi_sets_of_groups(const wmi_shapes *s, const uint32_t *groups, wmi_sets *sets,
                        wmi_arena *scratch)
{
    size_t corners = (size_t)s->face_count * 3;
    uint32_t *bits = wmi_arena_raw(scratch, corners, sizeof *bits);
    *sets = (wmi_sets){.of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_raw(scratch, corners, sizeof *sets->frames)};
    if (!bits || !sets->of_corner || !sets->frames)
        return false;
    for (size_t c = 0; c < corners; c++)
        bits[c] = groups[c / 3];
    if (!link_listed(s, groups, bits, scratch))
        return false;
    for (uint32_t site = 0; site < s->site_count; site++)
        sets_of_site(s, bits, site, sets);
    return true;
}

/* ---- everything smooth --------------------------------------------------- */

bool wmi_sets_of_positions(const wmi_shapes *s, wmi_sets *sets, wmi_arena *scratch)
{
    size_t corners = (size_t)s->face_count * 3;
    uint32_t *lowest = wmi_arena_raw(scratch, s->vertex_count, sizeof *lowest);
    *sets = (wmi_sets){.count = s->vertex_count,
                       .of_corner = wmi_arena_raw(scratch, corners, sizeof *sets->of_corner),
                       .frames = wmi_arena_new(scratch, s->vertex_count, sizeof *sets->frames)};
    if (!lowest || !sets->of_corner || !sets->frames)
        return false;
    for (uint32_t m = 0; m < s->count; m++) {
        const wmi_shape *shape = &s->list[m];
        uint32_t *ids = lowest + shape->first_vertex;
        if (!wmi_same_positions(shape->positions, shape->vertex_count, ids, scratch))
            return false;
        for (uint32_t v = 0; v < shape->vertex_count; v++)
            ids[v] += shape->first_vertex;
    }
    for (uint32_t f = 0; f < s->face_count; f++) {
        uint32_t *set = sets->of_corner + 3 * (size_t)f;
        for (uint32_t k = 0; k < 3; k++) {
            set[k] = lowest[s->corners[f][k]];
            if ((k > 0 && set[k] == set[0]) || (k > 1 && set[k] == set[1]))
                continue; /* count a face that touches the position twice only once */
            sets->frames[set[k]] = wmi_frame_add(&sets->frames[set[k]], &s->frames[f]);
        }
    }
    return true;
}

/* ---- results --------------------------------------------------------------- */

wm_vec3 wmi_set_normal(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose)
{
    static const double cancelled = 1e-6; /* of the area: the rest is rounding */
    const wmi_face_frame *f = &sets->frames[set];
    if (!(wmi_length(f->cross) > cancelled * f->size))
        return (wm_vec3){0, 0, 0};
    return wmi_unit(wmi_mdl_rotate_back(pose, f->cross), (wm_vec3){0, 0, 0});
}

void wmi_set_tangents(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose,
                      wm_vec3 frame[3])
{
    const wmi_face_frame *f = &sets->frames[set];
    frame[0] = wmi_unit(wmi_mdl_rotate_back(pose, f->bitangent), (wm_vec3){0, 0, 0});
    frame[1] = wmi_unit(wmi_mdl_rotate_back(pose, f->tangent), (wm_vec3){0, 0, 0});
    frame[2] = wmi_unit(wmi_mdl_rotate_back(pose, f->flat), (wm_vec3){1, 0, 0});
}
