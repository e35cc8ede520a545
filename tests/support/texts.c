/* See texts.h. The rooms are a strip of four half squares along x at z = 0: faces 0 to 3 of
 * the text; the first is not walkable. */
#include "texts.h"

#include <stdlib.h>
#include <string.h>

#define STRIP                                                                                      \
    "  verts 6\n"                                                                                  \
    "    0 0 0\n    2 0 0\n    4 0 0\n    0 2 0\n    2 2 0\n    4 2 0\n"                           \
    "  faces 4\n"                                                                                  \
    "    0 1 4  1  0 0 0  7\n"                                                                     \
    "    0 4 3  1  0 0 0  4\n"                                                                     \
    "    1 2 5  1  0 0 0  10\n"                                                                    \
    "    1 5 4  1  0 0 0  4\n"

#define PANEL(position)                                                                            \
    "  position " position "\n"                                                                    \
    "  orientation 1.0 0.0 0.0 0.0\n"                                                              \
    "  wirecolor 0.1 0.2 0.3\n  bitmap NULL\n"                                                     \
    "  verts 4\n    -1 0 0\n    1 0 0\n    1 0 2.5\n    -1 0 2.5\n"                                \
    "  faces 2\n    0 1 2  1  0 0 0  7\n    0 2 3  1  0 0 0  7\n"

const test_text test_texts[] = {
    {.name = "engine.wok.ascii",
     .what = "node aabb with tabs, CRLF, faces to be sorted and boxes to be swapped",
     .text = "node aabb\r\n"
             "\tposition 0.5 0.25 -1\r\n"
             "\torientation 0 0 0 1\r\n"
             "\tverts 6\r\n"
             "\t\t0 0 0\r\n\t\t2 0 0\r\n\t\t4 0 0\r\n\t\t0 2 0\r\n\t\t2 2 0\r\n\t\t4 2 0\r\n"
             "\tfaces 4\r\n"
             "\t\t0 1 4 -1 -1 -1 -1 7\r\n\t\t0 4 3 -1 -1 -1 -1 4\r\n"
             "\t\t1 2 5 -1 -1 -1 -1 10\r\n\t\t1 5 4 -1 -1 -1 -1 4\r\n"
             "\taabb\r\n"
             "\t\t0 0 0 4 2 0 -1\r\n"
             "\t\t2 0 0 0 2 0 -1\r\n" /* min and max of x swapped */
             "\t\t0 0 0 2 2 0 0\r\n"
             "\t\t0 0 0 2 2 0 1\r\n"
             "\t\t2 0 0 4 2 0 -1\r\n"
             "\t\t2 0 0 4 2 0 2\r\n"
             "\t\t2 0 0 4 2 0 3\r\n"
             "endnode\r\n"},
    {.name = "mdlops.wok.ascii",
     .what = "node trimesh with comments, links to the next keyword, a row on the aabb line",
     .text = "# Exported by a tool\n#\n# WOKMESH ASCII\n"
             "beginwalkmeshgeom strip\n"
             "node trimesh strip_wok\n  parent strip\n  position 1 2 3\n"
             "  orientation 1.0 0.0 0.0 0.0\n" STRIP "  roomlinks 2\n    6 3\n    7 5\n"
             "  aabb 0 0 0 4 2 0 -1\n"
             "      0 0 0 2 2 0 -1\n      0 0 0 2 2 0 1\n      0 0 0 2 2 0 0\n"
             "      2 0 0 4 2 0 -1\n      2 0 0 4 2 0 3\n      2 0 0 4 2 0 2\n"
             "endnode\nendwalkmeshgeom strip\n"},
    {.name = "mdledit.wok.ascii",
     .what = "node trimesh, the count of links being that of all edges",
     .text = "# Exported from MDLedit\n# WOKMESH  ASCII\nnode trimesh WALKMESH\n  parent room\n"
             "  position 0.0 0.0 0.0\n  orientation 1.0 0.0 0.0 0.0\n" STRIP
             "  roomlinks 7\n    6 3\n    7 5\nendnode"},
    {.name = "endlist.wok.ascii",
     .what = "links without a count, closed by endlist",
     .text = "NODE Trimesh WALKMESH\n  Position 0 0 0\n" STRIP
             "  roomlinks\n    6 3\n    7 5\n  endlist\n  bitmap NULL\nENDNODE\n"},
    {.name = "placeable.pwk.ascii",
     .what = "an object with use hooks",
     .text = "# PWKMESH  ASCII\nnode dummy plc_box_pwk\n  parent plc_box\nendnode\n"
             "node trimesh plc_box_wg\n  parent plc_box_pwk\n" PANEL(
                 "0.5 -0.25 0") "endnode\n"
                                "node dummy box_pwk_use01\n  parent plc_box_wg\n  position 0 -1 "
                                "0\nendnode\n"
                                "node dummy box_pwk_use02\n  parent plc_box_wg\n  position 0 1.5 "
                                "0\nendnode\n"},
    {.name = "door.dwk.ascii",
     .what = "three states of a door, with hooks",
     .text = "#NWmax DWKMESH  ASCII\nnode dummy door_DWK\n  parent door\nendnode\n"
             "node dummy door_DWK_dp_closed_01\n  position 0 -1 0\nendnode\n"
             "node dummy door_DWK_dp_closed_02\n  position 0 1 0\nendnode\n"
             "node dummy door_DWK_dp_open1_01\n  position 0.5 -2 0\nendnode\n"
             "node dummy door_DWK_dp_open2_01\n  position 0.5 2 0\nendnode\n"
             "node trimesh door_DWK_wg_open2\n" PANEL(
                 "1 0 0") "endnode\n"
                          "node trimesh door_DWK_wg_closed\n" PANEL(
                              "0.125 0.25 0") "endnode\n"
                                              "node trimesh door_DWK_wg_open1\n" PANEL(
                                                  "-1 0 0") "endnode\n"},
    {0},
};

