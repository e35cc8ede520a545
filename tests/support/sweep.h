/* The proof of "any input bytes are safe": every truncation, patched bytes and each
 * allocation failing in turn, for every sample of a format. A format adds one file
 * tests/sweep/test_sweep_<format>.c with its row and `return sweep_main(&row)`.
 *
 * Corpus files up to 30 KB are swept too; SWEEP=full includes all of them and more patches. */
#ifndef WAYMARK_TEST_SWEEP_H
#define WAYMARK_TEST_SWEEP_H

#include "waymark/waymark.h"

/* An operation on a document that allocates. It may change the document, which must stay
 * safe to walk and to free if it fails. */
typedef struct sweep_operation {
    const char *name;
    wm_status (*run)(void *document, const wm_allocator *allocator, wm_error *error);
} sweep_operation;

typedef struct sweep_format {
    const char *name;
    void *(*read)(const void *data, size_t size, const wm_read_opts *opts, wm_error *error);
    uint64_t (*walk)(const void *document);
    /* NULL for read-only formats. */
    wm_status (*write)(const void *document, const wm_allocator *allocator, wm_buffer *out,
                       wm_error *error);
    void (*free)(void *document);
    /* What `check` finds; runs before the operations and after them. May be NULL. */
    wm_status (*check)(const void *document, wm_report *report, wm_error *error);
    /* Must find that a document equals itself. May be NULL. */
    wm_status (*diff)(const void *a, const void *b, wm_diff *diff, wm_error *error);
    const sweep_operation *operations; /* ends with a row without a name; may be NULL */
    /* The i-th generated sample, allocated with malloc, or NULL after the last. */
    uint8_t *(*sample)(size_t i, size_t *size);
    const char *const *endings; /* corpus files with these endings; ends with NULL; may be NULL */
    size_t header;              /* each of the first bytes is set to 0, 255 and its value + 1; of
                                   small files, and with SWEEP=full, every byte */
    bool exact; /* write(read(x)) == x for every readable x; otherwise the output must read back
                   and be written unchanged */
    uint64_t memory_base, memory_factor; /* a read may use base + factor * size; 0: 64 KiB, 40 */
} sweep_format;

/* Runs all sweeps; returns the exit code for main. */
int sweep_main(const sweep_format *format);

#endif
