/* What the files of the KotOR family share. */
#ifndef WAYMARK_KOTOR_INTERNAL_H
#define WAYMARK_KOTOR_INTERNAL_H

#include "base/internal.h"
#include "waymark/kotor_bwm.h"

/* The document and its arena live in one block. */
typedef struct wmi_bwm {
    wm_kotor_bwm pub;
    wmi_arena arena;
} wmi_bwm;

static inline wmi_arena *wmi_bwm_arena(const wm_kotor_bwm *bwm)
{
    return bwm->memory;
}

/* Size of each table and where it stands, in file order: the one description of
 * the format that reader, writer, packer and gap finder share. */
enum { WMI_BWM_HEADER = 0x88, WMI_BWM_TABLES = 9 };

typedef struct wmi_bwm_table {
    const char *name;
    uint32_t count, stride;
    uint32_t offset;
    void *data;     /* the array of the document */
    uint32_t field; /* where the header holds the offset */
} wmi_bwm_table;

void wmi_bwm_tables(const wm_kotor_bwm *bwm, wmi_bwm_table table[WMI_BWM_TABLES]);

/* Makes the arrays of the tables, in file order, those of the document. */
void wmi_bwm_adopt(wm_kotor_bwm *bwm, void *const data[WMI_BWM_TABLES]);

/* A new empty document in an arena with a limit. */
wm_kotor_bwm *wmi_bwm_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);

#endif
