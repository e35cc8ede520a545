/* Makes the files of docs/tutorials/nwn2.md: a small NWN2 area, as the toolset saves it, and a
 * model, as Blender exports it.
 *
 *   make_stage DIR
 *
 * crowded.trn is the ground of two tiles, of which the second is too full. theatre.trn is the same
 * ground, and theatre.git has a placeable on it. plc_stage.glb is a stage with a ramp: the visible
 * mesh, its walkmesh (_W) and its collision hull (_C2). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

static bool save(const char *folder, const char *name, const void *data, size_t size,
                 wm_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return wm_file_write(path, data, size, true, error) == WM_OK;
}

/* ---- the ground ---- */

enum { COLUMNS = 18, ROWS = 9, TILE = 9 }; /* squares of one metre */

static bool is_hole(uint32_t x, uint32_t y)
{
    return x >= 6 && x < 9 && (y < 4 || y > 5);
}

/* A ramp that is not flat, then a floor. One vertex is nearly on its neighbour. */
static wm_vec3 place(uint32_t x, uint32_t y)
{
    float at = (float)x, z = x < TILE ? 0.1f * at * at : 8.1f;
    return (wm_vec3){x == 14 && y == 4 ? at - 0.97f : at, (float)y, z};
}

static void add_triangle(wm_nwn2_aswm *a, uint32_t u, uint32_t v, uint32_t w)
{
    a->triangles[a->triangle_count++] =
        (wm_nwn2_triangle){.vertex = {u, v, w}, /* counter-clockwise, as in any TRN */
                           .linked_triangles = {WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX},
                           .island = WM_NWN2_NO_ISLAND,
                           .flags = WM_NWN2_WALKABLE | WM_NWN2_STONE};
}

/* Triangles of a tile follow each other. */
static void add_tile(wm_nwn2_aswm *a, uint32_t number)
{
    wm_nwn2_tile *tile = &a->tiles[number];
    *tile = (wm_nwn2_tile){.owns_data = 1,
                           .size_x = TILE,
                           .size_y = TILE,
                           .triangles_offset = a->triangle_count,
                           .flags = WM_NWN2_TRN_TILES};
    for (uint32_t y = 0; y < ROWS; y++)
        for (uint32_t x = number * TILE; x < (number + 1) * TILE; x++) {
            uint32_t v = y * (COLUMNS + 1) + x, above = v + COLUMNS + 1;
            if (is_hole(x, y))
                continue;
            add_triangle(a, v, v + 1, above + 1);
            add_triangle(a, v, above + 1, above);
        }
    tile->triangles_count = a->triangle_count - tile->triangles_offset;
}

/* The edge between two vertices; a new one if there is none yet. */
static uint32_t find_edge(wm_nwn2_aswm *a, uint32_t u, uint32_t v)
{
    uint32_t low = u < v ? u : v, high = u < v ? v : u;
    for (uint32_t i = 0; i < a->edge_count; i++)
        if (a->edges[i].vertex[0] == low && a->edges[i].vertex[1] == high)
            return i;
    a->edges[a->edge_count] =
        (wm_nwn2_edge){.vertex = {low, high}, .triangle = {WM_NO_INDEX, WM_NO_INDEX}};
    return a->edge_count++;
}

static int by_vertices(const void *x, const void *y)
{
    const wm_nwn2_edge *a = x, *b = y;
    int k = a->vertex[0] == b->vertex[0];
    return a->vertex[k] < b->vertex[k] ? -1 : a->vertex[k] > b->vertex[k];
}

/* Which edges a triangle has, in ascending order, and which triangles each edge has. */
static void add_edges(wm_nwn2_aswm *a, uint32_t number)
{
    wm_nwn2_triangle *t = &a->triangles[number];
    for (int k = 0; k < 3; k++) {
        uint32_t edge = find_edge(a, t->vertex[k], t->vertex[(k + 1) % 3]);
        int slot = k;
        for (; slot > 0 && t->linked_edges[slot - 1] > edge; slot--)
            t->linked_edges[slot] = t->linked_edges[slot - 1];
        t->linked_edges[slot] = edge;
        a->edges[edge].triangle[a->edges[edge].triangle[0] != WM_NO_INDEX] = number;
    }
}

