/* Names of packets and textures, levels of detail, skeletons. The game ignores case. */
#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "nwn2/mdb/check.h"

enum { NAME = WM_NWN2_MDB_NAME + 1 };

/* A field as a string. */
static void name_of(const char *field, char name[NAME])
{
    memcpy(name, field, WM_NWN2_MDB_NAME);
    name[WM_NWN2_MDB_NAME] = '\0';
}

static void packet_name(const wm_nwn2_mdb_packet *p, char name[NAME])
{
    const char *field = wm_nwn2_mdb_packet_name(p);
    name[0] = '\0';
    if (field)
        name_of(field, name);
}

static bool is_visible(const wm_nwn2_mdb_packet *p)
{
    return p->mesh && (p->kind == WM_NWN2_MDB_KIND_RIGD || p->kind == WM_NWN2_MDB_KIND_SKIN);
}

/* ---- fields ---- */

static void check_field(wmi_mdb_checker *c, uint32_t i, const char *field, const char *path)
{
    if (!memchr(field, 0, WM_NWN2_MDB_NAME))
        wmi_report(c->report, WM_NWN2_MDB_NAME_END, wmi_mdb_at(c, i, path),
                   "\"%.32s\" fills all 32 bytes, which leaves no room for its end", field);
}

static void check_textures(wmi_mdb_checker *c, uint32_t i)
{
    static const char *const paths[] = {"material.texture[0]", "material.texture[1]",
                                        "material.texture[2]", "material.texture[3]"};
    const wm_nwn2_mdb_material *m = &c->mdb->packets[i].mesh->material;
    char name[NAME], packet[NAME];
    for (int t = 0; t < WM_NWN2_MDB_TEXTURES; t++) {
        check_field(c, i, m->texture[t], paths[t]);
        name_of(m->texture[t], name);
        size_t n = strlen(name);
        if (n && (name[n - 1] == ' ' || name[0] == ' '))
            wmi_report(c->report, WM_NWN2_MDB_TEXTURE_BLANK, wmi_mdb_at(c, i, paths[t]),
                       "the name is \"%s\"", name);
        else if (wmi_image_stem(name, n) < n)
            wmi_report(c->report, WM_NWN2_MDB_TEXTURE_ENDING, wmi_mdb_at(c, i, paths[t]),
                       "\"%s\" ends in %s", name, name + wmi_image_stem(name, n));
    }
    packet_name(&c->mdb->packets[i], packet);
    if (is_visible(&c->mdb->packets[i]) && !m->texture[WM_NWN2_MDB_TEXTURE_DIFFUSE][0])
        wmi_report(c->report, WM_NWN2_MDB_NO_DIFFUSE, wmi_mdb_at(c, i, paths[0]),
                   "\"%s\" has no diffuse map", packet);
}

/* ---- skeletons ---- */

static void check_skeletons(wmi_mdb_checker *c)
{
    char first[NAME] = "", name[NAME], packet[NAME];
    for (uint32_t i = 0; i < c->mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &c->mdb->packets[i];
        if (!p->mesh || p->kind != WM_NWN2_MDB_KIND_SKIN)
            continue;
        name_of(p->mesh->skeleton, name);
        packet_name(p, packet);
        if (!*name)
            wmi_report(c->report, WM_NWN2_MDB_NO_SKELETON, wmi_mdb_at(c, i, "skeleton"),
                       "the skin \"%s\" names no skeleton", packet);
        else if (!*first)
            memcpy(first, name, sizeof first);
        else if (wmi_compare_names(first, name) != 0)
            wmi_report(c->report, WM_NWN2_MDB_SKELETONS, wmi_mdb_at(c, i, "skeleton"),
                       "\"%s\" has the skeleton \"%s\", but a skin before it has \"%s\"", packet,
                       name, first);
    }
}

/* ---- packets by name ---- */

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_nwn2_mdb_packet *p = context;
    char x[NAME], y[NAME];
    packet_name(&p[a], x);
    packet_name(&p[b], y);
    int order = wmi_compare_names(x, y);
    if (!order)
        order = (int)p[a].kind - (int)p[b].kind;
    return order ? order : a < b ? -1 : a > b;
}

