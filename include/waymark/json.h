/* JSON (RFC 8259): read into memory, written as a stream.
 *
 * The reader is strict: one value, nothing after it but white space, no comments, no
 * trailing commas, valid UTF-8. The only extension is that a byte order mark is allowed at the
 * start. A document never changes, so threads may share it.
 *
 * Values are pointers into the document and live until wm_json_free. All functions that
 * take a value accept NULL, which means a missing value, so lookups can be nested:
 *
 *     wm_json_find(wm_json_find(root, "asset"), "version")
 */
#ifndef WAYMARK_JSON_H
#define WAYMARK_JSON_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How deep arrays and objects may be nested; deeper is an error (WM_LIMIT). */
#define WM_JSON_DEPTH_MAX 64

typedef enum wm_json_kind {
    WM_JSON_KIND_MISSING, /* no value: the pointer is NULL */
    WM_JSON_KIND_NULL,
    WM_JSON_KIND_BOOL,
    WM_JSON_KIND_NUMBER,
    WM_JSON_KIND_TEXT,
    WM_JSON_KIND_ARRAY,
    WM_JSON_KIND_OBJECT
} wm_json_kind;

typedef struct wm_json wm_json;
typedef struct wm_json_value wm_json_value;

/* Reads a JSON text of at most 4 GiB. The document takes at most 18 times as many bytes as the
 * text, and reading takes O(n log n) time. Free with wm_json_free.
 *
 * opts: its report is not used.
 * error: has the byte offset, the line, the column (in bytes), the path of the value and what
 *   was expected. */
WM_API wm_json *wm_json_read(const void *data, size_t size, const wm_read_opts *opts,
                             wm_error *error);
/* Frees the document and all its values. NULL is allowed. */
WM_API void wm_json_free(wm_json *json);

/* The outermost value; never NULL. */
WM_API const wm_json_value *wm_json_root(const wm_json *json);

/* The kind of a value; WM_JSON_KIND_MISSING for NULL. */
WM_API wm_json_kind wm_json_kind_of(const wm_json_value *value);
/* "array", "number" and so on; "nothing" for a missing value. A static string. */
WM_API const char *wm_json_kind_name(wm_json_kind kind);

/* ---- arrays and objects ------------------------------------------------ */

/* The number of items of an array or members of an object; 0 for anything else. */
WM_API uint32_t wm_json_count(const wm_json_value *value);
/* The item or member at an index, in the order of the text, in constant time; NULL if there
 * is none. */
WM_API const wm_json_value *wm_json_item(const wm_json_value *value, uint32_t index);
/* The member of this name; NULL if there is none or the value is not an object. If several have
 * the name, the last one is returned, as in JavaScript and Python. Takes O(log n) time. */
WM_API const wm_json_value *wm_json_find(const wm_json_value *object, const char *name);
/* The name of a member of an object, NULL for other values. */
WM_API const char *wm_json_name(const wm_json_value *value);

/* ---- scalars ----------------------------------------------------------- */

/* The functions with *to return false, and leave *to unchanged, if the value is not of that
 * kind. */

WM_API bool wm_json_as_bool(const wm_json_value *value, bool *to);
/* Whole numbers from 0 to 2^64 - 1, even if written as 1.0 or 1e3. */
WM_API bool wm_json_as_uint(const wm_json_value *value, uint64_t *to);
/* Whole numbers from -2^63 to 2^63 - 1. */
WM_API bool wm_json_as_int(const wm_json_value *value, int64_t *to);
/* Any number, correctly rounded from its text. A number that is too large becomes infinity. */
WM_API bool wm_json_as_double(const wm_json_value *value, double *to);
WM_API bool wm_json_as_float(const wm_json_value *value, float *to);
/* The text of a string, in UTF-8 with a NUL after it; NULL if the value is not a string.
 *
 * size: may be NULL. Receives the length, which is needed if the text itself contains NULs. */
WM_API const char *wm_json_as_text(const wm_json_value *value, size_t *size);

/* ---- for error messages ------------------------------------------------ */

/* The offset of the first byte of the value in the input; WM_NO_OFFSET for NULL. */
WM_API uint64_t wm_json_offset(const wm_json_value *value);
/* Writes the path of a value of this document, such as "meshes[0].primitives[1].mode"; "" for
 * the root and for NULL. What does not fit into size bytes is cut off; the result is always
 * terminated unless size is 0. Returns text. */
WM_API char *wm_json_path(const wm_json *json, const wm_json_value *value, char *text, size_t size);

/* ---- writing ----------------------------------------------------------- */

/* The writer keeps no tree: it passes on what is added, either to `write` or to a buffer that
 * grows. It adds commas, quotes and escapes.
 *
 *     wm_json_writer j;
 *     wm_json_writer_init(&j, NULL);
 *     wm_json_begin_object(&j, NULL);
 *     wm_json_add_text(&j, "name", "m01aa");
 *     wm_json_add_vec3(&j, "position", position);
 *     wm_json_end(&j);
 *     status = wm_json_writer_finish(&j, &buffer, &error);
 *
 * After the first failure, all calls do nothing, and wm_json_writer_finish returns that
 * failure. */

