/* The OBJ reader: every form of a face, every kind of mistake, and meshes that were made
 * elsewhere on their way to walkmeshes. */
#include <math.h>

#include "convert/internal.h"
#include "support.h"

static wm_scene *read_text(const char *text, bool positions_only)
{
    wm_error error;
    const wm_obj_read_opts opts = {.positions_only = positions_only};
    wm_scene *s = wm_obj_read(text, strlen(text), &opts, &error);
    if (!s)
        fail_msg("line %u: %s: %s", (unsigned)error.line, error.path, error.message);
    return s;
}

/* ---- is it one? -------------------------------------------------------- */

static void obj_files_are_recognised(void **state)
{
    static const char *const yes[] = {"v 0 0 0\n",
                                      "# made by hand\n\n\nvt 0.5\n",
                                      "vn 1e3 0 0",
                                      "vp -.5 1",
                                      "o thing\ns 1\nf 1/2/3 2 3\n",
                                      "f -1 -2 -3",
                                      "p 1",
                                      "l 2 3",
                                      "mtllib a.mtl\n",
                                      "usemtl red\n# nothing else\n",
                                      "g\nmg 1 2\n"};
    static const char *const no[] = {"",
                                     "# only a comment\n",
                                     "o\ns off\ng\n", /* words of one letter begin any text */
                                     "v\n",
                                     "v nothing\n",
                                     "f some words\n",
                                     "f\n",
                                     "o thing\nnode dummy a\n",
                                     "vertex 0 0 0\n"};
    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!wm_obj_detect(yes[i], strlen(yes[i])))
            fail_msg("not recognised: %s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (wm_obj_detect(no[i], strlen(no[i])))
            fail_msg("recognised: %s", no[i]);
}

/* ---- the reader -------------------------------------------------------- */

static void faces_of_every_form_are_read(void **state)
{
    static const char text[] = "# a comment that ends so \\\n"
                               "v 0 0 0\nv 1 0 0\r\nv 1 1 \\\n0\nv 0 1 0\rvt 0 0\nvt 1 0.5 0\n"
                               "vn 0 0 1\n\to  my mesh \n"
                               "usemtl stone\nf 1 2 3 4\n"
                               "usemtl grass blades\nf -4/1 -3/2 \\\n -2/1\n"
                               "usemtl stone\nf 1//1 2//1 3//-1\ns off\nf 1/1/1 2/2/1 4/1/1\n"
                               "l 1 2\np 1\n";
    static const uint32_t wanted[] = {0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 3};
    (void)state;
    wm_scene *s = read_text(text, true);
    const wm_scene_mesh *m = &s->meshes[0];
    assert_string_equal(m->name, "my mesh");
    assert_string_equal(s->source, "obj");
    assert_int_equal(s->up, WM_UP_Y);
    assert_int_equal(m->vertex_count, 4);
    assert_int_equal(m->index_count, 15);
    assert_memory_equal(m->indices, wanted, sizeof wanted);
    assert_int_equal(m->part_count, 3);
    assert_int_equal(s->material_count, 2);
    assert_string_equal(s->materials[m->parts[1].material].name, "grass blades");
    assert_int_equal(m->parts[2].material, m->parts[0].material);
    wm_scene_free(s);
    s = read_text(text, false); /* a vertex for each kind of corner */
    m = &s->meshes[0];
    assert_int_equal(m->vertex_count, 4 + 3 + 3 + 3);
    assert_true(m->uvs[0][5][1] == 0.5f);
    assert_null(m->normals); /* some corners have none */
    wm_scene_free(s);
}

