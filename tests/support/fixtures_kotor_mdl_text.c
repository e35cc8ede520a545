/* Planted faults in model texts. */
#include "fixtures.h"
#include "support.h"

static void read_text(const char *text, wm_report *report)
{
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = report}};
    wm_error error;
    wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text, strlen(text), &opts, &error);
    if (!mdl)
        fail_msg("read: line %u: %s", (unsigned)error.line, error.message);
    wm_kotor_mdl_free(mdl);
}

#define ROOT "newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
#define MESH ROOT "node trimesh box\nparent m\n"
#define TRIANGLE "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\n"
#define END "endnode\nendmodelgeom m\n"

static void syntax(wm_report *report)
{
    read_text(MESH "verts 3\n0 0 0\n4 zero 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\n" END, report);
}

static void count(wm_report *report)
{
    read_text(MESH "verts 4\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\n" END, report);
}

static void range(wm_report *report)
{
    read_text(MESH "render 300\n" TRIANGLE END, report);
}

static void index_range(wm_report *report)
{
    read_text(MESH "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 3 1 0 0 0 4\n" END, report);
}

static void parent(wm_report *report)
{
    read_text(ROOT "node dummy a\nparent nobody\n" END, report);
}

static void root(wm_report *report)
{
    read_text(ROOT "node dummy a\nparent NULL\n" END, report);
}

static void name(wm_report *report)
{
    read_text(ROOT "node dummy a\nparent m\nendnode\nnode dummy a\nparent m\n" END, report);
}

static void bone(wm_report *report)
{
    read_text(ROOT "node skin s\nparent m\n" TRIANGLE "weights 3\nm 1\nm 1\nghost 1\n" END, report);
}

static void animation(wm_report *report)
{
    read_text(ROOT "endmodelgeom m\nnewanim walk m\nlength 1\nnode dummy ghost\nparent NULL\n"
                   "endnode\ndoneanim walk m\n",
              report);
}

static void saber(wm_report *report)
{
    read_text(ROOT "node trimesh 2081__blade\nparent m\n" TRIANGLE END, report);
}

static void tree(wm_report *report)
{
    read_text(ROOT "node aabb floor\nparent m\n" TRIANGLE
                   "aabb 0 0 0 4 4 0 -1\n0 0 0 4 4 0 0\n" END,
              report);
}

static void keyword(wm_report *report)
{
    read_text(MESH "sparkle 1\n" TRIANGLE END, report);
}

static void ignored(wm_report *report)
{
    read_text(MESH "tilefade 1\n" TRIANGLE END, report);
}

static void smoothing(wm_report *report)
{
    read_text("# mdlops ver: 1.0.2 from KOTOR binary source\n" MESH TRIANGLE END, report);
}

static void stale(wm_report *report)
{
    read_text("#wm text 1 k1-pc 1 1\n" ROOT "node dummy a\nparent m\nposition 1 2 3\n"
              "#wm pose 00000000 : AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n" END,
              report);
}

const test_fixture fixtures_kotor_mdl_text[] = {
    {WM_KOTOR_MDL_TEXT_SYNTAX, "a vertex with a word for a number", syntax},
    {WM_KOTOR_MDL_TEXT_COUNT, "three vertices where four are announced", count},
    {WM_KOTOR_MDL_TEXT_RANGE, "a flag of 300 in a byte", range},
    {WM_KOTOR_MDL_TEXT_INDEX, "a face with vertex 3 of 3", index_range},
    {WM_KOTOR_MDL_TEXT_PARENT, "a parent that is nowhere", parent},
    {WM_KOTOR_MDL_TEXT_ROOT, "two nodes without a parent", root},
    {WM_KOTOR_MDL_TEXT_NAME, "two nodes of one name", name},
    {WM_KOTOR_MDL_TEXT_BONE, "a weight on a bone that is no node", bone},
    {WM_KOTOR_MDL_TEXT_ANIMATION, "an animation of a node that is not there", animation},
    {WM_KOTOR_MDL_TEXT_SABER, "a saber of three vertices", saber},
    {WM_KOTOR_MDL_TEXT_TREE, "an inner box with one child", tree},
    {WM_KOTOR_MDL_TEXT_KEYWORD, "a keyword that nobody knows", keyword},
    {WM_KOTOR_MDL_TEXT_IGNORED, "tilefade", ignored},
    {WM_KOTOR_MDL_TEXT_SMOOTHING, "a text of mdlops", smoothing},
    {WM_KOTOR_MDL_TEXT_STALE, "a note with another sum", stale},
    {0},
};
