/* A program outside of the project: makes a floor, checks it, counts it. */
#include <stdio.h>
#include <string.h>

#include <waymark/waymark.h>

int main(void)
{
    wm_error error;
    wm_kotor_bwm_stats stats;
    wm_kotor_bwm *floor = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, &error);
    if (!floor || wm_kotor_bwm_reserve(floor, 3, 1, &error) != WM_OK)
        return 1;
    floor->vertices[1].x = 2;
    floor->vertices[2].y = 2;
    floor->faces[0] = (wm_kotor_face){{0, 1, 2}};
    floor->materials[0] = 4;
    if (wm_kotor_bwm_rebuild(floor, NULL, NULL, &error) != WM_OK ||
        wm_kotor_bwm_measure(floor, NULL, &stats, &error) != WM_OK)
        return 1;
    printf("waymark %s: %u walkable, %g m2\n", wm_version(), (unsigned)stats.walkable,
           stats.walkable_m2);
    wm_kotor_bwm_free(floor);
    return strcmp(wm_version(), WM_VERSION_STRING) != 0;
}
