/* The placeables of a GIT that a bake sees. docs/formats/nwn2.md, "Placeables". */
#include "base/vec.h"
#include "convert/nwn2/git.h"
#include "waymark/convert.h"

typedef struct placeables {
    wmi_arena arena;
    wm_nwn2_placeables pub;
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

static wm_status fill(wmi_git *git, void *result)
{
    placeables *all = result;
    wm_nwn2_placeables *out = &all->pub;
    const wm_gff *g = git->gff;
    wm_gff_value list;
    out->memory = all;
    if (!wmi_git_list(git, "Placeable List", &list))
        return WM_OK; /* an area without placeables */
    out->total = list.count;
    out->items = wmi_arena_new(git->arena, list.count, sizeof *out->items);
    if (!out->items)
        return wmi_arena_fail(git->arena, git->error, "Placeable List");
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t s = wmi_git_item(git, &list, i);
        if (s == WM_NO_INDEX || wm_gff_number(g, s, "Static", 0) != 1 ||
            wm_gff_number(g, s, "IsWalkable", 0) != 0) {
            out->left_out++;
            continue;
        }
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
    placeables *all = wmi_git_read(data, size, opts, sizeof *all, fill, error);
    return all ? &all->pub : NULL;
}

void wm_nwn2_placeables_free(wm_nwn2_placeables *list)
{
    wmi_git_free(list ? list->memory : NULL);
}
