/* Is it a glTF? */
#include <string.h>

#include "waymark/convert.h"

/* JSON has many uses; every glTF has a member "asset", and few other files do. */
static bool names_asset(const char *p, const char *end)
{
    static const char name[] = "\"asset\"";
    enum { LENGTH = sizeof name - 1 };
    while (end - p >= LENGTH && (p = memchr(p, '"', (size_t)(end - p) - (LENGTH - 1)))) {
        if (memcmp(p, name, LENGTH) == 0)
            return true;
        p++;
    }
    return false;
}

bool wm_gltf_detect(const void *data, size_t size)
{
    const char *p = data, *end = size ? p + size : p;
    if (size >= 4 && memcmp(p, "glTF", 4) == 0)
        return true;
    if (size >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
        p++;
    return p < end && *p == '{' && names_asset(p, end);
}
