/* Every real model as a scene: skins lie at rest where their node puts them, poses are
 * finite, beziers are what they seem, and animations agree with the texts that mdlops made
 * of the same files. */
#include <dirent.h>
#include <math.h>

#include "support.h"

static const char *const directories[] = {"vanilla", "kotornet", "k1cp", "k2", "mods"};

typedef void (*looker)(const char *name, const wm_kotor_mdl *mdl, const wm_scene *scene);

static wm_kotor_mdl *read_model(const char *path)
{
    wm_buffer mdl, mdx;
    wm_error error;
    char rows[4096];
    snprintf(rows, sizeof rows, "%s", path);
    rows[strlen(rows) - 1] = 'x';
    if (wm_file_read(path, NULL, &mdl, &error) != WM_OK ||
        wm_file_read(rows, NULL, &mdx, &error) != WM_OK)
        fail_msg("%s: %s", path, error.message);
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
    if (!m)
        fail_msg("%s: %s", path, error.message);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return m;
}

static void look_at(const char *path, const char *name, looker look)
{
    wm_error error;
    wm_kotor_mdl *mdl = read_model(path);
    wm_scene *scene = wm_scene_from_kotor_mdl(mdl, NULL, 0, NULL, &error);
    if (!scene)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    look(name, mdl, scene);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

static uint32_t each_model(looker look)
{
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), directories[i]);
        DIR *dir = opendir(path);
        if (!dir)
            continue;
        for (struct dirent *entry; (entry = readdir(dir));) {
            size_t length = strlen(entry->d_name);
            if (length < 4 || strcmp(entry->d_name + length - 4, ".mdl") != 0)
                continue;
            snprintf(path, sizeof path, "%s/kotor/models/%s/%s", test_corpus(), directories[i],
                     entry->d_name);
            look_at(path, entry->d_name, look);
            count++;
        }
        closedir(dir);
    }
    return count;
}

/* ---- what is in a scene ---- */

static void look_counts(const char *name, const wm_kotor_mdl *mdl, const wm_scene *scene)
{
    uint32_t meshes = 0, lights = 0, skins = 0;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        meshes += n->mesh != NULL;
        lights += n->light != NULL;
        skins += n->mesh && n->mesh->skin;
        if (strcmp(scene->nodes[i].name, mdl->names[n->name]) != 0)
            fail_msg("%s: node %u", name, (unsigned)i);
    }
    if (scene->node_count != mdl->tree.count || scene->light_count != lights ||
        scene->skin_count != skins || scene->mesh_count > meshes ||
        scene->animation_count != mdl->animation_count)
        fail_msg("%s: %u of %u meshes, %u of %u skins", name, scene->mesh_count, meshes,
                 scene->skin_count, skins);
    /* Slots without a bone would have made a joint of the mesh's own node. */
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i].skin != WM_NO_INDEX) {
            const wm_scene_skin *s = &scene->skins[scene->nodes[i].skin];
            for (uint32_t k = 0; k < s->joint_count; k++)
                if (s->joints[k] == i)
                    fail_msg("%s: a skin that moves with itself", name);
        }
}

static void every_model_is_a_scene(void **state)
{
    (void)state;
    NEED_CORPUS();
    uint32_t count = each_model(look_counts);
    print_message("%u models\n", (unsigned)count);
    assert_true(count >= 50);
}

/* ---- skins at rest ---- */

static struct {
    uint32_t skins, vertices;
    double worst, worst_normal;
    char where[64];
} rest;

