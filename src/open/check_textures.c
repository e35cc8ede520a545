/* Textures that a model names and nobody has. */
#include <stdio.h>

#include "base/sort.h"
#include "base/text.h"
#include "open/internal.h"

typedef struct need {
    char name[64]; /* without its ending */
    bool lightmap;
    uint32_t user; /* node, packet or material */
} need;

typedef struct needs {
    wmi_arena scratch;
    need *list;
    uint32_t count, room;
} needs;

/* ---- names ---------------------------------------------------------------- */

static void add(needs *n, const char *field, size_t size, bool lightmap, uint32_t user)
{
    const char *end = memchr(field, 0, size);
    size_t length = end ? (size_t)(end - field) : size;
    need *to = &n->list[n->count];
    if (!length || length >= sizeof to->name || n->count == n->room)
        return;
    *to = (need){.lightmap = lightmap, .user = user};
    memcpy(to->name, field, length);
    if (length > 4 && wmi_compare_names(to->name + length - 4, ".dds") == 0)
        to->name[length - 4] = '\0';
    if (wmi_compare_names(to->name, "null") != 0)
        n->count++;
}

/* Of meshes that are drawn. */
static void add_kotor(needs *n, const wm_kotor_mdl *mdl)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        if (!m || !m->render)
            continue;
        add(n, m->texture[0], sizeof m->texture[0], false, i);
        if (m->lightmapped)
            add(n, m->texture[1], sizeof m->texture[1], true, i);
    }
}

static void add_mdb(needs *n, const wm_nwn2_mdb *mdb)
{
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        bool drawn = p->kind == WM_NWN2_MDB_KIND_RIGD || p->kind == WM_NWN2_MDB_KIND_SKIN;
        for (int k = 0; drawn && k < WM_NWN2_MDB_TEXTURES; k++)
            add(n, p->mesh->material.texture[k], WM_NWN2_MDB_NAME, false, i);
    }
}

static void add_bw2(needs *n, const wm_bw2_model *model)
{
    for (uint32_t i = 0; i < model->material_count; i++)
        for (int k = 0; k < WM_BW2_TEXTURES; k++)
            add(n, model->materials[i].texture[k], WM_BW2_NAME, k == 1, i);
}

static int by_name(const void *a, const void *b)
{
    const need *x = a, *y = b;
    int order = wmi_compare_names(x->name, y->name);
    if (!order)
        order = (int)x->lightmap - (int)y->lightmap;
    return order ? order : (x->user > y->user) - (x->user < y->user);
}

/* Each name once, sorted. */
static bool list_needs(const wm_document *d, needs *n)
{
    size_t room = d->mdl   ? 2 * (size_t)d->mdl->tree.count
                  : d->mdb ? (size_t)d->mdb->packet_count * WM_NWN2_MDB_TEXTURES
                           : (size_t)d->bw2->material_count * WM_BW2_TEXTURES;
    uint32_t kept = 0;
    n->list = room < UINT32_MAX ? wmi_arena_raw(&n->scratch, room, sizeof *n->list) : NULL;
    if (!n->list)
        return false;
    n->room = (uint32_t)room;
    if (d->mdl)
        add_kotor(n, d->mdl);
    else if (d->mdb)
        add_mdb(n, d->mdb);
    else
        add_bw2(n, d->bw2);
    wmi_sort(n->list, n->count, sizeof *n->list, by_name);
    for (uint32_t i = 0; i < n->count; i++)
        if (!kept || wmi_compare_names(n->list[kept - 1].name, n->list[i].name) != 0)
            n->list[kept++] = n->list[i];
    n->count = kept;
    return true;
}

/* ---- finding -------------------------------------------------------------- */

static bool stop(void *user, const char *name, const char *type, const char *where)
{
    (void)name;
    (void)type;
    (void)where;
    *(bool *)user = true;
    return false;
}

/* Finding may load a file; listing does not. A search that fails says nothing: it counts as
 * found. */
static wm_status look_for(const wm_finder *finder, bool kotor, const char *name, bool *found,
                          wm_error *error)
{
    static const char *const types[] = {"tpc", "tga", "dds"};
    *found = false;
    for (int i = kotor ? 0 : 1; i < 3 && !*found; i++) {
        wm_found out = {0};
        wm_error why = {.code = WM_OK};
        wm_status status = finder->list
                               ? finder->list(finder->user, name, types[i], stop, found, &why)
                               : finder->find(finder->user, name, types[i], &out, &why);
        *found = *found || status != WM_OK || out.where;
        if (out.release)
            out.release(&out);
        if (status == WM_NO_MEMORY)
            return wmi_no_memory(error);
    }
    return WM_OK;
}

/* Is there any texture at all? */
static bool has_textures(const wm_finder *finder)
{
    static const char *const types[] = {"tpc", "tga", "dds"};
    bool any = false;
    for (int i = 0; finder->list && i < 3 && !any; i++)
        if (finder->list(finder->user, NULL, types[i], stop, &any, NULL) != WM_OK)
            return false;
    return any;
}

static void report_need(const wm_document *d, const need *n, bool complete, wm_report *report)
{
    const char *list = d->mdl ? "nodes" : d->mdb ? "packets" : "materials";
    wm_issue_code code = !complete     ? WM_TEXTURE_NOT_BESIDE
                         : n->lightmap ? WM_LIGHTMAP_MISSING
                                       : WM_TEXTURE_MISSING;
    wmi_report(report, code, wmi_at(WM_NO_OFFSET, "%s[%u]", list, (unsigned)n->user),
               "there is no %s '%s'", n->lightmap ? "light map" : "texture", n->name);
}

wm_status wmi_check_textures(const wm_document *d, const wm_finder *finder, bool complete,
                             wm_report *report, wm_error *error)
{
    needs n = {0};
    uint32_t missing = 0;
    if (!finder->find || !(d->mdl || d->mdb || d->bw2))
        return WM_OK;
    wmi_arena_init(&n.scratch, &((const wmi_opened *)d->memory)->arena.allocator, 0);
    wm_status status = list_needs(d, &n) ? WM_OK : wmi_arena_fail(&n.scratch, error, "");
    uint32_t all = n.count;
    for (uint32_t i = 0; i < all && status == WM_OK; i++) {
        bool found;
        status = look_for(finder, d->mdl != NULL, n.list[i].name, &found, error);
        if (status == WM_OK && !found)
            n.list[missing++] = n.list[i];
    }
    /* Models alone in a folder have their textures somewhere else. */
    bool usual = missing < all || (complete && missing && has_textures(finder));
    for (uint32_t i = 0; i < missing && status == WM_OK && usual; i++)
        report_need(d, &n.list[i], complete, report);
    wmi_arena_free(&n.scratch);
    return status;
}
