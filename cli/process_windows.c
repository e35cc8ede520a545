/* The process on Windows. The system calls the handler in a thread of its own, so it can wait. */
#include "process.h"

#include <stdatomic.h>
#include <stdbool.h>

#include <windows.h>

/* One number, so that one step reads and changes it: twice the writes under way, and whether the
 * process was told to end. */
static atomic_uint writes;
enum { STOP = 1, ONE = 2, PAUSE = 2 };

/* FALSE: the system's own handler comes next, which ends the process. The second event does not
 * wait: the disk may hang. */
static BOOL WINAPI on_event(DWORD event)
{
    (void)event;
    if (atomic_fetch_or(&writes, STOP) & STOP)
        return FALSE;
    while (atomic_load(&writes) >= ONE)
        Sleep(PAUSE);
    return FALSE;
}

void cli_writing_begins(void)
{
    unsigned before = atomic_fetch_add(&writes, ONE);
    if (!(before & STOP))
        return;
    cli_writing_ends();
    Sleep(INFINITE);
}

void cli_writing_ends(void)
{
    atomic_fetch_sub(&writes, ONE);
}

void cli_process_start(void)
{
    SetConsoleCtrlHandler(on_event, TRUE);
}
