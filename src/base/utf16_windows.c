/* Paths between UTF-8 and UTF-16. */
#include "base/utf16_windows.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* Folders have the lower limit: 260 without room for a file name of 12. */
enum { OLD_LIMIT = MAX_PATH - 12 };

static wchar_t *to_utf16(const char *text)
{
    int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc((size_t)n * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, n);
    else if (n > 0)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return wide;
}

/* \\?\C:\... and \\?\UNC\server\share\..., which are taken as they are. */
static wchar_t *without_limit(const wchar_t *path)
{
    static const wchar_t local[] = L"\\\\?\\", remote[] = L"\\\\?\\UNC";
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *wide = room ? malloc(sizeof remote + room * sizeof *wide) : NULL;
    if (!wide) {
        if (room)
            SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    wchar_t *at = wide + sizeof remote / sizeof *remote - 1;
    DWORD n = GetFullPathNameW(path, room, at, NULL);
    if (n == 0 || n >= room) {
        free(wide);
        return NULL;
    }
    bool share = at[0] == L'\\' && at[1] == L'\\';
    const wchar_t *prefix = share ? remote : local;
    size_t size = wcslen(prefix);
    memmove(wide + size, at + share, (n + 1 - share) * sizeof *wide);
    memcpy(wide, prefix, size * sizeof *wide);
    return wide;
}

wchar_t *wmi_utf16_path(const char *path)
{
    wchar_t *wide = to_utf16(path);
    if (!wide || wcsncmp(wide, L"\\\\?\\", 4) == 0)
        return wide;
    /* A short path may be relative to a long folder. */
    if (GetFullPathNameW(wide, 0, NULL, NULL) < OLD_LIMIT)
        return wide;
    wchar_t *whole = without_limit(wide);
    free(wide);
    return whole;
}

char *wmi_utf8(const wchar_t *text)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *bytes = n > 0 ? malloc((size_t)n) : NULL;
    if (bytes)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, n, NULL, NULL);
    return bytes;
}

char *wmi_utf8_path(const wchar_t *path)
{
    if (wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0) {
        char *whole = wmi_utf8(path + 6);
        if (whole)
            whole[0] = '\\'; /* of "C\server" */
        return whole;
    }
    return wmi_utf8(wcsncmp(path, L"\\\\?\\", 4) == 0 ? path + 4 : path);
}
