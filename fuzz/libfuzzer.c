/* Calls a target for libFuzzer, within the limits. Prints the slowest input and the largest memory
 * at the end, for scripts/fuzz. */
#include "limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    limits_start();
    atexit(limits_print);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limits_run(data, size, true);
    return 0;
}
