/* Derives group bits of faces from the kinds of their corners. Faces that smooth
 * wherever they meet form a patch. Each patch has one bit, and patches that must not
 * smooth where they meet have different bits. A face that smooths with two patches which
 * do not smooth with each other gets more bits, from small patches that link it.
 * docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "kotor/mdl/compile/compile.h"

enum { GROUPS = 32, LINK_PAIRS = 4096 };

/* Membership of a face in a patch. A face may be in several patches, so this is a list. */
typedef struct member {
    uint32_t face, patch;
    uint32_t next; /* next membership of the same face */
} member;

typedef struct grouping {
    const wmi_shapes *s;
    const wmi_kinds *kinds;
    uint32_t *kind_first;   /* kinds->count + 1 indices into kind_corners */
    uint32_t *kind_corners; /* corners by kind */
    uint32_t *stamp;        /* by site: the patch that `present` refers to */
    uint64_t *present;      /* by site: kinds in that patch */
    uint32_t *expanded;     /* by kind: the last patch that was expanded over it */
    uint32_t *first_member; /* by face */
    member *members;        /* in patch order */
    uint32_t member_count, member_room;
    uint32_t patch_count;
    uint64_t work; /* remaining steps: limits the cost of a crafted mesh */
} grouping;

static uint32_t vertex_of(const grouping *g, uint32_t corner)
{
    return g->s->corners[corner / 3][corner % 3];
}

static uint32_t kind_of(const grouping *g, uint32_t corner)
{
    return g->kinds->of_vertex[vertex_of(g, corner)];
}

static uint32_t site_of(const grouping *g, uint32_t corner)
{
    return g->s->site[vertex_of(g, corner)];
}

/* The bit of a kind at its site; kinds past the last bit share that bit. */
static uint64_t kind_bit(const grouping *g, uint32_t site, uint32_t kind)
{
    uint32_t local = kind - g->kinds->site_first[site];
    return (uint64_t)1 << (local < WMI_KIND_BITS ? local : WMI_KIND_BITS - 1);
}

/* ---- patches ------------------------------------------------------------ */

/* Does the face smooth with the whole patch wherever they meet? */
static bool agrees(const grouping *g, uint32_t face, uint32_t patch)
{
    for (uint32_t c = 3 * face; c < 3 * face + 3; c++) {
        uint32_t site = site_of(g, c), kind = kind_of(g, c);
        if (g->stamp[site] == patch &&
            g->present[site] & ~(g->kinds->joined[kind] | kind_bit(g, site, kind)))
            return false;
    }
    return true;
}

static bool is_member(const grouping *g, uint32_t face, uint32_t patch)
{
    for (uint32_t m = g->first_member[face]; m != WM_NO_INDEX; m = g->members[m].next)
        if (g->members[m].patch == patch)
            return true;
    return false;
}

static bool share_patch(const grouping *g, uint32_t a, uint32_t b)
{
    for (uint32_t m = g->first_member[a]; m != WM_NO_INDEX; m = g->members[m].next)
        if (is_member(g, b, g->members[m].patch))
            return true;
    return false;
}

/* Returns false when there is no room; faces then stay without this bit. */
static bool enter(grouping *g, uint32_t face, uint32_t patch)
{
    if (g->member_count == g->member_room)
        return false;
    g->members[g->member_count] = (member){face, patch, g->first_member[face]};
    g->first_member[face] = g->member_count++;
    for (uint32_t c = 3 * face; c < 3 * face + 3; c++) {
        uint32_t site = site_of(g, c);
        if (g->stamp[site] != patch) {
            g->stamp[site] = patch;
            g->present[site] = 0;
        }
        g->present[site] |= kind_bit(g, site, kind_of(g, c));
    }
    return true;
}

/* Adds faces of one kind that are not in a patch yet. */
static void take_kind(grouping *g, uint32_t kind, uint32_t patch)
{
    for (uint32_t i = g->kind_first[kind]; i < g->kind_first[kind + 1] && g->work; i++) {
        uint32_t face = g->kind_corners[i] / 3;
        g->work--;
        if (g->first_member[face] == WM_NO_INDEX && agrees(g, face, patch))
            enter(g, face, patch);
    }
}

static void grow_over(grouping *g, uint32_t corner, uint32_t patch)
{
    uint32_t kind = kind_of(g, corner), first = g->kinds->site_first[site_of(g, corner)];
    uint64_t with = g->kinds->joined[kind];
    if (g->expanded[kind] == patch)
        return;
    g->expanded[kind] = patch;
    take_kind(g, kind, patch);
    with &= ~kind_bit(g, site_of(g, corner), kind);
    for (uint32_t i = 0; with; i++, with >>= 1)
        if (with & 1)
            take_kind(g, first + i, patch);
}

/* The members of the newest patch are the queue for its growth. */
static void grow_patches(grouping *g)
{
    for (uint32_t face = 0; face < g->s->face_count; face++) {
        if (g->first_member[face] != WM_NO_INDEX)
            continue;
        uint32_t patch = g->patch_count++, next = g->member_count;
        enter(g, face, patch);
        for (; next < g->member_count; next++)
            for (uint32_t c = 0; c < 3; c++)
                grow_over(g, 3 * g->members[next].face + c, patch);
    }
}

