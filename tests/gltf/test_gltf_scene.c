/* Scenes by way of glTF and back: the same to the bit, for samples, for awkward scenes and for
 * every file of the corpus; patched bytes are safe. */
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>

#include "models.h"
#include "samples.h"
#include "scene_equal.h"
#include "scenes.h"
#include "support.h"
#include "terrain.h"

static wm_scene *read_back(const wm_buffer *bytes)
{
    wm_error error;
    wm_scene *scene = wm_gltf_read(bytes->data, bytes->size, NULL, &error);
    if (!scene)
        fail_msg("%s: %s", error.path, error.message);
    return scene;
}

static void by_way_of_gltf(const char *name, const wm_scene *scene)
{
    for (int i = 0; i < 3; i++) {
        const wm_gltf_write_opts opts = {.text = i == 1, .all = i == 2};
        wm_buffer bytes;
        assert_int_equal(wm_gltf_write(scene, &opts, &bytes, NULL), WM_OK);
        wm_scene *back = read_back(&bytes);
        const char *where = test_scene_difference(scene, back);
        if (where)
            fail_msg("%s: %s", name, where);
        wm_scene_free(back);
        wm_buffer_free(&bytes);
    }
}

/* ---- as if another program had written it ---- */

static double distance(wm_vec3 a, wm_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
           z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static wm_vec3 *pose_points(const wm_scene *s, wm_pose *pose, uint32_t node, uint32_t *count)
{
    const wm_scene_mesh *m = &s->meshes[s->nodes[node].mesh];
    wm_vec3 *points = malloc((m->vertex_count + (size_t)1) * sizeof *points);
    assert_non_null(points);
    wm_pose_mesh(pose, node, points, NULL);
    *count = m->vertex_count;
    return points;
}

/* Every visible mesh is where it was, at rest and in the middle of its animations. Scenes
 * that are mirrored in the file have their z negated. */
static double farthest(const wm_scene *a, const wm_scene *b, uint32_t animation)
{
    double worst = 0;
    wm_pose *pa = wm_pose_new(a, NULL, NULL), *pb = wm_pose_new(b, NULL, NULL);
    assert_true(pa && pb);
    if (animation != WM_NO_INDEX) {
        float middle = a->animations[animation].length / 2;
        wm_pose_sample(pa, animation, middle, WM_PLAY_ONCE);
        wm_pose_sample(pb, animation, middle, WM_PLAY_ONCE);
    }
    wm_pose_update(pa);
    wm_pose_update(pb);
    uint32_t k = 0;
    for (uint32_t i = 0; i < a->node_count; i++) {
        if (a->nodes[i].mesh == WM_NO_INDEX || a->nodes[i].role == WM_NODE_ROLE_HIDDEN ||
            a->meshes[a->nodes[i].mesh].index_count == 0)
            continue;
        /* In the same order, except that levels of detail follow the finest one. */
        while (k < b->node_count && b->nodes[k].mesh == WM_NO_INDEX)
            k++;
        uint32_t j = a->nodes[i].lod ? wm_scene_find_node(b, a->nodes[i].name) : k;
        assert_true(j < b->node_count);
        assert_string_equal(a->nodes[i].name, b->nodes[j].name);
        assert_int_equal(a->nodes[i].lod, b->nodes[j].lod);
        uint32_t na, nb;
        wm_vec3 *x = pose_points(a, pa, i, &na), *y = pose_points(b, pb, j, &nb);
        k++;
        /* triangles with the vertices of another one have copies of these, which come last */
        assert_true(nb >= na && (nb - na) % 3 == 0);
        assert_true(nb - na <= a->meshes[a->nodes[i].mesh].index_count);
        for (uint32_t v = 0; v < na; v++) {
            if (a->left_handed)
                y[v].z = -y[v].z;
            double d = distance(x[v], y[v]);
            worst = d > worst ? d : worst;
        }
        free(x);
        free(y);
    }
    wm_pose_free(pa);
    wm_pose_free(pb);
    return worst;
}

static double foreign_worst;
static uint32_t foreign_count, foreign_animations;

/* The same file under the name of another program: nodes, meshes, skins, animations and
 * the names of textures are found without the help of our own notes. */
static void by_other_hands(const char *name, const wm_scene *scene)
{
    wm_buffer bytes;
    assert_int_equal(wm_gltf_write(scene, NULL, &bytes, NULL), WM_OK);
    for (size_t i = 0; i + 9 < bytes.size; i++)
        if (memcmp(bytes.data + i, "\"waymark ", 9) == 0) {
            memcpy(bytes.data + i, "\"Blender ", 9);
            break;
        }
    wm_scene *back = read_back(&bytes);
    wm_buffer_free(&bytes);
    assert_string_equal(back->source, "gltf");
    assert_true(back->up == scene->up && back->v_down && !back->left_handed);
    assert_int_equal(back->material_count, scene->material_count);
    for (uint32_t i = 0; i < back->material_count; i++)
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++) {
            const char *x = scene->materials[i].textures[k].name,
                       *y = back->materials[i].textures[k].name;
            if (!x != !y || (x && strcmp(x, y) != 0))
                fail_msg("%s: texture %s is %s", name, x ? x : "-", y ? y : "-");
        }
    assert_int_equal(back->animation_count, scene->animation_count);
    double worst = farthest(scene, back, WM_NO_INDEX);
    for (uint32_t i = 0; i < scene->animation_count && i < 3; i++) {
        /* Those without glTF channels come after the others. */
        if (strcmp(scene->animations[i].name, back->animations[i].name) != 0)
            break;
        double moved = farthest(scene, back, i);
        worst = moved > worst ? moved : worst;
        foreign_animations++;
    }
    foreign_worst = worst > foreign_worst ? worst : foreign_worst;
    if (worst > 1e-3)
        fail_msg("%s: a vertex is %g m away", name, worst);
    foreign_count++;
    wm_scene_free(back);
}

