/* Tiles and islands of an NWN2 walkmesh as scene nodes, and the ground and water from the
 * same file. docs/gltf.md, "Walkmeshes". */
#include <math.h>

#include "base/json_text.h"
#include "convert/scene_details.h"

/* ---- tiles ------------------------------------------------------------- */

/* A square that all tiles share. */
static void make_square(wm_scene_mesh *m, float width)
{
    static const uint32_t corners[8] = {0, 1, 1, 2, 2, 3, 3, 0};
    m->name = "tile";
    memcpy(m->indices, corners, sizeof corners);
    for (int i = 0; i < 4; i++)
        m->positions[i] = (wm_vec3){i == 1 || i == 2 ? width : 0, i > 1 ? width : 0, 0};
}

/* At the height of its lowest corner, with the counts that its budget limits. */
static wm_scene_node *add_tile(wmi_details *d, const wm_nwn2_aswm *a, uint32_t number)
{
    const wm_nwn2_tile *t = &a->tiles[number];
    uint32_t x = number % a->grid_width, y = number / a->grid_width, walkable = 0;
    float low = INFINITY;
    for (uint32_t i = 0; i < t->triangles_count; i++) {
        const wm_nwn2_triangle *f = &a->triangles[t->triangles_offset + i];
        walkable += f->flags & WM_NWN2_WALKABLE;
        for (int k = 0; k < 3; k++)
            low = wmi_minf(low, a->vertices[f->vertex[k]].z);
    }
    wmi_bag_number(&d->bag, "triangles", t->triangles_count);
    wmi_bag_number(&d->bag, "walkable", walkable);
    wmi_bag_number(&d->bag, "limit", WM_NWN2_TILE_NODES);
    wmi_bag_number(&d->bag, "first", t->triangles_offset);
    return wmi_details_node(
        d, "tile", x, y,
        (wm_vec3){(float)x * a->tile_width, (float)y * a->tile_width, isfinite(low) ? low : 0});
}

static bool has_triangles(const wm_nwn2_aswm *a, const wm_nwn2_tile *t)
{
    return t->triangles_count && t->triangles_offset <= a->triangle_count &&
           t->triangles_count <= a->triangle_count - t->triangles_offset;
}

static void add_tiles(wmi_details *d, const wm_nwn2_aswm *a)
{
    uint32_t tiles = a->grid_width * a->grid_height, mesh = WM_NO_INDEX;
    uint64_t claimed = 0;
    size_t nodes = 1;
    for (uint32_t i = 0; i < tiles; i++) {
        nodes += has_triangles(a, &a->tiles[i]);
        claimed += has_triangles(a, &a->tiles[i]) ? a->tiles[i].triangles_count : 0;
    }
    /* Gives up on tiles that claim the same triangles again and again. */
    if (nodes == 1 || claimed > 4 * (uint64_t)a->triangle_count ||
        !wmi_details_room(d, nodes, 1, 0))
        return;
    wmi_details_group(d, "tiles");
    for (uint32_t i = 0; i < tiles && !d->failed; i++) {
        if (!has_triangles(a, &a->tiles[i]))
            continue;
        wm_scene_node *node = add_tile(d, a, i);
        if (node && mesh == WM_NO_INDEX) {
            wm_scene_mesh *m = wmi_details_mesh(d, node, WM_PRIMITIVE_LINES, 4, 8);
            if (m)
                make_square(m, a->tile_width);
            mesh = node->mesh;
        } else if (node) {
            node->mesh = mesh;
            node->kind = WM_NODE_KIND_MESH;
        }
    }
}

/* ---- islands ----------------------------------------------------------- */

