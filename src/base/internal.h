/* What the layers share inside the library: arena, sticky reader, writer,
 * error helpers and the report sink. Nothing here is installed. */
#ifndef WAYMARK_BASE_INTERNAL_H
#define WAYMARK_BASE_INTERNAL_H

#include <stdarg.h>
#include <string.h>

#include "waymark/base.h"

/* Where it was measured that the compiler guesses wrong. */
#if defined(__GNUC__)
#define WMI_INLINE static inline __attribute__((always_inline))
#define WMI_APART static __attribute__((noinline))
#else
#define WMI_INLINE static inline
#define WMI_APART static
#endif

/* For "%lu", the way to print 32-bit numbers: they have no short conversion of their own. */
typedef unsigned long ul;

/* ---- errors ------------------------------------------------------------ */

/* Makes control characters visible. Messages quote names of the files that are read,
 * and those must not reach a terminal as commands. */
void wmi_plain(char *text);

/* Fills *error unless it is NULL, and returns code, so that a doer can end with
 * `return wmi_fail(...)`. */
wm_status wmi_fail(wm_error *error, wm_status code, const char *path, const char *fmt, ...)
    WM_PRINTF(4, 5);
wm_status wmi_fail_at(wm_error *error, wm_status code, uint64_t offset, const char *path,
                      const char *fmt, ...) WM_PRINTF(5, 6);
wm_status wmi_fail_line(wm_error *error, wm_status code, uint32_t line, uint32_t column,
                        const char *path, const char *fmt, ...) WM_PRINTF(6, 7);

/* True, and *error, when options that are not NULL were not zero-initialised. The macro is
 * for entry points: `if (WMI_BAD_OPTS(opts, error)) return ...`. */
bool wmi_opts_bad(const void *opts, uint32_t end_zero, wm_error *error);
#define WMI_BAD_OPTS(opts, error) wmi_opts_bad((opts), (opts) ? (opts)->end_zero : 0, (error))

/* ---- arena ------------------------------------------------------------- */

typedef struct wmi_block wmi_block;

/* A bump allocator: everything goes at once. */
typedef struct wmi_arena {
    wm_allocator allocator;
    wmi_block *blocks;
    uint8_t *next; /* free part of the newest block */
    size_t left;
    uint64_t used;  /* bytes asked of the allocator */
    uint64_t limit; /* 0: none */
    bool limit_hit; /* the last NULL was the limit's doing */
} wmi_arena;

const wm_allocator *wmi_default_allocator(void);
void wmi_arena_init(wmi_arena *arena, const wm_allocator *allocator, uint64_t limit);
void wmi_arena_free(wmi_arena *arena);
/* count * size bytes, zeroed, aligned for any type; NULL when refused. A count
 * of 0 gives a valid pointer. */
void *wmi_arena_new(wmi_arena *arena, size_t count, size_t size);
/* The same without zeroing: for arrays that are filled at once. */
void *wmi_arena_raw(wmi_arena *arena, size_t count, size_t size);
char *wmi_arena_text(wmi_arena *arena, const char *text, size_t size);
/* Makes room for all of `bytes` in one block, so that a read is one allocation. */
bool wmi_arena_reserve(wmi_arena *arena, size_t bytes);
/* The error that a NULL from this arena means. */
wm_status wmi_arena_fail(const wmi_arena *arena, wm_error *error, const char *path);

/* wmi_arena_new for the wm_X_alloc functions: NULL and *error when refused. */
void *wmi_arena_give(wmi_arena *arena, size_t count, size_t size, wm_error *error);

/* Copies arrays into an arena. Sticky: a document is copied straight through, and `refused`
 * is tested once at the end. */
typedef struct wmi_copier {
    wmi_arena *arena;
    bool refused;
} wmi_copier;

/* count * size bytes of data; NULL for NULL, and when memory was refused. */
void *wmi_copy(wmi_copier *copier, const void *data, size_t count, size_t size);
char *wmi_copy_text(wmi_copier *copier, const char *text);
/* An array of texts and each of them. */
const char **wmi_copy_texts(wmi_copier *copier, const char *const *texts, size_t count);

/* The limit of wm_read_opts for an input of `size` bytes. */
uint64_t wmi_memory_limit(const wm_read_opts *opts, size_t size);

/* The allocator of options that may be NULL. */
static inline const wm_allocator *wmi_write_allocator(const wm_write_opts *opts)
{
    return opts ? opts->allocator : NULL;
}

/* Scratch arrays outside of any document: *array of *capacity elements grows to
 * hold `need`, at least doubling. False when refused; *array stays valid. */
bool wmi_grow(const wm_allocator *allocator, void **array, size_t *capacity, size_t need,
              size_t element);
void wmi_release(const wm_allocator *allocator, void *array, size_t capacity, size_t element);

/* ---- reader ------------------------------------------------------------ */

/* Sticky: after the first failure every read yields 0 and every span is empty,
 * so parsers run straight through and test `failed` once per record. */