static wm_status load(void *user, const char *name, const void **data, size_t *size,
                      wm_error *error)
{
    static const char text[] = "# Blender\nnewmtl brick\nKd 0.5 0.25 1\nd 0.5\n"
                               "map_Kd -s 2 2 1 -clamp on textures\\My Wall.TGA\n"
                               "newmtl nobody\nKd 1 1 1\nnewmtl glow\nKe 1 0 0\nTr 0\n"
                               "map_Bump -bm 1.0 bumps/wall_n.dds\nmap_Ks s.png\n";
    unsigned *calls = user;
    ++*calls;
    if (strcmp(name, "broken.mtl") == 0)
        return wm_error_set(error, WM_LIMIT, "", "too large");
    if (strcmp(name, "my.mtl") == 0) {
        *data = text;
        *size = sizeof text - 1;
    }
    return WM_OK;
}

/* As Blender writes it: objects, materials in a file next to it, smoothing. */
static void objects_become_nodes(void **state)
{
    static const char text[] = "mtllib none.mtl my.mtl\no House\n"
                               "v 0 0 0 1 0 0.5\nv 1 0 0 1 0 0\nv 1 1 0 1 0 0\nvt 0 0.25\n"
                               "vn 0 0 1\nusemtl brick\ns 1\nf 1/1/1 2/1/1 3/1/1\n"
                               "o Roof\nv 0 0 2\ng part\nusemtl glow\ns off\nf 1 2 4\n"
                               "usemtl brick\nf 1 3 4\no House\nusemtl glow\nf 3//1 2//1 1//1\n"
                               "o Nothing\n";
    unsigned calls = 0;
    const wm_obj_read_opts opts = {.load = load, .user = &calls};
    (void)state;
    wm_scene *s = wm_obj_read(text, strlen(text), &opts, NULL);
    assert_non_null(s);
    assert_int_equal(calls, 3); /* the whole line, then each word */
    assert_int_equal(s->node_count, 2);
    assert_string_equal(s->nodes[0].name, "House");
    assert_string_equal(s->nodes[1].name, "Roof");
    const wm_scene_mesh *house = &s->meshes[s->nodes[0].mesh], *roof = &s->meshes[1];
    assert_int_equal(house->part_count, 2);
    assert_int_equal(house->vertex_count, 6);
    assert_true(house->normals && house->uvs[0] && house->colours);
    assert_true(house->colours[0][2] == 0.5f && house->colours[0][3] == 1);
    assert_true(house->extras.items[0].numbers[0] == 1 && house->extras.items[0].numbers[1] == 0);
    assert_int_equal(roof->vertex_count, 4);
    assert_true(!roof->normals && !roof->uvs[0]);
    const wm_scene_material *brick = &s->materials[0], *glow = &s->materials[1];
    assert_true(brick->diffuse.y == 0.25f && brick->alpha == 0.5f && brick->blended);
    assert_string_equal(brick->textures[WM_TEXTURE_SLOT_COLOUR].name, "My Wall");
    assert_true(brick->textures[WM_TEXTURE_SLOT_COLOUR].clamp_u);
    assert_true(glow->self_illumination.x == 1 && glow->alpha == 1 && !glow->blended);
    assert_string_equal(glow->textures[WM_TEXTURE_SLOT_NORMAL].name, "wall_n.dds");
    assert_string_equal(glow->textures[WM_TEXTURE_SLOT_SPECULAR].name, "s");
    wm_scene_free(s);
}

/* Names that lead out of the folder never reach `load`. */
static void material_files_elsewhere(void **state)
{
    static const char *const names[] = {"../my.mtl",       "a/../my.mtl", "a\\..\\my.mtl",
                                        "/my.mtl",         "\\my.mtl",    "C:\\my.mtl",
                                        "http://x/my.mtl", "..",          "a/.."};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[128];
        wm_report report;
        unsigned calls = 0;
        wm_report_init(&report, NULL);
        const wm_obj_read_opts opts = {.base = {.report = &report}, .load = load, .user = &calls};
        snprintf(text, sizeof text, "mtllib %s\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", names[i]);
        wm_scene *s = wm_obj_read(text, strlen(text), &opts, NULL);
        assert_non_null(s);
        assert_int_equal(calls, 0);
        assert_int_equal(report.count, 1);
        assert_int_equal(report.issues[0].code, WM_OBJ_MATERIALS_MISSING);
        assert_non_null(strstr(report.issues[0].message, "is not the name of a file next to"));
        wm_scene_free(s);
        wm_report_free(&report);
    }
}

