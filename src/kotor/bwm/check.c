/* Walkmesh checks: the entry point, and the rules for the file as a whole. */
#include "kotor/bwm/check.h"
#include "base/words.h"

void *wmi_bwm_check_new(wmi_bwm_checker *c, size_t count, size_t size)
{
    void *data = wmi_arena_new(c->scratch, count, size);
    c->out_of_memory |= !data;
    return data;
}

static bool overlap(const wmi_bwm_table *a, const wmi_bwm_table *b)
{
    uint64_t a_end = a->offset + (uint64_t)a->count * a->stride;
    uint64_t b_end = b->offset + (uint64_t)b->count * b->stride;
    return a->count && b->count && a->offset < b_end && b->offset < a_end;
}

static void check_layout(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    wmi_bwm_table t[WMI_BWM_TABLES];
    wmi_bwm_tables(b, t);
    for (int i = 0; i < WMI_BWM_TABLES; i++)
        if (wmi_bwm_lost(b, &t[i]))
            t[i].count = 0;
    for (int i = 0; i < WMI_BWM_TABLES; i++)
        for (int k = 0; k < i; k++)
            if (overlap(&t[i], &t[k]))
                wmi_report(c->report, WM_KOTOR_LAYOUT_OVERLAP, wmi_at(t[i].offset, "%s", t[i].name),
                           "the tables %s and %s overlap", t[k].name, t[i].name);
    for (uint32_t i = 0; i < b->gap_count; i++)
        wmi_report(c->report, WM_KOTOR_LAYOUT_GAP, wmi_at(b->gaps[i].offset, "gaps[%lu]", (ul)i),
                   "%s to no table",
                   wmi_count(b->gaps[i].size, "byte belongs", "bytes belong").text);
}

/* Vertices that include the node position are centred on it; otherwise they are centred
 * on the origin. Old tools do not add the position, which puts the collision mesh next
 * to the object. */
static void check_object_position(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    wmi_vec sum = {0, 0, 0}, position = wmi_vec_of(b->position);
    if (b->vertex_count == 0 || !wmi_finite(b->position) || wmi_length(position) < 0.1)
        return;
    for (uint32_t i = 0; i < b->vertex_count; i++)
        sum = wmi_add(sum, wmi_vec_of(b->vertices[i]));
    wmi_vec centre = wmi_scale(sum, 1.0 / b->vertex_count);
    if (wmi_length(centre) < 0.25 * wmi_length(wmi_sub(centre, position)))
        wmi_report(c->report, WM_KOTOR_OBJECT_POSITION,
                   wmi_at(c->offsets ? 0x3C : WM_NO_OFFSET, "position"),
                   "the position is (%g, %g, %g), but the vertices lie around (%g, %g, %g)",
                   position.x, position.y, position.z, centre.x, centre.y, centre.z);
}

static void check_file(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint64_t type_at = c->offsets ? 0x08 : WM_NO_OFFSET,
             count_at = c->offsets ? 0x50 : WM_NO_OFFSET;
    if (b->type != WM_KOTOR_BWM_TYPE_AREA && b->type != WM_KOTOR_BWM_TYPE_OBJECT)
        wmi_report(c->report, WM_KOTOR_TYPE_UNKNOWN, wmi_at(type_at, "type"),
                   "unknown type %lu, expected 1 (area) or 0 (object)", (ul)b->type);
    if (c->offsets)
        check_layout(c);
    if (b->face_count == 0)
        wmi_report(c->report, WM_KOTOR_NO_FACES, wmi_at(count_at, "face_count"),
                   "the walkmesh has no faces");
    else if (b->type != WM_KOTOR_BWM_TYPE_OBJECT && c->walkable == 0)
        wmi_report(c->report, WM_KOTOR_NOTHING_WALKABLE, wmi_nowhere(),
                   "the walkmesh has %s, but none is walkable",
                   wmi_count(b->face_count, "face", "faces").text);
    if (b->type != WM_KOTOR_BWM_TYPE_OBJECT)
        return;
    if (b->aabb_count || b->adjacency_count || b->edge_count || b->perimeter_count)
        wmi_report(c->report, WM_KOTOR_OBJECT_TABLES, wmi_nowhere(),
                   "the object has %s, %s, %s and %s",
                   wmi_count(b->aabb_count, "AABB node", "AABB nodes").text,
                   wmi_count(b->adjacency_count, "adjacency row", "adjacency rows").text,
                   wmi_count(b->edge_count, "edge", "edges").text,
                   wmi_count(b->perimeter_count, "perimeter", "perimeters").text);
    check_object_position(c);
}

wm_status wm_kotor_bwm_check(const wm_kotor_bwm *bwm, const wm_kotor_bwm_check_opts *opts,
                             wm_report *report, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_bwm_arena(bwm)->allocator, 0);
    wmi_bwm_checker c = {.b = bwm,
                         .surfaces = opts ? opts->surfaces : NULL,
                         .report = report,
                         .scratch = &scratch,
                         .offsets = !(opts && opts->base.no_offsets),
                         .ordered = true};
    for (uint32_t i = 0; i < bwm->face_count; i++)
        if (wm_kotor_walkable(c.surfaces, bwm->materials[i])) {
            c.ordered &= i == c.walkable;
            c.walkable++;
        }
    check_file(&c);
    wmi_bwm_check_vertices(&c);
    wmi_bwm_check_faces(&c);
    wmi_bwm_check_planes(&c);
    if (bwm->type != WM_KOTOR_BWM_TYPE_OBJECT) {
        wmi_bwm_check_adjacency(&c);
        wmi_bwm_check_edges(&c);
        wmi_bwm_check_tree(&c);
        wmi_bwm_check_regions(&c);
    }
    wmi_arena_free(&scratch);
    return wmi_check_end(opts ? &opts->base : NULL, report, first, c.out_of_memory, error);
}
