/* Edits without a rebuild: names, textures, entities and the footprint. Header fields that
 * depend on them are updated; every other byte of the file stays. */
#include "base/text_field.h"
#include "base/vec.h"
#include "bw2/build.h"

wm_status wm_bw2_model_set_texture(wm_bw2_model *m, uint32_t material, uint32_t slot,
                                   const char *name, wm_error *error)
{
    if (material >= m->material_count)
        return wmi_no_such(error, "materials", material, m->material_count);
    if (slot >= WM_BW2_TEXTURES)
        return wmi_no_such(error, "texture", slot, WM_BW2_TEXTURES);
    return wmi_text_field_set(m->materials[material].texture[slot], WM_BW2_NAME, name, "texture",
                              error);
}

wm_status wm_bw2_model_set_material_name(wm_bw2_model *m, uint32_t material, const char *name,
                                         wm_error *error)
{
    if (material >= m->material_count)
        return wmi_no_such(error, "materials", material, m->material_count);
    return wmi_text_field_set(m->materials[material].name, WM_BW2_NAME, name, "materials.name",
                              error);
}

wm_status wm_bw2_model_set_mesh_name(wm_bw2_model *m, uint32_t mesh, const char *name,
                                     wm_error *error)
{
    if (mesh >= m->mesh_count)
        return wmi_no_such(error, "meshes", mesh, m->mesh_count);
    return wmi_text_field_set(m->meshes[mesh].name, WM_BW2_NAME, name, "meshes.name", error);
}

wm_status wm_bw2_model_set_entity_name(wm_bw2_model *m, uint32_t entity, const char *name,
                                       wm_error *error)
{
    if (entity >= m->entity_count)
        return wmi_no_such(error, "entities", entity, m->entity_count);
    return wmi_text_field_set(m->entities[entity].name, WM_BW2_ENTITY_NAME, name, "entities.name",
                              error);
}

void wm_bw2_model_set_sizes(wm_bw2_model *m)
{
    wmi_bw2_layout at = wmi_bw2_layout_of(m);
    m->size = (uint32_t)(at.end - 44);
    m->metadata_size = (uint32_t)(at.data - 0x38);
}

/* Returns true if the file size still fits its field after adding `more` bytes. */
static bool fits(const wm_bw2_model *m, uint64_t more)
{
    return wmi_bw2_layout_of(m).end + more <= UINT32_MAX;
}

wm_status wm_bw2_model_add_entity(wm_bw2_model *m, const char *name, const wm_bw2_frame *frame,
                                  wm_error *error)
{
    wm_bw2_entity fresh = {.frame = *frame};
    wm_status status =
        wmi_text_field_set(fresh.name, sizeof fresh.name, name, "entities.name", error);
    if (status != WM_OK)
        return status;
    if (!fits(m, WMI_BW2_ENTITY))
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "entities",
                        "the file would be larger than 4 GiB");
    wm_bw2_entity *all = wm_bw2_model_alloc(m, (size_t)m->entity_count + 1, sizeof *all, NULL);
    if (!all)
        return wmi_arena_fail(wmi_bw2_arena(m), error, "entities");
    if (m->entity_count)
        memcpy(all, m->entities, m->entity_count * sizeof *all);
    all[m->entity_count++] = fresh;
    m->entities = all;
    wm_bw2_model_set_sizes(m);
    wmi_bw2_tidy(m);
    return WM_OK;
}

wm_status wm_bw2_model_remove_entity(wm_bw2_model *m, uint32_t entity, wm_error *error)
{
    if (entity >= m->entity_count)
        return wmi_no_such(error, "entities", entity, m->entity_count);
    m->entity_count--;
    memmove(&m->entities[entity], &m->entities[entity + 1],
            (m->entity_count - entity) * sizeof *m->entities);
    wm_bw2_model_set_sizes(m);
    return WM_OK;
}

wm_status wm_bw2_model_set_footprint(wm_bw2_model *m, const wm_vec3 *points, uint32_t count,
                                     wm_error *error)
{
    for (uint32_t i = 0; i < count; i++)
        if (!wmi_finite(points[i]))
            return wmi_fail(error, WM_BAD_ARGUMENT, "footprint", "point %lu is not finite", (ul)i);
    if (!fits(m, (uint64_t)count * WMI_BW2_POINT))
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "footprint",
                        "the file would be larger than 4 GiB");
    wm_vec3 *all = wm_bw2_model_alloc(m, count, sizeof *all, NULL);
    if (!all)
        return wmi_arena_fail(wmi_bw2_arena(m), error, "footprint");
    if (count)
        memcpy(all, points, count * sizeof *all);
    m->footprint = all;
    m->footprint_count = count;
    wmi_bw2_measure_footprint(m);
    wm_bw2_model_set_sizes(m);
    wmi_bw2_tidy(m);
    return WM_OK;
}
