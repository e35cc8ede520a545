/* Planted faults in files of KotOR modules. */
#include "fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "area/pth.h"
#include "areas.h"
#include "gits.h"
#include "modules.h"
#include "shelf.h"

typedef void (*planter)(wm_kotor_pth *pth);

static void with_square(planter plant, wm_report *report)
{
    wm_kotor_pth *pth = test_pth_square();
    plant(pth);
    if (wm_kotor_pth_check(pth, NULL, report, NULL) != WM_OK)
        abort();
    wm_kotor_pth_free(pth);
}

static void plant_not_finite(wm_kotor_pth *pth)
{
    pth->points[1].y = NAN;
}

static void plant_range(wm_kotor_pth *pth)
{
    pth->links[2] = 5;
}

static void plant_link_range(wm_kotor_pth *pth)
{
    pth->points[4].count++;
}

static void plant_shared(wm_kotor_pth *pth)
{
    pth->points[1].first = pth->points[0].first;
}

static void plant_unused(wm_kotor_pth *pth)
{
    pth->points[4].count--;
}

static void plant_self(wm_kotor_pth *pth)
{
    pth->links[0] = 0;
}

static void plant_one_way(wm_kotor_pth *pth)
{
    pth->links[0] = 2;
}

static void plant_isolated(wm_kotor_pth *pth)
{
    for (uint32_t i = 0; i < pth->link_count; i++)
        pth->links[i] = pth->links[i] == 4 ? 0 : pth->links[i];
    pth->points[4].count = 0;
}

#define ROW(name)                                                                                  \
    static void name(wm_report *r)                                                                 \
    {                                                                                              \
        with_square(plant_##name, r);                                                              \
    }
ROW(not_finite)
ROW(range)
ROW(link_range)
ROW(shared)
ROW(unused)
ROW(self)
ROW(one_way)
ROW(isolated)

/* The label of a list is spelt in another way. */
static void field_missing(wm_report *report)
{
    size_t size;
    wm_kotor_pth *square = test_pth_square();
    uint8_t *bytes = test_pth_bytes(square, &size);
    for (size_t i = 0; i + 15 < size; i++)
        if (memcmp(bytes + i, "Path_Conections", 15) == 0)
            bytes[i] = 'p';
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes, size, NULL, NULL);
    if (!pth || wm_kotor_pth_check(pth, NULL, report, NULL) != WM_OK)
        abort();
    wm_kotor_pth_free(pth);
    wm_kotor_pth_free(square);
    free(bytes);
}

/* Two rooms with a door between them, and points that do not fit. */
static void on_floor(const float (*points)[2], wm_report *report)
{
    static const uint32_t pair[][2] = {{0, 1}};
    test_area *a = test_area_make(2, 1, 6, 6);
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, NULL, NULL);
    wm_walkmesh *mesh = area ? wm_walkmesh_from_kotor_area(area, NULL, NULL) : NULL;
    wm_kotor_pth *pth = test_pth(points, 2, pair, 1);
    if (!mesh || wmi_pth_check_floor(pth, mesh, NULL, report, NULL) != WM_OK)
        abort();
    wm_kotor_pth_free(pth);
    wm_walkmesh_free(mesh);
    wm_kotor_area_free(area);
    test_area_free(a);
}

static void off_floor(wm_report *report)
{
    static const float points[][2] = {{1, 1}, {1, -3}};
    on_floor(points, report);
}

/* From corner to corner, past the door. */
static void link_blocked(wm_report *report)
{
    static const float points[][2] = {{1, 0.5f}, {11, 0.5f}};
    on_floor(points, report);
}

/* ---- GIT ---- */

static void with_object(test_object object, wm_report *report)
{
    size_t size;
    uint8_t *bytes = test_kotor_git(&object, 1, &size);
    wm_kotor_git *git = wm_kotor_git_read(bytes, size, NULL, NULL);
    if (!git || wm_kotor_git_check(git, NULL, report, NULL) != WM_OK)
        abort();
    wm_kotor_git_free(git);
    free(bytes);
}

static void git_not_finite(wm_report *report)
{
    with_object((test_object){.kind = 'd', .resource = "a", .position = {0, INFINITY, 0}}, report);
}

