/* Writing files while the system fails: every system call of a write is the last one before the
 * process dies, is refused, or is followed by refusals only. Files that belong together are then
 * all old or all new, for whoever reads them with the library at once, and for everybody after the
 * next write. The linker leads the calls through here (tests/CMakeLists.txt). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

/* ---- system calls that fail ---- */

typedef enum fault {
    NONE,
    DIE,       /* the process ends before call N */
    REFUSE,    /* call N fails */
    REFUSE_ALL /* call N and all later ones fail, but for those that clean up */
} fault;

static struct {
    fault kind;
    long left; /* calls before the fault; negative: it has happened */
    int error;
    bool dribble; /* reads and writes move one byte at a time, and every other is interrupted */
    unsigned interruptions;
    void (*before_lock)(void); /* called once */
} plan;

/* Does this call fail? */
static bool fails(bool cleans)
{
    if (plan.kind == NONE)
        return false;
    plan.left--;
    if (plan.left == 0 && plan.kind == DIE)
        _exit(9);
    bool now = plan.kind == REFUSE_ALL ? plan.left <= 0 && !cleans : plan.left == 0;
    if (now)
        errno = plan.error;
    return now;
}

static bool interrupts(void)
{
    bool now = plan.dribble && plan.interruptions++ % 2;
    if (now)
        errno = EINTR;
    return now;
}

/* clang-format off: one line each */
int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
ssize_t __real_read(int fd, void *data, size_t size);
ssize_t __real_write(int fd, const void *data, size_t size);
int __real_rename(const char *from, const char *to);
int __real_link(const char *from, const char *to);
int __real_unlink(const char *path);
int __real_flock(int fd, int operation);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_close(int fd);
ssize_t __wrap_read(int fd, void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);
int __wrap_unlink(const char *path);
int __wrap_flock(int fd, int operation);
/* clang-format on */

static int open_or_fail(const char *path, int flags, int mode)
{
    if (fails(!(flags & O_CREAT)))
        return -1;
    return interrupts() ? -1 : __real_open(path, flags, mode);
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    va_end(args);
    return open_or_fail(path, flags, mode);
}

int __wrap_open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    va_end(args);
    return open_or_fail(path, flags, mode);
}

/* A refused close has closed the file all the same. */
int __wrap_close(int fd)
{
    bool bad = fails(true);
    int code = __real_close(fd);
    if (bad)
        errno = plan.error;
    return bad ? -1 : code;
}

ssize_t __wrap_read(int fd, void *data, size_t size)
{
    if (fails(true) || interrupts())
        return -1;
    return __real_read(fd, data, plan.dribble && size ? 1 : size);
}

ssize_t __wrap_write(int fd, const void *data, size_t size)
{
    if (fails(false) || interrupts())
        return -1;
    return __real_write(fd, data, plan.dribble && size ? 1 : size);
}

int __wrap_fsync(int fd) /* not done: nobody pulls the plug */
{
    (void)fd;
    return fails(false) || interrupts() ? -1 : 0;
}

int __wrap_rename(const char *from, const char *to)
{
    return fails(false) ? -1 : __real_rename(from, to);
}

int __wrap_link(const char *from, const char *to)
{
    return fails(false) ? -1 : __real_link(from, to);
}

int __wrap_unlink(const char *path)
{
    return fails(true) ? -1 : __real_unlink(path);
}

int __wrap_flock(int fd, int operation)
{
    void (*act)(void) = plan.before_lock;
    plan.before_lock = NULL;
    if (act)
        act();
    return fails(true) ? -1 : __real_flock(fd, operation);
}

/* ---- groups of files ---- */

enum { MOST = 4 };

/* Where every other file of a group is. */
typedef enum apart { TOGETHER, BELOW /* in another folder */, LINKED /* a link to there */ } apart;

typedef struct sample {
    size_t count;
    bool had[MOST]; /* there is an old file */
    bool replace;
    bool each; /* they do not belong together: wm_file_write_each */
    apart apart;
} sample;

