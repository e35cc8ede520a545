/* Names of other files in OBJ, MTL and glTF. They come from the file, so they may lead anywhere. */
#include "convert/file_names.h"
#include "base/text.h"

#include <string.h>

#include "convert/internal.h"

static bool is_slash(char c)
{
    return c == '/' || c == '\\';
}

/* A colon belongs to a drive, a URL or a stream. */
bool wmi_is_beside(const char *name)
{
    if (!*name || is_slash(*name) || strchr(name, ':'))
        return false;
    for (const char *p = name; *p; p++) {
        bool first = p == name || is_slash(p[-1]);
        if (first && p[0] == '.' && p[1] == '.' && (!p[2] || is_slash(p[2])))
            return false;
    }
    return true;
}

static bool ends_with(const char *name, size_t size, const char *ending)
{
    size_t n = strlen(ending);
    if (size <= n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (wmi_lower(name[size - n + i]) != ending[i])
            return false;
    return true;
}

const char *wmi_image_name(const char *path, size_t *size)
{
    static const char *const endings[] = {".png", ".jpg", ".jpeg", ".tga",  ".tpc",  ".txi",
                                          ".bmp", ".tif", ".tiff", ".webp", ".ktx2", NULL};
    size_t start = *size;
    while (start > 0 && !is_slash(path[start - 1]))
        start--;
    *size -= start;
    for (int i = 0; endings[i]; i++)
        if (ends_with(path + start, *size, endings[i])) {
            *size -= strlen(endings[i]);
            break;
        }
    return path + start;
}

/* Without folder, ending and number. */
static const char *image_stem(const char *name, size_t *size)
{
    *size = wmi_stem_length(name, 3);
    const char *start = wmi_image_name(name, size);
    if (ends_with(start, *size, ".dds"))
        *size -= 4;
    return start;
}

bool wmi_same_image(const char *a, const char *b)
{
    enum { CUT = 59 }; /* 63 without a number */
    size_t m, n;
    const char *p = image_stem(a, &m), *q = image_stem(b, &n);
    if (m != n && (m < CUT || n < CUT))
        return false;
    for (size_t i = 0; i < m && i < n && i < CUT; i++)
        if (wmi_lower(p[i]) != wmi_lower(q[i]))
            return false;
    return true;
}
