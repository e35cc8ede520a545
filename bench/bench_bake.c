/* Baking real areas again: tables and compression separately, then the whole command. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { FILES = 256, ROUNDS = 3 };

/* What nwn-lib-d's aswm-bake was measured to take for a file of this kind on average, and for
 * the largest, reading and compression included. It is not run here. */
static const double peer_mean = 0.29, peer_most = 1.21;

typedef struct times {
    double read, tables, sight, zlib, fast;
} times;

static double since(double *start)
{
    double now = bench_seconds(), spent = now - *start;
    *start = now;
    return spent;
}

static void least(double *a, double b)
{
    *a = *a == 0 || b < *a ? b : *a;
}

static wm_nwn2_trn *read_again(const wm_buffer *bytes)
{
    wm_nwn2_trn *t = wm_nwn2_trn_read(bytes->data, bytes->size, NULL, NULL);
    BENCH_CHECK(t && t->aswm);
    return t;
}

/* Tables as they were, so that only garbage may differ. */
static void measure(const wm_buffer *bytes, times *out)
{
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    double start = bench_seconds();
    wm_nwn2_trn *before = read_again(bytes), *t;
    wm_buffer file;
    wm_diff diff;
    least(&out->read, since(&start));
    t = read_again(bytes);
    since(&start);
    BENCH_CHECK(wm_nwn2_trn_rebuild(t, NULL, NULL, NULL) == WM_OK);
    least(&out->tables, since(&start));
    BENCH_CHECK(wm_nwn2_trn_write(t, NULL, &file, NULL) == WM_OK);
    least(&out->zlib, since(&start));
    wm_buffer_free(&file);
    since(&start);
    BENCH_CHECK(wm_nwn2_trn_write(t, &fast, &file, NULL) == WM_OK);
    least(&out->fast, since(&start));
    wm_buffer_free(&file);
    wm_diff_init(&diff, NULL);
    BENCH_CHECK(wm_nwn2_trn_diff(before, t, &diff, NULL) == WM_OK && diff.count == 0);
    wm_diff_free(&diff);
    for (uint32_t i = 0; i < t->aswm->grid_height * t->aswm->grid_width; i++)
        t->aswm->tiles[i].node_count = 0; /* now the sight bits are to be made too */
    since(&start);
    BENCH_CHECK(wm_nwn2_trn_rebuild(t, NULL, NULL, NULL) == WM_OK);
    least(&out->sight, since(&start));
    wm_nwn2_trn_free(before);
    wm_nwn2_trn_free(t);
}

