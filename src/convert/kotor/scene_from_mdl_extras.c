/* What the scene has no fields for, under the keywords of model texts
 * (docs/formats/kotor-mdl-ascii.md): lights, emitters, references, meshes, the model itself. */
#include <stdio.h>

#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/fields.h"

#define TEXT(field) field, sizeof(field)

static bool close_bag(wmi_from_kotor *f, wm_extras *to)
{
    wmi_bag_close(&f->bag, to);
    return f->bag.failed ? wmi_from_kotor_no_memory(f) : true;
}

/* Do the extras of this part hold this field? Flags are listed if they are set. */
static bool is_extra(const wmi_field *f, const void *target, wm_kotor_game game)
{
    if (!(f->rules & WMI_FIELD_EXTRA) || !wmi_field_in(f, game))
        return false;
    if (f->rules & WMI_FIELD_UV)
        return ((const wm_kotor_mesh *)target)->animate_uv != 0;
    return f->type != WMI_FIELD_FLAG || wmi_field_number(f, target) != 0;
}

static void add_fields(wmi_bag *b, wmi_field_part part, const void *target, wm_kotor_game game)
{
    size_t count;
    const wmi_field *f = wmi_mdl_fields(part, &count);
    for (size_t i = 0; i < count; i++) {
        if (!is_extra(&f[i], target, game))
            continue;
        if (f[i].type == WMI_FIELD_TEXT)
            wmi_bag_text(b, f[i].keyword, (const char *)target + f[i].offset, f[i].size);
        else
            wmi_bag_number(b, f[i].keyword, wmi_field_number(&f[i], target));
    }
}

/* The lists of a lens flare. */
static void add_flares(wmi_bag *b, const wm_kotor_light *l)
{
    if (l->texture_count)
        wmi_bag_texts(b, "texturenames", l->textures, l->texture_count);
    if (l->position_count)
        wmi_bag_floats(b, "flarepositions", l->positions, l->position_count);
    if (l->size_count)
        wmi_bag_floats(b, "flaresizes", l->sizes, l->size_count);
    if (l->colour_count && l->colour_count <= UINT32_MAX / 3)
        wmi_bag_floats(b, "flarecolorshifts", &l->colours[0].x, 3 * l->colour_count);
}

/* Constant controllers that are not among the scene's own fields. */
static bool add_controllers(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        wm_property property;
        const char *name = wmi_from_kotor_property(c->type, n->flags, &property);
        uint32_t width = c->columns & 15u;
        if (property != WM_PROPERTY_OTHER || c->rows == 0 || width == 0 ||
            f->bag.count == WMI_EXTRAS_MAX || !wm_kotor_controller_fits(c, n))
            continue;
        if (!name) {
            char text[24];
            int size = wmi_format(text, sizeof text, "controller%u", (unsigned)c->type);
            name = wm_scene_text(f->scene, text, (size_t)size, NULL);
        }
        if (!name)
            return wmi_from_kotor_no_memory(f);
        if (width == 1)
            wmi_bag_number(&f->bag, name, (double)n->data[c->data_index]);
        else
            wmi_bag_floats(&f->bag, name, n->data + c->data_index, width);
    }
    return true;
}

bool wmi_from_kotor_node_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to)
{
    wmi_bag *b = &f->bag;
    wmi_bag_open(b, f->scene);
    if (n->super_node != n->name)
        wmi_bag_number(b, "supernode", n->super_node);
    for (wmi_field_part part = 0; part < WMI_PARTS; part++)
        if (part != WMI_PART_MESH && part != WMI_PART_DANGLY && wmi_mdl_part(n, part))
            add_fields(b, part, wmi_mdl_part(n, part), f->mdl->game);
    if (n->light)
        add_flares(b, n->light);
    if (n->emitter && n->emitter->flags >> WMI_EMITTER_FLAGS)
        wmi_bag_number(b, "emitterflags", n->emitter->flags);
    return add_controllers(f, n) && wmi_from_kotor_node_back(f, n) && close_bag(f, to);
}

