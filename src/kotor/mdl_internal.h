/* What the files of the KotOR model share: document and arena, sizes of the file's
 * records, and the blocks of a layout. */
#ifndef WAYMARK_KOTOR_MDL_INTERNAL_H
#define WAYMARK_KOTOR_MDL_INTERNAL_H

#include "base/internal.h"
#include "waymark/kotor_mdl.h"

/* The document and its arena live in one block. */
typedef struct wmi_mdl {
    wm_kotor_mdl pub;
    wmi_arena arena;
} wmi_mdl;

static inline wmi_arena *wmi_mdl_arena(const wm_kotor_mdl *mdl)
{
    return mdl->memory;
}

/* A new empty document in an arena with a limit; mdl->memory is the arena. */
wm_kotor_mdl *wmi_mdl_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);

#endif
