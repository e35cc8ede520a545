/* Shared internals of the library: arena, sticky reader, writer, error helpers and the report
 * sink. Not installed. */
#ifndef WAYMARK_BASE_INTERNAL_H
#define WAYMARK_BASE_INTERNAL_H

#include <stdarg.h>
#include <string.h>

#include "base/real.h"
#include "waymark/base.h"

/* For places where measurements show that the compiler's inlining choice is wrong. */
#if defined(__GNUC__)
#define WMI_INLINE static inline __attribute__((always_inline))
#define WMI_APART static __attribute__((noinline))
#else
#define WMI_INLINE static inline
#define WMI_APART static
#endif

/* For printing 32-bit numbers with "%lu"; they have no short conversion of their own. */
typedef unsigned long ul;

/* ---- formatted text ---------------------------------------------------- */

/* As snprintf with the conversions c d e f g s u x, but the same everywhere: with a decimal
 * point in every locale, and "nan" without a sign. */
int wmi_format(char *text, size_t size, const char *fmt, ...) WM_PRINTF(3, 4);
int wmi_vformat(char *text, size_t size, const char *fmt, va_list args);

/* ---- errors ------------------------------------------------------------ */

/* Makes control characters visible. Messages quote names from input files, which must not
 * reach a terminal as control sequences. */
void wmi_plain(char *text);

/* Fills *error unless it is NULL and returns code, so that functions can end with `return
 * wmi_fail(...)`. */
wm_status wmi_fail(wm_error *error, wm_status code, const char *path, const char *fmt, ...)
    WM_PRINTF(4, 5);
wm_status wmi_fail_at(wm_error *error, wm_status code, uint64_t offset, const char *path,
                      const char *fmt, ...) WM_PRINTF(5, 6);
wm_status wmi_fail_line(wm_error *error, wm_status code, uint32_t line, uint32_t column,
                        const char *path, const char *fmt, ...) WM_PRINTF(6, 7);
/* Fails with WM_NO_MEMORY. */
wm_status wmi_no_memory(wm_error *error);

/* Returns true and fills *error if opts is not NULL and was not zero-initialised. The macro
 * is for entry points: `if (WMI_BAD_OPTS(opts, error)) return ...`. */
bool wmi_opts_bad(const void *opts, uint32_t end_zero, wm_error *error);
#define WMI_BAD_OPTS(opts, error) wmi_opts_bad((opts), (opts) ? (opts)->end_zero : 0, (error))

/* ---- arena ------------------------------------------------------------- */

typedef struct wmi_block wmi_block;

/* A bump allocator: all memory is freed at once. */
typedef struct wmi_arena {
    wm_allocator allocator;
    wmi_block *blocks;
    uint8_t *next; /* free part of the newest block */
    size_t left;
    uint64_t used;    /* bytes requested from the allocator */
    uint64_t limit;   /* 0: no limit */
    uint64_t settled; /* `used` when it last held only what is needed; 0: not known yet */
    bool limit_hit;   /* the last NULL was caused by the limit */
} wmi_arena;

const wm_allocator *wmi_default_allocator(void);
void wmi_arena_init(wmi_arena *arena, const wm_allocator *allocator, uint64_t limit);
void wmi_arena_free(wmi_arena *arena);
/* Returns count * size zeroed bytes, aligned for any type, or NULL on failure. A count of 0
 * gives a valid pointer. */
void *wmi_arena_new(wmi_arena *arena, size_t count, size_t size);
/* Initialises an arena and allocates `size` zeroed bytes in it, for the document that then keeps
 * the arena. NULL and *error, and nothing to free, if that fails. */
void *wmi_arena_begin(wmi_arena *arena, const wm_allocator *allocator, uint64_t limit, size_t size,
                      wm_error *error);
/* The same without zeroing, for arrays that are filled immediately. */
void *wmi_arena_raw(wmi_arena *arena, size_t count, size_t size);
char *wmi_arena_text(wmi_arena *arena, const char *text, size_t size);
/* Reserves `bytes` in one block, so that reading a file takes one allocation. */
bool wmi_arena_reserve(wmi_arena *arena, size_t bytes);
/* The error that explains a NULL from this arena. */
wm_status wmi_arena_fail(const wmi_arena *arena, wm_error *error, const char *path);

/* A document that is edited leaves the arrays that it replaces in its arena. After an edit, it asks
 * whether much of the arena may be such arrays. If so, it copies itself into another arena and
 * moves there. */
bool wmi_arena_crowded(wmi_arena *arena);
/* Takes over the memory of `from`, and frees its own but for the oldest block, which starts with
 * the document of `size` bytes that holds the arena. Returns false, and does nothing, if that would
 * not make it smaller; sanitizer builds move it nevertheless. */