typedef struct wm_json_write_opts {
    wm_write_opts base; /* base.allocator is used for the buffer */
    /* Receives the text, in pieces of any size. NULL: the text goes into the buffer of
     * wm_json_writer_finish. If it returns anything but WM_OK, the writer fails with that. */
    wm_status (*write)(void *user, const void *data, size_t size);
    void *user;  /* passed to write */
    bool indent; /* use the line breaks of wm_json_spread */
    bool latin1; /* text that is not UTF-8 is read as Latin-1; else invalid bytes become U+FFFD */
    bool script; /* escape '<', so that the text cannot end an HTML element */
    uint32_t end_zero;
} wm_json_write_opts;

/* A writer may be moved in memory. `status` may be read; the other fields are private. */
typedef struct wm_json_writer {
    wm_status status; /* the first failure */
    wm_json_write_opts opts;
    wm_allocator allocator;
    uint8_t *data; /* of the buffer */
    size_t size, capacity;
    const char *misuse; /* which call was wrong */
    uint64_t objects;   /* bit d: level d is an object */
    uint64_t spread;    /* bit d: each member of level d has its own line */
    uint32_t depth;
    bool comma; /* the next value needs a comma before it */
    bool ended; /* the outermost value is complete */
    uint8_t piece[512];
} wm_json_writer;

/* Makes a writer. opts is copied; its allocator must outlive the buffer. If opts was not
 * zero-initialised, wm_json_writer_finish fails. */
WM_API void wm_json_writer_init(wm_json_writer *writer, const wm_json_write_opts *opts);

/* Ends the writing and frees what the writer holds. Call it even after a failure.
 *
 * out: receives the text; may be NULL if opts.write is used.
 *
 * Returns WM_OK or the first failure: WM_NO_MEMORY, WM_LIMIT (nested too deep), what opts.write
 * returned, or WM_BAD_ARGUMENT if the calls did not make exactly one JSON value. */
WM_API wm_status wm_json_writer_finish(wm_json_writer *writer, wm_buffer *out, wm_error *error);

/* Makes the writer fail, for callers that cannot provide a value. An earlier failure is kept. */
WM_API void wm_json_writer_fail(wm_json_writer *writer, wm_status status);

/* In all functions below, `name` is the name of a member of an object. It must be NULL for items
 * of an array and for the outermost value. */

WM_API void wm_json_begin_object(wm_json_writer *writer, const char *name);
WM_API void wm_json_begin_array(wm_json_writer *writer, const char *name);
/* Ends the innermost array or object. */
WM_API void wm_json_end(wm_json_writer *writer);
/* Puts each member of an array or object on its own line, if opts.indent is set. Call it
 * directly after the begin function. By default all members are on one line. */
WM_API void wm_json_spread(wm_json_writer *writer);

/* text: NULL is written as null. */
WM_API void wm_json_add_text(wm_json_writer *writer, const char *name, const char *text);
/* Adds the text in a field of fixed size: up to the first NUL, at most `size` bytes. */
WM_API void wm_json_add_field(wm_json_writer *writer, const char *name, const char *text,
                              size_t size);
WM_API void wm_json_add_uint(wm_json_writer *writer, const char *name, uint64_t value);
WM_API void wm_json_add_int(wm_json_writer *writer, const char *name, int64_t value);
/* Adds a number; WM_NO_INDEX becomes null. */
WM_API void wm_json_add_index(wm_json_writer *writer, const char *name, uint32_t value);
/* Adds the shortest text that wm_float_parse reads back to the same float; null if the value is
 * not finite. */
WM_API void wm_json_add_float(wm_json_writer *writer, const char *name, float value);
/* Adds 15 digits if they are enough, else 17; null if the value is not finite. */
WM_API void wm_json_add_double(wm_json_writer *writer, const char *name, double value);
WM_API void wm_json_add_bool(wm_json_writer *writer, const char *name, bool value);
WM_API void wm_json_add_null(wm_json_writer *writer, const char *name);
/* Adds [x,y,z]. */
WM_API void wm_json_add_vec3(wm_json_writer *writer, const char *name, wm_vec3 value);
/* Add an array on one line, with items as wm_json_add_float or wm_json_add_index writes them. */
WM_API void wm_json_add_floats(wm_json_writer *writer, const char *name, const float *values,
                               uint32_t count);
WM_API void wm_json_add_indices(wm_json_writer *writer, const char *name, const uint32_t *values,
                                uint32_t count);
/* Adds a string that holds the bytes in base64. */
WM_API void wm_json_add_base64(wm_json_writer *writer, const char *name, const void *bytes,
                               size_t size);
/* Adds one complete JSON value as it is. It is not checked. */
WM_API void wm_json_add_raw(wm_json_writer *writer, const char *name, const char *json,
                            size_t size);

#ifdef __cplusplus
}
#endif
#endif
