/* The border edges of a KotOR walkmesh that lead to other rooms, as a scene has them. */
#include "convert/kotor/bwm_links.h"

#include <math.h>

#include "base/sort.h"
#include "base/vec.h"
#include "convert/kotor/bwm_names.h"
#include "scene/internal.h"

/* ---- colours ----------------------------------------------------------- */

/* Green of 200 to 255 in a picture, as glTF has it: linear. */
static const float greens[] = {
    0.57758f, 0.58408f, 0.59062f, 0.59720f, 0.60383f, 0.61050f, 0.61721f, 0.62396f,
    0.63076f, 0.63760f, 0.64448f, 0.65141f, 0.65837f, 0.66539f, 0.67244f, 0.67954f,
    0.68669f, 0.69387f, 0.70110f, 0.70838f, 0.71569f, 0.72306f, 0.73046f, 0.73791f,
    0.74540f, 0.75294f, 0.76052f, 0.76815f, 0.77582f, 0.78354f, 0.79130f, 0.79910f,
    0.80695f, 0.81485f, 0.82279f, 0.83077f, 0.83880f, 0.84687f, 0.85499f, 0.86316f,
    0.87137f, 0.87962f, 0.88792f, 0.89627f, 0.90466f, 0.91310f, 0.92158f, 0.93011f,
    0.93869f, 0.94731f, 0.95597f, 0.96469f, 0.97345f, 0.98225f, 0.99110f, 1.00000f,
};

uint8_t wmi_painted_room(const float colour[4])
{
    enum { GREENS = sizeof greens / sizeof *greens };
    if (!(colour[0] < 0.01f) || !(colour[2] < 0.01f))
        return 0;
    for (int i = 0; i < GREENS; i++)
        if (fabsf(colour[1] - greens[i]) < 0.003f) /* steps are 0.0066 and more */
            return (uint8_t)(i + 1);
    return 0;
}

/* ---- before the rebuild ------------------------------------------------ */

bool wmi_bwm_is_own(const wmi_import *in, uint32_t node)
{
    uint32_t state = in->soup.state[node], wanted = in->opts->door_state;
    return wanted == 0 || state == WM_NO_INDEX || state == wanted - 1;
}

wm_vec3 wmi_bwm_place(const wmi_import *in, const wm_pose *pose, uint32_t node)
{
    const wm_matrix *w = &pose->world[node];
    return wmi_soup_upright(in->scene, wmi_matrix_place(w));
}

static bool is_transition(const wmi_bwm_links *l, uint32_t node, uint32_t *room)
{
    const wm_scene_node *n = &l->in->scene->nodes[node];
    return n->mesh == WM_NO_INDEX && wmi_bwm_is_own(l->in, node) &&
           wmi_bwm_numbered(n->name, "transition", room);
}

/* The edge recorded from the source, while faces still have their source indices. */
static bool noted_edge(const wmi_bwm_links *l, uint32_t node, uint32_t *edge)
{
    const wm_extras *extras = &l->in->scene->nodes[node].extras;
    return l->in->soup.straight && wmi_extra_u32(wmi_extra_number(extras, "edge", -1), edge) &&
           *edge / 3 < l->bwm->face_count;
}

/* An edge is painted if both of its corners are. Where they differ, the first one decides, as in
 * kotorblender: a corner between two linked edges can have only one colour. */
static uint32_t painted_edges(const wmi_bwm_links *l, wm_kotor_edge *to)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < l->in->soup.triangle_count; f++) {
        const wmi_soup_triangle *t = &l->in->soup.triangles[f];
        bool flipped = l->bwm->faces[f].vertex[1] != t->vertex[1];
        for (uint32_t k = 0; k < 3; k++) {
            uint8_t from = t->room[k], next = t->room[(k + 1) % 3];
            uint32_t edge = 3 * f + (flipped ? 2 - k : k);
            if (from && next && to)
                to[count] = (wm_kotor_edge){edge, (uint32_t)from - 1};
            count += from && next;
        }
    }
    return count;
}

wm_status wmi_bwm_note_links(wmi_bwm_links *l)
{
    const wm_scene *scene = l->in->scene;
    wmi_arena *arena = &l->in->soup.arena;
    l->painted = painted_edges(l, NULL);
    size_t most = (size_t)scene->node_count + l->painted;
    wm_kotor_edge *edges = wmi_arena_raw(arena, most, sizeof *edges);
    if (!edges)
        return wmi_arena_fail(arena, l->in->error, "");
    l->bwm->edges = edges;
    l->bwm->edge_count = painted_edges(l, edges);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        wm_kotor_edge e;
        if (is_transition(l, i, &e.transition) && noted_edge(l, i, &e.edge))
            edges[l->bwm->edge_count++] = e;
    }
    return WM_OK;
}