bool wmi_arena_move(wmi_arena *arena, const wmi_arena *from, size_t size);

/* wmi_arena_new for the wm_X_alloc functions. On failure, returns NULL and fills *error. */
void *wmi_arena_give(wmi_arena *arena, size_t count, size_t size, wm_error *error);

/* Copies arrays into an arena. Sticky: copy a whole document without checking, then test
 * `failed` once at the end. */
typedef struct wmi_copier {
    wmi_arena *arena;
    bool failed;
} wmi_copier;

/* Copies count * size bytes. Returns NULL if data is NULL or memory ran out. */
void *wmi_copy(wmi_copier *copier, const void *data, size_t count, size_t size);
/* Copies an array of strings and each string in it. */
const char **wmi_copy_texts(wmi_copier *copier, const char *const *texts, size_t count);

/* The memory limit from wm_read_opts for an input of `size` bytes. */
uint64_t wmi_memory_limit(const wm_read_opts *opts, size_t size);

/* The allocator from options, which may be NULL. */
static inline const wm_allocator *wmi_write_allocator(const wm_write_opts *opts)
{
    return opts ? opts->allocator : NULL;
}

/* Scratch arrays that belong to no document. Grows *array from *capacity elements to hold
 * `need`, at least doubling it. Returns false on failure; *array stays valid. */
bool wmi_grow(const wm_allocator *allocator, void **array, size_t *capacity, size_t need,
              size_t element);
void wmi_release(const wm_allocator *allocator, void *array, size_t capacity, size_t element);

/* ---- reader ------------------------------------------------------------ */

/* Sticky: after the first failure every read returns 0 and every span is empty, so parsers
 * need not check each read; they test `failed` once per record. */
typedef struct wmi_reader {
    const uint8_t *base;
    size_t size;
    wm_error *error; /* may be NULL */
    wm_status failed;
} wmi_reader;

/* count records of stride bytes at base + offset, checked to lie in the file. */
typedef struct wmi_span {
    const uint8_t *data;
    uint64_t offset;
    uint32_t count, stride;
} wmi_span;

void wmi_reader_init(wmi_reader *reader, const void *data, size_t size, wm_error *error);
void wmi_reader_fail(wmi_reader *reader, wm_status code, uint64_t offset, const char *path,
                     const char *fmt, ...) WM_PRINTF(5, 6);
/* Whether `count` records of `stride` bytes at `offset` lie within `size` bytes. All offsets,
 * counts and sizes read from files are checked by this function, most through
 * wmi_reader_span. */
static inline bool wmi_fits(uint64_t size, uint64_t offset, uint32_t count, uint32_t stride)
{
    /* 32 x 32 bits always fit in 64. */
    return offset <= size && (uint64_t)count * stride <= size - offset;
}

/* The records that wmi_fits accepts. */
wmi_span wmi_reader_span(wmi_reader *reader, uint64_t offset, uint32_t count, uint32_t stride,
                         const char *field);
uint32_t wmi_reader_u32(wmi_reader *reader, uint64_t offset, const char *field);

/* Little-endian loads and stores at any address. The caller has checked the bounds. Compilers
 * reduce each to one instruction where possible. */
static inline uint16_t wmi_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t wmi_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Floats from files must not be returned by functions that are called: on 32-bit x86 that goes
 * through the x87 unit, which changes signalling NaNs. */