/* Processor time of all children that ended. */
static double children(void)
{
    struct rusage u;
    BENCH_CHECK(getrusage(RUSAGE_CHILDREN, &u) == 0);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Runs the command on all files into a directory: processor seconds for one thread, otherwise
 * wall-clock seconds. */
static double command(char *const *files, size_t count, const char *jobs, bool zlib,
                      const char *into)
{
    const char *arguments[FILES + 10];
    size_t n = 0;
    arguments[n++] = "waymark";
    arguments[n++] = "bake";
    arguments[n++] = "-qf";
    arguments[n++] = "-j";
    arguments[n++] = jobs;
    if (zlib)
        arguments[n++] = "--zlib";
    for (size_t i = 0; i < count; i++)
        arguments[n++] = files[i];
    arguments[n++] = into;
    arguments[n] = NULL;
    bool alone = strcmp(jobs, "1") == 0;
    double start = alone ? children() : bench_wall_seconds();
    pid_t child = fork();
    BENCH_CHECK(child >= 0);
    if (child == 0) {
        execv(WM_BINARY_DIR "/waymark", (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    int status;
    BENCH_CHECK(waitpid(child, &status, 0) == child);
    BENCH_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return (alone ? children() : bench_wall_seconds()) - start;
}

static void clean(char *const *files, size_t count, const char *directory)
{
    for (size_t i = 0; i < count; i++) {
        char path[4352];
        snprintf(path, sizeof path, "%s/%s", directory, strrchr(files[i], '/') + 1);
        unlink(path);
    }
    rmdir(directory);
}

static void run_command(char **files, size_t count)
{
    char into[] = "/tmp/waymark-bake-XXXXXX";
    BENCH_CHECK(mkdtemp(into));
    static const struct {
        const char *name, *jobs;
        bool zlib;
    } ways[] = {{"command -j 1", "1", false},
                {"command -j 1 --zlib", "1", true},
                {"command -j 2", "2", false},
                {"command -j 2 --zlib", "2", true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        double spent[ROUNDS];
        for (int k = 0; k < ROUNDS; k++)
            spent[k] = command(files, count, ways[i].jobs, ways[i].zlib, into);
        double each = bench_middle(spent, ROUNDS) / (double)count;
        bench_row(ways[i].name, each * 1e3, "ms/file",
                  "%s; %.1f times faster than nwn-lib-d's %.0f ms",
                  strcmp(ways[i].jobs, "1") == 0 ? "processor time" : "wall clock, disk included",
                  peer_mean / each, peer_mean * 1e3);
    }
    clean(files, count, into);
}

static size_t list(char **files)
{
    char path[4096];
    const char *corpus = getenv("WAYMARK_CORPUS");
    size_t count = 0;
    snprintf(path, sizeof path, "%s/nwn2", corpus ? corpus : WM_SOURCE_DIR "/../shared/corpus");
    DIR *folder = opendir(path);
    for (struct dirent *d; folder && count < FILES && (d = readdir(folder));) {
        const char *dot = strrchr(d->d_name, '.');
        size_t size = strlen(path) + strlen(d->d_name) + 2;
        if (!dot || strcmp(dot, ".trx") != 0)
            continue;
        files[count] = malloc(size);
        BENCH_CHECK(files[count]);
        snprintf(files[count++], size, "%s/%s", path, d->d_name);
    }
    if (folder)
        closedir(folder);
    return count;
}

void bench_bake(void)
{
    char *files[FILES];
    size_t count = list(files);
    times sum = {0};
    double most = 0;
    bench_heading("baking every TRX of the corpus again");
    if (count == 0) {
        bench_row("skipped", 0, "", "no corpus (set WAYMARK_CORPUS)");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        wm_buffer bytes;
        times t = {0};
        BENCH_CHECK(wm_file_read(files[i], NULL, &bytes, NULL) == WM_OK);
        for (int k = 0; k < ROUNDS; k++)
            measure(&bytes, &t);
        wm_buffer_free(&bytes);
        sum.read += t.read;
        sum.tables += t.tables;
        sum.sight += t.sight;
        sum.zlib += t.zlib;
        sum.fast += t.fast;
        most = t.tables > most ? t.tables : most;
    }
    double n = (double)count, whole = (sum.read + sum.tables + sum.zlib) / n;
    double quick = (sum.read + sum.tables + sum.fast) / n;
    bench_row("read", sum.read / n * 1e3, "ms/file", "%zu files", count);
    bench_row("tables", sum.tables / n * 1e3, "ms/file",
              "%.0f times faster than nwn-lib-d's %.0f ms; the slowest %.1f ms, its slowest %.0f",
              peer_mean / (sum.tables / n), peer_mean * 1e3, most * 1e3, peer_most * 1e3);
    bench_row("tables and sight", sum.sight / n * 1e3, "ms/file", "nothing kept of the old tables");
    bench_row("compress, zlib", sum.zlib / n * 1e3, "ms/file", "as the game's tools do");
    bench_row("compress, libdeflate", sum.fast / n * 1e3, "ms/file", "what bake does");
    bench_row("all, zlib", whole * 1e3, "ms/file", "%.1f times faster", peer_mean / whole);
    bench_row("all, libdeflate", quick * 1e3, "ms/file", "%.1f times faster", peer_mean / quick);
    run_command(files, count);
    for (size_t i = 0; i < count; i++)
        free(files[i]);
}
