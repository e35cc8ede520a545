/* The frame: clock, medians, output; and main. */
#include "bench.h"

#include <stdarg.h>
#include <time.h>

#include "samples.h"

static struct {
    bool json;
    unsigned rows;
} output;

static double clock_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double bench_seconds(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

double bench_wall_seconds(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

void bench_use(const void *data)
{
#if defined(__GNUC__)
    __asm__ volatile("" : : "r"(data) : "memory");
#else
    static const void *volatile sink;
    sink = data;
#endif
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_middle(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

static double timed(bench_work work, void *context, unsigned times)
{
    double start = bench_seconds();
    work(context, times);
    return (bench_seconds() - start) / times;
}

/* How often a round repeats the work: about a quarter of a millisecond. */
static unsigned calibrate(bench_work work, void *context)
{
    unsigned times = 1;
    while (times < (1u << 20) && timed(work, context, times) * times < 0.00025)
        times *= 2;
    return times;
}

/* One side of a comparison, and how often a round repeats its work. */
typedef struct side {
    bench_work work;
    void *context;
    unsigned times;
} side;

static double timed_round(const side *s)
{
    return timed(s->work, s->context, s->times);
}

static bench_pair compare(const side *first, const side *second, unsigned rounds)
{
    double a[BENCH_ROUNDS], b[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    for (unsigned i = 0; i < rounds; i++) {
        a[i] = timed_round(first);
        b[i] = timed_round(second);
        ratio[i] = b[i] / a[i];
    }
    return (bench_pair){bench_middle(a, rounds), bench_middle(b, rounds),
                        bench_middle(ratio, rounds)};
}

bench_pair bench_compare(bench_work first, void *first_context, bench_work second,
                         void *second_context)
{
    side a = {first, first_context, calibrate(first, first_context)};
    side b = {second, second_context, calibrate(second, second_context)};
    return compare(&a, &b, BENCH_ROUNDS);
}

/* Repeats the work of a side as often as a round of the other takes. */
static void last_as_long(side *s, double own, double other)
{
    double runs = other / own + 0.5;
    if (runs > s->times)
        s->times = runs < 1000 ? (unsigned)runs : 1000;
}

bench_pair bench_race(bench_work first, void *first_context, bench_work second,
                      void *second_context)
{
    enum { ROUNDS = 101 }; /* long ones */
    side a = {first, first_context, calibrate(first, first_context)};
    side b = {second, second_context, calibrate(second, second_context)};
    double own = timed_round(&a), other = timed_round(&b), round = own * a.times;
    last_as_long(&a, own, other * b.times);
    last_as_long(&b, other, round);
    return compare(&a, &b, ROUNDS);
}

double bench_median(bench_work work, void *context, unsigned rounds)
{
    double a[BENCH_ROUNDS];
    unsigned count = rounds < BENCH_ROUNDS ? rounds : BENCH_ROUNDS;
    work(context, 1); /* warm */
    for (unsigned i = 0; i < count; i++)
        a[i] = timed(work, context, 1);
    return bench_middle(a, count);
}

void bench_heading(const char *title)
{
    if (!output.json)
        printf("\n%s\n", title);
}

void bench_note(const char *text)
{
    if (!output.json)
        printf("  %s\n", text);
}

void bench_row(const char *name, double value, const char *unit, const char *fmt, ...)
{
    char note[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(note, sizeof note, fmt, args);
    va_end(args);
    if (output.json) /* names and notes are plain text of ours */
        printf("%s\n{\"name\":\"%s\",\"value\":%.6g,\"unit\":\"%s\",\"note\":\"%s\"}",
               output.rows ? "," : "", name, value, unit, note);
    else
        printf("  %-38s %12.2f %-8s %s\n", name, value, unit, note);
    fflush(stdout);
    output.rows++;
}

bool bench_corpus(const char *file, wm_buffer *bytes)
{
    char path[4096];
    const char *corpus = getenv("WAYMARK_CORPUS");
    snprintf(path, sizeof path, "%s/%s",
             corpus && *corpus ? corpus : WM_SOURCE_DIR "/../shared/corpus", file);
    return wm_file_read(path, NULL, bytes, NULL) == WM_OK;
}

wm_buffer bench_room(const char **name)
{
    wm_buffer bytes;
    if (bench_corpus("kotor/walkmeshes/203tell.wok", &bytes)) {
        *name = "203tell.wok";
        return bytes;
    }
    wm_kotor_bwm *b = test_sample_hills(1150, true, NULL);
    BENCH_CHECK(b && wm_kotor_bwm_write(b, NULL, &bytes, NULL) == WM_OK);
    wm_kotor_bwm_free(b);
    *name = "a made mesh of its size (no corpus)";
    return bytes;
}

/* The processor's name, as Linux knows it. */
static const char *processor(char *line, int size)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    const char *found = NULL;
    while (f && !found && fgets(line, size, f))
        if (strncmp(line, "model name", 10) == 0)
            found = strchr(line, ':');
    if (f)
        fclose(f);
    if (!found)
        return "unknown processor";
    line[strcspn(line, "\n")] = '\0';
    return found + strspn(found, ": ");
}

static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {
    {"load", bench_load},       {"rebuild", bench_rebuild}, {"text", bench_text},
    {"command", bench_command}, {"rays", bench_rays},       {"paths", bench_paths},
    {"models", bench_models},   {"pose", bench_pose},       {"terrain", bench_terrain},
    {"bake", bench_bake},       {"area", bench_area},       {"bw2", bench_bw2},
    {"mdb", bench_mdb},         {"texture", bench_texture}, {"images", bench_images},
    {"archive", bench_archive},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* The parts that are named, or all. */
int main(int argc, char **argv)
{
    bool wanted[PARTS] = {false}, all = true;
    for (int i = 1; i < argc; i++) {
        size_t part = 0;
        if (strcmp(argv[i], "--json") == 0) {
            output.json = true;
            continue;
        }
        while (part < PARTS && strcmp(argv[i], parts[part].name) != 0)
            part++;
        if (part == PARTS) {
            fputs("usage: waymark_bench [--json] [PART...]\nparts:", stderr);
            for (part = 0; part < PARTS; part++)
                fprintf(stderr, " %s", parts[part].name);
            fputs("\n", stderr);
            return 2;
        }
        wanted[part] = true;
        all = false;
    }
    char line[256];
    const char *cpu = processor(line, sizeof line);
    if (output.json)
        printf("{\"version\":1,\"waymark\":\"%s\",\"cpu\":\"%s\",\"results\":[", wm_version(), cpu);
    else
        printf("on %s\n", cpu);
    for (size_t part = 0; part < PARTS; part++)
        if (all || wanted[part])
            parts[part].run();
    if (output.json)
        puts("\n]}");
    return output.rows == 0;
}