static void look_rest(const char *name, const wm_kotor_mdl *mdl, const wm_scene *scene)
{
    (void)mdl;
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    assert_non_null(pose);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wm_scene_node *n = &scene->nodes[i];
        if (n->skin == WM_NO_INDEX)
            continue;
        const wm_scene_mesh *m = &scene->meshes[n->mesh];
        const wm_matrix *w = &pose->world[i];
        wm_vec3 *p = malloc((m->vertex_count + 1) * sizeof *p);
        wm_vec3 *normal = malloc((m->vertex_count + 1) * sizeof *normal);
        assert_true(p && normal);
        wm_pose_mesh(pose, i, p, normal);
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            wm_vec3 a = m->positions[v], q = m->normals[v];
            const float got[3] = {p[v].x, p[v].y, p[v].z};
            const float rotated[3] = {normal[v].x, normal[v].y, normal[v].z};
            for (int r = 0; r < 3; r++) {
                const float *row = w->m[r];
                double want = (double)(row[0] * a.x + row[1] * a.y + row[2] * a.z + row[3]);
                double up = (double)(row[0] * q.x + row[1] * q.y + row[2] * q.z);
                double far = fabs(want - (double)got[r]), off = fabs(up - (double)rotated[r]);
                if (!(far <= rest.worst)) {
                    rest.worst = far;
                    snprintf(rest.where, sizeof rest.where, "%s, %.24s", name, n->name);
                }
                rest.worst_normal = off > rest.worst_normal ? off : rest.worst_normal;
            }
        }
        rest.skins++;
        rest.vertices += m->vertex_count;
        free(p);
        free(normal);
    }
    wm_pose_free(pose);
}

static void skins_lie_where_they_were_bound(void **state)
{
    (void)state;
    NEED_CORPUS();
    each_model(look_rest);
    print_message("%u skins, %u vertices: off by %.3g m at the most (%s), normals by %.3g\n",
                  (unsigned)rest.skins, (unsigned)rest.vertices, rest.worst, rest.where,
                  rest.worst_normal);
    assert_true(rest.skins >= 50);
    assert_true(rest.worst < 1e-4);
    assert_true(rest.worst_normal < 1e-3);
}

/* ---- poses ---- */

static uint32_t poses;

static void look_poses(const char *name, const wm_kotor_mdl *mdl, const wm_scene *scene)
{
    (void)mdl;
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    assert_non_null(pose);
    for (uint32_t a = 0; a < scene->animation_count; a++)
        for (int k = 0; k <= 4; k++) {
            float time = scene->animations[a].length * (float)k / 4;
            wm_pose_sample(pose, a, time, WM_PLAY_ONCE);
            wm_pose_update(pose);
            for (uint32_t i = 0; i < scene->node_count; i++)
                for (int r = 0; r < 3; r++)
                    for (int c = 0; c < 4; c++)
                        if (!(fabsf(pose->world[i].m[r][c]) < 1e4f))
                            fail_msg("%s: %s at %g: node %s flies away", name,
                                     scene->animations[a].name, (double)time, scene->nodes[i].name);
            poses++;
        }
    wm_pose_free(pose);
}

static void poses_stay_on_the_ground(void **state)
{
    (void)state;
    NEED_CORPUS();
    each_model(look_poses);
    print_message("%u poses\n", (unsigned)poses);
    assert_true(poses > 500);
}

/* ---- beziers ---- */

static struct {
    uint32_t channels, legs, straight;
} curves;

/* Control points are offsets from their keys. Those of segments that the artist left
 * straight are at a third of the way, however long the segment takes. */
static void look_beziers(const char *name, const wm_kotor_mdl *mdl, const wm_scene *scene)
{
    (void)name;
    (void)mdl;
    for (uint32_t a = 0; a < scene->animation_count; a++)
        for (uint32_t i = 0; i < scene->animations[a].channel_count; i++) {
            const wm_channel *c = &scene->animations[a].channels[i];
            if (c->interpolation != WM_INTERPOLATION_BEZIER)
                continue;
            assert_int_equal(c->property, WM_PROPERTY_TRANSLATION);
            curves.channels++;
            for (uint32_t k = 0; k + 1 < c->count; k++) {
                const float *from = c->values + 9 * k, *to = from + 9;
                double way = 0, off = 0;
                for (int x = 0; x < 3; x++) {
                    double d = (double)to[x] - (double)from[x];
                    way = fmax(way, fabs(d));
                    off = fmax(off, fabs((double)from[6 + x] - d / 3));
                    off = fmax(off, fabs((double)to[3 + x] + d / 3));
                }
                if (way < 1e-3)
                    continue;
                curves.legs++;
                curves.straight += off < 0.01 * way;
            }
        }
}

