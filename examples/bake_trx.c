/* Bakes the ground of a Neverwinter Nights 2 area: makes a TRX from a TRN.
 *
 *   bake_trx IN.trn OUT.trx
 *
 * 'waymark bake' does more: it reads the GIT of the area, cuts holes, lays the floors of placeables
 * (wm_nwn2_trn_lay) and merges triangles in tiles that have too many. */
#include <stdio.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

int main(int argc, char **argv)
{
    wm_error error;
    wm_buffer in = {0}, out = {0};
    char text[512];
    if (argc != 3) {
        fputs("usage: bake_trx IN.trn OUT.trx\n", stderr);
        return 2;
    }
    wm_nwn2_trn *trn = NULL;
    if (wm_file_read(argv[1], NULL, &in, &error) == WM_OK)
        trn = wm_nwn2_trn_read(in.data, in.size, NULL, &error);
    bool good = trn != NULL;
    if (good && !trn->aswm) /* a file of packets may have no walkmesh at all */
        good = wm_error_set(&error, WM_BAD_VALUE, "", "the file has no walkmesh") == WM_OK;

    /* First the ground, as the game's bake makes it, here without any holes; then the tables. On
     * failure, rebuild names the tile that has too many triangles. */
    good = good && wm_nwn2_trn_cut(trn, NULL, 0, NULL, &error) == WM_OK &&
           wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) == WM_OK &&
           wm_nwn2_trn_write(trn, NULL, &out, &error) == WM_OK &&
           wm_file_write(argv[2], out.data, out.size, true, &error) == WM_OK;
    if (good)
        printf("%s: %u triangles in %u x %u tiles, %u islands\n", argv[2],
               trn->aswm->triangle_count, trn->aswm->grid_width, trn->aswm->grid_height,
               trn->aswm->island_count);
    else
        fprintf(stderr, "bake_trx: %s\n", wm_error_format(&error, argv[1], text, sizeof text));
    wm_buffer_free(&in);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(trn);
    return good ? 0 : 1;
}
