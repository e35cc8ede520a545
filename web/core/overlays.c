/* Overlays for a walkmesh: outlines, transitions, hooks, boxes of the tree, tiles and islands. */
#include <stdlib.h>

#include "core.h"

static void put_vec(core_bytes *to, wm_vec3 v)
{
    core_put(to, &v, sizeof v);
}

static void put_u32(core_bytes *to, uint32_t value)
{
    core_put(to, &value, sizeof value);
}

/* ---- KotOR ---- */

static bool edge_ends(const wm_kotor_bwm *b, uint32_t edge, wm_vec3 ends[2])
{
    uint32_t face = edge / 3, k = edge % 3;
    if (face >= b->face_count)
        return false;
    ends[0] = b->vertices[b->faces[face].vertex[k]];
    ends[1] = b->vertices[b->faces[face].vertex[(k + 1) % 3]];
    return true;
}

static void put_perimeters(core *c, const wm_kotor_bwm *b, uint32_t room, wm_json_writer *j)
{
    uint32_t from = 0;
    for (uint32_t p = 0; p < b->perimeter_count; p++) {
        uint32_t end = b->perimeters[p] < b->edge_count ? b->perimeters[p] : b->edge_count;
        wm_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}}, first = ends[0];
        core_bytes w = {0};
        bool any = false;
        for (; from < end; from++) {
            if (!edge_ends(b, b->edges[from].edge, ends))
                continue;
            if (!any)
                first = ends[0];
            any = true;
            put_vec(&w, ends[0]);
        }
        bool closed = any && memcmp(&first, &ends[1], sizeof first) == 0;
        if (any && !closed)
            put_vec(&w, ends[1]);
        wm_json_begin_object(j, NULL);
        core_add_bytes(c, j, "points", "f32", &w);
        wm_json_add_bool(j, "closed", closed);
        wm_json_add_index(j, "room", room);
        wm_json_end(j);
    }
}

static void put_transitions(const wm_kotor_bwm *b, uint32_t from, const wm_kotor_lyt *lyt,
                            wm_json_writer *j)
{
    for (uint32_t i = 0; i < b->edge_count; i++) {
        wm_vec3 ends[2];
        uint32_t room = b->edges[i].transition;
        if (room == WM_NO_INDEX || !edge_ends(b, b->edges[i].edge, ends))
            continue;
        wm_json_begin_object(j, NULL);
        wm_json_add_vec3(j, "a", ends[0]);
        wm_json_add_vec3(j, "b", ends[1]);
        wm_json_add_uint(j, "room", room);
        wm_json_add_text(j, "name", lyt && room < lyt->room_count ? lyt->rooms[room].name : NULL);
        wm_json_add_uint(j, "edge", b->edges[i].edge);
        wm_json_add_index(j, "from", from);
        wm_json_end(j);
    }
}

static void put_hook(wm_json_writer *j, const char *name, wm_vec3 at)
{
    if (at.x == 0 && at.y == 0 && at.z == 0)
        return;
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", name);
    wm_json_add_vec3(j, "at", at);
    wm_json_end(j);
}

static void put_hooks(const wm_kotor_bwm *b, wm_json_writer *j)
{
    put_hook(j, "relative hook 1", b->relative_hook[0]);
    put_hook(j, "relative hook 2", b->relative_hook[1]);
    put_hook(j, "absolute hook 1", b->absolute_hook[0]);
    put_hook(j, "absolute hook 2", b->absolute_hook[1]);
}

static void put_layout_hooks(const wm_kotor_lyt *lyt, wm_json_writer *j)
{
    for (uint32_t i = 0; i < lyt->doorhook_count; i++)
        put_hook(j, lyt->doorhooks[i].door, lyt->doorhooks[i].position);
    for (uint32_t i = 0; i < lyt->track_count; i++)
        put_hook(j, lyt->tracks[i].name, lyt->tracks[i].position);
    for (uint32_t i = 0; i < lyt->obstacle_count; i++)
        put_hook(j, lyt->obstacles[i].name, lyt->obstacles[i].position);
}

