/* Mutators that know a format: they find the fields of a file and change single ones, so
 * that the rest stays readable. Each mutate_<format>.c lists the fields of its format. */
#ifndef WAYMARK_FUZZ_MUTATE_H
#define WAYMARK_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fuzz_kind {
    FUZZ_POINTER, /* an offset in the file, relative to `base` of the list */
    FUZZ_COUNT,
    FUZZ_INDEX, /* an index into a table, or a flag */
    FUZZ_FLOAT
} fuzz_kind;

typedef struct fuzz_field {
    uint32_t at;  /* offset in the file */
    uint8_t size; /* 1, 2 or 4 bytes, little-endian */
    uint8_t kind; /* fuzz_kind */
} fuzz_field;

enum { FUZZ_FIELDS = 4096 };

typedef struct fuzz_fields {
    fuzz_field list[FUZZ_FIELDS];
    size_t count;
    uint32_t base; /* what pointers are relative to */
} fuzz_fields;

/* Adds a field, if it lies in a file of this size and there is room. */
void fuzz_add(fuzz_fields *f, size_t size, uint64_t at, unsigned width, fuzz_kind kind);
/* Adds `count` fields one after the other. */
void fuzz_add_row(fuzz_fields *f, size_t size, uint64_t at, unsigned width, fuzz_kind kind,
                  uint32_t count);
/* Changes one to four fields. */
void fuzz_change(const fuzz_fields *f, uint8_t *data, size_t size, unsigned seed);
/* Copies a piece of the data to its end. Returns the new size. */
size_t fuzz_extend(uint8_t *data, size_t size, size_t most, unsigned seed);

uint32_t fuzz_random(uint32_t *state);
uint32_t fuzz_le32(const uint8_t *data);
void fuzz_put32(uint8_t *data, uint32_t value);

/* One mutator per format; the file is of that format and not empty. */
size_t fuzz_mutate_aswm(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t fuzz_mutate_bwm(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t fuzz_mutate_gff(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t fuzz_mutate_gltf(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t fuzz_mutate_mdl(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t fuzz_mutate_nwn2(uint8_t *data, size_t size, size_t most, unsigned seed);

/* libFuzzer's own mutations, and the function that it calls. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
