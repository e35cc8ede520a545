/* The system calls of the library on Windows. Descriptors are those of the C library, but reading
 * and writing goes straight to Windows, so text mode has no effect and every failure is found in
 * GetLastError. */
#include "base/platform.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/utf16_windows.h"

enum {
    SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
    TRIES = 25, /* a virus scanner or an indexer may have a new file open for a moment */
    PAUSE = 20  /* milliseconds */
};

static wmi_os failure(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return WMI_OS_ABSENT;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return WMI_OS_EXISTS;
    case ERROR_SHARING_VIOLATION: return WMI_OS_HELD;
    default: return WMI_OS_FAILED;
    }
}

static wmi_os result_of(BOOL good)
{
    return good ? WMI_OS_OK : failure();
}

/* The failures that everybody meets are described in the same words on every system. */
const char *wmi_os_error(char text[WMI_OS_ERROR_TEXT])
{
    static const struct {
        DWORD code;
        const char *text;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, "No such file or directory"},
        {ERROR_PATH_NOT_FOUND, "No such file or directory"},
        {ERROR_INVALID_NAME, "No such file or directory: the name is not valid on Windows"},
        {ERROR_ACCESS_DENIED, "Permission denied"},
        {ERROR_WRITE_PROTECT, "Read-only file system"},
        {ERROR_FILE_EXISTS, "File exists"},
        {ERROR_ALREADY_EXISTS, "File exists"},
        {ERROR_DISK_FULL, "No space left on device"},
        {ERROR_HANDLE_DISK_FULL, "No space left on device"},
        {ERROR_FILENAME_EXCED_RANGE, "File name too long"},
        {ERROR_SHARING_VIOLATION, "another program has the file open"},
        {ERROR_LOCK_VIOLATION, "another program has locked the file"},
        {ERROR_NO_UNICODE_TRANSLATION, "the name is not UTF-8"},
        {ERROR_NOT_ENOUGH_MEMORY, "Cannot allocate memory"},
    };
    DWORD code = GetLastError();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code) {
            snprintf(text, WMI_OS_ERROR_TEXT, "%s", known[i].text);
            return text;
        }
    wchar_t wide[WMI_OS_ERROR_TEXT / 4] = L"";
    DWORD n = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code,
                             0, wide, sizeof wide / sizeof *wide, NULL);
    while (n && (wide[n - 1] == L'\n' || wide[n - 1] == L'\r' || wide[n - 1] == L'.'))
        wide[--n] = L'\0';
    char *words = n ? wmi_utf8(wide) : NULL;
    if (words)
        snprintf(text, WMI_OS_ERROR_TEXT, "%s", words);
    else
        snprintf(text, WMI_OS_ERROR_TEXT, "error %lu", (unsigned long)code);
    free(words);
    return text;
}

/* ---- files ------------------------------------------------------------- */

static HANDLE open_path(const char *path, DWORD access, DWORD share, DWORD how, DWORD flags)
{
    wchar_t *wide = wmi_utf16_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (wide)
        handle = CreateFileW(wide, access, share, NULL, how, flags, NULL);
    DWORD code = GetLastError();
    free(wide);
    SetLastError(code);
    return handle;
}

/* A descriptor for the handle, which it closes if there is none. */
static wmi_os describe(HANDLE handle, int mode, int *file)
{
    *file = -1;
    if (handle == INVALID_HANDLE_VALUE)
        return failure();
    *file = _open_osfhandle((intptr_t)handle, mode | _O_BINARY | _O_NOINHERIT);
    if (*file >= 0)
        return WMI_OS_OK;
    CloseHandle(handle);
    SetLastError(ERROR_TOO_MANY_OPEN_FILES);
    return WMI_OS_FAILED;
}

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

