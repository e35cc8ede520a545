/* Changes of bytes without libFuzzer. */
#ifndef WAYMARK_FUZZ_BYTES_H
#define WAYMARK_FUZZ_BYTES_H

#include <stdint.h>

/* The next changes of LLVMFuzzerMutate follow from this number. */
void fuzz_seed_bytes(uint32_t seed);

#endif
