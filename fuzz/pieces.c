/* Cuts inputs of several files. See pieces.h. */
#include "pieces.h"

#include <string.h>

fuzz_pieces fuzz_cut(const uint8_t *data, size_t size)
{
    fuzz_pieces p = {.count = 0};
    size_t start = 0, at = 0;
    while (at + FUZZ_MARK_SIZE <= size && p.count < FUZZ_PIECES - 1) {
        /* libFuzzer watches each memcmp, and this is called for each input and each change. */
        if (data[at] != FUZZ_MARK[0] || memcmp(data + at, FUZZ_MARK, FUZZ_MARK_SIZE) != 0) {
            at++;
            continue;
        }
        p.data[p.count] = data + start;
        p.size[p.count++] = at - start;
        start = at += FUZZ_MARK_SIZE;
    }
    p.data[p.count] = data + start;
    p.size[p.count++] = size - start;
    return p;
}

static void release(wm_found *found)
{
    fuzz_shelf *shelf = found->owner;
    shelf->released++;
}

void fuzz_shelf_give(fuzz_shelf *shelf, size_t piece, wm_found *out)
{
    shelf->found++;
    *out = (wm_found){.where = "piece",
                      .data = shelf->pieces.data[piece],
                      .size = shelf->pieces.size[piece],
                      .release = release,
                      .owner = shelf};
}
