/* Maps of KotOR areas: places of the world on the picture, as the numbers of real AREs say. */
#include <math.h>

#include "areas.h"
#include "support.h"

static wm_walkmesh *mesh_of(const test_area *a)
{
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, NULL, NULL);
    wm_walkmesh *mesh = area ? wm_walkmesh_from_kotor_area(area, NULL, NULL) : NULL;
    wm_kotor_area_free(area);
    assert_non_null(mesh);
    return mesh;
}

/* The whole floor is on the picture, and metres have the same size in both directions. */
static void check_fit(uint32_t columns, uint32_t rows, bool k2, uint32_t north)
{
    test_area *a = test_area_make(columns, rows, 4, 4);
    wm_walkmesh *mesh = mesh_of(a);
    wm_kotor_minimap map = wm_kotor_minimap_fit(mesh, k2);
    double zero[2] = {0, 0}, x[2] = {1, 0}, y[2] = {0, 1}, p[3][2];
    assert_int_equal(map.north_axis, north);
    assert_int_equal(map.width, k2 ? 512 : 440);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const double at[2] = {(double)mesh->vertices[i].x, (double)mesh->vertices[i].y};
        wm_kotor_minimap_place(&map, at, p[0]);
        assert_true(p[0][0] > 0 && p[0][0] < 1 && p[0][1] > 0 && p[0][1] < 1);
    }
    wm_kotor_minimap_place(&map, zero, p[0]);
    wm_kotor_minimap_place(&map, x, p[1]);
    wm_kotor_minimap_place(&map, y, p[2]);
    double along = hypot((p[1][0] - p[0][0]) * map.width, (p[1][1] - p[0][1]) * map.height);
    double across = hypot((p[2][0] - p[0][0]) * map.width, (p[2][1] - p[0][1]) * map.height);
    assert_true(fabs(along - across) < 1e-3 * along);
    if (north == 0)
        assert_true(p[1][0] > p[0][0] && p[2][1] < p[0][1]); /* x to the right, y up */
    else
        assert_true(p[1][1] > p[0][1] && p[2][0] > p[0][0]); /* x down, y to the right */
    wm_walkmesh_free(mesh);
    test_area_free(a);
}

static void floors_fit(void **state)
{
    (void)state;
    check_fit(3, 2, false, 0);
    check_fit(3, 2, true, 0);
    check_fit(1, 4, false, 3);
}

/* ---- real areas ---- */

static wm_buffer extract(const char *file, const char *name, const char *type)
{
    wm_buffer archive = test_corpus_file(file), bytes;
    wm_source source = {.size = archive.size, .data = archive.data};
    wm_archive *a = wm_archive_new(&source, NULL, NULL);
    assert_non_null(a);
    uint32_t i = wm_archive_find(a, name, type);
    assert_int_not_equal(i, WM_NO_INDEX);
    assert_int_equal(wm_archive_extract(a, i, NULL, &bytes, NULL), WM_OK);
    wm_archive_free(a);
    wm_buffer_free(&archive);
    return bytes;
}

static wm_kotor_minimap read_map(const char *file, const char *area)
{
    static const char *const names[2][2][2] = {
        {{"WorldPt1X", "WorldPt1Y"}, {"WorldPt2X", "WorldPt2Y"}},
        {{"MapPt1X", "MapPt1Y"}, {"MapPt2X", "MapPt2Y"}}};
    wm_buffer bytes = extract(file, area, "are");
    wm_gff *are = wm_gff_read(bytes.data, bytes.size, NULL, NULL);
    wm_gff_value v;
    assert_true(are && wm_gff_find(are, 0, "Map", &v));
    wm_kotor_minimap map = {.north_axis =
                                (uint32_t)wm_gff_number(are, v.structure, "NorthAxis", 9)};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            map.world[i][k] = (float)wm_gff_number(are, v.structure, names[0][i][k], 0);
            map.map[i][k] = (float)wm_gff_number(are, v.structure, names[1][i][k], 0);
        }
    wm_gff_free(are);
    wm_buffer_free(&bytes);
    return map;
}

/* The width at which metres have the same size in both directions, in pixels. The places were
 * clicked by hand, so it is not exact. */
static void check_shape(const char *file, const char *area, double width)
{
    wm_kotor_minimap map = read_map(file, area);
    double p[3][2], at[3][2] = {{0, 0}, {100, 0}, {0, 100}};
    for (int i = 0; i < 3; i++)
        wm_kotor_minimap_place(&map, at[i], p[i]);
    bool turned = map.north_axis > 1;
    double x = fabs(p[turned ? 2 : 1][0] - p[0][0]), y = fabs(p[turned ? 1 : 2][1] - p[0][1]);
    double found = 256 * y / x;
    print_message("%s: %.0f pixels\n", area, found);
    assert_true(fabs(found - width) < 0.06 * width);
    for (int i = 0; i < 2; i++) {
        const double world[2] = {(double)map.world[i][0], (double)map.world[i][1]};
        wm_kotor_minimap_place(&map, world, p[0]);
        assert_true(fabs(p[0][0] - (double)map.map[i][0]) < 1e-6);
        assert_true(fabs(p[0][1] - (double)map.map[i][1]) < 1e-6);
    }
}

static void real_maps_keep_their_shape(void **state)
{
    (void)state;
    NEED_CORPUS();
    check_shape("archives/mod/745KOR.mod", "745kor", 512);
    check_shape("archives/mod/701KOR.mod", "701kor", 512);
    check_shape("archives/mod/k1r_paztourney.mod", "k1r_pazak", 440);
    check_shape("archives/mod/manm26ae_dup.mod", "m26ae", 440);
    check_shape("archives/mod/ebo_m40aa.mod", "m12ac", 440);
}

/* Rooms are bright on this picture. */
static uint32_t count_bright(const wm_buffer *tga, const wm_kotor_pth *pth,
                             const wm_kotor_minimap *map, double width)
{
    uint32_t bright = 0;
    for (uint32_t i = 0; i < pth->point_count; i++) {
        const double at[2] = {(double)pth->points[i].x, (double)pth->points[i].y};
        double p[2];
        wm_kotor_minimap_place(map, at, p);
        size_t x = (size_t)(p[0] * width), y = 255 - (size_t)(p[1] * 256); /* from the bottom */
        const uint8_t *pixel = tga->data + 18 + 4 * (512 * y + x);
        bright += pixel[0] + pixel[1] + pixel[2] > 300;
    }
    return bright;
}

static void real_points_lie_on_their_picture(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char file[] = "archives/mod/k1r_paztourney.mod";
    wm_buffer tga = extract(file, "lbl_mapk1r_pazak", "tga"),
              bytes = extract(file, "k1r_pazak", "pth");
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes.data, bytes.size, NULL, NULL);
    wm_kotor_minimap map = read_map(file, "k1r_pazak");
    assert_int_equal(tga.size, 524306);
    assert_int_equal(pth->point_count, 83);
    assert_in_range(count_bright(&tga, pth, &map, 440), 60, 83);
    assert_in_range(count_bright(&tga, pth, &map, 512), 0, 40);
    wm_kotor_pth_free(pth);
    wm_buffer_free(&bytes);
    wm_buffer_free(&tga);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_fit),
        cmocka_unit_test(real_maps_keep_their_shape),
        cmocka_unit_test(real_points_lie_on_their_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