static void beziers_are_offsets(void **state)
{
    (void)state;
    NEED_CORPUS();
    each_model(look_beziers);
    print_message("%u channels, %u legs, %u of them straight\n", (unsigned)curves.channels,
                  (unsigned)curves.legs, (unsigned)curves.straight);
    assert_true(curves.channels >= 100);
    assert_true(curves.straight >= 30);
}

/* ---- against mdlops ---- */

static const wm_channel *find_channel(const wm_scene *scene, uint32_t animation, const char *node,
                                      wm_property property)
{
    uint32_t n = wm_scene_find_node(scene, node);
    const wm_scene_animation *a = &scene->animations[animation];
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (a->channels[i].node == n && a->channels[i].property == property)
            return &a->channels[i];
    return NULL;
}

static struct {
    uint32_t positions, rotations;
    double worst_position, worst_rotation;
} texts;

static void compare_position(const wm_channel *c, float time, const float v[3])
{
    float value[3];
    wm_channel_sample(c, time, NULL, value);
    for (int i = 0; i < 3; i++)
        texts.worst_position = fmax(texts.worst_position, fabs((double)(value[i] - v[i])));
    texts.positions++;
}

/* The text has axis and angle. */
static void compare_rotation(const wm_channel *c, float time, const float v[4])
{
    float q[4];
    wm_channel_sample(c, time, NULL, q);
    double s = sin((double)v[3] / 2), w = cos((double)v[3] / 2);
    double dot = (double)v[0] * s * (double)q[0] + (double)v[1] * s * (double)q[1] +
                 (double)v[2] * s * (double)q[2] + w * (double)q[3];
    texts.worst_rotation = fmax(texts.worst_rotation, 1 - fabs(dot));
    texts.rotations++;
}

/* Reads what a text says of keys and compares each with the channel. */
static void compare_text(const wm_scene *scene, const char *text)
{
    char line[512], node[64] = "", animation[64] = "";
    uint32_t a = WM_NO_INDEX;
    int mode = 0;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\r\n");
        snprintf(line, sizeof line, "%.*s", (int)(n < 500 ? n : 500), p);
        p += n + (p[n] != 0);
        float v[5];
        if (sscanf(line, " newanim %63s", animation) == 1)
            a = wm_scene_find_animation(scene, animation);
        else if (sscanf(line, " node %*s %63s", node) == 1)
            mode = 0;
        else if (strstr(line, "positionkey"))
            mode = 1;
        else if (strstr(line, "orientationkey"))
            mode = 2;
        else if (strstr(line, "endlist") || strstr(line, "endnode"))
            mode = 0;
        else if (mode && a != WM_NO_INDEX &&
                 sscanf(line, "%f %f %f %f %f", &v[0], &v[1], &v[2], &v[3], &v[4]) == 3 + mode) {
            const wm_channel *c = find_channel(
                scene, a, node, mode == 1 ? WM_PROPERTY_TRANSLATION : WM_PROPERTY_ROTATION);
            if (!c)
                fail_msg("%s: no channel for %s", animation, node);
            if (mode == 1)
                compare_position(c, v[0], v + 1);
            else
                compare_rotation(c, v[0], v + 1);
        }
    }
}

