/* Cuts a walkmesh along lines and at corners. The side of a line that a vertex lies on is
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
    if (m->side[v] == WMI_CUT_NOT_KNOWN)
        m->side[v] = (int8_t)wmi_side(p, q, m->vertices[v]);
    return m->side[v];
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
            m->side[to_u <= to_v ? a : b] = 0;
        else if (!wmi_cut_edge(m, a, b, fitting(m, a, b, at)))
            return false;
        return true;
    }
    *done = true;
    return true;
}

bool wmi_cut_line(wmi_cut_mesh *m, wm_vec3 p, wm_vec3 q, bool walkable_only, double snap)
{
    box b = box_of(p, q);
    memset(m->side, WMI_CUT_NOT_KNOWN, m->vertex_count);
    for (uint32_t i = 0; i < m->piece_count; i++) {
        if ((walkable_only && !m->pieces[i].walkable) || !near_box(m, &m->pieces[i], b))
            continue;
        for (bool done = false; !done;)
            if (!cut_piece(m, i, p, q, snap, &done))
                return false;
    }
    return true;
}

/* ---- corners ---- */

typedef struct nearest {
    double vertex, edge; /* distances */
    wm_vec3 at_vertex, at_edge;
} nearest;

static void measure(const wmi_cut_mesh *m, const wmi_cut_piece *piece, wm_vec3 p, nearest *n)
{
    for (uint32_t k = 0; k < 3; k++) {
        wm_vec3 u = m->vertices[piece->vertex[k]], v = m->vertices[piece->vertex[(k + 1) % 3]];
        double d = plan_distance(u, p);
        if (d < n->vertex) {
            n->vertex = d;
            n->at_vertex = u;
        }
        double x = (double)v.x - (double)u.x, y = (double)v.y - (double)u.y, l = x * x + y * y;
        double t =
            l > 0 ? (((double)p.x - (double)u.x) * x + ((double)p.y - (double)u.y) * y) / l : 0;
        if (!(t > 0 && t < 1))
            continue;
        wm_vec3 at = on_edge(u, v, t);
        d = plan_distance(at, p);
        if (d < n->edge) {
            n->edge = d;
            n->at_edge = at;
        }
    }
}

static wm_vec3 on_plane(const wmi_cut_mesh *m, const wmi_cut_piece *piece, wm_vec3 p)
{
    wm_vec3 u = m->vertices[piece->vertex[0]], v = m->vertices[piece->vertex[1]],
            w = m->vertices[piece->vertex[2]];
    double all = turn_of(u, v, w), a = turn_of(v, w, p) / all, b = turn_of(w, u, p) / all;
    double c = 1 - a - b;
    p.z = (float)(a * (double)u.z + b * (double)v.z + c * (double)w.z);
    return p;
}

/* Inserts p into one piece, if it lies in it and is not a vertex yet. */
static bool put_corner(wmi_cut_mesh *m, uint32_t piece, wm_vec3 p)
{
    const wmi_cut_piece *x = &m->pieces[piece];
    int s[3], out = 0, turn;
    for (uint32_t k = 0; k < 3; k++) {
        wm_vec3 v = m->vertices[x->vertex[k]];
        if (v.x == p.x && v.y == p.y)
            return true;
    }
    for (uint32_t k = 0; k < 3; k++)
        s[k] = wmi_side(m->vertices[x->vertex[k]], m->vertices[x->vertex[(k + 1) % 3]], p);
    turn =
        wmi_side(m->vertices[x->vertex[0]], m->vertices[x->vertex[1]], m->vertices[x->vertex[2]]);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t a = x->vertex[k], b = x->vertex[(k + 1) % 3];
        wm_vec3 u = m->vertices[a], v = m->vertices[b];
        double l = plan_distance(u, v), t = l > 0 ? plan_distance(u, p) / l : 1;
        bool between = t < 1 && plan_distance(v, p) < l;
        wm_vec3 at = on_edge(u, v, t);
        /* On the edge, or so close that only rounding moved it off. */
        bool on = s[k] == 0 || (between && fabs(turn_of(u, v, p)) <= 1e-6 * l);
        at.x = p.x;
        at.y = p.y;
        if (on && between && (s[k] == 0 || wmi_cut_edge_fits(m, a, b, at)))
            return wmi_cut_edge(m, a, b, at);
        out += s[k] != turn;
    }
    return turn == 0 || out > 0 || wmi_cut_inside(m, piece, on_plane(m, x, p));
}

bool wmi_cut_corner(wmi_cut_mesh *m, wm_vec3 *p, double snap)
{
    nearest n = {.vertex = INFINITY, .edge = INFINITY};
    float reach = (float)(2 * snap);
    box b = {p->x - reach, p->y - reach, p->x + reach, p->y + reach};
    for (uint32_t i = 0; i < m->piece_count; i++)
        if (m->pieces[i].walkable && near_box(m, &m->pieces[i], b))
            measure(m, &m->pieces[i], *p, &n);
    if (n.vertex <= snap)
        *p = n.at_vertex;
    else if (n.edge <= snap)
        *p = n.at_edge;
    /* Pieces split off here already have a vertex at p and need no second look. */
    size_t count = m->piece_count;
    for (uint32_t i = 0; i < count; i++)
        if (m->pieces[i].walkable && near_box(m, &m->pieces[i], b) && !put_corner(m, i, *p))
            return false;
    return true;
}