/* ---- samples ---- */

static void models_come_back(void **state)
{
    (void)state;
    for (int game = 0; game < 2; game++) {
        wm_kotor_mdl *m =
            test_model_make(game ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
        wm_scene *s = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
        assert_non_null(s);
        by_way_of_gltf("sample", s);
        by_other_hands("sample", s);
        wm_scene_free(s);
        wm_kotor_mdl_free(m);
    }
}

/* ---- awkward scenes ---- */

static void *copy(wm_scene *s, const void *data, size_t size)
{
    void *to = wm_scene_alloc(s, size, 1, NULL);
    assert_non_null(to);
    memcpy(to, data, size);
    return to;
}

/* Numbers that glTF forbids, sets left out, a joint twice, parts without faces, levels. */
static wm_scene *awkward(bool left_handed, bool v_down, bool z_up)
{
    static const float tangents[][4] = {{2, 0, -0.0f, 1}, {0, 0, 0, -1}, {1, 0, 0, 0.5f}};
    static const float uvs[][2] = {{0.1f, 1e-9f}, {-0.0f, -0.0f}, {3.5f, -7.25f}};
    static const float colours[][4] = {{0, 0.5f, 1, 0.25f}, {1, 1, 1, 1}, {0, 0, 0, 0}};
    static const float weights[][4] = {{0.25f, 0.5f, 0, 0}, {0, 0, 0, 0}, {1, 1, -1, 0}};
    static const wm_vec3 normals[] = {{0, 0, 3}, {0, -0.0f, 0}, {1, 0, -0.0f}};
    static const wm_scene_part parts[] = {{0, 0, 0}, {0, 3, WM_NO_INDEX}, {3, 0, WM_NO_INDEX}};
    static const wm_scene_attribute more[] = {
        {"constraint", 1, NULL}, {"Odd name!", 2, NULL}, {"_CLEAVE", 3, NULL}};
    wm_scene *s = test_scene_puppet(NULL, NULL);
    assert_non_null(s);
    s->left_handed = left_handed;
    s->v_down = v_down;
    s->up = z_up ? WM_UP_Z : WM_UP_Y;
    wm_scene_mesh *m = &s->meshes[1];
    m->tangents = copy(s, tangents, sizeof tangents);
    m->uvs[1] = copy(s, uvs, sizeof uvs);
    m->uvs[3] = copy(s, uvs, sizeof uvs);
    m->colours = copy(s, colours, sizeof colours);
    m->weights = copy(s, weights, sizeof weights);
    m->normals = copy(s, normals, sizeof normals);
    m->parts = copy(s, parts, sizeof parts);
    m->part_count = 3;
    m->attributes = copy(s, more, sizeof more);
    m->attribute_count = 3;
    for (int i = 0; i < 3; i++)
        m->attributes[i].values = copy(s, tangents, 3 * more[i].width * sizeof(float));
    m->face_numbers = copy(s, &(uint32_t){4000000000u}, sizeof(uint32_t));
    s->meshes[0].index_count = 0;
    s->meshes[0].part_count = 0;
    s->skins[0].joints[1] = s->skins[0].joints[0];
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_scene_node *n = &s->nodes[i];
        n->source = i == 2 ? WM_NO_INDEX : 7 * i;
        n->lod = i;
        n->lod_group = i > 2;
        n->kind = (wm_node_kind)(i + 1);
        n->role = i == 4 ? WM_NODE_ROLE_HIDDEN : WM_NODE_ROLE_SHOWN;
        n->rest.translation = (wm_vec3){-0.0f, 1e-30f, i == 1 ? 0.0f : -0.0f};
        n->rest.rotation = i % 2 ? (wm_quat){0, 0.6f, 0, 0.8f} : (wm_quat){0, 3, -0.0f, 4};
    }
    s->nodes[3].lod = 1;
    s->nodes[4].lod = 2;
    wm_scene_material *mat = &s->materials[0];
    mat->diffuse = (wm_vec3){2, -1, 0.5f};
    mat->self_illumination = (wm_vec3){0, 0, 3};
    mat->alpha = 0.5f;
    mat->textures[WM_TEXTURE_SLOT_ADDITIONAL] =
        (wm_scene_texture){.name = "fire", .uv_set = 3, .clamp_u = true};
    wm_scene_light lights[] = {{{2, 1, 0}, -1, 0.5f, true, false}, {{0, 0, 0}, 5, -2, false, true}};
    s->lights = copy(s, lights, sizeof lights);
    s->light_count = 2;
    s->nodes[0].light = 1;
    s->animations[0].channels[0].times[1] = 0; /* two keys at once */
    if (left_handed) {                         /* bytes of an old code page */
        s->nodes[1].name = "caf\xE9";
        mat->textures[WM_TEXTURE_SLOT_ADDITIONAL].name = "\xFF\x80\x7F";
    } else {
        s->nodes[1].name = "caf\xC3\xA9 \xE2\x82\xAC";
    }
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    return s;
}

