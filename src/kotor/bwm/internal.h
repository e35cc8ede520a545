/* Shared by the KotOR walkmesh files. */
#ifndef WAYMARK_KOTOR_BWM_INTERNAL_H
#define WAYMARK_KOTOR_BWM_INTERNAL_H

#include "base/internal.h"
#include "waymark/kotor_bwm.h"

/* The document and its arena share one block. */
typedef struct wmi_bwm {
    wm_kotor_bwm pub;
    wmi_arena arena;
} wmi_bwm;

static inline wmi_arena *wmi_bwm_arena(const wm_kotor_bwm *bwm)
{
    return bwm->memory;
}

/* Size and offset of each table, in file order. The reader, writer, packer and gap
 * finder all use this one description of the format. */
enum { WMI_BWM_HEADER = 0x88, WMI_BWM_TABLES = 9 };

typedef struct wmi_bwm_table {
    const char *name;
    uint32_t count, stride;
    uint32_t offset;
    void *data;     /* the document's array */
    uint32_t field; /* header offset of the field that holds the table's offset */
} wmi_bwm_table;

void wmi_bwm_tables(const wm_kotor_bwm *bwm, wmi_bwm_table table[WMI_BWM_TABLES]);

/* Sets the document's arrays to `data`, given in file order. */
void wmi_bwm_adopt(wm_kotor_bwm *bwm, void *const data[WMI_BWM_TABLES]);

/* The odd word at a file offset, or NULL. */
const wm_kotor_odd_word *wmi_bwm_odd(const wm_kotor_bwm *bwm, uint64_t offset);
/* Whether a table is in the document but was not in its file: materials, normals or distances. The
 * odd word at its field is the offset that the file has. */
bool wmi_bwm_lost(const wm_kotor_bwm *bwm, const wmi_bwm_table *table);

/* Creates an empty document in an arena with a memory limit. */
wm_kotor_bwm *wmi_bwm_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);

/* For the end of public functions that replace arrays: moves all arrays into new memory if much of
 * the old is not needed any more. Pointers into the document become invalid. */
void wmi_bwm_tidy(wm_kotor_bwm *bwm);
/* wm_kotor_bwm_rebuild without moving the document. */
wm_status wmi_bwm_rebuild(wm_kotor_bwm *bwm, const wm_kotor_bwm_rebuild_opts *opts,
                          wm_kotor_bwm_rebuild_result *result, wm_error *error);

#endif