/* ---- links -------------------------------------------------------------- */

/* Creates a patch of two faces, plus all faces of their two kinds that fit both. */
static void link_pair(grouping *g, uint32_t a, uint32_t b, uint32_t kind_a, uint32_t kind_b)
{
    uint32_t patch = g->patch_count, kind[2] = {kind_a, kind_b};
    if (g->member_count + 2 > g->member_room)
        return;
    g->patch_count++;
    enter(g, a, patch);
    if (!agrees(g, b, patch))
        return; /* they are separate elsewhere: bits cannot express both */
    enter(g, b, patch);
    for (int side = 0; side < (kind_a == kind_b ? 1 : 2); side++)
        for (uint32_t i = g->kind_first[kind[side]]; i < g->kind_first[kind[side] + 1]; i++) {
            uint32_t face = g->kind_corners[i] / 3;
            if (!is_member(g, face, patch) && agrees(g, face, patch))
                enter(g, face, patch);
        }
}

static bool one_patch(const grouping *g, uint32_t kind, uint32_t patch)
{
    for (uint32_t i = g->kind_first[kind]; i < g->kind_first[kind + 1]; i++)
        if (!is_member(g, g->kind_corners[i] / 3, patch))
            return false;
    return true;
}

/* Makes every face of one kind share a patch with every face of the other. */
static void link_kinds(grouping *g, uint32_t a, uint32_t b)
{
    uint32_t na = g->kind_first[a + 1] - g->kind_first[a];
    uint32_t nb = g->kind_first[b + 1] - g->kind_first[b];
    if (!na || !nb)
        return;
    uint32_t face = g->kind_corners[g->kind_first[a]] / 3;
    uint32_t patch = g->members[g->first_member[face]].patch;
    if (one_patch(g, a, patch) && (a == b || one_patch(g, b, patch)))
        return;
    if ((uint64_t)na * nb > LINK_PAIRS || (uint64_t)na * nb > g->work)
        return;
    g->work -= (uint64_t)na * nb;
    for (uint32_t i = g->kind_first[a]; i < g->kind_first[a + 1]; i++)
        for (uint32_t k = g->kind_first[b]; k < g->kind_first[b + 1]; k++) {
            uint32_t f1 = g->kind_corners[i] / 3, f2 = g->kind_corners[k] / 3;
            if (f1 != f2 && !share_patch(g, f1, f2))
                link_pair(g, f1, f2, a, b);
        }
}

static void link_patches(grouping *g)
{
    for (uint32_t site = 0; site < g->s->site_count; site++) {
        uint32_t first = g->kinds->site_first[site], end = g->kinds->site_first[site + 1];
        for (uint32_t kind = first; kind < end; kind++) {
            uint64_t with = g->kinds->joined[kind];
            link_kinds(g, kind, kind);
            for (uint32_t i = kind - first + 1; i < WMI_KIND_BITS && with >> i; i++)
                if (with >> i & 1)
                    link_kinds(g, kind, first + i);
        }
    }
}

/* Unlinked faces of one vertex would split it, and the compiled mesh would have more
 * vertices than the stored one. Link them, even at the cost of a wrong normal elsewhere. */
static void hold_kind(grouping *g, uint32_t kind)
{
    enum { HOLD = 64 };
    const uint32_t *corner = g->kind_corners + g->kind_first[kind];
    uint32_t count = g->kind_first[kind + 1] - g->kind_first[kind];
    uint32_t part[HOLD]; /* the lowest corner that each is linked to */
    if (count < 2 || count > HOLD ||
        one_patch(g, kind, g->members[g->first_member[corner[0] / 3]].patch))
        return;
    for (uint32_t i = 0; i < count; i++) {
        part[i] = i;
        for (uint32_t k = 0; k < i; k++) {
            if (part[k] == part[i] || vertex_of(g, corner[k]) != vertex_of(g, corner[i]) ||
                !share_patch(g, corner[k] / 3, corner[i] / 3))
                continue;
            uint32_t low = part[k] < part[i] ? part[k] : part[i], high = part[k] + part[i] - low;
            for (uint32_t j = 0; j <= i; j++)
                if (part[j] == high)
                    part[j] = low;
        }
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = 0; part[i] == i && k < i; k++)
            if (vertex_of(g, corner[k]) == vertex_of(g, corner[i]) &&
                g->member_count + 2 <= g->member_room) {
                enter(g, corner[k] / 3, g->patch_count);
                enter(g, corner[i] / 3, g->patch_count++);
                break;
            }
}

/* ---- bits --------------------------------------------------------------- */

typedef struct colours {
    uint32_t *of_kind; /* bits that the faces of a kind have so far */
    uint32_t *of_site;
} colours;

