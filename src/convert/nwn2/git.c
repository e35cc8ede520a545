/* What all readers of lists of a GIT share. docs/formats/nwn2.md, "GIT". */
#include "convert/nwn2/git.h"

void *wmi_git_read(const void *data, size_t size, const wm_read_opts *opts, size_t size_of_result,
                   wmi_git_fill *fill, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_gff *gff = wm_gff_read(data, size, opts, error);
    if (!gff)
        return NULL;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    wmi_arena *result = wmi_arena_new(&arena, 1, size_of_result);
    wmi_git git = {.gff = gff, .arena = result, .error = error};
    if (result)
        git.used = wmi_arena_new(&arena, wm_gff_struct_count(gff), sizeof *git.used);
    wm_status status = WM_NO_MEMORY;
    if (git.used) {
        *result = arena;
        status = fill(&git, result);
        arena = *result;
    } else {
        wmi_arena_fail(&arena, error, "");
    }
    wm_gff_free(gff);
    if (status == WM_OK)
        return result;
    wmi_arena_free(&arena);
    return NULL;
}

void wmi_git_free(void *result)
{
    if (result) {
        wmi_arena arena = *(wmi_arena *)result;
        wmi_arena_free(&arena);
    }
}

bool wmi_git_list(const wmi_git *git, const char *label, wm_gff_value *list)
{
    return wm_gff_find(git->gff, 0, label, list) && list->kind == WM_GFF_KIND_LIST;
}

uint32_t wmi_git_item(wmi_git *git, const wm_gff_value *list, uint32_t i)
{
    uint32_t s = wm_gff_list_item(git->gff, list, i);
    if (s == WM_NO_INDEX || git->used[s])
        return WM_NO_INDEX;
    git->used[s] = true;
    return s;
}
