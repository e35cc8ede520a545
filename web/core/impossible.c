/* Which nodes of a model have coordinates that cannot be places. A GLB has 0 in their stead, so the
 * page could not know. */
#include <math.h>

#include "core.h"

bool core_is_place(wm_vec3 v)
{
    return fabsf(v.x) < CORE_ABSURD && fabsf(v.y) < CORE_ABSURD &&
           fabsf(v.z) < CORE_ABSURD; /* false for NaN */
}

static bool are_places(const void *first, size_t stride, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 v;
        memcpy(&v, (const uint8_t *)first + i * stride, sizeof v);
        if (!core_is_place(v))
            return false;
    }
    return true;
}

static bool is_transform(const wm_transform *t)
{
    const wm_quat *q = &t->rotation;
    return core_is_place(t->translation) && core_is_place(t->scale) && isfinite(q->x) &&
           isfinite(q->y) && isfinite(q->z) && isfinite(q->w);
}

/* The scene of an MDB has 0 already. A position is the first member of each kind of vertex; the
 * height of a walkmesh may be a mark for "none". */
static bool is_good_packet(const wm_nwn2_mdb_packet *p)
{
    const wm_nwn2_mdb_mesh *m = p->mesh;
    if (p->point)
        return core_is_place(p->point->position);
    if (!m)
        return true;
    if (m->vertices)
        return are_places(m->vertices, sizeof *m->vertices, m->vertex_count);
    if (m->skin_vertices)
        return are_places(m->skin_vertices, sizeof *m->skin_vertices, m->vertex_count);
    if (m->hull_vertices)
        return are_places(m->hull_vertices, sizeof *m->hull_vertices, m->vertex_count);
    for (uint32_t i = 0; m->walk_vertices && i < m->vertex_count; i++) {
        wm_vec3 v = m->walk_vertices[i];
        if (!core_is_place((wm_vec3){v.x, v.y, isfinite(v.z) ? 0 : v.z}))
            return false;
    }
    return true;
}

/* Node i of a scene is node i of its GLB, and packet i of an MDB. */
void core_put_impossible(const core_document *d, const wm_scene *s, wm_json_writer *j)
{
    const wm_nwn2_mdb *mdb = d->doc->mdb;
    wm_json_begin_array(j, "impossible");
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        const wm_scene_mesh *m = n->mesh == WM_NO_INDEX ? NULL : &s->meshes[n->mesh];
        bool good = is_transform(&n->rest) &&
                    (!m || are_places(m->positions, sizeof *m->positions, m->vertex_count)) &&
                    (!mdb || i >= mdb->packet_count || is_good_packet(&mdb->packets[i]));
        if (!good)
            wm_json_add_uint(j, NULL, i);
    }
    wm_json_end(j);
}
