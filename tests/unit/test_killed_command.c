/* The command is ended by signals at random moments while it writes. After SIGKILL the library
 * reads all files of a group as old or all as new, and after the next run everybody does. Signals
 * that can be caught leave no temporary file, and the command ends by them. */
#include <dirent.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

extern char **environ;

enum { MOST = 3, VERSIONS = 2 };

typedef struct job {
    const char *verb, *option; /* -o or NULL */
    const char *input[VERSIONS];
    const char *out; /* as the command is told */
    size_t count;
    const char *name[MOST]; /* of the files that it writes */
} job;

#define SAMPLES WM_BINARY_DIR "/samples/"
static const job jobs[] = {
    {"convert",
     NULL,
     {SAMPLES "models/sample.mdl", SAMPLES "models/sample-xbox.mdl"},
     "x.mdl",
     2,
     {"x.mdl", "x.mdx"}},
    {"rebuild",
     NULL,
     {SAMPLES "models/sample.mdl", SAMPLES "models/sample-xbox.mdl"},
     "r.mdl",
     2,
     {"r.mdl", "r.mdx"}},
    {"fix",
     "-o",
     {SAMPLES "models/sample-k2.mdl", SAMPLES "models/sample-k2-xbox.mdl"},
     "f.mdl",
     2,
     {"f.mdl", "f.mdx"}},
    {"bake",
     NULL,
     {SAMPLES "terrain/hall.trn", SAMPLES "terrain/field.trn"},
     "b.trx",
     1,
     {"b.trx"}},
    {"convert", NULL, {SAMPLES "room.wok", SAMPLES "hills.wok"}, "o.obj", 2, {"o.obj", "o.mtl"}},
    {"convert",
     NULL,
     {SAMPLES "texts/door.dwk.ascii", "large.dwk.ascii"},
     "d.dwk",
     3,
     {"d0.dwk", "d1.dwk", "d2.dwk"}},
};
enum { JOBS = sizeof jobs / sizeof *jobs };

static char folder[64];
static wm_buffer wanted[JOBS][VERSIONS][MOST];
static uint64_t random_state = 20261117;

static uint32_t random_below(uint32_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % most);
}

static pid_t start(const job *j, int version)
{
    char *arguments[8];
    char program[] = WM_BINARY_DIR "/waymark", verb[16], quiet[] = "-q", force[] = "--force";
    char input[512], option[4] = "", out[32];
    size_t n = 0;
    pid_t child = 0;
    snprintf(verb, sizeof verb, "%s", j->verb);
    snprintf(input, sizeof input, "%s", j->input[version]);
    snprintf(out, sizeof out, "%s", j->out);
    snprintf(option, sizeof option, "%s", j->option ? j->option : "");
    arguments[n++] = program;
    arguments[n++] = verb;
    arguments[n++] = quiet;
    arguments[n++] = force;
    arguments[n++] = input;
    if (j->option)
        arguments[n++] = option;
    arguments[n++] = out;
    arguments[n] = NULL;
    assert_int_equal(posix_spawn(&child, program, NULL, NULL, arguments, environ), 0);
    return child;
}