static const sample samples[] = {
    {1, {true}, true, false, TOGETHER},
    {1, {false}, false, false, TOGETHER},
    {2, {false, false}, false, false, TOGETHER},
    {2, {true, true}, true, false, TOGETHER},
    {2, {false, true}, true, false, TOGETHER},
    {3, {true, true, true}, true, false, TOGETHER},
    {4, {true, false, true, false}, true, false, TOGETHER},
    {1, {true}, true, true, TOGETHER},
    {1, {false}, false, true, TOGETHER},
    {2, {false, false}, false, false, BELOW},
    {2, {true, true}, true, false, LINKED},
    {2, {false, true}, true, false, LINKED},
    {3, {true, false, true}, true, false, BELOW},
    {4, {true, true, false, true}, true, false, LINKED},
};
enum { SAMPLES = sizeof samples / sizeof *samples, LINKED_PAIR = 10 };

#define SUB "sub"
static const char *const names[MOST] = {"b.mdl", "b.mdx", "a.mtl", "c.obj"};
static char folder[] = "/tmp/waymark-test-XXXXXX";
static char paths[MOST][64];

/* The tests run in the folder, so that names without a path are in it. */
static int enter(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir(SUB, 0700) == 0 ? 0 : 1;
}

/* Names in a folder that are not those of the group; removed if `remove`. */
static unsigned count_others_in(const char *place, size_t count, bool remove)
{
    unsigned others = 0;
    DIR *d = opendir(place);
    const struct dirent *e;
    assert_non_null(d);
    while ((e = readdir(d))) {
        bool known = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
                     strcmp(e->d_name, SUB) == 0;
        for (size_t i = 0; i < count; i++)
            known = known || strcmp(e->d_name, names[i]) == 0;
        char path[512];
        snprintf(path, sizeof path, "%s/%.255s", place, e->d_name);
        if (!known && remove)
            unlink(path);
        others += !known;
    }
    closedir(d);
    return others;
}

static unsigned count_others(size_t count, bool remove)
{
    return count_others_in(".", count, remove) + count_others_in(SUB, count, remove);
}

static int leave(void **state)
{
    (void)state;
    (void)count_others(0, true);
    return rmdir(SUB) || chdir("/") || rmdir(folder);
}

static char text_of(const char *version, size_t i, char text[32])
{
    return (char)snprintf(text, 32, "%s of %zu", version, i);
}

static void write_plain(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

static void prepare(const sample *s)
{
    char text[32];
    plan.kind = NONE;
    (void)count_others(0, true);
    for (size_t i = 0; i < MOST; i++) {
        bool away = s->apart != TOGETHER && i % 2, link = away && s->apart == LINKED;
        if (s->apart == LINKED)
            snprintf(paths[i], sizeof paths[i], "%s", names[i]);
        else
            snprintf(paths[i], sizeof paths[i], "%s/%s%s", folder, away ? SUB "/" : "", names[i]);
        char to[64];
        snprintf(to, sizeof to, SUB "/%s", names[i]);
        if (link && i < s->count)
            assert_int_equal(symlink(to, paths[i]), 0);
    }
    for (size_t i = 0; i < s->count; i++)
        if (s->had[i]) {
            text_of("old", i, text);
            write_plain(paths[i], text);
        }
}

static wm_status write_version(const sample *s, const char *version, bool replace)
{
    char text[MOST][32];
    wm_file_output files[MOST];
    for (size_t i = 0; i < s->count; i++) {
        text_of(version, i, text[i]);
        files[i] = (wm_file_output){paths[i], text[i], strlen(text[i])};
    }
    wm_status results[MOST];
    return s->each ? wm_file_write_each(files, s->count, replace, results, NULL)
                   : wm_file_write_all(files, s->count, replace, NULL, NULL);
}

static bool equals(const wm_buffer *bytes, const char *version, size_t i)
{
    char text[32];
    text_of(version, i, text);
    return bytes->size == strlen(text) && memcmp(bytes->data, text, bytes->size) == 0;
}

/* "old", "new" or "newer" if that is what all files are. */
static const char *version_of(const sample *s, bool with_library)
{
    static const char *const versions[] = {"old", "new", "newer"};
    bool all[3] = {true, true, true};
    for (size_t i = 0; i < s->count; i++) {
        wm_buffer bytes = {0};
        bool exists;
        if (with_library) {
            exists = wm_file_read(paths[i], NULL, &bytes, NULL) == WM_OK;
        } else {
            int fd = __real_open(paths[i], O_RDONLY);
            exists = fd >= 0 && wm_file_read_open(fd, NULL, &bytes, NULL) == WM_OK;
            if (fd >= 0)
                __real_close(fd);
        }
        for (int v = 0; v < 3; v++)
            all[v] = all[v] && (exists ? equals(&bytes, versions[v], i) : v == 0 && !s->had[i]);
        wm_buffer_free(&bytes);
    }
    for (int v = 0; v < 3; v++)
        if (all[v])
            return versions[v];
    return "mixed";
}

/* Runs a step in a process that dies before its call number n. False if it ended before. */
static bool dies(long n, const sample *s, const char *recover)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        plan.kind = DIE;
        plan.left = n;
        wm_status status =
            recover ? wm_file_recover(recover, NULL, NULL) : write_version(s, "new", s->replace);
        _exit(status == WM_OK ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && (WEXITSTATUS(status) == 9 || WEXITSTATUS(status) == 0));
    return WEXITSTATUS(status) == 9;
}

