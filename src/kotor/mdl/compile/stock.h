/* What is known about the games' own supermodels. See stock.def. */
#ifndef WAYMARK_KOTOR_MDL_COMPILE_STOCK_H
#define WAYMARK_KOTOR_MDL_COMPILE_STOCK_H

#include "kotor/mdl/internal.h"

typedef struct wmi_stock {
    const char *name; /* as the games write it */
    wm_kotor_game game;
    uint16_t next;       /* the lowest number above those of its nodes */
    uint16_t node_count; /* as its header has it: with the supermodels above it */
    uint32_t bit;
} wmi_stock;

/* The stock supermodel of that name, ignoring case, or NULL. */
const wmi_stock *wmi_stock_find(wm_kotor_game game, const char *name);
/* The number of the node with this name below the node with the number `parent`, or
 * WM_NO_INDEX if that is not known. */
uint32_t wmi_stock_number(const wmi_stock *stock, uint32_t parent, const char *name);
/* Is there a node of this name anywhere? */
bool wmi_stock_has_name(const wmi_stock *stock, const char *name);

#endif
