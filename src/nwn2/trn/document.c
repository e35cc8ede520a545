/* Making, copying and freeing documents of packets. */
#include "nwn2/internal.h"

bool wm_nwn2_trn_detect(const void *data, size_t size)
{
    return size >= 4 && memcmp(data, "NWN2", 4) == 0;
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

wm_nwn2_packet *wm_nwn2_trn_add(wm_nwn2_trn *trn, const char *type, wm_error *error)
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

/* Sticky: NULLs are seen once at the end. */
typedef struct copier {
    wmi_arena *arena;
    bool refused;
} copier;

static void *twin(copier *c, const void *data, size_t count, size_t size)
{
    void *copy = wmi_arena_raw(c->arena, count, size);
    if (copy && count)
        memcpy(copy, data, count * size);
    c->refused |= !copy;
    return copy;
}

static wm_nwn2_bytes twin_bytes(copier *c, wm_nwn2_bytes b)
{
    return (wm_nwn2_bytes){b.size, twin(c, b.data, b.size, 1)};
}

static wm_nwn2_trrn *twin_trrn(copier *c, const wm_nwn2_trrn *from)
{
    wm_nwn2_trrn *t = twin(c, from, 1, sizeof *t);
    if (!t)
        return NULL;
    t->vertices = twin(c, from->vertices, t->vertex_count, sizeof *t->vertices);
    t->triangles = twin(c, from->triangles, t->triangle_count, sizeof *t->triangles);
    t->dds[0] = twin_bytes(c, from->dds[0]);
    t->dds[1] = twin_bytes(c, from->dds[1]);
    t->grass = twin(c, from->grass, t->grass_count, sizeof *t->grass);
    for (uint32_t i = 0; t->grass && i < t->grass_count; i++) {
        wm_nwn2_grass *g = &t->grass[i];
        g->blades = twin(c, g->blades, g->blade_count, sizeof *g->blades);
    }
    t->extra = twin_bytes(c, from->extra);
    return t;
}

static wm_nwn2_watr *twin_watr(copier *c, const wm_nwn2_watr *from)
{
    wm_nwn2_watr *t = twin(c, from, 1, sizeof *t);
    if (!t)
        return NULL;
    t->vertices = twin(c, from->vertices, t->vertex_count, sizeof *t->vertices);
    t->triangles = twin(c, from->triangles, t->triangle_count, sizeof *t->triangles);
    t->triangle_flags = twin(c, from->triangle_flags, t->triangle_count, 4);
    t->dds = twin_bytes(c, from->dds);
    t->extra = twin_bytes(c, from->extra);
    return t;
}

static wm_nwn2_aswm *twin_aswm(copier *c, const wm_nwn2_aswm *from)
{
    wm_nwn2_aswm *a = twin(c, from, 1, sizeof *a);
    if (!a)
        return NULL;
    size_t tiles = (size_t)a->grid_height * a->grid_width;
    a->vertices = twin(c, from->vertices, a->vertex_count, sizeof *a->vertices);
    a->edges = twin(c, from->edges, a->edge_count, sizeof *a->edges);
    a->triangles = twin(c, from->triangles, a->triangle_count, sizeof *a->triangles);
    a->tiles = twin(c, from->tiles, tiles, sizeof *a->tiles);
    for (size_t i = 0; a->tiles && i < tiles; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        t->local_to_node = twin(c, t->local_to_node, t->local_count, 1);
        t->node_to_local = twin(c, t->node_to_local, t->node_count, 4);
        t->table = twin(c, t->table, (size_t)t->node_count * t->node_count, 1);
    }
    a->islands = twin(c, from->islands, a->island_count, sizeof *a->islands);
    for (uint32_t i = 0; a->islands && i < a->island_count; i++) {
        wm_nwn2_island *island = &a->islands[i];
        island->links = twin(c, island->links, island->link_count, sizeof *island->links);
    }
    a->island_table = twin(c, from->island_table, (size_t)a->island_count * a->island_count,
                           sizeof *a->island_table);
    a->extra = twin_bytes(c, from->extra);
    return a;
}

static void twin_packet(copier *c, wm_nwn2_packet *p)
{
    if (p->trwh)
        p->trwh = twin(c, p->trwh, 1, sizeof *p->trwh);
    else if (p->trrn)
        p->trrn = twin_trrn(c, p->trrn);
    else if (p->watr)
        p->watr = twin_watr(c, p->watr);
    else if (p->aswm)
        p->aswm = twin_aswm(c, p->aswm);
    else
        p->raw = twin_bytes(c, p->raw);
}

wm_nwn2_trn *wm_nwn2_trn_copy(const wm_nwn2_trn *trn, const wm_allocator *allocator,
                              wm_error *error)
{
    wm_nwn2_trn *copy = wmi_trn_create(allocator, 0, 0, error);
    if (!copy)
        return NULL;
    copier c = {.arena = &wmi_trn_of(copy)->arena};
    void *memory = copy->memory;
    *copy = *trn;
    copy->memory = memory;
    copy->packets = twin(&c, trn->packets, trn->packet_count, sizeof *trn->packets);
    wmi_trn_of(copy)->packet_capacity = trn->packet_count;
    for (uint32_t i = 0; !c.refused && i < trn->packet_count; i++) {
        wm_nwn2_packet *p = &copy->packets[i];
        twin_packet(&c, p);
        if (trn->packets[i].aswm && trn->packets[i].aswm == trn->aswm)
            copy->aswm = p->aswm;
        if (trn->packets[i].trwh && trn->packets[i].trwh == trn->trwh)
            copy->trwh = p->trwh;
    }
    if (!c.refused)
        return copy;
    wmi_arena_fail(c.arena, error, "");
    wm_nwn2_trn_free(copy);
    return NULL;
}
