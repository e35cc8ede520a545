/* Shared by the binary model reader files. */
#ifndef WAYMARK_KOTOR_MDL_READ_H
#define WAYMARK_KOTOR_MDL_READ_H

#include "kotor/mdl/internal.h"

/* A node found in a tree but not yet read. */
typedef struct wmi_mdl_found {
    uint32_t offset, parent;
    uint32_t next; /* the child to visit next */
} wmi_mdl_found;

typedef struct wmi_mdl_reading {
    wmi_reader r;
    wm_kotor_mdl *mdl;
    wmi_arena *arena;
    wm_report *report;
    uint32_t animation, node; /* current position, for messages; WM_NO_INDEX: none */
    uint8_t *seen;            /* one bit for every 4 bytes of the file: a node starts there */
    wmi_mdl_found *list;
    size_t list_count, list_capacity;
    uint32_t *links; /* offsets of AABB nodes */
    size_t link_capacity;
    uint64_t taken;       /* bytes of all records so far, those that are shared each time */
    uint64_t most_values; /* that the controllers so far can have together */
    size_t text_end;      /* after the last zero byte: no text that starts here or later ends */
    bool unnamed;         /* a node uses a name that does not exist */
    bool scattered; /* the boxes of an AABB tree are not one block that starts with its root */
} wmi_mdl_reading;

/* A fault that leaves the rest readable: counted, and a finding if there is a report. */
void wmi_mdl_fault(wmi_mdl_reading *g, wm_status code, wm_issue_code issue, uint64_t offset,
                   const char *field, const char *fmt, ...) WM_PRINTF(6, 7);

/* Says why there are no records at a file offset. */
void wmi_mdl_take_fault(wmi_mdl_reading *g, uint64_t at, uint32_t count, uint32_t stride,
                        const char *field);
/* `count` records at a pointer. NULL if there are none, or after a fault. */
static inline const uint8_t *wmi_mdl_take(wmi_mdl_reading *g, uint32_t pointer, uint32_t count,
                                          uint32_t stride, const char *field)
{
    uint64_t at = (uint64_t)pointer + WMI_MDL_BASE;
    if (g->r.failed || count == 0)
        return NULL;
    if (at >= WMI_MDL_HEADER && wmi_fits(g->r.size, at, count, stride)) {
        g->taken += (uint64_t)count * stride;
        return g->r.base + at;
    }
    wmi_mdl_take_fault(g, at, count, stride, field);
    return NULL;
}
void *wmi_mdl_room(wmi_mdl_reading *g, size_t count, size_t size);
/* A copy of records of 32-bit values; *count becomes 0 if there are none. */
void *wmi_mdl_words(wmi_mdl_reading *g, uint32_t pointer, uint32_t *count, uint32_t stride,
                    const char *field);
/* Texts at the pointers of a table. A text that does not end is read as "". */
const char **wmi_mdl_texts(wmi_mdl_reading *g, uint32_t table, uint32_t *count, const char *field);
/* Gives nodes whose name does not exist another one. */
void wmi_mdl_name_nodes(wmi_mdl_reading *g);
/* Is this the first node found that starts in these 4 bytes of the file? Marks them. */
static inline bool wmi_mdl_first_visit(wmi_mdl_reading *g, uint64_t at)
{
    uint8_t *byte = &g->seen[at / 32], bit = (uint8_t)(1u << (at / 4 % 8));
    if (*byte & bit)
        return false;
    *byte |= bit;
    return true;
}

/* Allocates mesh parts by the node's flags. Returns false when out of memory. */
bool wmi_mdl_make_mesh(wmi_mdl_reading *g, wm_kotor_mdl_node *node);
void wmi_mdl_read_mesh(wmi_mdl_reading *g, wm_kotor_mdl_node *node, const wmi_mdl_codec *c);

#endif
