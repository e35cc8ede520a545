/* Walkmeshes as neutral scenes, so that they can be exported to glTF and OBJ and imported
 * again without changing a bit. docs/gltf.md, "Walkmeshes". */
#include <math.h>
#include <stdio.h>

#include "base/sort.h"
#include "convert/kotor/bwm_notes.h"
#include "convert/nwn2/trn_notes.h"
#include "convert/scene_details.h"
#include "kotor/bwm/rebuild.h"
#include "scene/internal.h"

/* Triangles in file order. */
typedef struct maker {
    wm_scene *scene;
    wmi_arena scratch;
    uint32_t count;
    uint64_t *keys; /* flags or material in the high half, triangle index in the low half */
    uint32_t (*corners)[3];
    /* The walkmesh whose tree and odd normals, or sight bits, are kept; or NULL. */
    const wm_kotor_bwm *noted;
    const wm_nwn2_aswm *noted_aswm;
    wmi_bag bag;
} maker;

/* ---- building ---------------------------------------------------------- */

static bool open_maker(maker *m, uint32_t triangles, const char *source, const wm_scene_opts *opts,
                       wm_error *error)
{
    const wm_allocator *allocator = opts ? opts->allocator : NULL;
    m->count = triangles;
    wmi_arena_init(&m->scratch, allocator, 0);
    m->scene = wm_scene_new(opts ? opts->memory_limit : 0, allocator, error);
    if (!m->scene)
        return false;
    m->scene->source = source;
    const char *name = opts && opts->name ? opts->name : "walkmesh";
    m->scene->name = wm_scene_text(m->scene, name, strlen(name), error);
    if (!m->scene->name)
        return false;
    m->scene->up = WM_UP_Z;
    m->keys = wmi_arena_raw(&m->scratch, 2 * (size_t)triangles, sizeof *m->keys);
    m->corners = wmi_arena_raw(&m->scratch, triangles, sizeof *m->corners);
    if (!m->keys || !m->corners) {
        wmi_arena_fail(&m->scratch, error, "");
        return false;
    }
    return true;
}

static wm_scene *close_maker(maker *m, bool good, wm_error *error)
{
    wmi_arena_free(&m->scratch);
    if (good && m->bag.failed) {
        wm_scene_no_memory(m->scene, error);
        good = false;
    }
    if (good && wm_scene_finish(m->scene, error) == WM_OK)
        return m->scene;
    wm_scene_free(m->scene);
    return NULL;
}

static wm_scene_node plain_node(const char *name, wm_vec3 place)
{
    wm_scene_node node = wmi_scene_node(name);
    node.rest.translation = place;
    return node;
}

/* Creates the parts, each with triangles of one key. Leaves their keys in scratch, one per part. */
static uint32_t *make_parts(maker *m, wm_scene_mesh *mesh)
{
    wm_scene *s = m->scene;
    uint32_t parts = 0, *order = wmi_arena_raw(&m->scratch, m->count, sizeof *order);
    wmi_sort_high(m->keys, m->keys + m->count, m->count);
    for (uint32_t i = 0; i < m->count; i++)
        parts += i == 0 || m->keys[i] >> 32 != m->keys[i - 1] >> 32;
    uint32_t *kinds = wmi_arena_raw(&m->scratch, parts, sizeof *kinds);
    mesh->index_count = 3 * m->count;
    mesh->indices = wm_scene_alloc(s, mesh->index_count, sizeof *mesh->indices, NULL);
    mesh->parts = wm_scene_alloc(s, parts, sizeof *mesh->parts, NULL);
    if (!order || !kinds || !mesh->indices || !mesh->parts)
        return NULL;
    for (uint32_t i = 0; i < m->count; i++) {
        order[i] = (uint32_t)m->keys[i];
        memcpy(mesh->indices + 3 * (size_t)i, m->corners[order[i]], sizeof *m->corners);
        if (i == 0 || m->keys[i] >> 32 != m->keys[i - 1] >> 32) {
            kinds[mesh->part_count] = (uint32_t)(m->keys[i] >> 32);
            mesh->parts[mesh->part_count] = (wm_scene_part){3 * i, 0, mesh->part_count};
            mesh->part_count++;
        }
        mesh->parts[mesh->part_count - 1].count += 3;
    }
    wmi_bag_open(&m->bag, s);
    wmi_bag_uints(&m->bag, "order", order, m->count);
    if (m->noted)
        wmi_bwm_note(&m->bag, m->noted, &m->scratch);
    if (m->noted_aswm)
        wmi_trn_note(&m->bag, m->noted_aswm, &m->scratch);
    wmi_bag_close(&m->bag, &mesh->extras);
    return m->bag.failed ? NULL : kinds;
}