/* Two dots in a name lead nowhere. */
static void material_files_below(void **state)
{
    static const char *const names[] = {"a..b.mtl", "...", "sub/my.mtl", "./my.mtl", "a/..b"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[128];
        unsigned calls = 0;
        const wm_obj_read_opts opts = {.load = load, .user = &calls};
        snprintf(text, sizeof text, "mtllib %s\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", names[i]);
        wm_scene *s = wm_obj_read(text, strlen(text), &opts, NULL);
        assert_non_null(s);
        assert_int_equal(calls, 2); /* the whole line, then each word */
        wm_scene_free(s);
    }
}

static void a_material_file_that_cannot_be_loaded(void **state)
{
    static const char text[] = "mtllib my.mtl broken.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    unsigned calls = 0;
    const wm_obj_read_opts opts = {.load = load, .user = &calls};
    wm_error error;
    (void)state;
    assert_null(wm_obj_read(text, strlen(text), &opts, &error));
    assert_int_equal(calls, 3);
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "mtllib");
    assert_string_equal(error.message, "cannot read 'broken.mtl': too large");
}

/* Statements that begin after a backslash are counted too. */
static void lines_may_begin_with_a_backslash(void **state)
{
    static const char text[] = "\\\nv 0 0 0\n\\\n\\\nv 1 0 0\n\\\no a\n\\\nmtllib b\n\\\n"
                               "usemtl c\n\\\nvt 1 1\n\\\nvn 1 0 0\n\\\nf 1/1/1 \\\n2/1/1 1/1/1\n";
    (void)state;
    wm_scene *s = read_text(text, false);
    assert_int_equal(s->meshes[0].vertex_count, 2);
    assert_string_equal(s->nodes[0].name, "a");
    wm_scene_free(s);
}

typedef struct mistake {
    const char *text;
    wm_status code;
    uint32_t line;
} mistake;

/* A backslash may follow a keyword without a space. What is counted is what is read. */
static void backslashes_may_touch_keywords(void **state)
{
    enum { TIMES = 400 };
    static const char once[] = "v\\\n 0 0 0\nv\\\n1 0 0\nv\\\n 0 1 0\nvt\\\n0 1\nvn\\\n 0 0 1\n"
                               "f\\\n-3/-1/-1 -2/-1/-1\\\n -1/-1/-1\n";
    size_t size = sizeof once - 1;
    char *text = malloc(TIMES * size + 1);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < TIMES; i++)
        memcpy(text + i * size, once, size);
    text[TIMES * size] = '\0';
    wm_scene *s = read_text(text, false);
    const wm_scene_mesh *m = &s->meshes[0];
    assert_int_equal(m->index_count, 3 * TIMES);
    assert_int_equal(m->vertex_count, 3 * TIMES);
    assert_true(m->normals && m->uvs[0]);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        assert_true(m->normals[i].z == 1 && m->uvs[0][i][1] == 1 &&
                    m->positions[i].x == (i % 3 == 1 ? 1 : 0));
    wm_scene_free(s);
    free(text);
}

