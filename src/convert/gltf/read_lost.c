/* What another program lost of a scene of this library: the extras say what there was. */
#include "convert/gltf/read.h"
#include "convert/internal.h"

/* Programs drop meshes that no node shows. The extras still name them. */
static void report_hidden(const wmi_gltf_reader *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const wm_json_value *node = wm_json_item(g->nodes.list, i);
        count += wmi_gltf_extra(node, "hidden_mesh") && g->node_of[i] != WM_NO_INDEX &&
                 g->scene->nodes[g->node_of[i]].mesh == WM_NO_INDEX;
    }
    if (count)
        wmi_report(g->opts->base.report, WM_GLTF_HIDDEN_LOST, wmi_nowhere(),
                   "%lu %s never drawn %s lost: --template has %s", (ul)count,
                   count == 1 ? "mesh that is" : "meshes that are", count == 1 ? "is" : "are",
                   count == 1 ? "it" : "them");
}

/* Blender drops triangles that have the vertices of another one. */
static void report_doubles(const wmi_gltf_reader *g)
{
    uint32_t count = 0, meshes = 0;
    for (uint32_t i = 0; i < g->meshes.count && i < g->scene->mesh_count; i++) {
        const wm_json_value *list = wmi_gltf_extra(wm_json_item(g->meshes.list, i), "doubles");
        uint32_t doubles = 0, all = 0, now = g->scene->meshes[i].index_count / 3;
        wmi_gltf_get_index(wm_json_item(list, 0), WM_NO_INDEX, &doubles);
        wmi_gltf_get_index(wm_json_item(list, 1), WM_NO_INDEX, &all);
        uint32_t lost = all > now ? all - now : 0;
        count += lost < doubles ? lost : doubles;
        meshes += lost && doubles;
    }
    if (count)
        wmi_report(g->opts->base.report, WM_GLTF_DOUBLES_LOST, wmi_nowhere(),
                   "%lu %s of another %s lost, in %lu %s: --template has %s", (ul)count,
                   count == 1 ? "triangle with the vertices" : "triangles with the vertices",
                   count == 1 ? "is" : "are", (ul)meshes, meshes == 1 ? "mesh" : "meshes",
                   count == 1 ? "it" : "them");
}

/* Blender drops very small weights. */
static void report_weights(const wmi_gltf_reader *g)
{
    uint32_t count = 0, meshes = 0;
    for (uint32_t i = 0; i < g->meshes.count && i < g->scene->mesh_count; i++) {
        const wm_json_value *value =
            wmi_gltf_extra(wm_json_item(g->meshes.list, i), "small_weights");
        uint32_t before = 0, now = wmi_small_weights(&g->scene->meshes[i]);
        wmi_gltf_get_index(value, WM_NO_INDEX, &before);
        count += before > now ? before - now : 0;
        meshes += before > now;
    }
    if (count)
        wmi_report(g->opts->base.report, WM_GLTF_WEIGHTS_LOST, wmi_nowhere(),
                   "%lu %s of at most 0.0001 %s lost, in %lu %s: --template has %s", (ul)count,
                   count == 1 ? "weight" : "weights", count == 1 ? "is" : "are", (ul)meshes,
                   meshes == 1 ? "mesh" : "meshes", count == 1 ? "it" : "them");
}

/* The format that the scene came from, by the name of the frame. */
static void report_extras(const wmi_gltf_reader *g)
{
    const wm_json_value *frame = wm_json_item(g->nodes.list, g->frame);
    const char *name = wmi_gltf_get_text(frame, "name");
    if (wmi_gltf_extra(frame, "kind") || !name)
        return;
    size_t n = wmi_stem_length(name, 3), skip = sizeof WMI_GLTF_FRAME - 1;
    wmi_report(
        g->opts->base.report, WM_GLTF_EXTRAS_LOST, wmi_nowhere(),
        "this scene came from a file of the format %.*s, and its custom properties are lost: "
        "give that file with --template, or export with custom properties",
        (int)(n > skip ? n - skip : 0), name + skip);
}

void wmi_gltf_report_lost(const wmi_gltf_reader *g)
{
    report_hidden(g);
    report_doubles(g);
    report_weights(g);
    report_extras(g);
}
