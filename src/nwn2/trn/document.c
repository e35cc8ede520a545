/* Creates, copies and frees packet documents. */
#include "nwn2/container.h"
#include "nwn2/internal.h"
#include "waymark/nwn2_mdb.h"

bool wm_nwn2_trn_detect(const void *data, size_t size)
{
    return size >= 4 && memcmp(data, "NWN2", 4) == 0 && !wm_nwn2_mdb_detect(data, size);
}

wm_nwn2_trn *wmi_trn_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                            wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    if (!wmi_arena_reserve(&arena, room + sizeof(wmi_trn) + 64)) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    wmi_trn *doc = wmi_arena_new(&arena, 1, sizeof *doc); /* cannot fail: reserved */
    doc->arena = arena;
    doc->pub = (wm_nwn2_trn){.major = 2, .minor = 3, .memory = doc};
    return &doc->pub;
}

wm_nwn2_trn *wm_nwn2_trn_new(const wm_allocator *allocator, wm_error *error)
{
    return wmi_trn_create(allocator, 0, 0, error);
}

void wm_nwn2_trn_free(wm_nwn2_trn *trn)
{
    if (trn)
        wmi_arena_free(&wmi_trn_of(trn)->arena);
}

void *wm_nwn2_trn_alloc(wm_nwn2_trn *trn, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(&wmi_trn_of(trn)->arena, count, size, error);
}

wm_nwn2_packet *wm_nwn2_trn_add_packet(wm_nwn2_trn *trn, const char *type, wm_error *error)
{
    wmi_trn *doc = wmi_trn_of(trn);
    if (trn->packet_count >= doc->packet_capacity) {
        size_t capacity = 2 * (size_t)trn->packet_count + 8;
        wm_nwn2_packet *grown = wm_nwn2_trn_alloc(trn, capacity, sizeof *grown, error);
        if (!grown)
            return NULL;
        if (trn->packet_count)
            memcpy(grown, trn->packets, trn->packet_count * sizeof *grown);
        trn->packets = grown;
        doc->packet_capacity = capacity;
    }
    wm_nwn2_packet *packet = &trn->packets[trn->packet_count++];
    *packet = (wm_nwn2_packet){.offset = 0};
    for (int i = 0; i < 4 && type[i]; i++)
        packet->type[i] = packet->stored_type[i] = type[i];
    return packet;
}

/* ---- copies ---- */

static wm_nwn2_bytes twin_bytes(wmi_copier *c, wm_nwn2_bytes b)
{
    return (wm_nwn2_bytes){b.size, wmi_copy(c, b.data, b.size, 1)};
}

static wm_nwn2_trrn *twin_trrn(wmi_copier *c, const wm_nwn2_trrn *from)
{
    wm_nwn2_trrn *t = wmi_copy(c, from, 1, sizeof *t);
    if (!t)
        return NULL;
    t->vertices = wmi_copy(c, from->vertices, t->vertex_count, sizeof *t->vertices);
    t->triangles = wmi_copy(c, from->triangles, t->triangle_count, sizeof *t->triangles);
    t->dds[0] = twin_bytes(c, from->dds[0]);
    t->dds[1] = twin_bytes(c, from->dds[1]);
    t->grass = wmi_copy(c, from->grass, t->grass_count, sizeof *t->grass);
    for (uint32_t i = 0; t->grass && i < t->grass_count; i++) {
        wm_nwn2_grass *g = &t->grass[i];
        g->blades = wmi_copy(c, g->blades, g->blade_count, sizeof *g->blades);
    }
    t->extra = twin_bytes(c, from->extra);
    return t;
}

static wm_nwn2_watr *twin_watr(wmi_copier *c, const wm_nwn2_watr *from)
{
    wm_nwn2_watr *t = wmi_copy(c, from, 1, sizeof *t);
    if (!t)
        return NULL;
    t->vertices = wmi_copy(c, from->vertices, t->vertex_count, sizeof *t->vertices);
    t->triangles = wmi_copy(c, from->triangles, t->triangle_count, sizeof *t->triangles);
    t->triangle_flags = wmi_copy(c, from->triangle_flags, t->triangle_count, 4);
    t->dds = twin_bytes(c, from->dds);
    t->extra = twin_bytes(c, from->extra);
    return t;
}

