/* File offsets of the tables of a model: each follows the previous one.
 * docs/formats/bw2-model.md, "Layout". */
#include "bw2/internal.h"

bool wmi_bw2_has_cleaves(const wm_bw2_model *m)
{
    return m->version >= 6 && (m->cleave_count || !wmi_bw2_of(m)->no_cleave_count);
}

wmi_bw2_layout wmi_bw2_layout_of(const wm_bw2_model *m)
{
    wmi_bw2_layout at = {.materials = WMI_BW2_HEADER};
    at.meshes = at.materials + (uint64_t)m->material_count * WMI_BW2_MATERIAL;
    at.references = at.meshes + (uint64_t)m->mesh_count * WMI_BW2_MESH;
    at.bones = at.references + (uint64_t)m->reference_count * WMI_BW2_REFERENCE;
    at.entities = at.bones + (uint64_t)m->bone_count * WMI_BW2_BONE;
    at.circles = at.entities + (uint64_t)m->entity_count * WMI_BW2_ENTITY;
    at.footprint = at.circles + (uint64_t)m->circle_count * WMI_BW2_POINT;
    at.streams = at.footprint + (uint64_t)m->footprint_count * WMI_BW2_POINT;
    at.data = at.streams + (uint64_t)m->stream_count * WMI_BW2_STREAM;
    at.indices = at.data;
    for (uint32_t i = 0; i < m->stream_count; i++)
        if (m->streams[i].data)
            at.indices += (uint64_t)m->vertex_count * m->streams[i].stride;
    at.cleaves = at.indices + 2 * (uint64_t)m->index_count;
    at.extra = at.cleaves;
    if (wmi_bw2_has_cleaves(m))
        at.extra += 4 + (uint64_t)m->cleave_count * WMI_BW2_POINT;
    at.end = at.extra + m->extra_size;
    return at;
}