static const char *mesh_type(uint16_t flags)
{
    return flags & WM_KOTOR_NODE_SABER    ? "lightsaber"
           : flags & WM_KOTOR_NODE_AABB   ? "aabb"
           : flags & WM_KOTOR_NODE_DANGLY ? "danglymesh"
           : flags & WM_KOTOR_NODE_SKIN   ? "skin"
           : flags & WM_KOTOR_NODE_ANIM   ? "animmesh"
                                          : "trimesh";
}

static void add_mesh(wmi_bag *b, const wm_kotor_mesh *m, wm_kotor_game game)
{
    add_fields(b, WMI_PART_MESH, m, game);
    if (m->dangly)
        add_fields(b, WMI_PART_DANGLY, m->dangly, game);
    if (m->saber)
        wmi_bag_uints(b, "inv_count", m->saber->inverted, 2);
    else if (m->inverted_count)
        wmi_bag_uints(b, "inv_count", m->inverted, m->inverted_count);
}

bool wmi_from_kotor_mesh_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to)
{
    const char *type = mesh_type(n->flags);
    wmi_bag_open(&f->bag, f->scene);
    wmi_bag_text(&f->bag, "type", type, strlen(type));
    add_mesh(&f->bag, n->mesh, f->mdl->game);
    if (n->mesh->row_flags & WM_KOTOR_MDX_TANGENT)
        wmi_bag_number(&f->bag, "tangentspace", 1);
    wmi_from_kotor_walk_extras(f, n);
    return wmi_from_kotor_mesh_back(f, n) && close_bag(f, to);
}

/* Names of doors and placeables that have no node. */
static bool add_spare_names(wmi_from_kotor *f)
{
    const wm_kotor_mdl *mdl = f->mdl;
    uint32_t count = 0;
    const char **names = wmi_arena_raw(&f->scratch, mdl->name_count, sizeof *names);
    if (!names)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < mdl->name_count; i++)
        if (f->node_of_name[i] == WM_NO_INDEX)
            names[count++] = mdl->names[i];
    if (count)
        wmi_bag_texts(&f->bag, "names", names, count);
    return true;
}

bool wmi_from_kotor_model_extras(wmi_from_kotor *f)
{
    const wm_kotor_mdl *mdl = f->mdl;
    const char *variant = wm_kotor_mdl_variant(mdl);
    const char *class = wm_kotor_classification_name(mdl->classification);
    wmi_bag *b = &f->bag;
    wmi_bag_open(b, f->scene);
    wmi_bag_text(b, "variant", variant, strlen(variant));
    if (class)
        wmi_bag_text(b, "classification", class, strlen(class));
    else
        wmi_bag_number(b, "classification", mdl->classification);
    wmi_bag_number(b, "classification_unk1", mdl->subclassification);
    wmi_bag_number(b, "ignorefog", mdl->fog == 0);
    if (!wmi_from_kotor_nothing(TEXT(mdl->supermodel)))
        wmi_bag_text(b, "supermodel", TEXT(mdl->supermodel));
    wmi_bag_number(b, "animationscale", (double)mdl->scale);
    wmi_bag_number(b, "headlink", mdl->head_link != 0);
    wmi_bag_vec3(b, "bmin", mdl->min);
    wmi_bag_vec3(b, "bmax", mdl->max);
    wmi_bag_number(b, "radius", (double)mdl->radius);
    f->packs = wmi_from_kotor_packs(mdl);
    if (f->packs)
        wmi_bag_number(b, "compress_quaternions", 1);
    if (mdl->geometry.node_count != mdl->tree.count) /* includes nodes of supermodels */
        wmi_bag_number(b, "node_count", mdl->geometry.node_count);
    return add_spare_names(f) && close_bag(f, &f->scene->extras);
}
