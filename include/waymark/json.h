/* JSON (RFC 8259): read into memory, written as a stream.
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

/* Arrays and objects inside each other; deeper is an error (WM_LIMIT). */
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

/* ---- writing ----------------------------------------------------------- */

/* The writer keeps no tree: what was added is passed on, either to `write` or to the end of
 * a buffer that grows. It places commas, quotes and escapes.
 *
 *     wm_json_writer j;
 *     wm_json_writer_init(&j, NULL);
 *     wm_json_begin_object(&j, NULL);
 *     wm_json_add_text(&j, "name", "m01aa");
 *     wm_json_add_vec3(&j, "position", position);
 *     wm_json_end(&j);
 *     status = wm_json_writer_finish(&j, &buffer, &error);
 *
 * The first failure sticks: later calls do nothing and wm_json_writer_finish returns it. */

typedef struct wm_json_write_opts {
    wm_write_opts base; /* its allocator is that of the buffer */
    /* Where the text goes, in pieces of any size; NULL: into the buffer of
     * wm_json_writer_finish. Anything but WM_OK ends the writing. */
    wm_status (*write)(void *user, const void *data, size_t size);
    void *user;  /* passed to write */
    bool indent; /* wm_json_spread has an effect */
    bool latin1; /* a text that is not UTF-8 is Latin-1; else its invalid bytes become U+FFFD */
    bool script; /* '<' is escaped, so that the text cannot end an HTML element */
    uint32_t end_zero;
} wm_json_write_opts;

/* Plain memory without pointers into itself. Read `status`; the rest is the writer's. */
typedef struct wm_json_writer {
    wm_status status; /* the first failure */
    wm_json_write_opts opts;
    wm_allocator allocator;
    uint8_t *data; /* of the buffer */
    size_t size, capacity;
    const char *misuse; /* what was wrong in the calls */
    uint64_t objects;   /* bit d: level d is an object */
    uint64_t spread;    /* bit d: each of its members has a line */
    uint32_t depth;
    bool comma; /* the next value needs one before it */
    bool ended; /* the outermost value is complete */
    uint8_t piece[512];
} wm_json_writer;

/* opts may be NULL; they are copied. An allocator must live until the buffer is freed. */
WM_API void wm_json_writer_init(wm_json_writer *writer, const wm_json_write_opts *opts);

/* Ends the writing. out receives the text unless opts.write did; then it may be NULL.
 * Returns the first failure: WM_NO_MEMORY, WM_LIMIT (too deep), what opts.write returned,
 * or WM_BAD_ARGUMENT if the calls do not make one JSON value. Then out is empty. */
WM_API wm_status wm_json_writer_finish(wm_json_writer *writer, wm_buffer *out, wm_error *error);

/* Makes the writer fail, for callers that cannot provide a value. The first failure stays. */
WM_API void wm_json_writer_fail(wm_json_writer *writer, wm_status status);

/* In all functions below, `name` is the member's name inside an object. It must be NULL for
 * items of an array and for the outermost value. */

WM_API void wm_json_begin_object(wm_json_writer *writer, const char *name);
WM_API void wm_json_begin_array(wm_json_writer *writer, const char *name);
/* Ends the innermost array or object. */
WM_API void wm_json_end(wm_json_writer *writer);
/* After a begin: with opts.indent, each member of this array or object gets a line. Those
 * that are not spread stay on one line. */
WM_API void wm_json_spread(wm_json_writer *writer);

/* text may be NULL: null. */
WM_API void wm_json_add_text(wm_json_writer *writer, const char *name, const char *text);
/* The text in a field of fixed size: up to the first NUL, at most `size` bytes. */
WM_API void wm_json_add_field(wm_json_writer *writer, const char *name, const char *text,
                              size_t size);
WM_API void wm_json_add_uint(wm_json_writer *writer, const char *name, uint64_t value);
WM_API void wm_json_add_int(wm_json_writer *writer, const char *name, int64_t value);
/* WM_NO_INDEX becomes null. */
WM_API void wm_json_add_index(wm_json_writer *writer, const char *name, uint32_t value);
/* The shortest text that wm_float_parse reads back; not finite: null. */
WM_API void wm_json_add_float(wm_json_writer *writer, const char *name, float value);
/* 15 digits if they are enough, else 17; not finite: null. */
WM_API void wm_json_add_double(wm_json_writer *writer, const char *name, double value);
WM_API void wm_json_add_bool(wm_json_writer *writer, const char *name, bool value);
WM_API void wm_json_add_null(wm_json_writer *writer, const char *name);
/* [x,y,z] */
WM_API void wm_json_add_vec3(wm_json_writer *writer, const char *name, wm_vec3 value);
/* Arrays on one line, as of wm_json_add_float and wm_json_add_index. */
WM_API void wm_json_add_floats(wm_json_writer *writer, const char *name, const float *values,
                               uint32_t count);
WM_API void wm_json_add_indices(wm_json_writer *writer, const char *name, const uint32_t *values,
                                uint32_t count);
/* A text that holds the bytes in base64. */
WM_API void wm_json_add_base64(wm_json_writer *writer, const char *name, const void *bytes,
                               size_t size);
/* JSON that is complete in itself; it is not checked. */
WM_API void wm_json_add_raw(wm_json_writer *writer, const char *name, const char *json,
                            size_t size);

#ifdef __cplusplus
}
#endif
#endif
