/* Plans of KotOR walkmeshes: one room or object, or all rooms of a layout. */
#include <stdlib.h>
#include <string.h>

#include "draw/plan.h"
#include "kotor/area.h"
#include "real.h"

/* ---- perimeters ---- */

static size_t count_borders(const wm_kotor_bwm *b)
{
    return b ? b->edge_count : 0;
}

/* Appends the loops of a walkmesh as its tables give them; they are claims of the file. */
static void add_borders(const wm_kotor_bwm *b, draw_border *list, size_t *n)
{
    uint32_t at = 0;
    for (uint32_t loop = 0; b && loop < b->perimeter_count; loop++) {
        size_t start = *n;
        double area = 0; /* twice the area that the loop goes round */
        for (; at < b->perimeters[loop] && at < b->edge_count; at++) {
            uint32_t face = b->edges[at].edge / 3, k = b->edges[at].edge % 3;
            wm_vec3 v[3];
            if (face >= b->face_count)
                continue;
            for (uint32_t i = 0; i < 3; i++)
                v[i] = b->vertices[b->faces[face].vertex[(k + i) % 3]];
            if (!isfinite(v[0].x + v[0].y + v[1].x + v[1].y + v[2].x + v[2].y))
                continue;
            area += (double)v[0].x * (double)v[1].y - (double)v[1].x * (double)v[0].y;
            list[*n] = (draw_border){v[0], v[1], v[2], loop, *n == start, false};
            (*n)++;
        }
        for (size_t i = start; i < *n; i++)
            list[i].hole = area < 0;
    }
}

/* ---- one walkmesh ---- */

static void add_hooks(const wm_kotor_bwm *b, plan *p)
{
    /* An object's vertices are relative to it, and so are these hooks. */
    const wm_vec3 *hook = b->type == WM_KOTOR_BWM_TYPE_OBJECT ? b->relative_hook : b->absolute_hook;
    for (int i = 0; i < 2; i++) {
        bool set = hook[i].x != 0 || hook[i].y != 0 || hook[i].z != 0;
        if (!set || !isfinite(hook[i].x) || !isfinite(hook[i].y))
            continue;
        draw_hook *h = &p->hooks[p->job.hook_count++];
        *h = (draw_hook){.at = hook[i]};
        snprintf(h->label, sizeof h->label, "hook %d", i + 1);
    }
}

static bool name_rooms(plan *p, const wm_kotor_lyt *lyt)
{
    p->names = calloc((size_t)lyt->room_count + 1, sizeof *p->names);
    if (!p->names)
        return false;
    for (uint32_t i = 0; i < lyt->room_count; i++)
        p->names[i] = lyt->rooms[i].name;
    p->job.room_name_count = lyt->room_count;
    return true;
}

static void describe(const wm_kotor_bwm *b, plan *p)
{
    const wm_walkmesh *m = p->ground.mesh;
    uint32_t doors = draw_count_doors(&(draw_job){.mesh = m});
    char extent[PLAN_EXTENT];
    plan_extent(m->min, m->max, extent);
    snprintf(p->job.subtitle, sizeof p->job.subtitle,
             "KotOR walkmesh, %s: %u %s, %u %s, %u walkable, %u %s, %s",
             b->type == WM_KOTOR_BWM_TYPE_AREA ? "area" : "object", (unsigned)m->vertex_count,
             cli_word(m->vertex_count, "vertex", "vertices"), (unsigned)m->face_count,
             cli_word(m->face_count, "face", "faces"), (unsigned)m->walkable_count, (unsigned)doors,
             cli_word(doors, "transition", "transitions"), extent);
}

bool plan_kotor(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error)
{
    p->room = cli_open_walkmesh(c, bytes, p->file, NULL, error);
    if (!p->room || !cli_is_one_walkmesh(p->room, error))
        return false;
    const wm_kotor_bwm *bwm = p->room->bwm;
    p->ground.mesh = wm_document_walkmesh(p->room, cli_allocator(), error);
    if (!p->ground.mesh)
        return false;
    p->hooks = calloc(2, sizeof *p->hooks);
    p->borders = calloc(count_borders(bwm) + 1, sizeof *p->borders);
    if (!p->hooks || !p->borders)
        return plan_no_memory(error);
    add_hooks(bwm, p);
    add_borders(bwm, p->borders, &p->job.border_count);
    if (bwm->type == WM_KOTOR_BWM_TYPE_AREA)
        p->layout = cli_room_layout(c, p->file);
    if (p->layout && !name_rooms(p, p->layout))
        return plan_no_memory(error);
    describe(bwm, p);
    return !findings || wm_document_check(p->room, NULL, &p->report, error) == WM_OK;
}

/* ---- layouts ---- */

