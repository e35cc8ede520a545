/* Waymark base layer: status codes, errors, memory, findings, numbers in text.
 *
 * House rules that hold for every header of this library:
 *  - any input bytes are safe; what a `read` function returns is safe to walk;
 *  - errors and options are plain structs owned by the caller, NULL is allowed,
 *    and a zeroed options struct means "defaults";
 *  - every options struct begins with begin_zero and ends with end_zero, which must be 0:
 *    they catch structs that were not initialised. Options of a family begin with `base`,
 *    the common part, which has a begin_zero of its own. A function that is given other
 *    values fails with WM_BAD_ARGUMENT;
 *  - makers return a pointer or NULL, doers return a wm_status;
 *  - one read is one arena is one free, and every free accepts NULL;
 *  - there is no mutable global state: use distinct objects from any thread,
 *    share const ones freely.
 */
#ifndef WAYMARK_BASE_H
#define WAYMARK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ABI: before 1.0 a minor version may change functions and structs, a patch version may not,
 * and the SOVERSION of the shared library is 0.MINOR. From 1.0 on it is MAJOR. The numbers of
 * wm_status, the names of findings and the keys of JSON never change their meaning.
 *
 * The version: CMake, pkg-config and scripts/release read it from here. */
#define WM_VERSION_MAJOR 0
#define WM_VERSION_MINOR 1
#define WM_VERSION_PATCH 0
#define WM_VERSION_STRING WM_VERSION_TEXT(WM_VERSION_MAJOR, WM_VERSION_MINOR, WM_VERSION_PATCH)
#define WM_VERSION_TEXT(major, minor, patch) WM_VERSION_JOIN(major, minor, patch)
#define WM_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch

#if defined(__GNUC__)
#define WM_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#if defined(WM_BUILD_SHARED)
#define WM_API __attribute__((visibility("default")))
#endif
#else
#define WM_PRINTF(fmt, args)
#endif
#ifndef WM_API
#define WM_API
#endif

/* "No such vertex, face, room ...": the 0xFFFFFFFF of the file formats. */
#define WM_NO_INDEX 0xFFFFFFFFu
/* "Not at any byte of a file", in wm_error.offset and wm_issue.offset. */
#define WM_NO_OFFSET UINT64_MAX

/* The version of the library that is running, such as "0.1.0". */
WM_API const char *wm_version(void);

/* ---- status and errors ------------------------------------------------- */

/* The numbers are pinned: they never change meaning between versions. */
typedef enum wm_status {
    WM_OK = 0,
    WM_NO_MEMORY = 1,         /* the allocator refused */
    WM_LIMIT = 2,             /* a limit of the options was reached */
    WM_IO = 3,                /* a file could not be opened, read or written */
    WM_TRUNCATED = 4,         /* the data ends before something it announces */
    WM_BAD_MAGIC = 5,         /* not a file of this format */
    WM_UNSUPPORTED = 6,       /* this format, but a version nobody knows */
    WM_BAD_OFFSET = 7,        /* an offset or a link points nowhere */
    WM_BAD_VALUE = 8,         /* a value outside of what is allowed */
    WM_BAD_TEXT = 9,          /* a text that does not follow its grammar */
    WM_BAD_ARGUMENT = 10,     /* the caller asked for something impossible */
    WM_NOT_REPRESENTABLE = 11 /* the target format cannot hold this */
} wm_status;

/* A short stable name of a status, such as "truncated". Never NULL. */
WM_API const char *wm_status_name(wm_status status);

/* What went wrong, where, and what would have been right. Lower case, no full
 * stop; always terminated. Functions write it only when they fail. */
typedef struct wm_error {
    wm_status code;
    uint64_t offset;   /* byte offset in the input, or WM_NO_OFFSET */
    uint32_t line;     /* 1-based line of a text input, or 0 */
    uint32_t column;   /* 1-based column of a text input, or 0 */
    char path[96];     /* field, such as "faces[12].vertex[1]", or "" */
    char message[224]; /* value found and value allowed */
} wm_error;

/* Fills *error, for callbacks that fail and for programs that report their own
 * errors as the library does.
 *
 * error: may be NULL; then nothing is written.
 * code: any status but WM_OK.
 * path: the field at fault, such as "faces[12]"; NULL means "". It is copied.
 * format: as for printf. Control characters in the result become '?'.
 *
 * Offset, line and column are reset; set them afterwards if they are known.
 * Returns code. */
WM_API wm_status wm_error_set(wm_error *error, wm_status code, const char *path, const char *format,
                              ...) WM_PRINTF(4, 5);

/* Formats "FILE: @0x1a4 faces[12].vertex[1]: message [truncated]" into text,
 * cutting what does not fit. `file` may be NULL. Returns text. */
WM_API char *wm_error_format(const wm_error *error, const char *file, char *text, size_t size);

/* ---- memory ------------------------------------------------------------ */

/* One function does all: old == NULL allocates, new_size == 0 frees (and the
 * result is ignored), otherwise resizes. Must return memory aligned for any
 * type, or NULL to refuse. */
typedef struct wm_allocator {
    void *(*resize)(void *user, void *old, size_t old_size, size_t new_size);
    void *user;
} wm_allocator;

struct wm_report;

typedef struct wm_read_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the document */
    uint64_t memory_limit;         /* bytes a document may take; 0: 16 MiB + 32 * input size */
    struct wm_report *report;      /* where faults that can be passed over are collected;
                                      NULL: the first fault fails the read */
    uint32_t end_zero;
} wm_read_opts;

