/* Areas: the input is one walkmesh, used as four rooms: unchanged, on top of itself, with
 * flipped faces (so that its edges meet those of the first), and slightly moved. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static void flip_faces(wm_kotor_bwm *b)
{
    for (uint32_t i = 0; i < b->face_count; i++) {
        uint32_t swap = b->faces[i].vertex[1];
        b->faces[i].vertex[1] = b->faces[i].vertex[2];
        b->faces[i].vertex[2] = swap;
    }
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].edge / 3 < b->face_count)
            b->edges[i].edge += 2 - 2 * (b->edges[i].edge % 3);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const char layout[] = "beginlayout\nroomcount 4\n a 0 0 0\n b 0 0 0\n c 0 0 0\n"
                                 " d 0 0 0\ndonelayout\n";
    wm_kotor_bwm *rooms[4];
    wm_report report;
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(layout, sizeof layout - 1, NULL, NULL);
    FUZZ_CHECK(lyt);
    for (int i = 0; i < 4; i++)
        rooms[i] = wm_kotor_bwm_read(data, size, NULL, NULL);
    if (rooms[0]) {
        flip_faces(rooms[2]);
        for (uint32_t i = 0; i < rooms[3]->vertex_count; i++)
            rooms[3]->vertices[i].x += 0.004f;
        wm_report_init(&report, NULL);
        wm_kotor_area *area =
            wm_kotor_area_new(lyt, (const wm_kotor_bwm *const *)rooms, NULL, NULL);
        FUZZ_CHECK(area);
        FUZZ_CHECK(wm_kotor_area_check(area, NULL, &report, NULL) == WM_OK);
        wm_kotor_area_free(area);
        wm_report_free(&report);
        wm_kotor_bwm_free(rooms[1]);
        rooms[1] = NULL;
        wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(lyt, rooms, NULL, NULL);
        FUZZ_CHECK(fixes);
        wm_kotor_room_fixes_free(fixes);
        test_walk_bwm(rooms[0]);
        test_walk_bwm(rooms[2]);
        test_walk_bwm(rooms[3]);
    }
    for (int i = 0; i < 4; i++)
        wm_kotor_bwm_free(rooms[i]);
    wm_kotor_lyt_free(lyt);
}
