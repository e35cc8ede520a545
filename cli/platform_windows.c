/* Windows. Names are UTF-8 inside; base/utf16_windows.h takes them to Windows and back. */
#define _CRT_RAND_S /* NOLINT: asks stdlib.h for rand_s */
#include "platform.h"

#include <conio.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
/* after windows.h, which it needs */
#include <shellapi.h>

#include "base/utf16_windows.h"

/* ---- the process ------------------------------------------------------- */

/* Messages are collected, since the console would take a character that arrives byte by byte for
 * several. */
static void prepare_streams(void)
{
    static char messages[4096];
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    setvbuf(stderr, messages, _IOFBF, sizeof messages);
}

/* The C library's own arguments have lost what the code page lacks. */
void platform_start(int *argc, char ***argv)
{
    int count = 0;
    prepare_streams();
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **list = wide ? calloc((size_t)count + 1, sizeof *list) : NULL;
    bool good = list;
    for (int i = 0; i < count && good; i++)
        good = (list[i] = wmi_utf8(wide[i]));
    LocalFree(wide);
    if (!good) {
        fputs("waymark: error: out of memory\n", stderr);
        exit(3);
    }
    *argc = count;
    *argv = list; /* as long as the process lives */
}

unsigned platform_cores(void)
{
    DWORD cores = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return cores > 0 && cores < 256 ? (unsigned)cores : 1;
}

double platform_now(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

/* Copies and frees the text. */
static bool give(char *text, char path[PLATFORM_PATH])
{
    bool good = text && strlen(text) < PLATFORM_PATH;
    if (good)
        strcpy(path, text);
    free(text);
    return good;
}

bool platform_self(char path[PLATFORM_PATH])
{
    wchar_t wide[PLATFORM_PATH];
    DWORD n = GetModuleFileNameW(NULL, wide, PLATFORM_PATH);
    return n > 0 && n < PLATFORM_PATH && give(wmi_utf8_path(wide), path);
}

/* ---- the terminal ------------------------------------------------------ */

/* Before Windows 10 the console knows no escape sequences: then it counts as no terminal. */
bool platform_is_terminal(FILE *stream)
{
    DWORD mode;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* In a terminal the shell is attached to the console as well. */
bool platform_owns_window(void)
{
    DWORD list[2], mode;
    return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) &&
           GetConsoleProcessList(list, 2) == 1;
}

int platform_wait_for_key(void)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) ? _getch() : 0;
}

/* Frees the text. */
static bool start_opener(wchar_t *what)
{
    bool good = what && (INT_PTR)ShellExecuteW(NULL, L"open", what, NULL, NULL, SW_SHOWNORMAL) > 32;
    free(what);
    return good;
}

bool platform_open_page(const char *path)
{
    return start_opener(wmi_utf16_path(path));
}

bool platform_open_address(const char *address)
{
    size_t size = strlen(address) + 1; /* it is ASCII */
    wchar_t *wide = calloc(size, sizeof *wide);
    for (size_t i = 0; wide && i < size; i++)
        wide[i] = (wchar_t)(unsigned char)address[i];
    return start_opener(wide);
}

bool platform_random(void *bytes, size_t size)
{
    unsigned char *to = bytes;
    for (size_t i = 0; i < size; i++) {
        unsigned value;
        if (rand_s(&value) != 0)
            return false;
        to[i] = (unsigned char)(value & 0xFF);
    }
    return true;
}

/* ---- files ------------------------------------------------------------- */

bool platform_is_separator(char c)
{
    return c == '/' || c == '\\';
}

size_t platform_folder(const char *path)
{
    size_t folder = 0;
    for (size_t i = 0; path[i]; i++)
        if (platform_is_separator(path[i]) || (i == 1 && path[i] == ':')) /* C:room.wok */
            folder = i + 1;
    return folder;
}

/* What the callers of these functions ask errno for. */
static int number_of(DWORD code)
{
    switch (code) {
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return EEXIST;
    case ERROR_ACCESS_DENIED: return EACCES;
    case ERROR_DISK_FULL: return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY: return ENOMEM;
    case ERROR_DIRECTORY: return ENOTDIR;
    default: return ENOENT;
    }
}

