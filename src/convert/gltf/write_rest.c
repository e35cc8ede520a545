/* Blender's bones have no scale at rest. In an animation that does not scale a node, its exporter
 * writes the scale 1: a blade that is hidden by a scale of 0 would be seen. So such a node has a
 * channel with its scale at rest in every animation, which readers of ours skip. docs/gltf.md, "The
 * structure of a glTF". */
#include "convert/gltf/write.h"

bool wmi_gltf_list_scaled(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    g->scaled_count = 0;
    g->scaled = wmi_arena_raw(&g->scratch, s->node_count, sizeof *g->scaled);
    g->keyed = wmi_arena_new(&g->scratch, s->node_count, sizeof *g->keyed);
    if (!g->scaled || !g->keyed)
        return false;
    for (uint32_t i = 0; g->carried && i < s->node_count; i++) {
        const wm_vec3 scale = s->nodes[i].rest.scale;
        if (scale.x != 1 || scale.y != 1 || scale.z != 1)
            g->scaled[g->scaled_count++] = i;
    }
    return true;
}

/* animation: its index, from 1. */
void wmi_gltf_mark_scaled(wmi_gltf *g, const wm_scene_animation *a, uint32_t animation)
{
    for (uint32_t i = 0; g->scaled_count && i < a->channel_count; i++)
        if (a->channels[i].property == WM_PROPERTY_SCALE)
            g->keyed[a->channels[i].node] = animation;
}

void wmi_gltf_rest_sampler(wmi_gltf *g, wmi_writer *w, uint32_t node)
{
    static const float time = 0;
    const wm_vec3 scale = g->scene->nodes[node].rest.scale;
    const float values[3] = {scale.x, scale.y, scale.z};
    uint32_t input = wmi_gltf_floats(g, &time, 1, 1, WMI_GLTF_OTHER, true);
    uint32_t output = wmi_gltf_floats(g, values, 1, 3, WMI_GLTF_OTHER, false);
    wmi_writer_printf(w,
                      "{\"input\":%lu,\"interpolation\":\"LINEAR\",\"output\":%lu,\"extras\":{"
                      "\"added_channel\":true}}",
                      (ul)input, (ul)output);
}
