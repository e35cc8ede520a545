/* Formats that BioWare's games share: 2DA tables and GFF trees of named values. */
#ifndef WAYMARK_AURORA_H
#define WAYMARK_AURORA_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 2DA --------------------------------------------------------------- */

/* Tables, as text ("2DA V2.0") or binary ("2DA V2.b"). See docs/formats/2da.md. */

/* A row is identified by its index. The label, usually the same number, is only stored. */
typedef struct wm_2da_row {
    const char *label;
    uint32_t cell_count; /* at most column_count; missing cells are empty */
    const char **cells;  /* an element is NULL if its cell is empty (an empty string, or **** in a
                            text) */
} wm_2da_row;

typedef struct wm_2da {
    bool binary;
    const char *fallback; /* the value after "DEFAULT:" in a text, or NULL */
    uint32_t column_count;
    const char **columns;
    uint32_t row_count;
    wm_2da_row *rows;
    void *memory; /* private */
} wm_2da;

/* Whether the bytes start like a 2DA of either kind. */
WM_API bool wm_2da_detect(const void *data, size_t size);

/* Cells of a binary table may share texts, but not so many that the table becomes far larger than
 * its file. Real tables have less text than their files have bytes. */
enum { WM_2DA_SHARE_BASE = 65536, WM_2DA_SHARE_FACTOR = 16 };

/* Reads a table of either kind. Free with wm_2da_free. Fails with WM_LIMIT if the cells of a binary
 * table have more than WM_2DA_SHARE_BASE + WM_2DA_SHARE_FACTOR * size bytes of text together.
 *
 * opts: with a report, cells that point outside the file become empty, and anything unusual is
 *   reported. Without one, the first fault fails the read. */
WM_API wm_2da *wm_2da_read(const void *data, size_t size, const wm_read_opts *opts,
                           wm_error *error);
/* Frees the table. NULL is allowed. */
WM_API void wm_2da_free(wm_2da *table);

/* The index of a column by its name, ignoring case, or WM_NO_INDEX. */
WM_API uint32_t wm_2da_column(const wm_2da *table, const char *name);
/* The text of a cell, which lives as long as the table. NULL if the cell is empty or outside the
 * table. */
WM_API const char *wm_2da_cell(const wm_2da *table, uint32_t row, uint32_t column);
/* Gets the integer in a cell, decimal or hexadecimal (0x). Hexadecimal numbers from 0x80000000 to
 * 0xFFFFFFFF become negative. Returns false if the cell holds no integer, or one that does not fit;
 * then *value is unchanged. */
WM_API bool wm_2da_int(const wm_2da *table, uint32_t row, uint32_t column, int32_t *value);

/* Writes the table in `data` again with another text in one cell. All other bytes stay as they are:
 * comments, spaces and line endings of a text; in a binary, the new text is added after the others
 * unless the table has it already, and the old one stays. A row of a text that is too short for the
 * column gets empty cells. Fails with WM_BAD_ARGUMENT if there is no such cell, or if the text
 * cannot be in a cell, and with WM_LIMIT if the strings of a binary would need more than 65,536
 * bytes.
 *
 * text: ASCII without control characters, in a text table also without quotation marks.
 *   NULL, "" and "****" make the cell empty. */
WM_API wm_status wm_2da_set_cell(const void *data, size_t size, uint32_t row, uint32_t column,
                                 const char *text, const wm_write_opts *opts, wm_buffer *out,
                                 wm_error *error);

/* ---- GFF --------------------------------------------------------------- */

/* Trees of named values (GFF V3.2): GIT, ARE and other resources. They can be read, and values
 * can be looked up by name.
 *
 * Values are checked when they are looked up: one that lies outside the file counts as missing.
 * Structs and lists refer to each other by index, and a hostile file can make them circular, so
 * callers that follow them must limit the depth. */

typedef struct wm_gff wm_gff;

typedef enum wm_gff_kind {
    WM_GFF_KIND_U8 = 0,
    WM_GFF_KIND_I8 = 1,
    WM_GFF_KIND_U16 = 2,
    WM_GFF_KIND_I16 = 3,
    WM_GFF_KIND_U32 = 4,
    WM_GFF_KIND_I32 = 5,
    WM_GFF_KIND_U64 = 6,
    WM_GFF_KIND_I64 = 7,
    WM_GFF_KIND_F32 = 8,
    WM_GFF_KIND_F64 = 9,
    WM_GFF_KIND_STRING = 10,
    WM_GFF_KIND_RESREF = 11,    /* the name of a resource */
    WM_GFF_KIND_LOCALISED = 12, /* a text in several languages */
    WM_GFF_KIND_BINARY = 13,
    WM_GFF_KIND_STRUCT = 14,
    WM_GFF_KIND_LIST = 15,
    WM_GFF_KIND_ORIENTATION = 16, /* four floats */
    WM_GFF_KIND_VECTOR = 17       /* three floats */
} wm_gff_kind;                    /* values of other kinds are not decoded */