/* "Walk" is 1 for row 1, whose label points into the middle of another string. */
static const char binary_table[] = "2DA V2.b\nlabel\twalk\t\0"
                                   "\3\0\0\0"
                                   "0\t1\t7\t"
                                   "\0\0\11\0"
                                   "\2\0\7\0"
                                   "\11\0\6\0"
                                   "\0\0"
                                   "NoDirt\0001\0\0";

const test_text test_tables[] = {
    {.name = "surfacemat.2da",
     .what = "materials as the games have them",
     .text =
         "2DA V2.0\n\n   Label Walk WalkCheck LineOfSight\n"
         "0  NotDefined 0 0 0\n1  Dirt 1 1 1\n2  Obscuring 0 0 1\n3  \"Tall grass\" 1 1 ****\n"},
    {.name = "odd.2da",
     .what = "a default, bare CR, short and long rows, wrong numbers, blank lines, mixed case",
     .text = "2DA\tV2.0 junk\rDEFAULT: 7\r\rlabel WALK\r0 a 1 extra\r\r5 \"b c\"\r2 **** \"\"\r"},
    {.name = "binary.2da",
     .what = "strings shared in part, size 0, labels that are not positions",
     .text = binary_table,
     .size = sizeof binary_table - 1},
    {.name = "empty.2da",
     .what = "no rows, and the file ends after their count",
     .text = "2DA V2.b\na\tb\t\0\0\0\0\0",
     .size = 18},
    {0},
};

const test_text *test_text_find(const test_text *list, const char *name)
{
    for (; list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    abort();
}

size_t test_text_size(const test_text *text)
{
    return text->size ? text->size : strlen(text->text);
}

char *test_text_small_box(void)
{
    static const char good[] = "0 0 0 4 2 0 -1", bad[] = "0 0 0 1 1 0 -1";
    const test_text *t = test_text_find(test_texts, "engine.wok.ascii");
    char *text = malloc(test_text_size(t) + 1), *box;
    if (!text)
        abort();
    memcpy(text, t->text, test_text_size(t) + 1);
    box = strstr(text, good);
    if (!box)
        abort();
    memcpy(box, bad, sizeof bad - 1);
    return text;
}
