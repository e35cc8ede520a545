/* The command is ended by signals at random moments while it writes. After SIGKILL the library
 * reads all files of a group as old or all as new, and after the next run everybody does. Signals
 * that can be caught leave no temporary file, and the command ends by them. On Windows, ending the
 * process and the events of the console take their place. */
#include <dirent.h>
#include <time.h>
#include <unistd.h>

#include "support.h"
#include "system.h"

enum { MOST = 3, VERSIONS = 2 };

typedef struct job {
    const char *verb, *option[2];
    const char *input[VERSIONS];
    const char *out; /* as the command is told */
    size_t count;
    const char *name[MOST]; /* of the files that it writes */
} job;

#define SAMPLES WM_BINARY_DIR "/samples/"
#define MODELS SAMPLES "models/sample"
/* clang-format off: one line each */
static const job jobs[] = {
    {"convert", {0}, {MODELS ".mdl", MODELS "-xbox.mdl"}, "x.mdl", 2, {"x.mdl", "x.mdx"}},
    {"rebuild", {0}, {MODELS ".mdl", MODELS "-xbox.mdl"}, "r.mdl", 2, {"r.mdl", "r.mdx"}},
    {"fix", {0}, {MODELS "-k2.mdl", MODELS "-k2-xbox.mdl"}, "f.mdl", 2, {"f.mdl", "f.mdx"}},
    {"bake", {0}, {SAMPLES "terrain/hall.trn", SAMPLES "terrain/field.trn"}, "b.trx", 1, {"b.trx"}},
    {"convert", {0}, {SAMPLES "room.wok", SAMPLES "hills.wok"}, "o.obj", 2, {"o.obj", "o.mtl"}},
    {"convert",
     {0},
     {SAMPLES "texts/door.dwk.ascii", "large.dwk.ascii"},
     "d.dwk",
     3,
     {"d0.dwk", "d1.dwk", "d2.dwk"}},
    {"convert",
     {0},
     {SAMPLES "textures/book.tpc", SAMPLES "textures/dxt5.tpc"},
     "t.tga",
     2,
     {"t.tga", "t.txi"}},
    {"set",
     {"--field", "name=other"},
     {MODELS ".mdl", MODELS "-xbox.mdl"},
     "s.mdl",
     2,
     {"s.mdl", "s.mdx"}},
    {"transform",
     {"--move", "1,2,3"},
     {MODELS ".mdl", MODELS "-xbox.mdl"},
     "m.mdl",
     2,
     {"m.mdl", "m.mdx"}},
    {"pose", {0}, {MODELS ".mdl", "large.mdl"}, "p.obj", 2, {"p.obj", "p.mtl"}},
};
/* clang-format on */
enum { JOBS = sizeof jobs / sizeof *jobs };

static char folder[TEST_FOLDER];
static wm_buffer wanted[JOBS][VERSIONS][MOST];
static uint64_t random_state = 20261117;

static uint32_t random_below(uint32_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % most);
}

#define COMMAND WM_BINARY_DIR "/waymark"

static test_process start(const job *j, int version)
{
    const char *arguments[10] = {COMMAND, j->verb, "-q", "--force"};
    size_t n = 4;
    for (size_t i = 0; i < 2 && j->option[i]; i++)
        arguments[n++] = j->option[i];
    arguments[n++] = j->input[version];
    arguments[n++] = "-o";
    arguments[n] = j->out;
    return test_start(arguments);
}

static void run(const job *j, int version)
{
    assert_int_equal(test_wait(start(j, version)), 0);
}

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- the files ---- */

/* Files that a write makes for itself; `kind`: how their names end. */
static int count_left(const char *kind)
{
    int left = 0;
    DIR *d = opendir(".");
    const struct dirent *e;
    assert_non_null(d);
    while ((e = readdir(d))) {
        size_t size = strlen(e->d_name), end = strlen(kind);
        left += strncmp(e->d_name, ".waymark", 8) == 0 && size >= end &&
                strcmp(e->d_name + size - end, kind) == 0;
    }
    closedir(d);
    return left;
}