static void mistakes_are_told_with_their_line(void **state)
{
    static const mistake list[] = {
        {"v 0 0\n", WM_BAD_TEXT, 1},
        {"v 0 0 0\nv 0 x 0\n", WM_BAD_TEXT, 2},
        {"v 0 0 0\nf 1 1\n", WM_BAD_TEXT, 2},
        {"v 0 0 0\nf 1 1 2\n", WM_BAD_VALUE, 2},
        {"v 0 0 0\nf 1 1 -2\n", WM_BAD_VALUE, 2},
        {"v 0 0 0\nf 1 1 0\n", WM_BAD_VALUE, 2},
        {"v 0 0 0\n\n# x\nf 1 1 1/1\n", WM_BAD_VALUE, 4},
        {"v 0 0 0\nf 1 1 1/1/1/1\n", WM_BAD_VALUE, 2},
        {"v 0 0 0\nf 1 1 1///\n", WM_BAD_TEXT, 2},
        {"v 0 0 0\nf 1 1 99999999999999999999\n", WM_BAD_VALUE, 2},
        {"v 0 0 0\nf 1 \\\n1 \\\nx\n", WM_BAD_VALUE, 4},
        {"# waymark numbers grid 1 x\nv 0 0 0\n", WM_BAD_TEXT, 1},
        {"# waymark empty a 1 2\nv 0 0 0\n", WM_BAD_TEXT, 1},
        {"", WM_BAD_MAGIC, 0},
        {"hello\n", WM_BAD_MAGIC, 0},
        {"\\\n\\\n\\", WM_BAD_MAGIC, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        wm_error error = {.code = WM_OK};
        wm_scene *s = wm_obj_read(list[i].text, strlen(list[i].text), NULL, &error);
        if (s || error.code != list[i].code || error.line != list[i].line)
            fail_msg("%s: %s at line %u: %s", list[i].text, wm_status_name(error.code),
                     (unsigned)error.line, error.message);
    }
}

/* A polygon of n corners makes n - 2 triangles, in time and memory that grow with n. */
static void large_polygons_are_linear(void **state)
{
    enum { CORNERS = 200000 };
    size_t size = 16 + 2 * (size_t)CORNERS, n = 0;
    char *text = malloc(size);
    (void)state;
    assert_non_null(text);
    n = (size_t)snprintf(text, size, "v 0 0 0\nf");
    for (int i = 0; i < CORNERS; i++) {
        text[n++] = ' ';
        text[n++] = '1';
    }
    wm_scene *s = wm_obj_read(text, n, NULL, NULL);
    assert_non_null(s);
    assert_int_equal(s->meshes[0].index_count, 3 * (CORNERS - 2));
    wm_scene_free(s);
    free(text);
}

/* ---- names ------------------------------------------------------------- */

static void names_mean_surfaces(void **state)
{
    static const struct {
        const char *name;
        int flags; /* -1: nothing */
    } list[] = {
        {"stone", WM_NWN2_WALKABLE | WM_NWN2_STONE},
        {"Stone.001", WM_NWN2_WALKABLE | WM_NWN2_STONE},
        {"stone_not_walkable", WM_NWN2_STONE},
        {"Stone, not walkable", WM_NWN2_STONE},
        {"nonwalk", 0},
        {"none", WM_NWN2_WALKABLE},
        {"dirt_grass walkable", WM_NWN2_WALKABLE | WM_NWN2_DIRT | WM_NWN2_GRASS},
        {"none_not_walkable_bits_0x4002", 0x4002},
        {"Material.003", -1},
        {"", -1},
        {"...", -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        uint16_t flags = 0;
        bool good = wmi_nwn2_surface_flags(list[i].name, &flags);
        assert_int_equal(good ? flags : -1, list[i].flags);
    }
    for (uint32_t f = 0; f < 0x10000; f++) { /* every name means what it was built from */
        char name[WMI_SURFACE_TEXT];
        uint16_t back = 0;
        wmi_nwn2_surface_name((uint16_t)f, name);
        assert_true(wmi_nwn2_surface_flags(name, &back));
        assert_int_equal(back, f & ~(uint32_t)WM_NWN2_CLOCKWISE);
    }
    for (uint32_t m = 0; m < 100; m++) {
        char name[WMI_SURFACE_TEXT];
        uint32_t back = 0;
        wmi_kotor_surface_word(NULL, m, name);
        assert_true(wmi_kotor_surface_number(NULL, name, &back));
        assert_int_equal(back, m);
    }
    uint32_t number = 0;
    assert_true(wmi_kotor_surface_number(NULL, "non-walk.012", &number) && number == 7);
    assert_false(wmi_kotor_surface_number(NULL, "Material.001", &number));
}

/* ---- meshes made elsewhere --------------------------------------------- */

/* Y up, 20 by 20 metres, one half of it facing down. */
static const char floor_text[] = "v 0 1 0\nv 20 1 0\nv 20 1 -20\nv 0 1 -20\n"
                                 "usemtl stone\nf 1 2 3\nusemtl grass_not_walkable\nf 1 4 3\n";

static void no_errors(const wm_nwn2_trn *trn)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, &error), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity == WM_SEVERITY_ERROR)
            fail_msg("%s", report.issues[i].message);
    wm_report_free(&report);
}