/* A folder can be opened only on request, as on other systems. */
wmi_os wmi_os_open(const char *path, int *file)
{
    HANDLE handle =
        open_path(path, GENERIC_READ, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    return describe(handle, _O_RDONLY, file);
}

/* Others may read and rename it, but only the creator may write. */
wmi_os wmi_os_create(const char *path, const char *like, int *file)
{
    (void)like; /* a copy gets the permissions of its folder */
    HANDLE handle =
        open_path(path, GENERIC_WRITE | DELETE | READ_CONTROL | WRITE_DAC,
                  FILE_SHARE_READ | FILE_SHARE_DELETE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
    return describe(handle, _O_WRONLY, file);
}

/* With the right to write, which a creator and another holder have too and do not share. Everybody
 * may read it, the holder included. */
wmi_os wmi_os_hold(const char *path, unsigned wait, int *file)
{
    for (;; wait--) {
        HANDLE handle =
            open_path(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                      OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
        wmi_os result = describe(handle, _O_RDONLY, file);
        if (result != WMI_OS_HELD || wait == 0)
            return result;
        Sleep(1);
    }
}

ptrdiff_t wmi_os_read(int file, void *data, size_t size)
{
    DWORD got = 0, most = size < (1u << 30) ? (DWORD)size : 1u << 30;
    if (ReadFile(handle_of(file), data, most, &got, NULL))
        return (ptrdiff_t)got;
    return GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF ? 0 : -1;
}

ptrdiff_t wmi_os_read_at(int file, uint64_t offset, void *data, size_t size)
{
    DWORD got = 0, most = size < (1u << 30) ? (DWORD)size : 1u << 30;
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    if (ReadFile(handle_of(file), data, most, &got, &at))
        return (ptrdiff_t)got;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : -1;
}

bool wmi_os_write(int file, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        DWORD done = 0, most = size < (1u << 30) ? (DWORD)size : 1u << 30;
        if (!WriteFile(handle_of(file), at, most, &done, NULL) || done == 0)
            return false;
        at += done;
        size -= done;
    }
    return true;
}

bool wmi_os_flush(int file)
{
    return FlushFileBuffers(handle_of(file));
}

bool wmi_os_close(int file)
{
    return _close(file) == 0;
}

/* What cannot be described, as wine's redirected input, can still be read to its end. */
static wmi_os info_of(HANDLE handle, wmi_os_info *out)
{
    BY_HANDLE_FILE_INFORMATION info;
    *out = (wmi_os_info){.kind = WMI_OS_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info))
        return WMI_OS_OK;
    bool directory = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    out->kind = directory ? WMI_OS_DIRECTORY : WMI_OS_FILE;
    out->size = directory ? 0 : (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    return WMI_OS_OK;
}

/* Of the file itself: opened without access it is found even while somebody holds it. */
static HANDLE look_at(const char *path)
{
    return open_path(path, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING,
                     FILE_FLAG_BACKUP_SEMANTICS);
}

wmi_os wmi_os_info_of(const char *path, wmi_os_info *out)
{
    HANDLE handle = look_at(path);
    if (handle == INVALID_HANDLE_VALUE)
        return failure();
    wmi_os result = info_of(handle, out);
    CloseHandle(handle);
    return result;
}

wmi_os wmi_os_info_open(int file, wmi_os_info *out)
{
    return info_of(handle_of(file), out);
}

/* ---- paths ------------------------------------------------------------- */

size_t wmi_os_directory(const char *path)
{
    size_t size = path[0] && path[1] == ':' ? 2 : 0; /* C:room.wok */
    for (size_t i = 0; path[i]; i++)
        if (path[i] == '/' || path[i] == '\\')
            size = i + 1;
    return size;
}

/* A short name (ROOM~1.WOK) has another length and stays. */
void wmi_os_spell(char *path)
{
    WIN32_FIND_DATAW data;
    wchar_t *wide = wmi_utf16_path(path);
    HANDLE search = wide ? FindFirstFileW(wide, &data) : INVALID_HANDLE_VALUE;
    free(wide);
    if (search == INVALID_HANDLE_VALUE)
        return;
    FindClose(search);
    char *last = path + wmi_os_directory(path), *name = wmi_utf8(data.cFileName);
    if (name && strlen(name) == strlen(last))
        memcpy(last, name, strlen(last));
    free(name);
}

char *wmi_os_resolve(const char *path)
{
    HANDLE handle = look_at(path);
    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    DWORD room = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *wide = room ? malloc((room + 1) * sizeof *wide) : NULL;
    DWORD n = wide ? GetFinalPathNameByHandleW(handle, wide, room + 1, FILE_NAME_NORMALIZED) : 0;
    char *whole = n && n <= room ? wmi_utf8_path(wide) : NULL;
    free(wide);
    CloseHandle(handle);
    return whole;
}

bool wmi_os_is_link(const char *path)
{
    WIN32_FIND_DATAW data;
    wchar_t *wide = wmi_utf16_path(path);
    HANDLE search = wide ? FindFirstFileW(wide, &data) : INVALID_HANDLE_VALUE;
    free(wide);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    FindClose(search);
    return (data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
           data.dwReserved0 == IO_REPARSE_TAG_SYMLINK;
}

/* Is it marked as read-only? Then the last error says that access is denied. */
static bool is_read_only(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    SetLastError(ERROR_ACCESS_DENIED);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY);
}

/* A file that somebody else has open may be writable: renaming will show it. An administrator can
 * open read-only files on some systems; they are not replaced either. */
bool wmi_os_writable(const char *path)
{
    if (is_read_only(path))
        return false;
    HANDLE handle = open_path(path, GENERIC_WRITE, SHARE_ALL, OPEN_EXISTING, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_SHARING_VIOLATION;
    CloseHandle(handle);
    return true;
}

static void copy_access(HANDLE from, HANDLE to)
{
    DWORD size = 0;
    GetKernelObjectSecurity(from, DACL_SECURITY_INFORMATION, NULL, 0, &size);
    PSECURITY_DESCRIPTOR access = size ? malloc(size) : NULL;
    if (access && GetKernelObjectSecurity(from, DACL_SECURITY_INFORMATION, access, size, &size))
        SetKernelObjectSecurity(to, DACL_SECURITY_INFORMATION, access);
    free(access);
}

/* Who may do what with it, and whether it is hidden and the like. */
void wmi_os_copy_owner(const char *path, int file)
{
    HANDLE from = open_path(path, FILE_READ_ATTRIBUTES | READ_CONTROL, SHARE_ALL, OPEN_EXISTING, 0);
    FILE_BASIC_INFO old, own;
    if (from == INVALID_HANDLE_VALUE)
        return;
    copy_access(from, handle_of(file));
    if (GetFileInformationByHandleEx(from, FileBasicInfo, &old, sizeof old)) {
        own = (FILE_BASIC_INFO){.FileAttributes = old.FileAttributes};
        SetFileInformationByHandle(handle_of(file), FileBasicInfo, &own, sizeof own);
    }
    CloseHandle(from);
}

/* Both paths in UTF-16, or both NULL. */
static bool two_paths(const char *a, const char *b, wchar_t *wide[2])
{
    wide[0] = wmi_utf16_path(a);
    wide[1] = wide[0] ? wmi_utf16_path(b) : NULL;
    return wide[1];
}

static void free_paths(wchar_t *wide[2])
{
    DWORD code = GetLastError();
    free(wide[0]);
    free(wide[1]);
    SetLastError(code);
}

/* Tries again while somebody has the old file open; a file that may not be replaced stays so. */
wmi_os wmi_os_rename(const char *from, const char *to, bool replace)
{
    wchar_t *wide[2];
    DWORD flags = MOVEFILE_WRITE_THROUGH | (replace ? MOVEFILE_REPLACE_EXISTING : 0);
    BOOL good = FALSE;
    bool busy = two_paths(from, to, wide);
    for (int i = 0; i < TRIES && busy && !good; i++) {
        if (i)
            Sleep(PAUSE);
        good = MoveFileExW(wide[0], wide[1], flags);
        DWORD code = GetLastError();
        busy = code == ERROR_SHARING_VIOLATION || code == ERROR_ACCESS_DENIED;
    }
    free_paths(wide);
    return result_of(good);
}

wmi_os wmi_os_link(const char *from, const char *to)
{
    wchar_t *wide[2];
    BOOL good = two_paths(from, to, wide) && CreateHardLinkW(wide[1], wide[0], NULL);
    free_paths(wide);
    return result_of(good);
}

wmi_os wmi_os_remove(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    BOOL good = wide && DeleteFileW(wide);
    DWORD code = GetLastError();
    free(wide);
    SetLastError(code);
    return result_of(good);
}

/* Renames are written through. */
void wmi_os_flush_directory(const char *path)
{
    (void)path;
}

/* DIRECTORY\*, or * for the current folder. */
static HANDLE start_list(const char *path, WIN32_FIND_DATAW *data)
{
    size_t n = strlen(path);
    char *pattern = malloc(n + 3);
    if (!pattern) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return INVALID_HANDLE_VALUE;
    }
    bool closed = n == 0 || wmi_os_directory(path) == n;
    snprintf(pattern, n + 3, "%s%s*", path, closed ? "" : "\\");
    wchar_t *wide = wmi_utf16_path(pattern);
    HANDLE search = wide ? FindFirstFileW(wide, data) : INVALID_HANDLE_VALUE;
    DWORD code = GetLastError();
    free(pattern);
    free(wide);
    SetLastError(code);
    return search;
}

wmi_os wmi_os_list(const char *path, bool (*visit)(void *user, const char *name), void *user)
{
    WIN32_FIND_DATAW data;
    HANDLE search = start_list(path, &data);
    if (search == INVALID_HANDLE_VALUE)
        return failure();
    bool more = true;
    do {
        char *name = wmi_utf8(data.cFileName);
        more = name && visit(user, name);
        free(name);
    } while (more && FindNextFileW(search, &data));
    FindClose(search);
    return WMI_OS_OK;
}
