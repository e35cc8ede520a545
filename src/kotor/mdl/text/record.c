/* Headers of nodes, animations and model as the bytes of a note, and checksums over a
 * whole document. docs/formats/kotor-mdl-ascii.md, "Records". */
#include "kotor/mdl/text/internal.h"

/* Clears what follows from other parts of the text. */
static void forget_counts(wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = n->mesh;
    n->child_count = n->controller_count = n->data_count = 0;
    if (n->light)
        n->light->size_count = n->light->position_count = n->light->colour_count =
            n->light->texture_count = 0;
    if (!m)
        return;
    m->face_count = m->index_count_count = m->index_offset_count = m->inverted_count = 0;
    m->vertex_count = 0;
    if (m->skin)
        m->skin->bone_count = m->skin->q_count = m->skin->t_count = m->skin->unknown_count = 0;
    if (m->dangly)
        m->dangly->constraint_count = 0;
}

size_t wmi_mdl_record_node(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                           uint8_t record[WMI_MDL_NODE_MOST])
{
    wm_kotor_mdl_node n = *node;
    wm_kotor_light light;
    wm_kotor_mesh mesh;
    wm_kotor_skin skin;
    wm_kotor_dangly dangly;
    if (n.light) {
        light = *n.light;
        n.light = &light;
    }
    if (n.mesh) {
        mesh = *n.mesh;
        n.mesh = &mesh;
        if (mesh.skin) {
            skin = *mesh.skin;
            mesh.skin = &skin;
        }
        if (mesh.dangly) {
            dangly = *mesh.dangly;
            mesh.dangly = &dangly;
        }
    }
    forget_counts(&n);
    n.position = (wm_vec3){0, 0, 0};
    n.orientation = (wm_kotor_quat){0, 0, 0, 0};
    wmi_mdl_codec codec = {.p = record, .put = true};
    memset(record, 0, WMI_MDL_NODE_MOST);
    wmi_mdl_code_node(&codec, mdl, &n);
    return (size_t)(codec.p - record);
}

void wmi_mdl_from_record_node(const wm_kotor_mdl *mdl, wm_kotor_mdl_node *node,
                              const uint8_t *record)
{
    wm_vec3 position = node->position;
    wm_kotor_quat orientation = node->orientation;
    uint8_t copy[WMI_MDL_NODE_MOST];
    memcpy(copy, record, sizeof copy);
    wmi_mdl_codec codec = {.p = copy};
    wmi_mdl_code_node(&codec, mdl, node);
    forget_counts(node);
    node->position = position;
    node->orientation = orientation;
}

size_t wmi_mdl_record_animation(const wm_kotor_animation *animation,
                                uint8_t record[WMI_MDL_ANIMATION])
{
    wm_kotor_animation a = *animation;
    a.event_count = 0;
    wmi_mdl_codec codec = {.p = record, .put = true};
    memset(record, 0, WMI_MDL_ANIMATION);
    wmi_mdl_code_animation(&codec, &a);
    return WMI_MDL_ANIMATION;
}

void wmi_mdl_from_record_animation(wm_kotor_animation *animation, const uint8_t *record)
{
    uint8_t copy[WMI_MDL_ANIMATION];
    memcpy(copy, record, sizeof copy);
    wmi_mdl_codec codec = {.p = copy};
    uint32_t events = animation->event_count;
    wmi_mdl_code_animation(&codec, animation);
    animation->event_count = events;
}

size_t wmi_mdl_record_header(const wm_kotor_mdl *mdl, uint8_t record[WMI_MDL_HEADER])
{
    wm_kotor_mdl m = *mdl;
    m.animation_count = m.name_count = 0;
    wmi_mdl_codec codec = {.p = record, .put = true};
    memset(record, 0, WMI_MDL_HEADER);
    wmi_mdl_code_header(&codec, &m);
    return WMI_MDL_HEADER;
}

void wmi_mdl_from_record_header(wm_kotor_mdl *mdl, const uint8_t *record)
{
    uint8_t copy[WMI_MDL_HEADER];
    memcpy(copy, record, sizeof copy);
    wmi_mdl_codec codec = {.p = copy};
    uint32_t animations = mdl->animation_count, names = mdl->name_count;
    wmi_mdl_code_header(&codec, mdl);
    mdl->animation_count = animations;
    mdl->name_count = names;
}

/* ---- checksums --------------------------------------------------------- */

static bool sum_block(void *user, const wmi_mdl_block *block)
{
    uint64_t *sum = user;
    *sum = wmi_sum_u32(*sum, (uint32_t)block->kind);
    *sum = wmi_sum_u32(*sum, (uint32_t)block->size);
    return true;
}

uint32_t wmi_mdl_sum_layout(const wm_kotor_mdl *mdl)
{
    uint64_t sum = 2;
    wmi_mdl_walk(mdl, WM_KOTOR_MDL_ORDER_A, sum_block, &sum);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        if (m)
            sum = wmi_sum_u32(sum, m->rows ? m->row_size * m->vertex_count : WM_NO_INDEX);
    }
    return wmi_sum_end(sum);
}

uint64_t wmi_mdl_sum_pose(uint64_t sum, uint32_t name, uint32_t parent, const float pose[7])
{
    return wmi_sum_add(wmi_sum_u32(wmi_sum_u32(sum, name), parent), pose, 7);
}
