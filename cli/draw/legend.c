/* What the colours and marks of a plan mean. */
#include <math.h>

#include "draw/draw.h"

enum { ROW = 22 };

static double legend_head(const draw_page *p, double y, const char *text)
{
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->legend.x, y + 10, DRAW_LEFT, p->legend.w, text);
    return y + ROW;
}

/* A square of the colour, the words, and a number at the right. */
static double legend_colour(const draw_page *p, double y, draw_colour c, bool strong,
                            const char *text, uint32_t count)
{
    char number[16];
    cairo_rectangle(p->cr, p->legend.x + 0.5, y + 0.5, 26, 14);
    draw_set(p->cr, c, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, (draw_colour){c.r * 0.75, c.g * 0.75, c.b * 0.75}, 1);
    cairo_set_line_width(p->cr, 1);
    cairo_stroke(p->cr);
    draw_font(p->cr, 13, strong);
    draw_set(p->cr, strong ? DRAW_INK : DRAW_SOFT, 1);
    draw_text(p->cr, p->legend.x + 36, y + 12.5, DRAW_LEFT, p->legend.w - 90, text);
    snprintf(number, sizeof number, "%u", (unsigned)count);
    draw_font(p->cr, 13, false);
    draw_text(p->cr, p->legend.x + p->legend.w, y + 12.5, DRAW_RIGHT, 0, number);
    return y + ROW;
}

/* Faces by material, those that are walkable in the first row. The last is for all others. */
typedef struct material_count {
    uint32_t faces[2][WM_KOTOR_SURFACES + 1];
} material_count;

static void count_materials(const draw_job *job, material_count *n)
{
    *n = (material_count){{{0}}};
    for (uint32_t f = 0; f < job->mesh->face_count; f++) {
        bool walkable = job->mesh->walkable[f];
        uint32_t material = job->mesh->materials[f];
        if (material > WM_KOTOR_SURFACES)
            material = WM_KOTOR_SURFACES;
        if (job->trn && !walkable) /* the result does not matter */
            material = 0;
        n->faces[walkable ? 0 : 1][material]++;
    }
}

static double legend_materials(const draw_page *p, double y)
{
    const draw_job *job = p->job;
    material_count n;
    char name[24];
    count_materials(job, &n);
    if (job->mesh->face_count)
        y = legend_head(p, y, "surfaces, faces");
    for (int row = 0; row < 2; row++)
        for (uint32_t i = 0; i <= WM_KOTOR_SURFACES; i++) {
            bool strong = row == 0 || job->mesh->walkable_count == 0;
            if (!n.faces[row][i])
                continue;
            y = legend_colour(p, y, draw_material_colour(job, i, strong), row == 0,
                              job->trn && row == 1 ? "not walkable"
                              : job->trn && i == 0 ? "no material"
                              : i == WM_KOTOR_SURFACES
                                  ? "unknown"
                                  : wm_kotor_surface_name(job->surfaces, i, name),
                              n.faces[row][i]);
        }
    return y;
}

static double legend_label(const draw_page *p, double y, const char *text)
{
    draw_font(p->cr, 13, false);
    draw_set(p->cr, DRAW_INK, 1);
    draw_text(p->cr, p->legend.x + 36, y + 12.5, DRAW_LEFT, p->legend.w - 36, text);
    return y + ROW;
}

static double legend_line(const draw_page *p, double y, draw_colour colour, double width,
                          const char *text)
{
    draw_set(p->cr, colour, 1);
    cairo_set_line_width(p->cr, width);
    cairo_move_to(p->cr, p->legend.x, y + 7.5);
    cairo_line_to(p->cr, p->legend.x + 26, y + 7.5);
    cairo_stroke(p->cr);
    return legend_label(p, y, text);
}

/* ---- what there is ---- */

static bool has_hooks(const draw_page *p, bool rooms)
{
    for (size_t i = 0; draw_on(p, DRAW_HOOKS) && i < p->job->hook_count; i++)
        if (p->job->hooks[i].room == rooms)
            return true;
    return false;
}