static bool finish(BOOL good, wchar_t *wide)
{
    if (!good)
        errno = number_of(GetLastError());
    free(wide);
    return good;
}

static HANDLE look_at(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (wide)
        handle = CreateFileW(wide, FILE_READ_ATTRIBUTES,
                             FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    return handle;
}

static bool identify(const char *path, BY_HANDLE_FILE_INFORMATION *info)
{
    HANDLE handle = look_at(path);
    bool good = handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, info);
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return good;
}

bool platform_is_link(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    DWORD is = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_REPARSE_POINT);
}

platform_kind platform_find(const char *path)
{
    BY_HANDLE_FILE_INFORMATION info;
    HANDLE handle = look_at(path);
    if (handle == INVALID_HANDLE_VALUE)
        return PLATFORM_NOTHING;
    DWORD type = GetFileType(handle);
    bool known = GetFileInformationByHandle(handle, &info);
    CloseHandle(handle);
    if (type != FILE_TYPE_DISK || !known)
        return PLATFORM_OTHER;
    return info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? PLATFORM_DIRECTORY : PLATFORM_FILE;
}

bool platform_same_file(const char *a, const char *b)
{
    BY_HANDLE_FILE_INFORMATION x, y;
    return identify(a, &x) && identify(b, &y) && x.dwVolumeSerialNumber == y.dwVolumeSerialNumber &&
           x.nFileIndexHigh == y.nFileIndexHigh && x.nFileIndexLow == y.nFileIndexLow;
}

FILE *platform_open_to_read(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    FILE *file = wide ? _wfopen(wide, L"rb") : NULL;
    free(wide);
    return file;
}

/* Not what a link leads to, but the link itself; it counts as no file. */
static HANDLE open_itself(const char *path, DWORD access)
{
    wchar_t *wide = wmi_utf16_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (wide)
        handle = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                             NULL, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    free(wide);
    return handle;
}

static uint64_t join(DWORD high, DWORD low)
{
    return (uint64_t)high << 32 | low;
}

static bool take_state(HANDLE handle, platform_state *state)
{
    BY_HANDLE_FILE_INFORMATION info;
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info) ||
        info.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    *state = (platform_state){
        join(info.nFileSizeHigh, info.nFileSizeLow),
        join(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime),
        join(info.nFileIndexHigh, info.nFileIndexLow)};
    return true;
}

bool platform_find_state(const char *path, platform_state *state)
{
    HANDLE handle = open_itself(path, FILE_READ_ATTRIBUTES);
    bool good = handle != INVALID_HANDLE_VALUE && take_state(handle, state);
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return good;
}

FILE *platform_open_state(const char *path, platform_state *state)
{
    HANDLE handle = open_itself(path, GENERIC_READ);
    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    int file = take_state(handle, state)
                   ? _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY | _O_NOINHERIT)
                   : -1;
    if (file < 0) {
        CloseHandle(handle);
        return NULL;
    }
    FILE *stream = _fdopen(file, "rb");
    if (!stream)
        _close(file);
    return stream;
}

bool platform_seek(FILE *file, uint64_t offset)
{
    return offset <= INT64_MAX && _fseeki64(file, (long long)offset, SEEK_SET) == 0;
}

bool platform_make_directory(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    return finish(wide && CreateDirectoryW(wide, NULL), wide);
}

bool platform_remove_directory(const char *path)
{
    wchar_t *wide = wmi_utf16_path(path);
    return finish(wide && RemoveDirectoryW(wide), wide);
}

