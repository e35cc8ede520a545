/* The placeables of a GIT that a bake sees. docs/formats/nwn2.md, "Placeables". */
#include "base/vec.h"
#include "nwn2/internal.h"
#include "waymark/aurora.h"
#include "waymark/convert.h"

typedef struct placeables {
    wm_nwn2_placeables pub;
    wmi_arena arena;
} placeables;

static wm_vec3 read_vector(const wm_gff *g, uint32_t s, const char *const labels[3], double missing)
{
    return (wm_vec3){(float)wm_gff_number(g, s, labels[0], missing),
                     (float)wm_gff_number(g, s, labels[1], missing),
                     (float)wm_gff_number(g, s, labels[2], missing)};
}

static wm_nwn2_placeable read_one(const wm_gff *g, uint32_t s)
{
    static const char *const place[3] = {"X", "Y", "Z"}, *const axes[3] = {"x", "y", "z"};
    wm_gff_value scale;
    bool scaled = wm_gff_find(g, s, "ModelScale", &scale) && scale.kind == WM_GFF_KIND_STRUCT;
    double appearance = wm_gff_number(g, s, "Appearance", -1);
    wm_nwn2_placeable p = {.appearance = WM_NO_INDEX};
    if (appearance >= 0 && appearance < (double)WM_NO_INDEX)
        p.appearance = (uint32_t)appearance;
    p.position = read_vector(g, s, place, 0);
    p.bearing = (float)wm_gff_number(g, s, "Bearing", 0);
    p.scale = read_vector(g, scaled ? scale.structure : WM_NO_INDEX, axes, 1);
    return p;
}

static wm_status read_all(placeables *all, const wm_gff *g, wm_error *error)
{
    wm_gff_value list;
    if (!wm_gff_find(g, 0, "Placeable List", &list) || list.kind != WM_GFF_KIND_LIST)
        return WM_OK; /* an area without placeables */
    wm_nwn2_placeables *out = &all->pub;
    /* A struct that is listed again counts once: otherwise a small file could demand any amount of
     * work. */
    bool *used = wmi_arena_new(&all->arena, wm_gff_struct_count(g), sizeof *used);
    out->total = list.count;
    out->items = wmi_arena_new(&all->arena, list.count, sizeof *out->items);
    if (!used || !out->items)
        return wmi_arena_fail(&all->arena, error, "Placeable List");
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t s = wm_gff_list_item(g, &list, i);
        if (s == WM_NO_INDEX || used[s] || wm_gff_number(g, s, "Static", 0) != 1 ||
            wm_gff_number(g, s, "IsWalkable", 0) != 0) {
            out->left_out++;
            continue;
        }
        used[s] = true;
        wm_nwn2_placeable p = read_one(g, s);
        p.index = i;
        if (wmi_finite(p.position) && wmi_finite(p.scale) && isfinite(p.bearing))
            out->items[out->count++] = p;
        else
            out->skipped++;
    }
    return WM_OK;
}

wm_nwn2_placeables *wm_nwn2_placeables_read(const void *data, size_t size, const wm_read_opts *opts,
                                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_gff *g = wm_gff_read(data, size, opts, error);
    if (!g)
        return NULL;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    placeables *all = wmi_arena_new(&arena, 1, sizeof *all);
    wm_status status = WM_NO_MEMORY;
    if (all) {
        all->arena = arena;
        all->pub.memory = all;
        status = read_all(all, g, error);
        arena = all->arena;
    } else {
        wmi_arena_fail(&arena, error, "");
    }
    wm_gff_free(g);
    if (status == WM_OK)
        return &all->pub;
    wmi_arena_free(&arena);
    return NULL;
}

void wm_nwn2_placeables_free(wm_nwn2_placeables *list)
{
    if (list) {
        wmi_arena arena = ((placeables *)list->memory)->arena;
        wmi_arena_free(&arena);
    }
}
