/* The memory of the command: memory.c. */
#ifndef WAYMARK_CLI_MEMORY_H
#define WAYMARK_CLI_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* From now on the library takes at most this many bytes, over all threads. Call it before anything
 * is allocated. False if there is no memory. */
bool cli_limit_memory(uint64_t bytes);
/* That limit; 0: none. */
uint64_t cli_memory_limit(void);

#endif
