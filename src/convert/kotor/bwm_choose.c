/* Which meshes of a scene are the walkmesh: a scene may show the walls of a room too, or hold all
 * states of a door. docs/gltf.md, "KotOR walkmeshes from any scene". */
#include "convert/kotor/bwm_choose.h"
#include "convert/kotor/bwm_names.h"

/* What may distinguish the walkmesh, the surest sign first. */
typedef enum sign {
    BY_NAME,    /* the role `collision`, or the node's own name */
    BY_PARENT,  /* the name of an empty above it */
    BY_STATE,   /* the state of a door, in the name of the node or above it */
    BY_SURFACE, /* all materials are surfaces, not images */
    SIGNS
} sign;

typedef struct chooser {
    wmi_soup *soup;
    const wm_scene *scene;
    const wm_kotor_surfaces *surfaces;
    bool door;   /* the states of a door may distinguish it */
    bool *below; /* by node: the node or one above it has the name of a walkmesh */
} chooser;

static bool has_surfaces(const chooser *c, const wm_scene_mesh *m)
{
    uint32_t surface;
    for (uint32_t i = 0; i < m->part_count; i++) {
        if (m->parts[i].material == WM_NO_INDEX)
            return false;
        const wm_scene_material *material = &c->scene->materials[m->parts[i].material];
        if (material->textures[WM_TEXTURE_SLOT_COLOUR].name ||
            !wmi_kotor_surface_number(c->surfaces, material->name, &surface))
            return false;
    }
    return m->part_count > 0;
}

static bool has_sign(const chooser *c, uint32_t node, sign s)
{
    const wm_scene_node *n = &c->scene->nodes[node];
    switch (s) {
    case BY_NAME: return n->role == WM_NODE_ROLE_COLLISION || wmi_bwm_is_walkmesh_name(n->name);
    case BY_PARENT: return c->below[node];
    case BY_STATE: return c->door && c->soup->state[node] != WM_NO_INDEX;
    default: return has_surfaces(c, &c->scene->meshes[n->mesh]);
    }
}

/* The first sign that some meshes have and others do not; SIGNS if there is none. */
static sign find_sign(const chooser *c)
{
    for (sign s = BY_NAME; s < SIGNS; s++) {
        bool some = false, others = false;
        for (uint32_t i = 0; i < c->scene->node_count && !(some && others); i++) {
            if (!c->soup->wanted[i])
                continue;
            bool has = has_sign(c, i, s);
            some = some || has;
            others = others || !has;
        }
        if (some && others)
            return s;
        if (some && s == BY_NAME) /* all of them */
            return SIGNS;
    }
    return SIGNS;
}

/* Meshes called door0, door1 and door2 are the states of a door, if no name has a word for it. */
static void number_states(const chooser *c)
{
    const wm_scene *s = c->scene;
    const char *first = NULL;
    size_t length = 0;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < s->node_count; i++) {
        size_t stem = 0;
        if (!c->soup->wanted[i])
            continue;
        uint32_t digit = wmi_bwm_name_digit(s->nodes[i].name, &stem);
        if (c->soup->state[i] != WM_NO_INDEX || digit == WM_NO_INDEX || seen >> digit & 1)
            return;
        if (first && (stem != length || strncmp(s->nodes[i].name, first, stem) != 0))
            return;
        first = s->nodes[i].name;
        length = stem;
        seen |= 1u << digit;
    }
    for (uint32_t i = 0; (seen & (seen - 1)) && i < s->node_count; i++)
        if (c->soup->wanted[i])
            c->soup->state[i] = wmi_bwm_name_digit(s->nodes[i].name, &length);
}

static void find_names(const chooser *c)
{
    const wm_scene *s = c->scene;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool top = n->parent == WM_NO_INDEX; /* others have a parent of a lower index */
        uint32_t state = wmi_bwm_name_state(n->name);
        c->below[i] = wmi_bwm_is_walkmesh_name(n->name) || (!top && c->below[n->parent]);
        c->soup->state[i] = state != WM_NO_INDEX || top ? state : c->soup->state[n->parent];
    }
}

bool wmi_bwm_choose(wmi_soup *soup, const wm_scene *scene, const wm_kotor_surfaces *surfaces,
                    bool door, uint32_t state)
{
    chooser c = {.soup = soup, .scene = scene, .surfaces = surfaces, .door = door};
    soup->state = wmi_arena_raw(&soup->arena, scene->node_count, sizeof *soup->state);
    c.below = wmi_arena_raw(&soup->arena, scene->node_count, sizeof *c.below);
    if (!soup->state || !c.below)
        return false;
    find_names(&c);
    sign s = find_sign(&c);
    for (uint32_t i = 0; s < SIGNS && i < scene->node_count; i++)
        if (soup->wanted[i] && !has_sign(&c, i, s)) {
            soup->wanted[i] = false;
            soup->left_out++;
        }
    if (door)
        number_states(&c);
    for (uint32_t i = 0; state != WM_NO_INDEX && i < scene->node_count; i++)
        if (soup->wanted[i] && soup->state[i] != state) {
            soup->wanted[i] = false;
            soup->left_out += soup->state[i] == WM_NO_INDEX;
        }
    return true;
}

wm_status wm_kotor_door_states(const wm_scene *scene, const wm_kotor_surfaces *surfaces,
                               uint32_t *states, wm_error *error)
{
    wmi_soup soup;
    uint32_t found = 0;
    wm_status status = wmi_soup_open(&soup, scene, NULL, error);
    if (status == WM_OK && !wmi_bwm_choose(&soup, scene, surfaces, true, WM_NO_INDEX))
        status = wmi_arena_fail(&soup.arena, error, "");
    for (uint32_t i = 0; status == WM_OK && i < scene->node_count; i++)
        if (soup.wanted[i] && soup.state[i] != WM_NO_INDEX)
            found |= 1u << soup.state[i];
    wmi_soup_free(&soup);
    if (status == WM_OK)
        *states = found;
    return status;
}
