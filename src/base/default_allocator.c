/* What is used where no allocator is given: malloc. */
#include <stdlib.h>

#include "base/internal.h"

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

const wm_allocator *wmi_default_allocator(void)
{
    static const wm_allocator libc = {resize, NULL};
    return &libc;
}
