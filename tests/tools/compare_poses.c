/* compare_poses [--limit METRES] [--own] [--rest] [--animation NAME] BEFORE AFTER: poses two models
 * in the same way and prints how far a vertex of the one is at most from the same vertex of the
 * other: in all animations, those of supermodels included (next to BEFORE), and in poses that
 * rotate every node about its own axes. Exit code 0 if that is at most the limit (1e-4 m) and every
 * vertex has a partner. --own leaves out the last poses and the animations of supermodels, which
 * need the axes of bones. --rest compares only the rest pose, and the middles of triangles, too:
 * each must have a partner, as a vertex must.
 *
 * Programs split, merge and reorder vertices, so vertices are matched by their place in the rest
 * pose: of those within a millimetre, the one counts that stays nearest. Visible meshes are
 * compared with visible ones, collision meshes with collision meshes. Vertices of walkmeshes that
 * drop to the ground are far below all others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waymark/folder.h"
#include "waymark/pose.h"

enum { NEAR = 64, STEPS = 60, TWISTS = 3 };

typedef struct model {
    wm_document *document;
    wm_scene *scene;
    wm_pose *pose;
    wm_vec3 *points; /* of all compared meshes, in the pose */
    uint8_t *kind;   /* by point: which ones are compared with each other */
    bool triangles;  /* the middles of triangles are points, too */
    uint32_t count, skinned, collisions;
} model;

static void *room(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        abort();
    return p;
}

static bool is_compared(const wm_scene *s, uint32_t node)
{
    const wm_scene_node *n = &s->nodes[node];
    bool role = n->role == WM_NODE_ROLE_SHOWN || n->role == WM_NODE_ROLE_COLLISION;
    return n->mesh != WM_NO_INDEX && role &&
           s->meshes[n->mesh].primitive == WM_PRIMITIVE_TRIANGLES &&
           s->meshes[n->mesh].index_count > 0;
}

/* Packed rotations of the games may not have the length 1; in glTF they must. */
static void make_unit(wm_quat *q)
{
    float n = sqrtf(q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w);
    if (n > 0)
        *q = (wm_quat){q->x / n, q->y / n, q->z / n, q->w / n};
}

/* Exports have them at the height of other vertices, so that one can see them. */
static void drop(const wm_scene_mesh *mesh, wm_vec3 *points)
{
    for (uint32_t i = 0; i < mesh->attribute_count; i++)
        for (uint32_t v = 0;
             strcmp(mesh->attributes[i].name, "dropped") == 0 && v < mesh->vertex_count; v++)
            if (mesh->attributes[i].values[v] > 0.5f)
                points[v].z = -1e6f;
}

static wm_vec3 middle(const wm_vec3 *points, const uint32_t *corner)
{
    wm_vec3 a = points[corner[0]], b = points[corner[1]], c = points[corner[2]];
    return (wm_vec3){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
}

/* Vertices that no triangle uses are not exported. */
static void pose_points(model *m)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        make_unit(&m->pose->local[i].rotation);
    wm_pose_update(m->pose);
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        if (!is_compared(m->scene, i))
            continue;
        const wm_scene_mesh *mesh = &m->scene->meshes[m->scene->nodes[i].mesh];
        wm_vec3 *all = room(mesh->vertex_count, sizeof *all);
        bool *used = room(mesh->vertex_count, sizeof *used);
        wm_pose_mesh(m->pose, i, all, NULL);
        drop(mesh, all);
        for (uint32_t k = 0; k < mesh->index_count; k++)
            used[mesh->indices[k]] = true;
        uint8_t kind = m->scene->nodes[i].role == WM_NODE_ROLE_COLLISION;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            if (used[v]) {
                m->kind[at] = kind;
                m->points[at++] = all[v];
            }
        for (uint32_t k = 0; m->triangles && k + 2 < mesh->index_count; k += 3) {
            m->kind[at] = (uint8_t)(2 + kind);
            m->points[at++] = middle(all, mesh->indices + k);
        }
        free(all);
        free(used);
    }
    m->count = at;
}

