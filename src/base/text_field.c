/* Text fields of a fixed size in documents, which edits fill. */
#include "base/text_field.h"

#include <string.h>

wm_status wmi_text_field_fits(const char *text, size_t size, const char *path, wm_error *error)
{
    size_t n = strlen(text);
    if (n < size)
        return WM_OK;
    return wmi_fail(error, WM_NOT_REPRESENTABLE, path,
                    "\"%.40s%s\" has %zu bytes; the field has room for %zu", text,
                    n > 40 ? "..." : "", n, size - 1);
}

wm_status wmi_text_field_set(char *field, size_t size, const char *text, const char *path,
                             wm_error *error)
{
    wm_status status = wmi_text_field_fits(text, size, path, error);
    if (status != WM_OK || (memchr(field, 0, size) && strcmp(field, text) == 0))
        return status;
    memset(field, 0, size);
    memcpy(field, text, strlen(text));
    return WM_OK;
}

wm_status wmi_no_such(wm_error *error, const char *path, uint32_t number, uint32_t count)
{
    return wmi_fail(error, WM_BAD_ARGUMENT, path, "%lu does not exist, the model has only %lu",
                    (ul)number, (ul)count);
}
