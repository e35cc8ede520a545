/* The process: its standard streams and the signals that end it. One implementation for each kind
 * of system: process_posix.c, process_windows.c. */
#ifndef WAYMARK_CLI_PROCESS_H
#define WAYMARK_CLI_PROCESS_H

#include <stdbool.h>

/* Call it first. A standard stream that is closed fails from now on, so that no file gets its
 * number. Signals that end the process wait until no file is being written. */
void cli_process_start(void);

/* Around everything that writes files. If the process was told to end, the first does not return,
 * and the last of the second ends it by its signal. */
void cli_writing_begins(void);
void cli_writing_ends(void);

/* From now on the first signal that would end the process only makes cli_told_to_end true. */
void cli_end_by_itself(void);
bool cli_told_to_end(void);

#endif