static void awkward_scenes_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        wm_scene *s = awkward(i & 1, i & 2, i & 4);
        by_way_of_gltf("awkward", s);
        wm_scene_free(s);
    }
}

/* ---- other programs ---- */

/* other.gltf has what Blender writes: an armature, bytes for weights, a picture, shape keys
 * by a sparse accessor, lights, levels of detail by name and by extension. */
static void files_of_other_programs_are_read(void **state)
{
    wm_buffer bytes;
    (void)state;
    assert_int_equal(wm_file_read(WM_SOURCE_DIR "/tests/gltf/other.gltf", NULL, &bytes, NULL),
                     WM_OK);
    wm_report report;
    wm_report_init(&report, NULL);
    const wm_gltf_read_opts opts = {.base = {.report = &report}};
    wm_scene *s = wm_gltf_read(bytes.data, bytes.size, &opts, NULL);
    assert_non_null(s);
    assert_true(report.count > 0);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    assert_true(s->up == WM_UP_Y && s->v_down && !s->left_handed);
    static const char *const names[] = {"Armature",     "Body", "Bone",     "Bone.001",
                                        "Camera",       "Spot", "hook_1",   "hut_lod0",
                                        "Hut_LOD1.001", "tree", "tree far", "ring"};
    static const wm_node_kind kinds[] = {
        WM_NODE_KIND_EMPTY,  WM_NODE_KIND_MESH,  WM_NODE_KIND_BONE,  WM_NODE_KIND_BONE,
        WM_NODE_KIND_CAMERA, WM_NODE_KIND_LIGHT, WM_NODE_KIND_EMPTY, WM_NODE_KIND_MESH,
        WM_NODE_KIND_MESH,   WM_NODE_KIND_MESH,  WM_NODE_KIND_MESH,  WM_NODE_KIND_MESH};
    static const uint32_t levels[] = {0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 0};
    assert_int_equal(s->node_count, 12);
    for (uint32_t i = 0; i < 12; i++) {
        assert_string_equal(s->nodes[i].name, names[i]);
        assert_int_equal(s->nodes[i].kind, kinds[i]);
        assert_int_equal(s->nodes[i].lod, levels[i]);
    }
    assert_true(s->nodes[6].role == WM_NODE_ROLE_OUTLINE && s->nodes[6].extras.count == 1);
    const wm_scene_mesh *body = &s->meshes[0], *strip = &s->meshes[1], *ring = &s->meshes[2];
    assert_true(body->colours[0][0] == 1 && body->colours[0][3] == 1);
    assert_true(fabsf(body->weights[0][0] - 128 / 255.0f) < 1e-6f && body->joints[0][1] == 1);
    assert_int_equal(s->skins[0].joints[0], 2);
    assert_true(strip->positions[0].x == 0 && strip->index_count == 3);
    assert_string_equal(strip->attributes[0].name, "wind");
    assert_true(ring->primitive == WM_PRIMITIVE_LINES && ring->index_count == 6 &&
                ring->indices[5] == 0);
    const wm_scene_material *m = &s->materials[0];
    assert_string_equal(m->textures[WM_TEXTURE_SLOT_COLOUR].name, "P_Skin A");
    assert_true(m->textures[WM_TEXTURE_SLOT_COLOUR].clamp_u &&
                !m->textures[WM_TEXTURE_SLOT_COLOUR].clamp_v);
    assert_true(m->blended && m->two_sided);
    assert_true(s->lights[0].colour.y == 0.5f && s->lights[0].multiplier == 54);
    assert_int_equal(s->animation_count, 1);
    assert_true(s->animations[0].length == 1 && s->animations[0].channel_count == 1);
    assert_true(s->animations[0].channels[0].node == 2 &&
                s->animations[0].channels[0].interpolation == WM_INTERPOLATION_STEP);
    wm_scene_free(s);
}

