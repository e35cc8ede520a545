/* What BioWare's games share: 2DA tables and GFF trees of named values. */
#ifndef WAYMARK_AURORA_H
#define WAYMARK_AURORA_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 2DA --------------------------------------------------------------- */

/* 2DA tables, text ("2DA V2.0") and binary ("2DA V2.b"), and the one that tells
 * which materials can be walked on. docs/formats/2da.md. */

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

/* ---- GFF --------------------------------------------------------------- */

/* GFF V3.2, the tree of named values behind GIT, ARE and other resources of these games, as
 * far as questions about a GIT need it: reading, and looking values up by name.
 *
 * Values are checked when they are asked for: whatever the bytes are, an answer is either
 * inside the file or "there is none". Structs and lists name each other by number and a
 * hostile file can make them go in circles, so who walks them bounds the depth.
 */

typedef struct wm_gff wm_gff;

typedef enum wm_gff_kind {
    WM_GFF_U8 = 0,
    WM_GFF_I8 = 1,
    WM_GFF_U16 = 2,
    WM_GFF_I16 = 3,
    WM_GFF_U32 = 4,
    WM_GFF_I32 = 5,
    WM_GFF_F32 = 8,
    WM_GFF_STRUCT = 14,
    WM_GFF_LIST = 15
} wm_gff_kind; /* other numbers: data that is not looked at here */

typedef struct wm_gff_value {
    uint32_t kind;
    int64_t integer;    /* of the integers */
    float real;         /* of a float */
    uint32_t structure; /* number of a struct */
    uint32_t count;     /* of a list */
    uint64_t at;        /* of a list: where its numbers are */
} wm_gff_value;

/* True if the bytes look like a GFF of any type. */
WM_API bool wm_gff_detect(const void *data, size_t size);
/* Copies the bytes and proves that the six tables lie in them. Struct 0 is the root.
 * Free with wm_gff_free. */
WM_API wm_gff *wm_gff_read(const void *data, size_t size, const wm_read_opts *opts,
                           wm_error *error);
WM_API void wm_gff_free(wm_gff *gff);

/* "GIT " and the like. */
WM_API const char *wm_gff_type(const wm_gff *gff);
WM_API uint32_t wm_gff_struct_count(const wm_gff *gff);
/* The id that a struct carries; 0 if there is no such struct. */
WM_API uint32_t wm_gff_struct_id(const wm_gff *gff, uint32_t structure);
/* The field of a struct with this label. False when there is none, or when it leads out of
 * its table. The first 512 fields of a struct are looked at. */
WM_API bool wm_gff_find(const wm_gff *gff, uint32_t structure, const char *label,
                        wm_gff_value *value);
/* The struct that stands at place i of a list; WM_NO_INDEX when there is none. */
WM_API uint32_t wm_gff_list_item(const wm_gff *gff, const wm_gff_value *list, uint32_t i);
/* A field as a number, integer or float; `otherwise` when it is missing or no number. */
WM_API double wm_gff_number(const wm_gff *gff, uint32_t structure, const char *label,
                            double otherwise);

#ifdef __cplusplus
}
#endif
#endif
