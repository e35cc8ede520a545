/* A thousand files through `waymark check`, with one thread and with all cores. */
#include "bench.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "samples.h"

enum { FILES = 1000, ROUNDS = 7 };

/* Runs the command into `log`; seconds. */
static double run(const char *directory, const char *jobs, const char *log)
{
    double start = bench_seconds();
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
    return bench_seconds() - start;
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
    BENCH_CHECK(wm_file_read(one, 0, NULL, &a, NULL) == WM_OK);
    BENCH_CHECK(wm_file_read(many, 0, NULL, &b, NULL) == WM_OK);
    BENCH_CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    BENCH_CHECK(count_lines(&a) == FILES);
    wm_buffer_free(&a);
    wm_buffer_free(&b);
}

void bench_command(void)
{
    char directory[] = "/tmp/waymark-bench-XXXXXX", one[64], many[64], jobs[16];
    double alone[ROUNDS], ratio[ROUNDS];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    BENCH_CHECK(mkdtemp(directory));
    snprintf(one, sizeof one, "%s.one", directory);
    snprintf(many, sizeof many, "%s.many", directory);
    snprintf(jobs, sizeof jobs, "%ld", cores);
    make_files(directory);
    run(directory, jobs, many); /* warm the page cache */
    for (int i = 0; i < ROUNDS; i++) {
        alone[i] = run(directory, "1", one);
        ratio[i] = alone[i] / run(directory, jobs, many);
    }
    compare(one, many);
    double seconds = bench_middle(alone, ROUNDS);
    bench_heading("1,000 files through `waymark check`");
    bench_row("check -j 1", seconds, "s", "%.0f files per second", FILES / seconds);
    bench_row("speed of -j cores / -j 1", bench_middle(ratio, ROUNDS), "x",
              "%ld cores, the same output", cores);
    remove_files(directory);
    unlink(one);
    unlink(many);
}
