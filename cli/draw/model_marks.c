/* Lines and words over the picture of a model: skeleton, outlines, hooks, the axes of the file. */
#include <stdlib.h>

#include "draw/model.h"
#include "real.h"

#define BONE_COLOUR DRAW_RGB(0xe07b1f)
#define OUTLINE_COLOUR DRAW_RGB(0xb0307a)

static bool on(const draw_model_page *m, draw_layer layer)
{
    return m->job->layers.on & (uint32_t)layer;
}

static bool place(const draw_model_page *m, wm_vec3 at, double xy[2])
{
    float z_up[3], depth;
    figure_to_z_up(m->job->figure->scene, at, z_up);
    double p[3] = {(double)z_up[0], (double)z_up[1], (double)z_up[2]};
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]) &&
           camera_project(&m->camera, p, xy, &depth);
}

static wm_vec3 origin_of(const wm_pose *pose, uint32_t node)
{
    const wm_matrix *w = &pose->world[node];
    return (wm_vec3){w->m[0][3], w->m[1][3], w->m[2][3]};
}

static void name_at(draw_model_page *m, const double xy[2], const char *name, draw_colour colour)
{
    draw_label l = {.x = xy[0], .y = xy[1] - 12, .size = 10, .bold = true, .colour = colour};
    if (*name && on(m, DRAW_NAMES))
        draw_label_text(&m->page, &l, name);
}

/* ---- skeleton ---- */

/* Marks joints of skins and bones; all nodes where there are neither. */
static void mark_bones(const wm_scene *s, bool *bone)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        bone[i] = s->nodes[i].kind == WM_NODE_KIND_BONE;
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            bone[s->skins[i].joints[k]] = true;
    for (uint32_t i = 0; i < s->node_count; i++)
        found += bone[i];
    for (uint32_t i = 0; i < s->node_count && !found; i++)
        bone[i] = true;
    /* Parents of joints belong to the skeleton: children come after their parents. */
    for (uint32_t i = s->node_count; i-- > 0;)
        if (bone[i] && s->nodes[i].parent != WM_NO_INDEX)
            bone[s->nodes[i].parent] = true;
}

/* A thin kite from the parent to the child. */
static void draw_bone(cairo_t *cr, const double a[2], const double b[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1], length = cli_hypot(dx, dy);
    if (!(length > 0.5))
        return;
    double wide = cli_min(4, 0.12 * length) / length, mx = a[0] + dx * 0.18, my = a[1] + dy * 0.18;
    cairo_move_to(cr, a[0], a[1]);
    cairo_line_to(cr, mx - dy * wide, my + dx * wide);
    cairo_line_to(cr, b[0], b[1]);
    cairo_line_to(cr, mx + dy * wide, my - dx * wide);
    cairo_close_path(cr);
    draw_set(cr, BONE_COLOUR, 0.75);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_INK, 0.7);
    cairo_set_line_width(cr, 0.7);
    cairo_stroke(cr);
}

static void draw_skeleton(draw_model_page *m)
{
    const wm_scene *s = m->job->figure->scene;
    bool *bone = calloc((size_t)s->node_count + 1, 1);
    cairo_t *cr = m->page.cr;
    double a[2], b[2];
    if (!bone)
        return;
    mark_bones(s, bone);
    cairo_new_path(cr);
    for (uint32_t i = 0; i < s->node_count; i++)
        if (bone[i] && s->nodes[i].parent != WM_NO_INDEX &&
            s->nodes[s->nodes[i].parent].parent != WM_NO_INDEX &&
            place(m, origin_of(m->job->pose, s->nodes[i].parent), a) &&
            place(m, origin_of(m->job->pose, i), b))
            draw_bone(cr, a, b);
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (!bone[i] || !place(m, origin_of(m->job->pose, i), b))
            continue;
        cairo_new_sub_path(cr);
        cairo_arc(cr, b[0], b[1], 2.6, 0, 2 * DRAW_PI);
        draw_set(cr, DRAW_PAPER, 1);
        cairo_fill_preserve(cr);
        draw_set(cr, BONE_COLOUR, 1);
        cairo_set_line_width(cr, 1.2);
        cairo_stroke(cr);
    }
    for (uint32_t i = 0; i < s->node_count; i++)
        if (bone[i] && place(m, origin_of(m->job->pose, i), b))
            name_at(m, b, s->nodes[i].name, DRAW_RGB(0xa8560c));
    free(bone);
}

/* ---- outlines ---- */

