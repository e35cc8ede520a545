/* Safe fixes for an area: sets transitions for edges that meet, and lists the changes.
 * docs/areas.md, "What fix does". */
#include "area/fix.h"

/* True if the transition is already right, is missing, or is certainly wrong. A room that is
 * merely absent may still be the right target. */
static bool may_lead_to(const wmi_area *area, const wmi_area_edge *e, uint32_t room)
{
    if (e->transition == room || e->transition >= area->pub.room_count || e->transition == e->room)
        return true;
    const wm_kotor_area_room *now = &area->pub.rooms[e->transition];
    return now->walkmesh || now->placeholder || now->duplicate;
}

/* The edge of another room that this one meets within the tolerance. Each must be the other's
 * best match and no third room may be near. WM_NO_INDEX if there is any doubt. */
static uint32_t sure_partner(const wmi_area *area, uint32_t at)
{
    const wmi_area_edge *e = &area->edges[at];
    if (e->partner == WM_NO_INDEX || e->rival != WM_NO_INDEX || e->gap > area->tolerance)
        return WM_NO_INDEX;
    const wmi_area_edge *f = &area->edges[e->partner];
    bool sure = f->partner == at && f->rival == WM_NO_INDEX && may_lead_to(area, e, f->room) &&
                may_lead_to(area, f, e->room);
    return sure ? e->partner : WM_NO_INDEX;
}

wm_kotor_room_change *wmi_fix_add(wmi_fixer *f, wm_kotor_room_change_kind kind,
                                  const wmi_area_edge *e)
{
    wm_kotor_room_change *change = &f->out->pub.changes[f->out->pub.count++];
    *change = (wm_kotor_room_change){
        .kind = kind,
        .room = e->room,
        .edge = e->edge,
        .other = WM_NO_INDEX,
        .other_edge = WM_NO_INDEX,
        .from = e->transition,
        .to = e->transition,
        .a = e->a,
        .b = e->b,
    };
    return change;
}

wm_kotor_bwm *wmi_fix_draft(wmi_fixer *f, uint32_t room, wm_error *error)
{
    wm_kotor_bwm *b = f->walkmeshes[room], *draft = &f->drafts[room];
    if (f->out->pub.room_changed[room])
        return draft;
    wm_vec3 *vertices = wm_kotor_bwm_alloc(b, b->vertex_count, sizeof *vertices, error);
    wm_kotor_edge *edges =
        vertices ? wm_kotor_bwm_alloc(b, b->edge_count, sizeof *edges, error) : NULL;
    if (!edges)
        return NULL;
    if (b->vertex_count)
        memcpy(vertices, b->vertices, b->vertex_count * sizeof *vertices);
    if (b->edge_count)
        memcpy(edges, b->edges, b->edge_count * sizeof *edges);
    *draft = *b;
    draft->vertices = vertices;
    draft->edges = edges;
    f->out->pub.room_changed[room] = true;
    return draft;
}

static bool set_transition(wmi_fixer *f, const wmi_area_edge *e, uint32_t room, wm_error *error)
{
    wm_kotor_bwm *draft = wmi_fix_draft(f, e->room, error);
    if (draft)
        draft->edges[e->slot].transition = room;
    return draft != NULL;
}

static bool assign_transitions(wmi_fixer *f, wm_error *error)
{
    wmi_area *area = f->area;
    for (uint32_t i = 0; i < area->edge_count; i++) {
        wmi_area_edge *e = &area->edges[i];
        uint32_t partner = sure_partner(area, i);
        if (partner == WM_NO_INDEX)
            continue;
        const wmi_area_edge *p = &area->edges[partner];
        f->sure[i] = true;
        if (e->transition == p->room)
            continue;
        wm_kotor_room_change *change = wmi_fix_add(f, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET, e);
        change->other = p->room;
        change->other_edge = p->edge;
        change->to = p->room;
        if (!set_transition(f, e, p->room, error))
            return false;
    }
    return true;
}

static bool remove_dangling(wmi_fixer *f, wm_error *error)
{
    for (uint32_t i = 0; i < f->area->edge_count; i++) {
        const wmi_area_edge *e = &f->area->edges[i];
        bool nowhere = e->transition != WM_NO_INDEX &&
                       (e->transition >= f->area->pub.room_count || e->transition == e->room);
        if (!nowhere || f->sure[i])
            continue;
        wmi_fix_add(f, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_REMOVED, e)->to = WM_NO_INDEX;
        if (!set_transition(f, e, WM_NO_INDEX, error))
            return false;
    }
    return true;
}

static wmi_fixes *new_fixes(const wm_allocator *allocator, uint32_t rooms, uint32_t edges,
                            wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    wmi_fixes *out = wmi_arena_new(&arena, 1, sizeof *out);
    if (!out) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    out->arena = arena;
    out->pub.memory = out;
    out->pub.room_changed = wmi_arena_new(&out->arena, rooms, sizeof *out->pub.room_changed);
    /* Each edge gets or loses its transition once, and is welded or kept once. */
    out->pub.changes = wmi_arena_raw(&out->arena, (size_t)edges * 2, sizeof *out->pub.changes);
    if (out->pub.room_changed && out->pub.changes)
        return out;
    wmi_arena_fail(&out->arena, error, "");
    wmi_arena_free(&out->arena);
    return NULL;
}

static wm_status run(wmi_fixer *f, const wm_kotor_lyt_fix_rooms_opts *opts, wm_error *error)
{
    f->sure = wmi_arena_new(&f->scratch, f->area->edge_count, sizeof *f->sure);
    f->drafts = wmi_arena_raw(&f->scratch, f->area->pub.room_count, sizeof *f->drafts);
    if (!f->sure || !f->drafts)
        return wmi_arena_fail(&f->scratch, error, "edges");
    if (!assign_transitions(f, error) || (opts->remove_dangling && !remove_dangling(f, error)))
        return WM_NO_MEMORY;
    wm_status status = wmi_fix_weld(f, error);
    for (uint32_t i = 0; status == WM_OK && i < f->area->pub.room_count; i++)
        if (f->out->pub.room_changed[i]) {
            *f->walkmeshes[i] = f->drafts[i];
            wmi_bwm_tidy(f->walkmeshes[i]);
        }
    return status;
}

wm_kotor_room_fixes *wm_kotor_lyt_fix_rooms(const wm_kotor_lyt *lyt,
                                            wm_kotor_bwm *const *walkmeshes,
                                            const wm_kotor_lyt_fix_rooms_opts *opts,
                                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_kotor_lyt_fix_rooms_opts defaults;
    const wm_kotor_lyt_fix_rooms_opts *o = opts ? opts : &defaults;
    wm_kotor_area *area =
        wm_kotor_area_new(lyt, (const wm_kotor_bwm *const *)walkmeshes, &o->base, error);
    if (!area)
        return NULL;
    wmi_fixer f = {.area = area->memory, .walkmeshes = walkmeshes};
    wm_status status = WM_NO_MEMORY;
    f.out = new_fixes(o->base.allocator, area->room_count, f.area->edge_count, error);
    if (f.out) {
        wmi_arena_init(&f.scratch, o->base.allocator, 0);
        status = run(&f, o, error);
        wmi_arena_free(&f.scratch);
    }
    wm_kotor_area_free(area);
    if (status == WM_OK)
        return &f.out->pub;
    if (f.out)
        wm_kotor_room_fixes_free(&f.out->pub);
    return NULL;
}

void wm_kotor_room_fixes_free(wm_kotor_room_fixes *fixes)
{
    if (fixes)
        wmi_arena_free(&((wmi_fixes *)fixes->memory)->arena);
}