static wm_nwn2_aswm *twin_aswm(wmi_copier *c, const wm_nwn2_aswm *from)
{
    wm_nwn2_aswm *a = wmi_copy(c, from, 1, sizeof *a);
    if (!a)
        return NULL;
    size_t tiles = (size_t)a->grid_height * a->grid_width;
    a->vertices = wmi_copy(c, from->vertices, a->vertex_count, sizeof *a->vertices);
    a->edges = wmi_copy(c, from->edges, a->edge_count, sizeof *a->edges);
    a->triangles = wmi_copy(c, from->triangles, a->triangle_count, sizeof *a->triangles);
    a->tiles = wmi_copy(c, from->tiles, tiles, sizeof *a->tiles);
    for (size_t i = 0; a->tiles && i < tiles; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        t->local_to_node = wmi_copy(c, t->local_to_node, t->local_count, 1);
        t->node_to_local = wmi_copy(c, t->node_to_local, t->node_count, 4);
        t->table = wmi_copy(c, t->table, (size_t)t->node_count * t->node_count, 1);
    }
    a->islands = wmi_copy(c, from->islands, a->island_count, sizeof *a->islands);
    for (uint32_t i = 0; a->islands && i < a->island_count; i++) {
        wm_nwn2_island *island = &a->islands[i];
        island->links = wmi_copy(c, island->links, island->link_count, sizeof *island->links);
    }
    a->island_table = wmi_copy(c, from->island_table, (size_t)a->island_count * a->island_count,
                               sizeof *a->island_table);
    a->extra = twin_bytes(c, from->extra);
    a->stored = twin_bytes(c, from->stored);
    a->bad = wmi_copy(c, from->bad, a->bad_count, sizeof *a->bad);
    return a;
}

static void twin_packet(wmi_copier *c, wm_nwn2_packet *p)
{
    p->trwh = wmi_copy(c, p->trwh, 1, sizeof *p->trwh);
    p->trrn = twin_trrn(c, p->trrn);
    p->watr = twin_watr(c, p->watr);
    p->aswm = twin_aswm(c, p->aswm);
    p->raw = twin_bytes(c, p->raw);
}

wm_nwn2_trn *wm_nwn2_trn_copy(const wm_nwn2_trn *trn, const wm_allocator *allocator,
                              wm_error *error)
{
    wm_nwn2_trn *copy = wmi_trn_create(allocator, 0, 0, error);
    if (!copy)
        return NULL;
    wmi_copier c = {.arena = &wmi_trn_of(copy)->arena};
    void *memory = copy->memory;
    *copy = *trn;
    copy->memory = memory;
    copy->packets = wmi_copy(&c, trn->packets, trn->packet_count, sizeof *trn->packets);
    wmi_trn_of(copy)->packet_capacity = trn->packet_count;
    wmi_trn_of(copy)->layout = wmi_container_twin(&c, wmi_trn_of(trn)->layout);
    for (uint32_t i = 0; !c.failed && i < trn->packet_count; i++) {
        wm_nwn2_packet *p = &copy->packets[i];
        twin_packet(&c, p);
        if (trn->packets[i].aswm && trn->packets[i].aswm == trn->aswm)
            copy->aswm = p->aswm;
        if (trn->packets[i].trwh && trn->packets[i].trwh == trn->trwh)
            copy->trwh = p->trwh;
    }
    if (!c.failed)
        return copy;
    wmi_arena_fail(c.arena, error, "");
    wm_nwn2_trn_free(copy);
    return NULL;
}

/* Whether a part of the document is in one of its packets, which a copy has too. */
static bool has_parts(const wm_nwn2_trn *trn)
{
    bool trwh = !trn->trwh, aswm = !trn->aswm;
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        trwh = trwh || trn->packets[i].trwh == trn->trwh;
        aswm = aswm || trn->packets[i].aswm == trn->aswm;
    }
    return trwh && aswm;
}

void wmi_trn_tidy(wm_nwn2_trn *trn)
{
    wmi_trn *doc = wmi_trn_of(trn);
    if (!wmi_arena_crowded(&doc->arena) || !has_parts(trn))
        return;
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(trn, &doc->arena.allocator, NULL);
    if (!copy)
        return;
    if (wmi_arena_move(&doc->arena, &wmi_trn_of(copy)->arena, sizeof *doc)) {
        doc->packet_capacity = wmi_trn_of(copy)->packet_capacity;
        doc->layout = wmi_trn_of(copy)->layout;
        *trn = *copy;
        trn->memory = doc;
    } else {
        wm_nwn2_trn_free(copy);
    }
}

const char *wm_nwn2_trn_variant(const wm_nwn2_trn *trn)
{
    if (!trn->aswm)
        return "packets";
    return trn->aswm->tiles_flags == WM_NWN2_TRN_TILES ? "trn" : "trx";
}