static void a_floor_becomes_a_baked_area(void **state)
{
    wm_error error;
    wm_walkmesh_import_result result;
    wm_nwn2_aswm_stats stats;
    (void)state;
    wm_scene *s = read_text(floor_text, true);
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(s, NULL, &result, &error);
    assert_non_null(trn);
    assert_false(result.straight);
    assert_int_equal(result.flipped, 1);
    assert_true(result.split > 0);
    assert_int_equal(trn->aswm->grid_width, 3);
    assert_int_equal(trn->aswm->grid_height, 3);
    no_errors(trn);
    assert_int_equal(wm_nwn2_aswm_measure(trn->aswm, &stats, NULL), WM_OK);
    assert_true(fabs(stats.walkable_m2 - 200) < 1e-3);
    assert_true(stats.min.z == 1 && stats.max.z == 1 && stats.max.y == 20);
    wm_nwn2_trn_free(trn);
    const wm_walkmesh_import_opts wide = {.tile_width = 20};
    trn = wm_nwn2_trn_from_scene(s, &wide, &result, &error);
    assert_non_null(trn);
    assert_int_equal(trn->aswm->grid_width, 1);
    assert_int_equal(result.split, 0);
    wm_nwn2_trn_free(trn);
    wm_scene_free(s);
}

/* What is impossible is reported, with the reason. */
static void refused(const char *text, const wm_walkmesh_import_opts *opts, bool bwm, wm_status code,
                    const char *says)
{
    wm_error error = {.code = WM_OK};
    wm_scene *s = read_text(text, true);
    if (bwm)
        assert_null(wm_kotor_bwm_from_scene(s, opts, NULL, &error));
    else
        assert_null(wm_nwn2_trn_from_scene(s, opts, NULL, &error));
    if (error.code != code || !strstr(error.message, says))
        fail_msg("%s: %s", wm_status_name(error.code), error.message);
    wm_scene_free(s);
}

static void what_cannot_be_is_refused(void **state)
{
    static const char unknown[] = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nusemtl Material.001\nf 1 2 3\n";
    static const char outside[] = "v 0 0 0\nv 1 0 0\nv 0 0 5\nf 1 3 2\n";
    static const char large[] = "v 0 0 0\nv 1e9 0 0\nv 0 0 -5\nf 1 2 3\n";
    (void)state;
    refused(unknown, NULL, false, WM_BAD_VALUE, "'Material.001' is not a surface");
    refused(unknown, NULL, true, WM_BAD_VALUE, "'Material.001' is not a surface");
    refused(outside, NULL, false, WM_BAD_VALUE, "outside the area");
    refused(large, NULL, false, WM_LIMIT, "metres");
    refused("v 0 0 0\n", NULL, false, WM_BAD_VALUE, "no triangles");
    refused("v inf 0 0\nf 1 1 1\n", NULL, true, WM_BAD_VALUE, "not finite");
    const wm_walkmesh_import_opts named = {.material = "wood"};
    wm_scene *s = read_text(unknown, true);
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(s, &named, NULL, NULL);
    assert_non_null(trn);
    assert_int_equal(wm_nwn2_material(trn->aswm->triangles[0].flags), 4);
    wm_nwn2_trn_free(trn);
    wm_scene_free(s);
}

