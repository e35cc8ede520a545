/* Walkmesh nodes of a KotOR model: a part and a material for each surface, named as in
 * surfacemat.2da, so that other programs show and keep them. The face order and the
 * appearance of the mesh itself, which is never seen, are stored in its extras.
 * docs/scene.md, "KotOR". */
#include "convert/internal.h"
#include "convert/kotor/scene_from_mdl.h"

enum { MOST = 64 }; /* any more share the last part */

static bool is_walkmesh(const wm_kotor_mdl_node *n)
{
    return n->flags & WM_KOTOR_NODE_AABB && n->mesh && !n->mesh->saber;
}

/* ---- materials --------------------------------------------------------- */

/* The index of the surface in the list, or where to insert it. */
static uint32_t place_of(const wmi_from_kotor *f, uint32_t surface)
{
    uint32_t i = 0;
    while (i < f->surface_count && f->surfaces[i] < surface)
        i++;
    return i;
}

bool wmi_from_kotor_list_surfaces(wmi_from_kotor *f)
{
    f->surfaces = wmi_arena_raw(&f->scratch, MOST, sizeof *f->surfaces);
    if (!f->surfaces)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t n = 0; n < f->mdl->tree.count; n++) {
        const wm_kotor_mdl_node *node = &f->mdl->tree.nodes[n];
        for (uint32_t i = 0; is_walkmesh(node) && i < node->mesh->face_count; i++) {
            uint32_t surface = node->mesh->faces[i].material, at = place_of(f, surface);
            if (f->surface_count == MOST || (at < f->surface_count && f->surfaces[at] == surface))
                continue;
            memmove(f->surfaces + at + 1, f->surfaces + at,
                    (f->surface_count - at) * sizeof *f->surfaces);
            f->surfaces[at] = surface;
            f->surface_count++;
        }
    }
    return true;
}

bool wmi_from_kotor_surface_materials(wmi_from_kotor *f, uint32_t count)
{
    f->surface_material = count;
    for (uint32_t i = 0; i < f->surface_count; i++) {
        char name[WMI_SURFACE_TEXT];
        wmi_kotor_surface_word(NULL, f->surfaces[i], name);
        wm_vec3 colour = wm_kotor_surface_colour(NULL, f->surfaces[i]);
        char *copy = wm_scene_text(f->scene, name, strlen(name), NULL);
        if (!copy)
            return wmi_from_kotor_no_memory(f);
        f->scene->materials[count + i] = (wm_scene_material){
            .name = copy, .diffuse = colour, .ambient = colour, .alpha = 1, .two_sided = true};
    }
    f->scene->material_count = count + f->surface_count;
    return true;
}

/* ---- faces ------------------------------------------------------------- */

static uint32_t kind_of(const wmi_from_kotor *f, uint32_t surface)
{
    uint32_t at = place_of(f, surface);
    return at < f->surface_count ? at : f->surface_count - 1;
}

static bool make_parts(wmi_from_kotor *f, wm_scene_mesh *m, uint32_t faces)
{
    uint32_t kinds = 0, last = WM_NO_INDEX;
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t kind = kind_of(f, m->face_numbers[i]);
        kinds += kind != last;
        last = kind;
    }
    m->parts = wm_scene_alloc(f->scene, kinds ? kinds : 1, sizeof *m->parts, NULL);
    if (!m->parts)
        return wmi_from_kotor_no_memory(f);
    last = WM_NO_INDEX;
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t kind = kind_of(f, m->face_numbers[i]);
        if (kind != last)
            m->parts[m->part_count++] = (wm_scene_part){3 * i, 0, f->surface_material + kind};
        m->parts[m->part_count - 1].count += 3;
        last = kind;
    }
    return true;
}

bool wmi_from_kotor_group_faces(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m)
{
    uint32_t faces = from->face_count;
    uint64_t *keys = wmi_arena_raw(&f->scratch, 2 * (size_t)faces, sizeof *keys);
    uint32_t *order = wmi_arena_raw(&f->scratch, faces, sizeof *order);
    if (!keys || !order)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < faces; i++)
        keys[i] = (uint64_t)kind_of(f, from->faces[i].material) << 32 | i;
    wmi_sort_high(keys, keys + faces, faces);
    for (uint32_t i = 0; i < faces; i++) {
        order[i] = (uint32_t)keys[i];
        if (order[i] != i)
            f->order = order;
        for (int k = 0; k < 3; k++)
            m->indices[3 * i + (uint32_t)k] = from->faces[order[i]].vertex[k];
        m->face_numbers[i] = from->faces[order[i]].material;
    }
    return make_parts(f, m, faces);
}

/* ---- extras ------------------------------------------------------------ */

void wmi_from_kotor_walk_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    const wm_kotor_mesh *m = n->mesh;
    float alpha, glow[3];
    if (!is_walkmesh(n))
        return;
    wmi_bag_text(&f->bag, "bitmap", m->texture[0], sizeof m->texture[0]);
    wmi_bag_text(&f->bag, "bitmap2", m->texture[1], sizeof m->texture[1]);
    wmi_bag_vec3(&f->bag, "diffuse", m->diffuse);
    wmi_bag_vec3(&f->bag, "ambient", m->ambient);
    wmi_bag_number(&f->bag, "transparencyhint", m->transparency_hint);
    if (wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_ALPHA, 1, &alpha))
        wmi_bag_number(&f->bag, "alpha", (double)alpha);
    if (wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_SELFILLUM, 3, glow))
        wmi_bag_floats(&f->bag, "selfillumcolor", glow, 3);
    if (f->order)
        wmi_bag_uints(&f->bag, "order", f->order, m->face_count);
}
