/* Guesses whether an edge is smooth where the vertices do not prove it, because its faces
 * have different maps. The proven edges of the mesh and its shape are the evidence. The
 * weights are those of a logistic regression over the edges of the games' models.
 * docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "kotor/mdl/compile/compile.h"

/* Meshes whose edges behave alike. A light map splits nearly every vertex, so such a mesh
 * proves little: BENT has bent quads, as rocks and trees have; PLANE has hardly any. In a
 * WALK or PLANE mesh an angle decides. */
enum { RIGID, SOFT, WALK, BENT, PLANE };

enum { DEGREES = 181 };

/* Below this angle, in degrees, an edge counts as flat. A smooth edge below the second
 * says nothing about sharper ones. */
static const double flat_angle = 2, bent_angle = 15;

typedef struct counts {
    uint32_t flat, right, other; /* by angle; right: about 90 degrees */
    uint32_t flat_split;         /* flat edges whose faces share no vertex */
    uint32_t open, mapped;       /* open edges that are not flat; those with equal first maps */
} counts;

static bool same_first_map(const wmi_shape *shape, const wmi_source_mesh *s, const wmi_edge *e)
{
    for (int end = 0; end < 2; end++) {
        uint32_t a = e->one[end] - shape->first_vertex, b = e->other[end] - shape->first_vertex;
        if (a < s->uv_count[0] && b < s->uv_count[0] &&
            memcmp(s->uvs[0][a], s->uvs[0][b], sizeof s->uvs[0][a]) != 0)
            return false;
    }
    return true;
}

static void count_edge(const wmi_shape *shape, const wmi_source_mesh *source, const wmi_edge *e,
                       counts *n, wmi_edge_model *model)
{
    double angle = (double)e->angle;
    int shared = (e->one[0] == e->other[0]) + (e->one[1] == e->other[1]);
    wmi_edge_proof proof = wmi_prove_edge(shape, source, e);
    if (angle <= flat_angle) {
        n->flat++;
        n->flat_split += shared == 0;
        return;
    }
    if (angle > 85 && angle < 95)
        n->right++;
    else
        n->other++;
    if (shared == 2 && angle > bent_angle) {
        model->smooth_count++;
        model->smooth[(uint32_t)angle + 1]++;
        if (angle > model->sharpest)
            model->sharpest = angle;
    } else if (shared == 0 && proof == WMI_EDGE_HARD) {
        model->hard_count++;
        model->hard[(uint32_t)angle + 1]++;
    } else if (shared == 0) {
        n->open++;
        n->mapped += same_first_map(shape, source, e);
    }
}

static double share(uint32_t part, uint32_t all)
{
    return all ? (double)part / (double)all : 0;
}

static double log_ratio(uint32_t smooth, uint32_t hard)
{
    return wmi_log(((double)smooth + 0.5) / ((double)hard + 0.5));
}

void wmi_learn_edges(const wm_kotor_mdl *mdl, const wmi_shape *shape, const wmi_source_mesh *source,
                     const wmi_edge *edges, uint32_t count, wmi_edge_model *model)
{
    uint32_t flags = mdl->tree.nodes[shape->node].flags;
    counts n = {0};
    *model = (wmi_edge_model){0};
    for (uint32_t i = 0; i < count; i++)
        count_edge(shape, source, &edges[i], &n, model);
    for (uint32_t a = 0; a < DEGREES; a++) {
        model->smooth[a + 1] += model->smooth[a];
        model->hard[a + 1] += model->hard[a];
    }
    if (flags & WM_KOTOR_NODE_AABB) {
        model->kind = WALK;
        model->base = 20;
    } else if (source->uv_count[1] && share(model->smooth_count, n.right + n.other) > 0.03) {
        model->kind = BENT;
        model->base = -1.330 + 3.103 * share(n.mapped, n.open);
    } else if (source->uv_count[1]) {
        model->kind = PLANE;
        model->base =
            45 - 60 * share(n.flat_split, count) - 21 * wmi_log(1 + (double)model->hard_count);
    } else if (flags & (WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_DANGLY)) {
        model->kind = SOFT;
        model->base = 0.315 - 1.704 * share(n.flat, count);
    } else {
        model->kind = RIGID;
        model->base = 0.395 - 2.143 * share(n.right, n.right + n.other);
    }
}

/* Proven edges within 20 degrees of an angle. */
static double near_angle(const wmi_edge_model *model, double angle)
{
    int degree = (int)angle;
    int low = degree > 20 ? degree - 20 : 0;
    int high = degree + 21 < DEGREES ? degree + 21 : DEGREES;
    return log_ratio(model->smooth[high] - model->smooth[low],
                     model->hard[high] - model->hard[low]);
}

double wmi_guess_edge(const wmi_edge_model *model, const wmi_edge *e)
{
    double angle = (double)e->angle, right_angles = angle / 90;
    switch (model->kind) {
    case RIGID: return model->base + 0.575 * near_angle(model, angle) - 1.622 * right_angles;
    case SOFT: return model->base + 0.595 * near_angle(model, angle);
    case BENT:
        return model->base + 0.821 * (angle <= model->sharpest) + 0.730 * near_angle(model, angle) -
               1.109 * (angle > 20) - (model->hard_count ? 2.037 * right_angles : 0);
    default: return (model->base - angle) / 20; /* base is an angle */
    }
}

bool wmi_smooth_patches(const wmi_edge_model *model)
{
    return model->kind != WALK && model->kind != PLANE;
}
