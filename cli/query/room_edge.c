/* From an edge of an area's floor to the edge of the room's own walkmesh, whose number other verbs
 * take. */
#include "query/ground.h"

typedef struct vec {
    double x, y, z;
} vec;

static vec minus(wm_vec3 a, wm_vec3 b)
{
    return (vec){(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z};
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The square of the distance from p to the line from a to b. */
static double apart(wm_vec3 p, wm_vec3 a, wm_vec3 b)
{
    vec way = minus(b, a), from = minus(p, a);
    double size = dot(way, way), t = size > 0 ? dot(way, from) / size : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    vec off = {from.x - t * way.x, from.y - t * way.y, from.z - t * way.z};
    return dot(off, off);
}

/* Faces of the floor were split where rooms divide a seam differently and where obstacles are, and
 * vertices moved onto those of another room. So it is the border edge that the part lies on, if
 * there is one: obstacles cut new borders, which are none of the room's. */
uint32_t cli_ground_room_edge(const cli_ground *g, uint32_t edge)
{
    const double near = 0.02 * 0.02; /* square metres; rooms are joined over gaps of 0.01 m */
    const wm_walkmesh *m = g->mesh;
    uint32_t room = g->area && edge / 3 < m->face_count ? m->rooms[edge / 3] : WM_NO_INDEX;
    const wm_kotor_bwm *b = room != WM_NO_INDEX ? g->area->rooms[room].bwm : NULL;
    uint32_t best = WM_NO_INDEX;
    double least = near;
    if (!b)
        return WM_NO_INDEX;
    wm_vec3 ends[2] = {m->vertices[m->faces[edge / 3].vertex[edge % 3]],
                       m->vertices[m->faces[edge / 3].vertex[(edge % 3 + 1) % 3]]};
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t f = b->edges[i].edge / 3, k = b->edges[i].edge % 3;
        if (f >= b->face_count)
            continue;
        wm_vec3 from = b->vertices[b->faces[f].vertex[k]];
        wm_vec3 to = b->vertices[b->faces[f].vertex[(k + 1) % 3]];
        double d0 = apart(ends[0], from, to), d1 = apart(ends[1], from, to);
        double far = d0 > d1 ? d0 : d1;
        if (far < least && dot(minus(to, from), minus(ends[1], ends[0])) > 0) {
            least = far;
            best = 3 * f + k;
        }
    }
    return best;
}

void json_room_edges(wm_json_writer *j, const char *name, const cli_ground *g, const uint32_t *edge,
                     uint32_t count)
{
    if (!g->area)
        return;
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "room", cli_ground_room(g, edge[i] / 3));
        wm_json_add_index(j, "edge", cli_ground_room_edge(g, edge[i]));
        wm_json_end(j);
    }
    wm_json_end(j);
}