/* Is there a visible packet of this name? `order` is sorted by name. */
static bool exists(const wmi_mdb_checker *c, const uint32_t *order, uint32_t count,
                   const char *wanted)
{
    char name[NAME];
    wmi_search search = {.high = count};
    while (wmi_search_next(&search)) {
        packet_name(&c->mdb->packets[order[search.at]], name);
        wmi_search_narrow(&search, wmi_compare_names(name, wanted) < 0);
    }
    uint32_t low = search.low;
    if (low == count)
        return false;
    packet_name(&c->mdb->packets[order[low]], name);
    return wmi_compare_names(name, wanted) == 0;
}

static void check_order(wmi_mdb_checker *c, const uint32_t *order, uint32_t count)
{
    const wm_nwn2_mdb_packet *all = c->mdb->packets;
    char name[NAME], last[NAME] = "";
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = order[k];
        packet_name(&all[i], name);
        if (k && all[order[k - 1]].kind == all[i].kind && wmi_compare_names(name, last) == 0)
            wmi_report(c->report, WM_NWN2_MDB_NAME_DOUBLED, wmi_mdb_at(c, i, "name"),
                       "two %s packets are called \"%s\"", all[i].type, name);
        memcpy(last, name, sizeof last);
        if (!is_visible(&all[i]) || !wm_nwn2_mdb_lod(&all[i]))
            continue;
        name[strlen(name) - 4] = '\0'; /* "_L01" */
        if (!exists(c, order, count, name))
            wmi_report(c->report, WM_NWN2_MDB_LOD_BASE, wmi_mdb_at(c, i, "name"),
                       "\"%s\" is a lower level of \"%s\", which does not exist", last, name);
    }
}

/* ---- tiles ---- */

/* "TL_ES_DDXW_01": a tile of 9 m around its middle; other names are metatiles. */
static bool is_tile(const char *name)
{
    size_t n = strlen(name);
    return n > 6 && wmi_word_is((wmi_word){.text = name, .size = 3}, "TL_") && name[n - 3] == '_' &&
           name[n - 2] >= '0' && name[n - 2] <= '9' && name[n - 1] >= '0' && name[n - 1] <= '9';
}

static void check_tile(wmi_mdb_checker *c)
{
    enum { HALF = 4510 }; /* millimetres; real tiles reach 4.505 m */
    char name[NAME];
    uint32_t first = 0;
    wm_nwn2_mdb_stats s;
    while (first < c->mdb->packet_count && !is_visible(&c->mdb->packets[first]))
        first++;
    if (first == c->mdb->packet_count)
        return;
    packet_name(&c->mdb->packets[first], name);
    wm_nwn2_mdb_measure(c->mdb, &s, NULL);
    const double half = HALF / 1000.0;
    bool outside = (double)s.min.x < -half || (double)s.min.y < -half || (double)s.max.x > half ||
                   (double)s.max.y > half;
    if (is_tile(name) && outside)
        wmi_report(c->report, WM_NWN2_MDB_TILE_OUTSIDE, wmi_mdb_at(c, first, "vertices"),
                   "the tile reaches from (%.3f, %.3f) to (%.3f, %.3f)", (double)s.min.x,
                   (double)s.min.y, (double)s.max.x, (double)s.max.y);
}

void wmi_mdb_check_names(wmi_mdb_checker *c)
{
    uint32_t count = 0;
    uint32_t *order = wmi_arena_raw(c->scratch, c->mdb->packet_count, sizeof *order);
    c->out_of_memory |= !order;
    for (uint32_t i = 0; i < c->mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &c->mdb->packets[i];
        const char *name = wm_nwn2_mdb_packet_name(p);
        if (name)
            check_field(c, i, name, "name");
        if (p->mesh && p->kind != WM_NWN2_MDB_KIND_WALK)
            check_textures(c, i);
        if (p->mesh && p->kind == WM_NWN2_MDB_KIND_SKIN)
            check_field(c, i, p->mesh->skeleton, "skeleton");
        if (name && order)
            order[count++] = i;
    }
    check_skeletons(c);
    check_tile(c);
    if (!order)
        return;
    wmi_sort_by(order, count, by_name, c->mdb->packets);
    check_order(c, order, count);
}
