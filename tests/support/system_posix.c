/* Folders and processes of the tests, on POSIX. */
#include "system.h"

#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

extern char **environ;

void test_make_directory(const char *path)
{
    mkdir(path, 0777);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *place)
{
    (void)st;
    (void)type;
    (void)place;
    return remove(path);
}

bool test_remove_directory(const char *path)
{
    return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0 || access(path, F_OK) != 0;
}

bool test_new_folder(char path[TEST_FOLDER])
{
    struct stat st;
    bool memory = stat("/dev/shm", &st) == 0 && access("/dev/shm", W_OK) == 0;
    snprintf(path, TEST_FOLDER, "%s/waymark-test-XXXXXX", memory ? "/dev/shm" : "/tmp");
    return mkdtemp(path);
}

test_process test_start(const char *const *arguments)
{
    char *list[32];
    size_t n = 0;
    pid_t child = 0;
    for (; arguments[n] && n < 31; n++)
        list[n] = strdup(arguments[n]);
    list[n] = NULL;
    assert_int_equal(posix_spawn(&child, list[0], NULL, NULL, list, environ), 0);
    while (n > 0)
        free(list[--n]);
    return (test_process){.id = child};
}

static const int numbers[] = {0, SIGKILL, SIGINT, SIGTERM, SIGHUP};

void test_end(test_process *process, test_ending how)
{
    process->ending = how;
    kill((pid_t)process->id, numbers[how]);
}

int test_wait(test_process process)
{
    int status = 0;
    assert_int_equal(waitpid((pid_t)process.id, &status, 0), process.id);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    assert_int_equal(WTERMSIG(status), numbers[process.ending]);
    return TEST_ENDED;
}

int test_capture(const char *program, const char *arguments, char *printed, size_t room)
{
    char line[1024];
    snprintf(line, sizeof line, "'%s' %s 2>/dev/null", program, arguments);
    FILE *from = popen(line, "r"); /* NOLINT(cert-env33-c): the text is a test's own */
    assert_non_null(from);
    size_t n = fread(printed, 1, room - 1, from);
    printed[n] = '\0';
    int status = pclose(from);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}