static int count_hidden(void)
{
    return count_left("");
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

/* The door of the samples, twice as large, in large.dwk.ascii. */
static bool make_large_door(void)
{
    const char *const split[] = {COMMAND, "convert", "-q", SAMPLES "texts/door.dwk.ascii",
                                 "s.dwk", NULL};
    const char *const join[] = {COMMAND,  "convert",         "-q", "l0.dwk", "l1.dwk",
                                "l2.dwk", "large.dwk.ascii", NULL};
    bool good = test_wait(test_start(split)) == 0;
    for (int i = 0; i < 3; i++) {
        char from[16], to[16];
        const char *const grow[] = {COMMAND, "transform", "-q", "--scale", "2", from, to, NULL};
        snprintf(from, sizeof from, "s%d.dwk", i);
        snprintf(to, sizeof to, "l%d.dwk", i);
        good = good && test_wait(test_start(grow)) == 0;
    }
    return good && test_wait(test_start(join)) == 0;
}

static bool make_large_model(void)
{
    const char *const grow[] = {COMMAND, "transform",   "-q",        "--scale",
                                "2",     MODELS ".mdl", "large.mdl", NULL};
    return test_wait(test_start(grow)) == 0;
}

/* In memory if possible: the command waits for the disk several times. */
static int enter(void **state)
{
    (void)state;
    if (!test_new_folder(folder) || chdir(folder) != 0 || !make_large_door() || !make_large_model())
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
    (void)state;
    for (size_t k = 0; k < JOBS; k++)
        for (int v = 0; v < VERSIONS; v++)
            for (size_t i = 0; i < MOST; i++)
                wm_buffer_free(&wanted[k][v][i]);
    return chdir("/") != 0 || !test_remove_directory(folder);
}

/* Starts a job and ends it at a random moment of its usual time. True if that came in time. */
static bool strike(const job *j, int version, test_ending how, long usual)
{
    struct timespec pause = {.tv_nsec = (long)random_below((uint32_t)usual + 1) * 1000};
    test_process child = start(j, version);
    nanosleep(&pause, NULL);
    test_end(&child, how);
    int code = test_wait(child);
    assert_true(code == 0 || code == TEST_ENDED);
    return code == TEST_ENDED;
}

/* How long a job takes, in microseconds; not longer than 0.9 s. */
static long measure(const job *j)
{
    long best = 900000;
    for (int i = 0; i < 3; i++) {
        long begin = now();
        run(j, i % 2);
        long took = now() - begin;
        best = took < best ? took : best;
    }
    return best;
}

/* ---- tests ---- */

/* Finishes or undoes what a killed process left, as the next write of these files does. */
static void recover(size_t at)
{
    for (size_t i = 0; i < jobs[at].count; i++)
        assert_int_equal(wm_file_recover(jobs[at].name[i], NULL, NULL), WM_OK);
    assert_true(version_of(at, false) >= 0);
}

/* What came of the kills. */
typedef struct tally {
    unsigned tries, kills;
    unsigned writing;  /* kills that left files */
    unsigned journals; /* kills between the first journal and the end of the last rename */
} tally;

static void kill_once(size_t at, int version, long usual, tally *t)
{
    int hidden = count_hidden(), journals = count_left(".journal");
    bool ended = strike(&jobs[at], version, TEST_KILL, usual);
    t->tries++;
    t->kills += ended;
    t->writing += ended && count_hidden() > hidden;
    t->journals += ended && count_left(".journal") > journals;
    assert_true(version_of(at, true) >= 0);
}

static void clean_up(size_t at, int version)
{
    run(&jobs[at], version);
    assert_int_equal(version_of(at, false), version);
    assert_int_equal(count_hidden(), 0);
}

static void killed(void **state)
{
    enum { ENOUGH = 40, TIMES = 120, MORE = 1000 };
    tally t = {0};
    (void)state;
    for (size_t k = 0; k < JOBS; k++) {
        long usual = measure(&jobs[k]);
        unsigned before = t.kills;
        for (int i = 0; i < TIMES && t.kills < before + ENOUGH; i++) {
            kill_once(k, i % 2, usual, &t);
            if (i % 3 == 1)
                recover(k);
            if (i % 3 == 2) /* the next run */
                clean_up(k, i % 2);
        }
        clean_up(k, 0);
    }
    /* A test that never hit the middle of a write would show nothing. */
    long usual = measure(&jobs[0]);
    for (int i = 0; i < MORE && t.journals == 0; i++) {
        kill_once(0, i % 2, usual, &t);
        clean_up(0, i % 2);
    }
    printf("%u of %u were killed in time, %u of them while writing, %u with a journal\n", t.kills,
           t.tries, t.writing, t.journals);
    assert_true(t.kills > 100);
    assert_true(t.writing >= t.journals && t.journals > 0);
}

static void told_to_end(void **state)
{
    static const test_ending ways[] = {TEST_INTERRUPT, TEST_TERMINATE, TEST_HANG_UP};
    enum { ENOUGH = 15, TIMES = 60 }; /* wine on a busy machine passes events on late */
    unsigned ends = 0, tries = 0;
    (void)state;
    for (size_t k = 0; k < JOBS; k++) {
        long usual = measure(&jobs[k]);
        unsigned before = ends;
        for (int i = 0; i < TIMES && ends < before + ENOUGH; i++, tries++) {
            ends += strike(&jobs[k], i % 2, ways[i % 3], usual);
            assert_int_equal(count_hidden(), 0);
            assert_true(version_of(k, false) >= 0);
        }
    }
    printf("%u of %u were ended in time\n", ends, tries);
    assert_true(ends > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed),
        cmocka_unit_test(told_to_end),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