/* Creates one mesh, its node, and space for `empties` nodes after it. Returns the keys of its
 * parts, or NULL and *error. */
static uint32_t *make_mesh(maker *m, const wm_vec3 *vertices, uint32_t vertex_count,
                           uint32_t empties, wm_error *error)
{
    wm_scene *s = m->scene;
    wm_scene_mesh *mesh = s->meshes = wm_scene_alloc(s, 1, sizeof *mesh, NULL);
    s->nodes = wm_scene_alloc(s, (size_t)empties + 1, sizeof *s->nodes, NULL);
    wm_vec3 *positions = wm_scene_alloc(s, vertex_count, sizeof *positions, NULL);
    if (!mesh || !s->nodes || !positions) {
        wm_scene_no_memory(s, error);
        return NULL;
    }
    s->mesh_count = 1;
    if (vertex_count)
        memcpy(positions, vertices, vertex_count * sizeof *positions);
    *mesh = (wm_scene_mesh){.name = s->name, .vertex_count = vertex_count, .positions = positions};
    s->nodes[s->node_count++] = plain_node(s->name, (wm_vec3){0, 0, 0});
    s->nodes[0].kind = WM_NODE_KIND_MESH;
    s->nodes[0].role = WM_NODE_ROLE_COLLISION;
    s->nodes[0].mesh = 0;
    uint32_t *kinds = make_parts(m, mesh);
    s->materials = kinds ? wm_scene_alloc(s, mesh->part_count, sizeof *s->materials, NULL) : NULL;
    if (!s->materials) {
        wm_scene_no_memory(s, error);
        return NULL;
    }
    return kinds;
}

static bool add_material(maker *m, const char *name, wm_vec3 colour, wm_error *error)
{
    wm_scene *s = m->scene;
    char *copy = wm_scene_text(s, name, strlen(name), NULL);
    if (!copy) {
        wm_scene_no_memory(s, error);
        return false;
    }
    s->materials[s->material_count++] = (wm_scene_material){
        .name = copy, .diffuse = colour, .ambient = colour, .alpha = 1, .two_sided = true};
    return true;
}

/* ---- NWN2 -------------------------------------------------------------- */

/* Front sides face up: triangles flagged clockwise are flipped. */
static void take_triangles(maker *m, const wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        bool flip = t->flags & WM_NWN2_CLOCKWISE;
        m->keys[i] = (uint64_t)(t->flags & ~WM_NWN2_CLOCKWISE) << 32 | i;
        m->corners[i][0] = t->vertex[0];
        m->corners[i][1] = t->vertex[flip ? 2 : 1];
        m->corners[i][2] = t->vertex[flip ? 1 : 2];
    }
}

/* The number of triangles of each tile, if they are in consecutive order as they should be;
 * and the few triangles of a TRX that are not clockwise. */
static void take_lists(maker *m, const wm_nwn2_aswm *a)
{
    uint32_t tiles = a->grid_width * a->grid_height, next = 0, odd = 0, i = 0;
    uint32_t *list = wmi_arena_raw(&m->scratch, (size_t)tiles + a->triangle_count, sizeof *list);
    m->bag.failed = m->bag.failed || !list;
    for (; list && i < tiles; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        if ((t->triangles_count && t->triangles_offset != next) ||
            t->triangles_count > a->triangle_count - next)
            break;
        next += list[i] = t->triangles_count;
    }
    if (list && i == tiles && next == a->triangle_count)
        wmi_bag_uints(&m->bag, "tile_triangles", list, tiles);
    for (i = 0; list && i < a->triangle_count; i++)
        if (!(a->triangles[i].flags & WM_NWN2_CLOCKWISE))
            list[odd++] = i;
    if (list && a->tiles_flags == WM_NWN2_TRX_TILES)
        wmi_bag_uints(&m->bag, "counter_clockwise", list, odd);
}

static bool same_ends(const wm_nwn2_edge *a, const wm_nwn2_edge *b)
{
    return a->vertex[0] == b->vertex[0] && a->vertex[1] == b->vertex[1];
}

