/* The process on POSIX systems. */
#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/* One number, so that one step reads and changes it: twice the writes under way, and whether the
 * process was told to end. */
static atomic_uint writes;
enum { STOP = 1, ONE = 2 };
static atomic_int reason; /* the signal */
/* Does the process end by itself, and is it to do so? */
static atomic_bool polite, told;

/* With the exit status of a process that never caught the signal. */
static void die(void)
{
    int number = atomic_load(&reason);
    sigset_t set;
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number);
}

/* The second signal does not wait: the disk may hang. */
static void on_signal(int number)
{
    if (atomic_load(&polite) && !atomic_exchange(&told, true))
        return;
    int none = 0;
    atomic_compare_exchange_strong(&reason, &none, number);
    unsigned before = atomic_fetch_or(&writes, STOP);
    if (before < ONE || before & STOP)
        die();
}

void cli_writing_begins(void)
{
    unsigned before = atomic_fetch_add(&writes, ONE);
    if (!(before & STOP))
        return;
    cli_writing_ends();
    for (;;)
        pause(); /* until the other writes have ended */
}

void cli_writing_ends(void)
{
    unsigned before = atomic_fetch_sub(&writes, ONE);
    if (before == ONE + STOP)
        die();
}

void cli_end_by_itself(void)
{
    atomic_store(&polite, true);
}

bool cli_told_to_end(void)
{
    return atomic_load(&told);
}

static void keep_open(int descriptor, int flags)
{
    if (fcntl(descriptor, F_GETFD) >= 0)
        return;
    int other = open("/dev/null", flags);
    if (other >= 0 && other != descriptor) {
        (void)dup2(other, descriptor);
        close(other);
    }
}

void cli_process_start(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
    /* the wrong way round, so that using them fails as it does on a closed stream */
    keep_open(STDIN_FILENO, O_WRONLY);
    keep_open(STDOUT_FILENO, O_RDONLY);
    keep_open(STDERR_FILENO, O_RDONLY);
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is a full disk */
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
}