static void draw_outline(draw_model_page *m, uint32_t node)
{
    const wm_scene *s = m->job->figure->scene;
    const wm_scene_mesh *mesh = &s->meshes[s->nodes[node].mesh];
    cairo_t *cr = m->page.cr;
    wm_vec3 *points = malloc(((size_t)mesh->vertex_count + 1) * sizeof *points);
    double a[2], b[2];
    if (!points)
        return;
    wm_pose_mesh((wm_pose *)m->job->pose, node, points, NULL);
    cairo_new_path(cr);
    for (uint32_t i = 0; i + 1 < mesh->index_count; i += 2) {
        if (!place(m, points[mesh->indices[i]], a) || !place(m, points[mesh->indices[i + 1]], b))
            continue;
        cairo_move_to(cr, a[0], a[1]);
        cairo_line_to(cr, b[0], b[1]);
    }
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    draw_set(cr, DRAW_PAPER, 0.8);
    cairo_set_line_width(cr, 4);
    cairo_stroke_preserve(cr);
    draw_set(cr, OUTLINE_COLOUR, 1);
    cairo_set_line_width(cr, 1.8);
    cairo_stroke(cr);
    if (mesh->vertex_count && place(m, points[0], a))
        name_at(m, a, s->nodes[node].name, OUTLINE_COLOUR);
    free(points);
}

/* ---- hooks ---- */

static bool is_hook(const wm_scene *s, const bool *parent, uint32_t i)
{
    switch (s->nodes[i].kind) {
    case WM_NODE_KIND_LIGHT:
    case WM_NODE_KIND_EMITTER:
    case WM_NODE_KIND_REFERENCE:
    case WM_NODE_KIND_CAMERA: return true;
    case WM_NODE_KIND_EMPTY: /* those with children only group the others */
        return !parent[i] && s->nodes[i].parent != WM_NO_INDEX;
    default: return false;
    }
}

static void draw_hooks(draw_model_page *m)
{
    const wm_scene *s = m->job->figure->scene;
    bool *parent = calloc((size_t)s->node_count + 1, 1);
    double xy[2];
    for (uint32_t i = 0; parent && i < s->node_count; i++)
        if (s->nodes[i].parent != WM_NO_INDEX)
            parent[s->nodes[i].parent] = true;
    for (int words = 0; parent && words < 2; words++)
        for (uint32_t i = 0; i < s->node_count; i++) {
            /* Entities of Black & White 2 have no parent and are hooks all the same. */
            bool hook = is_hook(s, parent, i) || (s->nodes[i].kind == WM_NODE_KIND_EMPTY &&
                                                  !parent[i] && s->nodes[i].extras.count);
            if (!hook || !place(m, origin_of(m->job->pose, i), xy))
                continue;
            if (words) {
                name_at(m, xy, s->nodes[i].name, DRAW_HOOK);
                continue;
            }
            draw_hook_sign(m->page.cr, xy[0], xy[1], 5);
            draw_keep_off(&m->page, (draw_box){xy[0] - 5, xy[1] - 5, 10, 10});
        }
    free(parent);
}

void draw_model_marks(draw_model_page *m)
{
    const wm_scene *s = m->job->figure->scene;
    for (uint32_t i = 0; on(m, DRAW_OUTLINE) && i < s->node_count; i++)
        if (m->job->figure->drawn[i] && s->meshes[s->nodes[i].mesh].primitive == WM_PRIMITIVE_LINES)
            draw_outline(m, i);
    if (on(m, DRAW_SKELETON))
        draw_skeleton(m);
    if (on(m, DRAW_HOOKS))
        draw_hooks(m);
    const figure *f = m->job->figure;
    float size = cli_maxf(f->size.x, cli_maxf(f->size.y, f->size.z));
    if (f->triangle_count && size > 0.001f)
        return;
    draw_font(m->page.cr, 18, false);
    draw_set(m->page.cr, DRAW_SOFT, 1);
    draw_text(m->page.cr, m->page.width / 2, m->page.height / 2, DRAW_CENTRE, m->page.width,
              f->triangle_count ? "nothing to draw: the model is smaller than a millimetre"
                                : "nothing to draw: the model has no visible meshes");
}

/* ---- axes ---- */

/* The axes of the file's own space, in the lower left corner. */
void draw_model_axes(draw_model_page *m)
{
    static const wm_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t colours[3] = {0xc23b3b, 0x3f8f3f, 0x2f62c0};
    static const char *const names[3] = {"x", "y", "z"};
    cairo_t *cr = m->page.cr;
    double x0 = 46, y0 = m->page.height - 40;
    cairo_new_path(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    for (int far = 1; far >= 0; far--) /* those that point away first */
        for (int i = 0; i < 3; i++) {
            float t[3];
            figure_to_z_up(m->job->figure->scene, axes[i], t);
            double v[3] = {(double)t[0], (double)t[1], (double)t[2]};
            double x = camera_dot(v, m->camera.right), y = camera_dot(v, m->camera.up);
            if ((camera_dot(v, m->camera.back) < 0) != (far == 1))
                continue;
            draw_colour c = DRAW_RGB(colours[i]);
            draw_set(cr, c, 1);
            cairo_set_line_width(cr, 2);
            cairo_move_to(cr, x0, y0);
            cairo_line_to(cr, x0 + 22 * x, y0 - 22 * y);
            cairo_stroke(cr);
            if (cli_hypot(x, y) < 0.2)
                continue;
            draw_font(cr, 11, true);
            draw_text_rimmed(cr, x0 + 30 * x, y0 - 30 * y + 4, DRAW_CENTRE, names[i]);
            cairo_new_path(cr);
        }
}