static void git_bearing(wm_report *report)
{
    with_object((test_object){.kind = 'p', .resource = "a", .bearing = 90}, report);
}

static void git_outline(wm_report *report)
{
    with_object((test_object){.kind = 't', .resource = "a", .corners = 2}, report);
}

/* An area of one room with an object in it, and the tables of a game. */
static void in_area(test_object object, wm_report *report)
{
    test_shelf shelf = {.count = 0};
    test_area *a = test_area_make(1, 1, 6, 6);
    size_t size;
    uint8_t *git = test_kotor_git(&object, 1, &size);
    test_shelf_put(&shelf, "grid", "git", git, size);
    test_shelf_put_walkmesh(&shelf, a->lyt->rooms[0].name, a->rooms[0]);
    test_shelf_put_text(&shelf, "genericdoors", "2da", "2DA V2.0\n\n modelname\n0 DOR_ONE\n");
    test_shelf_put_text(&shelf, "placeables", "2da", "2DA V2.0\n\n modelname\n0 plc_one\n");
    test_shelf_put_text(&shelf, "dor_one", "mdl", "");
    const wm_open_opts opts = {.name = "grid.lyt", .finder = test_shelf_finder(&shelf)};
    if (wm_check(a->lyt->text, a->lyt->size, &opts, report, NULL) != WM_OK)
        abort();
    test_shelf_clear(&shelf);
    free(git);
    test_area_free(a);
}

static void template_missing(wm_report *report)
{
    in_area((test_object){.kind = 'd', .resource = "none", .position = {3, 3, 0}}, report);
}

static void model_missing(wm_report *report)
{
    in_area((test_object){.kind = 'p', .position = {3, 3, 0}}, report);
}

static void row_missing(wm_report *report)
{
    in_area((test_object){.kind = 'p', .position = {3, 3, 0}, .appearance = 7}, report);
}

static void door_off_floor(wm_report *report)
{
    in_area((test_object){.kind = 'd', .position = {3, -9, 0}}, report);
}

/* The last bytes of a GIT are an item of a list. */
static void gff_range(wm_report *report)
{
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    memset(bytes + size - 4, 0xFF, 4);
    wm_gff *gff = wm_gff_read(bytes, size, NULL, NULL);
    if (!gff || wm_gff_check(gff, NULL, report, NULL) != WM_OK)
        abort();
    wm_gff_free(gff);
    free(bytes);
}

const test_fixture fixtures_module[] = {
    {WM_GFF_RANGE, "a list whose last item is no struct", gff_range},
    {WM_KOTOR_GIT_NOT_FINITE, "a door at infinity", git_not_finite},
    {WM_KOTOR_GIT_BEARING, "a placeable turned by 90 radians", git_bearing},
    {WM_KOTOR_GIT_OUTLINE, "a trigger with two corners", git_outline},
    {WM_AREA_TEMPLATE_MISSING, "a door without a UTD", template_missing},
    {WM_AREA_MODEL_MISSING, "a placeable whose model is not there", model_missing},
    {WM_AREA_MODEL_MISSING, "a placeable of a row that the table does not have", row_missing},
    {WM_AREA_DOOR_OFF_FLOOR, "a door nine metres from the room", door_off_floor},
    {WM_KOTOR_PTH_FIELD_MISSING, "a list with a misspelt label", field_missing},
    {WM_KOTOR_PTH_NOT_FINITE, "a point without a y", not_finite},
    {WM_KOTOR_PTH_RANGE, "a link to point 5 of 5", range},
    {WM_KOTOR_PTH_RANGE, "a point with one link too many", link_range},
    {WM_KOTOR_PTH_SHARED_LINK, "two points with the same links", shared},
    {WM_KOTOR_PTH_UNUSED_LINK, "a point with one link too few", unused},
    {WM_KOTOR_PTH_SELF_LINK, "a link to itself", self},
    {WM_KOTOR_PTH_ONE_WAY, "a link with another goal", one_way},
    {WM_KOTOR_PTH_ISOLATED, "a point that no link names", isolated},
    {WM_AREA_PTH_OFF_FLOOR, "a point beyond the wall", off_floor},
    {WM_AREA_PTH_LINK_BLOCKED, "a link beside the door", link_blocked},
    {0},
};
