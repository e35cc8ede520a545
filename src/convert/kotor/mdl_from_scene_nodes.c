/* Lists the nodes of a KotOR model built from a scene, depth first and below one root: the
 * nodes of the scene, and one more for each additional material, or set of bones, of a mesh. */
#include "base/text.h"
#include "base/words.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"

enum { BONES = 17 }; /* the maximum in the game's own skins */

/* Triangles that become one mesh. */
typedef struct group {
    uint32_t material;
    uint32_t *faces;
    uint32_t face_count;
    uint32_t bones[BONES]; /* joints that move them */
    uint32_t bone_count;
    uint32_t before; /* previous group with the same material, or WM_NO_INDEX */
} group;

typedef struct groups {
    bool walkmesh, whole;
    uint32_t count; /* 0: no mesh */
    group *list;
} groups;

/* The last group for each material of the mesh being split, then the one for no material. */
typedef struct tails {
    uint32_t *group, *stamp; /* a group is valid if its stamp is that of the mesh */
    uint32_t serial;
} tails;

/* ---- walkmeshes -------------------------------------------------------- */

static bool contains(const char *name, const char *word)
{
    size_t n = strlen(word);
    for (; *name; name++) {
        size_t i = 0;
        while (i < n && wmi_lower(name[i]) == word[i])
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* Materials that are surfaces, not images. */
static bool has_surfaces(const wmi_to_mdl *t, const wm_scene_mesh *m)
{
    uint32_t surface;
    for (uint32_t i = 0; i < m->part_count; i++) {
        if (m->parts[i].material == WM_NO_INDEX)
            return false;
        const wm_scene_material *material = &t->scene->materials[m->parts[i].material];
        if (material->textures[WM_TEXTURE_SLOT_COLOUR].name ||
            !wmi_kotor_surface_number(t->opts->surfaces, material->name, &surface))
            return false;
    }
    return m->part_count > 0;
}

static bool is_walkmesh(const wmi_to_mdl *t, uint32_t node)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    const char *type = wmi_to_mdl_text(t, node, "type");
    if (type)
        return strcmp(type, "aabb") == 0;
    return n->role == WM_NODE_ROLE_COLLISION || contains(n->name, "walkmesh") ||
           contains(n->name, "_wok") || contains(n->name, "aabb") ||
           has_surfaces(t, &t->scene->meshes[n->mesh]);
}

/* ---- splitting --------------------------------------------------------- */

/* Joints of a triangle that have weight, each once. */
static uint32_t joints_of(const wm_scene_mesh *m, uint32_t face, uint32_t joints[12])
{
    uint32_t count = 0;
    for (int c = 0; c < 3; c++) {
        uint32_t v = m->indices[3 * face + (uint32_t)c];
        for (int k = 0; k < 4; k++) {
            uint32_t i = 0;
            if (!(m->weights[v][k] > 0))
                continue;
            while (i < count && joints[i] != m->joints[v][k])
                i++;
            if (i == count)
                joints[count++] = m->joints[v][k];
        }
    }
    return count;
}

/* Adds the joints to those of the group, if they all fit. */
static bool add_bones(group *g, const uint32_t *joints, uint32_t count)
{
    uint32_t bones[BONES], used = g->bone_count;
    memcpy(bones, g->bones, used * sizeof *bones);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < used && bones[k] != joints[i])
            k++;
        if (k < used)
            continue;
        if (used == BONES)
            return false;
        bones[used++] = joints[i];
    }
    memcpy(g->bones, bones, used * sizeof *bones);
    g->bone_count = used;
    return true;
}

static group *find_group(wmi_to_mdl *t, groups *to, tails *last, uint32_t *room, uint32_t material,
                         const uint32_t *joints, uint32_t joint_count)
{
    enum { LOOK_BACK = 64 };
    uint32_t slot = material == WM_NO_INDEX ? t->scene->material_count : material;
    uint32_t before = last->stamp[slot] == last->serial ? last->group[slot] : WM_NO_INDEX;
    for (uint32_t i = before, n = 0; i != WM_NO_INDEX && n < LOOK_BACK; i = to->list[i].before, n++)
        if (add_bones(&to->list[i], joints, joint_count))
            return &to->list[i];
    if (to->count == *room) {
        group *grown = wmi_arena_raw(&t->scratch, 2 * (size_t)*room + 4, sizeof *grown);
        if (!grown)
            return NULL;
        if (to->count)
            memcpy(grown, to->list, to->count * sizeof *grown);
        *room = 2 * *room + 4;
        to->list = grown;
    }
    group *g = &to->list[to->count++];
    *g = (group){.material = material, .before = before};
    last->stamp[slot] = last->serial;
    last->group[slot] = to->count - 1;
    add_bones(g, joints, joint_count); /* at most twelve: they fit */
    return g;
}

