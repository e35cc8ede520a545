/* JSON (RFC 8259) in memory.
 *
 * The reader is strict: one value, nothing after it but white space, no comments, no
 * trailing commas, UTF-8 checked. Besides the RFC it only takes a byte order mark at the
 * start. What it returns cannot change: share it between threads as you like.
 *
 * Values are pointers into the document and live until wm_json_free. All functions that
 * take a value accept NULL, which is a missing value, so that look-ups can be nested:
 *
 *     wm_json_find(wm_json_find(root, "asset"), "version")
 */
#ifndef WAYMARK_JSON_H
#define WAYMARK_JSON_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays and objects inside each other; deeper input is an error (WM_LIMIT). */
#define WM_JSON_DEPTH_MAX 64

typedef enum wm_json_kind {
    WM_JSON_MISSING, /* no value: the pointer is NULL */
    WM_JSON_NULL,
    WM_JSON_BOOL,
    WM_JSON_NUMBER,
    WM_JSON_TEXT,
    WM_JSON_ARRAY,
    WM_JSON_OBJECT
} wm_json_kind;

typedef struct wm_json wm_json;
typedef struct wm_json_value wm_json_value;

/* Reads size bytes, at most 4 GiB; they are not needed afterwards. opts may be NULL; its
 * report is not used. The document takes at most 18 times the size, and time grows as
 * n log n with it. On failure returns NULL; the error has byte offset, line, column
 * (in bytes), the path of the value and what was expected. */
WM_API wm_json *wm_json_read(const void *data, size_t size, const wm_read_opts *opts,
                             wm_error *error);
/* json may be NULL. */
WM_API void wm_json_free(wm_json *json);

/* The outermost value; never NULL. */
WM_API const wm_json_value *wm_json_root(const wm_json *json);

WM_API wm_json_kind wm_json_kind_of(const wm_json_value *value);
/* "array", "number" ..., "nothing" for a missing value. */
WM_API const char *wm_json_kind_name(wm_json_kind kind);

/* ---- arrays and objects ------------------------------------------------ */

/* Items of an array or members of an object; 0 for anything else. */
WM_API uint32_t wm_json_count(const wm_json_value *value);
/* The item or member at an index, in the order of the text, in constant time; NULL if there
 * is none. */
WM_API const wm_json_value *wm_json_item(const wm_json_value *value, uint32_t index);
/* The member of that name, NULL if there is none or the value is no object. If several have
 * the name the last one is returned, as JavaScript and Python do. Takes O(log n). */
WM_API const wm_json_value *wm_json_find(const wm_json_value *object, const char *name);
/* The name of a member of an object, NULL for other values. */
WM_API const char *wm_json_name(const wm_json_value *value);

/* ---- scalars ----------------------------------------------------------- */

/* Each of these returns false, and leaves *to alone, unless the value is of that kind. */

WM_API bool wm_json_as_bool(const wm_json_value *value, bool *to);
/* Whole numbers from 0 to 2^64 - 1, also written as 1.0 or 1e3. False for others. */
WM_API bool wm_json_as_uint(const wm_json_value *value, uint64_t *to);
/* Whole numbers from -2^63 to 2^63 - 1. */
WM_API bool wm_json_as_int(const wm_json_value *value, int64_t *to);
/* Any number, correctly rounded from its text; too large gives an infinity. */
WM_API bool wm_json_as_double(const wm_json_value *value, double *to);
WM_API bool wm_json_as_float(const wm_json_value *value, float *to);
/* UTF-8 with a NUL after it; NULL unless the value is a text. A text may hold NULs of its
 * own: size, which may be NULL, receives the real length. */
WM_API const char *wm_json_as_text(const wm_json_value *value, size_t *size);

/* ---- for error messages ------------------------------------------------ */

/* Byte offset of the first byte of the value in the input, WM_NO_OFFSET for NULL. */
WM_API uint64_t wm_json_offset(const wm_json_value *value);
/* Writes the path of a value of this document, such as "meshes[0].primitives[1].mode", and
 * cuts what does not fit into size bytes. "" for the root and for NULL. Returns text. */
WM_API char *wm_json_path(const wm_json *json, const wm_json_value *value, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
