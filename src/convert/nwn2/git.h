/* Reading a list of a GIT into a result with its own memory. */
#ifndef WAYMARK_CONVERT_NWN2_GIT_H
#define WAYMARK_CONVERT_NWN2_GIT_H

#include "base/internal.h"
#include "waymark/aurora.h"

typedef struct wmi_git {
    const wm_gff *gff;
    wmi_arena *arena; /* of the result */
    bool *used;       /* by struct: already used as an item of a list */
    wm_error *error;
} wmi_git;

/* Fills the result. WM_OK, or an error described in *git->error. */
typedef wm_status wmi_git_fill(wmi_git *git, void *result);

/* Reads a GIT. Returns a block of `size_of_result` bytes that starts with its wmi_arena, and that
 * `fill` has filled; or NULL. Free with wmi_git_free. */
void *wmi_git_read(const void *data, size_t size, const wm_read_opts *opts, size_t size_of_result,
                   wmi_git_fill *fill, wm_error *error);
void wmi_git_free(void *result);

/* A list of the area; false if there is none. */
bool wmi_git_list(const wmi_git *git, const char *label, wm_gff_value *list);
/* The struct at index i of a list, but each struct only once, otherwise WM_NO_INDEX: a struct
 * listed several times would let a small file demand any amount of work. */
uint32_t wmi_git_item(wmi_git *git, const wm_gff_value *list, uint32_t i);

#endif
