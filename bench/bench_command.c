/* A thousand files through `waymark check`, with one thread and with all cores. */
#include "bench.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "samples.h"

enum { FILES = 1000, QUIET_WANTED = 7, ROUNDS = 25 };

/* Runs the command into `log`; seconds. */
static double run(const char *directory, const char *jobs, const char *log)
{
    double start = bench_wall_seconds();
    pid_t child = fork();
    BENCH_CHECK(child >= 0);
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (out >= 0 && dup2(out, 1) == 1)
            execl(WM_BINARY_DIR "/waymark", "waymark", "check", "--json", "-q", "-j", jobs,
                  directory, (char *)NULL);
        _exit(127);
    }
    int status;
    BENCH_CHECK(waitpid(child, &status, 0) == child);
    BENCH_CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return bench_wall_seconds() - start;
}

static void make_files(const char *directory)
{
    for (unsigned i = 0; i < FILES; i++) {
        char path[256];
        wm_buffer bytes;
        wm_kotor_bwm *b = test_sample_hills(800 + i * 37 % 1200, true, NULL);
        BENCH_CHECK(b && wm_kotor_bwm_write(b, NULL, &bytes, NULL) == WM_OK);
        wm_kotor_bwm_free(b);
        snprintf(path, sizeof path, "%s/room-%04u.wok", directory, i);
        FILE *to = fopen(path, "wb");
        BENCH_CHECK(to && fwrite(bytes.data, 1, bytes.size, to) == bytes.size);
        BENCH_CHECK(fclose(to) == 0);
        wm_buffer_free(&bytes);
    }
}

static void remove_files(const char *directory)
{
    for (unsigned i = 0; i < FILES; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/room-%04u.wok", directory, i);
        unlink(path);
    }
    rmdir(directory);
}

static unsigned count_lines(const wm_buffer *text)
{
    unsigned lines = 0;
    for (size_t i = 0; i < text->size; i++)
        lines += text->data[i] == '\n';
    return lines;
}

static void compare(const char *one, const char *many)
{
    wm_buffer a, b;
    BENCH_CHECK(wm_file_read(one, NULL, &a, NULL) == WM_OK);
    BENCH_CHECK(wm_file_read(many, NULL, &b, NULL) == WM_OK);
    BENCH_CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    BENCH_CHECK(count_lines(&a) == FILES);
    wm_buffer_free(&a);
    wm_buffer_free(&b);
}

/* Processor time of all children that have ended. */
static double child_seconds(void)
{
    struct rusage u;
    BENCH_CHECK(getrusage(RUSAGE_CHILDREN, &u) == 0);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* Processor time that the whole machine has spent, or a negative number if the
 * system does not report it. */
static double machine_seconds(void)
{
    unsigned long long user, nice, system, idle, wait, irq, soft;
    FILE *from = fopen("/proc/stat", "r");
    if (!from)
        return -1;
    int got = fscanf(from, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle,
                     &wait, &irq, &soft);
    fclose(from);
    return got == 7 ? (double)(user + nice + system + irq + soft) / (double)sysconf(_SC_CLK_TCK)
                    : -1;
}

void bench_command(void)
{
    char directory[] = "/tmp/waymark-bench-XXXXXX", one[64], many[64], jobs[16];
    double alone[ROUNDS], gain[ROUNDS], all[ROUNDS];
    unsigned counted = 0, rounds = 0;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    BENCH_CHECK(mkdtemp(directory));
    snprintf(one, sizeof one, "%s.one", directory);
    snprintf(many, sizeof many, "%s.many", directory);
    snprintf(jobs, sizeof jobs, "%ld", cores);
    make_files(directory);
    run(directory, jobs, many); /* warm the page cache */
    for (; rounds < ROUNDS && counted < QUIET_WANTED; rounds++) {
        /* Threads need the wall clock, which others spoil: a round counts when the
         * rest of the machine took less than a tenth of one core all the while. A free
         * core for the single thread is not enough, the others need theirs too. */
        double own = child_seconds(), machine = machine_seconds();
        double wall = run(directory, "1", one), together = run(directory, jobs, many);
        own = child_seconds() - own;
        bool known = machine >= 0;
        machine = machine_seconds() - machine;
        all[rounds] = gain[counted] = wall / together;
        alone[counted] = wall;
        counted += known && machine - own < 0.1 * (wall + together);
    }
    compare(one, many);
    bench_heading("1,000 files through `waymark check`");
    if (counted >= 3) {
        double seconds = bench_middle(alone, counted);
        bench_row("check -j 1", seconds, "s", "%.0f files per second", FILES / seconds);
        bench_row("speed of -j cores / -j 1", bench_middle(gain, counted), "x",
                  "%ld cores, the same output; %u of %u rounds were undisturbed", cores, counted,
                  rounds);
    } else {
        /* Another name, so that it is not taken for the figure above. */
        bench_row("disturbed: -j cores / -j 1", bench_middle(all, rounds), "x",
                  "no result: other work kept the cores busy in %u of %u rounds", rounds - counted,
                  rounds);
    }
    remove_files(directory);
    unlink(one);
    unlink(many);
}
