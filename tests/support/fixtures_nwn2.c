/* Planted faults in NWN2 terrain: the file, its packets, and the mesh of the walkmesh.
 * Faults in tiles and islands are in fixtures_nwn2_tables.c. */
#include <math.h>

#include "fixtures.h"
#include "support.h"
#include "terrain.h"

wm_nwn2_trn *test_kept_trn;

void test_check_trn(wm_nwn2_trn *trn, wm_report *report)
{
    wm_error error;
    wm_nwn2_trn_free(test_kept_trn);
    test_kept_trn = wm_nwn2_trn_copy(trn, NULL, NULL);
    if (wm_nwn2_trn_check(trn, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_nwn2_trn_free(trn);
}

/* Writes the document, frees it and reads it again leniently. */
static wm_nwn2_trn *again(wm_nwn2_trn *trn, wm_report *report)
{
    wm_nwn2_trn_read_opts opts = {.base = {.report = report}};
    wm_error error;
    wm_buffer bytes;
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &bytes, &error), WM_OK);
    wm_nwn2_trn_free(trn);
    wm_nwn2_trn *read = wm_nwn2_trn_read(bytes.data, bytes.size, &opts, &error);
    if (!read)
        fail_msg("read: %s", error.message);
    wm_buffer_free(&bytes);
    return read;
}

static void packet_unreadable(wm_report *report)
{
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_packet *p = wm_nwn2_trn_add_packet(trn, "TRWH", NULL);
    assert_non_null(p);
    p->raw = (wm_nwn2_bytes){5, (const uint8_t *)"short"};
    wm_nwn2_trn_free(again(trn, report));
}

static void vertex_index(wm_report *report)
{
    wm_nwn2_water_vertex vertex = {.uv = {0, 0}};
    wm_nwn2_short_triangle triangle = {{0, 1, 0}};
    uint32_t flag = 0;
    wm_nwn2_watr water = {.vertex_count = 1,
                          .vertices = &vertex,
                          .triangle_count = 1,
                          .triangles = &triangle,
                          .triangle_flags = &flag};
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_packet *p = wm_nwn2_trn_add_packet(trn, "WATR", NULL);
    assert_non_null(p);
    p->watr = &water;
    wm_nwn2_trn_free(again(trn, report));
}

static void file_version(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->minor = 4;
    test_check_trn(trn, report);
}

static void packet_type(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    memcpy(trn->packets[2].stored_type, "WATR", 4);
    test_check_trn(trn, report);
}

static void packet_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packets[2].offset = 40;
    trn->packets[1].offset = 50;
    test_check_trn(trn, report);
}

static void unclaimed(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->unclaimed = 3;
    test_check_trn(trn, report);
}

static void packet_doubled(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_aswm *aswm = trn->aswm;
    wm_nwn2_packet *p = wm_nwn2_trn_add_packet(trn, "ASWM", NULL);
    assert_non_null(p);
    p->aswm = aswm;
    test_check_trn(trn, report);
}

static void packet_extra(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packets[1].watr->extra = (wm_nwn2_bytes){2, (const uint8_t *)"??"};
    test_check_trn(trn, report);
}

static void no_walkmesh(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packet_count = 2;
    trn->aswm = NULL;
    test_check_trn(trn, report);
}

static void grid_size(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->trwh->width = 3;
    test_check_trn(trn, report);
}

static void water_flag(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packets[1].watr->triangle_flags[0] = 2;
    test_check_trn(trn, report);
}

static void water_tile(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packets[1].watr->x = 2;
    test_check_trn(trn, report);
}

static void water_not_finite(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->packets[1].watr->vertices[0].position.z = NAN;
    test_check_trn(trn, report);
}

static void version_old(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("old-69.trx");

    test_check_trn(trn, report);
}

static void plain(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("closet.trx");

    test_check_trn(trn, report);
}

static void header(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->owns_data = 0;
    test_check_trn(trn, report);
}

static void garbage(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    memset(trn->aswm->tiles[1].name, 0xCD, 32);
    test_check_trn(trn, report);
}

static void tiles_flags(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles_flags = 7;
    test_check_trn(trn, report);
}

static void tile_width(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tile_width = 0;
    test_check_trn(trn, report);
}

static void not_finite(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->vertices[3].y = INFINITY;
    test_check_trn(trn, report);
}

