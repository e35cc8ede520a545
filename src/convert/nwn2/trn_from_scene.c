/* Converts a scene to a baked TRX: flags come from material names, the tile grid from the
 * scene, a template or the bounds. Triangles are split at tile borders, then the ordinary
 * bake runs. docs/gltf.md, "Importing walkmeshes". */
#include <math.h>
#include <stdio.h>

#include "base/words.h"
#include "convert/nwn2/terrain_from_scene.h"
#include "convert/nwn2/trn_notes.h"

/* Interiors of the game have 9 m tiles; no area has more tiles in a row than GRID_MAX. A bake
 * costs the square of the number of tiles. So a mesh may cover at most TILES_BASE of them, as
 * many as the largest interior of the game, and one more per triangle: not as many as its
 * extent asks for. All areas of the games have several triangles per tile. */
enum { TILE_WIDTH = 9, GRID_MAX = 1024, TILES_BASE = 1024 };

typedef struct job {
    wmi_import in;
    wm_nwn2_trn *trn;
    wm_nwn2_aswm *aswm; /* of trn */
    bool own_grid;      /* taken from the scene */
} job;

/* ---- materials --------------------------------------------------------- */

static bool flags_of(const void *context, const char *name, wm_vec3 colour, uint32_t *surface)
{
    uint16_t flags;
    (void)context;
    if (name ? !wmi_nwn2_surface_flags(name, &flags) : !wmi_nwn2_flags_of_colour(colour, &flags))
        return false;
    *surface = flags;
    return true;
}

/* The flags of each material of the scene, then those for no material. */
static wm_status find_flags(job *j, uint32_t **flags)
{
    return wmi_soup_surfaces(&j->in.soup, j->in.scene, j->in.opts->material, flags_of, NULL,
                             "dirt, grass, stone, wood, carpet, metal, swamp, mud, leaves, water, "
                             "puddles or none, optionally followed by _not_walkable",
                             flags, j->in.error);
}

/* ---- grid -------------------------------------------------------------- */

static bool grid_of_scene(job *j)
{
    const wm_extras *e = &j->in.scene->extras;
    const wm_extra *grid = wmi_extra_list(e, "grid", 2);
    double border = wmi_extra_number(e, "border", 0), width = wmi_extra_number(e, "tile_width", 0);
    return grid && wmi_extra_u32(grid->numbers[0], &j->aswm->grid_width) &&
           wmi_extra_u32(grid->numbers[1], &j->aswm->grid_height) &&
           wmi_extra_u32(border, &j->aswm->border) && j->aswm->grid_width <= GRID_MAX &&
           j->aswm->grid_height <= GRID_MAX && j->aswm->grid_width && j->aswm->grid_height &&
           (j->aswm->tile_width = (float)width) > 0 && width < 1e6;
}

static wm_status outside(const job *j, wm_vec3 p, double right, double top)
{
    return wmi_fail(j->in.error, WM_BAD_VALUE, "meshes",
                    "a triangle at %.3f, %.3f lies outside the area, which spans 0, 0 to %.6g, "
                    "%.6g: move the mesh",
                    (double)p.x, (double)p.y, right, top);
}

/* As many tiles as the bounds need; areas begin at 0, 0. */
static wm_status grid_of_bounds(job *j)
{
    double width = (double)j->aswm->tile_width, x = 0, y = 0;
    for (uint32_t i = 0; i < j->in.soup.triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            wm_vec3 p = j->in.soup.vertices[j->in.soup.triangles[i].vertex[k]];
            x = (double)p.x > x ? (double)p.x : x;
            y = (double)p.y > y ? (double)p.y : y;
            if ((double)p.x < -0.01 || (double)p.y < -0.01)
                return outside(j, p, (double)INFINITY, (double)INFINITY);
        }
    double columns = ceil((x - 0.001) / width), rows = ceil((y - 0.001) / width);
    if (columns > GRID_MAX || rows > GRID_MAX)
        return wmi_fail(j->in.error, WM_LIMIT, "meshes",
                        "the mesh needs %.0f x %.0f tiles of %g m, at most %d x %d are allowed: is "
                        "it in metres?",
                        columns, rows, width, GRID_MAX, GRID_MAX);
    j->aswm->grid_width = columns < 1 ? 1 : (uint32_t)columns;
    j->aswm->grid_height = rows < 1 ? 1 : (uint32_t)rows;
    return WM_OK;
}

