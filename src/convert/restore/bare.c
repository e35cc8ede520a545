/* Meshes that come back without materials, because a program was asked to leave them out or
 * somebody emptied the slots: each triangle keeps the material of the triangle of the original that
 * is at its place or nearest to it. */
#include "convert/restore/mesh.h"

bool wmi_restore_copy_materials(wmi_restore *r)
{
    wm_scene *s = r->now;
    uint32_t count = s->material_count, more = r->old->material_count;
    wm_scene_material *list = wm_scene_alloc(s, (size_t)count + more, sizeof *list, NULL);
    if (!list)
        return wmi_restore_no_memory(r);
    if (count)
        memcpy(list, s->materials, count * sizeof *list);
    for (uint32_t i = 0; i < more; i++) {
        list[count + i] = r->old->materials[i];
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
            list[count + i].textures[k].image = 0;
    }
    s->materials = list;
    s->material_count = count + more;
    r->first_copy = count;
    return true;
}

/* Has it no material at all, and did the original have one? */
static bool is_bare(const wmi_side *a, const wmi_side *b)
{
    for (uint32_t g = 0; g < b->groups; g++)
        if (b->material[g] != WM_NO_INDEX)
            return false;
    for (uint32_t g = 0; g < a->groups; g++)
        if (a->material[g] != WM_NO_INDEX)
            return b->mesh->index_count > 0 && a->mesh->primitive == b->mesh->primitive;
    return false;
}

static wm_vec3 *middles_of(wmi_restore *r, const wmi_side *s)
{
    uint32_t n = wmi_corners(s->mesh), faces = s->mesh->index_count / n;
    wm_vec3 *to = wmi_arena_raw(&r->scratch, faces, sizeof *to);
    for (uint32_t i = 0; to && i < faces; i++) {
        to[i] = (wm_vec3){0, 0, 0};
        for (uint32_t c = 0; c < n; c++) {
            wm_vec3 v = s->places[s->mesh->indices[(size_t)n * i + c]];
            to[i] = (wm_vec3){to[i].x + v.x / (float)n, to[i].y + v.y / (float)n,
                              to[i].z + v.z / (float)n};
        }
    }
    return to;
}

/* By triangle of the original: its group. */
static uint32_t *groups_of(wmi_restore *r, const wmi_side *a)
{
    uint32_t *to = wmi_arena_new(&r->scratch, (size_t)a->mesh->index_count + 1, sizeof *to);
    for (uint32_t g = 0; to && g < a->groups; g++)
        for (uint32_t i = a->first[g]; i < a->first[g + 1]; i++)
            to[a->faces[i]] = g;
    return to;
}

bool wmi_restore_bare(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *mesh,
                      bool *changed)
{
    uint32_t n = wmi_corners(mesh), faces = mesh->index_count / n, first = 0;
    *changed = is_bare(a, b);
    if (!*changed)
        return true;
    uint32_t *group = groups_of(r, a), *of = wmi_arena_raw(&r->scratch, faces, sizeof *of);
    uint32_t *end = wmi_arena_new(&r->scratch, (size_t)a->groups + 1, sizeof *end); /* by group */
    wm_vec3 *old = middles_of(r, a), *now = middles_of(r, b);
    uint32_t *indices = wm_scene_alloc(r->now, mesh->index_count, sizeof *indices, NULL);
    wm_scene_part *parts = wm_scene_alloc(r->now, a->groups, sizeof *parts, NULL);
    if (!group || !of || !end || !old || !now || !indices || !parts)
        return wmi_restore_no_memory(r);
    if (!wmi_restore_nearest(r, old, a->mesh->index_count / n, now, faces, of))
        return false;
    for (uint32_t i = 0; i < faces; i++) {
        of[i] = of[i] == WM_NO_INDEX ? 0 : group[of[i]];
        end[of[i]] += n;
    }
    mesh->part_count = 0;
    for (uint32_t g = 0; g < a->groups; g++) {
        uint32_t material = a->material[g], count = end[g];
        if (count)
            parts[mesh->part_count++] = (wm_scene_part){
                first, count, material == WM_NO_INDEX ? material : r->first_copy + material};
        end[g] = first;
        first += count;
    }
    for (uint32_t i = 0; i < faces; i++) {
        memcpy(indices + end[of[i]], mesh->indices + (size_t)n * i, n * sizeof *indices);
        end[of[i]] += n;
    }
    mesh->indices = indices;
    mesh->parts = parts;
    r->result->bare_meshes++;
    return true;
}