static void vertex_unused(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_aswm *a = trn->aswm;
    wm_vec3 *more = wm_nwn2_trn_alloc(trn, a->vertex_count + 1, sizeof *more, NULL);
    assert_non_null(more);
    memcpy(more, a->vertices, a->vertex_count++ * sizeof *more);
    a->vertices = more;
    test_check_trn(trn, report);
}

static void edge_vertex(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->edges[5].vertex[1] = trn->aswm->vertex_count;
    test_check_trn(trn, report);
}

static void edge_triangle(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->edges[0].triangle[0] = 100;
    test_check_trn(trn, report);
}

static void edge_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint32_t *v = trn->aswm->edges[5].vertex, swap = v[0];
    v[0] = v[1];
    v[1] = swap;
    test_check_trn(trn, report);
}

static void edge_count(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->edges[5].vertex[1]++;
    test_check_trn(trn, report);
}

static void triangle_edge(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[7].linked_edges[2] = 0;
    test_check_trn(trn, report);
}

static void slot_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_triangle *t = &trn->aswm->triangles[7];
    uint32_t edge = t->linked_edges[0], to = t->linked_triangles[0];
    t->linked_edges[0] = t->linked_edges[1];
    t->linked_triangles[0] = t->linked_triangles[1];
    t->linked_edges[1] = edge;
    t->linked_triangles[1] = to;
    test_check_trn(trn, report);
}

static void link_range(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[7].linked_triangles[1] = trn->aswm->triangle_count;
    test_check_trn(trn, report);
}

static void link_edge(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[7].linked_triangles[1] = 40;
    test_check_trn(trn, report);
}

static void link_one_way(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint32_t to = trn->aswm->triangles[7].linked_triangles[0];
    assert_true(to < trn->aswm->triangle_count);
    trn->aswm->triangles[7].linked_triangles[0] = WM_NO_INDEX;
    test_check_trn(trn, report);
}

static void flag_unknown(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[7].flags |= 0x4000;
    test_check_trn(trn, report);
}

static void flag_materials(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[0].flags |= WM_NWN2_STONE | WM_NWN2_WOOD;
    test_check_trn(trn, report);
}

static void flag_silent(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[0].flags = WM_NWN2_WALKABLE | WM_NWN2_CLOCKWISE;
    test_check_trn(trn, report);
}

static void flag_clockwise(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[0].flags = WM_NWN2_WALKABLE | WM_NWN2_STONE;
    test_check_trn(trn, report);
}

static void winding(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint32_t *v = trn->aswm->triangles[9].vertex, swap = v[0];
    v[0] = v[1];
    v[1] = swap;
    test_check_trn(trn, report);
}

static void sliver(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint32_t *v = trn->aswm->triangles[9].vertex;
    trn->aswm->vertices[v[0]] = trn->aswm->vertices[v[1]];
    test_check_trn(trn, report);
}

/* Two tiles that end a millimetre from their border. */
static void floor_severed(wm_report *report)
{
    const test_plan plan = {.width = 2, .height = 1, .squares = 2, .tile_width = 9};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
    wm_nwn2_aswm *a = trn->aswm;
    wm_vec3 *more = wm_nwn2_trn_alloc(trn, 2 * (size_t)a->vertex_count, sizeof *more, NULL);
    assert_non_null(more);
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        more[i] = more[a->vertex_count + i] = a->vertices[i];
        if (a->vertices[i].x == 9)
            more[a->vertex_count + i].x = 9.001f;
    }
    for (uint32_t i = 0; i < a->tiles[1].triangles_count; i++)
        for (int k = 0; k < 3; k++)
            a->triangles[a->tiles[1].triangles_offset + i].vertex[k] += a->vertex_count;
    a->vertices = more;
    a->vertex_count *= 2;
    a->edge_count = 0;
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    test_check_trn(trn, report);
}

static void triangle_doubled(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    memcpy(trn->aswm->triangles[9].vertex, trn->aswm->triangles[30].vertex, 12);
    test_check_trn(trn, report);
}

static void centre_wrong(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[9].centre[1] += 1;
    test_check_trn(trn, report);
}

static void normal_wrong(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[9].normal = (wm_vec3){1, 0, 0};
    test_check_trn(trn, report);
}

static void dot_wrong(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[9].dot += 1;
    test_check_trn(trn, report);
}

static void rounded(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[9].centre[0] = nextafterf(trn->aswm->triangles[9].centre[0], 100);
    test_check_trn(trn, report);
}