/* Links across the edges, the centre and the plane of each triangle. */
static void finish(wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            find_edge(a, a->triangles[i].vertex[k], a->triangles[i].vertex[(k + 1) % 3]);
    qsort(a->edges, a->edge_count, sizeof *a->edges, by_vertices);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        add_edges(a, i);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_nwn2_triangle *t = &a->triangles[i];
        wm_vec3 p = a->vertices[t->vertex[0]], q = a->vertices[t->vertex[1]],
                r = a->vertices[t->vertex[2]];
        float ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z;
        float vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
        wm_vec3 n = {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
        float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
        for (int k = 0; k < 3; k++) {
            const uint32_t *both = a->edges[t->linked_edges[k]].triangle;
            t->linked_triangles[k] = both[both[0] == i];
        }
        t->normal = (wm_vec3){n.x / length, n.y / length, n.z / length};
        t->dot = -(t->normal.x * p.x + t->normal.y * p.y + t->normal.z * p.z);
        t->centre[0] = (p.x + q.x + r.x) / 3;
        t->centre[1] = (p.y + q.y + r.y) / 3;
    }
}

static bool add_ground(wm_nwn2_trn *trn, wm_error *error)
{
    wm_nwn2_packet *packet = wm_nwn2_trn_add_packet(trn, "TRWH", error);
    wm_nwn2_trwh *size = wm_nwn2_trn_alloc(trn, 1, sizeof *size, error);
    if (!packet || !size)
        return false;
    *size = (wm_nwn2_trwh){.width = 2, .height = 1};
    trn->trwh = packet->trwh = size;
    packet = wm_nwn2_trn_add_packet(trn, "ASWM", error);
    wm_nwn2_aswm *a = wm_nwn2_trn_alloc(trn, 1, sizeof *a, error);
    if (!packet || !a)
        return false;
    *a = (wm_nwn2_aswm){.compressed = true,
                        .version = WM_NWN2_ASWM_VERSION,
                        .owns_data = 1,
                        .tiles_flags = WM_NWN2_TRN_TILES,
                        .tile_width = TILE,
                        .grid_width = 2,
                        .grid_height = 1};
    trn->aswm = packet->aswm = a;
    a->vertices = wm_nwn2_trn_alloc(trn, (COLUMNS + 1) * (ROWS + 1), sizeof *a->vertices, error);
    a->triangles = wm_nwn2_trn_alloc(trn, 2 * COLUMNS * ROWS, sizeof *a->triangles, error);
    a->edges = wm_nwn2_trn_alloc(trn, 6 * COLUMNS * ROWS, sizeof *a->edges, error);
    a->tiles = wm_nwn2_trn_alloc(trn, 2, sizeof *a->tiles, error);
    if (!a->vertices || !a->triangles || !a->edges || !a->tiles)
        return false;
    for (uint32_t y = 0; y <= ROWS; y++)
        for (uint32_t x = 0; x <= COLUMNS; x++)
            a->vertices[a->vertex_count++] = place(x, y);
    add_tile(a, 0);
    add_tile(a, 1);
    finish(a);
    return true;
}

static bool make_ground(const char *folder, wm_error *error)
{
    wm_buffer bytes = {0};
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, error);
    bool good = trn && add_ground(trn, error) &&
                wm_nwn2_trn_write(trn, NULL, &bytes, error) == WM_OK &&
                save(folder, "crowded.trn", bytes.data, bytes.size, error) &&
                save(folder, "theatre.trn", bytes.data, bytes.size, error);
    wm_buffer_free(&bytes);
    wm_nwn2_trn_free(trn);
    return good;
}