/* A place for the name of each room: the middle of the walkable face nearest to that of all. */
static void place_rooms(plan *p, uint32_t count, double (*sum)[3])
{
    const wm_walkmesh *m = p->ground.mesh;
    double *best = sum[count]; /* count more numbers follow the sums */
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t f = 0; f < m->face_count; f++) {
            uint32_t room = m->rooms[f];
            const uint32_t *v = m->faces[f].vertex;
            wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
            double x = ((double)a.x + (double)b.x + (double)c.x) / 3;
            double y = ((double)a.y + (double)b.y + (double)c.y) / 3;
            double area = fabs(((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                               ((double)c.x - (double)a.x) * ((double)b.y - (double)a.y)) +
                          1e-9;
            if (room >= count || !m->walkable[f] || !isfinite(area))
                continue;
            if (pass == 0) {
                sum[room][0] += area * x;
                sum[room][1] += area * y;
                sum[room][2] += area;
                best[room] = INFINITY;
                continue;
            }
            double far =
                cli_hypot(sum[room][0] / sum[room][2] - x, sum[room][1] / sum[room][2] - y);
            if (far < best[room]) {
                best[room] = far;
                p->rooms[room].at = (wm_vec3){(float)x, (float)y, 0};
                p->rooms[room].name = p->names[room];
            }
        }
    for (uint32_t i = 0; i < count; i++)
        if (p->rooms[i].name)
            p->rooms[p->job.room_count++] = p->rooms[i];
}

/* Places of doors, and rooms of which only the place is known. */
static void area_hooks(plan *p, const wm_kotor_lyt *lyt)
{
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        draw_hook *h = &p->hooks[p->job.hook_count];
        *h = (draw_hook){.at = lyt->doorhooks[i].position};
        snprintf(h->label, sizeof h->label, "%.31s", lyt->doorhooks[i].door);
        p->job.hook_count += isfinite(h->at.x) && isfinite(h->at.y);
    }
    for (uint32_t i = 0; i < lyt->room_count; i++) {
        draw_hook *h = &p->hooks[p->job.hook_count];
        if (p->ground.area->walkmeshes[i] || wm_kotor_lyt_placeholder(lyt->rooms[i].name) ||
            wm_kotor_lyt_find(lyt, lyt->rooms[i].name) != i)
            continue;
        *h = (draw_hook){.at = lyt->rooms[i].position, .room = true};
        snprintf(h->label, sizeof h->label, "%.31s", lyt->rooms[i].name);
        p->job.hook_count += isfinite(h->at.x) && isfinite(h->at.y);
    }
}

static bool fill_area(plan *p, const wm_kotor_lyt *lyt, wm_error *error)
{
    size_t rooms = lyt->room_count, borders = 0;
    for (size_t i = 0; i < rooms; i++)
        borders += count_borders(p->ground.area->walkmeshes[i]);
    double(*sums)[3] = calloc(rooms + rooms / 3 + 2, sizeof *sums);
    p->rooms = calloc(rooms + 1, sizeof *p->rooms);
    p->hooks = calloc(rooms + lyt->doorhook_count + 1, sizeof *p->hooks);
    p->borders = calloc(borders + 1, sizeof *p->borders);
    bool good = sums && p->rooms && p->hooks && p->borders && name_rooms(p, lyt);
    if (good) {
        place_rooms(p, lyt->room_count, sums);
        area_hooks(p, lyt);
    }
    for (size_t i = 0; good && i < rooms; i++)
        add_borders(p->ground.area->walkmeshes[i], p->borders, &p->job.border_count);
    free(sums);
    return good || plan_no_memory(error);
}

static void describe_area(plan *p, const wm_kotor_area *area)
{
    const wm_walkmesh *m = p->ground.mesh;
    uint32_t with = 0;
    for (uint32_t i = 0; i < area->room_count; i++)
        with += area->rooms[i].walkmesh != NULL;
    snprintf(p->job.subtitle, sizeof p->job.subtitle,
             "KotOR area: %u %s, %u with walkmesh, %u %s, %u walkable, %u of %u %s meet, %u %s, "
             "%.4g x %.4g m",
             (unsigned)area->room_count, cli_word(area->room_count, "room", "rooms"),
             (unsigned)with, (unsigned)m->face_count, cli_word(m->face_count, "face", "faces"),
             (unsigned)m->walkable_count, (unsigned)area->matched, (unsigned)area->transitions,
             cli_word(area->transitions, "transition", "transitions"),
             (unsigned)area->component_count, cli_word(area->component_count, "part", "parts"),
             (double)m->max.x - (double)m->min.x, (double)m->max.y - (double)m->min.y);
}

bool plan_area(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error)
{
    const wm_open_opts opts = {.base = {.report = &p->report}};
    p->job.area = true;
    wm_document *d = p->ground.area = cli_open(c, bytes, p->file, &opts, error);
    p->ground.mesh = d ? wm_document_walkmesh(d, cli_allocator(), error) : NULL;
    if (!p->ground.mesh || !fill_area(p, d->lyt, error))
        return false;
    describe_area(p, d->area);
    cli_note_missing(c, p->file, d, p->ground.objects);
    p->job.pth = d->pth;
    p->job.git = d->git;
    p->job.objects = d->objects;
    return !findings || wm_document_check(d, NULL, &p->report, error) == WM_OK;
}
