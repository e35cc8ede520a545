/* Planted faults in binary models: what the reader finds. */
#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "models.h"
#include "support.h"

/* Reads the sample after `plant` changed its files; the MDX may become smaller. */
static void read_damaged(void (*plant)(uint8_t *mdl, const wm_kotor_mdl *valid), wm_report *report)
{
    wm_buffer mdl, mdx;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *valid = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(valid);
    plant(mdl.data, valid);
    wm_read_opts opts = {.report = report};
    wm_kotor_mdl_free(wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, NULL));
    wm_kotor_mdl_free(valid);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static void plant_pointer(uint8_t *mdl, const wm_kotor_mdl *m)
{
    wmi_put32(mdl + m->tree.nodes[MODEL_BOX].offset + WMI_MDL_NODE + 8, 0xFFFFFF);
}

static void plant_loop(uint8_t *mdl, const wm_kotor_mdl *m)
{
    /* The only child of the bone becomes the bone itself. */
    uint8_t *bone = mdl + m->tree.nodes[MODEL_BONE].offset;
    wmi_put32(mdl + WMI_MDL_BASE + wmi_le32(bone + 44),
              m->tree.nodes[MODEL_BONE].offset - WMI_MDL_BASE);
}

static void plant_empty_slot(uint8_t *mdl, const wm_kotor_mdl *m)
{
    const uint8_t *root = mdl + m->tree.nodes[MODEL_ROOT].offset;
    wmi_put32(mdl + WMI_MDL_BASE + wmi_le32(root + 44), 0);
}

static void plant_flags(uint8_t *mdl, const wm_kotor_mdl *m)
{
    wmi_put16(mdl + m->tree.nodes[MODEL_BOX].offset, WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_SKIN);
}

static void plant_name(uint8_t *mdl, const wm_kotor_mdl *m)
{
    wmi_put16(mdl + m->tree.nodes[MODEL_BOX].offset + 4, 99);
}

static void plant_vertex(uint8_t *mdl, const wm_kotor_mdl *m)
{
    const uint8_t *mesh = mdl + m->tree.nodes[MODEL_BOX].offset + WMI_MDL_NODE;
    wmi_put16(mdl + WMI_MDL_BASE + wmi_le32(mesh + 8) + 26, 4);
}

static void plant_box(uint8_t *mdl, const wm_kotor_mdl *m)
{
    const wm_kotor_mdl_node *n = &m->tree.nodes[MODEL_FLOOR];
    uint32_t field = wmi_mdl_pointer_field(m, n, WMI_BLOCK_AABBS);
    wmi_put32(mdl + WMI_MDL_BASE + wmi_le32(mdl + n->offset + field) + 24, 0xFFFFFFFF);
}

static void plant_function(uint8_t *mdl, const wm_kotor_mdl *m)
{
    (void)m;
    wmi_put32(mdl + WMI_MDL_BASE, 4200000);
}

static void pointer(wm_report *r)
{
    read_damaged(plant_pointer, r);
}
static void loop(wm_report *r)
{
    read_damaged(plant_loop, r);
}
static void empty_slot(wm_report *r)
{
    read_damaged(plant_empty_slot, r);
}
static void flags(wm_report *r)
{
    read_damaged(plant_flags, r);
}
static void name(wm_report *r)
{
    read_damaged(plant_name, r);
}
static void vertex(wm_report *r)
{
    read_damaged(plant_vertex, r);
}
static void box(wm_report *r)
{
    read_damaged(plant_box, r);
}
static void function(wm_report *r)
{
    read_damaged(plant_function, r);
}

/* Reads the sample with an MDX that does not belong to it. */
static void read_with(const uint8_t *mdx, size_t size, wm_report *report)
{
    wm_buffer mdl, own;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &own);
    wm_read_opts opts = {.report = report};
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(mdl.data, mdl.size, mdx ? mdx : own.data, size, &opts, NULL);
    assert_non_null(m);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&own);
}

static void missing(wm_report *report)
{
    wm_buffer mdl, mdx;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_read_opts opts = {.report = report};
    wm_kotor_mdl_free(wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, &opts, NULL));
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static void cut(wm_report *report)
{
    read_with(NULL, 100, report);
}

static void text_mode(wm_report *report)
{
    uint8_t mdx[3000];
    for (size_t i = 0; i < sizeof mdx; i++)
        mdx[i] = i % 50 == 0 ? '\n' : 1;
    read_with(mdx, sizeof mdx, report);
}

static void longer(wm_report *report)
{
    uint8_t mdx[3000] = {0};
    read_with(mdx, sizeof mdx, report);
}

const test_fixture fixtures_kotor_mdl[] = {
    {WM_KOTOR_MDL_POINTER, "faces after the end of the file", pointer},
    {WM_KOTOR_MDL_LOOP, "a bone that is its own child", loop},
    {WM_KOTOR_MDL_CHILD_EMPTY, "a root whose first child is 0", empty_slot},
    {WM_KOTOR_MDL_FLAGS, "a skin that is no mesh", flags},
    {WM_KOTOR_MDL_NAME_INDEX, "name 99 of 12", name},
    {WM_KOTOR_MDL_VERTEX_INDEX, "vertex 4 of 4", vertex},
    {WM_KOTOR_MDL_AABB_LINK, "children at 0xFFFFFFFF", box},
    {WM_KOTOR_MDL_VARIANT, "an unknown engine address", function},
    {WM_KOTOR_MDX_MISSING, "no MDX", missing},
    {WM_KOTOR_MDX_SHORT, "an MDX of 100 bytes", cut},
    {WM_KOTOR_MDX_NEWLINES, "an MDX without a CR", text_mode},
    {WM_KOTOR_MDX_SIZE, "an MDX with more than the rows", longer},
    {0},
};