static bool has_loops(const draw_page *p, bool holes)
{
    for (size_t i = 0; draw_on(p, DRAW_PERIMETERS) && i < p->job->border_count; i++)
        if (p->job->borders[i].hole == holes)
            return true;
    return false;
}

static bool has_water(const draw_page *p)
{
    const wm_nwn2_trn *t = p->job->trn;
    for (uint32_t i = 0; t && draw_on(p, DRAW_WATER) && i < t->packet_count; i++)
        for (uint32_t k = 0; t->packets[i].watr && k < t->packets[i].watr->triangle_count; k++)
            if (t->packets[i].watr->triangle_flags[k] == 0)
                return true;
    return false;
}

static bool has_islands(const draw_page *p)
{
    return draw_on(p, DRAW_ISLANDS) && p->job->trn && p->job->trn->aswm->island_count > 0;
}

/* ---- marks ---- */

static double legend_doors(const draw_page *p, double y)
{
    bool joined = false, open = false;
    const wm_walkmesh *m = p->job->mesh;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            if (m->transitions[f].edge[k] != WM_NO_INDEX)
                *(m->neighbours[f].edge[k] != WM_NO_INDEX ? &joined : &open) = true;
    if (joined)
        y = legend_line(p, y, DRAW_DOOR, 4, "joined rooms");
    if (open) {
        draw_set(p->cr, p->job->area ? DRAW_DEAD : DRAW_DOOR, 1);
        draw_arrow(p->cr, p->legend.x + 2, y + 7.5, 1, 0, 24);
        y = legend_label(p, y, p->job->area ? "leads nowhere" : "transition to a room");
    }
    return y;
}

static double legend_ways(const draw_page *p, double y)
{
    char text[64];
    for (size_t i = 0; i < p->job->way_count; i++) {
        const draw_way *w = &p->job->ways[i];
        if (w->count < 2)
            continue;
        cairo_move_to(p->cr, p->legend.x + 2, y + 7.5);
        cairo_line_to(p->cr, p->legend.x + 25, y + 7.5);
        draw_way_line(p->cr, w->game);
        snprintf(text, sizeof text, w->game ? "game's tables %.2f m" : "shortest path %.2f m",
                 w->length);
        y = legend_label(p, y, text);
    }
    return y;
}

/* Path points and objects. */
static double legend_content(const draw_page *p, double y)
{
    const draw_job *job = p->job;
    if (draw_on(p, DRAW_PATHS) && job->pth && job->pth->point_count) {
        draw_path_dot(p->cr, p->legend.x + 2, y + 7.5);
        draw_path_dot(p->cr, p->legend.x + 24, y + 7.5);
        y = legend_line(p, y, DRAW_WAYS, 1.1, "path points");
    }
    for (int k = 0; draw_on(p, DRAW_OBJECTS) && job->git && k < WM_KOTOR_OBJECT_KINDS; k++) {
        char text[32];
        uint32_t count = job->git->count[k];
        if (!count)
            continue;
        draw_object_sign(p->cr, (wm_kotor_object_kind)k, p->legend.x + 13, y + 7.5, 0);
        snprintf(text, sizeof text, "%u %s%s", (unsigned)count,
                 wm_kotor_object_kind_name((wm_kotor_object_kind)k), count == 1 ? "" : "s");
        y = legend_label(p, y, text);
    }
    return y;
}

