/* What the scene has no fields for, under the keywords of model texts (docs/formats/
 * kotor-mdl-ascii.md): lights, emitters, references, meshes, the model itself. */
#include <stdio.h>

#include "convert/kotor/scene_from_mdl.h"

#define TEXT(field) field, sizeof(field)

static bool close_bag(wmi_from_kotor *f, wm_extras *to)
{
    wmi_bag_close(&f->bag, to);
    return f->bag.failed ? wmi_from_kotor_refused(f) : true;
}

static void add_light(wmi_bag *b, const wm_kotor_light *l)
{
    wmi_bag_number(b, "ambientonly", l->ambient_only);
    wmi_bag_number(b, "nDynamicType", l->dynamic_type);
    wmi_bag_number(b, "affectDynamic", l->affect_dynamic);
    wmi_bag_number(b, "shadow", l->shadow);
    wmi_bag_number(b, "flare", l->flare);
    wmi_bag_number(b, "lightpriority", l->priority);
    wmi_bag_number(b, "fadingLight", l->fading);
    wmi_bag_number(b, "flareradius", (double)l->flare_radius);
    if (l->texture_count)
        wmi_bag_texts(b, "texturenames", l->textures, l->texture_count);
    if (l->position_count)
        wmi_bag_floats(b, "flarepositions", l->positions, l->position_count);
    if (l->size_count)
        wmi_bag_floats(b, "flaresizes", l->sizes, l->size_count);
    if (l->colour_count && l->colour_count <= UINT32_MAX / 3)
        wmi_bag_floats(b, "flarecolorshifts", &l->colours[0].x, 3 * l->colour_count);
}

const char *const wmi_emitter_flags[WMI_EMITTER_FLAGS] = {
    "p2p",          "p2p_sel",       "affectedByWind", "m_isTinted",    "bounce",
    "random",       "inherit",       "inheritvel",     "inherit_local", "splat",
    "inherit_part", "depth_texture", "emitterflag13"};

static void add_emitter(wmi_bag *b, const wm_kotor_emitter *e)
{
    wmi_bag_number(b, "deadspace", (double)e->dead_space);
    wmi_bag_number(b, "blastRadius", (double)e->blast_radius);
    wmi_bag_number(b, "blastLength", (double)e->blast_length);
    wmi_bag_number(b, "numBranches", e->branches);
    wmi_bag_number(b, "controlptsmoothing", (double)e->control_point_smoothing);
    wmi_bag_number(b, "xgrid", e->x_grid);
    wmi_bag_number(b, "ygrid", e->y_grid);
    wmi_bag_number(b, "spawntype", e->spawn_type);
    wmi_bag_text(b, "update", TEXT(e->update));
    wmi_bag_text(b, "render", TEXT(e->render));
    wmi_bag_text(b, "blend", TEXT(e->blend));
    wmi_bag_text(b, "texture", TEXT(e->texture));
    wmi_bag_text(b, "chunkname", TEXT(e->chunk));
    wmi_bag_number(b, "twosidedtex", e->two_sided);
    wmi_bag_number(b, "loop", e->loop);
    wmi_bag_number(b, "renderorder", e->render_order);
    wmi_bag_number(b, "m_bFrameBlending", e->frame_blending);
    wmi_bag_text(b, "m_sDepthTextureName", TEXT(e->depth_texture));
    for (unsigned i = 0; i < WMI_EMITTER_FLAGS; i++)
        if (e->flags >> i & 1)
            wmi_bag_number(b, wmi_emitter_flags[i], 1);
    if (e->flags >> WMI_EMITTER_FLAGS)
        wmi_bag_number(b, "emitterflags", e->flags);
}

/* Constant controllers that are not part of the scene's own fields. */
static bool add_controllers(wmi_from_kotor *f, const wm_kotor_mdl_node *n)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        wm_property property;
        const char *name = wmi_from_kotor_property(c->type, n->flags, &property);
        uint32_t width = c->columns & 15u;
        if (property != WM_OTHER_PROPERTY || c->rows == 0 || width == 0 ||
            f->bag.count == WMI_EXTRAS_MAX || !wm_kotor_controller_fits(c, n))
            continue;
        if (!name) {
            char text[24];
            int size = snprintf(text, sizeof text, "controller%u", (unsigned)c->type);
            name = wm_scene_text(f->scene, text, (size_t)size);
        }
        if (!name)
            return wmi_from_kotor_refused(f);
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
    if (n->light)
        add_light(b, n->light);
    if (n->emitter)
        add_emitter(b, n->emitter);
    if (n->reference) {
        wmi_bag_text(b, "refModel", TEXT(n->reference->model));
        wmi_bag_number(b, "reattachable", n->reference->reattachable);
    }
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
    wmi_bag_number(b, "render", m->render);
    wmi_bag_number(b, "shadow", m->shadow);
    wmi_bag_number(b, "beaming", m->beaming);
    wmi_bag_number(b, "lightmapped", m->lightmapped);
    wmi_bag_number(b, "rotatetexture", m->rotate_texture);
    wmi_bag_number(b, "m_bIsBackgroundGeometry", m->background);
    if (m->animate_uv) {
        wmi_bag_number(b, "animateuv", m->animate_uv);
        wmi_bag_number(b, "uvdirectionx", (double)m->uv_direction[0]);
        wmi_bag_number(b, "uvdirectiony", (double)m->uv_direction[1]);
        wmi_bag_number(b, "uvjitter", (double)m->uv_jitter);
        wmi_bag_number(b, "uvjitterspeed", (double)m->uv_jitter_speed);
    }
    if (game == WM_KOTOR_2) {
        wmi_bag_number(b, "dirt_enabled", m->dirt_enabled);
        wmi_bag_number(b, "dirt_texture", m->dirt_texture);
        wmi_bag_number(b, "dirt_worldspace", m->dirt_space);
        wmi_bag_number(b, "hologram_donotdraw", m->hide_in_holograms);
    }
    if (m->dangly) {
        wmi_bag_number(b, "displacement", (double)m->dangly->displacement);
        wmi_bag_number(b, "tightness", (double)m->dangly->tightness);
        wmi_bag_number(b, "period", (double)m->dangly->period);
    }
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
        return wmi_from_kotor_refused(f);
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
    if (mdl->geometry.node_count != mdl->tree.count) /* those of supermodels count, too */
        wmi_bag_number(b, "node_count", mdl->geometry.node_count);
    return add_spare_names(f) && close_bag(f, &f->scene->extras);
}