/* ---- the placeables: a GFF ---- */

enum { LABEL = 16 };

typedef struct field {
    uint32_t type, label, value;
} field;

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static size_t put(uint8_t *bytes, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[at++] = (uint8_t)(value >> 8 * i);
    return at;
}

/* One placeable on the second tile: row 0 of placeables.2da, static, not walkable. */
static bool make_git(const char *folder, wm_error *error)
{
    static const char labels[][LABEL] = {
        "Placeable List", "Appearance", "Static", "IsWalkable", "X", "Y", "Z", "Bearing"};
    const field fields[] = {{WM_GFF_KIND_LIST, 0, 0},
                            {WM_GFF_KIND_U32, 1, 0},
                            {WM_GFF_KIND_U8, 2, 1},
                            {WM_GFF_KIND_U8, 3, 0},
                            {WM_GFF_KIND_F32, 4, bits(13.5f)},
                            {WM_GFF_KIND_F32, 5, bits(6)},
                            {WM_GFF_KIND_F32, 6, bits(8.1f)},
                            {WM_GFF_KIND_F32, 7, bits(0)}};
    enum { COUNT = sizeof fields / sizeof *fields };
    uint8_t bytes[512] = "GIT V3.2";
    /* Structs, fields, labels, data, indices of fields, indices of lists; sizes in elements or
     * bytes. */
    const uint32_t parts[6][2] = {{2, 24},
                                  {COUNT, 12 * COUNT},
                                  {COUNT, LABEL * COUNT},
                                  {0, 0},
                                  {4 * (COUNT - 1), 4 * (COUNT - 1)},
                                  {8, 8}};
    uint32_t offset = 56;
    size_t at = 8;
    for (int i = 0; i < 6; i++) {
        at = put(bytes, at, offset);
        at = put(bytes, at, parts[i][0]);
        offset += parts[i][1];
    }
    const uint32_t structs[] = {UINT32_MAX, 0, 1, 9, 0, COUNT - 1};
    for (int i = 0; i < 6; i++)
        at = put(bytes, at, structs[i]);
    for (int i = 0; i < COUNT; i++) {
        at = put(bytes, at, fields[i].type);
        at = put(bytes, at, fields[i].label);
        at = put(bytes, at, fields[i].value);
    }
    memcpy(bytes + at, labels, sizeof labels);
    at += sizeof labels;
    for (uint32_t i = 1; i < COUNT; i++)
        at = put(bytes, at, i);
    at = put(bytes, at, 1); /* a list of one: struct 1 */
    at = put(bytes, at, 1);
    return save(folder, "theatre.git", bytes, at, error);
}

/* ---- the model ---- */

/* The deck and the box, then the foot of the ramp. Metres, z up. */
static const wm_vec3 corners[] = {{-2, -1.5f, 0.5f}, {2, -1.5f, 0.5f}, {2, 1.5f, 0.5f},
                                  {-2, 1.5f, 0.5f},  {-2, -1.5f, 0},   {2, -1.5f, 0},
                                  {2, 1.5f, 0},      {-2, 1.5f, 0},    {-1, -1.5f, 0.5f},
                                  {1, -1.5f, 0.5f},  {-1, -3, 0},      {1, -3, 0}};
enum { CORNERS = sizeof corners / sizeof *corners };
static const uint32_t seen[] = {0, 1, 2, 0, 2, 3, 4, 5, 1, 4, 1, 0, 5,  6,  2, 5,  2, 1,
                                6, 7, 3, 6, 3, 2, 7, 4, 0, 7, 0, 3, 10, 11, 9, 10, 9, 8};