typedef struct wm_write_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the buffer */
    uint32_t end_zero;
} wm_write_opts;

/* What wm_X_info says of the file besides what the document holds. */
typedef struct wm_info_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the buffer */
    const char *file;              /* its name, which appears in the object; NULL: null */
    uint64_t bytes;                /* its size */
    uint32_t end_zero;
} wm_info_opts;

/* A block of bytes that a function made for the caller. */
typedef struct wm_buffer {
    uint8_t *data;
    size_t size;
    wm_allocator allocator; /* where data came from */
} wm_buffer;

WM_API void wm_buffer_free(wm_buffer *buffer);

/* ---- small values ------------------------------------------------------ */

/* Metres. KotOR and NWN2: x east, y north, z up, right-handed. */
typedef struct wm_vec3 {
    float x, y, z;
} wm_vec3;

/* ---- numbers in text --------------------------------------------------- */

enum { WM_FLOAT_TEXT = 24 }; /* room for any wm_float_format result and its NUL */

/* Writes the shortest decimal text that wm_float_parse reads back to the same
 * float, whatever the locale: "0.1", "-0", "1e-7", "nan", "-inf". Payloads of NaNs
 * are not kept. Returns the length. */
WM_API size_t wm_float_format(float value, char text[WM_FLOAT_TEXT]);

/* Parses a decimal number at the start of text[0..size), correctly rounded to
 * nearest even, whatever the locale. Reads what C's strtod reads except
 * hexadecimal; too large gives an infinity. Returns the bytes used, 0 if there
 * is no number (value is untouched then). */
WM_API size_t wm_float_parse(const char *text, size_t size, float *value);

/* ---- findings ---------------------------------------------------------- */

typedef enum wm_severity { WM_INFO = 0, WM_WARNING = 1, WM_ERROR = 2 } wm_severity;

/* One enumerator per row of issues.def. The names are the stable identity. */
typedef enum wm_issue_code {
#define WM_ISSUE(code, severity, title, notice, remedy) WM_##code,
#include "waymark/issues.def"
#undef WM_ISSUE
    WM_ISSUE_CODE_COUNT
} wm_issue_code;

/* What is known of a code, the same for each finding of it. */
typedef struct wm_issue_info {
    const char *name; /* "KOTOR_FACE_DEGENERATE" */
    wm_severity severity;
    const char *title;  /* what is wrong, in general */
    const char *notice; /* what a player or builder would notice */
    const char *remedy; /* what to do about it */
} wm_issue_info;

/* NULL when code is not a code. */
WM_API const wm_issue_info *wm_issue_describe(wm_issue_code code);
/* "info", "warning" or "error". */
WM_API const char *wm_severity_name(wm_severity severity);

typedef struct wm_issue {
    wm_issue_code code;
    wm_severity severity;
    uint64_t offset;     /* byte in the file, or WM_NO_OFFSET */
    uint32_t line;       /* line of a text file, or 0 */
    const char *path;    /* field, or "" */
    const char *message; /* this finding in words */
    bool has_place;      /* place says where in the world it is */
    wm_vec3 place;
} wm_issue;

/* Findings in the order in which they were made. Strings live until
 * wm_report_free. Initialise with wm_report_init before use. */
typedef struct wm_report {
    wm_issue *issues;
    uint32_t count;
    uint32_t errors, warnings, infos; /* how many of `issues` are of each severity */
    uint32_t max_per_code;            /* further ones of a code are folded into one; 0: 50 */
    bool out_of_memory;               /* some findings were dropped */
    void *memory;                     /* the library's */
} wm_report;

/* allocator may be NULL (malloc) and must outlive the report. */
WM_API void wm_report_init(wm_report *report, const wm_allocator *allocator);
WM_API void wm_report_free(wm_report *report);
/* Adds a failed read as a finding. */
WM_API void wm_report_add_error(wm_report *report, wm_issue_code code, const wm_error *error);
typedef struct wm_check_opts {
    uint32_t begin_zero;
    bool no_offsets; /* findings get no file offsets: the document was not read from the file
                        that the report is about */
    uint32_t end_zero;
} wm_check_opts;

/* Call once after the last check: adds the "and N more" findings. */
WM_API void wm_report_finish(wm_report *report);

/* ---- differences ------------------------------------------------------- */

/* One way in which two documents differ. */
typedef struct wm_difference {
    const char *field;   /* "materials", "transitions" ... */
    uint32_t count;      /* how many differ */
    const char *message; /* in words */
} wm_difference;

typedef struct wm_diff {
    wm_difference *items;
    uint32_t count;
    bool out_of_memory;
    void *memory; /* the library's */
} wm_diff;

WM_API void wm_diff_init(wm_diff *diff, const wm_allocator *allocator);
WM_API void wm_diff_free(wm_diff *diff);

/* ---- losses ------------------------------------------------------------ */

/* A field that a target format cannot hold as it is in the document. */
typedef struct wm_loss {
    char field[24];    /* "normals", "aabbs.plane" ... */
    uint32_t count;    /* how many values differ after reading a target format */
    char message[168]; /* what becomes of them */
} wm_loss;

enum { WM_LOSSES = 24 };

typedef struct wm_losses {
    uint32_t count;
    wm_loss item[WM_LOSSES];
} wm_losses;

#ifdef __cplusplus
}
#endif
#endif