typedef struct wm_gff_value {
    uint32_t kind;      /* wm_gff_kind, or another number */
    int64_t integer;    /* of an integer: its value; U64 above INT64_MAX becomes negative */
    float real;         /* of an F32: its value */
    double real64;      /* of an F64: its value */
    uint32_t structure; /* of a struct: its index */
    uint32_t count;     /* of a list: number of items. Where `text` is set: number of bytes */
    const char *text;   /* of a string or resref: its bytes, without a NUL. Of a localised text,
                           binary, orientation or vector: the bytes that the file stores. They live
                           as long as the tree */
    uint64_t at;        /* of a list: where its indices are, for wm_gff_list_item */
    uint64_t offset;    /* where in the file the field stores its value, or stores the offset of
                           its value */
} wm_gff_value;

/* Whether the bytes start like a GFF of any type. */
WM_API bool wm_gff_detect(const void *data, size_t size);
/* Copies the bytes and checks that the six tables lie inside them. Struct 0 is the root. Free
 * with wm_gff_free.
 *
 * opts: its report is not used. */
WM_API wm_gff *wm_gff_read(const void *data, size_t size, const wm_read_opts *opts,
                           wm_error *error);
/* Frees the tree. NULL is allowed. */
WM_API void wm_gff_free(wm_gff *gff);

/* The type of the file, such as "GIT ". It lives as long as the tree. */
WM_API const char *wm_gff_type(const wm_gff *gff);
/* The number of structs. */
WM_API uint32_t wm_gff_struct_count(const wm_gff *gff);
/* The id that the file stores with a struct (not its index); 0 if there is no such struct. */
WM_API uint32_t wm_gff_struct_id(const wm_gff *gff, uint32_t structure);
/* Finds the field with exactly this label (case matters) among the first 512 fields of a struct.
 * Returns false if there is no such struct or field, or if it points outside its table; then *value
 * has no meaning. */
WM_API bool wm_gff_find(const wm_gff *gff, uint32_t structure, const char *label,
                        wm_gff_value *value);
/* The number of fields of a struct, at most 512; 0 if there is no such struct. */
WM_API uint32_t wm_gff_field_count(const wm_gff *gff, uint32_t structure);
/* Gets field i of a struct, in the order of the file. Returns false if there is no such field, or
 * if it or its label points outside the file; then *value has no meaning, and the label is empty
 * unless it could be read.
 *
 * label: room for WM_GFF_LABEL_SIZE bytes; gets a NUL at the end. */
#define WM_GFF_LABEL_SIZE 17
WM_API bool wm_gff_field(const wm_gff *gff, uint32_t structure, uint32_t i, char *label,
                         wm_gff_value *value);
/* The name of a kind: "u8", "string", "list". "unknown" for other numbers. A static
 * string. */
WM_API const char *wm_gff_kind_name(uint32_t kind);
/* The struct index of item i of a list; WM_NO_INDEX if there is no such item.
 *
 * list: from wm_gff_find or wm_gff_field. */
WM_API uint32_t wm_gff_list_item(const wm_gff *gff, const wm_gff_value *list, uint32_t i);
/* The value of an integer or a float; `otherwise` if the field is missing or of another kind.
 * U64, I64 and F64 count as other kinds. */
WM_API double wm_gff_number(const wm_gff *gff, uint32_t structure, const char *label,
                            double otherwise);
/* Copies a string or resref into `text`, with a NUL. Returns false, and makes the text empty, if
 * the field is missing, is of another kind, contains a NUL, or does not fit.
 *
 * text: room for `size` bytes, at least 1. */
WM_API bool wm_gff_text(const wm_gff *gff, uint32_t structure, const char *label, char *text,
                        size_t size);
/* Reports fields and items of lists that point outside the file. */
WM_API wm_status wm_gff_check(const wm_gff *gff, const wm_check_opts *opts, wm_report *report,
                              wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
