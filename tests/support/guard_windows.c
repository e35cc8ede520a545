/* Memory between two guard pages. */
#include <windows.h>

#include "memory.h"
#include "support.h"

enum { PAGE = 4096 };

void test_guard_init(test_guard *guard, size_t room)
{
    DWORD old;
    guard->room = (room + PAGE - 1) / PAGE * PAGE + PAGE;
    uint8_t *all =
        VirtualAlloc(NULL, guard->room + 2 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
    if (!all || !VirtualProtect(all + PAGE, guard->room, PAGE_READWRITE, &old))
        fail_msg("cannot make guard pages");
    guard->base = all + PAGE;
}

void test_guard_free(test_guard *guard)
{
    VirtualFree(guard->base - PAGE, 0, MEM_RELEASE);
}
