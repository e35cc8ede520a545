/* What a target may use for one input: at most 1 second of processor time per 100 kB, and at most
 * 64 MB + 64 times the input of memory. */
#ifndef WAYMARK_FUZZ_LIMITS_H
#define WAYMARK_FUZZ_LIMITS_H

#include "fuzz.h"

/* Starts to count memory, where the sanitizers are there to tell. */
void limits_start(void);

/* Runs the target on one input, and aborts if it uses too much memory or, with judge_time, time. */
void limits_run(const uint8_t *data, size_t size, bool judge_time);

/* Prints the slowest input and the largest memory, in one line. */
void limits_print(void);

#endif