/* Assigns each triangle to a group, then builds the lists. */
static bool split_faces(wmi_to_mdl *t, const wm_scene_mesh *m, bool skinned, tails *last,
                        groups *to)
{
    uint32_t faces = m->index_count / 3, room = 0;
    uint32_t *of_face = wmi_arena_raw(&t->scratch, faces, sizeof *of_face);
    const wm_scene_part all = {0, m->index_count, WM_NO_INDEX};
    const wm_scene_part *parts = m->part_count ? m->parts : &all;
    uint32_t part_count = m->part_count ? m->part_count : 1;
    if (!of_face)
        return wmi_to_mdl_no_memory(t);
    memset(of_face, 0xFF, faces * sizeof *of_face);
    last->serial++;
    for (uint32_t p = 0; p < part_count; p++)
        for (uint32_t i = parts[p].first / 3; i < (parts[p].first + parts[p].count) / 3; i++) {
            uint32_t joints[12], count = skinned ? joints_of(m, i, joints) : 0;
            group *g = find_group(t, to, last, &room, parts[p].material, joints, count);
            if (!g)
                return wmi_to_mdl_no_memory(t);
            of_face[i] = (uint32_t)(g - to->list);
            g->face_count++;
        }
    for (uint32_t i = 0; i < to->count; i++) {
        to->list[i].faces = wmi_arena_raw(&t->scratch, to->list[i].face_count, sizeof(uint32_t));
        if (!to->list[i].faces)
            return wmi_to_mdl_no_memory(t);
        to->list[i].face_count = 0;
    }
    for (uint32_t i = 0; i < faces; i++)
        if (of_face[i] != WM_NO_INDEX) {
            group *g = &to->list[of_face[i]];
            g->faces[g->face_count++] = i;
        }
    to->whole = to->count == 1 && to->list[0].face_count == faces;
    return true;
}

/* Faces of a walkmesh that the scene groups by surface, in their original order. */
static bool restore_order(wmi_to_mdl *t, const wm_scene_mesh *m, groups *to)
{
    const wm_extra *e = wm_extras_find(&m->extras, "order");
    uint32_t faces = m->index_count / 3, *list = NULL;
    if (!e || !e->numbers || e->count != faces)
        return true;
    list = wmi_arena_raw(&t->scratch, faces, sizeof *list);
    if (!list)
        return wmi_to_mdl_no_memory(t);
    memset(list, 0xFF, faces * sizeof *list);
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t at = wmi_to_mdl_u32(e->numbers[i]);
        if (at >= faces || list[at] != WM_NO_INDEX)
            return true; /* an unrelated list */
        list[at] = i;
    }
    to->whole = false;
    to->list[0].faces = list;
    to->list[0].face_count = faces;
    return true;
}

static bool make_groups(wmi_to_mdl *t, uint32_t node, tails *last, groups *to)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    *to = (groups){.whole = true};
    if (n->mesh == WM_NO_INDEX)
        return true;
    const wm_scene_mesh *m = &t->scene->meshes[n->mesh];
    if (m->primitive != WM_PRIMITIVE_TRIANGLES || (!t->own && m->index_count == 0))
        return true;
    to->walkmesh = !t->own && is_walkmesh(t, node);
    t->result->walkmeshes += to->walkmesh;
    if (!t->own && !to->walkmesh)
        return split_faces(t, m, n->skin != WM_NO_INDEX && m->joints, last, to);
    to->count = 1;
    to->list = wmi_arena_new(&t->scratch, 1, sizeof *to->list);
    if (!to->list)
        return wmi_to_mdl_no_memory(t);
    to->list[0].material = m->part_count ? m->parts[0].material : WM_NO_INDEX;
    return !t->own || restore_order(t, m, to);
}

/* ---- items ------------------------------------------------------------- */

static bool near_unit(const wm_transform *r)
{
    const float small = 1e-5f;
    return fabsf(r->translation.x) < small && fabsf(r->translation.y) < small &&
           fabsf(r->translation.z) < small && fabsf(r->rotation.x) < small &&
           fabsf(r->rotation.y) < small && fabsf(r->rotation.z) < small &&
           fabsf(r->scale.x - 1) < small && fabsf(r->scale.y - 1) < small &&
           fabsf(r->scale.z - 1) < small;
}

static bool is_moved(const wm_scene *s, uint32_t node)
{
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t i = 0; i < s->animations[a].channel_count; i++)
            if (s->animations[a].channels[i].node == node)
                return true;
    return false;
}

/* A root that only converts z up to y up, as in files of this library, and which other
 * programs keep. */
