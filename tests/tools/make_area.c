/* make_area DIR [damaged|module]: writes an area of 3 by 2 rooms into DIR: grid.lyt, grid.vis
 * and the walkmeshes. Damaged: one door leads back to nobody, one leads to a number
 *  that no room has, and one seam misses by 4 mm. Module: also module.ifo, grid.git with two doors,
 * two crates and a trigger, and what they need. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "gits.h"
#include "samples.h"
#include "system.h"
#include "waymark/file.h"

static int put(const char *directory, const char *name, const void *data, size_t size)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (wm_file_write(path, data, size, true, &error) == WM_OK)
        return 0;
    fprintf(stderr, "make_area: %s: %s\n", path, error.message);
    return 1;
}

static void damage(test_area *a)
{
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
    test_area_door(a, 3, 4)->transition = 77;
    test_area_corner(a, 4, test_area_door(a, 4, 1)->edge, 0)->y += 0.004f;
    (void)wm_kotor_bwm_rebuild(a->rooms[4], NULL, NULL, NULL);
}

static int put_made(const char *directory, const char *name, uint8_t *bytes, size_t size)
{
    int bad = put(directory, name, bytes, size);
    free(bytes);
    return bad;
}

static int put_sample(const char *directory, const char *name, const char *sample)
{
    wm_buffer bytes = {0};
    wm_kotor_bwm *bwm = test_sample_make(sample);
    if (wm_kotor_bwm_write(bwm, NULL, &bytes, NULL) != WM_OK)
        return 1;
    int bad = put(directory, name, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(bwm);
    return bad;
}

static int put_module(const char *to)
{
    static const test_object objects[] = {
        {'d', "door_a", {5, 2.5f, 0}, 1.5707964f, 0, 0},
        {'d', "lost", {2.5f, 5, 0}, 0, 0, 0},
        {'p', "crate", {8, 2, 0}, 0.5f, 0, 0},
        {'p', "crate", {2, 8, 0}, 0, 0, 0},
        {'t', "step", {13, 1, 0}, 0, 0, 4},
    };
    static const char doors[] = "2DA V2.0\n\n modelname\n0 DOR_A\n";
    static const char model[] = "newmodel dor_a\nsetsupermodel dor_a NULL\nclassification Door\n"
                                "setanimationscale 1\nbeginmodelgeom dor_a\nnode dummy dor_a\n"
                                "  parent NULL\nendnode\nendmodelgeom dor_a\ndonemodel dor_a\n";
    static const char placeables[] = "2DA V2.0\n\n modelname\n0 PLC_Crate\n";
    size_t n;
    uint8_t *bytes = test_template("IFO ", "Mod_Entry_Area", 0, "grid", &n);
    int bad = put_made(to, "module.ifo", bytes, n);
    bytes = test_kotor_git(objects, 5, &n);
    bad += put_made(to, "grid.git", bytes, n);
    bytes = test_template("UTD ", "GenericType", 0, NULL, &n);
    bad += put_made(to, "door_a.utd", bytes, n);
    bytes = test_template("UTP ", "Appearance", 0, NULL, &n);
    bad += put_made(to, "crate.utp", bytes, n);
    bad += put(to, "genericdoors.2da", doors, sizeof doors - 1);
    bad += put(to, "placeables.2da", placeables, sizeof placeables - 1);
    bad += put_sample(to, "dor_a0.dwk", "door0.dwk") + put_sample(to, "plc_crate.pwk", "crate.pwk");
    return bad + put(to, "dor_a.mdl", model, sizeof model - 1);
}

int main(int argc, char **argv)
{
    static const char vis[] = "Grid_00_00 2\n  Grid_01_00\n  Grid_00_01\n";
    if (argc < 2) {
        fputs("usage: make_area DIR [damaged|module]\n", stderr);
        return 2;
    }
    test_area *a = test_area_make(3, 2, 4, 4);
    if (argc > 2 && strcmp(argv[2], "damaged") == 0)
        damage(a);
    test_make_directory(argv[1]);
    int bad = put(argv[1], "grid.lyt", a->text, strlen(a->text)) +
              put(argv[1], "grid.vis", vis, sizeof vis - 1);
    for (uint32_t i = 0; i < a->count; i++) {
        char name[64];
        wm_buffer bytes;
        snprintf(name, sizeof name, "grid_%02u_%02u.wok", (unsigned)(i % a->columns),
                 (unsigned)(i / a->columns));
        if (wm_kotor_bwm_write(a->rooms[i], NULL, &bytes, NULL) != WM_OK)
            return 1;
        bad += put(argv[1], name, bytes.data, bytes.size);
        wm_buffer_free(&bytes);
    }
    test_area_free(a);
    if (argc > 2 && strcmp(argv[2], "module") == 0)
        bad += put_module(argv[1]);
    return bad ? 1 : 0;
}