bool platform_make_temporary(char path[PLATFORM_PATH])
{
    wchar_t folder[MAX_PATH + 1];
    DWORD n = GetTempPathW(MAX_PATH + 1, folder);
    if (n == 0 || n > MAX_PATH || !give(wmi_utf8(folder), path))
        return false;
    size_t size = strlen(path);
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        snprintf(path + size, PLATFORM_PATH - size, "waymark-%lu-%lu-%u",
                 (unsigned long)GetCurrentProcessId(), (unsigned long)GetTickCount(), attempt);
        if (platform_make_directory(path))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

static bool add_found(platform_listing *listing, const char *before, const WIN32_FIND_DATAW *found)
{
    bool link = found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
    bool directory = found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    char *name = wmi_utf8(found->cFileName);
    size_t size = name ? strlen(before) + strlen(name) + 1 : 0;
    char *path = name ? malloc(size) : NULL;
    if (path)
        snprintf(path, size, "%s%s", before, name);
    bool good = path && platform_listing_add(listing, path,
                                             !directory ? PLATFORM_FILE
                                             : link     ? PLATFORM_OTHER
                                                        : PLATFORM_DIRECTORY);
    free(name);
    free(path);
    if (!good)
        errno = ENOMEM;
    return good;
}

/* What matches the pattern, each with `before` in front of its name. */
static bool search(const char *pattern, const char *before, platform_listing *listing)
{
    WIN32_FIND_DATAW found;
    *listing = (platform_listing){0};
    wchar_t *wide = wmi_utf16_path(pattern);
    HANDLE handle = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    bool good = finish(handle != INVALID_HANDLE_VALUE, wide), more = good;
    while (more) {
        if (found.cFileName[0] != L'.')
            good = add_found(listing, before, &found);
        more = good && FindNextFileW(handle, &found);
    }
    if (handle != INVALID_HANDLE_VALUE)
        FindClose(handle);
    platform_listing_sort(listing);
    return good;
}

bool platform_list(const char *directory, platform_listing *listing)
{
    char pattern[PLATFORM_PATH];
    *listing = (platform_listing){0};
    int n = snprintf(pattern, sizeof pattern, "%s/*", directory);
    if (n < 0 || (size_t)n >= sizeof pattern) {
        errno = ENAMETOOLONG;
        return false;
    }
    return search(pattern, "", listing);
}

bool platform_expand(const char *pattern, platform_listing *paths)
{
    *paths = (platform_listing){0};
    if (!strpbrk(pattern, "*?"))
        return true;
    size_t folder = platform_folder(pattern);
    char *before = strdup(pattern);
    if (!before)
        return false;
    before[folder] = '\0';
    bool good = search(pattern, before, paths) || errno != ENOMEM;
    free(before);
    return good;
}

/* ---- streams ----------------------------------------------------------- */

/* Windows has no streams in memory. A file that is marked as temporary stays in the cache as long
 * as there is room, and is gone when it is closed, even if the process is killed. */
bool platform_memory_open(platform_memory *memory)
{
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    *memory = (platform_memory){0};
    bool good = GetTempPathW(MAX_PATH + 1, folder) && GetTempFileNameW(folder, L"wmk", 0, name);
    if (!good && !GetTempFileNameW(L".", L"wmk", 0, name)) /* there is no such folder */
        return false;
    HANDLE handle = CreateFileW(name, GENERIC_READ | GENERIC_WRITE | DELETE, 0, NULL, CREATE_ALWAYS,
                                FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    int file = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (file < 0) {
        CloseHandle(handle);
        return false;
    }
    memory->stream = _fdopen(file, "w+b");
    if (!memory->stream)
        _close(file);
    return memory->stream;
}

bool platform_memory_close(platform_memory *memory)
{
    FILE *stream = memory->stream;
    memory->stream = NULL;
    if (!stream)
        return false;
    bool good = fflush(stream) == 0 && !ferror(stream) && _fseeki64(stream, 0, SEEK_END) == 0;
    long long size = good ? _ftelli64(stream) : -1;
    memory->data = size >= 0 ? malloc((size_t)size + 1) : NULL;
    good = memory->data && _fseeki64(stream, 0, SEEK_SET) == 0 &&
           fread(memory->data, 1, (size_t)size, stream) == (size_t)size;
    memory->size = good ? (size_t)size : 0;
    fclose(stream);
    return good;
}
