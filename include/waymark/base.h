/* The base layer: status codes, errors, memory, numbers in text, sources, findings, differences,
 * losses.
 *
 * These rules hold for every header of this library:
 *
 *  - Any input bytes are safe to read. The arrays of a document always have as many elements
 *    as their counts say; each document says which of its indices are in range. If you edit a
 *    document, keep both true: functions rely on them.
 *  - Functions that make an object return it, or NULL on failure. Other functions that can
 *    fail return a wm_status, and those that cannot fail return their value. Functions with the
 *    same verb, such as wm_kotor_bwm_measure and wm_nwn2_mdb_measure, have the same form: if one of
 *    them can fail, all return a status.
 *  - A result that owns memory is an object that the function makes. A result without memory is a
 *    plain struct of the caller. Six structs belong to the caller although they own memory:
 *    functions fill a wm_buffer or a wm_source, add to a wm_report, a wm_diff or a
 *    wm_json_writer, and a finder fills a wm_found.
 *  - What a function changed or computed besides its main result goes into `result`, a plain
 *    struct just before `error`. It may be NULL, and is written only on success. A single number
 *    goes into a pointer that is named after it; its description says whether it may be NULL.
 *    What a reader noticed is in the document.
 *  - A function that fails changes no `losses` and no `result`, and no document unless its
 *    description says so. Reports and diffs keep what was added before it failed.
 *  - `losses` may be NULL. Functions add to the list and never clear it.
 *  - `wm_error *error` may be NULL. It is written only on failure. It is the last argument; only
 *    wm_error_set takes it first, because the arguments of printf come last there. The library may
 *    pass NULL to your callbacks, too; wm_error_set accepts it.
 *    A `const wm_error *` is an input and must not be NULL.
 *  - `allocator` may be NULL (malloc). It must outlive everything that is allocated with it. A
 *    function that fills a wm_buffer takes it in `opts`, the argument just before the buffer. A
 *    function that makes an object takes it in its options, or as the argument before `error` if it
 *    has no options. Scratch memory comes from the same allocator, or from that of the document.
 *    Only libdeflate (the comment at wm_budget says how much) and the functions of file.h, folder.h
 *    and game.h (a few KB, and what the C library needs to list a folder) take some from malloc.
 *  - `opts` may be NULL. NULL and a zeroed struct both mean the defaults.
 *  - Input bytes (`data`, `size`), and everything else that a function only reads, including what
 *    `opts` points to, are not needed after the call, unless its description says that they must
 *    outlive something. `data` may be NULL if `size` is 0.
 *  - Every other pointer must not be NULL unless its description says so.
 *  - What a function reads must not be part of what it changes, unless its description says so:
 *    copy a texture name of a model before you replace that texture, and the message of a wm_error
 *    before you fill the same wm_error again.
 *  - The caller owns the objects that functions make. Each type has one function that frees an
 *    object and everything in it; that function accepts NULL.
 *  - A function that does not take a document as const may move its arrays, to free those that
 *    earlier edits have replaced. Pointers into the document are invalid afterwards; the document
 *    itself stays where it is. Memory from an _alloc function that is not in the document yet may
 *    be freed then, too. Functions that only allocate or add (_alloc, _add_packet) free nothing,
 *    and move nothing unless their description says so.
 *  - A function that fills a wm_buffer ignores what is in it: the buffer need not be initialised,
 *    and bytes that it still holds leak. Free it with wm_buffer_free. On failure it is empty.
 *  - Indices start at 0; WM_NO_INDEX means none.
 *  - An enumerator begins with the name of its type in capitals: WM_SEVERITY_INFO is a
 *    wm_severity. Two types are exceptions: wm_status, which is in almost every call, and
 *    wm_issue_code, whose enumerators are WM_ and the code that `check` prints.
 *  - There is no global state. Threads may use different objects at the same time. Any number
 *    of threads may pass the same object to functions that take it as const; while a function
 *    that does not take it as const uses an object, no other thread may use it.
 *
 * Options structs begin with `begin_zero` and end with `end_zero`. Both must be 0, which catches
 * structs that were not initialised: otherwise the function fails with WM_BAD_ARGUMENT, even if its
 * description names other failures only. `= {0}`, or an initialiser that names only the fields you
 * set, makes them 0. Options for one format may begin with `base`, the part that all formats share,
 * which has a begin_zero and an end_zero of its own.
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

/* No such vertex, face, room and so on. The file formats store it as 0xFFFFFFFF. */
#define WM_NO_INDEX 0xFFFFFFFFu
/* No file offset, in wm_error.offset and wm_issue.offset. */
#define WM_NO_OFFSET UINT64_MAX

/* The version of the library at run time, such as "0.1.0". A static string. */
WM_API const char *wm_version(void);