static double legend_tiles(const draw_page *p, double y)
{
    static const uint32_t steps[] = {0, 32, 64, 96, 127, 128};
    enum { STEPS = sizeof steps / sizeof *steps };
    double w = p->legend.w / STEPS;
    char text[48];
    if (!draw_on(p, DRAW_TILES) || !p->job->budget)
        return y;
    y = legend_head(p, y + 12, "walkable triangles per tile");
    for (int i = 0; i < STEPS; i++) {
        cairo_rectangle(p->cr, p->legend.x + i * w, y, w, 14);
        draw_set(p->cr, draw_heat(steps[i]), 1);
        cairo_fill_preserve(p->cr);
        draw_set(p->cr, DRAW_SOFT, 0.6);
        cairo_set_line_width(p->cr, 0.6);
        cairo_stroke(p->cr);
        snprintf(text, sizeof text, i + 1 == STEPS ? "above" : "%u", (unsigned)steps[i]);
        draw_font(p->cr, 10, false);
        draw_set(p->cr, DRAW_INK, 1);
        draw_text(p->cr, p->legend.x + (i + 0.5) * w, y + 26, DRAW_CENTRE, 0, text);
    }
    y += 32;
    if (p->job->budget->tile_count && p->job->budget->used) {
        snprintf(text, sizeof text, "fullest: %u of %d",
                 (unsigned)p->job->budget->tiles[0].walkable, WM_NWN2_TILE_NODES);
        draw_font(p->cr, 12, false);
        draw_set(p->cr, DRAW_SOFT, 1);
        draw_text(p->cr, p->legend.x, y + 11, DRAW_LEFT, p->legend.w, text);
        y += 18;
    }
    return y;
}

static double legend_marks(const draw_page *p, double y)
{
    cairo_t *cr = p->cr;
    double x = p->legend.x, start = y;
    y += 12 + ROW;
    double first = y;
    if (p->job->mesh->walkable_count && draw_on(p, DRAW_WALLS))
        y = legend_line(p, y, DRAW_WALL, 2.4, "border edge");
    if (has_loops(p, false))
        y = legend_line(p, y, DRAW_LOOP, 1.6, "perimeter");
    if (has_loops(p, true))
        y = legend_line(p, y, DRAW_HOLE, 1.6, "perimeter of a hole");
    if (draw_on(p, DRAW_TRANSITIONS))
        y = legend_doors(p, y);
    if (has_hooks(p, false)) {
        draw_hook_sign(cr, x + 13, y + 7.5, 7);
        y = legend_label(p, y, p->job->area ? "door" : "hook");
    }
    if (has_hooks(p, true)) {
        cairo_rectangle(cr, x + 8, y + 2.5, 10, 10);
        draw_set(cr, DRAW_SOFT, 1);
        cairo_set_line_width(cr, 1.4);
        cairo_stroke(cr);
        y = legend_label(p, y, "room without a walkmesh");
    }
    if (has_islands(p))
        y = legend_line(p, y, DRAW_ISLAND, 1.2, "between islands");
    if (has_water(p)) {
        cairo_rectangle(cr, x + 0.5, y + 0.5, 26, 14);
        draw_set(cr, DRAW_SEA, 0.5);
        cairo_fill(cr);
        y = legend_label(p, y, "water");
    }
    y = legend_content(p, y);
    y = legend_ways(p, y);
    if (p->finding_count && draw_on(p, DRAW_FINDINGS)) {
        draw_badge(cr, x + 13, y + 8, 1, p->findings[0].first->severity);
        y = legend_label(p, y, "finding, see list");
    }
    if (y == first)
        return start;
    legend_head(p, start + 12, "marks");
    return y;
}

static double draw_parts(const draw_page *p)
{
    double y = legend_materials(p, p->legend.y + 4);
    y = legend_tiles(p, y);
    return legend_marks(p, y);
}

/* Drawn without output, to measure its height. */
double draw_legend_height(const draw_page *p)
{
    cairo_surface_t *nothing = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    draw_page copy = *p;
    copy.cr = cairo_create(nothing);
    double height = draw_parts(&copy) - copy.legend.y;
    cairo_destroy(copy.cr);
    cairo_surface_destroy(nothing);
    return height;
}

void draw_legend(draw_page *p)
{
    draw_parts(p);
    draw_font(p->cr, 10, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->legend.x + p->legend.w, p->legend.y + p->legend.h + 14, DRAW_RIGHT, 0,
              "metres; drawn by waymark");
}
