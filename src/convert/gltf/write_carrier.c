/* Writes one more skin whose joints are all nodes of a scene that moves: the carrier. No mesh uses
 * it. Programs such as Blender make bones of joints and objects of all other nodes; they lose
 * objects below bones, and they keep an action for each object and animation. With the carrier
 * they make one armature that has all nodes. The frame is a joint too, because Blender misplaces
 * what hangs on bones if the armature itself is rotated. The matrices say that the bind pose is the
 * rest pose, so that a program that guesses the bind pose finds the rest pose. docs/gltf.md. */
#include "convert/gltf/write.h"
#include "scene/internal.h"

bool wmi_gltf_carries(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->animation_count; i++)
        for (uint32_t k = 0; k < s->animations[i].channel_count; k++)
            if (s->animations[i].channels[k].property <= WM_PROPERTY_SCALE)
                return s->node_count > 0;
    return s->skin_count > 0 && s->node_count > 0;
}

/* The inverse of a node's place in the space of the file, without its scale: bones have none. */
static void place_back(const wm_matrix *world, wm_matrix *back)
{
    wm_vec3 axis[3];
    for (int c = 0; c < 3; c++) {
        axis[c] = wmi_unit((wm_vec3){world->m[0][c], world->m[1][c], world->m[2][c]});
        if (axis[c].x == 0 && axis[c].y == 0 && axis[c].z == 0) /* as good as 0 */
            axis[c] = (wm_vec3){c == 0, c == 1, c == 2};
        const wm_vec3 a = axis[c];
        back->m[c][0] = a.x;
        back->m[c][1] = a.y;
        back->m[c][2] = a.z;
        back->m[c][3] = -(a.x * world->m[0][3] + a.y * world->m[1][3] + a.z * world->m[2][3]);
    }
}

/* A scale of 0, as that of a lightsaber's blade, would hide the rotation of a node and the places
 * of the nodes below it. */
static wm_matrix shown_at_rest(wm_transform rest)
{
    rest.scale.x = rest.scale.x == 0 ? 1 : rest.scale.x;
    rest.scale.y = rest.scale.y == 0 ? 1 : rest.scale.y;
    rest.scale.z = rest.scale.z == 0 ? 1 : rest.scale.z;
    return wmi_matrix_of(&rest);
}

/* The frame's rotation from z up to y up. */
static const wm_matrix still = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                       upright = {{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}};

/* Fills the joints from the second on, and their matrices. Returns how many there are, with the
 * frame. */
static uint32_t list_joints(const wm_scene *s, const bool *coarse, bool *outside, wm_matrix *world,
                            wm_matrix *back, wmi_writer *w)
{
    const wm_matrix *frame = s->up == WM_UP_Z ? &upright : &still;
    uint32_t count = 1;
    place_back(frame, &back[0]);
    for (uint32_t i = 0; i < s->node_count; i++) {
        uint32_t up = s->nodes[i].parent;
        const wm_matrix own = shown_at_rest(s->nodes[i].rest);
        wmi_matrix_multiply(&world[i], up == WM_NO_INDEX ? frame : &world[up], &own);
        /* a coarser level is not in the tree of the file */
        outside[i] = coarse[i] || (up != WM_NO_INDEX && outside[up]);
        if (outside[i])
            continue;
        place_back(&world[i], &back[count++]);
        wmi_writer_printf(w, ",%lu", (ul)i);
    }
    return count;
}

void wmi_gltf_carrier(wmi_gltf *g, const bool *coarse)
{
    const wm_scene *s = g->scene;
    wmi_writer *w = &g->skins.text;
    wm_matrix *world = wmi_arena_raw(&g->scratch, s->node_count, sizeof *world);
    wm_matrix *back = wmi_arena_raw(&g->scratch, (size_t)s->node_count + 2, sizeof *back);
    bool *outside = wmi_arena_new(&g->scratch, s->node_count, sizeof *outside);
    g->failed = g->failed || !world || !back || !outside;
    if (g->failed)
        return;
    wmi_gltf_item(&g->skins);
    wmi_writer_printf(w, "{\"name\":\"" WMI_GLTF_CARRIER "\",\"joints\":[%lu", (ul)s->node_count);
    uint32_t count = list_joints(s, coarse, outside, world, back, w);
    if (g->times != WM_NO_INDEX) {
        back[count++] = back[0];
        wmi_writer_printf(w, ",%lu", (ul)g->times);
    }
    wmi_writer_printf(w, "],\"inverseBindMatrices\":%lu,\"extras\":{\"carrier\":true}}",
                      (ul)wmi_gltf_matrices(g, back, count));
}