typedef struct wmi_reader {
    const uint8_t *base;
    size_t size;
    wm_error *error; /* may be NULL */
    wm_status failed;
} wmi_reader;

/* count records of stride bytes at base + offset, proven to lie in the file. */
typedef struct wmi_span {
    const uint8_t *data;
    uint64_t offset;
    uint32_t count, stride;
} wmi_span;

void wmi_reader_init(wmi_reader *reader, const void *data, size_t size, wm_error *error);
void wmi_reader_fail(wmi_reader *reader, wm_status code, uint64_t offset, const char *path,
                     const char *fmt, ...) WM_PRINTF(5, 6);
/* The only function that multiplies sizes of a file. */
wmi_span wmi_reader_span(wmi_reader *reader, uint64_t offset, uint32_t count, uint32_t stride,
                         const char *field);
uint32_t wmi_reader_u32(wmi_reader *reader, uint64_t offset, const char *field);
float wmi_reader_f32(wmi_reader *reader, uint64_t offset, const char *field);

/* Little-endian loads and stores at any address; the caller has proven the
 * bounds. Compilers turn each into one instruction where they can. */
static inline uint16_t wmi_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t wmi_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline float wmi_lef32(const uint8_t *p)
{
    uint32_t bits = wmi_le32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void wmi_put16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void wmi_put32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

/* Copies `words` 32-bit values between file and memory, swapping on big-endian
 * machines; floats move as bits. Loading works in place too. */
void wmi_load32(void *to, const uint8_t *from, size_t words);
void wmi_store32(uint8_t *to, const void *from, size_t words);
/* The same for 16-bit values. */
void wmi_load16(void *to, const uint8_t *from, size_t count);
void wmi_store16(uint8_t *to, const void *from, size_t count);
/* Puts right, after wmi_load32 or wmi_store32, words that are really two 16-bit values: the
 * first `count` of them, `stride` bytes apart. Does nothing on little-endian machines. */
void wmi_halves(void *first, size_t count, size_t stride);

/* ---- writer ------------------------------------------------------------ */

/* Grows through the allocator; sticky as the reader is. */
typedef struct wmi_writer {
    wm_allocator allocator;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} wmi_writer;

void wmi_writer_init(wmi_writer *writer, const wm_allocator *allocator);
/* Asks for the memory of `size` bytes at once, before the first, where a size is known. */
void wmi_writer_reserve(wmi_writer *writer, size_t size);
/* Room for `size` more bytes, zeroed, or NULL after a failure. */
uint8_t *wmi_writer_space(wmi_writer *writer, size_t size);
/* The same for callers that fill all of it: not zeroed. */
uint8_t *wmi_writer_room(wmi_writer *writer, size_t size);
void wmi_writer_bytes(wmi_writer *writer, const void *data, size_t size);
void wmi_writer_u32(wmi_writer *writer, uint32_t value);
void wmi_writer_text(wmi_writer *writer, const char *text);
void wmi_writer_printf(wmi_writer *writer, const char *fmt, ...) WM_PRINTF(2, 3);
/* The shortest text of a float. */
void wmi_writer_float(wmi_writer *writer, float value);
/* Hands the bytes over, or frees them and reports no_memory. */
wm_status wmi_writer_finish(wmi_writer *writer, wm_buffer *out, wm_error *error);

/* ---- report ------------------------------------------------------------ */

/* Where a finding is: any part may be missing. */
typedef struct wmi_where {
    uint64_t offset; /* WM_NO_OFFSET if none */
    uint32_t line;
    bool has_place;
    wm_vec3 place;
    char path[96];
} wmi_where;

wmi_where wmi_nowhere(void);
wmi_where wmi_at(uint64_t offset, const char *fmt, ...) WM_PRINTF(2, 3);
wmi_where wmi_at_line(uint32_t line, const char *fmt, ...) WM_PRINTF(2, 3);
wmi_where wmi_placed(wmi_where where, wm_vec3 place);
/* report may be NULL: then nothing happens. */
void wmi_report(wm_report *report, wm_issue_code code, wmi_where where, const char *fmt, ...)
    WM_PRINTF(4, 5);

/* The end of a check whose findings are those from `first` on. Fails when memory was
 * refused to the check (`refused`) or to the report. opts may be NULL. */
wm_status wmi_check_end(const wm_check_opts *opts, wm_report *report, uint32_t first, bool refused,
                        wm_error *error);

/* ---- differences ------------------------------------------------------- */

/* `field` must be a constant. */
void wmi_diff_add(wm_diff *diff, const char *field, uint32_t count, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* Rows of two arrays that differ in their bytes; further rows of one all count. */
uint32_t wmi_rows_apart(const void *a, uint32_t n, const void *b, uint32_t m, size_t size);
/* Adds how many rows differ. */
void wmi_diff_rows(wm_diff *diff, const char *field, const void *a, uint32_t n, const void *b,
                   uint32_t m, size_t size);

#endif