static void expect_clean_write(const sample *s)
{
    plan.kind = NONE;
    assert_int_equal(write_version(s, "newer", true), WM_OK);
    assert_string_equal(version_of(s, false), "newer");
    assert_int_equal(count_others(s->count, false), 0);
}

/* ---- tests ---- */

static void a_write_is_killed_at_each_call(void **state)
{
    unsigned kills = 0;
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        const sample *s = &samples[k];
        bool more = true;
        for (long n = 1; more; n++) {
            prepare(s);
            more = dies(n, s, NULL);
            kills += more;
            const char *seen = version_of(s, true);
            assert_string_not_equal(seen, "mixed");
            assert_string_equal(seen, version_of(s, true)); /* reading changes nothing */
            if (!more)
                assert_string_equal(seen, "new");
            const char *by = paths[(size_t)n % s->count];
            assert_int_equal(wm_file_recover(by, NULL, NULL), WM_OK);
            assert_string_equal(version_of(s, false), seen);
            expect_clean_write(s);
        }
    }
    printf("%u kills while writing\n", kills);
    assert_true(kills > 200);
}

static void the_recovery_is_killed_as_well(void **state)
{
    unsigned kills = 0;
    (void)state;
    for (int k = 2; k < SAMPLES; k++) {
        const sample *s = &samples[k];
        for (long n = 1, more = 1; more; n++)
            for (long m = 1, again = 1; again; m += 11) {
                prepare(s);
                more = dies(n, s, NULL);
                again = dies(m, s, paths[(size_t)n % s->count]);
                kills += again != 0;
                const char *seen = version_of(s, true);
                assert_string_not_equal(seen, "mixed");
                assert_int_equal(wm_file_recover(paths[0], NULL, NULL), WM_OK);
                assert_int_equal(wm_file_recover(paths[s->count - 1], NULL, NULL), WM_OK);
                assert_string_equal(version_of(s, false), seen);
            }
    }
    printf("%u kills while recovering\n", kills);
    assert_true(kills > 200);
}

/* One call is refused: all is new, or all is old and the caller knows. */
static void a_call_is_refused(void **state)
{
    static const int errors[] = {EIO, ENOSPC, EACCES};
    unsigned refusals = 0;
    (void)state;
    for (int k = 0; k < SAMPLES; k++)
        for (int e = 0; e < 3; e++) {
            const sample *s = &samples[k];
            bool more = true;
            for (long n = 1; more; n++) {
                prepare(s);
                plan.kind = REFUSE;
                plan.left = n;
                plan.error = errors[e];
                wm_status status = write_version(s, "new", s->replace);
                more = plan.left <= 0;
                plan.kind = NONE;
                refusals += more;
                assert_string_equal(version_of(s, false), status == WM_OK ? "new" : "old");
                assert_string_equal(version_of(s, true), status == WM_OK ? "new" : "old");
                expect_clean_write(s);
            }
        }
    printf("%u refusals\n", refusals);
    assert_true(refusals > 600);
}

/* The disk goes away: what the library reads is not mixed, and the next write works. */
static void all_calls_are_refused_from_one_on(void **state)
{
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        const sample *s = &samples[k];
        bool more = true;
        for (long n = 1; more; n++) {
            prepare(s);
            plan.kind = REFUSE_ALL;
            plan.left = n;
            plan.error = ENOSPC;
            (void)write_version(s, "new", s->replace);
            more = plan.left <= 0;
            plan.kind = NONE;
            assert_string_not_equal(version_of(s, true), "mixed");
            expect_clean_write(s);
        }
    }
}