static void ground_not_finite(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("field.trx");
    trn->packets[1].trrn->vertices[0].position.x = NAN;
    test_check_trn(trn, report);
}

const test_fixture fixtures_nwn2[] = {
    {WM_NWN2_PACKET_UNREADABLE, "a TRWH of 5 bytes", packet_unreadable},
    {WM_NWN2_VERTEX_INDEX, "water with one vertex that uses a second", vertex_index},
    {WM_NWN2_FILE_VERSION, "version 2.4", file_version},
    {WM_NWN2_PACKET_TYPE, "a walkmesh that calls itself water", packet_type},
    {WM_NWN2_PACKET_ORDER, "the last packet in front of the second", packet_order},
    {WM_NWN2_UNCLAIMED, "three bytes between packets", unclaimed},
    {WM_NWN2_PACKET_DOUBLED, "two walkmeshes", packet_doubled},
    {WM_NWN2_PACKET_EXTRA, "two bytes after the water", packet_extra},
    {WM_NWN2_NO_WALKMESH, "a file without its last packet", no_walkmesh},
    {WM_NWN2_GRID_SIZE, "an area of 3 x 2 tiles over a grid of 2 x 2", grid_size},
    {WM_NWN2_WATER_FLAG, "water of flag 2", water_flag},
    {WM_NWN2_WATER_TILE, "water in the third column of two", water_tile},
    {WM_NWN2_SCENERY_NOT_FINITE, "water at no height", water_not_finite},
    {WM_NWN2_ASWM_VERSION_OLD, "a walkmesh of version 0x69", version_old},
    {WM_NWN2_ASWM_PLAIN, "a walkmesh that is not compressed", plain},
    {WM_NWN2_ASWM_HEADER, "a walkmesh that does not own its data", header},
    {WM_NWN2_GARBAGE_NAME, "a name of garbage", garbage},
    {WM_NWN2_TILES_FLAGS, "tiles of flags 7", tiles_flags},
    {WM_NWN2_TILE_WIDTH, "tiles of no width", tile_width},
    {WM_NWN2_NOT_FINITE, "a vertex at infinity", not_finite},
    {WM_NWN2_VERTEX_UNUSED, "a vertex more", vertex_unused},
    {WM_NWN2_EDGE_VERTEX, "an edge to a vertex that is not there", edge_vertex},
    {WM_NWN2_EDGE_TRIANGLE, "an edge of a triangle that has others", edge_triangle},
    {WM_NWN2_EDGE_ORDER, "the vertices of an edge swapped", edge_order},
    {WM_NWN2_EDGE_COUNT, "an edge given to other vertices", edge_count},
    {WM_NWN2_TRIANGLE_EDGE, "a triangle with the edge of another", triangle_edge},
    {WM_NWN2_SLOT_ORDER, "two slots of a triangle swapped", slot_order},
    {WM_NWN2_LINK_RANGE, "a link to a triangle that is not there", link_range},
    {WM_NWN2_LINK_EDGE, "a link to another triangle than the edge's", link_edge},
    {WM_NWN2_LINK_ONE_WAY, "a link taken away on one side", link_one_way},
    {WM_NWN2_FLAG_UNKNOWN, "flag 0x4000", flag_unknown},
    {WM_NWN2_FLAG_MATERIALS, "stone and wood", flag_materials},
    {WM_NWN2_FLAG_SILENT, "floor of no material", flag_silent},
    {WM_NWN2_FLAG_CLOCKWISE, "a triangle of a TRX without the flag", flag_clockwise},
    {WM_NWN2_WINDING, "a flipped triangle", winding},
    {WM_NWN2_SLIVER, "a triangle pressed to a line", sliver},
    {WM_NWN2_FLOOR_SEVERED, "tiles that end a millimetre apart", floor_severed},
    {WM_NWN2_TRIANGLE_DOUBLED, "a triangle in the place of another", triangle_doubled},
    {WM_NWN2_CENTRE_WRONG, "a centre a metre off", centre_wrong},
    {WM_NWN2_NORMAL_WRONG, "a normal to the east", normal_wrong},
    {WM_NWN2_DOT_WRONG, "a plane a metre off", dot_wrong},
    {WM_NWN2_ROUNDED, "a last bit changed", rounded},
    {WM_NWN2_SCENERY_NOT_FINITE, "ground at no place", ground_not_finite},
    {0},
};