static wm_status prove_tiles(const job *j)
{
    uint64_t tiles = (uint64_t)j->aswm->grid_width * j->aswm->grid_height;
    uint64_t most = (uint64_t)TILES_BASE + j->in.soup.triangle_count;
    if (tiles <= most)
        return WM_OK;
    return wmi_fail(j->in.error, WM_LIMIT, "meshes",
                    "%s of %g m are too many for %s, at most %llu are allowed: is the mesh in "
                    "metres?",
                    wmi_count(tiles, "tile", "tiles").text, (double)j->aswm->tile_width,
                    wmi_count(j->in.soup.triangle_count, "triangle", "triangles").text,
                    (unsigned long long)most);
}

static wm_status find_grid(job *j)
{
    wm_nwn2_aswm *a = j->aswm;
    const wm_nwn2_aswm *old = j->in.opts->template_trn ? j->in.opts->template_trn->aswm : NULL;
    float asked = j->in.opts->tile_width;
    if (asked < 0 || !isfinite(asked) || asked > 1e6f)
        return wmi_fail(j->in.error, WM_BAD_ARGUMENT, "tile_width", "%g is not a width in metres",
                        (double)asked);
    if (asked <= 0 && old && !j->in.soup.straight && old->grid_width && old->grid_height) {
        a->tile_width = old->tile_width;
        a->grid_width = old->grid_width;
        a->grid_height = old->grid_height;
        a->border = old->border;
        return WM_OK;
    }
    j->own_grid = asked <= 0 && grid_of_scene(j);
    if (j->own_grid)
        return prove_tiles(j);
    a->border = 0;
    a->tile_width = asked > 0 ? asked : TILE_WIDTH;
    j->in.soup.straight = false;
    wm_status status = grid_of_bounds(j);
    return status == WM_OK ? prove_tiles(j) : status;
}

/* ---- triangles --------------------------------------------------------- */

/* In plan view a triangle of a TRX is clockwise. */
static void put_triangle(job *j, uint32_t i, uint16_t flags)
{
    const uint32_t *v = j->in.soup.triangles[i].vertex;
    wm_vec3 a = j->in.soup.vertices[v[0]], b = j->in.soup.vertices[v[1]],
            c = j->in.soup.vertices[v[2]];
    double area = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                  ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
    bool down = !j->in.soup.straight && area < 0;
    wm_nwn2_triangle *t = &j->aswm->triangles[i];
    j->in.result->flipped += down;
    t->vertex[0] = v[0];
    t->vertex[1] = v[down ? 1 : 2];
    t->vertex[2] = v[down ? 2 : 1];
    t->flags = (uint16_t)(flags | WM_NWN2_CLOCKWISE);
    t->island = WM_NWN2_NO_ISLAND;
}

/* In a scene straight from a file: the few triangles that are not clockwise. */
static void unflag(job *j)
{
    const wm_extra *odd = wmi_extra_list(&j->in.scene->extras, "counter_clockwise", 0);
    const wm_extra *variant = wm_extras_find(&j->in.scene->extras, "variant");
    bool all = variant && variant->texts && strcmp(variant->texts[0], "trn") == 0;
    uint32_t count = all ? j->aswm->triangle_count : odd ? odd->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = i;
        if (!all && !wmi_extra_u32(odd->numbers[i], &number))
            continue;
        if (number >= j->aswm->triangle_count ||
            !(j->aswm->triangles[number].flags & WM_NWN2_CLOCKWISE))
            continue;
        wm_nwn2_triangle *t = &j->aswm->triangles[number];
        uint32_t swap = t->vertex[1];
        t->vertex[1] = t->vertex[2];
        t->vertex[2] = swap;
        t->flags &= (uint16_t)~WM_NWN2_CLOCKWISE;
    }
    if (all)
        j->aswm->tiles_flags = WM_NWN2_TRN_TILES;
}

/* Which triangles each tile owns, if the scene says so. */
static bool take_tiles(job *j)
{
    uint32_t tiles = j->aswm->grid_width * j->aswm->grid_height, next = 0;
    const wm_extra *counts = wmi_extra_list(&j->in.scene->extras, "tile_triangles", tiles);
    if (!j->in.soup.straight || !counts)
        return false;
    for (uint32_t i = 0; i < tiles; i++) {
        uint32_t n;
        if (!wmi_extra_u32(counts->numbers[i], &n) || n > j->aswm->triangle_count - next)
            return false;
        j->aswm->tiles[i].triangles_offset = next;
        j->aswm->tiles[i].triangles_count = n;
        next += n;
    }
    return next == j->aswm->triangle_count;
}