static void short_and_interrupted_calls_are_repeated(void **state)
{
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        prepare(&samples[k]);
        plan.dribble = true;
        assert_int_equal(write_version(&samples[k], "new", samples[k].replace), WM_OK);
        assert_string_equal(version_of(&samples[k], true), "new");
        plan.dribble = false;
        assert_int_equal(count_others(samples[k].count, false), 0);
    }
}

/* What somebody changed after the interruption stays. */
static void a_file_that_was_changed_since_stays(void **state)
{
    const sample *s = &samples[3];
    unsigned tried = 0;
    (void)state;
    bool more = true;
    for (long n = 1; more; n++) {
        wm_buffer bytes;
        prepare(s);
        more = dies(n, s, NULL);
        write_plain(paths[1], "from somewhere else");
        assert_int_equal(wm_file_recover(paths[0], NULL, NULL), WM_OK);
        assert_int_equal(wm_file_read(paths[1], NULL, &bytes, NULL), WM_OK);
        assert_int_equal(bytes.size, strlen("from somewhere else"));
        wm_buffer_free(&bytes);
        tried++;
    }
    assert_true(tried > 10);
}

/* The path of a journal in a folder, if there is one. */
static bool find_journal(const char *place, char journal[128])
{
    bool found = false;
    DIR *d = opendir(place);
    const struct dirent *e;
    assert_non_null(d);
    while ((e = readdir(d)))
        if (strstr(e->d_name, ".journal")) {
            snprintf(journal, 128, "%s/%.64s", place, e->d_name);
            found = true;
        }
    closedir(d);
    return found;
}

/* A journal cannot be believed about another folder that has no copy of it. */
static void a_journal_alone_leads_nowhere(void **state)
{
    const sample *s = &samples[LINKED_PAIR];
    unsigned tried = 0;
    (void)state;
    bool more = true;
    for (long n = 1; more; n++) {
        wm_buffer before, after;
        char journal[128];
        prepare(s);
        more = dies(n, s, NULL);
        if (find_journal(SUB, journal))
            tried += unlink(journal) == 0;
        assert_int_equal(wm_file_read(SUB "/b.mdx", NULL, &before, NULL), WM_OK);
        assert_int_equal(wm_file_recover(paths[0], NULL, NULL), WM_OK);
        assert_int_equal(wm_file_read(SUB "/b.mdx", NULL, &after, NULL), WM_OK);
        assert_int_equal(before.size, after.size);
        assert_memory_equal(before.data, after.data, after.size);
        wm_buffer_free(&before);
        wm_buffer_free(&after);
        assert_false(find_journal(".", journal));
        expect_clean_write(s);
    }
    assert_true(tried > 10);
}

/* A journal that somebody made up leads to no other folder, and is no obstacle. */
static void a_wrong_journal_is_ignored(void **state)
{
    const sample *s = &samples[3];
    char journal[128] = "", line[512];
    (void)state;
    prepare(s);
    for (long n = 1; !journal[0] && dies(n, s, NULL); n++) {
        find_journal(".", journal);
        prepare(s);
    }
    assert_true(journal[0]);
    static const char *const texts[] = {
        "", "waymark journal 1\n", "waymark journal 1\nend 0000000000000000\n",
        "waymark journal 1\nfile 2e2e2f62 0 - 00000000000000000000000000000000\nend 0\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        prepare(s);
        snprintf(line, sizeof line, "%s", texts[i]);
        write_plain(journal, line);
        assert_string_equal(version_of(s, true), "old");
        expect_clean_write(s);
    }
    prepare(s);
    assert_int_equal(mkfifo(journal, 0600), 0); /* nobody waits for its other end */
    assert_string_equal(version_of(s, true), "old");
    unlink(journal);
}

/* The path of a temporary file of a target, without the number of the attempt. */
static void find_temporary(const sample *s, char path[128])
{
    prepare(s);
    path[0] = '\0';
    for (long n = 1; !path[0] && dies(n, s, NULL); n++) {
        DIR *d = opendir(".");
        const struct dirent *e;
        assert_non_null(d);
        while ((e = readdir(d)))
            if (strstr(e->d_name, "-0.tmp"))
                snprintf(path, 128, "%.*s", (int)strlen(e->d_name) - 5, e->d_name);
        closedir(d);
        prepare(s);
    }
    assert_true(path[0]);
}