/* 160 triangles in one tile: the baker names it. */
static void crowded_tiles_are_named(void **state)
{
    char text[16384];
    size_t n = 0;
    (void)state;
    for (int i = 0; i <= 80; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "v %d.%d 0 0\nv %d.%d 0 -1\n", i / 10,
                              i % 10, i / 10, i % 10);
    for (int i = 0; i < 80; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "f %d %d %d %d\n", 2 * i + 1, 2 * i + 3,
                              2 * i + 4, 2 * i + 2);
    refused(text, NULL, false, WM_LIMIT, "127 are allowed");
}

/* Coincident vertices stay apart unless they are to be welded. */
static void welding_is_a_choice(void **state)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\n"
                               "usemtl Metal\nf 1 2 3\nf 4 5 6\n";
    wm_walkmesh_import_result result;
    (void)state;
    for (int weld = 0; weld < 2; weld++) {
        const wm_walkmesh_import_opts opts = {.weld = weld ? WM_WELD_ON : WM_WELD_AUTO,
                                              .type = WM_KOTOR_BWM_TYPE_AREA};
        wm_scene *s = read_text(text, true);
        wm_kotor_bwm *b = wm_kotor_bwm_from_scene(s, &opts, &result, NULL);
        assert_non_null(b);
        assert_int_equal(b->vertex_count, weld ? 4 : 6);
        assert_int_equal(result.welded, weld ? 2 : 0);
        assert_int_equal(b->edge_count, weld ? 4 : 6);
        wm_kotor_bwm_free(b);
        wm_scene_free(s);
    }
}

/* A named empty gives the nearest outer edge its room; one that is far away is lost. */
static void empties_become_transitions(void **state)
{
    static const char text[] =
        "# waymark empty Transition_7.001 1.1 0 -0.5\n# waymark empty transition_2 50 0 50\n"
        "# waymark empty relative_hook_2 1 2 -3\n"
        "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nusemtl Metal\nf 4 3 2 1\n";
    const wm_walkmesh_import_opts opts = {.type = WM_KOTOR_BWM_TYPE_AREA};
    wm_walkmesh_import_result result;
    (void)state;
    wm_scene *s = read_text(text, true);
    wm_kotor_bwm *b = wm_kotor_bwm_from_scene(s, &opts, &result, NULL);
    assert_non_null(b);
    uint32_t found = 0;
    assert_int_equal(result.lost, 1);
    assert_int_equal(result.flipped, 2);
    for (uint32_t i = 0; i < b->edge_count; i++) {
        if (b->edges[i].transition == WM_NO_INDEX)
            continue;
        const uint32_t *v = b->faces[b->edges[i].edge / 3].vertex;
        uint32_t k = b->edges[i].edge % 3;
        assert_int_equal(b->edges[i].transition, 7);
        assert_true(b->vertices[v[k]].x == 1 && b->vertices[v[(k + 1) % 3]].x == 1);
        found++;
    }
    assert_int_equal(found, 1);
    assert_true(b->relative_hook[1].x == 1 && b->relative_hook[1].y == 3 &&
                b->relative_hook[1].z == 2);
    wm_kotor_bwm_free(b);
    wm_scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_files_are_recognised),
        cmocka_unit_test(faces_of_every_form_are_read),
        cmocka_unit_test(objects_become_nodes),
        cmocka_unit_test(material_files_elsewhere),
        cmocka_unit_test(material_files_below),
        cmocka_unit_test(a_material_file_that_cannot_be_loaded),
        cmocka_unit_test(lines_may_begin_with_a_backslash),
        cmocka_unit_test(backslashes_may_touch_keywords),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(large_polygons_are_linear),
        cmocka_unit_test(names_mean_surfaces),
        cmocka_unit_test(a_floor_becomes_a_baked_area),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(crowded_tiles_are_named),
        cmocka_unit_test(welding_is_a_choice),
        cmocka_unit_test(empties_become_transitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