static void animations_are_what_mdlops_says(void **state)
{
    static const char *const pairs[][2] = {
        {"vanilla/c_dewback.mdl", "c_dewback-ascii.mdl"},
        {"vanilla/dor_lhr02.mdl", "dor_lhr02-ascii.mdl"},
        {"k1cp/plc_starmap.mdl", "plc_starmap-ascii.mdl"},
        {"k2/n_quarren02.mdl", "n_quarren02-ascii.mdl"},
    };
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char path[4096];
        snprintf(path, sizeof path, "kotor/models/ascii-mdlops/%s", pairs[i][1]);
        wm_buffer text = test_corpus_file(path);
        char *copy = calloc(1, text.size + 1);
        assert_non_null(copy);
        memcpy(copy, text.data, text.size);
        snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), pairs[i][0]);
        wm_kotor_mdl *mdl = read_model(path);
        wm_scene *scene = wm_scene_from_kotor_mdl(mdl, NULL, 0, NULL, NULL);
        assert_non_null(scene);
        compare_text(scene, copy);
        wm_scene_free(scene);
        wm_kotor_mdl_free(mdl);
        wm_buffer_free(&text);
        free(copy);
    }
    print_message("%u positions off by %.3g at the most, %u rotations by %.3g (1 - |dot|)\n",
                  (unsigned)texts.positions, texts.worst_position, (unsigned)texts.rotations,
                  texts.worst_rotation);
    assert_true(texts.positions > 100 && texts.rotations > 1000);
    assert_true(texts.worst_position < 1e-5);
    assert_true(texts.worst_rotation < 1e-6);
}

/* ---- compiled from text ---- */

/* The mesh of a node, posed; the caller frees it. */
static wm_vec3 *posed(wm_pose *pose, uint32_t node, const wm_scene_mesh **mesh)
{
    *mesh = &pose->scene->meshes[pose->scene->nodes[node].mesh];
    wm_vec3 *p = malloc(((*mesh)->vertex_count + 1) * sizeof *p);
    assert_non_null(p);
    wm_pose_mesh(pose, node, p, NULL);
    return p;
}

/* How far apart the corners of the triangles of two models are, in the same pose. */
static double compare_poses(wm_pose *a, wm_pose *b, uint32_t *corners)
{
    double worst = 0;
    for (uint32_t i = 0; i < a->scene->node_count; i++) {
        uint32_t other = wm_scene_find_node(b->scene, a->scene->nodes[i].name);
        const wm_scene_mesh *m, *n;
        if (a->scene->nodes[i].mesh == WM_NO_INDEX || a->scene->nodes[i].role != WM_NODE_ROLE_SHOWN)
            continue;
        assert_true(other != WM_NO_INDEX && b->scene->nodes[other].mesh != WM_NO_INDEX);
        wm_vec3 *p = posed(a, i, &m), *q = posed(b, other, &n);
        assert_int_equal(m->index_count, n->index_count);
        for (uint32_t k = 0; k < m->index_count; k++) {
            wm_vec3 x = p[m->indices[k]], y = q[n->indices[k]];
            worst = fmax(worst, (double)fabsf(x.x - y.x));
            worst = fmax(worst, (double)fabsf(x.y - y.y));
            worst = fmax(worst, (double)fabsf(x.z - y.z));
        }
        *corners += m->index_count;
        free(p);
        free(q);
    }
    return worst;
}

static wm_pose *pose_of(const wm_kotor_mdl *mdl, const char *animation, float time)
{
    wm_scene *s = wm_scene_from_kotor_mdl(mdl, NULL, 0, NULL, NULL);
    assert_non_null(s);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    assert_non_null(pose);
    assert_true(wm_scene_find_animation(s, animation) != WM_NO_INDEX);
    wm_pose_sample(pose, wm_scene_find_animation(s, animation), time, WM_PLAY_ONCE);
    wm_pose_update(pose);
    return pose;
}