/* ---- hostile bytes ---- */

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void read_patched(const uint8_t *data, size_t size)
{
    wm_error error = {.code = WM_OK};
    uint8_t *exact = malloc(size ? size : 1); /* the sanitizers see one byte too far */
    assert_non_null(exact);
    memcpy(exact, data, size);
    wm_scene *scene = wm_gltf_read(exact, size, NULL, &error);
    assert_true(scene || error.code != WM_OK);
    if (scene) { /* whatever it became can be written */
        wm_buffer out;
        if (wm_gltf_write(scene, NULL, &out, NULL) == WM_OK)
            wm_buffer_free(&out);
    }
    wm_scene_free(scene);
    free(exact);
}

/* Numbers of the JSON become others, bytes become any; and every so often the file ends. */
static void patched_bytes_are_safe(void **state)
{
    static const char digits[] = "0123456789-.e9";
    uint64_t seed = 88172645463325252u;
    (void)state;
    wm_scene *s = awkward(true, false, true);
    for (int form = 0; form < 2; form++) {
        wm_buffer bytes;
        const wm_gltf_write_opts opts = {.text = form == 1};
        assert_int_equal(wm_gltf_write(s, &opts, &bytes, NULL), WM_OK);
        uint8_t *copy_of = malloc(bytes.size);
        assert_non_null(copy_of);
        for (int i = 0; i < 6000; i++) {
            memcpy(copy_of, bytes.data, bytes.size);
            for (uint64_t k = next(&seed) % 3 + 1; k-- > 0;) {
                size_t at = (size_t)(next(&seed) % bytes.size);
                bool number = copy_of[at] >= '0' && copy_of[at] <= '9';
                copy_of[at] = number || next(&seed) % 2
                                  ? (uint8_t)digits[next(&seed) % (sizeof digits - 1)]
                                  : (uint8_t)next(&seed);
            }
            read_patched(copy_of, next(&seed) % 8 ? bytes.size : next(&seed) % bytes.size);
        }
        free(copy_of);
        wm_buffer_free(&bytes);
    }
    wm_scene_free(s);
}

/* ---- the corpus ---- */

static const wm_scene_opts details = {.details = true};
static uint32_t models, statues, walkmeshes, terrains;

