/* What the OBJ of a model cannot hold. */
#include <string.h>

#include "convert/obj_losses.h"

/* Vertices of an MDB's walkmesh that drop to the ground. */
static uint32_t count_dropped(const wm_scene *scene)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const wm_scene_mesh *m = &scene->meshes[i];
        for (uint32_t k = 0; k < m->attribute_count; k++)
            for (uint32_t v = 0; strcmp(m->attributes[k].name, "dropped") == 0 &&
                                 m->attributes[k].width == 1 && v < m->vertex_count;
                 v++)
                n += m->attributes[k].values[v] > 0.5f;
    }
    return n;
}

/* Packets of an MDB that are no meshes: hooks, hair, helmets, spheres and unknown ones. */
static uint32_t count_points(const wm_scene *scene)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        n += scene->nodes[i].mesh == WM_NO_INDEX &&
             wm_extras_find(&scene->nodes[i].extras, "packet") != NULL;
    return n;
}

/* Textures of an MDB's materials that an MTL has no place for. */
static uint32_t count_maps(const wm_scene *scene)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const wm_extras *extras = &scene->materials[i].extras;
        n += wm_extras_find(extras, "tint") != NULL;
        n += wm_extras_find(extras, "glow") != NULL;
    }
    return n;
}

/* Hooks, entities, transitions: nodes that an OBJ, which holds meshes only, leaves out. Of a root
 * with nodes below it, nothing is lost but the name; bones go with the weights. Parents come before
 * their children. */
static uint32_t count_empties(const wm_scene *scene)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wm_scene_node *node = &scene->nodes[i];
        bool root = node->parent == WM_NO_INDEX;
        bool empty = node->mesh == WM_NO_INDEX && node->kind == WM_NODE_KIND_EMPTY &&
                     !wm_extras_find(&node->extras, "packet");
        bool above = i + 1 < scene->node_count && scene->nodes[i + 1].parent == i;
        n += empty && !(root && above);
    }
    return n;
}

/* Textures in slots that an MTL does not have. */
static uint32_t count_slots(const wm_scene *scene)
{
    static const wm_texture_slot slots[] = {WM_TEXTURE_SLOT_LIGHTMAP, WM_TEXTURE_SLOT_GROWTH,
                                            WM_TEXTURE_SLOT_ADDITIONAL};
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->material_count; i++)
        for (size_t k = 0; k < sizeof slots / sizeof *slots; k++)
            n += scene->materials[i].textures[slots[k]].name != NULL;
    return n;
}

static uint32_t count_meshes(const wm_scene *scene, bool colours)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const wm_scene_mesh *m = &scene->meshes[i];
        n += colours ? m->colours != NULL : m->uvs[1] || m->uvs[2] || m->uvs[3];
    }
    return n;
}

static void add_counted(cli_obj_loss list[CLI_OBJ_LOSSES], uint32_t *n, const char *field,
                        const char *message, uint32_t count)
{
    if (count)
        list[(*n)++] = (cli_obj_loss){field, message, count};
}

uint32_t cli_obj_losses(const wm_scene *scene, cli_obj_loss list[CLI_OBJ_LOSSES])
{
    uint32_t effects = 0, n = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        wm_node_kind kind = scene->nodes[i].kind;
        effects += kind == WM_NODE_KIND_LIGHT || kind == WM_NODE_KIND_EMITTER ||
                   kind == WM_NODE_KIND_REFERENCE || kind == WM_NODE_KIND_CAMERA;
    }
    add_counted(list, &n, "animations", "animations; the meshes are in their rest pose",
                scene->animation_count);
    add_counted(list, &n, "skins", "weights of skins", scene->skin_count);
    add_counted(list, &n, "dropped", "which walkmesh vertices drop to the ground",
                count_dropped(scene));
    add_counted(list, &n, "nodes", "lights, emitters, references and cameras", effects);
    add_counted(list, &n, "empties", "nodes without a mesh, such as hooks and entities",
                count_empties(scene));
    add_counted(list, &n, "points", "hooks, hair, helmets, spheres and unknown packets",
                count_points(scene));
    add_counted(list, &n, "textures", "tint and glow maps", count_maps(scene));
    add_counted(list, &n, "maps", "light, growth and additional maps", count_slots(scene));
    add_counted(list, &n, "uvs", "meshes with second uvs", count_meshes(scene, false));
    add_counted(list, &n, "colours", "meshes with colours of vertices", count_meshes(scene, true));
    return n;
}

void cli_add_obj_loss(wm_json_writer *j, const cli_obj_loss *loss)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "field", loss->field);
    wm_json_add_uint(j, "count", loss->count);
    wm_json_add_text(j, "message", loss->message);
    wm_json_end(j);
}