/* Where more than two triangles meet, the file decides which are neighbours. Keeps four
 * numbers per such edge: two vertices and two triangles. */
static void take_crowded(maker *m, const wm_nwn2_aswm *a)
{
    uint32_t n = 0, *list = wmi_arena_raw(&m->scratch, 4 * (size_t)a->edge_count, sizeof *list);
    m->bag.failed = m->bag.failed || !list;
    for (uint32_t i = 0; list && i < a->edge_count; i++) {
        const wm_nwn2_edge *e = &a->edges[i];
        if ((i && same_ends(e, e - 1)) || (i + 1 < a->edge_count && same_ends(e, e + 1))) {
            memcpy(list + n, e->vertex, sizeof e->vertex);
            memcpy(list + n + 2, e->triangle, sizeof e->triangle);
            n += 4;
        }
    }
    if (n)
        wmi_bag_uints(&m->bag, "crowded_edges", list, n);
}

/* Other contents of the file that a mesh does not hold: "TRRN WATR", each type once. */
static void name_packets(maker *m, const wm_nwn2_trn *trn)
{
    char text[64] = "";
    size_t n = 0;
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const char *type = trn->packets[i].type;
        bool told = strcmp(type, "TRWH") == 0 || strcmp(type, "ASWM") == 0 || strstr(text, type);
        if (told || strlen(type) != 4 || n + 6 > sizeof text)
            continue;
        n += (size_t)wmi_format(text + n, sizeof text - n, "%s%s", n ? " " : "", type);
    }
    if (n)
        wmi_bag_text(&m->bag, "packets", text, n);
}

static void nwn2_extras(maker *m, const wm_nwn2_trn *trn)
{
    const wm_nwn2_aswm *a = trn->aswm;
    bool baked = a->tiles_flags == WM_NWN2_TRX_TILES;
    wmi_bag_open(&m->bag, m->scene);
    wmi_bag_text(&m->bag, "variant", baked ? "trx" : "trn", 3);
    wmi_bag_number(&m->bag, "vertices", a->vertex_count);
    wmi_bag_number(&m->bag, "triangles", a->triangle_count);
    wmi_bag_number(&m->bag, "tile_width", (double)a->tile_width);
    wmi_bag_uints(&m->bag, "grid", (uint32_t[]){a->grid_width, a->grid_height}, 2);
    wmi_bag_number(&m->bag, "border", a->border);
    if (trn->trwh)
        wmi_bag_uints(&m->bag, "trwh",
                      (uint32_t[]){trn->trwh->width, trn->trwh->height, trn->trwh->id}, 3);
    take_lists(m, a);
    take_crowded(m, a);
    name_packets(m, trn);
    wmi_bag_close(&m->bag, &m->scene->extras);
}

static bool from_nwn2(maker *m, const wm_nwn2_trn *trn, wm_error *error)
{
    const wm_nwn2_aswm *a = trn->aswm;
    take_triangles(m, a);
    uint32_t *kinds = make_mesh(m, a->vertices, a->vertex_count, 0, error);
    if (!kinds)
        return false;
    for (uint32_t i = 0; i < m->scene->meshes[0].part_count; i++) {
        char name[WMI_SURFACE_TEXT];
        uint16_t flags = (uint16_t)kinds[i];
        wmi_nwn2_surface_name(flags, name);
        wm_vec3 colour = wm_nwn2_material_colour(wm_nwn2_material(flags), flags & WM_NWN2_WALKABLE);
        if (!add_material(m, name, colour, error))
            return false;
    }
    nwn2_extras(m, trn);
    return true;
}

wm_scene *wm_scene_from_nwn2_trn(const wm_nwn2_trn *trn, const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    maker m = {.noted_aswm = opts && opts->details ? trn->aswm : NULL};
    if (!trn->aswm) {
        wmi_fail(error, WM_BAD_VALUE, "packets", "the file has no walkmesh (ASWM packet)");
        return NULL;
    }
    bool good = open_maker(&m, trn->aswm->triangle_count, "nwn2-trn", opts, error) &&
                from_nwn2(&m, trn, error);
    if (good && opts && opts->details && !wmi_nwn2_details(m.scene, trn, opts->allocator))
        m.bag.failed = true;
    return close_maker(&m, good, error);
}

