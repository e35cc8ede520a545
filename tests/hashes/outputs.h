/* What the library makes of a file, as hashes: the same everywhere, or a platform is broken. */
#ifndef WAYMARK_TEST_OUTPUTS_H
#define WAYMARK_TEST_OUTPUTS_H

#include "waymark/waymark.h"

/* The columns of the table of hashes. */
typedef enum output {
    OUTPUT_INPUT,   /* the file itself, to tell a different sample from a different result */
    OUTPUT_INFO,    /* what `info --json` says */
    OUTPUT_CHECK,   /* what `check --json` says, or the error that reading it gives */
    OUTPUT_BYTES,   /* written as it was read */
    OUTPUT_REBUILT, /* all derived data computed again */
    OUTPUT_TURNED,  /* rotated by an odd angle */
    OUTPUT_TEXT,    /* as text of the game's format, and compiled from it; pixels of textures */
    OUTPUT_GLTF,    /* .glb and .gltf, and poses of the animations */
    OUTPUT_OBJ,     /* with its MTL */
    OUTPUT_BACK,    /* files of each game made from the .glb */
    OUTPUT_QUERIES, /* heights, rays, paths, slides */
    OUTPUT_COUNT
} output;

extern const char *const output_names[OUTPUT_COUNT];

typedef struct hashes {
    uint64_t value[OUTPUT_COUNT];
    bool made[OUTPUT_COUNT];
} hashes;

void hash_bytes(hashes *h, output which, const void *data, size_t size);
/* Numbers as little-endian bytes. Every number that is not one counts as the same. */
void hash_word(hashes *h, output which, uint32_t value);
void hash_float(hashes *h, output which, float value);
void hash_double(hashes *h, output which, double value);
/* The bytes of a result that the library made, and frees them; otherwise the error. */
void hash_result(hashes *h, output which, wm_status status, wm_buffer *bytes,
                 const wm_error *error);

/* Adds everything that can be made of the file. `name` is that of the file, the finder finds its
 * companions. */
void hash_outputs(hashes *h, const void *data, size_t size, const char *name, wm_finder finder);
/* Adds the answers to a fixed set of queries. */
void hash_queries(hashes *h, const wm_walkmesh *mesh);

#endif
