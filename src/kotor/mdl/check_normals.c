/* Compares stored normals and tangents with those computed from the faces. The file has
 * no smoothing groups, so each vertex is compared with the best-fitting sum over the
 * faces at its position. docs/formats/kotor-mdl.md, "Rows". */
#include <math.h>

#include "base/words.h"
#include "kotor/mdl/check.h"

/* More than 10 degrees apart. */
static bool far_apart(wmi_vec a, wmi_vec b)
{
    double lengths = wmi_length(a) * wmi_length(b);
    return !(wmi_dot(a, b) >= 0.98480775 * lengths) && lengths > 0;
}

typedef struct tally {
    uint64_t count, off;
    uint32_t worst, most; /* node with the most, and its count */
} tally;

static void judge(wmi_mdl_checker *c, const tally *t, wm_issue_code code, const char *what)
{
    /* A few per cent are off in hand-edited heads of the games. */
    if (t->count == 0 || (double)t->off <= 0.1 * (double)t->count)
        return;
    wmi_report(c->report, code, wmi_mdl_where(c, WM_NO_INDEX, t->worst, "rows"),
               "%s of %s (%.1f%%) are more than 10 degrees off; the worst mesh is '%s' with %s",
               what, wmi_part(t->off, t->count, "vertex", "vertices").text,
               100.0 * (double)t->off / (double)t->count,
               wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[t->worst]), wmi_number(t->most).text);
}

static void note(tally *t, uint32_t node, uint32_t count, uint32_t off)
{
    t->count += count;
    t->off += off;
    if (off > t->most) {
        t->most = off;
        t->worst = node;
    }
}

static void compare_shape(wmi_mdl_checker *c, const wmi_shapes *shapes, const wmi_shape *shape,
                          const wmi_kinds *kinds, const wmi_sets *sets, tally *normals,
                          tally *tangents)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[shape->node].mesh;
    const wmi_mdl_pose *pose = &shapes->poses[shape->node];
    uint32_t count = 0, off = 0, frames = 0, bent = 0;
    for (uint32_t v = 0; v < shape->vertex_count && v < m->vertex_count; v++) {
        uint32_t kind = kinds->of_vertex[shape->first_vertex + v];
        wm_vec3 stored, frame[3], made[3];
        if (kind == WM_NO_INDEX)
            continue;
        const wmi_face_frame *sum = &sets->frames[kind];
        if (wm_kotor_mesh_normal(c->mdl, m, v, &stored) && wmi_length(sum->cross) > 0) {
            count++;
            off += far_apart(wmi_vec_of(stored), wmi_vec_of(wmi_set_normal(sets, kind, pose)));
        }
        /* Without texture area there is no direction to compare. */
        if (shape->tangents && wmi_length(sum->tangent) > 0.1 && wmi_length(sum->bitangent) > 0.1 &&
            wm_kotor_mesh_tangents(c->mdl, m, v, frame)) {
            wmi_set_tangents(sets, kind, pose, made);
            frames++;
            bent += far_apart(wmi_vec_of(frame[0]), wmi_vec_of(made[0])) ||
                    far_apart(wmi_vec_of(frame[1]), wmi_vec_of(made[1]));
        }
    }
    note(normals, shape->node, count, off);
    note(tangents, shape->node, frames, bent);
}

void wmi_mdl_check_normals(wmi_mdl_checker *c)
{
    wmi_shapes shapes;
    wmi_kinds kinds;
    wmi_sets sets;
    tally normals = {0}, tangents = {0};
    if (c->out_of_memory || !c->rows)
        return;
    if (!wmi_shapes_of_mdl(c->mdl, &shapes, c->scratch) ||
        !wmi_kinds_of_mdl(c->mdl, &shapes, &kinds, c->scratch) ||
        !wmi_sets_of_kinds(&shapes, &kinds, &sets, c->scratch)) {
        c->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < shapes.count; i++)
        compare_shape(c, &shapes, &shapes.list[i], &kinds, &sets, &normals, &tangents);
    judge(c, &normals, WM_KOTOR_MDL_NORMALS, "normals");
    judge(c, &tangents, WM_KOTOR_MDL_TANGENTS, "tangent frames");
}