/* ---- edges by position ------------------------------------------------- */

/* The border, as the rebuild left it. */
typedef struct border {
    const wm_kotor_bwm *b;
    bool *open;      /* by row: no other face has this edge, so that there can be a way out */
    uint32_t *loop;  /* by row: the loop that it is part of */
    bool *seed;      /* by row: an empty is at it */
    uint64_t *along; /* rows in the low half, sorted by their middles along `axis` */
    uint64_t *walls; /* the same of the edges of faces that are not walkable; NULL until needed */
    size_t wall_count;
    int axis; /* 0 or 1: the longer side of the border */
} border;

static void ends_of(const wm_kotor_bwm *b, uint32_t edge, wm_vec3 ends[2])
{
    const uint32_t *v = b->faces[edge / 3].vertex;
    ends[0] = b->vertices[v[edge % 3]];
    ends[1] = b->vertices[v[(edge + 1) % 3]];
}

static void edge_ends(const wm_kotor_bwm *b, uint32_t row, wm_vec3 ends[2])
{
    ends_of(b, b->edges[row].edge, ends);
}

static uint64_t edge_key(const wm_kotor_bwm *b, uint32_t edge)
{
    uint32_t v = b->faces[edge / 3].vertex[edge % 3], w = b->faces[edge / 3].vertex[(edge + 1) % 3];
    return v < w ? (uint64_t)v << 32 | w : (uint64_t)w << 32 | v;
}

/* How many of the sorted keys are less than `key`. */
static size_t lower(const uint64_t *keys, size_t count, uint64_t key)
{
    size_t from = 0;
    while (from < count) {
        size_t middle = from + (count - from) / 2;
        if (keys[middle] < key)
            from = middle + 1;
        else
            count = middle;
    }
    return from;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static wm_vec3 edge_middle(const wm_kotor_bwm *b, uint32_t edge)
{
    wm_vec3 ends[2];
    ends_of(b, edge, ends);
    return (wm_vec3){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2,
                     (ends[0].z + ends[1].z) / 2};
}

static wm_vec3 middle_of(const wm_kotor_bwm *b, uint32_t row)
{
    return edge_middle(b, b->edges[row].edge);
}

static bool sort_rows(border *x, wmi_arena *arena)
{
    uint32_t n = x->b->edge_count;
    uint64_t *spare = wmi_arena_raw(arena, n, sizeof *spare);
    x->along = wmi_arena_raw(arena, n, sizeof *x->along);
    wm_vec3 min = {INFINITY, INFINITY, 0}, max = {-INFINITY, -INFINITY, 0};
    for (uint32_t i = 0; i < n; i++) {
        wm_vec3 at = middle_of(x->b, i);
        min = (wm_vec3){at.x < min.x ? at.x : min.x, at.y < min.y ? at.y : min.y, 0};
        max = (wm_vec3){at.x > max.x ? at.x : max.x, at.y > max.y ? at.y : max.y, 0};
    }
    x->axis = max.y - min.y > max.x - min.x;
    for (uint32_t i = 0; x->along && i < n; i++)
        x->along[i] = (uint64_t)wmi_float_key(wmi_axis(middle_of(x->b, i), x->axis)) << 32 | i;
    if (x->along && spare)
        wmi_sort_high(x->along, spare, n);
    return x->along && spare;
}

static bool open_border(border *x, const wm_kotor_bwm *b, wmi_arena *arena)
{
    size_t n = 3 * (size_t)b->face_count;
    uint64_t *keys = wmi_arena_raw(arena, n, sizeof *keys);
    *x = (border){.b = b,
                  .open = wmi_arena_raw(arena, b->edge_count, sizeof *x->open),
                  .loop = wmi_arena_raw(arena, b->edge_count, sizeof *x->loop),
                  .seed = wmi_arena_new(arena, b->edge_count, sizeof *x->seed)};
    if (!keys || !x->open || !x->loop || !x->seed)
        return false;
    for (size_t e = 0; e < n; e++)
        keys[e] = edge_key(b, (uint32_t)e);
    wmi_sort(keys, n, sizeof *keys, by_key);
    uint32_t loop = 0;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint64_t key = edge_key(b, b->edges[i].edge);
        size_t at = lower(keys, n, key);
        x->open[i] = at + 1 >= n || keys[at + 1] != key;
        while (loop < b->perimeter_count && i >= b->perimeters[loop])
            loop++;
        x->loop[i] = loop;
    }
    return sort_rows(x, arena);
}

