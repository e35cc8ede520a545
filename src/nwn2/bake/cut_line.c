/* Cuts a walkmesh along lines. The side of a line that a vertex lies on is
 * computed exactly, once for each line. New vertices count as lying on the line although
 * they are rounded. So every edge that the line crosses is split once, and afterwards no
 * piece lies on both sides. */
#include <float.h>

#include "base/side.h"
#include "base/vec.h"
#include "nwn2/bake/cut.h"

typedef struct box {
    float x0, y0, x1, y1;
} box;

static box box_of(wm_vec3 p, wm_vec3 q)
{
    return (box){p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y, p.x > q.x ? p.x : q.x,
                 p.y > q.y ? p.y : q.y};
}

/* Also returns false if a coordinate is not finite. */
static bool near_box(const wmi_cut_mesh *m, const wmi_cut_piece *p, box b)
{
    wm_vec3 u = m->vertices[p->vertex[0]], v = m->vertices[p->vertex[1]],
            w = m->vertices[p->vertex[2]];
    if ((u.x < b.x0 && v.x < b.x0 && w.x < b.x0) || (u.x > b.x1 && v.x > b.x1 && w.x > b.x1) ||
        (u.y < b.y0 && v.y < b.y0 && w.y < b.y0) || (u.y > b.y1 && v.y > b.y1 && w.y > b.y1))
        return false;
    return wmi_finite(u) && wmi_finite(v) && wmi_finite(w);
}

static int side(wmi_cut_mesh *m, uint32_t v, wm_vec3 p, wm_vec3 q)
{
    int result;
    if (wmi_cut_side(m, v, &result))
        return result;
    result = wmi_side(p, q, m->vertices[v]);
    wmi_cut_set_side(m, v, result);
    return result;
}

static double turn_of(wm_vec3 p, wm_vec3 q, wm_vec3 v)
{
    return ((double)q.x - (double)p.x) * ((double)v.y - (double)p.y) -
           ((double)q.y - (double)p.y) * ((double)v.x - (double)p.x);
}

static wm_vec3 on_edge(wm_vec3 a, wm_vec3 b, double t)
{
    wmi_vec from = wmi_vec_of(a), way = wmi_sub(wmi_vec_of(b), from);
    return wmi_vec_float(wmi_add(from, wmi_scale(way, t)));
}

static double plan_distance(wm_vec3 a, wm_vec3 b)
{
    return wmi_hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* Rounding may push a new vertex across a side of a very thin piece. Then one of the
 * adjacent float values may fit. If none does, the thin piece is flipped by less than a
 * float can resolve. */
static wm_vec3 fitting(const wmi_cut_mesh *m, uint32_t a, uint32_t b, wm_vec3 at)
{
    if (wmi_cut_edge_fits(m, a, b, at))
        return at;
    for (int i = 0; i < 9; i++) {
        wm_vec3 other = at;
        other.x = i % 3 == 0 ? at.x : nextafterf(at.x, i % 3 == 1 ? FLT_MAX : -FLT_MAX);
        other.y = i / 3 == 0 ? at.y : nextafterf(at.y, i / 3 == 1 ? FLT_MAX : -FLT_MAX);
        if (wmi_cut_edge_fits(m, a, b, other))
            return other;
    }
    return at;
}

/* Splits the first side of a piece that the line from p to q crosses. Sets *done if there is
 * none. */
static bool cut_piece(wmi_cut_mesh *m, uint32_t piece, wm_vec3 p, wm_vec3 q, double snap,
                      bool *done)
{
    *done = false;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t a = m->pieces[piece].vertex[k], b = m->pieces[piece].vertex[(k + 1) % 3];
        if (a > b) { /* same result whichever piece comes first */
            uint32_t swap = a;
            a = b;
            b = swap;
        }
        if (side(m, a, p, q) * side(m, b, p, q) >= 0)
            continue;
        wm_vec3 u = m->vertices[a], v = m->vertices[b];
        if (wmi_side(u, v, p) * wmi_side(u, v, q) >= 0)
            continue; /* the line ends before the edge */
        double du = turn_of(p, q, u), dv = turn_of(p, q, v);
        double t = du != dv ? du / (du - dv) : 0.5;
        wm_vec3 at = on_edge(u, v, t < 0 ? 0 : t > 1 ? 1 : t);
        double to_u = plan_distance(at, u), to_v = plan_distance(at, v);
        if (p.x == q.x)
            at.x = p.x;
        if (p.y == q.y)
            at.y = p.y;
        if (to_u <= snap || to_v <= snap)
            wmi_cut_set_side(m, to_u <= to_v ? a : b, 0);
        else if (!wmi_cut_edge(m, a, b, fitting(m, a, b, at)))
            return false;
        return true;
    }
    *done = true;
    return true;
}

bool wmi_cut_line(wmi_cut_mesh *m, wm_vec3 p, wm_vec3 q, double snap, const uint32_t *pieces,
                  size_t count)
{
    box b = box_of(p, q);
    size_t fresh = m->piece_count; /* the first piece that comes from a split */
    m->line++;
    for (size_t i = 0; i < count + (m->piece_count - fresh); i++) {
        uint32_t piece = i < count ? pieces[i] : (uint32_t)(fresh + (i - count));
        if (!near_box(m, &m->pieces[piece], b))
            continue;
        for (bool done = false; !done;)
            if (!cut_piece(m, piece, p, q, snap, &done))
                return false;
    }
    return true;
}