static bool open_model(model *m, const char *file, const char *beside)
{
    wm_error error;
    const wm_scene_opts opts = {.no_outlines = true};
    wm_folder *own = wm_folder_new(file, NULL, NULL), *other = wm_folder_new(beside, NULL, NULL);
    const wm_finder finders[] = {wm_folder_finder(own), wm_folder_finder(other)};
    wm_chain *chain = wm_chain_new(finders, 2, NULL, NULL);
    const wm_open_opts how = {.finder = wm_chain_finder(chain)};
    m->document = wm_open_file(file, &how, &error);
    m->scene = m->document ? wm_document_scene(m->document, &opts, &error) : NULL;
    m->pose = m->scene ? wm_pose_new(m->scene, NULL, &error) : NULL;
    wm_chain_free(chain);
    wm_folder_free(own);
    wm_folder_free(other);
    if (!m->pose) {
        fprintf(stderr, "compare_poses: %s: %s\n", file, error.message);
        return false;
    }
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (is_compared(m->scene, i)) {
            const wm_scene_mesh *mesh = &m->scene->meshes[m->scene->nodes[i].mesh];
            vertices += mesh->vertex_count + (m->triangles ? mesh->index_count / 3 : 0);
            m->skinned += m->scene->nodes[i].skin != WM_NO_INDEX;
            m->collisions += m->scene->nodes[i].role == WM_NODE_ROLE_COLLISION;
        }
    m->points = room(vertices, sizeof *m->points);
    m->kind = room(vertices, sizeof *m->kind);
    pose_points(m);
    return true;
}

static void close_model(model *m)
{
    free(m->points);
    free(m->kind);
    wm_pose_free(m->pose);
    wm_scene_free(m->scene);
    wm_document_free(m->document);
}

/* ---- partners ---------------------------------------------------------- */

/* By vertex: the nearest ones of the other model at rest, and how far each was at most. */
typedef struct partners {
    uint32_t (*of)[NEAR];
    float (*most)[NEAR];
    uint32_t alone;
} partners;

static float distance(wm_vec3 a, wm_vec3 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf(x * x + y * y + z * z);
}

static void find_partners(const model *a, const model *b, partners *p)
{
    p->of = room(a->count, sizeof *p->of);
    p->most = room(a->count, sizeof *p->most);
    p->alone = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        float best[NEAR];
        uint32_t count = 0;
        for (uint32_t k = 0; k < b->count; k++) {
            float d = distance(a->points[i], b->points[k]);
            if (a->kind[i] != b->kind[k] || !(d < 1e-3f) || (count == NEAR && d >= best[NEAR - 1]))
                continue;
            uint32_t at = count < NEAR ? count++ : NEAR - 1;
            for (; at > 0 && best[at - 1] > d; at--) {
                best[at] = best[at - 1];
                p->of[i][at] = p->of[i][at - 1];
            }
            best[at] = d;
            p->of[i][at] = k;
        }
        p->alone += count == 0;
        for (uint32_t k = count; k < NEAR; k++)
            p->of[i][k] = WM_NO_INDEX;
    }
}

static void note(const model *a, const model *b, partners *p)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < NEAR && p->of[i][k] != WM_NO_INDEX; k++) {
            float d = distance(a->points[i], b->points[p->of[i][k]]);
            if (d > p->most[i][k])
                p->most[i][k] = d;
        }
}

static float greatest(const model *a, const partners *p)
{
    float most = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        float least = p->of[i][0] == WM_NO_INDEX ? 0 : p->most[i][0];
        for (uint32_t k = 1; k < NEAR && p->of[i][k] != WM_NO_INDEX; k++)
            least = p->most[i][k] < least ? p->most[i][k] : least;
        most = least > most ? least : most;
    }
    return most;
}

/* ---- poses ------------------------------------------------------------- */

typedef struct comparison {
    model a, b;
    partners there, back;
    uint32_t animations, missing;
} comparison;

static void compare(comparison *c)
{
    pose_points(&c->a);
    pose_points(&c->b);
    note(&c->a, &c->b, &c->there);
    note(&c->b, &c->a, &c->back);
}

