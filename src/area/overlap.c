/* Finds where the walkable floors of two rooms overlap. Triangles are clipped against each
 * other in plan view, and pieces at about the same height are summed. Rooms that only touch
 * along an edge share no area; a bridge above a floor is at a different height.
 * docs/areas.md, "Overlapping floors". */
#include "area/internal.h"

enum { CORNERS = 8 }; /* a triangle cut by three lines has at most six */

/* Two floors closer than this in height count as one; nobody fits between them. */
static const double same_height = 0.5;
/* A total below this is noise, square metres. */
static const double least_area = 0.01;

typedef struct point {
    double x, y;
} point;

typedef struct floor_face {
    wm_vec3 v[3];
    uint32_t room;
} floor_face;

typedef struct piece {
    double area;
    point centre;
    double width; /* longest distance between two adjacent corners */
} piece;

static double turn(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Corners in counter-clockwise order in plan view. */
static void corners_of(const floor_face *f, point p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = (point){(double)f->v[k].x, (double)f->v[k].y};
    if (turn(p[0], p[1], p[2]) < 0) {
        point swap = p[1];
        p[1] = p[2];
        p[2] = swap;
    }
}

/* Keeps the part to the left of the line a-b. */
static int cut(const point *in, int count, point a, point b, point *out)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        point p = in[i], q = in[(i + 1) % count];
        double s = turn(a, b, p), t = turn(a, b, q);
        if (s >= 0)
            out[n++] = p;
        if ((s > 0 && t < 0) || (s < 0 && t > 0)) {
            double at = s / (s - t);
            out[n++] = (point){p.x + (q.x - p.x) * at, p.y + (q.y - p.y) * at};
        }
        if (n > CORNERS - 2)
            return n;
    }
    return n;
}

static piece intersect(const floor_face *f, const floor_face *g)
{
    point p[CORNERS], q[CORNERS], knife[3];
    piece result = {0, {0, 0}, 0};
    int n = 3;
    corners_of(f, p);
    corners_of(g, knife);
    for (int k = 0; k < 3 && n >= 3; k++) {
        n = cut(p, n, knife[k], knife[(k + 1) % 3], q);
        memcpy(p, q, sizeof(point) * (size_t)n);
    }
    if (n < 3)
        return result;
    for (int i = 0; i < n; i++) {
        point a = p[i], b = p[(i + 1) % n];
        double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        result.width = length > result.width ? length : result.width;
        result.centre.x += a.x / n;
        result.centre.y += a.y / n;
        if (i >= 2)
            result.area += turn(p[0], p[i - 1], p[i]) / 2;
    }
    return result;
}

static double height_at(const floor_face *f, point p)
{
    point a = {(double)f->v[0].x, (double)f->v[0].y}, b = {(double)f->v[1].x, (double)f->v[1].y};
    point c = {(double)f->v[2].x, (double)f->v[2].y};
    double all = turn(a, b, c);
    double u = turn(b, c, p) / all, v = turn(c, a, p) / all;
    return u * (double)f->v[0].z + v * (double)f->v[1].z + (1 - u - v) * (double)f->v[2].z;
}

static wmi_box face_box(const floor_face *f)
{
    wmi_box box = wmi_box_of(f->v[0], f->v[1]);
    return wmi_box_union(box, (wmi_box){f->v[2], f->v[2]});
}

/* Where the room's floor may meet that of another; false if nowhere. */
static bool region_of_interest(const wmi_area *area, uint32_t room, wmi_box *interest)
{
    wmi_box mine = area->room_box[room];
    bool found = false;
    if (mine.min.x > mine.max.x)
        return false;
    mine.min.z -= (float)same_height;
    mine.max.z += (float)same_height;
    for (uint32_t i = 0; i < area->pub.room_count; i++) {
        wmi_box other = area->room_box[i];
        if (i == room || other.min.x > other.max.x || !wmi_box_meets(mine, other))
            continue;
        wmi_box common = {wmi_box_of(mine.min, other.min).max, wmi_box_of(mine.max, other.max).min};
        *interest = found ? wmi_box_union(*interest, common) : common;
        found = true;
    }
    return found;
}

