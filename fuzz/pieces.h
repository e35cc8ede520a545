/* Inputs of several files, separated by a line "next". */
#ifndef WAYMARK_FUZZ_PIECES_H
#define WAYMARK_FUZZ_PIECES_H

#include <stddef.h>
#include <stdint.h>

#include "waymark/waymark.h"

#define FUZZ_MARK "\nnext\n"
enum { FUZZ_PIECES = 8, FUZZ_MARK_SIZE = sizeof FUZZ_MARK - 1 };

typedef struct fuzz_pieces {
    const uint8_t *data[FUZZ_PIECES];
    size_t size[FUZZ_PIECES];
    size_t count; /* at least 1 */
} fuzz_pieces;

/* Cuts an input at its marks; the last piece may have some more. */
fuzz_pieces fuzz_cut(const uint8_t *data, size_t size);

/* A finder's pieces. It counts how often it was asked, and whether all that was found has been
 * released. */
typedef struct fuzz_shelf {
    fuzz_pieces pieces;
    size_t asked, found, released;
} fuzz_shelf;

/* Gives a piece to whoever asked for it. */
void fuzz_shelf_give(fuzz_shelf *shelf, size_t piece, wm_found *out);

#endif