static const double near_middle = 1e-6; /* squared */

typedef struct nearest {
    uint32_t row;
    double squared; /* distance to the middle of the row */
} nearest;

/* No farther away than slightly more than half the length of the edge. */
static void try_row(const border *x, uint32_t row, wm_vec3 place, nearest *best)
{
    wm_vec3 ends[2];
    edge_ends(x->b, row, ends);
    wmi_vec off = wmi_sub(wmi_vec_of(middle_of(x->b, row)), wmi_vec_of(place)),
            along = wmi_sub(wmi_vec_of(ends[1]), wmi_vec_of(ends[0]));
    double d = wmi_dot(off, off);
    if (d <= wmi_dot(along, along) / 4 + 0.25 &&
        (d < best->squared || (d == best->squared && row < best->row)))
        *best = (nearest){row, d};
}

static double away(const border *x, uint64_t key, float from)
{
    return (double)wmi_axis(middle_of(x->b, (uint32_t)key), x->axis) - (double)from;
}

/* The row whose middle is nearest: rows are tried in both directions from the place along the axis,
 * until they are too far away. The limit keeps files with very many rows and empties from taking
 * long; rooms have a few hundred rows. */
static nearest nearest_row(const border *x, wm_vec3 place)
{
    enum { MOST = 4096 };
    nearest best = {WM_NO_INDEX, INFINITY};
    uint32_t n = x->b->edge_count;
    float from = wmi_axis(place, x->axis);
    size_t up = lower(x->along, n, (uint64_t)wmi_float_key(from) << 32), down = up;
    for (uint32_t visits = 0; visits < MOST && (up < n || down > 0); visits++) {
        double high = INFINITY, low = INFINITY;
        if (up < n)
            high = away(x, x->along[up], from);
        if (down > 0)
            low = -away(x, x->along[down - 1], from);
        double off = high < low ? high : low;
        if (!(off * off <= best.squared))
            break;
        try_row(x, (uint32_t)(high < low ? x->along[up++] : x->along[--down]), place, &best);
    }
    return best;
}

/* Walkable faces come first. */
static bool sort_walls(border *x, wmi_arena *arena)
{
    uint32_t first = 3 * x->b->adjacency_count;
    x->wall_count = 3 * (size_t)x->b->face_count - first;
    uint64_t *spare = wmi_arena_raw(arena, x->wall_count, sizeof *spare);
    x->walls = wmi_arena_raw(arena, x->wall_count, sizeof *x->walls);
    if (!x->walls || !spare)
        return false;
    for (uint32_t i = 0; i < x->wall_count; i++) {
        float at = wmi_axis(edge_middle(x->b, first + i), x->axis);
        x->walls[i] = (uint64_t)wmi_float_key(at) << 32 | (first + i);
    }
    wmi_sort_high(x->walls, spare, x->wall_count);
    return true;
}

/* Is a place the middle of an edge that only faces have that are not walkable? */
static bool is_at_wall(const border *x, wm_vec3 place)
{
    enum { MOST = 4096 };
    float from = wmi_axis(place, x->axis) - 1e-3f;
    size_t at = lower(x->walls, x->wall_count, (uint64_t)wmi_float_key(from) << 32);
    for (size_t i = at; i < x->wall_count && i - at < MOST; i++) {
        wmi_vec middle = wmi_vec_of(edge_middle(x->b, (uint32_t)x->walls[i]));
        wmi_vec off = wmi_sub(middle, wmi_vec_of(place));
        if ((x->axis ? off.y : off.x) > 1e-3)
            return false;
        if (wmi_dot(off, off) < near_middle)
            return true;
    }
    return false;
}

/* Does `row` go on in the line of `from`, within 2 cm? */
static bool is_in_line(const border *x, uint32_t from, uint32_t row)
{
    wm_vec3 line[2], ends[2];
    edge_ends(x->b, from, line);
    edge_ends(x->b, row, ends);
    wmi_vec origin = wmi_vec_of(line[0]), along = wmi_sub(wmi_vec_of(line[1]), origin);
    double length = wmi_length(along);
    wmi_vec own = wmi_sub(wmi_vec_of(ends[1]), wmi_vec_of(ends[0]));
    if (!(length > 0) || !(wmi_dot(own, along) > 0))
        return false;
    for (int k = 0; k < 2; k++)
        if (!(wmi_length(wmi_cross(wmi_sub(wmi_vec_of(ends[k]), origin), along)) / length <= 0.02))
            return false;
    return true;
}