static void add_island(wmi_details *d, const wm_nwn2_island *from, uint32_t number, float height)
{
    uint32_t n = from->link_count, *list = wmi_arena_raw(&d->scratch, 2 * (size_t)n, sizeof *list);
    float *far = wmi_arena_raw(&d->scratch, n, sizeof *far);
    if (!list || !far) {
        d->failed = true;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        list[i] = from->links[i].island;
        list[n + i] = from->links[i].exit;
        far[i] = from->links[i].distance;
    }
    wmi_bag_number(&d->bag, "triangles", from->triangles_count);
    wmi_bag_uints(&d->bag, "neighbours", list, n);
    wmi_bag_uints(&d->bag, "exits", list + n, n);
    wmi_bag_floats(&d->bag, "distances", far, n);
    wmi_details_node(d, "island", number, WM_NO_INDEX,
                     (wm_vec3){from->centre.x, from->centre.y, height});
}

/* Island centres have no height; uses that of their triangles. */
static void add_islands(wmi_details *d, const wm_nwn2_aswm *a)
{
    uint32_t n = a->island_count;
    double *sum = wmi_arena_new(&d->scratch, n, sizeof *sum);
    uint32_t *count = wmi_arena_new(&d->scratch, n, sizeof *count);
    if (n == 0 || !wmi_details_room(d, (size_t)n + 1, 0, 0) || !sum || !count) {
        d->failed = d->failed || !sum || !count;
        return;
    }
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        if (t->island >= n)
            continue;
        sum[t->island] += (double)a->vertices[t->vertex[0]].z;
        count[t->island]++;
    }
    wmi_details_group(d, "islands");
    for (uint32_t i = 0; i < n && !d->failed; i++)
        add_island(d, &a->islands[i], i, count[i] ? (float)(sum[i] / count[i]) : 0);
}

/* ---- ground and water -------------------------------------------------- */

static char *field_text(wmi_details *d, const uint8_t *field, size_t size)
{
    const uint8_t *end = memchr(field, 0, size);
    char *text =
        wm_scene_text(d->scene, (const char *)field, end ? (size_t)(end - field) : size, NULL);
    d->failed = d->failed || !text;
    return text;
}

/* Bytes as base64, so that other programs keep them. */
static void bag_bytes(wmi_details *d, const char *name, wm_nwn2_bytes bytes)
{
    size_t size = ((size_t)bytes.size + 2) / 3 * 4;
    uint8_t *text = wmi_arena_raw(&d->scratch, size + 1, 1);
    if (!text) {
        d->failed = true;
        return;
    }
    if (bytes.size)
        wmi_base64(bytes.data, bytes.size, text);
    wmi_bag_text(&d->bag, name, (const char *)text, size);
}

static wm_scene_material *add_material(wmi_details *d, const char *name, wm_scene_mesh *m)
{
    wm_scene *s = d->scene;
    if (s->material_count >= d->material_room || d->failed) {
        d->failed = true;
        return NULL;
    }
    wm_scene_material *to = &s->materials[s->material_count];
    *to = (wm_scene_material){.name = name, .diffuse = {1, 1, 1}, .ambient = {1, 1, 1}, .alpha = 1};
    m->parts[0].material = s->material_count++;
    wmi_bag_close(&d->bag, &to->extras);
    return to;
}

/* A material can name only one of the six textures; the others go into the extras. */
static void paint_ground(wmi_details *d, const wm_nwn2_trrn *t, const char *name, wm_scene_mesh *m)
{
    const char *layers[6];
    for (int i = 0; i < 6; i++)
        layers[i] = field_text(d, t->textures[i], sizeof t->textures[i]);
    if (d->failed)
        return;
    wmi_bag_texts(&d->bag, "layers", layers, 6);
    wmi_bag_floats(&d->bag, "layer_colours", &t->colours[0].x, 18);
    wm_scene_material *material = add_material(d, name, m);
    if (material && *layers[0])
        material->textures[WM_TEXTURE_SLOT_COLOUR].name = layers[0];
}

