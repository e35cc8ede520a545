/* Inputs of several files, separated by a line "next". */
#ifndef WAYMARK_FUZZ_PIECES_H
#define WAYMARK_FUZZ_PIECES_H

#include <stddef.h>
#include <stdint.h>

#define FUZZ_MARK "\nnext\n"
enum { FUZZ_PIECES = 8, FUZZ_MARK_SIZE = sizeof FUZZ_MARK - 1 };

typedef struct fuzz_pieces {
    const uint8_t *data[FUZZ_PIECES];
    size_t size[FUZZ_PIECES];
    size_t count; /* at least 1 */
} fuzz_pieces;

/* Cuts an input at its marks; the last piece may have some more. */
fuzz_pieces fuzz_cut(const uint8_t *data, size_t size);

#endif
