/* The memory of the command: memory.c. */
#ifndef WAYMARK_CLI_MEMORY_H
#define WAYMARK_CLI_MEMORY_H

#include "waymark/base.h"

/* From now on the library takes at most this many bytes, over all threads. Call it before anything
 * is allocated. False if there is no memory. */
bool cli_limit_memory(uint64_t bytes);
/* That limit; 0: none. */
uint64_t cli_memory_limit(void);

/* The allocator for calls of the library; NULL: malloc. */
const wm_allocator *cli_allocator(void);
/* Counts memory that another library takes from malloc. False if the limit does not allow it. */
bool cli_take_memory(uint64_t bytes);
void cli_give_memory(uint64_t bytes);
/* The default options with this allocator. Each lives as long as the block that it is used in. */
#define CLI_FILE_OPTS (&(wm_file_read_opts){.allocator = cli_allocator()})
#define CLI_READ_OPTS (&(wm_read_opts){.allocator = cli_allocator()})
#define CLI_WRITE_OPTS (&(wm_write_opts){.allocator = cli_allocator()})
#define CLI_INFO_OPTS (&(wm_info_opts){.allocator = cli_allocator()})
#define CLI_SCENE_OPTS (&(wm_scene_opts){.allocator = cli_allocator()})

#endif
