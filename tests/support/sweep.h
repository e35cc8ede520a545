/* The proof behind "any input bytes are safe": every truncation, patched bytes and
 * each allocation failing in turn, for every sample of a format. A format adds one
 * file tests/sweep/test_sweep_<format>.c with its row and `return sweep_main(&row)`.
 *
 * Corpus files up to 30 KB are swept too; SWEEP=full takes all of them and more
 * patches. */
#ifndef WAYMARK_TEST_SWEEP_H
#define WAYMARK_TEST_SWEEP_H

#include "waymark/waymark.h"

/* Something that is done to a document and allocates. It may change the document,
 * which must stay safe to walk and to free when it fails. */
typedef struct sweep_operation {
    const char *name;
    wm_status (*run)(void *document, const wm_allocator *allocator, wm_error *error);
} sweep_operation;

typedef struct sweep_format {
    const char *name;
    void *(*read)(const void *data, size_t size, const wm_read_opts *opts, wm_error *error);
    uint64_t (*walk)(const void *document);
    /* NULL for formats that are only read. */
    wm_status (*write)(const void *document, const wm_allocator *allocator, wm_buffer *out,
                       wm_error *error);
    void (*free)(void *document);
    const sweep_operation *operations; /* ended by a row without a name; may be NULL */
    /* The i-th generated sample as a new block of malloc, or NULL past the last. */
    uint8_t *(*sample)(size_t i, size_t *size);
    const char *const *endings; /* corpus files with these endings, ended by NULL; may be NULL */
    size_t header;              /* each of the first bytes is patched in every way */
    bool exact; /* write(read(x)) == x for all x that can be read; otherwise what was
                   written reads back and is written the same */
    uint64_t memory_base, memory_factor; /* a read may take base + factor * size; 0: 64 KiB, 40 */
} sweep_format;

/* Runs all sweeps; the result is main's. */
int sweep_main(const sweep_format *format);

#endif