/* Blades as lines; what a line does not show is in the extras. */
static void add_grass(wmi_details *d, const wm_nwn2_grass *g, uint32_t ground, uint32_t number)
{
    uint32_t n = g->blade_count;
    float *turns = wmi_arena_raw(&d->scratch, 3 * (size_t)n, sizeof *turns);
    float *sizes = wmi_arena_raw(&d->scratch, 3 * (size_t)n, sizeof *sizes);
    if (!turns || !sizes || n > UINT32_MAX / 6) {
        d->failed = true;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        memcpy(turns + 3 * (size_t)i, &g->blades[i].direction, 3 * sizeof *turns);
        memcpy(sizes + 3 * (size_t)i, &g->blades[i].dimension, 3 * sizeof *sizes);
    }
    wmi_bag_text(&d->bag, "packet", "grass", 5);
    wmi_bag_text(&d->bag, "name", (const char *)g->name, sizeof g->name);
    wmi_bag_text(&d->bag, "texture", (const char *)g->texture, sizeof g->texture);
    wmi_bag_floats(&d->bag, "directions", turns, 3 * n);
    wmi_bag_floats(&d->bag, "dimensions", sizes, 3 * n);
    wm_scene_node *node = wmi_details_node(d, "grass", ground, number, (wm_vec3){0, 0, 0});
    wm_scene_mesh *m =
        node && n ? wmi_details_mesh(d, node, WM_PRIMITIVE_LINES, 2 * n, 2 * n) : NULL;
    for (uint32_t i = 0; m && i < n; i++) {
        wm_vec3 p = g->blades[i].position, v = g->blades[i].direction;
        m->positions[2 * i] = p;
        m->positions[2 * i + 1] = (wm_vec3){p.x + v.x, p.y + v.y, p.z + v.z};
        m->indices[2 * i] = 2 * i;
        m->indices[2 * i + 1] = 2 * i + 1;
    }
}

/* What a TRRN has besides its mesh. */
static void bag_ground(wmi_details *d, const wm_nwn2_trrn *t)
{
    const char *textures[6];
    for (int i = 0; i < 6; i++)
        textures[i] = field_text(d, t->textures[i], sizeof t->textures[i]);
    if (d->failed)
        return;
    wmi_bag_texts(&d->bag, "textures", textures, 6);
    wmi_bag_floats(&d->bag, "texture_colours", &t->colours[0].x, 18);
    bag_bytes(d, "weights_0", t->dds[0]);
    bag_bytes(d, "weights_1", t->dds[1]);
}

static void add_ground(wmi_details *d, const wm_nwn2_trrn *t, uint32_t number)
{
    wm_scene *s = d->scene;
    wmi_bag_text(&d->bag, "packet", "TRRN", 4);
    wmi_bag_text(&d->bag, "name", (const char *)t->name, sizeof t->name);
    wmi_bag_number(&d->bag, "grass", t->grass_count);
    bag_ground(d, t);
    wm_scene_node *node = wmi_details_node(d, "ground", number, WM_NO_INDEX, (wm_vec3){0, 0, 0});
    wm_scene_mesh *m =
        wmi_details_mesh(d, node, WM_PRIMITIVE_TRIANGLES, t->vertex_count, 3 * t->triangle_count);
    if (!m)
        return;
    node->role = WM_NODE_ROLE_SHOWN;
    m->normals = wm_scene_alloc(s, t->vertex_count, sizeof *m->normals, NULL);
    m->colours = wm_scene_alloc(s, t->vertex_count, sizeof *m->colours, NULL);
    m->uvs[0] = wm_scene_alloc(s, t->vertex_count, sizeof *m->uvs[0], NULL);
    m->uvs[1] = wm_scene_alloc(s, t->vertex_count, sizeof *m->uvs[1], NULL);
    if (!m->normals || !m->colours || !m->uvs[0] || !m->uvs[1]) {
        d->failed = true;
        return;
    }
    for (uint32_t i = 0; i < t->vertex_count; i++) {
        const wm_nwn2_terrain_vertex *v = &t->vertices[i];
        m->positions[i] = v->position;
        m->normals[i] = v->normal;
        for (int k = 0; k < 4; k++) /* blue, green, red, alpha */
            m->colours[i][k] = (float)v->tint[k < 3 ? 2 - k : 3] / 255;
        memcpy(m->uvs[0][i], v->uv, sizeof v->uv);
        memcpy(m->uvs[1][i], v->mask_uv, sizeof v->mask_uv);
    }
    for (uint32_t i = 0; i < 3 * t->triangle_count; i++)
        m->indices[i] = t->triangles[i / 3].vertex[i % 3];
    paint_ground(d, t, node->name, m);
}

