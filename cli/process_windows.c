/* The process on Windows. The system calls the handler in a thread of its own, so it can wait. */
#include "process.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

/* One number, so that one step reads and changes it: twice the writes under way, and whether the
 * process was told to end. */
static atomic_uint writes;
enum { STOP = 1, ONE = 2, PAUSE = 2 };

/* Does the process end by itself, and is it to do so? */
static atomic_bool polite, told;

static UINT old_code_page;

/* As the system's own handler ends a process (wine's reports success), but the console gets its
 * code page back. The second event does not wait: the disk may hang. */
static BOOL WINAPI on_event(DWORD event)
{
    bool key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    if (key && atomic_load(&polite) && !atomic_exchange(&told, true))
        return TRUE;
    if (!(atomic_fetch_or(&writes, STOP) & STOP))
        while (atomic_load(&writes) >= ONE)
            Sleep(PAUSE);
    if (old_code_page)
        SetConsoleOutputCP(old_code_page);
    ExitProcess(STATUS_CONTROL_C_EXIT);
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

void cli_end_by_itself(void)
{
    atomic_store(&polite, true);
}

bool cli_told_to_end(void)
{
    return atomic_load(&told);
}

static void restore_code_page(void)
{
    fflush(stderr);
    SetConsoleOutputCP(old_code_page);
}

/* The console shows UTF-8 while the command runs. */
void cli_process_start(void)
{
    old_code_page = GetConsoleOutputCP();
    if (old_code_page) {
        SetConsoleOutputCP(CP_UTF8);
        atexit(restore_code_page);
    }
    SetConsoleCtrlHandler(on_event, TRUE);
}