/* Bits of faces that must not smooth with the corner's face. */
static uint32_t forbidden(const grouping *g, const colours *c, uint32_t corner)
{
    uint32_t site = site_of(g, corner), kind = kind_of(g, corner), bits = 0;
    uint32_t first = g->kinds->site_first[site];
    uint32_t count = g->kinds->site_first[site + 1] - first;
    if (count > WMI_KIND_BITS)
        return c->of_site[site];
    for (uint32_t i = 0; i < count; i++)
        if (!(g->kinds->joined[kind] >> i & 1))
            bits |= c->of_kind[first + i];
    return bits;
}

static uint32_t free_bit(uint32_t taken, uint32_t patch)
{
    for (uint32_t i = 0; i < GROUPS; i++)
        if (!(taken >> i & 1))
            return (uint32_t)1 << i;
    return (uint32_t)1 << patch % GROUPS; /* none is free: some seam will be smooth */
}

/* A face that smooths with no other needs no bit. */
static bool lonely(const grouping *g, uint32_t face)
{
    for (uint32_t c = 3 * face; c < 3 * face + 3; c++) {
        uint32_t kind = kind_of(g, c);
        uint64_t with = g->kinds->joined[kind];
        if (with & (with - 1) || g->kind_first[kind + 1] - g->kind_first[kind] > 1)
            return false;
    }
    return true;
}

static void colour_patch(const grouping *g, const colours *c, uint32_t first, uint32_t end,
                         uint32_t *groups)
{
    uint32_t taken = 0;
    if (end - first == 1 && lonely(g, g->members[first].face))
        return;
    for (uint32_t m = first; m < end; m++)
        for (uint32_t k = 0; k < 3; k++)
            taken |= forbidden(g, c, 3 * g->members[m].face + k);
    uint32_t bit = free_bit(taken, g->members[first].patch);
    for (uint32_t m = first; m < end; m++) {
        uint32_t face = g->members[m].face;
        groups[face] |= bit;
        for (uint32_t k = 3 * face; k < 3 * face + 3; k++) {
            c->of_kind[kind_of(g, k)] |= bit;
            c->of_site[site_of(g, k)] |= bit;
        }
    }
}

/* Members are in patch order, so each patch is a run. */
static bool colour(const grouping *g, uint32_t *groups, wmi_arena *scratch)
{
    colours c = {wmi_arena_new(scratch, g->kinds->count, sizeof *c.of_kind),
                 wmi_arena_new(scratch, g->s->site_count, sizeof *c.of_site)};
    if (!c.of_kind || !c.of_site)
        return false;
    memset(groups, 0, g->s->face_count * sizeof *groups);
    for (uint32_t first = 0, end; first < g->member_count; first = end) {
        for (end = first; end < g->member_count;)
            if (g->members[end++].patch != g->members[first].patch) {
                end--;
                break;
            }
        colour_patch(g, &c, first, end, groups);
    }
    return true;
}

/* ---- all ---------------------------------------------------------------- */

static bool list_kind_corners(grouping *g, wmi_arena *scratch)
{
    uint32_t total = 3 * g->s->face_count;
    g->kind_first = wmi_arena_new(scratch, (size_t)g->kinds->count + 2, sizeof *g->kind_first);
    g->kind_corners = wmi_arena_raw(scratch, total, sizeof *g->kind_corners);
    if (!g->kind_first || !g->kind_corners)
        return false;
    uint32_t *next = g->kind_first + 1; /* filling advances each start to the next */
    for (uint32_t c = 0; c < total; c++)
        next[kind_of(g, c) + 1]++;
    for (uint32_t i = 0; i < g->kinds->count; i++)
        next[i + 1] += next[i];
    for (uint32_t c = 0; c < total; c++)
        g->kind_corners[next[kind_of(g, c)]++] = c;
    return true;
}

bool wmi_groups_of_kinds(const wmi_shapes *s, const wmi_kinds *kinds, uint32_t *groups,
                         wmi_arena *scratch)
{
    grouping g = {.s = s,
                  .kinds = kinds,
                  .stamp = wmi_arena_raw(scratch, s->site_count, sizeof *g.stamp),
                  .present = wmi_arena_raw(scratch, s->site_count, sizeof *g.present),
                  .expanded = wmi_arena_raw(scratch, kinds->count, sizeof *g.expanded),
                  .first_member = wmi_arena_raw(scratch, s->face_count, sizeof *g.first_member),
                  .member_room = 4 * s->face_count,
                  .work = 64 * (uint64_t)s->face_count};
    g.members = wmi_arena_raw(scratch, g.member_room, sizeof *g.members);
    if (!g.stamp || !g.present || !g.expanded || !g.first_member || !g.members ||
        !list_kind_corners(&g, scratch))
        return false;
    memset(g.stamp, 0xFF, s->site_count * sizeof *g.stamp);
    memset(g.expanded, 0xFF, kinds->count * sizeof *g.expanded);
    memset(g.first_member, 0xFF, s->face_count * sizeof *g.first_member);
    grow_patches(&g);
    link_patches(&g);
    for (uint32_t kind = 0; kind < kinds->count; kind++)
        hold_kind(&g, kind);
    return colour(&g, groups, scratch);
}
