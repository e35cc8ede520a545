/* How two areas differ: their rooms by name, the walkmeshes of each as `waymark diff` compares
 * them, and the other lists of the layout. */
#include <stdlib.h>

#include "compare.h"

typedef struct areas {
    core *c;
    core_document *d[2];
    wm_json_writer *j;
    uint32_t found; /* differences */
} areas;

static const wm_kotor_lyt *layout(const areas *a, int side)
{
    return a->d[side]->doc->lyt;
}

static void put_index(wm_json_writer *j, uint32_t room)
{
    if (room == WM_NO_INDEX)
        wm_json_add_null(j, NULL);
    else
        wm_json_add_uint(j, NULL, room);
}

/* One difference that no diff lists. rooms: on both sides, or WM_NO_INDEX. */
static void put(areas *a, const char *field, const char *message, const uint32_t rooms[2],
                unsigned bits)
{
    wm_json_writer *j = a->j;
    const char *name = NULL;
    for (int i = 0; i < 2; i++)
        if (rooms[i] != WM_NO_INDEX)
            name = layout(a, i)->rooms[rooms[i]].name;
    a->found++;
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "field", field);
    wm_json_add_uint(j, "count", 1);
    wm_json_add_text(j, "message", message);
    wm_json_add_uint(j, "bits", bits);
    wm_json_add_bool(j, "first", !name || rooms[0] != WM_NO_INDEX);
    wm_json_add_bool(j, "second", !name || rooms[1] != WM_NO_INDEX);
    if (name) {
        wm_json_add_text(j, "room", name);
        wm_json_begin_array(j, "rooms");
        put_index(j, rooms[0]);
        put_index(j, rooms[1]);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static bool same_place(wm_vec3 p, wm_vec3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static wm_status compare_room(areas *a, const uint32_t rooms[2], wm_error *error)
{
    const wm_kotor_placed *p = &layout(a, 0)->rooms[rooms[0]], *q = &layout(a, 1)->rooms[rooms[1]];
    const wm_kotor_bwm *x = a->d[0]->doc->walkmeshes[rooms[0]];
    const wm_kotor_bwm *y = a->d[1]->doc->walkmeshes[rooms[1]];
    wm_diff diff;
    if (!same_place(p->position, q->position)) {
        char text[160];
        snprintf(text, sizeof text, "now at (%g, %g, %g); was at (%g, %g, %g)",
                 (double)q->position.x, (double)q->position.y, (double)q->position.z,
                 (double)p->position.x, (double)p->position.y, (double)p->position.z);
        put(a, "position", text, rooms, 0);
    }
    if (rooms[0] != rooms[1])
        put(a, "index", "the room has another index, which transitions use", rooms, 0);
    if (!x || !y) {
        if (x || y)
            put(a, "walkmesh", x ? "gone, or it cannot be read" : "new", rooms, CORE_ONLY);
        return WM_OK;
    }
    wm_diff_init(&diff, NULL);
    wm_status status = wm_kotor_bwm_diff(x, y, &diff, error);
    const core_room_pair room = {p->name, {rooms[0], rooms[1]}};
    if (status == WM_OK)
        core_put_differences(&diff, a->d[1], false, &room, a->j);
    a->found += diff.count;
    wm_diff_free(&diff);
    return status;
}

/* Rooms of both, or of the first only; then those that are new. A name that a layout lists twice is
 * compared once. */
static wm_status compare_rooms(areas *a, wm_error *error)
{
    const wm_kotor_lyt *x = layout(a, 0), *y = layout(a, 1);
    wm_status status = WM_OK;
    for (uint32_t i = 0; i < x->room_count && status == WM_OK; i++) {
        const uint32_t rooms[2] = {i, wm_kotor_lyt_find(y, x->rooms[i].name)};
        if (wm_kotor_lyt_placeholder(x->rooms[i].name) ||
            wm_kotor_lyt_find(x, x->rooms[i].name) != i)
            continue;
        if (rooms[1] == WM_NO_INDEX)
            put(a, "rooms", "the room is gone", rooms, CORE_ONLY);
        else
            status = compare_room(a, rooms, error);
    }
    for (uint32_t i = 0; i < y->room_count; i++) {
        const uint32_t rooms[2] = {WM_NO_INDEX, i};
        if (!wm_kotor_lyt_placeholder(y->rooms[i].name) &&
            wm_kotor_lyt_find(y, y->rooms[i].name) == i &&
            wm_kotor_lyt_find(x, y->rooms[i].name) == WM_NO_INDEX)
            put(a, "rooms", "the room is new", rooms, CORE_ONLY);
    }
    return status;
}

static bool same_files(const core_file *p, const core_file *q)
{
    return (!p && !q) ||
           (p && q && p->size == q->size &&
            (p->size == 0 || (p->data && q->data && memcmp(p->data, q->data, p->size) == 0)));
}

/* The lists of the layouts except those of the rooms. */
static wm_status compare_lists(areas *a, wm_error *error)
{
    static const uint32_t none[2] = {WM_NO_INDEX, WM_NO_INDEX};
    wm_diff diff;
    wm_diff_init(&diff, NULL);
    wm_status status = wm_kotor_lyt_diff(layout(a, 0), layout(a, 1), &diff, error);
    for (uint32_t i = 0; status == WM_OK && i < diff.count; i++)
        if (strcmp(diff.items[i].field, "rooms") != 0)
            put(a, diff.items[i].field, diff.items[i].message, none, 0);
    wm_diff_free(&diff);
    return status;
}

static wm_status compare_rest(areas *a, wm_error *error)
{
    static const uint32_t none[2] = {WM_NO_INDEX, WM_NO_INDEX};
    wm_status status = compare_lists(a, error);
    const core_file *p = core_find(a->c, a->d[0]->file, NULL, ".vis");
    const core_file *q = core_find(a->c, a->d[1]->file, NULL, ".vis");
    if (!same_files(p, q))
        put(a, "visibility", "the visibility lists (VIS) differ", none, 0);
    return status;
}

bool core_areas_identical(const core_document *const d[2])
{
    const wm_document *x = d[0]->doc, *y = d[1]->doc;
    if (!same_files(d[0]->file, d[1]->file))
        return false;
    for (uint32_t i = 0; i < x->lyt->room_count; i++)
        if (!same_files(core_file_found(x->rooms[i].walkmesh),
                        core_file_found(y->rooms[i].walkmesh)))
            return false;
    return true;
}

wm_status core_compare_areas(core *c, core_document *const d[2], wm_json_writer *j, uint32_t *found,
                             wm_error *error)
{
    areas a = {.c = c, .d = {d[0], d[1]}, .j = j};
    wm_json_begin_array(j, "differences");
    wm_status status = WM_OK;
    if (d[0]->doc->walkmeshes && d[1]->doc->walkmeshes)
        status = compare_rooms(&a, error);
    if (status == WM_OK)
        status = compare_rest(&a, error);
    wm_json_end(j);
    *found = a.found;
    return status;
}
