/* Planted faults in NWN2 walkmeshes: tiles, their tables, and islands. */
#include "fixtures.h"
#include "support.h"
#include "terrain.h"

/* The first triangle that is not walkable. */
static uint32_t wall(const wm_nwn2_aswm *a)
{
    uint32_t i = 0;
    while (a->triangles[i].flags & WM_NWN2_WALKABLE)
        i++;
    return i;
}

/* A path between two nodes of a tile that are not connected. */
static void plant_way(const wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->grid_width * a->grid_height; i++)
        for (uint32_t k = 1; k < a->tiles[i].node_count; k++)
            if (a->tiles[i].table[k] == WM_NWN2_NO_NODE) {
                a->tiles[i].table[k] = 1;
                return;
            }
    fail_msg("every tile is one island");
}

/* Makes the second node on the path from 0 to the last node lead back. */
static void plant_loop(const wm_nwn2_aswm *a)
{
    const wm_nwn2_tile *t = &a->tiles[0];
    uint32_t n = t->node_count, goal = n - 1, next = t->table[goal];
    assert_true(next < n && next != goal);
    t->table[next * n + goal] = 0;
}

static wm_nwn2_island *linked_twice(const wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->island_count; i++)
        if (a->islands[i].link_count > 1)
            return &a->islands[i];
    fail_msg("no island has two links");
    return NULL;
}

/* Another triangle of the first island that touches the same neighbour. */
static void plant_exit(const wm_nwn2_aswm *a)
{
    wm_nwn2_island_link *link = &a->islands[0].links[0];
    for (uint32_t i = link->exit + 1; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t to = a->triangles[i].linked_triangles[k];
            if (a->triangles[i].island == 0 && to != WM_NO_INDEX &&
                a->triangles[to].island == link->island) {
                link->exit = i;
                return;
            }
        }
    fail_msg("the islands touch once");
}

/* A step that skips the next island. */
static void plant_step(const wm_nwn2_aswm *a)
{
    uint32_t n = a->island_count;
    for (uint32_t to = 0; to < n; to++) {
        wm_nwn2_island_step *step = &a->island_table[to];
        if (step->next != WM_NWN2_NO_ISLAND && step->next != to) {
            step->next = (uint16_t)to;
            return;
        }
    }
    fail_msg("all islands are neighbours of the first");
}

static void plant_circle(const wm_nwn2_aswm *a)
{
    uint32_t n = a->island_count;
    for (uint32_t to = 0; to < n; to++) {
        uint32_t next = a->island_table[to].next;
        if (next != WM_NWN2_NO_ISLAND && next != to) {
            a->island_table[next * n + to].next = 0;
            return;
        }
    }
    fail_msg("all islands are neighbours of the first");
}

/* One tile of 8 x 8 squares: 128 walkable triangles, with lists built as if a byte could
 * hold them. */
static void tile_budget(wm_report *report)
{
    char map[65];
    memset(map, '.', 64);
    map[0] = 'w';
    wm_nwn2_trn *trn = test_terrain_plan(&(test_plan){1, 1, 8, 9, 0, map}, true);
    trn->aswm->triangles[0].flags = trn->aswm->triangles[1].flags =
        WM_NWN2_WALKABLE | WM_NWN2_CLOCKWISE | WM_NWN2_STONE;
    test_check_trn(trn, report);
}

static void tile_range(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[1].triangles_offset = 0;
    test_check_trn(trn, report);
}

static void tile_box(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint32_t v = trn->aswm->triangles[0].vertex[0];
    trn->aswm->vertices[v].x = -1;
    test_check_trn(trn, report);
}

static void tile_counts(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[2].vertices_count++;
    test_check_trn(trn, report);
}

static void local_list(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    uint8_t *list = trn->aswm->tiles[0].local_to_node, swap = list[0];
    list[0] = list[1];
    list[1] = swap;
    test_check_trn(trn, report);
}

static void node_list(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[0].node_to_local[3]++;
    test_check_trn(trn, report);
}

static void table_diagonal(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[0].table[0] = 1;
    test_check_trn(trn, report);
}

static void table_range(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[0].table[1] = 126;
    test_check_trn(trn, report);
}

static void table_stranger(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_tile *t = &trn->aswm->tiles[0];
    t->table[t->node_count - 1] = (uint8_t)(t->node_count - 1);
    test_check_trn(trn, report);
}

static void table_missing(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[0].table[1] = WM_NWN2_NO_NODE;
    test_check_trn(trn, report);
}

static void table_nowhere(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    plant_way(trn->aswm);
    test_check_trn(trn, report);
}

static void table_loop(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    plant_loop(trn->aswm);
    test_check_trn(trn, report);
}

static void sight_one_way(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles[0].table[1] |= WM_NWN2_SIGHT;
    test_check_trn(trn, report);
}

static void trn_baked(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->tiles_flags = WM_NWN2_TRN_TILES;
    test_check_trn(trn, report);
}

static void island_walkable(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[wall(trn->aswm)].island = 0;
    test_check_trn(trn, report);
}