/* Processes that write the same file at the same time have numbers. The next write removes what the
 * dead ones left, whatever their numbers; those that live keep theirs. */
static void leftovers_of_all_attempts_go(void **state)
{
    static const int numbers[] = {0, 1, 2, 7, 31};
    enum { COUNT = sizeof numbers / sizeof *numbers, HELD = 2 };
    const sample *s = &samples[0];
    char stem[128], path[COUNT][160];
    (void)state;
    find_temporary(s, stem);
    for (int i = 0; i < COUNT; i++) {
        snprintf(path[i], sizeof path[i], "%s%d.tmp", stem, numbers[i]);
        write_plain(path[i], "left");
    }
    int held = __real_open(path[HELD], O_RDONLY);
    assert_true(held >= 0);
    assert_int_equal(__real_flock(held, LOCK_EX), 0);
    assert_int_equal(write_version(s, "new", true), WM_OK);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(access(path[i], F_OK), i == HELD ? 0 : -1);
    __real_close(held);
    expect_clean_write(s);
}

static void remove_temporaries(void)
{
    DIR *d = opendir(".");
    const struct dirent *e;
    assert_non_null(d);
    while ((e = readdir(d)))
        if (strstr(e->d_name, ".tmp"))
            assert_int_equal(__real_unlink(e->d_name), 0);
    closedir(d);
}

/* A new file that is not locked yet looks like one that was left. */
static void a_new_file_is_taken_for_a_leftover(void **state)
{
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        prepare(&samples[k]);
        plan.before_lock = remove_temporaries;
        assert_int_equal(write_version(&samples[k], "new", true), WM_OK);
        assert_null(plan.before_lock);
        assert_string_equal(version_of(&samples[k], false), "new");
        assert_int_equal(count_others(samples[k].count, false), 0);
    }
}

/* ---- what is no file ---- */

/* Opening it as a file would wait for a writer. */
static void a_pipe_that_nobody_writes_to_is_empty(void **state)
{
    (void)state;
    char path[1200];
    wm_buffer bytes;
    wm_source source;
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(60);
    assert_int_equal(wm_file_read(path, NULL, &bytes, NULL), WM_OK);
    assert_int_equal(bytes.size, 0);
    wm_buffer_free(&bytes);
    if (wm_file_source(path, NULL, &source, NULL) == WM_OK)
        source.close(source.user);
    alarm(0);
    int reader = __real_open(path, O_RDONLY | O_NONBLOCK); /* so that the bytes stay */
    int writer = __real_open(path, O_WRONLY);
    assert_true(reader >= 0 && writer >= 0);
    assert_int_equal(__real_write(writer, "bytes", 5), 5);
    __real_close(writer);
    assert_int_equal(wm_file_read(path, NULL, &bytes, NULL), WM_OK);
    assert_int_equal(bytes.size, 5);
    wm_buffer_free(&bytes);
    __real_close(reader);
    __real_unlink(path);
}

/* It took 2 GB until the limit for files was reached. */
static void a_device_without_end_is_refused(void **state)
{
    (void)state;
    wm_buffer bytes;
    wm_error error;
    assert_int_equal(wm_file_read("/dev/zero", NULL, &bytes, &error), WM_LIMIT);
    assert_string_equal(error.message, "the file is larger than the limit of 16,777,216 bytes");
    assert_int_equal(wm_file_read("/dev/null", NULL, &bytes, &error), WM_OK);
    assert_int_equal(bytes.size, 0);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_is_killed_at_each_call),
        cmocka_unit_test(the_recovery_is_killed_as_well),
        cmocka_unit_test(a_call_is_refused),
        cmocka_unit_test(all_calls_are_refused_from_one_on),
        cmocka_unit_test(short_and_interrupted_calls_are_repeated),
        cmocka_unit_test(a_file_that_was_changed_since_stays),
        cmocka_unit_test(a_journal_alone_leads_nowhere),
        cmocka_unit_test(a_wrong_journal_is_ignored),
        cmocka_unit_test(leftovers_of_all_attempts_go),
        cmocka_unit_test(a_new_file_is_taken_for_a_leftover),
        cmocka_unit_test(a_pipe_that_nobody_writes_to_is_empty),
        cmocka_unit_test(a_device_without_end_is_refused),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