/* Lists the faces that may overlap those of another room and returns their count. */
static uint32_t collect(const wmi_area *area, floor_face *to)
{
    uint32_t count = 0;
    for (uint32_t room = 0; room < area->pub.room_count; room++) {
        const wm_kotor_bwm *b = area->pub.rooms[room].walkmesh;
        wmi_box interest = {{0, 0, 0}, {0, 0, 0}};
        if (!b || !region_of_interest(area, room, &interest))
            continue;
        interest.min.z -= (float)same_height;
        interest.max.z += (float)same_height;
        for (uint32_t i = 0; i < b->face_count; i++) {
            floor_face f = {.room = room};
            point p[3];
            for (int k = 0; k < 3; k++)
                f.v[k] = b->vertices[b->faces[i].vertex[k]];
            corners_of(&f, p);
            if (wm_kotor_walkable(area->surfaces, b->materials[i]) && wmi_finite(f.v[0]) &&
                wmi_finite(f.v[1]) && wmi_finite(f.v[2]) && turn(p[0], p[1], p[2]) > 1e-6 &&
                wmi_box_meets(face_box(&f), interest))
                to[count++] = f;
        }
    }
    return count;
}

/* Totals of one room against the rooms after it. */
typedef struct sums {
    double *area, *largest; /* by room */
    wm_vec3 *place;
    uint32_t *touched, touched_count;
} sums;

static void add_piece(const wmi_area *area, sums *s, const floor_face *f, const floor_face *g)
{
    piece p = intersect(f, g);
    if (!(p.area > area->tolerance * p.width))
        return; /* nothing, or a sliver along a seam */
    double z = height_at(f, p.centre);
    if (!(fabs(z - height_at(g, p.centre)) <= same_height))
        return;
    if (s->area[g->room] == 0)
        s->touched[s->touched_count++] = g->room;
    s->area[g->room] += p.area;
    if (p.area > s->largest[g->room]) {
        s->largest[g->room] = p.area;
        s->place[g->room] = (wm_vec3){(float)p.centre.x, (float)p.centre.y, (float)z};
    }
}

static void flush(sums *s, uint32_t room, wmi_overlap_sink sink, void *user)
{
    for (uint32_t i = 0; i < s->touched_count; i++) {
        uint32_t other = s->touched[i];
        wmi_overlap overlap = {room, other, s->area[other], s->place[other]};
        if (overlap.area > least_area)
            sink(user, &overlap);
        s->area[other] = s->largest[other] = 0;
    }
    s->touched_count = 0;
}

static bool compare_all(const wmi_area *area, const floor_face *faces, const wmi_boxes *boxes,
                        sums *s, wmi_overlap_sink sink, void *user)
{
    /* Limits the work on input far denser than any real area. */
    uint64_t budget = (uint64_t)boxes->count * 64 + (1u << 22);
    for (uint32_t i = 0; i < boxes->count; i++) {
        wmi_box box = face_box(&faces[i]);
        wmi_boxes_walk walk;
        uint32_t most = budget < UINT32_MAX ? (uint32_t)budget : UINT32_MAX;
        box.min.z -= (float)same_height;
        box.max.z += (float)same_height;
        wmi_boxes_start(&walk, boxes, box, most);
        for (uint32_t at; (at = wmi_boxes_next(&walk)) != WM_NO_INDEX;)
            if (faces[at].room > faces[i].room)
                add_piece(area, s, &faces[i], &faces[at]);
        budget -= most - walk.left;
        if (i + 1 == boxes->count || faces[i + 1].room != faces[i].room)
            flush(s, faces[i].room, sink, user);
    }
    return budget > 0;
}

wm_status wmi_area_overlaps(const wmi_area *area, wmi_overlap_sink sink, void *user, bool *complete,
                            wm_error *error)
{
    wmi_arena scratch;
    wmi_boxes boxes = {0};
    uint32_t rooms = area->pub.room_count, count = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < rooms; i++)
        most += area->pub.rooms[i].walkable;
    if (most > UINT32_MAX / 2)
        return wmi_fail(error, WM_LIMIT, "", "too many faces in one area");
    wmi_arena_init(&scratch, &area->arena.allocator, 0);
    floor_face *faces = wmi_arena_raw(&scratch, (size_t)most, sizeof *faces);
    wmi_box *input = wmi_arena_raw(&scratch, (size_t)most, sizeof *input);
    sums s = {
        .area = wmi_arena_new(&scratch, rooms, sizeof *s.area),
        .largest = wmi_arena_new(&scratch, rooms, sizeof *s.largest),
        .place = wmi_arena_new(&scratch, rooms, sizeof *s.place),
        .touched = wmi_arena_new(&scratch, rooms, sizeof *s.touched),
    };
    wm_status status = WM_OK;
    if (!faces || !input || !s.area || !s.largest || !s.place || !s.touched)
        status = wmi_arena_fail(&scratch, error, "floors");
    if (status == WM_OK) {
        count = collect(area, faces);
        for (uint32_t i = 0; i < count; i++)
            input[i] = face_box(&faces[i]);
        status = wmi_boxes_build(&boxes, input, count, &scratch, error);
    }
    if (status == WM_OK)
        *complete = compare_all(area, faces, &boxes, &s, sink, user);
    wmi_arena_free(&scratch);
    return status;
}