static const uint32_t walked[] = {0, 8, 3, 8, 2, 3, 8, 9, 2, 9, 1, 2, 10, 11, 9, 10, 9, 8};
static const uint32_t hull[] = {0, 1, 2, 0, 2, 3, 4, 5, 1, 4, 1, 0, 5, 6, 2, 5, 2, 1,
                                6, 7, 3, 6, 3, 2, 7, 4, 0, 7, 0, 3, 4, 6, 5, 4, 7, 6};

static bool add_mesh(wm_scene *s, const char *name, const uint32_t *indices, size_t size,
                     const char *material, wm_error *error)
{
    uint32_t number = s->mesh_count++, count = (uint32_t)(size / sizeof *indices);
    wm_scene_mesh *mesh = &s->meshes[number];
    mesh->positions = wm_scene_alloc(s, CORNERS, sizeof *mesh->positions, error);
    mesh->uvs[0] = wm_scene_alloc(s, CORNERS, sizeof *mesh->uvs[0], error);
    mesh->indices = wm_scene_alloc(s, count, sizeof *mesh->indices, error);
    mesh->parts = wm_scene_alloc(s, 1, sizeof *mesh->parts, error);
    if (!mesh->positions || !mesh->uvs[0] || !mesh->indices || !mesh->parts)
        return false;
    memcpy(mesh->positions, corners, sizeof corners);
    for (uint32_t i = CORNERS - 2; indices == walked && i < CORNERS; i++)
        mesh->positions[i].z = WM_NWN2_MDB_DROPPED; /* the foot of the ramp, on any ground */
    memcpy(mesh->indices, indices, size);
    mesh->vertex_count = CORNERS;
    mesh->index_count = count;
    mesh->part_count = 1;
    mesh->parts[0] = (wm_scene_part){.first = 0, .count = count, .material = number};
    s->materials[number] = (wm_scene_material){
        .name = material, .diffuse = {1, 1, 1}, .ambient = {1, 1, 1}, .alpha = 1};
    s->nodes[number] = (wm_scene_node){.name = name,
                                       .kind = WM_NODE_KIND_MESH,
                                       .parent = WM_NO_INDEX,
                                       .mesh = number,
                                       .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                       .skin = WM_NO_INDEX,
                                       .light = WM_NO_INDEX,
                                       .source = WM_NO_INDEX};
    s->node_count = s->material_count = s->mesh_count;
    return true;
}

static bool fill(wm_scene *s, wm_error *error)
{
    s->nodes = wm_scene_alloc(s, 3, sizeof *s->nodes, error);
    s->meshes = wm_scene_alloc(s, 3, sizeof *s->meshes, error);
    s->materials = wm_scene_alloc(s, 3, sizeof *s->materials, error);
    s->name = "stage";
    s->up = WM_UP_Z;
    return s->nodes && s->meshes && s->materials &&
           add_mesh(s, "plc_stage", seen, sizeof seen, "planks", error) &&
           add_mesh(s, "plc_stage_W", walked, sizeof walked, "wood", error) &&
           add_mesh(s, "plc_stage_C2", hull, sizeof hull, "hull", error) &&
           wm_scene_finish(s, error) == WM_OK;
}

static bool make_model(const char *folder, wm_error *error)
{
    wm_buffer bytes = {0};
    wm_scene *scene = wm_scene_new(0, NULL, error);
    bool good = scene && fill(scene, error) && wm_gltf_write(scene, NULL, &bytes, error) == WM_OK &&
                save(folder, "plc_stage.glb", bytes.data, bytes.size, error);
    wm_buffer_free(&bytes);
    wm_scene_free(scene);
    return good;
}

int main(int argc, char **argv)
{
    wm_error error;
    char text[512];
    if (argc != 2) {
        fputs("usage: make_stage DIR\n", stderr);
        return 2;
    }
    if (make_ground(argv[1], &error) && make_git(argv[1], &error) && make_model(argv[1], &error))
        return 0;
    fprintf(stderr, "make_stage: %s\n", wm_error_format(&error, NULL, text, sizeof text));
    return 1;
}
