/* Files of KotOR modules, written as described in docs/formats/kotor-pth-git.md. */
#include "modules.h"

#include <stdlib.h>
#include <string.h>

wm_kotor_pth *test_pth(const float (*points)[2], uint32_t point_count, const uint32_t (*pairs)[2],
                       uint32_t pair_count)
{
    wm_kotor_pth *pth = wm_kotor_pth_new(NULL, NULL);
    if (!pth)
        abort();
    pth->points = wm_kotor_pth_alloc(pth, point_count, sizeof *pth->points, NULL);
    pth->links = wm_kotor_pth_alloc(pth, 2 * (size_t)pair_count, sizeof *pth->links, NULL);
    if (!pth->points || !pth->links)
        abort();
    pth->point_count = point_count;
    for (uint32_t i = 0; i < point_count; i++) {
        wm_kotor_pth_point *p = &pth->points[i];
        *p = (wm_kotor_pth_point){points[i][0], points[i][1], pth->link_count, 0};
        for (uint32_t k = 0; k < pair_count; k++)
            for (int end = 0; end < 2; end++)
                if (pairs[k][end] == i) {
                    pth->links[pth->link_count++] = pairs[k][1 - end];
                    p->count++;
                }
    }
    return pth;
}

uint8_t *test_pth_bytes(const wm_kotor_pth *pth, size_t *size)
{
    wm_buffer out;
    if (wm_kotor_pth_write(pth, NULL, &out, NULL) != WM_OK)
        abort();
    uint8_t *bytes = malloc(out.size);
    if (!bytes)
        abort();
    memcpy(bytes, out.data, out.size);
    *size = out.size;
    wm_buffer_free(&out);
    return bytes;
}

wm_kotor_pth *test_pth_square(void)
{
    static const float points[][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 2}};
    static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {2, 4}};
    return test_pth(points, 5, pairs, 6);
}