/* The boxes of the tree, level by level. Nodes that a broken tree reaches twice are left out. */
static bool put_boxes(const wm_kotor_bwm *b, core_bytes *levels, core_bytes *bounds)
{
    size_t n = (size_t)b->aabb_count + 1;
    uint32_t *queue = malloc(n * sizeof *queue), *level = calloc(n, sizeof *level);
    bool good = queue && level;
    uint32_t count = 0;
    if (good && b->aabb_root < b->aabb_count) {
        queue[count++] = b->aabb_root;
        level[b->aabb_root] = 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wm_kotor_aabb *box = &b->aabbs[queue[i]];
        put_u32(levels, level[queue[i]] - 1);
        put_vec(bounds, box->min);
        put_vec(bounds, box->max);
        const uint32_t child[2] = {box->left, box->right};
        for (int k = 0; k < 2; k++)
            if (child[k] < b->aabb_count && !level[child[k]]) {
                level[child[k]] = level[queue[i]] + 1;
                queue[count++] = child[k];
            }
    }
    free(queue);
    free(level);
    return good;
}

/* The layout that has this walkmesh as a room; the caller frees it. */
static wm_kotor_lyt *layout_of(core *c, const core_file *walkmesh, uint32_t *room)
{
    const char *base = core_basename(walkmesh->name), *dot = strrchr(base, '.');
    char stem[256];
    snprintf(stem, sizeof stem, "%.*s", (int)(dot ? dot - base : 255), base);
    for (size_t i = 0; i < c->file_count; i++) {
        const core_file *f = c->files[i];
        wm_kotor_lyt *lyt = f && f->format == WM_FORMAT_KOTOR_LYT
                                ? wm_kotor_lyt_read(f->data, f->size, NULL, NULL)
                                : NULL;
        *room = lyt ? wm_kotor_lyt_find(lyt, stem) : WM_NO_INDEX;
        if (*room != WM_NO_INDEX && core_find(c, f, stem, ".wok") == walkmesh)
            return lyt;
        wm_kotor_lyt_free(lyt);
    }
    *room = WM_NO_INDEX;
    return NULL;
}

static bool put_kotor(core *c, const core_document *d, wm_json_writer *j)
{
    uint32_t room = WM_NO_INDEX, count = d->doc->lyt ? d->doc->lyt->room_count : 1;
    wm_kotor_lyt *found = d->doc->bwm ? layout_of(c, d->file, &room) : NULL;
    const wm_kotor_lyt *lyt = d->doc->lyt ? d->doc->lyt : found;
    core_bytes levels = {0}, bounds = {0};
    bool good = true;
    enum { PERIMETERS, TRANSITIONS, HOOKS, LISTS };
    static const char *const names[LISTS] = {"perimeters", "transitions", "hooks"};
    for (int list = 0; list < LISTS; list++) {
        wm_json_begin_array(j, names[list]);
        for (uint32_t i = 0; i < count; i++) {
            const wm_kotor_bwm *b = d->doc->lyt ? d->doc->rooms[i].bwm : d->doc->bwm;
            if (b && list == PERIMETERS)
                put_perimeters(c, b, d->doc->lyt ? i : room, j);
            else if (b && list == TRANSITIONS)
                put_transitions(b, d->doc->lyt ? i : room, lyt, j);
            else if (b)
                put_hooks(b, j);
            if (b && list == HOOKS)
                good = good && put_boxes(b, &levels, &bounds);
        }
        if (list == HOOKS && d->doc->lyt)
            put_layout_hooks(d->doc->lyt, j);
        wm_json_end(j);
    }
    wm_json_begin_object(j, "boxes");
    wm_json_add_uint(j, "count", levels.size / 4);
    core_add_bytes(c, j, "level", "u32", &levels);
    core_add_bytes(c, j, "bounds", "f32", &bounds);
    wm_json_end(j);
    wm_kotor_lyt_free(found);
    return good;
}

/* ---- NWN2 ---- */

/* The colour for each count, up to the first one above the limit. */
static void put_ramp(core *c, wm_json_writer *j)
{
    core_bytes colours = {0};
    for (uint32_t i = 0; i <= WM_NWN2_TILE_NODES + 1; i++)
        put_vec(&colours, wm_nwn2_tile_colour(i));
    core_add_bytes(c, j, "ramp", "f32", &colours);
}