static int wait_for(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void run(const job *j, int version)
{
    int status = wait_for(start(j, version));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- the files ---- */

static int count_hidden(void)
{
    int hidden = 0;
    DIR *d = opendir(".");
    const struct dirent *e;
    assert_non_null(d);
    while ((e = readdir(d)))
        hidden += strncmp(e->d_name, ".waymark", 8) == 0;
    closedir(d);
    return hidden;
}

static bool equal(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* The version that all files of a job have; -1: they are mixed. */
static int version_of(size_t at, bool with_library)
{
    bool all[VERSIONS] = {true, true};
    for (size_t i = 0; i < jobs[at].count; i++) {
        wm_buffer bytes = {0};
        if (with_library) {
            assert_int_equal(wm_file_read(jobs[at].name[i], NULL, &bytes, NULL), WM_OK);
        } else {
            FILE *f = fopen(jobs[at].name[i], "rb");
            assert_non_null(f);
            assert_int_equal(wm_file_read_open(fileno(f), NULL, &bytes, NULL), WM_OK);
            fclose(f);
        }
        bool known = false;
        for (int v = 0; v < VERSIONS; v++) {
            bool same = equal(&bytes, &wanted[at][v][i]);
            known = known || same;
            all[v] = all[v] && same;
        }
        assert_true(known); /* never a part of one */
        wm_buffer_free(&bytes);
    }
    return all[0] ? 0 : all[1] ? 1 : -1;
}

static int shell(const char *text)
{
    return system(text); /* NOLINT(cert-env33-c): the text is in this file */
}

/* In memory if possible: the command waits for the disk several times. */
static int enter(void **state)
{
    (void)state;
    struct stat st;
    const char *where =
        stat("/dev/shm", &st) == 0 && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/waymark-test-XXXXXX", where);
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    if (shell("w=" WM_BINARY_DIR "/waymark\n"
              "$w convert -q " SAMPLES "texts/door.dwk.ascii s.dwk &&\n"
              "for i in 0 1 2; do $w transform -q --scale 2 s$i.dwk l$i.dwk || exit 1; done &&\n"
              "$w convert -q l0.dwk l1.dwk l2.dwk large.dwk.ascii") != 0)
        return 1;
    for (size_t k = 0; k < JOBS; k++)
        for (int v = 0; v < VERSIONS; v++) {
            run(&jobs[k], v);
            for (size_t i = 0; i < jobs[k].count; i++)
                if (wm_file_read(jobs[k].name[i], NULL, &wanted[k][v][i], NULL) != WM_OK)
                    return 1;
        }
    return 0;
}

static int leave(void **state)
{
    char line[128];
    (void)state;
    for (size_t k = 0; k < JOBS; k++)
        for (int v = 0; v < VERSIONS; v++)
            for (size_t i = 0; i < MOST; i++)
                wm_buffer_free(&wanted[k][v][i]);
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return chdir("/") != 0 || shell(line) != 0;
}

/* Starts a job and ends it at a random moment of its usual time. True if that came in time. */
static bool strike(const job *j, int version, int number, long usual)
{
    struct timespec pause = {.tv_nsec = (long)random_below((uint32_t)usual + 1) * 1000};
    pid_t child = start(j, version);
    nanosleep(&pause, NULL);
    kill(child, number);
    int status = wait_for(child);
    if (WIFSIGNALED(status))
        assert_int_equal(WTERMSIG(status), number);
    else
        assert_int_equal(WEXITSTATUS(status), 0);
    return WIFSIGNALED(status);
}

/* How long a job takes; not longer than 200 ms. */
static long measure(const job *j)
{
    long best = 200000;
    for (int i = 0; i < 3; i++) {
        long begin = now();
        run(j, i % 2);
        long took = now() - begin;
        best = took < best ? took : best;
    }
    return best;
}

/* ---- tests ---- */

static void killed(void **state)
{
    enum { ENOUGH = 50, TIMES = 150 };
    unsigned kills = 0, tries = 0, journals = 0;
    (void)state;
    for (size_t k = 0; k < JOBS; k++) {
        long usual = measure(&jobs[k]);
        unsigned before = kills;
        for (int i = 0; i < TIMES && kills < before + ENOUGH; i++, tries++) {
            kills += strike(&jobs[k], i % 2, SIGKILL, usual);
            journals += count_hidden() > 0;
            assert_true(version_of(k, true) >= 0);
            if (i % 3 == 2) { /* the next run */
                run(&jobs[k], i % 2);
                assert_int_equal(version_of(k, false), i % 2);
                assert_int_equal(count_hidden(), 0);
            }
        }
        run(&jobs[k], 0);
        assert_int_equal(count_hidden(), 0);
    }
    printf("%u of %u were killed in time, %u of them while writing\n", kills, tries, journals);
    assert_true(kills > 100);
}

static void told_to_end(void **state)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    enum { TIMES = 24 };
    unsigned ends = 0;
    (void)state;
    for (size_t k = 0; k < JOBS; k++) {
        long usual = measure(&jobs[k]);
        for (int i = 0; i < TIMES; i++) {
            ends += strike(&jobs[k], i % 2, numbers[i % 3], usual);
            assert_int_equal(count_hidden(), 0);
            assert_true(version_of(k, false) >= 0);
        }
    }
    printf("%u of %d were ended in time\n", ends, TIMES * JOBS);
    assert_true(ends > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed),
        cmocka_unit_test(told_to_end),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