/* mdlops wrote the text, we compiled it, inverse binds and all: it moves as the binary. */
static void compiled_texts_move_as_the_binaries(void **state)
{
    static const struct {
        const char *binary, *text, *animation;
        float time;
    } pairs[] = {
        {"vanilla/c_dewback.mdl", "c_dewback-ascii.mdl", "cwalk", 0.5f},
        {"vanilla/dor_lhr02.mdl", "dor_lhr02-ascii.mdl", "opening1", 2},
        {"k1cp/plc_starmap.mdl", "plc_starmap-ascii.mdl", "off2on", 5},
    };
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char path[4096];
        wm_error error;
        uint32_t corners = 0;
        snprintf(path, sizeof path, "kotor/models/ascii-mdlops/%s", pairs[i].text);
        wm_buffer text = test_corpus_file(path);
        wm_kotor_mdl *compiled = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
        if (!compiled)
            fail_msg("%s: line %u: %s", pairs[i].text, error.line, error.message);
        snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), pairs[i].binary);
        wm_kotor_mdl *mdl = read_model(path);
        wm_pose *a = pose_of(mdl, pairs[i].animation, pairs[i].time);
        wm_pose *b = pose_of(compiled, pairs[i].animation, pairs[i].time);
        double worst = compare_poses(a, b, &corners);
        print_message("%s: %u corners, off by %.3g m at the most\n", pairs[i].text,
                      (unsigned)corners, worst);
        assert_true(corners > 0 && worst < 1e-5);
        const wm_scene *scenes[] = {a->scene, b->scene};
        wm_pose_free(a);
        wm_pose_free(b);
        wm_scene_free((wm_scene *)scenes[0]);
        wm_scene_free((wm_scene *)scenes[1]);
        wm_kotor_mdl_free(mdl);
        wm_kotor_mdl_free(compiled);
        wm_buffer_free(&text);
    }
}

/* ---- a real supermodel ---- */

/* Height of the lowest drawn vertex. */
static float lowest(wm_pose *pose)
{
    const wm_scene *s = pose->scene;
    float low = INFINITY;
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (s->nodes[i].mesh == WM_NO_INDEX || s->nodes[i].role != WM_NODE_ROLE_SHOWN)
            continue;
        uint32_t count = s->meshes[s->nodes[i].mesh].vertex_count;
        wm_vec3 *p = malloc((count + 1) * sizeof *p);
        assert_non_null(p);
        wm_pose_mesh(pose, i, p, NULL);
        for (uint32_t v = 0; v < count; v++)
            low = fminf(low, p[v].z);
        free(p);
    }
    return low;
}

static void zaalbar_walks_as_his_supermodel_says(void **state)
{
    char path[4096];
    (void)state;
    NEED_CORPUS();
    snprintf(path, sizeof path, "%s/kotor/models/k1cp/p_zaalbar.mdl", test_corpus());
    wm_kotor_mdl *mdl = read_model(path);
    snprintf(path, sizeof path, "%s/kotor/models/k1cp/n_wookiem.mdl", test_corpus());
    wm_kotor_mdl *super = read_model(path);
    const wm_kotor_mdl *chain[] = {super};
    wm_scene *s = wm_scene_from_kotor_mdl(mdl, chain, 1, NULL, NULL);
    assert_non_null(s);
    uint32_t walk = wm_scene_find_animation(s, "walk"), taunt = wm_scene_find_animation(s, "taunt");
    assert_true(walk != WM_NO_INDEX && taunt != WM_NO_INDEX);
    assert_string_equal(s->animations[walk].inherited, "N_WookieM");
    assert_null(s->animations[taunt].inherited);
    assert_true(s->animation_count >= super->animation_count);
    assert_true(s->animations[walk].channel_count > 100);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    assert_non_null(pose);
    float ground = lowest(pose), worst = 0;
    for (int k = 0; k < 20; k++) { /* one foot is on the ground at any time */
        wm_pose_sample(pose, walk, (float)k / 20, WM_PLAY_LOOP);
        wm_pose_update(pose);
        worst = fmaxf(worst, fabsf(lowest(pose) - ground));
    }
    print_message("%u animations; the lower foot stays within %.3g m of the ground\n",
                  (unsigned)s->animation_count, (double)worst);
    assert_true(worst < 0.1f);
    wm_pose_free(pose);
    wm_scene_free(s);
    wm_kotor_mdl_free(mdl);
    wm_kotor_mdl_free(super);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_is_a_scene),
        cmocka_unit_test(skins_lie_where_they_were_bound),
        cmocka_unit_test(poses_stay_on_the_ground),
        cmocka_unit_test(beziers_are_offsets),
        cmocka_unit_test(animations_are_what_mdlops_says),
        cmocka_unit_test(compiled_texts_move_as_the_binaries),
        cmocka_unit_test(zaalbar_walks_as_his_supermodel_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
