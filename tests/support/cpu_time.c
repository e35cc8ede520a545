/* Processor time, for tests that limit it. */
#include <time.h>

#include "support.h"

double test_cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* clock() measures real time on Windows */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