static bool ends(const char *path, const char *ending)
{
    size_t n = strlen(path), k = strlen(ending);
    return n > k && strcmp(path + n - k, ending) == 0;
}

static void try_model(const char *path, const wm_buffer *mdl)
{
    wm_buffer mdx;
    char rows[4096];
    snprintf(rows, sizeof rows, "%.*sx", (int)strlen(path) - 1, path);
    if (wm_file_read(rows, NULL, &mdx, NULL) != WM_OK)
        return;
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl->data, mdl->size, mdx.data, mdx.size, NULL, NULL);
    wm_scene *s = m ? wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL) : NULL;
    if (s) {
        by_way_of_gltf(path, s);
        by_other_hands(path, s);
        models++;
    }
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdx);
}

/* Black & White 2 */
static void try_statue(const char *path, const wm_buffer *bytes)
{
    wm_bw2_model *m = wm_bw2_model_read(bytes->data, bytes->size, NULL, NULL);
    wm_scene *s = m ? wm_scene_from_bw2_model(m, NULL, NULL) : NULL;
    if (s) {
        by_way_of_gltf(path, s);
        by_other_hands(path, s);
        statues++;
    }
    wm_scene_free(s);
    wm_bw2_model_free(m);
}

static void try_walkmesh(const char *path, const wm_buffer *bytes)
{
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, NULL);
    wm_scene *s = b && b->face_count ? wm_scene_from_kotor_bwm(b, NULL, &details, NULL) : NULL;
    if (s) {
        by_way_of_gltf(path, s);
        by_other_hands(path, s);
        walkmeshes++;
    }
    wm_scene_free(s);
    wm_kotor_bwm_free(b);
}

static void try_terrain(const char *path, const wm_buffer *bytes)
{
    wm_nwn2_trn *t = wm_nwn2_trn_read(bytes->data, bytes->size, NULL, NULL);
    wm_scene *s = t && t->aswm ? wm_scene_from_nwn2_trn(t, &details, NULL) : NULL;
    if (s) {
        by_way_of_gltf(path, s);
        by_other_hands(path, s);
        terrains++;
    }
    wm_scene_free(s);
    wm_nwn2_trn_free(t);
}

static void try_file(const char *path)
{
    wm_buffer bytes;
    bool mdl = ends(path, ".mdl"), trn = ends(path, ".trn") || ends(path, ".trx");
    bool wok = ends(path, ".wok") || ends(path, ".pwk") || ends(path, ".dwk");
    bool bw2 = ends(path, ".bwm");
    if ((!mdl && !trn && !wok && !bw2) || wm_file_read(path, NULL, &bytes, NULL) != WM_OK)
        return;
    if (mdl)
        try_model(path, &bytes);
    else if (trn)
        try_terrain(path, &bytes);
    else if (bw2)
        try_statue(path, &bytes);
    else
        try_walkmesh(path, &bytes);
    wm_buffer_free(&bytes);
}

static void walk(const char *directory)
{
    DIR *d = opendir(directory);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        char path[4096];
        struct stat st;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            walk(path);
        else
            try_file(path);
    }
    if (d)
        closedir(d);
}

static void every_real_file_comes_back(void **state)
{
    (void)state;
    NEED_CORPUS();
    char path[4096];
    static const char *const games[] = {"kotor", "nwn2", "bw2"};
    for (int i = 0; i < 3; i++) { /* the broken ones hold numbers that are not finite */
        snprintf(path, sizeof path, "%s/%s", test_corpus(), games[i]);
        walk(path);
    }
    print_message("%u and %u models, %u walkmeshes, %u terrains\n", models, statues, walkmeshes,
                  terrains);
    print_message("%u by other hands, %u animations: %g m off at the most\n", foreign_count,
                  foreign_animations, foreign_worst);
    assert_true(foreign_count >= 170 && foreign_animations >= 50);
    assert_true(models >= 50 && statues >= 30 && walkmeshes >= 40 && terrains >= 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_come_back),
        cmocka_unit_test(awkward_scenes_come_back),
        cmocka_unit_test(files_of_other_programs_are_read),
        cmocka_unit_test(patched_bytes_are_safe),
        cmocka_unit_test(every_real_file_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