WMI_INLINE float wmi_lef32(const uint8_t *p)
{
    uint32_t bits = wmi_le32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

WMI_INLINE float wmi_reader_f32(wmi_reader *reader, uint64_t offset, const char *field)
{
    wmi_span s = wmi_reader_span(reader, offset, 1, 4, field);
    return s.count ? wmi_lef32(s.data) : 0;
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

/* A constant for the compiler. */
static inline bool wmi_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Copies `words` 32-bit values between file and memory, swapping bytes on big-endian
 * machines. Floats are copied as bits. Loading also works in place. */
WMI_INLINE void wmi_load32(void *to, const uint8_t *from, size_t words)
{
    uint8_t *out = to;
    if (wmi_little_endian() && words && to != from)
        memcpy(to, from, words * 4);
    for (size_t i = 0; i < words && !wmi_little_endian(); i++) {
        uint32_t v = wmi_le32(from + 4 * i);
        memcpy(out + 4 * i, &v, 4);
    }
}

WMI_INLINE void wmi_store32(uint8_t *to, const void *from, size_t words)
{
    const uint8_t *in = from;
    if (wmi_little_endian() && words)
        memcpy(to, from, words * 4);
    for (size_t i = 0; i < words && !wmi_little_endian(); i++) {
        uint32_t v;
        memcpy(&v, in + 4 * i, 4);
        wmi_put32(to + 4 * i, v);
    }
}

/* What the functions below do where it is needed: they copy 16-bit values with their bytes
 * exchanged, and exchange the halves of 32-bit values. */
void wmi_swap16(uint8_t *to, const uint8_t *from, size_t count);
void wmi_swap_halves(void *first, size_t count, size_t stride);
/* The same for 16-bit values. */
void wmi_load16(void *to, const uint8_t *from, size_t count);
void wmi_store16(uint8_t *to, const void *from, size_t count);
/* Corrects words that are really two 16-bit values after wmi_load32 or wmi_store32: the first
 * `count` of them, `stride` bytes apart. Does nothing on little-endian machines. */
void wmi_halves(void *first, size_t count, size_t stride);

/* ---- writer ------------------------------------------------------------ */

/* Grows through the allocator. Sticky like the reader. */
typedef struct wmi_writer {
    wm_allocator allocator;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} wmi_writer;

void wmi_writer_init(wmi_writer *writer, const wm_allocator *allocator);
/* Allocates `size` bytes before the first write, where the size is known. */
void wmi_writer_reserve(wmi_writer *writer, size_t size);
/* Returns `size` more zeroed bytes, or NULL after a failure. */
uint8_t *wmi_writer_space(wmi_writer *writer, size_t size);
/* The same without zeroing, for callers that fill all of it. */
uint8_t *wmi_writer_room(wmi_writer *writer, size_t size);
void wmi_writer_bytes(wmi_writer *writer, const void *data, size_t size);
void wmi_writer_u32(wmi_writer *writer, uint32_t value);
void wmi_writer_text(wmi_writer *writer, const char *text);
void wmi_writer_printf(wmi_writer *writer, const char *fmt, ...) WM_PRINTF(2, 3);
/* Writes the shortest text for a float. */
void wmi_writer_float(wmi_writer *writer, float value);
/* Passes the bytes to the caller, or frees them and reports no_memory. */
wm_status wmi_writer_finish(wmi_writer *writer, wm_buffer *out, wm_error *error);

/* ---- report ------------------------------------------------------------ */

/* Location of a finding. Any part may be missing. */
typedef struct wmi_where {
    uint64_t offset; /* WM_NO_OFFSET if unknown */
    uint32_t line;
    bool has_place;
    wm_vec3 place;
    char path[96];
} wmi_where;

wmi_where wmi_nowhere(void);
wmi_where wmi_at(uint64_t offset, const char *fmt, ...) WM_PRINTF(2, 3);
wmi_where wmi_at_line(uint32_t line, const char *fmt, ...) WM_PRINTF(2, 3);
wmi_where wmi_placed(wmi_where where, wm_vec3 place);
/* Makes a report that drops all findings. It needs no wm_report_free. */
void wmi_report_drop(wm_report *report);
/* report may be NULL; then this does nothing. */
void wmi_report(wm_report *report, wm_issue_code code, wmi_where where, const char *fmt, ...)
    WM_PRINTF(4, 5);

/* Ends a check whose findings start at index `first`. Fails if the check (`out_of_memory`) or the
 * report ran out of memory. opts may be NULL. */
wm_status wmi_check_end(const wm_check_opts *opts, wm_report *report, uint32_t first,
                        bool out_of_memory, wm_error *error);

/* ---- differences ------------------------------------------------------- */

/* Adds to a list of losses: the count to that of the field if it is listed already, else an entry.
 * `losses` may be NULL, and a count of 0 adds nothing. */
void wmi_losses_add(wm_losses *losses, const char *field, uint32_t count, const char *fmt, ...)
    WM_PRINTF(4, 5);

/* `field` must be a string constant. */
void wmi_diff_add(wm_diff *diff, const char *field, uint32_t count, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* Says what the difference that was just added with this count is about.
 *
 * name: at most `size` bytes of it; NULL: none. */
void wmi_diff_about(wm_diff *diff, uint32_t count, wm_diff_side side, const char *name,
                    size_t size);
/* Counts rows whose bytes differ between two arrays. Extra rows of the longer array all count. */
uint32_t wmi_rows_apart(const void *a, uint32_t n, const void *b, uint32_t m, size_t size);
/* Adds the number of rows that differ. */
void wmi_diff_rows(wm_diff *diff, const char *field, const void *a, uint32_t n, const void *b,
                   uint32_t m, size_t size);

/* Do floats differ by more than the tolerance? The same bits are always equal. */
bool wmi_floats_apart(double tolerance, const void *a, const void *b, size_t count);
/* The same for rows of `width` floats. */
uint32_t wmi_float_rows_apart(double tolerance, const void *a, uint32_t n, const void *b,
                              uint32_t m, size_t width);
void wmi_diff_float_rows(wm_diff *diff, const char *field, const void *a, uint32_t n, const void *b,
                         uint32_t m, size_t width);

#endif