static bool only_makes_upright(const wmi_to_mdl *t, uint32_t node)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    wm_transform r = n->rest;
    bool quarter = fabsf(fabsf(r.rotation.w) - 0.70710678f) < 1e-4f &&
                   fabsf(r.rotation.x + r.rotation.w) < 2e-4f;
    r.rotation = (wm_quat){0, r.rotation.y, r.rotation.z, 1};
    return !t->own && t->scene->up == WM_UP_Y && !t->scene->left_handed && quarter &&
           near_unit(&r) && n->mesh == WM_NO_INDEX && n->light == WM_NO_INDEX &&
           !is_moved(t->scene, node);
}

/* Was the scene a KotOR model before another program, or an edit of its nodes? */
static bool was_model(const wmi_to_mdl *t)
{
    return t->own || t->scene->returned || wmi_to_mdl_extra(t, WM_NO_INDEX, "classification");
}

/* Can the scene's only root be the root of the model? */
static bool is_root(const wmi_to_mdl *t, uint32_t node)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    if (t->own)
        return true;
    return n->mesh == WM_NO_INDEX && n->light == WM_NO_INDEX && near_unit(&n->rest) &&
           (was_model(t) || !is_moved(t->scene, node));
}

typedef struct listing {
    wmi_to_mdl *t;
    uint32_t *first, *next; /* children and siblings; the children of `top` are roots */
    uint32_t top;
    uint32_t root; /* the root that the others are put below; WM_NO_INDEX: none */
    groups *of;
} listing;

/* A root of the scene that was the root of the model before another program added objects beside
 * it. It must not move what is put below it. The frame of another file of ours is such an object.
 */
static bool was_root(const listing *l, uint32_t node)
{
    const wmi_to_mdl *t = l->t;
    const wm_scene_node *n = &t->scene->nodes[node];
    return was_model(t) && n->mesh == WM_NO_INDEX && n->light == WM_NO_INDEX &&
           near_unit(&n->rest) && l->first[node] != WM_NO_INDEX &&
           strncmp(n->name, WMI_GLTF_FRAME, sizeof WMI_GLTF_FRAME - 1) != 0;
}

/* If exactly one root was that of the model, the others become its last children. */
static void adopt_roots(listing *l)
{
    uint32_t found = WM_NO_INDEX, count = 0, others = WM_NO_INDEX, *end = &others;
    for (uint32_t i = l->first[l->top]; i != WM_NO_INDEX; i = l->next[i]) {
        count += was_root(l, i);
        found = was_root(l, i) ? i : found;
    }
    if (count != 1)
        return;
    for (uint32_t i = l->first[l->top]; i != WM_NO_INDEX; i = l->next[i])
        if (i != found) {
            *end = i;
            end = &l->next[i];
        }
    *end = WM_NO_INDEX;
    l->root = found;
    l->first[l->top] = found;
    l->next[found] = WM_NO_INDEX;
    uint32_t last = l->first[found];
    while (l->next[last] != WM_NO_INDEX)
        last = l->next[last];
    l->next[last] = others;
}

/* WM_NO_INDEX: a root of the model. */
static uint32_t parent_of(const listing *l, uint32_t node)
{
    uint32_t parent = l->t->scene->nodes[node].parent;
    if (parent != WM_NO_INDEX && parent != l->t->skipped)
        return parent;
    return node == l->root ? WM_NO_INDEX : l->root;
}

static void link_children(listing *l)
{
    const wm_scene *s = l->t->scene;
    uint32_t roots = 0, last = 0;
    for (uint32_t i = 0; i <= s->node_count; i++)
        l->first[i] = l->next[i] = WM_NO_INDEX;
    for (uint32_t i = s->node_count; i-- > 0;) {
        uint32_t parent = s->nodes[i].parent == WM_NO_INDEX ? s->node_count : s->nodes[i].parent;
        l->next[i] = l->first[parent];
        l->first[parent] = i;
        roots += parent == s->node_count;
        last = parent == s->node_count ? i : last;
    }
    l->top = s->node_count;
    l->root = WM_NO_INDEX;
    if (roots > 1)
        adopt_roots(l);
    if (roots != 1 || !only_makes_upright(l->t, last))
        return;
    l->t->skipped = l->top = last;
    l->t->upright = true;
}

static bool add_items(listing *l, uint32_t node, uint32_t parent)
{
    wmi_to_mdl *t = l->t;
    const groups *g = &l->of[node];
    uint32_t main = t->item_count;
    t->item_of[node] = main;
    for (uint32_t k = 0; k < (g->count ? g->count : 1); k++) {
        wmi_item *item = &t->items[t->item_count++];
        *item = (wmi_item){.node = node,
                           .parent = k ? main : parent,
                           .part = k,
                           .material = WM_NO_INDEX,
                           .whole = g->whole,
                           .has_below = l->first[node] != WM_NO_INDEX,
                           .walkmesh = g->walkmesh};
        if (g->count) {
            item->material = g->list[k].material;
            item->faces = g->list[k].faces;
            item->face_count = g->list[k].face_count;
        }
    }
    t->result->split += g->count > 1 ? g->count - 1 : 0;
    return true;
}