/* ---- status and errors ------------------------------------------------- */

/* The numbers never change their meaning. */
typedef enum wm_status {
    WM_OK = 0,
    WM_NO_MEMORY = 1,         /* the allocator refused */
    WM_LIMIT = 2,             /* more than the options or the library allow */
    WM_IO = 3,                /* a file could not be opened, read or written */
    WM_TRUNCATED = 4,         /* the data ends too early */
    WM_BAD_MAGIC = 5,         /* not a file of this format */
    WM_UNSUPPORTED = 6,       /* this format, but an unknown version or feature */
    WM_BAD_OFFSET = 7,        /* an offset or an index is out of range */
    WM_BAD_VALUE = 8,         /* a value that is not allowed */
    WM_BAD_TEXT = 9,          /* a syntax error in text */
    WM_BAD_ARGUMENT = 10,     /* the caller passed an invalid argument */
    WM_NOT_REPRESENTABLE = 11 /* the target format cannot hold this */
} wm_status;

/* A short, stable name of a status, such as "truncated". A static string, never NULL. */
WM_API const char *wm_status_name(wm_status status);

/* What went wrong and where. Messages are lower case without a full stop. Both strings are
 * always terminated. */
typedef struct wm_error {
    wm_status code;
    uint64_t offset;   /* byte offset in the input, or WM_NO_OFFSET */
    uint32_t line;     /* 1-based line of a text input, or 0 */
    uint32_t column;   /* 1-based column of a text input, or 0 */
    char path[96];     /* the field, such as "faces[12].vertex[1]", or "" */
    char message[224]; /* the value found and the values allowed */
} wm_error;

/* Fills *error: for callbacks that fail, and for programs that report their own errors in the
 * same form. Offset, line and column are reset; set them afterwards if they are known.
 *
 * code: any status but WM_OK.
 * path: the field that is wrong, such as "faces[12]"; NULL means "". It is copied.
 * format: as for printf. Control characters in the result become '?'.
 *
 * Returns code. */
WM_API wm_status wm_error_set(wm_error *error, wm_status code, const char *path, const char *format,
                              ...) WM_PRINTF(4, 5);

/* Formats "FILE: @0x1a4 faces[12].vertex[1]: message [truncated]". If the line is known, it is
 * written instead of the offset: "FILE: line 12, column 5 ...".
 *
 * file: may be NULL; then the name is left out.
 * text: room for size bytes. What does not fit is cut off; the result is always terminated
 *   unless size is 0.
 *
 * Returns text. */
WM_API char *wm_error_format(const wm_error *error, const char *file, char *text, size_t size);

/* ---- memory ------------------------------------------------------------ */

/* One function allocates, resizes and frees. old == NULL: allocate. new_size == 0: free; the
 * result is ignored. Otherwise: resize. old_size is the size that `old` has, 0 if it is NULL. The
 * function returns memory that is aligned for any type, or NULL to refuse; then `old` stays valid.
 * If several threads use objects with the same allocator, the function must be thread-safe. */
typedef struct wm_allocator {
    void *(*resize)(void *user, void *old, size_t old_size, size_t new_size);
    void *user; /* passed to resize */
} wm_allocator;

/* A limit on memory that any number of objects and threads share: an allocator that counts. A call
 * that needs more fails with WM_NO_MEMORY, and what exists stays valid. It does not count the stack
 * and the working memory of libdeflate: decompressing takes 12 KB; compressing takes less than 1 MB
 * in wm_png_write and with wm_nwn2_trn_write_opts.fast, and about 9 MB with .small. */
typedef struct wm_budget wm_budget;

/* Makes a budget. Free with wm_budget_free.
 *
 * limit: bytes in use at one time; 0: no limit.
 * allocator: where the memory comes from. If several threads use the budget, this allocator must
 *   be thread-safe; the budget itself is. */
WM_API wm_budget *wm_budget_new(uint64_t limit, const wm_allocator *allocator, wm_error *error);
/* The allocator of a budget. It is valid until wm_budget_free. */
WM_API const wm_allocator *wm_budget_allocator(wm_budget *budget);
/* The bytes in use, and in *peak, which may be NULL, the most that were in use. */
WM_API uint64_t wm_budget_used(const wm_budget *budget, uint64_t *peak);
/* Counts memory that does not come from the allocator, such as that of another library. Returns
 * false, and counts nothing, if the limit does not allow it. */
WM_API bool wm_budget_take(wm_budget *budget, uint64_t bytes);
/* Ends that: `bytes` is at most what wm_budget_take counted. */
WM_API void wm_budget_give(wm_budget *budget, uint64_t bytes);
/* Frees the budget. Free everything that uses it first. NULL is allowed. */
WM_API void wm_budget_free(wm_budget *budget);

