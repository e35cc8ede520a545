/* Planted faults in walkmesh texts and 2DA tables. */
#include "fixtures.h"
#include "support.h"

static void check_text(const char *text, wm_report *report)
{
    wm_error error;
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = report}};
    wm_kotor_bwm_text *doc = wm_kotor_bwm_text_read(text, strlen(text), &opts, &error);
    if (!doc || wm_kotor_bwm_text_check(doc, NULL, report, &error) != WM_OK)
        fail_msg("check: line %u: %s", (unsigned)error.line, error.message);
    wm_kotor_bwm_text_free(doc);
}

#define TRIANGLE "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\n"
#define TREE "aabb\n0 0 0 4 4 0 0\n"

static void syntax(wm_report *report)
{
    check_text("node aabb\nverts 3\n0 0 0\n4 zero 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\n" TREE
               "endnode\n",
               report);
}

static void tree(wm_report *report)
{
    check_text("node aabb\n" TRIANGLE "aabb\n0 0 0 4 4 0 -1\n0 0 0 4 4 0 0\nendnode\n", report);
}

static void no_tree(wm_report *report)
{
    check_text("node aabb\n" TRIANGLE "endnode\n", report);
}

static void long_line(wm_report *report)
{
    char text[1024], blanks[300];
    memset(blanks, ' ', sizeof blanks - 1);
    blanks[sizeof blanks - 1] = '\0';
    snprintf(text, sizeof text, "node aabb\n%s" TRIANGLE TREE "endnode\n", blanks);
    check_text(text, report);
}

static void rotated(wm_report *report)
{
    check_text("node trimesh box_wg\norientation 0 0 1 1.5\n" TRIANGLE "endnode\n", report);
}

static void ignored(wm_report *report)
{
    check_text("node trimesh box_wg\nwirecolor 1 1 1\n" TRIANGLE "endnode\n", report);
}

static void hook(wm_report *report)
{
    check_text("node trimesh box_wg\n" TRIANGLE "endnode\n"
               "node dummy box_DWK_dp_open1_01\nposition 1 1 1\nendnode\n",
               report);
}

static void inner_link(wm_report *report)
{
    check_text("node aabb\nverts 4\n0 0 0\n4 0 0\n4 4 0\n0 4 0\nfaces 2\n0 1 2 1 0 0 0 4\n"
               "0 2 3 1 0 0 0 4\nroomlinks 1\n2 5\n"
               "aabb\n0 0 0 4 4 0 -1\n0 0 0 4 4 0 0\n0 0 0 4 4 0 1\nendnode\n",
               report);
}

static void check_table(const void *data, size_t size, wm_report *report)
{
    wm_read_opts opts = {.report = report};
    wm_error error;
    wm_2da *table = wm_2da_read(data, size, &opts, &error);
    if (!table)
        fail_msg("read: %s", error.message);
    wm_2da_free(table);
}

static void cell_offset(wm_report *report)
{
    static const char table[] = "2DA V2.b\na\t\0\1\0\0\0"
                                "0\t"
                                "\2\0"
                                "\2\0"
                                "x";
    check_table(table, sizeof table, report);
}

static void short_row(wm_report *report)
{
    check_table("2DA V2.0\n\na b\n0 1\n", 19, report);
}

static void long_row(wm_report *report)
{
    check_table("2DA V2.0\n\na b\n0 1 2 3\n", 23, report);
}

static void row_number(wm_report *report)
{
    check_table("2DA V2.0\n\na b\n4 1 2\n", 21, report);
}

const test_fixture fixtures_kotor_text[] = {
    {WM_KOTOR_TEXT_SYNTAX, "a vertex with a word for a number", syntax},
    {WM_KOTOR_TEXT_TREE, "an inner node without a right child", tree},
    {WM_KOTOR_TEXT_NO_TREE, "an area without aabb rows", no_tree},
    {WM_KOTOR_TEXT_LONG_LINE, "a line of more than 299 bytes", long_line},
    {WM_KOTOR_TEXT_ROTATED, "an orientation of 1.5 radians about z", rotated},
    {WM_KOTOR_TEXT_IGNORED, "a wire colour", ignored},
    {WM_KOTOR_TEXT_HOOK, "the hook of a door state that is not there", hook},
    {WM_KOTOR_TEXT_LINK, "a room link on the edge between two faces", inner_link},
    {WM_TWODA_OFFSET, "a cell beyond the strings", cell_offset},
    {WM_TWODA_CELLS_MISSING, "one cell for two columns", short_row},
    {WM_TWODA_CELLS_EXTRA, "three cells for two columns", long_row},
    {WM_TWODA_LABEL, "the first row numbered 4", row_number},
    {0},
};