static void play(comparison *c, bool inherited, const char *only)
{
    for (uint32_t i = 0; i < c->a.scene->animation_count; i++) {
        const wm_scene_animation *a = &c->a.scene->animations[i];
        uint32_t other = wm_scene_find_animation(c->b.scene, a->name);
        if ((a->inherited && !inherited) || (only && strcmp(only, a->name) != 0))
            continue;
        c->animations++;
        c->missing += other == WM_NO_INDEX;
        if (other == WM_NO_INDEX)
            continue;
        for (uint32_t k = 0; k <= STEPS; k++) {
            float time = a->length * (float)k / (float)STEPS;
            wm_pose_sample(c->a.pose, i, time, WM_PLAY_ONCE);
            wm_pose_sample(c->b.pose, other, time, WM_PLAY_ONCE);
            compare(c);
        }
    }
}

/* The same rotation for nodes of one name; the root has the name of the file. */
static void twist(model *m, uint32_t seed)
{
    wm_pose_rest(m->pose);
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        uint32_t h = 2166136261u + seed;
        for (const char *p = m->scene->nodes[i].name; *p; p++)
            h = (h ^ ((uint32_t)(unsigned char)*p | 32u)) * 16777619u;
        wm_quat q = {(float)(h & 255) / 1024, (float)(h >> 8 & 255) / 1024,
                     (float)(h >> 16 & 255) / 1024, 1};
        float n = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + 1);
        wm_quat r = m->pose->local[i].rotation;
        if (m->scene->nodes[i].parent == WM_NO_INDEX && m->document->mdl)
            continue;
        m->pose->local[i].rotation = (wm_quat){(r.w * q.x + r.x + r.y * q.z - r.z * q.y) / n,
                                               (r.w * q.y - r.x * q.z + r.y + r.z * q.x) / n,
                                               (r.w * q.z + r.x * q.y - r.y * q.x + r.z) / n,
                                               (r.w - r.x * q.x - r.y * q.y - r.z * q.z) / n};
    }
}

int main(int argc, char **argv)
{
    float limit = 1e-4f;
    bool own = false, rest = false;
    const char *only = NULL;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        rest = rest || strcmp(argv[at], "--rest") == 0;
        own = own || rest || strcmp(argv[at], "--own") == 0;
        if (strcmp(argv[at], "--limit") == 0 && at + 1 < argc)
            limit = strtof(argv[++at], NULL);
        else if (strcmp(argv[at], "--animation") == 0 && at + 1 < argc)
            only = argv[++at];
    }
    comparison c = {0};
    if (argc - at != 2) {
        fputs("usage: compare_poses [--limit METRES] [--own] [--rest] [--animation NAME] BEFORE "
              "AFTER\n",
              stderr);
        return 2;
    }
    c.a.triangles = c.b.triangles = rest;
    if (!open_model(&c.a, argv[at], argv[at]) || !open_model(&c.b, argv[at + 1], argv[at]))
        return 3;
    find_partners(&c.a, &c.b, &c.there);
    find_partners(&c.b, &c.a, &c.back);
    compare(&c);
    if (!rest)
        play(&c, !own, only);
    for (uint32_t i = 0; !own && i < TWISTS; i++) {
        twist(&c.a, i);
        twist(&c.b, i);
        compare(&c);
    }
    float most = greatest(&c.a, &c.there), other = greatest(&c.b, &c.back);
    most = other > most ? other : most;
    uint32_t alone = c.there.alone + c.back.alone;
    printf("%u skins, %u collision meshes, %u vertices, %u animations (%u missing), %u vertices "
           "without a partner, at most "
           "%.3g m apart\n",
           c.a.skinned, c.a.collisions, c.a.count, c.animations, c.missing, alone, (double)most);
    close_model(&c.a);
    close_model(&c.b);
    free(c.there.of);
    free(c.there.most);
    free(c.back.of);
    free(c.back.most);
    return most <= limit && alone == 0 && c.missing == 0 ? 0 : 1;
}
