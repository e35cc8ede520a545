/* 2DA tables, text ("2DA V2.0") and binary ("2DA V2.b"), and the one that tells
 * which materials can be walked on. docs/formats/2da.md. */
#ifndef WAYMARK_TWODA_H
#define WAYMARK_TWODA_H

#include "waymark/kotor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows are known by their position; the label is what the file writes in front. */
typedef struct wm_2da_row {
    const char *label;
    uint32_t cell_count; /* at most column_count; cells that are not there are empty */
    const char **cells;  /* NULL: empty (an empty string, or **** in a text) */
} wm_2da_row;

typedef struct wm_2da {
    bool binary;
    const char *fallback; /* what "DEFAULT:" names in a text, or NULL */
    uint32_t column_count;
    const char **columns;
    uint32_t row_count;
    wm_2da_row *rows;
    void *memory; /* the library's */
} wm_2da;

/* True if the bytes begin as one of the two kinds does. */
WM_API bool wm_2da_detect(const void *data, size_t size);

/* Reads either kind. With opts->report, cells that point out of the file become
 * empty and oddities are said; without it the first fault fails the read. NULL and
 * *error then. Free with wm_2da_free. */
WM_API wm_2da *wm_2da_read(const void *data, size_t size, const wm_read_opts *opts,
                           wm_error *error);
WM_API void wm_2da_free(wm_2da *table);

/* The number of a column, upper and lower case being the same; WM_NO_INDEX if the
 * table has none of that name. */
WM_API uint32_t wm_2da_column(const wm_2da *table, const char *name);
/* The text of a cell; NULL when it is empty or outside of the table. */
WM_API const char *wm_2da_cell(const wm_2da *table, uint32_t row, uint32_t column);
/* A whole number, decimal or 0x hexadecimal. False when the cell is empty or is
 * something else. */
WM_API bool wm_2da_int(const wm_2da *table, uint32_t row, uint32_t column, int32_t *value);

/* Takes the materials from a surfacemat.2da: column Walk, and Label, WalkCheck and
 * LineOfSight where they are. Rows from 32 on are left out (materials are bit
 * positions). *surfaces is untouched on failure. */
WM_API wm_status wm_kotor_surfaces_from_2da(const wm_2da *table, wm_kotor_surfaces *surfaces,
                                            wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