static void island_range(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[0].island = 99;
    test_check_trn(trn, report);
}

static void island_wrong(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->triangles[1].island = 1;
    test_check_trn(trn, report);
}

static void island_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    for (uint32_t i = 0; i < trn->aswm->triangle_count; i++)
        if (trn->aswm->triangles[i].island < 2)
            trn->aswm->triangles[i].island ^= 1;
    test_check_trn(trn, report);
}

static void island_index(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[1].index = 2;
    test_check_trn(trn, report);
}

static void island_count(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[1].triangles_count++;
    test_check_trn(trn, report);
}

static void island_centre(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[1].centre.x += 1;
    test_check_trn(trn, report);
}

static void island_link(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[0].link_count--;
    test_check_trn(trn, report);
}

static void island_link_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_island *island = linked_twice(trn->aswm);
    wm_nwn2_island_link swap = island->links[0];
    island->links[0] = island->links[1];
    island->links[1] = swap;
    test_check_trn(trn, report);
}

static void island_distance(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[0].links[0].distance += 1;
    test_check_trn(trn, report);
}

static void island_exit(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->islands[0].links[0].exit = trn->aswm->islands[1].links[0].exit;
    test_check_trn(trn, report);
}

static void island_exit_order(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    plant_exit(trn->aswm);
    test_check_trn(trn, report);
}

static void step_range(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->island_table[1].next = 99;
    test_check_trn(trn, report);
}

static void step_stranger(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    plant_step(trn->aswm);
    test_check_trn(trn, report);
}

static void step_missing(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->island_table[1].next = WM_NWN2_NO_ISLAND;
    test_check_trn(trn, report);
}

static void step_nowhere(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->island_table[0].next = 1;
    test_check_trn(trn, report);
}

static void step_loop(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    plant_circle(trn->aswm);
    test_check_trn(trn, report);
}

static void step_weight(wm_report *report)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->aswm->island_table[1].weight = 100;
    test_check_trn(trn, report);
}

const test_fixture fixtures_nwn2_tables[] = {
    {WM_NWN2_TILE_BUDGET, "128 walkable triangles in a tile", tile_budget},
    {WM_NWN2_TILE_RANGE, "a tile that starts with the triangles of another", tile_range},
    {WM_NWN2_TILE_BOX, "a vertex moved into the next tile", tile_box},
    {WM_NWN2_TILE_COUNTS, "a tile with one vertex more", tile_counts},
    {WM_NWN2_LOCAL_LIST, "two nodes swapped in one list", local_list},
    {WM_NWN2_NODE_LIST, "a node of another triangle", node_list},
    {WM_NWN2_TABLE_DIAGONAL, "a way from a node to itself", table_diagonal},
    {WM_NWN2_TABLE_RANGE, "a node that is not there", table_range},
    {WM_NWN2_TABLE_STRANGER, "a way to the far end of the tile", table_stranger},
    {WM_NWN2_TABLE_MISSING, "a way forgotten", table_missing},
    {WM_NWN2_TABLE_NOWHERE, "a way to the ledge that is cut off", table_nowhere},
    {WM_NWN2_TABLE_LOOP, "two triangles that send one to each other", table_loop},
    {WM_NWN2_SIGHT_ONE_WAY, "a line of sight one way", sight_one_way},
    {WM_NWN2_TRN_BAKED, "a TRX called a TRN", trn_baked},
    {WM_NWN2_ISLAND_WALKABLE, "a wall in an island", island_walkable},
    {WM_NWN2_ISLAND_RANGE, "island 99 of 5", island_range},
    {WM_NWN2_ISLAND_WRONG, "a triangle given to the island of another tile", island_wrong},
    {WM_NWN2_ISLAND_ORDER, "the numbers of two islands swapped", island_order},
    {WM_NWN2_ISLAND_INDEX, "island 1 called 2", island_index},
    {WM_NWN2_ISLAND_COUNT, "an island of one triangle more", island_count},
    {WM_NWN2_ISLAND_CENTRE, "a centre a metre off", island_centre},
    {WM_NWN2_ISLAND_LINK, "a link forgotten", island_link},
    {WM_NWN2_ISLAND_LINK_ORDER, "two links swapped", island_link_order},
    {WM_NWN2_ISLAND_DISTANCE, "a distance of a metre more", island_distance},
    {WM_NWN2_ISLAND_EXIT, "an exit in another island", island_exit},
    {WM_NWN2_ISLAND_EXIT_ORDER, "a later exit than the first", island_exit_order},
    {WM_NWN2_STEP_RANGE, "a step to island 99", step_range},
    {WM_NWN2_STEP_STRANGER, "a step to an island that is not linked", step_stranger},
    {WM_NWN2_STEP_MISSING, "a step forgotten", step_missing},
    {WM_NWN2_STEP_NOWHERE, "a step from an island to itself", step_nowhere},
    {WM_NWN2_STEP_LOOP, "two islands that send one to each other", step_loop},
    {WM_NWN2_STEP_WEIGHT, "a weight of 100", step_weight},
    {0},
};
