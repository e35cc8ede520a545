/* Shared by the functions that edit models in place: what the layout of a file that was
 * read keeps when blocks grow, shrink, appear or disappear, and text fields. */
#ifndef WAYMARK_KOTOR_MDL_EDIT_H
#define WAYMARK_KOTOR_MDL_EDIT_H

#include "kotor/mdl/internal.h"

/* A block of the file before the edit. */
typedef struct wmi_edit_block {
    wmi_mdl_kind kind;
    uint32_t animation, node, index;
    uint64_t offset, size;
    uint64_t moved; /* offset after the edit; UINT64_MAX: the block is gone */
} wmi_edit_block;

/* An edit that changes sizes. Slack and odd words stay with their blocks; those of a damaged
 * file are dropped. All memory is allocated by wmi_edit_begin, so that wmi_edit_end cannot fail. */
typedef struct wmi_edit {
    wm_kotor_mdl *mdl;
    wmi_arena scratch;
    uint32_t count;
    wmi_edit_block *blocks; /* NULL: the model has neither slack nor odd words */
    uint32_t *order;        /* blocks sorted by what they hold */
    uint32_t removed;       /* animation that the edit removes; WM_NO_INDEX: none */
    uint32_t at;            /* next block: of the walk, or of the new file */
    uint32_t slack, kept;   /* next slack, and how many are kept */
    uint64_t end;           /* of the last block */
} wmi_edit;

wm_status wmi_edit_begin(wmi_edit *edit, wm_kotor_mdl *mdl, wm_error *error);
void wmi_edit_end(wmi_edit *edit);
/* For edits that change no size. A file of neither layout is laid out again: its blocks may
 * share bytes, so that one cannot change without the other. */
void wmi_edit_touch(wm_kotor_mdl *mdl);

/* Fills a text field. Bytes after the old and the new text stay. */
wm_status wmi_edit_text(char *field, size_t size, const char *text, const char *path,
                        wm_error *error);
/* Is this the text of a field, ignoring case? */
bool wmi_edit_is(const char *field, size_t size, const char *text);
/* wm_kotor_mdl_rename_node without moving the model. */
wm_status wmi_edit_rename_node(wm_kotor_mdl *mdl, uint32_t node, const char *name, wm_error *error);
/* "7 does not exist; the model has 3 nodes" */
wm_status wmi_edit_missing(wm_error *error, const char *path, uint32_t index, uint32_t count,
                           const char *one, const char *many);

/* wm_kotor_mdl_rebuild without an undo: on failure some meshes may have been rebuilt. */
wm_status wmi_mdl_rebuild(wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *opts,
                          wm_error *error);

/* What wmi_mdl_fix_nodes (mdl/fix_nodes.c) repairs: lengths of orientations, the order of keys,
 * missing vertex tables of sabers. Fails with WM_NO_MEMORY only. */
typedef struct wmi_node_repairs {
    bool turns, keys, sabers;
} wmi_node_repairs;
wm_status wmi_mdl_fix_nodes(wm_kotor_mdl *mdl, const wmi_node_repairs *r, wm_error *error);

/* The same for skins (mdl/fix_skin.c): bind poses, and bone entries that are missing or too many.
 * Fails with WM_NO_MEMORY or WM_LIMIT only. */
typedef struct wmi_skin_repairs {
    bool bind, entries;
} wmi_skin_repairs;
wm_status wmi_mdl_fix_skins(wm_kotor_mdl *mdl, const wmi_skin_repairs *r, wm_error *error);

/* What the reader reports about the files of this model (mdl/fix_faults.c). */
wm_status wmi_mdl_list_faults(const wm_kotor_mdl *mdl, wm_report *report, wm_error *error);
/* Fills tables of vertices that are copies of others and could not be read, if those are there. */
bool wmi_mdl_can_fix_copies(const wm_kotor_mdl *mdl);
wm_status wmi_mdl_fix_copies(wm_kotor_mdl *mdl, wm_error *error);

#endif