struct wm_report;

/* The common part of all read options. */
typedef struct wm_read_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the document */
    uint64_t memory_limit;         /* bytes that the document may take; what needs more fails with
                                      WM_LIMIT. The limit also holds for later edits: arrays that
                                      they add count, and so do replaced arrays that are not freed
                                      yet. Only a bake (wm_nwn2_trn_rebuild, wm_nwn2_trn_strip) may
                                      take up to 1 GiB more. A copy has no limit. 0: 16 MiB + 32 *
                                      input size, unless the reader names another default */
    struct wm_report *report;      /* initialised. Receives faults that leave the rest readable,
                                      as findings; NULL: the first fault fails the read, except with
                                      readers that say they read a damaged file as far as
                                      possible */
    uint32_t end_zero;
} wm_read_opts;

/* The common part of all write options. */
typedef struct wm_write_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the buffer */
    uint32_t end_zero;
} wm_write_opts;

/* The common part of all info options: what the JSON object says about the file. */
typedef struct wm_info_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the buffer */
    const char *file;              /* its name; NULL: written as null */
    uint64_t bytes;                /* its size */
    uint32_t end_zero;
} wm_info_opts;

/* Bytes that a function made for the caller. */
typedef struct wm_buffer {
    uint8_t *data;
    size_t size;
    wm_allocator allocator; /* where data came from */
} wm_buffer;

/* Frees the bytes and empties the buffer. A zeroed buffer, and NULL, are allowed. */
WM_API void wm_buffer_free(wm_buffer *buffer);

/* ---- small values ------------------------------------------------------ */

/* A point in metres, a direction, or a colour (red, green, blue). In KotOR and NWN2, x is east, y
 * is north, z is up, and the space is right-handed; bw2.h and scene.h say what their spaces are. */
typedef struct wm_vec3 {
    float x, y, z;
} wm_vec3;

/* ---- numbers in text --------------------------------------------------- */

enum { WM_FLOAT_TEXT = 24 }; /* room for any result of wm_float_format, with its NUL */

/* Writes the shortest decimal text that wm_float_parse reads back to the same float: "0.1",
 * "-0", "1e-7", "nan", "-inf". The locale does not matter. NaN payloads are lost.
 *
 * Returns the length without the NUL. */
WM_API size_t wm_float_format(float value, char text[WM_FLOAT_TEXT]);

/* Parses the decimal number at the start of a text, rounded to the nearest float (ties to
 * even). Accepts what strtod accepts, except white space at the start, hexadecimal numbers and
 * the "(...)" after "nan". A number that is too large becomes infinity. The locale does not matter.
 *
 * text: size bytes; need not be terminated.
 * value: unchanged if there is no number.
 *
 * Returns the number of bytes used, 0 if there is no number. */
WM_API size_t wm_float_parse(const char *text, size_t size, float *value);

/* ---- sources ----------------------------------------------------------- */

/* Bytes that are read when they are needed: those of a file (wm_file_source), in memory, or
 * anywhere else. */
typedef struct wm_source {
    uint64_t size;
    const void *data; /* all bytes, if they are in memory; then read is not used */
    /* Reads `size` bytes at `offset`, which lie inside the source: all of them, or it fails. */
    wm_status (*read)(void *user, uint64_t offset, void *out, size_t size, wm_error *error);
    void (*close)(void *user); /* called once, by whoever owns the source, after the last read.
                                  NULL: nothing to do */
    void *user;                /* passed to read and close */
} wm_source;

/* ---- findings ---------------------------------------------------------- */

typedef enum wm_severity {
    WM_SEVERITY_INFO = 0,    /* unusual, but usually harmless */
    WM_SEVERITY_WARNING = 1, /* something is probably wrong */
    WM_SEVERITY_ERROR = 2    /* the file is broken, or something does not work in the game */
} wm_severity;

/* One enumerator for each row of issues.def. The names are stable, the numbers are not. */
typedef enum wm_issue_code {
#define WM_ISSUE(code, severity, title, notice, remedy) WM_##code,
#include "waymark/issues.def"
#undef WM_ISSUE
    WM_ISSUE_CODE_COUNT
} wm_issue_code;

/* What all findings of a code have in common. */
typedef struct wm_issue_info {
    const char *name; /* "KOTOR_FACE_DEGENERATE" */
    wm_severity severity;
    const char *title;  /* what is wrong */
    const char *notice; /* what a player or builder notices */
    const char *remedy; /* how to fix it */
} wm_issue_info;

/* The row of a code; NULL if there is no such code. It is static. */
WM_API const wm_issue_info *wm_issue_describe(wm_issue_code code);
/* "info", "warning" or "error". A static string. */
WM_API const char *wm_severity_name(wm_severity severity);

