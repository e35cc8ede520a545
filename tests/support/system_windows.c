/* Folders and processes of the tests, on Windows. */
#include "system.h"

#include <direct.h>
#include <dirent.h>
#include <sys/stat.h>
#include <windows.h>

#include "support.h"

void test_make_directory(const char *path)
{
    _mkdir(path);
}

bool test_remove_directory(const char *path)
{
    char inner[1024];
    bool good = true;
    DIR *d = opendir(path);
    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        struct stat st;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (stat(inner, &st) == 0 && S_ISDIR(st.st_mode))
            good = test_remove_directory(inner) && good; /* as deep as the tests make them */
        else
            good = remove(inner) == 0 && good;
    }
    if (d)
        closedir(d);
    return !d || (good && _rmdir(path) == 0);
}

bool test_new_folder(char path[TEST_FOLDER])
{
    static unsigned number;
    char place[MAX_PATH + 1];
    DWORD n = GetTempPathA(sizeof place, place);
    if (n == 0 || n > MAX_PATH)
        return false;
    for (char *at = place; *at; at++)
        if (*at == '\\')
            *at = '/';
    snprintf(path, TEST_FOLDER, "%swaymark-test-%lu-%lu-%u", place,
             (unsigned long)GetCurrentProcessId(), (unsigned long)GetTickCount(), number++);
    return _mkdir(path) == 0;
}

/* Wine itself may fail when a process gets an event while it starts: it hangs, its heap breaks, or
 * the next process cannot be started. A fault of the command would show more often. */
static void wine_failed(const char *how, unsigned long code)
{
    enum { MOST = 10 }; /* of some 350 */
    static int failures;
    HMODULE system = GetModuleHandleA("ntdll.dll");
    bool wine = system && GetProcAddress(system, "wine_get_version");
    if (!wine || ++failures > MOST)
        fail_msg("%s: %lu", how, code);
    printf("wine: %s: %lu\n", how, code);
}

/* No argument of a test has quotes. */
static HANDLE start_line(char *line, HANDLE out)
{
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION made;
    if (out) {
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdOutput = out;
    }
    while (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made)) {
        wine_failed("a program cannot be started, error", (unsigned long)GetLastError());
        Sleep(200);
    }
    CloseHandle(made.hThread);
    return made.hProcess;
}

static BOOL WINAPI stay(DWORD event)
{
    (void)event;
    return TRUE;
}

/* A console for this process and those that it starts from now on: events go to all processes of
 * a console, and wine knows no smaller groups. */
static void take_console(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    FreeConsole();
    assert_true(AllocConsole());
    SetConsoleCtrlHandler(stay, TRUE);
}

test_process test_start(const char *const *arguments)
{
    char line[2048] = "";
    take_console();
    for (size_t i = 0, n = 0; arguments[i]; i++)
        n += (size_t)snprintf(line + n, sizeof line - n, "%s\"%s\"", i ? " " : "", arguments[i]);
    return (test_process){.id = (intptr_t)start_line(line, NULL)};
}

enum { KILLED = 0x4B494C4C };

/* The command treats all events of the console alike. */
void test_end(test_process *process, test_ending how)
{
    HANDLE handle = (HANDLE)process->id;
    process->ending = how;
    if (how == TEST_KILL)
        TerminateProcess(handle, KILLED);
    else
        assert_true(GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0));
}

/* On a busy machine wine may lose a process that is killed while it starts, too. */
static bool has_ended(HANDLE handle, bool killed)
{
    const DWORD patience = 20000; /* milliseconds */
    for (int i = 0; i < 3; i++) {
        if (WaitForSingleObject(handle, patience) == WAIT_OBJECT_0)
            return true;
        if (killed || i == 2)
            TerminateProcess(handle, KILLED);
    }
    if (!killed)
        wine_failed("a process that was told to end did not, seconds", 3 * patience / 1000);
    return false;
}

int test_wait(test_process process)
{
    HANDLE handle = (HANDLE)process.id;
    DWORD code = 0, ended = process.ending == TEST_KILL ? KILLED : STATUS_CONTROL_C_EXIT;
    if (has_ended(handle, process.ending == TEST_KILL))
        assert_true(GetExitCodeProcess(handle, &code));
    else
        code = ended;
    CloseHandle(handle);
    if (process.ending && process.ending != TEST_KILL && code != 0 && code != ended) {
        wine_failed("a process that was told to end left with", (unsigned long)code);
        code = ended;
    }
    return process.ending && code == ended ? TEST_ENDED : (int)code;
}

int test_capture(const char *program, const char *arguments, char *printed, size_t room)
{
    char line[1024];
    HANDLE ends[2];
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    size_t size = 0;
    snprintf(line, sizeof line, "\"%s\" %s", program, arguments);
    assert_true(CreatePipe(&ends[0], &ends[1], &inherited, 0));
    SetHandleInformation(ends[0], HANDLE_FLAG_INHERIT, 0);
    HANDLE process = start_line(line, ends[1]);
    CloseHandle(ends[1]);
    for (DWORD got = 0; size < room - 1; size += got)
        if (!ReadFile(ends[0], printed + size, (DWORD)(room - 1 - size), &got, NULL) || got == 0)
            break;
    printed[size] = '\0';
    CloseHandle(ends[0]);
    return test_wait((test_process){.id = (intptr_t)process});
}