/* ---- KotOR ------------------------------------------------------------- */

static void add_empty(maker *m, const char *name, wm_vec3 place, const uint32_t *edge,
                      uint32_t room)
{
    wm_scene *s = m->scene;
    char *copy = wm_scene_text(s, name, strlen(name), NULL);
    wm_scene_node *n = &s->nodes[s->node_count];
    m->bag.failed = m->bag.failed || !copy;
    if (m->bag.failed)
        return;
    *n = plain_node(copy, place);
    if (edge) {
        wmi_bag_number(&m->bag, "edge", *edge);
        wmi_bag_number(&m->bag, "room", room);
    }
    wmi_bag_close(&m->bag, &n->extras);
    s->node_count++;
}

static bool is_transition(const wm_kotor_bwm *b, uint32_t i)
{
    return b->edges[i].transition != WM_NO_INDEX && b->edges[i].edge / 3 < b->face_count;
}

static bool is_set(wm_vec3 v)
{
    static const wm_vec3 zero;
    return memcmp(&v, &zero, sizeof v) != 0;
}

static void add_empties(maker *m, const wm_kotor_bwm *b)
{
    char name[48];
    for (uint32_t i = 0; i < b->edge_count; i++) {
        if (!is_transition(b, i))
            continue;
        uint32_t e = b->edges[i].edge;
        const uint32_t *v = b->faces[e / 3].vertex;
        wm_vec3 from = b->vertices[v[e % 3]], to = b->vertices[v[(e + 1) % 3]];
        wm_vec3 middle = {(from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2};
        wmi_format(name, sizeof name, "transition_%lu", (ul)b->edges[i].transition);
        add_empty(m, name, middle, &e, b->edges[i].transition);
    }
    for (int k = 0; k < 2; k++) {
        wmi_format(name, sizeof name, "relative_hook_%d", k + 1);
        if (is_set(b->relative_hook[k]))
            add_empty(m, name, b->relative_hook[k], NULL, 0);
        wmi_format(name, sizeof name, "absolute_hook_%d", k + 1);
        if (is_set(b->absolute_hook[k]))
            add_empty(m, name, b->absolute_hook[k], NULL, 0);
    }
}

static bool from_kotor(maker *m, const wm_kotor_bwm *b, const wm_kotor_surfaces *surfaces,
                       wm_error *error)
{
    uint32_t empties = 4;
    for (uint32_t i = 0; i < b->edge_count; i++)
        empties += is_transition(b, i);
    for (uint32_t i = 0; i < b->face_count; i++) {
        m->keys[i] = (uint64_t)b->materials[i] << 32 | i;
        memcpy(m->corners[i], b->faces[i].vertex, sizeof *m->corners);
    }
    uint32_t *kinds = make_mesh(m, b->vertices, b->vertex_count, empties, error);
    if (!kinds)
        return false;
    for (uint32_t i = 0; i < m->scene->meshes[0].part_count; i++) {
        char name[WMI_SURFACE_TEXT];
        wmi_kotor_surface_word(surfaces, kinds[i], name);
        if (!add_material(m, name, wm_kotor_surface_colour(surfaces, kinds[i]), error))
            return false;
    }
    wmi_bag_open(&m->bag, m->scene);
    add_empties(m, b);
    wmi_bag_text(&m->bag, "variant", b->type == WM_KOTOR_BWM_TYPE_OBJECT ? "object" : "area", 8);
    wmi_bag_number(&m->bag, "vertices", b->vertex_count);
    wmi_bag_number(&m->bag, "triangles", b->face_count);
    wmi_bag_vec3(&m->bag, "position", b->position);
    wmi_bag_text(&m->bag, "rounding", wmi_bwm_rounding(b) > 0 ? "k2" : "k1", 2);
    wmi_bag_close(&m->bag, &m->scene->extras);
    return true;
}

wm_scene *wm_scene_from_kotor_bwm(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                  const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    maker m = {.noted = opts && opts->details ? bwm : NULL};
    bool good = open_maker(&m, bwm->face_count, "kotor-bwm", opts, error) &&
                from_kotor(&m, bwm, surfaces, error);
    if (good && opts && opts->details &&
        !wmi_kotor_details(m.scene, bwm, surfaces, opts->allocator))
        m.bag.failed = true;
    return close_maker(&m, good, error);
}