/* A finding. */
typedef struct wm_issue {
    wm_issue_code code;
    wm_severity severity;
    uint64_t offset;     /* byte offset in the file, or WM_NO_OFFSET */
    uint32_t line;       /* 1-based line of a text file, or 0 */
    const char *path;    /* the field, or "" */
    const char *message; /* this finding in words */
    bool has_place;      /* place is set */
    wm_vec3 place;       /* where it is, in the coordinates of the file */
} wm_issue;

/* Findings, in the order in which they were made. Initialise it with wm_report_init, or with
 * zeroes: then it uses malloc. Free it in either case. */
typedef struct wm_report {
    wm_issue *issues; /* strings live until wm_report_free */
    uint32_t count;
    uint32_t errors, warnings, infos; /* findings of each severity. After wm_report_finish: also
                                         those that were only counted */
    uint32_t max_per_code;            /* findings kept of each code; more are only counted. Set it
                                         before the first check; wm_report_init sets 50. 0: 50 */
    bool out_of_memory;               /* some findings were dropped; checks fail from then on */
    void *memory;                     /* private */
} wm_report;

/* Makes an empty report. Never fails: if there is no memory, out_of_memory is set and findings
 * are dropped. */
WM_API void wm_report_init(wm_report *report, const wm_allocator *allocator);
/* Frees the findings. A zeroed report, and NULL, are allowed. */
WM_API void wm_report_free(wm_report *report);
/* Adds the error of a failed read as a finding, with its position, path and message. */
WM_API void wm_report_add_error(wm_report *report, wm_issue_code code, const wm_error *error);

/* The common part of all check options. */
typedef struct wm_check_opts {
    uint32_t begin_zero;
    bool no_offsets; /* findings get no file offsets: the document was not read from the file
                        that the report is about */
    uint32_t end_zero;
} wm_check_opts;

/* Adds a finding "and N more of the same" for each code with more than max_per_code findings.
 * Call it once, after the last check: no other function does, not even wm_check. */
WM_API void wm_report_finish(wm_report *report);

/* ---- differences ------------------------------------------------------- */

/* Which document has what a difference is about. */
typedef enum wm_diff_side {
    WM_DIFF_SIDE_BOTH,
    WM_DIFF_SIDE_FIRST, /* the second does not have it any more */
    WM_DIFF_SIDE_SECOND /* it is new there */
} wm_diff_side;

/* One way in which two documents differ. */
typedef struct wm_difference {
    const char *field;   /* "materials", "transitions" and so on */
    uint32_t count;      /* how many differ */
    const char *message; /* in words */
    const char *name;    /* of the node, animation, packet or entity that differs, or of the first
                            of them; NULL: none has a name */
    wm_diff_side side;
} wm_difference;

/* Differences, in the order in which they were found. Initialise it with wm_diff_init, or with
 * zeroes: then it uses malloc. Free it in either case.
 *
 * With a tolerance, numbers that differ by at most that much are equal, in the units of the file
 * (metres, seconds, uvs, components of directions and rotations). Triangles of walkmeshes are then
 * matched by position, and the order of vertices, triangles and tables is ignored. Numbers that
 * follow from positions (normals, planes, boxes, distances) may differ as much as moving the
 * vertices by the tolerance can change them. */
typedef struct wm_diff {
    wm_difference *items; /* strings live until wm_diff_free */
    uint32_t count;
    bool out_of_memory; /* some differences were dropped; comparisons fail from then on */
    double tolerance;   /* set it before comparing; 0: numbers must be the same */
    void *memory;       /* private */
} wm_diff;

/* Makes an empty list. Never fails: if there is no memory, out_of_memory is set. */
WM_API void wm_diff_init(wm_diff *diff, const wm_allocator *allocator);
/* Frees the differences. A zeroed list, and NULL, are allowed. */
WM_API void wm_diff_free(wm_diff *diff);

/* ---- losses ------------------------------------------------------------ */

/* A field of a document that the target format cannot hold as it is. */
typedef struct wm_loss {
    char field[24];    /* "normals", "aabbs.plane" and so on */
    uint32_t count;    /* how many values differ when the target is read back */
    char message[168]; /* what becomes of them */
} wm_loss;

enum { WM_LOSSES = 24 }; /* all fields after the first 23 share the last entry, "others" */

/* What conversions lose, one entry for each field. A zeroed struct is empty, so zero it before the
 * first call. Every function adds to the list that it is given: a field that is listed already
 * keeps its message, and the counts add up. On failure the list stays as it was. */
typedef struct wm_losses {
    uint32_t count;
    wm_loss item[WM_LOSSES];
} wm_losses;

#ifdef __cplusplus
}
#endif
#endif