/* Without recursion: visits a parent, then its first child, then its next sibling. */
static void walk(listing *l, uint32_t top_item)
{
    uint32_t at = l->first[l->top];
    while (at != WM_NO_INDEX) {
        uint32_t parent = parent_of(l, at);
        add_items(l, at, parent == WM_NO_INDEX ? top_item : l->t->item_of[parent]);
        uint32_t down = l->first[at];
        while (down == WM_NO_INDEX && at != WM_NO_INDEX) {
            down = l->next[at];
            at = parent_of(l, at);
        }
        at = down;
    }
}

static bool has_content(const wmi_to_mdl *t, const groups *of)
{
    bool any = t->scene->animation_count > 0 || /* set by this library or by an expert */
               wmi_to_mdl_extra(t, WM_NO_INDEX, "classification");
    for (uint32_t i = 0; i < t->scene->node_count; i++)
        any = any || of[i].count > 0 || t->scene->nodes[i].light != WM_NO_INDEX;
    return any;
}

/* Any number of nodes may show the same mesh, but in a model each has its own. */
static bool is_too_much(const wmi_to_mdl *t)
{
    enum { MOST = 1 << 21 }; /* vertices and triangles, more than a game of that era draws */
    uint64_t total = 0;
    for (uint32_t i = 0; i < t->scene->node_count; i++) {
        if (t->scene->nodes[i].mesh == WM_NO_INDEX)
            continue;
        const wm_scene_mesh *m = &t->scene->meshes[t->scene->nodes[i].mesh];
        total += (uint64_t)m->vertex_count + m->index_count / 3 + m->part_count + m->extras.count;
        if (m->part_count && m->parts[0].material != WM_NO_INDEX)
            total += t->scene->materials[m->parts[0].material].extras.count;
    }
    if (total <= 2 * (uint64_t)MOST)
        return false;
    wmi_fail(t->error, WM_LIMIT, "", "the meshes have more than %d vertices and triangles in total",
             MOST);
    return true;
}

static bool make_all_groups(listing *l)
{
    wmi_to_mdl *t = l->t;
    size_t materials = (size_t)t->scene->material_count + 1;
    tails last = {.group = wmi_arena_raw(&t->scratch, materials, sizeof *last.group),
                  .stamp = wmi_arena_new(&t->scratch, materials, sizeof *last.stamp)};
    if (!last.group || !last.stamp)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->scene->node_count; i++)
        if (!make_groups(t, i, &last, &l->of[i]))
            return false;
    return true;
}

static bool list_items(listing *l)
{
    wmi_to_mdl *t = l->t;
    const wm_scene *s = t->scene;
    size_t total = 1;
    if (is_too_much(t) || !make_all_groups(l))
        return false;
    for (uint32_t i = 0; i < s->node_count; i++) {
        t->item_of[i] = WM_NO_INDEX;
        total += l->of[i].count ? l->of[i].count : 1;
    }
    if (!t->own && !has_content(t, l->of))
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, "",
                        "the scene has no triangle mesh, no light and no animation") == WM_OK;
    if (total > 65536)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, "",
                        "the scene has %s nodes, at most 65,535 are allowed",
                        wmi_number(total - 1).text) == WM_OK;
    t->items = wmi_arena_raw(&t->scratch, total, sizeof *t->items);
    if (!t->items)
        return wmi_to_mdl_no_memory(t);
    uint32_t only = l->first[l->top];
    bool single = only != WM_NO_INDEX && l->next[only] == WM_NO_INDEX && is_root(t, only);
    if (!single && !(t->own && only == WM_NO_INDEX))
        t->items[t->item_count++] = (wmi_item){
            .node = WM_NO_INDEX, .parent = WM_NO_INDEX, .material = WM_NO_INDEX, .whole = true};
    walk(l, single ? WM_NO_INDEX : 0);
    return true;
}

bool wmi_to_mdl_items(wmi_to_mdl *t)
{
    size_t count = (size_t)t->scene->node_count + 1;
    listing l = {.t = t,
                 .first = wmi_arena_raw(&t->scratch, count, sizeof *l.first),
                 .next = wmi_arena_raw(&t->scratch, count, sizeof *l.next),
                 .of = wmi_arena_raw(&t->scratch, count, sizeof *l.of)};
    t->item_of = wmi_arena_raw(&t->scratch, count, sizeof *t->item_of);
    if (!l.first || !l.next || !l.of || !t->item_of)
        return wmi_to_mdl_no_memory(t);
    link_children(&l);
    return list_items(&l);
}