/* The neighbours where more than two triangles meet. The bake examines the edges stored
 * before it and uses only those it finds correct. */
static wm_status take_crowded(job *j)
{
    const wm_extra *list = wmi_extra_list(&j->in.scene->extras, "crowded_edges", 0);
    uint32_t count = list ? list->count / 4 : 0;
    wm_nwn2_edge *edges = wm_nwn2_trn_alloc(j->trn, count, sizeof *edges, j->in.error);
    if (!edges)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *to[4] = {&edges[i].vertex[0], &edges[i].vertex[1], &edges[i].triangle[0],
                           &edges[i].triangle[1]};
        for (uint32_t k = 0; k < 4; k++)
            if (!wmi_extra_u32(list->numbers[4 * i + k], to[k]))
                return WM_OK; /* damaged: drop them all */
    }
    j->aswm->edges = edges;
    j->aswm->edge_count = count;
    return WM_OK;
}

static wm_status fill(job *j, const uint32_t *flags)
{
    wm_nwn2_aswm *a = j->aswm;
    size_t tiles = (size_t)a->grid_width * a->grid_height;
    a->vertex_count = j->in.soup.vertex_count;
    a->triangle_count = j->in.soup.triangle_count;
    a->vertices = wm_nwn2_trn_alloc(j->trn, a->vertex_count, sizeof *a->vertices, j->in.error);
    a->triangles = a->vertices ? wm_nwn2_trn_alloc(j->trn, a->triangle_count, sizeof *a->triangles,
                                                   j->in.error)
                               : NULL;
    a->tiles =
        a->triangles ? wm_nwn2_trn_alloc(j->trn, tiles, sizeof *a->tiles, j->in.error) : NULL;
    if (!a->tiles)
        return WM_NO_MEMORY;
    memcpy(a->vertices, j->in.soup.vertices, a->vertex_count * sizeof *a->vertices);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        uint32_t m = j->in.soup.triangles[i].material;
        put_triangle(j, i, (uint16_t)flags[m == WM_NO_INDEX ? j->in.scene->material_count : m]);
    }
    for (size_t i = 0; i < tiles; i++) {
        a->tiles[i].owns_data = 1;
        a->tiles[i].size_x = a->tiles[i].size_y = a->tile_width;
        a->tiles[i].flags = WM_NWN2_TRX_TILES;
    }
    if (!j->in.soup.straight)
        return WM_OK;
    unflag(j);
    return take_crowded(j);
}

static wm_status prove_inside(const job *j)
{
    const wm_nwn2_aswm *a = j->aswm;
    double right = (double)a->grid_width * (double)a->tile_width,
           top = (double)a->grid_height * (double)a->tile_width;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = a->vertices[a->triangles[i].vertex[k]];
        double x = ((double)p[0].x + (double)p[1].x + (double)p[2].x) / 3;
        double y = ((double)p[0].y + (double)p[1].y + (double)p[2].y) / 3;
        if (x < -0.01 || y < -0.01 || x > right + 0.01 || y > top + 0.01)
            return outside(j, (wm_vec3){(float)x, (float)y, 0}, right, top);
    }
    return WM_OK;
}

/* ---- file -------------------------------------------------------------- */

/* The packets: those of the template, or a TRWH and a walkmesh. */
static wm_status open_file(job *j)
{
    const wm_nwn2_trn *template = j->in.opts->template_trn;
    j->trn = template ? wm_nwn2_trn_copy(template, j->in.opts->allocator, j->in.error)
                      : wm_nwn2_trn_new(j->in.opts->allocator, j->in.error);
    if (!j->trn)
        return WM_NO_MEMORY;
    wm_nwn2_packet *p = NULL;
    if (!template) {
        p = wm_nwn2_trn_add_packet(j->trn, "TRWH", j->in.error);
        wm_nwn2_trwh *trwh = p ? wm_nwn2_trn_alloc(j->trn, 1, sizeof *trwh, j->in.error) : NULL;
        if (!trwh)
            return WM_NO_MEMORY;
        p->trwh = j->trn->trwh = trwh;
    }
    if (!j->trn->aswm) {
        p = wm_nwn2_trn_add_packet(j->trn, "ASWM", j->in.error);
        wm_nwn2_aswm *a = p ? wm_nwn2_trn_alloc(j->trn, 1, sizeof *a, j->in.error) : NULL;
        if (!a)
            return WM_NO_MEMORY;
        p->aswm = j->trn->aswm = a;
    }
    j->aswm = j->trn->aswm;
    *j->aswm = (wm_nwn2_aswm){.compressed = true,
                              .version = WM_NWN2_ASWM_VERSION,
                              .owns_data = 1,
                              .tiles_flags = WM_NWN2_TRX_TILES};
    return WM_OK;
}