/* What a WATR has besides its wet triangles. */
static void bag_water(wmi_details *d, const wm_nwn2_watr *w)
{
    const char *names[3];
    float turns[6], rates[3], angles[3];
    uint32_t dry = 0,
             *list = wmi_arena_raw(&d->scratch, 3 * (size_t)w->triangle_count, sizeof *list);
    for (int i = 0; i < 3; i++) {
        names[i] = field_text(d, w->textures[i].name, sizeof w->textures[i].name);
        memcpy(turns + 2 * i, w->textures[i].direction, sizeof w->textures[i].direction);
        rates[i] = w->textures[i].rate;
        angles[i] = w->textures[i].angle;
    }
    d->failed = d->failed || !list;
    if (d->failed)
        return;
    for (uint32_t i = 0; i < w->triangle_count; i++)
        for (int k = 0; w->triangle_flags[i] && k < 3; k++)
            list[dry++] = w->triangles[i].vertex[k];
    wmi_bag_uints(&d->bag, "tile", (const uint32_t[]){w->x, w->y}, 2);
    wmi_bag_vec3(&d->bag, "colour", w->colour);
    wmi_bag_floats(&d->bag, "ripple", w->ripple, 2);
    wmi_bag_floats(&d->bag, "surface",
                   (const float[]){w->smoothness, w->reflect_bias, w->reflect_power,
                                   w->specular_power, w->specular_coefficient},
                   5);
    wmi_bag_texts(&d->bag, "textures", names, 3);
    wmi_bag_floats(&d->bag, "directions", turns, 6);
    wmi_bag_floats(&d->bag, "rates", rates, 3);
    wmi_bag_floats(&d->bag, "angles", angles, 3);
    wmi_bag_floats(&d->bag, "uv_offset", w->uv_offset, 2);
    wmi_bag_uints(&d->bag, "dry", list, dry);
    wmi_bag_uints(&d->bag, "flags", w->triangle_flags, w->triangle_count);
    bag_bytes(d, "mask", w->dds);
}

static void paint_water(wmi_details *d, const wm_nwn2_watr *w, const char *name, wm_scene_mesh *m)
{
    char *texture = field_text(d, w->textures[0].name, sizeof w->textures[0].name);
    if (d->failed)
        return;
    wmi_bag_floats(&d->bag, "ripple", w->ripple, 2);
    wmi_bag_number(&d->bag, "smoothness", (double)w->smoothness);
    wmi_bag_number(&d->bag, "reflect_bias", (double)w->reflect_bias);
    wmi_bag_number(&d->bag, "reflect_power", (double)w->reflect_power);
    wm_scene_material *material = add_material(d, name, m);
    if (!material)
        return;
    material->diffuse = material->ambient = w->colour;
    material->alpha = 0.6f; /* not in the file: the game makes water transparent itself */
    material->blended = material->two_sided = true;
    material->textures[WM_TEXTURE_SLOT_NORMAL].name = *texture ? texture : NULL;
}

