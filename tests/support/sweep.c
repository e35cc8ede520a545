/* The sweeps: truncations, patches, failed allocations. See sweep.h. */
#include "sweep.h"

#include <dirent.h>
#include <sys/stat.h>

#include "memory.h"
#include "support.h"

typedef struct input {
    char name[256];
    uint8_t *data;
    size_t size;
} input;

enum { OPERATIONS = 12 };

/* All inputs of one run; cmocka passes it to every test. */
typedef struct sweep {
    const sweep_format *format;
    sweep_operation operations[OPERATIONS]; /* with check and compare; ends with an empty row */
    input *inputs;
    size_t count, from_corpus;
    bool full;
    uint64_t reads, survived;
} sweep;

static void add_input(sweep *s, const char *name, uint8_t *data, size_t size)
{
    input *grown = realloc(s->inputs, (s->count + 1) * sizeof *grown);
    assert_non_null(grown);
    s->inputs = grown;
    input *in = &s->inputs[s->count++];
    snprintf(in->name, sizeof in->name, "%s", name);
    in->data = data;
    in->size = size;
}

static bool ends_like(const char *name, const char *const *endings)
{
    size_t n = strlen(name);
    for (; *endings; endings++) {
        size_t e = strlen(*endings);
        if (n >= e && strcmp(name + n - e, *endings) == 0)
            return true;
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory, sorted. The caller frees the list and the names. */
static char **list_names(const char *directory, size_t *count)
{
    char **names = NULL;
    const struct dirent *entry;
    DIR *opened = opendir(directory);
    *count = 0;
    while (opened && (entry = readdir(opened))) {
        names = realloc(names, (*count + 1) * sizeof *names);
        assert_non_null(names);
        names[(*count)++] = strdup(entry->d_name);
    }
    if (opened)
        closedir(opened);
    if (*count)
        qsort(names, *count, sizeof *names, by_name);
    return names;
}

static void add_corpus(sweep *s, const char *directory)
{
    size_t n;
    char **names = list_names(directory, &n);
    for (size_t i = 0; i < n; i++) {
        char path[4096];
        struct stat st;
        wm_buffer bytes;
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        bool hidden = names[i][0] == '.';
        free(names[i]);
        if (hidden || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) {
            add_corpus(s, path);
        } else if (ends_like(path, s->format->endings) && (s->full || st.st_size <= 30 << 10) &&
                   wm_file_read(path, NULL, &bytes, NULL) == WM_OK) {
            /* Blocks of the default allocator come from malloc. */
            add_input(s, strrchr(path, '/') + 1, bytes.data, bytes.size);
            s->from_corpus++;
        }
    }
    free(names);
}

static void gather(sweep *s, const sweep_format *format)
{
    const char *how = getenv("SWEEP");
    *s = (sweep){.format = format, .full = how && strcmp(how, "full") == 0};
    for (size_t i = 0, size;; i++) {
        char name[32];
        uint8_t *data = format->sample(i, &size);
        if (!data)
            break;
        snprintf(name, sizeof name, "sample %zu", i);
        add_input(s, name, data, size);
    }
    if (format->endings && test_corpus())
        add_corpus(s, test_corpus());
    else if (format->endings)
        print_message("skipped: real files, there is no corpus (set WAYMARK_CORPUS)\n");
    print_message("%s: %zu inputs, %zu of them from the corpus\n", format->name, s->count,
                  s->from_corpus);
}

/* ---- one input --------------------------------------------------------- */

static void *try_read(sweep *s, const uint8_t *data, size_t size, test_memory *m, const char *what)
{
    const sweep_format *f = s->format;
    wm_error error = {0};
    wm_read_opts opts = {.allocator = &m->allocator};
    uint64_t base = f->memory_base ? f->memory_base : 64 << 10;
    uint64_t most = base + (f->memory_factor ? f->memory_factor : 40) * size;
    void *document = f->read(data, size, &opts, &error);
    s->reads++;
    if (m->peak > most)
        fail_msg("%s: took %llu bytes of memory for %zu of input", what,
                 (unsigned long long)m->peak, size);
    if (!document && (error.code == WM_OK || !error.message[0]))
        fail_msg("%s: refused without a reason", what);
    if (!document && m->refused == 0 && error.code == WM_NO_MEMORY)
        fail_msg("%s: no_memory, though none was refused", what);
    if (document) {
        f->walk(document);
        s->survived++;
    }
    return document;
}

/* What was read must be written and read back unchanged. */
static void round_trip(const sweep *s, const void *document, const uint8_t *data, size_t size,
                       const char *what)
{
    const sweep_format *f = s->format;
    wm_buffer once, twice;
    wm_error error;
    if (!f->write)
        return;
    wm_status status = f->write(document, NULL, &once, &error);
    if (status != WM_OK) {
        if (f->exact || status != WM_NOT_REPRESENTABLE)
            fail_msg("%s: was read but cannot be written: %s", what, error.message);
        return;
    }
    if (f->exact && (once.size != size || (size && memcmp(once.data, data, size) != 0)))
        fail_msg("%s: %zu bytes were read, %zu other bytes written", what, size, once.size);
    void *again = f->read(once.data, once.size, NULL, &error);
    if (!again)
        fail_msg("%s: what was written cannot be read: %s", what, error.message);
    if (f->write(again, NULL, &twice, &error) != WM_OK)
        fail_msg("%s: cannot be written again: %s", what, error.message);
    if (once.size != twice.size || (once.size && memcmp(once.data, twice.data, once.size) != 0))
        fail_msg("%s: the second round trip differs from the first", what);
    f->free(again);
    wm_buffer_free(&once);
    wm_buffer_free(&twice);
}

/* ---- operations -------------------------------------------------------- */

/* A program sweeps one format. Its check and diff as operations, which get no format: */
static const sweep_format *swept;

static wm_status check(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_report report;
    wm_report_init(&report, allocator);
    wm_status status = swept->check(document, &report, error);
    wm_report_finish(&report);
    wm_report_free(&report);
    return status;
}

static wm_status compare(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_diff diff;
    wm_diff_init(&diff, allocator);
    wm_status status = swept->diff(document, document, &diff, error);
    if (status == WM_OK && diff.count)
        fail_msg("%s: a document differs from itself: %s", swept->name, diff.items[0].message);
    wm_diff_free(&diff);
    return status;
}

static void list_operations(sweep *s)
{
    size_t n = 0;
    const sweep_format *f = s->format;
    swept = f;
    if (f->check)
        s->operations[n++] = (sweep_operation){"check", check};
    if (f->diff)
        s->operations[n++] = (sweep_operation){"compare", compare};
    for (const sweep_operation *o = f->operations; o && o->name; o++) {
        assert_true(n + 2 < OPERATIONS);
        s->operations[n++] = *o;
    }
    if (f->check && f->operations)
        s->operations[n] = (sweep_operation){"check again", check};
}

/* Runs all operations in order on the same document, which keeps their results. So the
 * memory bound is loose, but it depends only on the size of the input. */
static void operate(const sweep *s, void *document, size_t size, test_memory *m, const char *what)
{
    for (const sweep_operation *o = s->operations; o->name; o++) {
        wm_error error = {0};
        wm_status status = o->run(document, &m->allocator, &error);
        s->format->walk(document);
        if (m->peak > (1u << 20) + 100 * (uint64_t)size)
            fail_msg("%s: %s took %llu bytes of memory for %zu of input", what, o->name,
                     (unsigned long long)m->peak, size);
        if (status == WM_NO_MEMORY)
            fail_msg("%s: %s says no_memory, though none was refused", what, o->name);
    }
}

static void one(sweep *s, const uint8_t *data, size_t size, bool operations, const char *what)
{
    test_memory m;
    test_memory_init(&m);
    void *document = try_read(s, data, size, &m, what);
    if (document) {
        round_trip(s, document, data, size, what);
        if (operations)
            operate(s, document, size, &m, what);
        s->format->free(document);
    }
    test_memory_done(&m, what);
}

/* ---- the sweeps -------------------------------------------------------- */

static void every_sample_reads(void **state)
{
    sweep *s = *state;
    assert_true(s->count > 0);
    for (size_t i = 0; i < s->count - s->from_corpus; i++) {
        uint64_t before = s->survived;
        one(s, s->inputs[i].data, s->inputs[i].size, true, s->inputs[i].name);
        if (s->survived == before)
            fail_msg("%s does not read", s->inputs[i].name);
    }
}

static void every_truncation(void **state)
{
    sweep *s = *state;
    for (size_t i = 0; i < s->count; i++) {
        const input *in = &s->inputs[i];
        test_guard guard;
        test_guard_init(&guard, in->size);
        for (size_t size = 0, step; size <= in->size; size += step) {
            char what[320];
            uint64_t before = s->survived;
            snprintf(what, sizeof what, "%s cut to %zu bytes", in->name, size);
            one(s, test_guard_put(&guard, in->data, size), size, false, what);
            /* Tolerant readers read most of them, which takes longer than refusing. */
            step = s->survived > before && !s->full && size + 256 < in->size ? 13 : 1;
        }
        test_guard_free(&guard);
    }
    print_message("%llu truncations, %llu of them readable\n", (unsigned long long)s->reads,
                  (unsigned long long)s->survived);
}

/* All bytes of small files, the header of larger ones. */
static size_t patched_part(const sweep *s, const input *in)
{
    enum { SMALL = 4096, SMALL_OF_CORPUS = 700 };
    bool generated = in < s->inputs + (s->count - s->from_corpus);
    bool small = in->size <= (generated ? SMALL : SMALL_OF_CORPUS);
    return s->full || small || s->format->header > in->size ? in->size : s->format->header;
}

static void each_byte(sweep *s, const input *in, const test_guard *guard)
{
    for (size_t at = 0; at < patched_part(s, in); at++)
        for (int way = 0; way < 3; way++) {
            char what[320];
            uint8_t *p =
                (at % 2 ? test_guard_put : test_guard_put_front)(guard, in->data, in->size);
            p[at] = (uint8_t)(way == 0 ? 0 : way == 1 ? 0xFF : p[at] + 1);
            snprintf(what, sizeof what, "%s with byte %zu set to %u", in->name, at, p[at]);
            one(s, p, in->size, way == 2, what);
        }
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Patches small numbers, ends of ranges and noise at any position. */
static void random_patches(sweep *s, const input *in, const test_guard *guard, uint32_t tries)
{
    static const uint8_t likely[] = {0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF, '\n', ' ', '-', '9'};
    uint64_t seed = 20261115;
    for (uint32_t n = 0; n < tries && in->size; n++) {
        char what[320];
        uint8_t *p = (n % 2 ? test_guard_put : test_guard_put_front)(guard, in->data, in->size);
        uint32_t patches = 1 + next_random(&seed) % 4;
        snprintf(what, sizeof what, "%s with random patch %u", in->name, (unsigned)n);
        for (uint32_t k = 0; k < patches; k++) {
            uint32_t r = next_random(&seed);
            p[next_random(&seed) % in->size] =
                r & 1 ? likely[(r >> 1) % sizeof likely] : (uint8_t)(r >> 1);
        }
        one(s, p, in->size, n % 8 == 0, what);
    }
}

static void patched_bytes(void **state)
{
    sweep *s = *state;
    s->reads = s->survived = 0;
    for (size_t i = 0; i < s->count; i++) {
        test_guard guard;
        test_guard_init(&guard, s->inputs[i].size);
        each_byte(s, &s->inputs[i], &guard);
        random_patches(s, &s->inputs[i], &guard, s->full ? 5000 : 400);
        test_guard_free(&guard);
    }
    print_message("%llu patched inputs, %llu of them readable\n", (unsigned long long)s->reads,
                  (unsigned long long)s->survived);
}

/* Runs read, or one operation on a document that was read without failures, with the n-th
 * allocation failing. Returns false if fewer than n were made. */
static bool refuse(sweep *s, const input *in, const sweep_operation *o, uint64_t n)
{
    const sweep_format *f = s->format;
    char what[320];
    wm_error error = {0};
    test_memory m;
    test_memory_init(&m);
    wm_read_opts opts = {.allocator = &m.allocator};
    snprintf(what, sizeof what, "%s: %s with allocation %llu refused", in->name,
             o ? o->name : "read", (unsigned long long)n);
    if (!o)
        m.fail_at = n;
    void *document = f->read(in->data, in->size, &opts, &error);
    if (document && o) {
        m.fail_at = m.calls + n;
        wm_status status = o->run(document, &m.allocator, &error);
        if (m.refused == 0 && status == WM_NO_MEMORY)
            fail_msg("%s: no_memory, though none was refused", what);
    }
    if (m.refused == 0 && !document)
        fail_msg("%s: %s", what, error.message);
    if (m.refused && !document && error.code != WM_NO_MEMORY)
        fail_msg("%s: says %s", what, wm_status_name(error.code));
    if (document)
        f->walk(document);
    f->free(document);
    test_memory_done(&m, what);
    return m.refused > 0;
}

/* Writes with the n-th allocation failing. */
static bool refuse_write(sweep *s, const input *in, uint64_t n)
{
    wm_error error = {0};
    wm_buffer out = {0};
    test_memory m;
    test_memory_init(&m);
    m.fail_at = n;
    void *document = s->format->read(in->data, in->size, NULL, &error);
    assert_non_null(document);
    wm_status status = s->format->write(document, &m.allocator, &out, &error);
    if (m.refused && status != WM_OK && status != WM_NO_MEMORY)
        fail_msg("%s: write says %s", in->name, wm_status_name(status));
    if (status == WM_OK)
        wm_buffer_free(&out);
    else
        assert_null(out.data);
    s->format->free(document);
    test_memory_done(&m, in->name);
    return m.refused > 0;
}

static void each_allocation_refused(void **state)
{
    sweep *s = *state;
    uint64_t refused = 0;
    for (size_t i = 0; i < s->count; i++) {
        const input *in = &s->inputs[i];
        uint64_t n;
        void *document = s->format->read(in->data, in->size, NULL, NULL);
        if (!document)
            continue;
        s->format->free(document);
        /* Beyond the first 200 allocations, only some are tested. */
        for (n = 1; refuse(s, in, NULL, n); n += 1 + n / 200)
            refused++;
        for (n = 1; s->format->write && refuse_write(s, in, n); n += 1 + n / 200)
            refused++;
        for (const sweep_operation *o = s->operations; o->name; o++)
            for (n = 1; refuse(s, in, o, n); n += 1 + n / 200)
                refused++;
    }
    print_message("%llu allocations refused\n", (unsigned long long)refused);
    assert_true(refused > 0);
}

int sweep_main(const sweep_format *format)
{
    sweep s;
    gather(&s, format);
    list_operations(&s);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_sample_reads, &s),
        cmocka_unit_test_prestate(every_truncation, &s),
        cmocka_unit_test_prestate(patched_bytes, &s),
        cmocka_unit_test_prestate(each_allocation_refused, &s),
    };
    int failed = cmocka_run_group_tests_name(format->name, tests, NULL, NULL);
    for (size_t i = 0; i < s.count; i++)
        free(s.inputs[i].data);
    free(s.inputs);
    return failed;
}