static void fill_trwh(const job *j)
{
    const wm_extra *e = wmi_extra_list(&j->in.scene->extras, "trwh", 3);
    wm_nwn2_trwh *t = j->trn->trwh;
    if (j->in.opts->template_trn || !t)
        return;
    *t = (wm_nwn2_trwh){j->aswm->grid_width, j->aswm->grid_height, 0};
    uint32_t w, h, id;
    if (e && j->own_grid && wmi_extra_u32(e->numbers[0], &w) && wmi_extra_u32(e->numbers[1], &h) &&
        wmi_extra_u32(e->numbers[2], &id))
        *t = (wm_nwn2_trwh){w, h, id};
}

static wm_status simplify(job *j, bool assign)
{
    wm_simplify which = j->in.opts->simplify;
    const wm_nwn2_trn_simplify_opts opts = {
        .above = which == WM_SIMPLIFY_FULL ? WM_NWN2_TILE_NODES : 0, .assign_tiles = assign};
    if (which == WM_SIMPLIFY_NONE)
        return WM_OK;
    return wm_nwn2_trn_simplify(j->trn, &opts, &j->in.result->simplify, j->in.error);
}

static wm_status make(job *j)
{
    uint32_t *flags = NULL;
    wm_status status = wmi_import_collect(&j->in, "nwn2-trn");
    if (status == WM_OK)
        status = find_flags(j, &flags);
    if (status == WM_OK)
        status = open_file(j);
    if (status == WM_OK)
        status = find_grid(j);
    if (status == WM_OK)
        status = fill(j, flags);
    if (status != WM_OK)
        return status;
    fill_trwh(j);
    bool owned = take_tiles(j);
    j->in.result->straight = j->in.soup.straight;
    if (!owned)
        status = prove_inside(j);
    if (status == WM_OK && !owned)
        status = wm_nwn2_trn_split_tiles(j->trn, &j->in.result->split, j->in.error);
    if (status == WM_OK)
        status = simplify(j, !owned);
    const wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = !owned};
    if (status == WM_OK)
        status = wm_nwn2_trn_rebuild(j->trn, &opts, &j->in.result->bake, j->in.error);
    if (status == WM_OK)
        status = wmi_terrain_from_scene(j->in.scene, j->trn, j->in.opts->allocator, j->in.result,
                                        j->in.error);
    if (status == WM_OK && owned && j->in.soup.straight && j->in.scene->mesh_count)
        wmi_trn_take(j->trn->aswm, &j->in.scene->meshes[0].extras);
    return status;
}

/* The template with other ground and water. */
static wm_status make_terrain(job *j)
{
    if (!j->in.opts->template_trn)
        return wmi_fail(j->in.error, WM_BAD_ARGUMENT, "template_trn",
                        "there is no walkmesh to keep");
    if (!j->in.scene->finished)
        return wmi_fail(j->in.error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    j->trn = wm_nwn2_trn_copy(j->in.opts->template_trn, j->in.opts->allocator, j->in.error);
    if (!j->trn)
        return WM_NO_MEMORY;
    return wmi_terrain_from_scene(j->in.scene, j->trn, j->in.opts->allocator, j->in.result,
                                  j->in.error);
}

wm_nwn2_trn *wm_nwn2_trn_from_scene(const wm_scene *scene, const wm_walkmesh_import_opts *opts,
                                    wm_walkmesh_import_result *result, wm_error *error)
{
    job j = {0};
    if (!wmi_import_open(&j.in, scene, opts, error))
        return NULL;
    wm_status status = j.in.opts->keep_walkmesh ? make_terrain(&j) : make(&j);
    wmi_soup_free(&j.in.soup);
    if (status == WM_OK && result)
        *result = j.in.made;
    if (status == WM_OK)
        return j.trn;
    wm_nwn2_trn_free(j.trn);
    return NULL;
}