/* Triangles that the file marks as dry are left out. */
static void add_water(wmi_details *d, const wm_nwn2_watr *w)
{
    uint32_t wet = 0, n = 0;
    for (uint32_t i = 0; i < w->triangle_count; i++)
        wet += w->triangle_flags[i] == 0;
    if (wet == 0)
        return;
    wmi_bag_text(&d->bag, "packet", "WATR", 4);
    bag_water(d, w);
    wm_scene_node *node = wmi_details_node(d, "water", w->x, w->y, (wm_vec3){0, 0, 0});
    wm_scene_mesh *m = wmi_details_mesh(d, node, WM_PRIMITIVE_TRIANGLES, w->vertex_count, 3 * wet);
    if (!m)
        return;
    node->role = WM_NODE_ROLE_SHOWN;
    m->uvs[0] = wm_scene_alloc(d->scene, w->vertex_count, sizeof *m->uvs[0], NULL);
    m->uvs[1] = wm_scene_alloc(d->scene, w->vertex_count, sizeof *m->uvs[1], NULL);
    if (!m->uvs[0] || !m->uvs[1]) {
        d->failed = true;
        return;
    }
    for (uint32_t i = 0; i < w->vertex_count; i++) {
        m->positions[i] = w->vertices[i].position;
        memcpy(m->uvs[0][i], w->vertices[i].uv, sizeof w->vertices[i].uv);
        memcpy(m->uvs[1][i], w->vertices[i].uv5, sizeof w->vertices[i].uv5);
    }
    for (uint32_t i = 0; i < w->triangle_count; i++)
        for (int k = 0; w->triangle_flags[i] == 0 && k < 3; k++)
            m->indices[n++] = w->triangles[i].vertex[k];
    paint_water(d, w, node->name, m);
}

static void add_packets(wmi_details *d, const wm_nwn2_trn *trn)
{
    uint32_t ground = 0, water = 0, number = 0;
    size_t grass = 0;
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_trrn *t = trn->packets[i].trrn;
        ground += t != NULL;
        grass += t ? t->grass_count : 0;
        water += trn->packets[i].watr != NULL;
    }
    size_t all = (size_t)ground + water;
    if (all == 0 || !wmi_details_room(d, all + grass + 3, all + grass, all))
        return;
    if (ground)
        wmi_details_group(d, "ground");
    for (uint32_t i = 0; i < trn->packet_count && !d->failed; i++) {
        const wm_nwn2_trrn *t = trn->packets[i].trrn;
        if (t && t->triangle_count)
            add_ground(d, t, number);
        number += t != NULL;
    }
    if (grass)
        wmi_details_group(d, "grass");
    for (uint32_t i = 0, of = 0; i < trn->packet_count && !d->failed; i++) {
        const wm_nwn2_trrn *t = trn->packets[i].trrn;
        for (uint32_t k = 0; t && k < t->grass_count && !d->failed; k++)
            add_grass(d, &t->grass[k], of, k);
        of += t != NULL;
    }
    if (water)
        wmi_details_group(d, "water");
    for (uint32_t i = 0; i < trn->packet_count && !d->failed; i++)
        if (trn->packets[i].watr)
            add_water(d, trn->packets[i].watr);
}

bool wmi_nwn2_details(wm_scene *scene, const wm_nwn2_trn *trn, const wm_allocator *allocator)
{
    wmi_details d;
    wmi_details_open(&d, scene, allocator);
    wm_walkmesh *mesh = wm_walkmesh_from_nwn2_aswm(trn->aswm, allocator, NULL);
    d.failed = !mesh;
    if (mesh)
        wmi_details_regions(&d, mesh, true);
    wm_walkmesh_free(mesh);
    if (!d.failed)
        add_tiles(&d, trn->aswm);
    if (!d.failed)
        add_islands(&d, trn->aswm);
    if (!d.failed)
        add_packets(&d, trn);
    scene->v_down = true;
    return wmi_details_close(&d);
}

/* ---- import ------------------------------------------------------------ */

static bool is_numbered(const char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(name, prefix, n) != 0 || name[n] != '_')
        return false;
    for (name += n + 1; *name; name++)
        if (*name != '_' && *name != '.' && (*name < '0' || *name > '9'))
            return false;
    return true;
}

bool wmi_is_detail(const wm_scene_node *node)
{
    return node->role == WM_NODE_ROLE_OUTLINE || wm_extras_find(&node->extras, "packet") ||
           is_numbered(node->name, "ground") || is_numbered(node->name, "water") ||
           is_numbered(node->name, "grass");
}