static void put_tiles(core *c, const wm_nwn2_aswm *a, wm_json_writer *j)
{
    size_t tiles = (size_t)a->grid_width * a->grid_height;
    wm_buffer count = core_buffer(tiles, 4), all = core_buffer(tiles, 4);
    wm_buffer of = core_buffer(a->triangle_count, 4);
    if (!count.data || !all.data || !of.data) {
        wm_buffer_free(&count);
        wm_buffer_free(&all);
        wm_buffer_free(&of);
        wm_json_writer_fail(j, WM_NO_MEMORY);
        return;
    }
    uint32_t *walkable = (void *)count.data, *triangles = (void *)all.data;
    uint32_t *tile_of = (void *)of.data;
    memset(tile_of, 0xFF, of.size);
    for (size_t t = 0; t < tiles; t++) {
        const wm_nwn2_tile *tile = &a->tiles[t];
        walkable[t] = triangles[t] = 0;
        for (uint32_t i = 0; i < tile->triangles_count; i++) {
            uint64_t k = (uint64_t)tile->triangles_offset + i;
            if (k >= a->triangle_count)
                break;
            triangles[t]++;
            walkable[t] += a->triangles[k].flags & WM_NWN2_WALKABLE;
            tile_of[k] = (uint32_t)t;
        }
    }
    wm_json_begin_object(j, "tiles");
    wm_json_add_float(j, "width", a->tile_width);
    wm_json_add_uint(j, "cols", a->grid_width);
    wm_json_add_uint(j, "rows", a->grid_height);
    wm_json_add_uint(j, "border", a->border);
    wm_json_add_uint(j, "limit", WM_NWN2_TILE_NODES);
    put_ramp(c, j);
    core_add_owned(c, j, "count", "u32", &count);
    core_add_owned(c, j, "triangles", "u32", &all);
    core_add_owned(c, j, "tileOfFace", "u32", &of);
    wm_json_end(j);
}

static void put_islands(core *c, const wm_nwn2_aswm *a, wm_json_writer *j)
{
    core_bytes faces = {0}, centres = {0}, links = {0};
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        uint32_t island = a->triangles[i].island;
        put_u32(&faces, island == WM_NWN2_NO_ISLAND ? WM_NO_INDEX : island);
    }
    for (uint32_t i = 0; i < a->island_count; i++) {
        put_vec(&centres, a->islands[i].centre);
        for (uint32_t k = 0; k < a->islands[i].link_count; k++)
            if (a->islands[i].links[k].island < a->island_count) {
                put_u32(&links, i);
                put_u32(&links, a->islands[i].links[k].island);
            }
    }
    core_add_bytes(c, j, "islands", "u32", &faces);
    wm_json_add_uint(j, "islandCount", a->island_count);
    core_add_bytes(c, j, "islandCentres", "f32", &centres);
    core_add_bytes(c, j, "islandLinks", "u32", &links);
}

/* ---- all ---- */

/* Edges of walkable faces with nothing walkable on the other side, two points each. */
static void put_borders(core *c, const wm_walkmesh *m, wm_json_writer *j)
{
    core_bytes w = {0};
    for (uint32_t i = 0; i < m->face_count; i++)
        for (int k = 0; m->walkable[i] && k < 3; k++)
            if (m->neighbours[i].edge[k] == WM_NO_INDEX) {
                put_vec(&w, m->vertices[m->faces[i].vertex[k]]);
                put_vec(&w, m->vertices[m->faces[i].vertex[(k + 1) % 3]]);
            }
    core_add_bytes(c, j, "borders", "f32", &w);
}

wm_status core_overlays(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    bool kotor = d->doc->lyt || d->doc->bwm, nwn2 = d->doc->trn && d->doc->trn->aswm, good = true;
    wm_json_begin_object(j, NULL);
    if (kotor)
        good = put_kotor(c, d, j);
    for (int i = 0; !kotor && i < 4; i++) {
        static const char *const names[] = {"perimeters", "transitions", "hooks", "boxes"};
        if (i < 3)
            wm_json_begin_array(j, names[i]);
        else
            wm_json_begin_object(j, names[i]);
        if (i == 3)
            wm_json_add_uint(j, "count", 0);
        wm_json_end(j);
    }
    if (nwn2) {
        put_tiles(c, d->doc->trn->aswm, j);
        put_islands(c, d->doc->trn->aswm, j);
    } else {
        wm_json_add_null(j, "tiles");
        wm_json_add_null(j, "islands");
    }
    if (kotor || nwn2) {
        const wm_walkmesh *m = core_mesh(d, error);
        if (!m)
            return error->code;
        put_borders(c, m, j);
    }
    if (d->doc->lyt && core_put_objects(c, d, j, error) != WM_OK)
        return error->code;
    wm_json_end(j);
    return good ? WM_OK : wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
}
