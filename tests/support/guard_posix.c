/* Memory between two guard pages. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory.h"
#include "support.h"

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

void test_guard_init(test_guard *guard, size_t room)
{
    size_t page = page_size();
    int zero = open("/dev/zero", O_RDWR);
    guard->room = (room + page - 1) / page * page + page;
    uint8_t *all = mmap(NULL, guard->room + 2 * page, PROT_NONE, MAP_PRIVATE, zero, 0);
    guard->base = all + page;
    if (zero < 0 || all == MAP_FAILED ||
        mprotect(guard->base, guard->room, PROT_READ | PROT_WRITE) != 0)
        fail_msg("cannot make guard pages");
    close(zero);
}

void test_guard_free(test_guard *guard)
{
    munmap(guard->base - page_size(), guard->room + 2 * page_size());
}