static uint32_t step(const border *x, uint32_t row, bool back)
{
    const wm_kotor_bwm *b = x->b;
    uint32_t loop = x->loop[row];
    uint32_t first = loop == 0 || loop > b->perimeter_count ? 0 : b->perimeters[loop - 1];
    uint32_t end = loop < b->perimeter_count ? b->perimeters[loop] : b->edge_count;
    if (back)
        return row == first ? end - 1 : row - 1;
    return row + 1 == end ? first : row + 1;
}

/* Links the edges on both sides of `from` that go on in its line, up to those that have an empty of
 * their own. A wall that rises in the same line is no way out, and ends the run. */
static uint32_t link_run(const border *x, uint32_t from, uint32_t room)
{
    uint32_t count = 0;
    for (int back = 0; back < 2; back++)
        for (uint32_t row = step(x, from, back); row != from; row = step(x, row, back)) {
            wm_kotor_edge *e = &x->b->edges[row];
            if (x->seed[row] || e->transition != WM_NO_INDEX || x->open[row] != x->open[from] ||
                !is_in_line(x, from, row))
                break;
            e->transition = room;
            count++;
        }
    return count;
}

/* An exported walkmesh has an empty in the middle of each edge, which is all that it links. Its
 * extra `room` is still there if a program kept it, or a template brought it back. Then that is
 * known wherever the empty is now. */
static bool is_marked(const wmi_bwm_links *l, uint32_t node)
{
    return wm_extras_find(&l->in->scene->nodes[node].extras, "room") != NULL;
}

static bool is_exported(const wmi_bwm_links *l, uint32_t node, double squared)
{
    const wm_scene *s = l->in->scene;
    bool foreign = strcmp(s->source, "gltf") == 0 || strcmp(s->source, "obj") == 0;
    return is_marked(l, node) || ((s->returned || !foreign) && squared < near_middle);
}

wm_status wmi_bwm_find_links(wmi_bwm_links *l)
{
    const wm_scene *scene = l->in->scene;
    wmi_arena *arena = &l->in->soup.arena;
    wm_walkmesh_import_result *result = l->in->result;
    uint32_t edge, count = 0, room;
    struct found {
        uint32_t row, room;
        bool run;
    } *found = wmi_arena_raw(arena, scene->node_count, sizeof *found);
    border x;
    bool *painted = wmi_arena_new(arena, l->bwm->edge_count, sizeof *painted);
    if (!painted || !found || !open_border(&x, l->bwm, arena))
        return wmi_arena_fail(arena, l->in->error, "");
    for (uint32_t i = 0; l->painted && i < l->bwm->edge_count; i++) {
        painted[i] = l->bwm->edges[i].transition != WM_NO_INDEX;
        result->painted += painted[i];
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!is_transition(l, i, &room) || noted_edge(l, i, &edge))
            continue;
        nearest at = nearest_row(&x, wmi_bwm_place(l->in, l->pose, i));
        uint32_t row = at.row;
        result->lost += row == WM_NO_INDEX;
        if (row == WM_NO_INDEX)
            continue;
        bool exact = is_exported(l, i, at.squared);
        if (exact && painted[row]) /* the colour is newer */
            continue;
        if (exact && !(at.squared < near_middle)) {
            if (!x.walls && !sort_walls(&x, arena))
                return wmi_arena_fail(arena, l->in->error, "");
            if (is_at_wall(&x, wmi_bwm_place(l->in, l->pose, i))) {
                result->lost++; /* somebody closed the doorway */
                continue;
            }
        }
        result->off += exact && !(at.squared < near_middle);
        result->shared += x.seed[row];
        found[count++] = (struct found){row, room, !x.seed[row] && !exact};
        x.seed[row] = true;
        l->bwm->edges[row].transition = room;
        result->empties++;
    }
    for (uint32_t i = 0; i < count; i++)
        result->linked += found[i].run ? link_run(&x, found[i].row, found[i].room) : 0;
    for (uint32_t i = 0; i < l->bwm->edge_count; i++)
        result->linked += x.seed[i];
    return WM_OK;
}
