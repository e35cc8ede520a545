/* Planted faults in files of KotOR modules. */
#include "fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "area/pth.h"
#include "areas.h"
#include "modules.h"

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

const test_fixture fixtures_module[] = {
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
